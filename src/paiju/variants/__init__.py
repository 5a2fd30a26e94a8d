"""The games there are, by key. A game from outside joins by ``register``."""

from typing import Final

from paiju.core.errors import VariantError, nearest, shown
from paiju.core.variant import Variant

_BUILT_IN: Final = ["changchun", "baicheng", "changsha"]
_known: Final[dict[str, Variant]] = {}


def register(variant: Variant) -> None:
    """Makes a game known by its key, in place of another from outside of that key. VariantError for the key of one of the package."""
    if variant.key in _BUILT_IN:
        name, kind = shown(variant.key), type(variant).__name__
        raise VariantError(f"{name} is a game of the package; give {kind} another key", f"{name} 是自带的玩法；给 {kind} 换一个 key")
    _known[variant.key] = variant


def names() -> list[str]:
    """The keys of all games, the built-in ones first."""
    return [*_BUILT_IN, *(key for key in _known if key not in _BUILT_IN)]


def get(key: str) -> Variant:
    """The game of that key, or VariantError."""
    found = _known.get(key)
    if found is None:
        if key not in _BUILT_IN:
            close, known = nearest(key, names()), ", ".join(names())
            raise VariantError(f"there is no game {shown(key)}{close.en}; games are {known}", f"没有玩法 {shown(key)}{close.zh}；有 {known}")
        found = _built_in(key)
        _known[key] = found
    return found


def _built_in(key: str) -> Variant:
    # Imported at first use: a program that plays one game need not load the others.
    if key == "changchun":
        from paiju.variants.changchun import Changchun

        return Changchun()
    if key == "baicheng":
        from paiju.variants.baicheng import Baicheng

        return Baicheng()
    from paiju.variants.changsha import Changsha

    return Changsha()
