"""Files of records that were tampered with or damaged: nothing wrong holds, nothing whole is thrown away, nothing ends in a traceback."""

import io
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from paiju.core.errors import RecordError
from paiju.game.hand import Game
from paiju.game.match import Match
from paiju.records import Record, Recorder, Verifier, Writer, line_of, read_line, replay, resume, verify, verify_file
from tests.record_tools import VARIANTS, changed, line, plain, play_hand, record, write_match


def failures(*lines: bytes) -> list[str]:
    """What is said of a file of these lines, the lines that hold left out."""
    return [str(found) for found in verify_file(io.BytesIO(b"".join(lines))) if isinstance(found, RecordError)]


@pytest.fixture(scope="module", params=VARIANTS)
def hands(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The lines of five hands of a match."""
    path: Path = tmp_path_factory.mktemp("records") / "m.jsonl"
    write_match(path, Game(request.param, {"reseat_each_round": True}), seed=77, hands=5)
    return path.read_bytes().splitlines(keepends=True)


def edited(text: bytes, *path: Any, to: Any) -> bytes:
    """A line with one value changed and the digest made to fit."""
    return line(changed(plain(read_line(text)), path, to))


# -- the hands of a match ------------------------------------------------------------------------------------------------


def test_a_match_without_its_first_hand_fails_once_and_is_followed_all_the_same(hands: list[bytes]) -> None:
    assert failures(*hands) == []
    for first in (1, 2, 3):
        [said] = failures(*hands[first:])
        assert said.startswith(f"line 1: match.number: found {first}, but the match's hand 0 is missing")
    verify(read_line(hands[3]))  # one hand alone is not asked for those before it


def test_a_tail_of_a_match_in_another_order_doubled_or_with_a_gap_fails(hands: list[bytes]) -> None:
    for order in ((2, 1, 3), (1, 1), (1, 3), (3, 2), (1, 2, 2, 3)):
        said = failures(*(hands[n] for n in order))
        assert "hand 0 is missing" in said[0]
        assert "hands are missing" in said[1] or "hands stand twice, or in another order" in said[1]
    for order in ((0, 2, 3), (0, 1, 1, 2), (0, 2, 1, 3)):
        said = failures(*(hands[n] for n in order))
        assert "hands are missing" in said[0] or "stand twice" in said[0]


WRONG: list[tuple[tuple[Any, ...], Any]] = [
    (("match", "totals"), [1000, -1000, 0, 0]),
    (("match", "totals"), [1000, 1000, 1000, 7]),
    (("match", "players"), ["X", "Y", "Z", "W"]),
    (("match", "seats"), [0, 0, 0, 0]),
    (("match", "round"), -7),
    (("match", "passes"), 4),
    (("match", "dealer_dice"), [9, 9, 9]),
    (("match", "house"), 70),
    (("match", "leavings"), [{"player": 1, "coins": False, "after": 1}]),
    (("match", "number"), 3),
    (("match", "number"), -1),
    (("match", "seed"), 78),
    (("dealer",), 7),
    (("seed",), 78),
    (("lane",), None),
]


@pytest.mark.parametrize(("path", "value"), WRONG, ids=[f"{'.'.join(path)}={value}" for path, value in WRONG])
def test_a_hand_in_the_tail_of_a_match_follows_from_the_one_before(hands: list[bytes], path: tuple[Any, ...], value: object) -> None:
    wrong = edited(hands[2], *path, to=value)
    assert [said[:7] for said in failures(hands[1], wrong, hands[3])][:2] == ["line 1:", "line 2:"]
    assert failures(hands[0], hands[1], wrong, hands[3], hands[4])[0].startswith("line 3:")
    lost = failures(hands[0], edited(hands[1], "actions", 0, to="0 nothing"), edited(hands[3], *path, to=value), hands[4])
    assert lost[0].startswith("line 2: actions[0]"), "the hand refused is passed over, and the match taken up behind it"


@pytest.mark.parametrize(
    ("path", "value"), [w for w in WRONG if w[0][-1] in ("seats", "round", "dealer_dice", "house", "leavings", "passes", "seed", "dealer", "lane")]
)
def test_where_a_match_is_taken_up_what_follows_from_its_seed_is_checked(hands: list[bytes], path: tuple[Any, ...], value: object) -> None:
    [said] = failures(hands[0], b"{}\n", edited(hands[2], *path, to=value), hands[3])[1:2]
    assert said.startswith("line 3:") and "missing" not in said


def test_one_hand_changed_does_not_hide_what_follows(hands: list[bytes]) -> None:
    wrong = edited(hands[1], "match", "totals", 0, to=5)
    assert [said.split(":")[0] for said in failures(hands[0], wrong, hands[2], edited(hands[3], "match", "totals", 1, to=5), hands[4])] == [
        "line 2",
        "line 4",
    ]
    assert len(failures(hands[0], b"junk\n", *hands[1:])) == 1 and len(failures(hands[0], b"junk\n", *hands[2:])) == 1


def test_a_foreign_hand_between_does_not_end_the_match(hands: list[bytes]) -> None:
    foreign = line_of(record("changchun", 4))
    assert failures(hands[0], foreign, hands[1]) == []
    assert "hands are missing" in failures(hands[0], foreign, hands[2])[0]
    assert failures(hands[0], foreign, edited(hands[1], "match", "totals", 0, to=5))
    assert failures(hands[0], edited(hands[1], "match", "seed", to=1), hands[2])


def test_a_match_goes_on_behind_a_foreign_hand(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    write_match(path, Game("changsha"), hands=1)
    with Writer(path) as writer:
        writer.write(record("changchun", 4))
    before = path.read_bytes()
    with Recorder.resume(path) as recorder:
        recorder.next_hand()
        play_hand(recorder)
    assert path.read_bytes().startswith(before) and not failures(path.read_bytes())


# -- a hand in progress --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, int]:
    """A file of one hand and 37 answers of the next, and where that hand's line begins."""
    path: Path = tmp_path_factory.mktemp("records") / "m.jsonl"
    with Recorder.start(path, Match(Game("changchun"), seed=5)) as recorder:
        play_hand(recorder)
        recorder.next_hand()
        play_hand(recorder, most=37)
    text = path.read_bytes()
    return text, text.index(b"\n") + 1


def test_a_byte_replaced_in_a_hand_in_progress_throws_nothing_away(stopped: tuple[bytes, int], tmp_path: Path, scaled: Callable[[int], int]) -> None:
    text, begin = stopped
    path = tmp_path / "m.jsonl"
    last = text.rindex(b',"')
    rng = random.Random(3)
    actions = text.index(b'"actions":[', begin)
    places = [*range(actions, actions + 60), *(rng.randrange(begin, last) for _ in range(scaled(60)))]
    refused = 0
    for place in places:
        wrong = text[:place] + bytes([rng.choice([*range(256), 0x22, 0x2C, 0x5D, 0x0A])]) + text[place + 1 :]
        path.write_bytes(wrong)
        try:
            Recorder.resume(path).close()
            assert path.read_bytes() == wrong, f"byte {place}"
        except RecordError as error:
            refused += 1
            assert error.line in (2, 3) and path.read_bytes() == wrong
    assert refused > len(places) // 2


@pytest.mark.parametrize("byte", [b"\x00", b"\x07", b"\xff", b"\\", b"x", b"]", b'"'])
def test_the_place_of_the_damage_is_named(stopped: tuple[bytes, int], tmp_path: Path, byte: bytes) -> None:
    text, begin = stopped
    path = tmp_path / "m.jsonl"
    fourth = begin + [n for n in range(len(text) - begin) if text[begin:].startswith(b',"', n)][-34]
    wrong = text[:fourth] + byte + text[fourth + 1 :]
    path.write_bytes(wrong)
    at = fourth - begin + (2 if byte == b"]" else 1)  # the list might end there, but not go on so
    for call in (resume, Recorder.resume):
        with pytest.raises(RecordError, match=rf"^line 2: the line is damaged at its byte {at}, after 3 answers; "):
            call(path)
    assert path.read_bytes() == wrong
    assert [said[:7] for said in failures(wrong)] == ["line 2:"]


def test_an_answer_left_out_or_a_comma_too_few_is_refused(stopped: tuple[bytes, int], tmp_path: Path) -> None:
    text, _ = stopped
    path = tmp_path / "m.jsonl"
    comma = text.rindex(b',"')
    for wrong in (text[:comma] + text[comma + 1 :], text + b",,", text + b'],"choices":[["', text + b"],[", text + b"}", text + b',"4'):
        path.write_bytes(wrong)
        with pytest.raises(RecordError, match="line 2: the line is damaged at its byte"):
            Recorder.resume(path)
    for torn in (b"]", b'],"choices":[', b",", b',"', b',"1', b',"1 ', b',"1 disc'):
        path.write_bytes(text + torn)
        Recorder.resume(path).close()
        assert path.read_bytes() == text


def test_a_line_damaged_before_its_answers_is_not_begun_again(stopped: tuple[bytes, int], tmp_path: Path) -> None:
    text, begin = stopped
    path = tmp_path / "m.jsonl"
    wrong = text[:begin] + text[begin:].replace(b'"actions":[', b'"actionz":[')
    path.write_bytes(wrong)
    with pytest.raises(RecordError, match="line 2: the line is damaged at its byte"):
        Recorder.resume(path)
    assert path.read_bytes() == wrong


# -- numbers -------------------------------------------------------------------------------------------------------------

HUGE = (2**63, -(2**63) - 1, 2**64, 10**40)
ANY = (*HUGE, 2**63 - 1, -(2**63), 2**62, -1)
NUMBERS: list[tuple[Any, ...]] = [
    ("lane",), ("seed",), ("dealer",), ("next_dealer",), ("match", "number"), ("match", "seed"), ("match", "passes"), ("match", "round"),
    ("match", "house"), ("match", "totals", 0), ("match", "seats", 0), ("match", "dealer_dice"), ("options",), ("dice", 0),
    ("choices", 0, 0), ("deltas", 0), ("match", "leavings"),
]  # fmt: skip


def with_number(text: bytes, path: tuple[Any, ...], number: int) -> bytes:
    """A line with a number changed, the digest made to fit where one can be made."""
    if path == ("options",) and -(2**63) <= number < 2**64:
        return edited(text, *path, to={"base": number})
    new: Any = [number] if path[-1] == "dealer_dice" else [{"player": number, "coins": True, "after": number}] if path[-1] == "leavings" else number
    if -(2**63) <= number < 2**64:
        return edited(text, *path, to=new)
    values = msgspec.json.encode(changed(plain(read_line(text)), path, "here" if isinstance(new, int) else 0))
    return values.replace(b'"here"', str(number).encode()) + b"\n"


@pytest.mark.parametrize("path", NUMBERS, ids=[".".join(map(str, path)) for path in NUMBERS])
def test_numbers_too_large_are_refused_in_a_sentence(stopped: tuple[bytes, int], tmp_path: Path, path: tuple[Any, ...]) -> None:
    text, begin = stopped
    first = text[:begin]
    for number in ANY:
        wrong = with_number(first, path, number)
        assert failures(wrong)[0].startswith("line 1: ")
        file = tmp_path / "m.jsonl"
        file.write_bytes(wrong)
        for call in (resume, Recorder.resume):
            with pytest.raises(RecordError, match=r"^line 1: "):
                call(file)
        try:
            list(replay(read_line(wrong)).steps())
        except RecordError as error:
            assert number not in HUGE or path[-1] in ("dealer_dice", "leavings") or "a number that no record has" in str(error)
    for number in HUGE[:2]:
        file.write_bytes(text[:begin] + text[begin:].replace(b'"lane":2', b'"lane":%d' % number))
        with pytest.raises(RecordError, match=r"line 2: .*a number that no record has"):
            resume(file)


def test_numbers_too_large_in_a_record_made_by_hand_are_refused_too() -> None:
    good: Record = record("changsha", 1)
    for wrong in (msgspec.structs.replace(good, lane=2**63), msgspec.structs.replace(good, lane=-(2**70))):
        with pytest.raises(RecordError):
            Verifier().check(wrong)
        with pytest.raises(RecordError):
            replay(wrong)
