"""What the store may refuse or fail to do.

StoreError                 (a PaijuError) the database cannot be used, or not for this; the cause is chained and logged
└── Behind                 the journal goes on differently from what this process has read: read the room's entries again
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy.exc import SQLAlchemyError

from paiju.core.errors import PaijuError

# What comes up when a database does not do as it is told.
FAILURES = (SQLAlchemyError, sqlite3.Error, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, TimeoutError)
log = logging.getLogger("paiju.server.store")


class StoreError(PaijuError):
    """The database did not do what was asked."""


class Behind(StoreError):
    """A room's journal is not as this process believes: nothing was appended. Its ``entries`` must be read before it goes on."""


def unusable() -> StoreError:
    """What people are told while the database fails; what exactly it said is for the log."""
    return StoreError("the server cannot use its database now; try again in a moment", "服务器现在用不了数据库，请稍后再试")


@contextmanager
def telling(what: str) -> Iterator[None]:
    """Failures of the database become a StoreError; ``what`` was tried stands in the log."""
    try:
        yield
    except FAILURES as error:
        log.error("%s failed: %s", what, said(error))
        raise unusable() from error


def said(error: BaseException) -> str:
    """What the driver said, without the statement."""
    return str(getattr(error, "orig", None) or error) or type(error).__name__
