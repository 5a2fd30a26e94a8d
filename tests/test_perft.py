"""Counts of legal sequences (perft): the engine, and not so deep the second opinion, against the files in tests/perft.

A file is blocks with a blank line between. `hand` says what it is about, `options` are the house rules (`preset` among them), `wall` lies in
drawing order, `dice` are used before any others, `after` are the answers given before counting. Then depth and count.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from paiju import _build
from paiju.core.notation import parse_tiles
from paiju.game.hand import Game, Hand
from paiju.game.perft import divide, perft
from tests import reference

FOLDER = Path(__file__).parent / "perft"
MOST = 150_000 if _build.compiled() else 1500  # the longest count to repeat
MOST_BY_REPLAY = 60  # positions to replay for the second opinion


def blocks() -> list[Any]:
    return list(_blocks())


def _blocks() -> Iterator[Any]:
    for path in sorted(FOLDER.glob("*.txt")):
        for text in path.read_text(encoding="utf-8").split("\n\n")[1:]:
            block: dict[str, Any] = {"variant": path.stem, "after": "", "counts": {}}
            for line in text.splitlines():
                key, _, value = line.partition(" ")
                if key.isdigit():
                    block["counts"][int(key)] = int(value)
                else:
                    block[key] = value
            block["options"] = json.loads(block["options"])
            yield pytest.param(block, id=f"{path.stem}: {block['hand']}")


def answers(block: dict[str, Any]) -> list[tuple[int, str]]:
    return [(int(part[0]), part[2:]) for part in block["after"].split("; ") if part]


def house(block: dict[str, Any]) -> tuple[dict[str, Any], str | None]:
    options = dict(block["options"])
    return options, options.pop("preset", None)


def engine(block: dict[str, Any]) -> Hand:
    options, preset = house(block)
    game = Game(block["variant"], options, preset)
    hand = game.hand(wall=parse_tiles(block["wall"]), dealer=int(block["dealer"]), dice=[int(n) for n in block["dice"]])
    for seat, text in answers(block):
        hand.play(text, seat)
    return hand


@pytest.mark.parametrize("block", blocks())
def test_perft_of_the_engine(block: dict[str, Any]) -> None:
    hand = engine(block)
    for depth, count in block["counts"].items():
        if count <= MOST:
            assert perft(hand, depth) == count, f"depth {depth}, by first answer: {divide(hand, depth)}"


class Replayed:
    """A hand of the second opinion; it cannot be copied, so each position is played anew from the deal."""

    def __init__(self, block: dict[str, Any]) -> None:
        options, preset = house(block)
        if preset is not None:
            options = Game(block["variant"], options, preset).settings.changed()
        self.options = options
        self.block = block
        self.wall = parse_tiles(block["wall"])

    def count(self, path: list[tuple[int, str]], depth: int) -> int:
        dice = iter([int(n) for n in self.block["dice"]])
        hand = reference.Hand(self.block["variant"], self.options, self.wall, int(self.block["dealer"]), dice.__next__)
        for seat, text in path:
            hand.play(seat, text)
        pending = hand.pending()
        if not pending:
            return 0
        seat = min(pending)
        if depth == 1:
            return len(hand.legal(seat))
        return sum(self.count([*path, (seat, text)], depth - 1) for text in sorted(hand.legal(seat)))


@pytest.mark.parametrize("block", blocks())
def test_perft_of_the_second_opinion(block: dict[str, Any]) -> None:
    hand = Replayed(block)
    counts = block["counts"]
    positions = 1
    for depth, count in counts.items():
        if positions > MOST_BY_REPLAY:
            break
        assert hand.count(answers(block), depth) == count, f"depth {depth}"
        positions += count


def test_divide_adds_up() -> None:
    hand = Game("changsha").hand(seed=4)
    assert sum(divide(hand, 4).values()) == perft(hand, 4)
    assert perft(hand, 1) == len(hand.legal())


def test_counting_leaves_the_hand_alone() -> None:
    hand = Game("baicheng").hand(seed=4)
    before = hand.events()
    perft(hand, 3)
    assert hand.events() == before
