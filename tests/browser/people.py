"""Somebody with a browser: what his page shows him, and what he does with fingers or keys. Knows nothing that is not on the screen."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import BrowserContext, Page

SHOTS: Final = Path(__file__).resolve().parents[2] / "build" / "screenshots"
NAMES: Final = {"changchun": "长春", "baicheng": "白城", "changsha": "长沙"}
PATIENCE: Final = 45_000  # milliseconds for anything to appear
ON: Final = "[data-next]:not(:disabled)"  # the button to the next hand
LOOK: Final = Path(__file__).with_name("look.js").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Table:
    """What stands on a table's screen."""

    tiles: list[dict[str, Any]]
    buttons: list[dict[str, Any]]
    rivers: dict[str, int]
    next: list[list[float]]
    turn: bool
    asked: bool
    result: bool
    over: bool
    hand: str
    left: int
    holds: bool

    def button(self, *words: str) -> dict[str, Any] | None:
        return next((button for button in self.buttons if button["word"] in words), None)

    @property
    def kinds(self) -> list[int]:
        return [tile["kind"] for tile in self.tiles]


class Person:
    """One browser with its cookies, and the page in front."""

    def __init__(self, context: BrowserContext, base: str, *, touch: bool) -> None:
        self.context: Final = context
        self.base: Final = base
        self.touch: Final = touch
        self.wrong: Final[list[str]] = []
        self.expected: list[str] = []  # parts of lines that the console may hold
        context.set_default_timeout(PATIENCE)
        context.on("console", lambda message: self.wrong.append(message.text) if message.type in ("error", "warning") else None)
        context.on("weberror", lambda error: self.wrong.append(str(error.error)))
        context.on("request", lambda request: None if request.url.startswith((base, "data:")) else self.wrong.append(f"asked for {request.url}"))
        self.page: Page = context.new_page()

    # -- going about ---------------------------------------------------------------------------------------------

    def open(self, path: str = "/") -> Person:
        self.page.goto(path if path.startswith("http") else self.base + path)
        return self

    def like(self, **likes: object) -> None:
        """Comes with a page that remembers this of him."""
        self.context.add_init_script(f"localStorage.setItem('paiju', '{json.dumps(likes)}')")

    def see(self, text: str) -> None:
        """Waits for some text."""
        self.page.get_by_text(text).first.wait_for()

    def whole(self) -> None:
        """Waits until the parts of the page that come when they are needed are there."""
        self.page.locator(".coming").first.wait_for(state="detached")

    def press(self, selector: str) -> None:
        """By finger or mouse, whatever this browser has."""
        target = self.page.locator(selector).first
        if self.touch:
            target.tap()
        else:
            target.click()

    def reach(self, selector: str, *, back: bool = False) -> None:
        """By the tab key, until that is where the keyboard is."""
        for _ in range(80):
            if self.page.evaluate("(s) => Boolean(document.activeElement?.matches(s))", selector):
                return
            self.page.keyboard.press("Shift+Tab" if back else "Tab")
        raise AssertionError(f"the tab key does not lead to {selector}")

    def shoot(self, name: str) -> None:
        """Keeps a picture of the page."""
        SHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SHOTS / f"{name}.jpeg", type="jpeg", quality=85, animations="disabled")

    # -- rooms ---------------------------------------------------------------------------------------------------

    def quick_game(self, game: str) -> Person:
        """Against bots, from the first page."""
        self.open("/").press(f"[data-game={game}]")
        self.table("asked result")
        return self

    def create(self, game: str, *, length: str = "4", claim_wait: bool = True) -> Person:
        """Opens a room of his own by the form."""
        self.open("/create")
        self.press(f".chip:has(input[name=variant]):has-text('{NAMES[game]}')")
        self.page.select_option("select:has(option[value='4'])", length)
        if not claim_wait:
            self.press("summary:has-text('牌桌设置')")
            self.press("label:has-text('打牌后停一下')")
        self.press("form.create button.go")
        self.page.locator(".chairs").wait_for()
        return self

    @property
    def number(self) -> str:
        """That of the room he is in."""
        return self.page.locator("h1.number").inner_text()

    def fill_with_bots(self, count: int) -> Person:
        """On the free chairs, one after another."""
        for left in range(count - 1, -1, -1):
            self.press(".chair:not(.taken) .acts button:has-text('电脑')")
            self.page.wait_for_function("(left) => document.querySelectorAll('.chair:not(.taken)').length === left", arg=left)
        return self

    def begin(self) -> Person:
        """Starts the match he is the host of."""
        self.press(".bar.go button:has-text('开始'):enabled")
        self.table("tiles")
        return self

    # -- at the table --------------------------------------------------------------------------------------------

    def table(self, test: str = "tiles", patience: int = PATIENCE) -> Table:
        """What is seen once one of these holds: asked, turn, result, over, next, !asked …"""
        found = Table(**self.page.evaluate(LOOK, [test, patience]))
        assert found.holds, f"not seen within {patience} ms: {test}; seen: {found}"
        return found

    def answer(self, found: Table) -> None:
        """Answers as somebody would who likes to win: wins, declares, claims the first set, throws away what stands alone."""
        button = found.button("胡", "自摸", "要海底") or (found.button("报听") if not any(one["on"] for one in found.buttons) else None)
        claimed = len(found.tiles) < 13
        if button is None and not claimed:
            button = found.button("碰", "吃", "旋风杠", "喜杠", "幺杠", "九杠")
        if button is None and not found.turn:
            button = found.button("过") or found.buttons[0]
        if button is not None:
            self.hit(button)
            return
        tile = loneliest([one for one in found.tiles if one["may"]])
        self.hit(tile)
        if self.touch and not tile["raised"]:
            self.hit(tile)

    def hit(self, one: dict[str, Any]) -> None:
        """A tile or a button, by finger or by its key."""
        if self.touch:
            self.page.touchscreen.tap(*one["at"])
        else:
            self.page.keyboard.press(one["key"])

    def play(self, until: Callable[[Table], bool]) -> Table:
        """Plays on until something holds."""
        for _ in range(2000):
            found = self.table("asked result")
            if until(found):
                return found
            if found.asked:
                self.answer(found)
            elif found.next:
                self.go_on(found)
        raise AssertionError("this match does not end")

    def go_on(self, found: Table) -> None:
        """Has seen the settlement: to the next hand, when all others have seen it too."""
        if self.touch:
            self.page.touchscreen.tap(*found.next[0])
        else:
            self.page.keyboard.press("Enter")
        gone = "([on, before]) => !document.querySelector(on) || document.querySelector('.top small').innerText !== before"
        self.page.wait_for_function(gone, arg=[ON, found.hand])


def signed(points: int) -> str:
    """As the page writes it."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


def loneliest(tiles: list[dict[str, Any]]) -> dict[str, Any]:
    """The tile with the fewest others near it; the last one of those that are alike."""
    kinds = [tile["kind"] for tile in tiles]

    def company(kind: int) -> int:
        near = [abs(kind - other) for other in kinds if (kind > 26 and kind == other) or (kind <= 26 and kind // 9 == other // 9)]
        return sum({0: 4, 1: 2, 2: 1}.get(distance, 0) for distance in near)

    return min(reversed(tiles), key=lambda tile: company(tile["kind"]))
