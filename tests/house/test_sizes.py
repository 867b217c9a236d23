"""The check of sizes finds what is too large, and its list only shrinks."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.house import sizes

FUNCTION = "def many() -> None:\n" + "    print()\n" * sizes.FUNCTION_LINES


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Return a project in which everything is of a size to read."""
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    for name in ("one.py", "two.py", "room/page.html", "room/other.html"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("\n")
    assert not any(sizes.measure(tmp_path).values())
    return tmp_path


@pytest.mark.parametrize(
    ("name", "text", "kind", "size"),
    [
        ("one.py", "\n" * 401, "lines of files", 401),
        ("one.py", FUNCTION, "lines of functions", 41),
        ("single/file.txt", "", "files in folders", 1),
        ("room/page.html", "a" * 121 + "\n\n" + "b" * 121, "long lines of templates", 2),
    ],
)
def test_what_is_too_large_is_found(
    house: Path, name: str, text: str, kind: str, size: int
) -> None:
    (house / name).parent.mkdir(exist_ok=True)
    (house / name).write_text(text)
    found = sizes.measure(house)
    assert list(found.pop(kind).values()) == [size]
    assert not any(found.values())


def test_a_room_with_too_many_files_is_found(house: Path) -> None:
    for number in range(sizes.MOST - 1):
        (house / f"room/{number}.txt").touch()
    assert sizes.measure(house)["files in folders"] == {"room": 16}


def test_a_reason_is_enough(house: Path) -> None:
    reason = '"""Say it.\n\nLong because it is a list.\n"""\n'
    (house / "one.py").write_text(reason + "\n" * 400)
    body = "    print()\n" * 40
    (house / "two.py").write_text(f"def many() -> None:\n    {reason}{body}")
    assert not any(sizes.measure(house).values())


NOTHING: dict[str, sizes.Sizes] = {kind: {} for kind in sizes.MEASURES}


def of_files(**lines: int) -> dict[str, sizes.Sizes]:
    return {**NOTHING, "lines of files": lines}


def test_what_is_listed_may_shrink_and_must_not_grow() -> None:
    assert not list(sizes.problems(of_files(one=500), of_files(one=450)))
    assert list(sizes.problems(of_files(one=500), of_files(one=501)))
    assert list(sizes.problems(of_files(one=500), of_files(one=500, two=401)))
    assert list(sizes.problems(of_files(one=500), NOTHING))


def test_the_list_follows_what_moves_and_never_says_more(tmp_path: Path) -> None:
    moved = sizes.shrunk(of_files(one=500), of_files(two=450, three=450))
    sizes.write(moved, tmp_path / "list.toml")
    assert sizes.listed(tmp_path / "list.toml") == of_files(three=450, two=450)
    with pytest.raises(ValueError, match="101 too many"):
        sizes.shrunk(of_files(one=500), of_files(one=501))
