"""A kept hand shown again: what a page needs beside the record itself, got by playing the record. Knows records; no store and no HTTP."""

from __future__ import annotations

import msgspec

from paiju.analysis.wording import Wording
from paiju.game.actions import Action
from paiju.records.reading import read_line
from paiju.records.record import FairPart
from paiju.records.replaying import Replay
from paiju.records.verifying import split
from paiju.server.protocol import Result, Said
from paiju.server.results import Words, settled

_BOT = "bot "  # how records call one, with its level


class GivenAnswer(msgspec.Struct, frozen=True):
    """One answer: by whom, after how many events of the record, out of how many; and what else but a discard there was to choose."""

    seat: int
    at: int
    verb: str
    said: Said
    of: int
    others: tuple[Said, ...]


class Replayed(msgspec.Struct, frozen=True):
    """A finished hand, played again. ``names`` and the totals are by chair; ``hidden_kongs``: a concealed kong is hidden from others."""

    names: tuple[Said, Said, Said, Said]
    base_points: int
    hidden_kongs: bool
    answers: tuple[GivenAnswer, ...]
    result: Result


def replayed(line: bytes, id: str, base: int, *, match_over: bool) -> Replayed:
    """The hand of a match's record; RecordError where it does not hold."""
    record = read_line(line)
    assert record.match is not None
    replay = Replay(record)
    told = replay.steps()
    at = len(next(told).events)
    answers: list[GivenAnswer] = []
    for n, text in enumerate(record.actions):
        seat, chosen = split(text, n)
        answers.append(_given(seat, at, chosen, replay.hand.actions(seat)))
        at += len(next(told).events)
    called = [_called(name, chair) for chair, name in enumerate(record.match.players)]
    names = {lang: [getattr(called[chair], lang) for chair in record.match.seats] for lang in ("zh", "en")}
    part = settled(replay.hand.result(), Words(replay.game.scoring, base, names))
    after = [base * record.match.totals[chair] + part["deltas"][record.match.seats.index(chair)] for chair in range(4)]
    secret, nonces = (record.fair.secret, record.fair.nonces) if isinstance(record.fair, FairPart) else ("", ("", "", "", ""))
    result = Result(**part, totals=tuple(after), record=id, secret=secret, nonces=nonces, match_over=match_over)
    hidden = bool(replay.game.rules.concealed_kong_hidden)
    return Replayed(tuple(called), base, hidden, tuple(answers), result)  # type: ignore[arg-type]


def _given(seat: int, at: int, chosen: str, actions: list[Action]) -> GivenAnswer:
    action = next(action for action in actions if str(action) == chosen)
    others = [other for other in actions if other is not action and other.verb != "discard"]
    return GivenAnswer(seat, at, action.verb, answer_said(action), len(actions), tuple([answer_said(other) for other in others]))


def answer_said(action: Action) -> Said:
    """An answer as pages say it, in the words their other sentences have for tiles."""
    return Said(Wording("zh").label(action), Wording("en").label(action))


def _called(name: str, chair: int) -> Said:
    """A player as pages call him, a bot by the place it has."""
    if name.startswith(_BOT):
        return Said(f"电脑{'甲乙丙丁'[chair]}", f"Bot {'ABCD'[chair]}")
    return Said(name, name)
