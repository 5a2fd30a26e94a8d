"""The rules pages, as Markdown in both languages: written in docs/rules, shipped inside the package."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from paiju.core.errors import PaijuError

COMMON: Final = "README"  # what is common to all games, and the words
_PACKAGE: Final = Path(__file__).resolve().parent.parent
_PLACES: Final = (_PACKAGE / "rulebook", _PACKAGE.parent.parent / "docs" / "rules")  # installed; in the source tree


def page(name: str, lang: str = "zh") -> str:
    """The page of a game, or ``COMMON``; PaijuError for a game without one.

    >>> page("changsha", "en").splitlines()[0]
    '# Changsha 长沙麻将 (108 tiles)'
    """
    found = _find(name, lang)
    if found is None:
        raise PaijuError(f"there is no rules page of {name}", f"没有 {name} 的规则页")
    return found.read_text(encoding="utf-8")


def has_page(name: str) -> bool:
    """Whether there is one; a game from outside may have none."""
    return _find(name, "zh") is not None


def _find(name: str, lang: str) -> Path | None:
    paths = ((place / "zh" if lang == "zh" else place) / f"{name}.md" for place in _PLACES)
    return next((path for path in paths if path.is_file()), None)
