"""Faults that other mahjong software had, each tested here as a whole kind, in every game it can happen in.

They come from the public issue trackers and the code of comparable projects. Where a clause of the rules forbids a fault, it is named.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from paiju.core.table import ON_DISCARD, WAITS, WINDOW
from paiju.game import events as say
from paiju.game.clock import timeout_action
from tests.playthrough import GAMES, Playthrough, concealed
from tests.scenes import Scene, drawing, facing, place, tile

every_game = pytest.mark.parametrize("variant", GAMES)
special_kong_games = pytest.mark.parametrize("variant", ["changchun", "baicheng"])
Scaled = Callable[[int], int]
WAITS_25S = "34s111m222p789s88p"  # for 2s and 5s, in every game
OPEN_PAIR = {"changchun": range(1, 10), "baicheng": range(1, 10), "changsha": (2, 5, 8)}


def playthroughs(variant: str, purpose: str, count: int) -> list[Playthrough]:
    return [Playthrough(variant, number, purpose, {}) for number in range(count)]


# -- 1: the pair out of a triplet or a quad ----------------------------------------------------------------------


def pair_and_chows(variant: str) -> list[str]:
    """Five or eight characters in which the pair's kind is in a chow (three copies) or in two chows (four)."""
    found = []
    for pair in OPEN_PAIR[variant]:
        lows = [low for low in (pair - 2, pair - 1, pair) if 1 <= low <= 7]
        found += [f"{pair}{pair}{low}{low + 1}{low + 2}" for low in lows]
        found += [f"{pair}{pair}" + "".join(f"{low}{low + 1}{low + 2}" for low in two) for two in pairwise(lows)]
        found += [f"{pair}{pair}" + f"{low}{low + 1}{low + 2}" * 2 for low in lows]
    return found


@every_game
def test_fault_01_pair_out_of_a_triplet_or_a_quad(variant: str) -> None:
    tried = 0
    for characters in pair_and_chows(variant):
        rest = "111p456s789s" if len(characters) == 5 else "111p789s"
        for n, winning in enumerate(characters):
            if characters.index(winning) < n:
                continue
            hand = characters.replace(winning, "", 1) + "m" + rest
            assert drawing(variant, hand, winning + "m").can_win(), (hand, winning)
            assert facing(variant, hand, winning + "m").can_win(), (hand, winning)
            tried += 1
    assert tried > 30


# -- 2: chows only after a pung, or to the wrong neighbour -------------------------------------------------------


def chows_by_hand(held: list[int], discard: int) -> set[str]:
    """The chows of a tile, found by trying."""
    suit, n = divmod(discard, 9)
    if suit > 2:
        return set()
    lows = [low for low in (n - 2, n - 1, n) if 0 <= low <= 6]
    return {
        f"chow {low + 1}{low + 2}{low + 3}{'mps'[suit]}"
        for low in lows
        if all(suit * 9 + low + k in held for k in range(3) if low + k != n)
    }  # fmt: skip


@every_game
def test_fault_02_chow_is_offered_to_the_next_seat_and_to_nobody_else(variant: str, scaled: Scaled) -> None:
    windows = 0
    for play in playthroughs(variant, "chows", scaled(60)):
        for hand in play:
            t = hand.table
            if t.asks != WINDOW or t.window != ON_DISCARD or t.tile2 < 34:
                continue
            for seat in hand.to_act:
                offered = {str(a) for a in hand.actions(seat) if a.verb == "chow"}
                bound = (t.declared | t.locked) >> seat & 1 or (variant == "changchun" and t.melds(seat) == 3)
                due = set() if bound or seat != (t.turn + 1) % 4 else chows_by_hand(concealed(hand, seat), int(t.tile))
                assert offered == due, play.name
                windows += bool(due)
    assert windows >= 15 or scaled(60) < 60
    first = place(variant, ["5s", "46s", "", ""], drawn="5s").play("0 discard 5s")
    assert "chow 456s" in first.claims(1)  # before anybody has melded anything


# -- 3: the fourth tile after a pung -----------------------------------------------------------------------------


@every_game
def test_fault_03_added_kong_offered_on_the_draw_and_not_in_the_claim_turn(variant: str) -> None:
    hands = ["8p", "888p1m", "", ""]
    scene = place(variant, hands, drawn="8p").play("0 discard 8p; 1 pung 8p")
    assert scene.may(1, "akong") == []  # he holds the fourth, but has not drawn
    scene.play("1 discard 1m; pass").until(1)
    assert scene.may(1, "akong") == ["akong 8p"]
    drawn = place(variant, ["8p", "88p1m", "", ""], drawn="8p", draws="???8p").play("0 discard 8p; 1 pung 8p; 1 discard 1m; pass").until(1)
    assert drawn.drawn == "8p" and drawn.may(1, "akong") == ["akong 8p"]


# -- 4, 5: priorities, and robbing declined ----------------------------------------------------------------------


@every_game
def test_fault_04_no_lower_claim_while_another_holds_a_higher_one(variant: str, scaled: Scaled) -> None:
    """In random hands a claim carried out is never below one a seat still held."""
    rank = {"chow": 1, "pung": 2, "kong": 2, "dicekong": 2, "win": 3, "pass": 0}
    for play in playthroughs(variant, "priorities", scaled(60)):
        rights: dict[int, int] = {}
        answers: dict[int, int] = {}
        length = -1
        for hand in play:
            if play.told and length >= 0:
                seat, text = play.told[-1]
                answers[seat] = rank[text.split()[0].split("@")[0]]
                if len(hand.table.log) != length or hand.table.asks != WINDOW:  # it has closed
                    best = max(answers.values())
                    assert all(right <= best for seat, right in rights.items() if seat not in answers), play.name
                    length = -1
            if hand.table.asks == WINDOW and length < 0:
                length = len(hand.table.log)
                rights = {seat: max(rank[a.verb] for a in hand.actions(seat)) for seat in hand.to_act}
                answers = {}


@every_game
def test_fault_04_declining_the_own_win_takes_no_tile_from_under_a_kong(variant: str) -> None:
    """An ordinary added kong is robbed by a win or not at all."""
    scene = place(variant, ["5s", WAITS_25S, "", ""], drawn="5s", melds=(("pung 555s",), (), (), ())).play("0 akong 5s")
    assert scene.may(1) == ["pass", "win"]
    assert scene.play("1 pass").melds(0) == ["added_kong 5555s"]


@pytest.mark.parametrize(("variant", "lock"), [("changchun", "same_turn"), ("changsha", "any_tile")])
def test_fault_05_declining_to_rob_a_kong_is_passing_a_win(variant: str, lock: str) -> None:
    for value, free in ((lock, False), ("none", True)):
        hands = ["5s", WAITS_25S, "", ""]
        melds = (("pung 555s",), (), (), ())
        scene = place(variant, hands, drawn="5s", melds=melds, tail="2s", options={"passed_win_lock": value}).play("0 akong 5s; 1 pass")
        assert scene.drawn == "2s"
        scene.play("0 discard 2s")
        assert scene.can_win(1) == free


# -- 6: several winners on one tile ------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", range(4))
def test_fault_06_three_winners_one_payer_and_the_next_dealer(dealer: int) -> None:
    hands = ["5s", WAITS_25S, "46s111p333m666p55p", "46s234m678m345p88p"]
    scene = place("changsha", hands, drawn="5s", dealer=dealer, options={"birds": 0}).play("0 discard 5s; 2 win; 3 win; 1 win")
    assert sorted(scene.winners) == [1, 2, 3] and sum(scene.money) == 0
    for settlement in scene.hand.result().wins:
        assert {(p.giver, p.taker) for p in settlement.payments} == {(0, settlement.win.seat)}
    assert scene.next_dealer == 0  # CS-45 E: who paid, whoever dealt
    two = place("changsha", hands, drawn="5s", dealer=dealer).play("0 discard 5s; 1 win; 2 win; 3 pass")
    assert sorted(two.winners) == [1, 2] and two.next_dealer == 0


@special_kong_games
def test_fault_06_where_one_may_win_the_others_are_not_settled(variant: str) -> None:
    hands = ["5s", WAITS_25S, "46s111p333m666p55p", ""]
    scene = place(variant, hands, drawn="5s", dealer=2).play("0 discard 5s; 2 win; 1 win")
    assert scene.winners == [1] and sum(scene.money) == 0


# -- 7: the replacement after a passed robbery -------------------------------------------------------------------


@every_game
def test_fault_07_after_a_passed_robbery_the_replacement_comes_from_the_tail(variant: str) -> None:
    melds = (("pung 555s",), (), (), ())
    scene = place(variant, ["5s", WAITS_25S, "", ""], drawn="5s", melds=melds, draws="1p", tail="9p").play("0 akong 5s; 1 pass")
    assert scene.drawn == "9p" and [e.source for e in scene.told(say.Draw)] == ["tail"]
    if variant != "changsha":
        hands = ["6z", "", "66z", ""]
        added = place(variant, hands, drawn="6z", melds=(("dragons_kong 567z",), (), (), ()), draws="1p", tail="9p")
        added.play("0 add dragons 6z; 2 pass")
        assert added.drawn == "9p" and [e.source for e in added.told(say.Draw)] == ["tail"]


# -- 8: kongs of a declared hand ---------------------------------------------------------------------------------


def test_fault_08_a_declared_hand_kongs_only_the_drawn_tile_and_keeps_its_waits(scaled: Scaled) -> None:
    """CC-22, over random hands: for each kong offered, and for each quad that is not."""
    kongs = 0
    for play in playthroughs("changchun", "declared", scaled(250)):
        for hand in play:
            t = hand.table
            for seat in hand.to_act:
                if not t.declared >> seat & 1:
                    continue
                before = int(t.big[WAITS + seat])
                for action in hand.actions(seat):
                    if action.verb in ("ckong", "akong", "kong"):
                        assert action.tiles == ((int(t.drawn),) if t.asks != WINDOW else (int(t.tile),)), play.name
                        after = Scene(hand.clone())
                        after.hand.play(action, seat)
                        after.settle_windows()
                        if not after.over:
                            assert int(after.hand.table.big[WAITS + seat]) == before, play.name
                            kongs += 1
                    assert action.verb not in ("chow", "pung", "set"), play.name
    assert kongs >= 5 or scaled(250) < 250
    quad = drawing("changchun", "123m456s55556p22z", "1z", ready=(1,), looked=(1,))
    assert quad.may(1) == ["discard 1z"]  # an old quad stays


# -- 9, 10, 11: Changsha's sea bottom, dice kongs, all 2-5-8 -----------------------------------------------------


def sea(hands: list[str], bottom: str, **more: Any) -> Scene:
    """Seat 0 has discarded a 9m, one tile is left, and it has been offered to seat 1."""
    scene = place("changsha", ["9m", *hands], drawn="9m", left=1, draws=bottom, **more).play("0 discard 9m")
    while "take" not in scene.may(scene.asked[0]):
        scene.play("pass")
    return scene


def test_fault_09_the_sea_bottom_is_offered_won_or_turned_up_but_never_melded() -> None:
    scene = sea(["", "55s", WAITS_25S], "5s")
    assert scene.asked == (1,) and scene.may(1) == ["pass", "take"]
    scene.play("1 take")
    assert scene.asked == (3,) and scene.may(3) == ["pass", "win"]  # the pair of seat 2 pungs nothing
    won = Scene(scene.hand.clone()).play("3 win")
    assert won.winners == [3] and {p.giver for p in won.hand.result().wins[0].payments} == {1}
    assert scene.play("3 pass").exhausted and scene.money == [0, 0, 0, 0]
    assert scene.told(say.SeaTurned)[0].seat == 1


@pytest.mark.parametrize(("bottom", "hit"), [("5s", 0), ("2s", 1)])
def test_fault_09_the_bird_of_a_sea_bottom_win_is_that_tile_counted_from_the_dealer(bottom: str, hit: int) -> None:
    for dealer in range(4):
        scene = sea([WAITS_25S, "", ""], bottom, dealer=dealer).play("1 take; 1 win")
        assert [e.tile for e in scene.told(say.Bird)] == [tile(bottom)]
        plain = sea([WAITS_25S, "", ""], bottom, dealer=dealer, options={"birds": 0}).play("1 take; 1 win")
        seat = (dealer + hit) % 4
        for payer in (0, 2, 3):
            assert scene.money[payer] == plain.money[payer] * (2 if seat in (1, payer) else 1)


def test_fault_09_a_kong_does_not_eat_the_offer() -> None:
    """CS-22: a replacement may be the very last tile, and then there is no sea bottom; with two left there still is one."""
    scene = place("changsha", ["1111m", "", "", ""], drawn="1m", left=2).play("0 ckong 1m")
    scene.play(f"0 discard {scene.drawn}")
    while "take" not in scene.may(scene.asked[0]):
        scene.play("pass")
    assert scene.asked == (1,)
    last = place("changsha", ["1111m", "", "", ""], drawn="1m", left=1).play("0 ckong 1m").drift()
    assert last.exhausted and not last.told(say.SeaOffer)


@pytest.mark.parametrize("way", ["cdice 1m", "adice 1m", "dicekong 1m"])
def test_fault_10_locked_after_a_dice_kong_whoever_acts_for_the_player(way: str) -> None:
    rest = "234p567s88s55m"
    if way == "dicekong 1m":
        scene = place("changsha", ["1m", "111m" + rest, "", ""], drawn="1m", tail="9m", dice=[1]).play("0 discard 1m; 1 dicekong 1m")
    else:
        melds = ((), ("pung 111m",) if way == "adice 1m" else (), (), ())
        hand = ("1m" if way == "adice 1m" else "1111m") + rest
        scene = place("changsha", ["", hand, "", ""], melds=melds, turn=1, drawn="1m", tail="9m", dice=[1]).play(f"1 {way}")
    scene.settle_windows()
    while not scene.over:
        if scene.asked == (1,) and "pass" not in scene.may(1):
            assert [text for text in scene.may(1) if text != "win"] == [f"discard {scene.drawn}"]
            assert str(timeout_action(scene.hand, 1)) == f"discard {scene.drawn}"
        assert not {text.split()[0] for text in scene.claims(1)} - {"win", "take"}
        scene.drift()


def test_fault_11_all_2_5_8_wins_without_a_shape_and_its_readiness_is_known() -> None:
    loose = "2258m22558p258s2s"
    scene = drawing("changsha", loose, "5m")
    assert scene.waits(1) == "258m258p258s"
    assert list(scene.play("1 win").fans()) == ["all_258"]
    assert facing("changsha", loose, "8p").can_win()
    assert not drawing("changsha", loose, "1m").can_win()
    kong = drawing("changsha", "2225m225588p58s5s", "2m")
    assert "cdice 2m" in kong.may(1)  # ready once it is laid (CS-20)
