"""House rules: each option declared once, with its values, labels in both languages and clause.

Validation, command-line flags, JSON Schema, the docs table and the header of a record all come from these declarations.
Knows nothing of what an option does.
"""

from typing import Final, final

from mypy_extensions import i64

from paiju.core.errors import Both, OptionError, nearest, shown

FLAG: Final = "flag"  # true or false
NUMBER: Final = "number"  # low .. high
CHOICE: Final = "choice"  # one of the choices
CHOICES: Final = "choices"  # any of the choices, as a list
NUMBERS: Final = "numbers"  # a list of `length` numbers, each low .. high


@final
class Choice:
    """One value an option may have, with its labels. ``value`` is a bool, int or str."""

    def __init__(self, value: object, zh: str, en: str) -> None:
        self.value: Final = value
        self.zh: Final = zh
        self.en: Final = en


@final
class Option:
    """One house rule. Made by ``flag``, ``number``, ``choice``, ``choices`` or ``numbers`` below."""

    def __init__(self, name: str, kind: str, default: object, clause: str, zh: str, en: str, about_zh: str, about_en: str) -> None:
        self.name: Final = name
        self.kind: Final = kind
        self.default: Final = default
        self.clause: Final = clause
        self.zh: Final = zh
        self.en: Final = en
        self.about_zh: Final = about_zh
        self.about_en: Final = about_en
        self.choices: list[Choice] = []
        self.low: i64 = 0
        self.high: i64 = 0
        self.length: i64 = 0

    def __repr__(self) -> str:
        return f"<Option {self.name} = {as_text(self.default)} ({self.clause})>"

    def allowed(self) -> Both:
        """What values would do, as a phrase."""
        values = ", ".join([as_text(c.value) for c in self.choices])
        if self.kind == FLAG:
            return Both("true or false", "true 或 false")
        if self.kind == NUMBER:
            return Both(f"a whole number from {self.low} to {self.high}", f"{self.low} 到 {self.high} 的整数")
        if self.kind == CHOICE:
            return Both(f"one of {values}", f"{values} 之一")
        if self.kind == CHOICES:
            return Both(f"a list of different values from {values}", f"{values} 中不重复的几个")
        return Both(f"a list of {self.length} whole numbers from {self.low} to {self.high}", f"{self.length} 个 {self.low} 到 {self.high} 的整数")

    def check(self, value: object) -> object:
        """The value itself (a list copied, in the order of the declaration), or OptionError."""
        if self.kind == FLAG and isinstance(value, bool):
            return value
        if self.kind == NUMBER and self._fits(value):
            return value
        if self.kind == CHOICE and any(same(c.value, value) for c in self.choices):
            return value
        if self.kind == CHOICES and isinstance(value, list) and all(isinstance(v, str) for v in value) and len(set(value)) == len(value):
            chosen = [c.value for c in self.choices if c.value in value]
            if len(chosen) == len(value):
                return chosen
        if self.kind == NUMBERS and isinstance(value, list) and len(value) == self.length and all(self._fits(v) for v in value):
            return list(value)
        allowed = self.allowed()
        raise OptionError(f"{self.name} must be {allowed.en}; got {shown(value)}", f"{self.name} 应是 {allowed.zh}，不是 {shown(value)}", self.name)

    def parse(self, text: str) -> object:
        """The value written as text, as on a command line: ``true``, ``16``, ``middle,edge``, ``2,3,4``."""
        if self.kind == CHOICES:
            return self.check([part.strip() for part in text.split(",")] if text.strip() else [])
        if self.kind == NUMBERS:
            return self.check([_plain(part.strip()) for part in text.split(",")])
        for c in self.choices:
            if as_text(c.value) == text:
                return c.value
        return self.check(_plain(text))

    def command_flag(self) -> str:
        return "--" + self.name.replace("_", "-")

    def schema(self) -> dict[str, object]:
        """This option as JSON Schema, labels and sentences in both languages beside it."""
        out: dict[str, object] = {}
        if self.kind == FLAG:
            out["type"] = "boolean"
        elif self.kind == NUMBER:
            out.update({"type": "integer", "minimum": self.low, "maximum": self.high})
        elif self.kind == CHOICE:
            out["enum"] = [c.value for c in self.choices]
        elif self.kind == CHOICES:
            out.update({"type": "array", "uniqueItems": True, "items": {"enum": [c.value for c in self.choices]}})
        else:
            each: dict[str, object] = {"type": "integer", "minimum": self.low, "maximum": self.high}
            out.update({"type": "array", "minItems": self.length, "maxItems": self.length, "items": each})
        out.update({"default": self.default, "title": self.en, "description": self.about_en})
        out.update({"x-clause": self.clause, "x-title-zh": self.zh, "x-description-zh": self.about_zh})
        if self.choices:
            out["x-labels"] = [{"value": c.value, "zh": c.zh, "en": c.en} for c in self.choices]
        return out

    def _fits(self, value: object) -> bool:
        if not isinstance(value, int) or isinstance(value, bool):
            return False
        low: int = self.low  # as Python integers: a value from outside may be of any size
        high: int = self.high
        return low <= value <= high


def flag(name: str, default: bool, clause: str, zh: str, en: str, about_zh: str, about_en: str) -> Option:
    return Option(name, FLAG, default, clause, zh, en, about_zh, about_en)


def number(name: str, default: int, low: i64, high: i64, clause: str, zh: str, en: str, about_zh: str, about_en: str) -> Option:
    option = Option(name, NUMBER, default, clause, zh, en, about_zh, about_en)
    option.low = low
    option.high = high
    return option


def choice(name: str, values: list[Choice], clause: str, zh: str, en: str, about_zh: str, about_en: str) -> Option:
    """The first value is the default."""
    option = Option(name, CHOICE, values[0].value, clause, zh, en, about_zh, about_en)
    option.choices = values
    return option


def choices(name: str, default: list[str], values: list[Choice], clause: str, zh: str, en: str, about_zh: str, about_en: str) -> Option:
    option = Option(name, CHOICES, default, clause, zh, en, about_zh, about_en)
    option.choices = values
    return option


def numbers(name: str, default: list[int], low: i64, high: i64, clause: str, zh: str, en: str, about_zh: str, about_en: str) -> Option:
    option = Option(name, NUMBERS, default, clause, zh, en, about_zh, about_en)
    option.length = len(default)
    option.low = low
    option.high = high
    return option


@final
class Preset:
    """A named set of option values."""

    def __init__(self, name: str, values: dict[str, object], zh: str, en: str) -> None:
        self.name: Final = name
        self.values: Final = values
        self.zh: Final = zh
        self.en: Final = en


@final
class Settings:
    """Every option of one game with its value, checked. Never changed."""

    def __init__(self, options: list[Option], values: dict[str, object]) -> None:
        self._options: Final = options
        self._values: Final = values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Settings) and self._values == other._values and list(self._values) == list(other._values)

    def __hash__(self) -> int:
        return hash(repr(self._values))

    def __repr__(self) -> str:
        return "Settings(" + ", ".join([f"{name}={as_text(value)}" for name, value in self.changed().items()]) + ")"

    def has(self, name: str) -> bool:
        """Whether the game declares such an option."""
        return name in self._values

    def flag(self, name: str) -> bool:
        value = self._values[name]
        assert isinstance(value, bool), name
        return value

    def number(self, name: str) -> i64:
        value = self._values[name]
        assert isinstance(value, int), name
        return value

    def text(self, name: str) -> str:
        """The value of a choice as text, whatever its type: ``three``, ``128``, ``true``."""
        return as_text(self._values[name])

    def texts(self, name: str) -> list[str]:
        value = self._values[name]
        assert isinstance(value, list), name
        return [str(v) for v in value]

    def numbers(self, name: str) -> list[int]:
        value = self._values[name]
        assert isinstance(value, list), name
        return [int(v) for v in value]

    def as_dict(self) -> dict[str, object]:
        """All options by name, in the order of declaration."""
        return dict(self._values)

    def changed(self) -> dict[str, object]:
        """Only those that differ from their default: what a record's header needs."""
        return {o.name: self._values[o.name] for o in self._options if self._values[o.name] != o.default}


def settle_options(game: Both, options: list[Option], presets: list[Preset], given: dict[str, object], preset: object) -> Settings:
    """Defaults, then the preset's values, then the given ones, each checked; OptionError names the one that fails."""
    by_name = {o.name: o for o in options}
    values: dict[str, object] = {o.name: o.default for o in options}
    if preset is not None:
        found = [p for p in presets if p.name == preset]
        if not found:
            names = ", ".join([p.name for p in presets])
            en = f"unknown preset {shown(preset)} for {game.en}; presets are {names}"
            raise OptionError(en, f"{game.zh}没有预设 {shown(preset)}；有 {names}", "preset")
        given = {**found[0].values, **given}
    for name, value in given.items():
        if name not in by_name:
            close = nearest(name, list(by_name))
            all_names = ", ".join(by_name)
            en = f"unknown option {shown(name)} for {game.en}{close.en}; options are {all_names}"
            raise OptionError(en, f"{game.zh}没有选项 {shown(name)}{close.zh}；有 {all_names}", name)
        values[name] = by_name[name].check(value)
    return Settings(options, values)


def same(a: object, b: object) -> bool:
    """Equal and of one type: 1 is not true."""
    return type(a) is type(b) and a == b


def as_text(value: object) -> str:
    """An option's value as on a command line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ",".join([as_text(v) for v in value])
    return str(value)


def _plain(text: str) -> object:
    if text in ("true", "false"):
        return text == "true"
    digits = text[1:] if text.startswith("-") else text
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 19 else text
