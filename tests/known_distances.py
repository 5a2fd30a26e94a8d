"""Distances known or counted out by hand."""

import itertools

SETS = [[n, n, n] for n in range(9)] + [[n, n + 1, n + 2] for n in range(7)]  # of a suit

# game, tiles, exchanges until ready (-1 complete)
KNOWN = [
    ("changchun", "123m456p789s11122z", -1),
    ("changchun", "123m456p789s1112z", 0),  # the pung is there, the pair is not
    ("changchun", "123m456p789s2277z", 0),  # 2z makes the pung, 7z a pung or with 7z a pair that stands for one (CC-8)
    ("changchun", "123m456m789m1155p2z", 2),  # bamboo is missing
    ("changchun", "123m456p789s456s22z", 1),  # four chows and a pair of winds: no pung
    ("changsha", "1133557799m113p", 0),  # seven pairs
    ("changsha", "2255m5588p2288s1m", 0),  # all 2, 5, 8 needs no shape
    ("changsha", "123m456m789m12m99p", 1),  # a pair of 9 is none
    ("changsha", "123m456m789m12m99m", 0),  # but in one suit it is
    ("baicheng", "123m456p789s11m56z", 0),  # 56z waits for 7z (BC-15)
]


def counted_out(have: list[int], sets: int, pair: int, pairs: int, *, pung: bool, caps: list[int], never: int) -> int:
    """The fewest tiles a suit lacks, over every choice of sets and pair with no more of a rank than its cap; ``never`` when there is none."""
    best = never
    for chosen in itertools.combinations_with_replacement(SETS, sets):
        for two in [n for n in range(9) if pairs >> n & 1] if pair else [-1]:
            if pung and not any(one[0] == one[2] for one in chosen):
                continue
            need = [sum(one.count(n) for one in chosen) + 2 * (n == two) for n in range(9)]
            if all(a <= b for a, b in zip(need, caps, strict=True)):
                best = min(best, sum(max(0, a - b) for a, b in zip(need, have, strict=True)))
    return best
