"""How many sequences of legal answers lead on from a hand, in all and behind each first answer. The counting itself is compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paiju.core.errors import PaijuError
from paiju.core.perft import count

if TYPE_CHECKING:
    from paiju.game.hand import Hand

DEEPEST = 12  # beyond it no machine ends, and 64 bits would not hold the number


def perft(hand: Hand, depth: int) -> int:
    """Sequences of exactly ``depth`` answers. In a window each asked seat's answer is one, in the order of ``to_act``.

    >>> from paiju.game.hand import Game
    >>> perft(Game("changchun").hand(seed=1), 2)
    104
    """
    return int(count(hand.table, _checked(depth)))


def divide(hand: Hand, depth: int) -> dict[str, int]:
    """The same number split by the first answer, keyed ``seat action``; what to compare when two programs disagree."""
    _checked(depth)
    found = {}
    for seat in hand.to_act[:1]:
        for action in hand.actions(seat):
            after = hand.clone()
            after.play(action, seat)
            found[f"{seat} {action}"] = int(count(after.table, depth - 1))
    return found


def _checked(depth: int) -> int:
    if not 1 <= depth <= DEEPEST:
        raise PaijuError(f"depth must be 1 to {DEEPEST}; got {depth}", f"深度应是 1 到 {DEEPEST}，不是 {depth}")
    return depth
