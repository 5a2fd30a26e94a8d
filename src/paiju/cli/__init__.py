"""The command ``paiju``. Each of its commands lives in a file of its own beside this one and is named here.

A command's module is imported when it is called, or when the help lists them all, so it keeps its own heavy imports inside.
"""

import sys
from importlib import import_module
from typing import Any

import click

from paiju._build import version_line
from paiju.cli.bilingual import BothCommand, lang_option, option, wrong_use
from paiju.cli.language import either, language, language_in, speaking
from paiju.cli.streams import prepare
from paiju.core.errors import PaijuError, nearest, printable, shown

INTERRUPTED = 130  # the exit status after Ctrl-C

# Command -> where it is, as "module:function"; in this order in the help.
COMMANDS = {
    "serve": "paiju.cli.serve:serve",
    "play": "paiju.cli.play:play",
    "rules": "paiju.cli.rules:rules",
    "score": "paiju.cli.score:score",
    "analyse": "paiju.cli.analyse:analyse",
    "replay": "paiju.cli.replay:replay",
    "review": "paiju.cli.review:review",
    "verify": "paiju.cli.verify:verify",
    "admin": "paiju.cli.admin:admin",
    "sim": "paiju.cli.sim:sim",
    "arena": "paiju.cli.arena:arena",
    "perft": "paiju.cli.perft:perft",
    "bench": "paiju.cli.bench:bench",
}
# The first command of each part of the help, and its heading.
PARTS = {
    "serve": ("Play and reckon", "打牌和算分"),
    "replay": ("What was played", "打过的牌"),
    "admin": ("Look after a server", "照看服务器"),
    "sim": ("Research and measuring", "研究和测量"),
}


class _Commands(BothCommand, click.Group):
    """Imports a command when it is asked for; shows an error of use as one sentence, in the language in force."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        parts: list[tuple[str, list[tuple[str, str]]]] = []
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            assert command is not None
            if name in PARTS:
                parts.append((either(*PARTS[name]), []))
            parts[-1][1].append((name.ljust(max(map(len, COMMANDS))), command.get_short_help_str()))
        for heading, rows in parts:
            with formatter.section(heading):
                formatter.write_dl(rows)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        found = getattr(import_module(module), name)
        assert isinstance(found, click.Command)
        return found

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            name, close, known = shown(args[0]), nearest(args[0], list(COMMANDS)), ", ".join(COMMANDS)
            raise wrong_use(f"there is no command {name}{close.en}; commands are {known}", f"没有命令 {name}{close.zh}；有 {known}", ctx)
        return super().resolve_command(ctx, args)

    def main(self, *args: Any, **settings: Any) -> Any:
        given = args[0] if args else settings.get("args")
        with speaking(language_in(sys.argv[1:] if given is None else given)):
            prepare()
            return super().main(*args, **settings)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # the reader of our output has gone; click ends quietly
            raise
        except KeyboardInterrupt:
            raise SystemExit(INTERRUPTED) from None
        except PaijuError as error:
            raise click.ClickException(printable(error.said(language()))) from None
        except OSError as error:
            from paiju.cli.system import told

            raise click.ClickException(printable(told(error))) from None


def _show_version(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(version_line())
        context.exit()


@click.group(
    cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]},
    zh="牌局：长春、白城、长沙三地麻将。", en="Paiju: Chinese regional mahjong.",
)  # fmt: skip
@option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version,
    zh="显示版本和构建方式", en="Say which version and which build this is.",
)  # fmt: skip
@lang_option
def main(lang: str) -> None:
    """The command; each of its commands asks for the language itself."""
