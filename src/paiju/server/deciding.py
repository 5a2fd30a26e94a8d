"""What a person may do about a room apart from playing: each command is decided into entries, or refused with a reason.

Pure: knows the room and who is connected; nothing is changed here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from paiju import bots
from paiju.core.errors import PaijuError
from paiju.server import entries as told
from paiju.server.protocol import Change, Dissolve, Fill, Kick, Leave, Ready, RoomRules, Sit, Stand, Start
from paiju.server.refusals import Refusal
from paiju.server.room import Room, game_of

RoomCommand = Sit | Stand | Ready | Fill | Change | Start | Kick | Leave | Dissolve


class Person:
    """Who asks: his id and name, and the chair he has here, if any."""

    def __init__(self, room: Room, player: str, name: str) -> None:
        self.player: Final = player
        self.name: Final = name
        self.chair: Final = room.chair_of(player)


def decide(room: Room, command: RoomCommand, person: Person, here: Sequence[bool], wall: int) -> list[told.Entry]:
    """The entries a command leads to, none where it changes nothing; Refusal. ``wall``: seconds since 1970.

    ``Start`` leads to none of its own: the table commits itself to the first hand.
    """
    if isinstance(command, Leave):
        return _leave(room, person)
    if room.shut:
        raise Refusal("shut")
    if isinstance(command, Dissolve):
        return _dissolve(room, command, person, wall)
    if room.begun:
        raise Refusal("started")
    match command:
        case Sit():
            return _sit(room, command, person)
        case Stand():
            return [told.Emptied(_chair(person), "stood")]
        case Ready():
            chair = _chair(person)
            return [told.Readied(chair, command.on)] if room.chairs[chair].ready != command.on else []
        case _:
            if person.chair is None or person.chair != room.host:
                raise Refusal("not_host")
            return _as_host(room, command, person.chair, here)


def _as_host(room: Room, command: Fill | Change | Start | Kick, host: int, here: Sequence[bool]) -> list[told.Entry]:
    match command:
        case Fill():
            seated = room.chairs[command.chair]
            if seated.player:
                raise Refusal("person_there", chair=command.chair + 1)
            if not command.bot:
                return [told.Emptied(command.chair)] if seated.bot else []
            try:
                bots.find(command.bot)
            except PaijuError as error:
                raise Refusal("no_bot", zh=error.zh, en=error.en) from None
            return [told.Filled(command.chair, command.bot)] if seated.bot != command.bot else []
        case Change():
            check_rules(command.rules)
            return [told.Ruled(command.rules)] if command.rules != room.rules else []
        case Kick():
            if command.chair == host:
                raise Refusal("yourself")
            player = room.chairs[command.chair].player
            if not player or command.player not in ("", player):
                raise Refusal("nobody", chair=command.chair + 1)
            return [told.Emptied(command.chair, "kicked")]
        case Start():
            for n, seated in enumerate(room.chairs):
                if not seated.player and not seated.bot:
                    raise Refusal("empty_chair", chair=n + 1)
                if seated.player and n != host and not seated.ready:
                    raise Refusal("not_ready", name=seated.name)
                if seated.player and not here[n]:
                    raise Refusal("not_here", name=seated.name)
            return []


def check_rules(rules: RoomRules) -> None:
    """Refusal where no room can play by those rules."""
    try:
        game_of(rules)
    except (PaijuError, OverflowError) as error:
        zh, en = (error.zh, error.en) if isinstance(error, PaijuError) else ("数字太大", "a number is too large")
        raise Refusal("bad_rules", zh=zh, en=en) from None


def _chair(person: Person) -> int:
    if person.chair is None:
        raise Refusal("not_seated")
    return person.chair


def _sit(room: Room, command: Sit, person: Person) -> list[told.Entry]:
    if person.chair is not None:
        if command.chair != person.chair:
            raise Refusal("seated", chair=person.chair + 1)
        return [told.Sat(person.chair, person.player, person.name)] if room.chairs[person.chair].name != person.name else []
    if person.player in room.sent_away:
        raise Refusal("sent_away")
    chair = command.chair
    if chair is None:
        chair = next((n for n, seated in enumerate(room.chairs) if not seated.player and not seated.bot), None)
        if chair is None:
            raise Refusal("full")
    elif room.chairs[chair].player or room.chairs[chair].bot:
        raise Refusal("taken", chair=chair + 1)
    return [told.Sat(chair, person.player, person.name)]


def _leave(room: Room, person: Person) -> list[told.Entry]:
    """Always possible; a watcher just goes."""
    if person.chair is None or room.shut or room.state == "over":
        return []
    if not room.begun:
        return [told.Emptied(person.chair, "left")]
    if room.persons == [person.chair]:
        return [told.Left(person.chair), told.Shut("empty")]
    voted = [chair for chair in room.persons if chair != person.chair]
    unanimous = bool(room.votes) and all(chair in room.votes for chair in voted)
    return [told.Left(person.chair), *([told.Shut("dissolved")] if unanimous else [])]


def _dissolve(room: Room, command: Dissolve, person: Person, wall: int) -> list[told.Entry]:
    """Everybody who has not left must agree; one against is enough to go on."""
    chair = _chair(person)
    if room.state != "playing":
        raise Refusal("not_playing")
    if not command.agree:
        if not room.votes:
            raise Refusal("no_vote")
        if chair in room.votes:
            raise Refusal("voted")
        return [told.Voted(chair, False)]
    if chair in room.votes:
        raise Refusal("voted")
    if not room.votes and chair in room.denied:
        raise Refusal("vote_denied")
    unanimous = all(other in room.votes for other in room.persons if other != chair)
    return [told.Voted(chair, True, 0 if room.votes else wall), *([told.Shut("dissolved")] if unanimous else [])]
