"""What the page's reducer is held against: events of random hands as an audience is told them, and its view after each."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from paiju.game.audience import EVERYTHING
from paiju.game.hand import Hand
from paiju.game.views import View
from tests.playthrough import GAMES, Playthrough
from tests.scenes import place
from tests.steer import choose
from tests.test_second_opinion import concealed

MIDDLES: tuple[dict[str, Any], ...] = (
    {"variant": "changchun", "hands": ("123m456m55p789s1z", "", "", ""), "melds": ((), ("pung 777z",), (), ()), "rivers": ("1m2m", "", "9p", "4z")},
    {"variant": "changchun", "hands": ("", "123m456p12789s77z", "", ""), "ready": (1,), "melds": ((), (), ("concealed_kong 8888p",), ())},
    {"variant": "changsha", "hands": ("", "", "", ""), "melds": (("chow 234m",), (), (), ("melded_kong 5555p",))},
)


def finished(number: int) -> Iterator[tuple[str, Hand]]:
    """Hands played to their end: whole ones of every game, and now and then one from the middle."""
    for variant in GAMES:
        play = Playthrough(variant, number, "web")
        for _ in play:
            pass
        yield play.name, play.hand
    if number % 10 == 0:
        yield f"middle {number}", middle(number)


def middle(number: int) -> Hand:
    given = dict(MIDDLES[number // 10 % len(MIDDLES)])
    hand = place(given.pop("variant"), given.pop("hands"), **given).hand
    rng = random.Random(f"web middle {number}")
    while not hand.over:
        seat = rng.choice(hand.to_act)
        hand.play(choose(sorted(str(a) for a in hand.actions(seat)), concealed(hand, seat), rng, 0.1), seat)
    return hand


def vector(name: str, hand: Hand, audience: int) -> dict[str, Any]:
    """One audience's story of a hand."""
    view = View(audience, int(hand.table.wall_size))
    events = hand.events(audience)
    views = []
    for event in events:
        view.see(event)
        views.append(msgspec.Raw(msgspec.json.encode(view)))
    return {"name": name, "audience": audience, "wall_size": int(hand.table.wall_size), "events": events, "views": views}


def write(path: Path, count: int) -> int:
    """At least ``count`` hands of each game, each as one or two audiences are told it, one JSON line a story; how many hands."""
    hands = 0
    with path.open("wb") as file:
        for number in range(count):
            for name, hand in finished(number):
                hands += 1
                for audience in {number % (EVERYTHING + 1), (number // 6 + hands) % (EVERYTHING + 1)}:
                    file.write(msgspec.json.encode(vector(name, hand, audience)) + b"\n")
    return hands
