"""Changsha: wins around kongs, robbing, kong points, the last tile as a replacement (CS-17, CS-22, CS-24 to CS-29, CS-49)."""

import pytest

from paiju.game.audience import WATCHER
from paiju.game.events import Dice, Kong, Propose, Robbed
from tests.rules.changsha import FOUR, locked, sources, turn
from tests.scenes import deal, place, tile

READY = "123m456p789p55p78s"  # waits for 6s and 9s


# -- wins with the replacement -----------------------------------------------------------------------------------


def test_cs_25_kong_draw() -> None:
    scene = turn(FOUR, "1m", stacks={3: "9s?"}, dice=[3]).play("0 cdice 1m; 0 win")
    assert scene.fans() == {"kong_draw": 1}
    assert scene.money == [30 + 40 + 30, -30, -40, -30]


def test_cs_25_kong_draw_after_an_added_and_a_melded_kong() -> None:
    scene = turn("1m456p789p55p78s", "1m", "pung 111m", stacks={3: "9s?"}, dice=[3]).play("0 adice 1m; 0 win")
    assert scene.fans() == {"kong_draw": 1}
    scene = turn("1m", "1m", others={1: "111m456p789p55p78s"}, stacks={3: "9s?"}, dice=[3]).play("0 discard 1m; 1 dicekong 1m; 1 win")
    assert scene.fans() == {"kong_draw": 1}


def test_cs_25_kong_discard() -> None:
    scene = turn(FOUR, "1m", stacks={3: "9m?"}, dice=[3], others={2: "456p789p22p78m123s"}).play("0 cdice 1m; 0 discard 9m")
    assert scene.may(2) == ["pass", "win"]
    assert scene.play("2 win").fans() == {"kong_discard": 1}
    assert scene.money == [-70, 0, 70, 0]


def test_cs_25_only_that_tile() -> None:
    scene = locked("??? 6m", others={2: "456p789p22p78m123s"}).play("0 discard 9m; 2 pass").settle_windows().until(0)
    assert scene.play("0 discard 6m; 2 win").fans() == {"small": 1}


def test_cs_26_win_on_a_replacement_without_dice_is_a_plain_self_draw() -> None:
    assert turn(FOUR, "1m", tail="9s").play("0 ckong 1m; 0 win").fans() == {"small": 1}
    scene = turn(FOUR, "1m", tail="9m", others={2: "456p789p22p78m123s"}).play("0 ckong 1m; 0 discard 9m; 2 win")
    assert scene.fans() == {"small": 1}


def test_cs_25_moment_requires_258() -> None:
    other = {2: "456p789p33p78m123s"}
    for value, wins in ((True, False), (False, True)):
        scene = turn(FOUR, "1m", stacks={3: "9m?"}, dice=[3], others=other, options={"moment_requires_258": value})
        scene.play("0 cdice 1m; 0 discard 9m")
        assert (scene.may(2) == ["pass", "win"]) == wins
    assert scene.play("2 win").fans() == {"kong_discard": 1}
    # Drawn by himself: ready for 4p and 7p, and 6p makes a pair that is none of 2, 5, 8.
    for value, choices in ((True, ["discard 6p"]), (False, ["win", "discard 6p"])):
        scene = turn("9999m123m456s5556p", "9m", stacks={3: "6p?"}, dice=[3], options={"moment_requires_258": value}).play("0 cdice 9m")
        assert scene.may(0) == choices
    assert scene.play("0 win").fans() == {"kong_draw": 1}


def test_cs_27_cs_17_moment_requires_258_for_robbing_and_earthly() -> None:
    hand = "123m456p789p33p78s"
    for value, wins in ((True, False), (False, True)):
        options: dict[str, object] = {"moment_requires_258": value, "birds": 0}
        robbed = turn("9s45m123p55s678m", "9s", "pung 999s", others={3: hand}, options=options).play("0 akong 9s")
        assert bool(robbed.may(3, "win")) == wins
        first = deal("changsha", ("9s", "", "", hand), options=options).play("0 discard 9s")
        assert bool(first.may(3, "win")) == wins
    assert robbed.play("3 win").fans() == {"robbed_kong": 1}
    assert first.play("3 win").fans() == {"earthly": 1}
    # A plain robbery that is no big win is no such moment either.
    options = {"moment_requires_258": False, "robbing_plain_kong_is_big": False}
    for verb, wins in (("akong", False), ("adice", True)):
        robbed = turn("9s45m123p55s678m", "9s", "pung 999s", others={3: hand}, options=options).play(f"0 {verb} 9s")
        assert bool(robbed.may(3, "win")) == wins


def test_cs_49_the_dealers_first_discard_forced_by_dice_is_earthly_and_kong_discard() -> None:
    options: dict[str, object] = {"birds": 0, "opening": "off"}
    scene = deal("changsha", (FOUR, "", "456p789p22p78m123s", ""), stacks={2: "9m?"}, dice=[2], options=options)
    scene.play("0 cdice 1m; 0 discard 9m; 2 win")
    assert scene.fans() == {"earthly": 1, "kong_discard": 1}
    assert scene.money == [-140, 0, 140, 0]


def test_cs_17_earthly_is_the_dealers_first_discard_only() -> None:
    options: dict[str, object] = {"birds": 0}
    hands = ("9s", "9s", READY, "")
    assert deal("changsha", hands, options=options).play("0 discard 9s; 2 win").fans() == {"earthly": 1}
    scene = deal("changsha", hands, options=options)
    scene.play(f"0 discard {scene.drawn}").settle_windows().play("1 discard 9s; 2 win")
    assert scene.fans() == {"small": 1}


# -- robbing -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", [False, True])
def test_cs_27_an_added_kong_is_robbed_by_a_win_the_adder_pays_as_discarder(dice: bool) -> None:
    scene = turn("9s45m123p55s678m", "9s", "pung 999s", others={3: READY}).play("0 adice 9s" if dice else "0 akong 9s")
    assert scene.told(Propose)[0].dice == dice
    assert scene.may(3) == ["pass", "win"]
    scene.play("3 win")
    assert scene.fans() == {"robbed_kong": 1}
    assert scene.money == [-60, 0, 0, 60]
    assert scene.melds(0) == ["pung 999s"] and scene.told(Robbed)


def test_cs_24_robbed_neither_dice_nor_lock_the_pung_is_back() -> None:
    scene = turn("9s45m123p55s678m", "9s", "pung 999s", others={3: READY}).play("0 adice 9s; 3 win")
    assert scene.told(Dice) == [] and scene.told(Kong) == []
    assert not scene.hand.view(WATCHER).seats[0].locked
    assert scene.melds(0) == ["pung 999s"]


def test_cs_24_passed_the_dice_are_rolled_and_the_lock_begins() -> None:
    scene = turn("9s45m123p55s678m", "9s", "pung 999s", others={3: READY}, stacks={5: "1m?"}, dice=[5]).play("0 adice 9s")
    assert scene.told(Dice) == []
    scene.play("3 pass")
    assert [event.dice for event in scene.told(Dice)] == [(5,)]
    assert scene.may(0) == ["discard 1m"]


def test_cs_27_only_by_a_win_and_only_an_added_kong() -> None:
    scene = turn("3s45m123p55p678m", "3s", "pung 333s", others={1: "1245s147m147p999s"}, tail="9m").play("0 akong 3s")
    assert scene.melds(0) == ["added_kong 3333s"]  # nobody chows it
    scene = turn("3333s45m123p55p67m", "3s", others={1: "12s456m789m55m123p"}, tail="9m").play("0 ckong 3s")
    assert scene.melds(0) == ["concealed_kong 3333s"] and scene.asked == (0,)


def test_cs_27_cs_42_several_may_rob() -> None:
    scene = turn("9s45m123p88p678m", "9s", "pung 999s", others={1: READY, 3: "123m456p22p78s789m"}).play("0 akong 9s; 3 win; 1 win")
    assert scene.winners == [1, 3]
    assert scene.money == [-120, 60, 0, 60]
    assert scene.next_dealer == 0  # rule E


@pytest.mark.parametrize(("value", "plain", "with_dice"), [(True, "robbed_kong", "robbed_kong"), (False, "small", "robbed_kong")])
def test_cs_27_robbing_plain_kong_is_big(value: bool, plain: str, with_dice: str) -> None:
    options: dict[str, object] = {"robbing_plain_kong_is_big": value}
    for verb, fan in (("akong", plain), ("adice", with_dice)):
        scene = turn("9s45m123p55s678m", "9s", "pung 999s", others={3: READY}, options=options).play(f"0 {verb} 9s; 3 win")
        assert scene.fans() == {fan: 1}


# -- money, view -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("points", "each"), [(0, 0), (7, 7)])
def test_cs_28_kong_points(points: int, each: int) -> None:
    melds = (("concealed_kong 1111m",), ("added_kong 2222p", "melded_kong 3333s"), ("pung 444m",), ())
    scene = place("changsha", ("", "", "", ""), left=1, melds=melds, dealer=2, options={"kong_points": points})
    scene.play(f"0 {scene.may(0, 'discard')[0]}").settle_windows()
    while not scene.over:
        scene.play("pass")
    assert scene.exhausted
    assert scene.money == [each * (3 - 2), each * (6 - 1), each * -3, each * -3]


def test_cs_29_concealed_kongs_are_shown() -> None:
    scene = turn(FOUR, "1m", tail="9m").play("0 ckong 1m")
    for audience in range(6):
        assert scene.told(Kong, audience)[0].tile == tile("1m")
        assert scene.hand.view(audience).seats[0].melds[0].tiles == (tile("1m"),) * 4


# -- the last tile -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("verb", "fans", "money"), [("cdice", "kong_draw", 30), ("ckong", "small", 10)])
def test_cs_22_only_the_last_tile_left_the_replacement_takes_it(verb: str, fans: str, money: int) -> None:
    scene = turn(FOUR, "1m", left=1, draws="9s", dice=[5], options={"birds": 1}).play(f"0 {verb} 1m")
    assert scene.hand.table.left == 0 and scene.drawn == "9s"
    scene.play("0 win")
    assert scene.fans() == {fans: 1}
    # The bird is the winning tile: 9 counted from the dealer hits the dealer, seat 2.
    assert scene.money == [money * 2 + 2 * (money + 10), -money, -2 * (money + 10), -money]
    assert scene.next_dealer == 0  # B before F


def test_cs_22_then_there_is_no_sea_bottom() -> None:
    scene = turn(FOUR, "1m", left=1, draws="9m").play("0 ckong 1m; 0 discard 9m")
    while not scene.over:
        scene.play("pass")
    assert scene.exhausted and scene.next_dealer == 0  # F: who took it
    assert [text for text in sources(scene) if text[1] == "sea"] == []


def test_cs_22_its_discard_may_still_be_won() -> None:
    others = {1: "456p789p22p78m123s", 3: "111p234p55s78m999s"}
    scene = turn(FOUR, "1m", left=1, draws="9m", others=others).play("0 ckong 1m; 0 discard 9m; 1 win; 3 pass")
    assert scene.fans() == {"small": 1} and scene.next_dealer == 1  # B before F
    scene = turn(FOUR, "1m", left=1, draws="9m", others=others).play("0 ckong 1m; 0 discard 9m; 1 win; 3 win")
    assert scene.next_dealer == 0  # E before F


def test_g_4_without_a_tile_there_is_no_kong() -> None:
    scene = turn(FOUR, "1m", left=1, draws="1p", others={2: "111p456m789m22m7s"}).play("0 ckong 1m; 0 discard 1p")
    assert scene.may(2) == ["pass", "pung 1p"]
