"""Fixed draws: on one wall each seat draws its own tiles in their order, whatever the others claim.

Without claims the seats draw the wall's tiles in turn; a claim shifts everything behind it, so that after one different answer two hands of
one wall have nothing more in common than any two hands. Here the tile that a seat is about to draw is exchanged with the one it would have
drawn had nobody claimed. Which tiles change places depends on who draws when and never on what they are, so a hand is as likely as without.

Only tiles are exchanged that nobody has seen: none drawn, none that lies or lay aside as a treasure. The last tiles of the wall, where
replacements and treasures come from, stay where they are.
"""

from __future__ import annotations

from typing import Final

from paiju.core.table import WALL, Table

DEALT: Final = 53
KEPT: Final = 14  # tiles at the wall's end that are not exchanged


class FixedDraws:
    """The draws of one hand, from its deal on. Call ``prepare`` before every answer."""

    def __init__(self, table: Table) -> None:
        self._table: Final = table
        self._end: Final = int(table.wall_size) - KEPT
        self._lies: Final = list(range(self._end))  # where the tile that was dealt to a place lies now
        self._came: Final = list(range(self._end))  # and the other way round

    def prepare(self) -> None:
        """Brings the next tile of the seat after ``turn`` to the front: whatever is answered, no other seat draws from there next."""
        t = self._table
        if t.drawable() <= 0:
            return
        front = int(t.front())
        if front >= self._end or not self._unseen(front):
            return
        place = self._next((int(t.turn) + 1) & 3)
        if place != front:
            small = t.small
            small[WALL + front], small[WALL + place] = small[WALL + place], small[WALL + front]
            one, other = self._came[front], self._came[place]
            self._came[front], self._came[place] = other, one
            self._lies[one], self._lies[other] = place, front

    def _next(self, seat: int) -> int:
        """Where the seat's next tile lies; when it has none left, the last that is anybody's."""
        first = DEALT + (seat - int(self._table.dealer) - DEALT) % 4
        for tile in range(first, self._end, 4):
            if self._unseen(self._lies[tile]):
                return self._lies[tile]
        return next(place for place in range(self._end - 1, -1, -1) if self._unseen(place))

    def _unseen(self, place: int) -> bool:
        t = self._table
        far = (int(t.wall_size) - 1 - place) >> 1
        return t.here(place) and not (int(t.dead_places) | int(t.dead_lower)) >> far & 1
