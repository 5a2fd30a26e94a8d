"""A whole server in a process of its own, quick and without limits, to be killed: ``python -m tests.server.child DATABASE FOLDER`` prints its port.

Nothing goes on by itself for a long time: what stands still when nobody speaks is what is compared.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from paiju.server import serving
from paiju.server.services import Settings
from paiju.server.table import TableSettings
from tests.server.running import FREE

ROOT: Final = Path(__file__).resolve().parents[2]
PATIENT: Final = TableSettings(pace=0.0, nonce_wait=600.0, next_wait=600.0)


class Child:
    """The process. ``port`` is known once ``ready`` says that it serves."""

    def __init__(self, database: str, folder: Path) -> None:
        command = [sys.executable, "-m", "tests.server.child", database, str(folder)]
        self._begun: Final = time.monotonic()
        self._process: Final = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        self.port = 0

    def ready(self) -> float:
        """Waits until it serves; how many seconds that took from its start."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, f"the server ended with {self._process.wait()}"
        self.port = int(line)
        return time.monotonic() - self._begun

    def kill(self) -> None:
        """SIGKILL, and gone."""
        assert self._process.stdout is not None
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()


def main(database: str, folder: str) -> None:
    with serving.listen("127.0.0.1", 0) as sock:
        settings = Settings(database=database, data=Path(folder), limits=FREE, tables=PATIENT)
        asyncio.run(serving.serve(settings, sock, lambda: print(sock.getsockname()[1], flush=True)))


if __name__ == "__main__":
    main(*sys.argv[1:])
