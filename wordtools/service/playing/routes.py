"""The routes to tables. Anyone may use the routes about games and invitations. The other routes
require the token of a seat or of a table."""

from __future__ import annotations

from typing import Literal

from wordtools.service.core import Core, Door
from wordtools.service.playing import (
    answers,
    games,
    hosting,
    making,
    records,
    requests,
    seating,
    turns,
)
from wordtools.service.playing.tables import Tables
from wordtools.service.playing.view import State, TableFacts
from wordtools.service.routes import Caller, Route
from wordtools.service.streams import MEDIA_TYPE
from wordtools.service.values import LanguageQuery
from wordtools.table.view import Preview

ANYONE, SEAT, OWNER, HOST = Caller.ANYONE, Caller.SEAT, Caller.OWNER, Caller.HOST
VISITOR: tuple[Literal["visitor"]] = ("visitor",)
_TABLE = "/api/v1/tables/{table}"

# fmt: off
ROUTES = (
    Route("games", "GET", "/api/v1/games", ANYONE, games.list_games,
          answers.GamesResponse, errors=(), query=LanguageQuery, also=VISITOR),
    Route("settings", "GET", "/api/v1/settings", ANYONE, games.describe_settings,
          answers.SettingsResponse, errors=(), query=requests.RulesetQuery, also=VISITOR),
    Route("best", "GET", "/api/v1/best", ANYONE, games.list_best,
          answers.BestResponse, errors=(), query=requests.RulesetQuery, also=VISITOR),
    Route("make_table", "POST", "/api/v1/tables", ANYONE, making.make_table,
          answers.TableResponse, errors=(), status=201, body=requests.TableRequest,
          also=VISITOR),
    Route("tables", "GET", "/api/v1/tables", HOST, hosting.list_tables,
          answers.TablesResponse, errors=(), also=VISITOR),
    Route("table", "GET", _TABLE, ANYONE, seating.describe_table,
          TableFacts, errors=(), query=LanguageQuery, also=VISITOR),
    Route("sit_down", "POST", f"{_TABLE}/seats/{{seat}}", ANYONE, seating.sit_down,
          answers.SeatResponse, errors=(), status=201, body=requests.SitRequest,
          also=VISITOR),
    Route("free_seat", "DELETE", f"{_TABLE}/seats/{{seat}}", OWNER, seating.free_seat,
          answers.InvitationsResponse, errors=(), body=requests.AddressRequest,
          also=VISITOR),
    Route("state", "GET", f"{_TABLE}/state", SEAT, turns.show_state,
          State, errors=(422,), also=VISITOR),
    Route("events", "GET", f"{_TABLE}/events", SEAT, turns.stream_events,
          None, errors=(422,), media_types=(MEDIA_TYPE,), also=VISITOR),
    Route("command", "POST", f"{_TABLE}/commands", SEAT, turns.carry_out,
          State, errors=(), body=requests.CommandRequest, also=VISITOR),
    Route("preview_play", "POST", f"{_TABLE}/previews", SEAT, turns.preview_play,
          Preview, errors=(), body=requests.PreviewRequest, also=VISITOR),
    Route("hint", "POST", f"{_TABLE}/hints", SEAT, turns.give_hint,
          answers.HintsResponse, errors=(422,), also=VISITOR, is_aid=True),
    Route("record", "GET", f"{_TABLE}/record", OWNER, records.send_record,
          None, errors=(), query=requests.RecordQuery, also=VISITOR,
          media_types=("application/json", "text/plain")),
    Route("sheet", "GET", f"{_TABLE}/sheet", OWNER, records.send_sheet,
          None, errors=(), query=LanguageQuery, also=VISITOR, media_types=("text/html",)),
    Route("rematch", "POST", f"{_TABLE}/rematch", SEAT, making.make_rematch,
          answers.RematchResponse, errors=(422,), status=201, also=VISITOR),
    Route("close_table", "POST", f"{_TABLE}/close", OWNER, hosting.close_table,
          answers.ClosedResponse, errors=(), body=requests.CloseRequest, also=VISITOR),
    Route("hide_names", "POST", f"{_TABLE}/names", OWNER, hosting.hide_names,
          answers.NamesResponse, errors=(), body=requests.NamesRequest, also=VISITOR),
)
# fmt: on


def open_door(core: Core) -> Door:
    """Opens the door to tables."""
    pages = {"/play": "play", "/table": "table"}
    static = ("play.css", "play.js", "table", "table.css", "table.js")
    return Door(ROUTES, Tables(core), pages, static)
