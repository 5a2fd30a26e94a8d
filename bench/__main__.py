"""Prints every comparison; exit status 1 when one falls short of what is wanted."""

import argparse
import sys

try:
    from bench import jobs, size
except ModuleNotFoundError as error:
    sys.exit(f"{error}; what is compared with is installed by `make bench`, which takes the same options: make bench ARGS=\"--only distance\"")
from bench.pairs import Job, Row, compare, rate
from paiju._build import version_line

RIICHI = "riichienv 0.4.11, log off"
GB = "PyMahjongGB"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="paired runs of each comparison (default 7)")
    parser.add_argument("--quick", action="store_true", help="short runs, for a look")
    parser.add_argument("--only", default="", metavar="TEXT", help="only rows with this in their names, as 'distance'")
    options = parser.parse_args()
    scale = 1 if options.quick else 5
    print(version_line())
    print(f"{'':<34} {'paiju':>12} {'the other':>12}")
    rows: list[Row] = []

    def show(name: str, unit: str, ours: Job, theirs: Job, *, wanted: float, against: str = RIICHI) -> None:
        if options.only not in name:
            return
        rows.append(compare(name, unit, ours, theirs, wanted=wanted, against=against, rounds=options.rounds))
        print(rows[-1].line(), flush=True)

    for key, game in jobs.GAMES.items():
        show(f"random play, {key}", "decision", jobs.batch(game, 2000 * scale), jobs.riichienv_play(60 * scale), wanted=40)
    for key, game in jobs.GAMES.items():
        show(f"stepped from Python, {key}", "decision", jobs.stepped(game, 300 * scale), jobs.riichienv_play(60 * scale), wanted=12)
    for key, game in jobs.GAMES.items():
        clones = jobs.repeated(jobs.half_played(game, log=False).clone, 20_000 * scale)
        show(f"clone of a hand, {key}", "clone", clones, jobs.riichienv_clone(5_000 * scale), wanted=4)
    for key, game in jobs.GAMES.items():
        tiles = jobs.random_hands(game, 20_000 * scale)
        theirs = jobs.riichienv_shanten(tiles)
        show(f"distance of a hand, {key}", "hand", jobs.our_distances(game, tiles), theirs, wanted=0.67)
        show(f"distance of many, {key}", "hand", jobs.our_distances_at_once(game, tiles), theirs, wanted=2)
    hands = jobs.complete_hands(100)
    for key in jobs.GAMES:
        show(f"scoring a win, {key}", "win", jobs.our_scoring(key, hands, 40 * scale), jobs.gb_scoring(hands, 20 * scale), wanted=1.5, against=GB)
    failed = [row.name for row in rows if row.ratio < row.wanted]
    for key in jobs.GAMES if options.only in "memory of a live hand" else ():
        used = size.bytes_a_hand(key)
        print(f"{'memory of a live hand, ' + key:<34} {used:>12,.0f} bytes; wanted at most 1,024")
        if used > 1024:
            failed.append(f"memory, {key}")
    for key, game in jobs.GAMES.items() if options.only in "table of discards" else ():
        tables = jobs.discard_tables(game, jobs.random_hands(game, 200 * scale))
        tables()
        took = 1e6 / max(rate(tables) for _ in range(options.rounds))
        print(f"{'table of discards, ' + key:<34} {took:>12.1f} µs; wanted at most 20 µs")
        if took > 20:
            failed.append(f"table of discards, {key}")
    for key, game in jobs.GAMES.items() if options.only in "table of discards" else ():
        print(f"{'... in play, each once, ' + key:<34} {1e6 / rate(jobs.discard_tables_in_play(game, 80 * scale)):>12.1f} µs")
    first = size.seconds(size.FIRST_ROUND, options.rounds) * 1000
    for key in jobs.GAMES if options.only in "import and first hand" else ():
        ours = size.seconds(size.FIRST_HAND.format(game=key), options.rounds) * 1000
        print(f"{'import and first hand, ' + key:<34} {ours:>12.1f} ms; riichienv {first:.1f} ms; wanted at most 60 ms")
        if ours > 60:
            failed.append(f"start, {key}")
    if failed:
        print("below what is wanted: " + ", ".join(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
