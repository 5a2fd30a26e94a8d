"""Guests, accounts, sessions, bans; what names and passwords may be."""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator
from typing import Any

import pytest
from argon2 import PasswordHasher
from hypothesis import given
from hypothesis import strategies as st

from paiju.server.identity import LIFETIME, Identity, IdentityError, Person, login_name, nickname
from paiju.server.store import Store
from tests.record_tools import in_both
from tests.server.test_journal import all_of

HASHER = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)  # quick, for tests
DAY = 86400


class Clock:
    now = 1_700_000_000.5

    def __call__(self) -> float:
        return self.now


@contextlib.asynccontextmanager
async def server(url: str) -> AsyncIterator[tuple[Store, Identity, Clock]]:
    clock = Clock()
    async with await Store.open(url, clock=clock) as store:
        yield store, await Identity.open(store, hasher=HASHER), clock


def refused(code: str) -> Any:
    return pytest.raises(IdentityError, check=lambda error: error.code == code and bool(in_both(error)))


# -- guests and sessions -----------------------------------------------------------------------------------------


def test_a_guest_is_known_by_the_cookie(url: str) -> None:
    async def main() -> None:
        async with server(url) as (_, identity, _):
            ann, cookie = await identity.guest("安")
            bob, other = await identity.guest("安")
            assert ann.name == bob.name == "安" and ann.login == ""
            assert ann.id != bob.id and cookie != other
            assert await identity.whose(cookie) == ann
            assert await identity.whose(other) == bob

    asyncio.run(main())


def test_the_key_stays_over_a_restart(url: str) -> None:
    async def main() -> None:
        async with server(url) as (_, identity, _):
            ann, cookie = await identity.guest("Ann")
        async with server(url) as (_, identity, _):
            assert await identity.whose(cookie) == ann

    asyncio.run(main())


def test_a_forged_cookie_is_nobodys_and_asks_the_database_nothing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with server(url) as (store, identity, _):
            _, cookie = await identity.guest("Ann")
            token, signature = cookie.split(".")
            other = Identity(store, b"another key", HASHER)
            monkeypatch.setattr(store.players, "session", None)
            forged = ["", ".", "..", token, f"{token}.", f"{token}.{signature}x", f"{token}x.{signature}", f"{token}.{'A' * 43}", f".{signature}"]
            forged += [f"{token}.{other._signature(token)}", f"{cookie}.{signature}", "é.é", "\ud800.\ud800", "\0" * 10_000, cookie.upper()]
            for bad in [None, *forged]:
                assert await identity.whose(bad) is None
                await identity.logout(bad)

    asyncio.run(main())


def test_neither_token_nor_password_is_in_the_database(url: str) -> None:
    async def main() -> None:
        async with server(url) as (store, identity, _):
            ann, cookie = await identity.guest("Ann")
            await identity.register(ann, "ann", "correct horse")
            everything = b"".join([line async for line in store.export()]).decode()
            token, signature = cookie.split(".")
            assert token not in everything and signature not in everything and "correct horse" not in everything
            assert "$argon2id$" in everything

    asyncio.run(main())


def test_a_session_ends_90_days_after_it_was_last_seen(url: str) -> None:
    async def main() -> None:
        async with server(url) as (store, identity, clock):
            ann, cookie = await identity.guest("Ann")
            for _ in range(5):
                clock.now += LIFETIME - 2
                assert await identity.whose(cookie) == ann
            clock.now += LIFETIME + 1
            assert await identity.whose(cookie) is None
            assert await store.players.get(ann.id) is not None

    asyncio.run(main())


def test_a_session_is_renewed_once_a_day_at_most(url: str) -> None:
    async def main() -> None:
        async with server(url) as (store, identity, clock):
            _, cookie = await identity.guest("Ann")
            expires = await all_of(store, "SELECT expires FROM sessions")
            for hours in (1, 12, 10):
                clock.now += hours * 3600
                await identity.whose(cookie)
                assert await all_of(store, "SELECT expires FROM sessions") == expires
            clock.now += 3600 * 2
            await identity.whose(cookie)
            assert await all_of(store, "SELECT expires FROM sessions") == [(int(clock.now) + LIFETIME,)]

    asyncio.run(main())


def test_after_logout_the_cookie_is_nobodys(url: str) -> None:
    async def main() -> None:
        async with server(url) as (_, identity, _):
            _, cookie = await identity.guest("Ann")
            ann, other = await identity.guest("Ann")
            await identity.logout(cookie)
            await identity.logout(cookie)
            assert await identity.whose(cookie) is None
            assert await identity.whose(other) == ann

    asyncio.run(main())


# -- accounts ----------------------------------------------------------------------------------------------------


def test_who_registers_stays_the_same_player(url: str) -> None:
    async def main() -> None:
        async with server(url) as (_, identity, _):
            ann, cookie = await identity.guest("Ann")
            registered = await identity.register(ann, "Ann@Home", "correct horse")
            assert registered == Person(ann.id, "Ann", "ann@home")
            assert await identity.whose(cookie) == registered
            with refused("has_account"):
                await identity.register(registered, "ann2", "correct horse")
            bob, _ = await identity.guest("Bob")
            for login in ("ann@home", "ANN@HOME", "ＡＮＮ＠ＨＯＭＥ"):
                with refused("taken"):
                    await identity.register(bob, login, "correct horse")
            assert (await identity.register(bob, "麻将王", "correct horse")).login == "麻将王"

    asyncio.run(main())


def test_login_moves_to_the_accounts_player_and_ends_the_guests_session(url: str) -> None:
    async def main() -> None:
        async with server(url) as (_, identity, _):
            ann, cookie = await identity.guest("Ann")
            ann = await identity.register(ann, "ann", "correct horse")
            _, guest = await identity.guest("elsewhere")
            found, new = await identity.login("Ann", "correct horse", guest)
            assert found == ann and new not in (cookie, guest)
            assert await identity.whose(new) == await identity.whose(cookie) == ann
            assert await identity.whose(guest) is None

    asyncio.run(main())


def test_a_wrong_login_says_no_more_than_a_wrong_password(url: str) -> None:
    async def main() -> None:
        async with server(url) as (_, identity, _):
            ann, _ = await identity.guest("Ann")
            await identity.register(ann, "ann", "correct horse")
            said = set()
            for login, password in [("ann", "wrong horse"), ("bob", "correct horse"), ("", ""), ("\0", "\ud800" * 9), ("ann", "x" * 10**6)]:
                with refused("wrong") as caught:
                    await identity.login(login, password)
                said.add(str(caught.value))
            assert len(said) == 1

    asyncio.run(main())


def test_a_password_is_the_same_from_every_keyboard(url: str) -> None:
    async def main() -> None:
        async with server(url) as (_, identity, _):
            ann, _ = await identity.guest("Ann")
            await identity.register(ann, "ann", "ｐａｓｓ１２３４ é")
            await identity.login("ann", "pass1234 e\u0301")
            with refused("wrong"):
                await identity.login("ann", "pass1234 e")

    asyncio.run(main())


@pytest.mark.parametrize("password", ["", "short", "x" * 201, "e\u0301" * 7])
def test_a_password_has_8_to_200_characters(sqlite_url: str, password: str) -> None:
    async def main() -> None:
        async with server(sqlite_url) as (_, identity, _):
            ann, _ = await identity.guest("Ann")
            with refused("password"):
                await identity.register(ann, "ann", password)

    asyncio.run(main())


def test_a_changed_password_ends_all_other_sessions(url: str) -> None:
    async def main() -> None:
        async with server(url) as (_, identity, _):
            guest, cookie = await identity.guest("Ann")
            with refused("guest"):
                await identity.change_password(guest, "correct horse", "battery staple", cookie)
            ann = await identity.register(guest, "ann", "correct horse")
            _, second = await identity.login("ann", "correct horse")
            with refused("wrong"):
                await identity.change_password(ann, "wrong horse", "battery staple", second)
            with refused("password"):
                await identity.change_password(ann, "correct horse", "short", second)
            assert await identity.whose(cookie) == ann
            await identity.change_password(ann, "correct horse", "battery staple", second)
            assert await identity.whose(cookie) is None
            assert await identity.whose(second) == ann
            with refused("wrong"):
                await identity.login("ann", "correct horse")
            await identity.login("ann", "battery staple")
            assert await identity.set_password("ANN", "third password")
            assert not await identity.set_password("bob", "third password")
            assert await identity.whose(second) is None
            await identity.login("ann", "third password")

    asyncio.run(main())


def test_a_hash_made_with_other_parameters_is_renewed_at_login(url: str) -> None:
    async def main() -> None:
        async with server(url) as (store, identity, _):
            ann, _ = await identity.guest("Ann")
            await identity.register(ann, "ann", "correct horse")
            stronger = Identity(store, b"key", PasswordHasher(time_cost=2, memory_cost=64, parallelism=1))
            await stronger.login("ann", "correct horse")
            found = await store.players.account("ann")
            assert found is not None and "t=2" in found[1]
            await identity.login("ann", "correct horse")

    asyncio.run(main())


def test_hashing_does_not_hold_up_the_event_loop_and_takes_turns(url: str) -> None:
    threads: set[threading.Thread] = set()
    running = most = 0
    lock = threading.Lock()

    class Slow(PasswordHasher):
        def verify(self, *given: Any) -> Any:
            nonlocal running, most
            with lock:
                running += 1
                most = max(most, running)
            threads.add(threading.current_thread())
            threading.Event().wait(0.02)
            with lock:
                running -= 1
            return super().verify(*given)

    async def main() -> None:
        async with server(url) as (store, _, _):
            identity = Identity(store, b"key", Slow(time_cost=1, memory_cost=64, parallelism=1))
            await asyncio.gather(*(identity.login("nobody", "correct horse") for _ in range(8)), return_exceptions=True)

    asyncio.run(main())
    assert threads and threading.main_thread() not in threads
    assert most == 2


def test_two_who_register_one_login_at_once(url: str) -> None:
    async def main() -> None:
        async with server(url) as (_, identity, _):
            guests = [await identity.guest("Ann") for _ in range(5)]
            told = await asyncio.gather(*(identity.register(person, "ann", "correct horse") for person, _ in guests), return_exceptions=True)
            assert sorted(type(one).__name__ for one in told) == ["IdentityError"] * 4 + ["Person"]

    asyncio.run(main())


# -- bans --------------------------------------------------------------------------------------------------------


def test_who_is_banned_is_told_why_and_comes_in_by_no_door(url: str) -> None:
    async def main() -> None:
        async with server(url) as (store, identity, _):
            ann, cookie = await identity.guest("Ann")
            await identity.register(ann, "ann", "correct horse")
            assert [player.id for player in await store.players.find("ann")] == [ann.id]
            assert [player.login for player in await store.players.find(ann.id)] == ["ann"]
            assert await store.players.ban(ann.id, "2 accounts 2 个账号")
            with refused("banned") as caught:
                await identity.whose(cookie)
            assert "2 accounts" in str(caught.value)
            with refused("banned"):
                await identity.login("ann", "correct horse")
            with refused("wrong"):
                await identity.login("ann", "wrong horse")
            assert await store.players.unban(ann.id)
            assert await identity.whose(cookie) is not None
            assert not await store.players.ban("nobody", "")

    asyncio.run(main())


def test_players_are_found_by_part_of_their_name_or_login_or_by_id(url: str) -> None:
    async def main() -> None:
        async with server(url) as (store, identity, clock):
            ids = []
            for name in ("Annika", "安娜", "50%"):
                clock.now += 1
                person, _ = await identity.guest(name)
                ids.append(person.id)
            await identity.register(Person(ids[1], "安娜"), "anna", "correct horse")
            wanted = {"ANN": [ids[1], ids[0]], "娜": [ids[1]], "%": [ids[2]], ids[0]: [ids[0]], "": ids[::-1], "nobody": []}
            for text, found in wanted.items():
                assert [player.id for player in await store.players.find(text)] == found
            assert [player.id for player in await store.players.find(limit=1)] == [ids[2]]

    asyncio.run(main())


# -- names -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a", "安", "打牌的 Ann", "x" * 16, "é", "🀄️ 发", "O'Brien", "<b>", "กิ่งแก้ว", "한국", "e\u0301"])
def test_names_that_will_do(name: str) -> None:
    assert nickname(name).isprintable()


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", "x" * 17, " a", "a ", "a\u3000"),
        *("a\n", "a\t", "\0", "\u2028", "a\u202eb", "a\u200b", "\u200d", "a\u2066", "\ufeff", "\u00ad", "\ue000", "\ud800", "\u3164", "\u2800"),
        *("\u0301", "a\u0301\u0302\u0303\u0304"),
        *("bot quick", "Bot C", "电脑甲"),  # in records a bot is known by its name
    ],
)
def test_names_that_will_not_do(name: str) -> None:
    with refused("name"):
        nickname(name)


def test_a_name_can_be_changed(url: str) -> None:
    async def main() -> None:
        async with server(url) as (_, identity, _):
            ann, cookie = await identity.guest("Ann")
            assert await identity.rename(ann, "安娜") == Person(ann.id, "安娜")
            assert await identity.whose(cookie) == Person(ann.id, "安娜")
            with refused("name"):
                await identity.rename(ann, "\u202e")

    asyncio.run(main())


@given(st.text(max_size=40))
def test_any_text_is_a_name_or_refused_in_both_languages(text: str) -> None:
    for check in (nickname, login_name):
        try:
            kept = check(text)
        except IdentityError as error:
            in_both(error)
        else:
            assert kept.isprintable() and kept == check(kept)


@pytest.mark.parametrize("login", ["", "ab", "x" * 33, "a b c", "ann!", "a\0bc", "ann\u200b", "ann/../", "x" * 10**6])
def test_logins_that_will_not_do(login: str) -> None:
    with refused("login"):
        login_name(login)
