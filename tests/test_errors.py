"""Errors say the same in both languages, survive copying and pickling, and are raised with two sentences everywhere."""

import ast
import copy
import io
import json
import pickle
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from paiju import bots, variants
from paiju.core.errors import ActionError, OptionError, PaijuError, RecordError, RequestError, TextError, VariantError, nearest
from paiju.core.notation import parse_hand, parse_meld, parse_tile, parse_tiles
from paiju.game.actions import parse_action
from paiju.game.clock import timeout_action
from paiju.game.hand import Game, Hand
from paiju.game.match import Match
from paiju.game.perft import perft
from paiju.game.position import Position
from paiju.game.refusals import refusal
from paiju.game.rulebook import page
from paiju.game.score import LONGEST_LINE, answer, answer_line, run
from paiju.game.why import why_not
from tests.scenes import place
from tests.scoring_tools import request

SOURCES = Path(__file__).resolve().parent.parent / "src" / "paiju"
CHINESE = re.compile("[\u4e00-\u9fff]")
NUMBER = re.compile(r"(?<![0-9A-Za-z])\d+(?![0-9A-Za-z])")  # not those of 5m
PLACE = re.compile(r"[a-z]+\[\d+\](?:\.[a-z]+)?|[a-z]+_[a-z_]+")  # hands[1], melds[0].tiles, self_draw
ENGLISH = re.compile(
    r"(?<![\w.])(?:the|an?|is|are|of|to|be|must|and|or|not?|got|there|that|has|have|only|this|may|seats?|now|holds?)(?![\w.])", re.ASCII
)
HANDS = ("123m456m55p789s11z2z", "1112223337779m", "1112223334446p", "6667778889999p")


def same_in_both(en: str, zh: str) -> None:
    assert CHINESE.search(zh), zh
    assert not ENGLISH.search(zh), zh
    assert not re.search("[\u4e00-\u9fff][;:]|  | $", zh), zh
    spoken = en.replace("1, 9, honour", "")  # 幺九字
    assert set(NUMBER.findall(spoken)) == set(NUMBER.findall(zh)), (en, zh)
    assert set(PLACE.findall(en)) <= set(PLACE.findall(zh)), (en, zh)


# -- the library -------------------------------------------------------------------------------------------------


def changsha(**more: Any) -> Hand:
    return Game("changsha").hand(**more)


def wall_with(kind: int) -> list[int]:
    """A wall of Changsha with a wrong tile at place 3."""
    wall = Game("changsha").tiles()
    wall[3] = kind
    return wall


def beginning() -> Hand:
    return Game("changchun").hand(seed=1)


def position(variant: str = "changchun", hands: Sequence[str] = ("", "", "", ""), **more: Any) -> object:
    """Hands and wall are filled up."""
    return place(variant, hands, **more)


def given(variant: str = "changchun", **more: Any) -> object:
    """Hands and wall as they stand."""
    return Game(variant).hand_from(Position(**{"hands": HANDS, "wall": "23456s" * 4, "drawn": "2z", **more}))


def long_hand() -> Match:
    """A match of four hands at its last, which is over."""
    standing: dict[str, Any] = {"number": 3, "passes": 0, "dealer": 0, "totals": [0] * 4, "house": 0, "left": []}
    match = Match.taken_up(Game("changsha", {"match_length": 4}), seed=1, players="ABCD", **standing)
    while not match.hand.over:
        seat = match.hand.to_act[0]
        match.hand.play(timeout_action(match.hand, seat), seat)
    return match


RAISED: dict[str, Callable[[], object]] = {
    # core
    "no suit follows": lambda: parse_tiles("12x"),
    "a suit alone": lambda: parse_tiles("m"),
    "no tile begins": lambda: parse_tiles("1m?"),
    "a suit is missing": lambda: parse_tiles("1m12"),
    "no such honour": lambda: parse_tiles("8z"),
    "two tiles": lambda: parse_tile("5m6m"),
    "a meld without tiles": lambda: parse_meld("chow"),
    "an unknown meld": lambda: parse_meld("chew 345m"),
    "a meld in front": lambda: parse_hand("[chow 345m] 1m"),
    "no flag": lambda: Game("changchun", {"seven_pairs": 1}),
    "no number": lambda: Game("changsha", {"base": 0}),
    "no choice": lambda: Game("changsha", {"birds": 3}),
    "no choices": lambda: Game("changchun", {"closed_wait_includes": "edge"}),
    "no numbers": lambda: Game("changsha", {"luxury_weights": [1]}),
    "an unknown option": lambda: Game("changsha", {"bird": 2}),
    "an option of another game": lambda: variants.get("changsha").option("ladder"),
    "an unknown preset": lambda: Game("changsha", preset="app"),
    # variants, bots
    "an unknown game": lambda: Game("changcun"),
    "an unknown bot": lambda: bots.find("quik"),
    # a hand
    "dealer": lambda: changsha(seed=1, dealer=4),
    "lane": lambda: changsha(seed=1, lane=-1),
    "no seed": lambda: changsha(),
    "seed": lambda: changsha(seed=-5),
    "dice": lambda: changsha(seed=1, dice=[7]),
    "a short wall": lambda: changsha(wall=[0, 1]),
    "a tile of another game": lambda: changsha(wall=wall_with(33)),
    "five of a kind": lambda: changsha(wall=wall_with(8)),
    "no seat": lambda: beginning().actions(7),
    "no audience": lambda: beginning().events(9),
    "no result": lambda: beginning().result(),
    "who is not late": lambda: timeout_action(beginning(), 2),
    "why for no seat": lambda: why_not(beginning(), 4),
    "no action": lambda: parse_action("dicard 5m"),
    "an action of no seat": lambda: beginning().play("pass", 7),
    "an action too late": lambda: long_hand().hand.play("discard 5m", 1),
    "an action not asked for": lambda: beginning().play("pass", 2),
    "an action of another game": lambda: beginning().play("take", 0),
    "what is no action of a hand": lambda: beginning().play("juggle", 0),
    "an action not legal": lambda: beginning().play("chow 345m", 0),
    # a match, and the rest
    "three players": lambda: Match(Game("changsha"), seed=1, players="ABC"),
    "no player": lambda: Match(Game("changsha"), seed=1).leave(5),
    "a match over": lambda: long_hand().next_hand(),
    "depth": lambda: perft(beginning(), 13),
    "no page": lambda: page("chengdu"),
    # a position
    "three rivers": lambda: position(rivers=("", "", "")),
    "no turn": lambda: position(turn=4),
    "no seats": lambda: position(ready=(0, 4)),
    "too many tiles": lambda: given(turn=1),
    "no tile of the game": lambda: given("baicheng"),
    "five of a tile": lambda: given(rivers=("11z", "", "1z", "")),
    "no kong of the game": lambda: position("baicheng", melds=((), ("ones_kong 1m1p1s",), (), ())),
    "not drawn": lambda: given(drawn="7z"),
    "no stack": lambda: position(treasure=50),
    "a stack used up": lambda: position(melds=((), (), (), ("winds_kong 1234z",)), treasure=1),
    "nobody declares": lambda: position("changsha", ready=(1,)),
    "not ready": lambda: position(hands=["", "", "147m258p369s1234z", ""], ready=(2,)),
    "not declared": lambda: position(looked=(2,)),
    "never looks": lambda: position(hands=["", "234m78p444s567s66s", "", ""], ready=(1,), looked=(1,), treasure=1),
}


@pytest.mark.parametrize("provoke", RAISED.values(), ids=RAISED)
def test_an_error_says_the_same_in_both_languages(provoke: Callable[[], object]) -> None:
    with pytest.raises(PaijuError) as caught:
        provoke()
    error = caught.value
    assert (str(error), error.said("en"), error.said("zh")) == (error.en, error.en, error.zh)
    same_in_both(error.en, error.zh)


def test_a_refused_action_names_in_chinese_what_would_do() -> None:
    hand = beginning()
    told = refusal(hand, 0, "chow 345m")
    assert told.en.startswith('"chow 345m" by seat 0 is not legal now; seat 0 may discard ')
    assert told.zh.startswith('座位0现在不能 "吃三万 四万 五万"；座位0可以：打')
    assert all(action.label("zh") in told.zh for action in hand.actions(0)[:12])
    assert refusal(hand, 2, "pass").zh == '座位2不能 "过"：现在没有问座位2；轮到座位0'


def test_nobody_learns_from_a_refusal_who_may_claim() -> None:
    """G-7."""
    scene = place("changchun", ["1m", "11m22m456m345p789s", "", ""], turn=0, drawn="1m").play("0 discard 1m")
    assert scene.asked == (1,)
    told = refusal(scene.hand, 2, "pass")
    assert (told.en, told.zh) == ('"pass" by seat 2 is refused: seat 2 is not asked now', '座位2不能 "过"：现在没有问座位2')


# -- score requests ----------------------------------------------------------------------------------------------

GOOD = request("changchun", "12m111s456p789p99p", "3m")
WRONG: list[dict[str, object]] = [
    {"tyle": 1}, {"variant": "chengdu"}, {"dealer": "0"}, {"winner": 4}, {"by": "ron"}, {"hand": 1}, {"melds": 1}, {"payer_ready": 1},
    {"options": []}, {"options": {"laddr": 1}}, {"preset": "app"}, {"hand": "12x"}, {"tile": "3m4m"}, {"from": 1}, {"by": "self_draw"},
    {"melds": [{"kind": "chow", "tiles": "135m"}]}, {"melds": [{"kind": "chow", "tiles": ""}]}, {"melds": [{"kind": "chow"}]},
    {"melds": [{"kind": "pung", "tiles": "556m"}]}, {"melds": [{"kind": "winds_kong", "tiles": "123z"}]},
    {"melds": [{"kind": "dragons_kong", "tiles": "56z"}]}, {"melds": [{"kind": "ones_kong", "tiles": "1m1p9s"}]},
    {"melds": [{"kind": "nines_kong", "tiles": "9m"}]}, {"melds": [{"kind": "dragons_kong", "tiles": "567z"}] * 2},
    {"melds": [{"kind": "pung", "tiles": "111z"}] * 5}, {"hand": "12m"}, {"hand": "12m11111s456p789p"}, {"by": "opening"},
    {"treasure": {"tile": "3m", "how": "drawn"}}, {"treasure": {"tile": "3m", "how": "seen"}}, {"closed": [0]}, {"with_dice": True},
    {"bird": "1m"}, {"moment": "sea_bottom"}, {"after": "kong"}, {"after": "dice_kong"}, {"by": "robbed_kong", "tile": "9p"},
]  # fmt: skip
WRONG_IN_BAICHENG: list[dict[str, object]] = [
    {"hand": "1z"}, {"melds": [{"kind": "ones_kong", "tiles": "1m1p1s"}]}, {"closed": [1]}, {"closed": [0, 0]}, {"after": "kong"},
]  # fmt: skip
WRONG_IN_CHANGSHA: list[dict[str, object]] = [
    {"moment": "first_deal"}, {"moment": "first_discard"}, {"moment": "sea_bottom", "by": "robbed_kong"}, {"with_dice": True},
    {"moment": "sea_bottom", "after": "dice_kong"}, {"moment": "sea_bottom", "bird": "1m"}, {"bird": ["1m", "2m"]}, {"bird": []},
    {"moment": "first_discard", "by": "robbed_kong"},
]  # fmt: skip
REQUESTS: list[object] = [
    3,
    {},
    *[{name: value for name, value in GOOD.items() if name != missing} for missing in GOOD],
    *[{**GOOD, **more} for more in WRONG],
    *[{**GOOD, "variant": "baicheng", **more} for more in WRONG_IN_BAICHENG],
    *[{**GOOD, "variant": "changsha", **more} for more in WRONG_IN_CHANGSHA],
    request("changchun", "4m", "", "dragons_kong 567z", by="self_draw"),
    request("changchun", "12m111s456p789p99p", "3m", by="self_draw", payer_ready=True),
    request("changchun", "12m111s456p789p99p", "3m", by="self_draw", treasure={"tile": "4m", "how": "drawn"}),
    request("baicheng", "12m111s456p789p99p", "3m", by="self_draw", after="kong"),
    request("baicheng", "1m2m3m111s456p99p", "", "dragons_kong 567z", by="self_draw", after="kong"),
    request("changsha", "12m111s456p789p55s", by="opening", tile="3m"),
    request("changsha", "12m111s456p789p", by="opening"),
    request("changsha", "12m111s456p789p", "", "pung 555s", by="opening"),
    request("changsha", "12m456p789p55s", "3m", "pung 111s", moment="first_discard", payer=0),
]


@pytest.mark.parametrize("asked", REQUESTS, ids=str)
def test_a_wrong_request_is_told_in_both_languages(asked: object) -> None:
    en: Any = answer(asked)
    zh: Any = answer(asked, lang="zh")
    assert set(en) == set(zh) == {"error"} and set(en["error"]) == set(zh["error"]) == {"code", "message", "at"}
    assert (en["error"]["code"], en["error"]["at"]) == (zh["error"]["code"], zh["error"]["at"])
    same_in_both(en["error"]["message"], zh["error"]["message"])


LINES = [b"", b"\xff", b"{", b"[" * 100_000, b'{"dealer": NaN}', b'{"dealer": 0, "dealer": 0}', b"9" * 5000, b"x" * (LONGEST_LINE + 1)]


@pytest.mark.parametrize("line", LINES, ids=lambda line: repr(line[:20]))
def test_a_line_that_is_no_request_is_told_in_both_languages(line: bytes) -> None:
    en, zh = (json.loads(answer_line(line + b"\n", lang=lang))["error"] for lang in ("en", "zh"))
    assert (en["code"], en["at"]) == (zh["code"], zh["at"])
    assert CHINESE.search(zh["message"]) and not CHINESE.search(en["message"])
    assert set(NUMBER.findall(en["message"])) == set(NUMBER.findall(zh["message"]))
    out = io.StringIO()
    assert run(io.BytesIO(line + b"\n"), out, lang="zh") == 1
    assert json.loads(out.getvalue())["error"] == zh


# -- copies ------------------------------------------------------------------------------------------------------

ERRORS = [
    PaijuError("no", "不行"),
    TextError("no tile", "没有牌", "5x", 1),
    VariantError("no game", "没有玩法"),
    OptionError("no option", "没有选项", "birds"),
    RequestError("no seat", "没有座位", "bad_value", "dealer"),
    ActionError("not now", "现在不行"),
    RecordError("cut off", "不完整"),
    RecordError("cut off", "不完整", 7),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_survives_copying_and_pickling(error: PaijuError) -> None:
    for twin in (copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
        assert type(twin) is type(error) and isinstance(twin, ValueError)
        for name in ("args", "en", "zh", "text", "position", "option", "code", "line"):
            assert getattr(twin, name, None) == getattr(error, name, None), name
        assert str(twin) == str(error)


def test_a_record_error_in_a_line() -> None:
    error = RecordError("cut off", "不完整").at(7)
    assert (error.en, error.zh, error.line) == ("line 7: cut off", "第 7 行：不完整", 7)
    assert (error.reason.en, error.reason.zh) == ("cut off", "不完整")


def test_a_near_name_in_both_languages() -> None:
    near, far = nearest("brids", ["birds", "base"]), nearest("xyz", ["birds", "base"])
    assert (near.en, near.zh) == (' (did you mean "birds"?)', "（是不是“birds”？）")
    assert (far.en, far.zh) == ("", "")


# -- every place that makes one ----------------------------------------------------------------------------------
# A sentence in two languages is made by whatever takes parameters `en` and `zh` next to one another: the classes of errors, `Both`,
# and small helpers of modules. Each call of one is read here.


def place_of_en(function: ast.FunctionDef) -> int:
    """Where the English sentence stands among the arguments of a call, or -1."""
    names = [argument.arg for argument in function.args.args if argument.arg not in ("self", "cls")]
    return names.index("en") if "en" in names and names[names.index("en") + 1 :][:1] == ["zh"] else -1


def takers(modules: dict[Path, ast.Module]) -> dict[str, int]:
    """What takes the two sentences of an error, by name, with the place of the English one."""
    nodes = [node for tree in modules.values() for node in ast.walk(tree)]
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef) and node.name != "__init__" and place_of_en(node) >= 0]
    found: dict[str, int] = {}
    for node in classes:
        for part in node.body:
            if isinstance(part, ast.FunctionDef) and part.name == "__init__" and place_of_en(part) >= 0:
                found[node.name] = place_of_en(part)
    for node in classes:
        makes_its_own = any(isinstance(part, ast.FunctionDef) and part.name == "__init__" for part in node.body)
        if not makes_its_own and any(isinstance(base, ast.Name) and base.id == "PaijuError" for base in node.bases):
            found.setdefault(node.name, found["PaijuError"])
    for _ in range(3):  # a helper may use another
        found.update({node.name: place_of_en(node) for node in functions if next(calls(node, found), None)})
    return found


def calls(tree: ast.AST, names: dict[str, int]) -> Iterator[tuple[ast.Call, str, dict[str, list[ast.expr]]]]:
    """Each call of one of the names, with what the local names of its function stand for."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        local: dict[str, list[ast.expr]] = {}
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                local.setdefault(node.targets[0].id, []).append(node.value)
        for node in ast.walk(function):
            if isinstance(node, ast.Call):
                name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr if isinstance(node.func, ast.Attribute) else ""
                if name in names:
                    yield node, name, local


def written(node: ast.expr, local: dict[str, list[ast.expr]]) -> str:
    """The literal parts of an expression; those of a local name are its values'."""
    if isinstance(node, ast.Name):
        return "".join(written(value, {}) for value in local.get(node.id, []))
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(written(part, local) for part in node.values)
    if isinstance(node, ast.BinOp):
        return written(node.left, local) + written(node.right, local)
    if isinstance(node, ast.IfExp):
        return written(node.body, local) + written(node.orelse, local)
    return ""


def fault(call: ast.Call, at: int, local: dict[str, list[ast.expr]]) -> str:
    """What is wrong with the two sentences of a call; empty when nothing is."""
    if any(isinstance(argument, ast.Starred) for argument in call.args):
        return "cannot be read: write the arguments out"
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    en, zh = (call.args[at + n] if len(call.args) > at + n else named.get(lang) for n, lang in enumerate(("en", "zh")))
    if en is None or zh is None:
        return "one language only"
    text = written(zh, local)
    no_sentence = isinstance(zh, (ast.Constant, ast.JoinedStr)) and not re.search("[A-Za-z]", text)  # as "" or f" {number}"
    if ast.dump(en) == ast.dump(zh):
        return "" if no_sentence else "the same for both languages"
    for argument, other in ((en, "zh"), (zh, "en")):
        values = [argument, *(local.get(argument.id, []) if isinstance(argument, ast.Name) else [])]
        if any(isinstance(node, ast.Attribute) and node.attr == other for value in values for node in ast.walk(value)):
            return f"a part of it in the other language, {other}"
    return "" if no_sentence or CHINESE.search(text) or "zh" in ast.unparse(zh) else "nothing shows that it is Chinese"


def test_every_error_is_made_of_two_sentences() -> None:
    modules = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(SOURCES.rglob("*.py"))}
    names = takers(modules)
    assert {"PaijuError", "TextError", "VariantError", "OptionError", "RequestError", "ActionError", "RecordError", "Both"} <= set(names)
    found, wrong = 0, []
    for path, tree in modules.items():
        for call, name, local in calls(tree, names):
            found += 1
            what = fault(call, names[name], local)
            if what:
                wrong.append(f"{path.relative_to(SOURCES)}:{call.lineno}: {name}: {what}")
    assert found > 150
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ('PaijuError("no seat", "没有座位")', ""),
        ('PaijuError(f"no seat {s}", f"没有座位 {s}")', ""),
        ('Both("", "")', ""),
        ("PaijuError(why.en, why.zh)", ""),
        ("PaijuError(en, zh)", ""),
        ('PaijuError("no seat")', "one language only"),
        ('PaijuError("no seat", "no seat")', "the same for both languages"),
        ("PaijuError(text, text)", "the same for both languages"),
        ("PaijuError(str(error), str(error))", "the same for both languages"),
        ('PaijuError(f"no seat {s}", f"no such seat {s}")', "nothing shows that it is Chinese"),
        ('PaijuError(f"at {n}: {error.en}", f"at {n}：{error.zh}")', ""),
        ("PaijuError(why.en, other.en)", "a part of it in the other language, en"),
        ('PaijuError(f"no {near.zh}", f"没有 {near.zh}")', "a part of it in the other language, zh"),
        ("PaijuError(error.en, str(error))", "nothing shows that it is Chinese"),
        ("PaijuError(*both)", "cannot be read: write the arguments out"),
    ],
)
def test_the_reader_of_calls_sees_what_is_wrong(source: str, wrong: str) -> None:
    tree = ast.parse(f"def f():\n    raise {source}")
    [(call, _, local)] = calls(tree, {"PaijuError": 0, "Both": 0})
    assert fault(call, 0, local) == wrong
