"""What holds for every card game, whichever it is."""

from __future__ import annotations

import ast
import copy
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scorecard.rules import Refusal, card_game, score
from scorecard.rules.games import all_games
from scorecard.rules.sheet import check_options, entry_form_for, fold_of, resolve_options
from tests.handbook.regions import REFUSALS, WARNINGS
from tests.scoring import sheet_of

ROOT = Path(__file__).parents[2]
CASES = json.loads((ROOT / "tests/data/public_cases.json").read_text())["cases"]
NAMES = ("Ann", "Bob", "Cy", "Di")
GAMES = list(all_games().values())


def records_of(key: str) -> list[dict[str, Any]]:
    return [case for case in CASES if case["game"] == key]


@pytest.fixture(params=GAMES, ids=lambda rules: rules.key)
def rules(request: pytest.FixtureRequest) -> card_game.GameRules[Any]:
    found: card_game.GameRules[Any] = request.param
    return found


def test_the_key_is_the_name_of_the_module_or_package(rules: card_game.GameRules[Any]) -> None:
    module = f"scorecard.rules.games.{rules.key}"
    assert rules.score_round.__module__ in (module, f"{module}.game")


def test_it_says_what_it_is_and_where_it_comes_from(rules: card_game.GameRules[Any]) -> None:
    assert all((rules.name, rules.aim, rules.players, rules.length, rules.source))
    assert rules.how_to_score
    module = __import__(rules.score_round.__module__, fromlist=["RULES"])
    for heading in ("Aim:", "Scoring:", "Source:", "Not scored here:"):
        assert heading in (module.__doc__ or "")


def test_its_defaults_are_legal(rules: card_game.GameRules[Any]) -> None:
    names = NAMES[: rules.fewest]
    resolved = resolve_options(rules, {}, names)
    assert not isinstance(resolved, Refusal)
    assert not isinstance(resolve_options(rules, resolved, names), Refusal)
    assert entry_form_for(rules, len(names), {}) is not None


def test_an_option_that_it_does_not_have_is_refused(rules: card_game.GameRules[Any]) -> None:
    refusal = resolve_options(rules, {"jackpot": 5}, NAMES[: rules.fewest])
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.round, refusal.item) == ("unknown_option", 0, "jackpot")
    assert refusal.message == f'{rules.name} has no option "jackpot".'


def test_what_several_ways_ask_is_called_the_same(rules: card_game.GameRules[Any]) -> None:
    form = entry_form_for(rules, rules.fewest, {})
    assert form is not None
    asked: dict[str, set[tuple[Any, ...]]] = {}
    for field in (field for way in form.rounds for field in way.fields):
        asked.setdefault(field.key, set()).add((field.kind, str(field.label), str(field.hint)))
    assert [key for key, words in asked.items() if len(words) > 1] == []


def test_its_ready_made_house_rules_can_be_played_by(rules: card_game.GameRules[Any]) -> None:
    names = NAMES[: rules.fewest]
    assert len({one.key for one in rules.house_rules}) == len(rules.house_rules)
    for one in rules.house_rules:
        assert one.name
        assert one.notes
        assert not isinstance(check_options(rules, one.options), Refusal)
        assert not isinstance(resolve_options(rules, one.options, names), Refusal)


def test_every_option_is_explained_and_has_a_range(rules: card_game.GameRules[Any]) -> None:
    for option in rules.options:
        assert option.label
        assert option.sentence.endswith(".")
        assert option.hint == ("" if option.is_plain else option.sentence)
        match option.kind:
            case "number":
                assert option.low < option.high
                assert option.default is not None or option.suggest or option.none_label
            case "switch":
                assert type(option.default) is bool
            case "choice" | "per_card":
                assert option.choices or option.cards
            case "lines":
                assert option.lines
                assert option.lines.example


def test_scoring_is_repeatable_and_changes_nothing_it_is_given(
    rules: card_game.GameRules[Any],
) -> None:
    for record in records_of(rules.key):
        before = copy.deepcopy(record)
        first, second = score(record), score(record)
        assert record == before
        assert first.to_json() == second.to_json()


def test_answers_are_plain_json(rules: card_game.GameRules[Any]) -> None:
    for record in records_of(rules.key):
        answer = score(record).to_json()
        assert json.loads(json.dumps(answer)) == answer


def test_a_story_is_the_same_whenever_it_is_read(rules: card_game.GameRules[Any]) -> None:
    for record in records_of(rules.key):
        fold = fold_of({**record, "rounds": []})
        if isinstance(fold, Refusal) or isinstance(score(record), Refusal):
            continue
        read_at_once = []
        for data in record["rounds"]:
            fold.add(data, keep_after_end=True)
            read_at_once.append(fold.sheet().stories[-1])
        assert fold.sheet().stories == tuple(read_at_once)


def test_a_round_is_read_once_for_every_look(rules: card_game.GameRules[Any]) -> None:
    for record in records_of(rules.key):
        fold = fold_of({**record, "rounds": []})
        if isinstance(fold, Refusal) or isinstance(score(record), Refusal):
            continue
        read: list[int] = []

        def count(*args: Any, read: list[int] = read, real: Any = fold.rules.read) -> Any:
            read.append(args[-1].number)
            return real(*args)

        fold.rules = replace(fold.rules, read=count)
        for number, data in enumerate(record["rounds"], start=1):
            if fold.outcome:
                break
            assert not isinstance(fold.preview(data), Refusal)
            assert read == [number]
            fold.add(data)
            looked = fold.sheet(), fold.check_of_last
            assert read == [number, number], looked
            read.clear()


def test_n_rounds_and_an_undo_equal_n_minus_one_rounds(rules: card_game.GameRules[Any]) -> None:
    for record in records_of(rules.key):
        whole = score(record)
        if isinstance(whole, Refusal) or not record["rounds"]:
            continue
        shorter = sheet_of({**record, "rounds": record["rounds"][:-1]})
        assert shorter.round_scores == whole.round_scores[:-1]


def test_the_game_before_a_round_is_the_one_of_the_rounds_before_it(
    rules: card_game.GameRules[Any],
) -> None:
    for record in records_of(rules.key):
        fold = fold_of(record)
        if isinstance(fold, Refusal):
            continue
        for number in range(1, fold.next_number + 1):
            cut, short = (
                fold.before(number),
                fold_of(record | {"rounds": record["rounds"][: number - 1]}),
            )
            assert not isinstance(short, Refusal)
            assert cut.sheet().to_json() == short.sheet().to_json()
            assert cut.forms(2) == short.forms(2)


def test_a_correction_equals_the_game_as_if_entered_so(rules: card_game.GameRules[Any]) -> None:
    for record in records_of(rules.key):
        whole = score(record)
        if isinstance(whole, Refusal) or not record["rounds"] or record.get("edits"):
            continue
        edits = [
            {"round": number, "with": data} for number, data in enumerate(record["rounds"], start=1)
        ]
        corrected = sheet_of({**record, "edits": edits})
        assert corrected.to_json() == whole.to_json()
        assert corrected.stories == whole.stories


def test_every_code_is_documented() -> None:
    refusals: set[str] = set()
    warnings: set[str] = set()
    for path in (ROOT / "scorecard/rules").rglob("*.py"):
        for name, position, found in (
            ("Refused", 0, refusals),
            ("refused", 0, refusals),
            ("RuleWarning", 1, warnings),
        ):
            found |= {str(code) for code in _literals(path, name, position)}
    assert refusals == REFUSALS
    assert warnings == WARNINGS


def _literals(path: Path, function: str, position: int) -> list[object]:
    """Return the literal arguments at a position of every call of a function in a file."""
    calls = [
        node.args[position]
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).rpartition(".")[2] == function
        and len(node.args) > position
    ]
    return [argument.value for argument in calls if isinstance(argument, ast.Constant)]
