"""What a director does, as entries of the log: one kind for each act, in the same chain as rulings.

The body of an entry is in `docs/judging.md`; nothing secret is in it. `describe` says in a language
what was done.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from wordtools.judge.log_record import LogEntry, LogRecord
from wordtools.judge.messages import Messages
from wordtools.lexicon.lexicon import Lexicon

FAILURES_SECONDS = 60
"""Wrong passwords make one record in so many seconds: strangers must not fill the log."""


class LexiconFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """A lexicon as rulings name it. `lexicon`, the name of the whole, is left out where it is not
    known."""

    edition: str
    digest: str
    lexicon: str = ""

    @classmethod
    def of(cls, lexicon: Lexicon) -> LexiconFacts:
        """Those of an opened lexicon or edition."""
        return cls(lexicon.edition_name, lexicon.digest, lexicon.name)


def choose_lexicon(old: LexiconFacts | None, new: LexiconFacts, station: str = "") -> LogEntry:
    """A lexicon takes the place of another: for all stations of a service, or for one terminal."""
    before = None if old is None else msgspec.to_builtins(old)
    return _act("lexicon", old=before, new=msgspec.to_builtins(new), station=station)


def issue_token(station: str, table: str = "") -> LogEntry:
    """A station gets a token, and a table unless that is "". What token it had is worthless."""
    return _act("token-issued", station=station, table=table)


def revoke_token(station: str) -> LogEntry:
    """A station loses its token."""
    return _act("token-revoked", station=station)


def change_settings(old: Mapping[str, Any] | None, new: Mapping[str, Any]) -> LogEntry | None:
    """A service starts with other settings than before, or for the first time (`old` is None); None
    when they are the same."""
    if old == new:
        return None
    known = old or {}
    changed = {
        key: {"old": known.get(key), "new": new.get(key)}
        for key in ({**known, **new} if known else {})
        if known.get(key) != new.get(key)
    }
    return _act("settings", settings=dict(new), changed=changed)


def change_password() -> LogEntry:
    """A service starts with another password than before."""
    return _act("password")


def sign_in(place: str) -> LogEntry:
    """The director's password opens the director's page from an address, or a terminal's screen."""
    return _act("signed-in", place=place)


def sign_out(place: str) -> LogEntry:
    """The director leaves."""
    return _act("signed-out", place=place)


def fail_to_sign_in(attempts: Mapping[str, int]) -> LogEntry:
    """Wrong passwords: how many from each address or terminal since they were last recorded."""
    return _act("wrong-password", attempts=dict(attempts))


def open_station(station: str, lexicon: LexiconFacts, settings: Mapping[str, Any]) -> LogEntry:
    """A terminal becomes a station."""
    return _act(
        "opened", station=station, lexicon=msgspec.to_builtins(lexicon), settings=dict(settings)
    )


def close_station(station: str) -> LogEntry:
    """The director closes a terminal."""
    return _act("closed", station=station)


def move_station(station: str, old: Mapping[str, str], new: Mapping[str, str]) -> LogEntry:
    """A terminal is set to another event, round or table."""
    return _act("place", station=station, old=dict(old), new=dict(new))


def move_stations(stations: Sequence[str] | None, new: Mapping[str, str]) -> LogEntry:
    """Some stations of a service, or all (None), are set to another event, round or table; what is
    not in `new` stays."""
    return _act("place", stations="" if stations is None else list(stations), new=dict(new))


def describe(record: LogRecord, say: Messages) -> str:
    """What was done, in the language of `say`, without a full stop; "" for a ruling. A kind that
    this version does not know is named."""
    if record.kind == "ruling":
        return ""
    content = record.content
    key = f"act_{record.kind.replace('-', '_')}"
    if record.kind == "lexicon" and not content["old"]:
        key = "act_lexicon_first"
    elif record.kind == "settings" and content["changed"]:
        key = "act_settings_changed"
    elif record.kind == "void":  # older records have only the ruling's id
        content = {"number": content["ruling"], **content}
    elif record.kind == "place" and "old" not in content:  # of a service, not of a terminal
        key = "act_place_some" if "stations" in content else "act_place_all"
        new = {name: value or "-" for name, value in content["new"].items()}
        parts = [new.pop("event")] if "event" in new else []
        parts += [say(f"place_{name}", **{name: value}) for name, value in new.items()]
        content = {"stations": ", ".join(content.get("stations", ())), "new": " / ".join(parts)}
    values = {name: _show(value) for name, value in content.items()}
    return say(key, **values) if key in say.texts else record.kind


def _act(kind: str, **body: Any) -> LogEntry:
    return LogEntry(kind, secrets.token_hex(8), {k: v for k, v in body.items() if v != ""})


def _show(value: Any) -> str:
    """A value of a body as text."""
    match value:
        case {"edition": edition, "digest": digest}:
            return f"{edition} · {digest[:8]}"
        case {"event": event, "round": round, "table": table}:
            return f"{event} / {round} / {table}"
        case {"old": old, "new": new}:
            return f"{_show(old)} → {_show(new)}"
        case dict():
            return ", ".join(f"{name}: {_show(each)}" for name, each in value.items()) or "-"
        case list():
            return " ".join(map(_show, value)) or "-"
        case float():
            return f"{value:g}"
    return "-" if value is None else str(value)
