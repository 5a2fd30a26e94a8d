"""Why can't I win: for any seat and tile the reason, as a code and a sentence in both languages."""

from __future__ import annotations

from typing import Final

import msgspec

from paiju.core.ending import hand_counts, seat_melds
from paiju.core.reasons import REASONS
from paiju.core.table import BARRED, SEA_TAKEN, SHARE, TURN, WINDOW
from paiju.core.tiles import BIT, KINDS, NONE
from paiju.core.win import DISCARD, SELF_DRAW, claim
from paiju.game.audience import Seat, Tile
from paiju.game.hand import Hand, check_seat

# Reasons that lie in the moment, not in the tiles.
MOMENT: Final[dict[str, tuple[str, str]]] = {
    "ok": ("可以胡", "this tile wins"),
    "over": ("这一盘已经结束", "the hand is over"),
    "four_held": ("四张这种牌都在自己手里", "you hold all four of this tile yourself"),
    "must_declare": ("本房规定报听后才能胡", "here only a declared hand may win"),
    "passed_win": ("漏胡：到自己摸牌前不能胡别人的这张牌", "you passed a win: until your next draw this tile may not be won from others"),
    "win_passed": ("这张牌已经放弃胡牌", "the win on this tile has been passed"),
    "dealt_win_passed": ("天胡已经放弃，补张之前不能胡", "the dealt win was passed; the dealer may not win before a replacement"),
    "no_tile": ("现在没有可以胡的牌", "there is no tile to win on now"),
    "nothing_drawn": ("这一手是吃碰来的，没有摸牌，不能自摸", "this turn began with a claim: nothing was drawn to win on"),
    "discard_first": ("先打一张牌", "discard first: the hand holds a tile too many"),
    "not_in_game": ("这种牌不在这个游戏里", "this tile does not exist in this game"),
}


class Why(msgspec.Struct, frozen=True):
    """The answer: ``code`` is ``ok`` or the reason's id; the sentence in each language."""

    code: str
    zh: str
    en: str

    def text(self, lang: str = "zh") -> str:
        return self.zh if lang == "zh" else self.en


def why_not(hand: Hand, seat: Seat, tile: Tile | None = None) -> Why:
    """Why the seat does not win with ``tile`` (by default the one just drawn, or the one that may be claimed)."""
    check_seat(seat)
    t = hand.table
    if hand.over:
        return _say("over")
    own = t.asks in (TURN, SHARE) and t.turn == seat
    if tile is None:
        taken = t.asks == SEA_TAKEN and t.turn == seat  # the others have not seen it (G-7)
        tile = int(t.drawn) if own else int(t.tile) if t.asks == WINDOW or taken else NONE
    if tile == NONE and not own:
        return _say("no_tile")
    if tile != NONE and not (0 <= tile < KINDS and t.rules.kinds & BIT[tile]):
        return _say("not_in_game")
    drawn = int(t.drawn)
    drew = own and tile == drawn  # the win asked about is a self-draw
    if own and not t.drew:
        return _say("nothing_drawn")
    if own and not drew and drawn == NONE:
        return _say("discard_first")
    if any(action.verb == "win" for action in hand.actions(seat)) and (drew or (not own and tile in (t.tile, t.tile2))):
        return _say("ok")
    counts = hand_counts(t, seat)
    melds = seat_melds(t, seat)
    if own and drawn != NONE:
        counts[drawn] -= 1
    if tile != NONE and counts[tile] + sum(meld.tiles.count(tile) for meld in melds) >= 4:
        return _say("four_held")
    win = claim(seat, t.dealer, SELF_DRAW if drew else DISCARD, bytes(counts), melds, tile, -1 if drew else (seat + 1) % 4)
    settlement = hand.game.scoring.settle(win)
    if not settlement.legal:
        return Why(*REASONS[settlement.reason])
    if t.rules.must_declare_to_win and not t.declared >> seat & 1:
        return _say("must_declare")
    if drew and t.win_passed:
        return _say("dealt_win_passed" if t.rules.dealt_win_in_opening and seat == t.dealer else "win_passed")
    if not drew and t.rules.passed_win_lock and t.big[BARRED + seat] & BIT[tile]:
        return _say("passed_win")
    return _say("ok")


def _say(code: str) -> Why:
    return Why(code, *MOMENT[code])
