"""Draw the README's pictures, or every screen for looking through."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import sync_playwright

from scorecard.web.http.languages import LONGEST
from tests.browser.browsers import ARGUMENTS, find
from tests.browser.pictures import index
from tests.browser.pictures.scenes import SCENES
from tests.browser.pictures.studio import ENGLISH, PLAIN, VIEWS, PictureCamera, Studio

README_PICTURES = Path(__file__).parents[3] / ".pictures"
LANGUAGE = f"what is read, such as de; {LONGEST} says every sentence in the longest words there are"


def main() -> None:
    """Play the scenes that are asked for, and draw."""
    views = {view.folder: view for view in VIEWS}
    parser = argparse.ArgumentParser(prog="python -m tests.browser.pictures")
    parser.add_argument("folder", nargs="?", type=Path, help="where every screen is drawn")
    parser.add_argument("scenes", nargs="*", help=f"only these of: {', '.join(SCENES)}")
    parser.add_argument("--language", default=ENGLISH, help=LANGUAGE)
    parser.add_argument("--views", nargs="*", default=views, help=f"only these of: {list(views)}")
    parser.add_argument("--only", nargs="*", default=(), help="only the screens of these names")
    asked = parser.parse_args()
    camera = (
        PictureCamera(asked.folder, [views[name] for name in asked.views])
        if asked.folder
        else PictureCamera(README_PICTURES, [PLAIN])
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=ARGUMENTS)
        for name in scenes(asked):
            with tempfile.TemporaryDirectory() as data:
                studio = Studio(
                    browser,
                    Path(data),
                    camera,
                    only=asked.only if asked.folder else ("table", "count"),
                    language=asked.language,
                    scale=1 if asked.folder else 2,
                )
                with studio:
                    SCENES[name](studio)
        browser.close()
    if asked.folder:
        print(index.write(asked.folder))


def scenes(asked: argparse.Namespace) -> Sequence[str]:
    """Return what is played: stories tap buttons by their words, which are English ones."""
    if asked.folder is None:
        return ["evening"]
    return asked.scenes or (list(SCENES) if asked.language == ENGLISH else ["pages"])


if __name__ == "__main__":
    main()
