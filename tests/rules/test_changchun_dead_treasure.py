"""Changchun: the treasure that is dead, and its change (CC-27 to CC-30)."""

from typing import Any

import pytest

from paiju.game import events as say
from paiju.game.audience import EVERYTHING, WATCHER
from tests.scenes import Scene, place, tile

G = "changchun"
READY = "123m456s456p789p6z"  # waits for 6z alone
READY_5Z = "234m345s345p678p5z"  # waits for 5z alone


def looks(scene: Scene, audience: int = EVERYTHING) -> list[tuple[int, int | None]]:
    return [(e.seat, e.tile) for e in scene.told(say.Look, audience)]


def rolls(scene: Scene) -> list[tuple[int, int, int | None, bool, bool]]:
    return [(e.seat, e.die, e.stack, e.lower, e.refused) for e in scene.told(say.Roll)]


def held_before(tiles: str, *, replaced: int = 0, **more: Any) -> Scene:
    """Seat 1 rolls a 1 and finds that tile on the first full stack, then a 5m on the second. ``replaced``: tiles the tail has given."""
    first = 1 + (replaced + 1) // 2
    more.setdefault("hands", ["1z", READY, "", ""])
    scene = place(G, more.pop("hands"), drawn="1z", ready=(1,), dice=[1, 2], stacks={first: f"{tiles}?", first + 1: "5m?"}, **more)
    return scene.play("0 discard 1z")


@pytest.mark.parametrize(
    ("treasure", "more", "dead"),
    [
        ("9s", {"rivers": ("9s", "9s", "9s", "")}, True),
        ("9s", {"rivers": ("9s", "9s", "", "")}, False),
        ("9s", {"rivers": ("9s", "", "", ""), "melds": ((), (), ("chow 789s",), ("chow 789s",))}, True),
        ("9s", {"melds": ((), (), ("chow 789s",), ("chow 789s",))}, False),
        ("9s", {"melds": ((), (), ("pung 999s",), ())}, True),
        ("7z", {"melds": ((), (), ("dragons_kong 567z",), ("dragons_kong 567z",)), "rivers": ("7z", "", "", "")}, True),
        ("7z", {"melds": ((), (), ("dragons_kong 56777z",), ()), "replaced": 2}, True),
        ("7z", {"melds": ((), (), ("dragons_kong 5677z",), ()), "replaced": 1}, False),
        ("2z", {"melds": ((), (), ("winds_kong 122234z",), ()), "replaced": 3}, True),
        ("9s", {"hands": ["1z", READY, "999s", ""]}, False),
    ],
)
def test_cc_27_dead_is_three_copies_visible_to_all(treasure: str, more: dict[str, Any], dead: bool) -> None:
    """Discards, chows, pungs and special kongs with additions count; nobody's hand and not the treasure itself."""
    scene = held_before(treasure, **more)
    assert looks(scene) == ([(1, tile(treasure)), (1, tile("5m"))] if dead else [(1, tile(treasure))])
    assert bool(scene.told(say.TreasureBack)) == dead


def test_cc_27_concealed_kongs_do_not_count() -> None:
    """All four tiles of it are his, so it never is the treasure's; it stays out of what the others can see."""
    scene = place(G, ["8888s", "", "", ""], drawn="8s").play("0 ckong 8s")
    assert scene.hand.table.small[tile("8s")] == 0
    added = place(G, ["8s", "", "", ""], melds=(("pung 888s",), (), (), ()), drawn="8s").play("0 akong 8s")
    assert added.hand.table.small[tile("8s")] == 4


# -- the change --------------------------------------------------------------------------------------------------


def third(*, discard: int = 0, looked: tuple[int, ...] = (1,), ready: tuple[int, ...] = (1,), dice: tuple[int, ...] = (2,), **more: Any) -> Scene:
    """A 9s lies aside on the first stack, two are out; a seat discards the third."""
    hands = more.pop("hands", ["", READY, "", READY_5Z])
    hands[discard] = (hands[discard] or "") + "9s"
    more.setdefault("stacks", {1: "9s?", 2: "5m?", 3: "6m?", 4: "4m?", 5: "7m?", 6: "8m?"})
    more.setdefault("rivers", ("9s", "", "9s", ""))
    scene = place(G, hands, turn=discard, drawn="9s", ready=ready, looked=looked, treasure=1, dice=dice, **more)
    return scene.play(f"{discard} discard 9s")


def test_cc_27_a_dead_treasure_is_changed_if_someone_has_seen_it() -> None:
    changed = third()
    assert [type(e) for e in changed.hand.events()[-5:]] == [say.Discard, say.TreasureBack, say.Roll, say.Look, say.Draw]
    assert looks(changed) == [(1, tile("5m"))]  # his next own look, before his draw
    unseen = third(looked=(), discard=1, ready=(1, 3))  # rolled on an earlier change, nobody has looked yet
    assert not unseen.told(say.TreasureBack) and not unseen.told(say.Roll)


def test_cc_27_whoever_first_looks_at_a_tile_dead_before_anyone_saw_it_rolls_past_it() -> None:
    """CC-24 says so of the roller; here the roller never looked."""
    unseen = third(looked=(), discard=0, ready=(1, 3))
    assert looks(unseen) == [(1, tile("9s")), (1, tile("5m"))]


def test_cc_27_judged_when_the_window_has_closed() -> None:
    scene = third(hands=["", READY, "78s", READY_5Z], rivers=("9s", "", "", "9s"), discard=1)
    assert scene.asked == (2,) and not scene.told(say.TreasureBack)
    assert Scene(scene.hand.clone()).play("2 pass").told(say.TreasureBack)
    assert scene.play("2 chow 789s").told(say.TreasureBack)  # claimed it counts once, in its meld: the third all the same


def test_cc_27_a_claimed_discard_counts_once() -> None:
    scene = third(hands=["", READY, "78s", READY_5Z], rivers=("9s", "", "", ""), discard=1).play("2 chow 789s")
    assert not scene.told(say.TreasureBack)
    assert scene.hand.table.small[26] == 2


def test_cc_27_or_when_a_kong_is_committed_before_the_next_tile_is_taken() -> None:
    hands = ["", READY, "7z", ""]
    scene = place(
        G, hands, turn=2, drawn="7z", melds=((), (), ("dragons_kong 567z",), ()), rivers=("7z", "", "", ""),
        ready=(1,), looked=(1,), treasure=1, stacks={1: "7z?", 2: "5m?"}, dice=[2],
    ).play("2 add dragons 7z")  # fmt: skip
    kinds = [type(e) for e in scene.hand.events() if not isinstance(e, say.Pay)]
    assert kinds[-4:] == [say.Addition, say.TreasureBack, say.Roll, say.Draw]
    melded = third(hands=["", READY, "99s", READY_5Z], rivers=("", "", "", ""), discard=1).play("2 pung 9s")
    assert melded.told(say.TreasureBack)  # a pung's window has closed; he has not discarded yet
    assert melded.asked == (2,)


@pytest.mark.parametrize(
    ("discard", "ready", "looked", "name"),
    [(0, (1, 3), (1,), 1), (1, (1, 3), (1,), 3), (2, (1, 3), (1,), 3), (1, (1,), (1,), 1), (3, (1, 3), (3,), 1), (0, (3,), (3,), 3)],
)
def test_cc_27_rolled_in_the_name_of_the_next_declared_seat_itself_last(
    discard: int, ready: tuple[int, ...], looked: tuple[int, ...], name: int
) -> None:
    assert [r[0] for r in rolls(third(discard=discard, ready=ready, looked=looked))] == [name]


def test_cc_27_after_a_claim_the_claimant_has_acted() -> None:
    hands = ["", READY, "99s", READY_5Z]
    scene = third(hands=hands, rivers=("", "", "", ""), discard=1, ready=(1, 3)).play("2 pung 9s")
    assert [r[0] for r in rolls(scene)] == [3]


def test_cc_27_a_seat_barred_by_cc_12_is_passed_over() -> None:
    barred = "78m22255p345678s"
    scene = third(hands=["", barred, "", READY_5Z], ready=(1, 3), looked=(3,))
    assert [r[0] for r in rolls(scene)] == [3] and not looks(scene)


def test_cc_27_nobody_sees_the_new_one_before_his_own_next_look() -> None:
    scene = third(ready=(1, 3), looked=(1, 3), discard=0)
    assert looks(scene) == [(1, tile("5m"))]  # seat 1 was next; seat 3 has not seen it
    view = scene.hand.view(3)
    assert view.treasure is None and view.treasure_aside
    scene.until(3)
    assert looks(scene) == [(1, tile("5m")), (3, tile("5m"))] and len(rolls(scene)) == 1


def test_cc_27_until_then_there_is_no_treasure_for_him_and_its_kind_wins_nothing() -> None:
    scene = place(
        G, ["", "123m456s1z78p66z", "", ""], turn=1, drawn="1z", melds=((), ("winds_kong 1234z",), (), ()), ready=(1,), looked=(1,),
        treasure=2, rivers=("1z", "", "", ""), stacks={1: "?5m", 2: "1z?", 3: "5m?"}, dice=[2],
    )  # fmt: skip
    assert scene.may(1) == ["win", "discard 1z", "add winds 1z"]  # he has drawn the treasure
    scene.play("1 add winds 1z")  # it is dead: changed to a 5m in his own name, and his replacement, a 5m too, is no look
    assert rolls(scene) == [(1, 2, 3, False, False)] and not looks(scene)
    assert scene.drawn == "5m" and scene.may(1) == ["discard 5m"]
    scene.play("1 discard 5m; pass").until(1)
    assert looks(scene) == [(1, tile("5m"))]


def test_cc_28_each_viewing_is_checked() -> None:
    scene = third(stacks={1: "9s?", 2: "6z?"})
    assert scene.claims(1) == ["win"]
    assert scene.play("1 win").fans() == {"standing": 1, "self_draw": 1, "treasure": 1}


def test_cc_27_a_place_whose_tile_was_dead_is_not_used_again() -> None:
    scene = third(dice=(1, 2))
    assert rolls(scene) == [(1, 1, None, False, True), (1, 2, 2, False, False)]


def test_cc_27_a_change_may_bring_another_dead_tile_which_the_looker_rolls_past() -> None:
    scene = third(rivers=("9s888m", "", "9s", ""), stacks={1: "9s?", 2: "8m?", 3: "6m?"}, dice=(2, 3))
    assert rolls(scene) == [(1, 2, 2, False, False), (1, 3, 3, False, False)]
    assert looks(scene) == [(1, tile("8m")), (1, tile("6m"))]


# -- CC-29: the lower tiles --------------------------------------------------------------------------------------

SIX_DEAD: dict[str, Any] = {
    "rivers": ("222m333m", "444m555m", "666m777m", ""),
    "stacks": {1: "2m1s", 2: "3m2s", 3: "4m3s", 4: "5m7s", 5: "6m8s", 6: "7m9s"},
}


def exhausted_uppers(dice: list[int], **more: Any) -> Scene:
    """Seat 1, waiting for 6p and 9p, has found six dead upper tiles."""
    setting = {**SIX_DEAD, "left": 40, **more}
    hands = ["1z", "888m456s456p78p66z", "", ""]
    return place(G, hands, drawn="1z", ready=(1,), dice=[1, 2, 3, 4, 5, 6, *dice], **setting).play("0 discard 1z")


@pytest.mark.parametrize("die", range(1, 7))
def test_cc_29_after_six_dead_upper_tiles_the_lower_ones_serve(die: int) -> None:
    scene = exhausted_uppers([die])
    assert rolls(scene)[5:] == [(1, 6, 6, False, False), (1, die, die, True, False)]
    assert looks(scene)[-1] == (1, tile(["1s", "2s", "3s", "7s", "8s", "9s"][die - 1]))
    table = scene.hand.table
    assert table.aside == 136 - 2 * die + 1
    assert [table.wall_tile(136 - 2 * n) for n in range(1, 7)] == [1, 2, 3, 4, 5, 6]  # no tile has moved


def test_cc_29_dead_lower_tiles_are_rolled_past_and_after_those_there_is_none() -> None:
    rivers = ("222m333m111s", "444m555m222s", "666m777m333s", "777s888s999s")
    scene = exhausted_uppers([3, 3, 1, 2, 4, 5, 6], rivers=rivers, draws="2z")
    assert [r[1:] for r in rolls(scene)[6:8]] == [(3, 3, True, False), (3, None, True, True)]
    assert len(looks(scene)) == 12
    assert scene.asked == (1,) and scene.drawn == "2z" and scene.hand.table.aside < 0
    assert not scene.hand.view(WATCHER).treasure_aside
    scene.until(1)
    assert len(looks(scene)) == 12  # no treasure any more


def test_cc_29_a_lower_tile_already_gone_is_rolled_past() -> None:
    """A kong's replacement takes the lower tile of the first stack while the treasure lies above it."""
    setting = {**SIX_DEAD, "rivers": ("22m333m", "444m555m", "666m777m", "")}
    scene = place(
        G, ["", "888m456s456p78p66z", "2m2z", ""], turn=2, drawn="2z", melds=((), (), ("pung 222z",), ()), ready=(1,), looked=(1,), treasure=1,
        left=40, dice=[1, 2, 3, 4, 5, 1, 2], **setting,
    )  # fmt: skip
    scene.play("2 akong 2z")
    assert scene.drawn == "1s" and scene.hand.table.aside == 134
    scene.play("2 discard 2m; pass")  # changed to the second stack, the nearest full one, which nobody looks at before seat 1
    assert rolls(scene) == [(1, 1, 2, False, False)] and not looks(scene)
    scene.until(1)
    assert [r[2] for r in rolls(scene)[1:5]] == [3, 4, 5, 6]
    assert rolls(scene)[5:] == [(1, 1, None, True, True), (1, 2, 2, True, False)]
    assert looks(scene)[-1] == (1, tile("2s"))


def test_cc_29_when_no_unused_place_is_left_the_lower_tiles_serve() -> None:
    scene = place(
        G, ["1z", READY, "", ""], drawn="1z", ready=(1,), dice=[2, 1, 2], options={"reserve": "none"}, left=5, rivers=("444m333s", "", "", ""),
        stacks={1: "4m8s", 2: "3s8m"}, draws="2z",
    ).play("0 discard 1z")  # fmt: skip
    assert rolls(scene) == [(1, 2, 2, False, False), (1, 1, 1, False, False), (1, 2, 2, True, False)]
    assert looks(scene)[-1] == (1, tile("8m"))


def test_cc_30_the_treasure_does_not_leak() -> None:
    """Of G-7; the re-deals of test_hidden prove it for everything."""
    scene = third(ready=(1, 3), looked=(1, 3))
    for audience in (0, 2, WATCHER):
        assert all(seen is None for _, seen in looks(scene, audience))
        assert scene.hand.view(audience).treasure is None
    scene.drift(100)
    assert scene.told(say.End, WATCHER)[0].treasure == tile("5m")  # after the hand it is open
