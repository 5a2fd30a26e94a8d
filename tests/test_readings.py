"""All ways to read a hand, against a plain enumeration; and the engine's fast path against the readings (G-6, G-12)."""

import os
import random
from collections import Counter
from itertools import combinations_with_replacement

import pytest
from librt.vecs import vec
from mypy_extensions import u8

from paiju import variants
from paiju.core.notation import parse_hand, parse_tiles, tile_text, tiles_text
from paiju.core.readings import EDGE, HIGH, IN_PAIR, IN_PUNG, LOOSE, LOW, MIDDLE, NOWHERE, PAIRS, PUNG_CODE, SETS, THIRD_DRAGON, Readings
from paiju.core.reasons import IT_WINS
from paiju.core.rules import Rules
from paiju.core.tiles import BIT, NONE, PACKED_POWER
from paiju.core.win import CHOW, Meld
from paiju.core.winning import MELD_CHOW, MELD_LAST_SINGLE, MELD_PUNG, all_waits, verdict

SCALE = float(os.environ.get("PAIJU_TEST_SCALE") or 1.0)


def rules_of(game: str, **options: object) -> Rules:
    variant = variants.get(game)
    return variant.rules(variant.settings(options))


def counts_of(kinds: list[int]) -> "vec[u8]":
    counts = [0] * 34
    for kind in kinds:
        counts[kind] += 1
    return vec[u8](counts)


def all_readings(text: str, rules: Rules) -> list[tuple[int, tuple[int, ...], int]]:
    """Form, sorted sets and pair of every reading."""
    kinds, melds = parse_hand(text)
    held = Readings(rules)
    held.load(counts_of(kinds), melds)
    found = []
    for n in range(held.read()):
        held.turn_to(n)
        r = held.reading
        found.append((int(r.form), tuple(sorted(int(r.sets[i]) for i in range(r.size))), int(r.pair)))
    return found


def enumerated(kinds: list[int], size: int, dragons: bool) -> list[tuple[int, tuple[int, ...], int]]:
    """Every choice of a pair and that many sets that uses exactly the tiles: no cleverness."""
    have = Counter(kinds)
    codes = [k for k in range(27) if k % 9 <= 6 and have[k] and have[k + 1] and have[k + 2]]
    codes += [31] if dragons and all(have[k] for k in (31, 32, 33)) else []
    codes += [PUNG_CODE + k for k in range(34) if have[k] >= 3]
    found = []
    for pair in range(34):
        if have[pair] < 2:
            continue
        for sets in combinations_with_replacement(codes, size):
            used = Counter({pair: 2})
            for code in sets:
                used.update([code - PUNG_CODE] * 3 if code >= PUNG_CODE else [code, code + 1, code + 2])
            if used == have:
                found.append((SETS, tuple(sorted(sets)), pair))
    return sorted(found)


def some_hand(rng: random.Random, kinds: list[int], size: int, *, dragons: bool) -> list[int]:
    """Sets and a pair, crowded into few kinds so that several readings are likely; sometimes with one tile changed."""
    while True:
        pool = rng.sample(kinds, rng.randint(3, 9))
        if rng.random() < 0.6 and 0 in kinds:
            start = rng.choice((0, 9, 18))
            pool = [start + rng.randrange(7) + n for n in range(3)] + rng.sample(kinds, 1)
        tiles = [rng.choice(pool)] * 2
        for _ in range(size):
            kind = rng.choice(pool)
            if kind < 27 and kind % 9 <= 6 and rng.random() < 0.6:
                tiles += [kind, kind + 1, kind + 2]
            elif dragons and rng.random() < 0.3:
                tiles += [31, 32, 33]
            else:
                tiles += [kind] * 3
        if rng.random() < 0.2:
            tiles[rng.randrange(len(tiles))] = rng.choice(kinds)
        if max(Counter(tiles).values()) <= 4:
            return tiles


@pytest.mark.parametrize("game", ["changchun", "baicheng", "changsha"])
def test_g_6_every_reading_once(game: str) -> None:
    rng = random.Random(game)
    rules = rules_of(game)
    kinds = [k for k in range(34) if rules.kinds >> k & 1]
    several = 0
    for _ in range(max(200, int(1500 * min(1.0, SCALE)))):
        tiles = some_hand(rng, kinds, 4, dragons=rules.set_of_dragons)
        found = all_readings(tiles_text(tiles), rules)
        sets = sorted(reading for reading in found if reading[0] == SETS)
        assert sets == enumerated(tiles, 4, rules.set_of_dragons), tiles_text(tiles)
        pairs = all(n % 2 == 0 for n in Counter(tiles).values())
        assert (PAIRS in [form for form, _, _ in found]) == (pairs and game == "changsha")
        assert (LOOSE in [form for form, _, _ in found]) == (game == "changsha" and all(k % 9 in (1, 4, 7) for k in tiles))
        several += len(sets) > 1
    assert several > 5


def test_readings_by_hand() -> None:
    rules = rules_of("changchun")
    assert len(all_readings("111222333m456p99s", rules)) == 2
    assert len(all_readings("22334455m789p111s", rules)) == 2
    assert all_readings("1234m", rules) == []
    assert all_readings("11m [pung 222m] [chow 345p] [pung 777z] [winds_kong 11234z]", rules) == [(SETS, (), 0)]
    assert all_readings("556677z111m222p33s", rules_of("baicheng")) == [(SETS, (31, 31, PUNG_CODE, PUNG_CODE + 10), 20)]
    assert all_readings("556677z111m222p33s", rules) == []


@pytest.mark.parametrize(
    ("hand", "tile", "places"),
    [
        ("13m111s456p789p99p", "2m", {MIDDLE}),
        ("12m111s456p789p99p", "3m", {EDGE}),
        ("89m111s456p789p99p", "7m", {EDGE}),
        ("78m111s456p789p99p", "9m", {HIGH}),
        ("78m111s456p789p99p", "6m", {LOW}),
        ("23m111s456p789p99p", "1m", {LOW}),
        ("123m111s456p789p9m", "9m", {IN_PAIR}),
        ("11m55s111s456p789p", "1m", {IN_PUNG}),
        ("2233455m111p789s", "4m", {MIDDLE, HIGH}),
    ],
)
def test_cc_17_where_the_winning_tile_may_sit(hand: str, tile: str, places: set[int]) -> None:
    held = Readings(rules_of("changchun"))
    held.load(counts_of(parse_tiles(hand)), [])
    kind = parse_tiles(tile)[0]
    held.lay(kind)
    found = set()
    for n in range(held.read()):
        held.turn_to(n)
        found |= {int(held.place_in(part, kind)) for part in range(held.reading.size + 1)}
    assert found - {NOWHERE} == places
    held.lift(kind)
    assert list(held.hand) == list(counts_of(parse_tiles(hand)))


def test_bc_15_the_third_dragon_has_its_own_place() -> None:
    held = Readings(rules_of("baicheng"))
    held.load(counts_of(parse_tiles("222m345p678s99p57z")), [])
    held.lay(32)
    assert held.read() == 1
    held.turn_to(0)
    assert THIRD_DRAGON in [held.place_in(part, 32) for part in range(5)]


def test_g_12_waits() -> None:
    def waits(game: str, text: str, **options: object) -> str:
        kinds, melds = parse_hand(text)
        held = Readings(rules_of(game, **options))
        held.load(counts_of(kinds), melds)
        mask = held.waits()
        return tiles_text([k for k in range(34) if mask >> k & 1])

    assert waits("changchun", "78m22255p345678s") == "9m"  # CC-12
    assert waits("changchun", "123m456s456789p6z") == "6z"  # CC-11
    assert waits("changchun", "5m [pung 555m] [pung 111s] [pung 222p] [pung 333z]") == ""  # all four held
    assert waits("baicheng", "2345m [pung 555m] [chow 678p] [chow 789s]") == "2m"
    assert waits("baicheng", "222m345p678s99p57z") == "6z"
    assert waits("changsha", "22258m2558p2588s") == "258m258p258s"  # shapeless: any 2, 5, 8 not held four times
    assert waits("changsha", "1223344556677m") == "147m"  # seven pairs on 1, chows with a pair on 1, 4, 7


# -- the fast path -----------------------------------------------------------------------------------------------


def groups_and_masks(kinds: list[int]) -> tuple[list[int], list[int]]:
    numbers = [0, 0]  # two groups to a word
    masks = [0, 0, 0, 0]
    for kind, n in Counter(kinds).items():
        numbers[kind // 18] += n * PACKED_POWER[kind]
        for i in range(n):
            masks[i] |= BIT[kind]
    return numbers, masks


def fast_verdict(rules: Rules, kinds: list[int], melds: list[Meld]) -> int:
    numbers, g = groups_and_masks(kinds)
    held = Readings(rules)
    held.load(counts_of(kinds), melds)
    flags = 0
    meld_kinds = 0
    for meld in melds:
        flags |= MELD_CHOW if meld.kind == CHOW else MELD_PUNG
        for kind in meld.tiles:
            meld_kinds |= BIT[kind]
    if held.last_single():
        flags |= MELD_LAST_SINGLE
    return verdict(rules, *numbers, g[0], g[1], g[3], len(melds), flags, meld_kinds)


OPTIONS: list[tuple[str, dict[str, object]]] = [
    ("changchun", {}),
    ("changchun", {"seven_pairs": True}),
    ("changchun", {"missing_suit_allowed": True}),
    ("changchun", {"wind_pair_waives_pung": True}),
    ("changchun", {"all_pungs_waives_suits": True}),
    ("changchun", {"all_pungs_waives_suits": True, "seven_pairs": True, "last_single_tile": "allowed"}),
    ("baicheng", {}),
    ("baicheng", {"pung_required": True}),
    ("baicheng", {"dragon_chow": True, "pung_required": True}),
    ("changsha", {}),
    ("changsha", {"moment_requires_258": False}),
]


@pytest.mark.parametrize(("game", "options"), OPTIONS)
def test_fast_path_says_the_same_as_the_readings(game: str, options: dict[str, object]) -> None:
    rng = random.Random(repr((game, options)))
    rules = rules_of(game, **options)
    kinds = [k for k in range(34) if rules.kinds >> k & 1]
    held = Readings(rules)
    wins = 0
    for _ in range(int(4000 * SCALE) or 50):
        size = rng.randint(0, 4)
        pool = [k for k in kinds if k % 9 in (1, 4, 7)] if game == "changsha" and rng.random() < 0.3 else kinds
        tiles = some_hand(rng, pool, 4, dragons=rules.set_of_dragons)
        if rng.random() < 0.1 and rules.seven_pairs and size == 4:
            tiles = rng.sample(kinds, 7) * 2
        # The sets stand at 2, 5, 8 and 11: lay the last of them open where they still are sets.
        melds: list[Meld] = []
        while size < 4 and len(tiles) > 2 and len(melds) < 4 - size:
            last = sorted(tiles[-3:])
            equal = last[0] == last[2]
            chow = (last[2] < 27 and last[0] // 9 == last[2] // 9 and last == [last[0], last[0] + 1, last[0] + 2]) or last == [31, 32, 33]
            if (not equal and not chow) or (last == [31, 32, 33] and not rules.dragon_chow):
                break
            melds.append(Meld(2 if equal else CHOW, last))
            tiles = tiles[:-3]
        held.load(counts_of(tiles), melds)
        slow = held.verdict(NONE) == IT_WINS and not held.last_single()
        held.at_moment = True
        slow_moment = held.verdict(NONE) == IT_WINS and not held.last_single()
        fast = fast_verdict(rules, tiles, melds)
        shown = (tiles_text(tiles), [m.tiles for m in melds])
        assert (fast & 1 != 0, fast & 2 != 0) == (slow, slow_moment), shown
        wins += slow
        # The waits of the hand without one tile.
        tiles.pop(rng.randrange(len(tiles)))
        held.load(counts_of(tiles), melds)
        numbers, g = groups_and_masks(tiles)
        candidates = all_waits(rules, *numbers, *g, len(melds)) & rules.kinds
        owned = Counter(tiles + [k for m in melds for k in m.tiles])
        fast_waits = sum(BIT[k] for k in kinds if candidates & BIT[k] and owned[k] < 4 and fast_verdict(rules, [*tiles, k], melds) & 1)
        slow_waits = 0 if held.last_single() else held.waits()
        assert fast_waits == slow_waits, (shown, [tile_text(k) for k in kinds if (fast_waits ^ slow_waits) & BIT[k]])
    assert wins > 20 * min(1.0, SCALE)
