"""Fair walls: the published vectors, an even shuffle, and that no byte of what a deal follows from can be another."""

import functools
import hashlib
import json
import operator
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from paiju.core.errors import PaijuError
from paiju.game.fair import DICE, LEAVES, Proof, below, commitment, deal, match_seed, promise, proven
from paiju.game.hand import Game
from tests import fair_reference
from tests.record_tools import in_both

VECTORS: dict[str, Any] = json.loads(fair_reference.VECTORS.read_text("utf-8"))
SECRET = hashlib.sha256(b"secret").digest()
NONCES = [bytes([n]) * 16 for n in range(4)]


def test_the_published_vectors_are_what_the_second_opinion_answers() -> None:
    assert fair_reference.VECTORS.read_text("utf-8") == fair_reference.text()


@pytest.mark.parametrize("vector", VECTORS["deals"], ids=range(len(VECTORS["deals"])))
def test_deals_are_those_of_the_published_vectors(vector: dict[str, Any]) -> None:
    secret, nonces = bytes.fromhex(vector["secret"]), [bytes.fromhex(nonce) for nonce in vector["nonces"]]
    found = deal(secret, vector["id"], nonces, Game(vector["game"]).tiles())
    assert list(found.wall) == vector["wall"] and list(found.dice) == vector["dice"] and str(found.seed) == vector["seed"]
    assert commitment(secret) == vector["commitment"] and found.root == vector["root"]
    assert str(match_seed(secret, nonces)) == vector["match_seed"]
    assert [promise(nonce, vector["id"], chair) if nonce else "" for chair, nonce in enumerate(nonces)] == vector["promises"]
    for proof in vector["proofs"]:
        assert found.proof(proof["index"]) == Proof(proof["index"], proof["value"], proof["salt"], tuple(proof["path"]))
        assert proven(vector["root"], found.proof(proof["index"]))


@pytest.mark.parametrize("vector", VECTORS["below"], ids=str)
def test_words_of_the_uneven_rest_are_passed_over(vector: dict[str, Any]) -> None:
    words = iter(vector["words"])
    assert below(words, vector["n"]) == vector["gives"]
    assert len(list(words)) == len(vector["words"]) - vector["takes"]


def test_every_tile_and_die_can_be_proven_and_nothing_else() -> None:
    found = deal(SECRET, "room/3", NONCES, Game("changsha").tiles())
    values = found.wall + found.dice
    assert len(values) == 108 + DICE
    for index, value in enumerate(values):
        proof = found.proof(index)
        assert proof.value == value and proven(found.root, proof)
    for index in (-1, 108 + DICE, LEAVES):
        with pytest.raises(PaijuError) as error:
            found.proof(index)
        assert "nothing to prove" in in_both(error.value)
    salts = {found.proof(index).salt for index in range(len(values))}
    assert len(salts) == len(values)


def other_byte(text: str, at: int) -> str:
    return text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :]


def test_any_change_of_a_proof_is_found() -> None:
    found = deal(SECRET, "room/3", NONCES, Game("changsha").tiles())
    good = found.proof(77)
    for index in (-1, *range(77), *range(78, LEAVES), LEAVES, 77 + LEAVES):
        assert not proven(found.root, replace(good, index=index))
    for value in range(-1, 300):
        assert proven(found.root, replace(good, value=value)) == (value == good.value)
    for at in range(64):
        assert not proven(other_byte(found.root, at), good)
        assert not proven(found.root, replace(good, salt=other_byte(good.salt, at)))
        for step in range(len(good.path)):
            path = (*good.path[:step], other_byte(good.path[step], at), *good.path[step + 1 :])
            assert not proven(found.root, replace(good, path=path))
    for path in ((), good.path[:-1], (*good.path, good.path[0]), good.path[::-1], (good.path[0].upper(), *good.path[1:]), ("x" * 64, *good.path[1:])):
        assert not proven(found.root, replace(good, path=path))
    for salt in ("", good.salt[:-2], good.salt + "00", good.salt.upper(), " " + good.salt, good.salt + "\n", "é" * 64):
        assert not proven(found.root, replace(good, salt=salt))
    assert not proven(found.root.upper(), good) and not proven("", good)


def test_any_change_of_secret_nonce_or_id_makes_another_deal() -> None:
    tiles = Game("changsha").tiles()
    good = deal(SECRET, "room/3", NONCES, tiles)
    others = [deal(SECRET[:n] + bytes([SECRET[n] ^ bit]) + SECRET[n + 1 :], "room/3", NONCES, tiles) for n in range(32) for bit in (1, 128)]
    for seat in range(4):
        for n in range(16):
            nonce = NONCES[seat][:n] + bytes([NONCES[seat][n] ^ 1]) + NONCES[seat][n + 1 :]
            others.append(deal(SECRET, "room/3", [*NONCES[:seat], nonce, *NONCES[seat + 1 :]], tiles))
        others.append(deal(SECRET, "room/3", [*NONCES[:seat], b"", *NONCES[seat + 1 :]], tiles))
    others += [deal(SECRET, text, NONCES, tiles) for text in ("room/4", "room/30", "roon/3", "Room/3", "oom/3", "-/3", "_/3")]
    others.append(deal(SECRET, "room/3", NONCES[::-1], tiles))
    assert len({(one.wall, one.dice, one.seed, one.root) for one in [good, *others]}) == 1 + len(others)
    assert len({one.root for one in [good, *others]}) == len({one.seed for one in [good, *others]}) == 1 + len(others)
    assert len({match_seed(SECRET, NONCES), match_seed(SECRET, NONCES[::-1]), match_seed(bytes(32), NONCES), good.seed}) == 4


def test_a_promise_is_of_one_nonce_for_one_chair_in_one_hand() -> None:
    """So nobody keeps it with another nonce, and another's promise, or one of another hand, is worth nothing."""
    others = [promise(NONCES[1][:n] + bytes([NONCES[1][n] ^ 1]) + NONCES[1][n + 1 :], "room/3", 2) for n in range(16)]
    others += [promise(NONCES[1], "room/3", chair) for chair in range(4)]
    others += [promise(NONCES[1], text, 2) for text in ("room/4", "room/30", "roon/3", "Room/3")]
    others += [hashlib.sha256(NONCES[1]).hexdigest(), hashlib.sha256(NONCES[1] + b"\0").hexdigest()]
    assert len(set(others)) == len(others)


@pytest.mark.parametrize(("nonce", "chair"), [(b"", 0), (NONCES[0][1:], 0), (NONCES[0] + b"\0", 0), (NONCES[0], -1), (NONCES[0], 4)])
def test_a_promise_takes_a_whole_nonce_and_a_chair(nonce: bytes, chair: int) -> None:
    with pytest.raises(PaijuError) as error:
        promise(nonce, "room/3", chair)
    assert "16 bytes and a chair 0 to 3" in in_both(error.value)


def test_where_a_nonce_stands_counts_even_among_empty_ones() -> None:
    roots = {deal(SECRET, "room/3", [NONCES[1] if n == seat else b"" for n in range(4)], range(27)).root for seat in range(4)}
    assert len(roots) == 4


@pytest.mark.parametrize(
    "text", ["", "room", "room/", "/3", "room/03", "room/-1", "ro om/3", "room/3\n", "room/3/4", "房/3", "r\0/3", "r" * 65 + "/3"], ids=range(12)
)
def test_an_id_is_a_room_and_a_number(text: str) -> None:
    for call in (lambda: deal(SECRET, text, NONCES, range(27)), lambda: promise(NONCES[0], text, 0)):
        with pytest.raises(PaijuError) as error:
            call()
        assert "room and a number" in str(error.value) and error.value.zh.isprintable()


def test_what_is_too_long_or_too_short_is_refused() -> None:
    for secret in (b"", SECRET[:-1], SECRET + b"\0"):
        for call in (lambda s: deal(s, "r/0", NONCES, range(27)), lambda s: match_seed(s, NONCES), commitment):
            with pytest.raises(PaijuError) as error:
                call(secret)
            assert "a secret has 32 bytes" in in_both(error.value)
    for nonces in ([], NONCES[:3], [*NONCES, b""], [*NONCES[:3], b"\0" * 15], [*NONCES[:3], b"\0" * 17]):
        with pytest.raises(PaijuError) as error:
            deal(SECRET, "r/0", nonces, range(27))
        assert "four nonces" in in_both(error.value)
    with pytest.raises(PaijuError) as error:
        deal(SECRET, "r/0", NONCES, [0] * 257)
    assert "at most 256" in in_both(error.value)


@pytest.mark.parametrize("variant", ["changchun", "baicheng", "changsha"])
def test_a_hand_of_a_deal_has_its_wall_and_dice(variant: str) -> None:
    found = deal(SECRET, "room/0", NONCES, Game(variant).tiles())
    hand = found.hand(Game(variant), 2)
    assert tuple(hand.table.wall_tile(n) for n in range(hand.table.wall_size)) == found.wall
    assert int(hand.table.dealer) == 2
    thrown = DICE - len(hand.table.dice)
    assert tuple(hand.table.dice) == found.dice[thrown:]


# -- even ----------------------------------------------------------------------------------------------------------------


def chi_square(counts: Counter[Any], cells: int) -> float:
    expected = sum(counts.values()) / cells
    return sum((n - expected) ** 2 for n in counts.values()) / expected + (cells - len(counts)) * expected


def is_even(value: float, freedom: int) -> bool:
    """Within four and a half deviations of what chance gives; the secrets are fixed, so it is so always or never."""
    return bool(abs(value - freedom) < 4.5 * (2 * freedom) ** 0.5)


def test_the_shuffle_is_even_by_chi_square(scaled: Callable[[int], int]) -> None:
    """Every tile in every place, every tile behind every other, every face and pair of faces of the dice, all equally often."""
    size, deals = 27, max(scaled(3000), 600)
    places: Counter[tuple[int, int]] = Counter()
    followers: Counter[tuple[int, int]] = Counter()
    dice: Counter[int] = Counter()
    pairs: Counter[tuple[int, ...]] = Counter()
    for n in range(deals):
        found = deal(hashlib.sha256(b"even %d" % n).digest(), "room/0", NONCES, range(size))
        places.update(enumerate(found.wall))
        followers.update(zip(found.wall, found.wall[1:], strict=False))
        dice.update(found.dice)
        pairs.update(found.dice[at : at + 2] for at in range(0, DICE, 2))
    assert set(dice) == {1, 2, 3, 4, 5, 6}
    # each row and each column of the table of places adds up to `deals`, which takes (size - 1) / size off the spread
    assert is_even(chi_square(places, size * size) * (size - 1) / size, (size - 1) ** 2)
    assert is_even(chi_square(followers, size * (size - 1)), size * (size - 1) - 1)
    assert is_even(chi_square(dice, 6), 5) and is_even(chi_square(pairs, 36), 35)
    assert not is_even(chi_square(places + Counter({(0, 0): deals // 3}), size * size), (size - 1) ** 2), "a test that can fail"


def test_seeds_fill_their_62_bits() -> None:
    for seeds in (
        [deal(hashlib.sha256(b"%d" % n).digest(), "room/0", NONCES, range(2)).seed for n in range(64)],
        [match_seed(hashlib.sha256(b"%d" % n).digest(), NONCES) for n in range(64)],
    ):
        assert functools.reduce(operator.or_, seeds) == 2**62 - 1 and functools.reduce(operator.and_, seeds) == 0
