"""Databases for the tests of the server: ``url`` runs a test on both kinds; each test has an empty one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import postgres


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgres.Cluster]:
    """A private PostgreSQL, one for each test process that asks for it."""
    why_not = postgres.why_not()
    if why_not:
        pytest.skip(f"needs postgres: {why_not}")
    cluster = postgres.Cluster()
    yield cluster
    cluster.close()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/paiju.db"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/paiju.db"
    cluster: postgres.Cluster = request.getfixturevalue("cluster")
    return cluster.fresh()
