"""Makes receipts of rulings from the log's records, and compares receipts with records."""

from __future__ import annotations

import datetime

from wordtools.judge.judge import read_ruling
from wordtools.log.log import LogError
from wordtools.log.record import LogRecord
from wordtools.signing.minisign import SecretKey
from wordtools.signing.receipts import Receipt, hash_words, shorten, sign_receipt


def make_receipt(record: LogRecord, key: SecretKey) -> Receipt:
    """Returns the signed receipt of the ruling in a record; repeated calls return the same receipt.
    Deliberately takes a tenth of a second. Raises `CannotJudge` if the record has no ruling, and
    `LogError` if somebody edited the record."""
    return sign_receipt(_state(record), key)


def is_of(receipt: Receipt, record: LogRecord) -> bool:
    """True if a receipt agrees with a record in every field. Raises the same errors as
    `make_receipt`."""
    return _state(record).facts == receipt.facts


def _state(record: LogRecord) -> Receipt:
    """The unsigned receipt of a record."""
    if record.hash != record.digest():
        raise LogError(f"record {record.number} was edited, so it proves nothing")
    ruling = read_ruling(record)
    try:
        hash = shorten(record.hash)
        return Receipt(
            acceptable=ruling.acceptable,
            number=ruling.number,
            event_number=ruling.event_number,
            time=int(datetime.datetime.fromisoformat(ruling.time).timestamp()),
            words=hash_words(ruling.words, hash),
            lexicon=shorten(ruling.digest),
            record=hash,
            edition=ruling.edition,
        )
    except ValueError as error:  # forged with a matching hash
        raise LogError(f"record {record.number} is not a ruling: {error}") from None
