"""What a player's win would bring him, from a discard and by self-draw: settled by the game itself."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from paiju.analysis.reach.sight import Sight
from paiju.analysis.worth.places import Places
from paiju.core.ending import seat_melds
from paiju.core.scoring import Scoring
from paiju.core.settle import Settlement
from paiju.core.table import Table
from paiju.core.tiles import BIT, KINDS, count_bits
from paiju.core.win import AFTER_DICE_KONG, CONCEALED_KONG, DISCARD, NOBODY, SELF_DRAW, Meld, Win


@final
class Wins:
    """Points of a seat, and where places are minded what those count that they win. ``look`` says whose; ``melds`` are his, and may be laid further.

    ``greed`` other than 1 is for players of another taste: below it big wins count for less than they bring, above it for more, places as points.
    """

    def __init__(self, scoring: Scoring, usual: float, greed: float, places: Places) -> None:
        self._scoring: Final[Scoring] = scoring
        self._places: Final[Places] = places
        self._paid: Final[vec[float]] = vec[float]([0.0] * 4)  # of one win, by seat
        self._usual: Final[float] = usual  # what a win of this game brings on the average
        self._greed: Final[float] = greed
        self.melds: list[Meld] = []
        self._seat: i64 = 0
        self.dealer: i64 = 0
        self._payer: i64 = 1
        self._thrower: i64 = NOBODY  # whose discard is offered now
        self._closed: i64 = 0
        self._birds: float = 0.0  # what birds multiply a win by on the average; 0: not known yet of this look

    def look(self, t: Table, seat: i64) -> None:
        self.melds = seat_melds(t, seat)
        self._seat = seat
        self.dealer = t.dealer
        self._thrower = t.turn if t.turn != seat else NOBODY
        self._closed = 0
        self._birds = 0.0
        other: i64 = 0
        while other < 4:
            if other != seat:
                if other != t.dealer:
                    self._payer = other
                if t.exposed(other) == 0:
                    self._closed |= BIT[other]
            other += 1

    def loses_as_dealer(self) -> bool:
        return self._seat == self.dealer

    def closed_costs(self) -> bool:
        """Whether another's win costs more as long as the hand is closed (BC-18)."""
        win = Win((self._seat + 1) & 3, self.dealer, SELF_DRAW, vec[u8]([0] * KINDS), [])
        open_hand = count_bits(self._scoring.payer_adds(win, self._seat))
        win.closed = BIT[self._seat]
        return count_bits(self._scoring.payer_adds(win, self._seat)) > open_hand

    def by_discard(self, held: Sight, kind: i64, waits: i64) -> float:
        """From a discard of one who does not deal."""
        return self._settle(held, kind, DISCARD, waits, 0, self._payer, known=False)

    def on_offer(self, held: Sight, kind: i64, waits: i64) -> float:
        """From the discard that is offered now: where places are minded it counts whose it is."""
        if self._places.minded and self._thrower != NOBODY:
            return self._settle(held, kind, DISCARD, waits, 0, self._thrower, known=True)
        return self.by_discard(held, kind, waits)

    def by_draw(self, held: Sight, kind: i64, waits: i64) -> float:
        return self._settle(held, kind, SELF_DRAW, waits, 0, NOBODY, known=True)

    def by_dice(self, held: Sight, kind: i64, waits: i64) -> float:
        """By a tile turned up by the dice of an own kong (CS-25)."""
        return self._settle(held, kind, SELF_DRAW, waits, AFTER_DICE_KONG, NOBODY, known=True)

    def _settle(self, held: Sight, kind: i64, by: i64, waits: i64, after: i64, payer: i64, *, known: bool) -> float:
        """``known``: whether that payer is the one, or stands for any."""
        hand = vec[u8]([0] * KINDS)
        other: i64 = 0
        while other < KINDS:
            hand[other] = u8(held.copies(other))
            other += 1
        win = Win(self._seat, self.dealer, by, hand, self.melds, kind, payer)
        win.closed = self._closed
        win.waits = waits
        win.after = after
        settled = self._scoring.settle(win)
        gain = float(self._sum(settled))
        times = 1.0
        if held.rules.birds and gain > 0.0:
            if self._birds == 0.0:
                self._birds = self._times_birds(win, gain, held.rules.birds)
            times = self._birds
        places = 0.0
        if self._places.minded and gain > 0.0:
            places = self._places_won(settled, gain, times, -1 if known else payer)
        gain *= times
        if gain > 0.0 and self._greed != 1.0:
            plain = gain
            gain = self._usual * (gain / self._usual) ** self._greed
            places *= gain / plain
        return gain + places

    def _places_won(self, settled: Settlement, gain: float, times: float, any_payer: i64) -> float:
        """What the places are worth that a win wins; ``any_payer``: stands for any of the three, -1 where the payer is known."""
        paid = self._paid
        other: i64 = 0
        while other < 4:
            paid[other] = 0.0
            other += 1
        for payment in settled.payments:
            if payment.taker == self._seat:
                paid[payment.giver] += times * float(payment.amount)
        if any_payer >= 0:
            return self._places.won_from_one(times * gain, paid[any_payer])
        return self._places.won(times * gain, paid)

    def _times_birds(self, win: Win, plain: float, birds: i64) -> float:
        """What so many birds multiply a win by on the average, each as likely to count to any seat."""
        total = 0.0
        rank: i64 = 0
        while rank < 4:
            win.birds = [rank]
            total += float(self._sum(self._scoring.settle(win)))
            rank += 1
        times = 1.0
        while birds:
            times *= total / 4.0 / plain
            birds -= 1
        return times

    def _sum(self, settled: Settlement) -> i64:
        gain: i64 = 0
        for payment in settled.payments:
            if payment.taker == self._seat:
                gain += payment.amount
        return gain

    def concealed(self) -> bool:
        """Whether no meld but concealed kongs lies there."""
        exposed: i64 = 0
        for meld in self.melds:
            if meld.kind != CONCEALED_KONG:
                exposed += 1
        return exposed == 0
