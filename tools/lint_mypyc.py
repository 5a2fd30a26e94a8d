"""The compiler lint: what type-checks, and is wrong, slow or refused once mypyc has compiled it.

Knows the traps of mypyc 2.4 as patterns in the syntax tree of the compiled modules. Knows no types beyond
annotations it can read, so it asks for a plain annotation, or for an allowance, where it cannot tell.

Rules:

shift    A constant on the left of << or >>. With a native count (i64) on the right mypyc emits a 32-bit C shift: ``1 << 32`` gives 1,
         silently. Constants are literals, Final and ALL_CAPS names, i64(constant), and locals assigned one constant. Both sides known at
         compile time is right (``1 << 34``, ``1 << KINDS`` with a Final KINDS).
bigint   An integer constant of 2**62 or more: it is boxed, and arithmetic near it overflows compiled and grows interpreted.
vec-copy ``vec[u8](v)`` on a vec copies element by element, 60 times slower than ``v[:]``. Fine for bytes, a memoryview or a list.
closure  lambda, a nested function, yield, async: an object allocated and called through Python.
protocol typing.Protocol: calls through it go by name, 20 times slower than an overridden method.
record   dataclass, NamedTuple or namedtuple: 5-15 times slower to create than a native class.

A line that must break a rule says so at its end, with the reason: ``# lint: allow closure: runs once a hand``.
"""

import argparse
import ast
import operator
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

FOLDERS = ("src/paiju/core", "src/paiju/variants", "src/paiju/analysis/reach", "src/paiju/analysis/worth", "src/paiju/game/hand.py")
RULES = ("shift", "bigint", "vec-copy", "closure", "protocol", "record")

NATIVE_INTS = {"i64", "i32", "i16", "u8", "int"}
COPIED_FAST = {"bytes", "bytearray", "memoryview", "list", "range", "sorted"}
RECORD_MAKERS = {"dataclass", "NamedTuple", "namedtuple"}
TYPING_MODULES = {"typing", "typing_extensions"}
CAPS = re.compile(r"_*[A-Z][A-Z0-9_]*$")
ALLOW = re.compile(r"# lint: allow ([a-z-]+): \S")

FOLDS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
}


@dataclass(frozen=True, order=True)
class Finding:
    path: str
    line: int
    column: int
    rule: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.rule}: {self.message}"


@dataclass
class Module:
    """A parsed file with its Final names: the value where the compiler knows it, None where it is computed at run time."""

    name: str
    path: str
    text: str
    tree: ast.Module
    finals: dict[str, int | None] = field(default_factory=dict)
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)  # local name -> (module, name); ("paiju.core.tiles", "") for a module


class Project:
    """Every linted module, so that a Final imported from another one is known by value."""

    def __init__(self, modules: Iterable[Module]) -> None:
        self.modules = {module.name: module for module in modules}
        for module in self.modules.values():
            module.imported = dict(_imports(module))
        for _ in range(4):  # a Final may be computed from Finals of other modules: a few rounds reach them all
            for module in self.modules.values():
                for name, value in _final_assignments(module.tree.body):
                    module.finals[name] = self.fold(module, value)

    def resolve(self, module: Module, expression: ast.expr) -> tuple[Module, str] | None:
        """Where a name or ``module.NAME`` is defined, as far as it is in a linted module."""
        match expression:
            case ast.Name(name):
                if name in module.finals:
                    return module, name
                source, original = module.imported.get(name, ("", ""))
                target = self.modules.get(source)
                return (target, original) if target and original in target.finals else None
            case ast.Attribute(ast.Name(name), attribute):
                source, original = module.imported.get(name, ("", ""))
                target = self.modules.get(f"{source}.{original}" if original else source)
                return (target, attribute) if target and attribute in target.finals else None
        return None

    def fold(self, module: Module, expression: ast.expr | None) -> int | None:
        """The value of an expression the compiler folds: literals, Finals with a known value, arithmetic on them."""
        match expression:
            case ast.Constant(int(value)):
                return int(value)
            case ast.UnaryOp(operation, operand):
                inner = self.fold(module, operand)
                if inner is None:
                    return None
                return -inner if isinstance(operation, ast.USub) else ~inner if isinstance(operation, ast.Invert) else inner
            case ast.BinOp(left, operation, right):
                a, b = self.fold(module, left), self.fold(module, right)
                if a is None or b is None:
                    return None
                try:
                    if isinstance(operation, ast.Pow):
                        return int(a**b) if 0 <= b <= 4096 else None
                    if isinstance(operation, ast.LShift) and b > 4096:
                        return None
                    return FOLDS[type(operation)](a, b) if type(operation) in FOLDS else None
                except (ValueError, ZeroDivisionError):
                    return None
            case ast.Name() | ast.Attribute():
                found = self.resolve(module, expression)
                return found[0].finals[found[1]] if found else None
        return None


def _imports(module: Module) -> Iterator[tuple[str, tuple[str, str]]]:
    package = module.name.split(".")[:-1]
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                yield alias.asname or alias.name, (source, alias.name)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.asname or alias.name, (alias.name, "")


def _is_final(annotation: ast.expr) -> bool:
    head = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    return _last_name(head) == "Final"


def _final_assignments(body: Iterable[ast.stmt]) -> Iterator[tuple[str, ast.expr | None]]:
    for node in body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and _is_final(node.annotation):
            yield node.target.id, node.value


def _last_name(expression: ast.expr | None) -> str:
    """``f``, ``module.f`` and ``f[T]`` are all called f."""
    match expression:
        case ast.Name(name) | ast.Attribute(_, name):
            return name
        case ast.Subscript(value):
            return _last_name(value)
        case ast.Constant(str(text)):
            return text.split("[")[0].rsplit(".", 1)[-1]
    return ""


@dataclass
class Scope:
    """What a function's own statements tell about its local names."""

    constants: dict[str, ast.expr] = field(default_factory=dict)  # assigned once, a plain expression
    types: dict[str, str] = field(default_factory=dict)
    finals: set[str] = field(default_factory=set)


def _scope_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Scope:
    scope = Scope()
    arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    scope.types = {argument.arg: _last_name(argument.annotation) for argument in arguments}
    bound = {argument.arg: 2 for argument in arguments}  # an argument varies
    for node in ast.walk(function):
        match node:
            case ast.Assign([ast.Name(name)], value) | ast.NamedExpr(ast.Name(name), value):
                scope.constants[name] = value
                scope.types.setdefault(name, _last_name(value.func) if isinstance(value, ast.Call) else type(value).__name__.lower())
            case ast.AnnAssign(ast.Name(name), annotation, value):
                scope.types[name] = _last_name(annotation)
                if _is_final(annotation):
                    scope.finals.add(name)
                if value is not None:
                    scope.constants[name] = value
            case ast.Name(name, ast.Store()):
                pass
            case _:
                continue
        if isinstance(node, ast.Name):
            bound[node.id] = bound.get(node.id, 0) + 1
    scope.constants = {name: value for name, value in scope.constants.items() if bound.get(name) == 1}
    return scope


class Linter(ast.NodeVisitor):
    def __init__(self, project: Project, module: Module) -> None:
        self.project = project
        self.module = module
        self.findings: list[Finding] = []
        self.scopes: list[Scope] = []
        self.attribute_types = {
            node.target.attr if isinstance(node.target, ast.Attribute) else node.target.id: _last_name(node.annotation)
            for node in ast.walk(module.tree)
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Attribute | ast.Name)
        }
        classes = [node for node in ast.walk(module.tree) if isinstance(node, ast.ClassDef)]
        self.class_finals = {name for node in classes for name, _ in _final_assignments(node.body)}

    def report(self, node: ast.expr | ast.stmt, rule: str, message: str) -> None:
        lines = self.module.text.splitlines()
        for line in {node.lineno, node.end_lineno or node.lineno}:
            allowed = ALLOW.search(lines[line - 1])
            if allowed and allowed[1] == rule:
                return
        self.findings.append(Finding(self.module.path, node.lineno, node.col_offset + 1, rule, message))

    # shift and bigint

    def is_constant(self, expression: ast.expr, seen: frozenset[str] = frozenset()) -> bool:
        """True for what mypyc may treat as a C constant: then the C type of a shift is int, not int64_t."""
        match expression:
            case ast.Constant(int()):
                return True
            case ast.UnaryOp(_, operand):
                return self.is_constant(operand, seen)
            case ast.BinOp(left, _, right):
                return self.is_constant(left, seen) and self.is_constant(right, seen)
            case ast.NamedExpr(_, value):
                return self.is_constant(value, seen)
            case ast.Call(function, [argument], []) if _last_name(function) in NATIVE_INTS:
                return self.is_constant(argument, seen)
            case ast.Name(name):
                if self.scopes and name in self.scopes[-1].finals:
                    return True
                if self.scopes and name in self.scopes[-1].constants and name not in seen:
                    return self.is_constant(self.scopes[-1].constants[name], seen | {name})
                return bool(CAPS.match(name)) or self.project.resolve(self.module, expression) is not None
            case ast.Attribute(_, attribute):
                known = attribute in self.class_finals or self.project.resolve(self.module, expression) is not None
                return bool(CAPS.match(attribute)) or known
        return False

    def check_shift(self, node: ast.expr | ast.stmt, left: ast.expr, right: ast.expr) -> None:
        if not self.is_constant(left):
            return
        if self.project.fold(self.module, left) is not None and self.project.fold(self.module, right) is not None:
            return
        text = ast.unparse(left)
        remedy = f"use shl({text}, n) or BIT[n], and (m >> n) & 1 to test"
        self.report(node, "shift", f"constant {text} on the left of a shift is a 32-bit shift in C; {remedy}")

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.LShift | ast.RShift):
            self.check_shift(node, node.left, node.right)
        self.check_size(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        self.check_size(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        self.check_size(node)

    def check_size(self, node: ast.expr) -> None:
        value = self.project.fold(self.module, node)
        if value is not None and abs(value) >= 1 << 62:
            self.report(node, "bigint", f"integer constant {ast.unparse(node)} does not fit 62 bits")
            return  # one finding for the whole expression
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.op, ast.LShift | ast.RShift):
            # ``x <<= n`` is right for a variable; only a name in capitals is suspicious
            name = _last_name(node.target) if isinstance(node.target, ast.Name | ast.Attribute) else ""
            if CAPS.match(name) or name in self.class_finals:
                self.check_shift(node, node.target, node.value)
        self.generic_visit(node)

    # vec-copy

    def visit_Call(self, node: ast.Call) -> None:
        match node:
            case ast.Call(ast.Subscript(function, element), [ast.Name() | ast.Attribute() as argument]) if _last_name(function) == "vec":
                name = _last_name(argument)
                kind = self.scopes[-1].types.get(name, "") if isinstance(argument, ast.Name) and self.scopes else self.attribute_types.get(name, "")
                if kind.removesuffix("comp") not in COPIED_FAST:
                    text = ast.unparse(argument)
                    call = f"vec[{ast.unparse(element)}]({text})"
                    self.report(node, "vec-copy", f"{call} copies item by item; write {text}[:], or annotate {text} if it is bytes or a list")
        if _last_name(node.func) in RECORD_MAKERS:
            self.report(node, "record", f"{_last_name(node.func)} is slow to create; write a native class")
        self.generic_visit(node)

    # closure

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.report(node, "closure", "lambda; write a module function")
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if self.scopes:
            self.report(node, "closure", f"nested function {node.name}; move it to the module or make it a method")
        if isinstance(node, ast.AsyncFunctionDef):
            self.report(node, "closure", f"async function {node.name}; the engine does no I/O")
        for decorator in node.decorator_list:
            self.visit(decorator)
        self.scopes.append(_scope_of(node))
        for child in [node.args, *node.body]:
            self.visit(child)
        self.scopes.pop()

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.visit_FunctionDef(node)

    def visit_Yield(self, node: ast.Yield) -> None:
        self.report(node, "closure", "generator; fill a list or a vec and return it")
        self.generic_visit(node)

    def visit_YieldFrom(self, node: ast.YieldFrom) -> None:
        self.report(node, "closure", "generator; fill a list or a vec and return it")
        self.generic_visit(node)

    # protocol and record

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        names = {alias.name for alias in node.names}
        if node.module in TYPING_MODULES and "Protocol" in names:
            self.report(node, "protocol", "Protocol; use a base class and override")
        for maker in sorted(names & RECORD_MAKERS):
            if node.module in {*TYPING_MODULES, "dataclasses", "collections"}:
                self.report(node, "record", f"{maker} is slow to create; write a native class")

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        # names imported from typing were reported at their import; these came through a module
        for base in node.bases:
            head = base.value if isinstance(base, ast.Subscript) else base
            if isinstance(head, ast.Attribute) and head.attr == "Protocol":
                self.report(base, "protocol", "Protocol; use a base class and override")
            if isinstance(head, ast.Attribute) and head.attr == "NamedTuple":
                self.report(base, "record", "NamedTuple is slow to create; write a native class")
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Attribute) and decorator.attr == "dataclass":
                self.report(decorator, "record", "dataclass is slow to create; write a native class")
        outer, self.scopes = self.scopes, []  # a method is not a nested function
        self.generic_visit(node)
        self.scopes = outer


def lint(files: dict[str, str]) -> list[Finding]:
    """Findings for files given as path -> text, in the order of the paths and lines."""
    modules = [Module(_module_name(path), path, text, ast.parse(text, path)) for path, text in files.items()]
    project = Project(modules)
    findings: list[Finding] = []
    for module in modules:
        linter = Linter(project, module)
        linter.visit(module.tree)
        findings += linter.findings
    return sorted(set(findings))


def _module_name(path: str) -> str:
    parts = Path(path).with_suffix("").parts
    parts = parts[parts.index("paiju") :] if "paiju" in parts else parts[-1:]
    return ".".join(parts).removesuffix(".__init__")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Lint the compiled folders for what mypyc gets wrong or slow.")
    parser.add_argument("paths", nargs="*", default=FOLDERS, help="files or folders (default: %(default)s)")
    options = parser.parse_args(arguments)
    paths = sorted({file for path in map(Path, options.paths) for file in (path.rglob("*.py") if path.is_dir() else [path])})
    findings = lint({path.as_posix(): path.read_text(encoding="utf-8") for path in paths})
    for finding in findings:
        print(finding)
    print(f"compiler lint: {len(paths)} files, {len(findings) or 'no'} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
