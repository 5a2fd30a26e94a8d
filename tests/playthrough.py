"""Whole hands for tests: any game, house rules at random, a wall and choices partly steered to what chance seldom reaches."""

import random
from collections.abc import Iterator

from paiju.game.hand import Hand
from tests.steer import choose, wall_for
from tests.test_second_opinion import concealed, game_for, some_options

GAMES = ("changchun", "baicheng", "changsha")


class Playthrough:
    """One hand from one number: the same every time. ``told`` are the answers so far, as ``(seat, text)``."""

    def __init__(self, variant: str, number: int, purpose: str, options: dict[str, object] | None = None) -> None:
        self.rng = random.Random(f"{purpose} {variant} {number}")
        self.options = some_options(variant, self.rng) if options is None else options
        self.wall = wall_for(variant, self.rng)
        self.dealer = self.rng.randrange(4)
        self.dice = [self.rng.randint(1, 6) for _ in range(300)]
        self.temper = self.rng.choice((0.02, 0.1, 0.3, 1.0))
        self.game = game_for(variant, self.options)
        self.told: list[tuple[int, str]] = []
        self.name = f"{variant} {number} ({purpose}, {self.options})"
        self.hand = self.begin()

    def begin(self, wall: list[int] | None = None) -> Hand:
        """The hand at its start, or the same with another wall."""
        return self.game.hand(wall=wall or self.wall, dealer=self.dealer, dice=self.dice, seed=1)

    def step(self) -> None:
        """One more answer."""
        seat, text = pick(self.hand, self.rng, self.temper)
        self.told.append((seat, text))
        self.hand.play(text, seat)

    def __iter__(self) -> Iterator[Hand]:
        """The hand before each answer and when it is over."""
        yield self.hand
        while not self.hand.over:
            self.step()
            yield self.hand


def pick(hand: Hand, rng: random.Random, temper: float) -> tuple[int, str]:
    """One of the seats asked and an answer of its."""
    seat = rng.choice(hand.to_act)
    return seat, choose(sorted(str(a) for a in hand.actions(seat)), concealed(hand, seat), rng, temper)
