"""Score requests: one JSON object of the contract, checked field by field, as a native ``Win``.

What cannot be on the winner's own tiles or in that game is an error here and never reaches the scoring. Knows no fan and no money.
"""

from collections.abc import Sequence
from typing import NamedTuple

from paiju import variants
from paiju.core.errors import OptionError, RequestError, TextError, VariantError, counted, shown
from paiju.core.notation import parse_tiles, tile_text, tiles_text
from paiju.core.options import Settings
from paiju.core.rules import Rules
from paiju.core.scoring import Scoring
from paiju.core.tiles import DRAGONS, KINDS, NINES, NONE, NUMBERED, ONES, WHITE, WINDS
from paiju.core.variant import Variant
from paiju.core.win import (
    AFTER_DICE_KONG,
    AFTER_KONG,
    BY_IDS,
    CHOW,
    CONCEALED_KONG,
    DISCARD,
    DRAWN,
    FIRST_DEAL,
    FIRST_DISCARD,
    MATCHED,
    MELD_IDS,
    MELDED_KONG,
    OPENING,
    PUNG,
    ROBBED_KONG,
    SEA_BOTTOM,
    SELF_DRAW,
    SPECIAL_KONG,
    Meld,
    Win,
    claim,
)
from paiju.game.fields import impossible, object_fields, one_word, plain_flag, plain_list, plain_text, seat_number, wrong_type

REQUIRED = ("variant", "dealer", "winner", "hand", "melds", "by")
# `payer_ready`, `with_dice` go beyond the contract: the payer has declared and looked (CC-70); the robbed kong was one with dice (CS-27).
OPTIONAL = ("options", "preset", "tile", "from", "treasure", "after", "moment", "closed", "bird", "payer_ready", "with_dice")
GROUPS = {"winds": WINDS, "dragons": DRAGONS, "ones": ONES, "nines": NINES}
MOMENTS = {"first_deal": FIRST_DEAL, "first_discard": FIRST_DISCARD, "sea_bottom": SEA_BOTTOM}
AFTERS = {"kong": AFTER_KONG, "dice_kong": AFTER_DICE_KONG}
_KEPT = 256


class Table(NamedTuple):
    """The house a request is played in."""

    variant: Variant
    settings: Settings
    rules: Rules
    scoring: Scoring


_tables: dict[tuple[Variant, str, str], Table] = {}


def read_request(request: object) -> tuple[Table, Win]:
    """The table and the claim of a request, or RequestError with the path of the field that cannot be."""
    fields = object_fields(request, "", REQUIRED, OPTIONAL)
    table = _table(fields)
    return table, _Claim(table, fields).win()


class _Claim:
    """One request under way: ``win`` checks part after part, each against those before it."""

    def __init__(self, table: Table, fields: dict[str, object]) -> None:
        self.fields = fields
        self.variant, self.settings, self.rules, _ = table

    def win(self) -> Win:
        fields = self.fields
        dealer = seat_number(fields["dealer"], "dealer")
        winner = seat_number(fields["winner"], "winner")
        by = BY_IDS.index(one_word(fields["by"], "by", BY_IDS))
        if by == OPENING:
            self._needs("opening", "by")
        melds = self._melds(fields["melds"])
        hand = self._tiles(fields["hand"], "hand")
        tile = self._one(fields["tile"], "tile") if "tile" in fields else NONE
        self._check_count(hand, melds, tile, by, dealer == winner)
        self._check_copies(hand, melds, tile)
        counts = bytes(hand.count(kind) for kind in range(KINDS))
        win = claim(winner, dealer, by, counts, melds, tile, self._payer(by, winner))
        self._treasure(win)
        self._moment(win)
        self._after(win)
        if by == ROBBED_KONG:
            self._check_robbed(win)
        self._payers(win)
        self._birds(win)
        return win

    # -- tiles and melds -----------------------------------------------------------------------------------------

    def _tiles(self, value: object, at: str) -> list[int]:
        try:
            kinds = parse_tiles(plain_text(value, at))
        except TextError as error:
            raise RequestError(str(error), "bad_tiles", at) from None
        for kind in kinds:
            if not self.rules.kinds >> kind & 1:
                raise RequestError(f"{self.variant.key} has no {tile_text(kind)}", "tile_not_in_game", at)
        return kinds

    def _one(self, value: object, at: str) -> int:
        kinds = self._tiles(value, at)
        if len(kinds) != 1:
            raise RequestError(f"{at} must be one tile like 5m, got {shown(value)}", "bad_tiles", at)
        return kinds[0]

    def _melds(self, value: object) -> list[Meld]:
        melds: list[Meld] = []
        for n, item in enumerate(plain_list(value, "melds")):
            at = f"melds[{n}]"
            parts = object_fields(item, at, ("kind", "tiles"), ())
            kind = MELD_IDS.index(one_word(parts["kind"], f"{at}.kind", MELD_IDS[1:]))
            if kind >= SPECIAL_KONG and not self.rules.special_kongs >> (kind - SPECIAL_KONG) & 1:
                raise RequestError(f"{self.variant.key} has no {MELD_IDS[kind]}", "bad_meld", f"{at}.kind")
            if kind >= SPECIAL_KONG and any(meld.kind == kind for meld in melds):
                raise RequestError(f"a player has one {MELD_IDS[kind]} at most; its other tiles are additions", "bad_meld", f"{at}.kind")
            tiles = sorted(self._tiles(parts["tiles"], f"{at}.tiles"))
            wrong = meld_fault(kind, tiles, self.rules)
            if wrong:
                raise RequestError(f"{tiles_text(tiles) or 'no tile'} is no {MELD_IDS[kind]}: {wrong}", "bad_meld", f"{at}.tiles")
            melds.append(Meld(kind, tiles))
        if len(melds) > 4:
            raise RequestError(f"a hand has four melds at most, got {len(melds)}", "wrong_number_of_tiles", "melds")
        return melds

    def _check_count(self, hand: list[int], melds: list[Meld], tile: int, by: int, dealer: bool) -> None:
        if by == OPENING:
            if melds:
                raise impossible("melds", "an opening win comes before any meld")
            if tile != NONE:
                raise impossible("tile", "an opening win has no winning tile")
            due = 14 if dealer else 13
        elif tile == NONE:
            if by != SELF_DRAW or not any(meld.kind >= SPECIAL_KONG and len(meld.tiles) == 3 for meld in melds):
                raise RequestError(
                    "tile is missing; only a self-draw after laying a special kong of three tiles may have no winning tile", "missing_field", "tile"
                )
            due = 14 - 3 * len(melds)
        else:
            due = 13 - 3 * len(melds)
        if len(hand) != due:
            without = "" if tile == NONE else " without the winning tile"
            beside = counted(len(melds), "meld")
            raise RequestError(f"hand must have {counted(due, 'tile')}{without} beside {beside}, got {len(hand)}", "wrong_number_of_tiles", "hand")

    def _check_copies(self, hand: list[int], melds: list[Meld], tile: int) -> None:
        counts = [0] * KINDS
        parts: list[tuple[str, Sequence[int]]] = [(f"melds[{n}].tiles", meld.tiles) for n, meld in enumerate(melds)]
        for at, kinds in [*parts, ("hand", hand), ("tile", [tile] if tile != NONE else [])]:
            for kind in kinds:
                counts[kind] += 1
                if counts[kind] > 4:
                    raise RequestError(f"there are only four {tile_text(kind)}", "too_many_equal", at)

    # -- how it was won ------------------------------------------------------------------------------------------

    def _payer(self, by: int, winner: int) -> int:
        if by in (SELF_DRAW, OPENING):
            self._absent("from", f"a win by {BY_IDS[by]} has no one payer")
            return -1
        if "from" not in self.fields:
            raise RequestError(f"from is missing: the seat that pays for {BY_IDS[by]}", "missing_field", "from")
        payer = seat_number(self.fields["from"], "from")
        if payer == winner:
            raise impossible("from", "the winner cannot be the payer")
        return payer

    def _treasure(self, win: Win) -> None:
        if "treasure" not in self.fields:
            return
        self._needs("treasure", "treasure")
        parts = object_fields(self.fields["treasure"], "treasure", ("tile", "how"), ())
        kind = self._one(parts["tile"], "treasure.tile")
        how = one_word(parts["how"], "treasure.how", ["drawn", "matched"])
        if how == "matched":
            self._needs("matched", "treasure.how")
        if win.by != SELF_DRAW:
            raise impossible("treasure", "a treasure wins by self_draw only")
        if kind != win.tile:
            raise impossible("treasure.tile", "tile must name the treasure's kind")
        win.treasure_how = DRAWN if how == "drawn" else MATCHED

    def _moment(self, win: Win) -> None:
        if "moment" not in self.fields:
            return
        self._needs("moment", "moment")
        moment = MOMENTS[one_word(self.fields["moment"], "moment", [*MOMENTS])]
        win.moment = moment
        if moment == FIRST_DEAL and (win.by != SELF_DRAW or win.seat != win.dealer):
            raise impossible("moment", "first_deal is the dealer's self_draw")
        if moment == FIRST_DISCARD and (win.by != DISCARD or win.payer != win.dealer):
            raise impossible("moment", "first_discard is a discard of the dealer")
        if moment == SEA_BOTTOM and win.by not in (SELF_DRAW, DISCARD):
            raise impossible("moment", "the sea bottom is won by self_draw or as a discard")
        if moment in (FIRST_DEAL, FIRST_DISCARD) and win.melds:
            raise impossible("melds", "nobody has a meld so early")

    def _after(self, win: Win) -> None:
        if "after" not in self.fields:
            return
        word = one_word(self.fields["after"], "after", [*AFTERS])
        self._needs(word, "after")
        win.after = AFTERS[word]
        if win.by != SELF_DRAW and not (win.by == DISCARD and word == "dice_kong"):
            raise impossible("after", f"{word} does not go with {BY_IDS[win.by]}")
        if win.tile == NONE:
            raise impossible("after", "a kong's replacement is the winning tile; tile is missing")
        if win.moment not in (0, FIRST_DISCARD):
            raise impossible("after", f"{word} does not go with {self.fields['moment']}")
        if win.by == SELF_DRAW and not any(self._drew(meld) for meld in win.melds):
            raise impossible("after", "no meld of the winner draws a replacement")

    def _drew(self, meld: Meld) -> bool:
        return meld.kind >= MELDED_KONG and len(meld.tiles) >= 4

    def _check_robbed(self, win: Win) -> None:
        """The kong's other tiles lie with its owner, so the winner cannot hold many of that kind."""
        if win.moment:
            raise impossible("moment", "robbing a kong is no such moment")
        special = [mask for n, mask in enumerate(GROUPS.values()) if self.rules.special_kongs >> n & 1 and mask >> win.tile & 1]
        free = self.rules.special_kong_wild >= 0 or (special == [WINDS] and self.rules.winds_kong_size == 3)
        most = (3 if free else 2) if special else 0
        held = win.hand[win.tile] + sum(meld.tiles.count(win.tile) for meld in win.melds)
        if held > most:
            raise impossible("tile", f"the winner holds {held} of {tile_text(win.tile)}, so nobody could add it to a kong")

    def _payers(self, win: Win) -> None:
        if "closed" in self.fields:
            self._needs("closed", "closed")
            for n, item in enumerate(plain_list(self.fields["closed"], "closed")):
                seat = seat_number(item, f"closed[{n}]")
                if seat == win.seat:
                    raise impossible(f"closed[{n}]", "closed names losers, not the winner")
                if win.closed >> seat & 1:
                    raise impossible(f"closed[{n}]", f"seat {seat} is named twice")
                win.closed |= 1 << seat
        if "payer_ready" in self.fields:
            self._needs("payer_ready", "payer_ready")
            win.payer_safe = plain_flag(self.fields["payer_ready"], "payer_ready")
            if win.payer < 0:
                raise impossible("payer_ready", f"a win by {BY_IDS[win.by]} has no one payer")
        if "with_dice" in self.fields:
            self._needs("dice_kong", "with_dice")
            if win.by != ROBBED_KONG:
                raise impossible("with_dice", "with_dice tells of a robbed kong")
            if plain_flag(self.fields["with_dice"], "with_dice"):
                win.after = AFTER_DICE_KONG

    def _birds(self, win: Win) -> None:
        if "bird" not in self.fields:
            return
        self._needs("bird", "bird")
        value = self.fields["bird"]
        if isinstance(value, list):
            win.birds = [self._one(item, f"bird[{n}]") for n, item in enumerate(value)]
        else:
            win.birds = [self._one(value, "bird")]
        due = 1 if win.by == OPENING and self.rules.opening_dice_birds else self.rules.birds
        if not 0 < len(win.birds) <= due:
            raise impossible("bird", f"these options give {counted(due, 'bird')}, got {len(win.birds)}")
        if win.moment == SEA_BOTTOM and any(bird != win.tile for bird in win.birds):
            raise impossible("bird", "won on the sea bottom, that tile is the bird")

    # -- the game ------------------------------------------------------------------------------------------------

    def _needs(self, claim: str, at: str) -> None:
        if claim not in self.variant.claims:
            raise impossible(at, f"{self.variant.key} has no {claim.replace('_', ' ')}")

    def _absent(self, field: str, why: str) -> None:
        if field in self.fields:
            raise impossible(field, why)


def meld_fault(kind: int, tiles: list[int], rules: Rules) -> str:
    """Why sorted tiles are no meld of that kind under these rules; empty when they are one."""
    if kind == CHOW:
        if len(tiles) == 3 and tiles[1] == tiles[0] + 1 and tiles[2] == tiles[0] + 2:
            if tiles[2] < NUMBERED and tiles[0] % 9 <= 6:
                return ""
            if tiles[0] == WHITE and rules.dragon_chow:
                return ""
        return "a chow is three tiles in a row of one suit"
    if kind <= CONCEALED_KONG:
        due = 3 if kind == PUNG else 4
        return "" if len(tiles) == due and tiles[0] == tiles[-1] else f"it is {due} equal tiles"
    name, group = list(GROUPS.items())[kind - SPECIAL_KONG]
    wild = rules.special_kong_wild
    if any(tile != wild and not group >> tile & 1 for tile in tiles):
        return f"it is made of {name}"
    due = rules.winds_kong_size if kind == SPECIAL_KONG else 3
    if len({tile for tile in tiles if tile != wild}) + tiles.count(wild) < due:
        return f"it needs {due} different {name}"
    return ""


def _table(fields: dict[str, object]) -> Table:
    try:
        variant = variants.get(plain_text(fields["variant"], "variant"))
    except VariantError as error:
        raise RequestError(str(error), "unknown_variant", "variant") from None
    options = fields.get("options", {})
    if not isinstance(options, dict):
        raise wrong_type("options", "an object of house rules", options)
    preset = plain_text(fields["preset"], "preset") if "preset" in fields else None
    key = (variant, repr(preset), repr(options))
    if key not in _tables:
        try:
            settings = variant.settings(options, preset)
        except OptionError as error:
            at = "preset" if error.option == "preset" else f"options.{shown(error.option)[1:-1]}"
            raise RequestError(str(error), "bad_option", at) from None
        if len(_tables) >= _KEPT:
            _tables.clear()
        _tables[key] = Table(variant, settings, variant.rules(settings), variant.scoring(settings))
    return _tables[key]
