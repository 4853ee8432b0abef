"""`wordtools receipt`: checks the receipt of a ruling."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wordtools.cli.app import Json, app, lexicon_option, print_json, read_words
from wordtools.errors import WordtoolsError

if TYPE_CHECKING:
    from wordtools.lexicon.lexicon import Lexicon
    from wordtools.signing.receipts import Receipt


@app.command()
def receipt(
    code: Annotated[
        list[str],
        typer.Argument(
            metavar="CODE", help="The code, or the text of its QR code; - reads standard input."
        ),
    ],
    signed_by: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY",
            help="The event's key: a public key's file or line, or a .toml file of trusted keys; "
            "may be repeated.",
        ),
    ] = None,
    lexicon: Annotated[
        str, lexicon_option("The lexicon that must have been in force, with the same edition.")
    ] = "",
    words: Annotated[
        str, typer.Option(metavar="WORDS", help="The words that must have been judged; needs -l.")
    ] = "",
    log: Annotated[
        str, typer.Option(metavar="LOG", help="The log, which must contain the ruling as stated.")
    ] = "",
    json: Json = False,
) -> None:
    """Check a receipt offline, and print the ruling that it proves.

    Exits with 0 when the receipt is signed with the key and agrees with everything that you name, 1
    when it disagrees with something, and 2 when it cannot be read or is not signed with the key.
    """
    from wordtools.lexicon.find import open_lexicon
    from wordtools.signing.minisign import SignatureError
    from wordtools.signing.receipts import check_receipt, parse_receipt
    from wordtools.signing.trust import read_trust

    if words and not lexicon:
        raise WordtoolsError("--words needs -l LEXICON, whose alphabet is used to read the words")
    stated = parse_receipt(" ".join(read_words(code)))
    signer = check_receipt(stated, read_trust(signed_by)) if signed_by else None
    facts = _list_facts(stated) | {"signed_by": signer}
    answers: dict[str, bool] = {}
    notes = []
    if lexicon:
        opened = open_lexicon(lexicon)
        answers["lexicon"] = stated.is_by(opened.digest, opened.edition_name)
        notes.append(_say_lexicon(opened, answers["lexicon"]))
        if words:
            answers["words"], note = _check_words(stated, words, opened)
            notes.append(note)
    if log:
        answers["log"], note = _check_log(stated, log)
        notes.append(note)
    if json:
        print_json(facts | answers)
    else:
        print(f"{stated.answer}  {_label(stated)}, {facts['time']}")
        print(f"lexicon  {stated.edition}, digest {facts['digest']}…")
        print(f"record   hash {facts['hash']}…")
        for note in [*([f"signed   by {signer}"] if signer else []), *notes]:
            print(note)
    if signer is None:
        raise SignatureError("the signature is not checked; name the event's key with --signed-by")
    raise typer.Exit(0 if all(answers.values()) else 1)


def _list_facts(receipt: Receipt) -> dict[str, Any]:
    time = datetime.datetime.fromtimestamp(receipt.time, datetime.UTC)
    return {
        "answer": receipt.answer,
        "number": receipt.number,
        "event_number": receipt.event_number,
        "time": f"{time:%Y-%m-%d %H:%M:%S} UTC",
        "edition": receipt.edition,
        "digest": receipt.lexicon.hex(),
        "hash": receipt.record.hex(),
    }


def _label(receipt: Receipt) -> str:
    from wordtools.judge.ruling import label_ruling

    return f"ruling {label_ruling(receipt.event_number, receipt.number)}"


def _say_lexicon(lexicon: Lexicon, is_right: bool) -> str:
    name = f"{lexicon.edition_name} in {lexicon.path}"
    return f"lexicon  {name} was in force" if is_right else f"lexicon  NOT {name}"


def _check_words(receipt: Receipt, text: str, lexicon: Lexicon) -> tuple[bool, str]:
    from wordtools.judge.verdict import normalize_words

    words = text.split()
    judged = normalize_words(lexicon, words, len(words))
    is_right = receipt.has_words(judged)
    return is_right, f"words    {'' if is_right else 'NOT '}{' '.join(judged)}"


def _check_log(receipt: Receipt, url: str) -> tuple[bool, str]:
    """Returns whether the log has the ruling as stated, and a sentence that reports the result.
    Raises `LogError`."""
    from contextlib import closing

    from wordtools.judge.receipts import is_of
    from wordtools.log.log import Log
    from wordtools.messages.refusal import CannotJudge

    with closing(Log(url, make=False)) as log:
        record = log.find_number(receipt.number)
        try:
            is_right = record is not None and is_of(receipt, record)
        except CannotJudge:  # the record was edited or is not a ruling
            is_right = False
        if not is_right or record is None:
            fault = "the receipt is forged, or the log was cut"
            return False, f"log      {log.url} does NOT have this ruling: {fault}"
        is_void = bool(log.find_revoked([record.id]))
    void = "; it was voided later" if is_void else ""
    return True, f"log      {log.url} has this ruling{void}"
