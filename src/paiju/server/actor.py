"""An actor: letters read one after another by one task, which also wakes by itself when something is due. Knows nothing of tables."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from paiju.server.timing import Handle, Time

_PATIENCE: Final = 5.0  # seconds for a task to end that has been cancelled
_LAST_WORDS: Final = 10.0  # seconds for one that has been asked to end


class Actor:
    """Posting a letter starts the task, if it is not running. A subclass says what a turn is, when one is due, and what a failure leads to."""

    def __init__(self, time: Time, name: str) -> None:
        self.time: Final = time
        self.ended = False
        self._name: Final = name
        self._mail: Final[asyncio.Queue[tuple[Any, ...]]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._alarm: Handle | None = None
        self._wake_at: float | None = None
        self._busy_since: float | None = None

    # -- what a subclass says ------------------------------------------------------------------------------------

    async def begin(self) -> bool:
        """What comes before the first letter; whether there is anything to go on with."""
        raise NotImplementedError

    async def turn(self, letter: tuple[Any, ...]) -> bool:
        """Reads one letter and does one thing that is due; whether anything was due."""
        raise NotImplementedError

    async def recover(self, error: Exception) -> bool:
        """What follows a failed turn; whether it goes on."""
        raise NotImplementedError

    def due(self) -> float | None:
        """When something is due next."""
        raise NotImplementedError

    def may_rest(self) -> bool:
        """Whether the task may end until the next letter comes."""
        raise NotImplementedError

    def come_too_late(self, letter: tuple[Any, ...]) -> None:
        """A letter that comes after the end."""

    # -- from outside --------------------------------------------------------------------------------------------

    def post(self, *letter: Any) -> None:
        """Puts a letter into the mailbox; never waits."""
        if self.ended:
            self.come_too_late(letter)
            return
        self._mail.put_nowait(letter)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name=self._name)

    def late(self, now: float) -> float:
        """Seconds it has been at one thing, or should have woken before now."""
        return max([now - at for at in (self._busy_since, self._wake_at) if at is not None], default=0.0)

    async def finish(self, *letter: Any) -> None:
        """Posts a last letter, if the task is running, and waits until it has ended; one that does not is cancelled."""
        if self._task is not None and not self._task.done():
            self.post(*letter)
            await asyncio.wait([self._task], timeout=_LAST_WORDS)
            await self.cancel()

    async def cancel(self) -> bool:
        """Ends the task where it stands; letters stay for the next one. Whether it has ended."""
        task = self._task
        if task is not None and not task.done():
            task.cancel()
            await asyncio.wait([task], timeout=_PATIENCE)
        self._stop_alarm()
        return task is None or task.done()

    # -- the loop ------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        self._busy_since = self.time.now()
        if await self.begin():
            await self._loop()
        self._busy_since = None
        self._stop_alarm()
        while self.ended and not self._mail.empty():
            self.come_too_late(self._mail.get_nowait())

    async def _loop(self) -> None:
        worked = True
        while not self.ended:
            letter: tuple[Any, ...] = ("wake",)
            if not self._mail.empty():
                letter = self._mail.get_nowait()
            elif not worked:
                self._set_alarm()
                self._busy_since = None
                letter = await self._mail.get()
            self._busy_since = self.time.now()
            if letter[0] == "rest":
                if self._mail.empty() and self.may_rest():
                    return
                continue
            try:
                worked = await self.turn(letter)
            except Exception as error:
                if not await self.recover(error):
                    return
                worked = True

    def _set_alarm(self) -> None:
        due = self.due()
        if due == self._wake_at:
            return
        self._stop_alarm()
        if due is not None:
            self._wake_at = due
            self._alarm = self.time.call_later(max(0.0, due - self.time.now()), self._ring)

    def _stop_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = self._wake_at = None

    def _ring(self) -> None:
        self._alarm = self._wake_at = None
        self.post("wake")
