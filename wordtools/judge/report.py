"""A report for a director to print and sign: the rulings of a round, an event or the whole log."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from wordtools.judge.judge import read_ruling
from wordtools.judge.ruling import Ruling
from wordtools.log.chain import Verification
from wordtools.log.log import Log, LogError
from wordtools.log.record import LogRecord
from wordtools.signing.heads import SignedHead

Place = tuple[str, str]
"""An event and a round, each "" if none was set."""


class ReportedRuling(msgspec.Struct):
    """A ruling, and the record that voids the ruling (None if there is none)."""

    ruling: Ruling
    void: LogRecord | None = None


class RulingReport(msgspec.Struct, frozen=True):
    """A report. `rounds` has the report's rulings, grouped by event and round, in log order;
    `all_rounds` counts the rulings in each round of the whole log. `acts` are the other records
    around these rulings, up to the nearest rulings outside the report. `first` and `last` are the
    first and last record of the report. `head` is the first signed head that covers all of the
    report's records."""

    checked: Verification
    rounds: dict[Place, list[ReportedRuling]]
    all_rounds: dict[Place, int]
    acts: list[LogRecord]
    first: LogRecord | None
    last: LogRecord | None
    head: SignedHead | None = None

    @property
    def rulings(self) -> list[ReportedRuling]:
        """The rulings of all rounds."""
        return [reported for rulings in self.rounds.values() for reported in rulings]


def collect(
    log: Log,
    *,
    event: str | None = None,
    round: str | None = None,
    heads: Sequence[SignedHead] = (),
) -> RulingReport:
    """The report on an event and a round. None selects any event or round; "" selects only rulings
    without an event or round. The signed `heads` must be in the log. Records added in the meantime
    are ignored. Raises `LogError`."""
    checked = log.verify(signed=[(head.number, head.hash) for head in heads])
    rounds: dict[Place, list[ReportedRuling]] = {}
    all_rounds: dict[Place, int] = {}
    by_id: dict[str, ReportedRuling] = {}
    own: list[LogRecord] = []
    acts: list[LogRecord] = []
    previous, following = 0, None  # the numbers of the neighbouring rulings
    for record in log.records(limit=checked.records):
        if record.kind == "ruling":
            ruling = read_ruling(record)
            place = _name(ruling.challenge.event), _name(ruling.challenge.round)
            all_rounds[place] = all_rounds.get(place, 0) + 1
            if event in (None, place[0]) and round in (None, place[1]):
                by_id[record.id] = ReportedRuling(ruling)
                rounds.setdefault(place, []).append(by_id[record.id])
                own.append(record)
                following = None
            elif by_id:
                following = following or record.number
            else:
                previous = record.number
        elif record.kind == "void":
            voided = by_id.get(_read_void(record).ruling)
            if voided is not None:
                voided.void = record
                own.append(record)
        else:
            acts.append(record)
    acts = [a for a in acts if previous < a.number and (not following or a.number < following)]
    own = sorted([*own, *acts], key=lambda record: record.number)
    first, last = (own[0], own[-1]) if own else (None, None)
    head = next((head for head in heads if last and head.number >= last.number), None)
    return RulingReport(checked, rounds, all_rounds, acts, first, last, head)


class _Void(msgspec.Struct):
    ruling: str
    why: str


def _read_void(record: LogRecord) -> _Void:
    try:
        return msgspec.convert(record.content, _Void)
    except msgspec.ValidationError as error:
        raise LogError(f"record {record.number} does not void a ruling: {error}") from None


def _name(text: str) -> str:
    """Returns the text, or "" if the text is "-", which stations write for a field that is not
    set."""
    return "" if text == "-" else text
