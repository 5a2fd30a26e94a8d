"""Golden playthroughs: whole hands told step by step, so that a change of the engine shows as a change of text.

Each file of tests/golden holds one hand: its setting, then for every decision who is asked, what he may do, what he did, the events
and what each seat and a watcher then knows where that has changed. ``python -m tests.golden`` writes the files anew.
"""

import random
from pathlib import Path
from typing import Final

import msgspec

from paiju.core.ending import hand_counts
from paiju.core.notation import tiles_text
from paiju.game.hand import Game, Hand
from paiju.game.views import View
from tests.steer import choose, wall_for

FOLDER: Final = Path(__file__).parent / "golden"

# name: variant, options, preset, seed of the steered hand
PLAYS: Final[dict[str, tuple[str, dict[str, object], str | None, int]]] = {
    "changchun-treasure": ("changchun", {}, None, 33),
    "changchun-robbed": ("changchun", {}, "mil2024", 129),
    "baicheng-win": ("baicheng", {}, None, 135),
    "baicheng-app": ("baicheng", {}, "app", 124),
    "changsha-dice": ("changsha", {}, None, 108),
    "changsha-classic": ("changsha", {}, "classic", 33),
    "changsha-sea": ("changsha", {}, None, 10),
    "changsha-opening": ("changsha", {}, None, 170),
    "baicheng-robbed": ("baicheng", {}, None, 1),
}


def begin(name: str) -> tuple[Hand, random.Random, list[str]]:
    """The hand of a playthrough, the chance that steers it, and the lines that set it."""
    variant, options, preset, seed = PLAYS[name]
    rng = random.Random(f"golden {variant} {seed}")
    wall = wall_for(variant, rng)
    dice = [rng.randint(1, 6) for _ in range(60)]
    dealer = rng.randrange(4)
    hand = Game(variant, options, preset).hand(wall=wall, dealer=dealer, dice=dice)
    head = [f"game {variant} options {options} preset {preset}", f"dealer {dealer}", "wall " + " ".join(tiles_text([k]) for k in wall)]
    return hand, rng, head


def view_line(view: View) -> str:
    """What one audience knows, on one line."""
    seats = []
    for seat in view.seats:
        tiles = "?" * seat.count if seat.hand is None else tiles_text(seat.hand)
        melds = " ".join(f"[{meld.kind} {tiles_text(list(meld.tiles)) or '????'}]" for meld in seat.melds)
        marks = ("ready " if seat.ready else "") + ("locked " if seat.locked else "")
        seats.append(f"{tiles} {melds} ({' '.join(tiles_text([k]) for k in seat.river)}) {marks}{seat.points:+d}")
    treasure = "" if view.treasure is None else f" treasure {tiles_text([view.treasure])}"
    return f"left {view.wall_left}{treasure}{' aside' if view.treasure_aside else ''} | " + " | ".join(seats)


def play(name: str) -> str:
    """The whole text of a playthrough."""
    hand, rng, lines = begin(name)
    tellers = [hand.teller(audience) for audience in range(6)]
    views = [View(audience, int(hand.table.wall_size)) for audience in range(6)]
    shown = [""] * 6
    step = 0
    while True:
        news = [list(teller.news()) for teller in tellers]
        lines += [f"  event {msgspec.json.encode(event).decode()}" for event in news[5]]
        for audience in range(5):
            for event in news[audience]:
                views[audience].see(event)
            line = view_line(views[audience])
            if line != shown[audience]:
                shown[audience] = line
                lines.append(f"  {'watcher' if audience == 4 else f'seat {audience}'}: {line}")
        if hand.over:
            return "\n".join(lines) + "\n"
        legal = {seat: [str(action) for action in hand.actions(seat)] for seat in hand.to_act}
        seat = rng.choice(hand.to_act)
        counts = hand_counts(hand.table, seat)
        action = choose(sorted(legal[seat]), [k for k in range(34) for _ in range(counts[k])], rng, 0.05)
        lines += [f"step {step}"] + [f"  {s} may: {', '.join(texts)}" for s, texts in legal.items()] + [f"  {seat} does: {action}"]
        hand.play(action, seat)
        step += 1


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in PLAYS:
        (FOLDER / f"{name}.txt").write_text(play(name), encoding="utf-8")
        print(f"wrote {name}")


if __name__ == "__main__":
    main()
