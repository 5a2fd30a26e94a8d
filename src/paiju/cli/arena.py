"""``paiju arena``: bots compared on the same walls, with intervals; results kept, so that it may stop and go on."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paiju.cli.bilingual import lang_option, option, wrong_use
from paiju.cli.language import either
from paiju.cli.options import GameCommand, game_argument
from paiju.cli.sharing import jobs_option, progress, spread
from paiju.core.errors import PaijuError, counted

if TYPE_CHECKING:
    from paiju.arena.contest import Contest
    from paiju.arena.estimates import Summary
    from paiju.arena.walls import WallResult
    from paiju.game.hand import Game

_LARGEST = 8  # walls in one share: what a stop may lose of each process
_FAULTS = 3  # of a contest that are shown

ABOUT_ZH = """在同样的牌墙上比较电脑，给出区间。

写两个牌手，就是前一个坐一家、后一个坐三家，每副牌墙打四次，四个座位轮着坐；写四个，就打遍各种座次。
一个牌手和自己比，每副牌墙上都正好是 0。用了 --out，随时可以停下，再运行同样的命令就接着打。
"""
ABOUT_EN = """Compare bots on the same walls, with intervals.

Two bots: one of the first against three of the second, every wall played four times, once from each seat. Four bots: every order of them.
A bot against itself is exactly 0 on every wall. With --out it may be stopped at any time; the same command goes on.
"""


@click.command(cls=GameCommand, zh=ABOUT_ZH, en=ABOUT_EN)
@game_argument()
@option("--bots", metavar="A,B", zh="两个牌手，或四个", en="Two bots, or four.")
@option("--levels", metavar="A,B,C", zh="从弱到强的牌手：每个和它前面的一个比", en="Bots from weak to strong, each compared with the one before it.")
@option("-n", "--number", "count", type=click.IntRange(1, 1_000_000), default=1000, show_default=True, zh="几副牌墙", en="How many walls.")
@option("--first", type=click.IntRange(0, 999_999), default=0, show_default=True, zh="从第几副牌墙开始", en="The first wall's number.")
@option(
    "--walls", type=click.Choice(["development", "gate", "test"]), default="development", show_default=True,
    zh="哪一组牌墙：试着改时用的、决定去留时用的、发表时用的，各不相同",
    en="Which walls: those to try things on, to decide by, to publish. None is in two sets.",
)  # fmt: skip
@option(
    "--fixed-draws", is_flag=True,
    zh="每家摸的牌按自己的顺序，别家吃碰不改变它", en="Each seat draws its own tiles in order, whatever others claim.",
)  # fmt: skip
@option(
    "--orders", type=click.Choice(["24", "4"]), default="24", show_default=True,
    zh="四个牌手时，每副牌墙打几种座次", en="With four bots, in how many orders each wall is played.",
)  # fmt: skip
@jobs_option
@option(
    "--out", type=click.Path(path_type=Path, file_okay=False),
    zh="结果写进这个目录：每副牌墙、报告、图", en="Keep results in this directory: every wall, a report, a plot.",
)  # fmt: skip
@lang_option
def arena(
    game: Game, bots: str | None, levels: str | None, count: int, first: int, walls: str, fixed_draws: bool, orders: str, jobs: int,
    out: Path | None, lang: str,
) -> None:  # fmt: skip
    from paiju.arena.contest import MOST_WALLS, four_sided, paired
    from paiju.arena.estimates import summary
    from paiju.arena.keeping import refuse_strangers
    from paiju.cli.standings import print_contest, print_levels

    if first + count > MOST_WALLS:
        raise wrong_use(f"walls are numbered up to {MOST_WALLS - 1}; ask for fewer", f"牌墙最多编到 {MOST_WALLS - 1}；少打一些")
    variant, options = game.variant.key, game.settings.changed()
    names = _names(bots, levels)
    if orders != "24" and (bots is None or len(names) != 4):
        raise wrong_use("--orders is for four bots: --bots a,b,c,d", "--orders 只用于四个牌手：--bots a,b,c,d")
    contests: list[Contest]
    if bots is not None and len(names) == 4:
        contests = [four_sided(variant, options, tuple(names), orders=int(orders), walls=walls, fixed_draws=fixed_draws)]
    else:
        pairs = list(zip(names[1:], names, strict=False)) if bots is None else [(names[0], names[1])]
        contests = [paired(variant, options, one, other, walls=walls, fixed_draws=fixed_draws) for one, other in pairs]
    folders = ["-".join(contest.players) for contest in contests] if len(contests) > 1 else [""]
    if out is not None and len(contests) > 1:
        refuse_strangers(out, folders)
    summaries = []
    for contest, name in zip(contests, folders, strict=True):
        folder = None if out is None else out / name
        results = _play(contest, range(first, first + count), jobs, folder)
        summaries.append(summary(contest, results))
        print_contest(summaries[-1], lang)
        _tell_faults(summaries[-1], results, lang)
    if len(contests) > 1:
        print_levels(summaries, lang)
    if out is not None:
        _write(out, summaries, lang)


def _names(bots: str | None, levels: str | None) -> list[str]:
    """The bots asked for: two, four, or levels, at least two."""
    from paiju.bots import find

    if (bots is None) == (levels is None):
        en = "write either --bots with two or four bots, or --levels with two or more"
        raise wrong_use(en, "写 --bots 加两个或四个牌手，或者写 --levels 加两个以上，二者选一")
    names = [name.strip() for name in (bots or levels or "").split(",")]
    if bots is not None and len(names) not in (2, 4):
        raise wrong_use(f"--bots must name two bots, or four; got {len(names)}", f"--bots 应写两个或四个牌手，这里有 {len(names)} 个")
    if levels is not None and (len(names) < 2 or len(set(names)) < len(names)):
        raise wrong_use("--levels must name at least two bots, each once", "--levels 至少写两个牌手，每个一次")
    try:
        for name in names:
            find(name)
    except PaijuError as error:
        raise wrong_use(error.en, error.zh) from None
    return names


def _play(contest: Contest, walls: range, jobs: int, folder: Path | None) -> list[WallResult]:
    """The results of those walls: kept ones are not played again."""
    from paiju.arena.keeping import Keeper
    from paiju.arena.walls import play_walls

    results: dict[int, WallResult] = {}
    with ExitStack() as stack:
        keeper = None if folder is None else stack.enter_context(Keeper(folder, contest))
        if keeper is not None:
            results.update({wall: result for wall, result in keeper.results.items() if wall in walls})
            if results:
                kept = len(results)
                click.echo(either(f"{folder}: {counted(kept, 'wall')} kept from before", f"{folder}：已有 {kept} 副牌墙"), err=True)
        shares = _shares([wall for wall in walls if wall not in results], max(1, min(_LARGEST, len(walls) // (jobs * 4))))
        parts = stack.enter_context(closing(spread(partial(play_walls, contest), shares, jobs)))
        advance = stack.enter_context(progress(len(walls)))
        advance(len(results))
        try:
            for part in parts:
                results.update({result.wall: result for result in part})
                if keeper is not None:
                    keeper.add(part)
                advance(len(part))
        except KeyboardInterrupt:
            if keeper is not None:
                done = len(results)
                click.echo(
                    either(f"stopped; {counted(done, 'wall')} kept, the same command goes on", f"停了；留下 {done} 副牌墙，再运行同样的命令就接着打"),
                    err=True,
                )
            raise
    return list(results.values())


def _shares(walls: Sequence[int], largest: int) -> list[tuple[int, int]]:
    """Runs of walls, none longer than that."""
    shares: list[tuple[int, int]] = []
    for wall in walls:
        if shares and shares[-1][1] < largest and sum(shares[-1]) == wall:
            shares[-1] = shares[-1][0], shares[-1][1] + 1
        else:
            shares.append((wall, 1))
    return shares


def _tell_faults(found: Summary, results: Sequence[WallResult], lang: str) -> None:
    """What went wrong with bots, and where to see it again."""
    from paiju.arena.report import faults_told

    for sentence in faults_told(found, lang == "zh"):
        click.echo(sentence, err=True)
    faults = [(result.wall, fault) for result in sorted(results, key=lambda result: result.wall) for fault in result.faults]
    for wall, fault in faults[:_FAULTS]:
        name = found.contest.players[fault.player]
        en = f"{name}, wall {wall}, table {fault.table}, seat {fault.seat}: "
        where = either(en, f"{name}，牌墙 {wall}，编号 {fault.table} 的一桌，座位 {fault.seat}：")
        click.echo(where + fault.what.rstrip(), err=True)


def _write(out: Path, summaries: Sequence[Summary], lang: str) -> None:
    from paiju.arena import plot
    from paiju.arena.report import markdown
    from paiju.bots import find
    from paiju.cli.started import command

    ours = all(find(name).__module__.startswith("paiju.") for found in summaries for name in found.contest.players)
    (out / "report.md").write_text(markdown(summaries, lang, "paiju" if ours else command()), encoding="utf-8")
    if plot.possible():
        plot.draw(out / "plot.svg", summaries, lang)
    else:
        why = "no plot.svg: it needs matplotlib; pip install matplotlib, then run the same command"
        click.echo(either(why, "没有画 plot.svg：要装 matplotlib；pip install matplotlib 之后再运行同样的命令"), err=True)
