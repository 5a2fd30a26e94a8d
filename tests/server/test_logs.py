"""What the log says, and what it never says."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Callable

import pytest

from paiju.core.errors import ActionError
from paiju.server import logs


def said(kind: str, speak: Callable[[logging.Logger], None]) -> str:
    """What the log of that kind holds after somebody spoke."""
    stream = io.StringIO()
    handler = logs.start(kind, stream=stream)
    try:
        speak(logging.getLogger("paiju.server.table"))
    finally:
        logs.stop(handler)
    return stream.getvalue()


def test_json_is_one_object_a_line_with_the_known_fields() -> None:
    fields = {"table": "123456", "hand": 3, "sequence": 120, "secret": "abc", "tiles": "5m"}
    text = said("json", lambda log: log.info("hand over\nnext", extra=fields))
    [line] = text.splitlines()
    found = json.loads(line)
    assert found.pop("time").endswith("Z")
    assert found == {"level": "info", "from": "paiju.server.table", "said": "hand over\nnext", "table": "123456", "hand": 3, "sequence": 120}


def test_text_is_a_short_line() -> None:
    text = said("text", lambda log: log.warning("table %s is silent\x1b[31m", "x", extra={"table": "123456", "why": "clock", "tiles": "5m"}))
    assert text[8:] == " warning: table x is silent?[31m  table=123456  why=clock\n"


@pytest.mark.parametrize("kind", logs.KINDS)
def test_an_answer_quoted_by_an_error_is_not_told(kind: str) -> None:
    quoted = ActionError('"discard 5m" by seat 0 is refused', "拒绝")

    def speak(log: logging.Logger) -> None:
        try:
            try:
                raise quoted
            except ActionError as error:
                raise RuntimeError("no way on") from error
        except RuntimeError:
            log.exception("a table failed")

    text = said(kind, speak)
    assert "ActionError" in text and "RuntimeError: no way on" in text and "test_logs.py" in text and "5m" not in text


def test_other_errors_are_told_whole() -> None:
    def speak(log: logging.Logger) -> None:
        try:
            raise KeyError("missing")
        except KeyError:
            log.exception("failed")

    assert "KeyError: 'missing'" in said("text", speak)


def test_nothing_is_left_behind() -> None:
    said("json", lambda log: None)
    assert logging.getLogger("paiju").handlers == [] and logging.getLogger("paiju").propagate
