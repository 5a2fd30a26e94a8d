"""A question put to a seat: since when it is open, how long it waits for a person, when it is answered for him."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from paiju.game.actions import Action
from paiju.game.audience import Seat
from paiju.server.protocol import Choice, Question, Turn
from paiju.server.timing import milliseconds


class Asked:
    """An open question. ``by``: who answers when ``at`` has come: "person" if he does not himself, "safe", or the name of a bot."""

    __slots__ = ("actions", "at", "by", "chair", "choices", "id", "kind", "limit", "opened", "public", "seat")

    def __init__(self, id: str, seat: Seat, chair: int, kind: str, public: bool, actions: Sequence[Action]) -> None:
        self.id: Final = id
        self.seat: Final = seat
        self.chair: Final = chair
        self.kind: Final = kind
        self.public: Final = public
        self.actions: Final = actions
        self.choices: tuple[Choice, ...] | None = None  # made when a page is there to show them
        self.by = "person"
        self.opened = 0.0
        self.limit: float | None = None  # seconds, where a clock runs
        self.at: float | None = None  # when it is answered for the seat, if at all

    def left(self, now: float) -> int | None:
        """Milliseconds that a person still has."""
        return None if self.limit is None else milliseconds(self.opened + self.limit - now)

    def from_bank(self, base: int, now: float) -> int:
        """How many of them come from the bank."""
        left = self.left(now)
        return 0 if left is None or self.limit is None else min(left, milliseconds(self.limit - base))

    def question(self, base: int, now: float) -> Question:
        assert self.choices is not None
        return Question(self.id, self.kind, self.choices, self.left(now), self.from_bank(base, now))

    def turn(self, base: int, now: float) -> Turn:
        return Turn(self.seat, self.left(now), self.from_bank(base, now))

    def find(self, text: str) -> Action | None:
        """The action of that text, if it is one of the choices."""
        return next((action for action in self.actions if str(action) == text), None)
