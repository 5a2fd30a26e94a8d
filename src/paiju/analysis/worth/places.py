"""What points are worth beyond themselves in a match: the places they win and lose at its end; compiled.

Knows the totals and how many hands are to come; not what a hand holds.
"""

from math import erf, sqrt
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

# In standard deviations of a seat's points a hand.
PRIZE: Final = 1.0  # what it counts to end the match above one more: a decision
_BLUR: Final = 0.1  # how far the points of the hand itself are off: kongs, birds

VARIES: Final = 0.5  # how much what another wins is off, against what he wins on the average; estimated


@final
class Places:
    """Of one seat at a time: ``mind`` says which. Nothing counts but points as long as they are not ``minded``.

    A lead over another is taken to change in the hands to come by a normal distribution of ``spread``, the standard deviation of a seat's points in
    one hand: for two of four seats whose points add up to nothing, by 8/3 of its square a hand.
    """

    def __init__(self, spread: float) -> None:
        self.minded: bool = False
        self._spread: Final[float] = spread
        self._seat: i64 = 0
        self._deviation: float = 1.0  # of a lead until the end
        self._leads: Final[vec[float]] = vec[float]([0.0] * 4)
        self._above: Final[vec[float]] = vec[float]([0.0] * 4)  # how likely the seat ends above each, when this hand brings nothing

    def mind(self, totals: list[int], seat: i64, left: i64) -> None:
        """The totals by seat as they are now, the own seat, and how many hands come after this one."""
        self.minded = True
        self._seat = seat
        self._deviation = self._spread * sqrt(8.0 / 3.0 * float(left) + _BLUR * _BLUR)
        other: i64 = 0
        while other < 4:
            self._leads[other] = float(totals[seat] - totals[other])
            self._above[other] = normal(self._leads[other] / self._deviation)
            other += 1

    def won(self, gain: float, paid: vec[float]) -> float:
        """What the places are worth that a gain wins: by seat, what each of the others pays of it."""
        total = 0.0
        other: i64 = 0
        while other < 4:
            if other != self._seat:
                total += self._change(other, gain + paid[other], self._deviation)
            other += 1
        return self._spread * PRIZE * total

    def won_from_one(self, gain: float, most: float) -> float:
        """The same when one of the others, each as likely as the next, pays so much of it, and two share the rest."""
        rest = (gain - most) / 2.0
        total = 0.0
        other: i64 = 0
        while other < 4:
            if other != self._seat:
                total += self._change(other, gain + most, self._deviation) + 2.0 * self._change(other, gain + rest, self._deviation)
            other += 1
        return self._spread * PRIZE * total / 3.0

    def won_from_all(self, gain: float) -> float:
        """The same when all pay alike."""
        return self.won_from_one(gain, gain / 3.0)

    def lost(self, own: float, others: float, winners: vec[float]) -> float:
        """What the places are worth that another's win costs, with what this seat and two others pay for it. ``winners``: by seat how likely."""
        gain = own + 2.0 * others
        deviation = sqrt(self._deviation * self._deviation + VARIES * VARIES * gain * gain)
        total = 0.0
        other: i64 = 0
        while other < 4:
            if other != self._seat:
                total += winners[other] * self._change(other, -own - gain, deviation)
                total += (1.0 - winners[other]) * self._change(other, others - own, self._deviation)
            other += 1
        return -self._spread * PRIZE * total

    def _change(self, other: i64, by: float, deviation: float) -> float:
        """How much likelier the seat ends above another when its lead grows."""
        return normal((self._leads[other] + by) / deviation) - self._above[other]


def normal(x: float) -> float:
    """The chance that a normal variable of mean 0 and deviation 1 is below x."""
    return 0.5 + 0.5 * erf(x * 0.7071067811865476)
