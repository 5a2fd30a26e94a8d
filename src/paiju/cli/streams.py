"""The three standard streams, made fit for every command: one that is closed is said so, and no letter is one that cannot be written."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import Any

from paiju.cli.language import either


class _Closed(io.RawIOBase):
    """A standard input that is not there: says so when it is read."""

    def readable(self) -> bool:
        return True

    def readinto(self, _buffer: Any) -> int:
        why = either("it is closed; give the command an input, as with < /dev/null", "已经关闭；给命令一个输入，如 < /dev/null")
        raise OSError(errno.EBADF, why, either("standard input", "标准输入"))


def prepare() -> None:
    """Makes the streams usable, whatever the command was started with; SystemExit when there is no standard output."""
    # Python has None for a stream that is closed. Its number is taken, so that no file opened later gets it.
    if sys.stdin is None:
        os.open(os.devnull, os.O_RDONLY)
        sys.stdin = io.TextIOWrapper(io.BufferedReader(_Closed()), encoding="utf-8")
    if sys.stdout is None:
        if sys.stderr is not None:
            en = "Error: standard output is closed; give the command an output, as with > /dev/null\n"
            sys.stderr.write(either(en, "错误：标准输出已经关闭；给命令一个输出，如 > /dev/null\n"))
        raise SystemExit(1)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper) and stream.errors in ("strict", "surrogateescape"):
            stream.reconfigure(errors="replace")
