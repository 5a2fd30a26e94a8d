"""Changchun: tiles, opening the wall, the deal of the deal (CC-1 to CC-5)."""

from collections import Counter
from itertools import pairwise

import pytest

from paiju.game import events as say
from paiju.game.audience import WATCHER
from paiju.game.geometry import place_of
from paiju.game.hand import Hand
from paiju.game.match import Match
from tests.scenes import Scene, deal, game, place

G = "changchun"
READY = "123m456s456p789p6z"  # CC-11: waits for 6z alone


def opened(dealer: int, dice: list[int]) -> say.Open:
    """How a hand with these opening dice tells its opening."""
    hand = game(G).hand(seed=5, dealer=dealer, dice=dice)
    (event,) = [e for e in hand.events(WATCHER) if isinstance(e, say.Open)]
    return event


def taken(event: say.Open, n: int) -> tuple[int, int, int]:
    """Wall, stack and layer of the n-th tile drawn."""
    assert event.wall is not None and event.stack is not None
    return place_of(n, event.wall, event.stack, 136)


def test_cc_1_four_each_of_34_kinds_in_four_walls_of_17_stacks() -> None:
    assert Counter(game(G).tiles()) == dict.fromkeys(range(34), 4)
    hand = game(G).hand(seed=1)
    view = hand.view(WATCHER)
    assert view.wall_left == 136 - 53 and [s.count for s in view.seats] == [14, 13, 13, 13]
    event = opened(0, [1, 1, 1, 1])
    places = [taken(event, n) for n in range(136)]
    assert sorted(places) == [(wall, stack, layer) for wall in range(4) for stack in range(1, 18) for layer in (0, 1)]


@pytest.mark.parametrize("dealer", range(4))
def test_cc_2_the_dealers_dice_find_whose_wall_is_broken(dealer: int) -> None:
    turns = {5: 0, 9: 0, 3: 2, 7: 2, 11: 2, 2: 1, 6: 1, 10: 1, 4: 3, 8: 3, 12: 3}  # dealer, opposite, next, previous
    for total, turn in turns.items():
        first = min(6, total - 1)
        event = opened(dealer, [first, total - first, 1, 2])
        assert event.dice == (first, total - first, 1, 2)
        assert event.breaker == (dealer + turn) % 4
        if total + 3 < 17:
            assert event.wall == event.breaker and event.stack == total + 3 + 1


def test_cc_2_eight_then_seven_is_stack_15_and_the_dealer_takes_16_and_17() -> None:
    event = opened(0, [4, 4, 3, 4])
    assert (event.breaker, event.wall, event.stack) == (3, 3, 16)
    assert [taken(event, n) for n in range(4)] == [(3, 16, 0), (3, 16, 1), (3, 17, 0), (3, 17, 1)]
    assert taken(event, 4) == (2, 1, 0)  # on clockwise into the previous seat's wall


def test_cc_2_past_17_the_count_runs_on_into_the_previous_seats_wall() -> None:
    event = opened(0, [6, 6, 2, 3])  # 17 exactly: its first stack
    assert (event.breaker, event.wall, event.stack) == (3, 2, 1)
    event = opened(0, [6, 6, 6, 6])  # 24: seven stacks of the next wall are passed over
    assert (event.breaker, event.wall, event.stack) == (3, 2, 8)
    event = opened(1, [6, 6, 1, 5])  # 18, and seat 0 is broken: the wall before it is seat 3's
    assert (event.breaker, event.wall, event.stack) == (0, 3, 2)


@pytest.mark.parametrize(("total", "left"), [(9, 8), (11, 6), (12, 5), (13, 4), (15, 2), (16, 1)])
def test_cc_2_the_players_rhyme(total: int, left: int) -> None:
    event = opened(2, [3, 2, total - 5 - min(6, total - 6), min(6, total - 6)])
    of_the_broken = {taken(event, n)[1] for n in range(34) if taken(event, n)[0] == event.breaker}
    assert of_the_broken == set(range(18 - left, 18))


def test_cc_2_a_round_of_two_stacks_each_is_four_tiles() -> None:
    event = opened(0, [4, 4, 3, 4])
    stacks = [{taken(event, n)[:2] for n in range(4 * turn, 4 * turn + 4)} for turn in range(12)]
    assert all(len(two) == 2 for two in stacks)
    assert len(set.union(*stacks)) == 24
    hand = deal(G, ("1112m", "3334m", "5556m", "7778m"))  # the first four tiles of each seat, as wanted
    wall = [hand.hand.table.wall_tile(n) for n in range(16)]
    assert wall == [0, 0, 0, 1, 2, 2, 2, 3, 4, 4, 4, 5, 6, 6, 6, 7]


def test_cc_2_the_dice_only_place_the_wall() -> None:
    first = game(G).hand(seed=9, dice=[1, 1, 1, 1])
    second = game(G).hand(seed=9, dice=[6, 6, 6, 6])
    assert [e for e in first.events() if isinstance(e, say.Deal)] == [e for e in second.events() if isinstance(e, say.Deal)]


def won_by(seat: int, dealer: int) -> Hand:
    """A finished hand: that seat has won by self-draw."""
    hands = ["", "", "", ""]
    hands[seat] = READY + "6z"
    scene = place(G, hands, turn=seat, drawn="6z", dealer=dealer)
    return scene.play(f"{seat} win").hand


def exhausted(dealer: int, options: dict[str, object] | None = None) -> Scene:
    scene = place(G, ("", "", "", ""), turn=dealer, drawn=None, dealer=dealer, left=14, options=options)
    return scene.drift()


@pytest.mark.parametrize("reseat", [True, False])
def test_cc_3_seats_are_drawn_between_sets(reseat: bool) -> None:
    orders: set[tuple[int, ...]] = set()
    for seed in range(12):
        match = Match(game(G, {"reseat_each_round": reseat, "match_length": "4_rounds"}), seed=seed)
        seatings = [match.seats[:]]
        while not match.over:
            before = match.round
            match.hand = won_by((match.dealer + 1) % 4, match.dealer)
            match.settle()
            if match.round != before:
                seatings.append(match.seats[:])
            if not match.over:
                match.next_hand()
        assert len(seatings) == 5
        orders |= {tuple(s) for s in seatings}
        cyclic = [seats[seats.index(0) :] + seats[: seats.index(0)] for seats in seatings]
        if reseat:
            assert all(a != b for a, b in pairwise(cyclic))
        assert all(sorted(seats) == [0, 1, 2, 3] for seats in seatings)
    assert len(orders) > 10 if reseat else orders == {(0, 1, 2, 3)}


def test_cc_4_seat_0_rolls_for_the_first_dealer() -> None:
    seen = set()
    for seed in range(60):
        match = Match(game(G), seed=seed)
        assert len(match.dealer_dice) == 2 and all(1 <= n <= 6 for n in match.dealer_dice)
        assert match.dealer == (sum(match.dealer_dice) - 1) % 4
        assert match.hand.table.dealer == match.dealer
        seen.add(match.dealer)
    assert seen == {0, 1, 2, 3}


@pytest.mark.parametrize("dealer", range(4))
def test_cc_5_the_winning_dealer_stays_and_another_winner_passes_the_deal_to_the_next_seat(dealer: int) -> None:
    for winner in range(4):
        hand = won_by(winner, dealer)
        assert hand.result().next_dealer == (dealer if winner == dealer else (dealer + 1) % 4)


def test_cc_5_an_exhausted_hand_keeps_the_dealer_unless_dealer_on_draw_says_pass() -> None:
    for dealer in range(4):
        kept = exhausted(dealer)
        assert kept.exhausted and kept.next_dealer == dealer
        passed = exhausted(dealer, {"dealer_on_draw": "pass"})
        assert passed.exhausted and passed.next_dealer == (dealer + 1) % 4
    assert place(G, ("", READY + "6z", "", ""), turn=1, drawn="6z", dealer=1, options={"dealer_on_draw": "pass"}).play("1 win").next_dealer == 1
