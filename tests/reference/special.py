"""Special kongs (CC-38, BC-20): which sets can be laid and what can be added; shared by Changchun and Baicheng."""

from itertools import combinations

from . import tiles
from .tiles import BAMBOO_ONE, SPECIAL_GROUPS


def possible_sets(name, available, size, wild):
    """Every set of the group that can be laid from the available tiles, as sorted tuples."""
    real = [k for k in SPECIAL_GROUPS[name] if k in available and not (wild and k == BAMBOO_ONE)]
    found = []
    for count in range(size + 1):
        bamboo = size - count  # CC-70: a 1s stands for each of the others
        if bamboo > (available.count(BAMBOO_ONE) if wild else 0):
            continue
        for chosen in combinations(real, count):
            found.append(tuple(sorted(chosen + (BAMBOO_ONE,) * bamboo)))
    return found


def possible_additions(name, hand, wild):
    """Every kind in hand that can be added to a special kong of the group."""
    return {k for k in hand if k in SPECIAL_GROUPS[name] or (wild and k == BAMBOO_ONE)}


def own_special(melds, name):
    """The special kong of the group among the melds, or None."""
    return next((meld for meld in melds if meld[0] == name + "_kong"), None)


def has_all_kinds(name, hand):
    return all(k in hand for k in SPECIAL_GROUPS[name])


def visible(kind, rivers, melds):
    """CC-27: copies everybody can see: discards and all melds but concealed kongs."""
    seen = sum(river.count(kind) for river in rivers)
    for seat_melds in melds:
        seen += sum(tuple(m_tiles).count(kind) for m_kind, m_tiles in seat_melds if m_kind != "concealed_kong")
    return seen


class SpecialKongs:
    """The part of a course that lays special kongs; mixed into the two games that have them."""

    def draws_replacement(self, name):
        """CC-41, BC-22: three tiles make one set and draw nothing, winds draw one."""
        return name == "winds" and self.rules["winds_kong_size"] == 4

    def lay_special(self, text):
        """`set` is committed at once, `add` may be robbed."""
        action, name, tile_text = text.split()
        seat, laid = self.turn.seat, tiles.parse(tile_text)
        if action == "add":
            claim = yield from self.rob_window(seat, laid[0], pung=True)
            if self.over or claim:
                return claim
            old = own_special(self.melds[seat], name)
            self.melds[seat].remove(old)
            self.melds[seat].append((old[0], tuple(sorted(old[1] + (laid[0],)))))
        else:
            self.melds[seat].append((name + "_kong", tuple(sorted(laid))))
        for tile in laid:
            self.hands[seat].remove(tile)
        self.pay_kong(seat, name + "_kong", None)
        self.log.append((action, seat, name, tile_text))
        replaced = action == "add" or self.draws_replacement(name)
        self.kong_committed(seat, replaced)
        if replaced:
            return (yield from self.take_replacement(seat, action))
        if self.turn.drawn is not None and self.turn.drawn not in self.hands[seat]:
            self.turn.drawn = None  # G-13: the drawn tile lies in the set, there is no winning tile
        return None
