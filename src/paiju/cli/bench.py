"""``paiju bench``: how fast the library runs here. The comparisons with other packages are in the source tree's bench/."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import click

from paiju.cli.bilingual import BothCommand, lang_option, option

if TYPE_CHECKING:
    from paiju.game.hand import Game

REPEATS: Final = 3
HEADS: Final = {
    "zh": (("引擎里随机打", "单步", "复制牌桌", "算分"), ("决定/秒", "决定/秒", "次/秒", "次/秒")),
    "en": (("random play", "steps", "clones", "scorings"), ("decisions/s", "decisions/s", "/s", "/s")),
}
WIDTHS: Final = (16, 14, 14, 14)

ABOUT_ZH = """量一量这台机器：在引擎里随机打、从 Python 一步一步打、复制牌桌、算分各有多快。

每个数是三次里最好的一次。
"""
ABOUT_EN = """Measure this machine: random play inside the engine, steps from Python, clones, scoring.

Each number is the best of three runs.
"""


@click.command(cls=BothCommand, zh=ABOUT_ZH, en=ABOUT_EN)
@option("--seconds", type=click.FloatRange(0.01, 60), default=0.5, show_default=True, zh="每项量几秒", en="How long each measurement runs.")
@lang_option
def bench(seconds: float, lang: str) -> None:
    """The command."""
    from rich.cells import cell_len

    from paiju import _build, variants
    from paiju.game.hand import Game

    click.echo(_build.version_line())
    for heads in HEADS[lang]:
        click.echo(" " * 10 + "".join(" " * (1 + width - cell_len(head)) + head for width, head in zip(WIDTHS, heads, strict=True)))
    for key in variants.names():
        game = Game(key)
        rates = [best(measure(game), seconds) for measure in (_inside, _steps, _clones, _scorings)]
        click.echo(f"{key:10} {rates[0]:16,.0f} {rates[1]:14,.0f} {rates[2]:14,.0f} {rates[3]:14,.0f}")


def best(run: Callable[[], int], seconds: float) -> float:
    """The best rate of some runs of at least that long; ``run`` does a piece of work and says how much."""
    rates = []
    for _ in range(REPEATS):
        done = 0
        began = time.perf_counter()
        while time.perf_counter() - began < seconds:
            done += run()
        rates.append(done / (time.perf_counter() - began))
    return max(rates)


def _inside(game: Game) -> Callable[[], int]:
    """Whole hands of random play, settled, without leaving compiled code."""
    from paiju.core.chance import play_hands

    seeds = iter(range(1, 10**9))
    return lambda: int(play_hands(game.rules, game.scoring, 20, next(seeds)))


def _steps(game: Game) -> Callable[[], int]:
    """Hands played from Python: list the legal actions, choose one, play it."""
    from random import Random

    chance = Random(1)
    seeds = iter(range(1, 10**9))

    def run() -> int:
        hand = game.hand(seed=next(seeds))
        steps = 0
        while not hand.over:
            seat = hand.to_act[0]
            hand.play(chance.choice(hand.actions(seat)), seat)
            steps += 1
        return steps

    return run


def _clones(game: Game) -> Callable[[], int]:
    """Copies of a table that is being played, without its log."""
    table = game.hand(seed=1).table.clone()
    table.logging = False

    def run() -> int:
        for _ in range(100):
            table.clone()
        return 100

    return run


def _scorings(game: Game) -> Callable[[], int]:
    """Settlements of one ordinary win."""
    from paiju.core.notation import parse_tiles
    from paiju.core.win import DISCARD, claim

    kinds = parse_tiles("123m456p789s1112s")
    win = claim(1, 0, DISCARD, bytes(kinds.count(kind) for kind in range(34)), [], 19, 2)
    settle = game.scoring.settle
    assert settle(win).legal

    def run() -> int:
        for _ in range(100):
            settle(win)
        return 100

    return run
