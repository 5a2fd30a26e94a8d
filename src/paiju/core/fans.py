"""Scoring items (fans): their declarations, and the tally of those a winner has.

A fan's place in its variant's list is its number; a ``Tally`` is a mask of such numbers with a value each. Which fans hold is
the variant's business; which of them exclude others stands in the declaration and is applied here.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from paiju.core.tiles import BIT, lowest


@final
class Fan:
    """One scoring item. ``excludes``: ids of fans that do not count beside this one."""

    def __init__(
        self, id: str, value: i64, clause: str, zh: str, en: str, about_zh: str, about_en: str, *, excludes: list[str] | None = None
    ) -> None:
        self.id: Final = id
        self.value: Final = value
        self.clause: Final = clause
        self.zh: Final = zh
        self.en: Final = en
        self.about_zh: Final = about_zh
        self.about_en: Final = about_en
        self.excludes: Final[list[str]] = excludes or []

    def __repr__(self) -> str:
        return f"<Fan {self.id} {self.value} ({self.clause})>"


def exclusions(fans: list[Fan]) -> vec[i64]:
    """For each fan the mask of the fans it excludes."""
    at = {fan.id: BIT[i] for i, fan in enumerate(fans)}
    masks: list[i64] = []
    for fan in fans:
        mask: i64 = 0
        for name in fan.excludes:
            mask |= at[name]
        masks.append(mask)
    return vec[i64](masks)


@final
class Tally:
    """The fans of one reading: which hold, what each is worth, and their sum."""

    def __init__(self, fans: i64) -> None:
        self.held: i64 = 0
        self.total: i64 = 0
        self.values: vec[u8] = vec[u8]([0] * fans)

    def clear(self) -> None:
        self.held = 0

    def add(self, fan: i64, value: i64) -> None:
        self.held |= BIT[fan]
        self.values[fan] = u8(value)

    def has(self, fan: i64) -> bool:
        return self.held & BIT[fan] != 0

    def value(self, fan: i64) -> i64:
        return i64(self.values[fan]) if self.held & BIT[fan] else 0

    def close(self, excluded: vec[i64]) -> None:
        """Drops what the held fans exclude and sums the rest."""
        values = self.values
        drop: i64 = 0
        left = self.held
        while left:
            drop |= excluded[lowest(left)]
            left &= left - 1
        self.held &= ~drop
        total: i64 = 0
        left = self.held
        while left:
            total += i64(values[lowest(left)])
            left &= left - 1
        self.total = total
