"""Which tiles complete a hand under a game's own conditions: the fast path, on group numbers and masks.

A concealed hand is four group numbers, two to a word (``n01``, ``n23``), and four masks: ``g0`` .. ``g3`` hold the kinds held more
than 0 .. 3 times. Melds are their number, the kinds in them, and MELD_* flags. Tested against ``readings``, which say the same slowly.
"""

from typing import Final

from mypy_extensions import i64

from paiju.core.groups import ALL_PUNGS, DRAGON_SET, HONOUR, PAIR, PUNG, SETS, SUIT
from paiju.core.rules import FREE_ALL_PUNGS, FREE_FOUR_MELDS, FREE_ONE_SUIT, Rules
from paiju.core.tiles import BAMBOO, BIT, CHARACTERS, DOTS, LOW_GROUP, PAIR_SHIFT, POWER, count_bits, lowest

MELD_PUNG: Final = 1  # a pung or kong of any kind is melded
MELD_CHOW: Final = 2  # a chow is melded
MELD_LAST_SINGLE: Final = 4  # four exposed melds with a chow among them: no win (CC-18)

WINS: Final = 1
WINS_AT_MOMENT: Final = 2  # with a win of the moment that waives the pair


def honour_flags(rules: Rules, number: i64) -> i64:
    if rules.set_of_dragons:
        return DRAGON_SET.flags(number)
    return HONOUR.flags(number)


def _fits(start: i64, group: i64, number: i64, room: i64, want: i64, rules: Rules) -> i64:
    """Kinds of one group that, added to it, give the wanted flag."""
    found: i64 = 0
    end: i64 = start + 9 if group < 3 else start + 7
    kind = start
    while kind < end:
        if room & BIT[kind]:
            more = number + POWER[kind]
            flags = SUIT.flags(more) if group < 3 else honour_flags(rules, more)
            if flags & want:
                found |= BIT[kind]
        kind += 1
    return found


def shape_waits(rules: Rules, k0: i64, k1: i64, k2: i64, k3: i64, room: i64) -> i64:
    """Kinds that complete four sets and a pair, conditions aside. ``room``: kinds held fewer than four times."""
    f0 = SUIT.flags(k0)
    f1 = SUIT.flags(k1)
    s0 = f0 & SETS
    s1 = f1 & SETS
    if s0 + s1 == 0 and not (f0 | f1) & PAIR:
        return 0
    f2 = SUIT.flags(k2)
    f3 = honour_flags(rules, k3)
    s2 = f2 & SETS
    s3 = f3 & SETS
    sets = s0 + s1 + s2 + s3
    if sets == 3:
        if not s0:
            return _fits(0, 0, k0, room, PAIR, rules)
        if not s1:
            return _fits(9, 1, k1, room, PAIR, rules)
        if not s2:
            return _fits(18, 2, k2, room, PAIR, rules)
        return _fits(27, 3, k3, room, PAIR, rules)
    if sets != 2:
        return 0
    # Two groups are left, each two tiles over: one keeps its pair, the other is completed.
    p0 = f0 & PAIR
    p1 = f1 & PAIR
    p2 = f2 & PAIR
    p3 = f3 & PAIR
    if not p0 | p1 | p2 | p3:
        return 0
    found: i64 = 0
    if not s0 and p1 | p2 | p3:
        found |= _fits(0, 0, k0, room, SETS, rules)
    if not s1 and p0 | p2 | p3:
        found |= _fits(9, 1, k1, room, SETS, rules)
    if not s2 and p0 | p1 | p3:
        found |= _fits(18, 2, k2, room, SETS, rules)
    if not s3 and p0 | p1 | p2:
        found |= _fits(27, 3, k3, room, SETS, rules)
    return found


def all_waits(rules: Rules, n01: i64, n23: i64, g0: i64, g1: i64, g2: i64, g3: i64, melds: i64) -> i64:
    """Kinds that complete any shape of the game, conditions aside; the caller filters them with ``verdict``."""
    found = shape_waits(rules, n01 & LOW_GROUP, n01 >> PAIR_SHIFT, n23 & LOW_GROUP, n23 >> PAIR_SHIFT, ~g3)
    if rules.seven_pairs and melds == 0 and count_bits(g1) + count_bits(g3) == 6:
        found |= (g0 & ~g1) | (g2 & ~g3)
    if rules.shapeless_kinds and not g0 & ~rules.shapeless_kinds:
        found |= rules.shapeless_kinds & ~g3
    return found


def verdict(rules: Rules, n01: i64, n23: i64, g0: i64, g1: i64, g3: i64, melds: i64, meld_flags: i64, meld_kinds: i64) -> i64:
    """Whether a whole hand (14 tiles, a kong counting three) wins: 0, WINS_AT_MOMENT, or WINS | WINS_AT_MOMENT."""
    if meld_flags & MELD_LAST_SINGLE:
        return 0
    kinds = g0 | meld_kinds
    suits: i64 = 0
    if kinds & CHARACTERS:
        suits += 1
    if kinds & DOTS:
        suits += 1
    if kinds & BAMBOO:
        suits += 1
    # All pungs may be exempt from the suits and the 1, 9, honour (CC-16).
    only_all_pungs = (rules.suits_required and suits < 3) or (rules.orphan_kinds != 0 and not kinds & rules.orphan_kinds)
    if not only_all_pungs:
        if rules.seven_pairs and melds == 0 and count_bits(g1) + count_bits(g3) == 7:
            return WINS | WINS_AT_MOMENT
        if rules.shapeless_kinds and not kinds & ~rules.shapeless_kinds:
            return WINS | WINS_AT_MOMENT
    elif not rules.all_pungs_waives_suits:
        return 0
    k0 = n01 & LOW_GROUP
    k1 = n01 >> PAIR_SHIFT
    k2 = n23 & LOW_GROUP
    k3 = n23 >> PAIR_SHIFT
    f0 = SUIT.flags(k0)
    f1 = SUIT.flags(k1)
    f2 = SUIT.flags(k2)
    f3 = honour_flags(rules, k3)
    if (f0 & SETS) + (f1 & SETS) + (f2 & SETS) + (f3 & SETS) != 3 or not (f0 | f1 | f2 | f3) & PAIR:
        return 0
    one_suit = suits == 1 and not kinds >> 27
    pairs = g1
    if f0 & PAIR:
        number = k0
        pairs &= CHARACTERS
        f0 = 0
    elif f1 & PAIR:
        number = k1
        pairs &= DOTS
        f1 = 0
    elif f2 & PAIR:
        number = k2
        pairs &= BAMBOO
        f2 = 0
    else:
        number = k3
        pairs >>= 27
        pairs <<= 27
        f3 = 0
    in_honours = pairs >> 27 != 0
    others_pung = (f0 | f1 | f2 | f3) & PUNG != 0 or meld_flags & MELD_PUNG != 0
    # f of the pair's own group is 0 here: three groups must say ALL_PUNGS.
    others_all = (f0 & ALL_PUNGS) + (f1 & ALL_PUNGS) + (f2 & ALL_PUNGS) + (f3 & ALL_PUNGS) == 3 * ALL_PUNGS
    others_all = others_all and not meld_flags & MELD_CHOW
    found: i64 = 0
    while pairs:
        pair = lowest(pairs)
        pairs &= pairs - 1
        rest = number - 2 * POWER[pair]
        flags = honour_flags(rules, rest) if in_honours else SUIT.flags(rest)
        if not flags & SETS:
            continue
        if rules.pung_required and not others_pung and not flags & PUNG and not rules.pung_waiver_pairs & BIT[pair]:
            continue
        all_pungs = others_all and flags & ALL_PUNGS != 0
        if only_all_pungs and not all_pungs:
            continue
        if (
            rules.pair_kinds & BIT[pair]
            or (rules.pair_free & FREE_ALL_PUNGS and all_pungs)
            or (rules.pair_free & FREE_ONE_SUIT and one_suit)
            or (rules.pair_free & FREE_FOUR_MELDS and melds == 4)
        ):
            return WINS | WINS_AT_MOMENT
        if rules.pair_free_at_moment:
            found = WINS_AT_MOMENT
    return found


def one_exchange_away(rules: Rules, n01: i64, n23: i64, g1: i64, g3: i64, melds: i64) -> bool:
    """False only when a 14-tile hand surely has no discard that leaves it ready; a quick refusal."""
    if rules.seven_pairs and melds == 0 and count_bits(g1) + count_bits(g3) >= 6:
        return True
    if rules.shapeless_kinds:
        return True
    n0 = SUIT.near(n01 & LOW_GROUP)
    n1 = SUIT.near(n01 >> PAIR_SHIFT)
    if (n0 & 3) + (n1 & 3) > 5:
        return False
    n2 = SUIT.near(n23 & LOW_GROUP)
    n3 = DRAGON_SET.near(n23 >> PAIR_SHIFT) if rules.set_of_dragons else HONOUR.near(n23 >> PAIR_SHIFT)
    sets = (n0 & 3) + (n1 & 3) + (n2 & 3) + (n3 & 3)
    best = (n0 >> 2) - (n0 & 3)
    if (n1 >> 2) - (n1 & 3) < best:
        best = (n1 >> 2) - (n1 & 3)
    if (n2 >> 2) - (n2 & 3) < best:
        best = (n2 >> 2) - (n2 & 3)
    if (n3 >> 2) - (n3 & 3) < best:
        best = (n3 >> 2) - (n3 & 3)
    return sets + best <= 2
