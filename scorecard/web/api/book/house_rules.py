"""House rules over the API: the book, versions, agreement, rulings, and what is shared."""

from __future__ import annotations

from functools import partial
from http.client import CREATED
from typing import Any

from flask import Response, request
from pydantic import Field

from scorecard import errors
from scorecard.database.db import db
from scorecard.models import HouseRules, WriteKey
from scorecard.rules.words import say
from scorecard.services.book import agreeing, comparing, consent, house_rules, sharing
from scorecard.services.files.importing import house_rules_files
from scorecard.services.groups import public_links
from scorecard.services.history import changes, group_changes
from scorecard.web.api import book_answers, spec
from scorecard.web.api.model import Extended
from scorecard.web.api.people import group_answers, groups
from scorecard.web.book import house_rules as book_pages
from scorecard.web.http import access, addresses, budget
from scorecard.web.pages import named

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


class NewRulingBody(spec.GroupWriteBody):
    """How something unclear was settled."""

    situation: str
    decision: str
    decided_by: str


RULES = groups.WriteAnswer(
    book_answers.HouseRulesAnswer,
    lambda visit, uid: book_answers.rules_of(
        visit, house_rules.find(visit.session, visit.group, uid)
    ),
    "rules_uid",
    "api.read_rules",
)
rules_write = partial(groups.group_write, tag=TAG, answer=RULES)
"""Registers the action of a write to house rules, answered with these."""


@spec.group_read(BOOK, "member", book_answers.BookAnswer, TAG)
def read_book(visit: access.GroupVisit) -> object:
    """Return a group's book of house rules."""
    return whole_book(visit)


@rules_write("POST", BOOK, "member", status=CREATED, refusals=spec.NEW_REFUSALS)
def write_rules(
    visit: access.GroupVisit, this: changes.Write, json: NewHouseRulesBody
) -> HouseRules:
    """Write down house rules, as version 1; `Location` says where."""
    return house_rules.create(
        visit.session, visit.group, this, json.name, json.game, json.options, notes=json.notes
    )


@rules_write("POST", f"{BOOK}/copy", "member", status=CREATED, refusals=spec.NEW_REFUSALS)
def copy_rules(visit: access.GroupVisit, this: changes.Write, json: CopyRulesBody) -> HouseRules:
    """Write down a copy of a ready-made set, of other house rules, or of public ones."""
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


@rules_write("POST", f"{BOOK}/import", "member", status=CREATED, refusals=spec.NEW_REFUSALS)
@budget.takes(budget.RULES)
def take_in_rules(
    visit: access.GroupVisit, this: changes.Write, json: ImportRulesBody
) -> HouseRules:
    """Write down house rules that were exported elsewhere."""
    return house_rules_files.take_in(visit.session, visit.group, this, json.file, json.name)


@spec.group_read(ONE, "member", book_answers.HouseRulesAnswer, TAG)
def read_rules(visit: access.GroupVisit, of: HouseRules) -> object:
    """Return house rules with all their versions."""
    return book_answers.rules_of(visit, of)


@spec.blueprint.put(ONE)
@named.in_group("keeper")
@spec.describes(book_answers.HouseRulesAnswer, TAG, refusals=spec.WRITE_REFUSALS)
def save_rules(visit: access.GroupVisit, of: HouseRules, json: SaveRulesBody) -> Response:
    """Save the next version, where nobody else need be asked; else propose it.

    That is so where a scorekeeper decides, or this device's players are the whole roster.
    """
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
        else:
            agreeing.agree(visit.session, saved, visit.membership.people, this.keyless)

    def respond(_done: WriteKey | None, _result: None) -> Response:
        rules = book_answers.rules_of(visit, of, warnings)
        return spec.model_response(book_answers.HouseRulesAnswer, rules)

    return groups.write_once(visit, json.version, action, respond)


rules_write("PUT", f"{ONE}/name", "keeper", body=RenameRulesBody)(book_pages.rename_rules)
rules_write("POST", f"{ONE}/delete", "keeper")(book_pages.delete_rules)
rules_write("POST", f"{ONE}/restore", "keeper")(book_pages.restore_rules)
rules_write("POST", f"{ONE}/agree", "member", body=AgreeToRulesBody)(book_pages.agree_to_rules)
rules_write("POST", f"{ONE}/rulings", "member", body=NewRulingBody, status=CREATED)(
    book_pages.add_ruling
)
rules_write("POST", f"{ONE}/rulings/<uid:ruling_uid>/remove", "keeper")(book_pages.remove_ruling)


@spec.group_read(
    f"{ONE}/compare", "member", book_answers.ChangesOfRulesAnswer, TAG, refusals=(422,)
)
def compare_rules(_visit: access.GroupVisit, of: HouseRules) -> object:
    """Return what differs between two versions: `from=1` and `to=3` in the query."""
    numbers = [request.args.get(name, type=int) for name in ("from", "to")]
    if None in numbers:
        raise errors.BadInput(say("Say which versions: from=1 and to=3."), field="from")
    before, after = (house_rules.find_version(of, number or 0) for number in numbers)
    rules = house_rules.rules_named(of.rules)
    return comparing.difference(rules, before, after)


@spec.group_read(f"{ONE}/export", "member", book_answers.HouseRulesFileAnswer, TAG)
def export_rules(_visit: access.GroupVisit, of: HouseRules) -> object:
    """Return house rules as a file that other groups can take in."""
    return house_rules_files.export(of)


@spec.open_read("/book/<uid:token>", book_answers.HouseRulesFileAnswer, TAG, refusals=(404,))
def read_public_rules(token: str) -> object:
    """Return public house rules, by the last part of their link."""
    return house_rules_files.export(sharing.by_public_link(db.session, token))


@spec.group_read(f"{ONE}/public", "member", group_answers.PublicLinkAnswer, TAG)
def read_public_rules_link(_visit: access.GroupVisit, of: HouseRules) -> object:
    """Return the public link to house rules; null while it is off."""
    token = public_links.token(of, addresses.secret_keys())
    return {"link": addresses.link("shared_rules.page", token) or None}


@rules_write("POST", f"{ONE}/public", "keeper")
def publish_rules(visit: access.GroupVisit, this: changes.Write, of: HouseRules) -> None:
    """Switch the public link on; where it is on already, renew it."""
    sharing.switch_public(visit.session, of, this, addresses.secret_key(), is_on=True)


@rules_write("POST", f"{ONE}/public/off", "keeper")
def hide_rules(visit: access.GroupVisit, this: changes.Write, of: HouseRules) -> None:
    """Switch the public link off."""
    sharing.switch_public(visit.session, of, this, addresses.secret_key(), is_on=False)


def whole_book(visit: access.GroupVisit) -> Extended:
    """Return a group's book."""

    def listed(*, deleted: bool) -> list[Extended]:
        rules = house_rules.of_group(visit.session, visit.group, deleted=deleted)
        return [book_answers.rules_of(visit, one) for one in rules]

    return Extended(visit.group, house_rules=listed(deleted=False), deleted=listed(deleted=True))
