"""The golden playthroughs come out as written; after a wanted change: ``python -m tests.golden``, and read the difference."""

import pytest

from tests import golden


@pytest.mark.parametrize("name", golden.PLAYS)
def test_golden_playthrough(name: str) -> None:
    written = (golden.FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    played = golden.play(name).splitlines()
    for number, (old, new) in enumerate(zip(written, played, strict=False), 1):
        assert new == old, f"{name}.txt, line {number}"
    assert len(played) == len(written)


def test_every_playthrough_is_kept() -> None:
    assert {path.stem for path in golden.FOLDER.glob("*.txt")} == set(golden.PLAYS)
