"""Recorded hands and matches for tests, and every way to change one field of a record."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from paiju.bots import make
from paiju.core.errors import PaijuError
from paiju.game.hand import Game, Hand
from paiju.game.match import Match
from paiju.records import Course, Record, Recorder, line_of, record_of
from paiju.records.record import digest_of

VARIANTS = ("changchun", "baicheng", "changsha")


MIXED = ("quick", "random", "quick", "quick")


def played(hand: Hand, seed: int = 0, bots: tuple[str, ...] = MIXED, *, shuffled: bool = True) -> Course:
    """The hand played to its end by bots; in a window who answers first is drawn."""
    rng = random.Random(seed)
    players = [make(name, seed=seed, lane=1, seat=seat) for seat, name in enumerate(bots)]
    course = Course(hand)
    while not hand.over:
        seat = rng.choice(hand.to_act) if shuffled else hand.to_act[0]
        course.play(players[seat].answer(hand), seat)
    return course


def record(variant: str, seed: int, options: dict[str, object] | None = None, bots: tuple[str, ...] = MIXED) -> Record:
    """A hand dealt from a seed and played by bots."""
    hand = Game(variant, options).hand(seed=seed, lane=3, dealer=seed % 4)
    return record_of(played(hand, seed, bots), seed=seed, lane=3)


def in_both(error: PaijuError) -> str:
    """What an error says in English, once its Chinese is seen to be Chinese and to name the same numbers."""
    en, zh = error.said("en"), error.said("zh")
    assert str(error) == en and en != zh and en.isprintable() and zh.isprintable()
    assert re.search("[一-鿿]", zh), zh
    numbers = re.findall(r"(?<!\w)\d+(?!\w)", en, re.ASCII)  # not of tiles, which have names
    assert set(numbers) <= set(re.findall(r"\d+", zh)), (en, zh)
    own = re.sub(r'"[^"]*"|(?:Expected|Invalid|Object)[^；]*', "", zh)  # without what is quoted, and what msgspec says
    assert not re.search(r"(?<![\w.-])(?:the|is|of|to|and|but|found|expected|was|which|not)(?![\w-])", own, re.ASCII), zh
    return en


def plain(one: Record) -> dict[str, Any]:
    """A record as the plain values of its JSON."""
    found = msgspec.json.decode(line_of(one))
    assert isinstance(found, dict)
    return found


def line(values: dict[str, Any], *, digest: bool = True) -> bytes:
    """Plain values as a line, with the digest that fits them."""
    if digest:
        values = {**values, "digest": digest_of(values)}
    return msgspec.json.encode(values) + b"\n"


def write_match(path: Path, game: Game, *, seed: int = 5, hands: int = 0, names: str = "ABCD", bots: tuple[str, ...] = ("quick",) * 4) -> Match:
    """Plays a match, or its first hands, into a file."""
    with Recorder.start(path, Match(game, seed=seed, players=tuple(names))) as recorder:
        while True:
            match = recorder.match
            play_hand(recorder, bots)
            match.settle()
            if match.over or match.number == hands:
                return match
            recorder.next_hand()


def play_hand(recorder: Recorder, bots: tuple[str, ...] = ("quick",) * 4, most: int = 10**6) -> int:
    """Plays the present hand on by bots, at most so many answers; how many were given. A bot needs no memory of earlier ones."""
    match = recorder.match
    given = 0
    while not match.hand.over and given < most:
        seat = match.hand.to_act[0]
        bot = make(bots[seat], seed=match.seed, lane=match.number * 1000 + len(recorder.course.actions), seat=seat)
        recorder.play(bot.answer(match.hand), seat)
        given += 1
    return given


def changes(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every place in plain values with another value for it: each number, text, flag and null, and each list and object as a whole."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if path or name != "digest":
                yield from changes(inner, (*path, name))
        for name in value:
            if path:
                yield path, {other: inner for other, inner in value.items() if other != name}
        yield path, {**value, "more": 1}
    elif isinstance(value, list):
        for n, inner in enumerate(value):
            yield from changes(inner, (*path, n))
        if value:
            yield path, value[:-1]
            yield path, [*value, value[-1]]
        else:
            yield path, [0]
    elif isinstance(value, bool):
        yield path, not value
    elif isinstance(value, int):
        yield path, value + 1
        yield path, value - 1
        yield path, str(value)
    elif isinstance(value, str):
        yield from ((path, other) for other in _other_texts(value))
    else:
        yield path, 0


def _other_texts(text: str) -> Iterator[str]:
    yield text + "1"
    yield text[1:] if text else "x"
    for n in {0, len(text) // 2, len(text) - 1}:
        if 0 <= n < len(text) and text[n].isdigit():  # another tile, another seat
            yield text[:n] + str((int(text[n]) + 1) % 10) + text[n + 1 :]
    verb = text.split(" ")[-1]
    if text[1:2] == " " and verb != "pass":
        yield text[:2] + "pass"


def changed(values: Any, path: tuple[Any, ...], new: Any) -> Any:
    """A copy of plain values with one place changed."""
    if not path:
        return new
    head, *rest = path
    if isinstance(values, dict):
        return {**values, head: changed(values[head], tuple(rest), new)}
    return [*values[:head], changed(values[head], tuple(rest), new), *values[head + 1 :]]
