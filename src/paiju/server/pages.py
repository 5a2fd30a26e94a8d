"""The page's files: read once, compressed once, served from memory.

A file answers under ``/v/<hash>/…``, for ever the same, where the hash is that of all the files together; under its own plain path it is asked for
anew each time. Every other path is the page's own business and gives ``index.html``. Knows no file by name but that one.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Final

from paiju.server.security import Scope

Send = Callable[[dict[str, Any]], Awaitable[None]]

FOLDER: Final = Path(__file__).resolve().parent.parent / "web"
INDEX: Final = "index.html"
_HERE: Final = b"/v/-/"  # in index.html: where the hash goes
_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".md": "text/markdown; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".mp3": "audio/mpeg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
_PACKED: Final = {".ico", ".mp3", ".png", ".webp", ".woff2"}  # gain nothing from being compressed
_MISSING: Final = """牌局：服务器在运行，但网页文件不在（{folder}）。请重新安装 paiju。
Paiju: the server is running, but the page's files are not there ({folder}). Install paiju again.
"""


class File:
    """One file as it is sent."""

    __slots__ = ("body", "etag", "packed", "type")

    def __init__(self, name: str, body: bytes) -> None:
        suffix = Path(name).suffix.lower()
        packed = None if suffix in _PACKED else gzip.compress(body, 9, mtime=0)
        self.type = _TYPES.get(suffix, "application/octet-stream")
        self.body = body
        self.packed = packed if packed is not None and len(packed) < len(body) else None
        self.etag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'


class Pages:
    """All the page's files, as an application for what is under no other path."""

    def __init__(self, files: Mapping[str, bytes], *, folder: Path = FOLDER) -> None:
        digest = hashlib.sha256()
        for name in sorted(files):
            digest.update(f"{name}\0{len(files[name])}\0".encode() + files[name])
        self.hash: Final = digest.hexdigest()[:12]
        self.folder: Final = folder
        self._files: Final = {
            name: File(name, body.replace(_HERE, f"/v/{self.hash}/".encode()) if name == INDEX else body) for name, body in files.items()
        }

    @classmethod
    def load(cls, folder: Path = FOLDER) -> Pages:
        """The files below a folder; none, if it is not there."""
        names = sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
        shown = [name for name in names if not any(part.startswith(".") for part in name.parts)]
        return cls({name.as_posix(): (folder / name).read_bytes() for name in shown}, folder=folder)

    @property
    def missing(self) -> bool:
        """Whether there is no page to show."""
        return INDEX not in self._files

    def sizes(self) -> dict[str, int]:
        """What each file weighs as it is sent, in bytes."""
        return {name: len(file.packed or file.body) for name, file in self._files.items()}

    async def __call__(self, scope: Scope, send: Send) -> None:
        """Answers one request."""
        file, forever = self._find(scope["path"])
        if scope["method"] not in ("GET", "HEAD"):
            await _answer(scope, send, 405, [(b"allow", b"GET, HEAD")], b"method not allowed\n")
        elif self.missing:
            await _answer(scope, send, 503, [], _MISSING.format(folder=self.folder).encode())
        elif file is None:
            await _answer(scope, send, 404, [], "没有这个文件 no such file\n".encode())
        else:
            await self._give(scope, send, file, forever=forever)

    async def _give(self, scope: Scope, send: Send, file: File, *, forever: bool) -> None:
        """Sends a file, unless the browser has it."""
        headers = {bytes(name): bytes(value) for name, value in scope["headers"]}
        fresh = [
            (b"etag", file.etag.encode()),
            (b"cache-control", b"public, max-age=31536000, immutable" if forever else b"no-cache"),
            (b"vary", b"accept-encoding"),
        ]
        if file.etag.encode() in headers.get(b"if-none-match", b""):
            await _send(send, 304, fresh, b"")
            return
        fresh.append((b"content-type", file.type.encode()))
        body = file.body
        if file.packed is not None and b"gzip" in headers.get(b"accept-encoding", b""):
            body = file.packed
            fresh.append((b"content-encoding", b"gzip"))
        fresh.append((b"content-length", str(len(body)).encode()))
        await _send(send, 200, fresh, b"" if scope["method"] == "HEAD" else body)

    def _find(self, path: str) -> tuple[File | None, bool]:
        """The file of a path, and whether it stays the same for ever."""
        if path.startswith("/v/"):
            version, _, name = path.removeprefix("/v/").partition("/")
            return (self._files.get(name) if version == self.hash and name != INDEX else None), True
        name = path.removeprefix("/")
        if name not in self._files and "." not in name.rpartition("/")[2]:
            name = INDEX
        return self._files.get(name), False


async def _answer(scope: Scope, send: Send, status: int, headers: list[tuple[bytes, bytes]], text: bytes) -> None:
    given = [*headers, (b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store"), (b"content-length", str(len(text)).encode())]
    await _send(send, status, given, b"" if scope["method"] == "HEAD" else text)


async def _send(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
