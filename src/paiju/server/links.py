"""What a table sees of a page's connection, and the codes it closes one with."""

from __future__ import annotations

from typing import Final, Protocol

from paiju.server.protocol import FromServer, Refused
from paiju.server.refusals import Refusal

ELSEWHERE: Final = 4001  # the seat was taken over by another page of the same player
SENT_AWAY: Final = 4003
ROOM_CLOSED: Final = 4005
NO_WATCHING: Final = 4006
WENT: Final = 4007  # the player left
RESTART: Final = 1012  # the server stops


class Connection(Protocol):
    """One page. Neither sending nor closing ever waits or fails: whoever reads too slowly is cut off behind it."""

    @property
    def player(self) -> str: ...

    @property
    def name(self) -> str: ...

    def send(self, message: FromServer) -> None:
        """Numbers the message and sends it."""

    def close(self, code: int, reason: str = "") -> None:
        """Ends the connection after what has been sent."""


def turn_away(link: Connection, refusal: Refusal) -> None:
    """Ends a page's connection with the reason."""
    link.send(Refused(id="", code=refusal.code, why=refusal.why))
    link.close(NO_WATCHING, refusal.code)
