"""Work shared out to several processes, in order, with a bar that tells how far it is."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

import click

from paiju.cli.bilingual import option
from paiju.cli.language import either

jobs_option = option(
    "-j", "--jobs", type=click.IntRange(1, 512), default=lambda: os.cpu_count() or 1,
    zh="几个进程（默认全部处理器）", en="How many processes (all processors).",
)  # fmt: skip

T = TypeVar("T")
Share = tuple[int, int]  # the first, and how many


def spread(work: Callable[[int, int], T], shares: Sequence[Share], jobs: int) -> Generator[T]:
    """What the work gives for each share, in order. Close it to stop early."""
    jobs = min(jobs, len(shares))
    if jobs <= 1:
        for share in shares:
            yield work(*share)
        return
    from multiprocessing import Pool

    with Pool(jobs, _leave_interrupts) as pool:  # terminated at the end, whatever ends it
        yield from pool.imap(partial(_call, work), shares)


def _call(work: Callable[[int, int], T], share: Share) -> T:
    return work(*share)


def _leave_interrupts() -> None:
    """Ctrl-C is for the main process, which ends the others."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def progress(total: int) -> Iterator[Callable[[int], None]]:
    """A bar on the error stream, if that is a terminal; gives what tells it of more."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(either("playing", "模拟"), total=total)
        yield lambda done: bar.advance(task, done)
