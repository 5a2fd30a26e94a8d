"""What a comparison plays: which bots sit where at how many tables of one wall, and which walls those are.

A wall is a lane of a named seed; it is dealt once for every seating, and the deal turns with the wall. Knows nothing of results.
"""

from __future__ import annotations

from itertools import permutations
from typing import Final

import msgspec

# Seeds kept apart by what they are for: to try things on, to decide by, to publish.
SEEDS: Final = {"development": 0x2C5A_93D1_70E4_B86F, "gate": 0x11F7_4E06_BD92_5CA3, "test": 0x3968_D0B7_2A41_FE15}
MOST_WALLS: Final = 1_000_000  # within the lanes for which bots have chances of their own

Seating = tuple[int, int, int, int]  # the player on each seat

ROTATED: Final[tuple[Seating, ...]] = ((0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0))
ALL_ORDERS: Final[tuple[Seating, ...]] = tuple((a, b, c, d) for a, b, c, d in permutations((0, 1, 2, 3)))
TURNED: Final[tuple[Seating, ...]] = ((0, 1, 2, 3), (3, 0, 1, 2), (2, 3, 0, 1), (1, 2, 3, 0))


class Contest(msgspec.Struct, frozen=True):
    """Bots compared under one game. ``players``: a candidate and what it is measured against, or four."""

    variant: str
    options: dict[str, object]
    players: tuple[str, ...]
    seatings: tuple[Seating, ...]
    walls: str
    fixed_draws: bool = False

    @property
    def seed(self) -> int:
        return SEEDS[self.walls]

    @property
    def paired(self) -> bool:
        """Whether one bot sits against three of another."""
        return len(self.players) == 2

    def sits(self, table: int, player: int) -> list[int]:
        """The seats of a player at a table."""
        return [seat for seat, who in enumerate(self.seatings[table]) if who == player]


def paired(
    variant: str, options: dict[str, object], candidate: str, baseline: str, *, walls: str = "development", fixed_draws: bool = False
) -> Contest:
    """One bot against three of another: four tables a wall, the candidate on each seat once."""
    return Contest(variant, options, (candidate, baseline), ROTATED, walls, fixed_draws)


def four_sided(
    variant: str, options: dict[str, object], players: tuple[str, ...], *, orders: int = 24, walls: str = "development", fixed_draws: bool = False
) -> Contest:
    """Four bots: 24 tables a wall, every order of them, or 4, one order turned round the table."""
    return Contest(variant, options, players, ALL_ORDERS if orders == 24 else TURNED, walls, fixed_draws)
