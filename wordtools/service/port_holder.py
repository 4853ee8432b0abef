"""The processes that already listen on a port: those of this user, found in Linux' `/proc`."""

from __future__ import annotations

import os
import re
import shlex
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

_PROC = Path("/proc")
_LISTENING = "0A"  # TCP_LISTEN
_LONGEST_COMMAND = 100
"""The characters of a command that are shown in a sentence."""


class Holder(NamedTuple):
    """A process that listens: its id and its command, quoted for a shell."""

    pid: int
    command: str


def describe_holders(family: int, host: str, port: int) -> str:
    """The programs that have this port, and how to free it, as the end of a sentence."""
    holders = find_holders(family, host, port)
    if not holders:
        return (
            "the port is taken by another program; stop that (`sudo lsof -i "
            f":{port}` names it), or choose another --port"
        )
    them = " and ".join(f"process {holder.pid} ({holder.command})" for holder in holders)
    pids = " ".join(str(holder.pid) for holder in holders)
    return (
        f"the port is taken by {them}; stop that with Ctrl-C in its window or with `kill {pids}`, "
        "or choose another --port"
    )


def find_holders(family: int, host: str, port: int) -> list[Holder]:
    """The processes that listen at this address, other than our own workers. For a worker, the
    process that started it. Empty if the system does not provide them."""
    sockets = {f"socket:[{inode}]" for inode in _list_inodes(family, host, port)}
    pids = {
        _find_starter(pid)
        for pid in _list_pids()
        if sockets and sockets & set(_list_files(pid)) and _read_parent(pid) != os.getpid()
    }
    return [
        Holder(pid, command)
        for pid in sorted(pids)
        if _read_parent(pid) not in pids and (command := _read_command(pid))
    ]


def _find_starter(pid: int) -> int:
    """The parent of a worker, which would replace a worker that is killed; for any other process,
    the process itself."""
    parent = _read_parent(pid)
    return parent if parent > 1 and "multiprocessing" in _read_command(pid) else pid


def _list_inodes(family: int, host: str, port: int) -> Iterator[str]:
    """The inodes of the sockets that listen on this port, at this address; 0.0.0.0 and [::] match
    any address."""
    packed = socket.inet_pton(family, host.partition("%")[0])
    wanted = "".join(f"{word:08X}" for (word,) in struct.iter_unpack("=I", packed))
    for table in ("tcp", "tcp6"):
        with suppress(OSError):
            for line in (_PROC / "net" / table).read_text().splitlines()[1:]:
                _, local, _, state, *_ = fields = line.split()
                address, _, local_port = local.partition(":")
                matches = address == wanted or not int(address, 16) or not int(wanted, 16)
                if state == _LISTENING and int(local_port, 16) == port and matches:
                    yield fields[9]


def _list_pids() -> list[int]:
    with suppress(OSError):
        return sorted(int(folder.name) for folder in _PROC.iterdir() if folder.name.isdecimal())
    return []


def _list_files(pid: int) -> Iterator[str]:
    """The open files of a process; none for processes of other users."""
    with suppress(OSError):
        for link in (_PROC / str(pid) / "fd").iterdir():
            with suppress(OSError):
                yield str(link.readlink())


def _read_parent(pid: int) -> int:
    with suppress(OSError):
        match = re.search(r"^PPid:\s*(\d+)", (_PROC / str(pid) / "status").read_text(), re.M)
        return int(match[1]) if match else 0
    return 0


def _read_command(pid: int) -> str:
    """The command line, shortened; "" if the process has ended."""
    with suppress(OSError):
        data = (_PROC / str(pid) / "cmdline").read_bytes()
        command = shlex.join(os.fsdecode(data).rstrip("\0").split("\0"))
        is_long = len(command) > _LONGEST_COMMAND
        return command[: _LONGEST_COMMAND - 1] + "…" if is_long else command
    return ""
