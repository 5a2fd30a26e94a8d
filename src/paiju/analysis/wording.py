"""What a report says, in the sentences of one language: how far, which discard is best and why, what a claim would change. Decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from paiju.analysis.reach.distance import HOPELESS
from paiju.analysis.report import Leaves, Offer, Report
from paiju.analysis.routes import Route
from paiju.core.errors import counted
from paiju.core.fans import Fan
from paiju.core.notation import tile_name
from paiju.game.actions import VERBS, WHICH, Action
from paiju.game.audience import Tile

_WAYS: Final = {
    "any": ("最近的胡", "nearest win"),
    "all_pungs": ("全刻子", "all pungs"),
    "one_suit": ("清一色", "one suit"),
    "seven_pairs": ("七小对", "seven pairs"),
    "all_258": ("全二五八", "all 2-5-8"),
}
_SAFE: Final = 2  # a discard that wins for another in no more of a hundred times is called safe
_DANGEROUS: Final = 8


class Wording:
    """The words of one language. ``mark`` says how a tile is written, where that is not its name.

    >>> Wording("en").how_far(2), Wording("zh").how_far(0)
    ('2 tiles from ready', '听牌')
    """

    def __init__(self, lang: str, mark: Callable[[Tile], str] | None = None) -> None:
        self.lang: Final = lang
        self.zh: Final = lang == "zh"
        self.mark: Final = mark or (lambda tile: tile_name(tile, lang))
        self._named: Final = mark is None

    def how_far(self, distance: int) -> str:
        """A distance."""
        if distance == HOPELESS:
            return self._pick("已经胡不了", "no win can be reached any more")
        if distance < 0:
            return self._pick("已经胡了", "complete")
        if distance == 0:
            return self._pick("听牌", "ready")
        return self._pick(f"离听牌差 {distance} 张", f"{counted(distance, 'tile')} from ready")

    def gain(self, leaves: Leaves) -> str:
        """How far, and how many tiles help or win."""
        live = leaves.live
        if leaves.distance == 0:
            return self._pick(f"听 {live} 张", f"ready for {counted(live, 'tile')}")
        far = self.how_far(leaves.distance)
        return far + self._pick(f"，有用 {live} 张", f", {counted(live, 'tile')} that help") if live else far

    def route(self, route: Route, base: int = 1) -> str:
        """A way to win: how far it is, and what it pays. ``base``: what a point is worth."""
        zh, en = _WAYS[route.way]
        said = self._pick(f"{zh}：", f"{en}: ") + self.how_far(route.distance)
        if route.win is None:
            return said
        by_discard, drawn = base * route.win.discard, base * route.win.self_draw
        return said + self._pick(f"，点炮收 {by_discard}，自摸收 {drawn}", f", {by_discard} from a discard, {drawn} by self-draw")

    def danger(self, chance: float) -> str:
        """How likely a discard wins for another, in one of three steps and in percent.

        >>> Wording("zh").danger(0.004), Wording("en").danger(0.11)
        ('安全（不到 1%）', 'dangerous (11%)')
        """
        percent = round(100 * chance)
        if percent >= _DANGEROUS:
            return self._pick(f"危险（{percent}%）", f"dangerous ({percent}%)")
        if percent > _SAFE:
            return self._pick(f"有点险（{percent}%）", f"some risk ({percent}%)")
        return self._pick(f"安全（{percent}%）", f"safe ({percent}%)") if percent else self._pick("安全（不到 1%）", "safe (under 1%)")

    def discard(self, report: Report, kind: Tile, leaves: Leaves) -> str:
        """What a discard leaves and, where that is known, how dangerous it is."""
        said = self.gain(leaves)
        return said + self._pick("，", ", ") + self.danger(report.danger[kind]) if kind in report.danger else said

    def fans(self, held: dict[str, int], fans: Sequence[Fan]) -> str:
        """Fans by id, each with what it counts, in the words of their game."""
        named = [f"{fan.zh if self.zh else fan.en} {held[fan.id]}" for fan in fans if fan.id in held]
        return self._pick("、", ", ").join(named)

    def best(self, report: Report) -> str:
        """The best discard and what makes it so; nothing where nothing is to be discarded."""
        if not report.discards:
            return ""
        (kind, leaves), *others = report.discards
        if leaves.distance == HOPELESS:
            return self.how_far(HOPELESS)
        alike = [other for other, left in others if left.order == leaves.order]
        gain = self.gain(leaves)
        if alike:
            tiles = self._tiles([kind, *alike])
            return self._pick(f"打{tiles}一样好：{gain}", f"{tiles} are equally good to discard: {gain}")
        said = self._pick(f"打{self.mark(kind)}：{gain}", f"discard {self.mark(kind)}: {gain}")
        return said + self._pick("；", "; ") + self._why(leaves, *others[0]) if others else said

    def offer(self, before: int, offer: Offer) -> str:
        """What a claim or a kong changes for a hand that was so far."""
        then = self.gain(offer.after)
        changed = self._pick(f"还是{then}", f"still {then}") if before == offer.after.distance else f"{self.how_far(before)} → {then}"
        said = self.label(offer.action) + self._pick("：", ": ") + changed
        if offer.discard is None:
            return said
        tile = self.mark(offer.discard)
        return said + self._pick(f"，打{tile}最好", f", discarding {tile}")

    def instead(self, best: Leaves, own: Leaves) -> str:
        """Where the best answer leaves a player, and where his own."""
        if best.order == own.order:
            return self._pick("一样快，更值或更安全", "as fast, and worth more or safer")
        said = self._pick(f"{self.gain(best)}；你的是{self.gain(own)}", f"{self.gain(best)}; yours: {self.gain(own)}")
        return said if best.order < own.order else said + self._pick("；慢一些，但更值或更安全", "; slower, but worth more or safer")

    def label(self, action: Action) -> str:
        """An action with its tiles."""
        if self._named:
            return action.label(self.lang)
        n = 0 if self.zh else 1
        return VERBS[action.verb][n].format(self._tiles(action.tiles)) + WHICH[action.which][n]

    def _why(self, best: Leaves, kind: Tile, second: Leaves) -> str:
        """What sets the best apart from the next one, a kind and what that leaves."""
        tile = self.mark(kind)
        if second.distance != best.distance:
            far = self.how_far(second.distance)
            return self._pick(f"打别的都远些（{tile}：{far}）", f"with any other you are farther ({tile}: {far})")
        if best.distance or second.live < best.live:
            return self._pick(f"其次打{tile}，{second.live} 张", f"next best {tile} with {second.live}")
        return self._pick(f"比打{tile}（听 {second.live} 张）番大", f"worth more than {tile} (ready for {second.live})")

    def _tiles(self, tiles: Sequence[Tile]) -> str:
        return self._pick("、", ", ").join(map(self.mark, tiles))

    def _pick(self, zh: str, en: str) -> str:
        return zh if self.zh else en
