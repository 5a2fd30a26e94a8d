"""How a match stands: what matches, records and hosts say of it, and what a bot that minds it does differently."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from statistics import NormalDist
from typing import ClassVar

import pytest
from click.testing import CliRunner
from librt.vecs import vec

from paiju import _build, bots, variants
from paiju.analysis.worth.places import PRIZE, VARIES, Places
from paiju.bots import Bot, Seen
from paiju.bots.quick import QuickBot
from paiju.bots.weighing import Weighing
from paiju.cli import main
from paiju.core.variant import match_hands
from paiju.game.actions import Action
from paiju.game.hand import Game, Hand
from paiju.game.match import Match
from paiju.game.standing import Standing
from paiju.records import read_line
from paiju.records.record import Course, match_record
from paiju.records.reviewing import review
from paiju.records.simulation import play_by_bots
from tests.record_tools import VARIANTS, record, write_match
from tests.scenes import game, place
from tests.server.memory import MemoryStore
from tests.server.pages import Page, calmly, hall, rules
from tests.server.test_matches import SHORT
from tests.server.virtual import run

Scaled = Callable[[int], int]
every_game = pytest.mark.parametrize("variant", VARIANTS)
WAITS = "34s111m222p789s88p"  # for 2s and 5s, in every game


class Listening(QuickBot):
    """Keeps what it is told of the match; knows no bot better than itself."""

    name = "listening"
    level = 9
    heard: ClassVar[list[tuple[int, int, Standing | None]]] = []

    def choose(self, seen: Seen) -> Action:
        self.heard.append((self.lane, self.seat, seen.standing))
        return super().choose(seen)

    def judge(self, seen: Seen) -> list[bots.Judged]:
        self.heard.append((self.lane, self.seat, seen.standing))
        return [bots.Judged(action, 0.0) for action in seen.legal]


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[int, int, Standing | None]]]:
    monkeypatch.setitem(bots._known, Listening.name, Listening)
    Listening.heard.clear()
    yield Listening.heard


def play(match: Match) -> None:
    play_by_bots(match.hand, ("quick",) * 4, match.seed, match.number + 1)


# -- the standing of a match -----------------------------------------------------------------------------------------


@every_game
def test_totals_stand_by_seat_and_every_hand_is_counted(variant: str) -> None:
    for option in Game(variant).variant.option("match_length").choices:
        match = Match(Game(variant, {"match_length": option.value}), seed=3)
        hands = int(match_hands(match.game.settings))
        assert match.standing == Standing((0, 0, 0, 0), hands - 1 if hands else (7 * 4 * match.rounds + 2) // 5 - 1)
    match = Match(Game(variant, {"match_length": 4}), seed=3)
    for left in (3, 2, 1, 0):
        assert match.standing == Standing(tuple(match.totals[player] for player in match.seats), left)  # type: ignore[arg-type]
        before = match.standing
        play(match)
        assert match.standing == before, "what a hand brings counts when it is settled"
        match.settle()
        if left:
            assert match.standing.left == left - 1, "now it is that of the next hand"
            match.next_hand()
    assert match.over and match.standing.left == 0


def test_in_rounds_what_is_left_follows_from_the_deal_and_seats_drawn_anew_are_followed() -> None:
    match = Match(Game("changchun", {"match_length": "2_rounds", "reseat_each_round": True}), seed=4)
    lefts, seats = [], set()
    while True:
        assert match.standing.totals == tuple(match.totals[player] for player in match.seats)
        lefts.append((match.passes, match.standing.left))
        seats.add(tuple(match.seats))
        play(match)
        match.settle()
        if match.over:
            break
        match.next_hand()
    assert len(seats) > 1 and lefts == sorted(lefts, key=lambda one: (one[0], -one[1]))
    assert dict(lefts)[0] == 10 and dict(lefts)[7] == 0


def test_a_game_from_outside_has_a_standing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variants, "_known", dict(variants._known))  # the example makes itself known
    from examples.tuidaohu import Tuidaohu

    match = Match(Game(Tuidaohu(), {"match_length": 4}), seed=1)
    match.totals = [30, 0, -10, -20]
    table = [bots.make("master", seed=1, lane=1, seat=seat, standing=match.standing) for seat in range(4)]
    while not match.hand.over:
        match.hand.play(table[match.hand.to_act[0]].answer(match.hand), match.hand.to_act[0])
    assert match.standing == Standing((30, 0, -10, -20), 3)


@every_game
def test_a_record_knows_the_standing_its_hand_was_played_under(variant: str) -> None:
    match = Match(Game(variant, {"match_length": 4}), seed=6)
    for _ in range(3):
        play(match)
        match.next_hand()
    play(match)
    part = match_record(Course(match.hand), match).match
    assert part is not None and part.standing(match.game) == match.standing and any(match.standing.totals)


# -- who is told -----------------------------------------------------------------------------------------------------


def test_alone_a_hand_has_no_standing(heard: list[tuple[int, int, Standing | None]]) -> None:
    play_by_bots(Game("baicheng").hand(seed=1), (Listening.name,) * 4, 1, 1)
    review(record("baicheng", 3), 1, Listening.name)
    assert heard and {standing for _, _, standing in heard} == {None}


def test_a_review_is_told_the_standing_of_its_hand(tmp_path: Path, heard: list[tuple[int, int, Standing | None]]) -> None:
    match = write_match(tmp_path / "match.jsonl", Game("changchun", {"match_length": 4}), seed=7, hands=2)
    totals = (0, 0, 0, 0)
    for number, line in enumerate((tmp_path / "match.jsonl").read_bytes().splitlines(keepends=True)):
        heard.clear()
        review(read_line(line), 2, Listening.name)
        assert {(lane, standing) for lane, _, standing in heard} == {(number + 1, Standing(totals, 3 - number))}
        totals = match.points[number]  # type: ignore[assignment]


def test_the_terminal_tells_its_bots(tmp_path: Path, heard: list[tuple[int, int, Standing | None]]) -> None:
    path = tmp_path / "match.jsonl"
    match = write_match(path, Game("changchun", {"match_length": 4}), hands=2)
    done = CliRunner().invoke(main, ["play", "--resume", str(path), "--bot", Listening.name], input="1\n" * 8, catch_exceptions=False)
    assert done.exit_code == 0 and any(match.totals)
    assert {(lane, standing) for lane, _, standing in heard} == {(3, Standing(tuple(match.totals), 1))}  # type: ignore[arg-type]


def test_tables_tell_their_bots(heard: list[tuple[int, int, Standing | None]]) -> None:
    async def play_on() -> Match:
        house = hall(MemoryStore())
        table = await house.quick(rules("changsha", options=SHORT["changsha"]), "ann", "Ann", [Listening.name] * 3)
        page = Page("ann", calmly).join(table)
        await page.until(lambda: page.room and page.room.state == "over")
        match = table.play.room.match
        await house.stop()
        assert match is not None
        return match

    match = run(play_on())
    totals, expected = [0, 0, 0, 0], []
    for left, points in zip((3, 2, 1, 0), match.points, strict=True):
        expected.append((4 - left, Standing(tuple(totals), left)))  # type: ignore[arg-type]
        totals = [total + more for total, more in zip(totals, points, strict=True)]
    assert {(lane, standing) for lane, _, standing in heard} <= set(expected) and len({lane for lane, _, _ in heard}) > 1


def test_a_bot_that_knows_nothing_of_standings_plays_in_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    class Old(Bot):
        """Written before there were standings: its own ``__init__``, its own look."""

        name = "old"

        def __init__(self, *, seed: int, lane: int, seat: int) -> None:
            super().__init__(seed=seed, lane=lane, seat=seat)

        def answer(self, hand: Hand) -> Action:
            return Seen(hand, self.seat).legal[0]

    monkeypatch.setitem(bots._known, "old", Old)
    hand = Game("changsha").hand(seed=1)
    bot = bots.make("old", seed=1, lane=1, seat=hand.to_act[0], standing=Standing((1, 2, 3, -6), 1))
    assert bot.answer(hand) in hand.actions(bot.seat)


# -- what places count -----------------------------------------------------------------------------------------------


class Slow:
    """The model of ``Places``, every winner and payer one by one."""

    def __init__(self, spread: float, standing: Standing, seat: int) -> None:
        self.totals, self.seat = standing.totals, seat
        self.prize = spread * PRIZE
        self.deviation = spread * (8 / 3 * standing.left + 0.01) ** 0.5
        self.others = [other for other in range(4) if other != seat]

    def above(self, other: int, deltas: list[float], deviation: float) -> float:
        lead = self.totals[self.seat] + deltas[self.seat] - self.totals[other] - deltas[other]
        return NormalDist().cdf(lead / deviation)

    def worth(self, deltas: list[float], winner: int = -1, deviation: float = 0.0) -> float:
        """Of a hand that brings everybody so much; the lead over a winner is less sure."""
        changes = [
            self.above(other, deltas, deviation if other == winner else self.deviation) - self.above(other, [0.0] * 4, self.deviation)
            for other in self.others
        ]
        return self.prize * sum(changes)

    def won(self, gain: float, paid: list[float]) -> float:
        return self.worth([gain if seat == self.seat else -paid[seat] for seat in range(4)])

    def won_from_one(self, gain: float, most: float) -> float:
        rest = (gain - most) / 2
        return sum(self.won(gain, [most if seat == payer else rest for seat in range(4)]) for payer in self.others) / 3

    def lost(self, own: float, others: float, winners: list[float]) -> float:
        gain = own + 2 * others
        deviation = (self.deviation**2 + (VARIES * gain) ** 2) ** 0.5
        worths = []
        for winner in self.others:
            deltas = [gain if seat == winner else -own if seat == self.seat else -others for seat in range(4)]
            worths.append(winners[winner] * self.worth(deltas, winner, deviation))
        return -sum(worths)


def test_places_count_what_the_model_says(scaled: Scaled) -> None:
    rng = random.Random(3)
    for _ in range(max(20, scaled(200))):
        spread, seat = rng.choice((9.2, 22.0, 33.2)), rng.randrange(4)
        standing = Standing(tuple(rng.randrange(-60, 60) for _ in range(4)), rng.choice((0, 0, 1, 3, 15)))  # type: ignore[arg-type]
        places, slow = Places(spread), Slow(spread, standing, seat)
        places.mind(list(standing.totals), seat, standing.left)
        gain, most = rng.uniform(0, 80), rng.uniform(0, 1)
        paid = [0.0 if other == seat else rng.uniform(0, 30) for other in range(4)]
        about = pytest.approx
        assert places.won(sum(paid), vec[float](paid)) == about(slow.won(sum(paid), paid))
        assert places.won_from_one(gain, most * gain) == about(slow.won_from_one(gain, most * gain))
        assert places.won_from_all(gain) == about(slow.won_from_one(gain, gain / 3))
        winners = [0.0 if other == seat else rng.random() + 0.01 for other in range(4)]
        winners = [one / sum(winners) for one in winners]
        assert places.lost(most * gain, gain, vec[float](winners)) == about(slow.lost(most * gain, gain, winners))


def test_the_more_is_won_the_more_places_and_the_last_hand_is_nearly_a_step() -> None:
    places = Places(20.0)
    places.mind([0, 30, -15, -15], 0, 0)
    worth = [places.won_from_all(float(gain)) for gain in range(60)]
    assert worth == sorted(worth) and worth[0] == pytest.approx(0)
    assert worth[15] < 0.1 < 19.9 < worth[30], "four thirds of a gain are a lead of 30 from 22.5 on"
    places.mind([0, 30, -15, -15], 0, 12)
    early = [places.won_from_all(float(gain)) for gain in range(60)]
    steps = [late - soon for soon, late in pairwise(early)]
    assert max(steps) < 2 * min(steps), "with many hands to come every point counts about alike"


# -- what a bot does differently ---------------------------------------------------------------------------------------


def offered(variant: str = "changchun") -> Hand:
    """Seat 0 may win on a discard of seat 3, or wait for a self-draw that brings more."""
    hand = place(variant, [WAITS, "", "", "5s"], turn=3, drawn="5s", left=40).hand
    hand.play("discard 5s", 3)
    return hand


def answer(hand: Hand, standing: Standing | None, name: str = "master") -> str:
    return str(bots.make(name, seed=1, lane=1, seat=0, standing=standing).answer(hand))


def test_in_the_last_hand_a_win_that_lifts_nobody_is_let_go_for_one_that_does() -> None:
    """It brings 16 points and a lead of 4 from seat 1, who does not throw it: 20 are gained on him; by self-draw 32."""
    hand = offered()
    assert answer(hand, None) == "win"
    assert answer(hand, Standing((0, 26, -300, 274), 0)) == "pass"
    assert answer(hand, Standing((0, 15, -300, 285), 0)) == "win", "it is enough"
    assert answer(hand, Standing((0, 60, -300, 240), 0)) == "win", "nothing is"
    assert answer(hand, Standing((0, 26, -300, 274), 5)) == "win", "there is time"
    assert answer(hand, Standing((0, 26, -300, 274), 0), "expert") == "win", "expert does not mind"


def test_whose_discard_it_is_counts() -> None:
    """The discarder pays twice: with 21 to make up the win is enough against him, not against another."""
    hand = offered()
    assert answer(hand, Standing((0, 22, -300, 278), 0)) == "pass"
    assert answer(hand, Standing((0, 278, -300, 22), 0)) == "win"


@every_game
def test_who_leads_fears_anothers_win_and_who_is_last_does_not(variant: str) -> None:
    game = Game(variant)
    hand = game.hand(seed=2)
    weighing = Weighing(game, minds=True)

    def costs(totals: tuple[int, int, int, int], left: int) -> tuple[float, float]:
        weighing.look(Seen(hand, 0, Standing(totals, left)))
        return float(weighing.any.tempo.loss), float(weighing.any.paid)

    weighing.look(Seen(hand, 0))
    plain = float(weighing.any.tempo.loss), float(weighing.any.paid)
    leading, last = costs((30, 24, -27, -27), 0), costs((-300, 100, 100, 100), 0)
    assert all(one > 1.3 * other for one, other in zip(leading, plain, strict=True))
    assert last == pytest.approx(plain)
    weighing.look(Seen(hand, 0))
    assert (float(weighing.any.tempo.loss), float(weighing.any.paid)) == plain, "nothing is left of the match"


def test_kongs_of_the_hand_count_to_the_totals_a_hidden_one_as_an_ordinary_one_g_7() -> None:
    """In Changchun a kong of the big kinds pays twice (CC-45)."""
    weighing = Weighing(game("changchun"), minds=True)

    def leads(own: str, others: str) -> list[float]:
        melds = ((f"concealed_kong {own}",), (f"concealed_kong {others}",), (), ())
        hand = place("changchun", ["", "", "", ""], melds=melds, drawn=None).hand
        weighing.look(Seen(hand, 0, Standing((10, 0, 0, -10), 0)))
        return [float(weighing.any.places._leads[seat]) for seat in range(4)]

    small, big = leads("2222m", "3333m"), leads("1111s", "3333m")
    assert small[0] == 0 and small[1] == 10 and small[2] == 10 + (small[3] - 20) and small[2] > 10
    assert big[2] - 10 == 2 * (small[2] - 10) and big[1] > 10
    assert leads("2222m", "1111s") == small, "which tiles those are only he knows"


@every_game
def test_told_nothing_it_plays_as_one_that_does_not_mind(variant: str, scaled: Scaled) -> None:
    heedless = type("Heedless", (bots.find("master"),), {"minds": False})
    game, rng = Game(variant), random.Random(variant)
    left, lane = max(3, scaled(60)), 0
    while left:
        hand = game.hand(seed=4, lane=lane)
        players = [bots.make("quick", seed=4, lane=lane, seat=seat) for seat in range(4)]
        while not hand.over:
            seat = hand.to_act[0]
            one, other = bots.make("master", seed=4, lane=lane, seat=seat), heedless(seed=4, lane=lane, seat=seat)
            if left and rng.random() < 0.1 and one.weighs(one.see(hand)):
                left -= 1
                assert one.judge(one.see(hand)) == other.judge(other.see(hand))
                other.standing = Standing((10, 0, 0, -10), 0)
                assert other.judge(other.see(hand)) == one.judge(one.see(hand))
            hand.play(players[seat].answer(hand), seat)
        lane += 1


@pytest.mark.skipif(not _build.compiled(), reason="whole matches between masters, interpreted, take a minute")
def test_the_measure_plays_whole_matches() -> None:
    from tools.measure_score import WHAT, estimates, measure

    found = measure("changsha", 1, length="4")
    assert len(found) == 1 and len(found[0]) == len(WHAT) == len(estimates(found))
    assert sum(found[0][2:]) == pytest.approx(1) and found[0][1] == pytest.approx(sum((n + 1) * share for n, share in enumerate(found[0][2:])))
