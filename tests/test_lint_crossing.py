"""The lint for vecs that cross from interpreted into compiled code."""

from pathlib import Path

import pytest

from tools.lint_crossing import main

TAKER = "def lay(tiles: vec[u8], n: i64) -> None: ...\ndef name(n: i64) -> str: ...\nclass Win:\n    def __init__(self, hand: vec[u8]) -> None: ...\n"


@pytest.mark.parametrize(
    ("caller", "status"),
    [
        ("from paiju.core.wall import lay\nlay(v, 1)\n", 1),
        ("from paiju.core.wall import Win as W\nW(v)\n", 1),
        ("from paiju.core.wall import name\nname(1)\n", 0),
        ("from paiju.core.wall import lay\n", 0),
    ],
)
def test_calls_of_vec_takers_are_found(tmp_path: Path, caller: str, status: int) -> None:
    for path, text in (("core/wall.py", TAKER), ("core/other.py", "from paiju.core.wall import lay\nlay(v, 1)\n"), ("game/face.py", caller)):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    assert main(tmp_path) == status


def test_the_project_has_none() -> None:
    assert main() == 0
