"""All the ways a number of concealed tiles can be laid out as a winning shape; knows no game's conditions.

A group is (kind, tiles): ("chow", (0, 1, 2)), ("pung", (4, 4, 4)), ("dragons", (31, 32, 33)).
"""

from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from .tiles import DRAGONS, number

# Five separate blocks of kinds; no group of a hand reaches over two of them.
BLOCKS = ((0, 9), (9, 18), (18, 27), (27, 31), (31, 34))


class Reading(NamedTuple):
    """One way to read the concealed tiles."""

    form: str  # standard, seven_pairs, shapeless
    groups: tuple  # the concealed sets
    pair: object  # the kind of the pair, None for the other forms


class Win(NamedTuple):
    """All that matters about a win besides the house rules and who pays."""

    hand: tuple  # concealed tiles without the winning tile (all of them if there is none)
    melds: tuple  # ((kind, tiles), ...)
    tile: object  # the winning tile; the treasure's kind with treasure; None without a winning tile (G-13)
    by: str  # self_draw, discard, robbed_kong, opening
    is_dealer: bool = False
    treasure: object = None  # drawn, matched
    after: object = None  # kong, dice_kong
    moment: object = None  # first_deal, first_discard, sea_bottom
    dice_tiles: int = 1  # two with kong_dice = 2 when both tiles are won on


def group_of_meld(meld):
    """The kind of set a meld is: chow, pung (kongs too) or special."""
    kind, tiles = meld
    if kind == "chow":
        return "dragons" if tiles[0] in DRAGONS else "chow"
    if kind in ("pung", "melded_kong", "added_kong", "concealed_kong"):
        return "pung"
    return "special"


def tiles_of(hand, melds, tile=None):
    """Every tile of hand and melds, and the winning tile."""
    all_tiles = list(hand) + [t for _, tiles in melds for t in tiles]
    return all_tiles if tile is None else [*all_tiles, tile]


@cache
def splits(counts, runs):
    """Every way to lay one block of kinds as sets and at most one pair: ((sets, pair), ...).

    counts[i] is how many tiles of the block's i-th kind there are; with runs three neighbours are a set.
    """
    if not any(counts):
        return (((), None),)
    low = next(i for i, n in enumerate(counts) if n)
    ways = []
    if counts[low] >= 3:
        for sets, pair in splits(_without(counts, low, low, low), runs):
            ways.append(((("pung", low), *sets), pair))
    if runs and low + 2 < len(counts) and counts[low + 1] and counts[low + 2]:
        for sets, pair in splits(_without(counts, low, low + 1, low + 2), runs):
            ways.append(((("chow", low), *sets), pair))
    if counts[low] >= 2:
        for sets, pair in splits(_without(counts, low, low), runs):
            if pair is None:
                ways.append((sets, low))
    return tuple(ways)


def _without(counts, *places):
    left = list(counts)
    for place in places:
        left[place] -= 1
    return tuple(left)


def _blocks(tiles, dragon_sets):
    """(first kind, counts, runs) of each block; the dragons run only where 中发白 is a set (BC-15)."""
    counts = [0] * 34
    for t in tiles:
        counts[t] += 1
    for first, end in BLOCKS:
        runs = first < 27 or (first == 31 and dragon_sets)
        yield first, tuple(counts[first:end]), runs


def standard_readings(tiles, dragon_sets=False):
    """Every reading as sets and one pair."""
    blocks = list(_blocks(tiles, dragon_sets))
    # A block of sets holds 3n tiles, the one with the pair 3n + 2.
    if sorted(sum(counts) % 3 for _, counts, _ in blocks) != [0, 0, 0, 0, 2]:
        return []
    readings = []
    for ways in product(*(splits(counts, runs) for _, counts, runs in blocks)):
        groups, pair = [], None
        for (first, _, _), (sets, low) in zip(blocks, ways, strict=True):
            groups += [_group(kind, first + place) for kind, place in sets]
            if low is not None:
                pair = first + low
        readings.append(Reading("standard", tuple(groups), pair))
    return readings


def _group(kind, first):
    if kind == "pung":
        return ("pung", (first, first, first))
    tiles = (first, first + 1, first + 2)
    return ("dragons" if first == 31 else "chow", tiles)


def is_seven_pairs(tiles):
    """Fourteen tiles, every kind twice or four times."""
    return len(tiles) == 14 and all(tiles.count(t) in (2, 4) for t in set(tiles))


def quads(tiles):
    return sum(1 for t in set(tiles) if tiles.count(t) == 4)


def shape_tiles(hand, kinds, dragon_sets=False):
    """The kinds that would complete the concealed tiles to sets and one pair."""
    return list(_shape_tiles(tuple(sorted(hand)), tuple(kinds), dragon_sets))


@lru_cache(maxsize=100_000)
def _shape_tiles(hand, kinds, dragon_sets):
    blocks = list(_blocks(hand, dragon_sets))
    rests = [sum(counts) % 3 for _, counts, _ in blocks]
    # One tile more must leave one block with 3n + 2 tiles and the others with 3n.
    if sorted(rests) == [0, 0, 0, 0, 1]:
        wanted = rests.index(1), rests.index(1)
    elif sorted(rests) == [0, 0, 0, 2, 2]:
        wanted = rests.index(2), 4 - rests[::-1].index(2)
    else:
        return []
    for index, (_, counts, runs) in enumerate(blocks):
        if index not in wanted and not splits(counts, runs):
            return []
    places = [k for w in sorted(set(wanted)) for k in range(*BLOCKS[w])]
    return [k for k in places if k in kinds and standard_readings([*hand, k], dragon_sets)]


def pair_tiles(hand):
    """The kinds that would complete thirteen concealed tiles to seven pairs."""
    if len(hand) != 13 or sum(hand.count(t) % 2 for t in set(hand)) != 1:
        return []
    return [t for t in set(hand) if hand.count(t) % 2]


def spots(reading, tile):
    """The places the winning tile may have in a reading: middle, edge, end, pung, dragons, pair; [None] without one."""
    if tile is None:
        return [None]
    found = set()
    if reading.form == "seven_pairs" or reading.pair == tile:
        found.add("pair")
    for kind, tiles in reading.groups:
        if tile in tiles:
            found.add(_spot_in_chow(tiles, tile) if kind == "chow" else kind)
    return sorted(found)


def _spot_in_chow(tiles, tile):
    if tile == tiles[1]:
        return "middle"
    if tile == tiles[2] and number(tile) == 3:
        return "edge"
    if tile == tiles[0] and number(tile) == 7:
        return "edge"
    return "end"
