"""The one mutable thing: a table in the middle of a hand, as packed arrays, with the moves of tiles that keep it consistent.

Knows where every tile lies and what is asked; not what is allowed (``turn``, ``claims``, ``kongs``) nor what follows (``play``).
Longer than other modules: one class holds the layout, and a fifth of it is the copy, written out field by field for speed.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr, u8

from paiju.core.events import pack
from paiju.core.rules import KONG_TILES, Rules
from paiju.core.stream import next_below
from paiju.core.tiles import BIT, NONE, PACKED_POWER, lowest
from paiju.core.win import CHOW, CONCEALED_KONG, PUNG, SPECIAL_KONG
from paiju.core.winning import MELD_CHOW, MELD_LAST_SINGLE, MELD_PUNG, WINS, WINS_AT_MOMENT, all_waits, verdict

# What is asked now.
OVER: Final = 0
TURN: Final = 1  # the own turn of `turn`
WINDOW: Final = 2  # claims on a tile of `turn`
OPENING: Final = 3  # opening wins
LOOK: Final = 4  # a matched treasure (CC-31)
SHARE: Final = 5  # one of the last tiles, taken in turn (BC-25)
SEA_OFFER: Final = 6
SEA_TAKEN: Final = 7
DICE_TILES: Final = 8  # two tiles turned up by dice

# What comes after a look.
BEFORE_DRAW: Final = 0
BEFORE_REPLACEMENT: Final = 1
BEFORE_SHARE: Final = 2
BEFORE_NEXT: Final = 3  # the next seat's draw (look_at_once)
BEFORE_CLAIMED_TURN: Final = 4
BEFORE_CLAIMED_KONG: Final = 5

# How a hand was won.
WON_DRAWN: Final = 1  # on the own turn, or with one of the last tiles: the tile, if any, is in hand
WON_TURNED: Final = 2  # by the sea bottom or dice tiles the winner took himself: not in hand
WON_MATCHED: Final = 3  # by a matched treasure
WON_DISCARD: Final = 4
WON_ROBBED: Final = 5
WON_OPENING: Final = 6

# What a window is about.
ON_DISCARD: Final = 0
ON_ADDED: Final = 1  # an added kong that may be robbed
ON_ADDITION: Final = 2  # an addition to a special kong
ON_SEA: Final = 3

# Layout of `small`: bytes. The wall's length differs, so it comes last.
VISIBLE: Final = 0  # 34: copies of a kind everybody can see
MELD: Final = 34  # 4 seats x 4 melds x (kind, tile)
SPECIALS: Final = 66  # 4 seats x 4 special kongs x 2 bytes: copies laid of its 4 kinds and of the wild tile, three bits each
MELDS: Final = 98  # 4: melds of a seat
ANSWER: Final = 102  # 4: bit answered in the window
OPENED: Final = 106  # 4: patterns accepted as opening wins
OPEN_DIE: Final = 110  # 4: their dice
BIRDS: Final = 114  # 6: the birds of the final win
WALL: Final = 120
GONE: Final = 128  # added to a wall tile that has been taken

# Layout of `big`: 64-bit words.
NUMBER: Final = 0  # 4 seats x 2: base-5 numbers of the groups, two to a word
HELD: Final = 8  # 4 seats x 4: kinds held more than n times
WAITS: Final = 24  # 4
LEGAL: Final = 28  # 8: masks, see actions
CHANCE: Final = 36  # 4: the stream's words
BARRED: Final = 40  # 4: kinds a seat may not win from others (CS-44); only where the rules have such a lock
BIG: Final = 44

SECOND_WORD: Final = 18  # kinds from here on count in the second word of NUMBER

NO_ANSWER: Final = 255


def dealt_to(dealer: i64, n: i64) -> i64:
    """The seat whose the wall's n-th tile is by the deal: three rounds of four, one each, one more for the dealer (G-11)."""
    return (dealer + (n >> 2 if n < 48 else n)) & 3


@final
@mypyc_attr(acyclic=True)
class Table:
    """A hand being played. Copy with ``clone``; changed only by ``paiju.core.play.act``."""

    def __init__(self, rules: Rules, small: vec[u8], big: vec[i64]) -> None:
        self.rules: Final[Rules] = rules
        self.small: vec[u8] = small
        self.big: vec[i64] = big
        self.log: vec[i64] = vec[i64]()
        self.dice: vec[u8] = vec[u8]()  # dice given beforehand, used before the stream's
        self.logging: bool = False
        self.asks: u8 = OVER
        self.pending: i64 = 0  # mask of seats that must answer
        self.dealer: i64 = 0
        self.turn: i64 = 0
        # The wall
        self.head: i64 = 0  # first place that may still hold a front tile
        self.left: i64 = 0  # tiles in the wall, one for a treasure aside included (CC-35)
        self.kongs: i64 = 0  # counted kongs (CC-35)
        # The turn
        self.drawn: i64 = NONE  # the tile just drawn, while it is a winning tile
        self.source: u8 = 0
        self.drew: bool = False  # a tile was drawn this turn
        self.began_with_draw: bool = False
        self.win_open: bool = False  # a self-drawn win is on offer
        self.win_passed: bool = False
        self.can_treasure: bool = False  # the drawn tile may win as the treasure
        # The window, or two tiles turned up
        self.window: u8 = ON_DISCARD
        self.tile: i64 = NONE
        self.tile2: i64 = NONE
        self.proposal: i64 = 0  # the proposed kong's action
        self.discard_is_dice: bool = False  # the tile in the window came by dice and had to go (CS-25)
        self.first_discard: bool = False  # it is the dealer's first discard (CS-17)
        self.moment: bool = False  # a win now is a win of the moment
        # Seats, as masks of four bits
        self.first_turn: i64 = 15  # before the first discard
        self.declared: i64 = 0
        self.outside_treasure: i64 = 0  # declared without 1, 9, honour (CC-12)
        self.locked: i64 = 0  # after a dice kong (CS-24)
        self.looked: i64 = 0  # has seen the present treasure
        self.ever_looked: i64 = 0  # has seen any
        self.dealer_drew: bool = False  # the dealer has drawn from the front (CC-42)
        self.dealer_discarded: bool = False
        # The treasure
        self.aside: i64 = -1  # its place in the wall
        self.dead_places: i64 = 0  # stacks from the tail whose upper tile was dead
        self.dead_lower: i64 = 0
        self.lower: bool = False  # the lower tiles serve (CC-29)
        self.look_before: u8 = 0  # what comes after the look: BEFORE_DRAW ...
        self.announced: i64 = -1  # who declared ready with the discard in the window (look_at_once)
        # The last tiles, the sea bottom
        self.due: i64 = 0  # seat due to draw, or being asked
        self.share_left: i64 = 0
        # The end
        self.winners: i64 = 0
        self.won_by: u8 = 0
        self.payer: i64 = -1
        self.treasure_won: bool = False  # with a treasure drawn
        self.exhausted: bool = False
        self.heavenly: bool = False
        self.sea_first: i64 = -1
        self.sea_taker: i64 = -1
        self.last_by_kong: i64 = -1  # who took the very last tile as a replacement (CS-22)

    # -- chance and log ------------------------------------------------------------------------------------------

    def die(self) -> i64:
        """The next die: given beforehand, else from the stream (G-8)."""
        if len(self.dice):
            n = i64(self.dice[0])
            self.dice = self.dice[1:]
            return n
        return next_below(self.big, CHANCE, 6) + 1

    def note(self, kind: i64, seat: i64, a: i64, b: i64, c: i64, d: i64) -> None:
        """Adds an event to the log, if one is kept."""
        if self.logging:
            self.log = append(self.log, pack(kind, seat, a, b, c, d))

    # -- tiles in hand -------------------------------------------------------------------------------------------

    def add(self, seat: i64, kind: i64) -> None:
        big = self.big
        bit = BIT[kind]
        at = HELD + seat * 4
        while big[at] & bit:
            at += 1
        big[at] |= bit
        big[NUMBER + seat * 2 + (1 if kind >= SECOND_WORD else 0)] += PACKED_POWER[kind]

    def remove(self, seat: i64, kind: i64) -> None:
        big = self.big
        bit = BIT[kind]
        at = HELD + seat * 4 + 3
        while not big[at] & bit:
            at -= 1
        big[at] ^= bit
        big[NUMBER + seat * 2 + (1 if kind >= SECOND_WORD else 0)] -= PACKED_POWER[kind]

    def held(self, seat: i64, kind: i64) -> i64:
        """Copies of a kind in the concealed hand."""
        big = self.big
        bit = BIT[kind]
        n: i64 = 0
        while n < 4 and big[HELD + seat * 4 + n] & bit:
            n += 1
        return n

    # -- melds ---------------------------------------------------------------------------------------------------

    def melds(self, seat: i64) -> i64:
        return i64(self.small[MELDS + seat])

    def meld_kind(self, seat: i64, n: i64) -> i64:
        return i64(self.small[MELD + seat * 8 + n * 2])

    def meld_tile(self, seat: i64, n: i64) -> i64:
        """Lowest kind of a chow, the kind of a pung or kong; NONE for a special kong."""
        return i64(self.small[MELD + seat * 8 + n * 2 + 1])

    def add_meld(self, seat: i64, kind: i64, tile: i64) -> None:
        small = self.small
        n = i64(small[MELDS + seat])
        small[MELD + seat * 8 + n * 2] = u8(kind)
        small[MELD + seat * 8 + n * 2 + 1] = u8(tile)
        small[MELDS + seat] = u8(n + 1)

    def find_meld(self, seat: i64, kind: i64, tile: i64) -> i64:
        """Number of the meld of that kind (and tile, unless NONE), or -1."""
        melds = self.melds(seat)
        n: i64 = 0
        while n < melds:
            if self.meld_kind(seat, n) == kind and (tile == NONE or self.meld_tile(seat, n) == tile):
                return n
            n += 1
        return -1

    def meld_flags(self, seat: i64) -> i64:
        """MELD_* flags of a seat's melds."""
        found: i64 = 0
        melds = self.melds(seat)
        n: i64 = 0
        while n < melds:
            if self.meld_kind(seat, n) == CHOW:
                found |= MELD_CHOW
            else:
                found |= MELD_PUNG
            n += 1
        if melds == 4 and self.rules.no_last_single and found & MELD_CHOW and self.exposed_for_last_single(seat) == 4:
            found |= MELD_LAST_SINGLE
        return found

    def exposed(self, seat: i64) -> i64:
        """How many melds are not concealed kongs (BC-18, CC-19)."""
        found: i64 = 0
        melds = self.melds(seat)
        n: i64 = 0
        while n < melds:
            if self.meld_kind(seat, n) != CONCEALED_KONG:
                found += 1
            n += 1
        return found

    def exposed_for_last_single(self, seat: i64) -> i64:
        """CC-18: concealed kongs too where the house says so."""
        return self.melds(seat) if self.rules.last_single_counts_concealed else self.exposed(seat)

    def meld_kinds(self, seat: i64) -> i64:
        """Mask of the kinds in a seat's melds."""
        found: i64 = 0
        melds = self.melds(seat)
        n: i64 = 0
        while n < melds:
            kind = self.meld_kind(seat, n)
            tile = self.meld_tile(seat, n)
            if kind >= SPECIAL_KONG:
                place: i64 = 0
                while place < 5:
                    if self.special_copies(seat, kind - SPECIAL_KONG, place):
                        found |= BIT[self.special_tile(kind - SPECIAL_KONG, place)]
                    place += 1
            elif kind == CHOW:
                found |= BIT[tile] | BIT[tile + 1] | BIT[tile + 2]
            else:
                found |= BIT[tile]
            n += 1
        return found

    def special_tile(self, kong: i64, place: i64) -> i64:
        """The kind at a place (0-3, 4 = wild) of a special kong; -1 where the kong has none."""
        return self.rules.special_kong_wild if place == 4 else KONG_TILES[4 * kong + place]

    def special_copies(self, seat: i64, kong: i64, place: i64) -> i64:
        """Copies laid at a place of a seat's special kong."""
        at = SPECIALS + seat * 8 + kong * 2
        return ((i64(self.small[at]) | i64(self.small[at + 1]) << 8) >> (3 * place)) & 7

    def lay_special(self, seat: i64, kong: i64, place: i64) -> None:
        """One more copy at a place of a seat's special kong."""
        at = SPECIALS + seat * 8 + kong * 2
        laid = (i64(self.small[at]) | i64(self.small[at + 1]) << 8) + BIT[3 * place]
        self.small[at] = u8(laid & 255)
        self.small[at + 1] = u8(laid >> 8)

    def melded_copies(self, seat: i64, kind: i64) -> i64:
        """Copies of a kind in a seat's melds."""
        total: i64 = 0
        melds = self.melds(seat)
        n: i64 = 0
        while n < melds:
            what = self.meld_kind(seat, n)
            tile = self.meld_tile(seat, n)
            if what >= SPECIAL_KONG:
                place: i64 = 0
                while place < 5:
                    if self.special_tile(what - SPECIAL_KONG, place) == kind:
                        total += self.special_copies(seat, what - SPECIAL_KONG, place)
                    place += 1
            elif what == CHOW:
                if tile <= kind <= tile + 2:
                    total += 1
            elif tile == kind:
                total += 3 if what == PUNG else 4
            n += 1
        return total

    # -- waits ---------------------------------------------------------------------------------------------------

    def verdict(self, seat: i64) -> i64:
        """Whether the seat's 14 tiles win (WINS, WINS_AT_MOMENT)."""
        big = self.big
        k = NUMBER + seat * 2
        g = HELD + seat * 4
        return verdict(
            self.rules, big[k], big[k + 1], big[g], big[g + 1], big[g + 3], self.melds(seat), self.meld_flags(seat), self.meld_kinds(seat)
        )

    def find_waits(self, seat: i64, want: i64) -> i64:
        """The waits (G-12) of the seat's 13 tiles, of the wanted sort (WINS or WINS_AT_MOMENT)."""
        big = self.big
        k = NUMBER + seat * 2
        g = HELD + seat * 4
        candidates = all_waits(self.rules, big[k], big[k + 1], big[g], big[g + 1], big[g + 2], big[g + 3], self.melds(seat))
        if candidates == 0:
            return 0
        found: i64 = 0
        candidates &= self.rules.kinds
        while candidates:
            kind = lowest(candidates)
            candidates &= candidates - 1
            if self.held(seat, kind) + self.melded_copies(seat, kind) >= 4:
                continue
            self.add(seat, kind)
            if self.verdict(seat) & want:
                found |= BIT[kind]
            self.remove(seat, kind)
        return found

    def refresh(self, seat: i64) -> None:
        """Works out the seat's waits anew; called whenever its 13 tiles have changed."""
        self.big[WAITS + seat] = self.find_waits(seat, WINS)

    def moment_waits(self, seat: i64) -> i64:
        """What the seat waits for when a win of the moment waives the pair."""
        return self.find_waits(seat, WINS_AT_MOMENT) if self.rules.pair_free_at_moment else self.big[WAITS + seat]

    # -- the wall ------------------------------------------------------------------------------------------------

    @property
    def wall_size(self) -> i64:
        """Tiles the wall had when it was whole."""
        return len(self.small) - WALL

    def here(self, place: i64) -> bool:
        """Whether a tile lies at that place and may be drawn."""
        return self.small[WALL + place] < GONE and place != self.aside

    def take(self, place: i64) -> i64:
        """Takes the tile at a place."""
        kind = i64(self.small[WALL + place])
        self.small[WALL + place] = u8(kind | GONE)
        self.left -= 1
        return kind

    def wall_tile(self, place: i64) -> i64:
        """The kind at a place, taken or not."""
        return i64(self.small[WALL + place]) & 127

    def drawable(self) -> i64:
        """Tiles that can be drawn: not the treasure aside."""
        return self.left if self.aside < 0 else self.left - 1

    def front(self) -> i64:
        """Place of the next tile from the front; there must be one."""
        while not self.here(self.head):
            # The treasure's place may be returned to: the head stays before it.
            if self.head == self.aside:
                place = self.head + 1
                while not self.here(place):
                    place += 1
                return place
            self.head += 1
        return self.head

    def tail(self) -> i64:
        """Place of the next kong replacement (G-1): upper tile of the last stack that has one, else its lower."""
        stack = (self.wall_size >> 1) - 1
        while True:
            if self.here(2 * stack):
                return 2 * stack
            if self.here(2 * stack + 1):
                return 2 * stack + 1
            stack -= 1

    def clone(self) -> "Table":
        """An independent copy that will play on the same, dice included."""
        t = Table(self.rules, self.small[:], self.big[:])
        t.log = self.log[:]
        t.dice = self.dice
        t.logging = self.logging
        t.asks = self.asks
        t.pending = self.pending
        t.dealer = self.dealer
        t.turn = self.turn
        t.head = self.head
        t.left = self.left
        t.kongs = self.kongs
        t.drawn = self.drawn
        t.source = self.source
        t.drew = self.drew
        t.began_with_draw = self.began_with_draw
        t.win_open = self.win_open
        t.win_passed = self.win_passed
        t.can_treasure = self.can_treasure
        t.window = self.window
        t.tile = self.tile
        t.tile2 = self.tile2
        t.proposal = self.proposal
        t.discard_is_dice = self.discard_is_dice
        t.first_discard = self.first_discard
        t.moment = self.moment
        t.first_turn = self.first_turn
        t.declared = self.declared
        t.outside_treasure = self.outside_treasure
        t.locked = self.locked
        t.looked = self.looked
        t.ever_looked = self.ever_looked
        t.dealer_drew = self.dealer_drew
        t.dealer_discarded = self.dealer_discarded
        t.aside = self.aside
        t.dead_places = self.dead_places
        t.dead_lower = self.dead_lower
        t.lower = self.lower
        t.look_before = self.look_before
        t.announced = self.announced
        t.due = self.due
        t.share_left = self.share_left
        t.winners = self.winners
        t.won_by = self.won_by
        t.payer = self.payer
        t.treasure_won = self.treasure_won
        t.exhausted = self.exhausted
        t.heavenly = self.heavenly
        t.sea_first = self.sea_first
        t.sea_taker = self.sea_taker
        t.last_by_kong = self.last_by_kong
        return t
