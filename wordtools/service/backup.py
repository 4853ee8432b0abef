"""Saves a service to one file, and restores it.

A backup contains a snapshot of the log and all tables beside it (`rulings.db`), the signed heads,
the hash of the director's password, the settings, custom rulesets, and all offered lexicons with
their signatures. It also contains the key to tables whose games have not ended, but no signing
keys. The log names all of these except heads and signatures, so an incomplete backup is refused.
Restoring first checks the seal, each file, the log's chain and each lexicon's digest.
"""

from __future__ import annotations

import datetime
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from wordtools.errors import LexiconError, WordtoolsError
from wordtools.files import sync_folder, working_folder
from wordtools.judge import acts, rulesets, settings
from wordtools.judge.acts import LexiconFacts
from wordtools.lexicon import manifest as lexicon_manifest
from wordtools.lexicon.lexicon import Lexicon
from wordtools.log import database, sqlite, transfer, upgrades
from wordtools.log.log import Log
from wordtools.log.record import now
from wordtools.rules import loading
from wordtools.service import access, backup_file
from wordtools.service.backup_file import BackupManifest, LexiconInForce
from wordtools.service.config import LexiconOffer
from wordtools.service.lists import find_offers
from wordtools.signing import heads, trust
from wordtools.signing.heads import find_heads
from wordtools.signing.trust import find_signatures
from wordtools.table.host import list_unfinished, read_table
from wordtools.table.sealing import read_key
from wordtools.version import __version__
from wordtools.wording import end_sentence

LOG = "rulings.db"
PASSWORD = "director.hash"
TABLE_KEY = "tables.key"
SETTINGS = "settings.toml"
HEADS = f"rulings{heads.SUFFIX}"
LEXICONS = "lexicons"
RULES = "rules"

_Offers = Sequence[tuple[LexiconOffer, LexiconFacts]]


class Restored(msgspec.Struct, frozen=True):
    """A restored backup, with its manifest and the file or URL of its log. `is_loaded` is false if
    the database already had this log. `aside` is the new path of a folder that was moved aside."""

    manifest: BackupManifest
    log: str
    is_loaded: bool
    aside: Path | None


def back_up(
    url: str,
    path: Path,
    *,
    lexicons: Sequence[str] = (),
    rules: Sequence[Path] = (),
    settings_file: Path | None = None,
    heads_file: Path | None = None,
    table_key: Path | None = None,
    progress: Callable[[str], object] = lambda _: None,
) -> BackupManifest:
    """Saves the data of the service that uses this log to a new file, completely or not at all. The
    service may be running. Offered lexicons that are not in `lexicons` are found by name.
    `table_key`: the file that contains the key to tables, which is needed if there are unfinished
    games. Calls `progress` with a description before each step. Raises `WordtoolsError`, for
    example if the log is not intact, and `OSError` if the file cannot be written."""
    _refuse_existing(path)
    with working_folder(path) as folder:
        signed = folder / HEADS
        kept = find_heads(heads_file, url)  # before the log, so that the log contains all of them
        if kept:
            signed.write_text("".join(head.text for head in kept), "utf-8")
        progress("copying the log")
        saved = folder / LOG
        with _explaining(f"the log {database.hide_password(url)} cannot be copied"):
            transfer.save_log(url, saved)
        progress("checking the log")
        with closing(Log(str(saved), make=False)) as log:
            manifest, files = _gather(log, folder, lexicons, rules, settings_file)
            files |= _find_table_key(log, table_key)
        files = {LOG: saved, **({HEADS: signed} if kept else {}), **files}
        parts = [
            backup_file.describe_part(name, file, _find_format(name, manifest))
            for name, file in files.items()
        ]
        manifest = msgspec.structs.replace(manifest, parts=parts)
        progress(f"writing {path.name}")
        backup_file.write_backup(folder / path.name, manifest, files)
        progress(f"checking {path.name}")
        check = folder / "check"
        check.mkdir()
        _check(backup_file.read_backup(folder / path.name, check), check, path)
        _refuse_existing(path)
        (folder / path.name).rename(path)
        sync_folder(path.parent)
    return manifest


def restore(
    path: Path,
    folder: Path,
    *,
    url: str = "",
    replace: bool = False,
    progress: Callable[[str], object] = lambda _: None,
) -> Restored:
    """Checks a backup completely and restores it into a folder. With `url`, restores its log into
    that empty PostgreSQL database. Refuses a folder that is not empty or, with `replace`, moves it
    aside. Calls `progress` with a description before each step. Raises `WordtoolsError` and
    `OSError`."""
    log = database.hide_password(url) if url else str(folder / LOG)
    folder = folder.absolute()
    _check_target(folder, replace=replace)
    with working_folder(folder) as staged:
        progress(f"reading {path.name}")
        manifest = backup_file.read_backup(path, staged)
        progress("checking the log and the lexicons")
        _check(manifest, staged, path)
        is_loaded = True
        if url:
            progress("filling the database")
            with _explaining(f"the log cannot be restored to {log}"):
                is_loaded = transfer.load_log(staged / LOG, url)
            for file in staged.glob(f"{Path(LOG).stem}*"):
                file.unlink()
        for subfolder in (staged, *(path for path in staged.iterdir() if path.is_dir())):
            sync_folder(subfolder)
        aside = _check_target(folder, replace=replace)
        if aside is not None:
            folder.rename(aside)
        staged.rename(folder)
        sync_folder(folder.parent)
    return Restored(manifest, log, is_loaded, aside)


def _gather(
    log: Log,
    folder: Path,
    lexicons: Sequence[str],
    rules: Sequence[Path],
    settings_file: Path | None,
) -> tuple[BackupManifest, dict[str, Path]]:
    """A backup's manifest, still without parts, and the files that accompany the log. Raises
    `WordtoolsError` and `OSError`."""
    checked = log.verify()
    if checked.faults:
        raise WordtoolsError(
            f"the log is not intact, so it is not backed up: {end_sentence(checked.faults[0])} "
            "Keep it as it is with `wordtools log copy`"
        )
    with log.reading() as connection:
        formats = upgrades.read_formats(connection)
    recorded = log.find_last("settings")
    kept = {} if recorded is None else recorded.content.get("settings", {})
    files: dict[str, Path] = {}
    password = access.read_password(log)
    if password is not None:
        files[PASSWORD] = folder / PASSWORD
        files[PASSWORD].touch(0o600)
        files[PASSWORD].write_text(f"{password}\n", "utf-8")
    _check_settings(settings_file, kept)
    if settings_file is not None:
        files[SETTINGS] = settings_file
    files |= _find_rules(rules, kept.get("rulesets", {}))
    offers = _find_lexicons(lexicons, kept.get("lexicons", []))
    for offer, _ in offers:
        name = f"{LEXICONS}/{Path(offer.path).name}"
        if str(files.setdefault(name, Path(offer.path))) != offer.path:
            raise WordtoolsError(
                f"{files[name]} and {offer.path} have the same name; rename one of them"
            )
        signatures = find_signatures(Path(offer.path))
        files |= {f"{LEXICONS}/{signature.name}": signature for signature in signatures}
    facts = access.find_lexicon_in_force(log)
    return BackupManifest(
        format=backup_file.FORMAT.newest,
        made=now(),
        made_by=f"wordtools {__version__}",
        records=checked.records,
        head=checked.head,
        formats=formats,
        in_force=None if facts is None else _find_in_force(facts, offers),
        parts=[],
    ), files


def _find_table_key(log: Log, path: Path | None) -> dict[str, Path]:
    """The file that contains the key to tables, if there are unfinished games. Raises
    `WordtoolsError` if the file holds another key."""
    unfinished = list_unfinished(log)
    if not unfinished:
        return {}
    if path is None or not path.is_file():
        raise WordtoolsError(
            f"the game at the table {unfinished[0]} has not ended, and the key to tables, {path}, "
            "is missing; name its file with WORDTOOLS_TABLE_KEY"
        )
    for table in unfinished:
        read_table(log, read_key(path), table)
    return {TABLE_KEY: path}


def _check_settings(path: Path | None, kept: dict[str, object]) -> None:
    """Raises `WordtoolsError` if the settings in a file (or the defaults) differ from those of the
    service."""
    stated = acts.list_settings(settings.read(path))
    for name, value in stated.items():
        if kept.get(name, value) != value:
            source = "the defaults are" if path is None else f"{path} says"
            raise WordtoolsError(
                f"the service has {name} = {kept[name]}, not {value} as {source}; "
                "name the file that it was started with: --settings FILE"
            )


def _find_rules(paths: Sequence[Path], kept: dict[str, str]) -> dict[str, Path]:
    """The files of the service's custom rulesets, keyed by their names in the backup. Raises
    `WordtoolsError` unless they match."""
    offers = {offer.name: offer.digest for offer in rulesets.find_offers(paths)}
    for name, digest in kept.items():
        if name not in offers:
            raise WordtoolsError(f"the service has the ruleset {name}; name its file: --rules FILE")
        if offers[name] != digest:
            raise WordtoolsError(
                f"the file of the ruleset {name} has changed since the service started; restore "
                "the file, or restart the service"
            )
    files: dict[str, Path] = {}
    for path in paths:
        for file, _ in loading.read_chain(path.resolve()):
            if file.parent == loading.FOLDER:
                continue
            if file.parent.resolve() != path.resolve().parent:
                raise WordtoolsError(f"{path} extends {file}; put both into one folder first")
            if files.setdefault(f"{RULES}/{file.name}", file).read_bytes() != file.read_bytes():
                raise WordtoolsError(f"two rulesets are called {file.name}; rename one of them")
    return files


def _find_lexicons(names: Sequence[str], kept: Sequence[str]) -> _Offers:
    """Offers of the named lexicons, and of the service's other lexicons. Raises
    `WordtoolsError`."""
    offers = {offer.name: (offer, facts) for offer, facts in find_offers(names)}
    for name in kept:
        if name not in offers:
            try:
                more = find_offers([name])
            except LexiconError as error:
                raise WordtoolsError(
                    f"the service offers the lexicon {name}, but {error}; or name its file: "
                    "--lexicon FILE"
                ) from None
            for offer, facts in more:
                offers.setdefault(offer.name, (offer, facts))
    return list(offers.values())


def _find_in_force(facts: LexiconFacts, offers: _Offers) -> LexiconInForce:
    """The lexicon in force, and its file in the backup. Raises `WordtoolsError` if this lexicon is
    not on offer."""
    for offer, offered in offers:
        if (offered.edition, offered.digest) == (facts.edition, facts.digest):
            file = f"{LEXICONS}/{Path(offer.path).name}"
            return LexiconInForce(facts.edition, facts.digest, file)
    raise WordtoolsError(
        f"the lexicon in force is {facts.edition} with the digest {facts.digest[:12]}, but no "
        "file here holds it; name its file: --lexicon FILE"
    )


def _find_format(name: str, manifest: BackupManifest) -> int:
    if name == LOG:
        return manifest.formats["log"]
    return lexicon_manifest.FORMAT if is_lexicon(name) else 1


def is_lexicon(name: str) -> bool:
    """True if the file with this name in a backup is a lexicon, not the signature of a lexicon."""
    return name.startswith(f"{LEXICONS}/") and not name.endswith(trust.SUFFIX)


def _check(manifest: BackupManifest, folder: Path, path: Path) -> None:
    """Checks the files of a backup against its manifest. Raises `WordtoolsError`."""
    if not (folder / LOG).is_file():
        raise WordtoolsError(f"{path} contains no log; use another backup")
    signed = find_heads(None, str(folder / LOG))
    with closing(Log(str(folder / LOG), make=False)) as log:
        checked = log.verify(signed=[(head.number, head.hash) for head in signed])
        in_force = access.find_lexicon_in_force(log)
    if checked.faults or (checked.records, checked.head) != (manifest.records, manifest.head):
        fault = checked.faults[0] if checked.faults else "it does not match the manifest"
        raise WordtoolsError(f"{path}: the log in it is not intact: {fault}")
    lexicons = {
        part.name: Lexicon.read(folder / part.name)
        for part in manifest.parts
        if is_lexicon(part.name)
    }
    if in_force is not None:
        stated = manifest.in_force
        lexicon = lexicons.get(stated.file) if stated else None
        actual = lexicon and stated and (stated.edition, lexicon.digest)
        if actual != (in_force.edition, in_force.digest):
            raise WordtoolsError(f"{path}: the lexicon in force, {in_force.edition}, is not in it")


def _refuse_existing(path: Path) -> None:
    if path.exists():
        raise WordtoolsError(f"{path} already exists; name a new file")


def _check_target(folder: Path, *, replace: bool) -> Path | None:
    """Returns the path to which to move an existing folder; None if the folder is empty or missing.
    Raises `WordtoolsError` if the folder may not be replaced."""
    if folder.exists() and not folder.is_dir():
        raise WordtoolsError(f"{folder} is not a folder; name a new one")
    if not folder.exists() or not any(folder.iterdir()):
        return None
    if not replace:
        raise WordtoolsError(
            f"{folder} is not empty; name another folder, or add --replace to move this one aside"
        )
    for file in folder.glob("*.db"):
        if sqlite.is_in_use(str(file)):
            raise WordtoolsError(f"{file} is in use; stop its service or station first")
    moment = datetime.datetime.now(datetime.UTC)
    return folder.with_name(f"{folder.name}.before-{moment:%Y-%m-%dT%H%M%SZ}")


@contextmanager
def _explaining(failure: str) -> Iterator[None]:
    """Turns errors of databases into a `WordtoolsError` that begins with `failure`."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, ValueError) as error:
        raise WordtoolsError(f"{failure}: {database.describe_database_error(error)}") from None
