"""How a request fails: a status, and ``{"error": {"code", "zh", "en"}}``."""

from __future__ import annotations

import logging
from typing import Final

import msgspec
from litestar import Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import ResponseSpec

from paiju.core.errors import PaijuError, printable
from paiju.server.api import Asked
from paiju.server.identity import IdentityError
from paiju.server.refusals import Refusal
from paiju.server.store import StoreError

_log: Final = logging.getLogger("paiju.server.api")

_CODES: Final = {
    400: ("bad_request", "请求不对", "the request is not as it must be"),
    401: ("no_session", "还没有身份：先 POST /api/session", "nobody is known here yet: POST /api/session first"),
    403: ("forbidden", "不允许", "that is not allowed"),
    404: ("not_found", "没有这个", "there is no such thing"),
    405: ("method", "这里不能用这种方法", "that method cannot be used here"),
    409: ("conflict", "和现在的情况冲突", "that cannot be done as things stand"),
    413: ("too_large", "请求太大", "the request is too large"),
    415: ("media_type", "请用 application/json", "send application/json"),
    429: ("too_many", "太频繁了，过一会儿再试", "too often; try again in a while"),
    500: ("internal", "服务器出错了", "something went wrong in the server"),
    503: ("unavailable", "暂时不能用，请稍后再试", "not available now; try again in a moment"),
}

_IDENTITY: Final = {"taken": 409, "has_account": 409, "guest": 409, "wrong": 401, "banned": 403}
_REFUSALS: Final = {"bad_rules": 400, "no_bot": 400, "empty_chair": 400, "no_room": 503}


class Fault(msgspec.Struct, frozen=True):
    """Why not: a word for programs, a sentence in each language."""

    code: str
    zh: str
    en: str


class Failed(msgspec.Struct, frozen=True):
    """The answer to a request that failed."""

    error: Fault


class Failure(Exception):
    """A request that is refused; without words, the usual ones of its status."""

    def __init__(self, status: int, code: str = "", zh: str = "", en: str = "") -> None:
        usual = _CODES[status]
        super().__init__(status, code or usual[0])
        self.status = status
        self.fault = Fault(code or usual[0], zh or usual[1], en or usual[2])


def fails(*statuses: int) -> dict[int, ResponseSpec]:
    """Those statuses, for the schema; 400, 403, 413 and 429 may come everywhere."""
    return {
        status: ResponseSpec(Failed, description=_CODES[status][2], generate_examples=False) for status in sorted({*statuses, 400, 403, 413, 429})
    }


def answer_to(request: Asked, error: Exception) -> Response[Failed]:
    """What a handler's exception becomes."""
    headers = None
    if isinstance(error, Failure):
        status, fault = error.status, error.fault
    elif isinstance(error, IdentityError):
        status, fault = _IDENTITY.get(error.code, 400), Fault(error.code, error.zh, error.en)
    elif isinstance(error, Refusal):
        status, fault = _REFUSALS.get(error.code, 409), Fault(error.code, error.why.zh, error.why.en)
    elif isinstance(error, StoreError):
        status, fault = 503, Fault("unavailable", error.zh, error.en)
    elif isinstance(error, PaijuError):
        status, fault = 400, Fault(_snake(type(error).__name__), error.zh, error.en)
    elif isinstance(error, RecursionError):
        status, fault = 400, Fault("bad_request", "请求不对：嵌套太深", "the request is not as it must be: nested too deep")
    elif isinstance(error, HTTPException):
        status, fault = error.status_code, _of_http(error)
        headers = {name: value for name, value in (error.headers or {}).items() if name.lower() == "allow"}
    else:
        _log.error("a request failed", exc_info=error, extra={"method": request.method, "path": request.scope.get("path_template")})
        status, fault = 500, Failure(500).fault
    return Response(Failed(fault), status_code=status, headers=headers, media_type="application/json")


def _of_http(error: HTTPException) -> Fault:
    usual = Failure(error.status_code if error.status_code in _CODES else 400).fault
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        said = "; ".join(f"{part.get('key', '')}: {part.get('message', '')}".removeprefix(": ") for part in error.extra if isinstance(part, dict))
        said = printable(said, 300)
        return Fault("bad_value", f"{usual.zh}：{said}", f"{usual.en}: {said}")
    if error.status_code == 400:
        said = printable(error.detail, 300)
        return Fault(usual.code, f"{usual.zh}：{said}", f"{usual.en}: {said}")
    return usual


def _snake(name: str) -> str:
    """``OptionError`` → ``option``."""
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name.removesuffix("Error")).lstrip("_") or "bad_value"
