"""``paiju score``: requests of the score contract on standard input, answers on standard output, one JSON object a line."""

import io
import sys

import click


@click.command()
@click.option("--explain", is_flag=True, help="Add names, the reading and each payment in both languages.")
@click.pass_context
def score(ctx: click.Context, explain: bool) -> None:
    """Score wins: one request a line in, one answer a line out (docs/scoring.md).

    Exit status 1 if any line was not a valid request.
    """
    from paiju.game.score import run

    if sys.stdin.isatty():
        click.echo("paiju score: type or paste requests, one JSON object a line; end with Ctrl-D", err=True)
    out = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", newline="\n")
    status = run(sys.stdin.buffer, out, explain=explain)
    out.flush()
    out.detach()
    ctx.exit(status)
