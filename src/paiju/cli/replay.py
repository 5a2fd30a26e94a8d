"""``paiju replay``: a recorded hand step by step, each event as a sentence and the table after it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paiju.cli.bilingual import BothCommand, lang_option, option, wrong_use

if TYPE_CHECKING:
    from paiju.cli.showing import Showing
    from paiju.records.record import Record


ABOUT_ZH = """一步一步地看一盘牌谱：每步一句话，下面是牌桌。

按键：回车、n 或 → 下一步，p 或 ← 上一步，数字加回车到那一步，q 结束。输入不是终端时，每行是一个这样的键。

FILE 写 - 就是标准输入；那一盘一次全部印出。
"""
ABOUT_EN = """Step through a recorded hand: each event as a sentence, the table below it.

Keys: Enter, n or → the next step, p or ← the one before, a number and Enter that step, q the end. When the input is no terminal
each of its lines is one of these.

FILE may be -, the standard input; its hand is printed all at once.
"""


@click.command(cls=BothCommand, zh=ABOUT_ZH, en=ABOUT_EN)
@click.argument("file", metavar="FILE", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path))
@option("--hand", type=click.IntRange(1), zh="文件里的第几盘（按行，默认第一盘）", en="Which hand of the file, by its line; the first by default.")
@option("--seat", type=click.IntRange(0, 3), zh="只看这个座位当时看到的", en="What this seat saw.")
@option("--watch", is_flag=True, zh="只看旁观者看到的", en="What a watcher saw.")
@option("--open", "open_", is_flag=True, zh="看到一切（默认）", en="Everything; the default.")
@option("--all", "all_", is_flag=True, zh="一次全部印出；没有 --hand 就是所有的盘", en="Print all at once; every hand, unless --hand names one.")
@lang_option
def replay(file: Path, hand: int | None, seat: int | None, watch: bool, open_: bool, all_: bool, lang: str) -> None:
    from paiju.cli.showing import Showing
    from paiju.core.errors import RecordError
    from paiju.game.audience import EVERYTHING, WATCHER

    if (seat is not None) + watch + open_ > 1:
        raise wrong_use("--seat, --watch and --open exclude one another; give one", "--seat、--watch、--open 只能写一个")
    audience = seat if seat is not None else WATCHER if watch else EVERYTHING
    every = all_ and hand is None
    for line, record in records_from(file, hand or 1, every=every):
        try:
            showing = Showing(record, audience, lang)
        except RecordError as error:
            raise error.at(line) from None
        if every:
            click.echo(f"== {line} ==")
        if all_ or str(file) == "-":
            for n in range(len(showing)):
                click.echo(showing.text(n))
        else:
            _step_through(showing, lang)


def records_from(file: Path, first: int, *, every: bool, pending: Callable[[int], None] | None = None) -> Iterator[tuple[int, Record]]:
    """The records wanted, with their lines: one, or all from there on. Those before are not decoded.

    ``pending`` is told the line of a hand still in progress, the last one, which is an error otherwise.
    """
    from paiju.core.errors import RecordError, counted
    from paiju.records.reading import Reader, read_line
    from paiju.records.unfinished import is_unfinished

    with Reader(sys.stdin.buffer if str(file) == "-" else file) as reader:
        while line := reader.next_line():
            if reader.line >= first:
                if pending is not None and is_unfinished(line):
                    pending(reader.line)
                    return
                yield reader.line, read_line(line, reader.line)
                if not every:
                    return
        if reader.line < first:
            held = counted(reader.line, "hand")
            raise RecordError(f"there is no hand {first} in {file}: it holds {held}", f"{file} 里没有第 {first} 盘：一共 {reader.line} 盘")


def _step_through(showing: Showing, lang: str) -> None:
    """Shows steps as asked for, until q or the end of the input."""
    at = 0
    click.echo(showing.text(at))
    ask = _ask_keys if sys.stdin.isatty() else _ask_lines
    while True:
        answer = ask(f"[{at + 1}/{len(showing)}] ")
        if answer == "q":
            return
        wanted = at - 1 if answer == "p" else at + 1 if answer in ("", "n") else int(answer) - 1 if answer.isdecimal() else -2
        if 0 <= wanted < len(showing):
            at = wanted
            click.echo(showing.text(at))
        elif wanted == len(showing) and answer in ("", "n"):
            click.echo("（完）" if lang == "zh" else "(the end)")
            return
        else:
            click.echo(_remedy(len(showing), lang))


def _remedy(steps: int, lang: str) -> str:
    if lang == "zh":
        return f"回车或 n 下一步，p 上一步，1 到 {steps} 跳到那一步，q 结束"
    return f"Enter or n: next, p: back, 1 to {steps}: that step, q: the end"


def _ask_lines(prompt: str) -> str:
    line = sys.stdin.readline()
    return line.strip().lower() if line else "q"


def _ask_keys(prompt: str) -> str:
    """One key; digits are collected up to Enter."""
    click.echo(prompt, nl=False)
    digits = ""
    try:
        while True:
            key = click.getchar()
            if key in ("\r", "\n") or (not digits and key in (" ", "\x1b[C", "n")):
                answer = digits
                break
            if key in ("\x7f", "\b") and digits:
                digits = digits[:-1]
                click.echo("\b \b", nl=False)
            elif key.isdecimal() and key.isascii() and len(digits) < 6:
                digits += key
                click.echo(key, nl=False)
            elif not digits:
                answer = "p" if key == "\x1b[D" else "q" if key in ("\x03", "\x04", "\x1b") else key.lower()
                break
    except (EOFError, KeyboardInterrupt):
        answer = "q"
    click.echo("\r\x1b[K", nl=False)
    return answer
