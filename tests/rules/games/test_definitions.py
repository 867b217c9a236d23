"""What a home-made scorecard may say, what it is when it says nothing, and every refusal.

Long because it goes through every part of a definition.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecard.rules.games.own_scorecard.definition_reader import read_definition
from scorecard.rules.games.own_scorecard.definitions import (
    BadDefinition,
    Bid,
    Card,
    Cards,
    Contract,
    Declarer,
    Definition,
    Ends,
    Points,
    RoundTotal,
    Tick,
    WentOut,
    to_json,
)
from scorecard.rules.games.own_scorecard.describing import ending, scoring, worked
from scorecard.rules.round_words import so_many
from tests.fuzzing.junk import junk

POINTS = {"kind": "points", "key": "points", "label": "Points"}
TICK = {"kind": "tick", "key": "bonus", "label": "Bonus", "worth": 5}
OUT = {"kind": "went_out", "key": "out", "label": "Went out", "worth": 25}
BID = {"kind": "bid", "key": "tricks", "label": "Tricks"}
GAME = {"key": "grand", "label": "Grand", "worth": 24, "is_times": True}
DECLARER = {
    "kind": "declarer",
    "key": "game",
    "label": "Played by",
    "contracts": [GAME, {"key": "null", "label": "Null", "worth": 23}],
    "number": "Times",
}
CARD = {"key": "ace", "label": "Ace", "worth": 15}
CARDS = {"kind": "cards", "key": "left", "label": "Cards left", "cards": [CARD]}


def definition(**changes: Any) -> dict[str, Any]:
    return {"name": "House game", "fields": [POINTS]} | changes


def refused(value: Any) -> BadDefinition:
    with pytest.raises(BadDefinition) as raised:
        read_definition(value)
    return raised.value


def with_field(**field: Any) -> dict[str, Any]:
    return definition(fields=[field])


class TestWhatHoldsWhenNothingIsSaid:
    def test_a_name_and_one_field_are_enough(self) -> None:
        assert read_definition(definition()) == Definition(
            name="House game", fields=(Points("points", "Points"),)
        )

    def test_null_is_as_if_nothing_was_said(self) -> None:
        nothing = dict.fromkeys(
            ("wins", "ends", "tie", "sides", "fewest", "most", "has_dealer", "is_zero_sum")
        )
        rest = dict.fromkeys(("is_money", "round_total", "round_word", "source", "notes"))
        assert read_definition(definition(**nothing, **rest)) == read_definition(definition())

    def test_a_field_without_key_is_called_by_its_place(self) -> None:
        read = read_definition(
            definition(
                fields=[
                    {"kind": "points", "label": "Hand"},
                    {"kind": "cards", "label": "Left", "cards": [{"label": "Ace", "worth": 1}]},
                ]
            )
        )
        assert [field.key for field in read.fields] == ["field_1", "field_2"]
        assert read.fields[1].cards[0].key == "card_1"  # type: ignore[union-attr]

    def test_partnerships_need_as_many_as_there_are_sides_twice(self) -> None:
        two, three = (read_definition(definition(sides=sides)) for sides in (2, 3))
        assert (two.fewest, two.most) == (4, 12)
        assert (three.fewest, three.most) == (6, 12)


class TestReading:
    def test_every_kind_of_field_is_read(self) -> None:
        out = OUT | {"worth": 9, "is_required": True}
        bid = BID | {"is_exact": True, "made": 10, "per_short": -1, "in_round": 13}
        points = POINTS | {"worth": -2, "is_signed": True, "most": 90, "hint": "Minus"}
        points |= {"is_optional": True}
        read = read_definition(definition(fields=[points, CARDS, TICK, out, bid]))
        assert read.fields == (
            Points("points", "Points", "Minus", -2, True, 90, True),
            Cards("left", "Cards left", (Card("ace", "Ace", 15, None),)),
            Tick("bonus", "Bonus", "", 5),
            WentOut("out", "Went out", "", 9, True),
            Bid("tricks", "Tricks", is_exact=True, made=10, per_short=-1, in_round=13),
        )
        assert [field.key for field in read.entry_fields] == ["points", "left", "bonus", "tricks"]
        assert [field.key for field in read.named_fields] == ["out"]

    @pytest.mark.parametrize(
        ("given", "meant"),
        [
            ({"when": "stopped"}, Ends()),
            ({"when": "stopped", "at": 0, "field": ""}, Ends()),
            ({}, Ends()),
            ({"when": "total", "at": 100}, Ends("total", 100)),
            ({"when": "rounds", "at": 10}, Ends("rounds", 10)),
            ({"when": "ticks", "at": 10, "field": "bonus"}, Ends("ticks", 10, "bonus")),
        ],
    )
    def test_every_way_to_end_is_read(self, given: dict[str, Any], meant: Ends) -> None:
        assert read_definition(definition(fields=[POINTS, TICK], ends=given)).ends == meant

    def test_spaces_that_nobody_sees_are_left_out(self) -> None:
        read = read_definition(
            definition(name="  House\u00a0 game\t", notes=" One.\r\n\r\n Two  words. \n")
        )
        assert read.name == "House game"
        assert read.notes == "One.\n\nTwo words."

    def test_what_is_written_says_everything(self) -> None:
        written = to_json(read_definition(definition()))
        assert written == {
            "name": "House game",
            "fields": [
                {
                    "kind": "points",
                    "key": "points",
                    "label": "Points",
                    "hint": "",
                    "worth": 1,
                    "is_signed": False,
                    "most": 1_000_000,
                }
            ],
            "wins": "highest",
            "ends": {"when": "stopped", "at": 0, "field": ""},
            "tie": "shared",
            "sides": None,
            "fewest": 2,
            "most": 12,
            "has_dealer": False,
            "is_zero_sum": False,
            "is_money": False,
            "round_total": None,
            "round_word": "Round",
            "source": "",
            "notes": "",
        }

    def test_that_blank_counts_as_0_is_written_only_where_it_does(self) -> None:
        points = POINTS | {"is_optional": True}
        written = to_json(read_definition(definition(fields=[points])))
        assert written["fields"][0]["is_optional"] is True
        assert to_json(read_definition(written)) == written
        typed = definition(fields=[POINTS | {"is_optional": False}])
        assert to_json(read_definition(typed)) == to_json(read_definition(definition()))


class TestRefusals:
    @pytest.mark.parametrize(
        ("value", "place", "mention"),
        [
            (None, "", "the scorecard must be an object, not nothing"),
            ([], "", "object"),
            ("Hearts", "", "object"),
            (definition(colour="red"), "", '"colour"'),
            (definition(name=None), "name", "text"),
            (definition(name=7), "name", "not 7"),
            (definition(name=" "), "name", "has no name"),
            (definition(name="x" * 41), "name", "41"),
            (definition(name="a\u202eb"), "name", "cannot be printed"),
            (definition(name="\ud800"), "name", "cannot be printed"),
            (definition(name="a\nb\x00"), "name", "cannot be printed"),
            (definition(wins="first"), "wins", "highest, lowest"),
            (definition(wins=True), "wins", "true"),
            (definition(tie="toss"), "tie", "shared, play_on"),
            (definition(sides=1), "sides", "2 to 3"),
            (definition(sides=4), "sides", "2 to 3"),
            (definition(sides=True), "sides", "true"),
            (definition(fewest=1), "fewest", "2 to 12"),
            (definition(fewest=5, most=4), "most", "5 to 12"),
            (definition(most=13), "most", "13"),
            (definition(sides=2, fewest=2), "fewest", "4 to 12"),
            (definition(sides=2, fewest=5), "fewest", "5 players"),
            (definition(sides=3, fewest=6, most=8), "most", "3 sides"),
            (definition(has_dealer=1), "has_dealer", "true or false"),
            (definition(is_zero_sum="yes"), "is_zero_sum", "true or false"),
            (definition(is_money=True), "is_money", "zero-sum"),
            (definition(round_word=""), "round_word", "1 to 16"),
            (definition(round_word="x" * 17), "round_word", "17"),
            (definition(source="x" * 201), "source", "0 to 200"),
            (definition(notes="x" * 4_001), "notes", "4,000"),
            (definition(notes=["x"]), "notes", "a list"),
        ],
    )
    def test_the_whole(self, value: Any, place: str, mention: str) -> None:
        error = refused(value)
        assert error.place == place
        assert mention.casefold() in error.sentence.casefold()

    @pytest.mark.parametrize(
        ("ends", "place", "mention"),
        [
            ("total", "ends", "object"),
            ({"when": "never"}, "ends.when", "stopped, total, rounds, ticks, last_in"),
            ({"when": "total"}, "ends.at", "not nothing"),
            ({"when": "total", "at": 0}, "ends.at", "1 to 10,000,000"),
            ({"when": "total", "at": 1.5}, "ends.at", "1.5"),
            ({"when": "total", "at": 10**30}, "ends.at", "10,000,000"),
            ({"when": "rounds", "at": 201}, "ends.at", "1 to 200"),
            ({"when": "ticks", "at": 3}, "ends.field", "text"),
            ({"when": "ticks", "at": 3, "field": "points"}, "ends.field", "bonus"),
            ({"when": "stopped", "at": 3}, "ends", '"at"'),
            ({"when": "stopped", "at": False}, "ends", '"at"'),
            ({"when": "total", "at": 3, "field": "bonus"}, "ends", '"field"'),
            ({"when": "last_in", "at": 3}, "wins", "lowest"),
        ],
    )
    def test_the_end(self, ends: Any, place: str, mention: str) -> None:
        error = refused(definition(fields=[POINTS, TICK], ends=ends))
        assert error.place == place
        assert mention in error.sentence

    @pytest.mark.parametrize(
        ("round_total", "place", "mention"),
        [
            (26, "round_total", "object"),
            ({}, "round_total.total", "nothing"),
            ({"total": 26, "also": 78}, "round_total.also", "list"),
            ({"total": 26, "also": [78, "x"]}, "round_total.also.#1", '"x"'),
            ({"total": 26, "also": [1] * 9}, "round_total.also", "0 to 8"),
            ({"total": 26, "all_others": 1}, "round_total.all_others", "true or false"),
            ({"total": 26, "moon": True}, "round_total", '"moon"'),
        ],
    )
    def test_the_total_of_a_round(self, round_total: Any, place: str, mention: str) -> None:
        error = refused(definition(round_total=round_total))
        assert error.place == place
        assert mention in error.sentence

    def test_a_zero_sum_round_has_no_other_total(self) -> None:
        error = refused(definition(is_zero_sum=True, round_total={"total": 26}))
        assert error.place == "round_total"

    @pytest.mark.parametrize(
        ("value", "place", "mention"),
        [
            (definition(fields=None), "fields", "list"),
            (definition(fields={}), "fields", "list"),
            (definition(fields=[]), "fields", "1 to 24 fields, not 0"),
            (definition(fields=[POINTS] * 25), "fields", "25"),
            (definition(fields=[7]), "fields.#0", "field 1"),
            (definition(fields=[POINTS, POINTS]), "fields.#1.key", "points"),
            (
                definition(fields=[POINTS, POINTS | {"key": "more", "label": "POINTS"}]),
                "fields.#1.label",
                "POINTS",
            ),
            (with_field(label="x"), "fields.#0.kind", "points, cards, tick, went_out, bid"),
            (with_field(kind=["points"]), "fields.#0.kind", "a list"),
            (with_field(kind="points"), "fields.#0.label", "text"),
            (with_field(**POINTS | {"key": "Points!"}), "fields.#0.key", "small letters"),
            (with_field(**POINTS | {"key": 3}), "fields.#0.key", "small letters"),
            (with_field(**POINTS | {"key": "entries"}), "fields.#0.key", "entries"),
            (with_field(**POINTS | {"label": "x" * 31}), "fields.#0.label", "30"),
            (with_field(**POINTS | {"hint": "x" * 61}), "fields.#0.hint", "60"),
            (with_field(**POINTS | {"worth": 100_001}), "fields.#0.worth", "100,000"),
            (with_field(**POINTS | {"worth": True}), "fields.#0.worth", "“Points”"),
            (with_field(**POINTS | {"most": 0}), "fields.#0.most", "1,000,000"),
            (with_field(**POINTS | {"is_signed": 0}), "fields.#0.is_signed", "true"),
            (with_field(**POINTS | {"is_optional": 1}), "fields.#0.is_optional", "true"),
            (with_field(**TICK | {"is_optional": True}), "fields.#0", '"is_optional"'),
            (with_field(**POINTS | {"cards": []}), "fields.#0", '"cards"'),
            (with_field(**TICK | {"worth": "5"}), "fields.#0.worth", '"5"'),
            (
                with_field(**TICK | {"kind": "went_out", "is_required": 1}),
                "fields.#0.is_required",
                "true",
            ),
            (with_field(**BID | {"made": 1.0}), "fields.#0.made", "1.0"),
            (with_field(**BID | {"in_round": 100}), "fields.#0.in_round", "99"),
            (with_field(**CARDS | {"cards": []}), "fields.#0.cards", "1 to 20"),
            (with_field(**CARDS | {"cards": [CARD] * 21}), "fields.#0.cards", "21"),
            (with_field(**CARDS | {"cards": ["A"]}), "fields.#0.cards.#0", "card 1"),
            (with_field(**CARDS | {"cards": [CARD, CARD]}), "fields.#0.cards.#1.key", "ace"),
            (
                with_field(**CARDS | {"cards": [{"label": "Ace"}]}),
                "fields.#0.cards.#0.worth",
                "“Ace”",
            ),
            (
                with_field(**CARDS | {"cards": [CARD | {"in_deck": 0}]}),
                "fields.#0.cards.#0.in_deck",
                "1 to 99",
            ),
            (
                with_field(**CARDS | {"cards": [CARD | {"suit": "s"}]}),
                "fields.#0.cards.#0",
                '"suit"',
            ),
        ],
    )
    def test_the_fields(self, value: Any, place: str, mention: str) -> None:
        error = refused(value)
        assert error.place == place
        assert mention.casefold() in error.sentence.casefold()

    @pytest.mark.parametrize(
        ("own", "more", "place", "mention"),
        [
            ({"contracts": [GAME] * 21}, {}, "contracts", "0 to 20"),
            ({"contracts": [GAME, GAME]}, {}, "contracts.#1.key", "grand"),
            ({"contracts": [7]}, {}, "contracts.#0", "Contract 1"),
            ({"contracts": [], "number": ""}, {}, "contracts", "needs contracts, or a number"),
            ({"number": ""}, {}, "number", "must be called something"),
            ({"contracts": [GAME | {"is_times": False}]}, {}, "number", "no contract is worth"),
            ({"number": "x" * 31}, {}, "number", "30"),
            ({"lost": 0}, {}, "lost", "1 to 10"),
            ({"is_paid": True, "bonus": 5}, {}, "bonus", "opponents pay"),
            ({"is_paid": True, "defence": 5}, {}, "defence", "opponents pay"),
            ({"partner_from": 3}, {}, "partner_from", "four"),
            ({}, {"is_zero_sum": True}, "is_paid", "opponents must pay"),
            ({"players": 3}, {}, "players", "dealer"),
            ({"players": 3}, {"has_dealer": True, "most": 5}, "players", "one player more"),
            ({}, {"sides": 2}, "kind", "sides"),
        ],
    )
    def test_who_plays_against_the_others(
        self, own: dict[str, Any], more: dict[str, Any], place: str, mention: str
    ) -> None:
        error = refused(definition(fields=[DECLARER | own], **more))
        assert error.place == f"fields.#0.{place}"
        assert mention in error.sentence

    @pytest.mark.parametrize("other", [BID, DECLARER | {"key": "other", "label": "Other"}])
    def test_only_one_can_be_played_and_not_beside_bids(self, other: dict[str, Any]) -> None:
        assert refused(definition(fields=[DECLARER, other])).place.endswith("kind")

    def test_a_refusal_is_a_sentence_and_goes_on_after_the_options_name(self) -> None:
        error = refused(definition(fields=[]))
        assert error.sentence == "The scorecard must have 1 to 24 fields, not 0."
        assert str(error) == "cannot be used: the scorecard must have 1 to 24 fields, not 0"


class TestBids:
    @pytest.mark.parametrize(
        ("bid", "said", "made", "points"),
        [
            (Bid("t", "T", made=10, made_per_bid=1, is_exact=True), 3, 3, 13),
            (Bid("t", "T", made=10, made_per_bid=1, is_exact=True), 0, 0, 10),
            (Bid("t", "T", made=10, made_per_bid=1, is_exact=True), 3, 4, 0),
            (Bid("t", "T", made=10, made_per_bid=1, is_exact=True), 3, 2, 0),
            (Bid("t", "T", made_per_bid=10, missed_per_bid=-10, per_over=1), 4, 6, 42),
            (Bid("t", "T", made_per_bid=10, missed_per_bid=-10, per_over=1), 4, 3, -40),
            (Bid("t", "T", made=20, made_per_bid=10, is_exact=True, per_over=-10), 1, 3, -20),
            (Bid("t", "T", missed=-5, per_short=-2, per_trick=1), 4, 1, -10),
        ],
    )
    def test_a_bid_scores(self, bid: Bid, said: int, made: int, points: int) -> None:
        assert bid.score(said, made) == points


class TestRoundTotals:
    def test_a_round_may_add_up_to_the_total_or_one_beside_it(self) -> None:
        total = RoundTotal(26, also=(-26,))
        assert total.allows((20, 6, 0))
        assert total.allows((-26, 0, 0))
        assert not total.allows((26, 26, 0))
        assert not total.allows((20, 5, 0))

    def test_all_others_may_have_it(self) -> None:
        total = RoundTotal(26, all_others=True)
        assert total.allows((26, 0, 26, 26))
        assert not total.allows((20, 6, 26, 26))
        assert not total.allows((26, 26, 26, 26))


class TestSentences:
    def test_rounds_are_counted_as_they_are_called(self) -> None:
        assert [so_many(n, word) for n, word in ((1, "Hand"), (2, "Deal"), (3, "Match"))] == [
            "1 hand",
            "2 deals",
            "3 matches",
        ]

    @pytest.mark.parametrize(
        ("changes", "words"),
        [
            ({}, "until you stop"),
            ({"ends": Ends("total", 100)}, "a total reaches 100"),
            ({"ends": Ends("rounds", 8), "round_word": "Hand"}, "after 8 hands"),
            ({"ends": Ends("ticks", 10, "bonus")}, "“Bonus” 10 times"),
            ({"ends": Ends("last_in", 40), "wins": "lowest"}, "At 40 a player is out"),
            ({"is_money": True}, "balances stand"),
        ],
    )
    def test_the_end_is_said(self, changes: dict[str, Any], words: str) -> None:
        base = read_definition(definition(fields=[POINTS, TICK]))
        assert words in ending(replace(base, **changes))

    def test_every_field_and_note_is_said(self) -> None:
        said = " ".join(
            scoring(
                read_definition(
                    definition(
                        fields=[POINTS | {"worth": -1}, CARDS, TICK, OUT, BID | {"made": 10}],
                        round_total={"total": 26, "also": [0], "all_others": True},
                        tie="play_on",
                        sides=2,
                        ends={"when": "total", "at": 50},
                        notes="Aces are low.\n\nNo talking.",
                    )
                )
            )
        )
        for words in (
            "Points: is taken off.",
            "Ace = 15",
            "Bonus: 5 points.",
            "Went out: 25 points for one player or nobody.",
            "10 points; otherwise nothing",
            "26 or 0",
            "play goes on",
            "2 sides",
            "Aces are low. No talking.",
        ):
            assert words in said

    def test_who_played_against_the_others_is_said_with_an_example(self) -> None:
        own = DECLARER | {"lost": 2, "plus": "Extra", "is_paid": True, "players": 3}
        read = read_definition(definition(fields=[own], has_dealer=True, most=4))
        assert scoring(read)[0] == (
            "Played by: one player against the others; Grand = 24 × Times, Null = 23, and Extra on "
            "top; lost, it counts 2 times; each opponent pays it, or is paid it; with 4 at the "
            "table the dealer sits out."
        )
        assert worked(read.fields[0]) == (
            "Grand 2: won → +96, the others −48; lost → −192, the others +96"
        )

    def test_where_nobody_pays_it_is_said_who_has_what(self) -> None:
        own = DECLARER | {"contracts": [], "base": 25, "bonus": 50, "defence": 40}
        read = read_definition(definition(fields=[own]))
        assert scoring(read)[0] == (
            "Played by: one player against the others; worth (25 + Times); it counts for the side "
            "that played it; 50 points besides if won, off if lost; 40 points for each opponent if "
            "lost."
        )
        assert worked(read.fields[0]) == (
            "Times 2: won → +77, the others 0; lost → −77, the others +40"
        )


LABELS = st.text(st.characters(categories=("L", "N", "P")), min_size=1, max_size=12)
WORTHS = st.integers(-100_000, 100_000)
HINTS = st.sampled_from(["", "As a positive number"])
FIELDS = st.one_of(
    st.builds(Points, st.just(""), LABELS, HINTS, WORTHS, st.booleans(), st.integers(1, 10**6)),
    st.builds(Tick, st.just(""), LABELS, HINTS, WORTHS),
    st.builds(WentOut, st.just(""), LABELS, HINTS, WORTHS, st.booleans()),
    st.builds(
        Bid,
        st.just(""),
        LABELS,
        HINTS,
        st.booleans(),
        *[WORTHS] * 7,
        st.none() | st.integers(1, 99),
    ),
    st.builds(
        Declarer,
        st.just(""),
        LABELS,
        HINTS,
        st.lists(
            st.builds(Contract, st.just(""), LABELS, WORTHS, st.booleans()),
            max_size=4,
            unique_by=lambda game: game.label.casefold(),
        ).map(lambda all_: tuple(replace(one, key=f"c{i}") for i, one in enumerate(all_))),
        LABELS,
        WORTHS,
        st.just("") | LABELS,
        st.integers(1, 10),
        st.none() | st.integers(4, 12),
        st.booleans(),
        st.just(True),
    ),
    st.builds(
        Cards,
        st.just(""),
        LABELS,
        st.lists(
            st.builds(Card, st.just(""), LABELS, WORTHS, st.none() | st.integers(1, 99)),
            min_size=1,
            max_size=4,
            unique_by=lambda card: card.label.casefold(),
        ).map(lambda cards: tuple(replace(card, key=f"c{i}") for i, card in enumerate(cards))),
        HINTS,
    ),
)


def _possible(drawn: list[Any]) -> list[Any]:
    """Return the fields that can stand together: one declarer, and no bids beside it."""
    declarers = [own for own in drawn if isinstance(own, Declarer)]
    kept = [own for own in drawn if own not in declarers[1:]]
    if declarers:
        kept = [own for own in kept if not isinstance(own, Bid)]
    return [
        replace(own, number="")
        if isinstance(own, Declarer)
        and own.contracts
        and not any(one.is_times for one in own.contracts)
        else own
        for own in kept
    ]


@st.composite
def definitions(draw: st.DrawFn) -> Definition:
    """Draw any definition that can be."""
    drawn = draw(
        st.lists(FIELDS, min_size=1, max_size=12, unique_by=lambda field: field.label.casefold())
    )
    fields = tuple(replace(field, key=f"f{i}") for i, field in enumerate(_possible(drawn)))
    ticks = [field.key for field in fields if isinstance(field, Tick)]
    whens: list[Any] = ["stopped", "total", "rounds", "last_in", *(["ticks"] if ticks else [])]
    when: Any = draw(st.sampled_from(whens))
    at = 0 if when == "stopped" else draw(st.integers(1, 200))
    plays_alone = any(isinstance(field, Declarer) for field in fields)
    sides = None if plays_alone else draw(st.sampled_from([None, 2, 3]))
    players = sorted(draw(st.tuples(*[st.integers(2, 12 // (sides or 1))] * 2)))
    is_zero_sum = draw(st.booleans())
    totals = st.builds(RoundTotal, WORTHS, st.lists(WORTHS, max_size=8).map(tuple), st.booleans())
    return Definition(
        name=draw(LABELS),
        fields=fields,
        wins="lowest" if when == "last_in" else draw(st.sampled_from(["highest", "lowest"])),
        ends=Ends(when, at, draw(st.sampled_from(ticks)) if when == "ticks" else ""),
        tie=draw(st.sampled_from(["shared", "play_on"])),
        sides=sides,
        fewest=players[0] * (sides or 1),
        most=players[1] * (sides or 1),
        has_dealer=draw(st.booleans()),
        is_zero_sum=is_zero_sum,
        is_money=is_zero_sum and draw(st.booleans()),
        round_total=None if is_zero_sum else draw(st.none() | totals),
        round_word=draw(LABELS),
        source=draw(st.just("") | LABELS),
        notes="\n".join(draw(st.lists(LABELS, max_size=3))),
    )


@given(definitions())
def test_a_definition_is_the_same_after_writing_and_reading(drawn: Definition) -> None:
    written = json.loads(json.dumps(to_json(drawn)))
    assert read_definition(written) == drawn
    assert to_json(read_definition(written)) == written
    assert scoring(drawn)


JSON = junk("points", "cards", "tick", "bid", "declarer", "total", "lowest")
ANY_FIELD = st.fixed_dictionaries(
    {"kind": st.sampled_from(["points", "cards", "tick", "bid", "went_out", "declarer"]) | JSON},
    optional={
        key: JSON | st.integers(-5, 5) | st.booleans()
        for key in (
            "key",
            "label",
            "worth",
            "most",
            "cards",
            "in_round",
            "is_required",
            "made",
            "contracts",
            "lost",
        )
    },
)


@given(
    JSON
    | st.fixed_dictionaries(
        {"name": JSON | st.just("A"), "fields": JSON | st.lists(ANY_FIELD, max_size=3)},
        optional=dict.fromkeys(
            ("wins", "ends", "tie", "sides", "fewest", "most", "round_total", "notes"), JSON
        ),
    )
)
@pytest.mark.long
def test_any_json_is_a_definition_or_refused_in_a_sentence(value: Any) -> None:
    try:
        read = read_definition(value)
    except BadDefinition:
        error = refused(value)
        assert error.sentence.endswith(".")
        assert str(error).startswith("cannot be used: ")
    else:
        assert read_definition(to_json(read)) == read


def test_every_key_can_be_refused_by_its_name() -> None:
    fields = [POINTS, CARDS, TICK, OUT, DECLARER]
    ends = {"when": "ticks", "at": 2, "field": "bonus"}
    whole = to_json(
        read_definition(definition(fields=fields, ends=ends, round_total={"total": 26}))
    )
    game = whole["fields"][-1]["contracts"][0]
    for part in (whole, *whole["fields"], CARD, game, whole["ends"], whole["round_total"]):
        for key in part:
            told, part[key] = part[key], 0.5
            with_card = {**CARDS, "cards": [CARD]}
            value = definition(fields=[with_card]) if part is CARD else whole
            assert "not 0.5" in refused(value).sentence
            part[key] = told
