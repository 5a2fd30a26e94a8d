"""Who is played against is chosen by name: before a game at once, for each chair, for all that are empty."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Route

from paiju import bots
from tests.browser.conftest import Visit
from tests.browser.staged import Stage

OTHER = next(name for name in bots.names() if name != bots.DEFAULT)


def test_the_level_of_a_game_at_once(visit: Visit) -> None:
    """The default until another is chosen, which is remembered."""
    person = visit("phone")
    asked: list[Any] = []

    def answer(route: Route) -> None:
        asked.append(json.loads(route.request.post_data or ""))
        route.fulfill(status=201, json={"number": "654321"})

    person.context.route("**/api/quick", answer)
    person.open("/").page.locator(".level select").wait_for()
    levels = person.page.locator(".level select")
    assert levels.locator("option").all_inner_texts() == [bots.find(name).zh for name in bots.names()]
    assert levels.input_value() == bots.DEFAULT
    levels.select_option(OTHER)
    person.page.get_by_text(bots.find(OTHER).about_zh).wait_for()
    person.open("/").page.locator(".level select").wait_for()
    person.press("[data-game=changsha]")
    person.page.wait_for_url("**/room/654321")
    assert [one["bots"] for one in asked] == [[OTHER] * 3]


def test_the_level_of_each_chair(visit: Visit) -> None:
    person = visit("desk")
    stage = Stage(person)
    stage.show("waiting")
    empty = person.page.locator(".chair:not(.taken)")
    empty.first.locator("select").select_option(OTHER)
    empty.first.get_by_role("button").click()
    kept = next(name for name in bots.names() if name not in (OTHER, bots.DEFAULT))
    empty.last.locator("select").select_option(kept)
    person.page.locator(".bar .level select").select_option(OTHER)
    person.page.get_by_role("button", name="空位都坐电脑").click()
    while len(filled := [command for command in stage.commands if command["do"] == "fill"]) < 1 + empty.count():
        person.page.wait_for_timeout(10)
    assert [command["bot"] for command in filled] == [*[OTHER] * (len(filled) - 1), kept], "a level that was set at its chair stays"
