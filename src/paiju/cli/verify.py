"""``paiju verify``: every hand of a file of records is decided again; what does not come out as written is named."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING

import click

from paiju.cli.bilingual import BothCommand, lang_option
from paiju.cli.system import InputFile
from paiju.core.errors import counted, printable

if TYPE_CHECKING:
    from paiju.core.errors import RecordError
    from paiju.records.record import Record

_TOLD = 20  # failures named one by one


ABOUT_ZH = """把 FILE 里的每一盘重新判一遍，逐项对照：事件、付分、每次可选的动作、下一盘庄家、一局的总分。

牌谱里有密钥和随机数的，牌墙、骰子和一局的种子还要由它们算得出来，随机数要和封条相符。

FILE 是牌谱，一盘一行；- 是标准输入。不符的盘给出行号和第一处不同；只要有一盘不符，退出码就是 1。文件末尾没打完的一盘，只要到目前为止相符，不算不符。
"""
ABOUT_EN = """Decide every hand of FILE again and compare: events, payments, the choices there were, next dealer, totals of a match.

Where a record holds a secret and nonces, wall, dice and the match's seed must follow from them, and the nonces be those promised.

A FILE holds records, one line each; - is the standard input. The first difference of each hand that fails is named, with its line.
The exit status is 1 if any does. A hand in progress at the end of a file holds when its answers so far do.
"""


@click.command(cls=BothCommand, zh=ABOUT_ZH, en=ABOUT_EN)
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=InputFile("rb", lazy=True))
@lang_option
def verify(files: tuple[IO[bytes], ...], lang: str) -> None:
    from paiju.core.errors import RecordError
    from paiju.records.verifying import verify_file

    failed = False
    for file in files:
        held = unfinished = 0
        name = printable(file.name)
        wrong: dict[str, list[int]] = {}  # reason -> lines, of which the first is named
        with file:
            for found in _with_progress(verify_file(file), lang):
                if isinstance(found, RecordError):
                    lines = wrong.setdefault(found.reason.en, [])
                    lines.append(found.line)
                    if len(lines) == 1 and len(wrong) <= _TOLD:
                        click.echo(f"{name}{'，' if lang == 'zh' else ', '}{found.said(lang)}")
                elif found.finished:
                    held += 1
                else:
                    unfinished += 1
        for lines in list(wrong.values())[:_TOLD]:
            if len(lines) > 1:
                click.echo(_repeated(name, lines, lang))
        fail = sum(len(lines) for lines in wrong.values())
        failed = failed or fail > 0 or held + unfinished == 0
        click.echo(_verdict(name, held, fail, unfinished, lang))
    if failed:
        raise SystemExit(1)


def _repeated(name: str, lines: list[int], lang: str) -> str:
    if lang == "zh":
        return f"{name}：还有 {len(lines) - 1} 行与第 {lines[0]} 行同样的错（到第 {lines[-1]} 行）"
    return f"{name}: {counted(len(lines) - 1, 'more line')} up to line {lines[-1]}, the same as line {lines[0]}"


def _verdict(name: str, held: int, wrong: int, unfinished: int, lang: str) -> str:
    zh = lang == "zh"
    if not held and not wrong and not unfinished:
        return f"{name}：没有牌谱" if zh else f"{name}: holds no record"
    if wrong:
        fail, hold = "fails" if wrong == 1 else "fail", "holds" if held == 1 else "hold"
        text = f"{wrong} 盘不符，{held} 盘相符" if zh else f"{counted(wrong, 'hand')} {fail}, {held} {hold}"
    elif held or not unfinished:
        text = f"{held} 盘全部相符" if zh else f"all {held} hands hold" if held != 1 else "the one hand holds"
    else:
        text = ""
    if unfinished:
        ends = f"{unfinished} 盘没打完，到目前为止相符" if zh else f"{counted(unfinished, 'hand')} unfinished, all answers so far hold"
        text += (("，" if zh else ", ") if text else "") + ends
    return f"{name}{'：' if zh else ': '}{text}"


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
