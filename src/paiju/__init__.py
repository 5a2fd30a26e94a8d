"""Paiju 牌局: Chinese regional mahjong.

Importing this package is cheap: the public names below are looked up in their modules at first use.
With PAIJU_PURE=1 in the environment every module is loaded from its .py file, whatever compiled ones lie beside it.
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paiju.core.errors import ActionError as ActionError
    from paiju.core.errors import OptionError as OptionError
    from paiju.core.errors import PaijuError as PaijuError
    from paiju.core.errors import RecordError as RecordError
    from paiju.core.errors import RequestError as RequestError
    from paiju.core.errors import TextError as TextError
    from paiju.core.errors import VariantError as VariantError
    from paiju.core.notation import parse_hand as parse_hand
    from paiju.core.notation import parse_tiles as parse_tiles
    from paiju.core.notation import tiles_text as tiles_text
    from paiju.game.actions import Action as Action
    from paiju.game.audience import EVERYTHING as EVERYTHING
    from paiju.game.audience import WATCHER as WATCHER
    from paiju.game.hand import Game as Game
    from paiju.game.hand import Hand as Hand
    from paiju.game.match import Match as Match
    from paiju.game.perft import perft as perft
    from paiju.game.position import Position as Position
    from paiju.game.sayings import Sayings as Sayings
    from paiju.game.score import Scorer as Scorer
    from paiju.game.score import answer as answer
    from paiju.game.views import View as View
    from paiju.game.waits import waits as waits
    from paiju.game.waits import waits_after as waits_after
    from paiju.game.why import Why as Why
    from paiju.game.why import why_not as why_not
    from paiju.records import Recorder as Recorder
    from paiju.records import replay as replay
    from paiju.records import resume as resume
    from paiju.records import verify_file as verify_file
    from paiju.records.reviewing import review as review

__version__ = "0.1.0"

if os.environ.get("PAIJU_PURE", "") not in ("", "0"):
    from paiju import _pure

    _pure.install()

# Public name -> the module that defines it.
_EXPORTS: dict[str, str] = {
    "Action": "paiju.game.actions",
    "ActionError": "paiju.core.errors",
    "EVERYTHING": "paiju.game.audience",
    "Game": "paiju.game.hand",
    "Hand": "paiju.game.hand",
    "Match": "paiju.game.match",
    "OptionError": "paiju.core.errors",
    "PaijuError": "paiju.core.errors",
    "Position": "paiju.game.position",
    "RecordError": "paiju.core.errors",
    "Recorder": "paiju.records",
    "RequestError": "paiju.core.errors",
    "Sayings": "paiju.game.sayings",
    "Scorer": "paiju.game.score",
    "TextError": "paiju.core.errors",
    "VariantError": "paiju.core.errors",
    "View": "paiju.game.views",
    "WATCHER": "paiju.game.audience",
    "Why": "paiju.game.why",
    "answer": "paiju.game.score",
    "parse_hand": "paiju.core.notation",
    "parse_tiles": "paiju.core.notation",
    "perft": "paiju.game.perft",
    "replay": "paiju.records",
    "resume": "paiju.records",
    "review": "paiju.records.reviewing",
    "tiles_text": "paiju.core.notation",
    "verify_file": "paiju.records",
    "waits": "paiju.game.waits",
    "waits_after": "paiju.game.waits",
    "why_not": "paiju.game.why",
}

__all__ = ["__version__"]
__all__ += list(_EXPORTS)


def __getattr__(name: str) -> object:
    module = _EXPORTS.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(module), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
