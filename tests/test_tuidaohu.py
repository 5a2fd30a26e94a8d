"""推倒胡: a game from outside the package in one file (examples/tuidaohu.py), and the tutorial that builds it."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from paiju import variants
from paiju.core.chance import play_hands
from paiju.core.ending import seat_melds
from paiju.core.notation import parse_tile
from paiju.core.wording import explain
from paiju.game.audience import EVERYTHING, WATCHER
from paiju.game.events import Draw, End
from paiju.game.hand import Game, Hand
from paiju.game.match import Match
from paiju.game.score import answer
from paiju.game.why import why_not
from tests import scenes
from tests.scenes import Scene, deal, place
from tests.steer import choose
from tools.check_snippets import BLOCK, blocks, run_document

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "tuidaohu.py"
TUTORIAL = ROOT / "docs" / "adding-a-variant.md"
KEY = "tuidaohu"
READY = "12m456p789s55z678m"  # waits for 3m


@pytest.fixture(autouse=True, scope="module")
def tuidaohu() -> Iterator[ModuleType]:
    """The example, registered while this file is tested."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(variants._known, KEY, None)  # taken out again at the end
        spec = spec_from_file_location("tuidaohu_example", EXAMPLE)
        assert spec is not None and spec.loader is not None
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        yield module
        for key in [key for key in scenes.GAMES if KEY in key]:
            del scenes.GAMES[key]


def score(hand: str, tile: str, **more: Any) -> dict[str, Any]:
    return answer({"variant": KEY, "dealer": 0, "winner": 1, "hand": hand, "melds": [], "tile": tile, "by": "self_draw", **more})


# -- one file outside the package --------------------------------------------------------------------------------


def test_the_file_is_interpreted_and_lies_outside(tuidaohu: ModuleType) -> None:
    assert str(tuidaohu.__file__).endswith("examples/tuidaohu.py")
    assert type(variants.get(KEY)) is tuidaohu.Tuidaohu and type(Game(KEY).scoring) is tuidaohu.TuidaohuScoring
    assert KEY in variants.names()


def test_nothing_in_the_package_knows_it() -> None:
    assert [path for path in (ROOT / "src").rglob("*.py") if KEY in path.read_text("utf-8")] == []


def test_options_and_their_schema() -> None:
    game = Game(KEY, {"base": 3})
    assert game.settings.changed() == {"base": 3}
    schema: Any = game.variant.options_schema()
    assert list(schema["properties"]) == ["match_length", "reseat_each_round", "base"]


# -- its clauses -------------------------------------------------------------------------------------------------


def test_td_1_136_tiles() -> None:
    tiles = Game(KEY).tiles()
    assert len(tiles) == 136 and set(Counter(tiles).values()) == {4}


def test_td_2_pung_and_kong_no_chow() -> None:
    scene = place(KEY, ("5m", "46m", "555m", "")).play("0 discard 5m")
    assert scene.asked == (2,) and scene.may(2) == ["pass", "pung 5m", "kong 5m"]
    scene.play("2 kong 5m")
    assert scene.melds(2) == ["melded_kong 5555m"] and scene.told(Draw)[-1].source == "tail"
    assert place(KEY, ("1111z2222z", "", "", ""), drawn="1z").may(0, "ckong") == ["ckong 1z", "ckong 2z"]


def test_td_2_an_added_kong_may_be_robbed() -> None:
    scene = place(KEY, ("3m", READY, "", ""), drawn="3m", melds=(("pung 333m",), (), (), ()))
    scene.play("0 akong 3m; 1 win")
    assert scene.money == [-1, 1, 0, 0] and scene.melds(0) == ["pung 333m"]


@pytest.mark.parametrize(
    ("hand", "tile"), [(READY, "3m"), ("1112345678999m", "5m"), ("111222333z44z55z", "5z"), ("234m234p234s789s5z", "5z")]
)
def test_td_3_any_four_sets_and_a_pair(hand: str, tile: str) -> None:
    assert score(hand, tile) == {"legal": True, "fans": {"win": 1}, "deltas": [-1, 3, -1, -1]}
    assert place(KEY, (tile, hand, "", "")).play(f"0 discard {tile}").may(1, "win") == ["win"]


def test_td_3_nothing_else_wins() -> None:
    assert score("1133557799m11p5s", "5s") == {"legal": False, "reason": "not_complete"}  # seven pairs
    scene = place(KEY, ("4m", READY, "", "")).play("0 discard 4m")
    assert scene.may(1, "win") == []
    assert why_not(scene.hand, 1, parse_tile("4m")).code == "not_complete"


def test_td_4_self_drawn_all_three_pay() -> None:
    assert place(KEY, ("", READY + "3m", "", ""), turn=1, drawn="3m").play("1 win").money == [-1, 3, -1, -1]
    assert place(KEY, ("", READY + "3m", "", ""), turn=1, drawn="3m", options={"base": 7}).play("1 win").money == [-7, 21, -7, -7]


def test_td_4_a_discard_is_paid_by_one() -> None:
    for payer in (0, 2, 3):
        hands = ["3m" if seat == payer else "" for seat in range(4)]
        hands[1] = READY
        scene = place(KEY, hands, turn=payer).play(f"{payer} discard 3m; 1 win")
        assert scene.money == [1 if seat == 1 else -1 if seat == payer else 0 for seat in range(4)]
    assert Game(KEY).scoring.discarder_alone()


def test_td_4_in_words() -> None:
    scene = place(KEY, ("3m", READY, "", ""), options={"base": 2}).play("0 discard 3m; 1 win")
    settlement = scene.hand.result().wins[0]
    scoring = scenes.game(KEY, {"base": 2}).scoring
    assert explain(settlement, scoring, "zh")[1] == "座位0付 2 给座位1：推倒胡 1 = 1 倍底分 → 2（TD-4）"
    assert explain(settlement, scoring, "en")[1] == "seat 0 pays 2 to seat 1: win 1 = 1 × base → 2 (TD-4)"


def test_td_5_kongs_earn_nothing() -> None:
    melds = (("concealed_kong 1111m",), ("melded_kong 2222m",), ("added_kong 3333m",), ())
    scene = place(KEY, ("", "", "", ""), melds=melds, left=4)
    while not scene.over:
        scene.drift()
    assert scene.exhausted and scene.money == [0, 0, 0, 0]


def test_td_6_the_wall_is_drawn_to_its_last_tile() -> None:
    scene = deal(KEY)
    while not scene.over:
        scene.drift()
    assert scene.exhausted and scene.hand.table.left == 0 and scene.next_dealer == 0
    assert len(scene.told(Draw)) == 136 - 53


# -- played ------------------------------------------------------------------------------------------------------


def play_out(hand: Hand, rng: random.Random) -> Hand:
    """Random answers that mostly move the hand on."""
    while not hand.over:
        seat = rng.choice(hand.to_act)
        held = [k for k in range(34) for _ in range(hand.table.held(seat, k))]
        hand.play(choose([str(action) for action in hand.actions(seat)], held, rng, 0.1), seat)
    return hand


def near_ready_hand(game: Game, rng: random.Random, seed: int) -> Hand:
    """A hand in which every seat is dealt some sets, so that there are wins."""
    tiles = game.tiles()
    rng.shuffle(tiles)
    hands: list[list[int]] = [[], [], [], []]
    for hand in hands:
        while len(hand) < rng.choice((6, 9)):
            kind = rng.choice(tiles)
            group = [kind] * 3 if kind >= 27 or rng.random() < 0.4 else [kind - kind % 9 + rng.randrange(7) + n for n in range(3)]
            if all(tiles.count(k) >= group.count(k) for k in group):
                hand += group
                for k in group:
                    tiles.remove(k)
        while len(hand) < 13:
            hand.append(tiles.pop())
    wall = [hands[n // 4 % 4 if n < 48 else n % 4].pop() for n in range(52)]
    return game.hand(wall=wall + tiles, seed=seed)


def check(hand: Hand) -> None:
    """Money sums to zero, every tile is somewhere, and the views agree with the table."""
    table = hand.table
    ending = hand.result()
    assert sum(ending.deltas()) == 0
    everything = hand.view(EVERYTHING)
    assert [view.points for view in everything.seats] == ending.deltas()
    for seat, view in enumerate(everything.seats):
        assert view.hand == [k for k in range(34) for _ in range(table.held(seat, k))]
        assert [meld.kind for meld in view.melds] == [text.split()[0] for text in Scene(hand).melds(seat)]
    places = [k for view in everything.seats for k in [*(view.hand or []), *view.river]]
    places += [k for seat in range(4) for meld in seat_melds(table, seat) for k in meld.tiles]
    places += [int(table.wall_tile(n)) for n in range(136) if table.here(n)]
    robbed = ending.wins and ending.wins[0].win.by == 2
    assert len(places) == 136 - (1 if robbed else 0)
    for settlement in ending.wins:
        assert settlement.legal and settlement.total == 1
        assert sorted(settlement.deltas()) in ([-1, -1, -1, 3], [-1, 0, 0, 1])


def test_hundreds_of_random_hands(scaled: Callable[[int], int]) -> None:
    game = Game(KEY)
    won = 0
    for seed in range(scaled(600)):
        rng = random.Random(seed)
        hand = play_out(near_ready_hand(game, rng, seed) if seed % 3 else game.hand(seed=seed, dealer=seed % 4), rng)
        check(hand)
        won += bool(hand.result().wins)
        for audience in (0, 3, WATCHER):
            assert len([event for event in hand.events(audience) if isinstance(event, End)]) == 1
    assert won > scaled(600) / 4


def test_random_hands_inside_the_compiled_code(scaled: Callable[[int], int]) -> None:
    """There it settles each hand too, through this file's interpreted `count` and `pay`."""
    game = Game(KEY)
    assert play_hands(game.rules, game.scoring, scaled(500), 3) == play_hands(game.rules, game.scoring, scaled(500), 3) > 0


def test_the_same_seed_is_the_same_hand() -> None:
    one, two = (play_out(Game(KEY).hand(seed=4), random.Random(1)) for _ in range(2))
    assert one.events(EVERYTHING) == two.events(EVERYTHING)


def test_a_match() -> None:
    match = Match(Game(KEY, {"match_length": 4, "base": 5}), seed=2)
    rng = random.Random(2)
    totals = [0, 0, 0, 0]
    while True:
        match.hand = near_ready_hand(match.game, rng, match.number) if match.dealer == 0 else match.hand
        play_out(match.hand, rng)
        ending = match.settle()
        totals = [a + b for a, b in zip(totals, ending.deltas(), strict=True)]
        if match.over:
            break
        match.next_hand()
    assert match.number == 4 and match.totals == totals and sum(totals) == 0
    assert any(totals)


# -- the tutorial ------------------------------------------------------------------------------------------------


def test_every_block_of_the_tutorial_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(variants._known, KEY, variants.get(KEY))  # the tutorial registers its own
    assert run_document(TUTORIAL) == []
    assert all(match["flags"] == "" for match in BLOCK.finditer(TUTORIAL.read_text("utf-8")))  # none is only shown


def test_the_tutorials_blocks_put_together_are_the_example() -> None:
    pieces = [code for _, code in blocks(TUTORIAL.read_text("utf-8")) if ">>>" not in code]
    built = "\n".join(pieces)
    whole = EXAMPLE.read_text("utf-8").split('if __name__ == "__main__":')[0]
    assert re.sub(r"\n\s*\n", "\n", built).strip() == re.sub(r"\n\s*\n", "\n", whole).strip()


def test_the_tutorial_and_the_file_state_the_same_clauses() -> None:
    tutorial, example = TUTORIAL.read_text("utf-8"), EXAMPLE.read_text("utf-8")
    named = set(re.findall(r"\*\*(TD-\d+)\*\*", tutorial))
    assert named == set(re.findall(r"TD-\d+", example)) == {f"TD-{n}" for n in range(1, 7)}
    tests = set(re.findall(r"def test_td_(\d+)_", Path(__file__).read_text("utf-8")))
    assert {f"TD-{n}" for n in tests} == named
