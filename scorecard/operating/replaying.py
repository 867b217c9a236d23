"""The answer of ``scorecard replay``: plays the steps of a house-rules case.

Each step is one action of a group. The first refused one ends the case; the answer is the state
then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.database.db import apart
from scorecard.models import Device, Game, Group, HouseRules
from scorecard.operating import scoring
from scorecard.rules import core, record
from scorecard.rules.core import Refused as NotPossible
from scorecard.rules.typed import reading
from scorecard.rules.words import quoted, say
from scorecard.services.book import agreeing, house_rules
from scorecard.services.groups import access, groups
from scorecard.services.history import changes
from scorecard.services.players import rosters
from scorecard.services.scoring import sheets
from scorecard.services.table import amending, games, rounds

KEY = "house_rules"
"""The value of ``game`` in a case of this kind."""
BEGINNING = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)


class NotACase(ValueError):
    """The input is no house-rules case at all."""


def replay(data: bytes) -> scoring.Answer:
    """Play a house-rules case, or each in a list of cases, in an empty database of its own."""
    try:
        parsed = record.loads(data)
        is_list = isinstance(parsed, list)
        bodies = [_replayed(case) for case in (parsed if is_list else [parsed])]
    except (record.NotJson, NotACase) as error:
        return scoring.no_record(str(error))
    messages = [body["error"]["message"] for body in bodies if "error" in body]
    return scoring.Answer(bodies if is_list else bodies[0], messages, 1 if messages else 0)


def _replayed(case: core.Json) -> dict[str, core.Json]:
    """Return the answer to a case."""
    if not isinstance(case, Mapping) or case.get("game") != KEY:
        raise NotACase(f"A case to replay is an object with game {KEY}.")
    steps = case.get("steps")
    if not isinstance(steps, list):
        raise NotACase("A case to replay has a list of steps.")
    with apart() as session:
        return _played(session, steps)


def _played(session: Session, steps: list[core.Json]) -> dict[str, core.Json]:
    play = _Play(session)
    for number, step in enumerate(steps, start=1):
        before = play.answer()
        try:
            with session.begin_nested():
                play.step(number, step)
        except (errors.ScorecardError, NotPossible) as error:
            told = {"round": number, "code": error.code, "message": error.message}
            return {"error": told, "kept": before | play.totals()}
    return play.answer()


class _Play:
    """A case being played: its group, its game, and the warnings so far."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.at = BEGINNING
        self.game: Game | None = None
        self.device: Device = access.new_device(session, self.at)
        self.group: Group = groups.create(session, self.write(), "The group", "a replay's secret")
        self.warnings: list[dict[str, core.Json]] = []
        self.do: dict[
            str, tuple[tuple[str, ...], Callable[[int, Mapping[str, core.Json]], None]]
        ] = {
            "create_rules": (("name", "game", "options", "notes"), self.create_rules),
            "edit_rules": (("name", "options", "notes"), self.edit_rules),
            "agree": (("name", "players", "version"), self.agree),
            "start_game": (("rules", "players", "confirm"), self.start_game),
            "add_round": (("round",), self.add_round),
            "amend_game": (
                ("options", "agreed_by", "reason", "retroactive"),
                self.amend_game,
            ),
            "delete_rules": (("name",), self.delete_rules),
        }

    def write(self) -> changes.Write:
        self.at += timedelta(seconds=1)
        return changes.Write(self.device, self.at, self.game.version if self.game else 0)

    def step(self, number: int, step: core.Json) -> None:
        step = reading.mapping(step, f"Step {number}")
        name = step.get("op")
        if name not in self.do:
            raise NotPossible(
                "malformed", quoted(f"Step {number} does nothing known: {reading.show(name)}.")
            )
        keys, action = self.do[name]
        reading.known_keys(step, ("op", *keys), f"Step {number}")
        action(number, step)

    def create_rules(self, _number: int, step: Mapping[str, core.Json]) -> None:
        options = reading.mapping(step.get("options", {}), "The options")
        house_rules.create(
            self.session,
            self.group,
            self.write(),
            _text(step, "name"),
            _text(step, "game"),
            options,
            notes=_text(step, "notes"),
        )

    def edit_rules(self, number: int, step: Mapping[str, core.Json]) -> None:
        options = reading.mapping(step.get("options", {}), "The options")
        edited = self.rules(_text(step, "name"))
        notes = _text(step, "notes") if "notes" in step else None
        saved = house_rules.save(self.session, edited, self.write(), options, notes=notes)
        if saved is None:
            self.warn(number, "no_change", f"{edited.name} is saved as it was: nothing changed.")

    def agree(self, _number: int, step: Mapping[str, core.Json]) -> None:
        agreed_to = self.rules(_text(step, "name"))
        wanted = step.get("version", agreed_to.latest.number)
        if type(wanted) is not int:
            raise NotPossible(
                "not_whole_number",
                quoted(f"A version is a whole number, not {reading.show(wanted)}."),
            )
        version = house_rules.find_version(agreed_to, wanted)
        players = rosters.seat_players(self.session, self.group, self.write(), _names(step))
        agreeing.agree(self.session, version, players, self.write())

    def start_game(self, number: int, step: Mapping[str, core.Json]) -> None:
        played_by = self.rules(_text(step, "rules"))
        names = _names(step)
        players = rosters.seat_players(self.session, self.group, self.write(), names)
        if not _flag(step, "confirm"):
            agreeing.refuse_missing(played_by.latest, players)
        missing = agreeing.not_agreed(played_by.latest, players)
        self.game = games.start(
            self.session,
            self.write(),
            played_by.rules,
            names,
            {},
            is_confirmed=True,
            group=self.group,
            house_rules=played_by,
        )
        if missing:
            self.warn(number, "not_all_agreed", agreeing.sentence(played_by.latest, missing))
        for warning in sheets.read(self.game).warnings:
            self.warn(number, warning.code, warning.message)

    def add_round(self, number: int, step: Mapping[str, core.Json]) -> None:
        game = self.playing()
        data = dict(reading.mapping(step.get("round"), "The round"))
        key = sheets.rules_of(game).entries_key
        entries = reading.mapping(data.pop(key, {}), "The entries") if key else {}
        by_name = {seat.name: seat.position for seat in game.seats}
        for name in entries:
            if name not in by_name:
                raise NotPossible(
                    "unknown_player", quoted(f"{reading.show(name)} does not play in this game.")
                )
        before = game.next_number
        rounds.enter(
            self.session,
            game,
            self.write(),
            game.next_number,
            {by_name[name]: entry for name, entry in entries.items()},
            table_entry=data if data or not entries else None,
            is_confirmed=True,
        )
        if game.next_number == before:
            missing = reading.listed(
                [seat.name for seat in rounds.missing_seats(game, game.open_round)]
            )
            raise NotPossible(
                "missing_entry", quoted(f"The round still waits for {missing or 'more'}.")
            )
        sheet = sheets.read(game)
        for warning in sheet.warnings:
            if warning.round == before:
                self.warn(number, warning.code, warning.message)

    def amend_game(self, number: int, step: Mapping[str, core.Json]) -> None:
        game = self.playing()
        try:
            amending.amend(
                self.session,
                game,
                self.write(),
                reading.mapping(step.get("options", {}), "The options"),
                [
                    str(name)
                    for name in reading.sequence(step.get("agreed_by", []), "Those who agree")
                ],
                _text(step, "reason"),
                is_retroactive=_flag(step, "retroactive"),
            )
        except amending.NothingChanges as nothing:
            self.warn(number, nothing.code, nothing.message)

    def delete_rules(self, _number: int, step: Mapping[str, core.Json]) -> None:
        house_rules.delete(self.session, self.rules(_text(step, "name")), self.write())

    def rules(self, name: str) -> HouseRules:
        named = house_rules.named(self.session, self.group, name)
        if named is None:
            raise errors.NotFound(
                say("There are no house rules called %(name)s.", name=name), code="unknown_rules"
            )
        return named

    def playing(self) -> Game:
        if self.game is None:
            raise NotPossible("malformed", quoted("No game was started yet."))
        changes.refuse_ended(self.game)
        return self.game

    def warn(self, number: int, code: str, message: str) -> None:
        self.warnings.append({"round": number, "code": code, "message": message})

    def answer(self) -> dict[str, core.Json]:
        """Return the present state."""
        self.session.flush()
        answer: dict[str, core.Json] = {
            "rules": {
                one.name: {"version": one.latest.number, "options": one.latest.options}
                for one in house_rules.of_group(self.session, self.group)
            },
            "warnings": list(self.warnings),
        }
        if self.game:
            answer["game"] = dict(self.facts_of(self.game))
        return answer

    def totals(self) -> dict[str, core.Json]:
        """Return the totals of the game, where one was started."""
        return {"totals": dict(sheets.read(self.game).totals)} if self.game else {}

    def facts_of(self, game: Game) -> Iterator[tuple[str, core.Json]]:
        sheet = sheets.read(game)
        version = game.rules_version
        yield "rules", version.house_rules.name if version else None
        yield "rules_version", version.number if version else None
        yield from sheet.to_json().items()
        yield (
            "amendments",
            [
                {"from_round": amendment["from_round"], "options": amendment["options"]}
                for amendment in game.amendments
            ],
        )


def _text(step: Mapping[str, core.Json], key: str) -> str:
    value = step.get(key, "")
    if not isinstance(value, str):
        raise NotPossible("malformed", quoted(f"{key} must be text, not {reading.show(value)}."))
    return value


def _flag(step: Mapping[str, core.Json], key: str) -> bool:
    value = step.get(key, False)
    if type(value) is not bool:
        raise NotPossible(
            "malformed", quoted(f"{key} must be true or false, not {reading.show(value)}.")
        )
    return value


def _names(step: Mapping[str, core.Json]) -> list[str]:
    names = reading.sequence(step.get("players", []), "The players")
    for name in names:
        if not isinstance(name, str):
            raise NotPossible(
                "blank_name", quoted(f"A player's name is text, not {reading.show(name)}.")
            )
    return [str(name) for name in names]
