"""What holds after every answer of every hand: tiles, counts, money, who is asked, views, replays, copies; and a hash of it all."""

import hashlib
import random
from collections import Counter
from collections.abc import Callable

import msgspec
import pytest

from paiju.core.ending import hand_counts, seat_melds
from paiju.core.errors import ActionError
from paiju.core.rules import ROLLED
from paiju.core.table import DICE_TILES, GONE, LOOK, ON_ADDED, ON_ADDITION, OPENING, OVER, SHARE, TURN, WALL, WINDOW
from paiju.game import events as say
from paiju.game.audience import EVERYTHING, WATCHER
from paiju.game.hand import Hand
from paiju.game.views import View
from paiju.variants import get
from tests.playthrough import GAMES, Playthrough, pick

AUDIENCES = (0, 1, 2, 3, WATCHER, EVERYTHING)
every_game = pytest.mark.parametrize("variant", GAMES)
Scaled = Callable[[int], int]

# SHA-256 over the events of 40 hands of each game under its presets, as JSON, for each of the six audiences. A change of rules, events
# or the order of things changes them: look at the difference in tests/golden first, then write the new value here.
GOLDEN = {
    "changchun": "99b69027b0af4c0b4297e1545edc6bd4d0d94b981f9ad9c0f45e0c294bb3f168",
    "baicheng": "e82563d9d5b4c3ee9cd6fd1a28cb0b931e46e70daf3aa5e7c89ef434493d40e2",
    "changsha": "80db0714f1d146b2e1b5a4da02ab17e155cec36bec4a959e5494bc5c8e91e047",
}


def tiles_of(hand: Hand, seat: int) -> list[int]:
    counts = hand_counts(hand.table, seat)
    return [kind for kind in range(34) for _ in range(counts[kind])]


def check_tiles(hand: Hand, view: View) -> None:
    """Every tile is somewhere, once; hands have their size."""
    t = hand.table
    where: Counter[int] = Counter(int(t.small[WALL + n]) for n in range(t.wall_size) if t.small[WALL + n] < GONE)
    assert sum(where.values()) == t.left
    sizes = []
    for seat in range(4):
        held = tiles_of(hand, seat)
        melds = seat_melds(t, seat)
        where.update(held)
        where.update(k for meld in melds for k in meld.tiles)
        where.update(view.seats[seat].river)
        sizes.append(len(held) + 3 * len(melds))
    where.update(view.shown)  # treasures turned up (BC-7)
    if hand.over:  # birds may repeat a tile; what was won from a kong or turned up lies nowhere
        where.subtract(view.shown)
        assert not where - Counter(hand.game.tiles())
        return
    if t.asks == DICE_TILES:
        where.update([int(t.tile), int(t.tile2)])
    elif t.sea_taker >= 0:
        where[int(t.tile)] += 1
    assert where == Counter(hand.game.tiles())
    longer = [seat for seat, size in enumerate(sizes) if size != 13]
    assert all(sizes[seat] == 14 for seat in longer)
    if t.asks == TURN or (t.asks == WINDOW and t.window in (ON_ADDED, ON_ADDITION)):
        assert longer == [t.turn]
    elif t.asks == OPENING:
        assert longer == [t.dealer]
    elif t.asks == LOOK:
        assert longer in ([], [t.turn])  # before a draw, or after a claim (CC-26 at once)
    elif t.asks != SHARE:
        assert longer == []


def check_asked(hand: Hand, rng: random.Random) -> None:
    """One seat, or one window; something legal for who is asked and nothing for the others."""
    t = hand.table
    if hand.over:
        assert hand.to_act == () and t.asks == OVER
    elif t.asks in (WINDOW, OPENING):
        assert hand.to_act and (t.asks == OPENING or t.turn not in hand.to_act)
    else:
        assert len(hand.to_act) == 1
        assert t.asks != TURN or hand.to_act == (t.turn,)
    for seat in range(4):
        legal = hand.legal(seat)
        actions = hand.actions(seat)
        assert len(legal) == len(actions) == len({str(a) for a in actions})
        assert bool(actions) == (seat in hand.to_act)
        assert all(a in legal and str(a) in legal for a in actions)
    seat = rng.randrange(4)
    text = rng.choice(sorted(hand.game.book.by_text))
    if text not in {str(a) for a in hand.actions(seat)}:
        count = len(hand.table.log)
        with pytest.raises(ActionError):
            hand.play(text, seat)
        assert len(hand.table.log) == count


def check_view(hand: Hand, view: View, audience: int) -> None:
    """The fold of the events is the table, as far as the audience may know."""
    t = hand.table
    assert view.dealer == t.dealer and view.over == hand.over
    if not hand.over:
        assert view.wall_left == t.left
        assert view.treasure_aside == (t.aside >= 0)
        if t.rules.treasure == ROLLED:
            assert view.treasure_stack == ((t.wall_size - 1 - t.aside) // 2 + 1 if t.aside >= 0 else None)
    if t.asks in (TURN, SHARE):
        assert view.turn == t.turn
        assert view.drawn == (int(t.drawn) if audience in (t.turn, EVERYTHING) and t.drawn < 34 else None)
    if t.asks == WINDOW:
        assert view.window == [int(k) for k in (t.tile, t.tile2) if k < 34]
    for seat in range(4):
        shown = view.seats[seat]
        held = tiles_of(hand, seat)
        assert shown.count == len(held)
        known = audience in (seat, EVERYTHING) or hand.over
        assert shown.hand == (held if known else None)
        assert shown.ready == bool(t.declared >> seat & 1)
        assert shown.locked == bool(t.locked >> seat & 1)
        assert len(shown.melds) == t.melds(seat)
        for meld, told in zip(seat_melds(t, seat), shown.melds, strict=True):
            hidden = told.kind == "concealed_kong" and t.rules.concealed_kong_hidden and not known
            assert told.tiles == (() if hidden else tuple(sorted(meld.tiles)))
    assert sum(seat.points for seat in view.seats) == 0


@every_game
def test_after_every_answer_the_table_is_sound(variant: str, scaled: Scaled) -> None:
    for number in range(scaled(150)):
        play = Playthrough(variant, number, "invariants")
        tellers = {a: (play.hand.teller(a), View(a, int(play.hand.table.wall_size))) for a in AUDIENCES}
        for hand in play:
            for audience, (teller, view) in tellers.items():
                for event in teller.news():
                    view.see(event)
                    assert sum(seat.points for seat in view.seats) == 0, play.name
                    if audience == EVERYTHING and not isinstance(event, say.End):
                        assert all(seat.hand is not None and seat.count == len(seat.hand) for seat in view.seats if seat.count), play.name
                check_view(hand, view, audience)
            check_tiles(hand, tellers[EVERYTHING][1])
            check_asked(hand, play.rng)
        ending = play.hand.result()
        assert sum(ending.deltas()) == 0 and all(s.legal for s in ending.wins + ending.openings), play.name
        for _, view in tellers.values():
            assert [seat.points for seat in view.seats] == ending.deltas(), play.name
        check_melds(play.hand)


def check_melds(hand: Hand) -> None:
    """No seat ends with more than four melds, or a claimed tile in a river as well as in a meld."""
    view = hand.view(EVERYTHING)
    for seat in range(4):
        assert len(view.seats[seat].melds) <= 4
    claimed = sum(isinstance(e, (say.Chow, say.Pung)) or (isinstance(e, say.Kong) and e.kind == "melded_kong") for e in hand.events())
    thrown = sum(1 + (e.also is not None) for e in hand.events() if isinstance(e, say.Discard))
    robbed = sum(isinstance(e, say.Pung) and e.robbed for e in hand.events())
    assert sum(len(seat.river) for seat in view.seats) == thrown - (claimed - robbed)


@every_game
def test_the_same_answers_give_the_same_hand(variant: str, scaled: Scaled) -> None:
    for number in range(scaled(150)):
        play = Playthrough(variant, number, "replay")
        for _ in play:
            pass
        again = play.begin()
        for seat, text in play.told:
            again.play(text, seat)
        assert again.over and list(again.table.log) == list(play.hand.table.log), play.name
        assert again.result().deltas() == play.hand.result().deltas()


@every_game
def test_a_copy_is_the_original_and_independent_of_it(variant: str, scaled: Scaled) -> None:
    for number in range(scaled(100)):
        play = Playthrough(variant, number, "copies")
        stop = play.rng.randrange(80)
        while not play.hand.over and len(play.told) < stop:
            play.step()
        log = list(play.hand.table.log)
        copy = play.hand.clone()
        stray = play.hand.clone()
        while not stray.over:
            seat, text = pick(stray, random.Random(number), 1.0)
            stray.play(text, seat)
        assert list(play.hand.table.log) == log, play.name
        while not play.hand.over:
            play.step()
            seat, text = play.told[-1]
            copy.play(text, seat)
            assert copy.to_act == play.hand.to_act
            assert all(copy.actions(seat) == play.hand.actions(seat) for seat in range(4))
        assert list(copy.table.log) == list(play.hand.table.log), play.name
        assert copy.result().deltas() == play.hand.result().deltas()


@every_game
def test_the_event_streams_are_the_same_on_every_build(variant: str) -> None:
    digest = hashlib.sha256()
    presets = get(variant).presets
    for number in range(40):
        play = Playthrough(variant, number, "golden", dict(presets[number % len(presets)].values))
        for _ in play:
            pass
        for audience in AUDIENCES:
            for event in play.hand.events(audience):
                digest.update(msgspec.json.encode(event))
    assert digest.hexdigest() == GOLDEN[variant]
