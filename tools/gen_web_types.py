"""Write src/paiju/web/protocol.d.ts, the messages, events and views as types for the page's checker; with --check fail when it is not fresh."""

import re
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec

from paiju.game.events import Event
from paiju.server import protocol

TARGET = Path(__file__).resolve().parent.parent / "src" / "paiju" / "web" / "protocol.d.ts"
HEAD = "// Written by tools/gen_web_types.py from paiju.server.protocol; do not edit.\n"
PLAIN = {"integer": "number", "number": "number", "boolean": "boolean", "string": "string", "null": "null"}
PREFIX = "#/schemas/"


def type_of(schema: dict[str, Any]) -> str:
    """A schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(PREFIX)
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(type_of(one) for one in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(type_of(one) for one in schema['prefixItems'])}]"
        item = type_of(schema.get("items", {}))
        return f"({item})[]" if " " in item and not item.startswith("[") else f"{item}[]"
    if kind == "object":
        return f"Record<string, {type_of(schema.get('additionalProperties', {}))}>"
    words = re.fullmatch(r"\^\(([a-z_|]+)\)\$", schema.get("pattern", ""))
    if words:
        return " | ".join(f'"{word}"' for word in words.group(1).split("|"))
    return PLAIN.get(str(kind), "unknown")


def interface(name: str, schema: dict[str, Any], *, always: bool) -> str:
    """One struct. ``always``: its fields are there also when they have their default."""
    required = schema.get("required", [])
    lines = [f"/** {schema['description']} */"] if "description" in schema else []
    lines.append(f"export interface {name} {{")
    for field, one in schema["properties"].items():
        lines.append(f"  {field}{'' if always or field in required else '?'}: {type_of(one)};")
    return "\n".join([*lines, "}"])


def types() -> str:
    """The whole file."""
    _, found = msgspec.json.schema_components([protocol.FromServer, protocol.Command], ref_template="#/schemas/{name}")
    commands = {command.__name__ for command in get_args(protocol.Command)}
    events = {event.__name__ for event in get_args(Event)}
    parts = [interface(name, schema, always=name not in commands | events) for name, schema in found.items()]
    unions = {"Event": Event, "FromServer": protocol.FromServer, "Command": protocol.Command}
    parts += [f"export type {name} =\n  | " + "\n  | ".join(one.__name__ for one in get_args(union)) + ";" for name, union in unions.items()]
    return HEAD + "\n" + "\n\n".join(parts) + "\n"


def main() -> int:
    text = types()
    if "--check" in sys.argv[1:]:
        if not TARGET.exists() or TARGET.read_text(encoding="utf-8") != text:
            print(f"{TARGET.name} is not fresh; run make docs", file=sys.stderr)
            return 1
        return 0
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
