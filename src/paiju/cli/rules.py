"""``paiju rules``: the rules of a game as a player reads them, its house rules, presets and fans."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from paiju.cli.bilingual import lang_option, option
from paiju.cli.options import GameCommand, game_argument

if TYPE_CHECKING:
    from rich.text import Text

    from paiju.core.variant import Variant
    from paiju.game.hand import Game

WIDEST = 100
_OTHER_LANGUAGE = re.compile(r" ?(?:English: |中文：|In Chinese: )\[[^\]]*\]\([^)]*\)\.?")  # a link that leads nowhere in a terminal


ABOUT_ZH = """一种打法的规则、玩法选项、预设和番种；不写游戏名就问是哪一种，或列出所有的。

同时给了玩法选项，选项表里会标出来。
"""
ABOUT_EN = """The rules of a game, its house rules, presets and fans; without a game it asks which, or lists them.

House rules given with it are marked in the table of options.
"""


@click.command(cls=GameCommand, zh=ABOUT_ZH, en=ABOUT_EN)
@game_argument(required=False)
@lang_option
@option("--options", "only_options", is_flag=True, zh="只列玩法选项和预设", en="The house rules and presets alone.")
@option("--fans", "only_fans", is_flag=True, zh="只列番种", en="The fans alone.")
def rules(game: Game | None, lang: str, only_options: bool, only_fans: bool) -> None:
    """The command."""
    from rich.console import Console

    game = game or _asked(lang)
    if game is None:
        return
    console = Console(highlight=False)
    width = min(console.width, WIDEST) if console.is_terminal else 80
    everything = not (only_options or only_fans)
    out: list[Text] = rule_lines(game.variant.key, lang, width) if everything else []
    if everything or only_options:
        out += option_lines(game, lang, width)
    if everything or only_fans:
        out += fan_lines(game.variant, lang, width)
    for line in out:
        line.rstrip()
        console.print(line, soft_wrap=True)


def _asked(lang: str) -> Game | None:
    """The game chosen at the terminal; without one the games are listed, and there is none."""
    from rich.text import Text

    from paiju.cli.terminal.sitting import Quit
    from paiju.cli.terminal.terminal import Terminal
    from paiju.cli.terminal.which import game_lines, which_game
    from paiju.cli.terminal.words import Words

    words = Words(lang)
    terminal = Terminal(words)
    if terminal.live:
        try:
            with terminal:
                return which_game(terminal, words)[0]
        except (Quit, EOFError, KeyboardInterrupt):
            return None
    for line in [*game_lines(words, by_key=True), Text(words("name_game"))]:
        terminal.say(line)
    return None


def rule_lines(key: str, lang: str, width: int = 80) -> list[Text]:
    """The page of a game and, where it has the project's own page, the clauses common to all."""
    from rich.text import Text

    from paiju import variants
    from paiju.cli.terminal import markup
    from paiju.game.labels import labelled
    from paiju.game.rulebook import COMMON, has_page, page

    out: list[Text] = []
    for name in filter(has_page, (key, COMMON)):
        text = labelled(_OTHER_LANGUAGE.sub("", page(name, lang)), variants.get(key), lang)
        out += [*markup.lines(text, width), Text()]
    return out


def option_lines(game: Game, lang: str, width: int) -> list[Text]:
    """Every house rule with its values, default, clause; the value asked for where it is another; then the presets."""
    from rich.text import Text

    from paiju.cli.terminal.wrapping import wrap
    from paiju.core.options import FLAG, as_text

    zh = lang == "zh"
    out = _heading(f"{game.variant.zh}：玩法选项" if zh else f"{game.variant.en}: house rules")
    changed = game.settings.changed()
    for rule in game.variant.options:
        value = as_text(game.settings.as_dict()[rule.name])
        head = Text(rule.name, "cyan").append(f" = {value}", "bold" if rule.name in changed else "not bold")
        if rule.name in changed:
            head.append(f"（默认 {as_text(rule.default)}）" if zh else f" (default {as_text(rule.default)})")
        out.append(head.append(f"  {rule.clause}", "dim"))
        out += wrap(Text(f"{rule.zh}：{rule.about_zh}" if zh else f"{rule.en}: {rule.about_en}"), width, "    ", "    ")
        if rule.choices:
            gap = "，" if zh else ", "
            out += wrap(Text(gap.join(f"{as_text(c.value)} ({c.zh if zh else c.en})" for c in rule.choices)), width, "    ", "    ")
        elif rule.kind != FLAG:
            out.append(Text(f"    {rule.low} - {rule.high}"))
    out += [Text(), *_heading("预设" if zh else "Presets")]
    for preset in game.variant.presets:
        values = ", ".join(f"{name} = {as_text(value)}" for name, value in preset.values.items())
        text = Text(preset.name, "cyan").append(f" {preset.zh if zh else preset.en}").append(f": {values}" if values else "")
        out += wrap(text, width, "", "    ")
    return [*out, Text()]


def fan_lines(variant: Variant, lang: str, width: int) -> list[Text]:
    """Every fan with its value, clause and meaning."""
    from rich.text import Text

    from paiju.cli.terminal.wrapping import wrap

    zh = lang == "zh"
    out = _heading(f"{variant.zh}：番种" if zh else f"{variant.en}: fans")
    for fan in variant.fans:
        head = Text(fan.id, "cyan").append(f"  {fan.value}", "bold").append(f"  {fan.clause}", "dim")
        out.append(head)
        out += wrap(Text(f"{fan.zh}：{fan.about_zh}" if zh else f"{fan.en}: {fan.about_en}"), width, "    ", "    ")
    return out


def _heading(text: str) -> list[Text]:
    from rich.cells import cell_len
    from rich.text import Text

    return [Text(text, "bold"), Text("=" * cell_len(text), "dim")]
