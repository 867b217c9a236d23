"""Games over the API: the shelf, start, read, stream, undo, end, reopen, rematch."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from flask import Response, abort
from pydantic import BeforeValidator, Field

from scorecard.db import db
from scorecard.errors import BadInput
from scorecard.models import Game, WriteKey
from scorecard.rules.core import GameRules, Option
from scorecard.rules.games import all_games, find
from scorecard.rules.sheet import entry_form_for
from scorecard.rules.words import say
from scorecard.services import (
    access,
    changes,
    games,
    groups,
    house_rules,
    members,
    rounds,
    settling,
    sheets,
    telling,
)
from scorecard.services.changes import Write
from scorecard.web import reference
from scorecard.web.access import (
    Visit,
    anyone,
    current_device,
    device_token,
    ensure_device,
    needs,
    start_writing,
    visit_group,
)
from scorecard.web.api.answers import (
    ChangesAnswer,
    GameAnswer,
    GamesAnswer,
    JoinedGameAnswer,
    RecordAnswer,
    RulesListAnswer,
    SettlementAnswer,
)
from scorecard.web.api.model import Model
from scorecard.web.api.rules_answers import RulesAnswer, ready_made_json, scoring_json
from scorecard.web.api.spec import (
    GAME_REFUSALS,
    NEW_REFUSALS,
    WRITE_REFUSALS,
    Body,
    WriteBody,
    answer,
    blueprint,
    describes,
    json_answer,
    write,
    write_once,
)
from scorecard.web.live import stream_response
from scorecard.web.sheets import rendered
from scorecard.web.suggestions import asked_about
from scorecard.web.writes import number_asked, this_write

GAME = "/games/<uid:game_uid>"


class NewGameBody(Body):
    """A game to start; the asking device becomes its keeper."""

    game: str
    players: list[str] = Field(description="Names in seating order, clockwise.")
    options: dict[str, Any] = Field(default={}, description="Those that differ from the defaults.")
    is_blind: bool = Field(default=False, description="Counts are hidden until all are in.")
    first_seat: int = Field(default=1, description="Whose turn it is in round 1.")
    is_confirmed: bool = Field(default=False, description="Start in spite of warnings.")
    group: str | None = Field(default=None, description="Of whose roster the players are.")
    house_rules: str | None = Field(default=None, description="Of the group; options add to them.")


class ChangeSettingsBody(WriteBody):
    """Options to change before round 1 is closed; those left out stay."""

    options: dict[str, Any] = Field(default={}, description="Those to change.")
    is_blind: bool | None = None
    is_confirmed: bool = False


class StartRematchBody(WriteBody):
    """By which house rules to play, where the game's have a newer version."""

    house_rules_version: int | None = Field(
        default=None, description="The game's own, or the one that holds now."
    )
    is_confirmed: bool = Field(
        default=False,
        description="Play by the version that holds now where none is chosen, and although "
        "somebody has not agreed.",
    )


class EndGameBody(WriteBody):
    """What End Game may tell of the game."""

    anecdote: str | None = Field(default=None, description="Left as it is where not given.")


class PlayOnBody(WriteBody):
    """A higher target to play on to."""

    target: int


@blueprint.get("/rules")
@anyone
@describes(RulesListAnswer, "rules")
def list_rules() -> Response:
    """List the card games one can keep the score of."""
    shelf = [_summary(rules) for rules in all_games().values()]
    return json_answer({"rules": shelf})


@blueprint.get("/rules/<key>")
@anyone
@describes(RulesAnswer, "rules", refusals=(404,))
def describe_rules(key: str) -> Response:
    """Describe a card game: how it is scored, its options, and what is typed each round.

    With `players=5` and choices such as `deck=expansion` in the query, defaults and form are those
    of such a game.
    """
    rules = find(key)
    if rules is None:
        abort(404, "No game is called that.")
    players, chosen, in_force = asked_about(rules)
    form = entry_form_for(rules, players, chosen)
    found = _summary(rules) | {
        "source": rules.source,
        "options": [_option(option, players, in_force) for option in rules.options],
        "form": asdict(form) if form else None,
        "ready_made": ready_made_json(rules),
        **scoring_json(rules, reference.example_of(rules)),
    }
    return json_answer(found)


@blueprint.get("/games")
@anyone
@describes(GamesAnswer, "games")
def list_my_games() -> Response:
    """List the games this device is in."""
    device = current_device()
    found = [
        {
            "id": game.uid,
            "game": game.rules,
            "name": sheets.rules_of(game).name,
            "players": [seat.name for seat in game.seats],
            "is_ended": game.is_ended,
            "started_at": game.started_at.isoformat(),
        }
        for game in (access.games_of(db.session, device) if device else [])
    ]
    return json_answer({"games": found})


@blueprint.post("/games")
@anyone
@describes(JoinedGameAnswer, "games", status=201, refusals=NEW_REFUSALS)
def start_game(json: NewGameBody) -> Response:
    """Start a game and become its keeper. New names in a group's game are added to its roster."""
    start_writing()
    device = ensure_device()
    visit = None if json.group is None else visit_group(json.group, for_write=True)
    if json.house_rules is not None and visit is None:
        raise BadInput(say("House rules are a group's: say which."), field="group")

    def action(this: Write) -> Game:
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
        )
        if visit:
            # The key is remembered with the game already.
            groups.enter_game(db.session, game, visit.membership, this.keyless)
        return game

    def tell(done: WriteKey | None, started: Game) -> Response:
        return joined(db.session.get_one(Game, done.game_id) if done else started, 201)

    return write_once(this_write(device), action, tell)


@blueprint.get(GAME)
@needs("spectator")
@describes(GameAnswer, "games", refusals=GAME_REFUSALS)
def read_game(visit: Visit) -> Response:
    """Return a game as it is now. Its ETag is good for If-None-Match."""
    return answer(visit.game)


@blueprint.get(f"{GAME}/events")
@needs("spectator")
@describes(None, "games", refusals=GAME_REFUSALS)
def events(visit: Visit) -> Response:
    """Stream the game as server-sent events.

    `sheet` carries the game as JSON and its version as id, now and whenever it moves; `beat` is a
    sign of life; `gone` says that this device was sent out, `replaced` that it listens in six
    later places.
    """
    return stream_response(visit, "json")


@blueprint.get(f"{GAME}/record")
@needs("spectator")
@describes(RecordAnswer, "games", refusals=GAME_REFUSALS)
def read_record(visit: Visit) -> Response:
    """Return the game as a record, as `/score` reads it."""
    return json_answer(sheets.record_of(visit.game))


@blueprint.get(f"{GAME}/changes")
@needs("spectator")
@describes(ChangesAnswer, "games", refusals=GAME_REFUSALS)
def read_changes(visit: Visit) -> Response:
    """Return what was changed, newest first: who, when, what it was and became, how it came.

    In the query may stand `round` and `seat` to narrow it down, `most` lines, and `before` a
    version to go on.
    """
    page = telling.of_game(
        visit.session,
        visit.game,
        before=number_asked("before"),
        round_number=number_asked("round"),
        seat=number_asked("seat"),
        most=number_asked("most") or None,
    )
    return json_answer(changes_json(page))


@blueprint.put(f"{GAME}/settings")
@needs("keeper")
@describes(GameAnswer, "games", refusals=WRITE_REFUSALS)
def change_settings(visit: Visit, json: ChangeSettingsBody) -> Response:
    """Change options before round 1 is closed."""
    return write(
        visit,
        json.version,
        lambda this: games.change_settings(
            visit.session,
            visit.game,
            this,
            json.options,
            is_blind=json.is_blind,
            is_confirmed=json.is_confirmed,
        ),
    )


@blueprint.post(f"{GAME}/undo")
@needs("player")
@describes(GameAnswer, "games", refusals=WRITE_REFUSALS)
def undo(visit: Visit, json: WriteBody) -> Response:
    """Take back the last change; who is not the keeper, only their own."""
    return write(
        visit,
        json.version,
        lambda this: changes.undo(visit.session, visit.game, this, is_keeper=visit.is_keeper),
    )


@blueprint.post(f"{GAME}/redo")
@needs("player")
@describes(GameAnswer, "games", refusals=WRITE_REFUSALS)
def redo(visit: Visit, json: WriteBody) -> Response:
    """Bring back what was undone last."""
    return write(
        visit,
        json.version,
        lambda this: changes.redo(visit.session, visit.game, this, is_keeper=visit.is_keeper),
    )


@blueprint.post(f"{GAME}/end")
@needs("player")
@describes(GameAnswer, "games", refusals=WRITE_REFUSALS)
def end_game(visit: Visit, json: EndGameBody) -> Response:
    """End Game."""
    return write(
        visit,
        json.version,
        lambda this: games.finish(visit.session, visit.game, this, anecdote=json.anecdote),
    )


@blueprint.post(f"{GAME}/reopen")
@needs("keeper")
@describes(GameAnswer, "games", refusals=WRITE_REFUSALS)
def reopen_game(visit: Visit, json: WriteBody) -> Response:
    """Open an ended game again."""
    return write(visit, json.version, lambda this: games.reopen(visit.session, visit.game, this))


@blueprint.post(f"{GAME}/rematch")
@needs("player")
@describes(GameAnswer, "games", refusals=NEW_REFUSALS)
def start_rematch(visit: Visit, json: StartRematchBody) -> Response:
    """Start the same game again with the same people and devices; answers with the new one.

    `unconfirmed` says that its house rules have a newer version; `agreement_required`, that
    somebody has not agreed to the one to be played by.
    """
    return write(
        visit,
        json.version,
        lambda this: games.rematch(
            visit.session,
            visit.game,
            this,
            version=json.house_rules_version,
            is_confirmed=json.is_confirmed,
        ),
    )


def _listed(value: Any) -> Any:
    """Return what stands in a query once as the list that it makes when it stands there twice."""
    return value if isinstance(value, list) else [value]


class SettlementQuery(Model):
    """Which money games are added up."""

    game: Annotated[list[str], BeforeValidator(_listed)] = Field(
        default=[], description="Once or more: only these. All of the evening without it."
    )


@blueprint.get(f"{GAME}/settlement")
@needs("spectator")
@describes(SettlementAnswer, "games", refusals=(*GAME_REFUSALS, 422))
def read_settlement(visit: Visit, query: SettlementQuery) -> Response:
    """Return who pays whom over the money games of this game's evening.

    Those are the ended ones of its group that are open to the device; outside of groups the game
    itself, what it is a rematch of, and its rematches. `evening` lists what there is to choose
    from.
    """
    evening = settling.of_evening(visit.session, visit.game, visit.device)
    wanted, known = query.game, {game.uid for game in evening.games}
    if unknown := [uid for uid in wanted if uid not in known]:
        raise BadInput(
            say("%(game)s is no ended money game of this evening.", game=unknown[0]), field="game"
        )
    chosen = [game for game in evening.games if not wanted or game.uid in wanted]
    balances = settling.balances(visit.session, visit.game, chosen)
    found = {
        "evening": [
            {
                "game": game.uid,
                "name": sheets.rules_of(game).name,
                "started_at": game.started_at.isoformat(),
                "balances": settling.balances_of(sheets.read(game)),
                "is_chosen": game in chosen,
            }
            for game in evening.games
        ],
        "running": evening.running,
        "games": [game.uid for game in chosen],
        "balances": balances,
        "left_over": settling.left_over(balances),
        "payments": [asdict(payment) for payment in settling.settle(balances)],
    }
    return json_answer(found)


@blueprint.post(f"{GAME}/play-on")
@needs("keeper")
@describes(GameAnswer, "games", refusals=WRITE_REFUSALS)
def play_on(visit: Visit, json: PlayOnBody) -> Response:
    """Go on after the target was reached, to a higher one."""
    return write(
        visit,
        json.version,
        lambda this: games.play_on(visit.session, visit.game, this, json.target),
    )


@blueprint.post(f"{GAME}/drop-after-end")
@needs("keeper")
@describes(GameAnswer, "games", refusals=WRITE_REFUSALS)
def drop_after_end(visit: Visit, json: WriteBody) -> Response:
    """Drop the rounds that a correction has put after the end."""
    return write(
        visit, json.version, lambda this: rounds.drop_after_end(visit.session, visit.game, this)
    )


def joined(game: Game, status: int = 200) -> Response:
    """Answer a device that is in a game now with the game and the device's token."""
    device = ensure_device()
    membership = members.find(db.session, game, device)
    assert membership is not None, "the device has just joined"
    found = {
        "game": rendered(game).whole,
        "role": membership.role,
        "seats": [seat.position for seat in membership.seats],
        "device_token": device_token(device),
    }
    return json_answer(found, status)


def changes_json(page: telling.Page) -> dict[str, Any]:
    """Return a page of a history as the API answers it."""
    lines = [
        {
            "version": line.version,
            "kind": line.kind,
            "sentence": line.sentence,
            "details": list(line.details),
            "by": line.by,
            "at": line.at.isoformat(),
            "source": line.source,
            "made_at": line.made_at.isoformat() if line.made_at else None,
        }
        for line in page.lines
    ]
    return {"changes": lines, "older": page.older}


def _summary(rules: GameRules[Any]) -> dict[str, Any]:
    keys = ("key", "name", "aim", "players", "length")
    return {key: getattr(rules, key) for key in keys}


def _option(option: Option, players: int, in_force: dict[str, Any]) -> dict[str, Any]:
    suggestion = option.suggest(players, in_force) if option.suggest else None
    return {
        "key": option.key,
        "label": option.label,
        "sentence": option.sentence,
        "kind": option.kind,
        "default": suggestion.value if suggestion else option.default,
        "reason": suggestion.reason if suggestion else "",
        "low": option.low,
        "high": option.high,
        "step": option.step,
        "choices": option.choices,
        "cards": option.cards,
        "card_defaults": dict(option.card_defaults),
    }
