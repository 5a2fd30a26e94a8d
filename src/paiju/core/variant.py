"""What a game is: one stateless value with its identity, options, presets and fans, its rules as data, and its money side.

A game is a subclass in one file, inside this package or not: it passes its declarations to ``__init__`` and overrides ``rules``
and ``scoring``. Knows no game.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from paiju.core.errors import Both, OptionError
from paiju.core.fans import Fan
from paiju.core.options import Option, Preset, Settings, as_text, settle_options
from paiju.core.rules import Rules
from paiju.core.scoring import Scoring


@mypyc_attr(allow_interpreted_subclasses=True)
class Variant:
    """One game. ``key`` names it in requests, records and on the command line.

    ``claims`` names what a claim to a win may say in this game beyond the common: "treasure", "matched", "kong", "dice_kong",
    "moment", "opening", "closed", "bird", "payer_ready".
    """

    def __init__(
        self,
        *,
        key: str,
        zh: str,
        en: str,
        about_zh: str,
        about_en: str,
        options: list[Option],
        presets: list[Preset],
        fans: list[Fan],
        claims: list[str] | None = None,
    ) -> None:
        self.key: Final = key
        self.zh: Final = zh
        self.en: Final = en
        self.about_zh: Final = about_zh
        self.about_en: Final = about_en
        self.options: Final = options
        self.presets: Final = [Preset("text", {}, "原文", "As written"), *presets]
        self.fans: Final = fans
        self.claims: Final[list[str]] = claims or []
        for preset in self.presets:  # a preset with a wrong value is a fault of the declaration: found when it is made
            self.settings({}, preset.name)

    def __repr__(self) -> str:
        return f"<Variant {self.key}>"

    # -- what a game says ----------------------------------------------------------------------------------------

    def rules(self, settings: Settings) -> Rules:
        """What the engine needs to know under these settings."""
        return Rules()

    def scoring(self, settings: Settings) -> Scoring:
        """The money side under these settings."""
        return Scoring(self.rules(settings), self.fans)

    # -- what follows --------------------------------------------------------------------------------------------

    def settings(self, given: dict[str, object] | None = None, preset: object = None) -> Settings:
        """The options given (none: all defaults), on top of a preset's if one is named; OptionError where one cannot be."""
        return settle_options(Both(self.key, self.zh), self.options, self.presets, given or {}, preset)

    def option(self, name: str) -> Option:
        for option in self.options:
            if option.name == name:
                return option
        raise OptionError(f"{self.key} has no option {name}", f"{self.zh}没有选项 {name}", name)

    def fan(self, id: str) -> i64:
        """The number of a fan: its place in ``fans``."""
        for n, fan in enumerate(self.fans):
            if fan.id == id:
                return n
        raise KeyError(id)

    def options_schema(self) -> dict[str, object]:
        """All options as one JSON Schema object."""
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": f"{self.en}: house rules",
            "x-title-zh": f"{self.zh}：玩法选项",
            "type": "object",
            "additionalProperties": False,
            "properties": {o.name: o.schema() for o in self.options},
        }

    def options_table(self, lang: str = "zh") -> str:
        """All options as a Markdown table for the docs."""
        zh = lang == "zh"
        head = "| 选项 | 默认 | 取值 | 条款 | 说明 |" if zh else "| option | default | values | clause | what it does |"
        lines = [head, "|---|---|---|---|---|"]
        for o in self.options:
            about = f"{o.zh}：{o.about_zh}" if zh else f"{o.en}: {o.about_en}"
            values = " / ".join([as_text(c.value) for c in o.choices]) or ("true / false" if o.kind == "flag" else f"{o.low}–{o.high}")
            lines.append(f"| `{o.name}` | {as_text(o.default)} | {values} | {o.clause} | {about} |")
        return "\n".join(lines) + "\n"

    def fans_table(self, lang: str = "zh") -> str:
        """All fans as a Markdown table for the docs."""
        zh = lang == "zh"
        lines = ["| 番种 | 番数 | 条款 | 说明 |" if zh else "| fan | value | clause | what it is |", "|---|---|---|---|"]
        for f in self.fans:
            about = f"{f.zh}：{f.about_zh}" if zh else f"{f.en}: {f.about_en}"
            lines.append(f"| `{f.id}` | {f.value} | {f.clause} | {about} |")
        return "\n".join(lines) + "\n"


def match_hands(settings: Settings) -> i64:
    """Hands in a match, or 0 when it is counted in rounds (G-10); 8 in a game that leaves it open."""
    text = settings.text("match_length") if settings.has("match_length") else "8"
    return int(text) if text.isdigit() else 0


def match_rounds(settings: Settings) -> i64:
    """Rounds in a match, or 0 when it is counted in hands (G-10)."""
    text = settings.text("match_length") if settings.has("match_length") else "8"
    return 0 if text.isdigit() else int(text.split("_")[0])


def match_reseats(settings: Settings) -> bool:
    """Whether seats are drawn anew before a match and after each round (G-10)."""
    return settings.has("reseat_each_round") and settings.flag("reseat_each_round")
