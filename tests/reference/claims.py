"""Claim windows: who is asked after a discard or an added tile, and whose answer counts."""

from typing import NamedTuple

from . import tiles


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


class Claims:
    """The part of a course that asks for claims; mixed into Flow."""

    several_winners = False  # CC-57, BC-31; CS-42

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
        if hand.count(tile) == 3 and self.may_kong(seat, tile):
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

    def may_kong(self, seat, tile):
        return self.may_meld(seat, "melded_kong", (tile,) * 4) and self.may_kong_discard(seat, tile)

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
            holds_pair = other != seat and pung and not self.is_locked(other) and self.hands[other].count(tile) >= 2
            if holds_pair and self.may_meld(other, "pung", (tile,) * 3):
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
