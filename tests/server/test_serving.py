"""``paiju serve`` and ``paiju admin`` as they are used: processes, signals, files."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from unittest.mock import ANY

import httpx
import pytest
from click.testing import CliRunner, Result

from paiju.cli import main
from paiju.core.errors import PaijuError
from paiju.server import serving
from paiju.server.controlling import CONTROL, Control, control_of, tell
from paiju.server.ids import new_id
from paiju.server.serving import addresses, claimed, listen
from paiju.server.settings import HallSettings
from paiju.server.store import Store

ENVIRONMENT = {"PAIJU_LANG": "en", "PYTHONWARNINGS": "error"}


class Serving:
    """A server in a process of its own."""

    def __init__(self, data: Path, *arguments: str) -> None:
        command = [sys.executable, "-m", "paiju", "serve", "--port", "0", "--data", str(data), *arguments]
        environment = {**os.environ, **ENVIRONMENT}
        self.data = data
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        self.first = self.process.stdout.readline()
        found = re.search(r"http://[^\s/]+", self.first)
        assert found is not None, (self.first, self.process.communicate())
        self.base = found[0]

    def end(self, number: int = signal.SIGINT) -> tuple[int, str, str]:
        """Its exit status and what it said."""
        assert self.process.stdout is not None and self.process.stderr is not None
        self.process.send_signal(number)
        with self.process.stdout as out, self.process.stderr as err:
            said = self.first + out.read(), err.read()
        return self.process.wait(30), *said


@contextmanager
def serve(data: Path, *arguments: str) -> Iterator[Serving]:
    found = Serving(data, *arguments)
    try:
        yield found
    finally:
        if found.process.poll() is None:
            found.process.kill()
            found.process.communicate()
        assert found.process.stdout is not None and found.process.stderr is not None
        found.process.stdout.close()
        found.process.stderr.close()


def paiju(*arguments: str | Path, input: str | bytes | None = None, lang: str = "en") -> Result:
    """A command in this process."""
    return CliRunner(env={"PAIJU_LANG": lang}).invoke(main, [str(argument) for argument in arguments], input=input)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_is_and_stops_in_order(tmp_path: Path, number: int) -> None:
    with serve(tmp_path / "data", "--log", "json") as server:
        assert server.first == f"Paiju is at {server.base}/\n"
        assert httpx.get(f"{server.base}/health").json()["status"] == "ok"
        for name in (CONTROL, "paiju.sqlite3"):
            assert stat.S_IMODE((tmp_path / "data" / name).stat().st_mode) == 0o600
        status, out, err = server.end(number)
        assert status == 0
        assert out.splitlines()[1:] == ["Ctrl-C stops it.", "The server has stopped; every table is kept and goes on when it is back."]
        assert [json.loads(line)["said"] for line in err.splitlines()] == ["started with 0 rooms", "stopped"]
        assert not (tmp_path / "data" / CONTROL).exists()


def test_killed_it_begins_again_with_its_rooms(tmp_path: Path) -> None:
    with serve(tmp_path) as server, httpx.Client(base_url=server.base) as browser:
        browser.post("/api/session", json={"name": "Ann"})
        room = browser.post("/api/quick", json={"variant": "baicheng"}).json()["number"]
        server.process.kill()
        server.process.communicate()
        assert control_of(tmp_path) is not None
    assert room in paiju("admin", "rooms", "--data", tmp_path).output
    with serve(tmp_path) as server:
        assert httpx.get(f"{server.base}/api/rooms/{room}").json()["state"] == "playing"
        assert server.end()[0] == 0


def test_admin_tells_the_running_server(tmp_path: Path) -> None:
    with serve(tmp_path) as server, httpx.Client(base_url=server.base) as browser:
        me = browser.post("/api/session", json={"name": "Ann"}).json()["id"]
        room = browser.post("/api/quick", json={"variant": "baicheng"}).json()["number"]
        listed = paiju("admin", "rooms", "--data", tmp_path).output.splitlines()
        assert listed == ["room    game      state    people", f"{room}  baicheng  playing  Ann, bot (quick), bot (quick), bot (quick)"]
        assert paiju("admin", "rooms", "--data", tmp_path, lang="zh").output.splitlines()[1] == (
            f"{room}  白城麻将  在打  Ann、电脑（quick）、电脑（quick）、电脑（quick）"
        )
        assert paiju("admin", "close", "000000", "--data", tmp_path).exit_code == 1
        assert paiju("admin", "close", room, "--data", tmp_path).exit_code == 0
        for _ in range(100):
            if browser.get(f"/api/rooms/{room}").status_code == 404:
                break
            time.sleep(0.02)
        else:
            raise AssertionError("the room is not closed")
        assert paiju("admin", "ban", me, "--why", "noise", "--data", tmp_path).output == f"{me} is banned\n"
        assert "noise" in browser.get("/api/me").json()["error"]["en"]
        assert "no player" in paiju("admin", "ban", "nobody", "--data", tmp_path).output
        assert paiju("admin", "unban", me, "--data", tmp_path).exit_code == 0
        assert browser.get("/api/me").json()["name"] == "Ann"
        copy = tmp_path / "copy" / "paiju.sqlite3"
        copy.parent.mkdir()
        assert paiju("admin", "backup", copy, "--data", tmp_path).exit_code == 0
        assert "Ann" in paiju("admin", "players", "Ann", "--data", copy.parent).output
        server.end()


def test_admin_without_a_server(tmp_path: Path) -> None:
    data = ["--data", str(tmp_path)]
    assert "there is no database" in paiju("admin", "rooms", *data).output
    assert "没有数据库" in paiju("admin", "rooms", *data, lang="zh").output
    with serve(tmp_path) as server, httpx.Client(base_url=server.base) as browser:
        me = browser.post("/api/session", json={"name": "Ann"}).json()["id"]
        browser.post("/api/account", json={"login": "ann", "password": "long enough"})
        room = browser.post("/api/quick", json={"variant": "baicheng"}).json()["number"]
        server.end()
    assert paiju("admin", "close", room, *data).output == f"room {room} is closed\n"
    assert f"there is no open room {room}" in paiju("admin", "close", room, *data).output
    assert paiju("admin", "rooms", *data).output == "there are no open rooms\n"
    assert paiju("admin", "ban", me, *data).exit_code == 0
    assert "banned" in paiju("admin", "players", "ann", *data).output
    assert paiju("admin", "unban", me, *data).exit_code == 0
    assert paiju("admin", "password", "ann", *data, input="short\n").exit_code == 1
    assert paiju("admin", "password", "ann", *data, input="another one\n").exit_code == 0
    assert "there is no account" in paiju("admin", "password", "bob", *data, input="another one\n").output
    assert paiju("admin", "prune", *data).exit_code == 0
    file = tmp_path / "all.jsonl"
    exported = paiju("admin", "export", file, *data)
    assert exported.exit_code == 0 and stat.S_IMODE(file.stat().st_mode) == 0o600
    rows = int(exported.output.split()[0])
    assert len(file.read_bytes().splitlines()) == rows + 2
    elsewhere = ["--data", str(tmp_path / "elsewhere")]
    (tmp_path / "elsewhere").mkdir()
    assert paiju("admin", "import", file, *elsewhere).output == f"{rows} rows imported\n"
    assert me in paiju("admin", "players", "ann", *elsewhere).output
    assert paiju("admin", "import", file, *elsewhere).exit_code == 1


@pytest.mark.parametrize("id", ["-Wui-AUQYPxj", "--ui-AUQYPxj", "-why-AUQYPxj"])
def test_ids_that_begin_with_a_hyphen_are_players_and_no_options(id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paiju.server.store.players.new_id", lambda: id)

    async def prepare() -> None:
        async with await Store.open(str(tmp_path / "paiju.sqlite3")) as store:
            assert await store.players.add_account((await store.players.create("Ann")).id, "-ann", "hashed")

    asyncio.run(prepare())
    data = ["--data", str(tmp_path)]
    assert paiju("admin", "ban", id, "--why", "-noise", *data).output == f"{id} is banned\n"
    assert paiju("admin", "players", id, *data).output.split() == ["id", "since", "name", "login", id, ANY, "Ann", "-ann", "banned:", "-noise"]
    assert paiju("admin", "unban", *data, id).output == f"{id} may play again\n"
    assert paiju("admin", "unban", *data, "--", id).output == f"{id} may play again\n"
    assert paiju("admin", "password", "-ann", *data, input="another one\n").exit_code == 0
    assert "--wyh" in paiju("admin", "ban", id, "--wyh", "noise", *data).output


def test_no_id_that_is_made_begins_with_a_hyphen(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-Wui-AUQYPxj", "--ui-AUQYPxj", "Wui-AUQYPxj-"])
    monkeypatch.setattr("secrets.token_urlsafe", lambda size: next(drawn))
    assert new_id() == "Wui-AUQYPxj-"
    assert HallSettings().new_id is new_id


@pytest.mark.parametrize(("lang", "said"), [("en", "take another port: "), ("zh", "换一个端口：")])
def test_under_make_what_would_do_is_told_the_way_of_make(lang: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAIJU_STARTED", "make play")
    with socket.create_server(("127.0.0.1", 0)) as taken, claimed(tmp_path):
        port = taken.getsockname()[1]
        typed = ["serve", "--data", tmp_path, "--port", str(port)]
        hint = f'{said}make play ARGS="--data {tmp_path} --port {port % 65535 + 1}"'
        assert hint in paiju(*typed, lang=lang).output
        found = paiju("serve", "--port", "0", "--host", "127.0.0.1", "--data", tmp_path, lang=lang).output
        assert 'make play ARGS="--host 127.0.0.1 --port 0 --data ' + ("FOLDER" if lang == "en" else "目录") + '"' in found
        monkeypatch.delenv("PAIJU_STARTED")
        assert f"{said}--port {port % 65535 + 1}" in paiju(*typed, lang=lang).output


def test_one_server_has_a_folder_at_a_time(tmp_path: Path) -> None:
    with claimed(tmp_path):
        with pytest.raises(PaijuError, match="another server uses"), claimed(tmp_path):
            pass
        said = paiju("serve", "--port", "0", "--data", tmp_path)
        assert said.exit_code == 1 and "--data" in said.output
    with claimed(tmp_path):
        pass


def test_a_port_in_use_is_told_with_what_would_do(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        said = paiju("serve", "--port", str(port), "--data", tmp_path)
        assert said.exit_code == 1 and f"port {port} of 127.0.0.1 is in use" in said.output and f"--port {port + 1}" in said.output
        assert f"端口 {port} 已被占用" in paiju("serve", "--port", str(port), "--data", tmp_path, lang="zh").output
    assert list(tmp_path.iterdir()) == []


def test_an_address_that_is_not_here_is_told(tmp_path: Path) -> None:
    said = paiju("serve", "--host", "203.0.113.1", "--data", tmp_path)
    assert said.exit_code == 1 and "cannot be listened on" in said.output and "--host 127.0.0.1" in said.output


def test_a_database_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    (tmp_path / "bad").write_text("no database")
    said = paiju("serve", "--port", "0", "--data", tmp_path, "--database", str(tmp_path / "bad"))
    assert said.exit_code == 1 and "bad" in said.output and not (tmp_path / CONTROL).exists()


def test_what_is_not_installed_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("paiju.cli.serve.find_spec", lambda name: None if name in ("litestar", "uvicorn") else True)
    said = paiju("serve", "--data", tmp_path)
    assert said.exit_code == 1 and "(litestar, uvicorn)" in said.output and "pip install 'paiju[server]'" in said.output
    assert paiju("admin", "rooms", "--data", tmp_path).exit_code == 1


def test_help_needs_nothing_installed() -> None:
    program = "import sys; from paiju.cli import main; main(['--help'], standalone_mode=False); print(list(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert not [name for name in ("litestar", "uvicorn", "sqlalchemy", "websockets", "argon2") if f"'{name}'" in loaded]


def test_where_a_page_finds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with listen("127.0.0.1", 0) as sock:
        assert addresses(sock) == [f"http://127.0.0.1:{sock.getsockname()[1]}/"]
    monkeypatch.setattr(serving, "_own_addresses", lambda _family: ["192.168.1.5"])
    with listen("0.0.0.0", 0) as sock:
        port = sock.getsockname()[1]
        assert addresses(sock) == [f"http://127.0.0.1:{port}/", f"http://192.168.1.5:{port}/"]


def test_a_control_file_of_a_dead_server_is_no_server(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as sock:
        url = addresses(sock)[0]
    (tmp_path / CONTROL).write_text(json.dumps({"url": url, "token": "x", "process": 1}))
    assert control_of(tmp_path) == Control(url, "x", 1)
    assert tell(tmp_path, "close", {"number": "123456"}) is None
    (tmp_path / CONTROL).write_text("{")
    assert control_of(tmp_path) is None and tell(tmp_path, "close", {}) is None


def test_a_server_that_is_silent_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paiju.server.controlling._SECONDS", 0.05)
    with listen("127.0.0.1", 0) as sock:
        (tmp_path / CONTROL).write_text(json.dumps({"url": addresses(sock)[0], "token": "x", "process": 1}))
        assert tell(tmp_path, "close", {"number": "123456"}) is None  # another program has the port of one that was killed
        with claimed(tmp_path), pytest.raises(PaijuError, match="does not answer"):
            tell(tmp_path, "close", {"number": "123456"})
