"""Baicheng: the dragons kong collected, declared, forced and added to (BC-19 to BC-22, BC-39, BC-43)."""

from typing import Any

import pytest

from paiju.game.events import Draw, Special
from paiju.game.views import MeldView
from tests.scenes import Scene, deal, own_turn, place, tile

QUIET = "147m258p369s"  # nine tiles that make nothing


def turn(hand: str, drawn: str, *melds: str, **more: Any) -> Scene:
    """The own turn of a seat that has just drawn; not its first unless said."""
    return own_turn("baicheng", hand, drawn, *melds, **{"dealer": 1, **more})


# -- what it is, and when ----------------------------------------------------------------------------------------


def test_bc_20_special_kong_of_dragons_only() -> None:
    scene = turn("1m1p1s9m9p9s23m567z55p", "5p", first_turns=(0,))
    assert scene.may(0, "set") == ["set dragons 567z"]
    for other in ("set ones 1m1p1s", "set nines 9m9p9s", "set winds 1234z"):
        assert "no action of baicheng" in scene.refused(f"0 {other}")


def test_bc_20_collected_over_several_draws() -> None:
    scene = deal("baicheng", ("", QUIET + "22s57z", "", ""), draws="9m ??? 7m ??? 6z")
    scene.play(f"0 discard {scene.drawn}").settle_windows()
    for wanted in ("9m", "7m"):
        assert scene.asked == (1,) and scene.drawn == wanted
        assert scene.may(1, "set") == []
        scene.until(1)
    assert scene.drawn == "6z" and scene.may(1, "set") == ["set dragons 567z"]
    scene.play("1 set dragons 567z")
    assert scene.melds(1) == ["dragons_kong 567z"]


def test_bc_20_declared_on_a_later_turn_with_all_three_long_in_hand() -> None:
    scene = turn(QUIET + "2s567z4s", "4s")
    scene.play("0 discard 4s").settle_windows().until(0)
    scene.play("0 set dragons 567z")
    assert scene.told(Special)


def test_bc_20_special_kong_any_turn_false_is_the_first_turn_only() -> None:
    options = {"special_kong_any_turn": False}
    assert turn(QUIET + "2s567z4s", "4s", options=options).may(0, "set") == []
    assert turn(QUIET + "2s567z4s", "4s", options=options, first_turns=(0,)).may(0, "set") == ["set dragons 567z"]
    # What must not be declared is not forced either.
    scene = turn(QUIET + "4s5677z", "4s", options=options)
    assert scene.may(0, "set") == [] and "discard 7z" in scene.may(0)


def test_bc_20_not_in_a_later_turn_that_began_with_a_claim() -> None:
    for first_turns, offered in (((), []), ((1,), ["set dragons 567z"])):
        scene = place("baicheng", ("5p", "147m2s55p369s567z", "", ""), first_turns=first_turns)
        scene.play("0 discard 5p; 1 pung 5p")
        assert scene.may(1, "set") == offered


def test_bc_20_three_tiles_draw_no_replacement() -> None:
    scene = turn(QUIET + "2s567z4s", "4s")
    before = scene.hand.table.left
    scene.play("0 set dragons 567z")
    assert scene.asked == (0,) and scene.told(Draw) == []
    assert scene.hand.table.left == before
    assert scene.held(0) == "147m258p23469s"


def test_bc_20_never_refused_for_lack_of_tiles() -> None:
    scene = turn("1147m258p4444s567z", "4s", left=5)  # four to share and the treasure
    assert scene.may(0, "ckong") == [] and scene.may(0, "set") == ["set dragons 567z"]
    scene.play("0 set dragons 567z")
    assert scene.melds(0) == ["dragons_kong 567z"]


@pytest.mark.parametrize("kind", ["5z", "6z", "7z"])
def test_bc_22_each_added_dragon_draws_a_replacement(kind: str) -> None:
    scene = turn("147m258p369s2s" + kind, kind, "dragons_kong 567z", tail="9m")
    assert scene.may(0, "add") == [f"add dragons {kind}"]
    scene.play(f"0 add dragons {kind}").settle_windows()
    assert scene.drawn == "9m"
    assert scene.melds(0)[0].startswith("dragons_kong ") and len(scene.melds(0)[0]) == len("dragons_kong 567zz")
    assert [draw.source for draw in scene.told(Draw)] == ["tail"]


def test_bc_22_additions_one_after_another() -> None:
    scene = turn("147m258p369s2s5z", "5z", "dragons_kong 567z", tail="7z 6z 9m")
    scene.play("0 add dragons 5z").settle_windows().play("0 add dragons 7z").settle_windows().play("0 add dragons 6z").settle_windows()
    assert scene.melds(0) == ["dragons_kong 556677z"]
    assert scene.drawn == "9m"


def test_bc_22_a_dragon_held_longer_may_be_added_too() -> None:
    scene = turn("147m258p369s5z2s", "2s", "dragons_kong 567z")
    assert scene.may(0, "add") == ["add dragons 5z"]
    scene.play("0 discard 5z")  # it need not
    assert not scene.over


def test_bc_43_one_special_kong_further_dragons_are_additions_or_ordinary_tiles() -> None:
    scene = turn("147m258p39s556677z", "7z", first_turns=(0,))
    scene.play("0 set dragons 567z")
    assert scene.may(0, "set") == []
    assert scene.may(0, "add") == ["add dragons 5z", "add dragons 6z", "add dragons 7z"]
    assert {"discard 5z", "discard 6z", "discard 7z"} <= set(scene.may(0))
    # As ordinary tiles they still are a pair, a pung or a set.
    scene = turn("123m456p78s55z9s", "9s", "dragons_kong 567z").play("0 win")
    assert scene.fans() == {"self_draw": 1}
    scene = turn("123m456p99s567z", "6z", "dragons_kong 567z").play("0 win")
    assert scene.fans() == {"closed_wait": 1, "self_draw": 1}


# -- undeclared, and the fourth ----------------------------------------------------------------------------------


def test_bc_19_three_dragons_may_stay_undeclared_still_standing() -> None:
    scene = turn("123m456p78s55p567z9s", "9s", dealer=2)
    assert {"win", "set dragons 567z", "discard 5z", "discard 1m"} <= set(scene.may(0))
    scene.play("0 win")
    assert scene.fans() == {"standing": 1, "self_draw": 1}


def test_bc_19_a_fourth_dragon_leaves_the_declaration_only() -> None:
    scene = turn(QUIET + "4s567z5z", "5z")
    assert scene.may(0) == ["set dragons 567z"]
    assert "may set dragons 567z" in scene.refused("0 discard 5z")


@pytest.mark.parametrize("hand", ["147m258p369s5567z4s", "147m2222p36s5567z4s", "147m258p69s556677z"])
def test_bc_19_whatever_was_drawn_and_whatever_else_is_held(hand: str) -> None:
    drawn = "4s" if "4s" in hand else "9s"
    assert turn(hand, drawn).may(0) == ["set dragons 567z"]  # no kong of 2p either


def test_bc_19_all_three_kinds_are_needed() -> None:
    scene = turn(QUIET + "4s5556z", "5z")
    assert scene.may(0, "set") == [] and len(scene.may(0, "discard")) > 1


def test_bc_19_the_win_is_offered_beside_it_and_keeps_him_standing() -> None:
    scene = turn("123m456p789s55567z", "5z", dealer=2)
    assert scene.may(0) == ["win", "set dragons 567z"]
    scene.play("0 win")
    assert scene.fans()["standing"] == 1
    assert scene.kong_money == [0, 0, 0, 0]


def test_bc_19_declared_the_hand_is_open_and_the_surplus_his_choice() -> None:
    scene = turn("123m456p789s55567z", "5z", dealer=2).play("0 set dragons 567z")
    assert scene.may(0, "win") == []  # passed
    assert scene.may(0, "add") == ["add dragons 5z"]
    assert "discard 1m" in scene.may(0)
    scene.play("0 discard 1m").settle_windows().until(0)
    assert scene.melds(0) == ["dragons_kong 567z"]
    scene = place("baicheng", ("9s", "123m456p78s55z", "", ""), melds=((), ("dragons_kong 567z",), (), ())).play("0 discard 9s; 1 win")
    assert scene.fans() == {}  # not standing


def test_bc_19_the_dealers_first_turn_included_and_he_adds_later() -> None:
    scene = deal("baicheng", (QUIET + "2s567z6z", "", "", ""), draws="? ? ? 1m")
    assert scene.may(0) == ["set dragons 567z"]
    scene.play("0 set dragons 567z")
    assert scene.may(0, "add") == [] and len(scene.may(0, "discard")) > 1
    scene.play("0 discard 2s").settle_windows().until(0)
    assert scene.may(0, "add") == ["add dragons 6z"]


def test_bc_19_never_in_a_turn_that_began_with_a_claim() -> None:
    for first_turns in ((), (1,)):
        scene = place("baicheng", ("5p", "147m55p369s5567z", "", ""), first_turns=first_turns)
        scene.play("0 discard 5p; 1 pung 5p")
        assert "discard 1m" in scene.may(1)
        assert scene.may(1, "set") == (["set dragons 567z"] if first_turns else [])


def test_bc_19_a_kong_on_a_discard_begins_with_a_draw() -> None:
    scene = place("baicheng", ("8p", "147m888p36s5567z", "", ""), tail="9m").play("0 discard 8p; 1 kong 8p")
    assert scene.drawn == "9m" and scene.may(1) == ["set dragons 567z"]


def test_bc_19_never_in_the_sharing_of_the_last_tiles() -> None:
    scene = place("baicheng", ("", QUIET + "4s567z", "", ""), left=5, draws="5z")
    scene.play(f"0 {scene.may(0, 'discard')[0]}").settle_windows()
    assert scene.exhausted and scene.melds(1) == []
    assert scene.held(1) == "147m258p3469s5567z"


def test_bc_19_not_with_a_special_kong_already() -> None:
    scene = turn("147m258p3s5677z", "7z", "dragons_kong 567z")
    assert "discard 5z" in scene.may(0) and scene.may(0, "add")


def test_bc_19_option_off_leaves_all_choices() -> None:
    scene = turn(QUIET + "4s567z5z", "5z", options={"fourth_dragon_forces": False})
    assert {"set dragons 567z", "discard 5z", "discard 4s"} <= set(scene.may(0))
    scene.play("0 discard 5z").settle_windows()
    assert scene.melds(0) == []
    assert "discard 5z" in turn(QUIET + "4s567z5z", "5z", preset="app").may(0)


# -- the dealer's first turn -------------------------------------------------------------------------------------


def test_bc_21_the_dealer_declares_but_adds_nothing_before_a_draw_from_the_front() -> None:
    scene = deal("baicheng", ("1111m258p9s5566z7z", "", "", ""), tail="7z 4s 9p", draws="? ? ? 3s")
    scene.play("0 set dragons 567z; 0 ckong 1m")
    assert scene.drawn == "7z" and scene.may(0, "add") == []  # a replacement is no draw from the front
    scene.play("0 discard 9s").settle_windows().until(0)
    assert scene.may(0, "add") == ["add dragons 5z", "add dragons 6z", "add dragons 7z"]
    scene.play("0 add dragons 5z").settle_windows()
    assert scene.drawn == "4s"


def test_bc_21_others_may_go_on_adding_as_they_draw() -> None:
    scene = deal("baicheng", ("", "147m258p369s567z1m", "", ""), draws="5z", tail="6z 7z 9m")
    scene.play(f"0 discard {scene.drawn}").settle_windows()
    scene.play("1 set dragons 567z; 1 add dragons 5z").settle_windows()
    scene.play("1 add dragons 6z").settle_windows().play("1 add dragons 7z").settle_windows()
    assert scene.melds(1) == ["dragons_kong 556677z"] and scene.drawn == "9m"


def test_bc_21_a_first_turn_reached_by_a_claim_declares_and_adds_after_the_next_draw() -> None:
    scene = deal("baicheng", ("5p", "", "147m55p369s5667z4m", ""), draws="? ? 9m")
    scene.play("0 discard 5p; 2 pung 5p")
    assert scene.may(2, "set") == ["set dragons 567z"]
    scene.play("2 set dragons 567z")
    assert scene.may(2, "add") == []
    scene.play("2 discard 1m").settle_windows().until(2)
    assert scene.may(2, "add") == ["add dragons 6z"]


def test_bc_21_a_first_turn_reached_by_a_kong_has_had_its_draw() -> None:
    scene = deal("baicheng", ("8p", "", "147m888p36s5567z1s", ""), tail="9m 2p")
    scene.play("0 discard 8p; 2 kong 8p; 2 set dragons 567z")
    assert scene.drawn == "9m" and scene.may(2, "add") == ["add dragons 5z"]


def test_bc_21_a_kong_on_a_discard_is_no_draw_from_the_front_for_the_dealer() -> None:
    scene = deal("baicheng", ("147m888p36s5567z1s2s", "8p", "", ""), tail="9m", draws="? ? ? 9p")
    scene.play("0 set dragons 567z; 0 discard 2s").settle_windows()
    scene.play("1 discard 8p; 0 kong 8p")
    assert scene.drawn == "9m" and scene.may(0, "add") == []
    scene.play("0 discard 9m").settle_windows().until(0)
    assert scene.may(0, "add") == ["add dragons 5z"]


def test_bc_20_the_declared_set_lies_open_for_all() -> None:
    scene = turn(QUIET + "2s567z4s", "4s").play("0 set dragons 567z")
    for audience in range(6):
        assert scene.hand.view(audience).seats[0].melds == [MeldView("dragons_kong", (tile("5z"), tile("6z"), tile("7z")))]


def test_bc_14_bc_17_won_with_the_dragons_just_laid_there_is_no_winning_tile() -> None:
    """G-13: with `pung_required` the declared dragons are what the hand lacked; no closed wait."""
    options: dict[str, object] = {"pung_required": True}
    scene = turn("123m456p789s55p567z", "7z", options=options, dealer=2)
    assert scene.may(0, "win") == []
    scene.play("0 set dragons 567z; 0 win")
    assert scene.fans() == {"self_draw": 1}
    assert scene.kong_money == [15, -5, -5, -5]
