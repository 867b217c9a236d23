"""What must hold in an export's house rules, and of the games played by them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from scorecard import errors
from scorecard.rules.games import find as find_rules
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, say
from scorecard.services.book import house_rules
from scorecard.services.files.checking import file_ids, game_checks
from scorecard.services.files.format import file_format


def check(document: file_format.Document) -> None:
    """Refuse house rules that cannot be in a file, and games played by some that are not in it."""
    book, games = document.get("house_rules"), file_format.games_of(document)
    if book is None:
        return
    known = {rule_set["uid"]: rule_set for rule_set in book}
    players = {player["uid"] for player in document["players"]}
    game_uids = {game["uid"] for _where, game in games}
    file_ids.refuse_twice(say("House rules"), [rule_set["uid"] for rule_set in book])
    for what, name in ((say("Proposals"), "proposals"), (say("Rulings"), "rulings")):
        file_ids.refuse_twice(what, [part["uid"] for rule_set in book for part in rule_set[name]])
    names: dict[str, Sentence] = {}
    for number, rule_set in enumerate(book, start=1):
        where = say("House rules %(number)s (%(name)s)", number=number, name=rule_set["name"])
        if not rule_set["deleted_at"]:
            other = names.setdefault(house_rules.plain(rule_set["name"]), where)
            if other != where:
                raise errors.BadInput(
                    say("%(where)s have the name of others: %(other)s.", where=where, other=other)
                )
        _check_rule_set(where, rule_set, players, game_uids)
    for where, game in games:
        if link := game["house_rules"]:
            _check_link(where, game, link, known)


def _check_rule_set(
    where: Sentence,
    rule_set: file_format.Document,
    players: Collection[str],
    games: Collection[str],
) -> None:
    rules = find_rules(rule_set["rules"])
    if rules is None:
        raise errors.BadInput(
            say(
                "%(where)s: there is no card game %(rules)s here.",
                where=where,
                rules=reading.show(rule_set["rules"]),
            )
        )
    what = say("%(place)s: versions", place=where)
    # Without any version, number 1 is missing, too.
    file_ids.refuse_gaps(what, [version["number"] for version in rule_set["versions"]] or [0])
    for version in rule_set["versions"]:
        place = say("%(where)s, version %(number)s", where=where, number=version["number"])
        game_checks.refuse_unplayable(place, rules, version["options"])
        agreements = say("%(place)s, agreements", place=place)
        _check_players(agreements, version["agreements"], players)
    for number, proposal in enumerate(rule_set["proposals"], start=1):
        place = say("%(where)s, proposal %(number)s", where=where, number=number)
        game_checks.refuse_unplayable(place, rules, proposal["options"])
        _check_proposal(place, rule_set, proposal, players)
    for number, ruling in enumerate(rule_set["rulings"], start=1):
        if ruling["game"] is not None:
            place = say("%(where)s, ruling %(number)s", where=where, number=number)
            file_ids.refuse_unknown(place, "game", ruling["game"], games)


def _check_proposal(
    place: Sentence,
    rule_set: file_format.Document,
    proposal: file_format.Document,
    players: Collection[str],
) -> None:
    _check_players(say("%(place)s, votes", place=place), proposal["votes"], players)
    if proposal["base"] > len(rule_set["versions"]):
        raise errors.BadInput(
            say(
                "%(place)s: there is no version %(base)s to change.",
                place=place,
                base=reading.show(proposal["base"]),
            )
        )
    if (proposal["outcome"] is None) is not (proposal["closed_at"] is None):
        raise errors.BadInput(
            say("%(place)s: a closed proposal has an outcome, and no other one has.", place=place)
        )


def _check_players(
    where: Sentence, parts: Sequence[file_format.Document], players: Collection[str]
) -> None:
    file_ids.refuse_twice(
        say("%(where)s: players", where=where), [part["player"] for part in parts]
    )
    for part in parts:
        file_ids.refuse_unknown(where, "player", part["player"], players)


def _check_link(
    where: Sentence,
    game: file_format.Document,
    link: file_format.Document,
    known: Mapping[str, file_format.Document],
) -> None:
    file_ids.refuse_unknown(where, "house_rules", link["uid"], known)
    rule_set = known[link["uid"]]
    if link["version"] > len(rule_set["versions"]):
        raise errors.BadInput(
            say(
                "%(where)s: %(name)s has no version %(version)s.",
                where=where,
                name=rule_set["name"],
                version=reading.show(link["version"]),
            )
        )
    if (link["name"], game["rules"]) != (rule_set["name"], rule_set["rules"]):
        raise errors.BadInput(
            say(
                "%(where)s: it cannot be played by %(name)s.",
                where=where,
                name=reading.show(link["name"]),
            )
        )
