"""The entry form of an own scorecard, made from its definition."""

from __future__ import annotations

from dataclasses import replace

from scorecard.rules import core
from scorecard.rules.games.own_scorecard import declaring, definitions
from scorecard.rules.games.own_scorecard.rounds import BID_PARTS, place_of
from scorecard.rules.games.own_scorecard.table import OwnSetup, entrants, in_game
from scorecard.rules.typed import fields
from scorecard.rules.words import NOTHING, Sentence, gained, quoted, say, shown


def entry_form(setup: OwnSetup, history: core.History) -> fields.EntryForm:
    """Return the form for a round: every side's fields, and those of the table."""
    definition = setup.definition
    inside = in_game(setup, history, history.present)
    number = len(history.rounds) + history.ahead + 1
    table = tuple(
        fields.Field(
            own.key,
            quoted(own.label),
            "player",
            names=inside,
            none_label=NOTHING if own.is_required else say("Nobody"),
            hint=quoted(own.hint) or _worth(own.worth),
            is_later=definition.has_bids,
        )
        for own in definition.named_fields
    )
    own = definition.declarer
    if own:
        table += declaring.asked(setup, history, own, inside)
    groups = tuple(
        _after_the_play(_group(own, number))
        if definition.has_bids and not isinstance(own, definitions.Bid)
        else _group(own, number)
        for own in definition.entry_fields
    )
    has_entries = bool(groups)
    return fields.EntryForm(
        styles=(fields.Style("entry", say("Entry"), NOTHING, groups),) if has_entries else (),
        players=tuple(entrants(setup, inside)) if has_entries else (),
        rounds=(fields.RoundStyle("round", NOTHING, fields=table, has_entries=has_entries),),
        is_summed=has_entries and definition.is_all_entered and not definition.has_bids,
        is_blank_zero=any(
            isinstance(own, definitions.Points) and own.is_optional for own in definition.fields
        ),
        parts=(say("Bids"), say("Made")) if definition.has_bids else (),
        opening=f"{own.key}.declarer" if own else "",
        closing=f"{own.key}.result" if own else "",
    )


def _after_the_play(group: fields.FieldGroup) -> fields.FieldGroup:
    return replace(group, fields=tuple(replace(one, is_later=True) for one in group.fields))


def _worth(worth: int) -> Sentence:
    return gained(worth) if worth else NOTHING


def _group(own: definitions.EntryField, number: int) -> fields.FieldGroup:
    """Return the form's fields for one field of a scorecard, in the round of a number."""
    match own:
        case definitions.Points():
            return fields.FieldGroup(own.key, NOTHING, (_points_field(own),))
        case definitions.Tick():
            return fields.FieldGroup(own.key, NOTHING, (_tick_field(own),))
        case definitions.Cards():
            return fields.FieldGroup(own.key, quoted(own.label), _card_fields(own))
        case definitions.Bid():
            return fields.FieldGroup(own.key, quoted(own.label), _bid_fields(own, number))


def _points_field(own: definitions.Points) -> fields.Field:
    each = NOTHING if own.worth in (1, -1) else say("%(worth)s each", worth=shown(own.worth))
    return fields.Field(
        own.key,
        quoted(own.label),
        "signed_points" if own.is_signed else "points",
        low=-own.most if own.is_signed else 0,
        high=own.most,
        worth=own.worth,
        hint=quoted(own.hint) or each,
        default=0 if own.is_optional else None,
        is_optional=own.is_optional,
    )


def _tick_field(own: definitions.Tick) -> fields.Field:
    return fields.Field(
        own.key,
        quoted(own.label),
        "switch",
        high=1,
        worth=own.worth,
        hint=quoted(own.hint) or _worth(own.worth),
        is_optional=True,
    )


def _card_fields(own: definitions.Cards) -> tuple[fields.Field, ...]:
    return tuple(
        fields.Field(
            place_of(own, card),
            quoted(card.label),
            "number",
            high=card.in_deck or definitions.MOST_COPIES,
            worth=card.worth,
            hint=say("%(worth)s each", worth=shown(card.worth)),
            default=0,
            is_optional=True,
        )
        for card in own.cards
    )


def _bid_fields(own: definitions.Bid, number: int) -> tuple[fields.Field, ...]:
    return tuple(
        fields.Field(
            f"{own.key}.{key}",
            label,
            "number",
            high=own.there_are(number) or definitions.MOST_COPIES,
            hint=quoted(own.hint) if key == "bid" else NOTHING,
            is_later=key == "made",
        )
        for key, label in BID_PARTS.items()
    )
