"""What a seat is asked, as a page shows it: the kind of question, its choices with labels and waits. Only here a table's insides are looked into."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from paiju.core.rules import RESERVE, SHARE_LAST
from paiju.core.wallend import reserve
from paiju.game.actions import Action
from paiju.game.audience import Seat
from paiju.game.hand import Hand
from paiju.game.waits import waits_after
from paiju.server.protocol import Choice

_LAST_TILES: Final = 4


def is_public(kind: str) -> bool:
    """Whether everybody may know who is asked: on an own turn and where the sea bottom goes round, never of a claim (G-7)."""
    return kind in ("turn", "sea")


def kept_tiles(hand: Hand) -> int:
    """Tiles at the wall's tail that are not drawn in turn."""
    end = hand.game.rules.wall_end
    return int(reserve(hand.table, hand.table.kongs)) if end == RESERVE else _LAST_TILES if end == SHARE_LAST else 0


def choices_of(hand: Hand, seat: Seat, *, hints: bool) -> tuple[Choice, ...]:
    """The seat's legal answers. With hints a discard says what it would wait for; a declaration always does."""
    actions = hand.actions(seat)
    if not hints and not any(action.verb == "ready" for action in actions):
        return tuple([_choice(action) for action in actions])
    after = waits_after(hand, seat)
    found = []
    for action in actions:
        choice = _choice(action)
        if action.verb == "ready" or (hints and action.verb == "discard"):
            waits = after.get(action.tiles[0])
            if waits:
                choice = msgspec.structs.replace(choice, waits=waits)
        found.append(choice)
    return tuple(found)


@lru_cache(maxsize=4096)
def _choice(action: Action) -> Choice:
    return Choice(str(action), action.verb, action.tiles, action.label("zh"), action.label("en"))
