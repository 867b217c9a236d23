"""The ready-made scorecards, and their recognition in stored definitions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scorecard.rules.games.own_scorecard import definitions, ready_declarers, ready_definitions
from scorecard.rules.words import in_lines, lines_of, say

READY_MADE = {**ready_definitions.DEFINITIONS, **ready_declarers.DEFINITIONS}
"""The ready-made scorecards by key, plain points first."""
OTHER_NAMES: Mapping[str, tuple[str, ...]] = {
    "plain_points": ("Einfach Punkte", "Solo puntos", "Simples points"),
    "hearts": ("Corazones", "Dame de pique"),
    "gin_rummy": ("Gin Rommé", "Gin-rami"),
    "rummy_500": ("Rommé 500", "Rami 500"),
    "cribbage": ("Cribbage bis 121", "Cribbage a 121", "Cribbage en 121"),
    "oh_hell": ("Ascenseur",),
    "ten_phases": ("Zehn Phasen", "Diez fases", "Dix phases"),
    "skat": ("Skat, Summe null", "Skat, suma cero", "Skat, somme nulle"),
    "skat_list": ("Skat nach Liste", "Skat, por lista", "Skat, à la liste"),
    "tarot": ("Französisches Tarot", "Tarot francés", "Tarot français"),
}
"""Their names in other languages, if different."""
PLAIN_POINTS = READY_MADE["plain_points"]
"""The default."""
PAST_FIELD = definitions.Points("points", say("Total"), is_signed=True)
PAST_NOTES = say("A result from before, taken in from a list.")
"""The field and notes of the scorecard for results that were taken in from a list."""
_EARLIER_TEXTS: Mapping[str, str] = {
    say("For the winner"): say("For the winner; 0 for the other"),
    say("For the dealer"): say("For the dealer; 0 for the others"),
    say(
        "With four at the table the dealer sits out and is left blank, unless you let the "
        "dealer share in the result."
    ): say(
        "With four at the table the dealer sits out: type 0, unless you let the dealer "
        "share in the result."
    ),
    say(
        "On top comes a poignée of 20, 30 or 40, for the side that won, and a slam: 400 if it was "
        "announced, 200 if not, and −200 if it failed, or 200 if the contract was lost as well. "
        "Five play with a called partner, or with nobody; three and four always alone."
    ): say(
        "On top comes a poignée of 20, 30 or 40, for the side that won, and a slam: 400 if it was "
        "announced, 200 if not, and −200 if it failed. Five play with a called partner, or with "
        "nobody; three and four always alone."
    ),
}
"""Earlier texts, most from when every 0 had to be typed, which stored scorecards still have, by
today's text."""


def _before(definition: definitions.Definition) -> definitions.Definition:
    """Return a ready-made scorecard as it was while every 0 had to be typed."""
    fields = (
        replace(own, hint=_EARLIER_TEXTS.get(own.hint, own.hint), is_optional=False)
        if isinstance(own, definitions.Points)
        else own
        for own in definition.fields
    )
    lines = [_EARLIER_TEXTS.get(line, line) for line in lines_of(definition.notes)]
    return replace(definition, fields=tuple(fields), notes=in_lines(*lines))


def _straight(definition: definitions.Definition) -> definitions.Definition:
    """Return a ready-made scorecard as it was while apostrophes were straight."""
    fields = (replace(own, hint=own.hint.replace("’", "'")) for own in definition.fields)
    return replace(definition, fields=tuple(fields), notes=definition.notes.replace("’", "'"))


_CANASTA = READY_MADE["canasta"]
_EARLIER = (
    ready_declarers.BEFORE,
    replace(_CANASTA, fields=tuple(own for own in _CANASTA.fields if own.key != "all_red_against")),
)
_SAME = {
    kept: same
    for one in (*READY_MADE.values(), *_EARLIER)
    for same in (_before(one), one)
    for kept in (_straight(same), same)
}
_NAMES = {definition.name: definition.name for definition in READY_MADE.values()}
_NAMED = {
    name.casefold(): definition
    for key, definition in READY_MADE.items()
    for name in (definition.name, *OTHER_NAMES.get(key, ()))
}


def is_past(definition: definitions.Definition) -> bool:
    """Whether a scorecard is that of a result from a list, without known rounds."""
    return definition.notes == PAST_NOTES and definition.fields == (PAST_FIELD,)


def to_play(past: definitions.Definition) -> definitions.Definition:
    """Return the scorecard to play by, for that of a result from a list."""
    points = replace(past, fields=PLAIN_POINTS.fields, notes=PLAIN_POINTS.notes)
    return named(past.name) or points


def recognised(definition: definitions.Definition) -> definitions.Definition:
    """Return an unchanged ready-made definition with translatable texts, any other as it is."""
    if is_past(definition):
        return replace(definition, fields=(PAST_FIELD,), notes=PAST_NOTES)
    return _SAME.get(definition, definition)


def named(name: str) -> definitions.Definition | None:
    """Return the ready-made scorecard with a name, in any language and letter case."""
    return _NAMED.get(" ".join(name.split()).casefold())


def name_of(name: str) -> str:
    """Return the name of a scorecard, translatable if a ready-made one has the same."""
    return _NAMES.get(name, name)
