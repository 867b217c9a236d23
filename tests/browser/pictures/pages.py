"""Every page and state that an address leads to, as ``browser/screens/gallery.py`` lists them."""

from __future__ import annotations

from tests.browser.phone import Phone
from tests.browser.pictures.studio import Studio
from tests.browser.screens.gallery import SCREENS
from tests.browser.screens.seeded import seeded


def play(studio: Studio) -> None:
    """Look at the whole list, on a phone for each role."""
    with seeded(studio.data / "seeded") as served:
        phones: dict[str, Phone] = {}
        for screen in SCREENS:
            if not studio.wants(screen.name):
                continue
            if screen.role not in phones:
                phones[screen.role] = studio.phone(
                    served.server,
                    base_url=served.url,
                    storage_state=served.state(screen.role),
                    service_workers="block",
                )
            phone = phones[screen.role]
            phone.page.goto(served.address(screen.path))
            if screen.reach:
                screen.reach(phone.page)
            studio.take(phone, screen.name, is_whole=not screen.is_large)
            if screen.is_typed:
                phones.pop(screen.role).page.context.close()
