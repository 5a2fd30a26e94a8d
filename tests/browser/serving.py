"""A server for the browser's tests, in a process of its own: bots answer at once, limits do not count, pages wait for nobody.

``python -m tests.browser.serving FOLDER`` says where it is on its first line and stops when its input ends.
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
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A running server; where it is."""
    command = [sys.executable, "-m", "tests.browser.serving", str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdin is not None
        try:
            base = process.stdout.readline().strip()
            assert base.startswith("http"), base
            yield base
        finally:
            process.stdin.close()
        assert process.wait(20) == 0


def main(folder: Path) -> None:
    from paiju.server import serving
    from paiju.server.services import Settings
    from paiju.server.table import TableSettings
    from tests.server.running import FREE

    tables = TableSettings(pace=0.0, nonce_wait=5.0, next_wait=3600.0)
    settings = Settings(database=str(folder / "paiju.sqlite3"), data=folder, limits=FREE, tables=tables)
    threading.Thread(target=stop_at_the_end_of_input, daemon=True).start()
    with serving.listen("127.0.0.1", 0) as sock:
        asyncio.run(serving.serve(settings, sock, lambda: print(serving.addresses(sock)[0].rstrip("/"), flush=True)))


def stop_at_the_end_of_input() -> None:
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
