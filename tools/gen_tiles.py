"""Write src/paiju/web/tiles.svg, one sprite of all tile faces, from the drawings of FluffyStuff (CC0) as the npm package below carries them.

Needs npm and the registry to write. ``--check`` needs neither: it holds the sprite against the digest of its own text and of this program, which
stand in its first line.
"""

import gzip
import hashlib
import math
import re
import subprocess
import sys
import tarfile
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SPRITE = ROOT / "src" / "paiju" / "web" / "tiles.svg"
PACKAGE = "riichi-mahjong-tiles@0.1.0"
PACKAGE_SHA256 = "a36e8cb64c926dea36a4fcc02cb6cdeb56d53d82ab030af7e55b2c3c50bc2156"
LARGEST = 22_000  # bytes, compressed
CREDIT = "Tile faces: FluffyStuff, CC0 1.0 (github.com/FluffyStuff/riichi-mahjong-tiles), after npm riichi-mahjong-tiles 0.1.0 (MIT)."

# The honours by Paiju's numbers 1z-6z but for 5z, which the art leaves blank; 7z is Chun.
HONOURS = {1: "Ton", 2: "Nan", 3: "Shaa", 4: "Pei", 6: "Hatsu", 7: "Chun"}
# The art's colours as variables of the page, so that the black set is the same sprite with other values.
INKS = {
    "#000": "var(--ink,#111)",
    "#fff": "var(--face,#fbf7ee)",
    "#b93c3c": "var(--red,#b3262b)",
    "#004900": "var(--green,#0b5a2b)",
    "#19328c": "var(--blue,#16338c)",
    "#142896": "var(--blue,#16338c)",
    "#000037": "var(--navy,#14235c)",
}

TAIL = "var(--tail,#0b5a2b)"  # of the bird; green in the regular set, in the black one not that of the sticks
# What the art lacks: the frame of the white dragon, and a back.
FRAME = (
    '<g fill="none" stroke="var(--blue,#16338c)"><rect x="45" y="55" width="210" height="290" rx="18" stroke-width="22"/>'
    '<rect x="82" y="92" width="136" height="216" rx="8" stroke-width="8"/></g>'
)
BACK = '<path d="M150 110l60 90-60 90-60-90z" fill="none" stroke="var(--mark,#fff)" stroke-width="14" opacity=".35"/>'

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
Segment = tuple[str, list[Point]]  # M, L, C or Z with absolute points
UNIT: Matrix = (1, 0, 0, 1, 0, 0)


# -- geometry ----------------------------------------------------------------------------------------------------


def times(a: Matrix, b: Matrix) -> Matrix:
    return (
        a[0] * b[0] + a[2] * b[1], a[1] * b[0] + a[3] * b[1], a[0] * b[2] + a[2] * b[3], a[1] * b[2] + a[3] * b[3],
        a[0] * b[4] + a[2] * b[5] + a[4], a[1] * b[4] + a[3] * b[5] + a[5],
    )  # fmt: skip


def moved(m: Matrix, p: Point) -> Point:
    return m[0] * p[0] + m[2] * p[1] + m[4], m[1] * p[0] + m[3] * p[1] + m[5]


def scale_of(m: Matrix) -> float:
    return math.sqrt(abs(m[0] * m[3] - m[1] * m[2]))


def even(m: Matrix) -> bool:
    """Whether a stroke stays about as wide in every direction."""
    across, down = math.hypot(m[0], m[1]), math.hypot(m[2], m[3])
    return max(across, down) < 1.25 * min(across, down)


def undone(m: Matrix) -> Matrix:
    d = m[0] * m[3] - m[1] * m[2]
    return (
        m[3] / d, -m[1] / d, -m[2] / d, m[0] / d, (m[2] * m[5] - m[3] * m[4]) / d, (m[1] * m[4] - m[0] * m[5]) / d,
    )  # fmt: skip


def numbers(text: str) -> list[float]:
    return [float(n) for n in re.findall(r"-?(?:\d*\.\d+|\d+)(?:e-?\d+)?", text)]


def matrix(text: str | None) -> Matrix:
    """The value of a ``transform`` attribute."""
    whole = UNIT
    for name, inside in re.findall(r"(\w+)\(([^)]*)\)", text or ""):
        v = numbers(inside)
        if name == "translate":
            one: Matrix = (1, 0, 0, 1, v[0], v[1] if len(v) > 1 else 0)
        elif name == "scale":
            one = (v[0], 0, 0, v[1] if len(v) > 1 else v[0], 0, 0)
        elif name == "rotate":
            c, s = math.cos(math.radians(v[0])), math.sin(math.radians(v[0]))
            x, y = (v[1], v[2]) if len(v) > 1 else (0.0, 0.0)
            one = (c, s, -s, c, x - c * x + s * y, y - s * x - c * y)
        else:
            one = (v[0], v[1], v[2], v[3], v[4], v[5])
        whole = times(whole, one)
    return whole


def segments(d: str) -> list[Segment]:
    """Path data as absolute lines and curves."""
    out: list[Segment] = []
    at: Point = (0, 0)
    first = at
    control = at
    arguments = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "a": 7, "z": 0}
    for letter, rest in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", d):
        kind, count = letter.lower(), arguments[letter.lower()]
        values = arc_numbers(rest) if kind == "a" else numbers(rest)
        for n in range(0, max(len(values), 1), count or 1):
            v = values[n : n + count]
            x, y = at if letter.islower() else (0.0, 0.0)
            before, last_kind = at, out[-1][0] if out else ""
            if kind == "z":
                out.append(("Z", []))
                at = first
                continue
            if kind == "a":
                at = (x + v[5], y + v[6])
                out += [("C", points) for points in arc(before, v, at)]
                continue
            if kind == "h":
                points = [(x + v[0], at[1])]
            elif kind == "v":
                points = [(at[0], y + v[0])]
            else:
                points = [(x + v[i], y + v[i + 1]) for i in range(0, count, 2)]
            if kind == "q":
                (qx, qy), (ex, ey) = points
                points = [((at[0] + 2 * qx) / 3, (at[1] + 2 * qy) / 3), ((ex + 2 * qx) / 3, (ey + 2 * qy) / 3), (ex, ey)]
            if kind == "s":
                mirrored = (2 * at[0] - control[0], 2 * at[1] - control[1]) if last_kind == "C" else at
                points.insert(0, mirrored)
            at = points[-1]
            control = points[-2] if len(points) > 2 else at
            if kind == "m" and n == 0:
                first = at
                out.append(("M", points))
            else:
                out.append(("C" if len(points) == 3 else "L", points))
    return out


def arc_numbers(text: str) -> list[float]:
    """The numbers of arcs, whose two flags may stand without a gap."""
    number = r"\s*,?\s*(-?(?:\d*\.\d+|\d+))"
    return [float(v) for found in re.findall(number * 3 + r"\s*,?\s*([01])\s*,?\s*([01])" + number * 2, text) for v in found]


def arc(start: Point, v: list[float], end: Point) -> Iterable[list[Point]]:
    """An elliptic arc as curves of at most a quarter turn each."""
    rx, ry, turn, large, sweep = abs(v[0]), abs(v[1]), math.radians(v[2]), v[3], v[4]
    c, s = math.cos(turn), math.sin(turn)
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = c * dx + s * dy, -s * dx + c * dy
    grow = max(1.0, math.sqrt((x / rx) ** 2 + (y / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    under = max(0.0, (rx * ry) ** 2 - (rx * y) ** 2 - (ry * x) ** 2) / ((rx * y) ** 2 + (ry * x) ** 2)
    k = math.sqrt(under) * (1 if large != sweep else -1)
    cx, cy = k * rx * y / ry, -k * ry * x / rx
    a = math.atan2((y - cy) / ry, (x - cx) / rx)
    b = math.atan2((-y - cy) / ry, (-x - cx) / rx)
    if sweep and b < a:
        b += 2 * math.pi
    elif not sweep and b > a:
        b -= 2 * math.pi
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    frame: Matrix = (c * rx, s * rx, -s * ry, c * ry, c * cx - s * cy + middle[0], s * cx + c * cy + middle[1])
    parts = max(1, math.ceil(abs(b - a) / (math.pi / 2) - 1e-6))
    step = (b - a) / parts
    t = 4 / 3 * math.tan(step / 4)
    for n in range(parts):
        p, q = a + n * step, a + (n + 1) * step
        yield [
            moved(frame, (math.cos(p) - t * math.sin(p), math.sin(p) + t * math.cos(p))),
            moved(frame, (math.cos(q) + t * math.sin(q), math.sin(q) - t * math.cos(q))),
            moved(frame, (math.cos(q), math.sin(q))),
        ]


# -- reading the art ---------------------------------------------------------------------------------------------


class Shape:
    """One thing drawn: ``circle``, ``ellipse`` or ``path``, where its coordinates lie, and its style."""

    def __init__(self, tag: str, place: Matrix, attributes: dict[str, str], style: dict[str, str]) -> None:
        self.tag = tag
        self.place = place
        self.attributes = attributes
        self.style = style

    @property
    def centre(self) -> Point:
        return moved(self.place, (float(self.attributes["cx"]), float(self.attributes["cy"])))

    @property
    def radius(self) -> float:
        return float(self.attributes.get("r", 0)) * scale_of(self.place)

    @property
    def ink(self) -> str:
        """The colour it is drawn in, of the art."""
        return self.style["fill"] if self.style["fill"] != "none" else self.style["stroke"]

    def like(self, other: "Shape") -> bool:
        """Whether it is the same drawing at another place."""
        named = {"id", "transform"}
        mine = {name: value for name, value in self.attributes.items() if name not in named}
        return self.style == other.style and mine == {name: value for name, value in other.attributes.items() if name not in named}


def svg_of(component: str) -> ET.Element:
    """The drawing inside a React component."""
    text = component[component.index("<svg") : component.rindex(">\n") + 1] if "</svg>" in component else "<svg/>"
    text = text.replace("{...props}", "").replace("xlinkHref", "href")

    def plain(found: re.Match[str]) -> str:
        items = re.findall(r'(\w+):\s*("[^"]*"|[^,\n]+)', found.group(1))
        return 'style="' + ";".join(f"{name}:{value.strip(chr(34))}" for name, value in items) + '"'

    text = re.sub(r"style=\{\{(.*?)\}\}", plain, text, flags=re.S)
    return ET.fromstring(re.sub(r"=\{([^}]*)\}", r'="\1"', text))


def shapes_of(component: str) -> list[Shape]:
    """Everything drawn, in order, with copies written out."""
    root = svg_of(component)
    named = {element.get("id"): element for element in root.iter() if element.get("id")}
    out: list[Shape] = []

    def walk(element: ET.Element, place: Matrix) -> None:
        tag = element.tag.rpartition("}")[2]
        place = times(place, matrix(element.get("transform")))
        if tag == "use":
            shift: Matrix = (1, 0, 0, 1, float(element.get("x", 0)), float(element.get("y", 0)))
            walk(named[element.get("href", "")[1:]], times(place, shift))
        elif tag in ("circle", "ellipse", "path"):
            style = dict(pair.split(":", 1) for pair in element.get("style", "").split(";") if pair)
            out.append(Shape(tag, place, dict(element.attrib), style))
        else:
            for child in element:
                walk(child, place)

    walk(root, UNIT)
    return out


# -- writing it short --------------------------------------------------------------------------------------------


def short(value: float, digits: int = 1) -> str:
    text = f"{value:.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    if text.lstrip("-").startswith("0."):
        text = text.replace("0.", ".", 1)
    return "0" if text in ("-0", "-", "") else text


def joined(values: list[float], digits: int) -> str:
    """Numbers with no more between them than is needed."""
    out = ""
    for text in (short(value, digits) for value in values):
        out += text if not out or text.startswith("-") else " " + text
    return out


def path_data(parts: list[Segment], place: Matrix, digits: int) -> str:
    """Relative path data, rounded so that errors do not add up."""
    out = last = ""
    at: Point = (0, 0)
    first = at
    for kind, raw in parts:
        points = [(round(x, digits), round(y, digits)) for x, y in (moved(place, p) for p in raw)]
        letter = kind.lower()
        if kind == "Z":
            out, at, last = out + "z", first, "z"
            continue
        values = [n for x, y in points for n in (x - at[0], y - at[1])]
        if kind == "L" and abs(values[0]) + abs(values[1]) < 0.01:
            continue
        if kind == "L" and abs(values[1]) < 0.01:
            letter, values = "h", values[:1]
        elif kind == "L" and abs(values[0]) < 0.01:
            letter, values = "v", values[1:]
        elif kind == "M":
            letter, first = "m" if out else "M", points[-1]
        text = joined(values, digits)
        again = letter == last and letter not in "mM"
        out += text if again and text.startswith("-") else f" {text}" if again else letter + text
        at, last = points[-1], letter
    return out


def element(shape: Shape, place: Matrix, inks: dict[str, str], digits: int) -> tuple[str, str]:
    """(how it is painted, the element without that) of one shape."""
    style, scale = shape.style, scale_of(place)
    fill, stroke = style.get("fill", "none"), style.get("stroke", "none")
    paint = f' fill="{inks.get(fill, fill)}"'
    if stroke != "none":
        paint += f' stroke="{inks[stroke]}" stroke-width="{short(numbers(style["strokeWidth"])[0] * scale)}"'
        paint += ' stroke-linecap="round"' if style.get("strokeLinecap") == "round" else ""
        dashes = style.get("strokeDasharray", "none")
        paint += f' stroke-dasharray="{short(float(dashes.split(",")[0]) * scale)}"' if dashes != "none" else ""
    if shape.tag == "path":
        return paint, f'<path d="{path_data(segments(shape.attributes["d"]), place, digits)}"/>'
    x, y = moved(place, (float(shape.attributes["cx"]), float(shape.attributes["cy"])))
    where = f'cx="{short(x, digits)}" cy="{short(y, digits)}"'
    if shape.tag == "circle":
        return paint, f'<circle {where} r="{short(float(shape.attributes["r"]) * scale, digits)}"/>'
    rx, ry = float(shape.attributes["rx"]) * math.hypot(place[0], place[1]), float(shape.attributes["ry"]) * math.hypot(place[2], place[3])
    return paint, f'<ellipse {where} rx="{short(rx, digits)}" ry="{short(ry, digits)}"/>'


def drawn(shapes: list[Shape], *, inks: dict[str, str] = INKS, move: Matrix = UNIT, digits: int = 0) -> str:
    """The shapes as elements, those painted alike side by side in one group."""
    runs: list[tuple[str, list[str]]] = []
    for shape in shapes:
        paint, text = element(shape, times(move, shape.place), inks, digits)
        if runs and runs[-1][0] == paint:
            runs[-1][1].append(text)
        else:
            runs.append((paint, [text]))
    return "".join(f"<g{paint}>{''.join(texts)}</g>" if len(texts) > 1 else texts[0].replace("/>", f"{paint}/>") for paint, texts in runs)


# -- the tiles ---------------------------------------------------------------------------------------------------


def repeated(shapes: list[Shape], name: str) -> str:
    """A tile whose second half is its first at another place (2p, 8s)."""
    half = len(shapes) // 2
    m = times(shapes[half].place, undone(shapes[0].place))
    assert all(b.like(a) for a, b in zip(shapes[:half], shapes[half:], strict=True)), name
    values = " ".join(short(v) for v in m)
    return f'<g id="{name}">{drawn(shapes[:half])}</g><use href="#{name}" transform="matrix({values})"/>'


def coarse(shapes: list[Shape], *, inks: dict[str, str] = INKS, rule: str = "") -> str:
    """Shapes on a grid twice as wide: what is lost is smaller than a dot of the screen."""
    return f'<g transform="scale(2)"{rule}>{drawn(shapes, inks=inks, move=(0.5, 0, 0, 0.5, 0, 0))}</g>'


def brushed(shapes: list[Shape]) -> str:
    """A written character; its strokes leave holes."""
    return coarse(shapes, rule=' fill-rule="evenodd"')


def uses(name: str, places: list[tuple[Point, str]]) -> str:
    """Copies of one drawing, each in its colour."""
    out = ""
    for ink in dict.fromkeys(ink for _, ink in places):
        copies = [f'<use href="#{name}" x="{short(x, 0)}" y="{short(y, 0)}"/>' for (x, y), of in places if of == ink]
        out += f'<g color="{INKS[ink]}">{"".join(copies)}</g>'
    return out


def dots(shapes: list[Shape]) -> str:
    """3p-9p: the coloured discs tell where a dot lies."""
    discs = {(round(s.centre[0]), round(s.centre[1])): s.ink for s in shapes if s.tag == "circle" and 39 < s.radius < 41}
    return uses("dot", [((float(x), float(y)), ink) for (x, y), ink in sorted(discs.items())])


def is_mark(shape: Shape) -> bool:
    """The small white mark every stick has once."""
    return shape.attributes.get("rx") == "8.992" or shape.attributes.get("d", "").startswith("M399.468 574.027h")


def mark_place(shape: Shape) -> Point:
    return shape.centre if shape.tag == "ellipse" else moved(shape.place, (399.968, 574.027))


def sticks(shapes: list[Shape], name: str) -> str:
    """2s-7s and 9s: the marks tell where a stick stands."""
    found: list[tuple[Point, str]] = []
    for n, shape in enumerate(shapes):
        if is_mark(shape):
            found.append((mark_place(shape), next(s.ink for s in reversed(shapes[:n]) if s.ink != "#fff")))
    return uses(name, found)


def about(shapes: list[Shape], centre: Point, *, own: str) -> str:
    """A drawing for copies: its centre at 0, its own colour that of the place it is used at."""
    inks = {**INKS, own: "currentColor"}
    home: Matrix = (1, 0, 0, 1, -centre[0], -centre[1])
    if even(shapes[0].place):
        return drawn(shapes, inks=inks, move=home, digits=1)
    place = shapes[0].place  # all have the same: strokes keep their shape only if it is left outside
    there = undone(place)
    local = drawn(shapes, inks=inks, move=times((1, 0, 0, 1, -399.968, -574.027), there), digits=1)
    return f'<g transform="scale({short(place[0], 2)} {short(place[3], 2)})">{local}</g>'


def sprite(art: Callable[[str], list[Shape]]) -> str:
    """The whole file but for its first line."""
    wan = [shape for shape in art("Man1") if shape.ink == "#b93c3c"]
    stick, thin = art("Sou3")[:10], art("Sou7")[9:18]
    parts = {
        "wan": brushed(wan),
        "dot": about(art("Pin3")[:6], art("Pin3")[0].centre, own="#000037"),
        "stick": about(stick, mark_place(next(filter(is_mark, stick))), own="#004900"),
        "thin": about(thin, mark_place(next(filter(is_mark, thin))), own="#004900"),
    }
    tiles = {f"m{n}": brushed([s for s in art(f"Man{n}") if s.ink == "#000"]) + '<use href="#wan"/>' for n in range(1, 10)}
    tiles["p1"], tiles["p2"] = drawn(art("Pin1")), repeated(art("Pin2"), "p2-half")
    tiles |= {f"p{n}": dots(art(f"Pin{n}")) for n in range(3, 10)}
    tiles["s1"], tiles["s8"] = coarse(art("Sou1"), inks={**INKS, "#004900": TAIL}), repeated(art("Sou8"), "s8-half")
    tiles |= {f"s{n}": sticks(art(f"Sou{n}"), "thin" if n in (7, 9) else "stick") for n in (2, 3, 4, 5, 6, 7, 9)}
    tiles |= {f"z{n}": brushed(art(name)) for n, name in HONOURS.items()}
    tiles["z5"], tiles["back"] = FRAME, BACK
    symbols = [f'<symbol id="{name}" viewBox="0 0 300 400">{tiles[name]}</symbol>' for name in sorted(tiles)]
    defs = "".join(f'<g id="{name}">{part}</g>' for name, part in parts.items())
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n<!-- {CREDIT} -->\n<defs>{defs}</defs>\n' + "\n".join(symbols) + "\n</svg>\n"


def fetch() -> Callable[[str], list[Shape]]:
    """The shapes of a face by the art's name, from the package at its pinned digest."""
    with tempfile.TemporaryDirectory() as scratch:
        command = ["npm", "pack", "--silent", PACKAGE]
        said = subprocess.run(command, cwd=scratch, check=True, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        archive = Path(scratch) / said.stdout.split()[-1]
        found = hashlib.sha256(archive.read_bytes()).hexdigest()
        if found != PACKAGE_SHA256:
            sys.exit(f"gen_tiles: {archive.name} has digest {found}, expected {PACKAGE_SHA256}")
        texts: dict[str, str] = {}
        with tarfile.open(archive) as packed:
            for member in packed.getmembers():
                name = re.fullmatch(r"package/components/regular/regular/Regular(\w+)\.tsx", member.name)
                file = packed.extractfile(member)
                if name and file:
                    texts[name.group(1)] = file.read().decode()
    return lambda name: shapes_of(texts[name])


def sealed(body: str) -> str:
    """The body behind a line with the digest of it and of this program."""
    digest = hashlib.sha256(Path(__file__).read_bytes() + body.encode()).hexdigest()
    return f"<!-- Written by tools/gen_tiles.py; do not edit. {digest} -->\n{body}"


def main() -> int:
    if "--check" in sys.argv[1:]:
        text = SPRITE.read_text(encoding="utf-8") if SPRITE.exists() else "\n"
        if text != sealed(text.partition("\n")[2]):
            print(f"{SPRITE.name} is not fresh; run tools/gen_tiles.py", file=sys.stderr)
            return 1
        return 0
    text = sealed(sprite(fetch()))
    size = len(gzip.compress(text.encode(), 9))
    print(f"gen_tiles: {len(text)} bytes, {size} compressed")
    if size > LARGEST:
        sys.exit(f"gen_tiles: more than {LARGEST} bytes compressed")
    SPRITE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
