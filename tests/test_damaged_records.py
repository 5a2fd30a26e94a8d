"""Files of records that were tampered with or damaged: nothing wrong holds, nothing whole is thrown away, nothing ends in a traceback."""

import io
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from paiju.core.errors import PaijuError, RecordError
from paiju.game.hand import Game
from paiju.game.match import Match
from paiju.records import Record, Recorder, Verifier, Writer, line_of, match_part, read_line, record_of, replay, resume, verify, verify_file
from tests.record_tools import VARIANTS, changed, in_both, line, plain, play_hand, record, write_match


def failures(*lines: bytes) -> list[str]:
    """What is said of a file of these lines, the lines that hold left out."""
    return [in_both(found) for found in verify_file(io.BytesIO(b"".join(lines))) if isinstance(found, RecordError)]


@pytest.fixture(scope="module", params=VARIANTS)
def hands(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The lines of five hands of a match."""
    path: Path = tmp_path_factory.mktemp("records") / "m.jsonl"
    write_match(path, Game(request.param, {"reseat_each_round": True}), seed=77, hands=5)
    return path.read_bytes().splitlines(keepends=True)


def edited(text: bytes, *path: Any, to: Any) -> bytes:
    """A line with one value changed and the digest made to fit."""
    return line(changed(plain(read_line(text)), path, to))


@pytest.mark.parametrize("seats", [[0, 0, 0, 9], [0, 0, 1, 2], [-1, 0, 1, 2]])
def test_seats_that_cannot_be_make_no_record(hands: list[bytes], seats: list[int]) -> None:
    """Replays and reviews ended in a traceback."""
    with pytest.raises(RecordError, match=r"match\.seats") as caught:
        read_line(edited(hands[0], "match", "seats", to=seats), 1)
    said = in_both(caught.value)
    assert failures(edited(hands[0], "match", "seats", to=seats))[0] == said


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


# -- in Chinese ----------------------------------------------------------------------------------------------------------

GOOD = line_of(record("changsha", 3))
ANSWERS = len(read_line(GOOD).actions)


@pytest.mark.parametrize(
    ("lines", "zh"),
    [
        (b"\n", "这一行是空的；请删掉"),
        (b"[1, 2]\n", "这一行是 [1, 2]；一盘牌谱应是一个 JSON 对象"),
        (b"hello\n", "这一行不是 JSON，第 1 列：这里应是一个值；一盘牌谱是一个 JSON 对象"),
        (b'{"a": 1}\n', '这个 JSON 对象不是牌谱：没有 "format"；牌谱以 {"format":"paiju-record/1" 开头'),
        (b'{"format": "paiju-record/2"}\n', '牌谱的格式 "paiju-record/2" 比这里能读的 paiju-record/1 新；请用新版的 paiju 读'),
        (b'{"format": "other"}\n', '没有 "other" 这种牌谱格式；能读的是 paiju-record/1'),
        (b'{"a": 1, "a": 2}\n', '"a" 在一个对象里写了两次；每个名字只能写一次'),
        (b"\xff\n", "这一行不是 UTF-8 文字，不是牌谱"),
        (b"[" * 100_000 + b"\n", "这一行嵌套太深，不是牌谱"),
        (GOOD[:-20], "这一行不完整：那一盘没打完，或者文件被截断了；可以从这个文件接着打，或者删掉这一行"),
        (GOOD.replace(b'"dealer":3', b'"dealer":1'), "digest 对不上：牌谱写好以后被改过；请用没改过的那一份"),
        (edited(GOOD, "dealer", to="1"), "牌谱不合格式 paiju-record/1：Expected `int`, got `str` - at `$.dealer`"),
        (edited(GOOD, "variant", to="chess"), '这一盘打不了：没有玩法 "chess"'),
        (edited(GOOD, "next_dealer", to=None), "next_dealer：写的是 null，应是 "),
        (edited(GOOD, "dice", to=[6, 6, 6]), "dice[0]：写的是 6，后面不该再有"),
        (edited(GOOD, "actions", 0, to="9 pass"), 'actions[0]：写的是 "9 pass"；应写成座位 0 到 3、一个空格、一个动作'),
        (edited(GOOD, "actions", ANSWERS - 1, to="0 \x1b[2Jwin"), f'actions[{ANSWERS - 1}]：长沙麻将没有动作 "?[2Jwin"'),
    ],
    ids=range(17),
)
def test_what_is_wrong_with_a_record_is_said_in_chinese(lines: bytes, zh: str) -> None:
    [found] = [found for found in verify_file(io.BytesIO(GOOD + lines)) if isinstance(found, RecordError)]
    assert in_both(found).startswith("line 2: ")
    assert found.said("zh").startswith(f"第 2 行：{zh}")


def test_what_is_wrong_with_a_match_is_said_in_chinese(hands: list[bytes]) -> None:
    totals = list(read_line(hands[2]).match.totals)  # type: ignore[union-attr]
    for lines, zh in (
        (hands[1:], "第 1 行：match.number：写的是 1，可是没有这一局编号 0 的盘，分数没法从头核对"),
        ([hands[0], hands[2]], "第 2 行：match.number：写的是 2，应是 1；中间少了盘"),
        ([hands[0], hands[1], hands[1]], "第 3 行：match.number：写的是 1，应是 2；有的盘重复了，或者次序不对"),
        ([*hands[:2], edited(hands[2], "match", "totals", 0, to=1000)], f"第 3 行：match.totals[0]：写的是 1000，应是 {totals[0]}"),
        (
            [hands[0], edited(hands[2], "match", "round", to=7)],
            "第 2 行：match.number：写的是 2，应是 1；中间少了盘；而且 match.round：写的是 7，应是 ",
        ),
        ([edited(hands[2], "match", "house", to=7)], f"match.totals：写的是 {totals}，平台有 7，加起来不是 0"),
        ([edited(hands[2], "match", "passes", to=3)], "match.passes：写的是 3；2 盘里换庄只能是 0 到 2 次"),
        (
            [edited(hands[2], "match", "leavings", to=[{"player": 1, "coins": False, "after": 2}])],
            "match.leavings：玩家 1 在编号 2 的盘之后没有逃跑要付的",
        ),
        ([edited(hands[2], "dealer", to=7)], "dealer：写的是 7；座位是 0 到 3"),
    ):
        [found] = [found for found in verify_file(io.BytesIO(b"".join(lines))) if isinstance(found, RecordError)]
        assert in_both(found) and zh in found.said("zh")


def test_what_cannot_be_gone_on_with_is_said_in_chinese(stopped: tuple[bytes, int], tmp_path: Path) -> None:
    text, begin = stopped
    path = tmp_path / "m.jsonl"
    path.write_bytes(text)
    with Recorder.resume(path) as recorder:  # as a whole line
        match = recorder.match
        left = line_of(record_of(recorder.course, seed=match.seed, lane=match.number + 1, match=match_part(match)))
    for content, zh in (
        (GOOD, f"{path} 里没有能接着打的一局；请开新的一局"),
        (text[:40], "第 1 行：这一行在一盘开始之前就断了；请删掉这一行，开新的一局"),
        (text[begin:], "第 1 行：这一局前面的盘不在这里；请用完整的文件接着打"),
        (text + b"x", f"第 2 行：这一行从第 {len(text) - begin + 1} 个字节起坏了，前面有 37 个动作；请换没坏的一份，或者从那里截掉，再接着打"),
        (GOOD[:-300].partition(b'"choices"')[0][:-2], "第 1 行：这一盘不属于哪一局，没有可以接着打的"),
        (text[begin:].replace(b'"dealer":', b'"dealt":'), "第 1 行：这一行不是没打完的一盘：Object "),
        (text[:begin] + left + GOOD, f"{path} 里最后一局停在一盘的中间，后面还有别的牌谱；请把这一局的行移到最后"),
    ):
        path.write_bytes(content)
        with pytest.raises(RecordError) as found:
            resume(path)
        assert in_both(found.value) and found.value.said("zh").startswith(zh)
    path.write_bytes(text)
    with pytest.raises(RecordError) as found:
        Writer(path)
    assert in_both(found.value) and found.value.said("zh") == f"{path} 的最后一行不完整；接着打那一局，删掉这一行，或者换一个文件"
    with Recorder.resume(path) as recorder:
        with pytest.raises(RecordError) as found:
            Recorder.resume(path)
        assert in_both(found.value) and found.value.said("zh") == f"别的程序正在写 {path}；等它写完或停掉它，或者另指一个地方"
        with pytest.raises(PaijuError) as early:
            recorder.leave(1)
        assert in_both(early.value) and early.value.said("zh") == "逃跑要付的分，到一盘结束才记"
        with pytest.raises(PaijuError) as played:
            Recorder.start(tmp_path / "n.jsonl", recorder.match)
        assert in_both(played.value) and played.value.said("zh") == "牌谱要从一盘的开头记起；这一盘已经打过了"


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
