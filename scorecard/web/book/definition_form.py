"""The form of a home-made scorecard, to and from its definition.

It does not validate: ``rules.games.own_scorecard.definitions`` does, for form and API.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from itertools import count
from typing import Any

from wtforms import (
    BooleanField,
    FieldList,
    Form,
    FormField,
    HiddenField,
    SelectField,
    StringField,
    TextAreaField,
)

from scorecard.rules import core, record
from scorecard.rules.games.own_scorecard import definition_reader, definitions, describing
from scorecard.rules.typed import sums
from scorecard.rules.words import say
from scorecard.web.forms import parts
from scorecard.web.http import languages

KINDS = (
    ("points", say("Typed points")),
    ("cards", say("Counted cards")),
    ("tick", say("A tick, with bonus or penalty")),
    ("went_out", say("Who went out (one player)")),
    ("bid", say("Bid and made")),
    ("declarer", say("One against the others")),
)
LINES = ("cards", "contracts")
"""Parts that are typed as lines."""
WORTH = re.compile(r"(?P<worth>\S+?)(?:\s*(?P<times>[xX×*])\s*(?P<in_deck>\d{1,4})?)?")
"""The right side of a card's line, "Ace = 20 x 8", where the number in the deck is optional, and of
a contract's, "Grand = 24 x", which is worth so much for each 1 of a typed number."""


def _kinds() -> Any:
    """Return the kinds of fields; a select box takes plain texts."""
    return [("", "–"), *((kind, languages.translated(label)) for kind, label in KINDS)]


class FieldForm(Form):
    """One field of a scorecard; ignored without a kind."""

    key = HiddenField()
    part_keys = HiddenField()
    """The stored keys of cards or contracts by label, as JSON."""
    kind = SelectField(say("What is it?"), choices=_kinds, validate_choice=False)
    label = StringField(say("What is it called?"))
    hint = StringField(say("Hint"))
    worth = StringField(say("Points each"))
    most = StringField(say("Highest number"))
    is_signed = BooleanField(say("May be below zero"))
    is_optional = BooleanField(say("Left blank, it is 0"))
    cards = TextAreaField(say("The cards, one in a line"))
    is_required = BooleanField(say("Somebody must"))
    is_exact = BooleanField(say("Only exactly the bid makes it"))
    made_per_bid = StringField(say("Made: for each trick bid"))
    made = StringField(say("Made: besides"))
    missed_per_bid = StringField(say("Missed: for each trick bid"))
    missed = StringField(say("Missed: besides"))
    per_over = StringField(say("For each trick over"))
    per_short = StringField(say("For each trick short"))
    per_trick = StringField(say("For each trick made, in any case"))
    in_round = StringField(say("How many there are in a round"))
    is_growing = BooleanField(say("One more in each further round"))
    contracts = TextAreaField(say("What can be played, one in a line"))
    number = StringField(say("A number is typed, called"))
    base = StringField(say("Added to that number"))
    plus = StringField(say("On top is typed"))
    lost = StringField(say("If lost, it counts so many times"))
    partner_from = StringField(say("With a partner, if so many play"))
    is_paid = BooleanField(say("Each opponent pays it, or is paid it"))
    bonus = StringField(say("Besides, if won; off, if lost"))
    defence = StringField(say("For each opponent, if lost"))
    players = StringField(say("So many play; with one more the dealer sits out"))

    def definition(self) -> dict[str, core.Json]:
        """Return the field's part of the definition."""
        kind, label = self.kind.data, self.label.data or ""
        part: dict[str, core.Json] = {"kind": kind, "label": label}
        part["key"] = self.key.data or key_of(label)
        if kind in definitions.KINDS:
            for name, default in definitions.DECLARED[definitions.KINDS[kind]]:
                part[name] = self._typed(name, default)
        return {name: value for name, value in part.items() if value is not None}

    def worked(self) -> str:
        """Return an example of what the field scores; "" while it is not valid."""
        if not self.kind.data:
            return ""
        part = self.definition()
        try:
            field = definition_reader.read_field({**part, "label": part["label"] or "–"})
        except definitions.BadDefinition:
            return ""
        return describing.worked(field)

    def _typed(self, name: str, default: Any) -> core.Json:
        """Return the typed value of a part of the field, of the same type as its default."""
        typed = self[name].data
        if name in LINES:
            keys = self._known_keys()
            lines = [line for line in (typed or "").splitlines() if line.strip()]
            return with_keys([part_of(line, keys, name) for line in lines], name[:-1])
        if isinstance(default, bool):
            return typed
        return typed or None if isinstance(default, str) else sums.typed_number(typed)

    def _known_keys(self) -> Mapping[str, str]:
        try:
            known = record.loads(self.part_keys.data or "{}")
        except record.NotJson:
            return {}
        return known if isinstance(known, dict) else {}

    @staticmethod
    def data_of(part: Mapping[str, Any]) -> dict[str, Any]:
        """Return the form's data for a field of a definition."""
        blank = (None, definitions.MOST_TYPED)
        shown = {
            name: "" if value in blank else str(value) if type(value) is int else value
            for name, value in part.items()
        }
        for name in shown.keys() & LINES:
            shown[name] = "\n".join(line_of(one) for one in part[name])
            shown["part_keys"] = json.dumps({one["label"]: one["key"] for one in part[name]})
        return shown


class DefinitionForm(Form):
    """A whole scorecard."""

    name = StringField(say("Name"))
    round_word = StringField(say("A round is called"))
    wins = parts.one_of(
        say("Who wins?"),
        {"highest": say("The highest total"), "lowest": say("The lowest total")},
    )
    ends_when = parts.one_of(
        say("When is it over?"),
        {
            "stopped": say("When you stop"),
            "total": say("When a total is reached"),
            "rounds": say("After so many rounds"),
            "last_in": say("At a total a player is out; the last one in wins"),
            "ticks": say("When somebody has so many ticks"),
        },
    )
    ends_at = StringField(say("Total, rounds or ticks"))
    ends_field = StringField(say("Which tick"))
    tie = parts.one_of(
        say("A tie at the end"),
        {"shared": say("They share the win"), "play_on": say("Play on until one leads")},
    )
    sides = parts.one_of(
        say("Who plays together?"),
        {"": say("Everybody alone"), "2": say("Two sides"), "3": say("Three sides")},
    )
    fewest = StringField(say("Fewest players"))
    most = StringField(say("Most players"))
    has_dealer = BooleanField(say("Somebody deals, and the deal moves left"))
    is_zero_sum = BooleanField(say("Every round adds up to zero"))
    is_money = BooleanField(say("Totals are chips or money: nobody wins, somebody pays somebody"))
    round_total = StringField(say("Every round adds up to"))
    round_also = StringField(say("or to"))
    all_others = BooleanField(say("or one player has nothing and every other that much"))
    notes = TextAreaField(say("How to score, in your words"))
    source = StringField(say("Where the rules come from"))
    fields = FieldList(FormField(FieldForm), max_entries=definitions.MOST_FIELDS)

    def definition(self) -> dict[str, core.Json]:
        """Return the typed definition, which may not be valid."""
        parts = [row.form.definition() for row in self.rows if row.form.kind.data]
        ends: dict[str, core.Json] = {"when": self.ends_when.data}
        if self.ends_when.data != "stopped":
            ends["at"] = sums.typed_number(self.ends_at.data)
        if self.ends_when.data == "ticks":
            wanted = (self.ends_field.data or "").strip().casefold()
            named = [part["key"] for part in parts if part["label"].casefold() == wanted]
            ends["field"] = named[0] if named else wanted
        definition: dict[str, core.Json] = {
            "name": self["name"].data or "",
            "fields": parts,
            "wins": self.wins.data,
            "ends": ends,
            "tie": self.tie.data,
            "sides": sums.typed_number(self.sides.data),
            "fewest": sums.typed_number(self.fewest.data),
            "most": sums.typed_number(self.most.data),
            "round_word": (self.round_word.data or "").strip() or None,
            "notes": self.notes.data or None,
            "source": self.source.data or None,
        }
        for switch in ("has_dealer", "is_zero_sum", "is_money"):
            definition[switch] = self[switch].data
        total = sums.typed_number(self.round_total.data)
        if total is not None:
            also = re.split(r"[\s,;]+", (self.round_also.data or "").strip())
            definition["round_total"] = {
                "total": total,
                "also": [sums.typed_number(number) for number in also if number],
                "all_others": self.all_others.data,
            }
        return {key: value for key, value in definition.items() if value is not None}

    @classmethod
    def showing(cls, definition: Mapping[str, Any]) -> DefinitionForm:
        """Return the form filled with a complete definition."""
        data = {name: "" if value is None else value for name, value in definition.items()}
        ends, total = definition["ends"], definition["round_total"]
        labels = {part["key"]: part["label"] for part in definition["fields"]}
        data |= {
            "sides": str(definition["sides"] or ""),
            "ends_when": ends["when"],
            "ends_at": ends["at"] or "",
            "ends_field": labels.get(ends["field"], ""),
            "round_total": total["total"] if total else "",
            "round_also": ", ".join(map(str, total["also"])) if total else "",
            "all_others": bool(total and total["all_others"]),
            "fields": [FieldForm.data_of(part) for part in definition["fields"]],
        }
        return cls(data=data)

    @property
    def rows(self) -> Any:
        """The rows of fields, filled and empty."""
        return self["fields"]

    @property
    def has_room(self) -> bool:
        """Whether a scorecard can have more fields than there are rows."""
        return len(self.rows) < definitions.MOST_FIELDS

    def add_row(self) -> None:
        """Add an empty field row, as long as there is room."""
        if self.has_room:
            self.rows.append_entry()

    def begin(self) -> None:
        """Fill in what most scorecards ask for: points that are typed."""
        self.add_row()
        first = self.rows[0].form
        first.kind.data, first.label.data = "points", languages.translated(say("Points"))

    def shows_at(self, name: str) -> bool:
        """Whether something can be said beside what has this name in the form."""
        asked = [*self, *(field for row in self.rows for field in row.form)]
        return any(
            isinstance(field, StringField | SelectField) and not isinstance(field, HiddenField)
            for field in asked
            if field.name == name
        )

    def name_at(self, place: str) -> str:
        """Return the form field of a place in the definition: ``fields-1-worth``."""
        match = re.match(r"fields\.#(\d+)(?:\.([a-z_]+))?", place)
        if match:
            rows = [row for row in self.rows if row.form.kind.data]
            position = int(match[1])
            row = rows[position].name if position < len(rows) else "fields-0"
            return f"{row}-{match[2] or 'kind'}"
        known = {"ends.at": "ends_at", "ends.field": "ends_field", "ends": "ends_when"}
        return known.get(place, place.split(".", maxsplit=1)[0])


def key_of(label: str) -> str | None:
    """Return a key for a label: small letters, digits and underscores; None where it has none."""
    plain = unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode()
    key = re.sub(r"[^a-z0-9]+", "_", plain.lower()).strip("_")[:30].rstrip("_")
    return key if definitions.KEY.fullmatch(key) and key != "entries" else None


def part_of(line: str, keys: Mapping[str, str], name: str) -> dict[str, core.Json]:
    """Return the card of a line, "Ace = 20 x 8", or the contract, "Grand = 24 x"."""
    # One pattern for the whole line would try every blank as the label's end.
    label, _equals, rest = line.rpartition("=")
    label = label.strip()
    match = WORTH.fullmatch(rest.strip())
    # A card has a number behind the "x", a contract none.
    is_odd = match and match["times"] and (name == "cards") == (match["in_deck"] is None)
    if not (label and match) or is_odd:
        return {"label": line.strip()}
    part: dict[str, core.Json] = {"label": label, "worth": sums.typed_number(match["worth"])}
    if match["in_deck"]:
        part["in_deck"] = int(match["in_deck"])
    elif match["times"]:
        part["is_times"] = True
    if key := keys.get(label) or key_of(label):
        part["key"] = key
    return part


def with_keys(parts: list[dict[str, core.Json]], noun: str) -> list[dict[str, core.Json]]:
    """Return cards or contracts with numbered keys for labels such as "♠", which give none."""
    known = {part.get("key") for part in parts}
    free = (key for number in count(1) if (key := f"{noun}_{number}") not in known)
    return [part if "key" in part else part | {"key": next(free)} for part in parts]


def line_of(part: Mapping[str, Any]) -> str:
    """Return the line of a card or a contract."""
    line = f"{part['label']} = {part['worth']}"
    if part.get("in_deck"):
        return f"{line} x {part['in_deck']}"
    return f"{line} x" if part.get("is_times") else line
