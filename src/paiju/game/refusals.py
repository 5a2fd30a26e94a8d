"""Why an action is refused, in a sentence (both languages where a player reads it)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paiju.core.errors import shown
from paiju.core.table import SEA_OFFER, TURN

if TYPE_CHECKING:
    from paiju.game.actions import Action
    from paiju.game.audience import Seat
    from paiju.game.hand import Hand


def refusal(hand: Hand, seat: Seat, action: Action | str) -> str:
    """What was tried, why not, and what would do."""
    if not isinstance(seat, int) or not 0 <= seat <= 3:
        return f"there is no seat {seat!r}; seats are 0 to 3"
    if hand.over:
        return f"{shown(str(action))} by seat {seat} is refused: the hand is over"
    if seat not in hand.to_act:
        whose = f"; to act: {hand.to_act[0]}" if hand.table.asks in (TURN, SEA_OFFER) else ""  # who holds a claim is not told (G-7)
        return f"{shown(str(action))} by seat {seat} is refused: seat {seat} is not asked now{whose}"
    if not hand.game.book.indexes(action):
        return f"{shown(str(action))} is no action of {hand.game.variant.key}; seat {seat} may {_choices(hand, seat)}"
    return f"{shown(str(action))} by seat {seat} is not legal now; seat {seat} may {_choices(hand, seat)}"


def _choices(hand: Hand, seat: Seat) -> str:
    texts = [str(a) for a in hand.actions(seat)]
    return ", ".join(texts[:12]) + (f" and {len(texts) - 12} more" if len(texts) > 12 else "")
