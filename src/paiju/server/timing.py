"""Time as a table takes it: a source of it that tests can replace, and how long a player has for a question.

Knows numbers only; what is done when the time is up is the table's business.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final, Protocol

from paiju.server.protocol import Clock

LATENCY: Final = 0.3  # seconds a player's answer may be on its way after his time is up, alike for everybody
LATE: Final = (30, 15, 10)  # seconds for a question after one, two, three questions in a row that ran out of time
AUTO_AFTER: Final = len(LATE) + 1  # so many in a row, and the seat is played for

CLAIM_LEAST: Final = 5.0  # seconds for a claim, however short the turns are
CLAIM_WAITS: Final = (1.3, 0.7, 0.5)  # seconds from what might be claimed to the next visible event; shorter when play is quick
QUICK_PLAY: Final = 3.0  # seconds between two such moments that count as quick
BEAT: Final = 0.3  # the same where nobody's claims need cover


class Handle(Protocol):
    def cancel(self) -> None: ...


class Time(Protocol):
    """Where a table takes its time from."""

    def now(self) -> float:
        """Seconds that only grow."""

    def wall(self) -> int:
        """Seconds since 1970."""

    def call_later(self, delay: float, callback: Callable[[], None]) -> Handle:
        """Calls back after so many seconds."""


class LoopTime:
    """The running event loop's time."""

    def now(self) -> float:
        return asyncio.get_running_loop().time()

    def wall(self) -> int:
        return int(time.time())

    def call_later(self, delay: float, callback: Callable[[], None]) -> Handle:
        return asyncio.get_running_loop().call_later(delay, callback)


def turn_limit(clock: Clock, bank: int, late: int) -> float:
    """Seconds for an own turn; ``bank`` in milliseconds, ``late`` how many in a row ran out of time.

    >>> [turn_limit(Clock(base=50, bank=10), 10_000, late) for late in range(5)]
    [60.0, 30, 15, 10, 10]
    """
    return _shortened(clock.base + bank / 1000, late)


def claim_limit(clock: Clock, missed: int) -> float:
    """Seconds for a claim. The bank has no part in it: what is left of it is seen by all, and would tell who was asked."""
    return _shortened(max(clock.base, CLAIM_LEAST), missed)


def _shortened(seconds: float, late: int) -> float:
    return min(seconds, LATE[min(late, len(LATE)) - 1]) if late else seconds


def bank_after(clock: Clock, bank: int, used: float) -> int:
    """What is left of a bank of milliseconds after a question that took so many seconds.

    >>> bank_after(Clock(base=15, bank=20), 20_000, 17.5)
    17500
    """
    return max(0, bank - max(0, round((used - clock.base) * 1000)))


def milliseconds(seconds: float) -> int:
    return max(0, round(seconds * 1000))
