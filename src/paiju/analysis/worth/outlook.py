"""What a hand can be expected to bring over the draws and claims to come: near a win looked at hand by hand (``Lookahead``), else reckoned."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.analysis.reach.discards import Discards
from paiju.analysis.reach.distance import ANY_WAY, Distance
from paiju.analysis.worth.lookahead import Lookahead
from paiju.analysis.worth.places import Places
from paiju.analysis.worth.states import MOST
from paiju.analysis.worth.tempo import DEALER, DRAWS, WIDTH, Tempo, thrown
from paiju.analysis.worth.wins import Wins
from paiju.core.ending import seat_melds
from paiju.core.rules import ROLLED, Rules
from paiju.core.scoring import Scoring
from paiju.core.table import VISIBLE, Table
from paiju.core.tiles import BIT, KINDS, lowest
from paiju.core.wallend import tiles_to_draw
from paiju.core.win import CONCEALED_KONG, Meld

_ORDINARY: Final[list[int]] = [4] * 4
DEEPEST: Final = 2  # hands farther away are not looked at
_ROUNDS: Final = 2.0  # that an exchange takes, about


@final
class Outlook:
    """``look`` takes in what a seat knows; ``tiles`` may then be changed as any ``Distance``, ``wins.melds`` with it.

    Where a match is played, ``stand`` says before ``look`` how it stands.

    On one way to win alone there are only ``expected`` and ``heading``.
    """

    def __init__(self, rules: Rules, scoring: Scoring, game: str, way: i64 = 0, greed: float = 1.0, reads: bool = False) -> None:
        self.rules: Final[Rules] = rules
        self.tiles: Final[Distance] = Distance(rules, way)
        self.tempo: Final[Tempo] = Tempo(game, way, float(scoring.least_paid()), reads)
        self.places: Final[Places] = Places(self.tempo.spread)
        pace = self.tempo.pace
        self.wins: Final[Wins] = Wins(scoring, self.tempo.usual_gain, greed * pace.taste * (pace.sober if reads else 1.0), self.places)
        self._reads: Final[bool] = reads  # whether what lies open tells what is thrown next; who reads is sober, too
        hands: i64 = MOST if way == ANY_WAY else 1  # one way alone is only reckoned from afar
        self.ahead: Final[Lookahead] = Lookahead(rules, self.tiles, self.tempo, self.wins, hands)
        self._table: Final[Discards] = Discards()
        self._scoring: Final[Scoring] = scoring
        self._alone: Final[bool] = scoring.discarder_alone()
        self._totals: list[int] = []  # of the match, by seat
        self._left: i64 = -1  # hands of it to come; -1 where none is played
        self._wait: float = 0.0  # how much of a time round passes before the own next draw
        self.paid: float = 0.0  # what another's win on the own discard costs now
        self.gain: Final[vec[float]] = vec[float]([0.0] * KINDS)
        self.worth: Final[vec[float]] = vec[float]([0.0] * KINDS)

    def stand(self, totals: list[int], left: i64) -> None:
        """How the match stands from the next look on: totals by seat before the hand, and hands to come after it; -1 where no match is played."""
        self._totals = totals
        self._left = left

    def look(self, t: Table, seat: i64) -> None:
        """Begins anew with what a seat knows (G-7)."""
        self.tiles.look(t, seat)
        self.wins.look(t, seat)
        ahead = self.ahead
        left = tiles_to_draw(t)
        if left < 0:  # a special kong has made the reserve larger (CC-35)
            left = 0
        ahead.draws = at_most((left + 3) >> 2, DRAWS - 1)
        ahead.late = at_most(left >> 2, DRAWS - 1)
        unseen: i64 = 0
        kind: i64 = 0
        while kind < KINDS:
            unseen += self.tiles.unseen(kind)
            kind += 1
        ahead.unseen = float(unseen) if unseen else 1.0
        ahead.looked = self.rules.treasure != ROLLED or (t.looked >> seat) & 1 != 0
        self._wait = float(((seat - t.turn) & 3) - 1) / 3.0 if t.turn != seat else 0.0
        self.tempo.begin(t, seat, ahead.late)
        if self._reads:
            self._read(t)
        self.places.minded = self._left >= 0
        if self.places.minded:
            self.places.mind(self._totals_now(t, seat), seat, self._left)
        self._set_losses()
        ahead.begin()

    def _read(self, t: Table) -> None:
        """How many chances the others' discards will give of each kind, when the hand is likely to be ready for them."""
        pace = self.tempo.pace
        rounds = float(self.tempo.rounds) + 1.0 + _ROUNDS * float(at_most(self.tiles.distance(), DEEPEST + 1))
        kind: i64 = 0
        while kind < KINDS:
            self.ahead.thrown[kind] = thrown(pace, kind, i64(t.small[VISIBLE + kind]), rounds)
            kind += 1

    def _totals_now(self, t: Table, seat: i64) -> list[int]:
        """The totals with the money of the kongs laid, a hidden one of another's as an ordinary one (G-7)."""
        totals = list(self._totals)
        melds: list[list[Meld]] = []
        other: i64 = 0
        while other < 4:
            laid = seat_melds(t, other)
            if other != seat and self.rules.concealed_kong_hidden:
                for n, meld in enumerate(laid):
                    if meld.kind == CONCEALED_KONG:
                        laid[n] = Meld(CONCEALED_KONG, _ORDINARY)
            melds.append(laid)
            other += 1
        for payment in self._scoring.kong_payments(melds, t.dealer):
            totals[payment.giver] -= int(payment.amount)
            totals[payment.taker] += int(payment.amount)
        return totals

    def _set_losses(self) -> None:
        """What another's win costs, in a match with the places it costs."""
        loss = self.tempo.usual_loss
        if self.wins.loses_as_dealer():
            loss *= DEALER
        closed = loss
        if self.wins.closed_costs():
            closed *= 2.0
        paid = self.tempo.pace.paid / self.tempo.pace.loss * (closed if self.wins.concealed() else loss)
        beside = self.tempo.beside
        if self._alone:
            paid += 2.0 * beside
            beside = 0.0
        if self.places.minded:
            gain, winners = self.tempo.usual_gain, self.tempo.winners
            loss += self.places.lost(loss, (gain - loss) / 2.0, winners)
            closed += self.places.lost(closed, (gain - closed) / 2.0, winners)
            paid += self.places.lost(paid, beside, winners)
        self.ahead.open_loss = loss
        self.ahead.closed_loss = closed
        self.paid = paid

    def clear(self) -> None:
        """Forgets the hands looked at; needed when tiles, melds or ``declares`` have been changed and stay so."""
        self.ahead.states.clear()

    @property
    def full(self) -> bool:
        """Whether there were more hands to look at than are looked at."""
        return self.ahead.states.full

    # -- what may be asked ---------------------------------------------------------------------------------------

    def now(self, distance: i64) -> float:
        """What the tiles, none too many, are worth when another's discard is let pass."""
        at = self.ahead.number(distance, -1, 0) * WIDTH + self.ahead.draws
        return (1.0 - self._wait) * self.ahead.before[at] + self._wait * self.ahead.after[at]

    def discards(self, kinds: i64, distances: Discards) -> None:
        """Fills ``worth`` and ``gain`` for some kinds to discard, by what ``distances`` found; no farther than DEEPEST."""
        tiles = self.tiles
        while kinds:
            kind = lowest(kinds)
            kinds &= kinds - 1
            tiles.discard(kind)
            at = self.ahead.number(distances.after[kind], distances.helps[kind], 0)
            self.worth[kind] = self.ahead.after[at * WIDTH + self.ahead.late]
            self.gain[kind] = self.ahead.gain[at]
            tiles.undiscard(kind)

    def expected(self, distance: i64, live: i64, gain: float) -> float:
        """What tiles, none too many, of which no more is known are worth after the own discard."""
        self.ahead.set_loss()
        return self.tempo.expected(distance, self.ahead.late, float(live) / self.ahead.unseen, gain)

    def heading(self, distance: i64) -> float:
        """What the win brings that is reached when always the likeliest tile that helps comes."""
        tiles = self.tiles
        drawn = vec[i64]([0] * 16)
        gone = vec[i64]([0] * 16)
        steps: i64 = 0
        table = self._table
        gain = 0.0
        helps = tiles.useful(self.rules.kinds, distance)
        while helps and steps < 15:
            kind = self._likeliest(helps)
            if distance == 0:
                gain = (self.wins.by_draw(tiles, kind, helps) + 2.0 * self.wins.by_discard(tiles, kind, helps)) / 3.0
                break
            tiles.draw(kind)
            table.work_out(tiles)
            distance -= 1
            best: i64 = -1
            left = tiles.held[0]
            while left:
                other = lowest(left)
                left &= left - 1
                if table.after[other] == distance and (best < 0 or table.live[other] > table.live[best]):
                    best = other
            if best < 0:
                tiles.undraw(kind)
                break
            drawn[steps] = kind
            gone[steps] = best
            steps += 1
            helps = table.helps[best]
            tiles.discard(best)
        while steps:
            steps -= 1
            tiles.undiscard(gone[steps])
            tiles.undraw(drawn[steps])
        return gain

    def _likeliest(self, kinds: i64) -> i64:
        best: i64 = -1
        while kinds:
            kind = lowest(kinds)
            kinds &= kinds - 1
            if best < 0 or self.tiles.unseen(kind) > self.tiles.unseen(best):
                best = kind
        return best

    def won(self, kind: i64, *, drawn: bool) -> float:
        """What a win on that tile brings, which is drawn and in hand, or another's."""
        if not drawn:
            return self.wins.on_offer(self.tiles, kind, self.ahead.waits())
        self.tiles.undraw(kind)
        gain = self.wins.by_draw(self.tiles, kind, self.ahead.waits())
        self.tiles.draw(kind)
        return gain

    def diced(self) -> float:
        """What ready tiles are worth before the dice of a kong turn up a tile that wins or goes (CS-19)."""
        waits = self.ahead.waits()
        total = 0.0
        chance = 0.0
        left = waits
        while left:
            kind = lowest(left)
            left &= left - 1
            if self.tiles.unseen(kind):
                one = float(self.rules.kong_dice * self.tiles.unseen(kind)) / self.ahead.unseen
                chance += one
                total += one * self.wins.by_dice(self.tiles, kind, waits)
        at = self.ahead.number(0, -1, 0) * WIDTH + self.ahead.late
        return total + (1.0 - chance) * self.ahead.after[at]

    def replaced(self, distance: i64) -> float:
        """What the tiles are worth before a kong's replacement is drawn."""
        at = self.ahead.number(distance, -1, 0)
        n = self.ahead.draws + 1
        return self.ahead.before[at * WIDTH + n]

    def lay(self, kind: i64, tiles: list[int]) -> None:
        """Lays a meld for good."""
        mask: i64 = 0
        for tile in tiles:
            mask |= BIT[tile]
        self.tiles.lay(kind, mask)
        self.wins.melds.append(Meld(kind, tiles))
        self.ahead.set_loss()


def at_most(n: i64, most: i64) -> i64:
    return n if n < most else most
