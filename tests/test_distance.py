"""Distances: what a group lacks, how far a hand is, what each discard leaves; against counting it out and a search over every winning hand."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from paiju.analysis.reach.answers import NEVER, PAIRED, WISH_PUNG, Answers
from paiju.analysis.reach.discards import NOT_HELD, Discards
from paiju.analysis.reach.distance import ALL_PUNGS, ANY_WAY, HOPELESS, ONE_SUIT, SEVEN_PAIRS, SHAPELESS, Distance
from paiju.analysis.reach.lacking import Lacking
from paiju.analysis.report import Analyst
from paiju.bots import make
from paiju.bots.weighing import ways_of
from paiju.core.errors import PaijuError, TextError
from paiju.core.notation import parse_tile, parse_tiles, tile_name
from paiju.core.readings import IT_WINS, Readings
from paiju.core.rules import Rules
from paiju.core.table import WAITS
from paiju.core.tiles import BIT, NONE, POWER
from paiju.core.win import ADDED_KONG, CHOW, CONCEALED_KONG, PUNG, Meld, claim
from paiju.game.hand import Game
from paiju.variants import get
from tests.known_distances import KNOWN, counted_out

CHOWS = [(low, low + 1, low + 2) for low in range(27) if low % 9 <= 6]
PUNGS = [(kind,) * 3 for kind in range(34)]
DRAGONS = (31, 32, 33)
VARIANTS = ("changchun", "baicheng", "changsha")


class Slow:
    """Every hand that has the shape, nearest first, until one wins, in any way or in one only."""

    def __init__(self, rules: Rules, way: int = ANY_WAY) -> None:
        self.rules = rules
        self.way = way
        self.readings = Readings(rules)
        self.rows = [one for one in CHOWS if way != ALL_PUNGS or sum(1 << kind for kind in one) == rules.pung_row]  # BC-16
        self.sets = self.rows + PUNGS + ([DRAGONS] if rules.set_of_dragons else [])

    def distance(self, hand: list[int], melds: list[Meld], unseen: list[int], most: int = 13) -> int:
        """HOPELESS from more than ``most`` on."""
        caps = [hand[kind] + unseen[kind] for kind in range(34)]
        if self.way == ALL_PUNGS and any(meld.kind == CHOW and tuple(meld.tiles) not in (*self.rows, DRAGONS) for meld in melds):
            return HOPELESS
        for lacking in range(most + 2):
            for found in self.hands(hand, caps, 4 - len(melds), lacking):
                if self.wins(found, melds):
                    return lacking - 1
        return HOPELESS

    def wins(self, counts: list[int], melds: list[Meld]) -> bool:
        if self.way == ONE_SUIT:
            kinds = [kind for kind in range(34) if counts[kind]] + [kind for meld in melds for kind in meld.tiles]
            if max(kinds) > 26 or len({kind // 9 for kind in kinds}) > 1:
                return False
        self.readings.load_win(claim(0, 0, 0, bytes(counts), melds))
        return not self.readings.last_single() and self.readings.verdict(NONE) == IT_WINS

    def hands(self, hand: list[int], caps: list[int], need: int, lacking: int) -> Iterator[list[int]]:
        """All that lack just so many tiles."""
        counts = [0] * 34

        def grow(
            parts: list[tuple[int, ...]], first: int, left: int, left_lacking: int, then: Callable[[int], Iterator[list[int]]]
        ) -> Iterator[list[int]]:
            if not left:
                yield from then(left_lacking)
                return
            for n in range(first, len(parts)):
                cost = 0
                fits = True
                for tile in parts[n]:
                    cost += counts[tile] >= hand[tile]
                    counts[tile] += 1
                    fits = fits and counts[tile] <= caps[tile]
                if fits and cost <= left_lacking:
                    yield from grow(parts, n, left - 1, left_lacking - cost, then)
                for tile in parts[n]:
                    counts[tile] -= 1

        def whole(left_lacking: int) -> Iterator[list[int]]:
            if not left_lacking:
                yield counts

        pairs: list[tuple[int, ...]] = [(kind, kind) for kind in range(34)]
        if self.way in (ANY_WAY, ALL_PUNGS, ONE_SUIT):
            yield from grow(self.sets, 0, need, lacking, lambda rest: grow(pairs, 0, 1, rest, whole))
        if self.rules.seven_pairs and need == 4 and self.way in (ANY_WAY, SEVEN_PAIRS, ONE_SUIT):
            yield from grow(pairs, 0, 7, lacking, whole)
        if self.rules.shapeless_kinds and self.way in (ANY_WAY, SHAPELESS):
            loose: list[tuple[int, ...]] = [(kind,) for kind in range(34) if self.rules.shapeless_kinds >> kind & 1]
            kept = sum(hand[tile] for (tile,) in loose)
            if 2 + 3 * need - kept <= lacking:
                yield from grow(loose, 0, 2 + 3 * need, lacking, whole)


def some_rules(variant: str, rng: random.Random) -> Game:
    chosen: dict[str, Any] = {}
    if rng.random() < 0.7:
        for option in get(variant).options:
            if option.kind == "flag" and rng.random() < 0.4:
                chosen[option.name] = not option.default
            elif option.kind == "choice" and rng.random() < 0.3:
                chosen[option.name] = rng.choice(option.choices).value
    return Game(variant, chosen)


def some_tiles(game: Game, rng: random.Random, way: int = ANY_WAY) -> tuple[list[int], list[Meld], list[int]]:
    """A hand some exchanges from a winning shape of that way, with melds, and how many of each kind have not been seen."""
    kinds = [kind for kind in range(34) if game.rules.kinds >> kind & 1]
    left = [4 if kind in kinds else 0 for kind in range(34)]
    sets = [CHOWS, PUNGS]
    of_the_way = kinds
    if way == ONE_SUIT:
        first = 9 * rng.randrange(3)
        sets = [[one for one in some if first <= one[0] < first + 9] for some in sets]
        of_the_way = list(range(first, first + 9))
    elif way == ALL_PUNGS:
        sets = [PUNGS]
    elif way == SHAPELESS:
        of_the_way = [kind for kind in kinds if game.rules.shapeless_kinds >> kind & 1]
        sets = [[one for one in PUNGS if one[0] in of_the_way]]

    def may(tiles: tuple[int, ...]) -> bool:
        return all(left[tile] >= tiles.count(tile) for tile in tiles)

    def some_set() -> tuple[int, ...]:
        while True:
            tiles = rng.choice(rng.choice(sets))
            if may(tiles):
                for tile in tiles:
                    left[tile] -= 1
                return tiles

    melds = []
    most = 0 if way == SEVEN_PAIRS and rng.random() < 0.9 else 4
    for _ in range(min(most, rng.choice((0, 0, 0, 0, 1, 1, 2, 3, 4)))):
        tiles = some_set()
        if tiles[0] != tiles[1]:
            melds.append(Meld(CHOW, list(tiles)))
        elif left[tiles[0]] and rng.random() < 0.5:
            left[tiles[0]] -= 1
            melds.append(Meld(rng.choice((ADDED_KONG, CONCEALED_KONG)), [*tiles, tiles[0]]))
        else:
            melds.append(Meld(PUNG, list(tiles)))
    hand = [0] * 34
    if not melds and (way == SEVEN_PAIRS or (way == ANY_WAY and rng.random() < 0.2)):
        parts = [(kind, kind) for kind in rng.sample(kinds, 7)]
        for tiles in parts:
            left[tiles[0]] -= 2
    else:
        pair = rng.choice([kind for kind in of_the_way if left[kind] >= 2])
        left[pair] -= 2
        parts = [(pair, pair)] + [some_set() for _ in range(4 - len(melds))]  # type: ignore[list-item]
    for tiles in parts:
        for tile in tiles:
            hand[tile] += 1
    for _ in range(rng.choice((0, 1, 2, 3, 4, 5))):
        away = rng.choice([kind for kind in range(34) if hand[kind]])
        come = rng.choice([kind for kind in range(34) if left[kind]])
        hand[away] -= 1
        left[away] += 1
        hand[come] += 1
        left[come] -= 1
    if rng.random() < 0.6:
        away = rng.choice([kind for kind in range(34) if hand[kind]])
        hand[away] -= 1
    gone = rng.choice((0.0, 0.0, 0.2, 0.5, 0.8))
    return hand, melds, [sum(rng.random() >= gone for _ in range(copies)) for copies in left]


def sight(distance: Distance, hand: list[int], melds: list[Meld], unseen: list[int]) -> None:
    """Has it look at those tiles."""
    distance.clear()
    for meld in melds:
        for tile in meld.tiles:
            distance.see(tile)
        distance.lay(meld.kind, sum({1 << tile for tile in meld.tiles}))
    for kind in range(34):
        for _ in range(hand[kind]):
            distance.draw(kind)
    for kind in range(34):
        while distance.unseen(kind) > unseen[kind]:
            distance.see(kind)


@pytest.mark.parametrize("variant", ["changchun", "baicheng", "changsha"])
def test_the_distance_is_that_of_the_nearest_winning_hand(variant: str, scaled: Callable[[int], int]) -> None:
    rng = random.Random(variant)
    seen = set()
    for n in range(max(60, scaled(300))):
        game = some_rules(variant, rng)
        hand, melds, unseen = some_tiles(game, rng)
        distance = Distance(game.rules)
        sight(distance, hand, melds, unseen)
        found = distance.distance()
        assert found == Slow(game.rules).distance(hand, melds, unseen), (n, game.settings, hand, melds, unseen)
        seen.add(found)
    assert {-1, 0, 1, 2, 3} <= seen


@pytest.mark.parametrize(("variant", "way"), [(variant, way) for variant in VARIANTS for way in ways_of(Game(variant)) if way != ANY_WAY])
def test_the_distance_on_one_way_is_that_of_the_nearest_hand_of_the_way(variant: str, way: int, scaled: Callable[[int], int]) -> None:
    rng = random.Random(f"{variant} {way}")
    seen = set()
    for n in range(max(30, scaled(300))):
        game = some_rules(variant, rng)
        if way not in ways_of(game):
            continue
        hand, melds, unseen = some_tiles(game, rng, way)
        distance = Distance(game.rules, way)
        sight(distance, hand, melds, unseen)
        found = distance.distance()
        told = (n, game.settings, hand, melds, unseen)
        assert (found if found <= 3 else HOPELESS) == Slow(game.rules, way).distance(hand, melds, unseen, most=3), told
        if 0 <= found <= 3:
            helps = 0
            for kind in range(34):
                if unseen[kind]:
                    distance.draw(kind)
                    helps |= (distance.distance() < found) << kind
                    distance.undraw(kind)
            assert distance.useful(game.rules.kinds, found) == helps, told
        seen.add(found)
    assert len(seen & {-1, 0, 1, 2, 3}) >= 3


@pytest.mark.parametrize("variant", ["changchun", "baicheng", "changsha"])
def test_each_discard_is_judged_by_the_distances_around_it(variant: str, scaled: Callable[[int], int]) -> None:
    rng = random.Random(variant)
    for _ in range(scaled(60)):
        game = some_rules(variant, rng)
        way = rng.choice((ANY_WAY, *ways_of(game)))
        hand, melds, unseen = some_tiles(game, rng, way)
        if sum(hand) % 3 != 2:
            continue
        tiles = Distance(game.rules, way)
        sight(tiles, hand, melds, unseen)
        found = Discards()
        found.work_out(tiles)
        for kind in range(34):
            assert (found.after[kind] == NOT_HELD) == (not hand[kind])
            if hand[kind]:
                hand[kind] -= 1
                rest = Distance(game.rules, way)
                sight(rest, hand, melds, unseen)
                after = rest.distance()
                helps = 0
                for other in range(34):
                    if unseen[other]:
                        hand[other] += 1
                        unseen[other] -= 1
                        sight(rest, hand, melds, unseen)
                        helps |= (rest.distance() < after) << other
                        unseen[other] += 1
                        hand[other] -= 1
                assert (found.after[kind], found.helps[kind]) == (after, helps)
                assert found.live[kind] == sum(unseen[other] for other in range(34) if helps >> other & 1)
                hand[kind] += 1


# -- groups ------------------------------------------------------------------------------------------------------


def group(*, size: int = 9, dragons: bool = False, pairs: int = 0x1FF, waivers: int = 0, most: int = 1000) -> tuple[Answers, Lacking]:
    answers = Answers()
    kinds = (1 << size) - 1
    rows = kinds if size == 9 else 0
    return answers, Lacking(
        answers, size=size, kinds=kinds, rows=rows, dragons=dragons, pairs=pairs, waivers=waivers, wished=0, pungs=True, most=most
    )


def byte(answers: Answers, at: int, sets: int, pair: int, wish: int = 0) -> int:
    return int(answers.words[at + wish] >> 6 * sets + PAIRED * pair & 31)


@pytest.mark.parametrize("pairs", [0x1FF, 0x92])
def test_what_a_suit_lacks(pairs: int, scaled: Callable[[int], int]) -> None:
    answers, table = group(pairs=pairs)
    rng = random.Random(pairs)
    for _ in range(scaled(40)):
        tiles = rng.sample([n for n in range(9) for _ in range(4)], rng.randrange(0, 10))
        have = [tiles.count(n) for n in range(9)]
        caps = [rng.randint(n, 4) for n in have]
        number = sum(POWER[n] for n in tiles)
        free = table.find(number)
        capped = table.find_capped(number, sum(cap * POWER[n] for n, cap in enumerate(caps)))
        for sets, pair, pung in itertools.product(range(3), range(2), range(2)):
            told = (tiles, caps, sets, pair, pung)
            wish = WISH_PUNG * pung
            for at, most in ((free, [4] * 9), (capped, caps)):
                assert byte(answers, at, sets, pair, wish) == counted_out(have, sets, pair, pairs, pung=bool(pung), caps=most, never=NEVER), told


def test_groups_are_told_the_same_when_what_was_kept_is_given_up() -> None:
    answers, small = group(most=20)
    others, large = group()
    rng = random.Random(0)
    numbers = [sum(POWER[n] for n in rng.sample(range(9), 5)) for _ in range(30)]
    for number in numbers + numbers:
        found, kept = small.find(number), large.find(number)
        assert answers.words[found : found + 4] == others.words[kept : kept + 4]


def test_what_the_honours_lack_with_the_three_dragons_as_a_set_bc_15() -> None:
    answers, plain = group(size=7, pairs=0x7F)
    others, dragons = group(size=7, pairs=0x7F, dragons=True)
    one_each = sum(POWER[n] for n in (4, 5, 6))
    assert byte(answers, plain.find(one_each), 1, 0) == 2 and byte(others, dragons.find(one_each), 1, 0) == 0
    assert byte(others, dragons.find(one_each - POWER[4]), 1, 0) == 1
    assert byte(answers, plain.find(2 * POWER[0]), 1, 1) == 3 and byte(answers, plain.find(3 * POWER[0] + POWER[1]), 1, 1) == 1


def test_a_dragon_pair_stands_for_a_pung_cc_8() -> None:
    answers, table = group(size=7, pairs=0x7F, waivers=0x70)
    assert byte(answers, table.find(2 * POWER[4]), 0, 1, WISH_PUNG) == 0
    assert byte(answers, table.find(2 * POWER[0]), 0, 1, WISH_PUNG) == 2


# -- hands of the engine -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["changchun", "baicheng", "changsha"])
def test_ready_is_to_wait_for_a_tile_that_may_still_come(variant: str, scaled: Callable[[int], int]) -> None:
    game = Game(variant)
    tiles = Distance(game.rules)
    ready = 0
    for seed in range(scaled(60)):
        hand = game.hand(seed=seed)
        rng = random.Random(seed)
        bots = [make("quick", seed=seed, lane=0, seat=seat) for seat in range(4)]
        while not hand.over:
            seat = hand.to_act[0]
            hand.play(bots[seat].answer(hand) if rng.random() < 0.95 else rng.choice(hand.actions(seat)), seat)
            for other in range(4):
                if hand.over or other == hand.table.turn:
                    continue
                tiles.look(hand.table, other)
                coming = sum(BIT[kind] for kind in range(34) if tiles.unseen(kind) > 0)
                waits = hand.table.big[WAITS + other] & coming
                assert (tiles.distance() == 0) == (waits != 0)
                if waits:
                    assert tiles.useful(game.rules.kinds, 0) == waits
                ready += waits != 0
    assert ready


@pytest.mark.parametrize(("variant", "text", "distance"), KNOWN)
def test_distances_of_known_hands(variant: str, text: str, distance: int) -> None:
    assert Analyst(Game(variant)).distance(text) == distance
    assert Distance(Game(variant).rules).of(bytes(parse_tiles(text))) == distance


def test_many_hands_at_once() -> None:
    rng = random.Random(4)
    hands = [bytes(kind // 4 for kind in rng.sample(range(136), 14)) for _ in range(50)]
    tiles = Distance(Game("changchun").rules)
    assert tiles.of_many(b"".join(hands), 14) == bytes(tiles.of(hand) + 1 for hand in hands)
    assert tiles.of_many(b"", 14) == b""


def test_tiles_that_are_no_hands_are_refused() -> None:
    tiles = Distance(Game("changchun").rules)
    with pytest.raises(PaijuError, match="more than four tiles of a kind"):
        tiles.of(bytes([0] * 5))
    with pytest.raises(PaijuError, match="34 is no kind of tile"):
        tiles.of(bytes([1, 34]))
    with pytest.raises(PaijuError, match="27 kinds are no hands of 14 each"):
        tiles.of_many(bytes(27), 14)
    with pytest.raises(PaijuError, match="of 0 each"):
        tiles.of_many(bytes(14), 0)
    assert tiles.of(bytes(parse_tiles("123m456p789s11122z"))) == -1, "it can be used again"


# -- the report --------------------------------------------------------------------------------------------------


def test_a_ready_hand_is_told_its_waits_and_what_they_are_worth() -> None:
    report = Analyst(Game("changsha")).report("123m456m789p3455s", seen="22s")
    assert report.now.distance == 0
    assert [(wait.tile, wait.live) for wait in report.now.waits] == [(19, 2), (22, 2)]
    assert all(0 < wait.discard < wait.self_draw for wait in report.now.waits)


@pytest.mark.parametrize(
    ("variant", "hand", "seen", "said"),
    [
        ("changsha", "123m456m789p255s", "", "13"),
        ("changsha", "123m456m789p3455s", "22222s", "2s"),
        ("changsha", "123m456m789p3455s1z", "", "1z"),
        ("changchun", "11111m456m789p11z", "", "1m"),
    ],
)
def test_a_hand_that_cannot_be_is_refused(variant: str, hand: str, seen: str, said: str) -> None:
    with pytest.raises(TextError) as refused:
        Analyst(Game(variant)).report(hand, seen)
    assert said in refused.value.en or tile_name(parse_tile(said), "en") in refused.value.en
