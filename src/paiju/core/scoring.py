"""The money side of a game: settles wins, pays kongs, names the next dealer.

``Scoring`` is the plainest game of its kind: each fan doubles what a loser pays, and who pays has his own. A variant overrides
``count`` (which fans hold) and whatever else is special in it. One object serves one thread: it reuses its scratch.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from paiju.core.errors import counted
from paiju.core.fans import Fan, Tally, exclusions
from paiju.core.readings import LOOSE, NOWHERE, Reading, Readings
from paiju.core.reasons import IT_WINS, LAST_SINGLE_TILE, NO_OPENING_WIN, NOT_COMPLETE, NOT_READY, TREASURE_NOT_A_WAIT, TREASURE_NOT_ALLOWED
from paiju.core.rules import ROLLED, Rules, special_kong_size
from paiju.core.settle import FOR_ADDITION, FOR_KONG, FOR_WIN, PAYER_DISCARDED, PAYER_IS_DEALER, Payment, Settlement
from paiju.core.stream import Stream
from paiju.core.tiles import BIT, KINDS, NONE, count_bits, lowest
from paiju.core.win import DISCARD, MATCHED, NOBODY, OPENING, SPECIAL_KONG, UNKNOWN, Meld, Outcome, Win, claim

_FANS: Final = 16  # a win that pays at all pays something for fewer
# Hands of usual wins, the winning tile last: three suits, all pungs, one suit.
_USUAL: Final[list[list[int]]] = [
    [0, 1, 2, 3, 4, 5, 15, 16, 17, 19, 19, 19, 13, 13],
    [0, 0, 0, 8, 8, 8, 10, 10, 10, 20, 20, 20, 16, 16],
    [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4],
]


@mypyc_attr(allow_interpreted_subclasses=True)
class Scoring:
    """Settles the wins of one game under one set of options."""

    def __init__(self, rules: Rules, fans: list[Fan]) -> None:
        self.rules = rules
        self.fans = fans
        self.base: i64 = 1  # what the amounts are multiples of
        self.win_clause: str = ""
        self.kong_clause: str = ""
        self.dealer_stays_on_draw: bool = True
        self.excluded: vec[i64] = exclusions(fans)
        self._held = Readings(rules)
        self._waiting = Readings(rules)
        self._tally = Tally(len(fans))
        self._best: i64 = -1
        self._alone: i64 = -1  # whether a discarder pays alone; not known yet

    # -- what a variant says -------------------------------------------------------------------------------------

    def count(self, win: Win, held: Readings, reading: Reading, tally: Tally) -> None:
        """Adds the fans that hold with this reading; those that others exclude may be added too."""

    def rank(self, tally: Tally) -> i64:
        """What decides between readings (G-6)."""
        return tally.total

    def amount(self, fans: i64) -> i64:
        """What a loser pays for so many fans."""
        return self.base * BIT[fans]

    def formula(self, payment: Payment, lang: str) -> str:
        """What follows the sum of the fans a payment was worked out from: ``4 fans → 16``."""
        return self.worked_out(payment.count, str(BIT[payment.count]), payment.amount, lang)

    def worked_out(self, fans: i64, worth: str, amount: i64, lang: str) -> str:
        """So many fans, what a point is paid for them, and the base where it is not one."""
        if lang == "zh":
            return f"{fans} 番 → {worth}" + (f" × 底分 {self.base} = {amount}" if self.base != 1 else "")
        return f"{counted(fans, 'fan')} → {worth}" + (f" × base {self.base} = {amount}" if self.base != 1 else "")

    def payer_adds(self, win: Win, seat: i64) -> i64:
        """The PAYER_* fans of one loser."""
        return (PAYER_IS_DEALER if seat == win.dealer else 0) | (PAYER_DISCARDED if seat == win.payer else 0)

    def payer_covers(self, win: Win) -> bool:
        """Whether the discarder pays the shares of all three."""
        return False

    def count_opening(self, s: Settlement) -> i64:
        """Fills in the fans of an opening win: IT_WINS or the reason."""
        return NO_OPENING_WIN

    def bird_hit(self, bird: i64, win: Win) -> i64:
        """The seat that a bird of a win counts to; NOBODY where there are no birds."""
        return NOBODY

    def kong_worth(self, meld: Meld) -> i64:
        """What each of the other three pays for a kong, additions aside; 0 for any other meld."""
        return 0

    def addition_worth(self) -> i64:
        """What each of the other three pays for a tile added to a special kong."""
        return 0

    def kong_factor(self, giver: i64, taker: i64, dealer: i64) -> i64:
        return 1

    # -- one win -------------------------------------------------------------------------------------------------

    def settle(self, win: Win) -> Settlement:
        """The win's fans and payments, or the reason why it is none."""
        s = Settlement(win, self.fans)
        s.reason = self.count_opening(s) if win.by == OPENING else self._find_best(s)
        if s.reason == IT_WINS:
            self.pay(s)
        return s

    def settle_either(self, win: Win, other: i64) -> Settlement:
        """A win on two tiles at once: with ``win.tile`` or the other as the winning one, whichever brings more (CS-19)."""
        first = self.settle(win)
        second = self.settle(win.with_tile(other))
        if second.legal and (not first.legal or second.deltas()[win.seat] > first.deltas()[win.seat]):
            return second
        return first

    def waits(self, win: Win) -> i64:
        """The waits of the winner's 13 tiles (G-12), worked out once a win."""
        if win.waits == UNKNOWN:
            self._waiting.load(win.hand, win.melds)
            win.waits = self._waiting.waits()
        return win.waits

    def only_wait(self, win: Win) -> bool:
        waits = self.waits(win)
        return waits != 0 and waits & (waits - 1) == 0

    def _find_best(self, s: Settlement) -> i64:
        win = s.win
        held = self._held
        held.load_win(win)
        self._best = -1
        if held.last_single():
            return LAST_SINGLE_TILE
        if not win.treasure_how:
            return self._try(s, win.tile)
        if self.rules.treasure == ROLLED and held.outside_treasure():
            return TREASURE_NOT_ALLOWED
        waits = self.waits(win)
        if not waits:
            return NOT_READY
        if win.treasure_how == MATCHED:
            return self._try(s, win.tile) if waits & BIT[win.tile] else TREASURE_NOT_A_WAIT
        while waits:  # a drawn treasure stands for the wait that scores best, the lowest when equal
            self._try(s, lowest(waits))
            waits &= waits - 1
        return IT_WINS

    def _try(self, s: Settlement, tile: i64) -> i64:
        """Weighs every reading with that winning tile; IT_WINS, or the reason furthest down."""
        held = self._held
        held.lay(tile)
        worst: i64 = NOT_COMPLETE
        won = False
        found = held.read()
        n: i64 = 0
        while n < found:
            held.turn_to(n)
            reason = held.judge()
            if reason == IT_WINS:
                won = True
                self._place(s, tile)
            elif reason > worst:
                worst = reason
            n += 1
        held.lift(tile)
        return IT_WINS if won else worst

    def _place(self, s: Settlement, tile: i64) -> None:
        """Weighs the reading with the winning tile at every place it may sit."""
        held = self._held
        reading = held.reading
        reading.tile = tile
        reading.place = NOWHERE
        if tile == NONE or reading.form == LOOSE:
            self._weigh(s)
            return
        seen: i64 = 0
        part: i64 = 0
        while part <= reading.size:
            place = held.place_in(part, tile)
            if place != NOWHERE and not seen & BIT[place]:
                seen |= BIT[place]
                reading.place = place
                self._weigh(s)
            part += 1

    def _weigh(self, s: Settlement) -> None:
        tally = self._tally
        tally.clear()
        self.count(s.win, self._held, self._held.reading, tally)
        tally.close(self.excluded)
        rank = self.rank(tally)
        if rank > self._best:
            self._best = rank
            s.take(tally)
            s.reading = self._held.reading.copy()

    def pay(self, s: Settlement) -> None:
        """Every loser pays by the winner's fans and his own (G-5)."""
        win = s.win
        covers = win.payer != NOBODY and self.payer_covers(win)
        seat: i64 = 0
        while seat < 4:
            if seat != win.seat:
                adds = self.payer_adds(win, seat)
                fans = s.total + count_bits(adds)
                payment = Payment(win.payer if covers else seat, win.seat, self.amount(fans), FOR_WIN, self.win_clause)
                payment.share = seat
                payment.count = fans
                payment.adds = adds
                s.payments.append(payment)
            seat += 1

    def discarder_alone(self) -> bool:
        """Whether a win on a discard costs nobody but the discarder, where nothing excuses him: asked of the first of some usual hands that wins."""
        if self._alone < 0:
            self._alone = self._who_pays()
        return self._alone == 1

    def _who_pays(self) -> i64:
        for tiles in _USUAL:
            counts = bytes([tiles[:-1].count(kind) for kind in range(KINDS)])
            s = self.settle(claim(0, 3, DISCARD, counts, [], tiles[-1], 1))
            givers = [payment.giver for payment in s.payments if payment.amount > 0]
            if s.legal and givers:
                return i64(all(giver == 1 for giver in givers))
        return 0

    def least_paid(self) -> i64:
        """What a loser pays for the smallest win that pays anything; 1 where ``amount`` says of none."""
        fans: i64 = 0
        while fans < _FANS:
            paid = self.amount(fans)
            if paid > 0:
                return paid
            fans += 1
        return 1

    # -- kongs and the end of a hand -----------------------------------------------------------------------------

    def additions(self, meld: Meld) -> i64:
        """How many tiles were added to a special kong."""
        if meld.kind < SPECIAL_KONG:
            return 0
        return len(meld.tiles) - special_kong_size(self.rules, meld.kind - SPECIAL_KONG)

    def kong_payments(self, melds: list[list[Meld]], dealer: i64) -> list[Payment]:
        """The kong money of all four seats, a line for each kong and addition and payer."""
        payments: list[Payment] = []
        seat: i64 = 0
        while seat < 4:
            for meld in melds[seat]:
                worth = self.kong_worth(meld)
                if worth:
                    self._collect(payments, seat, dealer, worth, FOR_KONG, meld)
                left = self.additions(meld)
                while left > 0:
                    self._collect(payments, seat, dealer, self.addition_worth(), FOR_ADDITION, meld)
                    left -= 1
            seat += 1
        return payments

    def _collect(self, payments: list[Payment], taker: i64, dealer: i64, worth: i64, cause: i64, meld: Meld) -> None:
        seat: i64 = 0
        while seat < 4:
            if seat != taker:
                payment = Payment(seat, taker, worth * self.kong_factor(seat, taker, dealer), cause, self.kong_clause)
                payment.meld = meld.kind
                payment.tile = meld.tiles[0]
                payments.append(payment)
            seat += 1

    def end_payments(self, hands: list[vec[u8]], melds: list[list[Meld]], treasure: i64, wins: list[Win]) -> list[Payment]:
        """What is paid at the end of a hand besides wins and kongs.

        ``hands``: counts of the concealed tiles as they lie, a self-drawn winning tile included, one won from another not.
        """
        return []

    def escape_payments(self, leaver: i64, *, coins: bool) -> list[Payment]:
        """What a player who has left pays after the hand, in a coin room or a points room; nothing by default."""
        return []

    def first_dealer(self, stream: Stream) -> i64:
        return 0

    def next_dealer(self, outcome: Outcome) -> i64:
        """The dealer stays when he wins or, by default, when nobody does; otherwise the next seat deals."""
        if outcome.wins:
            for win in outcome.wins:
                if win.seat == outcome.dealer:
                    return outcome.dealer
            return (outcome.dealer + 1) & 3
        return outcome.dealer if self.dealer_stays_on_draw else (outcome.dealer + 1) & 3
