"""The examples of the rules pages and the calculator are what the scorer says of them, and every fan has one."""

import json
from pathlib import Path
from typing import Any

import pytest

from paiju import variants
from paiju.game.score import answer

FILE = Path(__file__).resolve().parent.parent / "src" / "paiju" / "web" / "examples.js"


def examples() -> list[dict[str, Any]]:
    """The list in the page's module, which is written as JSON."""
    text = FILE.read_text(encoding="utf-8").partition("EXAMPLES = ")[2]
    found: list[dict[str, Any]] = json.loads(text.rstrip().removesuffix(";"))
    return found


@pytest.mark.parametrize("example", examples(), ids=lambda example: f"{example['request']['variant']}: {example['en']}")
def test_an_example_is_what_it_says(example: dict[str, Any]) -> None:
    got = answer(example["request"])
    if "reason" in example:
        assert got == {"legal": False, "reason": example["reason"]}
    else:
        assert got.get("fans") == example["fans"], got
    assert example["zh"] and example["en"]


@pytest.mark.parametrize("variant", ["changchun", "baicheng", "changsha"])
def test_every_fan_has_an_example(variant: str) -> None:
    shown = {fan for example in examples() if example["request"]["variant"] == variant for fan in example.get("fans", ())}
    assert shown == {fan.id for fan in variants.get(variant).fans}
