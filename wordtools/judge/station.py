"""The tournament station as a state machine: COUNT → ENTRY → CONFIRM → VERDICT, and the director's
screens behind a password.

It knows no terminal: `key` is told what was pressed, `tick` that time goes by, and the attributes
say what to show. Its clock tells seconds; one that jumps back only makes a wait longer. A wait
counts from when its screen was ready, however long the judging took. Nothing typed is ever changed;
what cannot be judged is refused in sight.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Literal

import msgspec

from wordtools.errors import WordtoolsError
from wordtools.judge.judge import Judge, restore_ruling
from wordtools.judge.messages import Messages, for_language
from wordtools.judge.ruling import CannotJudge, Challenge, Ruling
from wordtools.judge.settings import Settings

Screen = Literal[
    "count", "entry", "confirm", "verdict", "cannot",
    "password", "wrong", "director", "why", "lexicon", "place",
]  # fmt: skip

_ROOM = 600  # characters on the entry line
_DIRECTORS = ("director", "why", "lexicon", "place")


class Place(msgspec.Struct, frozen=True):
    """Where the station stands."""

    event: str = "-"
    round: str = "-"
    table: str = "-"


class Station:
    """One station. Front ends read `screen`, `typed`, `words`, `ruling`, `note`, `place`, `choices`
    and `leaving`, and pass on keys.

    `check_password` tells whether a password is the director's; `choices` are names of lexicons
    that may be put in force, `open_judge` makes a judge of one (raising `WordtoolsError`).
    """

    def __init__(
        self,
        judge: Judge,
        *,
        check_password: Callable[[str], bool],
        choices: Callable[[], list[str]],
        open_judge: Callable[[str], Judge],
        settings: Settings,
        place: Place,
        language: str | None = None,
        name: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.judge = judge
        self.settings = settings
        self.place = place
        self.name = name
        self.screen: Screen = "count"
        self.count = 0
        self.typed = ""
        self.words: list[str] = []
        self.ruling: Ruling | None = None
        self.note = ""
        self.choices: list[str] = []
        self.leaving = False
        self._language = language
        self._check_password = check_password
        self._known = choices
        self._open_judge = open_judge
        self._latest: Ruling | None = None
        self._clock = clock
        self._since = clock()  # when the screen came up or was last typed at

    @property
    def say(self) -> Messages:
        """The sentences of the station's language: the one asked for, or the lexicon's."""
        return for_language(self._language or self.judge.lexicon.manifest.language)

    def key(self, key: str) -> None:
        """A key: a character, or "space", "enter", "tab", "escape", "backspace", "director" or
        "paste". Others do nothing but wake the station."""
        self.tick()
        screen, now = self.screen, self._clock()
        if screen in ("verdict", "cannot") and now - self._since < self.settings.deaf_seconds:
            return
        if screen != "wrong":
            self._since = now
        if key == "director" and screen not in ("password", "wrong", *_DIRECTORS):
            self._show("password")
            return
        getattr(self, f"_on_{screen}")(" " if key == "space" else key)

    def tick(self) -> None:
        """Lets time pass: screens that were left alone clear themselves."""
        now = self._clock()
        self._since = min(self._since, now)
        if now - self._since < self._patience():
            return
        if self.screen == "entry" and self.typed:
            self._show("entry")
        elif self.screen != "count":
            self._show("count")

    def fail(self, error: Exception) -> None:
        """Shows a fault that no one foresaw: nothing is judged, and the station stays."""
        sentence = f"{type(error).__name__}: {error}"
        self._show("cannot", self.say("cannot_other", sentence=sentence))

    def _patience(self) -> float:
        """Seconds that the present screen waits for a key."""
        settings = self.settings
        return {
            "count": float("inf"),
            "entry": settings.entry_seconds,
            "confirm": settings.confirm_seconds,
            "verdict": settings.verdict_seconds,
            "cannot": settings.confirm_seconds,
            "password": settings.password_seconds,
            "wrong": settings.wrong_seconds,
        }.get(self.screen, settings.director_seconds)

    def _show(self, screen: Screen, note: str = "") -> None:
        self.screen = screen
        self.typed = ""
        self.note = note
        self._since = self._clock()
        if screen != "verdict":
            self.words = []
            self.ruling = None

    # Players

    def _on_count(self, key: str) -> None:
        if len(key) == 1 and "1" <= key <= str(self.settings.most_words):
            self.count = int(key)
            self._show("entry")

    def _on_entry(self, key: str) -> None:
        if key == "escape":
            self._show("entry" if self.typed or self.note else "count")
        elif key == "backspace":
            self.typed, self.note = self.typed[:-1], ""
        elif key == "paste":
            self.note = self.say("no_paste")
        elif key in (" ", "enter"):
            self._end_word()
        elif len(key) == 1:
            if len(self.typed) >= _ROOM:
                self.note = self.say("too_long")
            else:
                self.typed, self.note = self.typed + key, ""

    def _end_word(self) -> None:
        """A word is complete; when it is the last one the opponent is asked."""
        if len(self.typed) >= _ROOM:  # it may lack what was typed after: nothing is cut
            self.note = self.say("too_long")
            return
        words = self._words()
        if len(words) < self.count:
            if words and not self.typed.endswith(" "):
                self.typed += " "
            self.note = self.say("wrong_count", typed=len(words), count=self.count)
        elif len(words) > self.count:
            self.note = self.say("wrong_count", typed=len(words), count=self.count)
        else:
            try:
                self.words = self.judge.preview(self._challenge())
            except CannotJudge as error:
                self.note = self.say("refused", why=self._why(error))
            else:
                self.screen, self.note = "confirm", ""

    def _on_confirm(self, key: str) -> None:
        if key in ("escape", "backspace"):
            self.screen, self.words = "entry", []
        elif key == "tab":
            try:
                self.ruling = self.judge.rule(self._challenge())
            except CannotJudge as error:
                self._show("cannot", self._why(error))
            else:
                self._latest = self.ruling
                self._show("verdict")

    def _on_verdict(self, _key: str) -> None:
        self._show("count")

    _on_cannot = _on_verdict

    def _why(self, error: CannotJudge) -> str:
        """The reason in the station's language."""
        return self.say(f"cannot_{error.code}", **error.values)

    def _words(self) -> list[str]:
        """What was typed between spaces, and only spaces: nothing else parts words."""
        return [word for word in self.typed.split(" ") if word]

    def _challenge(self) -> Challenge:
        return Challenge(
            words=self._words(),
            event=self.place.event,
            round=self.place.round,
            table=self.place.table,
            station=self.name,
        )

    # The director

    def _on_password(self, key: str) -> None:
        if key == "escape":
            self._show("count")
        elif key == "enter":
            right = self._check_password(self.typed)
            self._show("director" if right else "wrong")
        else:
            self._type(key)

    def _on_wrong(self, _key: str) -> None:
        """The notice stays its time."""

    def _on_director(self, key: str) -> None:
        choice = key.lower()
        if choice == "escape":
            self._show("count")
        elif choice == "q":
            self.leaving = True
        elif choice == "v" and self.last_ruling is not None:
            self._show("why")
        elif choice == "l":
            self._show("lexicon")
            self.choices = self._known()
        elif choice == "p":
            self._show("place")

    def _on_why(self, key: str) -> None:
        ruling = self.last_ruling
        if self._finished(key) and ruling is not None:
            try:
                self.judge.void(ruling.id, self.typed)
            except CannotJudge as error:
                self._show("director", self._why(error))
            else:
                self._show("director", self.say("voided", number=ruling.number))

    def _on_lexicon(self, key: str) -> None:
        if not self._finished(key):
            return
        number = int(self.typed) if self.typed.isdecimal() and self.typed.isascii() else 0
        if not 1 <= number <= len(self.choices):
            self._show("director", self.say("no_such_choice"))
            return
        try:
            self.judge = self._open_judge(self.choices[number - 1])
        except WordtoolsError as error:
            self._show("director", str(error))
        else:
            lexicon = self.judge.lexicon.edition_name
            self._show("director", self.say("in_force", lexicon=lexicon))

    def _on_place(self, key: str) -> None:
        if self._finished(key):
            parts = [part.strip() or "-" for part in self.typed.split("/", 2)]
            self.place = Place(*parts)
            self._show("director")

    def _finished(self, key: str) -> bool:
        """Types at a line of the director's; True when Enter ends a line with something on it."""
        if key == "escape":
            self._show("director")
        elif key == "enter":
            if self.typed.strip():
                return True
            self.note = self.say("nothing_typed")
        else:
            self._type(key)
        return False

    def _type(self, key: str) -> None:
        if key == "backspace":
            self.typed = self.typed[:-1]
        elif len(key) == 1 and len(self.typed) < _ROOM:
            self.typed += key

    @property
    def last_ruling(self) -> Ruling | None:
        """The ruling that the director may void: this station's latest, or after a restart the
        log's when it is of a station of this name; None when it is void, or the log cannot be
        read."""
        try:
            if self._latest is None:
                record = self.judge.log.find_last("ruling")
                if record is not None:
                    ruling = restore_ruling(record.id, record.number, record.time, record.content)
                    if ruling.challenge.station == self.name:
                        self._latest = ruling
            if self._latest is None or self.judge.log.find_void([self._latest.id]):
                return None
        except CannotJudge:
            return None
        return self._latest
