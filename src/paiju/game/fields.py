"""Plain values of a decoded JSON object: each helper gives the value, or a RequestError with the path of the field.

Knows nothing of mahjong beyond that there are four seats.
"""

from paiju.core.errors import RequestError, nearest, shown


def object_fields(value: object, at: str, required: tuple[str, ...], optional: tuple[str, ...]) -> dict[str, object]:
    """An object with all required fields and none beyond the optional ones; ``at`` is its own path, empty for the request."""
    if not isinstance(value, dict):
        raise wrong_type(at, "an object", value)
    dot = at + "." if at else ""
    known = [*required, *optional]
    for name in value:
        if name not in known:
            close = nearest(str(name), known)
            raise RequestError(f"unknown field {shown(name)}{close}; fields are {', '.join(known)}", "unknown_field", f"{dot}{shown(name)[1:-1]}")
    for name in required:
        if name not in value:
            hint = ' (write "melds": [] when there are none)' if name == "melds" else ""
            raise RequestError(f"{dot}{name} is missing{hint}", "missing_field", f"{dot}{name}")
    return value


def seat_number(value: object, at: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise wrong_type(at, "a seat 0 to 3", value)
    if not 0 <= value <= 3:
        raise RequestError(f"{at} must be a seat 0 to 3, got {shown(value)}", "bad_value", at)
    return value


def one_word(value: object, at: str, words: list[str]) -> str:
    """One of some words."""
    text = plain_text(value, at)
    if text not in words:
        raise RequestError(f"{at} must be one of {', '.join(words)}; got {shown(text)}{nearest(text, words)}", "bad_value", at)
    return text


def plain_text(value: object, at: str) -> str:
    if not isinstance(value, str):
        raise wrong_type(at, "text", value)
    return value


def plain_list(value: object, at: str) -> list[object]:
    if not isinstance(value, list):
        raise wrong_type(at, "a list", value)
    return value


def plain_flag(value: object, at: str) -> bool:
    if not isinstance(value, bool):
        raise wrong_type(at, "true or false", value)
    return value


def wrong_type(at: str, due: str, value: object) -> RequestError:
    return RequestError(f"{at or 'a request'} must be {due}, got {shown(value)}", "wrong_type", at)


def impossible(at: str, why: str) -> RequestError:
    return RequestError(f"{at} cannot be so: {why}", "impossible", at)
