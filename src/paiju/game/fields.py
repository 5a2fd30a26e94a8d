"""Plain values of a decoded JSON object: each helper gives the value, or a RequestError with the path of the field.

Knows nothing of mahjong beyond that there are four seats.
"""

import json

from paiju.core.errors import Both, RequestError, nearest, printable, shown


def object_fields(value: object, at: str, required: tuple[str, ...], optional: tuple[str, ...]) -> dict[str, object]:
    """An object with all required fields and none beyond the optional ones; ``at`` is its own path, empty for the request."""
    if not isinstance(value, dict):
        raise wrong_type(at, "an object", "一个 JSON 对象", value)
    dot = at + "." if at else ""
    known = [*required, *optional]
    for name in value:
        if name not in known:
            close, names = nearest(str(name), known), ", ".join(known)
            en = f"unknown field {shown(name)}{close.en}; fields are {names}"
            raise RequestError(en, f"没有字段 {shown(name)}{close.zh}；有 {names}", "unknown_field", f"{dot}{shown(name)[1:-1]}")
    for name in required:
        if name not in value:
            hint = Both("", "")
            if name == "melds":
                hint = Both(' (write "melds": [] when there are none)', '（没有副露就写 "melds": []）')
            raise RequestError(f"{dot}{name} is missing{hint.en}", f"缺少 {dot}{name}{hint.zh}", "missing_field", f"{dot}{name}")
    return value


def seat_number(value: object, at: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise wrong_type(at, "a seat 0 to 3", "座位 0 到 3", value)
    if not 0 <= value <= 3:
        raise RequestError(f"{at} must be a seat 0 to 3, got {shown(value)}", f"{at} 应是座位 0 到 3，不是 {shown(value)}", "bad_value", at)
    return value


def one_word(value: object, at: str, words: list[str]) -> str:
    """One of some words."""
    text = plain_text(value, at)
    if text not in words:
        close, all_words = nearest(text, words), ", ".join(words)
        en = f"{at} must be one of {all_words}; got {shown(text)}{close.en}"
        raise RequestError(en, f"{at} 应是 {all_words} 之一，不是 {shown(text)}{close.zh}", "bad_value", at)
    return text


def plain_text(value: object, at: str) -> str:
    if not isinstance(value, str):
        raise wrong_type(at, "text", "文字", value)
    return value


def plain_list(value: object, at: str) -> list[object]:
    if not isinstance(value, list):
        raise wrong_type(at, "a list", "列表", value)
    return value


def plain_flag(value: object, at: str) -> bool:
    if not isinstance(value, bool):
        raise wrong_type(at, "true or false", "布尔值 true 或 false", value)
    return value


def wrong_type(at: str, en: str, zh: str, value: object) -> RequestError:
    """``en`` and ``zh`` say what it must be."""
    subject = f"{at} " if at else "请求"
    return RequestError(f"{at or 'a request'} must be {en}, got {as_json(value)}", f"{subject}应是{zh}，不是 {as_json(value)}", "wrong_type", at)


def impossible(at: str, en: str, zh: str) -> RequestError:
    """``en`` and ``zh`` say why."""
    return RequestError(f"{at} cannot be so: {en}", f"{at} 不能这样：{zh}", "impossible", at)


def as_json(value: object) -> str:
    """A value as it stood in the request, short: ``null``, not ``None``."""
    if isinstance(value, str):
        return shown(value)
    try:
        return printable(json.dumps(value), 62)
    except (TypeError, ValueError, RecursionError):  # not from JSON, but from Python
        return shown(value)
