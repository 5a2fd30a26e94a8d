"""Records scenes of real hands as messages, for looking at the page without a server: python tests/web/harness/tape.py, then shots.py.

A scene is what one page is sent: a snapshot of some moment, or a whole hand message by message.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

from paiju.game.audience import WATCHER  # noqa: E402
from paiju.game.fair import commitment  # noqa: E402
from paiju.game.question import kind_of  # noqa: E402
from paiju.server import entries as told  # noqa: E402
from paiju.server import protocol as say  # noqa: E402
from paiju.server.api.games import bot_list, game_info  # noqa: E402
from paiju.server.asking import choices_of, kept_tiles  # noqa: E402
from paiju.server.results import result_of  # noqa: E402
from paiju.server.room import Room  # noqa: E402
from paiju.variants import names  # noqa: E402
from tests.steer import choose  # noqa: E402
from tests.test_second_opinion import concealed  # noqa: E402

TAPE = Path(__file__).with_name("tape.json")
PEOPLE = ("小明", "Anneliese", "东北虎", "Lao Wang")
Test = Callable[[Room, int], bool]


class Stage:
    """A room that plays by itself; chair 0 is the page's."""

    def __init__(self, variant: str, number: int, *, people: int = 2, **rules: Any) -> None:
        self.rng = random.Random(f"stage {variant} {number}")
        self.room = Room("harness")
        given = say.RoomRules(variant=variant, **rules)
        self.room.apply(told.Opened("208315", given, "p0", PEOPLE[0]))
        for chair in range(1, 4):
            self.room.apply(told.Sat(chair, f"p{chair}", PEOPLE[chair]) if chair < people else told.Filled(chair, "quick"))
        self.secret = hashlib.sha256(f"{variant} {number}".encode())

    def deal(self, hand: int = 0) -> None:
        self.secret.update(b"next")
        self.room.apply(told.Committed(hand, self.secret.hexdigest()))
        self.room.apply(told.Promised(hand, ("", "", "", "")))
        self.room.apply(told.Begun(hand, ("", "", "", "")))

    def answer(self) -> None:
        """Somebody's answer, mostly a sensible one."""
        hand = self.room.hand
        assert hand is not None
        seat = self.rng.choice(hand.to_act)
        action = choose(sorted(str(a) for a in hand.actions(seat)), concealed(hand, seat), self.rng, 0.02)
        self.room.apply(told.Answered(seat, action, "bot", 20_000))

    def play(self, test: Test | None = None) -> bool:
        """Plays until the page is asked something for which the test holds, or else to the end of the hand."""
        hand = self.room.hand
        assert hand is not None
        while not hand.over:
            if test is not None and self.seat in hand.to_act and test(self.room, self.seat):
                return True
            self.answer()
        return test is None

    @property
    def seat(self) -> int:
        return self.room.seats.index(0)

    # -- what the page is sent -----------------------------------------------------------------------------------

    def question(self) -> say.Question | None:
        hand = self.room.hand
        if hand is None or self.seat not in hand.to_act:
            return None
        id = self.room.question_id(self.seat)
        return say.Question(id, kind_of(hand), choices_of(hand, self.seat, hints=True), 32_000, 20_000)

    def hand_state(self) -> say.HandState:
        room = self.room
        assert room.match is not None and room.hand is not None
        return say.HandState(
            number=room.part.number,
            round=room.part.round,
            hands=room.match.hands,
            rounds=room.match.rounds,
            dealer=room.dealer,
            seats=room.part.seats,
            totals=tuple(room.part.totals),  # type: ignore[arg-type]
            wall_size=len(room.deal.wall),
            reserve=kept_tiles(room.hand),
            commitment=commitment(bytes.fromhex(room.secret)),
            root=room.deal.root,
            points=tuple(tuple(points) for points in room.match.points[: room.part.number]),  # type: ignore[misc]
        )

    def turn(self) -> say.Turn | None:
        hand = self.room.hand
        return say.Turn(hand.to_act[0], 12_000, 0) if hand is not None and not hand.over and kind_of(hand) == "turn" else None

    def snapshot(self, *, watching: bool = False, dissolve: bool = False) -> say.Snapshot:
        room = self.room
        picture = room.picture([True, True, False, True], 3, 42_000)
        if dissolve:
            picture = msgspec.structs.replace(picture, dissolve=(1,), dissolve_left=42_000)
        if room.hand is None:
            return say.Snapshot(version=1, page="p", room=picture, you=say.You("p0", PEOPLE[0], 0, None), table=None, question=None, n=1)
        hand = room.hand
        audience = WATCHER if watching else self.seat
        result = result_of(room) if hand.over else None
        table = say.TableState(self.hand_state(), hand.view(audience), self.turn(), result)
        you = say.You("p9" if watching else "p0", PEOPLE[0], None if watching else 0, None if watching else self.seat)
        return say.Snapshot(version=1, page="p", room=picture, you=you, table=table, question=None if watching else self.question(), n=1)


def found(variant: str, test: Test, **rules: Any) -> Stage:
    """A moment of the first hand that has one like it."""
    for number in range(3000):
        stage = Stage(variant, number, **rules)
        stage.deal()
        if stage.play(test):
            return stage
    raise LookupError(f"no such moment in {variant}")


def ended(variant: str, test: Callable[[Room], bool], **rules: Any) -> Stage:
    for number in range(3000):
        stage = Stage(variant, number, **rules)
        stage.deal()
        stage.play()
        if test(stage.room):
            return stage
    raise LookupError(f"no such end in {variant}")


def verbs(*wanted: str, late: int = 0) -> Test:
    """Whether these may all be answered, with that many discards lying."""

    def test(room: Room, seat: int) -> bool:
        hand = room.hand
        assert hand is not None
        if sum(len(s.river) for s in hand.view(WATCHER).seats) < late:
            return False
        may = {action.verb.split()[0] for action in hand.actions(seat)}
        return all(verb in may for verb in wanted)

    return test


def whole_hand(variant: str) -> Iterator[say.FromServer]:
    """A hand from its deal to its settlement, message by message."""
    stage = Stage(variant, 5)
    yield stage.snapshot()
    stage.deal()
    room = stage.room
    assert room.hand is not None
    teller = room.hand.teller(stage.seat)
    yield say.Changed(room=room.picture([True] * 4), you=say.You("p0", PEOPLE[0], 0, stage.seat))
    yield say.Begin(hand=stage.hand_state(), seat=stage.seat)
    while True:
        yield say.Happened(events=tuple(teller.news()), turn=stage.turn(), reserve=kept_tiles(room.hand))
        question = stage.question()
        if question is not None:
            yield say.Ask(question=question)
        if room.hand.over:
            break
        stage.answer()
        if question is not None:
            yield say.Closed(question=question.id)
    yield say.Over(result=result_of(room))


def scenes() -> Iterator[tuple[str, list[say.FromServer]]]:
    waiting = Stage("changsha", 0, options={"birds": 2, "kong_dice": 2}, open=True)
    waiting.room.apply(told.Readied(1, True))
    waiting.room.apply(told.Emptied(3))
    yield "waiting", [waiting.snapshot()]
    yield "turn", [found("changchun", verbs("discard", late=30)).snapshot()]
    yield "late", [found("changchun", verbs("discard", late=66)).snapshot()]
    yield "ready", [found("changchun", verbs("ready", late=16)).snapshot()]
    yield "set", [found("changchun", verbs("set")).snapshot()]
    yield "claim", [found("changchun", verbs("chow", "pung", "kong")).snapshot()]
    yield "claimwin", [found("changsha", verbs("win", "pass", late=20)).snapshot()]
    yield "selfwin", [found("baicheng", verbs("win", "discard", late=20)).snapshot()]
    yield "dice", [found("changsha", verbs("dicekong", "pung")).snapshot()]
    yield "sea", [found("changsha", verbs("take")).snapshot()]
    yield "auto", [_auto(found("changchun", verbs("discard", late=20)))]
    yield "vote", [found("baicheng", verbs("discard", late=24)).snapshot(dissolve=True)]
    yield "watch", [found("changsha", verbs("discard", late=30)).snapshot(watching=True)]
    yield "won", [ended("changchun", lambda room: bool(room.hand and room.hand.result().wins and room.hand.result().kongs)).snapshot()]
    yield "several", [ended("changsha", lambda room: bool(room.hand and len(room.hand.result().wins) > 1), options={"birds": 2}).snapshot()]
    yield "exhausted", [ended("baicheng", lambda room: bool(room.hand and not room.hand.result().wins)).snapshot()]
    last = Stage("changsha", 1, options={"match_length": 4})
    for hand in range(4):
        last.deal(hand)
        last.play()
    yield "matchover", [last.snapshot()]
    for variant in names():
        yield f"live-{variant}", list(whole_hand(variant))


def _auto(stage: Stage) -> say.Snapshot:
    stage.room.apply(told.Autoed(0, True))
    return stage.snapshot()


def main() -> None:
    tape = {
        "games": [game_info(key) for key in names()],
        "bots": bot_list.fn(),
        "me": {"id": "p0", "name": PEOPLE[0], "login": ""},
        "rooms": [Stage("baicheng", 3, people=1, open=True).room.picture([True] * 4)],
        "scenes": dict(scenes()),
    }
    TAPE.write_bytes(msgspec.json.encode(tape))
    print(f"{TAPE}: {TAPE.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
