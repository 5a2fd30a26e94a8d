"""Verifying: each hand is decided again from its record, and everything must come out as written.

The first difference is named. Of one hand alone everything is checked but what has no consequence in it (a player's name, a house rule
that was never asked for); in a file, which must hold a match from its first hand on, the running match checks that too.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import IO, Final

import msgspec

from paiju.core.errors import ActionError, Both, PaijuError, RecordError, shown
from paiju.game.hand import Game, Hand
from paiju.game.match import Match
from paiju.records.dealing import Source, dealing, source_of, start
from paiju.records.reading import Reader, read_line
from paiju.records.record import Course, FairPart, Leaving, MatchPart, Record, canonical, digest_of, match_record, record_of
from paiju.records.taking_up import match_at, unpaid
from paiju.records.unfinished import is_unfinished, unfinished

_GAMES_KEPT: Final = 64
_HEAD: Final = ("format", "variant", "options", "seed", "lane", "dealer", "position", "match", "fair", "wall")  # what stands before the answers


class Verifier:
    """Checks records in the order they were written; the hands of a match must follow one another, from its first on."""

    def __init__(self) -> None:
        self._games: dict[bytes, Game] = {}
        self.match: Match | None = None  # the running match, its last hand played
        self.course: Course | None = None  # its last hand
        self.before: Record | None = None  # the record of that
        self.last: Record | None = None  # the last record checked, of the match or not
        self._leavings: tuple[Leaving, ...] = ()
        self._room: str | None = None  # of the fair parts of the running match; None where it has none
        self._skipped = False  # whether what is missing here is known already
        self._missing: Both | None = None  # what to say of hands missing before this one

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
        except RecordError:
            self._pass_over(record)
            raise
        except PaijuError as error:
            self._pass_over(record)
            raise RecordError(f"the hand cannot be played: {error}", f"这一盘打不了：{error.zh}") from None
        except OverflowError:
            self._pass_over(record)
            raise RecordError("the record holds a number that no record has", "牌谱里有个数字超出范围") from None

    def _pass_over(self, record: Record) -> None:
        """After a record that failed: when its hand could not be played to its end, the match is taken up again behind it."""
        if record.match is not None and self.before is not record:
            self._skipped = True
            if self.match is not None and not self.match.hand.over:
                self.match = None

    def _check(self, record: Record) -> None:
        course = self._begun(record)
        try:
            play(course, record)
        except RecordError:
            _compare_heads(record, self._due(record, course))  # another beginning says more than an answer that does not fit it
            raise
        if record.match is None:
            _compare(record, self._due(record, course))
            return
        if record.finished and not course.hand.over:
            raise RecordError(
                "finished: found true, but the hand is not over after its last answer", "finished：写的是 true，可是最后一个动作之后这一盘没有结束"
            )
        self.course, self.before = course, record
        _compare(record, self._due(record, course))
        self._tell_missing()

    def go_on(self, record: Record) -> Course:
        """A hand in progress that follows the hands checked: the running match with the answers given so far."""
        if record.match is None:
            raise RecordError("the hand belongs to no match, so there is nothing to resume", "这一盘不属于哪一局，没有可以接着打的")
        course = self._begun(record)
        if self._missing is not None:
            raise RecordError(
                "the match is not here from its first hand on; resume it from a file that is whole", "这一局前面的盘不在这里；请用完整的文件接着打"
            )
        self._go_on(record, course)
        return course

    def _check_answers(self, record: Record) -> None:
        self._go_on(record, self._begun(record))
        if record.match is not None:
            self._tell_missing()

    def _go_on(self, record: Record, course: Course) -> None:
        """Carries out the answers of a hand in progress, if it began as written."""
        _compare_heads(record, self._due(record, course))
        if self.match is not None and record.match is not None and self.match.deal is not None and course.fair is None:
            raise RecordError(
                "the hand is cut off, and the dice of a given wall stand behind its answers; take it from a whole copy",
                "这一盘不完整：牌墙是给定的，骰子写在动作后面；请用完整的一份",
            )
        play(course, record)

    def _tell_missing(self) -> None:
        if self._missing is not None:
            raise RecordError(self._missing.en, self._missing.zh)

    def _begun(self, record: Record) -> Course:
        """The hand of a record at its beginning, as it is due."""
        game, part = self.game_of(record), record.match
        source = source_of(record.fair, game, None if part is None else part.number) if isinstance(record.fair, FairPart) else None
        if part is not None:
            hand = self._hand_of_match(game, record, part, source)
        elif source is not None:
            hand = source.deal.hand(game, record.dealer)
        else:
            hand = start(game, record)
        return Course(hand, None if source is None else source.part)

    def _due(self, record: Record, course: Course) -> Record:
        """What is to be written of a hand as it stands."""
        if record.match is None:
            return record_of(course, seed=record.seed, lane=record.lane or 0)
        assert self.match is not None
        return match_record(course, self.match, self._leavings)

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

    def _hand_of_match(self, game: Game, record: Record, part: MatchPart, source: Source | None) -> Hand:
        """The hand the running match has come to, or that of the match that begins; of one not here from its first hand on, that hand."""
        match = self.match
        self._missing = None
        deal = dealing(game, record, source)
        given = source is not None or record.seed is None
        if part.number == 0:
            if match is not None and not match.hand.over:
                raise RecordError("another match begins, but the hand before is not finished", "另一局开始了，可是前面那一盘没打完")
            seed = part.seed if source is None else source.match_seed
            self.match = Match(game, seed=seed, players=part.players, deal=deal if given else None)
            self._leavings = ()
            self._room = None if source is None else source.part.room
            self._skipped = False
            return self.match.hand
        if match is None:
            first = Both(
                ", but the match's hand 0 is missing, so its points cannot be followed from the beginning",
                "，可是没有这一局编号 0 的盘，分数没法从头核对",
            )
            return self._take_up(game, record, part, first, source)
        if not match.hand.over:
            raise RecordError(
                f"hand {part.number} follows, but hand {match.number} is not finished",
                f"后面是编号 {part.number} 的盘，可是编号 {match.number} 的盘没打完",
            )
        if match.game.settings != game.settings or match.game.variant.key != game.variant.key:
            raise RecordError(
                "variant or options: found other house rules than in the match's hands before", "variant 或 options：玩法选项和这一局前面的盘不同"
            )
        match.settle()
        if part.number > match.number:
            why = Both(f", expected {match.number}; hands are missing", f"，应是 {match.number}；中间少了盘")
            return self._take_up(game, record, part, why, source)
        if part.number < match.number:
            raise RecordError(
                f"match.number: found {part.number}, expected {match.number}; hands stand twice, or in another order",
                f"match.number：写的是 {part.number}，应是 {match.number}；有的盘重复了，或者次序不对",
            )
        for leaving in part.leavings[len(self._leavings) :]:
            if leaving.after != part.number - 1 or not match.leave(leaving.player, coins=leaving.coins):
                raise unpaid(leaving)
            self._leavings = (*self._leavings, leaving)
        self._check_room(source, part.number)
        self._skipped = False
        if match.deal is not None:
            match.deal = deal
        return match.next_hand()

    def _check_room(self, source: Source | None, number: int) -> None:
        """The hands of a match are all dealt fairly in one room, or none is."""
        if source is None and self._room is not None:
            raise RecordError("fair is missing, though the match's hands before have it", "没有 fair，可是这一局前面的盘都有")
        if source is not None and self._room is None:
            raise RecordError("fair: found one, though the match's hands before have none", "fair：写了，可是这一局前面的盘都没有")
        if source is not None and source.part.room != self._room:
            found, due = shown(source.part.id), shown(f"{self._room}/{number}")
            raise RecordError(f"fair.id: found {found}, expected {due}", f"fair.id：写的是 {found}，应是 {due}")

    def _take_up(self, game: Game, record: Record, part: MatchPart, why: Both, source: Source | None) -> Hand:
        """Begins the running match with this hand; unless it is known already, it is to be said that hands are missing before."""
        n = part.number
        missing = None if self._skipped else Both(f"match.number: found {n}{why.en}", f"match.number：写的是 {n}{why.zh}")
        try:
            given = source is not None or record.seed is None
            self.match = match_at(game, record, part, dealing(game, record, source) if given else None)
        except RecordError as error:
            if missing is None:
                raise
            raise RecordError(f"{missing.en}; and {error}", f"{missing.zh}；而且 {error.zh}") from None
        self._leavings = part.leavings
        self._room = None if source is None else source.part.room
        self._missing = missing
        self._skipped = False
        return self.match.hand


def verify(record: Record) -> None:
    """Decides one hand again; RecordError with the first difference when it does not come out as written."""
    if record.digest != digest_of(msgspec.to_builtins(record)):
        raise RecordError("the digest does not fit: the record was changed after it was made", "digest 对不上：牌谱生成以后被改过")
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
                yield error.at(reader.line)
                continue
            try:
                verifier.check(record, in_progress=going_on)
                yield record
            except RecordError as error:
                yield error.at(reader.line)


def _compare_heads(record: Record, begun: Record) -> None:
    """RecordError when a hand did not begin as written: by what stands before the answers of a record."""
    _compare(msgspec.structs.replace(begun, **{name: getattr(record, name) for name in _HEAD}), begun)


def _compare(record: Record, expected: Record) -> None:
    """RecordError with the first difference."""
    due = msgspec.to_builtins(expected)
    if "fair" in due:  # what the rest follows from is named first
        due = {"fair": due["fair"], "match": due["match"], **due}
    difference = first_difference(msgspec.to_builtins(record), due)
    if difference is not None:
        raise RecordError(difference.en, difference.zh)


def play(course: Course, record: Record) -> None:
    """Carries out the record's answers; RecordError names the one that is refused."""
    for n, text in enumerate(record.actions):
        seat, action = split(text, n)
        if course.hand.over:
            raise RecordError(f"actions[{n}]: found {shown(text)}, but the hand is over", f"actions[{n}]：写的是 {shown(text)}，可是这一盘已经结束")
        try:
            course.play(action, seat)
        except ActionError as error:
            raise RecordError(f"actions[{n}]: {error}", f"actions[{n}]：{error.zh}") from None


def split(text: str, n: int) -> tuple[int, str]:
    """The seat and the action of an answer as records write it."""
    if len(text) < 3 or text[0] not in "0123" or text[1] != " ":
        raise RecordError(
            f"actions[{n}]: found {shown(text)}; an answer is a seat 0 to 3, a space and an action",
            f"actions[{n}]：写的是 {shown(text)}；应写成座位 0 到 3、一个空格、一个动作",
        )
    return int(text[0]), text[2:]


def first_difference(found: object, expected: object, at: str = "") -> Both | None:
    """Where two plain values first differ, as ``events[3].tile: found 5, expected 6``; None when nowhere."""
    if isinstance(found, dict) and isinstance(expected, dict):
        if found.get("event") != expected.get("event"):
            return _unequal(found, expected, at)
        for name in [*expected, *(name for name in found if name not in expected)]:
            if name == "digest":
                continue
            where = f"{at}.{name}" if at else str(name)
            if name not in found:
                due = _short(expected[name])
                return Both(f"{where} is missing, expected {due}", f"没有 {where}，应是 {due}")
            if name not in expected:
                there = _short(found[name])
                return Both(f"{where}: found {there}, expected no such field", f"{where}：写的是 {there}，不该有这个字段")
            difference = first_difference(found[name], expected[name], where)
            if difference is not None:
                return difference
        return None
    if isinstance(found, (list, tuple)) and isinstance(expected, (list, tuple)):
        for n, (a, b) in enumerate(zip(found, expected, strict=False)):
            difference = first_difference(a, b, f"{at}[{n}]")
            if difference is not None:
                return difference
        n = min(len(found), len(expected))
        if len(found) > n:
            there = _short(found[n])
            return Both(f"{at}[{n}]: found {there}, expected nothing more", f"{at}[{n}]：写的是 {there}，后面不该再有")
        if len(expected) > n:
            due = _short(expected[n])
            return Both(f"{at}[{n}]: found nothing more, expected {due}", f"{at}[{n}]：后面没有了，应是 {due}")
        return None
    return _unequal(found, expected, at) if type(found) is not type(expected) or found != expected else None


def _unequal(found: object, expected: object, at: str) -> Both:
    there, due = _short(found), _short(expected)
    return Both(f"{at}: found {there}, expected {due}", f"{at}：写的是 {there}，应是 {due}")


def _short(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 200 else text[:199] + "…"
