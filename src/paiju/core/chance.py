"""Random legal play, wholly inside the compiled code: for measuring, for filling tests with hands, for roll-outs."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from paiju.core.ending import settle
from paiju.core.play import act, new_table, start
from paiju.core.rules import Rules
from paiju.core.scoring import Scoring
from paiju.core.stream import Stream
from paiju.core.table import LEGAL, OPENING, OVER, WINDOW, Table
from paiju.core.tiles import BIT, count_bits, lowest, pick_bit


def fresh_wall(rules: Rules) -> vec[u8]:
    """The game's tiles, four of each kind, in order."""
    wall = vec[u8]([0] * (4 * count_bits(rules.kinds)))
    at: i64 = 0
    kind: i64 = 0
    while kind < 34:
        if rules.kinds & BIT[kind]:
            n: i64 = 0
            while n < 4:
                wall[at] = u8(kind)
                at += 1
                n += 1
        kind += 1
    return wall


def random_action(t: Table, seat: i64, chance: Stream) -> i64:
    """One of the seat's legal actions, each equally likely."""
    big = t.big
    if t.asks == WINDOW or t.asks == OPENING:
        mask = big[LEGAL + seat]
        return pick_bit(mask, chance.below(count_bits(mask)))
    total: i64 = 0
    word: i64 = 0
    while word < 8:
        if big[LEGAL + word]:
            total += count_bits(big[LEGAL + word])
        word += 1
    n = chance.below(total)
    word = 0
    while True:
        mask = big[LEGAL + word]
        if mask:
            here = count_bits(mask)
            if n < here:
                return word * 64 + pick_bit(mask, n)
            n -= here
        word += 1


def play_out(t: Table, chance: Stream) -> i64:
    """Plays a started hand to its end by random legal actions; returns how many decisions it took."""
    decisions: i64 = 0
    while t.asks != OVER:
        seat = lowest(t.pending)
        act(t, seat, random_action(t, seat, chance))
        decisions += 1
    return decisions


def play_out_seats(t: Table, chances: list[Stream]) -> i64:
    """The same with a stream of chance for each seat: what four random players do."""
    decisions: i64 = 0
    while t.asks != OVER:
        seat = lowest(t.pending)
        act(t, seat, random_action(t, seat, chances[seat]))
        decisions += 1
    return decisions


def play_hands(rules: Rules, scoring: Scoring, hands: i64, seed: i64) -> i64:
    """Plays that many whole hands of random legal actions and settles each; returns the number of decisions."""
    decisions: i64 = 0
    chance = Stream(seed, 0)
    tiles = fresh_wall(rules)
    n: i64 = 0
    while n < hands:
        wall = tiles[:]
        stream = Stream(seed, n + 1)
        stream.shuffle(wall)
        t = new_table(rules, wall, stream)
        start(t, n & 3)
        decisions += play_out(t, chance)
        settle(t, scoring)
        n += 1
    return decisions
