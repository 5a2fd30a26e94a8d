"""The command ``paiju``. Each of its commands lives in a file of its own beside this one and is named here.

A command's module is imported when it is called, or when the help lists them all, so it keeps its own heavy imports inside.
"""

from importlib import import_module
from typing import Any

import click

from paiju._build import version_line
from paiju.cli.streams import prepare
from paiju.core.errors import PaijuError, nearest, shown

INTERRUPTED = 130  # the exit status after Ctrl-C

# Command -> where it is, as "module:function"; in this order in the help.
COMMANDS = {
    "play": "paiju.cli.play:play",
    "rules": "paiju.cli.rules:rules",
    "score": "paiju.cli.score:score",
    "perft": "paiju.cli.perft:perft",
    "sim": "paiju.cli.sim:sim",
    "replay": "paiju.cli.replay:replay",
    "verify": "paiju.cli.verify:verify",
    "bench": "paiju.cli.bench:bench",
}


class _Commands(click.Group):
    """Imports a command when it is asked for; shows an error of use as one sentence."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        found = getattr(import_module(module), name)
        assert isinstance(found, click.Command)
        return found

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            raise click.UsageError(f"there is no command {shown(args[0])}{nearest(args[0], list(COMMANDS))}; commands are {', '.join(COMMANDS)}", ctx)
        return super().resolve_command(ctx, args)

    def main(self, *args: Any, **settings: Any) -> Any:
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
            raise click.ClickException(_printable(str(error))) from None
        except OSError as error:
            raise click.ClickException(_printable(f"{error.filename}: {error.strerror}" if error.filename else str(error))) from None


def _printable(text: str) -> str:
    """A message without control characters, which the name of a file may hold."""
    return "".join(c if c.isprintable() or c == "\n" else "?" for c in text)


def _show_version(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(version_line())
        context.exit()


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version, help="Say which version and which build this is.")
def main() -> None:
    """Paiju 牌局: Chinese regional mahjong."""
