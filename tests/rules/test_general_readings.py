"""Of every game: several readings of a hand, waits (G-6, G-12)."""

import pytest

from tests.scenes import drawing, facing

GAMES = ["changchun", "baicheng", "changsha"]
every_game = pytest.mark.parametrize("variant", GAMES)


def stands_for(variant: str, hand: str, treasure: str) -> int:
    """The kind a drawn treasure stands for."""
    if variant == "changchun":
        more = {"ready": (1,), "looked": (1,), "treasure": 2, "stacks": {2: f"{treasure}?"}}
    else:
        more = {"stacks": {1: f"?{treasure}"}}
    scene = drawing(variant, hand, treasure, **more).play("1 win")  # type: ignore[arg-type]
    reading = scene.hand.result().wins[0].reading
    assert reading is not None
    return int(reading.tile)


def test_g_6_the_winner_gets_the_reading_with_the_highest_total() -> None:
    pungs_or_chows = facing("changchun", "11122333m888p99s", "2m").play("1 win")  # three chows in a row would be a closed wait
    assert pungs_or_chows.fans() == {"standing": 1, "all_pungs": 2}
    closed = facing("changchun", "2233455m111p789s", "4m").play("1 win")
    assert closed.fans() == {"standing": 1, "closed_wait": 1}


def test_g_6_equal_totals_the_lowest_tile_it_may_stand_for() -> None:
    for variant in ("changchun", "baicheng"):
        two_sided = "23m111s456p789p99p"  # 1m and 4m, neither closed
        assert stands_for(variant, two_sided, "7z") == 0
        assert stands_for(variant, "34m111s456p789p99p", "7z") == 1
        assert stands_for(variant, "2233455m111p789s", "7z") == 3  # 4m is a closed wait, 1m is not


@every_game
@pytest.mark.parametrize(
    ("hand", "tile"),
    [("333345m111p678s2s", "2s"), ("33335m111p678s22s", "4m"), ("111123m345p567s2s", "2s"), ("33345m111p678s22s", "3m")],
)
def test_g_6_four_equal_tiles_not_konged_may_be_a_pung_and_one_tile_of_a_chow(variant: str, hand: str, tile: str) -> None:
    assert drawing(variant, hand, tile).can_win()
    assert facing(variant, hand, tile).can_win()


@every_game
def test_g_6_konged_they_may_not(variant: str) -> None:
    assert drawing(variant, "45m678s22s111p", "9m", "concealed_kong 3333m").waits(1) == "6m"


# -- G-12 --------------------------------------------------------------------------------------------------------


@every_game
def test_g_12_a_wait_wins_by_some_reading_with_every_condition_met(variant: str) -> None:
    scene = drawing(variant, "34s111m222p789s88p", "9m")
    assert scene.waits(1) == "25s"


@every_game
def test_g_12_no_kind_of_which_he_holds_all_four_in_hand_and_melds(variant: str) -> None:
    assert drawing(variant, "34s555p111m88m", "9m", "concealed_kong 2222s").waits(1) == "5s"
    assert drawing(variant, "34s222p88p111m", "9m", "melded_kong 5555s").waits(1) == "2s"
    assert drawing(variant, "2222s34s111m555p8p", "9m").waits(1) == "8p"  # 222s 234s


@every_game
def test_g_12_what_lies_on_the_table_or_in_other_hands_does_not_matter(variant: str) -> None:
    gone = drawing(variant, "34s111m222p789s88p", "9m", rivers=("22s", "", "22s", ""), left=20)
    assert gone.waits(1) == "25s"


def test_g_12_the_games_own_conditions_decide() -> None:
    no_pung = "34s789m456p789p88p"
    assert drawing("changchun", no_pung, "1m").waits(1) == ""
    assert drawing("baicheng", no_pung, "1m").waits(1) == "25s"
    assert drawing("changsha", no_pung, "1m").waits(1) == "25s"
    nines = "34s789m456p789p99p"
    assert drawing("changsha", nines, "1m").waits(1) == ""  # the pair must be 2, 5 or 8


def test_g_12_ready_is_at_least_one_wait() -> None:
    ready = drawing("changchun", "34s111m222p789s88p", "9m")
    assert "ready 9m" in ready.may(1)
    assert drawing("changchun", "34s789m456p789p88p", "1m").may(1, "ready") == []
