"""What is said of a hand in play: the same as of its tiles as text, claims and kongs as the engine carries them out, and the sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
import pytest

from paiju.analysis.offers import carried_out
from paiju.analysis.reach.distance import HOPELESS
from paiju.analysis.report import Analyst, Answered, Leaves, Offer, Report, Wait
from paiju.analysis.routes import Route
from paiju.analysis.wording import Wording
from paiju.core.ending import hand_counts, seat_melds
from paiju.core.notation import hand_text, tiles_text
from paiju.core.reasons import REASONS
from paiju.core.rules import ANY_TURN
from paiju.core.table import TURN
from paiju.core.wallend import may_replace
from paiju.core.win import MELD_IDS, SPECIAL_KONG, Meld
from paiju.game.actions import Action, parse_action
from paiju.game.hand import Game, Hand
from paiju.game.waits import prospects, unseen
from tests.playthrough import GAMES, Playthrough
from tests.test_shared_cases import CASES

chinese, english = Wording("zh"), Wording("en")


def moments(variant: str, hands: int, every: int = 1) -> Iterator[tuple[Analyst, Hand, int]]:
    """Hands in play under any house rules, with each seat that is asked, or every so many."""
    count = 0
    for number in range(hands):
        play = Playthrough(variant, number, "report")
        analyst = Analyst(play.game)
        for hand in play:
            for seat in hand.to_act:
                count += 1
                if count % every == 0:
                    yield analyst, hand, seat


def tiles_of(hand: Hand, seat: int) -> list[int]:
    return [kind for kind, count in enumerate(hand_counts(hand.table, seat)) for _ in range(int(count))]


def plain(melds: list[Meld]) -> list[tuple[str, list[int]]]:
    return sorted((MELD_IDS[meld.kind], list(meld.tiles)) for meld in melds)


@pytest.mark.parametrize("variant", GAMES)
def test_a_hand_in_play_is_read_like_its_tiles_as_text(variant: str, scaled: Callable[[int], int]) -> None:
    """With all that its seat has seen; values apart, which hang on the dealer and on who is closed."""
    for analyst, hand, seat in moments(variant, max(12, scaled(30)), 1 if scaled(10) == 10 else 7):
        view, melds = hand.view(seat), seat_melds(hand.table, seat)
        own = tiles_of(hand, seat)
        held = own + [tile for meld in melds for tile in meld.tiles]
        seen = [kind for kind in range(34) if analyst.game.rules.kinds >> kind & 1 for _ in range(4 - unseen(view, kind) - held.count(kind))]
        said = analyst.report(hand_text(own, melds), tiles_text(seen))
        found = analyst.look(hand, seat)
        assert stuck(hand, seat, found.now) or shape(found.now) == shape(said.now)
        legal = {action.tiles[0] for action in hand.actions(seat) if action.verb in ("discard", "ready")}
        legal -= {kind for kind, left in found.discards if stuck(hand, seat, left)}
        read = [{kind: shape(left) for kind, left in one.discards if kind in legal} for one in (found, said)]
        assert read[0] == read[1]
        assert [left.order for _, left in found.discards] == sorted(left.order for _, left in found.discards)


def stuck(hand: Hand, seat: int, leaves: Leaves) -> bool:
    """Whether a hand that may change no more is ready for nothing but what lies open (G-12), which its tiles as text are not."""
    return bool((hand.table.declared | hand.table.locked) >> seat & 1) and leaves.distance == 0 and not leaves.helps


def shape(leaves: Leaves) -> tuple[int, dict[int, int]]:
    return leaves.distance, leaves.helps


@pytest.mark.parametrize("variant", GAMES)
def test_waits_are_worth_what_they_would_pay(variant: str, scaled: Callable[[int], int]) -> None:
    for analyst, hand, seat in moments(variant, max(12, scaled(30)), 1 if scaled(10) == 10 else 7):
        found = analyst.look(hand, seat)
        for discard, left in [(None, found.now), *found.discards]:
            if left.waits:
                paid = prospects(hand, seat, discard)
                assert all(paid[wait.tile][0].deltas()[seat] == wait.discard for wait in left.waits)
                assert all(paid[wait.tile][1].deltas()[seat] == wait.self_draw for wait in left.waits)


@pytest.mark.parametrize("variant", GAMES)
def test_an_answer_leaves_what_the_report_says_and_the_ways_of_the_tiles_then(variant: str, scaled: Callable[[int], int]) -> None:
    verbs: set[str] = set()
    for count, (analyst, hand, seat) in enumerate(moments(variant, max(10, scaled(20)))):
        actions = [action for action in hand.actions(seat) if scaled(10) == 10 or action.verb not in verbs or count % 50 == 0]
        report = analyst.look(hand, seat) if actions else None
        for action in actions[:4]:
            assert report is not None
            found = analyst.answered(hand, seat, report, action)
            assert (found is None) == (action.verb in ("win", "take"))
            if found is None:
                continue
            verbs.add(action.verb)
            assert not found.kong or action.verb.split()[0] in ("kong", "ckong", "akong", "dicekong", "cdice", "adice", "set", "add")
            assert (found.danger is None) == (found.discard is None or not analyst.game.scoring.discarder_alone())
            assert stuck(hand, seat, found.leaves) or found.routes[0].distance == found.leaves.distance
            if action.verb in ("pass", "discard"):
                assert found.leaves == (report.now if action.verb == "pass" else dict(report.discards)[action.tiles[0]])
    assert {"pass", "discard", "pung"} <= verbs


@pytest.mark.parametrize("variant", GAMES)
def test_claims_and_kongs_leave_what_the_engine_leaves(variant: str, scaled: Callable[[int], int]) -> None:
    verbs = set()
    for count, (analyst, hand, seat) in enumerate(moments(variant, max(40, scaled(60)))):
        actions = [action for action in hand.actions(seat) if action.verb.split()[0] not in ("pass", "win", "take", "discard", "ready")]
        verb = actions[0].verb.split()[0] if actions else ""
        if scaled(10) < 10 and verb in ("", *(verbs - {"akong", "ckong"})) and count % 9:
            continue
        found = analyst.look(hand, seat)
        assert [one.action for one in sorted(found.offers, key=lambda one: actions.index(one.action))] == actions
        assert [one.after.order for one in found.offers] == sorted(one.after.order for one in found.offers), "the best first"
        for one in found.offers:
            after = done(hand, seat, one.action)
            if after is None:
                continue
            verbs.add(one.action.verb.split()[0])
            offered = int(hand.table.tile2 if one.action.which == "2" else hand.table.tile)
            gone, _, melds = carried_out(one.action, offered, seat_melds(hand.table, seat))
            assert plain(melds) == plain(seat_melds(after.table, seat))
            left = tiles_of(hand, seat)
            for tile in gone:
                left.remove(tile)
            if one.discard is None:
                continue
            assert sorted(left) == tiles_of(after, seat)
            discards = analyst.look(after, seat).discards
            if len(discards) == len(set(left)):
                assert shape(one.after) == shape(dict(discards)[one.discard]) and one.after.order == discards[0][1].order
    assert {"pung", "kong", "ckong", "akong"} <= verbs


def done(hand: Hand, seat: int, action: Action) -> Hand | None:
    """The hand after an action that nobody else takes away; None where that cannot be."""
    after = Hand(hand.game, hand.table.clone())
    after.play(action, seat)
    while any(other != seat for other in after.to_act):
        other = next(other for other in after.to_act if other != seat)
        if "pass" not in after.legal(other):
            return None
        after.play("pass", other)
    return after if after.table.asks == TURN and after.table.turn == seat and not after.over else None


# -- the sentences -----------------------------------------------------------------------------------------------


def test_the_best_discard_and_why() -> None:
    def said(*discards: tuple[int, Leaves]) -> str:
        report = Report(Leaves(0, {}, ()), discards)
        assert english.best(report) and not any("\u3000" <= letter <= "\u9fff" for letter in english.best(report))
        return chinese.best(report)

    near, more, far = Leaves(1, {3: 4}, ()), Leaves(1, {3: 4, 4: 1}, ()), Leaves(2, {5: 9}, ())
    assert said((0, more), (1, near), (2, far)) == "打一万：离听牌差 1 张，有用 5 张；其次打二万，4 张"
    assert said((0, near), (2, far)) == "打一万：离听牌差 1 张，有用 4 张；打别的都远些（三万：离听牌差 2 张）"
    assert said((0, near), (1, near), (2, far)) == "打一万、二万一样快：离听牌差 1 张，有用 4 张"
    waits = Leaves(0, {9: 1}, (Wait(9, 1, 90, 90),))
    assert said((0, waits), (1, waits)) == "打一万、二万一样好：听 1 种 1 张"
    risky = Report(Leaves(0, {}, ()), ((1, near), (0, near), (2, near), (3, far)), danger={0: 0.05, 1: 0.001, 2: 0.12, 3: 0})
    assert chinese.best(risky) == "打二万、一万、三万一样快：离听牌差 1 张，有用 4 张；其中二万安全（不到 1%）"
    assert english.best(risky).endswith("1 of characters, 3 of characters are equally fast to discard: 1 tile from ready, 4 tiles that help; "
                                        "of these 2 of characters is safe (under 1%)")
    assert said((0, near)) == "打一万：离听牌差 1 张，有用 4 张"
    dear, cheap = Leaves(0, {9: 1}, (Wait(9, 1, 90, 90),)), Leaves(0, {9: 2}, (Wait(9, 2, 4, 4),))
    assert said((0, dear), (1, cheap)) == "打一万：听 1 种 1 张；比打二万（听 1 种 2 张）番大"
    assert said((0, Leaves(HOPELESS, {}, ()))) == "已经胡不了"
    assert chinese.best(Report(near)) == ""


def test_why_a_complete_shape_does_not_win_is_what_the_calculator_says() -> None:
    found: dict[str, int] = {}
    for case in CASES:
        asked, answer = case["request"], case["answer"]
        if asked["by"] not in ("discard", "self_draw") or "treasure" in asked or answer["legal"] or "moment" in asked:
            continue
        melds = [f" [{meld['kind']} {meld['tiles']}]" for meld in asked["melds"]]
        report = Analyst(Game(asked["variant"], asked.get("options", {}))).report(asked["hand"] + asked["tile"] + "".join(melds))
        word = "" if answer["reason"] == "not_complete" else answer["reason"]
        assert report.barred == word and not report.wins, case["id"]
        if word:
            assert Wording("zh").barred(word).endswith(next(zh for one, zh, _ in REASONS if one == word))
        found[word] = found.get(word, 0) + 1
    assert len(found) > 4 and min(found.values()) > 1, found
    assert not Analyst(Game("changsha")).report("111m345p567888s22s").barred


def test_what_a_claim_changes() -> None:
    far, ready = Report(Leaves(2, {}, ())), Report(Leaves(0, {}, ()))
    nearer = Offer(Action("pung", (13,)), 0, Leaves(1, {3: 4}, ()))
    assert chinese.offer(far, nearer) == "碰五饼：离听牌差 2 张 → 离听牌差 1 张，有用 4 张，打一万最好"
    assert english.offer(far, nearer) == "pung 5 of dots: 2 tiles from ready → 1 tile from ready, 4 tiles that help, discarding 1 of characters"
    assert chinese.offer(msgspec.structs.replace(far, danger={0: 0.05}), nearer).endswith("，打一万最好，有点险（5%）")
    kong = Offer(Action("ckong", (13,)), None, Leaves(0, {3: 1}, (Wait(3, 1, 9, 9),)))
    assert chinese.offer(ready, kong) == "暗杠五饼：还是听 1 种 1 张"
    assert english.offer(ready, kong) == "concealed kong 5 of dots: still ready for 1 kind, 1 tile"
    paid = msgspec.structs.replace(kong, kong=3)
    assert Wording("zh", base=2).offer(ready, paid) == "暗杠五饼：还是听 1 种 1 张，杠收 6"
    assert english.offer(ready, paid) == "concealed kong 5 of dots: still ready for 1 kind, 1 tile, the kong brings 3"
    assert chinese.how_far(-1) == "已经胡了"
    assert Wording("en", lambda kind: f"<{kind}>").label(Action("chow", (0, 1, 2))) == "chow <0>, <1>, <2>"


@pytest.mark.parametrize("variant", GAMES)
def test_kongs_of_a_hand_alone_are_those_of_the_engine(variant: str, scaled: Callable[[int], int]) -> None:
    """On an own turn after a draw, where any turn will do for special kongs (BC-20), and what must be laid first (BC-19)."""
    met = dict.fromkeys(("set", "add", "forced"), 0)
    for count, (analyst, hand, seat) in enumerate(moments(variant, max(30, scaled(80)))):
        table, melds, legal = hand.table, seat_melds(hand.table, seat), hand.actions(seat)
        kongs = {action for action in legal if action.verb.startswith(("ckong", "akong", "add", "set"))}
        free = not (table.declared | table.locked) >> seat & 1 and (seat != table.dealer or table.dealer_drew)
        if table.asks != TURN or not table.drew or not free or not may_replace(table) or analyst.game.rules.kong_dice:
            continue
        if not kongs and count % 8:
            continue
        found = analyst.report(hand_text(tiles_of(hand, seat), melds))
        if found.now.distance < 0:
            continue
        anyhow = analyst.game.rules.special_kong_window == ANY_TURN
        first = bool(table.first_turn >> seat & 1)
        offers = {offer.action for offer in found.offers if anyhow or first or not offer.action.verb.startswith("set")}
        if anyhow or not first or all(meld.kind >= SPECIAL_KONG for meld in melds):
            assert offers == kongs, (analyst.game.settings.changed(), hand_text(tiles_of(hand, seat), melds))
        if anyhow:
            assert found.forced == (not any(action.verb in ("discard", "ready") for action in legal))
            assert not (found.forced and (found.discards or found.routes))
        for action in kongs:
            met[action.verb[:3]] = met.get(action.verb[:3], 0) + 1
        met["forced"] += found.forced
    assert variant == "changsha" or (met["set"] and met["add"]), met
    assert variant != "baicheng" or met["forced"], met


def test_danger_that_is_the_same_of_all_discards_is_said_once() -> None:
    near, far = Leaves(1, {3: 4}, ()), Leaves(2, {5: 9}, ())
    alike = Report(near, ((0, near), (2, far)), danger={0: 0.001, 2: 0.004})
    assert chinese.best(alike) == "打一万：离听牌差 1 张，有用 4 张；打别的都远些（三万：离听牌差 2 张）；打哪张都安全（不到 1%）"
    assert english.best(alike).endswith("; every discard is safe (under 1%)")
    assert chinese.discard(alike, 0, near) == "离听牌差 1 张，有用 4 张"
    apart = msgspec.structs.replace(alike, danger={0: 0.001, 2: 0.11})
    assert chinese.best(apart).endswith("差 2 张）") and chinese.discard(apart, 2, far) == "离听牌差 2 张，有用 9 张，危险（11%）"
    alone = Report(near, ((0, near),), danger={0: 0.001})
    assert chinese.discard(alone, 0, near) == "离听牌差 1 张，有用 4 张，安全（不到 1%）"


def test_what_sets_the_best_answer_apart() -> None:
    """It said "worth more or safer", and left open which."""

    names = {"any": ("最近的胡", "nearest win"), "one_suit": ("清一色", "one suit"), "all_pungs": ("碰碰胡", "all pungs")}

    def answered(text: str, leaves: Leaves, danger: float | None = None, **ways: tuple[int, int]) -> Answered:
        action = parse_action(text)
        routes = tuple(Route(way, distance, {}, None, Wait(0, 1, paid // 2, paid), *names[way]) for way, (distance, paid) in ways.items())
        return Answered(action, leaves, action.tiles[0] if action.tiles else None, danger, routes)

    near, far = Leaves(1, {3: 4}, ()), Leaves(2, {3: 4, 5: 9}, ())
    plain = answered("discard 2m", near, 0.11, any=(1, 12), one_suit=(2, 60))
    faster = answered("discard 1m", near, 0.1, any=(1, 12), one_suit=(2, 60))
    farther = answered("discard 2m", far, 0.1, any=(2, 12), one_suit=(2, 60))
    assert chinese.instead(faster, farther) == "更快：离听牌差 1 张，有用 4 张（你的：离听牌差 2 张，有用 13 张）"
    assert chinese.instead(faster, plain) == "按电脑往后的估计更值", "a hundredth safer is nothing to speak of"
    safer = msgspec.structs.replace(faster, danger=0.004)
    assert chinese.instead(safer, plain) == "更安全：打一万，安全（不到 1%）（你的：二万，危险（11%））"
    assert english.instead(safer, plain) == "safer: 1 of characters, safe (under 1%) (yours: 2 of characters, dangerous (11%))"
    dearer = answered("discard 1m", far, 0.11, any=(2, 48))
    slower = "慢一些：离听牌差 2 张，有用 13 张（你的：离听牌差 1 张，有用 4 张）"
    assert chinese.instead(dearer, answered("discard 2m", near, any=(1, 12))) == f"更值：点炮收 24，自摸收 48（你的：点炮收 6，自摸收 12）；{slower}"
    suited = answered("discard 1m", near, any=(1, 12), one_suit=(1, 60))
    assert chinese.instead(suited, plain) == "更值：清一色：离听牌差 1 张，点炮收 30，自摸收 60（你的：离听牌差 2 张）"
    shut = msgspec.structs.replace(plain, routes=answered("discard 1m", far, any=(1, 12), one_suit=(HOPELESS, 0)).routes)
    assert chinese.instead(suited, shut).endswith("清一色：离听牌差 1 张，点炮收 30，自摸收 60（你的：做不成了）"), "the hand may still win"
    assert english.instead(suited, shut).endswith("(yours: out of reach)")
    assert Wording("en", base=10).instead(suited, plain).startswith("worth more: one suit: 1 tile from ready, 300 from a discard, 600 by self-draw")
    waits = [Leaves(0, {3: 2}, (Wait(3, 2, paid, 2 * paid),), 90) for paid in (8, 4)]
    rich, poor = [answered("discard 1m", leaves, any=(0, 1)) for leaves in waits]
    assert chinese.instead(rich, poor) == "更值：胡一次平均收 10（你的：5）"
    declared = msgspec.structs.replace(poor, action=parse_action("ready 1m"))
    assert chinese.instead(declared, poor) == "更值：报了听能看宝，摸宝收 90"
    assert english.instead(poor, declared) == "worth more: undeclared, the hand may still change"
    kong = msgspec.structs.replace(poor, action=parse_action("ckong 1m"), discard=None, kong=12)
    assert chinese.instead(kong, poor) == "更值：杠收 12"
    assert Wording("en", base=5).instead(kong, msgspec.structs.replace(kong, kong=6)) == "worth more: the kong brings 60 (yours: 30)"
    claimed = msgspec.structs.replace(safer, action=parse_action("pung 5p"), leaves=near)
    assert chinese.instead(claimed, answered("pass", far, any=(2, 12), one_suit=(2, 60))).endswith("；然后打一万，安全（不到 1%）")
