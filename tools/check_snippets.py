"""Run what the documents show: every file of examples/, and every Python block of README*.md and docs/.

A block starts with ```python. Blocks of one document share their names, in reading order. A block with ``>>>`` is a doctest; any other must
run without an error. ```python no-run is shown only. Everything runs in a scratch folder, so an example may write files.
"""

import doctest
import os
import re
import subprocess
import sys
import tempfile
import traceback
import types
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```python[ \t]*(?P<flags>[^\n]*)\n(?P<code>.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
SECONDS_PER_EXAMPLE = 120


def blocks(text: str) -> list[tuple[int, str]]:
    """(line number, code) of every block that is to be run."""
    found = BLOCK.finditer(text)
    return [(text.count("\n", 0, match.start("code")) + 1, match["code"]) for match in found if "no-run" not in match["flags"].split()]


def run_document(path: Path) -> list[str]:
    """What went wrong in one document."""
    sys.modules["__snippet__"] = module = types.ModuleType("__snippet__")  # classes look for the module they are defined in
    names = vars(module)
    failures = []
    for line, code in blocks(path.read_text(encoding="utf-8")):
        where = f"{path.relative_to(ROOT)}:{line}"
        if ">>>" in code:
            test = doctest.DocTestParser().get_doctest(code, names, where, str(path), line - 1)
            said: list[str] = []
            if doctest.DocTestRunner().run(test, out=said.append, clear_globs=False).failed:
                failures.append(f"{where}\n{''.join(said)}")
            names.update(test.globs)
        else:
            try:
                exec(compile("\n" * (line - 1) + code, str(path), "exec"), names)
            except Exception:
                failures.append(f"{where}\n{traceback.format_exc()}")
    return failures


def run_example(path: Path) -> list[str]:
    where = path.relative_to(ROOT)
    try:
        done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, timeout=SECONDS_PER_EXAMPLE)
    except subprocess.TimeoutExpired:
        return [f"{where} ran longer than {SECONDS_PER_EXAMPLE} s"]
    return [] if done.returncode == 0 else [f"{where} ended with {done.returncode}\n{done.stderr}"]


def main() -> int:
    documents = sorted({*ROOT.glob("README*.md"), *ROOT.glob("docs/**/*.md")})
    examples = sorted(path for path in ROOT.glob("examples/**/*.py") if not path.name.startswith("_"))
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        for path in documents:
            failures += run_document(path)
        for path in examples:
            failures += run_example(path)
        os.chdir(ROOT)
    for failure in failures:
        print(failure, file=sys.stderr)
    count = sum(len(blocks(path.read_text(encoding="utf-8"))) for path in documents)
    print(f"snippets: {count} blocks in {len(documents)} documents, {len(examples)} examples, {len(failures) or 'no'} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
