"""The language in force at the command line, and click's own words in it.

Click asks gettext for its words when it shows them. Their Chinese is written in ``locale/*/click.po`` and compiled by ``make docs`` into the
``click.mo`` beside it. gettext takes the language from the environment alone, so LANGUAGE is set while click reads a command line and tells
errors; while the command runs, which may start other programs, it is as it was.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Final

LANGUAGES: Final = ("zh", "en")
_CATALOGUES: Final = os.path.join(os.path.dirname(__file__), "locale")

_OF_THE_USER: Final = os.environ.get("LANGUAGE")

_in_force = "zh"


def language() -> str:
    """``zh`` or ``en``."""
    return _in_force


def either(en: str, zh: str) -> str:
    """The text in the language in force."""
    return zh if _in_force == "zh" else en


def language_in(args: Sequence[str]) -> str:
    """The language a command line asks for, known before it is parsed: an error in it is told in that language too."""
    asked = ["zh", os.environ.get("PAIJU_LANG", "")]
    for text, after in zip(args, [*args[1:], ""], strict=False):
        asked.append(after if text == "--lang" else text.removeprefix("--lang=") if text.startswith("--lang=") else "")
    return [lang for lang in asked if lang in LANGUAGES][-1]


@contextmanager
def speaking(lang: str) -> Iterator[None]:
    """That language is in force, for what this program says and for click."""
    global _in_force
    kept = _in_force, gettext.textdomain()
    _in_force = lang
    gettext.bindtextdomain("click", _CATALOGUES)
    gettext.textdomain("click")
    try:
        with _environment("zh_CN" if lang == "zh" else "en"):
            yield
    finally:
        _in_force, domain = kept
        gettext.textdomain(domain)


def running() -> AbstractContextManager[None]:
    """LANGUAGE as the user has it."""
    return _environment(_OF_THE_USER)


@contextmanager
def _environment(value: str | None) -> Iterator[None]:
    kept = os.environ.get("LANGUAGE")
    _set(value)
    try:
        yield
    finally:
        _set(kept)


def _set(value: str | None) -> None:
    if value is None:
        os.environ.pop("LANGUAGE", None)
    else:
        os.environ["LANGUAGE"] = value
