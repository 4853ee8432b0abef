"""The service as stations and directors meet it: real processes, real databases."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import ssl
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.conftest import WORDTOOLS
from tests.judge.conftest import PASSWORD, Serve, Service
from tests.lexicon.helpers import english_bytes
from wordtools.judge.log import Log
from wordtools.lexicon.manifest import EditionRule

ASK = {"words": ["cat", "zebra"]}


def test_a_tournament(serve: Serve) -> None:
    """From the director's first login to the verified log, by two workers."""
    service = serve("--workers", "2")
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
    assert (ruling["number"], ruling["answer"], ruling["acceptable"]) == (1, "YES", True)
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
    assert (void.status_code, void.json()["number"]) == (201, 3)
    assert director.post(path, json={"why": "x"}).json()["error"]["code"] == "void-before"
    missing = director.post("/api/v1/director/rulings/none/void", json={"why": "x"})
    assert missing.status_code == 404
    third = station.post("/api/v1/rulings", json={**ASK, **place, "play": "17"})
    assert (third.status_code, third.json()["number"]) == (201, 4)

    log = director.get("/api/v1/director/log").json()
    assert [record["kind"] for record in log["records"]] == ["ruling", "ruling", "void", "ruling"]
    assert [record["void"] for record in log["records"]] == [True, False, False, False]
    assert log["last"] == 4
    part = director.get("/api/v1/director/log?after=2&limit=1").json()["records"]
    assert [record["number"] for record in part] == [3]
    checked = director.get("/api/v1/director/log/verify").json()
    assert (checked["whole"], checked["records"]) == (True, 4)
    exported = director.get("/api/v1/director/log/export?format=json").json()
    assert exported[-1]["hash"] == checked["head"]
    table = director.get("/api/v1/director/log/export?format=csv")
    assert table.headers["content-type"].startswith("text/csv")
    assert [row["void"] for row in csv.DictReader(io.StringIO(table.text))] == [
        "yes",
        "no",
        "",
        "no",
    ]
    assert director.get("/api/v1/director/log/export?format=xml").status_code == 422


def test_tokens(serve: Serve) -> None:
    service = serve("--workers", "2")
    director = service.director()
    token = service.token("Table 1")
    assert director.get("/api/v1/director/stations").json()["stations"][0]["name"] == "Table 1"
    assert token not in director.get("/api/v1/director/stations").text
    again = director.post("/api/v1/director/stations", json={"name": "Table 1"})
    assert again.json()["error"]["code"] == "exists"
    for name in ("", " x", "x ", "a/b", "-x", "x" * 41, "a\nb", "<b>"):
        assert director.post("/api/v1/director/stations", json={"name": name}).status_code == 422
    for bad in ("", "x", "Basic x", f"Bearer {token}x", f"Bearer {token[:-1]}", f"bearer x{token}"):
        for method, path in (("GET", "station"), ("POST", "previews"), ("POST", "rulings")):
            answer = service.client().request(
                method, f"/api/v1/{path}", json=ASK, headers={"Authorization": bad}
            )
            assert (answer.status_code, answer.json()["error"]["code"]) == (401, "no-station")
    assert service.client(token).post("/api/v1/rulings", json=ASK).status_code == 201
    assert director.delete("/api/v1/director/stations/Table 1").status_code == 200
    for _ in range(10):  # a connection each, so that both workers are met
        for path in ("rulings", "previews"):
            assert service.client(token).post(f"/api/v1/{path}", json=ASK).status_code == 401
    assert director.delete("/api/v1/director/stations/Table 1").status_code == 404
    assert token not in service.told()


def test_sessions(serve: Serve) -> None:
    service = serve("--workers", "2")
    client = service.client()
    assert client.get("/api/v1/director/session").json() == {"session": False}
    answer = client.post("/api/v1/director/session", json={"password": PASSWORD})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    assert "Secure" not in cookie
    for _ in range(6):
        fresh = httpx.Client(base_url=service.url, cookies=client.cookies)
        assert fresh.get("/api/v1/director/session").json() == {"session": True}
    naked = client.post("/api/v1/director/stations", json={"name": "x"})
    assert (naked.status_code, naked.json()["error"]["code"]) == (403, "no-header")
    kept = dict(client.cookies)
    client.headers["X-Wordtools"] = "director"
    assert client.delete("/api/v1/director/session").json() == {"session": False}
    stolen = httpx.Client(base_url=service.url, cookies=kept)
    assert stolen.get("/api/v1/director/session").json() == {"session": False}
    for method, path in DIRECTORS:
        answer = client.request(method, f"/api/v1/director/{path}", json={"name": "x", "why": "x"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, "no-director"), path
    director = service.director()
    service.stop()
    service.start()  # ends all sessions
    assert director.get("/api/v1/director/log").status_code == 401


DIRECTORS = [
    ("GET", "log"),
    ("GET", "log/verify"),
    ("GET", "log/export?format=csv"),
    ("GET", "stations"),
    ("POST", "stations"),
    ("DELETE", "stations/x"),
    ("POST", "rulings/x/void"),
    ("PUT", "lexicon"),
]


def test_wrong_passwords_are_limited(serve: Serve) -> None:
    service = serve("--workers", "2")
    codes = []
    for _ in range(8):
        answer = service.client().post("/api/v1/director/session", json={"password": "wrong"})
        codes.append(answer.json()["error"]["code"])
    assert codes == ["wrong-password"] * 5 + ["too-many-tries"] * 3
    right = service.client().post("/api/v1/director/session", json={"password": PASSWORD})
    assert right.status_code == 429
    assert int(right.headers["retry-after"]) > 0


def test_rates(serve: Serve) -> None:
    service = serve(settings={"station_rate": 0.001, "station_burst": 3})
    one, two = service.station("one"), service.station("two")
    statuses = [one.post("/api/v1/rulings", json=ASK).status_code for _ in range(5)]
    assert statuses == [201, 201, 201, 429, 429]
    assert int(one.get("/api/v1/station").headers["retry-after"]) > 0
    assert two.post("/api/v1/rulings", json=ASK).status_code == 201


def test_sizes(serve: Serve) -> None:
    service = serve()
    station = service.station()

    def status(content: bytes, **headers: str) -> tuple[int, str]:
        answer = station.post("/api/v1/rulings", content=content, headers=headers)
        return answer.status_code, answer.json()["error"]["code"]

    def pieces() -> Any:
        for _ in range(40):
            yield b" " * 1024

    assert status(b" " * 16_385) == (413, "too-large")
    chunked = station.post("/api/v1/rulings", content=pieces())
    assert chunked.status_code == 413
    assert status(b"") == (400, "not-json")
    assert status(b"{") == (400, "not-json")
    assert status(b'{"words": ["\xff"]}') == (400, "not-json")
    assert status(b'{"words": ["\\ud800"]}')[0] in (400, 422)
    assert status(b"[" * 16_000) == (400, "not-json") or status(b"[" * 16_000)[0] == 422
    assert status(b"[]") == (422, "invalid")
    assert status(b"{}") == (422, "invalid")
    for body in (
        {"words": "cat"},
        {"words": [1]},
        {"words": [None]},
        {"words": ["cat"] * 65},
        {"words": ["x" * 201]},
        {"words": ["cat"], "play": "x" * 101},
        {"words": ["cat"], "play": 1},
        {"words": ["cat"], "station": "another"},
        {"words": ["cat"], "scope": "game"},
        {"words": ["cat"], "players": ["x"] * 9},
        {"words": ["cat"], "event": "a\x1fb"},
        {"words": ["cat"], "event": "a\0b"},
        {"words": ["cat"], "challenger": "\u202eanA"},
    ):
        assert status(json.dumps(body).encode()) == (422, "invalid"), body
    log = Log(service.log, make=False)
    assert log.verify().records == 0
    log.close()


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
    service.start()  # what the director chose outlives a restart
    assert "two" in service.told()
    assert answers("dog") == {"two YES"}


def test_kill_9_of_a_worker_and_of_all_under_load(serve: Serve, log_url: str) -> None:
    """What clients were shown is in the log, once; the service comes back by itself."""
    service = serve("--workers", "2")
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
                time.sleep(0.02)
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
        while sum(map(len, shown)) < goal:
            assert service.process.poll() is None
            time.sleep(0.01)

    wait(30)
    victim = service.workers()[0]
    os.kill(victim, signal.SIGKILL)
    wait(30)
    while len(service.workers()) < 2 or victim in service.workers():
        time.sleep(0.05)  # the supervisor starts another
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
    assert len(recorded) <= len(every) + 3 * len(tokens)  # cut off while they waited
    assert log.verify().faults == []
    log.close()


@pytest.mark.parametrize("strip", [True, False])
def test_behind_a_proxys_path(serve: Serve, strip: bool) -> None:
    service = serve("--root-path", "/judge/")
    start = "" if strip else "/judge"
    client = service.client()
    answer = client.post(f"{start}/api/v1/director/session", json={"password": PASSWORD})
    assert answer.status_code == 200
    assert "Path=/judge" in answer.headers["set-cookie"]
    assert client.get(f"{start}/api/v1/health").status_code == 200
    described = client.get(f"{start}/api/v1/openapi.json").json()
    assert described["servers"] == [{"url": "/judge"}]
    assert client.get(f"{start}/static/none.js").status_code == 404
    assert client.get(f"{start}/none").status_code == 404


def test_tls(serve: Serve, tmp_path: Path) -> None:
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
         "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key,
         "-out", certificate],
        check=True,
        capture_output=True,
    )  # fmt: skip
    service = serve("--certfile", str(certificate), "--keyfile", str(key), "--workers", "2")
    client = httpx.Client(
        base_url=service.url, verify=ssl.create_default_context(cafile=certificate)
    )
    answer = client.post("/api/v1/director/session", json={"password": PASSWORD})
    assert "Secure" in answer.headers["set-cookie"]
    with pytest.raises(httpx.TransportError):
        httpx.get(service.url.replace("https", "http"))


HEADERS = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
}


def test_headers_and_errors(serve: Serve) -> None:
    service = serve()
    client = service.client()
    for path, status, code in (
        ("/", 200, ""),
        ("/director", 200, ""),
        ("/api/v1/health", 200, ""),
        ("/metrics", 200, ""),
        ("/none", 404, "not-found"),
        ("/api/v1/messages/xx", 404, "not-found"),
        ("/api/v1/rulings", 405, "method"),
        ("/static/../app.py", 404, "not-found"),
        ("/static/%2e%2e/%2e%2e/app.py", 404, "not-found"),
        ("/static/..%2f..%2fapp.py", 404, "not-found"),
        ("/static/", 404, "not-found"),
        ("/docs", 404, "not-found"),
        ("/openapi.json", 404, "not-found"),
    ):
        answer = client.get(path)
        assert answer.status_code == status, path
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "server" not in answer.headers
        if code:
            error = answer.json()["error"]
            assert (error["code"], error["request"]) == (code, answer.headers["x-request-id"])
    named = client.get("/api/v1/health", headers={"X-Request-ID": "mine-1"})
    assert named.headers["x-request-id"] == "mine-1"
    for odd in ("x" * 65, "a b", "<b>", "é".encode().decode("latin-1")):
        answer = client.get("/api/v1/health", headers=[(b"x-request-id", odd.encode("latin-1"))])
        assert re.fullmatch("[0-9a-f]{16}", answer.headers["x-request-id"])


def test_messages(serve: Serve) -> None:
    client = serve().client()
    for language in ("en", "es", "pl", "pt"):
        answer = client.get(f"/api/v1/messages/{language}").json()
        assert answer["language"] == language
        assert {"yes", "no", "cannot", "away"} <= answer["messages"].keys()


def test_metrics_count_over_all_workers(serve: Serve) -> None:
    service = serve("--workers", "2")
    token = service.token()
    for _ in range(10):
        assert service.client(token).post("/api/v1/rulings", json=ASK).status_code == 201
    service.client(token).post("/api/v1/rulings", json={"words": ["ca't"]})
    text = service.client().get("/metrics").text
    assert "wordtools_rulings_total 10.0" in text
    assert 'wordtools_refusals_total{code="cannot-judge"} 1.0' in text
    assert 'route="/api/v1/rulings",status="201"} 10.0' in text


def log_lines(service: Service) -> list[dict[str, Any]]:
    return [json.loads(line) for line in service.told().splitlines() if line.startswith("{")]


@pytest.mark.parametrize("wanted", [True, False])
def test_words_are_in_the_services_log_only_when_asked(serve: Serve, wanted: bool) -> None:
    service = serve(*(["--log-words"] if wanted else []))
    station = service.station()
    place = {"event": "Qvent", "players": ["Qna"], "play": "Qlay"}
    for words in (["qizebraq"], ["zebra", "qizebraq"], ["qi'zebraq"], []):
        station.post("/api/v1/rulings", json={"words": words, **place, "confirmed": None})
        station.post("/api/v1/previews", json={"words": words})
    station.get("/api/v1/station?word=qizebraq")
    lines = log_lines(service)
    rulings = [line for line in lines if line["route"] == "/api/v1/rulings"]
    assert [line["status"] for line in rulings] == [201, 409, 422, 422]
    assert ("zebra" in service.told().lower()) == wanted
    assert "Qvent" not in service.told()
    assert "Qna" not in service.told()
    assert all(
        {"time", "method", "route", "status", "ms", "request"} <= line.keys() for line in lines
    )


def test_refusals_at_the_start(tmp_path: Path, lexicon: Path) -> None:
    (tmp_path / "password").write_text("correct horse\n")
    (tmp_path / "short").write_text("x\n")
    (tmp_path / "settings").write_text("most_words = 99\n")
    log = f"sqlite:///{tmp_path}/rulings.db"
    common = ["-l", str(lexicon), "--log", log, "--password-file", "password"]
    for arguments, why in (
        (["-l", "none", "--log", log, "--password-file", "password"], "none"),
        (["-l", str(lexicon), "--log", "mysql://x", "--password-file", "password"], "mysql"),
        (["-l", str(lexicon), "--log", log, "--password-file", "none"], "none"),
        (["-l", str(lexicon), "--log", log, "--password-file", "short"], "short"),
        (["-l", str(lexicon), "--log", log], "password"),
        ([*common, "--certfile", "password"], "--keyfile"),
        ([*common, "--certfile", "none", "--keyfile", "none"], "no such file"),
        ([*common, "--settings", "settings"], "most_words"),
    ):
        done = subprocess.run(
            [WORDTOOLS, "serve", *arguments],
            cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            start_new_session=True,
        )  # fmt: skip
        assert (done.returncode, done.stdout) == (2, ""), arguments
        assert why in done.stderr
        assert "Traceback" not in done.stderr


def test_beyond_loopback_without_tls_is_told(serve: Serve) -> None:
    service = serve("--host", "0.0.0.0")
    assert "anyone who can reach 0.0.0.0 can read" in service.told()
    taken = subprocess.run(
        [WORDTOOLS, "serve", "-l", str(service.lexicons[0]), "--log", service.log,
         "--port", str(service.port), "--password-file", str(service.folder / "password")],
        stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    assert taken.returncode == 2
    assert f"cannot listen on 127.0.0.1:{service.port}" in taken.stderr
