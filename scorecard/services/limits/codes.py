"""Short codes to say across a table, and long tokens that nobody guesses."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, and_, select
from sqlalchemy.orm import Session

from scorecard.models import Game

ALPHABET = "2479FHKLMRTWXY"
"""No two of these look or sound alike, and no word can be spelled with them."""
CODE_LENGTH = 6
CODE_LIFETIME = timedelta(hours=48)
"""How long a code opens a game that nobody writes to: until the evening after next.

So a game that goes on keeps its code, and codes of abandoned games cannot be guessed.
"""
TOKEN_BYTES = 18
UID_BYTES = 9
NONCE_BYTES = 16


def free_code(session: Session) -> str:
    """Return a code that no game has."""
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        if session.scalar(select(Game.id).where(Game.code == code)) is None:
            return code


def code_after(session: Session, game: Game, at: datetime) -> str | None:
    """Return a game's code after a write, a new one if it has none; None once it has ended."""
    if game.is_ended or game.deleted_at:
        return None
    return good_code(game, at) or free_code(session)


def good_code(game: Game, at: datetime) -> str | None:
    """Return the code that opens a game; None where it ended, or was left alone for too long."""
    return None if has_run_out(game, at) else game.code


def has_run_out(game: Game, at: datetime) -> bool:
    """Whether a game's code no longer opens it, because nobody has written to it for too long."""
    return game.code is not None and game.changed_at <= at - CODE_LIFETIME


def opens(at: datetime) -> ColumnElement[bool]:
    """Return the condition for games that can be opened by their code."""
    return and_(Game.code.is_not(None), Game.changed_at > at - CODE_LIFETIME)


def read_code(typed: str) -> str:
    """Return a typed code in capitals, without spaces and dashes."""
    return "".join(character for character in typed.upper() if character.isalnum())


def new_uid() -> str:
    """Return a random id, without "-" first, which spreadsheets and command lines misread."""
    while (uid := secrets.token_urlsafe(UID_BYTES)).startswith("-"):
        pass
    return uid


def pass_token(secret_key: str, nonce: str) -> str:
    """Return a pass's token, of its nonce and the server's secret; the database reveals none."""
    digest = hmac.new(secret_key.encode(), f"pass:{nonce}".encode(), hashlib.sha256).digest()
    return urlsafe_b64encode(digest[:TOKEN_BYTES]).decode()


def token_hash(token: str) -> str:
    """Return the hash of a token, which is all that is stored of it."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def new_token(secret_key: str) -> tuple[str, str]:
    """Return a nonce, and the hash of the token that is derived from it: both can be stored."""
    nonce = secrets.token_hex(NONCE_BYTES)
    return nonce, token_hash(pass_token(secret_key, nonce))


def shown_token(nonce: str, hashed: str, secret_keys: Sequence[str]) -> str | None:
    """Return the token of a nonce; None if it was made under a secret key not among these."""
    tokens = (pass_token(secret_key, nonce) for secret_key in secret_keys)
    return next((token for token in tokens if token_hash(token) == hashed), None)
