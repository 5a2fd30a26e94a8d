"""Hands by number: each hand met while looking ahead gets the next number, and is known again."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

_SLOTS: Final = 32768
MOST: Final = 12000  # hands of one look
ROOM: Final = 256  # kept for those still to be met when no more should be looked at


@final
class States:
    """A hand is two words. ``number`` says which it is; ``fresh`` whether it was not met before. ``clear`` forgets them all at no cost."""

    def __init__(self) -> None:
        self.count: i64 = 0
        self.fresh: bool = False
        self._round: i64 = 1
        self._met: Final[vec[i64]] = vec[i64]([0] * _SLOTS)  # the round a slot was filled in
        self._first: Final[vec[i64]] = vec[i64]([0] * _SLOTS)
        self._second: Final[vec[i64]] = vec[i64]([0] * _SLOTS)
        self._number: Final[vec[i64]] = vec[i64]([0] * _SLOTS)

    def clear(self) -> None:
        self.count = 0
        self._round += 1

    @property
    def full(self) -> bool:
        """Whether no more should be looked at."""
        return self.count >= MOST - ROOM

    def number(self, first: i64, second: i64) -> i64:
        mixed = (first ^ (first >> 23)) * 40503 + (second ^ (second >> 11)) * 30011
        slot = (mixed ^ (mixed >> 17)) & (_SLOTS - 1)
        while self._met[slot] == self._round:
            if self._first[slot] == first and self._second[slot] == second:
                self.fresh = False
                return self._number[slot]
            slot = (slot + 1) & (_SLOTS - 1)
        self._met[slot] = self._round
        self._first[slot] = first
        self._second[slot] = second
        self._number[slot] = self.count
        self.fresh = True
        self.count += 1
        return self.count - 1
