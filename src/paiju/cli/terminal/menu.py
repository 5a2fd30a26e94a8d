"""A question to the player: the legal answers with their keys, and reading an answer back from a key or from words.

Lists only what is legal; never decides what is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from paiju.cli.terminal.faces import Faces
from paiju.cli.terminal.screen import KEYS, WIDTH
from paiju.cli.terminal.words import Words
from paiju.cli.terminal.wrapping import flow
from paiju.core.errors import PaijuError
from paiju.core.notation import parse_tiles
from paiju.game.actions import VERBS, Action, parse_action

PASS_KEY: Final = "0"
CHOICE_KEYS: Final = "123456789"
# The letters left over by the keys of the hand and the commands of the terminal.
MORE_KEYS: Final = "efgijklmnoptuvxzABCDEFGHIJKLMNOPRSTUVWXYZ"
RANK: Final = {"win": 0, "take": 1, "pass": 3}
LISTED: Final = 8  # choices named to one who typed something else


class Menu:
    """The answers of one question. ``hand``: the own tiles in the order shown."""

    def __init__(self, actions: Sequence[Action], hand: Sequence[int], words: Words, faces: Faces) -> None:
        self.actions: Final = list(actions)
        self.words: Final = words
        self.faces: Final = faces
        self.by_key: Final[dict[str, Action]] = {}
        self.listed: Final[list[tuple[str, Action]]] = []  # what is not chosen by a tile's key
        discards = {action.tiles[0]: action for action in actions if action.verb == "discard"}
        self.tile_keys: Final[list[str]] = []
        for key, kind in zip(KEYS, hand, strict=False):
            action = discards.get(kind)
            self.tile_keys.append(key if action else "")
            if action:
                self.by_key[key] = action
        others = sorted((a for a in actions if a.verb != "discard"), key=lambda a: RANK.get(a.verb, 2))
        free = iter(MORE_KEYS if discards else CHOICE_KEYS + MORE_KEYS)
        for action in others:
            key = PASS_KEY if action.verb == "pass" and not discards else next(free, "")
            self.listed.append((key, action))
            if key:
                self.by_key[key] = action

    @property
    def keys(self) -> str:
        """The keys that answer, for a hint."""
        return " ".join(self.by_key)

    def label(self, action: Action) -> Text:
        """The answer as the player reads it, with its tiles shown as tiles."""
        marks = "".join(self.faces.mark(kind) for kind in action.tiles)
        plain = Action(action.verb, action.tiles)
        which = action.label(self.words.lang)[len(plain.label(self.words.lang)) :]
        return self.faces.sentence(self.words.pick(VERBS[action.verb]).format(marks) + which)

    @property
    def wins(self) -> bool:
        """Whether a win is among the answers."""
        return any(action.verb == "win" for action in self.actions)

    def win_line(self) -> Text:
        """The wins, on a line of their own that is not to be missed."""
        line = Text(self.words("can_win"))
        for key, action in self.listed:
            if action.verb == "win":
                line.append(f" [{key or ':'}]").append(self.label(action).plain)
        line.stylize("bold reverse")
        return line

    def lines(self) -> list[Text]:
        """The other listed answers, each behind its key."""
        parts = []
        ready = [(key, action) for key, action in self.listed if action.verb == "ready"]
        for key, action in self.listed:
            if action.verb == "win" or (action.verb == "ready" and len(ready) > 2):
                continue
            parts.append(Text(f"[{key or ':'}]", "bold").append_text(Text("", "not bold")).append(self.label(action)))
        if len(ready) > 2:
            word = Text(self.words.pick(VERBS["ready"]).format("").rstrip() + ":")
            for key, action in ready:
                word.append(f" [{key or ':'}]", "bold").append(self.faces.tile(action.tiles[0]))
            parts.append(word)
        return flow(parts, WIDTH)

    def find(self, text: str) -> Action | None:
        """The answer a key or some words mean, or None."""
        text = text.strip()
        if text in self.by_key:
            return self.by_key[text]
        for action in self.actions:
            if text in (str(action), action.label("zh"), action.label("en"), self.label(action).plain):
                return action
        return self._by_verb(text) or self._by_tile(text) or self._written(text)

    def refusal(self, text: str) -> str:
        """What is wrong with words that are no answer now, and what would do."""
        verb, form, rest = _parted(text)
        of_verb = [action for action in self.actions if action.verb == verb]
        if form and not rest:
            return self._refused("which_tile" if of_verb else "not_now", text, of_verb or self.actions)
        if rest[:1].isdigit() or rest[:1] in "一二三四五六七八九":
            try:
                parse_tiles(rest)
            except PaijuError:
                return self._refused("no_tile", rest, of_verb or self.actions)
            return self._refused("not_now", text, self.actions)
        try:
            parse_action(text)
        except PaijuError:
            return self._refused("bad_text", text, self.actions)
        return self._refused("not_now", text, self.actions)

    def _refused(self, key: str, text: str, choices: Sequence[Action]) -> str:
        shown = "".join(letter for letter in text[:20] if letter.isprintable())
        gap = "、" if self.words.zh else ", "
        listed = gap.join(self.label(action).plain for action in choices[:LISTED])
        return self.words(key, shown, listed + ("…" if len(choices) > LISTED else ""))

    def _by_verb(self, text: str) -> Action | None:
        """The only answer of that verb: ``pung``, ``碰``."""
        found = [a for a in self.actions if text and text in (a.verb, *(form.format("").strip() for form in VERBS[a.verb]))]
        return found[0] if len(found) == 1 else None

    def _by_tile(self, text: str) -> Action | None:
        """The discard of a tile that is named alone."""
        try:
            kinds = parse_tiles(text)
        except PaijuError:
            return None
        found = [a for a in self.actions if a.verb == "discard" and list(a.tiles) == kinds]
        return found[0] if found else None

    def _written(self, text: str) -> Action | None:
        """An answer in other words for it, as it is told when done: ``你打北风``, ``打 4z``, ``discard 北``, ``杠五万``."""
        words = text.removeprefix("你").removeprefix("you ").removeprefix("melded ")
        try:
            meant = parse_action("明" + words if words.startswith("杠") else words)
        except PaijuError:
            return None
        return meant if meant in self.actions else None


def _parted(text: str) -> tuple[str, str, str]:
    """Words as verb, the verb as it was written, and the rest; without a verb that takes tiles all is rest."""
    text = text.strip()
    forms = [(form.partition("{}")[0].strip(), verb) for verb, labels in VERBS.items() for form in (verb + " {}", *labels) if "{}" in labels[0]]
    for form, verb in sorted(forms, key=lambda found: -len(found[0])):
        rest = text[len(form) :]
        if form and text.startswith(form) and (not form.isascii() or rest[:1] in ("", " ")):
            return verb, form, rest.strip()
    return "", "", text
