"""Where the pictures go and the keys come from: a terminal that is redrawn, or plain text in and out. Knows nothing of the game."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from paiju.cli.terminal.keys import Keyboard
from paiju.cli.terminal.screen import HEIGHT, WIDTH
from paiju.cli.terminal.words import Words

_ENTER: Final = "\x1b[?1049h"  # the other screen of the terminal, so that what was there before comes back
_LEAVE: Final = "\x1b[?1049l"
_HOME: Final = "\x1b[H\x1b[2J"


class Terminal:
    """The player's terminal. ``live``: redrawn in place and read key by key; else text is printed and lines are read."""

    def __init__(self, words: Words, *, color: bool = True, pause: float = 0.0) -> None:
        self.words: Final = words
        self.keyboard: Final = Keyboard()
        self.live: Final = self.keyboard.single and sys.stdout.isatty()
        self.console: Final = Console(no_color=None if color else True, highlight=False, soft_wrap=True, width=None if self.live else WIDTH)
        self.pause: Final = pause if self.live else 0.0
        self._inside = False

    def __enter__(self) -> Terminal:
        self.keyboard.open()
        if self.live:
            self._write(_ENTER)
            self._inside = True
        return self

    def __exit__(self, *_: object) -> None:
        if self._inside:
            self._write(_LEAVE)
            self._inside = False
        self.keyboard.close()

    def too_small(self) -> str:
        """A sentence when the picture does not fit, else nothing."""
        size = self.console.size
        return self.words("small", size.width, size.height) if self.live and (size.width < WIDTH or size.height < HEIGHT) else ""

    # -- out -----------------------------------------------------------------------------------------------------

    def show(self, lines: Sequence[Text], prompt: str = "") -> None:
        """Draws a picture in place of the last one, the cursor behind the prompt."""
        if self.live:
            self._write(_HOME)
        for line in lines:
            line.rstrip()
            self.console.print(line)
        if prompt:
            self.keyboard.forget()
            self.console.print(Text(prompt), end="")
            sys.stdout.flush()

    def look(self, lines: Sequence[Text]) -> None:
        """Draws a picture and leaves it for a moment; nothing where nobody watches."""
        if self.pause:
            self.show(lines)
            time.sleep(self.pause)

    def say(self, text: str | Text) -> None:
        """A line; one of plain text may hold the name of a file, whatever letters that has."""
        self.console.print(text if isinstance(text, Text) else Text("".join(c if c.isprintable() else "?" for c in text)))

    # -- in ------------------------------------------------------------------------------------------------------

    def key(self) -> str:
        """One key, or one line where there is no terminal."""
        try:
            return self.keyboard.key()
        finally:
            if not self.live:
                self.console.print()

    def line(self, prompt: str) -> str:
        """A line of text."""
        self.console.print(Text(prompt), end="")
        sys.stdout.flush()
        try:
            return self.keyboard.line()
        finally:
            if not self.live:
                self.console.print()

    def page(self, lines: Sequence[Text], footer: str = "", *, hold: bool = False, together: int = 0) -> None:
        """A page that may be longer than the screen; ``hold`` waits for Enter even where nobody watches.

        ``together``: so many lines at the end that should not be split.
        """
        if not self.live:
            self.show(lines)
            if hold:
                self.show([], f"{footer} > ")
                self.key()
            return
        room = max(self.console.size.height - 2, 5)
        sheets = sheets_of(lines, room, together)
        for n, sheet in enumerate(sheets):
            last = n == len(sheets) - 1
            self.show(sheet, (footer or self.words("back")) if last else self.words("more"))
            key = self.key()
            while key not in ("", " ", "q") and not (last and not hold):
                key = self.key()
            if key == "q" and not hold:
                return

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()


def sheets_of(lines: Sequence[Text], room: int, together: int) -> list[Sequence[Text]]:
    """Lines in sheets of at most ``room``; a new sheet begins before the last ``together`` lines rather than within them."""
    kept = len(lines) - together
    sheets: list[Sequence[Text]] = []
    start = 0
    while start < len(lines) or not sheets:
        end = min(start + room, len(lines))
        if start < kept < end < len(lines):
            end = kept
        sheets.append(lines[start:end])
        start = end
    return sheets
