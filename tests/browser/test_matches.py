"""Whole matches as people play them: by taps on a phone, by the keyboard alone at a desk."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Visit
from tests.browser.inspector import Inspector
from tests.browser.people import Person

GAMES = ("changchun", "baicheng", "changsha")
SHORTEST = "4"  # hands


@pytest.mark.parametrize("game", GAMES)
def test_a_match_by_taps_on_a_phone(visit: Visit, game: str) -> None:
    """And what is left of it: it stands in his games and figures, and its last hand was fair."""
    player = visit("phone", quick=True).create(game, length=SHORTEST).fill_with_bots(3).begin()
    hands = [hand[0] for hand in finish(player)]
    player.shoot(f"over-{game}-phone")
    looked = Inspector(player, f"{game}-phone")

    player.open("/games").press(".match summary")
    player.page.locator(".match .hands").wait_for()
    assert number_in(player.page.locator(".match .sum").inner_text()) == sum(hands)
    assert [number_in(text) for text in player.page.locator(".match .hands b").all_inner_texts()] == hands
    looked.see("played")

    player.open("/me").page.locator(".figures").wait_for()
    assert player.page.locator(".figure b").first.inner_text() == SHORTEST
    looked.see("figures")

    player.open("/fair").press(".hands button")
    player.page.locator(".verdict.yes").wait_for()
    assert not player.page.locator(".check:not(.right)").count()
    looked.see("checked")
    looked.end()


def test_a_match_by_the_keyboard_alone(visit: Visit) -> None:
    """From the first page on: the form, the waiting room, four hands, the end, back to the first page."""
    player = visit("desk", quick=True).open("/")
    press = player.page.keyboard.press
    player.reach("a[href='/create']")
    press("Enter")
    player.reach("input[name=variant]")
    for _ in range(GAMES.index("changsha")):
        press("ArrowRight")
    player.reach("select:has(option[value='4'])")
    while player.page.evaluate("document.activeElement.value") != SHORTEST:
        press("ArrowDown")
    player.reach("form.create button.go")
    press("Enter")
    for left in (2, 1, 0):
        player.reach(".chair:not(.taken) .acts button")
        press("Enter")
        player.page.wait_for_function("(left) => document.querySelectorAll('.chair:not(.taken)').length === left", arg=left)
    player.reach(".bar.go button.go")
    press("Enter")
    finish(player)


def finish(player: Person) -> list[list[int]]:
    """To the end of the match, whose table adds up; what each hand has brought, by chair."""
    player.play(lambda found: found.over)
    hands = [cells_of(row) for row in player.page.locator(".outcome .scores tbody tr").all_inner_texts()]
    total = cells_of(player.page.locator(".outcome .scores tfoot tr").inner_text())
    assert len(hands) == int(SHORTEST)
    assert all(sum(hand) == 0 for hand in hands)
    assert [sum(column) for column in zip(*hands, strict=True)] == total
    places = [number_in(row) for row in player.page.locator(".final li").all_inner_texts()]
    assert places == sorted(total, reverse=True)
    return hands


def cells_of(row: str) -> list[int]:
    """The four numbers of a table's row."""
    return [number_in(cell) for cell in row.split("\t")[1:]]


def number_in(text: str) -> int:
    """The number at the end of a text, as the page writes it."""
    return int(text.split()[-1].replace("−", "-"))
