"""Baicheng: what wins, and from whom (BC-5, BC-15, BC-17, BC-31, BC-32, BC-35, BC-39, BC-41)."""

from typing import Any

import pytest

from paiju.core.notation import parse_tile
from paiju.game.why import why_not
from tests.scenes import Scene, deal, offered, place

READY = "123m456p789p55p78s"  # waits for 6s and 9s


def discards(tile: str, hand: str, *melds: str, **more: Any) -> Scene:
    """Seat 0 discards the tile; ``seat``, by default 1, holds the hand and melds."""
    return offered("baicheng", hand, tile, *melds, payer=0, **more)


def wins(tile: str, hand: str, *melds: str, **more: Any) -> bool:
    return "win" in discards(tile, hand, *melds, **more).may(1)


def why(tile: str, hand: str, *melds: str, **more: Any) -> str:
    scene = discards(tile, hand, *melds, **more)
    assert "win" not in scene.may(1)
    return why_not(scene.hand, 1, parse_tile(tile)).code


# -- conditions --------------------------------------------------------------------------------------------------


def test_bc_17_four_sets_and_a_pair() -> None:
    scene = discards("9s", READY).play("1 win")
    assert scene.over and scene.winners == [1]
    assert why("8s", READY) == "not_complete"
    assert why("2s", "1133m5577p2244s5z") == "not_complete"  # no seven pairs


@pytest.mark.parametrize(
    ("hand", "tile"),
    [
        ("123m456m456p78p55z", "9p"),  # no bamboo: dragons are no suit
        ("123s456s789s78m55z", "9m"),  # no dots
        ("123p456p789s78s55z", "9s"),  # no characters
        ("111222333m567z5z", "5z"),
    ],
)
def test_bc_17_all_three_suits_are_needed(hand: str, tile: str) -> None:
    assert why(tile, hand) == "missing_suit"


def test_bc_17_suits_in_melds_and_the_winning_tile_count() -> None:
    assert wins("9p", "456m456p78p55z", "chow 123s")
    assert wins("9p", "456m456p78p55z", "concealed_kong 9999s")
    assert wins("9p", "123456s78p55z", "pung 111m")
    assert wins("3s", "123m456m789p123p3s")  # the third suit comes with the pair


@pytest.mark.parametrize("tile", ["2p", "5p"])
def test_bc_17_a_1_9_or_dragon_is_needed(tile: str) -> None:
    assert why(tile, "234m456p678s55m34p") == "no_terminal_or_honour"
    assert wins(tile, "234m456p678s55z34p")


def test_bc_17_the_winning_tile_or_a_meld_may_bring_it() -> None:
    assert wins("9p", "234m456p678s55m78p")
    assert why("6p", "234m456p678s55m78p") == "no_terminal_or_honour"
    assert wins("6p", "234m678s55m78p", "pung 999s")
    assert wins("6p", "678s55m78p", "chow 345m", "dragons_kong 567z")


@pytest.mark.parametrize(
    ("hand", "melds", "needed"),
    [
        ("123m456p789p55p78s", (), False),
        ("111m456p789p55p78s", (), True),
        ("456p789p55p78s", ("pung 111m",), True),
        ("456p789p55p78s", ("concealed_kong 1111m",), True),
        ("123m456p55p78s", ("dragons_kong 567z",), True),  # a declared 中发白 is a kong
        ("123m456p55p78s567z", (), False),  # an undeclared one is not
        ("123m456p789p55z78s", (), False),  # a pair of dragons waives nothing
    ],
)
def test_bc_17_pung_required(hand: str, melds: tuple[str, ...], needed: bool) -> None:
    assert wins("9s", hand, *melds)
    asked = {"pung_required": True}
    if needed:
        assert wins("9s", hand, *melds, options=asked)
    else:
        assert why("9s", hand, *melds, options=asked) == "no_pung"


def test_bc_17_pung_required_by_the_winning_tile() -> None:
    hand = "123m456p789s55z99s"
    assert wins("9s", hand, options={"pung_required": True})
    assert not wins("8s", "123m456p789s55z79s", options={"pung_required": True})


# -- the dealt win -----------------------------------------------------------------------------------------------


def test_bc_35_dealt_fourteen_win_on_the_last_tile_dealt() -> None:
    scene = deal("baicheng", ("123m456p789p55p79s8s", "", "", ""))
    assert scene.asked == (0,) and scene.drawn == "8s"
    scene.play("0 win")
    assert scene.fans() == {"standing": 1, "closed_wait": 1, "self_draw": 1, "dealer": 1}
    # The same tiles with another dealt last: no closed wait.
    scene = deal("baicheng", ("23m456p789p55p789s1m", "", "", "")).play("0 win")
    assert scene.fans() == {"standing": 1, "self_draw": 1, "dealer": 1}


def test_bc_35_no_dealt_win_without_the_conditions() -> None:
    scene = deal("baicheng", ("234m456p678p55p78s6s", "", "", ""))
    assert scene.may(0, "win") == []
    assert why_not(scene.hand, 0).code == "no_terminal_or_honour"


def test_bc_35_passing_the_dealt_win_is_a_discard() -> None:
    scene = deal("baicheng", (READY + "9s", "", "", ""), draws="? ? ? 6s")
    scene.play("0 discard 9s").settle_windows().until(0)
    assert scene.drawn == "6s" and "win" in scene.may(0)


def test_bc_35_bc_17_a_dealt_treasure_kind_wins_nothing() -> None:
    scene = deal("baicheng", (READY + "4m", "", "", ""), stacks={1: "?4m"})
    assert scene.may(0, "win") == []
    # And on a wait that happens to be the treasure's kind it is a plain self-draw.
    scene = deal("baicheng", (READY + "9s", "", "", ""), stacks={1: "?9s"}).play("0 win")
    assert scene.fans() == {"standing": 1, "self_draw": 1, "dealer": 1}


# -- white, green, red -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("held", "third"), [("56z", "7z"), ("57z", "6z"), ("67z", "5z")])
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_bc_15_the_third_dragon_comes_from_any_discard_that_wins(held: str, third: str, seat: int) -> None:
    scene = discards(third, "123m456p789s55p" + held, seat=seat)
    assert scene.may(seat) == ["pass", "win"]
    scene.play(f"{seat} win")
    assert scene.fans() == {"standing": 1, "closed_wait": 1}


def test_bc_15_it_is_a_set_in_hand_and_in_the_winning_shape() -> None:
    assert wins("9s", "123m456p78s55p567z")
    assert wins("5m", "34m22p789s556677z")  # two of them
    scene = place("baicheng", ("123m456p789s55p567z", "", "", ""), drawn="6z", dealer=1).play("0 win")
    assert scene.fans() == {"standing": 1, "closed_wait": 1, "self_draw": 1}


def test_bc_15_it_is_not_claimed_as_a_chow() -> None:
    for seat in (1, 2, 3):
        scene = discards("7z", "147m258p3699s56z" if seat == 1 else "147m258p369s1s56z", seat=seat)
        assert scene.asked == (1,)  # nobody had a claim: the next player has drawn


def test_bc_15_dragon_chow_is_a_chow_of_the_next_seat() -> None:
    options = {"dragon_chow": True}
    scene = discards("7z", "123m456p78s1p9m56z", options=options)
    assert scene.may(1) == ["pass", "chow 567z"]
    assert discards("7z", "123m456p78s1p9m56z", seat=2, options=options).may(2) == []
    scene.play("1 chow 567z; 1 discard 9m")
    assert scene.melds(1) == ["chow 567z"]
    scene.settle_windows().until(1)
    scene = discards("9s", "123m456p78s55p", "chow 567z", options=options).play("1 win")
    assert scene.fans() == {}  # an open hand, and no kong
    assert scene.kong_money == [0, 0, 0, 0]


def test_bc_39_undeclared_dragons_earn_nothing() -> None:
    scene = discards("9s", "123m456p78s55p567z").play("1 win")
    assert scene.kong_money == [0, 0, 0, 0]
    assert scene.money == scene.win_money
    scene = place("baicheng", ("", "123m456p78s55p567z", "", ""), left=1 + 4).drift()
    assert scene.exhausted and scene.money == [0, 0, 0, 0]


# -- ready, last single, who wins --------------------------------------------------------------------------------


def test_bc_5_nothing_is_declared() -> None:
    scene = place("baicheng", ("123m456p789p55p78s1m", "", "", ""))
    assert {text.split()[0] for text in scene.may(0)} == {"discard"}
    assert "is no action of baicheng" in scene.refused("0 ready 1m")


def test_bc_5_a_ready_player_may_chow_pung_kong_and_change_his_waits() -> None:
    assert "chow 345p" in discards("3p", READY).may(1)
    assert "pung 5p" in discards("5p", READY, seat=3).may(3)
    assert "kong 7p" in discards("7p", "123m456s777p55p78s", seat=2).may(2)
    scene = discards("3p", READY).play("1 chow 345p")
    assert len(scene.may(1, "discard")) > 1
    scene.play("1 discard 6p").settle_windows().until(1)
    assert len(scene.may(1, "discard")) > 1  # still any tile


def test_bc_32_last_single_tile_with_chows() -> None:
    melds = ("chow 123m", "chow 456p", "pung 999s")
    scene = discards("7p", "2m589p", *melds).play("1 chow 789p; 1 discard 2m")
    assert scene.held(1) == "5p"
    four = (*melds, "chow 789p")
    assert wins("5p", "5p", *four)
    scene = discards("5p", "5p", *four).play("1 win")
    assert scene.fans() == {"closed_wait": 1}
    scene = place("baicheng", ("55p", "", "", ""), melds=(four, (), (), ()), drawn="5p", dealer=1).play("0 win")
    assert scene.fans() == {"closed_wait": 1, "self_draw": 1}


@pytest.mark.parametrize("discarder", range(4))
def test_bc_31_the_nearest_after_the_discarder_wins_alone(discarder: int) -> None:
    first, second = (discarder + 1) % 4, (discarder + 3) % 4
    hands = ["", "", "", ""]
    hands[discarder] = "9s"
    hands[first] = "123m456p789p22p78s"
    hands[second] = "456m123p456p33p78s"
    scene = place("baicheng", hands, turn=discarder).play(f"{discarder} discard 9s")
    assert set(scene.asked) >= {first, second}
    scene.play(f"{second} win")
    assert not scene.over  # the nearer one may still win
    scene.play(f"{first} win")
    assert scene.winners == [first]
    scene = place("baicheng", hands, turn=discarder).play(f"{discarder} discard 9s", f"{first} pass; {second} win")
    assert scene.settle_windows().winners == [second]


def test_bc_41_a_passed_win_may_be_taken_at_once_again() -> None:
    scene = place("baicheng", ("9s", "9s", READY, ""), turn=0, draws="? ? ?")
    scene.play("0 discard 9s; 2 pass").settle_windows().play("1 discard 9s")
    assert "win" in scene.may(2)
    scene.play("2 win")
    assert scene.winners == [2]
