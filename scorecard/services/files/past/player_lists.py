"""What importing a list of players would do."""

from __future__ import annotations

from collections.abc import Sequence

from scorecard import errors
from scorecard.models import Group
from scorecard.rules.words import quoted, say
from scorecard.services.files.past.list_previews import Preview
from scorecard.services.limits import names
from scorecard.services.players import rosters
from scorecard.services.scoring import badges
from scorecard.services.spreadsheets import lists


def preview_rows(group: Group, rows: Sequence[lists.Row], preview: Preview) -> None:
    """Put down in the preview who of a list would join a group's roster."""
    seen: dict[str, int] = {}
    roster = rosters.by_any_name(group)
    for row in rows:
        try:
            new = _newcomer(row)
            if other := seen.get(rosters.key_of(new.name)):
                raise errors.BadInput(
                    say("%(name)s is in line %(line)s already.", name=new.name, line=other)
                )
        except errors.BadInput as error:
            preview.note((row.line,), "bad", quoted(error.message))
            continue
        seen[rosters.key_of(new.name)] = row.line
        if known := roster.get(rosters.key_of(new.name)):
            here = (
                say("%(name)s has retired.", name=known.name)
                if known.retired_at
                else say("%(name)s is on the roster already.", name=known.name)
            )
            preview.note((row.line,), "here", here)
        else:
            preview.players.append(new)
            joins = say("%(name)s joins the roster.", name=new.name)
            preview.note((row.line,), "new", joins)


def _newcomer(row: lists.Row) -> rosters.Newcomer:
    if row.problem:
        raise errors.BadInput(row.problem)
    name, colour = names.clean(row.cell("name")), None
    if typed := row.cell("colour"):
        colour = lists.number(typed)
        if colour is None or not 1 <= colour <= badges.COLOURS:
            raise errors.BadInput(
                say(
                    "A colour is a number from 1 to %(most)s, not “%(typed)s”.",
                    most=badges.COLOURS,
                    typed=typed,
                )
            )
    if initial := row.cell("initial"):
        cleaned = names.clean(initial, "initial", say("A badge needs a name."))
        if len(cleaned) > rosters.LONGEST_INITIAL:
            raise errors.BadInput(
                say(
                    "“%(typed)s” is too long: an initial has at most two characters.",
                    typed=initial,
                )
            )
    return rosters.Newcomer(name, colour, initial)
