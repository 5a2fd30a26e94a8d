"""Matches dealt fairly, for tests; ``python -m tests.fair_tools`` writes the one that is published with the vectors."""

import hashlib
from pathlib import Path

from paiju.bots import make
from paiju.game.fair import commitment, deal, match_seed, promise
from paiju.game.hand import Game, Hand
from paiju.game.match import Match
from paiju.records import Course, FairPart, Leaving, Record, line_of, match_record

PUBLISHED = Path(__file__).parent / "vectors" / "fair-match.jsonl"


class FairDealer:
    """The secrets and nonces of a match's hands, from a text, and the hands that follow from them. The last seat is a bot's and adds nothing."""

    def __init__(self, game: Game, text: str = "fair", room: str = "Xw3_kq-81ZbA") -> None:
        self.game, self.text, self.room = game, text, room

    def secret(self, number: int) -> bytes:
        return hashlib.sha256(f"{self.text} {number}".encode()).digest()

    def nonces(self, number: int) -> list[bytes]:
        return [*(hashlib.sha256(f"{self.text} {number} {seat}".encode()).digest()[:16] for seat in range(3)), b""]

    def deal(self, number: int, dealer: int) -> Hand:
        return deal(self.secret(number), f"{self.room}/{number}", self.nonces(number), self.game.tiles()).hand(self.game, dealer)

    def part(self, number: int) -> FairPart:
        secret, hand, nonces = self.secret(number), f"{self.room}/{number}", self.nonces(number)
        given = tuple([nonce.hex() for nonce in nonces])
        promises = tuple([promise(nonce, hand, chair) if nonce else "" for chair, nonce in enumerate(nonces)])
        root = deal(secret, hand, nonces, self.game.tiles()).root
        return FairPart(hand, secret.hex(), given, promises, commitment(secret), root)  # type: ignore[arg-type]

    def match(self, players: str = "ABCD") -> Match:
        return Match(self.game, seed=match_seed(self.secret(0), self.nonces(0)), players=tuple(players), deal=self.deal)


def play(course: Course, number: int, bots: tuple[str, ...]) -> None:
    players = [make(name, seed=number, lane=1, seat=seat) for seat, name in enumerate(bots)]
    while not course.hand.over:
        seat = course.hand.to_act[0]
        course.play(players[seat].answer(course.hand), seat)


def fair_records(
    game: Game, hands: int, *, bots: tuple[str, ...] = ("quick",) * 4, fair: bool = True, leaver: int | None = None, text: str = "fair"
) -> list[Record]:
    """The first hands of a match dealt fairly; ``fair`` False leaves the parts out, so that the walls are merely given."""
    dealer = FairDealer(game, text)
    match = dealer.match("甲乙丙丁")
    leavings: list[Leaving] = []
    found: list[Record] = []
    while True:
        number = match.number
        course = Course(match.hand, dealer.part(number) if fair else None)
        play(course, number, bots)
        found.append(match_record(course, match, leavings))
        match.settle()
        if leaver is not None and match.leave(leaver):
            leavings.append(Leaving(leaver, False, number))
        if match.over or match.number == hands:
            return found
        match.next_hand()


def published() -> bytes:
    return b"".join(line_of(record) for record in fair_records(Game("changchun"), 2))


if __name__ == "__main__":
    PUBLISHED.write_bytes(published())
