"""Changchun: robbing an addition to a special kong and an added kong (CC-48)."""

from typing import Any

import pytest

from paiju.game import events as say
from paiju.game.audience import WATCHER
from tests.scenes import Scene, place, tile

G = "changchun"
READY = "123m456s456p789p6z"  # waits for 6z alone
WAITS_9M = "78m123p456s555p66z"
DRAGONS = "dragons_kong 567z"


def adding(others: dict[int, str], *, added: str = "6z", meld: str = DRAGONS, text: str = "", **more: Any) -> Scene:
    """Seat 0 adds the tile to his special kong; the others hold these tiles."""
    hands = [added, *(others.get(seat, "") for seat in (1, 2, 3))]
    melds = more.pop("melds", ((meld,), (), (), ()))
    scene = place(G, hands, drawn=added, melds=melds, dealer=more.pop("dealer", 3), **more)
    return scene.play(text or f"0 add dragons {added}")


def adding_9m(others: dict[int, str], **more: Any) -> Scene:
    return adding(others, added="9m", meld="nines_kong 9m9p9s", text="0 add nines 9m", **more)


def test_cc_48_an_added_tile_is_offered_like_a_discard_for_a_win_else_a_pung() -> None:
    scene = adding_9m({1: WAITS_9M, 2: "99m"})
    assert scene.asked == (1, 2)
    assert scene.claims(1) == ["win"] and scene.claims(2) == ["pung 9m"]
    assert scene.told(say.Propose, WATCHER) == [say.Propose(0, tile("9m"), "nines_kong")]
    assert not scene.told(say.Addition)


def test_cc_48_no_chow_of_it() -> None:
    assert place(G, ["9m", "78m", "", ""], drawn="9m").play("0 discard 9m").claims(1) == ["chow 789m"]
    assert adding_9m({1: "78m"}).claims(1) == []


def test_cc_48_unclaimed_it_is_added_paid_and_replaced() -> None:
    scene = adding({2: "66z"}, tail="5m").play("2 pass")
    assert scene.told(say.Addition, WATCHER) == [say.Addition(0, "dragons_kong", tile("6z"))]
    assert scene.melds(0) == ["dragons_kong 5667z"] and scene.drawn == "5m"
    assert [p.why for p in scene.told(say.Pay)] == ["addition"] * 3


def test_cc_48_robbed_by_a_pung_it_goes_over_as_if_discarded_and_the_turn_ends() -> None:
    scene = adding({2: "66z"})
    left = int(scene.hand.table.left)
    scene.play("2 pung 6z")
    assert scene.melds(2) == ["pung 666z"] and scene.asked == (2,)
    assert scene.melds(0) == [DRAGONS] and "6z" not in scene.held(0)  # the special kong keeps its earlier tiles
    assert not scene.told(say.Pay) and scene.hand.table.left == left  # unpaid, no replacement
    assert scene.told(say.Robbed, WATCHER) == [say.Robbed(0, tile("6z"))]
    assert not scene.told(say.Discard)  # his turn has ended without a discard
    scene.drift()
    assert scene.asked == (3,)  # play goes on after the claimant
    assert len(scene.held(0)) and scene.hand.view(WATCHER).seats[0].count == 10


def test_cc_48_the_money_of_earlier_tiles_stays() -> None:
    scene = place(G, ["", "55667z", "6z6z", ""], turn=1, drawn="6z", first_turns=(0, 1, 2, 3), left=20)
    scene.play("1 set dragons 567z; 1 add dragons 5z; 1 add dragons 6z; 2 pung 6z").drift(200)
    assert scene.exhausted and scene.kong_money == [-2, 6, -2, -2]  # the set and the 5z


def test_cc_48_robbed_by_a_win() -> None:
    scene = adding({1: READY}).play("1 win")
    assert scene.winners == [1]
    assert scene.told(say.Win) == [say.Win(1, "robbed_kong", (tile("6z"),), 0)]
    assert scene.kong_money == [3, -1, -1, -1]  # the special kong, without the tile
    assert scene.fans() == {"standing": 1}  # a robbed win is no fan of its own


def test_cc_48_a_robbed_win_pays_as_a_discard_by_the_adder() -> None:
    robbed = adding({1: READY}).play("1 win")
    discarded = place(G, ["6z", READY, "", ""], drawn="6z", melds=((DRAGONS,), (), (), ()), dealer=3).play("0 discard 6z; 1 win")
    assert robbed.win_money == discarded.win_money == [-4, 10, -2, -4]
    assert robbed.kong_money == discarded.kong_money


def test_cc_48_the_nearest_after_the_adder_wins() -> None:
    other = "234m345s345p678p6z"
    scene = adding({1: "", 2: READY, 3: other})
    assert scene.asked == (2, 3)
    assert scene.play("3 win; 2 win").winners == [2]
    passed = adding({2: READY, 3: other}).play("2 pass; 3 win")
    assert passed.winners == [3]


def test_cc_48_a_win_comes_before_a_pung_and_a_pung_when_it_is_passed() -> None:
    scene = adding_9m({1: "99m", 3: WAITS_9M})
    scene.play("1 pung 9m")
    assert scene.asked == (3,)
    assert Scene(scene.hand.clone()).play("3 win").winners == [3]
    assert scene.play("3 pass").melds(1) == ["pung 999m"]


def test_cc_48_an_ordinary_added_kong_can_be_robbed_by_a_win_only() -> None:
    hands = ["3m", "24m111s456p789p99p", "45m", ""]
    scene = place(G, hands, drawn="3m", melds=(("pung 333m",), (), (), ()), dealer=3).play("0 akong 3m")
    assert scene.asked == (1,) and scene.claims(1) == ["win"]
    called_off = Scene(scene.hand.clone()).play("1 win")
    assert called_off.melds(0) == ["pung 333m"]  # what was there before
    assert called_off.kong_money == [0, 0, 0, 0]
    assert called_off.fans() == {"standing": 1, "closed_wait": 1}
    assert called_off.win_money == called_off.money == [-8, 20, -4, -8]
    kept = scene.play("1 pass")
    assert kept.melds(0) == ["added_kong 3333m"] and kept.drawn
    assert [p.amount for p in kept.told(say.Pay)] == [1, 1, 1]


@pytest.mark.parametrize("declared", [(1,), (2,), (1, 2)])
def test_cc_48_declared_seats_rob_only_by_a_win(declared: tuple[int, ...]) -> None:
    hands = {1: WAITS_9M, 2: "123p456s78p222z99m"}
    scene = adding_9m(hands, ready=declared, looked=declared)
    assert scene.claims(1) == ["win"]
    assert scene.claims(2) == ([] if 2 in declared else ["pung 9m"])


def test_cc_48_a_declared_adder_stays_declared() -> None:
    hands = ["123m456s78p11z6z", "", "66z", ""]
    scene = place(G, hands, drawn="6z", melds=((DRAGONS,), (), (), ()), ready=(0,), looked=(0,)).play("0 add dragons 6z; 2 pung 6z")
    assert scene.hand.view(WATCHER).seats[0].ready
    scene.until(0)
    assert scene.may(0) in ([f"discard {scene.drawn}"], ["win", f"discard {scene.drawn}"])


def test_cc_48_the_robbed_adder_waits_with_what_he_has_left() -> None:
    hands = ["6z23m456s78p22z1m", "", "66z6p", ""]  # he drew the 1m and added a 6z he had kept
    scene = place(G, hands, drawn="1m", melds=((DRAGONS,), (), (), ())).play("0 add dragons 6z; 2 pung 6z; 2 discard 6p")
    assert scene.waits(0) == "69p" and scene.claims(0) == ["win"]


def test_cc_48_cc_18_holds_for_the_pung() -> None:
    three = ("chow 123m", "pung 222p", "pung 333s")
    assert adding({2: "66z"}, melds=((DRAGONS,), (), three, ())).claims(2) == []
    pungs = ("pung 444m", "pung 222p", "pung 333s")
    assert adding({2: "66z"}, melds=((DRAGONS,), (), pungs, ())).claims(2) == ["pung 6z"]


def test_cc_48_first_declarations_and_concealed_kongs_cannot_be_robbed() -> None:
    first = place(G, ["567z", READY, "66z", ""], drawn="7z", first_turns=(0, 1, 2, 3)).play("0 set dragons 567z")
    assert first.asked == (0,) and not first.told(say.Propose)
    winds = place(G, ["1234z", "123m456s555p789p1z", "22z", ""], drawn="4z", first_turns=(0, 1, 2, 3))
    assert winds.play("0 set winds 1234z").asked == (0,)
    concealed = place(G, ["3333m", "24m111s456p789p99p", "", ""], drawn="3m").play("0 ckong 3m")
    assert concealed.asked == (0,) and not concealed.told(say.Propose)


def test_cc_48_a_robbed_adders_first_turn_lasts_to_his_first_discard() -> None:
    """CC-40: it lasts to the first discard, and robbed he made none."""
    scene = place(G, ["1m", "55667z9m9p9s", "66z", ""], turn=1, drawn="6z", first_turns=(0, 1, 2, 3))
    scene.play("1 set dragons 567z; 1 add dragons 6z; 2 pung 6z").until(1)
    assert scene.may(1, "set") == ["set nines 9m9p9s"]
