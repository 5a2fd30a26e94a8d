"""Tiles, melds and hands as text, both ways; errors that say where and what would do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.core.errors import TextError
from paiju.core.notation import hand_text, meld_text, parse_hand, parse_meld, parse_tile, parse_tiles, tile_name, tile_text, tiles_names, tiles_text
from paiju.core.win import MELD_IDS, Meld

KINDS = st.integers(0, 33)


@given(st.lists(KINDS, max_size=20))
def test_tiles_text_reads_back_sorted(kinds: list[int]) -> None:
    assert parse_tiles(tiles_text(kinds)) == sorted(kinds)
    assert parse_tiles(tiles_names(kinds)) == sorted(kinds)


@given(st.text(max_size=30))
def test_any_text_is_tiles_or_a_text_error(text: str) -> None:
    try:
        assert all(0 <= kind < 34 for kind in parse_tiles(text))
    except TextError as error:
        assert 0 <= error.position <= len(text) and str(error)


@given(st.text(max_size=30))
def test_any_text_is_a_hand_or_a_text_error(text: str) -> None:
    try:
        parse_hand(text)
    except TextError as error:
        assert str(error)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("123m456p789s77z", [0, 1, 2, 12, 13, 14, 24, 25, 26, 33, 33]),
        ("一万 五饼 五筒 幺鸡 一条 一索", [0, 13, 13, 18, 18, 18]),
        ("东南西北", [27, 28, 29, 30]),
        ("东风,西风，中、红中 发 发财 白 白板", [27, 29, 33, 33, 32, 32, 31, 31]),
        ("三四五条 345条 三万", [20, 21, 22, 20, 21, 22, 2]),
        ("么雞 九萬 二餅 八條 東 發財 紅中", [18, 8, 10, 25, 27, 32, 33]),
        ("1M 9S 5z", [0, 26, 31]),
        ("幺万", [0]),
        ("５ｍ".replace("ｍ", "m"), [4]),
        ("", []),
    ],
)
def test_input_forms(text: str, kinds: list[int]) -> None:
    assert parse_tiles(text) == kinds


@pytest.mark.parametrize(
    ("text", "position", "part"),
    [
        ("123m45", 6, "suit"),
        ("12x", 2, "suit"),
        ("8z", 0, "1z to 7z"),
        ("5m0p", 2, "begins no tile"),
        ("m5", 0, "no number"),
        ("5m?", 2, "begins no tile"),
        ("1 m", 1, "suit"),
        ("五红中", 1, "suit"),
    ],
)
def test_errors_say_position_and_remedy(text: str, position: int, part: str) -> None:
    with pytest.raises(TextError) as caught:
        parse_tiles(text)
    assert caught.value.position == position
    assert part in str(caught.value) and "123m456p789s77z" in str(caught.value) and f"position {position + 1}" in str(caught.value)


def test_one_tile() -> None:
    assert parse_tile("红中") == 33
    with pytest.raises(TextError, match="one tile, got 2"):
        parse_tile("12m")


def test_names_in_both_languages() -> None:
    assert [tile_name(k) for k in (0, 13, 18, 26, 27, 31, 32, 33)] == ["一万", "五饼", "幺鸡", "九条", "东", "白板", "发财", "红中"]
    assert [tile_name(k, "en") for k in (0, 13, 18, 30)] == ["1 of characters", "5 of dots", "1 of bamboo", "north"]
    assert all(parse_tile(tile_name(k)) == k == parse_tile(tile_text(k)) for k in range(34))


@pytest.mark.parametrize(
    ("text", "kind", "tiles"),
    [
        ("chow 345m", "chow", [2, 3, 4]),
        ("吃 345条", "chow", [20, 21, 22]),
        ("碰 555m", "pung", [4, 4, 4]),
        ("叉五万五万五万", "pung", [4, 4, 4]),
        ("明杠:1111z", "melded_kong", [27] * 4),
        ("杠 1111m", "melded_kong", [0] * 4),
        ("补杠 1111z", "added_kong", [27] * 4),
        ("暗杠 1111z", "concealed_kong", [27] * 4),
        ("旋风杠 东南西北", "winds_kong", [27, 28, 29, 30]),
        ("喜杠 中发白", "dragons_kong", [31, 32, 33]),
        ("ones_kong 1s1p1m", "ones_kong", [0, 9, 18]),
        ("九杠 9m9p9s", "nines_kong", [8, 17, 26]),
    ],
)
def test_melds(text: str, kind: str, tiles: list[int]) -> None:
    meld = parse_meld(text)
    assert (MELD_IDS[meld.kind], meld.tiles) == (kind, tiles)
    for lang in ("zh", "en"):
        again = parse_meld(meld_text(meld, lang))
        assert (again.kind, again.tiles) == (meld.kind, meld.tiles)


@pytest.mark.parametrize("text", ["chows 345m", "大杠 1111m", "pung", "", "pungs", "chow345x"])
def test_no_melds(text: str) -> None:
    with pytest.raises(TextError):
        parse_meld(text)


def test_hands() -> None:
    kinds, melds = parse_hand("2345m666s [吃 345p] [concealed_kong 1111z]")
    assert kinds == [1, 2, 3, 4, 23, 23, 23]
    assert [(m.kind, m.tiles) for m in melds] == [(1, [11, 12, 13]), (5, [27] * 4)]
    for lang in ("zh", "en"):
        again, same = parse_hand(hand_text(kinds, melds, lang))
        assert again == kinds and [(m.kind, m.tiles) for m in same] == [(m.kind, m.tiles) for m in melds]
    assert hand_text([], [Meld(2, [0, 0, 0])]) == "[pung 111m]"
    with pytest.raises(TextError, match="each meld as"):
        parse_hand("123m [pung 555z")
