"""One hand, from the outside: who must act, what he may do, doing it, what happened, and how it ended.

Compiled like the engine's folders, since every decision made from Python passes through it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import u8

from paiju.core.chance import fresh_wall
from paiju.core.ending import Ending, settle
from paiju.core.errors import ActionError, PaijuError
from paiju.core.legal import legal_actions, legal_count, number_at
from paiju.core.options import Settings
from paiju.core.play import act, new_table, start
from paiju.core.stream import Stream
from paiju.core.table import OVER, Table
from paiju.core.variant import Variant
from paiju.game.actions import Action, Book
from paiju.game.audience import EVERYTHING, WATCHER, Audience, Seat, Tile
from paiju.variants import get as get_variant

# What only some callers need is imported where it is used: a first hand is started and played without it.
if TYPE_CHECKING:
    from paiju.game.events import Event
    from paiju.game.position import Position
    from paiju.game.telling import Teller
    from paiju.game.views import View

_SEATS_OF: Final[list[tuple[int, ...]]] = [
    (), (0,), (1,), (0, 1), (2,), (0, 2), (1, 2), (0, 1, 2), (3,), (0, 3), (1, 3), (0, 1, 3), (2, 3), (0, 2, 3), (1, 2, 3), (0, 1, 2, 3)
]  # fmt: skip


@final
class Game:
    """One game under one set of house rules: what every hand of a match shares. Never changed, so a copy is the game itself.

    A game and its hands belong to one thread at a time: settling reuses scratch. Other threads and processes make their own.

    >>> Game("changsha", {"birds": 2}).settings.number("birds")
    2
    """

    def __init__(self, variant: str | Variant, options: dict[str, object] | None = None, preset: str | None = None) -> None:
        self.variant: Final = get_variant(variant) if isinstance(variant, str) else variant
        self.settings: Final[Settings] = self.variant.settings(options, preset)
        self.rules: Final = self.variant.rules(self.settings)
        self.scoring: Final = self.variant.scoring(self.settings)
        self.book: Final = Book(self.rules)
        self.entries: Final[list[object]] = self.book.entries
        self.known: Final[dict[int, int]] = self.book.by_identity

    def __repr__(self) -> str:
        return f"<Game {self.variant.key} {self.settings!r}>"

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Game, (self.variant.key, self.settings.changed())  # by key: the other side must know the game too

    def tiles(self) -> list[Tile]:
        """All the game's tiles in order, four of each kind."""
        return [int(k) for k in fresh_wall(self.rules)]

    def hand(
        self,
        *,
        seed: int | None = None,
        lane: int = 0,
        wall: Sequence[Tile] | None = None,
        dealer: Seat = 0,
        dice: Sequence[int] = (),
        log: bool = True,
    ) -> Hand:
        """Starts a hand: with a shuffled wall from ``seed`` (0 to 2**62 - 1), or with a given ``wall`` in drawing order (G-1).

        ``lane`` tells apart the hands of a match that share a seed. ``dice`` are used before those of the stream (G-8).
        Without ``log`` the hand keeps no events, so it has no views; faster for roll-outs.
        """
        if not 0 <= dealer <= 3:
            raise PaijuError(f"the dealer must be a seat 0 to 3; got {dealer}", f"庄家应是座位 0 到 3，不是 {dealer}")
        if lane < 0 or lane >> 32:
            raise PaijuError(f"a lane is a whole number from 0 to 2**32 - 1; got {lane}", f"lane 应是 0 到 2**32 - 1 的整数，不是 {lane}")
        stream = Stream(check_seed(seed or 0), lane)
        if wall is None:
            if seed is None:
                raise PaijuError("a hand needs a seed or a wall", "一盘牌要有种子或牌墙（seed 或 wall）")
            tiles = fresh_wall(self.rules)
            stream.shuffle(tiles)
        else:
            tiles = self.check_wall(wall)
        table = new_table(self.rules, tiles, stream)
        table.logging = log
        table.dice = vec[u8](check_dice(dice))
        start(table, dealer)
        return Hand(self, table)

    def hand_from(self, position: Position, *, seed: int = 0, dice: Sequence[int] = ()) -> Hand:
        """Starts a hand in the middle; PaijuError where the position cannot be."""
        from paiju.game.position import build

        table = build(self.rules, position, Stream(check_seed(seed), 0))
        table.dice = vec[u8](check_dice(dice))
        return Hand(self, table, position)

    def check_wall(self, wall: Sequence[Tile]) -> vec[u8]:
        """The wall as the engine keeps it; PaijuError where it is not the game's tiles."""
        full = self.tiles()
        if len(wall) != len(full):
            en = f"a wall of {self.variant.key} has {len(full)} tiles; got {len(wall)}"
            raise PaijuError(en, f"{self.variant.zh}的牌墙有 {len(full)} 张，这里有 {len(wall)} 张")
        for place, kind in enumerate(wall):
            if kind not in full:
                en = f"tile {place} of the wall, {kind!r}, is no kind of {self.variant.key}"
                raise PaijuError(en, f"牌墙里编号 {place} 的牌是 {kind!r}，{self.variant.zh}没有这种牌")
        for kind in set(full):
            held = list(wall).count(kind)
            if held != 4:
                raise PaijuError(f"the wall must hold four of kind {kind}; it holds {held}", f"牌墙里种类 {kind} 的牌应有四张，这里有 {held} 张")
        return vec[u8](list(wall))


def check_seat(seat: Seat) -> Seat:
    if not 0 <= seat <= 3:
        raise PaijuError(f"there is no seat {seat}; seats are 0 to 3", f"没有座位 {seat}；座位是 0 到 3")
    return seat


def check_audience(audience: Audience) -> None:
    if not 0 <= audience <= EVERYTHING:
        en = f"there is no audience {audience}; audiences are the seats 0 to 3, {WATCHER} a watcher, {EVERYTHING} everything"
        raise PaijuError(en, f"audience 没有 {audience}；座位是 0 到 3，旁观者是 {WATCHER}，看到一切是 {EVERYTHING}")


def check_seed(seed: int) -> int:
    if seed < 0 or seed >> 62:
        raise PaijuError(f"a seed is a whole number from 0 to 2**62 - 1; got {seed}", f"种子应是 0 到 2**62 - 1 的整数，不是 {seed}")
    return seed


def check_dice(dice: Sequence[int]) -> list[int]:
    if any(not 1 <= n <= 6 for n in dice):
        raise PaijuError(f"dice show 1 to 6; got {list(dice)}", f"骰子是 1 到 6，这里是 {list(dice)}")
    return list(dice)


@final
class Legal:
    """The legal actions of one seat, read from the table when asked: membership, length, iteration."""

    def __init__(self, hand: Hand, seat: Seat) -> None:
        self._hand = hand
        self.seat: Final = seat

    def __contains__(self, action: object) -> bool:
        return isinstance(action, (Action, str)) and self._hand._number(self.seat, action) >= 0

    def __len__(self) -> int:
        return int(legal_count(self._hand.table, self.seat))

    def __iter__(self) -> Iterator[Action]:
        return iter(self._hand.actions(self.seat))

    def __getitem__(self, n: int) -> Action:
        return self._hand.actions(self.seat)[n]

    def __repr__(self) -> str:
        return f"<Legal seat {self.seat}: {', '.join([str(a) for a in self])}>"


@final
class Hand:
    """A hand being played or over. Made by ``Game.hand``; changed only by ``play``."""

    def __init__(self, game: Game, table: Table, position: Position | None = None) -> None:
        self.game: Final = game
        self.table: Final = table
        self.position: Final = position  # where it began, if not with a deal

    # -- who must act, and how -----------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.table.asks == OVER

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that must answer now: one on an own turn, several in a claim window, none when the hand is over."""
        return _SEATS_OF[self.table.pending]

    def actions(self, seat: Seat) -> list[Action]:
        """The seat's legal actions as a list; empty when it is not asked."""
        check_seat(seat)
        return legal_actions(self.table, seat, self.game.entries)  # type: ignore[return-value]

    def legal(self, seat: Seat | None = None) -> Legal:
        """The legal actions of a seat, by default of the first that must act."""
        return Legal(self, check_seat(self._asked(seat)))

    def play(self, action: Action | str, seat: Seat | None = None) -> None:
        """Carries out an answer. ActionError, and nothing changed, when it is not legal now."""
        seat = self._asked(seat)
        number = self._number(seat, action)
        if number < 0:
            from paiju.game.refusals import refusal

            why = refusal(self, seat, action)
            raise ActionError(why.en, why.zh)
        act(self.table, seat, number)

    def _asked(self, seat: Seat | None) -> Seat:
        if seat is None:
            pending = _SEATS_OF[self.table.pending]
            return pending[0] if pending else 0
        return seat

    def _number(self, seat: Seat, action: Action | str) -> int:
        index = self.game.known.get(id(action))
        if index is not None:
            return number_at(self.table, seat, index)
        for index in self.game.book.indexes(action):
            number = number_at(self.table, seat, index)
            if number >= 0:
                return number
        return -1

    # -- what happened -------------------------------------------------------------------------------------------

    def events(self, audience: Audience = EVERYTHING) -> list[Event]:
        """What happened, as a seat (0-3), WATCHER or EVERYTHING sees it (G-7)."""
        return list(self.teller(audience).news())

    def teller(self, audience: Audience = EVERYTHING) -> Teller:
        """Tells the events as they come: each call of ``news`` gives those since the last."""
        from paiju.game.telling import Teller

        check_audience(audience)
        return Teller(self.table, self.game.scoring, audience, self.position)

    def view(self, audience: Audience = WATCHER) -> View:
        """What a seat (0-3) or a watcher knows now, from the events it saw."""
        from paiju.game.views import View

        check_audience(audience)
        view = View(audience, int(self.table.wall_size))
        for event in self.events(audience):
            view.see(event)
        return view

    # -- how it ended --------------------------------------------------------------------------------------------

    def result(self) -> Ending:
        """The settlement of a finished hand."""
        if not self.over:
            raise PaijuError("the hand is not over; it has no result yet", "这一盘还没有结束，没有结果")
        return settle(self.table, self.game.scoring)

    def __copy__(self) -> Hand:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Hand:
        return self.clone()

    def __reduce__(self) -> str:
        raise TypeError("a Hand is not pickled: write it as a record (paiju.records), or send its wall, dice and actions")

    def clone(self) -> Hand:
        """An independent copy that will play on the same, dice included."""
        return Hand(self.game, self.table.clone(), self.position)
