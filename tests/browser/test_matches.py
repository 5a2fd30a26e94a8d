"""Whole matches as people play them: by taps on a phone, by the keyboard alone at a desk."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Visit
from tests.browser.people import Person

GAMES = ("changchun", "baicheng", "changsha")
SHORTEST = "4"  # hands


@pytest.mark.parametrize("game", GAMES)
def test_a_match_by_taps_on_a_phone(visit: Visit, game: str) -> None:
    player = visit("phone", quick=True).create(game, length=SHORTEST).fill_with_bots(3).begin()
    finish(player)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_by_the_keyboard_alone(visit: Visit, game: str) -> None:
    """From the first page on: the form, the waiting room, four hands, the end, back to the first page."""
    player = visit("desk", quick=True).open("/")
    press = player.page.keyboard.press
    player.reach("a[href='/create']")
    press("Enter")
    player.reach("input[name=variant]")
    for _ in range(GAMES.index(game)):
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
    player.reach(".bar.go button:first-child")
    press("Enter")
    player.reach(".bar.go button[aria-pressed] + button.go")
    press("Enter")
    finish(player)


def finish(player: Person) -> None:
    """To the end of the match, whose table adds up."""
    player.play(lambda found: found.over)
    hands = [cells_of(row) for row in player.page.locator(".outcome .scores tbody tr").all_inner_texts()]
    total = cells_of(player.page.locator(".outcome .scores tfoot tr").inner_text())
    assert len(hands) == int(SHORTEST)
    assert all(sum(hand) == 0 for hand in hands)
    assert [sum(column) for column in zip(*hands, strict=True)] == total
    places = [int(row.split()[-1].replace("−", "-")) for row in player.page.locator(".final li").all_inner_texts()]
    assert places == sorted(total, reverse=True)


def cells_of(row: str) -> list[int]:
    """The four numbers of a table's row."""
    return [int(cell.replace("−", "-")) for cell in row.split("\t")[1:]]
