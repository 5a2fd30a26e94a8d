"""The line of a hand in progress: a record cut off after one of its answers. Whether the answers hold is ``verifying``'s business."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from paiju.core.errors import RecordError, counted
from paiju.records.reading import decoded
from paiju.records.record import Record

ACTIONS: Final = b'"actions":['
_BEGIN: Final = b'{"format":"paiju-record/'
_LETTER: Final = rb"[ !#-\[\]-~]"  # of an answer's text
_ANSWER: Final = rb'"[0-3] ' + _LETTER + rb'{1,80}"'
_ANSWERS: Final = re.compile(rb"(?:" + _ANSWER + rb"(?:," + _ANSWER + rb")*)?")
_TORN: Final = rb'(?:"(?:[0-3](?: ' + _LETTER + rb"{0,80})?)?)?"  # how far the next answer may have been written
_TORN_FIRST: Final = re.compile(_TORN)
_TORN_NEXT: Final = re.compile(rb"(?:," + _TORN + rb")?")


def is_unfinished(line: bytes) -> bool:
    """Whether a line is of a hand in progress: without its end, and the list of answers not closed."""
    return line.startswith(_BEGIN) and not line.endswith(b"\n") and ACTIONS in line and line[answers_end(line) :][:1] != b"]"


def unfinished(line: bytes) -> Record:
    """The record of a hand whose line was cut off after some of its answers.

    RecordError where anything but part of one more answer, or the end of a record, follows them: what is behind must not be lost silently.
    """
    begin, end = line.index(ACTIONS) + len(ACTIONS), answers_end(line)
    found = [text.decode("ascii") for text in re.findall(rb'"([^"]+)"', line[begin:end])]
    rest = line[end:]
    torn = _TORN_NEXT if found else _TORN_FIRST
    if not rest.startswith(b"]") and not torn.fullmatch(rest):
        raise damaged(end, len(found))
    plain = decoded(line[:begin] + b"]}")
    try:
        plain.update(actions=found, choices=[], dice=[], events=[], payments=[], deltas=None, next_dealer=None, finished=False, digest="0" * 64)
        return msgspec.convert(plain, Record)
    except msgspec.ValidationError as error:
        raise RecordError(f"the line is no hand in progress: {error}", f"这一行不是没打完的一盘：{error}") from None


def damaged(at: int, answers: int) -> RecordError:
    """What is said of a line that is not as it was written, from byte ``at`` on (from 0), behind so many whole answers."""
    return RecordError(
        f"the line is damaged at its byte {at + 1}, after {counted(answers, 'answer')}; "
        "take it from an unchanged copy, or cut it off there to go on from there",
        f"这一行从第 {at + 1} 个字节起坏了，前面有 {answers} 个动作；请换没坏的一份，或者从那里截掉，再接着打",
    )


def answers_end(line: bytes) -> int:
    """Where the last whole answer of a line ends."""
    found = _ANSWERS.match(line, line.index(ACTIONS) + len(ACTIONS))
    assert found is not None  # it may be empty
    return found.end()
