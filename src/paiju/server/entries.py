"""What a room's journal holds: the decided facts, in order, from which the room is folded again after a restart.

An entry is stored before anything that follows from it is sent. What passes with a connection (who is here, who has seen the settlement, time
within a question) is no entry.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from paiju.server.protocol import RoomRules


class _Entry(msgspec.Struct, frozen=True, tag_field="entry", tag=lambda name: name.lower(), omit_defaults=True):
    pass


class Opened(_Entry, frozen=True):
    """The room exists; its host sits on chair 0."""

    number: str
    rules: RoomRules
    player: str
    name: str
    quick: bool = False  # a game against bots that begins at once


class Sat(_Entry, frozen=True):
    """A person takes a chair."""

    chair: int
    player: str
    name: str


class Filled(_Entry, frozen=True):
    """A bot takes a chair."""

    chair: int
    bot: str


class Emptied(_Entry, frozen=True):
    """A chair is empty again before the match: its person stood up, left or was sent away, or the bot was taken off."""

    chair: int
    why: Literal["stood", "left", "kicked"] = "stood"


class Readied(_Entry, frozen=True):
    chair: int
    on: bool


class Ruled(_Entry, frozen=True):
    """The host has changed the rules; nobody is ready any more."""

    rules: RoomRules


class Committed(_Entry, frozen=True):
    """A hand is to be dealt from this secret; from the first one on the match has begun. The commitment is told, the secret is not."""

    hand: int
    secret: str  # 32 bytes, hexadecimal


class Promised(_Entry, frozen=True):
    """What each chair promises to add (empty: nothing). All are told now, and only then are nonces given; none is taken that was not promised."""

    hand: int
    promises: tuple[str, str, str, str]


class Begun(_Entry, frozen=True):
    """The hand is dealt from the secret and the nonces of the chairs (empty: none came)."""

    hand: int
    nonces: tuple[str, str, str, str]


class Answered(_Entry, frozen=True):
    """An answer in the hand. ``bank``: what the chair's bank holds after it, in milliseconds."""

    seat: int
    action: str
    by: Literal["player", "clock", "away", "bot"]
    bank: int
    command: str = ""  # the player's id for it


class Autoed(_Entry, frozen=True):
    """The chair is played for, or plays itself again.

    ``late``: how many turns of his own in a row ran out of time; ``missed``: the same of claims, of which nobody else may know (G-7).
    """

    chair: int
    on: bool
    late: int = 0
    missed: int = 0


class Voted(_Entry, frozen=True):
    """A chair's word on ending the match. ``at``: seconds since 1970 when the vote began, with its first."""

    chair: int
    agree: bool
    at: int = 0


class Left(_Entry, frozen=True):
    """A person has left the match for good."""

    chair: int


class Escaped(_Entry, frozen=True):
    """A person was not back in time after a hand (CS-48): pays like one who has left, and keeps the chair."""

    chair: int


class Shut(_Entry, frozen=True):
    """The room is closed."""

    why: Literal["over", "dissolved", "empty", "admin", "stuck"]


Entry = Opened | Sat | Filled | Emptied | Readied | Ruled | Committed | Promised | Begun | Answered | Autoed | Voted | Left | Escaped | Shut
