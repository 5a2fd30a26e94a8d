"""The picture of some contests, as SVG: each mean with its interval, and how the mean settled wall by wall.

Needs matplotlib. The same results give the same file under the same matplotlib.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from paiju.arena.estimates import Summary, running
from paiju.arena.report import WALLS_ZH
from paiju.variants import get

_FONTS: Final = ["Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "DejaVu Sans", "sans-serif"]
_STYLE: Final = {
    "svg.hashsalt": "paiju",  # else ids differ each time
    "svg.fonttype": "none",  # text stays text, set by whoever shows it
    "font.family": _FONTS,
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def possible() -> bool:
    """Whether matplotlib is there."""
    return find_spec("matplotlib") is not None


def draw(path: Path, summaries: Sequence[Summary], lang: str) -> None:
    """Draws contests into a file: of paired ones the candidates, of others every bot."""
    import logging

    import matplotlib
    from matplotlib.figure import Figure

    zh = lang == "zh"
    contest = summaries[0].contest
    lines = [
        (f" {'对' if zh else 'against'} ".join(found.contest.players) if found.contest.paired else figures.name, figures, per_wall)
        for found in summaries
        for figures, per_wall in list(zip(found.players, found.per_wall, strict=True))[: 1 if found.contest.paired else 4]
    ]
    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)  # fonts it may not have
    with matplotlib.rc_context(_STYLE), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a glyph none of the fonts has: the viewer finds one
        figure = Figure(figsize=(9.0, 4.2 + 0.3 * len(lines)))
        edge = min(0.4, 0.05 + 0.0115 * max(len(label) for label, _, _ in lines))  # room for the names
        left, right = figure.subplots(
            1, 2, gridspec_kw={"left": edge, "right": 0.98, "top": 0.84, "bottom": 0.14, "wspace": 0.3, "width_ratios": [1, 1.4]}
        )
        for row, (_, figures, per_wall) in enumerate(lines):
            colour = f"C{row % 10}"
            points = figures.points
            left.plot([points.low, points.high], [row, row], color=colour, linewidth=2)
            left.plot([points.mean], [row], "o", color=colour)
            course = running(per_wall)
            walls = [count for count, _, _ in course]
            right.plot(walls, [mean for _, mean, _ in course], color=colour, linewidth=1.5)
            right.fill_between(walls, [m - half for _, m, half in course], [m + half for _, m, half in course], color=colour, alpha=0.15, linewidth=0)
        left.set_yticks(range(len(lines)), [label for label, _, _ in lines])
        left.set_ylim(len(lines) - 0.5, -0.5)
        left.set_title("每盘得分，95% 区间" if zh else "points a hand, 95 % interval", fontsize=10)
        right.set_title("打到第几副牌墙时的平均，带子是 95%" if zh else "mean after so many walls, 95 % around it", fontsize=10)
        right.set_xlabel(f"牌墙（{WALLS_ZH[contest.walls]}）" if zh else f"{contest.walls} walls")
        right.set_ylabel("每盘得分" if zh else "points a hand")
        game = get(contest.variant)
        figure.suptitle(game.zh if zh else game.en, fontsize=11)
        left.axvline(0, color="grey", linewidth=0.8)
        right.axhline(0, color="grey", linewidth=0.8)
        figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None})
