"""What taking in a file would do here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scorecard.models import Group, Player
from scorecard.rules.words import Sentence, say, say_n
from scorecard.services.files.checking import game_checks
from scorecard.services.files.format import file_format
from scorecard.services.files.importing import undoing
from scorecard.services.groups.sight import Sight

MOST_TOLD = 20
"""Differences that are listed one by one."""


@dataclass(slots=True)
class Plan:
    """What taking in a file would do here.

    ``group`` is the group here that it goes into, None where that is new or the game is to stand
    by itself; a game that stood by itself elsewhere, too, is ``moved_into`` a group. ``players``,
    ``seasons``, ``games`` and ``house_rules`` are what is new here. ``same`` are the uids of what
    is here just as in the file, ``differing`` a sentence for each thing that is here and differs,
    which stays as it is here. ``known`` are players here by the uids that they have in the file,
    ``versions`` the ids of house rules' versions here by their uid, number and card game.
    """

    document: file_format.Document
    scored: Mapping[str, game_checks.Scored]
    sight: Sight
    group: Group | None
    moved_into: Group | None = None
    is_new_group: bool = False
    players: list[file_format.Document] = field(default_factory=list)
    seasons: list[file_format.Document] = field(default_factory=list)
    games: list[file_format.Document] = field(default_factory=list)
    house_rules: list[file_format.Document] = field(default_factory=list)
    known: dict[str, Player] = field(default_factory=dict)
    versions: dict[tuple[str, int, str], int] = field(default_factory=dict)
    same: list[str] = field(default_factory=list)
    differing: list[Sentence] = field(default_factory=list)

    @property
    def kind(self) -> str:
        """What the file is of: a game, season or group."""
        return str(self.document["kind"])

    @property
    def name(self) -> str:
        """What the group it goes into is called, "" for a game that is to stand by itself."""
        if target := self.group or self.moved_into:
            return target.name
        return str(self.document["group"]["name"]) if self.is_new_group else ""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to do."""
        new = (self.players, self.seasons, self.games, self.house_rules)
        return not (self.is_new_group or any(new))

    @property
    def what(self) -> Sentence:
        """What is new, in words: "2 players and 14 games"."""
        new = undoing.counted(self.players, self.seasons, self.games, self.house_rules)
        return new or say("nothing new")

    @property
    def uids_here(self) -> dict[str, str]:
        """The uids that players of the file have here, by those that they have in the file."""
        return {uid: player.uid for uid, player in self.known.items()}

    def note_known(self, uid: str, is_same: bool, difference: Sentence) -> None:
        """Note something that is here already, with the sentence to say where it differs."""
        if is_same:
            self.same.append(uid)
        else:
            self.differing.append(difference)

    def lines(self) -> list[Sentence]:
        """Return what taking the file in does, line by line."""
        lines = [self._new_in_words()]
        if self.same:
            lines.append(
                say_n(
                    "Here already, and the same: %(num)s thing.",
                    "Here already, and the same: %(num)s things.",
                    len(self.same),
                )
            )
        lines += self.differing[:MOST_TOLD]
        if len(self.differing) > MOST_TOLD:
            more = len(self.differing) - MOST_TOLD
            lines.append(
                say_n(
                    "%(num)s more differ, and stay as they are.",
                    "%(num)s more differ, and stay as they are.",
                    more,
                )
            )
        return lines

    def _new_in_words(self) -> Sentence:
        if self.is_empty:
            return say("Nothing is new: everything in this file is here already.")
        if self.is_new_group:
            return say("New: %(what)s, into %(name)s, a new group.", what=self.what, name=self.name)
        if self.name:
            return say("New: %(what)s, into %(name)s.", what=self.what, name=self.name)
        return say("New: %(what)s.", what=self.what)
