"""Changchun: what a winning hand is (CC-7 to CC-12, CC-16, CC-18 to CC-20)."""

import pytest

from tests.scenes import drawing, facing, place

G = "changchun"
DRAGON_SINGLE = "123m456s456p789p"  # and a dragon: CC-11


def wins(hand: str, tile: str, *melds: str, **more: object) -> bool:
    """Whether the tile wins, drawn and discarded alike."""
    drawn = drawing(G, hand, tile, *melds, **more).can_win()  # type: ignore[arg-type]
    assert facing(G, hand, tile, *melds, **more).can_win() == drawn  # type: ignore[arg-type]
    return drawn


def test_cc_7_four_sets_and_a_pair() -> None:
    assert wins("12m111s456p789p99p", "3m")
    assert not wins("12m111s456p789p99p", "4m")
    assert not wins("12m111s456p789p9p5z", "3m")  # no pair
    assert not wins("123m11s99p55z4s", "4s", "pung 444p")  # four pairs
    assert wins("9p", "9p", "pung 111s", "pung 222m", "concealed_kong 4444p", "pung 333s")
    assert not wins("9p", "8p", "pung 111s", "pung 222m", "concealed_kong 4444p", "pung 333s")


def test_cc_7_no_seven_pairs_unless_the_option_says_so() -> None:
    pairs = ("1133m4477p2288s5z", "5z")
    assert not wins(*pairs)
    assert wins(*pairs, options={"seven_pairs": True})


def test_cc_7_all_three_suits_in_hand_and_melds() -> None:
    assert not wins("111m456m789m99p34p", "5p")  # no bamboo
    assert wins("111m456m789m99p34p", "5p", options={"missing_suit_allowed": True})
    assert wins("456m78m99p", "9m", "chow 123s", "pung 111p")  # a suit in the melds alone
    assert not wins("456m78m55z", "9m", "chow 123p", "dragons_kong 567z")  # honours are no suit
    assert not wins("456m78m55z", "9m", "chow 123p", "winds_kong 1234z")
    assert wins("55m456m456p78p", "9p", "ones_kong 1m1p1s")  # ones and nines are suits
    assert wins("55m78m", "9m", "nines_kong 9m9p9s", "chow 123m", "chow 456m")


@pytest.mark.parametrize(
    "meld",
    ["pung 222z", "melded_kong 2222z", "added_kong 3333m", "concealed_kong 3333m", "winds_kong 1234z", "dragons_kong 567z", "ones_kong 1m1p1s"],
)
def test_cc_8_a_pung_or_kong_of_any_kind(meld: str) -> None:
    assert wins("456m456p78s88m", "9s", meld)


def test_cc_8_a_pung_in_hand_or_made_by_the_winning_tile() -> None:
    assert not wins("123456m456p78s33z", "9s")
    assert wins("123m222p456p78s33z", "9s")
    assert wins("123m22p456p789s33z", "2p")  # the pair of two becomes a pung
    assert not wins("123m22p456p789s34s", "5s")
    assert not wins("123m456p78s33z", "9s", "chow 456m")


def test_cc_8_a_dragon_pair_serves_and_a_wind_pair_does_not() -> None:
    for dragon in "567":
        assert wins(f"123m456m456p78s{dragon}{dragon}z", "9s")
    for wind in "1234":
        hand = f"123m456m456p78s{wind}{wind}z"
        assert not wins(hand, "9s")
        assert wins(hand, "9s", options={"wind_pair_waives_pung": True})


def test_cc_9_a_dragon_pair_satisfies_both_conditions() -> None:
    assert wins("234m456p67s234s55z", "8s")  # no pung, no 1 or 9
    assert not wins("234m456p67s234s55m", "8s")


def test_cc_10_one_1_9_or_honour_anywhere_in_hand_or_melds() -> None:
    plain = "234m222p456p67s88s"
    assert not wins(plain, "8s") and not wins(plain, "5s")
    assert wins("123m222p456p67s88s", "8s")
    assert wins("234m222p456p78s88s", "9s")
    assert wins("234m456p67s88s", "8s", "pung 222z")
    assert wins("456p67s88s", "8s", "chow 789m", "pung 222p")
    assert wins("234m456p67s88s", "8s", "concealed_kong 1111p")
    assert wins("234m456p67s88s", "8s", "nines_kong 9m9p9s")


@pytest.mark.parametrize("dragon", ["5z", "6z", "7z"])
def test_cc_11_a_single_wait_on_a_dragon_is_legal(dragon: str) -> None:
    assert wins(DRAGON_SINGLE + dragon, dragon)
    assert not wins(DRAGON_SINGLE + "1z", "1z")  # a wind pair: no pung


def test_cc_12_a_hand_without_1_9_honour_wins_only_on_tiles_that_bring_one() -> None:
    hand = "78m22255p345678s"
    assert wins(hand, "9m")
    assert not wins(hand, "6m")
    assert wins("22255p34567899s", "9s") is False  # no characters: CC-7 stays


def test_cc_12_such_a_hand_may_be_ready() -> None:
    scene = drawing(G, "78m22255p345678s", "1z")
    assert scene.may(1, "ready") == ["ready 1z"]


def test_cc_16_special_kongs_are_allowed_in_all_pungs() -> None:
    scene = drawing(G, "44m55p", "5p", "winds_kong 11234z", "nines_kong 9m9p9s", "pung 222s")
    assert scene.play("1 win").fans() == {"self_draw": 1, "all_pungs": 2}
    assert drawing(G, "444m555p22z11s", "1s", "ones_kong 1m1p1s").play("1 win").fans() == {"self_draw": 1, "all_pungs": 2}


def test_cc_16_all_pungs_are_not_exempt_unless_all_pungs_waives_suits() -> None:
    no_bamboo = ("44m55m", "5m", "pung 222p", "pung 333p", "pung 111z")
    no_orphan = ("44m55m", "5m", "pung 222p", "pung 222m", "pung 333s")
    for hand in (no_bamboo, no_orphan):
        assert not wins(*hand)
        assert wins(*hand, options={"all_pungs_waives_suits": True})
    assert not wins("345m44m55m", "5m", "pung 222p", "pung 111z", options={"all_pungs_waives_suits": True})  # only all pungs


def test_cc_19_standing_ends_with_a_chow_pung_melded_or_added_kong_and_a_special_kong() -> None:
    for meld, standing in (
        ("chow 123m", False), ("pung 111p", False), ("melded_kong 1111p", False), ("added_kong 1111p", False), ("concealed_kong 1111p", True),
        ("winds_kong 1234z", False), ("dragons_kong 567z", False), ("ones_kong 1m1p1s", False), ("nines_kong 9m9p9s", False),
    ):  # fmt: skip
        scene = drawing(G, "456s34m22p666z", "5m", meld)
        assert ("standing" in scene.play("1 win").fans()) == standing, meld


def test_cc_19_special_kong_keeps_standing() -> None:
    keeps: dict[str, object] = {"special_kong_keeps_standing": True}
    for meld in ("winds_kong 1234z", "dragons_kong 567z", "ones_kong 1m1p1s", "nines_kong 9m9p9s"):
        assert "standing" in drawing(G, "456s34m22p111z", "5m", meld, options=keeps).play("1 win").fans()
    assert "standing" not in drawing(G, "34m22p111z", "5m", "ones_kong 1m1p1s", "chow 456s", options=keeps).play("1 win").fans()


def test_cc_19_standing_is_a_single_item() -> None:
    """门清 and 站立 are one fan."""
    assert drawing(G, DRAGON_SINGLE + "6z", "6z").play("1 win").fans() == {"standing": 1, "self_draw": 1}


def test_cc_20_a_losers_closed_hand_changes_nothing() -> None:
    melds = ((), (), ("chow 123p", "pung 222z"), ("melded_kong 3333z",))
    closed = place(G, ["", DRAGON_SINGLE + "66z", "", ""], turn=1, drawn="6z").play("1 win")
    opened = place(G, ["", DRAGON_SINGLE + "66z", "", ""], turn=1, drawn="6z", melds=melds).play("1 win")
    assert closed.win_money == opened.win_money == [-8, 16, -4, -4]
