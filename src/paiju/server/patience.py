"""What a table waits for besides answers: those who dropped before the match, the vote, those who must be back after a hand (CS-48)."""

from __future__ import annotations

from collections.abc import Sequence

from paiju.server.room import Room


class Patience:
    """Deadlines by chair, in the table's seconds."""

    def __init__(self) -> None:
        self.dropped: dict[int, float] = {}  # before the match: when the chair is given away
        self.escapes: dict[int, float] = {}  # after a hand: when staying away counts as leaving
        self.vote = 0.0  # when silence is consent

    def due(self, room: Room, *, paused: bool) -> float | None:
        """The next deadline. While nobody plays, none of the match's runs."""
        if room.state == "waiting":
            return min(self.dropped.values(), default=None)
        times = list(self.escapes.values())
        if room.votes and not paused:
            times.append(self.vote)
        return min(times, default=None)

    def pop_dropped(self, now: float) -> int | None:
        """A chair whose time is up."""
        return _pop(self.dropped, now)

    def pop_escape(self, now: float) -> int | None:
        return _pop(self.escapes, now)

    def hand_settled(self, room: Room, here: Sequence[bool], now: float) -> None:
        """CS-48: from now on the grace runs of those who are not here."""
        if room.pays_for_leaving:
            grace = int(room.game.settings.number("escape_grace_seconds"))
            for chair in room.persons:
                if not here[chair] and not room.chairs[chair].escaped:
                    self.escapes.setdefault(chair, now + grace)

    def came(self, chair: int) -> None:
        """The chair's person is here."""
        self.dropped.pop(chair, None)
        self.escapes.pop(chair, None)


def _pop(times: dict[int, float], now: float) -> int | None:
    chair = next((chair for chair, at in times.items() if at <= now), None)
    if chair is not None:
        del times[chair]
    return chair
