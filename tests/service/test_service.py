"""The service as stations and directors use it: real processes, real databases."""

from __future__ import annotations

import csv
import io
import os
import re
import resource
import select
import signal
import subprocess
import threading
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from tests.lexicon.helpers import english_bytes
from tests.log.databases import ONE_DATABASE
from tests.service.services import Serve, Service
from tests.waiting import PATIENCE, wait_until
from wordtools.lexicon.manifest import EditionRule
from wordtools.log import database
from wordtools.log.log import Log
from wordtools.service import processes
from wordtools.service.config import ServerConfig
from wordtools.service.shared_folder import make_folder

ASK = {"words": ["cat", "zebra"]}


def test_a_tournament(serve: Serve) -> None:
    """The tournament goes from the director's first login to the verified log, with two workers."""
    service = serve("--workers", "2", fresh=True)
    director, station = service.director(), service.station()
    shown = station.get("/api/v1/station").json()
    assert shown["name"] == "Table 1"
    assert shown["language"] == "en"
    assert shown["lexicon"]["lengths"] == [1, 64]
    assert shown["settings"]["entry_seconds"] == 15
    assert "station_rate" not in shown["settings"]
    place = {"event": "Open", "round": "3", "table": "1", "players": ["Ana", "Łucja"]}
    first = station.post("/api/v1/rulings", json={**ASK, **place, "play": "17"})
    assert first.status_code == 201
    ruling = first.json()
    number = ruling["number"]
    assert (ruling["answer"], ruling["acceptable"]) == ("YES", True)
    assert ruling["words"] == ["CAT", "ZEBRA"]
    assert ruling["digest"] == shown["lexicon"]["digest"]
    assert ruling["challenge"] == {**ASK, **place, "play": "17", "station": "Table 1"}
    again = station.post("/api/v1/rulings", json={**ASK, **place, "play": "17"})
    error = again.json()["error"]
    assert (again.status_code, error["code"], error["ruling"]) == (
        409, "judged-before", ruling["id"],
    )  # fmt: skip
    other = station.post("/api/v1/rulings", json={"words": ["cat", "xx"], **place, "play": "18"})
    assert other.json()["answer"] == "NO"

    path = f"/api/v1/director/rulings/{ruling['id']}/void"
    assert director.post(path, json={"why": " "}).status_code == 422
    void = director.post(path, json={"why": "typed wrong"})
    assert (void.status_code, void.json()["number"]) == (201, number + 2)
    assert director.post(path, json={"why": "x"}).json()["error"]["code"] == "void-before"
    missing = director.post("/api/v1/director/rulings/none/void", json={"why": "x"})
    assert missing.status_code == 404
    third = station.post("/api/v1/rulings", json={**ASK, **place, "play": "17"})
    assert (third.status_code, third.json()["number"]) == (201, number + 3)

    log = director.get("/api/v1/director/log").json()
    assert [record["kind"] for record in log["records"]] == [
        "lexicon", "settings", "signed-in", "signed-in", "token-issued",
        "ruling", "ruling", "void", "ruling",
    ]  # fmt: skip
    assert [record["number"] for record in log["records"] if record["void"]] == [number]
    assert log["last"] == len(log["records"])
    part = director.get(f"/api/v1/director/log?after={number + 1}&limit=1").json()["records"]
    assert [record["number"] for record in part] == [number + 2]
    checked = director.get("/api/v1/director/log/verify").json()
    assert (checked["whole"], checked["records"]) == (True, log["last"])
    exported = director.get("/api/v1/director/log/export?format=json").json()
    assert exported[-1]["hash"] == checked["head"]
    table = director.get("/api/v1/director/log/export?format=csv")
    assert table.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(table.text)))
    assert [row["void"] for row in rows][number - 1 :] == ["yes", "no", "", "no"]
    assert [row["act"] for row in rows][number - 2] == "Token issued to Table 1"
    assert director.get("/api/v1/director/log/export?format=xml").status_code == 422
    report = director.get("/api/v1/director/report?round=3&event=Open&language=pl")
    assert report.headers["content-type"].startswith("text/html")
    assert report.headers["content-disposition"].startswith("inline")
    assert 'lang="pl"' in report.text and checked["head"] in report.text
    assert "CAT ZEBRA" not in director.get("/api/v1/director/report?round=03").text
    assert director.get("/api/v1/director/report?language=xx").status_code == 422
    assert service.client().get("/api/v1/director/report").status_code == 401


def test_lexicons_are_put_in_force_for_all_workers(serve: Serve, tmp_path: Path) -> None:
    one, two = tmp_path / "one.lexicon", tmp_path / "two.lexicon"
    some = {"first": EditionRule(include=["a"])}
    one.write_bytes(english_bytes("cat/a zebra/b", "one", **some))
    two.write_bytes(english_bytes("dog", "two"))
    service = serve("--workers", "2", lexicons=[one, two])
    director, token = service.director(), service.token()
    listed = service.client().get("/api/v1/lexicons").json()["lexicons"]
    assert [(each["name"], each["in_force"]) for each in listed] == [
        ("one", True), ("first", False), ("two", False),
    ]  # fmt: skip

    def answers(*words: str) -> set[str]:
        asked = {"words": list(words)}
        every = [service.client(token).post("/api/v1/rulings", json=asked) for _ in range(8)]
        return {f"{answer.json()['edition']} {answer.json()['answer']}" for answer in every}

    assert answers("zebra") == {"one YES"}
    assert director.put("/api/v1/director/lexicon", json={"name": "first"}).json()["words"] == 1
    assert answers("zebra") == {"first NO"}
    assert director.put("/api/v1/director/lexicon", json={"name": "two"}).status_code == 200
    assert answers("dog") == {"two YES"}
    assert director.put("/api/v1/director/lexicon", json={"name": "none"}).status_code == 404
    service.stop()
    service.start()  # the director's choice survives a restart
    assert "two" in service.told()
    assert answers("dog") == {"two YES"}


@ONE_DATABASE
def test_titles_are_in_the_language_of_who_asks(serve: Serve, tmp_path: Path) -> None:
    paths = [tmp_path / "one.lexicon", tmp_path / "two.lexicon"]
    for path, name in zip(paths, ["English", "English2026"], strict=True):
        path.write_bytes(english_bytes("cat", name))
    client = serve(lexicons=paths).client()
    for query, title in {"": "English", "?language=pl": "Angielski"}.items():
        listed = client.get(f"/api/v1/lexicons{query}").json()["lexicons"]
        assert [each["title"] for each in listed] == [title, "English2026"]
    assert client.get("/api/v1/lexicons?language=xx").status_code == 422


@ONE_DATABASE
def test_a_full_disk_is_told_and_judging_goes_on_when_there_is_room(serve: Serve) -> None:
    service = serve()
    station = service.station()
    ask = {"words": ["cat"]}
    number = station.post("/api/v1/rulings", json=ask).json()["number"]
    full = (service.errors.stat().st_size + 4096, resource.RLIM_INFINITY)
    before = resource.prlimit(service.workers()[0], resource.RLIMIT_FSIZE, full)
    refused = station.post("/api/v1/rulings", json=ask)
    assert refused.status_code == 503
    assert "cannot be written" in refused.json()["error"]["message"]
    assert station.get("/api/v1/health").status_code == 503
    resource.prlimit(service.workers()[0], resource.RLIMIT_FSIZE, before)
    assert station.get("/api/v1/health").status_code == 200
    assert station.post("/api/v1/rulings", json=ask).json()["number"] == number + 1
    assert service.director().get("/api/v1/director/log/verify").json()["whole"]


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_ends_in_peace(serve: Serve, workers: str, end: signal.Signals) -> None:
    """After Ctrl-C, or a signal from a system that shuts down, nothing is left behind, and nothing
    fails.
    """
    service = serve("--workers", workers, fresh=True)
    folder = find_mapped_folder(service)
    assert folder.exists()
    service.process.send_signal(end)
    assert service.process.wait(PATIENCE) == 0, service.told()
    assert "cannot" not in service.told()
    assert not folder.exists()
    assert not database.was_left_open(service.log)


@ONE_DATABASE
def test_workers_end_with_the_main_process(serve: Serve) -> None:
    """Otherwise the workers would continue to rule, and the service could not be restarted."""
    service = serve("--workers", "2", fresh=True)
    station = service.station()
    workers = service.workers()
    os.kill(service.process.pid, signal.SIGKILL)
    service.process.wait()
    for worker in workers:
        wait_for_end(worker)
    with pytest.raises(httpx.TransportError):
        station.post("/api/v1/rulings", json=ASK)
    service.start()
    assert station.post("/api/v1/rulings", json=ASK).status_code == 201


@pytest.mark.slow
@ONE_DATABASE
def test_a_worker_that_hangs_is_replaced(serve: Serve) -> None:
    """This holds even if there is only one."""
    service = serve(fresh=True)
    token = service.token()
    (worker,) = service.workers()
    os.kill(worker, signal.SIGSTOP)
    wait_for_end(worker)

    def is_judged() -> bool:
        with suppress(httpx.TransportError):
            answer = service.client(token).post("/api/v1/rulings", json=ASK)
            return answer.status_code == 201
        return False

    wait_until(is_judged, "a ruling")
    assert service.workers() != [worker]


@ONE_DATABASE
def test_two_that_start_at_once_do_not_share_an_address(serve: Serve, tmp_path: Path) -> None:
    """The earlier check finds nothing if both run it at the same moment."""
    running = serve(fresh=True)
    server = ServerConfig("127.0.0.1", running.port, 1)
    with make_folder() as folder:
        (folder / "beat-1").touch()  # as if our worker had started
        fault = processes.await_start(server, "127.0.0.1", folder)
    assert fault is not None
    assert f"kill {running.process.pid}`" in fault


def wait_for_end(pid: int) -> None:
    """Waits until a process, which need not be a child of this one, no longer exists."""
    with suppress(ProcessLookupError):
        ending = os.pidfd_open(pid)
        try:
            assert select.select([ending], [], [], PATIENCE)[0], f"process {pid} goes on"
        finally:
            os.close(ending)


def test_a_full_disk_ends_no_process(serve: Serve) -> None:
    """A process that writes to a memory-mapped file is killed if the disk is full."""
    folder = find_mapped_folder(serve(fresh=True))
    kind = subprocess.run(["stat", "-f", "-c", "%T", folder], capture_output=True, text=True)
    assert kind.stdout.strip() in ("tmpfs", "ramfs")


def test_what_a_killed_service_left_goes_at_the_next_start(serve: Serve, tmp_path: Path) -> None:
    """The folder is removed as soon as none of its processes is left. Files of a running service
    are kept.
    """
    killed = serve("--workers", "2", fresh=True)
    folder = find_mapped_folder(killed)
    running = serve(log=f"sqlite:///{tmp_path}/other.db")
    in_use = find_mapped_folder(running)
    stranger = folder.with_name(f"{folder.name}-stranger")  # not one that belongs to a service
    stranger.mkdir()
    link = folder.with_name(f"{folder.name}-link")
    link.symlink_to(in_use)

    def start_another() -> None:
        serve(log=f"sqlite:///{tmp_path}/third.db").stop()

    start_another()
    assert folder.exists()
    killed.kill()
    assert folder.exists()
    start_another()
    assert not folder.exists()
    assert in_use.exists()
    assert running.client().get("/api/v1/health").status_code == 200
    assert [stranger.exists(), link.is_symlink()] == [True, True]
    stranger.rmdir()
    link.unlink()


def find_mapped_folder(service: Service) -> Path:
    """The folders of the files that the service's processes have mapped into memory."""
    maps = Path(f"/proc/{service.workers()[0]}/maps").read_text()
    found = re.search(r"\S*/wordtools-service-\w+", maps)
    assert found
    return Path(found[0])


def test_kill_9_of_a_worker_and_of_all_under_load(serve: Serve, log_url: str) -> None:
    """Everything that clients were shown is in the log exactly once, and the service recovers by
    itself.
    """
    service = serve("--workers", "2", fresh=True)
    tokens = [service.token(f"Table {n}") for n in range(6)]
    shown: list[list[tuple[int, str]]] = [[] for _ in tokens]
    stopping = threading.Event()
    faults: list[str] = []

    def play(place: int) -> None:
        turn = 0
        while not stopping.is_set():
            turn += 1
            asked = {**ASK, "table": str(place), "play": str(turn)}
            try:
                answer = service.client(tokens[place]).post("/api/v1/rulings", json=asked)
            except httpx.HTTPError:
                stopping.wait(0.02)
                continue
            if answer.status_code == 201:
                ruling = answer.json()
                shown[place].append((ruling["number"], ruling["id"]))
            else:
                faults.append(answer.text)

    threads = [threading.Thread(target=play, args=(place,)) for place in range(len(tokens))]
    for thread in threads:
        thread.start()

    def wait(more: int) -> None:
        goal = sum(map(len, shown)) + more

        def are_shown() -> bool:
            assert service.process.poll() is None
            return sum(map(len, shown)) >= goal

        wait_until(are_shown, f"{more} more rulings; faults: {faults}")

    wait(30)
    victim = service.workers()[0]
    os.kill(victim, signal.SIGKILL)
    wait(30)
    wait_until(
        lambda: len(workers := service.workers()) == 2 and victim not in workers,
        "another worker, which the supervisor starts",
    )
    wait(30)
    service.kill()
    service.start()
    wait(30)
    stopping.set()
    for thread in threads:
        thread.join()
    assert faults == []
    log = Log(log_url, make=False)
    recorded = [(record.number, record.id) for record in log.records()]
    every = [one for station in shown for one in station]
    assert len(every) == len(set(every))
    assert set(every) <= set(recorded)
    acts = 2 + 2 * len(tokens)  # of the director
    assert len(recorded) <= acts + len(every) + 3 * len(tokens)  # cut off while they waited
    assert log.verify().faults == []
    log.close()


@ONE_DATABASE
def test_messages(serve: Serve) -> None:
    client = serve().client()
    for language in ("en", "es", "pl", "pt"):
        answer = client.get(f"/api/v1/messages/{language}").json()
        assert answer["language"] == language
        assert {"yes", "no", "cannot", "away"} <= answer["messages"].keys()
