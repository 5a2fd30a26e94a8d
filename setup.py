"""The compile step: one mypycify call over every module of src/paiju/core, src/paiju/variants and
src/paiju/analysis/reach and worth, and the face of a hand.

Everything else about the package is declared in pyproject.toml. Environment variables:

PAIJU_PURE=1  build no extension modules (slow; a warning is printed)
PAIJU_DEV=1   one extension a module at -O1: an edit costs seconds instead of half a minute; not for release or benchmarks

A compile that fails fails the build. There is no fallback.
"""

import os
import shlex
import shutil
import sys
import sysconfig
import time
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

STARTED = time.time()  # before any source is read: an edit made while the compiler runs must count as newer than its output
COMPILED_FOLDERS = ("src/paiju/core", "src/paiju/variants", "src/paiju/analysis/reach", "src/paiju/analysis/worth")
COMPILED_FILES = ("src/paiju/game/hand.py",)
GROUP_NAME = "paiju_core"  # must differ from every package and module name

# A folder of its own, since both kinds of build give files of the same names.
DEV_OPTIONS = {"build": {"build_base": "build/dev"}, "build_ext": {"parallel": os.cpu_count() or 1}}


def wanted(variable: str) -> bool:
    return os.environ.get(variable, "") not in ("", "0")


def sources() -> list[str]:
    """The modules to compile: all but ``__init__.py``, which a build of single modules cannot import."""
    found = [str(path) for folder in COMPILED_FOLDERS for path in Path(folder).rglob("*.py") if path.name != "__init__.py"]
    return sorted([*found, *(path for path in COMPILED_FILES if Path(path).exists())])


def extensions() -> list[Extension]:
    """The modules to compile; none for a pure build."""
    if wanted("PAIJU_PURE"):
        print("paiju: WARNING: PAIJU_PURE=1, the engine is not compiled; it will run several hundred times slower.", file=sys.stderr)
        return []
    paths = sources()
    if not paths:
        print(f"paiju: nothing to compile, no .py in {' or '.join(COMPILED_FOLDERS)}.", file=sys.stderr)
        return []
    require_compiler()
    if sys.platform == "linux":  # calls between our own functions need not be open to replacement: a fifth faster
        os.environ["CFLAGS"] = f"-fno-semantic-interposition {os.environ.get('CFLAGS', '')}"
    from mypyc.build import mypycify  # here, so that a pure build does not need it

    options = ["--config-file=pyproject.toml", "--cache-dir=build/mypy_cache"]
    if wanted("PAIJU_DEV"):
        return list(mypycify([*options, *paths], opt_level="1", debug_level="1", separate=True, target_dir="build/dev"))
    return list(mypycify([*options, *paths], opt_level="3", debug_level="1", group_name=GROUP_NAME))


def require_compiler() -> None:
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    if os.name == "posix" and shutil.which(command[0]) is None:
        sys.exit(
            f"paiju: no C compiler ({command[0]}). Install one (Debian, Ubuntu: apt-get install gcc; macOS: xcode-select --install), "
            "or set PAIJU_PURE=1 to ask for the slow uncompiled build."
        )


class BuildPy(build_py):
    """Puts the rules pages into the package: they are written in docs/rules, and `paiju rules` needs them where there is no docs folder."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            for page in Path("docs/rules").rglob("*.md"):
                target = Path(self.build_lib, "paiju", "rulebook", page.relative_to("docs/rules"))
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(page, target)


class BuildExt(build_ext):
    """Keeps the modules built in place honest: none left of an earlier build, each dated by the start of this one."""

    def copy_extensions_to_source(self) -> None:
        suffix = sysconfig.get_config_var("EXT_SUFFIX")
        for path in Path("src").rglob(f"*{suffix}"):
            path.unlink()  # a copy would be left out where the old file is newer, as after a build of the other kind
        super().copy_extensions_to_source()
        for path in Path("src").rglob(f"*{suffix}"):
            os.utime(path, (STARTED, STARTED))


setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildExt, "build_py": BuildPy},
    options=DEV_OPTIONS if wanted("PAIJU_DEV") else {},
)
