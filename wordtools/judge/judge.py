"""The judge: a lexicon, a log, and no verdict shown that is not recorded. `rule_all` gives rulings,
to one station or to all that ask a service at once."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from wordtools.board.evaluation import EvaluatedPlay
from wordtools.errors import LexiconError
from wordtools.judge.evaluation import evaluate_challenge, select_words
from wordtools.judge.location import Location
from wordtools.judge.rulesets import BUILT_IN, Rulesets
from wordtools.judge.ruling import Challenge, Ruling
from wordtools.judge.verdict import MOST_WORDS, is_acceptable, normalize_words
from wordtools.lexicon.file import read_file as read_lexicon_file
from wordtools.lexicon.lexicon import Lexicon
from wordtools.log.log import Log, LogError, retry
from wordtools.log.record import LogEntry, LogRecord, revocation_id
from wordtools.log.writer import AlreadyRevoked, SubjectTaken, Writer
from wordtools.messages.refusal import CannotJudge


class Question(NamedTuple):
    """A challenge that waits for its ruling. Who may ask again, because an answer can be lost, has
    chosen the ruling's `id`. The opponent has `confirmed` these words, if it is known."""

    challenge: Challenge
    id: str = ""
    confirmed: Sequence[str] | None = None


class Judge:
    """Judges challenges by one edition of a lexicon and records every ruling.

    The lexicon is in memory, but its file must stay as it was: once the file changes or disappears,
    a ruling could no longer be proved by it, so there is none until a director chooses a
    lexicon.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        log: Log,
        *,
        most_words: int = MOST_WORDS,
        rulesets: Rulesets = BUILT_IN,
    ) -> None:
        self.lexicon = lexicon
        self.rulesets = rulesets
        self.log = log
        self.most_words = most_words
        self._stamp = _read_stamp(lexicon.path)

    def preview(self, challenge: Challenge) -> list[str]:
        """The words exactly as they will be judged, for the opponent to confirm. Tells nothing of
        their validity. Raises `CannotJudge`."""
        words, _, _ = self._read_challenge(challenge)
        return words

    @retry
    def rule(self, challenge: Challenge, id: str = "") -> Ruling:
        """The ruling on a challenge; it is on disk when this returns. A caller that may ask again,
        because an answer can be lost, chooses the ruling's `id`: the second answer is the ruling
        that was given before. Raises `CannotJudge`."""
        with self.log.writing() as writer:
            (ruling,) = rule_all(writer, [Question(challenge, id)], self.decide)
        if isinstance(ruling, Exception):
            raise ruling
        return ruling

    def decide(self, question: Question) -> LogEntry:
        """The log entry of a ruling, which counts and may be shown once it is recorded. Raises
        `CannotJudge`."""
        challenge = question.challenge
        words, evaluation, lexicon = self._read_challenge(challenge)
        self.check_lexicon()
        ruling = Ruling(
            id=question.id or secrets.token_hex(8),
            number=0,
            time="",
            acceptable=is_acceptable(lexicon, words, len(words)),
            words=words,
            lexicon=self.lexicon.name,
            edition=self.lexicon.edition_name,
            digest=self.lexicon.digest,
            challenge=challenge,
            evaluation=evaluation,
        )
        body = msgspec.to_builtins(ruling)
        for key in ("id", "number", "time"):  # the record's own
            del body[key]
        return LogEntry("ruling", ruling.id, body, challenge.subject, challenge.event_name)

    def _read_challenge(
        self, challenge: Challenge
    ) -> tuple[list[str], EvaluatedPlay | None, Lexicon]:
        """The words to judge, what the play makes when there is a board, and the lexicon to look
        them up in: without the categories that the rules of that play exclude."""
        lexicon = self.lexicon
        if challenge.played is None:
            return normalize_words(lexicon, challenge.words, self.most_words), None, lexicon
        play, lexicon = evaluate_challenge(challenge.played, lexicon, self.rulesets)
        words = challenge.words and normalize_words(self.lexicon, challenge.words, self.most_words)
        judged = select_words(play, words)
        if challenge.scope == "play":  # whichever words the challenger named besides
            judged = play.words
        elif not words:
            raise CannotJudge.because("no_words")
        return normalize_words(lexicon, judged, len(play.words)), play, lexicon

    def check_lexicon(self) -> None:
        """Raises `CannotJudge` when the lexicon's file is not what it was when opened."""
        stamp = _read_stamp(self.lexicon.path)
        if stamp == self._stamp:
            return
        if stamp is None:
            raise CannotJudge.because("lexicon_gone", path=self.lexicon.path)
        try:
            digest = read_lexicon_file(Path(self.lexicon.path)).digest
        except LexiconError as error:
            raise CannotJudge(str(error), "lexicon_damaged", path=self.lexicon.path) from None
        if digest != self.lexicon.digest:
            raise CannotJudge.because("lexicon_changed", path=self.lexicon.path)
        self._stamp = stamp


def rule_all(
    writer: Writer, questions: Sequence[Question], decide: Callable[[Question], LogEntry]
) -> list[Ruling | Exception]:
    """The ruling on each question, or why there is none. The rulings count when the writer's
    transaction has ended well. `decide` gives the entry of a ruling, as `Judge.decide` does; a
    question that has been asked before gets the ruling that was given then."""
    outcomes = _find_earlier(writer, [question.id for question in questions if question.id])
    questions = [q if q.id else q._replace(id=secrets.token_hex(8)) for q in questions]
    entries: dict[str, LogEntry] = {}
    for question in questions:
        if question.id in outcomes or question.id in entries:
            continue
        try:
            entries[question.id] = decide(question)
        except Exception as error:
            outcomes[question.id] = error
    records = writer.append(list(entries.values()))
    outcomes.update(zip(entries, records, strict=True))
    return [_conclude(question, outcomes[question.id]) for question in questions]


def _find_earlier(writer: Writer, ids: Sequence[str]) -> dict[str, LogRecord | Exception]:
    """The rulings of these ids that were given before: the record of each, or that it is void."""
    records = writer.find([*ids, *map(revocation_id, ids)])
    return {
        id: AlreadyRevoked(id) if revocation_id(id) in records else records[id]
        for id in ids
        if id in records
    }


def _conclude(question: Question, outcome: LogRecord | Exception) -> Ruling | Exception:
    if isinstance(outcome, CannotJudge):
        return _explain_refusal(outcome)
    if isinstance(outcome, Exception):
        return outcome
    try:
        return read_ruling(outcome, question.challenge)
    except Exception as error:
        return error


def _explain_refusal(error: CannotJudge) -> CannotJudge:
    """What the log refuses, as the judge says it."""
    match error:
        case SubjectTaken():
            return CannotJudge.because("judged_before", ruling=error.holder)
        case AlreadyRevoked():
            return CannotJudge.because("void_already", ruling=error.revoked)
    return error


def void_ruling(log: Log, ruling_id: str, why: str, by: str = "director") -> LogRecord:
    """The record that voids a ruling: it names the ruling and says why. Both stay. Raises
    `CannotJudge` when there is no such ruling, or it is void already."""
    if not why.strip():
        raise CannotJudge.because("no_reason")
    record = log.find(ruling_id)
    if record is None or record.kind != "ruling":
        raise CannotJudge.because("no_ruling", ruling=ruling_id)
    numbers = {"number": record.number}
    if "event_number" in record.content:
        numbers["event_number"] = record.content["event_number"]
    body = {"ruling": ruling_id, **numbers, "why": why.strip(), "by": by}
    try:
        return log.append(LogEntry.revoking(record, "void", body))
    except CannotJudge as error:
        raise _explain_refusal(error) from None


def read_ruling(record: LogRecord, challenge: Challenge | None = None) -> Ruling:
    """The ruling that a record keeps. Raises `CannotJudge` when it is on another challenge than
    this; of event, round and table, any may be left to the record. Raises `LogError` when somebody
    edited it so that it is none."""
    own = {"id": record.id, "number": record.number, "time": record.time}
    if record.kind == "ruling":
        try:
            ruling = msgspec.convert({**record.content, **own}, Ruling)
        except msgspec.ValidationError as error:
            raise LogError(f"record {record.number} is no ruling: {error}") from None
        if challenge is None or _complete(challenge, ruling.challenge) == ruling.challenge:
            return ruling
    raise CannotJudge.because("key_used")


def _complete(challenge: Challenge, recorded: Challenge) -> Challenge:
    """The challenge with the event, round and table of the recorded one where it has none."""
    fields = Location.__struct_fields__
    place = {name: getattr(challenge, name) or getattr(recorded, name) for name in fields}
    return msgspec.structs.replace(challenge, **place)


def _read_stamp(path: str) -> tuple[int, int, int] | None:
    """What distinguishes an untouched file from one that must be read again."""
    try:
        status = Path(path).stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
