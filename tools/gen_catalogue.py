"""Compile click's words in Chinese, src/paiju/cli/locale/*/LC_MESSAGES/click.po, into the click.mo beside it, which is what gettext reads.

With --check nothing is written: exit status 1 when it is not what would be written, or when the installed click has words that the .po lacks.
"""

import io
import sys
from pathlib import Path

import click
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "paiju" / "cli" / "locale" / "zh_CN" / "LC_MESSAGES" / "click.po"
TARGET = SOURCE.with_suffix(".mo")


def compiled(catalogue: Catalog) -> bytes:
    """The catalogue as gettext reads it."""
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def missing(catalogue: Catalog) -> list[str]:
    """Words of the installed click without a translation."""
    found = extract_from_dir(Path(click.__file__).parent, method_map=[("**.py", "python")])
    words = dict.fromkeys(message[0] if isinstance(message, tuple) else message for _, _, message, _, _ in found)
    return [word for word in words if not (word in catalogue and catalogue[word].string)]


def main() -> int:
    with SOURCE.open("rb") as file:
        catalogue = read_po(file, abort_invalid=True)
    lacking = missing(catalogue)
    for word in lacking:
        print(f"{SOURCE.relative_to(ROOT)} does not translate: {word!r}", file=sys.stderr)
    data = compiled(catalogue)
    if "--check" in sys.argv[1:]:
        fresh = TARGET.exists() and TARGET.read_bytes() == data
        if not fresh:
            print(f"{TARGET.relative_to(ROOT)} is not fresh; run: make docs", file=sys.stderr)
        return 1 if lacking or not fresh else 0
    TARGET.write_bytes(data)
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
