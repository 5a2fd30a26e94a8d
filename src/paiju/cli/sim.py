"""``paiju sim``: many hands between bots, over several processes, and a table of how they went."""

from __future__ import annotations

import time
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paiju.cli.bilingual import lang_option, option, wrong_use
from paiju.cli.options import BotOption, GameCommand, game_argument
from paiju.cli.sharing import jobs_option, progress, spread
from paiju.core.errors import PaijuError

if TYPE_CHECKING:
    from paiju.game.hand import Game

_SHARES = 16  # about so many shares of the hands go to each process, one after another; no result depends on it
_LARGEST = 1000  # hands in one share


ABOUT_ZH = """让电脑之间打很多盘，数一数结果。

同样的种子和牌手总是同样的牌局，用几个进程都一样。庄家轮流坐。
"""
ABOUT_EN = """Play many hands between bots and count how they go.

The same seed and bots give the same hands, whatever the number of processes. The deal goes round the table.
"""


@click.command(cls=GameCommand, zh=ABOUT_ZH, en=ABOUT_EN)
@game_argument()
@option("-n", "--hands", type=click.IntRange(1, 10**9), default=1000, show_default=True, zh="打几盘", en="How many hands.")
@option(
    "--seed", type=click.IntRange(0, 2**62 - 1), default=0, show_default=True,
    zh="牌墙、骰子和随机牌手的种子", en="Seed of walls, dice and random players.",
)  # fmt: skip
@click.option(
    "--bots", cls=BotOption, metavar="A,B,C,D",
    zh="座位 0 到 3 的牌手，一个名字就是四家", en="The bots on seats 0 to 3, or one for all",
)  # fmt: skip
@jobs_option
@option(
    "--records", type=click.Path(path_type=Path, dir_okay=False),
    zh="每盘的牌谱写进这个新文件，一盘一行", en="Write every hand into this new file, one line each.",
)  # fmt: skip
@lang_option
def sim(game: Game, hands: int, seed: int, bots: str, jobs: int, records: Path | None, lang: str) -> None:
    import msgspec

    from paiju.cli.tally import print_tally
    from paiju.records.simulation import Plan, Tally, simulate
    from paiju.records.writing import Writer

    names = _bots(bots)
    plan = Plan(game.variant.key, msgspec.json.encode(game.settings.changed()).decode(), names, seed, records is not None)
    if records is not None and records.exists() and records.stat().st_size:
        en = f"{records} exists and is not empty; name another file, or remove it"
        raise wrong_use(en, f"{records} 已经存在，而且不是空的；换一个文件名，或先删去它")
    size = max(1, min(_LARGEST, hands // (jobs * _SHARES)))
    shares = [(first, min(size, hands - first)) for first in range(0, hands, size)]
    tally = Tally()
    started = time.perf_counter()
    with ExitStack() as stack:
        writer = None if records is None else stack.enter_context(Writer(records))
        parts = stack.enter_context(closing(spread(partial(simulate, plan), shares, jobs)))
        advance = stack.enter_context(progress(hands))
        for part, lines in parts:
            tally.merge(part)
            if writer is not None:
                writer.write_lines(lines)
            advance(part.hands)
    seconds = time.perf_counter() - started
    print_tally(tally, names, game.variant, lang)
    speed = f"{hands / seconds:,.0f}"
    unit = "hand" if speed == "1" else "hands"
    click.echo(f"{seconds:.1f} 秒，每秒 {speed} 盘" if lang == "zh" else f"{seconds:.1f} s, {speed} {unit} a second", err=True)


def _bots(text: str) -> tuple[str, str, str, str]:
    """Four names of bots; one stands for all."""
    from paiju.bots import find

    names = [name.strip() for name in text.split(",")]
    names = names * 4 if len(names) == 1 else names
    if len(names) != 4:
        en = f"--bots must name four bots, or one for all; got {len(names)}"
        raise wrong_use(en, f"--bots 应写四个牌手，或写一个代表四家，这里有 {len(names)} 个")
    try:
        for name in names:
            find(name)
    except PaijuError as error:
        raise wrong_use(error.en, error.zh) from None
    return names[0], names[1], names[2], names[3]
