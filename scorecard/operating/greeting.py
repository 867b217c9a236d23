"""The text that ``scorecard run`` prints once the server answers: its addresses and a QR code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import segno

from scorecard.config import Settings
from scorecard.database.db import database_address
from scorecard.web.http import addresses

if TYPE_CHECKING:
    from scorecard.machine.certificates import Certificate

ALL_INTERFACES = ("0.0.0.0", "::")  # noqa: S104 - compared with, not bound to
OPEN_PAST_PROXY = (
    "TRUSTED_PROXIES is set, and others than the proxy reach this port: they can give themselves "
    "any address, and no limit by address holds. Listen for the proxy alone (--host 127.0.0.1), "
    "unless a firewall or a container keeps everybody else away."
)


def greeting(
    host: str, port: int, settings: Settings, certificate: Certificate | None = None
) -> str:
    """Return the addresses, a QR code of the phones' one, and how to trust an own certificate."""
    scheme = "https" if certificate else "http"
    at_home = addresses.home_network_address() if host in ALL_INTERFACES else host
    lines = [
        "",
        "Scorecard is open.",
        f"  On this machine:      {scheme}://localhost:{port}",
    ]
    phones = settings.public_url or (f"{scheme}://{in_address(at_home)}:{port}" if at_home else "")
    if addresses.is_loopback(host) and not settings.public_url:
        lines.append(f"  Phones cannot reach it, because it listens at {host} alone.")
    elif phones:
        lines += [f"  On phones near you:   {phones}", "", qr_code(phones)]
    else:
        lines.append("  No home network was found: phones cannot reach this machine.")
    if certificate and certificate.is_own:
        address = phones or f"{scheme}://localhost:{port}"
        lines += [
            "The certificate was made here, so phones warn of it until they know it:",
            "  1. Open the address on the phone and go on past the warning.",
            f"  2. Open {address}/phone-setup there and follow it.",
            "It is the right one if the phone shows this SHA-256 fingerprint:",
            *(f"  {line}" for line in certificate.fingerprint.splitlines()),
            "",
        ]
    database = database_address(settings.database_url)
    is_file = database.get_backend_name() == "sqlite"
    place = settings.data_dir if is_file else database.render_as_string(hide_password=True)
    lines += [f"Games are kept in {place}.", "Stop with Ctrl+C; every game stays."]
    return "\n".join(lines)


def in_address(host: str) -> str:
    """Return a host as it stands in an address: one of IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def qr_code(text: str) -> str:
    """Return a QR code made of half-block characters, readable on dark and light terminals."""
    code = segno.make(text, micro=False)
    rows = [list(row) for row in code.matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    block = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    return "\n".join(
        "  "
        + "".join(block[min(upper, 1), min(lower, 1)] for upper, lower in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    )
