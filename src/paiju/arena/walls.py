"""Playing one wall at all its tables, and what is counted there: whole numbers, so that walls add up in any order, wherever they were played.

A bot that answers what is not legal, or raises, is counted and the hand goes on with a legal answer in its place.
"""

from __future__ import annotations

import math
import traceback
from collections.abc import Sequence
from functools import lru_cache
from time import thread_time_ns
from typing import Final

import msgspec

from paiju.arena.contest import MOST_WALLS, Contest
from paiju.arena.fixed import FixedDraws
from paiju.bots import Bot, find, make
from paiju.bots.answers import told
from paiju.core.ending import Ending
from paiju.core.table import WAITS
from paiju.game.actions import Action
from paiju.game.hand import Game, Hand

DEALERS: Final = 4  # the deal goes round
_TRACE: Final = 4000  # characters of a traceback that are kept, its last

# Times are counted in steps of a sixteenth of a doubling, 4.4 %.
_STEPS: Final = 16


class Counts(msgspec.Struct):
    """What one player did in some hands; a hand counts once for each seat it held."""

    hands: int = 0
    wins: int = 0  # hands in which it won, opening wins included
    paid: int = 0  # hands in which it discarded, or added, what another won on
    value: int = 0  # points its wins brought
    ready: int = 0  # hands in which it came to wait for a tile
    discards: int = 0  # its discards in those hands until it did
    illegal: int = 0  # answers that were not legal, crashes included
    crashes: int = 0
    slowest: int = 0  # ns of CPU; of decisions with more than one legal answer, as are times
    times: dict[int, int] = msgspec.field(default_factory=dict)  # step -> decisions

    def merge(self, other: Counts) -> None:
        for name in ("hands", "wins", "paid", "value", "ready", "discards", "illegal", "crashes"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.slowest = max(self.slowest, other.slowest)
        for step, times in other.times.items():
            self.times[step] = self.times.get(step, 0) + times

    def took(self, nanoseconds: int) -> None:
        """Counts the time of one decision."""
        step = round(math.log2(max(1, nanoseconds)) * _STEPS)
        self.times[step] = self.times.get(step, 0) + 1
        self.slowest = max(self.slowest, nanoseconds)

    @property
    def decisions(self) -> int:
        return sum(self.times.values())

    def quantile(self, share: float) -> float:
        """The time in ms that so large a share of the decisions took at most, to 2.2 %; 0 without any."""
        left = share * self.decisions
        for step in sorted(self.times):
            left -= self.times[step]
            if left <= 0:
                return min(float(2 ** (step / _STEPS)), float(self.slowest)) / 1e6
        return 0.0


class Fault(msgspec.Struct):
    """The first answer of a player in a hand that was not legal: the answer, or the traceback."""

    player: int
    table: int
    seat: int
    crash: bool
    what: str


class WallResult(msgspec.Struct):
    """One wall, played at all tables of a contest. ``points``: what each seat gained, table by table."""

    wall: int
    points: list[tuple[int, int, int, int]]
    counts: list[Counts]  # by player
    faults: list[Fault]

    def fits(self, contest: Contest) -> bool:
        """Whether it can be of that contest: as many tables, and of each player as many hands as it sits at."""
        if not 0 <= self.wall < MOST_WALLS or (len(self.points), len(self.counts)) != (len(contest.seatings), len(contest.players)):
            return False
        return all(counts.hands == sum(seating.count(player) for seating in contest.seatings) for player, counts in enumerate(self.counts))

    def gained(self, contest: Contest, player: int) -> int:
        """The points of a player over all its seats."""
        return sum(points[seat] for table, points in enumerate(self.points) for seat in contest.sits(table, player))


def play_wall(contest: Contest, wall: int) -> WallResult:
    """Plays a wall at all tables of a contest."""
    game = _game(contest.variant, msgspec.json.encode(contest.options))
    log = any(find(name).wants_views for name in contest.players)
    result = WallResult(wall, [], [Counts() for _ in contest.players], [])
    for table in range(len(contest.seatings)):
        hand = game.hand(seed=contest.seed, lane=wall + 1, dealer=wall % DEALERS, log=log)
        points = _Play(contest, result, table, hand).to_the_end().deltas()
        result.points.append((points[0], points[1], points[2], points[3]))
    return result


def play_walls(contest: Contest, first: int, count: int) -> list[WallResult]:
    """Plays some walls one after another."""
    return [play_wall(contest, wall) for wall in range(first, first + count)]


class _Play:
    """One hand being played and counted."""

    def __init__(self, contest: Contest, result: WallResult, table: int, hand: Hand) -> None:
        self.contest = contest
        self.result = result
        self.number = table
        self.players = contest.seatings[table]
        self.hand = hand
        self.bots: list[Bot | None] = [None] * 4
        self.fixed = FixedDraws(hand.table) if contest.fixed_draws else None

    def to_the_end(self) -> Ending:
        """Plays the hand and counts it."""
        hand = self.hand
        discards = [0] * 4
        ready = [0 if self._waits(seat) else -1 for seat in range(4)]
        while hand.to_act:
            seat = hand.to_act[0]
            action = self._ask(seat)
            if self.fixed is not None:
                self.fixed.prepare()
            hand.play(action, seat)
            if ready[seat] < 0:
                discards[seat] += action.verb in ("discard", "ready")
                if self._waits(seat):
                    ready[seat] = discards[seat]
        ending = hand.result()
        self._count(ending, ready)
        return ending

    def _waits(self, seat: int) -> bool:
        """Whether the seat's 13 tiles, when it last held 13, wait for a tile."""
        return int(self.hand.table.big[WAITS + seat]) != 0

    def _ask(self, seat: int) -> Action:
        """The bot's answer, or a legal one in its place."""
        legal = self.hand.actions(seat)
        counts = self.result.counts[self.players[seat]]
        answer: object = None
        trace = ""
        began = thread_time_ns()
        try:
            bot = self.bots[seat]
            if bot is None:
                name = self.contest.players[self.players[seat]]
                bot = self.bots[seat] = make(name, seed=self.contest.seed, lane=self.result.wall + 1, seat=seat)
            answer = bot.answer(self.hand)
        except (Exception, SystemExit):
            trace = traceback.format_exc()
        if len(legal) > 1:
            counts.took(thread_time_ns() - began)
        for action in legal:
            if isinstance(answer, Action) and action == answer:
                return action
        counts.illegal += 1
        counts.crashes += bool(trace)
        if not any(fault.table == self.number and fault.seat == seat for fault in self.result.faults):
            what = trace[-_TRACE:] or told(answer)
            self.result.faults.append(Fault(self.players[seat], self.number, seat, bool(trace), what))
        return harmless(legal)

    def _count(self, ending: Ending, ready: Sequence[int]) -> None:
        won = [*ending.openings, *ending.wins]
        winners = {int(settlement.win.seat) for settlement in won}
        payers = {int(settlement.win.payer) for settlement in won}
        for seat in range(4):
            counts = self.result.counts[self.players[seat]]
            counts.hands += 1
            counts.wins += seat in winners
            counts.paid += seat in payers
            if ready[seat] >= 0:
                counts.ready += 1
                counts.discards += ready[seat]
        for settlement in won:
            seat = int(settlement.win.seat)
            self.result.counts[self.players[seat]].value += settlement.deltas()[seat]


def harmless(legal: Sequence[Action]) -> Action:
    """What a bot that gives no legal answer does instead: passes, else discards, the last it may."""
    for verb in ("pass", "discard"):
        for action in reversed(legal):
            if action.verb == verb:
                return action
    return legal[0]


@lru_cache(maxsize=8)
def _game(variant: str, options: bytes) -> Game:
    return Game(variant, msgspec.json.decode(options))
