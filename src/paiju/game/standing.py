"""How a match stands when a hand begins, as every player knows it: the totals, and how much is still to come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from paiju.core.options import Settings
from paiju.core.variant import match_hands, match_rounds


class Standing(NamedTuple):
    """``totals``: of each seat of the hand, before it; ``left``: how many hands come after this one, in a match of rounds about how many."""

    totals: tuple[int, int, int, int]
    left: int


def standing_of(settings: Settings, *, totals: Sequence[int], seats: Sequence[int], number: int, passes: int) -> Standing:
    """Before the hand of that number, from 0, when the deal has moved on so often; ``totals`` by player, ``seats`` the player on each seat."""
    hands = int(match_hands(settings))
    left = hands - number if hands else _hands(4 * int(match_rounds(settings)) - passes)
    east, south, west, north = [int(totals[player]) for player in seats]
    return Standing((east, south, west, north), max(0, left - 1))


def _hands(passes: int) -> int:
    """About how many hands it takes until the deal has moved on so often: seven for five times, as measured between bots in all three games."""
    return (7 * passes + 2) // 5
