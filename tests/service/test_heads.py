"""The heads and receipts that a service signs, at the end of a round and when the director asks."""

from __future__ import annotations

import html
from pathlib import Path

import pytest

from tests.conftest import Run, write_secret
from tests.service.services import Serve, Service
from wordtools.qr import draw_qr_code
from wordtools.signing import heads
from wordtools.signing.heads import SignedHead
from wordtools.signing.minisign import SecretKey
from wordtools.signing.receipts import check_receipt, make_link, parse_receipt
from wordtools.signing.trust import read_trust

KEY = SecretKey(bytes(8), bytes(32))


@pytest.fixture
def service(serve: Serve, tmp_path: Path) -> Service:
    (tmp_path / "open.key").write_text(KEY.encode("horse"))
    write_secret(tmp_path / "key-password", "horse\n")
    return serve(
        *("--key", str(tmp_path / "open.key")),
        *("--key-password-file", str(tmp_path / "key-password")),
        *("--heads", str(tmp_path / "open.heads")),
        *("--receipt-page", "https://words.example.org/"),
    )


def signed(service: Service) -> list[SignedHead]:
    path = service.folder / "open.heads"
    return heads.read_heads(path) if path.exists() else []


def test_each_round_of_all_stations_ends_with_a_signed_head(service: Service, run: Run) -> None:
    station, director = service.station(), service.director()
    place = "/api/v1/director/locations"
    director.put(place, json={"event": "Open", "round": "1"})
    assert signed(service) == [], "no round has ended"
    station.post("/api/v1/rulings", json={"words": ["cat"]})
    last = director.get("/api/v1/director/log/verify").json()
    director.put(place, json={"event": "Open", "round": "1"})
    director.put(place, json={"round": "7", "stations": ["Table 1"]})
    assert signed(service) == [], "all stations are still in round 1"
    last = director.get("/api/v1/director/log/verify").json()
    assert director.put(place, json={"round": "2"}).status_code == 200
    (head,) = signed(service)
    assert (head.number, head.hash) == (last["records"], last["head"])
    done = run(
        *("log", "verify", "--log", service.log, "--heads", str(service.folder / "open.heads")),
        *("--signed-by", KEY.public.text),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 signed head in the log" in done.stdout


def test_the_director_signs_and_sees_a_head(service: Service) -> None:
    director = service.director()
    path = "/api/v1/director/log/heads"
    assert service.client().post(path).status_code == 401
    assert director.get(path).json() == {"key": KEY.public.text, "heads": 0, "last": None}
    answer = director.post(path)
    assert answer.status_code == 201
    (head,) = signed(service)
    assert answer.json()["text"] == head.text
    assert answer.json()["qr"].startswith("<svg")
    shown = director.get(path).json()
    assert (shown["heads"], shown["last"]["hash"]) == (1, head.hash)


def test_the_report_has_the_head_that_covers_it(service: Service) -> None:
    station, director = service.station(), service.director()
    station.post("/api/v1/rulings", json={"words": ["cat"]})
    (early, late) = (director.post("/api/v1/director/log/heads").json() for _ in range(2))
    page = director.get("/api/v1/director/report").text
    assert early["text"] in html.unescape(page), "as it can be copied into a file"
    assert "Signed head" in page
    assert late["text"].splitlines()[2] not in page
    station.post("/api/v1/rulings", json={"words": ["dog"]})
    assert "Signed head" not in director.get("/api/v1/director/report").text


def test_the_log_has_the_public_key_and_the_disk_no_secret(service: Service) -> None:
    log = service.director().get("/api/v1/director/log").text
    assert f"key that signs the log: {KEY.public.text}" in log
    service.director().post("/api/v1/director/log/heads")
    secret = KEY.encode("").splitlines()[1][80:120]
    assert secret not in log
    assert secret not in service.told()


def test_without_a_key(serve: Serve) -> None:
    director = serve().director()
    assert director.get("/api/v1/director/log/heads").json()["key"] == ""
    answer = director.post("/api/v1/director/log/heads")
    assert answer.status_code == 404
    assert "--key FILE" in answer.json()["error"]["message"]


def test_a_head_that_cannot_be_written_keeps_the_round(service: Service) -> None:
    director = service.director()
    place = "/api/v1/director/locations"
    service.token()
    director.put(place, json={"round": "1"})
    (service.folder / "open.heads").mkdir()
    answer = director.put(place, json={"round": "2"})
    assert answer.status_code == 503
    (station,) = director.get("/api/v1/director/stations").json()["stations"]
    assert station["location"]["round"] == "1"


def test_the_receipt_of_a_ruling(service: Service) -> None:
    station, director = service.station(), service.director()
    ruling = station.post("/api/v1/rulings", json={"words": ["cat", "zzz"]}).json()
    path = f"/api/v1/director/rulings/{ruling['id']}/receipt"
    assert service.client().get(path).status_code == 401
    answer = director.get(path).json()
    receipt = parse_receipt(answer["code"])
    assert check_receipt(receipt, read_trust([KEY.public.text]))
    assert (receipt.number, receipt.answer) == (ruling["number"], "NO")
    assert receipt.has_words(["CAT", "ZZZ"])
    assert answer["qr"] == draw_qr_code(make_link("https://words.example.org/", answer["code"]))
    act = director.get("/api/v1/director/log").json()["records"][0]["id"]
    for missing in ("none", act):
        assert director.get(f"/api/v1/director/rulings/{missing}/receipt").status_code == 404
    director.post(f"/api/v1/director/rulings/{ruling['id']}/void", json={"why": "mistyped"})
    assert director.get(path).json() == answer
