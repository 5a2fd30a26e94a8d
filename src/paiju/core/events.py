"""Event numbers: what happened, one packed integer each, in the log of a table.

An event is ``kind | seat << 6 | a << 9 | b << 17 | c << 25 | d << 33``. What a, b, c, d mean stands beside each kind; who may
see them is decided in one place, ``paiju.game.telling``.
"""

from typing import Final

from mypy_extensions import i64

OPEN_WALL: Final = 1  # seat = dealer; a b = his dice, c d = the breaker's (CC-2)
DEAL: Final = 2  # the dealt tiles lie in the wall's order (G-11)
DRAW: Final = 3  # a tile, b source, c place in the wall
DISCARD: Final = 4  # a tile, b 1 when ready is declared with it, c second of two tiles or NONE
CHOW: Final = 5  # a claimed tile, b lowest tile of the chow, c from
PUNG: Final = 6  # a tile, c from, d 1 when it was an addition to a special kong
KONG: Final = 7  # committed: a tile, b meld kind, c from (melded kong), d 1 with dice
PROPOSE_ADDED: Final = 8  # a tile, d 1 with dice: an added kong that may be robbed
PROPOSE_ADDITION: Final = 9  # a special kong, b tile: an addition that may be robbed
ROBBED: Final = 10  # a tile: the proposal is off
SPECIAL: Final = 11  # a special kong, b subset laid as themselves
ADDITION: Final = 12  # committed: a special kong, b tile
ROLL_TREASURE: Final = 13  # seat in whose name; a die, b stack from the tail, c 1 lower tile, d 1 the die was refused
LOOK: Final = 14  # a tile, for the seat alone
TREASURE_BACK: Final = 15  # the tile set aside returns to its place (it is dead)
TREASURE_SET: Final = 16  # b place: the fixed hidden treasure is set aside (BC-6)
TREASURE_OUT: Final = 17  # a tile: the old treasure is turned up, out of play (BC-7)
DICE: Final = 18  # a b dice of a kong
TURN_UP: Final = 19  # a tile (b second tile or NONE) turned up: two-dice kong
SEA_OFFER: Final = 20  # a 1 taken, 0 declined
SEA_TURNED: Final = 21  # a tile: the sea bottom is turned up
OPENING_WIN: Final = 22  # a patterns, b die or 0
WIN: Final = 23  # a tile, b how (table.WON_DRAWN ...), c payer or NO_PAYER, d which of two tiles (finish.won_tiles)
BIRD: Final = 24  # a tile
EXHAUSTED: Final = 25
END: Final = 26

NO_PAYER: Final = 7  # of a win nobody pays for alone

# sources of a draw
FRONT: Final = 0
TAIL: Final = 1
DICE_PLACE: Final = 2
LAST_TILES: Final = 3
SEA: Final = 4
DEALT: Final = 5


def pack(kind: i64, seat: i64, a: i64, b: i64, c: i64, d: i64) -> i64:
    return kind | seat << 6 | a << 9 | b << 17 | c << 25 | d << 33
