"""Resuming a match from its records: nothing is lost when the program is killed, and a resumed match goes on as if it had never stopped."""

import random
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from paiju.core.errors import PaijuError, RecordError
from paiju.game.hand import Game
from paiju.game.match import Match
from paiju.records import Recorder, Writer, resume, verify_file
from tests.record_tools import VARIANTS, play_hand, record, write_match


def play_out(path: Path) -> Match:
    """Goes on with the match of a file to its end."""
    with Recorder.resume(path) as recorder:
        while True:
            play_hand(recorder)
            recorder.match.settle()
            if recorder.match.over:
                return recorder.match
            recorder.next_hand()


def answers(path: Path) -> int:
    """How many whole answers a file holds."""
    text = path.read_bytes()
    return sum(text.count(f'"{seat} '.encode()) for seat in range(4))


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_seed_fixes_the_whole_match_known_fault_19(variant: str, tmp_path: Path) -> None:
    """Walls, dice, seats, dealers and bots of every hand, not of the first alone."""
    files = []
    for n in range(2):
        files.append(tmp_path / f"{n}.jsonl")
        write_match(files[-1], Game(variant, {"reseat_each_round": True}), seed=12, hands=6)
    assert files[0].read_bytes() == files[1].read_bytes()
    other = tmp_path / "o.jsonl"
    write_match(other, Game(variant, {"reseat_each_round": True}), seed=13, hands=6)
    walls = [text.split(b'"wall":')[1][:300] for file in (files[0], other) for text in file.read_bytes().splitlines()]
    assert len(set(walls)) == len(walls) == 12


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_match_stopped_anywhere_goes_on_the_same(variant: str, tmp_path: Path, scaled: Callable[[int], int]) -> None:
    """Cut off at any byte, as by a kill or a full disk, the file is gone on with to the very same match."""
    whole = tmp_path / "whole.jsonl"
    match = write_match(whole, Game(variant, {"match_length": 4} if variant != "baicheng" else {"match_length": "1_round"}))
    text = whole.read_bytes()
    first = text.index(b"\n")
    assert match.over
    rng = random.Random(variant)
    for cut in [len(text), len(text) - 1, first + 1, first, *(rng.randrange(text.index(b'"actions"'), len(text)) for _ in range(scaled(25)))]:
        path = tmp_path / "cut.jsonl"
        path.write_bytes(text[:cut])
        before = answers(path)
        stopped = resume(path)
        assert path.read_bytes() == text[:cut], "resume alone writes nothing"
        assert stopped.seed == match.seed and stopped.players == match.players
        again = play_out(path)
        assert path.read_bytes() == text, f"cut at {cut}"
        assert again.totals == match.totals and answers(path) >= before
        path.unlink()


KILLED = """
import os, signal, sys
from paiju.game.hand import Game
from paiju.game.match import Match
from paiju.records import Recorder
from tests.record_tools import play_hand
path, answers, begin = sys.argv[1], int(sys.argv[2]), sys.argv[3] == "begin"
recorder = Recorder.start(path, Match(Game("changchun"), seed=5, players="ABCD")) if begin else Recorder.resume(path)
while answers:
    given = play_hand(recorder, most=answers)
    answers -= given
    print(given, flush=True)
    if answers:
        recorder.next_hand()
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_no_answer_is_lost_when_the_program_is_killed(tmp_path: Path) -> None:
    """kill -9 between two answers, several times over: every answer given is in the file."""
    whole = tmp_path / "whole.jsonl"
    write_match(whole, Game("changchun"), hands=4)
    path = tmp_path / "killed.jsonl"
    given = 0
    for n, count in enumerate((1, 17, 60)):
        command = [sys.executable, "-c", KILLED, str(path), str(count), "begin" if n == 0 else "resume"]
        done = subprocess.run(command, cwd=Path(__file__).parent.parent, capture_output=True, text=True)
        assert done.returncode == -signal.SIGKILL, done.stderr
        given += count
        assert answers(path) == given
    with Recorder.resume(path) as recorder:
        while recorder.match.number < 3 or not recorder.match.hand.over:
            play_hand(recorder)
            if recorder.match.number < 3:
                recorder.next_hand()
    assert path.read_bytes() == whole.read_bytes()


def test_leaving_is_recorded_verified_and_resumed_cs_48(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    with Recorder.start(path, Match(Game("changsha"), seed=5)) as recorder:
        with pytest.raises(PaijuError, match="when the hand is over"):
            recorder.leave(2)
        play_hand(recorder)
        assert recorder.leave(2, coins=True) and not recorder.leave(2)
        recorder.next_hand()
        play_hand(recorder)
        recorder.leave(0)
        recorder.next_hand()
        play_hand(recorder, most=3)
        totals, house = list(recorder.match.totals), recorder.match.house
    again = resume(path)
    assert again.totals == totals and again.house == house == 70 and again.left == {0, 2}
    play_out(path)
    assert not [found for found in verify_file(path) if isinstance(found, RecordError)]
    text = path.read_bytes()
    for old, new in ((b'"coins":true', b'"coins":false'), (b'"player":2', b'"player":1'), (b'"after":0', b'"after":1')):
        (tmp_path / "x.jsonl").write_bytes(text.replace(old, new))
        assert [found for found in verify_file(tmp_path / "x.jsonl") if isinstance(found, RecordError)]


def test_the_last_match_of_a_file_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    write_match(path, Game("changsha"), seed=1, hands=2)
    write_match(path, Game("baicheng"), seed=2, hands=1)
    with Recorder.start(path, Match(Game("changchun"), seed=3)) as recorder:
        play_hand(recorder, most=4)
    match = resume(path)
    assert (match.game.variant.key, match.seed, match.number) == ("changchun", 3, 0)


def test_a_finished_match_stays_finished(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    write_match(path, Game("changsha", {"match_length": 4}))
    text = path.read_bytes()
    with Recorder.resume(path) as recorder:
        recorder.match.settle()
        assert recorder.match.over and recorder.match.number == 4
        with pytest.raises(PaijuError, match="the match is over"):
            recorder.next_hand()
        with pytest.raises(PaijuError, match="the hand is over"):
            recorder.play("pass")
    assert path.read_bytes() == text


def test_what_cannot_be_resumed_says_why(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    with pytest.raises(FileNotFoundError):
        Recorder.resume(path)
    assert not path.exists()
    path.write_bytes(b"")
    with pytest.raises(RecordError, match="no match to resume; begin a new one"):
        Recorder.resume(path)
    with Writer(path) as writer:
        writer.write(record("changsha", 1))
    with pytest.raises(RecordError, match="no match to resume"):
        resume(path)
    write_match(path, Game("changsha"), hands=2)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[2])
    with pytest.raises(RecordError, match=r"line 1: .*hand 0 is missing"):
        resume(path)
    path.write_bytes(lines[2][:900])
    with pytest.raises(RecordError, match=r"line 1: .*not here from its first hand"):
        resume(path)
    path.write_bytes(lines[1] + lines[2].replace(b'"number":1', b'"number":2')[:900])
    with pytest.raises(RecordError, match=r"line 2: .*match\.number"):
        resume(path)
    path.write_bytes(lines[1][:40])
    with pytest.raises(RecordError, match="cut off before the hand began"):
        resume(path)
    path.write_bytes(lines[1].replace(b"discard", b"digcard", 1) + lines[2])
    with pytest.raises(RecordError, match="line 1: the digest"):
        resume(path)
    path.write_bytes(b"junk")
    with pytest.raises(RecordError, match="line 1: "):
        resume(path)


def test_only_one_program_writes_a_match(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    with Recorder.start(path, Match(Game("changsha"), seed=1)), pytest.raises(RecordError, match="another program"):
        Recorder.resume(path)


def test_a_match_played_in_before_is_not_recorded_from_its_middle(tmp_path: Path) -> None:
    match = Match(Game("changsha"), seed=1)
    match.hand.play(match.hand.actions(match.hand.to_act[0])[0])
    with pytest.raises(PaijuError, match="from the beginning of a hand"):
        Recorder.start(tmp_path / "m.jsonl", match)
    assert not (tmp_path / "m.jsonl").exists()
