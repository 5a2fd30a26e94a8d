"""Actions as text: every action of every game, compact and labelled in both languages, there and back."""

import pytest

from paiju.core.errors import TextError
from paiju.game.actions import Action, parse_action
from paiju.game.events import Discard
from paiju.game.hand import Game

GAMES = {
    "changchun": Game("changchun", {"bamboo_one_is_wild": True}),
    "changchun, three winds": Game("changchun", {"winds_kong_size": 3}),
    "baicheng": Game("baicheng", {"dragon_chow": True}),
    "changsha": Game("changsha", {"kong_dice": 2}),
}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_action_reads_back(game: Game) -> None:
    seen = 0
    for action in game.book.entries:
        if isinstance(action, Action):
            seen += 1
            for text in (str(action), action.label("zh"), action.label("en")):
                assert parse_action(text) == action, text
    assert seen > 200


def test_a_hand_takes_labels_too() -> None:
    hand = GAMES["changsha"].hand(seed=2)
    while "discard" not in hand.actions(hand.to_act[0])[0].verb:
        hand.play("过")
    seat = hand.to_act[0]
    action = hand.actions(seat)[0]
    hand.play(action.label("zh"), seat)
    discards = [event for event in hand.events() if isinstance(event, Discard)]
    assert [(event.seat, event.tile) for event in discards[-1:]] == [(seat, action.tiles[0])]


@pytest.mark.parametrize("text", ["", "discard", "discard 5x", "pass 5m", "win@3", "打", "打五", "吃", "dicard 5m", "discard 5m x", "\x00"])
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(TextError, match="is no action"):
        parse_action(text)
