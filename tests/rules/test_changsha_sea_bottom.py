"""Changsha: the sea bottom 海底 (CS-29a to CS-33, CS-41)."""

from typing import Any

import pytest

from paiju.game.audience import WATCHER
from paiju.game.events import Bird, Draw, SeaOffer, SeaTurned
from tests.rules.changsha import calm
from tests.scenes import Scene, place, tile

READY = "123m456p789p55p78s"  # waits for 6s and 9s
OTHER = "123m234p678p22m78s"  # so does this
NO_BIRD: dict[str, object] = {"birds": 0}


def last(sea: str = "?", hands: dict[int, str] | None = None, *, turn: int = 0, discard: str = "", **more: Any) -> Scene:
    """One tile is left and ``turn`` has discarded: the wanted tile, or any, which nobody claims. Seat 2 deals."""
    held = [(hands or {}).get(seat, discard if seat == turn else "") for seat in range(4)]
    scene = place("changsha", held, turn=turn, **calm({"left": 1, "draws": sea, **more}))
    if discard:
        return scene.play(f"{turn} discard {discard}")
    scene.play(f"{turn} {scene.may(turn, 'discard')[0]}")
    while not scene.over and scene.may(scene.asked[0], "take") == []:
        scene.play("pass")
    return scene


# -- the offer ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", range(4))
def test_cs_30_asked_one_by_one_from_the_seat_due_to_draw_once_round(turn: int) -> None:
    scene = last(turn=turn)
    for n in range(4):
        assert scene.asked == ((turn + 1 + n) % 4,)
        assert scene.may(scene.asked[0]) == ["pass", "take"]
        scene.play(f"{scene.asked[0]} pass")
    assert scene.exhausted and scene.hand.table.left == 1


def test_cs_30_it_is_offered_not_drawn_and_in_public() -> None:
    scene = last()
    assert scene.told(Draw) == []
    scene.play("1 pass; 2 take")
    for audience in (0, 1, 2, 3, WATCHER):
        assert [(event.seat, event.taken) for event in scene.told(SeaOffer, audience)] == [(1, False), (2, True)]


@pytest.mark.parametrize("taker", range(4))
def test_cs_30_the_first_yes_takes_it_ready_or_not(taker: int) -> None:
    scene = last(turn=3)
    while scene.asked[0] != taker:
        scene.play(f"{scene.asked[0]} pass")
    scene.play(f"{taker} take").settle_windows()
    assert [draw.seat for draw in scene.told(Draw)] == [taker]
    assert scene.exhausted


def test_cs_30_a_locked_player_may_take_it() -> None:
    scene = last("9s", {1: "456p789p55p78s"}, melds=((), ("concealed_kong 1111m",), (), ()), locked=(1,))
    assert scene.play("1 take; 1 win").fans() == {"sea_bottom": 1}


def test_cs_30_two_tiles_left_is_an_ordinary_draw() -> None:
    scene = place("changsha", ("", "", "", ""), left=2)
    scene.play(f"0 {scene.may(0, 'discard')[0]}").settle_windows()
    assert scene.asked == (1,) and scene.may(1, "discard")


def test_cs_30_the_discard_before_may_be_won_punged_chowed() -> None:
    assert last(discard="9s", hands={1: READY}).play("1 win").fans() == {"small": 1}
    scene = last(discard="5m", hands={1: "4699m1247p1247s9p", 2: "55m"})
    assert scene.may(1) == ["pass", "chow 456m"] and scene.may(2) == ["pass", "pung 5m"]
    scene.play("1 pass; 2 pung 5m")
    scene.play(f"2 {scene.may(2, 'discard')[0]}")
    while not scene.may(scene.asked[0], "take"):
        scene.play("pass")
    assert scene.asked == (3,)  # who is due to draw now


def test_cs_30_the_discard_before_may_be_konged_which_takes_the_last_tile() -> None:
    scene = last("3s", discard="5m", hands={2: "555m"}).play("2 kong 5m")
    assert scene.drawn == "3s" and scene.hand.table.left == 0


def test_cs_30_a_kong_that_leaves_one_tile_changes_nothing() -> None:
    hands = ("1111m456p789p5p69s4s", "", "", "")
    scene = place("changsha", hands, left=2, drawn="1m", draws="9s", options=NO_BIRD).play("0 ckong 1m")
    assert scene.hand.table.left == 1
    scene.play(f"0 discard {scene.drawn}").settle_windows()  # everything passed
    assert [event.seat for event in scene.told(SeaOffer)] == [1, 2, 3, 0] and scene.exhausted


def test_cs_29a_the_last_tile_left_whatever_its_place() -> None:
    """Places 105, 106, 107 are left; two kongs take 106 and 107, and the front tile is the sea bottom."""
    hands = ("1111m2222p789p5p6s9s", "", "", "")
    scene = place("changsha", hands, left=3, drawn="1m", draws="9s 3m 4s", options=NO_BIRD).play("0 ckong 1m; 0 ckong 2p; 0 discard 4s")
    while not scene.may(scene.asked[0], "take"):
        scene.play("pass")
    scene.play("1 take").settle_windows()
    taken = scene.told(Draw)[-1]
    assert (taken.source, taken.place, taken.tile) == ("sea", 105, tile("9s"))


def test_cs_29a_left_by_dice() -> None:
    """The die takes 106 away, the front draw 105; the lower tile of the last stack is left."""
    hands = ("1111m456p789p55p78s", "", "", "")
    scene = place("changsha", hands, left=3, drawn="1m", draws="3p 4m 9m", dice=[1], options=NO_BIRD).play("0 cdice 1m; 0 discard 4m")
    scene.settle_windows()
    assert [draw.place for draw in scene.told(Draw)] == [106, 105]
    scene.play(f"1 discard {scene.drawn}")
    while not scene.may(scene.asked[0], "take"):
        scene.play("pass")
    scene.play("2 take").settle_windows()
    assert scene.told(Draw)[-1].place == 107


# -- taken -------------------------------------------------------------------------------------------------------


def test_cs_31_the_taker_wins_it() -> None:
    scene = last("9s", {1: READY}).play("1 take")
    assert scene.asked == (1,) and scene.may(1) == ["pass", "win"]
    for audience in (0, 2, 3, WATCHER):
        assert scene.told(Draw, audience)[-1].tile is None  # not turned up yet
    scene.play("1 win")
    assert scene.fans() == {"sea_bottom": 1}
    assert scene.money == [-30, 100, -40, -30]


def test_cs_31_it_is_added_to_the_hands_own_big_wins() -> None:
    scene = last("1s", {1: "1144m3366p7799s1s"}).play("1 take; 1 win")
    assert scene.fans() == {"seven_pairs": 1, "sea_bottom": 1}


@pytest.mark.parametrize(("value", "wins"), [(True, False), (False, True)])
def test_cs_31_moment_requires_258(value: bool, wins: bool) -> None:
    options: dict[str, object] = {"moment_requires_258": value}
    scene = last("9s", {1: "123m456p789p33p78s"}, options=options).play("1 take")
    assert (scene.asked == (1,)) == wins
    others = last("9s", {2: "123m456p789p33p78s"}, options=options).play("1 take")
    assert (others.asked == (2,)) == wins


def test_cs_31_otherwise_it_is_turned_up_and_others_may_win() -> None:
    scene = last("9s", {0: READY, 3: OTHER}, turn=2).play("3 pass; 0 pass; 1 take")
    assert [event.tile for event in scene.told(SeaTurned, WATCHER)] == [tile("9s")]
    assert scene.asked == (0, 3) and scene.may(0) == scene.may(3) == ["pass", "win"]
    scene.play("0 win; 3 pass")
    assert scene.fans() == {"sea_bottom_discard": 1}
    assert scene.money == [60, -60, 0, 0]  # the taker pays


def test_cs_31_several_may_win_and_the_taker_pays_each() -> None:
    scene = last("9s", {0: READY, 3: OTHER}, turn=2).play("3 pass; 0 pass; 1 take; 3 win; 0 win")
    assert scene.winners == [3, 0]
    assert scene.money == [60, -120, 0, 60]
    assert scene.next_dealer == 1  # rule E


def test_cs_31_also_if_the_taker_passes_his_win() -> None:
    scene = last("9s", {1: READY, 3: OTHER}).play("1 take; 1 pass")
    assert scene.asked == (3,)
    assert scene.play("3 win").fans() == {"sea_bottom_discard": 1}


def test_cs_31_no_chow_pung_kong() -> None:
    scene = last("5m", {2: "46m1199p1199s", 3: "555m"}).play("1 take")
    assert scene.exhausted


def test_cs_31_no_discard_from_the_hand() -> None:
    scene = last("3m", {1: READY})
    scene.play("1 take")
    assert scene.exhausted and scene.held(1) == "123m45556789p78s" and scene.river(1) == ""


def test_cs_32_nobody_takes_it_or_nobody_wins_nothing_is_paid() -> None:
    nobody = last("9s", {1: READY}).play("1 pass; 2 pass; 3 pass; 0 pass")
    assert nobody.exhausted and nobody.money == [0, 0, 0, 0] and nobody.told(SeaTurned) == []
    vain = last("3m", {1: READY}).play("1 take")
    assert vain.exhausted and vain.money == [0, 0, 0, 0]
    passed = last("9s", {1: READY, 3: OTHER}).play("1 take; 1 pass; 3 pass")
    assert passed.exhausted and passed.money == [0, 0, 0, 0]


# -- the bird ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("birds", "factor"), [(0, 1), (1, 2), (2, 4), (6, 64)])
def test_cs_33_won_on_the_sea_bottom_that_tile_is_the_bird(birds: int, factor: int) -> None:
    """9 counted from the dealer, seat 2, hits the dealer; several birds are that tile again and again."""
    scene = last("9s", {1: READY}, options={"birds": birds}).play("1 take; 1 win")
    assert [event.tile for event in scene.told(Bird)] == [tile("9s")] * birds
    assert scene.money == [-30, 60 + 40 * factor, -40 * factor, -30]


def test_cs_33_on_a_sea_bottom_discard_too() -> None:
    scene = last("9s", {0: READY}, turn=3, options={"birds": 1}).play("0 pass; 1 pass; 2 take; 0 win")
    assert [event.tile for event in scene.told(Bird)] == [tile("9s")]
    assert scene.money == [2 * 70, 0, -2 * 70, 0]


def test_cs_41_a_win_before_it_turns_it_up_as_the_bird() -> None:
    scene = last("5m", discard="9s", hands={1: READY}, options={"birds": 1}, turn=0).play("1 win")
    assert [event.tile for event in scene.told(Bird)] == [tile("5m")]
    assert scene.told(SeaOffer) == []
