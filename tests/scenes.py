"""Scenes for rule tests: a wall with wanted hands, draws and replacements, or a position, and short ways to play on and look.

Tiles are text in a wanted order; ``?`` is any tile (``"5m ??? 9p"``), and what is not wanted is filled so that it claims as little as
it can. Answers are lines ``"1 pung 5m"``, several in one text separated by ``;``; the line ``pass`` is a pass of everybody who may.

    s = deal("changchun", hands=("55m", "", "", ""), draws="9p ? 5m")
    s.play("0 discard 1m; 1 discard 9p; pass")
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, TypeVar

import pytest

from paiju.core.ending import seat_melds
from paiju.core.errors import ActionError
from paiju.core.notation import meld_text, parse_meld, parse_tile, parse_tiles, tile_text, tiles_text
from paiju.core.settle import Settlement, sum_payments
from paiju.core.table import WAITS
from paiju.game.audience import EVERYTHING
from paiju.game.hand import Game, Hand
from paiju.game.position import Position

E = TypeVar("E")
GAMES: dict[str, Game] = {}


def game(variant: str, options: dict[str, object] | None = None, preset: str | None = None) -> Game:
    """The game under these house rules, made once."""
    key = repr((variant, sorted((options or {}).items()), preset))
    if key not in GAMES:
        GAMES[key] = Game(variant, options, preset)
    return GAMES[key]


# -- setting a scene ---------------------------------------------------------------------------------------------


def deal(
    variant: str,
    hands: Sequence[str] = ("", "", "", ""),
    *,
    draws: str = "",
    tail: str = "",
    stacks: dict[int, str] | None = None,
    dealer: int = 0,
    dice: Sequence[int] = (),
    options: dict[str, object] | None = None,
    preset: str | None = None,
) -> "Scene":
    """A dealt hand. ``hands`` by seat, 13 tiles or fewer; the dealer's may have 14, the last the last tile dealt.

    ``draws``: what comes from the front. ``tail``: the replacements in the order they are taken. ``stacks``: upper and lower tile of
    the n-th stack from the tail (``{1: "5m?"}``). ``dice``: the treasure's or kongs' dice (those that open the wall are added).
    """
    rules = game(variant, options, preset)
    tiles = rules.tiles()
    size = len(tiles)
    wall: list[int | None] = [None] * size
    seats = [(dealer + (n // 4 if n < 48 else n)) % 4 for n in range(53)]
    places = [[n for n in range(53) if seats[n] == seat] for seat in range(4)]
    for seat in range(4):
        wanted = wanted_tiles(hands[seat])
        if len(wanted) <= 13 and seat == dealer:
            wanted += [None] * (13 - len(wanted))
        for place, kind in zip(places[seat], wanted, strict=False):
            wall[place] = kind
        assert len(wanted) <= len(places[seat]), f"hand {seat} has too many tiles: {hands[seat]}"
    for n, kind in enumerate(wanted_tiles(draws)):
        wall[53 + n] = kind
    for n, kind in enumerate(wanted_tiles(tail)):
        _set(wall, size - 2 - 2 * (n // 2) + n % 2 if variant != "baicheng" else _baicheng_tail(size, n), kind)
    for far, text in (stacks or {}).items():
        for n, kind in enumerate(wanted_tiles(text)):
            _set(wall, size - 2 * far + n, kind)
    left = _left_of(tiles, [k for k in wall if k is not None])
    for seat in range(4):
        held = [wall[n] for n in places[seat] if wall[n] is not None]
        for place in places[seat]:
            if wall[place] is None:
                wall[place] = _quiet_tile(left, [k for k in held if k is not None])
                held.append(wall[place])
    rest = _spread(left)
    full = [rest.pop() if kind is None else kind for kind in wall]
    opening = [3, 4, 4, 4] if variant == "changchun" else []
    return Scene(rules.hand(wall=full, dealer=dealer, dice=[*opening, *dice], seed=1))


def place(
    variant: str,
    hands: Sequence[str],
    *,
    draws: str = "",
    tail: str = "",
    stacks: dict[int, str] | None = None,
    left: int | None = None,
    dice: Sequence[int] = (),
    options: dict[str, object] | None = None,
    preset: str | None = None,
    **position: Any,
) -> "Scene":
    """A hand in the middle: a ``Position`` whose hands and wall (of ``left`` tiles; 60, or what there is) are filled where nothing is wanted.

    ``drawn`` is one of the tiles of the hand of ``turn``; more keywords are fields of ``Position``. ``stacks`` counts all stacks from
    the tail, those that replacements have taken included.
    """
    rules = game(variant, options, preset)
    turn = position.get("turn", 0)
    melds = position.get("melds", ((), (), (), ()))
    rivers = [parse_tiles(text) for text in position.get("rivers", ("", "", "", ""))]
    taken = sum(max(0, len(parse_meld(m).tiles) - 3) for of_seat in melds for m in of_seat)
    size = len(rules.tiles())
    room = size - 53 - taken - sum(map(len, rivers))
    left = min(60, room - room % 2) if left is None else left
    wall: list[int | None] = [None] * left
    for n, kind in enumerate(wanted_tiles(draws)):
        wall[n] = kind
    if variant == "baicheng":
        free = [_baicheng_tail(size, n) for n in range(size - 1)]
    else:
        free = [size - 2 - 2 * (n // 2) + n % 2 for n in range(size)]
    tails = sorted(free[taken:] + ([size - 1] if variant == "baicheng" else []))[-left:]  # the wall's places
    for n, kind in enumerate(wanted_tiles(tail)):
        _set(wall, tails.index(free[taken + n]), kind)
    for far, text in (stacks or {}).items():
        for n, kind in enumerate(wanted_tiles(text)):
            if kind is not None:
                _set(wall, tails.index(size - 2 * far + n), kind)
    tiles = [[k for k in wanted_tiles(text) if k is not None] for text in hands]
    known = [k for of_seat in melds for m in of_seat for k in parse_meld(m).tiles] + [k for river in rivers for k in river]
    pool = _left_of(rules.tiles(), [k for k in wall if k is not None] + [k for hand in tiles for k in hand] + known)
    for seat in range(4):
        while len(tiles[seat]) < 13 - 3 * len(melds[seat]) + (1 if seat == turn else 0):
            tiles[seat].append(_quiet_tile(pool, tiles[seat]))
    rest = _spread(pool)
    text = " ".join(tile_text(rest.pop() if kind is None else kind) for kind in wall)
    texts = tuple(tiles_text(hand) for hand in tiles)
    return Scene(rules.hand_from(Position(hands=texts, wall=text, **position), dice=dice))  # type: ignore[arg-type]


def own_turn(variant: str, hand: str, drawn: str, *melds: str, seat: int = 0, **more: Any) -> "Scene":
    """The seat has just drawn one of these tiles. ``others``: hands of other seats; ``more`` as for ``place``."""
    hands = _of_seat(seat, hand, "")
    for other, tiles in more.pop("others", {}).items():
        hands[other] = tiles
    return place(variant, hands, melds=_of_seat(seat, melds, ()), turn=seat, drawn=drawn, **more)


def drawing(variant: str, hand: str, tile: str, *melds: str, seat: int = 1, **more: Any) -> "Scene":
    """The seat, with these 13 tiles and melds, has just drawn the tile."""
    _check_13(hand, melds)
    return own_turn(variant, hand + tile, tile, *melds, seat=seat, **more)


def facing(variant: str, hand: str, tile: str, *melds: str, **more: Any) -> "Scene":
    """The payer has just discarded the tile, and the seat holds these 13 tiles and melds."""
    _check_13(hand, melds)
    return offered(variant, hand, tile, *melds, **more)


def offered(variant: str, hand: str, tile: str, *melds: str, seat: int = 1, payer: int = 2, **more: Any) -> "Scene":
    """The payer has just discarded the tile, and the seat holds some of these tiles and melds."""
    hands = _of_seat(seat, hand, "")
    hands[payer] = more.pop("payer_hand", "") + tile
    scene = place(variant, hands, melds=_of_seat(seat, melds, ()), turn=payer, drawn=tile, **more)
    return scene.play(f"{payer} discard {tile}")


def _check_13(hand: str, melds: Sequence[str]) -> None:
    """A hand that wins or not must be given whole: what is missing would be filled with anything."""
    held = len(wanted_tiles(hand))
    assert held + 3 * len(melds) == 13, f"{hand} has {held} tiles beside {len(melds)} melds"


def _of_seat(seat: int, value: Any, other: Any) -> list[Any]:
    return [value if n == seat else other for n in range(4)]


def plain(hand: str, size: int = 14) -> str:
    """The tiles with plain ones added: no honours, no 1 or 9, nothing that makes a special kong."""
    return hand + "2m5m8m2p5p8p2s5s8s3m6m3p6p3s"[: 2 * (size - len(wanted_tiles(hand)))]


def wanted_tiles(text: str) -> list[int | None]:
    """Kinds in order; None for each ``?``."""
    found: list[int | None] = []
    for part in text.replace("?", " ? ").split():
        found += [None] if part == "?" else parse_tiles(part)
    return found


def _set(wall: list[int | None], at: int, kind: int | None) -> None:
    if kind is not None:
        assert wall[at] in (None, kind), f"two tiles are wanted at place {at} of the wall"
        wall[at] = kind


def _baicheng_tail(size: int, n: int) -> int:
    """Where the n-th replacement lies when the last tile is the treasure (BC-6)."""
    return size - 2 if n == 0 else size - 4 - 2 * ((n - 1) // 2) + (n - 1) % 2


def _left_of(tiles: list[int], used: list[int]) -> Counter[int]:
    left = Counter(tiles)
    left.subtract(used)
    over = [tile_text(k) for k, n in left.items() if n < 0]
    assert not over, f"more than four of {over} are wanted"
    return left


def _quiet_tile(left: Counter[int], held: list[int]) -> int:
    """Takes from what is left a tile that pairs, neighbours and completes special kongs as little as can be."""

    def noise(kind: int) -> tuple[int, int, int]:
        total = 10 * held.count(kind)
        if kind < 27:
            total += sum(4 - abs(k - kind) for k in held if k < 27 and k // 9 == kind // 9 and 0 < abs(k - kind) <= 2)
        for group in ((27, 28, 29, 30), (31, 32, 33), (0, 9, 18), (8, 17, 26)):
            if kind in group and all(k in held for k in group if k != kind):
                total += 30
        return total, -left[kind], kind * 5 % 34

    kind = min((k for k, n in left.items() if n > 0), key=noise)
    left[kind] -= 1
    return kind


def _spread(left: Counter[int]) -> list[int]:
    """What is left, copies of a kind apart."""
    kinds = sorted(left, key=lambda k: k * 5 % 34)
    return [k for n in range(4) for k in kinds if left[k] > n]


# -- playing it --------------------------------------------------------------------------------------------------


class Scene:
    """A hand with short ways to play on and to look. Lists of texts are sorted as the engine sorts; money is by seat."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand

    def play(self, *lines: str) -> "Scene":
        for line in (part.strip() for text in lines for part in text.split(";")):
            if line == "pass":
                for seat in self.asked:
                    if "pass" in self.may(seat):
                        self.hand.play("pass", seat)
            else:
                seat_text, _, action = line.partition(" ")
                self.hand.play(action, int(seat_text))
        return self

    def drift(self, turns: int = 1) -> "Scene":
        """That many own turns, each discarding the tile drawn (after a claim the first it may), everything else passed.

        A set that must be declared (BC-19) is declared.
        """
        while turns and not self.hand.over:
            texts = [str(a) for a in self.hand.actions(self.asked[0])]
            if "pass" in texts:
                self.play("pass")
                continue
            discards = [text for text in texts if text.startswith("discard")]
            wanted = f"discard {self.drawn}"
            self.play(f"{self.asked[0]} {wanted if wanted in discards else [*discards, *self.may(self.asked[0], 'set')][0]}")
            turns -= bool(discards)
        return self.settle_windows()

    def settle_windows(self) -> "Scene":
        """Everything that may be passed is passed, up to the next own turn."""
        while not self.hand.over and "pass" in self.may(self.asked[0]):
            self.play("pass")
        return self

    def until(self, seat: int) -> "Scene":
        """Drifts until that seat's own turn (at least one turn further); everything else passed."""
        self.drift()
        while not self.hand.over and self.asked != (seat,):
            self.drift()
        return self

    def refused(self, line: str) -> str:
        """The line is not legal and changes nothing; returns the reason given."""
        before = self.hand.events(EVERYTHING), [self.may(seat) for seat in range(4)]
        with pytest.raises(ActionError) as caught:
            self.play(line)
        assert before == (self.hand.events(EVERYTHING), [self.may(seat) for seat in range(4)])
        return str(caught.value)

    # -- looking -------------------------------------------------------------------------------------------------

    @property
    def asked(self) -> tuple[int, ...]:
        return self.hand.to_act

    def may(self, seat: int, verb: str = "") -> list[str]:
        """The seat's legal actions, of one verb if given (``"discard"``, ``"set"``)."""
        return [text for text in map(str, self.hand.actions(seat)) if not verb or text.split()[0] == verb]

    @property
    def drawn(self) -> str:
        """The tile just drawn, empty when there is none."""
        drawn = int(self.hand.table.drawn)
        return tile_text(drawn) if drawn < 34 else ""

    def held(self, seat: int) -> str:
        return tiles_text([k for k in range(34) for _ in range(self.hand.table.held(seat, k))])

    def waits(self, seat: int) -> str:
        """The tiles the seat's 13 would win with (G-12)."""
        return tiles_text([k for k in range(34) if self.hand.table.big[WAITS + seat] >> k & 1])

    def melds(self, seat: int) -> list[str]:
        return [meld_text(meld) for meld in seat_melds(self.hand.table, seat)]

    def river(self, seat: int) -> str:
        return " ".join(tile_text(k) for k in self.hand.view(EVERYTHING).seats[seat].river)

    def told(self, kind: type[E], audience: int = EVERYTHING) -> list[E]:
        """The events of one kind that an audience was told."""
        return [event for event in self.hand.events(audience) if isinstance(event, kind)]

    # -- the end -------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.hand.over

    @property
    def winners(self) -> list[int]:
        return [int(s.win.seat) for s in self._wins()]

    def claims(self, seat: int = 1) -> list[str]:
        """What the seat may do but pass, where it may pass; on an own turn nothing."""
        texts = self.may(seat)
        return [text for text in texts if text != "pass"] if "pass" in texts else []

    def can_win(self, seat: int = 1) -> bool:
        return "win" in self.may(seat)

    def fans(self, seat: int | None = None) -> dict[str, int]:
        """The fans of a winner, by default the only one."""
        wins = [s for s in self._wins() if seat is None or s.win.seat == seat]
        assert len(wins) == 1, f"winners are {self.winners}"
        return wins[0].fan_values()

    @property
    def money(self) -> list[int]:
        """What each seat gains by the whole hand."""
        return self.hand.result().deltas()

    @property
    def win_money(self) -> list[int]:
        return sum_payments([p for s in self._wins() for p in s.payments])

    @property
    def kong_money(self) -> list[int]:
        return sum_payments(self.hand.result().kongs)

    @property
    def exhausted(self) -> bool:
        return bool(self.hand.result().outcome.exhausted)

    @property
    def next_dealer(self) -> int:
        return int(self.hand.result().next_dealer)

    def _wins(self) -> list[Settlement]:
        ending = self.hand.result()
        for settlement in ending.wins:
            assert settlement.legal, settlement.reason_id
        return ending.openings + ending.wins


def tile(text: str) -> int:
    return parse_tile(text)
