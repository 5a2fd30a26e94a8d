"""The servers that are measured, each as a process of its own on a core of its own: ``python -m bench.served tables|echo FOLDER CORE``.

``tables`` is the whole server with its durable log; only what one address may ask is not limited. ``echo`` is the same uvicorn and Litestar with
nothing behind them.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from litestar import Litestar, WebSocket, websocket

from paiju.server import serving
from paiju.server.security import Limits, Rate
from paiju.server.services import Settings

_NEVER: Final = Rate(1e9, 1e9)
_FREE: Final = Limits(
    requests=_NEVER, sessions=_NEVER, rooms=_NEVER, messages=_NEVER, address_messages=_NEVER, connections=1_000_000
)  # fmt: skip
_TICKS: Final = os.sysconf("SC_CLK_TCK")
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")


class Served:
    """A server in a process: its port, the processor time it has used, the memory it holds."""

    def __init__(self, kind: str, folder: Path, core: int) -> None:
        command = [sys.executable, "-m", "bench.served", kind, str(folder), str(core)]
        self.process: Final = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port: Final = int(self.process.stdout.readline())
        self._proc: Final = Path(f"/proc/{self.process.pid}")

    def cpu(self) -> float:
        """Seconds, of all its threads."""
        fields = (self._proc / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def memory(self) -> int:
        """Bytes that are resident."""
        return int((self._proc / "statm").read_text().split()[1]) * _PAGE

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(60)
        assert self.process.stdout is not None
        self.process.stdout.close()


@websocket("/")
async def _echo(socket: WebSocket[Any, Any, Any]) -> None:
    await socket.accept()
    while True:
        await socket.send_text(await socket.receive_text())


async def _serve_echo() -> None:
    import uvicorn

    config = serving.config_of(Litestar([_echo], openapi_config=None, logging_config=None))
    with serving.listen("127.0.0.1", 0) as sock:
        print(sock.getsockname()[1], flush=True)
        await uvicorn.Server(config).serve(sockets=[sock])


async def _serve_tables(folder: Path) -> None:
    settings = Settings(database=str(folder / "paiju.sqlite3"), data=folder, limits=_FREE)
    with serving.listen("127.0.0.1", 0) as sock:
        await serving.serve(settings, sock, lambda: print(sock.getsockname()[1], flush=True))


def main(kind: str, folder: str, core: str) -> None:
    os.sched_setaffinity(0, {int(core)})
    asyncio.run(_serve_echo() if kind == "echo" else _serve_tables(Path(folder)))


if __name__ == "__main__":
    main(*sys.argv[1:])
