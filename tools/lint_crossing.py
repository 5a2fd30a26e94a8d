"""Finds vecs handed from interpreted modules to compiled functions: mypyc 2.4.1 never frees them.

The wrapper that interpreted callers go through takes a reference to the vec and does not give it back: each call keeps the whole
buffer for ever. So no function or class of a compiled module with a vec parameter may be called by name from an interpreted one; pass
bytes and make the vec inside. Compiled callers do not pass through the wrapper. Methods are not seen: their class is not known here.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path("src/paiju")
COMPILED = ("core", "variants", "analysis/reach", "analysis/worth")
COMPILED_FILES = ("game/hand.py",)


def is_compiled(path: Path, root: Path = ROOT) -> bool:
    inside = path.relative_to(root)
    name = inside.as_posix()
    return (name.startswith(tuple(f"{folder}/" for folder in COMPILED)) and path.name != "__init__.py") or name in COMPILED_FILES


def takes_vec(function: ast.FunctionDef) -> bool:
    arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    return any(a.annotation is not None and "vec[" in ast.unparse(a.annotation) for a in arguments)


def vec_takers(tree: ast.Module) -> set[str]:
    """Names of a module's functions with a vec parameter, and of its classes whose ``__init__`` has one."""
    found = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and takes_vec(node):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {node.name for f in node.body if isinstance(f, ast.FunctionDef) and f.name == "__init__" and takes_vec(f)}
    return found


def crossings(tree: ast.Module, takers: dict[str, set[str]]) -> Iterator[tuple[int, str]]:
    """(line, name) of each call of an imported taker."""
    imported = {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in takers
        for alias in node.names
        if alias.name in takers[node.module or ""]
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in imported:
            yield node.lineno, imported[node.func.id]


def main(root: Path = ROOT) -> int:
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(root.rglob("*.py"))}
    takers = {
        ".".join(("paiju", *path.relative_to(root).with_suffix("").parts)): vec_takers(tree)
        for path, tree in trees.items()
        if is_compiled(path, root)
    }
    found = [(path, *at) for path, tree in trees.items() if not is_compiled(path, root) for at in crossings(tree, takers)]
    for path, line, name in found:
        print(f"{path}:{line}: {name} takes a vec; an interpreted caller's is never freed: pass bytes to a function that makes the vec")
    print(f"vec crossings: {len(trees)} files, {len(found) or 'no'} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
