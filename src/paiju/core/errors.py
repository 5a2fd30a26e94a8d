"""The errors a caller may want to tell apart.

PaijuError                 (a ValueError) what was asked cannot be; the message says what, why not, and what would do
├── TextError              text that names no tile, meld or hand: `text`, `position`
├── VariantError           no such game
├── OptionError            an unknown house rule or a value it cannot have: `option` (its name, or "preset")
├── RequestError           a score request that cannot be answered: `code`, `at` (the field's path)
├── ActionError            an action that is not allowed now
└── RecordError            a record that cannot be read, or does not hold: `line` (0 where there is none)

Errors of use, not of the program: whoever takes text or JSON from outside may show the message as it is, in the reader's language.
"""

from __future__ import annotations


class Both:
    """A piece of a sentence in both languages."""

    def __init__(self, en: str, zh: str) -> None:
        self.en = en
        self.zh = zh

    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        return Both, (self.en, self.zh)


class PaijuError(ValueError):
    """What was asked cannot be. The message is a sentence for the user: ``str(error)`` in English, ``error.zh`` in Chinese."""

    def __init__(self, en: str, zh: str) -> None:
        super().__init__(en)
        self.args = (en, zh)  # what copy and pickle call the class with again
        self.en = en
        self.zh = zh

    def __str__(self) -> str:
        return self.en

    def said(self, lang: str) -> str:
        """The message in that language: ``zh`` or ``en``."""
        return self.zh if lang == "zh" else self.en


class TextError(PaijuError):
    """Text that names no tile, meld or hand."""

    def __init__(self, en: str, zh: str, text: str, position: int) -> None:
        super().__init__(en, zh)
        self.args = (en, zh, text, position)
        self.text = text
        self.position = position


class VariantError(PaijuError):
    """There is no game of that name."""


class OptionError(PaijuError):
    """An unknown house rule, or a value it cannot have."""

    def __init__(self, en: str, zh: str, option: str) -> None:
        super().__init__(en, zh)
        self.args = (en, zh, option)
        self.option = option


class RequestError(PaijuError):
    """A score request that cannot be answered; ``at`` is the path of the field that shows it."""

    def __init__(self, en: str, zh: str, code: str, at: str) -> None:
        super().__init__(en, zh)
        self.args = (en, zh, code, at)
        self.code = code
        self.at = at


class ActionError(PaijuError):
    """An action that is not allowed now."""


class RecordError(PaijuError):
    """A record that cannot be read, or does not hold; ``line`` of its file, from 1, or 0. ``reason`` is the message without the line.

    As a reason may quote the file, it is made printable.
    """

    def __init__(self, en: str, zh: str, line: int = 0) -> None:
        en, zh = printable(en), printable(zh)
        super().__init__(f"line {line}: {en}" if line else en, f"第 {line} 行：{zh}" if line else zh)
        self.args = (en, zh, line)
        self.reason = Both(en, zh)
        self.line = line

    def at(self, line: int) -> RecordError:
        """The same, found in that line."""
        return RecordError(self.reason.en, self.reason.zh, line)


def printable(text: str, longest: int = 1000) -> str:
    """Text as it may be shown on a terminal whatever it holds: no control characters, and cut short in its middle when it is longer."""
    if len(text) > longest:
        head = longest * 2 // 3
        text = text[:head] + "…" + text[head + 1 - longest :]
    return "".join([c if c.isprintable() else "?" for c in text])


def shown(value: object) -> str:
    """A value as it may stand in a message: short, on one line, and safe to print."""
    return printable(f'"{value}"' if isinstance(value, str) else ascii(value), 62)


def nearest(name: str, names: list[str]) -> Both:
    """`` (did you mean "y"?)`` for a misspelt name, or nothing."""
    from difflib import get_close_matches  # only when something went wrong

    close = get_close_matches(name[:60], names, 1)
    return Both(f' (did you mean "{close[0]}"?)', f"（是不是“{close[0]}”？）") if close else Both("", "")


def counted(number: int, noun: str) -> str:
    """``1 fan``, ``2 fans``: a number with its English noun."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
