"""Ports for servers that the tests start."""

from __future__ import annotations

import random
import socket

_PORTS = range(10_000, 32_000)
"""Below those that systems give to outgoing connections, which would sometimes take the port of a
server that is starting or restarting."""


def choose_port() -> int:
    """A random port of this machine that nobody uses now, so that tests running at the same time do
    not choose the same."""
    while True:
        with socket.socket() as free:
            port = random.SystemRandom().choice(_PORTS)
            try:
                free.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
