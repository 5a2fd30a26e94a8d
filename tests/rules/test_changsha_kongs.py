"""Changsha: 补张 and 开杠 with one die: which tile is taken, when, and the lock (CS-19 to CS-24)."""

import pytest

from paiju.game.audience import WATCHER
from paiju.game.events import Dice
from tests.rules.changsha import FOUR, locked, sources, turn, window
from tests.scenes import Scene, place

READY = "123m456p789p55p78s"  # waits for 6s and 9s
ADDED = "1m456p789p55p78s"  # beside a pung of 1m


# -- two ways ----------------------------------------------------------------------------------------------------


def test_cs_19_the_choice_is_part_of_the_proposal_or_claim() -> None:
    assert {"ckong 1m", "cdice 1m"} <= set(turn(FOUR, "1m").may(0))
    assert {"akong 1m", "adice 1m"} <= set(turn(ADDED, "1m", "pung 111m").may(0))
    assert {"kong 1m", "dicekong 1m"} <= set(window("1m", "111m456p789p55p78s").may(1))


@pytest.mark.parametrize("dice", [False, True])
def test_cs_19_concealed(dice: bool) -> None:
    scene = turn(FOUR, "1m", tail="3m", stacks={4: "4m?"}, dice=[4]).play("0 cdice 1m" if dice else "0 ckong 1m")
    assert scene.melds(0) == ["concealed_kong 1111m"]
    assert scene.drawn == ("4m" if dice else "3m")
    assert [event.dice for event in scene.told(Dice)] == ([(4,)] if dice else [])
    assert sources(scene) == [(0, "dice", 100) if dice else (0, "tail", 106)]


@pytest.mark.parametrize("dice", [False, True])
def test_cs_19_added(dice: bool) -> None:
    scene = turn(ADDED, "1m", "pung 111m", tail="3m", stacks={2: "4m?"}, dice=[2]).play("0 adice 1m" if dice else "0 akong 1m")
    assert scene.melds(0) == ["added_kong 1111m"]
    assert scene.drawn == ("4m" if dice else "3m")


@pytest.mark.parametrize("dice", [False, True])
def test_cs_19_melded(dice: bool) -> None:
    scene = window("1m", "111m456p789p55p78s", tail="3m", stacks={6: "4m?"}, dice=[6]).play("1 dicekong 1m" if dice else "1 kong 1m")
    assert scene.melds(1) == ["melded_kong 1111m"]
    assert scene.asked == (1,) and scene.drawn == ("4m" if dice else "3m")


def test_cs_19_replacements_without_dice_upper_then_lower_then_the_stack_before() -> None:
    scene = turn("1111m2222p3333s78s", "1m", tail="6m 7m 9m").play("0 ckong 1m; 0 ckong 2p; 0 ckong 3s")
    assert sources(scene) == [(0, "tail", 106), (0, "tail", 107), (0, "tail", 104)]


@pytest.mark.parametrize("n", range(1, 7))
def test_cs_19_the_nth_stack_from_the_tail_its_upper_tile(n: int) -> None:
    scene = turn(FOUR, "1m", stacks={n: "4m?"}, dice=[n]).play("0 cdice 1m")
    assert sources(scene) == [(0, "dice", 108 - 2 * n)] and scene.drawn == "4m"


def test_cs_19_else_the_lower() -> None:
    scene = turn("1111m2222p789p78s5p", "1m", tail="5p", stacks={1: "?3m"}, dice=[1]).play("0 ckong 2p; 0 cdice 1m")
    assert sources(scene) == [(0, "tail", 106), (0, "dice", 107)] and scene.drawn == "3m"


def three_dice(*dice: int) -> Scene:
    """Seats 0 and 1 and 3 lay kongs with dice one after another, none of which wins."""
    others = {1: "222p46m456s88m999s", 3: "333p46m456s22m888s"}
    scene = turn(FOUR, "1m", others=others, draws="2p ? 3p", dice=dice, stacks={1: "9m9m", 2: "9m3m", 3: "3m?"})
    scene.play("0 cdice 1m")
    scene.play(f"0 discard {scene.drawn}").settle_windows().play("1 cdice 2p")
    scene.play(f"1 discard {scene.drawn}").settle_windows()
    scene.play(f"2 discard {scene.drawn}").settle_windows().play("3 cdice 3p")
    return scene


def test_cs_19_a_stack_emptied_by_dice_is_none() -> None:
    assert [place for _, source, place in sources(three_dice(2, 2, 2)) if source == "dice"] == [104, 105, 102]


def test_cs_19_a_stack_with_its_lower_tile_still_counts() -> None:
    assert [place for _, source, place in sources(three_dice(2, 3, 2)) if source == "dice"] == [104, 102, 105]
    assert [place for _, source, place in sources(three_dice(1, 1, 1)) if source == "dice"] == [106, 107, 104]


def test_cs_19_places_emptied_by_dice_are_skipped_by_tail_draws() -> None:
    scene = turn(FOUR, "1m", others={1: "222p46m456s88m999s"}, draws="2p", dice=[1], stacks={1: "9m9m", 2: "3m?"}).play("0 cdice 1m; 0 discard 9m")
    scene.settle_windows().play("1 ckong 2p")
    assert sources(scene)[-1] == (1, "tail", 107)


def test_cs_19_places_emptied_by_dice_are_skipped_by_front_draws() -> None:
    scene = turn(FOUR, "1m", left=7, dice=[3], stacks={3: "3m?"}).play("0 cdice 1m; 0 discard 3m").settle_windows()
    assert sources(scene) == [(0, "dice", 102), (1, "front", 101)]
    scene.drift()
    assert sources(scene)[-1] == (2, "front", 103)  # 102 is empty


@pytest.mark.parametrize(("n", "place_taken"), [(1, 106), (2, 104), (3, 103), (4, 106), (6, 106)])
def test_cs_19_a_half_drawn_front_stack_is_one_cs_22_more_than_there_are_is_the_tail_most(n: int, place_taken: int) -> None:
    scene = turn(FOUR, "1m", left=5, dice=[n]).play("0 cdice 1m")
    assert sources(scene) == [(0, "dice", place_taken)]


# -- readiness and the lock --------------------------------------------------------------------------------------


def test_cs_20_only_if_the_hand_is_ready_after_the_kong() -> None:
    scene = turn("1111m456p789p5p6s9s2m", "1m")
    assert scene.may(0, "ckong") and not scene.may(0, "cdice")
    scene = turn("1m456p789p5p6s9s2m", "1m", "pung 111m")
    assert scene.may(0, "akong") and not scene.may(0, "adice")
    assert window("1m", "111m456p789p5p69s2m").may(1) == ["pass", "pung 1m", "kong 1m"]


def test_cs_20_cs_24_readiness_is_that_of_the_tiles_left_before_the_replacement() -> None:
    # Ready before the kong (77789m: 7m, 5p), not once the four 7m lie there.
    scene = turn("777789m456p55p789s", "7m")
    assert "win" in scene.may(0) and scene.may(0, "ckong") and not scene.may(0, "cdice")
    # And the other way round.
    assert turn("1111m23m456p789p55s", "1m").may(0, "cdice") == ["cdice 1m"]


def test_cs_20_cs_24_also_for_an_added_kong_and_one_of_a_discard() -> None:
    # 77789m 456p 55p 789s is ready for 7m and 5p; with the four 7m laid down it is not.
    scene = window("7m", "77789m456p55p789s")
    assert "win" in scene.may(1) and "kong 7m" in scene.may(1) and "dicekong 7m" not in scene.may(1)
    assert turn("789m456p55p99s", "7m", "pung 777m").may(0, "akong") == ["akong 7m"]
    assert turn("789m456p55p99s", "7m", "pung 777m").may(0, "adice") == []
    # With three 1m gone, 23m still waits for 4m.
    assert "dicekong 1m" in window("1m", "11123m456p789p55s").may(1)
    assert turn("123m456p789p55s", "1m", "pung 111m").may(0, "adice") == ["adice 1m"]


def test_cs_20_a_pair_that_may_not_win_is_not_ready() -> None:
    hand = "1111m456p789p33p78s"
    assert not turn(hand, "1m").may(0, "cdice")
    # Readiness is judged without the moment, whatever the option says of moments.
    assert not turn(hand, "1m", options={"moment_requires_258": False}).may(0, "cdice")


def test_cs_24_readiness_of_a_shapeless_hand_of_258_included() -> None:
    scene = turn("2222m58m2588p2558s", "2m", stacks={1: "8s?"}, dice=[1])
    assert scene.may(0, "cdice") == ["cdice 2m"]
    assert scene.play("0 cdice 2m; 0 win").fans() == {"all_258": 1, "kong_draw": 1}


def test_cs_24_every_tile_drawn_wins_or_is_discarded() -> None:
    scene = locked("??? 5p ??? 9s")
    assert scene.may(0) == ["discard 9m"]
    scene.play("0 discard 9m").settle_windows().until(0)
    assert scene.drawn == "5p" and scene.may(0) == ["discard 5p"]
    scene.play("0 discard 5p").settle_windows().until(0)
    assert scene.may(0) == ["win", "discard 9s"]
    for audience in range(5):
        assert scene.hand.view(audience).seats[0].locked


def test_cs_24_no_chow_pung_or_kong() -> None:
    melds = ("concealed_kong 1111m", "pung 666p")
    for text, unlocked in (("5p", "pung 5p"), ("5s", "kong 5s"), ("6s", "chow 678s")):
        for lock, offered in (((), True), ((1,), False)):
            scene = place(
                "changsha", (text, "55p78s555s", "", ""), left=40, dealer=2, melds=((), melds, (), ()), locked=lock, options={"birds": 0}
            ).play(f"0 discard {text}")
            assert (unlocked in scene.may(1)) == offered, (text, lock)


def test_cs_24_no_kong_on_his_own_turn() -> None:
    scene = turn("55p785555s", "5s", "concealed_kong 1111m", "pung 666p", locked=(0,))
    assert scene.may(0) == ["discard 5s"]
    scene = turn("55p78555s6p", "6p", "concealed_kong 1111m", "pung 666p", locked=(0,))
    assert scene.may(0, "akong") == [] and scene.may(0, "discard") == ["discard 6p"]


def test_cs_24_wins_on_discards_and_robbing_stay() -> None:
    scene = locked("9s").play("0 discard 9m").settle_windows()
    scene.play("1 discard 9s")
    assert scene.may(0) == ["pass", "win"]
    assert scene.play("0 win").fans() == {"small": 1}
    others = {3: READY}
    scene = turn("147m147p258s9s", "9s", "pung 999s", others=others, locked=(3,)).play("0 akong 9s")
    assert scene.may(3) == ["pass", "win"]


def test_cs_24_he_may_pass_a_win_and_discards_the_tile() -> None:
    scene = turn(FOUR, "1m", stacks={1: "9s?"}, dice=[1]).play("0 cdice 1m")
    assert scene.may(0) == ["win", "discard 9s"]
    scene.play("0 discard 9s")
    assert scene.river(0) == "9s"


def test_cs_24_he_may_take_the_sea_bottom() -> None:
    scene = turn(FOUR, "1m", left=2, stacks={1: "9m9s"}, dice=[1]).play("0 cdice 1m; 0 discard 9m; 1 pass; 2 pass; 3 pass")
    assert scene.may(0) == ["pass", "take"]
    assert scene.play("0 take; 0 win").fans() == {"sea_bottom": 1}


def test_cs_24_no_lock_without_dice() -> None:
    scene = turn(FOUR, "1m", tail="9m").play("0 ckong 1m")
    assert len(scene.may(0, "discard")) > 1
    assert not scene.hand.view(WATCHER).seats[0].locked


@pytest.mark.parametrize(("value", "offered"), [(False, []), (True, ["ckong 1m", "cdice 1m"])])
def test_cs_19_kong_after_claim(value: bool, offered: list[str]) -> None:
    scene = window("5s", "1111m55789p5578s", options={"kong_after_claim": value}).play("1 pung 5s")
    assert scene.may(1, "ckong") + scene.may(1, "cdice") == offered
