"""A game from outside the package, in plain Python: one file, no change in the engine or the scoring."""

from collections.abc import Iterator
from typing import Any

import pytest

from paiju import bots, variants
from paiju.core.errors import VariantError
from paiju.core.fans import Fan, Tally
from paiju.core.options import Option, Settings, flag
from paiju.core.readings import Reading, Readings
from paiju.core.rules import Rules
from paiju.core.scoring import Scoring
from paiju.core.settle import FOR_WIN, Payment, Settlement
from paiju.core.variant import Variant
from paiju.core.win import NOBODY, SELF_DRAW, Win
from paiju.core.wording import explain
from paiju.game.hand import Game
from paiju.game.match import Match
from paiju.game.request import read_request
from paiju.game.score import answer
from paiju.game.standing import Standing


class Village(Variant):
    """Any four sets and a pair; all pungs doubles twice, a self-draw once."""

    def __init__(self, key: str = "village") -> None:
        super().__init__(
            key=key,
            zh="乡村麻将",
            en="Village mahjong",
            about_zh="推倒胡。",
            about_en="Any four sets and a pair.",
            options=[self.pairs_option()],
            presets=[],
            fans=[
                Fan("self_draw", 1, "V-1", "自摸", "self-draw", "自摸。", "Won on an own draw.", excludes=[]),
                Fan("all_pungs", 2, "V-2", "碰碰胡", "all pungs", "四副刻子。", "Four pungs.", excludes=["self_draw"]),
            ],
        )

    @staticmethod
    def pairs_option() -> Option:
        return flag("seven_pairs", False, "V-3", "七对", "seven pairs", "七对可胡。", "Seven pairs win.")

    def rules(self, settings: Settings) -> Rules:
        rules = Rules()
        rules.seven_pairs = settings.flag("seven_pairs")
        return rules

    def scoring(self, settings: Settings) -> Scoring:
        return VillageScoring(self.rules(settings), self.fans)


class VillageScoring(Scoring):
    def count(self, win: Win, held: Readings, reading: Reading, tally: Tally) -> None:
        if win.by == SELF_DRAW:
            tally.add(0, 1)
        if reading.chows == 0 and reading.size + held.melds == 4:
            tally.add(1, 2)

    def amount(self, fans: int) -> int:
        return 10 * super().amount(fans)

    def formula(self, payment: Payment, lang: str) -> str:
        return f"{payment.count} fans → 10 × 2^{payment.count} = {payment.amount}"


@pytest.fixture(autouse=True)
def village(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(variants._known, "village", Village())
    yield


def ask(hand: str, tile: str, **more: Any) -> dict[str, Any]:
    return {"variant": "village", "dealer": 0, "winner": 1, "hand": hand, "melds": [], "tile": tile, "by": "self_draw", **more}


def test_it_is_known() -> None:
    assert variants.names() == ["changchun", "baicheng", "changsha", "village"]
    assert variants.get("village").options_schema()["title"] == "Village mahjong: house rules"


def test_it_scores() -> None:
    assert answer(ask("123m456m789m11p34s", "5s")) == {"legal": True, "fans": {"self_draw": 1}, "deltas": [-40, 80, -20, -20]}
    assert answer(ask("111m222m333p11z44s", "4s")) == {"legal": True, "fans": {"all_pungs": 2}, "deltas": [-80, 160, -40, -40]}
    assert answer(ask("1133m5577p2244s5z", "5z")) == {"legal": False, "reason": "not_complete"}
    assert answer(ask("1133m5577p2244s5z", "5z", options={"seven_pairs": True}))["fans"] == {"self_draw": 1}
    assert answer(ask("1133m5577p2244s5z", "5z", treasure={"tile": "5z", "how": "drawn"})).keys() == {"error"}


def test_it_explains_itself() -> None:
    table, win = read_request(ask("123m456m789m11p34s", "5s"))
    lines = explain(table.scoring.settle(win), table.scoring, "en")
    assert lines[0] == "123m 456m 789m 345s 11p, won on 5s"
    assert lines[1] == "seat 0 pays 40 to seat 1: self-draw 1 + payer is dealer 1 = 2 fans → 10 × 2^2 = 40 ()"


def test_registering_again_replaces() -> None:
    again = Village()
    variants.register(again)
    assert variants.get("village") is again


def test_the_key_of_a_game_of_the_package_is_refused() -> None:
    with pytest.raises(VariantError, match=r'^"changsha" is a game of the package; give Village another key$') as caught:
        variants.register(Village("changsha"))
    assert "换一个 key" in caught.value.zh
    assert type(variants.get("changsha")).__name__ == "Changsha"


def test_a_game_without_match_options_plays_eight_hands_on_fixed_seats() -> None:
    match = Match(Game(Village()), seed=1)
    assert (match.hands, match.rounds, match.seats) == (8, 0, [0, 1, 2, 3])


# -- games that pay as none of ours does ------------------------------------------------------------------------------


class Linear(VillageScoring):
    """So many points a fan: nothing for none."""

    def amount(self, fans: int) -> int:
        return self.base * fans


class ByReading(VillageScoring):
    """What the reading and the winning tile say decides."""

    def pay(self, s: Settlement) -> None:
        assert s.reading is not None and 0 <= s.win.tile < 34
        for seat in range(4):
            if seat != s.win.seat:
                s.payments.append(Payment(seat, s.win.seat, 2 if s.reading.chows else 1, FOR_WIN, "V-4"))


class FromOneFan(VillageScoring):
    """All three pay, but nothing for a win without a fan."""

    def pay(self, s: Settlement) -> None:
        if s.total:
            super().pay(s)


class NothingFromTwo(VillageScoring):
    """The discarder pays; of the others it is said that they pay nothing."""

    def pay(self, s: Settlement) -> None:
        for seat in range(4):
            if seat != s.win.seat:
                owes = s.win.payer in (NOBODY, seat)
                s.payments.append(Payment(seat, s.win.seat, 5 if owes else 0, FOR_WIN, "V-5"))


@pytest.mark.parametrize("paid", [VillageScoring, Linear, ByReading, FromOneFan, NothingFromTwo])
def test_bots_that_reckon_play_games_that_pay_otherwise(paid: type[Scoring]) -> None:
    class Other(Village):
        def scoring(self, settings: Settings) -> Scoring:
            return paid(self.rules(settings), self.fans)

    game = Game(Other(f"other-{paid.__name__.lower()}"))
    assert game.scoring.discarder_alone() == (paid is NothingFromTwo)
    for lane, standing in enumerate((None, Standing((30, 0, -10, -20), 1))):
        hand = game.hand(seed=4, lane=lane)
        names = ("expert", "master", "master-careful", "quick")
        players = [bots.make(name, seed=4, lane=lane, seat=seat, standing=standing) for seat, name in enumerate(names)]
        while not hand.over:
            seat = hand.to_act[0]
            hand.play(players[seat].answer(hand), seat)
        assert sum(hand.result().deltas()) == 0
