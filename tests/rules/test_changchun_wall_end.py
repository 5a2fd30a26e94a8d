"""Changchun: the reserve, the end of the wall, the last four tiles (CC-35, CC-37)."""

from typing import Any

import pytest

from paiju.game import events as say
from tests.scenes import Scene, place, tile

G = "changchun"
READY = "123m456s456p789p6z"  # waits for 6z alone
RESERVES = [14, 15, 16, 19, 20, 23, 24]  # with so many counted kongs
PUNGS = (("pung 222s", "pung 333s", "pung 555m"), ("pung 666s", "pung 777s", "pung 888p"), (), ())
SEVEN: dict[str, object] = {"reserve": "seven"}
NONE: dict[str, object] = {"reserve": "none"}
FOUR: dict[str, object] = {"final_four": True}


def due(left: int, **more: Any) -> Scene:
    """Seat 0 has discarded, with so many tiles left; seat 1 is due to draw."""
    more.setdefault("hands", ["1z", "", "", ""])
    return place(G, more.pop("hands"), drawn="1z", left=left, **more).play("0 discard 1z")


def with_kongs(kongs: int, left: int = 50, **more: Any) -> Scene:
    """So many added kongs have been laid, three by seat 0 and the others by seat 1, whose turn it then is."""
    scene = place(G, ["2s3s5m", "6s7s8p", "", ""], melds=PUNGS, drawn="2s", left=left, **more)
    for text in ("0 akong 2s", "0 akong 3s", "0 akong 5m")[:kongs]:
        scene.play(text)
    if kongs > 3:
        scene.drift()
        for text in ("1 akong 6s", "1 akong 7s", "1 akong 8p")[: kongs - 3]:
            scene.play(text)
    return scene


@pytest.mark.parametrize(("kongs", "reserve"), list(enumerate(RESERVES)))
def test_cc_35_the_reserve_is_seven_stacks_and_from_the_second_kong_on_one_more_each(kongs: int, reserve: int) -> None:
    scene = with_kongs(kongs).drift(100)
    assert scene.exhausted and scene.hand.table.left == reserve
    assert scene.told(say.Exhausted)


@pytest.mark.parametrize("kongs", range(7))
def test_cc_35_reserve_seven_and_none(kongs: int) -> None:
    scene = with_kongs(kongs, options=SEVEN).drift(100)
    assert scene.exhausted and scene.hand.table.left == 14 + kongs % 2
    scene = with_kongs(kongs, options=NONE).drift(100)
    assert scene.exhausted and scene.hand.table.left == 0


def test_cc_35_a_draw_needs_left_above_the_reserve() -> None:
    assert due(15).asked == (1,)
    assert due(14).exhausted


def test_cc_35_a_treasure_aside_counts_as_left() -> None:
    hands = ["1z", "", READY, ""]
    aside: dict[str, Any] = {"ready": (2,), "looked": (2,), "treasure": 3}
    scene = due(15, hands=hands, **aside)
    assert scene.asked == (1,) and scene.drift().exhausted
    assert due(14, hands=hands, **aside).exhausted
    with_none = due(2, hands=hands, options=NONE, ready=(2,), looked=(2,), treasure=1)
    assert with_none.drift().exhausted  # one drawn, the other lies aside


KONG_OF_EACH_SORT: list[tuple[str, str, tuple[str, ...], str]] = [
    ("2222m", "2m", (), "ckong 2m"),
    ("2m", "2m", ("pung 222m",), "akong 2m"),
    ("1234z", "4z", (), "set winds 1234z"),
    ("4z", "4z", ("winds_kong 1234z",), "add winds 4z"),
    ("7z", "7z", ("dragons_kong 567z",), "add dragons 7z"),
    ("1m", "1m", ("ones_kong 1m1p1s",), "add ones 1m"),
    ("9m", "9m", ("nines_kong 9m9p9s",), "add nines 9m"),
]


@pytest.mark.parametrize(("hand", "drawn", "melds", "text"), KONG_OF_EACH_SORT)
def test_cc_35_a_kong_with_a_replacement_needs_left_less_one_to_be_the_reserve_with_it_counted(
    hand: str, drawn: str, melds: tuple[str, ...], text: str
) -> None:
    before = sum(meld.startswith("winds") for meld in melds)  # a winds kong has drawn one
    needed = RESERVES[before + 1] + 1
    setting: dict[str, Any] = {"drawn": drawn, "melds": (melds, (), (), ()), "first_turns": (0,), "dealer": 1}
    enough = place(G, [hand, "", "", ""], left=needed, **setting)
    assert text in enough.may(0)
    assert text not in place(G, [hand, "", "", ""], left=needed - 1, **setting).may(0)
    enough.play(f"0 {text}")
    assert enough.drawn and enough.hand.table.left == needed - 1


@pytest.mark.parametrize("kongs", range(6))
def test_cc_35_with_kongs_on_the_table_the_next_needs_more(kongs: int) -> None:
    """Of G-4: a kong is offered only if the wall end's clause still holds after its replacement."""
    left = RESERVES[kongs + 1] + 1 + kongs
    if kongs < 3:
        assert len(with_kongs(kongs, left).may(0, "akong")) == 3 - kongs
        assert with_kongs(kongs, left - 1).may(0, "akong") == []
    else:
        left += 1  # seat 1 has drawn
        for tiles, offered in ((left, 6 - kongs), (left - 1, 0)):
            scene = with_kongs(kongs, tiles)
            assert len((scene.drift() if kongs == 3 else scene).may(1, "akong")) == offered


def test_cc_35_a_kong_on_a_discard_needs_it_too() -> None:
    hands = ["7m", "777m", "", ""]
    assert place(G, hands, drawn="7m", left=16).play("0 discard 7m").claims(1) == ["pung 7m", "kong 7m"]
    assert place(G, hands, drawn="7m", left=15).play("0 discard 7m").claims(1) == ["pung 7m"]


@pytest.mark.parametrize(("hand", "text"), [("567z", "set dragons 567z"), ("1m1p1s", "set ones 1m1p1s"), ("9m9p9s", "set nines 9m9p9s")])
def test_cc_35_three_tiles_count_only_by_reserve_counts_special_kongs(hand: str, text: str) -> None:
    counts: dict[str, object] = {"reserve_counts_special_kongs": True}
    for options, reserve in ((None, 14), (counts, 15)):
        scene = place(G, [hand, "", "", ""], drawn=None, first_turns=(0,), left=30, options=options).play(f"0 {text}")
        assert scene.hand.table.left == 30  # no replacement
        assert scene.drift(100).exhausted and scene.hand.table.left == reserve
        late = place(G, [hand, "", "", ""], drawn=None, first_turns=(0,), left=14, options=options)
        assert text in late.may(0)  # never refused for lack of tiles (G-4)


def test_cc_35_exhaustion_is_judged_when_a_draw_is_due() -> None:
    hands = ["6z", READY, "", ""]
    won = place(G, hands, drawn="6z", left=14).play("0 discard 6z")
    assert won.claims(1) == ["win"] and Scene(won.hand.clone()).play("1 win").winners == [1]
    assert won.play("1 pass").exhausted
    punged = place(G, ["7m", "", "77m", ""], drawn="7m", left=14).play("0 discard 7m; 2 pung 7m")
    assert punged.asked == (2,)
    assert punged.drift().exhausted  # his own discard was the last
    chowed = place(G, ["7m", "56m", "", ""], drawn="7m", left=14).play("0 discard 7m; 1 chow 567m")
    assert chowed.asked == (1,) and chowed.drift().exhausted


# -- the last four -----------------------------------------------------------------------------------------------


def test_cc_35_final_four_each_seat_in_turn_takes_one_tile_and_may_only_win() -> None:
    scene = due(18, options=FOUR)
    assert scene.exhausted
    assert [(e.seat, e.source) for e in scene.told(say.Draw)] == [(1, "last"), (2, "last"), (3, "last"), (0, "last")]
    assert not due(18).over and due(18).drawn  # false: as ever
    hands = ["1z", "", READY, "123m456s456p789p5z"]
    scene = due(18, options=FOUR, hands=hands, draws="?6z5z?")
    assert scene.asked == (2,) and scene.may(2) == ["pass", "win"]
    scene.play("2 pass")
    assert scene.asked == (3,) and scene.may(3) == ["pass", "win"]
    assert scene.play("3 win").fans() == {"standing": 1, "self_draw": 1}


def test_cc_35_final_four_begins_when_left_less_reserve_is_four() -> None:
    assert due(19, options=FOUR).drawn and not due(19, options=FOUR).told(say.Exhausted)
    assert due(19, options=FOUR).drift().exhausted
    one_kong = with_kongs(1, left=19 + 2, options=FOUR)  # 15 stay, and 20 are left at seat 1's draw
    assert one_kong.drift().asked == (1,) and one_kong.hand.table.left == 19
    assert one_kong.drift().exhausted


def test_cc_35_final_four_a_declared_seat_looks_first() -> None:
    hands = ["1z", READY, "", ""]
    scene = due(18, options=FOUR, hands=hands, ready=(1,), dice=[2], stacks={2: "6z?"})
    assert scene.told(say.Look, 1) == [say.Look(1, tile("6z"))] and scene.may(1) == ["pass", "win"]
    scene.play("1 pass")
    assert scene.exhausted and scene.told(say.Draw)[0].seat == 1
    drawn = due(18, options=FOUR, hands=hands, ready=(1,), dice=[2], stacks={2: "4z?"}, draws="4z")
    assert drawn.play("1 win").fans() == {"standing": 1, "self_draw": 1, "treasure": 1}


def test_cc_37_exhausted_kongs_are_still_paid_and_the_dealer_stays() -> None:
    scene = place(G, ["2222m", "", "", ""], drawn="2m", dealer=2, left=16).play("0 ckong 2m").drift()
    assert scene.exhausted
    assert scene.money == [6, -2, -2, -2] == scene.kong_money
    assert scene.next_dealer == 2 and scene.winners == []
