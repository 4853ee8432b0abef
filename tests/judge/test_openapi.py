"""The description is what the service does: schemathesis looks for what is not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.judge.conftest import Serve

CONFIG = """
[checks]
positive_data_acceptance.expected-statuses = ["2xx", "401", "403", "404", "409", "413", "422"]

[auth.openapi.station]
bearer = "{station}"

[auth.openapi.director]
api_key = "{cookie}"
"""


def test_schemathesis_finds_nothing(serve: Serve, tmp_path: Path) -> None:
    service = serve("--workers", "2")
    station = service.token("Station of the test")
    cookie = service.director().cookies["wordtools_director"]
    config = tmp_path / "schemathesis.toml"
    config.write_text(CONFIG.format(station=station, cookie=cookie))
    done = subprocess.run(
        [
            Path(sys.executable).with_name("schemathesis"),
            f"--config-file={config}",
            "run",
            f"{service.url}/api/v1/openapi.json",
            "--max-examples=20",
            "--seed=1",
            "--no-color",
            # The first would end the session that the others need, the second is limited on
            # purpose; test_service_access.py has both.
            "--exclude-operation-id=end_session",
            "--exclude-operation-id=begin_session",
        ],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-16000:] + done.stderr[-2000:]
    assert '"fault"' not in service.told()
    checked = service.director().get("/api/v1/director/log/verify").json()
    assert checked["whole"]
    assert checked["records"] > 0  # it got as far as rulings
