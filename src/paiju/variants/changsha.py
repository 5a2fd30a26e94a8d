"""Changsha mahjong 长沙麻将: 108 tiles, pairs of 2, 5, 8, big wins added up, birds, opening wins, sea bottom (CS-1 to CS-49)."""

from typing import Final, final

from mypy_extensions import i64

from paiju.core.errors import counted
from paiju.core.fans import Fan, Tally
from paiju.core.opening import patterns_in
from paiju.core.options import Choice, Option, Preset, Settings, choice, flag, number, numbers
from paiju.core.readings import LOOSE, PAIRS, SETS, Reading, Readings
from paiju.core.reasons import IT_WINS, NO_OPENING_WIN
from paiju.core.rules import (
    FREE_ALL_PUNGS,
    FREE_FOUR_MELDS,
    FREE_ONE_SUIT,
    LOCK_ALL,
    LOCK_KIND,
    NO_LOCK,
    OFFER_LAST,
    OPENING_CONTINUES,
    OPENING_ENDS,
    OPENING_OFF,
    Rules,
)
from paiju.core.scoring import Scoring
from paiju.core.settle import FOR_LEAVING, FOR_OPENING, FOR_WIN, HOUSE, Payment, Settlement
from paiju.core.stream import Stream
from paiju.core.tiles import BIT, RANK, SUITED_KINDS, TWO_FIVE_EIGHT
from paiju.core.variant import Variant
from paiju.core.win import (
    AFTER_DICE_KONG,
    FIRST_DEAL,
    FIRST_DISCARD,
    NOBODY,
    OPENING,
    PUNG,
    ROBBED_KONG,
    SEA_BOTTOM,
    SELF_DRAW,
    Meld,
    Outcome,
    Win,
)
from paiju.variants import common

_BIG: Final = ["small"]

# fmt: off
FANS: Final = [
    Fan("small", 1, "CS-11", "平胡", "small win", "二五八做将的普通胡牌。", "Four sets and a pair of 2, 5 or 8, and no big win."),
    Fan("all_pungs", 1, "CS-11", "碰碰胡", "all pungs", "四副刻子或杠，乱将。", "Four pungs or kongs and any pair.", excludes=_BIG),
    Fan("all_258", 1, "CS-13", "将将胡", "all 2-5-8", "每张都是二五八，不必成型。", "Every tile a 2, 5 or 8; no shape needed.", excludes=_BIG),
    Fan("one_suit", 1, "CS-14", "清一色", "one suit", "只有一种花色，成型，乱将。", "One suit in a winning shape, any pair.", excludes=_BIG),
    Fan("seven_pairs", 1, "CS-16", "七小对", "seven pairs", "七个对子，没有副露。", "Seven pairs without melds.", excludes=_BIG),
    Fan("luxury_seven_pairs", 2, "CS-16", "豪华七小对", "luxury seven pairs", "七小对里有四张一样的，越多越大。",
        "Seven pairs with four equal tiles; more quads count more.", excludes=["small", "seven_pairs"]),
    Fan("melded_hand", 1, "CS-12", "全求人", "melded hand", "四副都在外面，单吊胡。", "Four melds, won on the tile that pairs the last one.",
        excludes=_BIG),
    Fan("heavenly", 1, "CS-49", "天胡", "heavenly", "庄家起手十四张即胡。", "The dealer's dealt fourteen tiles win.", excludes=_BIG),
    Fan("earthly", 1, "CS-17", "地胡", "earthly", "胡庄家打出的第一张牌。", "Won on the dealer's first discard.", excludes=_BIG),
    Fan("sea_bottom", 1, "CS-31", "海底捞月", "sea bottom", "要了海底牌而胡。", "Won with the last tile.", excludes=_BIG),
    Fan("sea_bottom_discard", 1, "CS-31", "海底炮", "sea-bottom discard", "胡别人要的海底牌。", "Won on the last tile taken by another.",
        excludes=_BIG),
    Fan("kong_draw", 1, "CS-25", "杠上开花", "kong draw", "开杠掷骰补的牌胡了。", "Won with the dice replacement.", excludes=_BIG),
    Fan("kong_discard", 1, "CS-25", "杠上炮", "kong discard", "胡别人开杠后打出的补牌。", "Won on the dice replacement another had to discard.",
        excludes=_BIG),
    Fan("robbed_kong", 1, "CS-27", "抢杠胡", "robbed kong", "胡别人加杠的牌。", "Won on a tile another added to a pung.", excludes=_BIG),
    Fan("four_of_a_kind", 1, "CS-2", "大四喜", "four of a kind", "起手四张一样的牌。", "Four equal tiles dealt."),
    Fan("no_258", 1, "CS-2", "板板胡", "no 2-5-8", "起手没有二五八。", "No 2, 5 or 8 dealt."),
    Fan("missing_suit", 1, "CS-2", "缺一色", "missing suit", "起手缺一门花色。", "At least one suit missing from the deal."),
    Fan("two_triplets", 1, "CS-6", "六六顺", "two triplets", "起手两个刻子，四张的不算。", "Two triplets dealt; four equal tiles are none."),
]
SMALL: Final = 0
ALL_PUNGS: Final = 1
ALL_258: Final = 2
ONE_SUIT: Final = 3
SEVEN_PAIRS: Final = 4
LUXURY_SEVEN_PAIRS: Final = 5
MELDED_HAND: Final = 6
HEAVENLY: Final = 7
EARTHLY: Final = 8
SEA_BOTTOM_WIN: Final = 9
SEA_BOTTOM_DISCARD: Final = 10
KONG_DRAW: Final = 11
KONG_DISCARD: Final = 12
ROBBED: Final = 13
FIRST_PATTERN: Final = 14  # the four opening patterns, in the order of their bits


def _pattern(name: str, zh: str, en: str) -> Option:
    return flag("opening_" + name, True, "CS-2", zh, f"Opening win: {en}", f"{zh}可以起手胡。", f"Whether {en} is an opening win.")


OPTIONS: Final = [
    common.match_length(8, rounds=False),
    common.RESEAT,
    common.KONG_AFTER_CLAIM,
    choice("opening", [Choice("ends_hand", "胡牌即止", "Ends the hand"), Choice("continues", "付分继续", "Play goes on"), Choice("off", "没有",
           "Off")],
           "CS-2", "起手胡", "Opening wins", "起手牌型胡牌后是否继续。", "What an opening win does."),
    _pattern("four_of_a_kind", "大四喜", "four of a kind"),
    _pattern("no_258", "板板胡", "no 2-5-8"),
    _pattern("missing_suit", "缺一色", "a missing suit"),
    _pattern("two_triplets", "六六顺", "two triplets"),
    numbers("luxury_weights", [2, 3, 4], 1, 10, "CS-16", "豪华七小对", "Luxury weights",
            "一、二、三个四张一样的各算几个大胡。", "Big wins that one, two, three quads count for."),
    flag("moment_requires_258", True, "CS-17", "时机胡要将", "Wins of the moment need the pair",
         "天胡、地胡、海底、杠上、抢杠的普通牌型仍要二五八将。", "A plain hand needs its 2, 5, 8 pair even with a big win of the moment."),
    flag("robbing_plain_kong_is_big", True, "CS-27", "抢补张算大胡", "Robbing a plain kong is big",
         "抢没掷骰的加杠也算大胡。", "Robbing a kong declared without dice is a big win too."),
    choice("kong_dice", [Choice(1, "一颗", "One"), Choice(2, "两颗", "Two")],
           "CS-19", "开杠骰子", "Dice of a kong", "开杠掷几颗骰子、翻几张。", "How many dice, and tiles, a kong with dice takes."),
    number("kong_points", 0, 0, 100, "CS-28", "杠分", "Kong points",
           "每个杠向其余三家各收几分。", "What each of the other three pays for a kong."),
    choice("passed_win_lock", [Choice("same_tile", "同张", "The same tile"), Choice("any_tile", "任何炮", "Any tile"), Choice("none", "无", "None")],
           "CS-44", "漏胡", "Passing a win", "漏胡后摸牌前不能再胡别人的哪些牌。",
           "What may not be won from others after passing a win, until the own next draw."),
    flag("dealer_extra_per_big", True, "CS-36", "庄家每大胡加分", "Dealer's extra for each big win",
         "有庄家时每个大胡都多付；否则只多付一次。", "The dealer's extra counts for each big win; otherwise once."),
    choice("price_table", [Choice("text", "原文", "As written"), Choice("classic", "1-2-6-7", "Classic: 1/2 and 6/7")],
           "CS-36", "分数表", "Price table", "小胡、大胡的分数。", "The prices of small and big wins."),
    common.base("CS-36"),
    choice("birds", [Choice(1, "1 只", "1"), Choice(0, "不扎鸟", "None"), Choice(2, "2 只", "2"), Choice(4, "4 只", "4"), Choice(6, "6 只", "6")],
           "CS-39", "扎鸟", "Birds", "胡牌后翻几只鸟。", "How many birds are drawn after a win."),
    choice("bird_effect", [Choice("double", "每只加倍", "Each doubles"), Choice("linear", "每只加一倍", "Each adds once the amount"),
           Choice("points", "每只加一分", "Each adds a point")],
           "CS-39", "中鸟", "Bird effect", "中一只鸟多付多少。", "What a bird that hits adds."),
    choice("bird_from", [Choice("dealer", "从庄家数", "The dealer"), Choice("winner", "从胡家数", "The winner")],
           "CS-40", "数鸟起点", "Birds count from", "鸟从谁开始数。", "From whom birds are counted."),
    number("escape_grace_seconds", 60, 0, 3600, "CS-48", "掉线宽限秒数", "Grace for leaving, seconds",
           "一盘结束后多少秒内回来不算逃跑。", "Seconds after a hand within which a return is no leaving."),
]

PRESETS: Final = [
    Preset("classic", {"opening": "continues", "price_table": "classic", "birds": 2, "kong_dice": 2, "moment_requires_258": False,
                       "robbing_plain_kong_is_big": False}, "经典", "Classic"),
]
# fmt: on

ESCAPE: Final = 70
ESCAPE_SHARES: Final = [24, 23, 23]


@final
class Changsha(Variant):
    def __init__(self) -> None:
        super().__init__(
            key="changsha",
            zh="长沙麻将",
            en="Changsha mahjong",
            about_zh="108 张无字牌，二五八做将；起手胡、大胡累加、通炮、扎鸟、海底漫游。",
            about_en="108 tiles without honours; a pair of 2, 5 or 8; opening wins, big wins that add up, birds and the sea bottom.",
            options=OPTIONS,
            presets=PRESETS,
            fans=FANS,
            claims=["dice_kong", "moment", "opening", "bird"],
        )

    def rules(self, settings: Settings) -> Rules:
        r = Rules()
        r.kinds = SUITED_KINDS
        r.opening = {"ends_hand": OPENING_ENDS, "continues": OPENING_CONTINUES, "off": OPENING_OFF}[settings.text("opening")]
        if r.opening != OPENING_OFF:
            for bit, fan in enumerate(FANS[FIRST_PATTERN:]):
                if settings.flag("opening_" + fan.id):
                    r.opening_patterns |= BIT[bit]
        r.dealt_win_in_opening = True
        r.birds = settings.number("birds")
        r.opening_dice_birds = r.opening == OPENING_CONTINUES and r.birds > 0
        r.several_winners = True
        r.passed_win_lock = {"same_tile": LOCK_KIND, "any_tile": LOCK_ALL, "none": NO_LOCK}[settings.text("passed_win_lock")]
        r.kong_after_claim = settings.flag("kong_after_claim")
        r.kong_dice = settings.number("kong_dice")
        r.pair_kinds = TWO_FIVE_EIGHT
        r.pair_free = FREE_ALL_PUNGS | FREE_ONE_SUIT | FREE_FOUR_MELDS
        r.pair_free_at_moment = not settings.flag("moment_requires_258")
        r.seven_pairs = True
        r.shapeless_kinds = TWO_FIVE_EIGHT
        r.robbed_kong_is_moment = settings.flag("robbing_plain_kong_is_big")
        r.wall_end = OFFER_LAST
        return r

    def scoring(self, settings: Settings) -> Scoring:
        return ChangshaScoring(self.rules(settings), settings)


@final
class ChangshaScoring(Scoring):
    def __init__(self, rules: Rules, settings: Settings) -> None:
        super().__init__(rules, FANS)
        self.win_clause = "CS-35"
        self.kong_clause = "CS-28"
        self.base = settings.number("base")
        self.luxury: list[int] = settings.numbers("luxury_weights")
        self.classic: bool = settings.text("price_table") == "classic"
        self.extra_per_big: bool = settings.flag("dealer_extra_per_big")
        self.bird_effect: str = settings.text("bird_effect")
        self.birds_from_winner: bool = settings.text("bird_from") == "winner"
        self.kong_points: i64 = settings.number("kong_points")

    # -- fans ----------------------------------------------------------------------------------------------------

    def count(self, win: Win, held: Readings, reading: Reading, tally: Tally) -> None:
        tally.add(SMALL, 1)
        if reading.form == SETS:
            if reading.chows == 0:
                tally.add(ALL_PUNGS, 1)
            if held.melds == 4:
                tally.add(MELDED_HAND, 1)
        elif reading.form == PAIRS:
            if reading.quads:
                tally.add(LUXURY_SEVEN_PAIRS, self.luxury[reading.quads - 1])
            else:
                tally.add(SEVEN_PAIRS, 1)
        if not held.kinds & ~TWO_FIVE_EIGHT:
            tally.add(ALL_258, 1)
        if reading.form != LOOSE and held.one_suit():
            tally.add(ONE_SUIT, 1)
        self.count_moment(win, tally)

    def count_moment(self, win: Win, tally: Tally) -> None:
        """Big wins of the moment; a win on both dice tiles has the kong's twice (CS-19)."""
        drawn = win.by == SELF_DRAW
        if win.moment == FIRST_DEAL:
            tally.add(HEAVENLY, 1)
        elif win.moment == FIRST_DISCARD:
            tally.add(EARTHLY, 1)
        elif win.moment == SEA_BOTTOM:
            tally.add(SEA_BOTTOM_WIN if drawn else SEA_BOTTOM_DISCARD, 1)
        if win.by == ROBBED_KONG:
            if self.rules.robbed_kong_is_moment or win.after == AFTER_DICE_KONG:
                tally.add(ROBBED, 1)
        elif win.after == AFTER_DICE_KONG:
            tally.add(KONG_DRAW if drawn else KONG_DISCARD, win.tiles_won)

    def rank(self, tally: Tally) -> i64:
        return 2 * tally.total - (1 if tally.has(SMALL) else 0)

    def count_opening(self, s: Settlement) -> i64:
        patterns = s.win.opening or patterns_in(s.win.hand, self.rules.opening_patterns)
        if not patterns:
            return NO_OPENING_WIN
        tally = self._tally
        tally.clear()
        n: i64 = 0
        while n < 4:
            if patterns & BIT[n]:
                tally.add(FIRST_PATTERN + n, 1)
            n += 1
        tally.close(self.excluded)
        s.take(tally)
        return IT_WINS

    # -- payments ------------------------------------------------------------------------------------------------

    def price(self, *, big: bool, drawn: bool, dealer: bool) -> i64:
        """One small or big win for one payer (CS-35), the dealer being payer or winner or not."""
        if self.classic:
            return (6 if big else 1) + (1 if dealer else 0)
        if not big:
            return 20 if dealer else 10
        return (30 if drawn else 60) + (10 if dealer else 0)

    def pay(self, s: Settlement) -> None:
        win = s.win
        big = not s.held & (BIT[SMALL] | 0xF << FIRST_PATTERN)
        drawn = win.by == SELF_DRAW or win.by == OPENING
        seat: i64 = 0
        while seat < 4:
            if seat != win.seat and (drawn or seat == win.payer):
                dealer = win.dealer == win.seat or win.dealer == seat
                payment = Payment(seat, win.seat, 0, FOR_OPENING if win.by == OPENING else FOR_WIN, "CS-36" if big else "CS-35")
                payment.count = s.total
                payment.unit = self.price(big=big, drawn=drawn, dealer=dealer)
                payment.amount = payment.unit * s.total
                payment.extra = payment.unit - self.price(big=big, drawn=drawn, dealer=False)
                if big and not self.extra_per_big:
                    payment.extra_once = payment.extra
                    payment.amount -= payment.extra_once * (s.total - 1)
                payment.hits = self.hits(win, seat)
                payment.amount = self.base * self.with_birds(payment.amount, payment.hits)
                s.payments.append(payment)
            seat += 1

    def formula(self, payment: Payment, lang: str) -> str:
        """``2 big wins → 2 × (60 + dealer 10) = 140, 1 bird × 2 = 280``."""
        zh = lang == "zh"
        size = "big" if payment.clause == "CS-36" else "small"
        if zh:
            text = f"{payment.count} 个{'大胡' if size == 'big' else '小胡'} → {self.before_birds(payment, '庄家')}"
        else:
            text = f"{counted(payment.count, size + ' win')} → {self.before_birds(payment, 'dealer')}"
        amount = payment.unit * payment.count - payment.extra_once * (payment.count - 1)
        if payment.hits:
            birds = f"，中 {payment.hits} 鸟" if zh else f", {counted(payment.hits, 'bird')}"
            plus = payment.hits if self.bird_effect == "points" else self.with_birds(1, payment.hits)
            amount = self.with_birds(amount, payment.hits)
            text += f"{birds} {'+' if self.bird_effect == 'points' else '×'} {plus} = {amount}"
        if self.base != 1:
            text += f"{'，底分' if zh else ', base'} × {self.base} = {payment.amount}"
        return text

    def before_birds(self, payment: Payment, dealer: str) -> str:
        """``2 × (60 + dealer 10) = 140``."""
        count, once = payment.count, payment.extra_once
        amount = payment.unit * count - once * (count - 1)
        text = f"{payment.unit - payment.extra}"
        if count > 1:
            text = f"{count} × ({text} + {dealer} {payment.extra})" if payment.extra and not once else f"{count} × {text}"
        if payment.extra and (once or count == 1):
            text += f" + {dealer} {payment.extra}"
        return text if text == str(amount) else f"{text} = {amount}"

    def bird_seat(self, kind: i64, origin: i64) -> i64:
        """CS-38: 1, 5, 9 hit the seat counted from, 2, 6 the next one …"""
        return (origin + i64(RANK[kind])) & 3

    def bird_hit(self, bird: i64, win: Win) -> i64:
        return self.bird_seat(bird, win.seat if self.birds_from_winner else win.dealer)

    def hits(self, win: Win, payer: i64) -> i64:
        """How many birds hit the winner or that payer."""
        found: i64 = 0
        for bird in win.birds:
            seat = self.bird_hit(bird, win)
            if seat == win.seat or seat == payer:
                found += 1
        return found

    def with_birds(self, amount: i64, hits: i64) -> i64:
        if self.bird_effect == "points":
            return amount + hits
        return amount * (BIT[hits] if self.bird_effect == "double" else 1 + hits)

    def kong_worth(self, meld: Meld) -> i64:
        return self.base * self.kong_points if meld.kind > PUNG else 0

    def escape_payments(self, leaver: i64, *, coins: bool) -> list[Payment]:
        """CS-48: 70 for leaving; shared by the others in a coin room, booked to the house in a points room."""
        if not coins:
            return [Payment(leaver, HOUSE, self.base * ESCAPE, FOR_LEAVING, "CS-48")]
        return [Payment(leaver, (leaver + 1 + n) & 3, self.base * share, FOR_LEAVING, "CS-48") for n, share in enumerate(ESCAPE_SHARES)]

    # -- the deal ------------------------------------------------------------------------------------------------

    def first_dealer(self, stream: Stream) -> i64:
        return stream.below(4)

    def next_dealer(self, outcome: Outcome) -> i64:
        """CS-45: rules E, G, B, C, F, D, the first that applies."""
        wins = outcome.wins
        if len(wins) > 1:
            if wins[0].payer != NOBODY:
                return wins[0].payer
            nearest = min(wins, key=lambda win: (win.seat - outcome.dealer) & 3).seat  # lint: allow closure: once a hand
            if not outcome.birds:
                return nearest
            return self.bird_seat(outcome.birds[0], nearest if self.birds_from_winner else outcome.dealer)
        if wins:
            return wins[0].seat
        for seat in (outcome.sea_taker, outcome.last_tile_by_kong, outcome.sea_first_asked):
            if seat != NOBODY:
                return seat
        return outcome.dealer
