"""The form of a season, and the plan that it makes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any, TypeVar

from wtforms import Form, StringField

from scorecard import errors
from scorecard.models import Season
from scorecard.rules.outcome import awards, standings
from scorecard.rules.typed import sums
from scorecard.rules.words import say
from scorecard.services.seasons import season_plans
from scorecard.web.forms import parts

SEPARATORS = r"[\s,;/·\-\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}]+"
"""The separators between the points of places."""
ANY_DAY = date(2000, 1, 1)
"""Stands in for a bad first day, while the other fields are checked."""
ANY_NAME = "?"
"""Stands in for the name in a trial."""
Read = TypeVar("Read")


class SeasonForm(Form):
    """The form of a season, with defaults that most groups want.

    ``USUAL`` are the schemes offered first; the ``OTHERS`` and most fields are folded away.
    """

    SCHEMES = awards.SCHEMES
    USUAL = ("places", "wins", "points")
    OTHERS = tuple(key for key in awards.SCHEMES if key not in ("places", "wins", "points"))
    FIRST = frozenset({"name", "scheme"})

    name = StringField(say("Name"))
    starts_on = StringField(say("First day"))
    ends_on = StringField(say("Last day"))
    kinds = parts.NamesField(say("Card games"))
    scheme = parts.one_of(
        say("Points per game"), {key: name for key, (name, _words) in awards.SCHEMES.items()}
    )
    places = StringField(
        say("Points for 1st, 2nd, 3rd…"), default="-".join(map(str, awards.USUAL_PLACES))
    )
    early = parts.one_of(say("A game that ends early"), awards.EARLY)
    least_games = StringField(say("Games needed to be ranked"), default="1")
    best_of = StringField(say("Best games that count"))
    drop_worst = StringField(say("Worst games that don’t count"))
    ranked_by = parts.one_of(say("Ranked by"), standings.RANKED_BY)
    tie_breaks = parts.NamesField(say("Tie-breakers"))

    @classmethod
    def fresh(cls, today: date) -> SeasonForm:
        """Return the form of a new season, which begins today."""
        form = cls()
        form.starts_on.data = today.isoformat()
        form.tie_breaks.data = list(season_plans.USUAL_TIE_BREAKS)
        return form

    @classmethod
    def showing(cls, season: Season) -> SeasonForm:
        """Return the form with a season as it is."""
        form = cls()
        form.name.data = season.name
        form.starts_on.data = season.starts_on.isoformat()
        form.ends_on.data = season.ends_on.isoformat() if season.ends_on else ""
        form.kinds.data, form.tie_breaks.data = list(season.kinds), list(season.tie_breaks)
        form.scheme.data, form.early.data = season.scheme["kind"], season.early
        form.ranked_by.data = season.ranked_by
        if "places" in season.scheme:
            form.places.data = "-".join(map(str, season.scheme["places"]))
        form.least_games.data = str(season.least_games)
        form.best_of.data = str(season.best_of or "")
        form.drop_worst.data = str(season.drop_worst or "")
        return form

    def plan(self, season: Season | None = None, *, is_trial: bool = False) -> season_plans.Plan:
        """Return the plan that was typed; what the form lacks is taken from ``season``.

        Every refusal is put beside its field; the first one is raised. A trial needs no name.
        """
        refused: list[errors.BadInput] = []

        def read(reader: Callable[..., Read], *typed: str | None) -> Read | None:
            try:
                return reader(*typed)
            except errors.BadInput as error:
                refused.append(error)
                return None

        starts_on = read(_first_day, self.starts_on.data)
        ends_on = read(parts.read_day, self.ends_on.data, "ends_on", self.ends_on.label.text)
        scheme: dict[str, Any] = {"kind": self.scheme.data}
        if self.scheme.data == "places":
            places = read(read_places, self.places.data or "")
            scheme["places"] = list(awards.USUAL_PLACES) if places is None else places
        least, best, worst = (
            read(whole, field.data, field.name, field.label.text)
            for field in (self.least_games, self.best_of, self.drop_worst)
        )
        plan = season_plans.Plan(
            name=ANY_NAME if is_trial else self.name.data or "",
            starts_on=starts_on or ends_on or ANY_DAY,
            ends_on=ends_on,
            kinds=self.kinds.data or [],
            least_games=1 if least is None else least,
            best_of=best,
            drop_worst=worst or 0,
            scheme=scheme,
            tie_breaks=self.tie_breaks.data or [],
            ranked_by=self.ranked_by.data or "points",
            early=self.early.data or "full",
            team_best=season.team_best if season else 0,
        )
        self._show_and_raise(refused + _others(plan.refusals(), refused))
        return plan

    def _show_and_raise(self, refused: list[errors.BadInput]) -> None:
        for error in reversed(refused):
            self.show_refusal(error.field, error.message)
        if refused:
            raise refused[0]

    def show_refusal(self, item: str, message: str) -> bool:
        """Put a refusal beside its field; return whether there is one."""
        if item not in self:
            return False
        self[item].errors = [message]
        return True

    @property
    def first_refused(self) -> str:
        """The first field, from the top, that was refused; "" for none."""
        return next((field.name for field in self if field.errors), "")

    @property
    def is_more_open(self) -> bool:
        """Whether a field under More has an error, or a scheme under More is chosen."""
        refused = {field.name for field in self if field.errors}
        return bool(refused - self.FIRST) or self.scheme.data in self.OTHERS

    @property
    def tie_break_rows(self) -> tuple[list[str], list[str]]:
        """The values of the tie-break lists: of the chosen ones, and "" for each one left."""
        chosen: list[str] = (self.tie_breaks.data or [])[: len(standings.TIE_BREAKS)]
        return chosen, [""] * (len(standings.TIE_BREAKS) - len(chosen))


def read_places(typed: str) -> list[int]:
    """Return the points of each place from the first: "5-3-2-1", "5,3,2,1" or "5 3 2 1"."""
    parts = [part for part in re.split(SEPARATORS, typed.strip()) if part]
    for part in parts:
        if sums.plain_number(part) is None:
            raise errors.BadInput(
                say(
                    "Write the points of each place as whole numbers, like 5-3-2-1; "
                    "%(typed)s is none.",
                    typed=part[:20],
                ),
                field="places",
            )
    return [int(part) for part in parts]


def _others(
    refused: Sequence[errors.BadInput], before: Sequence[errors.BadInput]
) -> list[errors.BadInput]:
    """Return the refusals of fields without an earlier one."""
    unread = {error.field for error in before}
    return [error for error in refused if error.field not in unread]


def _first_day(typed: str | None) -> date:
    day = parts.read_day(typed, "starts_on", say("First day"))
    if day is None:
        raise errors.BadInput(say("Say on which day the season begins."), field="starts_on")
    return day


def whole(typed: str | None, name: str, label: str) -> int | None:
    """Return a whole number, None for a blank field; refuse anything else."""
    number = sums.typed_number(typed)
    if isinstance(number, str) or (number is not None and len(str(number)) > sums.PLAIN_DIGITS):
        raise errors.BadInput(
            say(
                "%(label)s: type a whole number; %(typed)s is none.",
                label=label,
                typed=str(number)[:20],
            ),
            field=name,
        )
    return number
