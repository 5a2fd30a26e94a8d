"""The line of a hand in progress: a record cut off after one of its answers. Whether the answers hold is ``verifying``'s business."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from paiju.core.errors import RecordError
from paiju.records.record import Record

ACTIONS: Final = b'"actions":['
_BEGIN: Final = b'{"format":"paiju-record/'
_ANSWER: Final = re.compile(rb',?"([0-3] [^"\\]{1,80})"')


def is_unfinished(line: bytes) -> bool:
    """Whether a line is of a hand in progress: without its end, and nothing behind the answers."""
    return line.startswith(_BEGIN) and not line.endswith(b"\n") and ACTIONS in line and line[answers_end(line) :][:1] in (b"", b",", b'"')


def unfinished(line: bytes) -> Record:
    """The record of a hand whose line was cut off after some of its answers."""
    head, _, rest = line.partition(ACTIONS)
    found = [msgspec.json.decode(b'"%s"' % text) for text in _ANSWER.findall(rest[: answers_end(line) - len(head) - len(ACTIONS)])]
    try:
        plain = msgspec.json.decode(head + ACTIONS + b"]}")
        plain.update(actions=found, choices=[], dice=[], events=[], payments=[], deltas=None, next_dealer=None, finished=False, digest="0" * 64)
        return msgspec.convert(plain, Record)
    except (msgspec.MsgspecError, TypeError, AttributeError) as error:
        raise RecordError(f"the line is no hand in progress: {error}") from None


def answers_end(line: bytes) -> int:
    """Where the last whole answer of a line ends."""
    at = line.index(ACTIONS) + len(ACTIONS)
    while found := _ANSWER.match(line, at):
        at = found.end()
    return at
