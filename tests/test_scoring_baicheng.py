"""Baicheng's scoring clauses, one by one."""

from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import u8

from paiju import variants
from paiju.core.notation import parse_meld, parse_tile, parse_tiles
from paiju.core.settle import sum_payments
from paiju.core.win import DISCARD, SELF_DRAW, Meld, Win
from tests.scoring_tools import deltas, error, fans, reason

G = "baicheng"
DRAWN: dict[str, Any] = {"by": "self_draw"}


def treasure(tile: str) -> dict[str, Any]:
    return {"by": "self_draw", "treasure": {"tile": tile, "how": "drawn"}}


def test_bc_1_no_winds() -> None:
    assert error(G, "12m111s456p789p11z", "3m") == ("tile_not_in_game", "hand")


def test_bc_5_bc_41_nothing_is_declared_for_the_treasure() -> None:
    assert error(G, "78m222s456p789p99p", "6m", by="self_draw", treasure={"tile": "6m", "how": "matched"}) == ("impossible", "treasure.how")


def test_bc_17_three_suits_and_a_1_9_or_dragon_no_pung() -> None:
    assert fans(G, "234m456p456p78s55z", "9s") == {"standing": 1}
    assert fans(G, "123m456p456p78s55p", "9s") == {"standing": 1}
    assert reason(G, "234m456p456p67s55p", "8s") == "no_terminal_or_honour"
    assert reason(G, "123m456m456p789p5z", "5z") == "missing_suit"
    assert reason(G, "123m456p456p789s5z", "6z") == "not_complete"


def test_bc_15_bc_39_white_green_red_is_a_set() -> None:
    assert fans(G, "222m345p678s55z67z", "5z") == {"standing": 1, "closed_wait": 1}
    assert fans(G, "222m345p678s99p56z", "7z") == {"standing": 1, "closed_wait": 1}  # the third by discard
    assert fans(G, "222m345p678s9p567z", "9p") == {"standing": 1, "closed_wait": 1}
    assert fans(G, "22m34p678s556677z", "5p") == {"standing": 1}  # two of them
    assert fans(G, "22m34p678s345p", "5p", "chow 567z", options={"dragon_chow": True}) == {}


def test_bc_10_self_draw_and_treasures_exclude_each_other() -> None:
    two = (G, "78m222s456p789p99p")
    assert fans(*two, "9m", **DRAWN) == {"standing": 1, "self_draw": 1}
    assert fans(*two, "5z", **treasure("5z")) == {"standing": 1, "treasure": 2}
    one = (G, "79m222s456p789p99p")
    assert fans(*one, "8m", **treasure("8m")) == {"standing": 1, "closed_wait": 1, "treasure_in_treasure": 3}
    stacks = {"treasure_stacks_with_self_draw": True}
    assert fans(*one, "8m", **treasure("8m"), options=stacks) == {"standing": 1, "closed_wait": 1, "self_draw": 1, "treasure_in_treasure": 3}


def test_bc_9_treasure_in_treasure_is_the_only_wait() -> None:
    two = (G, "78m222s456p789p99p", "6m")
    assert fans(*two, **treasure("6m")) == {"standing": 1, "treasure": 2}
    assert fans(*two, **treasure("6m"), options={"treasure_in_treasure_only_wait": False}) == {"standing": 1, "treasure_in_treasure": 3}
    # Worked 2: 宝中宝, standing, single wait: 32 each, dealer 64; a closed payer doubles again.
    single = (G, "123m222s456p789p5z", "5z")
    assert deltas(*single, **treasure("5z"), closed=[3]) == [-64, 160, -32, -64]


def test_bc_12_bc_13_the_drawn_treasure_stands_for_the_best_wait() -> None:
    assert reason(G, "13579m135p1357s5z", "5z", **treasure("5z")) == "not_ready"
    # No 1, 9 or dragon yet: the wait brings it, and the treasure is not barred as in Changchun.
    assert fans(G, "78m222p345p345s66s", "5z", **treasure("5z")) == {"standing": 1, "closed_wait": 1, "treasure": 2}
    # A drawn 1s counts as 么鸡 only when it stands for 1s.
    assert fans(G, "222m345p99p345s68s", "1s", **treasure("1s")) == {"standing": 1, "closed_wait": 1, "treasure": 2}
    assert fans(G, "222m345p99p345s23s", "1s", **treasure("1s")) == {"standing": 1, "bamboo_one": 1, "treasure": 2}
    assert fans(G, "222m345p99p345s23s", "5z", **treasure("5z")) == {"standing": 1, "bamboo_one": 1, "treasure": 2}


@pytest.mark.parametrize(
    ("hand", "tile", "closed"),
    [
        ("13m222s456p789p99p", "2m", True),  # middle
        ("12m222s456p789p99p", "3m", True),  # edge
        ("89m222s456p789p99p", "7m", True),
        ("78m222s456p789p99p", "9m", False),
        ("23m222s456p789p99p", "1m", False),
        ("222m345p678s99p57z", "6z", True),  # third dragon
        ("123m222s456p789p5z", "5z", True),  # single and only wait
        ("1234m678p789s555z", "4m", False),  # two-headed
        ("1234m678p789s555z", "1m", False),
        ("22m99p222s456p678p", "9p", False),  # two pairs
        ("78m222s456p678p55p", "9m", True),  # no 1, 9, dragon and one legal wait
    ],
)
def test_bc_14_closed_wait(hand: str, tile: str, closed: bool) -> None:
    assert ("closed_wait" in fans(G, hand, tile)) == closed


def test_bc_14_a_wait_held_four_times_is_none() -> None:
    """2345m with all 5m held: 2m is the only wait (G-12)."""
    assert fans(G, "2345m", "2m", "pung 555m", "chow 678p", "chow 789s") == {"closed_wait": 1}


def test_bc_14_bc_16_no_closed_wait_beside_all_pungs() -> None:
    # Worked 3: 双飘 2, no 夹; with 234s for 333s: 夹 1, no 飘.
    assert fans(G, "111m222p333s55p56z", "7z") == {"standing": 1, "all_pungs": 2}
    assert fans(G, "111m222p234s55p56z", "7z") == {"standing": 1, "closed_wait": 1}


def test_bc_16_single_and_double() -> None:
    assert fans(G, "111m222p333s55p66s", "6s") == {"standing": 1, "all_pungs": 2}
    assert fans(G, "111m222p333s555z6s", "6s") == {"standing": 1, "all_pungs_single": 3}
    assert fans(G, "222m333p444s55z67z", "5z") == {"standing": 1, "all_pungs_single": 3}  # the better of both readings
    assert fans(G, "11m22p", "2p", "dragons_kong 5567z", "pung 999s", "pung 333s") == {"all_pungs": 2}
    assert fans(G, "11m22p", "2p", "chow 567z", "pung 999s", "pung 333s", options={"dragon_chow": True}) == {"all_pungs": 2}


def test_bc_16_bc_32_the_last_single_tile_is_allowed_with_chows_too() -> None:
    assert fans(G, "9m", "9m", "chow 123p", "pung 555s", "pung 777s", "pung 222m") == {"closed_wait": 1}
    assert fans(G, "9m", "9m", "pung 111p", "pung 555s", "pung 777s", "pung 222m") == {"all_pungs_single": 3}


def test_g_13_no_winning_tile() -> None:
    assert fans(G, "456m222s456p99p", "", "dragons_kong 567z", **DRAWN) == {"self_draw": 1}
    assert fans(G, "444m222s444p99p", "", "dragons_kong 567z", **DRAWN) == {"self_draw": 1, "all_pungs": 2}


def test_bc_18_closed_losers() -> None:
    hand = (G, "46m222s456p789p99p", "5m")
    assert deltas(*hand) == [-8, 20, -8, -4]
    assert deltas(*hand, closed=[0, 2, 3]) == [-16, 40, -16, -8]
    # Worked 1: standing + closed wait + 1s = 3; discarder, closed: 32; dealer, open: 16; third, open: 8.
    assert deltas(G, "46m111s456p789p99p", "5m", closed=[2]) == [-16, 56, -32, -8]


def test_bc_24_kong_draw_stacks() -> None:
    hand = (G, "79m456p99p", "8m", "concealed_kong 2222s", "added_kong 3333s")
    assert fans(*hand, **DRAWN, after="kong") == {"closed_wait": 1, "self_draw": 1, "kong_draw": 1}
    assert fans(*hand, **treasure("8m"), after="kong") == {"closed_wait": 1, "treasure_in_treasure": 3, "kong_draw": 1}
    assert fans(G, "222m345p99p78s", "6s", "dragons_kong 5567z", **DRAWN, after="kong") == {"self_draw": 1, "kong_draw": 1}


@pytest.mark.parametrize(
    ("meld", "stands"),
    [
        ("concealed_kong 2222p", True), ("pung 222p", False), ("chow 123p", False), ("melded_kong 2222p", False), ("added_kong 2222p", False),
        ("dragons_kong 567z", False),
    ],
)  # fmt: skip
def test_bc_26_standing_and_dealer(meld: str, stands: bool) -> None:
    found = fans(G, "12m555z456p99s", "3m", meld) if "567z" not in meld else fans(G, "12m555s456p99s", "3m", meld)
    assert ("standing" in found) == stands
    assert fans(G, "12m555s456p99s", "3m", "pung 333p", dealer=1) == {"closed_wait": 1, "dealer": 1}


def test_bc_26_bamboo_one_once() -> None:
    assert fans(G, "12m111s456p789p99p", "3m")["bamboo_one"] == 1
    assert fans(G, "12m456p789p99p", "3m", "pung 111s")["bamboo_one"] == 1
    assert fans(G, "123m456p789p99p23s", "1s")["bamboo_one"] == 1


def test_bc_28_cap_per_payer() -> None:
    hand = (G, "1s", "1s", "pung 222m", "pung 333p", "melded_kong 5555z", "pung 666z")
    assert deltas(*hand, dealer=1, closed=[0, 2], options={"cap": 128, "base": 2}) == [-128, 448, -256, -64]
    more = {**treasure("1s"), "dealer": 1, "closed": [0, 2]}
    assert deltas(*hand, **more) == [-512, 1280, -512, -256]
    assert deltas(*hand, **more, options={"cap": 256}) == [-256, 768, -256, -256]
    assert deltas(*hand, **more, options={"cap": 128, "base": 10}) == [-1280, 3840, -1280, -1280]


def test_bc_35_a_dealt_win_on_the_last_tile_dealt() -> None:
    assert fans(G, "13m222s456p789p99p", "2m", **DRAWN, dealer=1) == {"standing": 1, "closed_wait": 1, "self_draw": 1, "dealer": 1}


# -- kongs and the end -------------------------------------------------------------------------------------------


def money(*melds: str, **options: object) -> list[int]:
    game = variants.get(G)
    scoring = game.scoring(game.settings(options))
    return sum_payments(scoring.kong_payments([[], [], [parse_meld(m) for m in melds], []], 2))


@pytest.mark.parametrize(
    ("meld", "each"),
    [
        ("chow 123m", 0), ("pung 555z", 0), ("melded_kong 2222m", 5), ("added_kong 1111s", 5), ("concealed_kong 5555z", 10), ("dragons_kong 567z", 5),
        ("dragons_kong 5667z", 10), ("dragons_kong 556677z", 20),
    ],
)  # fmt: skip
def test_bc_29_bc_22_kong_money(meld: str, each: int) -> None:
    assert money(meld) == [-each, -each, 3 * each, -each]
    assert money(meld, kong_unit=3, base=10)[2] == 3 * each * 3 * 10 // 5


def ending(seat: int, hand: str, *melds: str, wins: list[Win] | None = None, **options: object) -> int:
    """What the seat gains by 叉宝算杠 with 5p the treasure."""
    game = variants.get(G)
    scoring = game.scoring(game.settings(options))
    hands = [vec[u8]([0] * 34) for _ in range(4)]
    for kind in parse_tiles(hand):
        hands[seat][kind] += 1
    sets: list[list[Meld]] = [[], [], [], []]
    sets[seat] = [parse_meld(m) for m in melds]
    gains = sum_payments(scoring.end_payments(hands, sets, parse_tile("5p"), wins or []))
    assert sum(gains) == 0
    return gains[seat]


def claim(by: int, hand: str, tile: str) -> Win:
    counts = vec[u8]([0] * 34)
    for kind in parse_tiles(hand):
        counts[kind] += 1
    return Win(1, 0, by, counts, [], parse_tile(tile), 2)


def test_bc_8_a_pung_of_the_treasure_is_a_kong() -> None:
    assert ending(1, "123m", "pung 555p") == 15
    assert ending(1, "123m555p") == 30
    assert ending(1, "123m55p", "pung 555m") == 0
    assert ending(3, "555p", base=2, kong_unit=3) == 36
    won = [claim(DISCARD, "123m55p", "5p")]
    assert ending(1, "123m55p", wins=won) == 15  # the third won from another
    assert ending(1, "123m55p", wins=[claim(DISCARD, "123m55p", "6p")]) == 0
    assert ending(1, "123m555p", wins=[claim(SELF_DRAW, "123m55p", "5p")]) == 30  # the hand as it lies
    assert ending(2, "123m55p", wins=won) == 0
    assert ending(1, "123m", "pung 555p", treasure_pung_is_kong="melded_only") == 15
    assert ending(1, "123m555p", treasure_pung_is_kong="melded_only") == 0
    assert ending(1, "123m", "pung 555p", treasure_pung_is_kong=False) == 0
