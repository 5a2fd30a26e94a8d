"""Who is told: the seats 0-3, and two audiences besides; and the names of what the public signatures take."""

from typing import Final, TypeAlias

Seat: TypeAlias = int  # 0-3 in playing order
Tile: TypeAlias = int  # a kind, 0-33 (see core.tiles)
Audience: TypeAlias = int  # a seat, or one of the two below

WATCHER: Final = 4  # knows what lies open on the table
EVERYTHING: Final = 5  # the record, and the open replay
