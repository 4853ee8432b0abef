"""Finds this user's processes that already listen on a port."""

from __future__ import annotations

import ipaddress
import os
import shlex
from contextlib import suppress
from typing import NamedTuple

import psutil

_LONGEST_COMMAND = 100
"""The maximum length of a command in a sentence."""


class Holder(NamedTuple):
    """A listening process: its id, and its command, quoted for a shell."""

    pid: int
    command: str


def describe_holders(host: str, port: int) -> str:
    """Returns the end of a sentence that names the programs using this port and says how to free
    it.
    """
    holders = find_holders(host, port)
    if not holders:
        return (
            "the port is taken by another program; stop it (`sudo lsof -i "
            f":{port}` names it), or choose another --port"
        )
    them = " and ".join(f"process {holder.pid} ({holder.command})" for holder in holders)
    pids = " ".join(str(holder.pid) for holder in holders)
    return (
        f"the port is taken by {them}; stop that program with Ctrl-C in its window or with `kill "
        f"{pids}`, "
        "or choose another --port"
    )


def find_holders(host: str, port: int) -> list[Holder]:
    """The processes that listen at this address, except our own. If both a worker and its parent
    listen, returns only the parent. Empty if the system does not list processes."""
    starters: set[psutil.Process] = set()
    for pid in _list_listeners(host, port):
        with suppress(psutil.Error):  # ended meanwhile
            process = psutil.Process(pid)
            if process.ppid() != os.getpid():
                starters.add(_find_starter(process))
    pids = {starter.pid for starter in starters}
    holders = []
    for starter in starters:
        with suppress(psutil.Error):
            if starter.ppid() not in pids:
                holders.append(Holder(starter.pid, _describe_command(starter)))
    return sorted(holders)


def _list_listeners(host: str, port: int) -> set[int]:
    """The processes of this user that listen on this port at this address; 0.0.0.0 and [::] match
    any address. None on macOS."""
    ours = ipaddress.ip_address(host.partition("%")[0])
    pids = set()
    with suppress(psutil.AccessDenied, OSError):
        for listener in psutil.net_connections("tcp"):
            if listener.pid and listener.status == psutil.CONN_LISTEN and listener.laddr:
                theirs = ipaddress.ip_address(listener.laddr.ip)
                matches = theirs == ours or theirs.is_unspecified or ours.is_unspecified
                if matches and listener.laddr.port == port:
                    pids.add(listener.pid)
    return pids


def _find_starter(process: psutil.Process) -> psutil.Process:
    """Returns a worker's parent, because the parent would replace a killed worker. Returns any
    other process unchanged."""
    parent = process.parent()
    is_worker = parent and parent.pid > 1 and "multiprocessing" in shlex.join(process.cmdline())
    return parent if parent and is_worker else process


def _describe_command(process: psutil.Process) -> str:
    """The command line, shortened."""
    command = shlex.join(process.cmdline())
    return f"{command[: _LONGEST_COMMAND - 1]}…" if len(command) > _LONGEST_COMMAND else command
