"""Replaying: a record played again step by step, with what happened at each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from paiju.core.errors import PaijuError, RecordError
from paiju.game.actions import Action
from paiju.game.audience import EVERYTHING
from paiju.game.events import Event
from paiju.game.hand import Game, Hand
from paiju.records.dealing import start
from paiju.records.record import Record
from paiju.records.verifying import split


class Step(NamedTuple):
    """One answer and the events that followed; the first step is the deal, without an answer."""

    seat: int | None
    action: Action | None
    events: tuple[Event, ...]


class Replay:
    """A hand that plays itself: ``steps`` yields one step after another, and ``hand`` stands after the last one given.

    ``audience``: whose events are told, a seat 0-3, WATCHER or EVERYTHING.
    """

    def __init__(self, record: Record, audience: int = EVERYTHING) -> None:
        self.record: Final = record
        self.audience: Final = audience
        try:
            self.game: Final = Game(record.variant, dict(record.options))
            self.hand: Final[Hand] = start(self.game, record)
        except PaijuError as error:
            raise RecordError(f"the hand cannot be played: {error}", f"这一盘打不了：{error.zh}") from None
        except OverflowError:
            raise RecordError("the record holds a number that no record has", "牌谱里有个数字超出范围") from None
        self._teller = self.hand.teller(audience)

    def steps(self) -> Iterator[Step]:
        """The deal, then one step for each answer; RecordError where an answer is refused."""
        yield Step(None, None, tuple(self._teller.news()))
        for n, text in enumerate(self.record.actions):
            seat, wanted = split(text, n)
            action = next((a for a in self.hand.actions(seat) if str(a) == wanted), None)
            try:
                self.hand.play(wanted if action is None else action, seat)
            except PaijuError as error:
                raise RecordError(f"actions[{n}]: {error}", f"actions[{n}]：{error.zh}") from None
            yield Step(seat, action, tuple(self._teller.news()))


def replay(record: Record, audience: int = EVERYTHING) -> Replay:
    """The hand of a record, before its first answer, and its steps."""
    return Replay(record, audience)
