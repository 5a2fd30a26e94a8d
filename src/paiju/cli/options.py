"""What the commands about a game share: the game with its house rules as arguments and flags.

    @click.command(cls=GameCommand, zh=…, en=…)     # adds --preset, --option and a flag for every house rule of the game named
    @game_argument()                                # VARIANT; the function gets `game`, a ready Game (None when not required and not given)
    def sim(game: Game) -> None: ...

The flags are made from the declarations in the variants; knows no house rule by name.
"""

from __future__ import annotations

from collections.abc import Callable
from gettext import gettext
from typing import TYPE_CHECKING, Any, TypeVar

import click

from paiju import variants
from paiju.cli.bilingual import BothCommand, BothOption, wrong_use
from paiju.cli.language import either, language
from paiju.core.errors import Both, OptionError, VariantError, nearest, shown
from paiju.core.options import FLAG, Option, as_text
from paiju.core.variant import Variant

if TYPE_CHECKING:
    from paiju.game.hand import Game

_PREFIX = "rule_"
_VARIANT = "paiju.variant"  # where the context keeps the game named among the arguments

F = TypeVar("F", bound=Callable[..., Any])


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
            self.fail(error.said(language()), param, ctx)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return "[" + "|".join(variants.names()) + "]"


def game_argument(*, required: bool = True) -> Callable[[F], F]:
    """The argument VARIANT of a ``GameCommand``."""
    return click.argument("game", type=_VariantType(), required=required)


class BotOption(BothOption):
    """An option that names bots: the default is theirs, and its help lists them, the weakest first."""

    def get_default(self, ctx: click.Context, call: bool = True) -> Any:
        from paiju.bots import DEFAULT

        return DEFAULT

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        from paiju.bots import DEFAULT, find, names

        flags, about = super().get_help_record(ctx) or ("", "")
        known = either(", ".join(names()), "、".join(f"{name}（{find(name).zh or name}）" for name in names()))
        return flags, f"{about}{either(': ', '：')}{known}  [{either('default:', '默认')} {DEFAULT}]"


def rule_text(option: Option) -> str:
    """The help of one house rule: what it does, its values, its default, its clause."""
    about = either(f"{option.en}: {option.about_en}", f"{option.zh}：{option.about_zh}")
    values = ", ".join(as_text(c.value) for c in option.choices) or (f"{option.low}-{option.high}" if option.kind != FLAG else "")
    default = either("default ", "默认 ") + as_text(option.default)
    return f"{about} [{'; '.join(filter(None, (option.clause, values, default)))}]"


class GameCommand(BothCommand):
    """A command about one game. Its function gets ``game`` built with the house rules that were asked for."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        return [*super().get_params(ctx), *self.house_params(ctx)]

    def house_params(self, ctx: click.Context) -> list[click.Parameter]:
        """``--preset``, ``--option`` and the flags: those of the game named, else of every game."""
        named = ctx.meta.get(_VARIANT)
        games = [named] if named else [variants.get(key) for key in variants.names()]
        presets = ", ".join(dict.fromkeys(p.name for v in games for p in v.presets))
        about_preset = either(f"A named set of house rules: {presets}", f"玩法预设：{presets}")
        about_option = either("One house rule; may be repeated", "一条玩法选项，可重复")
        params: list[click.Parameter] = [
            click.Option(["rules_preset", "--preset"], metavar="NAME", help=about_preset),
            click.Option(["rules_given", "--option"], metavar="NAME=VALUE", multiple=True, help=about_option),
        ]
        seen: dict[str, Option] = {}
        for game in games:
            for option in game.options:
                seen.setdefault(option.name, option)
        for option in seen.values():
            flag, about = option.command_flag(), rule_text(option)
            if option.kind == FLAG:
                names = f"{flag}/--no-{flag.removeprefix('--')}"
                params.append(click.Option([_PREFIX + option.name, names], default=None, hidden=not named, help=about))
            else:
                metavar = "A,B" if option.kind in ("choices", "numbers") else "N" if option.kind == "number" else "VALUE"
                params.append(click.Option([_PREFIX + option.name, flag], metavar=metavar, hidden=not named, help=about))
        return params

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
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
            raise _no_such_option(error, ctx) from None

    def invoke(self, ctx: click.Context) -> Any:
        params = ctx.params
        given: dict[str, str] = {}
        for text in params.pop("rules_given"):
            name, equals, value = text.partition("=")
            if not equals:
                pair = shown(text)
                en = f"--option {pair} has no value; write --option name=value"
                raise wrong_use(en, f"--option {pair} 没有值；写成 --option NAME=VALUE", ctx)
            given[name.strip().replace("-", "_")] = value.strip()
        for name in [name for name in params if name.startswith(_PREFIX)]:
            value = params.pop(name)
            if value is None:
                continue
            rule, text = name.removeprefix(_PREFIX), as_text(value)
            if given.get(rule, text) != text:
                one, other = shown(given[rule]), shown(text)
                raise wrong_use(f"{rule} is given twice, as {one} and {other}; give it once", f"{rule} 写了两次：{one} 和 {other}；写一次", ctx)
            given[rule] = text
        preset = params.pop("rules_preset")
        if "game" in params:
            variant = params["game"]
            if variant is None and (given or preset):
                names = ", ".join(variants.names())
                raise wrong_use(f"house rules need a game before them: one of {names}", f"玩法选项前面要写游戏名，{names} 之一", ctx)
            if variant is not None:
                try:
                    params["game"] = make_game(variant, given, preset)
                except OptionError as error:
                    raise wrong_use(error.en, error.zh, ctx) from None
        return super().invoke(ctx)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        named = ctx.meta.get(_VARIANT)
        own = [r for p in super().get_params(ctx) if isinstance(p, click.Option) and (r := p.get_help_record(ctx)) is not None]
        house = [r for p in self.house_params(ctx) if (r := p.get_help_record(ctx)) is not None]
        title = either("House rules", "玩法选项")
        with formatter.section(gettext("Options")):
            formatter.write_dl(own)
        with formatter.section(f"{title} ({named.key})" if named else title):
            formatter.write_dl(house)
            if not named:
                formatter.write_text(either("Each game has its own: name it before --help.", "每个玩法各有选项：在命令后写上游戏名再加 --help。"))


def make_game(variant: Variant, texts: dict[str, str], preset: str | None = None) -> Game:
    """A game whose house rules are given as text; OptionError names the one that fails."""
    from paiju.game.hand import Game

    by_name = {option.name: option for option in variant.options}
    values: dict[str, object] = {}
    for name, text in texts.items():
        if name not in by_name:
            others = _games_with(name)
            hint = others if others.en else nearest(name, list(by_name))
            en = f"{variant.key} has no option {shown(name)}{hint.en}"
            raise OptionError(en, f"{variant.zh}没有选项 {shown(name)}{hint.zh}", name)
        values[name] = by_name[name].parse(text)
    return Game(variant, values, preset)


def _games_with(name: str) -> Both:
    """``; it is one of changsha`` for a house rule of other games."""
    games = [variants.get(key) for key in variants.names() if any(option.name == name for option in variants.get(key).options)]
    return Both(f"; it is one of {', '.join(v.key for v in games)}", f"；它是{'、'.join(v.zh for v in games)}的") if games else Both("", "")


def _no_such_option(error: click.NoSuchOption, ctx: click.Context) -> click.UsageError:
    named = ctx.meta.get(_VARIANT)
    flag = error.option_name
    others = _games_with(flag.removeprefix("--").removeprefix("no-").replace("-", "_"))
    if named and others.en:
        return wrong_use(f"{flag} is no house rule of {named.key}{others.en}", f"{named.zh}没有玩法选项 {flag}{others.zh}", ctx)
    return click.UsageError(error.format_message(), ctx)


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
