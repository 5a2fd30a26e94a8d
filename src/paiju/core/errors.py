"""The errors a caller may want to tell apart.

PaijuError                 (a ValueError) what was asked cannot be; the message says what, why not, and what would do
├── TextError              text that names no tile, meld or hand: `text`, `position`
├── VariantError           no such game
├── OptionError            an unknown house rule or a value it cannot have: `option` (its name, or "preset")
├── RequestError           a score request that cannot be answered: `code`, `at` (the field's path)
├── ActionError            an action that is not allowed now
└── RecordError            a record that cannot be read, or does not hold: `line` (0 where there is none)

Errors of use, not of the program: whoever takes text or JSON from outside may show the message as it is.
"""


class PaijuError(ValueError):
    """What was asked cannot be; the message is a sentence for the user."""


class TextError(PaijuError):
    """Text that names no tile, meld or hand."""

    def __init__(self, message: str, text: str, position: int) -> None:
        super().__init__(message)
        self.text = text
        self.position = position


class VariantError(PaijuError):
    """There is no game of that name."""


class OptionError(PaijuError):
    """An unknown house rule, or a value it cannot have."""

    def __init__(self, message: str, option: str) -> None:
        super().__init__(message)
        self.option = option


class RequestError(PaijuError):
    """A score request that cannot be answered; ``at`` is the path of the field that shows it."""

    def __init__(self, message: str, code: str, at: str) -> None:
        super().__init__(message)
        self.code = code
        self.at = at


class ActionError(PaijuError):
    """An action that is not allowed now."""


class RecordError(PaijuError):
    """A record that cannot be read, or does not hold; ``line`` of its file, from 1, or 0."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.reason = message
        self.line = line


def shown(value: object) -> str:
    """A value as it may stand in a message: short, on one line, and safe to print whatever it holds."""
    text = ascii(value) if not isinstance(value, str) else '"' + "".join([c if c.isprintable() else "?" for c in value[:61]]) + '"'
    return text if len(text) <= 62 else text[:58] + "…"


def nearest(name: str, names: list[str]) -> str:
    """``; did you mean "y"?`` for a misspelt name, or nothing."""
    from difflib import get_close_matches  # only when something went wrong

    close = get_close_matches(name[:60], names, 1)
    return f'; did you mean "{close[0]}"?' if close else ""


def counted(number: int, noun: str) -> str:
    """``1 fan``, ``2 fans``: a number with its English noun."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
