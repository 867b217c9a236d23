"""Draw the README's pictures, or every screen for looking through."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.browsers import ARGUMENTS, find
from tests.browser.pictures import bins, boards, evening, histories, outbox, phones, refusals
from tests.browser.pictures.studio import PLAIN, VIEWS, Studio

SCENES = {
    scene.__name__.rpartition(".")[2]: scene.play
    for scene in (evening, outbox, histories, bins, phones, refusals, boards)
}
README_PICTURES = Path(__file__).parents[3] / ".pictures"


def main() -> None:
    """Play the scenes that are asked for, and draw."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.pictures")
    parser.add_argument("folder", nargs="?", type=Path, help="where every screen is drawn")
    parser.add_argument("scenes", nargs="*", help=f"only these of: {', '.join(SCENES)}")
    asked = parser.parse_args()
    is_for_readme = asked.folder is None
    names = ["evening"] if is_for_readme else asked.scenes or SCENES
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=ARGUMENTS)
        for name in names:
            with tempfile.TemporaryDirectory() as data:
                studio = Studio(
                    browser,
                    asked.folder or README_PICTURES,
                    Path(data),
                    views=[PLAIN] if is_for_readme else VIEWS,
                    only=("table", "count") if is_for_readme else (),
                )
                with studio:
                    SCENES[name](studio)
        browser.close()


if __name__ == "__main__":
    main()
