"""What a seat waits for (G-12), now and after each discard it may make: from its own tiles and melds alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paiju.core.ending import hand_counts, seat_melds
from paiju.core.tiles import BIT, KINDS
from paiju.core.win import DISCARD, SELF_DRAW, claim
from paiju.core.winning import WINS

if TYPE_CHECKING:
    from paiju.core.settle import Settlement
    from paiju.game.audience import Seat, Tile
    from paiju.game.hand import Hand
    from paiju.game.views import View


def waits(hand: Hand, seat: Seat) -> tuple[int, ...]:
    """The kinds that would complete the seat's hand; none while it holds a tile too many.

    >>> from paiju.game.hand import Game
    >>> from paiju.game.position import Position
    >>> hands = ("123m456m55p789s11z2z", "1112223337779m", "1112223334446p", "6667778889999p")
    >>> hand = Game("changchun").hand_from(Position(hands=hands, wall="23456s" * 4, drawn="2z"))
    >>> waits(hand, 0), waits_after(hand, 0)
    ((), {28: (13, 27)})
    """
    if _count(hand, seat) % 3 != 1:
        return ()
    return _kinds(int(hand.table.find_waits(seat, WINS)))


def waits_after(hand: Hand, seat: Seat) -> dict[int, tuple[int, ...]]:
    """For each discard the seat may make that leaves it ready: the kinds it would then wait for."""
    found: dict[int, tuple[int, ...]] = {}
    table = hand.table.clone()
    for kind in dict.fromkeys(action.tiles[0] for action in hand.actions(seat) if action.verb in ("discard", "ready")):
        table.remove(seat, kind)
        after = _kinds(int(table.find_waits(seat, WINS)))
        table.add(seat, kind)
        if after:
            found[kind] = after
    return found


def prospects(hand: Hand, seat: Seat, discard: Tile | None = None) -> dict[int, tuple[Settlement, Settlement]]:
    """For each kind the seat waits for, or would after that discard: what it would pay from a discard of a seat that does not deal, and by self-draw.

    What only the moment of the win decides (a treasure, a kong's replacement, birds) is not in it.
    """
    table = hand.table
    if discard is not None:
        if not any(action.verb in ("discard", "ready") and action.tiles[0] == discard for action in hand.actions(seat)):
            return {}
        table = table.clone()
        table.remove(seat, discard)
    elif _count(hand, seat) % 3 != 1:
        return {}
    counts, melds = bytes(hand_counts(table, seat)), seat_melds(table, seat)
    payer = next(other for other in range(4) if other not in (seat, table.dealer))
    found: dict[int, tuple[Settlement, Settlement]] = {}
    for kind in _kinds(int(table.find_waits(seat, WINS))):
        wins = [claim(seat, table.dealer, DISCARD, counts, melds, kind, payer), claim(seat, table.dealer, SELF_DRAW, counts, melds, kind)]
        for win in wins:
            for other in range(4):
                if other != seat and table.exposed(other) == 0:
                    win.closed |= BIT[other]
        discarded, drawn = [hand.game.scoring.settle(win) for win in wins]
        found[kind] = (discarded, drawn)
    return found


def unseen(view: View, kind: int) -> int:
    """How many tiles of a kind the audience of a view has not seen anywhere."""
    known = view.shown.count(kind) + (1 if view.treasure == kind and not view.over else 0)
    for seat in view.seats:
        known += (seat.hand or []).count(kind) + seat.river.count(kind) + sum(meld.tiles.count(kind) for meld in seat.melds)
    return 4 - known - turned_up(view).count(kind)


def turned_up(view: View) -> list[int]:
    """The sea bottom, when it lies open and in nobody's river (CS-30)."""
    return [kind for kind in view.window if view.wall_left == 0 and all(seat.river[-1:] != [kind] for seat in view.seats)]


def _count(hand: Hand, seat: Seat) -> int:
    return sum(int(hand.table.held(seat, kind)) for kind in range(KINDS))


def _kinds(mask: int) -> tuple[int, ...]:
    return tuple(kind for kind in range(KINDS) if mask & BIT[kind])
