"""Who answers for a seat that no person plays: its bot, or for one who is away safe play (G-15) or a bot, as the room has it."""

from __future__ import annotations

import logging
from typing import Final

from paiju import bots
from paiju.bots import Bot
from paiju.game.actions import Action
from paiju.game.audience import Seat
from paiju.game.clock import timeout_action
from paiju.game.hand import Hand
from paiju.game.standing import Standing
from paiju.server.room import Room
from paiju.server.timing import AUTO_AFTER

SAFE: Final = "safe"
PERSON: Final = "person"
_log: Final = logging.getLogger("paiju.table")


def answerer(room: Room, chair: int, *, public: bool, here: bool, level: str) -> str:
    """PERSON, SAFE, or the name of the bot that answers for a chair. ``level``: the bot that stands in for a person.

    One who has let claims pass is played for in claims alone, unseen, until he is in a turn of his own too: else it would tell that he had a claim.
    """
    seated = room.chairs[chair]
    if seated.bot:
        return seated.bot
    if seated.left:  # CS-48: where leaving has its price, a bot plays on
        return level if room.pays_for_leaving or room.rules.absent == "bot" else SAFE
    if not seated.auto and (public or seated.missed < (AUTO_AFTER if here else 1)):
        return PERSON
    return level if not here and room.rules.absent == "bot" else SAFE


class StandIns:
    """The bots of one hand. Each sees what its seat knows, and draws its chance from the hand's own seed. ``standing``: of the match, before it."""

    def __init__(self, hand: Hand, seed: int, number: int, standing: Standing) -> None:
        self._hand = hand
        self._seed = seed
        self._lane = number + 1
        self._standing = standing
        self._bots: dict[tuple[Seat, str], Bot] = {}

    def answer(self, seat: Seat, name: str) -> Action:
        """What the bot of that name, or safe play, answers now. A bot that fails plays safe."""
        if name == SAFE:
            return timeout_action(self._hand, seat)
        try:
            bot = self._bots.get((seat, name))
            if bot is None:
                bot = self._bots[seat, name] = bots.make(name, seed=self._seed, lane=self._lane, seat=seat, standing=self._standing)
            action = bot.answer(self._hand)
            if action in self._hand.legal(seat):
                return action
            _log.error("the bot %s gave an answer that is not legal", name, extra={"seat": seat})
        except Exception:
            _log.exception("the bot %s failed", name, extra={"seat": seat})
        return timeout_action(self._hand, seat)
