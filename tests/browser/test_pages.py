"""Every page and every state of the table: readable to all (axe), within the screen, a picture kept of each in build/screenshots."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from paiju.server.protocol import Closed, Snapshot
from tests.browser.conftest import Visit
from tests.browser.staged import Stage, scenes

AXE = Path(__file__).resolve().parents[1] / "web" / "node_modules" / "axe-core" / "axe.min.js"
CHECK = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary.split("\\n")[1]}`));
}"""
STILL = "Promise.all(document.getAnimations().filter((one) => one.effect.getTiming().iterations < 9).map((one) => one.finished.catch(() => {})))"
WIDER = """() => [
  ...(document.documentElement.scrollWidth > screen.width ? [`the page: ${document.documentElement.scrollWidth}px`] : []),
  ...[...document.querySelectorAll("body *")].filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth
      && ["auto", "scroll"].includes(getComputedStyle(one).overflowX)
      && !one.querySelector(":scope > table, :scope > input[type=radio], :scope > .chip"))
    .map((one) => `${one.tagName} ${one.className}: ${one.scrollWidth}px in ${one.clientWidth}px`),
]"""
PLACES = {
    "lobby": "/",
    "create": "/create",
    "settings": "/settings",
    "missing": "/no-such-page",
    "nowhere": "/room/000000",
    "me": "/me",
    "leaders": "/leaders",
    "calculator": "/calculator",
    "games": "/games",
    "rules": "/rules/changchun",
    "fair": "/fair",
}
LOOKS = [("phone", "zh", "dark"), ("desk", "en", "light"), ("phone", "en", "light"), ("side", "zh", "light")]
INSPECTED = LOOKS[:2]  # by axe; the others only by their width
PANELS = {"l": "waits", "y": "why", "s": "scores", "?": "help"}


def axe() -> str:
    if AXE.exists():
        return AXE.read_text(encoding="utf-8")
    why = "needs axe-core: (cd tests/web && npm ci)"
    if "browser" in os.environ.get("PAIJU_REQUIRE", ""):
        pytest.fail(why)
    pytest.skip(why)


class Inspector:
    """Goes through pages and writes down what is wrong."""

    def __init__(self, visit: Visit, size: str, lang: str, theme: str) -> None:
        self.source = axe()
        self.person = visit(size)
        self.person.like(lang=lang, theme=theme, sound=False)
        self.look = f"{size}-{lang}-{theme}"
        self.inspects = (size, lang, theme) in INSPECTED
        self.wrong: list[str] = []

    def see(self, name: str) -> None:
        page = self.person.page
        page.evaluate(STILL)
        self.person.shoot(f"{name}-{self.look}")
        if self.inspects:
            if not page.evaluate("'axe' in window"):
                page.evaluate(self.source)
            self.wrong += [f"{name}: {line}" for line in page.evaluate(CHECK)]
        self.wrong += [f"{name}: too wide: {line}" for line in page.evaluate(WIDER)]


@pytest.mark.parametrize("look", LOOKS, ids="-".join)
def test_pages(visit: Visit, look: tuple[str, str, str]) -> None:
    inspector = Inspector(visit, *look)
    person = inspector.person
    for name, path in PLACES.items():
        person.open(path).page.wait_for_load_state("networkidle")
        inspector.see(name)
        if name == "create":
            for summary in person.page.locator("summary").all():
                summary.click()
            inspector.see("create-open")
    assert not inspector.wrong, "\n".join(inspector.wrong)


@pytest.mark.parametrize("look", LOOKS, ids="-".join)
def test_the_table(visit: Visit, look: tuple[str, str, str]) -> None:
    inspector = Inspector(visit, *look)
    stage = Stage(inspector.person)
    for scene in scenes():
        stage.show(scene)
        inspector.see(scene)
        if scene == "turn":
            for key, panel in PANELS.items():
                inspector.person.page.keyboard.press(key)
                inspector.person.page.locator(".panel header").wait_for()
                inspector.see(panel)
                inspector.person.page.keyboard.press("Escape")
            inspector.person.page.locator("header.top nav button").last.click()
            inspector.person.page.locator(".panel menu").wait_for()
            inspector.see("menu")
    assert not inspector.wrong, "\n".join(inspector.wrong)


def test_buttons_go_when_the_question_closes(visit: Visit) -> None:
    """Others may decide it, or the time runs out (known fault 24)."""
    person = visit("desk")
    stage = Stage(person)
    for scene in ("claim", "turn"):
        stage.show(scene)
        found = person.table("asked")
        [snapshot] = scenes()[scene]
        assert isinstance(snapshot, Snapshot) and snapshot.question is not None
        stage.say(Closed(question=snapshot.question.id))
        after = person.table("!asked")
        assert not after.buttons and not after.turn and after.kinds == found.kinds
        for key in ("1", "0", "h", "Enter", " "):
            person.page.keyboard.press(key)
        assert not [command for command in stage.commands if command["do"] == "answer"]


def test_who_watches_has_no_buttons(visit: Visit) -> None:
    person = visit("desk")
    Stage(person).show("watch")
    assert not person.page.locator(".mine").count() and not person.page.locator(".answer").count()
