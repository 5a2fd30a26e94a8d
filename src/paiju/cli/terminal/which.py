"""Asks which game, and against which bots, for a command that was called without one."""

from __future__ import annotations

from rich.text import Text

from paiju import bots, variants
from paiju.cli.terminal.sitting import Quit
from paiju.cli.terminal.terminal import Terminal
from paiju.cli.terminal.words import Words
from paiju.cli.terminal.wrapping import wrap
from paiju.game.hand import Game


def which_game(terminal: Terminal, words: Words, bot: str = "") -> tuple[Game, str]:
    """The game whose number is pressed, and where a bot is given that one, or another one by a key. Quit on q."""
    keys, levels = variants.names(), bots.names()
    possible = [*(str(n) for n in range(1, len(keys) + 1)), *(["b"] if bot else [])]
    hint: list[Text] = []
    while True:
        against = [Text(), *_bot_lines(words, bot)] if bot else []
        terminal.show([Text(words("which_game"), "bold"), Text(), *game_lines(words), *against, *hint], "> ")
        key, hint = terminal.key(), []
        if key == "q":
            raise Quit
        if key not in possible:
            hint = [Text(words("bad_key", "".join(c for c in key[:20] if c.isprintable()), " ".join(possible)), "bold red")]
        elif key == "b":
            bot = levels[(levels.index(bot) + 1) % len(levels)]
        else:
            return Game(keys[int(key) - 1]), bot


def _bot_lines(words: Words, name: str) -> list[Text]:
    bot = bots.find(name)
    about = words("which_bot", bot.zh or name, bot.about_zh) if words.zh else words("which_bot", bot.en or name, bot.about_en)
    return wrap(Text(about), 80, "[b] ", "    ")


def game_lines(words: Words, *, by_key: bool = False) -> list[Text]:
    """Every game with a sentence about it, behind its number or its key."""
    lines: list[Text] = []
    for n, key in enumerate(variants.names(), 1):
        game = variants.get(key)
        about = Text(f"{game.zh} {game.about_zh}" if words.zh else f"{game.en}: {game.about_en}")
        lines += wrap(about, 80, f"{key:<11}" if by_key else f"[{n}] ", " " * 11 if by_key else "    ")
    return lines
