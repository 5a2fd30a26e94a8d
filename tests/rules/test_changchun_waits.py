"""Changchun: the closed wait (CC-17) and the last single tile (CC-18)."""

import pytest

from tests.scenes import drawing, facing

G = "changchun"


def closed(hand: str, tile: str, *melds: str, **options: object) -> bool:
    """Whether a win of that tile, drawn and discarded alike, counts as a closed wait."""
    drawn = "closed_wait" in drawing(G, hand, tile, *melds, options=options).play("1 win").fans()
    assert ("closed_wait" in facing(G, hand, tile, *melds, options=options).play("1 win").fans()) == drawn
    return drawn


def test_cc_17_the_middle_of_a_chow_whose_outer_two_were_held() -> None:
    assert closed("13m111s456p789p99p", "2m")
    assert closed("68m111s456p789p99p", "7m")
    assert not closed("12m111s456p789p99p", "3m")
    assert not closed("89m111s456p789p99p", "7m")
    assert not closed("23m111s456p789p99p", "1m")
    assert not closed("3m111s456p789p333z", "3m")
    assert not closed("123m11s456p789p33z", "1s")


def test_cc_17_other_waits_do_not_matter() -> None:
    assert closed("2233455m111p789s", "4m")  # 1m 4m 5m wait; 3_5 takes the 4
    assert not closed("2233455m111p789s", "1m")
    assert closed("35678m111p789s99p", "4m")  # 9m too


def test_cc_17_some_reading_has_it_and_that_reading_itself_wins() -> None:
    assert not closed("11122333m456p99s", "2m")  # 1_3 in three chows: no pung, no win
    assert closed("11122333m456p66z", "2m", missing_suit_allowed=True)  # with a dragon pair it wins
    assert not closed("11122333m888p99s", "2m")  # all pungs is worth more and excludes it


@pytest.mark.parametrize(
    ("hand", "tile", "kind"),
    [
        ("12m111s456p789p99p", "3m", "edge"),
        ("89m111s456p789p99p", "7m", "edge"),
        ("123m111s456p789p5z", "5z", "single"),
        ("13m111s456p789p99p", "2m", "middle"),
    ],
)
def test_cc_17_closed_wait_includes(hand: str, tile: str, kind: str) -> None:
    every = ["middle", "edge", "single"]
    assert closed(hand, tile, closed_wait_includes=[kind])
    assert closed(hand, tile, closed_wait_includes=every)
    assert not closed(hand, tile, closed_wait_includes=[other for other in every if other != kind])
    assert closed(hand, tile, closed_wait_includes=["only_wait"])  # each of these hands waits for that kind alone
    assert not closed(hand, tile, closed_wait_includes=[])


def test_cc_17_edge_is_three_of_123_and_seven_of_789_only() -> None:
    edge = {"closed_wait_includes": ["middle", "edge"]}
    assert not closed("23m111s456p789p99p", "1m", **edge)
    assert not closed("23m111s456p789p99p", "4m", **edge)
    assert not closed("78m111s456p789p99p", "9m", **edge)
    assert not closed("56m111s456p789p99p", "7m", **edge)
    assert closed("12345m111s789p99p", "3m", **edge)


def test_cc_17_single_is_the_pair_tile_whatever_else_waits() -> None:
    single = {"closed_wait_includes": ["single"]}
    assert closed("3456m111s456p789p", "6m", **single)
    assert not closed("2245m111s456p789p", "3m", **single)


def test_cc_17_only_wait_is_exactly_one_wait() -> None:
    only = {"closed_wait_includes": ["only_wait"]}
    assert not closed("3456m111s456p789p", "6m", **only)
    assert not closed("22m123p456p789s33z", "2m", **only)  # 2m and 3z
    assert closed("23m456p789s99p", "1m", "concealed_kong 4444m", **only)  # he holds every 4m
    # Of G-12, a wait is what would win with every condition met:
    assert closed("78m22255p345678s", "9m", **only)  # 6m brings no 1, 9, honour
    assert closed("1112m345p456s789s", "2m", **only)  # 3m leaves no pung


def test_cc_17_only_wait_does_not_ask_what_lies_elsewhere() -> None:
    gone = facing(G, "23m111s456p789p99p", "1m", options={"closed_wait_includes": ["only_wait"]}, rivers=("444m", "", "", "4m"))
    assert "closed_wait" not in gone.play("1 win").fans()


def test_cc_17_closed_wait_must_be_only_wait() -> None:
    must = {"closed_wait_must_be_only_wait": True}
    assert closed("13m111s456p789p99p", "2m", **must)
    assert not closed("2233455m111p789s", "4m", **must)
    assert not closed("3456m111s456p789p", "6m", closed_wait_includes=["middle", "single"], **must)
    assert closed("123m111s456p789p5z", "5z", closed_wait_includes=["middle", "single"], **must)


# -- CC-18 -------------------------------------------------------------------------------------------------------

THREE_PUNGS = ("pung 222m", "pung 333p", "pung 444s")
WITH_CHOW = ("chow 123m", "pung 333p", "pung 444s")


def claims(tile: str, held: str, *melds: str, options: dict[str, object] | None = None) -> list[str]:
    """What seat 1 may do with a discard of seat 0."""
    return facing(G, held, tile, *melds, payer=0, options=options).claims(1)


def test_cc_18_no_chow_as_fourth_exposed_meld() -> None:
    for melds in (THREE_PUNGS, WITH_CHOW):
        assert claims("7s", "56s58m", *melds) == []
    assert claims("7s", "56s258m47z", *THREE_PUNGS[:2]) == ["chow 567s"]


def test_cc_18_no_pung_or_melded_kong_as_fourth_beside_a_chow() -> None:
    assert claims("7s", "77s58m", *WITH_CHOW) == []
    assert claims("7s", "777s5m", *WITH_CHOW) == []
    assert claims("7s", "77s58m", *THREE_PUNGS) == ["pung 7s"]
    assert claims("7s", "777s5m", *THREE_PUNGS) == ["pung 7s", "kong 7s"]
    assert claims("7s", "777s258m4p", *WITH_CHOW[:2]) == ["pung 7s", "kong 7s"]  # only the third


def test_cc_18_special_kongs_count_as_exposed_and_concealed_kongs_do_not() -> None:
    assert claims("7s", "77s58m", "chow 123m", "pung 333p", "winds_kong 1234z") == []
    assert claims("7s", "56s58m", "pung 222m", "pung 333p", "winds_kong 1234z") == []
    assert claims("7s", "77s58m", "pung 222m", "pung 333p", "ones_kong 1m1p1s") == ["pung 7s"]
    assert claims("7s", "77s58m", "chow 123m", "pung 333p", "concealed_kong 4444s") == ["pung 7s"]
    assert claims("7s", "56s58m", "chow 123m", "pung 333p", "concealed_kong 4444s") == ["chow 567s"]


def test_cc_18_last_single_counts_concealed_kongs() -> None:
    counts: dict[str, object] = {"last_single_counts_concealed_kongs": True}
    assert claims("7s", "77s58m", "chow 123m", "pung 333p", "concealed_kong 4444s", options=counts) == []
    assert claims("7s", "56s58m", "pung 222m", "pung 333p", "concealed_kong 4444s", options=counts) == []
    assert claims("7s", "77s58m", "pung 222m", "pung 333p", "concealed_kong 4444s", options=counts) == ["pung 7s"]


def test_cc_18_last_single_tile_allowed() -> None:
    allowed: dict[str, object] = {"last_single_tile": "allowed"}
    assert claims("7s", "56s58m", *THREE_PUNGS, options=allowed) == ["chow 567s"]
    assert claims("7s", "777s5m", *WITH_CHOW, options=allowed) == ["pung 7s", "kong 7s"]
    scene = facing(G, "777s5m", "7s", *WITH_CHOW, payer=0, options=allowed)
    scene.play("1 pung 7s; 1 discard 7s; pass")
    assert scene.held(1) == "5m"


def test_cc_18_an_added_or_concealed_kong_is_no_claim() -> None:
    assert drawing(G, "777s5m", "7s", *WITH_CHOW).may(1, "ckong") == ["ckong 7s"]
    assert drawing(G, "56s58m", "3p", *WITH_CHOW).may(1, "akong") == ["akong 3p"]
