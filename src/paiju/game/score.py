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
from paiju.game.bad_json import reason
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


def answer(request: object, *, explain: bool = False, lang: str = "en") -> dict[str, object]:
    """The contract's answer to one request; with ``explain`` also names, reading and payments in both languages.

    ``lang`` is the language of an error's message, here and below.

    >>> win = {"variant": "changchun", "dealer": 0, "winner": 1, "hand": "12m111s456p789p99p", "melds": [], "tile": "3m"}
    >>> answer({**win, "by": "discard", "from": 2})
    {'legal': True, 'fans': {'standing': 1}, 'deltas': [-4, 10, -4, -2]}
    """
    try:
        table, win = read_request(request)
    except RequestError as error:
        return _error(error, lang)
    settlement = table.scoring.settle(win)
    if settlement.legal:
        found: dict[str, object] = {"legal": True, "fans": dict(sorted(settlement.fan_values().items())), "deltas": settlement.deltas()}
    else:
        found = {"legal": False, "reason": settlement.reason_id}
    if explain:
        found.update(_explained(settlement, table.scoring))
    return found


def answer_line(line: bytes | str, *, explain: bool = False, lang: str = "en") -> str:
    """The answer to one line, as a line without its end."""
    return _answer_line(line, explain=explain, lang=lang)[0]


def run(stdin: IO[bytes], stdout: IO[str], *, explain: bool = False, lang: str = "en") -> int:
    """Answers line by line until the end of ``stdin``; the exit status: 1 if any line was not a valid request."""
    status = 0
    while line := stdin.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            while not line.endswith(b"\n") and (line := stdin.readline(_CHUNK)):
                pass
            text, valid = _text(_error(_too_long(), lang)), False
        else:
            text, valid = _answer_line(line, explain=explain, lang=lang)
        status = status if valid else 1
        stdout.write(text + "\n")
        stdout.flush()
    return status


def _answer_line(line: bytes | str, *, explain: bool, lang: str) -> tuple[str, bool]:
    try:
        found = answer(_decode(line), explain=explain, lang=lang)
    except RequestError as error:
        found = _error(error, lang)
    except RecursionError:
        found = _error(_bad_json("the values are nested too deep", "嵌套太深"), lang)
    return _text(found), "error" not in found


def _decode(line: bytes | str) -> object:
    if len(line) > LONGEST_LINE:
        raise _too_long()
    try:
        text = line if isinstance(line, str) else line.decode("utf-8-sig")
        if not text.strip():
            en = "the line is empty; every line has an answer, so remove it or write a request in it"
            raise _bad_json(en, "这一行是空的；每行都有一个答案，请删去它，或在里面写一个请求")
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except RequestError:
        raise
    except UnicodeDecodeError as error:
        raise _bad_json(f"the line is not UTF-8: byte {error.start + 1}", f"这一行不是 UTF-8：第 {error.start + 1} 个字节") from None
    except json.JSONDecodeError as error:
        why = reason(error)
        raise _bad_json(f"the line is not JSON: {why.en}", f"这一行不是 JSON，{why.zh}") from None
    except ValueError:
        raise _bad_json("the line is not JSON that can be read: a number is too long", "这一行的 JSON 读不了：有一个数太长") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _bad_json(f"{shown(twice)} stands twice in one object", f"{shown(twice)} 在一个对象里出现了两次")
    return found


def _no_constant(name: str) -> object:
    raise _bad_json(f"{name} is not JSON", f"{name} 不是 JSON")


def _bad_json(en: str, zh: str) -> RequestError:
    return RequestError(en, zh, "bad_json", "")


def _too_long() -> RequestError:
    return RequestError(f"the line is longer than {LONGEST_LINE} bytes", f"这一行超过 {LONGEST_LINE} 字节", "line_too_long", "")


def _error(error: RequestError, lang: str) -> dict[str, object]:
    return {"error": {"code": error.code, "message": error.said(lang), "at": error.at}}


def _text(found: dict[str, object]) -> str:
    return json.dumps(found, ensure_ascii=False)


def _explained(s: Settlement, scoring: Scoring) -> dict[str, object]:
    if not s.legal:
        return {"reason_text": {lang: reason_text(s.reason, lang) for lang in ("zh", "en")}}
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
