"""Why a text is no JSON, in both languages. What ``json`` itself says is English."""

from __future__ import annotations

import json
from typing import Final

from paiju.core.errors import Both

_ZH: Final = {
    "Expecting value": "这里应是一个值",
    "Expecting property name enclosed in double quotes": "这里应是双引号里的字段名",
    "Expecting ':' delimiter": "这里应是冒号",
    "Expecting ',' delimiter": "这里应是逗号",
    "Unterminated string starting at": "字符串没有结束",
    "Invalid control character at": "字符串里有控制字符",
    "Invalid \\escape": "反斜杠后面写得不对",
    "Invalid \\uXXXX escape": "反斜杠 u 后面不是四位十六进制数",
    "Extra data": "一个值之后还有别的东西",
    "Illegal trailing comma before end of object": "最后一个字段后面多了逗号",
    "Illegal trailing comma before end of array": "最后一个值后面多了逗号",
}


def reason(error: json.JSONDecodeError) -> Both:
    """What is wrong, and in which column."""
    words = error.msg.split(": ")[0]
    return Both(f"{error.msg}, at column {error.colno}", f"第 {error.colno} 列：{_ZH.get(words, '写法不对')}")
