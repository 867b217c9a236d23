"""House rules over the API: the book, versions, agreement, and what is shared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from http.client import CREATED, OK
from typing import Any

from flask import Response, current_app, request, url_for
from pydantic import Field

from scorecard import errors
from scorecard.database.db import db
from scorecard.models import HouseRules, WriteKey
from scorecard.rules.words import say
from scorecard.services.book import comparing, consent, house_rules, sharing
from scorecard.services.files.importing import house_rules_files
from scorecard.services.history import changes, group_changes
from scorecard.services.players import rosters
from scorecard.web.api import book_answers, spec
from scorecard.web.api.model import Beside
from scorecard.web.api.people import group_answers, groups
from scorecard.web.http import access, addresses, budget
from scorecard.web.write import writes

BOOK = f"{groups.GROUP}/house-rules"
ONE = f"{BOOK}/<uid:rules_uid>"
TAG = "house rules"
OPTIONS = "Those to change; null takes one back to what is usual."


class NewHouseRulesBody(spec.GroupWriteBody):
    """House rules to write down for a card game."""

    name: str
    game: str = Field(description="The card game's key.")
    options: dict[str, Any] = Field(default={}, description="Those that differ from the usual.")
    notes: str = Field(default="", description="Markdown.")


class CopyRulesBody(spec.GroupWriteBody):
    """House rules to copy from a ready-made set, other ones of the group, or a public link."""

    name: str = ""
    game: str = Field(description="The card game's key.")
    start: str = Field(
        pattern="^(ready|set|shared):", description="`ready:<key>`, `set:<id>` or `shared:<token>`."
    )


class ImportRulesBody(spec.GroupWriteBody):
    """A file of house rules, as the export has it."""

    file: dict[str, Any]
    name: str = Field(default="", description="Another name than the file's.")


class SaveRulesBody(spec.GroupWriteBody):
    """The next version."""

    options: dict[str, Any] = Field(default={}, description=OPTIONS)
    notes: str | None = None
    reason: str = ""


class RenameRulesBody(spec.GroupWriteBody):
    """Another name."""

    name: str


class AgreeToRulesBody(spec.GroupWriteBody):
    """Who agrees, to which version."""

    players: list[str]
    number: int | None = Field(default=None, description="The version that holds without one.")


@spec.blueprint.get(BOOK)
@access.needs_in_group("member")
@spec.describes(book_answers.BookAnswer, TAG, refusals=spec.GAME_REFUSALS)
def read_book(visit: access.GroupVisit) -> object:
    """Return a group's book of house rules."""
    return whole_book(visit)


@spec.blueprint.post(BOOK)
@access.needs_in_group("member")
@spec.describes(book_answers.HouseRulesAnswer, TAG, status=CREATED, refusals=spec.NEW_REFUSALS)
def write_rules(visit: access.GroupVisit, json: NewHouseRulesBody) -> Response:
    """Write down house rules, as version 1; `Location` says where."""
    return _made(
        visit,
        json.version,
        lambda this: house_rules.create(
            visit.session, visit.group, this, json.name, json.game, json.options, notes=json.notes
        ),
    )


@spec.blueprint.post(f"{BOOK}/copy")
@access.needs_in_group("member")
@spec.describes(book_answers.HouseRulesAnswer, TAG, status=CREATED, refusals=spec.NEW_REFUSALS)
def copy_rules(visit: access.GroupVisit, json: CopyRulesBody) -> Response:
    """Write down a copy of a ready-made set, of other house rules, or of public ones."""

    def action(this: changes.Write) -> HouseRules:
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


@spec.blueprint.post(f"{BOOK}/import")
@budget.takes(budget.RULES)
@access.needs_in_group("member")
@spec.describes(book_answers.HouseRulesAnswer, TAG, status=CREATED, refusals=spec.NEW_REFUSALS)
def take_in_rules(visit: access.GroupVisit, json: ImportRulesBody) -> Response:
    """Write down house rules that were exported elsewhere."""
    return _made(
        visit,
        json.version,
        lambda this: house_rules_files.take_in(
            visit.session, visit.group, this, json.file, json.name
        ),
    )


@spec.blueprint.get(ONE)
@access.needs_in_group("member")
@spec.describes(book_answers.HouseRulesAnswer, TAG, refusals=spec.GAME_REFUSALS)
def read_rules(visit: access.GroupVisit, rules_uid: str) -> object:
    """Return house rules with all their versions."""
    return book_answers.rules_of(visit, find(visit, rules_uid))


@spec.blueprint.put(ONE)
@access.needs_in_group("keeper")
@spec.describes(book_answers.HouseRulesAnswer, TAG, refusals=spec.WRITE_REFUSALS)
def save_rules(visit: access.GroupVisit, rules_uid: str, json: SaveRulesBody) -> Response:
    """Save the next version, where nobody else need be asked; else propose it.

    That is so where a scorekeeper decides, or this device's players are the whole roster.
    """
    of = find(visit, rules_uid)
    warnings: list[dict[str, Any]] = []

    def action(this: changes.Write) -> None:
        if not consent.may_save(visit.membership):
            raise errors.NotAllowed(
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
        lambda _done, _result: told(visit, of, warnings=warnings),
    )


@spec.blueprint.put(f"{ONE}/name")
@access.needs_in_group("keeper")
@spec.describes(book_answers.HouseRulesAnswer, TAG, refusals=spec.WRITE_REFUSALS)
def rename_rules(visit: access.GroupVisit, rules_uid: str, json: RenameRulesBody) -> Response:
    """Give house rules another name."""
    of = find(visit, rules_uid)
    return change(
        visit,
        of,
        json.version,
        lambda this: house_rules.rename(visit.session, of, this, json.name),
    )


@spec.blueprint.post(f"{ONE}/delete")
@access.needs_in_group("keeper")
@spec.describes(book_answers.HouseRulesAnswer, TAG, refusals=spec.WRITE_REFUSALS)
def delete_rules(visit: access.GroupVisit, rules_uid: str, json: spec.GroupWriteBody) -> Response:
    """Take house rules out of the book; games that were started with them keep them."""
    of = find(visit, rules_uid)
    return change(visit, of, json.version, lambda this: house_rules.delete(visit.session, of, this))


@spec.blueprint.post(f"{ONE}/restore")
@access.needs_in_group("keeper")
@spec.describes(book_answers.HouseRulesAnswer, TAG, refusals=spec.WRITE_REFUSALS)
def restore_rules(visit: access.GroupVisit, rules_uid: str, json: spec.GroupWriteBody) -> Response:
    """Put deleted house rules back into the book."""
    of = find(visit, rules_uid)
    return change(
        visit, of, json.version, lambda this: house_rules.restore(visit.session, of, this)
    )


@spec.blueprint.post(f"{ONE}/agree")
@access.needs_in_group("member")
@spec.describes(book_answers.HouseRulesAnswer, TAG, refusals=spec.WRITE_REFUSALS)
def agree_to_rules(visit: access.GroupVisit, rules_uid: str, json: AgreeToRulesBody) -> Response:
    """Agree to a version, for this device's players, or as scorekeeper for those without one."""
    of = find(visit, rules_uid)

    def action(this: changes.Write) -> None:
        number = of.latest.number if json.number is None else json.number
        version = house_rules.find_version(of, number)
        players = [rosters.chosen(visit.group, uid, "players") for uid in json.players]
        consent.agree(visit.session, version, visit.membership, players, this)

    return change(visit, of, json.version, action)


@spec.blueprint.get(f"{ONE}/compare")
@access.needs_in_group("member")
@spec.describes(book_answers.ChangesOfRulesAnswer, TAG, refusals=(*spec.GAME_REFUSALS, 422))
def compare_rules(visit: access.GroupVisit, rules_uid: str) -> object:
    """Return what differs between two versions: `from=1` and `to=3` in the query."""
    of = find(visit, rules_uid)
    numbers = [request.args.get(name, type=int) for name in ("from", "to")]
    if None in numbers:
        raise errors.BadInput(say("Say which versions: from=1 and to=3."), field="from")
    before, after = (house_rules.find_version(of, number or 0) for number in numbers)
    rules = house_rules.rules_named(of.rules)
    return comparing.difference(rules, before, after)


@spec.blueprint.get(f"{ONE}/export")
@access.needs_in_group("member")
@spec.describes(book_answers.HouseRulesFileAnswer, TAG, refusals=spec.GAME_REFUSALS)
def export_rules(visit: access.GroupVisit, rules_uid: str) -> object:
    """Return house rules as a file that other groups can take in."""
    return house_rules_files.export(find(visit, rules_uid))


@spec.blueprint.get("/book/<uid:token>")
@access.anyone
@spec.describes(book_answers.HouseRulesFileAnswer, TAG, refusals=(404,))
def read_public_rules(token: str) -> object:
    """Return public house rules, by the last part of their link."""
    return house_rules_files.export(sharing.by_public_link(db.session, token))


@spec.blueprint.get(f"{ONE}/public")
@access.needs_in_group("member")
@spec.describes(group_answers.PublicLinkAnswer, TAG, refusals=spec.GAME_REFUSALS)
def read_public_rules_link(visit: access.GroupVisit, rules_uid: str) -> object:
    """Return the public link to house rules; null while it is off."""
    token = sharing.public_token(find(visit, rules_uid), _secret_keys())
    return {"link": token and addresses.base_url() + url_for("shared_rules.page", token=token)}


@spec.blueprint.post(f"{ONE}/public")
@access.needs_in_group("keeper")
@spec.describes(book_answers.HouseRulesAnswer, TAG, refusals=spec.WRITE_REFUSALS)
def publish_rules(visit: access.GroupVisit, rules_uid: str, json: spec.GroupWriteBody) -> Response:
    """Switch the public link on; where it is on already, renew it."""
    return _publish(visit, rules_uid, json.version, is_on=True)


@spec.blueprint.post(f"{ONE}/public/off")
@access.needs_in_group("keeper")
@spec.describes(book_answers.HouseRulesAnswer, TAG, refusals=spec.WRITE_REFUSALS)
def hide_rules(visit: access.GroupVisit, rules_uid: str, json: spec.GroupWriteBody) -> Response:
    """Switch the public link off."""
    return _publish(visit, rules_uid, json.version, is_on=False)


def whole_book(visit: access.GroupVisit) -> Beside:
    """Return a group's book."""

    def listed(*, deleted: bool) -> list[Beside]:
        rules = house_rules.of_group(visit.session, visit.group, deleted=deleted)
        return [book_answers.rules_of(visit, one) for one in rules]

    return Beside(visit.group, house_rules=listed(deleted=False), deleted=listed(deleted=True))


def write_book(
    visit: access.GroupVisit,
    version: int,
    action: Callable[[changes.Write], object],
    tell: Callable[[WriteKey | None, Any], Response],
) -> Response:
    """Do a write to the book once, and answer what ``tell`` makes of it."""

    def checked(this: changes.Write) -> object:
        changes.refuse_future(visit.group, this)
        return action(this)

    return spec.write_once(writes.this_write(visit.device, version), checked, tell)


def _made(
    visit: access.GroupVisit, version: int, action: Callable[[changes.Write], HouseRules]
) -> Response:
    def tell(done: WriteKey | None, made: HouseRules | None) -> Response:
        if done:
            uid = group_changes.touched(visit.session, visit.group, done.version)
            made = find(visit, uid)
        assert made is not None
        response = told(visit, made, CREATED)
        response.headers["Location"] = url_for(
            "api.read_rules", group_uid=visit.group.uid, rules_uid=made.uid
        )
        return response

    return write_book(visit, version, action, tell)


def change(
    visit: access.GroupVisit,
    of: HouseRules,
    version: int,
    action: Callable[[changes.Write], object],
    status: int = OK,
) -> Response:
    """Do a write to house rules once, and answer with them as they are now."""
    return write_book(
        visit,
        version,
        action,
        lambda _done, _result: told(visit, of, status),
    )


def told(
    visit: access.GroupVisit,
    of: HouseRules,
    status: int = OK,
    warnings: Sequence[dict[str, Any]] = (),
) -> Response:
    """Answer with house rules as they are now."""
    rules = book_answers.rules_of(visit, of, warnings)
    return spec.told(book_answers.HouseRulesAnswer, rules, status)


def _publish(visit: access.GroupVisit, rules_uid: str, version: int, *, is_on: bool) -> Response:
    of = find(visit, rules_uid)
    return change(
        visit,
        of,
        version,
        lambda this: sharing.switch_public(visit.session, of, this, _secret_keys()[0], is_on=is_on),
    )


def find(visit: access.GroupVisit, uid: str) -> HouseRules:
    """Return house rules of the group that is visited."""
    return house_rules.find(visit.session, visit.group, uid)


def _secret_keys() -> tuple[str, ...]:
    keys: tuple[str, ...] = current_app.config["SETTINGS"].secret_keys
    return keys
