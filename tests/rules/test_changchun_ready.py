"""Changchun: declaring ready and the locked hand (CC-21, CC-22)."""

from typing import Any

import pytest

from paiju.game import events as say
from paiju.game.audience import WATCHER
from tests.scenes import Scene, deal, drawing, facing, place

G = "changchun"
READY = "123m456s456p789p6z"  # waits for 6z alone
PUNG_KEPT = "123m456s555p78p66z"  # waits for 6p 9p, and 5p stands apart
DECLARED: dict[str, Any] = {"ready": (1,), "looked": (1,)}


def test_cc_21_declaring_is_optional_and_undeclared_hands_win_normally() -> None:
    scene = drawing(G, READY, "1z")
    assert scene.may(1, "ready") == ["ready 1z"] and "discard 1z" in scene.may(1)
    scene.play("1 discard 1z").until(1)
    assert facing(G, READY, "6z").play("1 win").winners == [1]
    assert drawing(G, READY, "6z").play("1 win").winners == [1]


def test_cc_21_undeclared_hands_never_see_the_treasure() -> None:
    scene = drawing(G, READY, "1z", stacks={1: "6z"}, dice=[1]).play("1 discard 1z")
    scene.drift(12)
    assert not scene.told(say.Roll) and not scene.told(say.Look)
    # Another's treasure wins nothing for him: seat 2 has looked at a 2z, seat 1 draws one.
    scene = drawing(G, READY, "2z", stacks={1: "2z"}, treasure=1, others={2: "234m345s345p678p5z"}, ready=(2,), looked=(2,), left=60)
    assert not scene.can_win(1)


def test_cc_21_must_declare_to_win() -> None:
    must: dict[str, object] = {"must_declare_to_win": True}
    assert not drawing(G, READY, "6z", options=must).can_win()
    assert not facing(G, READY, "6z", options=must).can_win()
    assert drawing(G, READY, "6z", options=must, **DECLARED).can_win()
    assert facing(G, READY, "6z", options=must, **DECLARED).can_win()
    dealt = deal(G, (READY + "6z", "", "", ""), options=must)
    assert not dealt.can_win(0) and dealt.may(0, "ready")  # he may declare


# -- CC-22: declaring --------------------------------------------------------------------------------------------


def test_cc_22_with_any_own_discard_that_leaves_a_ready_hand() -> None:
    whole = drawing(G, "23m456s555p789p66z", "4m")
    assert whole.may(1, "ready") == [text.replace("discard", "ready") for text in whole.may(1, "discard")]
    one_off = drawing(G, "234m456s555p78p66z", "1z")
    assert one_off.may(1, "ready") == ["ready 1z"] and len(one_off.may(1, "discard")) > 9
    two = drawing(G, "123m456s55p789p66z", "1z")
    assert two.may(1, "ready") == ["ready 1z"]
    three = drawing(G, "234m456s5667p666z", "1p")  # 5667p + 666z: without 1p 6p wins, and so on
    for text in three.may(1, "discard"):
        clone = Scene(three.hand.clone()).play(f"1 {text}")
        assert (text.replace("discard", "ready") in three.may(1)) == (clone.waits(1) != ""), text


def test_cc_22_a_hand_that_is_not_ready_cannot_be_declared() -> None:
    no_pung = drawing(G, "123m456s456p78p16z", "1z")  # complete with 6p or 9p but for CC-8
    assert no_pung.may(1, "ready") == []
    no_pung.refused("1 ready 6z")
    assert drawing(G, "123m456m456p789p6z", "1z").may(1, "ready") == []  # but for CC-7
    assert drawing(G, "234m567s456p78p22s", "2z").may(1, "ready") == []  # but for CC-8 and CC-10


def test_cc_22_after_a_claim() -> None:
    scene = facing(G, "123m46s456p789p16z", "5s", payer=0).play("1 chow 456s")
    assert scene.may(1, "ready") == ["ready 1z"]  # without 6z there is neither pung nor dragon pair
    scene = facing(G, "123m46s555p789p16z", "5s", payer=0).play("1 chow 456s")
    assert scene.may(1, "ready") == ["ready 1z", "ready 6z"]
    scene.play("1 ready 1z; pass")
    assert scene.hand.view(WATCHER).seats[1].ready


def test_cc_22_first_turn_included() -> None:
    for dealer in range(4):
        hands = [""] * 4
        hands[dealer] = READY + "1z"
        scene = deal(G, hands, dealer=dealer).play(f"{dealer} ready 1z")
        assert scene.told(say.Discard, WATCHER) == [say.Discard(dealer, 27, True)]
    scene = deal(G, ("9m", READY, "", ""), draws="1z").play("0 discard 9m; pass")
    assert scene.may(1, "ready") == ["ready 1z"]


def test_cc_22_everybody_sees_the_declaration_and_it_cannot_be_withdrawn() -> None:
    scene = drawing(G, READY, "1z").play("1 ready 1z").settle_windows()
    for audience in range(5):
        assert scene.hand.view(audience).seats[1].ready
    scene.until(1)
    assert {text.split()[0] for text in scene.may(1)} <= {"discard", "win"}
    assert scene.may(1, "ready") == []  # not again either


def test_cc_22_the_declaration_stands_whatever_becomes_of_its_discard() -> None:
    hands = ["", READY + "1z", "11z", ""]
    scene = place(G, hands, turn=1, drawn="1z").play("1 ready 1z; 2 pung 1z")
    assert scene.melds(2) == ["pung 111z"]
    assert scene.hand.view(WATCHER).seats[1].ready
    scene.play("2 discard " + scene.may(2, "discard")[0].split()[1]).until(1)
    assert len(scene.may(1, "discard")) == 1  # locked
    won = place(G, ["", "123m456s456p789p5z6z", "123m456s456p789p5z", ""], turn=1, drawn="5z").play("1 ready 5z; 2 win")
    assert won.winners == [2] and won.hand.view(WATCHER).seats[1].ready


# -- CC-22: the locked hand --------------------------------------------------------------------------------------


def test_cc_22_locked_no_chow_or_pung() -> None:
    assert facing(G, "123m34s555p789p66z", "5s", payer=0).claims(1) == ["win", "chow 345s"]
    assert facing(G, "123m34s555p789p66z", "5s", payer=0, **DECLARED).claims(1) == ["win"]
    assert facing(G, PUNG_KEPT, "6z", payer=0).claims(1) == ["pung 6z"]
    assert facing(G, PUNG_KEPT, "6z", payer=0, **DECLARED).claims(1) == []


def test_cc_22_the_drawn_tile_is_discarded() -> None:
    scene = drawing(G, READY, "4m", **DECLARED)
    assert scene.may(1) == ["discard 4m"]
    scene.refused("1 discard 1m")


def test_cc_22_or_wins() -> None:
    assert drawing(G, READY, "6z", **DECLARED).may(1) == ["win", "discard 6z"]
    assert facing(G, READY, "6z", **DECLARED).claims(1) == ["win"]


def test_cc_22_or_is_used_for_a_kong_that_leaves_the_waits_unchanged() -> None:
    assert drawing(G, PUNG_KEPT, "5p", **DECLARED).may(1) == ["discard 5p", "ckong 5p"]
    assert facing(G, PUNG_KEPT, "5p", **DECLARED).claims(1) == ["kong 5p"]
    added = drawing(G, "456s555p78p66z", "1m", "pung 111m", **DECLARED)
    assert added.may(1) == ["discard 1m", "akong 1m"]


@pytest.mark.parametrize(
    ("hand", "before", "after"),
    [("123m456s5556p222z", "467p", "6p"), ("123m456s34555p66z", "25p6z", "2p"), ("123m456s55567p66z", "58p6z", "8p")],
)
def test_cc_22_same_waits_not_merely_still_ready(hand: str, before: str, after: str) -> None:
    free = drawing(G, hand, "5p")
    assert free.waits(1) == before and free.may(1, "ckong") == ["ckong 5p"]
    assert free.play("1 ckong 5p").waits(1) == after
    assert drawing(G, hand, "5p", **DECLARED).may(1, "ckong") == []
    assert "kong 5p" in facing(G, hand, "5p").claims(1)
    assert "kong 5p" not in facing(G, hand, "5p", **DECLARED).claims(1)


def test_cc_22_an_added_kong_that_changes_the_waits_is_not_allowed() -> None:
    hand = ("123m456s45p66z", "6p", "pung 666p")  # 3p and 6p wait; added, 3p alone
    assert drawing(G, *hand).may(1, "akong") == ["akong 6p"]
    assert drawing(G, *hand, **DECLARED).may(1) == ["win", "discard 6p"]


def test_cc_22_never_a_quad_or_fourth_tile_kept_in_hand() -> None:
    quad = ("123m456s55556p22z", "1z")
    assert drawing(G, *quad).may(1, "ckong") == ["ckong 5p"]
    assert drawing(G, *quad, **DECLARED).may(1) == ["discard 1z"]
    fourth = ("123m46s23499p", "1z", "pung 222p")
    assert drawing(G, *fourth).may(1, "akong") == ["akong 2p"]
    assert drawing(G, *fourth, **DECLARED).may(1) == ["discard 1z"]


def test_cc_22_or_for_an_addition_to_a_special_kong() -> None:
    assert drawing(G, "123m456s78p66z", "1z", "winds_kong 1234z", **DECLARED).may(1) == ["discard 1z", "add winds 1z"]
    kept = ("123m456s78p11z", "5m", "winds_kong 1234z")
    assert drawing(G, *kept).may(1, "add") == ["add winds 1z"]
    assert drawing(G, *kept, **DECLARED).may(1) == ["discard 5m"]


def test_cc_22_no_set_is_declared_by_a_locked_hand() -> None:
    options: dict[str, object] = {"special_kong_window": "any_turn"}
    hand = ("123m123p12378s66z", "1z")
    assert drawing(G, *hand, options=options).may(1, "set") == ["set ones 1m1p1s"]
    assert drawing(G, *hand, options=options, **DECLARED).may(1) == ["discard 1z"]


def test_cc_22_a_declared_kong_goes_on_with_its_replacement() -> None:
    scene = drawing(G, PUNG_KEPT, "5p", tail="6p", **DECLARED).play("1 ckong 5p")
    assert scene.drawn == "6p" and scene.may(1) == ["win", "discard 6p"]
    claimed = facing(G, PUNG_KEPT, "5p", tail="3z", **DECLARED).play("1 kong 5p")
    assert claimed.drawn == "3z" and claimed.may(1) == ["discard 3z"]


def test_cc_22_a_declared_player_may_pass_a_win_and_stays_locked() -> None:
    scene = facing(G, READY, "6z", **DECLARED).play("1 pass").until(1)
    assert scene.may(1) == [f"discard {scene.drawn}"]
