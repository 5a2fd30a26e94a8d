"""The pages beside the table: hint, waits, why no win, scores, the end of a hand and of the match. Each is a list of lines, 80 cells wide."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rich.text import Text

from paiju.analysis.report import Leaves, Report
from paiju.analysis.wording import Wording
from paiju.cli.terminal.faces import Faces
from paiju.cli.terminal.screen import WIDTH
from paiju.cli.terminal.words import Words
from paiju.cli.terminal.wrapping import fit, wrap
from paiju.core.ending import Ending
from paiju.core.readings import SETS
from paiju.core.scoring import Scoring
from paiju.core.settle import Payment, Settlement
from paiju.core.tiles import NONE
from paiju.core.win import DISCARD, MATCHED, OPENING, ROBBED_KONG
from paiju.core.wording import fans_text, payment_text, set_tiles
from paiju.game.views import View
from paiju.game.waits import unseen

_YOU: Final = re.compile("^you (deal|pay|rob|win)s\\b")
_SEAT: Final = re.compile("座位([0-3])|seat ([0-3])")


def body(text: Text) -> list[Text]:
    """A line of a page, moved in; wrapped where it is too long."""
    return wrap(text, WIDTH, "  ", "    ")


def title(text: str) -> list[Text]:
    return [Text(text, "bold"), Text("-" * WIDTH, "dim")]


def addressed(sentence: str) -> str:
    """An English sentence that begins with a name, put right where that is "you"."""
    return _YOU.sub(r"You \1", sentence)


def help_lines(words: Words) -> list[Text]:
    """The page of keys."""
    out: list[Text] = []
    for line in words.help.splitlines():
        inside = line.lstrip()
        indent = " " * (len(line) - len(inside))
        out += wrap(Text(inside), WIDTH, indent, indent)
    return out


class Pages:
    """Writes the pages of one language. ``names``: what the four seats are called now."""

    def __init__(self, words: Words, faces: Faces, scoring: Scoring, names: Sequence[str]) -> None:
        self.words: Final = words
        self.faces: Final = faces
        self.scoring: Final = scoring
        self.names: Final = names

    # -- hints ---------------------------------------------------------------------------------------------------

    def hint(self, report: Report, *, win: bool) -> list[Text]:
        """The best discard and why, what each leaves, risks and what helps then, what a claim or a kong would change, bigger wins in reach."""
        words, say = self.words, Wording(self.words.lang, self.faces.mark)
        lines = title(words("hint_title"))
        if win:
            lines.append(Text(words("hint_win"), "bold"))
        if report.discards:
            lines += wrap(self._bold(say.best(report)), WIDTH)
            for kind, leaves in report.discards:
                lines += body(
                    self.faces.sentence(words("hint_discard", self.faces.mark(kind)) + self._told(say.discard(report, kind, leaves), leaves))
                )
        elif report.now.helps or not report.offers:
            now = words("hint_passed", say.gain(report.now)) if win else say.now(report)
            lines += wrap(self.faces.sentence(self._told(now, report.now)), WIDTH, "", "  ")
        for offer in report.offers:
            lines += wrap(self._bold(say.offer(report, offer)), WIDTH)
            if offer.after.helps:
                lines += body(self.faces.sentence(self._helping(offer.after)))
        for route in report.in_reach:
            lines += wrap(Text(say.route(route)), WIDTH)
        if report.pays:
            lines += wrap(Text(say.counted_as(birds=self.scoring.rules.birds > 0, seated=True), "dim"), WIDTH)
        return lines

    def _told(self, said: str, leaves: Leaves) -> str:
        gap = "：" if self.words.zh else ": "
        return said + (gap + self._helping(leaves) if leaves.helps else "")

    def _helping(self, leaves: Leaves) -> str:
        """The tiles that help, how many of each may come, and what they bring where they win."""
        words, mark = self.words, self.faces.mark
        if leaves.waits:
            return " ".join(words("hint_wait", mark(wait.tile), wait.live, wait.discard, wait.self_draw) for wait in leaves.waits)
        return " ".join(words("hint_help", mark(kind), live) for kind, live in leaves.helps.items())

    def _bold(self, sentence: str) -> Text:
        text = self.faces.sentence(sentence)
        text.stylize("bold")
        return text

    def waits(self, view: View, now: Sequence[int], after: dict[int, tuple[int, ...]], *, choosing: bool) -> list[Text]:
        """What the seat waits for now, or with each discard; with the tiles it has not seen."""
        words = self.words
        lines = title(words("waits_title"))
        if not choosing:
            if not now:
                return [*lines, Text(words("waits_none"))]
            return lines + wrap(Text(words("waits_now")).append_text(self._counted(view, now)), WIDTH)
        for kind, kinds in after.items():
            lines += wrap(self.faces.sentence(words("waits_if", self.faces.mark(kind))).append_text(self._counted(view, kinds)), WIDTH, "", "    ")
        return lines if after else [*lines, Text(words("waits_no_discard"))]

    def _counted(self, view: View, kinds: Sequence[int]) -> Text:
        gap = "、" if self.words.zh else ", "
        return Text(gap).join(self.faces.sentence(self.words("unseen", self.faces.mark(kind), unseen(view, kind))) for kind in kinds)

    # -- scores --------------------------------------------------------------------------------------------------

    def scores(self, players: Sequence[str], rows: Sequence[tuple[str, Sequence[int]]], totals: Sequence[int]) -> list[Text]:
        """A table of points, one column a player."""
        words = self.words
        table = [(words("hand_column"), list(players)), *((name, [f"{n:+d}" for n in row]) for name, row in rows)]
        table.append((words("total_row"), [f"{n:+d}" for n in totals]))
        lines = title(words("scores_title"))
        for name, columns in table:
            line = fit(Text(name), 12)
            for column in columns:
                cut = Text(column)
                cut.truncate(14, overflow="crop")
                line.append(" " * (16 - cut.cell_len)).append(cut)
            lines.append(line)
        return lines

    def ranking(self, players: Sequence[str], totals: Sequence[int]) -> list[Text]:
        """The final order; equal points share a place."""
        lines = title(self.words("match_over"))
        for player in sorted(range(4), key=lambda n: -totals[n]):
            place = 1 + sum(other > totals[player] for other in totals)
            lines.append(Text(self.words("rank", place, players[player], totals[player])))
        return lines

    # -- the end of a hand ---------------------------------------------------------------------------------------

    def ending(self, ending: Ending, view: View, number: int) -> list[Text]:
        """Who won with what, each payment with its arithmetic, kongs, birds, treasure, all hands, the sums."""
        words, faces = self.words, self.faces
        lines = title(words("over_title", number))
        if ending.outcome.exhausted:
            lines.append(Text(words("exhausted")))
        for settlement in [*ending.openings, *ending.wins]:
            lines += self._win(settlement)
        if ending.outcome.birds:
            lines.append(Text(words("birds")).append(faces.tiles(ending.outcome.birds)))
        if view.treasure is not None:
            lines.append(Text(words("treasure_was")).append(faces.tile(view.treasure)))
        for heading, payments in (("kongs", ending.kongs), ("extras", ending.extras)):
            if payments:
                lines.append(Text(words(heading), "bold"))
                lines += [line for payment in payments for line in self._payment(payment)]
        lines.append(Text(words("hands"), "bold"))
        for seat, name in enumerate(self.names):
            own = view.seats[seat]
            line = Text(name + "  ").append(faces.short(own.hand or []))
            for meld in own.melds:
                line.append(" ").append(faces.meld_of(meld.kind, meld.tiles))
            lines += body(line)
        gap = "，" if words.zh else ", "
        sums = gap.join(f"{name} {delta:+d}" for name, delta in zip(self.names, ending.deltas(), strict=True))
        lines += wrap(Text(words("this_hand") + (": " if not words.zh else "：") + sums, "bold"), WIDTH)
        return lines

    def _win(self, s: Settlement) -> list[Text]:
        win = s.win
        if win.by == OPENING:
            key = "wins_opening"
        elif win.by == DISCARD:
            key = "wins_discard"
        elif win.by == ROBBED_KONG:
            key = "wins_robbed"
        else:
            key = "wins_self" if not win.treasure_how else "wins_matched" if win.treasure_how == MATCHED else "wins_drawn_treasure"
        tile = self.faces.mark(int(win.tile)) if win.tile != NONE else ""
        payer = self.names[win.payer] if win.payer >= 0 else ""
        head = self.faces.sentence(addressed(self.words(key, self.names[win.seat], tile, payer)))
        head.stylize("bold")
        lines = wrap(head, WIDTH)
        lines += body(self._reading(s))
        if s.held:
            lines += body(Text(self.words("fans")).append(fans_text(s, self.words.lang)))
        for payment in s.payments:
            lines += self._payment(payment, s)
        return lines

    def _reading(self, s: Settlement) -> Text:
        """The winning hand laid out by its reading: sets, pair, melds; what a treasure stood for."""
        faces, win, reading = self.faces, s.win, s.reading
        parts: list[Text] = []
        if reading is not None and reading.form == SETS:
            parts += [faces.short(set_tiles(reading, n)) for n in range(reading.size)]
            parts.append(faces.short([int(reading.pair)] * 2))
        else:
            kinds = [kind for kind in range(34) for _ in range(int(win.hand[kind]))]
            if reading is not None and reading.tile != NONE:
                kinds.append(int(reading.tile))
            parts.append(faces.short(kinds))
        parts += [faces.native_meld(meld) for meld in win.melds]
        text = Text("  ").join(parts)
        if reading is not None and win.treasure_how and reading.tile != win.tile:
            text.append(faces.sentence(self.words("as", faces.mark(int(win.tile)), faces.mark(int(reading.tile)))))
        return text

    def _payment(self, payment: Payment, s: Settlement | None = None) -> list[Text]:
        return body(self.faces.sentence(self.named(payment_text(payment, self.scoring, s, self.words.lang))))

    def named(self, sentence: str) -> str:
        """A sentence about seats, with what they are called here."""
        text = _SEAT.sub(lambda match: self.names[int(match[1] or match[2])], sentence)
        return text if self.words.zh else addressed(text)
