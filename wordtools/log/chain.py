"""Verifies the chain of hashes in the records of a log."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from wordtools.log.record import NO_HASH, LogRecord
from wordtools.wording import pluralize


class Verification(msgspec.Struct, frozen=True):
    """The result of `Log.verify`: the number of records, the head's hash, and a sentence for each
    fault. `noted` is the number of the record whose hash was written down. It is 0 for the hash of
    an empty log, and None if no hash was passed or no record has this hash."""

    records: int
    head: str
    faults: list[str]
    noted: int | None = None


class Extent(msgspec.Struct, frozen=True):
    """The number of records, the highest record number, and the contents of the `head` table."""

    records: int
    highest: int
    heads: int
    head_number: int | None
    head_hash: str | None


class Chain:
    """The part of the chain that `Log.verify` has read so far, and the faults found in it."""

    def __init__(self, noted: str | None, signed: Iterable[tuple[int, str]] = ()) -> None:
        """`signed`: the numbers and hashes of heads that must be in the chain."""
        self._noted = noted
        self._missing = {head: None for head in signed if head != (0, NO_HASH)}
        self._noted_number = 0 if noted == NO_HASH else None
        self._number = 0
        self._hash = NO_HASH
        self._faults: list[str] = []

    def follow(self, record: LogRecord) -> None:
        """Checks the next record against the previous record and against its own hash."""
        expected = self._number + 1
        if record.number == expected + 1:
            self._faults.append(f"record {expected} is missing.")
        elif record.number != expected:
            self._faults.append(f"records {expected} to {record.number - 1} are missing.")
        if record.previous != self._hash:
            self._faults.append(f"record {record.number} does not follow the previous record.")
        if record.hash != record.digest():
            self._faults.append(f"record {record.number} was edited.")
        self._number, self._hash = record.number, record.hash
        if record.hash == self._noted:
            self._noted_number = record.number
        self._missing.pop((record.number, record.hash), None)

    def end_at(self, extent: Extent) -> Verification:
        """Returns the result, after comparing the chain with the extent of the log. Call this after
        the last record.
        """
        head = extent.head_number
        if head is None:
            self._faults.append("the head of the log is missing.")
        elif extent.heads > 1:
            self._faults.append(f"the log has {extent.heads} heads instead of one.")
        else:
            if (head, extent.head_hash) != (self._number, self._hash):
                self._faults.append(
                    f"the log ends at record {self._number}, but its head is record {head}."
                )
            if (extent.records, extent.highest) != (head, head):
                records = pluralize(extent.records, "record")
                self._faults.append(f"the log has {records}, but its head counts {head}.")
        if self._noted is not None and self._noted_number is None:
            self._faults.append(f"no record has the hash {self._noted} that was written down.")
        for number, hash in self._missing:
            fault = (
                f"does not have the hash that a signed head states, {hash}"
                if number <= self._number
                else f"is missing, although a signed head states its hash, {hash}"
            )
            self._faults.append(
                f"record {number} {fault}: the log was truncated or forged, or it is another log."
            )
        return Verification(self._number, self._hash, self._faults, self._noted_number)
