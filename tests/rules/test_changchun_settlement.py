"""Changchun: fans, the ladder, who pays, and the worked examples (CC-50 to CC-60)."""

from typing import Any

import pytest

from tests.scenes import Scene, deal, drawing, facing, place

G = "changchun"
READY = "123m456s456p789p6z"  # waits for 6z alone: CC-11
CLOSED = "13m456s456p789p66z"  # waits for 2m alone, as a closed wait
PUNGS = "111m222p333s555p9m"  # waits for 9m alone
LADDERS = {"1": [1, 2, 4, 8, 16, 32, 64], "135": [1, 3, 5, 10, 20, 40, 80], "250": [2, 5, 10, 20, 40, 80, 160], "50": [5, 10, 20, 40, 80, 160, 320]}


def treasure(hand: str, kind: str = "4z", *, seat: int = 1, **more: Any) -> Scene:
    """The seat draws the treasure he has looked at, and wins."""
    setting: dict[str, Any] = {"ready": (seat,), "looked": (seat,), "treasure": 2, "stacks": {2: f"{kind}?"}, **more}
    return drawing(G, hand, kind, seat=seat, **setting).play(f"{seat} win")


def matched(hand: str, kind: str, *, seat: int = 1, **more: Any) -> Scene:
    """The seat looks at a treasure that is his wait, and wins."""
    before = (seat - 1) % 4
    hands = [hand if n == seat else "1z" if n == before else "" for n in range(4)]
    scene = place(G, hands, turn=before, drawn="1z", ready=(seat,), dice=[2], stacks={2: f"{kind}?"}, **more)
    return scene.play(f"{before} discard 1z; {seat} win")


# -- CC-50, CC-51 ------------------------------------------------------------------------------------------------


def test_cc_50_each_fan() -> None:
    assert facing(G, READY, "6z").play("1 win").fans() == {"standing": 1}
    assert drawing(G, READY, "6z").play("1 win").fans() == {"standing": 1, "self_draw": 1}
    assert facing(G, CLOSED, "2m").play("1 win").fans() == {"standing": 1, "closed_wait": 1}
    assert facing(G, PUNGS, "9m").play("1 win").fans() == {"standing": 1, "all_pungs": 2}
    assert treasure(READY).fans() == {"standing": 1, "self_draw": 1, "treasure": 1}
    assert drawing(G, READY, "6z", seat=0).play("0 win").fans() == {"standing": 1, "self_draw": 1, "dealer": 1}
    assert facing(G, "456s456p789p6z", "6z", "chow 123m").play("1 win").fans() == {}


@pytest.mark.parametrize("dealer", range(4))
def test_cc_50_the_dealer_wins_all_payers_one_more_and_loses_only_he_one_more(dealer: int) -> None:
    scene = drawing(G, READY, "6z", dealer=dealer).play("1 win")
    for payer in (0, 2, 3):
        assert -scene.win_money[payer] == (8 if dealer in (1, payer) else 4)


@pytest.mark.parametrize("payer", [0, 2, 3])
def test_cc_50_the_discarder_one_fan_more_added_per_payer(payer: int) -> None:
    for dealer in (0, 2, 3):
        money = facing(G, READY, "6z", payer=payer, dealer=dealer).play("1 win").win_money
        assert [-money[seat] for seat in (0, 2, 3)] == [2 * 2 ** ((seat == payer) + (seat == dealer)) for seat in (0, 2, 3)]
        assert sum(money) == 0


def test_cc_51_all_pungs_excludes_the_closed_wait() -> None:
    single: dict[str, object] = {"closed_wait_includes": ["middle", "single", "only_wait"]}
    assert facing(G, PUNGS, "9m", options=single).play("1 win").fans() == {"standing": 1, "all_pungs": 2}
    assert facing(G, "111222333m888p9s", "9s", options=single).play("1 win").fans() == {"standing": 1, "all_pungs": 2}
    assert facing(G, READY, "6z", options=single).play("1 win").fans() == {"standing": 1, "closed_wait": 1}


# -- CC-52 to CC-54 ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LADDERS)
def test_cc_52_the_amount_is_the_ladders_step(name: str) -> None:
    ladder = LADDERS[name]
    options: dict[str, object] = {"ladder": name, "matched_treasure_bonus": 1}
    wins = [
        facing(G, "456s456p789p6z", "6z", "chow 123m", options=options).play("1 win"),
        facing(G, READY, "6z", options=options).play("1 win"),
        drawing(G, READY, "6z", options=options).play("1 win"),
        drawing(G, CLOSED, "2m", options=options).play("1 win"),
        treasure(CLOSED, options=options),
        treasure(PUNGS, options=options),
        treasure(PUNGS, seat=0, options=options),
        matched(PUNGS, "9m", seat=0, options=options),
    ]
    for fans, scene in enumerate(wins):
        assert sum(scene.fans().values()) == fans
        assert -scene.win_money[3] == ladder[min(fans, 6)], f"{fans} fans"  # seat 3 neither deals nor discards


def test_cc_52_a_small_self_draw_at_1_is_2() -> None:
    assert drawing(G, "456s456p789p6z", "6z", "chow 123m").play("1 win").win_money == [-4, 8, -2, -2]


def test_cc_53_the_ladders_end_is_the_cap() -> None:
    for name, ladder in LADDERS.items():
        scene = matched(PUNGS, "9m", seat=0, options={"ladder": name, "matched_treasure_bonus": 1})
        assert sum(scene.fans().values()) == 7 and scene.win_money == [3 * ladder[-1], -ladder[-1], -ladder[-1], -ladder[-1]]


# -- CC-55 to CC-60 ----------------------------------------------------------------------------------------------


def test_cc_55_on_a_discard_all_three_pay_and_he_covers_no_one() -> None:
    assert facing(G, READY, "6z").play("1 win").win_money == [-4, 10, -4, -2]
    declared = facing(G, READY, "6z", payer_hand="234m345s345p678p5z", ready=(2,), looked=(2,)).play("1 win")
    assert declared.win_money == [-4, 10, -4, -2]


@pytest.mark.parametrize("mode", ["discarder_all", "discarder_all_if_not_ready"])
def test_cc_55_discard_pays(mode: str) -> None:
    """CC-70: he pays the three amounts as computed for their own payers."""
    options: dict[str, object] = {"discard_pays": mode}
    assert facing(G, READY, "6z", options=options).play("1 win").win_money == [0, 10, -10, 0]
    assert facing(G, READY, "6z", payer=0, options=options).play("1 win").win_money == [-12, 12, 0, 0]
    assert drawing(G, READY, "6z", options=options).play("1 win").win_money == [-8, 16, -4, -4]
    robbed = place(G, ["6z", READY, "", ""], drawn="6z", melds=(("dragons_kong 567z",), (), (), ()), dealer=3, options=options)
    assert robbed.play("0 add dragons 6z; 1 win").win_money == [-10, 10, 0, 0]


def test_cc_57_one_winner_the_nearest_after_the_discarder() -> None:
    hands = ["234m345s345p678p5z", "123m456s456p789p5z", "5z", ""]
    scene = place(G, hands, turn=2, drawn="5z").play("2 discard 5z")
    assert scene.asked == (0, 1)
    scene.play("1 win")
    assert scene.asked == (0,)  # nearer, and not yet heard
    assert Scene(scene.hand.clone()).play("0 win").winners == [0]
    assert scene.play("0 pass").winners == [1]
    quick = place(G, hands, turn=2, drawn="5z").play("2 discard 5z; 0 win")
    assert quick.winners == [0]  # seat 1 can change nothing any more


def test_cc_60_the_dealers_dealt_win_is_a_self_draw_on_the_last_tile_dealt() -> None:
    for dealer in range(4):
        hands = [CLOSED + "2m" if seat == dealer else "" for seat in range(4)]
        scene = deal(G, hands, dealer=dealer)
        assert scene.can_win(dealer) and scene.drawn == "2m"
        scene.play(f"{dealer} win")
        assert scene.fans() == {"standing": 1, "closed_wait": 1, "self_draw": 1, "dealer": 1}
        assert sorted(scene.win_money) == [-16, -16, -16, 48]
    other = deal(G, ("2m13m456s456p789p6z" + "6z", "", "", "")).play("0 win")  # the last tile is a 6z: no closed wait
    assert other.fans() == {"standing": 1, "self_draw": 1, "dealer": 1}


# -- CC-59 -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lock", ["none", "same_turn"])
def test_cc_59_passed_win_lock(lock: str) -> None:
    """CC-70: after passing a win on another's tile none from others until the own next draw."""
    hands = ["", "123m456s555p78p66z", "6p", ""]  # seat 1 waits for 6p and 9p
    scene = place(G, hands, turn=2, drawn="6p", draws="9p?3z9p", options={"passed_win_lock": lock}).play("2 discard 6p; 1 pass; 3 discard 9p")
    assert scene.can_win(1) == (lock == "none")
    scene.play("pass").drift().play("1 discard 3z; 2 discard 9p")
    assert scene.can_win(1)
    own = place(G, hands, turn=2, drawn="6p", draws="??9p", options={"passed_win_lock": lock}).play("2 discard 6p; 1 pass").drift(2)
    assert own.asked == (1,) and own.can_win(1)


def test_cc_59_same_turn_a_claim_without_a_draw_does_not_lift_it() -> None:
    lock: dict[str, object] = {"passed_win_lock": "same_turn"}
    hands = ["", "123m456s55p789p66z", "6z", "5p"]
    scene = place(G, hands, turn=2, drawn="6z", draws="?", options=lock).play("2 discard 6z")
    assert scene.claims(1) == ["win", "pung 6z"]
    scene.play("1 pung 6z; 1 discard 5p; pass")  # a lower claim instead of the win passes it (G-14)
    assert scene.waits(1) == "5p" and scene.asked == (2,)
    scene.drift().play("3 discard 5p")
    assert not scene.can_win(1)


# -- the worked examples -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("declared", [(), (1,)])
@pytest.mark.parametrize("payer", [0, 2, 3])
def test_cc_50_worked_example_1(declared: tuple[int, ...], payer: int) -> None:
    """The CC-11 hand on a discard: third player 2, discarder 4, dealer 4, the dealer discarding 8 (CC-50, CC-52, CC-55)."""
    money = facing(G, READY, "6z", payer=payer, ready=declared, looked=declared).play("1 win").win_money
    third = [seat for seat in (2, 3) if seat != payer]
    assert [-money[seat] for seat in third] == [2] * len(third)
    assert -money[payer] == (8 if payer == 0 else 4)
    assert -money[0] == (8 if payer == 0 else 4)


def test_cc_50_worked_example_2() -> None:
    """Standing, closed, self-draw, treasure: others 16, dealer 32; the dealer's own 32 each; with all pungs 32, 64; 64."""
    assert treasure(CLOSED).win_money == [-32, 64, -16, -16]
    assert treasure(CLOSED, seat=0).win_money == [96, -32, -32, -32]
    assert treasure(PUNGS).win_money == [-64, 128, -32, -32]
    assert treasure(PUNGS, seat=0).win_money == [192, -64, -64, -64]


def test_cc_50_worked_example_3() -> None:
    """Dealer, standing, all pungs, self-draw, treasure, drawn or matched: six fans, 64 each."""
    for scene in (treasure(PUNGS, seat=0), matched(PUNGS, "9m", seat=0)):
        assert sum(scene.fans().values()) == 6
        assert scene.win_money == [192, -64, -64, -64]
