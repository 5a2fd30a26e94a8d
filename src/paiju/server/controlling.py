"""Looking after a server from outside of it: telling the running one, or changing rooms in the store while none runs."""

from __future__ import annotations

import fcntl
import http.client
import json
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from paiju.core.errors import PaijuError
from paiju.server.entries import Shut
from paiju.server.keeping import keep_hand, keep_match
from paiju.server.room import Room
from paiju.server.store import Store

CONTROL: Final = "server.json"
LOCK: Final = "server.lock"
_SECONDS: Final = 10


class Control(msgspec.Struct, frozen=True):
    """How the running server of a data folder is spoken to: kept in the folder, readable by its owner."""

    url: str
    token: str
    process: int


def control_of(data: Path) -> Control | None:
    """How to speak to the server that uses a data folder; None where none runs."""
    try:
        return msgspec.json.decode((data / CONTROL).read_bytes(), type=Control)
    except (FileNotFoundError, NotADirectoryError, msgspec.DecodeError):
        return None


def _served(data: Path) -> bool:
    """Whether a server has the folder; one that was killed leaves its file, and another program may have its port by now."""
    try:
        with (data / LOCK).open() as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        pass
    return False


def tell(data: Path, what: str, body: dict[str, str]) -> dict[str, Any] | None:
    """What the running server answers; None where none runs, PaijuError where it refuses."""
    control = control_of(data)
    if control is None or not _served(data):
        return None
    place = urlsplit(control.url)
    connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=_SECONDS)
    try:
        headers = {"authorization": f"Bearer {control.token}", "content-type": "application/json"}
        connection.request("POST", f"/admin/{what}", json.dumps(body), headers)
        answer = connection.getresponse()
        found = json.loads(answer.read() or b"{}")
    except ConnectionRefusedError:  # it was killed and has left its file
        return None
    except (OSError, ValueError, http.client.HTTPException) as error:
        en = f"the server at {control.url} does not answer ({error}); stop it and try again"
        raise PaijuError(en, f"{control.url} 的服务器没有回答（{error}）；先停掉它再试") from None
    finally:
        connection.close()
    if answer.status >= 400:
        raise PaijuError(found["error"]["en"], found["error"]["zh"])
    return dict(found)


async def open_rooms(store: Store) -> dict[str, Room | None]:
    """The rooms that are not closed, by number, as their journals have them; None where a journal cannot be read."""
    return {number: await _folded(store, id) for number, id in (await store.open_numbers()).items()}


async def shut_room(store: Store, number: str) -> None:
    """Closes a room that no server has; PaijuError where there is none of that number. What was played of it is kept, if its journal can be read."""
    id = (await store.open_numbers()).get(number)
    if id is None:
        raise no_room(number)
    room = await _folded(store, id)
    if room is None:
        await store.close_room(id, "admin")
        return
    await keep_hand(store, room)
    await store.append(id, [Shut("admin")])
    await keep_match(store, room)


async def _folded(store: Store, id: str) -> Room | None:
    try:
        return Room.fold(id, await store.entries(id))
    except Exception:
        return None


def no_room(number: str) -> PaijuError:
    return PaijuError(f"there is no open room {number}; see: paiju admin rooms", f"没有开着的房间 {number}；看 paiju admin rooms")
