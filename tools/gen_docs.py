"""Write the documents that follow from the declarations: docs/options.md, docs/fans.md, docs/options/<game>.schema.json.

With --check nothing is written: exit status 1, naming them, when a document is not what would be written.
"""

import json
import sys
from pathlib import Path

from paiju import variants
from paiju.core.options import as_text
from paiju.core.variant import Variant

DOCS = Path(__file__).resolve().parent.parent / "docs"
NOTE = "<!-- Written by tools/gen_docs.py from the declarations in src/paiju/variants; do not edit. -->\n"


def documents() -> dict[Path, str]:
    """What each document should hold."""
    games = [variants.get(key) for key in ("changchun", "baicheng", "changsha")]
    found = {
        DOCS / "options.md": NOTE + "# House rules 玩法选项\n" + OPTIONS_HEAD + "".join(map(options_of, games)),
        DOCS / "fans.md": NOTE + "# Fans 番种\n" + FANS_HEAD + "".join(map(fans_of, games)),
    }
    for game in games:
        found[DOCS / "options" / f"{game.key}.schema.json"] = json.dumps(game.options_schema(), ensure_ascii=False, indent=2) + "\n"
    return found


OPTIONS_HEAD = """
Every house rule is declared once in its game's file; these tables, the command-line flags (`--kong-dice 2`, `--option kong_dice=2`), the
JSON Schemas in [options/](options/) and the headers of records follow from it. The value written first is the default, the rules read literally.
每条玩法选项只在所属打法的文件里声明一次，命令行、JSON Schema、本页的表和牌谱都由它得来；默认值照规则原文。
"""

FANS_HEAD = """
Ids are those of the score contract ([scoring.md](scoring.md)) and of events. 番种的编号用于算分接口和牌谱。
"""


def options_of(game: Variant) -> str:
    presets = "\n".join(f"- `{p.name}` {p.zh}, {p.en}" + (f": {values_of(p.values)}" if p.values else "") for p in game.presets)
    tables = f"{game.options_table('zh')}\n{game.options_table('en')}"
    return f"\n## {game.en} {game.zh}\n\nPresets 预设:\n\n{presets}\n\n{tables}"


def values_of(values: dict[str, object]) -> str:
    return ", ".join(f"`{name}` = {as_text(value)}" for name, value in values.items())


def fans_of(game: Variant) -> str:
    return f"\n## {game.en} {game.zh}\n\n{game.fans_table('zh')}\n{game.fans_table('en')}"


def main() -> int:
    wanted = documents()
    if "--check" in sys.argv[1:]:
        stale = [path for path, text in wanted.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
        for path in stale:
            print(f"{path.relative_to(DOCS.parent)} is not fresh; run: make docs", file=sys.stderr)
        return 1 if stale else 0
    for path, text in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    print(f"docs: {len(wanted)} documents written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
