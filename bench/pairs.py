"""Measuring two things in turn, so that a machine that grows slower is slower for both."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

# A job does some work and returns how many units it did.
Job = Callable[[], int]


@dataclass(frozen=True)
class Row:
    """One comparison: rates in units a second, and how much faster ours is, by the median of the paired runs."""

    name: str
    unit: str
    ours: float
    theirs: float
    ratio: float
    wanted: float
    against: str

    def line(self) -> str:
        mark = "ok" if self.ratio >= self.wanted else "BELOW"
        return (
            f"{self.name:<34} {self.ours:>12,.0f} {self.theirs:>12,.0f} {self.unit + '/s':<14} {self.ratio:>7.2f}x  "
            f"wanted {self.wanted:>5.1f}x  {mark:<5} {self.against}"
        )


def rate(job: Job) -> float:
    """Units a second of processor time, one run."""
    begin = time.process_time()
    units = job()
    return units / (time.process_time() - begin)


def compare(name: str, unit: str, ours: Job, theirs: Job, *, wanted: float, against: str, rounds: int) -> Row:
    """Runs both once to warm up, then in turn; medians of the rates and of the ratio pair by pair."""
    ours()
    theirs()
    pairs = [(rate(ours), rate(theirs)) for _ in range(rounds)]
    return Row(
        name,
        unit,
        statistics.median(a for a, _ in pairs),
        statistics.median(b for _, b in pairs),
        statistics.median(a / b for a, b in pairs),
        wanted,
        against,
    )
