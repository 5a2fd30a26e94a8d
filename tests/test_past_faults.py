"""Faults this engine had, each with the right value."""

import copy
import pickle

import pytest

from paiju.core.errors import PaijuError
from paiju.game.hand import Game
from paiju.game.score import answer
from paiju.game.why import why_not
from tests.scenes import place


def test_cs_25_a_sea_bottom_discard_is_no_discard_of_a_dice_tile() -> None:
    """The mark of a forced dice discard outlived it and doubled the price of a later sea-bottom win."""
    hands = ["1111m234m567m55p34s", "", "123p456p789p22s78s", ""]
    scene = place("changsha", hands, draws="8p 9s", left=2, turn=0, drawn="4s", dice=[1])
    scene.play("0 cdice 1m; 0 discard 8p; 1 pass; 1 take; 2 win")
    assert scene.fans() == {"sea_bottom_discard": 1}


def test_cs_41_nothing_left_the_bird_is_the_tile_that_was_won() -> None:
    """Of two dice tiles the second was won, and the first was taken for the bird."""
    hands = ["1111m234m567m55p34s", "", "123p456p789p22s78s", ""]
    scene = place("changsha", hands, draws="2m 9s", left=2, drawn="4s", dice=[1, 1], options={"kong_dice": 2})
    scene.play("0 cdice 1m; 2 win@2")
    assert scene.hand.result().outcome.birds == [26]
    assert scene.money == [-140, 0, 140, 0]


def test_cc_35_a_treasure_rolled_among_the_last_four_leaves_three_to_share() -> None:
    """The fourth seat drew from an empty wall."""
    options = {"reserve": "none", "final_four": True}
    scene = place("changchun", ["", "123m456m55p789s11z", "", ""], left=4, turn=0, options=options, ready=(1,))
    scene.play("0 " + scene.may(0, "discard")[0])
    while not scene.over:
        seat = scene.hand.to_act[0]
        scene.hand.play("pass", seat)
    assert scene.exhausted


def test_cc_12_who_is_barred_from_the_treasure_cannot_have_looked() -> None:
    """The change of a dead treasure sought for ever somebody to roll for."""
    with pytest.raises(PaijuError, match="never looks"):
        place("changchun", ["", "234m78p444s567s66s", "", ""], left=60, turn=0, ready=(1,), looked=(1,), treasure=1)


def test_cc_12_is_judged_without_the_tile_just_drawn() -> None:
    barred = place("changchun", ["234m78p444s567s66s5z", "", "", ""], turn=0, drawn="5z", ready=(0,))
    assert barred.hand.table.outside_treasure == 1


@pytest.mark.parametrize("value", [2**63, -(2**63) - 1, 10**40])
def test_numbers_of_any_size_are_refused_as_options(value: int) -> None:
    with pytest.raises(PaijuError, match="base must be"):
        Game("changsha", {"base": value})
    request = {"variant": "changsha", "options": {"base": value}, "dealer": 0, "winner": 1, "hand": "", "melds": [], "by": "opening"}
    assert "error" in answer(request)


def test_why_not_after_a_claim_nothing_was_drawn() -> None:
    scene = place("changchun", ["1m", "11m22m456m345p789s", "", ""], turn=0, drawn="1m")
    scene.play("0 discard 1m; 1 pung 1m")
    assert why_not(scene.hand, 1).code == "nothing_drawn"


def test_why_not_speaks_of_the_tile_asked_about() -> None:
    scene = place("changchun", ["12m111s456p789p99p3m", "", "", ""], turn=0, drawn="3m")
    assert why_not(scene.hand, 0).code == "ok"
    assert why_not(scene.hand, 0, 2).code == "ok"
    assert why_not(scene.hand, 0, 27).code == "not_complete"


@pytest.mark.parametrize("call", ["actions", "legal", "events", "view", "teller"])
@pytest.mark.parametrize("who", [-1, 7, 99])
def test_seats_and_audiences_that_do_not_exist_are_refused(call: str, who: int) -> None:
    hand = Game("baicheng").hand(seed=1)
    with pytest.raises(PaijuError, match="there is no"):
        getattr(hand, call)(who)


def test_copies_of_a_hand_are_clones_and_a_game_is_its_own_copy() -> None:
    hand = Game("changsha").hand(seed=1)
    for twin in (copy.copy(hand), copy.deepcopy(hand)):
        twin.play(twin.actions(twin.to_act[0])[0], twin.to_act[0])
        assert len(twin.events()) != len(hand.events()) or twin.to_act != hand.to_act
    assert copy.deepcopy(hand.game) is hand.game
    again = pickle.loads(pickle.dumps(Game("changsha", {"birds": 2})))
    assert again.settings == Game("changsha", {"birds": 2}).settings
    with pytest.raises(TypeError, match="record"):
        pickle.dumps(hand)
