"""A passkey made on one phone brings another one back, with Chromium's own authenticator."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import CDPSession, expect

from tests.browser.checks import check_width, check_with_axe
from tests.browser.phone import Phone
from tests.servers.server import Network, Server

Phones = Callable[..., Phone]


class Keychain:
    """The phone's virtual authenticator, which confirms whatever it is asked."""

    def __init__(self, phone: Phone) -> None:
        self.chromium: CDPSession = phone.page.context.new_cdp_session(phone.page)
        self.chromium.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        made = self.chromium.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        self.id = made["authenticatorId"]

    def passkeys(self) -> list[dict[str, Any]]:
        found = self.chromium.send("WebAuthn.getCredentials", {"authenticatorId": self.id})
        return list(found["credentials"])

    def put(self, passkey: dict[str, Any]) -> None:
        """Take over a passkey, as a synced keychain or a copier does."""
        self.chromium.send(
            "WebAuthn.addCredential", {"authenticatorId": self.id, "credential": passkey}
        )


def at_localhost(phones: Phones, server: Server | Network) -> tuple[Phone, Keychain]:
    phone = phones(server, base_url=f"http://localhost:{server.port}")
    return phone, Keychain(phone)


def found_group(phone: Phone) -> str:
    page = phone.page
    page.goto("/groups/new")
    page.get_by_label("Group name").fill("Thursday")
    page.get_by_role("button", name="Create group").tap()
    page.wait_for_url(re.compile(r"/groups/[\w-]{8,}"))
    return re.sub(r"(/groups/[\w-]+).*", r"\1", page.url)


def test_a_passkey_brings_back_who_one_was_on_a_new_phone(phones: Phones, server: Server) -> None:
    old, keychain = at_localhost(phones, server)
    group = found_group(old)
    old.page.goto(f"{group}/passkeys")
    expect(old.page.locator("[data-passkey-none]")).to_be_hidden()
    old.page.get_by_role("button", name="Make a passkey").tap()
    expect(old.page.get_by_text("Not used yet")).to_be_visible()
    (passkey,) = keychain.passkeys()
    assert passkey["rpId"] == "localhost"
    assert passkey["isResidentCredential"]

    check_with_axe(old.page, "passkeys")
    check_width(old.page, "passkeys")

    # The phone holds one now, and makes no second.
    old.page.get_by_role("button", name="Make a passkey").tap()
    expect(old.page.get_by_role("alert")).to_have_text(
        "This phone has a passkey for this group already."
    )

    new, synced = at_localhost(phones, server)
    synced.put(passkey)
    new.page.goto(group)
    expect(new.page.get_by_text("This phone isn’t in this group")).to_be_visible()
    new.page.goto("/groups/passkey")
    new.page.get_by_role("button", name="Use a passkey").tap()
    new.page.wait_for_url(group)
    expect(new.page.get_by_role("heading", name="Thursday")).to_be_visible()

    # The old phone's keychain counts on from where it was: one of the two is a copy.
    old.page.goto("/groups/passkey")
    old.page.get_by_role("button", name="Use a passkey").tap()
    expect(old.page.get_by_text("Somebody may have copied this passkey")).to_be_visible()
    check_with_axe(old.page, "a copied passkey")
    expect(old.page.get_by_role("button", name="Use a passkey")).to_be_visible()


def test_what_goes_wrong_is_a_sentence_on_the_page(
    phones: Phones, server: Server, network: Network
) -> None:
    phone, keychain = at_localhost(phones, network)
    group = found_group(phone)
    page = phone.page
    page.goto(f"{group}/passkeys")
    button = page.get_by_role("button", name="Make a passkey")

    network.cut()
    button.tap()
    expect(page.get_by_role("alert")).to_have_text("No connection. Try again in a moment.")
    network.heal()
    button.tap()
    expect(page.get_by_text("Not used yet")).to_be_visible()

    page.get_by_role("button", name="Delete it here").tap()
    expect(page.get_by_text("Not used yet")).to_be_hidden()
    page.goto("/groups/passkey")
    page.get_by_role("button", name="Use a passkey").tap()
    expect(page.get_by_text("This passkey opens nothing here any more")).to_be_visible()

    keychain.chromium.send("WebAuthn.clearCredentials", {"authenticatorId": keychain.id})
    page.get_by_role("button", name="Use a passkey").tap()
    expect(page.get_by_role("alert").last).to_have_text(
        "Nothing was chosen, or it took too long. Try again."
    )


def test_a_script_shows_no_button_at_another_address(phones: Phones, server: Server) -> None:
    phone = phones(server, base_url=f"http://localhost:{server.port}")
    page = phone.page
    page.goto("/groups/passkey")
    expect(page.get_by_role("button", name="Use a passkey")).to_be_visible()
    page.evaluate(
        "document.querySelector('[data-passkey]').dataset.origin = 'https://other.example'"
    )
    page.evaluate("document.dispatchEvent(new CustomEvent('main:replaced'))")
    expect(page.get_by_role("button", name="Use a passkey")).to_be_hidden()


def test_at_a_number_there_is_nothing_of_it(phones: Phones, server: Server) -> None:
    page = phones(server).page
    response = page.goto("/groups/passkey")
    assert response
    assert response.status == 404
