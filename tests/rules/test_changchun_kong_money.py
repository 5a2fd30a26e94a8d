"""Changchun: kong money, and the concealed kong that stays hidden (CC-45 to CC-47, CC-54, CC-65)."""

from typing import Any

import pytest

from paiju.game import events as say
from paiju.game.audience import EVERYTHING, WATCHER
from tests.scenes import Scene, facing, place, tile

G = "changchun"
READY = "123m456s456p789p6z"
FIRST: dict[str, Any] = {"first_turns": (0, 1, 2, 3), "dealer": 2}
BIG = ["1s", "1p", "5z", "6z", "7z"]


def ended(scene: Scene) -> Scene:
    """Played on to the end with nobody winning."""
    return scene.drift(200)


def laid(hand: str, text: str, *melds: str, **more: Any) -> Scene:
    """Seat 0 lays the kong on his turn."""
    setting = {**FIRST, "left": 24, **more}
    return place(G, [hand, "", "", ""], drawn=hand[-2:], melds=(melds, (), (), ()), **setting).play(f"0 {text}")


def each(scene: Scene) -> int:
    """What each of the other three has paid seat 0 by the hand's end."""
    money = ended(scene).kong_money
    assert money == [-3 * money[1], money[1], money[1], money[1]]
    return -money[1]


@pytest.mark.parametrize(
    ("hand", "text"), [("1234z", "set winds 1234z"), ("567z", "set dragons 567z"), ("1m1p1s", "set ones 1m1p1s"), ("9m9p9s", "set nines 9m9p9s")]
)
def test_cc_45_a_special_kong_is_1_from_each_of_the_other_three(hand: str, text: str) -> None:
    """CC-65: no big-kong bonus for special kongs, whatever their tiles."""
    assert each(laid(hand, text)) == 1
    assert [(p.giver, p.to, p.amount, p.why) for p in laid(hand, text).told(say.Pay)] == [(seat, 0, 1, "kong") for seat in (1, 2, 3)]


def test_cc_45_each_addition_is_1() -> None:
    scene = laid("5567z7z", "set dragons 567z").play("0 add dragons 5z")
    assert [p.why for p in scene.told(say.Pay)] == ["kong"] * 3 + ["addition"] * 3
    scene.play("0 add dragons 7z")
    assert each(scene) == 3


@pytest.mark.parametrize("kind", [*BIG, "9m", "1m", "9s", "1z", "5m"])
def test_cc_45_four_equal_tiles_by_kind(kind: str) -> None:
    n, suit = kind
    big = 2 if kind in BIG else 1
    assert each(laid(n * 4 + suit, f"ckong {kind}")) == 2 * big
    assert each(laid(f"2m{kind}", f"akong {kind}", f"pung {n * 3}{suit}")) == big
    hands = [n * 3 + suit, "", kind, ""]
    melded = place(G, hands, turn=2, drawn=kind, left=24, dealer=1).play(f"2 discard {kind}; 0 kong {kind}")
    assert each(melded) == big  # the discarder pays no more than the others


@pytest.mark.parametrize(("ladder", "step"), [("1", 1), ("135", 1), ("250", 2), ("50", 5)])
def test_cc_54_kong_money_is_in_units_of_the_ladders_first_step(ladder: str, step: int) -> None:
    options: dict[str, object] = {"ladder": ladder}
    assert each(laid("5555m", "ckong 5m", options=options)) == 2 * step
    assert each(laid("7777z", "ckong 7z", options=options)) == 4 * step
    assert each(laid("5567z5z", "set dragons 567z", options=options).play("0 add dragons 5z")) == 2 * step


def test_cc_45_it_stands_whoever_wins() -> None:
    hands = ["5555m", READY, "", ""]
    scene = place(G, hands, drawn="5m", dealer=2, tail="6z").play("0 ckong 5m; 0 discard 6z; 1 win")
    assert scene.kong_money == [6, -2, -2, -2]
    assert scene.win_money == [-4, 10, -4, -2]
    assert scene.money == [2, 8, -6, -4]


def test_cc_45_booked_at_commit() -> None:
    scene = place(G, ["5m", "", "", ""], drawn="5m", melds=(("pung 555m",), (), (), ()), rivers=("", "", "", ""))
    assert not scene.told(say.Pay)
    scene.play("0 akong 5m")
    kinds = [type(e) for e in scene.hand.events(WATCHER)]
    assert kinds[-6:] == [say.Propose, say.Kong, say.Pay, say.Pay, say.Pay, say.Draw]
    assert [s.points for s in scene.hand.view(WATCHER).seats] == [3, -1, -1, -1]


def test_cc_46_no_dealer_doubling_unless_kong_dealer_double() -> None:
    double: dict[str, object] = {"kong_dealer_double": True}
    assert ended(laid("5555m", "ckong 5m")).kong_money == [6, -2, -2, -2]
    assert ended(laid("5555m", "ckong 5m", options=double)).kong_money == [8, -2, -4, -2]  # seat 2 deals
    assert ended(laid("5555m", "ckong 5m", options=double, dealer=0, first_turns=())).kong_money == [12, -4, -4, -4]
    assert ended(laid("5567z5z", "set dragons 567z", options=double).play("0 add dragons 5z")).kong_money == [8, -2, -4, -2]


# -- CC-47 -------------------------------------------------------------------------------------------------------


def test_cc_47_a_concealed_kong_stays_hidden_from_the_others_until_the_hand_ends() -> None:
    scene = laid("7777z", "ckong 7z")
    for audience in (1, 2, 3, WATCHER):
        assert scene.told(say.Kong, audience) == [say.Kong(0, "concealed_kong")]
        assert [m.tiles for m in scene.hand.view(audience).seats[0].melds] == [()]
        assert not scene.told(say.Pay, audience)
        assert [s.points for s in scene.hand.view(audience).seats] == [0, 0, 0, 0]
    for audience in (0, EVERYTHING):
        assert scene.told(say.Kong, audience) == [say.Kong(0, "concealed_kong", tile("7z"))]
    ended(scene)
    for audience in (1, 2, 3, WATCHER):
        assert scene.told(say.End, audience)[0].kongs[0] == (tile("7z"),)
        assert [m.tiles for m in scene.hand.view(audience).seats[0].melds] == [(tile("7z"),) * 4]
        assert [(p.giver, p.amount) for p in scene.told(say.Pay, audience)] == [(1, 4), (2, 4), (3, 4)]
        assert [s.points for s in scene.hand.view(audience).seats] == [12, -4, -4, -4] == scene.money


def test_cc_47_a_small_and_a_big_concealed_kong_look_alike() -> None:
    big = place(G, ["7777z5555m", "", "", ""], drawn="7z", tail="1m2m")
    stories = []
    for text in ("ckong 7z", "ckong 5m"):
        scene = Scene(big.hand.clone()).play(f"0 {text}")
        stories.append([scene.hand.events(audience) for audience in (1, 2, 3, WATCHER)])
    assert stories[0] == stories[1]


def test_cc_47_the_kong_of_a_discard_and_the_added_kong_are_open() -> None:
    scene = facing(G, "777z456s456p789p1m", "7z", payer=0)
    scene.play("1 kong 7z")
    assert scene.told(say.Kong, WATCHER) == [say.Kong(1, "melded_kong", tile("7z"), 0)]
    assert sum(p.amount for p in scene.told(say.Pay, WATCHER)) == 6
