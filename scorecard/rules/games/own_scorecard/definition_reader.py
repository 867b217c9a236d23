"""Reads and validates the JSON of an own scorecard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorecard.rules import core
from scorecard.rules.games.own_scorecard import definition_parts, definitions
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, quoted, say


def read_definition(value: core.Json) -> definitions.Definition:
    """Return a definition from JSON; raise :class:`BadDefinition` for its first error."""
    part = definition_parts.Part(value, "", definition_parts.WHOLE)
    name = part.text("name", definitions.LONGEST_NAME)
    own_fields = tuple(_read_field(item) for item in part.parts("fields", definitions.MOST_FIELDS))
    _refuse_twice(part, "fields", own_fields)
    sides = part.number("sides", definitions.SIDES[0], definitions.SIDES[-1], None)
    multiple = sides or 1
    low, high = multiple * definitions.SMALLEST_SIDE, definitions.MOST_PLAYERS
    fewest = part.number("fewest", low, high, low, "fewest players")
    definition = definitions.Definition(
        name=name,
        fields=own_fields,
        wins=part.one_of("wins", ("highest", "lowest"), "highest"),
        ends=_read_ends(part.part("ends", say("the end"))),
        tie=part.one_of("tie", ("shared", "play_on"), "shared"),
        sides=sides,
        fewest=fewest,
        most=part.number("most", fewest, high, high, "most players"),
        has_dealer=part.flag("has_dealer"),
        is_zero_sum=part.flag("is_zero_sum"),
        is_money=part.flag("is_money"),
        round_total=_read_round_total(part),
        round_word=part.text("round_word", definitions.LONGEST_ROUND_WORD, "Round"),
        source=part.text("source", definitions.LONGEST_SOURCE, ""),
        notes=part.text("notes", definitions.LONGEST_NOTES, "", has_lines=True),
    )
    part.close()
    _refuse_conflicts(part, definition)
    for position, own in enumerate(definition.fields):
        if isinstance(own, definitions.Declarer):
            _refuse_declarer(f"fields.#{position}", own, definition)
    return definition


def _refuse_conflicts(part: definition_parts.Part, definition: definitions.Definition) -> None:
    """Refuse values that are valid alone but not together."""
    sides, ends = definition.sides, definition.ends
    for key, players in (("fewest", definition.fewest), ("most", definition.most)):
        if sides and players % sides:
            complaint = say(
                "%(players)s players cannot make %(sides)s sides of the same size",
                players=players,
                sides=sides,
            )
            raise definitions.BadDefinition(key, complaint)
    if definition.is_money and not definition.is_zero_sum:
        part.refuse("is_money", say("a game for money must be zero-sum"))
    if definition.is_zero_sum and definition.round_total:
        part.refuse(
            "round_total", say("a zero-sum round adds up to 0, so it can have no other total")
        )
    if ends.when == "last_in" and definition.wins == "highest":
        part.refuse("wins", say("where players go out at a total, the lowest one must win"))
    ticks = [field.key for field in definition.fields if isinstance(field, definitions.Tick)]
    if ends.when == "ticks" and ends.field not in ticks:
        known = quoted(", ".join(ticks)) or say("there is none")
        complaint = say(
            "the end must name a tick by its key (%(known)s), not %(field)s",
            known=known,
            field=reading.show(ends.field),
        )
        raise definitions.BadDefinition("ends.field", complaint)


def _refuse_declarer(
    place: str, own: definitions.Declarer, definition: definitions.Definition
) -> None:
    """Refuse an invalid field of a declarer, or one that does not fit the game."""
    is_asked = not own.contracts or any(one.is_times for one in own.contracts)
    few = own.partner_from and own.partner_from < definitions.FEWEST_WITH_PARTNER
    unpaid = definition.is_zero_sum and not (own.is_paid or definition.entry_fields)
    clashes: tuple[tuple[str, object, Sentence], ...] = (
        ("kind", own is not definition.declarer, say("one field can say who played against whom")),
        ("kind", definition.sides, say("where sides play, nobody plays against the others")),
        ("kind", definition.has_bids, say("no bids can stand beside who played against whom")),
        ("contracts", not (own.contracts or own.number), say("it needs contracts, or a number")),
        ("number", is_asked and not own.number, say("its number must be called something")),
        ("number", own.number and not is_asked, say("no contract is worth so many each")),
        ("partner_from", few, say("only four or more can play two against the others")),
        ("is_paid", unpaid, say("where rounds add up to zero, opponents must pay")),
        ("bonus", own.is_paid and own.bonus, say("where opponents pay, nothing comes besides")),
        ("defence", own.is_paid and own.defence, say("where opponents pay, they have no more")),
        (
            "players",
            own.players and not definition.has_dealer,
            say("a dealer must be there to sit out"),
        ),
        (
            "players",
            own.players and definition.most > own.players + 1,
            say("only one can sit out: allow one player more at most"),
        ),
    )
    for key, is_so, complaint in clashes:
        if is_so:
            raise definitions.BadDefinition(
                f"{place}.{key}",
                say("“%(label)s”: %(complaint)s", label=own.label, complaint=complaint),
            )


def _read_ends(part: definition_parts.Part | None) -> definitions.Ends:
    if part is None:
        return definitions.Ends()
    whens = ("stopped", *definitions.LIMITS)
    when: definitions.EndsWhen = part.one_of("when", whens, "stopped")
    at = (
        part.number("at", 1, definitions.LIMITS[when], noun="number")
        if when in definitions.LIMITS
        else 0
    )
    field = part.text("field", definitions.LONGEST_LABEL) if when == "ticks" else ""
    # Keys that this way to end a game does not use may be there, but empty, as ``to_json`` writes.
    for key, empty in (("at", 0), ("field", "")):
        if part.rest.get(key) == empty and type(part.rest[key]) is type(empty):
            del part.rest[key]
    part.close()
    return definitions.Ends(when, at, field)


def _read_round_total(whole: definition_parts.Part) -> definitions.RoundTotal | None:
    part = whole.part("round_total", say("the total of a round"))
    if part is None:
        return None
    low, high = -definitions.MOST_TOTAL, definitions.MOST_TOTAL
    also = part.items("also", "totals", 0, definitions.MOST_ALSO)
    for position, number in enumerate(also):
        if type(number) is not int or not low <= number <= high:
            part.refuse(
                f"also.#{position}",
                definition_parts.whole(say("each total beside it"), low, high, number),
            )
    round_total = definitions.RoundTotal(
        part.number("total", low, high), tuple(also), part.flag("all_others")
    )
    part.close()
    return round_total


def read_field(value: core.Json) -> definitions.OwnField:
    """Return one field of a definition; raise :class:`BadDefinition` if it is invalid."""
    return _read_field(definition_parts.Part(value, "", say("field %(number)s", number=1)))


_NUMBERS = {
    "most": (definitions.MOST_TYPED, "highest number"),
    "in_deck": (definitions.MOST_COPIES, "number in the deck"),
    "in_round": (definitions.MOST_COPIES, "number in a round"),
    "lost": (definitions.MOST_TIMES, "lost"),
    "players": (definitions.MOST_PLAYERS, "players"),
    "partner_from": (definitions.MOST_PLAYERS, "partner"),
}
"""The maxima, and names in messages, of the numbers in fields and cards that are no points."""


def _read_field(part: definition_parts.Part) -> definitions.OwnField:
    kind = definitions.KINDS[part.one_of("kind", tuple(definitions.KINDS))]
    key, label = part.key("field"), part.text("label", definitions.LONGEST_LABEL)
    part.name = say("the field “%(label)s”", label=label)
    field = kind(key, label, **_read_rest(part, kind))
    if key == definitions.ENTRIES:
        part.refuse(
            "key", say("no field can have the key %(entries)s", entries=definitions.ENTRIES)
        )
    return field


def _read_card(part: definition_parts.Part) -> definitions.Card:
    key, label = part.key("card"), part.text("label", definitions.LONGEST_LABEL)
    part.name = say("the card “%(label)s”", label=label)
    return definitions.Card(key, label, **_read_rest(part, definitions.Card))


def _read_contract(part: definition_parts.Part) -> definitions.Contract:
    key, label = part.key("contract"), part.text("label", definitions.LONGEST_LABEL)
    part.name = say("the contract “%(label)s”", label=label)
    return definitions.Contract(key, label, **_read_rest(part, definitions.Contract))


def _read_rest(part: definition_parts.Part, kind: type[Any]) -> dict[str, Any]:
    """Return the values besides key and label, as the class declares them."""
    values: dict[str, Any] = {}
    for name, default in definitions.DECLARED[kind]:
        if name == "hint":
            values[name] = part.text(name, definitions.LONGEST_HINT, default)
        elif name == "cards":
            cards = tuple(_read_card(item) for item in part.parts("cards", definitions.MOST_CARDS))
            _refuse_twice(part, "cards", cards)
            values[name] = cards
        elif name == "contracts":
            parts = part.parts("contracts", definitions.MOST_CONTRACTS, 0)
            contracts = tuple(map(_read_contract, parts))
            _refuse_twice(part, "contracts", contracts)
            values[name] = contracts
        elif name in ("number", "plus"):
            values[name] = part.text(name, definitions.LONGEST_LABEL, default)
        elif name in _NUMBERS:
            most, noun = _NUMBERS[name]
            values[name] = part.number(name, 1, most, default, noun)
        elif default is False:
            values[name] = part.flag(name)
        else:
            values[name] = part.worth(name, default)
    part.close()
    return values


def _refuse_twice(
    part: definition_parts.Part, key: definition_parts.Many, items: Sequence[definitions.Named]
) -> None:
    """Refuse two items with the same key or label."""
    seen: set[str] = set()
    for position, item in enumerate(items):
        values = {"things": definition_parts.NOUNS[key], "name": part.name}
        if f"key {item.key}" in seen:
            complaint = say(
                "two %(things)s of %(name)s have the key %(key)s", key=item.key, **values
            )
            part.refuse(f"{key}.#{position}.key", complaint)
        if item.label.casefold() in seen:
            complaint = say(
                "two %(things)s of %(name)s are called “%(label)s”", label=item.label, **values
            )
            part.refuse(f"{key}.#{position}.label", complaint)
        seen |= {f"key {item.key}", item.label.casefold()}
