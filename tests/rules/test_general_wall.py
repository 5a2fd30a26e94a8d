"""Of every game: the wall, the dice, the deal (G-1, G-8, G-11)."""

from typing import Any

import pytest

from paiju.core.chance import fresh_wall
from paiju.core.stream import Stream
from paiju.game import events as say
from paiju.game.audience import WATCHER
from tests.scenes import Scene, deal, game, place

GAMES = ["changchun", "baicheng", "changsha"]
every_game = pytest.mark.parametrize("variant", GAMES)


@every_game
def test_g_1_play_draws_from_the_front_in_order(variant: str) -> None:
    scene = deal(variant, ("", "", "", "")).settle_windows().drift(8)
    places = [e.place for e in scene.told(say.Draw)]
    assert places == list(range(53, 53 + len(places))) and len(places) >= 8


@every_game
def test_g_1_replacements_come_from_the_tail_upper_then_lower_then_the_stack_before(variant: str) -> None:
    hands = ["1111m3333p5555s7p9s", "", "", ""]
    scene = place(variant, hands, drawn="9s", tail="7m8m9m")
    for text, drawn in (("0 ckong 1m", "7m"), ("0 ckong 3p", "8m"), ("0 ckong 5s", "9m")):
        scene.play(text)
        assert scene.drawn == drawn
    size = int(scene.hand.table.wall_size)
    upper_first = [size - 2, size - 1, size - 4, size - 3]
    if variant == "baicheng":
        upper_first.remove(size - 1)  # the treasure (BC-6)
    assert [e.place for e in scene.told(say.Draw)] == upper_first[:3]
    assert all(e.source == "tail" for e in scene.told(say.Draw))


@every_game
def test_g_1_the_wall_given_is_the_list_in_drawing_order(variant: str) -> None:
    tiles = game(variant).tiles()
    wall = tiles[::-1]
    hand = game(variant).hand(wall=wall, seed=1)
    assert [hand.table.wall_tile(n) for n in range(len(wall))] == wall


@every_game
@pytest.mark.parametrize("dealer", range(4))
def test_g_11_the_deal(variant: str, dealer: int) -> None:
    """Three rounds of four each from the dealer on, one each, one more to the dealer."""
    wall = game(variant).tiles()
    wall = wall[::7] + [k for n, k in enumerate(wall) if n % 7]
    hand = game(variant).hand(wall=wall, dealer=dealer, seed=1)
    expected: list[list[int]] = [[], [], [], []]
    at = 0
    for size in (4, 4, 4, 1):
        for n in range(4):
            expected[(dealer + n) % 4] += wall[at : at + size]
            at += size
    expected[dealer].append(wall[at])
    deals = [e for e in hand.events() if isinstance(e, say.Deal)]
    assert [e.seat for e in deals] == [0, 1, 2, 3]
    assert [sorted(e.tiles or ()) for e in deals] == [sorted(tiles) for tiles in expected]
    assert [e.count for e in deals] == [14 if seat == dealer else 13 for seat in range(4)]


@every_game
def test_g_11_the_jump_the_dealers_last_two_are_the_first_and_fifth_of_the_last_five(variant: str) -> None:
    scene = deal(variant, ("111222333444m" + "7p9p", "", "", ""))
    table = scene.hand.table
    assert (table.wall_tile(48), table.wall_tile(52)) == (15, 17)
    assert scene.drawn in ("9p", "")  # the last tile dealt counts as drawn (where no opening win is asked first)


def test_g_11_dice_that_break_the_wall_do_not_reorder_the_list() -> None:
    hands = [game("changchun").hand(seed=3, dice=dice) for dice in ([1, 1, 1, 1], [6, 5, 4, 3])]
    assert hands[0].events(0)[0] != hands[1].events(0)[0]
    assert hands[0].events(0)[1:] == hands[1].events(0)[1:]


# -- G-8 ---------------------------------------------------------------------------------------------------------


@every_game
def test_g_8_one_seed_gives_the_wall_and_all_dice(variant: str) -> None:
    def play(seed: int, lane: int = 0) -> str:
        scene = Scene(game(variant).hand(seed=seed, lane=lane))
        return repr(scene.settle_windows().drift(100).hand.events())

    assert play(7) == play(7)
    assert len({play(seed) for seed in range(5)} | {play(0, lane) for lane in range(1, 5)}) == 9


def test_g_8_dice_come_from_the_stream_of_the_shuffle_and_stand_in_the_record() -> None:
    rules = game("changchun").rules
    for seed in range(20):
        stream = Stream(seed, 0)
        wall = fresh_wall(rules)
        stream.shuffle(wall)
        dice = tuple(int(stream.die()) for _ in range(4))
        hand = game("changchun").hand(seed=seed)
        assert [int(k) for k in wall] == [hand.table.wall_tile(n) for n in range(136)]
        (opened,) = [e for e in hand.events(WATCHER) if isinstance(e, say.Open)]
        assert opened.dice == dice


def test_g_8_every_die_of_the_hand_stands_in_the_record() -> None:
    ready: dict[str, Any] = {"ready": (1,), "stacks": {1: "5m?"}, "dice": [1]}
    rolled = place("changchun", ["1z", "123m456s456p789p6z", "", ""], drawn="1z", **ready).play("0 discard 1z")
    assert [e.die for e in rolled.told(say.Roll, WATCHER)] == [1]
    kong = place("changsha", ["1111m234p567s88s55m", "", "", ""], drawn="1m", dice=[4]).play("0 cdice 1m")
    assert kong.told(say.Dice, WATCHER) == [say.Dice(0, (4,))]


def test_g_8_given_dice_come_before_those_of_the_stream() -> None:
    given = game("changchun").hand(seed=4, dice=[2, 3])
    plain = game("changchun").hand(seed=4)
    (first,), (second,) = ([e for e in hand.events() if isinstance(e, say.Open)] for hand in (given, plain))
    assert first.dice == (2, 3, *second.dice[:2])
