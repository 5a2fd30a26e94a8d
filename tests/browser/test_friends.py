"""Two people and two bots at one table, one on a phone and one at a desk, who came by the link."""

from __future__ import annotations

from playwright.sync_api import Route, WebSocket

from tests.browser.conftest import Visit
from tests.browser.people import Person, Table

BOARD = """() => Object.fromEntries([...document.querySelectorAll(".board [data-place]")].map((seat) => [seat.dataset.place, {
  name: seat.querySelector(".who b").innerText, score: seat.querySelector(".score").innerText,
  river: [...seat.querySelectorAll(".river use")].map((tile) => tile.getAttribute("href")),
  melds: [...seat.querySelectorAll(".melds use")].map((tile) => tile.getAttribute("href")),
}]))"""
SUMS = "() => [...document.querySelectorAll('.sums li')].map((seat) => seat.innerText.replace(/你\\s*/, '').split(/\\s+/))"


def around(person: Person) -> dict[str, object]:
    """What lies before each player, by name."""
    seats = person.page.evaluate(BOARD)
    return {seat.pop("name"): seat for seat in seats.values()}


def agree(one: Person, other: Person) -> None:
    """Both see the same before each player, as soon as both pages have drawn it."""
    for _ in range(50):
        if around(one) == around(other):
            return
        one.page.wait_for_timeout(100)
    assert around(one) == around(other)


def test_a_name_that_is_saved_after_sitting_down_comes_to_the_chair(visit: Visit) -> None:
    """On a slow line 坐下 is pressed before the new name has been saved."""
    host, guest = visit("desk", quick=True), visit("phone", quick=True)
    host.create("changsha")
    guest.open(f"/room/{host.number}")
    late: list[Route] = []
    guest.page.route("**/api/me", lambda route: late.append(route))
    guest.page.locator("form.name input").fill("老王")
    guest.press("form.name button")
    guest.page.locator("form.name button:disabled").wait_for()  # one name at a time
    guest.press(".chair:not(.taken) .acts button:has-text('坐下')")
    host.page.locator(".chair.taken").nth(1).wait_for()
    guest.press(".bar.go button:has-text('准备')")
    host.page.locator(".chair.set").wait_for()
    assert "老王" not in host.page.locator(".chairs").inner_text()
    late.pop().continue_()
    host.see("老王")
    assert host.page.locator(".chair.set").count() == 1, "who was ready stays so"
    field = guest.page.locator("form.name input:not([readonly])")
    field.fill("老王二")
    guest.page.unroute("**/api/me")
    field.press("Enter")
    host.see("老王二")
    assert guest.page.evaluate("document.activeElement.name") == "name", "the field stays the one that was typed in"


def test_a_name_that_is_saved_after_the_room_was_left_brings_nobody_back(visit: Visit) -> None:
    """He was shown as here, and his next page there was thrown out."""
    host, guest = visit("desk", quick=True), visit("desk", quick=True)
    host.create("changsha")
    guest.open(f"/room/{host.number}")
    guest.press(".chair:not(.taken) .acts button:has-text('坐下')")
    late: list[Route] = []
    guest.page.route("**/api/me", lambda route: late.append(route))
    guest.page.locator("form.name input").fill("老王")
    guest.press("form.name button")
    guest.page.locator("form.name button:disabled").wait_for()
    guest.press(".links a[href='/']")
    guest.page.locator("main.lobby").wait_for()
    host.page.locator(".chair:has-text('离线')").wait_for()
    sockets: list[WebSocket] = []
    guest.page.on("websocket", lambda socket: sockets.append(socket))
    with guest.page.expect_response("**/api/me"):
        late.pop().continue_()
    guest.page.wait_for_function("document.querySelector('form.name input').value === '老王'")
    assert not sockets
    guest.press(f".rooms a[href='/room/{host.number}']")
    host.see("老王")
    host.page.locator(".chair:has-text('离线')").wait_for(state="detached")


def test_two_people_and_two_bots_by_an_invite_link(visit: Visit) -> None:
    host, guest = visit("phone", quick=True), visit("desk", quick=True)
    host.create("baicheng", claim_wait=False)
    host.shoot("waiting-phone")
    guest.open(host.page.locator(".copy input").input_value())
    guest.page.locator("form.name input").fill("老王")
    guest.press("form.name button")
    guest.press(".chair:not(.taken) .acts button:has-text('坐下')")
    host.see("老王")
    guest.press(".bar.go button:has-text('准备')")
    host.page.locator(".chair.set").wait_for()
    host.fill_with_bots(2)
    guest.shoot("waiting-desk")
    host.begin()

    compared = 0
    ended: list[Table] = []
    while not ended:
        host_sees, guest_sees = seen = [person.table("tiles result") for person in (host, guest)]
        if all(found.result for found in seen):
            ended = seen
        elif host_sees.turn or guest_sees.turn:
            holder, other = (host, guest) if host_sees.turn else (guest, host)
            agree(host, guest)
            assert not other.table().asked, "a question is shown to whom it is put"
            holder.answer(host_sees if holder is host else guest_sees)
            compared += 1
        else:
            for person, found in ((host, host_sees), (guest, guest_sees)):
                if found.asked:
                    person.answer(found)
    assert compared > 3
    assert sorted(host.page.evaluate(SUMS)) == sorted(guest.page.evaluate(SUMS))

    # the next hand waits for both, whoever loads his page again meanwhile
    host.go_on(ended[0])
    host.see("等其他人…")
    host.page.reload()
    host.table("result")
    guest.go_on(guest.table("next"))
    for person in (host, guest):
        person.see("第 2/4 盘")
    agree(host, guest)
