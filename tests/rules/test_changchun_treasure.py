"""Changchun: rolling for the treasure, looking at it, setting it aside (CC-24 to CC-26)."""

from typing import Any

import pytest

from paiju.game import events as say
from paiju.game.audience import EVERYTHING, WATCHER
from tests.scenes import Scene, drawing, facing, place, tile

G = "changchun"
READY = "123m456s456p789p6z"  # waits for 6z alone
OTHER = "234m345s345p678p5z"  # waits for 5z alone


def looking(dice: list[int], stacks: dict[int, str], *, hand: str = READY, tile: str = "1z", **more: Any) -> Scene:
    """Seat 0 has discarded a tile; seat 1, declared, was due to draw and so to look first."""
    scene = place(G, [tile, hand, *more.pop("others", ["", ""])], drawn=tile, ready=more.pop("ready", (1,)), dice=dice, stacks=stacks, **more)
    return scene.play(f"0 discard {tile}")


def looks(scene: Scene, audience: int = EVERYTHING) -> list[tuple[int, int | None]]:
    return [(e.seat, e.tile) for e in scene.told(say.Look, audience)]


def names(scene: Scene, audience: int = EVERYTHING) -> list[str]:
    return [type(e).__name__ for e in scene.hand.events(audience)]


def test_cc_24_a_declared_player_looks_before_his_next_draw_and_rolls_if_there_is_none() -> None:
    scene = looking([3], {3: "5m?"}, draws="2z")
    assert names(scene)[-4:] == ["Discard", "Roll", "Look", "Draw"]
    assert scene.told(say.Roll) == [say.Roll(1, 3, 3)]
    assert looks(scene) == [(1, tile("5m"))] and scene.drawn == "2z"


def test_cc_24_who_has_looked_does_not_look_again() -> None:
    scene = looking([3], {3: "5m?"}).drift(5)
    assert len(looks(scene)) == 1 and len(scene.told(say.Roll)) == 1


def test_cc_24_the_second_player_looks_at_the_same_treasure() -> None:
    scene = looking([3], {3: "5m?"}, others=[READY.replace("6z", "5z"), ""], ready=(1, 2), draws="2z").play("1 discard 2z")
    assert looks(scene) == [(1, tile("5m")), (2, tile("5m"))] and len(scene.told(say.Roll)) == 1


def test_cc_24_also_before_the_replacement_of_a_kong_on_a_discard() -> None:
    hand = "123m456s555p78p66z"
    scene = facing(G, hand, "5p", ready=(1,), dice=[4], stacks={5: "1s?"}, tail="3z").play("1 kong 5p")
    assert names(scene)[-7:] == ["Kong", "Pay", "Pay", "Pay", "Roll", "Look", "Draw"]
    assert scene.drawn == "3z" and len(looks(scene)) == 1
    assert facing(G, hand, "5p", tail="3z").play("1 kong 5p").told(say.Look) == []  # undeclared: no look


def test_cc_24_no_look_before_the_replacement_of_a_kong_on_the_own_turn() -> None:
    hand = "123m456s78p66z"
    scene = drawing(G, hand, "1z", "winds_kong 1234z", ready=(1,), tail="3z", dice=[1]).play("1 add winds 1z")
    assert scene.drawn == "3z" and not scene.told(say.Roll)


def test_cc_24_if_no_tile_may_be_drawn_there_is_no_look() -> None:
    last = looking([3], {}, left=14)
    assert last.exhausted and not last.told(say.Roll) and not last.told(say.Look)
    one = looking([3], {}, left=15)
    assert len(one.told(say.Look)) == 1


@pytest.mark.parametrize("die", range(1, 7))
def test_cc_24_n_is_the_nth_full_stack_from_the_tail_upper_tile(die: int) -> None:
    """CC-25: the upper tile."""
    uppers = {n: f"{n + 1}m{n + 1}p" for n in range(1, 7)}
    scene = looking([die], uppers)
    assert looks(scene) == [(1, tile(f"{die + 1}m"))]
    assert scene.told(say.Roll) == [say.Roll(1, die, die)]


def test_cc_24_a_stack_of_which_a_tile_is_drawn_is_not_full() -> None:
    kong = ((), (), (), ("melded_kong 8888m",))
    scene = looking([1], {2: "2m?"}, melds=kong)  # the replacement has taken the upper tile of the first stack
    assert looks(scene) == [(1, tile("2m"))] and scene.told(say.Roll) == [say.Roll(1, 1, 2)]
    two = ((), (), (), ("melded_kong 8888m", "melded_kong 2222s"))
    assert looks(looking([6], {7: "2m?"}, melds=two)) == [(1, tile("2m"))]
    three = ((), (), (), ("melded_kong 8888m", "melded_kong 2222s", "melded_kong 3333s"))
    assert looks(looking([1], {3: "2m?"}, melds=three)) == [(1, tile("2m"))]


def test_cc_24_fewer_places_if_fewer_stand_and_a_die_for_a_missing_one_is_rolled_again() -> None:
    scene = looking([5, 6, 3], {3: "2m?"}, left=7, options={"reserve": "none"})  # three full stacks and a tile
    assert [(e.die, e.refused) for e in scene.told(say.Roll)] == [(5, True), (6, True), (3, False)]
    assert looks(scene) == [(1, tile("2m"))]


def test_cc_24_no_place_at_all_no_treasure() -> None:
    scene = looking([1], {}, left=1, options={"reserve": "none"})
    assert scene.asked == (1,) and not scene.told(say.Roll)


def test_cc_24_the_roller_wins_by_a_match_even_of_a_dead_tile() -> None:
    scene = looking([1], {1: "9p?"}, hand="123m456s444p78p66z", rivers=("9p", "", "9p", "9p"))
    assert scene.claims(1) == ["win"]
    assert scene.play("1 win").told(say.Win) == [say.Win(1, "matched_treasure", (tile("9p"),))]


def test_cc_24_otherwise_a_dead_tile_is_rolled_past_at_once_and_he_looks_again() -> None:
    scene = looking([2, 2, 5], {2: "9s?", 5: "5m?"}, rivers=("9s", "", "9s", "9s"))
    assert looks(scene) == [(1, tile("9s")), (1, tile("5m"))]
    assert [(e.die, e.refused) for e in scene.told(say.Roll)] == [(2, False), (2, True), (5, False)]
    assert names(scene)[-6:] == ["Look", "TreasureBack", "Roll", "Roll", "Look", "Draw"]


def test_cc_24_a_passed_match_of_a_dead_tile_is_rolled_past_as_well() -> None:
    scene = looking([1, 4], {1: "9p?", 4: "5m?"}, hand="123m456s444p78p66z", rivers=("9p", "", "9p", "9p")).play("1 pass")
    assert looks(scene) == [(1, tile("9p")), (1, tile("5m"))] and scene.asked == (1,)


def test_cc_24_the_die_is_public_the_tile_is_not() -> None:
    scene = looking([3], {3: "5m?"})
    for audience in (0, 2, 3, WATCHER):
        assert scene.told(say.Roll, audience) == [say.Roll(1, 3, 3)]
        assert looks(scene, audience) == [(1, None)]
        view = scene.hand.view(audience)
        assert view.treasure_aside and view.treasure is None
    assert scene.hand.view(1).treasure == tile("5m")


def test_cc_12_a_hand_without_1_9_honour_neither_looks_nor_rolls() -> None:
    hand = "78m22255p345678s"  # 9m wins
    scene = looking([1], {1: "9m?"}, hand=hand)
    assert not scene.told(say.Roll) and not scene.told(say.Look)
    # It is locked like any other, and a drawn treasure wins nothing.
    seen = looking([1], {1: "4z?"}, hand=hand, draws="3p 4z", others=[OTHER, ""], ready=(1, 2), looked=(2,), treasure=1)
    assert seen.may(1) == ["discard 3p"]
    seen.play("1 discard 3p; pass")
    drawn = drawing(G, hand, "4z", others={2: OTHER}, ready=(1, 2), looked=(2,), treasure=1, stacks={1: "4z?"})
    assert drawn.may(1) == ["discard 4z"]
    own = drawing(G, hand, "9m", others={2: OTHER}, ready=(1, 2), looked=(2,), treasure=1, stacks={1: "9m?"}).play("1 win")
    assert own.fans() == {"standing": 1, "self_draw": 1}  # its wait all the same


def test_cc_12_declared_at_the_table_it_is_barred_too() -> None:
    scene = drawing(G, "78m22255p345678s", "1z", dice=[1]).play("1 ready 1z").until(1)
    assert not scene.told(say.Roll) and scene.may(1) in ([f"discard {scene.drawn}"], ["win", f"discard {scene.drawn}"])


# -- CC-26: aside ------------------------------------------------------------------------------------------------


def test_cc_26_set_aside_it_can_no_longer_be_drawn() -> None:
    scene = looking([1], {1: "5m6m", 2: "7m8m"}).until(2)
    table = scene.hand.table
    assert not table.here(134) and table.here(135)
    assert table.left == 60 - 2 and table.drawable() == 57  # two drawn from the front, one lies aside


def test_cc_26_replacements_skip_the_empty_place() -> None:
    melds = ("pung 222s", "pung 333s")
    scene = drawing(G, "2s3s5m8m1p4p7p", "9m", *melds, others={2: READY}, ready=(2,), looked=(2,), treasure=1, stacks={1: "4z6m", 2: "7m8m"})
    scene.play("1 akong 2s")
    assert scene.drawn == "6m"  # the lower tile of the first stack
    scene.play("1 akong 3s")
    assert scene.drawn == "7m"


def test_cc_26_its_place_keeps_counting_for_stacks() -> None:
    """A treasure changed: the stack it lay on is still the first from the tail, though used."""
    scene = changed([2], {1: "9s?", 2: "5m?"}, treasure=1)
    assert scene.told(say.Roll) == [say.Roll(1, 2, 2)]


def changed(dice: list[int], stacks: dict[int, str], *, treasure: int, **more: Any) -> Scene:
    """Seat 1 has looked at a 9s, of which two are out; seat 0 discards the third and it is dead."""
    more.setdefault("ready", (1,))
    more.setdefault("looked", (1,))
    more.setdefault("rivers", ("9s", "", "9s", ""))
    return looking(dice, stacks, tile="9s", treasure=treasure, **more)


def test_cc_26_on_a_change_it_returns_to_its_place() -> None:
    scene = changed([2], {1: "9s6m", 2: "5m?"}, treasure=1)
    assert names(scene)[-5:] == ["Discard", "TreasureBack", "Roll", "Look", "Draw"]
    table = scene.hand.table
    assert table.here(134) and table.wall_tile(134) == tile("9s") and not table.here(132)
    assert table.tail() == 134


def test_cc_26_a_tile_returned_to_a_place_the_tail_has_passed_is_the_next_replacement() -> None:
    # A kong's replacement has taken the lower tile of the first stack while its upper one lay aside.
    scene = place(
        G, ["", "2s3s5m8m1p4p7p9s", READY, ""], melds=((), ("pung 222s", "pung 333s"), (), ()), turn=1, drawn="9s", ready=(2,), looked=(2,),
        treasure=1, stacks={1: "9s6m", 2: "7m8m", 3: "1m?"}, rivers=("9s", "", "9s", ""), dice=[1],
    )  # fmt: skip
    scene.play("1 akong 2s")
    assert scene.drawn == "6m"
    scene.play("1 discard 9s")  # dead: changed; the first stack is no full one, so the die's 1 is the second
    assert scene.told(say.Roll) == [say.Roll(2, 1, 2)]
    assert scene.hand.table.wall_tile(scene.hand.table.tail()) == tile("9s")
    assert scene.hand.table.tail() == 134


def test_cc_26_a_tile_returned_to_a_place_the_front_has_passed_is_drawn_next() -> None:
    """Only without a reserve does the front come so far: three stacks are left, and the first tile of them lies aside."""
    scene = place(
        G, ["1z", "9s", READY, ""], drawn="1z", ready=(2,), looked=(2,), treasure=3, left=6, options={"reserve": "none"},
        rivers=("9s", "", "9s", ""), stacks={3: "9s5z", 2: "2z3z", 1: "5m4z"}, dice=[1],
    )  # fmt: skip
    scene.play("0 discard 1z")
    assert scene.drawn == "5z"  # the lower tile of the third stack
    scene.play("1 discard 9s")  # the treasure is dead and returns
    assert looks(scene) == [(2, tile("5m"))] and scene.drawn == "9s"


def test_cc_26_treasure_reveal_at_once() -> None:
    at_once: dict[str, object] = {"treasure_reveal": "at_once"}
    setting: dict[str, Any] = {"dice": [3], "stacks": {3: "5m?"}}
    scene = drawing(G, READY, "1z", options=at_once, **setting).play("1 ready 1z")
    assert names(scene)[-4:] == ["Discard", "Roll", "Look", "Draw"] and scene.asked == (2,)
    later = drawing(G, READY, "1z", **setting).play("1 ready 1z")
    assert not later.told(say.Look) and len(looks(later.until(1))) == 1


def test_cc_26_at_once_the_look_follows_the_window_and_a_match_wins_there() -> None:
    at_once: dict[str, object] = {"treasure_reveal": "at_once"}
    scene = place(G, ["", READY + "1z", "11z", ""], turn=1, drawn="1z", options=at_once, dice=[3], stacks={3: "6z?"}).play("1 ready 1z")
    assert scene.asked == (2,) and not scene.told(say.Look)  # the window is open
    claimed = Scene(scene.hand.clone()).play("2 pung 1z")
    assert claimed.asked == (1,) and claimed.claims(1) == ["win"] and claimed.melds(2) == ["pung 111z"]
    assert Scene(claimed.hand.clone()).play("1 win").winners == [1]
    assert claimed.play("1 pass").asked == (2,) and claimed.may(2, "discard")
    passed = scene.play("2 pass")
    assert passed.claims(1) == ["win"]
    assert passed.play("1 pass").asked == (2,) and passed.drawn


def test_cc_26_at_once_a_discard_claimed_by_a_kong() -> None:
    at_once: dict[str, object] = {"treasure_reveal": "at_once"}
    scene = place(G, ["", READY + "1z", "111z", ""], turn=1, drawn="1z", options=at_once, dice=[3], stacks={3: "6z?"}, tail="9p")
    scene.play("1 ready 1z; 2 kong 1z")
    assert scene.melds(2) == ["melded_kong 1111z"] and [p.to for p in scene.told(say.Pay)] == [2, 2, 2]
    assert scene.asked == (1,) and scene.claims(1) == ["win"]  # the window has closed; the replacement is not drawn yet
    assert not scene.told(say.Draw)
    assert Scene(scene.hand.clone()).play("1 win").winners == [1]
    assert scene.play("1 pass").asked == (2,) and scene.drawn == "9p"


def test_cc_26_at_once_no_look_when_no_tile_may_be_drawn() -> None:
    scene = drawing(G, READY, "1z", options={"treasure_reveal": "at_once"}, dice=[3], left=14).play("1 ready 1z")
    assert scene.exhausted and not scene.told(say.Look)
