"""Reviews of finished hands, one at a time, in a process of its own: a bot may think for seconds, which no table can wait for. The latest are kept.

``python -m paiju.server.reviewing SEAT BOT BASE MODULE...`` is that process: a record comes in, its review or why there is none goes out. The modules
are those that the games and bots from outside come from: imported, they register them there too.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import traceback
from asyncio.subprocess import PIPE, Process
from importlib import import_module
from typing import Final

import msgspec

from paiju import bots, variants
from paiju.core.errors import Both, PaijuError, shown
from paiju.game.audience import Seat
from paiju.records.reading import read_line
from paiju.records.reviewing import Review, review, reviewer_of

_log: Final = logging.getLogger("paiju.reviewing")
_REVIEW: Final = msgspec.json.Decoder(Review)
_REASON: Final = msgspec.json.Decoder(tuple[str, str])
_COMMAND: Final = (sys.executable, "-m", "paiju.server.reviewing")
_NICE: Final = 10
_REFUSED: Final = 3  # the exit status of the process when it says why there is no review
KEPT: Final = 500
MOST_WAITING: Final = 20
SECONDS: Final = 120.0  # for one hand


class Busy(Exception):
    """Too many wait already."""


class Unable(PaijuError):
    """This hand cannot be reviewed here."""


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
        """Of the record of that id, where a point is worth ``base``. Busy, or Unable. It is made to its end though nobody waits any more."""
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
        words = *self.command, str(key[1]), self.bot, str(base), *_outside()
        async with self._turn:
            process = await asyncio.create_subprocess_exec(
                *words, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=_environment(), start_new_session=True
            )  # fmt: skip
            try:
                out, problem = await asyncio.wait_for(process.communicate(line), SECONDS)
            except TimeoutError:
                _log.warning("a review was given up after %s s", SECONDS, extra={"record": key[0]})
                raise Unable(f"this hand took longer than {SECONDS:.0f} s to review", f"这一盘评了 {SECONDS:.0f} 秒还没评完") from None
            finally:
                await _end(process)
        try:
            if process.returncode == _REFUSED:
                raise Unable(*_REASON.decode(out))
            found = _REVIEW.decode(out) if process.returncode == 0 else None
        except msgspec.MsgspecError:
            found = None
        if found is None:
            _log.error("a review failed: %s", problem.decode(errors="replace")[-2000:], extra={"record": key[0]})
            raise Unable("the review of this hand failed; the server's log says why", "这一盘没有评成，服务器的日志里有原因")
        self._kept[key] = found
        while len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        return found


def _outside() -> list[str]:
    """The modules of the games and bots that did not come with the package; what the script that was started defines cannot be imported again."""
    kinds = [*(bots.find(name) for name in bots.names()), *(type(variants.get(key)) for key in variants.names())]
    return sorted({kind.__module__ for kind in kinds if kind.__module__.partition(".")[0] not in ("paiju", "__main__")})


def _environment() -> dict[str, str]:
    """Modules are found where they are found here."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)}


async def _end(process: Process) -> None:
    """Of a process that may have ended."""
    if process.returncode is None:
        process.kill()
        await process.wait()


def main() -> None:
    """The process. Only the result goes where the server reads; whatever a module from outside prints goes to the errors."""
    os.nice(_NICE)
    result = os.dup(1)
    os.dup2(2, 1)
    seat, bot, base, *outside = sys.argv[1:]
    try:
        for module in outside:
            try:
                import_module(module)
            except (Exception, SystemExit):  # it may not be what this hand needs
                traceback.print_exc()
        record = read_line(sys.stdin.buffer.read())
        _check_known(record.variant in variants.names(), Both("game", "打法"), record.variant)
        _check_known(bot in bots.names(), Both("bot", "电脑"), bot)
        found = review(record, int(seat), bot, base=int(base))
    except PaijuError as error:
        _write(result, (error.en, error.zh))
        raise SystemExit(_REFUSED) from None
    _write(result, found)


def _write(file: int, found: object) -> None:
    with open(file, "wb") as out:
        out.write(msgspec.json.encode(found))


def _check_known(known: bool, what: Both, name: str) -> None:
    """PaijuError where the process has not what the server has."""
    if not known:
        where = "register it in a module of its own, not in the script that is started"
        en = f"the process that reviews does not know the {what.en} {shown(name)}; {where}"
        raise PaijuError(en, f"复盘的进程不认识{what.zh} {shown(name)}；请在单独的模块里登记它，不要写在启动的脚本里")


if __name__ == "__main__":
    main()
