"""House rules over the API: the book, versions, agreement, rulings, and what is shared."""

from __future__ import annotations

from collections.abc import Callable
from http.client import CREATED, OK
from typing import Any

from flask import Response, current_app, request, url_for
from pydantic import Field

from scorecard.db import db
from scorecard.errors import BadInput, NotAllowed
from scorecard.models import HouseRules, WriteKey
from scorecard.rules.words import say
from scorecard.services import (
    comparing,
    consent,
    group_changes,
    house_rules,
    rosters,
    rulings,
    sharing,
)
from scorecard.services.changes import Write
from scorecard.web.access import GroupVisit, anyone, needs_in_group
from scorecard.web.addresses import base_url
from scorecard.web.api.book_answers import (
    BookAnswer,
    ChangesOfRulesAnswer,
    HouseRulesAnswer,
    HouseRulesFileAnswer,
    changes_json,
    rules_json,
)
from scorecard.web.api.group_answers import PublicLinkAnswer
from scorecard.web.api.groups import GROUP
from scorecard.web.api.spec import (
    GAME_REFUSALS,
    NEW_REFUSALS,
    WRITE_REFUSALS,
    GroupWriteBody,
    blueprint,
    describes,
    json_answer,
    write_once,
)
from scorecard.web.budget import RULES, takes
from scorecard.web.writes import this_write

BOOK = f"{GROUP}/house-rules"
ONE = f"{BOOK}/<uid:rules_uid>"
TAG = "house rules"
OPTIONS = "Those to change; null takes one back to what is usual."


class NewHouseRulesBody(GroupWriteBody):
    """House rules to write down for a card game."""

    name: str
    game: str = Field(description="The card game's key.")
    options: dict[str, Any] = Field(default={}, description="Those that differ from the usual.")
    notes: str = Field(default="", description="Markdown.")


class CopyRulesBody(GroupWriteBody):
    """House rules to copy from a ready-made set, other ones of the group, or a public link."""

    name: str = ""
    game: str = Field(description="The card game's key.")
    start: str = Field(
        pattern="^(ready|set|shared):", description="`ready:<key>`, `set:<id>` or `shared:<token>`."
    )


class ImportRulesBody(GroupWriteBody):
    """A file of house rules, as the export has it."""

    file: dict[str, Any]
    name: str = Field(default="", description="Another name than the file's.")


class SaveRulesBody(GroupWriteBody):
    """The next version."""

    options: dict[str, Any] = Field(default={}, description=OPTIONS)
    notes: str | None = None
    reason: str = ""


class RenameRulesBody(GroupWriteBody):
    """Another name."""

    name: str


class AgreeToRulesBody(GroupWriteBody):
    """Who agrees, to which version."""

    players: list[str]
    number: int | None = Field(default=None, description="The version that holds without one.")


class NewRulingBody(GroupWriteBody):
    """How something unclear was settled."""

    situation: str
    decision: str
    decided_by: str


@blueprint.get(BOOK)
@needs_in_group("member")
@describes(BookAnswer, TAG, refusals=GAME_REFUSALS)
def read_book(visit: GroupVisit) -> Response:
    """Return a group's book of house rules."""
    return json_answer(read_book_json(visit))


@blueprint.post(BOOK)
@needs_in_group("member")
@describes(HouseRulesAnswer, TAG, status=CREATED, refusals=NEW_REFUSALS)
def write_rules(visit: GroupVisit, json: NewHouseRulesBody) -> Response:
    """Write down house rules, as version 1; `Location` says where."""
    return _made(
        visit,
        json.version,
        lambda this: house_rules.create(
            visit.session, visit.group, this, json.name, json.game, json.options, notes=json.notes
        ),
    )


@blueprint.post(f"{BOOK}/copy")
@needs_in_group("member")
@describes(HouseRulesAnswer, TAG, status=CREATED, refusals=NEW_REFUSALS)
def copy_rules(visit: GroupVisit, json: CopyRulesBody) -> Response:
    """Write down a copy of a ready-made set, of other house rules, or of public ones."""

    def action(this: Write) -> HouseRules:
        rules = house_rules.rules_named(json.game)
        start = sharing.start_from(visit.session, visit.group, rules, json.start)
        return house_rules.create(
            visit.session,
            visit.group,
            this,
            json.name or start.name,
            json.game,
            start.options,
            notes=start.notes,
            origin=start.origin,
        )

    return _made(visit, json.version, action)


@blueprint.post(f"{BOOK}/import")
@takes(RULES)
@needs_in_group("member")
@describes(HouseRulesAnswer, TAG, status=CREATED, refusals=NEW_REFUSALS)
def take_in_rules(visit: GroupVisit, json: ImportRulesBody) -> Response:
    """Write down house rules that were exported elsewhere."""
    return _made(
        visit,
        json.version,
        lambda this: sharing.take_in(visit.session, visit.group, this, json.file, json.name),
    )


@blueprint.get(ONE)
@needs_in_group("member")
@describes(HouseRulesAnswer, TAG, refusals=GAME_REFUSALS)
def read_rules(visit: GroupVisit, rules_uid: str) -> Response:
    """Return house rules with all their versions."""
    return json_answer(rules_json(visit, _find(visit, rules_uid)))


@blueprint.put(ONE)
@needs_in_group("keeper")
@describes(HouseRulesAnswer, TAG, refusals=WRITE_REFUSALS)
def save_rules(visit: GroupVisit, rules_uid: str, json: SaveRulesBody) -> Response:
    """Save the next version, where nobody else need be asked; else propose it.

    That is so where a keeper decides, or this device's players are the whole roster.
    """
    of = _find(visit, rules_uid)
    warnings: list[dict[str, Any]] = []

    def action(this: Write) -> None:
        if not consent.may_save(visit.membership):
            raise NotAllowed(
                say("The others have a say in this: propose it."), code="consent_required"
            )
        group_changes.refuse_stale(visit.session, visit.group, this, of.uid)
        saved = house_rules.save(
            visit.session, of, this, json.options, notes=json.notes, reason=json.reason
        )
        if saved is None:
            sentence = f"{of.name} is saved as it was: nothing changed."
            warnings.append({"code": "no_change", "message": sentence})

    return write_book(
        visit,
        json.version,
        action,
        lambda _done, _result: json_answer(rules_json(visit, of, tuple(warnings))),
    )


@blueprint.put(f"{ONE}/name")
@needs_in_group("keeper")
@describes(HouseRulesAnswer, TAG, refusals=WRITE_REFUSALS)
def rename_rules(visit: GroupVisit, rules_uid: str, json: RenameRulesBody) -> Response:
    """Give house rules another name."""
    of = _find(visit, rules_uid)
    return _changed(
        visit,
        of,
        json.version,
        lambda this: house_rules.rename(visit.session, of, this, json.name),
    )


@blueprint.post(f"{ONE}/delete")
@needs_in_group("keeper")
@describes(HouseRulesAnswer, TAG, refusals=WRITE_REFUSALS)
def delete_rules(visit: GroupVisit, rules_uid: str, json: GroupWriteBody) -> Response:
    """Take house rules out of the book; games that were started with them keep them."""
    of = _find(visit, rules_uid)
    return _changed(
        visit, of, json.version, lambda this: house_rules.delete(visit.session, of, this)
    )


@blueprint.post(f"{ONE}/restore")
@needs_in_group("keeper")
@describes(HouseRulesAnswer, TAG, refusals=WRITE_REFUSALS)
def restore_rules(visit: GroupVisit, rules_uid: str, json: GroupWriteBody) -> Response:
    """Put deleted house rules back into the book."""
    of = _find(visit, rules_uid)
    return _changed(
        visit, of, json.version, lambda this: house_rules.restore(visit.session, of, this)
    )


@blueprint.post(f"{ONE}/agree")
@needs_in_group("member")
@describes(HouseRulesAnswer, TAG, refusals=WRITE_REFUSALS)
def agree_to_rules(visit: GroupVisit, rules_uid: str, json: AgreeToRulesBody) -> Response:
    """Agree to a version, for this device's players, or as keeper for those without one."""
    of = _find(visit, rules_uid)

    def action(this: Write) -> None:
        number = of.latest.number if json.number is None else json.number
        version = house_rules.find_version(of, number)
        players = [rosters.chosen(visit.group, uid, "players") for uid in json.players]
        consent.agree(visit.session, version, visit.membership, players, this)

    return _changed(visit, of, json.version, action)


@blueprint.get(f"{ONE}/compare")
@needs_in_group("member")
@describes(ChangesOfRulesAnswer, TAG, refusals=(*GAME_REFUSALS, 422))
def compare_rules(visit: GroupVisit, rules_uid: str) -> Response:
    """Return what differs between two versions: `from=1` and `to=3` in the query."""
    of = _find(visit, rules_uid)
    numbers = [request.args.get(name, type=int) for name in ("from", "to")]
    if None in numbers:
        raise BadInput(say("Say which versions: from=1 and to=3."), field="from")
    before, after = (house_rules.find_version(of, number or 0) for number in numbers)
    rules = house_rules.rules_named(of.rules)
    return json_answer(changes_json(comparing.difference(rules, before, after)))


@blueprint.get(f"{ONE}/export")
@needs_in_group("member")
@describes(HouseRulesFileAnswer, TAG, refusals=GAME_REFUSALS)
def export_rules(visit: GroupVisit, rules_uid: str) -> Response:
    """Return house rules as a file that other groups can take in."""
    return json_answer(sharing.export(_find(visit, rules_uid)))


@blueprint.get("/book/<uid:token>")
@anyone
@describes(HouseRulesFileAnswer, TAG, refusals=(404,))
def read_public_rules(token: str) -> Response:
    """Return public house rules, by the last part of their link."""
    return json_answer(sharing.export(sharing.by_public_link(db.session, token)))


@blueprint.get(f"{ONE}/public")
@needs_in_group("member")
@describes(PublicLinkAnswer, TAG, refusals=GAME_REFUSALS)
def read_public_rules_link(visit: GroupVisit, rules_uid: str) -> Response:
    """Return the public link to house rules; null while it is off."""
    token = sharing.public_token(_find(visit, rules_uid), _secret_keys())
    link = token and base_url() + url_for("shared_rules.page", token=token)
    return json_answer({"link": link})


@blueprint.post(f"{ONE}/public")
@needs_in_group("keeper")
@describes(HouseRulesAnswer, TAG, refusals=WRITE_REFUSALS)
def publish_rules(visit: GroupVisit, rules_uid: str, json: GroupWriteBody) -> Response:
    """Switch the public link on; where it is on already, renew it."""
    return _publish(visit, rules_uid, json.version, is_on=True)


@blueprint.post(f"{ONE}/public/off")
@needs_in_group("keeper")
@describes(HouseRulesAnswer, TAG, refusals=WRITE_REFUSALS)
def hide_rules(visit: GroupVisit, rules_uid: str, json: GroupWriteBody) -> Response:
    """Switch the public link off."""
    return _publish(visit, rules_uid, json.version, is_on=False)


@blueprint.post(f"{ONE}/rulings")
@needs_in_group("member")
@describes(HouseRulesAnswer, TAG, status=CREATED, refusals=WRITE_REFUSALS)
def add_ruling(visit: GroupVisit, rules_uid: str, json: NewRulingBody) -> Response:
    """Write down how a situation was settled."""
    of = _find(visit, rules_uid)
    return _changed(
        visit,
        of,
        json.version,
        lambda this: rulings.rule(
            visit.session, of, this, json.situation, json.decision, json.decided_by
        ),
        CREATED,
    )


@blueprint.post(f"{ONE}/rulings/<uid:ruling_uid>/remove")
@needs_in_group("keeper")
@describes(HouseRulesAnswer, TAG, refusals=WRITE_REFUSALS)
def remove_ruling(
    visit: GroupVisit, rules_uid: str, ruling_uid: str, json: GroupWriteBody
) -> Response:
    """Take a ruling out of the book."""
    of = _find(visit, rules_uid)
    return _changed(
        visit,
        of,
        json.version,
        lambda this: rulings.remove(
            visit.session, rulings.find(visit.session, of, ruling_uid), this
        ),
    )


def read_book_json(visit: GroupVisit) -> dict[str, Any]:
    """Return a group's book as the API answers it."""

    def told(*, deleted: bool) -> list[dict[str, Any]]:
        found = house_rules.of_group(visit.session, visit.group, deleted=deleted)
        return [rules_json(visit, one) for one in found]

    return {
        "house_rules": told(deleted=False),
        "deleted": told(deleted=True),
        "threshold": visit.group.threshold,
        "deadline_days": visit.group.deadline_days,
        "group_version": visit.group.version,
    }


def write_book(
    visit: GroupVisit,
    version: int,
    action: Callable[[Write], object],
    tell: Callable[[WriteKey | None, Any], Response],
) -> Response:
    """Do a write to the book once, and answer what ``tell`` makes of it."""

    def checked(this: Write) -> object:
        group_changes.refuse_future(visit.group, this)
        return action(this)

    return write_once(this_write(visit.device, version), checked, tell)


def _made(visit: GroupVisit, version: int, action: Callable[[Write], HouseRules]) -> Response:
    def tell(done: WriteKey | None, made: HouseRules | None) -> Response:
        if done:
            uid = group_changes.touched(visit.session, visit.group, done.version)
            made = _find(visit, uid)
        assert made is not None
        response = json_answer(rules_json(visit, made), CREATED)
        response.headers["Location"] = url_for(
            "api.read_rules", group_uid=visit.group.uid, rules_uid=made.uid
        )
        return response

    return write_book(visit, version, action, tell)


def _changed(
    visit: GroupVisit,
    of: HouseRules,
    version: int,
    action: Callable[[Write], object],
    status: int = OK,
) -> Response:
    return write_book(
        visit, version, action, lambda _done, _result: json_answer(rules_json(visit, of), status)
    )


def _publish(visit: GroupVisit, rules_uid: str, version: int, *, is_on: bool) -> Response:
    of = _find(visit, rules_uid)
    return _changed(
        visit,
        of,
        version,
        lambda this: sharing.switch_public(visit.session, of, this, _secret_keys()[0], is_on=is_on),
    )


def _find(visit: GroupVisit, uid: str) -> HouseRules:
    return house_rules.find(visit.session, visit.group, uid)


def _secret_keys() -> tuple[str, ...]:
    keys: tuple[str, ...] = current_app.config["SETTINGS"].secret_keys
    return keys
