"""``paiju bench``: how fast the library runs here. The comparisons with other packages are in the source tree's bench/."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from paiju.game.hand import Game

REPEATS: Final = 3


@click.command()
@click.option("--seconds", type=click.FloatRange(0.01, 60), default=0.5, show_default=True, help="How long each measurement runs.")
def bench(seconds: float) -> None:
    """Measure this machine: random play inside the engine, steps from Python, clones, scoring.

    Each number is the best of three runs.
    """
    from paiju import _build, variants
    from paiju.game.hand import Game

    click.echo(_build.version_line())
    click.echo(f"{'':10} {'random play':>16} {'steps':>14} {'clones':>14} {'scorings':>14}")
    click.echo(f"{'':10} {'decisions/s':>16} {'decisions/s':>14} {'/s':>14} {'/s':>14}")
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
