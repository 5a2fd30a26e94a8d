"""Actions as values: what a player may ask for, printed in notation, compared, sent as JSON and read back.

Made once for each game and set of options, in a book by the engine's index; a hand only ever hands out entries of its book.
"""

from typing import Final

import msgspec

from paiju.core import actions as numbers
from paiju.core.actions import add_start, set_start
from paiju.core.errors import TextError, nearest, shown
from paiju.core.legal import CLAIMS, INDEXES
from paiju.core.notation import parse_tiles, tiles_names, tiles_text
from paiju.core.rules import KONG_KINDS, OFFER_LAST, Rules, special_kong_size
from paiju.core.tiles import BIT, GREEN, KINDS, NUMBERED, RED, WHITE

SPECIAL_NAMES: Final = ("winds", "dragons", "ones", "nines")

# Verbs, their Chinese and English forms. `{}` stands for the tiles.
VERBS: Final[dict[str, tuple[str, str]]] = {
    "pass": ("过", "pass"),
    "win": ("胡", "win"),
    "take": ("要海底", "take the sea bottom"),
    "discard": ("打{}", "discard {}"),
    "ready": ("报听，打{}", "declare ready, discarding {}"),
    "chow": ("吃{}", "chow {}"),
    "pung": ("碰{}", "pung {}"),
    "kong": ("明杠{}", "kong {}"),
    "dicekong": ("开杠{}（掷骰）", "kong {} with dice"),
    "ckong": ("暗杠{}", "concealed kong {}"),
    "akong": ("加杠{}", "added kong {}"),
    "cdice": ("开暗杠{}（掷骰）", "concealed kong {} with dice"),
    "adice": ("开加杠{}（掷骰）", "added kong {} with dice"),
    "set winds": ("旋风杠{}", "winds kong {}"),
    "set dragons": ("喜杠{}", "dragons kong {}"),
    "set ones": ("幺杠{}", "ones kong {}"),
    "set nines": ("九杠{}", "nines kong {}"),
    "add winds": ("补旋风杠{}", "add {} to the winds kong"),
    "add dragons": ("补喜杠{}", "add {} to the dragons kong"),
    "add ones": ("补幺杠{}", "add {} to the ones kong"),
    "add nines": ("补九杠{}", "add {} to the nines kong"),
}


# How the second of two tiles turned up at once is marked (CS-19), in both languages.
WHICH: Final[dict[str, tuple[str, str]]] = {
    "": ("", ""), "1": ("（第一张）", " (first tile)"), "2": ("（第二张）", " (second tile)"), "12": ("（两张）", " (both tiles)"),
}  # fmt: skip


class Action(msgspec.Struct, frozen=True, order=True, repr_omit_defaults=True):
    """One answer a player may give.

    ``verb`` is a key of ``VERBS``; ``tiles`` the kinds it is about: one of a discard, pung or kong, all of a chow or special
    kong; ``which`` tells two tiles turned up at once apart (``@2``, and ``@12`` for a win on both).

    >>> str(Action("chow", (2, 3, 4)))
    'chow 345m'
    """

    verb: str
    tiles: tuple[int, ...] = ()
    which: str = ""

    def __str__(self) -> str:
        tiles = f" {tiles_text(list(self.tiles))}" if self.tiles else ""
        return f"{self.verb}{tiles}{'@' + self.which if self.which else ''}"

    def label(self, lang: str = "zh") -> str:
        """The action as a player reads it."""
        n = 0 if lang == "zh" else 1
        tiles = tiles_names(list(self.tiles)) if lang == "zh" else tiles_text(list(self.tiles))
        return VERBS[self.verb][n].format(tiles) + WHICH[self.which][n]


def parse_action(text: str) -> Action:
    """An action from its compact text or its label in either language; TextError where it is none.

    >>> parse_action("吃三万 四万 五万") == parse_action("chow 345m") == Action("chow", (2, 3, 4))
    True
    """
    body = text.strip()
    for before, after, verb, which in _FORMS:
        if not (body.startswith(before) and body.endswith(after)):
            continue
        inside = body[len(before) : len(body) - len(after)].strip()
        if bool(inside) != ("{}" in VERBS[verb][0]) or len(body) < len(before) + len(after):
            continue
        try:
            tiles = parse_tiles(inside.replace(",", " ")) if inside else []
        except TextError:
            continue
        return Action(verb, tuple(sorted(tiles)), which)
    close = nearest(body.split(" ")[0], list(VERBS))
    en = f"{shown(text)} is no action{close.en}; write one like discard 5m, chow 345m, win or 打五万"
    raise TextError(en, f"没有动作 {shown(text)}{close.zh}；写成 discard 5m、chow 345m、win 或 打五万", text, 0)


def _forms() -> list[tuple[str, str, str, str]]:
    """(text before the tiles, text after them, verb, which) of every way to write an action, the most particular first."""
    found = []
    for verb, labels in VERBS.items():
        for which, marks in WHICH.items():
            compact = verb + (" {}" if "{}" in labels[0] else "") + (f"@{which}" if which else "")
            for form in (compact, labels[0] + marks[0], labels[1] + marks[1]):
                before, _, after = form.partition("{}")
                found.append((before, after, verb, which))
    return sorted(found, key=lambda form: -len(form[0]) - len(form[1]))


_FORMS: Final = _forms()


class Book:
    """Every action of one game under one set of rules, by the engine's index.

    Entries are the very objects a hand hands out, so an answer that comes back is known by its identity; an equal value
    made elsewhere is found by its text.
    """

    def __init__(self, rules: Rules) -> None:
        self.entries: list[object] = [None] * INDEXES
        self.by_identity: dict[int, int] = {}
        self.by_text: dict[str, list[int]] = {}
        kinds = [k for k in range(KINDS) if rules.kinds & BIT[k]]
        self._fill_simple(rules, kinds)
        self._fill_claims(rules, kinds, 0, "")
        if rules.kong_dice == 2:
            self._fill_claims(rules, kinds, numbers.SECOND, "2")
        for kong in range(4):
            if rules.special_kongs >> kong & 1:
                self._fill_special(rules, kong)

    def _put(self, index: int, verb: str, tiles: tuple[int, ...] = (), which: str = "") -> None:
        action = Action(verb, tiles, which)
        self.entries[index] = action
        self.by_identity[id(action)] = index
        self.by_text.setdefault(str(action), []).append(index)

    def _fill_simple(self, rules: Rules, kinds: list[int]) -> None:
        self._put(numbers.PASS, "pass")
        self._put(numbers.WIN, "win")
        if rules.wall_end == OFFER_LAST:
            self._put(numbers.TAKE, "take")
        if rules.kong_dice == 2:
            self._put(numbers.WIN_FIRST, "win", (), "1")
            self._put(numbers.WIN_SECOND, "win", (), "2")
            self._put(numbers.WIN_BOTH, "win", (), "12")
        verbs = [(numbers.DISCARD, "discard"), (numbers.CONCEALED, "ckong"), (numbers.ADDED, "akong")]
        if rules.declare_ready:
            verbs.append((numbers.READY, "ready"))
        if rules.kong_dice:
            verbs += [(numbers.CONCEALED_DICE, "cdice"), (numbers.ADDED_DICE, "adice")]
        for number, verb in verbs:
            for kind in kinds:
                self._put(number + kind, verb, (kind,))

    def _fill_claims(self, rules: Rules, kinds: list[int], shift: int, which: str) -> None:
        for kind in kinds:
            at = CLAIMS + shift * 34 + kind
            self._put(at + numbers.PUNG * 34, "pung", (kind,), which)
            self._put(at + numbers.KONG * 34, "kong", (kind,), which)
            if rules.kong_dice:
                self._put(at + numbers.DICE_KONG * 34, "dicekong", (kind,), which)
            if rules.chow and kind < NUMBERED:
                for place, bit in enumerate((numbers.CHOW_LOW, numbers.CHOW_MIDDLE, numbers.CHOW_HIGH)):
                    low = kind - place
                    if low >= 0 and low // 9 == (low + 2) // 9 == kind // 9:
                        self._put(at + bit * 34, "chow", (low, low + 1, low + 2), which)
            if rules.dragon_chow and kind >= WHITE and not which:
                self._put(at + numbers.CHOW_DRAGONS * 34, "chow", (WHITE, GREEN, RED))

    def _fill_special(self, rules: Rules, kong: int) -> None:
        kinds = special_kinds(kong)
        for subset in range(2 ** len(kinds)):
            own = [k for n, k in enumerate(kinds) if subset >> n & 1]
            wild = special_kong_size(rules, kong) - len(own)
            if wild == 0 or (wild > 0 and rules.special_kong_wild >= 0):
                tiles = sorted(own + [rules.special_kong_wild] * wild)
                self._put(numbers.SPECIAL + set_start(kong) + subset, f"set {SPECIAL_NAMES[kong]}", tuple(tiles))
        for n, kind in enumerate(kinds):
            self._put(numbers.SPECIAL + add_start(kong) + n, f"add {SPECIAL_NAMES[kong]}", (kind,))
        if rules.special_kong_wild >= 0:
            wild_place = numbers.SPECIAL + add_start(kong) + len(kinds)
            self._put(wild_place, f"add {SPECIAL_NAMES[kong]}", (rules.special_kong_wild,))

    def indexes(self, action: "Action | str") -> list[int]:
        """The indexes an action may have; none for what this game does not know."""
        known = self.by_identity.get(id(action))
        if known is not None:
            return [known]
        found = self.by_text.get(str(action))
        if found is None and isinstance(action, str):
            try:
                found = self.by_text.get(str(parse_action(action)))
            except TextError:
                found = None
        return found or []


def special_kinds(kong: int) -> list[int]:
    """The kinds of a special kong in order."""
    return [kind for kind in range(KINDS) if KONG_KINDS[kong] >> kind & 1]
