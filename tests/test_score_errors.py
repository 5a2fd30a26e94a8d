"""What is no valid request gets an error with code and path, never an answer and never a traceback; the run goes on."""

import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.game.score import LONGEST_LINE, answer, answer_line, run
from tests.scoring_tools import error, request

GOOD = request("changchun", "12m111s456p789p99p", "3m")
GOOD_LINE = json.dumps(GOOD).encode()


def code_of(line: bytes | str) -> str:
    found = json.loads(answer_line(line))
    assert set(found) == {"error"} and set(found["error"]) == {"code", "message", "at"}
    code: str = found["error"]["code"]
    return code


# -- lines -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", "bad_json"),
        (b"   ", "bad_json"),
        (b"nonsense", "bad_json"),
        (b"{", "bad_json"),
        (b"\xff\xfe\x00binary\x80", "bad_json"),
        (b"\x00" * 50, "bad_json"),
        (b"[1,2]", "wrong_type"),
        (b"null", "wrong_type"),
        (b"3", "wrong_type"),
        (b'"changchun"', "wrong_type"),
        (b'{"dealer": NaN}', "bad_json"),
        (b'{"dealer": -Infinity}', "bad_json"),
        (b'{"dealer": 0, "dealer": 0}', "bad_json"),
        (b'{"variant": {"a": 1, "a": 2}}', "bad_json"),
        (b'{"dealer": ' + b"9" * 5000 + b"}", "bad_json"),
        (b"[" * 100_000, "bad_json"),
        (b'{"options": ' + b"[" * 900 + b"]" * 900 + b"}", "missing_field"),
        (b'{"variant": "changchun"} {}', "bad_json"),
        (b"{}", "missing_field"),
        (b"x" * (LONGEST_LINE + 1), "line_too_long"),
    ],
)
def test_junk_lines(line: bytes, code: str) -> None:
    assert code_of(line) == code


def test_run_answers_every_line_and_goes_on() -> None:
    long = b'"' + b"a" * (3 * LONGEST_LINE) + b'"\n'
    stream = io.BytesIO(GOOD_LINE + b"\njunk\n\n" + long + GOOD_LINE + b"\r\n" + b"\xef\xbb\xbf" + GOOD_LINE + b"\n" + GOOD_LINE)
    out = io.StringIO()
    assert run(stream, out) == 1
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert ["error" in found for found in answers] == [False, True, True, True, False, False, False]
    assert run(io.BytesIO(b""), io.StringIO()) == 0
    assert run(io.BytesIO(GOOD_LINE), io.StringIO()) == 0


class _Endless(io.RawIOBase):
    """A line of a gibibyte without an end, made as it is read."""

    def __init__(self) -> None:
        self.left = 1 << 30
        self.most = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        assert size is not None and size > 0
        self.most = max(self.most, size)
        part = min(self.left, size)
        self.left -= part
        return b"x" * part


def test_an_endless_line_is_not_held_in_memory() -> None:
    stream = _Endless()
    out = io.StringIO()
    assert run(stream, out) == 1  # type: ignore[arg-type]
    assert stream.left == 0 and stream.most <= LONGEST_LINE + 1
    assert json.loads(out.getvalue())["error"]["code"] == "line_too_long"


@given(st.binary(max_size=200))
def test_any_bytes_get_one_line(line: bytes) -> None:
    text = answer_line(line)
    assert "\n" not in text and "error" in json.loads(text)
    text.encode()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from([*GOOD, "treasure", "after", "moment", "closed", "bird", "options", "preset", "payer_ready", "with_dice"]), JSON)
def test_any_value_in_any_field(field: str, value: object) -> None:
    line = answer_line(json.dumps({**GOOD, field: value}))
    found = json.loads(line)
    line.encode()
    if "error" in found:
        assert found["error"]["at"].startswith(field) or found["error"]["code"] != "wrong_type"
        assert found["error"]["message"] and len(found["error"]["message"]) < 2000


@given(st.sampled_from(["hand", "tile", "variant", "by"]), st.text(max_size=10))
def test_any_text_in_a_text_field(field: str, value: str) -> None:
    answer({**GOOD, field: value})


def test_lone_surrogates_can_be_written() -> None:
    for field in ("variant", "hand", "\ud800"):
        answer_line(json.dumps({**GOOD, field: "\udfff"})).encode()
    answer_line(json.dumps({**GOOD, "options": {"\ud800": 1}})).encode()


# -- fields ------------------------------------------------------------------------------------------------------


def with_field(**more: Any) -> tuple[str, str]:
    found: Any = answer({**GOOD, **more})
    assert "error" in found, found
    return found["error"]["code"], found["error"]["at"]


@pytest.mark.parametrize("field", ["variant", "dealer", "winner", "hand", "melds", "by"])
def test_required_fields(field: str) -> None:
    found: Any = answer({name: value for name, value in GOOD.items() if name != field})
    assert (found["error"]["code"], found["error"]["at"]) == ("missing_field", field)


@pytest.mark.parametrize(
    ("field", "value", "code", "at"),
    [
        ("variant", "chengdu", "unknown_variant", "variant"),
        ("variant", 3, "wrong_type", "variant"),
        ("dealer", True, "wrong_type", "dealer"),
        ("dealer", 1.0, "wrong_type", "dealer"),
        ("dealer", "0", "wrong_type", "dealer"),
        ("dealer", None, "wrong_type", "dealer"),
        ("winner", 4, "bad_value", "winner"),
        ("winner", -1, "bad_value", "winner"),
        ("from", 1, "impossible", "from"),
        ("from", 9, "bad_value", "from"),
        ("hand", "12m111s456p789p99", "bad_tiles", "hand"),
        ("hand", ["1m"], "wrong_type", "hand"),
        ("hand", "12m111s456p789p9p", "wrong_number_of_tiles", "hand"),
        ("hand", "12m11111s456p789p", "too_many_equal", "hand"),
        ("hand", "123333m111s456p9p", "too_many_equal", "tile"),
        ("tile", "3m4m", "bad_tiles", "tile"),
        ("tile", "", "bad_tiles", "tile"),
        ("tile", 3, "wrong_type", "tile"),
        ("by", "ron", "bad_value", "by"),
        ("melds", {}, "wrong_type", "melds"),
        ("melds", [3], "wrong_type", "melds[0]"),
        ("melds", [{"kind": "chow"}], "missing_field", "melds[0].tiles"),
        ("melds", [{"kind": "chow", "tiles": "123m", "open": True}], "unknown_field", "melds[0].open"),
        ("options", [], "wrong_type", "options"),
        ("options", {"ladder": 1}, "bad_option", "options.ladder"),
        ("options", {"birds": 1}, "bad_option", "options.birds"),
        ("preset", "app", "bad_option", "preset"),
        ("preset", 1, "wrong_type", "preset"),
        ("winer", 1, "unknown_field", "winer"),
        ("payer_ready", 1, "wrong_type", "payer_ready"),
        ("with_dice", True, "impossible", "with_dice"),
        ("closed", [0], "impossible", "closed"),
        ("bird", "1m", "impossible", "bird"),
        ("moment", "sea_bottom", "impossible", "moment"),
        ("after", "kong", "impossible", "after"),
        ("treasure", {"tile": "3m", "how": "drawn"}, "impossible", "treasure"),
        ("treasure", {"tile": "3m"}, "missing_field", "treasure.how"),
        ("treasure", {"tile": "3m", "how": "seen"}, "bad_value", "treasure.how"),
    ],
)
def test_wrong_fields(field: str, value: object, code: str, at: str) -> None:
    assert with_field(**{field: value}) == (code, at)


@pytest.mark.parametrize(("value", "written"), [(None, "null"), (True, "true"), ({"a": [1, None]}, '{"a": [1, null]}'), ({1, 2}, "{1, 2}")])
def test_a_wrong_value_is_shown_as_it_was_written(value: object, written: str) -> None:
    for lang in ("en", "zh"):
        found: Any = answer({**GOOD, "melds": value}, lang=lang)
        assert found["error"]["message"].endswith(written)


def test_did_you_mean() -> None:
    found: Any = answer({**GOOD, "tyle": "3m"})
    assert 'did you mean "tile"?' in found["error"]["message"]


# -- what cannot be ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "meld", "at"),
    [
        ("changchun", ("chow", "135m"), "melds[0].tiles"),
        ("changchun", ("chow", "8m9m1p"), "melds[0].tiles"),
        ("changchun", ("chow", "567z"), "melds[0].tiles"),
        ("changchun", ("chow", "1234m"), "melds[0].tiles"),
        ("changchun", ("chow", ""), "melds[0].tiles"),
        ("changchun", ("pung", "556m"), "melds[0].tiles"),
        ("changchun", ("pung", "5555m"), "melds[0].tiles"),
        ("changchun", ("melded_kong", "555m"), "melds[0].tiles"),
        ("changchun", ("concealed_kong", "5556m"), "melds[0].tiles"),
        ("changchun", ("winds_kong", "123z"), "melds[0].tiles"),
        ("changchun", ("winds_kong", "1123z"), "melds[0].tiles"),
        ("changchun", ("winds_kong", "12345z"), "melds[0].tiles"),
        ("changchun", ("dragons_kong", "1s56z"), "melds[0].tiles"),
        ("changchun", ("ones_kong", "1m1p1p"), "melds[0].tiles"),
        ("changchun", ("nines_kong", "1m9p9s"), "melds[0].tiles"),
        ("changchun", ("quad", "5555m"), "melds[0].kind"),
        ("changchun", (3, "5555m"), "melds[0].kind"),
        ("baicheng", ("winds_kong", "1234z"), "melds[0].kind"),
        ("baicheng", ("ones_kong", "1m1p1s"), "melds[0].kind"),
        ("baicheng", ("chow", "567z"), "melds[0].tiles"),
        ("baicheng", ("pung", "111z"), "melds[0].tiles"),
        ("changsha", ("dragons_kong", "567z"), "melds[0].kind"),
        ("changsha", ("pung", "555z"), "melds[0].tiles"),
    ],
)
def test_melds_that_do_not_exist(variant: str, meld: tuple[object, str], at: str) -> None:
    found: Any = answer({**request(variant, "1112223334m", "4m"), "melds": [{"kind": meld[0], "tiles": meld[1]}]})
    assert found["error"]["at"] == at


def test_cc_70_special_kongs_by_option() -> None:
    ask = ("changchun", "55m456p78s345s", "9s")
    for option, meld in [
        ("winds_kong_size", "winds_kong 124z"),
        ("bamboo_one_is_wild", "dragons_kong 1s56z"),
        ("bamboo_one_is_wild", "winds_kong 1s124z"),
    ]:
        assert error(*ask, meld) == ("bad_meld", "melds[0].tiles")
        value: object = 3 if option == "winds_kong_size" else True
        assert "error" not in answer(request(*ask, meld, options={option: value}))
    assert error(*ask, "winds_kong 1s12z", options={"bamboo_one_is_wild": True}) == ("bad_meld", "melds[0].tiles")


def test_cc_38_one_special_kong_of_each_kind() -> None:
    assert error("changchun", "55m45p66z", "6p", "dragons_kong 567z", "dragons_kong 567z") == ("bad_meld", "melds[1].kind")


def test_tiles_of_another_game() -> None:
    assert error("baicheng", "12m111s456p789p11z", "3m") == ("tile_not_in_game", "hand")
    assert error("changsha", "12m111s456p789p55z", "3m") == ("tile_not_in_game", "hand")
    assert error("changsha", "12m111s456p789p55s", "5z") == ("tile_not_in_game", "tile")


def test_five_melds() -> None:
    assert error("changchun", "", "5m", *["pung 111m"] * 5) == ("wrong_number_of_tiles", "melds")


@pytest.mark.parametrize(
    ("more", "at"),
    [
        ({"by": "self_draw", "from": 2}, "from"),
        ({"treasure": {"tile": "4m", "how": "drawn"}, "by": "self_draw"}, "treasure.tile"),
        ({"payer_ready": True, "by": "self_draw"}, "payer_ready"),
        ({"by": "opening"}, "by"),
        ({"by": "robbed_kong", "hand": "13m22m111s456p99p7p", "tile": "2m"}, "tile"),
    ],
)
def test_changchun_circumstances(more: dict[str, Any], at: str) -> None:
    assert error("changchun", more.pop("hand", "12m111s456p789p99p"), more.pop("tile", "3m"), **more) == ("impossible", at)


@pytest.mark.parametrize(
    ("more", "at"),
    [
        ({"treasure": {"tile": "3m", "how": "matched"}, "by": "self_draw"}, "treasure.how"),
        ({"after": "dice_kong", "by": "self_draw"}, "after"),
        ({"after": "kong", "by": "self_draw"}, "after"),
        ({"after": "kong"}, "after"),
        ({"closed": [1]}, "closed[0]"),
        ({"closed": [0, 2, 0]}, "closed[2]"),
        ({"moment": "first_deal", "by": "self_draw"}, "moment"),
    ],
)
def test_baicheng_circumstances(more: dict[str, Any], at: str) -> None:
    assert error("baicheng", "12m111s456p789p99p", "3m", **more) == ("impossible", at)


def test_bc_24_a_three_tile_special_kong_draws_no_replacement() -> None:
    ask = ("baicheng", "222m345p99s78s", "6s")
    assert error(*ask, "dragons_kong 567z", by="self_draw", after="kong") == ("impossible", "after")
    assert "error" not in answer(request(*ask, "dragons_kong 5567z", by="self_draw", after="kong"))


@pytest.mark.parametrize(
    ("more", "at"),
    [
        ({"moment": "first_deal"}, "moment"),
        ({"moment": "first_deal", "by": "self_draw"}, "moment"),
        ({"moment": "first_discard"}, "moment"),
        ({"moment": "sea_bottom", "by": "robbed_kong"}, "moment"),
        ({"moment": "sea_bottom", "after": "dice_kong"}, "after"),
        ({"moment": "sea_bottom", "bird": "1m"}, "bird"),
        ({"after": "dice_kong", "by": "self_draw"}, "after"),
        ({"after": "dice_kong", "by": "robbed_kong"}, "after"),
        ({"after": "kong"}, "after"),
        ({"bird": ["1m", "2m"]}, "bird"),
        ({"bird": []}, "bird"),
        ({"bird": "1m", "options": {"birds": 0}}, "bird"),
        ({"by": "opening"}, "tile"),
        ({"treasure": {"tile": "3m", "how": "drawn"}, "by": "self_draw"}, "treasure"),
        ({"closed": []}, "closed"),
        ({"with_dice": True}, "with_dice"),
    ],
)
def test_changsha_circumstances(more: dict[str, Any], at: str) -> None:
    assert error("changsha", "12m111s456p789p55s", "3m", **more) == ("impossible", at)


def test_changsha_melds_come_after_the_first_tiles() -> None:
    assert error("changsha", "12m456p789p55s", "3m", "pung 111s", moment="first_discard", payer=0) == ("impossible", "melds")
    assert error("changsha", "12m456p789p55s", "3m", "pung 111s", moment="first_deal", by="self_draw", dealer=1) == ("impossible", "melds")
    assert error("changsha", "123m456p789p5s", "", "pung 111s", by="opening") == ("impossible", "melds")


def test_cs_4_opening_hands_have_13_tiles_the_dealers_14() -> None:
    assert error("changsha", "1111m234567p888s5s", by="opening") == ("wrong_number_of_tiles", "hand")
    assert error("changsha", "1111m234567p888s", by="opening", dealer=1) == ("wrong_number_of_tiles", "hand")
    assert "error" not in answer(request("changsha", "1111m234567p888s", by="opening"))


def test_g_13_no_winning_tile_only_after_a_set_without_replacement() -> None:
    hand = ("changchun", "456m111s456p99p", "")
    assert "error" not in answer(request(*hand, "dragons_kong 567z", by="self_draw"))
    assert error(*hand, "dragons_kong 5567z", by="self_draw") == ("missing_field", "tile")
    assert error(*hand, "pung 555z", by="self_draw") == ("missing_field", "tile")
    assert error(*hand, "dragons_kong 567z") == ("missing_field", "tile")
    assert error(*hand, "winds_kong 1234z", by="self_draw") == ("missing_field", "tile")


def test_cs_27_a_robbed_tile_is_not_held_by_the_winner() -> None:
    """Three lie in the adder's pung; special kongs leave more (CC-48)."""
    assert error("changsha", "12m111s456p789p55s", "5s", by="robbed_kong") == ("impossible", "tile")
    assert "error" not in answer(request("changchun", "111p22888s22z", "2z", "chow 123m", by="robbed_kong"))
    assert error("changchun", "11p88s222z456s", "2z", "pung 555m", by="robbed_kong") == ("impossible", "tile")


def test_cc_64_a_discard_of_the_treasures_kind_is_judged_as_any_discard() -> None:
    """There is no winning on a discard by the treasure; without the claim to it the tile wins only as a wait."""
    hand = ("changchun", "78m22299p345678s", "4z")
    assert error(*hand, treasure={"tile": "4z", "how": "drawn"}) == ("impossible", "treasure")
    assert answer(request(*hand)) == {"legal": False, "reason": "not_complete"}
