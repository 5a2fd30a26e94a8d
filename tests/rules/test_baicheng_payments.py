"""Baicheng: what a win pays, and who pays it (BC-18, BC-24, BC-26, BC-28, BC-31), and the presets."""

from typing import Any

import pytest

from paiju.core.wording import explain
from tests.scenes import Scene, game, place

READY = "123m456p789p55p78s"  # waits for 6s and 9s
OPEN = "chow 345m"  # a meld that opens a loser's hand


def won(hand: str, tile: str, *melds: str, winner: int = 1, others: dict[int, tuple[str, ...]] | None = None, **more: Any) -> Scene:
    """Seat 0 discards the tile and ``winner`` wins; the losers' melds in ``others``."""
    hands = [tile, "", "", ""]
    hands[winner] = hand
    laid: list[tuple[str, ...]] = [(), (), (), ()]
    laid[winner] = melds
    for seat, of_seat in (others or {}).items():
        laid[seat] = of_seat
    scene = place("baicheng", hands, melds=tuple(laid), **more).play(f"0 discard {tile}")
    for seat in scene.asked:
        if seat != winner and seat in scene.asked:
            scene.play(f"{seat} pass")
    return scene.play(f"{winner} win")


def drawn(hand: str, tile: str, *melds: str, **more: Any) -> Scene:
    """Seat 1 draws the tile and wins; by default seat 0 deals, all losers closed."""
    parts: dict[str, Any] = {"melds": ((), melds, (), ())} | more
    return place("baicheng", ("", hand + tile, "", ""), turn=1, drawn=tile, **parts).play("1 win")


# -- the winner's fans -------------------------------------------------------------------------------------------


def test_bc_26_standing() -> None:
    assert won(READY, "9s").fans() == {"standing": 1}
    assert won("456p789p55p78s", "9s", "concealed_kong 1111m").fans() == {"standing": 1}
    for meld in ("chow 123m", "pung 111m", "melded_kong 1111m", "added_kong 1111m", "dragons_kong 567z"):
        hand = "456p789p55p78s" if meld[-1] == "m" else "123m456p55p78s"
        assert "standing" not in won(hand, "9s", meld).fans()


@pytest.mark.parametrize(
    ("hand", "tile", "melds", "held"),
    [
        ("456m456p55p78s123s", "9s", (), True),  # in hand
        ("456m456p55p78s", "9s", ("chow 123s",), True),  # in melds
        ("456m456p55p78s", "9s", ("pung 111s",), True),  # once
        ("456m456p99p23s789s", "1s", (), True),  # the winning tile
        ("456m456p99p23s789s", "4s", (), False),
        ("123m456p55p78s678s", "9s", (), False),
    ],
)
def test_bc_26_bamboo_one_once(hand: str, tile: str, melds: tuple[str, ...], held: bool) -> None:
    assert won(hand, tile, *melds).fans().get("bamboo_one", 0) == int(held)


def test_bc_26_self_draw_and_dealer() -> None:
    assert drawn(READY, "9s").fans() == {"standing": 1, "self_draw": 1}
    assert drawn(READY, "9s", dealer=1).fans() == {"standing": 1, "self_draw": 1, "dealer": 1}
    assert won(READY, "9s", dealer=1).fans() == {"standing": 1, "dealer": 1}


# -- the payers' -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", range(4))
def test_bc_26_all_three_pay_each_with_his_own_fans(dealer: int) -> None:
    """Winner seat 1: standing, and dealer; seat 0 discards; seat 2 is open."""
    scene = won(READY, "9s", others={2: (OPEN,)}, dealer=dealer)
    fans = 1 + (dealer == 1)
    pays = {0: fans + 1 + 1 + (dealer == 0), 2: fans + (dealer == 2), 3: fans + 1 + (dealer == 3)}
    assert [-scene.win_money[seat] for seat in (0, 2, 3)] == [2 ** pays[seat] for seat in (0, 2, 3)]
    assert sum(scene.win_money) == 0


def test_bc_26_self_drawn_nobody_is_discarder() -> None:
    assert drawn(READY, "9s", dealer=3).win_money == [-8, 32, -8, -16]


@pytest.mark.parametrize(
    ("melds", "closed"),
    [
        ((), True),
        (("concealed_kong 2222s",), True),
        (("chow 345m",), False),
        (("pung 222s",), False),
        (("melded_kong 2222s",), False),
        (("added_kong 2222s",), False),
        (("dragons_kong 567z",), False),
        (("concealed_kong 2222s", "pung 444m"), False),
    ],
)
def test_bc_18_a_closed_loser_pays_one_fan_more(melds: tuple[str, ...], closed: bool) -> None:
    scene = won(READY, "9s", others={3: melds}, dealer=0)
    assert scene.win_money[3] == -(4 if closed else 2)
    off = won(READY, "9s", others={3: melds}, dealer=0, options={"closed_loser_pays": False})
    assert off.win_money == [-8, 12, -2, -2]


def test_bc_18_a_loser_with_undeclared_dragons_is_closed() -> None:
    hands = ("9s", READY, "", "147m258p369s567z1m")
    scene = place("baicheng", hands).play("0 discard 9s; 1 win")
    assert scene.win_money[3] == -4


def test_bc_18_the_discarder_and_the_dealer_may_be_closed_or_open() -> None:
    assert won(READY, "9s", others={0: (OPEN,)}, dealer=3).win_money == [-4, 4 + 4 + 8, -4, -8]
    assert won(READY, "9s", others={3: (OPEN,)}, dealer=3).win_money == [-8, 16, -4, -4]


def test_bc_26_base() -> None:
    assert won(READY, "9s", options={"base": 5}).win_money == [5 * n for n in won(READY, "9s").win_money]


def test_bc_26_discard_pays() -> None:
    three = won(READY, "9s", others={2: (OPEN,)})
    assert three.win_money == [-16, 16 + 2 + 4, -2, -4]
    alone = won(READY, "9s", others={2: (OPEN,)}, options={"discard_pays": "discarder_all"})
    assert alone.win_money == [-22, 22, 0, 0]  # each share as it would have been
    assert drawn(READY, "9s", options={"discard_pays": "discarder_all"}).win_money == drawn(READY, "9s").win_money


def test_bc_26_a_robber_is_paid_by_the_adder_as_discarder() -> None:
    hands = ("147m258p1s3s9s2s", "", READY, "")
    for value, money in (("three", [-4, -4, 16, -8]), ("discarder_all", [-16, 0, 16, 0])):
        scene = place("baicheng", hands, drawn="9s", dealer=3, melds=(("pung 999s",), (), (), ()), options={"discard_pays": value})
        assert scene.play("0 akong 9s; 2 win").win_money == money


# -- the cap -----------------------------------------------------------------------------------------------------

GREAT = ("111m222p111s999s5p", "5p")  # 单飘 3, standing, 1s: self-drawn 6


@pytest.mark.parametrize(
    ("cap", "money"),
    [
        ("none", [-512, 512 + 256 + 256, -256, -256]),
        (256, [-256, 3 * 256, -256, -256]),
        (128, [-128, 3 * 128, -128, -128]),
    ],
)
def test_bc_28_cap(cap: object, money: list[int]) -> None:
    """Seat 0 deals; treasure 2 for the self-draw's 1: 7 and a closed loser's 8."""
    scene = drawn("111m222p111s999s5p", "4m", stacks={1: "?4m"}, options={"cap": cap})
    assert scene.fans() == {"standing": 1, "bamboo_one": 1, "all_pungs_single": 3, "treasure": 2}
    assert scene.win_money == money


def test_bc_28_each_amount_is_capped_by_itself_and_multiplied_by_the_base() -> None:
    scene = drawn(*GREAT, melds=((), (), (OPEN,), ()), options={"cap": 128, "base": 3})
    assert scene.fans() == {"standing": 1, "bamboo_one": 1, "all_pungs_single": 3, "self_draw": 1}
    assert scene.win_money == [-3 * 128, 3 * (128 + 64 + 128), -3 * 64, -3 * 128]  # 2^8 capped, 2^6, 2^7


def test_bc_28_what_is_capped_is_said_in_words() -> None:
    options: dict[str, object] = {"cap": 128, "base": 3}
    scene = drawn(*GREAT, options=options)
    lines = explain(scene.hand.result().wins[0], game("baicheng", options).scoring, "en")
    assert "= 8 fans → capped at 128 × base 3 = 384" in lines[1] and "= 7 fans → 128 × base 3 = 384" in lines[2]


def test_bc_28_kong_money_is_not_capped_with_it() -> None:
    scene = drawn("111m222p111s5p", "5p", "concealed_kong 9999s", options={"cap": 128})
    assert scene.kong_money == [-10, 30, -10, -10]


# -- worked example, presets -------------------------------------------------------------------------------------


def test_bc_26_worked_example_1() -> None:
    """Standing + closed wait + 1s = 3; discarder, closed: 5: 32; dealer, open: 4: 16; third, open: 8."""
    scene = won("123s456p789p55p46m", "5m", others={2: (OPEN,), 3: ("chow 678s",)}, dealer=2)
    assert scene.fans() == {"standing": 1, "bamboo_one": 1, "closed_wait": 1}
    assert scene.win_money == [-32, 56, -16, -8]


def test_preset_text_is_the_default() -> None:
    plain, named = game("baicheng"), game("baicheng", preset="text")
    assert plain.settings == named.settings
    values = plain.settings.as_dict()
    assert (values["cap"], values["treasure_changes_when_three_visible"], values["fourth_dragon_forces"]) == ("none", False, True)


def test_preset_app_bc_7_bc_19_bc_28() -> None:
    assert game("baicheng", preset="app").settings.changed() == {
        "treasure_changes_when_three_visible": True,
        "fourth_dragon_forces": False,
        "cap": 256,
    }
    scene = drawn("111m222p111s999s5p", "4m", stacks={1: "?4m"}, preset="app")
    assert scene.win_money == [-256, 768, -256, -256]
