"""``scorecard handbook`` prints the handbook in a terminal."""

from __future__ import annotations

from click.testing import CliRunner

from scorecard import handbook
from scorecard.cli import main


def test_without_a_name_it_lists_the_pages() -> None:
    done = CliRunner().invoke(main, ["handbook"])
    assert done.exit_code == 0
    lines = done.output.splitlines()
    assert [line.split()[0] for line in lines] == list(handbook.pages())


def test_it_prints_a_page_as_it_is_written() -> None:
    done = CliRunner().invoke(main, ["handbook", "backups"])
    assert done.exit_code == 0
    assert done.output == handbook.pages()["backups"].text


def test_a_page_that_is_not_there_is_a_sentence_and_exit_status_1() -> None:
    done = CliRunner().invoke(main, ["handbook", "backup"])
    assert done.exit_code == 1
    assert done.output.startswith("Error: The handbook has no page backup. It has playing, ")
