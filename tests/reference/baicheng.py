"""Baicheng: hidden ready, the treasure nobody knows, the fourth dragon, the last four tiles."""

from . import baicheng_score, special, tiles
from .flow import Flow
from .special import SpecialKongs, own_special
from .tiles import DRAGONS


class Baicheng(SpecialKongs, Flow):
    variant = "baicheng"

    def after_deal(self):
        self.wall.aside = len(self.wall.tiles) - 1  # BC-6: the wall's last tile
        self.turned_up = []  # treasures that were changed (BC-7)
        self.log.append(("treasure", tiles.text(self.treasure())))

    def treasure(self):
        return None if self.wall.aside is None else self.wall.tiles[self.wall.aside]

    # ---- winning ---------------------------------------------------------------------------

    def judge(self, win):
        return baicheng_score.judge(win, self.rules)

    def turn_win(self):
        turn = self.turn
        if not turn.has_drawn or turn.win_passed:
            return None
        hand = self.hand_before_draw()
        # BC-24: on the replacement itself.
        after = "kong" if turn.source == "tail" and turn.drawn is not None else None
        # BC-12, BC-17: a dealt treasure kind wins nothing.
        if turn.source != "dealt" and turn.drawn is not None and turn.drawn == self.treasure():
            win = self.if_legal(self.plain_win(turn.seat, hand, turn.drawn, "self_draw", treasure="drawn", after=after))
            if win:
                return win
        return self.if_legal(self.plain_win(turn.seat, hand, turn.drawn, "self_draw", after=after))

    def win_from(self, seat, tile, by, after=None, moment=None):
        return self.if_legal(self.plain_win(seat, self.hands[seat], tile, by))

    def deltas(self, seat, fans, win, payer):
        closed = [s for s in range(4) if s != seat and baicheng_score.is_closed_hand(self.melds[s])]  # BC-18
        return baicheng_score.payments(fans, seat, self.dealer, payer, closed, self.rules)

    def settle(self, wins, payer):
        super().settle(wins, payer)
        seat, win = wins[0]
        self.settle_treasure_pungs(seat, win.tile if payer is not None else None)

    def exhaust(self):
        super().exhaust()
        self.settle_treasure_pungs(None, None)

    def settle_treasure_pungs(self, winner, won_tile):
        """BC-8: at the end of the hand, won or exhausted, for every player."""
        owed = baicheng_score.treasure_pungs(self.treasure(), self.hands, self.melds, winner, won_tile, self.rules)
        for seat in range(4):
            for payer in range(4):
                if payer != seat:
                    self.treasure_pung_money[payer] -= owed[seat]
                    self.treasure_pung_money[seat] += owed[seat]

    # ---- own turn --------------------------------------------------------------------------

    def turn_actions(self):
        actions = {"win"} if self.turn_win() else set()
        if self.is_forced():
            return actions | self.set_actions()  # BC-19: the win and the declaration, nothing else
        actions |= {f"discard {tiles.text(t)}" for t in self.hands[self.turn.seat]}
        return actions | self.kong_actions() | self.set_actions() | self.add_actions()

    def is_forced(self):
        """BC-19: all three kinds and at least four dragons, no special kong, on a turn that began with a draw."""
        hand = self.hands[self.turn.seat]
        dragons = sum(1 for t in hand if t in DRAGONS)
        rule = self.rules["fourth_dragon_forces"] and self.turn.began_with_draw
        return rule and dragons >= 4 and bool(self.set_actions())

    def set_actions(self):
        """BC-20, BC-21: on any own turn after a draw, or in the first turn however it was reached."""
        seat = self.turn.seat
        first_turn = not self.discarded[seat]
        later = self.rules["special_kong_any_turn"] and self.turn.has_drawn
        holds = special.has_all_kinds("dragons", self.hands[seat]) and not own_special(self.melds[seat], "dragons")
        return {"set dragons 567z"} if holds and (first_turn or later) else set()

    def add_actions(self):
        """BC-21, BC-22: after a draw; the dealer not before his first draw from the front."""
        seat = self.turn.seat
        if not own_special(self.melds[seat], "dragons") or not self.turn.has_drawn or not self.kong_room():
            return set()
        if seat == self.dealer and not self.front_drawn[seat]:
            return set()
        return {f"add dragons {tiles.text(t)}" for t in self.hands[seat] if t in DRAGONS}

    def draws_replacement(self, name):
        return False  # BC-20: three tiles

    def runs_with(self, tile):
        if tile in DRAGONS:
            return [DRAGONS] if self.rules["dragon_chow"] else []  # BC-15
        return super().runs_with(tile)

    def kong_price(self, seat, kind, tile):
        """BC-29."""
        amount = self.rules["base"] * self.rules["kong_unit"] * (2 if kind == "concealed_kong" else 1)
        return {s: amount for s in range(4) if s != seat}

    def kong_committed(self, seat, replaced):
        self.change_dead_treasure()

    # ---- treasure and wall end -------------------------------------------------------------

    def between(self, actor, discard, claim):
        self.change_dead_treasure()
        yield from ()

    def change_dead_treasure(self):
        """BC-7: the next one is the tail-most tile, the old one is turned up and out of play."""
        if not self.rules["treasure_changes_when_three_visible"]:
            return
        while self.wall.aside is not None and self.is_dead():
            self.turned_up.append(self.wall.take(self.wall.aside))
            self.wall.aside = None
            # "Tail-most" as the first one was: the last in the wall's order (BC-6).
            self.wall.aside = max(self.wall.drawable_places(), default=None)
            self.log.append(("treasure changes", self.wall.aside))

    def is_dead(self):
        kind = self.treasure()
        return special.visible(kind, [*self.rivers, self.turned_up], self.melds) >= 3

    def kong_room(self):
        return self.wall.drawable() - 1 >= 4  # BC-25

    def next_draw(self, seat):
        if self.wall.drawable() <= 4:  # fewer than four only when changed treasures have used them up (BC-7)
            yield from self.share_out(seat)
        else:
            self.draw_front(seat)

    def share_out(self, first):
        """BC-25 分张: each takes one tile and may only win."""
        for seat in [(first + i) % 4 for i in range(4)]:
            if not self.wall.drawable():
                break
            self.draw_front(seat)
            win = self.turn_win()
            if win and (yield from self.ask(seat, {"win", "pass"})) == "win":
                self.settle([(seat, win)], payer=None)
                return
        self.exhaust()
