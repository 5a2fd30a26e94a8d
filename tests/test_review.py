"""Reviews of recorded hands: whose decisions, beside what, in which order; the command that prints them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from paiju import bots
from paiju.cli import main
from paiju.cli.review import lines
from paiju.core.errors import PaijuError
from paiju.game.hand import Game
from paiju.records import Replay
from paiju.records.reviewing import Review, review, reviewer_of
from tests.judges import counting
from tests.record_tools import VARIANTS, in_both, record, write_match


@pytest.fixture
def judge() -> Iterator[str]:
    with counting() as name:
        yield name


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_decision_stands_beside_the_best(variant: str, judge: str, scaled: Callable[[int], int]) -> None:
    for seed in range(max(2, scaled(10))):
        kept = record(variant, seed)
        for seat in range(4):
            found = review(kept, seat)
            assert (found.seat, found.bot) == (seat, judge)
            given = {decision.number: decision for decision in found.decisions}
            assert [d.lost for d in found.decisions] == sorted((d.lost for d in found.decisions), reverse=True)
            replay, told = Replay(kept), 0
            view = replay.hand.view(seat)
            for n, step in enumerate(replay.steps(), -1):
                assert (n in given) == (n >= 0 and step.seat == seat and kept.choices[n][1] > 1)
                if n in given:
                    decision = given[n]
                    assert str(decision.own) == kept.actions[n].partition(" ")[2] and decision.of == kept.choices[n][1]
                    assert decision.at == told and decision.best_worth >= decision.own_worth
                    assert bool(decision.zh and decision.en) or decision.lost == 0 or decision.best.verb == "take"
                    assert (decision.tile is None) == (decision.asked != "claim")
                    assert list(decision.hand) == view.seats[seat].hand and list(decision.melds) == view.seats[seat].melds
                    assert decision.drawn is None or decision.asked == "turn"
                view = replay.hand.view(seat)
                told += len(step.events)
            assert found.lost == pytest.approx(sum(d.best_worth - d.own_worth for d in found.decisions))
            assert found.agreed == sum(d.lost < 0.05 for d in found.decisions) == len(found.decisions) - len(found.worse)


def test_who_plays_at_random_loses_more(judge: str) -> None:
    lost = {name: sum(review(record("changsha", seed, bots=(name,) * 4), 0).lost for seed in range(4)) for name in ("quick", "random")}
    assert lost["random"] > lost["quick"] + 10


def test_a_review_needs_a_bot_that_tells_worths(judge: str) -> None:
    assert reviewer_of() == reviewer_of(judge) == judge
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(bots._known, "style", type("Style", (bots.find(judge),), {"name": "style"}))
        assert bots.judges()[-1] == "style" and reviewer_of() == judge, "one of several styles is the plain one"
    with pytest.raises(PaijuError, match=r'bot "quick" does not tell .*; these do: .*counting') as caught:
        reviewer_of("quick")
    in_both(caught.value)
    with pytest.raises(PaijuError, match="there is no bot"):
        reviewer_of("nobody")


def test_without_such_a_bot_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "judges", list)
    with pytest.raises(PaijuError, match=r"^no bot tells") as caught:
        reviewer_of()
    in_both(caught.value)


def test_the_command(judge: str, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    write_match(path, Game("changsha", {"match_length": 4}), hands=2, bots=("random", "quick", "quick", "quick"))

    def run(*more: str) -> list[str]:
        done = CliRunner().invoke(main, ["review", str(path), *more], catch_exceptions=False)
        return [f"exit {done.exit_code}", *done.output.splitlines()]

    both = run("--lang", "en")
    assert both[0] == "exit 0"
    assert [line.split(":")[0] for line in both if line.startswith("hand")] == ["hand 1, seat 0, by counting", "hand 2, seat 0, by counting"]
    lost = [float(line.split()[0].replace("−", "")) for line in run("--hand", "1", "--lang", "en") if line.startswith("  −")]
    assert lost == sorted(lost, reverse=True) and lost[0] > 0
    shown = [both[n + 1].strip() for n, line in enumerate(both) if line.startswith("  −")]
    assert shown and all(re.fullmatch(r"[1-9mpsz]+( \[[a-z ]+[1-9mpsz]+\])*(, (drawn|offered) [1-9][mpsz])?", line) for line in shown)
    assert not any(re.search("[1-9][mpsz]", line) for line in both if "better: " in line)
    assert any("better: " in line for line in both) and any(line.strip().startswith("还是") or "更好的是" in line for line in run())
    assert run("--hand", "2", "--seat", "3")[1].startswith("第 2 盘，座位 3，数数评：")
    assert run("--hand", "3", "--lang", "en")[0] == "exit 1"
    begun = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(begun) + begun[0][: begun[0].index(b'"actions":[') + 40])
    assert run("--lang", "en") == [*both, "hand 3 is still being played, or its record is cut off: no review yet"]
    assert run("--hand", "3") == ["exit 0", "第 3 盘还没打完（或者牌谱断在那里），打完再评"]
    assert "does not tell" in "".join(run("--bot", "quick", "--lang", "en"))


def concealed(text: str) -> list[str]:
    """The concealed tiles of a line, one by one, the drawn one too."""
    groups = re.findall(r"([1-9]+)([mpsz])", re.sub(r"\[.*\]|, offered.*", "", text))
    return sorted(rank + suit for ranks, suit in groups for rank in ranks)


def test_steps_are_those_of_the_replay(judge: str, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    write_match(path, Game("changchun", {"match_length": 4}), hands=1, bots=("random", "quick", "quick", "quick"))
    told = CliRunner().invoke(main, ["review", str(path), "--seat", "0", "--lang", "en"], catch_exceptions=False).output.splitlines()
    replay = CliRunner().invoke(main, ["replay", str(path), "--seat", "0", "--all", "--lang", "en"], catch_exceptions=False).output
    tables: dict[int, str] = {}
    for text in re.split(r"^(?=\[\d+/)", replay, flags=re.MULTILINE)[1:]:
        step = int(text[1 : text.index("/")])
        seats = re.findall(r"^[▶ ] [A-D](?: \(.*\))? [+-]\d+  (.*)", text, re.MULTILINE)
        tables[step] = seats[0] if seats else tables[step - 1]
    found = [(int(one[1]), told[n + 1]) for n, line in enumerate(told) if (one := re.search(r"after step (\d+):", line))]
    assert len(found) > 2
    for step, held in found:
        assert concealed(held) == concealed(tables[step]), (step, held)


def test_a_hand_without_a_choice_says_so() -> None:
    for zh, words in ((True, "第 7 盘，座位 2：没有要选的"), (False, "hand 7, seat 2: there was nothing to choose")):
        showing: Any = SimpleNamespace(zh=zh)
        assert lines(Review(2, "master", ()), showing, 7) == [words]


def test_without_a_file_it_is_the_latest_match(judge: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAIJU_DATA", str(tmp_path))
    done = CliRunner().invoke(main, ["review"])
    assert done.exit_code == 1 and "还没有对局" in done.output
    (tmp_path / "matches").mkdir()
    for number, game in enumerate(("changsha", "changchun")):
        path = tmp_path / "matches" / f"{game}.jsonl"
        write_match(path, Game(game, {"match_length": 4}), hands=1 + number)
        os.utime(path, (number, number))
    done = CliRunner().invoke(main, ["review", "--bot", judge], catch_exceptions=False)
    assert done.exit_code == 0 and sum(line.startswith("第") for line in done.output.splitlines()) == 2, "the later one has two hands"
