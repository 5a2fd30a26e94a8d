"""The gate of a private server: who does not know its word sees a form that asks for it, and nothing else. Who comes in is not its business."""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from html import escape
from typing import Any, Final
from urllib.parse import parse_qs

from paiju.server.pages import Send
from paiju.server.security import HEADERS, Buckets, Guard, Scope, address_of
from paiju.server.sockets import Receive

COOKIE: Final = "paiju_gate"
PATH: Final = "/gate"
_OPEN: Final = ("/health", "/metrics")  # for machines; what is secret there is guarded there
_LIFETIME: Final = 365 * 24 * 3600
_LONGEST: Final = 4096  # bytes of a form
_FORM: Final = """<!doctype html>
<html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>牌局 Paiju</title>
<h1>牌局 Paiju</h1>
<p>{said}</p>
<form method="post" action="{path}"><input type="hidden" name="to" value="{to}">
<p><label>口令 Word <input name="word" autocomplete="current-password" autofocus required maxlength="100"></label>
<button>进入 Enter</button></p></form>
</html>
"""
_ASK: Final = "这里的牌桌要口令才能进，请向开服务器的人要。 These tables are private: ask who runs the server for the word."
_UNSAID: Final = '{"error":{"code":"word","zh":"先说口令：重新打开网页","en":"say the word first: load the page again"}}'
_WRONG: Final = "口令不对。 That is not the word."
_LATER: Final = "试得太多了，过一会儿再来。 Too many attempts; come back later."


class Gate:
    """For one word. ``key``: a secret of the server; with another word all that came in have to say it again."""

    def __init__(self, word: str, key: bytes, guard: Guard) -> None:
        self._key: Final = key
        self._pass: Final = self._seal(word)
        self._tries: Final = Buckets(guard.limits.logins, guard.clock)

    def lets(self, scope: Scope) -> bool:
        """Whether a request may pass: it shows that the word was said, or is about nothing private."""
        if scope["path"] in _OPEN or scope["path"].startswith("/admin/"):
            return True
        shown = [bytes(value).decode("latin-1") for name, value in scope["headers"] if name == b"cookie"]
        return any(
            hmac.compare_digest(part.strip().encode(), f"{COOKIE}={self._pass}".encode()) for cookies in shown for part in cookies.split(";")
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Turns away who did not say the word, or hears it."""
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        elif scope["path"] == PATH and scope["method"] == "POST":
            await self._hear(scope, receive, send)
        elif scope["path"].startswith("/api/"):
            await _answer(send, 403, _UNSAID, [], kind="application/json")
        else:
            await _form(send, _ASK, scope["path"])

    async def _hear(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = b""
        while len(body) <= _LONGEST:
            message = await receive()
            body += message.get("body", b"")
            if not message.get("more_body"):
                break
        given = parse_qs(body[:_LONGEST].decode("utf-8", "replace"))
        word, to = given.get("word", [""])[0], given.get("to", ["/"])[0]
        if not self._tries.take(address_of(scope)):
            await _form(send, _LATER, to)
        elif not hmac.compare_digest(self._seal(word), self._pass):
            await _form(send, _WRONG, to)
        else:
            secure = "; Secure" if scope["scheme"] == "https" else ""
            cookie = f"{COOKIE}={self._pass}; Path=/; Max-Age={_LIFETIME}; HttpOnly; SameSite=Lax{secure}"
            await _answer(send, 303, "", [(b"location", _inside(to).encode()), (b"set-cookie", cookie.encode())])

    def _seal(self, word: str) -> str:
        """Alike for every way to type it."""
        plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", word).casefold()).strip()
        return hmac.new(self._key, plain.encode("utf-8", "replace"), hashlib.sha256).hexdigest()


def _inside(to: str) -> str:
    """A path of this server, or its first page."""
    good = to.startswith("/") and not to.startswith("//") and to.isascii() and to.isprintable() and not set(to) & set('\\ "<>')
    return to if good else "/"


async def _form(send: Send, said: str, to: str) -> None:
    await _answer(send, 403, _FORM.format(said=said, path=PATH, to=escape(_inside(to))), [])


async def _answer(send: Send, status: int, text: str, more: list[tuple[bytes, bytes]], *, kind: str = "text/html; charset=utf-8") -> None:
    body = text.encode()
    length = str(len(body)).encode()
    headers: list[Any] = [*HEADERS, *more, (b"cache-control", b"no-store"), (b"content-type", kind.encode()), (b"content-length", length)]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
