"""What a bot is: asked with what its seat knows, it gives one of its legal actions.

A bot never sees a ``Hand``: it gets a ``Seen``, which holds nothing its seat may not know (G-7). The same seed, lane and seat make the same
bot, so a hand between bots is fixed by its wall.
"""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

from paiju.core.study import Study
from paiju.core.table import HELD, TURN, WAITS, Table
from paiju.core.tiles import NONE
from paiju.game.actions import Action
from paiju.game.hand import Game, Hand
from paiju.game.standing import Standing
from paiju.game.views import View


class Looks(Protocol):
    """What takes from a table only what a seat may know (G-7): ``Study``, ``Sight``, ``Outlook``."""

    def look(self, t: Table, seat: int) -> None: ...


class Seen:
    """What one seat knows of a hand when it is asked. ``legal``: what it may answer; ``standing``: how the match stands, if one is played."""

    __slots__ = ("_hand", "legal", "seat", "standing")

    def __init__(self, hand: Hand, seat: int, standing: Standing | None = None) -> None:
        self._hand = hand
        self.seat = seat
        self.standing = standing
        self.legal: list[Action] = hand.actions(seat)

    def view(self) -> View:
        """All of it, as the fold of the events this seat was told; the slow way to know everything."""
        return self._hand.view(self.seat)

    def new_study(self) -> Study:
        """Something to work out distances with, for this game; ``look`` makes use of it."""
        return Study(self._hand.game.rules)

    @property
    def game(self) -> Game:
        """Its rules and scoring."""
        return self._hand.game

    def look(self, study: Looks) -> None:
        """Has something of the compiled code take in the own tiles and melds and what lies open."""
        study.look(self._hand.table, self.seat)

    def rate(self, study: Study, kinds: int) -> int:
        """The best discard of a mask of kinds, from the tiles as they are; ``look`` must have come first."""
        return int(study.rate(self._hand.table, self.seat, kinds))

    @property
    def held(self) -> int:
        """Mask of the kinds in the own concealed hand."""
        return int(self._hand.table.big[HELD + self.seat * 4])

    @property
    def waits(self) -> int:
        """Mask of the own waits (G-12), when 13 tiles are held."""
        return int(self._hand.table.big[WAITS + self.seat])

    @property
    def drawn(self) -> int | None:
        """The tile just drawn in the own turn."""
        table = self._hand.table
        return int(table.drawn) if table.turn == self.seat and table.asks == TURN and table.drawn != NONE else None

    def offered(self, action: Action) -> int:
        """The tile a claim is about."""
        return int(self._hand.table.tile2 if action.which == "2" else self._hand.table.tile)


class Judged(NamedTuple):
    """A legal answer and what it is worth: the points its seat can expect of the whole hand when it goes on so."""

    action: Action
    worth: float


class Bot:
    """One player of one hand. A subclass overrides ``choose``; ``name`` is what it is registered under."""

    name: str = ""
    level: int = 0  # how strong it is, from 0: random
    zh: str = ""  # what players call it
    en: str = ""
    about_zh: str = ""  # one sentence
    about_en: str = ""
    wants_views: bool = True  # False for one that never asks for ``Seen.view``: its hands may be played without a log
    standing: Standing | None = None  # how the match stood when the hand began; whoever makes the bot says so, where a match is played

    def __init__(self, *, seed: int, lane: int, seat: int) -> None:
        self.seed: Final = seed
        self.lane: Final = lane
        self.seat: Final = seat

    def see(self, hand: Hand) -> Seen:
        """What the bot's seat, which must be asked, knows now."""
        return Seen(hand, self.seat, self.standing)

    def answer(self, hand: Hand) -> Action:
        """What the bot does now."""
        return self.choose(self.see(hand))

    def choose(self, seen: Seen) -> Action:
        """One of ``seen.legal``."""
        raise NotImplementedError

    def judge(self, seen: Seen) -> list[Judged]:
        """Every legal answer with its worth, the best first; nothing by a bot that does not weigh them."""
        return []
