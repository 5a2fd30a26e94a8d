"""Tiles and melds as coloured text: in Chinese, or as 5m. Widths are those of the terminal, where a Chinese character takes two cells."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from rich.text import Text

from paiju.core.notation import tile_name, tile_text, tiles_text
from paiju.core.win import MELD_IDS, Meld
from paiju.game.sayings import MELDS
from paiju.game.views import MeldView

STYLES: Final = ("red", "cyan", "green", "magenta", "bold white", "bold green", "bold red")  # suits, winds, white, green, red
_DIGITS: Final = "一二三四五六七八九"
_LETTERS: Final = "东南西北白发中"
_SUITS: Final = "万饼条"
_MARK: Final = re.compile("\x02(\\d+)\x03")
_NAMED: Final = {tile_name(kind): kind for kind in range(34) if not 27 <= kind < 31} | {w + "风": 27 + n for n, w in enumerate("东南西北")}
_NAME: Final = re.compile("(?:" + "|".join(sorted(_NAMED, key=len, reverse=True)) + ")(?!圈)")  # 东风圈 is a round


def style_of(kind: int) -> str:
    return STYLES[kind // 9 if kind < 27 else 3 if kind < 31 else kind - 27]


class Faces:
    """How tiles look: ``plain`` as ``5m``, else in Chinese."""

    def __init__(self, lang: str, *, plain: bool) -> None:
        self.zh: Final = lang == "zh"
        self.plain: Final = plain
        self.width: Final = 2 if plain else 4  # of one tile

    def name(self, kind: int) -> str:
        """A tile in cells of equal width."""
        if self.plain:
            return tile_text(kind)
        return tile_name(kind) + ("风" if 27 <= kind < 31 else "")

    def tile(self, kind: int) -> Text:
        return Text(self.name(kind), style_of(kind))

    def tiles(self, kinds: Iterable[int], gap: str = " ") -> Text:
        """Tiles one by one, in the order given."""
        return Text(gap).join(self.tile(kind) for kind in kinds)

    def short(self, kinds: Iterable[int]) -> Text:
        """Tiles sorted, those of a suit together: ``三四五万``, ``345m``."""
        out = Text()
        listed = sorted(kinds)
        for suit in range(4):
            own = [kind for kind in listed if kind // 9 == suit]
            if not own:
                continue
            if self.plain:
                out.append(tiles_text(own), style_of(own[0]))
            elif suit < 3:
                out.append("".join(_DIGITS[kind % 9] for kind in own) + _SUITS[suit], style_of(own[0]))
            else:
                for kind in own:
                    out.append(_LETTERS[kind - 27], style_of(kind))
        return out

    # -- in sentences --------------------------------------------------------------------------------------------

    @staticmethod
    def mark(kind: int) -> str:
        """A place holder for a tile in a sentence; ``sentence`` puts the tile there."""
        return f"\x02{kind}\x03"

    def sentence(self, text: str) -> Text:
        """Text whose marked tiles, and tiles named in Chinese, are shown as tiles."""
        text = _NAME.sub(lambda match: self.mark(_NAMED[match[0]]), text)
        out = Text()
        at = 0
        for match in _MARK.finditer(text):
            out.append(text[at : match.start()])
            out.append(self.tile(int(match[1])))
            at = match.end()
        return out.append(text[at:])

    # -- melds ---------------------------------------------------------------------------------------------------

    def meld(self, meld: MeldView) -> Text:
        """A meld, short: ``碰五万``, ``吃三四五万``, ``暗杠`` where its tiles are not known."""
        zh, en = MELDS[meld.kind]
        word = ("杠" if meld.kind == "melded_kong" else zh) if self.zh else en + " "
        if not meld.tiles:
            return Text(word + "?", "dim")
        equal = meld.kind in ("pung", "melded_kong", "added_kong", "concealed_kong") and not self.plain
        return Text().append(word, "bold").append(self.tile(meld.tiles[0]) if equal else self.short(meld.tiles))

    def native_meld(self, meld: Meld) -> Text:
        """A meld of a settlement, with all its tiles."""
        return self.meld_of(MELD_IDS[meld.kind], meld.tiles)

    def meld_of(self, kind: str, kinds: Iterable[int]) -> Text:
        zh, en = MELDS[kind]
        return Text("[").append(zh if self.zh else en + " ").append(self.short(kinds)).append("]")
