"""Turns the engine's log into events, and decides in this one place who may know what of each (G-7)."""

from collections.abc import Iterator
from typing import Final

from paiju.core import events as log
from paiju.core.ending import Ending, hand_counts, opening_claim, settle
from paiju.core.notation import parse_meld
from paiju.core.rules import FOUR_OF_A_KIND, LACKS_A_SUIT, NO_258, OPENING_CONTINUES, TWO_TRIPLETS, special_kong_size
from paiju.core.scoring import Scoring
from paiju.core.settle import Payment, Settlement, sum_payments
from paiju.core.table import OVER, WON_MATCHED, WON_OPENING, WON_ROBBED, Table, dealt_to
from paiju.core.tiles import NONE
from paiju.core.win import CONCEALED_KONG, MELD_IDS, SPECIAL_KONG, Meld
from paiju.game import events as say
from paiju.game.actions import special_kinds
from paiju.game.audience import EVERYTHING, Audience, Seat
from paiju.game.geometry import opening_place
from paiju.game.position import Position, placed

SOURCES: Final = ("front", "tail", "dice", "last", "sea")
WHY: Final = ("win", "opening", "kong", "addition", "treasure_pung", "leaving")


class Teller:
    """Tells the events of one table to an audience, in order; can be asked again when more has happened."""

    def __init__(self, table: Table, scoring: Scoring, audience: Audience, position: Position | None = None) -> None:
        self.table = table
        self.scoring = scoring
        self.audience = audience
        self.deals = _dealt(table)
        self.position = position
        self.begun = position is None
        self.told = 0
        self.ending: Ending | None = None

    def news(self, upto: int | None = None) -> Iterator[say.Event]:
        """The events since the last call; with ``upto``, no further than the log's first so many entries (``told`` counts them)."""
        if not self.begun and self.position is not None:
            self.begun = True
            yield placed(self.table, self.position, self.audience, self._paid_before())
        entries = self.table.log
        last = len(entries) if upto is None else upto
        while self.told < last:
            entry = int(entries[self.told])
            self.told += 1
            yield from self._tell(entry)

    def _paid_before(self) -> tuple[int, ...]:
        """What the kongs of the position have brought each seat, those that nobody may know of left out (CC-47)."""
        assert self.position is not None
        hidden = self.table.rules.concealed_kong_hidden
        melds = [[parse_meld(text) for text in texts] for texts in self.position.melds]
        shown = [[meld for meld in of_seat if meld.kind != CONCEALED_KONG or not hidden] for of_seat in melds]
        return tuple(sum_payments(self.scoring.kong_payments(shown, self.table.dealer)))

    def knows(self, seat: Seat) -> bool:
        """Whether the audience sees what that seat sees."""
        return self.audience in (seat, EVERYTHING)

    def _tell(self, entry: int) -> Iterator[say.Event]:
        t = self.table
        kind, seat = entry & 63, entry >> 6 & 7
        a, b, c, d = entry >> 9 & 255, entry >> 17 & 255, entry >> 25 & 255, entry >> 33 & 255
        if kind == log.OPEN_WALL:
            breaker, wall, stack = opening_place(seat, (a, b, c, d), int(t.wall_size))
            yield say.Open(seat, (a, b, c, d), breaker, wall, stack)
        elif kind == log.DEAL:
            tiles = self.deals[seat]
            yield say.Deal(seat, len(tiles), tuple(tiles) if self.knows(seat) else None)
        elif kind == log.DRAW:
            yield say.Draw(seat, SOURCES[b], c, a if self.knows(seat) else None)
        elif kind == log.DISCARD:
            yield say.Discard(seat, a, b == 1, None if c == NONE else c)
        elif kind == log.CHOW:
            yield say.Chow(seat, a, (b, b + 1, b + 2), c)
        elif kind == log.PUNG:
            yield say.Pung(seat, a, c, d == 1)
        elif kind == log.KONG:
            hidden = b == CONCEALED_KONG and t.rules.concealed_kong_hidden
            known = not hidden or self.knows(seat)
            yield say.Kong(seat, MELD_IDS[b], a if known else None, None if c == seat else c, d == 1)  # type: ignore[arg-type]
            if not hidden:
                yield from self._pay_kong(seat, Meld(b, [a] * 4))
        elif kind == log.PROPOSE_ADDED:
            yield say.Propose(seat, a, "pung", d == 1)
        elif kind == log.PROPOSE_ADDITION:
            yield say.Propose(seat, b, MELD_IDS[SPECIAL_KONG + a])  # type: ignore[arg-type]
        elif kind == log.ROBBED:
            yield say.Robbed(seat, a)
        elif kind == log.SPECIAL:
            tiles = self._set_tiles(a, b)
            yield say.Special(seat, MELD_IDS[SPECIAL_KONG + a], tuple(tiles))  # type: ignore[arg-type]
            yield from self._pay_kong(seat, Meld(SPECIAL_KONG + a, tiles))
        elif kind == log.ADDITION:
            yield say.Addition(seat, MELD_IDS[SPECIAL_KONG + a], b)  # type: ignore[arg-type]
            tiles = [special_kinds(a)[0]] * special_kong_size(t.rules, a)
            yield from self._pay_kong(seat, Meld(SPECIAL_KONG + a, [*tiles, b]), only_addition=True)
        elif kind == log.ROLL_TREASURE:
            yield say.Roll(seat, a, None if d else b + 1, c == 1, d == 1)
        elif kind == log.LOOK:
            yield say.Look(seat, a if self.knows(seat) else None)
        elif kind == log.TREASURE_BACK:
            yield say.TreasureBack(seat)
        elif kind == log.TREASURE_SET:
            yield say.TreasureSet(b)
        elif kind == log.TREASURE_OUT:
            yield say.TreasureOut(a)
        elif kind == log.DICE:
            yield say.Dice(seat, (a, b) if b else (a,))
        elif kind == log.TURN_UP:
            yield say.TurnUp(seat, (a,) if b == NONE else (a, b))
        elif kind == log.SEA_OFFER:
            yield say.SeaOffer(seat, a == 1)
        elif kind == log.SEA_TURNED:
            yield say.SeaTurned(seat, a)
        elif kind == log.OPENING_WIN:
            yield from self._tell_opening(seat, a, b)
        elif kind == log.WIN:
            yield self._tell_win(seat, a, b, c, d)
        elif kind == log.BIRD:
            yield say.Bird(a)
        elif kind == log.EXHAUSTED:
            yield say.Exhausted()
        elif kind == log.END:
            yield from self._tell_end()

    def _set_tiles(self, kong: int, subset: int) -> list[int]:
        rules = self.table.rules
        own = [k for n, k in enumerate(special_kinds(kong)) if subset >> n & 1]
        return sorted(own + [int(rules.special_kong_wild)] * (special_kong_size(rules, kong) - len(own)))

    def _pay(self, payment: Payment, fans: tuple[str, ...] = ()) -> say.Pay:
        to = None if payment.taker < 0 else int(payment.taker)
        return say.Pay(int(payment.giver), to, int(payment.amount), WHY[payment.cause], payment.clause, fans)

    def _pay_kong(self, seat: Seat, meld: Meld, *, only_addition: bool = False) -> Iterator[say.Pay]:
        melds: list[list[Meld]] = [[], [], [], []]
        melds[seat] = [meld]
        lines = self.scoring.kong_payments(melds, self.table.dealer)
        for payment in lines[-3:] if only_addition else lines:
            yield self._pay(payment)

    def _settled(self, settlement: Settlement) -> Iterator[say.Pay]:
        fans = tuple(settlement.fan_values())
        for payment in settlement.payments:
            yield self._pay(payment, fans)

    def _tell_opening(self, seat: Seat, patterns: int, die: int) -> Iterator[say.Event]:
        """What was shown for the patterns, and what `continues` pays at once (CS-9)."""
        tiles = self.deals[seat]
        if patterns & (NO_258 | LACKS_A_SUIT):
            shown = list(tiles)
        else:
            fours = [k for k in tiles if tiles.count(k) == 4 and patterns & FOUR_OF_A_KIND]
            threes = [k for k in tiles if tiles.count(k) == 3 and patterns & TWO_TRIPLETS]
            shown = fours + threes
        settlement = self.scoring.settle(opening_claim(self.table, seat, [die - 1] if die else []))
        yield say.OpeningWin(seat, tuple(settlement.fan_values()), tuple(sorted(shown)), die or None)
        if self.table.rules.opening == OPENING_CONTINUES:
            yield from self._settled(settlement)

    def _tell_win(self, seat: Seat, tile: int, how: int, payer: int, taken: int) -> say.Win:
        t = self.table
        second = int(t.tile2)
        tiles: tuple[int, ...] = (tile,) if taken == 1 else (second,) if taken == 2 else (tile, second)
        if tile == NONE:
            tiles = ()
        if how == WON_MATCHED:
            word = "matched_treasure"
        elif how == WON_OPENING:
            word = "opening"
        elif payer == log.NO_PAYER:
            word = "self_draw"
        else:
            word = "robbed_kong" if how == WON_ROBBED else "discard"
        return say.Win(seat, word, tiles, None if payer == log.NO_PAYER else payer)  # type: ignore[arg-type]

    def _tell_end(self) -> Iterator[say.Event]:
        t = self.table
        assert t.asks == OVER
        ending = settle(t, self.scoring)
        self.ending = ending
        for settlement in ending.wins:
            yield from self._settled(settlement)
        for payment in ending.kongs:
            if payment.meld == CONCEALED_KONG and t.rules.concealed_kong_hidden:
                yield self._pay(payment)
        for payment in ending.extras:
            yield self._pay(payment)
        hands = []
        kongs = []
        for seat in range(4):
            counts = hand_counts(t, seat)
            hands.append(tuple(k for k in range(34) for _ in range(counts[k])))
            kongs.append(
                tuple(int(t.meld_tile(seat, n)) for n in range(t.melds(seat)) if t.meld_kind(seat, n) == CONCEALED_KONG)
            )
        treasure = int(t.wall_tile(t.aside)) if t.aside >= 0 else None
        yield say.End(tuple(hands), tuple(kongs), tuple(ending.deltas()), int(ending.next_dealer), treasure)  # type: ignore[arg-type]


def _dealt(t: Table) -> list[list[int]]:
    """The tiles each seat was dealt, in the wall's order (G-11)."""
    hands: list[list[int]] = [[], [], [], []]
    for n in range(53):
        hands[dealt_to(t.dealer, n)].append(int(t.wall_tile(n)))
    return hands
