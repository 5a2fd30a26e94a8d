"""Help in the language asked for: of a command and its options, written ``both("中文", "English")``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from paiju.cli.options import GameCommand, language_in

_BREAK = "\x1f"

F = TypeVar("F", bound=Callable[..., Any])


def both(zh: str, en: str) -> str:
    """One help in two languages."""
    return zh + _BREAK + en


def pick(text: str | None, lang: str) -> str | None:
    """The half of that language; a text that is not in two languages as it is."""
    if text is None or _BREAK not in text:
        return text
    return text.split(_BREAK)[0 if lang == "zh" else 1]


class BothOption(click.Option):
    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        whole = self.help
        self.help = pick(whole, ctx.meta.get("paiju.lang", "zh"))
        try:
            return super().get_help_record(ctx)
        finally:
            self.help = whole


class _Both(click.Command):
    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta["paiju.lang"] = language_in(args)
        return super().parse_args(ctx, args)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        whole = self.help
        self.help = pick(whole, ctx.meta.get("paiju.lang", "zh"))
        try:
            super().format_help_text(ctx, formatter)
        finally:
            self.help = whole

    def get_short_help_str(self, limit: int = 45) -> str:
        text = pick(self.help, "en") or ""
        return text.split(".")[0] + "."


class BothCommand(_Both, GameCommand):
    """A command about a game whose help is in both languages; the list of all commands is in English."""


class BothPlainCommand(_Both):
    """The same for a command that takes no game."""


def option(*names: str, zh: str, en: str, **settings: Any) -> Callable[[F], F]:
    """``click.option`` with its help in both languages."""
    return click.option(*names, cls=BothOption, help=both(zh, en), **settings)
