"""What kind of question a hand asks now."""

from __future__ import annotations

from paiju.core.table import SEA_OFFER, SHARE, TURN
from paiju.game.hand import Hand


def kind_of(hand: Hand) -> str:
    """turn, claim, share (of the last tiles) or sea (the bottom goes round)."""
    asks = hand.table.asks
    return "turn" if asks == TURN else "share" if asks == SHARE else "sea" if asks == SEA_OFFER else "claim"
