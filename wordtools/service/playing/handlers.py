"""The functions behind the routes to tables, independent of HTTP.

A handler takes values and returns one of `answers`. Its docstring's first line is its summary in
the API's description.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import Callable
from hashlib import sha256
from typing import Any, TypeVar

from wordtools.board.play import IllegalPlay
from wordtools.errors import WordtoolsError
from wordtools.folders import choose_table_key
from wordtools.game.state import IllegalEvent
from wordtools.log.log import Log
from wordtools.messages import Messages
from wordtools.players.hints import find_plays
from wordtools.rules.ruleset import StackingRuleset
from wordtools.rules.titles import name_lexicon
from wordtools.service import access, seats
from wordtools.service.core import Core
from wordtools.service.errors import ApiError
from wordtools.service.limits import RateLimiter
from wordtools.service.playing import answers, games, making, requests, sheet
from wordtools.service.playing.best import BestResults
from wordtools.service.playing.editions import Editions
from wordtools.service.playing.keeper import Keeper, KeptTable
from wordtools.service.playing.refusals import await_answer, refuse
from wordtools.service.playing.tidying import Tidier
from wordtools.service.playing.view import State, TableFacts, describe_facts, label_names
from wordtools.service.seats import Place
from wordtools.service.streams import EventStream
from wordtools.service.tokens import hash_token
from wordtools.service.values import TextFile, Visitor
from wordtools.table.days import find_absent
from wordtools.table.events import Seat
from wordtools.table.names import rename
from wordtools.table.record import read_record, write_gcg, write_record
from wordtools.table.sealing import read_key
from wordtools.table.settings import list_settings
from wordtools.table.table import Command
from wordtools.table.view import Preview, find_phase, list_squares, preview, write_laid

T = TypeVar("T")
_ID = re.compile(r"[0-9a-f]{8,32}")
MOST_LISTED = 200
"""The number of tables shown to the host, newest first."""
_HEALTH_SECONDS = 1.0
"""For this many seconds, the result of a health check is reused."""


class TableHandlers:
    """The handlers of tables. All raise `ApiError` for a faulty request or a refused command, and
    `CannotJudge` if the lexicon or the log is unusable."""

    def __init__(self, core: Core) -> None:
        self._settings = core.config.settings
        self._root_path = core.config.root_path
        self._log = core.log
        self._editions = Editions(core.config.offers, core.config.trust)
        self.keeper = Keeper(core.log, _read_key, self._editions)
        self._rates = RateLimiter(self._settings.station_rate, self._settings.station_burst)
        self._best = BestResults(self.keeper)
        self._tidier = Tidier(self.keeper, self._settings)
        self._making = asyncio.Lock()
        self._checked = (0.0, True)

    async def is_able(self) -> bool:
        """True if events of tables can be recorded."""
        moment, is_able = self._checked
        if time.monotonic() - moment > _HEALTH_SECONDS:
            try:
                await self.keeper.ask(lambda: _check(self._log, self.keeper))
                is_able = True
            except (WordtoolsError, OSError):
                is_able = False
            self._checked = (time.monotonic(), is_able)
        return is_able

    def start(self) -> None:
        """Lets games go on that do so by themselves."""
        self.keeper.start()

    def stop(self) -> None:
        """Ends the streams, so that clients reconnect to the next process."""
        self.keeper.stop()

    def close(self) -> None:
        """Ends threads and timers."""
        self.keeper.close()

    # Making tables

    async def list_games(
        self, visitor: Visitor, query: requests.GamesQuery
    ) -> answers.GamesResponse:
        """Lists the games that can be played here, with their rulesets and word lists."""
        self._count(visitor.address)
        offers = await self.keeper.ask(
            lambda: games.list_families(self._editions, Messages(query.language))
        )
        return answers.GamesResponse(offers, self._may_make(visitor))

    async def list_settings(
        self, visitor: Visitor, query: requests.RulesetQuery
    ) -> answers.SettingsResponse:
        """Lists the settings of a ruleset, perhaps with variants, that a table may change."""
        self._count(visitor.address)
        ruleset = await self._try(lambda: making.load_offered(query.ruleset, {}))
        return answers.SettingsResponse(ruleset.players, list_settings(ruleset))

    async def make_table(
        self, visitor: Visitor, body: requests.TableRequest
    ) -> answers.TableResponse:
        """Makes a table, and invitations to its seats."""
        if not self._may_make(visitor):
            message = "Only the host may make tables here"
            if self._settings.make_tables == "this machine":
                message = "Tables are made on the machine that serves them, or by the director"
            raise ApiError("may-not-make", message, rule="may-not-make")
        self._count(visitor.address)
        async with self._making:
            await self._tidier.tidy()
            await self._check_number(visitor)
            invitations = seats.make_invitations(making.list_people(body.seats))
            owner = secrets.token_urlsafe(32)

            def make() -> str:
                sitters, options = making.list_seats(body.seats), making.list_options(body)
                table = self._open_table(body.ruleset, body.edition, sitters, options)
                invited = seats.hash_invitations(invitations)
                seats.add_table(
                    *(self._log, table, hash_token(owner), visitor.address, invited),
                    practice=body.practice,
                )
                return table

            table = await self._try(make)
        cards = [answers.InvitationCard.of(table, one, body.address) for one in invitations]
        return answers.TableResponse(table, owner, cards)

    async def list_tables(self, visitor: Visitor) -> answers.TablesResponse:
        """Lists the tables, for the host."""
        await self._tidier.tidy()
        found = await self.keeper.ask(lambda: seats.list_tables(self._log))
        summaries = []
        for table, _ in found[:MOST_LISTED]:
            kept = await self._find(table)
            if kept is not None:
                summaries.append(_summarize(kept))
        return answers.TablesResponse(summaries)

    # Sitting down

    async def describe_table(
        self, table: str, visitor: Visitor, query: requests.GamesQuery
    ) -> TableFacts:
        """Returns what never changes at a table; names only with a token or an invitation."""
        self._count(visitor.address)
        kept = await self._get(table)
        hash = hash_token(visitor.token)
        may_see = visitor.is_host or hash in (
            kept.row.owner,
            *kept.row.seats,
            *kept.row.invitations,
        )
        editions = self._editions.list_all()
        edition = editions.get(kept.host.table.opened.edition)
        title = name_lexicon(edition.title, Messages(query.language)) if edition else ""
        host, hidden = kept.host, kept.row.hidden
        return describe_facts(host.table, title, query.language, names=may_see, hidden=hidden)

    async def sit_down(
        self, table: str, seat: str, visitor: Visitor, body: requests.SitRequest
    ) -> answers.SeatResponse:
        """Takes a seat by its invitation, once."""
        self._count(visitor.address)
        kept = await self._get(table)
        place = kept.row.invitations.get(hash_token(body.secret))
        if place is None or str(place.seat) != seat:
            raise _not_found()
        name = kept.name_seat(place)

        def join() -> Command:
            return Command(name, "join", body.nonce)

        if name not in kept.host.table.nonces and kept.host.table.position is None:
            await self._do(kept, join)
        token: list[str | None] = []
        await self.keeper.change_row(
            kept, lambda: token.append(seats.take_seat(self._log, kept.id, body.secret))
        )
        if token[0] is None:
            raise _not_found()
        return answers.SeatResponse(kept.id, place.seat, place.member, token[0])

    async def free_seat(
        self, table: str, seat: str, visitor: Visitor, body: requests.AddressRequest
    ) -> answers.InvitationsResponse:
        """Revokes the tokens of a seat, and makes new invitations to it."""
        kept = await self._own(table, visitor)
        invitations = seats.make_invitations(_list_places(kept, seat))
        invited = seats.hash_invitations(invitations)
        number = int(seat)
        await self.keeper.change_row(
            kept, lambda: seats.invite_again(self._log, kept.id, number, invited)
        )
        self.keeper.end_streams(kept, number)
        cards = [answers.InvitationCard.of(kept.id, one, body.address) for one in invitations]
        return answers.InvitationsResponse(cards)

    # Playing

    async def show_state(self, table: str, visitor: Visitor) -> State:
        """Returns what a seat may see of a table now."""
        kept, place = await self._enter(table, visitor)
        return kept.describe(place)

    async def stream_events(self, table: str, visitor: Visitor) -> EventStream:
        """Sends what a seat may see of a table, whenever it changes, as server-sent events."""
        kept, place = await self._enter(table, visitor)
        return EventStream(self.keeper.listen(kept, place, visitor.last_event))

    async def command(self, table: str, visitor: Visitor, body: requests.CommandRequest) -> State:
        """Carries out a player's command, and returns what the seat may see afterwards."""
        kept, place = await self._enter(table, visitor)
        name = kept.name_seat(place)

        def make() -> Command:
            text = _write_play(kept, body)
            return Command(name, body.do, text, tuple(body.words), kept.name_member(place))

        await self._do(kept, make, _make_id(kept, place, body.key))
        return kept.describe(place)

    async def preview(self, table: str, visitor: Visitor, body: requests.PreviewRequest) -> Preview:
        """Returns the words and the score of a play before it is made."""
        kept, place = await self._enter(table, visitor)
        name, host = kept.name_seat(place), kept.host
        return await self._try(
            lambda: preview(host.table, name, _write_play(kept, body), host.lexicon)
        )

    async def hint(self, table: str, visitor: Visitor) -> answers.HintsResponse:
        """Returns the best plays, at a table for practice."""
        kept, place = await self._enter(table, visitor)
        if not kept.row.practice:
            message = "There are hints only at tables for practice"
            raise ApiError("playing", message, rule="no-hints")
        name = kept.name_seat(place)
        plays = await self._try(lambda: find_plays(kept.host, name, time.time()))
        return answers.HintsResponse(plays)

    # Afterwards

    async def read_record(
        self, table: str, visitor: Visitor, query: requests.RecordQuery
    ) -> TextFile:
        """Returns the whole record of a game that has ended."""
        kept = await self._visit(table, visitor)

        def write() -> str:
            happened, table = kept.host.happened, kept.host.table
            if kept.row.hidden:
                labels = label_names(table)
                happened = [rename(one, labels) for one in happened]
            data = write_record(happened)
            if query.format == "gcg":
                data = write_gcg(read_record(data), table.ruleset)
            return data.decode()

        text = await self._try(write)
        media_type = "application/json" if query.format == "json" else "text/plain"
        return TextFile(f"{kept.id}.{query.format}", media_type, iter([text]))

    async def print_sheet(
        self, table: str, visitor: Visitor, query: requests.GamesQuery
    ) -> TextFile:
        """Returns the score sheet as a page to print."""
        kept = await self._visit(table, visitor)
        root = f"{self._root_path}/"
        page = await self._try(
            lambda: sheet.render_sheet(kept.host, kept.row.hidden, query.language, root)
        )
        return TextFile("sheet.html", "text/html", iter([page]), is_page=True)

    async def rematch(self, table: str, visitor: Visitor) -> answers.RematchResponse:
        """Makes a table for another game with the same seats."""
        kept, _ = await self._enter(table, visitor)
        old = kept.host.table
        if old.closed is None:
            raise ApiError("refused", "The game has not ended", rule="not-ended")
        if kept.row.rematch:
            return answers.RematchResponse(kept.row.rematch)
        async with self._making:
            await self._check_number(visitor)
            opened, options = old.opened, making.repeat_options(old.opened, old.closed.winners)

            def make() -> None:
                sitters = list(opened.seats)
                new = self._open_table(opened.ruleset_name, opened.edition, sitters, options)
                invited = {**kept.row.invitations, **kept.row.seats}
                seats.add_table(
                    *(self._log, new, kept.row.owner, visitor.address, invited),
                    practice=kept.row.practice,
                    after=kept.id,
                )

            await self.keeper.change_row(kept, make)
        return answers.RematchResponse(kept.row.rematch)

    async def list_best(
        self, visitor: Visitor, query: requests.RulesetQuery
    ) -> answers.BestResponse:
        """Lists the ten best results of people under a ruleset."""
        self._count(visitor.address)
        if query.ruleset.partition(":")[0] not in games.list_names():
            raise ApiError("not-found", "There is no such ruleset", rule="setting")
        return answers.BestResponse(await self._best.list(query.ruleset))

    # The owner and the host

    async def close_table(
        self, table: str, visitor: Visitor, body: requests.CloseRequest
    ) -> answers.ClosedResponse:
        """Closes a table whose game has not ended, without a result."""
        kept = await self._own(table, visitor)
        table_now = kept.host.table
        is_begun = table_now.position is not None and not table_now.is_over
        if is_begun and not visitor.is_host and find_absent(table_now, time.time()) is None:
            message = "The game is being played; only the host may close it"
            raise ApiError("refused", message, rule="being-played")
        await await_answer(self.keeper.discard(kept, body.reason))
        return answers.ClosedResponse(kept.id)

    async def hide_names(
        self, table: str, visitor: Visitor, body: requests.NamesRequest
    ) -> answers.NamesResponse:
        """Hides the names at a table, or shows them again."""
        kept = await self._own(table, visitor)
        await self.keeper.change_row(
            kept, lambda: seats.hide_names(self._log, kept.id, body.hidden)
        )
        return answers.NamesResponse(kept.id, body.hidden)

    # Who may do it

    def _may_make(self, visitor: Visitor) -> bool:
        allowed = self._settings.make_tables
        if visitor.is_host or allowed == "anyone":
            return True
        return allowed == "this machine" and visitor.is_local

    async def _check_number(self, visitor: Visitor) -> None:
        """Raises `ApiError` if too many tables of this address are open."""
        count = await self.keeper.ask(lambda: seats.count_tables(self._log, visitor.address))
        if count >= self._settings.tables_per_address:
            raise ApiError(
                "too-many-tables",
                f"{count} tables from your address are open; end or close some first",
                rule="too-many-tables",
            )

    def _count(self, client: str) -> None:
        """Raises `ApiError` if a client sends too many requests."""
        if wait := self._rates.count_request(client):
            raise ApiError(
                "too-many",
                "Too many requests; wait",
                headers={"Retry-After": str(max(1, round(wait)))},
                rule="too-many-requests",
            )

    async def _find(self, table: str) -> KeptTable | None:
        if not _ID.fullmatch(table):
            return None
        try:
            return await self.keeper.find(table)
        except WordtoolsError as error:
            raise refuse(error) from None

    async def _get(self, table: str) -> KeptTable:
        """The table with this id. Raises `ApiError`."""
        kept = await self._find(table)
        if kept is None:
            raise _not_found()
        return kept

    async def _enter(self, table: str, visitor: Visitor) -> tuple[KeptTable, Place]:
        """The table, and the visitor's seat there. Raises `ApiError` without one."""
        hash = hash_token(visitor.token)
        known = self.keeper.peek(table)
        is_known = known is not None and hash in known.row.seats
        self._count(hash if is_known else visitor.address)  # a new token gives no new allowance
        kept = await self._get(table)
        place = kept.row.seats.get(hash)
        if place is None:
            raise _not_found()
        return kept, place

    async def _own(self, table: str, visitor: Visitor) -> KeptTable:
        """The table, if the visitor owns it or is the host. Raises `ApiError`."""
        self._count(visitor.address)
        kept = await self._get(table)
        if not (visitor.is_host or hash_token(visitor.token) == kept.row.owner):
            raise _not_found()
        return kept

    async def _visit(self, table: str, visitor: Visitor) -> KeptTable:
        """The table, if the visitor has a seat there, owns it or is the host. Raises `ApiError`."""
        self._count(visitor.address)
        kept = await self._get(table)
        hash = hash_token(visitor.token)
        if not (visitor.is_host or hash == kept.row.owner or hash in kept.row.seats):
            raise _not_found()
        return kept

    async def _do(self, kept: KeptTable, make: Callable[[], Command], id: str = "") -> None:
        await await_answer(self.keeper.do(kept, make, id))

    async def _try(self, ask: Callable[[], T]) -> T:
        """The result of a call in a thread; a refusal is raised as `ApiError`."""
        return await await_answer(self.keeper.ask(ask))

    def _open_table(
        self, ruleset: str, edition: str, sitters: list[Seat], options: dict[str, Any]
    ) -> str:
        place = self._log, self.keeper.key, self._editions
        return making.open_table(*place, ruleset, edition, sitters, options)


def _read_key() -> bytes:
    return read_key(choose_table_key())


def _check(log: Log, keeper: Keeper) -> None:
    _ = keeper.key
    with log.writing() as writer:
        access.write_check(writer.connection)


def _not_found() -> ApiError:
    message = "There is no such table, or this is no key to it"
    return ApiError("not-found", message, rule="no-table")


def _list_places(kept: KeptTable, seat: str) -> list[Place]:
    """The places of a person's seat. Raises `ApiError` if there is no such seat."""
    sitters = kept.host.table.opened.seats
    if not re.fullmatch("[1-9]", seat) or int(seat) > len(sitters):
        raise _not_found()
    sitter = sitters[int(seat) - 1]
    if sitter.kind == "computer":
        raise ApiError("refused", "A computer has this seat", rule="computer-sits")
    members = range(1, len(sitter.members) + 1) if sitter.members else (0,)
    return [Place(int(seat), member) for member in members]


def _write_play(kept: KeptTable, body: requests.CommandRequest | requests.PreviewRequest) -> str:
    """The play as text. Raises `WordtoolsError` for tiles that cannot be laid like this."""
    if body.laid is None:
        return body.text
    table = kept.host.table
    if table.position is None:
        raise IllegalEvent("not begun", "The game has not begun")
    places = {place for place, _ in body.laid}
    if not body.laid or len(places) < len(body.laid):
        raise IllegalPlay("nothing laid", "Lay one tile or more, each on a place of its own")
    if isinstance(table.ruleset, StackingRuleset):
        return write_laid(table, {str(cell): tile for cell, tile in body.laid}, body.down)
    squares = {square: tile for square, tile in body.laid if isinstance(square, int)}
    if len(squares) < len(places) or not all(0 <= at < len(list_squares(table)) for at in squares):
        raise IllegalPlay("off the board", "There is no such square on the board")
    return write_laid(table, squares, body.down)


def _make_id(kept: KeptTable, place: Place, key: str) -> str:
    """The id of the record of a command."""
    text = f"wordtools command\n{kept.id}\n{place.seat}\n{place.member}\n{key}"
    return sha256(text.encode()).hexdigest()[:16]


def _summarize(kept: KeptTable) -> answers.TableSummary:
    table = kept.host.table
    return answers.TableSummary(
        kept.id,
        table.ruleset.title,
        list(table.opened.names),
        find_phase(table),
        table.at,
        kept.row.hidden,
    )
