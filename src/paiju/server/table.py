"""One table: the actor that owns a room. It takes letters one after another, decides entries, stores them, and only then lets anybody see.

One task, one mailbox, one alarm. Whatever goes wrong, the room is folded again from its journal and everybody gets a snapshot. A table that
nobody visits gives its room back and folds it again when somebody comes. How a hand is played is known to ``play``, what a command does to
``obeying``.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from paiju.core.errors import PaijuError
from paiju.server import entries as told
from paiju.server.company import Company
from paiju.server.links import RESTART, ROOM_CLOSED, Connection
from paiju.server.obeying import Obeying, turn_away
from paiju.server.patience import Patience
from paiju.server.play import Play
from paiju.server.protocol import VERSION, Changed, Command, FromServer, RoomState, Snapshot, Stopping, You
from paiju.server.refusals import Refusal
from paiju.server.room import Room
from paiju.server.store import StoreError, kept_match
from paiju.server.timing import Handle, Time, milliseconds

if TYPE_CHECKING:
    from paiju.server.hall import Hall
    from paiju.server.store import Store

_MOST_WATCHERS: Final = 100
_MOST_FAILURES: Final = 5  # in a row
_PATIENCE: Final = (0.1, 0.5, 1.0, 2.0, 5.0)  # seconds before the journal is read again
_log: Final = logging.getLogger("paiju.table")


class TableSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How tables behave that no room rule says. Times are seconds."""

    pace: float = 1.0  # of bots; 0: they answer at once
    nonce_wait: float = 1.5
    next_wait: float = 10.0  # after a settlement
    vote_wait: float = 60.0  # until silence is consent
    away_wait: float = 60.0  # for one who has dropped, where no clock runs
    seat_wait: float = 120.0  # a chair is kept for one who has dropped before the match
    stand_in: str = "quick"  # the bot for one who is away, where the room wants one
    page: str = ""  # hash of the page's files
    secret: Callable[[], bytes] = lambda: secrets.token_bytes(32)


class Table:
    """The actor. ``join``, ``command`` and ``leave`` never wait: they put a letter into the mailbox."""

    def __init__(self, hall: Hall, store: Store, time: Time, settings: TableSettings, id: str, listing: RoomState) -> None:
        self.hall: Final = hall
        self.store: Final = store
        self.time: Final = time
        self.settings: Final = settings
        self.id: Final = id
        self.number: Final = listing.number
        self.listing = listing  # the room as the lobby shows it, also while it is not loaded
        self.room: Room | None = None
        self.play: Play
        self.company: Final = Company()
        self.quiet_since: float | None = time.now()  # when the last page went
        self._patience: Patience
        self._obeying: Final = Obeying(self)
        self._mail: Final[asyncio.Queue[tuple[Any, ...]]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._alarm: Handle | None = None
        self._wake_at: float | None = None
        self._busy_since: float | None = None
        self._failures = 0
        self._ended = False
        self._paused = False
        self._changed = False
        self._match_kept = False

    # -- from outside --------------------------------------------------------------------------------------------

    def join(self, connection: Connection) -> None:
        """A page has come: its first message will be a snapshot."""
        self._post("join", connection)

    def command(self, connection: Connection, command: Command) -> None:
        """A page wants something."""
        self._post("do", connection, command, self.time.now())

    def leave(self, connection: Connection) -> None:
        """A page has gone."""
        self._post("gone", connection)

    def close(self, why: str) -> None:
        """Closes the room: for an administrator, or as nobody uses it."""
        self._post("close", why)

    def rest(self) -> None:
        """Gives the room back to the journal if nobody is here."""
        self._post("rest")

    def wake(self) -> None:
        """Does what is due, folding the room if need be."""
        self._post("wake")

    def open(self, room: Room) -> None:
        """Begins with a room just opened."""
        self._take(room)
        self.wake()

    async def stop(self) -> None:
        """Finishes what is being stored, says that the server stops, and ends."""
        if self._task is not None and not self._task.done():
            self._post("stop")
            await asyncio.wait([self._task])
        self._ended = True

    def hangs(self, now: float, overdue: float) -> bool:
        """Whether the table is silent past its deadline; the log then says which it is and what it waits for."""
        late = max([now - at for at in (self._busy_since, self._wake_at) if at is not None], default=0.0)
        if late <= overdue or self._ended:
            return False
        _log.error("a table hangs and is freed", extra={**self._marks(), "waits_for": self.waits_for(), "ms": milliseconds(late)})
        return True

    async def free(self) -> None:
        """Ends a table that hangs, and lets it begin again from its journal."""
        if self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.wait([self._task], timeout=_PATIENCE[-1])
        self._stop_alarm()
        self.room = None
        self.wake()

    def _post(self, *letter: Any) -> None:
        if self._ended:
            if letter[0] == "join":
                self._turn_away_late(letter[1])
            return
        self._mail.put_nowait(letter)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name=f"table {self.number}")

    def _turn_away_late(self, link: Connection) -> None:
        if self.room is not None and self.room.shut:
            link.close(ROOM_CLOSED, self.room.shut)
        else:
            link.send(Stopping())
            link.close(RESTART, "the server stops")

    # -- the loop ------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        self._busy_since = self.time.now()
        if self.room is None and not await self._load():
            return
        worked = True
        while not self._ended:
            letter: tuple[Any, ...] = ("wake",)
            if not self._mail.empty():
                letter = self._mail.get_nowait()
            elif not worked:
                self._set_alarm()
                self._busy_since = None
                letter = await self._mail.get()
            self._busy_since = self.time.now()
            if letter[0] == "rest":
                if self.company.empty and self._mail.empty():
                    self.room = None
                    break
                continue
            try:
                worked = await self._turn(letter)
                self._failures = 0
            except Exception as error:
                if not await self._recover(error):
                    break
                worked = True
        self._busy_since = None
        self._stop_alarm()
        while self._ended and not self._mail.empty():
            self._post(*self._mail.get_nowait())

    async def _turn(self, letter: tuple[Any, ...]) -> bool:
        """Reads one letter, does one thing that is due, tells what has changed; whether anything was due."""
        room = self.room
        assert room is not None
        await self._read(room, *letter)
        worked = not self._ended and await self._step(room, self.time.now())
        if not self._ended:
            self._obeying.hint_later(room)
            self._tell_changes()
            if not self.company.empty:
                self.quiet_since = None
            elif self.quiet_since is None:
                self.quiet_since = self.time.now()
        return worked

    async def _load(self) -> bool:
        """Folds the room from its journal; a few tries, as the database may be away."""
        for wait in (*_PATIENCE, None):
            try:
                entries = await self.store.entries(self.id)
                if not entries:
                    raise PaijuError(f"the journal of room {self.id} is empty", f"房间 {self.id} 的日志是空的")
                self._take(Room.fold(self.id, entries))
                await self.play.take_up(self.time.now())
                self._update_pause()
                for link in self.company:
                    self.greet(link)
                return True
            except Exception as error:
                _log.exception("the room cannot be folded", extra=self._marks())
                if wait is None or not isinstance(error, StoreError):
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
        self._obeying.begin_again()
        self._patience = Patience()
        self._match_kept = False
        self._paused = room.state == "playing"
        if self._paused:
            self.play.freeze()
        if not room.begun:
            late = self.time.now() + self.settings.seat_wait
            self._patience.dropped = {chair: late for chair in room.persons if not self.here(chair)}

    async def _recover(self, error: Exception) -> bool:
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
        self._ended = True
        self.company.close(ROOM_CLOSED, why)
        self.hall.forget(self)

    # -- the alarm -----------------------------------------------------------------------------------------------

    def _due(self) -> float | None:
        """When there is something to do next."""
        assert self.room is not None
        times = [self._patience.due(self.room, paused=self._paused)]
        if not self._paused:
            times.append(self.play.due())
        if self.company.watchers:
            times.append(self.play.showing.delay.due)
        return min([at for at in times if at is not None], default=None)

    def _set_alarm(self) -> None:
        due = self._due()
        if due == self._wake_at:
            return
        self._stop_alarm()
        if due is not None:
            self._wake_at = due
            self._alarm = self.time.call_later(max(0.0, due - self.time.now()), self._ring)

    def _stop_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = self._wake_at = None

    def _ring(self) -> None:
        self._alarm = self._wake_at = None
        self.wake()

    # -- letters -------------------------------------------------------------------------------------------------

    async def _read(self, room: Room, kind: str, *rest: Any) -> None:
        match kind:
            case "do":
                if rest[0] in self.company:  # others' chairs were taken over, or they were turned away: they hear nothing more
                    await self._obeying.obey(room, *rest)
            case "join":
                await self._join(room, *rest)
            case "gone":
                self._go(room, *rest)
            case "close":
                if not room.shut:
                    await self.enter(told.Shut(*rest))
            case "stop":
                self._ended = True
                for link in self.company:
                    link.send(Stopping())
                self.company.close(RESTART, "the server stops")
            case _:
                pass

    async def _join(self, room: Room, link: Connection) -> None:
        chair = room.chair_of(link.player)
        if room.shut:
            link.close(ROOM_CLOSED, room.shut)
        elif chair is not None:
            await self._take_chair(room, chair, link)
        elif room.begun and not room.rules.watch:
            turn_away(link, Refusal("no_watching"))
        elif len(self.company.watchers) >= _MOST_WATCHERS:
            turn_away(link, Refusal("too_many"))
        else:
            self._show_watchers(self.time.now())
            self.company.watchers[link] = None
            self._changed = True
            self.greet(link)

    async def _take_chair(self, room: Room, chair: int, link: Connection) -> None:
        """A player's page takes his chair: from an older page of his, or back from whoever played for him."""
        was_away = not self.here(chair)
        self.company.greeting = link
        try:
            self.company.seat(chair, link)
            self._patience.came(chair)
            if was_away and room.chairs[chair].auto and room.state == "playing":
                await self.enter(told.Autoed(chair, False))
            self._update_pause()
            self.play.refresh(chair, self.time.now())
        finally:
            self.company.greeting = None
        self._changed = True
        self.greet(link)

    def _go(self, room: Room, link: Connection) -> None:
        if link not in self.company:
            return
        chair = self.company.chair_of(link)
        self.company.remove(link)
        self._changed = True
        if chair is None:
            if room.chair_of(link.player) is None:
                self._obeying.forget(link.player)
            return
        if not room.begun:
            self._patience.dropped[chair] = self.time.now() + self.settings.seat_wait
        self._update_pause()
        self.play.refresh(chair, self.time.now())

    # -- entries -------------------------------------------------------------------------------------------------

    async def enter(self, *entries: told.Entry) -> None:
        """Stores entries, then lets the room take them in."""
        room = self.room
        assert room is not None
        if not entries:
            return
        await self.store.append(self.id, entries)
        for entry in entries:
            self._apply(room, entry)
        self.play.questions.close()
        self.hall.counts["entries"] += len(entries)

    def _apply(self, room: Room, entry: told.Entry) -> None:
        """Takes in an entry that is stored, with what follows from it for who is here and what is waited for."""
        match entry:
            case told.Answered() | told.Begun():
                room.apply(entry)
                return
            case told.Emptied():
                self.hall.release_seat(room.chairs[entry.chair].player, self)
                room.apply(entry)
                self.company.unseat(entry.chair)
                self._patience.came(entry.chair)
            case told.Left():
                self.hall.release_seat(room.chairs[entry.chair].player, self)
                room.apply(entry)
                self.company.unseat(entry.chair)
                self._patience.came(entry.chair)
                self._book_leaving(room, entry.chair)
            case told.Escaped():
                room.apply(entry)
                self._book_leaving(room, entry.chair)
            case told.Voted():
                if not room.votes:
                    self._patience.vote = self.time.now() + self.settings.vote_wait
                room.apply(entry)
            case _:
                room.apply(entry)
        self._changed = True

    def _book_leaving(self, room: Room, chair: int) -> None:
        """Somebody has left or counts as if he had: he is played for, and a settlement on show is shown again with what he pays."""
        now = self.time.now()
        self._update_pause()
        self.play.refresh(chair, now)
        if self.play.showing.result is not None and room.committed is None:
            self.play.show_result(now)

    # -- what is due ---------------------------------------------------------------------------------------------

    async def _step(self, room: Room, now: float) -> bool:
        """Does one thing that is due, if anything is."""
        if room.shut:
            await self._say_goodbye(room)
            return False
        self._show_watchers(now)
        if room.state == "waiting":
            return await self._empty_chair(room, now)
        escaped = self._patience.pop_escape(now)
        if escaped is not None:
            await self.enter(told.Escaped(escaped))
            return True
        if self._paused:
            return False
        if room.votes and self._patience.vote <= now:
            await self.enter(told.Shut("dissolved"))
            return True
        if await self.play.step(now):
            return True
        if room.state == "over" and self.play.showing.result is not None and not self._match_kept and not self._patience.escapes:
            await self._keep_match(room)
            self._changed = True
            return True
        return False

    async def _empty_chair(self, room: Room, now: float) -> bool:
        """Gives away the chair of one who dropped before the match; the last one's is kept, and the hall closes the room in time."""
        chair = self._patience.pop_dropped(now)
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
        if self._match_kept or room.match is None or room.match.number == 0:
            return
        await self.store.keep_match(room.id, kept_match(room.match, room.rules, room.picture([False] * 4).chairs))
        self._match_kept = True
        for chair in room.persons:
            self.hall.release_seat(room.chairs[chair].player, self)

    def hand_settled(self, room: Room, now: float) -> None:
        """CS-48: from now on the grace runs of those who are not here."""
        self._changed = True
        if room.pays_for_leaving and self.company.anybody_plays:
            grace = int(room.game.settings.number("escape_grace_seconds"))
            for chair in room.persons:
                if not self.here(chair) and not room.chairs[chair].escaped:
                    self._patience.escapes.setdefault(chair, now + grace)

    def _update_pause(self) -> None:
        """While nobody who plays is here, everything stands still."""
        assert self.room is not None
        paused = self.room.state == "playing" and not self.company.anybody_plays
        if paused == self._paused:
            return
        self._paused = paused
        if paused:
            self.play.freeze()
            self._patience.escapes.clear()
        else:
            self.play.thaw(self.time.now())
            self._patience.vote = self.time.now() + self.settings.vote_wait

    # -- telling -------------------------------------------------------------------------------------------------

    def here(self, chair: int) -> bool:
        """Whether a page of the chair's person is connected."""
        return self.company.chairs[chair] is not None

    def send(self, chair: int, message: FromServer) -> None:
        """To a chair's page, if one is there."""
        self.company.send(chair, message)

    def picture(self) -> RoomState:
        """The room as everybody sees it: a match is over when its last settlement has been shown and it is kept."""
        room = self.room
        assert room is not None
        left = milliseconds(self._patience.vote - self.time.now()) if room.votes else None
        picture = room.picture(self.company.here, len(self.company.watchers), left)
        if picture.state == "over" and not self._match_kept:
            picture = msgspec.structs.replace(picture, state="playing")
        return picture

    def greet(self, link: Connection) -> None:
        """Sends all there is to know now."""
        now, you = self.time.now(), self._you(link)
        if you.chair is None:
            table, question = self.play.showing.watched(), None
        else:
            table, question = self.play.picture(you.chair, now)
        link.send(Snapshot(version=VERSION, page=self.settings.page, room=self.picture(), you=you, table=table, question=question))
        if you.chair is not None:
            self.play.ask_nonce(you.chair)

    def _you(self, link: Connection) -> You:
        assert self.room is not None
        chair = self.company.chair_of(link)
        if chair is None:
            return You(link.player, link.name, None, None)
        return You(link.player, self.room.chairs[chair].name, chair, self.room.seat_of(chair))

    def _tell_changes(self) -> None:
        """What has changed since is told once."""
        if not self._changed:
            return
        self._changed = False
        self.listing = self.picture()
        for link in self.company:
            link.send(Changed(room=self.listing, you=self._you(link)))

    def _show_watchers(self, now: float) -> None:
        for message in self.play.showing.for_watchers(now, watched=bool(self.company.watchers)):
            self.company.send_watchers(message)

    # -- for the log ---------------------------------------------------------------------------------------------

    def waits_for(self) -> str:
        """What the table waits for, without a tile."""
        room = self.room
        if room is None:
            return "its journal"
        if room.state != "playing":
            return room.state
        if room.committed is not None:
            return "nonces"
        if room.hand is not None and room.hand.over:
            return "next"
        return f"an answer of {self.play.questions}"

    def _marks(self) -> dict[str, object]:
        """What names this table in a log line."""
        room = self.room
        if room is None:
            return {"table": self.number}
        return {"table": self.number, "hand": room.part.number if room.course is not None else None, "sequence": room.length}
