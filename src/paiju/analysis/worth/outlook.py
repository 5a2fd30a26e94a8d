"""What a hand can be expected to bring: over the draws and claims to come, by dynamic programming over the hands on the way to a win.

A hand is looked at only along tiles that bring it nearer. For each hand and each number of own draws still to come there are two values: ``before``
the own draw, and ``after`` the own discard, when the others discard first. Each time round the hand may end by another's win, which costs.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.analysis.reach.discards import Discards
from paiju.analysis.reach.distance import ANY_WAY, Distance
from paiju.analysis.worth.places import Places
from paiju.analysis.worth.states import MOST, States
from paiju.analysis.worth.tempo import DEALER, DRAWS, LUCK, WIDTH, Tempo, thrown
from paiju.analysis.worth.wins import Wins
from paiju.core.ending import seat_melds
from paiju.core.rules import ROLLED, Rules
from paiju.core.scoring import Scoring
from paiju.core.table import VISIBLE, Table
from paiju.core.tiles import BIT, KINDS, NUMBERED, PAIR_SHIFT, RANK, lowest
from paiju.core.wallend import tiles_to_draw
from paiju.core.win import CHOW, CONCEALED_KONG, PUNG, Meld
from paiju.core.winning import MELD_CHOW, MELD_LAST_SINGLE, MELD_PUNG, WINS, all_waits, verdict

_DEPTHS: Final = 4
_WAYS: Final = 96  # tiles drawn or claimed that are looked at for one hand
_NOTHING: Final = -1e15  # less than any hand is worth
_ORDINARY: Final[list[int]] = [4] * 4
DEEPEST: Final = 2  # hands farther away are not looked at


@final
class Outlook:
    """``look`` takes in what a seat knows; ``tiles`` may then be changed as any ``Distance``, ``wins.melds`` with it.

    Where a match is played, ``stand`` says before ``look`` how it stands.

    On one way to win alone there are only ``expected`` and ``heading``.
    """

    def __init__(self, rules: Rules, scoring: Scoring, game: str, way: i64 = 0, greed: float = 1.0, reads: bool = False) -> None:
        self.rules: Final[Rules] = rules
        self.tiles: Final[Distance] = Distance(rules, way)
        self.tempo: Final[Tempo] = Tempo(game, way, float(scoring.amount(0)))
        self.places: Final[Places] = Places(self.tempo.spread)
        self.wins: Final[Wins] = Wins(scoring, self.tempo.usual_gain, greed * self.tempo.pace.taste, self.places)
        self._reads: Final[bool] = reads  # whether what lies open tells what is thrown next
        self._thrown: Final[vec[float]] = vec[float]([0.0] * KINDS)  # by kind: how many chances the others' discards give, against one draw
        self.draws: i64 = 0  # own draws still to come
        self.unseen: float = 1.0  # tiles not seen
        self._looked: bool = False  # the treasure is known already, or there is none to roll for
        self.declares: bool = True  # a ready hand is declared, where the game has that
        self._states: Final[States] = States()
        hands: i64 = MOST if way == ANY_WAY else 1  # one way alone is only reckoned from afar
        self._before: Final[vec[float]] = vec[float]([0.0] * (hands * WIDTH))
        self._after: Final[vec[float]] = vec[float]([0.0] * (hands * WIDTH))
        self._best: Final[vec[float]] = vec[float]([0.0] * (_DEPTHS * _WAYS * WIDTH))  # by depth: what each way leads to
        self._chance: Final[vec[float]] = vec[float]([0.0] * (_DEPTHS * _WAYS))
        self._discards: Final[list[Discards]] = [Discards() for _ in range(_DEPTHS)]
        self._gain: Final[vec[float]] = vec[float]([0.0] * hands)  # what a hand's wins bring on the average
        self._best_gain: Final[vec[float]] = vec[float]([0.0] * (_DEPTHS * _WAYS))
        self._scoring: Final[Scoring] = scoring
        self._totals: list[int] = []  # of the match, by seat
        self._left: i64 = -1  # hands of it to come; -1 where none is played
        self._wait: float = 0.0  # how much of a time round passes before the own next draw
        self._loss: float = 0.0  # what another's win costs with an open hand
        self._closed_loss: float = 0.0
        self.paid: float = 0.0  # what another's win on the own discard costs now
        self._late: i64 = 0  # own draws still to come once this turn is used up
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
        left = tiles_to_draw(t)
        self.draws = (left + 3) >> 2
        if self.draws > DRAWS - 1:
            self.draws = DRAWS - 1
        unseen: i64 = 0
        kind: i64 = 0
        while kind < KINDS:
            unseen += self.tiles.unseen(kind)
            self._thrown[kind] = self.tempo.pace.discards
            if self._reads:
                self._thrown[kind] *= thrown(kind, i64(t.small[VISIBLE + kind]))
            kind += 1
        self.unseen = float(unseen) if unseen else 1.0
        self._looked = self.rules.treasure != ROLLED or (t.looked >> seat) & 1 != 0
        self._late = left >> 2
        if self._late > DRAWS - 1:
            self._late = DRAWS - 1
        self._wait = float(((seat - t.turn) & 3) - 1) / 3.0 if t.turn != seat else 0.0
        self._loss = self.tempo.usual_loss
        if self.wins.loses_as_dealer():
            self._loss *= DEALER
        self._closed_loss = self._loss
        if self.wins.closed_costs():
            self._closed_loss *= 2.0
        self.paid = self.tempo.pace.paid / self.tempo.pace.loss * (self._closed_loss if self.wins.concealed() else self._loss)
        self.tempo.begin(t, seat, self._late)
        self.places.minded = self._left >= 0
        if self.places.minded:
            self.places.mind(self._totals_now(t, seat), seat, self._left)
            self._lose_places()
        self._set_loss()
        self.declares = True
        self._states.clear()

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

    def _lose_places(self) -> None:
        """Counts in what another's win costs in places."""
        gain, winners = self.tempo.usual_gain, self.tempo.winners
        self._loss += self.places.lost(self._loss, (gain - self._loss) / 2.0, winners)
        self._closed_loss += self.places.lost(self._closed_loss, (gain - self._closed_loss) / 2.0, winners)
        self.paid += self.places.lost(self.paid, self.tempo.beside, winners)

    def clear(self) -> None:
        """Forgets the hands looked at; needed when tiles, melds or ``declares`` have been changed and stay so."""
        self._states.clear()

    @property
    def full(self) -> bool:
        """Whether there were more hands to look at than are looked at."""
        return self._states.full

    # -- what may be asked ---------------------------------------------------------------------------------------

    def now(self, distance: i64) -> float:
        """What the tiles, none too many, are worth when another's discard is let pass."""
        at = self._state(distance, -1, 0) * WIDTH + self.draws
        return (1.0 - self._wait) * self._before[at] + self._wait * self._after[at]

    def discards(self, kinds: i64, distances: Discards) -> None:
        """Fills ``worth`` and ``gain`` for some kinds to discard, by what ``distances`` found; no farther than DEEPEST."""
        tiles = self.tiles
        while kinds:
            kind = lowest(kinds)
            kinds &= kinds - 1
            tiles.discard(kind)
            at = self._state(distances.after[kind], distances.helps[kind], 0)
            self.worth[kind] = self._after[at * WIDTH + self._late]
            self.gain[kind] = self._gain[at]
            tiles.undiscard(kind)

    def expected(self, distance: i64, live: i64, gain: float) -> float:
        """What tiles, none too many, of which no more is known are worth after the own discard."""
        self._set_loss()
        return self.tempo.expected(distance, self._late, float(live) / self.unseen, gain)

    def heading(self, distance: i64) -> float:
        """What the win brings that is reached when always the likeliest tile that helps comes."""
        tiles = self.tiles
        drawn = vec[i64]([0] * 16)
        gone = vec[i64]([0] * 16)
        steps: i64 = 0
        table = self._discards[_DEPTHS - 1]
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
            return self.wins.on_offer(self.tiles, kind, self._waits())
        self.tiles.undraw(kind)
        gain = self.wins.by_draw(self.tiles, kind, self._waits())
        self.tiles.draw(kind)
        return gain

    def diced(self) -> float:
        """What ready tiles are worth before the dice of a kong turn up a tile that wins or goes (CS-19)."""
        waits = self._waits()
        total = 0.0
        chance = 0.0
        left = waits
        while left:
            kind = lowest(left)
            left &= left - 1
            if self.tiles.unseen(kind):
                one = float(self.rules.kong_dice * self.tiles.unseen(kind)) / self.unseen
                chance += one
                total += one * self.wins.by_dice(self.tiles, kind, waits)
        at = self._state(0, -1, 0) * WIDTH + self._late
        return total + (1.0 - chance) * self._after[at]

    def replaced(self, distance: i64) -> float:
        """What the tiles are worth before a kong's replacement is drawn."""
        at = self._state(distance, -1, 0)
        n = self.draws + 1
        return self._before[at * WIDTH + n]

    def lay(self, kind: i64, tiles: list[int]) -> None:
        """Lays a meld for good."""
        mask: i64 = 0
        for tile in tiles:
            mask |= BIT[tile]
        self.tiles.lay(kind, mask)
        self.wins.melds.append(Meld(kind, tiles))
        self._set_loss()

    # -- hands ---------------------------------------------------------------------------------------------------

    def _state(self, distance: i64, helps: i64, depth: i64) -> i64:
        """The number of the hand as it is, worked out."""
        tiles = self.tiles
        first = tiles.number[0] | tiles.number[1] << 21 | tiles.number[2] << 42
        second = tiles.number[3] | self._melds_key() << 18
        at = self._states.number(first, second)
        if self._states.fresh:
            before = self.tempo.loss
            self._set_loss()
            if distance == 0:
                self._work_out_ready(at)
            else:
                self._work_out(at, distance, helps, depth)
            self.tempo.loss = before
        return at

    def _set_loss(self) -> None:
        self.tempo.loss = self._closed_loss if self.wins.concealed() else self._loss

    def _melds_key(self) -> i64:
        """The melds, whatever their order."""
        total: i64 = 0
        product: i64 = 1
        for meld in self.wins.melds:
            code = meld.tiles[0] * 10 + meld.kind + 1
            total += code
            product = (product * code) & 0xFFFFFFF
        return total << 28 | product

    def _work_out_ready(self, at: i64) -> None:
        tiles = self.tiles
        waits = self._waits()
        left = waits
        drawn = 0.0  # chance a draw wins, and what it brings
        drawn_gain = 0.0
        claimed = 0.0  # the same for the others' discards of one time round
        claimed_gain = 0.0
        best = 0.0
        while left:
            kind = lowest(left)
            left &= left - 1
            live = tiles.unseen(kind)
            if live:
                chance = float(live) / self.unseen
                gain = self.wins.by_draw(tiles, kind, waits)
                if gain > best:
                    best = gain
                drawn += chance
                drawn_gain += chance * gain
                chance *= self._thrown[kind]
                claimed += chance
                claimed_gain += chance * self.wins.by_discard(tiles, kind, waits)
        matched = 0.0
        matched_gain = 0.0
        if waits:
            gain = best * 2.0
            if not self._looked and self.declares:
                matched = drawn
                matched_gain = matched * gain
            if drawn > 0.0:
                drawn_gain += LUCK * drawn_gain / drawn
            drawn += LUCK
            if self.declares or self.rules.treasure != ROLLED:
                drawn += self.tempo.pace.treasure
                drawn_gain += self.tempo.pace.treasure * gain
        if claimed > 0.9:
            claimed_gain *= 0.9 / claimed
            claimed = 0.9
        self._gain[at] = best
        if drawn + claimed > 0.0:
            self._gain[at] = (drawn_gain + claimed_gain) / (drawn + claimed)
        mends = self.tempo.mends(0)
        row = at * WIDTH
        self._before[row] = 0.0
        self._after[row] = 0.0
        n: i64 = 1
        while n <= self.draws + 1 and n < WIDTH:
            stay = self._after[row + n - 1]
            mended = self.tempo.usual(0, n - 1, self._gain[at])
            if mended > stay:
                stay += mends * (mended - stay)
            before = drawn_gain + (1.0 - drawn) * stay
            self._before[row + n] = before
            ends = self.tempo.ends[n]  # whoever is first: half of the times it is the other
            won = claimed * (1.0 - 0.5 * ends)
            lost = ends
            goes_on = 1.0 - won - lost
            self._after[row + n] = claimed_gain * (1.0 - 0.5 * ends) + goes_on * before - lost * self.tempo.loss
            n += 1
        if matched > 0.0:  # once, when the treasure is looked at
            n = 1
            while n <= self.draws + 1 and n < WIDTH:
                self._after[row + n] += (1.0 - self.tempo.ends[n]) * (matched_gain - matched * self._before[row + n])
                n += 1

    def _work_out(self, at: i64, distance: i64, helps: i64, depth: i64) -> None:
        tiles = self.tiles
        if helps < 0:
            helps = tiles.useful(self.rules.kinds, distance)
        ways: i64 = 0  # first those by draws, from the other end those by claims
        calls: i64 = _WAYS
        base = depth * _WAYS
        left = helps
        while left and not self._states.full:
            kind = lowest(left)
            left &= left - 1
            live = tiles.unseen(kind)
            if live and ways < calls:
                tiles.draw(kind)
                self._look_after(distance - 1, depth, ways)
                tiles.undraw(kind)
                chance = float(live) / self.unseen
                self._chance[base + ways] = chance
                ways += 1
                if tiles.melds < 4:
                    calls = self._claims(kind, chance, distance - 1, depth, ways, calls)
        gain = 0.0
        chances = 0.0
        way: i64 = 0
        while way < _WAYS:
            if way < ways or way >= calls:
                gain += self._chance[base + way] * self._best_gain[base + way]
                chances += self._chance[base + way]
            way += 1
        if chances > 0.0:
            gain /= chances
        self._gain[at] = gain
        mends = self.tempo.mends(distance)
        row = at * WIDTH
        self._before[row] = 0.0
        self._after[row] = 0.0
        n: i64 = 1
        while n <= self.draws + 1 and n < WIDTH:
            stay = self._after[row + n - 1]
            mended = self.tempo.usual(distance, n - 1, gain)
            if mended > stay:
                stay += mends * (mended - stay)
            before = 0.0
            rest = 1.0
            way = 0
            while way < ways:
                found = self._best[(base + way) * WIDTH + n - 1]
                if found > stay:
                    before += self._chance[base + way] * found
                    rest -= self._chance[base + way]
                way += 1
            before += rest * stay
            self._before[row + n] = before
            after = 0.0
            rest = 1.0
            way = calls
            while way < _WAYS:
                found = self._best[(base + way) * WIDTH + n - 1]
                if found > before:
                    after += self._chance[base + way] * found
                    rest -= self._chance[base + way]
                way += 1
            if rest < 0.0:
                after /= 1.0 - rest
                rest = 0.0
            ends = self.tempo.ends[n]
            claimed = (1.0 - rest) * (1.0 - 0.5 * ends)
            lost = ends
            goes_on = 1.0 - claimed - lost
            self._after[row + n] = (1.0 - 0.5 * ends) * after + goes_on * before - lost * self.tempo.loss
            n += 1

    def _claims(self, kind: i64, chance: float, distance: i64, depth: i64, ways: i64, calls: i64) -> i64:
        """Looks at the claims of a kind that would help: pung, and chow from the left."""
        tiles = self.tiles
        if tiles.copies(kind) >= 2 and calls - 1 > ways:
            calls -= 1
            self._chance[depth * _WAYS + calls] = chance * self._thrown[kind]
            self._claim(PUNG, kind, kind, kind, kind, distance, depth, calls)
        if self.rules.chow and kind < NUMBERED:
            start = kind - i64(RANK[kind])
            low = kind - 2
            while low <= kind:
                if low >= start and low <= start + 6 and calls - 1 > ways:
                    one = low if low != kind else kind + 1
                    two = low + 2 if low + 2 != kind else kind - 1
                    if tiles.copies(one) and tiles.copies(two):
                        calls -= 1
                        self._chance[depth * _WAYS + calls] = chance * self._thrown[kind] / 3.0
                        self._claim(CHOW, low, kind, one, two, distance, depth, calls)
                low += 1
        return calls

    def _claim(self, meld: i64, low: i64, kind: i64, one: i64, two: i64, distance: i64, depth: i64, way: i64) -> None:
        """What it leads to when a tile is claimed with two of the own."""
        tiles = self.tiles
        melds = tiles.melds
        meld_kinds = tiles.meld_kinds
        chow_melded = tiles.chow_melded
        pung_melded = tiles.pung_melded
        exposed = tiles.exposed
        tiles.discard(one)
        tiles.discard(two)
        tiles.see(kind)
        if meld == CHOW:
            tiles.lay(CHOW, BIT[low] | BIT[low + 1] | BIT[low + 2])
            self.wins.melds.append(Meld(CHOW, [low, low + 1, low + 2]))
        else:
            tiles.lay(PUNG, BIT[kind])
            self.wins.melds.append(Meld(PUNG, [kind, kind, kind]))
        self._look_after(distance, depth, way)
        self.wins.melds.pop()
        tiles.melds = melds
        tiles.meld_kinds = meld_kinds
        tiles.chow_melded = chow_melded
        tiles.pung_melded = pung_melded
        tiles.exposed = exposed
        tiles.unsee(kind)
        tiles.undiscard(two)
        tiles.undiscard(one)

    def _look_after(self, distance: i64, depth: i64, way: i64) -> None:
        """Puts down what the tiles, one too many, are worth after the best discard for each number of draws to come."""
        tiles = self.tiles
        to = (depth * _WAYS + way) * WIDTH
        n: i64 = 0
        while n < WIDTH:
            self._best[to + n] = _NOTHING
            n += 1
        self._best_gain[depth * _WAYS + way] = 0.0
        kinds = tiles.held[0]
        if distance == 0:
            while kinds:
                kind = lowest(kinds)
                kinds &= kinds - 1
                tiles.discard(kind)
                if self._waits():
                    self._raise_to(depth * _WAYS + way, self._state(0, 0, depth + 1))
                tiles.undiscard(kind)
            return
        found = self._discards[depth]
        found.work_out(tiles)
        most: i64 = 0
        left = kinds
        while left:
            kind = lowest(left)
            left &= left - 1
            if found.after[kind] == distance and found.live[kind] > most:
                most = found.live[kind]
        while kinds:
            kind = lowest(kinds)
            kinds &= kinds - 1
            if found.after[kind] == distance and found.live[kind] * 10 >= most * 7:
                tiles.discard(kind)
                self._raise_to(depth * _WAYS + way, self._state(distance, found.helps[kind], depth + 1))
                tiles.undiscard(kind)

    def _raise_to(self, way: i64, at: i64) -> None:
        n: i64 = 0
        row = at * WIDTH
        to = way * WIDTH
        if self._after[row + self._late] > self._best[to + self._late]:
            self._best_gain[way] = self._gain[at]
        while n <= self.draws + 1:
            if self._after[row + n] > self._best[to + n]:
                self._best[to + n] = self._after[row + n]
            n += 1

    def _waits(self) -> i64:
        """The kinds that complete the tiles as they are."""
        tiles = self.tiles
        held = tiles.held
        numbers = tiles.number
        n01 = numbers[0] | numbers[1] << PAIR_SHIFT
        n23 = numbers[2] | numbers[3] << PAIR_SHIFT
        rules = self.rules
        candidates = all_waits(rules, n01, n23, held[0], held[1], held[2], held[3], tiles.melds) & rules.kinds
        if not candidates:
            return 0
        flags: i64 = 0
        if tiles.pung_melded:
            flags |= MELD_PUNG
        if tiles.chow_melded:
            flags |= MELD_CHOW
        if tiles.never():
            flags |= MELD_LAST_SINGLE
        found: i64 = 0
        while candidates:
            kind = lowest(candidates)
            candidates &= candidates - 1
            if tiles.unseen(kind):
                tiles.draw(kind)
                n01 = numbers[0] | numbers[1] << PAIR_SHIFT
                n23 = numbers[2] | numbers[3] << PAIR_SHIFT
                if verdict(rules, n01, n23, held[0], held[1], held[3], tiles.melds, flags, tiles.meld_kinds) & WINS:
                    found |= BIT[kind]
                tiles.undraw(kind)
        return found
