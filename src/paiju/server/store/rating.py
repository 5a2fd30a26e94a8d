"""Ratings: OpenSkill's Plackett-Luce model, one rating a player and game, moved by the places of a match.

Only persons are rated, and only against the persons at the table: how strong a bot is nobody has measured, and a guess would let ratings be
collected from bots, or drain to them. So a match with one person among bots moves nothing, and bots between persons do not matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from openskill.models import PlackettLuce

_MODEL: Final = PlackettLuce()
UNRATED: Final = (float(_MODEL.mu), float(_MODEL.sigma))
SIGMAS: Final = 3  # what is shown is the mean less so many deviations: what a player has at least, as far as is known

MuSigma = tuple[float, float]


def rate(before: Sequence[MuSigma], places: Sequence[int]) -> list[MuSigma]:
    """The ratings after a match, for two persons or more; the lowest place is the best."""
    teams = [[_MODEL.create_rating([mu, sigma])] for mu, sigma in before]
    return [(float(team[0].mu), float(team[0].sigma)) for team in _MODEL.rate(teams, ranks=[float(place) for place in places])]
