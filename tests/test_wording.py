"""Explanations are made from the numbers that were paid, in Chinese and English."""

import json
import re
from pathlib import Path
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

CASES = Path(__file__).resolve().parent / "cases"


def lines(*ask: Any, lang: str = "en", **more: Any) -> list[str]:
    table, win = read_request(request(*ask, **more))
    return explain(table.scoring.settle(win), table.scoring, lang)


def test_changchun() -> None:
    assert lines("changchun", "13m111s456p789p99p", "2m") == [
        "123m 456p 789p 111s 99p, won on 2m",
        "seat 0 pays 8 to seat 1: standing 1 + closed wait 1 + payer is dealer 1 = 3 fans → 8 (CC-52)",
        "seat 2 pays 8 to seat 1: standing 1 + closed wait 1 + discarder 1 = 3 fans → 8 (CC-52)",
        "seat 3 pays 4 to seat 1: standing 1 + closed wait 1 = 2 fans → 4 (CC-52)",
    ]
    found = lines("changchun", "13m111s456p789p99p", "2m", lang="zh")
    assert found[0] == "一二三万 四五六饼 七八九饼 一一一条 九九饼，胡二万"
    assert found[3] == "座位3付 4 给座位1：站立 1 + 夹胡 1 = 2 番 → 4（CC-52）"
    covered = lines("changchun", "13m111s456p789p99p", "2m", options={"discard_pays": "discarder_all"})
    assert covered[1].startswith("seat 2 pays 8 to seat 1 (for seat 0): standing 1 + ")
    assert lines("changchun", "4m567s", "4m", "chow 345s", "pung 444s", "chow 789p", lang="zh")[3].endswith("座位1：0 番 → 1（CC-52）")


def test_a_winner_reads_the_sum_before_what_it_comes_to() -> None:
    """As a newcomer asked: not ``4 fans, 1 2 4 8 16 32 64 = 16``."""
    drawn = lines("changchun", "13m111s456p789p99p", "2m", lang="zh", by="self_draw", dealer=1)
    assert drawn[1:] == [f"座位{n}付 16 给座位1：站立 1 + 夹胡 1 + 自摸 1 + 庄家 1 = 4 番 → 16（CC-52）" for n in (0, 2, 3)]


def test_the_cap_is_said() -> None:
    great = {"by": "self_draw", "treasure": {"tile": "5z", "how": "drawn"}, "options": {"ladder": "135", "matched_treasure_bonus": 1}}
    found = lines("changchun", "111m222p333s555z6z", "6z", lang="zh", **{**great, "treasure": {"tile": "6z", "how": "matched"}})
    assert found[1] == "座位0付 80 给座位1：站立 1 + 自摸 1 + 宝 2 + 飘胡 2 + 庄家付 1 = 7 番，6 番封顶 → 80（CC-52）"


def test_baicheng() -> None:
    ask = ("baicheng", "222m345p99p345s68s", "1s")
    more = {"by": "self_draw", "treasure": {"tile": "1s", "how": "drawn"}, "closed": [0]}
    found = lines(*ask, **more, options={"base": 2})
    assert found[0] == "222m 345p 345s 678s 99p, treasure 1s as 7s"
    assert found[1] == (
        "seat 0 pays 128 to seat 1: standing 1 + closed wait 1 + treasure 2 + payer is dealer 1 + payer is closed 1"
        " = 6 fans → 64 × base 2 = 128 (BC-26)"
    )
    zh = lines(*ask, **more, lang="zh")
    assert zh[:2] == [
        "二二二万 三四五饼 三四五条 六七八条 九九饼，宝牌幺鸡当七条",
        "座位0付 64 给座位1：站立 1 + 夹胡 1 + 摸宝 2 + 庄家付 1 + 付家门清 1 = 6 番 → 64（BC-26）",
    ]


def test_changsha_arithmetic_is_true() -> None:
    big = ("changsha", "1122334466778m", "8m")
    assert lines(*big, payer=0, bird="1m", options={"base": 2})[1] == (
        "seat 0 pays 560 to seat 1: one suit 1 + seven pairs 1 = 2 big wins → 2 × (60 + dealer 10) = 140, 1 bird × 2 = 280, base × 2 = 560 (CS-36)"
    )
    once = {"dealer_extra_per_big": False, "birds": 2}
    found = lines(*big, payer=0, bird=["1m", "2m"], options=once)[1]
    assert found.endswith(" = 2 big wins → 2 × 60 + dealer 10 = 130, 2 birds × 4 = 520 (CS-36)")
    points = lines(*big, payer=0, bird=["1m", "2m"], options={**once, "bird_effect": "points"}, lang="zh")[1]
    assert points == "座位0付 132 给座位1：清一色 1 + 七小对 1 = 2 个大胡 → 2 × 60 + 庄家 10 = 130，中 2 鸟 + 2 = 132（CS-36）"
    linear = lines(*big, payer=2, bird=["1m", "2m"], options={"birds": 2, "bird_effect": "linear"}, lang="zh")[1]
    assert linear.endswith("2 个大胡 → 2 × 60 = 120，中 1 鸟 × 2 = 240（CS-36）")
    opening = lines("changsha", "1346m1349p13679s", by="opening")[1]
    assert opening == "seat 0 pays 20 to seat 1: no 2-5-8 1 = 1 small win → 10 + dealer 10 = 20 (CS-35)"
    assert lines("changsha", "123m456m789p11s55s", "1s", lang="zh", bird="4m")[1] == "座位2付 10 给座位1：平胡 1 = 1 个小胡 → 10（CS-35）"


@pytest.mark.parametrize("game", ["changchun", "baicheng", "changsha"])
def test_every_sum_that_is_told_is_true(game: str) -> None:
    """The fans add up to the number told, each step of the arithmetic is right, and the last one is what was paid."""
    told = 0
    for line in (CASES / f"{game}.jsonl").read_text(encoding="utf-8").splitlines():
        answered: Any = answer(json.loads(line)["request"], explain=True)
        for payment in answered.get("payments", ()):
            for lang, unit in (("en", r"fans?|(?:big|small) wins?"), ("zh", "番|个[大小]胡")):
                why = re.split(": |：", payment[lang], maxsplit=1)[1].rsplit(" (" if lang == "en" else "（", 1)[0]
                found = re.fullmatch(rf"(?:(.+) = )?(\d+) ?(?:{unit})(?:, capped at 6|，6 番封顶)? → (.+)", why)
                assert found, why
                assert sum(int(part.rsplit(" ", 1)[1]) for part in (found[1] or " 0").split(" + ")) == int(found[2]), why
                worth = 0
                for step in re.split(", |，", found[3]):
                    sides = [re.sub("[^0-9+*() ]", "", side.replace("×", "*")) for side in re.sub("(中 )?\\d+ (鸟|birds?) ", "", step).split(" = ")]
                    worth = eval(f"{worth or ''}{sides[0].strip()}" if sides[0].strip()[0] in "+*" else sides[0].strip())
                    assert worth == int(sides[-1]), why
                assert worth == payment["amount"], why
                told += 1
    assert told > 100


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
    assert payment_text(last, scoring, None, "zh").endswith("：" + zh)


def test_leaving_and_the_house() -> None:
    variant = variants.get("changsha")
    scoring = variant.scoring(variant.settings())
    assert isinstance(scoring, ChangshaScoring)
    assert payment_text(scoring.escape_payments(2, coins=False)[0], scoring, None, "en") == "seat 2 pays 70 to the house: leaving (CS-48)"
    assert payment_text(scoring.escape_payments(2, coins=True)[0], scoring) == "座位2付 24 给座位3：逃跑（CS-48）"


def test_scorer_is_the_short_way() -> None:
    _, win = read_request(request("changchun", "13m111s456p789p99p", "2m"))
    scorer = Scorer("changchun", {"ladder": "250"})
    assert scorer.score(win).deltas() == [-20, 50, -20, -10]
    assert scorer.explain(win, "en")[0] == "123m 456p 789p 111s 99p, won on 2m"
