"""What the hand of a record was dealt from: a position, a fair part, a seed, or the wall and dice it names.

Knows how a hand begins; not whether it was due, nor how it went on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from paiju.core.errors import PaijuError, RecordError
from paiju.core.notation import parse_tiles
from paiju.game.fair import Deal, commitment, deal, match_seed, promise
from paiju.game.hand import Game, Hand
from paiju.records.record import FairPart, Record


class Source(NamedTuple):
    """What a fair part must hold, the deal that follows from its secret, id and nonces, and the match's seed if it is that of a hand 0."""

    part: FairPart
    deal: Deal
    match_seed: int


def source_of(part: FairPart, game: Game, number: int | None = None) -> Source:
    """From a fair part; ``number``: the hand's number in its match, which its id must end in. PaijuError when it holds no such bytes.

    What was promised and not given nobody can know, so such a promise stands as it is.
    """
    try:
        secret, nonces = bytes.fromhex(part.secret), [bytes.fromhex(text) for text in part.nonces]
    except ValueError:
        raise PaijuError("fair: secret and nonces are hexadecimal", "fair：secret 和 nonces 应是十六进制") from None
    hand_id = part.id if number is None else f"{part.room}/{number}"
    found = deal(secret, hand_id, nonces, game.tiles())
    promises = [promise(nonce, hand_id, chair) if nonce else part.promises[chair] for chair, nonce in enumerate(nonces)]
    due = FairPart(
        id=hand_id,
        secret=secret.hex(),
        nonces=tuple([nonce.hex() for nonce in nonces]),  # type: ignore[arg-type]
        promises=tuple(promises),  # type: ignore[arg-type]
        commitment=commitment(secret),
        root=found.root,
    )
    return Source(due, found, match_seed(secret, nonces))


def start(game: Game, record: Record) -> Hand:
    """The hand of a record before its first answer."""
    if isinstance(record.fair, FairPart):
        return source_of(record.fair, game).deal.hand(game, record.dealer)
    if record.position is not None:
        return game.hand_from(record.position, dice=record.dice)
    if record.seed is not None:
        if abs(record.lane or 0) >> 62:
            raise RecordError(f"lane: found {record.lane}; no lane is so far from 0", f"lane：写的是 {record.lane}；离 0 太远")
        return game.hand(seed=record.seed, lane=record.lane or 0, dealer=record.dealer)
    return dealing(game, record, None)(0, record.dealer)


def dealing(game: Game, record: Record, source: Source | None) -> Callable[[int, int], Hand]:
    """What deals a match the hand of a record where its seed does not: from the fair part, else from the wall and dice named."""

    def deal(number: int, dealer: int) -> Hand:
        if source is not None:
            return source.deal.hand(game, dealer)
        return game.hand(wall=parse_tiles(record.wall), dealer=dealer, dice=record.dice)

    return deal
