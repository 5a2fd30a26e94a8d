"""The commands: help, refusals without tracebacks, what rules, score, perft and bench print."""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.text import Text

from paiju import variants
from paiju.cli import COMMANDS, PARTS
from paiju.cli.terminal.markup import lines
from paiju.cli.terminal.wrapping import flow, wrap
from paiju.game.labels import labelled
from paiju.game.rulebook import COMMON, page

ROOT = Path(__file__).resolve().parent.parent
VARIANTS = ("changchun", "baicheng", "changsha")
CLAUSE = re.compile(r"(?:CC|BC|CS|G)-\d+a?")


def paiju(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    inherited = {name: value for name, value in os.environ.items() if name != "PAIJU_LANG"}
    return subprocess.run(
        [sys.executable, "-m", "paiju", *arguments],
        input=stdin, env=inherited | {"PYTHONUTF8": "1"} | environment, capture_output=True, text=True, timeout=60,
    )  # fmt: skip


# ---- help and refusals


def test_help_lists_every_command() -> None:
    done = paiju("--help")
    assert done.returncode == 0
    assert all(re.search(rf"^  {name} ", done.stdout, re.MULTILINE) for name in COMMANDS)


def test_help_groups_the_commands_those_for_players_first() -> None:
    for lang, column in (("en", 0), ("zh", 1)):
        shown = paiju("--help", "--lang", lang).stdout
        parts = re.findall(r"^(\S.*):\n((?:  \S+ .*\n(?: {6,}.*\n)*)+)", shown, re.MULTILINE)
        assert [heading for heading, _ in parts[1:]] == [headings[column] for headings in PARTS.values()]
        names = [re.findall(r"^  (\w+) ", rows, re.MULTILINE) for _, rows in parts[1:]]
        played, research = ["replay", "review", "verify"], ["sim", "arena", "perft", "bench"]
        assert names == [["serve", "play", "rules", "score", "analyse"], played, ["admin"], research]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    done = paiju(name, "--help", "--lang", "en")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Usage:" in done.stdout and len(done.stdout) > 200


def test_help_of_a_game_lists_its_house_rules() -> None:
    done = paiju("play", "changsha", "--help", "--lang", "en")
    assert "--kong-dice" in done.stdout and "--birds" in done.stdout and "--ladder" not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("pley",), 'there is no command "pley" (did you mean "play"?'),
        (("rules", "sichuan"), 'there is no game "sichuan"'),
        (("rules", "changsha", "--preset", "none"), 'unknown preset "none"'),
        (("rules", "changsha", "--birds", "3"), "birds must be one of 1, 0, 2, 4, 6; got 3"),
        (("rules", "changsha", "--option", "birds"), "has no value"),
        (("rules", "changsha", "--option", "brids=2"), 'did you mean "birds"?'),
        (("rules", "changsha", "--lang", "fr"), "'fr' is not one of 'zh', 'en'"),
        (("play", "changsha", "--bot", "nobody"), 'there is no bot "nobody"'),
        (("play", "changsha", "--seed", "-1"), "-1 is not in the range"),
        (("play", "changsha", "--pause", "x"), "'x' is not a valid float"),
        (("play", "--preset", "classic"), "house rules need a game"),
        (("play", "changsha", "--record", "/dev/null/x/y"), "/dev/null"),
        (("perft", "changchun", "--depth", "0"), "0 is not in the range"),
        (("perft", "changchun", "--wall", "123m"), "a wall of changchun has 136 tiles; got 3"),
        (("perft", "changchun", "--wall", "5x"), 'expected a suit (m p s z 万 饼 条) after "5"'),
        (("perft", "changchun", "--dice", "7"), "dice are written as their numbers"),
        (("perft", "changchun", "--after", "discard 5m"), "an answer is written as seat and action"),
        (("perft", "changchun", "--after", "3 pass"), "seat 3 is not asked now"),
        (("bench", "--seconds", "0"), "0 is not in the range"),
        (("score", "file.json"), "unexpected extra argument"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_in_a_sentence(arguments: tuple[str, ...], said: str) -> None:
    done = paiju(*arguments, PAIJU_LANG="en")
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr
    assert said in done.stderr.replace("\n", " ")


def test_a_reader_that_leaves_is_no_error() -> None:
    done = subprocess.run(f"{sys.executable} -m paiju rules changchun | head -1", shell=True, capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert "Traceback" not in done.stderr


# ---- rules


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_rules_prints_page_options_and_fans(variant: str, lang: str) -> None:
    done = paiju("rules", variant, "--lang", lang)
    assert done.returncode == 0
    game = variants.get(variant)
    for option in game.options:
        assert option.name in done.stdout and (option.zh if lang == "zh" else option.en) in done.stdout
    for fan in game.fans:
        assert re.search(rf"^{fan.id}  {fan.value}  {fan.clause}$", done.stdout, re.MULTILINE)
    assert all(preset.name in done.stdout for preset in game.presets)
    assert {found.replace("*", "") for found in CLAUSE.findall(page(variant, lang))} <= set(CLAUSE.findall(done.stdout))
    assert all(cell_len(line) <= 80 for line in done.stdout.splitlines())
    assert not re.search(r"\*\*|\]\(|`", done.stdout)


def test_rules_takes_the_language_of_the_environment() -> None:
    assert paiju("rules", "changsha", PAIJU_LANG="en").stdout.startswith("Changsha")
    assert paiju("rules", "changsha").stdout.startswith("长沙麻将")


def test_rules_marks_the_house_rules_asked_for() -> None:
    done = paiju("rules", "changchun", "--lang", "en", "--options", "--ladder", "250", "--seven-pairs")
    assert "ladder = 250 (default 1)" in done.stdout and "seven_pairs = true (default false)" in done.stdout
    assert "CC-18" in done.stdout and "Winning" not in done.stdout


@pytest.mark.parametrize("name", [*VARIANTS, COMMON])
def test_both_languages_of_a_page_have_the_same_clauses(name: str) -> None:
    english, chinese = page(name, "en"), page(name, "zh")
    bold = re.compile(r"\*\*(" + CLAUSE.pattern + r")\b")
    assert Counter(bold.findall(english)) == Counter(bold.findall(chinese))
    assert set(CLAUSE.findall(english)) == set(CLAUSE.findall(chinese))
    option = re.compile(r"`([a-z]+_[a-z_]+)`")
    assert set(option.findall(english)) == set(option.findall(chinese))


@pytest.mark.parametrize("variant", VARIANTS)
def test_pages_name_only_options_that_exist(variant: str) -> None:
    options = variants.get(variant).options
    known = {option.name for option in options} | {str(choice.value) for option in options for choice in option.choices}
    assert set(re.findall(r"`([a-z]+_[a-z_]+)`", page(variant, "en"))) <= known


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_rules_page_begins_with_ten_sentences_to_learn_the_game(variant: str, lang: str) -> None:
    _, first, *_ = re.split("^## ", page(variant, lang), flags=re.MULTILINE)
    assert first.startswith("十句话学会\n" if lang == "zh" else "Ten sentences to learn it\n") and "CC-1" not in first
    assert re.findall(r"^(\d+)\. ", first, re.MULTILINE) == [str(n) for n in range(1, 11)]
    assert not re.search(r"`|[A-Z]{1,2}-\d", first), "no ids of clauses or house rules"
    shown = paiju("rules", variant, "--lang", lang).stdout
    assert all(re.search(rf"^{n:>1}\. ", shown, re.MULTILINE) for n in range(1, 11)), "each on a line of its own"


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_rules_are_read_with_the_labels_of_house_rules(variant: str, lang: str) -> None:
    game = variants.get(variant)
    for name in (variant, COMMON):
        text = labelled(page(name, lang), game, lang)
        seen = re.sub(r"\(#option-[a-z0-9_]+\)|`left`|`123m456p789s77z`", "", text.split("\n## ", 1)[1])
        assert not re.search("`|[a-z]_[a-z]" + ("|true|false" if lang == "zh" else ""), seen)
        for option in game.options:
            if f"`{option.name}`" in page(name, lang):
                assert f"[{option.zh if lang == 'zh' else option.en}](#option-{option.name})" in text


def test_values_are_said_once() -> None:
    game = variants.get("changchun")
    assert labelled("`dealer_on_draw` = stay 连庄（pass 下庄）。", game) == "[荒庄](#option-dealer_on_draw)：连庄（下庄）。"
    assert labelled("`must_declare_to_win` = false 时，", game) == "[必须报听](#option-must_declare_to_win)选“否”时，"
    assert labelled("`ladder` = 1: 1 2 4 8 16 32 64; 135", game, "en") == "[Ladder](#option-ladder): 1 2 4 8 16 32 64; 135"
    assert labelled("`text`（默认）。`mil2024`（2024 联赛）：", game) == "原文（默认）。2024 联赛："


# ---- the others


def test_score_answers_each_line_and_remembers_an_error() -> None:
    request = {"variant": "changchun", "dealer": 0, "winner": 1, "hand": "12m111s456p789p99p", "melds": [], "tile": "3m", "by": "discard", "from": 2}
    good = json.dumps(request)
    done = paiju("score", stdin=f"{good}\n")
    assert (done.returncode, json.loads(done.stdout)["deltas"]) == (0, [-4, 10, -4, -2])
    done = paiju("score", "--explain", stdin=f"{good}\nnot json\n{good}\n")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1 and answers[1]["error"]["code"] == "bad_json"
    assert answers[0] == answers[2] and answers[0]["reading"]["zh"]
    assert paiju("score", stdin="").stdout == ""


def test_perft_counts_and_divides() -> None:
    done = paiju("perft", "changsha", "--opening", "off", "--depth", "2", "--divide", "--seed", "5")
    rows = [line.split() for line in done.stdout.splitlines()]
    assert [row[0] for row in rows[:2]] == ["1", "2"]
    assert len(rows) - 2 == int(rows[0][1])
    assert sum(int(row[-1]) for row in rows[2:]) == int(rows[1][1])


def test_bench_measures_every_game() -> None:
    done = paiju("bench", "--seconds", "0.01")
    assert done.returncode == 0
    for key in VARIANTS:
        assert re.search(rf"^{key} +[\d,]+ +[\d,]+ +[\d,]+ +[\d,]+$", done.stdout, re.MULTILINE)


def test_documents_from_declarations_are_fresh() -> None:
    done = subprocess.run([sys.executable, ROOT / "tools" / "gen_docs.py", "--check"], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr


# ---- lines


def test_lines_break_between_chinese_and_never_before_a_closing_mark() -> None:
    text = Text("报听之后，手牌永远锁住（CC-22）：不能吃碰。 changes nothing")
    for width in range(16, 60):
        broken = wrap(text, width, "- ", "  ")
        assert all(line.cell_len <= width for line in broken)
        assert all(line.plain.strip()[0] not in "，。：）" for line in broken)
        assert "".join(line.plain[2:] for line in broken).replace(" ", "") == text.plain.replace(" ", "")


def test_a_word_longer_than_the_line_is_cut() -> None:
    assert [line.plain for line in wrap(Text("abcdefghij kl"), 4)] == ["abcd", "efgh", "ij", "kl"]
    assert [line.plain for line in flow([Text("ab"), Text("cdefgh"), Text("i")], 4)] == ["ab", "cdef", "gh", "i"]


def test_markdown_of_the_pages_becomes_lines() -> None:
    found = [line.plain for line in lines("# A **b**\n\ntext `x`\nmore\n\n- one\n  two\n- 三\n  四\n\n| a | b |\n|---|---|\n| c | d |\n", 30)]
    assert found == ["A **b**", "=======", "", "text x more", "", "- one two", "- 三四", "", "a  b", "c  d"]


def test_analyse_says_how_far_a_hand_is_and_what_each_discard_leaves() -> None:
    ready = paiju("analyse", "changsha", "123m456m789p3455s", "--seen", "22s")
    assert ready.stdout.splitlines()[:4] == [
        "听牌",
        "听 2 种 4 张：",
        "  二条 还有 2 张，点炮收 10（平胡 1），自摸收 40（平胡 1）",
        "  五条 还有 2 张，点炮收 10（平胡 1），自摸收 40（平胡 1）",
    ]
    assert "  七小对：离听牌差 5 张，点炮收 60（七小对 1），自摸收 100（七小对 1），有用 33 张" in ready.stdout.splitlines()
    one_too_many = paiju("analyse", "changsha", "123m456m789p34559s", "--lang", "en").stdout.splitlines()
    best = "discard 9 of bamboo: ready for 2 kinds, 6 tiles; with any other you are farther (5 of bamboo: 1 tile from ready)"
    assert one_too_many[:4] == ["ready", best, "Discard 9 of bamboo: ready", "  ready for 2 kinds, 6 tiles:"]
    assert sum(line.startswith("Discard") for line in one_too_many) == 13, "a row for each kind held"
    melded = paiju("analyse", "changchun", "23m456p789s99p [碰 555z]", "--lang", "en")
    assert melded.stdout.splitlines()[:2] == ["ready", "ready for 2 kinds, 8 tiles:"]


def test_analyse_says_what_a_claim_or_a_kong_would_change() -> None:
    claimed = paiju("analyse", "changsha", "123m46m556789p34s", "--offered", "5m").stdout.splitlines()
    best = "吃四万 五万 六万：离听牌差 1 张 → 听 2 种 8 张，打九饼最好"
    assert claimed[:3] == ["离听牌差 1 张", "有用 11 张：五万×3 二条×4 五条×4", best]
    assert "吃三万 四万 五万：还是离听牌差 1 张，有用 11 张，打九饼最好" in claimed and claimed[-1] == "收多少按自己和点炮的都不坐庄算，鸟另算"
    konged = paiju("analyse", "changsha", "1111m456m5589p344s", "--lang", "en").stdout.splitlines()
    assert "concealed kong 1 of characters: still 1 tile from ready, 14 tiles that help" in konged
    assert "neither" in paiju("analyse", "changsha", "123m46m556789p34s", "--offered", "9s", "--lang", "en").stdout.splitlines()[0]
    last = paiju("analyse", "changsha", "123m456p789s12m22p", "--seen", "33m", "--offered", "3m").stdout.splitlines()
    assert last[0] == "听的就是这张：点炮收 10；不胡的话：", "what it wins stands before what it could do instead, and the last one of them wins too"
    forced = paiju("analyse", "baicheng", "123m46p789s99p5567z", "--lang", "en").stdout.splitlines()
    assert forced[1] == "before any discard the kong below must be laid (BC-19)" and not any(line.startswith("Discard") for line in forced)
    assert forced[2] == "dragons kong white, green, red: still ready for 1 kind, 4 tiles, the kong brings 15, discarding white"
    fourth = paiju("analyse", "changchun", "55m3p6s[pung 777p][chow 456m][pung 222z]", "--offered", "5m", "--lang", "en").stdout.splitlines()
    assert fourth[0] == "this tile can be neither chowed nor punged nor konged", "CC-18"
    refused = paiju("analyse", "changsha", "1111m456m5589p344s", "--offered", "1m", "--lang", "en")
    assert refused.returncode == 1 and "offered" in refused.stderr


def test_analyse_says_what_a_complete_hand_pays() -> None:
    """It only said that the hand is complete."""
    same = paiju("analyse", "changsha", "123m456m789p34555s").stdout.splitlines()
    assert same[:3] == ["已经胡了", "点炮收 10（平胡 1），自摸收 40（平胡 1）", "打一万，听牌"]
    assert "  最近的胡：已经胡了，点炮收 10（平胡 1），自摸收 40（平胡 1）" in same, "nothing is left to be discarded or to help"
    closed = paiju("analyse", "changchun", "123m456p78999p [pung 111s]", "--lang", "en").stdout.splitlines()
    assert closed[:3] == [
        "complete",
        "  won on 1 of characters, 3 of characters, 4 of dots, 6 of dots, 7 of dots, 9 of dots: 5 from a discard, 8 by self-draw (self-draw 1)",
        "  won on 2 of characters, 5 of dots, 8 of dots: 10 from a discard (closed wait 1), 16 by self-draw (closed wait 1, self-draw 1)",
    ]


def test_analyse_names_the_fans_of_each_payment_everywhere() -> None:
    """One bracket held the self-draw's fans in a wait and the discard's in a way to win."""
    told = paiju("analyse", "changchun", "123m456m78p99p111s").stdout
    assert told.count("点炮收 10（站立 1），自摸收 16（站立 1、自摸 1）") == 3, "two waits and the nearest win"
    told = paiju("analyse", "changchun", "123m456m78p99p111s", "--lang", "en").stdout
    assert told.count("10 from a discard (standing 1), 16 by self-draw (standing 1, self-draw 1)") == 3


def test_analyse_prints_no_empty_brackets() -> None:
    """“自摸收 8（）” of a hand without fans."""
    for lang in ("zh", "en"):
        said = paiju("analyse", "changchun", "4567s [chow 345s] [pung 444m] [chow 789p]", "--lang", lang).stdout
        assert said and "（）" not in said and "()" not in said


def test_analyse_says_what_a_kong_brings_and_whom_the_figures_are_for() -> None:
    konged = paiju("analyse", "changchun", "1111m456m5589p344s").stdout
    assert re.search("^暗杠一万：.*，杠收 [1-9]", konged, re.M)
    assert konged.endswith("\n收多少按自己和点炮的都不坐庄算\n")
    assert "neither the winner nor the discarder deals" in paiju("analyse", "changchun", "1111m456m5589p344s", "--lang", "en").stdout
    assert "坐庄" not in paiju("analyse", "changchun", "1m [chow 123m] [chow 456m] [pung 777m] [pung 888m]").stdout, "no win can be reached"
    assert "不坐庄" in paiju("analyse", "--help").stdout and "does not deal" in paiju("analyse", "--help", "--lang", "en").stdout


def test_analyse_counts_by_the_house_rules() -> None:
    pairs = "1122m3344p5566s1z"
    assert paiju("analyse", "changchun", pairs).stdout.startswith("离听牌差")
    assert paiju("analyse", "changchun", pairs, "--seven-pairs").stdout.startswith("听牌")


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("123m456m789p345s", "these count 12"),
        ("123m456m789p3455s1z2z", "these count 15"),
        ("11111m456m789p55s", "more than four"),
        ("123m456m789p34x5s", "x"),
    ],
)
def test_analyse_refuses_what_is_no_hand(hand: str, said: str) -> None:
    done = paiju("analyse", "changchun", hand, "--lang", "en")
    assert done.returncode == 1 and done.stdout == "" and said in done.stderr and "Traceback" not in done.stderr
    assert paiju("analyse", "changchun", hand).stderr != done.stderr


def test_analyse_names_a_tile_the_game_has_not_before_a_wrong_number_of_tiles() -> None:
    for wrong in (["11z"], ["11s", "--seen", "1z"], ["11z", "--offered", "1s"], ["123m456m789p3455s", "--offered", "1z"]):
        assert paiju("analyse", "changsha", *wrong, "--lang", "en").stderr == "Error: Changsha mahjong has no east\n"
