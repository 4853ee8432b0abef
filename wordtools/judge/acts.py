"""Makes log entries of a director's acts. Each act has its own kind, and shares the chain with the
rulings.

`docs/judging.md` lists the contents of each kind; none are secret. `describe` turns an act into a
sentence in one of the stations' languages.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from wordtools.judge.judge import read_ruling
from wordtools.judge.location import Location
from wordtools.judge.ruling import label_ruling
from wordtools.judge.settings import TABLES, Settings
from wordtools.lexicon.lexicon import Lexicon
from wordtools.log.log import LogError
from wordtools.log.record import LogEntry, LogRecord
from wordtools.messages import Messages
from wordtools.wording import mark_names

FAILURES_SECONDS = 60
"""The minimum number of seconds between records of wrong passwords, so that strangers cannot fill
the log."""


class LexiconFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """A lexicon's names and digest, as rulings state them. `lexicon`, the whole lexicon's name, is
    omitted if unknown."""

    edition: str
    digest: str
    lexicon: str = ""

    @classmethod
    def of(cls, lexicon: Lexicon) -> LexiconFacts:
        """Describes a lexicon or an edition."""
        return cls(lexicon.edition_name, lexicon.digest, lexicon.name)


def choose_lexicon(old: LexiconFacts | None, new: LexiconFacts, station: str = "") -> LogEntry:
    """The entry for a change of the lexicon in force, at all stations of a service or at one
    terminal."""
    replaced = None if old is None else msgspec.to_builtins(old)
    return _act("lexicon", old=replaced, new=msgspec.to_builtins(new), station=station)


def issue_token(station: str, table: str = "") -> LogEntry:
    """The entry for a station's new token, with the station's table if it has one."""
    return _act("token-issued", station=station, table=table)


def use_code(station: str) -> LogEntry:
    """The entry for a device that becomes a station with the code on a card. The code works once,
    and its use revokes the card's token."""
    return _act("code-used", station=station)


def revoke_token(station: str) -> LogEntry:
    """The entry for the revocation of a station's token."""
    return _act("token-revoked", station=station)


def change_settings(old: Any, new: Mapping[str, Any]) -> LogEntry | None:
    """The entry for a service that starts with new settings; None if they are unchanged. `old` is
    None at the first start. Otherwise `old` may have any value, because somebody may have edited
    the log.
    """
    if old == new:
        return None
    old_settings = old if isinstance(old, Mapping) else {}
    changed = {
        key: {"old": old_settings.get(key), "new": new.get(key)}
        for key in ({**old_settings, **new} if old_settings else {})
        if old_settings.get(key) != new.get(key)
    }
    return _act("settings", settings=dict(new), changed=changed)


def list_settings(settings: Settings) -> dict[str, Any]:
    """The settings that affect judging, in the form that records use. The location of a terminal is
    omitted."""
    others = (*Location.__struct_fields__, *TABLES)
    listed = msgspec.structs.asdict(settings)
    return {key: value for key, value in listed.items() if key not in others}


def change_password() -> LogEntry:
    """The entry for a service that starts with a new director's password."""
    return _act("password")


def sign_in(place: str) -> LogEntry:
    """The entry for a director who signs in, from an address or at a terminal."""
    return _act("signed-in", place=place)


def sign_out(place: str) -> LogEntry:
    """The entry for a director who signs out."""
    return _act("signed-out", place=place)


def fail_to_sign_in(attempts: Mapping[str, int]) -> LogEntry:
    """The entry that counts the wrong passwords from each address or terminal since the previous
    entry of this kind."""
    return _act("wrong-password", attempts=dict(attempts))


def open_station(
    station: str, lexicon: LexiconFacts, location: Location, settings: Mapping[str, Any]
) -> LogEntry:
    """The entry for a terminal that becomes a station."""
    return _act(
        "opened",
        station=station,
        lexicon=msgspec.to_builtins(lexicon),
        place=msgspec.structs.asdict(location),
        settings=dict(settings),
    )


def close_station(station: str) -> LogEntry:
    """The entry for a terminal that the director closes."""
    return _act("closed", station=station)


def move_station(station: str, old: Location, new: Location) -> LogEntry:
    """The entry for a change of a terminal's event, round or table."""
    fields = {"old": msgspec.structs.asdict(old), "new": msgspec.structs.asdict(new)}
    return _act("place", station=station, **fields)


def set_locations(stations: Sequence[str] | None, fields: Mapping[str, str]) -> LogEntry:
    """The entry for a new event, round or table that applies to these stations of a service, or to
    all its stations."""
    named = {} if stations is None else {"stations": list(stations)}
    return _act("place", **named, new=dict(fields))


def describe(
    record: LogRecord, messages: Messages, titles: Mapping[tuple[str, str], str] = {}
) -> str:
    """The act in the language of `messages`, without a full stop; "" for a ruling. Unknown acts are
    shown as recorded. `titles`: titles of lexicons, keyed by edition and digest; a lexicon without
    one is shown under its edition's name."""
    try:
        if record.kind != "ruling":
            return _describe_act(record, messages, titles)
        read_ruling(record)
        return ""
    except (KeyError, TypeError, AttributeError, RecursionError, LogError):
        return f"{record.kind}: {record.body}"


def _act(kind: str, **body: Any) -> LogEntry:
    return LogEntry(kind, secrets.token_hex(8), {k: v for k, v in body.items() if v != ""})


def _describe_act(
    record: LogRecord, messages: Messages, titles: Mapping[tuple[str, str], str]
) -> str:
    content = record.content
    key = f"act_{record.kind.replace('-', '_')}"
    if record.kind == "lexicon" and not content.get("old"):
        key = "act_lexicon_first"
    elif record.kind == "settings":
        content = {
            name: _describe_settings(content.get(name) or {}, messages)
            for name in ("settings", "changed")
        }
        if content["changed"] != "-":
            key = "act_settings_changed"
    elif record.kind == "place" and "old" not in content:
        key = "act_place_stations" if "stations" in content else "act_place_all"
        content = {**content, "new": _describe_place(content.get("new", {}), messages)}
    elif record.kind == "void":  # older records have only the ruling's id
        content = {"number": content.get("ruling"), **content}
        if isinstance(content["number"], int):
            content["number"] = label_ruling(content.get("event_number", 0), content["number"])
    entitled = {name: _entitle(value, titles) for name, value in content.items()}
    return messages(key, **{name: _show(value) for name, value in entitled.items()})


def _entitle(value: Any, titles: Mapping[tuple[str, str], str]) -> Any:
    """The value, with a title instead of the edition's name if it states a lexicon with a title."""
    match value:
        case {"edition": edition, "digest": digest}:
            return {**value, "edition": titles.get((edition, digest), edition)}
    return value


def _describe_settings(settings: Mapping[str, Any], messages: Messages) -> str:
    """A description of the settings. Names unknown settings by their keys."""
    sentences = (
        messages(f"setting_{name}", value=_show(value))
        if f"setting_{name}" in messages.texts
        else f"{name}: {_show(value)}"
        for name, value in settings.items()
    )
    return "; ".join(sentences) or "-"


def _describe_place(fields: Mapping[str, str], messages: Messages) -> str:
    """Describes the event, round and table, omitting any that is not set."""
    parts = {name: fields[name] or "-" for name in ("event", "round", "table") if name in fields}
    return " / ".join(
        value if name == "event" else messages(f"place_{name}", **{name: value})
        for name, value in parts.items()
    )


def _show(value: Any) -> str:
    match value:
        case {"edition": edition, "digest": digest}:
            return f"{edition} · {digest[:8]}"
        case {"event": event, "round": round, "table": table}:
            return " / ".join(field or "-" for field in (event, round, table))
        case {"old": old, "new": new}:
            return f"{_show(old)} → {_show(new)}"
        case dict():
            return ", ".join(f"{name}: {_show(item)}" for name, item in value.items()) or "-"
        case list():
            return ", ".join(mark_names(map(_show, value))) or "-"
        case float():
            return f"{value:g}"
    return "-" if value in (None, "") else str(value)
