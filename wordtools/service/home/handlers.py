"""The functions behind the routes of the home page."""

from __future__ import annotations

from asyncio import to_thread
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from wordtools.compiler.estimate import BuildEstimate, estimate_build, read_measurements
from wordtools.compiler.recipe import Recipe
from wordtools.compiler.recipe_files import list_recipes, read_recipe
from wordtools.errors import WordtoolsError
from wordtools.folders import find_user_lexicons
from wordtools.installation import describe_extra
from wordtools.judge.password import SHORTEST, DirectorPassword
from wordtools.messages import Messages
from wordtools.rules.titles import name_lexicon
from wordtools.service import access
from wordtools.service.asking import ask_log
from wordtools.service.core import Core, DoorHandlers
from wordtools.service.errors import ApiError
from wordtools.service.home.builds import Build, ListBuilder, Step
from wordtools.service.lists import find_local_offers, find_paths
from wordtools.service.values import LanguageQuery


class BuildRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of the recipe with which to make a list."""

    name: Annotated[str, Meta(min_length=1, max_length=100, examples=["pt"])]


class NewPasswordRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The director's first password."""

    password: Annotated[str, Meta(max_length=1000, examples=["correct horse"])]


class ListOffer(BuildEstimate, frozen=True):
    """A list that can be made. `download` is in bytes; None if it was never measured."""

    name: str
    title: str
    language: str


class BuildState(Struct, frozen=True):
    """The last build. `elapsed`: the seconds since it began; `worked`: the seconds since the
    downloads ended; `seconds`: the time that the work is expected to take; `bytes`: the size of the
    `package`.
    """

    name: str
    title: str
    state: Literal["running", "done", "failed", "cancelled"]
    step: Step
    package: str
    bytes: int | None
    elapsed: float
    worked: float
    seconds: int | None
    detail: str
    failed_download: bool


class HomeResponse(Struct, frozen=True):
    """The state of the home page. `obstacle`: the reason why no list can be made here, or "" if one
    can.
    """

    offers: list[ListOffer]
    build: BuildState | None
    obstacle: str
    folder: str
    has_password: bool
    shortest_password: int


class PasswordResponse(Struct, frozen=True):
    """States whether the director has a password."""

    has_password: bool


class HomeHandlers(DoorHandlers):
    """The handlers of the home page, whose service has only one worker process. All raise
    `ApiError` for a faulty request.
    """

    def __init__(self, core: Core) -> None:
        self._core = core
        self._builder = ListBuilder(self.offer_lists)
        self._offered = {Path(offer.path).stem for offer in core.config.offers}

    def close(self) -> None:
        """Ends a build."""
        self._builder.close()

    def offer_lists(self) -> None:
        """Makes the doors also offer lists that were made after the doors opened."""
        offers = find_local_offers(self._core.config.trust)
        for offer_all in self._core.when_made:
            offer_all([offer for offer, _ in offers])
        if offers:
            access.begin_to_judge(self._core.log, offers[0][1])

    async def describe_home(self, query: LanguageQuery) -> HomeResponse:
        """Returns the lists on this computer, the lists that can be made, and the build in
        progress."""
        messages = Messages(query.language)
        last = self._builder.last
        # The build is described first: if it is done, its list is then found below.
        build = None if last is None else _describe_build(last, messages)
        made = set(await to_thread(find_paths, self._core.config))
        if made - self._offered:  # somebody may have copied a list there, or built it in a terminal
            self._offered = made
            await to_thread(self.offer_lists)
        offers = await to_thread(_list_offers, messages, made)
        password = await ask_log(access.read_password, self._core.log)
        return HomeResponse(
            offers,
            build,
            "" if find_spec("icu") else describe_extra("compile"),
            str(find_user_lexicons()),
            password is not None,
            SHORTEST,
        )

    async def begin_build(self, body: BuildRequest) -> BuildState:
        """Begins to make a list."""
        if self._builder.is_busy:
            raise ApiError("exists", "A list is being made; wait, or cancel it")
        path = list_recipes().get(body.name)
        if path is None:
            raise ApiError("not-found", "There is no such recipe")
        title = read_recipe(path).title
        build = await self._builder.start(body.name, title, self._core.config.folder)
        return _describe_build(build, Messages("en"))

    async def cancel_build(self) -> BuildState:
        """Cancels the build in progress, if any, and returns the last build."""
        await self._builder.cancel()
        if self._builder.last is None:
            raise ApiError("not-found", "No list has been made")
        return _describe_build(self._builder.last, Messages("en"))

    async def choose_password(self, body: NewPasswordRequest) -> PasswordResponse:
        """Sets the director's first password."""
        try:
            password = await to_thread(DirectorPassword, body.password)
        except WordtoolsError as error:
            raise ApiError("invalid", str(error)) from None
        if not await ask_log(access.choose_password, self._core.log, password):
            raise ApiError("exists", "The director already has a password")
        return PasswordResponse(True)


def _describe_build(build: Build, messages: Messages) -> BuildState:
    measured = read_measurements()
    work = measured.builds.get(build.name)
    return BuildState(
        build.name,
        name_lexicon(build.title, messages),
        build.state,
        build.step,
        build.package,
        measured.packages.get(build.archive),
        build.elapsed,
        build.worked,
        None if work is None else work.seconds,
        build.detail,
        build.state == "failed" and build.step == "downloading",
    )


def _list_offers(messages: Messages, made: set[str]) -> list[ListOffer]:
    """The recipes whose lists have not been made yet, beginning with those in the reader's
    language.
    """
    offers: list[ListOffer] = []
    for name, path in list_recipes().items():
        if name in made:
            continue
        try:
            recipe = read_recipe(path)
        except WordtoolsError:  # `wordtools build` reports the fault
            continue
        offers.append(_make_offer(recipe, messages))
    return sorted(
        offers, key=lambda offer: (offer.language != messages.language, offer.title.casefold())
    )


def _make_offer(recipe: Recipe, messages: Messages) -> ListOffer:
    estimate = estimate_build(recipe)
    return ListOffer(
        estimate.words,
        estimate.seconds,
        estimate.download,
        estimate.managers,
        recipe.name,
        name_lexicon(recipe.title, messages),
        recipe.language.alphabet.language.partition("-")[0],
    )
