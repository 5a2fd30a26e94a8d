"""The page's own tests, run by node, and what it is made of: vectors from Python, sizes, vendored files, both languages."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import web_vectors

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / "tests" / "web"
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="needs node 20 or newer")
HANDS = 110  # of each game, at scale 1, and never fewer


def node_test(*files: Path, **environment: str) -> str:
    """What ``node --test`` says of these files; a failure is shown as it is."""
    assert NODE is not None
    command = [NODE, "--test", "--test-reporter=spec", *map(str, files)]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
    assert done.returncode == 0, done.stdout[-6000:]
    return done.stdout


@needs_node
def test_the_reducer_gives_the_views_of_python(tmp_path: Path, scaled: Callable[[int], int]) -> None:
    vectors = tmp_path / "vectors.jsonl"
    hands = web_vectors.write(vectors, max(HANDS, scaled(HANDS)))
    said = node_test(HERE / "reducer.test.mjs", PAIJU_VECTORS=str(vectors))
    assert "stories; kinds of events" in said
    assert hands > 300


@needs_node
@pytest.mark.parametrize("name", sorted(path.name for path in HERE.glob("*.test.mjs") if path.name != "reducer.test.mjs"))
def test_of_the_page(name: str) -> None:
    node_test(HERE / name)


def test_vendored_modules_are_what_their_readme_says() -> None:
    subprocess.run([sys.executable, str(ROOT / "tools" / "vendor_web.py"), "--check"], check=True)
