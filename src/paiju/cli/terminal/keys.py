"""The keyboard: one key at a time from a terminal, one line at a time from anything else, so that play can be scripted.

Raises EOFError at the end of input (Ctrl-D), KeyboardInterrupt on Ctrl-C. Knows nothing of the game.
"""

from __future__ import annotations

import os
import select
import sys
from typing import Any, Final

try:
    import termios
    import tty
except ImportError:  # no POSIX terminal: lines only
    termios = None  # type: ignore[assignment]

END: Final = "\x04"
ESCAPE: Final = "\x1b"
RETURN: Final = ("\r", "\n")


class Keyboard:
    """Keys of the standard input. ``single``: it is a terminal, which between ``open`` and ``close`` gives keys at once and shows none."""

    def __init__(self) -> None:
        self.single: Final = termios is not None and sys.stdin.isatty()
        self.fd: Final = sys.stdin.fileno() if self.single else -1
        self._before: list[Any] | None = None  # how the terminal was

    def open(self) -> None:
        if self.single and self._before is None:
            self._before = termios.tcgetattr(self.fd)
            tty.setcbreak(self.fd)

    def close(self) -> None:
        if self._before is not None:
            termios.tcsetattr(self.fd, termios.TCSADRAIN, self._before)
            self._before = None

    def key(self) -> str:
        """The next key (``""`` for Enter); without a terminal the next line, stripped."""
        if not self.single:
            return self.line()
        while True:
            letter = self._letter()
            if letter != ESCAPE:
                return "" if letter in RETURN else letter
            while select.select([self.fd], [], [], 0.02)[0]:  # an arrow or function key sends more; together they mean nothing here
                os.read(self.fd, 64)

    def line(self) -> str:
        """The next line, stripped."""
        inside = self._before is not None
        self.close()
        try:
            text = sys.stdin.readline()
        finally:
            if inside:
                self.open()
        if not text:
            raise EOFError
        return text.strip()

    def forget(self) -> None:
        """Drops keys pressed so far: one held too long must not answer the next question."""
        if self.single:
            termios.tcflush(self.fd, termios.TCIFLUSH)

    def _letter(self) -> str:
        """One character, which may be several bytes."""
        data = b""
        while True:
            byte = os.read(self.fd, 1)
            if not byte or byte == END.encode():
                raise EOFError
            data += byte
            try:
                return data.decode()
            except UnicodeDecodeError:
                if len(data) >= 4:
                    return "?"
