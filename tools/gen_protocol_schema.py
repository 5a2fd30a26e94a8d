"""Write docs/protocol.schema.json, the JSON Schema of what page and server say to each other; with --check fail when it is not fresh."""

import json
import sys
from pathlib import Path
from typing import get_args

import msgspec

from paiju.server.protocol import VERSION, Command, FromServer

TARGET = Path(__file__).resolve().parent.parent / "docs" / "protocol.schema.json"
REF = "#/$defs/{name}"


def schema() -> str:
    """The schema as it stands in the file."""
    kinds = {"fromServer": FromServer, "command": Command}
    _, parts = msgspec.json.schema_components([member for union in kinds.values() for member in get_args(union)], ref_template=REF)
    unions = {name: {"oneOf": [{"$ref": REF.format(name=member.__name__)} for member in get_args(union)]} for name, union in kinds.items()}
    found = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"What a page and the server say to each other, version {VERSION}",
        "description": "Every message of the server is a `fromServer`, every message of a page a `command`: one JSON object each.",
        "oneOf": [{"$ref": REF.format(name=name)} for name in unions],
        "$defs": {**unions, **parts},
    }
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"


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
