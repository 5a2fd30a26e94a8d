"""What money is paid for, as plain native values: melds, one winner's claim, and how a hand ended.

Filled by the engine and by whoever scores a single hand; knows no rule.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from paiju.core.tiles import KINDS, NONE

# Kinds of melds; a special kong is SPECIAL_KONG plus its number in `rules` (winds, dragons, ones, nines).
CHOW: Final = 1
PUNG: Final = 2
MELDED_KONG: Final = 3
ADDED_KONG: Final = 4
CONCEALED_KONG: Final = 5
SPECIAL_KONG: Final = 6
MELD_IDS: Final[list[str]] = [
    "",
    "chow",
    "pung",
    "melded_kong",
    "added_kong",
    "concealed_kong",
    "winds_kong",
    "dragons_kong",
    "ones_kong",
    "nines_kong",
]

# by
SELF_DRAW: Final = 0
DISCARD: Final = 1
ROBBED_KONG: Final = 2
OPENING: Final = 3
BY_IDS: Final[list[str]] = ["self_draw", "discard", "robbed_kong", "opening"]

# treasure_how
DRAWN: Final = 1
MATCHED: Final = 2

# after
AFTER_KONG: Final = 1  # won on a kong replacement
AFTER_DICE_KONG: Final = 2  # on a dice replacement, or on one another had to discard; robbing: the kong was declared with dice

# moment
FIRST_DEAL: Final = 1
FIRST_DISCARD: Final = 2
SEA_BOTTOM: Final = 3

NOBODY: Final = -1
UNKNOWN: Final = -1  # waits not worked out yet


@final
class Meld:
    """One meld: its kind and its tiles (kinds, ascending; a special kong with its additions)."""

    def __init__(self, kind: i64, tiles: list[int]) -> None:
        self.kind: i64 = kind
        self.tiles: list[int] = tiles

    def __repr__(self) -> str:
        return f"Meld({MELD_IDS[self.kind]}, {self.tiles})"


@final
class Win:
    """One winner's claim.

    ``hand`` holds 34 counts: the concealed tiles without the winning tile, or all of them when ``tile`` is NONE. With a
    treasure ``tile`` is the treasure's kind.
    """

    def __init__(self, seat: i64, dealer: i64, by: i64, hand: vec[u8], melds: list[Meld], tile: i64 = NONE, payer: i64 = NOBODY) -> None:
        self.seat: i64 = seat
        self.dealer: i64 = dealer
        self.by: i64 = by
        self.payer: i64 = payer  # discarder, adder of the robbed kong, or taker of the sea bottom
        self.hand: vec[u8] = hand
        self.melds: list[Meld] = melds
        self.tile: i64 = tile
        self.treasure_how: i64 = 0
        self.after: i64 = 0
        self.tiles_won: i64 = 1  # 2: both tiles turned up by two dice; `tile` is one of them
        self.moment: i64 = 0
        self.closed: i64 = 0  # mask of the losers whose hands are closed
        self.payer_safe: bool = False  # the payer has declared ready and looked (CC-70)
        self.birds: list[int] = []  # kinds; only their numbers matter
        self.opening: i64 = 0  # patterns of an opening win; 0 with by OPENING: find them in the hand
        self.waits: i64 = UNKNOWN  # waits of the 13 tiles if the caller knows them; saves time only

    def with_tile(self, tile: i64) -> "Win":
        """The same claim on another tile."""
        w = Win(self.seat, self.dealer, self.by, self.hand, self.melds, tile, self.payer)
        w.treasure_how = self.treasure_how
        w.after = self.after
        w.tiles_won = self.tiles_won
        w.moment = self.moment
        w.closed = self.closed
        w.payer_safe = self.payer_safe
        w.birds = self.birds
        w.waits = self.waits
        return w


def claim(seat: i64, dealer: i64, by: i64, counts: bytes, melds: list[Meld], tile: i64 = NONE, payer: i64 = NOBODY) -> Win:
    """A claim made outside the compiled modules: 34 counts as bytes.

    A vec handed by interpreted code to a compiled function is never freed (mypyc 2.4.1), bytes are.
    """
    return Win(seat, dealer, by, vec[u8](counts), melds, tile, payer)


@final
class Outcome:
    """How a hand ended, as far as the next dealer depends on it."""

    def __init__(self, dealer: i64) -> None:
        self.dealer: i64 = dealer
        self.wins: list[Win] = []  # those that ended the hand, in the order settled
        self.opening_wins: list[Win] = []  # those paid at once while play went on
        self.exhausted: bool = False
        self.sea_taker: i64 = NOBODY
        self.sea_first_asked: i64 = NOBODY
        self.last_tile_by_kong: i64 = NOBODY  # who took the wall's last tile as a kong replacement
        self.birds: list[int] = []


def no_tiles() -> vec[u8]:
    """34 zero counts."""
    return vec[u8]([0] * KINDS)
