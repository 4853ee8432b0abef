"""Every query of the Grafana board returns data from a real Prometheus that scrapes a service."""

from __future__ import annotations

import json
import math
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.conftest import ROOT
from tests.ports import choose_port
from tests.service.balancer import find_program, read_block
from tests.service.services import Serve, Service
from tests.waiting import wait_until

BOARD = json.loads((ROOT / "deploy" / "grafana.json").read_text("utf-8"))
LEGENDS = {
    target["expr"]: target["legendFormat"]
    for panel in BOARD["panels"]
    for target in panel["targets"]
}
QUERIES = list(LEGENDS)
RULINGS = 20

pytestmark = pytest.mark.slow


class Prometheus:
    """A Prometheus that scrapes one service as in docs/many-machines.md, but often."""

    def __init__(self, folder: Path, service: Service) -> None:
        config = read_block("yaml").replace("10.0.0.11:8000", f"127.0.0.1:{service.port}")
        config = config.replace(', "10.0.0.12:8000", "10.0.0.13:8000"', "")
        assert "10.0.0" not in config
        path = folder / "prometheus.yml"
        path.write_text(config.replace("15s", "500ms"), "utf-8")
        address = f"127.0.0.1:{choose_port()}"
        self._client = httpx.Client(base_url=f"http://{address}")
        self._process = subprocess.Popen(
            [find_program("prometheus"), f"--config.file={path}", "--log.level=error",
             f"--storage.tsdb.path={folder}/data", f"--web.listen-address={address}"],
            stdin=subprocess.DEVNULL,
        )  # fmt: skip

    def ask(self, query: str) -> list[tuple[dict[str, str], float]]:
        """The labels and values that a query of the board returns now. There are none before
        Prometheus answers."""
        asked = query.replace("$job", "wordtools").replace("$__rate_interval", "20s")
        assert "$" not in asked
        try:
            answer = self._client.get("/api/v1/query", params={"query": asked})
        except httpx.TransportError:
            assert self._process.poll() is None
            return []
        if answer.status_code == 503:  # it is starting
            return []
        body: dict[str, Any] = answer.json()
        assert body["status"] == "success", body
        return [(each["metric"], float(each["value"][1])) for each in body["data"]["result"]]

    def list_values(self, label: str, metric: str) -> list[str]:
        """The values that a label of a metric has."""
        answer = self._client.get(f"/api/v1/label/{label}/values", params={"match[]": metric})
        values: list[str] = answer.json()["data"]
        return values

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()


@pytest.fixture
def log_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/rulings.db"


@pytest.fixture
def service(serve: Serve) -> Service:
    return serve("--workers", "2")


@pytest.fixture
def prometheus(service: Service, tmp_path: Path) -> Iterator[Prometheus]:
    prometheus = Prometheus(tmp_path, service)
    yield prometheus
    prometheus.close()


def test_every_query_finds_something(
    service: Service, prometheus: Prometheus, lexicon: Path
) -> None:
    """This is checked while rulings are given, and while one is occasionally refused because the
    lexicon is gone."""
    station = service.station()
    found = dict.fromkeys(QUERIES, 0.0)
    away = lexicon.with_suffix(".away")

    def find_all() -> bool:
        for _ in range(RULINGS):
            assert station.post("/api/v1/rulings", json={"words": ["cat"]}).status_code == 201
        lexicon.rename(away)
        assert station.post("/api/v1/rulings", json={"words": ["cat"]}).status_code == 503
        away.rename(lexicon)
        for query in QUERIES:
            values = [value for _, value in prometheus.ask(query) if not math.isnan(value)]
            found[query] = max([found[query], *values])
        return all(found.values())

    wait_until(find_all, lambda: f"a value above 0 for each query: {found}")
    for query, legend in LEGENDS.items():
        lines = [set(labels) for labels, _ in prometheus.ask(query)]
        wanted = set(re.findall(r"{{(\w+)}}", legend))
        assert all(wanted <= labels for labels in lines), query
        assert wanted or len(lines) == 1, query
    for variable in BOARD["templating"]["list"]:
        if variable["type"] == "query":
            asked = re.fullmatch(r"label_values\((\w+), (\w+)\)", variable["query"])
            assert asked
            assert prometheus.list_values(asked[2], asked[1]) == ["wordtools"]


def test_every_metric_is_on_the_board(service: Service) -> None:
    """A histogram is considered shown if its buckets are on the board."""
    text = service.client().get("/metrics").text
    names = {line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")}
    assert names
    assert {name for name in names if not any(name in query for query in QUERIES)} == set()
