"""What is done for a player whose time is up (G-15). Knows nothing of seconds: whoever keeps the clock asks here."""

from __future__ import annotations

from paiju.core.errors import ActionError
from paiju.core.table import TURN
from paiju.core.tiles import NONE
from paiju.game.actions import Action
from paiju.game.audience import Seat
from paiju.game.hand import Hand


def timeout_action(hand: Hand, seat: Seat) -> Action:
    """The action of a seat that has not answered in time; ActionError when it is not asked. Never a win.

    Where it may pass it passes. On its own turn the drawn tile goes, after a claim (or when the drawn tile was laid in a set) the
    last tile in sorting order; what a clause forces, a set that must be declared (BC-19), is done instead.
    """
    choices = hand.actions(seat)
    if not choices:
        raise ActionError(f"seat {seat} is not asked now: it cannot be late", f"现在没有问座位{seat}，不会超时")
    if hand.table.asks != TURN:
        return next(action for action in choices if action.verb == "pass")
    discards = [action for action in choices if action.verb == "discard"]
    if not discards:
        return next(action for action in choices if action.verb.startswith("set "))
    drawn = int(hand.table.drawn)
    if drawn != NONE:
        return next(action for action in discards if action.tiles == (drawn,))
    return max(discards, key=lambda action: action.tiles)
