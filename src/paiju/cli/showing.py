"""A recorded hand as text for a terminal: a list of steps, each a sentence and the table after it.

A step is an event, or an answer that led to none at once (a pass, a claim still waiting for others), told only to who may know it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from paiju.cli.terminal.words import Words
from paiju.core.errors import counted, printable
from paiju.game.audience import EVERYTHING
from paiju.game.events import Event
from paiju.game.sayings import MELDS, Sayings, tiles_zh
from paiju.game.views import MeldView, View
from paiju.records.record import Record, wall_text
from paiju.records.replaying import Replay


class Showing:
    """The steps of one record for one audience; ``text(n)`` is the n-th, from 0. ``before``: how many stand before each answer of the record."""

    def __init__(self, record: Record, audience: int, lang: str) -> None:
        replay = Replay(record, audience)
        part = record.match
        words = Words(lang)
        self.zh: Final = words.zh
        self.names: Final = None if part is None else [printable(words.player(part.players[player])) for player in part.seats]
        self.sayings: Final = Sayings(replay.game.variant, lang, self.names)
        self.audience: Final = audience
        self._wall_size = int(replay.hand.table.wall_size)
        self._dealer = int(replay.hand.table.dealer)
        self._steps: list[tuple[str, Event | None]] = []
        self.before: Final[list[int]] = []
        for step in replay.steps():
            if step.seat is not None:
                self.before.append(len(self._steps))
            told = step.seat is not None and audience in (step.seat, EVERYTHING)
            if told and step.action is not None and (step.action.verb == "pass" or not step.events):
                answer = step.action.label(lang)
                self._steps.append((f"{self.sayings.names[step.seat or 0]}{'：' if self.zh else ': '}{answer}", None))
            self._steps += [(self.sayings.say(event), event) for event in step.events]
        self.tiles: Final = self.sayings.tiles
        self._view = self._undealt()
        self._folded = 0  # steps the view has taken in

    def __len__(self) -> int:
        return len(self._steps)

    def text(self, n: int) -> str:
        """A step's sentence, and below it the table, unless nothing moved."""
        sentence, event = self._steps[n]
        head = f"[{n + 1}/{len(self)}] {sentence}"
        view = self._view_after(n)
        if event is None:
            return head
        return "\n".join([head, *self._table(view), ""])

    def _undealt(self) -> View:
        """What is known before the first step: who deals."""
        return View(self.audience, self._wall_size, dealer=self._dealer, turn=self._dealer)

    def _view_after(self, n: int) -> View:
        if n + 1 < self._folded:
            self._view = self._undealt()
            self._folded = 0
        for _, event in self._steps[self._folded : n + 1]:
            if event is not None:
                self._view.see(event)
        self._folded = max(self._folded, n + 1)
        return self._view

    # -- the table -----------------------------------------------------------------------------------------------

    def _(self, zh: str, en: str) -> str:
        return zh if self.zh else en

    def row(self, kinds: Sequence[int]) -> str:
        """Tiles in the order they lie."""
        return tiles_zh(kinds) if self.zh else wall_text(kinds)

    def _table(self, view: View) -> list[str]:
        lines = ["  " + self._("牌墙 ", "wall ") + str(view.wall_left) + self._treasure(view) + self._shown(view)]
        for seat, one in enumerate(view.seats):
            marks = [self._("庄", "dealer")] if seat == view.dealer else []
            marks += [self._("报听", "ready")] if one.ready else []
            marks += [self._("锁手", "locked")] if one.locked else []
            number = f"{one.count} 张" if self.zh else counted(one.count, "tile")
            hand = number if one.hand is None else self.tiles(one.hand)
            if view.turn == seat and view.drawn is not None and one.hand is not None and view.drawn in one.hand:
                rest = list(one.hand)
                rest.remove(view.drawn)
                hand = f"{self.tiles(rest)} {self.tiles([view.drawn])}"
            melds = " ".join(self.meld(meld) for meld in one.melds)
            arrow = "▶" if view.turn == seat and not view.over else " "
            name = f"{arrow} {self.sayings.names[seat]}" + (f" ({self._('，', ', ').join(marks)})" if marks else "")
            lines.append(f"{name} {one.points:+d}  {hand}" + (f"  {melds}" if melds else ""))
            if one.river:
                lines.append(f"      {self._('打出', 'discards')} {self.row(one.river)}")
        return lines

    def _treasure(self, view: View) -> str:
        if view.treasure is not None:
            return self._("  宝 ", "  treasure ") + self.tiles([view.treasure])
        return self._("  宝扣着", "  treasure face down") if view.treasure_aside else ""

    def _shown(self, view: View) -> str:
        return self._("  翻开 ", "  turned up ") + self.row(view.shown) if view.shown else ""

    def meld(self, meld: MeldView) -> str:
        word = MELDS[meld.kind][0 if self.zh else 1]
        return f"[{word} {self.tiles(meld.tiles)}]" if meld.tiles else f"[{word}]"
