"""The work that is compared: ours, and what corresponds to it in riichienv and PyMahjongGB.

The rules differ; a decision (legal actions computed, one chosen, carried out) and a scored win are comparable.
"""

import random
from collections.abc import Callable

from MahjongGB import MahjongFanCalculator  # type: ignore[import-not-found,unused-ignore]
from riichienv import RiichiEnv, calculate_shanten  # type: ignore[import-untyped,import-not-found,unused-ignore]

from bench.pairs import Job
from paiju.analysis.reach.discards import Discards
from paiju.analysis.reach.distance import Distance
from paiju.bots import make
from paiju.core.chance import play_hands
from paiju.core.notation import tile_text
from paiju.core.win import SELF_DRAW, Win, no_tiles
from paiju.game.hand import Game, Hand

RANDOM = random.Random(1)


def batch(game: Game, hands: int) -> Job:
    """Random legal play with every hand settled, the loop inside the compiled code."""
    return lambda: int(play_hands(game.rules, game.scoring, hands, 1))


def stepped(game: Game, hands: int) -> Job:
    """The same from Python: who must act, his legal actions, one chosen, played; the result asked."""

    def run() -> int:
        decisions = 0
        for seed in range(hands):
            hand = game.hand(seed=seed, dealer=seed & 3, log=False)
            while not hand.over:
                seat = hand.to_act[0]
                hand.play(RANDOM.choice(hand.actions(seat)), seat)
                decisions += 1
            hand.result()
        return decisions

    return run


def riichienv_play(hands: int) -> Job:
    """riichienv's own loop, its log off, random legal actions."""

    def run() -> int:
        env = RiichiEnv(game_mode=0, skip_mjai_logging=True)
        decisions = 0
        for _ in range(hands):
            observations = env.reset()
            while not env.done():
                chosen = {seat: RANDOM.choice(view.legal_actions()) for seat, view in observations.items()}
                decisions += len(chosen)
                observations = env.step(chosen)
        return decisions

    return run


def half_played(game: Game, *, log: bool) -> Hand:
    """A hand after forty decisions."""
    hand = game.hand(seed=3, log=log)
    for _ in range(40):
        hand.play(hand.actions(hand.to_act[0])[0])
    return hand


def repeated(call: Callable[[], object], times: int) -> Job:
    def run() -> int:
        for _ in range(times):
            call()
        return times

    return run


def riichienv_clone(times: int) -> Job:
    """riichienv's clone of a round after as many decisions, its log off."""
    env = RiichiEnv(game_mode=0, skip_mjai_logging=True, seed=3)
    observations = env.reset()
    for _ in range(40):
        observations = env.step({seat: view.legal_actions()[0] for seat, view in observations.items()})
        assert not env.done()
    return repeated(env.clone, times)


def random_hands(game: Game, count: int) -> list[list[int]]:
    """Fourteen physical tiles each, by number; four a kind."""
    chance = random.Random(7)
    wall = [4 * kind + n for kind in range(34) if game.rules.kinds >> kind & 1 for n in range(4)]
    return [chance.sample(wall, 14) for _ in range(count)]


def our_distances(game: Game, hands: list[list[int]]) -> Job:
    """How far each hand is from a win legal in that game, one call a hand."""
    tiles = Distance(game.rules)
    given = [bytes(tile // 4 for tile in hand) for hand in hands]

    def run() -> int:
        for hand in given:
            tiles.of(hand)
        return len(given)

    return run


def our_distances_at_once(game: Game, hands: list[list[int]]) -> Job:
    """The same, one call for all."""
    tiles = Distance(game.rules)
    given = b"".join(bytes(tile // 4 for tile in hand) for hand in hands)

    def run() -> int:
        return len(tiles.of_many(given, 14))

    return run


def riichienv_shanten(hands: list[list[int]]) -> Job:
    """riichienv's shanten number: sets and a pair, seven pairs, thirteen orphans."""

    def run() -> int:
        for hand in hands:
            calculate_shanten(hand)
        return len(hands)

    return run


def discard_tables(game: Game, hands: list[list[int]]) -> Job:
    """For every discard of each hand: the distance, what helps, how many of it may still come."""
    tiles, discards = Distance(game.rules), Discards()
    given = [bytes(tile // 4 for tile in hand) for hand in hands]

    def run() -> int:
        for hand in given:
            tiles.of(hand)
            discards.work_out(tiles)
        return len(given)

    return run


def discard_tables_in_play(game: Game, hands: int) -> Job:
    """The same at every third own turn of hands between bots, once each: tiles lie open, and no two positions are alike."""
    tiles, discards = Distance(game.rules), Discards()
    met: list[tuple[Hand, int]] = []
    for seed in range(hands):
        hand = game.hand(seed=seed, log=False)
        bots = [make("quick", seed=seed, lane=0, seat=seat) for seat in range(4)]
        turns = 0
        while not hand.over:
            seat = hand.to_act[0]
            if hand.table.turn == seat and sum(hand.table.held(seat, kind) for kind in range(34)) % 3 == 2:
                turns += 1
                if turns % 3 == 0:
                    met.append((hand.clone(), seat))
            hand.play(bots[seat].answer(hand), seat)

    def run() -> int:
        for hand, seat in met:
            tiles.look(hand.table, seat)
            discards.work_out(tiles)
        return len(met)

    return run


def complete_hands(count: int) -> list[tuple[list[int], int]]:
    """(13 tiles, winning tile) of closed hands of four sets and a pair that win in every game compared."""
    chance = random.Random(5)
    found: list[tuple[list[int], int]] = []
    while len(found) < count:
        tiles = _complete(chance)
        chance.shuffle(tiles)
        hand, tile = sorted(tiles[:-1]), tiles[-1]
        if max(tiles.count(k) for k in tiles) <= 4 and _wins_everywhere(hand, tile) and gb_calls([(hand, tile)]):
            found.append((hand, tile))
    return found


def _complete(chance: random.Random) -> list[int]:
    suits = [0, 9, 18, chance.choice((0, 9, 18))]
    tiles: list[int] = []
    for n, suit in enumerate(suits):
        low = suit + chance.randrange(7)
        tiles += [low] * 3 if n == 0 or chance.random() < 0.3 else [low, low + 1, low + 2]
    pair = chance.choice((0, 9, 18)) + chance.choice((1, 4, 7))
    return [*tiles, pair, pair]


GAMES = {key: Game(key) for key in ("changchun", "baicheng", "changsha")}


def _win(game: str, hand: list[int], tile: int) -> Win:
    counts = no_tiles()
    for kind in hand:
        counts[kind] += 1
    return Win(1, 0, SELF_DRAW, counts, [], tile)


def _wins_everywhere(hand: list[int], tile: int) -> bool:
    return all(GAMES[key].scoring.settle(_win(key, hand, tile)).legal for key in GAMES)


def our_scoring(game: str, hands: list[tuple[list[int], int]], times: int) -> Job:
    """Our settlement of prepared claims: legality, the best reading, fans, payments."""
    settle = GAMES[game].scoring.settle
    claims = [_win(game, hand, tile) for hand, tile in hands]

    def run() -> int:
        for _ in range(times):
            for claim in claims:
                claim.waits = -1  # nothing is kept from the run before
                settle(claim)
        return times * len(claims)

    return run


def gb_calls(hands: list[tuple[list[int], int]]) -> list[tuple[tuple[str, ...], str]]:
    """The hands as PyMahjongGB takes them, those it refuses left out."""
    names = {"m": "W", "p": "T", "s": "B"}
    calls = []
    for hand, tile in hands:
        texts = tuple(names[tile_text(k)[1]] + tile_text(k)[0] for k in hand)
        last = names[tile_text(tile)[1]] + tile_text(tile)[0]
        try:
            MahjongFanCalculator((), texts, last, 0, True, False, False, False, 0, 0)
        except TypeError:
            continue
        calls.append((texts, last))
    return calls


def gb_scoring(hands: list[tuple[list[int], int]], times: int) -> Job:
    """PyMahjongGB's fan calculation of the same hands."""
    calls = gb_calls(hands)

    def run() -> int:
        for _ in range(times):
            for texts, last in calls:
                MahjongFanCalculator((), texts, last, 0, True, False, False, False, 0, 0)
        return times * len(calls)

    return run
