"""What a win pays a player by the game's own scoring: from a discard, by self-draw, by a treasure. What only the moment decides is not in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from paiju.core.rules import NO_TREASURE
from paiju.core.tiles import BIT, KINDS
from paiju.core.win import DISCARD, DRAWN, NOBODY, SELF_DRAW, Meld, claim
from paiju.game.audience import Seat, Tile

if TYPE_CHECKING:
    from paiju.core.scoring import Scoring
    from paiju.core.settle import Settlement


class Wait(msgspec.Struct, frozen=True):
    """A kind that wins: how many may still come, and what all three others together pay for it from a discard and by self-draw.

    ``fans`` and ``drawn_fans``: the winner's fans by id, from a discard and by self-draw, each with what it counts.
    """

    tile: Tile
    live: int
    discard: int
    self_draw: int
    fans: dict[str, int] = {}
    drawn_fans: dict[str, int] = {}


class Own(NamedTuple):
    """A player's tiles and melds, and what a win of his is settled by: his seat, the dealer, a mask of the others whose hands are closed."""

    counts: list[int]
    melds: list[Meld]
    seat: Seat = 1
    dealer: Seat = 0
    closed: int = 0

    def wait(self, scoring: Scoring, tile: Tile, live: int) -> Wait:
        """From a discard of another who does not deal, and by self-draw."""
        payer = next(other for other in range(4) if other not in (self.seat, self.dealer))
        discarded, drawn = self._settled(scoring, tile, payer), self._settled(scoring, tile)
        points = discarded.deltas()[self.seat], drawn.deltas()[self.seat]
        return Wait(tile, live, *points, discarded.fan_values(), drawn.fan_values())

    def barred(self, scoring: Scoring, tile: Tile) -> int:
        """Why that tile, drawn, does not win, by number in ``REASONS``; 0 where it does."""
        return int(self._settled(scoring, tile).reason)

    def by_treasure(self, scoring: Scoring, waits: int) -> int:
        """What all three others pay when a drawn treasure that is none of the waits stands for the one that scores best; 0 where there is none."""
        rules = scoring.rules
        others = [kind for kind in range(KINDS) if rules.kinds & ~waits & BIT[kind]]
        if rules.treasure == NO_TREASURE or not others:
            return 0
        return self._settled(scoring, others[0], treasure_how=DRAWN).deltas()[self.seat]

    def _settled(self, scoring: Scoring, tile: Tile, payer: Seat = NOBODY, *, treasure_how: int = 0) -> Settlement:
        win = claim(self.seat, self.dealer, SELF_DRAW if payer == NOBODY else DISCARD, bytes(self.counts), self.melds, tile, payer)
        win.closed, win.treasure_how = self.closed, treasure_how
        return scoring.settle(win)
