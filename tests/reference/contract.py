"""The score contract: one request about one win, answered with legality, fans and payments, or with an error."""

from . import baicheng_score, changchun_score, changsha_score, options, tiles
from .reading import Win, tiles_of

FIELDS = (
    "variant", "options", "preset", "dealer", "winner", "hand", "melds", "tile", "by", "from",
    "treasure", "after", "moment", "closed", "bird",
)  # fmt: skip
COMMON_MELDS = ("chow", "pung", "melded_kong", "added_kong", "concealed_kong")
MELDS = {
    "changchun": (*COMMON_MELDS, "winds_kong", "dragons_kong", "ones_kong", "nines_kong"),  # CC-38
    "baicheng": (*COMMON_MELDS, "dragons_kong"),  # BC-20
    "changsha": COMMON_MELDS,
}
BY = {
    "changchun": ("self_draw", "discard", "robbed_kong"),
    "baicheng": ("self_draw", "discard", "robbed_kong"),
    "changsha": ("self_draw", "discard", "robbed_kong", "opening"),
}


class Impossible(Exception):
    """A request that cannot be: a code, a sentence, and the path of the field."""

    def __init__(self, code, message, at):
        super().__init__(message)
        self.code, self.message, self.at = code, message, at


def answer(request):
    """The contract's answer; {"error": ...} for a request that is not valid."""
    try:
        return _answer(request)
    except Impossible as error:
        return {"error": {"code": error.code, "message": error.message, "at": error.at}}


def _answer(request):
    _need(isinstance(request, dict), "bad_request", "a request is an object", "")
    for field in request:
        _need(field in FIELDS, "unknown_field", f"there is no field {field!r}", str(field))
    variant = _choice(request, "variant", tuple(options.OPTIONS))
    rules = _rules(request, variant)
    dealer, winner = _seat(request, "dealer"), _seat(request, "winner")
    by = _choice(request, "by", BY[variant])
    payer = _payer(request, winner, by)
    win = _win(request, variant, rules, by, is_dealer=dealer == winner)
    _check_circumstances(win, variant, dealer, payer)
    _check_robbed(win, variant)
    closed, birds = _closed(request, variant, winner), _birds(request, variant, rules)
    reason, fans = _score_module(variant).judge(win, rules)
    if reason:
        return {"legal": False, "reason": reason}
    if variant == "changchun":
        deltas = changchun_score.payments(fans, winner, dealer, payer, rules)
    elif variant == "baicheng":
        deltas = baicheng_score.payments(fans, winner, dealer, payer, closed, rules)
    else:
        deltas = changsha_score.payments(fans, winner, dealer, payer, by, changsha_score.bird_numbers(birds), rules)
    return {"legal": True, "fans": fans, "deltas": deltas}


def _score_module(variant):
    return {"changchun": changchun_score, "baicheng": baicheng_score, "changsha": changsha_score}[variant]


def _need(condition, code, message, at):
    if not condition:
        raise Impossible(code, message, at)


def _choice(request, field, allowed):
    value = request.get(field)
    _need(field in request, "missing_field", f"{field} is missing", field)
    _need(isinstance(value, str) and value in allowed, "bad_value", f"{field} is one of {', '.join(allowed)}", field)
    return value


def _seat(request, field):
    _need(field in request, "missing_field", f"{field} is missing", field)
    value = request[field]
    _need(_is_seat(value), "bad_seat", f"{field} is a seat 0-3", field)
    return value


def _is_seat(value):
    return type(value) is int and 0 <= value <= 3


def _rules(request, variant):
    given = request.get("options", {})
    _need(isinstance(given, dict), "bad_value", "options is an object", "options")
    for name, value in given.items():
        try:
            options.check(variant, name, value)
        except ValueError as error:
            raise Impossible("bad_option", str(error), f"options.{name}") from None
    preset = request.get("preset", "text")
    known = isinstance(preset, str) and preset in options.PRESETS[variant]
    _need(known, "bad_preset", f"{variant} has no preset {preset!r}", "preset")
    return options.complete(variant, given, preset)


def _payer(request, winner, by):
    if by in ("discard", "robbed_kong"):
        payer = _seat(request, "from")
        _need(payer != winner, "bad_seat", "the winner cannot pay himself", "from")
        return payer
    _need(request.get("from") is None, "bad_value", f"nobody pays alone for {by}", "from")
    return None


def _tiles(value, variant, at):
    try:
        kinds = tiles.parse(value)
    except ValueError as error:
        raise Impossible("bad_tiles", str(error), at) from None
    for kind in kinds:
        _need(kind in tiles.KINDS[variant], "bad_tiles", f"{variant} has no {tiles.text(kind)}", at)
    return kinds


def _tile(value, variant, at):
    kinds = _tiles(value, variant, at)
    _need(len(kinds) == 1, "bad_tiles", "one tile is wanted", at)
    return kinds[0]


def _win(request, variant, rules, by, is_dealer):
    _need("hand" in request, "missing_field", "hand is missing", "hand")
    hand = _tiles(request["hand"], variant, "hand")
    melds = _melds(request, variant, rules)
    tile = None if request.get("tile") is None else _tile(request["tile"], variant, "tile")
    treasure = _treasure(request, variant, tile, by)
    _check_counts(hand, melds, tile, variant, by, is_dealer)
    after = request.get("after")
    moment = request.get("moment")
    return Win(tuple(hand), tuple(melds), tile, by, is_dealer, treasure, after, moment)


def _melds(request, variant, rules):
    given = request.get("melds", [])
    _need(isinstance(given, list), "bad_value", "melds is a list", "melds")
    _need(len(given) <= 4, "bad_meld", "there are at most four melds", "melds")
    melds = [_meld(meld, f"melds[{i}]", variant, rules) for i, meld in enumerate(given)]
    special = [kind for kind, _ in melds if kind not in COMMON_MELDS]
    _need(len(special) == len(set(special)), "bad_meld", "one special kong of each kind (CC-38, BC-20)", "melds")
    return melds


def _meld(meld, at, variant, rules):
    _need(isinstance(meld, dict), "bad_meld", "a meld is an object", at)
    kind = meld.get("kind")
    _need(kind in MELDS[variant], "bad_meld", f"{variant} has no meld {kind!r}", f"{at}.kind")
    kinds = sorted(_tiles(meld.get("tiles"), variant, f"{at}.tiles"))
    if kind == "chow":
        fits = _is_chow(kinds, rules)
    elif kind == "pung":
        fits = len(kinds) == 3 and len(set(kinds)) == 1
    elif kind in COMMON_MELDS:
        fits = len(kinds) == 4 and len(set(kinds)) == 1
    else:
        fits = is_special_kong(kind.removesuffix("_kong"), kinds, rules)
    _need(fits, "bad_meld", f"{tiles.text(kinds)} is no {kind}", f"{at}.tiles")
    return kind, tuple(kinds)


def _is_chow(kinds, rules):
    if len(kinds) != 3:
        return False
    low = kinds[0]
    if low == 31:
        return kinds == [31, 32, 33] and rules.get("dragon_chow", False)  # BC-15
    return low < 27 and low % 9 <= 6 and kinds == [low, low + 1, low + 2]


def is_special_kong(name, kinds, rules):
    """CC-38, BC-20: one tile of each kind of the group (CC-70: three winds; a 1s in place), and additions."""
    group = tiles.SPECIAL_GROUPS[name]
    wild = rules.get("bamboo_one_is_wild", False)
    real = {k for k in kinds if k in group and not (wild and k == tiles.BAMBOO_ONE)}
    bamboo = sum(1 for k in kinds if k == tiles.BAMBOO_ONE) if wild else 0
    if any(k not in group and not (wild and k == tiles.BAMBOO_ONE) for k in kinds):
        return False
    size = rules.get("winds_kong_size", 4) if name == "winds" else 3
    return len(real) + bamboo >= size


def _treasure(request, variant, tile, by):
    given = request.get("treasure")
    if given is None:
        return None
    _need(variant != "changsha", "bad_treasure", "Changsha has no treasure", "treasure")
    _need(by == "self_draw", "bad_treasure", "a treasure goes with a self-draw", "treasure")
    _need(isinstance(given, dict), "bad_treasure", "treasure is an object", "treasure")
    how = given.get("how")
    allowed = ("drawn", "matched") if variant == "changchun" else ("drawn",)  # BC-6: nobody looks
    _need(how in allowed, "bad_treasure", f"{variant} has no treasure {how!r}", "treasure.how")
    kind = _tile(given.get("tile"), variant, "treasure.tile")
    _need(kind == tile, "bad_treasure", "the winning tile is the treasure's kind", "treasure.tile")
    return how


def _check_counts(hand, melds, tile, variant, by, is_dealer):
    for kind in set(tiles_of(hand, melds, tile)):
        fits = tiles_of(hand, melds, tile).count(kind) <= 4
        _need(fits, "too_many", f"there are only four {tiles.text(kind)}", "hand")
    full = 14 - 3 * len(melds)
    if by == "opening":  # CS-4
        _need(not melds, "bad_meld", "nothing is melded at the opening", "melds")
        _need(tile is None, "bad_tiles", "an opening win has no winning tile", "tile")
        wanted = 14 if is_dealer else 13
    elif tile is None:  # G-13
        _need(by == "self_draw", "missing_field", "tile is missing", "tile")
        laid = any(kind not in COMMON_MELDS for kind, _ in melds)
        _need(
            variant != "changsha" and laid, "missing_field", "only a special kong takes the winning tile away", "tile"
        )
        wanted = full
    else:
        wanted = full - 1
    _need(len(hand) == wanted, "wrong_count", f"the hand has {len(hand)} tiles instead of {wanted}", "hand")


def _check_robbed(win, variant):
    """An added kong holds all four; only a tile added to a special kong leaves the winner any of its kind."""
    if win.by != "robbed_kong":
        return
    groups = {"changchun": tiles.SPECIAL_GROUPS.values(), "baicheng": [tiles.DRAGONS], "changsha": []}[variant]
    special = any(win.tile in group for group in groups)
    held = tiles_of(win.hand, win.melds).count(win.tile)
    _need(special or held == 0, "too_many", f"the adder holds all four {tiles.text(win.tile)}", "tile")


def _check_circumstances(win, variant, dealer, payer):
    after, moment = win.after, win.moment
    if after is not None:
        allowed = {"changchun": (), "baicheng": ("kong",), "changsha": ("dice_kong",)}[variant]
        _need(after in allowed, "bad_value", f"{variant} has no after {after!r}", "after")
        _need(win.by != "opening", "bad_value", "no kong before the opening", "after")
        kongs = [kind for kind, _ in win.melds if kind.endswith("kong")]
        if win.by == "self_draw":
            _need(bool(kongs), "bad_value", "a replacement needs a kong", "after")
        else:
            _need(variant == "changsha", "bad_value", "a replacement is drawn by oneself", "after")
        _need(win.tile is not None, "bad_value", "a kong draw is won on the replacement itself", "after")
    if moment is not None:
        _need(variant == "changsha", "bad_value", f"{variant} has no moments", "moment")
        _need(moment in ("first_deal", "first_discard", "sea_bottom"), "bad_value", "no such moment", "moment")
        _check_moment(moment, win, dealer, payer)


def _check_moment(moment, win, dealer, payer):
    if moment == "first_deal":  # CS-49
        _need(win.by == "self_draw" and win.is_dealer, "bad_value", "天胡 is the dealer's own", "moment")
        _need(not win.melds and win.after is None, "bad_value", "after a kong it is no 天胡", "moment")
    if moment == "first_discard":  # CS-17
        _need(win.by == "discard" and payer == dealer, "bad_value", "地胡 is on the dealer's discard", "moment")
        _need(not win.melds, "bad_value", "nobody has melded before the dealer's first discard", "moment")
    if moment == "sea_bottom":
        _need(win.by in ("self_draw", "discard"), "bad_value", "the sea bottom is taken", "moment")
        _need(win.after is None, "bad_value", "a sea bottom taken by a kong is none (CS-22)", "moment")


def _closed(request, variant, winner):
    given = request.get("closed", [])
    _need(
        "closed" not in request or variant == "baicheng", "bad_value", "only Baicheng asks for closed hands", "closed"
    )
    _need(isinstance(given, list), "bad_value", "closed is a list of seats", "closed")
    for i, seat in enumerate(given):
        _need(_is_seat(seat) and seat != winner, "bad_seat", "closed are seats of losers", f"closed[{i}]")
    _need(len(set(given)) == len(given), "bad_seat", "a seat is named twice", "closed")
    return given


def _birds(request, variant, rules):
    given = request.get("bird")
    if given is None:
        return []
    _need(variant == "changsha", "bad_value", "only Changsha has birds", "bird")
    if not isinstance(given, list):
        _need(rules["birds"] >= 1, "bad_value", "the house plays without birds", "bird")
        return [_tile(given, variant, "bird")]
    _need(len(given) <= rules["birds"], "bad_value", f"the house plays with {rules['birds']} birds", "bird")
    return [_tile(bird, variant, f"bird[{i}]") for i, bird in enumerate(given)]
