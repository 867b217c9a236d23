"""The certificate that ``scorecard run`` serves HTTPS with."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from scorecard.config import Settings
from scorecard.machine import certificates
from scorecard.web.http import addresses


def certificate_for(
    settings: Settings, host: str, file: Path | None, key_file: Path | None
) -> certificates.Certificate:
    """Return the certificate in ``file``, or this machine's own for all its addresses.

    Raises :class:`~scorecard.machine.certificates.CertificateError` where it cannot be used.
    """
    now = datetime.now(UTC)
    if file and key_file:
        return certificates.given(file, key_file, now)
    public = urlsplit(settings.public_url).hostname
    names = certificates.own_names(host, addresses.home_network_address(), public)
    return certificates.own(settings.data_dir, names, now)
