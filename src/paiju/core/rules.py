"""What the engine needs to know of a game, as plain data it interprets natively.

A variant builds one ``Rules`` from its options; every field has the default of the plainest game (any four sets and a pair,
no chow restriction, no ready declaration, the wall drawn to its last tile). Knows no game's name and nothing of money.
Fields are grouped as the hand runs: tiles, deal, claims, kongs, wins, ready and treasure, wall end.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.core.tiles import ALL_KINDS, DRAGONS, NINES, ONES, WINDS

# wall_end
DRAW_TO_LAST: Final = 0  # the plain way: exhausted when no tile is left
RESERVE: Final = 1  # a reserve stays undrawn (CC-35)
SHARE_LAST: Final = 2  # the last tiles are taken one each, win or keep (BC-25)
OFFER_LAST: Final = 3  # the very last tile is offered round (CS-30)

# treasure
NO_TREASURE: Final = 0
ROLLED: Final = 1  # rolled and seen by those who declared ready (CC-24)
FIXED_HIDDEN: Final = 2  # set aside after the deal, unknown to everybody (BC-6)

# passed_win_lock
NO_LOCK: Final = 0
LOCK_KIND: Final = 1  # the passed kind may not be won from others until the own next draw (CS-44)
LOCK_ALL: Final = 2  # nothing may be won from others until the own next draw (CC-59)

# opening
OPENING_OFF: Final = 0
OPENING_ENDS: Final = 1
OPENING_CONTINUES: Final = 2

# opening patterns, bits (CS-2)
FOUR_OF_A_KIND: Final = 1
NO_258: Final = 2
LACKS_A_SUIT: Final = 4
TWO_TRIPLETS: Final = 8

# special kongs: numbers of the kinds, and bits of `special_kongs`
WINDS_KONG: Final = 0
DRAGONS_KONG: Final = 1
ONES_KONG: Final = 2
NINES_KONG: Final = 3

# By that number: the kinds as a mask, and by place, four places a kong, -1 where there is none.
KONG_KINDS: Final = vec[i64]([WINDS, DRAGONS, ONES, NINES])
KONG_TILES: Final = vec[i64]([27, 28, 29, 30, 31, 32, 33, -1, 0, 9, 18, -1, 8, 17, 26, -1])

# special_kong_window
FIRST_TURN: Final = 0
DEALT_TILES: Final = 1
ANY_TURN: Final = 2

# reserve
RESERVE_GROWING: Final = 0
RESERVE_SEVEN: Final = 1
RESERVE_NONE: Final = 2

# bits of pair_free: hands whose pair may be of any kind although `pair_kinds` names some (CS-11)
FREE_ALL_PUNGS: Final = 1
FREE_ONE_SUIT: Final = 2
FREE_FOUR_MELDS: Final = 4


@final
class Rules:
    """The rules of one game under one set of options; shared by every hand played under them, never changed after."""

    def __init__(self) -> None:
        # Tiles and deal
        self.kinds: i64 = ALL_KINDS
        self.opening_dice: i64 = 0  # dice rolled at the start of a hand only to place the wall (CC-2)
        # Opening wins (CS-2)
        self.opening: i64 = OPENING_OFF
        self.opening_patterns: i64 = 0
        self.dealt_win_in_opening: bool = False  # the dealer's dealt win is asked before his first turn (CS-3)
        self.opening_dice_birds: bool = False  # `continues`: one die for each opening winner (CS-9)
        self.birds: i64 = 0  # tiles turned up after a win (CS-38)
        # Claims
        self.chow: bool = True
        self.dragon_chow: bool = False  # white-green-red may be chowed (BC-15)
        self.several_winners: bool = False  # CS-42; else the nearest after the payer
        self.passed_win_lock: i64 = NO_LOCK
        self.no_last_single: bool = False  # CC-18
        self.last_single_counts_concealed: bool = False
        # Kongs
        self.kong_after_claim: bool = False  # G-4
        self.concealed_kong_hidden: bool = False  # CC-47, BC-40
        self.kong_dice: i64 = 0  # dice of a kong with dice (CS-19); 0: no such kong
        self.special_kongs: i64 = 0  # bit n: special kong n exists
        self.winds_kong_size: i64 = 4
        self.special_kong_window: i64 = FIRST_TURN
        self.special_kong_wild: i64 = -1  # a kind that may stand for any tile of a special kong (CC-44)
        self.forced_special_kong: i64 = -1  # BC-19: that special kong must be declared when a surplus tile is held
        # Wins
        self.set_of_dragons: bool = False  # white-green-red is a set in hand (BC-15)
        self.suits_required: bool = False  # all three suits in hand and melds (CC-7)
        self.all_pungs_waives_suits: bool = False  # CC-16; the 1, 9 or honour too
        self.orphan_kinds: i64 = 0  # one of these is required anywhere (CC-10); 0: no such condition
        self.pung_required: bool = False  # CC-8
        self.pung_row: i64 = 0  # three kinds in a row that all pungs may have as a set (BC-16)
        self.pung_waiver_pairs: i64 = 0  # pairs that replace the pung (CC-8)
        self.pair_kinds: i64 = ALL_KINDS  # the pair of an ordinary hand (CS-11)
        self.pair_free: i64 = 0
        self.pair_free_at_moment: bool = False  # CS: a win of the moment waives the pair
        self.seven_pairs: bool = False
        self.shapeless_kinds: i64 = 0  # a hand of only these kinds wins without a shape (CS-13)
        self.robbed_kong_is_moment: bool = True  # CS: robbing an added kong without dice counts as a moment
        # Ready and treasure
        self.declare_ready: bool = False  # CC-21
        self.must_declare_to_win: bool = False
        self.treasure: i64 = NO_TREASURE
        self.look_at_once: bool = False  # CC-26: treasure_reveal = at_once
        self.treasure_changes: bool = False  # BC-7
        # Wall end
        self.wall_end: i64 = DRAW_TO_LAST
        self.reserve: i64 = RESERVE_GROWING
        self.reserve_counts_special: bool = False
        self.final_four: bool = False


def special_kong_size(rules: Rules, kong: i64) -> i64:
    """Tiles that make a special kong (CC-38); four winds draw a replacement, three tiles do not (CC-41)."""
    return rules.winds_kong_size if kong == WINDS_KONG else 3
