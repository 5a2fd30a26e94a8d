"""Distances: what a group lacks, what a hand lacks, and what each discard leaves, against counting it out."""

import random
from collections.abc import Callable

import pytest

from paiju.core.steps import NEVER, lacks, steps_for
from paiju.core.study import Study
from paiju.core.table import WAITS
from paiju.core.tiles import BIT, POWER
from paiju.game.hand import Game
from tests.known_distances import KNOWN, counted_out
from tests.record_tools import VARIANTS

UNBOUND = [12] * 9  # the rough distances do not mind that there are only four of a kind


@pytest.mark.parametrize("pairs", [0x1FF, 0x92])
def test_what_a_suit_lacks(pairs: int, scaled: Callable[[int], int]) -> None:
    steps = steps_for(size=9, chows=True, dragons=False, pairs=pairs, waivers=0)
    rng = random.Random(pairs)
    for _ in range(scaled(40)):
        tiles = rng.sample([n for n in range(9) for _ in range(4)], rng.randrange(0, 10))
        have = [tiles.count(n) for n in range(9)]
        number = sum(POWER[n] for n in tiles)
        for sets in range(3):
            for pair in range(2):
                for pung, answer in ((False, steps.any(number)), (True, steps.with_pung(number))):
                    found = counted_out(have, sets, pair, pairs, pung=pung, caps=UNBOUND, never=NEVER)
                    assert lacks(answer, sets, pair) == found, (tiles, sets, pair, pung)


def test_what_the_honours_lack_with_the_three_dragons_as_a_set_bc_15() -> None:
    plain = steps_for(size=7, chows=False, dragons=False, pairs=0x7F, waivers=0)
    dragons = steps_for(size=7, chows=False, dragons=True, pairs=0x7F, waivers=0)
    one_each = sum(POWER[n] for n in (4, 5, 6))
    assert lacks(plain.any(one_each), 1, 0) == 2 and lacks(dragons.any(one_each), 1, 0) == 0
    assert lacks(dragons.any(one_each - POWER[4]), 1, 0) == 1
    assert lacks(plain.any(2 * POWER[0]), 1, 1) == 3 and lacks(plain.any(3 * POWER[0] + POWER[1]), 1, 1) == 1


def test_a_dragon_pair_stands_for_a_pung_cc_8() -> None:
    steps = steps_for(size=7, chows=False, dragons=False, pairs=0x7F, waivers=0x70)
    assert lacks(steps.with_pung(2 * POWER[4]), 0, 1) == 0
    assert lacks(steps.with_pung(2 * POWER[0]), 0, 1) == 2


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_ready_hand_is_one_tile_away(variant: str, scaled: Callable[[int], int]) -> None:
    """The engine's waits and the distance agree, but for what is counted roughly: a missing 1, 9 or honour, and a fifth tile of a kind."""
    game = Game(variant)
    study = Study(game.rules)
    ready = agreed = 0
    for seed in range(scaled(60)):
        hand = game.hand(seed=seed)
        rng = random.Random(seed)
        from paiju.bots import make

        bots = [make("quick", seed=seed, lane=0, seat=seat) for seat in range(4)]
        while not hand.over:
            seat = hand.to_act[0]
            hand.play(bots[seat].answer(hand) if rng.random() < 0.95 else rng.choice(hand.actions(seat)), seat)
            for other in range(4):
                if hand.over or other == hand.table.turn:
                    continue
                study.look(hand.table, other)
                away = study.away()
                if hand.table.big[WAITS + other]:
                    ready += 1
                    agreed += away == 1
                    assert away <= 2
                else:
                    assert away >= 1
                if away >= 2:
                    for kind in [kind for kind in range(34) if study.helpful() & BIT[kind]]:
                        study.take(kind)
                        assert study.away() < away
                        study.put(kind)
    assert ready and agreed / ready > 0.95


@pytest.mark.parametrize(("variant", "text", "distance"), KNOWN)
def test_distances_of_known_hands(variant: str, text: str, distance: int) -> None:
    from paiju.core.notation import parse_tiles

    study = Study(Game(variant).rules)
    hand = Game(variant).hand(seed=1)
    study.look(hand.table, 1)
    for kind in range(34):
        for _ in range(hand.table.held(1, kind)):
            study.put(kind)
    for kind in parse_tiles(text):
        study.take(kind)
    assert study.away() == distance + 1


def test_the_best_discard_keeps_the_most_tiles_that_help() -> None:
    """From 1m 234m 9m beside complete sets: the lone 9m goes, and the two-sided wait stays."""
    from paiju.game.position import Position

    position = Position(
        hands=("34m9m456p789p111s22z", "1367m2468p3579s4z", "1367m2468p3579s4z", "258m147p369s1234z"),
        wall="5566778899m",
        drawn="9m",
    )
    hand = Game("changchun").hand_from(position)
    study = Study(hand.game.rules)
    study.look(hand.table, 0)
    assert study.rate(hand.table, 0, study.kinds()) == 8
    scores = [study.score[kind] for kind in range(34)]
    assert scores[8] // 10_000 == 14 and scores[2] < scores[8] and scores[4] == -1
