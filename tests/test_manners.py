"""What a newcomer stumbled over at the terminal, each kept away by a test: pages that fit, names in his language, commands that work."""

import ast
import io
import json
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.cells import cell_len
from rich.text import Text

from paiju import bots
from paiju.cli import main
from paiju.cli.play import free_file
from paiju.cli.showing import Showing
from paiju.cli.started import again
from paiju.cli.terminal.faces import Faces
from paiju.cli.terminal.menu import Menu
from paiju.cli.terminal.pages import addressed, help_lines
from paiju.cli.terminal.screen import HEIGHT, WIDTH, own_tiles
from paiju.cli.terminal.sitting import Sitting
from paiju.cli.terminal.terminal import Terminal, sheets_of
from paiju.cli.terminal.words import DEFAULT_NAMES, Words
from paiju.core.errors import PaijuError, counted
from paiju.core.notation import parse_tiles
from paiju.game.actions import Action
from paiju.game.audience import EVERYTHING
from paiju.game.hand import Game
from paiju.game.match import Match
from paiju.game.score import answer_line
from paiju.records import Record, Recorder, verify_file
from tests.record_tools import play_hand, record
from tests.scoring_tools import request
from tests.test_perft import blocks, engine
from tests.test_play import _Given, _seat

SOURCES = Path(__file__).resolve().parent.parent / "src" / "paiju"
LANGUAGES = ("zh", "en")


def run(*arguments: object, **environment: str) -> str:
    done = CliRunner().invoke(main, [str(argument) for argument in arguments], env={"PAIJU_LANG": "", "COLUMNS": "80", **environment})
    assert done.exit_code == 0, done.output
    return done.stdout


# ---- pages


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_of_keys_fits_the_terminal_as_it_is_written(lang: str) -> None:
    words = Words(lang)
    lines = help_lines(words)
    assert len(lines) <= HEIGHT - 2, "one page, with the prompt below"
    assert all(line.cell_len <= WIDTH for line in lines)
    assert [line.plain.rstrip() for line in lines] == words.help.splitlines(), "no line had to be broken"


def test_a_table_is_not_split_over_two_pages() -> None:
    lines = [Text(str(n)) for n in range(30)]
    assert [len(sheet) for sheet in sheets_of(lines, 22, 0)] == [22, 8]
    assert [len(sheet) for sheet in sheets_of(lines, 22, 12)] == [18, 12], "the last twelve are a table"
    assert [len(sheet) for sheet in sheets_of(lines, 40, 12)] == [30]
    assert [len(sheet) for sheet in sheets_of(lines, 8, 12)] == [8, 8, 2, 8, 4], "a table longer than a page begins one"
    assert [line for sheet in sheets_of(lines, 8, 12) for line in sheet] == lines
    assert sheets_of([], 22, 0) == [[]]


def test_totals_have_a_sign_like_the_hands() -> None:
    sitting = _sitting("changsha: the sea bottom is offered (CS-30)", "en")
    sitting.match.totals[:] = [3, -3, 0, 0]
    assert sitting._scores()[-1].plain.split() == ["total", "+3", "-3", "+0", "+0"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("variant", ["changchun", "baicheng", "changsha"])
def test_the_table_of_sim_fits_80_columns(variant: str, lang: str) -> None:
    told = run("sim", variant, "-n", 30, "-j", 1, "--lang", lang, "--bots", "quick,random,quick,random")
    assert all(cell_len(line) <= 80 for line in told.splitlines())
    assert "…" not in told


# ---- files and names


def test_matches_begun_in_the_same_second_have_files_of_their_own(tmp_path: Path) -> None:
    paths = [free_file(tmp_path, "20260101-120000-changsha") for _ in range(3)]
    assert [path.name for path in paths] == [f"20260101-120000-changsha{end}.jsonl" for end in ("", "-2", "-3")]
    for path in paths:
        Recorder.start(path, Match(Game("changsha"), seed=1)).close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_default_names_are_shown_in_the_language_of_the_reader(lang: str, tmp_path: Path) -> None:
    other = 0 if lang == "en" else 1
    path = tmp_path / "m.jsonl"
    with Recorder.start(path, Match(Game("changsha"), seed=5, players=[names[other] for names in DEFAULT_NAMES])) as recorder:
        play_hand(recorder)
        sitting = Sitting(recorder, 0, _seat, Terminal(Words(lang)), Words(lang), Faces(lang, plain=True))
        picture = "\n".join(line.plain for line in [*sitting._picture([]), *sitting._scores()])
    told = run("replay", path, "--all", "--lang", lang)
    for names in DEFAULT_NAMES[1:]:
        assert names[1 - other] in told and names[other] not in told
        assert names[1 - other] in picture and names[other] not in picture
    assert Words(lang).player("Li") == "Li"


# ---- commands that work


def test_the_command_to_go_on_is_the_one_it_was_started_with(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("PAIJU_STARTED", "PAIJU_DATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(sys, "argv", ["/x/paiju/__main__.py", "play"])
    monkeypatch.setattr(sys, "executable", "/x/bin/python3")
    assert again(["--resume"]) == "/x/bin/python3 -m paiju play --resume"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "executable", str(tmp_path / ".venv" / "bin" / "python"))
    assert again(["--resume", "a b.jsonl"]) == ".venv/bin/python -m paiju play --resume 'a b.jsonl'"
    monkeypatch.setattr(sys, "argv", ["/x/bin/paiju", "play"])
    assert again([]) == "/x/bin/paiju play"
    monkeypatch.setattr(shutil, "which", lambda name: f"/x/bin/{name}")
    assert again(["--resume", "--lang", "en"]) == "paiju play --resume --lang en"
    monkeypatch.setenv("PAIJU_STARTED", "make terminal")
    assert again(["--resume", "--lang", "en"]) == 'make terminal ARGS="--resume --lang en"'
    assert again([]) == "make terminal"
    monkeypatch.setenv("PAIJU_DATA", "/tmp/my games")
    assert again(["--resume"]) == "PAIJU_DATA='/tmp/my games' make terminal ARGS=\"--resume\""
    monkeypatch.delenv("PAIJU_STARTED")
    (tmp_path / "mine.py").touch()
    monkeypatch.setattr(sys, "argv", ["mine.py", "play"])
    monkeypatch.setattr(shutil, "which", lambda name: str(tmp_path / ".venv" / "bin" / "python") if name == "python" else None)
    assert again(["--resume"]) == "PAIJU_DATA='/tmp/my games' python mine.py play --resume"


def test_the_command_to_go_on_keeps_the_language(tmp_path: Path) -> None:
    done = CliRunner().invoke(
        main,
        ["play", "changsha", "--seed", "3", "--lang", "en", "--ascii"],
        input="q\n",
        env={"XDG_DATA_HOME": str(tmp_path), "PAIJU_STARTED": "make terminal"},
    )
    assert done.exit_code == 0
    assert done.stdout.endswith('Go on with: make terminal ARGS="--resume --lang en --ascii"\n')


def test_a_match_is_kept_where_paiju_data_says_as_a_server_is(tmp_path: Path) -> None:
    for environment in ({"PAIJU_DATA": str(tmp_path / "own")}, {"PAIJU_DATA": "", "XDG_DATA_HOME": str(tmp_path)}):
        done = CliRunner().invoke(main, ["play", "changsha", "--lang", "en"], input="q\n", env={"XDG_DATA_HOME": str(tmp_path), **environment})
        assert done.exit_code == 0, done.output
    assert len(list((tmp_path / "own" / "matches").glob("*-changsha.jsonl"))) == len(list((tmp_path / "paiju" / "matches").glob("*.jsonl"))) == 1
    resumed = CliRunner().invoke(main, ["play", "--resume", "--lang", "en"], input="q\n", env={"PAIJU_DATA": str(tmp_path / "own")})
    assert str(tmp_path / "own" / "matches") in resumed.output.replace("\n", "")


def test_the_end_of_input_before_the_first_hand_is_no_error(tmp_path: Path) -> None:
    for keys in ("", "q\n"):
        assert CliRunner().invoke(main, ["play"], input=keys, env={"XDG_DATA_HOME": str(tmp_path)}).exit_code == 0


class _Failing(bots.Bot):
    name = "failing"

    def choose(self, seen: bots.Seen) -> Action:
        raise RuntimeError("no idea")


class _Unborn(_Failing):
    def __init__(self, **fixed: int) -> None:
        raise RuntimeError("not today")


@pytest.mark.parametrize("kind", [_Failing, _Unborn])
def test_a_bot_that_fails_ends_a_match_with_a_line_and_the_match_is_kept(
    kind: type[bots.Bot], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was a traceback."""
    monkeypatch.setattr(bots, "_known", dict(bots._known))
    bots.register(kind)
    words = ["play", "changsha", "--seed", "3", "--bot", "failing", "--lang", "en"]
    done = CliRunner().invoke(main, words, input="1\n" * 9, env={"PAIJU_DATA": str(tmp_path)})
    assert done.exit_code == 1 and not isinstance(done.exception, PaijuError)
    [path] = (tmp_path / "matches").iterdir()
    assert f"The match is kept in {path}\n" in done.stdout and " play --resume --lang en --bot failing\n" in done.stdout
    said = r'Error: the bot "failing" on seat \d, hand 1 of seed 3, failed at test_manners.py:\d+: RuntimeError: (no idea|not today)\n'
    assert re.fullmatch(said, done.stderr)
    assert CliRunner().invoke(main, ["play", "--resume", "--lang", "en"], input="q\n", env={"PAIJU_DATA": str(tmp_path)}).exit_code == 0


def test_rules_without_a_game_lists_the_games() -> None:
    told = run("rules", "--lang", "en")
    assert re.findall(r"^(\w+)  +\w+ mahjong:", told, re.MULTILINE) == ["changchun", "baicheng", "changsha"]
    assert "paiju rules changsha" in told and "长沙麻将" in run("rules")


# ---- the question


class _Live(Terminal):
    """A terminal whose keys are given beforehand."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.live = True  # type: ignore[misc]
        self.keys: list[str] = []
        self.pictures: list[str] = []

    def show(self, lines: Sequence[Text], prompt: str = "") -> None:
        assert len(lines) < HEIGHT and all(line.cell_len <= WIDTH for line in lines)
        self.pictures.append("\n".join(line.plain for line in lines))

    def key(self) -> str:
        return self.keys.pop(0)


def _sitting(named: str, lang: str = "zh") -> Sitting:
    """One who is asked in a position of the perft files."""
    [block] = [found.values[0] for found in blocks() if found.id == named]
    hand = engine(block)
    match = Match(hand.game, seed=1)
    match.hand = hand
    course = _Given.__new__(_Given)
    course.match = match
    words = Words(lang)
    faces = Faces(lang, plain=lang == "en")
    return Sitting(course, hand.to_act[0], _seat, _Live(words), words, faces)


SELF_DRAWN = [
    found.id
    for found in blocks()
    if (lambda hand: not hand.over and {"win", "discard"} <= {a.verb for a in hand.actions(hand.to_act[0])})(engine(found.values[0]))  # type: ignore[arg-type]
]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_win_stands_first_on_a_line_of_its_own(lang: str) -> None:
    sitting = _sitting(str(SELF_DRAWN[0]), lang)
    menu = Menu(sitting.hand.actions(sitting.seat), own_tiles(sitting.view), sitting.words, sitting.faces)
    first, second, *_ = sitting._question(menu, "")
    assert first.plain in ("能胡！ [e]胡", "You can win! [e]win") and "reverse" in str(first.style) + str(first.spans)
    assert second.plain.startswith(("打哪张", "Discard:")) and "[e]" not in second.plain


def test_a_discard_that_lets_a_win_go_is_asked_back_once() -> None:
    for answers, verb in ((["n", "e"], "win"), (["y"], "discard")):
        sitting = _sitting(str(SELF_DRAWN[0]))
        actions = sitting.hand.actions(sitting.seat)
        menu = Menu(actions, own_tiles(sitting.view), sitting.words, sitting.faces)
        assert isinstance(sitting.terminal, _Live)
        sitting.terminal.keys = [next(filter(None, menu.tile_keys)), *answers]
        assert sitting._ask(actions).verb == verb
        assert not sitting.terminal.keys
        assert any("真的不胡，打" in picture for picture in sitting.terminal.pictures)


def test_claims_are_listed_win_first_and_pass_last_on_key_0() -> None:
    words = Words("zh")
    actions = [Action("pass"), Action("chow", (2, 3, 4)), Action("pung", (4,)), Action("win")]
    menu = Menu(actions, [], words, Faces("zh", plain=False))
    assert [(key, action.verb) for key, action in menu.listed] == [("1", "win"), ("2", "chow"), ("3", "pung"), ("0", "pass")]
    assert menu.win_line().plain == "能胡！ [1]胡"
    assert [line.plain for line in menu.lines()] == ["[2]吃三万四万五万  [3]碰五万  [0]过"]


@pytest.mark.parametrize(
    ("text", "zh", "en"),
    [
        ("discard 9z", "没有“9z”这样的牌", "there is no tile 9z"),
        ("0m", "没有“0m”这样的牌", "there is no tile 0m"),
        ("打", "“打”后面要写哪张牌；可以：打一万、", "打 needs its tile; you may: discard 1m, "),
        ("discard", "“discard”后面要写哪张牌", "discard needs its tile"),
        ("碰", "“碰”现在不行", "碰 is not possible now"),
        ("碰五万", "“碰五万”现在不行", "碰五万 is not possible now"),
        ("discard 7z", "“discard 7z”现在不行", "discard 7z is not possible now"),
        ("win", "“win”现在不行", "win is not possible now"),
        ("fly me", "看不懂“fly me”", "fly me is not understood"),
    ],
)
def test_words_that_are_no_answer_are_told_what_is_wrong_with_them(text: str, zh: str, en: str) -> None:
    hand = parse_tiles("123456789m12345p")
    actions = [Action("discard", (kind,)) for kind in hand]
    for lang, said in (("zh", zh), ("en", en)):
        menu = Menu(actions, hand, Words(lang), Faces(lang, plain=lang == "en"))
        told = menu.refusal(text)
        assert told.startswith(said) and told.endswith("…"), "more than eight choices are not all listed, which is shown"
    assert not Menu(actions[:8], hand, Words("zh"), Faces("zh", plain=False)).refusal(text).endswith("…")


@pytest.mark.parametrize("text", ["北", "北风", "打北风", "打 北风", "你打北风", "打4z", "打 4z", "discard 北", "discard 4z", "you discard 4z", "4z"])
def test_a_tile_may_be_named_in_every_way_the_terminal_names_it(text: str) -> None:
    """“打北风” was refused by a terminal that itself writes 打 北风."""
    north = parse_tiles("4z")[0]
    for lang in ("zh", "en"):
        menu = Menu([Action("discard", (kind,)) for kind in (6, north)], [6, north], Words(lang), Faces(lang, plain=lang == "en"))
        assert menu.find(text) == Action("discard", (north,)), lang
        assert menu.find("打 七万") == Action("discard", (6,))
        assert menu.find("打南风") is None
    claims = Menu([Action("chow", (2, 3, 4)), Action("kong", (4,)), Action("pass")], [], Words("zh"), Faces("zh", plain=False))
    assert claims.find("吃三万四万五万") == claims.find("吃 345m") == claims.find("吃三四五万") == Action("chow", (2, 3, 4))
    assert claims.find("杠五万") == claims.find("你明杠五万") == claims.find("melded kong 5m") == Action("kong", (4,))


def test_english_says_you_win_and_you_deal() -> None:
    words = Words("en")
    for key, said in (("wins_self", "You win by"), ("wins_discard", "You win on"), ("wins_robbed", "You rob the"), ("next_dealer", "You deal next.")):
        assert addressed(words(key, "you", "5m", "Bot A")).startswith(said)
        assert addressed(words(key, "Youri", "5m", "Bot A")) == words(key, "Youri", "5m", "Bot A")


# ---- the other commands


def test_english_counts_one_thing_in_the_singular() -> None:
    assert (counted(1, "fan"), counted(2, "fan"), counted(0, "meld"), counted(-1, "pt")) == ("1 fan", "2 fans", "0 melds", "-1 pts")
    win = request("changchun", "23m11s456p789p", "1m", "pung 111z")
    texts = [payment["en"] for payment in json.loads(answer_line(json.dumps(win), explain=True))["payments"]]
    assert any("= 1 fan → 2 " in text for text in texts) and not any(re.search(r"\b1 fans", text) for text in texts)
    assert "beside 1 meld," in answer_line(json.dumps(request("changchun", "1m", "9p", "chow 123m")))


def test_a_match_left_in_the_middle_of_a_hand_is_no_failure(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    with Recorder.start(path, Match(Game("changchun"), seed=3)) as recorder:
        play_hand(recorder, most=5)
    assert run("verify", path, "--lang", "en") == f"{path}: 1 hand unfinished, all answers so far hold\n"
    with Recorder.resume(path) as recorder:
        play_hand(recorder)
        recorder.next_hand()
        play_hand(recorder, most=5)
    assert run("verify", path, "--lang", "en") == f"{path}: the one hand holds, 1 hand unfinished, all answers so far hold\n"
    assert run("verify", path) == f"{path}：1 盘全部相符，1 盘没打完，到目前为止相符\n"
    text = path.read_bytes()
    last = text.splitlines()[-1]
    bad = text.replace(last, last.rpartition(b'"')[0].rpartition(b'"')[0] + b'"0 fly"')
    [first, second] = verify_file(io.BytesIO(bad))
    assert isinstance(first, Record) and not isinstance(second, Record) and "actions[" in str(second)


def test_an_empty_line_and_missing_melds_are_told_plainly() -> None:
    assert "the line is empty" in answer_line("\n") and "bad_json" in answer_line("\n")
    without = {name: value for name, value in request("changchun", "12m111s456p789p99p", "3m").items() if name != "melds"}
    assert 'melds is missing (write "melds": [] when there are none)' in json.loads(answer_line(json.dumps(without)))["error"]["message"]


def test_replay_shows_the_table_from_the_first_step_and_tiles_in_chinese(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    with Recorder.start(path, Match(Game("changsha"), seed=5)) as recorder:
        play_hand(recorder)
    told = run("replay", path, "--all")
    assert not re.search(r"\d[mpsz]", told)
    assert told.splitlines()[2].startswith("  牌墙 "), "below the heading of the hand and the first step"
    for seat in range(4):
        assert not re.search(r"\d[mpsz]", run("replay", path, "--all", "--seat", seat))


def test_replay_knows_the_dealer_from_the_first_step_and_shows_seats_without_tiles_alike() -> None:
    """Seat 0 was the dealer until the tiles of the true one were dealt."""
    made = record("changsha", 2)
    for audience in (0, EVERYTHING):
        showing = Showing(made, audience, "en")
        tables = [showing.text(n).splitlines() for n in range(3)]
        assert [[line for line in table if "dealer" in line] for table in tables[:2]] == [["▶ seat 2 (dealer) +0  0 tiles"]] * 2
        assert tables[0][3] == "  seat 1 +0  0 tiles" and "▶ seat 2 (dealer) +0  " in tables[2][4]


def test_compiled_modules_hold_no_generator_mypyc_would_warn_of() -> None:
    """A first ``make terminal`` must not greet the player with warnings: no generator is handed to ``join`` or unpacked."""
    folders = ("core", "variants", "analysis/reach", "analysis/worth")
    for path in [SOURCES / "game" / "hand.py", *(path for folder in folders for path in SOURCES.glob(f"{folder}/[!_]*.py"))]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            joined = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "join"
            inside = node.args if joined and isinstance(node, ast.Call) else [node.value] if isinstance(node, ast.Starred) else []
            assert not any(isinstance(one, ast.GeneratorExp) for one in inside), f"{path.name}:{getattr(node, 'lineno', 0)}"
