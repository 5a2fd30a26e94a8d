"""Build the sdist, the wheel from the sdist, install each in a fresh environment elsewhere, and ask the installed command what it is.

Needs the package registry (pip) and a C compiler. The sdist is installed uncompiled, since the wheel shows that it compiles.
"""

import os
import subprocess
import sys
import tempfile
import time
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "paiju"
NOT_SHIPPED = {".so", ".pyd", ".pyc"}
BUILD_VARIABLES = {"PAIJU_PURE", "PAIJU_DEV", "PYTHONPATH"}


def run(*command: str | Path, cwd: Path, **extra: str) -> str:
    """The command's output; on failure everything it said, and the end."""
    environment = {name: value for name, value in os.environ.items() if name not in BUILD_VARIABLES} | extra
    done = subprocess.run(command, cwd=cwd, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
    if done.returncode:
        sys.exit(f"dist-check: {' '.join(map(str, command))} ended with {done.returncode}\n{done.stdout}")
    return done.stdout


def expected_files() -> set[str]:
    """What a wheel must hold: every file of the package, whatever its kind, except what a build or an interpreter leaves there."""
    files = (path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix not in NOT_SHIPPED)
    return {path.relative_to(PACKAGE.parent).as_posix() for path in files}


def version_in_fresh_environment(archive: Path, folder: Path, **extra: str) -> str:
    """Install an archive, run ``paiju --help`` and ``--version`` and import the package, all outside of the source tree."""
    venv.create(folder, with_pip=True)
    run(folder / "bin" / "pip", "install", "-q", archive, cwd=folder, **extra)
    run(folder / "bin" / "pip", "check", cwd=folder)
    stale = run(folder / "bin" / "python", "-c", "from paiju import _build; print(*_build.stale())", cwd=folder).strip()
    if stale:
        sys.exit(f"dist-check: {archive.name} installs modules that count as stale: {stale}")
    if not run(folder / "bin" / "paiju", "--help", cwd=folder, PAIJU_LANG="zh", PYTHONUTF8="1").startswith("用法"):
        sys.exit(f"dist-check: {archive.name} installs no catalogue of click's words in Chinese")
    return run(folder / "bin" / "paiju", "--version", cwd=folder).strip()


def main() -> None:
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        run(sys.executable, "-m", "build", "--outdir", scratch / "dist", ROOT, cwd=ROOT)
        [wheel], [sdist] = scratch.glob("dist/*.whl"), scratch.glob("dist/*.tar.gz")
        print(f"dist-check: {sdist.name}, {wheel.name} ({wheel.stat().st_size // 1024} kB) built in {time.monotonic() - start:.0f} s")
        with zipfile.ZipFile(wheel) as archive:
            shipped = set(archive.namelist())
        missing = sorted(expected_files() - shipped)
        if missing:
            sys.exit(f"dist-check: not in the wheel: {', '.join(missing)}")
        for archive_path, folder, extra, expected in (
            (wheel, "from-wheel", {}, "compiled: yes"),
            (sdist, "from-sdist", {"PAIJU_PURE": "1"}, "compiled: no"),
        ):
            line = version_in_fresh_environment(archive_path, scratch / folder, **extra)
            print(f"dist-check: {folder}: {line}")
            if expected not in line:
                sys.exit(f"dist-check: expected {expected!r} of {archive_path.name}, it said {line!r}")
    print(f"dist-check: passed in {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
