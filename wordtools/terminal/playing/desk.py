"""The people who share one terminal at a table: who looks at the screen, and what they may do.

Only one person at a time looks at the screen, which shows the rack of this `holder`. When it is
another person's turn, the screen covers all racks until that person presses Enter. While several
people have to answer a question, the screen names the person whose turn it is to answer, and shows
no rack.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Literal

from msgspec import structs

from wordtools.board.board import Board
from wordtools.board.notation import NotationError
from wordtools.errors import WordtoolsError
from wordtools.game.events import Challenged, Played, Ruled
from wordtools.game.state import GameState
from wordtools.lingo.game import LingoGame
from wordtools.messages import Messages
from wordtools.messages.table import load_sentences
from wordtools.rules.titles import label_premiums, name_edition, name_ruleset
from wordtools.table import draws
from wordtools.table.host import TableHost
from wordtools.table.questions import OpenQuestion
from wordtools.table.refusals import explain
from wordtools.table.table import Command, Deed
from wordtools.table.view import Preview, TableView, preview, view
from wordtools.terminal.playing.draft import Draft, find_square
from wordtools.terminal.playing.thought import Thought

Answer = Callable[[TableView, int], Command | None]
"""Chooses a computer's command from the view of its seat and a seed."""

Hints = Callable[[str], list[str]]
"""Finds the best plays of a seat, and returns each as text with its points. Raises `WordtoolsError`
if it is not the seat's turn."""


class Desk:
    """A terminal at a table. `computers` maps the seats of computers to the functions that choose
    their commands; with `aside`, these and `hints` run in separate threads. `notice`: the sentence
    to show (a refusal or a hint). `draft`: the play being typed or laid. `asking`: the question
    that the next keys answer (who challenges, or which days to take off). `confirming`: the key
    that must be pressed a second time to carry out its command. `speakers`: the members who speak
    for their teams. `scrolled`: the columns and lines by which a board without edges is scrolled.
    `best`: once the game has ended, a sentence about the best results; `is_top` is true if this
    game is one of them."""

    def __init__(
        self,
        host: TableHost,
        computers: Mapping[str, Answer],
        now: float,
        language: str = "en",
        is_top: Callable[[], bool] | None = None,
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
        self.labels = label_premiums(host.table.ruleset, language)
        manifest, edition = host.lexicon.manifest, host.lexicon.edition_name
        words = Messages(language)
        self.edition = name_edition(edition, manifest.name, manifest.title, words)
        self.people = [seat.name for seat in host.table.opened.seats if seat.kind == "here"]
        self.holder = self.people[0] if self.people else ""
        self.covered = len(self.people) > 1
        self.leaving = False
        self.adjourned = False
        self.best = ""
        self._is_top = is_top
        self.draft = Draft()
        self.notice = ""
        self.scrolled = (0, 0)
        self.asking: Literal["", "who", "days"] = ""
        self.speakers: dict[str, str] = {}
        self.confirming = ""
        self.tick(now)

    @property
    def view(self) -> TableView:
        """The holder's view or, while the screen is covered, that of a watcher."""
        return self.look("" if self.covered else self.holder)

    def look(self, seat: str) -> TableView:
        """The view of a seat or, for "", that of a watcher."""
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
        questions = self.look("").questions
        return questions[-1] if questions else None

    def tick(self, now: float) -> None:
        """Lets time pass, lets computers act, and hands the screen to the next person."""
        self.now = now
        self.do(None)
        for _ in range(20):
            if not any(self._let_act(name) for name in self.computers):
                break
        self._show_hint()
        self._change_holder()

    def list_rack(self) -> list[str]:
        """The tiles on the holder's rack that are not laid, in the order that the holder has
        chosen.
        """
        return self.draft.list_rack(self.view.rack, self.host.table.ruleset.alphabet)

    def preview(self) -> Preview | str:
        """The words and the score of the play being typed or laid, or the reason why the play is
        not possible. Empty if there is no play.
        """
        try:
            text = self.write_turn()
            if not text or text.startswith(("-", "*")) or self.covered or find_square(text):
                return ""
            return preview(self.host.table, self.holder, text, self.host.lexicon)
        except NotationError:  # not completely typed yet
            return self.words["typed_lingo" if self.is_lingo else "typed"]
        except WordtoolsError as error:
            return explain(error, self.language)

    def write_turn(self) -> str:
        """The play being typed or laid, in notation. Raises `WordtoolsError` if the tiles laid do
        not form a play.
        """
        return self.draft.write(self.find_board())

    @property
    def is_lingo(self) -> bool:
        """True at a table of Lingo."""
        return isinstance(self.host.table.position, LingoGame)

    @property
    def may_take_back(self) -> bool:
        """True if a person at this terminal may ask to take back the last play."""
        question = self.question
        return question is not None and "take-back" in self.look(question.player).may

    def find_doer(self, deed: Deed) -> str | None:
        """The person at this terminal who may give this command. Only the holder may resign or stop
        the game, but anyone may claim the game from an absent player, or discard it.
        """
        if deed in ("resign", "stop"):
            return self.holder if deed in self.view.may else None
        return next((name for name in self.people if deed in self.look(name).may), None)

    @property
    def may_hint(self) -> bool:
        """True if the person at the screen may ask for hints: at a practice table, and in that
        person's own turn.
        """
        is_offered = self._hints is not None and self.host.table.opened.practice
        return is_offered and not self.covered and "play" in self.view.may

    def ask_hint(self) -> None:
        """Starts looking for the best plays, which are shown once they are found."""
        if self._hints is None or not self.may_hint:
            self.notice = self.words["rule_no_hints"]
        else:
            think = partial(self._hints, self.holder)
            self._hint = Thought(len(self.host.happened), think, self._aside)

    def _show_hint(self) -> None:
        """Shows the requested hint, unless the game has changed since."""
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
        """The members of the team to which the person at the screen belongs, if any."""
        seat = self.host.table.find_seat(self.answerer or self.holder)
        return () if seat is None or (self.covered and not self.answerer) else seat.members

    @property
    def speaker(self) -> str:
        """The member who speaks for this team; "" if none is named."""
        return self.speakers.get(self.answerer or self.holder, "")

    def find_board(self) -> Board | None:
        """The board of a crossword game that has begun."""
        game = self.host.table.position
        return game.board if isinstance(game, GameState) else None

    def do(self, command: Command | None) -> bool:
        """Gives a command. If the command is refused, shows the refusal as the notice."""
        if command is not None and (member := self.speakers.get(command.player)):
            command = structs.replace(command, member=member)
        events, lines = len(self.host.happened), len(self.host.table.sheet)
        try:
            self.host.do(command, self.now)
        except WordtoolsError as error:
            self.notice = explain(error, self.language)
            return False
        self._tell_ruling(events)
        self._tell_answer(lines)
        return True

    def _tell_ruling(self, since: int) -> None:
        """Shows the judge's answer if a play was challenged, or was rejected at once, after the
        first `since` events."""
        position, happened = self.host.table.position, self.host.happened
        if not isinstance(position, GameState):
            return
        is_checked = position.ruleset.challenge_rule.check == "play"
        for at, one in enumerate(happened[since:], since):
            ruled = one.event
            if isinstance(ruled, Challenged) or (
                isinstance(ruled, Ruled) and is_checked and not ruled.acceptable
            ):
                plays = (one.event for one in reversed(happened[:at]))
                play = next(event.notation for event in plays if isinstance(event, Played))
                verdict = self.words["valid" if ruled.acceptable else "invalid"]
                self.notice = f"{play}: {verdict}"

    def _tell_answer(self, since: int) -> None:
        """Shows how a play that waited for answers was decided, if the decision came after the
        first `since` lines of the score sheet. Either all accepted the play, or one opponent
        rejected it, or the lexicon decided, perhaps because nobody answered."""
        words = self.words
        for line in self.host.table.sheet[since:]:
            verdict = f"{line.text}: {words['valid' if line.kind == 'play' else 'invalid']}"
            if line.settled == "accepted":
                self.notice = words["play_accepted"].format(words=line.text)
            elif line.kind == "swap":
                self.notice = f"{line.player}: {words['premium_exchange']}."
            elif line.settled == "rejected":
                rejected = words["play_rejected"].format(name=line.rejecter, words=line.text)
                self.notice = f"{rejected} {words['play_returns'].format(player=line.player)}"
            elif line.settled == "checked":
                self.notice = verdict
            elif line.settled == "silence":
                key = "play_stands" if line.kind == "play" else "play_returns"
                then = words[key].format(player=line.player)
                self.notice = f"{words['silence']} {verdict}. {then}"

    def _let_act(self, name: str) -> bool:
        """Lets a computer act once it has finished thinking. Returns True if the computer has
        acted."""
        table, number = self.host.table, len(self.host.happened)
        if table.is_over or table.adjourned or table.position is None:
            return False
        thought = self._thoughts.get(name)
        if thought is None or (thought.is_done and thought.number != number):
            seed = draws.choose_number(table.seed, f"computer {number}", 1 << 40)
            think = partial(self.computers[name], self.look(name), seed)
            thought = self._thoughts[name] = Thought(number, think, self._aside)
        if not thought.is_done or thought.number != number or thought.result is None:
            return False
        return self.do(thought.result)

    def _change_holder(self) -> None:
        """Covers the screen when it is another person's turn at this terminal."""
        table = self.host.table
        if table.is_over or table.adjourned:
            self.covered = False
            self.asking = ""
            self._tell_best()
            return
        wanted = self.look("").turn
        if wanted in self.people and wanted != self.holder:
            self.holder = str(wanted)
            self.covered = len(self.people) > 1
            self.asking = ""
            self.draft.clear()
            self.draft.restore_order()

    def _tell_best(self) -> None:
        """Once the game has ended, shows whether its result is among the best."""
        if self.host.table.closed and self._is_top is not None:
            is_top, self._is_top = self._is_top(), None
            self.best = self.words["top"] if is_top else ""
