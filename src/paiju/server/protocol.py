"""What is said between a page and the server: every message as a frozen struct, one JSON object each (docs/protocol.md).

A page speaks in commands (``do``), each with an id of its own choice: repeating one changes nothing. The server speaks in messages (``type``),
numbered ``n`` without a gap on each connection, so a page that misses one asks for ``sync`` and gets a ``snapshot``. Times are milliseconds that
are left, as the server measures them. Sentences for people come in both languages. Long because all that is said is declared in one place.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from paiju.game.events import Event
from paiju.game.views import View

VERSION: Final = 1
LONGEST_COMMAND: Final = 4096  # bytes

Id = Annotated[str, Meta(min_length=1, max_length=40)]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
Name = Annotated[str, Meta(min_length=1, max_length=16)]


class Said(msgspec.Struct, frozen=True):
    """A sentence in both languages."""

    zh: str
    en: str


# -- what a room is ----------------------------------------------------------------------------------------------


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds for each question, and a bank a hand for what goes beyond. ``base`` 0: no clock."""

    base: Annotated[int, Meta(ge=0, le=300)] = 15
    bank: Annotated[int, Meta(ge=0, le=600)] = 20


class RoomRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a room plays: the game with its house rules, and the table's own."""

    variant: str
    preset: str | None = None
    options: dict[str, bool | int | str | list[int | str]] = msgspec.field(default_factory=dict)
    base_points: Annotated[int, Meta(ge=1, le=1000)] = 1  # 底分: what one point is worth
    coins: bool = False  # a coin room: who leaves pays in coins (CS-48)
    clock: Clock = Clock()
    absent: Annotated[str, Meta(pattern="^(safe|bot)$")] = "safe"  # who plays for one who is away (G-15)
    claim_wait: bool = True  # after a discard a shortest time passes, whoever may claim
    watch: bool = True
    watch_delay: Annotated[int, Meta(ge=0, le=600)] = 60  # seconds
    hints: bool = True  # waits and reasons on demand
    open: bool = False  # listed in the lobby


class Chair(msgspec.Struct, frozen=True):
    """One of the four chairs of a room. In play ``seat`` moves with the rounds, a chair never does."""

    name: str = ""
    player: str = ""  # public id of a person; empty for a bot or nobody
    bot: str = ""  # its level, where a bot sits
    ready: bool = False
    here: bool = False  # connected
    auto: bool = False  # 托管
    left: bool = False


class RoomState(msgspec.Struct, frozen=True):
    """A room as everybody in it sees it."""

    number: str
    state: Annotated[str, Meta(pattern="^(waiting|playing|over|closed)$")]
    rules: RoomRules
    chairs: tuple[Chair, Chair, Chair, Chair]
    host: int  # a chair
    watchers: int = 0
    dissolve: tuple[int, ...] | None = None  # chairs that agree, while a vote is open
    dissolve_left: int | None = None  # milliseconds until silence is consent
    again: str = ""  # the number of the room where those of this table play again


# -- what a table is ---------------------------------------------------------------------------------------------


class HandState(msgspec.Struct, frozen=True):
    """The hand being played, apart from what its view holds."""

    number: int  # from 0
    round: int  # from 0
    hands: int  # of the match; 0 where rounds are counted
    rounds: int
    dealer: int  # seat
    seats: tuple[int, int, int, int]  # the chair on each seat
    totals: tuple[int, int, int, int]  # by chair, before this hand
    wall_size: int
    reserve: int  # tiles at the tail that are not drawn, as it stands now
    commitment: str  # SHA-256 of the secret, told before any nonce
    root: str  # Merkle root of the wall and dice
    points: tuple[tuple[int, int, int, int], ...] = ()  # what each hand of the match before this one brought, by chair


class Turn(msgspec.Struct, frozen=True):
    """Whose own turn it is and the time left. Who holds a claim is told to nobody else (G-7)."""

    seat: int
    left: int | None
    bank: int


class Choice(msgspec.Struct, frozen=True):
    """One legal answer: ``action`` is what to send; verb, tiles and labels to show it."""

    action: str
    verb: str
    tiles: tuple[int, ...]
    zh: str
    en: str
    waits: tuple[int, ...] = ()  # of a discard or declaration that leaves the hand ready: what it would wait for


class Question(msgspec.Struct, frozen=True):
    """What a seat is asked. An answer names ``id``; one to a closed question is refused."""

    id: str
    kind: Annotated[str, Meta(pattern="^(turn|claim|share|sea)$")]
    choices: tuple[Choice, ...]
    left: int | None  # milliseconds until the server answers; None: no clock
    bank: int  # milliseconds of it that come from the bank


class Line(msgspec.Struct, frozen=True):
    """One payment with its arithmetic in words."""

    giver: int
    to: int | None
    amount: int
    clause: str
    why: str
    text: Said


class Winner(msgspec.Struct, frozen=True):
    """One win laid out."""

    seat: int
    how: str
    source: int | None
    hand: tuple[int, ...]  # concealed, without the winning tile
    tile: int | None
    reading: Said
    fans: tuple[tuple[str, int], ...]  # id and value, in the order declared
    birds: tuple[tuple[int, int], ...] = ()  # each with the seat it counts to (CS-38)


class Result(msgspec.Struct, frozen=True):
    """A finished hand: who won with what, each payment line, what it makes of the totals, and the wall opened."""

    winners: tuple[Winner, ...]
    lines: tuple[Line, ...]
    deltas: tuple[int, int, int, int]  # by seat, in points
    totals: tuple[int, int, int, int]  # by chair, after the hand
    birds: tuple[int, ...]
    next_dealer: int
    record: str  # id of its record
    secret: str  # what ``commitment`` was the digest of
    nonces: tuple[str, str, str, str]  # by chair, hexadecimal
    match_over: bool


class TableState(msgspec.Struct, frozen=True):
    """All a seat or watcher may know now: what a page shows after a (re)connection instead of its own state."""

    hand: HandState
    view: View
    turn: Turn | None
    result: Result | None


class You(msgspec.Struct, frozen=True):
    """Who the connection is in this room, by the name it came with. ``chair`` and ``seat`` are None for a watcher."""

    player: str
    name: str
    chair: int | None
    seat: int | None


# -- server to page ----------------------------------------------------------------------------------------------


class _Message(msgspec.Struct, tag_field="type", tag=lambda name: name.lower(), kw_only=True):
    n: int = 0  # set when it is sent


class Snapshot(_Message):
    """The whole state; first on every connection, and the answer to ``sync``."""

    version: int
    page: str  # hash of the page's files: another one means a newer page is there
    room: RoomState
    you: You
    table: TableState | None
    question: Question | None


class Changed(_Message):
    """The room has changed."""

    room: RoomState
    you: You


class Commit(_Message):
    """A hand is about to be dealt: its commitment. A seated page answers with a ``promise``; told again with everybody's, with its ``nonce``.

    ``id`` (``room/number``) goes into the wall too. A page gives its nonce only where its own promise stands among those told, and never for one
    id after two tellings that differ: so nothing is left to choose for whoever hears it.
    """

    hand: int
    id: str
    commitment: str
    promises: tuple[str, str, str, str] | None = None  # by chair, hexadecimal, empty: none; None: they are still taken


class Begin(_Message):
    """A new hand: a page forgets the view of the old one; the deal follows as events."""

    hand: HandState
    seat: int | None  # where this connection sits now


class Happened(_Message):
    """What happened, as this audience may know it."""

    events: tuple[Event, ...]
    turn: Turn | None
    reserve: int


class Ask(_Message):
    """This seat is asked, or asked again with another clock."""

    question: Question


class Closed(_Message):
    """The question is no longer open: answered, timed out, or decided by others."""

    question: str


class Over(_Message):
    """The hand is over and settled."""

    result: Result


class Ack(_Message):
    """The command was carried out."""

    id: str


class Refused(_Message):
    """The command was not carried out, and why. Nothing has changed."""

    id: str
    code: str
    why: Said


class Wait(msgspec.Struct, frozen=True):
    """A tile waited for: how many of it are unseen, and what a win on it would bring as things stand."""

    kind: int
    unseen: int
    worth: tuple[Said, ...]


class Told(_Message):
    """The answer to a command that asks something: waits, or why a win is not possible."""

    id: str
    said: tuple[Said, ...]
    waits: tuple[Wait, ...] = ()


class Advice(msgspec.Struct, frozen=True):
    """Where a discard, a claim or a kong leaves the seat; with an empty ``verb``, where it stands when it does nothing.

    ``distance``: tiles from ready, 0 ready, 99 never; ``helps``: kinds that bring it nearer, each with how many may still come. Those of a ready hand
    win, and ``brings`` says for each what a discard and a self-draw would pay. ``discard``: the best after a claim. ``danger`` of that, or
    of the discard: how likely it wins for another, 0 to 1, as far as the seat can see.
    """

    verb: str
    tiles: tuple[int, ...]
    said: Said
    distance: int
    helps: tuple[tuple[int, int], ...]
    brings: tuple[tuple[int, int], ...] = ()
    discard: int | None = None
    danger: float | None = None


class Advised(_Message):
    """The answer to ``hint``: the best discard and why, or how the hand stands; then each discard, the best first, and each claim or kong.

    ``routes``: ways to a bigger win that are in reach, with what they pay; ``note``: how all payments are counted, where any are told.
    """

    id: str
    said: Said
    advice: tuple[Advice, ...]
    routes: tuple[Said, ...] = ()
    note: Said | None = None


class Proof(_Message):
    """A tile that has come open, proven against the root of the wall: index, tile or die, salt, and the hashes up to the root."""

    index: int
    value: int
    salt: str
    path: tuple[str, ...]


class Elsewhere(_Message):
    """The seat was taken over by another connection of the same player; this one is closed."""


class Stopping(_Message):
    """The server stops; the table will go on when it is back."""


class Reload(_Message):
    """The page is older than the server: load it again between hands."""


class Pong(_Message):
    id: str


FromServer = (
    Snapshot | Changed | Commit | Begin | Happened | Ask | Closed | Over | Ack | Refused | Told | Advised | Proof | Elsewhere
    | Stopping | Reload | Pong
)  # fmt: skip


# -- page to server ----------------------------------------------------------------------------------------------


class _Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=lambda name: name.lower()):
    id: Id


class Sync(_Command, frozen=True):
    """Asks for a snapshot."""


class Ping(_Command, frozen=True):
    """Asks for a pong."""


class Sit(_Command, frozen=True):
    """Takes an empty chair, any if none is named; the own one again under another name."""

    chair: SeatNumber | None = None


class Stand(_Command, frozen=True):
    """Leaves the chair before the match; becomes a watcher."""


class Ready(_Command, frozen=True):
    """Says that the match may begin, or takes it back."""

    on: bool = True


class Fill(_Command, frozen=True):
    """The host puts a bot of that level on a chair, or (empty) takes it away."""

    chair: SeatNumber
    bot: Annotated[str, Meta(max_length=40)] = ""


class Change(_Command, frozen=True):
    """The host changes the rules before the match."""

    rules: RoomRules


class Start(_Command, frozen=True):
    """The host begins the match; everybody seated must be ready."""


class Kick(_Command, frozen=True):
    """The host empties a chair before the match. With ``player`` only if that one still has it."""

    chair: SeatNumber
    player: Annotated[str, Meta(max_length=40)] = ""


class Leave(_Command, frozen=True):
    """Leaves for good: before the match like standing up and going, in it as CS-48 and its kin say."""


class Dissolve(_Command, frozen=True):
    """Begins a vote to end the match, or answers it. Silence for a minute is consent."""

    agree: bool = True


class Promise(_Command, frozen=True):
    """The digest of the nonce the page will give for the wall of that hand."""

    hand: int
    promise: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Nonce(_Command, frozen=True):
    """16 random bytes of the page, for the wall of that hand: those it promised."""

    hand: int
    nonce: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


class Answer(_Command, frozen=True):
    """The answer to a question: one of its ``action``s."""

    question: Annotated[str, Meta(max_length=40)]
    action: Annotated[str, Meta(max_length=60)]


class Auto(_Command, frozen=True):
    """Lets the seat be played (托管), or takes over again."""

    on: bool


class Next(_Command, frozen=True):
    """Has seen the settlement; the next hand may begin."""


class Waits(_Command, frozen=True):
    """What do I wait for, or would after that discard, how many of each are unseen, and what would they bring?"""

    discard: Annotated[int, Meta(ge=0, le=33)] | None = None


class Hint(_Command, frozen=True):
    """What does each discard leave, what would a claim or a kong change?"""


class Why(_Command, frozen=True):
    """Why can I not win, with this tile or with the one in question?"""

    tile: Annotated[int, Meta(ge=0, le=33)] | None = None


Command = (
    Sync | Ping | Sit | Stand | Ready | Fill | Change | Start | Kick | Leave | Dissolve | Promise | Nonce | Answer | Auto | Next
    | Waits | Hint | Why
)  # fmt: skip
