"""The forms of a round: one player's entry, and the table's part."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Any

from scorecard.rules import core
from scorecard.rules.typed import fields, places
from scorecard.rules.words import Sentence, say
from scorecard.web.forms.typed_fields import Typed, TypedByName, TypedChoice
from scorecard.web.forms.typed_forms import TypedForm, field_name
from scorecard.web.http import security

FORMS_CACHED = 200
"""Form classes that are cached."""


class EntryForm(TypedForm):
    """One player's entry in a round; :func:`entry_form_class` adds the game's own fields."""

    way_name = "style"
    names: Mapping[tuple[str, str], str]
    name_of: Mapping[int, str]
    """Names in the form by ``id()`` of the game's field; ``names`` by style and key."""
    is_proposed = False
    """Whether the form shows a proposed entry, that of last time, in place of a typed one."""

    @property
    def ways(self) -> tuple[fields.Style, ...]:
        """The ways of counting."""
        return self.game_form.styles

    @property
    def style_in_use(self) -> fields.Style:
        """The chosen way; of all that a phone without scripts shows, the one filled in."""
        chosen: fields.Style = _chosen(self.ways, self.way)
        if self._is_used(chosen):
            return chosen
        return next((style for style in self.game_form.styles if self._is_used(style)), chosen)

    def blanks(self) -> list[Typed]:
        """Return required fields left blank; of a group with a "none" button, its first field."""
        blanks = super().blanks()
        if not self._is_used(self.style_in_use):
            return blanks
        for group in self.style_in_use.groups:
            typed = [self.typed(field) for field in group.fields]
            if group.none_label and not any(any(one.data) for one in typed):
                typed[0].errors = [self.missing(group)]
                blanks.append(typed[0])
        return blanks

    @staticmethod
    def missing(group: fields.FieldGroup) -> Sentence:
        """Return what is said of a group of which something must be said, and nothing was."""
        said = {"group": group.label, "none": group.none_label}
        return say("Enter “%(group)s”, or tap “%(none)s”.", **said)

    def label_of(self, field: fields.Field) -> str:
        """Return a field's label in a sentence: for a card, that of its pile."""
        for group in self.style_in_use.groups:
            if field.card and field in group.fields and group.label:
                return group.label
        return super().label_of(field)

    def _is_used(self, style: fields.Style) -> bool:
        return any(any(self.named(style, field).data) for field in style.fields)

    @property
    def may_be_empty(self) -> bool:
        """Whether a blank entry is a valid one."""
        return all(field.is_optional for field in self.style_in_use.fields)

    @property
    def fields_in_use(self) -> tuple[fields.Field, ...]:
        """The fields of the chosen way, and the switches."""
        return (*self.style_in_use.fields, *self.game_form.switches)

    def typed(self, field: fields.Field) -> Typed:
        """Return the form's field for a field of a style, or for a switch."""
        if name := self.name_of.get(id(field)):
            return self[name]
        return self._switch(field.key)

    def named(self, style: fields.Style, field: fields.Field) -> Typed:
        """Return the form's field for a field of a style."""
        return self[self.names[style.key, field.key]]

    def named_beside(self, style: fields.Style, field: fields.Field) -> Typed:
        """Return the form's field whose value decides whether a field is shown; else itself."""
        key = field.asked_if[0] if field.asked_if else field.key
        return next(self.named(style, other) for other in style.fields if other.key == key)

    def fill(self, entry: core.Json) -> None:
        """Show an entry as it was typed."""
        form = self.game_form
        fitting = [style for style in form.styles if _fits(entry, style)]
        if fitting:
            self.way = fitting[0].key
        for style in fitting[:1] or form.styles:
            for field in style.fields:
                value = places.value_at(entry, field.key)
                if value is not None:
                    self.named(style, field).show(value)
            for group in style.groups if fitting else ():
                if group.none_label:
                    self._show_none(style, group)
        for switch in form.switches:
            self._switch(switch.key).show(places.value_at(entry, switch.key) or 0)
        for switch_key, other in form.ticks.items():
            if places.value_at(entry, switch_key) and places.value_at(entry, other) is None:
                self._switch(other).show(True)

    def propose(self, entry: core.Json) -> None:
        """Show a proposed entry, to be saved as it is or changed."""
        self.fill(entry)
        self.is_proposed = True

    def _show_none(self, style: fields.Style, group: fields.FieldGroup) -> None:
        """Show 0 in the empty fields of a group that must be filled in."""
        for field in group.fields:
            if not self.named(style, field).data:
                self.named(style, field).show(0)

    def entry(self) -> core.Json:
        """Return the entry: the fields of the chosen style, and the switches that are on."""
        form, style = self.game_form, self.style_in_use
        entry: dict[str, Any] = {}
        for group in style.groups:
            if group.none_label and self._is_used(style):
                places.put(entry, group.key, {})
        for field in style.fields:
            value = self.named(style, field).value()
            if not field.key:
                return field.default if value is None else value
            if value is not None and not (field.kind == "count" and value == 0):
                places.put(entry, field.key, value)
        for switch in form.switches:
            value = self._switch(switch.key).value()
            if switch.key in form.ticks:
                entry |= {switch.key: True} if value else {}
            elif value or self._is_ticked(switch.key):
                entry[switch.key] = int(value) if isinstance(value, bool) else value or 0
        return entry

    @property
    def print(self) -> str:
        """What the entry is known by when its form comes back as it was shown."""
        return security.fingerprint(repr(self.entry()).encode())

    def _switch(self, key: str) -> Typed:
        return self[field_name(key)]

    def _is_ticked(self, key: str) -> bool:
        ticks = self.game_form.ticks
        return any(other == key and self._switch(by).data for by, other in ticks.items())


_cached: OrderedDict[int, tuple[fields.EntryForm, type[EntryForm]]] = OrderedDict()
"""Classes by the identity of a game's form, which is the same object for a whole round."""


def entry_form_class(game_form: fields.EntryForm) -> type[EntryForm]:
    """Return the form class for one player's entry, made once for a game's form."""
    # No other object gets its id while the cache holds the form itself.
    if id(game_form) not in _cached:
        _cached[id(game_form)] = game_form, _made_class(game_form)
        if len(_cached) > FORMS_CACHED:
            _cached.popitem(last=False)
    return _cached[id(game_form)][1]


def _made_class(game_form: fields.EntryForm) -> type[EntryForm]:
    """Return the form class for one player's entry, with every field of every style.

    A field is named after its key, with the style's key before it if that is ambiguous or empty.
    """
    keys = [field.key for field in game_form.entry_fields]
    names = {
        (style.key, field.key): field_name(
            field.key, style.key if not field.key or keys.count(field.key) > 1 else ""
        )
        for style in game_form.styles
        for field in style.fields
    }
    members: dict[str, Any] = {
        "game_form": game_form,
        "names": names,
        # A field of two styles has the name of the first.
        "name_of": {
            id(field): names[style.key, field.key]
            for style in reversed(game_form.styles)
            for field in style.fields
        },
        "fields_by_name": {
            names[style.key, field.key]: field
            for style in game_form.styles
            for field in style.fields
        }
        | {field_name(switch.key): switch for switch in game_form.switches},
    }
    return type("GameEntryForm", (EntryForm,), members)


class RoundForm(TypedForm):
    """The table's part of a round, as a game's form asks it."""

    way_name = "how"

    def __init__(self, game_form: fields.EntryForm, sent: Any = None) -> None:
        self.game_form = game_form
        self.fields_by_name = {field_name(field.key): field for field in game_form.round_fields}
        super().__init__(sent)

    @property
    def ways(self) -> tuple[fields.RoundStyle, ...]:
        """The ways of recording the round."""
        return self.game_form.rounds

    @property
    def style_in_use(self) -> fields.RoundStyle:
        """The way of recording the round that was chosen."""
        chosen: fields.RoundStyle = _chosen(self.ways, self.way)
        return chosen

    @property
    def fields_in_use(self) -> tuple[fields.Field, ...]:
        """The fields of the chosen way that are asked."""
        return tuple(field for field in self.style_in_use.fields if self.is_asked(field))

    def is_asked(self, field: fields.Field) -> bool:
        """Whether a field is shown: a replaced one if it is filled in, else its replacement."""
        instead = [one for one in self.game_form.round_fields if field.key in one.replaces]
        before = [one for one in self.game_form.round_fields if one.key in field.replaces]
        if instead:
            return any(self.typed(field).data)
        return not any(any(self.typed(one).data) for one in before)

    def typed(self, field: fields.Field) -> Typed:
        """Return the form's field for a game's field."""
        return self[field_name(field.key)]

    def value(self, field: fields.Field) -> core.Json:
        """Return a field's value; for numbers by name that are all blank, the default."""
        typed = self.typed(field)
        value = typed.value()
        if value is None and isinstance(typed, TypedByName) and not field.is_optional:
            return None if self.is_untouched else typed.blank_value()
        return value

    def fill(
        self, data: Mapping[str, Any], style: fields.RoundStyle | None, turn: str = ""
    ) -> None:
        """Show the table's stored part of a round in its style; ``turn`` is whose turn it is."""
        if style:
            self.way = style.key
        for field in self.game_form.round_fields:
            usual = turn or None if field.is_turn and field.default is None else field.default
            if field.key.split(".")[0] in data:
                if places.is_at(data, field.key):
                    self.typed(field).show(places.value_at(data, field.key))
            elif usual is not None:
                self.typed(field).show(usual)

    def beside(self, field: fields.Field) -> Typed:
        """Return the form's field whose value decides whether a field is shown; else itself."""
        return self[field_name(field.asked_if[0] if field.asked_if else field.key)]

    def closing_choice(self) -> TypedChoice | None:
        """Return the choice whose buttons submit the form, while nothing is chosen in it."""
        field = next(
            (one for one in self.game_form.round_fields if one.key == self.game_form.closing), None
        )
        typed = self.typed(field) if field else None
        return typed if isinstance(typed, TypedChoice) and not typed.is_chosen else None

    @property
    def refused(self) -> list[str]:
        """The labels of fields with errors, without a choice whose buttons submit the form."""
        closing = self.closing_choice()
        return [name for name in super().refused if not closing or name != closing.about.label]

    def says(self, asked: Iterable[fields.Field]) -> bool:
        """Whether one of some folded fields has an error, or another value than its default."""
        typed = map(self.typed, asked)
        return any(one.errors or one.value() not in (None, one.about.default) for one in typed)

    def open_with(self, said: Mapping[str, str]) -> None:
        """Fill in the first question's answer, if it was given at the table."""
        field = self.game_form.opening_field
        if field and (answer := said.get(field_name(field.key))):
            if field not in self.fields_in_use:
                self.way = self.game_form.ways_asking(field.key)[0]
            self.typed(field).data = [answer]

    def blank_logs(self) -> dict[str, Any]:
        """Return empty logs for the log fields of the chosen way."""
        return {field.key: [] for field in self.fields_in_use if field.kind == "log"}

    def table_entry(self) -> dict[str, Any]:
        """Return the table's part of the round, as JSON."""
        table_entry: dict[str, Any] = {}
        for field in self.fields_in_use:
            typed = self.typed(field)
            value = self.value(field)
            is_nothing = isinstance(typed, TypedChoice) and typed.is_nothing
            is_usual = field.kind == "choice" and field.is_optional and value == field.default
            if is_nothing or (value is not None and not is_usual):
                places.put(table_entry, field.key, value)
        return table_entry


def _chosen(styles: tuple[Any, ...], key: str) -> Any:
    return next((style for style in styles if style.key == key), styles[0])


def _fits(entry: core.Json, style: fields.Style) -> bool:
    """Whether an entry has a value in a field of a style, of that field's kind."""
    if any(one.none_label and places.value_at(entry, one.key) is not None for one in style.groups):
        return True
    for field in style.fields:
        value = places.value_at(entry, field.key)
        if value is None or (not field.key and isinstance(value, Mapping)):
            continue
        if (field.kind == "cards") == isinstance(value, list):
            return True
    return False
