"""Changsha: several winners on one tile (CS-42), and passing a win (CS-44)."""

from typing import Any

import pytest

from paiju.core.notation import parse_tile
from paiju.game.events import Bird
from paiju.game.why import why_not
from tests.rules.changsha import calm
from tests.scenes import Scene, place

READY = "123m456p789p55p78s"  # waits for 6s and 9s
OTHER = "123m234p678p22m78s"  # so does this
THIRD = "678m123p234p88m78s"  # and this
NO_BIRD: dict[str, object] = {"birds": 0}


def thrown(tile: str, hands: dict[int, str], *, turn: int = 0, **more: Any) -> Scene:
    held = [hands.get(seat, "") for seat in range(4)]
    held[turn] = tile + held[turn]
    return place("changsha", held, turn=turn, **calm(more)).play(f"{turn} discard {tile}")


# -- together ----------------------------------------------------------------------------------------------------


def test_cs_42_every_claimant_of_one_discard_wins() -> None:
    scene = thrown("9s", {1: READY, 2: OTHER, 3: THIRD}, dealer=0)
    scene.play("2 win")
    assert not scene.over  # others may win too
    scene.play("3 win; 1 win")
    assert scene.winners == [1, 2, 3]
    assert scene.money == [-60, 20, 20, 20]


def test_cs_42_one_who_passes_does_not_hinder_the_others() -> None:
    scene = thrown("9s", {1: READY, 2: OTHER, 3: THIRD}).play("1 pass; 3 win; 2 pass")
    assert scene.winners == [3]


def test_cs_42_each_is_settled_with_the_payer_one_bird_for_all() -> None:
    # Dealer seat 2: bird 3 hits seat 0, the payer, of both payments; bird 4 hits winner 1 only.
    both = {1: READY, 3: OTHER}
    scene = thrown("9s", both, options={"birds": 1}, draws="3p").play("1 win; 3 win")
    assert len(scene.told(Bird)) == 1 and scene.money == [-40, 20, 0, 20]
    scene = thrown("9s", both, options={"birds": 1}, draws="4p").play("1 win; 3 win")
    assert scene.money == [-30, 20, 0, 10]


def test_cs_42_a_claim_waits_for_every_win() -> None:
    scene = thrown("9s", {1: "99s", 2: READY, 3: OTHER}).play("1 pung 9s; 2 pass")
    assert scene.melds(1) == []
    scene.play("3 win")
    assert scene.winners == [3] and scene.melds(1) == []


# -- passing a win -----------------------------------------------------------------------------------------------

MANY = "34567m345p678p22s"  # waits for 2m, 5m, 8m


def passed(**more: Any) -> Scene:
    """Seat 3 has passed 5m from seat 0; seat 1 is to discard."""
    return thrown("5m", {3: MANY, 1: "58m"}, **more).play("3 pass").settle_windows()


def test_cs_44_the_same_kind_may_not_be_won_from_others_until_the_own_draw() -> None:
    """Worked example 6: passed 5m, 5m again before the own draw: refused; another wait comes: may win."""
    scene = passed()
    assert scene.asked == (1,)
    again = Scene(scene.hand.clone()).play("1 discard 5m")
    assert again.may(3, "win") == []
    assert why_not(again.hand, 3, parse_tile("5m")).code == "passed_win"
    other = Scene(scene.hand.clone()).play("1 discard 8m")
    assert other.play("3 win").winners == [3]


def test_cs_44_lifted_by_the_own_draw() -> None:
    scene = thrown("5m", {3: MANY, 0: "5m"}, draws="? ? 1p").play("3 pass").settle_windows()
    scene.until(3)
    scene.play("3 discard 1p").settle_windows().play("0 discard 5m")
    assert scene.may(3, "win") == ["win"]


def test_cs_44_self_draw_is_never_barred() -> None:
    scene = thrown("5m", {3: MANY}, draws="? ? 5m").play("3 pass").settle_windows().until(3)
    assert scene.drawn == "5m" and "win" in scene.may(3)


def test_cs_44_lifted_by_a_kong_replacement() -> None:
    hands = {3: "34567m345p22s777p", 1: "7p5m"}
    scene = thrown("5m", hands, tail="1p").play("3 pass").settle_windows().play("1 discard 7p; 3 kong 7p")
    assert scene.drawn == "1p"
    scene.play("3 discard 1p").settle_windows()
    scene.play(f"0 discard {scene.drawn}").settle_windows().play("1 discard 5m")
    assert "win" in scene.may(3)


def test_cs_44_not_lifted_by_a_claim() -> None:
    for lock, wins in (("same_tile", False), ("none", True)):
        hands = {3: "46m345p678p22255s", 1: "5s", 0: "5m"}
        scene = thrown("5m", hands, options={"passed_win_lock": lock}).play("3 pass").settle_windows()
        scene.play("1 discard 5s; 3 pung 5s; 3 discard 2s").settle_windows()  # 46m 22s 345p 678p still waits for 5m
        scene.play("0 discard 5m")
        assert bool(scene.may(3, "win")) == wins


def test_cs_44_punging_instead_of_winning_is_passing() -> None:
    # Wins on 2s and 5s, before the pung (22s 34s) and after it (34s beside the pung).
    scene = thrown("2s", {3: "555m345p678p2234s", 0: "25s"})
    assert scene.may(3) == ["pass", "win", "pung 2s"]
    scene.play("3 pung 2s; 3 discard 5m").settle_windows()
    assert scene.asked == (0,)
    assert Scene(scene.hand.clone()).play("0 discard 2s").may(3, "win") == []
    assert Scene(scene.hand.clone()).play("0 discard 5s").may(3, "win") == ["win"]


def test_cs_44_several_kinds_may_be_barred() -> None:
    scene = thrown("5m", {3: MANY, 1: "8m", 2: "58m"}).play("3 pass").settle_windows().play("1 discard 8m; 3 pass").settle_windows()
    for tile, wins in (("5m", False), ("8m", False)):
        assert bool(Scene(scene.hand.clone()).play(f"2 discard {tile}").may(3, "win")) == wins


def test_cs_44_a_robbery_is_barred_too() -> None:
    """5m passed and punged; before seat 3 has drawn its owner draws and adds the fourth."""
    for lock, wins in (("same_tile", False), ("none", True)):
        hands = {3: "46m22s345p678p678s", 1: "55m9p", 0: "99p1s"}
        scene = thrown("5m", hands, draws="5m", options={"passed_win_lock": lock}).play("3 pass; 1 pung 5m; 1 discard 9p")
        scene.play("0 pung 9p; 0 discard 1s").settle_windows()
        assert scene.asked == (1,) and scene.drawn == "5m"
        scene.play("1 akong 5m")
        assert bool(scene.may(3, "win")) == wins
        assert scene.melds(1) == (["pung 555m"] if wins else ["added_kong 5555m"])


def test_cs_44_a_passed_robbery_counts() -> None:
    for lock, wins in (("same_tile", True), ("any_tile", False)):
        hands = ("9s6s147m258p1s", "", "", READY)
        melds = (("pung 999s",), (), (), ())
        scene = place("changsha", hands, drawn="9s", left=40, dealer=2, melds=melds, tail="1p", options={"passed_win_lock": lock})
        scene.play("0 akong 9s; 3 pass; 0 discard 6s")
        assert bool(scene.may(3, "win")) == wins


def test_cs_44_a_sea_bottom_discard_is_barred_too() -> None:
    for lock, wins in (("same_tile", False), ("none", True)):
        scene = thrown("9s", {3: READY}, left=1, draws="9s", options={"passed_win_lock": lock}).play("3 pass")
        scene.play("1 take")
        assert (scene.asked == (3,)) == wins


def test_cs_44_lifted_by_taking_the_sea_bottom() -> None:
    scene = thrown("9s", {1: READY}, left=1, draws="9s").play("1 pass; 1 take")
    assert scene.may(1) == ["pass", "win"]


@pytest.mark.parametrize(("lock", "same", "other"), [("same_tile", False, True), ("any_tile", False, False), ("none", True, True)])
def test_cs_44_passed_win_lock(lock: str, same: bool, other: bool) -> None:
    scene = passed(options={"passed_win_lock": lock})
    assert bool(Scene(scene.hand.clone()).play("1 discard 5m").may(3, "win")) == same
    assert bool(Scene(scene.hand.clone()).play("1 discard 8m").may(3, "win")) == other


def test_cs_44_any_tile_is_lifted_by_the_own_draw_too() -> None:
    scene = thrown("5m", {3: MANY, 0: "8m"}, draws="? ? 1p", options={"passed_win_lock": "any_tile"}).play("3 pass").settle_windows()
    scene.until(3)
    scene.play("3 discard 1p").settle_windows().play("0 discard 8m")
    assert scene.may(3, "win") == ["win"]
