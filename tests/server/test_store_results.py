"""Finished hands and matches: what is kept of them, histories, statistics, ratings, the leader board."""

import asyncio
from collections import Counter
from collections.abc import Sequence

import msgspec
import pytest

from paiju.game.hand import Game
from paiju.game.match import Match
from paiju.records import MatchPart, Record, match_part, read_line, record_of
from paiju.server.protocol import Chair, RoomRules
from paiju.server.store import HandResult, KeptHand, KeptMatch, MatchPlace, Store, StoreError, kept_hand, kept_match
from paiju.server.store.rating import UNRATED, rate
from tests.record_tools import VARIANTS, played
from tests.server.test_journal import opened

RULES = RoomRules(variant="changsha")


def recorded(match: Match, seed: int) -> Record:
    """The match's hand, played by bots."""
    part: MatchPart = match_part(match)
    return record_of(played(match.hand, seed), seed=match.seed, lane=match.number + 1, match=part)


# -- what is kept ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_results_of_a_hand_follow_from_its_record(variant: str) -> None:
    options: dict[str, object] = {"match_length": 16} if variant == "changsha" else {"match_length": "4_rounds", "reseat_each_round": True}
    match = Match(Game(variant, options), seed=11)
    chairs = [Chair(name="安", player="ann"), Chair(bot="quick"), Chair(name="Bob", player="bob", left=True), Chair(name="Cy", player="cy")]
    wins = ready = 0
    while not match.over:
        ending_seats = list(match.seats)
        record = recorded(match, match.number)
        kept = kept_hand(record, chairs)
        ending = match.settle()
        assert (kept.number, kept.variant, kept.id("room")) == (match.number - 1, variant, f"room-{match.number - 1}")
        assert read_line(kept.line) == record
        assert [result.player for result in kept.results] == ["ann", "", "", "cy"]
        assert tuple(result.points for result in kept.results) == match.points[-1]
        winners = {ending_seats[win.win.seat]: win for win in [*ending.openings, *ending.wins]}
        for chair, result in enumerate(kept.results):
            assert (result.won != "") == (chair in winners)
            fans = list(winners[chair].fan_values()) if chair in winners else []
            assert set(fans) <= set(result.fans)
            assert result.dealer == (ending_seats[ending.outcome.dealer] == chair)
            discards = sum(text.startswith(f"{ending_seats.index(chair)} discard ") for text in record.actions)
            assert result.turns == discards + result.ready
            ready += result.ready
        payers = Counter(ending_seats[win.win.payer] for win in ending.wins if win.win.payer >= 0)
        assert [result.gave for result in kept.results] == [payers[chair] for chair in range(4)]
        wins += len(winners)
        if not match.over:
            match.next_hand()
    assert wins
    assert ready or variant != "changchun"


def test_places_of_a_match_are_shared_by_equals_and_the_last_are_those_who_left() -> None:
    match = Match(Game("changsha", {"match_length": 4}), seed=3)
    match.totals[:] = [5, -20, 5, 10]
    people = {"ann": Chair(name="安", player="ann"), "bob": Chair(name="Bob", player="bob", bot="quick")}
    chairs = [people["ann"], Chair(bot="quick"), people["bob"], Chair(name="Cy", player="cy", left=True)]
    kept = kept_match(match, RULES, chairs)
    assert [(place.player, place.bot, place.place, place.points, place.gone) for place in kept.places] == [
        ("ann", "", 1, 5, False),
        ("", "quick", 3, -20, False),
        ("bob", "", 1, 5, False),
        ("cy", "", 4, 10, True),
    ]
    assert not kept.whole and kept.hands == 0


# -- keeping and asking ------------------------------------------------------------------------------------------


def hand(number: int, players: Sequence[str], points: Sequence[int], **first: object) -> KeptHand:
    """A hand with made-up results; ``first``: of the first chair."""
    nothing = HandResult(player="", points=0, won="", fans=(), gave=0, ready=False, dealer=False, turns=10)
    results = [msgspec.structs.replace(nothing, player=player, points=n) for player, n in zip(players, points, strict=True)]
    results[0] = msgspec.structs.replace(results[0], **first)
    return KeptHand(number=number, variant="changsha", line=b'{"hand":%d}\n' % number, results=tuple(results))  # type: ignore[arg-type]


def match(players: Sequence[str], places: Sequence[int] = (1, 2, 3, 4), *, whole: bool = True, variant: str = "changsha") -> KeptMatch:
    seats = [MatchPlace(player=p, bot="" if p else "quick", name=p, place=n, points=10 - n) for p, n in zip(players, places, strict=True)]
    return KeptMatch(variant=variant, rules=RULES, hands=8, whole=whole, places=tuple(seats))  # type: ignore[arg-type]


async def people(store: Store, names: str) -> list[str]:
    return [(await store.players.create(name)).id for name in names.split()]


def test_a_hand_is_kept_once(url: str) -> None:
    async def main() -> None:
        async with await Store.open(url, clock=lambda: 1000.5) as store:
            await store.append("room", [opened()])
            ann, bob = await people(store, "ann bob")
            await store.keep_hand("room", hand(0, [ann, "", bob, ""], [3, -1, -1, -1]))
            await store.keep_hand("room", hand(0, [bob, "", ann, ""], [9, 9, 9, 9]))
            await store.keep_hand("room", hand(1, [ann, "", bob, ""], [0, 0, 4, -4]))
            assert await store.record("room-0") == b'{"hand":0}\n'
            assert await store.record("room-2") is None
            assert [(h.id, h.number, h.finished, h.points) for h in await store.hands("room")] == [
                ("room-0", 0, 1000, (3, -1, -1, -1)),
                ("room-1", 1, 1000, (0, 0, 4, -4)),
            ]

    asyncio.run(main())


def test_what_cannot_be_kept_is_an_error_and_leaves_nothing(url: str) -> None:
    async def main() -> None:
        async with await Store.open(url) as store:
            await store.append("room", [opened()])
            (ann,) = await people(store, "ann")
            with pytest.raises(StoreError):
                await store.keep_hand("room", hand(0, [ann, "nobody", "", ""], [0, 0, 0, 0]))
            with pytest.raises(StoreError):
                await store.keep_match("room", match([ann, "nobody", "", ""]))
            assert not await store.hands("room") and not await store.history(ann) and not await store.leaders("changsha")

    asyncio.run(main())


def test_matches_of_the_same_second_are_all_in_the_history(url: str) -> None:
    """Read further by whole seconds, those of the last second of a page that had no place on it were lost."""

    async def main() -> None:
        async with await Store.open(url, clock=lambda: 100) as store:
            [ann] = await people(store, "ann")
            for n in range(5):
                await store.append(f"room{n}", [opened(str(n))])
                await store.keep_match(f"room{n}", match(["", ann, "", ""]))
            seen: list[str] = []
            before: tuple[int, str] | None = None
            while found := await store.history(ann, before=before, limit=2):
                seen += [one.room for one in found]
                before = (found[-1].finished, found[-1].room)
            assert seen == [f"room{n}" for n in range(5)]

    asyncio.run(main())


def test_history_lists_matches_with_all_places(url: str) -> None:
    now = 0

    async def main() -> None:
        nonlocal now
        async with await Store.open(url, clock=lambda: now) as store:
            ann, bob = await people(store, "ann bob")
            for n in range(5):
                now += 100
                await store.append(f"room{n}", [opened(str(n))])
                await store.keep_match(f"room{n}", match(["", ann, "", bob] if n % 2 else ["", ann, "", ""], whole=n != 3))
            found = await store.history(ann)
            assert [(m.room, m.finished, m.chair, m.whole) for m in found] == [(f"room{n}", 100 * n + 100, 1, n != 3) for n in (4, 3, 2, 1, 0)]
            assert msgspec.json.decode(found[0].rules, type=RoomRules) == RULES
            assert [(p.player, p.bot, p.place, p.points) for p in found[0].places] == [
                ("", "quick", 1, 9), (ann, "", 2, 8), ("", "quick", 3, 7), ("", "quick", 4, 6)
            ]  # fmt: skip
            assert [m.room for m in await store.history(ann, limit=2)] == ["room4", "room3"]
            assert [m.room for m in await store.history(ann, before=(400, "room3"))] == ["room2", "room1", "room0"]
            assert [m.room for m in await store.history(bob)] == ["room3", "room1"]
            assert await store.match("room4") == msgspec.structs.replace(found[0], chair=-1)
            assert await store.match("room5") is None

    asyncio.run(main())


def test_statistics_add_up(url: str) -> None:
    now = 0

    async def main() -> None:
        nonlocal now
        async with await Store.open(url, clock=lambda: now) as store:
            ann, bob = await people(store, "ann bob")
            await store.append("room", [opened()])
            played: list[tuple[int, dict[str, object]]] = [
                (7, {"won": "self_draw", "fans": ("pure", "seven_pairs"), "turns": 5, "ready": True}),
                (3, {"won": "discard", "fans": ("pure",), "turns": 7, "dealer": True}),
                (-2, {"gave": 2}),
                (2, {"fans": ("four_joys",)}),
                (0, {"ready": True}),
            ]
            for n, (points, first) in enumerate(played):
                now = n
                await store.keep_hand("room", hand(n, [ann, bob, "", ""], [points, -points, 0, 0], **first))
            await store.keep_match("room", match([ann, bob, "", ""], [2, 1, 3, 4]))
            found = await store.statistics(ann, "changsha")
            assert (found.hands, found.points, found.best, found.wins) == (5, 10, 7, {"self_draw": 1, "discard": 1})
            assert (found.won_turns, found.won_points, found.gave, found.ready, found.dealt) == (12, 10, 1, 2, 1)
            assert found.fans == {"pure": 2, "seven_pairs": 1, "four_joys": 1}
            assert (found.matches, found.places) == (1, (0, 1, 0, 0))
            assert found.hand_points == ((0, 7), (1, 3), (2, -2), (3, 2), (4, 0))
            assert found.rating is not None and found.rating.matches == 1
            assert found.ratings == ((4, found.rating.shown),)
            assert (await store.statistics(ann, "changsha", latest=2)).hand_points == ((3, 2), (4, 0))
            empty = await store.statistics(ann, "changchun")
            assert (empty.hands, empty.points, empty.matches, empty.rating) == (0, 0, 0, None)
            assert (await store.statistics(bob, "changsha")).points == -10

    asyncio.run(main())


# -- ratings -----------------------------------------------------------------------------------------------------


def test_a_match_moves_the_ratings_of_its_persons_once(url: str) -> None:
    async def main() -> None:
        async with await Store.open(url) as store:
            ann, bob, cy = await people(store, "ann bob cy")
            for room, kept in [
                ("alone", match([ann, "", "", ""])),
                ("unfinished", match([ann, bob, "", ""], whole=False)),
                ("first", match([cy, "", ann, bob], [4, 1, 2, 2])),
                ("first", match([cy, "", ann, bob], [1, 2, 3, 4])),
                ("second", match([ann, bob, "", ""], [1, 4, 2, 3])),
                ("other", match([bob, ann, "", ""], variant="baicheng")),
            ]:
                if room not in await store.open_rooms():
                    await store.append(room, [opened(room)])
                await store.keep_match(room, kept)
            a, b, c = rate([UNRATED] * 3, [2, 2, 4])
            a, b = rate([a, b], [1, 4])
            found = {leader.player: leader for leader in await store.leaders("changsha")}
            assert {id: (r.rating.mu, r.rating.sigma, r.rating.matches) for id, r in found.items()} == {
                ann: (*a, 2), bob: (*b, 2), cy: (*c, 1)
            }  # fmt: skip
            assert [leader.name for leader in found.values()] == ["ann", "bob", "cy"]
            assert [leader.rating.shown for leader in found.values()] == sorted((mu - 3 * sigma for mu, sigma in (a, b, c)), reverse=True)
            assert [leader.player for leader in await store.leaders("baicheng")] == [bob, ann]

    asyncio.run(main())


def test_leaders_have_played_enough_and_are_not_banned(url: str) -> None:
    async def main() -> None:
        async with await Store.open(url) as store:
            ids = await people(store, "ann bob cy dan")
            for n in range(3):
                await store.append(f"r{n}", [opened(str(n))])
                await store.keep_match(f"r{n}", match(ids if n else [*ids[:2], "", ""]))
            assert [leader.player for leader in await store.leaders("changsha", matches=3)] == ids[:2]
            assert len(await store.leaders("changsha", limit=3)) == 3
            await store.players.ban(ids[0], "cheating")
            assert [leader.player for leader in await store.leaders("changsha")] == ids[1:]

    asyncio.run(main())


def test_bots_between_persons_do_not_matter_and_a_win_is_worth_more_from_a_better_player() -> None:
    first, second = rate([UNRATED, UNRATED], [1, 4])
    assert (first, second) == tuple(rate([UNRATED, UNRATED], [1, 2]))
    assert first[0] > UNRATED[0] > second[0] and first[1] < UNRATED[1]
    assert rate([UNRATED, first], [1, 2])[0][0] > first[0]
    assert rate([UNRATED, UNRATED], [1, 1])[0] == rate([UNRATED, UNRATED], [1, 1])[1]
