"""Baicheng: which hands win, on which tiles, with which fans, and who pays what."""

from .reading import group_of_meld, shape_tiles, spots, standard_readings, tiles_of
from .tiles import BAMBOO_ONE, KINDS, is_terminal_or_honour, suit

ALL_KINDS = KINDS["baicheng"]
REASONS = ("not_complete", "missing_suit", "no_terminal_or_honour", "no_pung")
BAMBOO_123 = (18, 19, 20)


def is_closed_hand(melds):
    """BC-18/26: concealed kongs and an undeclared 中发白 keep a hand closed, a special kong opens it."""
    return all(kind == "concealed_kong" for kind, _ in melds)


def readings(hand, tile):
    """BC-17, BC-15: four sets and a pair, 中发白 being a set."""
    tiles = list(hand) + ([] if tile is None else [tile])
    return standard_readings(tiles, dragon_sets=True)


def failure(reading, hand, melds, tile, rules):
    """The first condition of BC-17 the reading fails, or None."""
    tiles = tiles_of(hand, melds, tile)
    if {suit(t) for t in tiles} - {"z"} != {"m", "p", "s"}:
        return "missing_suit"
    if not any(is_terminal_or_honour(t) for t in tiles):
        return "no_terminal_or_honour"
    if rules["pung_required"] and not has_pung(reading, melds):
        return "no_pung"
    return None


def has_pung(reading, melds):
    """pung_required: a pung or kong of any kind; an undeclared 中发白 is none, a declared one is a kong."""
    if any(kind == "pung" for kind, _ in reading.groups):
        return True
    return any(group_of_meld(meld) in ("pung", "special") for meld in melds)


def is_all_pungs(reading, melds, rules):
    """BC-16: pungs and kongs, a concealed or declared 中发白 allowed."""
    sets = list(reading.groups) + [(group_of_meld(meld), meld[1]) for meld in melds]
    allowed = BAMBOO_123 if rules["bamboo_123_in_all_pungs"] else None
    return all(kind != "chow" or tuple(set_tiles) == allowed for kind, set_tiles in sets)


def judge(win, rules):
    """(reason, None) or (None, fans)."""
    if not win.treasure:
        return _judge_tile(win, win.tile, rules)
    waited = waits(win.hand, win.melds, rules)
    if not waited:
        return "not_ready", None  # BC-12
    results = [_judge_tile(win, tile, rules)[1] for tile in waited]  # BC-12: stands for the best wait
    return None, max(results, key=lambda fans: sum(fans.values()))  # G-6: the first of equals is the lowest tile


def _judge_tile(win, tile, rules):
    reasons, best = ["not_complete"], None
    for reading in readings(win.hand, tile):
        reason = failure(reading, win.hand, win.melds, tile, rules)
        if reason:
            reasons.append(reason)
            continue
        for spot in spots(reading, tile):
            fans = _fans(reading, spot, tile, win, rules)
            if best is None or sum(fans.values()) > sum(best.values()):  # G-6
                best = fans
    if best is None:
        return max(reasons, key=REASONS.index), None
    return None, best


def _fans(reading, spot, tile, win, rules):
    """BC-26."""
    fans = {}
    if is_closed_hand(win.melds):
        fans["standing"] = 1
    if BAMBOO_ONE in tiles_of(win.hand, win.melds, tile):
        fans["bamboo_one"] = 1  # BC-13: a drawn treasure counts as the tile it stands for
    if is_all_pungs(reading, win.melds, rules):
        if spot == "pair":
            fans["all_pungs_single"] = 3  # 单飘
        else:
            fans["all_pungs"] = 2  # 双飘
    elif is_closed_wait(spot, win, rules):  # BC-16: 夹 is not added to 飘
        fans["closed_wait"] = 1
    fans.update(_draw_fans(win, rules))
    if win.after == "kong":
        fans["kong_draw"] = 1  # BC-24
    if win.is_dealer:
        fans["dealer"] = 1
    return fans


def _draw_fans(win, rules):
    """BC-10: self-draw 1, 摸宝 2 and 宝中宝 3, of which the highest counts."""
    if win.by != "self_draw":
        return {}
    if not win.treasure:
        return {"self_draw": 1}
    waited = waits(win.hand, win.melds, rules)
    if rules["treasure_in_treasure_only_wait"]:
        in_treasure = waited == [win.tile]  # BC-9
    else:
        in_treasure = win.tile in waited
    fans = {"treasure_in_treasure": 3} if in_treasure else {"treasure": 2}
    if rules["treasure_stacks_with_self_draw"]:
        fans["self_draw"] = 1
    return fans


def is_closed_wait(spot, win, rules):
    """BC-14; without a winning tile there is none (G-13)."""
    if spot is None:
        return False
    if spot == "dragons":
        return True  # the third of 中发白
    only_wait = len(waits(win.hand, win.melds, rules)) == 1
    if spot in ("middle", "edge") and (only_wait or not rules["closed_wait_must_be_only_wait"]):
        return True
    if spot == "pair" and (only_wait or rules["two_headed_single_counts"]):
        return True  # 吊
    brings_terminal = not any(is_terminal_or_honour(t) for t in tiles_of(win.hand, win.melds))
    return brings_terminal and only_wait


def waits(hand, melds, rules):
    """G-12: the kinds not held four times with which the hand would win, lowest first."""
    hand = list(hand)
    held = tiles_of(hand, melds)
    shaped = shape_tiles(hand, ALL_KINDS, dragon_sets=True)
    return [k for k in shaped if held.count(k) < 4 and _wins(hand, melds, k, rules)]


def _wins(hand, melds, tile, rules):
    return any(failure(reading, hand, melds, tile, rules) is None for reading in readings(hand, tile))


def payments(fans, winner, dealer, payer, closed, rules):
    """BC-26: the four deltas; payer is the discarder or robbed adder, None for a self-draw; closed: seats."""
    deltas = [0, 0, 0, 0]
    for seat in range(4):
        if seat == winner:
            continue
        own = (seat == dealer) + (seat == payer) + (seat in closed and rules["closed_loser_pays"])
        factor = 2 ** (sum(fans.values()) + own)
        if rules["cap"] != "none":
            factor = min(factor, rules["cap"])  # BC-28
        amount = rules["base"] * factor
        from_seat = payer if rules["discard_pays"] == "discarder_all" and payer is not None else seat
        deltas[from_seat] -= amount
        deltas[winner] += amount
    return deltas


def treasure_pungs(treasure, hands, melds, winner, won_tile, rules):
    """BC-8: what each of the others owes each seat; won_tile is the tile won from another, else None."""
    if treasure is None or rules["treasure_pung_is_kong"] is False:
        return [0, 0, 0, 0]
    unit = rules["base"] * rules["kong_unit"]
    won = [won_tile if s == winner else None for s in range(4)]
    return [unit * _treasure_pung(treasure, hands[s], melds[s], won[s], rules) for s in range(4)]


def _treasure_pung(treasure, hand, melds, won_tile, rules):
    """1 like a melded kong, 2 like a concealed one, 0 without a pung of the treasure's kind."""
    if any(kind == "pung" and tiles[0] == treasure for kind, tiles in melds):
        return 1
    if rules["treasure_pung_is_kong"] == "melded_only":
        return 0
    if hand.count(treasure) == 3:
        return 2
    return 1 if hand.count(treasure) == 2 and won_tile == treasure else 0
