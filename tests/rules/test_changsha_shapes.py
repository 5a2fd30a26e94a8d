"""Changsha: claims (CS-1), the shapes that win and what they count (CS-11 to CS-18, CS-37)."""

from typing import Any

import pytest

from paiju.core.notation import parse_tile
from paiju.game.why import why_not
from tests.rules.changsha import turn, window
from tests.scenes import deal, game, place

READY = "123m456p789p55p78s"  # waits for 6s and 9s


def won(tile: str, hand: str, *melds: str, **more: Any) -> dict[str, int]:
    return window(tile, hand, *melds, **more).play("1 win").fans()


def drawn(tile: str, hand: str, *melds: str, **more: Any) -> dict[str, int]:
    return turn(hand + tile, tile, *melds, seat=1, **more).play("1 win").fans()


def why(tile: str, hand: str, *melds: str, **more: Any) -> str:
    scene = window(tile, hand, *melds, **more)
    assert "win" not in scene.may(1)
    return why_not(scene.hand, 1, parse_tile(tile)).code


# -- tiles and claims --------------------------------------------------------------------------------------------


def test_cs_1_three_suits_no_honours_dealer_fourteen() -> None:
    tiles = game("changsha").tiles()
    assert len(tiles) == 108 and set(tiles) == set(range(27)) and all(tiles.count(k) == 4 for k in range(27))
    for dealer in range(4):
        view = deal("changsha", dealer=dealer).hand.view()
        assert [seat.count for seat in view.seats] == [14 if seat == dealer else 13 for seat in range(4)]
        assert view.wall_left == 55


def test_cs_1_chow_by_the_next_seat_pung_kong_and_win_by_any() -> None:
    chower = "4699m1247p1247s9p"
    assert window("5m", chower).may(1) == ["pass", "chow 456m"]
    for seat in (1, 2, 3):
        assert ("chow 456m" in window("5m", chower, seat=seat).may(seat)) == (seat == 1)
        assert "pung 5m" in window("5m", "55m", seat=seat).may(seat)
        assert "kong 5m" in window("5m", "555m", seat=seat).may(seat)
        assert "win" in window("9s", READY, seat=seat).may(seat)


def test_cs_1_pung_goes_before_chow() -> None:
    scene = place("changsha", ("5m", "46m", "55m", ""), left=40).play("0 discard 5m; 1 chow 456m")
    assert scene.melds(1) == []
    scene.play("2 pung 5m")
    assert scene.melds(2) == ["pung 555m"] and scene.melds(1) == [] and scene.asked == (2,)
    assert scene.river(0) == ""  # the claimed tile lies in the meld alone


# -- small and pairs ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pair", [f"{n}{suit}" for suit in "mps" for n in range(1, 10)])
def test_cs_11_small_win_has_a_pair_of_2_5_or_8(pair: str) -> None:
    sets = {"m": "123p456p789p78s", "p": "123m456m789m78s", "s": "123m456m789m78p"}[pair[1]]
    tile = "9p" if pair[1] == "s" else "9s"
    hand = f"{sets}{pair[0] * 2}{pair[1]}"
    if pair[0] in "258":
        assert won(tile, hand) == drawn(tile, hand) == {"small": 1}
    else:
        assert why(tile, hand) == "pair_not_258"


def test_cs_11_the_pair_may_be_completed() -> None:
    assert won("8s", "123m456p789p555s8s") == {"small": 1}
    assert why("7s", "123m456p789p555s7s") == "pair_not_258"


def test_cs_11_the_pair_may_come_out_of_a_triplet() -> None:
    assert why("3m", "11m12m456789p789s") == "pair_not_258"
    assert won("4m", "22m23m456789p789s") == {"small": 1}


@pytest.mark.parametrize(
    ("hand", "tile", "melds", "fan"),
    [
        ("111m333p777s99s44m", "9s", (), "all_pungs"),
        ("1112345677899m", "9m", (), "one_suit"),
        ("1144m3366p7799s1s", "1s", (), "seven_pairs"),
        ("1m", "1m", ("chow 123p", "pung 999s", "chow 456s", "pung 777p"), "melded_hand"),
    ],
)
def test_cs_11_any_pair_for_some_big_wins(hand: str, tile: str, melds: tuple[str, ...], fan: str) -> None:
    assert won(tile, hand, *melds) == {fan: 1}


# -- each big win ------------------------------------------------------------------------------------------------


def test_cs_11_all_pungs_with_kongs() -> None:
    assert won("4m", "111m333p777s99s44m") == {"all_pungs": 1}
    assert won("4m", "99s44m", "pung 111m", "added_kong 3333p", "concealed_kong 7777s") == {"all_pungs": 1}
    assert drawn("4m", "99s44m", "pung 111m", "melded_kong 3333p", "pung 777s") == {"all_pungs": 1}


def test_cs_13_all_258_needs_no_shape() -> None:
    """Worked example 5: 222 555 888m 2p 5s… without shape."""
    assert won("8s", "222555888m2p58p5s") == drawn("8s", "222555888m2p58p5s") == {"all_258": 1}
    assert why("7s", "222555888m2p58p5s") == "not_complete"
    assert why("8s", "222555888m2p58p4s") == "not_complete"


def test_cs_13_any_2_5_8_wins_of_which_he_does_not_hold_four() -> None:
    hand = "2222555888m258p"
    for tile in ("5m", "8m", "2p", "5p", "8p", "2s", "5s", "8s"):
        assert won(tile, hand) == {"all_258": 1}
    assert why_not(window("8s", hand).hand, 1, parse_tile("2m")).code == "four_held"


def test_cs_13_with_melds_and_chows_are_impossible() -> None:
    assert won("5p", "2588m28p2s", "pung 555s", "pung 888s") == {"all_258": 1}
    assert won("5p", "2588m28p2s", "pung 555s", "concealed_kong 8888s") == {"all_258": 1}
    assert why("5p", "2588m28p2s", "pung 555s", "chow 678s") == "not_complete"


def test_cs_13_in_a_shape_it_adds_to_the_shape() -> None:
    assert won("5m", "222m55m888p222s88s") == {"all_pungs": 1, "all_258": 1}
    assert won("8s", "2255m2255p2255s8s") == {"all_258": 1, "seven_pairs": 1}


def test_cs_14_one_suit_in_a_winning_shape_any_pair() -> None:
    assert won("6m", "1112345557899m") == {"one_suit": 1}
    assert why("9m", "1123345566789m") == "not_complete"


def test_cs_14_one_suit_with_melds() -> None:
    assert won("9m", "2347899m", "chow 123m", "pung 666m") == {"one_suit": 1}
    assert why("9m", "2347899m", "chow 123m", "pung 666p") == "pair_not_258"


@pytest.mark.parametrize(
    ("hand", "tile", "fans"),
    [
        ("1144m3366p7799s1s", "1s", {"seven_pairs": 1}),
        ("1144m3366p777s99s", "7s", {"luxury_seven_pairs": 2}),  # the fourth is the winning tile
        ("1111m3366p7799s1s", "1s", {"luxury_seven_pairs": 2}),
        ("1111m3333p7799s1s", "1s", {"luxury_seven_pairs": 3}),
        ("1111m3333p7777s1s", "1s", {"luxury_seven_pairs": 4}),
    ],
)
def test_cs_16_seven_pairs_and_luxury(hand: str, tile: str, fans: dict[str, int]) -> None:
    assert won(tile, hand) == drawn(tile, hand) == fans


def test_cs_16_luxury_weights() -> None:
    options: dict[str, object] = {"luxury_weights": [5, 6, 9]}
    hands = ("1111m3366p7799s1s", "1111m3333p7799s1s", "1111m3333p7777s1s")
    assert [won("1s", hand, options=options) for hand in hands] == [{"luxury_seven_pairs": n} for n in (5, 6, 9)]
    assert won("1s", "1144m3366p7799s1s", options=options) == {"seven_pairs": 1}


def test_cs_16_no_melds() -> None:
    assert why("1s", "3366p7799s1s", "concealed_kong 1111m") == "not_complete"


@pytest.mark.parametrize(
    "melds",
    [
        ("chow 123p", "chow 456p", "chow 789s", "chow 123s"),
        ("pung 111m", "chow 456p", "added_kong 9999s", "melded_kong 3333s"),
        ("concealed_kong 1111m", "concealed_kong 6666p", "chow 789s", "concealed_kong 4444s"),
    ],
)
def test_cs_12_melded_hand_four_melds_of_any_kind(melds: tuple[str, ...]) -> None:
    assert won("3m", "3m", *melds) == drawn("3m", "3m", *melds) == {"melded_hand": 1}
    assert why("4m", "3m", *melds) == "not_complete"


def test_cs_12_four_melds_of_2_5_8_another_2_5_8_wins_as_all_258_alone() -> None:
    melds = ("pung 222m", "pung 555m", "pung 888p", "melded_kong 5555p")
    assert won("8s", "2s", *melds) == {"all_258": 1}
    assert won("2s", "2s", *melds) == {"all_pungs": 1, "all_258": 1, "melded_hand": 1}


def test_cs_12_three_melds_are_none() -> None:
    assert won("9s", "55m78s", "chow 123p", "chow 456p", "chow 123s") == {"small": 1}


def test_cs_18_all_big_wins_are_added() -> None:
    assert won("9m", "1133556677889m") == {"one_suit": 1, "seven_pairs": 1}
    assert won("9m", "9m", "pung 111m", "pung 333m", "concealed_kong 5555m", "pung 777m") == {"all_pungs": 1, "one_suit": 1, "melded_hand": 1}
    assert won("8m", "2222m5555p8888s8m") == {"all_258": 1, "luxury_seven_pairs": 4}


def test_cs_37_a_pair_of_258_beside_a_big_win_adds_nothing() -> None:
    assert won("4m", "111m333p777s55s44m") == {"all_pungs": 1}


def test_cs_18_the_reading_with_the_highest_total_counts() -> None:
    # 112233 445566 77 of one suit: three kinds of chows and a pair, or seven pairs.
    assert won("7m", "1122334455667m") == {"one_suit": 1, "seven_pairs": 1}
