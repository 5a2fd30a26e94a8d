"""Melds that no player can have are refused wherever a hand is written: analysed, scored, or put on a table."""

from typing import Any

import pytest

from paiju.analysis.report import Analyst
from paiju.core.errors import PaijuError, TextError
from paiju.core.notation import parse_meld, tiles_text
from paiju.core.win import MELD_IDS
from paiju.game.hand import Game
from paiju.game.position import Position
from paiju.game.score import answer
from tests.record_tools import in_both

WRONG = [
    ("changsha", {}, ["pung 55p"], "55p is no pung: it is 3 equal tiles"),
    ("changsha", {}, ["concealed_kong 555p"], "555p is no concealed_kong: it is 4 equal tiles"),
    ("changchun", {}, ["pung 556z"], "556z is no pung: it is 3 equal tiles"),
    ("changchun", {}, ["chow 135m"], "135m is no chow: a chow is three tiles in a row of one suit"),
    ("changchun", {}, ["chow 89m1p"], "89m1p is no chow"),
    ("changchun", {}, ["chow 567z"], "567z is no chow"),
    ("baicheng", {}, ["chow 567z"], "567z is no chow"),
    ("baicheng", {"dragon_chow": True}, ["chow 67z"], "67z is no chow"),
    ("changchun", {}, ["ones_kong 1m1p"], "1m1p is no ones_kong: it needs 3 different ones"),
    ("changchun", {}, ["winds_kong 123z"], "123z is no winds_kong: it needs 4 different winds"),
    ("changchun", {}, ["dragons_kong 567z1s"], "1s567z is no dragons_kong: it is made of dragons"),
    ("changchun", {}, ["ones_kong 1m1p1s", "ones_kong 1m1p1s"], "a player has one ones_kong at most; its other tiles are additions"),
    ("changsha", {}, ["ones_kong 1m1p1s"], "this game has no ones_kong"),
    ("baicheng", {}, ["ones_kong 1m1p1s"], "this game has no ones_kong"),
]
RIGHT = [
    ("baicheng", {"dragon_chow": True}, ["chow 567z"]),
    ("changchun", {"bamboo_one_is_wild": True}, ["dragons_kong 56z1s"]),
    ("changchun", {}, ["ones_kong 111m1p1s", "pung 555z"]),
]


OTHERS = ("222444666888s2m", "333555777999s3m", "4444666677772m")


def hand_beside(melds: list[str]) -> str:
    return tiles_text([10, 11, 12, 13, 14, 15, 16, 16, 16, 10, 11, 12, 13][: 13 - 3 * len(melds)])


def scored(variant: str, options: dict[str, object], melds: list[str]) -> Any:
    laid = [parse_meld(text) for text in melds]
    request = {
        "variant": variant, "options": options, "dealer": 0, "winner": 1, "hand": hand_beside(melds), "tile": "9p", "by": "self_draw",
        "melds": [{"kind": MELD_IDS[meld.kind], "tiles": tiles_text(meld.tiles)} for meld in laid],
    }  # fmt: skip
    return answer(request)


@pytest.mark.parametrize(("variant", "options", "melds", "why"), WRONG)
def test_melds_that_cannot_be_are_refused(variant: str, options: dict[str, object], melds: list[str], why: str) -> None:
    game = Game(variant, options)
    written = f"{hand_beside(melds)} {' '.join(f'[{meld}]' for meld in melds)}"
    with pytest.raises(TextError, match=why) as caught:
        Analyst(game).report(written)
    in_both(caught.value)
    found = scored(variant, options, melds)
    assert found["error"]["code"] == "bad_meld" and why in found["error"]["message"], found
    with pytest.raises(PaijuError, match=rf"^melds\[0\]\[{len(melds) - 1}\]: {why}") as caught:
        game.hand_from(Position(turn=0, dealer=0, hands=(hand_beside(melds) + "9p", *OTHERS), melds=(tuple(melds), (), (), ()), wall="2m"))
    in_both(caught.value)


@pytest.mark.parametrize(("variant", "options", "melds"), RIGHT)
def test_melds_that_can_be_are_taken(variant: str, options: dict[str, object], melds: list[str]) -> None:
    game = Game(variant, options)
    Analyst(game).report(f"{hand_beside(melds)} {' '.join(f'[{meld}]' for meld in melds)}")
    assert "error" not in scored(variant, options, melds)
    game.hand_from(Position(turn=0, dealer=0, hands=(hand_beside(melds) + "9p", *OTHERS), melds=(tuple(melds), (), (), ()), wall="2m"))
