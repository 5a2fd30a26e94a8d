"""House rules common to the games, declared once."""

from paiju.core.options import Choice, Option, choice, flag, number


def match_length(first: object, *, rounds: bool) -> Option:
    """How long a match is (G-10); the deal does not go round in every game."""
    values = [Choice(8, "8 盘", "8 hands"), Choice(4, "4 盘", "4 hands"), Choice(16, "16 盘", "16 hands")]
    if rounds:
        values += [Choice("1_round", "1 圈", "1 round"), Choice("2_rounds", "2 圈", "2 rounds"), Choice("4_rounds", "4 圈", "4 rounds")]
    values.sort(key=lambda c: c.value != first)  # lint: allow closure: once a declaration
    return choice("match_length", values, "G-10", "局长", "Match length", "一局打几盘或几圈。", "How many hands or rounds make a match.")


RESEAT = flag(
    "reseat_each_round", False, "G-10", "每圈搬风", "Reseat each round",
    "开局前和每圈后重新抽座位，相邻次序不与上一圈完全相同。",
    "Seats are drawn anew before the match and after each round, never the same order twice running.",
)  # fmt: skip

KONG_AFTER_CLAIM = flag(
    "kong_after_claim", False, "G-4", "吃碰后可杠", "Kong after a claim",
    "吃碰之后、未摸牌前也可以暗杠或加杠。", "A concealed or added kong may be declared in a turn that began with a chow or pung.",
)  # fmt: skip


def dealer_on_draw(clause: str) -> Option:
    values = [Choice("stay", "连庄", "Stays"), Choice("pass", "下庄", "Passes on")]
    return choice("dealer_on_draw", values, clause, "荒庄", "Dealer after a draw", "荒庄后庄家连庄还是下庄。", "Who deals after an exhausted hand.")


def discard_pays(clause: str, *more: Choice) -> Option:
    """Who pays a win on a discard; ``more`` are the ways only one game knows."""
    values = [Choice("three", "三家都付", "All three"), Choice("discarder_all", "点炮包三家", "The discarder for all"), *more]
    return choice("discard_pays", values, clause, "点炮付分", "Who pays a discard", "点炮时谁付分。", "Who pays when a hand is won on a discard.")


def base(clause: str) -> Option:
    return number("base", 1, 1, 1_000_000, clause, "底分", "Base", "所有分数都乘以它。", "Every amount is multiplied by it.")
