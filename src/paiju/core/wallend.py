"""When the wall ends: whether a tile may still be drawn, and whether a kong may still take its replacement."""

from mypy_extensions import i64

from paiju.core.rules import OFFER_LAST, RESERVE, RESERVE_NONE, RESERVE_SEVEN, SHARE_LAST
from paiju.core.table import Table


def reserve(t: Table, kongs: i64) -> i64:
    """Tiles that stay in the wall after that many counted kongs (CC-35)."""
    if t.rules.reserve == RESERVE_NONE:
        return 0
    odd = kongs % 2
    if t.rules.reserve == RESERVE_SEVEN or kongs == 0:
        return 14 + odd
    return 2 * (6 + kongs) + odd


def tiles_to_draw(t: Table) -> i64:
    """How many tiles the wall still gives by ordinary draws, the shared last ones included."""
    if t.rules.wall_end == RESERVE:
        n = t.left - reserve(t, t.kongs)
        return n if n < t.drawable() else t.drawable()
    return t.drawable()


def sharing_due(t: Table) -> bool:
    """Whether the next draw begins the sharing of the last tiles."""
    if t.rules.wall_end == SHARE_LAST:  # fewer than four only where changed treasures have used them up (BC-7)
        return tiles_to_draw(t) <= 4
    return t.rules.final_four and t.left - reserve(t, t.kongs) == 4


def may_replace(t: Table) -> bool:
    """Whether a kong that draws a replacement may be offered (G-4)."""
    end = t.rules.wall_end
    if end == RESERVE:
        return t.left - 1 >= reserve(t, t.kongs + 1) and t.drawable() >= 1
    if end == SHARE_LAST:
        return t.drawable() - 1 >= 4
    return t.drawable() >= 1


def only_sea_bottom_left(t: Table) -> bool:
    return t.rules.wall_end == OFFER_LAST and t.left == 1
