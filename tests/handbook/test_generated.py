"""What follows from the code stands in the handbook as the code says it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scorecard import config, handbook
from scorecard.services.files.format import file_parts
from scorecard.services.limits import bounds
from tests.handbook import figures, regions
from tests.handbook.generated import REGIONS
from tests.handbook.regions import SETTINGS

KEPT = {name: text for name, _path, text in regions.all_regions()}


@pytest.mark.parametrize("name", REGIONS)
def test_a_region_says_what_the_code_says(name: str) -> None:
    assert KEPT[name] == REGIONS[name](), "run: python -m tests.handbook --write"


def test_every_other_region_is_of_a_benchmark() -> None:
    others = KEPT.keys() - REGIONS.keys()
    benchmarks = {path.stem for path in (figures.ROOT / "tests/benchmarks").rglob("*.py")}
    assert {name.removeprefix("figures-") for name in others} <= benchmarks


def test_every_figure_says_where_and_when_it_was_measured() -> None:
    for name, text in KEPT.items():
        if name.startswith("figures-"):
            assert re.match(r"`python -m [^`]+`, \d{4}-\d\d-\d\d, .*`[0-9a-f]{7}`.* cores", text), (
                name
            )


def test_every_setting_that_is_read_is_listed() -> None:
    source = Path(config.__file__).read_text()
    read = set(re.findall(r'environ\.get\("(\w+)"|_is_on\(environ, "(\w+)"\)', source))
    names = {one or other for one, other in read}
    assert names == SETTINGS


def test_what_settings_usually_are_is_listed() -> None:
    text = handbook.pages()["running"].text
    assert f"| `BACKUPS_KEPT` | `{config.BACKUPS_KEPT}` |" in text
    assert f"| `DISK_FLOOR` | `{config.DISK_FLOOR}` |" in text
    assert f"How many proxies stand in front, 0 to {config.MOST_PROXIES}:" in text


def test_every_bound_is_listed() -> None:
    sections = handbook.pages()["running"].sections
    words = {one.anchor: one.words for one in sections}["how-much-is-kept"]
    for name, bound in vars(bounds).items():
        if isinstance(bound, bounds.Bound):
            assert f" {bound.most:,} " in words, name


@pytest.mark.parametrize("part", ["GamePart", "PlayerPart", "SeasonPart", "SeatPart"])
def test_what_earlier_files_lack_has_its_version(part: str) -> None:
    page = handbook.pages()["files-and-formats"].text
    versions = page[page.index("Version 2 added") : page.index("### Every part")]
    schema = file_parts.GroupFile.model_json_schema(by_alias=True)["$defs"][part]
    for key in schema["properties"].keys() - set(schema["required"]):
        assert f"`{key}`" in versions, key


def test_a_region_is_written_and_nothing_beside_it(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("Before\n<!-- generated: one -->\nold\n<!-- end -->\nAfter\n")
    regions.write("one", "new\n", tmp_path)
    assert page.read_text() == "Before\n<!-- generated: one -->\nnew\n<!-- end -->\nAfter\n"
    with pytest.raises(LookupError, match="region two"):
        regions.write("two", "new\n", tmp_path)


def test_circumstances_name_no_machine_and_no_path() -> None:
    told = figures.circumstances()
    assert re.search(r", \d{4}-\d\d-\d\d, at `[0-9a-f]{7}`", told)
    assert str(figures.ROOT) not in told
