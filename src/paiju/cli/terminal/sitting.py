"""A match at the terminal: asks the player at his turns, lets the bots answer at theirs, tells what happens, shows how hands end.

The player's side gets his view, his legal answers, his own waits and what can be read from what he knows, never the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from rich.text import Text

from paiju.analysis.report import Analyst
from paiju.cli.terminal.faces import Faces
from paiju.cli.terminal.menu import Menu
from paiju.cli.terminal.pages import Pages, addressed, help_lines, title
from paiju.cli.terminal.screen import WIDTH, Header, Screen, own_tiles
from paiju.cli.terminal.terminal import Terminal
from paiju.cli.terminal.words import ROUNDS, Words
from paiju.cli.terminal.wrapping import wrap
from paiju.core.errors import PaijuError
from paiju.core.notation import parse_tile
from paiju.core.rules import FIXED_HIDDEN, NO_TREASURE, RESERVE, SHARE_LAST
from paiju.core.wallend import reserve
from paiju.game import events as told
from paiju.game.actions import Action
from paiju.game.hand import Hand
from paiju.game.match import Match
from paiju.game.sayings import Sayings
from paiju.game.views import View
from paiju.game.waits import waits, waits_after
from paiju.game.why import why_not


class Course(Protocol):
    """The match as it is played and recorded: ``paiju.records.Recorder``."""

    @property
    def match(self) -> Match: ...

    def play(self, action: Action | str, seat: int | None = None) -> None: ...

    def next_hand(self) -> Hand: ...


SeatBot = Callable[[Match, int], Callable[[Hand], Action]]  # gives what answers for a seat in the present hand
LOG: Final = 40  # sentences kept
_SILENT: Final = (told.Pay, told.End, told.Deal)


class Quit(Exception):
    """The player leaves; what was played is kept."""


class Sitting:
    """One match, ``player`` (his number in the match) at the terminal."""

    def __init__(self, course: Course, player: int, seat_bot: SeatBot, terminal: Terminal, words: Words, faces: Faces) -> None:
        self.course: Final = course
        self.match: Final = course.match
        self.player: Final = player
        self.players: Final = [words.player(name) for name in self.match.players]
        self.seat_bot: Final = seat_bot
        self.terminal: Final = terminal
        self.words: Final = words
        self.faces: Final = faces
        self.analyst: Final = Analyst(self.match.game)
        rules = self.match.game.rules
        self.screen: Final = Screen(words, faces, treasure=rules.treasure != NO_TREASURE, hidden_treasure=rules.treasure == FIXED_HIDDEN)
        self.news: list[Text] = []
        self._sit_down()

    def run(self) -> None:
        """Plays to the end of the match; Quit, EOFError or KeyboardInterrupt when the player leaves before."""
        match = self.match
        while True:
            self._play_hand()
            ending = match.settle()
            page = self.pages.ending(ending, self.view, match.number)
            if not match.over:
                page.append(Text(addressed(self.words("next_dealer", self._called(match.seats)[int(ending.next_dealer)]))))
            page.append(Text())
            scores = self._scores()
            self.terminal.page([*page, *scores], self.words("enter"), hold=True, together=len(scores))
            if match.over:
                return
            self.course.next_hand()
            self._sit_down()

    # -- a hand --------------------------------------------------------------------------------------------------

    def _sit_down(self) -> None:
        """Takes the seat for the present hand and hears what has happened in it so far."""
        match = self.match
        self.hand: Hand = match.hand
        self.seat = match.seats.index(self.player)
        self.bots = {seat: self.seat_bot(match, seat) for seat in range(4) if seat != self.seat}
        self.names = self._called(match.seats)
        self.view = View(self.seat, int(self.hand.table.wall_size))
        self.teller = self.hand.teller(self.seat)
        self.sayings = Sayings(match.game.variant, self.words.lang, self.names, self.faces.mark)
        self.pages = Pages(self.words, self.faces, match.game.scoring, self.names)
        self.news.clear()
        self.asked = ""  # the sentence a claim question is about
        self._hear()

    def _called(self, seats: list[int]) -> list[str]:
        return self.words.places(seats.index(self.player), [self.players[n] for n in seats])

    def _play_hand(self) -> None:
        hand = self.hand
        while not hand.over:
            others = [seat for seat in hand.to_act if seat != self.seat]
            if others:
                seat = others[0]
                self._do(seat, self.bots[seat](hand))
            else:
                actions = hand.actions(self.seat)
                forced = len(actions) == 1 and actions[0].verb == "discard"
                action = actions[0] if forced else self._ask(actions)
                for sentence in self.news:  # read by now
                    sentence.stylize("dim")
                self._do(self.seat, action)
                if forced:
                    self.news.append(Text(self.words("automatic"), "dim"))

    def _do(self, seat: int, action: Action) -> None:
        self.course.play(action, seat)
        if self._hear():
            self.terminal.look(self._picture([]))

    def _hear(self) -> bool:
        """Takes in the news; whether there is anything to show."""
        heard = False
        for event in self.teller.news():
            self.view.see(event)
            if isinstance(event, _SILENT) or (isinstance(event, told.Draw) and event.tile is None and event.source == "front"):
                continue
            heard = True
            sentence = self.sayings.say(event)
            self.news.append(self.faces.sentence(sentence))
            self._remember(event, sentence)
        del self.news[:-LOG]
        return heard

    def _remember(self, event: told.Event, sentence: str) -> None:
        """Keeps the sentence the next question will be about, if it is not an ordinary turn."""
        if isinstance(event, told.Discard | told.Propose | told.SeaTurned | told.TurnUp):
            self.asked = sentence
        elif isinstance(event, told.Look | told.Draw) and event.seat == self.seat:
            self.asked = sentence if isinstance(event, told.Look) or event.source in ("last", "sea") else ""

    # -- the player's answer -------------------------------------------------------------------------------------

    def _ask(self, actions: list[Action]) -> Action:
        """The player's answer to a question; hints, pages and leaving on the way to it."""
        menu = Menu(actions, own_tiles(self.view), self.words, self.faces)
        hint, typed = "", False  # typed: a line instead of a key, and after one that is no action another one, until it is empty
        while True:
            self.terminal.show(self._picture(self._question(menu, hint), menu), "> ")
            text = "" if typed else self.terminal.key()
            typed = typed or (text == ":" and self.terminal.live)
            if typed:
                text = self.terminal.line(self.words("type"))
                typed = bool(text)
            text = text.lstrip(":：").strip() if len(text) > 1 else text  # a line may begin with the key that begins lines
            hint = ""
            action = menu.by_key.get(text)
            if action is None and self._command(text, menu):
                typed = False
                continue
            action = action or menu.find(text)
            if action is None:
                hint = self._refusal(text, menu, typed=typed)
            elif self._meant(action, menu):
                return action

    def _meant(self, action: Action, menu: Menu) -> bool:
        """Asks back when a discard would let a win go; by script an answer is an answer."""
        if not (self.terminal.live and menu.wins and action.verb in ("discard", "ready")):
            return True
        asked = Text(self.words("pass_win", menu.label(action).plain), "bold reverse")
        self.terminal.show(self._picture(wrap(asked, WIDTH)), "> ")
        return self.terminal.key() in ("y", "Y")

    def _question(self, menu: Menu, hint: str) -> list[Text]:
        words = self.words
        if any(menu.tile_keys):
            head = Text(words("you_discard"))
        elif any(action.verb == "take" for action in menu.actions):
            head = Text(words("your_sea"))
        elif self.asked:
            head = self.faces.sentence(words("your_claim", self.asked))
        else:
            head = Text(words("your_choice"))
        lines = wrap(head, WIDTH)
        choices = menu.lines()
        if len(choices) == 1 and lines[-1].cell_len + choices[0].cell_len < 76:
            lines[-1].append("  ").append(choices[0])
        else:
            lines += choices
        if menu.wins:
            lines.insert(0, menu.win_line())
        if hint:
            lines += [Text(line.plain, "bold red") for line in wrap(Text(hint), WIDTH)]
        return [*lines, Text(words("keys"), "dim")]

    def _refusal(self, text: str, menu: Menu, *, typed: bool) -> str:
        if len(text) > 1 or (text and (typed or not text.isascii())):
            return menu.refusal(text)
        return self.words("bad_key", (text if text.isprintable() else "") or self.words("enter_key"), menu.keys)

    def _command(self, text: str, menu: Menu) -> bool:
        """Carries out a key of the terminal itself; False when it is none."""
        if text in ("h", "help"):
            self.terminal.page(help_lines(self.words))
        elif text in ("?", "？"):
            self.terminal.page(self.pages.hint(self.analyst.look(self.hand, self.seat), win=menu.wins))
        elif text == "w":
            after = waits_after(self.hand, self.seat)
            choosing = any(menu.tile_keys)
            self.terminal.page(self.pages.waits(self.view, waits(self.hand, self.seat), after, choosing=choosing))
        elif text == "y":
            self._why(menu)
        elif text == "s":
            self.terminal.page(self._scores())
        elif text == "r":
            self._rules()
        elif text == "q":
            self._quit()
        else:
            return False
        return True

    def _why(self, menu: Menu) -> None:
        """Why no win: with the tile of the moment, then with any tile the player names, until Enter or another key of the terminal."""
        words = self.words
        lines = [*title(words("why_title"))]
        now = why_not(self.hand, self.seat)
        tile = self.view.drawn if self.view.drawn is not None else self.view.window[-1] if self.view.window else None
        said = words("why_hand", now.text(words.lang)) if tile is None else words("why_tile", self.faces.mark(tile), now.text(words.lang))
        lines += wrap(self.faces.sentence(said), WIDTH)
        while True:
            self.terminal.show(lines)
            text = self.terminal.line(words("why_ask"))
            if text == "y":
                continue
            if not text or self._command(text, menu):
                return
            try:
                kind = parse_tile(text)
                answer = why_not(self.hand, self.seat, kind).text(words.lang)
                lines += wrap(self.faces.sentence(words("why_tile", self.faces.mark(kind), answer)), WIDTH)
            except PaijuError:
                lines += wrap(Text(words("why_bad", "".join(letter for letter in text[:20] if letter.isprintable()))), WIDTH)

    def _rules(self) -> None:
        from paiju.cli.rules import rule_lines

        self.terminal.page(rule_lines(self.match.game.variant.key, self.words.lang))

    def _quit(self) -> None:
        if self.terminal.live:
            self.terminal.show([], self.words("quit_sure"))
            if self.terminal.key() not in ("y", "Y"):
                return
        raise Quit

    # -- pictures ------------------------------------------------------------------------------------------------

    def _picture(self, question: list[Text], menu: Menu | None = None) -> list[Text]:
        match = self.match
        table = self.hand.table
        end = match.game.rules.wall_end
        kept = int(reserve(table, table.kongs)) if end == RESERVE else 4 if end == SHARE_LAST else 0
        header = Header(
            match.game.variant.zh if self.words.zh else match.game.variant.en.removesuffix(" mahjong"),
            self._progress(),
            [self.players[n] for n in match.seats],
            [match.totals[n] for n in match.seats],
            kept,
        )
        return self.screen.draw(self.view, header, self.news, question, keys=menu.tile_keys if menu else ())

    def _progress(self) -> str:
        match, words = self.match, self.words
        number = match.number + 1
        text = words("hand_of", number, match.hands) if match.hands else words("hand_no", number)
        if any(isinstance(c.value, str) for c in match.game.variant.option("match_length").choices):
            text += f" {words.pick(ROUNDS[match.round % 4])}"
        return text + (words("round_of", match.round + 1, match.rounds) if match.rounds else "")

    def _scores(self) -> list[Text]:
        match = self.match
        rows = [(str(n + 1), points) for n, points in enumerate(match.points)]
        return self.pages.scores(self.players, rows, match.totals)
