"""Steered play: walls and choices that reach what chance alone seldom does. Used on texts only, so that both opinions can share it."""

import random

ALL = {"changchun": list(range(34)), "baicheng": [*range(27), 31, 32, 33], "changsha": list(range(27))}


def wall_for(variant: str, rng: random.Random) -> list[int]:
    """A wall: shuffled, or dealt so that some seats begin close to a complete hand, or with kongs in hand."""
    tiles = [k for k in ALL[variant] for _ in range(4)]
    rng.shuffle(tiles)
    style = rng.random()
    if style < 0.3:
        return tiles
    dealer = 0
    left = tiles[:]
    hands: list[list[int]] = [[] for _ in range(4)]
    for hand in hands:
        if rng.random() < 0.75:
            _fill(hand, left, ALL[variant], rng)
    for hand in hands:
        while len(hand) < 13:
            hand.append(left.pop())
        rng.shuffle(hand)
    wall = []
    for n in range(52):
        seat = (dealer + (n // 4 if n < 48 else n)) % 4
        wall.append(hands[seat].pop())
    return wall + left


def _fill(hand: list[int], left: list[int], kinds: list[int], rng: random.Random) -> None:
    groups = []
    for k in kinds:
        groups += [[k] * 3, [k] * 3, [k] * 2]
        if rng.random() < 0.3:
            groups.append([k] * 4)
        if k < 27 and k % 9 < 7:
            groups += [[k, k + 1, k + 2]] * 2
    for special in ([27, 28, 29, 30], [31, 32, 33], [0, 9, 18], [8, 17, 26]):
        if all(k in kinds for k in special):
            groups += [special] * rng.choice((0, 0, 6))
    if rng.random() < 0.15:
        groups = [g for g in groups if all(k < 27 and k % 9 in (1, 4, 7) for k in g)] or groups
    if rng.random() < 0.1:
        groups = [g for g in groups if len(g) == 2] or groups
    for _ in range(60):
        group = rng.choice(groups)
        if len(hand) + len(group) <= rng.choice((12, 13, 13)) and all(left.count(k) >= group.count(k) for k in group):
            for k in group:
                left.remove(k)
                hand.append(k)


_NUMBER = {"m": 0, "p": 9, "s": 18, "z": 27}


def kind_of(text: str) -> int:
    return _NUMBER[text[-1]] + int(text[-2]) - 1


def _worth(kind: int, hand: list[int]) -> float:
    worth = 3.0 * (hand.count(kind) - 1)
    if kind < 27:
        for other, add in ((kind - 1, 2), (kind + 1, 2), (kind - 2, 1), (kind + 2, 1)):
            if 0 <= other < 27 and other // 9 == kind // 9 and other in hand:
                worth += add
    return worth


def choose(legal: list[str], hand: list[int], rng: random.Random, temper: float) -> str:
    """One of the legal texts: mostly what moves the hand on, sometimes anything."""
    if rng.random() < temper:
        return rng.choice(legal)
    by_verb: dict[str, list[str]] = {}
    for text in legal:
        by_verb.setdefault(text.split()[0].split("@")[0], []).append(text)
    for verb, likely in (
        ("win", 0.9), ("set", 0.85), ("add", 0.85), ("cdice", 0.6), ("adice", 0.6), ("dicekong", 0.6), ("ckong", 0.75), ("akong", 0.9),
        ("kong", 0.7), ("ready", 0.9), ("pung", 0.45), ("chow", 0.3), ("take", 0.6),
    ):  # fmt: skip
        if verb in by_verb and rng.random() < likely:
            return rng.choice(sorted(by_verb[verb]))
    if "pass" in by_verb:
        return "pass"
    if "discard" in by_verb:
        return min(sorted(by_verb["discard"]), key=lambda text: (_worth(kind_of(text.split()[1]), hand), rng.random()))
    return rng.choice(legal)
