"""The command with streams that are closed, full, or cannot take Chinese, with names that a terminal would obey, and with Ctrl-C early."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from paiju.game.hand import Game
from paiju.game.match import Match
from paiju.records import Recorder, line_of
from tests.record_tools import record

PAIJU = f"{sys.executable} -m paiju"


def shell(command: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    inherited = {name: value for name, value in os.environ.items() if name not in ("PAIJU_LANG", "PYTHONUTF8", "PYTHONIOENCODING")}
    return subprocess.run(["bash", "-c", command], env=inherited | environment, capture_output=True, timeout=60, check=False)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two hands recorded."""
    path: Path = tmp_path_factory.mktemp("records") / "r.jsonl"
    path.write_bytes(line_of(record("changchun", 1)) + line_of(record("changsha", 2)))
    return path


# ---- closed


@pytest.mark.parametrize("command", ["score", "verify -", "replay FILE", "replay -", "play changchun --record FILE.new"])
def test_a_closed_input_is_said_in_a_sentence(command: str, file: Path) -> None:
    done = shell(f"{PAIJU} {command.replace('FILE', str(file))} <&-", PAIJU_LANG="en")
    assert done.returncode == 1
    assert done.stderr.decode() == "Error: standard input: it is closed; give the command an input, as with < /dev/null\n"


@pytest.mark.parametrize("command", ["score </dev/null", "verify FILE", "rules changchun", "--version", "sim changchun --hands 1"])
def test_a_closed_output_is_said_in_a_sentence(command: str, file: Path) -> None:
    done = shell(f"{PAIJU} {command.replace('FILE', str(file))} >&-", PAIJU_LANG="en")
    assert (done.returncode, done.stderr) == (1, b"Error: standard output is closed; give the command an output, as with > /dev/null\n")


def test_a_closed_error_stream_does_no_harm(file: Path) -> None:
    assert shell(f"{PAIJU} verify {file} 2>&-").returncode == 0
    assert shell(f"{PAIJU} verify {file}.not 2>&-").returncode in (1, 2)
    assert shell(f"{PAIJU} score >&- 2>&-").returncode == 1


# ---- letters that cannot be written


@pytest.mark.parametrize("encoding", ["ascii", "latin-1:strict", "ascii:surrogateescape"])
@pytest.mark.parametrize("command", ["rules changchun", "verify FILE", "replay FILE --all", "play changchun --record FILE.{n} </dev/null", "play -h"])
def test_an_output_without_chinese_does_no_harm(command: str, encoding: str, file: Path) -> None:
    done = shell(f"{PAIJU} {command.replace('FILE', str(file)).replace('{n}', encoding)}", PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(done.stdout) > 20 and (b"?" in done.stdout or encoding.startswith("ascii")), "in place of ascii click takes UTF-8"


def test_a_system_without_a_language_does_no_harm(file: Path) -> None:
    environment = {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    for command in ("rules changsha", f"replay {file} --all", f"play changchun --record {file}.posix </dev/null"):
        done = shell(f"{PAIJU} {command}", **environment)
        assert (done.returncode, done.stderr) == (0, b"")


def test_an_input_that_is_no_text_is_no_key(file: Path) -> None:
    done = shell(rf"printf '\xff\xfe\n\xe4\nq\ny\n' | {PAIJU} play changchun --record {file}.keys")
    assert (done.returncode, done.stderr) == (0, b"")


# ---- files


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("command", ["sim changchun --hands 20 --records /dev/full", "play changchun --record /dev/full </dev/null"])
def test_a_full_disk_is_said_with_the_file(command: str) -> None:
    done = shell(f"{PAIJU} {command}", PAIJU_LANG="en")
    assert (done.returncode, done.stderr) == (1, b"Error: /dev/full: No space left on device\n")


def test_replay_reads_the_standard_input(file: Path) -> None:
    for options in ("", "--hand 2", "--all", "--all --hand 2"):
        piped = shell(f"{PAIJU} replay - {options} < {file}")
        named = shell(f"{PAIJU} replay {file} {options or '--hand 1'} --all")
        assert (piped.returncode, piped.stderr) == (0, b"")
        assert piped.stdout == named.stdout and len(piped.stdout) > 1000
    assert b"no hand 9" in shell(f"{PAIJU} replay - --hand 9 --lang en < {file}").stderr


def test_names_of_players_and_files_give_a_terminal_no_orders(tmp_path: Path) -> None:
    path = tmp_path / "n\x1b[31m\x07.jsonl"
    names = ("Me\x1b[31m", "B\x1b]0;hi\x07", "C\r\n", "D\u202e")
    Recorder.start(path, Match(Game("changchun"), seed=3, players=names)).close()
    for command in ("play --resume", "play --lang en --resume", "play --name $'x\\x1b[1m\\u202e' changsha --record", "verify"):
        done = shell(f"printf 's\\n\\nq\\ny\\n' | {PAIJU} {command} {tmp_path}/$'n\\x1b[31m\\x07.jsonl'{'.new' if 'name' in command else ''}")
        assert done.returncode == 0
        assert all(c.isprintable() or c == "\n" for c in done.stdout.decode() + done.stderr.decode())
    for command in ("play --resume", "replay", "verify"):
        done = shell(f"{PAIJU} {command} {tmp_path}/$'not\\x1b[31m\\x07.jsonl'")
        assert done.returncode in (1, 2) and b"\x1b" not in done.stderr and b"not" in done.stderr


# ---- Ctrl-C

EARLY = """
import runpy, signal, sys
import paiju  # which, interpreted, puts its own finder first
module = sys.argv.pop(1)
class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == module:
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Interrupt())
runpy.run_module("paiju", run_name="__main__", alter_sys=True)
"""


def takes_interrupts() -> None:
    """For a child: what started these tests may have told it to ignore Ctrl-C, as nohup and background jobs do."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("module", ["paiju.cli", "click", "paiju.cli.bilingual", "paiju.cli.verify", "paiju.records.verifying"])
def test_ctrl_c_while_modules_are_loaded_ends_quietly(module: str, file: Path) -> None:
    arguments = [sys.executable, "-c", EARLY, module, "verify", str(file)]
    done = subprocess.run(arguments, capture_output=True, timeout=60, check=False, preexec_fn=takes_interrupts)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_ctrl_c_while_hands_are_played_ends_quietly() -> None:
    arguments = [sys.executable, "-m", "paiju", "sim", "changsha", "--hands", "1000000"]
    process = subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=takes_interrupts, start_new_session=True
    )
    try:
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        with contextlib.suppress(ProcessLookupError):  # nothing of it may go on after the test
            os.killpg(process.pid, signal.SIGKILL)
    assert (process.returncode, out, err) == (130, b"", b"")
