"""The picture of the table: what one seat knows, on 80 columns and 24 lines.

Draws a ``View`` and nothing else of the hand, so it can show no more than the seat may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from paiju.cli.terminal.faces import Faces
from paiju.cli.terminal.words import PLACES, WINDS, Words
from paiju.cli.terminal.wrapping import fit, flow
from paiju.core.errors import counted
from paiju.game.views import SeatView, View

WIDTH: Final = 80
HEIGHT: Final = 24
SIDE: Final = 39  # of the seats left and right
KEYS: Final = "1234567890abcd"  # over the tiles of the own hand


class Header:
    """What stands above the table and is not in the view: the match, and how everybody is called."""

    def __init__(self, title: str, progress: str, players: Sequence[str], totals: Sequence[int], reserve: int) -> None:
        self.title: Final = title
        self.progress: Final = progress
        self.players: Final = players  # by seat
        self.totals: Final = totals  # by seat, before this hand
        self.reserve: Final = reserve  # wall tiles that are not drawn


class Screen:
    """Draws a seat's view with the words and tiles of one language."""

    def __init__(self, words: Words, faces: Faces, *, treasure: bool, hidden_treasure: bool) -> None:
        self.words: Final = words
        self.faces: Final = faces
        self.treasure: Final = treasure  # the game has one
        self.hidden_treasure: Final = hidden_treasure

    def draw(self, view: View, header: Header, news: Sequence[Text], question: Sequence[Text], *, keys: Sequence[str] = ()) -> list[Text]:
        """The lines of the picture. ``keys``: for each tile of the own hand in its order the key above it, or blank."""
        me = view.audience
        top = [self._title(view, header), Text("-" * WIDTH, "dim")]
        top += self._seat(view, header, (me + 2) % 4, WIDTH, least=2)
        left = self._seat(view, header, (me + 3) % 4, SIDE, least=4)
        right = self._seat(view, header, (me + 1) % 4, SIDE, least=4)
        for n in range(max(len(left), len(right))):
            line = fit(left[n] if n < len(left) else Text(), SIDE)
            line.append("| ", "dim")
            top.append(line.append(right[n] if n < len(right) else Text()))
        top += self._seat(view, header, me, WIDTH, least=2)
        top.append(Text("-" * WIDTH, "dim"))
        bottom = [*self._hand(view, keys), *question]
        room = max(1, HEIGHT - 1 - len(top) - len(bottom))
        told = flow(news, WIDTH)[-room:]
        return [*top, *[Text()] * (room - len(told)), *told, *bottom]

    # -- above ---------------------------------------------------------------------------------------------------

    def _title(self, view: View, header: Header) -> Text:
        words = self.words
        left = Text(header.title, "bold").append(f"  {header.progress}", "not bold")
        wall = words("wall", view.wall_left) + (words("kept", header.reserve) if header.reserve else "")
        right = Text(wall)
        if self.treasure:
            right.append("  ")
            if view.treasure is not None:
                right.append(words("treasure")).append(self.faces.tile(view.treasure))
            elif view.treasure_aside:
                right.append(words("treasure_hidden" if self.hidden_treasure else "treasure_unseen"))
            else:
                right.append(words("treasure_none"), "dim")
        return fit(left, max(WIDTH - right.cell_len, 1)).append(right)

    # -- one seat ------------------------------------------------------------------------------------------------

    def _seat(self, view: View, header: Header, seat: int, width: int, least: int) -> list[Text]:
        """Name, marks, melds, then the discards; at least that many lines."""
        seen = view.seats[seat]
        lines = flow([self._name(view, header, seat), *(self.faces.meld(meld) for meld in seen.melds)], width - 1)
        lines += self._river(view, seat, width - 1, 2 if width == WIDTH else 3)
        return lines + [Text()] * (least - len(lines))

    def _name(self, view: View, header: Header, seat: int) -> Text:
        words = self.words
        seen = view.seats[seat]
        me = view.audience
        text = Text()
        if words.zh and seat != me:
            text.append(PLACES[(seat - me) % 4][0] + " ")
        text.append(header.players[seat], "bold yellow" if seat == view.turn and not view.over else "bold")
        text.append(" " + words.pick(WINDS[(seat - view.dealer) % 4]))
        text.append(" " + self._counted("points", header.totals[seat] + seen.points, "pt"))
        if seat != me:
            text.append(" " + self._counted("cards", seen.count, "tile"))
        for mark, style in self._marks(view, seen, seat):
            text.append(" ").append(mark, style)
        return text

    def _counted(self, key: str, number: int, noun: str) -> str:
        return self.words(key, number if self.words.zh else counted(number, noun))

    def _marks(self, view: View, seen: SeatView, seat: int) -> list[tuple[str, str]]:
        marks = []
        if seat == view.dealer:
            marks.append((self.words("dealer"), "reverse"))
        if seen.ready:
            marks.append((self.words("ready"), "bold red"))
        if seen.locked:
            marks.append((self.words("locked"), "bold red"))
        return marks

    def _river(self, view: View, seat: int, width: int, most: int) -> list[Text]:
        """The discards in order; closer together when they get many, the newest kept when even that is not enough."""
        river = view.seats[seat].river
        faces = self.faces
        tiles = [faces.tile(kind) for kind in river]
        if tiles and view.window and seat == view.turn and river[-1] == view.window[-1]:
            tiles[-1].stylize("reverse")
        gap = " " if len(tiles) <= most * ((width + 1) // (faces.width + 1)) else ""
        a_line = (width + len(gap)) // (faces.width + len(gap))
        lines = [Text(gap).join(tiles[n : n + a_line]) for n in range(0, len(tiles), a_line)]
        return lines[-most:]

    # -- the own hand --------------------------------------------------------------------------------------------

    def _hand(self, view: View, keys: Sequence[str]) -> list[Text]:
        """Two lines: the keys, and the tiles, the one just drawn a little apart."""
        kinds = own_tiles(view)
        drawn_apart = view.drawn is not None and len(kinds) % 3 == 2
        step = self.faces.width + 1
        above, below = Text(), Text()
        for n, kind in enumerate(kinds):
            if drawn_apart and n == len(kinds) - 1:
                above.append("  ")
                below.append("  ")
            key = keys[n] if n < len(keys) else ""
            above.append(key.center(step - 1).ljust(step), "bold")
            below.append(fit(self.faces.tile(kind), step))
        return [above, below]


def own_tiles(view: View) -> list[int]:
    """The own concealed tiles as they are shown: in order, the one just drawn last."""
    kinds = sorted(view.seats[view.audience].hand or [])
    if view.drawn is not None and len(kinds) % 3 == 2 and view.drawn in kinds:
        kinds.remove(view.drawn)
        kinds.append(view.drawn)
    return kinds
