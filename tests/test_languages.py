"""What the command line says is in the reader's language: every help, and what is said of command lines that are wrong."""

import errno
import gettext
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from rich.cells import cell_len

from paiju import bots, variants
from paiju.cli import COMMANDS, main
from paiju.cli.bilingual import BothCommand
from paiju.cli.folding import fold
from paiju.cli.language import language, language_in, speaking
from paiju.cli.system import told
from paiju.game.bad_json import reason

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("changchun", "baicheng", "changsha")
CHINESE = re.compile("[\u2e80-\u9fff\uff00-\uffef]")

# What is no English in a Chinese text: what is typed as it stands, and what stands for it.
TYPED = re.compile(
    r"""/[\w./-]+ | \b[\w/]+\.md\b | tests/perft  # files
    | --?[a-z][a-z0-9-]*(?:=[a-z_-]+)?   # options
    | \[[a-z|]+\]                          # choices
    | \b[A-Z]+(?:,[A-Z])*\b                # what is to be replaced: FILE, A,B
    | \b[A-Z]+=[A-Z]+\b                    # NAME=VALUE
    | '[^']*' | "[^"]*" | “[^”]*”          # quoted
    | [(（]m\ p\ s\ z\b | \b[0-9]+[mpsz]+[0-9mpsz]*\b  # tiles
    | \bx\b | \b(?:CC|BC|CS|G)-\d+a?\b     # ranges, clauses
    | \bPAIJU_LANG\b | \bCtrl-[CD]\b | \b[npqz]\b  # keys
    """,
    re.VERBOSE,
)
NAMES = {"paiju", "Python", "JSON", "true", "false", *COMMANDS, *GAMES, *bots.names()}
NAMES |= {"SQLite", "sqlite3", "postgresql", "PAIJU_DATA", "PAIJU_DATABASE", "PAIJU_METRICS_TOKEN", "PAIJU_WORD"}
NAMES |= {"development", "gate", "test"}  # sets of walls
NAMES |= {*main.get_command(click.Context(main), "admin").commands}  # type: ignore[union-attr]
for key in GAMES:
    game = variants.get(key)
    NAMES |= {preset.name for preset in game.presets} | {option.name for option in game.options}
    NAMES |= {str(choice.value) for option in game.options for choice in option.choices}

TILES = re.compile("一万 五饼 幺鸡 红中|万 饼 条")  # in the remedy for a tile that is none


def run(*args: str, lang: str | None = None, **environment: str) -> Result:
    env = {"PAIJU_LANG": lang, "COLUMNS": "80", **environment}
    found = CliRunner().invoke(main, args, env=env, prog_name="paiju")
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
    return found


def english_in(text: str) -> set[str]:
    """English words of a Chinese text that are no names."""
    return {word for word in re.findall(r"\w*[a-zA-Z]\w*", TYPED.sub(" ", text), re.ASCII) if word not in NAMES}


def check(zh: str, en: str) -> None:
    """Each is in its language."""
    assert CHINESE.search(zh) and not english_in(zh), f"{english_in(zh)} in: {zh}"
    assert not CHINESE.search(TILES.sub("", en)), en


# ---- helps


@pytest.mark.parametrize("args", [[], *([name] for name in COMMANDS), *(["sim", game] for game in GAMES)], ids=" ".join)
def test_a_help_is_in_one_language_and_fits_80_columns(args: list[str]) -> None:
    zh, en = run(*args, "--help"), run(*args, "--help", lang="en")
    assert (zh.exit_code, zh.stderr, en.exit_code, en.stderr) == (0, "", 0, "")
    check(zh.stdout, en.stdout)
    assert zh.stdout.startswith("用法: paiju") and en.stdout.startswith("Usage: paiju")
    assert re.findall(r"(?:^|(?<= ))--?[a-z][a-z-]*", zh.stdout) == re.findall(r"(?:^|(?<= ))--?[a-z][a-z-]*", en.stdout)
    assert all(cell_len(line) <= 80 or re.fullmatch(r"  --\S+ / --\S+", line) for line in (zh.stdout + en.stdout).splitlines())
    for page, no_help in ((zh.stdout, "显示这些说明"), (en.stdout, "Show this message and exit.")):
        assert no_help in page
        assert not re.search(r"^  -\S+(?: [A-Z]\S*)*$\n(?! {10})", page, re.MULTILINE), "every option has its help"


def test_the_list_of_commands_is_in_the_language_asked_for() -> None:
    zh, en = run("--help").stdout, run("--lang", "en", "--help").stdout
    for name in COMMANDS:
        assert re.search(rf"^  {name} +.*[\u4e00-\u9fff]", zh, re.MULTILINE)
        assert re.search(rf"^  {name} +[A-Z][a-z]+ ", en, re.MULTILINE)


# ---- wrong command lines

WRONG = """
pley
--nonsense
--lang
--lang fr
rules sichuan
rules changsa
rules changsha more
rules changsha more evenmore
rules changsha --fans=yes
rules changsha --lang fr
rules changsha --preset none
rules changsha --preset
rules changsha --birds 3
rules changsha --kong-points many
rules changsha --luxury-weights 1,2
rules changchun --closed-wait-includes edge,edge
rules changsha --opening-no-258=maybe
rules changsha --option birds
rules changsha --option brids=2
rules changsha --option seven_pairs=true
rules changsha --option birds=2 --birds 4
rules changsha --seven-pairs
rules --preset classic
rules changsha --bird-form dealer
play changsha --bot nobody
play changsha --bot quik
play changsha --seed -1
play changsha --seed x
play changsha --seed
play changsha --pause x
play changsha --pause 11
play changsha --record /dev/null/x/y
play changsha --record /dev
play changsha --resume
play --resume
play --resume /nonexistent
play --resume /dev
play --resme
sim
sim changsha -n 0
sim changsha -n 1.5
sim changsha -j 0
sim changsha --bots quick,quick
sim changsha --bots quik
sim changsha --records /nonexistent/x.jsonl
sim changsha --records README.md
arena changsha
arena changsha --bots quick
arena changsha --bots quick,quik
arena changsha --levels quick
arena changsha --bots quick,random -n 1 --out /dev
arena changsha --bots quick,random -n 1 --out README.md
score file.json
perft
perft changchun --depth 0
perft changchun --dealer 4
perft changchun --wall 123m
perft changchun --wall 5x
perft changchun --dice 7
perft changchun --after pass
perft changchun --after 4_pass
perft changchun --after 3_pass
perft changchun --after 0_fly
replay
replay /nonexistent
replay /dev
replay README.md
replay README.md --hand 0
replay README.md --seat 4
replay README.md --seat 0 --watch
verify
verify /nonexistent
verify README.md /dev
bench --seconds 0
bench fast
""".strip().splitlines()


@pytest.mark.parametrize("line", ["", *WRONG])
def test_a_wrong_command_line_is_told_in_the_language_asked_for(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    args = [arg.replace("_", " ") if "--after" in line else arg for arg in line.split()]
    zh, en = (run(*args, lang=lang, XDG_DATA_HOME=str(tmp_path / "empty")) for lang in ("", "en"))
    assert zh.exit_code == en.exit_code in (1, 2)
    said = [found.stderr.replace(str(tmp_path), "/tmp").replace(f"{sys.executable} -m", "") for found in (zh, en)]
    said = [re.sub(r"(paiju|pytest|make) play\b|\S*(python\S*|pytest)( -m paiju)? play\b", "", text) for text in said]  # how it was started
    check(*said)
    if line:
        assert said[0].splitlines()[-1].startswith("错误：") or "\n错误：" in said[0]
        places = [set(re.findall(r"'[^']*'|\b\d+\b", text, re.ASCII)) for text in said]
        assert places[1] <= places[0], "the same places and values"


def test_what_the_operating_system_refuses_is_told_in_chinese() -> None:
    for number in (errno.EACCES, errno.ENOENT, errno.EEXIST, errno.EISDIR, errno.ENOTDIR, errno.ENOSPC, errno.EROFS, errno.EPIPE):
        error = OSError(number, os.strerror(number), "/x")
        with speaking("en"):
            assert told(error) == f"/x: {os.strerror(number)}"
        with speaking("zh"):
            assert told(error).startswith("/x：") and not english_in(told(error))
    with speaking("zh"):
        assert told(OSError(errno.EBADF, "words of its own", "/x")) == "/x：words of its own"
        assert told(OSError(errno.EXDEV, os.strerror(errno.EXDEV))) == os.strerror(errno.EXDEV), "a rare one stays as it is"
        assert told(OSError("no number")) == "no number"


def test_a_closed_output_is_said_in_chinese() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PAIJU_LANG"} | {"PYTHONUTF8": "1"}
    for streams, said in ((">&-", "错误：标准输出已经关闭；"), ("<&-", "错误：标准输入：已经关闭；")):
        done = subprocess.run(f"{sys.executable} -m paiju score {streams}", shell=True, env=environment, capture_output=True, text=True, timeout=60)
        assert done.returncode == 1 and done.stderr.startswith(said)
        assert not english_in(done.stderr)


# ---- which language is in force


@pytest.mark.parametrize(
    ("args", "variable", "lang"),
    [
        ("", None, "zh"),
        ("", "en", "en"),
        ("", "fr", "zh"),
        ("rules --lang en", None, "en"),
        ("rules --lang=en changsha", "zh", "en"),
        ("--lang en rules", None, "en"),
        ("--lang en rules --lang zh", None, "zh"),
        ("rules --lang", "en", "en"),
        ("rules --lang fr", "en", "en"),
    ],
)
def test_the_last_lang_goes_before_the_environment(args: str, variable: str | None, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PAIJU_LANG", raising=False)
    if variable is not None:
        monkeypatch.setenv("PAIJU_LANG", variable)
    assert language_in(args.split()) == lang


def test_lang_before_the_command_holds_for_the_command(tmp_path: Path) -> None:
    assert run("--lang", "en", "rules", "changsha", "--fans").stdout.startswith("Changsha")
    assert run("--lang", "zh", "rules", "changsha", "--fans", lang="en").stdout.startswith("长沙")
    assert run("--lang", "en", "rules", "changsha", "--fans", "--lang", "zh").stdout.startswith("长沙")
    assert "--lang en" in run("--lang", "en", "play", "changsha", XDG_DATA_HOME=str(tmp_path)).stdout.splitlines()[-1], "and goes on in that language"


def test_the_language_is_in_force_no_longer_than_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in (None, "de:fr"):
        monkeypatch.delenv("LANGUAGE", raising=False)
        if variable:
            monkeypatch.setenv("LANGUAGE", variable)
        before = language(), gettext.textdomain()
        run("rules", "--help", lang="en")
        run("pley")
        assert (language(), gettext.textdomain(), os.environ.get("LANGUAGE")) == (*before, variable)


def test_a_command_runs_in_the_environment_of_the_user() -> None:
    seen = []

    @click.command(cls=BothCommand, zh="", en="")
    def command() -> None:
        seen.append(os.environ.get("LANGUAGE"))

    class Group(BothCommand, click.Group):
        pass

    group = Group("group", zh="", en="", commands={"command": command})
    with speaking("zh"):
        assert os.environ["LANGUAGE"] == "zh_CN"
        group.main(["command"], standalone_mode=False)
        with pytest.raises(click.UsageError, match="没有选项"):
            group.main(["command", "--nonsense"], standalone_mode=False)
    assert seen == [os.environ.get("LANGUAGE")]


@pytest.mark.parametrize("variable", ["C", "POSIX", "de_DE.UTF-8", "zh_TW.UTF-8", "en_US.UTF-8"])
def test_the_language_of_the_system_does_not_matter(variable: str) -> None:
    system = {"LANG": variable, "LC_ALL": variable, "LANGUAGE": variable}
    assert run("--help", **system).stdout == run("--help").stdout
    assert run("--help", lang="en", **system).stdout == run("--help", lang="en").stdout


# ---- the commands that had English alone


def test_score_tells_errors_in_the_language_asked_for() -> None:
    for args, said in (((), "这一行不是 JSON"), (("--lang", "en"), "the line is not JSON")):
        found = CliRunner().invoke(main, ["score", *args], input="{\n", env={"PAIJU_LANG": None})
        assert found.exit_code == 1
        error = json.loads(found.stdout)["error"]
        assert error["message"].startswith(said) and error["code"] == "bad_json"


@pytest.mark.parametrize(
    ("line", "zh"),
    [
        ('{"a":', "第 6 列：这里应是一个值"), ("{a}", "第 2 列：这里应是双引号里的字段名"), ('{"a" 1}', "第 6 列：这里应是冒号"),
        ("[1 2]", "第 4 列：这里应是逗号"), ('"abc', "第 1 列：字符串没有结束"), ('"\x01"', "第 2 列：字符串里有控制字符"),
        (r'"\x"', "第 2 列：反斜杠后面写得不对"), (r'"\u12"', "第 3 列：反斜杠 u 后面不是四位十六进制数"), ("1 2", "第 3 列：一个值之后还有别的东西"),
    ],
)  # fmt: skip
def test_why_a_line_is_no_json_is_said_in_chinese(line: str, zh: str) -> None:
    with pytest.raises(json.JSONDecodeError) as found:
        json.loads(line)
    why = reason(found.value)
    assert why.en == f"{found.value.msg}, at column {found.value.colno}"
    assert why.zh == zh and not english_in(zh.replace(" u ", " "))


def test_bench_heads_its_table_in_the_language_asked_for() -> None:
    zh, en = (run("bench", "--seconds", "0.01", lang=lang).stdout.splitlines()[1:] for lang in ("zh", "en"))
    assert not english_in("\n".join(zh)) and not CHINESE.search("\n".join(en))
    assert {cell_len(line) for line in zh} == {cell_len(line) for line in en} and len({cell_len(line) for line in zh}) == 1, "in columns"


# ---- parts


def test_chinese_is_folded_by_its_width_and_keeps_its_marks() -> None:
    text = "打牌：用 --resume 接着打（默认 latest），见《规则》。"
    for width in range(10, 60):
        lines = fold(text, width).split("\n")
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        assert all(cell_len(line) <= width or " " not in line for line in lines)
        assert not any(line[0] in "，。：；、）》" or line[-1] in "（《" for line in lines)
    assert fold("one two three", 8) == "one two\nthree"


def test_the_catalogue_of_clicks_words_is_fresh_and_whole() -> None:
    done = subprocess.run([sys.executable, ROOT / "tools" / "gen_catalogue.py", "--check"], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
