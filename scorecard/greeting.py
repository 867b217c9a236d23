"""What ``scorecard run`` prints once the server answers: its addresses and a QR code."""

from __future__ import annotations

import segno

from scorecard.config import Settings
from scorecard.db import database_address
from scorecard.web.addresses import home_network_address

ALL_INTERFACES = ("0.0.0.0", "::")  # noqa: S104 - compared with, not bound to


def greeting(host: str, port: int, settings: Settings) -> str:
    """Return what is printed at the start: the addresses, and a QR code of the phones' one."""
    at_home = home_network_address() if host in ALL_INTERFACES else host
    lines = [
        "",
        "Scorecard is open.",
        f"  On this machine:      http://localhost:{port}",
    ]
    phones = settings.public_url or (f"http://{at_home}:{port}" if at_home else "")
    if phones:
        lines += [f"  On phones near you:   {phones}", "", qr_code(phones)]
    else:
        lines.append("  No home network was found: phones cannot reach this machine.")
    database = database_address(settings.database_url)
    is_file = database.get_backend_name() == "sqlite"
    kept = settings.data_dir if is_file else database.render_as_string(hide_password=True)
    lines += [f"Games are kept in {kept}.", "Stop with Ctrl+C; every game stays."]
    return "\n".join(lines)


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
