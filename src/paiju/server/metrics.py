"""Numbers about the running server, in the form Prometheus reads. Counting is adding to a plain number; the form is made when asked for."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds


class Times:
    """How long something took, counted in buckets."""

    def __init__(self) -> None:
        self.counts: Final = [0] * (len(_BOUNDS) + 1)
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        self.sum += seconds
        for n, bound in enumerate(_BOUNDS):
            if seconds <= bound:
                self.counts[n] += 1
                return
        self.counts[-1] += 1

    def buckets(self) -> list[tuple[str, float]]:
        """Bounds with the number of times up to them."""
        total = 0
        out = []
        for bound, count in zip([*map(str, _BOUNDS), "+Inf"], self.counts, strict=True):
            total += count
            out.append((bound, float(total)))
        return out


class Metrics(Collector):
    """What is counted. ``gauges`` and ``totals`` are asked for when they are shown: each name with its sentence and number; totals only grow."""

    def __init__(self) -> None:
        self.requests: Final[Counter[tuple[str, str, int]]] = Counter()  # method, route, status
        self.request_times: Final = Times()
        self.commands: Final[Counter[str]] = Counter()  # by kind
        self.refused: Final[Counter[str]] = Counter()  # by code
        self.closed: Final[Counter[int]] = Counter()  # connections, by code
        self.messages = 0
        self.message_bytes = 0
        self.gauges: Final[dict[str, tuple[str, Callable[[], float]]]] = {}
        self.totals: Final[dict[str, tuple[str, Callable[[], float]]]] = {}
        self._started: Final = time.time()
        self._registry: Final = CollectorRegistry(auto_describe=False)
        self._registry.register(self)
        ProcessCollector(registry=self._registry)

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        for name, (about, value) in self.gauges.items():
            yield GaugeMetricFamily(f"paiju_{name}", about, value=value())
        for name, (about, value) in self.totals.items():
            yield CounterMetricFamily(f"paiju_{name}", about, value=value())
        yield GaugeMetricFamily("paiju_started_seconds", "When the server started, in seconds since 1970.", value=self._started)
        requests = CounterMetricFamily("paiju_requests", "Requests answered.", labels=["method", "route", "status"])
        for (method, route, status), count in self.requests.items():
            requests.add_metric([method, route, str(status)], count)
        yield requests
        times = HistogramMetricFamily("paiju_request_seconds", "How long requests took.")
        times.add_metric([], self.request_times.buckets(), self.request_times.sum)
        yield times
        yield _by("paiju_commands", "Commands received, by kind.", "do", self.commands)
        yield _by("paiju_refused", "Messages refused, by reason.", "code", self.refused)
        yield _by("paiju_closed", "Connections ended, by code.", "code", self.closed)
        yield CounterMetricFamily("paiju_messages", "Messages sent to pages.", value=self.messages)
        yield CounterMetricFamily("paiju_message_bytes", "Bytes of messages sent to pages.", value=self.message_bytes)


def _by(name: str, about: str, label: str, counts: Counter[str] | Counter[int]) -> CounterMetricFamily:
    family = CounterMetricFamily(name, about, labels=[label])
    for key, count in counts.items():
        family.add_metric([str(key)], count)
    return family
