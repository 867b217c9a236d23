"""What importing a list would do, line by line, before it is done."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, say, say_n, shown
from scorecard.services.files.past import past_games
from scorecard.services.players import rosters

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
