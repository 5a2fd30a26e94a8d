"""Commands and options whose help is in both languages; the option ``--lang``; errors of use in the language in force."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import nullcontext
from gettext import gettext
from typing import Any, TypeVar

import click

from paiju.cli.folding import FoldingContext
from paiju.cli.language import LANGUAGES, either, language, running
from paiju.core.errors import printable

F = TypeVar("F", bound=Callable[..., Any])


class BothOption(click.Option):
    """An option with its help in both languages."""

    def __init__(self, *args: Any, zh: str, en: str, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.about = (en, zh)

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        self.help = either(*self.about)
        return super().get_help_record(ctx)

    def get_error_hint(self, ctx: click.Context | None) -> str:
        return super().get_error_hint(ctx).replace("(env var: ", either("(env var: ", "(环境变量 "))  # words click does not translate


class BothCommand(click.Command):
    """A command, or a group of them, with its help in both languages; the first line stands in the list of commands."""

    context_class = FoldingContext

    def __init__(self, *args: Any, zh: str, en: str, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.about = (inspect.cleandoc(en), inspect.cleandoc(zh))

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.help = either(*self.about)
        super().format_help_text(ctx, formatter)

    def get_short_help_str(self, limit: int = 45) -> str:
        return either(*self.about).split("\n")[0].rstrip("。")

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        found = super().get_help_option(ctx)
        if found is not None:
            found.help = gettext("Show this message and exit.")  # click makes it once, in the language of then
        return found

    def invoke(self, ctx: click.Context) -> Any:
        with nullcontext() if isinstance(self, click.Group) else running():  # a group goes on reading the command line
            return super().invoke(ctx)


def option(*names: str, zh: str, en: str, **settings: Any) -> Callable[[F], F]:
    """``click.option`` with its help in both languages."""
    return click.option(*names, cls=BothOption, zh=zh, en=en, **settings)


lang_option = option(
    "--lang", type=click.Choice(LANGUAGES), default="zh", envvar="PAIJU_LANG", show_envvar=True,
    callback=lambda _context, _option, _value: language(),  # which may have been given before the command
    zh="语言", en="The language.",
)  # fmt: skip


def wrong_use(en: str, zh: str, ctx: click.Context | None = None) -> click.UsageError:
    """A command line that cannot be carried out, told in the language in force."""
    return click.UsageError(printable(either(en, zh)), ctx)
