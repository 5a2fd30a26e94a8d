"""Short ways to ask for a score in tests."""

from typing import Any

from paiju.core.notation import parse_meld
from paiju.core.notation import tiles_text as text_of
from paiju.core.win import MELD_IDS
from paiju.game.score import answer


def request(variant: str, hand: str, tile: str = "", *melds: str, **more: Any) -> dict[str, Any]:
    """A request of seat 1 against dealer 0, discarded by seat 2 unless said otherwise; melds as ``pung 555m``."""
    parts: dict[str, Any] = {"variant": variant, "dealer": 0, "winner": 1, "hand": hand, "by": "discard"}
    parts["melds"] = [{"kind": MELD_IDS[meld.kind], "tiles": text_of(meld.tiles)} for meld in map(parse_meld, melds)]
    if tile:
        parts["tile"] = tile
    if "payer" in more:
        more["from"] = more.pop("payer")
    parts.update(more)
    if parts["by"] in ("discard", "robbed_kong"):
        parts.setdefault("from", 2)
    return parts


def score(variant: str, hand: str, tile: str = "", *melds: str, **more: Any) -> dict[str, Any]:
    """The answer to such a request; an error fails the test."""
    found: dict[str, Any] = answer(request(variant, hand, tile, *melds, **more))
    assert "error" not in found, found
    return found


def fans(variant: str, hand: str, tile: str = "", *melds: str, **more: Any) -> dict[str, int]:
    found = score(variant, hand, tile, *melds, **more)
    assert found["legal"], found
    values: dict[str, int] = found["fans"]
    return values


def deltas(variant: str, hand: str, tile: str = "", *melds: str, **more: Any) -> list[int]:
    found = score(variant, hand, tile, *melds, **more)
    assert found["legal"], found
    amounts: list[int] = found["deltas"]
    return amounts


def reason(variant: str, hand: str, tile: str = "", *melds: str, **more: Any) -> str:
    found = score(variant, hand, tile, *melds, **more)
    assert not found["legal"], found
    text: str = found["reason"]
    return text


def error(variant: str, hand: str, tile: str = "", *melds: str, **more: Any) -> tuple[str, str]:
    """Code and path of the error such a request gets."""
    found: dict[str, Any] = answer(request(variant, hand, tile, *melds, **more))
    assert "error" in found, found
    assert found["error"]["message"]
    return found["error"]["code"], found["error"]["at"]
