"""The drawings: one for each game, and the mark, which is the same wherever it is seen."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from scorecard.drawing import motifs
from scorecard.drawing.png import png
from scorecard.rules.games import all_games
from scorecard.rules.games.own_scorecard import definitions

ICONS = motifs.STATIC / "icons"


@pytest.mark.parametrize("key", [*all_games(), definitions.GAME_KEY])
def test_every_game_of_the_shelf_has_a_drawing_of_its_own(key: str) -> None:
    assert motifs.of_game(key) == f"icons/games/{key}.svg"


def test_a_game_that_nobody_drew_has_the_one_of_any_game() -> None:
    assert motifs.of_game("tiddlywinks") == motifs.OF_ANY_GAME


@pytest.mark.parametrize("name", [motifs.MARK, motifs.OF_ANY_GAME])
def test_a_drawing_is_put_where_it_is_wanted(name: str) -> None:
    drawn = picture(motifs.placed(name, 20, 40, 100), 200)
    assert drawn.getbbox() == (20, 40, 120, 140)


@pytest.mark.parametrize("path", sorted(ICONS.glob("*.png")), ids=lambda path: path.name)
def test_every_icon_shows_the_mark(path: Path) -> None:
    icon = Image.open(path).convert("RGBA")
    size = icon.width
    share = 0.78 if "maskable" in path.name else 1
    edge = size * (1 - share) / 2
    mark = picture(motifs.placed(motifs.MARK, edge, edge, size * share), size)
    ground = Image.new("RGBA", mark.size, "#4a2a1a")
    both = [Image.alpha_composite(ground, one).convert("RGB") for one in (mark, icon)]
    assert max(ImageStat.Stat(ImageChops.difference(*both)).mean) < 3


def picture(inside: str, size: int) -> Image.Image:
    """Draw a part of a picture alone, in a square of so many pixels."""
    box = f'width="{size}" height="{size}"'
    image = png(f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{inside}</svg>')
    return Image.open(io.BytesIO(image)).convert("RGBA")
