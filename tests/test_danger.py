"""How dangerous discards are, and that the figures it is reckoned with can be measured anew."""

from __future__ import annotations

import math

import pytest

from paiju.analysis.danger import Danger
from paiju.analysis.report import Analyst
from paiju.analysis.worth.outlook import Outlook
from paiju.bots import find, make
from paiju.bots.expert import Expert, no_danger
from paiju.core.table import WAITS
from paiju.core.win import DISCARD
from paiju.game.hand import Game, Hand
from tests.scenes import place
from tests.slow_worth import Scaled, every_game, game_of, moments
from tools.measure_tempo import Figures, fading, line


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
            assert chance < 0.2 or not nobody
            if all(kind in view.seats[other].river for other in others):
                thrown_before += 1
                assert chance < 0.02
            said += 0.0 if nobody else chance
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
    rows = [[(level * 5 * math.exp(-0.03 * n), 5.0) for n in range(9)] for level in (3.0, 1.5)]
    fade, levels = fading(rows)
    assert fade == 0.03 and levels == pytest.approx([3.0, 1.5])


def won_on_a_discard(game: Game, hands: int) -> list[Hand]:
    """Hands between bots that one alone won so."""
    found = []
    for lane in range(hands):
        hand = game.hand(seed=11, lane=lane)
        players = [make("quick", seed=11, lane=lane, seat=seat) for seat in range(4)]
        while not hand.over:
            hand.play(players[hand.to_act[0]].answer(hand), hand.to_act[0])
        wins = hand.result().wins
        if len(wins) == 1 and wins[0].win.by == DISCARD:
            found.append(hand)
    return found


PAYING = [  # whether the discarder pays alone
    ("changchun", "three", False),
    ("changchun", "discarder_all", True),
    ("changchun", "discarder_all_if_not_ready", True),
    ("baicheng", "three", False),
    ("baicheng", "discarder_all", True),
    ("changsha", None, True),
]


@pytest.mark.parametrize(("variant", "who", "alone"), PAYING)
def test_whether_a_discarder_pays_alone_is_what_hands_are_paid_by_cc_55_bc_26_cs_35(variant: str, who: str | None, alone: bool) -> None:
    game = Game(variant, {"discard_pays": who} if who else {})
    assert game.scoring.discarder_alone() == alone
    compared = 0
    for hand in won_on_a_discard(game, 40):
        one = hand.result().wins[0]
        if not one.win.payer_safe:
            compared += 1
            assert {payment.giver for payment in one.payments} == ({one.win.payer} if alone else {seat for seat in range(4) if seat != one.win.seat})
    assert compared > 5


@pytest.mark.parametrize(("variant", "who", "alone"), PAYING)
def test_a_discard_is_feared_where_its_thrower_pays_alone_and_always_by_the_careful(variant: str, who: str | None, alone: bool) -> None:
    game = Game(variant, {"discard_pays": who} if who else {})
    seen = make("master", seed=1, lane=1, seat=0).see(game.hand(seed=1, dealer=0))
    for name, feared in (("expert", False), ("master", alone), ("master-fast", alone), ("master-big", alone), ("master-careful", True)):
        bot = find(name)(seed=1, lane=1, seat=0)
        assert isinstance(bot, Expert)
        assert (bot.chance(seen) is not no_danger) == feared, name


def test_one_who_has_not_declared_may_wait_all_the_same_cc_21() -> None:
    """With four pungs laid he is ready, and yet every discard was called safe."""
    melds = ((), ("pung 999m", "pung 888m", "pung 777s", "pung 111p"), (), ())
    hand = place("changchun", ["55566m234p1346s7z5z", "5z", "", ""], drawn="5z", melds=melds).hand
    dangers = Analyst(hand.game).look(hand, 0).danger
    assert min(dangers.values()) > 0.02
    must = place("changchun", ["55566m234p1346s7z5z", "5z", "", ""], drawn="5z", melds=melds, options={"must_declare_to_win": True}).hand
    assert set(Analyst(must.game).look(must, 0).danger.values()) == {0.0}


@pytest.mark.parametrize("variant", ["changchun", "baicheng"])
def test_who_pays_for_all_pays_the_shares_of_all(variant: str) -> None:
    """It was reckoned as what he pays where every loser pays."""
    paid = []
    for who in ("three", "discarder_all"):
        game = Game(variant, {"discard_pays": who})
        outlook = Outlook(game.rules, game.scoring, variant)
        outlook.look(game.hand(seed=1, dealer=0).table, 1)
        paid.append(float(outlook.paid) - (2 * float(outlook.tempo.beside) if who == "discarder_all" else 0.0))
    assert paid[0] == pytest.approx(paid[1]) and paid[0] > 0
