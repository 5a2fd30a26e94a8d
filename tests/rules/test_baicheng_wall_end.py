"""Baicheng: the last four tiles are shared (BC-25), exhausted hands (BC-30), a pung of the treasure as a kong (BC-8)."""

from typing import Any

import pytest

from paiju.core.table import WINDOW
from paiju.game.audience import EVERYTHING, WATCHER
from paiju.game.events import Draw, Exhausted, Pay
from paiju.game.why import why_not
from tests.scenes import Scene, place, tile

READY = "123m456p789p55p78s"  # waits for 6s and 9s
OTHER = "234m456p789p11p78s"  # so does this


def last_four(*hands: str, draws: str = "", turn: int = 0, discard: str = "", **more: Any) -> Scene:
    """Four tiles to draw and the treasure; ``turn`` has discarded: the wanted tile, or any, which nobody claims."""
    held = [*hands, "", "", "", ""][:4]
    scene = place("baicheng", held, draws=draws, left=5, turn=turn, **more)
    if discard:
        return scene.play(f"{turn} discard {discard}")
    scene.play(f"{turn} {scene.may(turn, 'discard')[0]}")
    while scene.hand.table.asks == WINDOW:
        scene.play("pass")
    return scene


def each(taker: int, amount: int) -> list[int]:
    return [3 * amount if seat == taker else -amount for seat in range(4)]


# -- sharing -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", range(4))
def test_bc_25_from_the_next_player_on_each_takes_one_in_drawing_order(turn: int) -> None:
    scene = last_four(turn=turn, draws="1m 4p 7s 9m").settle_windows()
    taken = [(draw.seat, draw.source, draw.tile) for draw in scene.told(Draw)]
    assert taken == [((turn + 1 + n) % 4, "last", tile(text)) for n, text in enumerate(("1m", "4p", "7s", "9m"))]
    assert scene.exhausted and scene.hand.table.left == 1


def test_bc_25_a_draw_with_five_left_is_an_ordinary_one() -> None:
    scene = place("baicheng", ("", "", "", ""), left=6)
    scene.play(f"0 {scene.may(0, 'discard')[0]}").settle_windows()
    assert scene.asked == (1,) and scene.may(1, "discard") and scene.told(Draw)[-1].source == "front"
    scene.play(f"1 discard {scene.drawn}").settle_windows()
    assert scene.exhausted


def test_bc_25_seen_by_its_taker_only() -> None:
    scene = last_four().settle_windows()
    for audience in (0, 1, 2, 3, WATCHER):
        assert {draw.seat for draw in scene.told(Draw, audience) if draw.tile is not None} == {audience} - {WATCHER}
    assert all(draw.tile is not None for draw in scene.told(Draw, EVERYTHING))


def test_bc_25_each_is_asked_before_the_next_takes_one() -> None:
    scene = last_four("", READY, OTHER, draws="9s 6s")
    assert scene.asked == (1,) and scene.may(1) == ["pass", "win"]
    assert why_not(scene.hand, 1).code == "ok"
    assert [draw.seat for draw in scene.told(Draw)] == [1]
    scene.play("1 pass")
    assert scene.asked == (2,) and scene.may(2) == ["pass", "win"]
    assert [draw.seat for draw in scene.told(Draw)] == [1, 2]
    scene.play("2 win")
    assert scene.winners == [2]


def test_bc_25_the_first_to_win_ends_it() -> None:
    scene = last_four("", READY, OTHER, draws="9s 6s").play("1 win")
    assert scene.over and scene.winners == [1] and len(scene.told(Draw)) == 1


def test_bc_25_it_is_a_self_draw_with_closed_wait_as_usual_and_no_kong_draw() -> None:
    scene = last_four("", "123m456p789p55p79s", draws="8s").play("1 win")
    assert scene.fans() == {"standing": 1, "closed_wait": 1, "self_draw": 1}
    assert scene.win_money == [-32, 32 + 16 + 16, -16, -16]  # 2^3, all closed, seat 0 dealer


def test_bc_25_treasure_as_usual() -> None:
    scene = last_four("", READY, draws="4m", stacks={1: "?4m"})
    assert scene.asked == (1,)
    assert scene.play("1 win").fans() == {"standing": 1, "treasure": 2}
    scene = last_four("", "123m456p789p55p79s", draws="8s", stacks={1: "?8s"}).play("1 win")
    assert scene.fans() == {"standing": 1, "closed_wait": 1, "treasure_in_treasure": 3}


def test_bc_25_no_discard_no_kong_no_declaration() -> None:
    scene = last_four("", "111m2228p347s567z", "444m147p258s6669p", draws="1m 6p 7z").settle_windows()
    assert scene.exhausted
    assert (scene.held(1), scene.held(2)) == ("1111m2228p347s567z", "444m14666679p258s")
    assert (scene.melds(1), scene.melds(2)) == ([], [])
    assert [scene.river(seat) for seat in (1, 2, 3)] == ["", "", ""]


def test_bc_25_then_exhausted() -> None:
    scene = last_four().settle_windows()
    assert scene.told(Exhausted) and scene.winners == [] and scene.money == [0, 0, 0, 0]


def test_bc_25_with_four_left_a_discard_may_be_won_chowed_or_punged() -> None:
    scene = last_four("9s", READY, discard="9s")
    assert "win" in scene.may(1)
    scene.play("1 win")
    assert scene.fans() == {"standing": 1}
    scene = last_four("5m", "46m", "55m", discard="5m")
    assert scene.may(1) == ["pass", "chow 456m"] and scene.may(2) == ["pass", "pung 5m"]
    scene.play("1 pass; 2 pung 5m")
    scene.play(f"2 {scene.may(2, 'discard')[0]}").settle_windows()
    assert [draw.seat for draw in scene.told(Draw)] == [3, 0, 1, 2]  # from the next player on


def test_bc_25_but_not_konged() -> None:
    scene = last_four("5m", "", "555m", discard="5m")
    assert scene.may(2) == ["pass", "pung 5m"]


def test_bc_25_passed_it_is_exhausted() -> None:
    scene = last_four("", READY, draws="9s").play("1 pass").settle_windows()
    assert scene.exhausted and scene.held(1) == "123m45556789p789s"


# -- exhausted hands ---------------------------------------------------------------------------------------------


def test_bc_30_kongs_are_paid_on_exhausted_hands() -> None:
    melds = (("pung 111m",), ("added_kong 2222p",), ("dragons_kong 5667z",), ("concealed_kong 3333s", "melded_kong 4444s"))
    scene = last_four(melds=melds).settle_windows()
    assert scene.exhausted
    assert scene.kong_money == [-5 - 10 - 15, 15 - 10 - 15, 30 - 5 - 15, 45 - 5 - 10]


# -- the treasure's pung -----------------------------------------------------------------------------------------


def pung_money(scene: Scene) -> list[int]:
    paid = [0, 0, 0, 0]
    for payment in scene.hand.result().extras:
        assert payment.clause == "BC-8"
        paid[payment.giver] -= int(payment.amount)
        paid[payment.taker] += int(payment.amount)
    return paid


MELDED: dict[str, Any] = {"melds": ((), (), ("pung 444m",), ()), "stacks": {1: "?4m"}}
THREE = ("", "", "444m")


def test_bc_8_a_melded_pung_of_its_kind_counts_as_a_melded_kong() -> None:
    assert pung_money(last_four(**MELDED).settle_windows()) == each(2, 5)


def test_bc_8_three_in_hand_count_as_a_concealed_kong() -> None:
    assert pung_money(last_four(*THREE, stacks={1: "?4m"}).settle_windows()) == each(2, 10)


def test_bc_8_on_the_tiles_as_they_lie_whatever_they_are_used_for() -> None:
    assert pung_money(last_four("", "", "444m555m666m", stacks={1: "?4m"}).settle_windows()) == each(2, 10)
    assert pung_money(last_four("", "", "44m", stacks={1: "?4m"}).settle_windows()) == [0, 0, 0, 0]
    assert pung_money(last_four(melds=((), (), ("chow 456m", "chow 456m", "chow 345m"), ()), stacks={1: "?4m"}).settle_windows()) == [0, 0, 0, 0]


@pytest.mark.parametrize("winner", [1, 2])
def test_bc_8_for_any_player_when_the_hand_is_won(winner: int) -> None:
    hands = ["9s", "", "", ""]
    hands[winner] = READY
    hands[3 - winner] = "444m"
    scene = place("baicheng", hands, stacks={1: "?4m"}).play("0 discard 9s").play(f"{winner} win")
    assert pung_money(scene) == each(3 - winner, 10)
    hands[3 - winner] = ""
    hands[winner] = "444m456p789p55p78s"
    scene = place("baicheng", hands, stacks={1: "?4m"}).play("0 discard 9s").play(f"{winner} win")
    assert pung_money(scene) == each(winner, 10)


def test_bc_8_the_own_drawn_winning_tile_is_included() -> None:
    scene = place("baicheng", ("44m456p789p55p999s4m", "", "", ""), drawn="4m", stacks={1: "?4m"}).play("0 win")
    assert pung_money(scene) == each(0, 10)


def test_bc_8_two_in_hand_and_the_third_won_from_another() -> None:
    scene = place("baicheng", ("4m", "44m456p789p55p999s", "", ""), stacks={1: "?4m"}).play("0 discard 4m; 1 win")
    assert pung_money(scene) == each(1, 5)
    # Won as a chow's tile, it is the third all the same.
    scene = place("baicheng", ("4m", "4456m567p789p999s", "", ""), stacks={1: "?4m"}).play("0 discard 4m; 1 win")
    assert pung_money(scene) == each(1, 5)


def test_bc_8_shared_tiles_count() -> None:
    assert pung_money(last_four("", "44m", draws="4m", stacks={1: "?4m"}).settle_windows()) == each(1, 10)


def test_bc_8_a_treasure_drawn_and_won_with_is_the_third() -> None:
    scene = place("baicheng", ("", "44m123p789p55p78s9s", "", ""), draws="4m", stacks={1: "?4m"})
    scene.play(f"0 {scene.may(0, 'discard')[0]}").settle_windows()
    assert scene.play("1 win").fans()["treasure"] == 2
    assert pung_money(scene) == each(1, 10)


@pytest.mark.parametrize(
    ("value", "melded", "in_hand", "third_won"), [(True, 5, 10, 5), ("melded_only", 5, 0, 0), (False, 0, 0, 0)]
)
def test_bc_8_treasure_pung_is_kong(value: object, melded: int, in_hand: int, third_won: int) -> None:
    options: dict[str, object] = {"treasure_pung_is_kong": value}
    assert pung_money(last_four(**MELDED, options=options).settle_windows()) == each(2, melded)
    assert pung_money(last_four(*THREE, stacks={1: "?4m"}, options=options).settle_windows()) == each(2, in_hand)
    scene = place("baicheng", ("4m", "44m456p789p55p999s", "", ""), stacks={1: "?4m"}, options=options).play("0 discard 4m; 1 win")
    assert pung_money(scene) == each(1, third_won)


@pytest.mark.parametrize(("options", "melded", "in_hand"), [({"kong_unit": 3}, 3, 6), ({"base": 2}, 10, 20), ({"base": 2, "kong_unit": 3}, 6, 12)])
def test_bc_8_in_the_unit_of_kongs(options: dict[str, object], melded: int, in_hand: int) -> None:
    assert pung_money(last_four(**MELDED, options=options).settle_windows()) == each(2, melded)
    assert pung_money(last_four(*THREE, stacks={1: "?4m"}, options=options).settle_windows()) == each(2, in_hand)


def test_bc_8_settled_only_at_the_end_so_that_nobody_learns_the_treasure() -> None:
    scene = place("baicheng", ("4m", "44m", "", ""), stacks={1: "?4m"}, left=6).play("0 discard 4m; 1 pung 4m")
    assert scene.told(Pay) == []
    while not scene.over:
        scene.drift()
    assert [(pay.to, pay.amount, pay.why) for pay in scene.told(Pay, WATCHER)] == [(1, 5, "treasure_pung")] * 3


def test_bc_8_with_a_changed_treasure_the_last_one_counts() -> None:
    options: dict[str, object] = {"treasure_changes_when_three_visible": True}
    scene = place("baicheng", ("4m", "44m", "777p", ""), stacks={1: "7p4m"}, left=6, options=options).play("0 discard 4m; 1 pung 4m")
    while not scene.over:
        scene.drift()
    assert pung_money(scene) == each(2, 10)
