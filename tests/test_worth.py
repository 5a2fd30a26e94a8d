"""What hands are worth: against the same model worked out slowly and plainly, and what must hold of it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from paiju.analysis.reach.discards import Discards
from paiju.analysis.reach.distance import Distance
from paiju.analysis.worth.outlook import Outlook
from paiju.analysis.worth.states import MOST, ROOM, States
from paiju.bots import make
from paiju.core.table import HELD, NUMBER, WAITS
from paiju.core.wallend import tiles_to_draw
from paiju.core.win import CONCEALED_KONG, DISCARD, MELDED_KONG, PUNG, SELF_DRAW, Meld
from paiju.game.hand import Game, Hand
from tests.playthrough import Playthrough, pick
from tests.slow_worth import Scaled, Slow, about, bits, every_game, game_of, moments

# -- the same, worked out slowly -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("farthest", "hands"), [(1, 20), (2, 12)])
@every_game
def test_a_hand_is_worth_what_the_model_says(variant: str, farthest: int, hands: int, scaled: Scaled) -> None:
    game = game_of(variant)
    tiles, table = Distance(game.rules), Discards()
    counts = {"turn": 0, "waiting": 0, "melds": 0, "late": 0}
    for hand, rng in moments(variant, scaled(hands), purpose="worth", part=0.25 if farthest == 1 else 0.05):
        seat = rng.choice((hand.to_act[0], rng.randrange(4)))
        tiles.look(hand.table, seat)
        own_turn = sum(hand.table.held(seat, kind) for kind in range(34)) % 3 == 2
        slow = Slow(game, hand, seat, reads=rng.random() < 0.5)
        if own_turn:
            table.work_out(tiles)
            distance = {kind: int(table.after[kind]) for kind in bits(tiles.held[0])}
            near = [kind for kind in distance if 0 <= distance[kind] <= farthest and distance[kind] >= farthest - 1]
            if not near:
                continue
            outlook = slow.outlook
            if rng.random() < 0.2:
                outlook.ahead.declares = False
            for kind in rng.sample(near, min(len(near), 3 if farthest == 1 else 1)):
                outlook.clear()
                outlook.discards(1 << kind, table)
                assert not outlook.full
                value = slow.discarded(kind, distance[kind])
                assert outlook.worth[kind] == about(value.after[slow.late])
                assert outlook.gain[kind] == about(value.gain)
        else:
            away = int(tiles.distance())
            if not farthest - 1 <= away <= farthest:
                continue
            value = slow.here(away)
            now = (1 - slow.wait) * value.before[slow.draws] + slow.wait * value.after[slow.draws]
            assert slow.outlook.now(away) == about(now)
            assert slow.outlook.replaced(away) == about(value.before[slow.draws + 1])
            if away == 0 and game.rules.kong_dice:
                assert slow.outlook.diced() == about(slow.diced())
        counts["turn" if own_turn else "waiting"] += 1
        counts["melds"] += bool(slow.melds)
        counts["late"] += slow.late < 8
    if scaled(hands) == hands:
        assert counts["turn"] and counts["waiting"], counts
        assert farthest > 1 or (counts["melds"] and counts["late"]), counts


# -- what must hold ------------------------------------------------------------------------------------------------


def ready_hands(variant: str, hands: int, *, purpose: str) -> Iterator[tuple[Hand, int, int]]:
    """Seats that wait for tiles which may come, and for which."""
    game = game_of(variant)
    tiles = Distance(game.rules)
    for hand, rng in moments(variant, hands, purpose=purpose, part=0.1):
        for seat in rng.sample(range(4), 4):
            if hand.table.big[WAITS + seat] and sum(hand.table.held(seat, kind) for kind in range(34)) % 3 == 1:
                tiles.look(hand.table, seat)
                waits = int(tiles.useful(game.rules.kinds, 0))
                if waits and tiles.distance() == 0:
                    yield hand, seat, waits


def outlook_of(game: Game, hand: Hand, seat: int) -> Outlook:
    outlook = Outlook(game.rules, game.scoring, game.variant.key)
    outlook.look(hand.table, seat)
    return outlook


@pytest.mark.parametrize("options", [{}, {"birds": 2}, {"birds": 0}, {"bird_from": "winner"}])
def test_a_win_brings_what_the_game_pays_birds_averaged_over_cs_39(options: dict[str, object], scaled: Scaled) -> None:
    game = Game("changsha", options)
    for hand, seat, waits in ready_hands("changsha", scaled(12), purpose="wins"):
        slow = Slow(game, hand, seat, reads=False)
        wins = slow.outlook.wins
        for kind in bits(waits):
            assert wins.by_draw(slow.outlook.tiles, kind, waits) == about(slow.gain(slow.held, slow.melds, kind, SELF_DRAW, waits))
            assert wins.by_discard(slow.outlook.tiles, kind, waits) == about(slow.gain(slow.held, slow.melds, kind, DISCARD, waits))


@every_game
def test_more_tiles_to_win_with_and_fewer_who_are_ready_are_worth_more(variant: str, scaled: Scaled) -> None:
    tried = 0
    for hand, seat, waits in ready_hands(variant, max(4, scaled(16)), purpose="more"):
        outlook, table = outlook_of(game_of(variant), hand, seat), hand.table
        if not outlook.ahead.draws:
            continue
        worth = outlook.now(0)
        many = [kind for kind in bits(waits) if outlook.tiles.unseen(kind) > 1]
        for kind in many:
            outlook.tiles.see(kind)
            outlook.clear()
            assert outlook.now(0) < worth
            outlook.tiles.unsee(kind)
            tried += 1
        for other in (one for one in range(4) if one != seat and not table.declared >> one & 1):
            table.declared |= 1 << other
            assert outlook_of(game_of(variant), hand, seat).now(0) <= worth
            table.declared &= ~(1 << other)
        assert outlook_of(game_of(variant), hand, seat).now(0) == worth
    assert tried


def test_a_better_win_is_worth_more_cc_17(scaled: Scaled) -> None:
    more = Game("changchun", {"closed_wait_includes": ["middle", "edge", "single"]})
    better = 0
    for hand, seat, _ in ready_hands("changchun", max(6, scaled(16)), purpose="better"):
        plain, rich = outlook_of(game_of("changchun"), hand, seat).now(0), outlook_of(more, hand, seat).now(0)
        assert rich >= plain - 1e-9
        better += rich > plain
    assert better


def asked(outlook: Outlook, distance: Distance, hand: Hand, seat: int) -> list[float] | None:
    """All that ``Outlook`` tells of a hand not far from a win."""
    table = Discards()
    distance.look(hand.table, seat)
    outlook.look(hand.table, seat)
    if sum(hand.table.held(seat, kind) for kind in range(34)) % 3 == 2:
        table.work_out(distance)
        near = [kind for kind in bits(distance.held[0]) if table.after[kind] in (0, 1)]
        outlook.discards(sum(1 << kind for kind in near), table)
        return [float(told[kind]) for told in (outlook.worth, outlook.gain) for kind in near] or None
    away = int(distance.distance())
    return [float(outlook.now(away)), float(outlook.replaced(away)), float(outlook.paid)] if away in (0, 1) else None


@every_game
def test_nothing_hidden_and_nothing_looked_at_before_changes_it_g_7(variant: str, scaled: Scaled) -> None:
    game = game_of(variant)
    outlook, distance = Outlook(game.rules, game.scoring, game.variant.key, 0, 1.0, True), Distance(game.rules)
    compared = 0
    for hand, rng in moments(variant, max(3, scaled(12)), purpose="hidden", part=0.15):
        seat, table = rng.choice((hand.to_act[0], rng.randrange(4))), hand.table
        first = asked(outlook, distance, hand, seat)
        assert asked(outlook, distance, hand, seat) == first
        compared += first is not None
        others = [other for other in range(4) if other != seat]  # they may hold anything
        hidden = [WAITS + other for other in others] + [HELD + 4 * other + n for other in others for n in range(4)]
        hidden += [NUMBER + 2 * other + n for other in others for n in range(2)]
        kept = {place: int(table.big[place]) for place in hidden}
        for place in hidden:
            table.big[place] = rng.getrandbits(33)
        fresh = Outlook(game.rules, game.scoring, game.variant.key, 0, 1.0, True)
        assert asked(fresh, distance, hand, seat) == first
        for place, was in kept.items():
            table.big[place] = was
    assert compared


@every_game
def test_what_another_s_win_costs_is_that_of_the_seat_looked_at(variant: str) -> None:
    """It stayed that of the hand looked at before, so what a master feared hung on whom the same thread had played for."""
    for hand, _ in moments(variant, 2, purpose="cost", part=0.1):
        outlook = outlook_of(game_of(variant), hand, 0)
        for seat in (hand.table.dealer, hand.to_act[0]):
            slow = Slow(game_of(variant), hand, seat, reads=False)
            outlook.look(hand.table, seat)
            assert outlook.tempo.loss == about(slow.loss(slow.melds))
            outlook.lay(PUNG, [0, 0, 0])
            assert outlook.tempo.loss == about(slow.loss(((PUNG, (0, 0, 0)),)))


def test_hands_are_numbered_without_being_cleared_first() -> None:
    states = States()
    assert [states.number(first, 0) for first in (0, 7, 0)] == [0, 1, 0]


@every_game
def test_more_hands_than_are_looked_at_are_no_fault(variant: str) -> None:
    """Once so many were met, room was kept for 64 more, and 65 came: an IndexError."""
    game = game_of(variant)
    distance, table = Distance(game.rules), Discards()
    tried = 0
    for hand, _ in moments(variant, 1, purpose="full", part=0.5):
        seat = hand.to_act[0]
        distance.look(hand.table, seat)
        if sum(hand.table.held(seat, kind) for kind in range(34)) % 3 != 2:
            continue
        table.work_out(distance)
        near = [kind for kind in bits(distance.held[0]) if table.after[kind] in (1, 2)]
        if near and tried < 12:
            outlook = outlook_of(game, hand, seat)
            for n in range(MOST - ROOM - 20):
                outlook.ahead.states.number(n, -1)
            assert not outlook.full
            outlook.discards(sum(1 << kind for kind in near), table)
            assert outlook.full and outlook.ahead.states.count < MOST - ROOM // 2
            tried += 1
    assert tried


def test_worth_is_in_the_prices_of_the_house_rules(scaled: Scaled) -> None:
    """A base of a hundred makes every win and every loss a hundred times as dear: the same answers, a hundred times the worth."""
    plain, dear = Game("baicheng"), Game("baicheng", {"base": 100})
    for lane in range(scaled(3)):
        hands = [game.hand(seed=8, lane=lane) for game in (plain, dear)]
        players = [[make("master", seed=8, lane=lane, seat=seat) for seat in range(4)] for _ in hands]
        while not hands[0].over:
            seat = hands[0].to_act[0]
            judged = [bots[seat].judge(bots[seat].see(hand)) for bots, hand in zip(players, hands, strict=True)]
            cheap, dearly = [{str(one.action): one.worth for one in some} for some in judged]
            assert {action: worth * 100 for action, worth in cheap.items()} == pytest.approx(dearly)
            answer = players[0][seat].answer(hands[0])
            for hand in hands:
                hand.play(answer, seat)


def test_a_kong_brings_more_where_dealers_pay_and_get_twice_cc_46() -> None:
    """Nothing else of the same kong changes: a dealer gets it from three who pay twice, another from a dealer who does."""
    games = Game("changchun"), Game("changchun", {"kong_dealer_double": True})
    more = set()
    for lane in range(40):
        hands = [game.hand(seed=46, lane=lane) for game in games]
        bots = [make("quick", seed=46, lane=lane, seat=seat) for seat in range(4)]
        plain = hands[0]
        while not plain.over:
            seat = plain.to_act[0]
            seen = bots[seat].see(plain)
            for action in seen.legal:
                if action.verb in ("ckong", "kong"):
                    worths = []
                    for hand in hands:
                        judge = make("expert", seed=46, lane=lane, seat=seat)
                        worths.append(next(one.worth for one in judge.judge(judge.see(hand)) if one.action == action))
                    each = games[0].scoring.kong_worth(Meld(CONCEALED_KONG if action.verb == "ckong" else MELDED_KONG, [action.tiles[0]] * 4))
                    more.add(seat == plain.table.dealer)
                    assert worths[1] - worths[0] == pytest.approx(3 * each if seat == plain.table.dealer else each)
            answer = bots[seat].choose(seen)
            for hand in hands:
                hand.play(answer, seat)
        if more == {True, False}:
            return
    raise AssertionError("no kongs of both a dealer and another")


def test_a_hand_goes_on_when_the_reserve_has_grown_past_what_is_left_cc_35() -> None:
    """A special kong on the last draw, where it counts for the reserve: no tile is left to draw, one fewer than that, and bots still answer."""
    rules = {"special_kong_window": "any_turn", "reserve_counts_special_kongs": True}
    game, dragons = Game("changchun", rules), {31, 32, 33}
    hand, rng = game.hand(seed=2), Random(2)
    past = 0
    while not hand.over:
        seat = hand.to_act[0]
        legal = hand.actions(seat)
        passes = [one for one in legal if one.verb == "pass"]
        sets = [one for one in legal if one.verb.startswith("set")]
        discards = [one for one in legal if one.verb == "discard"]
        if tiles_to_draw(hand.table) < 0:
            past += 1
            for name in ("expert", "master"):
                assert make(name, seed=1, lane=0, seat=seat).answer(hand) in legal
        if sets and tiles_to_draw(hand.table) == 0:
            hand.play(sets[0], seat)
        elif passes:
            hand.play(passes[0], seat)
        else:
            hand.play(rng.choice([one for one in discards if one.tiles[0] not in dragons] or discards or legal), seat)
    assert past


def test_what_cannot_win_any_more_is_worth_what_another_s_win_costs() -> None:
    """A claim that leaves a hand without a legal win is judged in points, like everything else."""
    judged = 0
    for variant, number in (("changchun", 631), ("baicheng", 1369), ("baicheng", 1102)):
        play = Playthrough(variant, number, "rev2")
        while not play.hand.over:
            for seat in play.hand.to_act:
                bot = make("master", seed=1, lane=0, seat=seat)
                for one in bot.judge(bot.see(play.hand)):
                    assert abs(one.worth) < 1000
                    judged += 1
            seat, answer = pick(play.hand, play.rng, play.temper)
            play.hand.play(answer, seat)
    assert judged > 100
