"""How dangerous discards are, and that the figures it is reckoned with can be measured anew."""

from __future__ import annotations

from paiju.analysis.danger import Danger
from paiju.core.table import WAITS
from tests.slow_worth import Scaled, every_game, game_of, moments
from tools.measure_tempo import Figures, line


@every_game
def test_how_likely_a_discard_wins_for_another(variant: str, scaled: Scaled) -> None:
    game = game_of(variant)
    said, was, thrown_before, hands = 0.0, 0, 0, scaled(100)
    for hand, _ in moments(variant, hands, purpose="danger", part=0.2, names=("quick",)):
        seat, table = hand.to_act[0], hand.table
        held = [kind for kind in range(34) if table.held(seat, kind)]
        if seat != table.turn or sum(table.held(seat, kind) for kind in held) % 3 != 2:
            continue
        view = hand.view(seat)
        danger = Danger(view, game)
        others = [other for other in range(4) if other != seat]
        waits = int(table.big[WAITS + others[0]] | table.big[WAITS + others[1]] | table.big[WAITS + others[2]])
        nobody = game.rules.declare_ready and not any(view.seats[other].ready or view.seats[other].locked for other in others)
        for kind in held:
            chance = danger.of(kind)
            assert 0 <= chance < 0.5
            assert not (nobody and chance)
            if all(kind in view.seats[other].river for other in others):
                thrown_before += 1
                assert chance < 0.02
            said += chance
            was += not nobody and waits >> kind & 1
    if hands >= 100:
        assert thrown_before
        assert 0.6 < said / was < 1 / 0.6, (said, was)


def test_the_figures_can_be_measured_anew() -> None:
    figures = Figures(game_of("changsha"))
    for lane in range(2):
        figures.play("quick", lane)
    told = "\n".join(figures.report())
    assert "|0.165" in told and "dragons" in told
    assert line([(n / 100, 1 + n / 50) for n in range(100)]) == ("1.000", "2.00")
