"""``paiju perft``: how many sequences of legal answers lead on from a hand."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from paiju.cli.bilingual import lang_option, option
from paiju.cli.language import either
from paiju.cli.options import GameCommand, game_argument

if TYPE_CHECKING:
    from paiju.game.hand import Game, Hand


ABOUT_ZH = """从一盘牌往下数合法的打法，逐层给出个数。

几家同时要答的时候，每家的回答各算一步，按座位的次序。这些个数用来核对合法的动作：见 tests/perft。
"""
ABOUT_EN = """Count the sequences of legal answers from a hand, to each depth.

In a window each asked seat's answer is one, in the order of the seats. The counts prove move generation: see tests/perft.
"""


@click.command(cls=GameCommand, zh=ABOUT_ZH, en=ABOUT_EN)
@game_argument()
@option("--depth", type=click.IntRange(1, 12), default=3, show_default=True, zh="数到第几层", en="How many answers deep.")
@option("--seed", type=click.IntRange(0, 2**62 - 1), default=1, show_default=True, zh="牌墙和骰子的种子", en="The seed of wall and dice.")
@option("--dealer", type=click.IntRange(0, 3), default=0, show_default=True, zh="庄家的座位", en="The dealer's seat.")
@option("--wall", metavar="TILES", zh="整副牌墙，按摸牌的次序；不写就洗牌", en="The whole wall in drawing order, in place of a shuffled one.")
@option("--dice", metavar="NUMBERS", default="", zh="先用这些骰子，如 3614，再用种子的", en="Dice used before those of the seed, such as 3614.")
@option(
    "--after", metavar="ANSWERS", default="",
    zh='先走这些步再数，如 "0 discard 5m; 1 pass"', en='Answers given before counting, such as "0 discard 5m; 1 pass".',
)  # fmt: skip
@option("--divide", is_flag=True, zh="最深一层按第一步分开数", en="Split the deepest number by the first answer.")
@lang_option
def perft(game: Game, depth: int, seed: int, dealer: int, wall: str | None, dice: str, after: str, divide: bool, lang: str) -> None:
    """The command."""
    from paiju.game import perft as counting

    hand = start(game, seed=seed, dealer=dealer, wall=wall, dice=dice, after=after)
    began = time.perf_counter()
    count = 0
    for level in range(1, depth + 1):
        count = counting.perft(hand, level)
        click.echo(f"{level:3}  {count:16}")
    seconds = time.perf_counter() - began
    if divide:
        for answer, part in counting.divide(hand, depth).items():
            click.echo(f"{answer}: {part}")
    if seconds > 0.1:
        speed = f"{count / seconds:,.0f}"
        click.echo(either(f"{speed} a second", f"每秒 {speed}"), err=True)


def start(game: Game, *, seed: int, dealer: int, wall: str | None = None, dice: str = "", after: str = "") -> Hand:
    """The hand to count from, some answers into it."""
    from paiju.core.errors import PaijuError, shown
    from paiju.core.notation import parse_tiles

    if not all(letter in "123456 " for letter in dice):
        given = shown(dice)
        raise PaijuError(f"dice are written as their numbers, such as 3614; got {given}", f"骰子写成点数，如 3614，不是 {given}")
    thrown = [int(letter) for letter in dice if letter != " "]
    hand = game.hand(seed=seed, wall=parse_tiles(wall) if wall is not None else None, dealer=dealer, dice=thrown)
    for text in filter(None, (part.strip() for part in after.split(";"))):
        seat, _, action = text.partition(" ")
        if seat not in ("0", "1", "2", "3"):
            given = shown(text)
            en = f'an answer is written as seat and action, such as "0 discard 5m"; got {given}'
            raise PaijuError(en, f'一步写成座位和动作，如 "0 discard 5m"，不是 {given}')
        hand.play(action, int(seat))
    return hand
