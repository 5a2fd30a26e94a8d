"""The compiler lint: for every rule, code that must be reported and code that must not."""

import pytest

from tools.lint_mypyc import lint, main

HEADER = "from typing import Final\nfrom librt.vecs import vec\nfrom mypy_extensions import i64, u8\n"
PATH = "src/paiju/core/sample.py"


def rules(code: str, **others: str) -> list[str]:
    files = {PATH: HEADER + code} | {f"src/paiju/core/{name}.py": HEADER + text for name, text in others.items()}
    return [finding.rule for finding in lint(files) if finding.path == PATH]


# Each of these gave another value compiled by mypyc 2.4.1 than interpreted, with n = 33.
WRONG_SHIFTS = {
    "literal": "def f(n: i64) -> i64: return 1 << n",
    "cast literal": "def f(n: i64) -> i64: return i64(1) << n",
    "negative literal": "def f(n: i64) -> i64: return -1 << n",
    "inverted literal": "def f(n: i64) -> i64: return ~0 << n",
    "right shift": "def f(n: i64) -> i64: return 0x7FFFFFFF >> n",
    "Final": "one: Final = 1\ndef f(n: i64) -> i64: return one << n",
    "Final i64": "one: Final[i64] = 1\ndef f(n: i64) -> i64: return one << n",
    "arithmetic on a Final": "one: Final = 1\ndef f(n: i64) -> i64: return (one + 0) << n",
    "Final of a class": "class K:\n    one: Final = 1\n    def f(self, n: i64) -> i64: return self.one << n",
    "constant local": "def f(n: i64) -> i64:\n    one: i64 = 1\n    return one << n",
    "alias of a constant local": "def f(n: i64) -> i64:\n    a: i64 = 1\n    b = a\n    return b << n",
    "walrus": "def f(n: i64) -> i64: return (a := i64(1)) << n",
    "inside a condition": "def f(m: i64, n: i64) -> bool: return bool(m & (1 << n))",
}

# Not proven wrong, but not told apart from the wrong ones without types.
DOUBTFUL_SHIFTS = {
    "imported capitals": "from paiju.elsewhere import ONE\ndef f(n: i64) -> i64: return ONE << n",
    "capitals of a module": "from paiju import elsewhere\ndef f(n: i64) -> i64: return elsewhere.ONE << n",
    "unknown count": "from paiju.elsewhere import COUNT\ndef f() -> i64: return 1 << COUNT",
    "local constant by literal": "def f() -> i64:\n    one: i64 = 1\n    return one << 34",
    "capitals in place": "ONE = 1\ndef f(n: i64) -> None:\n    global ONE\n    ONE <<= n",
}

RIGHT_SHIFTS = {
    "both literal": "def f() -> i64: return 1 << 34",
    "count by a Final": "KINDS: Final = 34\ndef f() -> i64: return (1 << KINDS) - 1",
    "count by a Final i64": "KINDS: Final[i64] = 34\ndef f() -> i64: return 1 << KINDS",
    "Final by literal": "DOTS: Final = 0x1FF\nALL: Final = DOTS << 9",
    "argument": "def shl(x: i64, n: i64) -> i64: return x << n",
    "test of a bit": "def f(m: i64, n: i64) -> bool: return bool((m >> n) & 1)",
    "table": "BIT: Final = vec[i64]([1])\ndef f(n: i64) -> i64: return BIT[n]",
    "table shifted": "BIT: Final = vec[i64]([1])\ndef f(i: i64, n: i64) -> i64: return BIT[i] << n",
    "attribute": "class K:\n    def __init__(self) -> None:\n        self.one: i64 = 1\n    def f(self, n: i64) -> i64: return self.one << n",
    "local assigned twice": "def f(n: i64, c: bool) -> i64:\n    x: i64 = 1\n    if c:\n        x = 2\n    return x << n",
    "local changed": "def f(n: i64) -> i64:\n    x: i64 = 1\n    x <<= n\n    return x",
    "loop variable": "def f(n: i64) -> i64:\n    r: i64 = 0\n    for x in range(i64(3)):\n        r |= x << n\n    return r",
    "default": "def f(n: i64, one: i64 = 1) -> i64: return one << n",
}


@pytest.mark.parametrize("code", WRONG_SHIFTS.values(), ids=WRONG_SHIFTS.keys())
def test_shift_of_a_constant_is_reported(code: str) -> None:
    assert rules(code) == ["shift"]


@pytest.mark.parametrize("code", DOUBTFUL_SHIFTS.values(), ids=DOUBTFUL_SHIFTS.keys())
def test_shift_that_cannot_be_told_is_reported(code: str) -> None:
    assert rules(code) == ["shift"]


@pytest.mark.parametrize("code", RIGHT_SHIFTS.values(), ids=RIGHT_SHIFTS.keys())
def test_right_shift_passes(code: str) -> None:
    assert rules(code) == []


@pytest.mark.parametrize(
    "use",
    [
        "from paiju.core.sizes import KINDS\nX: Final = 1 << KINDS",
        "from paiju.core import sizes\nX: Final = 1 << sizes.KINDS",
        "from .sizes import KINDS as K\nX: Final = 1 << K",
    ],
)
def test_final_of_another_module_is_known(use: str) -> None:
    assert rules(use, sizes="WIDE: Final = 30\nKINDS: Final = WIDE + 4") == []


@pytest.mark.parametrize("code", ["X: Final = 1 << 62", "def f() -> int: return 0x4000000000000000", "X: Final = 2**62", "X: Final = -(1 << 63)"])
def test_constant_beyond_62_bits_is_reported_once(code: str) -> None:
    assert rules(code) == ["bigint"]


@pytest.mark.parametrize("code", ["X: Final = (1 << 61) - 1", "def f() -> int: return 0x3FFFFFFFFFFFFFFF", "X: Final = 5**9"])
def test_constant_of_62_bits_passes(code: str) -> None:
    assert rules(code) == []


VEC_COPIES = {
    "argument": "def f(v: vec[u8]) -> vec[u8]: return vec[u8](v)",
    "attribute": "class K:\n    def __init__(self, v: vec[u8]) -> None:\n        self.v = vec[u8](v)",
    "own attribute": "class K:\n    def f(self) -> None:\n        w = vec[i64](self.v)",
    "local": "def f() -> None:\n    v = vec[u8]([1])\n    w = vec[u8](v)",
}
VEC_MAKING = {
    "slice": "def f(v: vec[u8]) -> vec[u8]: return v[:]",
    "list": "V: Final = vec[u8]([0] * 34)",
    "named list": "def f(x: list[i64]) -> vec[i64]: return vec[i64](x)",
    "local list": "def f() -> vec[i64]:\n    x = [1, 2]\n    return vec[i64](x)",
    "bytes": "def f(data: bytes) -> vec[u8]: return vec[u8](data)",
    "memoryview": "def f(data: memoryview) -> vec[u8]: return vec[u8](data)",
    "empty": "def f() -> vec[u8]: return vec[u8]()",
}


@pytest.mark.parametrize("code", VEC_COPIES.values(), ids=VEC_COPIES.keys())
def test_copy_of_a_vec_by_constructor_is_reported(code: str) -> None:
    assert rules(code) == ["vec-copy"]


@pytest.mark.parametrize("code", VEC_MAKING.values(), ids=VEC_MAKING.keys())
def test_making_a_vec_passes(code: str) -> None:
    assert rules(code) == []


CLOSURES = {
    "lambda": "F = lambda x: x",
    "nested function": "def f() -> int:\n    def g() -> int: return 1\n    return g()",
    "generator": "def f() -> object:\n    yield 1",
    "yield from": "def f() -> object:\n    yield from [1]",
    "async": "async def f() -> None: pass",
}


@pytest.mark.parametrize("code", CLOSURES.values(), ids=CLOSURES.keys())
def test_closure_is_reported(code: str) -> None:
    assert rules(code) == ["closure"]


@pytest.mark.parametrize("code", ["def f(x: list[i64]) -> i64: return sum([i * 2 for i in x])", "class K:\n    def f(self) -> int: return 1"])
def test_plain_function_passes(code: str) -> None:
    assert rules(code) == []


@pytest.mark.parametrize("code", ["from typing import Protocol\nclass K(Protocol): pass", "import typing\nclass K(typing.Protocol[int]): pass"])
def test_protocol_is_reported(code: str) -> None:
    assert rules(code) == ["protocol"]


def test_base_class_passes() -> None:
    assert rules("class Base:\n    def f(self) -> i64: return 0\nclass K(Base):\n    def f(self) -> i64: return 1") == []


@pytest.mark.parametrize(
    "code",
    [
        "from dataclasses import dataclass\n@dataclass\nclass K:\n    x: int",
        "import dataclasses\n@dataclasses.dataclass\nclass K:\n    x: int",
        "from typing import NamedTuple\nclass K(NamedTuple):\n    x: int",
        "import typing\nclass K(typing.NamedTuple):\n    x: int",
        "from collections import namedtuple",
    ],
)
def test_record_class_is_reported(code: str) -> None:
    assert rules(code) == ["record"]


def test_native_class_passes() -> None:
    assert rules("class K:\n    def __init__(self, x: i64) -> None:\n        self.x = x") == []


def test_allowance_with_a_reason_is_heeded() -> None:
    assert rules("F = lambda x: x  # lint: allow closure: once at import") == []


@pytest.mark.parametrize("comment", ["# lint: allow closure", "# lint: allow shift: wrong rule", "# noqa"])
def test_allowance_without_reason_or_for_another_rule_is_not(comment: str) -> None:
    assert rules(f"F = lambda x: x  {comment}") == ["closure"]


def test_finding_says_where_and_what_instead() -> None:
    [finding] = lint({PATH: "def f(n: int) -> int:\n    return 1 << n\n"})
    assert str(finding) == (
        f"{PATH}:2:12: shift: constant 1 on the left of a shift is a 32-bit shift in C; use shl(1, n) or BIT[n], and (m >> n) & 1 to test"
    )


def test_command_fails_on_a_finding(tmp_path, capsys) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "bad.py"
    file.write_text("F = lambda x: x\n")
    assert main([str(tmp_path)]) == 1
    assert "1 files, 1 findings" in capsys.readouterr().out
    file.write_text("F = 1\n")
    assert main([str(tmp_path)]) == 0
