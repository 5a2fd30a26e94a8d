"""Of every game: claims on another's tile, and one answer each (G-2, G-3, G-9, G-14)."""

from itertools import permutations, product
from typing import Any

import pytest

from paiju.core.errors import ActionError
from paiju.game import events as say
from paiju.game.audience import EVERYTHING, WATCHER
from tests.scenes import Scene, drawing, facing, place

GAMES = ["changchun", "baicheng", "changsha"]
every_game = pytest.mark.parametrize("variant", GAMES)
WAITS = "34s111m222p789s88p"  # for 2s and 5s, in every game


def all_rights(variant: str, **more: Any) -> Scene:
    """Seat 0 has discarded a 5s: seat 1 may chow, seat 2 pung or kong, seat 3 win."""
    hands = ["5s", "67s13579m", "555s", WAITS]
    return place(variant, hands, drawn="5s", **more).play("0 discard 5s")


@every_game
def test_g_2_every_seat_with_any_right_is_asked_at_once(variant: str) -> None:
    scene = all_rights(variant)
    assert scene.asked == (1, 2, 3)
    assert "chow 567s" in scene.claims(1)
    assert [text for text in scene.claims(2) if "chow" not in text][:2] == ["pung 5s", "kong 5s"]
    assert scene.claims(3) == ["win"]
    for seat in (1, 2, 3):
        assert "pass" in scene.may(seat)
    assert scene.may(0) == []


@every_game
def test_g_2_win_over_kong_and_pung_over_chow_in_whatever_order_they_answer(variant: str) -> None:
    for answers in product(("chow 567s", "pass"), ("pung 5s", "kong 5s", "pass"), ("win", "pass")):
        stories = set()
        for order in permutations((1, 2, 3)):
            scene = all_rights(variant)
            for seat in order:
                if seat in scene.asked:  # else nothing he could say matters any more
                    scene.play(f"{seat} {answers[seat - 1]}")
            if answers[2] == "win":
                assert scene.winners == [3]
            elif answers[1] != "pass":
                assert scene.asked == (2,) and len(scene.melds(2)) == 1
            elif answers[0] != "pass":
                assert scene.asked == (1,) and scene.melds(1) == ["chow 567s"]
            else:
                assert scene.asked == (1,) and scene.melds(1) == [] and scene.drawn
            stories.add(repr(scene.hand.events(EVERYTHING)))
        assert len(stories) == 1  # the order has no consequence


@every_game
def test_g_2_nothing_is_resolved_while_a_higher_claim_may_still_come(variant: str) -> None:
    scene = all_rights(variant)
    before = len(scene.hand.events())
    scene.play("1 chow 567s")
    assert scene.asked == (2, 3)
    scene.play("2 pung 5s")
    assert scene.asked == (3,) and len(scene.hand.events()) == before
    assert scene.melds(1) == [] and scene.melds(2) == []
    scene.play("3 pass")
    assert scene.melds(2) == ["pung 555s"] and scene.asked == (2,)


@every_game
def test_g_2_who_passes_his_win_and_pungs_does_not_take_it_from_under_another(variant: str) -> None:
    """Seat 3 could win and pung; seat 2 could win."""
    hands = ["5s", "", WAITS, "55s111p234m678m88s"]
    scene = place(variant, hands, drawn="5s").play("0 discard 5s")
    assert "win" in scene.claims(2) and "pung 5s" in scene.claims(3)
    scene.play("3 pung 5s")
    assert 2 in scene.asked and scene.melds(3) == []
    assert scene.play("2 win").winners == [2]


@every_game
def test_g_2_the_next_tile_is_drawn_only_when_the_window_is_closed(variant: str) -> None:
    scene = all_rights(variant)
    left = int(scene.hand.table.left)
    scene.play("1 pass; 2 pass")
    assert scene.hand.table.left == left and not scene.told(say.Draw)
    scene.play("3 pass")
    assert scene.hand.table.left == left - 1 and [e.seat for e in scene.told(say.Draw)] == [1]


# -- G-3 ---------------------------------------------------------------------------------------------------------


@every_game
def test_g_3_chow_only_from_the_previous_seat(variant: str) -> None:
    for discarder in range(4):
        hands = ["46s"] * 4
        hands[discarder] = "5s"
        scene = place(variant, hands, turn=discarder, drawn="5s").play(f"{discarder} discard 5s")
        for seat in range(4):
            assert ("chow 456s" in scene.claims(seat)) == (seat == (discarder + 1) % 4)


@every_game
def test_g_3_every_chow_of_the_tile_and_only_in_one_suit(variant: str) -> None:
    scene = place(variant, ["5s", "34677s12p67m4p9m8m", "", ""], drawn="5s").play("0 discard 5s")
    assert [text for text in scene.claims(1) if "chow" in text] == ["chow 567s", "chow 456s", "chow 345s"]
    border = place(variant, ["9m", "78m12p", "", ""], drawn="9m").play("0 discard 9m")
    assert [text for text in border.claims(1) if "chow" in text] == ["chow 789m"]
    across = place(variant, ["1p", "89m9p147m258s36s9s", "", ""], drawn="1p").play("0 discard 1p")
    assert not [text for text in across.claims(1) if "chow" in text]


def test_g_3_honours_make_no_chow() -> None:
    for variant in ("changchun", "baicheng"):
        assert place(variant, ["7z", "56z", "", ""], drawn="7z").play("0 discard 7z").claims(1) == []
    assert place("changchun", ["3z", "12z", "", ""], drawn="3z").play("0 discard 3z").claims(1) == []


# -- G-9 ---------------------------------------------------------------------------------------------------------


@every_game
def test_g_9_passing_a_win_is_allowed_everywhere(variant: str) -> None:
    hand = WAITS
    scene = facing(variant, hand, "5s", payer=2).play("1 pass")
    assert not scene.over
    scene = drawing(variant, hand, "5s")
    assert scene.can_win()
    scene.play("1 discard 5s")
    assert not scene.over


@every_game
def test_g_9_a_self_drawn_win_passed_is_gone_for_that_tile(variant: str) -> None:
    passed = drawing(variant, WAITS, "5s").play("1 discard 8p").settle_windows()
    assert "win" not in passed.may(1)
    quad = ("111123m34s222p88p", "5s")  # 111m 123m and 34s: it wins, and four 1m could be laid
    for replacement, wins in (("4m", True), ("9p", False)):
        scene = drawing(variant, *quad, tail=replacement)
        assert scene.can_win()
        scene.play("1 ckong 1m")
        assert scene.drawn == replacement and scene.can_win() == wins  # a new tile is a new win


def test_g_9_a_win_passed_by_laying_a_set_is_not_offered_again() -> None:
    scene = drawing("baicheng", "123m456s78p22p567z", "9p")  # 中发白 is a set there, laid or not
    assert scene.can_win()
    scene.play("1 set dragons 567z")
    assert not scene.can_win()
    assert scene.waits(1) == "69p"


# -- G-14 --------------------------------------------------------------------------------------------------------


@every_game
def test_g_14_one_answer_not_changed_afterwards(variant: str) -> None:
    scene = all_rights(variant).play("2 pung 5s")
    for text in ("pass", "kong 5s", "pung 5s"):
        with pytest.raises(ActionError, match="not asked now"):
            scene.hand.play(text, 2)
    assert scene.play("1 pass; 3 pass").melds(2) == ["pung 555s"]


@every_game
def test_g_14_the_other_claims_lapse_without_cost_or_trace(variant: str) -> None:
    """No seat learns another's answer except the claim carried out, not even from the record."""
    told = []
    for first, second in product(("chow 567s", "pass"), ("pung 5s", "kong 5s", "pass")):
        scene = all_rights(variant)
        scene.play(f"1 {first}; 2 {second}; 3 win")
        told.append([repr(scene.hand.events(audience)) for audience in (0, 1, 2, 3, WATCHER, EVERYTHING)])
    assert all(story == told[0] for story in told)


@every_game
def test_g_14_while_the_window_is_open_nobody_learns_an_answer(variant: str) -> None:
    scene = all_rights(variant)
    before = [repr(scene.hand.events(audience)) for audience in range(6)]
    scene.play("1 chow 567s; 2 kong 5s")
    assert before == [repr(scene.hand.events(audience)) for audience in range(6)]
