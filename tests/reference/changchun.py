"""Changchun: declared hands, the treasure, special kongs, the growing reserve."""

from . import changchun_score, special, tiles
from .flow import Flow
from .special import SpecialKongs, own_special


class Changchun(SpecialKongs, Flow):
    variant = "changchun"

    def __init__(self, rules, wall, dealer, dice):
        super().__init__(rules, wall, dealer, dice)
        self.dealt = [[], [], [], []]
        self.declared = [False] * 4  # CC-22
        self.barred = [False] * 4  # CC-12
        self.looked = [False] * 4  # has ever seen a treasure
        self.seen_by = set()  # who has seen the treasure that lies there now
        self.dead_places = []  # places whose tile was dead (CC-27)
        self.kongs = 0  # counted kongs (CC-35)
        self.passed_lock = [False] * 4  # CC-59

    # ---- set-up ----------------------------------------------------------------------------

    def before_deal(self):
        rolled = [self.dice() for _ in range(4)]  # CC-2: they only place the wall on the table
        self.log.append(("dice", *rolled))

    def after_deal(self):
        self.dealt = [list(hand) for hand in self.hands]

    # ---- winning ---------------------------------------------------------------------------

    def judge(self, win):
        return changchun_score.judge(win, self.rules)

    def waits(self, hand, melds):
        return changchun_score.waits(hand, melds, self.rules)

    def may_win(self, seat):
        return self.declared[seat] or not self.rules["must_declare_to_win"]  # CC-21

    def turn_win(self):
        turn = self.turn
        if not turn.has_drawn or turn.win_passed or not self.may_win(turn.seat):
            return None
        hand = self.hand_before_draw()
        if self.is_drawn_treasure():
            win = self.if_legal(self.plain_win(turn.seat, hand, turn.drawn, "self_draw", treasure="drawn"))
            if win:
                return win
        return self.if_legal(self.plain_win(turn.seat, hand, turn.drawn, "self_draw"))

    def is_drawn_treasure(self):
        """CC-32: the drawn tile is of the kind of the treasure he has looked at."""
        seat = self.turn.seat
        return self.declared[seat] and seat in self.seen_by and self.turn.drawn == self.treasure()

    def win_from(self, seat, tile, by, after=None, moment=None):
        if not self.may_win(seat) or self.passed_lock[seat]:
            return None
        return self.if_legal(self.plain_win(seat, self.hands[seat], tile, by))

    def win_passed_on(self, seat, kinds):
        if self.rules["passed_win_lock"] == "same_turn":
            self.passed_lock[seat] = True  # CC-59, CC-70

    def tile_taken(self, seat):
        self.passed_lock[seat] = False

    def deltas(self, seat, fans, win, payer):
        # CC-70: the discarder is ready if he is declared and has looked.
        ready = payer is not None and self.declared[payer] and self.looked[payer]
        return changchun_score.payments(fans, seat, self.dealer, payer, self.rules, ready)

    # ---- own turn --------------------------------------------------------------------------

    def turn_actions(self):
        seat, hand = self.turn.seat, self.hands[self.turn.seat]
        actions = {"win"} if self.turn_win() else set()
        if self.declared[seat]:
            return actions | self.locked_actions()
        for tile in set(hand):
            actions.add(f"discard {tiles.text(tile)}")
            rest = list(hand)
            rest.remove(tile)
            if self.waits(rest, self.melds[seat]):
                actions.add(f"ready {tiles.text(tile)}")  # CC-22
        return actions | self.kong_actions() | self.set_actions() | self.add_actions()

    def locked_actions(self):
        """CC-22: the drawn tile is discarded, konged without changing the waits, or added to a special kong."""
        seat, drawn = self.turn.seat, self.turn.drawn
        actions = {f"discard {tiles.text(drawn)}"}
        before_draw = self.hand_before_draw()
        for text in self.kong_actions():
            action, name = text.split()
            if name == tiles.text(drawn) and self.kong_keeps_waits(seat, before_draw, action, drawn):
                actions.add(text)
        return actions | {text for text in self.add_actions() if text.endswith(" " + tiles.text(drawn))}

    def kong_keeps_waits(self, seat, hand, action, tile):
        """CC-22: the waits of the 13 tiles before and those after the kong's tiles are laid."""
        before = self.waits(hand, self.melds[seat])
        rest = [t for t in hand if t != tile]
        kind = {"ckong": "concealed_kong", "akong": "added_kong", "kong": "melded_kong"}[action]
        melds = [m for m in self.melds[seat] if not (action == "akong" and m == ("pung", (tile,) * 3))]
        return self.waits(rest, [*melds, (kind, (tile,) * 4)]) == before

    def discard(self, text):
        end = super().discard(text)
        if end.ready:  # CC-22: stands at the moment of its discard
            self.declared[end.seat] = True
            hand, melds = self.hands[end.seat], self.melds[end.seat]
            self.barred[end.seat] = not changchun_score.has_terminal_or_honour(hand, melds)  # CC-12
        return end

    def is_locked(self, seat):
        return self.declared[seat]

    def may_meld(self, seat, kind, meld_tiles):
        return not changchun_score.last_single(self.melds[seat] + [(kind, meld_tiles)], self.rules)  # CC-18

    def may_kong_discard(self, seat, tile):
        if not self.kong_room():
            return False
        return not self.declared[seat] or self.kong_keeps_waits(seat, self.hands[seat], "kong", tile)

    # ---- special kongs ---------------------------------------------------------------------

    def set_actions(self):
        """CC-38, CC-40, CC-42."""
        seat, actions = self.turn.seat, set()
        if not self.in_set_window(seat):
            return actions
        available = list(self.hands[seat])
        if self.rules["special_kong_window"] == "dealt":
            laid = [t for kind, laid in self.melds[seat] if kind in ("winds_kong", "dragons_kong", "ones_kong", "nines_kong") for t in laid]
            left = {k: self.dealt[seat].count(k) - laid.count(k) for k in set(available)}
            available = [k for k in set(available) for _ in range(min(available.count(k), left[k]))]
        for name in tiles.SPECIAL_GROUPS:
            if own_special(self.melds[seat], name) or (self.draws_replacement(name) and not self.kong_room()):
                continue
            size = self.rules["winds_kong_size"] if name == "winds" else 3
            for laid in special.possible_sets(name, available, size, self.rules["bamboo_one_is_wild"]):
                actions.add(f"set {name} {tiles.text(laid)}")
        return actions

    def in_set_window(self, seat):
        """CC-40: the first turn lasts to the first discard, however it was reached."""
        if not self.discarded[seat]:
            return True
        return self.rules["special_kong_window"] == "any_turn" and self.turn.has_drawn

    def add_actions(self):
        """CC-42, CC-43: after a draw; the dealer not before his next draw from the front."""
        seat = self.turn.seat
        if not self.turn.has_drawn or not self.kong_room():
            return set()
        if seat == self.dealer and not self.front_drawn[seat]:
            return set()
        actions = set()
        for name in tiles.SPECIAL_GROUPS:
            if own_special(self.melds[seat], name):
                for tile in special.possible_additions(name, self.hands[seat], self.rules["bamboo_one_is_wild"]):
                    actions.add(f"add {name} {tiles.text(tile)}")
        return actions

    def kong_price(self, seat, kind, tile):
        """CC-45, CC-46."""
        amount = changchun_score.kong_unit(self.rules) * changchun_score.kong_units(kind, tile)
        doubled = self.rules["kong_dealer_double"]
        return {s: amount * (2 if doubled and self.dealer in (s, seat) else 1) for s in range(4) if s != seat}

    def kong_committed(self, seat, replaced):
        if replaced or self.rules["reserve_counts_special_kongs"]:
            self.kongs += 1  # CC-35
        self.change_dead_treasure(seat)  # CC-27: judged when a kong is committed

    # ---- treasure --------------------------------------------------------------------------

    def treasure(self):
        return None if self.wall.aside is None else self.wall.tiles[self.wall.aside]

    def is_dead(self):
        """CC-27."""
        return special.visible(self.treasure(), self.rivers, self.melds) >= 3

    def look(self, seat):
        """CC-24: a declared player looks before he takes a tile, and rolls if there is no treasure."""
        if not self.declared[seat] or self.barred[seat] or not self.may_draw():
            return
        if self.wall.aside is not None and seat in self.seen_by:
            return
        while self.wall.aside is not None or self.roll_treasure():
            self.seen_by.add(seat)
            self.looked[seat] = True
            self.log.append(("look", seat, tiles.text(self.treasure())))
            yield from self.offer_match(seat)
            if self.over or not self.is_dead():
                return
            self.drop_treasure()  # a dead one is rolled past at once and he looks again

    def offer_match(self, seat):
        """CC-31: a treasure that is a wait wins at once, even a dead one."""
        win = self.plain_win(seat, self.hands[seat], self.treasure(), "self_draw", treasure="matched")
        if self.if_legal(win):
            text = yield from self.ask(seat, {"win", "pass"})
            if text == "win":
                self.settle([(seat, win)], payer=None)

    def drop_treasure(self):
        """CC-26: the tile returns to its place, which is not used again (CC-27)."""
        self.dead_places.append(self.wall.aside)
        self.log.append(("dead treasure", tiles.text(self.treasure())))
        self.wall.aside = None
        self.seen_by = set()

    def roll_treasure(self):
        """CC-24, CC-25: one die until it names a usable place. False if there is none (CC-29)."""
        places = self.treasure_places()
        usable = [p for p in places if p not in self.dead_places and not self.wall.gone[p]]
        if not usable:
            return False
        while True:
            die = self.dice()
            self.log.append(("die", die))
            if die <= len(places) and places[die - 1] in usable:
                self.wall.aside = places[die - 1]
                self.seen_by = set()
                return True

    def treasure_places(self):
        """The places the die counts: upper tiles of the six full stacks nearest the tail, later the lower ones."""
        uppers = [2 * s for s in self.wall.full_stacks_from_tail()[:6]]
        dead_uppers = [p for p in self.dead_places if p % 2 == 0]
        if len(dead_uppers) < 6 and any(p not in self.dead_places for p in uppers):
            return uppers
        return [p + 1 for p in sorted(dead_uppers, reverse=True)]  # CC-29: the lower tiles of those stacks

    def change_dead_treasure(self, actor):
        """CC-27: a dead treasure somebody has seen is changed, rolled in the name of the next declared seat."""
        if self.wall.aside is None or not self.seen_by or not self.is_dead():
            return
        self.drop_treasure()
        names = [(actor + i) % 4 for i in (1, 2, 3, 4)]
        roller = next(s for s in names if self.declared[s] and not self.barred[s])
        self.log.append(("treasure changes", roller))
        self.roll_treasure()

    def between(self, actor, discard, claim):
        if not (claim and claim.text.startswith("kong")):
            self.change_dead_treasure(actor)  # CC-27: judged when a window has closed (a kong has just been judged)
        if discard and discard.ready and self.rules["treasure_reveal"] == "at_once":
            yield from self.look(discard.seat)

    # ---- wall end --------------------------------------------------------------------------

    def reserve(self, kongs):
        """CC-35, in tiles."""
        if self.rules["reserve"] == "none":
            return 0
        if self.rules["reserve"] == "seven":
            return 14 + kongs % 2
        return 2 * (7 + max(0, kongs - 1)) + kongs % 2

    def may_draw(self):
        return self.wall.left() > self.reserve(self.kongs) and self.wall.drawable() > 0

    def kong_room(self):
        return self.wall.left() - 1 >= self.reserve(self.kongs + 1) and self.wall.drawable() > 0

    def next_draw(self, seat):
        if not self.may_draw():
            self.exhaust()
        elif self.rules["final_four"] and self.wall.left() - self.reserve(self.kongs) == 4:
            yield from self.final_four(seat)
        else:
            yield from self.look(seat)
            if not self.over:
                self.draw_front(seat)

    def final_four(self, first):
        """CC-35: each seat in turn looks, takes one tile and may only win."""
        for seat in [(first + i) % 4 for i in range(4)]:
            if not self.may_draw():
                break
            yield from self.look(seat)
            if self.over:
                return
            self.draw_front(seat)
            win = self.turn_win()
            if win and (yield from self.ask(seat, {"win", "pass"})) == "win":
                self.settle([(seat, win)], payer=None)
                return
        self.exhaust()
