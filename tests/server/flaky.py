"""Pages on bad networks with restless owners: what they say is lost, doubled, late, out of order, junk; they drop, come back, open second tabs."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from paiju.server import protocol as p
from paiju.server.hall import Hall
from paiju.server.protocol import Question, RoomRules
from tests.server.pages import Page, by_chance
from tests.server.truth import Truth


class Flaky(Page):
    """One such page. What it is sent comes in order, as over one socket, until it drops."""

    def __init__(self, player: str, chance: random.Random) -> None:
        super().__init__(player, by_chance(chance.random()))
        self.chance = chance
        self.slow = chance.random() < 0.1  # hardly answers in time

    def do(self, kind: Any, id: str | None = None, **fields: Any) -> str:
        id = id or f"c{next(self.ids)}"
        for _ in range(self.chance.choices((0, 1, 2, 3), (3, 80, 12, 5))[0]):
            delay = self.chance.choice((0.0, 0.0, 0.05, 0.4)) if self.chance.random() < 0.97 else self.chance.uniform(1, 60)
            asyncio.get_running_loop().call_later(delay, lambda: super(Flaky, self).do(kind, id, **fields) if not self.closed else None)
        return id

    def later(self, function: Any, *rest: Any) -> None:
        delay = self.chance.uniform(20, 50) if self.slow else self.chance.uniform(0.1, 3)
        asyncio.get_running_loop().call_later(delay, function, *rest)

    def babble(self) -> None:
        """Something well-formed that nobody should say now."""
        chance = self.chance
        ids = [question.id for question in self.asked_so_far()] or ["0.0.1"]
        hand, _, count = chance.choice(ids).split(".")
        forged = f"{hand}.{chance.randrange(4)}.{int(count) + chance.randrange(-1, 3)}"
        actions = [choice.action for question in self.asked_so_far()[-3:] for choice in question.choices] or ["pass"]
        rules = RoomRules(variant="changsha", options={"birds": chance.choice([2, 77])})
        kind, fields = chance.choice(
            [
                (p.Answer, {"question": chance.choice(ids), "action": chance.choice(actions)}),
                (p.Answer, {"question": forged, "action": chance.choice([*actions, "win", "discard 1m", "打一万", "\x00", "🀄"])}),
                (p.Next, {}),
                (p.Auto, {"on": chance.random() < 0.4}),
                (p.Promise, {"hand": chance.randrange(5), "promise": "0" * 64}),
                (p.Nonce, {"hand": chance.randrange(5), "nonce": "0" * 32}),
                (p.Sync, {}),
                (p.Ping, {}),
                (p.Waits, {}),
                (p.Hint, {}),
                (p.Why, {"tile": chance.choice([None, 0, 33])}),
                (p.Sit, {"chair": chance.choice([None, 0, 1, 2, 3])}),
                (p.Stand, {}),
                (p.Start, {}),
                (p.Ready, {"on": chance.random() < 0.5}),
                (p.Kick, {"chair": chance.randrange(4)}),
                (p.Fill, {"chair": chance.randrange(4), "bot": chance.choice(["", "quick", "nobody"])}),
                (p.Change, {"rules": rules}),
                (p.Dissolve, {"agree": False}),
            ]
        )
        self.do(kind, **fields)

    def asked_so_far(self) -> list[Question]:
        return [message.question for message in self.of(p.Ask)][-20:]


class World:
    """A room in a hall that may crash and come back."""

    def __init__(self, hall: Hall, number: str) -> None:
        self.hall = hall
        self.number = number

    async def crash(self, again: Hall) -> None:
        """The process is killed: what was not stored is lost. A new one goes on from the journals."""
        tasks = [task for task in asyncio.all_tasks() if task.get_name().startswith(("table ", "paiju hall"))]
        for task in tasks:
            task.cancel()
        for table in self.hall.tables.values():
            table.ended = True
            table.company.close(1006, "")
        await asyncio.gather(*tasks, return_exceptions=True)
        await again.restore()
        self.hall = again


class Restless:
    """The owner of such pages: comes and goes until the room is over. ``sessions`` counts his pages."""

    def __init__(self, player: str, world: World, seed: object) -> None:
        self.player = player
        self.world = world
        self.chance = random.Random(f"{player} {seed}")
        self.sessions = 0
        self.checks = 0
        self.page: Flaky | None = None

    def come(self) -> Flaky | None:
        """A new page, if the room is still there."""
        table = self.world.hall.find(self.world.number)
        if table is None:
            return None
        page = Flaky(self.player, self.chance)
        page.checks.append(Truth(table, whole=self.chance.random() < 0.05))
        page.checks.append(self._count)
        page.join(table)
        self.sessions += 1
        self.page = page
        return page

    def _count(self, page: Page, message: Any) -> None:
        self.checks += 1

    async def live(self) -> None:
        """Until the room is over or closed, or he has left it."""
        chance = self.chance
        page = self.page or self.come()
        while page is not None and not (page.room is not None and page.room.state in ("over", "closed")):
            await asyncio.sleep(chance.expovariate(1 / 15))
            if page.closed is not None:
                if page.closed[0] == 4007:
                    return
                page = self.come()
                continue
            what = chance.random()
            if what < 0.25:
                page.drop()
                await asyncio.sleep(chance.choice((0.0, 0.01, 2.0, 30.0, 120.0)) * chance.random())
                page = self.come()
            elif what < 0.35:
                old, page = page, self.come()  # a second tab; the first goes on talking
                old.closed = None
                asyncio.get_running_loop().call_later(5, old.drop)
            elif what < 0.353:
                page.do(p.Leave)
            elif what < 0.36:
                page.do(p.Dissolve)
            else:
                page.babble()
