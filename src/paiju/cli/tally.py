"""The table ``paiju sim`` ends with: who won how often, what it brought, which fans, how long hands were."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from paiju.core.errors import counted
from paiju.core.variant import Variant
from paiju.records.simulation import SeatTally, Tally

_HEADS_ZH = ["座位", "牌手", "胡牌", "自摸", "点炮", "每盘得分", "标准差"]
_HEADS_EN = ["seat", "bot", "wins", "self-draw", "discards\nin", "points a hand", "sd"]


def print_tally(tally: Tally, bots: Sequence[str], variant: Variant, lang: str) -> None:
    """Prints the counts as tables to the standard output."""
    console = Console(highlight=False, soft_wrap=False)
    zh = lang == "zh"
    console.print(_seats(tally, bots, zh, openings=any(seat.openings for seat in tally.seats)))
    mean = tally.decisions / tally.hands
    drawn = f"{tally.exhausted / tally.hands:.2%}"
    if zh:
        console.print(f"{tally.hands} 盘，荒庄 {drawn}，每盘决定 {mean:.1f} 次（{tally.shortest}–{tally.longest}）")
    else:
        console.print(f"{counted(tally.hands, 'hand')}, exhausted {drawn}, {mean:.1f} decisions a hand ({tally.shortest}-{tally.longest})")
    if tally.wins:
        console.print(_fans(tally, variant, zh))


def _seats(tally: Tally, bots: Sequence[str], zh: bool, *, openings: bool) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, collapse_padding=True)  # narrow enough for 80 columns
    heads = _HEADS_ZH[:] if zh else _HEADS_EN[:]
    if openings:
        heads.insert(4, "起手胡" if zh else "opening")
    for n, head in enumerate(heads):
        table.add_column(head, justify="left" if n == 1 else "right", no_wrap=True)
    for seat, (name, counts) in enumerate(zip(bots, tally.seats, strict=True)):
        table.add_row(str(seat), name, *_row(counts, tally.hands, openings=openings))
    names = list(dict.fromkeys(bots))
    if 1 < len(names) < 4:
        table.add_section()
        for name in names:
            both = SeatTally()
            seats = [counts for bot, counts in zip(bots, tally.seats, strict=True) if bot == name]
            for field in SeatTally.__struct_fields__:
                setattr(both, field, sum(getattr(counts, field) for counts in seats))
            table.add_row("", name, *_row(both, tally.hands * len(seats), openings=openings))
    return table


def _row(counts: SeatTally, hands: int, *, openings: bool) -> list[str]:
    mean = counts.points / hands
    sd = math.sqrt(max(0.0, counts.squares / hands - mean * mean))
    rates = [counts.wins, counts.self_draws, *([counts.openings] if openings else []), counts.paid]
    error = f" ± {1.96 * sd / math.sqrt(hands):.2f}"
    return [*(f"{n / hands:.2%}" for n in rates), f"{mean:+.2f}{error}", f"{sd:.2f}"]


def _fans(tally: Tally, variant: Variant, zh: bool) -> Table:
    table = Table()
    table.add_column("番种" if zh else "fan")
    table.add_column("次数" if zh else "times", justify="right")
    table.add_column("占胡牌" if zh else "of wins", justify="right")
    for fan in variant.fans:
        times = tally.fans.get(fan.id, 0)
        if times:
            table.add_row(fan.zh if zh else fan.en, str(times), f"{times / tally.wins:.2%}")
    return table
