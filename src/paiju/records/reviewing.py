"""A recorded hand looked through: each decision of a seat beside the best one, by the worths a bot gives to the answers.

The bot sees at each decision what the seat knew then (G-7). Its worths are estimates; no more is made of them here than their differences.
"""

from __future__ import annotations

from typing import Final

import msgspec

from paiju import bots
from paiju.analysis.report import Analyst
from paiju.analysis.wording import Wording
from paiju.bots import Judged
from paiju.core.errors import Both, PaijuError, shown
from paiju.game.actions import Action
from paiju.game.audience import Seat, Tile
from paiju.game.hand import Hand
from paiju.game.question import kind_of
from paiju.game.views import MeldView
from paiju.records.record import Record
from paiju.records.replaying import Replay
from paiju.records.verifying import split

_LEAST: Final = 0.05  # points: what counts as a difference


class Decision(msgspec.Struct, frozen=True):
    """An answer of the record beside the best one.

    ``number`` of the answer, from 0; ``at``: after so many of the record's events; ``asked``: turn, claim (of ``tile``), share or sea; ``hand`` and
    ``melds`` of the seat then, with the tile just ``drawn``; ``of`` so many legal answers; worths in points of the whole hand; ``zh`` and ``en``:
    what makes the difference, as far as the tiles tell.
    """

    number: int
    at: int
    asked: str
    tile: Tile | None
    hand: tuple[Tile, ...]
    drawn: Tile | None
    melds: tuple[MeldView, ...]
    of: int
    own: Action
    own_worth: float
    best: Action
    best_worth: float
    zh: str
    en: str

    @property
    def lost(self) -> float:
        """How much more the best is worth; nothing where the own is as good."""
        return self.best_worth - self.own_worth


class Review(msgspec.Struct, frozen=True):
    """The decisions of a seat that had a choice, the largest difference first. ``bot``: whose worths these are."""

    seat: Seat
    bot: str
    decisions: tuple[Decision, ...]

    @property
    def lost(self) -> float:
        """All differences together."""
        return sum(decision.lost for decision in self.decisions)

    @property
    def worse(self) -> tuple[Decision, ...]:
        """Those that cost something: more than rounds away."""
        return tuple([decision for decision in self.decisions if decision.lost >= _LEAST])

    @property
    def agreed(self) -> int:
        """How many were as good as the best."""
        return len(self.decisions) - len(self.worse)


def review(record: Record, seat: Seat, bot: str = "", *, base: int = 1) -> Review:
    """The decisions of a seat, by the bot of that name or the strongest that tells worths. ``base``: what a point is worth (底分).

    PaijuError where there is no such bot, or it fails; RecordError.
    """
    name = reviewer_of(bot)
    replay = Replay(record)
    part = record.match
    standing = None if part is None else part.standing(replay.game)
    reviewer = bots.make(name, seed=part.seed if part else record.seed or 0, lane=record.lane or 0, seat=seat, standing=standing)
    analyst, both = Analyst(replay.game), (Wording("zh", base=base), Wording("en", base=base))
    steps = replay.steps()
    at = len(next(steps).events)
    found = []
    for n, text in enumerate(record.actions):
        answering, chosen = split(text, n)
        if answering == seat and len(replay.hand.actions(seat)) > 1:
            judged = [Judged(one.action, base * one.worth) for one in bots.judged_by(reviewer, reviewer.see(replay.hand))]
            decision = _decision(replay.hand, seat, chosen, judged, analyst, both)
            if decision is not None:
                found.append(msgspec.structs.replace(decision, number=n, at=at))
        at += len(next(steps).events)
    return Review(seat, name, tuple(sorted(found, key=lambda decision: -decision.lost)))


def reviewer_of(bot: str = "") -> str:
    """The bot of that name, or the strongest that tells what answers are worth; PaijuError where there is none."""
    known = bots.judges()
    if not bot and known:
        return max(known, key=lambda name: bots.find(name).level)  # the first of them: others of its level are its styles
    if bot and bots.find(bot).name in known:
        return bot
    en, zh = (f"the bot {shown(bot)} does not tell", f"电脑 {shown(bot)} 不说") if bot else ("no bot tells", "没有哪种电脑说")
    others = Both(f"; these do: {', '.join(known)}", f"；说的有 {'、'.join(known)}") if known else Both("", "")
    raise PaijuError(f"{en} what each answer is worth{others.en}", f"{zh}每一手值多少{others.zh}")


def _decision(hand: Hand, seat: Seat, chosen: str, judged: list[Judged], analyst: Analyst, both: tuple[Wording, Wording]) -> Decision | None:
    """The decision that was made; None where the bot does not know its worth."""
    own = next((one for one in judged if str(one.action) == chosen), None)
    if own is None:
        return None
    best = max(judged, key=lambda one: one.worth)
    best = own if best.worth == own.worth else best
    asked = kind_of(hand)
    tile = int(hand.table.tile2 if best.action.which == "2" else hand.table.tile) if asked == "claim" else None
    zh, en = ("", "") if best is own else _why(hand, seat, best.action, own.action, analyst, both)
    view = hand.view(seat)
    held, melds = tuple(view.seats[seat].hand or ()), tuple(view.seats[seat].melds)
    return Decision(
        0, 0, asked, tile, held, view.drawn, melds, len(hand.actions(seat)), own.action, own.worth, best.action, best.worth, zh, en
    )  # fmt: skip


def _why(hand: Hand, seat: Seat, best: Action, own: Action, analyst: Analyst, both: tuple[Wording, Wording]) -> tuple[str, str]:
    """What sets the best answer apart from the own, in both languages."""
    if best.verb == "win":
        return "可以胡", "a win was there"
    if own.verb == "win":
        return "接着打比这样胡更值", "going on is worth more than this win"
    report = analyst.look(hand, seat)
    after, instead = [analyst.answered(hand, seat, report, action) for action in (best, own)]
    if after is None or instead is None:
        return "", ""
    zh, en = both
    return zh.instead(after, instead), en.instead(after, instead)
