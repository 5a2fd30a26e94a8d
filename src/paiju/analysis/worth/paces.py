"""What was counted of each game: how fast hands get ready and win, what wins bring and cost, which tiles are thrown and which waited for.

In some thousand hands a game between bots that go the shortest way, what is thrown and how that fades between ``expert``;
``tools/measure_tempo.py`` counts again and prints it beside what is in use.
``nearer`` is about a tenth below what it counts now: with that, hands are played for what is far and dear, and win less. Winds and dragons that a
game does not have, and places too rare to count, have another game's figures.
"""

from typing import Final, final

from librt.vecs import vec


@final
class Pace:
    """Chances are for one time round, from an own discard to the next. Points are those of the prices the game has by default."""

    def __init__(
        self,
        *,
        nearer: list[float],
        gain: float,
        loss: float,
        paid: float,
        beside: float,
        spread: float,
        wins: float,
        treasure: float,
        discards: float,
        thrown: list[float],
        fades: list[float],
        waited_for: list[list[float]],
        taste: float = 1.0,
        ways: float = 1.0,
        sober: float = 1.0,
    ) -> None:
        self.nearer: Final[list[float]] = nearer  # by distance: how likely a hand gets nearer, or wins
        self.gain: Final[float] = gain  # what a win brings on the average
        self.loss: Final[float] = loss  # what another's win costs one who does not deal and has an open hand
        self.paid: Final[float] = paid  # the same when it is won on his own discard
        self.beside: Final[float] = beside  # ... and what it costs the others then
        self.spread: Final[float] = spread  # the standard deviation of a seat's points in a hand
        self.wins: Final[float] = wins  # how likely a ready player wins
        self.treasure: Final[float] = treasure  # how likely a ready hand wins by a treasure
        self.discards: Final[float] = discards  # how many chances the others' discards give, against one draw
        # How many chances others' discards give of a kind at the beginning, against one draw, how fast that fades, a round, and how likely a ready
        # player waits for a kind. By sort: how far a numbered tile is from the end of its suit, winds, dragons. Thrown: three places each, by how
        # many lie open; waited for: by copies unseen.
        self.thrown: Final[vec[float]] = vec[float](thrown)
        self.fades: Final[vec[float]] = vec[float](fades)
        self.waited_for: Final[list[list[float]]] = waited_for
        # What played best, and was not counted:
        self.taste: Final[float] = taste  # how much of what a win brings beyond the average is counted on (see ``Wins``)
        self.ways: Final[float] = ways  # how fast other ways than the nearest win are for who is sober, against what they look
        self.sober: Final[float] = sober  # what is left of ``taste`` for who is sober


PACES: Final[dict[str, Pace]] = {
    "changchun": Pace(
        nearer=[0.2, 0.208, 0.307, 0.405, 0.528, 0.65, 0.75],
        gain=12.5, loss=3.7, paid=4.1, beside=1.8, spread=9.2, wins=0.18, treasure=0.03, discards=2.2, ways=0.6,
        thrown=[3.49, 4.09, 4.66, 2.70, 3.68, 3.93, 1.80, 2.48, 2.70, 1.84, 2.41, 2.70, 1.90, 2.72, 3.10, 7.12, 8.60, 8.36, 3.73, 5.69, 5.67],
        fades=[0.044, 0.032, 0.000, 0.003, 0.006, 0.096, 0.028],
        waited_for=[
            [0.018, 0.023, 0.041, 0.068],
            [0.032, 0.036, 0.063, 0.087],
            [0.045, 0.057, 0.079, 0.106],
            [0.036, 0.049, 0.074, 0.096],
            [0.038, 0.048, 0.07, 0.092],
            [0.0, 0.002, 0.018, 0.026],
            [0.0, 0.009, 0.03, 0.041],
        ],
    ),
    "baicheng": Pace(
        nearer=[0.205, 0.236, 0.364, 0.497, 0.655, 0.75, 0.8],
        gain=22.0, loss=5.3, paid=8.0, beside=2.9, spread=22.0, wins=0.18, treasure=0.022, discards=2.2, sober=0.8,
        thrown=[4.13, 5.27, 6.18, 3.09, 3.86, 4.34, 2.22, 3.04, 3.55, 2.35, 3.06, 3.40, 2.46, 3.19, 3.78, 7.12, 8.60, 8.36, 3.39, 4.48, 4.83],
        fades=[0.114, 0.062, 0.038, 0.024, 0.032, 0.096, 0.038],
        waited_for=[
            [0.019, 0.023, 0.042, 0.061],
            [0.024, 0.039, 0.058, 0.084],
            [0.052, 0.061, 0.084, 0.112],
            [0.03, 0.045, 0.066, 0.091],
            [0.037, 0.044, 0.072, 0.081],
            [0.0, 0.002, 0.018, 0.026],
            [0.028, 0.037, 0.065, 0.092],
        ],
    ),
    "changsha": Pace(
        nearer=[0.184, 0.225, 0.362, 0.513, 0.66, 0.75, 0.8],
        gain=40.0, loss=12.5, paid=27.8, beside=0.0, spread=33.2, wins=0.165, treasure=0.0, discards=1.9, taste=0.5,
        thrown=[5.54, 6.44, 6.80, 1.86, 3.05, 4.19, 2.61, 3.46, 3.59, 2.64, 3.51, 3.90, 1.31, 2.38, 2.95, 7.12, 8.60, 8.36, 3.39, 4.48, 4.83],
        fades=[0.109, 0.027, 0.044, 0.043, 0.000, 0.096, 0.038],
        waited_for=[
            [0.014, 0.019, 0.027, 0.054],
            [0.025, 0.061, 0.105, 0.147],
            [0.035, 0.05, 0.069, 0.089],
            [0.026, 0.036, 0.045, 0.072],
            [0.04, 0.076, 0.117, 0.146],
            [0.0, 0.002, 0.018, 0.026],
            [0.028, 0.037, 0.065, 0.092],
        ],
    ),
}  # fmt: skip


def pace_of(game: str) -> Pace:
    """A game's pace; Baicheng's for one that was not counted."""
    return PACES.get(game, PACES["baicheng"])
