"""House rules: the declarations themselves, their checking, and what each does to a score."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from paiju import variants
from paiju.core.errors import OptionError, VariantError
from paiju.core.options import Option, as_text
from paiju.core.variant import Variant, match_hands, match_rounds
from tests.scoring_tools import deltas, fans, reason

GAMES = ["changchun", "baicheng", "changsha"]
ALL = [(key, option.name) for key in GAMES for option in variants.get(key).options]

DEFAULTS: dict[str, dict[str, Any]] = {
    "changchun": {
        "match_length": 8, "reseat_each_round": False, "kong_after_claim": False, "dealer_on_draw": "stay", "seven_pairs": False,
        "missing_suit_allowed": False, "wind_pair_waives_pung": False, "all_pungs_waives_suits": False, "closed_wait_includes": ["middle"],
        "closed_wait_must_be_only_wait": False, "last_single_tile": "forbidden", "last_single_counts_concealed_kongs": False,
        "special_kong_keeps_standing": False, "must_declare_to_win": False, "treasure_reveal": "next_turn", "matched_treasure_bonus": 0,
        "reserve": "seven_growing", "reserve_counts_special_kongs": False, "final_four": False, "winds_kong_size": 4,
        "special_kong_window": "first_turn", "bamboo_one_is_wild": False, "kong_dealer_double": False, "ladder": "1", "discard_pays": "three",
        "passed_win_lock": "none",
    },
    "baicheng": {
        "match_length": "4_rounds", "reseat_each_round": False, "kong_after_claim": False, "dealer_on_draw": "stay",
        "treasure_changes_when_three_visible": False, "pung_required": False, "dragon_chow": False, "special_kong_any_turn": True,
        "fourth_dragon_forces": True, "kong_unit": 5, "treasure_pung_is_kong": True, "treasure_in_treasure_only_wait": True,
        "treasure_stacks_with_self_draw": False, "two_headed_single_counts": False, "closed_wait_must_be_only_wait": False,
        "bamboo_123_in_all_pungs": False, "base": 1, "cap": "none", "closed_loser_pays": True, "discard_pays": "three",
    },
    "changsha": {
        "match_length": 8, "reseat_each_round": False, "kong_after_claim": False, "opening": "ends_hand", "opening_four_of_a_kind": True,
        "opening_no_258": True, "opening_missing_suit": True, "opening_two_triplets": True, "luxury_weights": [2, 3, 4],
        "moment_requires_258": True, "robbing_plain_kong_is_big": True, "kong_dice": 1, "kong_points": 0, "passed_win_lock": "same_tile",
        "dealer_extra_per_big": True, "price_table": "text", "base": 1, "birds": 1, "bird_effect": "double", "bird_from": "dealer",
        "escape_grace_seconds": 60,
    },
}  # fmt: skip


def good_values(option: Option) -> list[object]:
    if option.kind == "flag":
        return [True, False]
    if option.kind == "number":
        return [int(option.low), int(option.high)]
    if option.kind == "choice":
        return [c.value for c in option.choices]
    if option.kind == "choices":
        return [[], [c.value for c in option.choices], [option.choices[-1].value]]
    return [[int(option.low)] * int(option.length), [int(option.high)] * int(option.length)]


@pytest.mark.parametrize("key", GAMES)
def test_every_option_of_the_clauses_with_its_default(key: str) -> None:
    assert variants.get(key).settings().as_dict() == DEFAULTS[key]


@pytest.mark.parametrize(("key", "name"), ALL)
def test_option_takes_its_values_and_no_others(key: str, name: str) -> None:
    game = variants.get(key)
    option = game.option(name)
    for value in good_values(option):
        settings = game.settings({name: value})
        assert settings.as_dict()[name] == value
        assert option.parse(as_text(value)) == value
        assert settings.changed() == ({} if value == option.default else {name: value})
        game.rules(settings)
        game.scoring(settings)
    junk = [None, "junk", -1, 10**9, 1.0, [], ["junk"], [True], [0] * 3, {}, "True", 1 if option.kind == "flag" else True]
    for value in junk:
        if any(type(value) is type(good) and value == good for good in good_values(option)):
            continue
        if option.kind in ("choices", "choice") and value in ([], True):
            continue
        with pytest.raises(OptionError, match=f"^{name} must be ") as caught:
            game.settings({name: value})
        assert caught.value.option == name


@pytest.mark.parametrize(("key", "name"), ALL)
def test_option_is_told_in_both_languages_with_its_clause(key: str, name: str) -> None:
    option = variants.get(key).option(name)
    assert option.clause.startswith(("G-", {"changchun": "CC-", "baicheng": "BC-", "changsha": "CS-"}[key]))
    assert all((option.zh, option.en, option.about_zh, option.about_en))
    assert option.about_zh.endswith("。") and option.about_en.endswith(".")
    assert all(c.zh and c.en for c in option.choices)
    assert option.command_flag() == "--" + name.replace("_", "-")


@pytest.mark.parametrize("key", GAMES)
def test_schema_agrees_with_the_declarations(key: str) -> None:
    game = variants.get(key)
    properties: Any = game.options_schema()["properties"]
    assert [*properties] == [option.name for option in game.options]
    for option in game.options:
        schema = properties[option.name]
        assert schema["default"] == option.default and schema["title"] and schema["x-title-zh"]
        kinds = {"flag": "boolean", "number": "integer", "choices": "array", "numbers": "array"}
        assert option.kind == "choice" or schema["type"] == kinds[option.kind]
    for lang in ("zh", "en"):
        assert game.options_table(lang).count("\n") == len(game.options) + 2
        assert game.fans_table(lang).count("\n") == len(game.fans) + 2


def test_unknown_names_say_what_would_do() -> None:
    game = variants.get("changchun")
    why = r'unknown option "laddder" for changchun \(did you mean "ladder"\?\); options are match_length'
    with pytest.raises(OptionError, match=why) as raised:
        game.settings({"laddder": "1"})
    assert raised.value.zh.startswith('长春麻将没有选项 "laddder"')
    with pytest.raises(OptionError, match="presets are text, mil2024") as raised:
        game.settings({}, "league")
    assert raised.value.zh == '长春麻将没有预设 "league"；有 text, mil2024'
    with pytest.raises(VariantError, match='did you mean "changchun"'):
        variants.get("changchum")
    with pytest.raises(OptionError, match="unknown option"):
        game.settings({"base": 2})


def test_numbers_are_not_flags() -> None:
    assert variants.get("changchun").settings({"matched_treasure_bonus": 1}).number("matched_treasure_bonus") == 1
    for value in (True, "1"):
        with pytest.raises(OptionError):
            variants.get("changchun").settings({"matched_treasure_bonus": value})


def test_given_options_stand_over_a_preset() -> None:
    game = variants.get("changchun")
    preset = game.settings({"reserve": "none"}, "mil2024")
    assert preset.text("reserve") == "none" and preset.flag("seven_pairs") and preset.number("winds_kong_size") == 3
    assert game.settings({}, "text") == game.settings() and hash(game.settings({}, "text")) == hash(game.settings())


def test_presets_as_written() -> None:
    changed = {key: {p.name: variants.get(key).settings({}, p.name).changed() for p in variants.get(key).presets} for key in GAMES}
    assert changed == {
        "changchun": {
            "text": {},
            "mil2024": {
                "seven_pairs": True, "closed_wait_includes": ["middle", "edge", "single", "only_wait"], "matched_treasure_bonus": 1,
                "reserve": "seven", "final_four": True, "winds_kong_size": 3, "bamboo_one_is_wild": True,
                "discard_pays": "discarder_all_if_not_ready", "passed_win_lock": "same_turn",
            },
        },
        "baicheng": {"text": {}, "app": {"treasure_changes_when_three_visible": True, "fourth_dragon_forces": False, "cap": 256}},
        "changsha": {
            "text": {},
            "classic": {
                "opening": "continues", "moment_requires_258": False, "robbing_plain_kong_is_big": False, "kong_dice": 2,
                "price_table": "classic", "birds": 2,
            },
        },
    }  # fmt: skip


def test_g_10_match_length() -> None:
    lengths: list[tuple[str, object, int, int]] = [
        ("changchun", None, 8, 0), ("changchun", 16, 16, 0), ("changchun", "2_rounds", 0, 2), ("baicheng", None, 0, 4), ("baicheng", 4, 4, 0),
    ]  # fmt: skip
    for key, value, hands, rounds in lengths:
        settings = variants.get(key).settings({} if value is None else {"match_length": value})
        assert (match_hands(settings), match_rounds(settings)) == (hands, rounds)
    with pytest.raises(OptionError):
        variants.get("changsha").settings({"match_length": "1_round"})


# Each option that touches a score, both ways: (game, option, value, ask, by default, with the option).
Ask = Callable[..., Any]
EFFECTS: list[tuple[str, str, object, Ask, tuple[Any, ...], dict[str, Any], Any, Any]] = [
    ("changchun", "ladder", "250", deltas, ("12m111s456p789p99p", "3m"), {}, [-4, 10, -4, -2], [-10, 25, -10, -5]),
    ("changchun", "closed_wait_includes", ["edge"], fans, ("12m111s456p789p99p", "3m"), {}, {"standing": 1}, {"standing": 1, "closed_wait": 1}),
    ("changchun", "closed_wait_includes", ["single"], fans, ("123m456s456p789p6z", "6z"), {}, {"standing": 1}, {"standing": 1, "closed_wait": 1}),
    ("changchun", "closed_wait_includes", [], fans, ("13m111s456p789p99p", "2m"), {}, {"standing": 1, "closed_wait": 1}, {"standing": 1}),
    ("changchun", "closed_wait_must_be_only_wait", True, fans, ("13m111s456p789p99p", "2m"), {},
     {"standing": 1, "closed_wait": 1}, {"standing": 1, "closed_wait": 1}),
    ("changchun", "closed_wait_must_be_only_wait", True, fans, ("2233455m111p789s", "4m"), {},
     {"standing": 1, "closed_wait": 1}, {"standing": 1}),
    ("changchun", "special_kong_keeps_standing", True, fans, ("55m456p78s345s", "6s", "dragons_kong 567z"), {}, {}, {"standing": 1}),
    ("changchun", "discard_pays", "discarder_all", deltas, ("12m111s456p789p99p", "3m"), {}, [-4, 10, -4, -2], [0, 10, -10, 0]),
    ("changchun", "discard_pays", "discarder_all_if_not_ready", deltas, ("12m111s456p789p99p", "3m"), {}, [-4, 10, -4, -2], [0, 10, -10, 0]),
    ("changchun", "matched_treasure_bonus", 1, deltas, ("78m22299p345678s", "6m"),
     {"by": "self_draw", "treasure": {"tile": "6m", "how": "matched"}}, [-16, 32, -8, -8], [-32, 64, -16, -16]),
    ("changchun", "matched_treasure_bonus", 1, deltas, ("78m22299p345678s", "6m"),
     {"by": "self_draw", "treasure": {"tile": "6m", "how": "drawn"}}, [-16, 32, -8, -8], [-16, 32, -8, -8]),
    ("baicheng", "base", 3, deltas, ("46m222s456p789p99p", "5m"), {}, [-8, 20, -8, -4], [-24, 60, -24, -12]),
    ("baicheng", "closed_loser_pays", False, deltas, ("46m222s456p789p99p", "5m"), {"closed": [0, 2]}, [-16, 36, -16, -4], [-8, 20, -8, -4]),
    ("baicheng", "discard_pays", "discarder_all", deltas, ("46m222s456p789p99p", "5m"), {"closed": [0]}, [-16, 28, -8, -4], [0, 28, -28, 0]),
    ("baicheng", "cap", 128, deltas, ("1s", "1s", "pung 222m", "pung 333p", "pung 555z", "pung 666z"),
     {"by": "self_draw", "treasure": {"tile": "1s", "how": "drawn"}, "closed": [0, 2], "dealer": 1},
     [-512, 1280, -512, -256], [-128, 384, -128, -128]),
    ("baicheng", "two_headed_single_counts", True, fans, ("1234m678p789s555z", "4m"), {}, {"standing": 1}, {"standing": 1, "closed_wait": 1}),
    ("baicheng", "closed_wait_must_be_only_wait", True, fans, ("2233455m111p789s", "4m"), {}, {"standing": 1, "closed_wait": 1}, {"standing": 1}),
    ("baicheng", "bamboo_123_in_all_pungs", True, fans, ("222m333p123s5z", "5z", "pung 777z"), {},
     {"bamboo_one": 1, "closed_wait": 1}, {"bamboo_one": 1, "all_pungs_single": 3}),
    ("baicheng", "treasure_in_treasure_only_wait", False, fans, ("78m222s456p789p99p", "6m"),
     {"by": "self_draw", "treasure": {"tile": "6m", "how": "drawn"}}, {"standing": 1, "treasure": 2}, {"standing": 1, "treasure_in_treasure": 3}),
    ("baicheng", "treasure_stacks_with_self_draw", True, fans, ("78m222s456p789p99p", "6m"),
     {"by": "self_draw", "treasure": {"tile": "6m", "how": "drawn"}},
     {"standing": 1, "treasure": 2}, {"standing": 1, "treasure": 2, "self_draw": 1}),
    ("changsha", "base", 5, deltas, ("123m456m789p11s55s", "1s"), {}, [0, 10, -10, 0], [0, 50, -50, 0]),
    ("changsha", "price_table", "classic", deltas, ("123m456m789p11s55s", "1s"), {"by": "self_draw"}, [-20, 40, -10, -10], [-2, 4, -1, -1]),
    ("changsha", "luxury_weights", [5, 6, 7], fans, ("1111m3344p5588s7s", "7s"), {}, {"luxury_seven_pairs": 2}, {"luxury_seven_pairs": 5}),
    ("changsha", "dealer_extra_per_big", False, deltas, ("1122334466778m", "8m"), {"payer": 0}, [-140, 140, 0, 0], [-130, 130, 0, 0]),
    ("changsha", "bird_from", "winner", deltas, ("123m456m789p11s55s", "1s"), {"bird": "3p"}, [0, 20, -20, 0], [0, 10, -10, 0]),
    ("changsha", "bird_effect", "points", deltas, ("123m456m789p11s55s", "1s"), {"bird": "3p"}, [0, 20, -20, 0], [0, 11, -11, 0]),
    ("changsha", "bird_effect", "linear", deltas, ("123m456m789p11s55s", "1s"), {"bird": "3p"}, [0, 20, -20, 0], [0, 20, -20, 0]),
    ("changsha", "robbing_plain_kong_is_big", False, fans, ("123m456m78p111s55s", "9p"), {"by": "robbed_kong"}, {"robbed_kong": 1}, {"small": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("key", "name", "value", "ask", "hand", "more", "plain", "changed"), EFFECTS)
def test_option_changes_the_score(
    key: str, name: str, value: object, ask: Ask, hand: tuple[Any, ...], more: dict[str, Any], plain: Any, changed: Any
) -> None:
    assert ask(key, *hand, **more) == plain
    assert ask(key, *hand, **more, options={name: value}) == changed


@pytest.mark.parametrize(
    ("key", "name", "value", "hand", "more", "refused"),
    [
        ("changchun", "missing_suit_allowed", True, ("111m456m789m99p34p", "5p"), {}, "missing_suit"),
        ("changchun", "wind_pair_waives_pung", True, ("123456m456p78s33z", "9s"), {}, "no_pung"),
        ("changchun", "all_pungs_waives_suits", True, ("111m222m333p444p5z", "5z"), {}, "missing_suit"),
        ("changchun", "all_pungs_waives_suits", True, ("222m333m444p555p8p", "8p"), {}, "missing_suit"),
        ("changchun", "all_pungs_waives_suits", True, ("222m333m444p555s8p", "8p"), {}, "no_terminal_or_honour"),
        ("changchun", "last_single_tile", "allowed", ("9m", "9m", "chow 123p", "pung 555s", "pung 777s", "pung 222m"), {}, "last_single_tile"),
        ("changchun", "seven_pairs", True, ("1133m5577p2244s5z", "5z"), {}, "not_complete"),
        ("changsha", "moment_requires_258", False, ("123m456m78p111s33s", "9p"), {"moment": "first_discard", "payer": 0}, "pair_not_258"),
    ],
)
def test_option_lets_a_hand_win(key: str, name: str, value: object, hand: tuple[str, ...], more: dict[str, Any], refused: str) -> None:
    assert reason(key, *hand, **more) == refused
    assert fans(key, *hand, **more, options={name: value}) is not None


@pytest.mark.parametrize(
    ("key", "name", "value", "hand", "refusal"),
    [
        ("baicheng", "pung_required", True, ("123m456m78p345s55z", "9p"), "no_pung"),
        ("changchun", "last_single_counts_concealed_kongs", True,
         ("9m", "9m", "chow 123p", "concealed_kong 5555s", "pung 777s", "pung 222m"), "last_single_tile"),
    ],
)  # fmt: skip
def test_option_refuses_a_hand(key: str, name: str, value: object, hand: tuple[str, ...], refusal: str) -> None:
    assert fans(key, *hand) is not None
    assert reason(key, *hand, options={name: value}) == refusal


@pytest.mark.parametrize("key", ["changchun", "baicheng", "changsha"])
def test_english_labels_begin_with_a_capital(key: str) -> None:
    game = variants.get(key)
    labels = [*(o.en for o in game.options), *(c.en for o in game.options for c in o.choices), *(p.en for p in game.presets)]
    assert labels and not [label for label in labels if label[0].islower()]


def test_the_ladders_are_shown_with_their_numbers_in_both_languages() -> None:
    [ladder] = [option for option in variants.get("changchun").options if option.name == "ladder"]
    assert [(c.zh, c.en) for c in ladder.choices] == [
        ("打1块：1 2 4 8 16 32 64", "1 2 4 8 16 32 64"),
        ("打135：1 3 5 10 20 40 80", "1 3 5 10 20 40 80"),
        ("打250：2 5 10 20 40 80 160", "2 5 10 20 40 80 160"),
        ("打五十零：5 10 20 40 80 160 320", "5 10 20 40 80 160 320"),
    ]


def test_a_stack_has_one_name_in_chinese() -> None:
    root = Path(__file__).resolve().parent.parent
    places = [*(root / "docs/rules/zh").glob("*.md"), *(root / "src/paiju").rglob("*.py"), *(root / "src/paiju/web").glob("*.js")]
    assert len(places) > 200
    for path in places:
        text = path.read_text(encoding="utf-8")
        assert not re.search("[垛摞叠]", text.replace("| 墩（也叫垛、摞、叠） |", "")), path


def test_a_variant_with_a_wrong_preset_cannot_be_made() -> None:
    from paiju.core.options import Preset

    with pytest.raises(OptionError, match="unknown option"):
        Variant(key="x", zh="", en="", about_zh="", about_en="", options=[], presets=[Preset("p", {"none": 1}, "", "")], fans=[])
