"""How fast a game goes: what a hand not looked at closely can expect, and how likely another is first.

A hand of so many exchanges from ready gets nearer with some chance each time round, and each time round another may win. So the chances to win and
to lose follow from how far it is, how many own draws are to come, and what is seen of the others. What differs from game to game is a ``Pace``; the
figures here are the same for all, counted as those are, but for those that say they were estimated.
"""

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.analysis.reach.distance import ALL_PUNGS, ANY_WAY, ONE_SUIT, SEVEN_PAIRS, SHAPELESS
from paiju.analysis.worth.paces import Pace, pace_of
from paiju.core.table import Table
from paiju.core.tiles import NUMBERED, RANK, WHITE

DRAWS: Final = 24  # own draws to come, at most
FARTHEST: Final = 6  # what is farther counts as that
WIDTH: Final = DRAWS + 1


_MENDS: Final = vec[float]([0.06, 0.25, 0.25, 0.25])  # how likely a hand with few tiles that help becomes an ordinary one of its distance; estimated
_BASE: Final = vec[float]([0.045, 0.05, 0.09, 0.155, 0.18])  # by distance: how likely a hand gets nearer with no tiles that help, and ...
_SLOPE: Final = vec[float]([2.4, 1.35, 1.0, 0.75, 0.72])  # ... how much more with all
DEALER: Final = 1.46  # by how much more a dealer loses
LUCK: Final = 0.01  # how likely a ready hand wins otherwise than by what it waits for now; estimated

# How likely another is ready: by his melds, and by rounds played, two at a time.
READY: Final[list[vec[float]]] = [
    vec[float]([0.005, 0.05, 0.155, 0.28, 0.42, 0.48, 0.55, 0.6]),
    vec[float]([0.03, 0.12, 0.265, 0.42, 0.57, 0.7, 0.84, 0.85]),
    vec[float]([0.18, 0.34, 0.5, 0.65, 0.74, 0.8, 0.9, 0.9]),
    vec[float]([0.5, 0.72, 0.8, 0.84, 0.91, 0.95, 0.95, 0.95]),
    vec[float]([0.9, 0.95, 0.97, 0.97, 0.97, 0.97, 0.97, 0.97]),
]
_READIES: Final = vec[float]([0.05, 0.08, 0.13, 0.24, 0.9])  # by his melds: how likely he becomes ready in one time round

# By way: how likely the hand gets nearer, and how often a tile that helps may be claimed, against being drawn; estimated.
_BY_WAY: Final[dict[i64, list[float]]] = {
    ALL_PUNGS: [0.18, 0.24, 0.3, 0.35, 0.4, 0.45, 0.5],
    ONE_SUIT: [0.24, 0.26, 0.3, 0.33, 0.36, 0.38, 0.4],
    SEVEN_PAIRS: [0.13, 0.14, 0.2, 0.27, 0.33, 0.4, 0.5],
    SHAPELESS: [0.55, 0.27, 0.27, 0.28, 0.29, 0.3, 0.3],
}
_CLAIMS: Final[dict[i64, float]] = {ANY_WAY: 0.7, ALL_PUNGS: 1.8, ONE_SUIT: 0.7, SEVEN_PAIRS: 0.0, SHAPELESS: 0.1}


def sort_of(kind: i64) -> i64:
    """How far a numbered kind is from the end of its suit, 0 to 4; 5 for winds, 6 for dragons."""
    if kind >= WHITE:
        return 6
    if kind >= NUMBERED:
        return 5
    rank = i64(RANK[kind])
    return rank if rank < 5 else 8 - rank


def thrown(pace: Pace, kind: i64, visible: i64, rounds: float) -> float:
    """How many chances the others' discards of one time round give of a kind, against one draw, when so many lie open after so many rounds."""
    sort = sort_of(kind)
    return pace.thrown[3 * sort + (visible if visible < 2 else 2)] * exp(-pace.fades[sort] * rounds)


def ready_chance(melds: i64, rounds: i64, declared: bool, *, declares: bool) -> float:
    """How likely another is ready. Where ready is declared, one who has not is taken not to be."""
    if declared:
        return 1.0
    if declares:
        return 0.0
    row = READY[melds]
    at = rounds >> 1
    return row[at if at < 7 else 7]


@final
class Tempo:
    """Chances of one game and way from a moment on. ``begin`` says which.

    ``price``: what a loser pays for the smallest win. ``sober``: ways other than the nearest win are taken to be as slow as ``Pace.ways`` says.
    """

    def __init__(self, game: str, way: i64 = 0, price: float = 1.0, sober: bool = False) -> None:
        pace = pace_of(game)
        self.pace: Final[Pace] = pace
        self.usual_gain: Final[float] = pace.gain * price
        self.usual_loss: Final[float] = pace.loss * price
        self.beside: Final[float] = pace.beside * price
        self.spread: Final[float] = pace.spread * price
        self._rate: Final[float] = pace.ways if sober and way != ANY_WAY else 1.0
        self._nearer: Final[list[float]] = [self._rate * nearer for nearer in _BY_WAY.get(way, pace.nearer)]
        self._ordinary: Final[bool] = way == ANY_WAY
        self._claims: Final[float] = _CLAIMS[way]
        self.loss: float = pace.loss * price  # what another's win costs now
        self.rounds: i64 = 0
        self.ends: Final[vec[float]] = vec[float]([0.0] * WIDTH)  # by own draws to come: that another wins before the next
        self.winners: Final[vec[float]] = vec[float]([0.0] * 4)  # by seat: how likely another's win is his
        self._wins: Final[vec[float]] = vec[float]([0.0] * (WIDTH * (FARTHEST + 1)))
        self._loses: Final[vec[float]] = vec[float]([0.0] * (WIDTH * (FARTHEST + 1)))

    def begin(self, t: Table, seat: i64, draws: i64) -> None:
        """From the table as a seat sees it, with so many own draws to come."""
        self.rounds = (t.wall_size - 53 - t.left) >> 2
        n: i64 = 0
        while n < WIDTH:
            self.ends[n] = 0.0
            n += 1
        other: i64 = 0
        all_wins = 0.0
        while other < 4:
            self.winners[other] = 0.0
            if other != seat:
                self.winners[other] = self._reckon_with(t.melds(other), (t.declared >> other) & 1 != 0, t.rules.declare_ready, draws)
                all_wins += self.winners[other]
            other += 1
        other = 0
        while other < 4:
            if all_wins > 0.0:
                self.winners[other] /= all_wins
            other += 1
        n = 0
        while n < WIDTH:
            if self.ends[n] > 0.45:
                self.ends[n] = 0.45
            n += 1
        distance: i64 = 0
        while distance <= FARTHEST:
            self._follow(distance)
            distance += 1

    def _reckon_with(self, melds: i64, declared: bool, declares: bool, draws: i64) -> float:
        """One of the others, all the times round from now on; how often he wins in them, if nobody stopped him."""
        wins = 0.0
        ready = ready_chance(melds, self.rounds, declared, declares=declares)
        n = draws + 1
        while n >= 0:
            if n < WIDTH:
                self.ends[n] += self.pace.wins * ready
            wins += self.pace.wins * ready
            ready += (1.0 - ready) * _READIES[melds]
            n -= 1
        return wins

    def _follow(self, distance: i64) -> None:
        nearer = self._nearer[distance]
        row = distance * WIDTH
        self._wins[row] = 0.0
        self._loses[row] = 0.0
        n: i64 = 1
        while n < WIDTH:
            wins = 1.0
            loses = 0.0
            if distance:
                wins = self._wins[row - WIDTH + n - 1]
                loses = self._loses[row - WIDTH + n - 1]
            ends = self.ends[n]
            moved = nearer * (1.0 - 0.5 * ends)
            stayed = 1.0 - moved - ends
            self._wins[row + n] = moved * wins + stayed * self._wins[row + n - 1]
            self._loses[row + n] = ends + moved * loses + stayed * self._loses[row + n - 1]
            n += 1

    def mends(self, distance: i64) -> float:
        return _MENDS[distance if distance < 3 else 3]

    def usual(self, distance: i64, draws: i64, gain: float) -> float:
        """What an ordinary hand of that distance can expect after the own discard, when its win brings so much."""
        if distance > FARTHEST:
            distance = FARTHEST
        at = distance * WIDTH + draws
        return self._wins[at] * gain - self._loses[at] * self.loss

    def expected(self, distance: i64, draws: i64, helpful: float, gain: float) -> float:
        """The same of a hand of which so large a part of the unseen tiles helps."""
        if distance > FARTHEST:
            distance = FARTHEST
        nearer = self._chance(distance, helpful)
        mends = self.mends(distance)
        found = 0.0
        n: i64 = 1
        while n <= draws:
            then = gain
            if distance:
                then = self.usual(distance - 1, n - 1, gain)
            stay = (1.0 - mends) * found + mends * self.usual(distance, n - 1, gain)
            if found > stay:
                stay = found
            moved = nearer * (1.0 - 0.5 * self.ends[n])
            found = moved * then + (1.0 - moved - self.ends[n]) * stay - self.ends[n] * self.loss
            n += 1
        return found

    def _chance(self, distance: i64, helpful: float) -> float:
        """How likely a hand of which so large a part of the unseen tiles helps gets nearer."""
        if self._ordinary:
            row = distance if distance < 4 else 4
            nearer = _BASE[row] + _SLOPE[row] * helpful
            if nearer > 0.9:
                nearer = 0.9
            return nearer
        claims = self._claims
        if distance == 0:
            claims = self.pace.discards
        return self._rate * (1.0 - (1.0 - helpful) * (1.0 - claims * helpful))
