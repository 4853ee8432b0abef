"""The addresses at which other devices can reach the service, and the links of stations."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

import ifaddr
import msgspec


class Address(msgspec.Struct, frozen=True):
    """The address of the kiosk page, and the name of its network ("" if unknown)."""

    url: str
    network: str


def list_addresses(served_at: str) -> list[Address]:
    """The addresses at which a service that listens here can be reached. For 0.0.0.0 or [::], these
    are all addresses of this machine, except loopback and link-local addresses.
    """
    parts = urlsplit(served_at)
    try:
        host = ipaddress.ip_address(parts.hostname or "")
    except ValueError:  # a name
        return [Address(served_at, "")]
    if not host.is_unspecified:
        return [Address(served_at, "")]
    addresses = []
    for adapter in ifaddr.get_adapters():
        for own in adapter.ips:
            ip = ipaddress.ip_address(str(own.ip if own.is_IPv4 else own.ip[0]))
            if ip.is_loopback or ip.is_link_local or (ip.version == 6 and host.version == 4):
                continue
            name = f"[{ip}]" if ip.version == 6 else str(ip)
            url = parts._replace(netloc=f"{name}:{parts.port}").geturl()
            addresses.append(Address(url, adapter.nice_name))
    return addresses


def make_link(address: str, token: str) -> str:
    """The link that registers a browser as the station with this token."""
    return f"{address.rstrip('/')}/#{token}"
