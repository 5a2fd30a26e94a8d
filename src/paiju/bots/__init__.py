"""The bots there are, by name. One from outside joins by ``register``.

>>> names()[:5]
['random', 'beginner', 'quick', 'expert', 'master']
"""

import re
from typing import Final

from paiju.bots.answers import answer_of, judged_by, raised
from paiju.bots.beginner import Beginner
from paiju.bots.bot import Bot, Judged, Seen
from paiju.bots.chance import RandomBot
from paiju.bots.expert import Expert
from paiju.bots.master import Big, Careful, Fast, Master
from paiju.bots.quick import QuickBot
from paiju.core.errors import Both, PaijuError, nearest, shown
from paiju.game.standing import Standing

__all__ = ["DEFAULT", "Bot", "Judged", "Seen", "answer_of", "find", "judged_by", "judges", "make", "names", "register"]

DEFAULT = "quick"  # who plays where nobody has chosen

_NAME: Final = re.compile(r"\w[\w-]*")
_known: dict[str, type[Bot]] = {}


def register(bot: type[Bot]) -> None:
    """Makes a bot known by its ``name``. PaijuError for what is no bot, one that has no name to be asked for by, or that of another bot; the same
    class may come anew."""
    wrong = _unfit(bot)
    if wrong is not None:
        raise PaijuError(wrong.en, wrong.zh)
    known = _known.get(bot.name, bot)
    if _origin(known) != _origin(bot):
        name, owner, other = shown(bot.name), ".".join(_origin(known)), bot.__name__
        why = f"there is already a bot {name}, {owner}; give {other} another name"
        raise PaijuError(why, f"已经有叫 {name} 的电脑（{owner}）；给 {other} 另取一个名字")
    _known[bot.name] = bot


def _unfit(bot: object) -> Both | None:
    """Why something cannot be known as a bot; None when it can."""
    if not (isinstance(bot, type) and issubclass(bot, Bot)):
        return Both(f"{shown(bot)} is no class of bots; derive it from paiju.bots.Bot", f"{shown(bot)} 不是电脑的类；要从 paiju.bots.Bot 派生")
    who, name, level = bot.__name__, bot.name, bot.level
    if not name:
        en = f"{who} has no name to be known by; its class needs one, as name = 'tidy'"
        return Both(en, f"{who} 没有名字；要在类里写上，比如 name = 'tidy'")
    if not (isinstance(name, str) and _NAME.fullmatch(name)):
        en = f"{who} cannot be asked for as {shown(name)}: a name is letters, digits, - and _, as name = 'tidy-2'"
        return Both(en, f"{who} 不能叫 {shown(name)}：名字只用字母、汉字、数字、- 和 _，比如 name = 'tidy-2'")
    if not isinstance(level, int):
        en = f"{who} has the level {shown(level)}; a level is a whole number, 0 for random"
        return Both(en, f"{who} 的 level 是 {shown(level)}；应是整数，乱打是 0")
    return None


def _origin(bot: type[Bot]) -> tuple[str, str]:
    """Where a class is from. A further process imports the script that was started by another name."""
    return bot.__module__.replace("__mp_main__", "__main__"), bot.__qualname__


for bot in (RandomBot, Beginner, QuickBot, Expert, Master, Fast, Big, Careful):
    register(bot)


def names() -> list[str]:
    """The names of all bots, the lowest level first."""
    return sorted(_known, key=lambda name: _known[name].level)


def judges() -> list[str]:
    """Those that tell what each answer is worth, the lowest level first."""
    return [name for name in names() if _known[name].judge is not Bot.judge]


def find(name: str) -> type[Bot]:
    """The bot of that name, or PaijuError."""
    if name not in _known:
        close, known = nearest(name, names()), ", ".join(names())
        raise PaijuError(f"there is no bot {shown(name)}{close.en}; bots are {known}", f"没有叫 {shown(name)} 的电脑{close.zh}；有 {known}")
    return _known[name]


def make(name: str, *, seed: int, lane: int, seat: int, standing: Standing | None = None) -> Bot:
    """A bot for one seat in one hand: the hand's seed and lane fix what it does, and in a match how that stands. PaijuError for one that raises."""
    kind = find(name)
    try:
        bot = kind(seed=seed, lane=lane, seat=seat)
    except (Exception, SystemExit) as error:
        raise raised(kind, error, seed=seed, lane=lane, seat=seat) from error
    if not all(hasattr(bot, name) for name in ("seed", "lane", "seat")):
        who, call = f"{kind.__name__}.__init__", "super().__init__(seed=seed, lane=lane, seat=seat)"
        why = f"the bot {shown(name)} does not know its seat: {who} must call {call}"
        raise PaijuError(why, f"电脑 {shown(name)} 不知道自己的座位：{who} 要调用 {call}")
    bot.standing = standing
    return bot
