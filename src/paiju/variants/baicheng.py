"""Baicheng mahjong 白城麻将: 120 tiles without winds, a hidden treasure, white-green-red as a set (BC-1 to BC-43)."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from paiju.core.fans import Fan, Tally
from paiju.core.options import Choice, Preset, Settings, choice, flag
from paiju.core.readings import EDGE, IN_PAIR, MIDDLE, NOWHERE, THIRD_DRAGON, Reading, Readings
from paiju.core.rules import ANY_TURN, DRAGONS_KONG, FIRST_TURN, FIXED_HIDDEN, SHARE_LAST, Rules
from paiju.core.scoring import Scoring
from paiju.core.settle import FOR_TREASURE_PUNG, PAYER_IS_CLOSED, Payment
from paiju.core.tiles import ALL_KINDS, BAMBOO_ONE, BIT, DRAGONS, NINES, ONES, WINDS
from paiju.core.variant import Variant
from paiju.core.win import AFTER_KONG, CHOW, CONCEALED_KONG, PUNG, SELF_DRAW, Meld, Win
from paiju.variants import common

# fmt: off
FANS: Final = [
    Fan("standing", 1, "BC-26", "站立", "standing", "没有吃、碰、明杠、加杠和旋风杠。", "No exposed meld; concealed kongs are allowed."),
    Fan("bamboo_one", 1, "BC-26", "带鸡", "one of bamboo", "手牌、副露或胡的牌里有幺鸡，只算一次。",
        "A 1s in hand, melds or as the winning tile, once."),
    Fan("closed_wait", 1, "BC-14", "夹胡", "closed wait", "边、坎、吊、第三张箭牌，或没有幺九单胡一张幺九。",
        "Middle, edge, third dragon, a single wait, or the one wait that brings the 1, 9 or dragon."),
    Fan("all_pungs", 2, "BC-16", "双飘", "all pungs", "四副都是刻子、杠或中发白，不是单吊。",
        "All sets pungs, kongs or white-green-red, not won on the single pair tile.",
        excludes=["closed_wait"]),
    Fan("all_pungs_single", 3, "BC-16", "单飘", "all pungs, single wait", "飘胡单吊将牌。", "All pungs won on the single pair tile.",
        excludes=["closed_wait", "all_pungs"]),
    Fan("self_draw", 1, "BC-10", "自摸", "self-draw", "胡自己摸到的牌。", "Won on an own draw."),
    Fan("treasure", 2, "BC-12", "摸宝", "treasure", "听牌后摸到宝牌。", "The treasure was drawn by a ready hand.", excludes=["self_draw"]),
    Fan("treasure_in_treasure", 3, "BC-9", "宝中宝", "treasure in treasure", "宝牌正是唯一所听的牌。", "The treasure drawn is the hand's only wait.",
        excludes=["self_draw", "treasure"]),
    Fan("kong_draw", 1, "BC-24", "杠上开花", "kong draw", "胡杠后补的牌。", "Won on a kong replacement."),
    Fan("dealer", 1, "BC-26", "庄家", "dealer", "庄家胡牌。", "The dealer wins."),
]
STANDING: Final = 0
BAMBOO_ONE_HELD: Final = 1
CLOSED_WAIT: Final = 2
ALL_PUNGS: Final = 3
ALL_PUNGS_SINGLE: Final = 4
SELF_DRAWN: Final = 5
TREASURE: Final = 6
TREASURE_IN_TREASURE: Final = 7
KONG_DRAW: Final = 8
DEALER: Final = 9

OPTIONS: Final = [
    common.match_length("4_rounds", rounds=True),
    common.RESEAT,
    common.KONG_AFTER_CLAIM,
    common.dealer_on_draw("BC-4"),
    flag("treasure_changes_when_three_visible", False, "BC-7", "绝宝换宝", "Treasure changes when three are visible",
         "宝牌已见三张时换成牌墙最后一张。", "A treasure with three copies visible is replaced by the wall's last tile."),
    flag("pung_required", False, "BC-17", "必须有刻子", "Pung required",
         "胡牌必须有刻子或杠。", "A win needs a pung or kong."),
    flag("dragon_chow", False, "BC-15", "可吃中发白", "Dragons may be chowed",
         "可以吃上家的箭牌成中发白。", "White-green-red may be claimed as a chow."),
    flag("special_kong_any_turn", True, "BC-20", "攒杠", "Special kong on any turn",
         "可以攒到以后再亮旋风杠；否则只在第一手。", "The dragons kong may be collected and declared later; otherwise in the first turn only."),
    flag("fourth_dragon_forces", True, "BC-19", "第四张箭牌必须落杠", "The fourth dragon forces the kong",
         "手里中发白齐而箭牌满四张时只能胡或落杠。", "With all three dragons and a fourth in hand only the win or the declaration is allowed."),
    choice("kong_unit", [Choice(5, "5 倍", "5"), Choice(3, "3 倍", "3")],
           "BC-29", "杠分倍数", "Kong unit", "明杠、旋风杠和每张补杠付底分的几倍，暗杠加倍。",
           "Times the base for a melded or special kong and each addition; concealed twice that."),
    choice("treasure_pung_is_kong", [Choice(True, "明暗都算", "Melded and concealed"), Choice("melded_only", "只算碰出的", "Melded only"),
           Choice(False, "不算", "No")],
           "BC-8", "叉宝算杠", "A pung of the treasure is a kong", "宝牌的刻子在终局按杠付分。",
           "A pung of the treasure's kind is paid as a kong at the end."),
    flag("treasure_in_treasure_only_wait", True, "BC-9", "宝中宝须独听", "Treasure in treasure needs the only wait",
         "宝牌是唯一所听才算宝中宝；否则是所听之一即可。", "The treasure must be the only wait; otherwise one of the waits is enough."),
    flag("treasure_stacks_with_self_draw", False, "BC-10", "摸宝加自摸", "Treasure stacks with self-draw",
         "摸宝、宝中宝再加自摸一番。", "Self-draw counts beside the treasure."),
    flag("two_headed_single_counts", False, "BC-14", "两头吊算夹", "A two-headed single wait counts",
         "还听别的牌时吊将也算夹。", "A single wait on the pair counts beside other waits."),
    flag("closed_wait_must_be_only_wait", False, "BC-14", "夹须独听", "Closed wait must be the only wait",
         "只听一张时边、坎才算夹。", "Middle and edge count only when they are the only wait."),
    flag("bamboo_123_in_all_pungs", False, "BC-16", "幺鸡顺可飘", "1-2-3 of bamboo in all pungs",
         "飘里可以有一二三条。", "All pungs may have 1-2-3 of bamboo among their sets."),
    common.base("BC-26"),
    choice("cap", [Choice("none", "不封顶", "None"), Choice(128, "128 倍", "128"), Choice(256, "256 倍", "256")],
           "BC-28", "封顶", "Cap", "每家最多付底分的几倍。", "The most each payer pays, in times of the base."),
    flag("closed_loser_pays", True, "BC-18", "门清多付", "Closed losers pay more",
         "输家门清多付一番。", "A loser whose hand is closed pays one fan more."),
    common.discard_pays("BC-26"),
]

PRESETS: Final = [
    Preset("app", {"treasure_changes_when_three_visible": True, "cap": 256, "fourth_dragon_forces": False}, "手机版", "Phone app"),
]
# fmt: on


@final
class Baicheng(Variant):
    def __init__(self) -> None:
        super().__init__(
            key="baicheng",
            zh="白城麻将",
            en="Baicheng mahjong",
            about_zh="120 张无风牌，三门全、带幺九；暗叫、藏宝，中发白可成副、可攒杠，荒牌前分张。",
            about_en="120 tiles without winds; all three suits and a 1, 9 or dragon; a hidden treasure, and the three dragons make a set.",
            options=OPTIONS,
            presets=PRESETS,
            fans=FANS,
            claims=["treasure", "kong", "closed"],
        )

    def rules(self, settings: Settings) -> Rules:
        r = Rules()
        r.kinds = ALL_KINDS & ~WINDS
        r.dragon_chow = settings.flag("dragon_chow")
        r.kong_after_claim = settings.flag("kong_after_claim")
        r.concealed_kong_hidden = True
        r.special_kongs = 1 << DRAGONS_KONG
        r.special_kong_window = ANY_TURN if settings.flag("special_kong_any_turn") else FIRST_TURN
        if settings.flag("fourth_dragon_forces"):
            r.forced_special_kong = DRAGONS_KONG
        r.set_of_dragons = True
        r.suits_required = True
        r.orphan_kinds = ONES | NINES | DRAGONS
        r.pung_required = settings.flag("pung_required")
        r.pung_row = 7 * BIT[BAMBOO_ONE] if settings.flag("bamboo_123_in_all_pungs") else 0
        r.treasure = FIXED_HIDDEN
        r.treasure_changes = settings.flag("treasure_changes_when_three_visible")
        r.wall_end = SHARE_LAST
        return r

    def scoring(self, settings: Settings) -> Scoring:
        return BaichengScoring(self.rules(settings), settings)


@final
class BaichengScoring(Scoring):
    def __init__(self, rules: Rules, settings: Settings) -> None:
        super().__init__(rules, FANS)
        self.win_clause = "BC-26"
        self.kong_clause = "BC-29"
        self.dealer_stays_on_draw = settings.text("dealer_on_draw") == "stay"
        self.base = settings.number("base")
        self.cap: i64 = 0 if settings.text("cap") == "none" else settings.number("cap")
        self.kong_unit: i64 = settings.number("kong_unit")
        self.treasure_pungs: str = settings.text("treasure_pung_is_kong")
        self.inner_treasure_only: bool = settings.flag("treasure_in_treasure_only_wait")
        self.two_headed_counts: bool = settings.flag("two_headed_single_counts")
        self.closed_must_be_only: bool = settings.flag("closed_wait_must_be_only_wait")
        self.bamboo_123_floats: bool = settings.flag("bamboo_123_in_all_pungs")
        self.closed_losers_pay: bool = settings.flag("closed_loser_pays")
        self.discarder_pays_all: bool = settings.text("discard_pays") == "discarder_all"
        if settings.flag("treasure_stacks_with_self_draw"):
            self.excluded[TREASURE] &= ~BIT[SELF_DRAWN]
            self.excluded[TREASURE_IN_TREASURE] &= ~BIT[SELF_DRAWN]

    def count(self, win: Win, held: Readings, reading: Reading, tally: Tally) -> None:
        if held.exposed == 0:
            tally.add(STANDING, 1)
        if held.kinds & BIT[BAMBOO_ONE]:  # with the tile a treasure stands for, not the treasure (BC-13)
            tally.add(BAMBOO_ONE_HELD, 1)
        if self.is_all_pungs(win, reading):
            if reading.place == IN_PAIR:
                tally.add(ALL_PUNGS_SINGLE, 3)
            else:
                tally.add(ALL_PUNGS, 2)
        elif self.is_closed(win, held, reading):
            tally.add(CLOSED_WAIT, 1)
        if win.by == SELF_DRAW:
            tally.add(SELF_DRAWN, 1)
        if win.treasure_how:
            tally.add(TREASURE, 2)
            if self.waits(win) & BIT[win.tile] and (self.only_wait(win) or not self.inner_treasure_only):
                tally.add(TREASURE_IN_TREASURE, 3)
        if win.after == AFTER_KONG:
            tally.add(KONG_DRAW, 1)
        if win.seat == win.dealer:
            tally.add(DEALER, 1)

    def is_closed(self, win: Win, held: Readings, reading: Reading) -> bool:
        """BC-14; never without a winning tile (G-13)."""
        place = reading.place
        if place == NOWHERE:
            return False
        if place == THIRD_DRAGON:
            return True
        if place in (MIDDLE, EDGE):
            if not self.closed_must_be_only or self.only_wait(win):
                return True
        elif place == IN_PAIR and (self.two_headed_counts or self.only_wait(win)):
            return True
        return held.outside_treasure() and self.only_wait(win)

    def is_all_pungs(self, win: Win, reading: Reading) -> bool:
        """BC-16: a set of dragons, concealed or laid open, is allowed among the pungs and kongs."""
        if reading.chows == 0 or not self.bamboo_123_floats:
            return reading.chows == 0
        found: i64 = 0
        n: i64 = 0
        while n < reading.size:
            if reading.sets[n] == BAMBOO_ONE:
                found += 1
            n += 1
        for meld in win.melds:
            if meld.kind == CHOW and meld.tiles[0] == BAMBOO_ONE:
                found += 1
        return found == reading.chows

    def amount(self, fans: i64) -> i64:
        doubled = BIT[fans]
        return self.base * (self.cap if self.cap and doubled > self.cap else doubled)

    def formula(self, payment: Payment, lang: str) -> str:
        if self.cap and BIT[payment.count] > self.cap:
            capped = "封顶" if lang == "zh" else "capped at"
            return self.worked_out(payment.count, f"{capped} {self.cap}", payment.amount, lang)
        return super().formula(payment, lang)

    def payer_adds(self, win: Win, seat: i64) -> i64:
        closed = self.closed_losers_pay and win.closed & BIT[seat] != 0
        return super().payer_adds(win, seat) | (PAYER_IS_CLOSED if closed else 0)

    def payer_covers(self, win: Win) -> bool:
        return self.discarder_pays_all

    def kong_worth(self, meld: Meld) -> i64:
        if meld.kind <= PUNG:
            return 0
        return self.base * self.kong_unit * (2 if meld.kind == CONCEALED_KONG else 1)

    def addition_worth(self) -> i64:
        return self.base * self.kong_unit

    def end_payments(self, hands: list[vec[u8]], melds: list[list[Meld]], treasure: i64, wins: list[Win]) -> list[Payment]:
        """叉宝算杠 (BC-8): a melded pung of the treasure's kind as a melded kong, three in hand as a concealed one."""
        payments: list[Payment] = []
        seat: i64 = 0
        while seat < 4:
            worth = self._treasure_pung_worth(seat, hands[seat], melds[seat], treasure, wins)
            other: i64 = 0
            while worth and other < 4:
                if other != seat:
                    payment = Payment(other, seat, worth, FOR_TREASURE_PUNG, "BC-8")
                    payment.tile = treasure
                    payments.append(payment)
                other += 1
            seat += 1
        return payments

    def _treasure_pung_worth(self, seat: i64, hand: vec[u8], melds: list[Meld], treasure: i64, wins: list[Win]) -> i64:
        if self.treasure_pungs == "false":
            return 0
        for meld in melds:
            if meld.kind == PUNG and meld.tiles[0] == treasure:
                return self.base * self.kong_unit
        if self.treasure_pungs == "melded_only":
            return 0
        if hand[treasure] >= 3:
            return self.base * self.kong_unit * 2
        for win in wins:
            if win.seat == seat and win.by != SELF_DRAW and win.tile == treasure and hand[treasure] == 2:
                return self.base * self.kong_unit
        return 0
