"""Games over the API: start, read, stream, undo, end, reopen, rematch."""

from __future__ import annotations

from typing import Any

from flask import Response
from pydantic import Field

from scorecard import errors
from scorecard.database.db import db
from scorecard.models import Game, WriteKey
from scorecard.rules.words import say
from scorecard.services.book import house_rules
from scorecard.services.groups import access, group_members
from scorecard.services.history import changes, members
from scorecard.services.looking_back import history_pages
from scorecard.services.scoring import sheets
from scorecard.services.table import answers, games, occasions, rematches
from scorecard.web.api import fields, game_answers, model, spec
from scorecard.web.api.model import Extended
from scorecard.web.http.access import (
    Visit,
    anyone,
    current_device,
    device_token,
    ensure_device,
    start_writing_in,
    visit_group,
)
from scorecard.web.live.events import stream_response
from scorecard.web.live.sheets import rendered
from scorecard.web.table import ending
from scorecard.web.table import games as game_pages
from scorecard.web.write import writes

GAME = "/games/<uid:game_uid>"


class GameSummary(model.Model):
    """A game this device is in."""

    id: fields.Uid
    game: str = Field(validation_alias="rules")
    name: str
    players: list[str]
    is_ended: bool
    started_at: fields.Moment


class GamesAnswer(model.Model):
    """The games this device is in: those still running first, then the latest."""

    games: list[GameSummary]


class RecordAnswer(model.Model):
    """A game as a record, as ``POST /api/v1/score`` and ``scorecard score`` read it."""

    game: str
    options: dict[str, Any]
    players: list[str]
    rounds: list[dict[str, Any]]
    left: dict[str, int] | None = None
    joined: dict[str, answers.JoinedAnswer] | None = None
    head_starts: dict[str, int] | None = None
    end_early: bool | None = None
    keep_after_end: bool | None = None


class NewGameBody(spec.Body):
    """A game to start; the asking device becomes its scorekeeper."""

    game: str
    players: list[str] = Field(description="Names in seating order, clockwise.")
    options: dict[str, Any] = Field(default={}, description="Those that differ from the defaults.")
    is_blind: bool = Field(default=False, description="Counts are hidden until all are in.")
    first_seat: int = Field(default=1, description="Whose turn it is in round 1.")
    is_confirmed: bool = Field(default=False, description="Start in spite of warnings.")
    group: str | None = Field(default=None, description="Of whose roster the players are.")
    house_rules: str | None = Field(default=None, description="Of the group; options add to them.")
    day: fields.Day | None = Field(
        default=None, description="On which a group’s game was played; today where not given."
    )
    is_friendly: bool = Field(default=False, description="A group’s game counts in no season.")
    friendly_in: list[str] = Field(
        default=[], description="The ids of seasons in which a group’s game does not count."
    )
    head_starts: dict[str, int] = Field(
        default={}, description="Points that some players start with, by name."
    )


class ChangeSettingsBody(spec.WriteBody):
    """Options to change before round 1 is closed; those left out stay."""

    options: dict[str, Any] = Field(default={}, description="Those to change.")
    is_blind: bool | None = None
    first_seat: int | None = Field(default=None, description="Whose turn it is in round 1.")
    head_starts: dict[str, int] = Field(
        default={}, description="Points that players start with from now on, by name; 0 for none."
    )
    is_confirmed: bool = False


class OccasionBody(spec.WriteBody):
    """On which day a group's game was played, and whether it counts; stays where not given."""

    day: fields.Day | None = Field(default=None, description="Where the group lives.")
    is_friendly: bool | None = Field(default=None, description="Whether it counts in no season.")
    friendly_in: list[str] | None = Field(
        default=None, description="The ids of the seasons in which it does not count."
    )


class StartRematchBody(spec.WriteBody):
    """By which house rules to play, where the game's have a newer version."""

    house_rules_version: int | None = Field(
        default=None, description="The game's own, or the one that holds now."
    )
    is_confirmed: bool = Field(
        default=False,
        description="Play by the version that holds now where none is chosen, and although "
        "somebody has not agreed.",
    )


class EndGameBody(spec.WriteBody):
    """What End Game may tell of the game."""

    anecdote: str | None = Field(default=None, description="Left as it is where not given.")
    at_end: str | None = Field(
        default=None,
        description="What becomes of open money, as `farm_on_end` in Farmer: `ask` leaves it in "
        "the farm, `split` shares it out, `farmer` gives it to the farmer; as agreed where not "
        "given.",
    )


class PlayOnBody(spec.WriteBody):
    """A higher target to play on to."""

    target: int


@spec.open_read("/games", GamesAnswer, "games")
def list_my_games() -> object:
    """List the games this device is in."""
    device = current_device()
    listed = [
        Extended(game, name=sheets.rules_of(game).name, players=[seat.name for seat in game.seats])
        for game in (access.games_of(db.session, device) if device else [])
    ]
    return {"games": listed}


@spec.blueprint.post("/games")
@anyone
@spec.describes(game_answers.JoinedGameAnswer, "games", status=201, refusals=spec.NEW_REFUSALS)
def start_game(json: NewGameBody) -> Response:
    """Start a game and become its scorekeeper. In a group, new names are added to its roster."""
    start_writing_in(json.group)
    device = ensure_device()
    visit = None if json.group is None else visit_group(json.group)
    if json.house_rules is not None and visit is None:
        raise errors.BadInput(say("House rules are a group’s: say which."), field="group")

    def action(this: changes.Write) -> Game:
        book = None
        if visit and json.house_rules is not None:
            book = house_rules.to_play_by(visit.session, visit.group, json.house_rules, json.game)
        game = games.start(
            db.session,
            this,
            json.game,
            json.players,
            json.options,
            is_blind=json.is_blind,
            first_seat=json.first_seat,
            is_confirmed=json.is_confirmed,
            group=visit.group if visit else None,
            house_rules=book,
            occasion=occasions.Occasion(json.day, json.is_friendly, tuple(json.friendly_in)),
            head_starts=json.head_starts,
        )
        if visit:
            # The key is remembered with the game already.
            group_members.enter_game(db.session, game, visit.membership, this.keyless)
        return game

    def respond(done: WriteKey | None, started: Game) -> Response:
        return joined(db.session.get_one(Game, done.game_id) if done else started, 201)

    return spec.write_once(writes.this_write(device), action, respond)


@spec.game_read(GAME, "spectator", answers.GameAnswer, "games")
def read_game(visit: Visit) -> Response:
    """Return a game as it is now. Its ETag is good for If-None-Match."""
    return spec.game_response(rendered(visit.game))


@spec.game_read(f"{GAME}/events", "spectator", None, "games")
def events(visit: Visit) -> Response:
    """Stream the game as server-sent events.

    `sheet` carries the game as JSON and its version as id, now and whenever it moves; `beat` is a
    sign of life; `gone` says that this device was removed, `replaced` that it listens in six
    later places.
    """
    return stream_response(visit, "json")


@spec.game_read(f"{GAME}/record", "spectator", RecordAnswer, "games")
def read_record(visit: Visit) -> object:
    """Return the game as a record, as `/score` reads it."""
    return sheets.record_of(visit.game)


@spec.game_read(f"{GAME}/changes", "spectator", game_answers.ChangesAnswer, "games")
def read_changes(visit: Visit) -> object:
    """Return what was changed, newest first: who, when, what it was and became, how it came.

    In the query may stand `round` and `seat` to narrow it down, `most` lines, and `before` a
    version to go on.
    """
    return history_pages.of_game(
        visit.session,
        visit.game,
        before=writes.number_asked("before"),
        round_number=writes.number_asked("round"),
        seat=writes.number_asked("seat"),
        most=writes.number_asked("most") or None,
    )


@spec.game_write("PUT", f"{GAME}/settings", "keeper", "games", body=ChangeSettingsBody)
def change_settings(visit: Visit, this: changes.Write, **said: Any) -> None:
    """Change options before round 1 is closed."""
    games.change_settings(visit.session, visit.game, this, **said)


@spec.game_write("PUT", f"{GAME}/occasion", "keeper", "games", body=OccasionBody)
def change_occasion(visit: Visit, this: changes.Write, **said: Any) -> None:
    """Change when a group's game was and if it counts, also after its end; closed seasons stand."""
    occasions.change(visit.session, visit.game, this, **said)


spec.game_write("POST", f"{GAME}/undo", "player", "games")(game_pages.undo)
spec.game_write("POST", f"{GAME}/redo", "player", "games")(game_pages.redo)


@spec.game_write("POST", f"{GAME}/end", "player", "games", body=EndGameBody)
def end_game(visit: Visit, this: changes.Write, **said: Any) -> None:
    """End a game."""
    games.finish(visit.session, visit.game, this, **said)


spec.game_write("POST", f"{GAME}/reopen", "keeper", "games")(ending.reopen_game)


@spec.game_write("POST", f"{GAME}/rematch", "player", "games", refusals=spec.NEW_REFUSALS)
def start_rematch(visit: Visit, this: changes.Write, json: StartRematchBody) -> object:
    """Start the same game again with the same people and devices; answers with the new one.

    `unconfirmed` says that its house rules have a newer version; `agreement_required`, that
    somebody has not agreed to the one to be played by.
    """
    return rematches.create(
        visit.session,
        visit.game,
        this,
        version=json.house_rules_version,
        is_confirmed=json.is_confirmed,
    )


spec.game_write("POST", f"{GAME}/play-on", "keeper", "games", body=PlayOnBody)(ending.play_on)
spec.game_write("POST", f"{GAME}/drop-after-end", "keeper", "games")(ending.drop_after_end)


def joined(game: Game, status: int = 200) -> Response:
    """Answer a device that is in a game now with the game and the device's token."""
    device = ensure_device()
    membership = members.find(db.session, game, device)
    assert membership is not None, "the device has just joined"
    answer = {
        "game": rendered(game).whole,
        "role": membership.role,
        "seats": [seat.position for seat in membership.seats],
        "device_token": device_token(device),
    }
    return spec.json_response(answer, status)
