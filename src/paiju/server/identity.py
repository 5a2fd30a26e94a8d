"""Who somebody is: guests by a signed cookie, accounts with a password, what a name may be. Knows no HTTP.

A cookie is a random token and the server's signature of it. The token stands in the database as its digest only, so neither a cookie can be made
without the key nor one be read out of a backup. What is tried too often is stopped before it comes here.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import re
import secrets
import unicodedata
from base64 import urlsafe_b64encode
from typing import Final, Literal

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from paiju.core.errors import PaijuError
from paiju.server.store import Player, Store

COOKIE: Final = "paiju"
LIFETIME: Final = 90 * 86400  # seconds a session lasts unseen
LONGEST_NAME: Final = 16
_RENEWED: Final = 86400  # a session is lengthened at most so often
_PASSWORD: Final = (8, 200)
_LOGIN: Final = (3, 32)
_LOGIN_MARKS: Final = "._-@"
_BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs that show nothing
_BOTS: Final = re.compile("bot .*|电脑[甲乙丙丁]", re.IGNORECASE)
_HASHING: Final = 2  # at once; each takes 64 MiB for a moment

Code = Literal["name", "login", "password", "taken", "has_account", "wrong", "guest", "banned"]


class IdentityError(PaijuError):
    """A name or password that will not do, or a person who may not."""

    def __init__(self, en: str, zh: str, code: Code) -> None:
        super().__init__(en, zh)
        self.args = (en, zh, code)
        self.code: Code = code


class Person(msgspec.Struct, frozen=True):
    """Who is there. ``id`` is public; ``login`` is empty for a guest."""

    id: str
    name: str
    login: str = ""


class Identity:
    """Made by ``open``. Nothing here is fast enough to be free for strangers: limit how often one may ask."""

    def __init__(self, store: Store, key: bytes, hasher: PasswordHasher) -> None:
        self._players = store.players
        self._clock = store.clock
        self._key = key
        self._hasher = hasher
        self._nobody = hasher.hash(secrets.token_urlsafe())
        self._hashing = asyncio.Semaphore(_HASHING)

    @classmethod
    async def open(cls, store: Store, *, hasher: PasswordHasher | None = None) -> Identity:
        """The key of the cookies is made with the first start and stays in the database."""
        return cls(store, await store.players.key("cookies"), hasher or PasswordHasher())

    # -- cookies -------------------------------------------------------------------------------------------------

    async def guest(self, name: str) -> tuple[Person, str]:
        """A new guest and his cookie."""
        player = await self._players.create(nickname(name))
        return _person(player), await self._begin(player)

    async def whose(self, cookie: str | None) -> Person | None:
        """The person of a cookie, whose session is renewed by it; None for none, a forged or an old one. IdentityError for a banned one."""
        token = self._token(cookie)
        session = None if token is None else await self._players.session(_digest(token))
        if token is None or session is None:
            return None
        player, expires = session
        _refuse_banned(player)
        now = int(self._clock())
        if expires < now + LIFETIME - _RENEWED:
            await self._players.renew_session(_digest(token), now + LIFETIME)
        return _person(player)

    async def logout(self, cookie: str | None) -> None:
        token = self._token(cookie)
        if token is not None:
            await self._players.end_session(_digest(token))

    async def _begin(self, player: Player) -> str:
        token = secrets.token_urlsafe(32)
        await self._players.begin_session(player.id, _digest(token), int(self._clock()) + LIFETIME)
        return f"{token}.{self._signature(token)}"

    def _token(self, cookie: str | None) -> str | None:
        """The token of a cookie that bears our signature."""
        token, _, signature = (cookie or "").partition(".")
        return token if hmac.compare_digest(_bytes(signature), self._signature(token).encode()) else None

    def _signature(self, token: str) -> str:
        return urlsafe_b64encode(hmac.digest(self._key, _bytes(token), "sha256")).decode().rstrip("=")

    # -- names and accounts --------------------------------------------------------------------------------------

    async def rename(self, person: Person, name: str) -> Person:
        name = nickname(name)
        await self._players.rename(person.id, name)
        return msgspec.structs.replace(person, name=name)

    async def register(self, person: Person, login: str, password: str) -> Person:
        """A guest becomes an account and stays the same player, with all he has played; his sessions go on."""
        if person.login:
            raise IdentityError(f"you have an account already: {person.login}", f"你已经有账号了：{person.login}", "has_account")
        login = login_name(login)
        hashed = await self._hash(good_password(password))
        if not await self._players.add_account(person.id, login, hashed):
            raise IdentityError(f"the login {login} is taken; choose another", f"账号 {login} 已经有人用了；请换一个", "taken")
        return msgspec.structs.replace(person, login=login)

    async def login(self, login: str, password: str, cookie: str | None = None) -> tuple[Person, str]:
        """The account's player and a new cookie; the session of the old one ends."""
        player = await self._verified(login, password)
        _refuse_banned(player)
        await self.logout(cookie)
        return _person(player), await self._begin(player)

    async def change_password(self, person: Person, old: str, new: str, cookie: str) -> None:
        """All other sessions of the player end."""
        if not person.login:
            raise IdentityError("a guest has no password; register first", "游客没有密码；请先注册", "guest")
        new = good_password(new)
        await self._verified(person.login, old)
        await self._players.set_password(person.login, await self._hash(new))
        await self._players.end_sessions(person.id, but=_digest(self._token(cookie) or ""))

    async def set_password(self, login: str, new: str) -> Person | None:
        """For the one who runs the server: None when there is no such account. All its sessions end."""
        found = await self._players.account(login_name(login))
        if found is None:
            return None
        player, _ = found
        await self._players.set_password(player.login, await self._hash(good_password(new)))
        await self._players.end_sessions(player.id)
        return _person(player)

    async def _verified(self, login: str, password: str) -> Player:
        """The player of the login, when the password is right. It takes as long when there is no such login."""
        password = _normal(password)[: _PASSWORD[1] + 1]
        try:
            found = await self._players.account(login_name(login))
        except IdentityError:
            found = None
        right = await self._verify(self._nobody if found is None else found[1], password)
        if found is None or not right:
            raise IdentityError("there is no such login with that password", "账号或密码不对", "wrong")
        player, hashed = found
        if self._hasher.check_needs_rehash(hashed):
            await self._players.set_password(player.login, await self._hash(password))
        return player

    async def _hash(self, password: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def _verify(self, hashed: str, password: str) -> bool:
        async with self._hashing:
            try:
                return await asyncio.to_thread(self._hasher.verify, hashed, password)
            except (VerificationError, InvalidHashError):
                return False


# -- what may be -------------------------------------------------------------------------------------------------


def nickname(text: str) -> str:
    """The name as it is kept; IdentityError where it will not do.

    >>> nickname("打牌的 Ann")
    '打牌的 Ann'
    """
    name = unicodedata.normalize("NFC", text)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise IdentityError(
            f"a name has 1 to {LONGEST_NAME} characters; this one has {len(name)}",
            f"名字要 1 到 {LONGEST_NAME} 个字，这里是 {len(name)} 个",
            "name",
        )
    if not name.isprintable() or any(c in _BLANK for c in name):
        raise IdentityError(
            "a name holds only characters that can be seen; remove control characters and the like", "名字里有看不见的字符；请去掉", "name"
        )
    if name != name.strip():
        raise IdentityError("a name neither begins nor ends with a space", "名字开头和结尾不能是空格", "name")
    if _BOTS.fullmatch(name):
        raise IdentityError("a name is not one that bots are called by", "名字不能和电脑的一样", "name")
    marks = "".join("m" if unicodedata.category(c).startswith("M") else "-" for c in name)
    if marks.startswith("m") or "mmm" in marks:
        raise IdentityError("a name has letters under its marks, and not more than two on one", "名字里的附加符号太多，或者前面没有字", "name")
    return name


def login_name(text: str) -> str:
    """The login as it is kept: small letters, so that nobody passes for another by capitals. IdentityError where it will not do."""
    login = same_login(text)
    if not _LOGIN[0] <= len(login) <= _LOGIN[1] or not all(c.isalnum() or c in _LOGIN_MARKS for c in login):
        raise IdentityError(
            f"a login has {_LOGIN[0]} to {_LOGIN[1]} characters: letters, digits and {' '.join(_LOGIN_MARKS)}",
            f"账号要 {_LOGIN[0]} 到 {_LOGIN[1]} 个字：字母、数字、汉字和 {' '.join(_LOGIN_MARKS)}",
            "login",
        )
    return login


def same_login(text: str) -> str:
    """Alike for all ways to write a login."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text[:100]).casefold())


def good_password(text: str) -> str:
    """The password as it is hashed: alike from every keyboard. IdentityError where it is too short or too long."""
    password = _normal(text)
    if not _PASSWORD[0] <= len(password) <= _PASSWORD[1]:
        least, most = _PASSWORD
        raise IdentityError(f"a password has {least} to {most} characters", f"密码要 {least} 到 {most} 个字", "password")
    return password


def _normal(password: str) -> str:
    return unicodedata.normalize("NFKC", _bytes(password[: 2 * _PASSWORD[1]]).decode())


def _bytes(text: str) -> bytes:
    """Text from outside may hold half a surrogate pair."""
    return text.encode("utf-8", "replace")


def _person(player: Player) -> Person:
    return Person(player.id, player.name, player.login)


def _refuse_banned(player: Player) -> None:
    if player.banned is not None:
        en, zh = (f": {player.banned}", f"：{player.banned}") if player.banned else ("", "")
        raise IdentityError(f"you are banned from this server{en}", f"你已被这个服务器禁止登录{zh}", "banned")


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
