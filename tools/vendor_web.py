"""Fetch what the page is built on into src/paiju/web/vendor, as ES modules that import one another by relative paths.

The versions are those pinned in tests/web/package.json, so that the types the page is checked with are of the same packages. Needs npm and the
registry; ``--check`` needs neither and only holds the files against the digests in vendor/README.md.
"""

import hashlib
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PINS = ROOT / "tests" / "web" / "package.json"
VENDOR = ROOT / "src" / "paiju" / "web" / "vendor"

# our name: package, its module
MODULES = {
    "preact.js": ("preact", "dist/preact.mjs"),
    "hooks.js": ("preact", "hooks/dist/hooks.mjs"),
    "htm.js": ("htm", "dist/htm.mjs"),
    "signals-core.js": ("@preact/signals-core", "dist/signals-core.mjs"),
    "signals.js": ("@preact/signals", "dist/signals.mjs"),
}
IMPORTS = {"preact": "preact.js", "preact/hooks": "hooks.js", "@preact/signals-core": "signals-core.js"}
LICENCES = {"preact": "MIT", "htm": "Apache-2.0", "@preact/signals-core": "MIT", "@preact/signals": "MIT"}
HEAD = """# Vendored modules

Written by tools/vendor_web.py; do not edit. Unchanged but for the names they import one another by and the missing source map.

| file | package | version | licence | SHA-256 |
|---|---|---|---|---|
"""


def fetch(package: str, version: str, scratch: Path) -> Path:
    """The unpacked package."""
    said = subprocess.run(
        ["npm", "pack", "--silent", f"{package}@{version}"], cwd=scratch, check=True, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    archive = scratch / said.stdout.split()[-1]
    folder = archive.with_suffix("")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return folder / "package"


def relative(source: str) -> str:
    """The module with its imports by relative path and without the line that names a source map."""
    source = re.sub(r"//# sourceMappingURL=\S+\s*$", "", source).rstrip() + "\n"
    for name, file in IMPORTS.items():
        source = source.replace(f'from"{name}"', f'from"./{file}"')
    left = re.findall(r'from\s*"([^."][^"]*)"', source)
    if left:
        sys.exit(f"vendor_web: imports by bare name are left: {', '.join(left)}")
    return source


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def readme(pins: dict[str, str]) -> str:
    rows = [
        f"| `{file}` | {package} (`{path}`) | {pins[package]} | [{LICENCES[package]}]({licence_name(package)}) | `{digest(VENDOR / file)}` |"
        for file, (package, path) in MODULES.items()
    ]
    return HEAD + "\n".join(rows) + "\n"


def types_of(file: str) -> str:
    """What tells the type checker that our name stands for the package's."""
    package = next((name for name, ours in IMPORTS.items() if ours == file), MODULES[file][0])
    return f'export {{ default }} from "{package}";\n' if file == "htm.js" else f'export * from "{package}";\n'


def licence_name(package: str) -> str:
    return f"LICENSE-{package.rpartition('/')[2]}.txt"


def main() -> int:
    pins: dict[str, str] = json.loads(PINS.read_text(encoding="utf-8"))["devDependencies"]
    if "--check" in sys.argv[1:]:
        if (VENDOR / "README.md").read_text(encoding="utf-8") != readme(pins):
            print("src/paiju/web/vendor is not what its README.md says; run tools/vendor_web.py", file=sys.stderr)
            return 1
        return 0
    VENDOR.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folders = {package: fetch(package, pins[package], Path(name)) for package in LICENCES}
        for file, (package, path) in MODULES.items():
            (VENDOR / file).write_text(relative((folders[package] / path).read_text(encoding="utf-8")), encoding="utf-8")
            (VENDOR / file).with_suffix(".d.ts").write_text(types_of(file), encoding="utf-8")
        for package, folder in folders.items():
            (VENDOR / licence_name(package)).write_bytes((folder / "LICENSE").read_bytes())
    (VENDOR / "README.md").write_text(readme(pins), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
