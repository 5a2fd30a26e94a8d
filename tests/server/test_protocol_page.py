"""The protocol's page and schema say what the structs say."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any, get_args

import jsonschema
import msgspec
import pytest

from paiju.server import links, sockets
from paiju.server.protocol import LONGEST_COMMAND, VERSION, Command, FromServer
from paiju.server.refusals import SENTENCES
from paiju.server.security import Limits
from paiju.server.sockets import MOST_WAITING, MOST_WAITING_BYTES
from tools.gen_protocol_schema import TARGET, schema

PAGE = (TARGET.parent / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
SCHEMA: dict[str, Any] = json.loads(schema())


def section(title: str) -> str:
    """One part of the page."""
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


@pytest.mark.parametrize("text", EXAMPLES, ids=lambda text: text[:24])
def test_examples_are_messages(text: str) -> None:
    given = json.loads(text)
    kind: Any = Command if "do" in given else FromServer
    told = msgspec.to_builtins(msgspec.json.decode(text, type=kind))
    assert _within(given, told), "the example has a field that the message has not"
    jsonschema.validate(given, {**SCHEMA, "oneOf": [{"$ref": f"#/$defs/{'command' if 'do' in given else 'fromServer'}"}]})


def _within(given: Any, told: Any) -> bool:
    """Whether all that is given came through."""
    if isinstance(given, dict):
        return all(name in told and _within(value, told[name]) for name, value in given.items())
    if isinstance(given, list):
        return len(given) == len(told) and all(map(_within, given, told))
    return bool(given == told)


def test_every_message_stands_in_its_table() -> None:
    for title, union in (("What a page says", Command), ("What the server says", FromServer)):
        named = re.findall(r"^\| `(\w+)` \|", section(title), re.MULTILINE)
        assert sorted(named[1:]) == sorted(member.__name__.lower() for member in get_args(union))


def test_fields_of_commands_stand_beside_them() -> None:
    rows = re.findall(r"^\| `(\w+)` \|([^|]*)\|", section("What a page says"), re.MULTILINE)
    told = {name: re.findall(r"`(\w+)`", fields) for name, fields in rows}
    for member in get_args(Command):
        assert told[member.__name__.lower()] == [field for field in member.__struct_fields__ if field != "id"]


def test_every_reason_of_a_refusal_is_named() -> None:
    assert set(re.findall(r"`(\w+)`", section("Why a command is refused"))) == {*SENTENCES, "too_fast", "banned"}


def test_every_code_is_named() -> None:
    codes = {value for module in (links, sockets) for name, value in vars(module).items() if name.isupper() and isinstance(value, int)}
    codes = {code for code in codes if 1000 <= code < 5000} - {LONGEST_COMMAND}
    assert {int(code) for code in re.findall(r"^\| (\d{4}) \|", section("Why a connection ends"), re.MULTILINE)} == {*codes, 1009}


def test_limits_are_those_in_force() -> None:
    limits, told = Limits(), section("Limits")
    assert f"{LONGEST_COMMAND} bytes" in told and f"{limits.messages.burst} messages at once and {limits.messages.second} a second" in told
    assert limits.junk.burst == 8 and "eight" in told and f"{limits.connections} connections" in told
    assert f"{MOST_WAITING} messages or {MOST_WAITING_BYTES // 1024} KiB" in told and f"Version {VERSION}." in PAGE


def test_schema_is_fresh() -> None:
    assert TARGET.read_text(encoding="utf-8") == schema()


def test_generator_says_when_it_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from tools import gen_protocol_schema

    monkeypatch.setattr(gen_protocol_schema, "TARGET", tmp_path / "docs" / "protocol.schema.json")
    monkeypatch.setattr(sys, "argv", ["gen", "--check"])
    assert gen_protocol_schema.main() == 1 and "not fresh" in capsys.readouterr().err
    monkeypatch.setattr(sys, "argv", ["gen"])
    assert gen_protocol_schema.main() == 0
    monkeypatch.setattr(sys, "argv", ["gen", "--check"])
    assert gen_protocol_schema.main() == 0
