"""Starts the service: what it offers, its log, its address, its worker processes."""

from __future__ import annotations

import errno
import gc
import ipaddress
import multiprocessing
import os
import resource
import signal
import socket
import ssl
import sys
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from wordtools.errors import WordtoolsError
from wordtools.judge.acts import LexiconFacts
from wordtools.judge.password import DirectorPassword
from wordtools.lexicon import find
from wordtools.lexicon.lexicon import Lexicon
from wordtools.log.log import Log, LogError
from wordtools.service import access
from wordtools.service.config import LexiconOffer, ServerConfig, ServiceConfig
from wordtools.service.port_holder import describe_holders
from wordtools.service.shared_folder import join_folder, make_folder
from wordtools.wording import pluralize

if TYPE_CHECKING:
    from starlette.types import ASGIApp

_FOLDER = "WORDTOOLS_SERVICE_FOLDER"
"""The environment variable that names the folder which the processes share."""
_CONFIG = "config.json"
"""The file in it with the configuration."""
_ENDING = 6
"""Seconds that a worker has to end when the main process is no more."""


def find_offers(names: Sequence[str]) -> list[tuple[LexiconOffer, LexiconFacts]]:
    """What these names offer, each with what it is: an edition only itself, a whole lexicon its
    editions as well. Raises `LexiconError`, or `WordtoolsError` when a name is offered
    twice."""
    found: dict[str, tuple[LexiconOffer, LexiconFacts]] = {}
    for name in names:
        path, edition = find.locate_lexicon(name)
        opened = Lexicon.read(path, edition)
        editions = [edition] if edition else [opened.name, *opened.manifest.editions]
        for each in dict.fromkeys(editions):
            offer = LexiconOffer(each, str(path.resolve()), each)
            if each in found and found[each][0] != offer:
                raise WordtoolsError(f"{path} and {found[each][0].path} both offer {each}")
            found[each] = (offer, LexiconFacts(each, opened.digest, opened.name))
    return list(found.values())


def check_certificate(server: ServerConfig) -> None:
    """Raises `WordtoolsError` when the service has a certificate that it could not use."""
    if server.certfile is None:
        return
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(server.certfile, server.keyfile)
    except (ssl.SSLError, OSError):
        raise WordtoolsError(
            f"{server.certfile} and {server.keyfile} are not a certificate and its key (PEM)"
        ) from None


def check_proxies(server: ServerConfig) -> None:
    """Raises `WordtoolsError` for what is no address: everyone must not be believed."""
    for proxy in server.proxies:
        try:
            ipaddress.ip_network(proxy)
        except ValueError:
            raise WordtoolsError(
                f"--proxy {proxy} is neither an address nor a network; "
                "write it as 10.0.0.5 or 10.0.0.0/24"
            ) from None


def check_address(server: ServerConfig) -> str:
    """The numbers of the address to listen on. Raises `WordtoolsError` when that cannot be done,
    with the name of who has it, if that can be found out."""
    try:
        found = socket.getaddrinfo(server.host, server.port, type=socket.SOCK_STREAM)
        family, _, _, _, (host, *_) = found[0]
        with socket.socket(family) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((server.host, server.port))
            listener.listen()
    except OSError as error:
        reason = error.strerror
        if error.errno == errno.EADDRINUSE:
            reason = describe_holders(family, str(host), server.port)
        raise WordtoolsError(
            f"the service cannot listen on {server.host}:{server.port}: {reason}"
        ) from None
    return str(host)


def prepare_log(
    config: ServiceConfig, first: LexiconFacts, password: DirectorPassword
) -> list[str]:
    """Creates what is missing in the log, keeps the password's hash in it, and puts the first
    lexicon in force when none is. Returns sentences: whether the log was upgraded, how far it
    reaches, what its server may lose, and whether another lexicon than the first stays in force.
    Raises `LogError`."""
    log = Log(config.log)
    state = access.open_service(log, first, password, config.describe())
    number, head = log.read_head()
    risk = log.find_risk()
    log.close()
    notes = [f"the log {log.url} has {pluralize(number, 'record')}, head {head}."]
    if log.upgrade is not None:
        notes.insert(0, f"the log {log.url} was {log.upgrade}")
    if risk is not None:
        notes.append(risk)
    if (state.lexicon, state.digest) != (first.edition, first.digest):
        notes.append(
            f"the current lexicon is {state.lexicon} ({state.digest[:12]}), as the log has it, not "
            f"{first.edition} ({first.digest[:12]}); choose {first.edition} on the director's page "
            "to use it."
        )
    return notes


def run_service(
    config: ServiceConfig, server: ServerConfig, host: str, announce: Callable[[], None]
) -> None:
    """Serves until it is interrupted, on the address that `check_address` returned, and calls
    `announce` as soon as requests are answered. `prepare_log` must have been called. Raises
    `WordtoolsError` when the service does not start, or cannot go on."""
    from wordtools.service import processes

    _raise_file_limit()
    with make_folder() as folder:
        config = msgspec.structs.replace(config, folder=folder, proxies=server.proxies)
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)  # where the workers' counts meet
        os.environ[_FOLDER] = str(folder)
        (folder / _CONFIG).write_bytes(msgspec.json.encode(config, enc_hook=str))
        try:
            processes.serve("wordtools.service.run:load_app", server, host, folder, announce)
        finally:
            with suppress(LogError):
                Log(config.log).close()  # each worker left it to the others


def _raise_file_limit() -> None:
    """Lets this process, and those that it starts, open as many files as the system allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def load_app() -> ASGIApp:
    """The service in a worker process, as granian asks for it."""
    from granian.utils.proxies import wrap_asgi_with_proxy_headers

    from wordtools.service.app import create_app

    def decode(_: type[Path], text: str) -> Path:
        return Path(text)

    if not sys.warnoptions:  # as in the process that started this one
        warnings.simplefilter("ignore")
    _end_with_parent()
    folder = Path(os.environ[_FOLDER])
    join_folder(folder)
    data = (folder / _CONFIG).read_bytes()
    config = msgspec.json.decode(data, type=ServiceConfig, dec_hook=decode)
    app: ASGIApp = wrap_asgi_with_proxy_headers(create_app(config), config.proxies)
    # What exists now stays: a collector that walks all of it makes requests wait for 50 ms.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    return app


def _end_with_parent() -> None:
    """Ends a worker process when the service's main process is no more, even if it was killed: else
    workers went on ruling, and kept the address, with nobody to stop them."""
    parent = multiprocessing.parent_process()
    if parent is None:  # this is the main process
        return

    def watch() -> None:
        parent.join()  # on a pipe that the system closes when the parent ends
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(_ENDING)
        os._exit(1)  # it hangs; what it has answered is on disk

    threading.Thread(target=watch, daemon=True, name="end with parent").start()
