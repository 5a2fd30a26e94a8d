"""Asks which game, for a command that was called without one."""

from __future__ import annotations

from rich.text import Text

from paiju import variants
from paiju.cli.terminal.sitting import Quit
from paiju.cli.terminal.terminal import Terminal
from paiju.cli.terminal.words import Words
from paiju.cli.terminal.wrapping import wrap
from paiju.game.hand import Game


def which_game(terminal: Terminal, words: Words) -> Game:
    """The game whose number is pressed; Quit on q."""
    keys = variants.names()
    hint: list[Text] = []
    while True:
        terminal.show([Text(words("which_game"), "bold"), Text(), *game_lines(words), *hint], "> ")
        key = terminal.key()
        if key == "q":
            raise Quit
        if key.isdigit() and 1 <= int(key) <= len(keys):
            return Game(keys[int(key) - 1])
        hint = [Text(words("bad_key", "".join(c for c in key[:20] if c.isprintable()), " ".join(map(str, range(1, len(keys) + 1)))), "bold red")]


def game_lines(words: Words, *, by_key: bool = False) -> list[Text]:
    """Every game with a sentence about it, behind its number or its key."""
    lines: list[Text] = []
    for n, key in enumerate(variants.names(), 1):
        game = variants.get(key)
        about = Text(f"{game.zh} {game.about_zh}" if words.zh else f"{game.en}: {game.about_en}")
        lines += wrap(about, 80, f"{key:<11}" if by_key else f"[{n}] ", " " * 11 if by_key else "    ")
    return lines
