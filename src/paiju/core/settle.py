"""What one win pays: the settlement with its fans, the reading chosen, and payments line by line.

Holds numbers and ids only; sentences are made on demand by ``wording``. Which fans and amounts is ``scoring``'s business.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from paiju.core.fans import Fan, Tally
from paiju.core.readings import Reading
from paiju.core.reasons import IT_WINS, REASONS
from paiju.core.tiles import BIT, NONE
from paiju.core.win import NOBODY, Win

# What a payment is for.
FOR_WIN: Final = 0
FOR_OPENING: Final = 1
FOR_KONG: Final = 2
FOR_ADDITION: Final = 3  # a tile added to a special kong
FOR_TREASURE_PUNG: Final = 4  # BC-8
FOR_LEAVING: Final = 5  # CS-48

# What a payer adds to the winner's fans, as a mask.
PAYER_IS_DEALER: Final = 1
PAYER_DISCARDED: Final = 2
PAYER_IS_CLOSED: Final = 4

HOUSE: Final = NOBODY  # receives what no player gets (CS-48)


@final
class Payment:
    """One transfer between two seats, with what it was worked out from."""

    def __init__(self, giver: i64, taker: i64, amount: i64, cause: i64, clause: str) -> None:
        self.giver: i64 = giver
        self.taker: i64 = taker
        self.amount: i64 = amount
        self.cause: i64 = cause
        self.clause: str = clause
        self.share: i64 = giver  # whose share it is, when another covers it
        self.count: i64 = 0  # fans with the payer's own; big wins; opening patterns
        self.adds: i64 = 0  # PAYER_* mask
        self.unit: i64 = 0  # the price of one, where the count multiplies it
        self.extra: i64 = 0  # the dealer's part of it
        self.extra_once: i64 = 0  # the same, where it counts once only
        self.hits: i64 = 0  # birds that hit this payment
        self.meld: i64 = 0  # kind of the kong
        self.tile: i64 = NONE  # its tile

    def __repr__(self) -> str:
        return f"Payment({self.giver} to {self.taker}: {self.amount}, {self.clause})"


@final
class Settlement:
    """One win, scored. With ``reason`` other than IT_WINS nothing else is filled in."""

    def __init__(self, win: Win, fans: list[Fan]) -> None:
        self.win: Final = win
        self.fans: Final = fans
        self.reason: i64 = IT_WINS
        self.held: i64 = 0  # mask of fan numbers
        self.values: vec[u8] = vec[u8]()
        self.total: i64 = 0
        self.reading: Reading | None = None
        self.payments: list[Payment] = []

    @property
    def legal(self) -> bool:
        return self.reason == IT_WINS

    @property
    def reason_id(self) -> str:
        """The contract's word for why it is no win; empty for a win."""
        return REASONS[self.reason][0]

    def take(self, tally: Tally) -> None:
        """Copies a tally's result."""
        self.held = tally.held
        self.total = tally.total
        self.values = tally.values[:]

    def fan_values(self) -> dict[str, int]:
        """The winner's fans by id, in the order of their declaration."""
        found: dict[str, int] = {}
        for i, fan in enumerate(self.fans):
            if self.held & BIT[i]:
                found[fan.id] = int(self.values[i])
        return found

    def deltas(self) -> list[int]:
        """What each of the four seats gains."""
        return sum_payments(self.payments)


def sum_payments(payments: list[Payment]) -> list[int]:
    """What each of the four seats gains by some payments; what goes to the house is no seat's gain."""
    seats = vec[i64]([0, 0, 0, 0])
    for p in payments:
        seats[p.giver] -= p.amount
        if p.taker != HOUSE:
            seats[p.taker] += p.amount
    return [int(seats[0]), int(seats[1]), int(seats[2]), int(seats[3])]
