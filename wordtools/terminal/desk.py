"""People at one terminal around a table: keys and time go in, and the desk's state comes out.

Only one person looks at the screen at a time, the `holder`, whose rack it shows. When another
person's turn comes, the screen covers all racks until that person presses Enter. For questions that
several people answer, the screen names the person who answers and shows no rack.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Literal

from msgspec import structs

from wordtools.board import tiles
from wordtools.board.board import Board
from wordtools.board.notation import write_play
from wordtools.board.play import make_play
from wordtools.errors import SpellingError, WordtoolsError
from wordtools.game.events import Played, Ruled
from wordtools.game.state import GameState
from wordtools.lingo.game import LingoGame
from wordtools.messages.table import load_sentences
from wordtools.rules.titles import name_ruleset
from wordtools.table import draws
from wordtools.table.host import TableHost
from wordtools.table.questions import OpenQuestion
from wordtools.table.refusals import explain
from wordtools.table.table import Command, Deed
from wordtools.table.view import Preview, TableView, preview, view
from wordtools.terminal.laying import Laying
from wordtools.terminal.thought import Thought

Answer = Callable[[TableView, int], Command | None]
"""A computer's command, given its seat's view and a seed."""

Hints = Callable[[str], list[str]]
"""The best plays of a seat, each as text with its points. Raises `WordtoolsError` if it is not the
seat's turn."""

_ARROWS = {"up": (True, -1), "down": (True, 1), "left": (False, -1), "right": (False, 1)}
_LONGEST = 60
_CONFIRMED: dict[str, Deed] = {"f8": "resign", "f9": "stop", "f10": "claim", "ctrl+d": "discard"}


class Desk:
    """A terminal at a table. `computers` maps the seats of computers to the functions that choose
    their commands; with `aside`, these and `hints` run in separate threads. `notice`: the sentence
    to show, a refusal or a hint. `typed`: the text typed so far; `laying`: the tiles laid instead.
    `asking`: the question that the next keys answer, who challenges or which days to take off.
    `speakers`: the members who speak for their teams. `scrolled`: the columns and lines by which a
    board without edges is scrolled. `best`: a sentence on the best results, once the game has
    ended; `is_top`: whether this game is one of them."""

    def __init__(
        self,
        host: TableHost,
        computers: Mapping[str, Answer],
        now: float,
        language: str = "en",
        is_top: Callable[[], bool] = lambda: False,
        aside: bool = False,
        hints: Hints | None = None,
    ) -> None:
        self.host = host
        self.computers = computers
        self._aside = aside
        self._thoughts: dict[str, Thought[Command | None]] = {}
        self._hints = hints
        self._hint: Thought[list[str]] | None = None
        self.language = language
        self.words = load_sentences(language)
        self.title = name_ruleset(host.table.ruleset, language)
        self.people = [seat.name for seat in host.table.opened.seats if seat.kind == "here"]
        self.holder = self.people[0] if self.people else ""
        self.covered = len(self.people) > 1
        self.leaving = False
        self.adjourned = False
        self.best = ""
        self._is_top = is_top
        self.typed = ""
        self.laying: Laying | None = None
        self.notice = ""
        self.scrolled = (0, 0)
        self.asking: Literal["", "who", "days"] = ""
        self.speakers: dict[str, str] = {}
        self._confirming = ""
        self._rack_order: list[str] = []
        self._random = Random(0)
        self.tick(now)

    @property
    def view(self) -> TableView:
        """The holder's view; a watcher's while the screen is covered."""
        return self._look("" if self.covered else self.holder)

    def _look(self, seat: str) -> TableView:
        return view(self.host.table, seat, self.now)

    @property
    def answerer(self) -> str | None:
        """The person at this terminal who has to answer a question now."""
        question = self.question
        if question is None or (question.kind == "challenge" and self.view.turn is not None):
            return None
        waiting = [name for name in question.waits_for if name in self.people]
        return waiting[0] if waiting else None

    @property
    def question(self) -> OpenQuestion | None:
        """The question to answer first, if one is open."""
        questions = self._look("").questions
        return questions[-1] if questions else None

    def tick(self, now: float) -> None:
        """Lets time pass, computers act, and the next person look."""
        self.now = now
        self._do(None)
        for _ in range(20):
            if not any(self._let_act(name) for name in self.computers):
                break
        self._show_hint()
        self._change_holder()

    def press(self, key: str, now: float) -> None:
        """A key: a character, or a name such as `enter`, `f2`, `left`."""
        self.now = now
        self.notice = ""
        confirming, self._confirming = self._confirming, ""
        if key in ("ctrl+q", "ctrl+c") or (key in ("escape", "enter") and self.host.table.is_over):
            self.leaving = True
        elif self.host.table.is_over or self.adjourned:
            self.leaving = key in ("enter", "escape")
        elif self.asking == "who":
            self._name_challenger(key)
        elif self.asking == "days":
            self._type_days(key)
        elif self.host.table.position is None:
            if key in ("enter", "f2"):
                self._do(Command(self.people[0] if self.people else "", "begin"))
        elif key in _CONFIRMED:
            self._confirm(key, confirming)
        elif self.covered and self.answerer is None:
            if key == "enter":
                self.covered = False
            elif key == "f6":
                self._take_back()
            elif key == "f7":
                self._adjourn()
        else:
            self._press_in_game(key)
        self.tick(now)

    def list_rack(self) -> list[str]:
        """The tiles of the holder's rack that are not laid, in the order chosen by the holder."""
        seen = self.view.rack
        alphabet = self.host.table.ruleset.alphabet
        rack = [tiles.show_tile(tile, alphabet) for tile in tiles.read_rack(seen, alphabet)]
        for tile in self._list_laid():
            shown = tiles.show_tile(tile, alphabet)
            if shown in rack:
                rack.remove(shown)
        kept = []
        for chosen in self._rack_order:
            if chosen in rack:
                rack.remove(chosen)
                kept.append(chosen)
        return kept + rack

    def preview(self) -> Preview | str:
        """The words and the score of the play that is typed or laid, or the reason why it is not
        possible; empty if there is none."""
        try:
            text = self.write_turn()
            if not text or text.startswith(("-", "*")) or self.covered or self._find_square(text):
                return ""
            return preview(self.host.table, self.holder, text, self.host.lexicon)
        except WordtoolsError as error:
            return explain(error, self.language)

    def write_turn(self) -> str:
        """The play that is typed or laid, in notation. Raises `WordtoolsError` for tiles that are
        laid so that they are no play."""
        board = self._find_board()
        if self.laying is None or not self.laying.laid or board is None:
            return self._capitalise(self.typed.strip())
        return write_play(board, make_play(board, self.laying.laid, self.laying.down))

    def _press_in_game(self, key: str) -> None:
        answerer = self.answerer
        if key in ("f2", "enter"):
            self._press_ok(answerer)
        elif key == "f3":
            self._press_check(answerer)
        elif key == "f6":
            self._take_back()
        elif key == "f7":
            self._adjourn()
        elif key == "f12":
            self._change_speaker()
        elif answerer is not None:
            self.notice = self.words["no_key"]
        elif key == "f1":
            self._ask_hint()
        elif key == "f11":
            self._ask_days()
        elif key == "f4":
            self._do(Command(self.holder, "pass"))
        elif key == "f5":
            self._rack_order = self._random.sample(rack := self.list_rack(), len(rack))
        elif key in _ARROWS:
            self._move_cursor(*_ARROWS[key])
        elif key == "escape":
            self._clear()
        elif key == "backspace":
            self._remove_last()
        elif key == "tab" and self.laying is not None:
            self.laying.turn()
        elif self.laying is not None and len(key) == 1:
            self._lay(key)
        elif len(key) == 1 and len(self.typed) < _LONGEST:
            self.typed += key

    def _press_ok(self, answerer: str | None) -> None:
        """The key for "OK", "accept" and, for those who have nothing else to do, "take back"."""
        question = self.question
        if answerer is not None and question is not None:
            deed: Deed = "consent" if question.kind == "take-back" else "accept"
            self._do(Command(answerer, deed))
        elif self.typed.strip() or (self.laying is not None and self.laying.laid):
            self._make_written_turn()
        elif "accept" in self.view.may:
            self._do(Command(self.holder, "accept"))
        elif "take-back" in self.view.may:
            self._do(Command(self.holder, "take-back"))
        else:
            self.notice = self.words["typed_lingo" if self.is_lingo else "typed"]

    @property
    def is_lingo(self) -> bool:
        """True at a table of Lingo."""
        return isinstance(self.host.table.position, LingoGame)

    def _make_written_turn(self) -> None:
        try:
            text = self.write_turn()
        except WordtoolsError as error:
            self.notice = explain(error, self.language)
        else:
            self._make_turn(text)

    def _make_turn(self, text: str) -> None:
        square = self._find_square(text)
        if text == "-":
            done = self._do(Command(self.holder, "pass"))
        elif text.startswith("-"):
            done = self._do(Command(self.holder, "exchange", text[1:]))
        elif text == "*":
            done = self._do(Command(self.holder, "exchange-rack", self.view.rack))
        elif square is not None:
            done = self._do(Command(self.holder, "reclaim", square))
        else:
            done = self._do(Command(self.holder, "play", text))
        if done:
            self._clear()

    def _press_check(self, answerer: str | None) -> None:
        """The key for "check", "challenge" and, in one's own turn, "exchange"."""
        question = self.question
        text = self.typed.strip()
        if answerer is not None and question is not None:
            deeds: dict[str, Deed] = {"take-back": "refuse", "challenge": "challenge"}
            self._do(Command(answerer, deeds.get(question.kind, "check"), words=self._name()))
        elif question is not None and question.kind == "challenge" and (not text or self._named):
            waiting = [name for name in question.waits_for if name in self.people]
            if len(waiting) > 1:
                self.asking = "who"
            elif waiting and self._do(Command(waiting[0], "challenge", words=self._name())):
                self._clear()
        elif text:
            self._make_turn("-" + text.removeprefix("-"))
        else:
            may_exchange = "exchange" in self.view.may
            self.notice = self.words["help_exchange_typed" if may_exchange else "no_key"]

    def _name_challenger(self, key: str) -> None:
        self.asking = ""
        question = self.question
        if question is None:
            return
        waiting = [name for name in question.waits_for if name in self.people]
        if key.isdigit() and 0 < int(key) <= len(waiting):
            name = waiting[int(key) - 1]
            if self._do(Command(name, "challenge", words=self._name())):
                self._clear()

    @property
    def _named(self) -> bool:
        """True if challengers name words."""
        game = self.host.table.position
        return isinstance(game, GameState) and game.ruleset.challenge_rule.scope == "words"

    def _name(self) -> tuple[str, ...]:
        return tuple(self.typed.upper().split()) if self._named else ()

    @property
    def may_take_back(self) -> bool:
        """True if a person at this terminal may ask to take back the last play."""
        question = self.question
        return question is not None and "take-back" in self._look(question.player).may

    def _take_back(self) -> None:
        question = self.question
        if question is None or question.player not in self.people:
            self.notice = self.words["no_key"]
        else:
            self._do(Command(question.player, "take-back"))

    def find_doer(self, deed: Deed) -> str | None:
        """The person at this terminal who may do this: only the holder may resign or stop the game,
        but anyone may claim it from a player who is absent, or discard it."""
        if deed in ("resign", "stop"):
            return self.holder if deed in self.view.may else None
        return next((name for name in self.people if deed in self._look(name).may), None)

    def _confirm(self, key: str, confirming: str) -> None:
        """Carries out a command that cannot be undone once its key is pressed twice."""
        deed = _CONFIRMED[key]
        doer = self.find_doer(deed)
        if doer is None or (self.answerer is not None and deed in ("resign", "stop")):
            self.notice = self.words["no_key"]
        elif confirming == key:
            self._do(Command(doer, deed))
        else:
            self._confirming = key
            name = key.upper().replace("CTRL+", "Ctrl-")
            self.notice = self.words["confirm"].format(key=name, what=self.words[deed])

    @property
    def may_hint(self) -> bool:
        """True if the person before the screen may ask for hints: at practice tables, in turn."""
        is_offered = self._hints is not None and self.host.table.opened.practice
        return is_offered and not self.covered and "play" in self.view.may

    def _ask_hint(self) -> None:
        if self._hints is None or not self.may_hint:
            self.notice = self.words["rule_no_hints"]
        else:
            think = partial(self._hints, self.holder)
            self._hint = Thought(len(self.host.happened), think, self._aside)

    def _show_hint(self) -> None:
        """Shows the hint that was asked for, unless the game has moved on."""
        hint = self._hint
        if hint is None or not hint.is_done:
            return
        self._hint = None
        if hint.number != len(self.host.happened):
            return
        try:
            plays = " · ".join(hint.result)
        except WordtoolsError as error:
            self.notice = explain(error, self.language)
        else:
            self.notice = f"{self.words['hint']}: {plays or self.words['none']}"

    @property
    def team(self) -> tuple[str, ...]:
        """The members of the team that the person before the screen belongs to, if any."""
        seat = self.host.table.find_seat(self.answerer or self.holder)
        return () if seat is None or (self.covered and not self.answerer) else seat.members

    @property
    def speaker(self) -> str:
        """The member who speaks for this team; "" if none is named."""
        return self.speakers.get(self.answerer or self.holder, "")

    def _change_speaker(self) -> None:
        """Names the next member of the team, after the last one nobody."""
        if not self.team:
            self.notice = self.words["no_key"]
            return
        names = ["", *self.team]
        after = names[(names.index(self.speaker) + 1) % len(names)]
        self.speakers[self.answerer or self.holder] = after

    def _ask_days(self) -> None:
        if "rest" in self.view.may:
            self._clear()
            self.asking = "days"
        else:
            self.notice = self.words["no_key"]

    def _type_days(self, key: str) -> None:
        """A key while days off are typed."""
        if key == "escape":
            self.asking = ""
            self._clear()
        elif key == "backspace":
            self.typed = self.typed[:-1]
        elif key in ("enter", "f2"):
            days = self.typed.replace("..", " ").strip()
            if self._do(Command(self.holder, "rest", days)):
                self.asking = ""
                self._clear()
        elif len(key) == 1 and len(self.typed) < _LONGEST:
            self.typed += key

    def _adjourn(self) -> None:
        """Everyone at this terminal adjourns."""
        people = [name for name in self.people if name in self.host.table.people]
        if people and all(self._do(Command(name, "adjourn")) for name in people):
            self.adjourned = True

    def _move_cursor(self, down: bool, by: int) -> None:
        board = self._find_board()
        if board is None:  # a board without edges is scrolled by one cell of squares
            right, along = self.scrolled
            right, along = (right, along + 2 * by) if down else (right + 4 * by, along)
            self.scrolled = max(0, right), max(0, along)
            return
        if not down and board.ruleset.reading == "right-to-left":
            by = -by
        if self.laying is None:
            start = board.ruleset.layout.start
            self.laying = Laying(start if start is not None else len(board.squares) // 2)
            self.typed = ""
        else:
            self.laying.move(board, down, by)

    def _lay(self, key: str) -> None:
        board = self._find_board()
        if board is None or self.laying is None:
            return
        if key == " ":
            self.laying.turn()
            return
        alphabet = board.ruleset.alphabet
        self.typed += key
        if self.typed == "?" or ("[" in self.typed and not self.typed.endswith("]")):
            return
        typed, self.typed = self.typed, ""
        text = typed.removeprefix("?")
        try:
            letters = alphabet.spell(text)
        except SpellingError as error:
            self.notice = explain(error, self.language)
            return
        rack = tiles.read_rack(self.view.rack, alphabet)
        is_capital = text.upper() == text and text.lower() != text and not text.startswith("[")
        if len(letters) != 1 or not self.laying.lay(
            board, letters[0], rack, is_capital or text != typed
        ):
            self.notice = self.words["no_key"]

    def _remove_last(self) -> None:
        if self.typed:
            self.typed = self.typed[:-1]
        elif self.laying is not None and self.laying.laid:
            self.laying.remove_last()
        else:
            self.laying = None

    def _clear(self) -> None:
        self.typed, self.laying = "", None

    def _list_laid(self) -> list[int]:
        if self.laying is None:
            return []
        return [0 if tile & tiles.BLANK else tile for tile in self.laying.laid.values()]

    def _find_board(self) -> Board | None:
        game = self.host.table.position
        return game.board if isinstance(game, GameState) else None

    def _find_square(self, text: str) -> str | None:
        """The square that this text names by itself, for taking a blank from the board."""
        return text.upper() if re.fullmatch("[A-Za-z][0-9]{1,2}|[0-9]{1,2}[A-Za-z]", text) else None

    def _capitalise(self, text: str) -> str:
        """Text typed without capitals means capitals; otherwise small letters mean blanks."""
        return text if self.is_lingo or any(map(str.isupper, text)) else text.upper()

    def _do(self, command: Command | None) -> bool:
        """Gives a command; a refusal becomes the notice."""
        if command is not None and (member := self.speakers.get(command.player)):
            command = structs.replace(command, member=member)
        before = len(self.host.happened)
        try:
            self.host.do(command, self.now)
        except WordtoolsError as error:
            self.notice = explain(error, self.language)
            return False
        self._tell_ruling(before)
        return True

    def _tell_ruling(self, since: int) -> None:
        """Says what the dictionary decided, if it ruled on a play after this many events: one that
        was rejected at once, or that waited for the players' answers."""
        position, happened = self.host.table.position, self.host.happened
        if not isinstance(position, GameState):
            return
        check = position.ruleset.challenge_rule.check
        for at, one in enumerate(happened[since:], since):
            ruled = one.event
            if not isinstance(ruled, Ruled):
                continue
            if check == "timed" or (check == "play" and not ruled.acceptable):
                plays = (one.event for one in reversed(happened[:at]))
                play = next(event.notation for event in plays if isinstance(event, Played))
                verdict = self.words["valid" if ruled.acceptable else "invalid"]
                self.notice = f"{play}: {verdict}"

    def _let_act(self, name: str) -> bool:
        """Lets a computer act once it has finished thinking; True if it did."""
        table, number = self.host.table, len(self.host.happened)
        if table.is_over or table.adjourned or table.position is None:
            return False
        thought = self._thoughts.get(name)
        if thought is None or (thought.is_done and thought.number != number):
            seed = draws.choose_number(table.seed, f"computer {number}", 1 << 40)
            think = partial(self.computers[name], self._look(name), seed)
            thought = self._thoughts[name] = Thought(number, think, self._aside)
        if not thought.is_done or thought.number != number or thought.result is None:
            return False
        return self._do(thought.result)

    def _change_holder(self) -> None:
        """Covers the screen when it is another person's turn at this terminal."""
        table = self.host.table
        if table.is_over or table.adjourned:
            self.covered = False
            self.asking = ""
            if table.closed and not self.best and self._is_top():
                self.best = self.words["top"]
            return
        wanted = self._look("").turn
        if wanted in self.people and wanted != self.holder:
            self.holder = str(wanted)
            self.covered = len(self.people) > 1
            self.asking = ""
            self._clear()
            self._rack_order = []
