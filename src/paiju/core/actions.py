"""Action numbers: what a player may ask for, as one small integer each.

An action is ``word * 64 + bit``: the legal actions of a seat are at most eight masks, and asking whether one is legal is a
bit test. In a claim window each asked seat has one mask of its own, read with the bits of word 0.
Text forms live in ``notation``.
"""

from typing import Final

from mypy_extensions import i64

# Word 0, and every claim mask.
PASS: Final = 0
WIN: Final = 1
WIN_FIRST: Final = 2  # on the first of two tiles turned up by dice (CS-19)
WIN_SECOND: Final = 3
WIN_BOTH: Final = 4
PUNG: Final = 5
KONG: Final = 6  # melded kong of a discard
DICE_KONG: Final = 7  # ... with dice (CS-19)
CHOW_LOW: Final = 8  # the claimed tile is the lowest of the chow
CHOW_MIDDLE: Final = 9
CHOW_HIGH: Final = 10
CHOW_DRAGONS: Final = 11
SECOND: Final = 7  # added to PUNG .. CHOW_HIGH: the same with the second of two tiles
PUNG_SECOND: Final = 12
KONG_SECOND: Final = 13
DICE_KONG_SECOND: Final = 14
CHOW_LOW_SECOND: Final = 15
CHOW_MIDDLE_SECOND: Final = 16
CHOW_HIGH_SECOND: Final = 17
TAKE: Final = 18  # the sea bottom (CS-30)

ANY_WIN: Final = 0xF << WIN
ANY_PUNG_OR_KONG: Final = 0x7 << PUNG | 0x7 << PUNG_SECOND
ANY_CHOW: Final = 0xF << CHOW_LOW | 0x7 << CHOW_LOW_SECOND

# Words of an own turn; the bit is the tile's kind.
WORD_MISC: Final = 0
WORD_DISCARD: Final = 1
WORD_READY: Final = 2  # declare ready with this discard (CC-22)
WORD_CONCEALED: Final = 3
WORD_ADDED: Final = 4
WORD_CONCEALED_DICE: Final = 5
WORD_ADDED_DICE: Final = 6
WORD_SPECIAL: Final = 7
WORDS: Final = 8

DISCARD: Final = 64 * WORD_DISCARD
READY: Final = 64 * WORD_READY
CONCEALED: Final = 64 * WORD_CONCEALED
ADDED: Final = 64 * WORD_ADDED
CONCEALED_DICE: Final = 64 * WORD_CONCEALED_DICE
ADDED_DICE: Final = 64 * WORD_ADDED_DICE
SPECIAL: Final = 64 * WORD_SPECIAL
ACTIONS: Final = 64 * WORDS

# Word 7: special kongs. Declaring: bit = set_start(kong) + subset, where bit n of the subset says that the n-th tile of the
# kong's kinds is laid as itself; the others (up to the kong's size) are wild tiles (CC-70). Adding: bit = add_start(kong) + n,
# n-th tile of the kong's kinds, or the last place for a wild tile.
FIRST_ADD: Final = 40


def set_start(kong: i64) -> i64:
    """First bit of word 7 for declaring special kong 0-3: sixteen subsets of the four winds, eight of three tiles."""
    return 8 + 8 * kong if kong else 0


def add_start(kong: i64) -> i64:
    """First bit of word 7 for adding to special kong 0-3: five places for the winds, four for the others."""
    return FIRST_ADD + 1 + 4 * kong if kong else FIRST_ADD
