"""What several commands share: the game with its house rules as arguments and flags, and the language.

    @click.command(cls=GameCommand)     # adds --preset, --option and a flag for every house rule of the game named
    @game_argument()                    # VARIANT; the function gets `game`, a ready Game (None when not required and not given)
    @lang_option                        # `lang`: zh or en
    def sim(game: Game, lang: str) -> None: ...

The flags are made from the declarations in the variants; knows no house rule by name.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from paiju import variants
from paiju.core.errors import OptionError, VariantError, nearest, shown
from paiju.core.options import FLAG, Option, as_text
from paiju.core.variant import Variant

if TYPE_CHECKING:
    from paiju.game.hand import Game

LANGUAGES = ("zh", "en")
_PREFIX = "rule_"
_VARIANT = "paiju.variant"  # where the context keeps the game named among the arguments

F = TypeVar("F", bound=Callable[..., Any])

lang_option = click.option(
    "--lang", type=click.Choice(LANGUAGES), default="zh", envvar="PAIJU_LANG", show_envvar=True, help="语言 language"
)


def find_variant(text: str) -> Variant:
    """The game of a key or a Chinese name (长春, 长春麻将), or VariantError."""
    for key in variants.names():
        if key != text and text.removesuffix("麻将") + "麻将" == variants.get(key).zh:
            return variants.get(key)
    return variants.get(text)


class _VariantType(click.ParamType[Variant]):
    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Variant:
        if isinstance(value, Variant):
            return value
        try:
            return find_variant(value)
        except VariantError as error:
            self.fail(str(error), param, ctx)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return "[" + "|".join(variants.names()) + "]"


def game_argument(*, required: bool = True) -> Callable[[F], F]:
    """The argument VARIANT of a ``GameCommand``."""
    return click.argument("game", type=_VariantType(), required=required)


def rule_text(option: Option, lang: str) -> str:
    """The help of one house rule: what it does, its values, its default, its clause."""
    about = f"{option.zh}：{option.about_zh}" if lang == "zh" else f"{option.en}: {option.about_en}"
    values = ", ".join(as_text(c.value) for c in option.choices) or (f"{option.low}-{option.high}" if option.kind != FLAG else "")
    default = as_text(option.default)
    inside = [part for part in (option.clause, values, f"默认 {default}" if lang == "zh" else f"default {default}") if part]
    return f"{about} [{'; '.join(inside)}]"


class GameCommand(click.Command):
    """A command about one game. Its function gets ``game`` built with the house rules that were asked for."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        return [*super().get_params(ctx), *self.house_params(ctx)]

    def house_params(self, ctx: click.Context) -> list[click.Parameter]:
        """``--preset``, ``--option`` and the flags: those of the game named, else of every game."""
        named = ctx.meta.get(_VARIANT)
        lang = ctx.meta.get("paiju.lang", "zh")
        games = [named] if named else [variants.get(key) for key in variants.names()]
        presets = ", ".join(dict.fromkeys(p.name for v in games for p in v.presets))
        about_preset = f"玩法预设：{presets}" if lang == "zh" else f"A named set of house rules: {presets}"
        about_option = "一条玩法选项，可重复" if lang == "zh" else "One house rule; may be repeated"
        params: list[click.Parameter] = [
            click.Option(["rules_preset", "--preset"], metavar="NAME", help=about_preset),
            click.Option(["rules_given", "--option"], metavar="NAME=VALUE", multiple=True, help=about_option),
        ]
        seen: dict[str, Option] = {}
        for game in games:
            for option in game.options:
                seen.setdefault(option.name, option)
        for option in seen.values():
            flag = option.command_flag()
            if option.kind == FLAG:
                names = f"{flag}/--no-{flag.removeprefix('--')}"
                params.append(click.Option([_PREFIX + option.name, names], default=None, hidden=not named, help=rule_text(option, lang)))
            else:
                metavar = "A,B" if option.kind in ("choices", "numbers") else "N" if option.kind == "number" else "VALUE"
                params.append(click.Option([_PREFIX + option.name, flag], metavar=metavar, hidden=not named, help=rule_text(option, lang)))
        return params

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta["paiju.lang"] = language_in(args)
        for text in args:
            if not text.startswith("-"):
                try:
                    ctx.meta[_VARIANT] = find_variant(text)
                    break
                except VariantError:
                    continue
        try:
            return super().parse_args(ctx, _plain_flags(args))
        except click.NoSuchOption as error:
            raise click.UsageError(_no_such_option(error, ctx), ctx) from None

    def invoke(self, ctx: click.Context) -> Any:
        params = ctx.params
        given: dict[str, str] = {}
        for text in params.pop("rules_given"):
            name, equals, value = text.partition("=")
            if not equals:
                raise click.UsageError(f"--option {shown(text)} has no value; write --option name=value", ctx)
            given[name.strip().replace("-", "_")] = value.strip()
        for name in [name for name in params if name.startswith(_PREFIX)]:
            value = params.pop(name)
            if value is None:
                continue
            rule, text = name.removeprefix(_PREFIX), as_text(value)
            if given.get(rule, text) != text:
                raise click.UsageError(f"{rule} is given twice, as {shown(given[rule])} and {shown(text)}; give it once", ctx)
            given[rule] = text
        preset = params.pop("rules_preset")
        if "game" in params:
            variant = params["game"]
            if variant is None and (given or preset):
                raise click.UsageError(f"house rules need a game before them: one of {', '.join(variants.names())}", ctx)
            if variant is not None:
                try:
                    params["game"] = make_game(variant, given, preset)
                except OptionError as error:
                    raise click.UsageError(str(error), ctx) from None
        return super().invoke(ctx)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        named = ctx.meta.get(_VARIANT)
        own = [r for p in super().get_params(ctx) if isinstance(p, click.Option) and (r := p.get_help_record(ctx)) is not None]
        house = [r for p in self.house_params(ctx) if (r := p.get_help_record(ctx)) is not None]
        zh = ctx.meta.get("paiju.lang", "zh") == "zh"
        with formatter.section("Options"):
            formatter.write_dl(own)
        title = "玩法选项" if zh else "House rules"
        with formatter.section(f"{title} ({named.key})" if named else title):
            formatter.write_dl(house)
            if not named:
                formatter.write_text("每个玩法各有选项：在命令后写上游戏名再加 --help。" if zh else "Each game has its own: name it before --help.")


def make_game(variant: Variant, texts: dict[str, str], preset: str | None = None) -> Game:
    """A game whose house rules are given as text; OptionError names the one that fails."""
    from paiju.game.hand import Game

    by_name = {option.name: option for option in variant.options}
    values: dict[str, object] = {}
    for name, text in texts.items():
        if name not in by_name:
            raise OptionError(f"{variant.key} has no option {shown(name)}{nearest(name, list(by_name))}{_games_with(name)}", name)
        values[name] = by_name[name].parse(text)
    return Game(variant, values, preset)


def _games_with(name: str) -> str:
    """``; it is one of changsha`` for a house rule of other games."""
    games = [key for key in variants.names() if any(option.name == name for option in variants.get(key).options)]
    return f"; it is one of {', '.join(games)}" if games else ""


def _no_such_option(error: click.NoSuchOption, ctx: click.Context) -> str:
    named = ctx.meta.get(_VARIANT)
    name = error.option_name.removeprefix("--").removeprefix("no-").replace("-", "_")
    if named and _games_with(name):
        return f"{error.option_name} is no house rule of {named.key}{_games_with(name)}"
    return error.format_message()


def language_in(args: list[str]) -> str:
    """The language asked for, before the arguments are parsed: what a help needs."""
    lang = os.environ.get("PAIJU_LANG", "")
    for n, text in enumerate(args):
        if text == "--lang" and n + 1 < len(args):
            lang = args[n + 1]
        elif text.startswith("--lang="):
            lang = text.removeprefix("--lang=")
    return lang if lang in LANGUAGES else "zh"


def _plain_flags(args: list[str]) -> list[str]:
    """``--rule true`` and ``--rule=false`` as ``--rule`` and ``--no-rule``, for the house rules that are flags."""
    flags = {o.command_flag() for key in variants.names() for o in variants.get(key).options if o.kind == FLAG}
    out: list[str] = []
    n = 0
    while n < len(args):
        text = args[n]
        n += 1
        if text == "--":
            return [*out, text, *args[n:]]
        name, equals, value = text.partition("=")
        if name in flags and not equals and n < len(args) and args[n] in ("true", "false"):
            value = args[n]
            n += 1
        out.append(name if value == "true" and name in flags else f"--no-{name[2:]}" if value == "false" and name in flags else text)
    return out
