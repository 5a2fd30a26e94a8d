"""A hand looked through: the dearest decision first, each leading to the replay at its moment; in the result and beside the replay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest
from playwright.sync_api import Route

from paiju.game.hand import Game
from paiju.records import read_line
from paiju.records.reviewing import review
from paiju.server.api.replays import Reviewed, reviewed
from paiju.server.replaying import replayed
from tests.browser.conftest import Visit
from tests.browser.inspector import Inspector
from tests.browser.people import Person
from tests.browser.staged import Stage, scenes
from tests.judges import counting
from tests.record_tools import write_match


class Played(NamedTuple):
    """A hand, and the reviews of its seats."""

    line: bytes
    found: dict[int, Reviewed]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    path = tmp_path_factory.mktemp("played") / "match.jsonl"
    write_match(path, Game("changsha"), hands=1, bots=("random",) * 4)
    line = path.read_bytes()
    with counting():
        yield Played(line, {seat: reviewed(review(read_line(line), seat)) for seat in range(4)})


def serve(person: Person, played: Played) -> None:
    """The record, its replay and its reviews, as the server would give them; a bot that reviews."""

    def answer(route: Route) -> None:
        path = urlsplit(route.request.url)
        name = path.path.rpartition("/")[2]
        value: Any
        if name == "review":
            value = played.found[int(parse_qs(path.query)["seat"][0])]
        elif name == "replay":
            value = replayed(played.line, "kept-0", 1, match_over=False)
        else:
            value = msgspec.json.decode(played.line) if "/records/" in path.path else {"match": None, "hands": []}
        route.fulfill(status=200, content_type="application/json", body=msgspec.json.encode(value))

    def judging(route: Route) -> None:
        route.fulfill(json=[{**bot, "judges": bot["default"]} for bot in route.fetch().json()])

    person.context.route("**/api/bots", judging)
    person.context.route("**/api/records/**", answer)
    person.context.route("**/api/matches/kept", answer)


def lost(person: Person) -> list[float]:
    return [float(text.replace("−", "")) for text in person.page.locator(".judged .lost").all_inner_texts()]


@pytest.mark.parametrize(("size", "lang"), [("phone", "en"), ("desk", "zh")])
def test_beside_the_replay(visit: Visit, played: Played, size: str, lang: str) -> None:
    person = visit(size, quick=True)
    person.like(lang=lang, theme="dark", sound=False)
    serve(person, played)
    found = played.found
    seat = max(found, key=lambda n: found[n].lost)
    person.open(f"/replay/kept-0?seat={seat}&tab=review").page.locator(".judged").first.wait_for()
    shown = [decision for decision in found[seat].decisions if decision.lost >= 0.05]
    assert lost(person) == pytest.approx([decision.lost for decision in shown], abs=0.051) and len(shown) > 1
    first, entry = shown[0], person.page.locator(".judged").first
    held = entry.locator(".laid .tiles:not(.meld, .offered) .tile").count()
    assert held == len(first.hand) and entry.locator(".laid .meld").count() == len(first.melds)
    assert entry.locator(".offered").count() == (first.tile is not None) and entry.inner_text()
    assert {"zh": "手牌：", "en": "hand: "}[lang] in (entry.locator(".laid .tiles").first.get_attribute("aria-label") or "")
    assert entry.locator("b + span .tile").count() == len(first.own.tiles) + len(first.best.tiles)
    assert person.page.locator(".top h1 > *").evaluate_all("(all) => all.every((one) => one.scrollWidth <= one.clientWidth)")
    looked = Inspector(person, f"{size}-{lang}")
    looked.see("review")
    looked.end()
    entry = person.page.locator(".judged").nth(1)
    entry.focus()
    person.page.keyboard.press("Enter")
    if size == "phone":  # the list lies over the table: it makes way, and is still where it was
        person.page.locator(".side").wait_for(state="hidden")
        person.page.get_by_role("button", name="Review").click()
    person.page.locator(".judged.current").wait_for()
    assert entry.get_attribute("aria-current") == "step"
    at = int(person.page.locator(".now small").inner_text().split("/")[0])
    assert at > 0
    person.open(f"/replay/kept-0?seat={seat}&event={shown[1].at}&tab=review").page.locator(".judged.current").wait_for()
    assert int(person.page.locator(".now small").inner_text().split("/")[0]) == at
    person.page.locator(".whose select").select_option(str((seat + 1) % 4))
    person.page.wait_for_function("() => document.querySelector('.now')")


HIDDEN = """(all) => all.filter((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const at = (part) => document.elementFromPoint(x + width * part, y + height / 2);
  return !width || !one.contains(at(0.5)) || !at(0.03)?.closest(".board") || !at(0.97)?.closest(".board");
}).map((one) => one.closest("[data-place]").dataset.place + " " + one.className + one.innerText)"""


@pytest.mark.parametrize("width", [1000, 1280, 1440, 1920])
def test_all_four_are_seen_beside_what_is_said_of_the_hand(visit: Visit, played: Played, width: int) -> None:
    person = visit("desk", quick=True)
    serve(person, played)
    person.page.set_viewport_size({"width": width, "height": 800})
    for address in ("seat=open&at=9999", "seat=1&at=9999", "seat=open&at=1", "seat=2&at=60"):
        person.open(f"/replay/kept-0?{address}").page.locator(".board .plate").first.wait_for()
        shown = person.page.locator(".board").locator(".plate, .plate b, .river > .tile, .meld > .tile, .open > .tile, .backs > .tile")
        assert shown.count() >= 60 and shown.evaluate_all(HIDDEN) == [], address


def test_in_the_result(visit: Visit, played: Played) -> None:
    person = visit("desk")
    person.like(lang="en")
    serve(person, played)
    stage = Stage(person)
    stage.show("won")
    button = person.page.get_by_role("button", name="Review", exact=True)
    button.click()
    person.page.locator(".outcome a.judged").first.wait_for()
    assert button.get_attribute("aria-expanded") == "true"
    [snapshot] = scenes()["won"]
    seat = snapshot.you.seat  # type: ignore[union-attr]
    assert f"seat={seat}&event=" in (person.page.locator("a.judged").first.get_attribute("href") or "")


def test_where_no_bot_reviews_nothing_is_offered(visit: Visit) -> None:
    person = visit("desk")
    person.context.route("**/api/bots", lambda route: route.fulfill(json=[{**bot, "judges": False} for bot in route.fetch().json()]))
    Stage(person).show("won")
    person.page.locator(".outcome footer").wait_for()
    assert person.page.get_by_role("button", name="复盘").count() == 0
