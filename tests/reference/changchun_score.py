"""Changchun: which hands win, on which tiles, with which fans, and who pays what."""

from .reading import Reading, group_of_meld, is_seven_pairs, pair_tiles, shape_tiles, spots, standard_readings, tiles_of
from .tiles import DRAGONS, KINDS, WINDS, is_terminal_or_honour, suit

ALL_KINDS = KINDS["changchun"]
SPECIAL = ("winds_kong", "dragons_kong", "ones_kong", "nines_kong")
LADDERS = {  # CC-52
    "1": (1, 2, 4, 8, 16, 32, 64),
    "135": (1, 3, 5, 10, 20, 40, 80),
    "250": (2, 5, 10, 20, 40, 80, 160),
    "50": (5, 10, 20, 40, 80, 160, 320),
}
# The conditions in the order they are checked; a reading's reason is the first it fails.
REASONS = ("not_complete", "missing_suit", "no_terminal_or_honour", "no_pung")


def last_single(melds, rules):
    """CC-18: four exposed melds, one of them a chow."""
    if rules["last_single_tile"] == "allowed":
        return False
    hidden = () if rules["last_single_counts_concealed_kongs"] else ("concealed_kong",)
    exposed = [kind for kind, _ in melds if kind not in hidden]
    return len(exposed) >= 4 and "chow" in exposed


def is_standing(melds, rules):
    """CC-19."""
    keeping = ("concealed_kong",) + (SPECIAL if rules["special_kong_keeps_standing"] else ())
    return all(kind in keeping for kind, _ in melds)


def has_terminal_or_honour(hand, melds):
    return any(is_terminal_or_honour(t) for t in tiles_of(hand, melds))


def readings(win, tile, rules):
    """CC-7: four sets and a pair, and seven pairs where the house plays them (CC-70)."""
    tiles = list(win.hand) + ([] if tile is None else [tile])
    found = standard_readings(tiles)
    if rules["seven_pairs"] and not win.melds and is_seven_pairs(tiles):
        found.append(Reading("seven_pairs", (), None))
    return found


def is_all_pungs(reading, melds):
    """CC-16: pungs, kongs and special kongs only."""
    if reading.form != "standard":
        return False
    return all(kind == "pung" for kind, _ in reading.groups) and all(kind != "chow" for kind, _ in melds)


def failure(reading, win, tile, rules):
    """The first condition the reading fails, or None."""
    tiles = tiles_of(win.hand, win.melds, tile)
    suits = {suit(t) for t in tiles} - {"z"}
    # CC-16: the option frees all pungs from both CC-7 and CC-10, as the clause names both.
    free = rules["all_pungs_waives_suits"] and is_all_pungs(reading, win.melds)
    if suits != {"m", "p", "s"} and not free and not rules["missing_suit_allowed"]:
        return "missing_suit"  # CC-7
    if not any(is_terminal_or_honour(t) for t in tiles) and not free:
        return "no_terminal_or_honour"  # CC-10
    if reading.form == "standard" and not has_pung(reading, win.melds, rules):
        return "no_pung"  # CC-8; seven pairs are free of it (CC-70)
    return None


def has_pung(reading, melds, rules):
    """CC-8: a pung or kong of any kind, or a dragon pair."""
    if any(kind == "pung" for kind, _ in reading.groups):
        return True
    if any(group_of_meld(meld) in ("pung", "special") for meld in melds):
        return True
    return reading.pair in DRAGONS or (rules["wind_pair_waives_pung"] and reading.pair in WINDS)


def judge(win, rules):
    """(reason, None) or (None, fans): whether the hand wins and with what."""
    if last_single(win.melds, rules):
        return "last_single_tile", None  # checked first
    if win.treasure:
        return _judge_treasure(win, rules)
    return _judge_tile(win, win.tile, rules)


def _judge_treasure(win, rules):
    if not has_terminal_or_honour(win.hand, win.melds):
        return "treasure_not_allowed", None  # CC-12
    waited = waits(win.hand, win.melds, rules)
    if not waited:
        return "not_ready", None
    if win.treasure == "matched" and win.tile not in waited:
        return "treasure_not_a_wait", None  # CC-31
    stands_for = waited if win.treasure == "drawn" else [win.tile]  # CC-33
    results = [_judge_tile(win, tile, rules)[1] for tile in stands_for]
    return None, max(results, key=lambda fans: sum(fans.values()))  # G-6: the first of equals is the lowest tile


def _judge_tile(win, tile, rules):
    reasons, best = ["not_complete"], None
    for reading in readings(win, tile, rules):
        reason = failure(reading, win, tile, rules)
        if reason:
            reasons.append(reason)
            continue
        for spot in spots(reading, tile):
            fans = _fans(reading, spot, win, rules)
            if best is None or sum(fans.values()) > sum(best.values()):  # G-6
                best = fans
    if best is None:
        return max(reasons, key=REASONS.index), None
    return None, best


def _fans(reading, spot, win, rules):
    """CC-50."""
    fans = {}
    all_pungs = is_all_pungs(reading, win.melds)
    if reading.form == "seven_pairs":
        fans["seven_pairs"] = 3  # CC-70: instead of standing
    elif is_standing(win.melds, rules):
        fans["standing"] = 1
    if all_pungs:
        fans["all_pungs"] = 2
    elif is_closed_wait(spot, win, rules):  # CC-51: all pungs exclude the closed wait
        fans["closed_wait"] = 1
    if win.by == "self_draw":
        fans["self_draw"] = 1
    if win.treasure:
        fans["treasure"] = 1 + (rules["matched_treasure_bonus"] if win.treasure == "matched" else 0)  # CC-32
    if win.is_dealer:
        fans["dealer"] = 1
    return fans


def is_closed_wait(spot, win, rules):
    """CC-17; without a winning tile there is none (G-13)."""
    if spot is None:
        return False
    included = rules["closed_wait_includes"]
    only = "only_wait" in included or rules["closed_wait_must_be_only_wait"]
    only_wait = only and len(waits(win.hand, win.melds, rules)) == 1
    if rules["closed_wait_must_be_only_wait"] and not only_wait:
        return False
    named = {"middle": "middle", "edge": "edge", "pair": "single"}.get(spot)
    return named in included or ("only_wait" in included and only_wait)


def waits(hand, melds, rules):
    """G-12: the kinds not held four times with which the hand would win, lowest first."""
    hand = list(hand)
    held = tiles_of(hand, melds)
    shaped = set(shape_tiles(hand, ALL_KINDS))
    if rules["seven_pairs"] and not melds:
        shaped.update(pair_tiles(hand))
    return [k for k in sorted(shaped) if held.count(k) < 4 and _wins(hand, melds, k, rules)]


def _wins(hand, melds, tile, rules):
    """Whether the tile wins by some reading; the conditions of judge without the fans."""
    if last_single(melds, rules):
        return False
    win = _PlainWin(hand, melds)
    return any(failure(reading, win, tile, rules) is None for reading in readings(win, tile, rules))


class _PlainWin:
    """Hand and melds alone, all that readings and conditions look at."""

    def __init__(self, hand, melds):
        self.hand, self.melds = hand, melds


def payments(fans, winner, dealer, payer, rules, payer_is_ready=False):
    """CC-50/52/55: the four deltas; payer is the discarder or robbed adder, None for a self-draw."""
    ladder = LADDERS[rules["ladder"]]
    deltas = [0, 0, 0, 0]
    for seat in range(4):
        if seat == winner:
            continue
        fan = sum(fans.values()) + (seat == dealer) + (seat == payer)
        amount = ladder[min(fan, 6)]  # CC-53
        covers = rules["discard_pays"] == "discarder_all"
        if rules["discard_pays"] == "discarder_all_if_not_ready":
            covers = not payer_is_ready  # CC-70
        from_seat = payer if covers and payer is not None else seat
        deltas[from_seat] -= amount
        deltas[winner] += amount
    return deltas


def kong_unit(rules):
    """CC-54: the first step of the ladder."""
    return LADDERS[rules["ladder"]][0]


def kong_units(kind, tile):
    """CC-45: what each of the others pays for a kong, in units; tile None for special kongs and additions."""
    if tile is None:
        return 1
    big = 2 if tile in (18, 9, *DRAGONS) else 1  # 1s, 1p and the dragons 大蛋
    return big * (2 if kind == "concealed_kong" else 1)
