"""How this program was started, so that it can tell a command that works. ``make play`` and ``make terminal`` say so in ``PAIJU_STARTED``."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Sequence
from typing import Final

import click
from click.core import ParameterSource

from paiju.core.errors import PaijuError

_LAST_OPTION: Final = re.compile(r"(--[a-z]+) \S+$")


def again(arguments: Sequence[str]) -> str:
    """``paiju play`` with other arguments, as the player would type it."""
    text = shlex.join(arguments)
    started = os.environ.get("PAIJU_STARTED")
    data = os.environ.get("PAIJU_DATA")
    where = f"PAIJU_DATA={shlex.quote(data)} " if data else ""  # else it would look elsewhere
    if started:
        return f'{where}{started} ARGS="{text}"' if text else where + started
    return f"{where}{command()} play {text}".rstrip()


def as_started(error: PaijuError, ctx: click.Context) -> PaijuError:
    """An error that ends with the option that would do; where make started the program, with all that is to be typed then."""
    started = os.environ.get("PAIJU_STARTED")
    found = _LAST_OPTION.search(error.en)
    if not started or found is None:
        return error
    given = [
        f"{param.opts[0]} {shlex.quote(str(ctx.params[param.name]))}"
        for param in ctx.command.params
        if param.name in ("host", "port", "data", "lang") and param.opts[0] != found[1] and _typed(ctx, param.name)
    ]

    def put(text: str) -> str:
        return _LAST_OPTION.sub(lambda last: f'{started} ARGS="{" ".join([*given, last[0]])}"', text)

    return PaijuError(put(error.en), put(error.zh))


def _typed(ctx: click.Context, name: str) -> bool:
    return ctx.get_parameter_source(name) == ParameterSource.COMMANDLINE


def command() -> str:
    """This program, as the player would type it."""
    own = sys.argv[0]
    name = os.path.basename(own)
    if name in ("__main__.py", "-c", "-m", ""):
        return f"{_shortest(sys.executable, 'python', 'python3')} -m paiju"
    if name.endswith(".py"):
        return f"{_shortest(sys.executable, 'python', 'python3')} {_shortest(own, name)}"
    return _shortest(own, name)


def _shortest(path: str, *names: str) -> str:
    """A program by its name where that finds it, else by its path, from here if it is below."""
    for name in names:
        if shutil.which(name) == os.path.abspath(path):
            return name
    below = os.path.relpath(path)
    return shlex.quote(path if below.startswith(os.pardir) or os.sep not in below else below)
