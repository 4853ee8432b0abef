"""The judge rules on challenges with a lexicon, and records each verdict before the verdict is
shown. `rule_all` rules for one station, or for all stations of a service that ask at once."""

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
    """A challenge that waits for its ruling. `id` lets a caller repeat the request after losing a
    response. `confirmed`: the words that the opponent confirmed, if known."""

    challenge: Challenge
    id: str = ""
    confirmed: Sequence[str] | None = None


class Judge:
    """Judges challenges by one edition of a lexicon and records every ruling.

    The lexicon is in memory, but only its file can prove the rulings. If the file changes or
    disappears, the judge stops ruling until a director chooses a lexicon.
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
        """The words exactly as they will be judged, for the opponent to confirm. Does not reveal
        whether the words are valid. Raises `CannotJudge`."""
        words, _, _ = self._read_challenge(challenge)
        return words

    @retry
    def rule(self, challenge: Challenge, id: str = "") -> Ruling:
        """Rules on a challenge; the ruling is on disk on return. A caller that lost the response
        can repeat the request with the same `id`, and gets the earlier ruling. Raises
        `CannotJudge`."""
        with self.log.writing() as writer:
            (ruling,) = rule_all(writer, [Question(challenge, id)], self.decide)
        if isinstance(ruling, Exception):
            raise ruling
        return ruling

    def decide(self, question: Question) -> LogEntry:
        """The log entry of a ruling. The ruling takes effect once the entry is recorded. Raises
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
        for key in ("id", "number", "time"):  # the record itself has these fields
            del body[key]
        return LogEntry("ruling", ruling.id, body, challenge.subject, challenge.event_name)

    def _read_challenge(
        self, challenge: Challenge
    ) -> tuple[list[str], EvaluatedPlay | None, Lexicon]:
        """The words to judge, the evaluation of a play on a board, and the lexicon without the
        categories that the ruleset excludes."""
        lexicon = self.lexicon
        if challenge.played is None:
            return normalize_words(lexicon, challenge.words, self.most_words), None, lexicon
        play, lexicon = evaluate_challenge(challenge.played, lexicon, self.rulesets)
        words = challenge.words and normalize_words(self.lexicon, challenge.words, self.most_words)
        judged = select_words(play, words)
        if challenge.scope == "play":  # includes words that the challenger did not name
            judged = play.words
        elif not words:
            raise CannotJudge.because("no_words")
        return normalize_words(lexicon, judged, len(play.words)), play, lexicon

    def check_lexicon(self) -> None:
        """Raises `CannotJudge` if the lexicon's file has changed since the lexicon was opened."""
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
    """The ruling on each question, or the error that prevents it. Rulings take effect once the
    writer's transaction is committed. `decide` has the signature of `Judge.decide`. If a question
    was asked before, its ruling is the earlier one."""
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
    """The records of earlier rulings with these ids. An error stands in for each void ruling."""
    records = writer.find([*ids, *map(revocation_id, ids)])
    return {
        id: AlreadyRevoked(id) if revocation_id(id) in records else records[id]
        for id in ids
        if id in records
    }


def _conclude(question: Question, outcome: LogRecord | Exception) -> Ruling | Exception:
    if isinstance(outcome, Exception):
        return _explain_refusal(outcome)
    try:
        return read_ruling(outcome, question.challenge)
    except Exception as error:
        return error


def _explain_refusal(error: Exception) -> Exception:
    """Turns an error of the log into an error of the judge."""
    match error:
        case SubjectTaken():
            return CannotJudge.because("judged_before", ruling=error.holder)
        case AlreadyRevoked():
            return CannotJudge.because("void_already", ruling=error.revoked)
    return error


def void_ruling(log: Log, ruling_id: str, reason: str) -> LogRecord:
    """Voids a ruling, and returns the new record. Both records stay in the log. Raises
    `CannotJudge` if the ruling does not exist or is already void."""
    if not reason.strip():
        raise CannotJudge.because("no_reason")
    record = log.find(ruling_id)
    if record is None or record.kind != "ruling":
        raise CannotJudge.because("no_ruling", ruling=ruling_id)
    numbers = {"number": record.number}
    if "event_number" in record.content:
        numbers["event_number"] = record.content["event_number"]
    body = {"ruling": ruling_id, **numbers, "why": reason.strip(), "by": "director"}
    try:
        return log.append(LogEntry.revoking(record, "void", body))
    except CannotJudge as error:
        raise _explain_refusal(error) from None


def read_ruling(record: LogRecord, challenge: Challenge | None = None) -> Ruling:
    """The ruling in a record. Raises `CannotJudge` if the ruling belongs to another challenge; the
    event, round and table of `challenge` may be empty. Raises `LogError` if somebody edited the
    record so that it is no longer a ruling."""
    own = {"id": record.id, "number": record.number, "time": record.time}
    if record.kind == "ruling":
        try:
            ruling = msgspec.convert({**record.content, **own}, Ruling)
        except msgspec.ValidationError as error:
            raise LogError(f"record {record.number} is not a ruling: {error}") from None
        if challenge is None or _complete(challenge, ruling.challenge) == ruling.challenge:
            return ruling
    raise CannotJudge.because("key_used")


def _complete(challenge: Challenge, recorded: Challenge) -> Challenge:
    """The challenge, with any missing event, round or table copied from the recorded challenge."""
    fields = Location.__struct_fields__
    place = {name: getattr(challenge, name) or getattr(recorded, name) for name in fields}
    return msgspec.structs.replace(challenge, **place)


def _read_stamp(path: str) -> tuple[int, int, int] | None:
    """A value that changes whenever the file changes; None if there is no file."""
    try:
        status = Path(path).stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
