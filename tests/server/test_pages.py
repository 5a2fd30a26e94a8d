"""The page's files: hashed names for ever, the rest asked anew, every route of the page gives its index."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from paiju.server.pages import INDEX, Pages
from tests.server.asgi import ask, http

FILES = {
    INDEX: b'<!doctype html><script type="module" src="/v/-/main.js"></script>',
    "main.js": b"export const x = 1; // " + b"a" * 500,
    "vendor/preact.js": b"export {};",
    "icon.png": b"\x89PNG" + b"\0" * 400,
    "favicon.ico": b"\0" * 40,
}


@pytest.fixture
def pages() -> Pages:
    return Pages(FILES)


def test_index_names_its_files_by_the_hash(pages: Pages) -> None:
    got = ask(pages, http("GET", "/"))
    assert got.status == 200 and got.headers["cache-control"] == "no-cache" and got.headers["content-type"] == "text/html; charset=utf-8"
    assert f'src="/v/{pages.hash}/main.js"'.encode() in got.body


def test_hashed_file_is_kept_for_ever_and_compressed(pages: Pages) -> None:
    got = ask(pages, http("GET", f"/v/{pages.hash}/main.js", {"accept-encoding": "br, gzip"}))
    assert got.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert got.headers["content-type"] == "text/javascript; charset=utf-8" and got.headers["vary"] == "accept-encoding"
    assert got.headers["content-encoding"] == "gzip" and gzip.decompress(got.body) == FILES["main.js"]
    assert len(got.body) == int(got.headers["content-length"]) < len(FILES["main.js"]) == len(ask(pages, http("GET", "/main.js")).body)


def test_a_picture_is_not_compressed_again(pages: Pages) -> None:
    got = ask(pages, http("GET", f"/v/{pages.hash}/icon.png", {"accept-encoding": "gzip"}))
    assert "content-encoding" not in got.headers and got.body == FILES["icon.png"]


def test_etag_spares_what_the_browser_has(pages: Pages) -> None:
    first = ask(pages, http("GET", "/"))
    again = ask(pages, http("GET", "/", {"if-none-match": first.headers["etag"]}))
    assert again.status == 304 and again.body == b"" and again.headers["etag"] == first.headers["etag"]
    assert ask(pages, http("GET", "/", {"if-none-match": '"other"'})).status == 200


@pytest.mark.parametrize("path", ["/", "/room/123456", "/rules/changsha", "/me", "/a/b/c"])
def test_every_route_of_the_page_gives_the_index(pages: Pages, path: str) -> None:
    assert ask(pages, http("GET", path)).body == ask(pages, http("GET", "/")).body


@pytest.mark.parametrize("path", ["/none.js", "/v/000000000000/main.js", "/v/main.js", "/v/", "/../pages.py", "/v/-/main.js", "/room/x.html"])
def test_no_such_file(pages: Pages, path: str) -> None:
    assert ask(pages, http("GET", path)).status == 404


def test_a_plain_path_is_asked_for_anew(pages: Pages) -> None:
    assert ask(pages, http("GET", "/favicon.ico")).headers["cache-control"] == "no-cache"


def test_head_has_no_body_and_other_methods_are_refused(pages: Pages) -> None:
    got = ask(pages, http("HEAD", "/main.js"))
    assert got.status == 200 and got.body == b"" and got.headers["content-length"] == str(len(FILES["main.js"]))
    refused = ask(pages, http("POST", "/"))
    assert refused.status == 405 and refused.headers["allow"] == "GET, HEAD"


def test_hash_changes_with_any_file() -> None:
    assert Pages(FILES).hash == Pages(dict(reversed(FILES.items()))).hash
    assert Pages(FILES).hash != Pages({**FILES, "main.js": b"2"}).hash != Pages({**FILES, "other.js": b"2"}).hash


def test_missing_folder_is_told_in_both_languages(tmp_path: Path) -> None:
    pages = Pages.load(tmp_path / "none")
    assert pages.missing
    got = ask(pages, http("GET", "/"))
    assert got.status == 503 and "重新安装" in got.body.decode() and "Install paiju again" in got.body.decode()


def test_files_are_read_from_the_folder(tmp_path: Path) -> None:
    for name, body in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(body)
    (tmp_path / ".hidden").write_bytes(b"x")
    assert Pages.load(tmp_path).hash == Pages(FILES).hash
