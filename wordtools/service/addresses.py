"""The addresses under which other devices may reach the service, and what a link looks like."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

import ifaddr
import msgspec
import segno


class Address(msgspec.Struct, frozen=True):
    """The address of the kiosk page, and the network that has it ("" where it is not known)."""

    url: str
    network: str


def list_addresses(served_at: str) -> list[Address]:
    """Where the service can be reached that is served at this address: there, and if that means
    every address of this machine, at each of them, its own loopback left out."""
    parts = urlsplit(served_at)
    try:
        host = ipaddress.ip_address(parts.hostname or "")
    except ValueError:  # a name
        return [Address(served_at, "")]
    if not host.is_unspecified:
        return [Address(served_at, "")]
    found = []
    for adapter in ifaddr.get_adapters():
        for each in adapter.ips:
            ip = ipaddress.ip_address(str(each.ip if each.is_IPv4 else each.ip[0]))
            if ip.is_loopback or ip.is_link_local or (ip.version == 6 and host.version == 4):
                continue
            shown = f"[{ip}]" if ip.version == 6 else str(ip)
            url = parts._replace(netloc=f"{shown}:{parts.port}").geturl()
            found.append(Address(url, adapter.nice_name))
    return found


def make_link(address: str, token: str) -> str:
    """The link that makes the browser which opens it a station."""
    return f"{address.rstrip('/')}/#{token}"


def draw_qr_code(text: str) -> str:
    """A QR code, as an SVG element that can be printed at any size."""
    drawn: str = segno.make_qr(text, error="m").svg_inline(omitsize=True, light="#fff")
    return drawn
