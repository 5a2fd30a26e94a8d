"""A second opinion on fair walls, written from docs/fairness.md alone; its answers are the published test vectors.

``python -m tests.fair_reference`` writes them.
"""

import hmac
import json
import sys
from hashlib import sha256
from pathlib import Path

VECTORS = Path(__file__).parent / "vectors" / "fair.json"
GAMES = {"changchun": list(range(34)), "baicheng": [*range(27), 31, 32, 33], "changsha": list(range(27))}


def hmac256(key: bytes, text: bytes) -> bytes:
    return hmac.new(key, text, sha256).digest()


def nonces_of(nonces: list[str]) -> bytes:
    text = b""
    for nonce in nonces:
        text += (b"\x10" if nonce else b"\x00") + bytes.fromhex(nonce)
    return text


def promise(hand: str, chair: int, nonce: str) -> str:
    return sha256(f"paiju-promise/1\0{hand}\0".encode() + bytes.fromhex(f"0{chair}{nonce}")).hexdigest() if nonce else ""


def key_of(secret: str, hand: str, nonces: list[str]) -> bytes:
    return hmac256(bytes.fromhex(secret), b"paiju-deal/1" + b"\0" + hand.encode() + b"\0" + nonces_of(nonces))


def match_seed(secret: str, nonces: list[str]) -> int:
    return int(hmac256(bytes.fromhex(secret), b"paiju-match/1" + b"\0" + nonces_of(nonces)).hex()[:16], 16) % 2**62


def below(words: list[int], n: int) -> int:
    """Takes words off the front of the list until one is below the largest multiple of n."""
    while True:
        word = words.pop(0)
        if word // n < 2**32 // n:
            return word % n


def deal(secret: str, hand: str, nonces: list[str], tiles: list[int]) -> tuple[list[int], list[int], int]:
    key = key_of(secret, hand, nonces)
    stream = "".join(sha256(key + bytes([0, 0, 0, n])).hexdigest() for n in range(100))
    words = [int(stream[at : at + 8], 16) for at in range(0, len(stream), 8)]
    wall = tiles[:]
    for last in reversed(range(1, len(wall))):
        other = below(words, last + 1)
        tile = wall[last]
        wall[last] = wall[other]
        wall[other] = tile
    dice = []
    while len(dice) < 256:
        dice.append(1 + below(words, 6))
    return wall, dice, (words[0] * 2**32 + words[1]) % 2**62


def leaf(key: bytes, values: list[int], n: int) -> bytes:
    if n >= len(values):
        return b"\0" * 32
    return sha256(hmac256(key, b"salt" + bytes([0, 0, n // 256, n % 256])) + bytes([0, 0, n // 256, n % 256, values[n]])).digest()


def node(key: bytes, values: list[int], first: int, count: int) -> bytes:
    if count == 1:
        return leaf(key, values, first)
    half = count // 2
    return sha256(node(key, values, first, half) + node(key, values, first + half, half)).digest()


def proof(key: bytes, values: list[int], index: int) -> dict[str, object]:
    path = []
    size = 1
    while size < 512:
        own = index // size
        path.append(node(key, values, (own + 1 if own % 2 == 0 else own - 1) * size, size).hex())
        size *= 2
    return {"index": index, "value": values[index], "salt": hmac256(key, b"salt" + index.to_bytes(4)).hex(), "path": path}


def vector(game: str, secret: str, hand: str, nonces: list[str]) -> dict[str, object]:
    tiles = [kind for kind in GAMES[game] for _ in range(4)]
    wall, dice, seed = deal(secret, hand, nonces, tiles)
    key, values = key_of(secret, hand, nonces), wall + dice
    return {
        "game": game,
        "secret": secret,
        "id": hand,
        "nonces": nonces,
        "promises": [promise(hand, chair, nonce) for chair, nonce in enumerate(nonces)],
        "commitment": sha256(bytes.fromhex(secret)).hexdigest(),
        "wall": wall,
        "dice": dice,
        "seed": str(seed),
        "root": node(key, values, 0, 512).hex(),
        "match_seed": str(match_seed(secret, nonces)),
        "proofs": [proof(key, values, n) for n in (0, 1, 77, len(tiles) - 1, len(tiles), len(values) - 1)],
    }


def vectors() -> dict[str, object]:
    def some(text: str, size: int) -> str:
        return sha256(text.encode()).hexdigest()[: 2 * size]

    four = [some(f"nonce {n}", 16) for n in range(4)]
    return {
        "about": "Answers of tests/fair_reference.py to docs/fairness.md. Seeds are decimal text, since many languages round such numbers.",
        "deals": [
            vector("changchun", some("secret 0", 32), "Xw3_kq-81ZbA/0", four),
            vector("baicheng", some("secret 1", 32), "Xw3_kq-81ZbA/7", [four[0], "", "", ""]),
            vector("changsha", some("secret 2", 32), "room/12", ["", "", "", ""]),
            vector("changsha", some("secret 2", 32), "room/12", ["", four[1], "", four[3]]),
            vector("changsha", some("secret 2", 32), "room/12", ["", "", four[1], four[3]]),
            vector("changchun", "00" * 32, "a/4294967295", ["ff" * 16, "00" * 16, "", "10" * 16]),
        ],
        "below": [
            {"n": n, "words": words, "gives": below(left, n), "takes": len(words) - len(left)}
            for n, words in (
                (6, [4294967291, 1]),
                (6, [4294967292, 5]),
                (6, [4294967295, 4294967294, 4294967293, 8]),
                (136, [4294967175, 3]),
                (136, [4294967176, 137]),
                (2, [4294967295, 0]),
                (1, [77]),
            )
            for left in [words[:]]
        ],
    }


def text() -> str:
    """The file of vectors as it stands: one vector a line."""
    found = vectors()
    parts = [f'"about": {json.dumps(found["about"])}']
    for name in ("deals", "below"):
        lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in found[name])  # type: ignore[attr-defined]
        parts.append(f'"{name}": [\n{lines}\n]')
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    VECTORS.parent.mkdir(exist_ok=True)
    VECTORS.write_text(text(), "utf-8")
    sys.exit(0)
