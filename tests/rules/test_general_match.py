"""Of every game: a match (G-10)."""

from itertools import pairwise

import pytest

from paiju.core.errors import OptionError, PaijuError
from paiju.game.hand import Hand
from paiju.game.match import Match
from tests.scenes import Scene, game, place

GAMES = ["changchun", "baicheng", "changsha"]
every_game = pytest.mark.parametrize("variant", GAMES)
WAITS = "34s111m222p789s88p"  # for 2s and 5s, in every game


def won_by(variant: str, seat: int, dealer: int, options: dict[str, object] | None = None) -> Hand:
    hands = [WAITS + "5s" if n == seat else "" for n in range(4)]
    return place(variant, hands, turn=seat, drawn="5s", dealer=dealer, options=options, left=20).play(f"{seat} win").hand


def play_hand(match: Match) -> None:
    Scene(match.hand).settle_windows().drift(200)
    assert match.hand.over


@every_game
@pytest.mark.parametrize("length", [4, 8, 16])
def test_g_10_a_match_is_match_length_hands(variant: str, length: int) -> None:
    match = Match(game(variant, {"match_length": length}), seed=3)
    assert match.hands == length
    for n in range(length):
        assert match.number == n and not match.over
        play_hand(match)
        if n < length - 1:
            match.next_hand()
    match.settle()
    assert match.over and match.number == length == len(match.endings)
    with pytest.raises(PaijuError, match="the match is over after"):
        match.next_hand()


@every_game
def test_g_10_the_default_is_8_hands_and_4_rounds_in_baicheng(variant: str) -> None:
    match = Match(game(variant), seed=1)
    assert (match.hands, match.rounds) == ((0, 4) if variant == "baicheng" else (8, 0))


@pytest.mark.parametrize("variant", ["changchun", "baicheng"])
@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_g_10_or_rounds_that_end_when_the_deal_leaves_the_fourth_dealer(variant: str, rounds: int) -> None:
    options: dict[str, object] = {"match_length": f"{rounds}_round{'s' if rounds > 1 else ''}"}
    match = Match(game(variant, options), seed=2)
    first = match.dealer
    for turn in range(4 * rounds):
        assert match.dealer == (first + turn) % 4 and match.round == turn // 4
        match.hand = won_by(variant, match.dealer, match.dealer)  # the dealer stays: the round goes on
        match.next_hand()
        assert match.dealer == (first + turn) % 4 and not match.over
        match.hand = won_by(variant, (match.dealer + 2) % 4, match.dealer)
        match.settle()
        if turn < 4 * rounds - 1:
            assert not match.over
            match.next_hand()
    assert match.over and match.round == rounds and match.number == 8 * rounds


def test_g_10_no_rounds_in_changsha_where_the_deal_does_not_go_round() -> None:
    with pytest.raises(OptionError):
        game("changsha", {"match_length": "1_round"})


@every_game
def test_g_10_running_totals(variant: str) -> None:
    match = Match(game(variant), seed=5)
    totals = [0, 0, 0, 0]
    for n in range(6):
        match.hand = won_by(variant, n % 4, match.dealer)
        ending = match.settle()
        totals = [a + b for a, b in zip(totals, ending.deltas(), strict=True)]
        assert match.totals == totals and sum(totals) == 0
        assert match.settle() is ending and match.totals == totals  # booked once
        match.next_hand()
    assert any(totals)


@every_game
def test_g_10_seats_are_fixed_for_a_match(variant: str) -> None:
    match = Match(game(variant), seed=6)
    for n in range(7):
        assert match.seats == [0, 1, 2, 3]
        match.hand = won_by(variant, (n + 1) % 4, match.dealer)
        match.next_hand()


def test_g_10_seat_0_is_east_in_the_first_hand() -> None:
    """Baicheng's first dealer; in Changchun he rolls for the dealer, in Changsha the first dealer is drawn (CC-4, CS-45)."""
    assert {Match(game("baicheng"), seed=seed).dealer for seed in range(20)} == {0}


@pytest.mark.parametrize("variant", ["changchun", "baicheng"])
def test_g_10_reseat_each_round_never_the_same_cyclic_order_twice_running(variant: str) -> None:
    options: dict[str, object] = {"reseat_each_round": True, "match_length": "2_rounds"}
    first_orders = set()
    for seed in range(30):
        match = Match(game(variant, options), seed=seed)
        orders = [match.seats[:]]
        while not match.over:
            seats = match.seats[:]
            match.hand = won_by(variant, (match.dealer + 1) % 4, match.dealer)
            match.settle()
            if match.passes % 4:
                assert match.seats == seats  # within a round they stay
            else:
                orders.append(match.seats[:])
            if not match.over:
                match.next_hand()
        first_orders.add(tuple(orders[0]))
        cyclic = [order[order.index(0) :] + order[: order.index(0)] for order in orders]
        assert all(a != b for a, b in pairwise(cyclic))
    assert len(first_orders) > 10  # drawn before the match as well


def test_g_10_totals_are_by_player_whoever_sits_where() -> None:
    match = Match(game("changchun", {"reseat_each_round": True, "match_length": "1_round"}), seed=11)
    match.hand = won_by("changchun", 2, match.dealer)
    ending = match.settle()
    assert match.totals[match.seats[2]] == ending.deltas()[2] > 0


@every_game
def test_g_10_one_seed_fixes_every_hand_of_the_match(variant: str) -> None:
    def story(seed: int) -> list[str]:
        match = Match(game(variant, {"match_length": 4}), seed=seed)
        told = []
        while True:
            play_hand(match)
            told.append(repr(match.hand.events()))
            match.settle()
            if match.over:
                return told
            match.next_hand()

    first = story(8)
    assert first == story(8) and len(set(first)) == 4
    assert first[0] != story(9)[0]
