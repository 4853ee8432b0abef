"""The service's contract: every route of its API, with its caller, request and answer.

`endpoints` decodes, authorises and encodes by this table; `openapi` describes it. To add a route,
add a line here and the method of `handlers` that it names.
"""

from __future__ import annotations

import enum
from collections.abc import Awaitable, Callable
from typing import Any, Literal

import msgspec

from wordtools.service import answers, requests
from wordtools.service.handlers import Handlers


class Caller(enum.Enum):
    """The callers who may use a route."""

    ANYONE = enum.auto()
    STATION = enum.auto()
    """A station, identified by the token in the header `Authorization`, and rate-limited."""
    DIRECTOR = enum.auto()
    """The director, identified by the session's cookie and, for changes, `X-Wordtools`."""


class Route(msgspec.Struct, frozen=True):
    """A route. `name` is its `operationId`; `errors` are the statuses of the handler's own errors
    (those of decoding and authorisation follow from other fields).

    The handler gets keyword arguments: the parameters of the path; a station's `token`; `query` and
    `body` if the route has them; and those listed in `also`: the token of the director's `session`,
    the client's `address`, and the client's other tokens as `credentials`.
    """

    name: str
    method: str
    path: str
    caller: Caller
    handler: Callable[..., Awaitable[Any]]
    answer: type | None
    errors: tuple[int, ...]
    status: int = 200
    body: type | None = None
    query: type | None = None
    also: tuple[Literal["session", "address", "credentials"], ...] = ()

    @property
    def summary(self) -> str:
        """The first line of the handler's docstring."""
        return (self.handler.__doc__ or "").partition("\n")[0]

    @property
    def needs_header(self) -> bool:
        """True for the director's changes, which must come from the director's own page."""
        return self.caller is Caller.DIRECTOR and self.method != "GET"

    @property
    def all_errors(self) -> list[int]:
        """The statuses of all possible errors."""
        errors = {*self.errors, 500}
        if self.body is not None:
            errors |= {400, 413, 422}
        if self.query is not None:
            errors.add(422)
        if self.caller is not Caller.ANYONE:
            errors.add(401)
        if self.caller is Caller.STATION:
            errors.add(429)
        if self.method != "GET":
            errors.add(403)
        return sorted(errors)


ANYONE, STATION, DIRECTOR = Caller

# fmt: off
ROUTES = (
    Route("station", "GET", "/api/v1/station", STATION, Handlers.describe_station,
          answers.StationResponse, errors=(503,), query=requests.StationQuery),
    Route("preview", "POST", "/api/v1/previews", STATION, Handlers.preview,
          answers.PreviewResponse, errors=(503,), body=requests.ChallengeRequest),
    Route("rule", "POST", "/api/v1/rulings", STATION, Handlers.rule,
          answers.RulingResponse, errors=(409, 503), status=201, body=requests.ChallengeRequest),
    Route("lexicons", "GET", "/api/v1/lexicons", ANYONE, Handlers.list_lexicons,
          answers.LexiconsResponse, errors=(503,), query=requests.LexiconsQuery),
    Route("messages", "GET", "/api/v1/messages/{language}", ANYONE, Handlers.list_messages,
          answers.MessagesResponse, errors=(404,)),
    Route("redeem", "POST", "/api/v1/codes", ANYONE, Handlers.redeem_code,
          answers.TokenResponse, errors=(401, 429, 503), status=201, body=requests.CodeRequest,
          also=("address", "credentials")),
    Route("health", "GET", "/api/v1/health", ANYONE, Handlers.check_health,
          answers.HealthResponse, errors=(503,)),

    Route("session", "GET", "/api/v1/director/session", ANYONE, Handlers.describe_session,
          answers.SessionResponse, errors=(503,), also=("session",)),
    Route("begin_session", "POST", "/api/v1/director/session", ANYONE, Handlers.begin_session,
          answers.SessionResponse, errors=(401, 429, 503), body=requests.PasswordRequest,
          also=("address", "credentials")),
    Route("end_session", "DELETE", "/api/v1/director/session", DIRECTOR, Handlers.end_session,
          answers.SessionResponse, errors=(503,), also=("session", "address")),
    Route("records", "GET", "/api/v1/director/log", DIRECTOR, Handlers.list_records,
          answers.RecordsResponse, errors=(503,), query=requests.LogQuery),
    Route("void", "POST", "/api/v1/director/rulings/{id}/void", DIRECTOR, Handlers.void_ruling,
          answers.RecordResponse, errors=(404, 409, 503), status=201, body=requests.VoidRequest),
    Route("verify", "GET", "/api/v1/director/log/verify", DIRECTOR, Handlers.verify_log,
          answers.VerificationResponse, errors=(503,)),
    Route("heads", "GET", "/api/v1/director/log/heads", DIRECTOR, Handlers.list_heads,
          answers.HeadsResponse, errors=(503,)),
    Route("sign_head", "POST", "/api/v1/director/log/heads", DIRECTOR, Handlers.sign_head,
          answers.HeadResponse, errors=(404, 503), status=201),
    Route("export", "GET", "/api/v1/director/log/export", DIRECTOR, Handlers.export_log,
          None, errors=(503,), query=requests.ExportQuery),
    Route("report", "GET", "/api/v1/director/report", DIRECTOR, Handlers.report_rulings,
          None, errors=(503,), query=requests.ReportQuery),
    Route("stations", "GET", "/api/v1/director/stations", DIRECTOR, Handlers.list_stations,
          answers.StationsResponse, errors=(503,)),
    Route("issue", "POST", "/api/v1/director/stations", DIRECTOR, Handlers.issue_tokens,
          answers.CardsResponse, errors=(409, 503), status=201, body=requests.IssueRequest),
    Route("revoke", "DELETE", "/api/v1/director/stations/{name}", DIRECTOR, Handlers.revoke_token,
          answers.RevokedResponse, errors=(404, 422, 503)),
    Route("addresses", "GET", "/api/v1/director/addresses", DIRECTOR, Handlers.list_addresses,
          answers.AddressesResponse, errors=(503,)),
    Route("set_locations", "PUT", "/api/v1/director/locations", DIRECTOR, Handlers.set_locations,
          answers.StationsResponse, errors=(404, 503), body=requests.LocationsRequest),
    Route("put_in_force", "PUT", "/api/v1/director/lexicon", DIRECTOR, Handlers.put_in_force,
          answers.OfferedLexicon, errors=(404, 503), body=requests.NameRequest),
)
# fmt: on
