"""Bots from outside: what they must be to be asked, and how one that fails is named."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from paiju import bots
from paiju.bots import Bot, Judged, Seen, find, make, names, register
from paiju.bots.quick import QuickBot
from paiju.core.errors import PaijuError
from paiju.game.actions import Action
from paiju.game.hand import Game
from paiju.records.simulation import Plan, simulate
from tests.record_tools import in_both


def test_an_unknown_bot_is_refused_with_a_near_name() -> None:
    with pytest.raises(PaijuError, match=r'no bot "qick" \(did you mean "quick"\?\); bots are random, beginner, quick, expert'):
        make("qick", seed=0, lane=0, seat=0)


def test_a_bot_without_a_name_is_refused() -> None:
    with pytest.raises(PaijuError, match="Nameless has no name"):
        register(type("Nameless", (Bot,), {}))


def test_a_bot_under_the_name_of_another_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """It took its place without a word."""

    class Slow(Bot):
        name = "quick"

    with pytest.raises(PaijuError, match=r'^there is already a bot "quick", paiju.bots.quick.QuickBot; give Slow another name$') as caught:
        register(Slow)
    assert caught.value.zh == '已经有叫 "quick" 的电脑（paiju.bots.quick.QuickBot）；给 Slow 另取一个名字'
    assert find("quick") is QuickBot
    monkeypatch.setattr(bots, "_known", dict(bots._known))
    for modules in (("tidy", "tidy"), ("__main__", "__mp_main__")):  # a reload, and a further process of a script
        for module in modules:
            kind = type("Tidy", (Bot,), {"name": f"of_{modules[0]}", "__module__": module})
            register(kind)
            register(kind)
            assert find(kind.name) is kind


@pytest.mark.parametrize(
    ("answer", "en", "zh"),
    [
        (lambda seen: seen.legal[99], r"failed at test_own_bots.py:\d+: IndexError: list index out of range", "出错：IndexError"),
        (lambda seen: json.loads("}"), r"failed at test_own_bots.py:\d+: JSONDecodeError: Expecting", "test_own_bots.py 第"),
        (lambda seen: "discard 3m", 'chose "discard 3m", which is not legal; it may discard ', "不合规；可以 discard "),
    ],
)
def test_a_bot_that_fails_in_a_simulation_is_named(monkeypatch: pytest.MonkeyPatch, answer: Callable[[Seen], Action], en: str, zh: str) -> None:
    class Failing(Bot):
        name = "failing"

        def choose(self, seen: Seen) -> Action:
            return answer(seen)

    monkeypatch.setattr(bots, "_known", dict(bots._known))
    register(Failing)
    with pytest.raises(PaijuError, match=f'^the bot "failing" on seat 2, hand 3 of seed 5, {en}') as caught:
        simulate(Plan("changsha", "{}", ("quick", "quick", "failing", "quick"), 5), 2, 1)
    assert caught.value.zh.startswith('电脑 "failing"（座位 2，种子 5 的第 3 盘）') and zh in caught.value.zh


def test_a_bot_that_cannot_be_made_is_named_too(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unborn(Bot):
        name = "unborn"

        def __init__(self, **fixed: int) -> None:
            self.book = json.loads("}")

    monkeypatch.setattr(bots, "_known", dict(bots._known))
    register(Unborn)
    with pytest.raises(PaijuError, match=r'^the bot "unborn" on seat 2, hand 3 of seed 5, failed at test_own_bots.py:\d+: JSONDecodeError') as caught:
        simulate(Plan("changsha", "{}", ("quick", "quick", "unborn", "quick"), 5), 2, 1)
    assert caught.value.zh.startswith('电脑 "unborn"（座位 2，种子 5 的第 3 盘）在 test_own_bots.py 第')


def test_a_bot_whose_class_forgets_its_own_is_told_what_to_call(monkeypatch: pytest.MonkeyPatch) -> None:
    class Forgetful(Bot):
        name = "forgetful"

        def __init__(self, **fixed: int) -> None:
            self.thrown: list[int] = []

    monkeypatch.setattr(bots, "_known", dict(bots._known))
    register(Forgetful)
    with pytest.raises(PaijuError, match=r'^the bot "forgetful" does not know its seat: Forgetful.__init__ must call super\(\).__init__\(seed=seed,'):
        make("forgetful", seed=5, lane=3, seat=2)


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        (type("Spaced", (Bot,), {"name": " lead"}), 'cannot be asked for as " lead": a name is letters, digits, - and _'),
        (type("Listed", (Bot,), {"name": "a,b"}), 'cannot be asked for as "a,b"'),
        (type("Piped", (Bot,), {"name": "a|b"}), r'cannot be asked for as "a\|b"'),
        (type("Away", (Bot,), {"name": "../up"}), 'cannot be asked for as "../up"'),
        (type("Dashed", (Bot,), {"name": "-n"}), 'cannot be asked for as "-n"'),
        (type("Numbered", (Bot,), {"name": 5}), "cannot be asked for as 5"),
        (type("High", (Bot,), {"name": "high", "level": "high"}), 'High has the level "high"; a level is a whole number'),
        (int, "is no class of bots; derive it from paiju.bots.Bot"),
        ("tidy", '"tidy" is no class of bots'),
    ],
)
def test_what_could_not_be_asked_for_is_not_registered(monkeypatch: pytest.MonkeyPatch, kind: Any, why: str) -> None:
    monkeypatch.setattr(bots, "_known", dict(bots._known))
    before = names()
    with pytest.raises(PaijuError, match=why):
        register(kind)
    assert names() == before
    register(type("Chinese", (Bot,), {"name": "老王-2"}))
    assert "老王-2" in names()


class Mute(Exception):
    def __str__(self) -> str:
        raise ValueError


class Anything:
    """Equal to all."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0

    def __repr__(self) -> str:
        raise ValueError


def give_up(seen: Seen) -> Action:
    raise SystemExit(3)


def say_nothing(seen: Seen) -> Action:
    raise Mute


def make_legal(seen: Seen) -> Action:
    seen.legal[:] = [Action("win")]
    return seen.legal[0]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (give_up, r"failed at test_own_bots.py:\d+: SystemExit: 3"),
        (say_nothing, r"failed at test_own_bots.py:\d+: Mute$"),
        (make_legal, "chose .*win.*, which is not legal; it may "),
        (lambda seen: Anything(), "chose a Anything, which is not legal"),
        (lambda seen: None, "chose None, which is not legal"),
    ],
)
def test_a_bot_is_named_however_it_fails(answer: Callable[[Seen], Action], why: str) -> None:
    class Failing(Bot):
        name = "failing"

        def choose(self, seen: Seen) -> Action:
            return answer(seen)

    hand = Game("changsha", {"opening": "off"}).hand(seed=5)
    bot = Failing(seed=5, lane=3, seat=hand.to_act[0])
    with pytest.raises(PaijuError, match=f'^the bot "failing" on seat 0, hand 3 of seed 5, {why}'):
        bots.answer_of(bot, bot.see(hand))


@pytest.mark.parametrize(
    ("judge", "why"),
    [
        (lambda seen: None, "judged None, which is no list"),
        (lambda seen: seen.legal, "judged discard .*worth None, which is no number of points"),
        (lambda seen: [(seen.legal[0], "3")], 'judged discard .* worth "3", which is no number of points'),
        (lambda seen: [Judged(seen.legal[0], 1e308)], r"judged discard .* worth 1e\+308, which is no number of points"),
        (lambda seen: [Judged(seen.legal[0], float("nan"))], "judged discard .* worth nan, which is no number of points"),
        (lambda seen: [Judged(Action("chow", (0, 1, 2)), 1.0)], "judged chow 123m, which is not legal or stands there twice"),
        (lambda seen: [Judged(seen.legal[0], 1.0), Judged(seen.legal[0], 2.0)], "judged discard .*, which is not legal or stands there twice"),
        (lambda seen: [(str(seen.legal[0]), 1.0)], 'judged "discard .*", which is not legal'),
        (lambda seen: [[]], r"judged \[\], which is not legal"),
    ],
)
def test_what_a_bot_says_of_its_answers_is_looked_at(judge: Callable[[Seen], Any], why: str) -> None:
    class Judge(Bot):
        name = "judge"

        def judge(self, seen: Seen) -> list[Judged]:
            found: list[Judged] = judge(seen)
            return found

    hand = Game("changsha", {"opening": "off"}).hand(seed=5)
    bot = Judge(seed=5, lane=3, seat=hand.to_act[0])
    with pytest.raises(PaijuError, match=f'^the bot "judge" on seat 0, hand 3 of seed 5, {why}') as caught:
        bots.judged_by(bot, bot.see(hand))
    in_both(caught.value)
    failing = type("Failing", (Judge,), {"judge": lambda self, seen: give_up(seen)})
    with pytest.raises(PaijuError, match=r"failed at test_own_bots.py:\d+: SystemExit: 3"):
        bots.judged_by(failing(seed=5, lane=3, seat=hand.to_act[0]), bot.see(hand))
    plain = type("Plain", (Judge,), {"judge": lambda self, seen: [(action, n) for n, action in enumerate(seen.legal)]})
    told = bots.judged_by(plain(seed=5, lane=3, seat=hand.to_act[0]), bot.see(hand))
    assert [one.worth for one in told] == sorted(range(len(bot.see(hand).legal)), reverse=True)


def test_a_bot_from_outside_joins(monkeypatch: pytest.MonkeyPatch) -> None:
    class Last(Bot):
        """Takes the last legal action; asks for views, so its hands keep their events."""

        name = "last"

        def choose(self, seen: Seen) -> Action:
            assert seen.view().seats[self.seat].count in range(1, 15)
            return seen.legal[-1]

    monkeypatch.setattr(bots, "_known", dict(bots._known))
    register(Last)
    assert find("last") is Last and "last" in names()
    tally, _ = simulate(Plan("baicheng", "{}", ("last", "quick", "last", "quick"), 5), 0, 3)
    assert tally.hands == 3
