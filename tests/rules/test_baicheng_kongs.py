"""Baicheng: kongs, their robbing and their money (BC-23, BC-24, BC-29, BC-30, BC-33, BC-40)."""

from typing import Any

import pytest

from paiju.game.audience import EVERYTHING, WATCHER
from paiju.game.events import Addition, Draw, End, Kong, Pay, Robbed
from tests.scenes import Scene, deal, own_turn, place, tile

QUIET = "147m258p369s"
READY = "123m456p789p55p78s"


def turn(hand: str, drawn: str, *melds: str, **more: Any) -> Scene:
    return own_turn("baicheng", hand, drawn, *melds, **{"dealer": 1, **more})


def each(taker: int, amount: int) -> list[int]:
    return [3 * amount if seat == taker else -amount for seat in range(4)]


def finish(scene: Scene) -> Scene:
    """Plays on to an exhausted hand."""
    while not scene.over:
        scene.drift()
    assert scene.exhausted
    return scene


# -- which, and when ---------------------------------------------------------------------------------------------


def test_bc_33_added_kong() -> None:
    scene = turn("147m258p369s1s", "1s", "pung 444p", tail="9m")
    assert scene.may(0, "akong") == []
    scene = turn("147m258p36s1s4p", "4p", "pung 444p", tail="9m")
    scene.play("0 akong 4p").settle_windows()
    assert scene.melds(0) == ["added_kong 4444p"]
    assert scene.drawn == "9m"


def test_bc_33_the_fourth_may_have_been_held_longer() -> None:
    assert turn("147m258p36s1s4p", "1s", "pung 444p").may(0, "akong") == ["akong 4p"]


@pytest.mark.parametrize(("value", "offered"), [(False, False), (True, True)])
def test_bc_33_kong_after_claim(value: bool, offered: bool) -> None:
    scene = place("baicheng", ("5p", "14m55p2222s69s", "", ""), options={"kong_after_claim": value}, melds=((), ("pung 999s",), (), ()))
    scene.play("0 discard 5p; 1 pung 5p")
    assert bool(scene.may(1, "akong")) == bool(scene.may(1, "ckong")) == offered


def test_bc_40_concealed_kong_is_four_in_hand() -> None:
    assert turn("147m258p3333s124s", "1s").may(0, "ckong") == ["ckong 3s"]  # whatever was drawn
    assert turn("147m258p333s1246s", "1s").may(0, "ckong") == []


def test_bc_40_its_tiles_and_money_are_hidden_until_the_hand_ends() -> None:
    scene = turn("147m258p3333s124s", "1s", tail="9m", left=12).play("0 ckong 3s")
    for audience in (1, 2, 3, WATCHER):
        assert [kong.tile for kong in scene.told(Kong, audience)] == [None]
        view = scene.hand.view(audience)
        assert view.seats[0].melds[0].tiles == () and view.seats[0].count == 11
        assert [seat.points for seat in view.seats] == [0, 0, 0, 0]
        assert scene.told(Pay, audience) == []
    assert [kong.tile for kong in scene.told(Kong, 0)] == [kong.tile for kong in scene.told(Kong, EVERYTHING)] == [tile("3s")]
    finish(scene)
    for audience in (0, 1, 2, 3, WATCHER):
        assert scene.told(End, audience)[0].kongs == ((tile("3s"),), (), (), ())
        assert scene.hand.view(audience).seats[0].melds[0].tiles == (tile("3s"),) * 4
        assert [seat.points for seat in scene.hand.view(audience).seats] == [30, -10, -10, -10]


def test_bc_25_no_kong_when_its_replacement_leaves_fewer_than_four() -> None:
    hand = "147m258p3333s124s"
    for left, offered in ((6, True), (5, False)):  # with the treasure: six are one and four to share
        assert bool(turn(hand, "1s", left=left).may(0, "ckong")) == offered
        scene = turn("4p" + QUIET + "124s", "4p", others={2: "147m2444p369s58m"}, left=left).play("0 discard 4p")
        assert ("kong 4p" in scene.may(2)) == offered and "pung 4p" in scene.may(2)
        added = turn("147m258p36s1s4p", "4p", "pung 444p", left=left)
        assert bool(added.may(0, "akong")) == offered
        more = turn("147m258p36s2s5z", "5z", "dragons_kong 567z", left=left)
        assert bool(more.may(0, "add")) == offered


# -- robbing -----------------------------------------------------------------------------------------------------


def test_bc_23_an_addition_to_a_pung_is_robbed_by_a_win_only() -> None:
    scene = turn("147m258p1s3s9s2s", "9s", "pung 999s", others={2: READY})
    scene.play("0 akong 9s")
    assert scene.asked == (2,) and scene.may(2) == ["pass", "win"]
    scene.play("2 win")
    assert scene.winners == [2]
    assert scene.melds(0) == ["pung 999s"]  # what was there before
    assert scene.told(Robbed) and not scene.told(Kong)
    assert scene.kong_money == [0, 0, 0, 0]


def test_bc_23_robbed_by_a_win_the_adder_pays_as_discarder_no_extra_fan() -> None:
    robbed = turn("147m258p1s3s9s2s", "9s", "pung 999s", others={2: READY}, dealer=3).play("0 akong 9s; 2 win")
    thrown = place("baicheng", ("147m258p1s3s9s2s", "", READY, ""), melds=(("pung 999s",), (), (), ()), dealer=3).play("0 discard 9s; 2 win")
    assert robbed.fans() == thrown.fans() == {"standing": 1}
    # 2^1; seat 0 open, discarder 1; seat 1 closed 1; seat 3 closed and dealer 2.
    assert robbed.win_money == thrown.win_money == [-4, -4, 16, -8]


def test_bc_23_a_passed_robbery_lets_the_kong_stand() -> None:
    scene = turn("147m258p1s3s9s2s", "9s", "pung 999s", others={2: READY}, tail="9m").play("0 akong 9s; 2 pass")
    assert scene.melds(0) == ["added_kong 9999s"]
    assert scene.asked == (0,) and scene.drawn == "9m"
    assert scene.told(Draw)[-1].source == "tail"


def test_bc_23_an_addition_to_a_pung_is_not_chowed() -> None:
    scene = turn("147m258p1s36s9m", "3s", "pung 333s", others={1: "147m258p1245666s"}).play("0 akong 3s")
    assert scene.melds(0) == ["added_kong 3333s"]


def test_bc_23_an_added_dragon_is_robbed_by_a_pung() -> None:
    scene = turn("147m258p369s2s5z", "5z", "dragons_kong 567z", others={2: "147m258p369s55z24m"}, draws="9m")
    left = scene.hand.table.left
    scene.play("0 add dragons 5z")
    assert scene.asked == (2,) and scene.may(2) == ["pass", "pung 5z"]
    scene.play("2 pung 5z")
    assert scene.melds(2) == ["pung 555z"] and scene.melds(0) == ["dragons_kong 567z"]
    assert scene.asked == (2,) and scene.drawn == ""  # the adder's turn is over, without a replacement or a discard
    assert scene.hand.table.left == left and scene.held(0) == "147m258p2369s"
    assert not scene.told(Addition)
    scene.play("2 discard 2m").settle_windows()
    assert scene.asked == (3,)
    assert finish(scene).kong_money == each(0, 5)


def test_bc_23_an_added_dragon_is_robbed_by_a_win() -> None:
    others = {1: "147m24m258p369s55z", 3: "123m456p789s99p56z"}
    scene = turn("147m258p369s2s7z", "7z", "dragons_kong 567z", others=others, dealer=2).play("0 add dragons 7z; 3 win")
    assert scene.winners == [3]
    assert scene.fans() == {"standing": 1, "closed_wait": 1}
    assert scene.win_money == [-8, -8, -16, 32]  # 2^2; seat 0 discarder, seat 1 closed, seat 2 closed and dealer
    assert scene.kong_money == each(0, 5)  # the first five stand
    assert scene.melds(0) == ["dragons_kong 567z"]


def test_bc_23_a_win_goes_before_a_pung() -> None:
    others = {1: "147m258p369s77z24m", 3: "123m456p789s99p56z"}
    scene = turn("147m258p369s2s7z", "7z", "dragons_kong 567z", others=others).play("0 add dragons 7z")
    assert scene.asked == (1, 3)
    scene.play("1 pung 7z")
    assert set(scene.asked) == {3}  # nothing happens while a higher claim may come
    assert not scene.told(Robbed)
    won = Scene(scene.hand.clone()).play("3 win")
    assert won.winners == [3] and won.melds(1) == []
    scene.play("3 pass")
    assert scene.melds(1) == ["pung 777z"]


def test_bc_23_the_nearest_after_the_adder_wins() -> None:
    others = {1: "123m456p789s99p56z", 3: "123m456p789s88p56z"}
    scene = turn("147m258p369s2s7z", "7z", "dragons_kong 567z", others=others).play("0 add dragons 7z; 3 win; 1 win")
    assert scene.winners == [1]


def test_bc_23_unclaimed_the_addition_stands() -> None:
    scene = turn("147m258p369s2s5z", "5z", "dragons_kong 567z", others={2: "147m258p369s55z24m"}, tail="9m")
    scene.play("0 add dragons 5z; 2 pass")
    assert scene.melds(0) == ["dragons_kong 5567z"] and scene.drawn == "9m"


def test_bc_23_first_declarations_and_concealed_kongs_cannot_be_robbed() -> None:
    waits = "123m456p789s99p56z"
    scene = turn("147m258p2369s567z", "7z", others={2: waits}).play("0 set dragons 567z")
    assert scene.asked == (0,)
    scene = turn("147m258p11113s2s", "1s", others={2: "123m456p789p55p23s"}, tail="9m").play("0 ckong 1s")
    assert scene.asked == (0,) and scene.drawn == "9m"


# -- kong draws --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "drawn", "melds", "kong"),
    [
        ("1111m456p789p55p78s", "1m", (), "ckong 1m"),
        ("1m456p789p55p78s", "1m", ("pung 111m",), "akong 1m"),
        ("123m456p55p78s5z", "5z", ("dragons_kong 567z",), "add dragons 5z"),
    ],
)
def test_bc_24_win_on_a_kong_replacement(hand: str, drawn: str, melds: tuple[str, ...], kong: str) -> None:
    scene = turn(hand, drawn, *melds, tail="9s").play(f"0 {kong}").settle_windows().play("0 win")
    fans = {"self_draw": 1, "kong_draw": 1} | ({"standing": 1} if kong == "ckong 1m" else {})
    assert scene.fans() == fans


def test_bc_24_kong_on_a_discard() -> None:
    scene = place("baicheng", ("1m", "111m456p789p55p78s", "", ""), tail="9s", dealer=2).play("0 discard 1m; 1 kong 1m; 1 win")
    assert scene.fans() == {"self_draw": 1, "kong_draw": 1}


def test_bc_24_stacks_with_other_fans_and_only_the_replacement_itself_counts() -> None:
    scene = turn("1111m456p789p55p79s", "1m", tail="8s").play("0 ckong 1m; 0 win")
    assert scene.fans() == {"standing": 1, "closed_wait": 1, "self_draw": 1, "kong_draw": 1}
    # A replacement that is no win, then an ordinary draw.
    scene = turn("1111m456p789p55p78s", "1m", tail="3m", draws="??? 9s").play("0 ckong 1m; 0 discard 3m").settle_windows().until(0)
    assert scene.play("0 win").fans() == {"standing": 1, "self_draw": 1}


# -- money -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "drawn", "melds", "kongs", "amount"),
    [
        ("147m258p2369s567z", "7z", (), ["set dragons 567z"], 5),
        ("147m258p2369s5z", "5z", ("dragons_kong 567z",), ["add dragons 5z"], 10),
        ("147m258p3333s124s", "1s", (), ["ckong 3s"], 10),
        ("147m258p36s1s4p", "4p", ("pung 444p",), ["akong 4p"], 5),
        ("1111m2222p36s5567z", "5z", (), ["set dragons 567z", "add dragons 5z", "ckong 1m", "ckong 2p"], 5 + 5 + 10 + 10),
    ],
)
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize(("options", "times"), [({}, 1), ({"base": 7}, 7), ({"kong_unit": 3}, 0.6), ({"kong_unit": 3, "base": 5}, 3)])
def test_bc_29_money_from_each_of_the_others(
    hand: str, drawn: str, melds: tuple[str, ...], kongs: list[str], amount: int, dealer: int, options: dict[str, object], times: float
) -> None:
    """Independent of the dealer; on exhausted hands too (BC-30)."""
    scene = turn(hand, drawn, *melds, dealer=dealer, options=options, left=16)
    for kong in kongs:
        scene.play(f"0 {kong}").settle_windows()
    assert finish(scene).kong_money == each(0, round(amount * times))


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_bc_29_melded_kong_costs_its_discarder_no_more(seat: int) -> None:
    hands = ["4p", "", "", ""]
    hands[seat] = "147m2444p369s158m"
    scene = place("baicheng", hands, left=12).play(f"0 discard 4p; {seat} kong 4p").settle_windows()
    assert finish(scene).kong_money == each(seat, 5)


def test_bc_29_independent_of_the_winner_bc_30_and_paid_on_exhausted_hands() -> None:
    scene = turn("147m258p3333s124s", "1s", others={2: READY}, tail="9s").play("0 ckong 3s; 0 discard 9s; 2 win")
    assert scene.winners == [2] and scene.kong_money == each(0, 10)
    assert scene.money == [a + b for a, b in zip(scene.win_money, scene.kong_money, strict=True)]


def test_bc_29_open_kongs_are_paid_at_once_in_the_events() -> None:
    scene = turn("147m258p2369s567z", "7z").play("0 set dragons 567z")
    assert [(pay.giver, pay.to, pay.amount, pay.why, pay.clause) for pay in scene.told(Pay, WATCHER)] == [
        (1, 0, 5, "kong", "BC-29"),
        (2, 0, 5, "kong", "BC-29"),
        (3, 0, 5, "kong", "BC-29"),
    ]
    assert deal("baicheng").told(Pay) == []


def test_bc_29_bc_23_worked_example_4() -> None:
    """Dragons kong: 5 from each; one dragon added later: 5 more; a second addition robbed: it is unpaid, the 10 stand."""
    scene = turn("147m258p2369s567z", "7z", others={2: "123m45699p789s57z"}, draws="??? 5z ??? 6z", tail="1m")
    scene.play("0 set dragons 567z; 0 discard 2s").settle_windows().until(0)
    assert scene.drawn == "5z"
    scene.play("0 add dragons 5z").settle_windows().play("0 discard 1m").settle_windows().until(0)
    assert scene.drawn == "6z"
    scene.play("0 add dragons 6z; 2 win")
    assert scene.kong_money == each(0, 10)
