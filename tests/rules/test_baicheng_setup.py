"""Baicheng: tiles, deal, dealer and rounds (BC-1 to BC-4, BC-42), and the hidden treasure's place (BC-6)."""

import random

import pytest

from paiju.core.notation import tile_text
from paiju.game.audience import EVERYTHING, WATCHER
from paiju.game.events import Deal, Draw, End, Open, TreasureSet
from paiju.game.hand import Game, Hand
from paiju.game.match import Match
from tests.scenes import Scene, deal, game, place

READY = "123m456p789p55p78s"  # waits for 6s and 9s


def won_hand(dealer: int, winner: int, options: dict[str, object] | None = None) -> Hand:
    """A finished hand: the dealer wins with his dealt tiles, or another on his first discard."""
    hands = ["", "", "", ""]
    hands[winner] = READY
    hands[dealer] = READY + "9s" if winner == dealer else "1m2468p12468s57z9m9s"
    scene = deal("baicheng", hands, dealer=dealer, options=options)
    if winner == dealer:
        scene.play(f"{dealer} win")
    else:
        scene.play(f"{dealer} discard 9s", f"{winner} win")
    return scene.settle_windows().hand


def exhausted_hand(dealer: int, options: dict[str, object] | None = None) -> Hand:
    scene = deal("baicheng", dealer=dealer, options=options)
    while not scene.over:
        scene.drift()
    assert scene.exhausted
    return scene.hand


# -- tiles and deal ----------------------------------------------------------------------------------------------


def test_bc_1_three_suits_and_dragons_in_sixty_stacks() -> None:
    tiles = game("baicheng").tiles()
    assert len(tiles) == 120 == 4 * 15 * 2
    assert {tile_text(k) for k in tiles} == {f"{n}{suit}" for suit in "mps" for n in range(1, 10)} | {"5z", "6z", "7z"}
    assert all(tiles.count(k) == 4 for k in set(tiles))
    hand = game("baicheng").hand(seed=1)
    assert hand.table.wall_size == 120
    assert hand.view(WATCHER).wall_left == 120 - 53


@pytest.mark.parametrize("dealer", range(4))
def test_bc_3_deal_in_drawing_order_with_the_jump(dealer: int) -> None:
    wall = game("baicheng").tiles()
    random.Random(dealer).shuffle(wall)
    hand = game("baicheng").hand(wall=wall, dealer=dealer)
    dealt = {event.seat: list(event.tiles or ()) for event in hand.events(EVERYTHING) if isinstance(event, Deal)}
    for n in range(4):
        fours = [wall[16 * turn + 4 * n + k] for turn in range(3) for k in range(4)]
        last = [wall[48 + n]] + ([wall[52]] if n == 0 else [])  # the jump: first and fifth of the last five
        assert dealt[(dealer + n) % 4] == fours + last
    assert hand.table.drawn == wall[52]
    assert hand.to_act == (dealer,)


def test_bc_3_no_dice_break_the_wall() -> None:
    assert deal("baicheng").told(Open) == []


# -- dealer and rounds -------------------------------------------------------------------------------------------


def test_bc_4_first_dealer_is_east() -> None:
    assert [Match(game("baicheng"), seed=seed).dealer for seed in range(12)] == [0] * 12


@pytest.mark.parametrize("dealer", range(4))
def test_bc_4_dealer_wins_and_stays_another_wins_next_seat_deals(dealer: int) -> None:
    assert won_hand(dealer, dealer).result().next_dealer == dealer
    for winner in {0, 1, 2, 3} - {dealer}:
        assert won_hand(dealer, winner).result().next_dealer == (dealer + 1) % 4


@pytest.mark.parametrize(("value", "stays"), [("stay", True), ("pass", False)])
def test_bc_4_exhausted_dealer_on_draw(value: str, stays: bool) -> None:
    for dealer in (0, 3):
        after = exhausted_hand(dealer, {"dealer_on_draw": value}).result().next_dealer
        assert after == (dealer if stays else (dealer + 1) % 4)


def play_match(match: Match, winners: list[str]) -> list[tuple[int, int]]:
    """Plays finished hands: ``d`` the dealer wins, ``o`` another, ``x`` nobody. (dealer, round) of each."""
    seen = []
    for n, who in enumerate(winners):
        seen.append((match.dealer, match.round))
        if who == "x":
            match.hand = exhausted_hand(match.dealer)
        else:
            match.hand = won_hand(match.dealer, match.dealer if who == "d" else (match.dealer + 2) % 4)
        match.settle()
        if n < len(winners) - 1:
            assert not match.over
            match.next_hand()
    return seen


def test_bc_2_round_ends_when_the_deal_leaves_the_fourth_dealer() -> None:
    match = Match(game("baicheng"), seed=3)
    assert match.rounds == 4 and match.hands == 0  # the default of this game
    seen = play_match(match, ["o", "d", "o", "x", "o", "d", "d", "o", "o"])
    assert seen == [(0, 0), (1, 0), (1, 0), (2, 0), (2, 0), (3, 0), (3, 0), (3, 0), (0, 1)]
    assert not match.over


def test_bc_2_match_is_four_rounds() -> None:
    match = Match(game("baicheng"), seed=3)
    seen = play_match(match, ["o"] * 16)
    assert match.over
    assert [of_round for _, of_round in seen] == [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4


@pytest.mark.parametrize(("length", "hands"), [("1_round", 4), ("2_rounds", 8), (4, 4), (8, 8), (16, 16)])
def test_bc_2_other_match_lengths(length: object, hands: int) -> None:
    match = Match(game("baicheng", {"match_length": length}), seed=3)
    play_match(match, ["o"] * hands)
    assert match.over


def test_bc_2_hands_are_counted_whoever_deals() -> None:
    match = Match(game("baicheng", {"match_length": 4}), seed=3)
    assert play_match(match, ["d", "d", "x", "d"]) == [(0, 0)] * 4
    assert match.over


def test_bc_2_reseat_each_round() -> None:
    match = Match(game("baicheng", {"reseat_each_round": True}), seed=8)
    seats = [list(match.seats)]
    for _ in range(2):
        play_match(match, ["o"] * 4)
        match.next_hand()
        seats.append(list(match.seats))
    assert all(sorted(of_round) == [0, 1, 2, 3] for of_round in seats)
    turned = [of_round[of_round.index(0) :] + of_round[: of_round.index(0)] for of_round in seats]
    assert turned[0] != turned[1] != turned[2]  # never the same cyclic order twice running
    fixed = Match(game("baicheng"), seed=8)
    play_match(fixed, ["o"] * 5)
    assert fixed.seats == [0, 1, 2, 3]


def test_bc_42_round_winds_score_nothing() -> None:
    match = Match(game("baicheng"), seed=3)
    play_match(match, ["o"] * 5)
    first, fifth = match.endings[0], match.endings[4]
    assert match.endings[0].outcome.dealer == match.endings[4].outcome.dealer == 0
    assert first.deltas() == fifth.deltas()
    assert first.wins[0].fan_values() == fifth.wins[0].fan_values() == {"standing": 1}
    assert not any("wind" in fan.id for fan in game("baicheng").variant.fans)


# -- the hidden treasure -----------------------------------------------------------------------------------------


def test_bc_6_last_tile_is_set_aside_after_the_deal() -> None:
    hand = deal("baicheng").hand
    kinds = [type(event) for event in hand.events(EVERYTHING)]
    assert kinds == [Deal] * 4 + [TreasureSet]
    assert hand.table.aside == 119  # the lower tile of the last stack


@pytest.mark.parametrize("audience", [0, 1, 2, 3, WATCHER, EVERYTHING])
def test_bc_6_nobody_knows_it_until_the_hand_ends(audience: int) -> None:
    scene = deal("baicheng", ("", READY, "", ""), stacks={1: "?7m"})
    while not scene.over:
        view = scene.hand.view(audience)
        assert view.treasure is None and view.treasure_aside
        scene.drift(9)
    ends = scene.told(End, audience)
    assert [tile_text(end.treasure) for end in ends if end.treasure is not None] == ["7m"]
    assert scene.hand.view(audience).treasure == ends[0].treasure


def test_bc_6_first_replacement_is_the_upper_tile_of_the_last_stack() -> None:
    scene = place("baicheng", ("1111m2222p3579s", "", "", ""), drawn="1m", stacks={1: "8s7m", 2: "9s6s"})
    scene.play("0 ckong 1m")
    assert scene.drawn == "8s"
    scene.play("0 ckong 2p")
    assert scene.drawn == "9s"
    assert [(draw.source, draw.place) for draw in scene.told(Draw)] == [("tail", 118), ("tail", 116)]


def test_bc_6_the_treasure_is_never_drawn() -> None:
    scene = deal("baicheng", stacks={1: "?7z"})
    while not scene.over:
        scene.drift()
    assert 119 not in [draw.place for draw in scene.told(Draw)]
    assert scene.hand.table.left == 1


def test_bc_6_next_replacements_leave_out_its_place() -> None:
    scene = place("baicheng", ("", "1111m2222p3333s69s", "", ""), turn=1, drawn="9s", tail="7p 8p 9p", stacks={1: "?9m"})
    scene.play("1 ckong 1m; 1 ckong 2p; 1 ckong 3s")
    assert [draw.place for draw in scene.told(Draw)] == [118, 116, 117]
    assert scene.held(1) == "789p69s"


def test_bc_6_set_aside_in_a_fresh_game_of_any_seed() -> None:
    fresh = Game("baicheng")
    for seed in range(20):
        scene = Scene(fresh.hand(seed=seed))
        assert [event.place for event in scene.told(TreasureSet)] == [119]
