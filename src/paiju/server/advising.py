"""A hint as pages show it: what each discard, claim and kong leaves and risks, in numbers and in words. Made from a report alone."""

from __future__ import annotations

from paiju.analysis.report import Leaves, Report
from paiju.analysis.wording import Wording
from paiju.game.audience import Tile
from paiju.server.protocol import Advice, Advised, Said


def advised(id: str, report: Report, base: int, *, birds: bool) -> Advised:
    """The answer to a command ``hint``. ``base``: what a point is worth in the room (底分); ``birds``: whether its game has them."""
    both = Wording("zh", base=base), Wording("en", base=base)
    best = Said(*[words.best(report) or words.now(report) for words in both])
    discards = []
    for kind, left in report.discards:
        said = Said(*[words.discard(report, kind, left) for words in both])
        discards.append(_advice("discard", (kind,), said, left, base, danger=report.danger.get(kind)))
    now = [] if discards else [_advice("", (), best, report.now, base)]
    offers = []
    for one in report.offers:
        said = Said(*[words.offer(report, one) for words in both])
        danger = None if one.discard is None else report.danger.get(one.discard)
        offers.append(_advice(one.action.verb, one.action.tiles, said, one.after, base, one.discard, danger))
    routes = tuple([Said(*[words.route(route) for words in both]) for route in report.in_reach])
    note = Said(*[words.counted_as(birds=birds, seated=True) for words in both]) if report.pays else None
    return Advised(id=id, said=best, advice=(*now, *discards, *offers), routes=routes, note=note)


def _advice(
    verb: str, tiles: tuple[Tile, ...], said: Said, leaves: Leaves, base: int, discard: Tile | None = None, danger: float | None = None
) -> Advice:
    brings = tuple([(base * wait.discard, base * wait.self_draw) for wait in leaves.waits])
    return Advice(verb, tiles, said, leaves.distance, tuple(leaves.helps.items()), brings, discard, danger)
