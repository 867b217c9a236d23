"""The layout alone draws the way back; a place has one name, wherever a page leads back to it."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

TEMPLATES = Path(__file__).parents[2] / "templates"
WAY = re.compile(r'address_here\("([a-z_.]+)"[^()]*\), _\("([^"]+)"\)')


def test_the_layout_alone_draws_the_way_back() -> None:
    drawn = {path for path in TEMPLATES.rglob("*.html") if 'icon("back")' in path.read_text()}
    assert drawn == {TEMPLATES / "layout/base.html"}


def test_a_place_has_one_name_wherever_it_is_led_back_from() -> None:
    names = defaultdict(set)
    for path in TEMPLATES.rglob("*.html"):
        for place, name in WAY.findall(path.read_text()):
            names[place].add(name)
    assert len(names) > 10
    assert {place: called for place, called in names.items() if len(called) > 1} == {}
