"""``paiju perft``: how many sequences of legal answers lead on from a hand."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from paiju.cli.options import GameCommand, game_argument

if TYPE_CHECKING:
    from paiju.game.hand import Game, Hand


@click.command(cls=GameCommand)
@game_argument()
@click.option("--depth", type=click.IntRange(1, 12), default=3, show_default=True, help="How many answers deep.")
@click.option("--seed", type=click.IntRange(0, 2**62 - 1), default=1, show_default=True, help="The seed of wall and dice.")
@click.option("--dealer", type=click.IntRange(0, 3), default=0, show_default=True)
@click.option("--wall", metavar="TILES", help="The whole wall in drawing order, in place of a shuffled one.")
@click.option("--dice", metavar="NUMBERS", default="", help="Dice used before those of the seed, such as 3614.")
@click.option("--after", metavar="ANSWERS", default="", help='Answers given before counting, such as "0 discard 5m; 1 pass".')
@click.option("--divide", is_flag=True, help="Split the deepest number by the first answer.")
def perft(game: Game, depth: int, seed: int, dealer: int, wall: str | None, dice: str, after: str, divide: bool) -> None:
    """Count the sequences of legal answers from a hand, to each depth.

    In a window each asked seat's answer is one, in the order of the seats. The counts prove move generation: see tests/perft.
    """
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
        click.echo(f"{count / seconds:,.0f} a second", err=True)


def start(game: Game, *, seed: int, dealer: int, wall: str | None = None, dice: str = "", after: str = "") -> Hand:
    """The hand to count from, some answers into it."""
    from paiju.core.errors import PaijuError, shown
    from paiju.core.notation import parse_tiles

    if not all(letter in "123456 " for letter in dice):
        raise PaijuError(f"dice are written as their numbers, such as 3614; got {shown(dice)}")
    thrown = [int(letter) for letter in dice if letter != " "]
    hand = game.hand(seed=seed, wall=parse_tiles(wall) if wall is not None else None, dealer=dealer, dice=thrown)
    for text in filter(None, (part.strip() for part in after.split(";"))):
        seat, _, action = text.partition(" ")
        if seat not in ("0", "1", "2", "3"):
            raise PaijuError(f'an answer is written as seat and action, such as "0 discard 5m"; got {shown(text)}')
        hand.play(action, int(seat))
    return hand
