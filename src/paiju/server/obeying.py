"""What becomes of a page's command at a table: an answer, each command once however often it is repeated, hints when they tell nothing new."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from paiju.server import entries as told
from paiju.server.deciding import Person, decide
from paiju.server.links import WENT, Connection, turn_away
from paiju.server.protocol import Ack, Answer, Auto, Command, Hint, Leave, Next, Nonce, Ping, Pong, Promise, Refused, Sit, Start, Sync, Waits, Why
from paiju.server.refusals import Refusal

if TYPE_CHECKING:
    from paiju.server.room import Room
    from paiju.server.table import Table

_REMEMBERED: Final = 32  # answers to a player's commands, also while he is away: his next page may repeat them
_PLAYERS: Final = 128  # whose answers are remembered, those who spoke last


class Obeying:
    """Carries out the commands of one table."""

    def __init__(self, table: Table) -> None:
        self._table: Final = table
        self._answers: dict[str, dict[str, Refused | None]] = {}  # by player and command; None: carried out
        self._deferred: list[tuple[Connection, Waits | Hint | Why]] = []

    def begin_again(self) -> None:
        """The room was folded anew: what was said before may not hold."""
        self._answers.clear()
        self._deferred.clear()

    async def obey(self, room: Room, link: Connection, command: Command, at: float) -> None:
        """Carries out a command that came at that time, and answers it."""
        table = self._table
        if isinstance(command, Sync):
            table.greet(link)
        elif isinstance(command, Ping):
            link.send(Pong(id=command.id))
        elif isinstance(command, Waits | Hint | Why):
            self._hint(room, link, command)
        else:
            answers = self._answers[link.player] = self._answers.pop(link.player, {})  # the last of them from now on
            while len(self._answers) > _PLAYERS:
                del self._answers[next(iter(self._answers))]
            if command.id not in answers:
                answer = await self._carry_out(room, link, command, at)
                while len(answers) >= _REMEMBERED:
                    del answers[next(iter(answers))]
                answers[command.id] = answer
            link.send(answers[command.id] or Ack(id=command.id))
            if isinstance(command, Leave):
                table.company.remove(link)
                link.close(WENT, "left")

    async def _carry_out(self, room: Room, link: Connection, command: Command, at: float) -> Refused | None:
        """Does it, or says why not."""
        table = self._table
        table.hall.counts["commands"] += 1
        try:
            if isinstance(command, Answer | Auto | Next | Promise | Nonce):
                await self._play(room, table.company.chair_of(link), command, at)
            elif not isinstance(command, Sync | Ping | Waits | Hint | Why):
                person = Person(room, link.player, link.name)
                found = decide(room, command, person, table.company.here, table.time.wall())
                if isinstance(command, Sit):
                    self._claim(link)
                await table.enter(*found)
                if isinstance(command, Sit):
                    table.company.seat(room.persons_chair(link.player), link)
                elif isinstance(command, Start):
                    await self._start(room)
        except Refusal as refusal:
            table.hall.counts["refused"] += 1
            return Refused(id=command.id, code=refusal.code, why=refusal.why)
        return None

    async def _play(self, room: Room, chair: int | None, command: Answer | Auto | Next | Promise | Nonce, at: float) -> None:
        table = self._table
        if chair is None:
            raise Refusal("not_seated")
        if room.shut:
            raise Refusal("shut")
        match command:
            case Answer():
                await table.play.answer(chair, command, at)
            case Promise():
                table.play.take_promise(chair, command)
            case Nonce():
                table.play.take_nonce(chair, command)
            case Next():
                table.play.see_next(chair)
            case Auto():
                if room.state != "playing":
                    raise Refusal("not_playing")
                if command.on != room.chairs[chair].auto:
                    await table.enter(told.Autoed(chair, command.on))
                    table.play.refresh(chair, table.time.now())

    def _claim(self, link: Connection) -> None:
        other = self._table.hall.claim_seat(link.player, self._table)
        if other is not None:
            raise Refusal("elsewhere", number=other.number)

    async def _start(self, room: Room) -> None:
        await self._table.play.commit(0)
        if not room.rules.watch:
            for link in list(self._table.company.watchers):
                turn_away(link, Refusal("no_watching"))
                self._table.company.remove(link)

    # -- hints ---------------------------------------------------------------------------------------------------

    def _hint(self, room: Room, link: Connection, command: Waits | Hint | Why) -> None:
        """Says what was asked for; later, where it would tell more than is shown."""
        table = self._table
        try:
            chair = table.company.chair_of(link)
            if chair is None:
                raise Refusal("not_seated")
            if table.play.may_hint(chair, table.time.now()):
                link.send(table.play.hint(chair, command))
            else:
                self._deferred.append((link, command))
        except Refusal as refusal:
            link.send(Refused(id=command.id, code=refusal.code, why=refusal.why))

    def hint_later(self, room: Room) -> None:
        """Says what had to wait."""
        deferred, self._deferred = self._deferred, []
        for link, command in deferred:
            if link in self._table.company:
                self._hint(room, link, command)

    def due(self) -> float | None:
        """When what had to wait may be said; None while that hangs on what is still to be shown."""
        showing = self._table.play.showing
        return showing.hold if self._deferred and not showing.behind else None
