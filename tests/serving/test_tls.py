"""HTTPS: the certificate that is made here, a given one, and a real server that speaks it."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import socket
import ssl
import stat
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from scorecard.machine.certificates import (
    LIFETIME,
    Certificate,
    CertificateError,
    as_phones_take_it,
    given,
    own,
    own_names,
)
from tests.servers.server import PATIENCE_SECONDS, Server, free_port

NOW = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)
NAMES = ("localhost", "127.0.0.1", "192.168.1.5", "::1")


def read(certificate: Certificate) -> x509.Certificate:
    return x509.load_pem_x509_certificate(certificate.file.read_bytes())


class TestMadeHere:
    def test_it_names_every_name_and_address(self, tmp_path: Path) -> None:
        found = read(own(tmp_path, NAMES, NOW))
        named = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        assert {str(name.value) for name in named} == set(NAMES)
        assert found.not_valid_after_utc - found.not_valid_before_utc == LIFETIME

    def test_only_its_owner_can_read_the_key(self, tmp_path: Path) -> None:
        certificate = own(tmp_path, NAMES, NOW)
        assert stat.S_IMODE(certificate.key_file.stat().st_mode) == 0o600
        assert {path.name for path in tmp_path.iterdir()} == {
            certificate.file.name,
            certificate.key_file.name,
        }

    def test_it_stays_the_same_while_it_holds(self, tmp_path: Path) -> None:
        first = own(tmp_path, NAMES, NOW).fingerprint
        assert own(tmp_path, NAMES[:2], NOW + timedelta(days=300)).fingerprint == first

    @pytest.mark.parametrize(
        ("names", "later"),
        [
            ((*NAMES, "192.168.1.77"), timedelta(0)),
            (NAMES, timedelta(days=390)),
            (NAMES, timedelta(days=500)),
            (NAMES, -timedelta(days=30)),
        ],
        ids=["another address", "ends soon", "ended", "from the future"],
    )
    def test_it_is_made_anew(
        self, tmp_path: Path, names: tuple[str, ...], later: timedelta
    ) -> None:
        first = own(tmp_path, NAMES, NOW).fingerprint
        certificate = own(tmp_path, names, NOW + later)
        assert certificate.fingerprint != first
        assert given(certificate.file, certificate.key_file, NOW + later)

    @pytest.mark.parametrize("name", ["tls-certificate.pem", "tls-key.pem"])
    def test_a_damaged_one_is_made_anew(self, tmp_path: Path, name: str) -> None:
        own(tmp_path, NAMES, NOW)
        (tmp_path / name).write_text("junk")
        certificate = own(tmp_path, NAMES, NOW)
        assert given(certificate.file, certificate.key_file, NOW)

    def test_its_fingerprint_is_what_phones_show(self, tmp_path: Path) -> None:
        certificate = own(tmp_path, NAMES, NOW)
        digits = hashlib.sha256(as_phones_take_it(certificate.file)).hexdigest().upper()
        assert certificate.fingerprint.replace("\n", " ").replace(" ", "") == digits
        assert re.fullmatch(r"(([0-9A-F]{2} ){7}[0-9A-F]{2}\n?){4}", certificate.fingerprint)

    def test_an_address_of_all_interfaces_is_no_name(self) -> None:
        names = own_names("0.0.0.0", "::", None, "", "192.168.1.5")
        assert names & {"0.0.0.0", "::", ""} == set()
        assert {"localhost", "127.0.0.1", "192.168.1.5"} <= names

    def test_a_folder_that_takes_no_file_is_a_sentence(self, tmp_path: Path) -> None:
        with pytest.raises(CertificateError, match="No certificate can be kept there"):
            own(tmp_path / "nowhere", NAMES, NOW)


class TestGiven:
    @pytest.fixture
    def made(self, tmp_path: Path) -> Certificate:
        return own(tmp_path, NAMES, NOW)

    def refused(self, file: Path, key_file: Path, now: datetime = NOW) -> str:
        with pytest.raises(CertificateError) as refused:
            given(file, key_file, now)
        return str(refused.value)

    def test_a_missing_file(self, made: Certificate, tmp_path: Path) -> None:
        absent = tmp_path / "absent.pem"
        assert "The certificate" in self.refused(absent, made.key_file)
        assert f"{absent} cannot be read: No such file" in self.refused(absent, made.key_file)
        assert f"The key {absent} cannot be read" in self.refused(made.file, absent)

    def test_a_file_of_something_else(self, made: Certificate, tmp_path: Path) -> None:
        other = tmp_path / "other.pem"
        other.write_bytes(b"\xff\x00 not PEM")
        assert f"{other} holds no certificate" in self.refused(other, made.key_file)
        assert f"{other} holds no private key" in self.refused(made.file, other)
        assert "holds no private key" in self.refused(made.file, made.file)

    def test_a_key_of_another_certificate(self, made: Certificate, tmp_path: Path) -> None:
        (tmp_path / "more").mkdir()
        other = own(tmp_path / "more", NAMES, NOW)
        assert "does not belong to the certificate" in self.refused(made.file, other.key_file)

    def test_a_key_with_a_passphrase(self, made: Certificate, tmp_path: Path) -> None:
        locked = tmp_path / "locked.pem"
        key = ec.generate_private_key(ec.SECP256R1())
        encryption = serialization.BestAvailableEncryption(b"secret")
        pem, pkcs8 = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
        locked.write_bytes(key.private_bytes(pem, pkcs8, encryption))
        assert "locked with a passphrase" in self.refused(made.file, locked)

    def test_one_that_has_expired_or_not_yet_good(self, made: Certificate) -> None:
        later, earlier = NOW + timedelta(days=400), NOW - timedelta(days=2)
        assert "expired on 14 Apr 2027" in self.refused(made.file, made.key_file, later)
        assert "only holds from 13 Mar 2026" in self.refused(made.file, made.key_file, earlier)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("tls") / "data", "--tls").start()
    yield server
    server.kill()


@pytest.fixture
def trusting(server: Server) -> ssl.SSLContext:
    """A program that trusts the certificate made here and nothing else, and checks the address."""
    return ssl.create_default_context(cafile=str(server.folder / "tls-certificate.pem"))


def start_game(server: Server, context: ssl.SSLContext) -> tuple[str, str]:
    body = json.dumps({"game": "brownie_points", "players": ["Ann", "Bob"]}).encode()
    request = urllib.request.Request(
        f"{server.url}/api/v1/games", data=body, headers={"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, context=context) as response:
        answer = json.load(response)
    return f"{server.url}/api/v1/games/{answer['game']['id']}", answer["device_token"]


def test_a_stream_is_live_over_https_while_others_write(
    server: Server, trusting: ssl.SSLContext
) -> None:
    game, token = start_game(server, trusting)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    listen = urllib.request.Request(f"{game}/events", headers=headers)
    with urllib.request.urlopen(listen, context=trusting, timeout=PATIENCE_SECONDS) as stream:
        seen = next_sheet(stream)
        assert seen["open_round"]["missing"] == [1, 2]
        entry = json.dumps({"entry": {"score": 450}, "version": seen["version"]}).encode()
        write = urllib.request.Request(
            f"{game}/rounds/1/entries/1", data=entry, headers=headers, method="PUT"
        )
        with urllib.request.urlopen(write, context=trusting) as response:
            assert response.status == 200
        assert next_sheet(stream)["open_round"]["missing"] == [2]


def next_sheet(stream: Any) -> dict[str, Any]:
    lines = iter(stream.readline, b"")
    for line in lines:
        if line.startswith(b"event: sheet"):
            found: dict[str, Any] = json.loads(next(lines).removeprefix(b"data: "))
            return found
    raise AssertionError("the stream has ended")


def test_the_cookie_stays_on_https(server: Server, trusting: ssl.SSLContext) -> None:
    with urllib.request.urlopen(f"{server.url}/join", context=trusting) as response:
        cookie = response.headers["Set-Cookie"]
    assert "Secure" in cookie
    assert "HttpOnly" in cookie


def test_it_says_so_with_the_fingerprint_and_the_phones_steps(
    server: Server, trusting: ssl.SSLContext
) -> None:
    text = server.output.read_text()
    made = Certificate(server.folder / "tls-certificate.pem", server.folder / "tls-key.pem")
    assert f"https://localhost:{server.port}" in text
    assert "/phone-setup" in text
    for line in made.fingerprint.splitlines():
        assert line in text
    with urllib.request.urlopen(f"{server.url}/phone-setup", context=trusting) as response:
        page = response.read().decode()
    for line in made.fingerprint.splitlines():
        assert line in page
    url = f"{server.url}/phone-setup/certificate"
    with urllib.request.urlopen(url, context=trusting) as response:
        assert response.headers["Content-Type"] == "application/x-x509-ca-cert"
        assert response.read() == as_phones_take_it(made.file)


def test_who_speaks_plain_http_to_it_disturbs_nobody(
    server: Server, trusting: ssl.SSLContext
) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_SECONDS) as plain:
        plain.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        with contextlib.suppress(ConnectionResetError):
            assert b"200 OK" not in plain.recv(4096)
    silent = socket.create_connection(("127.0.0.1", server.port))
    start_game(server, trusting)
    silent.close()
    assert "Traceback" not in server.output.read_text()


@pytest.mark.parametrize(
    ("options", "status", "sentence"),
    [
        (["--cert", "absent.pem", "--key", "absent.pem"], 1, "absent.pem cannot be read"),
        (["--cert", "absent.pem"], 2, "--cert and --key belong together"),
    ],
)
@pytest.mark.long
def test_a_certificate_it_cannot_use_is_a_sentence(
    tmp_path: Path, options: list[str], status: int, sentence: str
) -> None:
    command = [sys.executable, "-m", "scorecard", "run", "--data", str(tmp_path)]
    command += ["--port", str(free_port()), *options]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=PATIENCE_SECONDS
    )
    assert done.returncode == status
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_a_given_certificate_is_served(tmp_path: Path) -> None:
    made = own(tmp_path, own_names(), datetime.now(UTC))
    options = ("--cert", str(made.file), "--key", str(made.key_file))
    server = Server(tmp_path / "data", *options).start()
    try:
        trusting = ssl.create_default_context(cafile=str(made.file))
        with urllib.request.urlopen(f"{server.url}/phone-setup", context=trusting) as response:
            assert "fingerprint" not in response.read().decode()
        assert not (server.folder / "tls-key.pem").exists()
    finally:
        server.kill()
