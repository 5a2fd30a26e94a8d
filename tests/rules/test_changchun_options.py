"""Changchun: the options spelled out in CC-70, and the league's preset. Others are tested beside their clause, defaults in ``test_options``."""

from typing import Any

import pytest

from paiju.game import events as say
from paiju.game.audience import WATCHER
from tests.scenes import Scene, deal, drawing, facing, place, plain, tile

G = "changchun"
READY = "123m456s456p789p6z"  # waits for 6z alone
OTHER = "234m345s345p678p5z"  # waits for 5z alone


# -- winds_kong_size ---------------------------------------------------------------------------------------------


def test_cc_70_with_three_winds_every_further_wind_is_an_addition() -> None:
    setting: dict[str, Any] = {"first_turns": (0, 1, 2, 3), "dealer": 2, "options": {"winds_kong_size": 3}}
    scene = place(G, [plain("1234z44z"), "", "", ""], drawn="4z", **setting)
    assert sorted(scene.may(0, "set")) == ["set winds 123z", "set winds 124z", "set winds 134z", "set winds 234z"]
    left = int(scene.hand.table.left)
    scene.play("0 set winds 124z")
    assert scene.hand.table.left == left and scene.may(0, "add") == ["add winds 3z", "add winds 4z"]
    scene.play("0 add winds 3z; 0 add winds 4z")
    assert scene.melds(0) == ["winds_kong 12344z"] and scene.hand.table.left == left - 2
    assert [p.why for p in scene.told(say.Pay)] == ["kong"] * 3 + ["addition"] * 6


# -- bamboo_one_is_wild ------------------------------------------------------------------------------------------

WILD: dict[str, object] = {"bamboo_one_is_wild": True}


@pytest.mark.parametrize(
    ("hand", "text"),
    [
        ("123z1s", "set winds 1s123z"),
        ("24z11s", "set winds 11s24z"),
        ("56z1s", "set dragons 1s56z"),
        ("9m9p1s", "set nines 9m9p1s"),
        ("1m1p1s", "set ones 1m1p1s"),
    ],
)
def test_cc_70_a_1s_may_stand_for_any_tile_of_a_special_kong(hand: str, text: str) -> None:
    setting: dict[str, Any] = {"drawn": "1s", "first_turns": (0, 1, 2, 3), "dealer": 2}
    assert (text in place(G, [plain(hand), "", "", ""], **setting).may(0)) == (text == "set ones 1m1p1s")
    scene = place(G, [plain(hand), "", "", ""], options=WILD, **setting)
    assert text in scene.may(0)
    scene.play(f"0 {text}")
    laid = scene.told(say.Special, WATCHER)[0].tiles
    assert tile("1s") in laid and scene.hand.view(WATCHER).seats[0].melds[0].tiles == laid  # it stays 1s in views


def test_cc_70_a_wild_1s_may_be_added_and_is_robbed_as_1s() -> None:
    hands = ["1s", "123m444p789p23s66z", "6z", ""]
    scene = place(G, hands, drawn="1s", melds=(("dragons_kong 567z",), (), (), ()), dealer=3, options=WILD)
    assert scene.may(0, "add") == ["add dragons 1s"]
    scene.play("0 add dragons 1s")
    assert scene.claims(1) == ["win"]  # he waits for 1s
    assert scene.told(say.Propose) == [say.Propose(0, tile("1s"), "dragons_kong")]
    assert Scene(scene.hand.clone()).play("1 win").told(say.Win) == [say.Win(1, "robbed_kong", (tile("1s"),), 0)]
    scene.play("1 pass")
    assert scene.melds(0) == ["dragons_kong 1s567z"]


def test_cc_70_a_wild_1s_stays_1s_for_the_suits() -> None:
    hand = ("456m456p78m66z", "9m")
    assert drawing(G, *hand, "winds_kong 1s234z", options=WILD).can_win()  # the only bamboo
    assert not drawing(G, *hand, "winds_kong 1234z", options=WILD).can_win()
    assert drawing(G, "456m456p78m66z", "9m", "nines_kong 9m9p1s", options=WILD).can_win()
    assert not drawing(G, "456s234s78s66z", "9s", "ones_kong 1m11s", options=WILD).can_win()  # no dots, although it stands for 1p


# -- seven_pairs -------------------------------------------------------------------------------------------------

PAIRS: dict[str, object] = {"seven_pairs": True}


def test_cc_70_seven_pairs_are_3_fans_instead_of_standing() -> None:
    scene = drawing(G, "1133m4477p2288s5z", "5z", options=PAIRS).play("1 win")
    assert scene.fans() == {"self_draw": 1, "seven_pairs": 3}
    assert facing(G, "1133m4477p2288s5z", "5z", options=PAIRS).play("1 win").fans() == {"seven_pairs": 3}


def test_cc_70_seven_pairs_four_equal_are_two_pairs() -> None:
    assert drawing(G, "3333m4477p2288s5z", "5z", options=PAIRS).play("1 win").fans() == {"self_draw": 1, "seven_pairs": 3}
    assert drawing(G, "3333m4477p22299s", "2s", options=PAIRS).can_win()


def test_cc_70_seven_pairs_cc_7_and_cc_10_hold_and_cc_8_does_not() -> None:
    assert drawing(G, "1133m4477p2288s3z", "3z", options=PAIRS).can_win()  # no pung, no dragon
    assert not drawing(G, "113344m4477p22p5z", "5z", options=PAIRS).can_win()  # no bamboo
    assert not drawing(G, "2233m4477p2288s6s", "6s", options=PAIRS).can_win()  # no 1, 9, honour
    assert drawing(G, "2233m4477p2288s9s", "9s", options=PAIRS).can_win()


# -- discard_pays ------------------------------------------------------------------------------------------------


def test_cc_70_discarder_all_if_not_ready_unless_he_is_declared_and_has_looked() -> None:
    options: dict[str, object] = {"discard_pays": "discarder_all_if_not_ready"}
    assert facing(G, READY, "6z", options=options).play("1 win").win_money == [0, 10, -10, 0]
    assert facing(G, READY, "6z", options=options, payer_hand=OTHER, ready=(2,)).play("1 win").win_money == [0, 10, -10, 0]  # not looked yet
    assert facing(G, READY, "6z", options=options, payer_hand=OTHER, ready=(2,), looked=(2,)).play("1 win").win_money == [-4, 10, -4, -2]
    always: dict[str, object] = {"discard_pays": "discarder_all"}
    assert facing(G, READY, "6z", options=always, payer_hand=OTHER, ready=(2,), looked=(2,)).play("1 win").win_money == [0, 10, -10, 0]


# -- the preset at the table -------------------------------------------------------------------------------------


def test_cc_70_mil2024_closed_waits() -> None:
    for hand, won in (("12m111s456p789p99p", "3m"), (READY, "6z"), ("13m111s456p789p99p", "2m")):
        assert "closed_wait" in facing(G, hand, won, preset="mil2024").play("1 win").fans()
        assert ("closed_wait" in facing(G, hand, won).play("1 win").fans()) == (won == "2m")


def test_cc_70_mil2024_wall_end_kongs_and_money() -> None:
    end = place(G, ["1z", "", "", ""], drawn="1z", left=18, preset="mil2024").play("0 discard 1z").settle_windows()
    assert end.exhausted and [e.source for e in end.told(say.Draw)] == ["last"] * 4
    dealt = deal(G, ("124z2m5m8m2p5p8p2s5s8s3m6m", "", "", ""), preset="mil2024")
    assert dealt.may(0, "set") == ["set winds 124z"]
    assert drawing(G, "1133m4477p2288s5z", "5z", preset="mil2024").can_win()
    assert facing(G, READY, "6z", preset="mil2024").play("1 win").win_money == [0, 20, -20, 0]
