"""Writing records: whole hands, appended line by line, and matches while they are played.

The line of a hand in progress grows with every answer: it is a record cut off after its last action, so nothing is lost when the program
is killed, and the file is never written twice. ``Recorder.resume`` goes on from there.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from io import FileIO
from types import TracebackType
from typing import Final

import msgspec

from paiju.core.errors import PaijuError, RecordError
from paiju.core.settle import Payment
from paiju.game.actions import Action
from paiju.game.hand import Hand
from paiju.game.match import Match
from paiju.records.appending import append, opened
from paiju.records.dealing import source_of
from paiju.records.reading import Reader, read_line
from paiju.records.record import Course, FairPart, Leaving, Record, line_of, match_record, wall_of
from paiju.records.unfinished import ACTIONS, answers_end, damaged, unfinished
from paiju.records.verifying import Verifier


class Writer:
    """Appends records to a file, one flush a line."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._file = opened(path)
        try:
            _refuse_cut_off(self._file, path)
        except RecordError:
            self._file.close()
            raise

    def write(self, record: Record) -> None:
        self.write_lines(line_of(record))

    def write_lines(self, lines: bytes) -> None:
        """Lines already encoded, each with its end."""
        append(self._file, lines)

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class Recorder:
    """Writes a match while it is played. Play through it: an answer is in the file before ``play`` returns.

    Made by ``start`` or ``resume``.
    """

    def __init__(self, file: FileIO, match: Match, course: Course, leavings: Sequence[Leaving] = ()) -> None:
        self._file = file
        self.match: Final = match
        self.course = course
        self._leavings = list(leavings)

    @classmethod
    def start(cls, path: str | os.PathLike[str], match: Match, fair: FairPart | None = None) -> Recorder:
        """Begins to write a match at the end of a file, before the first answer of a hand.

        ``fair``: what that hand was dealt from, in a match that deals its own.
        """
        _check_begun(match, fair)
        file = opened(path)
        try:
            _refuse_cut_off(file, path)
            recorder = cls(file, match, Course(match.hand, fair))
            recorder._begin()
        except BaseException:
            file.close()
            raise
        return recorder

    @classmethod
    def resume(cls, path: str | os.PathLike[str], deal: Callable[[int, int], Hand] | None = None) -> Recorder:
        """Goes on with the last match of a file, where it stopped, be it in the middle of a hand.

        ``deal``: what deals the hands to come, in a match that deals its own.
        """
        file = opened(path, must_exist=True)
        try:
            state = _state(path, deal)
            recorder = cls(file, state.match, state.course, state.leavings)
            if state.keep is not None:
                file.truncate(state.keep)
                if state.begin:
                    recorder._begin()
                elif state.match.hand.over:
                    recorder._finish()
        except BaseException:
            file.close()
            raise
        return recorder

    def play(self, action: Action | str, seat: int | None = None) -> None:
        """Carries out an answer in the match's hand and writes it; the hand's line is completed when it is over."""
        first = not self.course.actions
        text = self.course.play(action, seat)
        append(self._file, b"%s%s" % (b"" if first else b",", msgspec.json.encode(text)))
        if self.match.hand.over:
            self._finish()

    def next_hand(self, fair: FairPart | None = None) -> Hand:
        """Settles the finished hand and begins the next; PaijuError when the match is over. ``fair`` as in ``start``."""
        hand = self.match.next_hand()
        _check_begun(self.match, fair)
        self.course = Course(hand, fair)
        self._begin()
        return hand

    def leave(self, player: int, *, coins: bool = False) -> list[Payment]:
        """CS-48, after a hand's end; written with the next hand."""
        if not self.match.hand.over:
            raise PaijuError("what leaving costs is booked when the hand is over", "逃跑要付的分，到一盘结束才记")
        payments = self.match.leave(player, coins=coins)
        if payments:
            self._leavings.append(Leaving(player, coins, self.match.number - 1))
        return payments

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _begin(self) -> None:
        line = line_of(match_record(self.course, self.match, self._leavings))
        append(self._file, line[: answers_end(line)])

    def _finish(self) -> None:
        line = line_of(match_record(self.course, self.match, self._leavings))
        append(self._file, line[answers_end(line) :])


def resume(path: str | os.PathLike[str]) -> Match:
    """The last match of a file at the point where it stopped; to go on writing it use ``Recorder.resume``."""
    return _state(path, None).match


class _State:
    """What a file says of its last match. ``keep``: how much of the file stays, when its last line is to be gone on with."""

    def __init__(self, match: Match, course: Course, leavings: Sequence[Leaving]) -> None:
        self.match = match
        self.course = course
        self.leavings = leavings
        self.keep: int | None = None
        self.begin = False


def _state(path: str | os.PathLike[str], deal: Callable[[int, int], Hand] | None) -> _State:
    verifier = Verifier()
    with Reader(path) as reader:
        while True:
            at = reader.bytes_read
            line = reader.next_line()
            if not line or not line.endswith(b"\n"):
                break
            try:
                record = read_line(line)
                verifier.check(record)
            except RecordError as error:
                raise error.at(reader.line) from None
        state = _last_state(verifier, line, at, reader.line, path)
    if state.match.deal is not None:
        state.match.deal = deal or _no_deal
    elif deal is not None:
        raise PaijuError("the hands of this match come from its seed; resume it without deal", "这一局由种子发牌；接着打不用给 deal")
    return state


def _no_deal(number: int, dealer: int) -> Hand:
    raise PaijuError(
        f"hand {number} does not come from the match's seed; resume the match with what deals its hands",
        f"编号 {number} 的盘不由种子发牌；接着打要给出发牌的 deal",
    )


def _last_state(verifier: Verifier, line: bytes, at: int, number: int, path: str | os.PathLike[str]) -> _State:
    """The state after the complete lines of a file, and what its cut off last line adds."""
    match, course, before, name = verifier.match, verifier.course, verifier.before, os.fspath(path)
    if not line:
        if match is None or course is None or before is None:
            raise RecordError(f"{name} holds no match to resume; begin a new one", f"{name} 里没有能接着打的一局；请开新的一局")
        state = _State(match, course, before.match.leavings if before.match else ())
        if not before.finished:  # a whole line, but of a hand that was left: it is gone on with
            if verifier.last is not before:
                raise RecordError(
                    f"the last match in {name} stopped in a hand with other records behind it; move its lines to the end",
                    f"{name} 里最后一局停在一盘的中间，后面还有别的牌谱；请把这一局的行移到最后",
                )
            line = line_of(before)
            state.keep = at - len(line) + answers_end(line)
        return state
    if ACTIONS not in line:  # cut off before the first answer: that hand is begun again
        if match is None or course is None or before is None or before.match is None or match.over:
            raise RecordError(
                "the line is cut off before the hand began; remove it, and begin a new match",
                "这一行在一盘开始之前就断了；请删掉这一行，开新的一局",
                number,
            )
        if match.deal is not None:
            raise RecordError(
                "the line is cut off before its hand began, and the wall is lost; remove the line, to go on with another",
                "这一行在一盘开始之前就断了，牌墙没有写下来；请删掉这一行，另发一盘",
                number,
            )
        match.next_hand()
        state = _State(match, Course(match.hand), before.match.leavings)
        begun = line_of(match_record(state.course, match, state.leavings))
        _refuse_damaged(line, begun, 0, number)
        state.begin = True
        state.keep = at
        return state
    try:
        record = unfinished(line)
        course = verifier.go_on(record)
    except PaijuError as error:
        raise RecordError(error.en, error.zh, number) from None
    assert verifier.match is not None and record.match is not None
    match = verifier.match
    state = _State(match, course, record.match.leavings)
    if line[answers_end(line) :].startswith(b"]"):  # cut off behind the answers: the rest is written anew
        whole = line_of(match_record(course, match, state.leavings))
        _refuse_damaged(line, whole, len(course.actions), number)
    state.keep = at + answers_end(line)
    return state


def _check_begun(match: Match, fair: FairPart | None) -> None:
    """PaijuError unless the match's hand stands at its beginning, and a match that deals its own hands says what this one was dealt from."""
    game = match.game
    if match.deal is None:
        fresh = game.hand(seed=match.seed, lane=match.number + 1, dealer=match.dealer)
    elif fair is None:
        raise PaijuError(
            "a match that deals its own hands is recorded with what each was dealt from; give its fair part",
            "自己发牌的一局，牌谱里每一盘都要写由什么发的；请给出 fair",
        )
    else:
        fresh = source_of(fair, game, match.number).deal.hand(game, match.dealer)
        if wall_of(fresh) != wall_of(match.hand):
            raise PaijuError("the hand was not dealt from this fair part", "这一盘不是由这个 fair 发的")
    if fresh.events() != match.hand.events():
        raise PaijuError(
            "a match is recorded from the beginning of a hand; this hand has been played in", "牌谱要从一盘的开头记起；这一盘已经打过了"
        )


def _refuse_damaged(line: bytes, whole: bytes, answers: int, number: int) -> None:
    """RecordError when a cut off line is no beginning of what is to stand there, so that nothing is thrown away but what is written anew."""
    if not whole.startswith(line):
        at = next((n for n, (a, b) in enumerate(zip(line, whole, strict=False)) if a != b), len(whole))
        raise damaged(at, answers).at(number)


def _refuse_cut_off(file: FileIO, path: str | os.PathLike[str]) -> None:
    size = file.seek(0, os.SEEK_END)
    if size:
        file.seek(size - 1)
        if file.read(1) != b"\n":
            name = os.fspath(path)
            raise RecordError(
                f"the last line of {name} is cut off; resume its match, remove the line, or name another file",
                f"{name} 的最后一行不完整；接着打那一局，删掉这一行，或者换一个文件",
            )
