"""Tiles, melds and hands as text: ``123m456p789s77z`` and Chinese names, both ways.

Input takes either form, mixed and with spaces: ``123m 五饼 幺鸡 红中``, ``三四五条``. Knows no rule: whether a meld exists in
a game is not asked here.
"""

from typing import Final

from mypy_extensions import i64

from paiju.core.errors import TextError, nearest, shown
from paiju.core.win import ADDED_KONG, CHOW, CONCEALED_KONG, MELD_IDS, MELDED_KONG, PUNG, SPECIAL_KONG, Meld

_REMEDY: Final = "write tiles like 123m456p789s77z or 一万 五饼 幺鸡 红中"
_REMEDY_ZH: Final = "牌写成 123m456p789s77z 或 一万 五饼 幺鸡 红中"

_SUITS: Final = "mpsz"
_SUITS_ZH: Final = "万饼条"
_SUIT_OF: Final[dict[str, int]] = {"m": 0, "万": 0, "萬": 0, "p": 1, "饼": 1, "餅": 1, "筒": 1, "s": 2, "条": 2, "條": 2, "索": 2, "z": 3}
_DIGITS: Final[dict[str, int]] = {d: n % 9 + 1 for n, d in enumerate("123456789一二三四五六七八九１２３４５６７８９")} | {"幺": 1, "么": 1}
# Words that are a whole tile, longer ones first.
_WORDS: Final[list[tuple[str, int]]] = [
    *[(word, 18) for word in ("幺鸡", "么鸡", "幺雞", "么雞", "小鸡")],
    *[(name + "风", 27 + n) for n, name in enumerate("东南西北")],
    *(("红中", 33), ("紅中", 33), ("发财", 32), ("發財", 32), ("白板", 31)),
    *[(name, 27 + n) for n, name in enumerate("东南西北")],
    *(("東", 27), ("中", 33), ("发", 32), ("發", 32), ("白", 31)),
]
_NAMES_ZH: Final[list[str]] = [
    *[d + "万" for d in "一二三四五六七八九"],
    *[d + "饼" for d in "一二三四五六七八九"],
    *["幺鸡" if d == "一" else d + "条" for d in "一二三四五六七八九"],
    *("东", "南", "西", "北", "白板", "发财", "红中"),
]
_NAMES_EN: Final[list[str]] = [
    *[f"{n} of {suit}" for suit in ("characters", "dots", "bamboo") for n in range(1, 10)],
    *("east", "south", "west", "north", "white", "green", "red"),
]
_MELD_WORDS: Final[list[tuple[str, int]]] = [
    *[(id, kind) for kind, id in enumerate(MELD_IDS) if id],
    *(("吃", CHOW), ("碰", PUNG), ("叉", PUNG), ("明杠", MELDED_KONG), ("杠", MELDED_KONG)),
    *(("加杠", ADDED_KONG), ("补杠", ADDED_KONG), ("暗杠", CONCEALED_KONG)),
    *(("旋风杠", SPECIAL_KONG), ("风杠", SPECIAL_KONG), ("喜杠", SPECIAL_KONG + 1), ("幺杠", SPECIAL_KONG + 2), ("九杠", SPECIAL_KONG + 3)),
]
_MELD_ZH: Final = ["", "吃", "碰", "明杠", "加杠", "暗杠", "旋风杠", "喜杠", "幺杠", "九杠"]


# -- reading -----------------------------------------------------------------------------------------------------


def parse_tiles(text: str) -> list[int]:
    """The kinds a text names, in its order; TextError says where it goes wrong and what would do.

    >>> parse_tiles("13m 五饼 红中")
    [0, 2, 13, 33]
    """
    kinds: list[int] = []
    ranks: list[int] = []  # digits whose suit has not come yet
    start: i64 = 0
    at: i64 = 0
    while at < len(text):
        letter = text[at]
        word = _word_at(text, at) if not ranks else ""
        if word:
            kinds.append(_kind_of(word))
            at += len(word)
        elif letter in _DIGITS:
            if not ranks:
                start = at
            ranks.append(_DIGITS[letter])
            at += 1
        elif letter.lower() in _SUIT_OF and ranks:
            suit = _SUIT_OF[letter.lower()]
            for n, rank in enumerate(ranks):
                if suit == 3 and rank > 7:
                    raise _wrong(text, start + n, f"honours are 1z to 7z, not {rank}z", f"字牌是 1z 到 7z，没有 {rank}z")
                kinds.append(suit * 9 + rank - 1)
            ranks = []
            at += 1
        elif (letter.isspace() or letter in ",，、") and not ranks:
            at += 1
        elif ranks:
            number = shown(text[start:at])
            expected = f"expected a suit (m p s z 万 饼 条) after {number}, not {shown(letter)}"
            raise _wrong(text, at, expected, f"{number}后面应是花色（m p s z 万 饼 条），不是{shown(letter)}")
        elif letter.lower() in _SUIT_OF:
            raise _wrong(text, at, f"the suit {shown(letter)} has no number before it", f"花色{shown(letter)}前面没有数字")
        else:
            raise _wrong(text, at, f"{shown(letter)} begins no tile", f"没有以{shown(letter)}开头的牌")
    if ranks:
        number = shown(text[start:])
        raise _wrong(text, len(text), f"a suit (m p s z 万 饼 条) is missing after {number}", f"{number}后面缺花色（m p s z 万 饼 条）")
    return kinds


def parse_tile(text: str) -> int:
    """The one kind a text names."""
    kinds = parse_tiles(text)
    if len(kinds) != 1:
        found = shown(text)
        raise TextError(
            f"expected one tile, got {len(kinds)} in {found}; write it like 5m or 五万",
            f"应是一张牌，{found}里有 {len(kinds)} 张；写成 5m 或 五万",
            text,
            0,
        )
    return kinds[0]


def parse_meld(text: str) -> Meld:
    """A meld from its kind and tiles: ``chow 345m``, ``碰 555m``, ``吃三四五条``, ``winds_kong 1234z``."""
    body = text.strip()
    for word, kind in _MELD_WORDS:
        if body.startswith(word):
            rest = body[len(word) :]
            if word.isascii() and rest[:1] not in ("", " ", ":"):
                continue
            kinds = parse_tiles(rest.lstrip(" :："))
            if not kinds:
                raise TextError(
                    f"no tiles after {shown(word)}; write a meld like chow 345m or 碰 555m",
                    f"{shown(word)}后面没有牌；副露写成 chow 345m 或 碰 555m",
                    text,
                    len(text),
                )
            return Meld(kind, sorted(kinds))
    first = body.split(" ")[0]
    close = nearest(first, [word for word, _ in _MELD_WORDS])
    words = ", ".join([word for word, _ in _MELD_WORDS])
    raise TextError(f"{shown(first)} is no kind of meld{close.en}; kinds are {words}", f"没有{shown(first)}这种副露{close.zh}；有 {words}", text, 0)


def parse_hand(text: str) -> tuple[list[int], list[Meld]]:
    """Concealed tiles, then each meld in brackets: ``2345m666s [chow 345p] [暗杠 1111z]``."""
    head, *rest = text.split("[")
    melds: list[Meld] = []
    for part in rest:
        inside, bracket, after = part.partition("]")
        if not bracket or after.strip():
            found = shown("[" + part)
            raise TextError(
                f"expected each meld as [kind tiles] at the end, got {found}",
                f"副露应在最后，各写成 [种类 牌]，而这里是{found}",
                text,
                text.find("[" + part),
            )
        melds.append(parse_meld(inside))
    return parse_tiles(head), melds


def _word_at(text: str, at: i64) -> str:
    for word, _ in _WORDS:
        if text.startswith(word, at):
            return word
    return ""


def _kind_of(word: str) -> int:
    for name, kind in _WORDS:
        if name == word:
            return kind
    return -1


def _wrong(text: str, at: i64, en: str, zh: str) -> TextError:
    where = shown(text)
    return TextError(f"{en}, at position {at + 1} of {where}; {_REMEDY}", f"{where}第 {at + 1} 个字符处：{zh}；{_REMEDY_ZH}", text, at)


# -- writing -----------------------------------------------------------------------------------------------------


def tile_text(kind: i64) -> str:
    """``5m``."""
    return f"{kind % 9 + 1}{_SUITS[kind // 9]}"


def tiles_text(kinds: list[int]) -> str:
    """Kinds sorted, those of one suit written together.

    >>> tiles_text([33, 0, 18, 2])
    '13m1s7z'
    """
    out = ""
    last = -1
    for kind in sorted(kinds):
        suit = kind // 9
        if suit != last and last >= 0:
            out += _SUITS[last]
        out += str(kind % 9 + 1)
        last = suit
    return out + _SUITS[last] if last >= 0 else out


def tile_name(kind: i64, lang: str = "zh") -> str:
    """``五万``, or ``5 of characters``."""
    return _NAMES_ZH[kind] if lang == "zh" else _NAMES_EN[kind]


def tiles_names(kinds: list[int], lang: str = "zh") -> str:
    """Names of sorted kinds, with spaces (commas in English) between them."""
    return (" " if lang == "zh" else ", ").join([tile_name(kind, lang) for kind in sorted(kinds)])


def tiles_short(kinds: list[int], lang: str = "zh") -> str:
    """Sorted kinds as briefly as they may be said: ``一三万中``, or as ``tiles_text``."""
    if lang != "zh":
        return tiles_text(kinds)
    out = ""
    last = 3
    for kind in sorted(kinds):
        suit = kind // 9
        if suit != last and last < 3:
            out += _SUITS_ZH[last]
        out += "东南西北白发中"[kind - 27] if suit == 3 else "一二三四五六七八九"[kind % 9]
        last = suit
    return out + _SUITS_ZH[last] if last < 3 else out


def meld_text(meld: Meld, lang: str = "en") -> str:
    """``chow 345m`` or ``吃 345m``."""
    return f"{_MELD_ZH[meld.kind] if lang == 'zh' else MELD_IDS[meld.kind]} {tiles_text(meld.tiles)}"


def hand_text(kinds: list[int], melds: list[Meld], lang: str = "en") -> str:
    """A hand as ``parse_hand`` reads it."""
    return " ".join([tiles_text(kinds), *[f"[{meld_text(meld, lang)}]" for meld in melds]]).strip()
