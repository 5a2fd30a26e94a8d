"""``paiju analyse``: how far a hand is from a win, and what each discard leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from paiju.cli.bilingual import lang_option, option
from paiju.cli.options import GameCommand, game_argument
from paiju.core.errors import counted

if TYPE_CHECKING:
    from paiju.analysis.report import Leaves, Report
    from paiju.analysis.wording import Wording
    from paiju.game.hand import Game


ABOUT_ZH = """一手牌离胡牌还差几张，哪些牌有用，各打一张之后怎样，听牌的还有听什么、值多少，已经胡了的收多少；各种胡法有多远、收多少。

HAND 是手里的牌，副露写在后面的方括号里："23m456p789s99p [碰 555z]"。13 张看听牌，14 张看打哪张；每副副露算三张。
13 张再写 --offered，看吃、碰、杠上家打的这张会怎样。

只数真正合这个玩法、这些玩法选项的胡牌，看见的牌不再指望。收多少按自己不坐庄、点炮的也不坐庄算。
"""
ABOUT_EN = """How far a hand is from a win, what helps, what each discard leaves, for a ready hand what it waits for and what that is worth,
what a complete one pays; how far each way to win is and what it pays.

HAND holds the concealed tiles, then each meld in brackets: "23m456p789s99p [pung 555z]". With 13 tiles you see the waits, with 14 the discards;
each meld counts three. With 13 and --offered you see what claiming that tile would change.

Only wins that are legal in this game and under these house rules count, and no tile is counted on that has been seen.
What is paid is that of a player who does not deal, from a discard of another who does not.
"""


@click.command(cls=GameCommand, zh=ABOUT_ZH, en=ABOUT_EN)
@game_argument()
@click.argument("hand", metavar="HAND")
@option("--seen", metavar="TILES", default="", zh="别处看得见的牌：牌河、别人的副露", en="Tiles in sight elsewhere: rivers, others' melds.")
@option("--offered", metavar="TILE", default="", zh="上家刚打的牌：吃、碰、杠了会怎样", en="A discard of the player before: what a claim changes.")
@lang_option
def analyse(game: Game, hand: str, seen: str, offered: str, lang: str) -> None:
    """The command."""
    from paiju.analysis.report import Analyst
    from paiju.core.notation import parse_tile

    analyst = Analyst(game)
    report = analyst.report(hand, seen, offered)
    won = None
    if offered:
        tile = parse_tile(offered)
        won = next((wait.discard for wait in analyst.report(hand, seen).now.waits if wait.tile == tile), None)
    if won is not None:
        en = f"the hand waits for this tile: {won} from a discard; if it is let pass:"
        click.echo(f"听的就是这张：点炮收 {won}；不胡的话：" if lang == "zh" else en)
    elif offered and not report.offers:
        click.echo("这张不能吃、碰、杠" if lang == "zh" else "this tile can be neither chowed nor punged nor konged")
    for line in lines(game, report, lang):
        click.echo(line)


def lines(game: Game, report: Report, lang: str) -> list[str]:
    """The report in words, a row for each discard, each claim or kong, and each way to win."""
    from paiju.analysis.wording import Wording
    from paiju.core.rules import ANY_TURN

    words = Wording(lang)

    def tiles(leaves: Leaves, indent: str) -> list[str]:
        return _tiles(game, words, leaves, indent)

    found = [words.how_far(report.now.distance), *_wins(game, words, report), *tiles(report.now, "")]
    if report.barred:
        found.insert(1, "  " + words.barred(report.barred))
    if len(report.discards) > 1 and report.now.distance >= 0:
        found.append(words.best(report))
    for kind, leaves in report.discards:
        head = f"打{words.mark(kind)}，" if lang == "zh" else f"Discard {words.mark(kind)}: "
        found += [head + words.how_far(leaves.distance), *tiles(leaves, "  ")]
    if report.forced and not report.offers:
        en = "the next draw must win, or the kong in hand is laid (BC-19): nothing counts as standing any more"
        found.append("下一次摸牌不胡就得亮手里的杠（BC-19），以后不算站立" if lang == "zh" else en)
    elif report.forced:
        found.append("要打牌，先得亮下面的杠（BC-19）" if lang == "zh" else "before any discard the kong below must be laid (BC-19)")
    elif game.rules.special_kong_window != ANY_TURN and any(one.action.verb.startswith("set ") for one in report.offers):
        found.append("旋风杠、喜杠这些只能在第一轮亮（CC-40）：" if lang == "zh" else "special kongs are laid on the first turn only (CC-40):")
    for one in report.offers:
        found += [words.offer(report, one), *tiles(one.after, "  ")]
    found += _routes(game, words, report)
    if report.pays:
        found.append(words.counted_as(birds=game.rules.birds > 0, seated=False))
    return found


def _wins(game: Game, words: Wording, report: Report) -> list[str]:
    """What a complete hand pays; where that hangs on the tile it was won on, by these tiles."""
    kinds: dict[str, list[str]] = {}
    for win in report.wins:
        kinds.setdefault(words.pays(win, game.scoring.fans), []).append(words.mark(win.tile))
    if len(kinds) == 1:
        return list(kinds)
    head, gap = ("最后来的是", "、") if words.zh else ("won on ", ", ")
    return [f"  {head}{gap.join(marks)}{'：' if words.zh else ': '}{paid}" for paid, marks in kinds.items()]


def _routes(game: Game, words: Wording, report: Report) -> list[str]:
    """The ways to win that are apart from the nearest."""
    if len(report.routes) < 2:
        return []
    found = ["各种胡法：" if words.zh else "Ways to win:"]
    for route in report.routes:
        line = "  " + words.route(route, game.scoring.fans)
        complete = route.distance < 0
        if route.helps and not complete:
            live = sum(route.helps.values())
            line += f"，有用 {live} 张" if words.zh else f"; {counted(live, 'tile')} that help"
        if route.discard is not None and not complete:
            line += f"，打{words.mark(route.discard)}" if words.zh else f", discarding {words.mark(route.discard)}"
        found.append(line)
    return found


def _tiles(game: Game, words: Wording, leaves: Leaves, indent: str) -> list[str]:
    if not leaves.helps:
        return []
    zh, mark = words.zh, words.mark
    if not leaves.waits:
        tiles = " ".join(f"{mark(kind)}×{live}" for kind, live in leaves.helps.items())
        return [indent + (f"有用 {leaves.live} 张：{tiles}" if zh else f"{leaves.live} help: {tiles}")]
    found = [indent + words.ready(leaves) + ("：" if zh else ":")]
    for wait in leaves.waits:
        left = f"{mark(wait.tile)} 还有 {wait.live} 张，" if zh else f"{mark(wait.tile)}: {wait.live} left; "
        found.append(f"{indent}  {left}{words.pays(wait, game.scoring.fans)}")
    if leaves.treasure:
        found.append(indent + (f"  摸宝收 {leaves.treasure}" if zh else f"  {leaves.treasure} by a treasure"))
    return found
