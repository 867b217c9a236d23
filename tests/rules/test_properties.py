"""Whatever is thrown at the rules, they answer; and what they accept keeps its promises."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorecard.rules import NotARecord, Refusal, Sheet, score
from scorecard.rules.games import all_games
from scorecard.rules.games.brownie_points.basics import CARDS, RANKS
from tests.fuzzing.junk import JUNK
from tests.scoring import answer_of, sheet_of

NUMBERS = st.integers(-2, 10) | st.sampled_from([50, 100, 450, 6_900, 10**30, 2.5, "2", True, None])
CARD = st.sampled_from([*CARDS, "11", "joker"])
ENTRY = st.fixed_dictionaries(
    {},
    optional={
        "pile": st.dictionaries(CARD, NUMBERS, max_size=4) | JUNK,
        "hand": st.dictionaries(CARD, NUMBERS, max_size=4),
        "quick": st.fixed_dictionaries({"pile_points": NUMBERS, "hand_points": NUMBERS}) | JUNK,
        "score": NUMBERS,
        "squirts": NUMBERS,
        "knocked_out": st.booleans() | JUNK,
    },
)
ROUND = (
    st.fixed_dictionaries(
        {"entries": st.dictionaries(st.sampled_from(["Ann", "Bob", " Ann", "Cy"]), ENTRY)},
        optional={"ended_by": st.sampled_from(["slap", "early", "draw", 3])},
    )
    | JUNK
)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "target": st.integers(-1, 200_000),
        "deck": st.sampled_from(["base", "base_plus_wild", "expansion", "tarot"]),
        "values": st.dictionaries(CARD, NUMBERS, max_size=3),
        "deck_counts": st.dictionaries(CARD, NUMBERS, max_size=3),
        "ko_hand": st.sampled_from(["also_negative", "ignored", ""]),
        "ko_squirts": st.sampled_from(["once", "twice", "waived"]),
        "tie": st.sampled_from(["shared", "play_on"]),
        "squirts_cards": NUMBERS,
        "squirts_value": NUMBERS,
    },
)


def answers(record: Any) -> Sheet | Refusal | None:
    """Score, and check what every answer promises; None where it was no record."""
    try:
        return answer_of(record)
    except NotARecord:
        return None


@given(JUNK)
def test_any_json_is_answered(record: Any) -> None:
    answers(record)


@pytest.mark.parametrize("key", list(all_games()))
@given(data=st.data())
def test_any_json_in_the_shape_of_a_record_is_answered(key: str, data: st.DataObject) -> None:
    record = data.draw(
        st.fixed_dictionaries(
            {"game": st.just(key)},
            optional=dict.fromkeys(
                ("options", "players", "rounds", "edits", "end_early", "left"), JUNK
            ),
        )
    )
    answers(record)


@settings(max_examples=100)
@given(
    options=OPTIONS,
    players=st.lists(st.sampled_from(["Ann", "Bob", "Cy", "ann", " "]), max_size=4),
    rounds=st.lists(ROUND, max_size=3),
    edits=st.lists(st.fixed_dictionaries({"round": NUMBERS, "with": ROUND}), max_size=2),
    is_ended=st.booleans(),
)
def test_nearly_right_records_are_answered(
    options: dict[str, Any],
    players: list[str],
    rounds: list[Any],
    edits: list[Any],
    is_ended: bool,
) -> None:
    answers(
        {
            "game": "brownie_points",
            "options": options,
            "players": players,
            "rounds": rounds,
            "edits": edits,
            "end_early": is_ended,
        }
    )


def dealt(deck: list[str], cuts: list[int]) -> list[dict[str, int]]:
    """Deal a shuffled deck into as many heaps as there are cuts, and one more."""
    heaps = []
    start = 0
    for end in [*sorted(cuts), len(deck)]:
        heap: dict[str, int] = {}
        for card in deck[start:end]:
            heap[card] = heap.get(card, 0) + 1
        heaps.append(heap)
        start = end
    return heaps


WHOLE_DECK = [
    *(rank for rank in RANKS for _ in range(8)),
    "game_changer",
    *["dog_house"] * 5,
    *["nope"] * 3,
]


@given(
    deck=st.permutations(WHOLE_DECK),
    cuts=st.lists(st.integers(0, len(WHOLE_DECK)), min_size=5, max_size=5),
    squirts=st.sampled_from([None, "Ann", "Bob", "Cy"]),
)
def test_a_dealt_deck_adds_up_to_what_the_deck_is_worth(
    deck: list[str], cuts: list[int], squirts: str | None
) -> None:
    """With nobody knocked out: 6,900 − 2 × points in hands − 500 × Dog Houses − 100 × Squirts."""
    heaps = dealt(deck, cuts)
    names = ["Ann", "Bob", "Cy"]
    entries = {
        name: {"pile": pile, "hand": hand, **({"squirts": 1} if name == squirts else {})}
        for name, pile, hand in zip(names, heaps[::2], heaps[1::2], strict=True)
    }
    record = {"game": "brownie_points", "players": names, "rounds": [{"entries": entries}]}
    result = sheet_of(record)
    worth = {**dict.fromkeys("12345", 50), **dict.fromkeys("6789", 100), "10": 150}
    worth |= {"game_changer": 500, "dog_house": 0, "nope": 0}
    held = [card for hand in heaps[1::2] for card, count in hand.items() for _ in range(count)]
    expected = 6_900 - 2 * sum(worth[card] for card in held)
    expected -= 500 * held.count("dog_house") + (100 if squirts else 0)
    assert sum(result.round_scores[0].values()) == expected
    assert "cards_missing" not in [warning.code for warning in result.warnings]


@given(st.lists(st.tuples(st.integers(-20, 20), st.integers(-20, 20)), max_size=6), st.data())
def test_a_correction_equals_the_game_as_if_entered_so(
    scores: list[tuple[int, int]], data: st.DataObject
) -> None:
    rounds = [{"entries": {"Ann": {"score": a * 50}, "Bob": {"score": b * 50}}} for a, b in scores]
    record = {"game": "brownie_points", "players": ["Ann", "Bob"], "rounds": rounds}
    if not rounds:
        return
    number = data.draw(st.integers(1, len(rounds)))
    other = {"entries": {"Ann": {"score": 150}, "Bob": {"score": -50}}}
    corrected = score({**record, "edits": [{"round": number, "with": other}]})
    entered_so = score({**record, "rounds": [*rounds[: number - 1], other, *rounds[number:]]})
    assert corrected.to_json() == entered_so.to_json()
