"""What must hold in an export beyond its shape: references, the rules, and a history that fits.

Everything here refuses with :class:`BadInput`, in a sentence that says which part it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from scorecard import errors
from scorecard.models import GroupChange
from scorecard.rules.outcome import cash
from scorecard.rules.words import Sentence, say
from scorecard.services.files.checking import (
    book_checks,
    file_ids,
    game_checks,
    history_checks,
    season_checks,
)
from scorecard.services.files.format import file_format
from scorecard.services.history import group_changes
from scorecard.services.limits import bounds


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
        season_checks.check(where, season, known)
    _check_rematches(games)
    if document["kind"] == "group":
        _check_group(document["group"], known)
    book_checks.check(document)
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
