"""Who is told: the seats 0-3, and two audiences besides."""

from typing import Final

WATCHER: Final = 4  # knows what lies open on the table
EVERYTHING: Final = 5  # the record, and the open replay
