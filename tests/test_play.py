"""``paiju play``: whole matches by script and through a terminal, stopping and going on, and what the pictures may show.

Long because one fake terminal and its scripts serve all of it.
"""

import contextlib
import fcntl
import json
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.text import Text

from paiju import bots
from paiju.cli.terminal.faces import Faces
from paiju.cli.terminal.menu import Menu
from paiju.cli.terminal.screen import HEIGHT, WIDTH, own_tiles
from paiju.cli.terminal.sitting import Sitting
from paiju.cli.terminal.terminal import Terminal
from paiju.cli.terminal.words import WORDS, Words
from paiju.game.actions import Action
from paiju.game.hand import Game, Hand
from paiju.game.match import Match
from paiju.game.waits import waits_after
from paiju.records import resume
from tests.steer import choose, wall_for
from tests.test_perft import blocks, engine

VARIANTS = ("changchun", "baicheng", "changsha")
CHINESE_TILE = re.compile("[一二三四五六七八九][万饼条]|幺鸡|白板|发财|红中|[东南西北]风(?!圈)")
ANSI = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def keys(seed: int, count: int = 4000, choice: str = "12358e0") -> str:
    """Lines of keys pressed without looking; wrong ones are refused and harmless."""
    chance = random.Random(seed)
    return "".join(chance.choice(choice) + "\n" for _ in range(count))


def run(*arguments: str, home: Path, stdin: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "XDG_DATA_HOME": str(home), "PYTHONUTF8": "1"}
    environment.pop("PAIJU_LANG", None)
    return subprocess.run(
        [sys.executable, "-m", "paiju", "play", *arguments], input=stdin, env=environment, capture_output=True, text=True, timeout=120
    )


def finished(path: Path) -> Match:
    """The match of a file, its last hand booked."""
    match = resume(path)
    match.settle()
    return match


def matches(home: Path) -> list[Path]:
    return sorted((home / "paiju" / "matches").glob("*.jsonl"))


# ---- by script


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_whole_match_by_script(variant: str, lang: str, tmp_path: Path) -> None:
    done = run(variant, "--match-length", "4", "--seed", "11", "--lang", lang, home=tmp_path, stdin=keys(1))
    assert (done.returncode, done.stderr) == (0, "")
    assert WORDS["match_over"][lang == "en"] in done.stdout
    assert all(cell_len(line) <= WIDTH for line in done.stdout.splitlines())
    [path] = matches(tmp_path)
    match = finished(path)
    assert (match.over, match.number) == (True, 4)
    for player, total in zip(match.players, match.totals, strict=True):
        assert re.search(rf"{re.escape(player)} +{total}$", done.stdout, re.MULTILINE)


@pytest.mark.parametrize("variant", VARIANTS)
def test_ascii_shows_no_chinese_tile(variant: str, tmp_path: Path) -> None:
    done = run(variant, "--match-length", "4", "--seed", "5", "--ascii", home=tmp_path, stdin=keys(2))
    assert done.returncode == 0
    assert CHINESE_TILE.findall(done.stdout) == []
    assert re.search(r"\b5m\b", done.stdout)


def test_english_is_without_chinese(tmp_path: Path) -> None:
    done = run("changchun", "--match-length", "4", "--seed", "5", "--lang", "en", home=tmp_path, stdin="?\nw\nr\ny\n5m\n\ns\n" + keys(2))

    play = done.stdout[done.stdout.rindex("Discard:") :]
    assert done.returncode == 0
    assert not re.search("[\u3000-\u9fff]", play)


def test_it_asks_which_game_when_none_is_named(tmp_path: Path) -> None:
    done = run(home=tmp_path, stdin="7\n3\nq\n")
    assert "[1] 长春麻将" in done.stdout and "[2] 白城麻将" in done.stdout and "[3] 长沙麻将" in done.stdout
    assert "没有“7”这个键，可按 1 2 3" in done.stdout
    assert [path.name[-14:] for path in matches(tmp_path)] == ["changsha.jsonl"]


def test_it_asks_against_whom_too(tmp_path: Path) -> None:
    done = run(home=tmp_path, stdin="b\n3\nq\n")
    chosen = bots.names()[(bots.names().index(bots.DEFAULT) + 1) % len(bots.names())]
    assert f"[b] 对手：{bots.find(bots.DEFAULT).zh}" in done.stdout and f"[b] 对手：{bots.find(chosen).zh}" in done.stdout
    assert f"--bot {chosen}" in done.stdout, "whoever goes on does so against the same"


def test_a_wrong_key_is_refused_with_a_hint_and_changes_nothing(tmp_path: Path) -> None:
    done = run("changchun", "--seed", "3", home=tmp_path, stdin="#\n\nfly me\n9z\nq\n")
    frames = done.stdout.split("\n> \n")
    assert "没有“#”这个键，可按 1 2 3" in frames[1]
    assert "没有“回车”这个键" in frames[2]
    assert "看不懂“fly me”，可以：" in frames[3]
    assert "没有“9z”这样的牌" in frames[4]
    tiles = [re.search(r"\n.*?\n(.*)\n打哪张", frame) for frame in frames[:5]]
    assert len({found[1] for found in tiles if found}) == 1
    assert json.loads(_whole(matches(tmp_path)[0]))["actions"] == []


def test_answers_may_be_written_out(tmp_path: Path) -> None:
    run("changchun", "--seed", "3", home=tmp_path, stdin="y\n\nq\n")
    first = resume(matches(tmp_path)[0]).hand.actions(0)[0]
    for text in (str(first), first.label("zh"), first.label("zh").removeprefix("打"), str(first).split()[1], f":{first}", f"：{first}"):
        run("changchun", "--seed", "3", "--record", str(tmp_path / "a.jsonl"), home=tmp_path, stdin=f"{text}\nq\n")
        assert json.loads(_whole(tmp_path / "a.jsonl"))["actions"][0] == f"0 {first}"
        (tmp_path / "a.jsonl").unlink()


def _whole(path: Path) -> str:
    """The last line of a record, its end added when the hand was stopped."""
    last = path.read_text(encoding="utf-8").splitlines()[-1]
    return last if last.endswith("}") else last + "]}"


def test_hints_are_the_players_own(tmp_path: Path) -> None:
    done = run("changsha", "--seed", "8", home=tmp_path, stdin="?\nw\ny\n5m\n\ns\nr\nh\nq\n")
    for word in ("提示\n---", "有用", "听牌\n---", "为什么不能胡\n---", "五万：", "分数\n---", "CS-18", "按键\n"):
        assert word in done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("key", "page"), [("?", "提示\n---"), ("s", "分数\n---"), ("h", "按键\n")])
def test_a_key_of_the_terminal_leaves_the_question_for_another_tile(key: str, page: str, tmp_path: Path) -> None:
    """“看不懂“h”，请写成 5m 或 五万”."""
    done = run("changsha", "--seed", "8", home=tmp_path, stdin=f"y\n5m\n{key}\ny\ny\nq\n")
    assert page in done.stdout and "看不懂" not in done.stdout and done.stdout.count("为什么不能胡\n---") == 4
    assert done.returncode == 0 and "对局已保存" in done.stdout


def test_house_rules_reach_the_game(tmp_path: Path) -> None:
    run("changsha", "--kong-dice", "2", "--option", "birds=4", "--seed", "3", home=tmp_path, stdin="q\n")
    assert resume(matches(tmp_path)[0]).game.settings.changed() == {"kong_dice": 2, "birds": 4}


# ---- stopping and going on


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_stopped_match_goes_on_as_if_it_had_not_been(variant: str, tmp_path: Path) -> None:
    script = keys(6)
    arguments = (variant, "--match-length", "4", "--seed", "21")
    whole = run(*arguments, home=tmp_path / "whole", stdin=script)
    for lines in (2, 13):
        home = tmp_path / str(lines)
        cut = script.splitlines(keepends=True)
        first = run(*arguments, home=home, stdin="".join(cut[:lines]))
        assert first.returncode == 0
        assert "接着打：" in first.stdout and "paiju play --resume\n" in first.stdout
        second = run("--resume", home=home, stdin="".join(cut[lines:]))
        assert second.returncode == 0
        assert whole.stdout[-300:] == second.stdout[-300:]
    assert finished(matches(tmp_path / "whole")[0]).totals == finished(matches(tmp_path / "13")[0]).totals


def test_resume_takes_a_file_and_tells_what_it_cannot_go_on_with(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    run("baicheng", "--seed", "2", "--match-length", "4", "--record", str(path), home=tmp_path, stdin="1\n")
    assert run("--resume", str(path), home=tmp_path, stdin=keys(1)).returncode == 0
    over = run("--resume", str(path), "--lang", "en", home=tmp_path, stdin="")
    assert over.returncode == 1 and "is over" in over.stderr
    none = run("--resume", "--lang", "en", home=tmp_path, stdin="")
    assert none.returncode == 1 and "there is no match to go on with" in none.stderr
    missing = run("--resume", str(tmp_path / "nothing"), "--lang", "en", home=tmp_path, stdin="")
    assert missing.returncode == 1 and "No such file" in missing.stderr
    both = run("changsha", "--resume", home=tmp_path, stdin="")
    assert both.returncode == 2 and "--resume" in both.stderr


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_killed_match_goes_on(number: int, tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "PYTHONUTF8": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "paiju", "play", "changchun", "--seed", "4"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True, preexec_fn=_listens,
    )
    assert process.stdin and process.stdout
    _until(process, "> ")
    process.stdin.write("1\n")
    process.stdin.flush()
    before = _until(process, "> ")
    process.send_signal(number)
    process.communicate(timeout=20)
    assert process.returncode == {signal.SIGKILL: -signal.SIGKILL, signal.SIGINT: 0}.get(signal.Signals(number), 128 + number)
    after = run("--resume", home=tmp_path, stdin="q\n").stdout
    assert _table(before) == _table(after)


def _listens() -> None:
    """Ctrl-C counts, even when the tests run in the background, where it is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _until(process: subprocess.Popen[str], end: str) -> str:
    """What the process says up to a prompt at the beginning of a line."""
    assert process.stdout
    text = ""
    while not text.endswith("\n" + end):
        letter = process.stdout.read(1)
        assert letter, f"it ended after {text}"
        text += letter
    return text


def _table(picture: str) -> list[str]:
    """The lines of the seats, which are the same whatever was told before."""
    lines = picture.strip().splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("长春"))
    return lines[first : first + 9]


# ---- through a terminal


class Glass:
    """A terminal of 80 columns and 24 lines with ``paiju play`` in it."""

    def __init__(self, *arguments: str, home: Path) -> None:
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            _listens()
            os.environ.update(XDG_DATA_HOME=str(home), PYTHONUTF8="1", TERM="xterm-256color")
            os.environ.pop("NO_COLOR", None)
            os.execv(sys.executable, [sys.executable, "-c", _WAIT + "from paiju.cli import main; main()", "play", *arguments])
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", HEIGHT, WIDTH, 0, 0))
        os.write(self.fd, b"\n")
        self.said = ""

    def until(self, *ends: str, seconds: float = 30) -> str:
        """Reads until what was said ends so; the last picture."""
        data = b""
        limit = time.monotonic() + seconds
        while time.monotonic() < limit:
            if select.select([self.fd], [], [], 0.2)[0]:
                try:
                    more = os.read(self.fd, 65536)
                except OSError:
                    more = b""
                data += more
                if not more or _plain(data.decode(errors="replace")).endswith(ends):
                    break
        self.said += data.decode(errors="replace")
        return _plain(self.said.split("\x1b[H\x1b[2J")[-1])

    def press(self, text: str) -> None:
        os.write(self.fd, text.encode())

    def end(self) -> int:
        self.until("\x00", seconds=0.5)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


_WAIT = "input();"  # for the size of the terminal
PROMPTS = ("> ", WORDS["enter"][0], WORDS["back"][0], WORDS["more"][0])


def _plain(text: str) -> str:
    return ANSI.sub("", text)


@pytest.fixture
def glass(tmp_path: Path) -> Iterator[Glass]:
    found = Glass("changsha", "--seed", "3", "--match-length", "4", "--pause", "0", home=tmp_path)
    yield found
    with contextlib.suppress(OSError, ChildProcessError):
        os.kill(found.pid, signal.SIGKILL)
        os.waitpid(found.pid, 0)


def test_keys_at_a_terminal_need_no_enter(glass: Glass) -> None:
    chance = random.Random(5)
    frames = [glass.until("> ")]
    for _ in range(50):
        glass.press(chance.choice("1234567890") if frames[-1].endswith("> ") else "\r")
        frames.append(glass.until(*PROMPTS, seconds=5))
    for frame in glass.said.split("\x1b[?1049l")[0].split("\x1b[H\x1b[2J")[1:]:
        lines = _plain(frame).split("\r\n")
        assert len(lines) <= HEIGHT and all(cell_len(line) <= WIDTH for line in lines), frame
    assert sum(WORDS["enter"][0] in frame for frame in frames) >= 1  # a hand was played to its end
    assert "\x1b[31m" in glass.said  # characters are red


def test_pages_and_quitting_at_a_terminal(glass: Glass) -> None:
    glass.until("> ")
    for key, word in (("h", "按键"), ("?", "提示"), ("w", "听牌"), ("s", "分数")):
        glass.press(key)
        assert word in glass.until(*PROMPTS, seconds=5)
        glass.press("\r")
        glass.until("> ", seconds=5)
    glass.press("y")
    assert "为什么不能胡" in glass.until("：", seconds=5)
    glass.press("5m\n")
    assert "五万：" in glass.until("：", seconds=5)
    glass.press("\n")
    glass.until("> ", seconds=5)
    glass.press("q")
    glass.until("：", seconds=5)
    glass.press("n")
    assert "打哪张" in glass.until("> ", seconds=5)
    glass.press("q")
    glass.until("：", seconds=5)
    glass.press("y")
    assert glass.end() == 0
    assert "\x1b[?1049h" in glass.said and "paiju play --resume" in glass.said.split("\x1b[?1049l")[1]


def test_after_a_typed_line_that_is_no_action_the_next_one_is_typed_too(glass: Glass) -> None:
    """Its first letter was taken for a key, which threw a tile."""
    asks = WORDS["type"][0]
    glass.until("> ")
    glass.press(":")
    for wrong in ("打\n", "nonsense\n"):
        glass.until(asks, seconds=5)
        glass.press(wrong)
    assert "nonsense" in glass.until(asks, seconds=5)
    glass.press("\n")
    assert "打哪张" in glass.until("> ", seconds=5)


@pytest.mark.parametrize("key", ["\x03", "\x04"])
def test_ctrl_c_and_ctrl_d_leave_the_terminal_as_it_was(glass: Glass, key: str, tmp_path: Path) -> None:
    before = termios.tcgetattr(glass.fd)
    glass.until("> ")
    assert not termios.tcgetattr(glass.fd)[3] & termios.ECHO
    glass.press(key)
    glass.until("resume\r\n", seconds=10)
    assert termios.tcgetattr(glass.fd)[3] == before[3]
    assert glass.end() == 0, "the player left, which is no error"
    assert not resume(matches(tmp_path)[0]).over


# ---- what the pictures may show (G-7)


class _Given:
    """A course of one hand from a wall, for a sitting."""

    def __init__(self, game: Game, wall: list[int]) -> None:
        self.match = Match(game, seed=1)
        self.match.dealer = 0
        self.match.hand = game.hand(wall=wall, dealer=0, seed=1, dice=[1, 2, 3, 4])

    def play(self, action: Action | str, seat: int | None = None) -> None:
        self.match.hand.play(action, seat)

    def next_hand(self) -> Hand:
        return self.match.next_hand()


class _Bot:
    """Answers as chance will have it, but mostly moves the hand on."""

    def __init__(self, seat: int, rng: random.Random) -> None:
        self.seat, self.rng = seat, rng

    def answer(self, hand: Hand) -> Action:
        texts = {str(action): action for action in hand.actions(self.seat)}
        return texts[choose(sorted(texts), list(hand.view(self.seat).seats[self.seat].hand or []), self.rng, 0.1)]


def _seat(match: Match, seat: int) -> Callable[[Hand], Action]:
    return _Bot(seat, random.Random(1)).answer


class _Watched(Terminal):
    """Keeps the pictures; its keys are chosen by chance among those the last picture shows."""

    def __init__(self, words: Words, rng: random.Random) -> None:
        super().__init__(words)
        self.rng = rng
        self.pictures: list[list[Text]] = []

    def show(self, lines: Sequence[Text], prompt: str = "") -> None:
        self.pictures.append(list(lines))

    def page(self, lines: Sequence[Text], footer: str = "", *, hold: bool = False, together: int = 0) -> None:
        assert all(line.cell_len <= WIDTH for line in lines), lines

    def key(self) -> str:
        shown = self.pictures[-1]
        listed = [key for line in shown for key in re.findall(r"\[(\w)\]", line.plain)]
        above = next((line.plain.split() for line in shown if re.fullmatch(r"[\d a-d]+", line.plain) and "1" in line.plain), [])
        return self.rng.choice([*listed, *listed, *above, "w"])


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize(
    ("variant", "options"),
    [
        ("changchun", {}),
        ("changchun", {"bamboo_one_is_wild": True, "special_kong_window": "any_turn", "winds_kong_size": 3, "last_single_tile": "allowed"}),
        ("baicheng", {"dragon_chow": True}),
        ("changsha", {}),
        ("changsha", {"kong_dice": 2, "opening": "continues", "birds": 6}),
    ],
)
def test_no_picture_is_larger_than_the_terminal(variant: str, options: dict[str, object], plain: bool, scaled: Callable[[int], int]) -> None:
    game = Game(variant, {**options, "match_length": 4})
    for seed in range(scaled(3)):
        rng = random.Random(seed)
        lang = rng.choice(("zh", "en"))
        words = Words(lang)
        terminal = _Watched(words, rng)
        course = _Given(game, wall_for(variant, rng))
        Sitting(course, 0, lambda match, seat, rng=rng: _Bot(seat, rng).answer, terminal, words, Faces(lang, plain=plain)).run()  # type: ignore[misc]
        assert course.match.over
        for picture in terminal.pictures:
            assert len(picture) < HEIGHT, "\n".join(line.plain for line in picture)
            assert all(line.cell_len <= WIDTH for line in picture), "\n".join(line.plain for line in picture)


@pytest.mark.parametrize(
    ("named", "question"),
    [
        ("changsha: the sea bottom is offered (CS-30)", "只剩海底一张：要不要？"),
        ("changsha: two dice: own two tiles (CS-19)", "翻开"),
        ("changsha: an added kong that may be robbed (CS-27)", "要加杠"),
        ("changchun: a matched treasure (CC-31)", "你看宝："),
        ("changchun: an addition that may be robbed (CC-48)", "杠补"),
        ("baicheng: one of the last four (BC-25)", "你分张取牌："),
        ("baicheng: the fourth dragon (BC-19)", "你的选择："),
        ("baicheng: a win on a discard passed (BC-41)", "打"),
    ],
)
def test_a_question_says_what_it_is_about(named: str, question: str) -> None:
    [block] = [found.values[0] for found in blocks() if found.id == named]
    hand = engine(block)
    match = Match(hand.game, seed=1)
    match.hand = hand
    [seat] = hand.to_act[:1]
    words, faces = Words("zh"), Faces("zh", plain=False)
    course = _Given.__new__(_Given)
    course.match = match
    sitting = Sitting(course, seat, _seat, Terminal(words), words, faces)
    lines = [line.plain for line in sitting._question(Menu(hand.actions(seat), own_tiles(sitting.view), words, faces), "")]
    assert question in "".join(lines[:2]), lines


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_picture_does_not_depend_on_what_the_seat_cannot_know(variant: str) -> None:
    game = Game(variant, {"opening": "off"} if variant == "changsha" else None)
    for seed in range(20):
        rng = random.Random(seed)
        wall = wall_for(variant, rng)
        own = [n for n in range(53) if (n // 4 if n < 48 else n) % 4 == 0]
        unseen = [n for n in range(len(wall)) if n not in own]
        other = list(wall)
        for n, place in zip(rng.sample(unseen, len(unseen)), unseen, strict=True):
            other[place] = wall[n]
        assert _shown(game, wall) == _shown(game, other), seed


def _shown(game: Game, wall: list[int]) -> list[str]:
    """The first picture of the dealer and his waits; in Changsha without opening wins he is asked first."""
    words = Words("zh")
    sitting = Sitting(_Given(game, wall), 0, _seat, Terminal(words), words, Faces("zh", plain=False))
    if 0 not in sitting.hand.to_act:
        return []
    lines = sitting._picture([]) + sitting.pages.waits(sitting.view, (), waits_after(sitting.hand, 0), choosing=True)
    return [line.plain for line in lines]
