"""``paiju sim``, ``paiju verify`` and ``paiju replay`` from the command line, and the flags of house rules they share with others."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from paiju import _build, variants
from paiju.cli import main
from paiju.game.hand import Game
from paiju.records import line_of
from tests.record_tools import VARIANTS, record, write_match


def run(*args: object, stdin: str = "", env: dict[str, str] | None = None) -> Result:
    """A command as from the shell; no error of use may end in a traceback."""
    found = CliRunner().invoke(main, [str(arg) for arg in args], input=stdin, env={"PAIJU_LANG": None, "COLUMNS": "150", **(env or {})})
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
    return found


# -- sim -----------------------------------------------------------------------------------------------------------------


def test_a_simulation_does_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    told = []
    for jobs in (1, 2):
        path = tmp_path / f"{jobs}.jsonl"
        found = run("sim", "changsha", "-n", 24, "--seed", 4, "--bots", "quick,random,quick,random", "--jobs", jobs, "--records", path)
        assert found.exit_code == 0, found.output
        told.append((found.stdout, path.read_bytes()))
    assert told[0] == told[1]
    lines = told[0][1].splitlines()
    assert [json.loads(text)["lane"] for text in lines] == list(range(1, 25))
    assert run("verify", tmp_path / "1.jsonl").exit_code == 0


@pytest.mark.skipif(not _build.compiled(), reason="compares the compiled build with the interpreted one")
@pytest.mark.parametrize("variant", VARIANTS)
def test_both_builds_play_and_count_alike(variant: str, tmp_path: Path) -> None:
    told = []
    for pure in ("", "1"):
        path = tmp_path / f"{pure}.jsonl"
        args = [sys.executable, "-m", "paiju", "sim", variant, "-n", "4", "-j", "1", "--records", str(path), "--bots", "quick,quick,quick,random"]
        done = subprocess.run(args, capture_output=True, text=True, env={**os.environ, "PAIJU_PURE": pure, "PYTHONUTF8": "1"})
        assert done.returncode == 0, done.stderr
        told.append((done.stdout, path.read_bytes()))
    assert told[0] == told[1]


def test_the_same_seed_gives_the_same_and_another_seed_another() -> None:
    told = [run("sim", "baicheng", "-n", 12, "--seed", seed, "-j", 1).stdout for seed in (1, 1, 2)]
    assert told[0] == told[1] != told[2]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_table_tells_rates_points_fans_and_length(variant: str, lang: str) -> None:
    found = run("sim", variant, "-n", 24, "-j", 1, "--lang", lang, "--bots", "quick,random,quick,random")
    words = ("胡牌", "自摸", "点炮", "每盘得分", "标准差", "荒庄", "每盘决定", "番种") if lang == "zh" else (
        "wins", "self-draw", "discards", "points a hand", "sd", "exhausted", "decisions a hand", "fan"
    )  # fmt: skip
    assert found.exit_code == 0
    for word in words:
        assert word in found.stdout
    assert found.stdout.count("quick") == 3 and found.stdout.count("random") == 3, "each seat, and each bot over its seats"
    assert ("每秒" if lang == "zh" else "hands a second") in found.stderr


def test_the_language_may_come_from_the_environment() -> None:
    assert "exhausted" in run("sim", "baicheng", "-n", 2, env={"PAIJU_LANG": "en"}).stdout
    assert "荒庄" in run("sim", "baicheng", "-n", 2).stdout


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["sim"], "Missing argument"),
        (["sim", "chess"], 'there is no game "chess"; games are changchun, baicheng, changsha'),
        (["sim", "changsa"], 'did you mean "changsha"?'),
        (["sim", "changsha", "-n", "0"], "0 is not in the range"),
        (["sim", "changsha", "-n", "many"], "'many' is not a valid"),
        (["sim", "changsha", "--seed", "-1"], "not in the range"),
        (["sim", "changsha", "--bots", "quick,quick"], "must name four bots, or one for all; got 2"),
        (["sim", "changsha", "--bots", "quik"], 'there is no bot "quik" (did you mean "quick"?'),
        (["sim", "changsha", "--birds", "3"], "birds must be one of 1, 0, 2, 4, 6; got 3"),
        (["sim", "changsha", "--seven-pairs"], "--seven-pairs is no house rule of changsha; it is one of changchun"),
        (["sim", "changsha", "--no-seven-pairs"], "is no house rule of changsha"),
        (["sim", "changsha", "--option", "birds"], "write --option name=value"),
        (["sim", "changsha", "--option", "bird=2"], 'changsha has no option "bird" (did you mean "birds"?'),
        (["sim", "changsha", "--option", "seven_pairs=true"], "it is one of changchun"),
        (["sim", "changsha", "--option", "birds=2", "--birds", "4"], 'birds is given twice, as "2" and "4"'),
        (["sim", "changsha", "--preset", "mild"], 'unknown preset "mild" for changsha; presets are text, classic'),
        (["sim", "changsha", "--lang", "fr"], "'fr' is not one of 'zh', 'en'"),
        (["sim", "changsha", "--records", "/nonexistent/x.jsonl"], "No such file or directory"),
        (["simm"], 'there is no command "simm" (did you mean "sim"?'),
        (["replay"], "Missing argument"),
        (["replay", "/nonexistent"], "does not exist"),
        (["verify"], "Missing argument"),
        (["verify", "/nonexistent"], "No such file or directory"),
    ],
    ids=range(23),
)
def test_wrong_use_is_told_in_a_sentence(args: list[str], why: str) -> None:
    found = run(*args, env={"PAIJU_LANG": "en"})
    assert why in " ".join(found.stderr.split()), found.stderr
    assert found.exit_code == (1 if "/nonexistent/x.jsonl" in args else 2)


def test_records_are_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("precious\n")
    found = run("sim", "changsha", "-n", 1, "--records", path, "--lang", "en")
    assert found.exit_code == 2 and "exists and is not empty" in found.stderr and path.read_text() == "precious\n"


# -- house rules as flags ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_house_rule_is_a_flag_and_reaches_the_record(variant: str, tmp_path: Path) -> None:
    """All options of a game set to other values at once, each by its own flag."""
    args: list[str] = []
    wanted: dict[str, object] = {}
    for option in variants.get(variant).options:
        if option.kind == "flag":
            wanted[option.name] = not option.default
            args.append(option.command_flag() if wanted[option.name] else f"--no-{option.command_flag()[2:]}")
            continue
        if option.kind == "choice":
            value: object = option.choices[-1].value
        elif option.kind == "number":
            value = int(option.low) + 1
        elif option.kind == "choices":
            value = [choice.value for choice in option.choices[1:3]]
        else:
            value = [int(option.low)] * int(option.length)
        wanted[option.name] = value
        text = ",".join(map(str, value)) if isinstance(value, list) else str(value).lower() if isinstance(value, bool) else str(value)
        args += [option.command_flag(), text]
    path = tmp_path / "a.jsonl"
    found = run("sim", variant, *args, "-n", 1, "-j", 1, "--records", path)
    assert found.exit_code == 0, found.output
    assert json.loads(path.read_text("utf-8"))["options"] == wanted


@pytest.mark.parametrize("args", [["--birds", "2", "--opening=off"], ["--option", "birds=2", "--option", "opening = off"]])
@pytest.mark.parametrize("flag", [["--no-moment-requires-258"], ["--moment-requires-258=false"], ["--moment-requires-258", "false"]])
def test_ways_to_give_a_house_rule(args: list[str], flag: list[str], tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    assert run("sim", *args, *flag, "changsha", "-n", 1, "--records", path).exit_code == 0
    assert json.loads(path.read_text("utf-8"))["options"] == {"opening": "off", "moment_requires_258": False, "birds": 2}


def test_a_flag_goes_before_the_preset(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    assert run("sim", "长沙", "--preset", "classic", "--birds", 4, "-n", 1, "--records", path).exit_code == 0
    options = json.loads(path.read_text("utf-8"))["options"]
    assert options["birds"] == 4 and options["price_table"] == "classic"


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_help_of_a_game_shows_its_house_rules_with_clauses(lang: str) -> None:
    for variant in VARIANTS:
        told = "".join(run("sim", variant, "--help", "--lang", lang).stdout.split())
        for option in variants.get(variant).options:
            assert option.command_flag() in told and option.clause in told
            assert (option.about_zh if lang == "zh" else option.about_en).replace(" ", "") in told
        others = {o.name for key in VARIANTS for o in variants.get(key).options} - {o.name for o in variants.get(variant).options}
        assert not [name for name in others if f"--{name.replace('_', '-')}/" in told]


# -- verify --------------------------------------------------------------------------------------------------------------


def test_verify_names_file_line_and_difference(tmp_path: Path) -> None:
    good = line_of(record("changsha", 1))
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(good + good.replace(b'"dealer":1', b'"dealer":2') + b"junk\n" + good)
    fine = tmp_path / "fine.jsonl"
    fine.write_bytes(good * 2)
    found = run("verify", bad, fine, "--lang", "en")
    assert found.exit_code == 1
    told = found.stdout.splitlines()
    assert told[0].startswith(f"{bad}, line 2: the digest does not fit") and told[1].startswith(f"{bad}, line 3: the line is not JSON")
    assert told[2:] == [f"{bad}: 2 hands fail, 2 hold", f"{fine}: all 2 hands hold"]
    assert run("verify", fine).stdout == f"{fine}：2 盘全部相符\n"
    assert run("verify", bad, fine).stdout.splitlines() == [
        f"{bad}，第 2 行：digest 对不上：牌谱写好以后被改过；请用没改过的那一份",
        f"{bad}，第 3 行：这一行不是 JSON，第 1 列：这里应是一个值；一盘牌谱是一个 JSON 对象",
        f"{bad}：2 盘不符，2 盘相符",
        f"{fine}：2 盘全部相符",
    ]


def test_verify_reads_the_standard_input_and_finds_an_empty_file_wanting(tmp_path: Path) -> None:
    good = line_of(record("changchun", 1)).decode()
    assert run("verify", "-", stdin=good).exit_code == 0
    found = run("verify", "-", "--lang", "en")
    assert found.exit_code == 1 and "holds no record" in found.stdout


def test_verify_does_not_print_without_end(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"junk\n" * 1000)
    told = run("verify", path, "--lang", "en").stdout.splitlines()
    assert told[1:] == [f"{path}: 999 more lines up to line 1000, the same as line 1", f"{path}: 1000 hands fail, 0 hold"], "the same is said once"
    assert run("verify", path).stdout.splitlines()[1:] == [f"{path}：还有 999 行与第 1 行同样的错（到第 1000 行）", f"{path}：1000 盘不符，0 盘相符"]
    path.write_bytes(b"".join(b"junk" + b" " * n + b"junk\n[]" + b"9" * n + b"\n" for n in range(500)))
    told = run("verify", path).stdout.splitlines()
    assert len(told) < 42 and "1000" in told[-1]


# -- replay --------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def match_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("replay") / "m.jsonl"
    write_match(path, Game("changchun"), hands=3, names="甲乙丙丁")
    return path


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_replay_all_tells_every_event_of_every_hand(match_file: Path, lang: str) -> None:
    found = run("replay", match_file, "--all", "--lang", lang)
    assert found.exit_code == 0
    for n in (1, 2, 3):
        assert f"== {n} ==" in found.stdout
    assert found.stdout.count("本盘结束" if lang == "zh" else "The hand is over") == 3
    assert "甲" in found.stdout and "座位0" not in found.stdout and "None" not in found.stdout
    if lang == "en":
        assert not set(found.stdout) & set("万饼条摸打碰吃杠"), "English alone"


def test_replay_steps_by_lines_when_the_input_is_no_terminal(match_file: Path) -> None:
    def heads(stdin: str, *args: object) -> list[str]:
        told = run("replay", match_file, *args, stdin=stdin).stdout
        return [text.split("/")[0][1:] for text in told.splitlines() if text.startswith("[")]

    assert heads("") == ["1"]
    assert heads("\nn\np\n9\np\nq\nn\n") == ["1", "2", "3", "2", "9", "8"]
    assert heads("p\n0\nfoo\n99999\nn\n") == ["1", "2"], "what cannot be is answered with what can"
    last = len(heads("", "--hand", 2, "--all"))
    assert heads(f"{last}\nn\nn\n", "--hand", 2) == ["1", str(last)], "after the last step it ends"


def test_replay_shows_a_seat_no_more_than_it_saw(match_file: Path) -> None:
    """Known fault 20: until the end of the hand the others' tiles are a number."""
    told = run("replay", match_file, "--all", "--hand", 1, "--seat", 1).stdout
    before_end = told[: told.index("本盘结束")]
    shown = [text for text in before_end.splitlines() if text.startswith(("▶", "  甲", "  乙", "  丙", "  丁"))]
    dealt = [text for text in shown if not text.endswith(" 0 张")]
    assert dealt and all((" 张" in text) != ("乙" in text) for text in dealt)
    watcher = run("replay", match_file, "--all", "--hand", 1, "--watch").stdout
    assert "乙起牌14张\n" in watcher and "乙起牌14张：" in run("replay", match_file, "--all", "--hand", 1).stdout
    assert run("replay", match_file, "--seat", 1, "--open").exit_code == 2


def test_replay_tells_passes_to_those_who_may_know_known_fault_18(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    one = record("changsha", 2, {"opening": "off"}, bots=("random",) * 4)
    path.write_bytes(line_of(one))
    passes = [text for text in one.actions if text.endswith(" pass")]
    assert passes
    told = run("replay", path, "--all", "--lang", "en").stdout
    assert sum(told.count(f"seat {seat}: pass") for seat in range(4)) == len(passes)
    own = run("replay", path, "--all", "--lang", "en", "--seat", 0).stdout
    assert own.count(": pass") == sum(text.startswith("0 ") for text in passes)
    assert ": pass" not in run("replay", path, "--all", "--lang", "en", "--watch").stdout


def test_replay_refuses_what_is_no_record_with_line_and_reason(tmp_path: Path, match_file: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(match_file.read_bytes().splitlines(keepends=True)[0] + b"junk\n")
    assert run("replay", path, "--all", "--hand", 1).exit_code == 0
    found = run("replay", path, "--hand", 2, "--lang", "en")
    assert found.exit_code == 1 and "line 2: the line is not JSON" in found.stderr
    assert "第 2 行：这一行不是 JSON" in run("replay", path, "--hand", 2).stderr
    found = run("replay", path, "--hand", 3, "--lang", "en")
    assert found.exit_code == 1 and "there is no hand 3" in found.stderr and "2 hands" in found.stderr
    assert f"{path} 里没有第 3 盘：一共 2 盘" in run("replay", path, "--hand", 3).stderr
    path.write_bytes(b"")
    assert "it holds 0 hands" in run("replay", path, "--lang", "en").stderr


def test_names_in_a_record_cannot_command_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    write_match(path, Game("changsha"), hands=1, names="\x1b\x07\x9b\u202e")
    told = run("replay", path, "--all").stdout
    assert not set(told) & set("\x1b\x07\x9b\u202e") and "?" in told


def test_the_commands_are_quick_to_load() -> None:
    """The help of every command must not load the engine's slow parts; nor may a command load what another needs."""
    code = "import sys; from paiju.cli import main; main(['sim', '--help'], standalone_mode=False); print('rich' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, "PYTHONUTF8": "1"})
    assert done.stdout.splitlines()[-1] == "False", done.stdout + done.stderr
