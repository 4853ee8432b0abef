"""What a service keeps, saved to one file, and put in place again.

A backup holds the log as it was at one moment, with all tables beside it (`rulings.db`), the
director's password as a hash, the settings, the service's own rulesets, and every lexicon on offer.
The log says what these must be, so a backup that would lack one is refused. What is restored is
checked first: the seal, each file, the log's chain, the digest of each lexicon.
"""

from __future__ import annotations

import datetime
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from wordtools.errors import LexiconError, WordtoolsError
from wordtools.files import sync_folder, working_folder
from wordtools.judge import acts, rulesets, settings
from wordtools.judge.acts import LexiconFacts
from wordtools.lexicon.lexicon import Lexicon
from wordtools.log import database, sqlite, transfer, upgrades
from wordtools.log.log import Log
from wordtools.log.record import now
from wordtools.rules import loading
from wordtools.service import access, backup_file
from wordtools.service.backup_file import BackupManifest, LexiconInForce
from wordtools.service.config import LexiconOffer
from wordtools.service.run import find_offers
from wordtools.version import __version__
from wordtools.wording import end_sentence

LOG = "rulings.db"
PASSWORD = "director.hash"
SETTINGS = "settings.toml"
LEXICONS = "lexicons"
RULES = "rules"

_Offers = Sequence[tuple[LexiconOffer, LexiconFacts]]


class Restored(msgspec.Struct, frozen=True):
    """What `restore` has put in place: the backup's manifest, the log's place, whether a database
    got its log only now, and the folder that was moved aside."""

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
) -> BackupManifest:
    """Saves what the service of this log keeps to a new file, completely or not at all, while the
    service runs or not. Lexicons that are not among `lexicons` are looked for by their names.
    Raises `WordtoolsError`, also when the log is not intact, and `OSError`."""
    _refuse_existing(path)
    with working_folder(path) as folder:
        saved = folder / LOG
        with _explaining(f"the log {database.hide_password(url)} cannot be copied"):
            transfer.save_log(url, saved)
        log = Log(str(saved), make=False)
        try:
            manifest, files = _gather(log, folder, lexicons, rules, settings_file)
        finally:
            log.close()
        files = {LOG: saved, **files}
        formats = {LOG: manifest.formats["log"]}
        parts = [
            backup_file.describe_part(name, file, formats.get(name, _find_format(name)))
            for name, file in files.items()
        ]
        manifest = msgspec.structs.replace(manifest, parts=parts)
        backup_file.write_backup(folder / path.name, manifest, files)
        check = folder / "check"
        check.mkdir()
        _check(backup_file.read_backup(folder / path.name, check), check, path)
        _refuse_existing(path)
        (folder / path.name).rename(path)
        sync_folder(path.parent)
    return manifest


def restore(path: Path, folder: Path, *, url: str = "", replace: bool = False) -> Restored:
    """Restores a backup into a folder. If `url` names an empty PostgreSQL database, the log is
    restored there instead. A folder that is not empty is refused, or moved aside if it is to be
    replaced. Nothing is put in place before all of it is checked. Raises `WordtoolsError` and
    `OSError`."""
    shown, folder = folder, folder.absolute()
    _check_place(folder, replace=replace)
    with working_folder(folder) as staged:
        manifest = backup_file.read_backup(path, staged)
        _check(manifest, staged, path)
        is_loaded = True
        if url:
            with _explaining(f"the log cannot be restored to {database.hide_password(url)}"):
                is_loaded = transfer.load_log(staged / LOG, url)
            for file in staged.glob(f"{Path(LOG).stem}*"):
                file.unlink()
        for each in (staged, *(one for one in staged.iterdir() if one.is_dir())):
            sync_folder(each)
        aside = _check_place(folder, replace=replace)
        if aside is not None:
            folder.rename(aside)
        staged.rename(folder)
        sync_folder(folder.parent)
    log = database.hide_password(url) if url else str(shown / LOG)
    return Restored(manifest, log, is_loaded, aside)


def _gather(
    log: Log,
    folder: Path,
    lexicons: Sequence[str],
    rules: Sequence[Path],
    settings_file: Path | None,
) -> tuple[BackupManifest, dict[str, Path]]:
    """The manifest, without its parts, of what the service of this log keeps, and the files beside
    the log. Raises `WordtoolsError` and `OSError`."""
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
                f"{files[name]} and {offer.path} have one name; rename one of them"
            )
    facts = access.find_lexicon_in_force(log)
    in_force = None if facts is None else _find_in_force(facts, offers)
    made_by = f"wordtools {__version__}"
    return BackupManifest(
        backup_file.FORMAT.newest,
        now(),
        made_by,
        checked.records,
        checked.head,
        formats,
        in_force,
        [],
    ), files


def _check_settings(path: Path | None, kept: dict[str, object]) -> None:
    """Raises `WordtoolsError` when the service runs with other settings than a file says."""
    stated = acts.list_settings(settings.read(path))
    differs = next((name for name in stated if name in kept and kept[name] != stated[name]), None)
    if differs is not None:
        where = "the defaults are" if path is None else f"{path} says"
        raise WordtoolsError(
            f"the service has {differs} = {kept[differs]}, not {stated[differs]} as {where}; "
            "name the file that it was started with: --settings FILE"
        )


def _find_rules(paths: Sequence[Path], kept: dict[str, str]) -> dict[str, Path]:
    """The files of a service's own rulesets. Raises `WordtoolsError` when they are not those that
    the service has."""
    offers = {offer.name: offer.digest for offer in rulesets.find_offers(paths)}
    for name, digest in kept.items():
        if offers.get(name) != digest:
            problem = "is another by now" if name in offers else "is not named"
            raise WordtoolsError(
                f"the service has the ruleset {name}, which {problem}; name its file: --rules FILE"
            )
    found: dict[str, Path] = {}
    for path in paths:
        for file, _ in loading.read_chain(path.resolve()):
            if file.parent == loading.FOLDER:
                continue
            if file.parent.resolve() != path.resolve().parent:
                raise WordtoolsError(f"{path} extends {file}; put both into one folder first")
            if found.setdefault(f"{RULES}/{file.name}", file).read_bytes() != file.read_bytes():
                raise WordtoolsError(f"two rulesets are called {file.name}; rename one of them")
    return found


def _find_lexicons(given: Sequence[str], kept: Sequence[str]) -> _Offers:
    """What these names offer, and what the service offers besides. Raises `WordtoolsError`."""
    offers = find_offers(given)
    for name in kept:
        if any(offer.name == name for offer, _ in offers):
            continue
        try:
            more = find_offers([name])
        except LexiconError as error:
            raise WordtoolsError(
                f"the service offers the lexicon {name}, but {error}; or name its file: "
                "--lexicon FILE"
            ) from None
        known = {offer.name for offer, _ in offers}
        offers += [each for each in more if each[0].name not in known]
    return offers


def _find_in_force(facts: LexiconFacts, offers: _Offers) -> LexiconInForce:
    """Where the lexicon in force will be. Raises `WordtoolsError` when it is not there."""
    for offer, found in offers:
        if (found.edition, found.digest) == (facts.edition, facts.digest):
            file = f"{LEXICONS}/{Path(offer.path).name}"
            return LexiconInForce(facts.edition, facts.digest, file)
    raise WordtoolsError(
        f"the lexicon in force is {facts.edition} with the digest {facts.digest[:12]}, which no "
        "file here has; name its file: --lexicon FILE"
    )


def _find_format(name: str) -> int:
    from wordtools.lexicon.manifest import FORMAT

    return FORMAT if name.startswith(f"{LEXICONS}/") else 1


def _check(manifest: BackupManifest, folder: Path, path: Path) -> None:
    """Checks the files of a backup against its manifest. Raises `WordtoolsError`."""
    if not (folder / LOG).is_file():
        raise WordtoolsError(f"{path}: there is no log in it")
    log = Log(str(folder / LOG), make=False)
    try:
        checked = log.verify()
        in_force = access.find_lexicon_in_force(log)
    finally:
        log.close()
    if checked.faults or (checked.records, checked.head) != (manifest.records, manifest.head):
        fault = checked.faults[0] if checked.faults else "it is another than the manifest says"
        raise WordtoolsError(f"{path}: the log in it is not intact: {fault}")
    opened = {
        part.name: Lexicon.read(folder / part.name)
        for part in manifest.parts
        if part.name.startswith(f"{LEXICONS}/")
    }
    if in_force is not None:
        expected = (in_force.edition, in_force.digest)
        named = manifest.in_force
        held = None if named is None else opened.get(named.file)
        if named is None or held is None or (named.edition, held.digest) != expected:
            raise WordtoolsError(f"{path}: the lexicon in force, {in_force.edition}, is not in it")


def _refuse_existing(path: Path) -> None:
    if path.exists():
        raise WordtoolsError(f"{path} is there already; name a new file")


def _check_place(folder: Path, *, replace: bool) -> Path | None:
    """Where to move a folder that is there already; None when there is nothing in it. Raises
    `WordtoolsError` unless it may be replaced."""
    if folder.exists() and not folder.is_dir():
        raise WordtoolsError(f"{folder} is no folder; name a new one")
    if not folder.exists() or not any(folder.iterdir()):
        return None
    if not replace:
        raise WordtoolsError(
            f"{folder} is not empty; name a new folder, or have it moved aside with --replace"
        )
    for file in folder.glob("*.db"):
        if sqlite.is_in_use(str(file)):
            raise WordtoolsError(f"{file} is in use; stop its service or station first")
    moment = datetime.datetime.now(datetime.UTC)
    return folder.with_name(f"{folder.name}.before-{moment:%Y-%m-%dT%H%M%SZ}")


@contextmanager
def _explaining(what: str) -> Iterator[None]:
    """Makes errors of databases sentences. Raises `WordtoolsError`."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, ValueError) as error:
        raise WordtoolsError(f"{what}: {database.describe_database_error(error)}") from None
