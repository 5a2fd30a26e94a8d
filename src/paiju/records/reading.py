"""Reading records line by line: whatever a file holds, a line is a whole record or a RecordError with its number and what would do.

No line longer than ``LONGEST_LINE`` is ever taken into memory. Whether a hand could have gone as written is ``verifying``'s business.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from types import TracebackType
from typing import IO, Any, Final

import msgspec

from paiju.core.errors import Both, RecordError, shown
from paiju.game.bad_json import reason
from paiju.records.record import FORMAT, Record, canonical, digest_of

LONGEST_LINE: Final = 1 << 20
_VERSION: Final = re.compile(r"paiju-record/([0-9]{1,9})")
_BEYOND: Final = 1 << 63
_GZIP: Final = b"\x1f\x8b"
_BOM: Final = b"\xef\xbb\xbf"


class Reader:
    """The records of a file, one after another. After a line that is refused reading can go on with the next.

    ``with Reader(path) as records: for record in records: ...``; ``line`` is the number of the last line read.
    """

    def __init__(self, source: str | os.PathLike[str] | IO[bytes]) -> None:
        self._own = isinstance(source, (str, os.PathLike))
        self._file: IO[bytes] = open(source, "rb") if isinstance(source, (str, os.PathLike)) else source  # noqa: SIM115
        self.line = 0
        self.bytes_read = 0
        self._ended = False

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        if self._own:
            self._file.close()

    def __iter__(self) -> Iterator[Record]:
        return self

    def __next__(self) -> Record:
        line = self.next_line()
        if not line:
            raise StopIteration
        return read_line(line, self.line)

    def next_line(self) -> bytes:
        """The next line with its end, or nothing after the last; RecordError for one too long, which ends the reading."""
        if self._ended:
            return b""
        line = self._file.readline(LONGEST_LINE + 1)
        self.line += 1 if line else 0
        self.bytes_read += len(line)
        if self.line == 1 and line.startswith(_GZIP):
            self._ended = True
            raise RecordError("the file is compressed; unpack it first, with gunzip", "文件是压缩过的；先用 gunzip 解压", self.line)
        if len(line) > LONGEST_LINE:
            self._ended = True
            raise RecordError(
                f"the line is longer than {LONGEST_LINE} bytes, which no record is; nothing after it was read",
                f"这一行超过 {LONGEST_LINE} 字节，牌谱没有这么长；后面的都没有读",
                self.line,
            )
        if self.line == 1:
            line = line.removeprefix(_BOM)
        return line


def read_line(line: bytes, number: int = 0) -> Record:
    """The record in one line; RecordError says what is wrong with it. ``number`` is told in the message."""
    try:
        return _read(line)
    except RecordError as error:
        raise error.at(number) from None


def _read(line: bytes) -> Record:
    plain = decoded(line)
    _check_format(plain)
    if plain.get("digest") != digest_of(plain):
        raise RecordError(
            "the digest does not fit: the record was changed after it was written; take it from an unchanged copy",
            "digest 对不上：牌谱写好以后被改过；请用没改过的那一份",
        )
    try:
        record = msgspec.convert(plain, Record)
    except msgspec.ValidationError as error:
        raise RecordError(f"the record is not made as format {FORMAT} says: {error}", f"牌谱不合格式 {FORMAT}：{error}") from None
    if record.match is not None and sorted(record.match.seats) != [0, 1, 2, 3]:
        found = list(record.match.seats)
        raise RecordError(
            f"match.seats: found {found}, expected each of the players 0 to 3 once", f"match.seats：写的是 {found}，应是 0 到 3 四位各一次"
        )
    if canonical(record) != canonical(plain):
        unlike = _unlike(plain, record)
        raise RecordError(
            f"the record holds fields that format {FORMAT} does not know, or leaves some out: {unlike.en}",
            f"牌谱里有格式 {FORMAT} 没有的字段，或者少了字段：{unlike.zh}",
        )
    return record


def decoded(line: bytes) -> dict[str, Any]:
    """The plain values of a JSON object; RecordError when the line is none, or holds what no record does."""
    if not line.strip():
        raise RecordError("the line is empty; remove it", "这一行是空的；请删掉")
    try:
        plain = json.loads(line.decode("utf-8"), object_pairs_hook=_object, parse_constant=_no_constant, parse_int=_whole)
        canonical(plain)  # text with half a surrogate pair cannot be written again
    except RecordError:
        raise
    except UnicodeError:
        raise RecordError("the line is not UTF-8 text, so it holds no record", "这一行不是 UTF-8 文字，不是牌谱") from None
    except RecursionError:
        raise RecordError("the line holds values nested too deep for a record", "这一行嵌套太深，不是牌谱") from None
    except json.JSONDecodeError as error:
        if not line.endswith(b"\n") and line.startswith(b'{"format":"paiju-record/'):
            raise RecordError(
                "the line is cut off: its hand was not finished, or the file was; resume the match from this file, or remove the line",
                "这一行不完整：那一盘没打完，或者文件被截断了；可以从这个文件接着打，或者删掉这一行",
            ) from None
        why = reason(error)
        raise RecordError(
            f"the line is not JSON: {why.en}; a record is one JSON object", f"这一行不是 JSON，{why.zh}；一盘牌谱是一个 JSON 对象"
        ) from None
    except ValueError:
        raise RecordError("the line is not JSON that can be read: a number is too long", "这一行的 JSON 读不了：有个数字太长") from None
    except (TypeError, OverflowError):
        raise RecordError("the line holds a number that no record has", "这一行有个数字超出范围") from None
    if not isinstance(plain, dict):
        what = json.dumps(plain) if plain is None or isinstance(plain, bool) else shown(plain)
        raise RecordError(f"the line is {what}; a record is one JSON object", f"这一行是 {what}；一盘牌谱应是一个 JSON 对象")
    return plain


def _check_format(plain: dict[str, Any]) -> None:
    found = plain.get("format")
    if found == FORMAT:
        return
    if found is None:
        begin = f'{{"format":"{FORMAT}"'
        raise RecordError(
            f'the JSON object is no record of a hand: it has no "format"; records begin with {begin}',
            f'这个 JSON 对象不是牌谱：没有 "format"；牌谱以 {begin} 开头',
        )
    version = _VERSION.fullmatch(found) if isinstance(found, str) else None
    if version is not None and int(version[1]) > int(FORMAT.rpartition("/")[2]):
        raise RecordError(
            f"the record is of format {shown(found)}, newer than {FORMAT}, the newest known here; read it with a newer paiju",
            f"牌谱的格式 {shown(found)} 比这里能读的 {FORMAT} 新；请用新版的 paiju 读",
        )
    raise RecordError(
        f"the record is of format {shown(found)}, which is not known; known is {FORMAT}",
        f"没有 {shown(found)} 这种牌谱格式；能读的是 {FORMAT}",
    )


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise RecordError(
            f"{shown(twice)} stands twice in one object; each name may stand once", f"{shown(twice)} 在一个对象里写了两次；每个名字只能写一次"
        )
    return found


def _whole(digits: str) -> int:
    number = int(digits)
    if not -_BEYOND <= number < _BEYOND:
        raise RecordError(f"the line holds a number that no record has: {shown(number)}", f"这一行有个数字超出范围：{shown(number)}")
    return number


def _no_constant(name: str) -> object:
    raise RecordError(f"the line is not JSON: {name} is no JSON value", f"这一行不是 JSON：{name} 不是 JSON 的值")


def _unlike(plain: object, record: Record) -> Both:
    """Where plain values differ from what the record made of them holds."""
    from paiju.records.verifying import first_difference

    return first_difference(plain, msgspec.to_builtins(record)) or Both("numbers are written in another way", "数字的写法不同")
