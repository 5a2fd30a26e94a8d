"""``paiju review``: the decisions of a seat in recorded hands beside the best ones, the dearest first."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from paiju.analysis.wording import Wording
from paiju.cli.bilingual import BothCommand, lang_option, option
from paiju.cli.folder import folder, newest
from paiju.cli.language import either
from paiju.cli.replay import records_from
from paiju.core.errors import PaijuError, counted

if TYPE_CHECKING:
    from paiju.cli.showing import Showing
    from paiju.records.record import Record
    from paiju.records.reviewing import Decision, Review

PERSON = 0  # his number in a match of ``paiju play``

ABOUT_ZH = """打完的牌一手一手地评：你打的和最强的电脑会打的，差多少分，差得多的在前。

不给文件就评最近用 paiju play 打的一局。差的是这一盘的分：电脑估计的，各打各的之后这一家能有多少。
一局里打的，名次也折成分算在里面，越到后面越重。它看到的只有这一家当时看到的。

步数就是 paiju replay 加上 --seat 里的步数。
"""
ABOUT_EN = """Look through recorded hands: each decision beside what the strongest bot would do, with the difference in points, the largest first.
Without a file it is the latest match of `paiju play`.

The points are those of the whole hand, as the bot expects them for this seat after either.
In a match places count too, as points, the more the nearer its end. The bot sees what the seat saw then, and no more.

Steps are those that `paiju replay` with that --seat shows.
"""


@click.command(cls=BothCommand, zh=ABOUT_ZH, en=ABOUT_EN)
@click.argument("file", metavar="[FILE]", required=False, type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path))
@option("--hand", type=click.IntRange(1), zh="文件里的第几盘（按行，默认所有的盘）", en="Which hand of the file, by its line; all by default.")
@option("--seat", type=click.IntRange(0, 3), zh="评哪个座位（默认对局里第一个人的）", en="Whose decisions; the first player's by default.")
@option("--bot", metavar="NAME", default="", zh="由哪种电脑评（默认最强的）", en="By which bot; the strongest by default.")
@lang_option
def review(file: Path | None, hand: int | None, seat: int | None, bot: str, lang: str) -> None:
    """The command."""
    from paiju.cli.showing import Showing
    from paiju.core.errors import RecordError
    from paiju.records.reviewing import review as reviewed
    from paiju.records.reviewing import reviewer_of

    def pending(line: int) -> None:
        zh = f"第 {line} 盘还没打完（或者牌谱断在那里），打完再评"
        click.echo(zh if lang == "zh" else f"hand {line} is still being played, or its record is cut off: no review yet")

    name = reviewer_of(bot)
    for line, record in records_from(file or _latest(), hand or 1, every=hand is None, pending=pending):
        own = _seat_of(record) if seat is None else seat
        try:
            found = reviewed(record, own, name)
        except RecordError as error:
            raise error.at(line) from None
        for text in lines(found, Showing(record, own, lang), line):
            click.echo(text)


def _latest() -> Path:
    files = newest()
    if not files:
        raise PaijuError(f"there is no match in {folder()} yet; name a file", f"{folder()} 里还没有对局；请给出文件")
    return files[0]


def _seat_of(record: Record) -> int:
    return 0 if record.match is None else record.match.seats.index(PERSON)


def lines(review: Review, showing: Showing, line: int) -> list[str]:
    """A review in words: how it went, and each decision that was not the best, with the step it came after as ``showing`` counts."""
    from paiju.bots import find

    zh = showing.zh
    count = len(review.decisions)
    if not count:
        return [f"第 {line} 盘，座位 {review.seat}：没有要选的" if zh else f"hand {line}, seat {review.seat}: there was nothing to choose"]
    share = f"{review.agreed / count:.0%}"
    if zh:
        bot = find(review.bot)
        good = f"{review.agreed}/{count} 手（{share}）和最好的一样好"
        head = f"第 {line} 盘，座位 {review.seat}，{bot.zh or bot.name}评：{good}，一共差 {review.lost:.1f} 分"
    else:
        lost = f"{review.lost:.1f} points lost in {counted(len(review.worse), 'decision')}"
        head = f"hand {line}, seat {review.seat}, by {review.bot}: {review.agreed} of {count} choices ({share}) as good as the best, {lost}"
    return [head, *[text for decision in review.worse for text in _decision(decision, showing)]]


def _decision(decision: Decision, showing: Showing) -> list[str]:
    zh, lang, step = showing.zh, "zh" if showing.zh else "en", showing.before[decision.number]
    own, best = [Wording(lang).label(answer) for answer in (decision.own, decision.best)]
    worths = f"{decision.own_worth:+.1f} → {decision.best_worth:+.1f}".replace("-", "−")
    if zh:
        found = [f"  −{decision.lost:.1f}  第 {step} 步后：{own}，更好的是{best}（{worths}）"]
    else:
        found = [f"  −{decision.lost:.1f}  after step {step}: {own}; better: {best} ({worths})"]
    why = decision.zh if zh else decision.en
    return [*found, f"        {_held(decision, showing)}", *([f"        {why}"] if why else [])]


def _held(decision: Decision, showing: Showing) -> str:
    """What the seat had then: its tiles, its melds, the tile drawn or offered."""
    held = list(decision.hand)
    if decision.drawn is not None:
        held.remove(decision.drawn)
    text = " ".join([showing.tiles(held), *[showing.meld(meld) for meld in decision.melds]])
    tile = decision.drawn if decision.tile is None else decision.tile
    if tile is None:
        return text
    word = either("drawn ", "摸") if decision.tile is None else either("offered ", "可要")
    return f"{text}{either(', ', '，')}{word}{showing.tiles([tile])}"
