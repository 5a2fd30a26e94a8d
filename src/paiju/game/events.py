"""What happened, as frozen values: the words in which a hand tells its story to seats, watchers and records.

Each event says who may see what of it: a field is None where the one it is shown to may not know it. Made from the engine's log by
``views``; read back from JSON by ``msgspec`` as the tagged union ``Event``.
"""

from typing import Literal

import msgspec


class _Event(msgspec.Struct, frozen=True, tag_field="event", tag=lambda name: name.lower(), omit_defaults=True):
    pass


class Open(_Event, frozen=True):
    """The wall is opened (CC-2): ``dice`` the dealer's and the breaker's; drawing starts at ``stack`` (1-17) of ``wall``."""

    dealer: int
    dice: tuple[int, ...] = ()
    breaker: int | None = None
    wall: int | None = None
    stack: int | None = None


class Deal(_Event, frozen=True):
    """The dealt tiles of one seat (G-11); ``tiles`` are known to that seat only."""

    seat: int
    count: int
    tiles: tuple[int, ...] | None = None


class Placed(_Event, frozen=True):
    """A hand begins in the middle (a puzzle, a test): what the audience may know of the position."""

    dealer: int
    turn: int
    wall_left: int
    hands: tuple[tuple[int, ...] | None, ...]
    counts: tuple[int, ...]
    melds: tuple[tuple[tuple[str, tuple[int, ...]], ...], ...]
    rivers: tuple[tuple[int, ...], ...]
    points: tuple[int, ...] = (0, 0, 0, 0)
    ready: tuple[int, ...] = ()
    locked: tuple[int, ...] = ()
    drawn: int | None = None
    treasure: int | None = None
    treasure_aside: bool = False


class Draw(_Event, frozen=True):
    """A tile is drawn from the front, the tail, a place named by dice, as one of the last tiles, or as the sea bottom."""

    seat: int
    source: Literal["front", "tail", "dice", "last", "sea"]
    place: int
    tile: int | None = None


class Discard(_Event, frozen=True):
    """A tile goes; ``ready`` when the seat declares ready with it (CC-22); ``also`` the second of two dice tiles (CS-19)."""

    seat: int
    tile: int
    ready: bool = False
    also: int | None = None


class Chow(_Event, frozen=True):
    """A discard is chowed; ``tiles`` the whole chow, ``tile`` the claimed one."""

    seat: int
    tile: int
    tiles: tuple[int, int, int]
    source: int


class Pung(_Event, frozen=True):
    """A discard is punged; ``robbed`` when it was an addition to a special kong (CC-48)."""

    seat: int
    tile: int
    source: int
    robbed: bool = False


class Kong(_Event, frozen=True):
    """A kong of four equal tiles stands. ``tile`` of a concealed kong is hidden where the game hides it (CC-47)."""

    seat: int
    kind: Literal["melded_kong", "added_kong", "concealed_kong"]
    tile: int | None = None
    source: int | None = None
    dice: bool = False


class Propose(_Event, frozen=True):
    """A tile is shown to be added to a pung or special kong; it may be robbed (G-4)."""

    seat: int
    tile: int
    to: Literal["pung", "winds_kong", "dragons_kong", "ones_kong", "nines_kong"]
    dice: bool = False


class Robbed(_Event, frozen=True):
    """The added tile is claimed: the addition is off."""

    seat: int
    tile: int


class Special(_Event, frozen=True):
    """A special kong is declared."""

    seat: int
    kind: Literal["winds_kong", "dragons_kong", "ones_kong", "nines_kong"]
    tiles: tuple[int, ...]


class Addition(_Event, frozen=True):
    """A tile is added to a special kong."""

    seat: int
    kind: Literal["winds_kong", "dragons_kong", "ones_kong", "nines_kong"]
    tile: int


class Roll(_Event, frozen=True):
    """A die is rolled for the treasure in the name of ``seat`` (CC-24); ``stack`` is counted from the tail, from 1.

    ``refused``: it names a used, missing or drawn place, and is rolled again.
    """

    seat: int
    die: int
    stack: int | None = None
    lower: bool = False
    refused: bool = False


class Look(_Event, frozen=True):
    """A declared seat looks at the treasure; only that seat learns the tile."""

    seat: int
    tile: int | None = None


class TreasureBack(_Event, frozen=True):
    """The treasure is dead and returns to its place (CC-27)."""

    seat: int


class TreasureSet(_Event, frozen=True):
    """The fixed hidden treasure is set aside (BC-6)."""

    place: int


class TreasureOut(_Event, frozen=True):
    """The old treasure is turned up, out of play (BC-7)."""

    tile: int


class Dice(_Event, frozen=True):
    """The dice of a kong (CS-19)."""

    seat: int
    dice: tuple[int, ...]


class TurnUp(_Event, frozen=True):
    """The tiles of a two-dice kong are turned up (CS-19)."""

    seat: int
    tiles: tuple[int, ...]


class SeaOffer(_Event, frozen=True):
    """A seat takes or declines the sea bottom (CS-30)."""

    seat: int
    taken: bool


class SeaTurned(_Event, frozen=True):
    """The sea bottom, taken but not won on, is turned up (CS-31)."""

    seat: int
    tile: int


class OpeningWin(_Event, frozen=True):
    """An opening win (CS-2): its patterns, the tiles shown for them, the die of `continues`."""

    seat: int
    patterns: tuple[str, ...]
    shown: tuple[int, ...] = ()
    die: int | None = None


class Win(_Event, frozen=True):
    """A seat wins. ``how``: self_draw, matched_treasure, discard, robbed_kong, opening. ``source``: who pays for the tile."""

    seat: int
    how: Literal["self_draw", "matched_treasure", "discard", "robbed_kong", "opening"]
    tiles: tuple[int, ...] = ()
    source: int | None = None


class Bird(_Event, frozen=True):
    """A bird is turned up (CS-38)."""

    tile: int


class Exhausted(_Event, frozen=True):
    """The wall ends without a win."""


class Pay(_Event, frozen=True):
    """One payment line (G-5): booked when it falls due, but for a hidden concealed kong only when the hand is over (CC-47).

    ``to`` is None for the house (CS-48). ``why``: win, opening, kong, addition, treasure_pung, leaving; ``fans`` the winner's.
    """

    giver: int
    to: int | None
    amount: int
    why: str
    clause: str
    fans: tuple[str, ...] = ()


class End(_Event, frozen=True):
    """The hand is over: all hands, concealed kongs and the treasure are open."""

    hands: tuple[tuple[int, ...], ...]
    kongs: tuple[tuple[int, ...], ...]
    deltas: tuple[int, int, int, int]
    next_dealer: int
    treasure: int | None = None


Event = (
    Open | Deal | Placed | Draw | Discard | Chow | Pung | Kong | Propose | Robbed | Special | Addition | Roll | Look | TreasureBack | TreasureSet
    | TreasureOut | Dice | TurnUp | SeaOffer | SeaTurned | OpeningWin | Win | Bird | Exhausted | Pay | End
)  # fmt: skip
