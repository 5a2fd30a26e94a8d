"""Random score requests: hands mostly complete, every kind of meld, circumstances mostly possible, any options."""

import random
from typing import Any

from paiju.core.notation import tile_text, tiles_text
from paiju.variants import get

Request = dict[str, Any]
SUITED = list(range(27))
KINDS = {"changchun": list(range(34)), "baicheng": [k for k in range(34) if k < 27 or k > 30], "changsha": SUITED}
SPECIAL = [("winds_kong", [27, 28, 29, 30]), ("dragons_kong", [31, 32, 33]), ("ones_kong", [0, 9, 18]), ("nines_kong", [8, 17, 26])]


def some_options(game: str, rng: random.Random) -> dict[str, Any]:
    """None, or up to eight house rules with any value."""
    if rng.random() < 0.35:
        return {}
    declared = get(game).options
    chosen: dict[str, Any] = {}
    for option in rng.sample(declared, k=min(len(declared), rng.choice((1, 1, 2, 4, 8)))):
        if option.kind == "flag":
            chosen[option.name] = option.default is not (rng.random() < 0.7)
        elif option.kind == "choice" and option.name != "match_length":
            chosen[option.name] = rng.choice(option.choices).value
        elif option.kind == "choices":
            chosen[option.name] = [c.value for c in option.choices if rng.random() < 0.5]
        elif option.kind == "numbers":
            chosen[option.name] = [rng.randint(1, 5) for _ in range(3)]
        elif option.kind == "number":
            chosen[option.name] = rng.randint(1, 5)
    return chosen


class _Hand:
    """A hand being put together from sets, no kind more than four times."""

    def __init__(self, game: str, options: dict[str, Any], rng: random.Random) -> None:
        self.game, self.options, self.rng = game, options, rng
        self.kinds = KINDS[game]
        self.counts = [0] * 34
        self.hand: list[int] = []
        self.melds: list[tuple[str, list[int]]] = []
        self.pool = self._pool()

    def _pool(self) -> list[int]:
        rng, style = self.rng, self.rng.random()
        if self.game == "changsha" and style < 0.5:
            if style < 0.25:
                return [k for k in SUITED if k % 9 in (1, 4, 7)]
            start = rng.randrange(3) * 9
            return list(range(start, start + 9))
        if style < 0.6:
            return self.kinds
        return [k for k in self.kinds if rng.random() < 0.4] or self.kinds

    def take(self, tiles: list[int]) -> bool:
        if any(self.counts[k] + tiles.count(k) > 4 for k in tiles):
            return False
        for kind in tiles:
            self.counts[kind] += 1
        return True

    def fill(self) -> None:
        rng = self.rng
        melds = rng.choice((0, 0, 0, 1, 1, 2, 3, 4))
        if melds == 0 and rng.random() < (0.02 if self.game == "baicheng" else 0.12):
            while len(self.hand) < 14:
                self.pair()
            return
        spread = self.game != "changsha" and rng.random() < 0.75  # one set in each suit first
        suits = rng.sample(range(3), 3)
        pungs = 0.9 if rng.random() < 0.35 else 0.45
        sets = 0
        tries = 0
        while sets < 4:
            tries += 1
            pool = self.kinds if tries > 100 else self.pool
            if spread and sets < 3:
                start = suits[sets] * 9
                pool = [k for k in pool if start <= k < start + 9] or list(range(start, start + 9))
            sets += self.meld(pool, pungs) if sets < melds else self.concealed(pool, pungs)
        self.pair()
        if rng.random() < 0.15:
            self.spoil()
        rng.shuffle(self.hand)

    def set_of(self, pool: list[int], pungs: float) -> list[int]:
        kind = self.rng.choice(pool)
        if kind < 27 and kind % 9 <= 6 and self.rng.random() > pungs:
            return [kind, kind + 1, kind + 2]
        return [kind] * 3

    def concealed(self, pool: list[int], pungs: float) -> bool:
        dragons = self.game == "baicheng" and self.rng.random() < 0.12
        tiles = [31, 32, 33] if dragons else self.set_of(pool, pungs)
        if not self.take(tiles):
            return False
        self.hand += tiles
        return True

    def meld(self, pool: list[int], pungs: float) -> bool:
        rng = self.rng
        kind = "chow"
        if self.game != "changsha" and rng.random() < 0.2:
            kind, tiles = self.special()
            if any(kind == other for other, _ in self.melds):
                return False
        elif self.options.get("dragon_chow") and rng.random() < 0.3:
            tiles = [31, 32, 33]
        else:
            tiles = self.set_of(pool, pungs)
            if tiles[0] == tiles[1]:
                kind = rng.choice(("pung", "pung", "pung", "melded_kong", "added_kong", "concealed_kong"))
                tiles = tiles + tiles[:1] if kind != "pung" else tiles
        if not self.take(tiles):
            return False
        self.melds.append((kind, tiles))
        return True

    def special(self) -> tuple[str, list[int]]:
        rng, options = self.rng, self.options
        kind, group = SPECIAL[1] if self.game == "baicheng" else rng.choice(SPECIAL)
        tiles = rng.sample(group, 3) if kind == "winds_kong" and options.get("winds_kong_size") == 3 else list(group)
        wild = bool(options.get("bamboo_one_is_wild")) and rng.random() < 0.6
        if wild:
            tiles[rng.randrange(len(tiles))] = 18
        for _ in range(rng.choice((0, 0, 1, 2))):
            tiles.append(18 if wild and rng.random() < 0.3 else rng.choice(group))
        return kind, tiles

    def pair(self) -> None:
        while True:
            kind = self.rng.choice(self.pool if self.rng.random() < 0.7 else self.kinds)
            if self.take([kind, kind]):
                self.hand += [kind, kind]
                return

    def spoil(self) -> None:
        at, kind = self.rng.randrange(len(self.hand)), self.rng.choice(self.kinds)
        if self.counts[kind] < 4:
            self.counts[self.hand[at]] -= 1
            self.counts[kind] += 1
            self.hand[at] = kind


def some_request(game: str, rng: random.Random) -> Request:
    options = some_options(game, rng)
    made = _Hand(game, options, rng)
    made.fill()
    request: Request = {"variant": game, "dealer": rng.randrange(4), "winner": rng.randrange(4)}
    request["by"] = rng.choice(("self_draw", "self_draw", "discard", "discard", "robbed_kong"))
    losers = [seat for seat in range(4) if seat != request["winner"]]
    tile: int | None = made.hand.pop()
    assert tile is not None
    if request["by"] == "robbed_kong":  # the adder's special kong holds one of the kind, his pung three
        held = made.counts[tile] - 1
        special = game != "changsha" and (tile >= 31 or (game == "changchun" and (tile >= 27 or tile % 9 in (0, 8))))
        request["by"] = "robbed_kong" if held <= (2 if special else 0) else "discard"
    three = any(len(tiles) == 3 and kind.endswith("_kong") for kind, tiles in made.melds)
    if request["by"] == "self_draw":
        if three and rng.random() < 0.3:
            made.hand.append(tile)
            tile = None
        elif game != "changsha" and rng.random() < 0.45:
            how = "drawn" if game == "baicheng" or rng.random() < 0.6 else "matched"
            if how == "drawn" and rng.random() < 0.7:
                made.counts[tile] -= 1
                other = rng.choice(made.kinds)
                tile = other if made.counts[other] < 4 else tile
            request["treasure"] = {"tile": tile_text(tile), "how": how}
    else:
        request["from"] = rng.choice(losers if rng.random() < 0.99 else range(4))
    request["hand"] = tiles_text(made.hand)
    request["melds"] = [{"kind": kind, "tiles": tiles_text(tiles)} for kind, tiles in made.melds]
    if tile is not None:
        request["tile"] = tile_text(tile)
    if game == "baicheng":
        if rng.random() < 0.8:
            request["closed"] = [seat for seat in losers if rng.random() < 0.5]
        replaced = any(len(tiles) >= 4 for _, tiles in made.melds)  # three dragons alone draw nothing
        if request["by"] == "self_draw" and rng.random() < (0.4 if replaced else 0.0 if three else 0.05):
            request["after"] = "kong"
    if game == "changsha":
        _changsha(request, options, rng)
    if game == "changchun" and rng.random() < 0.1:
        request["preset"] = "mil2024"
    if options:
        request["options"] = options
    return request


def _changsha(request: Request, options: dict[str, Any], rng: random.Random) -> None:
    by = request["by"]
    if rng.random() < 0.12:
        by = request["by"] = "opening"
        request.pop("tile")
        request.pop("from", None)
        request["melds"] = []
        kinds = [k for k in SUITED if rng.random() < 0.6 or k < 9] if rng.random() < 0.5 else SUITED
        if rng.random() < 0.4:
            kinds = [k for k in kinds if k % 9 not in (1, 4, 7)]
        request["hand"] = tiles_text(rng.sample([k for k in kinds for _ in range(4)], 14 if request["dealer"] == request["winner"] else 13))
    elif rng.random() < 0.2:
        moment = rng.choice(("first_deal", "first_discard", "sea_bottom", "sea_bottom"))
        if moment == "first_deal":
            request["dealer"] = request["winner"]
        elif moment == "first_discard" and by == "discard":
            request["dealer"] = request["from"]
        fits = {"first_deal": by == "self_draw", "first_discard": by == "discard", "sea_bottom": by != "robbed_kong"}
        if rng.random() < 0.02 or (fits[moment] and (moment == "sea_bottom" or not request["melds"])):
            request["moment"] = moment
    if by in ("self_draw", "discard") and rng.random() < 0.2:
        request["after"] = "dice_kong"
    birds = options.get("birds", 1)
    if by == "opening" and options.get("opening") == "continues":
        birds = min(birds, 1)
    if birds and rng.random() < 0.8:
        found = [tile_text(rng.choice(SUITED)) for _ in range(birds)]
        if request.get("moment") == "sea_bottom":
            found = [request["tile"]] * birds
        request["bird"] = found[0] if birds == 1 and rng.random() < 0.9 else found
