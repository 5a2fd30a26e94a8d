"""The bot ``random``: every legal action is equally likely. The measure of all others, and what fills tests with hands."""

from paiju.bots.bot import Bot, Seen
from paiju.core.stream import Stream
from paiju.game.actions import Action

_LANES = 1 << 20  # far from the lanes of walls


class RandomBot(Bot):
    name = "random"
    zh, en = "随便打", "random"
    about_zh = "能做的里随便挑一样。"
    about_en = "Any legal answer, each as likely as the others."
    wants_views = False

    def __init__(self, *, seed: int, lane: int, seat: int) -> None:
        super().__init__(seed=seed, lane=lane, seat=seat)
        self.stream = stream_of(seed, lane, seat)

    def choose(self, seen: Seen) -> Action:
        legal = seen.legal
        return legal[self.stream.below(len(legal))]


def stream_of(seed: int, lane: int, seat: int) -> Stream:
    """The chance of one random player in one hand: not that of the wall."""
    return Stream(seed, (lane % _LANES + 1) * 4 * _LANES + seat)
