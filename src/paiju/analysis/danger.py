"""How likely a discard wins for another: from his melds, what he has thrown away, and what has been let pass since.

The chances were counted in some thousand hands between bots that go the shortest way (``tools/measure_tempo.py``), all but what a tile let pass says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from paiju.analysis.worth.paces import pace_of
from paiju.analysis.worth.tempo import ready_chance, sort_of
from paiju.core.tiles import BIT, KINDS, count_bits
from paiju.game.waits import turned_up

if TYPE_CHECKING:
    from collections.abc import Iterable

    from paiju.core.rules import Rules
    from paiju.game.hand import Game
    from paiju.game.views import View

_DEALT: Final = 53  # tiles dealt
_THROWN: Final = 0.05  # how much of that is left when he has thrown one away himself
_PASSED: Final = 0.3  # ... or has let one pass since his own last discard; estimated: those bots let nothing pass
_SILENT: Final = 0.1  # where ready may be declared, how many of those that are have not said so; estimated: those bots always do


class Danger:
    """What the three others may wait for, from what one seat knows (G-7)."""

    def __init__(self, view: View, game: Game) -> None:
        rules = game.rules
        self._waited_for: Final = pace_of(game.variant.key).waited_for
        self._unseen: Final = unseen(view, rules)
        rounds = (4 * int(count_bits(rules.kinds)) - _DEALT - view.wall_left) // 4
        self._others: Final[list[tuple[float, set[int], set[int]]]] = []
        for seat in range(4):
            if seat != view.audience:
                other = view.seats[seat]
                chance = float(ready_chance(min(4, len(other.melds)), rounds, other.ready or other.locked, declares=False))
                if rules.must_declare_to_win and not other.ready:
                    chance = 0.0
                elif rules.declare_ready and not other.ready:
                    chance = _SILENT * chance / (1.0 - (1.0 - _SILENT) * chance)
                self._others.append((chance, set(other.river), set(_passed(view, seat))))

    def of(self, kind: int) -> float:
        """The chance that a discard of that kind wins for one of the others."""
        safe = 1.0
        waited_for = self._waited_for[sort_of(kind)][min(3, self._unseen[kind])]
        for ready, thrown, passed in self._others:
            chance = ready * waited_for
            if kind in thrown:
                chance *= _THROWN
            elif kind in passed:
                chance *= _PASSED
            safe *= 1.0 - chance
        return 1.0 - safe


def unseen(view: View, rules: Rules) -> list[int]:
    """Of each kind the tiles the audience has not seen anywhere."""
    left = [4 if rules.kinds & BIT[kind] else 0 for kind in range(KINDS)]
    for kind in [*view.shown, *turned_up(view)]:
        left[kind] -= 1
    if view.treasure is not None and not view.over:
        left[view.treasure] -= 1
    for seat in view.seats:
        for kind in [*(seat.hand or ()), *seat.river, *(kind for meld in seat.melds for kind in meld.tiles)]:
            left[kind] -= 1
    return [max(0, n) for n in left]


def _passed(view: View, seat: int) -> Iterable[int]:
    """What the seats after him have thrown away last: he may have let it pass."""
    other = (seat + 1) & 3
    while other != view.audience:
        river = view.seats[other].river
        if river:
            yield river[-1]
        other = (other + 1) & 3
