"""Short codes to say across a table, and long tokens that nobody guesses."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import Game

ALPHABET = "2479FHKLMRTWXY"
"""No two of these look or sound alike, and no word can be spelled with them."""
CODE_LENGTH = 6
TOKEN_BYTES = 18
UID_BYTES = 9
NONCE_BYTES = 16


def free_code(session: Session) -> str:
    """Return a code that no game has."""
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        if session.scalar(select(Game.id).where(Game.code == code)) is None:
            return code


def read_code(typed: str) -> str:
    """Return what was typed as a code would be written: capitals, without spaces and dashes."""
    return "".join(character for character in typed.upper() if character.isalnum())


def new_uid() -> str:
    """Return a random name for something that stands in addresses."""
    return secrets.token_urlsafe(UID_BYTES)


def pass_token(secret_key: str, nonce: str) -> str:
    """Return the token of a pass, 144 bits derived from the server's secret and the pass's nonce.

    So the keeper can be shown a link again, while the database alone reveals none.
    """
    digest = hmac.new(secret_key.encode(), f"pass:{nonce}".encode(), hashlib.sha256).digest()
    return urlsafe_b64encode(digest[:TOKEN_BYTES]).decode()


def token_hash(token: str) -> str:
    """Return what is stored of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def new_token(secret_key: str) -> tuple[str, str]:
    """Return a nonce, and the hash of the token that is derived from it: both can be stored."""
    nonce = secrets.token_hex(NONCE_BYTES)
    return nonce, token_hash(pass_token(secret_key, nonce))


def shown_token(nonce: str, hashed: str, secret_keys: Sequence[str]) -> str | None:
    """Return the token of a nonce, None where it was made under a secret no longer known."""
    tokens = (pass_token(secret_key, nonce) for secret_key in secret_keys)
    return next((token for token in tokens if token_hash(token) == hashed), None)
