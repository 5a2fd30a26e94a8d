"""The page's own tests, run by node, and what it is made of: vectors from Python, sizes, vendored files, both languages."""

import gzip
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import web_vectors

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "src" / "paiju" / "web"
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


def first_modules() -> list[str]:
    """What app.js needs before anything is shown: itself and what it imports, and so on."""
    found: list[str] = []

    def walk(name: str) -> None:
        if name in found:
            return
        found.append(name)
        code = re.sub(r"/\*.*?\*/", "", (PAGE / name).read_text(encoding="utf-8"), flags=re.S)
        for path in re.findall(r'\bfrom\s*"(\.[^"]+)"', code):
            walk(((PAGE / name).parent / path).resolve().relative_to(PAGE).as_posix())

    walk("app.js")
    return found


def test_the_first_load_is_small() -> None:
    """Lobby and table with all they need: at most 60 kB as sent."""
    files = ["index.html", "style.css", "tiles.svg", *first_modules()]
    sizes = {name: len(gzip.compress((PAGE / name).read_bytes(), 9)) for name in files}
    assert sum(sizes.values()) <= 60_000, sizes
    assert sizes["tiles.svg"] <= 22_000


def test_the_first_modules_are_fetched_at_once() -> None:
    """Each is named in index.html, so that none waits for another to ask for it."""
    index = (PAGE / "index.html").read_text(encoding="utf-8")
    named = re.findall(r'modulepreload" href="/v/-/([^"]+)"', index)
    assert sorted(named) == sorted(set(first_modules()) - {"app.js"})


def test_nothing_comes_from_elsewhere() -> None:
    """No other address is asked for anything, and nothing stands in the page that its policy would refuse."""
    for path in PAGE.rglob("*"):
        if path.suffix in (".js", ".css", ".html") and "vendor" not in path.parts:
            text = path.read_text(encoding="utf-8")
            assert not re.findall(r'(?:src|href|from|url|import)\s*[=(]?\s*["\'(]?(?:https?:)?//', text), path
    index = (PAGE / "index.html").read_text(encoding="utf-8")
    assert "<style" not in index and " style=" not in index and not re.findall(r"<script[^>]*>[^<]", index)


def test_vendored_modules_are_what_their_readme_says() -> None:
    subprocess.run([sys.executable, str(ROOT / "tools" / "vendor_web.py"), "--check"], check=True)
