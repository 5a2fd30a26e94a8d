"""What keeps strangers from harm: headers of every answer, whose page may speak, how much and how fast.

Knows addresses and numbers; not what is asked or answered.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

Scope = Mapping[str, Any]

HEADERS: Final = (
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
LONGEST_BODY: Final = 64 * 1024  # bytes of a request
_FORWARDED: Final = {b"x-forwarded-for", b"forwarded", b"x-real-ip", b"via", b"x-forwarded-proto", b"x-forwarded-host"}
_KEPT: Final = 20_000  # addresses remembered


class Rate(msgspec.Struct, frozen=True):
    """So many at once, and so many a second after that."""

    burst: float
    second: float


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How much one connection or one address may ask. Many people may share an address (a school, a café)."""

    requests: Rate = Rate(120, 20)  # an address
    sessions: Rate = Rate(30, 1 / 10)  # new guests, an address
    rooms: Rate = Rate(60, 1 / 5)  # new rooms, an address
    reviews: Rate = Rate(30, 1 / 10)  # hands looked through, an address
    logins: Rate = Rate(10, 1 / 60)  # attempts, a login; and an address twice that
    messages: Rate = Rate(60, 12)  # a connection
    address_messages: Rate = Rate(600, 120)
    junk: Rate = Rate(8, 1 / 10)  # messages that could not be carried out for their form, a connection
    changes: Rate = Rate(40, 1 / 2)  # of a room, a chair or 托管: what is stored though nothing is played, a player
    connections: int = 100  # at a time, an address


class Bucket:
    """A token bucket; time is given to it, in seconds."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate = rate
        self._left = rate.burst
        self._at = now

    def take(self, now: float) -> bool:
        """Whether one more may pass."""
        self._left = min(self._rate.burst, self._left + (now - self._at) * self._rate.second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each key; of very many the oldest are forgotten."""

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._clock = clock
        self._kept: dict[Hashable, Bucket] = {}

    def take(self, key: Hashable) -> bool:
        """Whether one more of that key may pass."""
        now = self._clock()
        bucket = self._kept.get(key)
        if bucket is None:
            if len(self._kept) >= _KEPT:
                del self._kept[next(iter(self._kept))]
            bucket = self._kept[key] = Bucket(self._rate, now)
        return bucket.take(now)


class Guard:
    """The limits of one server and who has used them up."""

    def __init__(self, limits: Limits, clock: Callable[[], float], *, origins: Iterable[str] = ()) -> None:
        self.limits: Final = limits
        self.clock: Final = clock
        self.origins: Final = frozenset(origin.rstrip("/").lower() for origin in origins)
        self.requests: Final = Buckets(limits.requests, clock)
        self.sessions: Final = Buckets(limits.sessions, clock)
        self.rooms: Final = Buckets(limits.rooms, clock)
        self.reviews: Final = Buckets(limits.reviews, clock)
        self.changes: Final = Buckets(limits.changes, clock)
        self.messages: Final = Buckets(limits.address_messages, clock)
        self._logins: Final = Buckets(limits.logins, clock)
        self._login_addresses: Final = Buckets(Rate(2 * limits.logins.burst, 2 * limits.logins.second), clock)

    def login(self, address: str, login: str) -> bool:
        """Whether one more attempt may be made; right ones count too, so nothing is learnt from a refusal."""
        return self._login_addresses.take(address) and self._logins.take(login.casefold())

    def friendly(self, headers: Mapping[bytes, bytes]) -> bool:
        """Whether a request comes from this server's own page, or from no page at all (a browser always says from which)."""
        origin = headers.get(b"origin")
        if origin is None:
            return headers.get(b"sec-fetch-site", b"same-origin") in (b"same-origin", b"none")
        text = origin.decode("latin-1").lower()
        if text in self.origins:
            return True
        host = headers.get(b"host", b"").decode("latin-1").lower()
        try:
            parts = urlsplit(text)
            return parts.scheme in ("http", "https") and bool(host) and _bare(parts.netloc) == _bare(host)
        except ValueError:
            return False


def _bare(host: str) -> str:
    """A host without a default port: a proxy may add or drop it."""
    return host.removesuffix(":443").removesuffix(":80")


def address_of(scope: Scope) -> str:
    """Whom a limit counts: an IPv4 address, or the network of an IPv6 one, as each household has a whole network of those."""
    client = scope.get("client")
    host = str(client[0]) if client else ""
    if ":" not in host:
        return host
    try:
        address = ipaddress.IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    return str(address.ipv4_mapped or ipaddress.IPv6Network((address, 64), strict=False))


def local(scope: Scope) -> bool:
    """Whether a request was made on this machine, from its own address or the one the server listens on, and not passed on by a proxy."""
    client, server = scope.get("client"), scope.get("server")
    if any(name in _FORWARDED for name, _ in scope["headers"]):
        return False
    try:
        address = ipaddress.ip_address(str(client[0]).partition("%")[0] if client else "")
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return (mapped or address).is_loopback or bool(client and server and client[0] == server[0])
