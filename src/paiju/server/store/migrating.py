"""Brings a database to the schema of this version, by the scripts in ``migrations``. What the tables are for is ``schema``'s business."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncConnection

from paiju.server.store.errors import StoreError

_SCRIPTS: Final = Path(__file__).parent / "migrations"
_LOCK: Final = 0x7061696A75  # of PostgreSQL, while a process migrates; in SQLite the transaction itself is the lock
_OWN: Final = "alembic_version"


async def migrate(connection: AsyncConnection, revision: str = "head") -> None:
    """Within the connection's transaction; of two processes that come at once, the second finds it done.

    StoreError for a database of a newer version, or one that is somebody else's.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
    await connection.run_sync(_migrate, revision)


def revision_of(connection: Connection) -> str | None:
    """The revision the database is at; None where it is no database of paiju."""
    return MigrationContext.configure(connection).get_current_revision()


def _migrate(connection: Connection, wanted: str) -> None:
    scripts = ScriptDirectory(str(_SCRIPTS))
    if wanted == "head":
        wanted = str(scripts.get_current_head())
    here = revision_of(connection)
    known = {script.revision for script in scripts.walk_revisions()}
    for revision in (here, wanted):
        if revision is not None and revision not in known:
            raise StoreError(
                f"the database is at revision {revision}, which this version does not know: it is of a newer paiju; upgrade to that one",
                f"数据库的版本 {revision} 这里不认识：它是更新的 paiju 的；请升级 paiju",
            )
    if here is None:
        others = [name for name in inspect(connection).get_table_names() if name != _OWN]
        if others:
            raise StoreError(
                f"the database is not empty and not of paiju: it holds {others[0]}; give paiju a database of its own",
                f"这个数据库不是空的，也不是 paiju 的：里面有 {others[0]}；请给 paiju 单独一个数据库",
            )
    if here == wanted:
        return
    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, wanted)
