"""What importing a list would do, line by line, before it is done; of players, who would join."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from scorecard import errors
from scorecard.models import Group
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, quoted, say, say_n, shown
from scorecard.services.files.past import past_games
from scorecard.services.limits import names
from scorecard.services.players import rosters
from scorecard.services.scoring import badges
from scorecard.services.spreadsheets import lists

Mark = Literal["new", "here", "bad"]
"""Whether lines bring something new, something that is here already, or cannot be imported."""


@dataclass(frozen=True, slots=True)
class ListLine:
    """What happens with some lines of a list."""

    lines: tuple[int, ...]
    mark: Mark
    sentence: str

    @property
    def where(self) -> Sentence:
        """The lines in words: "Line 3", "Lines 5–7", "Lines 5, 7 and 9"."""
        first, last = self.lines[0], self.lines[-1]
        if first == last:
            return say("Line %(line)s", line=first)
        if len(self.lines) == last - first + 1:
            return say("Lines %(first)s–%(last)s", first=first, last=last)
        return say("Lines %(lines)s", lines=reading.listed([shown(line) for line in self.lines]))


@dataclass(slots=True)
class Preview:
    """What importing a list would do; ``repaired`` is its text in another encoding, or ""."""

    kind: str
    repaired: str = ""
    verdicts: list[ListLine] = field(default_factory=list)
    players: list[rosters.Newcomer] = field(default_factory=list)
    games: list[past_games.PastGame] = field(default_factory=list)

    @property
    def is_good(self) -> bool:
        """Whether no line is bad."""
        return not any(verdict.mark == "bad" for verdict in self.verdicts)

    @property
    def is_empty(self) -> bool:
        """Whether everything is here already."""
        return not self.players and not self.games

    @property
    def what(self) -> Sentence:
        """What is new, in words."""
        counts = [
            say_n("%(num)s player", "%(num)s players", len(self.players)),
            say_n("%(num)s past game", "%(num)s past games", len(self.games)),
        ]
        return reading.listed([count for count in counts if count.num]) or say("nothing new")

    def note(self, lines: tuple[int, ...], mark: Mark, sentence: Sentence) -> None:
        """Note what will happen with some lines."""
        self.verdicts.append(ListLine(lines, mark, sentence))


def preview_players(group: Group, rows: Sequence[lists.Row], preview: Preview) -> None:
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
