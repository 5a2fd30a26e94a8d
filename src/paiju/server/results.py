"""A finished hand as a page shows it: winners laid out, every payment with its arithmetic in words, totals, and what the wall was made from."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from paiju.core.ending import Ending
from paiju.core.scoring import Scoring
from paiju.core.settle import Payment, Settlement
from paiju.core.tiles import NONE
from paiju.core.win import DISCARD, MATCHED, OPENING, ROBBED_KONG
from paiju.core.wording import payment_text, reading_text
from paiju.game.telling import WHY
from paiju.server.protocol import Line, Result, Said, Wait, Winner
from paiju.server.room import Room

_SEAT: Final = re.compile("座位([0-3])|seat ([0-3])")


class Words(NamedTuple):
    """What a settlement is told with: the game's arithmetic, what a point is worth, and how the seats are called in each language."""

    scoring: Scoring
    base: int
    names: Mapping[str, Sequence[str]]


def result_of(room: Room) -> Result:
    """The result of the room's finished hand. Amounts are multiplied by what a point is worth in the room (底分)."""
    assert room.match is not None
    base = room.rules.base_points
    names = {lang: [room.called(chair, lang) for chair in room.seats] for lang in ("zh", "en")}
    return Result(
        **settled(room.match.settle(), Words(room.game.scoring, base, names), room.leave_payments),
        totals=_four([base * total for total in room.match.totals]),
        record=f"{room.id}-{room.part.number}",
        secret=room.secret,
        nonces=room.nonces,
        match_over=room.match.over,
    )


def settled(ending: Ending, words: Words, more: Sequence[Payment] = ()) -> dict[str, Any]:
    """What of a ``Result`` follows from how the hand ended."""
    settlements = [*ending.openings, *ending.wins]
    lines = [_line(words, payment, s) for s in settlements for payment in s.payments]
    lines += [_line(words, payment) for payment in [*ending.kongs, *ending.extras, *more]]
    return {
        "winners": (*[_winner(s) for s in ending.openings], *[_winner(s, words.scoring) for s in ending.wins]),
        "lines": tuple(lines),
        "deltas": _four([words.base * delta for delta in ending.deltas()]),
        "birds": tuple(ending.outcome.birds),
        "next_dealer": int(ending.next_dealer),
    }


def wait_of(kind: int, unseen: int, discarded: Settlement, drawn: Settlement, base: int) -> Wait:
    """A tile waited for, with what a discard and a self-draw of it would bring in words."""
    return Wait(kind, unseen, (_worth("点炮", "from a discard", discarded, base), _worth("自摸", "by self-draw", drawn, base)))


def _worth(zh: str, en: str, s: Settlement, base: int) -> Said:
    held = [fan for fan in s.fans if fan.id in s.fan_values()]
    fans = Said("、".join(fan.zh for fan in held), ", ".join(fan.en for fan in held))
    points = base * s.deltas()[s.win.seat]
    return Said(f"{zh} +{points}" + (f"：{fans.zh}" if held else ""), f"{en} +{points}" + (f": {fans.en}" if held else ""))


def _four(numbers: Sequence[int]) -> tuple[int, int, int, int]:
    return tuple(numbers)  # type: ignore[return-value]


def _winner(s: Settlement, scoring: Scoring | None = None) -> Winner:
    """A win laid out; with the scoring, whom its birds hit."""
    win = s.win
    if win.by == OPENING:
        how = "opening"
    elif win.by == DISCARD:
        how = "discard"
    elif win.by == ROBBED_KONG:
        how = "robbed_kong"
    else:
        how = "matched_treasure" if win.treasure_how == MATCHED else "self_draw"
    return Winner(
        seat=int(win.seat),
        how=how,
        source=int(win.payer) if win.payer >= 0 else None,
        hand=tuple([kind for kind in range(34) for _ in range(int(win.hand[kind]))]),
        tile=int(win.tile) if win.tile != NONE else None,
        reading=Said(reading_text(s, "zh"), reading_text(s, "en")),
        fans=tuple(s.fan_values().items()),
        birds=tuple([(int(bird), int(scoring.bird_hit(bird, win))) for bird in win.birds]) if scoring is not None else (),
    )


def _line(words: Words, payment: Payment, s: Settlement | None = None) -> Line:
    return Line(
        giver=int(payment.giver),
        to=int(payment.taker) if payment.taker >= 0 else None,
        amount=int(payment.amount) * words.base,
        clause=payment.clause,
        why=WHY[payment.cause],
        text=Said(_text(words, payment, s, "zh"), _text(words, payment, s, "en")),
    )


def _text(words: Words, payment: Payment, s: Settlement | None, lang: str) -> str:
    """The payment as a sentence with the names of the players; times the base, where that is not one."""
    names, base = words.names[lang], words.base
    text = _SEAT.sub(lambda match: names[int(match[1] or match[2])], payment_text(payment, words.scoring, s, lang))
    if base == 1:
        return text
    amount = int(payment.amount)
    worth = f"{amount} × {base} = {amount * base}"
    return text + (f"，倍数 {base}：{worth}" if lang == "zh" else f"; multiplier {base}: {worth}")
