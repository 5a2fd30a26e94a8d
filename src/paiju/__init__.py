"""Paiju 牌局: Chinese regional mahjong.

Importing this package is cheap: the public names below are looked up in their modules at first use.
With PAIJU_PURE=1 in the environment every module is loaded from its .py file, whatever compiled ones lie beside it.
"""

import os
from importlib import import_module

__version__ = "0.1.0"

if os.environ.get("PAIJU_PURE", "") not in ("", "0"):
    from paiju import _pure

    _pure.install()

# Public name -> the module that defines it.
_EXPORTS: dict[str, str] = {}

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
    return sorted({*globals(), *_EXPORTS})
