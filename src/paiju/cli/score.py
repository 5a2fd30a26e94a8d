"""``paiju score``: requests of the score contract on standard input, answers on standard output, one JSON object a line."""

import io
import sys

import click

from paiju.cli.bilingual import BothCommand, lang_option, option
from paiju.cli.language import either

ABOUT_ZH = """算分：每行一个请求，每行一个答案（docs/scoring.md）。

只要有一行不是合格的请求，退出码就是 1。
"""
ABOUT_EN = """Score wins: one request a line in, one answer a line out (docs/scoring.md).

Exit status 1 if any line was not a valid request.
"""


@click.command(cls=BothCommand, zh=ABOUT_ZH, en=ABOUT_EN)
@option("--explain", is_flag=True, zh="再给出番种名称、拆法和每一笔付分，中英文都有", en="Add names, the reading and each payment in both languages.")
@lang_option
@click.pass_context
def score(ctx: click.Context, explain: bool, lang: str) -> None:
    """The command."""
    from paiju.game.score import run

    if sys.stdin.isatty():
        en = "paiju score: type or paste requests, one JSON object a line; end with Ctrl-D"
        click.echo(either(en, "paiju score：输入或粘贴请求，一行一个 JSON 对象；按 Ctrl-D 结束"), err=True)
    out = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", newline="\n")
    status = run(sys.stdin.buffer, out, explain=explain, lang=lang)
    out.flush()
    out.detach()
    ctx.exit(status)
