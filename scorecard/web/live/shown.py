"""What the pieces of a game's page show: its sides in order, who won, and what is being counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from flask import url_for

from scorecard.rules.round_words import round_words
from scorecard.rules.words import Sentence
from scorecard.services.table import tables

State = Literal["left", "won", "leads", "counted", "counting", ""]
"""What is said of a side beside its name."""
OpenRound = Mapping[str, Any]
Move = Literal["unranked", "new", "up", "down", "stays"]
"""What a game has done to a player's place in a season."""


@dataclass(frozen=True, slots=True)
class SideLine:
    """A side as a line of the table: its seats, what its first one has counted, how it stands."""

    name: str
    seats: Sequence[Mapping[str, Any]]
    entry: Mapping[str, Any] | None
    total: int | None
    last: int | None
    rank: int
    is_winner: bool

    @property
    def seat(self) -> Mapping[str, Any]:
        """The first seat, which counts for the side."""
        return self.seats[0]

    @property
    def positions(self) -> list[int]:
        """The places of its seats at the table."""
        return [seat["seat"] for seat in self.seats]

    @property
    def has_left(self) -> bool:
        """Whether nobody of the side plays any more."""
        return all(seat["left_after"] is not None for seat in self.seats)

    @property
    def is_out(self) -> bool:
        """Whether the side is out of the game, and so has no total."""
        return self.total is None

    def is_asked(self, open_round: OpenRound | None) -> bool:
        """Whether something is counted for the side in the round that is open."""
        if not open_round or not open_round["has_entries"] or self.has_left or self.is_out:
            return False
        return bool(self.entry) or self.seat["seat"] in open_round["missing"]

    def state(self, open_round: OpenRound | None) -> State:
        """Return what the table says of the side: whether it has counted, while a round is open."""
        if self.has_left:
            return "left"
        if self.is_winner:
            return "won"
        if not open_round:
            return "leads" if self.rank == 1 else ""
        if not self.is_asked(open_round):
            return ""
        return "counted" if self.entry else "counting"

    def board_state(self, open_round: OpenRound | None, *, is_leader_known: bool) -> State:
        """Return what the board says of the side; of the leader that it leads, once that is known.

        Nobody is said to count still before somebody else has counted.
        """
        state = self.state(open_round)
        if state == "leads" or (state == "counting" and not (open_round or {}).get("entries")):
            state = ""
        return state or ("leads" if self.rank == 1 and is_leader_known else "")


@dataclass(frozen=True, slots=True)
class SingleCard:
    """The card that only one can hold: who has it, and what it is called in this game."""

    seat: int | None
    key: str
    label: Sentence


def page_values(view: tables.View) -> dict[str, Any]:
    """Return the values that the templates of the table's piece and of the board's piece share."""
    sheet = view.game
    open_round = None if sheet["is_deleted"] else sheet["open_round"]
    winners = [side for side in sheet["sides"] if side["is_winner"]]
    return {
        "sheet": sheet,
        "path": url_for("games.table", game_uid=sheet["id"]),
        "called": round_words(sheet["round_word"]),
        "open": open_round,
        "single": _single(view, open_round),
        "is_over": sheet["is_ended"] or sheet["status"] == "finished",
        "played": view.played,
        "seat_of": {seat["seat"]: seat for seat in sheet["seats"]},
        "sides": _sides(sheet, open_round),
        "winners": [side["name"] for side in winners],
        "is_one_winner": sum(len(side["seats"]) for side in winners) == 1,
    }


def _sides(sheet: Mapping[str, Any], open_round: OpenRound | None) -> list[SideLine]:
    seat_of = {seat["seat"]: seat for seat in sheet["seats"]}
    entry_of = {entry["seat"]: entry for entry in (open_round or {}).get("entries", ())}
    return [
        SideLine(
            name=side["name"],
            seats=[seat_of[number] for number in side["seats"]],
            entry=entry_of.get(side["seats"][0]),
            total=side["total"],
            last=side["last"],
            rank=side["rank"],
            is_winner=side["is_winner"],
        )
        for side in sorted(sheet["sides"], key=lambda side: side["rank"])
    ]


def _single(view: tables.View, open_round: OpenRound | None) -> SingleCard | None:
    held = (open_round or {}).get("single")
    field = view.fold.form.single_field
    return SingleCard(held["seat"], field.key, field.label) if held and field else None


def moved(player: Mapping[str, Any]) -> Move:
    """Return what a game has done to a player's place in a season."""
    before, now = player["rank_before"], player["rank"]
    if not now:
        return "unranked"
    if not before:
        return "new"
    return "stays" if now == before else "up" if now < before else "down"


def steps(sheet: Mapping[str, Any]) -> list[tuple[Mapping[str, Any], str]]:
    """Return what can be undone and done again, each with the end of its address."""
    if sheet["is_deleted"]:
        return []
    undo = None if sheet["is_ended"] else sheet["undo"]
    return [(step, action) for step, action in ((undo, "undo"), (sheet["redo"], "redo")) if step]
