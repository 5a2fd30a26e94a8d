"""Whether a page can be read by all (axe), and fits on its screen; keeps a picture of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest

from tests.browser.people import Person

AXE: Final = Path(__file__).resolve().parents[1] / "web" / "node_modules" / "axe-core" / "axe.min.js"
STILL: Final = """Promise.all(document.getAnimations().filter((one) => one.effect.getTiming().iterations < 9)
  .map((one) => one.finished.catch(() => {})))"""
CHECK: Final = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary.split("\\n")[1]}`));
}"""
# nothing is cut off at the side; tables and rows of chips may be moved sideways
WIDE: Final = """() => [
  ...(document.documentElement.scrollWidth > screen.width ? [`the page: ${document.documentElement.scrollWidth}px`] : []),
  ...[...document.querySelectorAll("body *")].filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth
      && ["auto", "scroll"].includes(getComputedStyle(one).overflowX) && !one.querySelector(":scope > table, :scope > .chip"))
    .map((one) => `${one.tagName} ${one.className}: ${one.scrollWidth}px in ${one.clientWidth}px`),
]"""


class Inspector:
    """Goes through pages and writes down what is wrong. ``axe``: not only what is too wide."""

    def __init__(self, person: Person, look: str, *, axe: bool = True) -> None:
        self.person: Final = person
        self.look: Final = look
        self.source: Final = source() if axe else ""
        self.wrong: list[str] = []

    def see(self, name: str) -> None:
        page = self.person.page
        self.person.whole()
        page.evaluate(STILL)
        self.person.shoot(f"{name}-{self.look}")
        self.wrong += [f"{name}: too wide: {line}" for line in page.evaluate(WIDE)]
        if self.source:
            if not page.evaluate("'axe' in window"):
                page.evaluate(self.source)
            self.wrong += [f"{name}: {line}" for line in page.evaluate(CHECK)]

    def end(self) -> None:
        assert not self.wrong, "\n".join(self.wrong)


def source() -> str:
    """axe-core, as npm has installed it; skips or fails where it has not."""
    if AXE.exists():
        return AXE.read_text(encoding="utf-8")
    why = "needs axe-core: (cd tests/web && npm ci)"
    if "browser" in os.environ.get("PAIJU_REQUIRE", ""):
        pytest.fail(why)
    pytest.skip(why)
