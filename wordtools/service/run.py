"""Starts the service."""

from __future__ import annotations

import errno
import gc
import ipaddress
import os
import resource
import socket
import ssl
import sys
import warnings
from collections.abc import Callable
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from wordtools.background import end_with_parent
from wordtools.errors import WordtoolsError
from wordtools.judge.acts import LexiconFacts
from wordtools.judge.password import DirectorPassword
from wordtools.log.holding import hold_tables
from wordtools.log.log import Log, LogError
from wordtools.service import access
from wordtools.service.config import ServerConfig, ServiceConfig
from wordtools.service.lists import find_local_offers
from wordtools.service.port_holder import describe_holders
from wordtools.service.shared_folder import join_folder, make_folder
from wordtools.signing.minisign import SecretKey
from wordtools.wording import pluralize

if TYPE_CHECKING:
    from starlette.types import ASGIApp

_FOLDER = "WORDTOOLS_SERVICE_FOLDER"  # variable that names the processes' shared folder
_CONFIG = "config.json"  # the configuration file in that folder
_KEY = "WORDTOOLS_SERVICE_KEY"  # variable that holds the key for signing heads, which is on no disk
_ENDING = 6  # seconds within which a worker must end after the main process


def check_certificate(server: ServerConfig) -> None:
    """Raises `WordtoolsError` if the service's certificate cannot be used."""
    if server.certfile is None:
        return
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(server.certfile, server.keyfile)
    except (ssl.SSLError, OSError):
        raise WordtoolsError(
            f"{server.certfile} and {server.keyfile} are not a certificate and its key in PEM "
            "format; name files that are"
        ) from None


def check_proxies(server: ServerConfig) -> None:
    """Raises `WordtoolsError` for anything that is neither an address nor a network."""
    for proxy in server.proxies:
        try:
            ipaddress.ip_network(proxy)
        except ValueError:
            raise WordtoolsError(
                f"--proxy {proxy} is neither an address nor a network; "
                "write it as 10.0.0.5 or 10.0.0.0/24"
            ) from None


def check_address(server: ServerConfig) -> str:
    """Returns the numeric address to listen on. Raises `WordtoolsError` if the service cannot
    listen there. If another program is listening, the message names that program if possible."""
    try:
        addresses = socket.getaddrinfo(server.host, server.port, type=socket.SOCK_STREAM)
        family, _, _, _, (host, *_) = addresses[0]
        with socket.socket(family) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((server.host, server.port))
            listener.listen()
    except OSError as error:
        reason = error.strerror
        if error.errno == errno.EADDRINUSE:
            reason = describe_holders(str(host), server.port)
        raise WordtoolsError(
            f"the service cannot listen on {server.host}:{server.port}: {reason}"
        ) from None
    return str(host)


def prepare_log(
    config: ServiceConfig, first: LexiconFacts | None, password: DirectorPassword | None
) -> list[str]:
    """Prepares the log: creates missing tables, stores the password's hash, and puts the first
    lexicon (if any) in force unless one already is. Keeps the old password if there is no new one.
    Returns notes for the director, such as an upgrade of the log or a different lexicon in force.
    Raises `LogError`."""
    log = Log(config.log)
    state = access.open_service(log, first, password, config.describe())
    number, head = log.read_head()
    risk = log.find_risk()
    log.close()
    notes = [] if log.upgrade is None else [f"the log {log.url} was {log.upgrade}"]
    if first is not None:
        notes.append(f"the log {log.url} has {pluralize(number, 'record')}, head {head}.")
    if risk is not None:
        notes.append(risk)
    if first is not None and (state.lexicon, state.digest) != (first.edition, first.digest):
        notes.append(
            f"the current lexicon is {state.lexicon} ({state.digest[:12]}), as recorded in the "
            f"log, not {first.edition} ({first.digest[:12]}); to change it, choose {first.edition} "
            "on the director's page."
        )
    return notes


def run_service(
    config: ServiceConfig, server: ServerConfig, host: str, announce: Callable[[], None]
) -> None:
    """Serves at the address from `check_address` until interrupted. Calls `announce` when ready.
    Call `prepare_log` first. Raises `WordtoolsError` if the service cannot start or continue."""
    from wordtools.service import processes

    _raise_file_limit()
    plays = "play" in config.doors
    with hold_tables(config.log) if plays else nullcontext(), make_folder() as folder:
        config = msgspec.structs.replace(config, folder=folder, proxies=server.proxies)
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)  # shared counts of all workers
        os.environ[_FOLDER] = str(folder)
        os.environ[_KEY] = msgspec.json.encode(config.key).decode()
        public = msgspec.structs.replace(config, key=None)
        (folder / _CONFIG).write_bytes(msgspec.json.encode(public, enc_hook=str))
        try:
            processes.serve("wordtools.service.run:load_app", server, host, folder, announce)
        finally:
            with suppress(LogError):
                Log(config.log).close()  # so that no worker deletes the folder while others use it


def _raise_file_limit() -> None:
    """Raises the limit of open files to the system's maximum."""
    _, maximum = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (maximum, maximum))


def load_app() -> ASGIApp:
    """The application of a worker process, called by granian."""
    from granian.utils.proxies import wrap_asgi_with_proxy_headers

    from wordtools.service.app import create_app

    def decode(_: type[Path], text: str) -> Path:
        return Path(text)

    if not sys.warnoptions:  # as in the parent process
        warnings.simplefilter("ignore")
    end_with_parent(_ENDING)  # an orphaned worker would continue to rule and block the address
    folder = Path(os.environ[_FOLDER])
    join_folder(folder)
    data = (folder / _CONFIG).read_bytes()
    config = msgspec.json.decode(data, type=ServiceConfig, dec_hook=decode)
    key = msgspec.json.decode(os.environ.pop(_KEY), type=SecretKey | None)
    config = msgspec.structs.replace(config, key=key)
    if config.home:
        config = _offer_local_lists(config)
    app: ASGIApp = wrap_asgi_with_proxy_headers(create_app(config), config.proxies)
    # Exempt existing objects from garbage collection, which would delay requests by 50 ms.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    return app


def _offer_local_lists(config: ServiceConfig) -> ServiceConfig:
    """Adds all lists of this machine to the configuration, including those made since the start."""
    offers = find_local_offers(config.trust)
    if offers:
        log = Log(config.log, prepared=True)
        access.begin_to_judge(log, offers[0][1])
        log.close()
    return msgspec.structs.replace(config, offers=[offer for offer, _ in offers])
