"""Every scene by its name: the pages of the list, and the stories."""

from __future__ import annotations

from tests.browser.pictures import (
    bins,
    boards,
    evening,
    histories,
    outbox,
    pages,
    phones,
    refusals,
)

STORIES = {
    scene.__name__.rpartition(".")[2]: scene.play
    for scene in (evening, outbox, histories, bins, phones, refusals, boards)
}
"""What takes several phones to reach, or a network that fails."""
SCENES = {"pages": pages.play, **STORIES}
