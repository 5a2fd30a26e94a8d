"""Changchun mahjong 长春麻将: 136 tiles, all three suits needed, a treasure rolled by dice, special kongs (CC-1 to CC-70)."""

from typing import Final, final

from mypy_extensions import i64

from paiju.core.errors import counted
from paiju.core.fans import Fan, Tally
from paiju.core.options import Choice, Preset, Settings, choice, choices, flag
from paiju.core.readings import EDGE, IN_PAIR, MIDDLE, PAIRS, Reading, Readings
from paiju.core.rules import (
    ANY_TURN,
    DEALT_TILES,
    FIRST_TURN,
    LOCK_ALL,
    NO_LOCK,
    RESERVE,
    RESERVE_GROWING,
    RESERVE_NONE,
    RESERVE_SEVEN,
    ROLLED,
    Rules,
)
from paiju.core.scoring import Scoring
from paiju.core.settle import Payment
from paiju.core.stream import Stream
from paiju.core.tiles import BAMBOO_ONE, BIT, DRAGONS, TERMINALS_AND_HONOURS, WHITE, WINDS
from paiju.core.variant import Variant
from paiju.core.win import CONCEALED_KONG, MATCHED, PUNG, SELF_DRAW, SPECIAL_KONG, Meld, Win
from paiju.variants import common

LADDERS: Final[dict[str, list[i64]]] = {
    "1": [1, 2, 4, 8, 16, 32, 64],
    "135": [1, 3, 5, 10, 20, 40, 80],
    "250": [2, 5, 10, 20, 40, 80, 160],
    "50": [5, 10, 20, 40, 80, 160, 320],
}


def _steps(ladder: list[i64]) -> str:
    return " ".join([str(step) for step in ladder])


# fmt: off
FANS: Final = [
    Fan("standing", 1, "CC-19", "站立", "standing", "没有吃、碰、明杠、加杠和特殊杠。", "No chow, pung, melded or added kong and no special kong."),
    Fan("closed_wait", 1, "CC-17", "夹胡", "closed wait", "胡两边都在手里的中间张。", "Won on the middle tile of a chow whose outer two were held."),
    Fan("self_draw", 1, "CC-50", "自摸", "self-draw", "胡自己摸到的牌。", "Won on an own draw."),
    Fan("treasure", 1, "CC-32", "宝", "treasure", "摸宝或对宝。", "The treasure was drawn, or seen and a wait."),
    Fan("all_pungs", 2, "CC-16", "飘胡", "all pungs", "四副都是刻子或杠。", "Four pungs or kongs and a pair.", excludes=["closed_wait"]),
    Fan("seven_pairs", 3, "CC-70", "七小对", "seven pairs", "七个对子，代替站立。", "Seven pairs, in place of standing.", excludes=["standing"]),
    Fan("dealer", 1, "CC-50", "庄家", "dealer", "庄家胡牌。", "The dealer wins."),
]
STANDING: Final = 0
CLOSED_WAIT: Final = 1
SELF_DRAWN: Final = 2
TREASURE: Final = 3
ALL_PUNGS: Final = 4
SEVEN_PAIRS: Final = 5
DEALER: Final = 6

OPTIONS: Final = [
    common.match_length(8, rounds=True),
    common.RESEAT,
    common.KONG_AFTER_CLAIM,
    common.dealer_on_draw("CC-5"),
    flag("seven_pairs", False, "CC-7", "七小对", "Seven pairs",
         "七小对可胡，算 3 番，代替站立。", "Seven pairs win, for 3 fans in place of standing."),
    flag("missing_suit_allowed", False, "CC-7", "可缺门", "A suit may be missing",
         "胡牌不必万、饼、条齐全。", "A win does not need all three suits."),
    flag("wind_pair_waives_pung", False, "CC-8", "风将免刻", "A wind pair replaces the pung",
         "风牌做将与箭牌一样可以免刻子。", "A pair of winds replaces the pung as a pair of dragons does."),
    flag("all_pungs_waives_suits", False, "CC-16", "飘免三色幺九", "All pungs need no suits, 1, 9 or honour",
         "飘胡不必三色全、不必带幺九。", "All pungs need neither all three suits nor a 1, 9 or honour."),
    choices("closed_wait_includes", ["middle"], [
        Choice("middle", "坎张", "Middle"), Choice("edge", "边张", "Edge"), Choice("single", "单吊", "Single"), Choice("only_wait", "独听",
        "Only wait")],
        "CC-17", "夹胡包括", "Closed wait includes", "哪些听法算夹。", "Which waits count as closed."),
    flag("closed_wait_must_be_only_wait", False, "CC-17", "夹须独听", "Closed wait must be the only wait",
         "只听一张时才算夹。", "A closed wait counts only when it is the only wait."),
    choice("last_single_tile", [Choice("forbidden", "禁止", "Forbidden"), Choice("allowed", "允许", "Allowed")],
           "CC-18", "手把一", "Last single tile", "有吃牌时能否亮出第四副、手里只剩一张。",
           "Whether a fourth exposed meld may leave one tile when a chow is among them."),
    flag("last_single_counts_concealed_kongs", False, "CC-18", "暗杠算手把一", "Concealed kongs count for the last single tile",
         "数亮出的副数时暗杠也算。", "Concealed kongs count as exposed for the last single tile."),
    flag("special_kong_keeps_standing", False, "CC-19", "特殊杠算站立", "Special kong keeps standing",
         "有旋风杠、喜杠、幺九杠仍算站立。", "A special kong does not end standing."),
    flag("must_declare_to_win", False, "CC-21", "必须报听", "Must declare to win",
         "不报听不能胡。", "Only a player who has declared ready may win."),
    choice("treasure_reveal", [Choice("next_turn", "下次摸牌时", "At the next draw"), Choice("at_once", "报听后立即", "At once")],
           "CC-26", "看宝时间", "Treasure reveal", "报听后何时看宝。", "When a player who declared ready looks at the treasure."),
    choice("matched_treasure_bonus", [Choice(0, "无", "None"), Choice(1, "1 番", "1 fan")],
           "CC-32", "对宝加番", "Bonus for a matched treasure", "对宝比摸宝多几番。", "Fans a matched treasure is worth beyond a drawn one."),
    choice("reserve", [Choice("seven_growing", "七墩，随杠增加", "Seven stacks, growing with kongs"), Choice("seven", "七墩", "Seven stacks"),
           Choice("none", "不留", "None")],
           "CC-35", "留牌", "Reserve", "牌墙末尾留多少不抓。", "How much of the wall's end is not drawn."),
    flag("reserve_counts_special_kongs", False, "CC-35", "特殊杠算留牌", "Special kongs count for the reserve",
         "不补牌的特殊杠也增加留牌。", "Special kongs without a replacement also enlarge the reserve."),
    flag("final_four", False, "CC-35", "最后四张", "Final four",
         "可抓的只剩四张时每家依次抓一张，只能胡。", "When four tiles are left to draw each seat takes one and may only win."),
    choice("winds_kong_size", [Choice(4, "东南西北四张", "All four winds"), Choice(3, "任意三张不同的风", "Any three different winds")],
           "CC-38", "旋风杠张数", "Size of the winds kong", "几张风牌成旋风杠；三张不补牌。",
           "How many winds make the kong; three draw no replacement."),
    choice("special_kong_window", [Choice("first_turn", "第一手", "The first turn"), Choice("dealt", "只用起手牌", "Dealt tiles only"),
           Choice("any_turn", "任何一手", "Any turn")],
           "CC-40", "特殊杠时机", "When special kongs are declared", "何时可以亮特殊杠。", "When a special kong may be declared."),
    flag("bamboo_one_is_wild", False, "CC-44", "小鸡飞蛋", "One of bamboo is wild",
         "幺鸡可以代替特殊杠里的任何一张。", "A 1s may stand for any tile of a special kong."),
    flag("kong_dealer_double", False, "CC-46", "杠随庄加倍", "Kongs double with the dealer",
         "付杠钱或收杠钱的是庄家时加倍。", "Kong money doubles where payer or receiver is the dealer."),
    choice("ladder", [Choice(name, f"{zh}：{_steps(LADDERS[name])}", _steps(LADDERS[name])) for name, zh in (
               ("1", "打1块"), ("135", "打135"), ("250", "打250"), ("50", "打五十零"))],
           "CC-52", "番数表", "Ladder", "0 到 6 番各付多少；6 番封顶。", "What 0 to 6 fans cost; its end is the cap."),
    common.discard_pays("CC-55", Choice("discarder_all_if_not_ready", "未报听点炮包三家", "The discarder for all unless declared")),
    choice("passed_win_lock", [Choice("none", "无", "None"), Choice("same_turn", "过手禁胡", "Until the own next draw")],
           "CC-59", "过胡", "Passing a win", "放过别人打的胡之后，下次摸牌前能否再胡别人的。",
           "Whether a passed win bars wins on others' tiles until the own next draw."),
]

PRESETS: Final = [
    Preset("mil2024", {
        "closed_wait_includes": ["middle", "edge", "single", "only_wait"], "reserve": "seven", "final_four": True, "winds_kong_size": 3,
        "bamboo_one_is_wild": True, "seven_pairs": True, "discard_pays": "discarder_all_if_not_ready", "matched_treasure_bonus": 1,
        "passed_win_lock": "same_turn"}, "2024 联赛", "League 2024"),
]
# fmt: on

BIG_KONG_KINDS: Final = [BAMBOO_ONE, 9, WHITE, WHITE + 1, WHITE + 2]  # 大蛋: 1s 1p 5z 6z 7z (CC-45)


@final
class Changchun(Variant):
    def __init__(self) -> None:
        super().__init__(
            key="changchun",
            zh="长春麻将",
            en="Changchun mahjong",
            about_zh="136 张，三色全、带幺九、有刻子才能胡；报听打骰看宝，旋风杠、喜杠、幺九杠另算。",
            about_en="136 tiles; a win needs all three suits, a 1, 9 or honour and a pung; ready players roll for a treasure.",
            options=OPTIONS,
            presets=PRESETS,
            fans=FANS,
            claims=["treasure", "matched", "payer_ready"],
        )

    def rules(self, settings: Settings) -> Rules:
        r = Rules()
        r.opening_dice = 4
        r.special_kongs = 0b1111
        r.winds_kong_size = settings.number("winds_kong_size")
        r.special_kong_window = {"first_turn": FIRST_TURN, "dealt": DEALT_TILES, "any_turn": ANY_TURN}[settings.text("special_kong_window")]
        if settings.flag("bamboo_one_is_wild"):
            r.special_kong_wild = BAMBOO_ONE
        r.kong_after_claim = settings.flag("kong_after_claim")
        r.concealed_kong_hidden = True
        r.no_last_single = settings.text("last_single_tile") == "forbidden"
        r.last_single_counts_concealed = settings.flag("last_single_counts_concealed_kongs")
        r.passed_win_lock = LOCK_ALL if settings.text("passed_win_lock") == "same_turn" else NO_LOCK
        r.suits_required = not settings.flag("missing_suit_allowed")
        r.all_pungs_waives_suits = settings.flag("all_pungs_waives_suits")
        r.orphan_kinds = TERMINALS_AND_HONOURS
        r.pung_required = True
        r.pung_waiver_pairs = DRAGONS | (WINDS if settings.flag("wind_pair_waives_pung") else 0)
        r.seven_pairs = settings.flag("seven_pairs")
        r.declare_ready = True
        r.must_declare_to_win = settings.flag("must_declare_to_win")
        r.treasure = ROLLED
        r.look_at_once = settings.text("treasure_reveal") == "at_once"
        r.wall_end = RESERVE
        r.reserve = {"seven_growing": RESERVE_GROWING, "seven": RESERVE_SEVEN, "none": RESERVE_NONE}[settings.text("reserve")]
        r.reserve_counts_special = settings.flag("reserve_counts_special_kongs")
        r.final_four = settings.flag("final_four")
        return r

    def scoring(self, settings: Settings) -> Scoring:
        return ChangchunScoring(self.rules(settings), settings)


@final
class ChangchunScoring(Scoring):
    def __init__(self, rules: Rules, settings: Settings) -> None:
        super().__init__(rules, FANS)
        self.win_clause = "CC-52"
        self.kong_clause = "CC-45"
        self.dealer_stays_on_draw = settings.text("dealer_on_draw") == "stay"
        self.ladder: list[i64] = LADDERS[settings.text("ladder")]
        closed = settings.texts("closed_wait_includes")
        self.closed_places: i64 = 0  # mask of the places of the winning tile that are closed
        self.closed_places |= BIT[MIDDLE] if "middle" in closed else 0
        self.closed_places |= BIT[EDGE] if "edge" in closed else 0
        self.closed_places |= BIT[IN_PAIR] if "single" in closed else 0
        self.only_wait_is_closed: bool = "only_wait" in closed
        self.closed_must_be_only: bool = settings.flag("closed_wait_must_be_only_wait")
        self.special_keeps_standing: bool = settings.flag("special_kong_keeps_standing")
        self.matched_bonus: i64 = settings.number("matched_treasure_bonus")
        self.discarder_pays_all: bool = settings.text("discard_pays") != "three"
        self.ready_discarder_excused: bool = settings.text("discard_pays") == "discarder_all_if_not_ready"
        self.kongs_double: bool = settings.flag("kong_dealer_double")

    def count(self, win: Win, held: Readings, reading: Reading, tally: Tally) -> None:
        if held.exposed == (held.special if self.special_keeps_standing else 0):
            tally.add(STANDING, 1)
        if reading.form == PAIRS:
            tally.add(SEVEN_PAIRS, 3)
        elif reading.chows == 0:
            tally.add(ALL_PUNGS, 2)
        if self.is_closed(win, reading):
            tally.add(CLOSED_WAIT, 1)
        if win.by == SELF_DRAW:
            tally.add(SELF_DRAWN, 1)
        if win.treasure_how:
            tally.add(TREASURE, 1 + (self.matched_bonus if win.treasure_how == MATCHED else 0))
        if win.seat == win.dealer:
            tally.add(DEALER, 1)

    def is_closed(self, win: Win, reading: Reading) -> bool:
        """CC-17, with the tile that the winning tile stands for; never without a winning tile (G-13)."""
        if not reading.place:
            return False
        if self.closed_places & BIT[reading.place]:
            return not self.closed_must_be_only or self.only_wait(win)
        return self.only_wait_is_closed and self.only_wait(win)

    def amount(self, fans: i64) -> i64:
        return self.ladder[fans if fans < 6 else 6]

    def formula(self, payment: Payment, lang: str) -> str:
        fans = payment.count
        if lang == "zh":
            return f"{fans} 番{'，6 番封顶' if fans > 6 else ''} → {payment.amount}"
        return f"{counted(fans, 'fan')}{', capped at 6' if fans > 6 else ''} → {payment.amount}"

    def payer_covers(self, win: Win) -> bool:
        return self.discarder_pays_all and not (self.ready_discarder_excused and win.payer_safe)

    def kong_worth(self, meld: Meld) -> i64:
        if meld.kind <= PUNG:
            return 0
        worth: i64 = self.ladder[0]  # CC-54
        if meld.kind >= SPECIAL_KONG:
            return worth
        if meld.kind == CONCEALED_KONG:
            worth *= 2
        return worth * 2 if meld.tiles[0] in BIG_KONG_KINDS else worth

    def addition_worth(self) -> i64:
        return self.ladder[0]

    def kong_factor(self, giver: i64, taker: i64, dealer: i64) -> i64:
        return 2 if self.kongs_double and dealer in (giver, taker) else 1

    def first_dealer(self, stream: Stream) -> i64:
        """CC-4: seat 0 rolls two dice."""
        return (stream.die() + stream.die() - 1) & 3
