"""The games with their house rules, presets and fans; their rules pages; the bots; scoring a win."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import Response, get, post
from litestar.params import FromQuery, JSONBody, PathParameter
from msgspec import Meta

from paiju import bots, variants
from paiju.core.notation import parse_hand
from paiju.core.tiles import KINDS
from paiju.core.win import CHOW, MELD_IDS, PUNG, SPECIAL_KONG
from paiju.game.labels import labelled
from paiju.game.rulebook import COMMON, has_page, page
from paiju.game.score import answer_line
from paiju.server.api import Asked
from paiju.server.api.errors import Failure, fails

Json = dict[str, Any]
VariantName = Annotated[str, PathParameter(max_length=40, description="A game, by its key.")]


class PresetInfo(msgspec.Struct, frozen=True):
    """A named set of house rules."""

    name: str
    zh: str
    en: str
    values: Json


class FanInfo(msgspec.Struct, frozen=True):
    """A scoring item. ``excludes``: those that do not count beside it."""

    id: str
    value: int
    clause: str
    zh: str
    en: str
    about_zh: str
    about_en: str
    excludes: list[str]


class GameInfo(msgspec.Struct, frozen=True):
    """A game; ``options`` is a JSON Schema with labels in both languages.

    ``kinds``: its tiles, ``melds``: what may lie open, ``claims``: what a score request may say beside the tiles.
    """

    key: str
    zh: str
    en: str
    about_zh: str
    about_en: str
    options: Json
    presets: list[PresetInfo]
    fans: list[FanInfo]
    kinds: list[int]
    melds: list[str]
    claims: list[str]


class BotInfo(msgspec.Struct, frozen=True):
    """A bot that may be put on a chair. ``level``: how strong it is, from 0; ``default``: it plays where nobody chooses.

    ``judges``: it can review hands.
    """

    name: str
    level: int
    zh: str
    en: str
    about_zh: str
    about_en: str
    default: bool
    judges: bool


class HandText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand as text, in notation or with Chinese names (docs/notation.md)."""

    text: Annotated[str, Meta(max_length=400)]


class LaidMeld(msgspec.Struct, frozen=True):
    kind: str
    tiles: list[int]


class HandRead(msgspec.Struct, frozen=True):
    """The hand as kinds 0-33: concealed tiles in the order of the text, and the melds."""

    tiles: list[int]
    melds: list[LaidMeld]


class RulesPage(msgspec.Struct, frozen=True):
    """The rules of a game as Markdown, and those common to all games."""

    variant: str
    lang: str
    page: str
    common: str


@get("/api/games", responses=fails(), sync_to_thread=False)
def games() -> list[GameInfo]:
    """All games."""
    return [game_info(key) for key in variants.names()]


@cache
def game_info(key: str) -> GameInfo:
    """A game as pages see it."""
    game = variants.get(key)
    rules = game.rules(game.settings())
    special = [name for n, name in enumerate(MELD_IDS[SPECIAL_KONG:]) if rules.special_kongs >> n & 1]
    return GameInfo(
        key=game.key,
        zh=game.zh,
        en=game.en,
        about_zh=game.about_zh,
        about_en=game.about_en,
        options=game.options_schema(),
        presets=[PresetInfo(preset.name, preset.zh, preset.en, preset.values) for preset in game.presets],
        fans=[FanInfo(f.id, int(f.value), f.clause, f.zh, f.en, f.about_zh, f.about_en, f.excludes) for f in game.fans],
        kinds=[kind for kind in range(KINDS) if rules.kinds >> kind & 1],
        melds=[*(MELD_IDS[CHOW:SPECIAL_KONG] if rules.chow else MELD_IDS[PUNG:SPECIAL_KONG]), *special],
        claims=sorted(game.claims),
    )


@get("/api/bots", responses=fails(), sync_to_thread=False)
def bot_list() -> list[BotInfo]:
    """All bots, the lowest level first."""
    found = [bots.find(name) for name in bots.names()]
    judges = bots.judges()
    return [BotInfo(b.name, b.level, b.zh or b.name, b.en or b.name, b.about_zh, b.about_en, b.name == bots.DEFAULT, b.name in judges) for b in found]


@get("/api/rules/{variant:str}", responses=fails(404), sync_to_thread=False)
def rules(variant: VariantName, lang: FromQuery[Literal["zh", "en"]] = "zh") -> RulesPage:
    """The rules page of a game."""
    if variant not in variants.names() or not has_page(variant):
        raise Failure(404)
    return RulesPage(variant, lang, *(labelled(page(name, lang), variants.get(variant), lang) for name in (variant, COMMON)))


@post("/api/hand", status_code=200, responses=fails(), sync_to_thread=False)
def hand(data: JSONBody[HandText]) -> HandRead:
    """Read a hand that was typed."""
    tiles, melds = parse_hand(data.text)
    return HandRead(tiles, [LaidMeld(MELD_IDS[meld.kind], list(meld.tiles)) for meld in melds])


@post(
    "/api/score",
    status_code=200,
    responses=fails(),
    description="Scores a win: a request of the score contract (docs/scoring.md), answered with names, reading and payments in both languages.",
)
async def score(request: Asked) -> Response[bytes]:
    """Score a win."""
    body = await request.body()
    text = answer_line(body, explain=True)
    found = msgspec.json.decode(text)
    if "error" not in found:
        return Response(text.encode(), media_type="application/json")
    chinese = msgspec.json.decode(answer_line(body, lang="zh"))["error"]
    fault = {"code": found["error"]["code"], "at": found["error"]["at"], "zh": chinese["message"], "en": found["error"]["message"]}
    return Response(msgspec.json.encode({"error": fault}), status_code=400, media_type="application/json")


HANDLERS: Final = [games, bot_list, rules, hand, score]
