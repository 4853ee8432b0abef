"""The tournament station as a state machine: COUNT → ENTRY → CONFIRM → VERDICT. The director's
screens are behind a password.

This module does not depend on a terminal. Front ends call `press` for each key, call `tick` as time
passes, and show the attributes. Each key restarts the time limit of a screen. The time spent on
judging does not count towards a limit. The station never changes an entry; if the entry cannot be
judged, the station shows why.

The kiosk page implements the players' part of this state machine in JavaScript
(`pages/static/station.js`); `tests/judge/station_scenarios.toml` tests both.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Literal

from wordtools.errors import WordtoolsError
from wordtools.judge import acts
from wordtools.judge.acts import LexiconFacts
from wordtools.judge.judge import Judge, read_ruling, void_ruling
from wordtools.judge.location import Location
from wordtools.judge.ruling import Challenge, Ruling
from wordtools.judge.settings import Settings
from wordtools.log.log import LogError
from wordtools.log.record import LogEntry
from wordtools.messages import Messages, choose_messages
from wordtools.messages.refusal import CannotJudge

Screen = Literal[
    "count", "entry", "confirm", "verdict", "cannot",
    "password", "director", "ruling", "void", "lexicon", "sure", "location",
]  # fmt: skip

_ROOM = 600  # maximum number of characters on the entry line
_QUIET = 2.0  # after the director's screen closes, keys are ignored until a pause of this length
_DIRECTORS_SCREENS = ("password", "director", "ruling", "void", "lexicon", "sure", "location")
_DIGITS = 15  # maximum number of digits in a number that the director types
_LISTED = 9  # number of rulings offered to the director


class Station:
    """A station. Front ends read `screen`, `typed`, `words`, `ruling`, `note`, `location`,
    `choices`, `chosen` (a judge with the lexicon that the director is choosing), `rulings` (the
    latest, each paired with True if it is void), `voiding` (the ruling that the director is
    voiding) and `leaving`.

    `check_password` returns True for the director's password, `list_lexicons` returns the names of
    available lexicons, and `open_judge` returns a judge with one of them or raises
    `WordtoolsError`. `clock` returns monotonic seconds.
    """

    def __init__(
        self,
        judge: Judge,
        *,
        check_password: Callable[[str], bool],
        list_lexicons: Callable[[], list[str]],
        open_judge: Callable[[str], Judge],
        settings: Settings,
        location: Location,
        language: str | None = None,
        name: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.judge = judge
        self.settings = settings
        self.location = location
        self.name = name
        self.screen: Screen = "count"
        self.count = 0
        self.typed = ""
        self.words: list[str] = []
        self.ruling: Ruling | None = None
        self.note = ""
        self.choices: list[str] = []
        self.chosen: Judge | None = None
        self.leaving = False
        self._language = language
        self._check_password = check_password
        self._list_lexicons = list_lexicons
        self._open_judge = open_judge
        self.rulings: list[tuple[Ruling, bool]] = []
        self.voiding: Ruling | None = None
        self._latest: Ruling | None = None
        self._unanswered: tuple[Challenge, str] | None = None  # and the id of its ruling
        self._clock = clock
        self._since = clock()  # when the current wait began
        self._quiet_until = self._checked = float("-inf")
        self._failures = 0  # not yet logged
        self._failures_logged = float("-inf")

    @property
    def messages(self) -> Messages:
        """The messages in the station's language, by default the lexicon's."""
        if self._language:
            return Messages(self._language)
        return choose_messages(self.judge.lexicon.manifest.language)

    def press(self, key: str) -> None:
        """Handles a key: a character, or "enter", "tab", "escape", "backspace", "director" or
        "paste". Other keys only restart the time limit."""
        self.tick()
        if self._is_deaf() or self._is_astray(key):
            return
        self._since = self._clock()
        if key == "director" and self.screen not in _DIRECTORS_SCREENS:
            self._show("password")
        else:
            _ANSWERS[self.screen](self, key)

    def tick(self) -> None:
        """Clears a screen whose time limit has passed."""
        self._record_failures()
        if self._clock() - self._since < self._time_limit():
            return
        if self.screen == "entry":
            self._step_back()
        elif self.screen in _DIRECTORS_SCREENS:
            self._close()
        else:
            self._show("count")

    def fail(self, error: Exception) -> None:
        """Shows an unexpected error in place of a verdict, and keeps the station running."""
        sentence = f"{type(error).__name__}: {error}"
        self._show("cannot", self.messages("cannot_other", sentence=sentence))

    def find_last_ruling(self) -> Ruling | None:
        """The latest ruling of this station, which is most likely the ruling that the director
        wants to void. After a restart, returns the log's latest ruling if this station made it.
        Returns None if that ruling is void or the log is unreadable."""
        try:
            record = self.judge.log.find_last("ruling") if self._latest is None else None
            if record is not None and read_ruling(record).challenge.station == self.name:
                self._latest = read_ruling(record)
            is_void = self._latest and self.judge.log.find_revoked([self._latest.id])
        except CannotJudge:
            return None
        return None if is_void else self._latest

    def _list_rulings(self) -> list[tuple[Ruling, bool]]:
        """The log's latest rulings, newest first, each paired with True if it is void. Empty if the
        log is unreadable."""
        try:
            log = self.judge.log
            latest = [read_ruling(record) for record in log.find_latest("ruling", _LISTED)]
            void = log.find_revoked([ruling.id for ruling in latest])
        except CannotJudge:
            return []
        return [(ruling, ruling.id in void) for ruling in latest]

    def _find_ruling(self, typed: str) -> Ruling | None:
        """The ruling with the typed number. The number counts rulings in this station's event or,
        after "#", records in the log. Without a number, returns `find_last_ruling`. Raises
        `CannotJudge`."""
        digits = typed.removeprefix("#")
        if not typed:
            return self.find_last_ruling()
        if not (digits.isascii() and digits.isdecimal() and len(digits) <= _DIGITS):
            return None
        log, number = self.judge.log, int(digits)
        event = self._make_challenge().event_name
        in_log = typed.startswith("#")
        record = log.find_number(number) if in_log else log.find_in_event(event, number)
        return read_ruling(record) if record is not None and record.kind == "ruling" else None

    def _is_deaf(self) -> bool:
        """True just after an answer appeared, when a key cannot be a response to that answer
        yet."""
        shown = self._clock() - self._since
        return self.screen in ("verdict", "cannot") and shown < self.settings.deaf_seconds

    def _is_astray(self, key: str) -> bool:
        """True for keys that come without a pause after the director's screen has closed. They may
        belong to a password, which the next screen would show to players."""
        if self._clock() >= self._quiet_until or key == "director":
            self._quiet_until = float("-inf")
            return False
        self._quiet_until = self._clock() + _QUIET
        return True

    def _time_limit(self) -> float:
        """How long the current screen waits for a key, in seconds."""
        settings = self.settings
        limits: dict[Screen, float] = {
            "count": float("inf"),
            "entry": settings.entry_seconds,
            "confirm": settings.confirm_seconds,
            "verdict": settings.verdict_seconds,
            "cannot": settings.confirm_seconds,
            "password": settings.password_seconds,
        }
        return limits.get(self.screen, settings.director_seconds)

    def _show(self, screen: Screen, note: str = "") -> None:
        self.screen = screen
        self.typed = ""
        self.note = note
        self._since = self._clock()
        # read only once, because an unreachable database would delay every key
        if screen == "director":
            self.rulings = self._list_rulings()
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
            self._step_back()
        elif key == "backspace":
            self.typed, self.note = self.typed[:-1], ""
        elif key == "paste":
            self.note = self.messages("no_paste")
        elif key in (" ", "enter"):
            self._end_word()
        elif len(key) == 1:
            if len(self.typed) >= _ROOM:
                self.note = self.messages("too_long")
            else:
                self.typed, self.note = self.typed + key, ""

    def _step_back(self) -> None:
        """Clears the entry; from an empty entry, returns to the count."""
        self._show("entry" if self.typed or self.note else "count")

    def _end_word(self) -> None:
        """Ends a word, and refuses words that cannot be judged. After the last word, asks the
        opponent to confirm them all."""
        typed = len(self._split_words())
        if len(self.typed) >= _ROOM:  # later keys may be lost, but no word may be cut short
            self.note = self.messages("too_long")
            return
        if typed and typed != self.count and not self.typed.endswith(" "):
            self.typed += " "
        try:
            words = self.judge.preview(self._make_challenge()) if typed else []
        except CannotJudge as error:
            self.note = self.messages("refused", why=self._explain(error))
        else:
            if typed == self.count:
                self.screen, self.words, self.note = "confirm", words, ""
            else:
                self.note = self.messages("wrong_count", typed=typed, count=self.count)
        self._since = self._clock()

    def _on_confirm(self, key: str) -> None:
        if key in ("escape", "backspace"):
            self.screen, self.words = "entry", []
        elif key == "tab":
            challenge = self._make_challenge()
            if self._unanswered is None or self._unanswered[0] != challenge:
                self._unanswered = challenge, secrets.token_hex(8)
            try:
                self.ruling = self.judge.rule(*self._unanswered)
            except CannotJudge as error:
                if not isinstance(error, LogError):  # the ruling may exist
                    self._unanswered = None
                self._show("cannot", self._explain(error))
            else:
                self._unanswered = None
                self._latest = self.ruling
                self._show("verdict")

    def _on_answer(self, _key: str) -> None:
        self._show("count")

    def _explain(self, error: CannotJudge) -> str:
        return self.messages(f"cannot_{error.code}", **error.values)

    def _split_words(self) -> list[str]:
        """Splits the typed text into words at spaces, and only there."""
        return [word for word in self.typed.split(" ") if word]

    def _make_challenge(self) -> Challenge:
        return Challenge(
            words=self._split_words(),
            event=self.location.event,
            round=self.location.round,
            table=self.location.table,
            station=self.name,
        )

    # The director

    def _on_password(self, key: str) -> None:
        if key == "escape":
            self._close()
        elif key == "enter":
            self._try_password()
        else:
            self.note = ""
            self._type(key)

    def _try_password(self) -> None:
        """Opens the director's screen if the password is right. After a wrong password, Enter is
        ignored for a moment to prevent guessing, but other keys are kept."""
        if self._clock() - self._checked < self.settings.wrong_seconds:
            return
        if self._check_password(self.typed):
            self._record_failures(at_once=True)
            self._note_act(acts.sign_in(self.name))
            self._show("director")
        else:
            self._failures += 1
            self._record_failures()
            self._show("password", self.messages("wrong_password"))
            self._checked = self._clock()

    def _record_failures(self, *, at_once: bool = False) -> None:
        """Logs the wrong passwords since the last such record, at most once a minute."""
        waited = self._clock() - self._failures_logged
        if self._failures and (at_once or waited >= acts.FAILURES_SECONDS):
            self._note_act(acts.fail_to_sign_in({self.name: self._failures}))
            self._failures, self._failures_logged = 0, self._clock()

    def _note_act(self, entry: LogEntry) -> None:
        """Records an act if possible. The act takes effect even if recording fails, because
        directors must always be able to get in.
        """
        with suppress(CannotJudge):
            self.judge.log.append(entry)

    def _close(self) -> None:
        """Returns the station to the players after a pause without keys."""
        if self.screen != "password":
            self._note_act(acts.sign_out(self.name))
        self._show("count")
        self._quiet_until = self._clock() + _QUIET

    def _on_director(self, key: str) -> None:
        choice = key.lower()
        if choice == "escape":
            self._note_act(acts.sign_out(self.name))
            self._show("count")
        elif choice == "q":
            self._note_act(acts.close_station(self.name))
            self.leaving = True
        elif choice == "v" and self.rulings:
            self._show("ruling")
        elif choice == "l":
            self._show("lexicon")
            self.choices = self._list_lexicons()
        elif choice == "p":
            self._show("location")

    def _on_ruling(self, key: str) -> None:
        if key != "enter":
            self.note = ""
            self._edit_line(key)
            return
        typed = self.typed.strip()
        try:
            self.voiding = self._find_ruling(typed)
            if self.voiding is None and typed:
                raise CannotJudge.because("no_ruling", ruling=typed)
            if self.voiding is not None and self.judge.log.find_revoked([self.voiding.id]):
                raise CannotJudge.because("void_already", ruling=self.voiding.label)
        except CannotJudge as error:
            self._show("ruling", self._explain(error))
        else:
            if self.voiding is None:
                self.note = self.messages("nothing_typed")
            else:
                self._show("void")

    def _on_void(self, key: str) -> None:
        if self._edit_line(key) and self.voiding is not None:
            try:
                void_ruling(self.judge.log, self.voiding.id, self.typed)
                note = self.messages("voided", number=self.voiding.label)
            except CannotJudge as error:
                note = self._explain(error)
            self._show("director", note)

    def _on_lexicon(self, key: str) -> None:
        if not self._edit_line(key):
            return
        number = int(self.typed) if self.typed.isdecimal() and self.typed.isascii() else 0
        if not 1 <= number <= len(self.choices):
            self._show("director", self.messages("no_such_choice"))
            return
        try:
            self.chosen = self._open_judge(self.choices[number - 1])
        except WordtoolsError as error:
            self._show("director", str(error))
        else:
            self._show("sure")

    def _on_sure(self, key: str) -> None:
        if key == "escape":
            self._show("director")
        elif key == "enter" and self.chosen is not None:
            old, new = LexiconFacts.of(self.judge.lexicon), LexiconFacts.of(self.chosen.lexicon)
            if self._record(acts.choose_lexicon(old, new, self.name)):
                self.judge, self._unanswered = self.chosen, None
                self._show("director", self.messages("in_force", lexicon=new.edition))

    def _on_location(self, key: str) -> None:
        if self._edit_line(key):
            location = Location(*map(str.strip, self.typed.split("/", 2)))
            if self._record(acts.move_station(self.name, self.location, location)):
                self.location = location
                self._show("director")

    def _record(self, entry: LogEntry) -> bool:
        """Records an act. Returns False if this fails; the act must then not take effect."""
        try:
            self.judge.log.append(entry)
        except CannotJudge as error:
            self._show("director", self._explain(error))
            return False
        return True

    def _edit_line(self, key: str) -> bool:
        """Handles a key on the director's line. Returns True if the key is Enter and the line is
        not empty."""
        if key == "escape":
            self._show("director")
        elif key != "enter":
            self._type(key)
        elif not self.typed.strip():
            self.note = self.messages("nothing_typed")
        return key == "enter" and bool(self.typed.strip())

    def _type(self, key: str) -> None:
        if key == "backspace":
            self.typed = self.typed[:-1]
        elif len(key) == 1 and len(self.typed) < _ROOM:
            self.typed += key


_ANSWERS: dict[Screen, Callable[[Station, str], None]] = {
    "count": Station._on_count,
    "entry": Station._on_entry,
    "confirm": Station._on_confirm,
    "verdict": Station._on_answer,
    "cannot": Station._on_answer,
    "password": Station._on_password,
    "director": Station._on_director,
    "ruling": Station._on_ruling,
    "void": Station._on_void,
    "lexicon": Station._on_lexicon,
    "sure": Station._on_sure,
    "location": Station._on_location,
}
