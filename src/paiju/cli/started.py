"""How this program was started, so that it can tell a command that works. ``make terminal`` says so in ``PAIJU_STARTED``."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Sequence


def again(arguments: Sequence[str]) -> str:
    """``paiju play`` with other arguments, as the player would type it."""
    text = shlex.join(arguments)
    started = os.environ.get("PAIJU_STARTED")
    if started:
        return f'{started} ARGS="{text}"' if text else started
    return f"{_command()} play {text}".rstrip()


def _command() -> str:
    own = sys.argv[0]
    name = os.path.basename(own)
    if name in ("__main__.py", "-c", "-m", ""):
        return f"{_shortest(sys.executable, 'python', 'python3')} -m paiju"
    return _shortest(own, name)


def _shortest(path: str, *names: str) -> str:
    """A program by its name where that finds it, else by its path, from here if it is below."""
    for name in names:
        if shutil.which(name) == os.path.abspath(path):
            return name
    below = os.path.relpath(path)
    return shlex.quote(path if below.startswith(os.pardir) or os.sep not in below else below)
