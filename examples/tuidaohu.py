"""推倒胡 Tuidaohu, the plainest mahjong there is, as a game of paiju in one file; docs/adding-a-variant.md builds it step by step.

TD-1 136 tiles, four of each of the 34 kinds. TD-2 Pung and kong, no chow. TD-3 Any four sets and a pair win. TD-4 Self-drawn, each
of the three others pays the base; else only he whose tile it was. TD-5 Kongs earn nothing. TD-6 The wall is drawn to its last tile.
"""

from typing import Final

from paiju.core.fans import Fan, Tally
from paiju.core.options import Settings
from paiju.core.readings import Reading, Readings
from paiju.core.rules import Rules
from paiju.core.scoring import Scoring
from paiju.core.settle import FOR_WIN, Payment, Settlement
from paiju.core.variant import Variant
from paiju.core.win import NOBODY, Win
from paiju.variants import common, register

FANS: Final = [Fan("win", 1, "TD-3", "推倒胡", "win", "四副一对。", "Four sets and a pair.")]

OPTIONS: Final = [common.match_length(8, rounds=True), common.RESEAT, common.base("TD-4")]


class TuidaohuScoring(Scoring):
    def __init__(self, rules: Rules, settings: Settings) -> None:
        super().__init__(rules, FANS)
        self.base = settings.number("base")

    def count(self, win: Win, held: Readings, reading: Reading, tally: Tally) -> None:
        tally.add(0, 1)

    def pay(self, s: Settlement) -> None:
        for seat in range(4):
            if seat != s.win.seat and s.win.payer in (NOBODY, seat):
                s.payments.append(Payment(seat, s.win.seat, self.base, FOR_WIN, "TD-4"))

    def formula(self, payment: Payment, lang: str) -> str:
        return f"1 {'倍底分' if lang == 'zh' else '× base'} → {payment.amount}"


class Tuidaohu(Variant):
    def __init__(self) -> None:
        super().__init__(
            key="tuidaohu",
            zh="推倒胡",
            en="Tuidaohu",
            about_zh="136 张，可碰可杠不可吃；四副一对就胡，自摸三家付，点炮一家付。",
            about_en="136 tiles, pungs and kongs but no chows; any four sets and a pair win.",
            options=OPTIONS,
            presets=[],
            fans=FANS,
            claims=["kong"],
        )

    def rules(self, settings: Settings) -> Rules:
        rules = Rules()
        rules.chow = False
        return rules

    def scoring(self, settings: Settings) -> Scoring:
        return TuidaohuScoring(self.rules(settings), settings)


register(Tuidaohu())


if __name__ == "__main__":
    from paiju.game.actions import Action
    from paiju.game.hand import Game, Hand
    from paiju.game.match import Match

    def choose(hand: Hand, seat: int) -> Action:
        """Wins and pungs what it can, passes the rest, and discards the tile with the fewest of its kind and neighbours."""
        actions = {action.verb: action for action in hand.actions(seat)}
        for verb in ("win", "pung", "pass"):
            if verb in actions:
                return actions[verb]
        held = hand.view(seat).seats[seat].hand or []
        discards = [action for action in hand.actions(seat) if action.verb == "discard"]
        return min(discards, key=lambda action: sum((3, 1, 1)[abs(k - action.tiles[0])] for k in held if abs(k - action.tiles[0]) < 3))

    match = Match(Game("tuidaohu"), seed=1)
    while True:
        while not match.hand.over:
            seat = match.hand.to_act[0]
            match.hand.play(choose(match.hand, seat), seat)
        ending = match.settle()
        print(f"hand {match.number}: {ending.deltas()}, totals {match.totals}, next dealer {match.dealer}")
        if match.over:
            break
        match.next_hand()
