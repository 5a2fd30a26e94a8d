"""Changsha's scoring clauses, one by one."""

from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import u8

from paiju import variants
from paiju.core.notation import parse_meld, parse_tile, parse_tiles
from paiju.core.opening import patterns_in
from paiju.core.rules import FOUR_OF_A_KIND, LACKS_A_SUIT, NO_258, TWO_TRIPLETS
from paiju.core.settle import HOUSE, sum_payments
from paiju.core.stream import Stream
from paiju.core.win import AFTER_DICE_KONG, DISCARD, OPENING, SELF_DRAW, Outcome, Win, no_tiles
from paiju.variants.changsha import ChangshaScoring
from tests.scoring_tools import deltas, fans, reason

G = "changsha"
DRAWN: dict[str, Any] = {"by": "self_draw"}
PLAIN = (G, "123m456m789p11s55s", "1s")


def counts(text: str) -> vec[u8]:
    found = no_tiles()
    for kind in parse_tiles(text):
        found[kind] += 1
    return found


def scoring(**options: object) -> ChangshaScoring:
    game = variants.get(G)
    found = game.scoring(game.settings(options))
    assert isinstance(found, ChangshaScoring)
    return found


def opening(hand: str, **more: Any) -> dict[str, int]:
    return fans(G, hand, by="opening", **more)


# -- opening wins ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "mask"),
    [
        ("1111259m333p777s", FOUR_OF_A_KIND | TWO_TRIPLETS),
        ("1111m3333p77725s", FOUR_OF_A_KIND),  # a quad is no triplet
        ("1122334455668m", LACKS_A_SUIT),
        ("1346m1349p13679s", NO_258),
        ("2346m1349p13679s", 0),
        ("1346m134467799p", NO_258 | LACKS_A_SUIT),
        ("111333m2468p579s", TWO_TRIPLETS),
        ("111m3333p468p579s", FOUR_OF_A_KIND),
    ],
)
def test_cs_2_cs_6_patterns(hand: str, mask: int) -> None:
    assert patterns_in(counts(hand), FOUR_OF_A_KIND | NO_258 | LACKS_A_SUIT | TWO_TRIPLETS) == mask
    names = {FOUR_OF_A_KIND: "four_of_a_kind", NO_258: "no_258", LACKS_A_SUIT: "missing_suit", TWO_TRIPLETS: "two_triplets"}
    held = {name for bit, name in names.items() if mask & bit}
    if not held:
        assert reason(G, hand, by="opening") == "no_opening_win"
    else:
        assert opening(hand) == dict.fromkeys(held, 1)
    for name in held:
        more = {"by": "opening", "options": {f"opening_{name}": False}}
        if held == {name}:
            assert reason(G, hand, **more) == "no_opening_win"
        else:
            assert fans(G, hand, **more) == dict.fromkeys(held - {name}, 1)
    assert reason(G, hand, by="opening", options={"opening": "off"}) == "no_opening_win"


def test_cs_4_the_dealer_is_judged_on_14() -> None:
    assert opening("1111259m333p777s") == {"four_of_a_kind": 1, "two_triplets": 1}
    assert opening("1346m13499p13679s", dealer=1) == {"no_258": 1}


def test_cs_5_each_pattern_pays_a_small_self_draw() -> None:
    assert deltas(G, "1346m1349p13679s", by="opening") == [-20, 40, -10, -10]
    # Worked 4: 板板胡 + 缺一色, non-dealer: dealer 40, others 20 each.
    assert deltas(G, "1346m134467799p", by="opening") == [-40, 80, -20, -20]
    assert deltas(G, "1346m134467799p", by="opening", options={"base": 3, "dealer_extra_per_big": False}) == [-120, 240, -60, -60]


def test_cs_7_a_complete_deal_as_an_opening_win_counts_its_patterns_only() -> None:
    assert opening("123456m22456789p", dealer=1) == {"missing_suit": 1}
    assert fans(G, "123456m2245678p", "9p", **DRAWN, dealer=1, moment="first_deal") == {"heavenly": 1}


def test_cs_8_cs_9_birds_of_opening_wins() -> None:
    hand = (G, "1346m1349p13679s")
    assert deltas(*hand, by="opening", bird="2m") == [-40, 80, -20, -20]
    assert deltas(*hand, by="opening", bird="1m") == [-40, 60, -10, -10]
    assert deltas(*hand, by="opening", bird="3m", options={"opening": "continues", "birds": 2}) == [-20, 50, -20, -10]  # one die
    assert deltas(*hand, by="opening", bird=["3m", "3p"], options={"birds": 2}) == [-20, 70, -40, -10]


def test_cs_8_two_opening_winners_pay_each_other_double_both_ways() -> None:
    """Bird 2 hits seat 1: what passes between 1 and 3 doubles in both directions."""
    s = scoring()
    gains = [0, 0, 0, 0]
    for seat in (1, 3):
        win = Win(seat, 0, OPENING, counts("1346m1349p13679s"), [])
        win.birds = [parse_tile("2p")]
        found = s.settle(win)
        gains = [a + b for a, b in zip(gains, found.deltas(), strict=True)]
    assert gains == [-60, 60, -30, 30]


# -- shapes ------------------------------------------------------------------------------------------------------


def test_cs_11_the_pair() -> None:
    assert fans(*PLAIN) == {"small": 1}
    assert reason(G, "123m456m789p11s33s", "1s") == "pair_not_258"
    assert fans(G, "111m444p77799s33p", "9s") == {"all_pungs": 1}
    assert fans(G, "12345678m11133m", "9m") == {"one_suit": 1}
    assert fans(G, "3m", "3m", "chow 123p", "pung 111s", "chow 456p", "concealed_kong 9999s") == {"melded_hand": 1}


def test_cs_12_melded_hand() -> None:
    melds = ("chow 123p", "pung 111s", "chow 456p", "added_kong 9999s")
    assert fans(G, "3m", "3m", *melds, **DRAWN) == {"melded_hand": 1}
    four = ("pung 222m", "pung 888p", "pung 555s", "melded_kong 8888s")
    assert fans(G, "5p", "2s", *four) == {"all_258": 1}  # another 2, 5, 8: 将将胡 alone
    assert fans(G, "5p", "5p", *four) == {"all_258": 1, "all_pungs": 1, "melded_hand": 1}


def test_cs_13_all_258_needs_no_shape() -> None:
    assert fans(G, "2255m2258p22588s", "5s") == {"all_258": 1}
    assert fans(G, "2255m258p258s", "5s", "pung 888m") == {"all_258": 1}
    assert reason(G, "2255m2258p22588s", "6s") == "not_complete"
    assert fans(G, "222555m2p558s", "2s", "pung 888m") == {"all_258": 1}  # worked 5: no shape


def test_cs_14_one_suit_in_a_winning_shape() -> None:
    assert fans(G, "1122334466778m", "8m") == {"one_suit": 1, "seven_pairs": 1}
    assert fans(G, "1112345678m", "9m", "pung 999m") == {"one_suit": 1}
    assert reason(G, "1133557799m26m4m", "8m") == "not_complete"


def test_cs_16_seven_pairs_and_their_quads() -> None:
    assert fans(G, "1133m5577p2244s6s", "6s") == {"seven_pairs": 1}
    assert fans(G, "1111m5577p2244s6s", "6s") == {"luxury_seven_pairs": 2}
    assert fans(G, "1111m5555p2244s6s", "6s") == {"luxury_seven_pairs": 3}
    assert fans(G, "1111m5555p4444s6s", "6s") == {"luxury_seven_pairs": 4}
    assert fans(G, "1111m5555p4444s6s", "6s", options={"luxury_weights": [1, 1, 1]}) == {"luxury_seven_pairs": 1}
    assert fans(G, "1133m5577p2244s6s", "6s", bird="9m") == {"seven_pairs": 1}


def test_cs_18_cs_36_cs_37_big_wins_add_up() -> None:
    assert fans(G, "2255m225588p225s", "5s") == {"all_258": 1, "seven_pairs": 1}
    assert deltas(G, "2255m225588p225s", "5s") == [0, 120, -120, 0]
    # Worked 2: the dealer discards to 清一色 + 七小对: 140.
    assert deltas(G, "1122334466778m", "8m", payer=0) == [-140, 140, 0, 0]
    assert deltas(G, "1122334466778m", "8m", payer=0, options={"dealer_extra_per_big": False}) == [-130, 130, 0, 0]
    assert deltas(G, "1122334466778m", "8m", **DRAWN) == [-80, 200, -60, -60]
    assert deltas(G, "1122334466778m", "8m", **DRAWN, options={"dealer_extra_per_big": False}) == [-70, 190, -60, -60]
    # With 258 as the pair and all pungs: the big win, no small one.
    assert fans(G, "111m444p77755s33p", "3p") == {"all_pungs": 1}


def test_g_6_the_dearer_reading() -> None:
    """222 333 444 as pungs or as chows: all pungs, although the other reading is complete too."""
    assert fans(G, "222333444m55s66p", "5s") == {"all_pungs": 1}


# -- wins of the moment ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "fan", "paid"),
    [
        ({**DRAWN, "moment": "first_deal", "dealer": 1}, "heavenly", [-40, 120, -40, -40]),
        ({"moment": "first_discard", "payer": 0}, "earthly", [-70, 70, 0, 0]),
        ({**DRAWN, "moment": "sea_bottom"}, "sea_bottom", [-40, 100, -30, -30]),
        ({"moment": "sea_bottom"}, "sea_bottom_discard", [0, 60, -60, 0]),
        ({"after": "dice_kong"}, "kong_discard", [0, 60, -60, 0]),
        ({"by": "robbed_kong"}, "robbed_kong", [0, 60, -60, 0]),
    ],
)
def test_cs_17_cs_25_cs_27_cs_31_moments(more: dict[str, Any], fan: str, paid: list[int]) -> None:
    good, bad = (G, "123m456m78p111s55s", "9p"), (G, "123m456m78p111s33s", "9p")
    assert fans(*good, **more) == {fan: 1}
    assert deltas(*good, **more) == paid
    assert reason(*bad, **more) == "pair_not_258"
    assert fans(*bad, **more, options={"moment_requires_258": False}) == {fan: 1}


def test_cs_24_cs_26_kong_draw_by_dice_only() -> None:
    hand = (G, "123m456p78s55s", "9s", "concealed_kong 1111p")
    assert fans(*hand, **DRAWN, after="dice_kong") == {"kong_draw": 1}
    assert fans(*hand, **DRAWN) == {"small": 1}


def test_cs_27_robbing_a_kong_without_dice_by_option() -> None:
    hand = (G, "123m456m78p111s55s", "9p")
    small = {"robbing_plain_kong_is_big": False}
    assert fans(*hand, by="robbed_kong", options=small) == {"small": 1}
    assert fans(*hand, by="robbed_kong", with_dice=True, options=small) == {"robbed_kong": 1}
    assert fans(*hand, by="robbed_kong", with_dice=True) == {"robbed_kong": 1}
    bad = (G, "123m456m78p111s33s", "9p")
    free = {**small, "moment_requires_258": False}
    assert reason(*bad, by="robbed_kong", options=free) == "pair_not_258"
    assert fans(*bad, by="robbed_kong", with_dice=True, options=free) == {"robbed_kong": 1}


def test_cs_49_earthly_and_kong_discard_together() -> None:
    assert fans(G, "123m456m78p111s55s", "9p", payer=0, moment="first_discard", after="dice_kong") == {"earthly": 1, "kong_discard": 1}


def test_cs_19_both_dice_tiles_count_twice() -> None:
    s = scoring(kong_dice=2)
    win = Win(1, 0, SELF_DRAW, counts("123m456p78s55s"), [parse_meld("concealed_kong 1111p")], parse_tile("9s"))
    win.after = AFTER_DICE_KONG
    win.tiles_won = 2
    assert s.settle(win).fan_values() == {"kong_draw": 2}
    pungs = Win(1, 0, DISCARD, counts("2233m"), [parse_meld(m) for m in ("pung 777s", "pung 888p", "pung 999p")], parse_tile("2m"), 2)
    pungs.after = AFTER_DICE_KONG
    assert s.settle_either(pungs, parse_tile("3m")).deltas() == [0, 120, -120, 0]
    # Two tiles that are worth differently: 4m completes sets in one suit, 1m makes seven pairs of it as well.
    pairs = Win(1, 0, SELF_DRAW, counts("1223344556677m"), [], parse_tile("4m"))
    assert s.settle(pairs).fan_values() == {"one_suit": 1}
    assert s.settle_either(pairs, parse_tile("1m")).fan_values() == {"one_suit": 1, "seven_pairs": 1}


# -- prices and birds --------------------------------------------------------------------------------------------


def test_cs_35_prices() -> None:
    assert deltas(*PLAIN) == [0, 10, -10, 0]
    assert deltas(*PLAIN, payer=0) == [-20, 20, 0, 0]
    assert deltas(*PLAIN, dealer=1) == [0, 20, -20, 0]
    assert deltas(*PLAIN, **DRAWN) == [-20, 40, -10, -10]
    assert deltas(*PLAIN, **DRAWN, dealer=1) == [-20, 60, -20, -20]
    big = (G, "111m444p77799s33p", "9s")
    assert deltas(*big) == [0, 60, -60, 0]
    assert deltas(*big, payer=0) == [-70, 70, 0, 0]
    assert deltas(*big, dealer=1) == [0, 70, -70, 0]
    assert deltas(*big, **DRAWN) == [-40, 100, -30, -30]
    assert deltas(*big, **DRAWN, dealer=1) == [-40, 120, -40, -40]


def test_cs_36_classic_prices() -> None:
    classic = {"options": {"price_table": "classic"}}
    big = (G, "111m444p77799s33p", "9s")
    assert deltas(*PLAIN, **classic) == [0, 1, -1, 0]
    assert deltas(*PLAIN, **DRAWN, **classic) == [-2, 4, -1, -1]
    assert deltas(*big, payer=0, **classic) == [-7, 7, 0, 0]
    assert deltas(*big, **DRAWN, **classic) == [-7, 19, -6, -6]


@pytest.mark.parametrize(("number", "seat"), [(1, 0), (2, 1), (3, 2), (4, 3), (5, 0), (6, 1), (7, 2), (8, 3), (9, 0)])
def test_cs_38_whom_a_bird_hits(number: int, seat: int) -> None:
    """Self-draw of seat 1, dealer 0: on the winner all three double, on a payer only his."""
    for suit in "mps":
        paid = [20, 0, 10, 10]
        for payer in (0, 2, 3):
            if seat in (1, payer):
                paid[payer] *= 2
        found = deltas(*PLAIN, **DRAWN, bird=f"{number}{suit}")
        assert [-found[0], 0, -found[2], -found[3]] == paid
        assert deltas(*PLAIN, bird=f"{number}{suit}")[1] == (20 if seat in (1, 2) else 10)


def test_cs_38_worked() -> None:
    assert deltas(*PLAIN, **DRAWN, bird="5m") == [-40, 60, -10, -10]
    assert deltas(*PLAIN, **DRAWN, bird="2m") == [-40, 80, -20, -20]


def test_cs_39_cs_40_birds_by_option() -> None:
    two: dict[str, Any] = {"birds": 2}
    assert deltas(*PLAIN, **DRAWN, bird=["2p", "4p"], options=two) == [-40, 100, -20, -40]
    assert deltas(*PLAIN, **DRAWN, bird=["2p", "4p"], options={**two, "bird_effect": "linear"}) == [-40, 90, -20, -30]
    assert deltas(*PLAIN, **DRAWN, bird=["2p", "4p"], options={**two, "bird_effect": "points"}) == [-21, 44, -11, -12]
    assert deltas(*PLAIN, **DRAWN, bird=["2p", "4p"], options={**two, "bird_effect": "points", "base": 10}) == [-210, 440, -110, -120]
    assert deltas(*PLAIN, **DRAWN, bird="1p", options={"bird_from": "winner"}) == [-40, 80, -20, -20]
    assert deltas(*PLAIN, **DRAWN, bird="2p", options={"bird_from": "winner"}) == [-20, 50, -20, -10]
    assert deltas(*PLAIN, **DRAWN, options={"birds": 6}) == [-20, 40, -10, -10]  # no bird given


def test_cs_33_cs_41_the_sea_bottom_is_its_own_bird() -> None:
    hand = (G, "22258m2558p2588s", "8m")
    assert deltas(*hand, **DRAWN, moment="sea_bottom", bird="8m") == [-80, 260, -60, -120]


def test_cs_42_several_winners_are_each_settled_with_the_payer() -> None:
    """Worked 3: seat 2 discards to 0 (dealer, small) and 3 (one big), bird 3 hits seat 2: 40 to 0, 120 to 3; seat 2 deals next."""
    assert deltas(*PLAIN, winner=0, payer=2, bird="3m") == [40, 0, -40, 0]
    assert deltas(G, "111m444p77799s33p", "9s", winner=3, payer=2, bird="3m") == [0, 0, -120, 120]
    found = Outcome(0)
    found.wins = [Win(3, 0, DISCARD, no_tiles(), [], 0, 2), Win(0, 0, DISCARD, no_tiles(), [], 0, 2)]
    assert scoring().next_dealer(found) == 2


def test_cs_28_kongs_earn_nothing() -> None:
    melds = [[], [parse_meld("concealed_kong 1111m"), parse_meld("pung 222m")], [], []]
    assert sum_payments(scoring().kong_payments(melds, 0)) == [0, 0, 0, 0]
    assert sum_payments(scoring(kong_points=2, base=3).kong_payments(melds, 0)) == [-6, 18, -6, -6]


def test_cs_48_leaving() -> None:
    s = scoring()
    coins = s.escape_payments(2, coins=True)
    assert [(p.giver, p.taker, p.amount) for p in coins] == [(2, 3, 24), (2, 0, 23), (2, 1, 23)]
    assert sum(sum_payments(coins)) == 0
    points = s.escape_payments(2, coins=False)
    assert [(p.giver, p.taker, p.amount) for p in points] == [(2, HOUSE, 70)]
    assert sum_payments(points) == [0, 0, -70, 0]
    assert sum_payments(scoring(base=10).escape_payments(0, coins=True)) == [-700, 240, 230, 230]


# -- the next dealer ---------------------------------------------------------------------------------------------


def ended(*seats: int, by: int = SELF_DRAW, payer: int = -1, birds: str = "", **more: int) -> Outcome:
    found = Outcome(1)
    found.wins = [Win(seat, 1, by, no_tiles(), [], 0, payer) for seat in seats]
    found.birds = parse_tiles(birds)
    for name, value in more.items():
        setattr(found, name, value)
    return found


@pytest.mark.parametrize(
    ("outcome", "dealer"),
    [
        (ended(0, 3, by=DISCARD, payer=2), 2),  # E
        (ended(1, 3, by=DISCARD, payer=2, last_tile_by_kong=0), 2),  # E before F (CS-22)
        (ended(0, 2, by=OPENING, birds="3m"), 3),  # G: the bird counted from the dealer
        (ended(0, 2, by=OPENING, birds="1p2p"), 1),  # the first of several
        (ended(0, 3, by=OPENING), 3),  # G without birds: nearest the dealer
        (ended(0, 1, 2, by=OPENING), 1),
        (ended(2, by=OPENING, birds="3m"), 2),  # B
        (ended(3), 3),  # B
        (ended(0, by=DISCARD, payer=2, last_tile_by_kong=2), 0),  # B before F
        (ended(sea_taker=2, sea_first_asked=0), 2),  # C
        (ended(last_tile_by_kong=3), 3),  # F
        (ended(sea_first_asked=0), 0),  # D
    ],
)
def test_cs_45_next_dealer(outcome: Outcome, dealer: int) -> None:
    assert scoring().next_dealer(outcome) == dealer


def test_cs_45_opening_wins_that_continue_do_not_move_the_deal() -> None:
    found = ended(sea_first_asked=2)
    found.opening_wins = [Win(seat, 1, OPENING, no_tiles(), []) for seat in (0, 3)]
    assert scoring(opening="continues").next_dealer(found) == 2


def test_cs_45_the_first_dealer_is_drawn() -> None:
    drawn = {scoring().first_dealer(Stream(seed, 0)) for seed in range(60)}
    assert drawn == {0, 1, 2, 3}
