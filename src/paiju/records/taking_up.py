"""A match taken up in its middle, from the record of a later hand: what must follow from the seed does, the rest is checked for sense.

Knows one hand's standing only; whether the hands before brought it about, nobody can say without them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from paiju.core.errors import RecordError
from paiju.core.settle import HOUSE
from paiju.game.hand import Game, Hand
from paiju.game.match import Match
from paiju.records.record import Leaving, MatchPart, Record

_LONGEST: Final = 1 << 32  # hands of a match


def match_at(game: Game, record: Record, part: MatchPart, deal: Callable[[int, int], Hand] | None) -> Match:
    """The match at the beginning of that hand; RecordError when no match can stand so. ``deal``: what deals its hands, if not the seed."""
    number = part.number
    if not 0 < number < _LONGEST:
        raise RecordError(
            f"match.number: found {number}; hands are numbered from 0, up to {_LONGEST - 1}",
            f"match.number：写的是 {number}；盘的编号从 0 到 {_LONGEST - 1}",
        )
    seed, lane = (part.seed, number + 1) if deal is None else (None, None)
    if (record.seed, record.lane) != (seed, lane):
        raise RecordError(
            f"seed and lane: found {record.seed} and {record.lane}, expected {seed} and {lane} for hand {number} of that match",
            f"seed、lane：写的是 {record.seed}、{record.lane}，那一局编号 {number} 的盘应是 {seed}、{lane}",
        )
    if not 0 <= part.passes <= number:
        raise RecordError(
            f"match.passes: found {part.passes}; in {number} hands the deal moves on 0 to {number} times",
            f"match.passes：写的是 {part.passes}；{number} 盘里换庄只能是 0 到 {number} 次",
        )
    if part.passes // 4 != part.round:
        raise RecordError(
            f"match.round: found {part.round}, expected {part.passes // 4}, as the deal has moved on {part.passes} times",
            f"match.round：写的是 {part.round}，应是 {part.passes // 4}，因为换过 {part.passes} 次庄",
        )
    if not 0 <= record.dealer <= 3:
        raise RecordError(f"dealer: found {record.dealer}; seats are 0 to 3", f"dealer：写的是 {record.dealer}；座位是 0 到 3")
    if sum(part.totals) + part.house:
        totals = list(part.totals)
        raise RecordError(
            f"match.totals: found {totals} and {part.house} held by the house, which together are not 0",
            f"match.totals：写的是 {totals}，平台有 {part.house}，加起来不是 0",
        )
    _check_leavings(game, part)
    match = Match.taken_up(
        game,
        seed=part.seed,
        players=part.players,
        number=number,
        passes=part.passes,
        dealer=record.dealer,
        totals=part.totals,
        house=part.house,
        left=[leaving.player for leaving in part.leavings],
        deal=deal,
    )
    if number >= match.hands if match.hands else part.passes >= 4 * match.rounds:
        raise RecordError(
            f"match.number: found {number}, but by then the match is over", f"match.number：写的是 {number}，可是在那以前这一局已经结束"
        )
    return match


def _check_leavings(game: Game, part: MatchPart) -> None:
    """CS-48: each player leaves once, after one of the hands before, and the house holds what that brought it."""
    after = house = 0
    left: set[int] = set()
    for leaving in part.leavings:
        if leaving.player in left or not 0 <= leaving.player <= 3 or not after <= leaving.after < part.number:
            raise unpaid(leaving)
        payments = game.scoring.escape_payments(leaving.player, coins=leaving.coins)
        if not payments:
            raise RecordError("match.leavings: nothing is to be paid for leaving in this game", "match.leavings：这个玩法里逃跑不用付")
        house += sum(int(payment.amount) for payment in payments if payment.taker == HOUSE)
        left.add(leaving.player)
        after = leaving.after
    if house != part.house:
        raise RecordError(
            f"match.house: found {part.house}, expected {house}, by what was paid for leaving",
            f"match.house：写的是 {part.house}，按逃跑所付的应是 {house}",
        )


def unpaid(leaving: Leaving) -> RecordError:
    """What is said of a leaving that cannot have been."""
    return RecordError(
        f"match.leavings: nothing was to be paid by player {leaving.player} after hand {leaving.after}",
        f"match.leavings：玩家 {leaving.player} 在编号 {leaving.after} 的盘之后没有逃跑要付的",
    )
