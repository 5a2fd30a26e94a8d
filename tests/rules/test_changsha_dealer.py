"""Changsha: who deals next (CS-45), leaving (CS-48), and the match around it."""

from typing import Any

import pytest

from paiju.core.errors import PaijuError
from paiju.core.wording import payment_text
from paiju.game.match import Match
from tests.scenes import Scene, deal, game, place

READY = "123m456p789p55p78s"  # waits for 6s and 9s
OTHER = "123m234p678p22m78s"  # so does this
FOUR = "1111m456p789p55p78s"
SEVENS = "7777m25m1479p369s"
PUNGS = "222m888p49m6p1258s"
NO_BIRD: dict[str, object] = {"birds": 0}


def end(scene: Scene) -> Scene:
    """Everything that may be passed is passed."""
    while not scene.over:
        scene.play("pass")
    return scene


def sea(**more: Any) -> Scene:
    """One tile left, and seat 1 is due to draw it."""
    scene = place("changsha", ("", "", "", ""), left=1, dealer=2, **more)
    scene.play(f"0 {scene.may(0, 'discard')[0]}")
    while not scene.may(scene.asked[0], "take"):
        scene.play("pass")
    return scene


# -- the rules of the deal ---------------------------------------------------------------------------------------


def test_cs_45_a_the_first_dealer_is_drawn_at_random() -> None:
    dealers = [Match(game("changsha"), seed=seed).dealer for seed in range(400)]
    assert all(70 < dealers.count(seat) < 130 for seat in range(4))
    assert [Match(game("changsha"), seed=seed).dealer for seed in range(20)] == dealers[:20]


@pytest.mark.parametrize("dealer", range(4))
def test_cs_45_b_the_winner(dealer: int) -> None:
    scene = place("changsha", ("9s", READY, "", ""), left=40, dealer=dealer).play("0 discard 9s; 1 win")
    assert scene.next_dealer == 1
    scene = place("changsha", ("", "", "", READY + "9s"), left=40, dealer=dealer, turn=3, drawn="9s").play("3 win")
    assert scene.next_dealer == 3


@pytest.mark.parametrize("payer", range(4))
def test_cs_45_e_several_winners_on_one_tile_the_payer(payer: int) -> None:
    hands = ["", "", "", ""]
    hands[payer], hands[(payer + 1) % 4], hands[(payer + 2) % 4] = "9s", READY, OTHER
    scene = place("changsha", hands, turn=payer, left=40, dealer=(payer + 1) % 4).play(f"{payer} discard 9s")
    scene.play(f"{(payer + 1) % 4} win; {(payer + 2) % 4} win")
    assert scene.next_dealer == payer


def test_cs_45_e_the_adder_of_a_robbed_kong() -> None:
    hands = ("9s45m123p88p678m", READY, "", "123m456p22p78s789m")
    scene = place("changsha", hands, drawn="9s", left=40, dealer=2, melds=(("pung 999s",), (), (), ()))
    assert scene.play("0 akong 9s; 3 win; 1 win").next_dealer == 0


def test_cs_45_e_the_taker_of_the_sea_bottom() -> None:
    scene = place("changsha", ("", "", READY, OTHER), left=1, draws="9s", dealer=0)
    scene.play(f"0 {scene.may(0, 'discard')[0]}")
    while not scene.may(scene.asked[0], "take"):
        scene.play("pass")
    assert scene.play("1 take; 2 win; 3 win").next_dealer == 1


@pytest.mark.parametrize(("bird", "dealer_next"), [("1p", 2), ("2p", 3), ("3p", 0), ("4p", 1), ("9p", 2)])
def test_cs_45_g_several_opening_winners_the_seat_the_bird_hits(bird: str, dealer_next: int) -> None:
    scene = deal("changsha", ("", SEVENS, "", PUNGS), dealer=2, draws=bird).play("1 win; 3 win")
    assert scene.next_dealer == dealer_next


def test_cs_45_g_the_first_of_several_birds() -> None:
    scene = deal("changsha", ("", SEVENS, "", PUNGS), draws="3p 2p", options={"birds": 2}).play("1 win; 3 win")
    assert scene.next_dealer == 2


@pytest.mark.parametrize(("dealer", "nearest"), [(0, 1), (1, 1), (2, 3), (3, 3)])
def test_cs_45_g_without_birds_the_winner_nearest_the_dealer(dealer: int, nearest: int) -> None:
    hands = ["", SEVENS, "", PUNGS]
    hands[dealer] += "3s" if dealer in (1, 3) else ""
    scene = deal("changsha", hands, dealer=dealer, options=NO_BIRD).play("1 win; 3 win")
    assert scene.next_dealer == nearest


def test_cs_45_g_heavenly_counts_among_the_winners() -> None:
    scene = deal("changsha", ("123m456p789p55p78s9s", SEVENS, "", ""), draws="4s").play("0 win; 1 win")
    assert scene.next_dealer == 3


def test_cs_45_g_one_opening_winner_is_rule_b() -> None:
    assert deal("changsha", ("", SEVENS, "", ""), draws="3p").play("1 win").next_dealer == 1


def test_cs_45_with_continues_opening_wins_do_not_move_the_deal() -> None:
    hands = ("9s", SEVENS, "345m123345p55p78s", PUNGS)
    scene = deal("changsha", hands, options={"opening": "continues"}).play("1 win; 3 win; 0 discard 9s; 2 win")
    assert scene.next_dealer == 2  # B, by the discard
    scene = deal("changsha", ("", SEVENS, "", PUNGS), options={"opening": "continues"}).play("1 win; 3 win")
    while not scene.over:
        scene.drift()
    asked = scene.hand.result().outcome.sea_first_asked
    assert scene.exhausted and scene.next_dealer == asked  # D
    scene = deal("changsha", ("123m456p789p55p78s9s", SEVENS, "", ""), options={"opening": "continues"}).play("1 win; 0 win")
    assert scene.next_dealer == 0  # B: heavenly


def test_cs_45_c_sea_bottom_taken_nobody_won_the_taker() -> None:
    assert end(sea().play("1 pass; 2 take")).next_dealer == 2
    assert end(sea().play("1 take")).next_dealer == 1


def test_cs_45_c_not_when_it_is_won() -> None:
    scene = place("changsha", ("", "", READY, ""), left=1, draws="9s", dealer=0)
    scene.play(f"0 {scene.may(0, 'discard')[0]}")
    while not scene.may(scene.asked[0], "take"):
        scene.play("pass")
    assert scene.play("1 take; 2 win").next_dealer == 2  # B


def test_cs_45_f_the_sea_bottom_went_as_a_replacement_who_took_it() -> None:
    scene = place("changsha", (FOUR, "", "", ""), drawn="1m", left=1, draws="9m", dealer=2).play("0 ckong 1m; 0 discard 9m")
    assert end(scene).next_dealer == 0
    scene = place("changsha", ("1m", "", "", "111m456p789p55p78s"), left=1, draws="9m", dealer=2).play("0 discard 1m; 3 kong 1m; 3 discard 9m")
    assert end(scene).next_dealer == 3


def test_cs_45_d_nobody_took_it_who_was_asked_first() -> None:
    for turn in range(4):
        scene = place("changsha", ("", "", "", ""), turn=turn, left=1, dealer=2)
        scene.play(f"{turn} {scene.may(turn, 'discard')[0]}")
        assert end(scene).next_dealer == (turn + 1) % 4


def test_cs_45_the_match_goes_on_with_that_dealer() -> None:
    match = Match(game("changsha"), seed=11)
    for _ in range(8):
        scene = Scene(match.hand)
        while not scene.over:
            scene.drift(5)
        ending = match.settle()
        assert match.dealer == ending.next_dealer
        if not match.over:
            assert match.next_hand().table.dealer == ending.next_dealer
    assert match.over and match.number == 8
    assert sum(match.totals) == 0


def test_cs_45_no_rounds_the_deal_does_not_go_round() -> None:
    match_length = next(option for option in game("changsha").variant.options if option.name == "match_length")
    assert [choice.value for choice in match_length.choices] == [8, 4, 16]


# -- leaving -----------------------------------------------------------------------------------------------------


def finished(match: Match) -> None:
    scene = Scene(match.hand)
    while not scene.over:
        scene.drift(5)


@pytest.mark.parametrize("player", range(4))
def test_cs_48_points_room_seventy_to_the_house(player: int) -> None:
    match = Match(game("changsha"), seed=5)
    finished(match)
    before = list(match.settle().deltas())
    payments = match.leave(player)
    assert [(int(p.giver), int(p.taker), int(p.amount), p.clause) for p in payments] == [(player, -1, 70, "CS-48")]
    assert match.totals == [points - 70 * (n == player) for n, points in enumerate(before)]
    assert match.house == 70
    room = Match(game("changsha", {"base": 3}), seed=5)
    finished(room)
    assert [int(p.amount) for p in room.leave(player)] == [210]


@pytest.mark.parametrize("player", range(4))
def test_cs_48_coin_room_shared_from_the_next_seat_on(player: int) -> None:
    match = Match(game("changsha"), seed=5)
    finished(match)
    before = list(match.settle().deltas())
    match.leave(player, coins=True)
    shares = {player: -70, (player + 1) % 4: 24, (player + 2) % 4: 23, (player + 3) % 4: 23}
    assert match.totals == [points + shares[n] for n, points in enumerate(before)]
    assert match.house == 0 and sum(match.totals) == 0


def test_cs_48_after_the_hands_settlement_in_which_the_leaver_takes_part() -> None:
    match = Match(game("changsha"), seed=5)
    with pytest.raises(PaijuError):
        match.leave(0)  # the hand is not over
    hands = ["", "", "", ""]
    winner = (match.dealer + 1) % 4
    hands[winner], hands[match.dealer] = READY, "9s"
    scene = deal("changsha", hands, dealer=match.dealer, options=NO_BIRD)
    scene.play(f"{match.dealer} discard 9s; {winner} win")
    match.hand = scene.hand
    match.leave(winner)
    assert match.totals[winner] == scene.money[winner] - 70 == 0  # 地胡 of the dealer's first discard: 70


def test_cs_48_once_per_match_and_player() -> None:
    match = Match(game("changsha"), seed=5)
    finished(match)
    match.leave(2)
    assert match.leave(2) == [] and match.leave(2, coins=True) == []
    assert match.house == 70
    match.leave(0)
    assert match.house == 140
    match.next_hand()
    finished(match)
    assert match.leave(2) == [] and match.house == 140
    assert Match(game("changsha"), seed=5).left == set()


def test_cs_48_in_the_rooms_unit_and_by_player_not_seat() -> None:
    match = Match(game("changsha", {"base": 5, "reseat_each_round": True}), seed=3)
    assert match.seats != [0, 1, 2, 3]
    finished(match)
    match.settle()
    before = list(match.totals)
    match.leave(1, coins=True)
    seat = match.seats.index(1)
    gained = {match.seats[(seat + n) % 4]: share * 5 for n, share in enumerate((-70, 24, 23, 23))}
    assert [after - old for after, old in zip(match.totals, before, strict=True)] == [gained[n] for n in range(4)]


@pytest.mark.parametrize("variant", ["baicheng", "changchun"])
def test_cs_48_nothing_in_the_other_games(variant: str) -> None:
    match = Match(game(variant), seed=5)
    finished(match)
    match.settle()
    before = list(match.totals)
    assert match.leave(2) == [] and match.totals == before and match.house == 0


def test_cs_48_said_in_words() -> None:
    scoring = game("changsha").scoring
    house, *_ = scoring.escape_payments(1, coins=False)
    assert payment_text(house, scoring, None, "zh") == "座位1付 70 给平台：逃跑（CS-48）"
    assert payment_text(house, scoring, None, "en") == "seat 1 pays 70 to the house: leaving (CS-48)"


def test_cs_48_escape_grace_seconds() -> None:
    assert game("changsha").settings.number("escape_grace_seconds") == 60
    assert game("changsha", {"escape_grace_seconds": 0}).settings.number("escape_grace_seconds") == 0
