"""A group's book in exports: house rules with versions, consent, proposals and rulings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from scorecard.errors import BadInput
from scorecard.models import Group, HouseRules, HouseRulesVersion, Proposal
from scorecard.rules import Refusal
from scorecard.rules.games import find as find_rules
from scorecard.rules.reading import show
from scorecard.rules.sheet import check_options
from scorecard.rules.words import Sentence, say
from scorecard.services.file_format import Document, games_of, refuse_twice, unknown
from scorecard.services.file_naming import Naming, moment
from scorecard.services.house_rules import plain

PARTS = ("uid", "name", "rules", "origin")
"""What of house rules is kept as it stands in the file."""


def written(
    session: Session,
    group: Group,
    naming: Naming,
    only: Collection[str] | None = None,
    players: Collection[str] = (),
) -> list[Document]:
    """Return a group's house rules as a file has them: all of them, or for a season's file.

    There they are ``only`` those with these uids, without proposals, and with the agreements of
    ``players``. No file holds what makes their public links.
    """
    versions = selectinload(HouseRules.versions).selectinload(HouseRulesVersion.agreements)
    proposals = selectinload(HouseRules.proposals)
    statement = (
        select(HouseRules)
        .where(HouseRules.group_id == group.id)
        .order_by(HouseRules.created_at, HouseRules.uid)
        .options(
            versions,
            proposals.selectinload(Proposal.votes),
            proposals.selectinload(Proposal.all_comments),
            selectinload(HouseRules.all_rulings),
        )
    )
    return [
        _written(one, naming, None if only is None else players)
        for one in session.scalars(statement)
        if only is None or one.uid in only
    ]


def linked(games: Iterable[Document]) -> set[str]:
    """Return the uids of the house rules that games of a file were started with."""
    return {game["house_rules"]["uid"] for game in games if game["house_rules"]}


def plain_book(value: Any, numbers: dict[int, int] | None = None) -> Any:
    """Return a part of a book with its phones numbered by itself."""
    numbers = {} if numbers is None else numbers
    if isinstance(value, dict):
        return {
            key: numbers.setdefault(item, len(numbers) + 1)
            if key == "phone" and type(item) is int
            else plain_book(item, numbers)
            for key, item in value.items()
        }
    return [plain_book(item, numbers) for item in value] if isinstance(value, list) else value


def renamed(one: Document, uids: Mapping[str, str]) -> Document:
    """Return house rules of a file with players called as they are here, each heard once."""

    def said(part: Document, name: str) -> Document:
        heard: dict[str, Document] = {}
        for row in part[name]:
            uid = uids.get(row["player"], row["player"])
            heard.setdefault(uid, {**row, "player": uid})
        return {**part, name: [heard[uid] for uid in sorted(heard)]}

    return {
        **one,
        "versions": [said(version, "agreements") for version in one["versions"]],
        "proposals": [said(made, "votes") for made in one["proposals"]],
    }


def check(document: Document) -> None:
    """Refuse what cannot be in a file's book, and games played by what is not in it."""
    book, games = document.get("house_rules"), games_of(document)
    if book is None:
        return
    known = {one["uid"]: one for one in book}
    players = {player["uid"] for player in document["players"]}
    game_uids = {game["uid"] for _where, game in games}
    refuse_twice(say("House rules"), [one["uid"] for one in book])
    refuse_twice(say("Proposals"), [made["uid"] for one in book for made in one["proposals"]])
    refuse_twice(say("Rulings"), [ruling["uid"] for one in book for ruling in one["rulings"]])
    names: dict[str, Sentence] = {}
    for number, one in enumerate(book, start=1):
        where = say("House rules %(number)s (%(name)s)", number=number, name=one["name"])
        other = names.setdefault(plain(one["name"]), where) if not one["deleted_at"] else where
        if other != where:
            raise BadInput(
                say("%(where)s have the name of others: %(other)s.", where=where, other=other)
            )
        _check(where, one, players, game_uids)
    for where, game in games:
        if link := game["house_rules"]:
            _check_link(where, game, link, known)


def _written(one: HouseRules, naming: Naming, players: Collection[str] | None) -> Document:
    phone = naming.phones.number

    def by(row: Any) -> Document:
        return {"phone": phone(row.device_id), "at": moment(row.at)}

    def of_players(rows: Iterable[Any]) -> list[Any]:
        known = [(naming.player(row.player_id) or "", row) for row in rows]
        return sorted(
            ((uid, row) for uid, row in known if players is None or uid in players),
            key=lambda pair: pair[0],
        )

    return {
        **{name: getattr(one, name) for name in PARTS},
        "created_at": moment(one.created_at),
        "deleted_at": moment(one.deleted_at),
        "versions": [
            {
                "number": version.number,
                "options": version.options,
                "notes": version.notes,
                "reason": version.reason,
                **by(version),
                "agreements": [
                    {"player": uid, **by(row)} for uid, row in of_players(version.agreements)
                ],
            }
            for version in one.versions
        ],
        "proposals": [
            {
                "uid": made.uid,
                "base": made.base,
                "options": made.options,
                "notes": made.notes,
                "reason": made.reason,
                **by(made),
                "deadline": moment(made.deadline),
                "outcome": made.outcome,
                "closed_at": moment(made.closed_at),
                "votes": [
                    {"player": uid, "choice": row.choice, **by(row)}
                    for uid, row in of_players(made.votes)
                ],
                "comments": [
                    {"text": said.text, **by(said), "deleted_at": moment(said.deleted_at)}
                    for said in sorted(made.all_comments, key=lambda said: (said.at, said.id))
                ],
            }
            for made in sorted(one.proposals, key=lambda made: (made.at, made.uid))
            if players is None
        ],
        "rulings": [
            {
                "uid": ruling.uid,
                "game": naming.games.get(ruling.game_id) if ruling.game_id else None,
                "situation": ruling.situation,
                "decision": ruling.decision,
                "decided_by": ruling.decided_by,
                **by(ruling),
                "deleted_at": moment(ruling.deleted_at),
            }
            for ruling in sorted(one.all_rulings, key=lambda ruling: (ruling.at, ruling.uid))
        ],
    }


def _check(
    where: Sentence, one: Document, players: Collection[str], games: Collection[str]
) -> None:
    if find_rules(one["rules"]) is None:
        raise BadInput(
            say(
                "%(where)s: there is no card game %(rules)s here.",
                where=where,
                rules=show(one["rules"]),
            )
        )
    numbers = [version["number"] for version in one["versions"]]
    if not numbers or numbers != list(range(1, len(numbers) + 1)):
        raise BadInput(
            say("%(where)s: their versions are not numbered 1, 2, 3 and so on.", where=where)
        )
    for version in one["versions"]:
        place = say("%(where)s, version %(number)s", where=where, number=version["number"])
        _check_options(place, one, version)
        agreements = say("%(place)s, agreements", place=place)
        _check_players(agreements, version["agreements"], players)
    for number, made in enumerate(one["proposals"], start=1):
        place = say("%(where)s, proposal %(number)s", where=where, number=number)
        _check_options(place, one, made)
        _check_players(say("%(place)s, votes", place=place), made["votes"], players)
        if made["base"] > len(numbers):
            raise BadInput(
                say(
                    "%(place)s: there is no version %(base)s to change.",
                    place=place,
                    base=show(made["base"]),
                )
            )
        if (made["outcome"] is None) is not (made["closed_at"] is None):
            raise BadInput(
                say(
                    "%(place)s: a closed proposal has an outcome, and no other one has.",
                    place=place,
                )
            )
    for number, ruling in enumerate(one["rulings"], start=1):
        if ruling["game"] is not None and ruling["game"] not in games:
            place = say("%(where)s, ruling %(number)s", where=where, number=number)
            raise unknown(place, "game", ruling["game"])


def _check_options(where: Sentence, one: Document, part: Document) -> None:
    rules = find_rules(one["rules"])
    assert rules is not None, "that was looked at first"
    chosen = check_options(rules, part["options"])
    if isinstance(chosen, Refusal):
        raise BadInput(say("%(where)s: %(message)s", where=where, message=chosen.message))


def _check_players(where: Sentence, said: Sequence[Document], players: Collection[str]) -> None:
    refuse_twice(say("%(where)s: players", where=where), [part["player"] for part in said])
    for part in said:
        if part["player"] not in players:
            raise unknown(where, "player", part["player"])


def _check_link(
    where: Sentence, game: Document, link: Document, known: Mapping[str, Document]
) -> None:
    one = known.get(link["uid"])
    if one is None:
        raise unknown(where, "house_rules", link["uid"])
    if link["version"] > len(one["versions"]):
        raise BadInput(
            say(
                "%(where)s: %(name)s has no version %(version)s.",
                where=where,
                name=one["name"],
                version=show(link["version"]),
            )
        )
    if (link["name"], game["rules"]) != (one["name"], one["rules"]):
        raise BadInput(
            say("%(where)s: it cannot be played by %(name)s.", where=where, name=show(link["name"]))
        )
