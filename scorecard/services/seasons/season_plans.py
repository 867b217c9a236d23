"""Plans of seasons, as somebody typed them, and the check whether they are possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from typing import Any

from scorecard import errors
from scorecard.models import Season
from scorecard.rules import kinds
from scorecard.rules.outcome import awards as schemes
from scorecard.rules.outcome.standings import RANKED_BY, TIE_BREAKS
from scorecard.rules.words import quoted, say
from scorecard.services.limits import names

MOST_GAMES = 1000
"""The largest number of games that a season may ask for a rank, count as best, or drop."""
MOST_OF_TEAM = 100
"""The largest number of players of a team of whom the best may count."""
FIRST_YEAR, LAST_YEAR = 1900, 2999
"""Years in which a season's days may lie."""
USUAL_TIE_BREAKS = ("wins", "seconds", "best", "average")


@dataclass(frozen=True, slots=True)
class Plan:
    """A season as somebody wants it to be; :meth:`checked` refuses what is impossible."""

    name: str
    starts_on: date
    ends_on: date | None = None
    kinds: Sequence[str] = ()
    least_games: int = 1
    best_of: int | None = None
    drop_worst: int = 0
    ranked_by: str = "points"
    scheme: dict[str, Any] = field(default_factory=lambda: schemes.Scheme("places").to_json())
    tie_breaks: Sequence[str] = USUAL_TIE_BREAKS
    early: str = "full"
    team_best: int = 0

    @classmethod
    def of(cls, season: Season, **changed: Any) -> Plan:
        """Return the plan that makes a season like this one but for what is ``changed``."""
        return cls(**{one.name: getattr(season, one.name) for one in fields(cls)} | changed)

    def checked(self) -> dict[str, Any]:
        """Return the plan as a season's columns; raise the first of its refusals."""
        if refusals := self.refusals():
            raise refusals[0]
        return {one.name: getattr(self, one.name) for one in fields(self)} | {
            "name": names.clean(self.name),
            "kinds": list(dict.fromkeys(self.kinds)),
            "scheme": schemes.read_scheme(self.scheme).to_json(),
            "tie_breaks": list(dict.fromkeys(self.tie_breaks)),
        }

    def refusals(self) -> list[errors.BadInput]:
        """Return a refusal for everything that is impossible, in the order of the form's fields."""
        return [
            *self._refused_name(),
            *self._refused_days(),
            *self._refused_scheme(),
            *self._refused_numbers(),
            *self._refused_teams(),
        ]

    def _refused_name(self) -> Iterator[errors.BadInput]:
        try:
            names.clean(self.name, blank=say("A season needs a name."))
        except errors.BadInput as error:
            yield errors.BadInput(error.message, field="name", code=error.code)

    def _refused_days(self) -> Iterator[errors.BadInput]:
        for name, day in (("starts_on", self.starts_on), ("ends_on", self.ends_on)):
            if day is not None and not FIRST_YEAR <= day.year <= LAST_YEAR:
                yield errors.BadInput(
                    say(
                        "A season’s days lie between %(first)s and %(last)s.",
                        first=str(FIRST_YEAR),
                        last=str(LAST_YEAR),
                    ),
                    field=name,
                )
        if self.ends_on is not None and self.ends_on < self.starts_on:
            yield errors.BadInput(
                say(
                    "The season cannot end on %(ends_on)s, before it starts on %(starts_on)s.",
                    ends_on=self.ends_on,
                    starts_on=self.starts_on,
                ),
                field="ends_on",
            )

    def _refused_scheme(self) -> Iterator[errors.BadInput]:
        scheme = None
        try:
            scheme = schemes.read_scheme(self.scheme)
        except schemes.BadScheme as error:
            yield errors.BadInput(quoted(error.args[0]), field=error.field, code="bad_scheme")
        try:
            schemes.refuse_early(scheme or schemes.Scheme("points"), self.early)
        except schemes.BadScheme as error:
            yield errors.BadInput(quoted(error.args[0]), field=error.field)
        for kind in self.kinds:
            rules = kinds.rules_of(kind)
            if rules is None and not kind.startswith(kinds.OWN):
                yield errors.BadInput(
                    say("No card game is called %(kind)s.", kind=kind), field="kinds"
                )
            elif rules and not rules.is_money and scheme and scheme.kind == "chips":
                yield no_chips(rules.name)

    def _refused_numbers(self) -> Iterator[errors.BadInput]:
        if not 1 <= self.least_games <= MOST_GAMES:
            yield errors.BadInput(
                say("The games needed to be ranked are 1 to %(most)s.", most=MOST_GAMES),
                field="least_games",
            )
        if self.best_of is not None and not 1 <= self.best_of <= MOST_GAMES:
            yield errors.BadInput(
                say("The results that count are 1 to %(most)s.", most=MOST_GAMES),
                field="best_of",
            )
        if not 0 <= self.drop_worst <= MOST_GAMES:
            yield errors.BadInput(
                say("The results that don’t count are 0 to %(most)s.", most=MOST_GAMES),
                field="drop_worst",
            )
        elif self.drop_worst and self.best_of is not None:
            yield errors.BadInput(
                say("Either only the best games count, or the worst don’t: leave one empty."),
                field="drop_worst",
            )
        if self.ranked_by not in RANKED_BY:
            yield errors.BadInput(
                say("No season is ranked by %(name)s.", name=self.ranked_by), field="ranked_by"
            )
        elif self.ranked_by == "average" and self.least_games < (self.best_of or 1):
            yield errors.BadInput(
                say(
                    "An average of the best %(best)s needs %(best)s games: ask for at least "
                    "%(best)s to be ranked.",
                    best=self.best_of,
                ),
                field="least_games",
            )
        if unknown := [name for name in self.tie_breaks if name not in TIE_BREAKS]:
            yield errors.BadInput(
                say("%(name)s is no tie-break.", name=unknown[0]), field="tie_breaks"
            )

    def _refused_teams(self) -> Iterator[errors.BadInput]:
        if not 0 <= self.team_best <= MOST_OF_TEAM:
            yield errors.BadInput(
                say("Of a team 1 to %(most)s count, or all of it.", most=MOST_OF_TEAM),
                field="team_best",
            )


def no_chips(name: str) -> errors.BadInput:
    """Return the refusal of a card game without chips in a season of net chips."""
    return errors.BadInput(
        say("%(name)s is not played for chips, so it brings no net chips.", name=name),
        field="kinds",
    )
