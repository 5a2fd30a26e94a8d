"""The network between a browser and the server: it can be cut, or fall silent without a word."""

from __future__ import annotations

import contextlib
import socket
import threading
from typing import Final
from urllib.parse import urlsplit


class Wire:
    """Passes connections on to the server. ``cut`` ends them all and takes no more until ``mend``; ``hush`` passes nothing on in those that are."""

    def __init__(self, base: str) -> None:
        self._far: Final = ("127.0.0.1", urlsplit(base).port or 80)
        self._ear: Final = socket.create_server(("127.0.0.1", 0))
        self.base: Final = f"http://127.0.0.1:{self._ear.getsockname()[1]}"
        self._cut = False
        self._pairs: Final[list[tuple[socket.socket, socket.socket, threading.Event]]] = []
        self._threads: Final = [threading.Thread(target=self._listen, daemon=True)]
        self._threads[0].start()

    def cut(self) -> None:
        self._cut = True
        for near, far, _ in self._pairs:
            _shut(near, far)

    def mend(self) -> None:
        self._cut = False

    def hush(self) -> None:
        for _, _, hushed in self._pairs:
            hushed.set()

    def close(self) -> None:
        self.cut()
        self._ear.shutdown(socket.SHUT_RDWR)
        self._ear.close()
        for thread in self._threads:
            thread.join(10)
        for near, far, _ in self._pairs:
            near.close()
            far.close()

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._ear.accept()
                if self._cut:
                    near.close()
                    continue
                far = socket.create_connection(self._far)
                hushed = threading.Event()
                self._pairs.append((near, far, hushed))
                for one, other in ((near, far), (far, near)):
                    thread = threading.Thread(target=_pass, args=(one, other, hushed), daemon=True)
                    self._threads.append(thread)
                    thread.start()


def _pass(one: socket.socket, other: socket.socket, hushed: threading.Event) -> None:
    with contextlib.suppress(OSError):
        while data := one.recv(65536):
            if not hushed.is_set():
                other.sendall(data)
    _shut(one, other)


def _shut(*sockets: socket.socket) -> None:
    for one in sockets:
        with contextlib.suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
