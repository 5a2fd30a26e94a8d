"""How tables and the hall behave that no room rule says. Times are seconds."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import msgspec

from paiju.bots import DEFAULT
from paiju.server.ids import new_id


class TableSettings(msgspec.Struct, frozen=True, kw_only=True):
    """For tables."""

    pace: float = 1.0  # of bots; 0: they answer at once
    nonce_wait: float = 3.0  # for promises, and again for nonces
    next_wait: float = 10.0  # after a settlement
    vote_wait: float = 60.0  # until silence is consent
    away_wait: float = 60.0  # for one who has dropped, where no clock runs
    seat_wait: float = 120.0  # a chair is kept for one who has dropped before the match
    stand_in: str = DEFAULT  # the bot for one who is away, where the room wants one
    page: str = ""  # hash of the page's files
    secret: Callable[[], bytes] = lambda: secrets.token_bytes(32)


class HallSettings(msgspec.Struct, frozen=True, kw_only=True):
    """For the hall."""

    sweep: float = 5.0  # between two rounds
    overdue: float = 30.0  # a table that should have woken so long ago, or is busy with one thing so long, hangs
    rest: float = 300.0  # a table nobody visits gives its room back
    empty: float = 900.0  # a room nobody visits is closed: before its match
    over: float = 900.0  # after it
    abandoned: float = 86400.0  # in the middle
    most_rooms: int = 10_000
    new_id: Callable[[], str] = new_id
