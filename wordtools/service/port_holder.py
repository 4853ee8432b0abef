"""Who listens on a port already: on Linux, as `/proc` tells of this user's processes."""

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
"""Characters of a command that a sentence has room for."""


class Holder(NamedTuple):
    """A process that listens: its number and its command, as a shell reads it."""

    pid: int
    command: str


def describe_holders(family: int, host: str, port: int) -> str:
    """Who has this port, and what to do about it, as the end of a sentence."""
    holders = find_holders(family, host, port)
    if not holders:
        return (
            "the port is taken by another program; stop that (`sudo lsof -i "
            f":{port}` names it), or choose another --port"
        )
    them = " and ".join(f"process {each.pid} ({each.command})" for each in holders)
    pids = " ".join(str(each.pid) for each in holders)
    return (
        f"the port is taken by {them}; stop that with Ctrl-C in its window or with `kill {pids}`, "
        "or choose another --port"
    )


def find_holders(family: int, host: str, port: int) -> list[Holder]:
    """The processes that listen at this address, each worker as the process that started it; not
    our own workers. Empty where the system does not tell."""
    sockets = {f"socket:[{inode}]" for inode in _list_inodes(family, host, port)}
    found = {
        _find_starter(pid)
        for pid in _list_pids()
        if sockets and sockets & set(_list_files(pid)) and _read_parent(pid) != os.getpid()
    }
    return [
        Holder(pid, command)
        for pid in sorted(found)
        if _read_parent(pid) not in found and (command := _read_command(pid))
    ]


def _find_starter(pid: int) -> int:
    """The process that started a worker, which would start another in its place; any other process
    itself."""
    parent = _read_parent(pid)
    return parent if parent > 1 and "multiprocessing" in _read_command(pid) else pid


def _list_inodes(family: int, host: str, port: int) -> Iterator[str]:
    """Of all sockets that listen on this port, at this address or, if either is, at any."""
    packed = socket.inet_pton(family, host.partition("%")[0])
    wanted = "".join(f"{word:08X}" for (word,) in struct.iter_unpack("=I", packed))
    for table in ("tcp", "tcp6"):
        with suppress(OSError):
            for line in (_PROC / "net" / table).read_text().splitlines()[1:]:
                _, local, _, state, *_ = fields = line.split()
                theirs, _, their_port = local.partition(":")
                meets = theirs == wanted or not int(theirs, 16) or not int(wanted, 16)
                if state == _LISTENING and int(their_port, 16) == port and meets:
                    yield fields[9]


def _list_pids() -> list[int]:
    with suppress(OSError):
        return sorted(int(each.name) for each in _PROC.iterdir() if each.name.isdecimal())
    return []


def _list_files(pid: int) -> Iterator[str]:
    """What a process has open; nothing of other users' processes."""
    with suppress(OSError):
        for link in (_PROC / str(pid) / "fd").iterdir():
            with suppress(OSError):
                yield str(link.readlink())


def _read_parent(pid: int) -> int:
    with suppress(OSError):
        found = re.search(r"^PPid:\s*(\d+)", (_PROC / str(pid) / "status").read_text(), re.M)
        return int(found[1]) if found else 0
    return 0


def _read_command(pid: int) -> str:
    """The command line, shortened; "" when the process has ended."""
    with suppress(OSError):
        data = (_PROC / str(pid) / "cmdline").read_bytes()
        command = shlex.join(os.fsdecode(data).rstrip("\0").split("\0"))
        if len(command) > _LONGEST_COMMAND:
            command = command[: _LONGEST_COMMAND - 1] + "…"
        return command
    return ""
