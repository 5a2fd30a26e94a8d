"""What the page's screens take for granted, held against Python: who is told what of a record, what the calculator may ask."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from paiju import variants
from paiju.core.win import MELD_IDS
from paiju.game.audience import EVERYTHING
from paiju.game.hand import Hand
from paiju.game.score import answer
from paiju.server.api.games import game_info
from tests import web_vectors
from tests.test_web import HERE, needs_node, node_test

HANDS = 12  # of each game, at scale 1, and never fewer than a third


def telling(name: str, hand: Hand) -> dict[str, Any]:
    """A hand as everybody and each audience is told it."""
    told = [hand.events(audience) for audience in range(EVERYTHING + 1)]
    return {"name": name, "hidden_kongs": bool(hand.game.rules.concealed_kong_hidden), "all": told[EVERYTHING], "told": told}


@needs_node
def test_a_replay_shows_each_seat_what_python_tells_it(tmp_path: Path, scaled: Callable[[int], int]) -> None:
    tellings = tmp_path / "tellings.jsonl"
    with tellings.open("wb") as file:
        for number in range(max(HANDS // 3, scaled(HANDS))):
            for name, hand in web_vectors.finished(number):
                if hand.position is None:
                    file.write(msgspec.json.encode(telling(name, hand)) + b"\n")
    assert "tellings" in node_test(HERE / "story.test.mjs", PAIJU_TELLINGS=str(tellings))


@pytest.mark.parametrize("variant", variants.names())
def test_the_calculator_is_told_what_a_request_may_say(variant: str) -> None:
    info = game_info(variant)
    assert set(info.claims) <= {"treasure", "matched", "kong", "dice_kong", "moment", "opening", "closed", "bird", "payer_ready"}
    assert set(info.melds) <= set(MELD_IDS[1:])
    request = {"variant": variant, "dealer": 0, "winner": 1, "hand": "123m456m789m123p5p", "tile": "5p", "by": "self_draw", "melds": []}
    for kind in range(34):
        tile = f"{kind % 9 + 1}{'mpsz'[kind // 9]}"
        error = answer({**request, "tile": tile}).get("error")
        assert (error is None) == (kind in info.kinds), (tile, error)
    for claim, fields in {"treasure": {"treasure": {"tile": "5p", "how": "drawn"}}, "closed": {"closed": [0]}, "bird": {"bird": "5p"}}.items():
        assert ("error" not in answer({**request, **fields})) == (claim in info.claims), claim
