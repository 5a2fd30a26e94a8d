"""Tiles as plain numbers 0..33 and their text; knows nothing of rules or hands.

0-8 = 1m..9m (characters), 9-17 = 1p..9p (dots), 18-26 = 1s..9s (bamboo),
27-30 = 1z..4z (winds E S W N), 31 = 5z white, 32 = 6z green, 33 = 7z red.
"""

from functools import lru_cache

SUIT_LETTERS = "mpsz"
WINDS = (27, 28, 29, 30)
DRAGONS = (31, 32, 33)
ONES = (0, 9, 18)
NINES = (8, 17, 26)
BAMBOO_ONE = 18

# The four groups a special kong is made of (CC-38).
SPECIAL_GROUPS = {"winds": WINDS, "dragons": DRAGONS, "ones": ONES, "nines": NINES}

# The kinds of each game: CC-1 (34 kinds), BC-1 (no winds), Changsha (no honours).
KINDS = {
    "changchun": tuple(range(34)),
    "baicheng": tuple(range(27)) + DRAGONS,
    "changsha": tuple(range(27)),
}

# Chinese names are accepted as input too.
_CHINESE_SUITS = {"万": 0, "萬": 0, "饼": 9, "餅": 9, "筒": 9, "条": 18, "條": 18, "索": 18}
_CHINESE_NUMBERS = {c: n for n, c in enumerate("一二三四五六七八九")} | {"幺": 0, "么": 0}
_CHINESE_HONOURS = {
    "东": 27, "東": 27, "南": 28, "西": 29, "北": 30, "白板": 31, "白": 31,
    "发财": 32, "發財": 32, "发": 32, "發": 32, "红中": 33, "紅中": 33, "中": 33,
    "幺鸡": 18, "幺雞": 18, "么鸡": 18, "么雞": 18,
}  # fmt: skip


def is_honour(kind):
    return kind >= 27


def is_terminal_or_honour(kind):
    return kind >= 27 or kind % 9 in (0, 8)


def is_258(kind):
    return kind < 27 and kind % 9 in (1, 4, 7)


def suit(kind):
    """'m', 'p', 's' or 'z'."""
    return SUIT_LETTERS[kind // 9]


def number(kind):
    """The number written on the tile, 1..9 (honours 1..7)."""
    return kind % 9 + 1


def text(kinds):
    """'123m5z' for a list of kinds (or one kind); sorted m p s z, one suit together."""
    return _text((kinds,) if isinstance(kinds, int) else tuple(sorted(kinds)))


@lru_cache(maxsize=100_000)
def _text(kinds):
    out = ""
    for index, letter in enumerate(SUIT_LETTERS):
        digits = "".join(str(number(k)) for k in kinds if k // 9 == index)
        if digits:
            out += digits + letter
    return out


def parse(string):
    """The kinds of '123m5z' or '一万红中', in the order written; ValueError if it is not tile text."""
    if not isinstance(string, str):
        raise ValueError("tiles are text")
    if any(ord(c) > 127 for c in string):
        return _parse_chinese(string)
    kinds, digits = [], []
    for c in string:
        if c.isdigit():
            digits.append(int(c))
        elif c in SUIT_LETTERS and digits:
            largest = 7 if c == "z" else 9
            for d in digits:
                if not 1 <= d <= largest:
                    raise ValueError(f"there is no tile {d}{c}")
                kinds.append(SUIT_LETTERS.index(c) * 9 + d - 1)
            digits = []
        else:
            raise ValueError(f"{string!r} is not tile text")
    if digits:
        raise ValueError(f"{string!r} ends without a suit")
    return kinds


def _parse_chinese(string):
    kinds = []
    while string:
        if string[0].isspace():
            string = string[1:]
        elif string[:2] in _CHINESE_HONOURS:
            kinds.append(_CHINESE_HONOURS[string[:2]])
            string = string[2:]
        elif string[:1] in _CHINESE_NUMBERS and string[1:2] in _CHINESE_SUITS:
            kinds.append(_CHINESE_NUMBERS[string[0]] + _CHINESE_SUITS[string[1]])
            string = string[2:]
        elif string[:1] in _CHINESE_HONOURS:
            kinds.append(_CHINESE_HONOURS[string[0]])
            string = string[1:]
        else:
            raise ValueError(f"{string!r} is not tile text")
    return kinds
