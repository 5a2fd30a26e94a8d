"""Changsha: opening wins, kongs with and without dice, the sea bottom, birds, several winners."""

from itertools import islice

from . import changsha_score, tiles
from .claims import Discard, win_texts
from .flow import Flow


class Changsha(Flow):
    variant = "changsha"
    several_winners = True  # CS-42

    def __init__(self, rules, wall, dealer, dice):
        super().__init__(rules, wall, dealer, dice)
        self.locked = [False] * 4  # CS-24
        self.passed_kinds = [set() for _ in range(4)]  # CS-44
        self.passed_any = [False] * 4
        self.took_last_by_kong = None  # rule F
        self.sea_bottom_taker = None  # rule C
        self.asked_first = None  # rule D
        self.opening_seats = []  # winners of the opening window

    # ---- opening ---------------------------------------------------------------------------

    def opening(self):
        """CS-2, CS-3: all holders at once; when all have answered every acceptor wins."""
        offers = [s for s in self.from_dealer() if self.opening_win(s)]
        answers = {}
        while len(answers) < len(offers):
            seat, text = yield {s: {"win", "pass"} for s in offers if s not in answers}
            answers[seat] = text
        self.opening_seats = [s for s in offers if answers[s] == "win"]
        wins = [(s, self.opening_win(s)) for s in self.opening_seats]
        if self.rules["opening"] != "continues":
            if wins:
                self.settle(wins, payer=None)
            return
        for seat, win in wins:
            if win.by == "opening":
                self.pay_opening_at_once(seat, win)
        heavenly = [(s, win) for s, win in wins if win.by == "self_draw"]
        if heavenly:
            self.settle(heavenly, payer=None)

    def from_dealer(self):
        return [(self.dealer + i) % 4 for i in range(4)]

    def opening_win(self, seat):
        """CS-7: with 天胡 only the big win counts."""
        if seat == self.dealer and self.heavenly():
            return self.heavenly()
        return self.if_legal(self.plain_win(seat, self.hands[seat], None, "opening"))

    def heavenly(self):
        """CS-3, CS-49: the dealer's dealt 14 tiles, on the last one dealt."""
        hand = list(self.hands[self.dealer])
        last = self.wall.tiles[52]
        hand.remove(last)
        return self.if_legal(self.plain_win(self.dealer, hand, last, "self_draw", moment="first_deal"))

    def pay_opening_at_once(self, seat, win):
        """CS-9 continues: one die is the bird, none without birds."""
        numbers = [self.dice()] if self.rules["birds"] else []
        self.log.append(("opening bird", seat, numbers))
        self.add_winner_with(seat, win, None, numbers)

    # ---- winning ---------------------------------------------------------------------------

    def judge(self, win):
        return changsha_score.judge(win, self.rules)

    def turn_win(self):
        turn = self.turn
        if not turn.has_drawn or turn.win_passed:
            return None
        if turn.source == "dealt":
            return None  # CS-3: 天胡 was asked in the opening window
        after = "dice_kong" if turn.source == "dice" else None  # CS-26
        return self.if_legal(self.plain_win(turn.seat, self.hand_before_draw(), turn.drawn, "self_draw", after=after))

    def win_from(self, seat, tile, by, after=None, moment=None):
        if self.passed_any[seat] or tile in self.passed_kinds[seat]:
            return None  # CS-44
        return self.if_legal(self.plain_win(seat, self.hands[seat], tile, by, after=after, moment=moment))

    def win_passed_on(self, seat, kinds):
        """CS-44."""
        if self.rules["passed_win_lock"] == "same_tile":
            self.passed_kinds[seat] |= kinds
        if self.rules["passed_win_lock"] == "any_tile":
            self.passed_any[seat] = True

    def tile_taken(self, seat):
        self.passed_kinds[seat] = set()
        self.passed_any[seat] = False

    # ---- own turn --------------------------------------------------------------------------

    def turn_actions(self):
        seat = self.turn.seat
        actions = {"win"} if self.turn_win() else set()
        if self.locked[seat]:  # CS-24: every tile drawn wins or is discarded
            return actions | {f"discard {tiles.text(self.turn.drawn)}"}
        actions |= {f"discard {tiles.text(t)}" for t in self.hands[seat]}
        for text in self.kong_actions():
            actions.add(text)
            action, name = text.split()
            if self.is_ready_after(seat, action, tiles.parse(name)[0]):
                actions.add({"ckong": "cdice", "akong": "adice"}[action] + " " + name)
        return actions

    def is_ready_after(self, seat, action, tile):
        """CS-20, CS-24: the tiles left after laying the kong, before the replacement."""
        hand = [t for t in self.hands[seat] if t != tile]
        melds = [m for m in self.melds[seat] if not (action == "akong" and m == ("pung", (tile,) * 3))]
        return bool(changsha_score.waits(hand, [*melds, ("concealed_kong", (tile,) * 4)], self.rules))

    def is_locked(self, seat):
        return self.locked[seat]

    def kong_room(self):
        return self.wall.left() >= 1  # CS-22: the last tile may be the replacement

    def kong_words(self, seat, tile):
        words = {f"kong {tiles.text(tile)}"}
        if self.is_ready_after(seat, "kong", tile):
            words.add(f"dicekong {tiles.text(tile)}")
        return words

    def kong_price(self, seat, kind, tile):
        """CS-28."""
        amount = self.rules["kong_points"] * self.rules["base"]
        return {s: amount for s in range(4) if s != seat}

    # ---- replacements ----------------------------------------------------------------------

    def take_replacement(self, seat, action):
        """CS-19: from the tail without dice; with dice from the stack they name."""
        if action not in ("cdice", "adice", "dicekong"):
            tile = self.wall.take_tail()
            self.note_last(seat)
            self.take(seat, tile, "tail")
            return None
        self.locked[seat] = True  # CS-24
        dice = [self.dice() for _ in range(self.rules["kong_dice"])]
        self.log.append(("kong dice", seat, dice))
        turned = [self.wall.take_by_die(die) for die in dice if self.wall.left()]  # too few: as many as there are
        self.note_last(seat)
        if len(turned) == 1:
            self.take(seat, turned[0], "dice")
            return None
        self.tile_taken(seat)
        return (yield from self.two_dice_tiles(seat, tuple(turned)))

    def note_last(self, seat):
        if self.wall.left() == 0:
            self.took_last_by_kong = seat  # CS-22, rule F

    def two_dice_tiles(self, seat, turned):
        """CS-19 kong_dice = 2: the konger wins on one or both, else both are discarded in one window."""
        hand = self.hands[seat]
        wins = [self.if_legal(self.plain_win(seat, hand, t, "self_draw", after="dice_kong")) for t in turned]
        texts = win_texts([n for n, win in enumerate(wins, 1) if win], 2)
        self.log.append(("dice tiles", seat, tiles.text(turned[0]), tiles.text(turned[1])))
        if texts:
            text = yield from self.ask(seat, texts | {"pass"})
            if text.startswith("win"):
                numbers = [int(n) for n in text.partition("@")[2]]
                win = self.best_win([wins[n - 1]._replace(dice_tiles=len(numbers)) for n in numbers])
                self.hands[seat] = sorted(hand + [turned[n - 1] for n in numbers])
                self.rivers[seat] += [t for n, t in enumerate(turned, 1) if n not in numbers]
                self.settle([(seat, win)], payer=None)
                return None
        first = seat == self.dealer and not self.discarded[seat]
        self.rivers[seat] += turned
        self.discarded[seat] = True
        return Discard(seat, turned, "dice_kong", first)

    # ---- wall end --------------------------------------------------------------------------

    def next_draw(self, seat):
        if self.wall.left() == 0:
            self.exhaust()  # rule F: the sea bottom went as a replacement
        elif self.wall.left() == 1:
            yield from self.sea_bottom(seat)  # CS-30
        else:
            self.draw_front(seat)

    def sea_bottom(self, first):
        """CS-30: the seats are asked one by one, once round; the first yes takes it."""
        self.asked_first = first
        for seat in [(first + i) % 4 for i in range(4)]:
            text = yield from self.ask(seat, {"take", "pass"})
            self.log.append(("sea bottom", seat, text))
            if text == "take":
                yield from self.take_sea_bottom(seat)
                return
        self.exhaust()  # CS-32

    def take_sea_bottom(self, seat):
        """CS-31: the taker wins, or the tile is turned up and the others may win on it."""
        self.sea_bottom_taker = seat
        self.draw_front(seat)
        tile = self.turn.drawn
        win = self.plain_win(seat, self.hand_before_draw(), tile, "self_draw", moment="sea_bottom")
        if self.if_legal(win):
            text = yield from self.ask(seat, {"win", "pass"})
            if text == "win":
                self.settle([(seat, win)], payer=None)
                return
        self.hands[seat].remove(tile)
        self.rivers[seat].append(tile)
        wins = {s: self.win_from(s, tile, "discard", moment="sea_bottom") for s in range(4) if s != seat}
        winning, _ = yield from self.window(seat, (tile,), {s: {"win"} for s in wins if wins[s]})
        if winning:
            self.settle([(s, wins[s]) for s, _ in winning], payer=seat)
        else:
            self.exhaust()

    # ---- settlement ------------------------------------------------------------------------

    def settle(self, wins, payer):
        """CS-42: each is settled with the payer; one bird for all."""
        self.birds = self.draw_birds(wins[0][1])
        numbers = changsha_score.bird_numbers(self.birds)
        for seat, win in wins:
            self.add_winner_with(seat, win, payer, numbers)
        self.over = True

    def add_winner_with(self, seat, win, payer, bird_numbers):
        self.paying_birds = bird_numbers
        self.add_winner(seat, win, payer)

    def deltas(self, seat, fans, win, payer):
        return changsha_score.payments(fans, seat, self.dealer, payer, win.by, self.paying_birds, self.rules)

    def draw_birds(self, win):
        """CS-38, CS-41: the next wall tiles; the sea bottom won on is its own bird, at the end the winning tile is."""
        count = self.rules["birds"]
        if win.moment == "sea_bottom":
            found = [win.tile]  # CS-33
        else:
            found = [self.wall.tiles[p] for p in islice(self.wall.drawable_places(), count)] or [win.tile]
        return (found + [found[-1]] * count)[:count]  # missing ones repeat the last

    def next_dealer(self):
        """CS-45."""
        final = [w for w in self.winners if not (w["by"] == "opening" and self.rules["opening"] == "continues")]
        if not final:
            if self.sea_bottom_taker is not None:
                return self.sea_bottom_taker  # C
            if self.took_last_by_kong is not None:
                return self.took_last_by_kong  # F
            return self.asked_first  # D
        if len(final) > 1 and final[0]["from"] is not None:
            return final[0]["from"]  # E
        if len(final) > 1:  # G: several opening winners
            return self.opening_dealer(final)
        return final[0]["seat"]  # B

    def opening_dealer(self, final):
        """G: the seat the first bird hits, without birds the winner nearest the dealer."""
        nearest = final[0]["seat"]
        if not self.birds:
            return nearest
        return changsha_score.bird_seat(tiles.number(self.birds[0]), nearest, self.dealer, self.rules)
