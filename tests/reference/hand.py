"""The hand-driver: one deal of one game, asked and answered in the common texts."""

from . import options as house
from . import tiles
from .baicheng import Baicheng
from .changchun import Changchun
from .changsha import Changsha

GAMES = {"changchun": Changchun, "baicheng": Baicheng, "changsha": Changsha}


class Hand:
    """Questions go out by pending and legal, answers come in by play; result stands when nothing is pending."""

    def __init__(self, variant, options, wall, dealer, dice):
        rules = house.complete(variant, options)
        kinds = tiles.KINDS[variant]
        if sorted(wall) != sorted(kinds * 4):
            raise ValueError(f"a wall of {variant} holds every kind four times")
        self.flow = GAMES[variant](rules, wall, dealer, dice)
        self._course = self.flow.run()
        self._questions = next(self._course, {})

    def pending(self):
        return set(self._questions)

    def legal(self, seat):
        return set(self._questions.get(seat, ()))

    def play(self, seat, text):
        if text not in self.legal(seat):
            raise ValueError(f"seat {seat} may not {text!r}; legal: {sorted(self.legal(seat))}")
        try:
            self._questions = self._course.send((seat, text))
        except StopIteration:
            self._questions = {}

    @property
    def result(self):
        return self.flow.result

    @property
    def hands(self):
        return self.flow.hands

    @property
    def melds(self):
        return self.flow.melds

    @property
    def rivers(self):
        return self.flow.rivers

    @property
    def log(self):
        return self.flow.log
