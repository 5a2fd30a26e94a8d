"""Summaries as text: the figures of a contest, for a terminal and as Markdown, in both languages."""

from __future__ import annotations

from collections.abc import Sequence

from paiju._build import version_line
from paiju.arena.contest import TURNED
from paiju.arena.estimates import Estimate, Figures, Summary
from paiju.arena.keeping import build_of
from paiju.core.errors import Both, counted
from paiju.core.options import as_text
from paiju.variants import get

WALLS_ZH = {"development": "开发", "gate": "把关", "test": "测试"}
ENOUGH = 100  # walls
_ABSENT = "–"

# The rows of a contest's table.
ROWS = (
    Both("points a hand", "每盘得分"),
    Both("  95 % from", "  95% 从"),
    Both("  to", "  到"),
    Both("in sigma", "以标准差计"),
    Both("  95 % from", "  95% 从"),
    Both("  to", "  到"),
    Both("wins", "胡牌"),
    Both("discards in", "点炮"),
    Both("points of a won hand", "胡一盘得分"),
    Both("hands ready", "听牌的盘"),
    Both("discards until ready", "听牌前打几张"),
    Both("decisions", "决定"),
    Both("ms each, median", "每次毫秒，中位"),
    Both("  99 %", "  99%"),
    Both("  longest", "  最长"),
    Both("illegal answers", "不合规的回答"),
    Both("  of them crashes", "  其中出错中断"),
)


def cells(figures: Figures) -> list[str]:
    """One bot's column, in the order of ``ROWS``."""
    counts = figures.counts
    return [
        *(f"{value:+.3f}" for value in (*figures.points, *figures.sigmas)),
        f"{figures.wins:.2%}",
        f"{figures.paid:.2%}",
        _number(figures.win_value),
        f"{figures.ready:.2%}",
        _number(figures.discards),
        f"{counts.decisions}",
        f"{counts.quantile(0.5):.3f}",
        f"{counts.quantile(0.99):.3f}",
        f"{counts.slowest / 1e6:.3f}",
        f"{counts.illegal}",
        f"{counts.crashes}",
    ]


def headline(found: Summary) -> Both:
    """What was compared: ``quick against three random, changsha``."""
    contest = found.contest
    names = contest.players
    en = f"{names[0]} against three {names[1]}" if contest.paired else ", ".join(names)
    zh = f"{names[0]} 对三家 {names[1]}" if contest.paired else "、".join(names)
    variant = get(contest.variant)
    rules = ", ".join(f"{name}={as_text(value)}" for name, value in contest.options.items())
    return Both(f"{variant.key}: {en}" + (f" ({rules})" if rules else ""), f"{variant.zh}：{zh}" + (f"（{rules}）" if rules else ""))


def footing(found: Summary) -> Both:
    """How many walls, how each was played, what sigma is, and what the interval of few walls is worth."""
    contest = found.contest
    tables = len(contest.seatings)
    whose_en = f"one seat of {contest.players[1]}" if contest.paired else "one seat"
    whose_zh = f"{contest.players[1]} 一家" if contest.paired else "一家"
    fixed = Both(", fixed draws", "，固定摸牌") if contest.fixed_draws else Both("", "")
    few = Both("", "")
    if found.walls == 1:
        few = Both(" One wall has no interval.", "只有一副牌墙，没有区间。")
    elif found.walls < ENOUGH:
        few = Both(f" With fewer than {ENOUGH} walls the intervals are a little too narrow.", f"不到 {ENOUGH} 副牌墙，区间略窄。")
    name = WALLS_ZH[contest.walls]
    return Both(
        f"{counted(found.walls, f'{contest.walls} wall')}, each played {tables} times{fixed.en}; intervals by bootstrap over walls; "
        f"sigma: {found.spread:.2f}, the standard deviation of the points of {whose_en} in a hand.{few.en}",
        f"{found.walls} 副牌墙（{name}），每副打 {tables} 次{fixed.zh}；区间由牌墙自助抽样得来；"
        f"标准差：{found.spread:.2f}，{whose_zh}每盘得分的标准差。{few.zh}",
    )


def command(found: Summary, program: str = "paiju") -> str:
    """The command that plays the same again. ``program``: how the one is called that knows all the bots."""
    contest = found.contest
    parts = [f"{program} arena", contest.variant, *(f"--option {name}={as_text(value)}" for name, value in contest.options.items())]
    parts += [f"--bots {','.join(contest.players)}", f"-n {found.walls}", f"--walls {contest.walls}"]
    parts += [f"--first {found.first}"] * (found.first > 0) + ["--fixed-draws"] * contest.fixed_draws + ["--orders 4"] * (contest.seatings == TURNED)
    return " ".join(parts)


def markdown(summaries: Sequence[Summary], lang: str, program: str = "paiju") -> str:
    """A page: of several contests first a table with a row each, then every contest's own. ``program`` as for ``command``."""
    zh = lang == "zh"
    build = build_of([name for found in summaries for name in found.contest.players])
    parts = ["# " + ("电脑对抗" if zh else "Bots compared"), f"{version_line()}, {build}"]
    if len(summaries) > 1:
        parts.append(_grid(levels_heads(zh), [levels_row(found, zh) for found in summaries]))
    for found in summaries:
        head, foot = headline(found), footing(found)
        columns = [cells(figures) for figures in found.players]
        rows = [[label.zh if zh else label.en, *(column[n] for column in columns)] for n, label in enumerate(ROWS)]
        parts += [
            "## " + (head.zh if zh else head.en),
            _grid(["", *found.contest.players], rows),
            foot.zh if zh else foot.en,
            f"    {command(found, program)}",
        ]
    return "\n\n".join(parts) + "\n"


def levels_heads(zh: bool) -> list[str]:
    if zh:
        return ["牌手", "对", "牌墙", "每盘得分", "95% 区间", "以标准差计", "95% 区间", "胡牌", "点炮"]
    return ["bot", "against", "walls", "points a hand", "95 % interval", "in sigma", "95 % interval", "wins", "discards in"]


def levels_row(found: Summary, zh: bool) -> list[str]:
    """The candidate of a contest in one line."""
    figures = found.players[0]
    points, sigmas = figures.points, figures.sigmas
    return [
        *found.contest.players,
        str(found.walls),
        f"{points.mean:+.3f}",
        _between(points),
        f"{sigmas.mean:+.3f}",
        _between(sigmas),
        f"{figures.wins:.2%}",
        f"{figures.paid:.2%}",
    ]


def faults_told(found: Summary, zh: bool) -> list[str]:
    """A sentence for each bot that gave illegal answers."""
    told = []
    for figures in found.players:
        illegal, crashes = figures.counts.illegal, figures.counts.crashes
        if illegal and zh:
            told.append(f"{figures.name} 有 {illegal} 次回答不合规，其中 {crashes} 次是出错中断；那一步由别的合规打法代替")
        elif illegal:
            told.append(f"{figures.name} gave {counted(illegal, 'illegal answer')}, {crashes} of them by crashing; a legal one took their place")
    return told


def _between(estimate: Estimate) -> str:
    return f"{estimate.low:+.3f} … {estimate.high:+.3f}"


def _number(value: float | None) -> str:
    return _ABSENT if value is None else f"{value:.2f}"


def _grid(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---", *("---:" for _ in heads[1:])], *rows]
    return "\n".join(f"| {' | '.join(cell.strip() for cell in line)} |" for line in lines)
