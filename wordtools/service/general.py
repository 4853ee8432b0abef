"""The routes that every service has, whichever doors are open. They concern its health, its
messages, and the session of the director, who is also the host of tables."""

from __future__ import annotations

from asyncio import Semaphore, to_thread
from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from wordtools.log.log import Log
from wordtools.messages import LANGUAGES, Messages
from wordtools.messages.rooms import ROOMS, load_room
from wordtools.service import access, attempts
from wordtools.service.asking import ask_log
from wordtools.service.core import Core, Door
from wordtools.service.errors import UNAVAILABLE, ApiError
from wordtools.service.routes import Caller, Route
from wordtools.service.values import Credentials, SessionChange
from wordtools.version import __version__


class PasswordRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The director's password."""

    password: Annotated[str, Meta(max_length=1000, examples=["correct horse"])]


class MessagesResponse(Struct, frozen=True):
    """The sentences of a language."""

    language: str
    messages: dict[str, str]


class HealthResponse(Struct, frozen=True):
    """States whether the service can do its work and record it."""

    status: Literal["ok"]
    version: str


class SessionResponse(Struct, frozen=True):
    """The state of the director's session."""

    session: bool


class GeneralHandlers:
    """The handlers of these routes, in one worker process with these open doors. All raise
    `ApiError` for a faulty request, and `LogError`."""

    def __init__(self, core: Core, doors: Sequence[Door]) -> None:
        self._log = core.log
        self._doors = doors
        self._one_at_a_time = Semaphore(1)  # each check deliberately takes 50 ms and 64 MB

    async def list_messages(self, language: str) -> MessagesResponse:
        """Returns the messages that stations show."""
        if language not in LANGUAGES:
            raise ApiError("not-found", f"Choose a language from {', '.join(LANGUAGES)}")
        return MessagesResponse(language, Messages(language).texts)

    async def list_sentences(self, language: str, room: str) -> MessagesResponse:
        """Returns the sentences of the home page (`home`) or of tables (`table`)."""
        if language not in LANGUAGES or room not in ROOMS:
            raise ApiError("not-found", f"Choose a room from {', '.join(ROOMS)}, and a language")
        return MessagesResponse(language, dict(load_room(room, language)))

    async def check_health(self) -> HealthResponse:
        """Checks that the service can do its work: give and record a ruling, or an event."""
        for door in self._doors:
            if not await door.handlers.is_able():
                message = (
                    "The lexicon or the log cannot be used; ask for a ruling to see the reason"
                )
                raise ApiError("cannot-judge", message, status=UNAVAILABLE)
        return HealthResponse("ok", __version__)

    async def describe_session(self, session: str) -> SessionResponse:
        """Returns whether the director is signed in."""
        return SessionResponse(await ask_log(access.is_session, self._log, session))

    async def begin_session(
        self, address: str, credentials: Credentials, body: PasswordRequest
    ) -> SessionChange:
        """Begins a director's session."""
        attempt = await count_attempt(self._log, "password", address, credentials)
        if attempt is None:
            raise ApiError("too-many-attempts", "Too many wrong passwords; wait a minute")
        password = await ask_log(access.read_password, self._log)
        begun = None
        if password is not None:
            async with self._one_at_a_time:
                is_right = await to_thread(password.check, body.password)
            if is_right:
                begun = await ask_log(
                    access.begin_session, self._log, attempt, address, password, credentials.device
                )
        if begun is None:
            await ask_log(attempts.count_failure, self._log, address)
            raise ApiError("wrong-password", "The password is wrong")
        return SessionChange(begun)

    async def end_session(self, session: str, address: str) -> SessionChange:
        """Ends the director's session."""
        await ask_log(access.end_session, self._log, session, address)
        return SessionChange()


async def count_attempt(
    log: Log, what: Literal["password", "code"], address: str, credentials: Credentials
) -> str | None:
    """Counts an attempt of this client. Returns the attempt's id, or None after too many attempts.
    Raises `LogError`.
    """
    tokens = [token for token in (credentials.device, credentials.token) if token]
    guesser = await ask_log(access.find_guesser, log, address, tokens)
    return await ask_log(attempts.count_attempt, log, what, guesser)


# fmt: off
ROUTES = (
    Route("messages", "GET", "/api/v1/messages/{language}", Caller.ANYONE,
          GeneralHandlers.list_messages, MessagesResponse, errors=(404,)),
    Route("sentences", "GET", "/api/v1/messages/{language}/{room}", Caller.ANYONE,
          GeneralHandlers.list_sentences, MessagesResponse, errors=(404,)),
    Route("health", "GET", "/api/v1/health", Caller.ANYONE, GeneralHandlers.check_health,
          HealthResponse, errors=(503,)),
    Route("session", "GET", "/api/v1/director/session", Caller.ANYONE,
          GeneralHandlers.describe_session, SessionResponse, errors=(503,), also=("session",)),
    Route("begin_session", "POST", "/api/v1/director/session", Caller.ANYONE,
          GeneralHandlers.begin_session, SessionResponse, errors=(401, 429, 503),
          body=PasswordRequest, also=("address", "credentials")),
    Route("end_session", "DELETE", "/api/v1/director/session", Caller.DIRECTOR,
          GeneralHandlers.end_session, SessionResponse, errors=(503,), also=("session", "address")),
)
# fmt: on
