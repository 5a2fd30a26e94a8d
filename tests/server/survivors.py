"""Players who go on when their server is killed: they note what they were told, and hold the journal and the server that comes back against it."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import random
from contextlib import suppress
from typing import Any, Final

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from paiju.game.fair import promise
from paiju.game.views import View
from paiju.server import protocol as p
from paiju.server.entries import Answered, Entry
from paiju.server.room import Room

_MESSAGES: Final[Any] = msgspec.json.Decoder(p.FromServer)
_FINE: Final = {"closed", "no_nonce", "not_over"}  # what a command that came too late is told


class Survivor:
    """One player at one table, by chance of his own. ``still``: he looks on and says nothing of himself."""

    def __init__(self, name: str, cookie: str, chance: random.Random) -> None:
        self.name: Final = name
        self.cookie: Final = cookie
        self.number = ""
        self.still = True
        self.acknowledged: dict[str, p.Answer] = {}  # at this table
        self.open: dict[str, Any] = {}  # commands that were not answered
        self.you: p.You | None = None
        self.room: p.RoomState | None = None
        self.hand: p.HandState | None = None
        self.view: View | None = None
        self.question: p.Question | None = None
        self.result: p.Result | None = None
        self.commit: p.Commit | None = None
        self.nonces: dict[str, bytes] = {}  # by hand
        self.hands = 0  # settled before his eyes
        self._chance: Final = chance
        self._ids: Final = itertools.count(1)
        self._socket: ClientConnection
        self._task: asyncio.Task[None]
        self._news: Final = asyncio.Event()

    # -- the connection ------------------------------------------------------------------------------------------

    async def come(self, port: int) -> None:
        """Connects and waits for the first picture."""
        self.view = self.commit = self.room = self.question = None
        self._socket = await connect(
            f"ws://127.0.0.1:{port}/ws/{self.number}?v=1", additional_headers={"Cookie": self.cookie}, compression=None, proxy=None
        )
        self._task = asyncio.create_task(self._read())
        await self._until(lambda: self.room is not None)

    async def _read(self) -> None:
        with suppress(ConnectionClosed):
            while True:
                await self._take(_MESSAGES.decode(await self._socket.recv()))
                self._news.set()

    async def gone(self) -> None:
        """Takes what was still on its way when the server went."""
        await self._task
        await self._socket.close()

    async def say(self, command: Any) -> None:
        self.open[command.id] = command
        with suppress(ConnectionClosed):
            await self._socket.send(msgspec.json.encode(command).decode())

    def command(self, kind: Any, **fields: Any) -> Any:
        return kind(id=f"{self.name}{next(self._ids)}", **fields)

    async def carried_out(self, kind: Any, **fields: Any) -> None:
        """Says something and waits until it is answered."""
        await self.say(command := self.command(kind, **fields))
        await self._until(lambda: command.id not in self.open)

    async def leave(self) -> None:
        await self._socket.close()
        await self.gone()

    async def again(self) -> None:
        """Repeats what was not answered, and the last answer that was: it is acknowledged once more."""
        known = list(self.acknowledged.values())[-1:]
        for command in known:
            del self.acknowledged[command.id]
        for command in [*self.open.values(), *known]:
            await self.say(command)
        await self._until(lambda: not self.open)
        assert all(command.id in self.acknowledged for command in known)

    async def look(self) -> p.Snapshot:
        """The picture as it is now."""
        self.room = None
        await self._socket.send(msgspec.json.encode(p.Sync(id="look")).decode())
        await self._until(lambda: self.room is not None)
        return self._snapshot

    async def _until(self, condition: Any) -> None:
        async with asyncio.timeout(60):
            while not condition():
                assert not self._task.done(), f"{self.name} was cut off: {self._socket.close_code} {self._socket.close_reason}"
                self._news.clear()
                news = asyncio.create_task(self._news.wait())
                await asyncio.wait([news, self._task], return_when=asyncio.FIRST_COMPLETED)
                news.cancel()

    # -- what he is told -----------------------------------------------------------------------------------------

    async def _take(self, message: Any) -> None:
        match message:
            case p.Snapshot():
                self._snapshot = message
                self.room, self.you, self.question = message.room, message.you, message.question
                if message.table is not None:
                    self._begin(message.table.hand)
                    self.view, self.result = message.table.view, message.table.result
            case p.Changed():
                self.room, self.you = message.room, message.you
            case p.Commit():
                self.commit = message
                await self._give()
            case p.Begin():
                self._begin(message.hand)
                assert self.you is not None and message.seat is not None
                self.you = msgspec.structs.replace(self.you, seat=message.seat)
                self.view, self.result, self.question, self.commit = View(message.seat, message.hand.wall_size), None, None, None
            case p.Happened():
                assert self.view is not None
                for event in message.events:
                    self.view.see(event)
            case p.Ask():
                self.question = message.question
                await self._answer()
            case p.Closed():
                if self.question is not None and self.question.id == message.question:
                    self.question = None
            case p.Over():
                assert self.hand is not None and hashlib.sha256(bytes.fromhex(message.result.secret)).hexdigest() == self.hand.commitment
                self.hands += self.result is None
                self.result = message.result
                await self._go_on()
            case p.Ack():
                command = self.open.pop(message.id)
                if isinstance(command, p.Answer):
                    self.acknowledged[command.id] = command
            case p.Refused():
                assert message.code in _FINE, message
                del self.open[message.id]
            case _:
                pass

    def _begin(self, hand: p.HandState) -> None:
        """A hand he knew already has the wall it had."""
        if self.hand is not None and self.hand.number == hand.number:
            assert (self.hand.root, self.hand.commitment, self.hand.seats) == (hand.root, hand.commitment, hand.seats)
        self.hand = hand

    # -- what he does --------------------------------------------------------------------------------------------

    async def go(self) -> None:
        """Plays on."""
        self.still = False
        await self._give()
        await self._answer()
        if self.result is not None:
            await self._go_on()

    async def _answer(self) -> None:
        question = self.question
        if self.still or question is None or any(isinstance(command, p.Answer) and command.question == question.id for command in self.open.values()):
            return
        actions = [choice.action for choice in question.choices]
        won = [action for action in actions if action.startswith("win")]
        action = won[0] if won else self._chance.choice(actions)
        await self.say(self.command(p.Answer, question=question.id, action=action))

    async def _give(self) -> None:
        if not self.still and self.commit is not None:
            commit, self.commit = self.commit, None
            nonce = self.nonces.setdefault(commit.id, self._chance.randbytes(16))
            assert self.you is not None and self.you.chair is not None
            if commit.promises is None:
                await self.say(self.command(p.Promise, hand=commit.hand, promise=promise(nonce, commit.id, self.you.chair)))
            else:
                await self.say(self.command(p.Nonce, hand=commit.hand, nonce=nonce.hex()))

    async def _go_on(self) -> None:
        if not self.still:
            await self.say(self.command(p.Next))

    # -- what must hold ------------------------------------------------------------------------------------------

    def check_journal(self, room: Room, entries: list[Entry]) -> None:
        """Nothing he was told is lost: his answers that were acknowledged, once each, and all he has been shown."""
        kept = [entry for entry in entries if isinstance(entry, Answered) and entry.command]
        mine = {entry.command: entry for entry in kept}
        assert len(mine) == len(kept), "a command was carried out twice"
        for id, command in self.acknowledged.items():
            _, seat, _ = command.question.split(".")
            assert id in mine, f"{command} was acknowledged and is lost"
            assert (str(mine[id].seat), mine[id].action) == (seat, command.action)
        if self.hand is None or self.view is None:
            return
        assert room.course is not None and room.part.number >= self.hand.number, "a hand was shown that was not kept"
        if room.part.number == self.hand.number:
            assert (room.deal.root, room.part.seats) == (self.hand.root, self.hand.seats)
            view = View(self.view.audience, self.hand.wall_size)
            events = iter(room.course.hand.teller(self.view.audience).news())
            while view != self.view:
                event = next(events, None)
                assert event is not None, "something was shown that was not kept"
                view.see(event)

    def check_picture(self, room: Room, snapshot: p.Snapshot) -> None:
        """What the server shows when it is back follows from the journal as it was found: hand, wall, question."""
        chair = room.chair_of(snapshot.you.player)
        assert chair is not None and snapshot.you.chair == chair
        assert [seated.name for seated in snapshot.room.chairs] == [seated.name for seated in room.chairs]
        if room.course is None:
            assert snapshot.table is None and snapshot.question is None
            return
        hand, seat = room.course.hand, room.seats.index(chair)
        assert snapshot.table is not None and snapshot.you.seat == seat
        state = snapshot.table.hand
        assert (state.number, state.root, state.seats, state.dealer) == (room.part.number, room.deal.root, room.seats, room.dealer)
        assert snapshot.table.view == hand.view(seat)
        if seat in room.open and not hand.over:
            assert snapshot.question is not None and snapshot.question.id == room.question_id(seat)
            assert [choice.action for choice in snapshot.question.choices] == [str(action) for action in hand.actions(seat)]
        else:
            assert snapshot.question is None
        if hand.over and room.committed is None:
            assert snapshot.table.result is not None and room.match is not None
            assert list(snapshot.table.result.totals) == [total * room.rules.base_points for total in room.match.totals]


class Party:
    """The players of one table, in the order of its chairs; what is left are bots."""

    def __init__(self, people: list[Survivor], variant: str) -> None:
        self.people: Final = people
        self.variant: Final = variant

    async def open(self, port: int) -> None:
        """A new room, everybody seated and ready, the match begun. Nobody waits for a clock."""
        host = self.people[0]
        rules = {"variant": self.variant, "clock": {"base": 300, "bank": 600}, "claim_wait": False}
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers={"Cookie": host.cookie}) as browser:
            answer = await browser.post("/api/rooms", json={"rules": rules})
            assert answer.status_code == 201, answer.text
        for person in self.people:
            person.number, person.hand, person.acknowledged = answer.json()["number"], None, {}
            await person.come(port)
        for person in self.people[1:]:
            await person.carried_out(p.Sit)
            await person.carried_out(p.Ready)
        for chair in range(len(self.people), 4):
            await host.carried_out(p.Fill, chair=chair, bot="random")
        await host.carried_out(p.Start)


async def guests(port: int, names: list[str], chance: random.Random) -> list[Survivor]:
    """New guests with those names."""
    found = []
    for name in names:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as browser:
            answer = await browser.post("/api/session", json={"name": name})
            assert answer.status_code == 200, answer.text
            found.append(Survivor(name, f"paiju={browser.cookies['paiju']}", random.Random(chance.random())))
    return found
