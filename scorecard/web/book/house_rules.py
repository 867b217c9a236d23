"""A group's book of house rules: in words, their versions, who agreed to them, and rulings."""

from __future__ import annotations

from typing import Annotated, Any

from flask import request, url_for

from scorecard import errors
from scorecard.models import HouseRules, HouseRulesVersion, Ruling, WriteKey
from scorecard.rules.typed import sums
from scorecard.rules.words import say
from scorecard.services.book import consent, house_rules, rulings, sharing, voting
from scorecard.services.groups import group_members, public_links
from scorecard.services.history import changes
from scorecard.services.players import rosters
from scorecard.web.book import house_rules_words
from scorecard.web.http import access, addresses
from scorecard.web.pages import markdown, qr, responses, views

blueprint = views.Views("house_rules", __name__)
PREFIX = "/groups/<uid:group_uid>/book"
ONE = f"{PREFIX}/<uid:rules_uid>"
RULINGS = "house_rules.page#rulings"


def read_number(typed: str) -> int | None:
    """Return the number of a version, None for ""; answer 404 for anything else."""
    number = sums.plain_number(typed)
    if typed and number is None:
        raise errors.NotFound(say("There is no such version."), code="unknown_version")
    return number


Number = Annotated[int | None, lambda name: read_number(request.form.get(name, ""))]


@blueprint.group_page(PREFIX, "member", may_lag=True)
def index(visit: access.GroupVisit) -> str:
    """Show the group's book: its house rules by card game."""
    by_game: dict[str, list[dict[str, Any]]] = {}
    notices = house_rules_words.notices(visit)
    due = {one.house_rules.id: one for one in notices}
    for of in house_rules.of_group(visit.session, visit.group):
        rules = house_rules_words.rules_of(of)
        rows = house_rules_words.option_rows(rules, of.latest.options)
        entry = {
            "of": of,
            "changed": [row for row in rows if row.is_changed],
            "notice": due.get(of.id),
            "open": [one for one in of.proposals if one.outcome is None],
            "agreed": len(_agreement(visit, of.latest)["agreed"]),
        }
        by_game.setdefault(rules.name, []).append(entry)
    return responses.page(
        "book/house_rules/index.html",
        by_game=by_game,
        notices=notices,
        deleted=house_rules.of_group(visit.session, visit.group, deleted=True),
        threshold=voting.THRESHOLDS[visit.group.threshold],
        is_keepers=visit.group.threshold == voting.KEEPER,
    )


@blueprint.group_page(ONE, "member", may_lag=True)
def page(visit: access.GroupVisit, of: HouseRules) -> str:
    """Show house rules, in an older version where that is asked for."""
    version = asked_version(of)
    token = public_links.token(of, addresses.secret_keys())
    mine = " & ".join(player.name for player in visit.my_players)
    return responses.page(
        "book/house_rules/page.html",
        typed={"name": of.name, "decided_by": mine} | request.form.to_dict(),
        origin=house_rules_words.origin_words(of.origin),
        notice=next(
            (one for one in house_rules_words.notices(visit) if one.house_rules is of), None
        ),
        labels=group_members.labels(visit.session, visit.group),
        proposals=[one for one in of.proposals if one.outcome is None],
        settled=[one for one in of.proposals if one.outcome],
        is_public=of.public_hash is not None,
        public_link=addresses.link("shared_rules.page", token),
        **shown(of, version),
        **_agreement(visit, version),
    )


def _after_agreeing(_done: WriteKey | None, _made: None) -> str:
    is_of_book = request.form.get("then") == "house_rules.index"
    return views.address("house_rules.index" if is_of_book else "house_rules.page")


@blueprint.group_form(f"{ONE}/agree", "member", then=_after_agreeing, again=page)
def agree_to_rules(
    visit: access.GroupVisit,
    write: changes.Write,
    of: HouseRules,
    players: list[str],
    number: Number,
) -> None:
    """Agree to a version, for this device's players, or as scorekeeper for those without one."""
    version = house_rules.find_version(of, number)
    chosen = rosters.all_chosen(visit.group, players)
    consent.agree(visit.session, version, visit.membership, chosen, write)


@blueprint.group_form(f"{ONE}/rename", "keeper", then="house_rules.page", again=page)
def rename_rules(visit: access.GroupVisit, write: changes.Write, of: HouseRules, name: str) -> None:
    """Give house rules another name."""
    house_rules.rename(visit.session, of, write, name)


@blueprint.group_form(f"{ONE}/delete", "keeper", then="house_rules.index", again=page)
def delete_rules(visit: access.GroupVisit, write: changes.Write, of: HouseRules) -> None:
    """Take house rules out of the book; games that were started with them keep them."""
    house_rules.delete(visit.session, of, write)


@blueprint.group_form(f"{ONE}/restore", "keeper", then="house_rules.page", again=index)
def restore_rules(visit: access.GroupVisit, write: changes.Write, of: HouseRules) -> None:
    """Put deleted house rules back into the book."""
    house_rules.restore(visit.session, of, write)


@blueprint.group_form(f"{ONE}/public", "keeper", then="house_rules.page#share", again=page)
def switch_public(visit: access.GroupVisit, write: changes.Write, of: HouseRules) -> None:
    """Switch the public link on, renew it, or switch it off."""
    is_on, secret_key = request.form.get("public") == "on", addresses.secret_key()
    sharing.switch_public(visit.session, of, write, secret_key, is_on=is_on)


@blueprint.group_form(f"{ONE}/rulings", "member", then=RULINGS, again=page)
def add_ruling(
    visit: access.GroupVisit,
    write: changes.Write,
    of: HouseRules,
    situation: str,
    decision: str,
    decided_by: str,
) -> None:
    """Write down how a situation was settled."""
    rulings.rule(visit.session, of, write, situation, decision, decided_by)


@blueprint.group_form(f"{ONE}/rulings/<uid:ruling_uid>/remove", "keeper", then=RULINGS, again=page)
def remove_ruling(visit: access.GroupVisit, write: changes.Write, ruling: Ruling) -> None:
    """Take a ruling out of the book."""
    rulings.remove(visit.session, ruling, write)


@blueprint.group_page(f"{ONE}/compare", "member", may_lag=True)
def compare(_visit: access.GroupVisit, of: HouseRules) -> str:
    """Show what differs between two versions."""
    one_before = str(max(1, of.latest.number - 1))
    before = house_rules.find_version(of, read_number(request.args.get("from") or one_before))
    after = house_rules.find_version(of, read_number(request.args.get("to", "")))
    return responses.page(
        "book/house_rules/compare.html",
        of=of,
        before=before,
        after=after,
        changes=house_rules_words.changes(of, before, after),
    )


@blueprint.group_page(f"{ONE}/print", "member", may_lag=True)
def print_page(visit: access.GroupVisit, of: HouseRules) -> str:
    """Show house rules as they go on paper."""
    version = asked_version(of)
    token = public_links.token(of, addresses.secret_keys())
    link = addresses.link("shared_rules.page", token) or addresses.whole(address(of))
    return responses.page(
        "book/house_rules/print.html",
        link=link,
        qr_code=qr.qr_code(link),
        **shown(of, version),
        **_agreement(visit, version),
    )


def address(of: HouseRules, **more: Any) -> str:
    """Return the address of the page of house rules."""
    return url_for("house_rules.page", group_uid=of.group.uid, rules_uid=of.uid, **more)


def shown(of: HouseRules, version: HouseRulesVersion) -> dict[str, Any]:
    """Return the template values of a version of house rules."""
    rules = house_rules_words.rules_of(of, version.options)
    rows = house_rules_words.option_rows(rules, version.options)
    return {
        "of": of,
        "version": version,
        "rules": rules,
        "changed": [row for row in rows if row.is_changed],
        "usual": [row for row in rows if not row.is_changed],
        "notes": markdown.render(version.notes),
    }


def asked_version(of: HouseRules) -> HouseRulesVersion:
    """Return the version in the query, by default the latest."""
    return house_rules.find_version(of, read_number(request.args.get("version", "")))


def _agreement(visit: access.GroupVisit, version: HouseRulesVersion) -> dict[str, Any]:
    """Return who agreed to a version, who did not, and for whom this phone may agree besides."""
    agreed = {agreement.player.one.id: agreement.player.one for agreement in version.agreements}
    missing = [player for player in visit.group.roster if player.id not in agreed]
    mine = {player.id for player in visit.my_players}
    without = [
        player
        for player in consent.may_speak_for(visit.session, visit.membership)
        if player.id not in mine and player.id not in agreed
    ]
    return {
        "agreed": sorted(agreed.values(), key=lambda player: player.name.casefold()),
        "missing": missing,
        "phoneless": without,
    }
