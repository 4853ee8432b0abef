"""Games at tables of a service, from the first link to the record."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest

from tests.conftest import Run
from tests.log.databases import ONE_DATABASE
from tests.service.tables import OpenTables, Player, Stream, begin, make_table, play_on
from tests.waiting import wait_until
from wordtools.lexicon.lexicon import Lexicon
from wordtools.log.log import Log

T = TypeVar("T")

FAMILIES = ["scrabble-pt-pt", "scrabble-en-us", "literki", "lingo", "scrabblear"]


@ONE_DATABASE
@pytest.mark.parametrize("ruleset", FAMILIES)
def test_a_whole_game(open_tables: OpenTables, run: Run, tmp_path: Path, ruleset: str) -> None:
    """Two seats play to the end. Rejudging the record shows no disagreement."""
    service = open_tables(ruleset)
    has_computer = ruleset == "scrabblear"
    players = begin(service, ruleset, 2 - has_computer, has_computer, practice=True)
    streams = [Stream(player) for player in players]
    assert play_on(players, Lexicon.read(service.lexicons[0]), Random(ruleset))
    results = [stream.wait(lambda events: events and events[-1][2]["result"]) for stream in streams]
    assert results == [results[0]] * len(results)
    record = players[0].ask("GET", "record")
    assert record.status_code == 200
    path = tmp_path / "game.json"
    path.write_bytes(record.content)
    done = run("game", path, "-l", service.lexicons[0])
    assert done.returncode == 0, done.stdout + done.stderr
    assert "disagree" not in done.stdout
    for name, points in results[0]["scores"].items():
        assert name in done.stdout
        assert str(points) in done.stdout
    assert service.director().get("/api/v1/director/log/verify").json()["whole"]


def test_a_killed_service_loses_nothing(open_tables: OpenTables) -> None:
    """Its players continue with their tokens. A key that was used before has no effect."""
    service = open_tables()
    players = begin(service, "scrabble-en-us")
    words, random = Lexicon.read(service.lexicons[0]), Random(1)
    for _ in range(3):
        if play_on(players, words, random, rounds=2):
            break
        mover = next(player for player in players if "pass" in player.state["may"])
        key = secrets.token_hex(8)
        mover.do("pass", key=key)
        before = [player.state for player in players]
        service.kill()
        service.start()
        assert mover.send("pass", key=key).status_code == 200
        for player, old in zip(players, before, strict=True):
            new = player.state
            assert new["number"] >= old["number"]
            assert describe(new) == describe(old)
    assert service.director().get("/api/v1/director/log/verify").json()["whole"]


@ONE_DATABASE
def test_a_killed_service_goes_on_when_it_starts_though_nobody_asks(
    open_tables: OpenTables,
) -> None:
    service = open_tables()
    table = begin(service, "scrabble-en-us", settings={"clock": {"move": 1}})[0].table
    service.kill()
    service.start()
    log = Log(service.log, make=False)

    def has_passed_since() -> bool:
        events = [record.content.get("event") for record in log.list_in_event(f"table {table}")]
        kinds = [event["event"] for event in events if event]
        return "interrupted" in kinds and "passed" in kinds[kinds.index("interrupted") :]

    wait_until(has_passed_since, "a pass for lack of time")
    log.close()


def describe(state: dict[str, Any]) -> dict[str, Any]:
    """A state without its times."""
    for seat in state["seats"]:
        seat.pop("left")
    return {key: state[key] for key in state if key not in ("now", "deadline", "number")}


def test_only_one_service_plays_at_the_tables_of_a_log(open_tables: OpenTables) -> None:
    """Other services may judge at the same time, and take its place after it was killed."""
    first = open_tables()
    with pytest.raises(AssertionError, match="another service uses the tables of"):
        open_tables()
    open_tables(doors="judge").stop()
    first.kill()
    open_tables()


@ONE_DATABASE
def test_only_one_of_two_presses_counts(open_tables: OpenTables) -> None:
    """The same press arrives twice at once, or both seats act at once."""
    service = open_tables()
    players = begin(service, "scrabble-en-us")
    for _ in range(5):
        mover = next(player for player in players if "pass" in player.state["may"])
        key = secrets.token_hex(8)
        turns = len(mover.state["sheet"])
        together([partial(mover.send, "pass", key=key)] * 4)
        assert len(mover.state["sheet"]) == turns + 1
        turns = len(mover.state["sheet"])
        answers = together([partial(player.send, "pass") for player in players])
        assert sum(answer.status_code == 200 for answer in answers) >= 1
        passed = sum(answer.status_code == 200 for answer in answers)
        assert len(players[0].state["sheet"]) == turns + passed
        refused = [answer.json()["error"] for answer in answers if answer.status_code != 200]
        assert all(error["rule"] in ("not-your-turn", "ended") for error in refused)
        if players[0].state["phase"] == "ended":
            break


def together(calls: Sequence[Callable[[], T]]) -> list[T]:
    """The results of these calls, made at once."""
    barrier = threading.Barrier(len(calls))

    def make(call: Callable[[], T]) -> T:
        barrier.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(make, calls))


@ONE_DATABASE
def test_a_stream_that_comes_back_misses_nothing(open_tables: OpenTables) -> None:
    service = open_tables()
    players = begin(service, "scrabble-en-us")
    stream = Stream(players[0])
    number, kind, state = stream.wait(lambda events: events and events[-1])
    assert (kind, state["number"]) == ("state", number)
    stream.close()
    same = Stream(players[0], str(number))
    mover = next(player for player in players if "pass" in player.state["may"])
    mover.do("pass")
    later, _, state = same.wait(lambda events: events and events[-1])
    assert later > number and len(same.events) == 1  # data that it already had was not sent again
    assert len(state["sheet"]) == 1
    missed = Stream(players[0], str(number))
    assert missed.wait(lambda events: events and events[-1])[0] == later
    service.process.terminate()  # a service that ends lets its clients reconnect
    missed.wait_for_end()
    assert "closed" not in [kind for _, kind, _ in missed.events]
    service.process.wait()
    service.start()
    again = Stream(players[0], "0")
    assert again.wait(lambda events: events and events[-1])[2]["sheet"] == state["sheet"]


@ONE_DATABASE
def test_a_seat_has_four_streams_at_most(open_tables: OpenTables) -> None:
    """The oldest one ends, because its client may be gone."""
    service = open_tables()
    player = begin(service, "scrabble-en-us")[0]
    streams = []
    for _ in range(5):
        streams.append(Stream(player))
        streams[-1].wait(len)
    assert streams[0].wait(lambda events: [kind for _, kind, _ in events][-1:] == ["closed"])
    streams[0].wait_for_end()
    assert all([kind for _, kind, _ in stream.events] == ["state"] for stream in streams[1:])


def test_a_lost_answer_does_not_use_up_an_invitation(open_tables: OpenTables) -> None:
    """Until the seat is freed, the same secret and key get the same seat again, but another key
    does not."""
    service = open_tables()
    made, players = make_table(service, "scrabble-en-us")
    ana, bia = players
    path, key = f"{ana.path}/seats/1", secrets.token_hex(32)
    body = {"secret": ana.secret, "nonce": secrets.token_hex(32), "key": key}
    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(lambda _: ana.client.post(path, json=body), range(4)))
    assert [answer.status_code for answer in answers] == [201] * 4
    (token,) = {answer.json()["token"] for answer in answers}
    ana.client.headers["Authorization"] = f"Bearer {token}"
    assert (ana.state["seat"], ana.state["invited"]) == ("Ana", [2])
    for wrong in (secrets.token_hex(32), ""):
        assert bia.client.post(path, json={**body, "key": wrong}).status_code == 404
    other = {**body, "secret": bia.secret}
    assert bia.client.post(path, json=other).status_code == 404
    owner = {"Authorization": f"Bearer {made['owner']}"}
    freed = service.client().request("DELETE", path, headers=owner, json={})
    assert freed.status_code == 200
    assert ana.client.post(path, json=body).status_code == 404
    assert ana.ask("GET", "state").status_code == 404


def test_a_seat_is_taken_once_and_can_be_freed(open_tables: OpenTables) -> None:
    service = open_tables()
    made, players = make_table(service, "scrabble-en-us", address="https://wordtools.example/")
    ana, bia = players[0].sit(), players[1]
    assert made["invitations"][0]["link"].endswith(f"/table#{made['table']}.1.{ana.secret}")
    body = {"secret": ana.secret, "nonce": "0" * 64}
    assert bia.client.post(f"{bia.path}/seats/1", json=body).status_code == 404
    body["secret"] = bia.secret  # for another seat
    assert bia.client.post(f"{bia.path}/seats/1", json=body).status_code == 404
    assert bia.client.get(bia.path).json()["seats"] == []
    guest = {"Authorization": f"Bearer {bia.secret}"}
    seats = bia.client.get(bia.path, headers=guest).json()["seats"]
    assert [seat["name"] for seat in seats] == ["Ana", "Bia"]
    assert ana.state["invited"] == [2]
    stream = Stream(ana)
    stream.wait(len)
    owner = {"Authorization": f"Bearer {made['owner']}"}
    freed = service.client().request("DELETE", f"{ana.path}/seats/1", headers=owner, json={})
    stream.wait_for_end()
    assert stream.events[-1][1] == "closed"
    assert ana.ask("GET", "state").status_code == 404
    again = Player(service, ana.table, 1, freed.json()["invitations"][0]["secret"]).sit()
    bia.sit()
    again.do("begin")
    assert again.state["phase"] == "playing"


@ONE_DATABASE
def test_refusals_name_the_rule_that_is_broken(open_tables: OpenTables) -> None:
    _, (ana, bo) = make_table(open_tables(), "scrabble-en-us", 2)

    def find_rule(player: Player, do: str, **more: Any) -> str:
        answer = player.send(do, **more)
        assert answer.status_code == 422
        return str(answer.json()["error"]["rule"])

    ana.sit()
    assert find_rule(ana, "begin") == "not-seated"
    assert find_rule(ana, "play", laid=[[112, 1]]) == find_rule(ana, "pass") == "not-begun"
    bo.sit()
    ana.do("begin")
    mover, other = (ana, bo) if "pass" in ana.state["may"] else (bo, ana)
    assert find_rule(other, "pass") == "not-your-turn"
    assert find_rule(mover, "play", text="8H") == "notation"
    assert find_rule(mover, "play", text="8H ЯU") == "spelling"
    assert find_rule(mover, "exchange", text="Я") == "spelling"
    assert find_rule(mover, "play", laid=[[999, 1]]) == "off-the-board"
    assert find_rule(mover, "return") == "not-allowed"
    shown = mover.ask("POST", "previews", json={"text": "8H ЯU"})
    assert shown.json()["error"]["rule"] == "spelling"


@ONE_DATABASE
def test_a_team_shares_a_rack(open_tables: OpenTables) -> None:
    service = open_tables()
    seats = [{"name": "Ana & Bo", "members": ["Ana", "Bo"]}, {"name": "Caio"}]
    made = service.client().post(
        "/api/v1/tables", json={"ruleset": "scrabble-en-us", "seats": seats}
    )
    cards = made.json()["invitations"]
    assert [(card["seat"], card["member"]) for card in cards] == [(1, 1), (1, 2), (2, 0)]
    table = made.json()["table"]
    ana, bo, caio = (Player(service, table, c["seat"], c["secret"]).sit() for c in cards)
    bo.do("begin")
    assert ana.state["rack"] == bo.state["rack"]
    assert (ana.state["own"], bo.state["own"]) == ([1, 1], [1, 2])
    for player in (ana, bo) if ana.state["turn"] == "Ana & Bo" else (caio, ana):
        if "pass" in player.state["may"]:
            player.do("pass")
    assert ana.state["sheet"][0]["player"] in ("Ana & Bo", "Caio")


@ONE_DATABASE
def test_those_who_lost_begin_the_rematch(open_tables: OpenTables) -> None:
    service = open_tables()
    players = begin(service, "scrabble-en-us")
    players[0].do("resign")
    table = players[1].ask("POST", "rematch").json()["table"]
    assert players[0].ask("POST", "rematch").json()["table"] == table
    assert players[0].state["rematch"] == table
    next_game = [Player(service, table, player.seat, player.token).sit() for player in players]
    state = next_game[1].do("begin")
    assert state["turn"] == "Ana"


@ONE_DATABASE
def test_the_host_hides_names_and_closes_tables(open_tables: OpenTables) -> None:
    service = open_tables()
    players = begin(service, "scrabble-en-us")
    stream = Stream(players[0])
    stream.wait(len)
    director = service.director()
    path = players[0].path
    assert director.post(f"{path}/names", json={"hidden": True}).status_code == 200
    state = stream.wait(lambda events: len(events) > 1 and events[-1][2])
    assert [seat["name"] for seat in state["seats"]] != ["Ana", "Bia"]
    for name in (b"Ana", b"Bia"):
        assert name not in players[0].ask("GET", "state").content
        assert name not in service.client().get(path, headers=players[0].client.headers).content
    tables = director.get("/api/v1/tables").json()["tables"]
    assert [(table["table"], table["hidden"]) for table in tables] == [(players[0].table, True)]


@ONE_DATABASE
def test_settings_of_a_table(open_tables: OpenTables) -> None:
    service = open_tables()
    changes = {"rack": 5, "clock": {"game": 600}}
    player = begin(service, "scrabble-en-us", settings=changes, slower=2)[0]
    assert len(player.state["rack"]) == 5
    assert player.facts["clock"]["game"] == 600
    assert player.state["seats"][0]["left"] is not None
    large = {"tiles": {"A": [999, 1]}, "random_tiles": 999}
    assert begin(service, "scrabble-en-us", settings=large)[0].state["bag"] > 1900
    for settings in ({"rack": 99}, {"alphabet": "pl"}, {"clock": "x"}, {"board": 3}):
        seats = [{"name": "Ana"}, {"name": "Bia"}]
        wanted = {"ruleset": "scrabble-en-us", "seats": seats, "settings": settings}
        answer = service.client().post("/api/v1/tables", json=wanted)
        assert answer.status_code == 422, answer.text
        assert answer.json()["error"]["code"] == "refused"


@ONE_DATABASE
def test_the_sheet_and_the_record(open_tables: OpenTables) -> None:
    """The sheet is available at any time, the record only at the end."""
    service = open_tables("scrabble-en-us", "lingo")
    for ruleset in ("scrabble-en-us", "lingo"):
        players = begin(service, ruleset, practice=True)
        play_on(players, Lexicon.read(service.lexicons[0]), Random(3), rounds=3)
        sheet = players[0].ask("GET", "sheet", params={"language": "es"})
        assert sheet.headers["content-type"].startswith("text/html")
        assert "<svg" in sheet.text
        assert "Ana" in sheet.text
        assert players[0].ask("GET", "record").json()["error"]["code"] == "refused"
        players[0].do("resign")
        assert players[1].ask("GET", "record").json()["format"] == "wordtools table"
        gcg = players[1].ask("GET", "record", params={"format": "gcg"})
        assert gcg.is_success == (ruleset != "lingo")


@ONE_DATABASE
def test_a_table_is_closed_by_its_owner_before_the_game_and_by_the_host(
    open_tables: OpenTables,
) -> None:
    service = open_tables()
    made, players = make_table(service, "scrabble-en-us")
    owner = {"Authorization": f"Bearer {made['owner']}"}
    for player in players:
        player.sit()
    players[0].do("begin")
    stream = Stream(players[1])
    stream.wait(len)
    close = f"{players[0].path}/close"
    client = service.client()
    assert client.post(close, json={}, headers=owner).json()["error"]["code"] == "refused"
    assert client.post(close, json={}, headers=players[0].client.headers).status_code == 404
    assert service.director().post(close, json={"reason": "The hall closes"}).is_success
    state = stream.wait(lambda events: events[-1][2] if len(events) > 1 else None)
    assert (state["phase"], state["reason"]) == ("discarded", "The hall closes")
    assert players[0].send("pass").status_code == 422
    made, players = make_table(service, "scrabble-en-us")
    owner = {"Authorization": f"Bearer {made['owner']}"}
    assert client.post(f"{players[0].path}/close", json={}, headers=owner).is_success


def test_tables_are_tidied(open_tables: OpenTables) -> None:
    """Finished tables are archived, and unused ones are closed."""
    service = open_tables(settings={"archive_days": 1e-6, "idle_days": 1e-6})
    players = begin(service, "scrabble-en-us")
    assert players[0].state["phase"] == "playing"

    def list_phases() -> list[str]:
        tables = service.director().get("/api/v1/tables").json()["tables"]
        return [table["phase"] for table in tables]

    service.kill()
    service.start()  # after starting, it looks at once
    wait_until(lambda: list_phases() in (["discarded"], []), "the table is closed")
    service.kill()
    service.start()
    wait_until(lambda: not list_phases(), "the table is archived")
    assert players[0].ask("GET", "state").status_code == 404
    assert service.director().get("/api/v1/director/log/verify").json()["whole"]


def has_turns(count: int, events: list[tuple[int, str, Any]]) -> bool:
    """True if the score sheet of the last state has this many lines."""
    return bool(events) and len(events[-1][2]["sheet"]) == count


@ONE_DATABASE
def test_many_tables_at_once(open_tables: OpenTables) -> None:
    """Every move is seen and recorded. `python -m bench.tables` measures the delay."""
    service = open_tables()

    def play(_: int) -> str:
        players = begin(service, "scrabble-en-us")
        streams = [Stream(player) for player in players]
        for turns in range(1, 5):
            mover = next(player for player in players if "pass" in player.state["may"])
            mover.do("pass")
            for stream in streams:
                stream.wait(partial(has_turns, turns))
        return players[0].table

    with ThreadPoolExecutor(12) as pool:
        tables = list(pool.map(play, range(12)))
    log = Log(service.log, make=False)
    for table in tables:
        records = log.list_in_event(f"table {table}")
        events = [record.content.get("event") for record in records]
        assert [event["event"] for event in events if event].count("passed") == 4
    log.close()
    assert service.director().get("/api/v1/director/log/verify").json()["whole"]
