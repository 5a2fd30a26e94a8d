"""Records: what they hold, that any change in one shows, and that nothing a file may hold is read as something it is not.

Long because every field of a record has its way of being wrong.
"""

import io
import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from paiju.core.errors import PaijuError, RecordError
from paiju.core.notation import parse_tiles
from paiju.game.hand import Game
from paiju.game.match import Match
from paiju.game.position import Position
from paiju.records import Course, Reader, Record, Recorder, Writer, line_of, read_line, record_of, replay, verify, verify_file
from paiju.records.reading import LONGEST_LINE
from paiju.records.record import digest_of, wall_text
from tests.record_tools import VARIANTS, changed, changes, in_both, line, plain, played, record, write_match

OPTIONS: dict[str, list[dict[str, object]]] = {
    "changchun": [{}, {"special_kong_window": "any_turn", "treasure_reveal": "at_once"}, {"closed_wait_includes": ["middle", "edge"]}],
    "baicheng": [{}, {"treasure_changes_when_three_visible": True, "cap": 128}],
    "changsha": [{}, {"kong_dice": 2, "opening": "continues", "birds": 2}, {"luxury_weights": [1, 2, 3]}],
}


def fails(lines: bytes) -> str:
    """The first reason for which a file of those lines does not hold; empty when it holds."""
    for found in verify_file(io.BytesIO(lines)):
        if isinstance(found, RecordError):
            return in_both(found)
    return ""


# -- what a record holds -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_hand_recorded_is_read_back_and_verified(variant: str, scaled: Callable[[int], int]) -> None:
    for seed in range(scaled(60)):
        for options in OPTIONS[variant]:
            made = record(variant, seed, options)
            found = read_line(line_of(made))
            assert found == made
            verify(found)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_record_holds_every_answer_passes_too(variant: str, scaled: Callable[[int], int]) -> None:
    """Known fault 18: pass decisions were missing from records."""
    passes = 0
    for seed in range(scaled(20)):
        made = record(variant, seed, bots=("random",) * 4)
        hand = Game(variant).hand(seed=seed, lane=3, dealer=seed % 4)
        for text in made.actions:
            assert int(text[0]) in hand.to_act
            hand.play(text[2:], int(text[0]))
            passes += text.endswith(" pass")
        assert hand.over and tuple(hand.events()) == made.events
    assert passes


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_dice_of_a_record_are_all_a_hand_needs_g_8(variant: str, scaled: Callable[[int], int]) -> None:
    """Wall, dice and answers alone give the same hand: nothing else of the stream of chance is needed."""
    for seed in range(scaled(30)):
        for options in OPTIONS[variant]:
            made = record(variant, seed, options, bots=("random", "quick", "quick", "random"))
            game = Game(variant, options)
            hand = game.hand(wall=parse_tiles(made.wall), dealer=made.dealer, dice=made.dice, seed=99)
            course = Course(hand)
            for text in made.actions:
                course.play(text[2:], int(text[0]))
            again = record_of(course)
            assert again.events == made.events and again.seed is None
            verify(again)


def test_a_hand_from_a_position_is_recorded_with_it() -> None:
    game = Game("changchun")
    deal = game.hand(seed=3)
    view = deal.view(5)
    hands = [wall_text(view.seats[seat].hand or []) for seat in range(4)]
    wall = wall_text([int(deal.table.wall_tile(n)) for n in range(53, 136)])
    position = Position(hands=(hands[0], hands[1], hands[2], hands[3]), wall=wall, drawn="3z", turn=0, looked=(), treasure=None)
    position = msgspec.structs.replace(position, drawn=hands[0][-2:] if hands[0][-2].isdigit() else None)
    made = record_of(played(game.hand_from(position, seed=8)))
    assert made.position == position and made.seed is None
    verify(read_line(line_of(made)))
    values = plain(made)
    other = "1m" if not values["position"]["wall"].startswith("1") else "2m"
    assert fails(line(changed(values, ("position", "wall"), other + values["position"]["wall"][2:])))


def test_an_unfinished_hand_has_a_record_too() -> None:
    hand = Game("changsha").hand(seed=2)
    course = Course(hand)
    for _ in range(9):
        course.play(hand.actions(hand.to_act[0])[0])
    made = record_of(course, seed=2)
    assert not made.finished and made.deltas is None and made.next_dealer is None and len(made.actions) == 9
    verify(read_line(line_of(made)))
    assert "finished" in fails(line({**plain(made), "finished": True}))


def test_the_digest_is_sha_256_of_plain_canonical_json() -> None:
    import hashlib

    values = plain(record("baicheng", 4))
    digest = values.pop("digest")
    text = json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert digest == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("variant", VARIANTS)
def test_records_fit_the_published_schema(variant: str, tmp_path: Path) -> None:
    schema = json.loads((Path(__file__).parent.parent / "docs" / "record.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    write_match(tmp_path / "m.jsonl", Game(variant), hands=2)
    for text in (tmp_path / "m.jsonl").read_text("utf-8").splitlines():
        validator.validate(json.loads(text))
    with pytest.raises(jsonschema.ValidationError):
        validator.validate({**json.loads(text), "finished": "yes"})


def test_an_answer_that_is_not_legal_changes_neither_hand_nor_course() -> None:
    course = Course(Game("changsha").hand(seed=1, wall=None, lane=4))
    before = course.hand.events()
    for text in ("discard 9z", "pass", "", "discard 1z"):
        with pytest.raises(PaijuError, match=r"legal|no action"):
            course.play(text)
    with pytest.raises(PaijuError, match="no seat"):
        course.play("pass", 7)
    assert course.hand.events() == before and not course.actions


# -- any change shows ----------------------------------------------------------------------------------------------------


def some(rng: random.Random, values: dict[str, Any], most: int) -> list[tuple[tuple[Any, ...], Any]]:
    found = list(changes(values))
    return found if len(found) <= most else rng.sample(found, most)


@pytest.mark.parametrize("variant", VARIANTS)
def test_any_changed_field_of_a_match_fails_with_the_digest_made_to_fit(variant: str, tmp_path: Path, scaled: Callable[[int], int]) -> None:
    """Every number, text, list and object of two hands of a match, one at a time."""
    rng = random.Random(variant)
    path = tmp_path / "m.jsonl"
    write_match(path, Game(variant, OPTIONS[variant][1]), hands=2, names="甲乙丙丁", bots=("quick", "quick", "random", "quick"))
    lines = [json.loads(text) for text in path.read_bytes().splitlines()]
    assert fails(b"".join(line(values) for values in lines)) == ""
    for which in (0, 1):
        for at, new in some(rng, lines[which], scaled(500)):
            other = [line(values) for values in lines]
            other[which] = line(changed(lines[which], at, new))
            assert fails(b"".join(other)), f"hand {which}: {at} changed to {new!r} holds"


@pytest.mark.parametrize("variant", VARIANTS)
def test_any_changed_field_of_a_lone_hand_fails_or_has_no_consequence(variant: str, scaled: Callable[[int], int]) -> None:
    """A house rule that was never asked for is the one thing a lone hand cannot show to be changed."""
    rng = random.Random(variant)
    for seed in range(scaled(6)):
        values = plain(record(variant, seed, rng.choice(OPTIONS[variant]), bots=("random", "quick", "random", "quick")))
        for at, new in some(rng, values, scaled(150)):
            if at[:1] != ("options",):
                assert fails(line(changed(values, at, new))), f"seed {seed}: {at} changed to {new!r} holds"


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_changed_house_rule_shows_unless_it_changes_nothing(variant: str, scaled: Callable[[int], int]) -> None:
    held = failed = 0
    for seed in range(scaled(4)):
        values = plain(record(variant, seed))
        for option in Game(variant).variant.options:
            other: object = not option.default if option.kind == "flag" else option.choices[-1].value if option.kind == "choice" else None
            if other is None or other == option.default:
                continue
            new = changed(values, ("options",), {option.name: other})
            why = fails(line(new))
            failed += why != ""
            held += why == ""
            assert why == "" or "line 1" in why
        assert fails(line(changed(values, ("options",), {values["variant"]: 1})))
        default = Game(variant).settings.as_dict()["match_length"]
        assert "options" in fails(line(changed(values, ("options",), {"match_length": default}))), "a default is not written"
    assert failed and held


@pytest.mark.parametrize("variant", VARIANTS)
def test_any_changed_field_fails_by_its_digest(variant: str, scaled: Callable[[int], int]) -> None:
    values = plain(record(variant, 1))
    for at, new in some(random.Random(1), values, scaled(300)):
        assert "digest" in fails(line(changed(values, at, new), digest=False)) or "format" in str(at)
    made = read_line(line(values))
    with pytest.raises(RecordError, match="digest"):
        verify(msgspec.structs.replace(made, dealer=(made.dealer + 1) % 4))


def test_the_first_difference_is_named_with_line_and_place() -> None:
    good = record("changchun", 1)
    values = plain(good)
    at = next(n for n, event in enumerate(values["events"]) if event["event"] == "draw")
    tile = values["events"][at]["tile"]
    wrong = line(changed(values, ("events", at, "tile"), (tile + 1) % 34))
    assert fails(line_of(good) + wrong) == f"line 2: events[{at}].tile: found {(tile + 1) % 34}, expected {tile}"
    pay = values["payments"][0]["amount"]
    assert fails(line(changed(values, ("payments", 0, "amount"), pay + 1))) == f"line 1: payments[0].amount: found {pay + 1}, expected {pay}"
    n = next(n for n, text in enumerate(values["actions"]) if "discard" in text)
    why = fails(line(changed(values, ("actions", n), values["actions"][n][:2] + "win")))
    assert why.startswith(f'line 1: actions[{n}]: "win" by seat') and "not legal now" in why


def test_hands_of_a_match_missing_doubled_or_out_of_order_are_found(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    write_match(path, Game("changsha"), hands=4)
    lines = path.read_bytes().splitlines(keepends=True)
    assert fails(b"".join(lines)) == "" and fails(b"".join(lines * 2)) == ""
    assert "hands are missing" in fails(lines[0] + lines[2])
    assert "stand twice" in fails(lines[0] + lines[0][:0] + lines[1] + lines[1])
    assert "line 1: match.number: found 1, but the match's hand 0 is missing" in fails(lines[1] + lines[0])
    other = tmp_path / "o.jsonl"
    write_match(other, Game("changsha", {"birds": 2}), hands=2)
    assert "other house rules" in fails(lines[0] + other.read_bytes().splitlines(keepends=True)[1])


# -- what a file may hold ------------------------------------------------------------------------------------------------

GOOD = record("changsha", 3)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"\n", "the line is empty; remove it"),
        (b"[1, 2]\n", r"the line is \[1, 2\]; a record is one JSON object"),
        (b"null\n", "the line is null"),
        (b"hello\n", "not JSON: Expecting value, at column 1"),
        (b'{"a": 1}\n', 'it has no "format"'),
        (b'{"format": "paiju-record/2", "x": [1.5]}\n', "newer than paiju-record/1"),
        (b'{"format": "paiju-record/0"}\n', "not known"),
        (b'{"format": "other"}\n', "not known"),
        (b'{"format": 7}\n', "not known"),
        (b'{"format": "paiju-record/1", "format": "paiju-record/1"}\n', '"format" stands twice'),
        (b'{"format": NaN}\n', "NaN is no JSON value"),
        (b'{"format": ' + b"9" * 5000 + b"}\n", "a number is too long"),
        (b"[" * 100_000 + b"\n", "nested too deep"),
        (b"\xff\xfe\x00\n", "not UTF-8"),
        (b'{"format": "\\ud800"}\n', "not UTF-8|not known"),
        (b"\x1f\x8b\x08\x00junk", "compressed"),
        (b"\x00\x01\x02\x03" * 10, "not JSON"),
        (b"", ""),
    ],
    ids=range(18),
)
def test_a_line_that_is_no_record_is_refused_with_the_reason(text: bytes, why: str) -> None:
    found = fails(line_of(GOOD) + text) if not text.startswith(b"\x1f") else fails(text)
    if not why:
        assert found == ""
        return
    assert re.search(why, found), found
    assert found.startswith("line 2: ") or text.startswith(b"\x1f")
    assert found.isprintable() and len(found) < 700


def test_a_record_of_the_wrong_types_is_refused_with_the_place() -> None:
    values = plain(GOOD)
    for name, new, why in (
        ("dealer", "1", r"Expected `int`, got `str` - at `\$.dealer`"),
        ("actions", [1], r"at `\$.actions\[0\]`"),
        ("dealer", 1.0, "numbers are written in another way|Expected|found"),
        ("dealer", True, "Expected `int`, got `bool`"),
        ("events", [{"event": "flood"}], "Invalid value 'flood'"),
        ("wall", None, "Expected `str`"),
        ("more", 1, "unknown field `more`"),
    ):
        found = fails(line({**values, name: new}))
        assert re.search(why, found), found
    del values["wall"]
    assert "missing required field `wall`" in fails(line(values))
    long = fails(line({**values, "x" * 5000 + "\x1b[2J": 1}))
    assert long.endswith("xxx?[2J`") and len(long) < 1020, "what is quoted of a file is cut short, in the middle"


def test_values_that_cannot_be_played_are_refused_with_the_reason() -> None:
    values = plain(GOOD)
    for name, new, why in (
        ("variant", "chess", 'there is no game "chess"'),
        ("options", {"bird": 2}, 'did you mean "birds"'),
        ("options", {"birds": 3}, "birds must be one of"),
        ("seed", -1, "a seed is a whole number"),
        ("seed", 2**62, "a seed is a whole number"),
        ("dealer", 4, "the dealer must be a seat 0 to 3"),
        ("actions", ["9 pass"], "an answer is a seat 0 to 3"),
        ("actions", ["pass"], "an answer is a seat 0 to 3"),
        ("actions", [f"{values['dealer']} \x1b[2Jwin"], '"?[2Jwin" is no action of changsha'),
    ):
        found = fails(line({**values, name: new}))
        assert why in found and found.isprintable(), found
    five = "1" * 108 + "m"
    for wall, why in (("1m", "has 108 tiles"), (five, "four of"), ("1z" + values["wall"][2:], "no kind|four of|108"), ("??", "begins no tile")):
        assert re.search(why, fails(line({**values, "seed": None, "lane": None, "wall": wall})))


def test_a_file_cut_off_in_its_last_line_is_refused_there() -> None:
    text = line_of(GOOD)
    assert fails(text + text[:-1]) == "", "only the line's end is missing"
    assert fails(text + text[:-20]).startswith("line 2: the line is cut off")
    assert fails(text[:-20] + b"\n" + text).startswith("line 1: the line is not JSON")


def test_reading_goes_on_after_a_bad_line() -> None:
    text = line_of(GOOD)
    found = list(verify_file(io.BytesIO(text + b"junk\n" + text + b"{}\n" + text)))
    assert [isinstance(one, Record) for one in found] == [True, False, True, False, True]
    assert [one.line for one in found if isinstance(one, RecordError)] == [2, 4]


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm() -> None:
    assert fails(b"\xef\xbb\xbf" + line_of(GOOD).rstrip() + b"\r\n" + line_of(GOOD)) == ""


class Endless(io.RawIOBase):
    """A file of one line without end; counts what is taken of it."""

    taken = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        Endless.taken += len(buffer)
        buffer[:] = b"x" * len(buffer)
        return len(buffer)


def test_a_line_without_end_is_not_read_whole() -> None:
    found = list(verify_file(io.BufferedReader(Endless())))
    assert len(found) == 1 and "longer than" in str(found[0])
    assert Endless.taken <= 2 * LONGEST_LINE


def test_a_reader_takes_a_path_or_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with Writer(path) as writer:
        writer.write(GOOD)
        writer.write(GOOD)
    with Reader(path) as reader:
        assert list(reader) == [GOOD, GOOD] and reader.line == 2
    with path.open("rb") as file:
        assert list(Reader(file)) == [GOOD, GOOD]


# -- writing -------------------------------------------------------------------------------------------------------------


def test_writing_appends_and_every_line_is_there_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with Writer(path) as writer:
        writer.write(GOOD)
        assert path.read_bytes() == line_of(GOOD)
    with Writer(path) as writer:
        writer.write(GOOD)
        with pytest.raises(RecordError, match="another program is writing"):
            Writer(path)
    assert path.read_bytes() == line_of(GOOD) * 2


def test_nothing_is_appended_to_a_cut_off_line(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(line_of(GOOD)[:-5])
    with pytest.raises(RecordError, match="cut off"):
        Writer(path)
    with pytest.raises(RecordError, match="cut off"):
        Recorder.start(path, Match(Game("changsha"), seed=1))
    assert path.read_bytes() == line_of(GOOD)[:-5]


def test_names_of_players_may_hold_anything(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    names = ('"actions":["', "\\", "\n\x00\x1b[2J", "漢字 🀄")
    with Recorder.start(path, Match(Game("changsha"), seed=1, players=names)) as recorder:
        recorder.play(recorder.match.hand.actions(recorder.match.hand.to_act[0])[0])
    with Recorder.resume(path) as recorder:
        assert recorder.match.players == names and len(recorder.course.actions) == 1


# -- replaying -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_replaying_tells_each_audience_what_it_was_told_then(variant: str, scaled: Callable[[int], int]) -> None:
    for seed in range(scaled(10)):
        made = record(variant, seed)
        course = Course(Game(variant).hand(seed=seed, lane=3, dealer=seed % 4))
        for text in made.actions:
            course.play(text[2:], int(text[0]))
        for audience in range(6):
            again = replay(made, audience)
            steps = list(again.steps())
            assert len(steps) == len(made.actions) + 1
            assert [event for step in steps for event in step.events] == course.hand.events(audience)
            assert again.hand.over


def test_replaying_names_the_answer_that_is_refused() -> None:
    made = msgspec.structs.replace(GOOD, actions=(*GOOD.actions, "0 pass"))
    with pytest.raises(RecordError, match=rf"actions\[{len(GOOD.actions)}\]: .*the hand is over"):
        list(replay(made).steps())
    with pytest.raises(RecordError, match="there is no game"):
        replay(msgspec.structs.replace(GOOD, variant="go"))


def test_a_robbed_kong_shows_no_extra_turn_known_fault_18() -> None:
    """After the robbery comes the win: the adder neither draws nor discards; the one who passed stands in the record too."""
    hands = ("5m123m789m333s1s", "46m123p456p789s22s", "46m123p456p789s88s", "1199m3344558p99s")
    held = parse_tiles("".join(hands) + "555m")
    wall = [kind for kind in range(27) for _ in range(4 - held.count(kind))]
    position = Position(hands=hands, melds=(("pung 555m",), (), (), ()), wall=wall_text(wall), drawn="5m")
    course = Course(Game("changsha").hand_from(position))
    course.play("akong 5m", 0)
    assert course.hand.to_act == (1, 2)
    course.play("pass", 1)
    course.play("win", 2)
    made = read_line(line_of(record_of(course)))
    verify(made)
    assert made.actions == ("0 akong 5m", "1 pass", "2 win")
    steps = [[type(event).__name__ for event in step.events] for step in replay(made).steps()]
    assert steps == [["Placed"], ["Propose"], [], ["Robbed", "Win", "Bird", "Pay", "End"]]


def test_the_digest_does_not_count_itself() -> None:
    values = plain(GOOD)
    assert digest_of(values) == digest_of({**values, "digest": "x"}) == values["digest"]
