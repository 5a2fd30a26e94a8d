"""``paiju play``: a match at the terminal, one person against three bots."""

from __future__ import annotations

import itertools
import secrets
import shlex
import signal
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from paiju.cli.bilingual import lang_option, option, wrong_use
from paiju.cli.folder import folder, newest
from paiju.cli.options import BotOption, GameCommand, game_argument
from paiju.cli.started import again, command
from paiju.core.errors import PaijuError

if TYPE_CHECKING:
    from paiju.cli.terminal.words import Words
    from paiju.game.actions import Action
    from paiju.game.audience import Seat
    from paiju.game.hand import Game, Hand
    from paiju.game.match import Match
    from paiju.records import Recorder

LATEST = "latest"  # --resume without a file
NAME_CELLS = 12
PLAYER = 0  # the person's number in the match


ABOUT_ZH = """在这个终端里和三个电脑打一局。

每个动作先写进文件再执行：不管怎么停下来的，都能用 --resume 接着打。自己退出（q、Ctrl-C、输入结束）退出码是 0。
"""
ABOUT_EN = """Play a match at this terminal against three bots.

Every answer is on disk before it is carried out: a match that was stopped, however it was, goes on with --resume.
The exit status is 0 when you leave (q, Ctrl-C, the end of the input) as after the last hand; another one means an error.
"""


@click.command(cls=GameCommand, zh=ABOUT_ZH, en=ABOUT_EN)
@game_argument(required=False)
@lang_option
@option("--seed", type=click.IntRange(0, 2**62 - 1), zh="牌墙、骰子和电脑的种子（默认随机）", en="Seed of walls, dice and bots (drawn anew).")
@option("--name", default="", zh="你的名字", en="Your name at the table.")
@click.option("--bot", cls=BotOption, metavar="NAME", zh="另外三家由哪种电脑打", en="Who plays the other three seats")
@option("--ascii/--chinese", "plain", default=None, zh="牌写成 5m，或用中文（默认随语言）", en="Tiles as 5m, or in Chinese (the language's way).")
@option("--no-color", is_flag=True, zh="不用颜色", en="No colours.")
@option(
    "--pause", type=click.FloatRange(0, 10), default=0.4, show_default=True,
    zh="别家每打一张停几秒", en="Seconds to see what each of the others does.",
)  # fmt: skip
@option(
    "--record", type=click.Path(dir_okay=False, path_type=Path),
    zh="对局存在哪个文件（默认在数据目录里另起一个，环境变量 PAIJU_DATA 可以另指）",
    en="Where the match is kept (a file of its own in your data folder, or in PAIJU_DATA).",
)  # fmt: skip
@option(
    "--resume", is_flag=False, flag_value=LATEST, metavar="[FILE]",
    zh="接着打停下的对局；不写文件就是最近的一局", en="Go on with a match that was stopped; without FILE the last one.",
)  # fmt: skip
@click.pass_context
def play(
    ctx: click.Context,
    game: Game | None,
    lang: str,
    seed: int | None,
    name: str,
    bot: str,
    plain: bool | None,
    no_color: bool,
    pause: float,
    record: Path | None,
    resume: str | None,
) -> None:
    """The command."""
    from paiju import bots
    from paiju.cli.terminal.faces import Faces
    from paiju.cli.terminal.sitting import Quit, Sitting
    from paiju.cli.terminal.terminal import Terminal
    from paiju.cli.terminal.which import which_game
    from paiju.cli.terminal.words import Words

    if resume is not None and (game is not None or record is not None or seed is not None):
        en = "--resume takes game, seed and file from the match it goes on with; give none of them beside it"
        raise wrong_use(en, "--resume 的游戏、种子和文件都来自要接着打的那一局，不要再写")
    bots.find(bot)
    words = Words(lang)
    terminal = Terminal(words, color=not no_color, pause=pause)
    if problem := terminal.too_small():
        raise click.ClickException(problem)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _end)
    try:
        with terminal:
            if game is None and not resume:
                game, chosen = which_game(terminal, words, bot)
                if chosen != bot:
                    ctx.params["bot"] = bot = chosen
                    ctx.set_parameter_source("bot", ParameterSource.COMMANDLINE)
            recorder, path = _resumed(resume) if game is None else _begun(game, seed, name, words, record)
            faces = Faces(lang, plain=lang != "zh" if plain is None else plain)
            failed: PaijuError | None = None
            try:
                sitting = Sitting(recorder, PLAYER, partial(_seat, bot), terminal, words, faces)
                sitting.run()
            except (Quit, EOFError, KeyboardInterrupt):  # the player leaves, which is no error
                pass
            except PaijuError as error:  # of a bot
                failed = error
            finally:
                recorder.close()
    except (EOFError, KeyboardInterrupt, Quit):  # before the first hand
        return
    match = recorder.match
    if match.over:
        for line in sitting.pages.ranking(sitting.players, match.totals):
            terminal.say(line)
        if bots.judges():
            terminal.say(words("review_with", f"{command()} review" + (f" {shlex.quote(str(path))}" if record else "")))
    else:
        terminal.say(words("stopped", path))
        named = [str(path)] if record or resume not in (None, LATEST) else []
        terminal.say(words("resume_with", again(["--resume", *named, *_given(ctx)])))
    if failed is not None:
        raise failed


def _seat(name: str, match: Match, seat: Seat) -> Callable[[Hand], Action]:
    """The bot of a seat for the present hand."""
    from paiju import bots

    bot = bots.make(name, seed=match.seed, lane=match.number + 1, seat=seat, standing=match.standing)
    return lambda hand: bots.answer_of(bot, bot.see(hand))


def _given(ctx: click.Context) -> list[str]:
    """The options of this match's looks and bots that were given, to be given again."""
    params = ctx.params
    flags = {"plain": "--ascii" if params["plain"] else "--chinese", "no_color": "--no-color"}
    out: list[str] = []
    for name in ("lang", "bot", "pause", *flags):
        if ParameterSource.COMMANDLINE in (ctx.get_parameter_source(name), ctx.find_root().get_parameter_source(name)):
            out += [flags[name]] if name in flags else [f"--{name}", str(params[name])]
    return out


def _end(number: int, _frame: object) -> None:
    """A signal to end: leave in order, so that the terminal is as it was."""
    raise SystemExit(128 + number)


# -- the file ----------------------------------------------------------------------------------------------------


def _begun(game: Game, seed: int | None, name: str, words: Words, record: Path | None) -> tuple[Recorder, Path]:
    """A new match and its file."""
    from paiju.cli.terminal.words import DEFAULT_NAMES
    from paiju.game.match import Match
    from paiju.records import Recorder

    own, *others = (words.pick(names) for names in DEFAULT_NAMES)
    match = Match(game, seed=secrets.randbelow(2**62) if seed is None else seed, players=(_short(name or own), *others))
    (record or folder() / "x").parent.mkdir(parents=True, exist_ok=True)
    path = record or free_file(folder(), f"{time.strftime('%Y%m%d-%H%M%S')}-{game.variant.key}")
    return Recorder.start(path, match), path


def free_file(where: Path, name: str) -> Path:
    """A new empty file of that name, or with ``-2``, ``-3`` … behind it: matches may begin in the same second."""
    for number in itertools.count(1):
        path = where / (f"{name}.jsonl" if number == 1 else f"{name}-{number}.jsonl")
        with suppress(FileExistsError):
            path.touch(exist_ok=False)
            return path
    raise AssertionError


def _resumed(resume: str | None) -> tuple[Recorder, Path]:
    """The match of a file, or the latest of the data folder that is not over."""
    from paiju.records import Recorder

    files: Iterable[Path]
    if resume in (None, LATEST):
        files = newest()
    else:
        files = [Path(str(resume))]
    for path in files:
        recorder = Recorder.resume(path)
        if recorder.match.hand.over:
            recorder.match.settle()
        if not recorder.match.over:
            return recorder, path
        recorder.close()
        if resume != LATEST:
            raise PaijuError(f"the match in {path} is over; start another with: {again([])}", f"{path} 里的对局已经打完；另开一局：{again([])}")
    en = f"there is no match to go on with in {folder()}; start one with: {again([])}"
    raise PaijuError(en, f"{folder()} 里没有可以接着打的对局；新开一局：{again([])}")


def _short(name: str) -> str:
    """A name fit for the table: printable, not too wide."""
    from rich.text import Text

    text = Text("".join(letter for letter in name if letter.isprintable()).strip() or "?")
    text.truncate(NAME_CELLS, overflow="crop")
    return text.plain
