"""Any options, any actions, in any order: the engine keeps its promises (hypothesis drives, the invariants are written out)."""

from collections import Counter
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from paiju.core.ending import hand_counts, seat_melds
from paiju.core.errors import ActionError
from paiju.core.options import Option
from paiju.core.table import DICE_TILES, GONE, OVER, TURN, WALL, WINDOW, WON_ROBBED, WON_TURNED
from paiju.core.variant import Variant
from paiju.game.events import Bird, TreasureOut
from paiju.game.hand import Game, Hand
from paiju.variants import get

GAMES = ("changchun", "baicheng", "changsha")


def values(option: Option) -> st.SearchStrategy[Any]:
    """Every value an option may have."""
    if option.kind == "flag":
        return st.booleans()
    if option.kind == "choice":
        return st.sampled_from([c.value for c in option.choices])
    if option.kind == "choices":
        return st.lists(st.sampled_from([c.value for c in option.choices]), unique=True)
    if option.kind == "number":
        return st.integers(int(option.low), min(int(option.high), 1000))
    return st.lists(st.integers(int(option.low), int(option.high)), min_size=int(option.length), max_size=int(option.length))


def settings_of(variant: Variant) -> st.SearchStrategy[dict[str, Any]]:
    return st.lists(st.sampled_from(variant.options), max_size=5, unique_by=lambda o: o.name).flatmap(
        lambda chosen: st.fixed_dictionaries({o.name: values(o) for o in chosen})
    )


class Play(RuleBasedStateMachine):
    hand: Hand

    @initialize(data=st.data(), seed=st.integers(0, 2**62 - 1), dealer=st.integers(0, 3))
    def begin(self, data: st.DataObject, seed: int, dealer: int) -> None:
        variant = get(data.draw(st.sampled_from(GAMES)))
        self.hand = Game(variant, data.draw(settings_of(variant))).hand(seed=seed, dealer=dealer)
        self.game = self.hand.game
        self.all_tiles = self.game.tiles()

    @precondition(lambda self: not self.hand.over)
    @rule(n=st.integers(0, 10**6), times=st.integers(1, 25))
    def play_some(self, n: int, times: int) -> None:
        """A run of legal actions, wins taken seldom so that hands grow old."""
        for _ in range(times):
            if self.hand.over:
                return
            seat = self.hand.to_act[n % len(self.hand.to_act)]
            actions = self.hand.actions(seat)
            quiet = [a for a in actions if a.verb != "win"] if n % 4 else actions
            self.hand.play((quiet or actions)[n % len(quiet or actions)], seat)
            n = (n * 1103515245 + 12345) % 10**6

    @precondition(lambda self: not self.hand.over)
    @rule(n=st.integers(0, 10**6), seat=st.integers(-1, 4))
    def play_what_is_not_allowed(self, n: int, seat: int) -> None:
        """Any known action by any seat: carried out if legal, else refused with a reason and nothing changed."""
        texts = sorted(self.game.book.by_text)
        text = texts[n % len(texts)]
        before = state(self.hand)
        legal = seat in self.hand.to_act and text in {str(a) for a in self.hand.actions(seat)}
        try:
            self.hand.play(text, seat)
        except ActionError as error:
            assert not legal and len(str(error)) > 20 and state(self.hand) == before
        else:
            assert legal

    @rule()
    def clone_and_drift_apart(self) -> None:
        twin = self.hand.clone()
        assert state(twin) == state(self.hand)
        before = state(self.hand)
        while not twin.over:
            twin.play(twin.actions(twin.to_act[0])[0], twin.to_act[0])
        assert state(self.hand) == before

    @rule(audience=st.integers(0, 5))
    def look(self, audience: int) -> None:
        view = self.hand.view(audience)
        for seat in range(4):
            counts = hand_counts(self.hand.table, seat)
            assert view.seats[seat].count == sum(counts)
            known = audience in (seat, 5) or self.hand.over
            assert (view.seats[seat].hand is not None) == known
            if known:
                assert view.seats[seat].hand == [k for k in range(34) for _ in range(counts[k])]

    @invariant()
    def somebody_can_act(self) -> None:
        t = self.hand.table
        assert (t.asks == OVER) == (not self.hand.to_act)
        for seat in range(4):
            assert (len(self.hand.legal(seat)) > 0) == (seat in self.hand.to_act)
        if t.asks == TURN:
            assert self.hand.to_act == (t.turn,)
        if t.asks == WINDOW:
            assert t.turn not in self.hand.to_act

    @invariant()
    def tiles_are_conserved(self) -> None:
        t = self.hand.table
        seen = [int(t.small[WALL + n]) for n in range(t.wall_size) if t.small[WALL + n] < GONE]
        view = self.hand.view(5)
        for seat in range(4):
            counts = hand_counts(t, seat)
            seen += [k for k in range(34) for _ in range(counts[k])]
            seen += [k for meld in seat_melds(t, seat) for k in meld.tiles]
            seen += view.seats[seat].river
        missing = Counter(self.all_tiles)
        missing.subtract(seen)
        assert min(missing.values()) >= 0, "a tile is there twice"
        missing.subtract(loose(self.hand))
        if not self.hand.over:
            assert not any(missing.values())
        else:  # the birds come from the wall, those that repeat the last do not
            assert +missing <= Counter(int(e.tile) for e in self.hand.events() if isinstance(e, Bird)) and min(missing.values()) >= 0

    @invariant()
    def money_sums_to_zero(self) -> None:
        assert sum(seat.points for seat in self.hand.view(5).seats) == 0
        if self.hand.over:
            assert sum(self.hand.result().deltas()) == 0


def loose(hand: Hand) -> list[int]:
    """Tiles that lie neither in wall, hands, melds nor rivers, birds aside."""
    t = hand.table
    found = [int(event.tile) for event in hand.events() if isinstance(event, TreasureOut)]
    if t.sea_taker >= 0:
        return [*found, int(t.tile)]
    if t.asks == DICE_TILES or t.won_by == WON_TURNED:
        return [*found, int(t.tile), int(t.tile2)]
    if t.won_by == WON_ROBBED:
        return [*found, int(t.tile)]
    return found


def state(hand: Hand) -> tuple[bytes, bytes, tuple[int, ...], tuple[str, ...]]:
    t = hand.table
    return bytes(t.small), bytes(t.big), hand.to_act, tuple(str(event) for event in hand.events())


TestPlay = Play.TestCase
