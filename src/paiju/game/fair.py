"""Fair walls: a hand's wall and dice from a secret the server is bound to and what the players add to it afterwards (docs/fairness.md).

Knows bytes and whole numbers; not who holds the secret, nor what is told when.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from paiju.core.errors import PaijuError, shown

if TYPE_CHECKING:
    from paiju.game.hand import Game, Hand

SECRET_SIZE: Final = 32
NONCE_SIZE: Final = 16
DICE: Final = 256  # more than any hand throws
LEAVES: Final = 512
ID: Final = r"^[0-9A-Za-z_-]{1,64}/(?:0|[1-9][0-9]{0,9})$"  # a room and the number of the hand in its match
_ID: Final = re.compile(ID)
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_BEYOND: Final = 1 << 32
_MADE_AGAIN: Final = 4  # levels of the tree at its foot that are not kept: sixteen times the memory for what is seldom asked


@dataclass(frozen=True, slots=True)
class Proof:
    """What shows that one tile or die stands under a root: its place, its value, its salt, and the neighbours on the way up, in hexadecimal."""

    index: int
    value: int
    salt: str
    path: tuple[str, ...]


class Deal:
    """A hand's chance: ``wall`` in drawing order, ``dice`` in the order thrown, and ``seed`` for whatever else needs chance. Made by ``deal``."""

    def __init__(self, key: bytes, tiles: Sequence[int]) -> None:
        self._key: Final = key
        words = _words(key)
        wall = list(tiles)
        for i in range(len(wall) - 1, 0, -1):
            j = below(words, i + 1)
            wall[i], wall[j] = wall[j], wall[i]
        self.wall: Final = tuple(wall)
        self.dice: Final = tuple([below(words, 6) + 1 for _ in range(DICE)])
        self.seed: Final = (next(words) << 32 | next(words)) & ((1 << 62) - 1)

    def hand(self, game: Game, dealer: int) -> Hand:
        """The hand dealt so."""
        return game.hand(wall=self.wall, dice=self.dice, seed=self.seed, dealer=dealer)

    @property
    def root(self) -> str:
        """The root of the hash tree over wall and dice: it binds to both and tells neither."""
        return self._crown[-1].hex()

    def proof(self, index: int) -> Proof:
        """Proves one tile of the wall, or, counted on behind the wall, one die."""
        if not 0 <= index < len(self._values):
            most = len(self._values) - 1
            raise PaijuError(f"there is nothing to prove at {index}; places are 0 to {most}", f"没有编号 {index} 的牌或骰子；编号是 0 到 {most}")
        first = index >> _MADE_AGAIN << _MADE_AGAIN
        foot = _tree(self._leaves(first, 1 << _MADE_AGAIN))[:_MADE_AGAIN]
        path = [_node(level, index - first >> height ^ 1) for height, level in enumerate(foot)]
        path += [_node(level, index >> height ^ 1) for height, level in enumerate(self._crown[:-1], _MADE_AGAIN)]
        return Proof(index, self._values[index], self._salt(index).hex(), tuple([node.hex() for node in path]))

    @property
    def _values(self) -> tuple[int, ...]:
        return self.wall + self.dice

    @cached_property
    def _crown(self) -> list[bytes]:
        """The tree from the first level that is kept to the root."""
        return _tree(self._leaves(0, LEAVES))[_MADE_AGAIN:]

    def _leaves(self, first: int, count: int) -> bytes:
        leaves = [_leaf(self._salt(n), n, value) for n, value in enumerate(self._values[first : first + count], first)]
        return b"".join(leaves).ljust(32 * count, b"\0")

    def _salt(self, index: int) -> bytes:
        return hmac.digest(self._key, b"salt" + index.to_bytes(4, "big"), "sha256")


def commitment(secret: bytes) -> str:
    """What is published of a secret before the players add anything: its SHA-256, in hexadecimal."""
    return _sha256(_check_secret(secret)).hex()


def promise(nonce: bytes, hand_id: str, chair: int) -> str:
    """What is published of a player's nonce before any is told, in hexadecimal: it binds that chair (0-3) in that hand.

    >>> promise(bytes(16), "room/0", 3)[:8]
    'e9de642c'
    """
    if len(nonce) != NONCE_SIZE or not 0 <= chair < 4:
        en = f"a promise takes {NONCE_SIZE} bytes and a chair 0 to 3; got {len(nonce)} bytes and chair {chair}"
        raise PaijuError(en, f"封条要 {NONCE_SIZE} 字节随机数和 0 到 3 的座位号，这里有 {len(nonce)} 字节，座位号 {chair}")
    return _sha256(b"paiju-promise/1" + _named(hand_id) + bytes([chair]) + nonce).hex()


def deal(secret: bytes, hand_id: str, nonces: Sequence[bytes], tiles: Sequence[int]) -> Deal:
    """The deal that follows from a secret of 32 bytes, the id of the hand (``room/number``), and the four players' nonces.

    A nonce is 16 bytes, or empty where a player gave none. ``tiles``: the game's tiles in order, as ``Game.tiles`` gives them.

    >>> deal(bytes(32), "room/0", [b""] * 4, range(27)).wall[:5]
    (23, 19, 9, 7, 22)
    """
    if len(tiles) > LEAVES - DICE:
        raise PaijuError(f"a wall holds at most {LEAVES - DICE} tiles; got {len(tiles)}", f"牌墙最多 {LEAVES - DICE} 张，这里有 {len(tiles)} 张")
    return Deal(hmac.digest(_check_secret(secret), b"paiju-deal/1" + _named(hand_id) + _joined(nonces), "sha256"), tiles)


def match_seed(secret: bytes, nonces: Sequence[bytes]) -> int:
    """The seed of a match (its seats, its first dealer), from the secret and the nonces of its hand 0."""
    digest = hmac.digest(_check_secret(secret), b"paiju-match/1\0" + _joined(nonces), "sha256")
    return int.from_bytes(digest[:8], "big") & ((1 << 62) - 1)


def proven(root: str, proof: Proof) -> bool:
    """Whether the tile or die stands under that root."""
    if not 0 <= proof.index < LEAVES or not 0 <= proof.value < 256 or 1 << len(proof.path) != LEAVES:
        return False
    if any(_DIGEST.fullmatch(text) is None for text in (proof.salt, *proof.path)):
        return False
    node = _leaf(bytes.fromhex(proof.salt), proof.index, proof.value)
    for height, text in enumerate(proof.path):
        other = bytes.fromhex(text)
        node = _sha256(other + node if proof.index >> height & 1 else node + other)
    return node.hex() == root


def below(words: Iterator[int], n: int) -> int:
    """An even choice from 0 .. n-1 by 32-bit words; those of the uneven rest are passed over."""
    even = _BEYOND - _BEYOND % n
    while (word := next(words)) >= even:
        pass
    return word % n


def _words(key: bytes) -> Iterator[int]:
    """SHA-256 in counter mode, as 32-bit words."""
    for block in range(_BEYOND):
        digest = _sha256(key + block.to_bytes(4, "big"))
        yield from [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]


def _tree(leaves: bytes) -> list[bytes]:
    """The levels of the tree over a row of hashes, from them to the root, each in a row."""
    levels = [leaves]
    while len(under := levels[-1]) > 32:
        levels.append(b"".join([_sha256(under[at : at + 64]) for at in range(0, len(under), 64)]))
    return levels


def _node(level: bytes, n: int) -> bytes:
    return level[32 * n : 32 * n + 32]


def _leaf(salt: bytes, index: int, value: int) -> bytes:
    return _sha256(salt + index.to_bytes(4, "big") + value.to_bytes(1, "big"))


def _named(hand_id: str) -> bytes:
    if _ID.fullmatch(hand_id) is None:
        en = f"the id of a hand is a room and a number, like room/0; got {shown(hand_id)}"
        raise PaijuError(en, f"一盘的编号应是房间加盘数，例如 room/0，不是 {shown(hand_id)}")
    return b"\0" + hand_id.encode("ascii") + b"\0"


def _joined(nonces: Sequence[bytes]) -> bytes:
    if len(nonces) != 4 or any(len(nonce) not in (0, NONCE_SIZE) for nonce in nonces):
        en = f"a deal takes four nonces of {NONCE_SIZE} bytes, or none; got {[len(nonce) for nonce in nonces]}"
        raise PaijuError(en, f"发一盘牌要四个随机数，每个 {NONCE_SIZE} 字节或者空，这里的长度是 {[len(nonce) for nonce in nonces]}")
    return b"".join([bytes([len(nonce)]) + nonce for nonce in nonces])


def _check_secret(secret: bytes) -> bytes:
    if len(secret) != SECRET_SIZE:
        raise PaijuError(f"a secret has {SECRET_SIZE} bytes; got {len(secret)}", f"密钥应是 {SECRET_SIZE} 字节，这里有 {len(secret)} 字节")
    return secret


def _sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()
