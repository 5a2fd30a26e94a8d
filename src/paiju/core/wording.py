"""Settlements in words, Chinese and English: the reading, the fans, each payment with its arithmetic.

Explanations are made from the very numbers that were paid. Knows no game: how an amount is worked out is asked of its scoring.
"""

from typing import Final

from mypy_extensions import i64

from paiju.core.notation import meld_text, tile_name, tile_text, tiles_short
from paiju.core.readings import PUNG_CODE, SETS, Reading
from paiju.core.reasons import REASONS
from paiju.core.scoring import Scoring
from paiju.core.settle import (
    FOR_ADDITION,
    FOR_LEAVING,
    FOR_TREASURE_PUNG,
    HOUSE,
    Payment,
    Settlement,
)
from paiju.core.tiles import BIT, NONE
from paiju.core.win import SPECIAL_KONG, Meld

_ADDS: Final[list[list[str]]] = [["庄家付", "payer is dealer"], ["点炮", "discarder"], ["付家门清", "payer is closed"]]


def _say(lang: str, zh: str, en: str) -> str:
    return zh if lang == "zh" else en


def reason_text(reason: i64, lang: str = "zh") -> str:
    """Why a hand does not win, as a sentence without a stop."""
    return REASONS[reason][1 if lang == "zh" else 2]


def seat_text(seat: i64, lang: str = "zh") -> str:
    if seat == HOUSE:
        return _say(lang, "平台", "the house")
    return _say(lang, f"座位{seat}", f"seat {seat}")


def reading_text(s: Settlement, lang: str = "zh") -> str:
    """The reading chosen, set by set: ``123m 456m 55p [pung 777z], won on 3m``, ``一二三万 四五六万 五五饼 [碰 中中中]，胡三万``."""
    win = s.win
    reading = s.reading
    parts: list[str] = []
    if reading is None or reading.form != SETS:
        tiles: list[int] = []
        for kind in range(34):
            tiles += [kind] * int(win.hand[kind])
        if reading is not None and reading.tile != NONE:
            tiles.append(int(reading.tile))
        parts.append(tiles_short(tiles, lang))
    else:
        parts += [tiles_short(set_tiles(reading, n), lang) for n in range(reading.size)]
        parts.append(tiles_short([int(reading.pair)] * 2, lang))
    parts += [f"[{_kind(meld, lang)} {tiles_short(list(meld.tiles), lang)}]" for meld in win.melds]
    text = " ".join(parts)
    if reading is None or win.tile == NONE:
        return text
    if win.treasure_how and reading.tile != win.tile:
        return text + _say(
            lang, f"，宝牌{tile_name(win.tile)}当{tile_name(reading.tile)}", f", treasure {tile_text(win.tile)} as {tile_text(reading.tile)}"
        )
    return text + _say(lang, f"，胡{tile_name(win.tile)}", f", won on {tile_text(win.tile)}")


def set_tiles(reading: Reading, n: i64) -> list[int]:
    """The three kinds of the n-th concealed set of a reading."""
    code = int(reading.sets[n])
    return [code - PUNG_CODE] * 3 if code >= PUNG_CODE else [code, code + 1, code + 2]


def _kind(meld: Meld, lang: str) -> str:
    """``碰``, or ``pung``."""
    return meld_text(meld, lang).split(" ")[0]


def fans_text(s: Settlement, lang: str = "zh") -> str:
    """``站立 1、夹胡 1``."""
    return _say(lang, "、", ", ").join(_fans(s, lang))


def _fans(s: Settlement, lang: str) -> list[str]:
    return [f"{fan.zh if lang == 'zh' else fan.en} {s.values[n]}" for n, fan in enumerate(s.fans) if s.held & BIT[n]]


def payment_text(p: Payment, scoring: Scoring, s: Settlement | None = None, lang: str = "zh") -> str:
    """One payment as a sentence with its arithmetic; ``s`` is the win it belongs to, if it is for one.

    ``座位3付 4 给座位1：站立 1 + 夹胡 1 = 2 番 → 4（CC-52）``.
    """
    giver = seat_text(p.giver, lang)
    taker = seat_text(p.taker, lang)
    text = _say(lang, f"{giver}付 {p.amount} 给{taker}", f"{giver} pays {p.amount} to {taker}")
    if p.share != p.giver:
        share = seat_text(p.share, lang)
        text += _say(lang, f"（替{share}）", f" (for {share})")
    if s is not None:
        parts = _fans(s, lang) + [words[0 if lang == "zh" else 1] + " 1" for n, words in enumerate(_ADDS) if p.adds & BIT[n]]
        why = scoring.formula(p, lang)
        if parts:
            why = f"{' + '.join(parts)} = {why}"
        return text + _say(lang, f"：{why}（{p.clause}）", f": {why} ({p.clause})")
    if p.cause == FOR_LEAVING:
        what = _say(lang, "逃跑", "leaving")
    elif p.cause == FOR_TREASURE_PUNG:
        what = _say(lang, f"叉宝算杠 {tile_name(p.tile)}", f"pung of the treasure {tile_text(p.tile)}")
    else:
        kong = _kind(Meld(p.meld, [int(p.tile)]), lang).replace("_", " ")
        what = kong if p.meld >= SPECIAL_KONG else f"{kong} {tile_name(p.tile) if lang == 'zh' else tile_text(p.tile)}"
        if p.cause == FOR_ADDITION:
            what = _say(lang, f"{kong}补一张", f"a tile added to the {kong}")
    return text + _say(lang, f"：{what}（{p.clause}）", f": {what} ({p.clause})")


def explain(s: Settlement, scoring: Scoring, lang: str = "zh") -> list[str]:
    """The whole settlement: the reading, then each payment; or the one reason why it is no win."""
    if not s.legal:
        return [_say(lang, "不能胡：", "no win: ") + reason_text(s.reason, lang)]
    return [reading_text(s, lang), *[payment_text(p, scoring, s, lang) for p in s.payments]]
