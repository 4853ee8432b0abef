"""The examples of docs/api.md and docs/judging.md run, and the answers match the pages."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, WORDTOOLS, Run
from tests.lexicon.helpers import english_bytes
from tests.log.databases import ONE_DATABASE
from tests.service.services import Serve, Service
from wordtools.lexicon.manifest import EditionRule
from wordtools.log.log import Log
from wordtools.service import errors
from wordtools.service.config import DOORS
from wordtools.service.doors import list_routes

API = ROOT / "docs" / "api.md"
JUDGING = ROOT / "docs" / "judging.md"


@pytest.fixture
def service(serve: Serve, tmp_path: Path) -> Service:
    path = tmp_path / "en.lexicon"
    path.write_bytes(english_bytes("cat dogs", "en", **{"en-GB": EditionRule()}))
    return serve(lexicons=[path])


def shape(value: Any) -> Any:
    """Keys and types of a JSON value, ignoring its strings and numbers."""
    if isinstance(value, dict):
        return {key: shape(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [shape(inner) for inner in value[:1]]
    return "number" if isinstance(value, int | float) else type(value).__name__


@ONE_DATABASE
def test_the_curl_examples_answer_as_told(service: Service, tmp_path: Path) -> None:
    page = API.read_text("utf-8")
    examples = re.findall(r"```sh\n(.*?)```(?:\n```json\n(.*?)```)?", page, re.DOTALL)
    assert len(examples) >= 5
    environment = {
        **os.environ,
        "URL": service.url,
        "TOKEN": service.token("Table 1"),
        "JAR": str(tmp_path / "jar"),
    }
    for script, told in examples:
        for command in re.split(r"\n(?=curl)", script.strip()):
            done = subprocess.run(
                ["sh", "-c", command], env=environment, capture_output=True, text=True, check=True
            )
            answer = json.loads(done.stdout)
            assert "error" not in answer, (command, answer)
            if told:
                assert shape(answer) == shape(json.loads(told)), command


def test_the_page_has_every_route() -> None:
    page = API.read_text("utf-8")
    for route in list_routes(DOORS):
        request = rf"{route.method} {re.escape(route.path)}(?![\w/])"
        assert re.search(request, page), route.name


def test_the_page_has_every_error_code_with_its_status() -> None:
    rows = re.findall(r"^\| (\d{3}) \| (`.*?`) \|", API.read_text("utf-8"), re.MULTILINE)
    told = {(int(status), code) for status, cell in rows for code in re.findall("`(.*?)`", cell)}
    unavailable = {(errors.UNAVAILABLE, "cannot-judge")}
    assert told == {(status, code) for code, status in errors.STATUSES.items()} | unavailable


@pytest.mark.slow
def test_the_chain_can_be_checked_without_us(run: Run, tmp_path: Path) -> None:
    """The script of docs/judging.md checks an export."""
    script = re.findall(r"```python\n(.*?)```", JUDGING.read_text("utf-8"), re.DOTALL)[0]
    from wordtools.log.record import LogEntry

    url = f"sqlite:///{tmp_path}/rulings.db"
    log = Log(url)
    body = {"words": ["LIÇAO", 'x"\\/\u2028\x7f'], "acceptable": True}
    for number in range(3):
        log.append(
            LogEntry("ruling", f"r{number}", body, f"Open\x1f\x1f1\x1f{number}" if number else None)
        )
    head = log.verify().head
    log.close()
    exported = run("log", "export", "--format", "json", "--log", url).stdout
    (tmp_path / "rulings.json").write_text(exported, "utf-8")

    def check() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True
        )

    assert check().stdout == f"3 records, head {head}\n"
    (tmp_path / "rulings.json").write_text(exported.replace("LIÇAO", "LICAO", 1), "utf-8")
    assert check().returncode == 1


@pytest.mark.slow
def test_the_options_of_the_page_are_the_programs() -> None:
    helped = subprocess.run([WORDTOOLS, "serve", "--help"], capture_output=True, text=True).stdout
    helped += subprocess.run(
        [WORDTOOLS, "log", "verify", "--help"], capture_output=True, text=True
    ).stdout
    shown = re.findall(r"wordtools (?:serve|log verify)[^`\n]*", JUDGING.read_text("utf-8"))
    assert shown
    for option in {option for line in shown for option in re.findall(r"--[a-z-]+", line)}:
        assert option in helped
