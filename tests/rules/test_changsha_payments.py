"""Changsha: prices, the dealer's extra, and birds (CS-35 to CS-41), with the presets."""

from typing import Any

import pytest

from paiju.core.notation import tile_text
from paiju.game.events import Bird
from tests.scenes import Scene, game, place

READY = "123m456p789p55p78s"  # waits for 6s and 9s
PAIRS = "1144m3366p7799s1s"  # seven pairs with 1s
TWO_BIG = "1133556677889m"  # one suit and seven pairs with 9m
NO_BIRD: dict[str, object] = {"birds": 0}


def discard(tile: str, hands: dict[int, str], *, payer: int, dealer: int = 0, **more: Any) -> Scene:
    """``payer`` discards the tile (not the dealer's first discard); all holders in ``hands`` win on it."""
    held = [hands.get(seat, tile if seat == payer else "") for seat in range(4)]
    scene = place("changsha", held, turn=payer, dealer=dealer, left=40, **more).play(f"{payer} discard {tile}")
    for seat in scene.asked:
        if seat in scene.asked:
            scene.play(f"{seat} {'win' if seat in hands else 'pass'}")
    return scene


def self_draw(tile: str, hand: str, *, winner: int, dealer: int = 0, **more: Any) -> Scene:
    held = [hand + tile if seat == winner else "" for seat in range(4)]
    return place("changsha", held, turn=winner, drawn=tile, dealer=dealer, left=40, **more).play(f"{winner} win")


def paid(scene: Scene) -> dict[tuple[int, int], int]:
    return {(int(p.giver), int(p.taker)): int(p.amount) for s in scene.hand.result().wins for p in s.payments}


# -- prices ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("winner", range(4))
@pytest.mark.parametrize("dealer", range(4))
def test_cs_35_self_draw_from_each_more_where_payer_or_winner_deals(winner: int, dealer: int) -> None:
    small = paid(self_draw("9s", READY, winner=winner, dealer=dealer, options=NO_BIRD))
    big = paid(self_draw("1s", PAIRS, winner=winner, dealer=dealer, options=NO_BIRD))
    for payer in {0, 1, 2, 3} - {winner}:
        assert small[payer, winner] == (20 if dealer in (payer, winner) else 10)
        assert big[payer, winner] == (40 if dealer in (payer, winner) else 30)


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize(("payer", "winner"), [(0, 1), (0, 3), (2, 0), (3, 2)])
def test_cs_35_a_discard_is_paid_by_the_discarder_alone(dealer: int, payer: int, winner: int) -> None:
    small = paid(discard("9s", {winner: READY}, payer=payer, dealer=dealer, options=NO_BIRD))
    big = paid(discard("1s", {winner: PAIRS}, payer=payer, dealer=dealer, options=NO_BIRD))
    assert small == {(payer, winner): 20 if dealer in (payer, winner) else 10}
    assert big == {(payer, winner): 70 if dealer in (payer, winner) else 60}


@pytest.mark.parametrize(("dealer", "amount"), [(0, 2 * 70), (1, 2 * 70), (2, 2 * 60)])
def test_cs_36_n_big_wins_cost_n_times_the_entry(dealer: int, amount: int) -> None:
    """Worked example 2 among them: dealer discards to 清一色 + 七小对, no bird hit: 140."""
    assert paid(discard("9m", {1: TWO_BIG}, payer=0, dealer=dealer, options=NO_BIRD)) == {(0, 1): amount}


def test_cs_36_worked_example_2_with_a_bird_that_hits_neither() -> None:
    assert discard("9m", {1: TWO_BIG}, payer=0, draws="3p").money == [-140, 140, 0, 0]


def test_cs_36_big_self_draws() -> None:
    scene = self_draw("9m", TWO_BIG, winner=1, dealer=2, options=NO_BIRD)
    assert scene.money == [-60, 60 + 80 + 60, -80, -60]


@pytest.mark.parametrize(("value", "with_dealer"), [(True, 140), (False, 60 * 2 + 10)])
def test_cs_36_dealer_extra_per_big(value: bool, with_dealer: int) -> None:
    options = NO_BIRD | {"dealer_extra_per_big": value}
    assert paid(discard("9m", {1: TWO_BIG}, payer=0, dealer=0, options=options)) == {(0, 1): with_dealer}
    assert paid(discard("9m", {1: TWO_BIG}, payer=0, dealer=3, options=options)) == {(0, 1): 120}
    assert paid(discard("9s", {1: READY}, payer=0, dealer=0, options=options)) == {(0, 1): 20}


@pytest.mark.parametrize(("price", "small", "big"), [("text", (10, 20), (60, 70)), ("classic", (1, 2), (6, 7))])
def test_cs_36_price_table_on_discards(price: str, small: tuple[int, int], big: tuple[int, int]) -> None:
    options = NO_BIRD | {"price_table": price}
    for with_dealer, dealer in ((0, 3), (1, 0), (1, 1)):
        assert paid(discard("9s", {1: READY}, payer=0, dealer=dealer, options=options)) == {(0, 1): small[with_dealer]}
        assert paid(discard("1s", {1: PAIRS}, payer=0, dealer=dealer, options=options)) == {(0, 1): big[with_dealer]}
        assert paid(discard("9m", {1: TWO_BIG}, payer=0, dealer=dealer, options=options)) == {(0, 1): 2 * big[with_dealer]}


def test_cs_36_classic_prices_are_the_same_for_self_draw() -> None:
    options = NO_BIRD | {"price_table": "classic"}
    assert self_draw("9s", READY, winner=1, options=options).money == [-2, 4, -1, -1]
    assert self_draw("1s", PAIRS, winner=1, options=options).money == [-7, 19, -6, -6]


def test_cs_36_base_multiplies_all() -> None:
    options: dict[str, object] = {"base": 3}
    assert self_draw("9s", READY, winner=1, draws="7p", options=options).money == [-60, 150, -60, -30]
    assert self_draw("9s", READY, winner=1, draws="7p").money == [-20, 50, -20, -10]


# -- birds -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("number", range(1, 10))
def test_cs_38_its_number_counted_from_the_dealer(number: int, dealer: int) -> None:
    """1, 5, 9 dealer; 2, 6 next; 3, 7 opposite; 4, 8 previous. Seat 1 draws, so every payment says whether it doubled."""
    hit = (dealer + (number - 1) % 4) % 4
    scene = self_draw("9s", READY, winner=1, dealer=dealer, draws=f"{number}m")
    assert [tile_text(event.tile) for event in scene.told(Bird)] == [f"{number}m"]
    for payer in (0, 2, 3):
        plain = 20 if dealer in (payer, 1) else 10
        assert paid(scene)[payer, 1] == plain * (2 if hit in (payer, 1) else 1)


@pytest.mark.parametrize("hit", range(4))
def test_cs_38_discard_winner_or_discarder(hit: int) -> None:
    scene = discard("9s", {3: READY}, payer=2, dealer=0, draws=f"{hit + 1}m")
    assert paid(scene) == {(2, 3): 20 if hit in (2, 3) else 10}


def test_cs_38_worked_example_1() -> None:
    """Non-dealer, small self-draw, bird 5: dealer pays 20 × 2, the others 10 each: +60. Bird on the winner: 40, 20, 20: +80."""
    assert self_draw("9s", READY, winner=1, draws="5m").money == [-40, 60, -10, -10]
    assert self_draw("9s", READY, winner=1, draws="6m").money == [-40, 80, -20, -20]


def test_cs_38_cs_42_worked_example_3() -> None:
    """Seat 2 discards to 0 (dealer, small) and 3 (one big), bird 3 (seat 2): 40 to 0, 120 to 3; seat 2 deals next."""
    scene = discard("9s", {0: READY, 3: "1144m3366p7788s9s"}, payer=2, draws="3m")
    assert paid(scene) == {(2, 0): 40, (2, 3): 120}
    assert scene.next_dealer == 2


def test_cs_38_the_next_wall_tile_from_the_front() -> None:
    scene = self_draw("9s", READY, winner=1, draws="4p", tail="6p")
    assert [tile_text(event.tile) for event in scene.told(Bird)] == ["4p"]
    assert scene.hand.table.left == 39


@pytest.mark.parametrize("count", [0, 1, 2, 4, 6])
def test_cs_39_number_of_birds_drawn_from_the_front(count: int) -> None:
    options: dict[str, object] = {"birds": count}
    scene = self_draw("9s", READY, winner=1, draws="1m 2m 3m 4m 4p 8m", options=options)
    assert [tile_text(event.tile) for event in scene.told(Bird)] == ["1m", "2m", "3m", "4m", "4p", "8m"][:count]
    assert scene.hand.table.left == 40 - count


TWICE = "1m 5m 2p 7m"  # two on the dealer (seat 0), one on seat 1, one on seat 2


@pytest.mark.parametrize(
    ("effect", "money"),
    [
        # Seat 1 wins: hits of 0: 3, of 2: 2, of 3: 1.
        ("double", [-20 * 8, 20 * 8 + 10 * 4 + 10 * 2, -10 * 4, -10 * 2]),
        ("linear", [-20 * 4, 20 * 4 + 10 * 3 + 10 * 2, -10 * 3, -10 * 2]),
        ("points", [-23, 23 + 12 + 11, -12, -11]),
    ],
)
def test_cs_39_bird_effect(effect: str, money: list[int]) -> None:
    options: dict[str, object] = {"birds": 4, "bird_effect": effect}
    assert self_draw("9s", READY, winner=1, draws=TWICE, options=options).money == money


def test_cs_39_one_doubling_per_payment_and_bird() -> None:
    # The one bird hits the payer's and the winner's payment once, not twice.
    assert paid(discard("9s", {1: READY}, payer=0, draws="1m")) == {(0, 1): 40}
    options: dict[str, object] = {"birds": 2}
    assert paid(discard("9s", {1: READY}, payer=0, draws="1m 2m", options=options)) == {(0, 1): 80}


@pytest.mark.parametrize("effect", ["double", "linear"])
def test_cs_39_points_and_base(effect: str) -> None:
    options: dict[str, object] = {"birds": 2, "bird_effect": effect, "base": 2}
    assert paid(discard("9s", {1: READY}, payer=0, draws="1m 2m", options=options)) == {(0, 1): 2 * 20 * (4 if effect == "double" else 3)}
    options["bird_effect"] = "points"
    assert paid(discard("9s", {1: READY}, payer=0, draws="1m 2m", options=options)) == {(0, 1): 2 * 22}


@pytest.mark.parametrize("number", range(1, 10))
def test_cs_40_bird_from_winner(number: int) -> None:
    options: dict[str, object] = {"bird_from": "winner"}
    hit = (3 + (number - 1) % 4) % 4
    scene = self_draw("9s", READY, winner=3, dealer=0, draws=f"{number}m", options=options)
    for payer in (0, 1, 2):
        assert paid(scene)[payer, 3] == (20 if payer == 0 else 10) * (2 if hit in (payer, 3) else 1)


def test_cs_40_several_winners_each_count_from_themselves() -> None:
    options: dict[str, object] = {"bird_from": "winner"}
    scene = discard("9s", {0: READY, 3: "1144m3366p7788s9s"}, payer=2, draws="3m", options=options)
    assert paid(scene) == {(2, 0): 40, (2, 3): 60}  # from 0 it is seat 2, from 3 seat 1


def test_cs_41_only_the_sea_bottom_left_it_is_the_bird() -> None:
    scene = place("changsha", ("", READY + "9s", "", ""), turn=1, drawn="9s", left=1, draws="5m").play("1 win")
    assert scene.money == [-40, 60, -10, -10]


def test_cs_41_missing_birds_repeat_the_last() -> None:
    options: dict[str, object] = {"birds": 4}
    scene = place("changsha", ("", READY + "9s", "", ""), turn=1, drawn="9s", left=2, draws="6m 5m", options=options).play("1 win")
    assert [tile_text(event.tile) for event in scene.told(Bird)] == ["6m", "5m", "5m", "5m"]
    # 6 hits the winner, three times 5 the dealer.
    assert scene.money == [-20 * 16, 20 * 16 + 40, -20, -20]


# -- presets -----------------------------------------------------------------------------------------------------


def test_preset_text_is_the_default() -> None:
    assert game("changsha").settings == game("changsha", preset="text").settings
    assert game("changsha").settings.changed() == {}


def test_preset_classic_cs_2_cs_17_cs_19_cs_27_cs_36_cs_39() -> None:
    assert game("changsha", preset="classic").settings.changed() == {
        "opening": "continues",
        "moment_requires_258": False,
        "robbing_plain_kong_is_big": False,
        "kong_dice": 2,
        "price_table": "classic",
        "birds": 2,
    }
    scene = self_draw("9s", READY, winner=1, draws="1m 6m", preset="classic")
    assert scene.money == [-2 * 4, 8 + 2 + 2, -1 * 2, -1 * 2]
