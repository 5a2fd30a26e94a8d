"""Markdown of the project's own pages as lines for a terminal: headings, paragraphs, lists, tables.

Knows no more of Markdown than those pages use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rich.cells import cell_len
from rich.text import Text

from paiju.cli.terminal.wrapping import wrap

_INLINE: Final = re.compile(r"\*\*(?P<bold>.+?)\*\*|`(?P<code>[^`]+)`|\*(?P<slant>[^*\s][^*]*)\*|\[(?P<link>[^\]]+)\]\([^)]*\)")
_ITEM: Final = re.compile(r"(?:-|[0-9]+\.) ")
_STYLES: Final = {"bold": "bold", "code": "cyan", "slant": "italic", "link": "not bold"}


def inline(text: str) -> Text:
    """Bold, code, emphasis; of a link its words."""
    out = Text()
    at = 0
    for match in _INLINE.finditer(text):
        out.append(text[at : match.start()])
        kind = match.lastgroup or "link"
        out.append(match[kind], _STYLES[kind])
        at = match.end()
    return out.append(text[at:])


def lines(markdown: str, width: int) -> list[Text]:
    """The whole page."""
    out: list[Text] = []
    for block in _blocks(markdown):
        if block[0].startswith("#"):
            if out and out[-1].plain:
                out.append(Text())
            heading = block[0].lstrip("#").strip()
            out += [Text(heading, "bold"), Text(("=" if block[0].startswith("# ") else "-") * min(width, cell_len(heading)), "dim")]
        elif block[0].startswith("|"):
            out += _table(block, width)
        elif item := _ITEM.match(block[0]):
            out += wrap(inline(_joined([block[0][item.end() :], *block[1:]])), width, item[0], " " * item.end())
        elif block[0]:
            out += wrap(inline(_joined(block)), width)
        else:
            out.append(Text())
    return out


def _blocks(markdown: str) -> Iterator[list[str]]:
    """Headings, blank lines, tables, list items and paragraphs, each with the lines that belong to it."""
    block: list[str] = []
    for line in markdown.splitlines():
        table = line.startswith("|")
        if block and (not line.strip() or line.startswith("#") or _ITEM.match(line) or block[0].startswith("#") or table != block[0].startswith("|")):
            yield block
            block = []
        if line.strip():
            block.append(line.rstrip())
        else:
            yield [""]
    if block:
        yield block


def _joined(parts: list[str]) -> str:
    """The lines of a paragraph as one: with a blank between them, but not between Chinese."""
    out = parts[0].strip()
    for part in parts[1:]:
        text = part.strip()
        out += text if cell_len(out[-1]) == 2 or cell_len(text[0]) == 2 else f" {text}"
    return out


def _table(block: list[str], width: int) -> list[Text]:
    """Columns as wide as they need, the last one wrapped."""
    rows = [[inline(cell.strip()) for cell in line.strip("|").split("|")] for line in block if set(line) - set("|-: ")]
    sizes = [max(row[n].cell_len for row in rows) for n in range(len(rows[0]))]
    fixed = sum(sizes[:-1]) + 2 * (len(sizes) - 1)
    if width - fixed < 20:  # too narrow for columns: each row a paragraph
        return [line for row in rows for line in wrap(Text("  ").join(row), width, "", "    ")]
    out: list[Text] = []
    for row in rows:
        head = Text()
        for cell, size in zip(row[:-1], sizes, strict=False):
            head.append(cell).append(" " * (size - cell.cell_len + 2))
        wrapped = wrap(row[-1], width - fixed)
        out += [(head if not n else Text(" " * fixed)).append(line) for n, line in enumerate(wrapped)]
    return out
