"""A network between a service and its database, which tests can cut."""

from __future__ import annotations

import select
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa


class Proxy:
    """Forwards data from a port of this machine to the server's socket and back."""

    def __init__(self, server: Path) -> None:
        self._server = str(server)
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=100)
        self._ends: dict[socket.socket, socket.socket] = {}
        self._state = "open"
        self._changed, self._change = socket.socketpair()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def through(self, url: str) -> str:
        """The URL that leads through here to the database of this URL."""
        parsed = sa.make_url(url)
        there = parsed.set(query={}, host="127.0.0.1", port=self._listener.getsockname()[1])
        return there.render_as_string(hide_password=False)

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Nothing arrives in either direction, and neither side gets an error; data in transit
        arrives late.
        """
        self._become("silent")
        try:
            yield
        finally:
            self._become("open")

    @contextmanager
    def closed(self) -> Iterator[None]:
        """Every connection is reset immediately."""
        self._become("closed")
        try:
            yield
        finally:
            self._become("open")

    def cut(self) -> None:
        """Nothing is forwarded from now on."""
        self._become("silent")

    def close(self) -> None:
        self._become("ended")
        self._thread.join()
        for end in [*self._ends, self._listener, self._change, self._changed]:
            end.close()

    def _become(self, state: str) -> None:
        self._state = state
        self._change.send(b"\0")

    def _run(self) -> None:
        while self._state != "ended":
            heard = [] if self._state == "silent" else list(self._ends)
            ready, _, _ = select.select([self._changed, self._listener, *heard], [], [])
            for end in ready:
                if end is self._changed:
                    end.recv(100)
                    if self._state == "closed":
                        for each in list(self._ends):
                            self._reset(each)
                elif end is self._listener:
                    self._accept()
                elif end in self._ends:
                    self._pass_on(end)

    def _accept(self) -> None:
        client, _ = self._listener.accept()
        server = socket.socket(socket.AF_UNIX)
        try:
            if self._state == "closed":
                raise OSError
            server.connect(self._server)
        except OSError:
            self._end(client)
            server.close()
        else:
            self._ends |= {client: server, server: client}

    def _pass_on(self, end: socket.socket) -> None:
        try:
            sent = end.recv(1 << 16)
            if sent:
                self._ends[end].sendall(sent)
        except OSError:
            sent = b""
        if not sent:
            self._reset(end)

    def _reset(self, end: socket.socket) -> None:
        if end in self._ends:
            other = self._ends.pop(end)
            del self._ends[other]
            self._end(end)
            self._end(other)

    def _end(self, end: socket.socket) -> None:
        if end.family == socket.AF_INET:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        end.close()
