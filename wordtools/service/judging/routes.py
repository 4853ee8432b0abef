"""The routes of the judging door, for stations and the director."""

from __future__ import annotations

from wordtools.service.core import Core, Door
from wordtools.service.judging import answers, requests
from wordtools.service.judging.handlers import Handlers
from wordtools.service.routes import Caller, Route
from wordtools.service.values import LanguageQuery

ANYONE, STATION, DIRECTOR = Caller.ANYONE, Caller.STATION, Caller.DIRECTOR

# fmt: off
ROUTES = (
    Route("station", "GET", "/api/v1/station", STATION, Handlers.describe_station,
          answers.StationResponse, errors=(503,), query=requests.StationQuery),
    Route("preview", "POST", "/api/v1/previews", STATION, Handlers.preview,
          answers.PreviewResponse, errors=(503,), body=requests.ChallengeRequest),
    Route("rule", "POST", "/api/v1/rulings", STATION, Handlers.rule,
          answers.RulingResponse, errors=(409, 503), status=201, body=requests.ChallengeRequest),
    Route("lexicons", "GET", "/api/v1/lexicons", ANYONE, Handlers.list_lexicons,
          answers.LexiconsResponse, errors=(503,), query=LanguageQuery),
    Route("redeem", "POST", "/api/v1/codes", ANYONE, Handlers.redeem_code,
          answers.TokenResponse, errors=(401, 429, 503), status=201, body=requests.CodeRequest,
          also=("address", "credentials")),

    Route("records", "GET", "/api/v1/director/log", DIRECTOR, Handlers.list_records,
          answers.RecordsResponse, errors=(503,), query=requests.LogQuery),
    Route("void", "POST", "/api/v1/director/rulings/{id}/void", DIRECTOR, Handlers.void_ruling,
          answers.RecordResponse, errors=(404, 409, 503), status=201, body=requests.VoidRequest),
    Route("receipt", "GET", "/api/v1/director/rulings/{id}/receipt", DIRECTOR,
          Handlers.make_receipt, answers.ReceiptResponse, errors=(404, 503)),
    Route("verify", "GET", "/api/v1/director/log/verify", DIRECTOR, Handlers.verify_log,
          answers.VerificationResponse, errors=(503,)),
    Route("heads", "GET", "/api/v1/director/log/heads", DIRECTOR, Handlers.list_heads,
          answers.HeadsResponse, errors=(503,)),
    Route("sign_head", "POST", "/api/v1/director/log/heads", DIRECTOR, Handlers.sign_head,
          answers.HeadResponse, errors=(404, 503), status=201),
    Route("export", "GET", "/api/v1/director/log/export", DIRECTOR, Handlers.export_log,
          None, errors=(503,), query=requests.ExportQuery,
          media_types=("application/json", "text/csv")),
    Route("report", "GET", "/api/v1/director/report", DIRECTOR, Handlers.report_rulings,
          None, errors=(503,), query=requests.ReportQuery, media_types=("text/html",)),
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


def open_door(core: Core) -> Door:
    """Opens the judging door."""
    return Door(ROUTES, Handlers(core), {"/judge": "kiosk"}, bars_stations=False)
