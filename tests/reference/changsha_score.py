"""Changsha: which hands win, on which tiles, with which fans, and who pays what."""

from .reading import Reading, is_seven_pairs, pair_tiles, quads, shape_tiles, standard_readings, tiles_of
from .tiles import KINDS, is_258, number, suit

ALL_KINDS = KINDS["changsha"]
OPENING = ("four_of_a_kind", "no_258", "missing_suit", "two_triplets")
PRICES = {  # CS-35, CS-36: (small, big) for self-draw and for a discard; the dealer's entry is `extra` more
    "text": {"small": (10, 10), "big": (30, 60), "small_extra": (10, 10), "big_extra": (10, 10)},
    "classic": {"small": (1, 1), "big": (6, 6), "small_extra": (1, 1), "big_extra": (1, 1)},
}


def readings(hand, melds, tile):
    """CS-11, CS-13: sets and a pair, seven pairs, and 将将胡 which needs no shape."""
    tiles = list(hand) + ([] if tile is None else [tile])
    found = standard_readings(tiles)
    if not melds and is_seven_pairs(tiles):
        found.append(Reading("seven_pairs", (), None))
    if all(is_258(t) for t in tiles_of(hand, melds, tile)):
        found.append(Reading("shapeless", (), None))
    return found


def big_shapes(reading, hand, melds, tile, rules):
    """The big wins of the hand itself in one reading, with what each is worth."""
    tiles = tiles_of(hand, melds, tile)
    concealed = list(hand) + ([] if tile is None else [tile])
    fans = {}
    if all(is_258(t) for t in tiles):
        fans["all_258"] = 1  # 将将胡
    if reading.form == "standard":
        kinds = [kind for kind, _ in reading.groups] + [kind for kind, _ in melds]
        if "chow" not in kinds:
            fans["all_pungs"] = 1  # 碰碰胡
        if len(melds) == 4:
            fans["melded_hand"] = 1  # 全求人 CS-12
    if reading.form == "seven_pairs":
        if quads(concealed):
            fans["luxury_seven_pairs"] = rules["luxury_weights"][quads(concealed) - 1]  # CS-16
        else:
            fans["seven_pairs"] = 1
    if reading.form != "shapeless" and len({suit(t) for t in tiles}) == 1:
        fans["one_suit"] = 1  # 清一色, in a winning shape only CS-14
    return fans


def moments(win, rules):
    """The big wins of the moment."""
    fans = {}
    self_draw, discard = win.by == "self_draw", win.by == "discard"
    if win.moment == "first_deal" and self_draw:
        fans["heavenly"] = 1  # 天胡 CS-49
    if win.moment == "first_discard" and discard:
        fans["earthly"] = 1  # 地胡 CS-17
    if win.moment == "sea_bottom":
        fans["sea_bottom" if self_draw else "sea_bottom_discard"] = 1
    if win.after == "dice_kong" and self_draw:
        fans["kong_draw"] = win.dice_tiles  # 杠上开花, one for each tile of two dice CS-19
    if win.after == "dice_kong" and discard:
        fans["kong_discard"] = win.dice_tiles  # 杠上炮 CS-25
    if win.by == "robbed_kong" and (rules["robbing_plain_kong_is_big"] or win.after == "dice_kong"):
        fans["robbed_kong"] = 1  # 抢杠胡 CS-27; a plain kong is 补张, one without dice
    return fans


def judge(win, rules):
    """(reason, None) or (None, fans)."""
    if win.by == "opening":
        fans = opening_patterns(win.hand, rules)
        return (None, fans) if fans else ("no_opening_win", None)
    reasons, best = ["not_complete"], None
    moment = moments(win, rules)
    for reading in readings(win.hand, win.melds, win.tile):
        shapes = big_shapes(reading, win.hand, win.melds, win.tile, rules)
        any_pair = shapes or (moment and not rules["moment_requires_258"])
        if not any_pair and not is_258(reading.pair):
            reasons.append("pair_not_258")  # CS-11
            continue
        fans = shapes | moment or {"small": 1}  # CS-18, CS-37
        if best is None or _worth(fans) > _worth(best):  # G-6
            best = fans
    return (None, best) if best else (reasons[-1], None)


def _worth(fans):
    return 0 if "small" in fans else sum(fans.values())


def opening_patterns(hand, rules):
    """CS-2, CS-5, CS-6: the patterns of the dealt tiles that the house pays."""
    if rules["opening"] == "off":
        return {}
    counts = [hand.count(t) for t in set(hand)]
    holds = {
        "four_of_a_kind": 4 in counts,
        "no_258": not any(is_258(t) for t in hand),
        "missing_suit": len({suit(t) for t in hand}) < 3,
        "two_triplets": counts.count(3) >= 2,  # a quad is no triplet
    }
    return {name: 1 for name in OPENING if holds[name] and rules["opening_" + name]}


def waits(hand, melds, rules):
    """G-12: the kinds not held four times with which the hand would win, lowest first; shapeless 将将胡 included."""
    hand = list(hand)
    held = tiles_of(hand, melds)
    candidates = set(shape_tiles(hand, ALL_KINDS))
    if not melds:
        candidates.update(pair_tiles(hand))
    if all(is_258(t) for t in held):
        candidates.update(k for k in ALL_KINDS if is_258(k))
    return [k for k in sorted(candidates) if held.count(k) < 4 and _wins(hand, melds, k, rules)]


def _wins(hand, melds, tile, rules):
    """Whether the tile wins by itself, without a moment."""
    found = readings(hand, melds, tile)
    return any(big_shapes(r, hand, melds, tile, rules) or is_258(r.pair) for r in found)


def entry(fans, self_draw, dealer_involved, rules):
    """CS-35, CS-36: what one payer pays before base and birds."""
    prices = PRICES[rules["price_table"]]
    column = 0 if self_draw else 1
    if "small" in fans:
        return prices["small"][column] + (prices["small_extra"][column] if dealer_involved else 0)
    amount = prices["big"][column] * sum(fans.values())
    if dealer_involved:
        amount += prices["big_extra"][column] * (sum(fans.values()) if rules["dealer_extra_per_big"] else 1)
    return amount


def opening_entry(fans, dealer_involved, rules):
    """CS-5: each pattern pays one small self-draw win."""
    return len(fans) * entry({"small": 1}, True, dealer_involved, rules)


def bird_seat(bird_number, winner, dealer, rules):
    """CS-38, CS-40: 1, 5, 9 the first seat, 2, 6 the next, 3, 7 the opposite, 4, 8 the previous."""
    first = dealer if rules["bird_from"] == "dealer" else winner
    return (first + bird_number - 1) % 4


def with_birds(amount, winner, payer, dealer, bird_numbers, rules):
    """CS-38, CS-39: one doubling per payment and bird that hits its payer or its receiver."""
    hits = sum(bird_seat(n, winner, dealer, rules) in (winner, payer) for n in bird_numbers)
    if rules["bird_effect"] == "double":
        return rules["base"] * amount * 2**hits
    if rules["bird_effect"] == "linear":
        return rules["base"] * amount * (1 + hits)
    return rules["base"] * (amount + hits)


def payments(fans, winner, dealer, payer, by, bird_numbers, rules):
    """The four deltas; payer is the discarder or robbed adder, None if all three pay."""
    deltas = [0, 0, 0, 0]
    payers = [s for s in range(4) if s != winner] if payer is None else [payer]
    for seat in payers:
        dealer_involved = dealer in (seat, winner)
        if by == "opening":
            amount = opening_entry(fans, dealer_involved, rules)
        else:
            amount = entry(fans, payer is None, dealer_involved, rules)
        amount = with_birds(amount, winner, seat, dealer, bird_numbers, rules)
        deltas[seat] -= amount
        deltas[winner] += amount
    return deltas


def bird_numbers(birds):
    return [number(t) for t in birds]
