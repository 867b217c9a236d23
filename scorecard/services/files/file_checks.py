"""What must hold in an export beyond its shape: references, the rules, and a history that fits.

Everything here refuses with :class:`BadInput`, in a sentence that says which part it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal
from zoneinfo import available_timezones

from scorecard import errors
from scorecard.models import Change, Game, GroupChange, Seat
from scorecard.rules import Refusal, Sheet, amendments, bounds, card_game, kinds, score
from scorecard.rules.sheet import NotARecord, check_options, rules_for
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, say
from scorecard.services.files import book_files, exports, file_format, season_files
from scorecard.services.history import changes, group_changes, history
from scorecard.services.seasons import season_plans

BROKEN = (KeyError, TypeError, ValueError, IndexError, AttributeError)
"""What telling a line of history in words raises where something is missing in it."""


@dataclass(frozen=True, slots=True)
class Scored:
    """What the rules make of a game in a file."""

    sheet: Sheet
    kind: str


def check(document: file_format.Document) -> dict[str, Scored]:
    """Refuse what cannot be in a file; return what the rules make of its games, by their uids."""
    group, players = document["group"], document["players"]
    games, of_seasons = file_format.games_of(document), file_format.seasons_of(document)
    file_format.refuse_twice(say("Players"), [player["uid"] for player in players])
    file_format.refuse_twice(say("Seasons"), [season["uid"] for season in of_seasons])
    file_format.refuse_twice(say("Games"), [game["uid"] for _where, game in games])
    if group and group["time_zone"] not in available_timezones():
        raise errors.BadInput(
            say(
                "The group: %(time_zone)s is no time zone known here.",
                time_zone=reading.show(group["time_zone"]),
            )
        )
    known = {player["uid"]: player for player in players}
    _check_players(players, known)
    for number, season in enumerate(of_seasons, start=1):
        where = say("Season %(number)s (%(uid)s)", number=number, uid=season["uid"])
        _check_season(where, season, known)
    _check_rematches(games)
    if document["kind"] == "group":
        _check_group(document["group"], known)
    book_files.check(document)
    return {
        game["uid"]: check_game(where, game, known, group["uid"] if group else None)
        for where, game in games
    }


def check_game(
    where: Sentence, game: file_format.Document, players: Mapping[str, Any], group_uid: str | None
) -> Scored:
    """Refuse what cannot be in a game; ``where`` is what a sentence calls it."""
    _check_seats(where, game, players)
    _check_rounds(where, game)
    scored = _scored(where, game)
    _check_amendments(where, game)
    _check_phones(where, game)
    _check_history(where, game, players, group_uid)
    return scored


def _check_players(
    players: Sequence[file_format.Document], known: Mapping[str, file_format.Document]
) -> None:
    names: dict[str, int] = {}
    for number, player in enumerate(players, start=1):
        where = say("Player %(number)s (%(name)s)", number=number, name=player["name"])
        into = player["merged_into"]
        seen = {player["uid"]}
        while into is not None:
            _refuse_unknown(where, "player", into, known)
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


def _check_season(
    where: Sentence, season: file_format.Document, players: Mapping[str, Any]
) -> None:
    plan = season_plans.Plan(
        name=season["name"],
        starts_on=date.fromisoformat(season["starts_on"]),
        ends_on=date.fromisoformat(season["ends_on"]) if season["ends_on"] else None,
        kinds=season["kinds"],
        least_games=season["least_games"],
        best_of=season["best_of"],
        scheme=season["scheme"],
        tie_breaks=season["tie_breaks"],
        early=season["early"],
    )
    try:
        checked = plan.checked()
    except errors.BadInput as error:
        raise errors.BadInput(
            say("%(where)s: %(message)s", where=where, message=error.message)
        ) from None
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
    season_files.check(where, season["awards"])
    for uid in exports.players_of_season(season):
        _refuse_unknown(where, "player", uid, players)


def _check_rematches(games: Sequence[tuple[Sentence, file_format.Document]]) -> None:
    known = {game["uid"]: game for _where, game in games}
    rematches: dict[str, Sentence] = {}
    for where, game in games:
        of = game["rematch_of"]
        if of is None:
            continue
        _refuse_unknown(where, "game", of, known)
        if of in rematches:
            raise errors.BadInput(
                say(
                    "%(where)s and %(other)s are both the rematch of %(of)s.",
                    where=where,
                    other=rematches[of],
                    of=of,
                )
            )
        rematches[of] = where
        if of == game["uid"]:
            raise errors.BadInput(say("%(where)s is said to be its own rematch.", where=where))


def _check_group(group: file_format.Document, players: Mapping[str, Any]) -> None:
    where = say("The group's history")
    _refuse_unordered(where, group)
    for number, line in enumerate(group["history"], start=1):
        change = GroupChange(kind=line["kind"], about=line["about"], what=line["what"])
        try:
            told = group_changes.sentence(change) if group_changes.is_known(change) else None
        except BROKEN:
            told = None
        if not isinstance(told, str) or not isinstance(line["about"].get("touching", ""), str):
            raise errors.BadInput(
                say(
                    "%(where)s, line %(number)s: %(kind)s cannot be read.",
                    where=where,
                    number=number,
                    kind=reading.show(line["kind"]),
                )
            )
    file_format.refuse_twice(
        say("Phones of the group"), [phone["phone"] for phone in group["phones"]]
    )
    for phone in group["phones"]:
        file_format.refuse_twice(say("Players of one phone"), phone["players"])
        for uid in phone["players"]:
            where = say("The group, phone %(phone)s", phone=phone["phone"])
            _refuse_unknown(where, "player", uid, players)


def _check_seats(where: Sentence, game: file_format.Document, players: Mapping[str, Any]) -> None:
    seats = game["seats"]
    if [seat["position"] for seat in seats] != list(range(1, len(seats) + 1)):
        raise errors.BadInput(
            say("%(where)s: its seats are not numbered 1, 2, 3 and so on.", where=where)
        )
    for seat in seats:
        if seat["player"] is not None:
            place = say("%(where)s, seat %(seat)s", where=where, seat=seat["position"])
            _refuse_unknown(place, "player", seat["player"], players)
    if not 1 <= game["first_seat"] <= len(seats):
        raise errors.BadInput(
            say(
                "%(where)s: there is no seat %(first_seat)s to begin with.",
                where=where,
                first_seat=reading.show(game["first_seat"]),
            )
        )


def _check_rounds(where: Sentence, game: file_format.Document) -> None:
    rounds = game["rounds"]
    if [round_["number"] for round_ in rounds] != list(range(1, len(rounds) + 1)):
        raise errors.BadInput(
            say("%(where)s: its rounds are not numbered 1, 2, 3 and so on.", where=where)
        )
    closed = sum(round_["is_closed"] for round_ in rounds)
    versions = {line["version"] for line in game["history"]}
    for round_ in rounds:
        place = say("%(where)s, round %(round)s", where=where, round=round_["number"])
        if not round_["is_closed"] and round_["number"] != len(rounds):
            raise errors.BadInput(
                say("%(place)s is not closed, but a later one is there.", place=place)
            )
        if round_["version"] not in versions:
            raise errors.BadInput(
                say(
                    "%(place)s: no history line has its version %(version)s.",
                    place=place,
                    version=reading.show(round_["version"]),
                )
            )
        positions = [entry["seat"] for entry in round_["entries"]]
        file_format.refuse_twice(say("%(place)s: entries for seats", place=place), positions)
        for entry in round_["entries"]:
            if entry["seat"] > len(game["seats"]):
                raise errors.BadInput(
                    say(
                        "%(place)s: there is no seat %(seat)s.",
                        place=place,
                        seat=reading.show(entry["seat"]),
                    )
                )
            seat = say("%(where)s, seat %(seat)s", where=place, seat=entry["seat"])
            _refuse_later(seat, entry, game)
    for seat in game["seats"]:
        if seat["left_after"] is not None and seat["left_after"] > closed:
            raise errors.BadInput(
                say(
                    "%(where)s: %(name)s cannot have left after round %(left_after)s.",
                    where=where,
                    name=seat["name"],
                    left_after=reading.show(seat["left_after"]),
                )
            )


def record_of(game: file_format.Document, *, closed: bool = True) -> dict[str, Any]:
    """Return a game of a file as the record that the rules score."""
    try:
        rules = rules_for(game["rules"], game["options"])
    except NotARecord:
        raise errors.BadInput(
            say("there is no card game %(rules)s here.", rules=reading.show(game["rules"]))
        ) from None
    names = {seat["position"]: seat["name"] for seat in game["seats"]}
    key, rounds = rules.entries_key, []
    for round_ in game["rounds"]:
        entries = {names[entry["seat"]]: entry["data"] for entry in round_["entries"]}
        if key in round_["data"] or (entries and not key):
            raise errors.BadInput(
                say(
                    "round %(number)s: its entries do not stand where they belong.",
                    number=round_["number"],
                )
            )
        if round_["is_closed"] is closed:
            rounds.append({**round_["data"], key: entries} if entries else round_["data"])
    left = {s["name"]: s["left_after"] for s in game["seats"] if s["left_after"] is not None}
    record = {
        "game": game["rules"],
        "options": game["options"],
        "players": list(names.values()),
        "rounds": rounds,
        "end_early": game["ended_at"] is not None,
        "keep_after_end": True,
    }
    if complaint := bounds.too_many_amendments(game["amendments"]):
        raise errors.BadInput(complaint)
    if game["amendments"]:
        record["amendments"] = amendments.effective(game["amendments"])
    return record | {"left": left} if left else record


def _scored(where: Sentence, game: file_format.Document) -> Scored:
    try:
        record = record_of(game)
        unfinished = record_of(game, closed=False)["rounds"]
    except errors.BadInput as error:
        raise errors.BadInput(
            say("%(where)s: %(message)s", where=where, message=error.message)
        ) from None
    counting = None if game["ended_at"] or not unfinished else unfinished[0]
    result = score(record, open_round=counting)
    if isinstance(result, Refusal):
        at_round = say("%(where)s, round %(round)s", where=where, round=result.round)
        place = at_round if result.round else where
        raise errors.BadInput(say("%(place)s: %(message)s", place=place, message=result.message))
    numbers = [*result.totals.values(), *(n for of in result.round_scores for n in of.values())]
    if any(number is not None and abs(number) > file_format.LARGEST_NUMBER for number in numbers):
        raise errors.BadInput(say("%(where)s: its scores are too large to keep.", where=where))
    return Scored(result, kinds.kind_of(rules_for(game["rules"], game["options"])))


def _check_amendments(where: Sentence, game: file_format.Document) -> None:
    rules = rules_for(game["rules"], game["options"])
    for number, amendment in enumerate(game["amendments"], start=1):
        place = say("%(where)s, amendment %(number)s", where=where, number=number)
        _refuse_unplayable(place, rules, amendment["options"])
    waiting = game["waiting"]
    if waiting is None:
        return
    place = say("%(where)s, the change that waits", where=where)
    _refuse_unplayable(place, rules, waiting["options"])
    consents = say("%(place)s: consents of seats", place=place)
    file_format.refuse_twice(consents, [given["seat"] for given in waiting["consents"]])
    for given in waiting["consents"]:
        if given["seat"] > len(game["seats"]):
            raise errors.BadInput(
                say(
                    "%(place)s: there is no seat %(seat)s.",
                    place=place,
                    seat=reading.show(given["seat"]),
                )
            )


def _refuse_unplayable(
    where: Sentence, rules: card_game.GameRules[Any], options: file_format.Document
) -> None:
    chosen = check_options(rules, options)
    if isinstance(chosen, Refusal):
        raise errors.BadInput(say("%(where)s: %(message)s", where=where, message=chosen.message))


def _check_phones(where: Sentence, game: file_format.Document) -> None:
    file_format.refuse_twice(
        say("%(where)s: phones", where=where), [phone["phone"] for phone in game["phones"]]
    )
    for phone in game["phones"]:
        place = say("%(where)s, phone %(phone)s", where=where, phone=phone["phone"])
        file_format.refuse_twice(say("%(place)s: seats", place=place), phone["seats"])
        for seat in phone["seats"]:
            if seat > len(game["seats"]):
                raise errors.BadInput(
                    say(
                        "%(place)s: there is no seat %(seat)s.",
                        place=place,
                        seat=reading.show(seat),
                    )
                )


def _check_history(
    where: Sentence, game: file_format.Document, players: Mapping[str, Any], group_uid: str | None
) -> None:
    _refuse_unordered(where, game)
    _refuse_gap(where, game)
    table = Game(
        rules=game["rules"],
        options=game["options"],
        amendments=[],
        is_blind=False,
        seats=[Seat(position=seat["position"], name=seat["name"]) for seat in game["seats"]],
    )
    done: list[int] = []
    undone: list[int] = []
    for number, line in enumerate(game["history"], start=1):
        place = say("%(where)s, history line %(number)s", where=where, number=number)
        change = Change(kind=line["kind"], about=line["about"], what=line["what"])
        try:
            told = history.sentence(change, table) if history.is_known(change) else None
        except BROKEN:
            told = None
        if not isinstance(told, str):
            raise errors.BadInput(
                say(
                    "%(place)s: %(kind)s cannot be read.",
                    place=place,
                    kind=reading.show(line["kind"]),
                )
            )
        can_be_undone = bool(line["what"]) and line["kind"] not in changes.NOT_UNDOABLE
        if line["is_undoable"] is not can_be_undone:
            raise errors.BadInput(
                say("%(place)s: only what changed something can be undone.", place=place)
            )
        _check_references(place, line["what"], players, group_uid)
        _follow(place, line, done, undone)
    _rewind(where, game, group_uid)


def _follow(
    place: Sentence, line: file_format.Document, done: list[int], undone: list[int]
) -> None:
    """Do to the versions that are done and undone what a line of history says."""
    source = {"undo": done, "redo": undone}.get(line["kind"])
    if not line["is_undoable"]:
        # Of what only changed a name that was forgotten since, nothing is left to undo or redo.
        is_earlier = source is not None and 0 < (line["reverts"] or 0) < line["version"]
        if line["reverts"] is not None and not is_earlier:
            raise errors.BadInput(
                say("%(place)s: only undo and redo revert another line.", place=place)
            )
        return
    if source is None:
        if line["reverts"] is not None:
            raise errors.BadInput(
                say("%(place)s: only undo and redo revert another line.", place=place)
            )
        done.append(line["version"])
        undone.clear()
        return
    if not source or source[-1] != line["reverts"]:
        version = reading.show(line["reverts"])
        raise errors.BadInput(
            say("%(place)s cannot undo version %(version)s.", place=place, version=version)
            if source is done
            else say("%(place)s cannot redo version %(version)s.", place=place, version=version)
        )
    (undone if source is done else done).append(source.pop())


def _check_references(
    place: Sentence, what: Mapping[str, Any], players: Mapping[str, Any], group_uid: str | None
) -> None:
    for fact, pair in what.items():
        for value in pair:
            if fact == "group" and value is not None and value != group_uid:
                _refuse_unknown(place, "group", value, ())
            if fact.startswith("seat/") and value and value.get("player") is not None:
                _refuse_unknown(place, "player", value["player"], players)


def _rewind(where: Sentence, game: file_format.Document, group_uid: str | None) -> None:
    """Refuse a history that does not lead to what the game holds, so that undo goes back there."""
    facts = _facts_of(game, group_uid)
    for number, line in reversed([*enumerate(game["history"], start=1)]):
        for fact, (before, after) in line["what"].items():
            stands = facts.get(fact)
            if fact.startswith("seat/") and stands and after:
                # The first histories do not say which player sat there.
                stands = {key: value for key, value in stands.items() if key in after}
            if stands != after:
                raise errors.BadInput(
                    say(
                        "%(where)s, history line %(number)s: it does not lead to what stands "
                        "there now (%(fact)s).",
                        where=where,
                        number=number,
                        fact=fact,
                    )
                )
            is_seat = fact.startswith("seat/") and stands and before
            facts[fact] = {**facts[fact], **before} if is_seat else before


def _facts_of(game: file_format.Document, group_uid: str | None) -> dict[str, Any]:
    facts: dict[str, Any] = {
        name: game[name] for name in ("options", "is_blind", "ended_at", "deleted_at", "amendments")
    }
    facts["group"], facts["anecdote"] = group_uid, game["anecdote"] or None
    for seat in game["seats"]:
        facts[f"seat/{seat['position']}"] = {
            name: seat[name] for name in ("name", "left_after", "player")
        }
    for round_ in game["rounds"]:
        facts[f"round/{round_['number']}"] = {name: round_[name] for name in ("data", "is_closed")}
        facts[f"anecdote/{round_['number']}"] = round_["anecdote"] or None
        for entry in round_["entries"]:
            facts[f"entry/{round_['number']}/{entry['seat']}"] = {
                name: entry[name] for name in ("data", "phone", "at")
            }
    return facts


def _refuse_unordered(where: Sentence, part: file_format.Document) -> None:
    """Refuse versions that do not go up to that of what they are the history of."""
    before = 0
    for number, line in enumerate(part["history"], start=1):
        if line["version"] <= before:
            raise errors.BadInput(
                say(
                    "%(where)s, line %(number)s: version %(version)s comes after version "
                    "%(before)s.",
                    where=where,
                    number=number,
                    version=reading.show(line["version"]),
                    before=reading.show(before),
                )
            )
        before = line["version"]
        place = say("%(where)s, line %(number)s", where=where, number=number)
        _refuse_later(place, line, part)


def _refuse_gap(where: Sentence, game: file_format.Document) -> None:
    """Refuse an ordered history in which a version of the game has no line."""
    versions = [line["version"] for line in game["history"]]
    if len(versions) < game["version"]:
        gaps = (number for number, version in enumerate(versions, start=1) if number != version)
        missing = next(gaps, len(versions) + 1)
        raise errors.BadInput(
            say(
                "%(where)s: its history has no line for version %(missing)s.",
                where=where,
                missing=reading.show(missing),
            )
        )


def _refuse_later(where: Sentence, part: file_format.Document, whole: file_format.Document) -> None:
    if part["version"] > whole["version"]:
        raise errors.BadInput(
            say(
                "%(where)s: version %(version)s is later than the whole, which is at "
                "version %(latest)s.",
                where=where,
                version=reading.show(part["version"]),
                latest=reading.show(whole["version"]),
            )
        )


def _refuse_unknown(
    where: Sentence, noun: Literal["player", "game", "group"], uid: str, known: Iterable[str]
) -> None:
    if uid not in known:
        raise file_format.unknown(where, noun, uid)
