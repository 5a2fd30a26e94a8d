"""``paiju sim``: many hands between bots, over several processes, and a table of how they went."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paiju.cli.options import GameCommand, game_argument, lang_option
from paiju.core.errors import PaijuError

if TYPE_CHECKING:
    from paiju.bots.sim import Plan, Tally
    from paiju.game.hand import Game

_SHARES = 16  # about so many shares of the hands go to each process, one after another; no result depends on it
_LARGEST = 1000  # hands in one share


@click.command(cls=GameCommand)
@game_argument()
@click.option("-n", "--hands", type=click.IntRange(1, 10**9), default=1000, show_default=True, help="How many hands.")
@click.option("--seed", type=click.IntRange(0, 2**62 - 1), default=0, show_default=True, help="The seed of all walls, dice and random players.")
@click.option("--bots", default="quick", show_default=True, metavar="A,B,C,D", help="The bots on seats 0 to 3, or one name for all.")
@click.option("-j", "--jobs", type=click.IntRange(1, 512), default=lambda: os.cpu_count() or 1, help="Processes; all processors by default.")
@click.option("--records", type=click.Path(path_type=Path, dir_okay=False), help="Write every hand into this new file, one JSON line each.")
@lang_option
def sim(game: Game, hands: int, seed: int, bots: str, jobs: int, records: Path | None, lang: str) -> None:
    """Play many hands between bots and count how they go.

    The same seed and bots give the same hands, whatever the number of processes. The deal goes round the table.
    """
    import msgspec

    from paiju.bots.sim import Plan, Tally
    from paiju.cli.tally import print_tally
    from paiju.records.writing import Writer

    names = _bots(bots)
    plan = Plan(game.variant.key, msgspec.json.encode(game.settings.changed()).decode(), names, seed, records is not None)
    if records is not None and records.exists() and records.stat().st_size:
        raise click.UsageError(f"{records} exists and is not empty; name another file, or remove it")
    size = max(1, min(_LARGEST, hands // (jobs * _SHARES)))
    shares = [(first, min(size, hands - first)) for first in range(0, hands, size)]
    tally = Tally()
    started = time.perf_counter()
    with ExitStack() as stack:
        writer = None if records is None else stack.enter_context(Writer(records))
        parts = stack.enter_context(closing(_play(plan, shares, min(jobs, len(shares)))))
        advance = stack.enter_context(_progress(hands, lang))
        for part, lines in parts:
            tally.merge(part)
            if writer is not None:
                writer.write_lines(lines)
            advance(part.hands)
    seconds = time.perf_counter() - started
    print_tally(tally, names, game.variant, lang)
    speed = f"{hands / seconds:,.0f}"
    click.echo(f"{seconds:.1f} 秒，每秒 {speed} 盘" if lang == "zh" else f"{seconds:.1f} s, {speed} hands a second", err=True)


def _bots(text: str) -> tuple[str, str, str, str]:
    """Four names of bots; one stands for all."""
    from paiju.bots import find

    names = [name.strip() for name in text.split(",")]
    names = names * 4 if len(names) == 1 else names
    if len(names) != 4:
        raise click.UsageError(f"--bots must name four bots, or one for all; got {len(names)}")
    try:
        for name in names:
            find(name)
    except PaijuError as error:
        raise click.UsageError(str(error)) from None
    return names[0], names[1], names[2], names[3]


def _play(plan: Plan, shares: list[tuple[int, int]], jobs: int) -> Generator[tuple[Tally, bytes]]:
    """The counts and records of each share, in order."""
    from paiju.bots.sim import simulate

    if jobs == 1:
        for first, count in shares:
            yield simulate(plan, first, count)
        return
    from multiprocessing import Pool

    with Pool(jobs, _leave_interrupts) as pool:  # terminated at the end, whatever ends it
        yield from pool.imap(partial(_share, plan), shares)


def _share(plan: Plan, share: tuple[int, int]) -> tuple[Tally, bytes]:
    from paiju.bots.sim import simulate

    return simulate(plan, *share)


def _leave_interrupts() -> None:
    """Ctrl-C is for the main process, which ends the others."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _progress(hands: int, lang: str) -> Iterator[Callable[[int], None]]:
    """A bar on the error stream while hands are played, if that is a terminal; gives what tells it of more."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("模拟" if lang == "zh" else "playing", total=hands)
        yield lambda done: bar.advance(task, done)
