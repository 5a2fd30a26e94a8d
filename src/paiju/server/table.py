"""One table: the actor that owns a room. It takes letters one after another, decides entries, stores them, and only then lets anybody see.

Whatever goes wrong, the room is folded again from its journal and everybody gets a snapshot. A table that nobody visits gives its room back and
folds it again when somebody comes. How a hand is played is known to ``play``, what a command does to ``obeying``, who comes and goes to ``doors``.
A little longer than other modules: in which order things are stored, taken in and told is decided in this one place.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from typing import TYPE_CHECKING, Any, Final

import msgspec

from paiju.core.errors import PaijuError
from paiju.server import entries as told
from paiju.server.actor import Actor
from paiju.server.company import Company
from paiju.server.doors import Doors
from paiju.server.keeping import keep_hand, keep_match
from paiju.server.links import RESTART, ROOM_CLOSED, Connection
from paiju.server.obeying import Obeying
from paiju.server.patience import Patience
from paiju.server.pictures import picture, snapshot, you
from paiju.server.play import Play
from paiju.server.protocol import Changed, Command, FromServer, RoomState, Stopping
from paiju.server.room import Room
from paiju.server.settings import TableSettings as TableSettings
from paiju.server.store import StoreError
from paiju.server.timing import Time, milliseconds

if TYPE_CHECKING:
    from paiju.server.hall import Hall
    from paiju.server.store import Store

_MOST_FAILURES: Final = 5  # in a row
_PATIENCE: Final = (0.1, 0.5, 1.0, 2.0, 5.0)  # seconds before the journal is read again
_log: Final = logging.getLogger("paiju.table")


class Table(Actor):
    """The actor. ``join``, ``command`` and ``leave`` never wait: they put a letter into the mailbox."""

    def __init__(self, hall: Hall, store: Store, time: Time, settings: TableSettings, id: str, listing: RoomState) -> None:
        super().__init__(time, f"table {listing.number}")
        self.hall: Final = hall
        self.store: Final = store
        self.settings: Final = settings
        self.id: Final = id
        self.number: Final = listing.number
        self.listing = listing  # the room as the lobby shows it, also while it is not loaded
        self.room: Room | None = None
        self.play: Play
        self.company: Final = Company()
        self.quiet_since: float | None = time.now()  # when the last page went
        self.patience: Patience
        self.again = ""  # the number of the room where the match goes on with another
        self.opening: Final = asyncio.Lock()  # held while that is opened
        self.changed = False  # whether there is something of the room to tell
        self.obeying: Final = Obeying(self)
        self._doors: Final = Doors(self)
        self._failures = 0
        self._paused = False
        self.match_kept = False

    # -- from outside --------------------------------------------------------------------------------------------

    def join(self, connection: Connection) -> None:
        """A page has come: its first message will be a snapshot."""
        self.post("join", connection)

    def command(self, connection: Connection, command: Command) -> None:
        """A page wants something."""
        self.post("do", connection, command, self.time.now())

    def leave(self, connection: Connection) -> None:
        """A page has gone."""
        self.post("gone", connection)

    def close(self, why: str) -> None:
        """Closes the room: for an administrator, or as nobody uses it."""
        self.post("close", why)

    def rest(self) -> None:
        """Gives the room back to the journal if nobody is here."""
        self.post("rest")

    def invite(self, number: str) -> None:
        """Tells everybody here of the room where they play again."""
        self.again = number
        self.post("invite")

    def wake(self) -> None:
        """Does what is due, folding the room if need be."""
        self.post("wake")

    def open(self, room: Room) -> None:
        """Begins with a room just opened."""
        self._take(room)
        self.wake()

    async def stop(self) -> None:
        """Finishes what is being stored, says that the server stops, and ends."""
        if self.room is None:
            await self.cancel()
        else:
            await self.finish("stop")
        self.ended = True

    def hangs(self, now: float, overdue: float) -> bool:
        """Whether the table is silent past its deadline; the log then says which it is and what it waits for."""
        late = self.late(now)
        if late <= overdue or self.ended:
            return False
        _log.error("a table hangs and is freed", extra={**self._marks(), "ms": milliseconds(late)})
        return True

    async def free(self) -> None:
        """Ends a table that hangs, and lets it begin again from its journal."""
        if await self.cancel():
            self.room = None
            self.wake()

    # -- the actor -----------------------------------------------------------------------------------------------

    async def begin(self) -> bool:
        return self.room is not None or await self._load()

    def may_rest(self) -> bool:
        """Gives the room back to its journal when nobody is here."""
        if self.company.empty:
            self.room = None
        return self.room is None

    def come_too_late(self, letter: tuple[Any, ...]) -> None:
        if letter[0] != "join":
            return
        link: Connection = letter[1]
        if self.room is not None and self.room.shut:
            link.close(ROOM_CLOSED, self.room.shut)
        else:
            link.send(Stopping())
            link.close(RESTART, "the server stops")

    def due(self) -> float | None:
        assert self.room is not None
        times = [self.patience.due(self.room, paused=self._paused), self.obeying.due()]
        if not self._paused:
            times.append(self.play.due())
        if self.company.watchers:
            times.append(self.play.showing.delay.due)
        return min([at for at in times if at is not None], default=None)

    async def turn(self, letter: tuple[Any, ...]) -> bool:
        """After each letter and step what has changed is told once."""
        room = self.room
        assert room is not None
        await self._read(room, *letter)
        worked = not self.ended and await self._step(room, self.time.now())
        if not self.ended:
            self.obeying.hint_later(room)
            self._tell_changes()
            if not self.company.empty:
                self.quiet_since = None
            elif self.quiet_since is None:
                self.quiet_since = self.time.now()
        self._failures = 0
        return worked

    async def _load(self) -> bool:
        """Folds the room from its journal, however long the database is away; False where it cannot be folded."""
        self.room = None
        for wait in itertools.chain(_PATIENCE, itertools.repeat(_PATIENCE[-1])):
            try:
                entries = await self.store.entries(self.id)
                if not entries:
                    raise PaijuError(f"the journal of room {self.id} is empty", f"房间 {self.id} 的日志是空的")
                self._take(Room.fold(self.id, entries))
                await self.play.take_up(self.time.now())
                self.update_pause()
                for link in self.company:
                    self.greet(link)
                return True
            except Exception as error:
                _log.exception("the room cannot be folded", extra=self._marks())
                if not isinstance(error, StoreError):
                    break
            await asyncio.sleep(wait)
        await self._give_up()
        return False

    def _take(self, room: Room) -> None:
        """Begins with a room as its journal has it."""
        self.room = room
        self.play = Play(self, room)
        self.company.seat_all(room)
        self.hall.hold_seats(self, room)
        self.obeying.begin_again()
        self.patience = Patience()
        self.match_kept = False
        self._paused = room.state == "playing"
        if self._paused:
            self.play.freeze()
        if not room.begun:
            late = self.time.now() + self.settings.seat_wait
            self.patience.dropped = {chair: late for chair in room.persons if not self.here(chair)}

    async def recover(self, error: Exception) -> bool:
        """Begins again from the journal after a failure; gives up a room that fails again and again."""
        self._failures += 1
        self.hall.counts["unstored" if isinstance(error, StoreError) else "failures"] += 1
        _log.error("a table failed and begins again from its journal", exc_info=error, extra=self._marks())
        if isinstance(error, StoreError):
            await asyncio.sleep(_PATIENCE[min(self._failures, len(_PATIENCE)) - 1])
        elif self._failures > _MOST_FAILURES:
            await self._give_up()
            return False
        return await self._load()

    async def _give_up(self) -> None:
        """The room cannot go on: it is shut, as far as that can still be written, and everybody is told."""
        _log.error("the room is given up", extra=self._marks())
        with contextlib.suppress(Exception):
            await self.store.entries(self.id)
            await self.store.append(self.id, [told.Shut("stuck")])
        self._end("stuck")

    def _end(self, why: str) -> None:
        self.ended = True
        self.company.close(ROOM_CLOSED, why)
        self.hall.forget(self)

    # -- letters -------------------------------------------------------------------------------------------------

    async def _read(self, room: Room, kind: str, *rest: Any) -> None:
        match kind:
            case "do":
                if rest[0] in self.company:  # others' chairs were taken over, or they were turned away: they hear nothing more
                    await self.obeying.obey(room, *rest)
            case "join":
                await self._doors.join(room, *rest)
            case "gone":
                self._doors.leave(room, *rest)
            case "invite":
                self.changed = True
            case "close":
                if not room.shut:
                    await self.enter(told.Shut(*rest))
            case "stop":
                self.ended = True
                for link in self.company:
                    link.send(Stopping())
                self.company.close(RESTART, "the server stops")
            case _:
                pass

    # -- entries -------------------------------------------------------------------------------------------------

    async def enter(self, *entries: told.Entry) -> None:
        """Stores entries, then lets the room take them in."""
        room = self.room
        assert room is not None
        if not entries:
            return
        if any(isinstance(entry, told.Shut) for entry in entries):
            await keep_hand(self.store, room)  # nobody may have been shown yet that it is over
        await self.store.append(self.id, entries)
        for entry in entries:
            self._apply(room, entry)
        self.play.questions.close()
        self.hall.counts["entries"] += len(entries)

    def _apply(self, room: Room, entry: told.Entry) -> None:
        """Takes in an entry that is stored, with what follows from it for who is here and what is waited for."""
        match entry:
            case told.Answered() | told.Promised() | told.Begun():
                room.apply(entry)
                return
            case told.Emptied():
                self.hall.release_seat(room.chairs[entry.chair].player, self)
                room.apply(entry)
                self.company.unseat(entry.chair)
                self.patience.came(entry.chair)
            case told.Left():
                self.hall.release_seat(room.chairs[entry.chair].player, self)
                room.apply(entry)
                self.company.unseat(entry.chair)
                self.patience.came(entry.chair)
                self._book_leaving(room, entry.chair)
            case told.Escaped():
                room.apply(entry)
                self._book_leaving(room, entry.chair)
            case told.Voted():
                if not room.votes:
                    self.patience.vote = self.time.now() + self.settings.vote_wait
                room.apply(entry)
            case _:
                room.apply(entry)
        self.changed = True

    def _book_leaving(self, room: Room, chair: int) -> None:
        """Somebody has left or counts as if he had: he is played for, and a settlement on show is shown again with what he pays."""
        now = self.time.now()
        self.update_pause()
        self.play.refresh(chair, now)
        if self.play.showing.result is not None and room.committed is None:
            self.play.show_result(now)

    # -- what is due ---------------------------------------------------------------------------------------------

    async def _step(self, room: Room, now: float) -> bool:
        """Does one thing that is due, if anything is."""
        if room.shut:
            await self._say_goodbye(room)
            return False
        self.show_watchers(now)
        if room.state == "waiting":
            return await self._empty_chair(room, now)
        escaped = self.patience.pop_escape(now)
        if escaped is not None:
            await self.enter(told.Escaped(escaped))
            return True
        if self._paused:
            return False
        if room.votes and self.patience.vote <= now:
            await self.enter(told.Shut("dissolved"))
            return True
        if await self.play.step(now):
            return True
        if room.state == "over" and self.play.showing.result is not None and not self.match_kept and not self.patience.escapes:
            await self._keep_match(room)
            self.changed = True
            return True
        return False

    async def _empty_chair(self, room: Room, now: float) -> bool:
        """Gives away the chair of one who dropped before the match; the last one's is kept, and the hall closes the room in time."""
        chair = self.patience.pop_dropped(now)
        if chair is None:
            return False
        if room.persons != [chair]:
            await self.enter(told.Emptied(chair, "left"))
        return True

    async def _say_goodbye(self, room: Room) -> None:
        """The room has been shut."""
        await self._keep_match(room)
        self._tell_changes()
        self._end(room.shut)

    async def _keep_match(self, room: Room) -> None:
        if self.match_kept or room.match is None or room.match.number == 0:
            return
        await keep_match(self.store, room)
        self.match_kept = True
        for chair in room.persons:
            self.hall.release_seat(room.chairs[chair].player, self)

    def hand_settled(self, room: Room, now: float) -> None:
        """A settlement has been shown."""
        self.changed = True
        if self.company.anybody_plays:
            self.patience.hand_settled(room, self.company.here, now)

    def update_pause(self) -> None:
        """While nobody who plays is here, everything stands still."""
        assert self.room is not None
        paused = self.room.state == "playing" and not self.company.anybody_plays
        if paused == self._paused:
            return
        self._paused = paused
        if paused:
            self.play.freeze()
            self.patience.escapes.clear()
        else:
            self.play.thaw(self.time.now())
            self.patience.vote = self.time.now() + self.settings.vote_wait

    # -- telling -------------------------------------------------------------------------------------------------

    def here(self, chair: int) -> bool:
        """Whether a page of the chair's person is connected."""
        return self.company.chairs[chair] is not None

    def send(self, chair: int, message: FromServer) -> None:
        """To a chair's page, if one is there."""
        self.company.send(chair, message)

    def picture(self) -> RoomState:
        """The room as everybody sees it."""
        return picture(self)

    def greet(self, link: Connection) -> None:
        """Sends all there is to know now."""
        message = snapshot(self, link)
        link.send(message)
        if message.you.chair is not None:
            self.play.tell_commitment(message.you.chair)

    def _tell_changes(self) -> None:
        """What has changed since is told once; what nobody may see, that somebody let a claim pass, changes nothing."""
        if not self.changed:
            return
        self.changed = False
        before, self.listing = self.listing, self.picture()
        if msgspec.structs.replace(before, dissolve_left=self.listing.dissolve_left) == self.listing:
            return
        for link in self.company:
            link.send(Changed(room=self.listing, you=you(self, link)))

    def show_watchers(self, now: float) -> None:
        for message in self.play.showing.for_watchers(now, watched=bool(self.company.watchers)):
            self.company.send_watchers(message)

    def _marks(self) -> dict[str, object]:
        """What names this table in a log line, and what it waits for."""
        room = self.room
        if room is None:
            return {"table": self.number, "waits_for": "its journal"}
        hand = room.part.number if room.course is not None else None
        return {"table": self.number, "hand": hand, "sequence": room.length, "waits_for": self.play.waits_for()}
