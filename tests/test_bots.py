"""Bots: legal, fixed by their seed, and knowing nothing but what their seat may know."""

import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from paiju import variants
from paiju.bots import Bot, Judged, Seen, find, make, names
from paiju.bots.expert import Expert, weighing_of
from paiju.bots.weighing import Weighing
from paiju.game.actions import Action
from paiju.game.hand import Game, Hand
from paiju.game.position import Position
from paiju.records.record import wall_text
from paiju.records.simulation import Plan, Tally, play_by_bots, simulate
from tests.record_tools import VARIANTS

SETTINGS: dict[str, list[dict[str, object]]] = {
    "changchun": [{}, {"special_kong_window": "any_turn", "bamboo_one_is_wild": True, "seven_pairs": True}, {"all_pungs_waives_suits": True}],
    "baicheng": [{}, {"dragon_chow": True, "fourth_dragon_forces": False, "pung_required": True}],
    "changsha": [{}, {"kong_dice": 2, "opening": "continues", "birds": 2}, {"opening": "off", "kong_after_claim": True}],
}


WEIGHING = [name for name in names() if find(name).level >= 3]


def play_legally(variant: str, seed: int, count: int) -> None:
    """Hands between bots of all levels, now and then led astray: an asked seat always has an answer, and a bot always finds one."""
    rng = random.Random(f"{variant} {seed}")
    games = [Game(variant, options) for options in SETTINGS[variant]]
    for lane in range(count):
        hand = rng.choice(games).hand(seed=seed, lane=lane, dealer=lane % 4)
        players = [make(rng.choice(names()), seed=seed, lane=lane, seat=seat) for seat in range(4)]
        while not hand.over:
            seat = rng.choice(hand.to_act)
            legal = hand.actions(seat)
            assert legal
            answer = players[seat].answer(hand)
            assert answer in legal, (players[seat].name, hand.game.settings.changed(), seed, lane)
            hand.play(rng.choice(legal) if rng.random() < 0.05 else answer, seat)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_answer_is_legal_to_the_end_of_the_hand(variant: str, scaled: Callable[[int], int]) -> None:
    """Known fault 19, its other half."""
    play_legally(variant, 2, scaled(150))


@pytest.mark.nightly
@pytest.mark.parametrize("block", range(10))
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_answer_is_legal_in_a_hundred_thousand_hands(variant: str, block: int) -> None:
    play_legally(variant, 100 + block, 10_000)


@pytest.mark.parametrize("name", names())
def test_a_bot_is_fixed_by_seed_lane_and_seat(name: str) -> None:
    def story(seed: int, lane: int) -> list[str]:
        return play_by_bots(Game("changchun").hand(seed=7, lane=1), [name, name, "random", "random"], seed, lane).actions

    assert story(1, 1) == story(1, 1)
    if name == "random":
        assert len({tuple(story(seed, lane)) for seed in (1, 2) for lane in (1, 2)}) == 4


def test_levels_have_names_and_descriptions_in_both_languages() -> None:
    levels = [find(name) for name in names()]
    assert [bot.level for bot in levels] == sorted(bot.level for bot in levels)
    assert {bot.level for bot in levels} == {0, 1, 2, 3, 4}
    for bot in levels:
        assert bot.zh and bot.en and bot.about_zh.endswith("。") and bot.about_en.endswith(".")
    assert len({bot.zh for bot in levels}) == len({bot.en for bot in levels}) == len(levels)


def positions(variant: str, rng: random.Random) -> tuple[Position, Position]:
    """Two positions that seat 0, whose turn it is, cannot tell apart."""
    tiles = Game(variant).tiles()
    rng.shuffle(tiles)
    # Neighbours together now and then, so that hands are not far from a win.
    own = sorted(tiles[:60], key=lambda kind: (kind // 9, rng.random() < 0.3, kind))[:14] if rng.random() < 0.5 else tiles[:14]
    rest = list(tiles)
    for kind in own:
        rest.remove(kind)
    rivers = tuple(wall_text(rest[n * 5 : n * 5 + 5]) for n in range(4))
    hidden = rest[20:]
    made = []
    for _ in range(2):
        rng.shuffle(hidden)
        hands = (wall_text(own), *(wall_text(hidden[n * 13 : n * 13 + 13]) for n in range(3)))
        made.append(Position(hands=hands, wall=wall_text(hidden[39:]), rivers=rivers, drawn=wall_text(own[-1:])))  # type: ignore[arg-type]
    return made[0], made[1]


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_a_bot_may_not_know_changes_nothing_g_7(variant: str, scaled: Callable[[int], int]) -> None:
    """Known fault 20 for bots: other hands and the wall dealt anew, the same answers, own turns and claims."""
    game = Game(variant)
    rng = random.Random(variant)
    claims = 0
    for n in range(scaled(150)):
        one, other = positions(variant, rng)
        for name in ("beginner", "quick", "expert", "master"):
            hands = [game.hand_from(one), game.hand_from(other)]
            players = [make(name, seed=1, lane=n, seat=0) for _ in hands]
            answers = [player.answer(hand) for player, hand in zip(players, hands, strict=True)]
            assert answers[0] == answers[1], (name, one)
            judged = [player.judge(player.see(hand)) for player, hand in zip(players, hands, strict=True)]
            assert judged[0] == judged[1], (name, one)
            # Now seat 3 discards, and seat 0 may claim: its 13 tiles, the rivers and the discard are the same, the rest is not.
            claims += _same_claim(game, one, other, n, name)
    assert claims


def _same_claim(game: Game, one: Position, other: Position, n: int, name: str) -> int:
    answers = []
    for position in (one, other):
        hands = list(position.hands)
        hand = game.hand_from(position)
        kinds = hand.view(0).seats[0].hand or []
        hands[0] = wall_text([kind for place, kind in enumerate(kinds) if place])
        hands[3] = hands[3] + wall_text(kinds[:1])  # the discard: a tile seat 0 held a moment ago
        moved = Position(hands=tuple(hands), wall=position.wall, rivers=position.rivers, turn=3, drawn=wall_text(kinds[:1]))  # type: ignore[arg-type]
        hand = game.hand_from(moved)
        discard = f"discard {wall_text(kinds[:1])}"
        if discard not in hand.legal(3):
            return 0
        hand.play(discard, 3)
        if not any(action.verb == "pass" for action in hand.actions(0)):
            return 0
        answers.append(make(name, seed=1, lane=n, seat=0).answer(hand))
    assert answers[0] == answers[1], (name, one)
    return 1


def test_what_a_bot_is_given_holds_no_table() -> None:
    hand = Game("changchun").hand(seed=4)
    seen = Seen(hand, 1)
    assert [name for name in dir(seen) if not name.startswith("_")] == [
        "drawn", "game", "held", "legal", "look", "new_study", "offered", "rate", "seat", "standing", "view", "waits"
    ]  # fmt: skip
    view = seen.view()
    assert view.seats[1].hand and all(view.seats[seat].hand is None for seat in (0, 2, 3))


@pytest.mark.parametrize("variant", VARIANTS)
def test_quick_wins_far_more_than_random(variant: str, scaled: Callable[[int], int]) -> None:
    hands = scaled(200)
    tally, _ = simulate(Plan(variant, "{}", ("quick", "random", "random", "quick"), 5), 0, hands)
    played = [seat.wins - seat.openings for seat in tally.seats]  # an opening win is luck alone
    assert played[0] + played[3] > 0.7 * hands and played[0] + played[3] > 20 * (played[1] + played[2])
    assert tally.seats[0].points + tally.seats[3].points > 0


def test_quick_always_wins_and_always_declares_ready(scaled: Callable[[int], int]) -> None:
    for seed in range(scaled(40)):
        hand = Game("changchun").hand(seed=seed)
        players = [make("quick", seed=seed, lane=0, seat=seat) for seat in range(4)]
        while not hand.over:
            seat = hand.to_act[0]
            verbs = {action.verb for action in hand.actions(seat)}
            answer = players[seat].answer(hand)
            if "win" in verbs:
                assert answer.verb == "win"
            elif "ready" in verbs:
                assert answer.verb == "ready" or answer.verb in ("ckong", "akong") or answer.verb.startswith(("set", "add"))
            hand.play(answer, seat)


def test_quick_takes_the_sea_bottom_only_when_ready_cs_30(scaled: Callable[[int], int]) -> None:
    asked = 0
    for seed in range(scaled(300)):
        hand = Game("changsha", {"opening": "off"}).hand(seed=seed)
        players = [make("quick" if seat == 2 else "random", seed=seed, lane=0, seat=seat) for seat in range(4)]
        while not hand.over:
            seat = hand.to_act[0]
            answer = players[seat].answer(hand)
            if seat == 2 and any(action.verb == "take" for action in hand.actions(2)):
                asked += 1
                assert (answer.verb == "take") == bool(Seen(hand, 2).waits)
            hand.play(answer, seat)
        if asked > 3:
            break


@pytest.mark.parametrize("variant", VARIANTS)
def test_four_random_bots_play_the_same_inside_the_compiled_loop(variant: str, scaled: Callable[[int], int]) -> None:
    plan = Plan(variant, "{}", ("random",) * 4, 9)
    hands = scaled(60)
    fast, no_lines = simulate(plan, 0, hands)
    slow, lines = simulate(plan._replace(records=True), 0, hands)
    assert fast == slow and no_lines == b"" and lines.count(b"\n") == hands


@pytest.mark.parametrize("variant", VARIANTS)
def test_counts_add_up_whatever_the_shares(variant: str) -> None:
    plan = Plan(variant, "{}", ("quick", "random", "quick", "random"), 4)
    whole, _ = simulate(plan, 0, 24)
    parts = Tally()
    for first, count in ((0, 1), (1, 10), (11, 13)):
        parts.merge(simulate(plan, first, count)[0])
    assert parts == whole
    assert sum(seat.points for seat in whole.seats) == 0
    assert whole.hands == 24 and whole.shortest <= whole.decisions / 24 <= whole.longest


def test_a_hand_between_bots_is_a_function_of_its_wall() -> None:
    first: Hand = Game("changchun").hand(seed=3, lane=5)
    second: Hand = Game("changchun").hand(seed=3, lane=5)
    assert play_by_bots(first, ["quick"] * 4, 3, 5).actions == play_by_bots(second, ["quick"] * 4, 3, 5).actions
    assert first.events() == second.events()


def test_quick_wins_a_game_without_chow_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs in hand are runs, whether or not they may be claimed; once they were not counted and one hand in five was exhausted."""
    monkeypatch.setattr(variants, "_known", dict(variants._known))  # the example makes itself known
    from examples.tuidaohu import Tuidaohu

    game = Game(Tuidaohu())
    exhausted = 0
    for lane in range(40):
        hand = game.hand(seed=6, lane=lane, dealer=lane % 4)
        players = [make("quick", seed=6, lane=lane, seat=seat) for seat in range(4)]
        while not hand.over:
            hand.play(players[hand.to_act[0]].answer(hand), hand.to_act[0])
        exhausted += hand.result().outcome.exhausted
    assert exhausted <= 2


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", WEIGHING[:2])
def test_a_weighing_bot_judges_every_answer_once_and_takes_the_best(name: str, variant: str, scaled: Callable[[int], int]) -> None:
    game, weighed = Game(variant), 0
    for lane in range(scaled(10)):
        hand = game.hand(seed=3, lane=lane)
        players = [make(name if seat == 0 else "quick", seed=3, lane=lane, seat=seat) for seat in range(4)]
        while not hand.over:
            seat = hand.to_act[0]
            answer = players[seat].answer(hand)
            judged = players[seat].judge(players[seat].see(hand))
            if seat == 0 and len(legal := hand.actions(seat)) > 1 and not full(players[0], game):
                weighed += 1
                assert sorted(str(one.action) for one in judged) == sorted(str(action) for action in legal)
                assert [one.worth for one in judged] == sorted((one.worth for one in judged), reverse=True)
                assert answer == judged[0].action
            hand.play(answer, seat)
    assert weighed > 5


@pytest.mark.parametrize("gains", [{7: 10.0, 9: 0.0}, {7: 0.0, 9: 10.0}, {7: 0.0, 9: 0.0}, {7: 4.0, 9: 10.0}])
def test_a_win_on_both_dice_tiles_is_worth_most(gains: dict[int, float]) -> None:
    """Where only the moment made one of them a win (0 here), that one alone was judged the dearest."""
    legal = [Action("pass"), *[Action("win", (), which) for which in ("1", "2", "12")]]
    seen: Any = SimpleNamespace(legal=legal, offered=lambda action: 9 if action.which == "2" else 7)
    weighing: Any = SimpleNamespace(won=lambda seen, tile, drawn: gains[tile])
    found = Expert(seed=1, lane=1, seat=0)._with_wins(seen, weighing, [Judged(legal[0], 3.0)])
    assert [one.action for one in found] == legal and max(found, key=lambda one: one.worth).action.which == "12"
    assert all(one.worth > 3 for one in found[1:])


def full(bot: Bot, game: Game) -> bool:
    """Whether it had too many hands to look at."""
    assert isinstance(bot, Expert)
    return weighing_of(game, bot.greed, reads=bot.reads, minds=bot.minds).full


@pytest.mark.parametrize("name", WEIGHING)
def test_the_sea_bottom_and_a_win_let_go_are_judged_too(name: str, scaled: Callable[[int], int]) -> None:
    game, asked = Game("changsha", {"opening": "off"}), dict.fromkeys(("win", "take"), 0)
    for seed in range(scaled(150)):
        hand = game.hand(seed=seed)
        players = [make("quick", seed=seed, lane=0, seat=seat) for seat in range(4)]
        while not hand.over:
            seat = hand.to_act[0]
            legal = hand.actions(seat)
            if len(legal) == 2 and legal[0].verb == "pass" and legal[1].verb in asked:
                asked[legal[1].verb] += 1
                bot = make(name, seed=seed, lane=0, seat=seat)
                judged = bot.judge(bot.see(hand))
                assert {one.action for one in judged} == set(legal)
                assert bot.answer(hand) == judged[0].action and (legal[1].verb == "take" or judged[0].action.verb == "win")
                hand.play(legal[0], seat)
            else:
                hand.play(players[seat].answer(hand), seat)
        if all(count > 3 for count in asked.values()):
            break


def test_what_birds_are_worth_is_not_carried_from_hand_to_hand() -> None:
    game = Game("changsha", {"bird_effect": "points", "birds": 4})
    used, answers = Weighing(game), 0
    for lane in range(3):
        hand = game.hand(seed=8, lane=lane)
        players = [make("quick", seed=8, lane=lane, seat=seat) for seat in range(4)]
        while not hand.over:
            seen = players[hand.to_act[0]].see(hand)
            if len(discards := [action.tiles[0] for action in seen.legal if action.verb == "discard"]) > 1:
                worth = used.discards(seen, discards, lambda kind: 0.0)
                if lane == 2 and answers % 4 == 0:
                    assert worth == Weighing(game).discards(seen, discards, lambda kind: 0.0)
                answers += lane == 2
            hand.play(players[seen.seat].choose(seen), seen.seat)
    assert answers > 4
