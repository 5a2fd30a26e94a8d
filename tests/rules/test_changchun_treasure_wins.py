"""Changchun: winning by the treasure (CC-31 to CC-33, CC-64)."""

from typing import Any

from paiju.game import events as say
from tests.scenes import Scene, drawing, facing, place, tile

G = "changchun"
READY = "123m456s456p789p6z"  # waits for 6z alone
OTHER = "234m345s345p678p5z"  # waits for 5z alone
TWO_WAITS = "2233455m111p789s"  # 1m, and 4m as a closed wait
SEEN: dict[str, Any] = {"ready": (1,), "looked": (1,), "treasure": 2}


def matching(hand: str, treasure: str, **more: Any) -> Scene:
    """Seat 0 has discarded, and seat 1 looks at this treasure for the first time."""
    scene = place(G, ["1z", hand, "", ""], drawn="1z", ready=(1,), dice=[2], stacks={2: f"{treasure}?"}, **more)
    return scene.play("0 discard 1z")


def drawn(hand: str, treasure: str, **more: Any) -> Scene:
    """Seat 1, who has seen it, has just drawn a tile of the treasure's kind."""
    return drawing(G, hand, treasure, **SEEN, stacks={2: f"{treasure}?"}, **more)


def test_cc_31_seeing_a_treasure_that_is_a_wait_wins_at_once_as_a_self_draw() -> None:
    scene = matching(READY, "6z")
    assert scene.asked == (1,) and scene.may(1) == ["pass", "win"]
    scene.play("1 win")
    assert scene.told(say.Win) == [say.Win(1, "matched_treasure", (tile("6z"),))]
    assert scene.fans() == {"standing": 1, "self_draw": 1, "treasure": 1}
    assert scene.win_money == [-16, 32, -8, -8]  # all three pay, nobody as the discarder; seat 0 deals
    assert scene.held(1) == "123m456789p456s6z"  # won before he draws


def test_cc_31_a_treasure_that_is_no_wait_is_only_seen() -> None:
    scene = matching(READY, "5z")
    assert not scene.claims(1) and scene.told(say.Look, 1) == [say.Look(1, tile("5z"))]


def test_cc_31_passed_it_is_not_offered_again_for_the_same_look() -> None:
    scene = matching(READY, "6z", draws="2z").play("1 pass")
    assert scene.drawn == "2z" and scene.may(1) == ["discard 2z"]
    scene.play("1 discard 2z; pass").until(1)
    assert len(scene.told(say.Look)) == 1 and scene.may(1) == [f"discard {scene.drawn}"]
    later = matching(READY, "6z", draws="2z???6z").play("1 pass; 1 discard 2z; pass").until(1)
    assert later.drawn == "6z" and later.play("1 win").fans() == {"standing": 1, "self_draw": 1, "treasure": 1}  # as drawn treasure


def test_cc_31_after_a_change_the_new_look_is_checked_again() -> None:
    scene = place(
        G, ["9s", READY, "", ""], drawn="9s", ready=(1,), looked=(1,), treasure=2, dice=[1], stacks={2: "9s?", 1: "6z?"},
        rivers=("9s", "", "9s", ""),
    ).play("0 discard 9s")  # fmt: skip
    assert scene.claims(1) == ["win"]


def test_cc_32_drawing_a_tile_of_the_treasures_kind_wins() -> None:
    scene = drawn(READY, "4z")
    assert scene.may(1) == ["win", "discard 4z"]
    assert scene.play("1 win").fans() == {"standing": 1, "self_draw": 1, "treasure": 1}
    assert scene.told(say.Win) == [say.Win(1, "self_draw", (tile("4z"),))]


def test_cc_32_only_for_who_has_looked_at_it() -> None:
    stranger = drawing(G, READY, "4z", others={2: OTHER}, ready=(1, 2), looked=(2,), treasure=2, stacks={2: "4z?"})
    assert not stranger.can_win()
    undeclared = drawing(G, READY, "4z", others={2: OTHER}, ready=(2,), looked=(2,), treasure=2, stacks={2: "4z?"})
    assert not undeclared.can_win()


def test_cc_32_replacements_count() -> None:
    own = drawing(G, "123m456s555p78p66z", "5p", **SEEN, stacks={2: "4z?"}, tail="4z").play("1 ckong 5p")
    assert own.drawn == "4z" and own.can_win()
    claimed = facing(G, "123m456s555p78p66z", "5p", ready=(1,), dice=[1], stacks={1: "4z4z"}).play("1 kong 5p")
    assert claimed.told(say.Look) == [say.Look(1, tile("4z"))]  # the upper tile, and the lower one is the replacement
    assert claimed.drawn == "4z" and claimed.can_win()


def test_cc_32_tiles_held_before_do_not_count() -> None:
    hand = "123m456s456p444z6z"  # holds three 4z
    assert matching(hand, "4z").asked == (1,)
    assert not matching(hand, "4z").claims(1)
    assert not drawing(G, hand, "2z", **SEEN, stacks={2: "4z?"}).can_win()


def test_cc_32_a_drawn_treasure_passed_is_discarded() -> None:
    scene = drawn(READY, "4z").play("1 discard 4z; pass").until(1)
    assert scene.may(1) == [f"discard {scene.drawn}"]


def test_cc_32_matched_treasure_bonus() -> None:
    bonus: dict[str, object] = {"matched_treasure_bonus": 1}
    assert matching(READY, "6z", options=bonus).play("1 win").fans()["treasure"] == 2
    assert matching(READY, "6z").play("1 win").fans()["treasure"] == 1
    assert drawn(READY, "4z", options=bonus).play("1 win").fans()["treasure"] == 1


def test_cc_33_the_drawn_treasure_stands_for_the_wait_that_scores_best() -> None:
    assert drawn(TWO_WAITS, "4z").play("1 win").fans() == {"standing": 1, "self_draw": 1, "treasure": 1, "closed_wait": 1}
    pungs = "3334m555p777s999s"  # 2m and 5m make a chow, 4m all pungs
    assert drawn(pungs, "4z").play("1 win").fans() == {"standing": 1, "self_draw": 1, "treasure": 1, "all_pungs": 2}
    assert drawn(pungs, "2m").play("1 win").fans()["all_pungs"] == 2  # even the tile of another wait


def test_cc_33_a_matched_treasure_is_the_wait_it_is() -> None:
    assert "closed_wait" not in matching(TWO_WAITS, "1m").play("1 win").fans()
    assert "closed_wait" in matching(TWO_WAITS, "4m").play("1 win").fans()


def test_cc_33_the_conditions_are_judged_with_the_tile_it_stands_for() -> None:
    pung_comes = drawn("22m456m456p789s33z", "4z")  # a pung only with 2m or 3z
    assert pung_comes.play("1 win").fans() == {"standing": 1, "self_draw": 1, "treasure": 1}


def test_cc_64_a_discard_of_the_treasures_kind_is_no_win_unless_it_is_a_wait() -> None:
    setting: dict[str, Any] = {**SEEN, "stacks": {2: "4z?"}}
    assert not facing(G, READY, "4z", **setting).can_win()
    wait: dict[str, Any] = {**SEEN, "stacks": {2: "6z?"}}
    won = facing(G, READY, "6z", **wait).play("1 win")
    assert won.fans() == {"standing": 1}  # as any discard: no treasure, no self-draw
