"""``paiju arena``: nobody is favoured, nothing is hidden, and the numbers do not depend on how they were reached.

Long because each way to count wrongly has its test.
"""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result
from rich.cells import cell_len

from paiju import bots
from paiju.arena import plot
from paiju.arena.contest import ALL_ORDERS, SEEDS, TURNED, Contest, four_sided, paired
from paiju.arena.estimates import interval, running, summary
from paiju.arena.fixed import KEPT, FixedDraws
from paiju.arena.keeping import Keeper
from paiju.arena.report import faults_told
from paiju.arena.walls import Counts, WallResult, harmless, play_wall, play_walls
from paiju.bots import Bot, QuickBot, Seen, make
from paiju.cli import main
from paiju.core.errors import PaijuError
from paiju.game.actions import Action, parse_action
from paiju.game.events import Draw
from paiju.game.hand import Game
from paiju.records.record import dice_of, wall_of
from tests.record_tools import VARIANTS
from tests.test_bots import SETTINGS
from tests.test_languages import check


def run(*args: object, lang: str = "en") -> Result:
    found = CliRunner().invoke(main, ["arena", *(str(arg) for arg in args), "-j", "1"], env={"PAIJU_LANG": lang, "COLUMNS": "80"})
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
    return found


def timeless(path: Path) -> list[dict[str, object]]:
    """The walls of a directory without what was measured by a clock."""
    walls = [json.loads(line) for line in (path / "walls.jsonl").read_text("utf-8").splitlines()]
    for wall in walls:
        for counts in wall["counts"]:
            counts["slowest"], counts["times"] = 0, sum(counts["times"].values())
    return walls


def untimed(text: str) -> str:
    return re.sub(r"(?m)^(ms each|  99 %|  longest).*$", "", text)


@pytest.fixture
def wrong_bots(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    class Wild(Bot):
        """Wins and passes when it may not, and answers with text."""

        name = "wild"

        def choose(self, seen: Seen) -> Action:
            return Action("win") if len(seen.legal) % 2 else "discard 1m"  # type: ignore[return-value]

    class Broken(QuickBot):
        name = "broken"

        def choose(self, seen: Seen) -> Action:
            if len(seen.legal) > 6:
                raise RuntimeError("too many choices")
            return super().choose(seen)

    class Unborn(Bot):
        name = "unborn"

        def __init__(self, **fixed: int) -> None:
            raise RuntimeError("not today")

    class Leaving(QuickBot):
        name = "leaving"

        def choose(self, seen: Seen) -> Action:
            if len(seen.legal) > 6:
                raise SystemExit(3)
            return super().choose(seen)

    class Unspeakable(Bot):
        """Answers with what cannot say what it is."""

        name = "unspeakable"

        def __repr__(self) -> str:
            raise RuntimeError

        def choose(self, seen: Seen) -> Action:
            return self  # type: ignore[return-value]

    class Impatient(QuickBot):
        """Ctrl-C at the fifth wall."""

        name = "impatient"
        walls = 4

        def choose(self, seen: Seen) -> Action:
            if self.lane > self.walls:
                raise KeyboardInterrupt
            return super().choose(seen)

    monkeypatch.setattr(bots, "_known", dict(bots._known))
    for bot in (Wild, Broken, Leaving, Unspeakable, Unborn, Impatient):
        bots.register(bot)
    yield
    Impatient.walls = 4


# ---- fairness


@pytest.mark.parametrize("fixed_draws", [False, True])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_bot_against_itself_is_exactly_0_on_every_wall(variant: str, fixed_draws: bool, scaled: Callable[[int], int]) -> None:
    for name in ("quick", "random"):
        contests = [
            paired(variant, {}, name, name, fixed_draws=fixed_draws),
            four_sided(variant, {}, (name,) * 4, orders=24 if name == "random" else 4, fixed_draws=fixed_draws),
        ]
        for contest, walls in zip(contests, (8, 4), strict=True):
            found = summary(contest, play_walls(contest, 0, scaled(walls)))
            assert all(value == 0 for per_wall in found.per_wall for value in per_wall)
            assert all(tuple(figures.points) == (0, 0, 0) for figures in found.players)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_table_of_the_baseline_alone_would_change_nothing(variant: str, scaled: Callable[[int], int]) -> None:
    """The seats' gains together are 0, so the candidate's mean is already the difference to what its seats would have gained."""
    contest = paired(variant, {}, "random", "quick")
    alone = Contest(variant, {}, ("random", "quick"), ((1, 1, 1, 1),), "development")
    for result in play_walls(contest, 0, scaled(6)):
        base = play_wall(alone, result.wall).points[0]
        assert sum(result.points[k][k] - base[k] for k in range(4)) == result.gained(contest, 0) == -result.gained(contest, 1)


def test_every_bot_sits_on_every_seat_alike_and_the_deal_goes_round() -> None:
    for seatings in (ALL_ORDERS, TURNED):
        for player in range(4):
            for seat in range(4):
                assert sum(seating[seat] == player for seating in seatings) == len(seatings) // 4
    contest = paired("baicheng", {}, "random", "quick")
    assert sorted(seat for table in range(4) for seat in contest.sits(table, 0)) == [0, 1, 2, 3]


def test_the_sets_of_walls_have_none_in_common() -> None:
    game = Game("changchun")
    assert len(set(SEEDS.values())) == 3 and all(0 <= seed < 1 << 62 for seed in SEEDS.values())
    walls = {tuple(wall_of(game.hand(seed=seed, lane=lane + 1))) for seed in SEEDS.values() for lane in range(50)}
    assert len(walls) == 150
    assert {paired("changchun", {}, "quick", "random", walls=name).seed for name in SEEDS} == set(SEEDS.values())


# ---- fixed draws


@pytest.mark.parametrize("variant", VARIANTS)
def test_fixed_draws_keep_the_tiles_and_make_a_hand_of_the_game(variant: str, scaled: Callable[[int], int]) -> None:
    """The wall as it was drawn, dealt again without fixed draws, gives the same hand: nothing that was seen has changed its place."""
    kept = changed = 0
    for options in SETTINGS[variant]:
        game = Game(variant, options)
        for lane in range(scaled(20)):
            hand = game.hand(seed=3, lane=lane, dealer=lane % 4)
            before = wall_of(hand)
            fixed = FixedDraws(hand.table)
            players = [make("quick" if lane % 2 or seat == 1 else "random", seed=3, lane=lane, seat=seat) for seat in range(4)]
            answers = []
            while hand.to_act:
                seat = hand.to_act[0]
                answers.append((players[seat].answer(hand), seat))
                fixed.prepare()
                hand.play(*answers[-1])
            after, events = wall_of(hand), hand.events()
            assert sorted(before) == sorted(after) and before[:53] == after[:53] and before[-KEPT:] == after[-KEPT:]
            again = game.hand(wall=after, dealer=lane % 4, dice=dice_of(events))
            for answer, seat in answers:
                again.play(answer, seat)
            assert again.events() == events
            changed += before != after
            for seat in range(4):
                own = [before[place] for place in range(53, len(before) - KEPT) if (lane % 4 + place) % 4 == seat]
                drawn = [event.tile for event in events if isinstance(event, Draw) and event.seat == seat and event.source == "front"]
                kept += drawn[: len(own)] == own[: len(drawn)]
    hands = len(SETTINGS[variant]) * scaled(20)
    assert changed > hands / 2
    assert kept >= 4 * hands * 0.8, "each seat draws its own tiles in order, but for those that a seat beyond its share has taken"


# ---- counting


def test_what_is_counted_agrees_with_the_hands(scaled: Callable[[int], int]) -> None:
    contest = paired("changsha", {}, "quick", "random")
    found = summary(contest, play_walls(contest, 0, scaled(12)))
    candidate, baseline = (figures.counts for figures in found.players)
    assert (candidate.hands, baseline.hands) == (found.walls * 4, found.walls * 12)
    assert candidate.wins <= candidate.ready + candidate.hands // 10 and candidate.wins + baseline.wins <= found.walls * 4 * 4
    assert 0 < candidate.ready <= candidate.hands and candidate.discards >= 0
    assert candidate.decisions == sum(candidate.times.values()) > 0 and candidate.slowest > 0
    assert (candidate.illegal, baseline.illegal) == (0, 0)
    assert found.players[0].points.mean == pytest.approx(-3 * found.players[1].points.mean)
    assert found.players[0].sigmas.mean == pytest.approx(found.players[0].points.mean / found.spread)


def test_a_quantile_of_times_is_right_to_a_step() -> None:
    counts = Counts()
    for microseconds in range(1, 1001):
        counts.took(microseconds * 1000)
    other = Counts()
    other.took(5_000_000)
    counts.merge(other)
    assert counts.quantile(0.5) == pytest.approx(0.5, rel=0.03) and counts.quantile(0.99) == pytest.approx(0.99, rel=0.03)
    assert counts.slowest == 5_000_000 and counts.decisions == 1001
    assert Counts().quantile(0.5) == 0
    single = Counts()
    single.took(135_000)
    assert single.quantile(0.99) <= 0.135, "no share of them takes longer than the longest"


@pytest.mark.parametrize(("name", "crashes"), [("wild", False), ("broken", True), ("leaving", True), ("unspeakable", False), ("unborn", True)])
def test_a_bot_that_answers_what_is_not_legal_or_raises_is_counted_and_the_hand_goes_on(
    name: str, crashes: bool, wrong_bots: None, scaled: Callable[[int], int]
) -> None:
    contest = paired("changchun", {}, name, "quick")
    results = play_walls(contest, 0, scaled(3))
    found = summary(contest, results)
    wrong, quick = (figures.counts for figures in found.players)
    assert wrong.hands == 4 * found.walls and wrong.illegal >= found.walls and wrong.crashes == (wrong.illegal if crashes else 0)
    assert (quick.illegal, quick.crashes) == (0, 0)
    faults = [fault for result in results for fault in result.faults]
    assert len(faults) <= 4 * found.walls and {fault.player for fault in faults} == {0} and {fault.crash for fault in faults} == {crashes}
    what = {
        "wild": "^(win|pass|discard|\"discard 1m\")", "broken": r"Traceback(?s:.*)RuntimeError: too many choices", "leaving": "SystemExit: 3",
        "unspeakable": "^a Unspeakable$", "unborn": "RuntimeError: not today",
    }[name]  # fmt: skip
    assert all(re.search(what, fault.what) for fault in faults)
    for zh in (True, False):
        [told] = faults_told(found, zh)
        assert name in told and str(wrong.illegal) in told and str(wrong.crashes) in told


def test_what_is_done_instead_is_to_pass_or_to_discard() -> None:
    def first(*legal: str) -> str:
        return str(harmless([parse_action(text) for text in legal]))

    assert first("pass", "win") == "pass"
    assert first("win", "ckong 1m", "discard 2m", "discard 3m", "ready 3m") == "discard 3m"
    assert first("set dragons 567z") == "set dragons 567z"


def test_illegal_answers_are_told_on_the_terminal(wrong_bots: None) -> None:
    for lang, words in (("en", "illegal answers"), ("zh", "次回答不合规")):
        found = run("baicheng", "--bots", "wild,random", "-n", 1, lang=lang)
        assert found.exit_code == 0 and words in found.stderr and "wild" in found.stderr
        assert re.search(r"(?m)^(illegal answers|不合规的回答) +[1-9]\d* +0$", found.stdout)


# ---- estimates


def test_the_interval_covers_the_true_mean_nineteen_times_in_twenty() -> None:
    rng = Random(5)
    covered = 0
    for seed in range(200):
        values = [rng.choice((-8, -2, -2, 0, 1, 3, 8)) for _ in range(60)]
        found = interval(values, 200, seed)
        assert found.low <= found.mean <= found.high
        covered += found.low <= 0 <= found.high
    assert 180 <= covered <= 198


def test_the_interval_is_fixed_and_narrows_with_the_walls() -> None:
    values = [Random(1).randrange(-20, 21) for _ in range(1)] + list(range(-20, 20))
    assert interval(values) == interval(values)
    short, long = interval(values), interval(values * 4)
    assert (long.high - long.low) * 1.7 < short.high - short.low
    assert interval([4]) == (4, 4, 4)
    course = running([1.0, 3.0] * 50)
    assert course[-1][:2] == (100, 2.0) and course[-1][2] == pytest.approx(1.96 / 99**0.5)
    assert running([1.0]) == []


# ---- kept results


def test_the_numbers_do_not_depend_on_processes_nor_on_having_been_stopped(tmp_path: Path) -> None:
    args = ("changsha", "--birds", 2, "--bots", "quick,random", "--fixed-draws", "--walls", "gate")
    whole = run(*args, "-n", 5, "--out", tmp_path / "whole")
    assert whole.exit_code == 0
    others = CliRunner().invoke(main, ["arena", *map(str, args), "-n", "5", "--out", str(tmp_path / "two"), "-j", "2"], env={"PAIJU_LANG": "en"})
    assert others.exit_code == 0
    parts = tmp_path / "parts"
    run(*args, "-n", 3, "--first", 1, "--out", parts)
    with (parts / "walls.jsonl").open("ab") as file:
        file.write(b'{"wall":0,"points":[[1,2')  # the power went
    after = run(*args, "-n", 5, "--out", parts)
    assert after.exit_code == 0 and "3 walls kept from before" in after.stderr
    assert untimed(whole.stdout) == untimed(others.stdout) == untimed(after.stdout)
    expected = timeless(tmp_path / "whole")
    assert [wall["wall"] for wall in expected] == list(range(5))
    assert timeless(tmp_path / "two") == expected
    assert sorted(timeless(parts), key=lambda wall: str(wall["wall"])) == expected


def test_ctrl_c_keeps_what_is_done(tmp_path: Path, wrong_bots: None) -> None:
    args = ("baicheng", "--bots", "impatient,random", "-n", 6, "--out", tmp_path / "a")
    for lang, words in (("en", "4 walls kept, the same command goes on"), ("zh", "留下 4 副牌墙")):
        stopped = run(*args, lang=lang)
        assert stopped.exit_code == 130 and words in stopped.stderr
        assert len(timeless(tmp_path / "a")) == 4
    bots.find("impatient").walls = 100  # type: ignore[attr-defined]
    assert run(*args).exit_code == 0
    whole = play_walls(paired("baicheng", {}, "quick", "random"), 0, 6)
    assert [wall["points"] for wall in timeless(tmp_path / "a")] == [[list(points) for points in result.points] for result in whole]


@pytest.mark.parametrize(
    ("other", "en", "zh"),
    [
        (("--bots", "random,random"), "other bots", "牌手不同"),
        (("--bots", "quick,random", "--birds", "2"), "other house rules", "玩法选项不同"),
        (("--bots", "quick,random", "--walls", "test"), "other walls", "牌墙不同"),
        (("--bots", "quick,random", "--fixed-draws"), "other fixed draws", "固定摸牌不同"),
    ],
)
def test_a_directory_of_another_contest_is_left_alone(other: tuple[str, ...], en: str, zh: str, tmp_path: Path) -> None:
    run("changsha", "--bots", "quick,random", "-n", 1, "--out", tmp_path / "a")
    before = sorted((path.name, path.read_bytes()) for path in (tmp_path / "a").iterdir())
    for lang, words in (("en", en), ("zh", zh)):
        found = run("changsha", *other, "-n", 1, "--out", tmp_path / "a", lang=lang)
        assert found.exit_code == 1 and words in found.stderr.replace("\n", "")
    assert sorted((path.name, path.read_bytes()) for path in (tmp_path / "a").iterdir()) == before


def test_another_build_of_the_bots_is_another_contest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    contest = paired("changsha", {}, "quick", "random")
    Keeper(tmp_path / "a", contest).close()
    Keeper(tmp_path / "a", contest).close()
    monkeypatch.setattr("paiju.arena.keeping.build_of", lambda players: "0" * 16)
    with pytest.raises(PaijuError, match=r"holds another contest \(other program\)"):
        Keeper(tmp_path / "a", contest)


def test_a_directory_of_something_else_or_in_use_or_damaged_is_refused(tmp_path: Path) -> None:
    contest = paired("changsha", {}, "quick", "random")
    (tmp_path / "mine.txt").write_text("precious")
    with pytest.raises(PaijuError, match=r'holds no such contests, it holds "mine.txt"'):
        Keeper(tmp_path, contest)
    with Keeper(tmp_path / "a", contest) as keeper:
        keeper.add([WallResult(0, [(0, 0, 0, 0)] * 4, [Counts(4), Counts(12)], [])])
        with pytest.raises(PaijuError, match="another program is writing"):
            Keeper(tmp_path / "a", contest)
    path = tmp_path / "a" / "walls.jsonl"
    good = path.read_bytes()
    whole = json.loads(good)
    for change in ({"wall": -5}, {"points": []}, {"points": whole["points"][1:]}, {"counts": []}, {"counts": whole["counts"][::-1]}, {"wall": "1"}):
        path.write_bytes(good + json.dumps({**whole, **change}).encode() + b"\n")
        with pytest.raises(PaijuError, match=r"line 2 of .* is damaged") as error:
            Keeper(tmp_path / "a", contest)
        assert "第 2 行坏了" in error.value.zh
    path.write_bytes(good + b"junk\n")
    with pytest.raises(PaijuError, match=r"line 2 of .* is damaged"):
        Keeper(tmp_path / "a", contest)
    (tmp_path / "a" / "contest.json").write_text("junk")
    with pytest.raises(PaijuError, match="cannot be read as a contest"):
        Keeper(tmp_path / "a", contest)


# ---- what is told


def test_the_report_is_in_the_language_asked_for_and_fits_80_columns(tmp_path: Path) -> None:
    told = {}
    for lang in ("zh", "en"):
        found = run("baicheng", "--levels", "random,quick", "-n", 2, lang=lang)
        four = run("baicheng", "--bots", "random,quick,random,quick", "--orders", 4, "-n", 2, "--out", tmp_path / lang, lang=lang)
        assert found.exit_code == four.exit_code == 0
        told[lang] = found.stdout + four.stdout
        assert all(cell_len(line.rstrip()) <= 80 for line in told[lang].splitlines()) and "…" not in told[lang].replace(" … ", "")
        page = (tmp_path / lang / "report.md").read_text("utf-8")
        assert page.count("\n| ") > 15 and "paiju 0" in page
        assert "    paiju arena baicheng --bots random,quick,random,quick -n 2 --walls development --orders 4\n" in page
        told[lang] += "\n".join(page.splitlines()[4:])
    check(told["zh"].replace("%", ""), told["en"])


def test_levels_are_compared_pair_by_pair_and_kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Other(QuickBot):
        name = "other"

    monkeypatch.setattr(bots, "_known", dict(bots._known))
    bots.register(Other)
    found = run("changsha", "--levels", "random,quick,other", "-n", 2, "--out", tmp_path / "a")
    assert found.exit_code == 0, found.stderr
    assert "quick against three random" in found.stdout and "other against three quick" in found.stdout
    assert re.search(r"(?m)^other +quick +\+0\.000 +\+0\.000 … \+0\.000 ", found.stdout)
    assert {path.name for path in (tmp_path / "a").iterdir()} - {"plot.svg"} == {"quick-random", "other-quick", "report.md"}
    report = (tmp_path / "a" / "report.md").read_text("utf-8")
    assert "| other | quick | 2 | +0.000 |" in report and "fewer than 100 walls" in report
    assert "    paiju arena" not in report, "which knows no bot from outside"
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "report.md").write_text("precious")
    refused = run("changsha", "--levels", "random,quick,other", "-n", 2, "--out", tmp_path / "mine")
    assert refused.exit_code == 1 and 'it holds "report.md"' in refused.stderr.replace("\n", "")
    assert (tmp_path / "mine" / "report.md").read_text() == "precious"


def test_without_matplotlib_the_picture_is_left_out_and_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plot, "possible", lambda: False)
    for lang, words in (("en", "no plot.svg: it needs matplotlib; pip install matplotlib"), ("zh", "没有画 plot.svg")):
        found = run("baicheng", "--bots", "quick,random", "-n", 1, "--out", tmp_path / "a", lang=lang)
        assert found.exit_code == 0 and words in found.stderr
    assert (tmp_path / "a" / "report.md").exists() and not (tmp_path / "a" / "plot.svg").exists()


@pytest.mark.skipif(not plot.possible(), reason="matplotlib is not installed")
def test_the_same_results_give_the_same_picture(tmp_path: Path) -> None:
    pictures = []
    contest = four_sided("baicheng", {}, ("quick", "random", "random", "quick"), orders=4)
    found = summary(contest, play_walls(contest, 0, 3))
    for name in ("a.svg", "b.svg"):
        plot.draw(tmp_path / name, [found], "zh")
        pictures.append((tmp_path / name).read_bytes())
    assert pictures[0] == pictures[1] and "每盘得分" in pictures[0].decode() and b"quick" in pictures[0]


@pytest.mark.parametrize(
    ("args", "en", "zh"),
    [
        ((), "write either --bots with two or four bots, or --levels", "写 --bots 加两个或四个牌手"),
        (("--bots", "quick,random", "--levels", "quick,random"), "write either", "二者选一"),
        (("--bots", "quick"), "--bots must name two bots, or four; got 1", "这里有 1 个"),
        (("--levels", "quick,quick"), "--levels must name at least two bots, each once", "每个一次"),
        (("--bots", "quick,quik"), 'there is no bot "quik" (did you mean "quick"?', '没有叫 "quik" 的电脑'),
        (("--bots", "quick,random", "-n", "0"), "0 is not in the range", "0 不在"),
        (("--bots", "quick,random", "-n", "2", "--first", "999999"), "walls are numbered up to 999999", "牌墙最多编到 999999"),
        (("--bots", "quick,random", "--orders", "4"), "--orders is for four bots", "--orders 只用于四个牌手"),
        (("--bots", "quick,random", "--walls", "mine"), "'mine' is not one of", "'mine'"),
        (("--bots", "quick,random", "-n", "1", "--out", "/dev/null/x"), "/dev/null", "/dev/null"),
    ],
)
def test_wrong_use_is_told_in_a_sentence(args: tuple[str, ...], en: str, zh: str) -> None:
    for lang, words in (("en", en), ("zh", zh)):
        found = run("changsha", *args, lang=lang)
        assert found.exit_code in (1, 2) and words in " ".join(found.stderr.split()), found.stderr
