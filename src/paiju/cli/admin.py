"""``paiju admin``: looking after a server: its rooms, players and database. Where a server runs it is told; else the database is changed directly."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, TypeVar

import click

from paiju import variants
from paiju.cli.bilingual import BothCommand, lang_option, option
from paiju.cli.folding import cells
from paiju.cli.language import either
from paiju.cli.serve import check_installed, data_folder, database_in
from paiju.core.errors import PaijuError, printable

if TYPE_CHECKING:
    from paiju.server.room import Room
    from paiju.server.store import Store

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

_HYPHENED: Final = re.compile(r"-[^-].*|--[\w-]{10}", re.ASCII)  # a login, an id: no option here is written so


class _Group(BothCommand, click.Group):
    """A group with its help in both languages."""


class _AboutPlayer(BothCommand):
    """Its argument, an id or a login, may begin with a hyphen."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        options = {name for param in self.params for name in param.opts}
        named = [text for before, text in zip(["", *args], args, strict=False) if _HYPHENED.fullmatch(text) and before not in options]
        if named and "--" not in args:
            args = [*(text for text in args if text not in named), "--", *named]
        return super().parse_args(ctx, args)


def _database(function: F) -> F:
    """The options that say which server is meant."""
    for decorate in (
        lang_option,
        option(
            "--data", type=click.Path(file_okay=False, path_type=Path), envvar="PAIJU_DATA", show_envvar=True,
            zh="服务器的数据目录", en="The server's data folder.",
        ),
        option("--database", metavar="URL", envvar="PAIJU_DATABASE", show_envvar=True, zh="服务器的数据库", en="The server's database."),
    ):  # fmt: skip
        function = decorate(function)
    return function


class _Place:
    """The server that is meant: its folder and database, and whether it runs."""

    def __init__(self, data: Path | None, database: str | None) -> None:
        check_installed(database or "")
        self.data = data or data_folder()
        self.database = database_in(self.data, database)

    def run(self, work: Callable[[Store], Awaitable[T]]) -> T:
        """Does something with the open store."""

        async def inside() -> T:
            from paiju.server.store import Store

            async with await Store.open(self.database) as store:
                return await work(store)

        self._must_exist()
        return asyncio.run(inside())

    def tell(self, path: str, body: dict[str, str]) -> dict[str, Any] | None:
        """What the running server says to that; None where none runs. PaijuError where it refuses."""
        from paiju.server.controlling import tell

        return tell(self.data, path, body)

    def _must_exist(self) -> None:
        if "://" not in self.database and not Path(self.database).exists():
            en = f"there is no database {self.database}; start the server once, or name another with --data or --database"
            raise PaijuError(en, f"没有数据库 {self.database}；先开一次服务器，或用 --data、--database 指明是哪一个")


ABOUT_ZH = """照看服务器：房间、玩家、备份。

服务器开着就告诉它去做，没开就直接改数据库。
"""
ABOUT_EN = """Look after a server: rooms, players, backups.

A running server is told; without one the database is changed directly.
"""


@click.group(cls=_Group, zh=ABOUT_ZH, en=ABOUT_EN)
@lang_option
def admin(lang: str) -> None:
    """The command; each of its commands says which server is meant."""


# -- rooms -------------------------------------------------------------------------------------------------------


@admin.command(cls=BothCommand, zh="列出开着的房间。", en="List the open rooms.")
@_database
def rooms(data: Path | None, database: str | None, lang: str) -> None:
    """The command."""
    from paiju.server.controlling import open_rooms

    rows = [_room_row(number, room) for number, room in _Place(data, database).run(open_rooms).items()]
    heading = either("room|game|state|people", "房间|打法|状态|坐着").split("|")
    _table(heading, rows, either("there are no open rooms", "没有开着的房间"))


def _room_row(number: str, room: Room | None) -> list[str]:
    if room is None:
        return [number, either("its journal cannot be read", "日志读不了")]
    game = variants.get(room.rules.variant)
    people = [chair.name or (either(f"bot ({chair.bot})", f"电脑（{chair.bot}）") if chair.bot else "-") for chair in room.chairs]
    states = {"waiting": "等人", "playing": "在打", "over": "打完"}
    return [number, either(game.key, game.zh), either(room.state, states.get(room.state, room.state)), either(", ", "、").join(people)]


@admin.command(cls=BothCommand, zh="关掉一个房间。", en="Close a room.")
@click.argument("number")
@_database
def close(number: str, data: Path | None, database: str | None, lang: str) -> None:
    """The command."""
    from paiju.server.controlling import shut_room

    place = _Place(data, database)
    if place.tell("close", {"number": number}) is None:
        place.run(lambda store: shut_room(store, number))
    click.echo(either(f"room {number} is closed", f"房间 {number} 已关闭"))


# -- players -----------------------------------------------------------------------------------------------------


@admin.command(cls=_AboutPlayer, zh="列出玩家，可以按名字、账号、编号找。", en="List players, or find them by name, login or id.")
@click.argument("text", default="")
@option("--limit", type=click.IntRange(1, 100_000), default=100, show_default=True, zh="最多几个", en="How many at most.")
@_database
def players(text: str, limit: int, data: Path | None, database: str | None, lang: str) -> None:
    """The command."""

    async def find(store: Store) -> list[list[str]]:
        found = await store.players.find(text, limit=limit)
        return [
            [
                player.id, time.strftime("%Y-%m-%d", time.gmtime(player.created)), player.name, player.login or "-",
                "" if player.banned is None else either(f"banned: {player.banned}", f"已禁：{player.banned}"),
            ]
            for player in found
        ]  # fmt: skip

    heading = either("id|since|name|login|", "编号|从哪天起|名字|账号|").split("|")
    _table(heading, _Place(data, database).run(find), either("there is no such player", "没有这样的玩家"))


@admin.command(cls=_AboutPlayer, zh="禁一个玩家，并断开他。", en="Ban a player, and cut him off.")
@click.argument("player")
@option("--why", default="", zh="为什么，他会看到", en="Why; he will see it.")
@_database
def ban(player: str, why: str, data: Path | None, database: str | None, lang: str) -> None:
    """The command."""
    place = _Place(data, database)
    if place.tell("ban", {"player": player, "why": why}) is None:
        _known(place.run(lambda store: store.players.ban(player, why)), player)
    click.echo(either(f"{player} is banned", f"{player} 已禁"))


@admin.command(cls=_AboutPlayer, zh="解禁一个玩家。", en="Lift a ban.")
@click.argument("player")
@_database
def unban(player: str, data: Path | None, database: str | None, lang: str) -> None:
    """The command."""
    _known(_Place(data, database).run(lambda store: store.players.unban(player)), player)
    click.echo(either(f"{player} may play again", f"{player} 可以再打了"))


@admin.command(cls=_AboutPlayer, zh="给一个账号换密码（从标准输入读一行）。", en="Set the password of an account (a line of standard input).")
@click.argument("login")
@_database
def password(login: str, data: Path | None, database: str | None, lang: str) -> None:
    """The command."""
    place = _Place(data, database)
    prompt = either(f"New password of {login}", f"{login} 的新密码")
    new = click.prompt(prompt, hide_input=True, confirmation_prompt=True) if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")

    async def change(store: Store) -> bool:
        from paiju.server.identity import Identity

        return await (await Identity.open(store)).set_password(login, new) is not None

    if place.tell("password", {"login": login, "password": new}) is None and not place.run(change):
        raise PaijuError(f"there is no account {login}; see: paiju admin players", f"没有账号 {login}；看 paiju admin players")
    click.echo(either(f"the password of {login} is changed; all its sessions have ended", f"{login} 的密码换了，原来的登录都失效了"))


def _table(heading: list[str], rows: list[list[str]], none: str) -> None:
    """Rows below their heading; ``none`` where there are none."""
    if not rows:
        click.echo(none)
        return
    lines = [[printable(text, 300) for text in row] for row in (heading, *rows)]
    widths = [max(cells(line[n]) for line in lines if n < len(line)) for n in range(len(heading))]
    for line in lines:
        click.echo("  ".join(text + " " * (width - cells(text)) for text, width in zip(line, widths, strict=False)).rstrip())


def _known(found: bool, player: str) -> None:
    if not found:
        raise PaijuError(f"there is no player {player}; see: paiju admin players", f"没有玩家 {player}；看 paiju admin players")


# -- the database ------------------------------------------------------------------------------------------------


@admin.command(cls=BothCommand, zh="备份 SQLite 数据库，开着服务器也行。", en="Back up the SQLite database, also while the server runs.")
@click.argument("file", type=click.Path(path_type=Path))
@_database
def backup(file: Path, data: Path | None, database: str | None, lang: str) -> None:
    """The command."""
    _Place(data, database).run(lambda store: store.backup(file))
    click.echo(either(f"written: {file} (whoever has it has everything; keep it to yourself)", f"已写入 {file}（里面什么都有，不要给别人）"))


@admin.command(cls=BothCommand, zh="把整个数据库导出成 JSON 行；- 是标准输出。", en="Export the whole database as JSON lines; - is standard output.")
@click.argument("file")
@_database
def export(file: str, data: Path | None, database: str | None, lang: str) -> None:
    """The command."""

    async def write(store: Store) -> int:
        count = -2  # the first and the last line are no rows
        with _private(file) as out:
            async for line in store.export():
                out.write(line)
                count += 1
            out.flush()
        return count

    rows = _Place(data, database).run(write)
    click.echo(either(f"{rows} rows exported (whoever has them has everything)", f"导出了 {rows} 行（里面什么都有，不要给别人）"), err=True)


@admin.command("import", cls=BothCommand, zh="把导出的文件读进一个空的数据库。", en="Read an export into an empty database.")
@click.argument("file", type=click.File("rb"))
@_database
def import_(file: IO[bytes], data: Path | None, database: str | None, lang: str) -> None:
    """The command."""
    place = _Place(data, database)

    def restore() -> Coroutine[Any, Any, int]:
        from paiju.server.store import Store

        return Store.restore(place.database, file)

    rows = asyncio.run(restore())
    click.echo(either(f"{rows} rows imported", f"读入了 {rows} 行"))


@admin.command(cls=BothCommand, zh="删去早就关了的房间的过程；牌谱和成绩留着。", en="Forget the journals of rooms closed long ago.")
@option("--days", type=click.IntRange(1), default=30, show_default=True, zh="多少天以前的", en="Older than so many days.")
@_database
def prune(days: int, data: Path | None, database: str | None, lang: str) -> None:
    """The command."""
    _Place(data, database).run(lambda store: store.prune(days))
    click.echo(either("done", "好了"))


def _private(file: str) -> AbstractContextManager[IO[bytes]]:
    """A new file that only its owner may read, or standard output."""
    if file == "-":
        return nullcontext(sys.stdout.buffer)
    return os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
