"""What must hold in an export beyond its shape: references, the rules, and a history that fits.

Everything here refuses with :class:`BadInput`, in a sentence that says which part it is.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any

from scorecard import errors
from scorecard.models import GroupChange, Season
from scorecard.rules.games import find as find_rules
from scorecard.rules.outcome import cash
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, say
from scorecard.services.book import house_rules
from scorecard.services.files.checking import file_ids, game_checks, history_checks
from scorecard.services.files.format import file_format, references, season_parts
from scorecard.services.history import group_changes
from scorecard.services.limits import bounds
from scorecard.services.seasons import adjustments, parting, season_plans, weighing


def check(document: file_format.Document) -> dict[str, game_checks.Scored]:
    """Refuse what cannot be in a file; return its games as the rules score them, by their uids."""
    group, players = document["group"], document["players"]
    games, seasons = file_format.games_of(document), file_format.seasons_of(document)
    file_ids.refuse_twice(say("Players"), [player["uid"] for player in players])
    file_ids.refuse_twice(say("Seasons"), [season["uid"] for season in seasons])
    file_ids.refuse_twice(say("Games"), [game["uid"] for _where, game in games])
    known = {player["uid"]: player for player in players}
    _check_players(players, known)
    for number, season in enumerate(seasons, start=1):
        where = say("Season %(number)s (%(uid)s)", number=number, uid=season["uid"])
        _check_season(where, season, known)
    _check_rematches(games)
    if document["kind"] == "group":
        _check_group(document["group"], known)
    _check_book(document)
    return {
        game["uid"]: game_checks.check(where, game, known, group["uid"] if group else None)
        for where, game in games
    }


def _check_players(
    players: Sequence[file_format.Document], known: Mapping[str, file_format.Document]
) -> None:
    names: dict[str, int] = {}
    for number, player in enumerate(players, start=1):
        where = say("Player %(number)s (%(name)s)", number=number, name=player["name"])
        into = player["merged_into"]
        seen = {player["uid"]}
        while into is not None:
            file_ids.refuse_unknown(where, "player", into, known)
            if into in seen:
                raise errors.BadInput(
                    say(
                        "%(where)s is merged into %(name)s again.", where=where, name=player["name"]
                    )
                )
            seen.add(into)
            into = known[into]["merged_into"]
        if player["merged_into"] is None:
            other = names.setdefault(player["name"].casefold(), number)
            if other != number:
                raise errors.BadInput(
                    say(
                        "Players %(other)s and %(number)s are both called %(name)s.",
                        other=other,
                        number=number,
                        name=player["name"],
                    )
                )


def _check_rematches(games: Sequence[tuple[Sentence, file_format.Document]]) -> None:
    known = {game["uid"]: game for _where, game in games}
    rematches: dict[str, Sentence] = {}
    for where, game in games:
        uid = game["rematch_of"]
        if uid is None:
            continue
        file_ids.refuse_unknown(where, "game", uid, known)
        if uid in rematches:
            raise errors.BadInput(
                say(
                    "%(where)s and %(other)s are both the rematch of %(of)s.",
                    where=where,
                    other=rematches[uid],
                    of=uid,
                )
            )
        rematches[uid] = where
        if uid == game["uid"]:
            raise errors.BadInput(say("%(where)s is said to be its own rematch.", where=where))


def _check_group(group: file_format.Document, players: Mapping[str, Any]) -> None:
    where = say("The group’s history")
    history_checks.refuse_unordered(where, group)
    for number, line in enumerate(group["history"], start=1):
        place = say("%(where)s, line %(number)s", where=where, number=number)
        history_checks.refuse_untold(place, line, partial(_sentence, line))
    file_ids.refuse_twice(say("Phones of the group"), [phone["phone"] for phone in group["phones"]])
    for phone in group["phones"]:
        file_ids.refuse_twice(say("Players of one phone"), phone["players"])
        for uid in phone["players"]:
            where = say("The group, phone %(phone)s", phone=phone["phone"])
            file_ids.refuse_unknown(where, "player", uid, players)

    _check_cash(group["cash"], players)


def _check_cash(entries: Sequence[file_format.Document], players: Mapping[str, Any]) -> None:
    """Refuse entries that do not add up, too many, or one twice; their games may be elsewhere."""
    most = bounds.CASH_ENTRIES_OF_GROUP.most
    if len(entries) > most:
        raise errors.BadInput(say("The cash box has more than %(most)s entries.", most=most))
    file_ids.refuse_twice(say("Entries of the cash box"), [entry["uid"] for entry in entries])
    for number, entry in enumerate(entries, start=1):
        where = say("The cash box, entry %(number)s", number=number)
        shares = entry["shares"]
        names = [share["player"] for share in shares]
        file_ids.refuse_twice(say("%(where)s: players", where=where), names)
        for uid in names:
            file_ids.refuse_unknown(where, "player", uid, players)
        cents = [share["amount"] for share in shares]
        if not cash.adds_up(entry["kind"], entry["amount"], entry["in_box"], cents):
            raise errors.BadInput(say("%(where)s: its amounts do not add up.", where=where))


def _sentence(line: file_format.Document) -> Sentence | None:
    change = GroupChange(kind=line["kind"], about=line["about"], what=line["what"])
    is_uid = isinstance(line["about"].get("touching", ""), str)
    return group_changes.sentence(change) if is_uid and group_changes.is_known(change) else None


def _check_season(
    where: Sentence, season: file_format.Document, players: Mapping[str, Any]
) -> None:
    """Refuse what cannot be in a season, which sentences call ``where``."""
    plan = season_plans.Plan.of(Season(**season_parts.SEASONS.row(season, {})))
    with file_ids.inside(where):
        checked = plan.checked()
    for name in ("kinds", "scheme", "tie_breaks"):
        if checked[name] != season[name]:
            raise errors.BadInput(
                say(
                    "%(where)s: “%(name)s” cannot be %(value)s.",
                    where=where,
                    name=name,
                    value=reading.show(season[name]),
                )
            )
    if (season["closed_at"] is None) is not (season["final"] is None):
        raise errors.BadInput(
            say("%(where)s: a closed season has a frozen table, and no other one has.", where=where)
        )
    if season["awards"] is not None and season["closed_at"] is None:
        raise errors.BadInput(say("%(where)s: only a closed season awarded anything.", where=where))
    _check_awards(where, season["awards"] or ())
    _check_adjustments(where, season["adjustments"])
    most = bounds.TEAMS_OF_SEASON.most
    too_many = say("%(where)s: teams are more than %(most)s.", where=where, most=most)
    _check_parts(say("%(where)s: teams", where=where), season["teams"], most, too_many)
    most = bounds.DIVISIONS_OF_SEASON.most
    too_many = say("%(where)s: divisions are more than %(most)s.", where=where, most=most)
    _check_parts(say("%(where)s: divisions", where=where), season["divisions"], most, too_many)
    with file_ids.inside(where):
        parting.check_promoted(season["promoted"])
        weighing.check(season["weights"])
    for uid in references.named(season_parts.SeasonPart, season, "player"):
        file_ids.refuse_unknown(where, "player", uid, players)


def _check_adjustments(where: Sentence, by_hand: Sequence[file_format.Document]) -> None:
    """Refuse points by hand that nobody could give, and more than a season holds."""
    most = bounds.ADJUSTMENTS_OF_SEASON.most
    if len(by_hand) > most:
        raise errors.BadInput(
            say("%(where)s: points by hand are more than %(most)s.", where=where, most=most)
        )
    file_ids.refuse_twice(
        say("%(where)s: points by hand", where=where), [one["uid"] for one in by_hand]
    )
    for number, one in enumerate(by_hand, start=1):
        place = say("%(where)s, points by hand %(number)s", where=where, number=number)
        with file_ids.inside(place):
            adjustments.check_points(one["kind"], one["points"])
            is_as_typed = adjustments.checked_reason(one["reason"]) == one["reason"]
        if not is_as_typed:
            raise errors.BadInput(
                say(
                    "%(where)s: “%(name)s” cannot be %(value)s.",
                    where=place,
                    name="reason",
                    value=reading.show(one["reason"]),
                )
            )


def _check_parts(
    place: Sentence, parts: Sequence[file_format.Document], most: int, too_many: Sentence
) -> None:
    """Refuse more teams or divisions than a season holds, one twice, and players in two of them."""
    if len(parts) > most:
        raise errors.BadInput(too_many)
    file_ids.refuse_twice(place, [part["uid"] for part in parts])
    players = [uid for part in parts for uid in part["players"]]
    file_ids.refuse_twice(say("%(where)s: players", where=place), players)


def _check_awards(where: Sentence, games: Sequence[file_format.Document]) -> None:
    """Refuse awards in which a game, or a player of a game, stands twice."""
    file_ids.refuse_twice(
        say("%(where)s: awards of games", where=where), [game["game"] for game in games]
    )
    for game in games:
        place = say("%(where)s, awards of game %(uid)s", where=where, uid=game["game"])
        players = [award["player"] for award in game["players"]]
        file_ids.refuse_twice(say("%(where)s: players", where=place), players)
        if not players:
            raise errors.BadInput(say("%(where)s: nobody was awarded anything.", where=place))


def _check_book(document: file_format.Document) -> None:
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
        _refuse_players(agreements, version["agreements"], players)
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
    _refuse_players(say("%(place)s, votes", place=place), proposal["votes"], players)
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


def _refuse_players(
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
