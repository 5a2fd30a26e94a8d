"""The keyboard: one key at a time from a terminal, one line at a time from anything else, so that play can be scripted.

Raises EOFError at the end of input (Ctrl-D), KeyboardInterrupt on Ctrl-C. Knows nothing of the game.
"""

from __future__ import annotations

import os
import select
import sys
from typing import Final

try:
    import termios
    import tty
except ImportError:  # no POSIX terminal: lines only
    termios = None  # type: ignore[assignment]

END: Final = "\x04"
ESCAPE: Final = "\x1b"
RETURN: Final = ("\r", "\n")


class Keyboard:
    """Keys of the standard input."""

    def __init__(self) -> None:
        self.fd: Final = sys.stdin.fileno()
        self.single: Final = termios is not None and sys.stdin.isatty()

    def key(self) -> str:
        """The next key (``""`` for Enter); without a terminal the next line, stripped."""
        if not self.single:
            return self.line()
        saved = termios.tcgetattr(self.fd)
        try:
            tty.setcbreak(self.fd)
            while True:
                letter = self._letter()
                if letter == ESCAPE:  # an arrow or function key sends more letters; all of them together mean nothing here
                    while select.select([self.fd], [], [], 0.02)[0]:
                        os.read(self.fd, 64)
                    continue
                return "" if letter in RETURN else letter
        finally:
            termios.tcsetattr(self.fd, termios.TCSADRAIN, saved)

    def line(self) -> str:
        """The next line, stripped."""
        text = sys.stdin.readline()
        if not text:
            raise EOFError
        return text.strip()

    def forget(self) -> None:
        """Drops keys pressed before the question was asked: a key held too long must not answer the next one."""
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
