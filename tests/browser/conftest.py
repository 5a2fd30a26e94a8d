"""One server and one browser for all tests here, a fresh profile for each person. Everything of Playwright happens in one thread of its own:
its loop must not be the one other tests run in.

PAIJU_REQUIRE   when it contains "browser", a missing browser is a failure and not a reason to skip
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.people import Person
from tests.browser.serving import Served, served
from tests.server.chance import this_test

CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser")
SIZES: Final = {"phone": (360, 740), "side": (740, 360), "desk": (1280, 800)}
SPEED: Final = 10
DRIVER: Final = ThreadPoolExecutor(1, "playwright")

# the page's own clock: what guards against a second tap takes a tenth of the time
QUICK: Final = f"const now = performance.now.bind(performance); performance.now = () => now() * {SPEED};"

# what a page adds to its walls, 16 bytes, is the same in each run; its commands still bear names of their own
DRAWN: Final = "const draw = crypto.getRandomValues.bind(crypto); crypto.getRandomValues = (into) => into.length === 16 ? into.fill(7) : draw(into);"

Visit = Callable[..., Person]


def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool:
    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    DRIVER.submit(pyfuncitem.obj, **given).result()
    return True


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    if CHROMIUM is None:
        why = "needs the browser chromium (Debian, Ubuntu: apt-get install chromium)"
        if "browser" in os.environ.get("PAIJU_REQUIRE", ""):
            pytest.fail(why)
        pytest.skip(why)
    playwright = DRIVER.submit(sync_playwright().start).result()
    launch = DRIVER.submit(playwright.chromium.launch, executable_path=CHROMIUM, args=["--no-sandbox"])
    yield launch.result()
    DRIVER.submit(launch.result().close).result()
    DRIVER.submit(playwright.stop).result()


@pytest.fixture(scope="session")
def server(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("served")) as found:
        yield found


@pytest.fixture
def base(server: Served) -> str:
    """Where the server is, which plays the walls of this test."""
    server.begin(this_test())
    return server.base


@pytest.fixture
def visit(chromium: Browser, base: str) -> Iterator[Visit]:
    """``visit("phone")``: somebody comes with a phone or at a desk. In the end nobody's console may have an error."""
    people: list[Person] = []

    def come(size: str = "desk", *, quick: bool = False, at: str = base, **more: Any) -> Person:
        width, height = SIZES[size]
        touch = size != "desk"
        looks = {"device_scale_factor": 1, "reduced_motion": "reduce"} if quick else {"device_scale_factor": 2 if touch else 1}
        context = chromium.new_context(viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch, **looks, **more)
        context.add_init_script(DRAWN)
        if quick:
            context.add_init_script(QUICK)
        person = Person(context, at, touch=touch)
        people.append(person)
        return person

    yield come
    for person in people:
        DRIVER.submit(person.context.close).result()
    wrong = [line for person in people for line in person.wrong if not any(part in line for part in person.expected)]
    assert not wrong
