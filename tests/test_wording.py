"""Explanations are made from the numbers that were paid, in Chinese and English."""

from typing import Any

import pytest

from paiju import variants
from paiju.core import reasons
from paiju.core.notation import parse_meld
from paiju.core.reasons import IT_WINS, REASONS
from paiju.core.wording import explain, payment_text, reason_text
from paiju.game.request import read_request
from paiju.game.score import Scorer, answer
from paiju.variants.changsha import ChangshaScoring
from tests.scoring_tools import request


def lines(*ask: Any, lang: str = "en", **more: Any) -> list[str]:
    table, win = read_request(request(*ask, **more))
    return explain(table.scoring.settle(win), table.scoring, lang)


def test_changchun() -> None:
    assert lines("changchun", "13m111s456p789p99p", "2m") == [
        "123m 456p 789p 111s 99p, won on 2m",
        "seat 0 pays seat 1 8: 3 fans on the ladder 1 2 4 8 16 32 64 = 8: standing 1, closed wait 1, payer is dealer 1 (CC-52)",
        "seat 2 pays seat 1 8: 3 fans on the ladder 1 2 4 8 16 32 64 = 8: standing 1, closed wait 1, discarder 1 (CC-52)",
        "seat 3 pays seat 1 4: 2 fans on the ladder 1 2 4 8 16 32 64 = 4: standing 1, closed wait 1 (CC-52)",
    ]
    assert lines("changchun", "13m111s456p789p99p", "2m", lang="zh")[3] == "座位3付座位1 4，2 番，1 2 4 8 16 32 64 = 4：站立 1、夹胡 1（CC-52）"
    covered = lines("changchun", "13m111s456p789p99p", "2m", options={"discard_pays": "discarder_all"})
    assert covered[1].startswith("seat 2 pays seat 1 8 (for seat 0): 3 fans")


def test_baicheng() -> None:
    found = lines("baicheng", "222m345p99p345s68s", "1s", by="self_draw", treasure={"tile": "1s", "how": "drawn"}, options={"base": 2}, closed=[0])
    assert found[0] == "222m 345p 345s 678s 99p, treasure 1s as 7s"
    assert found[1] == "seat 0 pays seat 1 128: 2 × 2⁶ = 128: standing 1, closed wait 1, treasure 2, payer is dealer 1, closed hand 1 (BC-26)"


def test_changsha_arithmetic_is_true() -> None:
    big = ("changsha", "1122334466778m", "8m")
    assert lines(*big, payer=0, bird="1m", options={"base": 2})[1].startswith("seat 0 pays seat 1 560: 2 × (70 × 2 × 2¹ [birds]) = 560: one suit 1")
    once = {"dealer_extra_per_big": False, "birds": 2}
    found = lines(*big, payer=0, bird=["1m", "2m"], options=once)[1]
    assert found.startswith("seat 0 pays seat 1 520: (60 × 2 + 10) × 2² [birds] = 520: ")
    points = lines(*big, payer=0, bird=["1m", "2m"], options={**once, "bird_effect": "points"}, lang="zh")[1]
    assert points == "座位0付座位1 132，60 × 2 + 10 + 2 [鸟] = 132：清一色 1、七小对 1（CS-36）"
    assert lines("changsha", "1346m1349p13679s", by="opening")[1] == "seat 0 pays seat 1 20: 20 × 1 = 20: no 2-5-8 1 (CS-35)"


def test_no_win() -> None:
    assert lines("changchun", "78m22255p345678s", "6m") == ["no win: there is no 1, 9 or honour"]
    assert lines("changchun", "78m22255p345678s", "6m", lang="zh") == ["不能胡：没有幺九牌或字牌"]
    for number, (word, zh, en) in enumerate(REASONS):
        assert number == IT_WINS or getattr(reasons, word.upper()) == number
        assert (reason_text(number, "zh"), reason_text(number, "en")) == (zh, en)
    explained: Any = answer(request("changchun", "78m22255p345678s", "6m"), explain=True)
    assert explained["reason_text"]["en"] == "there is no 1, 9 or honour"


@pytest.mark.parametrize(
    ("game", "meld", "en", "zh"),
    [
        ("changchun", "concealed_kong 1111s", "concealed kong 1s (CC-45)", "暗杠 幺鸡（CC-45）"),
        ("changchun", "winds_kong 11234z", "a tile added to the winds kong (CC-45)", "旋风杠补一张（CC-45）"),
        ("baicheng", "dragons_kong 567z", "dragons kong (BC-29)", "喜杠（BC-29）"),
    ],
)
def test_kongs(game: str, meld: str, en: str, zh: str) -> None:
    variant = variants.get(game)
    scoring = variant.scoring(variant.settings())
    last = scoring.kong_payments([[parse_meld(meld)], [], [], []], 0)[-1]
    assert payment_text(last, scoring, None, "en").endswith(": " + en)
    assert payment_text(last, scoring, None, "zh").endswith("，" + zh)


def test_leaving_and_the_house() -> None:
    variant = variants.get("changsha")
    scoring = variant.scoring(variant.settings())
    assert isinstance(scoring, ChangshaScoring)
    assert payment_text(scoring.escape_payments(2, coins=False)[0], scoring, None, "en") == "seat 2 pays the house 70: leaving (CS-48)"
    assert payment_text(scoring.escape_payments(2, coins=True)[0], scoring) == "座位2付座位3 24，逃跑（CS-48）"


def test_scorer_is_the_short_way() -> None:
    _, win = read_request(request("changchun", "13m111s456p789p99p", "2m"))
    scorer = Scorer("changchun", {"ladder": "250"})
    assert scorer.score(win).deltas() == [-20, 50, -20, -10]
    assert scorer.explain(win, "en")[0] == "123m 456p 789p 111s 99p, won on 2m"
