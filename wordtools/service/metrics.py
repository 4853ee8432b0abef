"""Counters and timings for Prometheus."""

from __future__ import annotations

import os
from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from wordtools.service.errors import STATUSES

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """Counters and timings. The values of all workers are summed through
    `PROMETHEUS_MULTIPROC_DIR`, which must be set before prometheus_client is imported."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        shared = "PROMETHEUS_MULTIPROC_DIR" in os.environ
        registry = None if shared else self._registry
        if shared:
            collect: Callable[[CollectorRegistry], object] = MultiProcessCollector
            collect(self._registry)
        self.requests = Counter(
            "wordtools_requests", "Requests.", ["method", "route", "status"], registry=registry
        )
        self.seconds = Histogram(
            "wordtools_request_seconds",
            "Seconds to an answer.",
            ["route"],
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
            registry=registry,
        )
        self.rulings = Counter("wordtools_rulings", "Rulings recorded.", registry=registry)
        self.errors = Counter("wordtools_refusals", "Errors.", ["code"], registry=registry)
        for code in STATUSES:  # starts at 0, so that Prometheus sees the first error with each code
            self.errors.labels(code)

    def text(self) -> bytes:
        """All metrics, in Prometheus' text format."""
        return generate_latest(self._registry)
