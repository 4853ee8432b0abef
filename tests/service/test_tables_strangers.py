"""Strangers at tables: bad requests, keys to other tables, floods, and a full disk. The data sent
to a seat must reveal nothing about the other racks."""

from __future__ import annotations

import resource
import secrets
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import structs

from tests.log.databases import ONE_DATABASE
from tests.service.tables import OpenTables, Player, Stream, begin, make_table, play_on
from wordtools.game.state import GameState
from wordtools.lexicon.lexicon import Lexicon
from wordtools.log.log import Log
from wordtools.service import seats as rows
from wordtools.service.playing.view import State, describe_state
from wordtools.service.seats import Place
from wordtools.table.host import TableHost
from wordtools.table.sealing import read_key

pytestmark = ONE_DATABASE

HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "Ana\u202eaiB",
    "Ana\x07",
    " Ana",
    "",
    "A" * 41,
    "A\u200bB",
]


def test_bad_requests_are_refused(open_tables: OpenTables) -> None:
    """Each request is refused with a sentence, nothing is recorded, and nothing fails inside the
    service."""
    service = open_tables()
    client = service.client()
    two = [{"name": "Ana"}, {"name": "Bia"}]
    bodies: list[Any] = [
        {"ruleset": "scrabble-en-us", "seats": seats}
        for seats in (
            [],
            [{"name": "Ana"}],
            [*two, *two],
            [{"name": "Ana"}] * 2,
            [{"kind": "computer"}, {"kind": "ghost"}],
            [{"kind": "computer", "level": "/etc/passwd"}, {"name": "Ana"}],
            [{"name": "seat 1"}, {"name": "Bia"}],
            [{"name": "Ana", "members": ["x"] * 10}, {"name": "Bia"}],
            *([{"name": name}, {"name": "Bia"}] for name in HOSTILE[1:]),
        )
    ]
    bodies += [
        {"ruleset": name, "seats": two}
        for name in ("", "x", "/etc/passwd.toml", "../literki", "literki:nothing", "_scrabble")
    ]
    more: dict[str, list[Any]] = {
        "edition": ["no-such", "/etc/passwd", "../en"],
        "settings": [[], "x", {"x": 1}, {"tiles": {"A": "many"}}, {"tiles": 9}],
        "hours": [0, 10**9, "x"],
        "holidays": [["2026-13-01", "x"], ["2026-12-24", "2026-12-26"]],
        "starts": [[1], [-1, 0], [1, 2, 3]],
        "slower": [0, 11],
        "address": ["javascript:alert(1)", "http://x\u202e"],
        "practise": [True],
    }
    for key, values in more.items():
        bodies += [{"ruleset": "scrabble-en-us", "seats": two, key: value} for value in values]
    for body in bodies:
        answer = client.post("/api/v1/tables", json=body)
        assert answer.status_code == 422, (body, answer.text)
        assert answer.json()["error"]["code"] in ("invalid", "refused"), answer.text
    for raw in (b"", b"{", b"[]", b"null", b"\xff", b'{"a":1,"a":2}', b"[" * 9000):
        assert client.post("/api/v1/tables", content=raw).status_code in (400, 422)
    assert client.post("/api/v1/tables", content=b" " * 20_000).status_code == 413
    assert service.director().get("/api/v1/tables").json()["tables"] == []

    player = begin(service, "scrabble-en-us")[0]
    before = player.state
    commands: list[Any] = [
        {"do": do, "key": "0" * 16}
        for do in ("join", "fly", "", None, "challenge", "reclaim", "take-back", "consent", "claim")
    ]
    commands += [{"do": "play", "key": key, "text": "8H CAT"} for key in ("", "0" * 15, "G" * 16)]
    plays: list[dict[str, Any]] = [
        {},
        {"text": "8H"},
        {"text": "x" * 301},
        {"text": "\u202e8H CAT"},
        {"text": "99ZZ " + "A" * 200},
        {"laid": []},
        {"laid": [[0, 0]]},
        {"laid": [[-1, 1]]},
        {"laid": [[999, 1]]},
        {"laid": [[112, 127]]},
        {"laid": [["c7", 1]]},
        {"laid": [[112, 1], [112, 2]]},
        {"laid": [[112, 1]] * 31},
        {"laid": [[10**30, 1]]},
        {"laid": "x"},
    ]
    commands += [{"do": "play", "key": "0" * 16, **play} for play in plays]
    for command in commands:
        for path in ("commands", "previews"):
            body = command if path == "commands" else {**command}
            if path == "previews":
                body.pop("do"), body.pop("key")
            answer = player.ask("POST", path, json=body)
            assert answer.status_code == 422 or path == "previews", (command, answer.text)
            assert answer.status_code < 500, (command, answer.text)
    assert player.state["sheet"] == before["sheet"]
    assert not [line for line in service.log_lines() if "fault" in line]


def test_markup_in_names_stays_text(open_tables: OpenTables) -> None:
    service = open_tables()
    seats = [{"name": HOSTILE[0]}, {"name": "Bia"}]
    made = service.client().post(
        "/api/v1/tables", json={"ruleset": "scrabble-en-us", "seats": seats}
    )
    owner = {"Authorization": f"Bearer {made.json()['owner']}"}
    sheet = service.client().get(f"/api/v1/tables/{made.json()['table']}/sheet", headers=owner)
    assert "<img" not in sheet.text
    assert "&lt;img" in sheet.text


def test_no_token_opens_another_table(open_tables: OpenTables) -> None:
    """A table that does not exist and a table that the client may not see give the same answer."""
    service = open_tables()
    made, _ = make_table(service, "scrabble-en-us")
    ana, bia = begin(service, "scrabble-en-us")
    other = begin(service, "scrabble-en-us")[0]
    paths = [
        ("GET", "state", None),
        ("GET", "events", None),
        ("GET", "record", None),
        ("GET", "sheet", None),
        ("POST", "commands", {"do": "resign", "key": "0" * 16}),
        ("POST", "previews", {"text": "8H CAT"}),
        ("POST", "hints", {}),
        ("POST", "rematch", {}),
        ("POST", "close", {}),
        ("POST", "names", {"hidden": True}),
        ("DELETE", "seats/1", {}),
    ]
    for token in (other.token, made["owner"], secrets.token_urlsafe(32), "x", "\u00ff" * 3):
        headers = {b"Authorization": f"Bearer {token}".encode("latin-1")}
        for method, path, body in paths:
            told = []
            for table in (ana.table, "0" * 8, "x", "%00", "A" * 500):
                url = f"/api/v1/tables/{table}/{path}"
                answer = service.client().request(method, url, json=body, headers=headers)
                assert answer.status_code in (404, 403), (method, url, answer.text)
                told.append({**answer.json().get("error", {}), "request": ""})
            if path != "hints":
                assert told[0] == told[1]
    assert bia.state["phase"] == "playing"
    cookies = {"Cookie": f"wordtools_playing={ana.table}; token={ana.token}"}
    assert service.client().get(f"{ana.path}/state", headers=cookies).status_code == 401


def test_floods_are_limited(open_tables: OpenTables, monkeypatch: pytest.MonkeyPatch) -> None:
    service = open_tables(
        settings={"tables_per_address": 5, "station_burst": 40, "station_rate": 5}
    )
    statuses = [
        service.client().post("/api/v1/tables", json=body).status_code
        for body in [{"ruleset": "scrabble-en-us", "seats": [{"name": "Ana"}, {"name": "Bia"}]}] * 8
    ]
    assert statuses == [201] * 5 + [429] * 3
    service.stop()
    service = open_tables(settings={"station_burst": 40, "station_rate": 1})
    player = begin(service, "scrabble-en-us")[0]
    answers = [player.ask("GET", "state") for _ in range(60)]
    assert answers[0].status_code == 200
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["retry-after"]) >= 1
    for number in range(60):  # a new token for each request does not raise the limit
        headers = {"Authorization": f"Bearer {number}"}
        guess = service.client().get(f"{player.path}/state", headers=headers)
    assert guess.status_code == 429


def test_a_full_disk_loses_nothing(open_tables: OpenTables) -> None:
    """Commands are refused as long as they cannot be recorded, and nobody sees unrecorded
    events."""
    service = open_tables()
    players = begin(service, "scrabble-en-us")
    play_on(players, Lexicon.read(service.lexicons[0]), Random(2), rounds=2)
    before = [player.state for player in players]
    worker = service.workers()[0]
    full = resource.prlimit(worker, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    mover = next(player for player in players if "pass" in player.state["may"])
    key = secrets.token_hex(8)
    assert mover.send("pass", key=key).status_code == 503
    for player, old in zip(players, before, strict=True):
        assert player.state["number"] == old["number"]
        assert player.state["sheet"] == old["sheet"]
    assert service.client().get("/api/v1/health").status_code == 503
    resource.prlimit(worker, resource.RLIMIT_FSIZE, full)
    assert mover.send("pass", key=key).status_code == 200
    assert len(mover.state["sheet"]) == len(before[0]["sheet"]) + 1


@pytest.mark.parametrize("ruleset", ["scrabble-en-us", "scrabble-pt-pt", "literki"])
def test_what_is_sent_does_not_depend_on_secrets(
    open_tables: OpenTables, tmp_path: Path, ruleset: str
) -> None:
    """All bytes sent to a seat belong to its states, and each state is the same for any tiles of
    the others and any order of the bag."""
    service = open_tables(ruleset)
    players = begin(service, ruleset)
    words, random = Lexicon.read(service.lexicons[0]), Random(5)
    streams = [Stream(player) for player in players]
    log, key = Log(service.log, make=False), read_key(tmp_path / "tables.key")
    for _ in range(6):
        play_on(players, words, random, rounds=1)
        host = TableHost.resume(log, key, words, players[0].table, 0)
        row = rows.read_table(log, players[0].table)
        assert row is not None
        for player in players:
            place = Place(player.seat)
            name = player.state["seat"]
            told = describe_state(host, name, place, 1, row, host.table.at)
            dealt = host.table
            host.table = shuffle_secrets(dealt, name, random)
            assert describe_state(host, name, place, 1, row, host.table.at) == told
            host.table = dealt
            live = player.state
            assert [live["rack"], live["squares"]] == [told.rack, told.squares]
    table = TableHost.resume(log, key, words, players[0].table, 0).table
    log.close()
    for player, stream in zip(players, streams, strict=True):
        wire = b"".join(player.wire)
        assert len(stream.events) > 1
        for secret in (table.opened.nonce.encode(), b'"key"'):
            assert table.is_over or secret not in wire  # the end reveals it
        for _, kind, data in stream.events:
            assert kind == "state"
            msgspec.convert(data, State, strict=False)
            assert set(data) == set(State.__struct_fields__)
            assert len(data["rack"]) <= load_rack(player)


def load_rack(player: Player) -> int:
    size: int = player.facts["rack"]
    return size


def shuffle_secrets(table: Any, seat: str, random: Random) -> Any:
    """The table with new tiles on the other racks and in the bag."""
    game = table.position
    assert isinstance(game, GameState)
    if game.ended or table.is_over:
        return table
    others = [name for name in game.players if name != seat]
    pile = list(table.bag) + [tile for name in others for tile in game.racks[name].known]
    random.shuffle(pile)
    racks = dict(game.racks)
    for name in others:
        size = len(racks[name].known)
        racks[name] = structs.replace(racks[name], known=bytes(sorted(pile[:size])))
        del pile[:size]
    return structs.replace(table, bag=bytes(pile), position=structs.replace(game, racks=racks))
