"""The ways to win of a game with what they pay, and the danger of discards."""

import random
from collections.abc import Callable

import pytest

from paiju.analysis.reach.distance import HOPELESS
from paiju.analysis.report import Analyst
from paiju.analysis.routes import Route
from paiju.analysis.wording import Wording
from paiju.core.errors import TextError
from paiju.core.notation import parse_hand, parse_tile, tiles_text
from paiju.core.tiles import BIT
from paiju.core.win import MELD_IDS
from paiju.game.hand import Game
from paiju.game.score import answer
from tests.scenes import place

WAYS = {
    "changchun": ["any", "all_pungs", "seven_pairs"],
    "baicheng": ["any", "all_pungs"],
    "changsha": ["any", "all_pungs", "one_suit", "seven_pairs", "all_258"],
}
FANS = {"all_pungs": {"all_pungs", "all_pungs_single"}, "seven_pairs": {"seven_pairs", "luxury_seven_pairs"}}  # else that of the way's name


def by_way(variant: str, hand: str) -> dict[str, Route]:
    return {route.way: route for route in Analyst(Game(variant)).report(hand).routes}


@pytest.mark.parametrize("variant", WAYS)
def test_each_way_leads_to_a_win_of_its_name(variant: str, scaled: Callable[[int], int]) -> None:
    game, rng = Game(variant, {"seven_pairs": True} if variant == "changchun" else {}), random.Random(5)
    analyst, wall = Analyst(game), [kind for kind in range(34) if game.rules.kinds & BIT[kind]] * 4
    for size in (13, 14) * max(5, scaled(100)):
        hand = tiles_text(sorted(rng.sample(wall, size)))
        routes = analyst.report(hand).routes
        assert [route.way for route in routes] == WAYS[variant]
        assert routes[0].distance == min(route.distance for route in routes) == analyst.distance(hand)
        for route in routes:
            assert route.distance < HOPELESS and route.win is not None, (hand, route)
            assert (route.discard is None) == (size == 13)
            assert 0 < route.win.discard <= route.win.self_draw, (hand, route)
            if route.way != "any":
                assert FANS.get(route.way, {route.way}) & route.win.fans.keys(), (hand, route)


BY_SETS = [  # a way, a game with its house rules, and sets that a hand of this way may have, melded or not
    ("one_suit", "changsha", {}, ["111m", "333m", "888m", "123m", "456m", "567m", "789m"]),
    ("all_pungs", "changsha", {}, ["111m", "222p", "555s", "888s", "999p"]),
    ("all_pungs", "changchun", {}, ["111m", "222p", "555s", "888s", "333z", "777z"]),
    ("all_pungs", "baicheng", {"dragon_chow": True}, ["111m", "222p", "555s", "999m", "567z"]),
    ("all_pungs", "baicheng", {"dragon_chow": True, "bamboo_123_in_all_pungs": True}, ["111m", "222p", "999s", "123s", "567z"]),
]


def near_a_win(rng: random.Random, sets: list[str]) -> str:
    """13 tiles: sets, some of them melded, or one suit's pairs, with a pair less one; now and then a tile is another."""
    tiles: list[int] = []
    melds: list[str] = []
    if rng.random() < 0.4 and "456m" in sets:
        tiles = rng.sample([rank for rank in range(9) for _ in range(2)], 7) * 2
    else:
        pool = sets + [one for one in sets if one in ("123s", "456m", "567m")]
        for one in rng.sample(pool, 4):
            laid = ("chow" if len(set(one)) > 2 else "pung") if rng.random() < 0.3 else ""
            if laid:
                melds.append(f"[{laid} {one}]")
            else:
                tiles += parse_hand(one)[0]
        tiles += [rng.choice([kind for kind in range(34) if kind < 9 or "456m" not in sets])] * 2
    tiles.pop(rng.randrange(len(tiles)))
    if rng.random() < 0.2:
        tiles[rng.randrange(len(tiles))] = rng.randrange(27)
    return tiles_text(sorted(tiles)) + "".join(melds)


@pytest.mark.parametrize(("way", "variant", "options", "sets"), BY_SETS)
def test_a_way_is_ready_where_a_tile_wins_by_it(
    way: str, variant: str, options: dict[str, object], sets: list[str], scaled: Callable[[int], int]
) -> None:
    """One suit as seven pairs too (CS-16), all pungs with sets of dragons, chowed or not, and where the house has it with 1-2-3 of bamboo (BC-16)."""
    analyst, rng, found = Analyst(Game(variant, options)), random.Random(9), {True: 0, False: 0}
    for _ in range(scaled(300)):
        hand = near_a_win(rng, sets)
        try:
            report = analyst.report(hand)
        except TextError:  # five of a kind, or a kind that the game has not
            continue
        won = any(FANS.get(way, {way}) & wait.fans.keys() for wait in report.now.waits)
        route = next(route for route in report.routes if route.way == way)
        assert (route.distance == 0) == won, (hand, route)
        found[won] += 1
    assert min(found.values()) > scaled(300) // 20, found


def test_a_way_that_melds_close_has_no_win() -> None:
    routes = by_way("changsha", "234m567p88s99m [chow 123m]")
    assert routes["seven_pairs"].distance == routes["all_pungs"].distance == HOPELESS
    assert routes["seven_pairs"].win is None and not routes["seven_pairs"].helps


def test_of_a_complete_hand_the_way_wins_on_a_tile_of_it() -> None:
    routes = by_way("changsha", "11223344556677m")
    assert {way: route.distance for way, route in routes.items() if route.distance < 0} == {"any": -1, "one_suit": -1, "seven_pairs": -1}
    win = routes["seven_pairs"].win
    assert win is not None and win.fans == {"one_suit": 1, "seven_pairs": 1}


@pytest.mark.parametrize(
    ("variant", "hand"),
    [
        ("changchun", "123m111s456p78999p"),
        ("changchun", "123m456p78999p [pung 111s]"),
        ("baicheng", "123m456m567s55p [pung 555z]"),
        ("changsha", "11223344556677m"),
    ],
)
def test_a_complete_hand_pays_what_the_calculator_says_whichever_tile_came_last(variant: str, hand: str) -> None:
    tiles, melds = parse_hand(hand)
    report = Analyst(Game(variant)).report(hand)
    assert report.now.distance == -1 and [win.tile for win in report.wins] == sorted(set(tiles))
    for win in report.wins:
        rest = list(tiles)
        rest.remove(win.tile)
        claim = {"variant": variant, "dealer": 0, "winner": 1, "hand": tiles_text(rest), "tile": tiles_text([win.tile])}
        laid = [{"kind": MELD_IDS[meld.kind], "tiles": tiles_text(list(meld.tiles))} for meld in melds]
        discarded = answer({**claim, "melds": laid, "by": "discard", "from": 2})
        drawn = answer({**claim, "melds": laid, "by": "self_draw"})
        assert (discarded["deltas"][1], drawn["deltas"][1]) == (win.discard, win.self_draw)
        assert (discarded["fans"], drawn["fans"]) == (win.fans, win.drawn_fans)
    assert not Analyst(Game("changsha")).report("123m456m789p34559s").wins


def test_waits_name_the_fans_of_their_wins_and_what_a_treasure_brings() -> None:
    (wait,) = (now := Analyst(Game("changchun")).report("123m456p789s79s55z").now).waits
    assert wait.fans == {"standing": 1, "closed_wait": 1} and wait.drawn_fans == {**wait.fans, "self_draw": 1}
    assert now.treasure == 2 * wait.self_draw
    assert Analyst(Game("changsha")).report("123m456m789p3455s").now.treasure == 0


def test_in_reach_is_what_pays_more_and_is_a_tile_farther_at_most() -> None:
    report = Analyst(Game("changsha")).report("1122335567m22p4s")
    assert [(route.way, route.distance) for route in report.in_reach] == [("seven_pairs", 1)] and report.now.distance <= 1
    assert not Analyst(Game("changsha")).report("123m456m789p34559s").in_reach


def test_danger_is_told_of_the_legal_discards_of_a_hand_in_play() -> None:
    analyst = Analyst(Game("changsha"))
    assert not analyst.report("123m456m789p34559s").danger
    hand = Game("changsha").hand(seed=3)
    report = analyst.look(hand, 0)
    assert list(report.danger) == [kind for kind, _ in report.discards]
    assert all(0 < chance < 0.1 for chance in report.danger.values())
    assert not analyst.look(hand, 1).danger


def test_what_one_who_is_ready_has_thrown_himself_is_less_dangerous() -> None:
    melds = ((), ("pung 222s", "pung 333s", "pung 444s"), (), ())
    scene = place("changsha", ["123m456m789p3455s9s", "", "", ""], drawn="9s", melds=melds, rivers=("", "3m9p", "", ""), left=20)
    danger = Analyst(scene.hand.game).look(scene.hand, 0).danger
    assert danger[parse_tile("3m")] < danger[parse_tile("4m")] / 2


def test_a_hand_that_is_declared_ready_has_no_routes() -> None:
    scene = place("changchun", ["123m456p789s79s55z2z", "", "", ""], drawn="2z", ready=(0,), left=40)
    report = Analyst(scene.hand.game).look(scene.hand, 0)
    assert report.routes == () and list(report.danger) == [parse_tile("2z")]


def test_a_declared_hand_stays_ready_when_all_it_waits_for_lies_open_g_12_cc_22() -> None:
    """It was told to be a tile from ready, and not what the treasure brings (CC-32)."""
    scene = place("changchun", ["123m456s456p789p5z3s", "", "", ""], drawn="3s", ready=(0,), rivers=("", "555z", "", ""))
    analyst = Analyst(scene.hand.game)
    ((kind, left),) = analyst.look(scene.hand, 0).discards
    scene.play("0 discard 3s")
    now = analyst.look(scene.hand, 0).now
    assert kind == parse_tile("3s") and left == now
    assert (now.distance, now.helps, now.waits, now.treasure) == (0, {}, (), 48)
    assert Wording("zh").gain(now) == "听的牌一张也没有了"
