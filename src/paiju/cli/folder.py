"""Where the matches of ``paiju play`` are kept."""

import os
from pathlib import Path


def folder() -> Path:
    """In the data folder: PAIJU_DATA, or one of the user's by the system's custom."""
    data = os.environ.get("PAIJU_DATA") or Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "paiju"
    return Path(data) / "matches"


def newest() -> list[Path]:
    """The files there, the latest first."""
    return sorted(folder().glob("*.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True)
