"""The model of what a hand is worth, worked out slowly and plainly, each hand taken as it is; and moments of hands between bots to try it on."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import lru_cache

import pytest

from paiju.analysis.reach.discards import Discards
from paiju.analysis.reach.distance import Distance
from paiju.analysis.worth.outlook import Outlook
from paiju.analysis.worth.tempo import DEALER, LUCK, WIDTH, thrown
from paiju.bots import make
from paiju.core.ending import seat_melds
from paiju.core.readings import Readings
from paiju.core.rules import ROLLED
from paiju.core.table import VISIBLE, Table
from paiju.core.wallend import tiles_to_draw
from paiju.core.win import AFTER_DICE_KONG, CHOW, CONCEALED_KONG, DISCARD, NOBODY, PUNG, SELF_DRAW, Meld, claim
from paiju.game.hand import Game, Hand

GAMES = ("changchun", "baicheng", "changsha")
Scaled = Callable[[int], int]
Tiles = tuple[int, ...]  # by kind: how many
Melds = tuple[tuple[int, Tiles], ...]  # kinds of melds and their tiles
every_game = pytest.mark.parametrize("variant", GAMES)


@lru_cache(maxsize=8)
def game_of(variant: str) -> Game:
    return Game(variant)


def bits(mask: int) -> list[int]:
    return [kind for kind in range(34) if mask >> kind & 1]


class Value:
    """What a hand brings: by own draws to come, ``before`` the next of them and ``after`` the own discard; and what its wins bring."""

    def __init__(self, gain: float = 0.0) -> None:
        self.gain = gain
        self.before = [0.0] * WIDTH
        self.after = [0.0] * WIDTH


class Slow:
    """The model of ``Outlook``, each hand taken as it is, with all that has been seen."""

    def __init__(self, game: Game, hand: Hand, seat: int, *, reads: bool) -> None:
        table = hand.table
        self.rules, self.scoring, self.seat, self.dealer = game.rules, game.scoring, seat, int(table.dealer)
        self.outlook = Outlook(game.rules, game.scoring, game.variant.key, 0, 1.0, reads)
        self.outlook.look(table, seat)
        self.pace = self.outlook.tempo.pace
        self.taste = float(self.pace.taste) * (float(self.pace.sober) if reads else 1.0)
        self.ends = [float(end) for end in self.outlook.tempo.ends]
        self.melds: Melds = tuple((int(meld.kind), tuple(meld.tiles)) for meld in seat_melds(table, seat))
        self.held: Tiles = tuple(int(table.held(seat, kind)) for kind in range(34))
        self.unseen: Tiles = tuple(self._unseen(hand, kind) for kind in range(34))
        self.all_unseen = sum(self.unseen) or 1
        rounds = self.outlook.tempo.rounds + 1 + 2 * min(3, self._distance(table))
        self.thrown = [thrown(self.pace, kind, table.small[VISIBLE + kind], rounds) if reads else self.pace.discards for kind in range(34)]
        left = int(tiles_to_draw(table))
        self.draws, self.late = min(WIDTH - 2, -(-left // 4)), min(WIDTH - 2, left // 4)
        self.looked = game.rules.treasure != ROLLED or bool(table.looked >> seat & 1)
        self.closed = sum(1 << other for other in range(4) if other != seat and not table.exposed(other))
        self.payer = max(other for other in range(4) if other not in (seat, self.dealer))
        self.wait = ((seat - int(table.turn)) % 4 - 1) / 3 if table.turn != seat else 0.0
        self.tiles = Distance(game.rules)
        self.readings = Readings(game.rules)
        self.kept: dict[tuple[Tiles, Tiles, Melds], Value] = {}

    def _distance(self, table: Table) -> int:
        tiles = Distance(self.rules)
        tiles.look(table, self.seat)
        return int(tiles.distance())

    def _unseen(self, hand: Hand, kind: int) -> int:
        if not self.rules.kinds >> kind & 1:
            return 0
        own = sum(tiles.count(kind) for what, tiles in self.melds if what == CONCEALED_KONG) if self.rules.concealed_kong_hidden else 0
        return 4 - int(hand.table.small[VISIBLE + kind]) - self.held[kind] - own

    # -- one win -------------------------------------------------------------------------------------------------

    def gain(self, held: Tiles, melds: Melds, kind: int, by: int, waits: int, after: int = 0) -> float:
        """What the game pays for a win, over every bird; beyond or below the average as far as the game's taste goes."""
        payer = self.payer if by == DISCARD else NOBODY
        win = claim(self.seat, self.dealer, by, bytes(held), [Meld(what, list(tiles)) for what, tiles in melds], kind, payer)
        win.closed, win.after, win.waits = self.closed, after, waits
        total = 0.0
        for n in range(4**self.rules.birds):
            win.birds = [n // 4**place % 4 for place in range(self.rules.birds)]
            total += max(0, self.scoring.settle(win).deltas()[self.seat])
        mean, usual = total / 4**self.rules.birds, float(self.pace.gain)
        return usual * (mean / usual) ** self.taste

    def waits(self, held: Tiles, unseen: Tiles, melds: Melds) -> int:
        """What wins and may still come."""
        win = claim(self.seat, self.dealer, SELF_DRAW, bytes(held), [Meld(what, list(tiles)) for what, tiles in melds])
        self.readings.load_win(win)
        if self.readings.last_single():
            return 0
        return int(self.readings.waits()) & sum(1 << kind for kind in range(34) if unseen[kind])

    def loss(self, melds: Melds) -> float:
        loss = float(self.pace.loss) * (DEALER if self.seat == self.dealer else 1.0)
        concealed = all(what == CONCEALED_KONG for what, _ in melds)
        return loss * 2.0 if concealed and self.outlook.wins.closed_costs() else loss

    # -- hands ---------------------------------------------------------------------------------------------------

    def value(self, held: Tiles, unseen: Tiles, melds: Melds, distance: int) -> Value:
        key = (held, unseen, melds)
        if key not in self.kept:
            self.kept[key] = self.far(held, unseen, melds, distance) if distance else self.ready(held, unseen, melds)
        return self.kept[key]

    def stay(self, value: Value, melds: Melds, distance: int, n: int) -> float:
        """What it is worth when nothing that helps came: now and then it gets better."""
        usual = self.outlook.tempo
        usual.loss = self.loss(melds)
        better = float(usual.usual(distance, n - 1, value.gain))
        stay = value.after[n - 1]
        return stay + float(usual.mends(distance)) * max(0.0, better - stay)

    def ready(self, held: Tiles, unseen: Tiles, melds: Melds) -> Value:
        waits = self.waits(held, unseen, melds)
        draw = {kind: unseen[kind] / self.all_unseen for kind in bits(waits)}
        by_draw = {kind: self.gain(held, melds, kind, SELF_DRAW, waits) for kind in draw}
        drawn, drawn_gain = sum(draw.values()), sum(draw[kind] * by_draw[kind] for kind in draw)
        claimed = sum(draw[kind] * self.thrown[kind] for kind in draw)
        claimed_gain = sum(draw[kind] * self.thrown[kind] * self.gain(held, melds, kind, DISCARD, waits) for kind in draw)
        best, matched = max(by_draw.values(), default=0.0), 0.0
        if waits:
            matched = drawn if not self.looked and self.outlook.ahead.declares else 0.0
            drawn_gain += LUCK * drawn_gain / drawn
            drawn += LUCK
            if self.outlook.ahead.declares or self.rules.treasure != ROLLED:
                drawn += self.pace.treasure
                drawn_gain += self.pace.treasure * best * 2
        if claimed > 0.9:
            claimed, claimed_gain = 0.9, claimed_gain * 0.9 / claimed
        value = Value((drawn_gain + claimed_gain) / (drawn + claimed) if drawn + claimed else best)
        for n in range(1, self.draws + 2):
            value.before[n] = drawn_gain + (1 - drawn) * self.stay(value, melds, 0, n)
            first = 1 - self.ends[n] / 2  # whoever wins: half of the times the other is earlier
            goes_on = 1 - claimed * first - self.ends[n]
            value.after[n] = claimed_gain * first + goes_on * value.before[n] - self.ends[n] * self.loss(melds)
        if matched:
            for n in range(1, self.draws + 2):
                value.after[n] += (1 - self.ends[n]) * matched * (best * 2 - value.before[n])
        return value

    def far(self, held: Tiles, unseen: Tiles, melds: Melds, distance: int) -> Value:
        self.take(held, unseen, melds)
        draws: list[tuple[float, Value]] = []
        claims: list[tuple[float, Value]] = []
        for kind in bits(self.tiles.useful(self.rules.kinds, distance)):
            chance = unseen[kind] / self.all_unseen
            gone = changed(unseen, {kind: -1})
            draws.append((chance, self.best(changed(held, {kind: 1}), gone, melds, distance - 1)))
            if len(melds) < 4:
                for part, with_two, meld in self.claims(held, kind):
                    rest = changed(held, {one: -with_two.count(one) for one in with_two})
                    claims.append((chance * self.thrown[kind] * part, self.best(rest, gone, (*melds, meld), distance - 1)))
        assert len(draws) + len(claims) <= 96
        chances = sum(chance for chance, _ in draws + claims)
        value = Value(sum(chance * then.gain for chance, then in draws + claims) / chances if chances else 0.0)
        for n in range(1, self.draws + 2):
            stay = self.stay(value, melds, distance, n)
            taken = [(chance, then.after[n - 1]) for chance, then in draws if then.after[n - 1] > stay]
            value.before[n] = sum(chance * then for chance, then in taken) + (1 - sum(chance for chance, _ in taken)) * stay
            taken = [(chance, then.after[n - 1]) for chance, then in claims if then.after[n - 1] > value.before[n]]
            after, claimed = sum(chance * then for chance, then in taken), sum(chance for chance, _ in taken)
            if claimed > 1:
                after, claimed = after / claimed, 1.0
            first = 1 - self.ends[n] / 2
            goes_on = 1 - claimed * first - self.ends[n]
            value.after[n] = after * first + goes_on * value.before[n] - self.ends[n] * self.loss(melds)
        return value

    def claims(self, held: Tiles, kind: int) -> Iterator[tuple[float, list[int], tuple[int, Tiles]]]:
        """What of the others' discards of a kind may be claimed, the own two, and the meld."""
        if held[kind] >= 2:
            yield 1.0, [kind, kind], (int(PUNG), (kind,) * 3)
        if self.rules.chow and kind < 27:
            for low in range(max(kind - 2, kind // 9 * 9), min(kind, kind // 9 * 9 + 6) + 1):
                own = [one for one in range(low, low + 3) if one != kind]
                if all(held[one] for one in own):
                    yield 1 / 3, own, (int(CHOW), (low, low + 1, low + 2))

    def best(self, held: Tiles, unseen: Tiles, melds: Melds, distance: int) -> Value:
        """By number of draws to come what the best discard leaves."""
        best = Value()
        best.after = [-1000000.0] * WIDTH
        if distance:
            self.take(held, unseen, melds)
            found = Discards()
            found.work_out(self.tiles)
            live = {kind: int(found.live[kind]) for kind in range(34) if found.after[kind] == distance}
            kinds = [kind for kind in live if live[kind] * 10 >= max(live.values()) * 7]
        else:
            kinds = [kind for kind in range(34) if held[kind] and self.waits(changed(held, {kind: -1}), unseen, melds)]
        for kind in kinds:
            value = self.value(changed(held, {kind: -1}), unseen, melds, distance)
            if value.after[self.late] > best.after[self.late]:
                best.gain = value.gain
            best.after = [max(pair) for pair in zip(value.after, best.after, strict=True)]
        return best

    def take(self, held: Tiles, unseen: Tiles, melds: Melds) -> None:
        """Has the distances worked out for these tiles."""
        tiles = self.tiles
        tiles.clear()
        for what, kinds in melds:
            tiles.lay(what, sum({1 << kind for kind in kinds}))
        for kind in range(34):
            for _ in range(held[kind]):
                tiles.draw(kind)
            while tiles.unseen(kind) > unseen[kind]:
                tiles.see(kind)

    # -- what ``Outlook`` may be asked -----------------------------------------------------------------------------

    def discarded(self, kind: int, distance: int) -> Value:
        return self.value(changed(self.held, {kind: -1}), self.unseen, self.melds, distance)

    def here(self, distance: int) -> Value:
        return self.value(self.held, self.unseen, self.melds, distance)

    def diced(self) -> float:
        waits = self.waits(self.held, self.unseen, self.melds)
        hits = {kind: self.rules.kong_dice * self.unseen[kind] / self.all_unseen for kind in bits(waits)}
        won = sum(hits[kind] * self.gain(self.held, self.melds, kind, SELF_DRAW, waits, AFTER_DICE_KONG) for kind in hits)
        return won + (1 - sum(hits.values())) * self.here(0).after[self.late]


def changed(tiles: Tiles, by: dict[int, int]) -> Tiles:
    return tuple(n + by.get(kind, 0) for kind, n in enumerate(tiles))


def about(value: float) -> object:
    return pytest.approx(value, rel=1e-9, abs=1e-9)


def moments(
    variant: str, hands: int, *, purpose: str, part: float, names: tuple[str, ...] = ("quick", "quick", "beginner")
) -> Iterator[tuple[Hand, random.Random]]:
    """Hands between bots, some moments of each."""
    for lane in range(hands):
        rng = random.Random(f"{purpose} {variant} {lane}")
        hand = game_of(variant).hand(seed=lane, lane=7, dealer=rng.randrange(4))
        bots = [make(rng.choice(names), seed=lane, lane=0, seat=seat) for seat in range(4)]
        while not hand.over:
            if rng.random() < part:
                yield hand, rng
            seat = hand.to_act[0]
            hand.play(bots[seat].answer(hand), seat)
