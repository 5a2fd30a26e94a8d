"""What the walls of a contest say of its bots: means with intervals, rates, times.

The wall is what was sampled: the hands of one wall belong together, so an interval resamples walls, each with all its hands. Per wall a
player's points are the mean over all seats it held there. What the seats gain together is nothing, so for one bot against three of another
this is the difference to what its seats would have gained had the other bot held all four: that sum over the four seats is 0 on every wall,
and playing such a table would neither move the mean nor narrow the interval. A bot against itself gets exactly 0 on every wall.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from paiju.arena.contest import Contest
from paiju.arena.walls import Counts, WallResult

RESAMPLES: Final = 1000
_TAIL: Final = 0.025  # of the resamples, on each side of a 95 % interval


class Estimate(NamedTuple):
    """A mean and its 95 % interval."""

    mean: float
    low: float
    high: float

    def over(self, unit: float) -> Estimate:
        """The same in another unit; zeros where that is 0."""
        return Estimate(*(value / unit if unit else 0.0 for value in self))


class Figures(NamedTuple):
    """One player of a contest."""

    name: str
    points: Estimate  # a hand
    sigmas: Estimate  # the same, divided by the spread
    counts: Counts

    @property
    def wins(self) -> float:
        return self.counts.wins / self.counts.hands

    @property
    def paid(self) -> float:
        return self.counts.paid / self.counts.hands

    @property
    def win_value(self) -> float | None:
        """Points a won hand's wins brought."""
        return self.counts.value / self.counts.wins if self.counts.wins else None

    @property
    def ready(self) -> float:
        """The share of hands in which it came to wait."""
        return self.counts.ready / self.counts.hands

    @property
    def discards(self) -> float | None:
        """Its discards until it waited, in the hands where it did."""
        return self.counts.discards / self.counts.ready if self.counts.ready else None


class Summary(NamedTuple):
    """A contest over some walls. ``spread``: the standard deviation of the points of one seat in one hand."""

    contest: Contest
    first: int  # number of the first wall
    walls: int
    spread: float
    players: list[Figures]
    per_wall: list[list[float]]  # for each player its mean points on each wall, in order


def summary(contest: Contest, results: Sequence[WallResult]) -> Summary:
    """What some walls show; at least one."""
    results = sorted(results, key=lambda result: result.wall)
    spread = spread_of(contest, results)
    players, per_wall = [], []
    for player, name in enumerate(contest.players):
        counts = Counts()
        for result in results:
            counts.merge(result.counts[player])
        sums = [result.gained(contest, player) for result in results]
        hands = counts.hands // len(results)  # of one wall
        points = interval(sums).over(hands)
        players.append(Figures(name, points, points.over(spread), counts))
        per_wall.append([gained / hands for gained in sums])
    return Summary(contest, results[0].wall, len(results), spread, players, per_wall)


def spread_of(contest: Contest, results: Sequence[WallResult]) -> float:
    """The standard deviation of one seat's points in one hand: of the baseline's seats where there is a baseline, else of all seats."""
    points = [
        result.points[table][seat]
        for result in results
        for table, seating in enumerate(contest.seatings)
        for seat in range(4)
        if not contest.paired or seating[seat] == 1
    ]
    mean = sum(points) / len(points)
    return math.sqrt(sum(value * value for value in points) / len(points) - mean * mean)


def interval(values: Sequence[int], resamples: int = RESAMPLES, seed: int = 0) -> Estimate:
    """The mean of whole numbers with its bootstrap percentile interval; fixed by the seed.

    >>> interval([3, 3, 3])
    Estimate(mean=3.0, low=3.0, high=3.0)
    """
    count = len(values)
    draw = Random(seed).choices
    sums = sorted(sum(draw(values, k=count)) for _ in range(resamples))
    cut = int(resamples * _TAIL)
    return Estimate(sum(values) / count, sums[cut] / count, sums[-1 - cut] / count)


def running(values: Sequence[float], points: int = 200) -> list[tuple[int, float, float]]:
    """Walls so far, their mean, and half its 95 % interval (1.96 standard errors), at some points from the tenth wall on."""
    found = []
    total = squares = 0.0
    step = max(1, len(values) // points)
    for count, value in enumerate(values, 1):
        total += value
        squares += value * value
        if count >= min(10, len(values)) > 1 and (count % step == 0 or count == len(values)):
            mean = total / count
            variance = max(0.0, squares / count - mean * mean) * count / (count - 1)
            found.append((count, mean, 1.96 * math.sqrt(variance / count)))
    return found
