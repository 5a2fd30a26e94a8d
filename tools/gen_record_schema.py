"""Write docs/record.schema.json, the JSON Schema of a record, from its declaration; with --check fail when it is not fresh."""

import json
import sys
from pathlib import Path

import msgspec

from paiju.records.record import FORMAT, Record

TARGET = Path(__file__).resolve().parent.parent / "docs" / "record.schema.json"


def schema() -> str:
    """The schema as it stands in the file."""
    found = msgspec.json.schema(Record)
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"One hand of mahjong ({FORMAT})",
        "description": "A line of a file of records, written by paiju. What a schema cannot say, such as the digest, is checked by `paiju verify`.",
    }
    return json.dumps({**head, **found}, indent=2, ensure_ascii=False) + "\n"


def main() -> int:
    text = schema()
    if "--check" in sys.argv[1:]:
        if not TARGET.exists() or TARGET.read_text(encoding="utf-8") != text:
            print(f"{TARGET.name} is not fresh; run make docs", file=sys.stderr)
            return 1
        return 0
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
