"""Records of hands whose walls do not come from the match's seed: dealt fairly, or merely given."""

import io
import json
import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from paiju.core.errors import PaijuError, RecordError
from paiju.game.fair import match_seed
from paiju.game.hand import Game, Hand
from paiju.game.match import Match
from paiju.records import Course, FairPart, Reader, Record, Recorder, line_of, read_line, record_of, replay, resume, verify, verify_file
from tests.fair_tools import PUBLISHED, FairDealer, fair_records, play, published
from tests.record_tools import VARIANTS, changed, changes, in_both, line, plain, record

RULES: dict[str, dict[str, object]] = {
    "changchun": {"reseat_each_round": True},
    "baicheng": {"treasure_changes_when_three_visible": True},
    "changsha": {"kong_dice": 2, "birds": 2, "reseat_each_round": True},
}
MIXED = ("quick", "quick", "random", "quick")


def fails(records: list[Record] | list[dict[str, Any]] | list[bytes]) -> list[str]:
    """What each line of a file does not hold for; empty where it holds."""
    lines = [one if isinstance(one, bytes) else line_of(one) if isinstance(one, Record) else line(one) for one in records]
    return [in_both(found) if isinstance(found, RecordError) else "" for found in verify_file(io.BytesIO(b"".join(lines)))]


def given(hands: int, variant: str = "changsha") -> list[Record]:
    return fair_records(Game(variant), hands, fair=False)


# -- what holds ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_match_dealt_fairly_is_recorded_and_verified(variant: str) -> None:
    made = fair_records(Game(variant, RULES[variant]), 5, bots=MIXED, leaver=2)
    dealer = FairDealer(Game(variant))
    assert fails(made) == [""] * len(made)
    assert fails(made * 2) == [""] * 2 * len(made)
    for number, one in enumerate(made):
        assert one.seed is None and one.lane is None and one.fair == dealer.part(number)
        assert one.match is not None and one.match.seed == match_seed(dealer.secret(0), dealer.nonces(0))
        again = read_line(line_of(one))
        assert again == one
        verify(again)
        assert [event for step in replay(again).steps() for event in step.events] == list(one.events)
    assert len({one.wall for one in made}) == len(made)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_match_of_given_walls_is_recorded_without_a_fair_part(variant: str) -> None:
    made = fair_records(Game(variant, RULES[variant]), 4, bots=MIXED, fair=False)
    assert fails(made) == [""] * len(made)
    for one in made:
        assert one.seed is None and one.lane is None and "fair" not in plain(one)
        verify(one)


def test_a_record_without_the_part_is_as_it_was() -> None:
    one = record("changsha", 3)
    assert b"fair" not in line_of(one)
    assert "fair" in fails([line({**plain(one), "fair": None})])[0]


def test_a_lone_hand_may_be_dealt_fairly() -> None:
    game = Game("baicheng")
    dealer = FairDealer(game)
    course = Course(dealer.deal(4, 2), dealer.part(4))
    play(course, 4, MIXED)
    one = record_of(course, seed=77)
    assert one.seed is None and one.match is None and fails([one]) == [""]
    values = plain(one)
    other = ("1" if values["wall"][0] != "1" else "2") + values["wall"][1:]
    assert "wall" in fails([changed(values, ("wall",), other)])[0]
    assert fails([changed(values, ("dealer",), 1)])[0]
    assert "fair.promises[0]" in fails([changed(values, ("fair", "id"), values["fair"]["id"] + "1")])[0]


def test_fair_records_fit_the_published_schema() -> None:
    schema = json.loads((Path(__file__).parent.parent / "docs" / "record.schema.json").read_text("utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    values = plain(fair_records(Game("changchun"), 1)[0])
    validator.validate(values)
    short = [(name, value) for name in ("nonces", "promises") for value in (["", "", ""], ["", "", "", "00"])]
    for at, new in (("id", "room"), ("secret", "00"), *short, ("root", None), ("more", 1)):
        wrong = {**values, "fair": {**values["fair"], at: new}}
        with pytest.raises(jsonschema.ValidationError):
            validator.validate(wrong)
        assert "$.fair" in fails([wrong])[0] or "more" in fails([wrong])[0]


def test_the_published_match_holds_and_is_fresh() -> None:
    """It stands in tests/vectors for other verifiers; ``python -m tests.fair_tools`` writes it."""
    assert PUBLISHED.read_bytes() == published()
    with Reader(PUBLISHED) as records:
        assert fails(list(records)) == ["", ""]


# -- what does not -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_any_changed_field_of_a_fair_match_fails_with_the_digest_made_to_fit(variant: str, scaled: Callable[[int], int]) -> None:
    """Everything of the fair part and of wall and dice, and some of the rest."""
    rng = random.Random(variant)
    made = [plain(one) for one in fair_records(Game(variant, RULES[variant]), 2, bots=MIXED)]
    for which in (0, 1):
        every = list(changes(made[which]))
        chosen = [one for one in every if one[0][:1] in (("fair",), ("wall",), ("dice",), ("seed",), ("lane",))]
        for at, new in chosen + rng.sample(every, min(scaled(150), len(every))):
            other = [*made]
            other[which] = changed(made[which], at, new)
            assert any(fails(other)), f"hand {which}: {at} changed to {new!r} holds"


def other_byte(text: str, at: int) -> str:
    return text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :]


def test_every_byte_of_the_fair_part_counts_and_is_named() -> None:
    made = [plain(one) for one in fair_records(Game("changsha"), 2)]
    for which in (0, 1):
        part = made[which]["fair"]
        for at in range(64):
            for name, named in (("secret", "fair.commitment"), ("commitment", "fair.commitment"), ("root", "fair.root")):
                wrong = changed(made[which], ("fair", name), other_byte(part[name], at))
                assert f"line {which + 1}: {named}: found" in fails([*made[:which], wrong])[which]
        for seat in range(3):
            for at in range(32):
                wrong = changed(made[which], ("fair", "nonces", seat), other_byte(part["nonces"][seat], at))
                assert f"line {which + 1}: fair.promises[{seat}]: found" in fails([*made[:which], wrong])[which]
            for at in range(64):
                wrong = changed(made[which], ("fair", "promises", seat), other_byte(part["promises"][seat], at))
                assert f"line {which + 1}: fair.promises[{seat}]: found" in fails([*made[:which], wrong])[which]
        for path, new, named in (
            (("fair", "nonces", 0), "", "fair.root"),
            (("fair", "nonces", 3), "00" * 16, "fair.promises[3]"),
            (("fair", "promises", 0), "", "fair.promises[0]"),
            (("fair", "nonces"), [part["nonces"][n] for n in (1, 0, 2, 3)], "fair.promises[0]"),
            (("fair", "promises"), [part["promises"][n] for n in (1, 0, 2, 3)], "fair.promises[0]"),
        ):
            assert f"{named}: found" in fails([*made[:which], changed(made[which], path, new)])[which]


def test_a_nonce_that_was_promised_and_held_back_is_no_fault_of_the_record() -> None:
    """It shows there: a promise without its nonce."""
    game = Game("changsha")
    dealer = FairDealer(game)
    part = msgspec.structs.replace(dealer.part(0), promises=(*dealer.part(0).promises[:3], "ab" * 32))
    course = Course(dealer.deal(0, 0), part)
    play(course, 0, MIXED)
    one = record_of(course)
    assert fails([one]) == [""] and isinstance(one.fair, FairPart) and one.fair.nonces[3] == ""
    verify(one)


def test_wall_and_dice_that_do_not_follow_from_the_secret_are_named() -> None:
    """A whole hand played to other tiles or dice holds in itself, but not against its secret."""
    game = Game("changchun")
    dealer = FairDealer(game)
    honest = dealer.deal(0, 0)
    wall = [int(honest.table.wall_tile(n)) for n in range(136)]
    dice = [int(n) for n in honest.table.dice]
    thrown = honest.events()[0].dice  # type: ignore[union-attr]
    for n, m in ((0, 1), (60, 61), (134, 135), (3, 130)):
        other = wall[:]
        while other[n] == other[m]:
            m = (m + 7) % 136
        other[n], other[m] = other[m], other[n]
        course = Course(game.hand(wall=other, dice=[*thrown, *dice], seed=0), dealer.part(0))
        play(course, 0, MIXED)
        assert fails([record_of(course)])[0].startswith("line 1: wall: found")
    course = Course(game.hand(wall=wall, dice=[7 - thrown[0], *thrown[1:], *dice]), dealer.part(0))
    play(course, 0, ("quick",) * 4)
    first = fails([record_of(course)])[0]
    assert "dice[0]" in first or "events[0].dice[0]" in first or "actions[" in first


def test_a_later_die_that_was_not_the_next_one_is_named() -> None:
    """The last die of a hand, changed together with all that followed from it."""
    game = Game("changsha", {"kong_dice": 2, "birds": 1})
    for number in range(60):
        dealer = FairDealer(game, f"die {number}")
        course = Course(dealer.deal(0, 0), dealer.part(0))
        play(course, number, MIXED)
        one = record_of(course)
        if one.dice:
            break
    values = plain(one)
    for n, die in enumerate(one.dice):
        assert "dice" in fails([changed(values, ("dice", n), die % 6 + 1)])[0]
    assert "dice" in fails([changed(values, ("dice",), [*one.dice, 1])])[0]
    assert "dice" in fails([changed(values, ("dice",), list(one.dice[:-1]))])[0]


def test_the_seed_of_a_match_follows_from_its_hand_0() -> None:
    made = [plain(one) for one in fair_records(Game("changsha"), 2)]
    seed = made[0]["match"]["seed"]
    wrong = [changed(one, ("match", "seed"), seed + 1) for one in made]
    assert [text.split(":", 1)[1] for text in fails(wrong)] == [f" match.seed: found {seed + 1}, expected {seed}"] * 2
    assert fails(wrong[1:])[0].endswith("so its points cannot be followed from the beginning"), "without hand 0 nobody can say"


def test_the_id_is_that_of_the_room_and_of_the_hand() -> None:
    game = Game("changsha")
    made = fair_records(game, 2)
    others = FairDealer(game, room="elsewhere")
    for number, id, due in ((0, "Xw3_kq-81ZbA/1", "Xw3_kq-81ZbA/0"), (1, "Xw3_kq-81ZbA/0", "Xw3_kq-81ZbA/1"), (1, "elsewhere/1", "Xw3_kq-81ZbA/1")):
        wrong = [*made]
        part = made[number].fair
        assert isinstance(part, FairPart)
        wrong[number] = msgspec.structs.replace(made[number], fair=msgspec.structs.replace(part, id=id, root=others.part(number).root))
        assert f'fair.id: found "{id}", expected "{due}"' in fails([plain(one) for one in wrong])[number]


def test_either_all_hands_of_a_match_are_dealt_fairly_or_none() -> None:
    game = Game("changsha")
    fair, plainly = fair_records(game, 3), fair_records(game, 3, fair=False)
    assert "fair is missing" in fails([fair[0], plainly[1]])[1]
    assert "the match's hands before have none" in fails([plainly[0], fair[1]])[1]
    found = fails([fair[0], plainly[1], fair[2]])
    assert found[0] == found[2] == "" and found[1], "the match is taken up again behind"


def test_a_match_does_not_change_from_seed_to_given_walls_or_back() -> None:
    game = Game("changsha")
    given_walls = [plain(one) for one in given(2)]
    assert "seed: found 5, expected null" in fails([given_walls[0], {**given_walls[1], "seed": 5}])[1]
    assert "lane: found 5, expected null" in fails([{**given_walls[0], "lane": 5}])[0]
    fair = [plain(one) for one in fair_records(game, 2)]
    assert "seed: found 5, expected null" in fails([{**fair[0], "seed": 5, "lane": 1}])[0]
    assert "seed and lane: found 5 and 2, expected None and None" in fails([{**fair[1], "seed": 5, "lane": 2}])[0]
    match = Match(game, seed=9)
    course = Course(match.hand)
    play(course, 0, MIXED)
    from paiju.records import match_record

    dealt = plain(match_record(course, match))
    assert fails([dealt]) == [""] and fails([{**dealt, "seed": None}]) != [""]
    both = {**fair[0], "position": {"hands": ["", "", "", ""], "wall": ""}}
    assert fails([both])[0]


def test_a_later_hand_is_taken_up_with_its_fair_part() -> None:
    made = fair_records(Game("baicheng"), 3)
    found = fails(made[1:])
    assert "hand 0 is missing" in found[0] and found[1] == ""
    for one in made:
        verify(one)
    part = made[2].fair
    assert isinstance(part, FairPart)
    wrong = msgspec.structs.replace(made[2], fair=msgspec.structs.replace(part, root="0" * 64))
    assert "fair.root" in fails([plain(wrong)])[0]
    assert "hands are missing" in fails([made[0], made[2]])[1]


def test_what_is_no_hexadecimal_is_said() -> None:
    one = fair_records(Game("changsha"), 1)[0]
    part = one.fair
    assert isinstance(part, FairPart)
    for name, new, why in (("secret", "x" * 64, "hexadecimal"), ("secret", "00", "a secret has 32 bytes"), ("nonces", ("1",) * 4, "hexadecimal")):
        wrong = msgspec.structs.replace(one, fair=msgspec.structs.replace(part, **{name: new}))
        values = plain(wrong)
        from paiju.records.record import digest_of

        with pytest.raises(RecordError, match=why) as error:
            verify(msgspec.structs.replace(wrong, digest=digest_of(values)))
        in_both(error.value)
    for secret in (part.secret + "\n", part.secret.upper() if part.secret.upper() != part.secret else " " + part.secret):
        wrong = msgspec.structs.replace(one, fair=msgspec.structs.replace(part, secret=secret))
        assert fails([plain(wrong)])[0]


# -- written while it is played ------------------------------------------------------------------------------------------


def play_some(recorder: Recorder, most: int) -> None:
    rng = random.Random(len(recorder.course.actions))
    for _ in range(most):
        if recorder.match.hand.over:
            return
        seat = recorder.match.hand.to_act[0]
        recorder.play(rng.choice(recorder.match.hand.actions(seat)), seat)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_match_dealt_fairly_is_written_and_resumed_anywhere(variant: str, tmp_path: Path, scaled: Callable[[int], int]) -> None:
    dealer = FairDealer(Game(variant, RULES[variant]))
    path = tmp_path / "m.jsonl"
    with Recorder.start(path, dealer.match(), dealer.part(0)) as recorder:
        for number in (1, 2, 3):
            play_some(recorder, 10**6)
            recorder.next_hand(dealer.part(number))
        play_some(recorder, 10)
        events = recorder.match.hand.events()
    text = path.read_bytes()
    assert [isinstance(found, Record) for found in verify_file(path)] == [True] * 4
    with Recorder.resume(path, dealer.deal) as recorder:
        assert recorder.match.hand.events() == events and len(recorder.course.actions) == 10 and recorder.course.fair == dealer.part(3)
        play_some(recorder, 10**6)
        recorder.next_hand(dealer.part(4))
    assert path.read_bytes().startswith(text)
    rng = random.Random(variant)
    whole = path.read_bytes()
    for _ in range(scaled(60)):
        cut = tmp_path / "cut.jsonl"
        cut.write_bytes(whole[: rng.randrange(whole.index(b"\n") + 1, len(whole))])
        try:
            with Recorder.resume(cut, dealer.deal) as recorder:
                play_some(recorder, 10**6)
        except RecordError as error:
            assert "wall is lost" in in_both(error)
            cut.write_bytes(cut.read_bytes().rpartition(b"\n")[0] + b"\n")
            with Recorder.resume(cut, dealer.deal) as recorder:
                recorder.match.settle()
                recorder.next_hand(dealer.part(recorder.match.number))
        assert all(isinstance(found, Record) for found in verify_file(cut))


def test_a_resumed_match_asks_for_what_deals_its_hands(tmp_path: Path) -> None:
    dealer = FairDealer(Game("changsha"))
    path = tmp_path / "m.jsonl"
    with Recorder.start(path, dealer.match(), dealer.part(0)) as recorder:
        play_some(recorder, 10**6)
    with pytest.raises(PaijuError) as error:
        resume(path).next_hand()
    assert "hand 1 does not come from the match's seed" in in_both(error.value)
    seeded = tmp_path / "s.jsonl"
    with Recorder.start(seeded, Match(Game("changsha"), seed=1)) as recorder:
        play_some(recorder, 3)
    with pytest.raises(PaijuError) as error:
        Recorder.resume(seeded, dealer.deal)
    assert "without deal" in in_both(error.value)
    with Recorder.resume(seeded) as recorder:
        assert len(recorder.course.actions) == 3, "the file is free again"


def test_a_match_that_deals_its_own_hands_is_recorded_with_their_parts(tmp_path: Path) -> None:
    dealer = FairDealer(Game("changsha"))
    with pytest.raises(PaijuError) as error:
        Recorder.start(tmp_path / "m.jsonl", dealer.match())
    assert "give its fair part" in in_both(error.value)
    with pytest.raises(PaijuError) as error:
        Recorder.start(tmp_path / "m.jsonl", dealer.match(), FairDealer(dealer.game, "other").part(0))
    assert "not dealt from this fair part" in in_both(error.value)
    with Recorder.start(tmp_path / "m.jsonl", dealer.match(), dealer.part(0)) as recorder:
        play_some(recorder, 10**6)
        with pytest.raises(PaijuError):
            recorder.next_hand()
    assert [isinstance(found, Record) for found in verify_file(tmp_path / "m.jsonl")] == [True]


def test_a_hand_in_progress_of_a_given_wall_cannot_be_checked() -> None:
    """Its dice stand behind its answers."""
    text = line_of(given(1)[0])
    cut = text[: text.index(b'"],"choices"') - 30]
    assert "the dice of a given wall" in fails([cut])[0]


def test_a_match_deals_by_number_and_dealer() -> None:
    game = Game("changsha")
    asked: list[tuple[int, int]] = []

    def deal(number: int, dealer: int) -> Hand:
        asked.append((number, dealer))
        return game.hand(seed=number, dealer=dealer)

    match = Match(game, seed=3, deal=deal)
    for _ in range(3):
        play(Course(match.hand), 1, MIXED)
        match.next_hand()
    assert [number for number, _ in asked] == [0, 1, 2, 3]
    assert asked[-1] == (match.number, match.dealer) and match.hand.events() == game.hand(seed=3, dealer=match.dealer).events()
    assert match.seats == Match(game, seed=3).seats


# -- the page's verifier -------------------------------------------------------------------------------------------------


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_page_verifies_the_same() -> None:
    found = subprocess.run(["node", "--test", "tests/web/fair.test.mjs"], cwd=Path(__file__).parent.parent, capture_output=True, timeout=120)
    assert found.returncode == 0, found.stdout.decode()[-4000:]
