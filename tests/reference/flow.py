"""The course of one hand as far as the three games share it; what differs is in changchun.py, baicheng.py, changsha.py.

The course is one generator: it yields the questions {seat: set of answers} and is sent (seat, answer).
"""

from typing import NamedTuple

from . import tiles
from .reading import Win
from .wall import Wall

HIDDEN_MELDS = ("concealed_kong",)


class Discard(NamedTuple):
    """What ends an own turn: one tile, or the two tiles of two dice."""

    seat: int
    tiles: tuple
    after: object = None  # dice_kong when the tile is a dice replacement
    first: bool = False  # the dealer's first discard
    ready: bool = False  # the discard of a declaration


class Claim(NamedTuple):
    """A chow, pung or kong of another's tile, to be carried out."""

    seat: int
    text: str
    tile: int
    source: int


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


class Flow:
    """A hand on the table and its course."""

    variant = ""
    several_winners = False

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
        raise NotImplementedError

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
        """G-4: propose, rob window, commit. Gives a Claim if robbed by a pung, a Discard of two dice tiles, else None."""
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

    # ---- windows ---------------------------------------------------------------------------

    def discard_window(self, discard):
        """G-2: everybody with a right is asked at once. Gives the Claim to carry out, or None."""
        offers = {}
        for seat in range(4):
            if seat != discard.seat:
                texts = self.claim_texts(seat, discard)
                if texts:
                    offers[seat] = texts
        winning, best = yield from self.window(discard.seat, discard.tiles, offers)
        if winning:
            moment = "first_discard" if discard.first else None
            wins = [(s, self.window_win(s, t, discard.tiles, "discard", discard.after, moment)) for s, t in winning]
            self.settle(wins, payer=discard.seat)
        return best

    def claim_texts(self, seat, discard):
        """Every right of one seat on the discarded tile or tiles."""
        texts = set()
        moment = "first_discard" if discard.first else None
        won = []
        for index, tile in enumerate(discard.tiles):
            mark = "@2" if index == 1 else ""
            if self.win_from(seat, tile, "discard", discard.after, moment):
                won.append(index + 1)
            texts |= {text + mark for text in self.meld_texts(seat, discard.seat, tile)}
        return texts | win_texts(won, len(discard.tiles))

    def meld_texts(self, seat, source, tile):
        """Chow, pung and kong of one tile."""
        hand, name, texts = self.hands[seat], tiles.text(tile), set()
        if hand.count(tile) == 3 and self.may_meld(seat, "melded_kong", (tile,) * 4) and self.may_kong_discard(seat, tile):
            texts |= self.kong_words(seat, tile)
        if self.is_locked(seat):
            return texts
        if hand.count(tile) >= 2 and self.may_meld(seat, "pung", (tile,) * 3):
            texts.add(f"pung {name}")
        if seat == (source + 1) % 4:  # G-3
            for run in self.runs_with(tile):
                rest = [t for t in run if t != tile]
                if all(t in hand for t in rest) and self.may_meld(seat, "chow", run):
                    texts.add(f"chow {tiles.text(run)}")
        return texts

    def runs_with(self, tile):
        """The chows the tile can be part of."""
        if tiles.is_honour(tile):
            return []
        lows = [low for low in (tile - 2, tile - 1, tile) if low >= 0 and low // 9 == tile // 9 and low % 9 <= 6]
        return [(low, low + 1, low + 2) for low in lows]

    def kong_words(self, seat, tile):
        return {f"kong {tiles.text(tile)}"}

    def rob_window(self, seat, tile, pung, dice=False):
        """CC-48, BC-23, CS-27: an added tile may be taken by a win, one added to a special kong by a pung too."""
        after = "dice_kong" if dice else None
        offers = {}
        for other in range(4):
            texts = set()
            if other != seat and self.win_from(other, tile, "robbed_kong", after):
                texts.add("win")
            if other != seat and pung and not self.is_locked(other) and self.hands[other].count(tile) >= 2:
                if self.may_meld(other, "pung", (tile,) * 3):
                    texts.add(f"pung {tiles.text(tile)}")
            if texts:
                offers[other] = texts
        winning, best = yield from self.window(seat, (tile,), offers)
        if winning or best:
            self.hands[seat].remove(tile)  # it goes over as if discarded by the adder
            self.rivers[seat].append(tile)
            self.log.append(("robbed", seat, tiles.text(tile)))
        if winning:
            wins = [(s, self.win_from(s, tile, "robbed_kong", after)) for s, _ in winning]
            self.settle(wins, payer=seat)
        return best

    def window(self, source, window_tiles, offers):
        """Asks until no outstanding answer could change the outcome. Gives ([(seat, win text)], Claim or None)."""
        answers = {}
        while any(self.could_change(s, source, offers, answers) for s in offers if s not in answers):
            seat, text = yield {s: offers[s] | {"pass"} for s in offers if s not in answers}
            answers[seat] = text
            kinds = kinds_winnable(offers[seat], window_tiles)
            if kinds and not text.startswith("win"):
                self.win_passed_on(seat, kinds)  # G-14
        by_nearness = sorted(answers, key=lambda s: (s - source) % 4)
        winning = [(s, answers[s]) for s in by_nearness if answers[s].startswith("win")]
        if winning:
            return (winning if self.several_winners else winning[:1]), None  # CS-42; CC-57, BC-31
        claims = [s for s in by_nearness if answers[s] != "pass"]
        if not claims:
            return [], None
        best = max(claims, key=lambda s: rank(answers[s]))  # the first of equals is the nearest
        tile = window_tiles[1 if answers[best].endswith("@2") else 0]
        return [], Claim(best, answers[best].removesuffix("@2"), tile, source)

    def could_change(self, seat, source, offers, answers):
        best_offer = max(rank(text) for text in offers[seat])
        if best_offer == 3 and self.several_winners:
            return True
        given = [(rank(answers[s]), -((s - source) % 4)) for s in answers]
        return not given or (best_offer, -((seat - source) % 4)) > max(given)

    def window_win(self, seat, text, window_tiles, by, after, moment):
        """The Win of a win text; with two tiles won the better one, counted with both dice (CS-19)."""
        numbers = [int(n) for n in text.partition("@")[2]] or [1]
        wins = [self.win_from(seat, window_tiles[n - 1], by, after, moment) for n in numbers]
        return self.best_win([win._replace(dice_tiles=len(numbers)) for win in wins])

    def best_win(self, wins):
        """The win with the highest total; the first of equals."""
        return max(wins, key=lambda win: sum(self.judge(win)[1].values()))

    def carry_out(self, claim):
        """The claimed tile leaves the river and is melded."""
        action, what = claim.text.split()
        run = tiles.parse(what)
        meld_tiles = {"chow": tuple(run), "pung": (claim.tile,) * 3}.get(action, (claim.tile,) * 4)
        kind = {"chow": "chow", "pung": "pung"}.get(action, "melded_kong")
        self.remove_last(self.rivers[claim.source], claim.tile)
        from_hand = list(meld_tiles)
        from_hand.remove(claim.tile)
        for tile in from_hand:
            self.hands[claim.seat].remove(tile)
        self.melds[claim.seat].append((kind, meld_tiles))
        self.log.append((action, claim.seat, what, claim.source))
        if kind == "melded_kong":
            self.pay_kong(claim.seat, kind, claim.tile)
            self.kong_committed(claim.seat, replaced=True)

    def remove_last(self, river, tile):
        del river[len(river) - 1 - river[::-1].index(tile)]

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


def rank(text):
    """G-2: win before kong and pung before chow."""
    action = text.split()[0].partition("@")[0]
    return {"win": 3, "kong": 2, "dicekong": 2, "pung": 2, "chow": 1, "pass": 0}[action]


def win_texts(won, number_of_tiles):
    """`win`, or with two tiles `win@1`, `win@2`, `win@12`."""
    if number_of_tiles == 1:
        return {"win"} if won else set()
    texts = {f"win@{n}" for n in won}
    return texts | {"win@12"} if len(won) == 2 else texts


def kinds_winnable(texts, window_tiles):
    """The kinds of the tiles that the texts could win."""
    if "win" in texts:
        return {window_tiles[0]}
    return {tile for n, tile in enumerate(window_tiles, 1) if f"win@{n}" in texts}
