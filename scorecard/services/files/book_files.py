"""A group's book in exports: house rules with versions, consent, proposals and rulings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from scorecard import errors
from scorecard.models import Group, HouseRules, HouseRulesVersion, Proposal
from scorecard.rules import Refusal, sheet
from scorecard.rules.games import find as find_rules
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, say
from scorecard.services.book import house_rules
from scorecard.services.files import file_format, file_naming

PARTS = ("uid", "name", "rules", "origin")
"""What of house rules is kept as it stands in the file."""


def written(
    session: Session,
    group: Group,
    naming: file_naming.Naming,
    only: Collection[str] | None = None,
    players: Collection[str] = (),
) -> list[file_format.Document]:
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


def linked(games: Iterable[file_format.Document]) -> set[str]:
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


def renamed(one: file_format.Document, uids: Mapping[str, str]) -> file_format.Document:
    """Return house rules of a file with players called as they are here, each heard once."""

    def said(part: file_format.Document, name: str) -> file_format.Document:
        heard: dict[str, file_format.Document] = {}
        for row in part[name]:
            uid = uids.get(row["player"], row["player"])
            heard.setdefault(uid, {**row, "player": uid})
        return {**part, name: [heard[uid] for uid in sorted(heard)]}

    return {
        **one,
        "versions": [said(version, "agreements") for version in one["versions"]],
        "proposals": [said(made, "votes") for made in one["proposals"]],
    }


def check(document: file_format.Document) -> None:
    """Refuse what cannot be in a file's book, and games played by what is not in it."""
    book, games = document.get("house_rules"), file_format.games_of(document)
    if book is None:
        return
    known = {one["uid"]: one for one in book}
    players = {player["uid"] for player in document["players"]}
    game_uids = {game["uid"] for _where, game in games}
    file_format.refuse_twice(say("House rules"), [one["uid"] for one in book])
    file_format.refuse_twice(
        say("Proposals"), [made["uid"] for one in book for made in one["proposals"]]
    )
    file_format.refuse_twice(
        say("Rulings"), [ruling["uid"] for one in book for ruling in one["rulings"]]
    )
    names: dict[str, Sentence] = {}
    for number, one in enumerate(book, start=1):
        where = say("House rules %(number)s (%(name)s)", number=number, name=one["name"])
        other = (
            names.setdefault(house_rules.plain(one["name"]), where)
            if not one["deleted_at"]
            else where
        )
        if other != where:
            raise errors.BadInput(
                say("%(where)s have the name of others: %(other)s.", where=where, other=other)
            )
        _check(where, one, players, game_uids)
    for where, game in games:
        if link := game["house_rules"]:
            _check_link(where, game, link, known)


def _written(
    one: HouseRules, naming: file_naming.Naming, players: Collection[str] | None
) -> file_format.Document:
    phone = naming.phones.number

    def by(row: Any) -> file_format.Document:
        return {"phone": phone(row.device_id), "at": file_naming.moment(row.at)}

    def of_players(rows: Iterable[Any]) -> list[Any]:
        known = [(naming.player(row.player_id) or "", row) for row in rows]
        return sorted(
            ((uid, row) for uid, row in known if players is None or uid in players),
            key=lambda pair: pair[0],
        )

    return {
        **{name: getattr(one, name) for name in PARTS},
        "created_at": file_naming.moment(one.created_at),
        "deleted_at": file_naming.moment(one.deleted_at),
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
                "deadline": file_naming.moment(made.deadline),
                "outcome": made.outcome,
                "closed_at": file_naming.moment(made.closed_at),
                "votes": [
                    {"player": uid, "choice": row.choice, **by(row)}
                    for uid, row in of_players(made.votes)
                ],
                "comments": [
                    {
                        "text": said.text,
                        **by(said),
                        "deleted_at": file_naming.moment(said.deleted_at),
                    }
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
                "deleted_at": file_naming.moment(ruling.deleted_at),
            }
            for ruling in sorted(one.all_rulings, key=lambda ruling: (ruling.at, ruling.uid))
        ],
    }


def _check(
    where: Sentence, one: file_format.Document, players: Collection[str], games: Collection[str]
) -> None:
    if find_rules(one["rules"]) is None:
        raise errors.BadInput(
            say(
                "%(where)s: there is no card game %(rules)s here.",
                where=where,
                rules=reading.show(one["rules"]),
            )
        )
    numbers = [version["number"] for version in one["versions"]]
    if not numbers or numbers != list(range(1, len(numbers) + 1)):
        raise errors.BadInput(
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
            raise errors.BadInput(
                say(
                    "%(place)s: there is no version %(base)s to change.",
                    place=place,
                    base=reading.show(made["base"]),
                )
            )
        if (made["outcome"] is None) is not (made["closed_at"] is None):
            raise errors.BadInput(
                say(
                    "%(place)s: a closed proposal has an outcome, and no other one has.",
                    place=place,
                )
            )
    for number, ruling in enumerate(one["rulings"], start=1):
        if ruling["game"] is not None and ruling["game"] not in games:
            place = say("%(where)s, ruling %(number)s", where=where, number=number)
            raise file_format.unknown(place, "game", ruling["game"])


def _check_options(where: Sentence, one: file_format.Document, part: file_format.Document) -> None:
    rules = find_rules(one["rules"])
    assert rules is not None, "that was looked at first"
    chosen = sheet.check_options(rules, part["options"])
    if isinstance(chosen, Refusal):
        raise errors.BadInput(say("%(where)s: %(message)s", where=where, message=chosen.message))


def _check_players(
    where: Sentence, said: Sequence[file_format.Document], players: Collection[str]
) -> None:
    file_format.refuse_twice(
        say("%(where)s: players", where=where), [part["player"] for part in said]
    )
    for part in said:
        if part["player"] not in players:
            raise file_format.unknown(where, "player", part["player"])


def _check_link(
    where: Sentence,
    game: file_format.Document,
    link: file_format.Document,
    known: Mapping[str, file_format.Document],
) -> None:
    one = known.get(link["uid"])
    if one is None:
        raise file_format.unknown(where, "house_rules", link["uid"])
    if link["version"] > len(one["versions"]):
        raise errors.BadInput(
            say(
                "%(where)s: %(name)s has no version %(version)s.",
                where=where,
                name=one["name"],
                version=reading.show(link["version"]),
            )
        )
    if (link["name"], game["rules"]) != (one["name"], one["rules"]):
        raise errors.BadInput(
            say(
                "%(where)s: it cannot be played by %(name)s.",
                where=where,
                name=reading.show(link["name"]),
            )
        )
