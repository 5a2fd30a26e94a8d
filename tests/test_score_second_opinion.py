"""The score contract against a second opinion that shares no code with it: legal or why not, fans, deltas, errors."""

import os
import random
from collections import Counter

import pytest

from paiju.game.score import answer
from tests import reference
from tests.score_requests import some_request

REQUESTS = int(8000 * float(os.environ.get("PAIJU_TEST_SCALE") or 1.0)) or 100
SEED = int(os.environ.get("PAIJU_TEST_SEED") or 1)


@pytest.mark.parametrize("game", ["changchun", "baicheng", "changsha"])
def test_both_answer_alike(game: str) -> None:
    rng = random.Random(SEED)
    seen: Counter[str] = Counter()
    for _ in range(REQUESTS):
        request = some_request(game, rng)
        mine, other = answer(request), reference.answer(request)
        if "error" in mine or "error" in other:
            assert ("error" in mine) == ("error" in other), (request, mine, other)
            seen["error"] += 1
            continue
        assert mine == {name: other[name] for name in mine}, (request, mine, other)
        seen[str(mine.get("reason", "legal"))] += 1
    assert seen["legal"] > REQUESTS / 3 and seen["error"] < REQUESTS / 5, seen
