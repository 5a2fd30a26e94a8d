"""Which build runs, and how the package hangs together."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import paiju
from paiju import _build

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "paiju"

# A module imports from its own folder and from folders before it in this list.
LAYERS = ["core", "variants", "game", "analysis", "bots", "records", "arena", "envs", "server", "cli"]
FREE = {"_pure", "_build", "__main__", "__version__"}  # at the top of the package, open to all

MODULES = sorted(path for path in SOURCE.rglob("*.py") if "__pycache__" not in path.parts)


def python(*arguments: str, **environment: str) -> str:
    """Output of a Python of its own, with PAIJU_PURE unset unless given."""
    inherited = {name: value for name, value in os.environ.items() if name != "PAIJU_PURE"}
    done = subprocess.run([sys.executable, *arguments], env=inherited | environment, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


# ---- the two builds


def test_pure_is_a_choice_at_run_time() -> None:
    program = "import paiju.core; from paiju import _build; print(paiju.core.__file__, _build.compiled(), _build.describe(), sep='\\n')"
    file, is_compiled, said = python("-c", program, PAIJU_PURE="1").splitlines()
    assert file.endswith("core/__init__.py")
    assert is_compiled == "False"
    assert said == "compiled: no (PAIJU_PURE is set)"


def test_pure_loads_every_module_from_its_source() -> None:
    program = (
        "import importlib, sys; from paiju import _build\n"
        "for path in _build._sources():\n"
        "    parts = ('paiju', *path.relative_to(_build.ROOT).with_suffix('').parts)\n"
        "    module = importlib.import_module('.'.join(parts).removesuffix('.__init__'))\n"
        "    assert module.__file__ == str(path), module.__file__\n"
        "assert not [name for name in sys.modules if name.endswith('__mypyc')]\n"
    )
    python("-c", program, PAIJU_PURE="1")


@pytest.mark.parametrize("pure", ["0", "1"])
def test_version_line_says_which_build(pure: str) -> None:
    said = python("-m", "paiju", "--version", PAIJU_PURE=pure)
    assert said.startswith(f"paiju {paiju.__version__} (compiled: ")
    assert said == python("-c", "from paiju import _build; print(_build.version_line())", PAIJU_PURE=pure)
    if pure == "1":
        assert "compiled: no" in said


def test_this_session_is_the_build_it_says() -> None:
    origins = {import_module(name).__file__ or "" for name in ("paiju.core.tiles", "paiju.variants.changsha", "paiju.game.hand")}
    assert all(origin.endswith(".py") != _build.compiled() for origin in origins)


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A source tree with one compiled module, as far as file names and dates tell."""
    package = tmp_path / "src" / "paiju"
    for folder in _build.COMPILED_FOLDERS:
        (package / folder).mkdir(parents=True)
    (tmp_path / "pyproject.toml").touch()
    (package / "core" / "tiles.py").touch()
    (package / "core" / f"tiles{SUFFIX}").touch()
    os.utime(package / "core" / "tiles.py", (1000, 1000))
    os.utime(package / "core" / f"tiles{SUFFIX}", (1001, 1001))
    monkeypatch.setattr(_build, "ROOT", package)
    return package


SUFFIX = _build.sysconfig.get_config_var("EXT_SUFFIX")


def test_fresh_tree_is_not_stale(tree: Path) -> None:
    assert _build.stale() == []


def test_uncompiled_tree_is_not_stale(tree: Path) -> None:
    (tree / "core" / f"tiles{SUFFIX}").unlink()
    assert _build.stale() == []


def test_edited_source_makes_stale(tree: Path) -> None:
    os.utime(tree / "core" / "tiles.py", (1002, 1002))
    assert _build.stale() == [f"core/tiles{SUFFIX} is older than core/tiles.py"]


def test_new_source_makes_stale(tree: Path) -> None:
    (tree / "variants" / "fourth.py").touch()
    assert _build.stale() == ["variants/fourth.py has no compiled module beside it"]


def test_deleted_source_makes_stale(tree: Path) -> None:
    (tree / "core" / "tiles.py").unlink()
    assert _build.stale() == [f"core/tiles{SUFFIX} has no source beside it"]


def test_dates_a_moment_apart_are_no_edit_in_an_installed_package(tree: Path) -> None:
    (tree.parent.parent / "pyproject.toml").unlink()
    os.utime(tree / "core" / "tiles.py", (1002, 1002))
    assert _build.stale() == []


# ---- the package


def test_import_is_cheap() -> None:
    loaded = python("-c", "import sys; before = set(sys.modules); import paiju; print(*set(sys.modules) - before)").split()
    assert [name for name in loaded if name.split(".")[0] not in sys.stdlib_module_names] == ["paiju"]


def test_every_public_name_is_where_it_is_said_to_be() -> None:
    for name, module in paiju._EXPORTS.items():
        assert getattr(paiju, name) is getattr(import_module(module), name)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        paiju.nonsense  # noqa: B018


def test_compiler_is_pinned_alike_for_build_and_development() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    build, dev = project["build-system"]["requires"], project["dependency-groups"]["dev"]
    assert [line for line in build if line.startswith("mypy==")] == [line for line in dev if line.startswith("mypy")] != []


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """(line, dotted name) of everything a module imports from paiju, also inside functions and TYPE_CHECKING."""
    package = ["paiju", *path.relative_to(SOURCE).parent.parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            if source == "paiju":
                yield from ((node.lineno, paiju._EXPORTS.get(alias.name, f"paiju.{alias.name}")) for alias in node.names)
            else:
                yield node.lineno, source


def test_every_module_has_its_layer() -> None:
    folders = {path.relative_to(SOURCE).parts[0] for path in MODULES if path.parent != SOURCE}
    assert folders <= set(LAYERS), f"folders without a place in the order of imports: {sorted(folders - set(LAYERS))}"


@pytest.mark.parametrize("path", [path for path in MODULES if path.parent != SOURCE], ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_imports_run_one_way(path: Path) -> None:
    own = path.relative_to(SOURCE).parts[0]
    allowed = {*LAYERS[: LAYERS.index(own) + 1], *FREE}
    for line, name in imported(path):
        parts = name.split(".")
        if parts[0] != "paiju":
            continue
        assert len(parts) > 1, f"{path}:{line}: import the module that is meant, not all of paiju"
        assert parts[1] in allowed, f"{path}:{line}: {own} imports {name}; it may use {', '.join(sorted(allowed))}"


GAMES = re.compile("changchun|baicheng|changsha|长春|白城|长沙", re.IGNORECASE)


@pytest.mark.parametrize("path", sorted((SOURCE / "core").rglob("*.py")), ids=lambda path: path.name)
def test_engine_names_no_game(path: Path) -> None:
    named = [f"{path}:{number}: {line}" for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if GAMES.search(line)]
    assert not named, "\n".join(named)


# ---- setting up on a machine that lacks something


def test_preflight_tells_a_missing_compiler(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "preflight.py", str(tmp_path / "venv")],
        env={"PATH": str(tmp_path), "CC": "no-such-compiler"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "no C compiler (no-such-compiler)" in done.stderr


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_make_tells_a_missing_python() -> None:
    done = subprocess.run(["make", "play", "PYTHON=no-such-python", "VENV=/nonexistent/venv"], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode != 0
    assert "there is no no-such-python. Install Python 3.11 or newer" in done.stderr
