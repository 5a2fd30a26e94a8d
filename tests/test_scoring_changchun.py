"""Changchun's scoring clauses, one by one."""

from typing import Any

import pytest

from paiju import variants
from paiju.core.notation import parse_meld
from paiju.core.settle import sum_payments
from paiju.core.stream import Stream
from paiju.core.win import SELF_DRAW, Outcome, Win, no_tiles
from tests.scoring_tools import deltas, fans, reason

G = "changchun"
DRAWN: dict[str, Any] = {"by": "self_draw"}


def treasure(tile: str, how: str = "drawn") -> dict[str, Any]:
    return {"by": "self_draw", "treasure": {"tile": tile, "how": how}}


def test_cc_7_four_sets_and_a_pair_with_all_three_suits() -> None:
    assert fans(G, "12m111s456p789p99p", "3m") == {"standing": 1}
    assert reason(G, "111m456m789m99p34p", "5p") == "missing_suit"
    assert reason(G, "12m111s456p789p9p5z", "3m") == "not_complete"
    assert fans(G, "55m456m456p78p", "9p", "ones_kong 1m1p1s") == {}  # a kong of ones counts for the suits
    assert fans(G, "55m78m", "9m", "nines_kong 9m9p9s", "chow 123m", "chow 456m") == {}
    assert reason(G, "55m456m78m", "9m", "dragons_kong 567z", "chow 123p") == "missing_suit"  # honours are no suit


def test_cc_8_a_pung_or_a_dragon_pair() -> None:
    assert reason(G, "123456m456p78s33z", "9s") == "no_pung"
    assert fans(G, "123456m456p78s66z", "9s") == {"standing": 1}
    assert fans(G, "456m456p78s33z", "9s", "winds_kong 1234z") == {}
    assert fans(G, "1112m345p456s789s", "2m") == {"standing": 1}
    assert reason(G, "123m456p78s33z", "9s", "chow 456m") == "no_pung"
    assert fans(G, "123m456p78s33z", "9s", "added_kong 4444m") == {}


def test_cc_9_cc_10_a_dragon_pair_brings_both() -> None:
    assert reason(G, "234m222p456p67s88s", "8s") == "no_terminal_or_honour"
    assert fans(G, "234m456p67s55z234s", "8s") == {"standing": 1}
    assert fans(G, "234m456p67s88s", "8s", "pung 222z") == {}
    assert fans(G, "234m456p67s88s", "8s", "dragons_kong 567z") == {}


def test_cc_11_a_single_wait_on_a_dragon() -> None:
    hand = (G, "123m456s456789p6z", "6z")
    assert fans(*hand) == {"standing": 1}
    # Worked 1: non-dealer; third player 2, discarder 4, dealer 4; the dealer discarding: 8.
    assert deltas(*hand) == [-4, 10, -4, -2]
    assert deltas(*hand, payer=0) == [-8, 12, -2, -2]


def test_cc_12_a_hand_without_1_9_honour() -> None:
    hand = (G, "78m22255p345678s")
    assert fans(*hand, "9m") == {"standing": 1}
    assert reason(*hand, "6m") == "no_terminal_or_honour"
    for how in ("drawn", "matched"):
        assert reason(*hand, "9m", **treasure("9m", how)) == "treasure_not_allowed"


def test_cc_16_all_pungs_with_special_kongs() -> None:
    assert fans(G, "44m55p", "5p", "winds_kong 11234z", "nines_kong 9m9p9s", "pung 222s") == {"all_pungs": 2}
    assert reason(G, "44m55m", "5m", "winds_kong 1234z", "pung 222m", "pung 333m") == "missing_suit"
    assert reason(G, "44m55m", "5m", "pung 222p", "pung 222m", "pung 333s") == "no_terminal_or_honour"


def test_cc_17_the_middle_of_a_chow() -> None:
    assert fans(G, "13m111s456p789p99p", "2m") == {"standing": 1, "closed_wait": 1}
    assert fans(G, "12m111s456p789p99p", "3m") == {"standing": 1}
    assert fans(G, "2233455m111p789s", "4m") == {"standing": 1, "closed_wait": 1}  # some reading, whatever the other waits
    assert fans(G, "11122333m456p99s", "2m") == {"standing": 1}  # middle only in a reading without a pung: no win
    assert fans(G, "11122333m888p99s", "2m") == {"standing": 1, "all_pungs": 2}


def test_cc_17_single_and_only_wait_as_options() -> None:
    single = {"closed_wait_includes": ["middle", "single"]}
    only = {"closed_wait_includes": ["middle", "only_wait"]}
    assert fans(G, "3456m111s456p789p", "6m", options=single) == {"standing": 1, "closed_wait": 1}
    assert fans(G, "3456m111s456p789p", "6m", options=only) == {"standing": 1}  # 3 and 6
    assert fans(G, "78m111s456p789p99p", "9m", options=only) == {"standing": 1}
    assert fans(G, "78m222s456p678p55p", "9m", options=only) == {"standing": 1, "closed_wait": 1}  # 6m brings no 1, 9 or honour (G-12)
    assert fans(G, "123m99p111s78s999m", "9s", options=only) == {"standing": 1}  # 6s and 9s


def test_cc_18_no_last_single_tile_with_a_chow() -> None:
    pungs = ("pung 555s", "pung 777s", "pung 222m")
    assert reason(G, "9m", "9m", "chow 123p", *pungs) == "last_single_tile"
    assert reason(G, "9m", "8m", "chow 123p", *pungs) == "last_single_tile"  # before any other reason
    assert reason(G, "9m", "9m", "chow 123p", *pungs, **treasure("9m")) == "last_single_tile"
    assert fans(G, "9m", "9m", "pung 111p", *pungs) == {"all_pungs": 2}
    assert fans(G, "9m", "9m", "concealed_kong 1111z", "chow 123p", "pung 555s", "pung 222m") == {}
    assert reason(G, "9m", "9m", "dragons_kong 567z", "chow 123p", "pung 555s", "pung 222m") == "last_single_tile"


@pytest.mark.parametrize(
    ("meld", "stands"),
    [
        ("concealed_kong 1111p", True), ("pung 111p", False), ("chow 123p", False), ("melded_kong 1111p", False), ("added_kong 1111p", False),
        ("winds_kong 1234z", False), ("dragons_kong 567z", False), ("ones_kong 1m1p1s", False), ("nines_kong 9m9p9s", False),
    ],
)  # fmt: skip
def test_cc_19_standing(meld: str, stands: bool) -> None:
    assert ("standing" in fans(G, "12m111z456p99s", "3m", meld)) == stands


def test_cc_20_closed_losers_change_nothing() -> None:
    """There is no such field here, and all three pay alike but for dealer and discarder."""
    assert deltas(G, "12m111s456p789p99p", "3m", payer=3) == [-4, 10, -2, -4]


def test_cc_28_cc_31_matched_treasure() -> None:
    hand = (G, "78m22299p345678s")
    assert fans(*hand, "6m", **treasure("6m", "matched")) == {"standing": 1, "self_draw": 1, "treasure": 1}
    assert reason(*hand, "4z", **treasure("4z", "matched")) == "treasure_not_a_wait"
    assert reason(G, "79m11479p345678s", "8m", **treasure("8m", "matched")) == "not_ready"


def test_cc_32_drawn_treasure_and_its_bonus() -> None:
    hand = (G, "78m22299p345678s", "4z")
    assert fans(*hand, **treasure("4z")) == {"standing": 1, "self_draw": 1, "treasure": 1}
    assert reason(G, "79m11479p345678s", "4z", **treasure("4z")) == "not_ready"
    assert fans(*hand[:2], "6m", **treasure("6m", "matched"), options={"matched_treasure_bonus": 1})["treasure"] == 2
    # Worked 2: standing + closed + self-draw + treasure: others 16, dealer 32; the dealer: 32 each.
    closed = (G, "79m22299p345678s", "4z")
    assert deltas(*closed, **treasure("4z")) == [-32, 64, -16, -16]
    assert deltas(*closed, **treasure("4z"), dealer=1) == [-32, 96, -32, -32]
    pungs = (G, "111m222p33399s55z", "4z")
    assert deltas(*pungs, **treasure("4z")) == [-64, 128, -32, -32]
    assert deltas(*pungs, **treasure("4z"), dealer=1) == [-64, 192, -64, -64]  # worked 3: the largest


def test_cc_33_the_treasure_stands_for_the_best_wait() -> None:
    assert fans(G, "3456m111s456p789p", "1z", **treasure("1z")) == {"standing": 1, "self_draw": 1, "treasure": 1}
    # Among its waits 4m is the middle of 3-5 (22 345 345): taken for that.
    assert fans(G, "2233455m111p789s", "1z", **treasure("1z")) == {"standing": 1, "self_draw": 1, "treasure": 1, "closed_wait": 1}
    # Waits 2m (a pung: all pungs) and 1m, 4m by chows: it is taken for the pung.
    assert fans(G, "22m33m555p666s777z", "1z", **treasure("1z"))["all_pungs"] == 2
    # The suits are judged with the tile it stands for.
    assert reason(G, "34m111m456m99m789m", "1z", **treasure("1z")) == "not_ready"


def test_cc_50_cc_51_fans_and_payers() -> None:
    assert fans(G, "13m111s456p789p99p", "2m", **DRAWN) == {"standing": 1, "closed_wait": 1, "self_draw": 1}
    assert deltas(G, "13m111s456p789p99p", "2m", **DRAWN, dealer=1) == [-16, 48, -16, -16]
    assert "closed_wait" not in fans(G, "11122333m888p99s", "2m")


def test_cc_52_ladder() -> None:
    hand = (G, "12m456p99s", "3m", "pung 111z", "chow 456s")
    small = {"1": 2, "135": 3, "250": 5, "50": 10}  # 自摸小胡: the step of one fan
    for ladder, price in small.items():
        assert deltas(*hand, **DRAWN, dealer=3, options={"ladder": ladder})[0] == -price
    worked = {"1": -64, "135": -80, "250": -160, "50": -320}
    for ladder, price in worked.items():
        assert deltas(G, "111m222p33399s55z", "4z", **treasure("4z"), dealer=1, options={"ladder": ladder})[0] == price


def test_cc_53_the_ladders_end_is_the_cap() -> None:
    more = {**treasure("9s", "matched"), "options": {"matched_treasure_bonus": 1}}
    assert sum(fans(G, "111m222p33399s55z", "9s", **more, dealer=1).values()) == 7
    assert deltas(G, "111m222p33399s55z", "9s", **more, dealer=1)[0] == -64


def test_cc_55_all_three_pay_a_discard() -> None:
    hand = (G, "12m111s456p789p99p", "3m")
    assert deltas(*hand) == [-4, 10, -4, -2]
    for option in ("discarder_all", "discarder_all_if_not_ready"):
        assert deltas(*hand, options={"discard_pays": option}) == [0, 10, -10, 0]
    assert deltas(*hand, payer_ready=True, options={"discard_pays": "discarder_all_if_not_ready"}) == [-4, 10, -4, -2]
    assert deltas(*hand, payer_ready=True, options={"discard_pays": "discarder_all"}) == [0, 10, -10, 0]
    assert deltas(*hand, **DRAWN, options={"discard_pays": "discarder_all"}) == [-8, 16, -4, -4]


def test_cc_48_a_robbed_win_pays_as_a_discard() -> None:
    assert deltas(G, "12m111s456p789p99p", "3m", by="robbed_kong") == [-4, 10, -4, -2]


def test_cc_60_the_dealers_dealt_win_is_a_self_draw() -> None:
    assert fans(G, "13m111s456p789p99p", "2m", **DRAWN, dealer=1) == {"standing": 1, "closed_wait": 1, "self_draw": 1, "dealer": 1}


def test_g_13_no_winning_tile_no_closed_wait() -> None:
    options = {"closed_wait_includes": ["middle", "edge", "single", "only_wait"]}
    assert fans(G, "456m111s456p99p", "", "dragons_kong 567z", **DRAWN, options=options) == {"self_draw": 1}


def test_g_6_four_equal_tiles_may_be_a_pung_and_part_of_a_chow() -> None:
    assert fans(G, "1111m23m456p789s9s", "9s") == {"standing": 1}


def test_cc_70_seven_pairs() -> None:
    options = {"seven_pairs": True}
    assert reason(G, "1133m5577p2244s5z", "5z") == "not_complete"
    assert fans(G, "1133m5577p2244s5z", "5z", options=options) == {"seven_pairs": 3}
    assert fans(G, "1111m5577p2244s5z", "5z", options=options) == {"seven_pairs": 3}  # four equal are two pairs
    assert reason(G, "1133m2244557p11z", "7p", options=options) == "missing_suit"
    assert reason(G, "2233m4477p2244s5p", "5p", options=options) == "no_terminal_or_honour"
    assert fans(G, "112233m445566p7s", "7s", options=options) == {"seven_pairs": 3}  # CC-8 does not hold for it; as sets no pung


def test_cc_70_kinds_of_special_kongs() -> None:
    three = {"winds_kong_size": 3}
    assert fans(G, "55m456p78s345s", "9s", "winds_kong 124z", options=three) == {}
    assert fans(G, "55m456p78s345s", "9s", "winds_kong 11244z", options=three) == {}
    wild = {"bamboo_one_is_wild": True}
    assert fans(G, "55m456p78m", "9m", "winds_kong 1s124z", "pung 222m", options=wild) == {}  # it stays bamboo for the suits
    assert fans(G, "55m456p78m", "9m", "dragons_kong 1s57z", "pung 222m", options=wild) == {}


def money(ladder: str, *melds: str, dealer: int = 0, **options: object) -> list[int]:
    game = variants.get(G)
    scoring = game.scoring(game.settings({"ladder": ladder, **options}))
    return sum_payments(scoring.kong_payments([[], [parse_meld(m) for m in melds], [], []], dealer))


@pytest.mark.parametrize(
    ("meld", "each"),
    [
        ("chow 123m", 0), ("pung 111s", 0), ("melded_kong 2222m", 1), ("added_kong 2222m", 1), ("concealed_kong 2222m", 2),
        ("melded_kong 1111s", 2), ("added_kong 1111p", 2), ("concealed_kong 1111s", 4), ("concealed_kong 5555z", 4), ("melded_kong 6666z", 2),
        ("added_kong 7777z", 2), ("melded_kong 1111m", 1), ("melded_kong 1111z", 1), ("concealed_kong 9999s", 2),
        ("winds_kong 1234z", 1), ("winds_kong 112344z", 3), ("dragons_kong 567z", 1), ("dragons_kong 55667z", 3), ("ones_kong 1m1p1s", 1),
        ("ones_kong 1m1p11s", 2), ("nines_kong 9m9p9s", 1),
    ],
)  # fmt: skip
def test_cc_45_cc_54_cc_65_kong_money(meld: str, each: int) -> None:
    for ladder, unit in {"1": 1, "135": 1, "250": 2, "50": 5}.items():
        assert money(ladder, meld) == [-each * unit, 3 * each * unit, -each * unit, -each * unit]


def test_cc_45_winds_of_three_count_further_winds() -> None:
    assert money("1", "winds_kong 124z", winds_kong_size=3)[1] == 3
    assert money("1", "winds_kong 1234z", winds_kong_size=3)[1] == 6


def test_cc_46_no_dealer_doubling_of_kongs() -> None:
    assert money("1", "concealed_kong 2222m") == [-2, 6, -2, -2]
    assert money("1", "concealed_kong 2222m", kong_dealer_double=True) == [-4, 8, -2, -2]
    assert money("1", "winds_kong 11234z", kong_dealer_double=True, dealer=1) == [-4, 12, -4, -4]


def outcome(dealer: int, *seats: int, exhausted: bool = False) -> Outcome:
    found = Outcome(dealer)
    found.exhausted = exhausted
    found.wins = [Win(seat, dealer, SELF_DRAW, no_tiles(), []) for seat in seats]
    return found


@pytest.mark.parametrize("game", ["changchun", "baicheng"])
def test_cc_5_bc_4_next_dealer(game: str) -> None:
    variant = variants.get(game)
    stay = variant.scoring(variant.settings())
    leave = variant.scoring(variant.settings({"dealer_on_draw": "pass"}))
    for dealer in range(4):
        assert stay.next_dealer(outcome(dealer, dealer)) == dealer == leave.next_dealer(outcome(dealer, dealer))
        assert stay.next_dealer(outcome(dealer, (dealer + 2) % 4)) == (dealer + 1) % 4
        assert stay.next_dealer(outcome(dealer, exhausted=True)) == dealer
        assert leave.next_dealer(outcome(dealer, exhausted=True)) == (dealer + 1) % 4


def test_cc_4_first_dealer_by_two_dice() -> None:
    game = variants.get(G)
    scoring = game.scoring(game.settings())
    for seed in range(40):
        dice = Stream(seed, 0)
        total = dice.die() + dice.die()
        assert scoring.first_dealer(Stream(seed, 0)) == (total - 1) % 4
    assert variants.get("baicheng").scoring(variants.get("baicheng").settings()).first_dealer(Stream(1, 0)) == 0
