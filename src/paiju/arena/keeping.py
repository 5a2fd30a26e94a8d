"""Results kept in a directory while a contest runs: ``contest.json`` says which, ``walls.jsonl`` holds a wall a line.

A line is written whole, as soon as its wall is played; one that a stop has cut off is dropped and its wall played again. Which walls are
there is all that a contest going on needs to know, so it may stop anywhere, go on with other numbers of processes, and be made longer.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Sequence
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Final

import msgspec

from paiju import __version__
from paiju._build import ROOT
from paiju.arena.contest import Contest
from paiju.arena.walls import WallResult
from paiju.bots import find
from paiju.core.errors import Both, PaijuError, shown
from paiju.records.appending import append, opened

FORMAT: Final = "paiju-arena/1"
CONTEST: Final = "contest.json"
WALLS: Final = "walls.jsonl"
_NEW: Final = ".contest.json"  # until it is whole
_DECIDING: Final = ("core", "variants", "game", "analysis", "bots")  # folders whose files decide what is played
_COUNTING: Final = ("arena/contest.py", "arena/fixed.py", "arena/walls.py")
_BUILT: Final = {".so", ".pyd", ".pyc"}

# Fields of a contest and what a reader calls them.
_WORDS: Final = {
    "format": Both("format", "格式"),
    "version": Both("version", "版本"),
    "build": Both("program", "程序"),
    "variant": Both("game", "打法"),
    "options": Both("house rules", "玩法选项"),
    "players": Both("bots", "牌手"),
    "seatings": Both("seatings", "座次"),
    "walls": Both("walls", "牌墙"),
    "fixed_draws": Both("fixed draws", "固定摸牌"),
}


class Kept(msgspec.Struct):
    """What ``contest.json`` holds."""

    contest: Contest
    version: str
    build: str
    format: str = FORMAT


class Keeper:
    """A directory that one process writes a contest's walls into. ``results``: those it holds, by number."""

    def __init__(self, folder: Path, contest: Contest) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        _agree(folder, Kept(contest, __version__, build_of(contest.players)))
        path = folder / WALLS
        self._file: Final = opened(path)
        try:
            self.results: Final = _read(self._file, path, contest)
        except BaseException:
            self._file.close()
            raise

    def add(self, results: Sequence[WallResult]) -> None:
        """Keeps walls that were played."""
        append(self._file, b"".join(msgspec.json.encode(result) + b"\n" for result in results))
        self.results.update({result.wall: result for result in results})

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Keeper:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def build_of(players: Sequence[str]) -> str:
    """A digest of the files that decide what is played: those of the package, and of bots from elsewhere."""
    digest = hashlib.sha256()
    files = {path for folder in _DECIDING for path in (ROOT / folder).rglob("*") if path.is_file() and path.suffix not in _BUILT}
    files |= {ROOT / name for name in _COUNTING}
    for name in players:
        source = getattr(sys.modules.get(find(name).__module__), "__file__", None)
        if source is not None:
            files.add(Path(source).resolve())
    for path in sorted(files):
        digest.update(f"{path.relative_to(ROOT) if path.is_relative_to(ROOT) else path.name}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def refuse_strangers(folder: Path, own: Sequence[str]) -> None:
    """PaijuError when a directory holds files, but none of those."""
    names = sorted(item.name for item in folder.iterdir() if item.name != _NEW) if folder.is_dir() else []
    if names and not set(names) & set(own):
        name = shown(names[0])
        en = f"{folder} holds no such contests, it holds {name}; name an empty or a new directory"
        raise PaijuError(en, f"{folder} 里不是这样的对抗，有 {name}；换一个空的或新的目录")


def _agree(folder: Path, kept: Kept) -> None:
    """Writes down which contest this is, or PaijuError when the directory holds anything else."""
    path = folder / CONTEST
    if not path.exists():
        refuse_strangers(folder, [CONTEST])
        (folder / _NEW).write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=2) + b"\n")
        os.replace(folder / _NEW, path)
        return
    here, there = _flat(msgspec.json.decode(msgspec.json.encode(kept))), _flat(_decoded(path))
    differing = [words for name, words in _WORDS.items() if here.get(name) != there.get(name)]
    if differing:
        en, zh = ", ".join(words.en for words in differing), "、".join(words.zh for words in differing)
        raise PaijuError(f"{folder} holds another contest (other {en}); name another directory", f"{folder} 里是另一场对抗（{zh}不同）；换一个目录")


def _flat(kept: dict[str, object]) -> dict[str, object]:
    contest = kept.get("contest")
    return {**kept, **(contest if isinstance(contest, dict) else {})}


def _decoded(path: Path) -> dict[str, object]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, object])
    except msgspec.DecodeError:
        raise PaijuError(f"{path} cannot be read as a contest; name another directory", f"{path} 读不出是哪一场对抗；换一个目录") from None


def _read(file: FileIO, path: Path, contest: Contest) -> dict[int, WallResult]:
    """The walls of the file, whose cut off last line is dropped."""
    file.seek(0)
    data = file.readall()
    end = data.rfind(b"\n") + 1
    if end < len(data):
        file.truncate(end)
    results: dict[int, WallResult] = {}
    decoder = msgspec.json.Decoder(WallResult)
    for number, line in enumerate(data[:end].splitlines(), 1):
        try:
            result = decoder.decode(line)
        except msgspec.DecodeError:
            result = None
        if result is None or not result.fits(contest):
            en = f"line {number} of {path} is damaged; remove the line, and its wall is played again"
            raise PaijuError(en, f"{path} 的第 {number} 行坏了；删去这一行，那副牌墙会重打")
        results[result.wall] = result
    return results
