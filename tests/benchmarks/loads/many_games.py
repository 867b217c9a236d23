"""As many games of one group and one season as a benchmark wants, written in a moment.

Brownie Points with 8 players and 10 rounds of direct scores, the same in every run. Games, seats,
rounds, entries and scores go into the database as the services would have written them, and so
does what is kept of each game; the season is then counted by the service.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from scorecard.database import portable
from scorecard.database.db import begin_write
from scorecard.models import Change, Entry, Feat, Game, Result, Round, Score, Seat
from scorecard.rules import Sheet, card_game
from scorecard.rules.outcome import feats
from scorecard.services.history import facts as history_facts
from scorecard.services.limits import codes
from scorecard.services.scoring import sheets
from scorecard.services.standings import awards, lifelong, rerating, results
from scorecard.services.table import games
from scorecard.services.table.games import find_game
from tests.factories import EVENING, Club
from tests.scoring import sheet_of

RULES = "brownie_points"
NAMES = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
ROUNDS = 10
TARGET = 100_000
"""Nobody reaches it, so that every game has all its rounds."""
BETWEEN_GAMES = timedelta(minutes=30)
GAMES_AT_ONCE = 500
EXPECTED_SKILL = range(0, 400, 50)
"""What each player scores more on average than the first: so that somebody leads."""


class ManyGames:
    """A group, its season, and ``number`` games; the last ``live`` of them have not ended."""

    def __init__(self, session: Session, number: int, live: int) -> None:
        self.session = session
        self.number, self.live = number, live
        self.first_at = EVENING - number * BETWEEN_GAMES
        self.club = Club(session, *NAMES, at=self.first_at - timedelta(hours=1))
        self.season = self.club.season()
        table = self.club.start(*NAMES, rules=RULES, options={"target": TARGET})
        # A game made by the service lends the others its options; then it goes into the bin.
        self.options, self.rules = table.game.options, sheets.rules_of(table.game)
        self.players = [self.club.players[name].id for name in NAMES]
        self.group_id, self.device_id = self.club.group.id, self.club.keeper.id
        games.delete(session, table.game, table.write())
        session.commit()
        self.from_id = table.game.id + 1
        session.commit()
        self.chance = random.Random(89)

    def write(self) -> None:
        """Write all games and what is kept of them, and count the season."""
        ids = range(self.from_id, self.from_id + self.number)
        for start in range(0, self.number, GAMES_AT_ONCE):
            begin_write(self.session)
            self._write_some(ids[start : start + GAMES_AT_ONCE])
            for model in (Game, Seat, Round):
                table = model.metadata.tables[model.__tablename__]
                portable.go_on_counting(self.session.connection(), table)
            self.session.commit()

    def count(self) -> None:
        """Work out awards, ratings and standings of the season, and the ratings of all time."""
        begin_write(self.session)
        awards.recount(self.session, self.season)
        lifelong.begin_anew(self.session, self.season.group)
        rerating.rerate_all(self.session, self.season.group)
        self.session.commit()

    def live_games(self) -> Iterator[str]:
        """Return the uids of the games that wait for End Game, oldest first."""
        yield from self.session.scalars(
            sa.select(Game.uid)
            .where(Game.ended_at.is_(None), Game.deleted_at.is_(None))
            .order_by(Game.started_at)
        ).all()

    def game_in_the_middle(self, step: int) -> str:
        """Return the uid of a game half-way through the season."""
        uid = self.session.scalar(
            sa.select(Game.uid).where(Game.id == self.from_id + self.number // 2 + step)
        )
        assert uid
        return uid

    def is_as_the_services_keep_it(self, uid: str) -> bool:
        """Whether what was written of a game is what the services make of it."""
        game = find_game(self.session, uid)
        assert game
        return results.rows_of(game) == results.stored_rows(self.session, game)

    def _write_some(self, ids: range) -> None:
        rows: dict[type, list[dict[str, Any]]] = {
            model: [] for model in (Game, Seat, Round, Entry, Score, Change, Result, Feat)
        }
        for game_id in ids:
            for model, own in self._rows(game_id).items():
                rows[model] += own
        for model, own in rows.items():
            if own:
                self.session.execute(sa.insert(model.__table__), own)  # type: ignore[attr-defined]

    def _rows(self, game_id: int) -> dict[type, list[dict[str, Any]]]:
        """Return the rows of one game, with ids that follow from the game's."""
        number = game_id - self.from_id
        started = self.first_at + number * BETWEEN_GAMES
        is_ended = number < self.number - self.live
        scores = [
            {
                name: self.chance.randrange(-400, 450, 50) + more
                for name, more in zip(NAMES, EXPECTED_SKILL, strict=True)
            }
            for _ in range(ROUNDS)
        ]
        typed = [
            {"entries": {name: {"score": points} for name, points in of.items()}} for of in scores
        ]
        sheet = sheet_of(
            {
                "game": RULES,
                "options": self.options,
                "players": list(NAMES),
                "rounds": typed,
                "end_early": is_ended,
            }
        )
        round_ids = [game_id * ROUNDS + place for place in range(ROUNDS)]
        seat_ids = [game_id * len(NAMES) + place for place in range(len(NAMES))]
        cells = [
            (round_ids[number], seat_ids[seat], scores[number][name])
            for number in range(ROUNDS)
            for seat, name in enumerate(NAMES)
        ]
        at = started + timedelta(minutes=20)
        game = {
            "id": game_id,
            "uid": codes.new_uid(),
            "rules": RULES,
            "options": self.options,
            "is_blind": False,
            "first_seat": 1,
            "version": ROUNDS + 2,
            "code": None if is_ended else f"{number:06}"[-6:],
            "started_at": started,
            "changed_at": at,
            "ended_at": at if is_ended else None,
            "status": sheet.status,
            "reason": sheet.reason,
            "group_id": self.group_id,
            "kind": RULES,
        }
        seats = [
            {
                "id": seat_ids[place],
                "game_id": game_id,
                "position": place + 1,
                "name": name,
                "player_id": self.players[place],
                "total": sheet.totals[name],
                "rank": sheet.ranks[name],
                "is_winner": name in sheet.winners,
            }
            for place, name in enumerate(NAMES)
        ]
        found, best = self._kept(game, seats, sheet, self.rules, typed) if is_ended else ([], [])
        return {
            Game: [game],
            Seat: seats,
            Round: [
                {
                    "id": round_id,
                    "game_id": game_id,
                    "number": place,
                    "data": {},
                    "is_closed": True,
                    "version": place + 1,
                }
                for place, round_id in enumerate(round_ids, start=1)
            ],
            Entry: [
                {
                    "round_id": round_id,
                    "seat_id": seat_id,
                    "data": {"score": points},
                    "device_id": self.device_id,
                    "entered_at": at,
                    "version": 1,
                }
                for round_id, seat_id, points in cells
            ],
            Score: [
                {"round_id": round_id, "seat_id": seat_id, "points": points}
                for round_id, seat_id, points in cells
            ],
            Change: self._history(game, scores),
            Result: found,
            Feat: best,
        }

    def _history(self, game: dict[str, Any], scores: list[dict[str, int]]) -> list[dict[str, Any]]:
        """Return a line for each version of a game: it began, the rounds, and End Game."""
        facts: list[tuple[str, dict[str, Any]]] = [("started", {})]
        for number, of in enumerate(scores, start=1):
            what: dict[str, Any] = {f"round/{number}": [None, {"data": {}, "is_closed": True}]}
            for seat, name in enumerate(NAMES, start=1):
                fact = {"data": {"score": of[name]}, "device": self.device_id}
                at = game["changed_at"].isoformat()
                what[f"entry/{number}/{seat}"] = [None, fact | {"at": at}]
            facts.append(("counted", what))
        ended = game["ended_at"] and game["ended_at"].isoformat()
        facts.append(("ended", {"ended_at": [None, ended]} if ended else {}))
        return [
            {
                "game_id": game["id"],
                "version": version,
                "kind": kind,
                "what": history_facts.as_kept(what, self.device_id, game["changed_at"]),
                "about": {},
                "at": game["changed_at"],
                "is_undoable": version > 1,
                "device_id": self.device_id,
                "source": "api",
            }
            for version, (kind, what) in enumerate(facts, start=1)
        ]

    def _kept(
        self,
        game: dict[str, Any],
        seats: list[dict[str, Any]],
        sheet: Sheet,
        rules: card_game.GameRules[Any],
        typed: list[dict[str, Any]],
    ) -> results.Rows:
        """Return the results and feats of a game as ``results.rows_of`` does."""
        common = {
            "game_id": game["id"],
            "group_id": game["group_id"],
            "order_key": results.order_key(Game(uid=game["uid"], started_at=game["started_at"])),
            "kind": RULES,
        }
        player_of = {seat["name"]: seat["player_id"] for seat in seats}
        return (
            [
                {
                    **common,
                    "player_id": seat["player_id"],
                    "played_on": game["started_at"].date(),
                    "is_money": rules.is_money,
                    "is_early": sheet.is_early,
                    "table_size": len(seats),
                    "side": seat["name"],
                    "rank": seat["rank"],
                    "is_win": seat["is_winner"],
                    "total": seat["total"],
                    "worth": seat["total"],
                }
                for seat in seats
            ],
            [
                {
                    **common,
                    "player_id": player_of[feat.player],
                    "key": feat.key,
                    "worth": feat.worth,
                    "round": feat.round,
                }
                for feat in feats.feats(rules, sheet, typed)
            ],
        )
