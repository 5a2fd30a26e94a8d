"""The course of one hand as far as the three games share it; what differs is in changchun.py, baicheng.py, changsha.py.

The course is one generator: it yields the questions {seat: set of answers} and is sent (seat, answer).
"""

from . import tiles
from .claims import Claims, Discard
from .reading import Win
from .wall import Wall


class Turn:
    """The own turn that is going on."""

    def __init__(self, seat, began_with_draw):
        self.seat = seat
        self.began_with_draw = began_with_draw
        self.has_drawn = False  # some tile was drawn (or dealt last) in this turn
        self.drawn = None  # that tile while it lies in the hand
        self.source = None  # dealt, front, tail, dice
        self.win_passed = False  # G-9: the win on this tile is gone

    def draw(self, tile, source):
        self.has_drawn, self.drawn, self.source, self.win_passed = True, tile, source, False


class Flow(Claims):
    """A hand on the table and its course."""

    variant = ""

    def __init__(self, rules, wall, dealer, dice):
        self.rules = rules
        self.wall = Wall(wall)
        self.dealer = dealer
        self.dice = dice
        self.hands = [[], [], [], []]
        self.melds = [[], [], [], []]
        self.rivers = [[], [], [], []]
        self.log = []
        self.turn = None
        self.discarded = [False] * 4  # whether the seat has discarded yet
        self.front_drawn = [False] * 4  # whether the seat has drawn from the front since the deal
        self.kong_money = [0, 0, 0, 0]
        self.treasure_pung_money = [0, 0, 0, 0]
        self.winners = []
        self.birds = []
        self.over = False
        self.exhausted = False
        self.result = None

    # ---- what each game answers for itself -------------------------------------------------

    def before_deal(self):
        """Dice that place the wall on the table."""

    def after_deal(self):
        """What is set aside or remembered."""

    def opening(self):
        """Questions before the dealer's first turn."""
        yield from ()

    def judge(self, win):
        raise NotImplementedError

    def turn_actions(self):
        raise NotImplementedError

    def turn_win(self):
        """The Win the seat on turn could take now, or None."""
        raise NotImplementedError

    def win_from(self, seat, tile, by, after=None, moment=None):
        """The Win the seat could take on another's tile, or None."""
        raise NotImplementedError

    def is_locked(self, seat):
        """Whether the seat may chow and pung no more."""
        return False

    def may_meld(self, seat, kind, meld_tiles):
        return True

    def may_kong_discard(self, seat, tile):
        return self.kong_room() and not self.is_locked(seat)

    def kong_room(self):
        """Whether a replacement may be drawn."""
        raise NotImplementedError

    def win_passed_on(self, seat, kinds):
        """A win on another's tile was passed."""

    def tile_taken(self, seat):
        """The seat took a tile from the wall."""

    def deltas(self, seat, fans, win, payer):
        raise NotImplementedError

    def kong_price(self, seat, kind, tile):
        """What each of the others pays for a kong: {payer: amount}."""
        raise NotImplementedError

    def kong_committed(self, seat, replaced):
        """Counts and looks after a kong."""

    def between(self, actor, discard, claim):
        """What happens when a window has closed, before the next tile is taken."""
        yield from ()

    def look(self, seat):
        """What a seat does before it takes a tile."""
        yield from ()

    def next_draw(self, seat):
        raise NotImplementedError

    def lay_special(self, text):
        raise NotImplementedError
        yield

    def next_dealer(self):
        """CC-5, CC-37, BC-4: a dealer who wins deals again, one who loses does not; a draw is the house's choice."""
        if self.winners:
            stays = self.winners[0]["seat"] == self.dealer
        else:
            stays = self.rules["dealer_on_draw"] == "stay"
        return self.dealer if stays else (self.dealer + 1) % 4

    # ---- the course ------------------------------------------------------------------------

    def run(self):
        self.before_deal()
        last = self.deal()
        self.after_deal()
        yield from self.opening()
        if not self.over:
            self.start_turn(self.dealer, began_with_draw=True)  # G-13: the dealer's first turn counts as after a draw
            self.turn.draw(last, "dealt")
        end = None
        while not self.over:
            if end is None:
                end = yield from self.own_turn()
            if self.over:
                break
            if isinstance(end, Discard):
                seat, discard = end.seat, end
                claim = yield from self.discard_window(end)
            else:  # a robbed addition (CC-48, BC-23)
                seat, discard, claim = end.source, None, end
            if self.over:
                break
            end = yield from self.after_window(seat, discard, claim)
        self.finish()

    def deal(self):
        """G-11; gives the last tile dealt."""
        order = [(self.dealer + i) % 4 for i in range(4)]
        for _ in range(3):
            for seat in order:
                self.hands[seat] += [self.wall.take_front() for _ in range(4)]
        for seat in order:
            self.hands[seat].append(self.wall.take_front())
        last = self.wall.take_front()
        self.hands[self.dealer].append(last)
        for seat in range(4):
            self.hands[seat].sort()
            self.log.append(("deal", seat, tiles.text(self.hands[seat])))
        return last

    def start_turn(self, seat, began_with_draw):
        self.turn = Turn(seat, began_with_draw)

    def take(self, seat, tile, source):
        """A wall tile goes into the hand of the seat on turn."""
        self.hands[seat] = sorted(self.hands[seat] + [tile])
        self.turn.draw(tile, source)
        if source == "front":
            self.front_drawn[seat] = True
        self.tile_taken(seat)
        self.log.append(("draw", seat, tiles.text(tile), source))

    def draw_front(self, seat):
        self.start_turn(seat, began_with_draw=True)
        self.take(seat, self.wall.take_front(), "front")

    def after_window(self, seat, discard, claim):
        """The claim is carried out, or the next seat draws."""
        if claim:
            self.carry_out(claim)
        yield from self.between(seat, discard, claim)
        if self.over:
            return None
        if claim is None:
            yield from self.next_draw((seat + 1) % 4)
            return None
        action = claim.text.split()[0]
        if action in ("chow", "pung"):
            self.start_turn(claim.seat, began_with_draw=False)
            return None
        self.start_turn(claim.seat, began_with_draw=True)  # G-13: a kong on a discard begins with its replacement
        yield from self.look(claim.seat)
        if self.over:
            return None
        return (yield from self.take_replacement(claim.seat, action))

    # ---- own turn --------------------------------------------------------------------------

    def ask(self, seat, texts):
        _, text = yield {seat: set(texts)}
        return text

    def own_turn(self):
        """Ends with a Discard, with the Claim of a robbed addition, or with the hand over (None)."""
        turn = self.turn
        while True:
            actions = self.turn_actions()
            text = yield from self.ask(turn.seat, actions)
            if text == "win":
                self.settle([(turn.seat, self.turn_win())], payer=None)
                return None
            if "win" in actions:
                turn.win_passed = True  # G-9
            if text.split()[0] in ("discard", "ready"):
                return self.discard(text)
            end = yield from self.lay(text)
            if self.over or end is not None:
                return end

    def discard(self, text):
        word, tile_text = text.split()
        tile = tiles.parse(tile_text)[0]
        seat = self.turn.seat
        first = seat == self.dealer and not self.discarded[seat]
        after = "dice_kong" if self.turn.source == "dice" else None
        self.hands[seat].remove(tile)
        self.rivers[seat].append(tile)
        self.discarded[seat] = True
        self.log.append((word, seat, tile_text))
        return Discard(seat, (tile,), after, first, word == "ready")

    def kong_actions(self):
        """G-13: any quad in hand, any fourth tile of an own pung; after a draw only (G-4)."""
        turn, hand = self.turn, self.hands[self.turn.seat]
        if not (turn.has_drawn or self.rules["kong_after_claim"]) or not self.kong_room():
            return set()
        quads = {f"ckong {tiles.text(t)}" for t in hand if hand.count(t) == 4}
        pungs = [meld[1][0] for meld in self.melds[turn.seat] if meld[0] == "pung"]
        return quads | {f"akong {tiles.text(t)}" for t in hand if t in pungs}

    def lay(self, text):
        """G-4: propose, rob window, commit. Gives a Claim (robbed by a pung), a Discard (two dice tiles) or None."""
        action, words = text.split()[0], text.split()[1:]
        seat = self.turn.seat
        if action in ("set", "add"):
            return (yield from self.lay_special(text))
        tile = tiles.parse(words[0])[0]
        if action in ("akong", "adice"):
            yield from self.rob_window(seat, tile, pung=False, dice=action == "adice")
            if self.over:
                return None
            self.melds[seat].remove(("pung", (tile,) * 3))
            self.melds[seat].append(("added_kong", (tile,) * 4))
            self.hands[seat].remove(tile)
            self.pay_kong(seat, "added_kong", tile)
        else:
            for _ in range(4):
                self.hands[seat].remove(tile)
            self.melds[seat].append(("concealed_kong", (tile,) * 4))
            self.pay_kong(seat, "concealed_kong", tile)
        self.log.append((action, seat, tiles.text(tile)))
        self.kong_committed(seat, replaced=True)
        return (yield from self.take_replacement(seat, action))

    def take_replacement(self, seat, action):
        """A plain replacement from the tail (G-1); Changsha's dice are its own."""
        self.take(seat, self.wall.take_tail(), "tail")
        return None
        yield

    def pay_kong(self, seat, kind, tile):
        """G-5."""
        for payer, amount in self.kong_price(seat, kind, tile).items():
            self.kong_money[payer] -= amount
            self.kong_money[seat] += amount

    # ---- wins and the end ------------------------------------------------------------------

    def plain_win(self, seat, hand, tile, by, **more):
        return Win(tuple(hand), tuple(self.melds[seat]), tile, by, seat == self.dealer, **more)

    def if_legal(self, win):
        """The win, or None if the hand does not win by it."""
        return win if self.judge(win)[0] is None else None

    def hand_before_draw(self):
        """The hand of the seat on turn without the drawn tile."""
        hand = list(self.hands[self.turn.seat])
        if self.turn.drawn is not None:
            hand.remove(self.turn.drawn)
        return hand

    def settle(self, wins, payer):
        """Every (seat, Win) is paid; the hand is over."""
        for seat, win in wins:
            self.add_winner(seat, win, payer)
        self.over = True

    def add_winner(self, seat, win, payer):
        _, fans = self.judge(win)
        deltas = self.deltas(seat, fans, win, payer)
        self.winners.append({"seat": seat, "by": win.by, "from": payer, "fans": fans, "deltas": deltas})
        name = None if win.tile is None else tiles.text(win.tile)
        self.log.append(("win", seat, win.by, name, win.treasure, fans, deltas))

    def exhaust(self):
        self.over = self.exhausted = True
        self.log.append(("exhausted",))

    def finish(self):
        total = [self.kong_money[s] + self.treasure_pung_money[s] for s in range(4)]
        for winner in self.winners:
            total = [total[s] + winner["deltas"][s] for s in range(4)]
        self.result = {
            "winners": self.winners,
            "kongs": self.kong_money,
            "treasure_pungs": self.treasure_pung_money,
            "total": total,
            "exhausted": self.exhausted,
            "birds": [tiles.text(bird) for bird in self.birds],
            "next_dealer": self.next_dealer(),
        }
        self.log.append(("over", self.result))
