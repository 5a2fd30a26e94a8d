"""Which melds can lie in a game: what each kind is made of, and how many of it a player may have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from paiju.core.errors import Both
from paiju.core.notation import meld_text, tiles_text
from paiju.core.rules import KONG_KINDS, special_kong_size
from paiju.core.tiles import NUMBERED, WHITE
from paiju.core.win import CHOW, CONCEALED_KONG, MELD_IDS, PUNG, SPECIAL_KONG, Meld

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paiju.core.rules import Rules

_KONG_TILES: Final = (Both("winds", "风牌"), Both("dragons", "箭牌"), Both("ones", "一万、一饼、一条"), Both("nines", "九万、九饼、九条"))


def fault_of(melds: Sequence[Meld], rules: Rules) -> tuple[int, Both] | None:
    """The place of the first of a player's melds that cannot lie there, and why; None when all can."""
    for n, meld in enumerate(melds):
        wrong = kind_fault(meld.kind, melds[:n], rules) or tiles_fault(meld.kind, sorted(meld.tiles), rules)
        if wrong is not None:
            return n, wrong
    return None


def kind_fault(kind: int, before: Sequence[Meld], rules: Rules) -> Both | None:
    """Why a player with the melds before can have none of that kind; None when he can."""
    name, zh = MELD_IDS[kind], _in_chinese(kind)
    none = not rules.special_kongs >> (kind - SPECIAL_KONG) & 1 if kind >= SPECIAL_KONG else kind == CHOW and not (rules.chow or rules.dragon_chow)
    if none:
        return Both(f"this game has no {name}", f"这个玩法没有 {name}（{zh}）")
    if kind >= SPECIAL_KONG and any(meld.kind == kind for meld in before):
        return Both(f"a player has one {name} at most; its other tiles are additions", f"一家最多一个 {name}（{zh}），多的牌是补上去的")
    return None


def tiles_fault(kind: int, tiles: Sequence[int], rules: Rules) -> Both | None:
    """Why sorted tiles are no meld of that kind; None when they are one."""
    wrong = _not_of(kind, tiles, rules)
    if wrong is None:
        return None
    laid, name = tiles_text(list(tiles)), MELD_IDS[kind]
    return Both(f"{laid or 'no tile'} is no {name}: {wrong.en}", f"{laid or 'tiles'} 不是 {name}（{_in_chinese(kind)}）：{wrong.zh}")


def _in_chinese(kind: int) -> str:
    return meld_text(Meld(kind, []), "zh").strip()


def _not_of(kind: int, tiles: Sequence[int], rules: Rules) -> Both | None:
    if kind == CHOW:
        if len(tiles) == 3 and tiles[1] == tiles[0] + 1 and tiles[2] == tiles[0] + 2:
            if tiles[2] < NUMBERED and tiles[0] % 9 <= 6 and rules.chow:
                return None
            if tiles[0] == WHITE and rules.dragon_chow:
                return None
        return Both("a chow is three tiles in a row of one suit", "吃是同一花色相连的三张")
    if kind <= CONCEALED_KONG:
        due = 3 if kind == PUNG else 4
        return None if len(tiles) == due and tiles[0] == tiles[-1] else Both(f"it is {due} equal tiles", f"应是 {due} 张一样的牌")
    kong = kind - SPECIAL_KONG
    group = _KONG_TILES[kong]
    wild = rules.special_kong_wild
    if any(tile != wild and not KONG_KINDS[kong] >> tile & 1 for tile in tiles):
        return Both(f"it is made of {group.en}", f"只能用{group.zh}")
    due = special_kong_size(rules, kong)
    if len({tile for tile in tiles if tile != wild}) + tiles.count(wild) < due:
        return Both(f"it needs {due} different {group.en}", f"{group.zh}里要 {due} 张不同的")
    return None
