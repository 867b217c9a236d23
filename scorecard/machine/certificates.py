"""Certificates for HTTPS: a given one, or a self-made one that is kept with the games.

A phone in the home network has to trust the self-made one once, by its fingerprint. It is renewed
when it expires soon, or when this machine's names or addresses have changed.
"""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from scorecard.config import OperatorError

CERTIFICATE = "tls-certificate.pem"
"""The file of the one made here, in the data folder."""
LIFETIME = timedelta(days=397)
"""No longer than browsers accept."""
RENEWED_BEFORE = timedelta(days=14)
CLOCKS_DIFFER_BY = timedelta(days=1)
"""A phone's clock may be behind this machine's."""
PAIR, PAIRS_IN_LINE = 2, 8
LONGEST_COMMON_NAME = 64


class CertificateError(OperatorError):
    """A certificate or its key cannot be used; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate's file and its key's. ``is_own`` says that it was made here."""

    file: Path
    key_file: Path
    is_own: bool = False

    @property
    def fingerprint(self) -> str:
        """The SHA-256 fingerprint as phones show it, in four lines: "3F A0 …"."""
        return fingerprint(_read_certificate(self.file))


def given(file: Path, key_file: Path, now: datetime) -> Certificate:
    """Return the certificate in ``file``; raise :class:`CertificateError` where it cannot serve."""
    certificate = _read_certificate(file)
    key = _read_key(key_file)
    if _public(certificate) != _public(key):
        raise CertificateError(f"The key {key_file} does not belong to the certificate {file}.")
    if certificate.not_valid_after_utc <= now:
        ended = certificate.not_valid_after_utc
        raise CertificateError(f"The certificate {file} expired on {ended.day} {ended:%b %Y}.")
    if certificate.not_valid_before_utc > now:
        begins = certificate.not_valid_before_utc
        raise CertificateError(
            f"The certificate {file} only holds from {begins.day} {begins:%b %Y}; "
            "is this machine's clock right?"
        )
    return Certificate(file, key_file)


def own(folder: Path, names: Iterable[str], now: datetime) -> Certificate:
    """Return the self-made certificate in ``folder`` for these names; make it if necessary.

    Raises :class:`CertificateError` where it cannot be written.
    """
    certificate = Certificate(folder / CERTIFICATE, folder / "tls-key.pem", is_own=True)
    wanted = frozenset(names)
    if not _still_holds(certificate, wanted, now):
        try:
            _make(certificate, wanted, now)
        except OSError as error:
            raise CertificateError(f"No certificate can be kept there: {error}.") from error
    return certificate


def own_names(*more: str | None) -> frozenset[str]:
    """Return this machine's names and addresses, and ``more`` where there are some."""
    name = socket.gethostname()
    names = {"localhost", "127.0.0.1", "::1", name, f"{name.split('.')[0]}.local", *more}
    # No phone can connect to the address of all interfaces.
    return frozenset(name for name in names if name and name not in ("0.0.0.0", "::"))  # noqa: S104


def fingerprint(certificate: x509.Certificate) -> str:
    """Return a certificate's SHA-256 fingerprint in pairs of digits, four lines of them."""
    digits = certificate.fingerprint(hashes.SHA256()).hex().upper()
    pairs = [digits[place : place + PAIR] for place in range(0, len(digits), PAIR)]
    return "\n".join(
        " ".join(pairs[place : place + PAIRS_IN_LINE])
        for place in range(0, len(pairs), PAIRS_IN_LINE)
    )


def as_phones_take_it(file: Path) -> bytes:
    """Return a certificate in the form in which phones install it (DER)."""
    return _read_certificate(file).public_bytes(serialization.Encoding.DER)


def _still_holds(certificate: Certificate, wanted: frozenset[str], now: datetime) -> bool:
    try:
        stored = _read_certificate(certificate.file)
        key = _read_key(certificate.key_file)
        named = stored.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (CertificateError, x509.ExtensionNotFound):
        return False
    names = {str(name.value) for name in named}
    return (
        wanted <= names
        and stored.not_valid_before_utc <= now < stored.not_valid_after_utc - RENEWED_BEFORE
        and _public(stored) == _public(key)
    )


def _make(certificate: Certificate, names: frozenset[str], now: datetime) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    made = _signed(key, names, now)
    pem = serialization.Encoding.PEM
    plain = serialization.NoEncryption()
    _write(certificate.key_file, key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain))
    _write(certificate.file, made.public_bytes(pem))


def _signed(
    key: ec.EllipticCurvePrivateKey, names: frozenset[str], now: datetime
) -> x509.Certificate:
    """Return a certificate for these names and addresses, signed with its own key."""
    subject = x509.Name(
        [
            x509.NameAttribute(
                NameOID.COMMON_NAME, f"Scorecard on {socket.gethostname()}"[:LONGEST_COMMON_NAME]
            )
        ]
    )
    usage = x509.KeyUsage(
        digital_signature=True,
        key_cert_sign=True,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - CLOCKS_DIFFER_BY)
        .not_valid_after(now - CLOCKS_DIFFER_BY + LIFETIME)
        .add_extension(
            x509.SubjectAlternativeName([_general(name) for name in sorted(names)]), False
        )
        # Phones let only a CA certificate be trusted.
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False)
        .sign(key, hashes.SHA256())
    )


def _write(path: Path, data: bytes) -> None:
    """Write a file that only its owner can read, as a whole or not at all."""
    part = path.with_suffix(".part")
    part.unlink(missing_ok=True)
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
    part.replace(path)


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _read_certificate(file: Path) -> x509.Certificate:
    try:
        return x509.load_pem_x509_certificate(file.read_bytes())
    except OSError as error:
        raise CertificateError(
            f"The certificate {file} cannot be read: {error.strerror}."
        ) from error
    except ValueError as error:
        raise CertificateError(f"{file} holds no certificate in PEM form.") from error


def _read_key(file: Path) -> PrivateKeyTypes:
    try:
        return serialization.load_pem_private_key(file.read_bytes(), password=None)
    except OSError as error:
        raise CertificateError(f"The key {file} cannot be read: {error.strerror}.") from error
    except TypeError as error:
        raise CertificateError(
            f"The key {file} is locked with a passphrase, which nobody types at a start. "
            "Give one without."
        ) from error
    except ValueError as error:
        raise CertificateError(f"{file} holds no private key in PEM form.") from error


def _public(holder: x509.Certificate | PrivateKeyTypes) -> bytes:
    return holder.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )
