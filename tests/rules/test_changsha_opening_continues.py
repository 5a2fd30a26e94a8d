"""Changsha: opening wins with `opening` = continues, paid at once while play goes on (CS-2, CS-9)."""

from paiju.game.events import Bird, OpeningWin, Pay
from tests.rules.changsha import dealt

NO_BIRD: dict[str, object] = {"birds": 0}
SEVENS = "7777m25m1479p369s"  # four of a kind
PUNGS = "222m888p49m6p1258s"  # two triplets
COMPLETE = "123m456p789p55p78s9s"  # fourteen tiles, the last dealt last


CONTINUES: dict[str, object] = {"opening": "continues"}


def test_cs_2_continues_is_paid_at_once_and_play_goes_on() -> None:
    scene = dealt({1: SEVENS}, dice=[4], options=CONTINUES).play("1 win")
    assert not scene.over and scene.asked == (0,) and scene.may(0, "discard")
    assert [(pay.giver, pay.to, pay.amount, pay.why) for pay in scene.told(Pay)] == [
        (0, 1, 20, "opening"),
        (2, 1, 10, "opening"),
        (3, 1, 20, "opening"),
    ]
    assert scene.told(Pay)[0].fans == ("four_of_a_kind",)
    while not scene.over:
        scene.drift()
    assert scene.exhausted and scene.money == [-20, 50, -10, -20]  # die 4 is the seat before the dealer


def test_cs_9_continues_one_die_for_each_winner_and_the_tiles_return_to_the_hand() -> None:
    scene = dealt({1: SEVENS, 3: PUNGS}, dealer=2, dice=[1, 2], options=CONTINUES).play("1 win; 3 win")
    # In seat order from the dealer on: seat 3's die 1 hits the dealer, seat 1's die 2 hits seat 3.
    assert [(event.seat, event.die) for event in scene.told(OpeningWin)] == [(3, 1), (1, 2)]
    received = {(pay.giver, pay.to): pay.amount for pay in scene.told(Pay)}
    assert received == {(2, 3): 40, (0, 3): 10, (1, 3): 10, (2, 1): 20, (0, 1): 10, (3, 1): 20}
    assert len(scene.held(1)) == len(SEVENS) - 1 and scene.held(1) == "257777m1479p369s"
    assert scene.told(Bird) == []


def test_cs_2_continues_the_dealer_too() -> None:
    scene = dealt({0: SEVENS + "7s"}, dice=[1], options=CONTINUES).play("0 win")
    assert scene.asked == (0,) and [pay.amount for pay in scene.told(Pay)] == [40, 40, 40]
    while not scene.over:
        scene.drift()
    assert scene.money == [120, -40, -40, -40]


def test_cs_9_continues_one_die_whatever_the_number_of_birds_and_none_without_birds() -> None:
    scene = dealt({1: SEVENS}, dice=[2, 2], options=CONTINUES | {"birds": 4}).play("1 win")
    assert [pay.amount for pay in scene.told(Pay)] == [40, 20, 20]
    scene = dealt({1: SEVENS}, options=CONTINUES | NO_BIRD).play("1 win")
    assert [event.die for event in scene.told(OpeningWin)] == [None]
    assert [pay.amount for pay in scene.told(Pay)] == [20, 10, 10]


def test_cs_2_continues_then_another_wins_and_both_are_settled() -> None:
    hands = {0: "9s", 1: SEVENS, 2: "123m456p789p55p78s"}
    scene = dealt(hands, options=CONTINUES | NO_BIRD).play("1 win").play("0 discard 9s; 2 win")
    assert scene.winners == [1, 2]
    assert scene.fans(2) == {"earthly": 1}
    assert scene.money == [-20 - 70, 40, -10 + 70, -10]


def test_cs_2_continues_heavenly_ends_the_hand() -> None:
    scene = dealt({0: COMPLETE, 1: SEVENS}, options=CONTINUES | NO_BIRD).play("1 win; 0 win")
    assert scene.over and scene.winners == [1, 0]
    assert scene.money == [-20 + 120, 40 - 40, -10 - 40, -10 - 40]
    scene = dealt({0: COMPLETE, 1: SEVENS}, options=CONTINUES | NO_BIRD).play("1 win; 0 pass")
    assert scene.asked == (0,) and scene.may(0, "win") == []


def test_cs_2_preset_classic_continues() -> None:
    scene = dealt({1: SEVENS}, dice=[3], preset="classic").play("1 win")
    assert not scene.over
    assert [pay.amount for pay in scene.told(Pay)] == [2, 1 * 2, 1]  # classic prices; die 3 hits seat 2
