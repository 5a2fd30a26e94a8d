"""Help folded where Chinese may be: click counts letters, but a Chinese one takes two columns, and breaks lines at spaces alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from unicodedata import east_asian_width

import click

_OPENING: Final = "（《"
_CLOSING: Final = "，。：；、）》？！"


def cells(text: str) -> int:
    """The columns of a terminal that a text takes."""
    return len(text) + sum(east_asian_width(letter) in "WF" for letter in text)


def fold(text: str, width: int) -> str:
    """One paragraph in lines of at most that width."""
    lines = [""]
    for piece in _pieces(text):
        if cells(lines[-1] + piece.rstrip()) > width:
            lines.append("")
            piece = piece.lstrip()
        lines[-1] += piece
    return "\n".join(line.rstrip() for line in lines)


def _pieces(text: str) -> list[str]:
    """What stays together: a word, a space, or one Chinese letter, with the marks around it."""
    pieces = [""]
    for before, letter in zip(" " + text, text, strict=False):
        of_a_word = letter.isascii() and before.isascii() and (letter == " ") == (before == " ")
        if of_a_word or letter in _CLOSING or before in _OPENING:
            pieces[-1] += letter
        else:
            pieces.append(letter)
    return pieces


def _kept(text: str, width: int) -> str:
    """The text folded and marked for click to leave it so; without Chinese as it is."""
    if cells(text) == len(text):
        return text
    return "\n\n".join("\b\n" + fold(paragraph.replace("\n", ""), width) for paragraph in text.split("\n\n"))


class Formatter(click.HelpFormatter):
    def write_text(self, text: str) -> None:
        super().write_text(_kept(text, self.width - self.current_indent))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        rows = list(rows)
        taken = min(max((len(name) for name, _ in rows), default=0), col_max) + col_spacing
        super().write_dl([(name, _kept(text, self.width - taken - 2)) for name, text in rows], col_max, col_spacing)


class FoldingContext(click.Context):
    formatter_class = Formatter
