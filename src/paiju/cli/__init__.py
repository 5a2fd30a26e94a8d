"""The command ``paiju``. Each of its commands lives in a file of its own beside this one and is added here."""

import click

from paiju._build import version_line


def _show_version(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(version_line())
        context.exit()


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version, help="Say which version and which build this is.")
def main() -> None:
    """Paiju 牌局: Chinese regional mahjong."""
