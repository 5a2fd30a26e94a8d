"""Say in one sentence what this machine lacks to set the project up. Run by make before it creates the environment.

This one file must run under any Python 3, however old.
"""

import os
import shutil
import sys
import sysconfig
from typing import Iterator

WANTED = (3, 11)


def problems(venv: str) -> Iterator[str]:
    if sys.version_info < WANTED:
        yield (
            "Python %d.%d or newer is needed, and %s is %d.%d. Install one (Debian 12 or newer, Ubuntu 24.04 or newer: apt-get install python3; "
            "macOS: brew install python@3.12) and name it: make PYTHON=python3.12 ..."
            % (*WANTED, sys.executable, *sys.version_info[:2])
        )
        return
    try:
        import ensurepip  # noqa: F401
        import venv as _  # noqa: F401
    except ImportError:
        yield "This Python cannot create virtual environments. Install its venv part (Debian, Ubuntu: apt-get install python3-venv)."
    if os.path.isdir(venv) and os.listdir(venv) and not os.path.exists(os.path.join(venv, "pyvenv.cfg")):
        yield "The folder %s exists and is not a virtual environment. Name another one: make VENV=..." % venv
    if os.environ.get("PAIJU_PURE", "") not in ("", "0"):
        return
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        yield (
            "There is no C compiler (%s). Install one (Debian, Ubuntu: apt-get install gcc; macOS: xcode-select --install), "
            "or set PAIJU_PURE=1 to run uncompiled, several hundred times slower." % compiler
        )
    if not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")):
        yield "Python's C headers are missing. Install them (Debian, Ubuntu: apt-get install python3-dev)."


def main() -> int:
    found = list(problems(sys.argv[1] if len(sys.argv) > 1 else ".venv"))
    for sentence in found:
        sys.stderr.write("paiju: " + sentence + "\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
