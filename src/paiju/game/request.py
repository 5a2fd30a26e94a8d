"""Score requests: one JSON object of the contract, checked field by field, as a native ``Win``.

What cannot be on the winner's own tiles or in that game is an error here and never reaches the scoring. Knows no fan and no money.
"""

from collections.abc import Sequence
from typing import NamedTuple

from paiju import variants
from paiju.core.errors import Both, OptionError, RequestError, TextError, VariantError, counted, shown
from paiju.core.notation import parse_tiles, tile_text
from paiju.core.options import Settings
from paiju.core.rules import KONG_KINDS, Rules
from paiju.core.scoring import Scoring
from paiju.core.tiles import KINDS, NONE, WINDS
from paiju.core.variant import Variant
from paiju.core.win import (
    AFTER_DICE_KONG,
    AFTER_KONG,
    BY_IDS,
    DISCARD,
    DRAWN,
    FIRST_DEAL,
    FIRST_DISCARD,
    MATCHED,
    MELD_IDS,
    MELDED_KONG,
    OPENING,
    ROBBED_KONG,
    SEA_BOTTOM,
    SELF_DRAW,
    SPECIAL_KONG,
    Meld,
    Win,
    claim,
)
from paiju.game.fields import impossible, object_fields, one_word, plain_flag, plain_list, plain_text, seat_number, wrong_type
from paiju.game.melds import kind_fault, tiles_fault

REQUIRED = ("variant", "dealer", "winner", "hand", "melds", "by")
# `payer_ready`, `with_dice` go beyond the contract: the payer has declared and looked (CC-70); the robbed kong was one with dice (CS-27).
OPTIONAL = ("options", "preset", "tile", "from", "treasure", "after", "moment", "closed", "bird", "payer_ready", "with_dice")
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
            raise RequestError(error.en, error.zh, "bad_tiles", at) from None
        for kind in kinds:
            if not self.rules.kinds >> kind & 1:
                tile = tile_text(kind)
                raise RequestError(f"{self.variant.key} has no {tile}", f"{self.variant.zh}没有 {tile}", "tile_not_in_game", at)
        return kinds

    def _one(self, value: object, at: str) -> int:
        kinds = self._tiles(value, at)
        if len(kinds) != 1:
            raise RequestError(f"{at} must be one tile like 5m, got {shown(value)}", f"{at} 应是一张牌，如 5m，不是 {shown(value)}", "bad_tiles", at)
        return kinds[0]

    def _melds(self, value: object) -> list[Meld]:
        melds: list[Meld] = []
        for n, item in enumerate(plain_list(value, "melds")):
            at = f"melds[{n}]"
            parts = object_fields(item, at, ("kind", "tiles"), ())
            name = one_word(parts["kind"], f"{at}.kind", MELD_IDS[1:])
            kind = MELD_IDS.index(name)
            wrong = kind_fault(kind, melds, self.rules)
            if wrong is not None:
                raise RequestError(wrong.en, wrong.zh, "bad_meld", f"{at}.kind")
            tiles = sorted(self._tiles(parts["tiles"], f"{at}.tiles"))
            wrong = tiles_fault(kind, tiles, self.rules)
            if wrong is not None:
                raise RequestError(wrong.en, wrong.zh, "bad_meld", f"{at}.tiles")
            melds.append(Meld(kind, tiles))
        if len(melds) > 4:
            en = f"a hand has four melds at most, got {len(melds)}"
            raise RequestError(en, f"最多四副副露，这里有 {len(melds)} 副", "wrong_number_of_tiles", "melds")
        return melds

    def _check_count(self, hand: list[int], melds: list[Meld], tile: int, by: int, dealer: bool) -> None:
        if by == OPENING:
            if melds:
                raise impossible("melds", "an opening win comes before any meld", "起手胡时还没有副露")
            if tile != NONE:
                raise impossible("tile", "an opening win has no winning tile", "起手胡没有胡的那张牌")
            due = 14 if dealer else 13
        elif tile == NONE:
            if by != SELF_DRAW or not any(meld.kind >= SPECIAL_KONG and len(meld.tiles) == 3 for meld in melds):
                en = "tile is missing; only a self-draw after laying a special kong of three tiles may have no winning tile"
                raise RequestError(en, "缺少 tile；只有亮了三张的特殊杠之后的自摸可以没有胡的那张牌", "missing_field", "tile")
            due = 14 - 3 * len(melds)
        else:
            due = 13 - 3 * len(melds)
        if len(hand) != due:
            without = Both("", "") if tile == NONE else Both(" without the winning tile", "（不算胡的那张）")
            en = f"hand must have {counted(due, 'tile')}{without.en} beside {counted(len(melds), 'meld')}, got {len(hand)}"
            zh = f"副露 {len(melds)} 副，hand 应有 {due} 张{without.zh}，这里有 {len(hand)} 张"
            raise RequestError(en, zh, "wrong_number_of_tiles", "hand")

    def _check_copies(self, hand: list[int], melds: list[Meld], tile: int) -> None:
        counts = [0] * KINDS
        parts: list[tuple[str, Sequence[int]]] = [(f"melds[{n}].tiles", meld.tiles) for n, meld in enumerate(melds)]
        for at, kinds in [*parts, ("hand", hand), ("tile", [tile] if tile != NONE else [])]:
            for kind in kinds:
                counts[kind] += 1
                if counts[kind] > 4:
                    raise RequestError(f"there are only four {tile_text(kind)}", f"{tile_text(kind)} 只有四张", "too_many_equal", at)

    # -- how it was won ------------------------------------------------------------------------------------------

    def _payer(self, by: int, winner: int) -> int:
        if by in (SELF_DRAW, OPENING):
            self._absent("from", f"a win by {BY_IDS[by]} has no one payer", f"{BY_IDS[by]} 不是由一家付")
            return -1
        if "from" not in self.fields:
            en = f"from is missing: the seat that pays for {BY_IDS[by]}"
            raise RequestError(en, f"缺少 from：{BY_IDS[by]} 由哪个座位付", "missing_field", "from")
        payer = seat_number(self.fields["from"], "from")
        if payer == winner:
            raise impossible("from", "the winner cannot be the payer", "胡的人不能是付的人")
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
            raise impossible("treasure", "a treasure wins by self_draw only", "用宝胡只能是 self_draw")
        if kind != win.tile:
            raise impossible("treasure.tile", "tile must name the treasure's kind", "tile 应写宝那种牌")
        win.treasure_how = DRAWN if how == "drawn" else MATCHED

    def _moment(self, win: Win) -> None:
        if "moment" not in self.fields:
            return
        self._needs("moment", "moment")
        moment = MOMENTS[one_word(self.fields["moment"], "moment", [*MOMENTS])]
        win.moment = moment
        if moment == FIRST_DEAL and (win.by != SELF_DRAW or win.seat != win.dealer):
            raise impossible("moment", "first_deal is the dealer's self_draw", "first_deal 是庄家的 self_draw")
        if moment == FIRST_DISCARD and (win.by != DISCARD or win.payer != win.dealer):
            raise impossible("moment", "first_discard is a discard of the dealer", "first_discard 是庄家的 discard")
        if moment == SEA_BOTTOM and win.by not in (SELF_DRAW, DISCARD):
            raise impossible("moment", "the sea bottom is won by self_draw or as a discard", "海底只能是 self_draw 或 discard")
        if moment in (FIRST_DEAL, FIRST_DISCARD) and win.melds:
            raise impossible("melds", "nobody has a meld so early", "这时还没有人有副露")

    def _after(self, win: Win) -> None:
        if "after" not in self.fields:
            return
        word = one_word(self.fields["after"], "after", [*AFTERS])
        self._needs(word, "after")
        win.after = AFTERS[word]
        if win.by != SELF_DRAW and not (win.by == DISCARD and word == "dice_kong"):
            raise impossible("after", f"{word} does not go with {BY_IDS[win.by]}", f"{word} 和 {BY_IDS[win.by]} 不能一起")
        if win.tile == NONE:
            raise impossible("after", "a kong's replacement is the winning tile; tile is missing", "杠后补的牌就是胡的那张，而缺少 tile")
        if win.moment not in (0, FIRST_DISCARD):
            raise impossible("after", f"{word} does not go with {self.fields['moment']}", f"{word} 和 {self.fields['moment']} 不能一起")
        if win.by == SELF_DRAW and not any(self._drew(meld) for meld in win.melds):
            raise impossible("after", "no meld of the winner draws a replacement", "胡的人没有要补牌的副露")

    def _drew(self, meld: Meld) -> bool:
        return meld.kind >= MELDED_KONG and len(meld.tiles) >= 4

    def _check_robbed(self, win: Win) -> None:
        """The kong's other tiles lie with its owner, so the winner cannot hold many of that kind."""
        if win.moment:
            raise impossible("moment", "robbing a kong is no such moment", "抢杠时没有 moment")
        special = [mask for n, mask in enumerate(KONG_KINDS) if self.rules.special_kongs >> n & 1 and mask >> win.tile & 1]
        free = self.rules.special_kong_wild >= 0 or (special == [WINDS] and self.rules.winds_kong_size == 3)
        most = (3 if free else 2) if special else 0
        held = win.hand[win.tile] + sum(meld.tiles.count(win.tile) for meld in win.melds)
        if held > most:
            en = f"the winner holds {held} of {tile_text(win.tile)}, so nobody could add it to a kong"
            raise impossible("tile", en, f"胡的人有 {held} 张 {tile_text(win.tile)}，别人不可能用它补杠")

    def _payers(self, win: Win) -> None:
        if "closed" in self.fields:
            self._needs("closed", "closed")
            for n, item in enumerate(plain_list(self.fields["closed"], "closed")):
                seat = seat_number(item, f"closed[{n}]")
                if seat == win.seat:
                    raise impossible(f"closed[{n}]", "closed names losers, not the winner", "closed 里是输的人，不是胡的人")
                if win.closed >> seat & 1:
                    raise impossible(f"closed[{n}]", f"seat {seat} is named twice", f"座位{seat}写了两次")
                win.closed |= 1 << seat
        if "payer_ready" in self.fields:
            self._needs("payer_ready", "payer_ready")
            win.payer_safe = plain_flag(self.fields["payer_ready"], "payer_ready")
            if win.payer < 0:
                raise impossible("payer_ready", f"a win by {BY_IDS[win.by]} has no one payer", f"{BY_IDS[win.by]} 不是由一家付")
        if "with_dice" in self.fields:
            self._needs("dice_kong", "with_dice")
            if win.by != ROBBED_KONG:
                raise impossible("with_dice", "with_dice tells of a robbed kong", "with_dice 说的是抢来的杠")
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
            en = f"these options give {counted(due, 'bird')}, got {len(win.birds)}"
            raise impossible("bird", en, f"这些选项有 {due} 只鸟，这里有 {len(win.birds)} 只")
        if win.moment == SEA_BOTTOM and any(bird != win.tile for bird in win.birds):
            raise impossible("bird", "won on the sea bottom, that tile is the bird", "胡的是海底，海底就是鸟")

    # -- the game ------------------------------------------------------------------------------------------------

    def _needs(self, claim: str, at: str) -> None:
        if claim not in self.variant.claims:
            raise impossible(at, f"{self.variant.key} has no {claim.replace('_', ' ')}", f"{self.variant.zh}的请求里没有 {claim}")

    def _absent(self, field: str, en: str, zh: str) -> None:
        if field in self.fields:
            raise impossible(field, en, zh)


def _table(fields: dict[str, object]) -> Table:
    try:
        variant = variants.get(plain_text(fields["variant"], "variant"))
    except VariantError as error:
        raise RequestError(error.en, error.zh, "unknown_variant", "variant") from None
    options = fields.get("options", {})
    if not isinstance(options, dict):
        raise wrong_type("options", "an object of house rules", "写着选项的 JSON 对象", options)
    preset = plain_text(fields["preset"], "preset") if "preset" in fields else None
    key = (variant, repr(preset), repr(options))
    if key not in _tables:
        try:
            settings = variant.settings(options, preset)
        except OptionError as error:
            at = "preset" if error.option == "preset" else f"options.{shown(error.option)[1:-1]}"
            raise RequestError(error.en, error.zh, "bad_option", at) from None
        if len(_tables) >= _KEPT:
            _tables.clear()
        _tables[key] = Table(variant, settings, variant.rules(settings), variant.scoring(settings))
    return _tables[key]
