"""The rules pages as players read them: house rules, their values and presets by their labels. Which pages there are is ``rulebook``'s business."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from paiju.core.options import CHOICE, CHOICES, FLAG, Option, as_text
from paiju.core.variant import Variant

_NAMED: Final = re.compile(r"`(?P<name>[a-z0-9_]+)`(?: = (?P<value>[a-z0-9_]+)(?P<when> 时)?)?(?P<rest>[^`。\n]*(?:\n(?!- |\n)[^`。\n]*)*)")
_BARE: Final = re.compile(r"(?<![\w`#-])[a-z]+(?:_[a-z0-9]+)+(?![\w`])")
_WORD: Final = re.compile(r"(?<![A-Za-z_])(?P<word>[a-z]+(?:_[a-z_]+)*)(?![A-Za-z_])(?P<after> ?)")
_YES_NO: Final = {"true": ("是", "yes"), "false": ("否", "no")}


def labelled(text: str, variant: Variant, lang: str = "zh") -> str:
    """A page of that game with labels for ids; a house rule links to its row, ``#option-seven_pairs``.

    >>> from paiju import variants
    >>> labelled("（`seven_pairs` = false）", variants.get("changchun"))
    '（[七小对](#option-seven_pairs)：否）'
    >>> labelled("(`seven_pairs` = false)", variants.get("changchun"), "en")
    '([Seven pairs](#option-seven_pairs): no)'
    """
    options = {option.name: option for option in variant.options}
    loose: dict[str, str] = {preset.name: preset.zh if lang == "zh" else preset.en for preset in variant.presets}
    for option in variant.options:
        for value, label in _values(option, lang).items():
            if "_" in value:
                loose.setdefault(value, label)

    def one(match: re.Match[str]) -> str:
        name, rest = match["name"], match["rest"]
        option = options.get(name)
        if option is None:
            label = loose.get(name)
            return match[0] if label is None else label + rest.removeprefix(f"（{label}）")
        values = _values(option, lang)
        label = option.zh if lang == "zh" else option.en
        out = f"[{label}](#option-{name})"
        if match["value"]:
            label = values.get(match["value"], match["value"])
            out += f"选“{label}”时" if match["when"] else f"：{label}" if lang == "zh" else f": {label}"
        return out + _told(rest.removeprefix(f" {label}").removeprefix(f": {label}"), values, lang)

    loose |= {option.name: option.zh if lang == "zh" else option.en for option in variant.options}
    return _BARE.sub(lambda match: loose.get(match[0], match[0]), _NAMED.sub(one, text))


def _values(option: Option, lang: str) -> dict[str, str]:
    """What each value is called; of a ladder of numbers only the name."""
    n = 0 if lang == "zh" else 1
    if option.kind == FLAG:
        return {value: names[n] for value, names in _YES_NO.items()}
    if option.kind in (CHOICE, CHOICES):
        return {as_text(choice.value): (choice.zh.split("：")[0], choice.en)[n] for choice in option.choices}
    return {}


def _told(rest: str, values: Mapping[str, str], lang: str) -> str:
    """What follows a house rule, with its other values by their labels, which may stand there already.

    In English only what can be no word of the prose.
    """

    def one(match: re.Match[str]) -> str:
        label = values.get(match["word"])
        if label is None or (lang != "zh" and "_" not in match["word"] and match["word"] not in _YES_NO):
            return match[0]
        return "" if rest[match.end() :].startswith(label) else label + (match["after"] if lang != "zh" or not match["after"] else "，")

    return _WORD.sub(one, rest)
