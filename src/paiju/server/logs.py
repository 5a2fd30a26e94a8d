"""What the server writes about itself on standard error: short lines for people, or one JSON object a line.

A line names table, hand and sequence. Fields come by ``extra=`` and only those below are written, so that neither a tile nor a secret gets
into a log by accident; of an error whose text may quote a player's answer only the kind is told.
"""

from __future__ import annotations

import json
import logging
import sys
import time
import traceback
from typing import IO, Final

from paiju.core.errors import PaijuError, printable

FIELDS: Final = (
    "table", "hand", "sequence", "seat", "chair", "player", "connection", "address", "code", "method", "path", "status", "ms", "count",
    "waits_for", "why",
)  # fmt: skip
KINDS: Final = ("text", "json")


def fields_of(record: logging.LogRecord) -> dict[str, object]:
    """The fields a line carries beside its words."""
    given = vars(record)
    return {name: given[name] for name in FIELDS if given.get(name) is not None}


def error_of(record: logging.LogRecord) -> str:
    """Where an error came from, without what a player may have said."""
    error = record.exc_info[1] if record.exc_info else None
    parts: list[str] = []
    while error is not None:
        said = [type(error).__name__ + "\n"] if isinstance(error, PaijuError) else traceback.format_exception_only(error)
        parts = [*traceback.format_list(traceback.extract_tb(error.__traceback__)), *said, *parts]
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "".join(parts).rstrip()


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z"
        line = {"time": stamp, "level": record.levelname.lower(), "from": record.name, "said": record.getMessage(), **fields_of(record)}
        if error := error_of(record):
            line["error"] = error
        return json.dumps(line, ensure_ascii=False, default=str)


class Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        stamp = time.strftime("%H:%M:%S", time.localtime(record.created))
        level = "" if record.levelno == logging.INFO else f"{record.levelname.lower()}: "
        fields = "".join(f"  {name}={printable(str(value), 200)}" for name, value in fields_of(record).items())
        error = error_of(record)
        return f"{stamp} {level}{printable(record.getMessage())}{fields}" + (f"\n{error}" if error else "")


def start(kind: str, *, stream: IO[str] | None = None) -> logging.Handler:
    """Sends what this server and uvicorn say to standard error in that form; gives the handler, for ``stop``."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines() if kind == "json" else Lines())
    for name, level in (("paiju", logging.INFO), ("uvicorn", logging.WARNING), ("litestar", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.setLevel(level)
        logger.addHandler(handler)
        logger.propagate = False
    return handler


def stop(handler: logging.Handler) -> None:
    """Takes the handler away again."""
    for name in ("paiju", "uvicorn", "litestar"):
        logger = logging.getLogger(name)
        logger.removeHandler(handler)
        logger.propagate = True
        logger.setLevel(logging.NOTSET)
