"""The table in a real browser, fed with scenes of real hands (tests/web/harness). No server is needed."""

from __future__ import annotations

import contextlib
import functools
import http.server
import importlib.util
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
HARNESS = ROOT / "tests" / "web" / "harness"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
SIZES = {"phone": (360, 740), "side": (740, 360), "desk": (1280, 800)}


@pytest.fixture(scope="session")
def tape(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scenes, recorded now."""
    pytest.importorskip("litestar", reason="needs the server's packages")
    spec = importlib.util.spec_from_file_location("paiju_tape", HARNESS / "tape.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    path = tmp_path_factory.mktemp("tape") / "tape.json"
    module.TAPE = path
    module.main()
    return path


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass

    def copyfile(self, source: Any, outputfile: Any) -> None:
        with contextlib.suppress(ConnectionError):  # a page that has gone on
            super().copyfile(source, outputfile)


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=ROOT))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/tests/web/harness/index.html"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    if CHROMIUM is None:
        pytest.skip("needs Chromium")
    with playwright.sync_playwright() as play:
        found = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


class Look:
    """Opens scenes; what the page complains of is a failure at the end."""

    def __init__(self, browser: Any, address: str, tape: Path) -> None:
        self.browser, self.address, self.tape = browser, address, tape
        self.complaints: list[str] = []
        self.contexts: list[Any] = []

    def at(self, scene: str, size: str = "desk", *, touch: bool = False, likes: str = "{}", query: str = "") -> Any:
        width, height = SIZES[size]
        context = self.browser.new_context(viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch, reduced_motion="reduce")
        self.contexts.append(context)
        context.add_init_script(f"localStorage.getItem('paiju') ?? localStorage.setItem('paiju', '{likes}')")
        context.route("**/harness/tape.json", lambda route: route.fulfill(path=self.tape, content_type="application/json"))
        page = context.new_page()
        page.on("console", lambda message: message.type == "error" and "favicon" not in message.text and self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.show(page, scene, query)
        return page

    def show(self, page: Any, scene: str, query: str = "") -> None:
        page.goto(f"{self.address}?scene={scene}{query}")
        page.wait_for_selector("#main h1, #main .seat")
        page.locator(".coming").first.wait_for(state="detached")  # all its parts are there
        page.wait_for_timeout(250)  # a question that has just come up is not answered yet


@pytest.fixture
def look(browser: Any, address: str, tape: Path) -> Iterator[Look]:
    found = Look(browser, address, tape)
    yield found
    for context in found.contexts:
        context.close()
    complaints = [text for text in found.complaints if "404" not in text]  # the harness has no icon
    assert not complaints
