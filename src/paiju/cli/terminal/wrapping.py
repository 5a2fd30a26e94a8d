"""Breaking lines of mixed Chinese and English: between any two Chinese characters, at blanks elsewhere, never before a closing mark nor in a tile
with its number."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from rich.text import Text

_NOT_FIRST: Final = "，。；：、）！？”’】》,.;:)!?]%"
_NOT_LAST: Final = "（“‘【《(["
_COUNTED: Final = re.compile(r"[^\s，。；：、（]{1,3}×\d+")  # a tile with how many there are


def fit(text: Text, width: int) -> Text:
    """A copy exactly ``width`` cells wide: cut, or filled with blanks."""
    out = text.copy()
    out.truncate(width, overflow="crop", pad=True)
    return out


def wrap(text: Text, width: int, first: str = "", rest: str = "") -> list[Text]:
    """Lines of at most ``width`` cells, the first behind ``first``, the others behind ``rest``.

    >>> [line.plain for line in wrap(Text("打五万，听三 万"), 9)]
    ['打五万，', '听三 万']
    >>> [line.plain for line in wrap(Text("有用：五条×3 六条×4"), 13)]
    ['有用：五条×3', '六条×4']
    """
    room = width - max(cell_len(first), cell_len(rest))
    spans: list[tuple[int, int]] = []
    start = end = 0  # the present line
    used = 0
    for token, after in _tokens(text.plain, room):
        size = cell_len(text.plain[token:after])
        gap = cell_len(text.plain[end:token]) if end > start else 0
        if end > start and used + gap + size > room:
            spans.append((start, end))
            start, used, gap = token, 0, 0
        elif end == start:
            start = token
        used += gap + size
        end = after
    if end > start or not spans:
        spans.append((start, end))
    return [Text(rest if n else first).append_text(text[a:b]) for n, (a, b) in enumerate(spans)]


def flow(parts: Sequence[Text], width: int, gap: str = "  ") -> list[Text]:
    """Parts one after another, as many on a line as fit; one that is too long for a line is wrapped."""
    lines: list[Text] = []
    line = Text()
    for part in parts:
        if line.cell_len and line.cell_len + len(gap) + part.cell_len > width:
            lines.append(line)
            line = Text()
        if line.cell_len:
            line.append(gap)
        if part.cell_len > width:
            *whole, part = wrap(part, width)
            lines += whole
        line.append_text(part)
    if line.cell_len:
        lines.append(line)
    return lines


def _tokens(plain: str, room: int) -> list[tuple[int, int]]:
    """What may not be broken, as (start, end): words, and single Chinese characters with the marks that belong to them."""
    found: list[tuple[int, int]] = []
    wide_before = False
    whole = {at for counted in _COUNTED.finditer(plain) for at in range(counted.start() + 1, counted.end())}
    for at, letter in enumerate(plain):
        if letter == " ":
            wide_before = False
            continue
        wide = cell_len(letter) == 2
        joined = bool(found) and found[-1][1] == at  # no blank between
        breakable = (wide or wide_before) and at not in whole and letter not in _NOT_FIRST and plain[at - 1] not in _NOT_LAST
        too_long = joined and cell_len(plain[found[-1][0] : at + 1]) > room
        if joined and not breakable and not too_long:
            found[-1] = (found[-1][0], at + 1)
        else:
            found.append((at, at + 1))
        wide_before = wide
    return found
