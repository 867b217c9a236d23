"""The pages that explain how each game is scored."""

from __future__ import annotations

from html import escape

import pytest
from flask.testing import FlaskClient

from scorecard.rules.games import all_games
from scorecard.web.book.reference import example_of
from tests.web.conftest import seen


@pytest.mark.parametrize("key", all_games())
def test_every_game_is_explained_with_the_stories_of_its_example(
    client: FlaskClient, key: str
) -> None:
    rules = all_games()[key]
    answer = client.get(f"/rules/{key}")
    assert answer.status_code == 200
    example = example_of(rules)
    stories = example.stories if example else ()
    text = seen(answer.get_data(as_text=True))
    assert text.count('<td class="story"') >= len([story for story in stories if story])
    assert escape(rules.aim, quote=False) in text
