"""Dealing anew what one seat has not seen, so that the same happens before its eyes: the machinery of ``test_hidden``.

Which tiles a seat has seen is worked out here from the engine's full log and the clauses alone, not from the events it was told.
"""

import random
from collections import defaultdict
from functools import lru_cache
from typing import Final

import msgspec
import pytest

from paiju.analysis.report import Analyst
from paiju.core import events as log
from paiju.core.errors import ActionError
from paiju.core.notation import tile_text
from paiju.core.rules import FOUR_OF_A_KIND, LACKS_A_SUIT, NO_258, TWO_TRIPLETS
from paiju.core.table import GONE, SEA_OFFER, WALL, WINDOW
from paiju.core.tiles import NONE
from paiju.core.win import ADDED_KONG, CONCEALED_KONG, MELDED_KONG
from paiju.game.actions import special_kinds
from paiju.game.hand import Game, Hand
from paiju.game.waits import waits, waits_after
from paiju.game.why import why_not
from tests.playthrough import Playthrough

CONSEQUENCES: Final = (log.ROLL_TREASURE, log.LOOK, log.TREASURE_BACK, log.TREASURE_SET, log.TREASURE_OUT, log.OPENING_WIN)
CLAIMS: Final = (log.CHOW, log.PUNG, log.KONG, log.WIN)


def choices(hand: Hand, audience: int) -> list[str]:
    """What a seat may do; a watcher may do nothing."""
    return [str(action) for action in hand.actions(audience)] if audience < 4 else []


def unpack(entry: int) -> tuple[int, int, int, int, int, int]:
    """Kind, seat, a, b, c, d."""
    return entry & 63, entry >> 6 & 7, entry >> 9 & 255, entry >> 17 & 255, entry >> 25 & 255, entry >> 33 & 255


class Seen:
    """Which places of the wall an audience has seen the tile of, followed along the log."""

    def __init__(self, hand: Hand, audience: int, wall: list[int]) -> None:
        self.hand = hand
        self.audience = audience
        self.wall = wall
        self.known: set[int] = set()  # places seen
        self.held: list[list[int]] = [[], [], [], []]  # places of each hand's tiles, the newest last
        self.hidden_kongs: list[list[int]] = []  # places of other seats' hidden concealed kongs
        self.taken: set[int] = set(range(53))
        self.aside = -1
        self.done = 0
        dealer = int(hand.table.dealer)
        for place in range(53):
            self._hold((dealer + (place // 4 if place < 48 else place)) % 4, place)

    def follow(self) -> None:
        entries = self.hand.table.log
        while self.done < len(entries):
            self._read(*unpack(int(entries[self.done])))
            self.done += 1

    def _hold(self, seat: int, place: int) -> None:
        self.held[seat].append(place)
        self.taken.add(place)
        if seat == self.audience:
            self.known.add(place)

    def _show(self, seat: int, kind: int, *, gone: bool = True) -> int:
        """A tile of the seat lies open: the newest of that kind, one already shown before others."""
        places = [place for place in self.held[seat] if self.wall[place] == kind]
        place = next((p for p in reversed(places) if p in self.known), places[-1])
        self.known.add(place)
        if gone:
            self.held[seat].remove(place)
        return place

    def _turn_up(self) -> None:
        """Tiles that left the wall without a hand taking them lie open: dice tiles, birds, an old treasure."""
        t = self.hand.table
        for place in range(int(t.wall_size)):
            if t.small[WALL + place] >= GONE and place not in self.taken:
                self.taken.add(place)
                self.known.add(place)

    def _read(self, kind: int, seat: int, a: int, b: int, c: int, d: int) -> None:
        rules = self.hand.table.rules
        if kind == log.DRAW:
            if b == log.SEA:
                self.taken.add(c)
                if seat == self.audience:
                    self.known.add(c)
            else:
                self._hold(seat, c)
        elif kind == log.DISCARD:
            if c == NONE:
                self._show(seat, a)
        elif kind == log.CHOW:
            for tile in range(b, b + 3):
                if tile != a:
                    self._show(seat, tile)
        elif kind == log.PUNG:
            if d:
                self._show(c, a)
            self._show(seat, a)
            self._show(seat, a)
        elif kind == log.KONG:
            if b == CONCEALED_KONG and rules.concealed_kong_hidden and seat != self.audience:
                places = [place for place in self.held[seat] if self.wall[place] == a]
                self.hidden_kongs.append(places)
                self.held[seat] = [place for place in self.held[seat] if place not in places]
            else:
                for _ in range({CONCEALED_KONG: 4, ADDED_KONG: 1, MELDED_KONG: 3}[b]):
                    self._show(seat, a)
        elif kind == log.PROPOSE_ADDED:
            self._show(seat, a, gone=False)
        elif kind == log.PROPOSE_ADDITION:
            self._show(seat, b, gone=False)
        elif kind == log.SPECIAL:
            own = [k for n, k in enumerate(special_kinds(a)) if b >> n & 1]
            size = int(rules.winds_kong_size) if a == 0 else 3
            for tile in own + [int(rules.special_kong_wild)] * (size - len(own)):
                self._show(seat, tile)
        elif kind == log.ADDITION:
            self._show(seat, b)
        elif kind == log.ROLL_TREASURE:
            if not d:
                self.aside = int(self.hand.table.wall_size) - 2 - 2 * b + c
        elif kind == log.TREASURE_SET:
            self.aside = b
        elif kind == log.LOOK:
            if seat == self.audience:
                self.known.add(self.aside)
        elif kind == log.SEA_TURNED:
            self.known |= {place for place in self.taken if place not in {p for held in self.held for p in held} and self.wall[place] == a}
        elif kind == log.OPENING_WIN:
            counts = [self.wall[place] for place in self.held[seat]]
            for place in self.held[seat]:
                n = counts.count(self.wall[place])
                if a & (NO_258 | LACKS_A_SUIT) or (n == 4 and a & FOUR_OF_A_KIND) or (n == 3 and a & TWO_TRIPLETS):
                    self.known.add(place)
        elif kind in (log.TURN_UP, log.BIRD, log.TREASURE_OUT):
            self._turn_up()
        elif kind == log.END:  # all hands, kongs and the treasure are open
            self._turn_up()
            self.known |= self.taken
            if self.aside >= 0:
                self.known.add(self.aside)

    def unseen(self) -> list[int]:
        return [place for place in range(len(self.wall)) if place not in self.known]


class Story:
    """One hand up to a moment as an audience lived it: what it was told after each answer, what it was asked and answered."""

    def __init__(self, play: Playthrough, audience: int, moment: int) -> None:
        self.play = play
        self.audience = audience
        hand = play.hand
        seen = Seen(hand, audience, play.wall)
        teller = hand.teller(audience)
        self.told: list[bytes] = []  # the events, as sent
        self.asked: list[tuple[int, list[str]]] = []  # at which length of the log the audience was asked, and for what
        self.passes = 0  # hidden answers of others
        answers: list[tuple[int, int, int, str]] = []
        while True:
            self.told += [msgspec.json.encode(event) for event in teller.news()]
            seen.follow()
            length = len(hand.table.log)
            self._note_question(hand, length)
            if hand.over or len(play.told) >= moment:
                break
            asks = int(hand.table.asks)
            play.step()
            answers.append((length, asks, *play.told[-1]))
        self.length = len(hand.table.log)
        self.view = msgspec.json.encode(hand.view(audience))
        self.actions = choices(hand, audience)
        self.hints = hints(hand, audience)
        self.entries = [unpack(int(entry)) for entry in hand.table.log]
        self.seen = seen
        self.asks = int(hand.table.asks)
        self.acts: dict[tuple[int, int], list[str]] = defaultdict(list)
        kongs = iter(seen.hidden_kongs)
        for length, asks, seat, text in answers:
            if seat == audience or not self._is_hidden(length, asks, seat, text):
                hidden = text.startswith("ckong") and seat != audience and hand.table.rules.concealed_kong_hidden
                self.acts[length, seat].append(f"ckong at {next(kongs)[0]}" if hidden else text)
            else:
                self.passes += 1

    def _note_question(self, hand: Hand, length: int) -> None:
        if self.audience in hand.to_act:
            question = (length, choices(hand, self.audience))
            if not self.asked or self.asked[-1] != question:
                self.asked.append(question)

    def _is_hidden(self, length: int, asks: int, seat: int, text: str) -> bool:
        """A pass (but of the sea bottom), and a claim that lapsed, leave no trace (G-14)."""
        if text == "pass":
            return asks != SEA_OFFER
        if asks != WINDOW:
            return False
        for kind, who, *_ in self.entries[length:]:
            if kind in CLAIMS and who == seat:
                return False
            if kind in (log.DRAW, log.DISCARD):
                break
        return True

    def replay(self, wall: list[int]) -> "Retold | None":
        """The same before this audience's eyes with another wall; None where that cannot be."""
        hand = self.play.begin(wall)
        teller = hand.teller(self.audience)
        left = {key: list(texts) for key, texts in self.acts.items()}
        retold = Retold()
        retold.wall = wall
        questions: list[tuple[int, list[str]]] = []
        checked = 0
        while True:
            retold.told += [msgspec.json.encode(event) for event in teller.news()]
            length = len(hand.table.log)
            if not self._same_consequences(hand, checked):
                return None
            checked = length
            if self.audience in hand.to_act and length < self.length:
                question = (length, choices(hand, self.audience))
                if not questions or questions[-1] != question:
                    questions.append(question)
            if length >= self.length or hand.over:
                break
            if not self._answer(hand, length, left, retold):
                return None
        self._own_answers(hand, left)
        retold.same_moment = (
            len(hand.table.log) == self.length
            and not left.get((self.length, self.audience))
            and hand.table.asks == self.asks
            and (self.audience in hand.to_act) == bool(self.actions)
        )
        if retold.same_moment:
            retold.view = msgspec.json.encode(hand.view(self.audience))
            retold.actions = choices(hand, self.audience)
            retold.hints = hints(hand, self.audience)
        retold.told += [msgspec.json.encode(event) for event in teller.news()]
        retold.same_questions = questions == [question for question in self.asked if question[0] < self.length]
        return retold

    def _own_answers(self, hand: Hand, left: dict[tuple[int, int], list[str]]) -> None:
        """At the moment itself: what the audience has already answered (others may still be asked)."""
        texts = left.get((self.length, self.audience), [])
        while texts and len(hand.table.log) == self.length and texts[0] in choices(hand, self.audience):
            hand.play(texts.pop(0), self.audience)

    def _answer(self, hand: Hand, length: int, left: dict[tuple[int, int], list[str]], retold: "Retold") -> bool:
        for seat in hand.to_act:
            texts = left.get((length, seat))
            if not texts:
                continue
            text = texts[0]
            if text.startswith("ckong at"):  # the tiles that lie there now
                text = f"ckong {tile_text(retold.wall[int(text.split()[2])])}"
            if text in hand.legal(seat):
                texts.pop(0)
                hand.play(text, seat)
                return True
        for seat in hand.to_act:
            if seat != self.audience and "pass" in hand.legal(seat):
                retold.passes += 1
                hand.play("pass", seat)
                return True
        return False

    def _same_consequences(self, hand: Hand, start: int) -> bool:
        """Where hidden tiles show: a dead treasure is rolled past or changed (CC-24, CC-27, BC-7), an opening win shows its patterns (CS-2)."""
        entries = hand.table.log
        for n in range(start, min(len(entries), self.length)):
            new, who, *rest = unpack(int(entries[n]))
            kind, seat, *before = self.entries[n]
            if (kind in CONSEQUENCES or new in CONSEQUENCES) and ((kind, seat) != (new, who) or (kind != log.LOOK and rest != before)):
                return False
        return True


class Retold:
    """What the audience was told with another wall."""

    def __init__(self) -> None:
        self.wall: list[int] = []
        self.told: list[bytes] = []
        self.view = b""
        self.actions: list[str] = []
        self.hints: list[str] = []
        self.passes = 0
        self.same_questions = True
        self.same_moment = False


def hints(hand: Hand, audience: int) -> list[str]:
    """What a seat is told on asking: why tiles do not win, what it waits for, why it may not do what it may not do."""
    if audience > 3:
        return []
    told = [repr(why_not(hand, audience, tile)) for tile in (None, *range(34))]
    told += [repr(waits(hand, audience)), repr(waits_after(hand, audience)), repr(analyst(hand.game).look(hand, audience))]
    if audience not in hand.to_act:
        for text in ("pass", "nothing"):
            with pytest.raises(ActionError) as caught:
                hand.play(text, audience)
            told.append(str(caught.value))
    return told


@lru_cache(maxsize=4)
def analyst(game: Game) -> Analyst:
    return Analyst(game)


def redeals(story: Story, rng: random.Random) -> list[tuple[str, list[int]]]:
    """Other walls, alike in all the audience has seen; each with the way it was made."""
    wall = story.play.wall
    unseen = story.seen.unseen()
    kongs = [kong for kong in story.seen.hidden_kongs if kong[0] in unseen]
    free = [place for place in unseen if not any(place in kong for kong in kongs)]
    made: list[tuple[str, list[int]]] = []

    def permuted(name: str, places: list[int]) -> None:
        kinds = [wall[place] for place in places]
        rng.shuffle(kinds)
        other = wall[:]
        for place, kind in zip(places, kinds, strict=True):
            other[place] = kind
        if other != wall:
            made.append((name, other))

    permuted("everything", free)
    permuted("wall", [place for place in free if place not in story.seen.taken])
    for _ in range(3):
        if len(free) > 4:
            permuted("a few", rng.sample(free, rng.choice((2, 3, 4))))
    aside = story.seen.aside
    if aside >= 0 and aside not in story.seen.known and len(free) > 4:
        permuted("treasure", [aside, *rng.sample([place for place in free if place != aside], 3)])
    whole = [kind for kind in set(wall) if sum(wall[place] == kind for place in unseen) == 4]
    for kong in kongs:
        others = [kind for kind in whole if kind != wall[kong[0]]]
        if others:
            here, there = wall[kong[0]], rng.choice(others)
            made.append(("kong", [there if k == here else here if k == there else k for k in wall]))
    return made
