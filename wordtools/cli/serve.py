"""`wordtools serve`: run the judge as a service."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordtools.cli.app import (
    InsecurePassword,
    KeyPasswordFile,
    LogOption,
    SignedByOption,
    app,
    lexicon_option,
)
from wordtools.cli.naming import LexiconCommand
from wordtools.errors import WordtoolsError
from wordtools.folders import choose_table_key
from wordtools.lexicon.file import read_manifest
from wordtools.lexicon.find import locate_lexicon
from wordtools.wording import join_list, reveal

if TYPE_CHECKING:
    from wordtools.log.log import Log

HeadsOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="The file of signed heads. [default: beside the log, with the suffix .heads]",
        show_default=False,
    ),
]
KeyOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="The event's secret key, which signs the log's head and receipts."
    ),
]


@app.command(cls=LexiconCommand)
def serve(
    lexicon: Annotated[
        list[str],
        lexicon_option(
            "A lexicon to offer; the first is in force until the director chooses another.",
            envvar="WORDTOOLS_LEXICON",
        ),
    ],
    rules: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help='A custom ruleset for plays on a board; club.toml is offered as "club".',
        ),
    ] = None,
    log: LogOption = "",
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen on.")] = 8000,
    doors: Annotated[
        str,
        typer.Option(
            help="What the service offers, separated by commas: look-up, play, judge. "
            "With several, a home page links to them."
        ),
    ] = "judge",
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="The number of worker processes.")
    ] = 1,
    certfile: Annotated[Path | None, typer.Option(help="The TLS certificate (PEM).")] = None,
    keyfile: Annotated[Path | None, typer.Option(help="The certificate's key (PEM).")] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="The address or network of a trusted proxy; may be repeated. [default: this "
            "machine]",
            show_default=False,
        ),
    ] = None,
    root_path: Annotated[
        str, typer.Option(help="The path prefix under which a proxy serves it, such as /judge.")
    ] = "",
    password_file: Annotated[
        Path | None,
        typer.Option(help="A file with the director's password or its hash. [default: ask]"),
    ] = None,
    insecure: InsecurePassword = False,
    signed_by: SignedByOption = None,
    key: KeyOption = None,
    key_password_file: KeyPasswordFile = None,
    heads: HeadsOption = None,
    receipt_page: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS", help="The published page to which the QR codes of receipts link."
        ),
    ] = "",
    settings: Annotated[Path | None, typer.Option(help="Time limits and sizes (TOML).")] = None,
    log_words: Annotated[
        bool, typer.Option("--log-words", help="Also print challenged words to standard error.")
    ] = False,
) -> None:
    """Serve the judge over HTTP, with pages for stations and the director, or tables for play.

    Listens on this machine only, unless you set --host. Ctrl-C stops it.
    """
    from wordtools.cli.sign import read_secret_key
    from wordtools.judge import rulesets
    from wordtools.judge import settings as service_settings
    from wordtools.judge.password import DirectorPassword
    from wordtools.service import access
    from wordtools.service import run as service
    from wordtools.service.config import ServerConfig, ServiceConfig
    from wordtools.service.lists import find_offers
    from wordtools.signing.heads import choose_file
    from wordtools.signing.trust import read_trust

    _check_files(certfile, keyfile)
    opened = _read_doors(doors, workers)
    prefix = "/" + root_path.strip("/") if root_path.strip("/") else ""
    limits = service_settings.read(settings)
    trust = read_trust(signed_by) if signed_by else None
    offers = find_offers(lexicon, trust)
    own = rulesets.find_offers(rules or [])
    signer = None if key is None else read_secret_key(key, key_password_file, insecure)
    heads_file = None if signer is None else choose_file(heads, log).absolute()
    stored = access.find_password(log)
    if password_file is None:
        password = DirectorPassword.from_prompt(known=stored)
    else:
        password = DirectorPassword.from_file(password_file, insecure=insecure, known=stored)
    scheme = "https" if certfile else "http"
    name = f"[{host}]" if ":" in host else host
    address = f"{scheme}://{name}:{port}{prefix}/"
    lexicons = [offer for offer, _ in offers]
    warn_of_experimental(map(locate_lexicon, lexicon))
    config = ServiceConfig(
        log,
        lexicons,
        limits,
        own,
        opened,
        root_path=prefix,
        log_words=log_words,
        trust=trust,
        address=address,
        key=signer,
        heads=heads_file,
        receipt_page=receipt_page,
    )
    server = ServerConfig(host, port, workers, certfile, keyfile, proxy or ["127.0.0.1", "::1"])
    service.check_certificate(server)
    service.check_proxies(server)
    serving = f"serving at {address} (director: {prefix}/director)"
    numeric_host = service.check_address(server)
    for note in service.prepare_log(config, offers[0][1], password):
        report(note)
    if certfile is None and host not in ("127.0.0.1", "::1", "localhost"):
        report(
            f"connections to {host} are not encrypted, so others can read tokens and words; use "
            "--certfile and --keyfile, or a TLS proxy."
        )
    service.run_service(config, server, numeric_host, lambda: report(serving))


def _check_files(certfile: Path | None, keyfile: Path | None) -> None:
    """Raises `WordtoolsError` unless both files exist or neither is named."""
    if (certfile is None) != (keyfile is None):
        raise WordtoolsError("give both --certfile and --keyfile")
    for file in (certfile, keyfile):
        if file is not None and not file.is_file():
            raise WordtoolsError(f"{file}: there is no such file")


def _read_doors(text: str, workers: int) -> tuple[str, ...]:
    """Returns the doors to open. Raises `WordtoolsError` if a door is unknown, or if tables cannot
    be played."""
    from wordtools.service.config import DOORS
    from wordtools.table.sealing import read_key

    doors = tuple(dict.fromkeys(text.split(",")))
    if unknown := {*doors} - {*DOORS}:
        raise WordtoolsError(f"--doors {min(unknown)}: choose from {join_list(DOORS)}")
    if "play" in doors:
        if workers > 1:
            raise WordtoolsError("tables are played in one process; leave out --workers")
        _ = read_key(choose_table_key())
    return doors


def warn_of_experimental(editions: Iterable[tuple[Path, str | None]]) -> None:
    """Warns of editions whose makers call them experimental. `editions` maps each lexicon's path to
    the name of an edition, or to None for the whole lexicon. Raises `LexiconError`."""
    names = []
    for path, edition in editions:
        manifest = read_manifest(path)
        name = edition or manifest.name
        if manifest.editions[name].maturity == "experimental":
            names.append(name)
    if names:
        report(
            f"{join_list(names)}: experimental, with many unacceptable words; do not use at a "
            "tournament."
        )


def report(sentence: str) -> None:
    """Prints a notice for the director before judging begins."""
    print(f"wordtools: {reveal(sentence)}", file=sys.stderr, flush=True)


def report_upgrade(log: Log) -> None:
    """Reports an upgrade of the log's format."""
    if log.upgrade is not None:
        report(f"the log {log.url} was {log.upgrade}")
