"""Of every game: kongs as transactions, payments, the own turn (G-4, G-5, G-13)."""

from typing import Any

import pytest

from paiju.game import events as say
from paiju.game.audience import EVERYTHING
from tests.scenes import Scene, deal, drawing, facing, place

GAMES = ["changchun", "baicheng", "changsha"]
every_game = pytest.mark.parametrize("variant", GAMES)
WAITS = "34s111m222p789s88p"  # for 2s and 5s, in every game


# -- G-4 ---------------------------------------------------------------------------------------------------------


def proposed(variant: str, **more: Any) -> Scene:
    """Seat 0 shows the fourth 5s; seat 1 may rob it."""
    hands = ["5s", WAITS, "", ""]
    return place(variant, hands, drawn="5s", melds=(("pung 555s",), (), (), ()), dealer=2, **more).play("0 akong 5s")


@every_game
def test_g_4_nothing_is_booked_before_the_window_closes(variant: str) -> None:
    scene = proposed(variant)
    assert scene.asked == (1,) and scene.claims(1) == ["win"]
    left = int(scene.hand.table.left)
    assert scene.melds(0) == ["pung 555s"] and scene.hand.table.held(0, 22) == 1
    assert not scene.told(say.Kong) and not scene.told(say.Pay) and scene.hand.table.kongs == 0
    scene.play("1 pass")
    assert scene.melds(0) == ["added_kong 5555s"] and scene.hand.table.kongs == 1
    assert scene.asked == (0,) and scene.drawn and scene.hand.table.left == left - 1  # meld, money, replacement
    assert len(scene.told(say.Pay)) == (0 if variant == "changsha" else 3)


@every_game
def test_g_4_a_kong_called_off_by_robbery_leaves_what_was_there_unpaid(variant: str) -> None:
    scene = proposed(variant)
    left = int(scene.hand.table.left)
    scene.play("1 win")
    assert scene.winners == [1] and scene.melds(0) == ["pung 555s"]
    assert scene.kong_money == [0, 0, 0, 0]
    assert scene.hand.table.left == left - (1 if variant == "changsha" else 0)  # no replacement (a bird is turned up there)
    assert not scene.told(say.Discard) and [e.seat for e in scene.told(say.Robbed)] == [0]


def test_g_4_called_off_by_a_pung_the_turn_ends_without_a_discard() -> None:
    for variant in ("changchun", "baicheng"):
        hands = ["6z", "", "66z", ""]
        scene = place(variant, hands, drawn="6z", melds=(("dragons_kong 567z",), (), (), ()))
        before = len(scene.told(say.Pay))
        scene.play("0 add dragons 6z; 2 pung 6z")
        assert scene.melds(0) == ["dragons_kong 567z"] and scene.melds(2) == ["pung 666z"]
        assert scene.asked == (2,) and not scene.told(say.Discard) and len(scene.told(say.Pay)) == before


@every_game
def test_g_4_kongs_are_declared_on_the_own_turn_after_a_draw(variant: str) -> None:
    hands = ["8p", "88p1111m2m9s", "", ""]
    scene = place(variant, hands, drawn="8p", melds=((), ("pung 222m",), (), ())).play("0 discard 8p; 1 pung 8p")
    assert scene.may(1, "ckong") == [] and scene.may(1, "akong") == []
    scene.play("1 discard 9s; pass").until(1)
    assert scene.may(1, "ckong") == ["ckong 1m"] and scene.may(1, "akong") == ["akong 2m"]


@every_game
def test_g_4_kong_after_claim(variant: str) -> None:
    options: dict[str, object] = {"kong_after_claim": True}
    setting: dict[str, Any] = {"drawn": "8p", "melds": ((), ("pung 222m",), (), ()), "options": options}
    punged = place(variant, ["8p", "88p1111m2m", "", ""], **setting).play("0 discard 8p; 1 pung 8p")
    assert punged.may(1, "ckong") == ["ckong 1m"] and punged.may(1, "akong") == ["akong 2m"]
    chowed = place(variant, ["8p", "67p1111m2m", "", ""], **setting).play("0 discard 8p; 1 chow 678p")
    assert chowed.may(1, "ckong") == ["ckong 1m"]
    chowed.play("1 ckong 1m")
    assert chowed.drawn  # and its replacement is a draw


@every_game
def test_g_4_or_on_anothers_discard(variant: str) -> None:
    scene = place(variant, ["8p", "", "888p", ""], drawn="8p").play("0 discard 8p")
    assert [t for t in scene.claims(2) if "kong" in t or "pung" in t][:2] == ["pung 8p", "kong 8p"]
    scene.play("2 kong 8p")
    assert scene.melds(2) == ["melded_kong 8888p"] and scene.asked == (2,) and scene.drawn


@every_game
def test_g_4_a_kong_is_offered_only_if_the_wall_ends_clause_holds_after_its_replacement(variant: str) -> None:
    enough, few = {"changchun": (16, 15), "baicheng": (6, 5), "changsha": (1, 0)}[variant]
    for left, offered in ((enough, ["ckong 8p"]), (few, [])):
        assert place(variant, ["8888p", "", "", ""], drawn="8p", left=left).may(0, "ckong") == offered
        fourth = place(variant, ["8p", "", "", ""], drawn="8p", melds=(("pung 888p",), (), (), ()), left=left)
        assert fourth.may(0, "akong") == (["akong 8p"] if offered else [])
        claim = place(variant, ["8p", "", "888p", ""], drawn="8p", left=left).play("0 discard 8p")
        assert ("kong 8p" in claim.claims(2)) == bool(offered)
        assert "pung 8p" in claim.claims(2)


# -- G-5 ---------------------------------------------------------------------------------------------------------


@every_game
def test_g_5_payments_are_transfers_computed_per_payer_and_summed(variant: str) -> None:
    scene = place(variant, ["", "", "9999m5s", WAITS], turn=2, drawn="5s", dealer=2).play("2 ckong 9m; 2 discard 5s; 3 win; pass")
    ending = scene.hand.result()
    for payment in ending.payments():
        assert payment.giver != payment.taker and payment.amount > 0
    deltas = [0, 0, 0, 0]
    for payment in ending.payments():
        deltas[payment.giver] -= payment.amount
        deltas[payment.taker] += payment.amount
    assert deltas == scene.money and sum(deltas) == 0
    booked = [s.points for s in scene.hand.view(EVERYTHING).seats]
    assert booked == scene.money == list(scene.told(say.End)[0].deltas)


# -- G-13 --------------------------------------------------------------------------------------------------------


@every_game
def test_g_13_draw_any_number_of_kongs_then_discard(variant: str) -> None:
    scene = drawing(variant, "1111m2222p3333s9s", "9p", tail="8m7m6m")
    scene.play("1 ckong 1m; 1 ckong 2p; 1 ckong 3s")
    assert len(scene.melds(1)) == 3 and scene.drawn == "6m"
    scene.play("1 discard 9s").settle_windows()
    assert scene.asked == (2,)


@every_game
def test_g_13_any_quad_in_hand_and_any_fourth_tile_of_an_own_pung_drawn_just_now_or_not(variant: str) -> None:
    scene = drawing(variant, "1111m2m3m57p9s4s", "8s", "pung 222m")
    assert scene.may(1, "ckong") == ["ckong 1m"] and scene.may(1, "akong") == ["akong 2m"]


@every_game
def test_g_13_each_kong_has_its_window_and_replacement(variant: str) -> None:
    scene = drawing(variant, "3m4m57p9s4s1s", "2m", "pung 222m", "pung 333m", tail="6m8m")
    scene.play("1 akong 2m").settle_windows()
    assert scene.drawn == "6m"
    scene.play("1 akong 3m").settle_windows()
    assert scene.drawn == "8m" and [e.tile for e in scene.told(say.Propose)] == [1, 2]


@every_game
def test_g_13_the_dealers_first_turn_counts_as_one_after_a_draw(variant: str) -> None:
    options: dict[str, object] = {"opening": "off"} if variant == "changsha" else {}
    scene = deal(variant, (WAITS + "5s", "", "", ""), options=options)
    assert scene.asked == (0,) and scene.can_win(0)  # in Changsha as an opening question (CS-2)
    quad = deal(variant, ("1111m369p147s358m5p", "", "", ""), options=options)
    quad.settle_windows()
    assert quad.may(0, "ckong") == ["ckong 1m"]
    assert quad.drawn == "5p"


@every_game
def test_g_13_a_replacement_is_a_draw_and_may_win(variant: str) -> None:
    own = drawing(variant, WAITS, "1m", tail="5s").play("1 ckong 1m")
    assert own.drawn == "5s" and own.can_win()
    claimed = facing(variant, WAITS, "1m", payer=2, tail="5s").play("1 kong 1m")
    assert claimed.drawn == "5s" and claimed.can_win()  # a kong on a discard begins an own turn with its replacement
    assert claimed.play("1 win").told(say.Win)[0].how == "self_draw"


@every_game
def test_g_13_no_win_after_a_chow_or_pung(variant: str) -> None:
    """The win needs a draw or another's tile."""
    scene = facing(variant, WAITS, "5s", payer=0).play("1 chow 345s")
    assert "win" not in scene.may(1)


def test_g_13_the_win_is_offered_again_after_a_set_laid_without_a_replacement() -> None:
    """Dealt 567z and a hand that needs them laid: the dragons kong is its pung."""
    closed: dict[str, object] = {"closed_wait_includes": ["middle", "single", "only_wait"]}
    rest = "123m456s13p66s"
    setting: dict[str, Any] = {"first_turns": (1,), "options": closed}
    scene = drawing("changchun", rest + "567z", "2p", **setting)
    assert not scene.can_win()
    scene.play("1 set dragons 567z")
    assert scene.can_win() and scene.drawn == "2p"
    assert scene.play("1 win").fans() == {"self_draw": 1, "closed_wait": 1}


def test_g_13_if_the_drawn_tile_lies_in_the_set_there_is_no_winning_tile() -> None:
    closed: dict[str, object] = {"closed_wait_includes": ["middle", "single", "only_wait"]}
    setting: dict[str, Any] = {"first_turns": (1,), "options": closed}
    scene = drawing("changchun", "123m456s123p66s56z", "7z", **setting).play("1 set dragons 567z")
    assert scene.can_win() and scene.drawn == ""
    scene.play("1 win")
    assert scene.fans() == {"self_draw": 1}  # a self-draw, but no closed wait and no single wait
    assert scene.told(say.Win) == [say.Win(1, "self_draw", (), None)]


def test_g_13_any_tile_of_an_own_special_kong_drawn_just_now_or_not() -> None:
    for variant in ("changchun", "baicheng"):
        scene = drawing(variant, "123m456s78p56z", "9s", "dragons_kong 567z")
        assert scene.may(1, "add") == ["add dragons 5z", "add dragons 6z"]
