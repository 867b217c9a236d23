"""Templates ask for nothing that is not there, and write the way back as one."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

from tests.fuzzing.world import fresh_app

TEMPLATES = Path(__file__).parents[2] / "templates"
WAY = re.compile(r'address_here\("([a-z_.]+)"[^()]*\), _\("([^"]+)"\)')


def test_filters_and_tests_that_templates_ask_for_are_there(tmp_path: Path) -> None:
    environment = fresh_app(tmp_path).jinja_env
    for path in TEMPLATES.rglob("*.html"):
        environment.get_template(str(path.relative_to(TEMPLATES)))


def test_the_layout_alone_draws_the_way_back() -> None:
    drawn = {path for path in TEMPLATES.rglob("*.html") if 'icon("back")' in path.read_text()}
    assert drawn == {TEMPLATES / "layout/base.html"}


def test_a_place_has_one_name_wherever_a_page_leads_back_to_it() -> None:
    names = defaultdict(set)
    for path in TEMPLATES.rglob("*.html"):
        for place, name in WAY.findall(path.read_text()):
            names[place].add(name)
    assert len(names) > 10
    assert {place: called for place, called in names.items() if len(called) > 1} == {}
