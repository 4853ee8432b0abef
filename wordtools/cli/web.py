"""`wordtools web`: look up, judge and play in the browser of this machine."""

from __future__ import annotations

import os
import random
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from wordtools.cli.app import SignedByOption, app
from wordtools.cli.serve import report
from wordtools.errors import WordtoolsError
from wordtools.files import write_files
from wordtools.folders import find_user_data
from wordtools.locks import hold_file

_HOST = "127.0.0.1"
_PORTS = range(20_000, 30_000)
"""The ports to choose from; systems assign none of these to outgoing connections."""


class _Remembered(msgspec.Struct, frozen=True):
    """The port of this `wordtools web`, which is remembered for the next run."""

    port: int = 0


@app.command()
def web(
    browser: Annotated[
        bool,
        typer.Option("--browser/--no-browser", help="Open the browser, or just print the address."),
    ] = True,
    port: Annotated[
        int | None,
        typer.Option(
            min=1, max=65535, help="The port. [default: the one used last time, or a free one]"
        ),
    ] = None,
    signed_by: SignedByOption = None,
    set_password: Annotated[
        bool, typer.Option("--set-password", help="Ask for a new director's password first.")
    ] = False,
    log: Annotated[
        str,
        typer.Option(
            metavar="LOG",
            envvar="WORDTOOLS_LOG",
            help="The log of tables and rulings: a file, or postgresql://USER@HOST/DATABASE. "
            "[default: rulings.db in your own folder]",
            show_default=False,
        ),
    ] = "",
) -> None:
    """Look up words, judge and play in your browser, on this machine alone.

    Opens a home page with all three doors, which can also make word lists. If wordtools is already
    running, this only opens the page again. Ctrl-C ends it; you can continue games next time.
    """
    from wordtools.judge import settings
    from wordtools.judge.password import DirectorPassword
    from wordtools.service import access
    from wordtools.service import run as service
    from wordtools.service.config import DOORS, ServerConfig, ServiceConfig
    from wordtools.signing.trust import read_trust

    trust = read_trust(signed_by) if signed_by else None
    folder = find_user_data()
    folder.mkdir(parents=True, exist_ok=True)
    memory = folder / "web.json"
    with hold_file(folder / "web.lock") as is_first:
        remembered = _read_memory(memory)
        if not is_first:
            address = _make_address(remembered.port)
            print(f"wordtools is already running at {address}", flush=True)
            _show(address, browser)
            return
        log = log or str(folder / "rulings.db")
        known = access.find_password(log)
        password = DirectorPassword.from_prompt(known=known) if set_password else known
        server = ServerConfig(_HOST, port or _choose_port(remembered.port))
        host = service.check_address(server)
        write_files({memory: msgspec.json.encode(_Remembered(server.port))})
        address = _make_address(server.port)
        config = ServiceConfig(
            log, [], settings.Settings(), doors=DOORS, home=True, trust=trust, address=address
        )
        for note in service.prepare_log(config, None, password):
            report(note)

        def announce() -> None:
            print(f"wordtools is running at {address}\nCtrl-C ends it.", flush=True)
            _show(address, browser)

        service.run_service(config, server, host, announce)


def _read_memory(path: Path) -> _Remembered:
    """Returns the settings remembered from an earlier run, or empty settings if they are missing or
    damaged."""
    with suppress(OSError, msgspec.MsgspecError):
        return msgspec.json.decode(path.read_bytes(), type=_Remembered)
    return _Remembered()


def _choose_port(remembered: int) -> int:
    """Returns the remembered port, so that the browser keeps its seats, or a free port if the
    remembered one is taken. Raises `WordtoolsError` if no port is free."""
    for port in [remembered, *random.sample(_PORTS, 100)]:
        with suppress(OSError, OverflowError), socket.socket() as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((_HOST, port))
            listener.listen()
            if port:
                return port
    raise WordtoolsError("no port is free; name one with --port")


def _make_address(port: int) -> str:
    return f"http://{_HOST}:{port}/"


def _show(address: str, wanted: bool) -> None:
    """Opens a browser if it is `wanted` and if this machine has a graphical desktop; a browser in
    the terminal would hide the program."""
    has_windows = sys.platform == "darwin" or any(
        name in os.environ for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
    )
    if not wanted:
        return
    import webbrowser

    if not has_windows or not webbrowser.open(address):
        print("Open this address in a browser.", flush=True)
