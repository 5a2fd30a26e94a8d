"""Nothing is kept that was given up: memory does not grow with hands played, views made, requests scored."""

import gc
import tracemalloc
from collections.abc import Callable

import pytest

from paiju import _build
from paiju.analysis.report import Analyst
from paiju.game.hand import Game
from paiju.game.position import Position
from paiju.game.score import answer_line
from paiju.game.why import why_not

GAMES = {key: Game(key) for key in ("changchun", "baicheng", "changsha")}
ANALYST = Analyst(GAMES["changsha"])
DEALT = GAMES["changsha"].hand(seed=3)
REQUEST = b'{"variant": "changchun", "dealer": 0, "winner": 1, "hand": "12m111s456p789p99p", "melds": [], "tile": "3m", "by": "self_draw"}'


def growth(call: Callable[[], object], times: int = 150) -> float:
    """Bytes kept by each call, after a first round that may fill tables and caches.

    The least of three rounds: what is kept is kept in each, what other threads of this process happen to do is not.
    """
    for _ in range(times):
        call()
    return min(_kept(call, times) for _ in range(3)) / times


def _kept(call: Callable[[], object], times: int) -> int:
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(times):
        call()
    gc.collect()
    kept = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return kept


def whole_hand(key: str) -> None:
    hand = GAMES[key].hand(seed=1)
    while not hand.over:
        hand.clone()
        why_not(hand, 1, 3)
        hand.play(hand.actions(hand.to_act[0])[0])
    hand.result()
    hand.view(2)
    hand.events()


def placed() -> None:
    hands = ("111222333m55p789s", "444555666m1122p", "777888999m3344p", "666777888p1234s")
    GAMES["changsha"].hand_from(Position(hands=hands, wall="5s6s5s6s", turn=0, drawn="9s"))


def hint() -> None:
    """Of a hand in play, and of one that leaves waits."""
    ANALYST.look(DEALT, 0)
    ANALYST.report("123m456m789p34559s")


@pytest.mark.parametrize("key", GAMES)
def test_a_hand_leaves_nothing_behind(key: str) -> None:
    assert growth(lambda: whole_hand(key), 12) < 40


@pytest.mark.parametrize("call", [lambda: answer_line(REQUEST), placed, GAMES["baicheng"].tiles], ids=["score", "position", "tiles"])
def test_a_call_leaves_nothing_behind(call: Callable[[], object]) -> None:
    assert growth(call, 600) < 20


def test_a_hint_leaves_nothing_behind() -> None:
    """What may be left is what compiled code forgets to release: interpreted a hint takes long, so it is asked for seldom."""
    if _build.compiled():
        assert growth(hint, 60) < 20
    else:
        assert growth(hint, 5) < 2000


def test_the_measure_sees_a_leak() -> None:
    kept: list[bytes] = []
    assert growth(lambda: kept.append(bytes(100))) > 100
