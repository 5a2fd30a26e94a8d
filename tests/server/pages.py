"""Pages as tests have them: a connection that folds what it is sent as a real page does, and a hall to play in."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
from collections.abc import Callable
from typing import Any

import msgspec

from paiju.game.audience import WATCHER
from paiju.game.fair import promise
from paiju.game.views import View
from paiju.server import protocol as p
from paiju.server.hall import Hall
from paiju.server.protocol import Clock, Question, RoomRules
from paiju.server.settings import HallSettings, TableSettings
from paiju.server.table import Table
from tests.server.memory import MemoryStore
from tests.server.virtual import HALLS

MESSAGES: Any = msgspec.json.Decoder(p.FromServer)
COMMANDS: Any = msgspec.json.Decoder(p.Command)
LONGEST = 30_000.0  # seconds anything may be waited for
Chooser = Callable[["Page", Question], str | None]


class Page:
    """One page of a player. With a ``choose`` it answers what it is asked; it gives its nonce and goes on after a settlement unless told not to."""

    ids = itertools.count()

    def __init__(self, player: str, choose: Chooser | None = None, *, nonces: bool = True, nexts: bool = True, delay: float = 0.0) -> None:
        self.player = player
        self.name = player.title()
        self.choose = choose
        self.nonces = nonces
        self.nexts = nexts
        self.delay = delay
        self.table: Table | None = None
        self.got: list[Any] = []
        self.times: list[float] = []
        self.closed: tuple[int, str] | None = None
        self.n = 0
        self.room: p.RoomState | None = None
        self.you: p.You | None = None
        self.view: View | None = None
        self.hand: p.HandState | None = None
        self.turn: p.Turn | None = None
        self.question: Question | None = None
        self.result: p.Result | None = None
        self.came = asyncio.Event()
        self.checks: list[Callable[[Page, Any], None]] = []

    def __repr__(self) -> str:
        return f"<Page {self.player}>"

    # -- the connection ------------------------------------------------------------------------------------------

    def send(self, message: p.FromServer) -> None:
        if self.closed:
            return
        self.n += 1
        message.n = self.n
        self.take(MESSAGES.decode(msgspec.json.encode(message)))

    def close(self, code: int, reason: str = "") -> None:
        self.closed = self.closed or (code, reason)

    def join(self, table: Table) -> Page:
        self.table = table
        table.join(self)
        return self

    def drop(self) -> None:
        """The network is gone: nothing more comes or goes."""
        assert self.table is not None
        self.closed = self.closed or (1006, "")
        self.table.leave(self)

    def again(self) -> Page:
        """The same player with a new page."""
        assert self.table is not None
        page = Page(self.player, self.choose, nonces=self.nonces, nexts=self.nexts, delay=self.delay)
        page.checks = self.checks
        return page.join(self.table)

    # -- what a page does ----------------------------------------------------------------------------------------

    def take(self, message: Any) -> None:
        self.got.append(message)
        self.times.append(asyncio.get_running_loop().time())
        match message:
            case p.Snapshot():
                self.room, self.you, self.question = message.room, message.you, message.question
                table = message.table
                self.hand, self.view, self.turn, self.result = (table.hand, table.view, table.turn, table.result) if table else (None,) * 4
                if self.result is not None:
                    self.go_on()
            case p.Changed():
                self.room, self.you = message.room, message.you
            case p.Commit():
                if self.nonces:
                    self.give(message)
            case p.Begin():
                self.hand, self.result, self.question = message.hand, None, None
                assert self.you is not None
                self.you = msgspec.structs.replace(self.you, seat=message.seat)
                self.view = View(WATCHER if message.seat is None else message.seat, message.hand.wall_size)
            case p.Happened():
                assert self.view is not None
                for event in message.events:
                    self.view.see(event)
                self.turn = message.turn
            case p.Ask():
                self.question = message.question
            case p.Closed():
                if self.question is not None and self.question.id == message.question:
                    self.question = None
            case p.Over():
                first = self.result is None
                self.result = message.result
                if first:
                    self.go_on()
            case _:
                pass
        for check in self.checks:
            check(self, message)
        self.came.set()
        if isinstance(message, p.Ask | p.Snapshot) and self.question is not None and self.choose is not None:
            self.later(self.answer, self.question)

    def give(self, commit: p.Commit) -> None:
        """Its part of the wall: the promise, then what was promised."""
        assert self.you is not None and self.you.chair is not None
        nonce = random.Random(f"{self.player}{commit.hand}").randbytes(16)
        if commit.promises is None:
            self.do(p.Promise, hand=commit.hand, promise=promise(nonce, commit.id, self.you.chair))
        else:
            self.do(p.Nonce, hand=commit.hand, nonce=nonce.hex())

    def later(self, function: Callable[..., None], *rest: Any) -> None:
        asyncio.get_running_loop().call_later(self.delay, function, *rest)

    def answer(self, question: Question) -> None:
        if self.closed or self.question is None or self.question.id != question.id or self.choose is None:
            return
        action = self.choose(self, question)
        if action is not None:
            self.do(p.Answer, question=question.id, action=action)

    def go_on(self) -> None:
        if self.nexts:
            self.later(lambda: None if self.closed else self.do(p.Next) and None)

    def do(self, kind: Any, id: str | None = None, **fields: Any) -> str:
        """Sends a command; gives its id."""
        assert self.table is not None
        id = id or f"c{next(self.ids)}"
        self.table.command(self, COMMANDS.decode(msgspec.json.encode(kind(id=id, **fields))))
        return id

    async def ask(self, kind: Any, id: str | None = None, **fields: Any) -> Any:
        """Sends a command and gives the answer to it."""
        at = len(self.got)
        id = self.do(kind, id, **fields)
        return await self.wait(lambda m: getattr(m, "id", None) == id and not isinstance(m, p.Commit), at)

    async def wait(self, wanted: Callable[[Any], bool], at: int = 0) -> Any:
        """The first message of that kind, from a place in what came on."""
        until = asyncio.get_running_loop().time() + LONGEST
        while True:
            while at < len(self.got):
                if wanted(self.got[at]):
                    return self.got[at]
                at += 1
            await self._news(until)

    async def until(self, condition: Callable[[], Any]) -> None:
        until = asyncio.get_running_loop().time() + LONGEST
        while not condition():
            await self._news(until)

    async def _news(self, until: float) -> None:
        """Waits for a message, or a while."""
        assert asyncio.get_running_loop().time() < until, f"{self} waits in vain"
        assert not self.closed, f"{self} was closed: {self.closed}"
        self.came.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.came.wait(), 1.0)

    def of(self, kind: Any) -> list[Any]:
        return [message for message in self.got if isinstance(message, kind)]


# -- players -----------------------------------------------------------------------------------------------------


def by_chance(seed: object = 0, *, wins: bool = True) -> Chooser:
    """Any of the choices; a win, where there is one, more often than not."""
    chance = random.Random(str(seed))

    def choose(page: Page, question: Question) -> str:
        actions = [choice.action for choice in question.choices]
        won = [action for action in actions if action.startswith("win")]
        return won[0] if won and wins and chance.random() < 0.8 else chance.choice(actions)

    return choose


def calmly(page: Page, question: Question) -> str:
    """Wins where it may, else passes, else discards what stands last."""
    actions = [choice.action for choice in question.choices]
    for wanted in ("win", "pass"):
        if wanted in actions:
            return wanted
    return next((action for action in reversed(actions) if action.startswith("discard")), actions[-1])


# -- rooms -------------------------------------------------------------------------------------------------------


def hall(store: MemoryStore | None = None, **settings: Any) -> Hall:
    """A hall whose bots answer at once, and whose rooms and walls are the same every time."""
    house = {name: settings.pop(name) for name in list(settings) if name in HallSettings.__struct_fields__}
    store = store or MemoryStore()
    number, rooms = itertools.count(1), store.rooms
    house.setdefault("new_id", lambda: f"room{next(rooms)}")
    settings.setdefault("secret", lambda: next(number).to_bytes(32, "big"))
    settings.setdefault("pace", 0)
    found = Hall(store, settings=HallSettings(**house), tables=TableSettings(**settings))  # type: ignore[arg-type]
    HALLS.append(found)
    return found


def rules(variant: str = "changsha", **given: Any) -> RoomRules:
    given.setdefault("clock", Clock(15, 20))
    given.setdefault("claim_wait", False)
    return RoomRules(variant=variant, **given)


async def seated(hall: Hall, wanted: RoomRules, *pages: Page, bots: bool = True) -> Table:
    """A room with those pages on its first chairs, bots on the others, everybody ready, not started."""
    host = pages[0]
    table = await hall.create(wanted, host.player, host.name)
    host.join(table)
    for page in pages[1:]:
        page.join(table)
        await page.ask(p.Sit)
        await page.ask(p.Ready)
    for chair in range(len(pages), 4 if bots else 0):
        await host.ask(p.Fill, chair=chair, bot="random")
    return table


async def started(hall: Hall, wanted: RoomRules, *pages: Page) -> Table:
    table = await seated(hall, wanted, *pages)
    answer = await pages[0].ask(p.Start)
    assert isinstance(answer, p.Ack), answer
    return table
