"""Baicheng: the closed wait (BC-14) and all pungs (BC-16)."""

from typing import Any

import pytest

from tests.scenes import Scene, facing, place


def won(hand: str, tile: str, *melds: str, **more: Any) -> dict[str, int]:
    """The fans of seat 1 winning a discard of seat 0."""
    return facing("baicheng", hand, tile, *melds, payer=0, **more).play("1 win").fans()


def closed(hand: str, tile: str, *melds: str, **more: Any) -> int:
    return won(hand, tile, *melds, **more).get("closed_wait", 0)


ONLY: dict[str, object] = {"closed_wait_must_be_only_wait": True}
TWO_HEADED: dict[str, object] = {"two_headed_single_counts": True}


# -- closed wait -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "tile", "counts"),
    [
        ("79s123m456p789p55p", "8s", 1),  # middle
        ("46m123s456p789p55p", "5m", 1),
        ("12s123m456p789p55p", "3s", 1),  # the 3 of 1-2-3
        ("89s123m456p789p55p", "7s", 1),  # the 7 of 7-8-9
        ("23s123m456p789p55p", "1s", 0),
        ("23s123m456p789p55p", "4s", 0),
        ("78s123m456p789p55p", "9s", 0),
        ("78s123m456p789p55p", "6s", 0),
        ("45s123m456p789p55p", "3s", 0),
        ("123m456p789s55p56z", "7z", 1),  # the third dragon
        ("123m456p789s55p57z", "6z", 1),
        ("123m456p789s55p67z", "5z", 1),
        ("123m456p789s111p5m", "5m", 1),  # single
        ("55m123m456p789s99p", "9p", 0),  # one of two pairs
    ],
)
def test_bc_14_each_kind_of_closed_wait(hand: str, tile: str, counts: int) -> None:
    assert closed(hand, tile) == counts


def test_bc_14_once() -> None:
    assert won("12s123m456p789p55p", "3s") == {"standing": 1, "bamboo_one": 1, "closed_wait": 1}
    # The middle of a chow, and the only wait, which brings the 9.
    assert won("234m456p678s55m79p", "8p") == {"standing": 1, "closed_wait": 1}


def test_bc_14_some_reading_has_it_so() -> None:
    assert closed("34556s123m789p99m", "4s") == 1  # the middle of 3-4-5, or the lowest of 4-5-6
    assert closed("34556s123m789p99m", "7s") == 0
    assert closed("12345s123m789p99m", "3s") == 1  # the edge of 1-2-3, or the lowest of 3-4-5
    assert closed("12345s123m789p99m", "6s") == 0
    assert closed("11m123m456p55p789s", "5p") == 1  # the middle of 4-5-6, or one of a pung


def test_bc_14_closed_wait_must_be_only_wait_for_middle_and_edge() -> None:
    assert closed("34556s123m789p99m", "4s", options=ONLY) == 0  # 7s wins too
    assert closed("12345s123m789p99m", "3s", options=ONLY) == 0  # 6s wins too
    assert closed("79s123m456p789p55p", "8s", options=ONLY) == 1
    assert closed("12s123m456p789p55p", "3s", options=ONLY) == 1


def test_bc_14_closed_wait_must_be_only_wait_does_not_touch_the_third_dragon() -> None:
    hand = "123m456p789s5556z"  # waits for 6z, the single, and 7z
    assert closed(hand, "7z") == closed(hand, "7z", options=ONLY) == 1


@pytest.mark.parametrize("tile", ["1s", "4s"])
def test_bc_14_two_headed_single_is_none(tile: str) -> None:
    hand = "1234s123m456p789p"
    assert closed(hand, tile) == 0
    assert closed(hand, tile, options=TWO_HEADED) == 1


def test_bc_14_a_single_wait_beside_any_other_wait_is_two_headed() -> None:
    # 3334 waits for 4 (single), 2 and 5.
    hand = "3334s123m456p789p"
    assert closed(hand, "4s") == 0
    assert closed(hand, "4s", options=TWO_HEADED) == 1
    assert closed(hand, "2s") == closed(hand, "5s") == 0
    assert closed(hand, "5s", options=TWO_HEADED) == 0


def test_bc_14_the_only_legal_wait() -> None:
    # 1234 with three 4s more: a fifth 4s is no wait, so 1s is the only one.
    assert closed("1234s456p789m", "1s", "pung 444s") == 1
    assert closed("1234s456p789m", "1s", "pung 555s") == 0


def test_bc_14_no_1_9_or_dragon_and_one_wait_that_brings_it() -> None:
    assert closed("234m456p678s55m78p", "9p") == 1  # 6p would leave the hand without
    assert closed("234m456p678s55m23p", "1p") == 1
    # With a 1, 9 or dragon elsewhere it is open.
    assert closed("123m456p678s55m78p", "9p") == 0
    # The option is about middle and edge.
    assert closed("234m456p678s55m78p", "9p", options=ONLY) == 1


def test_bc_14_in_melds_a_1_9_or_dragon_counts_as_the_hands() -> None:
    assert closed("234m678s55m78p", "9p", "pung 999s") == 0
    assert closed("234m678s55m78p", "9p", "pung 444s") == 1


def test_bc_14_a_drawn_treasure_is_judged_as_the_wait_it_stands_for() -> None:
    scene = place("baicheng", ("", "79s123m456p789p55p4m", "", ""), turn=1, drawn="4m", stacks={1: "?4m"})
    assert scene.play("1 win").fans() == {"standing": 1, "closed_wait": 1, "treasure": 2}


# -- all pungs ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "tile", "melds", "fan"),
    [
        ("111m222p333s55p99m", "9m", (), "all_pungs"),  # two pairs
        ("111m222p333s999s5p", "5p", (), "all_pungs_single"),
        ("55p99m", "9m", ("pung 111m", "pung 222p", "pung 333s"), "all_pungs"),
        ("5p", "5p", ("pung 111m", "added_kong 2222p", "concealed_kong 3333s", "melded_kong 9999s"), "all_pungs_single"),
        ("333s5p", "5p", ("pung 111m", "pung 222p", "pung 999s"), "all_pungs_single"),
        ("111m222p333s5p567z", "5p", (), "all_pungs_single"),  # a concealed 中发白
        ("111m222p333s55p56z", "7z", (), "all_pungs"),  # the third dragon
        ("111m55p33s", "3s", ("dragons_kong 567z", "pung 222p"), "all_pungs"),
        ("222p55p33s", "3s", ("dragons_kong 5677z", "pung 111m"), "all_pungs"),  # with its additions
        ("111m222p33s55567z", "3s", (), "all_pungs"),
    ],
)
def test_bc_16_all_pungs(hand: str, tile: str, melds: tuple[str, ...], fan: str) -> None:
    fans = won(hand, tile, *melds)
    assert fans[fan] == (2 if fan == "all_pungs" else 3)
    assert "closed_wait" not in fans  # 夹 is not added to either
    assert not {"all_pungs", "all_pungs_single"} - {fan} & set(fans)


def test_bc_16_a_chowed_set_of_dragons_is_allowed_too() -> None:
    fans = won("111m222p33s55m", "3s", "chow 567z", options={"dragon_chow": True})
    assert fans == {"all_pungs": 2}


def test_bc_16_a_chow_in_hand_or_melds_is_no_all_pungs() -> None:
    assert "all_pungs" not in won("111m222p33s55p345m", "3s")
    assert "all_pungs" not in won("111m33s55p", "3s", "pung 222p", "chow 345m")


def test_bc_16_where_both_readings_hold_the_better_counts() -> None:
    # 5z completes the dragons beside a pair of 5z, or pairs the last 5z beside the set.
    fans = won("111m222p333s5567z", "5z")
    assert fans["all_pungs_single"] == 3 and "all_pungs" not in fans


def test_bc_16_neither_needs_the_last_single_tile() -> None:
    assert won("111m222p333s999s5p", "5p") == {"standing": 1, "all_pungs_single": 3}


def test_bc_16_three_equal_chows_are_read_as_pungs() -> None:
    assert won("111222333p55m99s", "9s") == {"standing": 1, "all_pungs": 2}


@pytest.mark.parametrize("value", [False, True])
def test_bc_16_bamboo_123_in_all_pungs(value: bool) -> None:
    options: dict[str, object] = {"bamboo_123_in_all_pungs": value}
    in_hand = won("111m222p123s55p99m", "9m", options=options)
    melded = won("111m222p55p99m", "9m", "chow 123s", options=options)
    assert in_hand.get("all_pungs", 0) == melded.get("all_pungs", 0) == (2 if value else 0)
    # In another place among the sets, and twice.
    assert won("123s999s222p55p99m", "9m", options=options).get("all_pungs", 0) == (2 if value else 0)
    assert won("112233s222p55p99m", "9m", options=options).get("all_pungs", 0) == (2 if value else 0)
    assert won("12399s55p", "9s", "pung 111m", "pung 222p", options=options).get("all_pungs", 0) == (2 if value else 0)
    # No other chow is meant.
    assert "all_pungs" not in won("111m222p789s55p99m", "9m", options=options)
    assert "all_pungs" not in won("222p55p99m", "9m", "chow 123s", "chow 234s", options=options)
    assert "all_pungs" not in won("789p55p99m", "9m", "pung 111s", "pung 222p", options=options)


def test_bc_16_worked_example_3() -> None:
    """111m 222p 333s 55p + 5z 6z wins on 7z: 双飘 2, no 夹. With 234s for 333s: 夹 1, no 飘."""
    assert won("111m222p333s55p56z", "7z") == {"standing": 1, "all_pungs": 2}
    assert won("111m222p234s55p56z", "7z") == {"standing": 1, "closed_wait": 1}


def test_bc_16_self_drawn_and_on_a_kong_replacement() -> None:
    scene: Scene = place("baicheng", ("111m222p333s9999s5p", "", "", ""), drawn="9s", dealer=1, tail="5p")
    assert scene.play("0 ckong 9s; 0 win").fans() == {"standing": 1, "all_pungs_single": 3, "self_draw": 1, "kong_draw": 1}
