"""The tables ``paiju arena`` ends with: the figures of a contest, a column a bot, and of several pairs, a row each."""

from __future__ import annotations

from collections.abc import Sequence

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from paiju.arena.estimates import Summary
from paiju.arena.report import ROWS, cells, footing, headline, levels_heads, levels_row


def print_contest(found: Summary, lang: str) -> None:
    """Prints what a contest shows."""
    zh = lang == "zh"
    head, foot = headline(found), footing(found)
    click.echo(head.zh if zh else head.en)
    table = _table(["", *found.contest.players])
    columns = [cells(figures) for figures in found.players]
    for n, label in enumerate(ROWS):
        table.add_row(label.zh if zh else label.en, *(column[n] for column in columns))
    console = Console(highlight=False)
    console.print(table)
    console.print((foot.zh if zh else foot.en) + "\n")


def print_levels(summaries: Sequence[Summary], lang: str) -> None:
    """Prints contests one under the other, without what only the contest's own table tells."""
    zh = lang == "zh"
    keep = [0, 1, 3, 4, 5, 6]
    table = _table([levels_heads(zh)[n].replace(" a hand", "\na hand") for n in keep], left=2)  # narrow enough for 80 columns
    for found in summaries:
        row = levels_row(found, zh)
        table.add_row(*(row[n] for n in keep))
    Console(highlight=False).print(table)


def _table(heads: Sequence[str], left: int = 1) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, collapse_padding=True)
    for n, head in enumerate(heads):
        table.add_column(head, justify="left" if n < left else "right", no_wrap=True)
    return table
