"""``paiju verify``: every hand of a file of records is decided again; what does not come out as written is named."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING

import click

from paiju.cli.bilingual import BothPlainCommand, both
from paiju.cli.options import lang_option

if TYPE_CHECKING:
    from paiju.core.errors import RecordError
    from paiju.records.record import Record

_TOLD = 20  # failures named one by one


ABOUT = both(
    """把 FILE 里的每一盘重新判一遍，逐项对照：事件、付分、每次可选的动作、下一盘庄家、一局的总分。

    FILE 是牌谱，一盘一行；- 是标准输入。不符的盘给出行号和第一处不同；只要有一盘不符，退出码就是 1。
    """,
    """Decide every hand of FILE again and compare: events, payments, the choices there were, next dealer, totals of a match.

    A FILE holds records, one line each; - is the standard input. The first difference of each hand that fails is named, with its line.
    The exit status is 1 if any does.
    """,
)


@click.command(cls=BothPlainCommand, help=ABOUT)
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.File("rb", lazy=True))
@lang_option
def verify(files: tuple[IO[bytes], ...], lang: str) -> None:
    from paiju.core.errors import RecordError
    from paiju.records.verifying import verify_file

    failed = False
    for file in files:
        held = wrong = 0
        with file:
            for found in _with_progress(verify_file(file), lang):
                if isinstance(found, RecordError):
                    wrong += 1
                    if wrong <= _TOLD:
                        click.echo(f"{file.name}, {found}")
                else:
                    held += 1
        failed = failed or wrong > 0 or held == 0
        click.echo(_verdict(file.name, held, wrong, lang))
    if failed:
        raise SystemExit(1)


def _verdict(name: str, held: int, wrong: int, lang: str) -> str:
    zh = lang == "zh"
    if not held and not wrong:
        return f"{name}：没有牌谱" if zh else f"{name}: holds no record"
    if wrong:
        return f"{name}：{wrong} 盘不符，{held} 盘相符" if zh else f"{name}: {wrong} hands fail, {held} hold"
    return f"{name}：{held} 盘全部相符" if zh else f"{name}: all {held} hands hold"


def _with_progress(found: Iterator[RecordError | Record], lang: str) -> Iterator[RecordError | Record]:
    """The same, with a count on the error stream if that is a terminal."""
    if not sys.stderr.isatty():
        yield from found
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description} {task.completed:.0f}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("核对" if lang == "zh" else "verifying", total=None)
        for one in found:
            bar.advance(task)
            yield one
