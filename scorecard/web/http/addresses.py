"""Absolute addresses of this server, for links and QR codes, and the secrets that sign links."""

from __future__ import annotations

import socket

from flask import current_app, request, url_for

from scorecard.services.groups import passkeys
from scorecard.web.http import hosts, paths

ANY_FAR_ADDRESS = ("192.0.2.1", 9)
"""A documentation address; nothing is sent to it."""
LOCALHOST = "localhost"
USUAL_PORTS = {"https": 443, "http": 80}


def base_url() -> str:
    """Return the address to put into links and QR codes, without a slash at its end.

    A loopback address means nothing to a phone: it is replaced by the home network's address.
    """
    settings = current_app.config["SETTINGS"]
    if settings.public_url:
        return str(settings.public_url)
    parts = hosts.parts_of(_address_asked())
    if is_loopback(parts.hostname or "") and (address := home_network_address()):
        port = f":{parts.port}" if parts.port else ""
        return f"{parts.scheme}://{address}{port}{request.script_root}"
    return _address_asked() + request.script_root


def whole(address: str) -> str:
    """Return an address of this server as it is put into links and QR codes."""
    return base_url() + paths.inside(address)


def link(endpoint: str, token: str | None) -> str:
    """Return the absolute address of an endpoint with a token, "" without one."""
    return whole(url_for(endpoint, token=token)) if token else ""


def secret_keys() -> tuple[str, ...]:
    """Return the server's secrets, the newest first: links made with any of them are good."""
    keys: tuple[str, ...] = current_app.config["SETTINGS"].secret_keys
    return keys


def secret_key() -> str:
    """Return the newest of the server's secrets, with which new links are made."""
    return secret_keys()[0]


def secure_site() -> passkeys.Site | None:
    """Return the origin for passkeys: a host name over HTTPS, or "localhost"; None for any other.

    Behind a proxy that ends HTTPS it comes from ``PUBLIC_URL``.
    """
    settings = current_app.config["SETTINGS"]
    parts = hosts.parts_of(settings.public_url or _address_asked())
    host = parts.hostname or ""
    is_secure = parts.scheme == "https" or (parts.scheme == "http" and host == LOCALHOST)
    if not is_secure or hosts.ip_of(host):
        return None
    is_usual = parts.port in (None, USUAL_PORTS[parts.scheme])
    return passkeys.Site(host, f"{parts.scheme}://{host}" + ("" if is_usual else f":{parts.port}"))


def home_network_address() -> str | None:
    """Return this computer's address in the home network, or None where there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing; it only picks the outgoing interface.
            probe.connect(ANY_FAR_ADDRESS)
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if is_loopback(address) else address


def _address_asked() -> str:
    """Return the address that the request came to.

    Flask's own ``host_url`` fails for malformed names, and believes any proxy about HTTPS.
    """
    return f"{'https' if request.is_secure else 'http'}://{request.host}"


def is_loopback(host: str) -> bool:
    """Whether a name or an IP address is this machine's for itself."""
    number = hosts.ip_of(host)
    return number.is_loopback if number else host == LOCALHOST
