"""Baicheng: drawing the treasure, and the treasure that changes (BC-7, BC-9, BC-10, BC-12, BC-13)."""

from typing import Any

import pytest

from paiju.core.notation import tile_text
from paiju.game.audience import EVERYTHING, WATCHER
from paiju.game.events import Draw, End, TreasureOut, TreasureSet
from tests.scenes import Scene, deal, place, tile

READY = "123m456p789p55p78s"  # waits for 6s and 9s
CHANGES: dict[str, object] = {"treasure_changes_when_three_visible": True}


def draws(hand: str, drawn: str, *melds: str, treasure: str, **more: Any) -> Scene:
    """Seat 1, neither dealer nor in its first turn, has the hand and draws the tile from the front."""
    position = {"melds": ((), melds, (), ()), "stacks": {1: "?" + treasure}} | more
    scene = place("baicheng", ("", hand, "", ""), draws=drawn, **position)
    return scene.play(f"0 {scene.may(0, 'discard')[0]}").settle_windows()


# -- drawing it --------------------------------------------------------------------------------------------------


def test_bc_12_a_ready_player_who_draws_its_kind_may_win() -> None:
    scene = draws(READY, "4m", treasure="4m")
    assert "win" in scene.may(1)
    assert scene.play("1 win").fans() == {"standing": 1, "treasure": 2}
    assert scene.win_money == [-32, 64, -16, -16]  # 2^3, all closed, seat 0 dealer


@pytest.mark.parametrize(
    ("hand", "ready"),
    [
        ("123m456p78p55p78s9m", False),  # no shape
        ("123m456m456p78p55z", False),  # complete but for a suit
        ("234m456p678s55m34p", False),  # complete but for 1, 9 or dragon
        ("1111m456p789p789s", False),  # its one wait would be a fifth 1m (G-12)
        ("1112m456p789p789s", True),
    ],
)
def test_bc_12_only_a_legally_ready_hand(hand: str, ready: bool) -> None:
    assert bool(draws(hand, "9m", treasure="9m").may(1, "win")) == ready


def test_bc_12_readiness_is_that_before_the_draw() -> None:
    # Drawn 9s makes 789s: with it the hand would be ready, before it was not.
    assert draws("123m456p789p57p78s", "9s", treasure="9s").may(1, "win") == []


def test_bc_12_passed_it_is_an_ordinary_tile() -> None:
    scene = draws(READY, "4m ??? 4m", treasure="4m")
    assert "discard 1m" in scene.may(1) and "discard 4m" in scene.may(1)
    scene.play("1 discard 4m").settle_windows().until(1)
    assert scene.drawn == "4m" and "win" in scene.may(1)  # another tile of its kind


def test_bc_12_a_discard_of_its_kind_wins_nothing() -> None:
    scene = place("baicheng", ("4m", READY, "", ""), stacks={1: "?4m"}).play("0 discard 4m")
    assert scene.may(1, "win") == []


@pytest.mark.parametrize(
    ("hand", "fans"),
    [
        ("123m456p789p55p23s", {"standing": 1, "bamboo_one": 1, "treasure": 2}),  # 1s rather than 4s
        ("123m46p55789p345s", {"standing": 1, "closed_wait": 1, "treasure": 2}),  # 5p as a middle
        ("111m2225599p333s", {"standing": 1, "all_pungs": 2, "treasure": 2}),
        ("111m222p333s567z5p", {"standing": 1, "all_pungs_single": 3, "treasure": 2}),
    ],
)
def test_bc_12_it_stands_for_the_wait_that_scores_best(hand: str, fans: dict[str, int]) -> None:
    assert draws(hand, "8m", treasure="8m").play("1 win").fans() == fans


def test_bc_12_suits_and_terminals_are_judged_with_that_tile() -> None:
    # Only 9p wins: the treasure stands for it and brings the 9.
    scene = draws("234m456p678s55m78p", "2m", treasure="2m").play("1 win")
    assert scene.fans() == {"standing": 1, "closed_wait": 1, "treasure": 2}
    # 3s alone brings the third suit.
    assert draws("123m456m789p123p3s", "9m", treasure="9m").play("1 win").fans() == {"standing": 1, "closed_wait": 1, "treasure": 2}


def test_bc_13_the_treasure_being_1s_does_not_count_unless_1s_is_the_wait() -> None:
    assert draws(READY, "1s", treasure="1s").play("1 win").fans() == {"standing": 1, "treasure": 2}
    scene = draws("123m456p789p55p23s", "1s", treasure="1s").play("1 win")
    assert scene.fans() == {"standing": 1, "bamboo_one": 1, "treasure": 2}


def test_bc_12_a_replacement_counts_readiness_being_that_after_the_kong() -> None:
    scene = place("baicheng", ("1111m456p789p55p78s", "", "", ""), drawn="1m", dealer=1, tail="3m", stacks={1: "?3m"})
    scene.play("0 ckong 1m; 0 win")
    assert scene.fans() == {"standing": 1, "treasure": 2, "kong_draw": 1}
    # Ready before the kong of 7m, but no longer after it.
    scene = place("baicheng", ("777789m456p55p789s", "", "", ""), drawn="7m", dealer=1, tail="4m", stacks={1: "?4m"})
    scene.play("0 ckong 7m")
    assert scene.drawn == "4m" and scene.may(0, "win") == []


def test_bc_12_tiles_held_before_win_nothing() -> None:
    scene = place("baicheng", ("123m456p789p55p78s1m", "", "", ""), drawn="1m", stacks={1: "?5p"})
    assert scene.may(0, "win") == []


# -- treasure in treasure ----------------------------------------------------------------------------------------


def test_bc_9_the_only_wait() -> None:
    assert draws("79s123m456p789p55p", "8s", treasure="8s").play("1 win").fans() == {
        "standing": 1, "closed_wait": 1, "treasure_in_treasure": 3}  # fmt: skip
    assert draws(READY, "9s", treasure="9s").play("1 win").fans() == {"standing": 1, "treasure": 2}  # one of two waits


def test_bc_9_treasure_in_treasure_only_wait_false_one_of_the_waits() -> None:
    options: dict[str, object] = {"treasure_in_treasure_only_wait": False}
    assert draws(READY, "9s", treasure="9s", options=options).play("1 win").fans() == {"standing": 1, "treasure_in_treasure": 3}
    assert draws(READY, "4m", treasure="4m", options=options).play("1 win").fans() == {"standing": 1, "treasure": 2}
    # It stands for the best wait all the same.
    scene = draws("123m456p789p55p23s", "4s", treasure="4s", options=options).play("1 win")
    assert scene.fans() == {"standing": 1, "bamboo_one": 1, "treasure_in_treasure": 3}


def test_bc_9_the_only_legal_wait() -> None:
    # 6p completes the shape without a 1, 9 or dragon: 9p is the only legal wait.
    scene = draws("234m456p678s55m78p", "9p", treasure="9p").play("1 win")
    assert scene.fans() == {"standing": 1, "closed_wait": 1, "treasure_in_treasure": 3}


def test_bc_9_bc_26_worked_example_2() -> None:
    """宝中宝, standing, single wait: 3 + 1 + 1 = 5: 32 each, dealer 64; a closed payer doubles again."""
    hands = ("258m369p27s", "123m456p789p999s5s", "258m369p2s", "")
    melds = (("chow 234s", "pung 777s"), (), ("chow 234s", "pung 888s"), ())
    scene = place("baicheng", hands, draws="5s", stacks={1: "?5s"}, melds=melds).play("0 discard 2m").settle_windows().play("1 win")
    assert scene.fans() == {"standing": 1, "closed_wait": 1, "treasure_in_treasure": 3}
    assert scene.win_money == [-64, 64 + 32 + 64, -32, -64]  # seat 3 is closed


def test_bc_10_the_highest_of_the_three_counts() -> None:
    assert draws(READY, "6s", treasure="4m").play("1 win").fans() == {"standing": 1, "self_draw": 1}
    assert draws(READY, "6s", treasure="6s").play("1 win").fans() == {"standing": 1, "treasure": 2}


def test_bc_10_treasure_stacks_with_self_draw() -> None:
    options: dict[str, object] = {"treasure_stacks_with_self_draw": True}
    assert draws(READY, "4m", treasure="4m", options=options).play("1 win").fans() == {"standing": 1, "self_draw": 1, "treasure": 2}
    scene = draws("79s123m456p789p55p", "8s", treasure="8s", options=options).play("1 win")
    assert scene.fans() == {"standing": 1, "closed_wait": 1, "self_draw": 1, "treasure_in_treasure": 3}


# -- the treasure that changes -----------------------------------------------------------------------------------


def third_discard(**more: Any) -> Scene:
    """Seat 0 discards the third visible 9m; the treasure is the fourth."""
    parts: dict[str, Any] = {"rivers": ("", "9m", "9m", ""), "stacks": {1: "?9m"}} | more
    return place("baicheng", ("9m", "", "", ""), **parts).play("0 discard 9m").settle_windows()


def test_bc_7_default_the_treasure_stays() -> None:
    scene = third_discard()
    assert scene.told(TreasureOut) == [] and scene.hand.table.aside == 119


@pytest.mark.parametrize("more", [{"options": CHANGES}, {"preset": "app"}])
def test_bc_7_three_visible_the_tail_most_tile_is_next(more: dict[str, Any]) -> None:
    scene = third_discard(stacks={1: "4s9m"}, **more)
    assert [tile_text(out.tile) for out in scene.told(TreasureOut, WATCHER)] == ["9m"]
    assert scene.told(TreasureSet, WATCHER)[-1].place == scene.hand.table.aside == 118
    for audience in range(6):
        view = scene.hand.view(audience)
        assert view.shown == [tile("9m")] and view.treasure is None and view.treasure_aside


def test_bc_7_the_old_one_is_out_of_play() -> None:
    before = third_discard().hand
    after = third_discard(options=CHANGES).hand
    assert after.table.left == before.table.left - 1
    assert after.view(WATCHER).wall_left == after.table.left


def test_bc_7_changed_before_the_next_tile_is_drawn() -> None:
    kinds = [type(event) for event in third_discard(options=CHANGES).hand.events(EVERYTHING)]
    assert kinds[-3:] == [TreasureOut, TreasureSet, Draw]


def test_bc_7_a_new_one_that_is_dead_is_replaced_at_once() -> None:
    scene = third_discard(options=CHANGES, rivers=("4s", "9m4s", "9m4s", ""), stacks={1: "4s9m", 2: "?6p"})
    assert [tile_text(out.tile) for out in scene.told(TreasureOut)] == ["9m", "4s"]
    assert scene.hand.table.aside == 117  # the last tile that is left, in the wall's order


def test_bc_7_a_tail_tile_already_drawn_is_passed_over() -> None:
    scene = place("baicheng", ("1111m9m", "", "", ""), drawn="1m", rivers=("", "9m", "9m", ""), tail="2s", stacks={1: "?9m"}, options=CHANGES)
    scene.play("0 ckong 1m; 0 discard 9m").settle_windows()
    assert scene.hand.table.aside == 117


def test_bc_7_a_claimed_discard_counts_once_in_its_meld() -> None:
    parts: dict[str, Any] = {"stacks": {1: "?9m"}, "options": CHANGES}
    scene = place("baicheng", ("9m", "78m", "", ""), rivers=("9m", "", "", ""), **parts).play("0 discard 9m; 1 chow 789m")
    assert scene.told(TreasureOut) == []
    scene = place("baicheng", ("9m", "", "99m", ""), **parts).play("0 discard 9m; 2 pung 9m")
    assert [tile_text(out.tile) for out in scene.told(TreasureOut)] == ["9m"]  # before the claimant's discard


def test_bc_7_a_declared_dragons_kong_makes_visible() -> None:
    parts: dict[str, Any] = {"drawn": "7z", "rivers": ("", "6z", "6z", ""), "stacks": {1: "?6z"}, "options": CHANGES}
    scene = place("baicheng", ("147m258p2369s567z", "", "", ""), **parts)
    assert scene.told(TreasureOut) == []  # in hand it is not visible
    scene.play("0 set dragons 567z")
    assert [tile_text(out.tile) for out in scene.told(TreasureOut)] == ["6z"]


def test_bc_7_judged_when_a_kong_is_committed_before_its_replacement() -> None:
    parts: dict[str, Any] = {"drawn": "6z", "rivers": ("", "6z", "", ""), "stacks": {1: "4s6z", 2: "8p?"}, "options": CHANGES}
    scene = place("baicheng", ("147m258p2369s6z", "", "", ""), melds=(("dragons_kong 567z",), (), (), ()), **parts)
    scene.play("0 add dragons 6z").settle_windows()
    assert scene.hand.table.aside == 118 and scene.drawn == "8p"


def test_bc_7_three_in_hand_are_not_visible() -> None:
    scene = place("baicheng", ("999m1p", "", "", ""), stacks={1: "?9m"}, options=CHANGES).play("0 discard 1p").settle_windows()
    assert scene.told(TreasureOut) == []


def test_bc_7_the_new_kind_wins() -> None:
    parts: dict[str, Any] = {"options": CHANGES, "rivers": ("", "9m", "9m", ""), "stacks": {1: "4m9m"}}
    scene = place("baicheng", ("9m", READY, "", ""), draws="4m", **parts).play("0 discard 9m").settle_windows()
    assert scene.play("1 win").fans() == {"standing": 1, "treasure": 2}
    assert tile_text(scene.told(End)[0].treasure or 0) == "4m"


def test_bc_7_after_a_change_replacements_leave_out_the_new_place() -> None:
    scene = third_discard(options=CHANGES, stacks={1: "4s9m"})
    assert scene.hand.table.tail() == 116


def test_bc_7_bc_25_no_tile_is_shared_twice() -> None:
    """The change takes a tile out: sharing begins as soon as no more than four can be drawn."""
    scene = third_discard(options=CHANGES, left=6)
    assert scene.exhausted
    assert [draw.source for draw in scene.told(Draw)] == ["last"] * 4


def test_bc_7_a_dealt_hand_from_a_seed_changes_too() -> None:
    scene = deal("baicheng", ("9m", "9m", "9m", ""), draws="???", stacks={1: "?9m"}, options=CHANGES)
    for seat in range(3):
        assert scene.told(TreasureOut) == []
        scene.play(f"{seat} discard 9m").settle_windows()
    assert [tile_text(out.tile) for out in scene.told(TreasureOut)] == ["9m"]
