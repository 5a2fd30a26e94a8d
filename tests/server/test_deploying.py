"""What docs/deploying.md tells to type exists, in both languages alike."""

from __future__ import annotations

import re
from pathlib import Path

import click

from paiju.cli import main
from paiju.cli.admin import admin
from paiju.cli.serve import serve

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "deploying.md").read_text(encoding="utf-8")
CHINESE, ENGLISH = TEXT.split("\n## English\n")


def typed(text: str) -> list[str]:
    """The commands of the indented blocks, without what is said about them."""
    lines = re.findall(r"^ {4}(\S.*)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)
    return [re.sub(r" +# .*", "", line) for line in lines]


def test_paiju_is_installed_from_its_source_and_nowhere_from_an_index() -> None:
    for text in (CHINESE, ENGLISH):
        installs = [line for line in typed(text) if "pip install" in line]
        assert len(installs) == 2 and all(line.endswith("'./source[server]'") for line in installs)
        assert any(line.startswith("apt-get install ") and {"git", "gcc", "python3-venv", "python3-dev"} <= set(line.split()) for line in typed(text))


def test_both_languages_type_the_same() -> None:
    english = [line.replace("PAIJU_LANG=en ", "") for line in typed(ENGLISH)]
    assert [line for line in typed(CHINESE) if "postgres" not in line.lower()] == english


def test_every_admin_command_and_option_exists() -> None:
    context = click.Context(main)
    used = re.findall(r"padmin (\w+)", TEXT)
    assert set(used) <= set(admin.list_commands(context)) and len(set(used)) >= 8
    options = {name for param in serve.params for name in param.opts}
    assert set(re.findall(r"paiju serve (?:--\w+ \S+ )*?(--[a-z-]+)", TEXT)) <= options
    names = {param.envvar for param in serve.params} | {"PAIJU_LANG"}
    assert set(re.findall(r"PAIJU_[A-Z_]+", TEXT)) <= names


def test_every_folder_that_is_used_is_made_for_the_user_of_the_server() -> None:
    for text in (CHINESE, ENGLISH):
        made = next(line for line in typed(text) if line.startswith("install -d -o paiju"))
        assert {"/srv/paiju/data", "/srv/paiju/backup"} <= set(made.split())
        assert set(re.findall(r"/srv/(?!paiju)\w+", text)) == set()
