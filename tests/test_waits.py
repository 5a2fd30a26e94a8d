"""What a ready hand waits for, and what each wait would bring."""

from collections.abc import Callable

import pytest

from paiju.bots import make
from paiju.core.settle import Settlement
from paiju.core.win import DISCARD, SELF_DRAW
from paiju.game.hand import Game
from paiju.game.waits import prospects, waits, waits_after
from tests.record_tools import VARIANTS


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_prospect_is_what_the_win_then_counts(variant: str, scaled: Callable[[int], int]) -> None:
    """Fans foretold before the winning tile came are those settled, where the moment adds nothing."""
    game, seen = Game(variant), {DISCARD: 0, SELF_DRAW: 0}
    for lane in range(max(30, scaled(60))):
        hand = game.hand(seed=5, lane=lane, dealer=lane % 4)
        bots = [make("quick", seed=5, lane=lane, seat=seat) for seat in range(4)]
        foretold = {}
        while not hand.over:
            for seat in range(4):
                if found := prospects(hand, seat):
                    assert tuple(found) == waits(hand, seat)
                    assert all(discarded.legal and drawn.legal for discarded, drawn in found.values())
                    foretold[seat] = found
            hand.play(bots[hand.to_act[0]].answer(hand), hand.to_act[0])
        for settlement in hand.result().wins:
            win = settlement.win
            plain = not (win.treasure_how or win.after or win.moment) and win.tiles_won == 1 and win.by in seen
            if plain and win.seat in foretold and win.tile in foretold[win.seat]:
                discarded, drawn = foretold[win.seat][win.tile]
                told = discarded if win.by == DISCARD else drawn
                assert told.legal and told.fan_values() == settlement.fan_values(), (variant, lane)
                seen[win.by] += 1
    assert min(seen.values()) > 2, seen


@pytest.mark.parametrize("variant", VARIANTS)
def test_prospects_of_a_discard_are_those_after_it(variant: str, scaled: Callable[[int], int]) -> None:
    """What a discard would wait for is what is waited for once it lies there, and brings as much."""
    game, compared = Game(variant), 0
    for lane in range(max(10, scaled(20))):
        hand = game.hand(seed=6, lane=lane)
        bots = [make("quick", seed=6, lane=lane, seat=seat) for seat in range(4)]
        while not hand.over:
            seat = hand.to_act[0]
            leads = waits_after(hand, seat)
            foretold = {kind: prospects(hand, seat, kind) for kind in range(34)}
            assert {kind: tuple(found) for kind, found in foretold.items() if found} == leads
            action = bots[seat].answer(hand)
            hand.play(action, seat)
            if action.verb == "discard" and action.tiles[0] in leads and not hand.over and waits(hand, seat):
                found = prospects(hand, seat)
                assert [fans(*pair) for pair in found.values()] == [fans(*pair) for pair in foretold[action.tiles[0]].values()]
                assert tuple(found) == leads[action.tiles[0]]
                compared += 1
    assert compared > 5


def fans(*settlements: Settlement) -> list[dict[str, int]]:
    return [one.fan_values() for one in settlements]


def test_no_waits_no_prospects() -> None:
    for variant in VARIANTS:
        assert prospects(Game(variant).hand(seed=1), 1) == {}
