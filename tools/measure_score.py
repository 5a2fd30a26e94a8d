"""Measures what minding the score of the match brings: whole matches of one ``master`` that does against three that play each hand for its points.

    python tools/measure_score.py [GAME] [-n MATCHES] [--length 4] [--last HANDS] [--minutes M] [--first N]

Each match is played four times on the same walls, the one that minds on each seat once: did it play like the others it would get
0 points and the mean place 2.5 exactly. With ``--last`` only the last hands are theirs, those before are played by ``quick``: that is
faster, and less is left to chance. Intervals are 95 % ones of the mean over walls. With ``--minutes`` no wall is begun after so long.
"""

from __future__ import annotations

import argparse
import math
import time
from typing import TYPE_CHECKING, Final

from paiju import Game, Match
from paiju.bots.master import Master
from paiju.bots.quick import QuickBot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paiju.bots import Bot
    from paiju.game.actions import Action

GAMES: Final = ("changchun", "baicheng", "changsha")
ALL: Final = 1000  # hands at the end of a match: more than any has
WHAT: Final = ("points a hand", "mean place", "first", "second", "third", "fourth")


class Heedless(Master):
    """A master that plays each hand for its points."""

    minds = False


class Walls:
    """The four matches of one seed. Where they go alike, nobody is asked twice."""

    def __init__(self, game: Game, seed: int, last: int) -> None:
        self._game: Final = game
        self._seed: Final = seed
        self._last: Final = last
        self._answers: Final[dict[tuple[int, int, bool], Action]] = {}

    def measured(self) -> list[float]:
        """What came out for the one that minds, on the average of its seats: as in WHAT."""
        found = [_figures(*self._play(player), player) for player in range(4)]
        return [sum(column) / 4 for column in zip(*found, strict=True)]

    def _play(self, minding: int) -> tuple[list[int], int]:
        """The totals of one match, and how many hands it had."""
        match = Match(self._game, seed=self._seed)
        path = 0
        while True:
            hand = match.hand
            table = [self._seated(match, seat, minding=player == minding) for seat, player in enumerate(match.seats)]
            while hand.to_act:
                seat = hand.to_act[0]
                key = path, seat, type(table[seat]) is Master
                if key not in self._answers:
                    self._answers[key] = table[seat].answer(hand)
                hand.play(self._answers[key], seat)
                path = hash((path, seat, str(self._answers[key])))
            match.settle()
            if match.over:
                return match.totals, match.number
            match.next_hand()


    def _seated(self, match: Match, seat: int, *, minding: bool) -> Bot:
        kind = QuickBot if match.standing.left >= self._last else Master if minding else Heedless
        bot = kind(seed=match.seed, lane=match.number + 1, seat=seat)
        bot.standing = match.standing
        return bot


def _figures(totals: Sequence[int], hands: int, player: int) -> list[float]:
    """Of a player in a match; equal totals share their places."""
    own = totals[player]
    above, alike = sum(total > own for total in totals), sum(total == own for total in totals)
    shares = [1 / alike if above <= place < above + alike else 0.0 for place in range(4)]
    return [own / hands, above + (alike + 1) / 2, *shares]


def measure(variant: str, matches: int, *, length: str, last: int = ALL, first: int = 0, minutes: float = math.inf) -> list[list[float]]:
    """By wall what came out."""
    game = Game(variant, {"match_length": int(length) if length.isdigit() else length})
    found: list[list[float]] = []
    began = time.monotonic()
    while len(found) < matches and time.monotonic() - began < 60 * minutes:
        found.append(Walls(game, first + len(found), last).measured())
    return found


def estimates(found: Sequence[Sequence[float]]) -> list[tuple[float, float]]:
    """Means, and half the width of their intervals."""
    out = []
    for column in zip(*found, strict=True):
        mean = sum(column) / len(column)
        spread = math.sqrt(sum((one - mean) ** 2 for one in column) / max(1, len(column) - 1))
        out.append((mean, 1.96 * spread / math.sqrt(len(column))))
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", choices=GAMES, help="one game only")
    parser.add_argument("-n", type=int, default=200, metavar="MATCHES", help="walls, each played four times (200)")
    parser.add_argument("--length", default="4", help="hands of a match, or 1_round and the like (4)")
    parser.add_argument("--last", type=int, default=ALL, metavar="HANDS", help="only so many at the end are played by them (all)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--minutes", type=float, default=math.inf, help="of each game")
    args = parser.parse_args()
    for name in [args.game] if args.game else GAMES:
        began = time.process_time()
        found = measure(name, args.n, length=args.length, last=args.last, first=args.first, minutes=args.minutes)
        theirs = "all hands by them" if args.last == ALL else f"the last {args.last} by them"
        print(f"{name}, matches of {args.length}, {theirs}, {len(found)} walls, {time.process_time() - began:.0f} s of processor")
        for what, (mean, half) in zip(WHAT, estimates(found), strict=True):
            print(f"  {what:14} {mean:+.4f}  {mean - half:+.4f} ... {mean + half:+.4f}", flush=True)


if __name__ == "__main__":
    main()
