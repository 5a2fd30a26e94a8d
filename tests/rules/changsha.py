"""Changsha scenes with nothing in the way: seat 2 deals and has discarded, forty tiles are left, no bird is turned up."""

from typing import Any

from paiju.game.events import Draw
from tests.scenes import Scene, deal, offered, own_turn

FOUR = "1111m456p789p55p78s"  # with the four laid down it waits for 6s and 9s


def calm(more: dict[str, Any]) -> dict[str, Any]:
    """What makes it so, where ``more`` does not say otherwise."""
    return {"left": 40, "dealer": 2, **more, "options": {"birds": 0} | more.get("options", {})}


def turn(hand: str, drawn: str, *melds: str, **more: Any) -> Scene:
    """The own turn of a seat, by default 0, that has just drawn one of these tiles."""
    return own_turn("changsha", hand, drawn, *melds, **calm(more))


def window(tile: str, hand: str, *melds: str, seat: int = 1, **more: Any) -> Scene:
    """Seat 0 has discarded the tile; ``seat`` holds the hand and melds."""
    return offered("changsha", hand, tile, *melds, seat=seat, payer=0, **calm(more))


def locked(draws: str = "", **more: Any) -> Scene:
    """Seat 0 has laid a kong with dice, drawn 9m, and must discard it."""
    return turn(FOUR, "1m", stacks={1: "9m?"}, dice=[1], draws=draws, **more).play("0 cdice 1m")


def dealt(hands: dict[int, str], dealer: int = 0, **more: Any) -> Scene:
    return deal("changsha", [hands.get(seat, "") for seat in range(4)], dealer=dealer, **more)


def sources(scene: Scene) -> list[tuple[int, str, int]]:
    return [(draw.seat, draw.source, draw.place) for draw in scene.told(Draw)]
