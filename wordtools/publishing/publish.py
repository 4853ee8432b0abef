"""Publishes a judge page or a look-up page in the form of files for any web server, folder or USB
stick.

A page has one script, one style sheet and, for each lexicon, a script that contains its bytes in
base64. A page opened from a disk can load neither modules nor data. A page in a single file
contains the same scripts. Files other than `index.html`, the service worker and the manifest are
named after a hash of their content.
"""

from __future__ import annotations

import base64
import datetime
import hashlib
import html
import json
import re
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from string import Template
from typing import Literal, NamedTuple, cast, get_args

import msgspec

from wordtools import pages
from wordtools.errors import WordtoolsError
from wordtools.files import remove_unfinished, write_files
from wordtools.lexicon.lexicon import Lexicon
from wordtools.locks import hold_folder
from wordtools.publishing.bundle import PAGES, bundle
from wordtools.publishing.settings import PageSettings, make_settings
from wordtools.signing.trust import Trust, check_lexicon, require_one_signature
from wordtools.version import __version__
from wordtools.wording import suggest

PageKind = Literal["judge", "look-up"]

_INDEX, _WORKER, _MANIFEST = "index.html", "service-worker.js", "manifest.webmanifest"
_TRUSTS = '"trust":{'  # part of the settings of any page that checks signatures
_GENERATOR = '<meta name="generator" content="wordtools '
_OF_CONTENT = re.compile(r"[a-z]+\.[0-9a-f]{16}\.(?:js|css|svg)")
# the mark by which the script recognises that the style sheet is complete
_END_OF_STYLE = "\n:root {\n  --complete: yes;\n}\n"
_NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; "
FOLDER_POLICY = (
    f"{_NOTHING}script-src 'self'; style-src 'self'; img-src 'self'; manifest-src 'self'; "
    "connect-src 'self'; worker-src 'self'"
)
"""The policy for a page in a folder, which lets the page load files from its own server."""


class Published(NamedTuple):
    """The files of a page with their sizes in bytes, and the signers of each edition."""

    files: dict[Path, int]
    signers: dict[str, list[str]]


def find_page_kind(name: str) -> PageKind:
    """The kind of page with this name. Raises `WordtoolsError`."""
    if name not in get_args(PageKind):
        raise WordtoolsError(f"there is no page {name!r}; {suggest(name, get_args(PageKind))}")
    return cast(PageKind, name)


def publish_page(
    lexicons: Sequence[Lexicon],
    folder: Path,
    *,
    page: PageKind = "judge",
    study: bool = False,
    single_file: bool = False,
    opaque: bool = False,
    trust: Trust | None = None,
    events: Trust | None = None,
    language: str = "",
    today: datetime.date | None = None,
) -> Published:
    """Writes a page for these lexicons into a folder, replacing a page published there before.
    `opaque`: hide the lexicons' bytes from casual readers. `trust`: the keys that must have signed
    each lexicon. `events`: the keys whose receipts a look-up page checks. The messages are in
    `language` or, by default, in each lexicon's language. Raises `SignatureError` if a trusted
    signature is missing, and `OSError` if writing fails. Raises `WordtoolsError` for other faults,
    such as a folder that contains other files."""
    if study and page == "judge":
        raise WordtoolsError("a judge page shows no hooks; --study needs --page look-up")
    if events is not None:
        _check_events(events, page)
    _check_names(lexicons)
    _check_folder(folder, signed=trust is not None)
    signers = {one.edition_name: check_lexicon(one, trust) for one in lexicons} if trust else {}
    source = _PageSource.read(page)
    settings = make_settings(
        lexicons,
        source.script + source.body,
        language=language,
        published=today or _find_today(),
        trust=trust,
        events=events,
        opaque=opaque,
        study=study,
    )
    data = {one.digest: _encode_data(one, opaque=opaque) for one in lexicons}
    make = _make_single_file if single_file else _make_folder
    files = make(source, settings, data)
    folder.mkdir(parents=True, exist_ok=True)
    with hold_folder(folder):  # other processes may publish here at the same time
        _check_folder(folder, signed=trust is not None)
        return Published(_write(folder, files), signers)


def _check_names(lexicons: Sequence[Lexicon]) -> None:
    """Raises `WordtoolsError` if players could not tell two names apart."""
    names = [one.edition_name for one in lexicons]
    for name in names:
        if names.count(name) > 1:
            raise WordtoolsError(f"the lexicon {name} is named twice; players choose by this name")


def _check_events(events: Trust, page: PageKind) -> None:
    if page == "judge":
        raise WordtoolsError("a judge page checks no receipts; --event-key needs --page look-up")
    require_one_signature(events, "a receipt")


def make_served_page(lexicons: Sequence[Lexicon], language: str, script: str) -> dict[str, str]:
    """The files (keyed by name) of a look-up page with study aids, for a service to show. The page
    is in `language` and uses the service's own `script`. It has no service worker, because that
    would show the page even when the service refuses to."""
    source = _PageSource.read("look-up")
    settings = make_settings(
        lexicons,
        source.script + source.body,
        language=language,
        published=None,
        trust=None,
        events=None,
        opaque=False,
        study=True,
    )
    data = {one.digest: _encode_data(one, opaque=False) for one in lexicons}
    names, files = _make_parts(source, settings, data)
    tail = f'<script type="module" src="{html.escape(script)}"></script>'
    files[_INDEX] = _render(source, settings, FOLDER_POLICY, names.make_head(), tail)
    return files


def _find_today() -> datetime.date:
    return datetime.datetime.now(datetime.UTC).date()


class _PageSource(NamedTuple):
    """The parts of a page: its script, its style sheet, its icon, and the body of its HTML."""

    script: str
    style: str
    icon: str
    body: str

    @classmethod
    def read(cls, page: PageKind) -> _PageSource:
        styles = [pages.STATIC / "style.css", PAGES / "page.css", PAGES / f"{page}.css"]
        body = (PAGES / f"{page}.html").read_text("utf-8")
        if page == "judge":
            styles.insert(1, pages.STATIC / "kiosk.css")
            body = body.replace("$screens", (pages.PAGES / "screens.html").read_text("utf-8"))
        return cls(
            bundle(PAGES / f"{page}.js"),
            "\n".join(path.read_text("utf-8") for path in styles) + _END_OF_STYLE,
            (pages.STATIC / "icon.svg").read_text("utf-8"),
            body,
        )


def _make_single_file(
    source: _PageSource, settings: PageSettings, data: dict[str, str]
) -> dict[str, str]:
    """The page as one file that contains everything, and that may load nothing else."""
    scripts = [source.script, *data.values()]
    hashes = " ".join(map(_hash_for_policy, scripts))
    policy = (
        f"{_NOTHING}script-src {hashes}; style-src {_hash_for_policy(source.style)}; img-src data:"
    )
    icon = base64.b64encode(source.icon.encode()).decode()
    head = (
        f'<link rel="icon" href="data:image/svg+xml;base64,{icon}">\n<style>{source.style}</style>'
    )
    tail = "\n".join(f"<script>{script}</script>" for script in scripts)
    return {_INDEX: _render(source, settings, policy, head, tail)}


class _PartNames(NamedTuple):
    """The names of a page's files: its lexicons (keyed by digest), script, style sheet and icon."""

    lexicons: dict[str, str]
    script: str
    style: str
    icon: str

    def make_head(self, more: str = "") -> str:
        """The elements of the page's head that load these files, with `more` among them."""
        return (
            f'<link rel="icon" href="{self.icon}">\n{more}<link rel="stylesheet" '
            f'href="{self.style}">\n<script defer src="{self.script}"></script>'
        )


def _make_parts(
    source: _PageSource, settings: PageSettings, data: dict[str, str]
) -> tuple[_PartNames, dict[str, str]]:
    """The names and texts of the files that a page in a folder loads. Names the lexicons' files in
    `settings`."""
    names = _PartNames(
        {digest: _name("lexicon", script, "js") for digest, script in data.items()},
        _name("page", source.script, "js"),
        _name("style", source.style, "css"),
        _name("icon", source.icon, "svg"),
    )
    for offer in settings.lexicons:
        offer.file = names.lexicons[offer.digest]
    files = {names.lexicons[digest]: script for digest, script in data.items()}
    files |= {names.script: source.script, names.style: source.style, names.icon: source.icon}
    return names, files


def _make_folder(
    source: _PageSource, settings: PageSettings, data: dict[str, str]
) -> dict[str, str]:
    """The files of the page; the index and the service worker come last."""
    names, files = _make_parts(source, settings, data)
    settings.worker = _WORKER
    files[_MANIFEST] = _make_manifest(settings, names.icon)
    head = names.make_head(f'<link rel="manifest" href="{_MANIFEST}">\n')
    files[_INDEX] = _render(source, settings, FOLDER_POLICY, head, "")
    kept = json.dumps(list(files))
    version = _hash("".join(files.values()))
    worker = (PAGES / _WORKER).read_text("utf-8")
    files[_WORKER] = f'const VERSION = "{version}";\nconst FILES = {kept};\n\n{worker}'
    return files


def _render(source: _PageSource, settings: PageSettings, policy: str, head: str, tail: str) -> str:
    first = settings.lexicons[0]
    texts = {key: html.escape(text) for key, text in settings.messages[first.language].items()}
    texts["named"] = html.escape(f"{first.title} · {first.edition} · {first.digest[:8]}")
    values = {
        "language": first.language,
        "policy": policy,
        "version": __version__,
        "title": html.escape(f"{first.title} · {first.edition}"),
        "head": head,
        "body": Template(source.body).substitute(texts),
        "settings": msgspec.json.encode(settings).decode().replace("<", r"\u003c"),
        "tail": tail,
    }
    return Template((PAGES / "page.html").read_text("utf-8")).substitute(values)


def _make_manifest(settings: PageSettings, icon: str) -> str:
    """The manifest with which browsers install the page as an app."""
    first = settings.lexicons[0]
    return json.dumps(
        {
            "name": f"{first.title} · {first.edition}",
            "short_name": first.edition,
            "lang": first.language,
            "start_url": _INDEX,
            "scope": "./",
            "display": "standalone",
            "background_color": "#f8f6f1",
            "theme_color": "#f8f6f1",
            "icons": [{"src": icon, "sizes": "any", "type": "image/svg+xml"}],
        },
        ensure_ascii=False,
    )


def _encode_data(lexicon: Lexicon, *, opaque: bool) -> str:
    """A script with the bytes of a lexicon, XORed with the digest if opaque."""
    data = lexicon.to_bytes()
    if opaque:
        data = bytes(a ^ b for a, b in zip(data, cycle(bytes.fromhex(lexicon.digest))))
    return f'lexicons.set("{lexicon.digest}", "{base64.b64encode(data).decode()}");\n'


def _name(name: str, content: str, suffix: str) -> str:
    return f"{name}.{_hash(content)}.{suffix}"


def _hash(content: str) -> str:
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def _hash_for_policy(content: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"


def _check_folder(folder: Path, *, signed: bool) -> None:
    """Raises `WordtoolsError` unless the folder is new, is empty, or holds only a page and files
    whose names begin with a dot, such as `.htaccess` and `.git`. A page that checks signatures may
    be replaced only by another page that checks them (`signed`)."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise WordtoolsError(f"{folder}: not a folder")
    for path in folder.iterdir():
        is_ours = _is_ours(path.name) and (path.is_file() or path.is_symlink())
        if not is_ours and not path.name.startswith("."):
            raise WordtoolsError(
                f"{folder} holds {path.name}, which is not part of a page; choose another folder"
            )
    index = folder / _INDEX
    text = index.read_text("utf-8", "replace") if index.exists() else None
    if text is not None and _GENERATOR not in text:
        raise WordtoolsError(
            f"{folder} holds an index.html that wordtools did not write; choose another folder"
        )
    if not signed and text is not None and _TRUSTS in text:
        raise WordtoolsError(
            f"{folder} holds a page that checks signatures; name the key with --signed-by, or "
            "choose another folder"
        )


def _is_ours(name: str) -> bool:
    return name in (_INDEX, _WORKER, _MANIFEST) or _OF_CONTENT.fullmatch(name) is not None


def _write(folder: Path, files: dict[str, str]) -> dict[Path, int]:
    """Writes all files or none, then deletes the files of the previous page, and any files left
    behind when a `publish` was killed."""
    contents = {folder / name: text.encode() for name, text in files.items()}
    remove_unfinished(folder)
    write_files(contents)
    for path in folder.iterdir():
        if path not in contents and _is_ours(path.name):
            path.unlink()
    return {path: len(content) for path, content in contents.items()}
