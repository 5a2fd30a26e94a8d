"""Memory of a live hand, and the time from import to the first finished hand."""

import os
import statistics
import subprocess
import sys
import time
import tracemalloc

from paiju.core.table import Table
from paiju.game.hand import Game

FIRST_HAND = """
from paiju.game.hand import Game
hand = Game("{game}").hand(seed=1)
while not hand.over:
    hand.play(hand.actions(hand.to_act[0])[0])
hand.result()
"""
FIRST_ROUND = """
from riichienv import RiichiEnv
env = RiichiEnv(game_mode=0, skip_mjai_logging=True)
seen = env.reset()
while not env.done():
    seen = env.step({s: v.legal_actions()[0] for s, v in seen.items()})
"""


def bytes_a_hand(key: str, hands: int = 2000) -> float:
    """Bytes that the allocator gives for each of many started hands of the engine, log off."""
    game = Game(key)
    kept: list[Table | None] = [None] * hands
    game.hand(seed=0, log=False)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for seed in range(hands):
        kept[seed] = game.hand(seed=seed, log=False).table
    used = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return used / hands


def seconds(program: str, rounds: int) -> float:
    """Wall time a fresh interpreter takes for a program, the bare interpreter's own start taken off; the median."""
    spans = []
    _run(program)
    for _ in range(rounds):
        spans.append(_run(program) - _run("pass"))
    return statistics.median(spans)


def _run(program: str) -> float:
    """Bytecode is kept from run to run, as in an ordinary installation, whatever this environment says."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True, env=environment)
    return time.perf_counter() - begin
