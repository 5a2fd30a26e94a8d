"""What a page shows when the network goes, when it is loaded again, and when the seat is opened elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Route

from tests.browser.conftest import Visit
from tests.browser.people import Person
from tests.browser.wire import Wire

LOST = "连接断了，正在重连…"
ELSEWHERE = "这个座位在别处打开了。"


@pytest.fixture
def wire(base: str) -> Iterator[Wire]:
    found = Wire(base)
    yield found
    found.close()


def hand_of(person: Person) -> list[object]:
    """What the table looks like, whoever draws it."""
    found = person.table("tiles")
    words = [button["word"] for button in found.buttons]
    return [found.kinds, words, found.turn, found.rivers, found.left]


def wake(person: Person) -> None:
    """He takes up a page that has slept; waits until it has a new connection and hears something."""
    heard: list[object] = []
    person.page.once("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(frame)))
    person.page.evaluate("dispatchEvent(new Event('focus'))")
    for _ in range(500):
        if heard:
            return
        person.page.wait_for_timeout(20)
    raise AssertionError("no new connection")


def test_offline_and_back_in_the_middle_of_a_question(visit: Visit, wire: Wire) -> None:
    player = visit("phone", quick=True, at=wire.base)
    player.expected = ["WebSocket connection", "net::ERR_"]
    player.quick_game("changchun")
    player.play(lambda found: found.turn and found.rivers["me"] > 1)
    before = hand_of(player)
    player.context.set_offline(True)
    wire.cut()
    player.see(LOST)
    assert not player.table("!asked").buttons
    assert player.table().kinds == before[0], "what is known stays in sight"
    player.shoot("lost-phone")
    player.context.set_offline(False)
    wire.mend()
    player.page.get_by_text(LOST).wait_for(state="detached")
    player.table("asked")
    assert hand_of(player) == before
    player.answer(player.table("asked"))
    player.play(lambda found: found.turn and found.rivers["me"] > 2)


def test_a_connection_that_fell_silent_is_replaced_when_the_page_wakes(visit: Visit, wire: Wire) -> None:
    player = visit("desk", quick=True, at=wire.base)
    player.quick_game("changsha")
    player.play(lambda found: found.turn)
    before = hand_of(player)
    player.expected = ["net::ERR_"]
    wire.hush()
    wake(player)
    player.table("asked")
    assert hand_of(player) == before


def test_a_click_while_the_network_is_silent_counts_once_it_is_back(visit: Visit, wire: Wire) -> None:
    player = visit("desk", quick=True, at=wire.base)
    player.quick_game("baicheng")
    found = player.play(lambda found: found.turn and not found.button("胡"))
    player.expected = ["net::ERR_"]
    wire.hush()
    player.answer(found)
    assert not player.table("!asked").asked, "the buttons are gone as soon as it was answered"
    wake(player)
    again = player.table("asked result")
    assert again.result or (again.rivers, len(again.tiles), again.left) != (found.rivers, len(found.tiles), found.left)


PHASES = {"turn": lambda found: found.turn, "claim": lambda found: found.asked and not found.turn, "result": lambda found: found.result}


@pytest.mark.parametrize("phase", PHASES)
def test_loaded_again(visit: Visit, phase: str) -> None:
    """In a turn, while asked about a discard, at a settlement: the same is there again, and the game goes on."""
    player = visit("desk", quick=True).quick_game("changsha")
    found = player.play(PHASES[phase])
    before = player.page.locator(".outcome, .mine").last.inner_text()
    player.page.reload()
    again = player.table("result" if phase == "result" else "asked")
    assert (again.kinds, again.rivers, again.left, again.turn) == (found.kinds, found.rivers, found.left, found.turn)
    assert player.page.locator(".outcome, .mine").last.inner_text() == before
    if again.result:
        player.go_on(again)
    else:
        player.answer(again)
    player.play(lambda later: later.asked and later.left != again.left)


BEGINNINGS: dict[str, tuple[str, str, str]] = {  # where a page is opened, what is pressed first, what comes of it
    "a room": ("/create", "form.create button.go", ".chairs"),
    "a game": ("/", "[data-game=changsha]", ".board"),
    "a name": ("/", "form.name button", "p a[href='/account']"),
}


@pytest.mark.parametrize("what", BEGINNINGS)
def test_who_is_quicker_than_the_server_waits_to_be_somebody(visit: Visit, what: str) -> None:
    """The first page of a newcomer, in a slow network: nobody is known there before the server has answered."""
    path, button, comes = BEGINNINGS[what]
    held: list[Route] = []
    player = visit("phone", quick=True)
    player.context.route("**/api/session", lambda route: held.append(route))  # a function of its own: Playwright marks it
    player.open(path)
    if what == "a name":
        player.page.fill("input[name=name]", "阿东")
    player.press(button)
    player.page.wait_for_timeout(500)
    assert held and not player.page.locator(comes).count() and not player.page.get_by_role("alert").count()
    for route in held:
        route.continue_()
    player.page.locator(comes).wait_for()


def test_loaded_again_in_the_waiting_room_and_when_the_match_is_over(visit: Visit) -> None:
    player = visit("phone", quick=True)
    player.create("changsha").fill_with_bots(3)
    names = player.page.locator(".chairs").inner_text()
    player.page.reload()
    player.page.locator(".chairs").wait_for()
    assert player.page.locator(".chairs").inner_text() == names
    player.begin()
    player.play(lambda found: found.over)
    final = player.page.locator(".final").inner_text()
    player.page.reload()
    player.table("over")
    assert player.page.locator(".final").inner_text() == final


def test_a_second_tab_takes_over_and_the_first_says_so(visit: Visit) -> None:
    player = visit("desk").quick_game("changchun")
    player.play(lambda found: found.turn)
    first, second = player.page, player.context.new_page()
    second.goto(first.url)
    first.get_by_text(ELSEWHERE).wait_for()
    player.page = second
    before = hand_of(player)
    player.page = first
    player.shoot("elsewhere-desk")
    player.press("button:has-text('在这里打')")
    player.table("asked")
    assert hand_of(player) == before
    second.get_by_text(ELSEWHERE).wait_for()


UNLOADED = "这部分还没取到，正在再试"
FORM = "form.create"


def test_a_screen_that_did_not_come_is_tried_again(visit: Visit, wire: Wire) -> None:
    """By itself, and when asked to; meanwhile the page says so."""
    player = visit("phone", at=wire.base).open("/")
    player.expected = ["net::ERR_"]
    player.page.wait_for_load_state("networkidle")
    wire.cut()
    player.press("a[href='/create']")
    player.see(UNLOADED)
    player.shoot("unloaded-phone")
    wire.mend()
    player.press("[role=alert] button:has-text('再试一次')")
    player.page.locator(FORM).wait_for()
    assert not player.page.locator("[role=alert]").count()
    wire.cut()
    player.press("button:has-text('取消')")
    player.press("a[href='/calculator']")
    player.see(UNLOADED)
    wire.mend()
    player.page.locator(".palette").wait_for()


def test_a_screen_whose_fetch_hangs_comes_when_the_network_is_back(visit: Visit, wire: Wire) -> None:
    player = visit("desk", at=wire.base).open("/")
    player.expected = ["net::ERR_"]
    player.page.wait_for_load_state("networkidle")
    wire.hush()
    player.press("a[href='/create']")
    player.page.get_by_role("status").first.wait_for()
    for _ in range(500):  # one of the silent connections after the other is given up
        player.page.evaluate("dispatchEvent(new Event('online'))")
        player.page.wait_for_timeout(20)
        if player.page.locator(FORM).count():
            return
    raise AssertionError("the form has not come")


def test_a_table_without_its_later_parts_plays_on_and_gets_them(visit: Visit) -> None:
    """Unhandled: Failed to fetch dynamically imported module: …/effects.js (seen when the network fell silent)."""
    player = visit("desk", quick=True)
    player.expected = ["net::ERR_FAILED"]
    parts = re.compile(r"/(told|effects|panels|result|waiting|create)\.js$")
    player.context.route(parts, lambda route: route.abort())
    player.quick_game("changchun")
    player.play(lambda found: found.asked)  # no farther: who wins then is not shown without its part
    player.page.keyboard.press("s")
    player.see(UNLOADED)
    player.context.unroute(parts)
    player.page.evaluate("dispatchEvent(new Event('online'))")
    player.page.locator(".panel .scores").wait_for()
    player.page.keyboard.press("s")
    player.page.wait_for_function("JSON.parse(localStorage['paiju-told'] ?? '[]').some((hand) => hand.id && hand.root)")
    player.play(lambda found: found.turn and found.rivers["me"] > 3)
    player.page.locator("[aria-live=polite] p").first.wait_for(state="attached")
