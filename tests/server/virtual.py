"""Time that passes at once: an event loop whose clock jumps to the next timer whenever there is nothing else to do."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class _Jumping(selectors.DefaultSelector):
    """Waits by moving the clock. Waiting for ever means that nothing will ever happen again, which is a fault of the test or of a table."""

    clock = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found = super().select(0)
        if not found:
            if timeout is None:
                raise RuntimeError("everybody waits, and nothing will ever happen")
            self.clock += max(0.0, timeout)
        return found


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.clock


HALLS: list[Any] = []  # those of the present run


def run(main: Coroutine[Any, Any, T], *, failing: bool = False) -> T:
    """Runs to the end in virtual time. No table may have failed, not even one that went on, but where that is what is tested."""
    HALLS.clear()
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        found = runner.run(main)
    assert failing or not any(hall.counts["failures"] for hall in HALLS), "a table failed; the log says why"
    return found
