"""Moments of real hands put before the page, which thinks that they come from its table: what takes many hands to come about."""

from __future__ import annotations

import functools
import json
from typing import Any, Final

import msgspec
from playwright.sync_api import WebSocketRoute

from paiju.analysis.report import Analyst
from paiju.game.hand import Game
from paiju.server import protocol
from paiju.server.advising import advised
from paiju.server.protocol import FromServer
from tests.browser.people import Person
from tests.web.harness import tape

WHY: Final = protocol.Said("将不是二、五、八", "the pair is not of 2, 5 or 8")
WORTH: Final = (
    protocol.Said("点炮：站立，10 分", "by discard: standing, 10 points"),
    protocol.Said("自摸：站立，16 分", "self-drawn: standing, 16 points"),
)
_REPORT: Final = Analyst(Game("changsha")).report("1111233557m22p45s")
HINT: Final = advised("", msgspec.structs.replace(_REPORT, danger={kind: 0.01 * kind for kind, _ in _REPORT.discards}), 1, birds=True)
WAITS: Final = (protocol.Wait(4, 2, WORTH), protocol.Wait(13, 3, WORTH), protocol.Wait(31, 0, WORTH))


@functools.cache
def scenes() -> dict[str, list[FromServer]]:
    """By name; the whole hands of the tape are left out."""
    return {name: messages for name, messages in tape.scenes() if not name.startswith("live")}


class Stage:
    """The table of one browser, as far as there is one."""

    def __init__(self, person: Person) -> None:
        self.person: Final = person
        self.commands: Final[list[dict[str, Any]]] = []
        self.next: list[FromServer] = []  # what the next connection is told, instead of the scene
        self._scene = ""
        self._count = 0
        self._socket: WebSocketRoute | None = None
        person.context.route_web_socket("**/ws/**", self._meet)

    def show(self, scene: str) -> None:
        """Opens the room at that moment."""
        self._scene = scene
        self.person.open("/room/208315")
        self.person.page.locator(".chairs" if scene == "waiting" else ".board").wait_for()
        self.person.whole()

    def say(self, message: FromServer) -> None:
        """What the server says next."""
        assert self._socket is not None
        self._count += 1
        message.n = self._count
        self._socket.send(msgspec.json.encode(message).decode())

    def _meet(self, socket: WebSocketRoute) -> None:
        self._socket, self._count = socket, 0
        socket.on_message(lambda text: self._hear(json.loads(text)))
        for message in self.next or scenes()[self._scene]:
            self.say(message)

    def _hear(self, command: dict[str, Any]) -> None:
        id = command["id"]
        self.commands.append(command)
        if command["do"] == "ping":
            self.say(protocol.Pong(id=id))
        elif command["do"] == "waits":
            self.say(protocol.Told(id=id, said=(), waits=WAITS))
        elif command["do"] == "hint":
            self.say(msgspec.structs.replace(HINT, id=id))
        elif command["do"] == "why":
            self.say(protocol.Told(id=id, said=(WHY,)))
        else:
            self.say(protocol.Ack(id=id))
