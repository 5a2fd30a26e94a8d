"""The hands on the way to a win, by dynamic programming over the draws and claims to come.

A hand is looked at only along tiles that bring it nearer. For each hand and each number of own draws still to come there are two values: ``before``
the own draw, and ``after`` the own discard, when the others discard first. Each time round the hand may end by another's win, which costs.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.analysis.reach.discards import Discards
from paiju.analysis.reach.distance import Distance
from paiju.analysis.worth.states import States
from paiju.analysis.worth.tempo import LUCK, WIDTH, Tempo
from paiju.analysis.worth.wins import Wins
from paiju.core.rules import ROLLED, Rules
from paiju.core.tiles import BIT, KINDS, NUMBERED, PAIR_SHIFT, RANK, lowest
from paiju.core.win import CHOW, PUNG, Meld
from paiju.core.winning import MELD_CHOW, MELD_LAST_SINGLE, MELD_PUNG, WINS, all_waits, verdict

_DEPTHS: Final = 4
_WAYS: Final = 96  # tiles drawn or claimed that are looked at for one hand
_NOTHING: Final = -1e15  # less than any hand is worth


@final
class Lookahead:
    """``begin`` a look, then ask for the ``number`` of a hand and read its rows.

    The hand is ``tiles`` with ``wins.melds``; both come back as they were.
    """

    def __init__(self, rules: Rules, tiles: Distance, tempo: Tempo, wins: Wins, hands: i64) -> None:
        self._rules: Final[Rules] = rules
        self._tiles: Final[Distance] = tiles
        self._tempo: Final[Tempo] = tempo
        self._wins: Final[Wins] = wins
        self.thrown: Final[vec[float]] = vec[float]([tempo.pace.discards] * KINDS)  # by kind: chances the others' discards give, against one draw
        self.draws: i64 = 0  # own draws still to come
        self.late: i64 = 0  # the same once this turn is used up
        self.unseen: float = 1.0  # tiles not seen
        self.looked: bool = False  # the treasure is known already, or there is none to roll for
        self.declares: bool = True  # a ready hand is declared, where the game has that
        self.open_loss: float = 0.0  # what another's win costs with an open hand
        self.closed_loss: float = 0.0
        self.states: Final[States] = States()
        self.before: Final[vec[float]] = vec[float]([0.0] * (hands * WIDTH))  # by hand and own draws to come, as is ...
        self.after: Final[vec[float]] = vec[float]([0.0] * (hands * WIDTH))
        self.gain: Final[vec[float]] = vec[float]([0.0] * hands)  # what a hand's wins bring on the average
        self._best: Final[vec[float]] = vec[float]([0.0] * (_DEPTHS * _WAYS * WIDTH))  # by depth: what each way leads to
        self._best_gain: Final[vec[float]] = vec[float]([0.0] * (_DEPTHS * _WAYS))
        self._chance: Final[vec[float]] = vec[float]([0.0] * (_DEPTHS * _WAYS))
        self._discards: Final[list[Discards]] = [Discards() for _ in range(_DEPTHS)]

    def begin(self) -> None:
        """Another hand in play, or another moment of it."""
        self.declares = True
        self.set_loss()
        self.states.clear()

    def number(self, distance: i64, helps: i64, depth: i64) -> i64:
        """The number of the hand as it is, worked out."""
        tiles = self._tiles
        first = tiles.number[0] | tiles.number[1] << 21 | tiles.number[2] << 42
        second = tiles.number[3] | self._melds_key() << 18
        at = self.states.number(first, second)
        if self.states.fresh:
            before = self._tempo.loss
            self.set_loss()
            if distance == 0:
                self._work_out_ready(at)
            else:
                self._work_out(at, distance, helps, depth)
            self._tempo.loss = before
        return at

    def set_loss(self) -> None:
        self._tempo.loss = self.closed_loss if self._wins.concealed() else self.open_loss

    def _melds_key(self) -> i64:
        """The melds, whatever their order."""
        total: i64 = 0
        product: i64 = 1
        for meld in self._wins.melds:
            code = meld.tiles[0] * 10 + meld.kind + 1
            total += code
            product = (product * code) & 0xFFFFFFF
        return total << 28 | product

    def _work_out_ready(self, at: i64) -> None:
        tiles = self._tiles
        waits = self.waits()
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
                gain = self._wins.by_draw(tiles, kind, waits)
                if gain > best:
                    best = gain
                drawn += chance
                drawn_gain += chance * gain
                chance *= self.thrown[kind]
                claimed += chance
                claimed_gain += chance * self._wins.by_discard(tiles, kind, waits)
        matched = 0.0
        matched_gain = 0.0
        if waits:
            gain = best * 2.0
            if not self.looked and self.declares:
                matched = drawn
                matched_gain = matched * gain
            if drawn > 0.0:
                drawn_gain += LUCK * drawn_gain / drawn
            drawn += LUCK
            if self.declares or self._rules.treasure != ROLLED:
                drawn += self._tempo.pace.treasure
                drawn_gain += self._tempo.pace.treasure * gain
        if claimed > 0.9:
            claimed_gain *= 0.9 / claimed
            claimed = 0.9
        self.gain[at] = best
        if drawn + claimed > 0.0:
            self.gain[at] = (drawn_gain + claimed_gain) / (drawn + claimed)
        row = at * WIDTH
        self.before[row] = 0.0
        self.after[row] = 0.0
        n: i64 = 1
        while n <= self.draws + 1 and n < WIDTH:
            before = drawn_gain + (1.0 - drawn) * self._stay(at, 0, n)
            self._put(row + n, n, before, claimed, claimed_gain)
            n += 1
        if matched > 0.0:  # once, when the treasure is looked at
            n = 1
            while n <= self.draws + 1 and n < WIDTH:
                self.after[row + n] += (1.0 - self._tempo.ends[n]) * (matched_gain - matched * self.before[row + n])
                n += 1

    def _work_out(self, at: i64, distance: i64, helps: i64, depth: i64) -> None:
        tiles = self._tiles
        if helps < 0:
            helps = tiles.useful(self._rules.kinds, distance)
        ways: i64 = 0  # first those by draws, from the other end those by claims
        calls: i64 = _WAYS
        base = depth * _WAYS
        left = helps
        while left and not self.states.full:
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
        self.gain[at] = gain
        row = at * WIDTH
        self.before[row] = 0.0
        self.after[row] = 0.0
        n: i64 = 1
        while n <= self.draws + 1 and n < WIDTH:
            stay = self._stay(at, distance, n)
            better, chance = self._better(base, base + ways, n, stay)
            before = better + (1.0 - chance) * stay
            after, chance = self._better(base + calls, base + _WAYS, n, before)
            if chance > 1.0:
                after /= chance
                chance = 1.0
            self._put(row + n, n, before, chance, after)
            n += 1

    def _better(self, first: i64, end: i64, n: i64, than: float) -> tuple[float, float]:
        """Of some ways those that lead to more with one draw fewer: what they come to, each as likely as it is, and how likely one of them is."""
        worth = 0.0
        chance = 0.0
        way = first
        while way < end:
            found = self._best[way * WIDTH + n - 1]
            if found > than:
                worth += self._chance[way] * found
                chance += self._chance[way]
            way += 1
        return worth, chance

    def _stay(self, at: i64, distance: i64, n: i64) -> float:
        """What a hand is worth before a draw that brings it no nearer, with so many draws to come: now and then it becomes an ordinary one."""
        stay = self.after[at * WIDTH + n - 1]
        mended = self._tempo.usual(distance, n - 1, self.gain[at])
        if mended > stay:
            stay += self._tempo.mends(distance) * (mended - stay)
        return stay

    def _put(self, to: i64, n: i64, before: float, claimed: float, claimed_worth: float) -> None:
        """Puts down both values, ``claimed`` being the chance of a claim before the own draw; of a claim and another's win, either may be first."""
        ends = self._tempo.ends[n]
        first = 1.0 - 0.5 * ends
        self.before[to] = before
        self.after[to] = first * claimed_worth + (1.0 - first * claimed - ends) * before - ends * self._tempo.loss

    def _claims(self, kind: i64, chance: float, distance: i64, depth: i64, ways: i64, calls: i64) -> i64:
        """Looks at the claims of a kind that would help: pung, and chow from the left."""
        tiles = self._tiles
        if tiles.copies(kind) >= 2 and calls - 1 > ways:
            calls -= 1
            self._chance[depth * _WAYS + calls] = chance * self.thrown[kind]
            self._claim(PUNG, kind, kind, kind, kind, distance, depth, calls)
        if self._rules.chow and kind < NUMBERED:
            start = kind - i64(RANK[kind])
            low = kind - 2
            while low <= kind:
                if low >= start and low <= start + 6 and calls - 1 > ways:
                    one = low if low != kind else kind + 1
                    two = low + 2 if low + 2 != kind else kind - 1
                    if tiles.copies(one) and tiles.copies(two):
                        calls -= 1
                        self._chance[depth * _WAYS + calls] = chance * self.thrown[kind] / 3.0
                        self._claim(CHOW, low, kind, one, two, distance, depth, calls)
                low += 1
        return calls

    def _claim(self, meld: i64, low: i64, kind: i64, one: i64, two: i64, distance: i64, depth: i64, way: i64) -> None:
        """What it leads to when a tile is claimed with two of the own."""
        tiles = self._tiles
        melds = tiles.melds
        meld_kinds = tiles.meld_kinds
        chow_melded = tiles.chow_melded
        row_melded = tiles.row_melded
        pung_melded = tiles.pung_melded
        exposed = tiles.exposed
        tiles.discard(one)
        tiles.discard(two)
        tiles.see(kind)
        if meld == CHOW:
            tiles.lay(CHOW, BIT[low] | BIT[low + 1] | BIT[low + 2])
            self._wins.melds.append(Meld(CHOW, [low, low + 1, low + 2]))
        else:
            tiles.lay(PUNG, BIT[kind])
            self._wins.melds.append(Meld(PUNG, [kind, kind, kind]))
        self._look_after(distance, depth, way)
        self._wins.melds.pop()
        tiles.melds = melds
        tiles.meld_kinds = meld_kinds
        tiles.chow_melded = chow_melded
        tiles.row_melded = row_melded
        tiles.pung_melded = pung_melded
        tiles.exposed = exposed
        tiles.unsee(kind)
        tiles.undiscard(two)
        tiles.undiscard(one)

    def _look_after(self, distance: i64, depth: i64, way: i64) -> None:
        """Puts down what the tiles, one too many, are worth after the best discard for each number of draws to come."""
        tiles = self._tiles
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
                if self.waits():
                    self._raise_to(depth * _WAYS + way, self.number(0, 0, depth + 1))
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
                self._raise_to(depth * _WAYS + way, self.number(distance, found.helps[kind], depth + 1))
                tiles.undiscard(kind)

    def _raise_to(self, way: i64, at: i64) -> None:
        n: i64 = 0
        row = at * WIDTH
        to = way * WIDTH
        if self.after[row + self.late] > self._best[to + self.late]:
            self._best_gain[way] = self.gain[at]
        while n <= self.draws + 1:
            if self.after[row + n] > self._best[to + n]:
                self._best[to + n] = self.after[row + n]
            n += 1

    def waits(self) -> i64:
        """The kinds that complete the tiles as they are."""
        tiles = self._tiles
        held = tiles.held
        numbers = tiles.number
        n01 = numbers[0] | numbers[1] << PAIR_SHIFT
        n23 = numbers[2] | numbers[3] << PAIR_SHIFT
        rules = self._rules
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
