"""The description matches the service: schemathesis looks for differences."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.log.databases import ONE_DATABASE
from tests.service.services import Serve
from wordtools.service.config import DOORS
from wordtools.service.doors import list_routes
from wordtools.service.errors import STATUSES
from wordtools.service.routes import Caller, Route

REFUSALS: dict[str, set[str]] = {
    "preview": {"cannot-judge", "invalid"},
    "rule": {
        "cannot-judge",
        "invalid",
        "not-as-confirmed",
        "judged-before",
        "moved",
        "key-used",
    },
    "redeem": {"wrong-code", "too-many-attempts"},
    "messages": {"not-found"},
    "sentences": {"not-found"},
    "void": {"not-found", "invalid", "void-before"},  # a control character, a blank reason
    "issue": {"exists", "invalid"},
    "revoke": {"not-found", "invalid"},
    "set_locations": {"not-found", "invalid"},
    "put_in_force": {"not-found"},
    "receipt": {"not-found"},
    "sign_head": {"not-found"},
}
"""The reasons why an operation may refuse requests that its schema allows, by code. Others answer
all of it."""

LEFT_OUT = {"begin_session", "end_session"}
"""The first route is limited on purpose, and the second would end the session that the others need.
test_service_access.py tests both."""

CONFIG = """
[auth.openapi.station]
bearer = "{station}"

[auth.openapi.director]
api_key = "{cookie}"

[checks]
positive_data_acceptance.expected-statuses = ["2xx"]
negative_data_rejection.expected-statuses = ["4xx"]
"""
OPERATION = """
[[operations]]
include-operation-id = "{name}"
checks.positive_data_acceptance.expected-statuses = {statuses}
"""


def test_every_summary_is_a_sentence() -> None:
    for route in list_routes(DOORS):
        assert route.summary.endswith("."), route.path


@ONE_DATABASE
def test_schemathesis_finds_nothing(serve: Serve, tmp_path: Path) -> None:
    service = serve("--workers", "2")
    station = service.token("Station of the test")
    cookie = service.director().cookies["wordtools_director"]
    text = CONFIG.format(station=station, cookie=cookie)
    for name, codes in REFUSALS.items():
        statuses = sorted({"2xx", *(str(STATUSES[code]) for code in codes)})
        text += OPERATION.format(name=name, statuses=json.dumps(statuses))
    (tmp_path / "schemathesis.toml").write_text(text)
    begun = len(service.log_lines())
    done = subprocess.run(
        [
            Path(sys.executable).with_name("schemathesis"),
            f"--config-file={tmp_path}/schemathesis.toml",
            "run",
            f"{service.url}/api/v1/openapi.json",
            "--phases=examples,coverage,fuzzing",  # there are no links between calls
            "--max-examples=10",
            "--seed=1",
            "--no-color",
            *(f"--exclude-operation-id={name}" for name in LEFT_OUT),
        ],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stdout[-16000:] + done.stderr[-2000:]

    lines = service.log_lines()[begun:]
    seen = {(line["method"], line["route"], line["status"], line.get("code")) for line in lines}
    for route in list_routes(["judge"]):
        if route.name not in LEFT_OUT:
            answers = {each[2:] for each in seen if each[:2] == (route.method, route.path)}
            assert answers <= allowed(route), route.name
    for met in (
        ("POST", "/api/v1/rulings", 201, None),
        ("POST", "/api/v1/rulings", 409, "not-as-confirmed"),
        ("POST", "/api/v1/rulings", 422, "cannot-judge"),
        ("POST", "/api/v1/director/stations", 201, None),
        ("GET", "/api/v1/director/log", 200, None),
        ("GET", "/api/v1/director/log/export", 200, None),
    ):
        assert met in seen, f"{met} was not met"
    checked = service.director().get("/api/v1/director/log/verify").json()
    assert checked["whole"]


def allowed(route: Route) -> set[tuple[int, str | None]]:
    """Every status and code with which a route may answer schemathesis, which also sends invalid
    requests. Each has a single cause."""
    codes = set(REFUSALS.get(route.name, ()))
    if route.caller is Caller.STATION:
        codes.add("no-station")
    if route.caller is Caller.DIRECTOR:
        codes.add("no-director")
    if route.needs_header:
        codes.add("no-header")
    if route.body is not None:
        codes |= {"not-json", "invalid", "too-large"}
    if route.query is not None:
        codes.add("invalid")
    return {(route.status, None), *((STATUSES[code], code) for code in codes)}
