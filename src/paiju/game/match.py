"""A match: hands one after another, with the deal, the seats, the rounds and the running totals (G-10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from paiju.core.ending import Ending
from paiju.core.errors import PaijuError, counted
from paiju.core.settle import HOUSE, Payment
from paiju.core.stream import Stream
from paiju.core.variant import match_hands, match_reseats, match_rounds
from paiju.game.hand import Game, Hand, check_seed
from paiju.game.standing import Standing, standing_of

_MATCH_LANE: Final = 0  # the stream of the match itself: seats and first dealer; hand n uses lane n + 1


class Match:
    """A match of one game from one seed. ``players`` are known by their place in the list; who sits where is ``seats``.

    ``deal`` gives the hand of a number to a dealer, at its beginning, where hands do not come from the seed.

    >>> match = Match(Game("changsha"), seed=7)
    >>> match.number, len(match.totals)
    (0, 4)
    """

    def __init__(
        self, game: Game, *, seed: int, players: Sequence[str] = ("A", "B", "C", "D"), deal: Callable[[int, int], Hand] | None = None
    ) -> None:
        if len(players) != 4:
            raise PaijuError(f"a match has four players; got {len(players)}", f"一局要四个人，这里有 {len(players)} 个")
        self.game: Final = game
        self.seed: Final = check_seed(seed)
        self.players: Final = tuple(players)
        self.deal = deal
        self.stream: Final = Stream(seed, _MATCH_LANE)
        self.hands: Final = int(match_hands(game.settings))
        self.rounds: Final = int(match_rounds(game.settings))
        self.seats: list[int] = [0, 1, 2, 3]  # seats[s]: the player on seat s
        if match_reseats(game.settings):
            self._reseat(first=True)
        before = self.stream.copy()
        self.dealer: int = int(game.scoring.first_dealer(self.stream))
        self.dealer_dice: tuple[int, ...] = _dice_between(before, self.stream)
        self.number = 0  # hands played
        self.passes = 0  # times the deal has moved on
        self.totals: list[int] = [0, 0, 0, 0]  # by player
        self.house = 0
        self.endings: list[Ending] = []
        self.points: list[tuple[int, ...]] = []  # what each hand brought, by player
        self.left: set[int] = set()  # players who have paid for leaving (CS-48)
        self._settled: Ending | None = None
        self.hand: Hand = self._start()

    @property
    def over(self) -> bool:
        """Whether the last hand is settled and no further one is due."""
        if self._settled is None:
            return False
        return self.number >= self.hands if self.hands else self.passes >= 4 * self.rounds

    @property
    def round(self) -> int:
        """The round 圈, from 0: how often the deal has left the fourth dealer."""
        return self.passes // 4

    @property
    def standing(self) -> Standing:
        """How the match stands before the hand that is played, or once it is settled before the next one."""
        return standing_of(self.game.settings, totals=self.totals, seats=self.seats, number=self.number, passes=self.passes)

    def settle(self) -> Ending:
        """Books a finished hand: totals, next dealer, seats of the next round. Once a hand; again it only repeats the result."""
        if self._settled is not None:
            return self._settled
        ending = self.hand.result()
        deltas = ending.deltas()
        for seat, points in enumerate(deltas):
            self.totals[self.seats[seat]] += points
        self.points.append(tuple(deltas[self.seats.index(player)] for player in range(4)))
        self.endings.append(ending)
        self._settled = ending
        self.number += 1
        if ending.next_dealer != self.dealer:
            before = self.round
            self.passes += 1
            if self.round != before and match_reseats(self.game.settings):
                self._reseat(first=False)
        self.dealer = int(ending.next_dealer)
        return ending

    def next_hand(self) -> Hand:
        """Settles the finished hand and starts the next; PaijuError when the match is over."""
        self.settle()
        if self.over:
            raise PaijuError(f"the match is over after {counted(self.number, 'hand')}", f"打完 {self.number} 盘，这一局已经结束")
        self.hand = self._start()
        return self.hand

    def leave(self, player: int, *, coins: bool = False) -> list[Payment]:
        """CS-48: what a player who has left pays after the hand's settlement, once a match; nothing in the other games."""
        if not 0 <= player <= 3:
            raise PaijuError(f"there is no player {player}; players are 0 to 3", f"没有 {player} 号牌手；牌手是 0 到 3")
        self.settle()
        if player in self.left:
            return []
        self.left.add(player)
        payments = self.game.scoring.escape_payments(self.seats.index(player), coins=coins)
        for payment in payments:
            self.totals[self.seats[payment.giver]] -= int(payment.amount)
            if payment.taker == HOUSE:
                self.house += int(payment.amount)
            else:
                self.totals[self.seats[payment.taker]] += int(payment.amount)
        return payments

    @classmethod
    def taken_up(
        cls,
        game: Game,
        *,
        seed: int,
        players: Sequence[str],
        number: int,
        passes: int,
        dealer: int,
        totals: Sequence[int],
        house: int,
        left: Sequence[int],
        deal: Callable[[int, int], Hand] | None = None,
    ) -> Match:
        """A match at the beginning of a later hand, of which only the standing is known; seats and first dice follow from the seed.

        ``endings`` and ``points`` begin with that hand.
        """
        match = cls(game, seed=seed, players=players)
        match.number, match.passes, match.dealer, match.house = number, passes, dealer, house
        match.totals, match.left = list(totals), set(left)
        match.deal = deal
        if match_reseats(game.settings):
            for _ in range(match.round):
                match._reseat(first=False)
        match.hand = match._start()
        return match

    def _start(self) -> Hand:
        self._settled = None
        if self.deal is not None:
            return self.deal(self.number, self.dealer)
        return self.game.hand(seed=self.seed, lane=self.number + 1, dealer=self.dealer)

    def _reseat(self, *, first: bool) -> None:
        """Seats drawn anew, never in the same cyclic order twice running (G-10, CC-3)."""
        old = _cyclic(self.seats)
        while True:
            order = [0, 1, 2, 3]
            for i in (3, 2, 1):
                j = int(self.stream.below(i + 1))
                order[i], order[j] = order[j], order[i]
            if first or _cyclic(order) != old:
                self.seats = order
                return


def _cyclic(seats: list[int]) -> list[int]:
    """The order of the players round the table, from player 0 on."""
    at = seats.index(0)
    return seats[at:] + seats[:at]


def _dice_between(before: Stream, after: Stream) -> tuple[int, ...]:
    """The two dice of the first deal, if that is what moved the stream (CC-4)."""
    dice = (int(before.die()), int(before.die()))
    return dice if list(before.state) == list(after.state) else ()
