"""What hands are worth: against the same model worked out slowly and plainly, and what must hold of it; and how dangerous discards are."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import lru_cache

import pytest

from paiju.analysis.danger import Danger
from paiju.analysis.reach.discards import Discards
from paiju.analysis.reach.distance import Distance
from paiju.analysis.worth.outlook import Outlook
from paiju.analysis.worth.states import MOST, ROOM, States
from paiju.analysis.worth.tempo import DEALER, LUCK, WIDTH, thrown
from paiju.bots import make
from paiju.core.ending import seat_melds
from paiju.core.readings import Readings
from paiju.core.rules import ROLLED
from paiju.core.table import HELD, NUMBER, VISIBLE, WAITS
from paiju.core.wallend import tiles_to_draw
from paiju.core.win import AFTER_DICE_KONG, CHOW, CONCEALED_KONG, DISCARD, NOBODY, PUNG, SELF_DRAW, Meld, claim
from paiju.game.hand import Game, Hand
from tools.measure_tempo import Figures, line

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
        self.ends = [float(end) for end in self.outlook.tempo.ends]
        self.melds: Melds = tuple((int(meld.kind), tuple(meld.tiles)) for meld in seat_melds(table, seat))
        self.held: Tiles = tuple(int(table.held(seat, kind)) for kind in range(34))
        self.unseen: Tiles = tuple(self._unseen(hand, kind) for kind in range(34))
        self.all_unseen = sum(self.unseen) or 1
        self.thrown = [self.pace.discards * (thrown(kind, table.small[VISIBLE + kind]) if reads else 1.0) for kind in range(34)]
        left = int(tiles_to_draw(table))
        self.draws, self.late = min(WIDTH - 2, -(-left // 4)), min(WIDTH - 2, left // 4)
        self.looked = game.rules.treasure != ROLLED or bool(table.looked >> seat & 1)
        self.closed = sum(1 << other for other in range(4) if other != seat and not table.exposed(other))
        self.payer = max(other for other in range(4) if other not in (seat, self.dealer))
        self.wait = ((seat - int(table.turn)) % 4 - 1) / 3 if table.turn != seat else 0.0
        self.tiles = Distance(game.rules)
        self.readings = Readings(game.rules)
        self.kept: dict[tuple[Tiles, Tiles, Melds], Value] = {}

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
        return usual * (mean / usual) ** float(self.pace.taste)

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
            matched = drawn if not self.looked and self.outlook.declares else 0.0
            drawn_gain += LUCK * drawn_gain / drawn
            drawn += LUCK
            if self.outlook.declares or self.rules.treasure != ROLLED:
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


# -- the same, worked out slowly -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("farthest", "hands"), [(1, 20), (2, 12)])
@every_game
def test_a_hand_is_worth_what_the_model_says(variant: str, farthest: int, hands: int, scaled: Scaled) -> None:
    game = game_of(variant)
    tiles, table = Distance(game.rules), Discards()
    counts = {"turn": 0, "waiting": 0, "melds": 0, "late": 0}
    for hand, rng in moments(variant, scaled(hands), purpose="worth", part=0.25 if farthest == 1 else 0.05):
        seat = rng.choice((hand.to_act[0], rng.randrange(4)))
        tiles.look(hand.table, seat)
        own_turn = sum(hand.table.held(seat, kind) for kind in range(34)) % 3 == 2
        slow = Slow(game, hand, seat, reads=rng.random() < 0.5)
        if own_turn:
            table.work_out(tiles)
            distance = {kind: int(table.after[kind]) for kind in bits(tiles.held[0])}
            near = [kind for kind in distance if 0 <= distance[kind] <= farthest and distance[kind] >= farthest - 1]
            if not near:
                continue
            outlook = slow.outlook
            if rng.random() < 0.2:
                outlook.declares = False
            for kind in rng.sample(near, min(len(near), 3 if farthest == 1 else 1)):
                outlook.clear()
                outlook.discards(1 << kind, table)
                assert not outlook.full
                value = slow.discarded(kind, distance[kind])
                assert outlook.worth[kind] == about(value.after[slow.late])
                assert outlook.gain[kind] == about(value.gain)
        else:
            away = int(tiles.distance())
            if not farthest - 1 <= away <= farthest:
                continue
            value = slow.here(away)
            now = (1 - slow.wait) * value.before[slow.draws] + slow.wait * value.after[slow.draws]
            assert slow.outlook.now(away) == about(now)
            assert slow.outlook.replaced(away) == about(value.before[slow.draws + 1])
            if away == 0 and game.rules.kong_dice:
                assert slow.outlook.diced() == about(slow.diced())
        counts["turn" if own_turn else "waiting"] += 1
        counts["melds"] += bool(slow.melds)
        counts["late"] += slow.late < 8
    if scaled(hands) == hands:
        assert counts["turn"] and counts["waiting"], counts
        assert farthest > 1 or (counts["melds"] and counts["late"]), counts


# -- what must hold ------------------------------------------------------------------------------------------------


def ready_hands(variant: str, hands: int, *, purpose: str) -> Iterator[tuple[Hand, int, int]]:
    """Seats that wait for tiles which may come, and for which."""
    game = game_of(variant)
    tiles = Distance(game.rules)
    for hand, rng in moments(variant, hands, purpose=purpose, part=0.1):
        for seat in rng.sample(range(4), 4):
            if hand.table.big[WAITS + seat] and sum(hand.table.held(seat, kind) for kind in range(34)) % 3 == 1:
                tiles.look(hand.table, seat)
                waits = int(tiles.useful(game.rules.kinds, 0))
                if waits and tiles.distance() == 0:
                    yield hand, seat, waits


def outlook_of(game: Game, hand: Hand, seat: int) -> Outlook:
    outlook = Outlook(game.rules, game.scoring, game.variant.key)
    outlook.look(hand.table, seat)
    return outlook


@pytest.mark.parametrize("options", [{}, {"birds": 2}, {"birds": 0}, {"bird_from": "winner"}])
def test_a_win_brings_what_the_game_pays_birds_averaged_over_cs_39(options: dict[str, object], scaled: Scaled) -> None:
    game = Game("changsha", options)
    for hand, seat, waits in ready_hands("changsha", scaled(12), purpose="wins"):
        slow = Slow(game, hand, seat, reads=False)
        wins = slow.outlook.wins
        for kind in bits(waits):
            assert wins.by_draw(slow.outlook.tiles, kind, waits) == about(slow.gain(slow.held, slow.melds, kind, SELF_DRAW, waits))
            assert wins.by_discard(slow.outlook.tiles, kind, waits) == about(slow.gain(slow.held, slow.melds, kind, DISCARD, waits))


@every_game
def test_more_tiles_to_win_with_and_fewer_who_are_ready_are_worth_more(variant: str, scaled: Scaled) -> None:
    tried = 0
    for hand, seat, waits in ready_hands(variant, max(4, scaled(16)), purpose="more"):
        outlook, table = outlook_of(game_of(variant), hand, seat), hand.table
        if not outlook.draws:
            continue
        worth = outlook.now(0)
        many = [kind for kind in bits(waits) if outlook.tiles.unseen(kind) > 1]
        for kind in many:
            outlook.tiles.see(kind)
            outlook.clear()
            assert outlook.now(0) < worth
            outlook.tiles.unsee(kind)
            tried += 1
        for other in (one for one in range(4) if one != seat and not table.declared >> one & 1):
            table.declared |= 1 << other
            assert outlook_of(game_of(variant), hand, seat).now(0) <= worth
            table.declared &= ~(1 << other)
        assert outlook_of(game_of(variant), hand, seat).now(0) == worth
    assert tried


def test_a_better_win_is_worth_more_cc_17(scaled: Scaled) -> None:
    more = Game("changchun", {"closed_wait_includes": ["middle", "edge", "single"]})
    better = 0
    for hand, seat, _ in ready_hands("changchun", max(6, scaled(16)), purpose="better"):
        plain, rich = outlook_of(game_of("changchun"), hand, seat).now(0), outlook_of(more, hand, seat).now(0)
        assert rich >= plain - 1e-9
        better += rich > plain
    assert better


def asked(outlook: Outlook, distance: Distance, hand: Hand, seat: int) -> list[float] | None:
    """All that ``Outlook`` tells of a hand not far from a win."""
    table = Discards()
    distance.look(hand.table, seat)
    outlook.look(hand.table, seat)
    if sum(hand.table.held(seat, kind) for kind in range(34)) % 3 == 2:
        table.work_out(distance)
        near = [kind for kind in bits(distance.held[0]) if table.after[kind] in (0, 1)]
        outlook.discards(sum(1 << kind for kind in near), table)
        return [float(told[kind]) for told in (outlook.worth, outlook.gain) for kind in near] or None
    away = int(distance.distance())
    return [float(outlook.now(away)), float(outlook.replaced(away)), float(outlook.paid)] if away in (0, 1) else None


@every_game
def test_nothing_hidden_and_nothing_looked_at_before_changes_it_g_7(variant: str, scaled: Scaled) -> None:
    game = game_of(variant)
    outlook, distance = Outlook(game.rules, game.scoring, game.variant.key, 0, 1.0, True), Distance(game.rules)
    compared = 0
    for hand, rng in moments(variant, max(3, scaled(12)), purpose="hidden", part=0.15):
        seat, table = rng.choice((hand.to_act[0], rng.randrange(4))), hand.table
        first = asked(outlook, distance, hand, seat)
        assert asked(outlook, distance, hand, seat) == first
        compared += first is not None
        others = [other for other in range(4) if other != seat]  # they may hold anything
        hidden = [WAITS + other for other in others] + [HELD + 4 * other + n for other in others for n in range(4)]
        hidden += [NUMBER + 2 * other + n for other in others for n in range(2)]
        kept = {place: int(table.big[place]) for place in hidden}
        for place in hidden:
            table.big[place] = rng.getrandbits(33)
        fresh = Outlook(game.rules, game.scoring, game.variant.key, 0, 1.0, True)
        assert asked(fresh, distance, hand, seat) == first
        for place, was in kept.items():
            table.big[place] = was
    assert compared


@every_game
def test_what_another_s_win_costs_is_that_of_the_seat_looked_at(variant: str) -> None:
    """It stayed that of the hand looked at before, so what a master feared hung on whom the same thread had played for."""
    for hand, _ in moments(variant, 2, purpose="cost", part=0.1):
        outlook = outlook_of(game_of(variant), hand, 0)
        for seat in (hand.table.dealer, hand.to_act[0]):
            slow = Slow(game_of(variant), hand, seat, reads=False)
            outlook.look(hand.table, seat)
            assert outlook.tempo.loss == about(slow.loss(slow.melds))
            outlook.lay(PUNG, [0, 0, 0])
            assert outlook.tempo.loss == about(slow.loss(((PUNG, (0, 0, 0)),)))


def test_hands_are_numbered_without_being_cleared_first() -> None:
    states = States()
    assert [states.number(first, 0) for first in (0, 7, 0)] == [0, 1, 0]


@every_game
def test_more_hands_than_are_looked_at_are_no_fault(variant: str) -> None:
    """Once so many were met, room was kept for 64 more, and 65 came: an IndexError."""
    game = game_of(variant)
    distance, table = Distance(game.rules), Discards()
    tried = 0
    for hand, _ in moments(variant, 1, purpose="full", part=0.5):
        seat = hand.to_act[0]
        distance.look(hand.table, seat)
        if sum(hand.table.held(seat, kind) for kind in range(34)) % 3 != 2:
            continue
        table.work_out(distance)
        near = [kind for kind in bits(distance.held[0]) if table.after[kind] in (1, 2)]
        if near and tried < 12:
            outlook = outlook_of(game, hand, seat)
            for n in range(MOST - ROOM - 20):
                outlook._states.number(n, -1)
            assert not outlook.full
            outlook.discards(sum(1 << kind for kind in near), table)
            assert outlook.full and outlook._states.count < MOST - ROOM // 2
            tried += 1
    assert tried


# -- danger --------------------------------------------------------------------------------------------------------


@every_game
def test_how_likely_a_discard_wins_for_another(variant: str, scaled: Scaled) -> None:
    game = game_of(variant)
    said, was, thrown_before, hands = 0.0, 0, 0, scaled(100)
    for hand, _ in moments(variant, hands, purpose="danger", part=0.2, names=("quick",)):
        seat, table = hand.to_act[0], hand.table
        held = [kind for kind in range(34) if table.held(seat, kind)]
        if seat != table.turn or sum(table.held(seat, kind) for kind in held) % 3 != 2:
            continue
        view = hand.view(seat)
        danger = Danger(view, game.rules)
        others = [other for other in range(4) if other != seat]
        waits = int(table.big[WAITS + others[0]] | table.big[WAITS + others[1]] | table.big[WAITS + others[2]])
        nobody = game.rules.declare_ready and not any(view.seats[other].ready or view.seats[other].locked for other in others)
        for kind in held:
            chance = danger.of(kind)
            assert 0 <= chance < 0.5
            assert not (nobody and chance)
            if all(kind in view.seats[other].river for other in others):
                thrown_before += 1
                assert chance < 0.02
            said += chance
            was += not nobody and waits >> kind & 1
    if hands >= 100:
        assert thrown_before
        assert 0.6 < said / was < 1 / 0.6, (said, was)


def test_the_figures_can_be_measured_anew() -> None:
    figures = Figures(game_of("changsha"))
    for lane in range(2):
        figures.play("quick", lane)
    told = "\n".join(figures.report())
    assert "|0.165" in told and "dragons" in told
    assert line([(n / 100, 1 + n / 50) for n in range(100)]) == ("1.000", "2.00")


def test_worth_is_in_the_prices_of_the_house_rules(scaled: Scaled) -> None:
    """A base of a hundred makes every win and every loss a hundred times as dear: the same answers, a hundred times the worth."""
    plain, dear = Game("baicheng"), Game("baicheng", {"base": 100})
    for lane in range(scaled(3)):
        hands = [game.hand(seed=8, lane=lane) for game in (plain, dear)]
        players = [[make("master", seed=8, lane=lane, seat=seat) for seat in range(4)] for _ in hands]
        while not hands[0].over:
            seat = hands[0].to_act[0]
            judged = [bots[seat].judge(bots[seat].see(hand)) for bots, hand in zip(players, hands, strict=True)]
            cheap, dearly = [{str(one.action): one.worth for one in some} for some in judged]
            assert {action: worth * 100 for action, worth in cheap.items()} == pytest.approx(dearly)
            answer = players[0][seat].answer(hands[0])
            for hand in hands:
                hand.play(answer, seat)
