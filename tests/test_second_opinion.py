"""The engine against a second opinion written from the rules alone: legal actions, wins, fans, payments, next dealer."""

import random
from typing import Any

import pytest

from paiju.core.ending import hand_counts
from paiju.core.notation import tile_text
from paiju.core.settle import sum_payments
from paiju.core.win import BY_IDS
from paiju.game.hand import Game, Hand
from paiju.variants import get
from tests import reference
from tests.conftest import PROFILE, SCALE
from tests.steer import choose, wall_for

HANDS = int((20_000 if PROFILE == "nightly" else 4_000) * SCALE)
CHUNKS = 20  # so that several processes share the work
GAMES: dict[str, Game] = {}


def game_for(variant: str, options: dict[str, object]) -> Game:
    key = variant + repr(sorted(options.items()))
    if key not in GAMES:
        if len(GAMES) > 400:
            GAMES.clear()
        GAMES[key] = Game(variant, options)
    return GAMES[key]


def some_options(variant: str, rng: random.Random) -> dict[str, object]:
    """None, or a few house rules set to a value that is not their default."""
    if rng.random() < 0.4:
        return {}
    declared = get(variant)
    if rng.random() < 0.15:
        return dict(rng.choice(declared.presets).values)
    chosen: dict[str, object] = {}
    for option in rng.sample(declared.options, k=min(len(declared.options), rng.choice((1, 1, 2, 4, 8)))):
        if option.kind == "flag":
            chosen[option.name] = not option.default
        elif option.kind == "choice":
            chosen[option.name] = rng.choice(option.choices).value
        elif option.kind == "choices":
            chosen[option.name] = [c.value for c in option.choices if rng.random() < 0.5]
        elif option.kind == "number":
            chosen[option.name] = rng.randint(max(1, int(option.low)), min(5, int(option.high)))
    return chosen


def concealed(hand: Hand, seat: int) -> list[int]:
    counts = hand_counts(hand.table, seat)
    return [kind for kind in range(34) for _ in range(counts[kind])]


def engine_result(hand: Hand) -> dict[str, Any]:
    ending = hand.result()
    winners = []
    for settlement in ending.openings + ending.wins:
        win = settlement.win
        assert settlement.legal, (settlement.reason_id, win.hand, win.tile)
        winners.append(
            {
                "seat": win.seat,
                "by": BY_IDS[win.by],
                "from": win.payer if win.payer >= 0 else None,
                "fans": settlement.fan_values(),
                "deltas": settlement.deltas(),
            }
        )
    return {
        "winners": winners,
        "kongs": sum_payments(ending.kongs),
        "treasure_pungs": sum_payments(ending.extras),
        "total": ending.deltas(),
        "exhausted": ending.outcome.exhausted,
        "birds": [tile_text(k) for k in ending.outcome.birds],
        "next_dealer": ending.next_dealer,
    }


def compare(variant: str, seed: int) -> None:
    rng = random.Random(f"{variant} {seed}")
    options = some_options(variant, rng)
    wall = wall_for(variant, rng)
    dealer = rng.randrange(4)
    dice = [rng.randint(1, 6) for _ in range(300)]
    temper = rng.choice((0.02, 0.1, 0.3, 1.0))
    mine = game_for(variant, options).hand(wall=wall, dealer=dealer, dice=dice)
    other = reference.Hand(variant, options, wall, dealer, iter(dice).__next__)
    told: list[str] = []
    where = f"{variant} seed {seed} options {options}"
    while True:
        assert set(mine.to_act) == other.pending(), f"{where}: who is asked, after {told[-12:]}"
        legal = {seat: other.legal(seat) for seat in mine.to_act}
        for seat, texts in legal.items():
            assert {str(a) for a in mine.actions(seat)} == texts, f"{where}: legal for {seat}, after {told[-12:]}"
        if mine.over:
            break
        seat = rng.choice(mine.to_act)
        text = choose(sorted(legal[seat]), concealed(mine, seat), rng, temper)
        told.append(f"{seat} {text}")
        mine.play(text, seat)
        other.play(seat, text)
    result = engine_result(mine)
    for key, value in result.items():
        assert value == other.result[key], f"{where}: {key}, after {told[-12:]}"


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("variant", ["changchun", "baicheng", "changsha"])
def test_engine_agrees_with_the_second_opinion(variant: str, chunk: int) -> None:
    for seed in range(chunk, HANDS, CHUNKS):
        compare(variant, seed)
