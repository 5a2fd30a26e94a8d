"""What every test session does: says which build it tests, refuses a wrong or stale one, and sets how much is played.

Environment variables:

PAIJU_EXPECT        compiled or pure: fail the session unless this build is loaded (make test sets it)
PAIJU_TEST_SCALE    multiplies the numbers of random hands; 1.0 if unset
PAIJU_REQUIRE       names of what must be there (browser, node, postgres): a test skipped because it "needs" one of them fails instead
PAIJU_TEST_PROFILE  ci (the default: the same examples every time), dev (new random examples), nightly (many, and the tests marked nightly)
"""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from paiju import _build

SCALE = float(os.environ.get("PAIJU_TEST_SCALE") or 1.0)
PROFILE = os.environ.get("PAIJU_TEST_PROFILE") or "ci"

SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large]
SMALLER = min(1.0, max(0.1, SCALE))  # the interpreted build gets fewer examples, never more
settings.register_profile("ci", max_examples=round(100 * SMALLER), deadline=None, derandomize=True, database=None, suppress_health_check=SLOW_IS_FINE)
settings.register_profile("dev", max_examples=round(100 * SMALLER), deadline=None, suppress_health_check=SLOW_IS_FINE)
settings.register_profile("nightly", max_examples=5000, deadline=None, print_blob=True, suppress_health_check=SLOW_IS_FINE)
settings.load_profile(PROFILE)


def pytest_configure(config: pytest.Config) -> None:
    expected = os.environ.get("PAIJU_EXPECT", "")
    if expected not in ("", "compiled", "pure"):
        raise pytest.UsageError(f"PAIJU_EXPECT is {expected!r}; it can be compiled or pure.")
    if expected and _build.compiled() != (expected == "compiled"):
        raise pytest.UsageError(f"PAIJU_EXPECT={expected}, but what is loaded says {_build.describe()}. Build with: make build")
    pure_asked = os.environ.get("PAIJU_PURE", "") not in ("", "0")
    stale = [] if pure_asked else _build.stale()
    if stale:
        raise pytest.UsageError(f"The compiled engine is not that of the sources: {'; '.join(stale)}. Build again with: make build")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Iterator[Any]:
    report = yield
    if report.skipped and isinstance(report.longrepr, tuple):
        why = str(report.longrepr[2])
        if any(f"needs {name}" in why for name in os.environ.get("PAIJU_REQUIRE", "").split()):
            report.outcome, report.longrepr = "failed", f"PAIJU_REQUIRE: {why}"
    return report


def pytest_report_header() -> str:
    return f"paiju: {_build.describe()}; scale {SCALE:g}, profile {PROFILE}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if PROFILE == "nightly":
        return
    left_out = [item for item in items if item.get_closest_marker("nightly")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("nightly")]


@pytest.fixture(scope="session")
def scale() -> float:
    """The multiplier for numbers of random hands."""
    return SCALE


@pytest.fixture(scope="session")
def scaled() -> Callable[[int], int]:
    """``scaled(1000)``: how many random hands to play where 1000 are meant at scale 1; at least one."""
    return lambda count: max(1, round(count * SCALE))
