"""Starting a hand from a position: for puzzles, tests and search."""

from __future__ import annotations

import msgspec
from mypy_extensions import u8

from paiju.core import events as log
from paiju.core.errors import PaijuError, counted
from paiju.core.notation import parse_meld, parse_tile, parse_tiles, tile_text
from paiju.core.play import table_of
from paiju.core.rules import FIXED_HIDDEN, ROLLED, Rules
from paiju.core.stream import Stream
from paiju.core.table import GONE, HELD, VISIBLE, WAITS, WALL, Table, dealt_to
from paiju.core.tiles import BIT, NONE
from paiju.core.treasure import draws_treasure
from paiju.core.turn import ask_turn
from paiju.core.win import CHOW, CONCEALED_KONG, MELD_IDS, PUNG, SPECIAL_KONG, Meld
from paiju.game.audience import EVERYTHING
from paiju.game.events import Placed
from paiju.game.melds import fault_of


class Position(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A hand in the middle, in tile text: it is ``turn``'s move, who has just drawn ``drawn``, one of the tiles of his hand.

    ``hands``: the four concealed hands, 13 tiles less three for each meld, one more for ``turn``. ``melds``: of each seat, as
    ``pung 555m``. ``rivers``: the discards that lie there. ``wall``: the tiles not drawn, in drawing order, the tail last, the
    treasure among them. Tiles that are nowhere here are out of sight: they left the wall's front.
    """

    hands: tuple[str, str, str, str]
    wall: str
    turn: int = 0
    drawn: str | None = None
    dealer: int = 0
    melds: tuple[tuple[str, ...], ...] = ((), (), (), ())
    rivers: tuple[str, str, str, str] = ("", "", "", "")
    ready: tuple[int, ...] = ()  # seats that have declared
    locked: tuple[int, ...] = ()  # seats after a dice kong
    first_turns: tuple[int, ...] = ()  # seats before their first discard
    treasure: int | None = None  # a rolled treasure lies aside: its stack from the tail, from 1, upper tile
    looked: tuple[int, ...] = ()  # seats that have seen it


def build(rules: Rules, position: Position, stream: Stream) -> Table:
    """A table in that position, asking ``turn``; PaijuError where the position cannot be."""
    for name, of_seats in (("hands", position.hands), ("rivers", position.rivers), ("melds", position.melds)):
        if len(of_seats) != 4:
            raise PaijuError(f"{name} must be given for four seats; got {len(of_seats)}", f"{name} 应写四个座位的，这里有 {len(of_seats)} 个")
    hands = [parse_tiles(text) for text in position.hands]
    melds = [[parse_meld(text) for text in of_seat] for of_seat in position.melds]
    rivers = [parse_tiles(text) for text in position.rivers]
    wall = parse_tiles(position.wall)
    _check(rules, position, hands, melds, rivers, wall)
    t = table_of(rules, _whole_wall(rules, wall), stream)
    t.logging = True
    t.dealer = position.dealer
    _lay_wall(t, rules, melds, wall)
    for seat in range(4):
        for kind in hands[seat]:
            t.add(seat, kind)
        for meld in melds[seat]:
            _lay_meld(t, seat, meld)
        for kind in rivers[seat]:
            t.small[VISIBLE + kind] += u8(1)
    _set_seats(t, position)
    _remember_deal(t, position, hands)
    if position.treasure is not None:
        t.aside = t.wall_size - 2 * position.treasure
        if t.small[WALL + t.aside] >= GONE:
            en = f"treasure {position.treasure}: the upper tile of that stack has been drawn"
            raise PaijuError(en, f"treasure {position.treasure}：那一墩的上张已经摸走")
    _begin(t, position)
    _check_ready(t, position)
    return t


def _check_ready(t: Table, position: Position) -> None:
    """Who has declared is ready, and only who has declared has looked (CC-22, CC-24)."""
    for seat in position.ready:
        if not t.rules.declare_ready:
            raise PaijuError("ready names seats, but nobody declares ready in this game", "ready 里有座位，但这个玩法不报听")
        if (seat != position.turn or position.drawn is not None) and not t.big[WAITS + seat]:
            raise PaijuError(f"ready names seat {seat}, whose hand waits for nothing", f"ready 里有座位{seat}，但他没有听牌")
    for seat in position.looked:
        if seat not in position.ready:
            raise PaijuError(f"looked names seat {seat}, who has not declared ready", f"looked 里有座位{seat}，但他没有报听")
        if t.outside_treasure >> seat & 1:
            en = f"looked names seat {seat}, whose hand without 1, 9, honour never looks (CC-12)"
            raise PaijuError(en, f"looked 里有座位{seat}，但他的牌没有幺九字，不能看宝（CC-12）")


def _check(
    rules: Rules, position: Position, hands: list[list[int]], melds: list[list[Meld]], rivers: list[list[int]], wall: list[int]
) -> None:
    for name, seat in (("turn", position.turn), ("dealer", position.dealer)):
        if not 0 <= seat <= 3:
            raise PaijuError(f"{name} must be a seat 0 to 3; got {seat}", f"{name} 应是座位 0 到 3，不是 {seat}")
    for name, seats in (("ready", position.ready), ("locked", position.locked), ("first_turns", position.first_turns), ("looked", position.looked)):
        if any(not 0 <= s <= 3 for s in seats):
            raise PaijuError(f"{name} must name seats 0 to 3; got {seats}", f"{name} 应写座位 0 到 3，这里是 {seats}")
    for seat in range(4):
        wanted = 13 - 3 * len(melds[seat]) + (1 if seat == position.turn else 0)
        if len(hands[seat]) != wanted:
            beside, held = len(melds[seat]), len(hands[seat])
            en = f"hands[{seat}] must hold {counted(wanted, 'tile')} beside {counted(beside, 'meld')}; it holds {held}"
            raise PaijuError(en, f"副露 {beside} 副，hands[{seat}] 应有 {wanted} 张，这里有 {held} 张")
    counts = [0] * 34
    places = [*hands, *rivers, wall, *([k for m in of_seat for k in m.tiles] for of_seat in melds)]
    for kind in (k for tiles in places for k in tiles):
        if not rules.kinds & BIT[kind]:
            raise PaijuError(f"{tile_text(kind)} is no tile of this game", f"这个玩法没有 {tile_text(kind)}")
        counts[kind] += 1
        if counts[kind] > 4:
            raise PaijuError(f"the position holds more than four {tile_text(kind)}", f"{tile_text(kind)} 多于四张")
    for seat, of_seat in enumerate(melds):
        fault = fault_of(of_seat, rules)
        if fault is not None:
            n, wrong = fault
            raise PaijuError(f"melds[{seat}][{n}]: {wrong.en}", f"melds[{seat}][{n}]：{wrong.zh}")
    if position.drawn is not None and parse_tile(position.drawn) not in hands[position.turn]:
        raise PaijuError(f"drawn, {position.drawn}, is not in hands[{position.turn}]", f"drawn 是 {position.drawn}，不在 hands[{position.turn}] 里")
    if position.treasure is not None and (rules.treasure != ROLLED or not 1 <= position.treasure <= len(wall) // 2):
        raise PaijuError(f"treasure {position.treasure} names no stack of this wall", f"treasure {position.treasure}：牌墙没有这一墩")


def _whole_wall(rules: Rules, wall: list[int]) -> bytes:
    """All tiles of the game, those of the wall last; the others only fill the places already drawn from."""
    kinds = [k for k in range(34) if rules.kinds & BIT[k]]
    drawn = [k for k in kinds for _ in range(4 - wall.count(k))]
    return bytes(drawn + wall)


def _replacements(meld: Meld) -> int:
    """How many tiles the wall's tail gave for a meld: one a kong, for a special kong one for each tile past the third (CC-41)."""
    if meld.kind in (CHOW, PUNG):
        return 0
    return 1 if meld.kind < SPECIAL_KONG else len(meld.tiles) - 3


def _lay_wall(t: Table, rules: Rules, melds: list[list[Meld]], wall: list[int]) -> None:
    """Empties the places that kong replacements and the front have taken, and lays the wall's tiles on the rest."""
    size = int(t.wall_size)
    if rules.treasure == FIXED_HIDDEN:
        t.aside = size - 1
    for of_seat in melds:
        for meld in of_seat:
            for _ in range(_replacements(meld)):
                t.take(t.tail())
                t.kongs += 1
            if rules.reserve_counts_special and meld.kind >= SPECIAL_KONG and not _replacements(meld):
                t.kongs += 1
    free = [place for place in range(size) if t.small[WALL + place] < GONE]
    gone = sorted(k for k in range(34) for _ in range(4 if rules.kinds & BIT[k] else 0))
    for kind in wall:
        gone.remove(kind)
    kept = free[len(free) - len(wall) :]
    for place in range(size):
        if place in kept:
            t.small[WALL + place] = u8(wall[kept.index(place)])
        else:
            t.small[WALL + place] = u8(gone.pop() | GONE)
    t.left = len(wall)
    t.head = kept[0] if kept else size


def _lay_meld(t: Table, seat: int, meld: Meld) -> None:
    if meld.kind >= SPECIAL_KONG:
        kong = meld.kind - SPECIAL_KONG
        for kind in meld.tiles:
            place = next((n for n in range(4) if t.special_tile(kong, n) == kind), 4)
            t.lay_special(seat, kong, place)
        t.add_meld(seat, meld.kind, NONE)
    else:
        t.add_meld(seat, meld.kind, meld.tiles[0])
    if meld.kind != CONCEALED_KONG or not t.rules.concealed_kong_hidden:
        for kind in meld.tiles:
            t.small[VISIBLE + kind] += u8(1)


def _set_seats(t: Table, position: Position) -> None:
    t.declared = sum(1 << seat for seat in position.ready)
    t.locked = sum(1 << seat for seat in position.locked)
    t.first_turn = sum(1 << seat for seat in position.first_turns)
    t.looked = t.ever_looked = sum(1 << seat for seat in position.looked)
    t.dealer_drew = position.dealer not in position.first_turns
    t.dealer_discarded = t.dealer_drew


def _remember_deal(t: Table, position: Position, hands: list[list[int]]) -> None:
    """Lets the wall say of each seat in its first turn that its tiles were dealt (CC-40, `special_kong_window` = dealt)."""
    for seat in position.first_turns:
        tiles = list(hands[seat])
        if seat == position.turn and seat != position.dealer and position.drawn is not None:
            tiles.remove(parse_tile(position.drawn))
        for place in range(53):
            if dealt_to(position.dealer, place) == seat and t.small[WALL + place] >= GONE:
                t.small[WALL + place] = u8((tiles.pop() if tiles else NONE) | GONE)


def _begin(t: Table, position: Position) -> None:
    """The turn after a draw, or after a claim when nothing was drawn."""
    seat = position.turn
    t.turn = seat
    drawn = NONE if position.drawn is None else parse_tile(position.drawn)
    if drawn != NONE:
        t.remove(seat, drawn)
    for other in range(4):
        if other != seat or drawn != NONE:
            t.refresh(other)
    orphans = t.rules.orphan_kinds
    for other in position.ready:  # judged on the thirteen tiles (CC-12)
        if orphans and not (t.big[HELD + other * 4] | t.meld_kinds(other)) & orphans:
            t.outside_treasure |= BIT[other]
    if drawn != NONE:
        t.can_treasure = draws_treasure(t, seat, drawn)
        t.add(seat, drawn)
        t.drawn = drawn
        t.source = log.FRONT
        t.drew = True
        t.began_with_draw = True
        may_win = not t.rules.must_declare_to_win or t.declared >> seat & 1 != 0
        t.win_open = (t.big[WAITS + seat] & BIT[drawn] != 0 or t.can_treasure) and may_win
    ask_turn(t)


def placed(t: Table, position: Position, audience: int, points: tuple[int, ...]) -> Placed:
    """The position as an event: the hands, the drawn tile, hidden kongs and the treasure only for who may know them."""
    hands = [parse_tiles(text) for text in position.hands]

    def knows(seat: int) -> bool:
        return audience in (seat, EVERYTHING)

    melds = []
    for seat, of_seat in enumerate(position.melds):
        shown = []
        for meld in (parse_meld(text) for text in of_seat):
            hidden = meld.kind == CONCEALED_KONG and t.rules.concealed_kong_hidden and not knows(seat)
            shown.append((MELD_IDS[meld.kind], () if hidden else tuple(meld.tiles)))
        melds.append(tuple(shown))
    seen = position.treasure is not None and (audience == EVERYTHING or audience in position.looked)
    return Placed(
        dealer=position.dealer,
        turn=position.turn,
        wall_left=len(parse_tiles(position.wall)),
        hands=tuple(tuple(sorted(hands[seat])) if knows(seat) else None for seat in range(4)),
        counts=tuple(len(tiles) for tiles in hands),
        melds=tuple(melds),
        rivers=tuple(tuple(parse_tiles(text)) for text in position.rivers),
        points=points,
        ready=position.ready,
        locked=position.locked,
        drawn=parse_tile(position.drawn) if position.drawn is not None and knows(position.turn) else None,
        treasure=_treasure(t, position) if seen else None,
        treasure_aside=t.rules.treasure == FIXED_HIDDEN or position.treasure is not None,
    )


def _treasure(t: Table, position: Position) -> int | None:
    """The kind of the treasure that lay aside at the beginning, if one was rolled."""
    return None if position.treasure is None else int(t.wall_tile(t.wall_size - 2 * position.treasure))
