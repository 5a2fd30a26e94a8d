"""Reviews of finished hands, one at a time, in a process of its own: a bot may think for seconds, which no table can wait for. The latest are kept.

``python -m paiju.server.reviewing SEAT BOT BASE`` is that process: a record comes in, its review goes out.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from typing import Final

import msgspec

from paiju import bots
from paiju.core.errors import PaijuError
from paiju.game.audience import Seat
from paiju.records.reading import read_line
from paiju.records.reviewing import Review, review, reviewer_of

_log: Final = logging.getLogger("paiju.reviewing")
_REVIEW: Final = msgspec.json.Decoder(Review)
_COMMAND: Final = (sys.executable, "-m", "paiju.server.reviewing")
_NICE: Final = 10
KEPT: Final = 500
MOST_WAITING: Final = 20
SECONDS: Final = 120.0  # for one hand


class Busy(Exception):
    """Too many wait already, or the bot took too long."""


class Reviews:
    """Made when they are asked for. ``of`` gives one; ``stop`` at the end."""

    def __init__(self) -> None:
        self.command: tuple[str, ...] = _COMMAND
        self._kept: dict[tuple[str, Seat], Review] = {}
        self._making: dict[tuple[str, Seat], asyncio.Task[Review]] = {}
        self._turn: Final = asyncio.Semaphore(1)

    @property
    def bot(self) -> str:
        """Who reviews: the strongest that tells what answers are worth; nobody where it is empty."""
        return reviewer_of() if bots.judges() else ""

    async def of(self, record: str, line: bytes, seat: Seat, base: int = 1) -> Review:
        """Of the record of that id, where a point is worth ``base``. Busy, or RecordError. It is made to its end though nobody waits any more."""
        key = record, seat
        found = self._kept.get(key)
        if found is not None:
            return found
        if key not in self._making:
            if len(self._making) >= MOST_WAITING:
                raise Busy
            task = self._making[key] = asyncio.create_task(self._make(key, line, base), name=f"paiju review {record} {seat}")
            task.add_done_callback(lambda _: self._making.pop(key))
        return await asyncio.shield(self._making[key])

    async def stop(self) -> None:
        for task in [*self._making.values()]:
            task.cancel()
        await asyncio.gather(*self._making.values(), return_exceptions=True)

    async def _make(self, key: tuple[str, Seat], line: bytes, base: int) -> Review:
        async with self._turn:
            process = await asyncio.create_subprocess_exec(
                *self.command, str(key[1]), self.bot, str(base), stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True
            )
            try:
                out, problem = await asyncio.wait_for(process.communicate(line), SECONDS)
            except TimeoutError:
                _log.warning("a review was given up after %s s", SECONDS, extra={"record": key[0]})
                raise Busy from None
            finally:
                await _end(process)
        if process.returncode:
            _log.error("a review failed: %s", problem.decode(errors="replace")[-2000:], extra={"record": key[0]})
            raise Busy
        found = self._kept[key] = _REVIEW.decode(out)
        while len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        return found


async def _end(process: Process) -> None:
    """Of a process that may have ended."""
    if process.returncode is None:
        process.kill()
        await process.wait()


def main() -> None:
    """The process."""
    os.nice(_NICE)
    seat, bot, base = sys.argv[-3:]
    try:
        found = review(read_line(sys.stdin.buffer.read()), int(seat), bot, base=int(base))
    except PaijuError as error:
        raise SystemExit(str(error)) from None
    sys.stdout.buffer.write(msgspec.json.encode(found))


if __name__ == "__main__":
    main()
