"""Bytes that are no JSON, and JSON that is no record."""

from __future__ import annotations

import pytest

from scorecard.rules import record as reader
from scorecard.rules.record import NotJson, answer, loads


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"{'game': 1}",
        b"NaN",
        b'{"a": Infinity}',
        b'{"a": -Infinity}',
        b"\xff\xfe\x00",
        b"\x80abc",
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b'{"Ann": 1, "Bob": 2, "Ann": 3}',
        b'[{"a": {"b": 1, "b": 1}}]',
        "\ud800".encode("utf-8", "surrogatepass"),
    ],
)
def test_what_is_not_json_is_refused_in_a_sentence(data: bytes) -> None:
    with pytest.raises(NotJson) as refused:
        loads(data)
    assert str(refused.value).startswith("This")


def test_numbers_are_read_exactly() -> None:
    assert loads(b'{"n": 1000000000000000000000000000000}') == {"n": 10**30}


def test_a_number_too_long_to_read_is_refused_where_it_stands() -> None:
    digits = "1" * 5_000
    record = loads(
        f'{{"game": "brownie_points", "players": ["Ann", "Bob"], "options": {{"target": 500}},'
        f' "rounds": [{{"entries": {{"Ann": {{"score": {digits}}}, "Bob": {{}}}}}}]}}'
    )
    status, body = answer(record)
    assert status == 1
    assert body["error"]["code"] == "not_whole_number"
    assert "Ann" in body["error"]["message"]


def test_a_key_said_twice_is_named() -> None:
    with pytest.raises(NotJson, match='"Ann" is said twice'):
        loads(b'{"entries": {"Ann": {"score": 50}, "Ann": {"score": 100}}}')


class Key(str):
    """A key that counts how often it was compared with another one."""

    __slots__ = ()
    compared = 0
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        Key.compared += 1
        return super().__eq__(other)


@pytest.mark.parametrize("keys", [100, 1_000, 10_000])
def test_a_key_said_twice_is_found_in_one_pass(keys: int) -> None:
    pairs: list[tuple[str, object]] = [(Key(f"key {number}"), 0) for number in range(keys)]
    Key.compared = 0
    with pytest.raises(NotJson, match=f'"key {keys - 1}" is said twice'):
        reader._object([*pairs, (Key(f"key {keys - 1}"), 1)])
    # Only keys with the same hash are compared; with each other key it would be millions.
    assert Key.compared < keys


@pytest.mark.parametrize(
    "record", [None, 5, "x", [], [1], {}, {"game": "whist"}, {"game": None}, {"game": ["pitch"]}]
)
def test_what_is_no_record_has_status_2(record: object) -> None:
    status, body = answer(record)
    assert status == 2
    assert body["error"]["code"] == "not_a_record"
    assert body["error"]["message"]


def test_a_record_may_carry_notes_of_its_own() -> None:
    record = {"game": "brownie_points", "players": ["Ann", "Bob"], "rounds": [], "id": "bp-1"}
    assert answer(record)[0] == 0


def test_a_set_up_is_not_taken_for_one_that_only_looks_alike() -> None:
    record = {"game": "brownie_points", "players": ["Ann", "Bob"], "rounds": []}
    whole = {**record, "options": {"target": 10_000, "squirts_cards": 1}}
    assert answer(whole)[0] == 0
    for other in (True, 1.0, "1"):
        refused = {**record, "options": {"target": 10_000, "squirts_cards": other}}
        assert answer(refused)[0] == 1, other
    assert answer(whole)[0] == 0
