"""Limits, whose page may speak, which requests come from this machine."""

from __future__ import annotations

import pytest

from paiju.server.security import Bucket, Buckets, Guard, Limits, Rate, address_of, local
from tests.server.asgi import http


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_bucket_gives_its_burst_and_then_its_rate() -> None:
    bucket = Bucket(Rate(3, 0.5), 0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(t) for t in (1.0, 2.0, 3.0, 4.0)] == [False, True, False, True]
    assert [bucket.take(1000.0) for _ in range(4)] == [True, True, True, False]


def test_buckets_are_apart_and_forgotten_in_the_end() -> None:
    clock = Clock()
    buckets = Buckets(Rate(1, 1), clock)
    assert buckets.take("a") and not buckets.take("a") and buckets.take("b")
    for n in range(20_001):
        buckets.take(n)
    assert len(buckets._kept) == 20_000


def test_login_is_limited_by_login_and_by_address() -> None:
    guard = Guard(Limits(logins=Rate(3, 0)), Clock())
    assert [guard.login("1.1.1.1", "ann") for _ in range(4)] == [True, True, True, False]
    assert not guard.login("2.2.2.2", "ANN")
    assert [guard.login("1.1.1.1", f"p{n}") for n in range(3)] == [True, True, False]


@pytest.mark.parametrize(
    ("headers", "friendly"),
    [
        ({}, True),
        ({"origin": "http://here"}, True),
        ({"origin": "https://here"}, True),
        ({"origin": "https://HERE:443"}, True),
        ({"origin": "http://here:8000"}, False),
        ({"origin": "http://here:8000", "host": "here:8000"}, True),
        ({"origin": "https://other.example"}, True),
        ({"origin": "https://evil.example"}, False),
        ({"origin": "https://here.evil.example"}, False),
        ({"origin": "https://evil.example/here"}, False),
        ({"origin": "null"}, False),
        ({"origin": ""}, False),
        ({"origin": "http://["}, False),
        ({"origin": "file://here"}, False),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-origin"}, True),
    ],
)
def test_whose_page_may_speak(headers: dict[str, str], friendly: bool) -> None:
    guard = Guard(Limits(), Clock(), origins=["https://other.example/"])
    assert guard.friendly(dict(http("POST", "/", headers)["headers"])) is friendly


@pytest.mark.parametrize(
    ("client", "address"),
    [
        ("10.0.0.7", "10.0.0.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:10.0.0.7", "10.0.0.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("a:b", "a:b"),
    ],
)
def test_address_that_is_counted(client: str, address: str) -> None:
    assert address_of(http("GET", "/", client=client)) == address


def test_local_means_this_machine_without_a_proxy() -> None:
    assert local(http("GET", "/")) and local(http("GET", "/", client="::1")) and local(http("GET", "/", client="::ffff:127.0.0.1"))
    assert not local(http("GET", "/", client="10.0.0.1")) and not local(http("GET", "/", client="testclient"))
    assert not local(http("GET", "/", {"x-forwarded-for": "127.0.0.1"})) and not local(http("GET", "/", {"via": "1.1 proxy"}))
    assert not local({**http("GET", "/"), "client": None})
    own = {**http("GET", "/", client="192.168.1.5"), "server": ("192.168.1.5", 8000)}  # of a server that listens there only
    assert local(own) and not local({**own, "client": ("192.168.1.6", 5000)}) and not local({**own, "headers": [(b"via", b"1.1 proxy")]})
