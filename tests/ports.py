"""Ports for servers that the tests start."""

from __future__ import annotations

import random
import socket

_PORTS = range(10_000, 32_000)
"""These ports are below those that systems give to outgoing connections. An outgoing connection
would sometimes take the port of a server that is starting or restarting."""


def choose_port() -> int:
    """A random unused port of this machine. It is random so that tests running at the same time do
    not choose the same port."""
    while True:
        with socket.socket() as free:
            port = random.SystemRandom().choice(_PORTS)
            try:
                free.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
