"""Ids that nobody can guess, fit for addresses and command lines. What they name is their owner's business."""

from __future__ import annotations

import secrets
from typing import Final

_BYTES: Final = 9  # twelve characters


def new_id() -> str:
    """Twelve letters, digits, - and _; never with - in front, which a command line would take for an option."""
    while (found := secrets.token_urlsafe(_BYTES)).startswith("-"):
        pass
    return found
