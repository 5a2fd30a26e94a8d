"""What a report says, in the sentences of one language: how far, which discard is best and why, what a claim would change. Decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from paiju.analysis.offers import CLAIMS
from paiju.analysis.reach.distance import HOPELESS
from paiju.analysis.report import Answered, Leaves, Offer, Report
from paiju.analysis.routes import Route
from paiju.analysis.waits import Wait
from paiju.core.errors import counted
from paiju.core.fans import Fan
from paiju.core.notation import tile_name
from paiju.core.reasons import REASONS
from paiju.game.actions import VERBS, WHICH, Action
from paiju.game.audience import Tile

_SAFE: Final = 2  # a discard that wins for another in no more of a hundred times is called safe
_DANGEROUS: Final = 8
_SAFER: Final = 2  # so many hundredths less make a discard the safer one


class Wording:
    """The words of one language. ``mark`` says how a tile is written, where that is not its name; ``base`` what a point is worth (底分).

    >>> Wording("en").how_far(2), Wording("zh").how_far(0)
    ('2 tiles from ready', '听牌')
    """

    def __init__(self, lang: str, mark: Callable[[Tile], str] | None = None, *, base: int = 1) -> None:
        self.lang: Final = lang
        self.base: Final = base
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

    def barred(self, reason: str) -> str:
        """Why tiles of a winning shape do not win, a word of ``REASONS``."""
        _, zh, en = next(one for one in REASONS if one[0] == reason)
        return self._pick(f"牌型成了，但是不能胡：{zh}", f"the shape is complete, but does not win: {en}")

    def gain(self, leaves: Leaves) -> str:
        """How far, and how many tiles help or win."""
        live = leaves.live
        if leaves.distance == 0:
            return self.ready(leaves)
        far = self.how_far(leaves.distance)
        return far + self._pick(f"，有用 {live} 张", f", {counted(live, 'tile')} that help") if live else far

    def now(self, report: Report) -> str:
        """How the tiles stand as they are: where something may be claimed, when it is let pass."""
        passed = any(offer.action.verb in CLAIMS for offer in report.offers)
        return (self._pick("不要的话：", "if you let it pass: ") if passed else "") + self.gain(report.now)

    def ready(self, leaves: Leaves) -> str:
        """Of a ready hand: kinds it waits for, and how many of them may still come."""
        kinds, live = len(leaves.helps), leaves.live
        if not kinds:
            return self._pick("听的牌一张也没有了", "ready, with none of its tiles left")
        return self._pick(f"听 {kinds} 种 {live} 张", f"ready for {counted(kinds, 'kind')}, {counted(live, 'tile')}")

    def route(self, route: Route, named: Sequence[Fan] = ()) -> str:
        """A way to win: how far it is, and what it pays, ``named`` as for ``pays``."""
        said = self._pick(f"{route.zh}：", f"{route.en}: ") + self._off(route)
        return said if route.win is None else said + self._pick("，", ", ") + self.pays(route.win, named)

    def pays(self, win: Wait, named: Sequence[Fan] = ()) -> str:
        """What a win pays by a discard and by self-draw, each with its fans of those ``named``."""
        by_discard, drawn = self.base * win.discard, self.base * win.self_draw
        fans, more = [self._in_brackets(self.fans(held, named)) for held in (win.fans, win.drawn_fans)]
        return self._pick(f"点炮收 {by_discard}{fans}，自摸收 {drawn}{more}", f"{by_discard} from a discard{fans}, {drawn} by self-draw{more}")

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
        """What a discard leaves and, where that is known and not the same of all, how dangerous it is."""
        said = self.gain(leaves)
        return said if self._alike(report) else said + self._danger_of(report, kind)

    def counted_as(self, *, birds: bool, seated: bool) -> str:
        """What is said with what wins pay: for whom, and without what. ``birds``: whether the game has them; ``seated``: at a table, where it is
        known whether the own seat deals."""
        who = self._pick("点炮的不坐庄", "from a discard of one who does not deal")
        if not seated:
            who = self._pick("自己和点炮的都不坐庄", "where neither the winner nor the discarder deals")
        return self._pick(f"收多少按{who}算{'，鸟另算' if birds else ''}", f"payments are those {who}{', before birds' if birds else ''}")

    def fans(self, held: dict[str, int], fans: Sequence[Fan]) -> str:
        """Fans by id, each with what it counts, in the words of their game."""
        named = [f"{fan.zh if self.zh else fan.en} {held[fan.id]}" for fan in fans if fan.id in held]
        return self._pick("、", ", ").join(named)

    def best(self, report: Report) -> str:
        """The best discard and what makes it so, and how dangerous all are where they are alike; nothing where nothing is to be discarded."""
        if not report.discards:
            return ""
        alike = self._alike(report)
        return self._best(report) + (self._pick(f"；打哪张都{alike}", f"; every discard is {alike}") if alike else "")

    def _best(self, report: Report) -> str:
        (kind, leaves), *others = report.discards
        if leaves.distance == HOPELESS:
            return self.how_far(HOPELESS)
        alike = [other for other, left in others if left.order == leaves.order]
        gain = self.gain(leaves)
        if alike:
            tiles = self._tiles([kind, *alike])
            even = self._pick("好", "good") if leaves.distance == 0 else self._pick("快", "fast")
            return self._pick(f"打{tiles}一样{even}：{gain}", f"{tiles} are equally {even} to discard: {gain}") + self._safest([kind, *alike], report)
        said = self._pick(f"打{self.mark(kind)}：{gain}", f"discard {self.mark(kind)}: {gain}")
        return said + self._pick("；", "; ") + self._why(leaves, *others[0]) if others else said

    def _safest(self, kinds: list[Tile], report: Report) -> str:
        """Of some discards, the first the safest, how safe that is; nothing where they are alike or nothing is known of it."""
        risks = {self.danger(report.danger[kind]) for kind in kinds if kind in report.danger}
        if len(risks) < 2:
            return ""
        first, said = self.mark(kinds[0]), self.danger(report.danger[kinds[0]])
        return self._pick(f"；其中{first}{said}", f"; of these {first} is {said}")

    def offer(self, report: Report, offer: Offer) -> str:
        """What a claim or a kong changes, what the kong brings, and how dangerous the discard is that goes with it."""
        before, then = report.now.distance, self.gain(offer.after)
        changed = self._pick(f"还是{then}", f"still {then}") if before == offer.after.distance else f"{self.how_far(before)} → {then}"
        said = self.label(offer.action) + self._pick("：", ": ") + changed
        if offer.kong:
            said += self._pick("，", ", ") + self._konged(offer.kong)
        if offer.discard is None:
            return said
        tile = self.mark(offer.discard)
        return said + self._pick(f"，打{tile}最好", f", discarding {tile}") + self._danger_of(report, offer.discard)

    def instead(self, best: Answered, own: Answered) -> str:
        """What sets the best answer apart from a player's own: faster, worth more, safer, each with both; or slower; what goes with a claim."""
        speed = [(one.leaves.distance, -one.leaves.live) for one in (best, own)]
        gains = self._beside(self.gain(best.leaves), self.gain(own.leaves))
        found = [self._pick("更快：", "faster: ") + gains] if speed[0] < speed[1] else []
        found += [reason for reason in (self._worth_more(best, own), self._safer(best, own)) if reason]
        if not found:
            found = [self._pick("按电脑往后的估计更值", "worth more as the bot reckons what is to come")]
        if speed[0] > speed[1]:
            found.append(self._pick("慢一些：", "slower: ") + gains)
        if best.action.verb in CLAIMS and best.discard is not None:
            found.append(self._pick("然后打", "then discard ") + self._thrown(best))
        return self._pick("；", "; ").join(found)

    def label(self, action: Action) -> str:
        """An action with its tiles, as all else here writes them.

        >>> from paiju.game.actions import parse_action
        >>> Wording("en").label(parse_action("chow 123s"))
        'chow 1 of bamboo, 2 of bamboo, 3 of bamboo'
        """
        if self._named and self.zh:
            return action.label("zh")
        n = 0 if self.zh else 1
        return VERBS[action.verb][n].format(self._tiles(action.tiles)) + WHICH[action.which][n]

    def _worth_more(self, best: Answered, own: Answered) -> str:
        """What the best answer goes for and the own does not, or not as near; nothing where that pays no more."""
        said = self._pick("更值：", "worth more: ")
        if best.kong > own.kong:
            brings = self._konged(best.kong)
            return said + (self._beside(brings, f"{self.base * own.kong}") if own.kong else brings)
        if (best.action.verb == "ready") != (own.action.verb == "ready"):
            if best.action.verb != "ready":
                return said + self._pick("不报听，手牌还能变", "undeclared, the hand may still change")
            seen = self.base * best.leaves.treasure
            return said + self._pick(f"报了听能看宝，摸宝收 {seen}", f"declared ready, the treasure is seen: {seen} when it is drawn")
        if best.leaves.waits and own.leaves.waits:
            mean, other = [self.base * one.leaves.worth / one.leaves.live for one in (best, own)]
            each = self._beside(f"{round(mean, 1):g}", f"{round(other, 1):g}")
            return said + self._pick(f"胡一次平均收 {each}", f"a win brings {each} on average") if mean > other else ""
        both = [(route, mine) for route, mine in zip(best.routes, own.routes, strict=True) if route.distance <= best.routes[0].distance + 1]
        least = own.routes[0].paid if both else 0
        better = [(route, mine) for route, mine in both if route.paid > least and (route.distance < mine.distance or route.paid > mine.paid)]
        if not better:
            return ""
        route, mine = max(better, key=lambda pair: pair[0].paid)
        nearest = route.way == "any"
        one = self.pays(route.win) if nearest and route.win is not None else self.route(route)
        alike = nearest or route.distance == mine.distance
        return said + self._beside(one, self.pays(mine.win) if alike and mine.win is not None else self._off(mine))

    def _off(self, route: Route) -> str:
        """How far a way to win is; of one that is shut while others may be open, no word of the hand."""
        if route.distance == HOPELESS and route.way != "any":
            return self._pick("做不成了", "out of reach")
        return self.how_far(route.distance)

    def _konged(self, paid: int) -> str:
        return self._pick("杠收 ", "the kong brings ") + f"{self.base * paid}"

    def _safer(self, best: Answered, own: Answered) -> str:
        """The danger of both discards, where the best answer's is the smaller by more than a hundredth."""
        if best.danger is None or own.danger is None or round(100 * own.danger) - round(100 * best.danger) < _SAFER:
            return ""
        return self._pick("更安全：打", "safer: ") + self._beside(self._thrown(best), self._thrown(own))

    def _thrown(self, answered: Answered) -> str:
        """The discard that goes with an answer, with its danger."""
        tile = "" if answered.discard is None else self.mark(answered.discard)
        return tile if answered.danger is None else tile + self._pick("，", ", ") + self.danger(answered.danger)

    def _beside(self, best: str, own: str) -> str:
        return self._pick(f"{best}（你的：{own}）", f"{best} (yours: {own})")

    def _danger_of(self, report: Report, kind: Tile) -> str:
        return self._pick("，", ", ") + self.danger(report.danger[kind]) if kind in report.danger else ""

    def _alike(self, report: Report) -> str:
        """How dangerous all discards are, where there are several and it is the same of all."""
        said = {self.danger(report.danger[kind]) for kind, _ in report.discards if kind in report.danger}
        return said.pop() if len(said) == 1 and len(report.discards) > 1 else ""

    def _why(self, best: Leaves, kind: Tile, second: Leaves) -> str:
        """What sets the best apart from the next one, a kind and what that leaves."""
        tile = self.mark(kind)
        if second.distance != best.distance:
            far = self.how_far(second.distance)
            return self._pick(f"打别的都远些（{tile}：{far}）", f"with any other you are farther ({tile}: {far})")
        if best.distance or second.live < best.live:
            return self._pick(f"其次打{tile}，{second.live} 张", f"next best {tile} with {second.live}")
        return self._pick(f"比打{tile}（{self.ready(second)}）番大", f"worth more than {tile} ({self.ready(second)})")

    def _tiles(self, tiles: Sequence[Tile]) -> str:
        return self._pick("、", ", ").join(map(self.mark, tiles))

    def _in_brackets(self, text: str) -> str:
        return text and self._pick(f"（{text}）", f" ({text})")

    def _pick(self, zh: str, en: str) -> str:
        return zh if self.zh else en
