"""What bots choose and judge, looked at before it is believed; one that fails is named with its hand and line."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Final

from paiju.bots.bot import Judged
from paiju.core.errors import Both, PaijuError, shown
from paiju.game.actions import Action

if TYPE_CHECKING:
    from paiju.bots.bot import Bot, Seen

_MOST: Final = 1e12  # points: no hand is worth more


def answer_of(bot: Bot, seen: Seen) -> Action:
    """What a bot chooses, or a PaijuError that says which bot raised or chose what it may not, where, and what."""
    legal = tuple(seen.legal)
    try:
        action = bot.choose(seen)
    except (Exception, SystemExit) as error:
        raise _raised_by(bot, error) from error
    if isinstance(action, Action) and action in legal:
        return action
    may, chosen = ", ".join(map(str, legal)), told(action)
    en, zh = f"chose {chosen}, which is not legal; it may {may}", f"选了 {chosen}，不合规；可以 {may}"
    raise _fault(bot.name, en, zh, seed=bot.seed, lane=bot.lane, seat=bot.seat)


def judged_by(bot: Bot, seen: Seen) -> list[Judged]:
    """What a bot says its seat's answers are worth, the best first, or a PaijuError that says which bot raised or said what cannot be."""
    left, judged = set(seen.legal), []
    try:
        given = bot.judge(seen)
    except (Exception, SystemExit) as error:
        raise _raised_by(bot, error) from error
    wrong = None if isinstance(given, list) else Both(f"judged {told(given)}, which is no list", f"评出 {told(given)}，不是列表")
    for one in given if wrong is None else []:
        action, worth = one if isinstance(one, tuple) and len(one) == 2 else (one, None)
        if not isinstance(action, Action) or action not in left:
            wrong = Both(f"judged {told(action)}, which is not legal or stands there twice", f"评了 {told(action)}，不合规或者评了两遍")
        elif not isinstance(worth, int | float) or not abs(worth) < _MOST:
            wrong = Both(f"judged {action} worth {told(worth)}, which is no number of points", f"评 {action} 值 {told(worth)}，不是分数")
        if wrong is not None:
            break
        left.discard(action)
        judged.append(Judged(action, float(worth)))
    if wrong is not None:
        raise _fault(bot.name, wrong.en, wrong.zh, seed=bot.seed, lane=bot.lane, seat=bot.seat)
    return sorted(judged, key=lambda one: -one.worth)


def _raised_by(bot: Bot, error: BaseException) -> PaijuError:
    return raised(type(bot), error, seed=bot.seed, lane=bot.lane, seat=bot.seat)


def raised(bot: type[Bot], error: BaseException, *, seed: int, lane: int, seat: int) -> PaijuError:
    """What a bot raised, and where: the last line of its own module on the way there, or the last of all where it has none there."""
    steps = [(frame.f_globals.get("__name__"), frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    _, path, line = ([step for step in steps if step[0] == bot.__module__] or steps)[-1]
    what, file = _said_by(error), Path(path).name
    return _fault(bot.name, f"failed at {file}:{line}: {what}", f"在 {file} 第 {line} 行出错：{what}", seed=seed, lane=lane, seat=seat)


def _said_by(error: BaseException) -> str:
    """The error in a line; its own words may be beyond it."""
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:
        return type(error).__name__


def told(value: object) -> str:
    """Whatever a bot gave, as it may stand in a message; it may not be able to say what it is."""
    try:
        return str(value) if isinstance(value, Action) else shown(value)
    except Exception:
        return f"a {type(value).__name__}"


def _fault(bot: str, en: str, zh: str, *, seed: int, lane: int, seat: int) -> PaijuError:
    name = shown(bot)
    return PaijuError(
        f"the bot {name} on seat {seat}, hand {lane} of seed {seed}, {en}", f"电脑 {name}（座位 {seat}，种子 {seed} 的第 {lane} 盘）{zh}"
    )
