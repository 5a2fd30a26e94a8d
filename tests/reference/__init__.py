"""A second, slow and obvious reading of the rules, to be compared with the engine; shares no code with it."""

from .contract import answer
from .hand import Hand

__all__ = ["Hand", "answer"]
