"""Taps, drags, buttons and keys at the table, and what a page answers by them."""

import re
from typing import Any

import pytest

from tests.table.conftest import Look


def answers(page: Any) -> list[str]:
    return [command["action"] for command in page.evaluate("window.sent") if command["do"] == "answer"]


def free_tiles(page: Any) -> Any:
    return page.locator(".mytile:not(.dim)")


def action_of(tile: Any) -> str:
    kind = int(tile.get_attribute("data-kind"))
    return f"discard {kind % 9 + 1}{'mpsz'[kind // 9]}"


# -- one tap, two taps, a drag -----------------------------------------------------------------------------------


def test_a_double_click_discards_one_tile_and_it_is_the_one_under_the_pointer(look: Look) -> None:
    page = look.at("vote")
    tile = free_tiles(page).nth(4)
    wanted = action_of(tile)
    tile.dblclick()
    page.wait_for_timeout(500)
    assert answers(page) == [wanted]


def test_by_touch_the_first_tap_raises_the_second_discards(look: Look) -> None:
    page = look.at("vote", "phone", touch=True)
    tile = free_tiles(page).nth(2)
    wanted = action_of(tile)
    tile.tap()
    assert "raised" in tile.get_attribute("class")
    assert answers(page) == []
    tile.tap()
    assert answers(page) == [wanted]


def test_with_one_tap_set_touch_discards_at_once(look: Look) -> None:
    page = look.at("vote", "phone", touch=True, likes='{"discard":"one"}')
    tile = free_tiles(page).nth(2)
    wanted = action_of(tile)
    tile.tap()
    assert answers(page) == [wanted]


def drag(page: Any, tile: Any, up: float) -> None:
    box = tile.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - up / 2, steps=3)
    page.mouse.move(x, y - up, steps=3)
    page.mouse.up()


def test_a_drag_upwards_discards_a_small_one_does_not(look: Look) -> None:
    page = look.at("vote", likes='{"discard":"drag"}')
    tile = free_tiles(page).nth(3)
    wanted = action_of(tile)
    drag(page, tile, 20)
    assert answers(page) == []
    drag(page, tile, 140)
    assert answers(page) == [wanted]


def test_a_refused_answer_says_why_and_may_be_given_again(look: Look) -> None:
    page = look.at("vote", query="&refuse=1")
    free_tiles(page).nth(1).click()
    assert page.locator(".notice").inner_text()
    page.wait_for_timeout(500)
    free_tiles(page).nth(1).click()
    assert len(answers(page)) == 2


# -- buttons -----------------------------------------------------------------------------------------------------


def test_buttons_go_with_the_answer(look: Look) -> None:
    page = look.at("claim")
    assert page.locator(".answer").count() >= 4
    page.locator(".answer.pass").click()
    assert answers(page) == ["pass"]
    assert page.locator(".answer").count() == 0


def test_a_win_is_not_passed_by_one_press(look: Look) -> None:
    page = look.at("claimwin")
    page.locator(".answer.pass").click()
    assert answers(page) == []
    page.wait_for_timeout(400)
    page.locator(".answer.pass").click()
    assert answers(page) == ["pass"]


def test_on_an_own_turn_with_a_win_a_discard_needs_two_clicks(look: Look) -> None:
    page = look.at("selfwin")
    tile = free_tiles(page).nth(0)
    wanted = action_of(tile)
    tile.click()
    assert answers(page) == []
    page.wait_for_timeout(400)
    tile.click()
    assert answers(page) == [wanted]


def test_declaring_ready_offers_only_the_tiles_that_leave_it_and_says_what_for(look: Look) -> None:
    page = look.at("ready")
    before = free_tiles(page).count()
    page.get_by_role("button", name="报听").click()
    assert 0 < free_tiles(page).count() < before
    tile = page.locator(".mytile.leads").first
    wanted = action_of(tile).replace("discard", "ready")
    assert "听" in tile.get_attribute("aria-label")
    tile.click()
    assert answers(page) == [wanted]


def test_a_watcher_has_no_buttons_and_no_hand(look: Look) -> None:
    page = look.at("watch")
    assert page.locator(".answer, .mytile").count() == 0


# -- keys --------------------------------------------------------------------------------------------------------


def test_keys_discard_claim_and_open_panels(look: Look) -> None:
    page = look.at("vote")
    wanted = action_of(page.locator(".mytile").nth(1))
    page.keyboard.press("2")
    assert answers(page) == [wanted]
    page = look.at("claim")
    page.keyboard.press("l")
    page.wait_for_selector(".panel")
    page.keyboard.press("Escape")
    assert page.locator(".panel").count() == 0
    page.keyboard.press("0")
    assert answers(page) == ["pass"]


def test_arrows_and_enter_discard_too(look: Look) -> None:
    page = look.at("vote")
    wanted = action_of(page.locator(".mytile").nth(2))
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    assert answers(page) == [wanted]


def test_keys_typed_into_a_field_are_the_fields(look: Look) -> None:
    page = look.at("vote")
    page.evaluate("document.querySelector('#main').append(document.createElement('input'))")
    page.locator("#main > input").focus()
    page.keyboard.type("2h0lym")
    page.wait_for_timeout(300)
    assert answers(page) == []
    assert page.locator(".panel").count() == 0


def test_a_key_held_down_discards_one_tile(look: Look) -> None:
    page = look.at("vote")
    for _ in range(4):
        page.keyboard.down("3")
    page.keyboard.up("3")
    assert len(answers(page)) == 1


# -- a whole hand ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["changchun", "baicheng", "changsha"])
def test_a_whole_hand_is_shown_to_its_end(look: Look, variant: str) -> None:
    page = look.at(f"live-{variant}", "phone", likes='{"sound":false}', query="&pace=4")
    page.wait_for_selector(".outcome", timeout=20_000)
    assert re.search(r"\d", page.locator(".sums").inner_text())
    assert not [command for command in page.evaluate("window.sent") if command["do"] == "sync"]
    page.keyboard.press("Enter")
    assert page.evaluate("window.sent.at(-1).do") == "next"
