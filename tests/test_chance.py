"""The stream of chance: the same numbers on both builds, even dice and shuffles, seeds and lanes that know nothing of each other (G-8)."""

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest
from librt.vecs import vec
from mypy_extensions import i64, u8

from paiju.core.notation import tile_text
from paiju.core.stream import Stream, next_below, next_word
from paiju.game.hand import Game, Hand

Scaled = Callable[[int], int]

FIRST_WORDS = {
    (0, 0): [4216505632, 947923937, 2491578854, 3964400089],
    (20260101, 3): [1449547167, 1514878833, 3671629103, 3833085089],
    (2**62 - 1, 5): [546583506, 3430212760, 1327087904, 2953467153],
}
FIRST_DICE = {(7, 1): [5, 6, 1, 3, 5, 3, 6, 3, 6, 5, 2, 2], (7, 2): [2, 3, 2, 2, 1, 2, 1, 4, 1, 4, 4, 6]}


def deviation(counts: Sequence[int], expected: Sequence[float] | None = None) -> float:
    """How far a chi-square of counts lies from what chance gives, in standard deviations; expected: even unless given."""
    wanted = expected or [sum(counts) / len(counts)] * len(counts)
    return standing(sum((n - e) ** 2 / e for n, e in zip(counts, wanted, strict=True)), len(counts) - 1)


def standing(chi: float, free: int) -> float:
    """A chi-square with so many degrees of freedom on the scale of a normal one (Wilson and Hilferty)."""
    return (math.pow(chi / free, 1 / 3) - (1 - 2 / (9 * free))) / math.sqrt(2 / (9 * free))


def by_chance(counts: Sequence[int], expected: Sequence[float] | None = None) -> bool:
    """Neither too uneven nor too even; seeds are fixed, so the answer never changes."""
    return abs(deviation(counts, expected)) < 4


def shuffled(stream: Stream, tiles: list[int]) -> list[int]:
    wall = vec[u8](tiles)
    stream.shuffle(wall)
    return list(wall)


def wall_of(hand: Hand) -> list[int]:
    return [int(hand.table.wall_tile(n)) for n in range(len(hand.game.tiles()))]


# -- the same everywhere -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("start", "words"), FIRST_WORDS.items())
def test_g_8_first_words_are_these_on_every_build(start: tuple[int, int], words: list[int]) -> None:
    stream = Stream(*start)
    assert [stream.word() for _ in words] == words


@pytest.mark.parametrize(("start", "dice"), FIRST_DICE.items())
def test_g_8_first_dice_are_these_on_every_build(start: tuple[int, int], dice: list[int]) -> None:
    stream = Stream(*start)
    assert [stream.die() for _ in dice] == dice


def test_g_8_first_shuffle_is_this_on_every_build() -> None:
    assert shuffled(Stream(7, 1), list(range(12))) == [4, 10, 2, 7, 1, 5, 11, 6, 3, 0, 9, 8]


FIRST_WALLS = {
    "changchun": "7s 2m 3p 1p 9s 4s 4z 3s 7s 3z 3s 1z",
    "baicheng": "1m 4p 4p 4m 2p 4s 2p 5s 9m 8m 9s 7p",
    "changsha": "5p 7m 3m 1p 6p 2m 4m 3p 3m 9p 8p 8m",
}


@pytest.mark.parametrize(("variant", "wall"), FIRST_WALLS.items())
def test_g_8_the_wall_of_a_seed_is_this_on_every_build(variant: str, wall: str) -> None:
    hand = Game(variant).hand(seed=2026, lane=1)
    assert " ".join(tile_text(k) for k in wall_of(hand)[:12]) == wall
    assert wall_of(Game(variant).hand(seed=2026, lane=1)) == wall_of(hand)


def test_words_are_32_bits_and_all_bits_are_used() -> None:
    stream = Stream(11, 0)
    words = [stream.word() for _ in range(4000)]
    assert all(0 <= w < 2**32 for w in words)
    assert all(abs(sum(int(w) >> bit & 1 for w in words) - 2000) < 4 * math.sqrt(1000) for bit in range(32))


def test_a_copy_goes_on_alike_and_alone() -> None:
    stream = Stream(5, 9)
    stream.word()
    twin = stream.copy()
    ahead = [twin.word() for _ in range(20)]
    assert [stream.word() for _ in range(20)] == ahead


# -- even --------------------------------------------------------------------------------------------------------


def test_a_word_that_would_favour_some_result_is_drawn_again() -> None:
    # 2**32 = 1 modulo 3: one word, nought, is too many. Nothing but c is set, so the first word is nought.
    ahead = vec[i64]([0, 0, 5, 0])
    assert next_word(ahead, 0) == 0
    again = next_word(ahead, 0)
    state = vec[i64]([0, 0, 5, 0])
    assert next_below(state, 0, 3) == again * 3 >> 32
    assert list(state) == list(ahead)
    state = vec[i64]([0, 0, 5, 0])
    assert next_below(state, 0, 4) == 0  # no word is too many for four


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 52, 108, 136])
def test_below_is_even(n: int) -> None:
    stream = Stream(31, n)
    counts = [0] * n
    for _ in range(100 * n):
        counts[stream.below(n)] += 1
    assert by_chance(counts)


def test_below_one_is_nought_and_the_largest_range_is_kept() -> None:
    stream = Stream(1, 1)
    assert {stream.below(1) for _ in range(50)} == {0}
    big = [stream.below(2**16) for _ in range(2000)]
    assert all(0 <= n < 2**16 for n in big)
    assert by_chance([sum(n >> 12 == part for n in big) for part in range(16)])


def test_g_8_dice_faces_are_even(scaled: Scaled) -> None:
    stream = Stream(2024, 0)
    counts = [0] * 6
    for _ in range(max(3000, scaled(60_000))):
        counts[stream.die() - 1] += 1
    assert by_chance(counts)


def test_g_8_a_die_says_nothing_of_the_next_or_the_third(scaled: Scaled) -> None:
    stream = Stream(2025, 0)
    dice = [stream.die() - 1 for _ in range(max(4000, scaled(60_000)))]
    for far in (1, 2):
        counts = [0] * 36
        for a, b in zip(dice, dice[far:], strict=False):
            counts[6 * a + b] += 1
        assert by_chance(counts)


def test_g_1_every_tile_comes_to_every_place(scaled: Scaled) -> None:
    rounds = max(600, scaled(6000))
    counts = [[0] * 30 for _ in range(30)]
    stream = Stream(77, 0)
    for _ in range(rounds):
        for place, tile in enumerate(shuffled(stream, list(range(30)))):
            counts[place][tile] += 1
    for place in range(30):
        assert by_chance(counts[place])
        assert by_chance([row[place] for row in counts])
    # All cells together; rows and columns are given, so 29 x 29 are free.
    even = rounds / 30
    assert abs(standing(sum((n - even) ** 2 / even for row in counts for n in row), 29 * 29)) < 4


def test_g_1_neighbours_in_the_wall_come_in_every_pair(scaled: Scaled) -> None:
    stream = Stream(78, 0)
    following = [0] * 90
    ends = [0] * 90
    for _ in range(max(900, scaled(9000))):
        wall = shuffled(stream, list(range(10)))
        for a, b in pairwise(wall):
            following[9 * a + (b if b < a else b - 1)] += 1
        a, b = wall[0], wall[-1]
        ends[9 * a + (b if b < a else b - 1)] += 1
    assert by_chance(ends)
    assert by_chance(following)


def test_g_1_all_orders_of_five_tiles_are_equally_likely(scaled: Scaled) -> None:
    stream = Stream(79, 0)
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(max(2400, scaled(24_000))):
        order = tuple(shuffled(stream, [0, 1, 2, 3, 4]))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 120
    assert by_chance(list(counts.values()))


@pytest.mark.parametrize("variant", ["changchun", "baicheng", "changsha"])
def test_g_1_dealt_walls_are_even_by_kind_and_place(variant: str, scaled: Scaled) -> None:
    """Walls as hands really get them: one seed, one lane after another."""
    game = Game(variant)
    tiles = game.tiles()
    kinds = sorted(set(tiles))
    counts = {place: dict.fromkeys(kinds, 0) for place in (0, 52, len(tiles) - 1)}
    for lane in range(max(400, scaled(3000))):
        wall = wall_of(game.hand(seed=123, lane=lane))
        assert sorted(wall) == tiles
        for place, of_place in counts.items():
            of_place[wall[place]] += 1
    for of_place in counts.values():
        assert by_chance(list(of_place.values()))


# -- seeds and lanes ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["lane", "seed", "high seed"])
def test_neighbouring_streams_are_independent(what: str, scaled: Scaled) -> None:
    """First dice of streams that differ by one in lane or seed: each pair of faces as often as any other."""
    counts = [0] * 36
    last = -1
    for n in range(max(4000, scaled(20_000))):
        stream = Stream(9, n) if what == "lane" else Stream(n if what == "seed" else n << 40, 4)
        face = stream.die() - 1
        if last >= 0:
            counts[6 * last + face] += 1
        last = face
    assert by_chance(counts)


def test_lanes_side_by_side_flip_half_the_bits() -> None:
    lanes = [Stream(3, lane) for lane in range(40)]
    words = [[stream.word() for _ in range(50)] for stream in lanes]
    differing = [int(a ^ b).bit_count() for one, other in pairwise(words) for a, b in zip(one, other, strict=True)]
    mean = sum(differing) / len(differing)
    assert abs(mean - 16) < 4 * (8 / len(differing)) ** 0.5


def test_no_two_lanes_or_seeds_deal_the_same_wall() -> None:
    tiles = Game("changsha").tiles()
    walls = {tuple(shuffled(Stream(seed, lane), tiles)) for seed in (0, 1, 2**32, 2**61) for lane in range(50)}
    assert len(walls) == 200
