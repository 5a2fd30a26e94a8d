"""What each audience of a hand has been told: events as they come, the view they make, proofs of tiles that came open, the delay of watchers.

Only tellers and views are used, so nothing is known here that the audience may not know.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from paiju.game.audience import Audience
from paiju.game.events import Dice, Event, Look, Open, OpeningWin, Roll, TreasureOut, TreasureSet
from paiju.game.fair import Deal
from paiju.game.hand import Hand
from paiju.game.views import View
from paiju.server.protocol import HandState, Proof, Result, Turn


class Telling:
    """One audience of one hand, and how much of the hand's log it has been told."""

    def __init__(self, hand: Hand, deal: Deal, audience: Audience) -> None:
        self.hand: Final = hand
        self.audience: Final = audience
        self._deal = deal
        self._teller = hand.teller(audience)
        self._dice = 0  # thrown so far
        self._place = -1  # of the treasure in the wall

    def tell(self, upto: int) -> tuple[Event, ...]:
        """The events that have not been told yet, up to that length of the log."""
        return tuple(self._teller.news(upto))

    def view(self) -> View:
        """The fold of all that has been told."""
        view = View(self.audience, len(self._deal.wall))
        for event in self.hand.teller(self.audience).news(self._teller.told):
            view.see(event)
        return view

    def proofs(self, events: Sequence[Event]) -> list[Proof]:
        """What shows, during the hand, that the treasure lay where it lay and fell to the die thrown for it. Every event must pass here once."""
        found: list[Proof] = []
        for event in events:
            match event:
                case Open() | Dice():
                    self._dice += len(event.dice)
                case OpeningWin():
                    self._dice += event.die is not None
                case Roll():
                    found.append(self._proof(len(self._deal.wall) + self._dice))
                    self._dice += 1
                    if event.stack is not None and not event.refused:
                        self._place = len(self._deal.wall) - 2 * event.stack + event.lower
                case TreasureSet():
                    self._place = event.place
                case Look():
                    if event.tile is not None:
                        found.append(self._proof(self._place))
                case TreasureOut():
                    found.append(self._proof(self._place))
                case _:
                    pass
        return found

    def _proof(self, index: int) -> Proof:
        proof = self._deal.proof(index)
        return Proof(index=proof.index, value=proof.value, salt=proof.salt, path=proof.path)


class Moment(NamedTuple):
    """How a hand looked to everybody from some time on: how far its log was shown, whose turn it was, how it ended."""

    at: float
    telling: Telling  # the watchers' own of this hand
    state: HandState  # the same for a whole hand
    reserve: int
    upto: int
    turn: Turn | None
    result: Result | None


    @property
    def hand(self) -> HandState:
        return msgspec.structs.replace(self.state, reserve=self.reserve)


class Delay:
    """Moments on their way to the watchers, who see each so many seconds later."""

    def __init__(self, seconds: float) -> None:
        self.seconds: Final = seconds
        self.present: Moment | None = None  # what watchers see now
        self._coming: deque[Moment] = deque()

    def add(self, moment: Moment) -> None:
        self._coming.append(moment)

    @property
    def empty(self) -> bool:
        """Whether nothing has been shown nor is on its way."""
        return self.present is None and not self._coming

    @property
    def due(self) -> float | None:
        """When the next moment is to be shown."""
        return self._coming[0].at + self.seconds if self._coming else None

    def next(self, now: float) -> Moment | None:
        """The next moment that is due, which is then the present one."""
        if not self._coming or self._coming[0].at + self.seconds > now:
            return None
        self.present = self._coming.popleft()
        return self.present
