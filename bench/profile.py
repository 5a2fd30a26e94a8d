"""Where the time of random play goes, by Linux perf: ``python -m bench.profile [changchun]``.

The compiled functions carry their module's name; their samples are summed by what the module is for.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Final

PARTS: Final = (
    (r"ending|scoring|Scoring|Readings|readings|settle|win___|fans___|variants|changchun|baicheng|changsha", "settling the hand"),
    (r"chance___|stream|next_below|next_word|count_bits|pick_bit", "choosing at random, shuffling"),
    (r"claims", "claim windows: who may claim"),
    (r"groups|winning|find_waits|refresh|ready_discards", "waits and readiness: tables by group number"),
    (r"turn___|kongs|specials|wallend|treasure", "own turns: legal actions"),
    (r"table___|tiles___", "moving tiles, masks, melds"),
    (r"play___|opening|windows|drawing|sea___|finish___|legal", "the course of the hand"),
)
PROGRAM: Final = """
from paiju.core.chance import play_hands
from paiju.game.hand import Game
game = Game("{key}")
play_hands(game.rules, game.scoring, {hands}, 1)
"""


def profile(key: str, hands: int = 30_000) -> Counter[str]:
    """Percent of the samples by part."""
    with tempfile.TemporaryDirectory() as folder:
        data = str(Path(folder) / "perf.data")
        record = ["perf", "record", "-q", "-o", data, sys.executable, "-c", PROGRAM.format(key=key, hands=hands)]
        subprocess.run(record, check=True, capture_output=True)
        report = subprocess.run(["perf", "report", "-i", data, "--stdio"], check=True, capture_output=True, text=True).stdout
    found: Counter[str] = Counter()
    for share, library, function in re.findall(r"^\s+([\d.]+)%\s+\S+\s+(\S+)\s+\[.\]\s+(.*)$", report, re.MULTILINE):
        part = "interpreter, allocator, start" if "paiju" not in library else "other compiled"
        for pattern, name in PARTS if "paiju" in library else ():
            if re.search(pattern, function):
                part = name
                break
        found[part] += float(share)  # type: ignore[assignment]
    return found


def main() -> None:
    games = ("changchun", "baicheng", "changsha")
    parser = argparse.ArgumentParser(prog="python -m bench.profile", description=__doc__)
    parser.add_argument("game", nargs="?", choices=games, help="one game only")
    one = parser.parse_args().game
    for key in [one] if one else games:
        print(key)
        for part, share in profile(key).most_common():
            if share >= 1:
                print(f"  {share:5.1f} %  {part}")


if __name__ == "__main__":
    main()
