"""Passkeys (WebAuthn): make one on a phone that is in a group, and come back in with it.

The library that reads and checks what authenticators sign is optional, and loaded when first
needed; :func:`are_possible` says whether it is there. The caller stores the challenges, and sees to
it that each is used once.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Device, GroupMembership, Passkey
from scorecard.rules.words import say
from scorecard.services.groups import group_members, recovery_codes
from scorecard.services.history import changes, group_changes
from scorecard.services.limits import bounds, quotas

LIBRARY = "webauthn"
CHALLENGE_BYTES = 32
CEREMONY_SECONDS = 300
"""How long a phone may take to answer a challenge."""
LONGEST_ID = 1023
"""Bytes of a credential's id, as the standard says."""
APP_NAME = "Scorecard"

UNREADABLE = say("This phone’s answer could not be checked. Try again.")


@dataclass(frozen=True, slots=True)
class Site:
    """The host and origin of this server, as browsers see it; a passkey works only there."""

    host: str
    origin: str


def are_possible() -> bool:
    """Whether the library for passkeys is installed."""
    return _is_installed(LIBRARY)


@cache
def _is_installed(library: str) -> bool:
    return find_spec(library) is not None


def new_challenge() -> str:
    """Return a challenge for an authenticator to sign, fit for a cookie and a write's key."""
    return secrets.token_urlsafe(CHALLENGE_BYTES)


def creation_options(
    session: Session, membership: GroupMembership, site: Site, challenge: str
) -> dict[str, Any]:
    """Return the WebAuthn options for making a passkey that the phone does not have yet."""
    from webauthn import generate_registration_options
    from webauthn.helpers import options_to_json_dict, structs

    options = generate_registration_options(
        rp_id=site.host,
        rp_name=APP_NAME,
        user_id=_handle(membership),
        user_name=f"{group_members.label(membership)} in {membership.group.name}",
        challenge=_bytes(challenge),
        timeout=CEREMONY_SECONDS * 1000,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[
            structs.PublicKeyCredentialDescriptor(id=_bytes(passkey.credential_id))
            for passkey in of_membership(session, membership)
        ],
    )
    return options_to_json_dict(options)


def register(
    session: Session,
    membership: GroupMembership,
    write: changes.Write,
    site: Site,
    challenge: str,
    typed: str,
) -> Passkey:
    """Store a passkey made in answer to a challenge; refuse a known one, and other answers."""
    credential = _read(typed)
    quotas.check(session, bounds.PASSKEYS_OF_PHONE, membership.id)
    verified = _verified(credential, site, challenge)
    credential_id = _text(verified.credential_id)
    if find(session, credential_id):
        raise errors.Conflict(say("This passkey is already here."), code="passkey_known")
    passkey = Passkey(
        membership=membership,
        credential_id=credential_id,
        public_key=verified.credential_public_key,
        sign_count=verified.sign_count,
        made_at=write.at,
    )
    session.add(passkey)
    _note(session, membership, write, "passkey_made")
    return passkey


def _verified(credential: Mapping[str, Any], site: Site, challenge: str) -> Any:
    """Return a ``VerifiedRegistration`` of the library."""
    from webauthn import verify_registration_response

    try:
        verified = verify_registration_response(
            credential=dict(credential),
            expected_challenge=_bytes(challenge),
            expected_rp_id=site.host,
            expected_origin=site.origin,
        )
    except Exception as error:
        # The library may raise anything for what a stranger has sent.
        raise errors.BadInput(UNREADABLE, field="credential", code="bad_passkey") from error
    if not 0 < len(verified.credential_id) <= LONGEST_ID:
        raise errors.BadInput(UNREADABLE, field="credential", code="bad_passkey")
    return verified


def request_options(site: Site, challenge: str) -> dict[str, Any]:
    """Return the WebAuthn options for showing any passkey of this site, JSON-plain."""
    from webauthn import generate_authentication_options
    from webauthn.helpers import options_to_json_dict, structs

    options = generate_authentication_options(
        rp_id=site.host,
        challenge=_bytes(challenge),
        timeout=CEREMONY_SECONDS * 1000,
        user_verification=structs.UserVerificationRequirement.PREFERRED,
    )
    return options_to_json_dict(options)


def come_back(
    session: Session, device: Device, write: changes.Write, site: Site, challenge: str, typed: str
) -> GroupMembership:
    """Let a device into the group of the passkey it shows, in the role of the phone that made it.

    ``typed`` is its answer to the challenge in JSON. Refused are unknown passkeys, those of a
    phone that was removed, and one whose count of uses shows that it was copied.
    """
    credential = _read(typed)
    passkey = errors.found(
        find(session, str(credential.get("id", ""))),
        say(
            "This passkey opens nothing here any more: somebody deleted it, or removed its phone "
            "from the group."
        ),
        code="unknown_passkey",
    )
    _check(passkey, credential, site, challenge)
    passkey.used_at = write.at
    mine = passkey.membership
    here = group_members.membership_of(session, mine.group, device)
    if mine.removed_at or (here and here.is_barred):
        raise errors.NotAllowed(group_members.SENT_OUT, code="sent_out")
    if mine.device_id == device.id:
        changes.remember(session, mine.group, write)
        return mine
    return recovery_codes.return_as(session, mine, device, write, how="passkey")


def find(session: Session, credential_id: str) -> Passkey | None:
    """Return the passkey with this id, as browsers write it, or None."""
    return session.scalar(select(Passkey).where(Passkey.credential_id == credential_id))


def of_membership(session: Session, membership: GroupMembership) -> Sequence[Passkey]:
    """Return the passkeys of one phone's membership in a group, oldest first."""
    return session.scalars(
        select(Passkey).where(Passkey.membership_id == membership.id).order_by(Passkey.id)
    ).all()


def delete(
    session: Session, membership: GroupMembership, passkey_id: int, write: changes.Write
) -> None:
    """Delete a passkey of one's own; it opens nothing from then on."""
    passkey = next(
        (row for row in of_membership(session, membership) if row.id == passkey_id), None
    )
    session.delete(errors.found(passkey, say("There is no such passkey of this phone.")))
    _note(session, membership, write, "passkey_deleted")


def _note(session: Session, membership: GroupMembership, write: changes.Write, kind: str) -> None:
    about = {"whom": group_members.label(membership)}
    group_changes.note(session, membership.group, write, kind, about)


def _check(passkey: Passkey, credential: Mapping[str, Any], site: Site, challenge: str) -> None:
    """Refuse an answer that this passkey did not sign for this challenge; store its count."""
    from webauthn import verify_authentication_response

    try:
        verified = verify_authentication_response(
            credential=dict(credential),
            expected_challenge=_bytes(challenge),
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=passkey.public_key,
            # The count is judged below, where its refusal can have a sentence of its own.
            credential_current_sign_count=0,
        )
    except Exception as error:
        raise errors.NotAllowed(UNREADABLE, code="bad_passkey") from error
    handle = credential["response"].get("userHandle")
    if handle and handle != _text(_handle(passkey.membership)):
        raise errors.NotAllowed(UNREADABLE, code="bad_passkey")
    if (
        verified.new_sign_count or passkey.sign_count
    ) and verified.new_sign_count <= passkey.sign_count:
        raise errors.NotAllowed(
            say(
                "Somebody may have copied this passkey, so it opens nothing. Come back "
                "another way, delete it and make a new one."
            ),
            code="copied_passkey",
        )
    passkey.sign_count = verified.new_sign_count


def _handle(membership: GroupMembership) -> bytes:
    """Return the user id that authenticators store for a membership: a hash that names nobody."""
    identity = f"passkey:{membership.group.uid}/{membership.device.uid}"
    return hashlib.sha256(identity.encode()).digest()


def _read(typed: str) -> Mapping[str, Any]:
    """Return a phone's answer from JSON."""
    try:
        credential = json.loads(typed)
    except (ValueError, RecursionError):
        credential = None
    if not isinstance(credential, dict):
        raise errors.BadInput(UNREADABLE, field="credential", code="bad_passkey")
    return credential


def _bytes(text: str) -> bytes:
    try:
        return urlsafe_b64decode(text.encode() + b"=" * (-len(text) % 4))
    except NotBase64 as error:
        raise errors.BadInput(UNREADABLE, field="credential", code="bad_passkey") from error


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()
