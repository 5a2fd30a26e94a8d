"""Many hands between bots, counted: who won how, what it brought, how long it took.

Hand n of a simulation is fixed by the seed, n and the bots, so any share of it can be played anywhere; counts are whole numbers and add up
in any order. Knows nothing of processes or screens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from paiju.bots import answer_of, find, make
from paiju.bots.chance import RandomBot, stream_of
from paiju.core.chance import play_out_seats
from paiju.core.ending import Ending
from paiju.core.win import OPENING, SELF_DRAW
from paiju.game.hand import Game, Hand
from paiju.records.record import Course, line_of, record_of


class Plan(NamedTuple):
    """What is simulated. ``options`` as JSON text, so that a plan can be handed to another process and kept."""

    variant: str
    options: str
    bots: tuple[str, str, str, str]
    seed: int
    records: bool = False  # whether the lines of the hands are wanted


class SeatTally(msgspec.Struct):
    """One seat's counts."""

    wins: int = 0
    self_draws: int = 0
    openings: int = 0
    paid: int = 0  # hands in which it discarded, or added, what another won on
    points: int = 0
    squares: int = 0


class Tally(msgspec.Struct):
    """The counts of some hands."""

    hands: int = 0
    exhausted: int = 0
    decisions: int = 0
    shortest: int = 0
    longest: int = 0
    wins: int = 0  # several may win one hand
    seats: list[SeatTally] = msgspec.field(default_factory=lambda: [SeatTally() for _ in range(4)])
    fans: Counter[str] = msgspec.field(default_factory=Counter)

    def add(self, ending: Ending, decisions: int) -> None:
        """Counts one finished hand."""
        self.shortest = min(self.shortest, decisions) if self.hands else decisions
        self.longest = max(self.longest, decisions)
        self.hands += 1
        self.decisions += decisions
        self.exhausted += ending.outcome.exhausted
        payers = set()
        for settlement in [*ending.openings, *ending.wins]:
            win = settlement.win
            seat = self.seats[win.seat]
            self.wins += 1
            seat.wins += 1
            seat.self_draws += win.by == SELF_DRAW
            seat.openings += win.by == OPENING
            self.fans.update(settlement.fan_values().keys())
            if win.payer >= 0:
                payers.add(win.payer)
        for payer in payers:
            self.seats[payer].paid += 1
        for seat, points in zip(self.seats, ending.deltas(), strict=True):
            seat.points += points
            seat.squares += points * points

    def merge(self, other: Tally) -> None:
        """Adds the counts of other hands."""
        if other.hands:
            self.shortest = min(self.shortest, other.shortest) if self.hands else other.shortest
        self.longest = max(self.longest, other.longest)
        self.hands += other.hands
        self.exhausted += other.exhausted
        self.decisions += other.decisions
        self.wins += other.wins
        self.fans.update(other.fans)
        for seat, more in zip(self.seats, other.seats, strict=True):
            for name in SeatTally.__struct_fields__:
                setattr(seat, name, getattr(seat, name) + getattr(more, name))


DEALERS: Final = 4  # the deal goes round


def simulate(plan: Plan, first: int, count: int) -> tuple[Tally, bytes]:
    """Plays hands ``first`` to ``first + count - 1`` of a plan: the counts, and the records as lines if they are wanted."""
    game = _game(plan.variant, plan.options)
    kinds = [find(name) for name in plan.bots]
    by_chance = all(kind is RandomBot for kind in kinds) and not plan.records
    tally = Tally()
    lines: list[bytes] = []
    log = plan.records or any(kind.wants_views for kind in kinds)
    for n in range(first, first + count):
        lane = n + 1
        hand = game.hand(seed=plan.seed, lane=lane, dealer=n % DEALERS, log=log)
        if by_chance:  # the same hands, played inside the compiled code
            decisions = play_out_seats(hand.table, [stream_of(plan.seed, lane, seat) for seat in range(4)])
        else:
            course = play_by_bots(hand, plan.bots, plan.seed, lane)
            decisions = len(course.actions)
            if plan.records:
                lines.append(line_of(record_of(course, seed=plan.seed, lane=lane)))
        tally.add(hand.result(), decisions)
    return tally, b"".join(lines)


def play_by_bots(hand: Hand, names: Sequence[str], seed: int, lane: int) -> Course:
    """Plays a hand to its end by bots, one for each seat. PaijuError for one that raises, or answers what it may not."""
    bots = [make(name, seed=seed, lane=lane, seat=seat) for seat, name in enumerate(names)]
    course = Course(hand)
    while hand.to_act:
        seat = hand.to_act[0]
        seen = bots[seat].see(hand)
        course.play(answer_of(bots[seat], seen), seat, seen.legal)
    return course


@lru_cache(maxsize=8)
def _game(variant: str, options: str) -> Game:
    return Game(variant, msgspec.json.decode(options))
