"""Values that the handlers of any door may take and return."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, Protocol, runtime_checkable

from msgspec import Meta, Struct, structs

from wordtools.service.access import NewSession
from wordtools.wording import find_hidden

Language = Annotated[
    Literal[
        "ca", "cs", "da", "de", "el", "en", "es", "fr", "hr", "hu",
        "it", "nb", "nl", "pl", "pt", "ro", "ru", "sv", "tr", "uk",
    ],
    Meta(extra_json_schema={"type": "string"}),
]  # fmt: skip
"""A language that stations and pages offer."""

Address = Annotated[str, Meta(max_length=300, examples=["https://192.168.0.10:8000/"])]


class LanguageQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """The language of titles and descriptions."""

    language: Language = "en"


class PrintableRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A request in which all texts are printable."""

    def __post_init__(self) -> None:
        """Raises `ValueError` for a text, or a list of texts, that cannot be shown."""
        for value in structs.astuple(self):
            texts = value if isinstance(value, list | tuple) else [value]
            check_printable(*(text for text in texts if isinstance(text, str)))


@runtime_checkable
class LoggedRequest(Protocol):
    """The body of a request that contains words. The words appear in the request's log line if the
    service logs words."""

    def list_words(self) -> list[str]:
        """The words."""


@runtime_checkable
class LoggedAnswer(Protocol):
    """An answer with fields that identify it in the request's log line."""

    def log_fields(self) -> dict[str, str]:
        """The answer's fields in the log line."""


@runtime_checkable
class SeatAnswer(Protocol):
    """An answer that gives the client a seat. From then on, the client's browser gets no help with
    words."""

    def name_table(self) -> str:
        """The table of the seat."""


class Visitor(Struct, frozen=True):
    """A client of tables. `address`: the client's address. `token`: the token of a seat or table
    that the client sent, if any. `is_local`: the client is on this machine and uses no proxy. Also
    states whether the client is the host, and the number of the last event that the client
    received."""

    address: str
    token: str = ""
    is_local: bool = False
    is_host: bool = False
    last_event: str = ""


class Credentials(Struct, frozen=True):
    """A client's tokens: that of a device on which the director has signed in, and that in the
    header `Authorization`. Each is "" if there is none.
    """

    device: str = ""
    token: str = ""


class SessionChange(Struct, frozen=True):
    """A new session, or None when a session has ended. Determines the cookies that accompany a
    `SessionResponse`."""

    begun: NewSession | None = None


class TextFile(Struct, frozen=True):
    """A file, sent in pieces. Browsers save the file, or show it if `is_page`."""

    name: str
    media_type: str
    pieces: Iterator[str]
    is_page: bool = False


def check_address(address: str) -> None:
    """Raises `ValueError` for an address that cannot be in a link."""
    check_printable(address)
    if address and not address.startswith(("http://", "https://")):
        raise ValueError("Begin the address with http:// or https://")


def check_printable(*texts: str) -> None:
    """Raises `ValueError` for text with control or invisible characters."""
    if not all(text.isprintable() and not find_hidden(text) for text in texts):
        raise ValueError("Use printable characters only")
