"""Loads paiju's modules from their .py files although compiled ones lie beside them.

Knows import machinery only; whether to use it is decided in the package's ``__init__`` (PAIJU_PURE=1).
"""

import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType


class PureFinder:
    """A meta path finder that answers for ``paiju.*`` with source files and leaves every other name to the next finder."""

    @classmethod
    def find_spec(cls, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        if path is None or not fullname.startswith("paiju."):
            return None
        for entry in path:
            spec = FileFinder(entry, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(fullname, target)
            if spec is not None and spec.loader is not None:
                return spec
        return None


def install() -> None:
    """Put the finder first, once."""
    if PureFinder not in sys.meta_path:
        sys.meta_path.insert(0, PureFinder)
