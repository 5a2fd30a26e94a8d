"""``paiju serve``: the game in a browser, from this machine."""

from __future__ import annotations

import asyncio
import sys
from importlib.util import find_spec
from pathlib import Path

import click

from paiju.cli.bilingual import BothCommand, lang_option, option
from paiju.cli.folder import folder
from paiju.cli.language import either
from paiju.cli.started import as_started
from paiju.core.errors import PaijuError

NEEDED = ("litestar", "uvicorn", "websockets", "sqlalchemy", "alembic", "aiosqlite", "argon2", "openskill", "prometheus_client")
DATABASE = "paiju.sqlite3"  # in the data folder, unless another is named

ABOUT_ZH = """在浏览器里打：开一个服务器，自己和电脑打，或把房间链接发给朋友。

每个动作先存好再告诉大家：不管怎么停下来的，再开起来每一桌都接着打。按 Ctrl-C 停止，退出码是 0。
"""
ABOUT_EN = """Play in a browser: a server for games against bots, or with friends by a link to the room.

Every answer is stored before anybody is told: however the server was stopped, each table goes on when it is back. Ctrl-C stops it;
the exit status is then 0.
"""


@click.command(cls=BothCommand, zh=ABOUT_ZH, en=ABOUT_EN)
@option(
    "--host", default="127.0.0.1", show_default=True,
    zh="监听的地址；0.0.0.0 让同一网络里的手机也能打开", en="The address to listen on; 0.0.0.0 lets phones on the same network in.",
)  # fmt: skip
@option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, zh="端口；0 表示随便一个空的", en="The port; 0 for any free one.")
@option(
    "--database", metavar="URL", envvar="PAIJU_DATABASE", show_envvar=True,
    zh="数据库：SQLite 文件，或 postgresql://…（默认是数据目录里的 paiju.sqlite3）",
    en="The database: a file of SQLite, or postgresql://… (paiju.sqlite3 in the data folder).",
)  # fmt: skip
@option(
    "--data", type=click.Path(file_okay=False, path_type=Path), envvar="PAIJU_DATA", show_envvar=True,
    zh="数据目录（默认在你的用户数据目录里）", en="The data folder (one of yours, kept by the system's custom).",
)  # fmt: skip
@option("--open", "browser", is_flag=True, zh="打开浏览器", en="Open a browser.")
@option(
    "--origin", "origins", multiple=True, metavar="URL",
    zh="网页也可以从这个网址来，如反向代理改了域名", en="Pages may come from this address too, where a proxy changes the name.",
)  # fmt: skip
@option(
    "--metrics-token", default="", envvar="PAIJU_METRICS_TOKEN", show_envvar=True, metavar="TEXT",
    zh="别的机器凭它读 /metrics", en="Other machines read /metrics with it.",
)  # fmt: skip
@option(
    "--word", default="", envvar="PAIJU_WORD", show_envvar=True, metavar="TEXT",
    zh="口令：不知道的人进不来（只给自己人开的服务器）", en="A private server: nobody comes in who does not know this word.",
)  # fmt: skip
@option("--log", "log_kind", type=click.Choice(["text", "json"]), default="text", show_default=True, zh="日志写成哪种", en="How the log is written.")
@lang_option
@click.pass_context
def serve(
    ctx: click.Context,
    host: str,
    port: int,
    database: str | None,
    data: Path | None,
    browser: bool,
    origins: tuple[str, ...],
    metrics_token: str,
    word: str,
    log_kind: str,
    lang: str,
) -> None:
    """The command."""
    check_installed(database or "")
    from paiju.server import logs, serving
    from paiju.server.services import Settings

    data = data or data_folder()
    settings = Settings(database=database_in(data, database), data=data, origins=origins, metrics_token=metrics_token, word=word.strip())
    try:
        with serving.listen(host, port) as sock:
            handler = logs.start(log_kind)
            try:
                asyncio.run(serving.serve(settings, sock, lambda: _ready(serving.addresses(sock), browser=browser)))
            finally:
                logs.stop(handler)
    except PaijuError as error:
        raise as_started(error, ctx) from None
    click.echo(either("The server has stopped; every table is kept and goes on when it is back.", "服务器停了；每一桌都存好了，再开就接着打。"))


def _ready(addresses: list[str], *, browser: bool) -> None:
    """Says where the game is."""
    click.echo(either(f"Paiju is at {addresses[0]}", f"牌局开在 {addresses[0]}"))
    for address in addresses[1:]:
        click.echo(either(f"From a phone on the same network: {address}", f"同一网络里的手机打开 {address}"))
    click.echo(either("Ctrl-C stops it.", "按 Ctrl-C 停止。"))
    sys.stdout.flush()
    if browser:
        import webbrowser

        webbrowser.open(addresses[0])


def data_folder() -> Path:
    """Where the server of this user keeps its things."""
    return folder().parent / "server"


def database_in(data: Path, database: str | None) -> str:
    """The database that is named, or the one of the data folder."""
    return database or str((data / DATABASE).absolute())


def check_installed(database: str) -> None:
    """PaijuError when what the server is built on is not installed."""
    needed = [*NEEDED, *(["asyncpg"] if database.startswith("postgres") else [])]
    missing = ", ".join(name for name in needed if find_spec(name) is None)
    if missing:
        en = f"the server needs packages that are not installed ({missing}); install them with: pip install 'paiju[server]'"
        raise PaijuError(en, f"服务器要用的包还没有装（{missing}）；这样安装：pip install 'paiju[server]'")
