"""Changchun: special kongs 旋风杠 喜杠 幺九杠, when they are declared and added to (CC-38 to CC-44)."""

from typing import Any

import pytest

from paiju.game import events as say
from tests.scenes import Scene, deal, drawing, facing, place, plain, tile

G = "changchun"
FIRST: dict[str, Any] = {"first_turns": (0, 1, 2, 3)}
SETS = [("1234z", "set winds 1234z"), ("567z", "set dragons 567z"), ("1m1p1s", "set ones 1m1p1s"), ("9m9p9s", "set nines 9m9p9s")]


def first_turn(hand: str, *, seat: int = 1, **more: Any) -> Scene:
    """The seat, not the dealer, is in his first turn and has just drawn."""
    hands = [plain(hand) if n == seat else "" for n in range(4)]
    return place(G, hands, turn=seat, drawn=more.pop("drawn", hand[-2:]), **FIRST, **more)


@pytest.mark.parametrize(("tiles", "text"), SETS)
def test_cc_38_the_four_special_kongs(tiles: str, text: str) -> None:
    scene = first_turn(tiles)
    assert scene.may(1, "set") == [text]
    scene.play(f"1 {text}")
    assert scene.melds(1) == [f"{text.split()[1]}_kong {tiles}"]
    assert scene.told(say.Special, 3) == [say.Special(1, f"{text.split()[1]}_kong", scene.told(say.Special)[0].tiles)]  # type: ignore[arg-type]
    assert scene.may(1, "set") == []


@pytest.mark.parametrize("short", ["123z", "56z", "1m1p", "9p9s"])
def test_cc_38_a_set_needs_all_its_tiles(short: str) -> None:
    assert first_turn(short).may(1, "set") == []


def test_cc_38_one_of_each_kind_per_player() -> None:
    scene = first_turn("11223344z567z1m1p1s", drawn="1s")
    assert len(scene.may(1, "set")) == 3
    scene.play("1 set winds 1234z")
    assert len(scene.may(1, "set")) == 2 and len(scene.may(1, "add")) == 4
    twice = first_turn("556677z", drawn="7z").play("1 set dragons 567z")
    assert twice.may(1, "set") == [] and twice.may(1, "add") == ["add dragons 5z", "add dragons 6z", "add dragons 7z"]
    other = place(G, ["", "", "567z", ""], turn=2, drawn="7z", melds=((), ("dragons_kong 567z",), (), ()), **FIRST)
    assert other.may(2, "set") == ["set dragons 567z"]  # another player may have one too


@pytest.mark.parametrize("tiles", ["123z", "124z", "134z", "234z"])
def test_cc_38_winds_kong_size_3_is_any_three_different_winds(tiles: str) -> None:
    three: dict[str, object] = {"winds_kong_size": 3}
    scene = first_turn(tiles, options=three)
    assert scene.may(1, "set") == [f"set winds {tiles}"]
    left = scene.hand.table.left
    scene.play(f"1 set winds {tiles}")
    assert scene.hand.table.left == left  # no replacement
    assert first_turn("1123z", options=three).may(1, "set") == ["set winds 123z"]
    assert first_turn("112z", options=three).may(1, "set") == []


# -- when --------------------------------------------------------------------------------------------------------


def test_cc_40_in_the_first_turn_which_lasts_to_the_first_discard() -> None:
    dealt = deal(G, ("567z", "9m9p9s", "", ""), draws="2m")
    assert dealt.may(0, "set") == ["set dragons 567z"]
    dealt.play("0 " + dealt.may(0, "discard")[0])
    dealt.play("pass")
    assert dealt.asked == (1,) and dealt.may(1, "set") == ["set nines 9m9p9s"]
    dealt.play("1 discard 2m; pass").until(1)
    assert dealt.may(1, "set") == []
    dealt.until(0)
    assert dealt.may(0, "set") == []


def test_cc_40_several_sets_may_be_declared_in_it() -> None:
    scene = first_turn("1234z567z1m1p1s9m9p", drawn="9p")
    scene.play("1 set winds 1234z; 1 set dragons 567z; 1 set ones 1m1p1s")
    assert len(scene.melds(1)) == 3


def test_cc_40_however_it_was_reached() -> None:
    hands = ["8m", "88m567z9m9p9s", "", ""]
    punged = place(G, hands, drawn="8m", **FIRST).play("0 discard 8m; 1 pung 8m")
    assert punged.may(1, "set") == ["set dragons 567z", "set nines 9m9p9s"]
    punged.play("1 set nines 9m9p9s")
    assert punged.may(1, "set") == ["set dragons 567z"] and "win" not in punged.may(1)
    chowed = place(G, ["8m", "67m567z", "", ""], drawn="8m", **FIRST).play("0 discard 8m; 1 chow 678m")
    assert chowed.may(1, "set") == ["set dragons 567z"]
    konged = place(G, ["8m", "888m567z", "", ""], drawn="8m", **FIRST).play("0 discard 8m; 1 kong 8m")
    assert konged.may(1, "set") == ["set dragons 567z"]
    passed_over = place(G, ["8m", "567z", "88m", ""], drawn="8m", **FIRST).play("0 discard 8m; 2 pung 8m").until(1)
    assert passed_over.may(1, "set") == ["set dragons 567z"]  # his first turn came later


def test_cc_40_reached_by_a_claim_nothing_is_added_until_a_tile_is_drawn() -> None:
    scene = place(G, ["8m", "88m5567z", "", ""], drawn="8m", **FIRST).play("0 discard 8m; 1 pung 8m; 1 set dragons 567z")
    assert scene.may(1, "add") == []
    winds = place(G, ["8m", "88m12344z", "", ""], drawn="8m", **FIRST).play("0 discard 8m; 1 pung 8m; 1 set winds 1234z")
    assert winds.drawn and "add winds 4z" in winds.may(1, "add")  # its replacement is a draw


def test_cc_40_special_kong_window_dealt_takes_only_tiles_dealt() -> None:
    dealt: dict[str, object] = {"special_kong_window": "dealt"}
    for options, offered in ((None, ["set dragons 567z"]), (dealt, [])):
        scene = deal(G, ("9m", "56z", "", ""), draws="7z", options=options).play("0 discard 9m; pass")
        assert scene.drawn == "7z" and scene.may(1, "set") == offered
    whole = deal(G, ("9m", "567z", "", ""), draws="7z", options=dealt).play("0 discard 9m; pass")
    assert whole.may(1, "set") == ["set dragons 567z"]
    later = whole.play("1 discard 7z; pass").until(1)
    assert later.may(1, "set") == []


def test_cc_40_special_kong_window_any_turn() -> None:
    any_turn: dict[str, object] = {"special_kong_window": "any_turn"}
    for options, offered in ((None, []), (any_turn, ["set dragons 567z"])):
        assert place(G, ["567z", "", "", ""], drawn="7z", options=options).may(0, "set") == offered
    assert place(G, ["8m", "88m567z", "", ""], drawn="8m", options=any_turn).play("0 discard 8m; 1 pung 8m").may(1, "set") == []


# -- replacements and additions ----------------------------------------------------------------------------------


def test_cc_41_three_tiles_draw_no_replacement_winds_and_every_added_tile_draw_one() -> None:
    for tiles, text in SETS:
        scene = first_turn(tiles)
        left = int(scene.hand.table.left)
        scene.play(f"1 {text}")
        assert left - int(scene.hand.table.left) == (1 if "winds" in text else 0)
        assert [e.source for e in scene.told(say.Draw)] == (["tail"] if "winds" in text else [])
    added = drawing(G, "123m456s78p66z", "1z", "winds_kong 1234z", tail="2z3z5m").play("1 add winds 1z")
    assert added.drawn == "2z"
    added.play("1 add winds 2z; 1 add winds 3z")
    assert added.drawn == "5m" and added.melds(1) == ["winds_kong 1122334z"]


def test_cc_42_the_dealer_may_declare_and_lay_concealed_kongs_but_adds_nothing_in_his_first_turn() -> None:
    scene = deal(G, ("556677z1111p8888s", "", "", ""), tail="?" * 4).play("0 set dragons 567z")
    assert scene.may(0, "add") == [] and scene.may(0, "ckong") == ["ckong 1p", "ckong 8s"]
    scene.play("0 ckong 1p")  # its replacement does not come from the front
    assert scene.drawn and scene.may(0, "add") == []
    scene.play("0 ckong 8s")
    assert scene.may(0, "add") == []
    scene.until(0)
    assert scene.may(0, "add") == ["add dragons 5z", "add dragons 6z", "add dragons 7z"]


def test_cc_42_a_replacement_after_a_claim_is_no_draw_from_the_front_either() -> None:
    scene = deal(G, ("5567z888m9p", "", "", "8m"), draws="?" * 3).play("0 set dragons 567z; 0 discard 9p; pass").drift(2)
    scene.play("3 discard 8m; 0 kong 8m")
    assert scene.drawn and scene.may(0, "add") == []
    scene.until(0)
    assert scene.may(0, "add") == ["add dragons 5z"]


def test_cc_42_others_may_add_at_once_and_repeatedly() -> None:
    scene = deal(G, ("9m", "556677z", "", ""), draws="2m", tail="7z").play("0 discard 9m; pass; 1 set dragons 567z")
    scene.play("1 add dragons 5z; 1 add dragons 7z; 1 add dragons 6z; 1 add dragons 7z")
    assert scene.melds(1) == ["dragons_kong 5566777z"]


def test_cc_43_later_additions_on_own_turns_after_a_draw_any_number_any_tile_of_the_group() -> None:
    melds = ("nines_kong 9m9p9s",)
    scene = drawing(G, "999m99p5m345p4s", "2z", *melds, tail="9s")
    assert scene.may(1, "add") == ["add nines 9m", "add nines 9p"]
    scene.play("1 add nines 9m; 1 add nines 9m; 1 add nines 9p; 1 add nines 9m")
    assert scene.melds(1) == ["nines_kong 9999m99p9s"]
    claim = facing(G, "999m99p5m345p4s", "5m", *melds, payer=0)
    assert claim.claims(1) == []
    claimed = facing(G, "999m99p55m45p4s", "5m", *melds, payer=0).play("1 pung 5m")
    assert claimed.may(1, "add") == []


def test_cc_44_bamboo_one_is_wild() -> None:
    wild: dict[str, object] = {"bamboo_one_is_wild": True}
    assert first_turn("56z1s").may(1, "set") == []
    scene = first_turn("56z1s", options=wild)
    assert scene.may(1, "set") == ["set dragons 1s56z"]
    scene.play("1 set dragons 1s56z")
    assert scene.melds(1) == ["dragons_kong 1s56z"] and scene.told(say.Special, 0)[0].tiles == (tile("1s"), tile("5z"), tile("6z"))
    assert drawing(G, "123m456s78p66z", "1s", "winds_kong 1234z").may(1, "add") == []
    added = drawing(G, "123m456s78p66z", "1s", "winds_kong 1234z", options=wild).play("1 add winds 1s")
    assert added.melds(1) == ["winds_kong 1s1234z"] and added.drawn
