"""Verifying: each hand is decided again from its record, and everything must come out as written.

The first difference is named. Of one hand alone everything is checked but what has no consequence in it (a player's name, a house rule
that was never asked for); in a file, which must hold a match from its first hand on, the running match checks that too.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import IO, Final

import msgspec

from paiju.core.errors import ActionError, PaijuError, RecordError, shown
from paiju.core.notation import parse_tiles
from paiju.game.hand import Game, Hand
from paiju.game.match import Match
from paiju.records.reading import Reader, printable, read_line
from paiju.records.record import Course, Leaving, MatchPart, Record, canonical, digest_of, match_part, record_of
from paiju.records.taking_up import match_at
from paiju.records.unfinished import is_unfinished, unfinished

_GAMES_KEPT: Final = 64
_HEAD: Final = ("format", "variant", "options", "seed", "lane", "dealer", "position", "match", "wall")  # what stands before the answers


class Verifier:
    """Checks records in the order they were written; the hands of a match must follow one another, from its first on."""

    def __init__(self) -> None:
        self._games: dict[bytes, Game] = {}
        self.match: Match | None = None  # the running match, its last hand played
        self.course: Course | None = None  # its last hand
        self.before: Record | None = None  # the record of that
        self.last: Record | None = None  # the last record checked, of the match or not
        self._leavings: tuple[Leaving, ...] = ()
        self._skipped = False  # whether what is missing here is known already
        self._missing = ""  # what to say of hands missing before this one

    def skip(self) -> None:
        """Says that hands may be missing from here to the next record, as is known already."""
        self._skipped = True

    def check(self, record: Record, *, in_progress: bool = False) -> None:
        """RecordError with the first difference, when the record does not hold; of a hand ``in_progress`` its head and its answers count.

        After a hand that comes out otherwise than written the match goes on as it was decided; so what follows is still compared.
        """
        self.last = record
        try:
            self._check_answers(record) if in_progress else self._check(record)
        except RecordError as error:
            self._pass_over(record)
            raise RecordError(printable(error.reason)) from None
        except PaijuError as error:
            self._pass_over(record)
            raise RecordError(printable(f"the hand cannot be played: {error}")) from None
        except OverflowError:
            self._pass_over(record)
            raise RecordError("the record holds a number that no record has") from None

    def _pass_over(self, record: Record) -> None:
        """After a record that failed: when its hand could not be played to its end, the match is taken up again behind it."""
        if record.match is not None and self.before is not record:
            self._skipped = True
            if self.match is not None and not self.match.hand.over:
                self.match = None

    def _check(self, record: Record) -> None:
        game = self.game_of(record)
        part = record.match
        if part is None:
            course = play(start(game, record), record)
            _compare(record, record_of(course, seed=record.seed, lane=record.lane or 0))
            return
        hand = self._hand_of_match(game, record, part)
        match = self.match
        assert match is not None
        try:
            course = play(hand, record)
        except RecordError:
            _compare_heads(record, self._record_of(Course(hand), match))  # another beginning says more than an answer that does not fit it
            raise
        if record.finished and not hand.over:
            raise RecordError("finished: found true, but the hand is not over after its last answer")
        self.course, self.before = course, record
        _compare(record, self._record_of(course, match))
        if self._missing:
            raise RecordError(self._missing)

    def go_on(self, record: Record) -> Course:
        """A hand in progress that follows the hands checked: the running match with the answers given so far."""
        if record.match is None:
            raise RecordError("the hand belongs to no match, so there is nothing to resume")
        hand = self._hand_of_match(self.game_of(record), record, record.match)
        if self._missing:
            raise RecordError("the match is not here from its first hand on; resume it from a file that is whole")
        assert self.match is not None
        _compare_heads(record, self._record_of(Course(hand), self.match))
        return play(hand, record)

    def _check_answers(self, record: Record) -> None:
        game = self.game_of(record)
        part = record.match
        if part is None:
            hand = start(game, record)
            begun = record_of(Course(hand), seed=record.seed, lane=record.lane or 0)
        else:
            hand = self._hand_of_match(game, record, part)
            assert self.match is not None
            begun = self._record_of(Course(hand), self.match)
        _compare_heads(record, begun)
        play(hand, record)
        if part is not None and self._missing:
            raise RecordError(self._missing)

    def _record_of(self, course: Course, match: Match) -> Record:
        return record_of(course, seed=match.seed, lane=match.number + 1, match=match_part(match, self._leavings))

    def game_of(self, record: Record) -> Game:
        """The game of a record, made once for the same house rules."""
        key = canonical([record.variant, record.options])
        game = self._games.get(key)
        if game is None:
            if len(self._games) >= _GAMES_KEPT:
                self._games.clear()
            game = Game(record.variant, dict(record.options))
            self._games[key] = game
        return game

    def _hand_of_match(self, game: Game, record: Record, part: MatchPart) -> Hand:
        """The hand the running match has come to, or that of the match that begins; of one not here from its first hand on, that hand."""
        match = self.match
        self._missing = ""
        if part.number == 0:
            if match is not None and not match.hand.over:
                raise RecordError("another match begins, but the hand before is not finished")
            self.match = Match(game, seed=part.seed, players=part.players)
            self._leavings = ()
            self._skipped = False
            return self.match.hand
        if match is None:
            return self._take_up(game, record, part, ", but the match's hand 0 is missing, so its points cannot be followed from the beginning")
        if not match.hand.over:
            raise RecordError(f"hand {part.number} follows, but hand {match.number} is not finished")
        if match.game.settings != game.settings or match.game.variant.key != game.variant.key:
            raise RecordError("variant or options: found other house rules than in the match's hands before")
        match.settle()
        if part.number > match.number:
            return self._take_up(game, record, part, f", expected {match.number}; hands are missing")
        if part.number < match.number:
            raise RecordError(f"match.number: found {part.number}, expected {match.number}; hands stand twice, or in another order")
        for leaving in part.leavings[len(self._leavings) :]:
            if leaving.after != part.number - 1 or not match.leave(leaving.player, coins=leaving.coins):
                raise RecordError(f"match.leavings: nothing was to be paid by player {leaving.player} after hand {leaving.after}")
            self._leavings = (*self._leavings, leaving)
        self._skipped = False
        return match.next_hand()

    def _take_up(self, game: Game, record: Record, part: MatchPart, missing: str) -> Hand:
        """Begins the running match with this hand; unless it is known already, it is to be said that hands are missing before."""
        missing = "" if self._skipped else f"match.number: found {part.number}{missing}"
        try:
            self.match = match_at(game, record, part)
        except RecordError as error:
            raise RecordError(f"{missing}; and {error}" if missing else error.reason) from None
        self._leavings = part.leavings
        self._missing = missing
        self._skipped = False
        return self.match.hand


def verify(record: Record) -> None:
    """Decides one hand again; RecordError with the first difference when it does not come out as written."""
    if record.digest != digest_of(msgspec.to_builtins(record)):
        raise RecordError("the digest does not fit: the record was changed after it was made")
    verifier = Verifier()
    verifier.skip()  # a hand of a match may be verified without those before it
    verifier.check(record)


def verify_file(source: str | os.PathLike[str] | IO[bytes]) -> Iterator[RecordError | Record]:
    """Every line of a file: its record when it holds, else the error, with the line's number.

    A hand in progress at the end of the file holds when its answers do; its record is not ``finished``.
    """
    verifier = Verifier()
    with Reader(source) as reader:
        while True:
            try:
                line = reader.next_line()
                if not line:
                    return
                going_on = is_unfinished(line)
                record = unfinished(line) if going_on else read_line(line)
            except RecordError as error:
                verifier.skip()
                yield RecordError(error.reason, reader.line)
                continue
            try:
                verifier.check(record, in_progress=going_on)
                yield record
            except RecordError as error:
                yield RecordError(error.reason, reader.line)


def _compare_heads(record: Record, begun: Record) -> None:
    """RecordError when a hand did not begin as written: by what stands before the answers of a record."""
    _compare(msgspec.structs.replace(begun, **{name: getattr(record, name) for name in _HEAD}), begun)


def _compare(record: Record, expected: Record) -> None:
    """RecordError with the first difference."""
    difference = first_difference(msgspec.to_builtins(record), msgspec.to_builtins(expected))
    if difference:
        raise RecordError(difference)


def start(game: Game, record: Record) -> Hand:
    """The hand of a record before its first answer."""
    if record.position is not None:
        return game.hand_from(record.position, dice=record.dice)
    if record.seed is not None:
        if abs(record.lane or 0) >> 62:
            raise RecordError(f"lane: found {record.lane}; no lane is so far from 0")
        return game.hand(seed=record.seed, lane=record.lane or 0, dealer=record.dealer)
    return game.hand(wall=parse_tiles(record.wall), dealer=record.dealer, dice=record.dice)


def play(hand: Hand, record: Record) -> Course:
    """Carries out the record's answers; RecordError names the one that is refused."""
    course = Course(hand)
    for n, text in enumerate(record.actions):
        seat, action = split(text, n)
        if hand.over:
            raise RecordError(f"actions[{n}]: found {shown(text)}, but the hand is over")
        try:
            course.play(action, seat)
        except ActionError as error:
            raise RecordError(f"actions[{n}]: {error}") from None
    return course


def split(text: str, n: int) -> tuple[int, str]:
    """The seat and the action of an answer as records write it."""
    if len(text) < 3 or text[0] not in "0123" or text[1] != " ":
        raise RecordError(f"actions[{n}]: found {shown(text)}; an answer is a seat 0 to 3, a space and an action")
    return int(text[0]), text[2:]


def first_difference(found: object, expected: object, at: str = "") -> str:
    """Where two plain values first differ, as ``events[3].tile: found 5, expected 6``; empty when nowhere."""
    if isinstance(found, dict) and isinstance(expected, dict):
        if found.get("event") != expected.get("event"):
            return f"{at}: found {_short(found)}, expected {_short(expected)}"
        for name in [*expected, *(name for name in found if name not in expected)]:
            if name == "digest":
                continue
            where = f"{at}.{name}" if at else str(name)
            if name not in found:
                return f"{where} is missing, expected {_short(expected[name])}"
            if name not in expected:
                return f"{where}: found {_short(found[name])}, expected no such field"
            difference = first_difference(found[name], expected[name], where)
            if difference:
                return difference
        return ""
    if isinstance(found, (list, tuple)) and isinstance(expected, (list, tuple)):
        for n, (a, b) in enumerate(zip(found, expected, strict=False)):
            difference = first_difference(a, b, f"{at}[{n}]")
            if difference:
                return difference
        if len(found) > len(expected):
            return f"{at}[{len(expected)}]: found {_short(found[len(expected)])}, expected nothing more"
        if len(found) < len(expected):
            return f"{at}[{len(found)}]: found nothing more, expected {_short(expected[len(found)])}"
        return ""
    if type(found) is not type(expected) or found != expected:
        return f"{at}: found {_short(found)}, expected {_short(expected)}"
    return ""


def _short(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 200 else text[:199] + "…"
