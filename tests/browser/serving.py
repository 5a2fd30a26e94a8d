"""A server for the browser's tests, in a process of its own: bots answer at once, limits do not count, pages wait for nobody.

``python -m tests.browser.serving FOLDER`` says where it is on its first line. Each line of its input is a seed: what it draws from then on
follows from that. It stops when its input ends.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tests.server.chance import Chance

ROOT: Final = Path(__file__).resolve().parents[2]


class Served:
    """A running server: where it is."""

    def __init__(self, base: str, seeds: IO[str]) -> None:
        self.base: Final = base
        self._seeds: Final = seeds

    def begin(self, seed: str) -> None:
        """What it draws next is drawn from that seed."""
        print(seed, file=self._seeds, flush=True)


@contextmanager
def served(folder: Path) -> Iterator[Served]:
    """One for the block."""
    command = [sys.executable, "-m", "tests.browser.serving", str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdin is not None
        try:
            base = process.stdout.readline().strip()
            assert base.startswith("http"), base
            yield Served(base, process.stdin)
        finally:
            process.stdin.close()
        assert process.wait(20) == 0


def main(folder: Path) -> None:
    from paiju.server import serving
    from paiju.server.services import Settings
    from paiju.server.table import TableSettings
    from tests.server.chance import Chance
    from tests.server.running import FREE

    tables = TableSettings(pace=0.0, nonce_wait=5.0, next_wait=3600.0)
    chance = Chance("")
    settings = chance.rule(Settings(database=str(folder / "paiju.sqlite3"), data=folder, limits=FREE, tables=tables))
    threading.Thread(target=listen_to_input, args=(chance,), daemon=True).start()
    with serving.listen("127.0.0.1", 0) as sock:
        asyncio.run(serving.serve(settings, sock, lambda: print(serving.addresses(sock)[0].rstrip("/"), flush=True)))


def listen_to_input(chance: Chance) -> None:
    for seed in sys.stdin:
        chance.begin(seed)
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
