"""Which build of the engine is running: the compiled one, or the same files interpreted.

Judged from where the import system finds the modules of the compiled folders, not from what was asked for.
Knows nothing of what is in those modules.
"""

import os
import platform
import sys
import sysconfig
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

from paiju import __version__

ROOT = Path(__file__).resolve().parent
COMPILED_FOLDERS = ("core", "variants", "analysis/reach", "analysis/worth")
COMPILED_FILES = ("game/hand.py",)

# An installer writes a .py and its extension module one after the other, in either order. Not an edit unless seconds apart.
INSTALL_SLACK = 2.0


def compiled() -> bool:
    """True when every module of the compiled folders is loaded, or would be loaded, as an extension module.

    Imports the packages of compiled modules themselves.
    """
    total, native = _count()
    return 0 < total == native


def describe() -> str:
    """``compiled: yes``, or ``compiled: no`` with the reason where there is one to tell."""
    total, native = _count()
    if 0 < total == native:
        return "compiled: yes"
    if os.environ.get("PAIJU_PURE", "") not in ("", "0"):
        return "compiled: no (PAIJU_PURE is set)"
    if native:
        return f"compiled: no ({native} of {total} modules are; build again)"
    return "compiled: no"


def version_line() -> str:
    """What ``paiju --version`` prints."""
    return f"paiju {__version__} ({describe()}; {platform.python_implementation()} {platform.python_version()}, {sysconfig.get_platform()})"


def stale() -> list[str]:
    """One sentence for every extension module of this Python that does not match the source tree; empty when nothing was compiled.

    Told are: a .so older than its .py, a .py without a .so while others have theirs, a .so without a .py.
    """
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    sources = {path.with_suffix(""): path for path in _sources()}
    folders = (*COMPILED_FOLDERS, *(str(Path(file).parent) for file in COMPILED_FILES))
    lying = [path for folder in folders for path in (ROOT / folder).rglob(f"*{suffix}")]
    natives = {path.with_name(path.name.removesuffix(suffix)): path for path in lying}
    natives = {stem: path for stem, path in natives.items() if not stem.name.endswith("__mypyc")}  # code of a module built alone
    if not natives:
        return []
    slack = 0.0 if (ROOT.parent.parent / "pyproject.toml").exists() else INSTALL_SLACK
    found = []
    for stem in sorted({*sources, *natives}):
        name = stem.relative_to(ROOT).as_posix()
        if stem not in natives:
            found.append(f"{name}.py has no compiled module beside it")
        elif stem not in sources:
            found.append(f"{name}{suffix} has no source beside it")
        elif natives[stem].stat().st_mtime + slack < sources[stem].stat().st_mtime:
            found.append(f"{name}{suffix} is older than {name}.py")
    return found


def _sources() -> list[Path]:
    found = [path for folder in COMPILED_FOLDERS for path in (ROOT / folder).rglob("*.py") if path.name != "__init__.py"]
    return sorted([*found, *(ROOT / file for file in COMPILED_FILES if (ROOT / file).exists())])


def _count() -> tuple[int, int]:
    names = [".".join(("paiju", *path.relative_to(ROOT).with_suffix("").parts)) for path in _sources()]
    return len(names), sum(_is_native(name) for name in names)


def _is_native(name: str) -> bool:
    module = sys.modules.get(name)
    if module is not None:
        origin = module.__file__
    else:
        spec = find_spec(name)
        origin = spec.origin if spec else None
    return origin is not None and origin.endswith(tuple(EXTENSION_SUFFIXES))
