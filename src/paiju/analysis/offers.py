"""Claims and kongs of a hand as counts and melds: which it could make, and what they leave. Knows no table and no turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from paiju.core.rules import ANY_TURN, KONG_KINDS, Rules
from paiju.core.scoring import Scoring
from paiju.core.tiles import BIT, KINDS, NUMBERED, WHITE
from paiju.core.win import ADDED_KONG, CHOW, CONCEALED_KONG, MELDED_KONG, PUNG, SPECIAL_KONG, Meld
from paiju.game.actions import SPECIAL_NAMES, Action
from paiju.game.audience import Seat, Tile

if TYPE_CHECKING:
    from paiju.game.hand import Game

CLAIMS: Final = ("chow", "pung", "kong", "dicekong")
_MELDS: Final = {"chow": CHOW, "pung": PUNG, "kong": MELDED_KONG, "dicekong": MELDED_KONG, "ckong": CONCEALED_KONG, "cdice": CONCEALED_KONG}
_SIZES: Final = {PUNG: 3, MELDED_KONG: 4, CONCEALED_KONG: 4}


def claims(rules: Rules, counts: Sequence[int], melds: Sequence[Meld], tile: Tile) -> list[Action]:
    """What a hand could do with the discard of the player before it."""
    found = _chows(rules, counts, tile)
    found += [Action(verb, (tile,)) for verb, held in (("pung", 2), ("kong", 3)) if counts[tile] >= held]
    open_melds = sum(meld.kind != CONCEALED_KONG or rules.last_single_counts_concealed for meld in melds)
    if rules.no_last_single and open_melds == 3:  # CC-18
        chowed = any(meld.kind == CHOW for meld in melds)
        return [action for action in found if action.verb != "chow" and not chowed]
    return found


def _chows(rules: Rules, counts: Sequence[int], tile: Tile) -> list[Action]:
    found = []
    if rules.chow and tile < NUMBERED:
        lows = [low for low in range(tile - 2, tile + 1) if low >= 0 and low // 9 == (low + 2) // 9 == tile // 9]
        rows = [(low, low + 1, low + 2) for low in lows]
        found = [Action("chow", row) for row in rows if all(counts[other] for other in row if other != tile)]
    if rules.dragon_chow and tile >= WHITE and all(counts[other] for other in range(WHITE, KINDS) if other != tile):
        found.append(Action("chow", tuple(range(WHITE, KINDS))))
    return found


def kongs(counts: Sequence[int], melds: Sequence[Meld]) -> list[Action]:
    """The kongs of equal tiles a hand could lay on its own turn."""
    added = [meld.tiles[0] for meld in melds if meld.kind == PUNG and counts[meld.tiles[0]]]
    return [Action("ckong", (kind,)) for kind in range(KINDS) if counts[kind] == 4] + [Action("akong", (kind,)) for kind in added]


def special_actions(game: Game) -> list[Action]:
    """All ways to lay special kongs or to add to them."""
    found = [entry for entry in game.entries if isinstance(entry, Action) and entry.verb.startswith(("set ", "add "))]
    return list(dict.fromkeys(found))  # a wild tile may stand for itself as well


def special_kongs(actions: Sequence[Action], rules: Rules, counts: Sequence[int], melds: Sequence[Meld]) -> list[Action]:
    """Those of the ways that a hand may have on an own turn after a draw: to add to what is laid (CC-43); to lay one of each kind, where that is
    allowed on the first turn alone (CC-40) only with no other meld than such, as that may be the first."""
    laid = {meld.kind - SPECIAL_KONG for meld in melds}
    may_lay = rules.special_kong_window == ANY_TURN or min(laid, default=0) >= 0

    def may(action: Action) -> bool:
        word, _, special = action.verb.partition(" ")
        there = SPECIAL_NAMES.index(special) in laid
        held = all(counts[kind] >= action.tiles.count(kind) for kind in action.tiles)
        return held and (there if word == "add" else may_lay and not there)

    return [action for action in actions if may(action)]


def must_lay(rules: Rules, counts: Sequence[int], melds: Sequence[Meld]) -> str:
    """How the special kong is laid that must be before anything but a win (BC-19), on a turn that began with a draw; empty where there is none."""
    kong = rules.forced_special_kong
    if kong < 0 or rules.special_kong_window != ANY_TURN or any(meld.kind == SPECIAL_KONG + kong for meld in melds):
        return ""
    held = [counts[kind] for kind in range(KINDS) if KONG_KINDS[kong] & BIT[kind]]
    return f"set {SPECIAL_NAMES[kong]}" if min(held) and sum(held) > len(held) else ""


def carried_out(action: Action, offered: Tile, melds: Sequence[Meld]) -> tuple[list[Tile], Meld | None, list[Meld]]:
    """The tiles that leave the hand, the meld that is new (None where one that lies there grows), and all melds then."""
    verb, tiles = action.verb, list(action.tiles)
    word, _, special = verb.partition(" ")
    if word == "add":
        kind = SPECIAL_KONG + SPECIAL_NAMES.index(special)
        return tiles, None, [Meld(kind, sorted(meld.tiles + tiles)) if meld.kind == kind else meld for meld in melds]
    if verb in ("akong", "adice"):
        grown = Meld(ADDED_KONG, tiles * 4)
        return tiles, None, [grown if meld.kind == PUNG and meld.tiles[0] == tiles[0] else meld for meld in melds]
    kind = SPECIAL_KONG + SPECIAL_NAMES.index(special) if word == "set" else _MELDS[verb]
    meld = Meld(kind, tiles * _SIZES[kind] if kind in _SIZES else tiles)
    gone = list(meld.tiles)
    if verb in CLAIMS:
        gone.remove(offered)
    return gone, meld, [*melds, meld]


def kong_money(scoring: Scoring, before: list[Meld], after: list[Meld], seat: Seat, dealer: Seat) -> int:
    """What all three others pay at once when a seat's melds become others, for a kong or what is added to one."""

    def paid(melds: list[Meld]) -> int:
        return sum(int(payment.amount) for payment in scoring.kong_payments([melds if other == seat else [] for other in range(4)], dealer))

    return paid(after) - paid(before)
