"""Measures the figures of ``paces``, ``tempo`` (``paiju.analysis.worth``) and ``danger`` in hands between bots, and prints them beside those in use.

    python tools/measure_tempo.py [GAME] [-n HANDS] [--bot quick]

A time round is from one own discard to the next, or to the end of the hand. ``14.2|15.0`` is measured|in use; a dash: too few to say.
"""

from __future__ import annotations

import argparse
import math
from collections import defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

from paiju import Game
from paiju.analysis import danger
from paiju.analysis.reach.discards import Discards
from paiju.analysis.reach.distance import Distance
from paiju.analysis.worth import tempo
from paiju.analysis.worth.paces import pace_of
from paiju.bots import make
from paiju.core.table import VISIBLE, WAITS
from paiju.core.win import DISCARD, NOBODY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from paiju.game.hand import Hand

GAMES: Final = ("changchun", "baicheng", "changsha")
SORTS: Final = ("1, 9", "2, 8", "3, 7", "4, 6", "5", "winds", "dragons")
ENOUGH: Final = 100  # cases
MOST_ROUNDS: Final = 30  # of a hand


class Discarded(NamedTuple):
    """A seat after its own discard."""

    distance: int
    helpful: float  # part of the unseen tiles that helps
    melds: int


class Share:
    """Of how many cases something was so."""

    def __init__(self) -> None:
        self.all = 0.0
        self.so = 0.0

    def add(self, so: float, all: float = 1.0) -> None:
        self.so += so
        self.all += all

    def against(self, in_use: float | None, *, times: float = 1.0, digits: int = 3) -> str:
        found = f"{times * self.so / self.all:.{digits}f}" if self.all >= ENOUGH else "-"
        return found if in_use is None else f"{found}|{in_use:.{digits}f}"


class Figures:
    """What was counted in the hands of one game."""

    def __init__(self, game: Game) -> None:
        self.game: Final = game
        self.nearer: Final = defaultdict[int, Share](Share)  # by distance, where nobody else won
        self.helped: Final = defaultdict[int, list[tuple[float, float]]](list)  # the same: part that helps, and whether it got nearer
        self.wins: Final = Share()  # of time rounds of a ready player
        self.treasures: Final = Share()
        self.claimed: Final = Share()  # wins of ready players on others' discards, against the chance of one draw
        self.readies: Final = defaultdict[int, Share](Share)  # by melds
        self.ready: Final = defaultdict[tuple[int, int], Share](Share)  # by melds, and rounds two at a time
        self.waits: Final = defaultdict[tuple[int, int, str], Share](Share)  # by sort, copies unseen, and what the ready player did with the kind
        self.thrown: Final = defaultdict[tuple[int, int, int], Share](Share)  # by sort, how many lie open, and rounds played
        self.money: Final = defaultdict[str, Share](Share)
        self.squares: Final = Share()  # of a seat's points in a hand
        self._tiles: Final = Distance(game.rules)
        self._table: Final = Discards()
        self._kinds: Final = [kind for kind in range(34) if int(game.rules.kinds) >> kind & 1]
        self._dealt: Final = len(game.tiles()) - 53

    def play(self, bot: str, lane: int) -> None:
        """One more hand."""
        hand = self.game.hand(seed=178, lane=lane, dealer=lane % 4, log=False)
        bots = [make(bot, seed=78, lane=lane, seat=seat) for seat in range(4)]
        last: dict[int, Discarded] = {}
        waiting: dict[int, dict[int, tuple[int, int, int]]] = {}  # by seat after its discard: under what to count each kind that may come
        rivers: list[set[int]] = [set() for _ in range(4)]
        passed: list[set[int]] = [set() for _ in range(4)]
        while hand.to_act:
            seat = hand.to_act[0]
            action = bots[seat].answer(hand)
            if action.verb in ("discard", "ready"):
                kind = action.tiles[0]
                now = self._discarded(hand, seat, kind)
                if seat in last:
                    self._round(last[seat], nearer=now.distance < last[seat].distance)
                    if last[seat].distance > 0:
                        self.readies[last[seat].melds].add(now.distance == 0)
                last[seat] = now
                self._others(hand, seat, rivers, passed)
                for other, coming in waiting.items():
                    if other != seat and kind in coming:
                        self.thrown[coming[kind]].add(1.0, 0.0)
                waiting[seat] = self._coming(hand, seat)
                rivers[seat].add(kind)
                passed[seat] = set()
                for other in range(4):
                    if other != seat:
                        passed[other].add(kind)
            hand.play(action, seat)
        self._end(hand, last)

    def _discarded(self, hand: Hand, seat: int, kind: int) -> Discarded:
        self._tiles.look(hand.table, seat)
        self._table.work_out(self._tiles)
        unseen = sum(int(self._tiles.unseen(one)) for one in self._kinds)
        return Discarded(int(self._table.after[kind]), int(self._table.live[kind]) / max(1, unseen), int(self._tiles.melds))

    def _round(self, was: Discarded, *, nearer: bool) -> None:
        """A time round that ended with the own next discard or the own win."""
        distance = min(was.distance, tempo.FARTHEST)
        self.nearer[distance].add(nearer)
        self.helped[distance].append((was.helpful, float(nearer)))
        if distance == 0:
            self._ready_round(was)

    def _ready_round(self, was: Discarded) -> None:
        self.wins.add(0.0)
        self.treasures.add(0.0)
        self.claimed.add(0.0, was.helpful)

    def _others(self, hand: Hand, seat: int, rivers: list[set[int]], passed: list[set[int]]) -> None:
        """Who is ready, and for what, before a seat's discard."""
        table = hand.table
        rounds = min(7, (self._dealt - int(table.left)) // 8)
        held = [kind for kind in self._kinds if table.held(seat, kind)]
        for other in range(4):
            if other == seat:
                continue
            waits = int(table.big[WAITS + other])
            if not int(table.declared) >> other & 1:
                self.ready[int(table.melds(other)), rounds].add(waits != 0)
            for kind in held if waits else ():
                unseen = 4 - int(table.small[VISIBLE + kind]) - int(table.held(seat, kind))
                how = "thrown" if kind in rivers[other] else "passed" if kind in passed[other] else ""
                self.waits[int(tempo.sort_of(kind)), min(3, unseen), how].add(waits >> kind & 1)

    def _coming(self, hand: Hand, seat: int) -> dict[int, tuple[int, int, int]]:
        """The kinds that may come to a seat; each unseen tile is as likely a draw."""
        table = hand.table
        unseen = {kind: 4 - int(table.small[VISIBLE + kind]) - int(table.held(seat, kind)) for kind in self._kinds}
        unseen = {kind: copies for kind, copies in unseen.items() if copies > 0}
        rounds = (self._dealt - int(table.left)) // 4
        coming = {kind: (int(tempo.sort_of(kind)), min(2, int(table.small[VISIBLE + kind])), rounds) for kind in unseen}
        for kind, sort in coming.items():
            self.thrown[sort].add(0.0, unseen[kind] / sum(unseen.values()))
        return coming

    def _end(self, hand: Hand, last: dict[int, Discarded]) -> None:
        result = hand.result()
        winners = {int(one.win.seat) for one in result.wins}
        for seat, was in last.items() if winners else ():  # where the wall ends the last time round is not whole
            if seat in winners:
                self._round(was, nearer=True)
                if was.distance == 0:
                    win = next(one.win for one in result.wins if one.win.seat == seat)
                    self.wins.so += 1
                    self.treasures.so += win.treasure_how != 0
                    self.claimed.so += win.by == DISCARD
            elif was.distance == 0:
                self._ready_round(was)
        for points in result.deltas():
            self.squares.add(points * points)
        for seat in range(4) if winners else ():
            if seat in winners:
                self.money["gain"].add(result.deltas()[seat])
                continue
            lost = sum(int(pay.amount) for one in result.wins for pay in one.payments if pay.giver == seat)
            if any(one.win.payer == seat for one in result.wins):
                self.money["paid"].add(lost)
            if hand.table.exposed(seat):
                self.money["dealer" if seat == hand.table.dealer else "loss"].add(lost)
                if seat != hand.table.dealer and any(one.win.payer not in (seat, NOBODY) for one in result.wins):
                    self.money["beside"].add(lost)

    # -- what is printed -----------------------------------------------------------------------------------------

    def report(self) -> Iterable[str]:
        pace = pace_of(self.game.variant.key)
        yield "nearer, by distance: " + "  ".join(self.nearer[n].against(pace.nearer[n]) for n in range(tempo.FARTHEST + 1))
        for n in range(5):
            base, slope = line(self.helped[n])
            yield f"  {n} away: {base}|{tempo._BASE[n]:.3f} and {slope}|{tempo._SLOPE[n]:.2f} x the part of the unseen tiles that helps"
        yield f"a ready player wins: {self.wins.against(pace.wins)}; by a treasure: {self.treasures.against(pace.treasure)}"
        yield f"wins on others' discards against one draw: {self.claimed.against(pace.discards, digits=2)}"
        money = {"gain": pace.gain, "loss": pace.loss, "paid": pace.paid, "beside": pace.beside, "dealer": pace.loss * tempo.DEALER}
        for name, in_use in money.items():
            yield f"{NAMES[name]}: {self.money[name].against(in_use, digits=1)}"
        yield f"a seat's points in a hand, standard deviation: {math.sqrt(self.squares.so / max(1.0, self.squares.all)):.1f}|{pace.spread:.1f}"
        yield "becomes ready, by melds: " + "  ".join(self.readies[n].against(tempo._READIES[n]) for n in range(5))
        yield "is ready, by rounds two at a time" if not self.game.rules.declare_ready else "ready is declared"
        for melds in range(5) if not self.game.rules.declare_ready else ():
            yield f"  {melds} melds: " + "  ".join(self.ready[melds, n].against(tempo.READY[melds][n], digits=2) for n in range(8))
        yield "waited for by one who is ready, by copies unseen"
        for n, sort in enumerate(SORTS):
            yield f"  {sort:8}" + "  ".join(self.waits[n, unseen, ""].against(pace.waited_for[n][unseen]) for unseen in range(4))
        for how, in_use in (("thrown", danger._THROWN), ("passed", danger._PASSED)):
            yield f"  {how} by himself, against that: {self._against_fresh(how)}|{in_use:.2f}"
        every = Share()
        for share in self.thrown.values():
            every.add(share.so, share.all)
        yield f"others' discards of a kind against one draw: {every.against(None, digits=2)}; at the beginning by how many lie open, and how it fades"
        for n, sort in enumerate(SORTS):
            counted = [[self.thrown[n, visible, rounds] for rounds in range(MOST_ROUNDS)] for visible in range(3)]
            if sum(share.so for row in counted for share in row) >= ENOUGH:
                fade, levels = fading([[(share.so, share.all) for share in row] for row in counted])
                shares = [f"{level:.2f}|{pace.thrown[3 * n + visible]:.2f}" for visible, level in enumerate(levels)]
                yield f"  {sort:8}" + "  ".join(shares) + f"  {fade:.3f}|{pace.fades[n]:.3f}"

    def _against_fresh(self, how: str) -> str:
        """Waits for kinds thrown or passed against those expected of as many others of the same sorts."""
        so = expected = 0.0
        for (sort, unseen, what), share in list(self.waits.items()):
            fresh = self.waits[sort, unseen, ""]
            if what == how and fresh.all:
                so += share.so
                expected += share.all * fresh.so / fresh.all
        return f"{so / expected:.2f}" if expected > 10 else "-"


NAMES: Final = {
    "gain": "a win brings",
    "loss": "another's win costs with an open hand, not dealing",
    "paid": "another's win on the own discard costs",
    "beside": "another's win on a third one's discard costs with an open hand, not dealing",
    "dealer": "another's win costs the dealer with an open hand",
}


def fading(rows: list[list[tuple[float, float]]]) -> tuple[float, list[float]]:
    """The likeliest fade a round, and each row's level at the beginning. A row has for each round how many came, and against what that counts."""
    found: tuple[float, float, list[float]] | None = None
    for step in range(301):
        fade = step / 1000
        fit, levels = 0.0, []
        for row in rows:
            came = sum(so for so, _ in row)
            level = came / max(1e-9, sum(all * math.exp(-fade * n) for n, (_, all) in enumerate(row)))
            fit += sum(so * (math.log(max(1e-9, level)) - fade * n) for n, (so, _) in enumerate(row)) - came
            levels.append(level)
        if found is None or fit > found[0]:
            found = fit, fade, levels
    assert found is not None
    return found[1], found[2]


def line(points: list[tuple[float, float]]) -> tuple[str, str]:
    """The straight line through some points, by least squares."""
    if len(points) < ENOUGH:
        return "-", "-"
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / spread if spread else 0.0
    return f"{mean_y - slope * mean_x:.3f}", f"{slope:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", choices=GAMES, help="one game only")
    parser.add_argument("-n", type=int, default=1000, metavar="HANDS", help="hands of each game (1000)")
    parser.add_argument("--bot", default="quick", help="who plays (quick)")
    args = parser.parse_args()
    for name in [args.game] if args.game else GAMES:
        figures = Figures(Game(name))
        for lane in range(args.n):
            figures.play(args.bot, lane)
        print(f"{name}, {args.n} hands between {args.bot}; measured|in use")
        for text in figures.report():
            print(text)


if __name__ == "__main__":
    main()
