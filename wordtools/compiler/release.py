"""Releases a lexicon as a folder to publish. The same inputs give the same bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from wordtools.compiler import report
from wordtools.compiler.new_recipe import PLACEHOLDER
from wordtools.errors import WordtoolsError
from wordtools.files import write_folder
from wordtools.formats import text
from wordtools.interchange.exporting import encode_lexicon
from wordtools.interchange.table import WordFormat, find_format, find_format_by_suffix
from wordtools.lexicon.changelog import format_changelog
from wordtools.lexicon.diff import Comparison
from wordtools.lexicon.find import SUFFIX
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.manifest import SourceFile
from wordtools.wording import pluralize

SUMS, ABOUT, CHANGES = "SHA256SUMS", "README.md", "CHANGES.md"


class ReleaseReport(msgspec.Struct, frozen=True):
    """A finished release: the path of its folder, the digest of its lexicon, the size of each file
    in bytes, and a summary of the changes since the last release ("" if there was none)."""

    path: str
    digest: str
    files: dict[str, int]
    changes: str


def release_lexicon(
    lexicon: Lexicon,
    folder: str | Path,
    *,
    previous: Lexicon | None = None,
    exports: Sequence[str] = (),
) -> ReleaseReport:
    """Writes a folder with the lexicon, its report of rejects, a page that describes the lexicon
    and states its sources' licences, and the SHA-256 of every file. Adds a changelog if there is a
    `previous` release, and exports the edition in the formats that `exports` names. The folder
    appears completely or not at all. Raises `OSError`, and `WordtoolsError` (for example, if the
    folder exists or nothing has changed since `previous`)."""
    folder = Path(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise WordtoolsError(f"{folder} already exists; choose another folder, or delete it")
    if previous and previous.digest == lexicon.digest:
        raise WordtoolsError(
            f"{lexicon.name} has not changed since the last release; build it again first"
        )
    for name in (lexicon.name, lexicon.edition_name):
        if "/" in name or "\\" in name:
            raise WordtoolsError(f"{name!r} cannot name files; give the lexicon another name")
    for source in lexicon.manifest.sources:
        if source.licence == PLACEHOLDER:
            raise WordtoolsError(
                f"{source.file} has no licence yet; in the recipe, replace licence = "
                f"{PLACEHOLDER!r} with the licence of the list, and build the lexicon again"
            )
    files = {f"{lexicon.name}{SUFFIX}": lexicon.to_bytes()}
    if lexicon.path and not lexicon.manifest.derivation:
        rejects = Path(lexicon.path.removesuffix(SUFFIX) + report.SUFFIX)
        files[f"{lexicon.name}{report.SUFFIX}"] = text.read_bytes(rejects)
    for name in dict.fromkeys(exports):
        files |= _export(lexicon, find_format(name))
    changes = ""
    if previous:
        compared = Comparison(_choose_edition(previous, lexicon), lexicon, by_length=True)
        files[CHANGES] = _join_lines(format_changelog(compared))
        changes = compared.summarize()
    files[ABOUT] = _join_lines(_describe(lexicon, sorted(files)))
    sums = (f"{hashlib.sha256(files[name]).hexdigest()}  {name}" for name in sorted(files))
    files[SUMS] = _join_lines(sums)
    write_folder(folder, files)
    sizes = {name: len(data) for name, data in files.items()}
    return ReleaseReport(str(folder), lexicon.digest, sizes, changes)


def _choose_edition(previous: Lexicon, lexicon: Lexicon) -> Lexicon:
    """Returns the edition of the last release that this one is compared with: the whole lexicon, or
    the edition with the same name. Raises `LexiconError`."""
    if lexicon.edition_name == lexicon.name or previous.edition_name != previous.name:
        return previous
    return previous.edition(lexicon.edition_name)


def _export(lexicon: Lexicon, format_: WordFormat) -> dict[str, bytes]:
    """Returns the files of a format, which are named after the edition and, if the suffix is
    ambiguous, after the format. Raises `WordtoolsError`."""
    suffixes = format_.suffixes or find_format(format_.name.partition("-")[0]).suffixes
    path = Path(lexicon.edition_name + suffixes[0])
    stem = lexicon.edition_name
    if find_format_by_suffix(path) is not format_:
        stem = f"{stem}-{format_.name}"
    files = encode_lexicon(lexicon, format_)
    return {f"{stem}{end or suffixes[0]}": data for end, data in files.items()}


def _describe(lexicon: Lexicon, names: list[str]) -> Iterator[str]:
    """Yields the lines of the page about a release."""
    manifest = lexicon.manifest
    yield f"# {manifest.title}"
    yield ""
    since = f", in force from {manifest.effective}" if manifest.effective else ""
    lengths = f"{manifest.lengths[0]} to {manifest.lengths[1]} tiles"
    words = pluralize(manifest.words, "word")
    yield f"{words} of {lengths}{since}. Rulings name this list by its digest:"
    yield from ("", f"    {lexicon.digest}", "", "## Editions", "")
    yield from _format_table(
        ["edition", "words", "which"],
        [[name, f"{e.words:,}", e.describe()] for name, e in manifest.editions.items()],
    )
    yield from ("", "## Files", "")
    yield f"`sha256sum -c {SUMS}` checks them all."
    yield ""
    yield from (f"- `{name}`" for name in names)
    yield from ("", "## Sources and their licences", "")
    if made := manifest.derivation:
        yield from (f"Made of {made}.", "")
    yield from _format_table(
        ["source", "licence", "SHA-256"],
        [
            [_name(source), source.licence or "not stated", source.sha256]
            for source in manifest.sources
        ],
    )
    yield from ("", f"Compiled by {manifest.tool}.")


def _name(source: SourceFile) -> str:
    return " ".join(filter(None, (source.file, source.package, source.version)))


def _format_table(head: list[str], rows: list[list[str]]) -> Iterator[str]:
    for row in (head, ["---"] * len(head), *rows):
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


def _join_lines(lines: Iterator[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()
