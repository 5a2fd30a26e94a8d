"""Changsha: opening wins 起手胡 and 天胡 (CS-2 to CS-9, CS-49)."""

import pytest

from paiju.core.notation import parse_tile, tile_text
from paiju.game.audience import WATCHER
from paiju.game.events import Bird, OpeningWin, Win
from paiju.game.why import why_not
from tests.rules.changsha import dealt
from tests.scenes import Scene

NO_BIRD: dict[str, object] = {"birds": 0}

FOUR = "1111m46m258p369s4s"
NO_258 = "1346m1349p13679s"
MISSING = "124578m1245679p"
TRIPLETS = "111m333p258m2p469s"
PATTERNS = {"four_of_a_kind": FOUR, "no_258": NO_258, "missing_suit": MISSING, "two_triplets": TRIPLETS}
COMPLETE = "123m456p789p55p78s9s"  # fourteen tiles, the last dealt last
# Others of their kind, to be held at one table.
SEVENS = "7777m25m1479p369s"
PUNGS = "222m888p49m6p1258s"


def patterns(scene: Scene) -> dict[int, tuple[str, ...]]:
    return {event.seat: event.patterns for event in scene.told(OpeningWin)}


# -- who is asked ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize("seat", range(4))
def test_cs_2_each_holder_of_a_pattern_may_win_at_once(name: str, seat: int) -> None:
    scene = dealt({seat: PATTERNS[name]}, dealer=(seat + 1) % 4)
    assert scene.asked == (seat,) and scene.may(seat) == ["pass", "win"]
    scene.play(f"{seat} win")
    assert scene.over and scene.winners == [seat]
    assert scene.fans() == {name: 1}
    assert patterns(scene) == {seat: (name,)}


@pytest.mark.parametrize(
    ("hand", "asked"),
    [
        ("1112m46m258p369s4s", False),  # three equal tiles are no 四喜
        ("1346m1349p13678s", False),  # one 8
        ("124578m124567p1s", False),
        ("111m33p2578m2p469s", False),  # one triplet
        ("2468m13579p1357s", False),
        ("111m333p222s4668p", True),
    ],
)
def test_cs_2_what_is_no_pattern(hand: str, asked: bool) -> None:
    assert (1 in dealt({1: hand}).asked and "win" in dealt({1: hand}).may(1)) == asked


def test_cs_2_without_patterns_the_dealer_begins() -> None:
    scene = dealt({})
    assert scene.asked == (0,) and scene.may(0, "discard") and not scene.may(0, "win")


@pytest.mark.parametrize("name", PATTERNS)
def test_cs_2_each_has_a_switch(name: str) -> None:
    options: dict[str, object] = {f"opening_{name}": False}
    assert dealt({1: PATTERNS[name]}, options=options).asked == (0,)
    for other in PATTERNS.keys() - {name}:
        assert dealt({1: PATTERNS[other]}, options=options).asked == (1,)


def test_cs_2_a_switched_off_pattern_does_not_pay_beside_another() -> None:
    hand = "1346m134467799p"  # 板板胡 and 缺一色
    scene = dealt({1: hand}, options={"opening_no_258": False} | NO_BIRD).play("1 win")
    assert scene.fans() == {"missing_suit": 1}


def test_cs_2_passed_play_goes_on_and_it_is_not_asked_again() -> None:
    scene = dealt({1: FOUR}).play("1 pass")
    assert scene.asked == (0,) and scene.may(0, "discard")
    scene.play(f"0 {scene.may(0, 'discard')[0]}").settle_windows()
    assert scene.asked == (1,) and scene.may(1, "win") == []
    assert scene.may(1, "ckong") == ["ckong 1m"]


def test_cs_4_the_dealer_is_judged_on_fourteen_tiles() -> None:
    assert dealt({0: "111m46m258p3699s4s1m"}).asked == (0,)
    assert "win" in dealt({0: "111m46m258p3699s4s1m"}).may(0)  # the fourteenth makes the four
    scene = dealt({0: "124578m1245679p9s"})  # and ends 缺一色
    assert scene.may(0, "win") == [] and scene.may(0, "discard")


def test_cs_4_the_others_are_judged_on_thirteen() -> None:
    for seat in (1, 2, 3):
        assert dealt({seat: MISSING}).asked == (seat,)


def test_cs_3_all_are_asked_at_once_and_all_must_answer() -> None:
    scene = dealt({0: SEVENS + "7s", 2: NO_258, 3: PUNGS})
    assert scene.asked == (0, 2, 3)
    scene.play("2 win")
    assert set(scene.asked) == {0, 3} and not scene.over
    assert scene.told(OpeningWin) == []  # nobody learns another's answer
    scene.play("0 pass")
    assert not scene.over
    scene.play("3 win")
    assert scene.over and scene.winners == [2, 3]


def test_cs_3_all_pass_and_play_goes_on() -> None:
    scene = dealt({0: SEVENS + "7s", 2: NO_258}).play("2 pass; 0 pass")
    assert scene.asked == (0,) and scene.may(0, "discard")
    assert scene.told(OpeningWin) == []


# -- 天胡 --------------------------------------------------------------------------------------------------------


def test_cs_3_cs_49_heavenly_is_declared_in_the_same_window() -> None:
    scene = dealt({0: COMPLETE, 1: SEVENS})
    assert scene.asked == (0, 1)
    scene.play("0 win; 1 win")
    assert scene.winners == [0, 1]
    assert scene.fans(0) == {"heavenly": 1}
    assert [event.how for event in scene.told(Win)] == ["opening"]


def test_cs_3_passed_it_is_gone() -> None:
    scene = dealt({0: COMPLETE}).play("0 pass")
    assert scene.asked == (0,) and scene.may(0, "win") == []
    assert why_not(scene.hand, 0).code == "dealt_win_passed"


def test_cs_3_until_he_draws_a_replacement_the_dealer_may_not_win() -> None:
    scene = dealt({0: "1111m23m456p789p55p"}, tail="4m", options=NO_BIRD).play("0 pass")
    assert scene.may(0, "win") == []
    scene.play("0 ckong 1m")
    assert scene.drawn == "4m" and scene.may(0, "win") == ["win"]
    assert scene.play("0 win").fans() == {"small": 1}


def test_cs_49_after_a_kong_it_is_a_kong_draw_or_a_plain_self_draw() -> None:
    hand = "1111m456p789p55p78s"
    scene = dealt({0: hand}, tail="9s", options={"opening": "off"} | NO_BIRD)
    assert scene.asked == (0,)
    plain = Scene(scene.hand.clone()).play("0 ckong 1m; 0 win")
    assert plain.fans() == {"small": 1}
    thrown = dealt({0: hand}, stacks={2: "6s?"}, dice=[2], options={"opening": "off"} | NO_BIRD).play("0 cdice 1m; 0 win")
    assert thrown.fans() == {"kong_draw": 1}


@pytest.mark.parametrize("options", [{"opening": "off"}, {f"opening_{name}": False for name in PATTERNS}])
def test_cs_3_opening_off_asks_for_heavenly_alone(options: dict[str, object]) -> None:
    for seat, hand in enumerate(PATTERNS.values()):
        scene = dealt({seat: hand}, dealer=(seat + 1) % 4, options=options)
        assert scene.may(seat, "win") == [] and scene.asked == ((seat + 1) % 4,)
    scene = dealt({0: COMPLETE, 1: SEVENS}, options=options | NO_BIRD)
    assert scene.asked == (0,) and scene.may(0) == ["pass", "win"]
    assert scene.play("0 win").fans() == {"heavenly": 1}


def test_cs_49_heavenly_needs_the_pair_of_258_unless_the_option_says_no() -> None:
    hand = {0: "123m456p789p11s78s9s"}
    assert dealt(hand).may(0, "win") == []
    scene = dealt(hand, options={"moment_requires_258": False} | NO_BIRD)
    assert scene.asked == (0,) and scene.play("0 win").fans() == {"heavenly": 1}


def test_cs_7_with_heavenly_only_the_big_win_counts() -> None:
    hand = "111m333m55m999m78m9m"  # one suit, two triplets and more
    scene = dealt({0: hand}, options=NO_BIRD).play("0 win")
    fans = scene.fans()
    assert fans["heavenly"] == 1 and fans["one_suit"] == 1
    assert not fans.keys() & PATTERNS.keys()
    assert scene.money == [3 * 80, -80, -80, -80]  # two big self-draws of the dealer


def test_cs_18_heavenly_adds_to_the_other_big_wins() -> None:
    scene = dealt({0: "1133m557799p1122s"}, options=NO_BIRD).play("0 win")
    assert scene.fans() == {"seven_pairs": 1, "heavenly": 1}


# -- what they pay -----------------------------------------------------------------------------------------------


def test_cs_5_each_pattern_pays_one_small_self_draw_win() -> None:
    for hand in PATTERNS.values():
        assert dealt({1: hand}, options=NO_BIRD).play("1 win").money == [-20, 40, -10, -10]
    assert dealt({0: FOUR + "7s"}, options=NO_BIRD).play("0 win").money == [60, -20, -20, -20]


def test_cs_5_patterns_add_up_worked_example_4() -> None:
    """板板胡 + 缺一色, non-dealer: dealer 40, others 20 each."""
    scene = dealt({1: "1346m134467799p"}, options=NO_BIRD).play("1 win")
    assert scene.fans() == {"no_258": 1, "missing_suit": 1}
    assert scene.money == [-40, 80, -20, -20]
    four = dealt({2: "1111333777999m"}, options=NO_BIRD).play("2 win")
    assert four.fans() == {"four_of_a_kind": 1, "no_258": 1, "missing_suit": 1, "two_triplets": 1}
    assert four.money == [-80, -40, 160, -40]


def test_cs_5_a_pattern_counts_once() -> None:
    assert dealt({1: "1111m2222p3333s5m"}, options=NO_BIRD).play("1 win").fans() == {"four_of_a_kind": 1}
    assert dealt({1: "111m222p333s447m6s"}, options=NO_BIRD).play("1 win").fans() == {"two_triplets": 1}
    assert dealt({1: "1122334456789m"}, options=NO_BIRD).play("1 win").fans() == {"missing_suit": 1}  # two suits


def test_cs_6_a_quad_is_no_triplet() -> None:
    scene = dealt({1: "1111m333p258m46s"}, options=NO_BIRD).play("1 win")
    assert scene.fans() == {"four_of_a_kind": 1}
    assert dealt({1: "1111m333p258m46s"}, options={"opening_four_of_a_kind": False}).asked == (0,)


def test_cs_8_several_winners_each_collect_from_the_three_others() -> None:
    scene = dealt({0: SEVENS + "7s", 2: PUNGS, 3: NO_258}, options=NO_BIRD)
    scene.play("0 win; 2 win; 3 win")
    # 0: 20 from each; 2 and 3: 20 from the dealer, 10 from each other seat.
    assert scene.money == [60 - 40, -20 - 20, 40 - 20 - 10, 40 - 20 - 10]


@pytest.mark.parametrize(
    ("bird", "money"),
    [
        ("5m", [-80, 50, -20, 50]),  # the dealer: what he pays doubles
        ("6m", [-60, 60, -30, 30]),  # winner 1: all he receives, and what he pays winner 3
        ("7p", [-40, 40, -40, 40]),  # seat 2: what he pays
        ("8m", [-60, 30, -30, 60]),  # winner 3: all he receives, and what he pays winner 1
    ],
)
def test_cs_8_one_bird_for_all_between_two_winners_both_directions_double(bird: str, money: list[int]) -> None:
    """Without the bird winner 1 gets 20, 10, 10 of seats 0, 2, 3, and winner 3 gets 20, 10, 10 of seats 0, 1, 2."""
    scene = dealt({1: SEVENS, 3: PUNGS}, draws=bird)
    assert scene.asked == (1, 3)
    scene.play("1 win; 3 win")
    assert [tile_text(event.tile) for event in scene.told(Bird)] == [bird]
    assert scene.money == money


def test_cs_9_ends_hand_draws_the_bird_as_for_any_win() -> None:
    scene = dealt({1: FOUR}, draws="7p").play("1 win")
    assert [event.tile for event in scene.told(Bird)] == [parse_tile("7p")]
    assert scene.money == [-20, 50, -20, -10]  # 7: the seat opposite the dealer


def test_cs_2_the_tiles_shown_for_a_pattern() -> None:
    scene = dealt({1: SEVENS, 3: PUNGS}).play("1 win; 3 win")
    shown = {event.seat: "".join(tile_text(k) for k in event.shown) for event in scene.told(OpeningWin, WATCHER)}
    assert shown == {1: "7m" * 4, 3: "2m" * 3 + "8p" * 3}
