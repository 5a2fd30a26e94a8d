"""Events as sentences in Chinese and English: the log beside a table, the replay, the terminal.

Says only what an event holds, so a sentence tells no more than its audience may know. Knows nothing of the table itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, assert_never

from paiju.core.notation import tile_name, tile_text, tiles_text
from paiju.core.tiles import NUMBERED
from paiju.core.variant import Variant
from paiju.game import events as told

MELDS: Final[dict[str, tuple[str, str]]] = {
    "chow": ("吃", "chow"),
    "pung": ("碰", "pung"),
    "melded_kong": ("明杠", "melded kong"),
    "added_kong": ("加杠", "added kong"),
    "concealed_kong": ("暗杠", "concealed kong"),
    "winds_kong": ("旋风杠", "winds kong"),
    "dragons_kong": ("喜杠", "dragons kong"),
    "ones_kong": ("幺杠", "ones kong"),
    "nines_kong": ("九杠", "nines kong"),
}
_DIGITS: Final = "一二三四五六七八九"
_SUITS: Final = "万饼条"
_HONOURS: Final = "东南西北白发中"
_HOW: Final[dict[str, tuple[str, str]]] = {
    "self_draw": ("自摸", "by self-draw"),
    "matched_treasure": ("对宝", "by a matched treasure"),
    "discard": ("点炮", "on a discard"),
    "robbed_kong": ("抢杠", "by robbing a kong"),
    "opening": ("起手胡", "with the dealt hand"),
}
_WHY: Final[dict[str, tuple[str, str]]] = {
    "win": ("胡牌", "the win"),
    "opening": ("起手胡", "the opening win"),
    "kong": ("杠", "a kong"),
    "addition": ("补杠", "an addition to a kong"),
    "treasure_pung": ("叉宝算杠", "a pung of the treasure"),
    "leaving": ("逃跑", "leaving"),
}
_SOURCE: Final[dict[str, tuple[str, str]]] = {
    "front": ("摸牌", "drew"),
    "tail": ("杠后补牌", "drew the replacement"),
    "dice": ("掷骰补牌", "drew the replacement named by the dice"),
    "last": ("分张取牌", "took one of the last tiles"),
    "sea": ("拿了海底牌", "took the sea bottom"),
}


def tiles_zh(kinds: Sequence[int]) -> str:
    """Tiles in the order given, neighbours of one suit written together, as they are read in Chinese.

    >>> tiles_zh([0, 2, 18, 33])
    '一三万一条中'
    """
    out: list[str] = []
    for n, kind in enumerate(kinds):
        if kind >= NUMBERED:
            out.append(_HONOURS[kind - NUMBERED])
            continue
        out.append(_DIGITS[kind % 9])
        if n + 1 == len(kinds) or kinds[n + 1] // 9 != kind // 9:
            out.append(_SUITS[kind // 9])
    return "".join(out)


class Sayings:
    """Sentences about one game in one language.

    ``names``: how the four seats are called (你, 下家 …); ``tile``: how a kind is written, when the plain name will not do.
    English is in the past tense, so that names may be "you" as well as "seat 1".
    """

    def __init__(
        self, variant: Variant, lang: str = "zh", names: Sequence[str] | None = None, tile: Callable[[int], str] | None = None
    ) -> None:
        self.zh: Final = lang == "zh"
        self.lang: Final = lang
        self.names: Final = list(names) if names is not None else [f"座位{n}" if self.zh else f"seat {n}" for n in range(4)]
        self.tile: Final = tile or (tile_name if self.zh else tile_text)
        self._marked = tile is not None
        self.fans: Final = {fan.id: fan.zh if self.zh else fan.en for fan in variant.fans}

    def say(self, event: told.Event) -> str:
        """The event as one sentence without a stop."""
        text = self._say(event)
        return text if self.zh else text[:1].upper() + text[1:]

    def _(self, zh: str, en: str) -> str:
        return zh if self.zh else en

    def _word(self, words: tuple[str, str]) -> str:
        return words[0 if self.zh else 1]

    def tiles(self, kinds: Sequence[int]) -> str:
        """Several tiles: sorted, in the short notation of the language, or each as ``tile`` writes it."""
        if self._marked:
            return " ".join(self.tile(kind) for kind in sorted(kinds))
        return tiles_zh(sorted(kinds)) if self.zh else tiles_text(list(kinds))

    def _dice(self, dice: Sequence[int]) -> str:
        return self._("、", ", ").join(str(n) for n in dice)

    def _say(self, event: told.Event) -> str:
        names, tile, _ = self.names, self.tile, self._
        match event:
            case told.Open():
                return self._open(event)
            case told.Deal():
                text = _(f"{names[event.seat]}起牌{event.count}张", f"{event.count} tiles dealt to {names[event.seat]}")
                return text if event.tiles is None else text + _("：", ": ") + self.tiles(event.tiles)
            case told.Placed():
                return _(f"从残局开始，轮到{names[event.turn]}", f"the hand begins in the middle; it was {names[event.turn]} to move")
            case told.Draw():
                return self._draw(event)
            case told.Discard():
                return self._discard(event)
            case told.Chow():
                return _(
                    f"{names[event.seat]}吃{names[event.source]}的{tile(event.tile)}：{self.tiles(event.tiles)}",
                    f"{names[event.seat]} chowed {tile(event.tile)} of {names[event.source]}: {self.tiles(event.tiles)}",
                )
            case told.Pung():
                added = _("补杠的", " added to a kong") if event.robbed else ""
                return _(
                    f"{names[event.seat]}碰{names[event.source]}{added or '的'}{tile(event.tile)}",
                    f"{names[event.seat]} punged {tile(event.tile)} of {names[event.source]}{added}",
                )
            case told.Kong():
                return self._kong(event)
            case told.Propose():
                return self._propose(event)
            case told.Robbed():
                return _(
                    f"{names[event.seat]}要加的{tile(event.tile)}被抢，杠不成立", f"{tile(event.tile)} of {names[event.seat]} was claimed: no kong"
                )
            case told.Special():
                kong = self._word(MELDS[event.kind])
                return _(f"{names[event.seat]}亮{kong}：{self.tiles(event.tiles)}", f"{names[event.seat]} laid the {kong} {self.tiles(event.tiles)}")
            case told.Addition():
                kong = self._word(MELDS[event.kind])
                return _(f"{names[event.seat]}往{kong}补{tile(event.tile)}", f"{names[event.seat]} added {tile(event.tile)} to the {kong}")
            case told.Roll():
                return self._roll(event)
            case told.Look():
                seen = "" if event.tile is None else _("：", ": ") + tile(event.tile)
                return _(f"{names[event.seat]}看宝", f"{names[event.seat]} looked at the treasure") + seen
            case told.TreasureBack():
                return _("宝牌已见三张，换宝", "the treasure is dead and went back to its place")
            case told.TreasureSet():
                return _("宝牌扣在一边", "the treasure was set aside, unseen")
            case told.TreasureOut():
                return _(f"换宝：{tile(event.tile)}翻开，不再使用", f"the treasure changed: {tile(event.tile)} was turned up, out of play")
            case told.Dice():
                return _(f"{names[event.seat]}掷骰：{self._dice(event.dice)}", f"{names[event.seat]} rolled {self._dice(event.dice)}")
            case told.TurnUp():
                return _(f"{names[event.seat]}翻开{self.tiles(event.tiles)}", f"{names[event.seat]} turned up {self.tiles(event.tiles)}")
            case told.SeaOffer():
                if event.taken:
                    return _(f"{names[event.seat]}要海底", f"{names[event.seat]} wanted the sea bottom")
                return _(f"{names[event.seat]}不要海底", f"{names[event.seat]} declined the sea bottom")
            case told.SeaTurned():
                return _(f"海底牌是{tile(event.tile)}，翻开", f"the sea bottom was turned up: {tile(event.tile)}")
            case told.OpeningWin():
                return self._opening(event)
            case told.Win():
                return self._win(event)
            case told.Bird():
                return _(f"扎鸟：{tile(event.tile)}", f"the bird: {tile(event.tile)}")
            case told.Exhausted():
                return _("荒庄：牌摸完了，无人胡牌", "the wall ended without a win")
            case told.Pay():
                return self._pay(event)
            case told.End():
                return self._end(event)
            case _:
                assert_never(event)

    def _open(self, event: told.Open) -> str:
        dealer = self.names[event.dealer]
        if event.breaker is None or event.wall is None:
            return self._(f"{dealer}坐庄", f"{dealer} had the deal")
        breaker, wall = self.names[event.breaker], self.names[event.wall]
        first, second = event.dice[:2], event.dice[2:]
        return self._(
            f"{dealer}坐庄，掷{self._dice(first)}；{breaker}掷{self._dice(second)}，从{wall}门前第{event.stack}墩开牌",
            f"{dealer}, the dealer, rolled {self._dice(first)}, {breaker} rolled {self._dice(second)}; drawing starts at stack {event.stack} "
            f"of the wall before {wall}",
        )

    def _draw(self, event: told.Draw) -> str:
        text = self.names[event.seat] + self._("", " ") + self._word(_SOURCE[event.source])
        if event.tile is not None:
            return text + self._("：", ": " if event.source != "front" else " ") + self.tile(event.tile)
        return text if self.zh or event.source != "front" else text + " a tile"

    def _discard(self, event: told.Discard) -> str:
        name = self.names[event.seat]
        tiles = self.tile(event.tile) if event.also is None else self.tiles((event.tile, event.also))
        if event.ready:
            return self._(f"{name}报听，打{tiles}", f"{name} declared ready, discarding {tiles}")
        return self._(f"{name}打{tiles}", f"{name} discarded {tiles}")

    def _kong(self, event: told.Kong) -> str:
        name, kong = self.names[event.seat], self._word(MELDS[event.kind])
        tile = "" if event.tile is None else self.tile(event.tile)
        dice = self._("（开杠）", " with dice") if event.dice else ""
        if event.source is not None:
            source = self.names[event.source]
            return self._(f"{name}{kong}{source}的{tile}{dice}", f"{name} konged {tile} of {source}{dice}")
        return self._(f"{name}{kong}{tile}{dice}", f"{name} laid {'an' if kong[0] in 'aeiou' else 'a'} {kong}{dice}{': ' + tile if tile else ''}")

    def _propose(self, event: told.Propose) -> str:
        name, tile = self.names[event.seat], self.tile(event.tile)
        if event.to == "pung":
            dice = self._("（开杠）", " with dice") if event.dice else ""
            return self._(f"{name}要加杠{tile}{dice}", f"{name} showed {tile} for an added kong{dice}")
        kong = self._word(MELDS[event.to])
        return self._(f"{name}要往{kong}补{tile}", f"{name} showed {tile} for the {kong}")

    def _roll(self, event: told.Roll) -> str:
        name = self.names[event.seat]
        text = self._(f"{name}掷骰定宝：{event.die}", f"{name} rolled {event.die} for the treasure")
        if event.refused or event.stack is None:
            return text + self._("，那一墩不能用，重掷", "; that stack will not do, to be rolled again")
        layer = self._("下张" if event.lower else "上张", "lower" if event.lower else "upper")
        return text + self._(f"，倒数第{event.stack}墩{layer}", f": the {layer} tile of stack {event.stack} from the tail")

    def _opening(self, event: told.OpeningWin) -> str:
        name = self.names[event.seat]
        patterns = self._("、", ", ").join(self.fans.get(pattern, pattern) for pattern in event.patterns)
        text = self._(f"{name}起手胡：{patterns}", f"{name} won at once: {patterns}")
        if event.shown:
            text += self._("，亮出", "; shown: ") + self.tiles(event.shown)
        return text + (self._(f"，骰子{event.die}", f"; the die shows {event.die}") if event.die else "")

    def _win(self, event: told.Win) -> str:
        name, how = self.names[event.seat], self._word(_HOW[event.how])
        tiles = "" if not event.tiles else self.tile(event.tiles[0]) if len(event.tiles) == 1 else self.tiles(event.tiles)
        if event.source is not None:
            source = self.names[event.source]
            return self._(f"{name}胡{source}的{tiles}（{how}）", f"{name} won {how}: {tiles} of {source}")
        return self._(f"{name}胡{tiles}（{how}）", f"{name} won {how}{': ' + tiles if tiles else ''}")

    def _pay(self, event: told.Pay) -> str:
        giver = self.names[event.giver]
        taker = self._("平台", "the house") if event.to is None else self.names[event.to]
        fans = self._("、", ", ").join(self.fans.get(fan, fan) for fan in event.fans)
        why = self._word(_WHY[event.why]) + (self._(f"：{fans}", f": {fans}") if fans else "")
        return self._(f"{giver}付{taker} {event.amount}（{why}，{event.clause}）", f"{giver} paid {taker} {event.amount} ({why}, {event.clause})")

    def _end(self, event: told.End) -> str:
        points = self._("，", ", ").join(f"{name} {delta:+d}" for name, delta in zip(self.names, event.deltas, strict=True))
        dealer = self.names[event.next_dealer]
        treasure = "" if event.treasure is None else self._(f"；宝牌是{self.tile(event.treasure)}", f"; the treasure was {self.tile(event.treasure)}")
        return self._(f"本盘结束：{points}；下一盘{dealer}坐庄{treasure}", f"the hand is over: {points}; the next deal went to {dealer}{treasure}")
