"""The end of a hand, handed to the money side: each winner's claim, the melds and hands, the outcome, the settlement of it all."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from paiju.core import events
from paiju.core.actions import WORD_ADDED_DICE
from paiju.core.finish import won_tiles
from paiju.core.scoring import Scoring
from paiju.core.settle import Payment, Settlement, sum_payments
from paiju.core.table import (
    BIRDS,
    OPEN_DIE,
    OPENED,
    WON_DISCARD,
    WON_DRAWN,
    WON_MATCHED,
    WON_OPENING,
    WON_ROBBED,
    WON_TURNED,
    Table,
)
from paiju.core.tiles import BIT, NONE
from paiju.core.win import (
    AFTER_DICE_KONG,
    AFTER_KONG,
    CHOW,
    DISCARD,
    DRAWN,
    FIRST_DEAL,
    FIRST_DISCARD,
    MATCHED,
    OPENING,
    PUNG,
    ROBBED_KONG,
    SEA_BOTTOM,
    SELF_DRAW,
    SPECIAL_KONG,
    Meld,
    Outcome,
    Win,
)


def hand_counts(t: Table, seat: i64) -> vec[u8]:
    """34 counts of the concealed tiles as they lie."""
    counts = vec[u8]([0] * 34)
    kind: i64 = 0
    while kind < 34:
        counts[kind] = u8(t.held(seat, kind))
        kind += 1
    return counts


def seat_melds(t: Table, seat: i64) -> list[Meld]:
    """The seat's melds in the order they were laid."""
    found: list[Meld] = []
    n: i64 = 0
    while n < t.melds(seat):
        kind = t.meld_kind(seat, n)
        tile = t.meld_tile(seat, n)
        if kind >= SPECIAL_KONG:
            found.append(Meld(kind, special_tiles(t, seat, kind - SPECIAL_KONG)))
        elif kind == CHOW:
            found.append(Meld(kind, [tile, tile + 1, tile + 2]))
        elif kind == PUNG:
            found.append(Meld(kind, [tile, tile, tile]))
        else:
            found.append(Meld(kind, [tile, tile, tile, tile]))
        n += 1
    return found


def special_tiles(t: Table, seat: i64, kong: i64) -> list[int]:
    """The tiles of a seat's special kong, additions included, ascending."""
    tiles: list[int] = []
    place: i64 = 0
    while place < 5:
        copies = t.special_copies(seat, kong, place)
        while copies:
            tiles.append(t.special_tile(kong, place))
            copies -= 1
        place += 1
    tiles.sort()
    return tiles


def birds(t: Table) -> list[int]:
    """The kinds of the birds of the final win."""
    return [int(t.small[BIRDS + n]) for n in range(t.rules.birds)] if t.winners else []


def winning_claim(t: Table, seat: i64) -> Win:
    """The claim of one seat that ended the hand."""
    if _ended_by_patterns(t, seat):
        return opening_claim(t, seat, birds(t))
    how = t.won_by
    tile = t.tile2 if won_tiles(t, seat) == 2 else t.tile
    hand = hand_counts(t, seat)
    if (how == WON_DRAWN or t.heavenly) and tile != NONE:
        hand[tile] -= 1
    by = DISCARD if how == WON_DISCARD else ROBBED_KONG if how == WON_ROBBED else SELF_DRAW
    win = Win(seat, t.dealer, by, hand, seat_melds(t, seat), tile, t.payer)
    if how == WON_MATCHED:
        win.treasure_how = MATCHED
    elif t.treasure_won:
        win.treasure_how = DRAWN
    if how == WON_DRAWN and tile != NONE:
        if t.source == events.TAIL:
            win.after = AFTER_KONG
        elif t.source == events.DICE_PLACE:
            win.after = AFTER_DICE_KONG
    elif (
        (how == WON_TURNED and t.sea_taker < 0)
        or (how == WON_DISCARD and t.discard_is_dice)
        or (how == WON_ROBBED and t.proposal >> 6 == WORD_ADDED_DICE)
    ):
        win.after = AFTER_DICE_KONG
    if won_tiles(t, seat) == 3:
        win.tiles_won = 2
    if t.heavenly:
        win.moment = FIRST_DEAL
    elif t.sea_taker >= 0:
        win.moment = SEA_BOTTOM
    elif how == WON_DISCARD and t.first_discard:
        win.moment = FIRST_DISCARD
    for other in range(4):
        if other != seat and t.exposed(other) == 0:
            win.closed |= BIT[other]
    win.payer_safe = t.payer >= 0 and (t.declared & t.ever_looked) >> t.payer & 1 != 0
    win.birds = birds(t)
    return win


def _ended_by_patterns(t: Table, seat: i64) -> bool:
    """Whether the seat's opening win by patterns ended the hand (CS-2)."""
    return t.won_by == WON_OPENING and t.winners >> seat & 1 != 0 and t.small[OPENED + seat] != 0


def opening_claim(t: Table, seat: i64, drawn: list[int]) -> Win:
    """An opening win: patterns of the dealt tiles (CS-2)."""
    win = Win(seat, t.dealer, OPENING, hand_counts(t, seat), [], NONE, -1)
    win.opening = i64(t.small[OPENED + seat])
    win.birds = drawn
    return win


@final
class Ending:
    """A finished hand, settled: who won what, every payment, and who deals next."""

    def __init__(self, outcome: Outcome, next_dealer: i64) -> None:
        self.outcome: Final = outcome
        self.next_dealer: Final[i64] = next_dealer
        self.openings: list[Settlement] = []  # paid while play went on (CS-2)
        self.wins: list[Settlement] = []
        self.kongs: list[Payment] = []
        self.extras: list[Payment] = []  # at the end of a hand (BC-8)

    def payments(self) -> list[Payment]:
        """Every line, in the order booked."""
        lines: list[Payment] = []
        for s in self.openings:
            lines += s.payments
        for s in self.wins:
            lines += s.payments
        return lines + self.kongs + self.extras

    def deltas(self) -> list[int]:
        """What each seat gains by the hand (G-5)."""
        return sum_payments(self.payments())


def settle(t: Table, scoring: Scoring) -> Ending:
    """Settles a finished hand."""
    outcome = Outcome(t.dealer)
    outcome.exhausted = t.exhausted
    outcome.sea_taker = t.sea_taker
    outcome.sea_first_asked = t.sea_first
    outcome.last_tile_by_kong = t.last_by_kong
    outcome.birds = birds(t)
    openings: list[Settlement] = []
    wins: list[Settlement] = []
    n: i64 = 0
    while n < 4:
        seat = (t.dealer + n) & 3
        if t.small[OPENED + seat] and not _ended_by_patterns(t, seat):
            die = i64(t.small[OPEN_DIE + seat])
            win = opening_claim(t, seat, [die - 1] if die else [])
            outcome.opening_wins.append(win)
            openings.append(scoring.settle(win))
        n += 1
    n = 0
    while n < 4:
        seat = (t.turn + n) & 3  # `turn` is the dealer at an opening, else who drew or who pays
        if t.winners >> seat & 1:
            win = winning_claim(t, seat)
            outcome.wins.append(win)
            if win.tiles_won == 2:
                wins.append(scoring.settle_either(win, t.tile2))
            else:
                wins.append(scoring.settle(win))
        n += 1
    ending = Ending(outcome, scoring.next_dealer(outcome))
    ending.openings = openings
    ending.wins = wins
    hands: list[vec[u8]] = []
    melds: list[list[Meld]] = []
    for seat in range(4):
        hands.append(hand_counts(t, seat))
        melds.append(seat_melds(t, seat))
    ending.kongs = scoring.kong_payments(melds, t.dealer)
    if t.aside >= 0:
        ending.extras = scoring.end_payments(hands, melds, t.wall_tile(t.aside), outcome.wins)
    return ending
