"""Of every game: what is done for a player whose time is up (G-15)."""

import random

import pytest

from paiju.core.errors import ActionError
from paiju.game.audience import EVERYTHING
from paiju.game.clock import timeout_action
from tests.scenes import Scene, drawing, facing, game, place
from tests.steer import choose, wall_for

GAMES = ["changchun", "baicheng", "changsha"]
every_game = pytest.mark.parametrize("variant", GAMES)
WAITS = "34s111m222p789s88p"  # for 2s and 5s, in every game


def late(scene: Scene, seat: int = 1) -> str:
    return str(timeout_action(scene.hand, seat))


@every_game
def test_g_15_a_claim_not_answered_in_time_is_a_pass(variant: str) -> None:
    scene = place(variant, ["5s", "67s", "555s", WAITS], drawn="5s").play("0 discard 5s")
    for seat in (1, 2, 3):
        assert late(scene, seat) == "pass"
    robbing = place(variant, ["5s", WAITS, "", ""], drawn="5s", melds=(("pung 555s",), (), (), ())).play("0 akong 5s")
    assert late(robbing) == "pass"


@every_game
def test_g_15_on_the_own_turn_the_drawn_tile_is_discarded(variant: str) -> None:
    assert late(drawing(variant, "1369m147p258s47s9p", "5m")) == "discard 5m"
    assert late(drawing(variant, "1369m147p258s47s9p", "1m")) == "discard 1m"
    assert late(drawing(variant, WAITS, "5s")) == "discard 5s"  # no win is taken for him
    after_kong = drawing(variant, "1111m47p258s47s9p3s", "5m", tail="6m").play("1 ckong 1m")
    assert late(after_kong) == "discard 6m"


@every_game
def test_g_15_after_a_claim_the_last_tile_in_sorting_order(variant: str) -> None:
    hands = ["8p", "88p1369m147p25s47s", "", ""]
    punged = place(variant, hands, drawn="8p").play("0 discard 8p; 1 pung 8p")
    assert late(punged) == "discard 7s"
    if variant != "changsha":
        honours = place(variant, ["8p", "88p1369m147p25s57z", "", ""], drawn="8p").play("0 discard 8p; 1 pung 8p")
        assert late(honours) == "discard 7z"


def test_g_15_after_a_set_that_took_the_drawn_tile_the_last_tile_too() -> None:
    scene = drawing("changchun", "123m456s123p66s56z", "7z", first_turns=(1,)).play("1 set dragons 567z")
    assert scene.drawn == "" and late(scene) == "discard 6s"


def test_g_15_a_declared_hand_discards_the_drawn_tile() -> None:
    ready = "123m456s456p789p6z"
    assert late(drawing("changchun", ready, "2s", ready=(1,), looked=(1,))) == "discard 2s"
    assert late(drawing("changchun", ready, "6z", ready=(1,), looked=(1,))) == "discard 6z"
    assert late(facing("changchun", ready, "6z", ready=(1,), looked=(1,))) == "pass"


def test_g_15_a_hand_locked_by_dice_discards_the_drawn_tile() -> None:
    locked = drawing("changsha", "234p567s88s55m", "9m", "concealed_kong 1111m", locked=(1,))
    assert late(locked) == "discard 9m"
    assert late(drawing("changsha", "234p567s88s55m", "5m", "concealed_kong 1111m", locked=(1,))) == "discard 5m"


def test_g_15_a_matched_treasure_is_passed() -> None:
    hands = ["1z", "123m456s456p789p6z", "", ""]
    scene = place("changchun", hands, drawn="1z", ready=(1,), dice=[1], stacks={1: "6z?"}).play("0 discard 1z")
    assert scene.may(1) == ["pass", "win"] and late(scene) == "pass"


def test_g_15_what_a_clause_forces_is_done_instead() -> None:
    """BC-19: a fourth dragon leaves only the win and the declaration; time-out declares."""
    scene = drawing("baicheng", "123m456s78p5567z2s", "9m")
    assert scene.may(1) == ["set dragons 567z"] and late(scene) == "set dragons 567z"
    winning = drawing("baicheng", "123m456s78p55567z", "9p")
    assert "win" in winning.may(1) and late(winning) == "set dragons 567z"


def test_g_15_the_sea_bottom_and_a_win_with_the_last_tiles_are_declined() -> None:
    sea = place("changsha", ["1m", "", "", ""], drawn="1m", left=1).play("0 discard 1m")
    while "take" not in sea.may(sea.asked[0]):
        sea.play("pass")
    assert sea.asked == (1,) and late(sea) == "pass"
    share = place("baicheng", ["1m", WAITS, "", ""], drawn="1m", left=5, draws="5s").play("0 discard 1m; pass")
    assert share.may(1) == ["pass", "win"] and late(share) == "pass"


def test_g_15_only_who_is_asked_can_be_late() -> None:
    scene = place("changchun", ["5s", "67s", "", ""], drawn="5s")
    with pytest.raises(ActionError, match="seat 1 is not asked now"):
        timeout_action(scene.hand, 1)


@every_game
def test_g_15_there_always_is_such_an_action_it_is_legal_and_never_a_win(variant: str, scaled) -> None:  # type: ignore[no-untyped-def]
    for seed in range(scaled(150)):
        rng = random.Random(f"clock {variant} {seed}")
        hand = game(variant).hand(wall=wall_for(variant, rng), dealer=rng.randrange(4), seed=seed)
        while not hand.over:
            seat = rng.choice(hand.to_act)
            action = timeout_action(hand, seat)
            assert action in hand.legal(seat) and action.verb not in ("win", "take")
            if rng.random() < 0.5:
                hand.play(action, seat)
            else:
                tiles = list(hand.view(EVERYTHING).seats[seat].hand or [])
                hand.play(choose(sorted(str(a) for a in hand.actions(seat)), tiles, rng, 0.2), seat)
