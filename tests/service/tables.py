"""Tables of a service, and the players who sit there, over HTTP."""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from tests.game.players import WORDS
from tests.lexicon.helpers import lexicon_bytes
from tests.service.services import Serve, Service
from tests.table.tables import load
from tests.waiting import PATIENCE
from wordtools.board import generator
from wordtools.board.board import Board
from wordtools.board.notation import write_play
from wordtools.lexicon.lexicon import Lexicon
from wordtools.rules.ruleset import CrosswordRuleset
from wordtools.rules.titles import name_language

OpenTables = Callable[..., Service]
NAMES = ("Ana", "Bia", "Caio", "Dora")


def write_lexicon(folder: Path, ruleset: str) -> Path:
    """The lexicon of `compile_lexicon`, as the edition that a ruleset requires."""
    path = folder / f"{load(ruleset).words.edition}.lexicon"
    path.write_bytes(compile_lexicon(ruleset))
    return path


@cache
def compile_lexicon(ruleset: str) -> bytes:
    """The few words known to the tests, and for crossword games so many others that no rack is
    without a play in the first turns, whatever is drawn: three or four tiles in their order in the
    alphabet form a word, and an eighth of all groups of five do. There are few words of two tiles,
    because plays side by side soon leave no room for others."""
    rules = load(ruleset)
    alphabet, edition = rules.alphabet, rules.words.edition
    words = {alphabet.spell(word) for word in WORDS[rules.language].split()}
    if isinstance(rules, CrosswordRuleset):
        for length in (3, 4, 5):
            groups = combinations_with_replacement(range(1, len(alphabet.tiles) + 1), length)
            words |= {bytes(group) for group in groups if length < 5 or sum(group) % 8 == 0}
    entries = [(word, frozenset[str]()) for word in words]
    categories = rules.words.excludes
    title = name_language(rules.language, "en")
    return lexicon_bytes(alphabet, entries, categories, name=edition, title=title)


class Player:
    """A person with a seat, or with its invitation until `sit`. `wire` has all bytes that were ever
    sent to it."""

    def __init__(self, service: Service, table: str, seat: int, secret: str) -> None:
        self.table, self.seat = table, seat
        self.secret = secret
        self.token = ""
        self.wire: list[bytes] = []
        self.client = service.client()
        self.path = f"/api/v1/tables/{table}"

    def sit(self) -> Player:
        body = {"secret": self.secret, "nonce": secrets.token_hex(32)}
        answer = self.client.post(f"{self.path}/seats/{self.seat}", json=body)
        assert answer.status_code == 201, answer.text
        self.token = answer.json()["token"]
        self.client.headers["Authorization"] = f"Bearer {self.token}"
        return self

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        answer = self.client.request(method, f"{self.path}/{path}", **more)
        self.wire.append(answer.content)
        return answer

    @cached_property
    def facts(self) -> dict[str, Any]:
        answer = self.client.get(self.path)
        self.wire.append(answer.content)
        facts: dict[str, Any] = answer.json()
        return facts

    @property
    def state(self) -> dict[str, Any]:
        answer = self.ask("GET", "state")
        assert answer.status_code == 200, answer.text
        state: dict[str, Any] = answer.json()
        return state

    def send(self, do: str, key: str = "", **more: Any) -> httpx.Response:
        body = {"do": do, "key": key or secrets.token_hex(8), **more}
        return self.ask("POST", "commands", json=body)

    def do(self, do: str, **more: Any) -> dict[str, Any]:
        """The state after a command, which must not be refused."""
        answer = self.send(do, **more)
        assert answer.status_code == 200, answer.text
        state: dict[str, Any] = answer.json()
        return state

    def act(self, words: Lexicon, random: Random, state: dict[str, Any] | None = None) -> bool:
        """Makes a sensible move; False if there is nothing to do now."""
        state = state or self.state
        may = state["may"]
        if "accept" in may and any(state["seat"] in q["waits_for"] for q in state["questions"]):
            return self.send("accept").status_code == 200
        if "consent" in may:
            return self.send("consent").status_code == 200
        if "play" not in may:
            return False
        for do, more in self._list_turns(words, random, state):
            if do in may and self.send(do, **more).status_code == 200:
                return True
        return False

    def _list_turns(
        self, words: Lexicon, random: Random, state: dict[str, Any]
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        rules = load(self.facts["ruleset"])
        if not isinstance(rules, CrosswordRuleset):
            plays = self.ask("POST", "hints").json()["plays"]
            for play in plays:
                yield "play", {"text": play["notation"]}
            return
        board = Board(rules, bytes(state["squares"]))
        rack = bytes(state["rack"])
        found = generator.find_plays(board, rack, words, limit=3)
        if found:
            play = random.choice(found).play
            laid = [[square, tile] for square, tile in play.list_laid(board)]
            if len(laid) > 1 or random.random() < 0.5:
                yield "play", {"laid": laid}
            yield "play", {"text": write_play(board, play)}
        if random.random() < 0.3:
            yield "exchange", {"text": rules.alphabet.text(bytes(t for t in rack if t)[:2])}
        yield "pass", {}


class Stream:
    """The events that a player receives, read in a separate thread."""

    def __init__(self, player: Player, last: str = "") -> None:
        self.player = player
        self.events: list[tuple[int, str, Any]] = []
        self.status = 0
        self._changed = threading.Condition()
        self._is_open = True
        headers = {"Last-Event-ID": last} if last else {}
        self._client = httpx.Client(verify=False, timeout=PATIENCE, headers=player.client.headers)
        self._request = self._client.build_request(
            "GET", f"{player.client.base_url}{player.path}/events".replace("//api", "/api"),
            headers=headers,
        )  # fmt: skip
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        try:
            response = self._client.send(self._request, stream=True)
            self.status = response.status_code
            buffer = b""
            for piece in response.iter_raw():
                self.player.wire.append(piece)
                buffer += piece
                while b"\n\n" in buffer:
                    event, buffer = buffer.split(b"\n\n", 1)
                    self._note(event.decode())
        except (httpx.HTTPError, OSError):
            pass
        finally:
            with self._changed:
                self._is_open = False
                self._changed.notify_all()

    def _note(self, text: str) -> None:
        fields = dict(line.split(": ", 1) for line in text.splitlines() if ": " in line)
        if "event" in fields:
            event = (int(fields.get("id", -1)), fields["event"], json.loads(fields["data"]))
            with self._changed:
                self.events.append(event)
                self._changed.notify_all()

    def wait(self, is_there: Callable[[list[tuple[int, str, Any]]], object]) -> Any:
        """Waits until this function finds something in the events, and returns it."""
        with self._changed:
            assert self._changed.wait_for(lambda: is_there(self.events), PATIENCE), self.events
            return is_there(self.events)

    def wait_for_end(self) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: not self._is_open, PATIENCE)

    def close(self) -> None:
        """Cuts the connection."""
        self._client.close()


def make_table(
    service: Service, ruleset: str, people: int = 2, computers: int = 0, **more: Any
) -> tuple[dict[str, Any], list[Player]]:
    """A new table, as returned, and its people, who have not sat down yet."""
    seats: list[dict[str, Any]] = [{"name": name} for name in NAMES[:people]]
    seats += [{"kind": "computer", "level": "1"}] * computers
    body = {"ruleset": ruleset, "seats": seats, **more}
    answer = service.client().post("/api/v1/tables", json=body)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    cards = made["invitations"]
    players = [Player(service, made["table"], card["seat"], card["secret"]) for card in cards]
    return made, players


def begin(
    service: Service, ruleset: str, people: int = 2, computers: int = 0, **more: Any
) -> list[Player]:
    """The people at a table where the game has begun."""
    _, players = make_table(service, ruleset, people, computers, **more)
    for player in players:
        player.sit()
    players[0].do("begin")
    return players


def play_on(players: list[Player], words: Lexicon, random: Random, rounds: int = 400) -> bool:
    """Lets the players act in turn. Returns True if the game has ended. If the rules allow it, lets
    a player stop a game that has lasted long."""
    for number in range(rounds):
        if number > 12 and "stop" in players[0].state["may"]:
            players[0].do("stop")
        before = players[0].state["number"]
        acted = [player.act(words, random) for player in players]
        if players[0].state["phase"] == "ended":
            return True
        if not any(acted):  # a computer is thinking, or a question is open
            stream = Stream(players[0], str(before))
            stream.wait(len)
            stream.close()
    return False


@pytest.fixture
def open_tables(serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OpenTables:
    """Starts a service with the doors of tables and stations, and small lexicons of these games."""
    monkeypatch.setenv("WORDTOOLS_TABLE_KEY", str(tmp_path / "tables.key"))

    def open(
        *rulesets: str, doors: str = "judge,play", settings: dict[str, object] | None = None
    ) -> Service:
        lexicons = [write_lexicon(tmp_path, name) for name in rulesets or ["scrabble-en-us"]]
        rates = {"station_rate": 100_000, "station_burst": 100_000, "tables_per_address": 1000}
        return serve("--doors", doors, lexicons=lexicons, settings={**rates, **(settings or {})})

    return open
