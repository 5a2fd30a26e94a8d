"""What the engine itself would tell a page: every message is held against it, and the page's fold against the seat's view."""

from __future__ import annotations

from typing import Any

from paiju.game.telling import Teller
from paiju.game.views import View
from paiju.server import protocol as p
from paiju.server.table import Table
from tests.server.pages import Page


class Truth:
    """The check of one page of a seat. ``whole`` folds the seat's view anew each time; without, only along with the events."""

    def __init__(self, table: Table, *, whole: bool = False) -> None:
        self.table = table
        self.whole = whole
        self.teller: Teller
        self.view: View
        self.count = 0

    def __call__(self, page: Page, message: Any) -> None:
        if page.you is None or page.you.chair is None or self.table.room is None or self.table.room.course is None:
            return
        if isinstance(message, p.Begin) or (isinstance(message, p.Snapshot) and message.table is not None):
            hand, seat = self.table.room.course.hand, self.table.room.seats.index(page.you.chair)
            self.teller, self.view = hand.teller(seat), View(seat, len(self.table.room.deal.wall))
            assert page.hand is not None and page.hand.seats == self.table.room.seats
        if isinstance(message, p.Happened) or (isinstance(message, p.Snapshot) and message.table is not None):
            events = tuple(self.teller.news(self.table.play.showing.shown))
            for event in events:
                self.view.see(event)
            if isinstance(message, p.Happened):
                assert message.events == events
            assert page.view == self.view
            self.count += 1
            if self.whole and not self.table.play.showing.behind:
                assert page.view == self.table.room.course.hand.view(self.view.audience)
        if isinstance(message, p.Ask) or (isinstance(message, p.Snapshot) and message.question is not None):
            self.check_question(page)

    def check_question(self, page: Page) -> None:
        room, question = self.table.room, page.question
        assert room is not None and room.course is not None and question is not None
        seat = self.view.audience
        assert not self.table.play.showing.behind
        assert seat in room.course.hand.to_act
        assert question.id == room.question_id(seat)
        assert [choice.action for choice in question.choices] == [str(action) for action in room.course.hand.actions(seat)]


def watched(table: Table, *pages: Page, whole: bool = True) -> list[Truth]:
    """Holds all those pages against the truth from now on."""
    truths = []
    for page in pages:
        truth = Truth(table, whole=whole)
        page.checks.append(truth)
        truths.append(truth)
    return truths
