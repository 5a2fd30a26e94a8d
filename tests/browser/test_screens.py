"""What the other screens say is what the engine says: the replay shows the hand that was played, the calculator answers as ``paiju score``."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Visit
from tests.browser.people import NAMES, Person, signed

CASES = Path(__file__).resolve().parents[1] / "cases" / "curated.jsonl"
TAPPED = ("cc-a1", "cc-a2", "cc-d1", "bc-a1", "bc-c1", "cs-a2", "cs-a4")
MELDS = {"winds_kong": "旋风杠"}
SEATS = "东南西北"
BOARD = """() => [...document.querySelectorAll(".board [data-place]")].map((seat) => [
  seat.querySelector(".who b").innerText, seat.querySelector(".score").innerText,
  ...[".river", ".melds"].map((part) => [...seat.querySelectorAll(`${part} use`)].map((tile) => tile.getAttribute("href"))),
])"""
SETTLED = """() => Object.fromEntries([".sums li", ".lines li", ".winner p b", ".fans li", ".scores tr"].map((part) =>
  [part, [...document.querySelectorAll(part)].map((one) => one.textContent.replace(/\\s+/g, ""))]))"""


@pytest.mark.parametrize("game", ("changchun", "baicheng", "changsha"))
def test_a_replay_ends_as_the_hand_did(visit: Visit, game: str) -> None:
    """The same rivers, melds and points on the table, the same settlement line by line."""
    player = visit("desk", quick=True).quick_game(game)
    player.play(lambda found: found.result)
    player.page.locator(".outcome summary").last.wait_for()
    settled = player.page.evaluate(SETTLED)
    board = player.page.evaluate(BOARD)
    link = player.page.locator(".outcome a[href^='/replay/']").get_attribute("href")
    assert link is not None
    player.open(link).page.locator(".controls").wait_for()
    assert player.page.evaluate(BOARD) != board or not any(river for _, _, river, _ in board)
    player.page.keyboard.press("End")
    assert player.page.evaluate(BOARD) == board
    player.page.keyboard.press("s")
    player.page.locator(".panel .sums").wait_for()
    assert player.page.evaluate(SETTLED) == settled


def test_the_calculator_answers_as_paiju_score(visit: Visit) -> None:
    player = visit("phone", quick=True).open("/calculator")
    cases = {case["id"]: case["request"] for case in map(json.loads, CASES.read_text(encoding="utf-8").splitlines())}
    asked = [cases[name] for name in TAPPED]
    for name, request, answer in zip(TAPPED, asked, scored(asked), strict=True):
        build(player, request)
        card = player.page.locator("#answered")
        verdict = card.locator(".verdict").inner_text()
        if not answer["legal"]:
            assert verdict.split() == ["不能胡", answer["reason_text"]["zh"]], name
            continue
        assert verdict.split() == ["能胡", signed(answer["deltas"][request["winner"]])], name
        assert [row.split()[-1] for row in card.locator(".sums li").all_inner_texts()] == [signed(delta) for delta in answer["deltas"]], name
        fans = [row.split()[:2] for row in card.locator(".fans li").all_inner_texts()]
        expected = [[answer["names"][fan]["zh"], str(value)] for fan, value in answer["fans"].items()]
        assert fans == (expected or [["没有番"]]), name
        amounts = [int(text) for text in card.locator(".lines .amount").all_inner_texts()]
        assert amounts == [payment["amount"] for payment in answer["payments"]], name


def test_the_calculator_takes_typed_hands_and_says_what_is_no_hand(visit: Visit) -> None:
    player = visit("desk", quick=True).open("/calculator?game=changchun&winner=1")
    player.expected.append("400")
    field, answer = player.page.locator(".typed input"), player.page.locator("#answered")
    field.fill("二四五六七万 一饼一饼 七条七条七条 三万 [喜杠 567z]")
    answer.locator(".verdict.yes").wait_for()
    assert "不含杠钱" in answer.inner_text()
    field.fill("二四五六七万 一瓶")
    answer.locator(".verdict.no").wait_for()
    assert "瓶" in answer.inner_text()
    player.press(".tray .pick")
    player.page.wait_for_function("() => !document.querySelector('.typed input').value.includes('瓶')")


def scored(requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What ``paiju score`` says of them."""
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run([sys.executable, "-m", "paiju", "score", "--explain"], input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def build(player: Person, request: dict[str, Any]) -> None:
    """Taps how it was won and then the hand: with its last tile the answer comes."""
    press = player.press
    press(f".chips label:has-text('{NAMES[request['variant']]}')")
    press(f".chips label:has-text('{'自摸' if request['by'] == 'self_draw' else '点炮'}')")
    press(f"[aria-label='{SEATS[request['winner']]}家 胡']")
    if request["by"] == "discard":
        press(f"[aria-label='{SEATS[request['from']]}家 付']")
    if player.page.locator("button:has-text('清空')").count():
        press("button:has-text('清空')")
    for meld in request["melds"]:
        press(f".modes label:has-text('{MELDS[meld['kind']]}')")
        press(f".palette [data-kind='{kinds_of(meld['tiles'])[0]}']")
    for kind in [*kinds_of(request["hand"]), *kinds_of(request["tile"])]:
        press(f".palette [data-kind='{kind}']")


def kinds_of(text: str) -> list[int]:
    """Tiles in notation as numbers."""
    kinds: list[int] = []
    digits = ""
    for char in text:
        if char.isdigit():
            digits += char
        else:
            kinds += ["mpsz".index(char) * 9 + int(digit) - 1 for digit in digits]
            digits = ""
    return kinds
