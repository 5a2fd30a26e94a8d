"""``paiju score``: requests of the score contract in, answers out, one JSON object a line.

``answer`` takes a decoded request, ``answer_line`` a line of text or bytes, ``run`` a stream; ``Scorer`` is the short way for a
program that has native wins. Whatever a line holds, it gets an answer or an ``{"error": …}``, never a traceback.
"""

import json
from typing import IO, Any

from paiju import variants
from paiju.core.errors import RequestError, shown
from paiju.core.scoring import Scoring
from paiju.core.settle import Settlement
from paiju.core.win import Win
from paiju.core.wording import explain as explain_settlement
from paiju.core.wording import payment_text, reading_text, reason_text
from paiju.game.request import read_request

LONGEST_LINE = 1 << 20
_CHUNK = 1 << 16


class Scorer:
    """Scores native wins of one game under one set of options; ``score`` is a few microseconds when compiled."""

    def __init__(self, variant: str, options: dict[str, object] | None = None, *, preset: str | None = None) -> None:
        game = variants.get(variant)
        self.settings = game.settings(options, preset)
        self.scoring: Scoring = game.scoring(self.settings)
        self.score = self.scoring.settle

    def explain(self, win: Win, lang: str = "zh") -> list[str]:
        """The settlement of a win in sentences."""
        return explain_settlement(self.score(win), self.scoring, lang)


def answer(request: object, *, explain: bool = False) -> dict[str, object]:
    """The contract's answer to one request; with ``explain`` also names, reading and payments in both languages.

    >>> win = {"variant": "changchun", "dealer": 0, "winner": 1, "hand": "12m111s456p789p99p", "melds": [], "tile": "3m"}
    >>> answer({**win, "by": "discard", "from": 2})
    {'legal': True, 'fans': {'standing': 1}, 'deltas': [-4, 10, -4, -2]}
    """
    try:
        table, win = read_request(request)
    except RequestError as error:
        return _error(error)
    settlement = table.scoring.settle(win)
    if settlement.legal:
        found: dict[str, object] = {"legal": True, "fans": dict(sorted(settlement.fan_values().items())), "deltas": settlement.deltas()}
    else:
        found = {"legal": False, "reason": settlement.reason_id}
    if explain:
        found.update(_explained(settlement, table.scoring))
    return found


def answer_line(line: bytes | str, *, explain: bool = False) -> str:
    """The answer to one line, as a line without its end."""
    return _answer_line(line, explain=explain)[0]


def run(stdin: IO[bytes], stdout: IO[str], *, explain: bool = False) -> int:
    """Answers line by line until the end of ``stdin``; the exit status: 1 if any line was not a valid request."""
    status = 0
    while line := stdin.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            while not line.endswith(b"\n") and (line := stdin.readline(_CHUNK)):
                pass
            error = RequestError(f"the line is longer than {LONGEST_LINE} bytes", "line_too_long", "")
            text, valid = _text(_error(error)), False
        else:
            text, valid = _answer_line(line, explain=explain)
        status = status if valid else 1
        stdout.write(text + "\n")
        stdout.flush()
    return status


def _answer_line(line: bytes | str, *, explain: bool) -> tuple[str, bool]:
    try:
        found = answer(_decode(line), explain=explain)
    except RequestError as error:
        found = _error(error)
    except RecursionError:
        found = _error(RequestError("the values are nested too deep", "bad_json", ""))
    return _text(found), "error" not in found


def _decode(line: bytes | str) -> object:
    if len(line) > LONGEST_LINE:
        raise RequestError(f"the line is longer than {LONGEST_LINE} bytes", "line_too_long", "")
    try:
        text = line if isinstance(line, str) else line.decode("utf-8-sig")
        if not text.strip():
            raise RequestError("the line is empty; every line has an answer, so remove it or write a request in it", "bad_json", "")
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except RequestError:
        raise
    except UnicodeDecodeError as error:
        raise RequestError(f"the line is not UTF-8: byte {error.start + 1}", "bad_json", "") from None
    except json.JSONDecodeError as error:
        raise RequestError(f"the line is not JSON: {error.msg}, at column {error.colno}", "bad_json", "") from None
    except ValueError:
        raise RequestError("the line is not JSON that can be read: a number is too long", "bad_json", "") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise RequestError(f"{shown(twice)} stands twice in one object", "bad_json", "")
    return found


def _no_constant(name: str) -> object:
    raise RequestError(f"{name} is not JSON", "bad_json", "")


def _error(error: RequestError) -> dict[str, object]:
    return {"error": {"code": error.code, "message": str(error), "at": error.at}}


def _text(found: dict[str, object]) -> str:
    return json.dumps(found, ensure_ascii=False)


def _explained(s: Settlement, scoring: Scoring) -> dict[str, object]:
    if not s.legal:
        return {"reason_text": {lang: reason_text(s.reason_id, lang) for lang in ("zh", "en")}}
    held = s.fan_values()
    payments = [
        {
            "from": int(p.giver),
            "to": int(p.taker),
            "amount": int(p.amount),
            "clause": p.clause,
            "zh": payment_text(p, scoring, s, "zh"),
            "en": payment_text(p, scoring, s, "en"),
        }
        for p in s.payments
    ]
    return {
        "names": {fan.id: {"zh": fan.zh, "en": fan.en, "clause": fan.clause} for fan in s.fans if fan.id in held},
        "reading": {lang: reading_text(s, lang) for lang in ("zh", "en")},
        "payments": payments,
    }
