"""Why an action is refused, in a sentence of both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from paiju.core.errors import Both, TextError, shown
from paiju.core.table import SEA_OFFER, TURN
from paiju.game.actions import parse_action

if TYPE_CHECKING:
    from paiju.game.actions import Action
    from paiju.game.audience import Seat
    from paiju.game.hand import Hand

_LISTED: Final = 12  # of the choices
_FEW: Final = 4  # of them, to whoever has them before him


def refusal(hand: Hand, seat: Seat, action: Action | str) -> Both:
    """What was tried, why not, and what would do."""
    if not isinstance(seat, int) or not 0 <= seat <= 3:
        return Both(f"there is no seat {seat!r}; seats are 0 to 3", f"没有座位 {seat!r}；座位是 0 到 3")
    en, zh = shown(str(action)), shown(_in_chinese(str(action)))
    if hand.over:
        return Both(f"{en} by seat {seat} is refused: the hand is over", f"座位{seat}不能 {zh}：这一盘已经结束")
    if seat not in hand.to_act:
        whose = hand.to_act[0] if hand.table.asks in (TURN, SEA_OFFER) else -1  # who holds a claim is not told (G-7)
        turn = Both(f"; to act: {whose}", f"；轮到座位{whose}") if whose >= 0 else Both("", "")
        return Both(f"{en} by seat {seat} is refused: seat {seat} is not asked now{turn.en}", f"座位{seat}不能 {zh}：现在没有问座位{seat}{turn.zh}")
    listed = _choices(hand, seat)
    may = Both(f"seat {seat} may {listed.en}", f"座位{seat}可以：{listed.zh}")
    if not hand.game.book.indexes(action):
        return Both(f"{en} is no action of {hand.game.variant.key}; {may.en}", f"{hand.game.variant.zh}没有动作 {zh}；{may.zh}")
    return Both(f"{en} by seat {seat} is not legal now; {may.en}", f"座位{seat}现在不能 {zh}；{may.zh}")


def refusal_to_you(hand: Hand, seat: Seat, action: str) -> Both:
    """The same as it is said to whoever sits there."""
    if hand.over:
        return Both("the hand is over", "这一盘已经结束")
    if seat not in hand.to_act:
        return Both("it is not your turn", "还没轮到你")
    may = _choices(hand, seat, _FEW)
    return Both(f"you may not {shown(action)} now; you may {may.en}", f"现在不能{shown(_in_chinese(action))}；你可以{may.zh}")


def _in_chinese(text: str) -> str:
    try:
        return parse_action(text).label("zh")
    except TextError:
        return text


def _choices(hand: Hand, seat: Seat, most: int = _LISTED) -> Both:
    actions = hand.actions(seat)
    listed, more = actions[:most], len(actions) - most
    en = ", ".join(str(action) for action in listed) + (f" and {more} more" if more > 0 else "")
    zh = "、".join(action.label("zh") for action in listed) + (f"，还有 {more} 种" if more > 0 else "")
    return Both(en, zh)
