"""What a server draws by chance, drawn from a seed: walls are the same each time a test is run, so a hand is never short or strange by chance."""

from __future__ import annotations

import functools
import os
import random

import msgspec

from paiju.server.services import Settings


class Chance:
    """A stream that may be begun anew."""

    def __init__(self, seed: str) -> None:
        self.begin(seed)

    def begin(self, seed: str) -> None:
        self._stream = random.Random(seed)

    def secret(self) -> bytes:
        return self._stream.randbytes(32)

    def new_id(self) -> str:
        """Of a room. It goes into the walls too."""
        return f"r{self._stream.randbytes(6).hex()}"

    def rule(self, settings: Settings) -> Settings:
        """The same settings, but for chance."""
        tables = msgspec.structs.replace(settings.tables, secret=self.secret)
        return msgspec.structs.replace(settings, tables=tables, house=msgspec.structs.replace(settings.house, new_id=self.new_id))


def this_test() -> str:
    """The name of the test that is running, in its file."""
    return os.environ["PYTEST_CURRENT_TEST"].partition(" ")[0]


@functools.cache
def of_test(name: str) -> Chance:
    """One for all servers of a test: what one of them has drawn the next does not draw again."""
    return Chance(name)
