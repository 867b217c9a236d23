"""What every game promises for every record, held against random ones.

``python -m tests.benchmarks.random_records`` scores many more of them.
"""

from __future__ import annotations

import copy
import json
from dataclasses import asdict
from itertools import accumulate
from typing import Any

import pytest

from scorecard.rules import Refusal, Sheet, card_game, score
from scorecard.rules.games import all_games
from scorecard.rules.sheet import entry_form
from tests.handbook.regions import REFUSALS, WARNINGS
from tests.rules.random_records import Record, prefixes, random_record, random_round
from tests.scoring import refusal_of, sheet_of

pytestmark = pytest.mark.long

SEEDS = range(300)
GAMES = list(all_games().values())
MONEY_GAMES = [rules for rules in GAMES if rules.is_money]


@pytest.fixture(scope="module", params=GAMES, ids=lambda rules: rules.key)
def rules(request: pytest.FixtureRequest) -> card_game.GameRules[Any]:
    found: card_game.GameRules[Any] = request.param
    return found


@pytest.fixture(scope="module")
def scored(rules: card_game.GameRules[Any]) -> list[tuple[Record, Sheet | Refusal]]:
    """Return the records with what became of them."""
    return [(record, score(record)) for seed in SEEDS for record in [random_record(rules, seed)]]


Scored = list[tuple[Record, Sheet | Refusal]]


def accepted(scored: Scored) -> list[tuple[Record, Sheet]]:
    return [(record, result) for record, result in scored if isinstance(result, Sheet)]


def refused(scored: Scored) -> list[tuple[Record, Refusal]]:
    return [(record, result) for record, result in scored if isinstance(result, Refusal)]


def kept_of(result: Sheet | Refusal) -> Sheet:
    """Return the sheet, or what is kept of a refused record."""
    return result.kept if isinstance(result, Refusal) else result


def is_same(one: Any, other: Any) -> bool:
    """Whether two JSON values are equal and of the same types; 1, 1.0 and true are three."""
    if type(one) is not type(other):
        return False
    match one:
        case dict():
            return one.keys() == other.keys() and all(is_same(one[key], other[key]) for key in one)
        case list():
            return len(one) == len(other) and all(map(is_same, one, other))
        case _:
            return bool(one == other)


def as_if_entered_so(record: Record, edits: list[Any]) -> Record:
    """Return a record with its corrections made; what they put after the end is kept."""
    rounds = [*record["rounds"]]
    for edit in edits:
        rounds[edit["round"] - 1] = edit["with"]
    return {**record, "rounds": rounds, "edits": [], "keep_after_end": True}


def test_the_same_seed_gives_the_same_record(rules: card_game.GameRules[Any]) -> None:
    for seed in range(20):
        first, second = random_record(rules, seed), random_record(rules, seed)
        assert json.dumps(first) == json.dumps(second)


def test_a_fair_share_of_rounds_is_accepted_and_of_records_refused(
    rules: card_game.GameRules[Any], scored: Scored
) -> None:
    typed = [record["rounds"] for record, _ in scored if isinstance(record.get("rounds"), list)]
    rounds = sum(len(kept_of(result).round_scores) for _, result in scored)
    assert rounds > sum(map(len, typed)) / 5
    assert len(refused(scored)) > len(scored) / 5


def test_answers_are_plain_json(scored: Scored) -> None:
    for _record, result in scored:
        answer = result.to_json()
        assert is_same(json.loads(json.dumps(answer)), answer)


def test_scoring_twice_gives_the_same_and_changes_nothing(scored: Scored) -> None:
    for record, result in scored:
        before = copy.deepcopy(record)
        assert is_same(score(record).to_json(), result.to_json())
        assert is_same(record, before)


def test_every_refusal_has_a_code_a_sentence_and_what_is_kept(scored: Scored) -> None:
    for record, refusal in refused(scored):
        assert refusal.code in REFUSALS
        assert refusal.message.endswith("."), refusal.message
        assert (refusal.round is None) != (refusal.edit is None)
        answer = refusal.to_json()
        assert answer["error"]["message"] == refusal.message
        if refusal.round:
            rounds = record["rounds"][: refusal.round - 1]
            kept = score({**record, "rounds": rounds, "edits": [], "end_early": False})
            assert is_same(answer["kept"], kept.to_json())


def test_every_warning_has_a_code_and_a_round(scored: Scored) -> None:
    for _record, result in scored:
        sheet = kept_of(result)
        for warning in sheet.warnings:
            assert warning.code in WARNINGS
            assert warning.message.endswith("."), warning.message
            assert 0 <= warning.round <= len(sheet.round_scores)


@pytest.mark.parametrize("rules", MONEY_GAMES, ids=lambda rules: rules.key)
def test_money_comes_from_somebody(rules: card_game.GameRules[Any]) -> None:
    """Every round adds up to zero; where chips lie in a farm, together with that."""
    for seed in SEEDS:
        sheet = kept_of(score(random_record(rules, seed)))
        rounds = [sum(scores.values()) for scores in sheet.round_scores]
        counted = len(rounds) - len(sheet.after_end)
        farms = sheet.extras.get("farm_after", [0] * counted)
        assert [*accumulate(rounds[:counted])] == [-chips for chips in farms]
        final = sheet.extras.get("farm_final", 0)
        assert sum(total or 0 for total in sheet.totals.values()) == -final


def test_n_rounds_and_an_undo_equal_n_minus_one_rounds(scored: Scored) -> None:
    for record, whole in accepted(scored):
        if record.get("edits") or not record.get("rounds"):
            continue
        shorter = sheet_of({**record, "rounds": record["rounds"][:-1]})
        assert shorter.round_scores == whole.round_scores[:-1]
        assert shorter.stories == whole.stories[:-1]
        last = len(whole.round_scores)
        is_before = [warning for warning in whole.warnings if warning.round < last]
        assert [warning for warning in shorter.warnings if warning in is_before] == is_before


def test_a_correction_equals_the_game_as_if_entered_so(
    rules: card_game.GameRules[Any], scored: Scored
) -> None:
    for seed, (record, sheet) in enumerate(accepted(scored)):
        edits = record.get("edits", [])
        if edits:
            entered = score(as_if_entered_so(record, edits))
            assert is_same(sheet.to_json(), entered.to_json())
        rounds = record.get("rounds")
        if edits or not rounds:
            continue
        number = 1 + seed % len(rounds)
        same = [{"round": number, "with": rounds[number - 1]}]
        assert is_same(score({**record, "edits": same}).to_json(), sheet.to_json())
        other = [{"round": number, "with": random_round(rules, record, number, seed)}]
        corrected = score({**record, "edits": other})
        entered = score(as_if_entered_so(record, other))
        if isinstance(corrected, Refusal):
            assert isinstance(entered, Refusal)
            assert corrected.code == entered.code
            # A later round is told as it would be if entered so, and then what to do about it.
            assert corrected.message.startswith(entered.message)
            is_later = corrected.message != entered.message
            assert is_later is (entered.round is not None and entered.round > number)
            assert is_same(corrected.kept.to_json(), {**sheet.to_json(), **unended(corrected)})
        else:
            assert is_same(corrected.to_json(), entered.to_json())


def unended(refusal: Refusal) -> dict[str, Any]:
    """Return what End Game changes; what is kept of a refused record is not ended."""
    return refusal.kept.to_json() if refusal.kept.status == "in_progress" else {}


def test_a_round_can_be_looked_at_while_it_grows(
    rules: card_game.GameRules[Any], scored: Scored
) -> None:
    for record, result in scored[::2]:
        rounds = record.get("rounds")
        if not isinstance(rounds, list) or not rounds:
            continue
        known = len(kept_of(result).round_scores)
        before = {**record, "rounds": rounds[: min(known, len(rounds) - 1)], "edits": []}
        data = rounds[len(before["rounds"])]
        for told in prefixes(data, rules.entries_key) if data is not None else ():
            looked = score(before, open_round=told)
            assert isinstance(looked, Refusal) or looked.status == "finished" or looked.open_round


def test_the_coming_round_is_only_about_who_has_not_left(
    rules: card_game.GameRules[Any], scored: Scored
) -> None:
    for record, sheet in accepted(scored):
        form = entry_form(record)
        json.dumps(asdict(form))
        left = record.get("left", {})
        number = len(record.get("rounds", [])) + 1
        names = [name.strip() for name in record["players"]]
        present = [name for name in names if left.get(name, number) >= number]
        if len(present) < rules.fewest:
            continue  # They cannot go on, whatever is asked.
        asked = {*form.players}
        for field in (*form.round_fields, *(f for style in form.styles for f in style.fields)):
            asked |= {*field.names}
        assert asked <= {*present}
        if sheet.between.turn and sheet.status == "in_progress":
            assert sheet.between.turn[0] in present


def test_what_is_no_record_in_its_parts_is_refused(rules: card_game.GameRules[Any]) -> None:
    parts: tuple[str, ...] = ("players", "options", "rounds", "edits", "left", "end_early")
    for part in parts:
        for junk in (7, "text", 0.5):
            whole = {"game": rules.key, "players": list("ABCDEFGH"[: rules.fewest]), "rounds": []}
            result = refusal_of({**whole, part: junk})
            assert result.code in REFUSALS


def test_a_round_that_nobody_plays_is_refused(rules: card_game.GameRules[Any]) -> None:
    names = list("ABCDEFGH"[: rules.fewest])
    deserted = {"game": rules.key, "players": names, "left": dict.fromkeys(names, 0)}
    result = refusal_of({**deserted, "rounds": [{}]})
    assert (result.code, result.round) == ("player_count", 1)
    assert isinstance(score(deserted), Sheet)
    assert isinstance(score(deserted, open_round={}), Refusal)
    assert isinstance(score({**deserted, "end_early": True}), Sheet)


def test_the_entry_form_is_known_before_any_round(rules: card_game.GameRules[Any]) -> None:
    names = list("ABCDEFGH"[: rules.fewest])
    begun = {"game": rules.key, "players": names}
    assert entry_form(begun) == entry_form({**begun, "rounds": []})
