"""Why a hand does not win: numbers, and for each the contract's word and a sentence in Chinese and English."""

from typing import Final

# Among several readings of a hand the reason furthest down (up to NO_PUNG) is named.
IT_WINS: Final = 0
NOT_COMPLETE: Final = 1
PAIR_NOT_258: Final = 2
MISSING_SUIT: Final = 3
NO_TERMINAL_OR_HONOUR: Final = 4
NO_PUNG: Final = 5
LAST_SINGLE_TILE: Final = 6
TREASURE_NOT_ALLOWED: Final = 7
NOT_READY: Final = 8
TREASURE_NOT_A_WAIT: Final = 9
NO_OPENING_WIN: Final = 10

# By number: the contract's word, Chinese, English.
REASONS: Final[list[tuple[str, str, str]]] = [
    ("", "", ""),
    ("not_complete", "牌没有成型", "the tiles make no winning shape"),
    ("pair_not_258", "将不是二、五、八", "the pair is not of 2, 5 or 8"),
    ("missing_suit", "万、饼、条不全", "a suit is missing"),
    ("no_terminal_or_honour", "没有幺九牌或字牌", "there is no 1, 9 or honour"),
    ("no_pung", "没有刻子或杠，也没有箭牌将", "there is no pung or kong, nor a pair that replaces it"),
    ("last_single_tile", "手把一：亮出四副且有吃牌", "four exposed melds with a chow among them leave a last single tile"),
    ("treasure_not_allowed", "没有幺九牌或字牌的手牌不能看宝", "a hand without 1, 9 or honour may not use the treasure"),
    ("not_ready", "没有听牌", "the hand is not ready"),
    ("treasure_not_a_wait", "宝牌不是所听的牌", "the treasure is not one of the waits"),
    ("no_opening_win", "没有起手胡的牌型", "the hand has no opening pattern"),
]
