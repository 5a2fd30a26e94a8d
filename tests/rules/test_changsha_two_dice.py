"""Changsha: `kong_dice` = 2, two tiles turned up at once (CS-19, CS-24, CS-25)."""

from typing import Any

import pytest

from paiju.game.audience import WATCHER
from paiju.game.events import Dice, Discard, Draw, TurnUp
from tests.rules.changsha import FOUR, turn
from tests.scenes import Scene, deal, place, tile

OTHER = "456p789s22p78m123p"  # waits for 6m and 9m
TWO: dict[str, object] = {"kong_dice": 2, "birds": 0}


def turned(first: str, second: str, *, hand: str = FOUR, **more: Any) -> Scene:
    """Seat 0 lays a kong of 1m with dice 2 and 3, which turn up these two tiles; seat 2 deals."""
    setting = {"dice": [2, 3], "stacks": {2: first + "?", 3: second + "?"}, **more, "options": TWO | more.get("options", {})}
    return turn(hand, "1m", **setting).play("0 cdice 1m")


def test_cs_19_two_dice_two_stacks_two_tiles_turned_up() -> None:
    scene = turned("9s", "3m")
    for audience in (0, 1, 2, 3, WATCHER):
        assert [event.dice for event in scene.told(Dice, audience)] == [(2, 3)]
        assert [event.tiles for event in scene.told(TurnUp, audience)] == [(tile("9s"), tile("3m"))]
    assert scene.told(Draw) == [] and scene.hand.table.left == 38


@pytest.mark.parametrize(
    ("first", "second", "choices"),
    [
        ("9s", "3m", ["pass", "win@1"]),
        ("3m", "9s", ["pass", "win@2"]),
        ("6s", "9s", ["pass", "win@1", "win@2", "win@12"]),
        ("9s", "9s", ["pass", "win@1", "win@2", "win@12"]),
    ],
)
def test_cs_19_the_konger_may_win_on_one_or_both(first: str, second: str, choices: list[str]) -> None:
    scene = turned(first, second)
    assert scene.asked == (0,) and scene.may(0) == choices
    for choice in choices[1:]:
        won = Scene(scene.hand.clone()).play(f"0 {choice}")
        assert won.fans() == {"kong_draw": 2 if choice == "win@12" else 1}  # each adds one
        count = 2 if choice == "win@12" else 1
        assert won.money == [count * (30 + 40 + 30), -30 * count, -40 * count, -30 * count]


def test_cs_19_won_on_both_the_better_tile_counts_with_both_kong_draws() -> None:
    # 222m 888s 5556p waits for 6p (all pungs) and 4p 7p.
    scene = turned("7p", "6p", hand="1111m222m888s5556p").play("0 win@12")
    assert scene.fans() == {"all_pungs": 1, "kong_draw": 2}
    assert turned("7p", "6p", hand="1111m222m888s5556p").play("0 win@1").fans() == {"kong_draw": 1}


def test_cs_19_else_both_are_discarded_in_one_window() -> None:
    scene = turned("9s", "3m").play("0 pass")
    assert [(event.tile, event.also) for event in scene.told(Discard)] == [(tile("9s"), tile("3m"))]
    assert scene.river(0) == "9s 3m"


def test_cs_19_no_win_no_question() -> None:
    scene = turned("1p", "3m", others={1: "333m12247p6699s1s"})
    assert [(event.tile, event.also) for event in scene.told(Discard)] == [(tile("1p"), tile("3m"))]
    assert scene.asked == (1,)


@pytest.mark.parametrize(
    ("first", "second", "choices"),
    [
        ("9m", "3m", ["pass", "win@1"]),
        ("3m", "9m", ["pass", "win@2"]),
        ("6m", "9m", ["pass", "win@1", "win@2", "win@12"]),
    ],
)
def test_cs_25_a_seat_may_win_on_either_or_both(first: str, second: str, choices: list[str]) -> None:
    scene = turned(first, second, others={3: OTHER})
    assert scene.may(3) == choices
    for choice in choices[1:]:
        won = Scene(scene.hand.clone())
        won.play(f"3 {choice}")
        won.settle_windows()
        count = 2 if choice == "win@12" else 1
        assert won.fans() == {"kong_discard": count}
        assert won.money == [-60 * count, 0, 0, 60 * count]


def test_cs_25_cs_42_several_win_on_different_tiles_rule_e() -> None:
    scene = turned("9m", "3s", others={1: "45688m12345789s", 3: OTHER})
    assert (scene.may(1, "win@2"), scene.may(3)) == (["win@2"], ["pass", "win@1"])
    scene.play("3 win@1")
    assert not scene.over
    scene.play("1 win@2")
    assert scene.winners == [1, 3] and scene.money == [-120, 60, 0, 60]
    assert scene.next_dealer == 0


def test_cs_19_or_claim_one() -> None:
    scene = turned("3m", "9m", others={2: "334499m258p1467s"})
    assert scene.may(2) == ["pass", "pung 3m", "pung 9m@2"]
    first = Scene(scene.hand.clone()).play("2 pung 3m")
    assert first.melds(2) == ["pung 333m"] and first.river(0) == "9m"
    second = Scene(scene.hand.clone()).play("2 pung 9m@2")
    assert second.melds(2) == ["pung 999m"] and second.river(0) == "3m"
    assert second.asked == (2,) and second.drawn == ""


def test_cs_19_chows_and_kongs_of_either() -> None:
    scene = turned("3m", "9s", others={1: "4599m1147p12678s", 2: "33348m1247p1236s"}).play("0 pass")
    assert scene.may(1) == ["pass", "chow 345m", "chow 789s@2"]
    assert scene.may(2) == ["pass", "pung 3m", "kong 3m"]
    scene.play("1 chow 789s@2; 2 pass")
    assert scene.melds(1) == ["chow 789s"] and scene.river(0) == "3m"


def test_cs_19_a_dice_kong_of_either() -> None:
    scene = turned("3m", "1p", others={2: "111p456789m22s78s"}, dice=[2, 3, 1, 1])
    assert scene.may(2) == ["pass", "pung 1p@2", "kong 1p@2", "dicekong 1p@2"]
    scene.play("2 dicekong 1p@2")
    assert scene.melds(2) == ["melded_kong 1111p"] and len(scene.told(TurnUp)) == 2


def test_cs_19_of_equal_claims_the_nearest() -> None:
    scene = turned("3m", "9s", others={1: "4679m2368p12499s", 3: "33689m2479p1246s"}).play("0 pass")
    assert scene.asked == (1, 3)
    scene.play("3 pung 3m")
    assert scene.melds(3) == []
    scene.play("1 pung 9s@2")
    assert scene.melds(1) == ["pung 999s"] and scene.melds(3) == []


def test_cs_19_the_highest_claim_of_either_tile_is_carried_out() -> None:
    scene = turned("3m", "9m", others={1: "33688m1479p1246s", 3: OTHER})
    scene.play("1 pung 3m; 3 win@2")
    assert scene.winners == [3] and scene.melds(1) == []


def test_cs_19_unclaimed_the_next_draws_and_the_lock_holds() -> None:
    scene = turned("1p", "3m", draws="??? 5p").settle_windows()
    assert scene.asked == (1,)
    scene.until(0)
    assert scene.drawn == "5p" and scene.may(0) == ["discard 5p"]


def test_cs_19_the_second_die_counts_what_the_first_has_left() -> None:
    def places(dice: list[int]) -> tuple[int, ...]:
        return turned("?", "?", dice=dice, stacks={1: "3m9m", 2: "7m?"}).told(TurnUp)[0].tiles

    assert places([1, 1]) == (tile("3m"), tile("9m"))
    assert places([1, 2]) == (tile("3m"), tile("7m"))
    assert places([2, 1]) == (tile("7m"), tile("3m"))
    hands = ("1111m2222p99p55s78s", "", "", "")
    scene = place("changsha", hands, drawn="1m", left=40, dealer=2, options=TWO, dice=[1, 1], stacks={1: "9p4m", 2: "7m?"})
    scene.play("0 ckong 2p; 0 cdice 1m")
    assert scene.told(TurnUp)[0].tiles == (tile("4m"), tile("7m"))  # stack 1 is empty after the first die


def test_cs_19_too_few_tiles_as_many_as_there_are() -> None:
    scene = turned("?", "?", left=1, draws="9s", dice=[2, 3], stacks={})
    assert scene.told(TurnUp) == [] and scene.drawn == "9s"
    assert scene.play("0 win").fans() == {"kong_draw": 1}
    vain = turned("?", "?", left=1, draws="3m", dice=[2, 3], stacks={}).play("0 discard 3m").settle_windows()
    assert vain.exhausted and vain.next_dealer == 0  # F: the last tile went as a replacement
    scene = turned("?", "?", left=2, draws="3m 1p", dice=[2, 3], stacks={}).settle_windows()
    assert len(scene.told(TurnUp)[0].tiles) == 2
    assert scene.exhausted and scene.next_dealer == 0


def test_cs_44_passing_both_bars_both_kinds_until_the_own_draw() -> None:
    scene = turned("6m", "9m", others={3: OTHER, 2: "69m"}, draws="? 6m")
    scene.play("3 pass").settle_windows()
    assert scene.asked == (1,)
    scene.play(f"1 discard {scene.drawn}").settle_windows()
    for thrown in ("6m", "9m"):
        later = Scene(scene.hand.clone()).play(f"2 discard {thrown}")
        assert later.may(3, "win") == []


def test_cs_49_both_tiles_are_the_dealers_first_discard() -> None:
    options = TWO | {"opening": "off"}
    scene = deal("changsha", (FOUR, "", "", OTHER), stacks={2: "6m?", 3: "9m?"}, dice=[2, 3], options=options)
    scene.play("0 cdice 1m; 3 win@12")
    assert scene.fans() == {"earthly": 1, "kong_discard": 2}
    assert scene.money == [-210, 0, 0, 210]


def test_cs_19_dice_kong_of_a_discard_with_two_dice() -> None:
    hands = ("1m", "111m456p789p55p78s", "", "")
    scene = place("changsha", hands, left=40, dealer=2, dice=[1, 2], stacks={1: "6s?", 2: "9s?"}, options=TWO)
    scene.play("0 discard 1m; 1 dicekong 1m")
    assert scene.may(1) == ["pass", "win@1", "win@2", "win@12"]
    assert scene.play("1 win@12").fans() == {"kong_draw": 2}


def test_cs_19_preset_classic_rolls_two_dice() -> None:
    scene = place("changsha", (FOUR, "", "", ""), drawn="1m", left=40, dealer=2, dice=[1, 2], stacks={1: "6s?", 2: "9s?"}, preset="classic")
    scene.play("0 cdice 1m; 0 win@12")
    assert scene.fans() == {"kong_draw": 2}


def test_cs_41_the_bird_when_nothing_is_left_is_the_tile_won_with() -> None:
    scene = turned("?", "?", left=2, draws="6s 9s", dice=[1, 1], stacks={}, options={"birds": 1})
    assert scene.play("0 win@2").told(Discard) == []
    bird = scene.hand.result().outcome.birds
    assert bird == [tile("9s")]
