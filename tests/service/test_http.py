"""The service on the wire: paths, TLS, headers, its own log, and reasons not to start."""

from __future__ import annotations

import os
import re
import socket
import ssl
import subprocess
from pathlib import Path

import httpx
import psutil
import pytest

from tests.conftest import WORDTOOLS, write_secret
from tests.log.databases import ONE_DATABASE
from tests.ports import choose_port
from tests.service.services import PASSWORD, Serve, make_certificate
from tests.waiting import PATIENCE
from wordtools.errors import WordtoolsError
from wordtools.service.config import ServerConfig
from wordtools.service.doors import list_routes
from wordtools.service.port_holder import find_holders
from wordtools.service.run import check_address, check_proxies

ASK = {"words": ["cat", "zebra"]}


@ONE_DATABASE
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


@pytest.mark.parametrize("proxy", ["*", "", "10.0.0.5/24", "proxy.example"])
def test_not_everyone_is_a_proxy(proxy: str) -> None:
    check_proxies(ServerConfig(proxies=["10.0.0.5", "10.0.0.0/24", "::1", "fd00::/8"]))
    with pytest.raises(WordtoolsError, match="neither an address nor a network"):
        check_proxies(ServerConfig(proxies=["127.0.0.1", proxy]))


@ONE_DATABASE
def test_tls(serve: Serve, tmp_path: Path) -> None:
    service = serve(*make_certificate(tmp_path), "--workers", "2")
    client = httpx.Client(
        base_url=service.url,
        verify=ssl.create_default_context(cafile=tmp_path / "cert.pem"),
        timeout=PATIENCE,
    )
    answer = client.post("/api/v1/director/session", json={"password": PASSWORD})
    assert "Secure" in answer.headers["set-cookie"]
    with pytest.raises(httpx.TransportError):
        httpx.get(service.url.replace("https", "http"))


@ONE_DATABASE
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
        if code:
            error = answer.json()["error"]
            assert (error["code"], error["request"]) == (code, answer.headers["x-request-id"])
    named = client.get("/api/v1/health", headers={"X-Request-ID": "mine-1"})
    assert named.headers["x-request-id"] == "mine-1"
    for odd in ("x" * 65, "a b", "<b>", "é".encode().decode("latin-1")):
        answer = client.get("/api/v1/health", headers=[(b"x-request-id", odd.encode("latin-1"))])
        assert re.fullmatch("[0-9a-f]{16}", answer.headers["x-request-id"])


SECURE = {
    "cache-control": "no-store",
    "content-security-policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
        "object-src 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


@ONE_DATABASE
def test_every_answer_is_kept_from_other_pages(serve: Serve) -> None:
    """For every route and method, no cache keeps an answer or an error, no page of another site
    frames or reads it, and no browser misinterprets it."""
    client = serve().client()
    paths = [re.sub("{.*?}", "x", route.path) for route in list_routes(["judge"])]
    paths += ["/", "/director", "/metrics", "/api/v1/openapi.json", "/static/kiosk.js", "/none"]
    kinds = set()
    for path in dict.fromkeys(paths):
        for method in ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "BREW"):
            answer = client.request(method, path, headers={"Origin": "https://elsewhere"})
            assert SECURE.items() <= answer.headers.items(), (method, path)
            assert "access-control-allow-origin" not in answer.headers
            assert answer.headers["server"] == "granian"  # without its version
            assert answer.status_code < 500
            kinds.add(answer.headers["content-type"].partition(";")[0])
    assert kinds == {"application/json", "text/html", "text/javascript", "text/plain"}


@ONE_DATABASE
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_the_sessions_cookie(serve: Serve, scheme: str) -> None:
    """No script can read the cookie, and no other site can send it. Where there is TLS (here that
    of a proxy), the cookie travels over nothing else. It is deleted when the session ends."""
    client = serve().client()
    client.headers.update({"X-Wordtools": "director"})
    client.headers.update({"X-Forwarded-For": "10.0.0.7", "X-Forwarded-Proto": scheme})
    wrong = client.post("/api/v1/director/session", json={"password": "wrong"})
    assert "set-cookie" not in wrong.headers
    begun = client.post("/api/v1/director/session", json={"password": PASSWORD})
    session_cookie, device_cookie = begun.headers.get_list("set-cookie")
    secure = {"Secure"} if scheme == "https" else set()
    name, *flags = device_cookie.split("; ")
    assert re.fullmatch("wordtools_device=[A-Za-z0-9_-]{43}", name)
    assert {*flags} == {"HttpOnly", "Max-Age=7776000", "Path=/", "SameSite=strict"} | secure
    assert client.get("/api/v1/director/log", headers={"Cookie": name}).status_code == 401
    name, *flags = session_cookie.split("; ")
    assert re.fullmatch("wordtools_director=[A-Za-z0-9_-]{43}", name)
    assert {*flags} == {"HttpOnly", "Max-Age=43200", "Path=/", "SameSite=strict"} | secure
    session = {"Cookie": name}
    assert client.get("/api/v1/director/log", headers=session).status_code == 200
    for path in ("/api/v1/director/log", "/", "/director"):
        assert "set-cookie" not in client.get(path, headers=session).headers
    ended = client.delete("/api/v1/director/session", headers=session)
    name, *flags = ended.headers["set-cookie"].split("; ")
    assert name == 'wordtools_director=""'
    assert {"HttpOnly", "Max-Age=0", "Path=/", "SameSite=strict"} | secure <= {*flags}
    assert client.get("/api/v1/director/log", headers=session).status_code == 401


@ONE_DATABASE
@pytest.mark.parametrize("workers", ["1", "2"])
def test_metrics_count_over_all_workers(serve: Serve, workers: str) -> None:
    service = serve("--workers", workers)
    token = service.token()
    for _ in range(10):
        assert service.client(token).post("/api/v1/rulings", json=ASK).status_code == 201
    service.client(token).post("/api/v1/rulings", json={"words": ["ca't"]})
    text = service.client().get("/metrics").text
    assert "wordtools_rulings_total 10.0" in text
    assert 'wordtools_refusals_total{code="cannot-judge"} 1.0' in text
    assert 'route="/api/v1/rulings",status="201"} 10.0' in text


@ONE_DATABASE
@pytest.mark.parametrize("wanted", [True, False])
def test_words_are_in_the_services_log_only_when_asked(serve: Serve, wanted: bool) -> None:
    service = serve(*(["--log-words"] if wanted else []))
    station = service.station()
    place = {"event": "Qvent", "players": ["Qna"], "play": "Qlay"}
    for words in (["qizebraq"], ["zebra", "qizebraq"], ["qi'zebraq"], []):
        station.post("/api/v1/rulings", json={"words": words, **place, "confirmed": None})
        station.post("/api/v1/previews", json={"words": words})
    station.get("/api/v1/station?word=qizebraq")
    lines = service.log_lines()
    rulings = [line for line in lines if line["route"] == "/api/v1/rulings"]
    assert [line["status"] for line in rulings] == [201, 409, 422, 422]
    assert ("zebra" in service.told().lower()) == wanted
    assert "Qvent" not in service.told()
    assert "Qna" not in service.told()
    assert all(
        {"time", "method", "route", "status", "ms", "request"} <= line.keys() for line in lines
    )


@pytest.mark.slow
def test_refusals_at_the_start(tmp_path: Path, lexicon: Path) -> None:
    write_secret(tmp_path / "password", "correct horse\n")
    write_secret(tmp_path / "short", "x\n")
    (tmp_path / "open").write_text("correct horse\n")
    (tmp_path / "settings").write_text("most_words = 99\n")
    log = f"sqlite:///{tmp_path}/rulings.db"
    common = ["-l", str(lexicon), "--log", log, "--password-file", "password"]
    for arguments, why in (
        (["-l", "none", "--log", log, "--password-file", "password"], "none"),
        (["-l", str(lexicon), "--log", "mysql://x", "--password-file", "password"], "mysql"),
        (["-l", str(lexicon), "--log", log, "--password-file", "none"], "none"),
        (["-l", str(lexicon), "--log", log, "--password-file", "short"], "short"),
        (["-l", str(lexicon), "--log", log, "--password-file", "open"], "chmod 600"),
        (["-l", str(lexicon), "--log", log], "--password-file"),
        ([*common, "--certfile", "password"], "--keyfile"),
        ([*common, "--certfile", "none", "--keyfile", "none"], "no such file"),
        ([*common, "--certfile", "short", "--keyfile", "short"], "not a certificate and its key"),
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
        assert "serving at" not in done.stderr


@ONE_DATABASE
def test_beyond_loopback_without_tls_is_told(serve: Serve) -> None:
    service = serve("--host", "0.0.0.0")
    assert "connections to 0.0.0.0 are not encrypted" in service.told()


@ONE_DATABASE
@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_address_that_is_taken(serve: Serve, workers: str) -> None:
    """This is reported first, naming the process: nothing is announced, and the service that
    listens there continues."""
    service = serve("--workers", workers, fresh=True)
    director = service.director()
    taken = subprocess.run(
        [WORDTOOLS, "serve", "-l", str(service.lexicons[0]), "--log", service.log,
         "--port", str(service.port), "--password-file", str(service.folder / "password")],
        stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    assert taken.returncode == 2
    pid = service.process.pid
    assert re.fullmatch(
        rf"wordtools: the service cannot listen on 127\.0\.0\.1:{service.port}: the port is taken "
        rf"by process {pid} \(\S+ \S*wordtools serve -l .*\); stop that program with Ctrl-C in "
        rf"its window or with `kill {pid}`, or choose another --port\.\n",
        taken.stderr,
    ), taken.stderr
    assert director.get("/api/v1/director/log").status_code == 200  # its session goes on


def test_who_has_the_address_is_named() -> None:
    """The process that already listens there is named."""
    server = ServerConfig(port=choose_port())
    with (
        socket.create_server((server.host, server.port)),
        pytest.raises(WordtoolsError, match=rf"cannot listen .* taken by process {os.getpid()} \("),
    ):
        check_address(server)


@pytest.mark.parametrize(
    ("theirs", "ours", "is_found"),
    [
        ("127.0.0.1", "127.0.0.1", True),
        ("0.0.0.0", "127.0.0.1", True),
        ("127.0.0.1", "0.0.0.0", True),
        ("::", "127.0.0.1", True),
        ("::1", "::1", True),
        ("127.0.0.2", "127.0.0.1", False),  # the port is the same, but not in use
    ],
)
def test_who_holds_a_port(theirs: str, ours: str, is_found: bool) -> None:
    def family(host: str) -> int:
        return socket.AF_INET6 if ":" in host else socket.AF_INET

    with socket.socket(family(theirs)) as holder:
        holder.bind((theirs, 0))
        port = holder.getsockname()[1]
        assert find_holders(ours, port) == []  # it does not listen yet
        holder.listen()
        holders = find_holders(ours, port)
        assert [each.pid for each in holders] == [os.getpid()] * is_found


def test_a_port_whose_holder_the_system_does_not_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """This is the case on macOS, and for programs of another user."""

    def refuse(kind: str) -> list[object]:
        raise psutil.AccessDenied

    monkeypatch.setattr(psutil, "net_connections", refuse)
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        with pytest.raises(WordtoolsError, match=rf"another program; .*lsof -i :{port}"):
            check_address(ServerConfig(port=port))
