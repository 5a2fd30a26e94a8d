"""What one seat or watcher knows: the fold of the events it was told. Play, watching and replay share it."""

from __future__ import annotations

from typing import assert_never

import msgspec

from paiju.game import events as say
from paiju.game.audience import Audience, Seat


class MeldView(msgspec.Struct):
    """A meld on the table; a concealed kong whose tiles are hidden has none."""

    kind: str
    tiles: tuple[int, ...]
    source: int | None = None


class SeatView(msgspec.Struct):
    """What is seen of one seat. ``hand`` is None where its tiles are not known, ``count`` always their number."""

    hand: list[int] | None = None
    count: int = 0
    melds: list[MeldView] = msgspec.field(default_factory=list)
    river: list[int] = msgspec.field(default_factory=list)
    ready: bool = False
    locked: bool = False
    points: int = 0


class View(msgspec.Struct):
    """One audience's knowledge. ``audience``: a seat 0-3, 4 a watcher, 5 everything."""

    audience: Audience
    wall_left: int
    seats: list[SeatView] = msgspec.field(default_factory=lambda: [SeatView() for _ in range(4)])
    dealer: int = 0
    turn: int = 0
    drawn: int | None = None  # the tile the audience itself has just drawn
    window: list[int] = msgspec.field(default_factory=list)  # tiles that may be claimed now
    treasure: int | None = None  # the tile, if this audience has seen it
    treasure_aside: bool = False
    treasure_stack: int | None = None  # where it was rolled (CC-24): the stack counted from the wall's end, from 1
    shown: list[int] = msgspec.field(default_factory=list)  # turned up out of play, and birds
    over: bool = False
    exhausted: bool = False
    winners: list[int] = msgspec.field(default_factory=list)
    next_dealer: int | None = None

    def knows(self, seat: Seat) -> bool:
        return self.audience in (seat, 5)

    # -- the fold ------------------------------------------------------------------------------------------------

    def see(self, event: say.Event) -> None:
        """Takes in the next event."""
        match event:
            case say.Open():
                self.dealer = event.dealer
            case say.Deal():
                seat = self.seats[event.seat]
                seat.count = event.count
                seat.hand = None if event.tiles is None else sorted(event.tiles)
                self.wall_left -= event.count
                if event.count == 14:
                    self.dealer = self.turn = event.seat
                    self.drawn = None if event.tiles is None else event.tiles[-1]  # the last tile dealt counts as drawn (G-13)
            case say.Placed():
                self._place(event)
            case say.Draw():
                self._draw(event)
            case say.Discard():
                self._discard(event)
            case say.Chow():
                self._claim(event.seat, event.source, event.tile, MeldView("chow", event.tiles, event.source))
            case say.Pung():
                if event.robbed:
                    self._lose(event.source, event.tile)
                    self.seats[event.source].river.append(event.tile)
                self._claim(event.seat, event.source, event.tile, MeldView("pung", (event.tile,) * 3, event.source))
            case say.Kong():
                self._kong(event)
            case say.Propose():
                self.window = [event.tile]
            case say.Robbed():
                self.window = []
                self.drawn = None
            case say.Special():
                for tile in event.tiles:
                    self._lose(event.seat, tile)
                self.seats[event.seat].melds.append(MeldView(event.kind, event.tiles))
                if self.drawn is not None and self.drawn not in (self.seats[event.seat].hand or ()):
                    self.drawn = None  # it lies in the set (G-13)
            case say.Addition():
                self._lose(event.seat, event.tile)
                for meld in self.seats[event.seat].melds:
                    if meld.kind == event.kind:
                        meld.tiles = tuple(sorted((*meld.tiles, event.tile)))
                self.window = []
            case say.Roll():
                if not event.refused:
                    self.treasure_aside = True
                    self.treasure = None
                    self.treasure_stack = event.stack
            case say.Look():
                if event.tile is not None:
                    self.treasure = event.tile
            case say.TreasureBack():
                self.treasure_aside = False
                self.treasure = self.treasure_stack = None
            case say.TreasureSet():
                self.treasure_aside = True
            case say.TreasureOut():
                self.shown.append(event.tile)
                self.treasure_aside = False
                self.wall_left -= 1
            case say.Dice():
                pass
            case say.TurnUp():
                self.wall_left -= len(event.tiles)
                self.window = list(event.tiles)
            case say.SeaOffer():
                pass
            case say.SeaTurned():
                self.drawn = None
                self.window = [event.tile]
            case say.OpeningWin():
                pass
            case say.Win():
                self._win(event)
            case say.Bird():
                self.shown.append(event.tile)
            case say.Exhausted():
                self.exhausted = True
                self.window = []
            case say.Pay():
                self.seats[event.giver].points -= event.amount
                if event.to is not None:
                    self.seats[event.to].points += event.amount
            case say.End():
                self._end(event)
            case _:
                assert_never(event)

    def _place(self, event: say.Placed) -> None:
        self.dealer = event.dealer
        self.turn = event.turn
        self.wall_left = event.wall_left
        self.drawn = event.drawn
        self.treasure = event.treasure
        self.treasure_aside = event.treasure_aside
        for n, seat in enumerate(self.seats):
            hand = event.hands[n]
            seat.hand = None if hand is None else list(hand)
            seat.count = event.counts[n]
            seat.melds = [MeldView(kind, tiles) for kind, tiles in event.melds[n]]
            seat.river = list(event.rivers[n])
            seat.points = event.points[n]
            seat.ready = n in event.ready
            seat.locked = n in event.locked

    def _lose(self, seat: Seat, tile: int) -> None:
        view = self.seats[seat]
        view.count -= 1
        if view.hand is not None:
            view.hand.remove(tile)

    def _draw(self, event: say.Draw) -> None:
        self.turn = event.seat
        self.wall_left -= 1
        self.window = []
        self.drawn = event.tile
        if event.source != "sea":
            view = self.seats[event.seat]
            view.count += 1
            if view.hand is not None and event.tile is not None:
                view.hand.append(event.tile)
                view.hand.sort()

    def _discard(self, event: say.Discard) -> None:
        view = self.seats[event.seat]
        self.drawn = None
        if self.window:  # the two tiles of a dice kong never were in hand
            view.river += self.window
            return
        self._lose(event.seat, event.tile)
        view.river.append(event.tile)
        view.ready = view.ready or event.ready
        self.window = [event.tile]

    def _claim(self, seat: Seat, source: int, tile: int, meld: MeldView) -> None:
        river = self.seats[source].river
        del river[len(river) - 1 - river[::-1].index(tile)]  # the last one of its kind, not the same tile discarded before
        for n in meld.tiles:
            if n != tile:
                self._lose(seat, n)
        if meld.kind != "chow":
            for _ in range(len(meld.tiles) - 1):
                self._lose(seat, tile)
        self.seats[seat].melds.append(meld)
        self.turn = seat
        self.window = []

    def _kong(self, event: say.Kong) -> None:
        view = self.seats[event.seat]
        tiles = () if event.tile is None else (event.tile,) * 4
        view.locked = view.locked or event.dice
        if event.kind == "melded_kong" and event.source is not None and event.tile is not None:
            self._claim(event.seat, event.source, event.tile, MeldView(event.kind, tiles, event.source))
        elif event.kind == "added_kong" and event.tile is not None:
            self._lose(event.seat, event.tile)
            for meld in view.melds:
                if meld.kind == "pung" and meld.tiles[0] == event.tile:
                    meld.kind = event.kind
                    meld.tiles = tiles
        else:
            for _ in range(4):
                self._lose(event.seat, event.tile if event.tile is not None else -1)
            view.melds.append(MeldView(event.kind, tiles))
        self.window = []
        self.drawn = None

    def _win(self, event: say.Win) -> None:
        self.winners.append(event.seat)

    def _end(self, event: say.End) -> None:
        self.over = True
        self.window = []
        self.drawn = None
        self.next_dealer = event.next_dealer
        self.treasure = event.treasure
        for view, hand, kongs in zip(self.seats, event.hands, event.kongs, strict=True):
            view.hand = list(hand)
            view.count = len(hand)
            hidden = iter(kongs)
            for meld in view.melds:
                if meld.kind == "concealed_kong":
                    meld.tiles = (next(hidden),) * 4
