"""The stream of chance: the same numbers on both builds, even dice and shuffles, seeds and lanes that know nothing of each other (G-8)."""

from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest
from librt.vecs import vec
from mypy_extensions import u8

from paiju.core.stream import Stream
from paiju.game.hand import Game

Scaled = Callable[[int], int]

FIRST_WORDS = {
    (0, 0): [4216505632, 947923937, 2491578854, 3964400089],
    (20260101, 3): [1449547167, 1514878833, 3671629103, 3833085089],
    (2**62 - 1, 5): [546583506, 3430212760, 1327087904, 2953467153],
}
FIRST_DICE = {(7, 1): [6, 4, 3, 3, 5, 4, 1, 5, 3, 3, 4, 3], (7, 2): [6, 6, 6, 1, 3, 1, 2, 6, 1, 2, 6, 6]}


def deviation(counts: Sequence[int], expected: Sequence[float] | None = None) -> float:
    """How far a chi-square of counts lies from what chance gives, in standard deviations; expected: even unless given."""
    wanted = expected or [sum(counts) / len(counts)] * len(counts)
    chi = sum((n - e) ** 2 / e for n, e in zip(counts, wanted, strict=True))
    free = len(counts) - 1
    return (chi - free) / (2 * free) ** 0.5


def by_chance(counts: Sequence[int], expected: Sequence[float] | None = None) -> bool:
    """Neither too uneven nor too even; seeds are fixed, so the answer never changes."""
    return abs(deviation(counts, expected)) < 4


def shuffled(stream: Stream, tiles: list[int]) -> list[int]:
    wall = vec[u8](tiles)
    stream.shuffle(wall)
    return list(wall)


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
    assert shuffled(Stream(7, 1), list(range(12))) == [10, 9, 3, 2, 1, 7, 6, 0, 8, 4, 11, 5]


def test_words_are_32_bits_and_all_bits_are_used() -> None:
    stream = Stream(11, 0)
    words = [stream.word() for _ in range(4000)]
    assert all(0 <= w < 2**32 for w in words)
    assert by_chance([sum(w >> bit & 1 for w in words) for bit in range(32)], [2000.0] * 32)


def test_a_copy_goes_on_alike_and_alone() -> None:
    stream = Stream(5, 9)
    stream.word()
    twin = stream.copy()
    ahead = [twin.word() for _ in range(20)]
    assert [stream.word() for _ in range(20)] == ahead


# -- even --------------------------------------------------------------------------------------------------------


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
    chi = sum((n - even) ** 2 / even for row in counts for n in row)
    assert abs(chi - 29 * 29) / (2 * 29 * 29) ** 0.5 < 4


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
    for lane in range(max(400, scaled(4000))):
        wall = shuffled(Stream(123, lane), tiles)
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
    differing = [(a ^ b).bit_count() for one, other in pairwise(words) for a, b in zip(one, other, strict=True)]
    mean = sum(differing) / len(differing)
    assert abs(mean - 16) < 4 * (8 / len(differing)) ** 0.5


def test_no_two_lanes_or_seeds_deal_the_same_wall() -> None:
    tiles = Game("changsha").tiles()
    walls = {tuple(shuffled(Stream(seed, lane), tiles)) for seed in (0, 1, 2**32, 2**61) for lane in range(50)}
    assert len(walls) == 200
