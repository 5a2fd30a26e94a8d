"""What can be said of a hand: how far it is, what helps, what each discard, claim and kong leaves, and what a wait is worth.

Of a hand in play only what its seat knows is read (G-7).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from paiju.analysis.danger import Danger
from paiju.analysis.offers import CLAIMS, carried_out, claims, kong_money, kongs, must_lay, special_actions, special_kongs
from paiju.analysis.reach.discards import NOT_HELD, Discards
from paiju.analysis.reach.distance import Distance
from paiju.analysis.routes import Route, Routes
from paiju.analysis.waits import Own, Wait
from paiju.analysis.worth.paces import pace_of
from paiju.analysis.worth.tempo import sort_of
from paiju.core.ending import hand_counts, seat_melds
from paiju.core.errors import TextError
from paiju.core.notation import parse_hand, parse_tile, parse_tiles, tile_name
from paiju.core.reasons import NOT_COMPLETE, REASONS
from paiju.core.tiles import BIT, KINDS
from paiju.core.win import Meld
from paiju.game.actions import Action
from paiju.game.audience import Seat, Tile
from paiju.game.melds import fault_of
from paiju.game.waits import waits, waits_after

if TYPE_CHECKING:
    from paiju.game.hand import Game, Hand

_FULL: Final = 14
_OFFERS: Final = (*CLAIMS, "ckong", "cdice", "akong", "adice", "set", "add")


class Leaves(msgspec.Struct, frozen=True):
    """Where tiles leave a player: ``distance`` (0 ready, -1 complete, HOPELESS), the kinds that bring them nearer with how many of each may still
    come, and when ready the waits. ``treasure``: what all three others pay a ready hand for a drawn treasure that is none of its waits (0 where the
    game has none; where ready is declared, it counts only then)."""

    distance: int
    helps: dict[Tile, int]
    waits: tuple[Wait, ...]
    treasure: int = 0

    @property
    def live(self) -> int:
        """How many tiles that help may still come."""
        return sum(self.helps.values())

    @property
    def worth(self) -> float:
        """Of a ready hand: each tile that wins times what it brings, three of four times from a discard, as each player draws as many."""
        return sum(wait.live * (3 * wait.discard + wait.self_draw) / 4 for wait in self.waits)

    @property
    def order(self) -> tuple[int, float, int]:
        """The less the better: nearer; when ready, worth more; more tiles that help."""
        return self.distance, -self.worth, -self.live


class Offer(msgspec.Struct, frozen=True):
    """A claim or a kong, and where it leaves the player: with ``discard``, the best then, or None where a replacement is drawn first;
    ``kong``: what all three others pay for it at once."""

    action: Action
    discard: Tile | None
    after: Leaves
    kong: int = 0


class Report(msgspec.Struct, frozen=True):
    """``now`` of the tiles as they are; with one tile too many ``discards``, the best first, of those that leave as much the safest; ``offers``: what
    may be claimed or konged, by what it leaves, the best first.

    ``routes``: each way to win that the game has; none where the hand may not change any more. ``danger``: of a hand in play, how likely each
    discard, also the best after a claim, wins for another, 0 to 1, as far as the seat can see; empty where there is no table. ``wins``: of complete
    tiles that are not in play, what is won with each kind as the last to come; ``barred``: why they do not win although the shape is complete, a
    word of ``REASONS``; ``forced``: a special kong must be laid, now or after the next draw, before anything is discarded, but for a win (BC-19).
    """

    now: Leaves
    discards: tuple[tuple[Tile, Leaves], ...] = ()
    offers: tuple[Offer, ...] = ()
    routes: tuple[Route, ...] = ()
    danger: dict[Tile, float] = {}
    wins: tuple[Wait, ...] = ()
    barred: str = ""
    forced: bool = False

    @property
    def pays(self) -> bool:
        """Whether it tells what anything pays."""
        leaves = [self.now, *(left for _, left in self.discards), *(offer.after for offer in self.offers)]
        told = len(self.routes) > 1 and any(route.win for route in self.routes)
        return told or bool(self.wins) or any(left.waits for left in leaves) or any(offer.kong for offer in self.offers)

    @property
    def in_reach(self) -> tuple[Route, ...]:
        """The routes that pay more than the nearest win and are no farther than a tile more; the nearest first."""
        if not self.routes or self.routes[0].win is None:
            return ()
        nearest, *others = self.routes
        found = [one for one in others if one.distance <= nearest.distance + 1 and one.paid > nearest.paid]
        return tuple(sorted(found, key=lambda one: one.distance))


class Answered(msgspec.Struct, frozen=True):
    """Where an answer leaves a seat: ``discard`` that goes with it, the best after a claim, and how dangerous that is where its thrower pays a win on
    it alone; the ``routes`` then; what all three others pay for a kong at once."""

    action: Action
    leaves: Leaves
    discard: Tile | None
    danger: float | None
    routes: tuple[Route, ...]
    kong: int = 0


class Analyst:
    """Reads hands of one game. Keeps tables: make one and use it again.

    >>> from paiju.game.hand import Game
    >>> analyst = Analyst(Game("changsha"))
    >>> analyst.distance("123m456m789p3455s")
    0
    >>> report = analyst.report("123m456m789p34559s")
    >>> [(kind, leaves.distance, leaves.live) for kind, leaves in report.discards[:2]]
    [(26, 0, 6), (22, 1, 31)]
    >>> [(str(offer.action), offer.discard, offer.after.distance) for offer in analyst.report("123m456m55789p34s", offered="5p").offers]
    [('pung 5p', 21, 1)]
    """

    def __init__(self, game: Game) -> None:
        self.game: Final = game
        self._tiles: Final = Distance(game.rules)
        self._discards: Final = Discards()
        self._routes: Final = Routes(game)
        self._waited_for: Final = pace_of(game.variant.key).waited_for
        self._specials: Final = special_actions(game)

    def distance(self, hand: str, seen: str = "") -> int:
        """How many exchanges the tiles are from ready; -1 complete, HOPELESS when no win can be reached. Text as for ``parse_hand``."""
        self._take(self._tiles, *self._read(hand, seen))
        return int(self._tiles.distance())

    def report(self, hand: str, seen: str = "", offered: str = "") -> Report:
        """Everything about a hand of 13 or 14 tiles (a kong counts three), with these tiles seen elsewhere.

        ``offered``: what the player before has just discarded, for a hand of 13. TextError when there cannot be such a hand.
        """
        tiles, melds, seen_tiles = self._read(hand, seen)
        own = Own([tiles.count(kind) for kind in range(KINDS)], melds)
        if not offered:

            def take_up(known: Distance) -> None:
                self._take(known, tiles, melds, seen_tiles)

            if len(tiles) % 3 == 2:
                return self._own_turn(own, take_up)
            return msgspec.structs.replace(self._report(own, take_up, []), forced=bool(must_lay(self.game.rules, own.counts, melds)))
        if len(tiles) % 3 != 1:
            raise TextError("a tile is offered to a hand of 13, which this is not", "13 张时才问要不要别人打的牌，这里不是 13 张", "", 0)
        tile = parse_tile(offered)
        self._check_kind(tile)
        offers = claims(self.game.rules, own.counts, melds, tile)
        return self._report(own, lambda known: self._take(known, tiles, melds, [*seen_tiles, tile]), offers, tile)

    def look(self, hand: Hand, seat: Seat) -> Report:
        """What a seat can know of its hand now: what its legal discards, claims and kongs leave."""
        table, actions = hand.table, hand.actions(seat)
        own, take_up = self._known(hand, seat)
        known = Danger(hand.view(seat), self.game)
        offers = [action for action in actions if action.verb.split()[0] in _OFFERS]
        report = self._report(own, take_up, offers, int(table.tile), int(table.tile2), risk=known.of)
        legal = {action.tiles[0] for action in actions if action.verb in ("discard", "ready")}
        if (table.declared | table.locked) >> seat & 1:
            report = self._fixed(hand, seat, report)
        discards = tuple(found for found in report.discards if found[0] in legal)
        thrown = [kind for kind, _ in discards] or [offer.discard for offer in report.offers if offer.discard is not None]
        return msgspec.structs.replace(report, discards=discards, danger={kind: known.of(kind) for kind in thrown})

    def answered(self, hand: Hand, seat: Seat, report: Report, action: Action) -> Answered | None:
        """Where one of a seat's actions leaves it, with what ``look`` has said of the hand; None of a win and of the sea bottom."""
        own, take_up = self._known(hand, seat)
        if action.verb == "pass":
            return Answered(action, report.now, None, None, self._routes.read(own, take_up))
        if action.verb in ("discard", "ready"):
            offer = Offer(action, action.tiles[0], dict(report.discards)[action.tiles[0]])
            gone, laid, melds = [action.tiles[0]], None, own.melds
        elif action.verb.split()[0] in _OFFERS:
            offer = next(offer for offer in report.offers if offer.action == action)
            offered = hand.table.tile2 if action.which == "2" else hand.table.tile
            gone, laid, melds = carried_out(action, int(offered), own.melds)
            gone += [] if offer.discard is None else [offer.discard]
        else:
            return None

        def take_up_then(known: Distance) -> None:
            take_up(known)
            _carry_out(known, gone, laid)

        routes = self._routes.read(own._replace(counts=_without(own.counts, gone), melds=melds), take_up_then)
        danger = report.danger.get(offer.discard) if offer.discard is not None and self.game.scoring.discarder_alone() else None
        return Answered(action, offer.after, offer.discard, danger, routes, offer.kong)

    def _fixed(self, hand: Hand, seat: Seat, report: Report) -> Report:
        """Of a hand that may not change any more: it stays ready, also when all it waits for lies open (G-12)."""
        own, take_up = self._known(hand, seat)

        def left(own: Own, kinds: Sequence[Tile]) -> Leaves:
            live = {kind: int(self._tiles.unseen(kind)) for kind in kinds if self._tiles.unseen(kind)}
            scoring = self.game.scoring
            wins = tuple(own.wait(scoring, kind, live[kind]) for kind in live)
            return Leaves(0, live, wins, own.by_treasure(scoring, sum(1 << kind for kind in kinds)))

        take_up(self._tiles)
        now, discards = report.now, []
        kinds = waits(hand, seat)
        if kinds:
            now = left(own, kinds)
        for kind, kinds in waits_after(hand, seat).items():
            self._tiles.discard(kind)
            discards.append((kind, left(own._replace(counts=_without(own.counts, [kind])), kinds)))
            self._tiles.undiscard(kind)
        return msgspec.structs.replace(report, now=now, discards=tuple(discards), routes=())

    def _known(self, hand: Hand, seat: Seat) -> tuple[Own, Callable[[Distance], None]]:
        """What a seat can know of its hand, and what takes it up."""
        table = hand.table

        def take_up(known: Distance) -> None:
            known.look(table, seat)
            if table.aside >= 0 and table.looked >> seat & 1:
                known.see(table.wall_tile(table.aside))

        closed = sum(1 << other for other in range(4) if other != seat and table.exposed(other) == 0)
        return Own([int(n) for n in hand_counts(table, seat)], seat_melds(table, seat), seat, int(table.dealer), closed), take_up

    def _report(
        self, own: Own, take_up: Callable[[Distance], None], offers: Sequence[Action], offered: Tile = -1, second: Tile = -1,
        risk: Callable[[Tile], float] | None = None,
    ) -> Report:  # fmt: skip
        """``take_up`` begins anew with the tiles, in what it is given; an action about the second of two tiles offered says so. ``risk``: how
        dangerous a discard is, where there is a table."""
        risk = risk or self._wanted
        take_up(self._tiles)
        if sum(own.counts) % 3 == 1:
            now, discards = self._now(own), []
        else:
            now, discards = Leaves(int(self._tiles.distance()), {}, ()), self._after_discards(own, risk)
        found = []
        for action in offers:
            take_up(self._tiles)
            found.append(self._offer(action, second if action.which == "2" else offered, own, risk))
        found.sort(key=lambda offer: offer.after.order)
        return Report(now, tuple(discards), tuple(found), self._routes.read(own, take_up, discards[0][0] if discards else None))

    def _own_turn(self, own: Own, take_up: Callable[[Distance], None]) -> Report:
        """Of 14 tiles, as after a draw."""
        forced = must_lay(self.game.rules, own.counts, own.melds)
        offers = [*kongs(own.counts, own.melds), *special_kongs(self._specials, self.game.rules, own.counts, own.melds)]
        found = self._report(own, take_up, [action for action in offers if forced in ("", action.verb)])
        if forced:
            found = msgspec.structs.replace(found, discards=(), routes=(), forced=True)
        if found.now.distance < 0:
            return msgspec.structs.replace(found, wins=self._wins(own))
        return msgspec.structs.replace(found, barred=self._barred(own))

    def _barred(self, own: Own) -> str:
        """Why tiles of a winning shape do not win."""
        reason = max(before.barred(self.game.scoring, kind) for before, kind in _last_tiles(own))
        return "" if reason == NOT_COMPLETE else REASONS[reason][0]

    def _wins(self, own: Own) -> tuple[Wait, ...]:
        """What complete tiles pay, won on each of their kinds."""
        return tuple([before.wait(self.game.scoring, kind, 0) for before, kind in _last_tiles(own)])

    def _now(self, own: Own) -> Leaves:
        """Of a hand that has no tile too many."""
        distance = int(self._tiles.distance())
        return self._leaves(own, distance, int(self._tiles.useful(self.game.rules.kinds, distance)))

    def _after_discards(self, own: Own, risk: Callable[[Tile], float]) -> list[tuple[Tile, Leaves]]:
        """Of a hand that has a tile too many: what each discard leaves, the best first, of those that leave as much the one of the least risk."""
        self._discards.work_out(self._tiles)
        found = []
        for kind in range(KINDS):
            after = int(self._discards.after[kind])
            if after != NOT_HELD:
                own.counts[kind] -= 1
                self._tiles.discard(kind)
                found.append((kind, self._leaves(own, after, int(self._discards.helps[kind]))))
                self._tiles.undiscard(kind)
                own.counts[kind] += 1
        return sorted(found, key=lambda entry: (entry[1].order, risk(entry[0]), entry[0]))

    def _wanted(self, kind: Tile) -> float:
        """How likely another who is ready waits for a kind: the risk of a discard, as far as it is known without a table."""
        return self._waited_for[sort_of(kind)][min(3, int(self._tiles.unseen(kind)))]

    def _offer(self, action: Action, offered: Tile, own: Own, risk: Callable[[Tile], float]) -> Offer:
        """Carried out on the tiles taken up."""
        gone, laid, melds = carried_out(action, offered, own.melds)
        _carry_out(self._tiles, gone, laid)
        then = own._replace(counts=_without(own.counts, gone), melds=melds)
        kong = kong_money(self.game.scoring, own.melds, melds, own.seat, own.dealer)
        if sum(then.counts) % 3 == 1:
            return Offer(action, None, self._now(then), kong)
        return Offer(action, *self._after_discards(then, risk)[0], kong)

    def _leaves(self, own: Own, distance: int, helps: int) -> Leaves:
        live = {kind: int(self._tiles.unseen(kind)) for kind in range(KINDS) if helps & BIT[kind]}
        if distance:
            return Leaves(distance, live, ())
        scoring = self.game.scoring
        return Leaves(distance, live, tuple(own.wait(scoring, kind, live[kind]) for kind in live), own.by_treasure(scoring, helps) if live else 0)

    def _read(self, hand: str, seen: str) -> tuple[list[Tile], list[Meld], list[Tile]]:
        """A hand, its melds and what is seen elsewhere, all tiles of the game."""
        tiles, melds = parse_hand(hand)
        elsewhere = parse_tiles(seen)
        for tile in [*tiles, *[tile for meld in melds for tile in meld.tiles], *elsewhere]:
            self._check_kind(tile)
        fault = fault_of(melds, self.game.rules)
        if fault is not None:
            n, wrong = fault
            at = [place for place, letter in enumerate(hand) if letter == "["][n]
            raise TextError(wrong.en, wrong.zh, hand, at + 1)
        return tiles, melds, elsewhere

    def _check_kind(self, tile: Tile) -> None:
        game = self.game.variant
        if not self.game.rules.kinds & BIT[tile]:
            raise TextError(f"{game.en} has no {tile_name(tile, 'en')}", f"{game.zh}没有{tile_name(tile, 'zh')}", "", 0)

    def _take(self, known: Distance, tiles: list[int], melds: list[Meld], seen: list[int]) -> None:
        whole = len(tiles) + 3 * len(melds)
        if whole not in (_FULL - 1, _FULL):
            en = f"a hand has 13 tiles, or 14 with one to discard, each meld counting three; these count {whole}"
            raise TextError(en, f"一手牌 13 张，待打时 14 张，每副副露算三张；这里算下来是 {whole} 张", "", 0)
        known.clear()
        for meld in melds:
            for tile in meld.tiles:
                self._one_more(known, tile)
                known.see(tile)
            known.lay(meld.kind, sum({1 << tile for tile in meld.tiles}))
        for tile in tiles:
            self._one_more(known, tile)
            known.draw(tile)
        for tile in seen:
            self._one_more(known, tile)
            known.see(tile)

    def _one_more(self, known: Distance, tile: Tile) -> None:
        if not known.unseen(tile):
            raise TextError(f"more than four {tile_name(tile, 'en')}", f"{tile_name(tile, 'zh')}多于四张", "", 0)


def _carry_out(known: Distance, gone: Sequence[Tile], laid: Meld | None) -> None:
    """Tiles leave those taken up, and a meld is laid."""
    for tile in gone:
        known.discard(tile)
    if laid is not None:
        known.lay(laid.kind, sum({1 << tile for tile in laid.tiles}))


def _last_tiles(own: Own) -> list[tuple[Own, Tile]]:
    """Each kind that may have come last, with the hand before it."""
    return [(own._replace(counts=_without(own.counts, [kind])), kind) for kind in range(KINDS) if own.counts[kind]]


def _without(counts: Sequence[int], gone: Sequence[Tile]) -> list[int]:
    left = list(counts)
    for tile in gone:
        left[tile] -= 1
    return left
