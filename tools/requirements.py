"""Print requirements declared in pyproject.toml, one a line, for pip install -r: ``build`` or the name of a dependency group.

(Older pips cannot read dependency groups themselves.)
"""

import sys
import tomllib
from pathlib import Path


def requirements(name: str) -> list[str]:
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    listed: list[str] = project["build-system"]["requires"] if name == "build" else project["dependency-groups"][name]
    return listed


if __name__ == "__main__":
    print(*requirements(sys.argv[1]), sep="\n")
