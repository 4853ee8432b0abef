"""The functions behind the routes of the judging door, independent of HTTP.

A handler takes values and returns one of the types in `answers`. The first line of a handler's
docstring is its summary in the API's description.
"""

from __future__ import annotations

import itertools
from asyncio import to_thread

import msgspec

from wordtools.errors import WordtoolsError
from wordtools.judge import export, receipts
from wordtools.judge import judge as judging
from wordtools.judge.acts import LexiconFacts
from wordtools.judge.report import collect
from wordtools.judge.rulesets import Rulesets
from wordtools.log.log import Log, LogError
from wordtools.messages import Messages, choose_messages
from wordtools.service import access, presence
from wordtools.service.asking import ask_log
from wordtools.service.core import Core, DoorHandlers
from wordtools.service.errors import ApiError
from wordtools.service.general import count_attempt
from wordtools.service.judging import addresses, answers, report_page, requests
from wordtools.service.judging.batching import Batcher
from wordtools.service.judging.lexicons import OfferedLexicons
from wordtools.service.limits import RateLimiter
from wordtools.service.presence import Attendance
from wordtools.service.values import Credentials, LanguageQuery, TextFile
from wordtools.signing import heads
from wordtools.signing.heads import SignedHead
from wordtools.signing.minisign import SecretKey
from wordtools.version import __version__


class Handlers(DoorHandlers):
    """The handlers of one worker process. All raise `ApiError` for a faulty request, and
    `CannotJudge` if the lexicon or the log is unusable."""

    def __init__(self, core: Core) -> None:
        config = self.config = core.config
        self.log = core.log
        self.metrics = core.metrics
        self.lexicons = OfferedLexicons(
            config.offers, self.log, config.settings, Rulesets(config.rulesets), config.trust
        )
        rates = RateLimiter(config.settings.station_rate, config.settings.station_burst)
        core.when_made.append(self.lexicons.add_offers)
        self.batcher = Batcher(self.log, self.lexicons, rates)
        self.attendance = Attendance(self.log)

    async def is_able(self) -> bool:
        """True if the service can give and record a ruling."""
        return await self.batcher.check()

    def close(self) -> None:
        """Ends threads."""
        self.batcher.close()

    # Stations

    async def describe_station(
        self, token: str, query: requests.StationQuery
    ) -> answers.StationResponse:
        """Returns the station's name, location, lexicon and settings."""
        name, location, judge = await self.batcher.find_station(token)
        messages = choose_messages(judge.lexicon.manifest.language)
        self.attendance.note(name, query.version or "", query.screen, query.battery)
        return answers.StationResponse(
            name,
            location,
            messages.language,
            answers.LexiconSummary.of(judge.lexicon, messages),
            msgspec.convert(self.config.settings, answers.StationSettings, from_attributes=True),
            __version__,
        )

    async def preview(self, token: str, body: requests.ChallengeRequest) -> answers.PreviewResponse:
        """Shows the words as they would be judged; records nothing."""
        return answers.PreviewResponse(await self.batcher.preview(token, body.challenge()))

    async def rule(self, token: str, body: requests.ChallengeRequest) -> answers.RulingResponse:
        """Rules on a challenge, saving the ruling before answering."""
        ruling = await self.batcher.rule(token, body.challenge(), body.confirmed, body.key)
        self.metrics.rulings.inc()
        return answers.RulingResponse.of(ruling)

    # Anyone

    async def list_lexicons(self, query: LanguageQuery) -> answers.LexiconsResponse:
        """Lists the lexicons and editions that may be put in force."""
        messages = Messages(query.language)
        state = await self.batcher.read_state()
        in_force = (state.lexicon, state.digest)
        return answers.LexiconsResponse(
            [
                answers.OfferedLexicon.under(
                    name, judge.lexicon, messages, in_force=(name, judge.lexicon.digest) == in_force
                )
                for name, judge in self.lexicons.judges().items()
            ]
        )

    async def redeem_code(
        self, address: str, credentials: Credentials, body: requests.CodeRequest
    ) -> answers.TokenResponse:
        """Exchanges a card's code for the station's token, once."""
        attempt = await count_attempt(self.log, "code", address, credentials)
        if attempt is None:
            raise ApiError("too-many-attempts", "Too many wrong codes; wait a minute")
        redeemed = await ask_log(access.redeem_code, self.log, attempt, body.code)
        if redeemed is None:
            raise ApiError("wrong-code", "The code is wrong, already used or expired")
        return answers.TokenResponse(*redeemed)

    # The director

    async def list_records(self, query: requests.LogQuery) -> answers.RecordsResponse:
        """Returns a part of the log, oldest record first."""

        def read(log: Log) -> answers.RecordsResponse:
            last = log.last_number()
            marked = export.mark_void(log, after=query.after, limit=query.limit)
            messages = Messages(query.language)
            titles = self._title_lexicons(messages)
            records = [
                answers.RecordResponse.of(record, void, messages, titles) for record, void in marked
            ]
            return answers.RecordsResponse(records, last)

        return await ask_log(read, self.log)

    def _title_lexicons(self, messages: Messages) -> dict[tuple[str, str], str]:
        """The titles of the offered lexicons, with the dates of their words, keyed by edition and
        digest."""
        titles = {}
        for judge in self.lexicons.judges().values():
            title = answers.title_edition(judge.lexicon, messages)
            dated = filter(None, (title, judge.lexicon.manifest.effective))
            titles[judge.lexicon.edition_name, judge.lexicon.digest] = ", ".join(dated)
        return titles

    async def void_ruling(self, id: str, body: requests.VoidRequest) -> answers.RecordResponse:
        """Voids a ruling; its record stays in the log."""
        if not (id.isascii() and id.isalnum()):
            raise ApiError("not-found", f"There is no ruling {id}")
        record = await ask_log(judging.void_ruling, self.log, id, body.why)
        return answers.RecordResponse.of(record, False, Messages("en"))

    async def make_receipt(self, id: str) -> answers.ReceiptResponse:
        """Returns the receipt of a ruling, signed with the service's key."""
        key = self._find_key()
        is_id = id.isascii() and id.isalnum()
        record = await ask_log(Log.find, self.log, id) if is_id else None
        if record is None or record.kind != "ruling":
            raise ApiError("not-found", f"There is no ruling {id}")
        receipt = await to_thread(receipts.make_receipt, record, key)
        return answers.ReceiptResponse.of(receipt, self.config.receipt_page)

    async def verify_log(self) -> answers.VerificationResponse:
        """Checks the whole log."""
        verification = await to_thread(self.log.verify)
        return answers.VerificationResponse(
            not verification.faults, verification.records, verification.head, verification.faults
        )

    async def list_heads(self) -> answers.HeadsResponse:
        """Returns the last signed head of the log."""

        def show() -> answers.HeadsResponse:
            heads, key = self._read_heads(), self.config.key
            last = answers.HeadResponse.of(heads[-1]) if heads else None
            return answers.HeadsResponse(key.public.text if key else "", len(heads), last)

        return await to_thread(show)

    async def sign_head(self) -> answers.HeadResponse:
        """Signs the log's current head."""
        self._find_key()
        return answers.HeadResponse.of(await to_thread(self._sign_head))

    def _find_key(self) -> SecretKey:
        """The key that signs. Raises `ApiError`."""
        if self.config.key is None:
            raise ApiError("not-found", "This service has no key; start it with --key FILE")
        return self.config.key

    def _sign_head(self) -> SignedHead:
        """Signs the current head. There is no time limit, because the whole log is read."""
        assert self.config.key is not None
        assert self.config.heads is not None
        try:
            return heads.sign_head(self.log, self.config.key, self.config.heads)
        except LogError:
            raise
        except WordtoolsError as error:
            raise LogError(str(error)) from None

    def _read_heads(self) -> list[SignedHead]:
        path = self.config.heads
        try:
            return heads.find_heads(path if path and path.exists() else None, self.config.log)
        except WordtoolsError as error:
            raise LogError(str(error)) from None

    async def export_log(self, query: requests.ExportQuery) -> TextFile:
        """Exports the whole log as a file."""
        media_type, write = export.FORMATS[query.format]
        pieces = write(self.log)
        first = await to_thread(next, pieces)  # raises an error if the log cannot be read
        return TextFile(f"rulings.{query.format}", media_type, itertools.chain([first], pieces))

    async def report_rulings(self, query: requests.ReportQuery) -> TextFile:
        """Returns a printable report of a round, an event or the whole log."""

        def render() -> str:
            signed = self._read_heads()
            part = {
                "event": None if query.event is msgspec.UNSET else query.event,
                "round": None if query.round is msgspec.UNSET else query.round,
            }
            return report_page.render(
                collect(self.log, **part, heads=signed),
                self.log.url,
                **part,
                language=query.language,
                locale=query.locale,
                zone=query.zone,
                root=f"{self.config.root_path}/",
            )

        page = await to_thread(render)
        return TextFile("report.html", "text/html", iter([page]), is_page=True)

    async def list_stations(self) -> answers.StationsResponse:
        """Lists the stations that have tokens."""
        stations = await ask_log(access.list_stations, self.log)
        present = await ask_log(presence.read_presence, self.log)
        located = (await self.batcher.read_state()).locations
        return answers.StationsResponse(
            [
                answers.StationSummary.of(
                    station, located.of(station.name), present.get(station.name)
                )
                for station in stations
            ]
        )

    async def set_locations(self, body: requests.LocationsRequest) -> answers.StationsResponse:
        """Sets the event, round or table of some or all stations.

        The log's head is signed before the round of all stations changes.
        """
        if self.config.key is not None and body.stations is None and body.round is not None:
            old = (await self.batcher.read_state()).locations.of("").round
            if old not in ("", body.round.strip()):
                await to_thread(self._sign_head)
        missing = await ask_log(access.set_locations, self.log, body.stations, body.fields())
        if missing is not None:
            raise ApiError("not-found", f"There is no station {missing}")
        return await self.list_stations()

    async def issue_tokens(self, body: requests.IssueRequest) -> answers.CardsResponse:
        """Issues tokens for new stations."""
        tables = {station.name: station.table.strip() for station in body.stations}
        if len(tables) < len(body.stations):
            raise ApiError("invalid", "Name each station once")
        for name in tables:
            if not access.is_station_name(name):
                raise ApiError(
                    "invalid",
                    f"{name!r}: use 1 to 40 letters, digits, spaces, '.', '_' or '-', and start "
                    "with a letter or digit",
                )

        issued = await ask_log(access.issue_tokens, self.log, tables, replace=body.replace)
        if isinstance(issued, str):
            raise ApiError("exists", f"The station {issued} already exists")

        def draw() -> list[answers.StationCard]:
            return [answers.StationCard.of(token, body.address) for token in issued]

        return answers.CardsResponse(await to_thread(draw))

    async def list_addresses(self) -> answers.AddressesResponse:
        """Lists the addresses at which devices can reach the service."""
        return answers.AddressesResponse(
            await to_thread(addresses.list_addresses, self.config.address)
        )

    async def revoke_token(self, name: str) -> answers.RevokedResponse:
        """Revokes a station's token."""
        if not name.isprintable():
            raise ApiError("invalid", "Use printable characters only")
        if not await ask_log(access.revoke_token, self.log, name):
            raise ApiError("not-found", f"There is no station {name}")
        return answers.RevokedResponse(name)

    async def put_in_force(self, body: requests.NameRequest) -> answers.OfferedLexicon:
        """Puts a lexicon in force, for all stations."""
        name = body.name
        if name not in self.lexicons.offers:
            raise ApiError("not-found", f"Choose a lexicon from {', '.join(self.lexicons.offers)}")

        def put() -> answers.OfferedLexicon:
            lexicon = self.lexicons.reopen(name).lexicon
            access.put_in_force(self.log, LexiconFacts.of(lexicon))
            return answers.OfferedLexicon.under(name, lexicon, Messages("en"), in_force=True)

        return await to_thread(put)
