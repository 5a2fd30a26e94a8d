"""Who is at a table: one page on each chair, and those who watch. Sends to them; knows the room only to say who is who."""

from __future__ import annotations

from collections.abc import Iterator

from paiju.server.links import ELSEWHERE, Connection
from paiju.server.protocol import Elsewhere, FromServer
from paiju.server.room import Room


class Company:
    """The connections of one table."""

    def __init__(self) -> None:
        self.chairs: list[Connection | None] = [None, None, None, None]
        self.watchers: dict[Connection, None] = {}
        self.greeting: Connection | None = None  # has not had its snapshot yet, so nothing else either

    def __iter__(self) -> Iterator[Connection]:
        yield from [link for link in self.chairs if link is not None]
        yield from list(self.watchers)

    def __contains__(self, link: Connection) -> bool:
        return link in self.watchers or link in self.chairs

    @property
    def empty(self) -> bool:
        return not self.anybody_plays and not self.watchers

    @property
    def anybody_plays(self) -> bool:
        """Whether anybody who has a chair is here."""
        return any(link is not None for link in self.chairs)

    @property
    def here(self) -> list[bool]:
        """By chair: whether its person's page is connected."""
        return [link is not None for link in self.chairs]

    def chair_of(self, link: Connection) -> int | None:
        return self.chairs.index(link) if link in self.chairs else None

    # -- coming and going ----------------------------------------------------------------------------------------

    def seat(self, chair: int, link: Connection) -> None:
        """Connects a chair; the player's other pages hear that they were replaced, and end."""
        before = self.chairs[chair]
        if before is not None and before is not link:
            _replace(before)
        self.watch(link)
        del self.watchers[link]
        self.chairs[chair] = link

    def watch(self, link: Connection) -> None:
        """Lets a page watch, in the place of an older one of the same player."""
        for other in [other for other in self.watchers if other.player == link.player and other is not link]:
            _replace(other)
            del self.watchers[other]
        self.watchers[link] = None

    def unseat(self, chair: int) -> None:
        """Who sat there watches from now on."""
        link = self.chairs[chair]
        self.chairs[chair] = None
        if link is not None:
            self.watchers[link] = None

    def remove(self, link: Connection) -> None:
        self.watchers.pop(link, None)
        self.chairs = [None if other is link else other for other in self.chairs]

    def seat_all(self, room: Room) -> None:
        """Puts everybody where the room has him."""
        links = list(self)
        self.chairs, self.watchers = [None, None, None, None], {}
        for link in links:
            chair = room.chair_of(link.player)
            if chair is None:
                self.watchers[link] = None
            else:
                self.seat(chair, link)

    def close(self, code: int, reason: str) -> None:
        """Ends all connections."""
        for link in list(self):
            link.close(code, reason)
        self.chairs, self.watchers = [None, None, None, None], {}

    # -- telling -------------------------------------------------------------------------------------------------

    def send(self, chair: int, message: FromServer) -> None:
        """To a chair's page, if one is there that has had its snapshot."""
        link = self.chairs[chair]
        if link is not None and link is not self.greeting:
            link.send(message)

    def send_watchers(self, message: FromServer) -> None:
        for link in self.watchers:
            link.send(message)


def _replace(link: Connection) -> None:
    link.send(Elsewhere())
    link.close(ELSEWHERE, "opened elsewhere")
