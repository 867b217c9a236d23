"""A phone's authenticator, made of a key and a count, which answers as browsers do."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

USER_IS_PRESENT = 0x01
HOLDS_A_CREDENTIAL = 0x40


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def data(encoded: str) -> bytes:
    return urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))


class Authenticator:
    """Holds one passkey. ``count`` is told with every use; a synced passkey always tells 0."""

    def __init__(self, origin: str = "http://localhost") -> None:
        self.origin = origin
        self.id = secrets.token_bytes(16)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.user = b""
        self.site = ""
        self.count = 0

    def make(self, options: dict[str, Any]) -> str:
        """Answer what a site asks of a phone that is to make a passkey."""
        self.user, self.site = data(options["user"]["id"]), options["rp"]["id"]
        point = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)}
        held = bytes(16) + len(self.id).to_bytes(2) + self.id + cbor2.dumps(public)
        told = self._told(USER_IS_PRESENT | HOLDS_A_CREDENTIAL) + held
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": told})
        return self._answer(
            clientDataJSON=self._client("webauthn.create", options), attestationObject=attested
        )

    def show(self, options: dict[str, Any], *, step: int = 1) -> str:
        """Answer what a site asks of a phone that is to show its passkey."""
        self.site = options["rpId"]
        self.count += step
        told = self._told(USER_IS_PRESENT)
        client = self._client("webauthn.get", options)
        signed = told + hashlib.sha256(client).digest()
        signature = self.key.sign(signed, ec.ECDSA(SHA256()))
        return self._answer(
            clientDataJSON=client,
            authenticatorData=told,
            signature=signature,
            userHandle=self.user,
        )

    def _told(self, flags: int) -> bytes:
        return hashlib.sha256(self.site.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        client = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        return json.dumps(client).encode()

    def _answer(self, **response: bytes) -> str:
        encoded = {name: text(value) for name, value in response.items()}
        found = {"id": text(self.id), "rawId": text(self.id), "type": "public-key"}
        return json.dumps({**found, "response": encoded})
