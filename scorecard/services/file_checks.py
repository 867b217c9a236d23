"""What must hold in an export beyond its shape: references, the rules, and a history that fits.

Everything here refuses with :class:`BadInput`, in a sentence that says which part it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NoReturn
from zoneinfo import available_timezones

from scorecard.errors import BadInput
from scorecard.models import Change, Game, GroupChange, Seat
from scorecard.rules import Refusal, Sheet, score
from scorecard.rules.amendments import effective
from scorecard.rules.core import GameRules
from scorecard.rules.kinds import kind_of
from scorecard.rules.reading import show
from scorecard.rules.sheet import NotARecord, check_options, rules_for
from scorecard.services import book_files, changes, exports, group_changes, history, seasons
from scorecard.services.file_format import (
    LARGEST_NUMBER,
    Document,
    games_of,
    refuse_twice,
    seasons_of,
)

BROKEN = (KeyError, TypeError, ValueError, IndexError, AttributeError)
"""What telling a line of history in words raises where something is missing in it."""


@dataclass(frozen=True, slots=True)
class Scored:
    """What the rules make of a game in a file."""

    sheet: Sheet
    kind: str


def check(document: Document) -> dict[str, Scored]:
    """Refuse what cannot be in a file; return what the rules make of its games, by their uids."""
    group, players = document["group"], document["players"]
    games, of_seasons = games_of(document), seasons_of(document)
    refuse_twice("Players", [player["uid"] for player in players])
    refuse_twice("Seasons", [season["uid"] for season in of_seasons])
    refuse_twice("Games", [game["uid"] for _where, game in games])
    if group and group["time_zone"] not in available_timezones():
        raise BadInput(f"The group: {show(group['time_zone'])} is no time zone known here.")
    known = {player["uid"]: player for player in players}
    _check_players(players, known)
    for number, season in enumerate(of_seasons, start=1):
        _check_season(f"Season {number} ({season['uid']})", season, known)
    _check_rematches(games)
    if document["kind"] == "group":
        _check_group(document["group"], known)
    book_files.check(document)
    return {
        game["uid"]: check_game(where, game, known, group["uid"] if group else None)
        for where, game in games
    }


def check_game(
    where: str, game: Document, players: Mapping[str, Any], group_uid: str | None
) -> Scored:
    """Refuse what cannot be in a game; ``where`` is what a sentence calls it."""
    _check_seats(where, game, players)
    _check_rounds(where, game)
    scored = _scored(where, game)
    _check_amendments(where, game)
    _check_phones(where, game)
    _check_history(where, game, players, group_uid)
    return scored


def _check_players(players: Sequence[Document], known: Mapping[str, Document]) -> None:
    names: dict[str, int] = {}
    for number, player in enumerate(players, start=1):
        where = f"Player {number} ({player['name']})"
        into = player["merged_into"]
        seen = {player["uid"]}
        while into is not None:
            _refuse_unknown(where, "player", into, known)
            if into in seen:
                raise BadInput(f"{where} is merged into {player['name']} again.")
            seen.add(into)
            into = known[into]["merged_into"]
        if player["merged_into"] is None:
            other = names.setdefault(player["name"].casefold(), number)
            if other != number:
                raise BadInput(f"Players {other} and {number} are both called {player['name']}.")


def _check_season(where: str, season: Document, players: Mapping[str, Any]) -> None:
    plan = seasons.Plan(
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
    except BadInput as error:
        raise BadInput(f"{where}: {error.message}") from None
    for name in ("kinds", "scheme", "tie_breaks"):
        if checked[name] != season[name]:
            raise BadInput(f"{where}: “{name}” cannot be {show(season[name])}.")
    if (season["closed_at"] is None) is not (season["final"] is None):
        raise BadInput(f"{where}: a closed season has a frozen table, and no other one has.")
    for uid in exports.players_frozen(season["final"]):
        _refuse_unknown(where, "player", uid, players)


def _check_rematches(games: Sequence[tuple[str, Document]]) -> None:
    known = {game["uid"]: game for _where, game in games}
    rematches: dict[str, str] = {}
    for where, game in games:
        of = game["rematch_of"]
        if of is None:
            continue
        _refuse_unknown(where, "game", of, known)
        if of in rematches:
            raise BadInput(f"{where} and {rematches[of]} are both the rematch of {of}.")
        rematches[of] = where
        if of == game["uid"]:
            raise BadInput(f"{where} is said to be its own rematch.")


def _check_group(group: Document, players: Mapping[str, Any]) -> None:
    where = "The group's history"
    _refuse_unordered(where, group)
    for number, line in enumerate(group["history"], start=1):
        try:
            told = group_changes.sentence(GroupChange(kind=line["kind"], about=line["about"]))
        except BROKEN:
            told = None
        if not isinstance(told, str) or not isinstance(line["about"].get("touching", ""), str):
            raise BadInput(f"{where}, line {number}: {show(line['kind'])} cannot be read.")
    refuse_twice("Phones of the group", [phone["phone"] for phone in group["phones"]])
    for phone in group["phones"]:
        refuse_twice("Players of one phone", phone["players"])
        for uid in phone["players"]:
            _refuse_unknown(f"The group, phone {phone['phone']}", "player", uid, players)


def _check_seats(where: str, game: Document, players: Mapping[str, Any]) -> None:
    seats = game["seats"]
    if [seat["position"] for seat in seats] != list(range(1, len(seats) + 1)):
        raise BadInput(f"{where}: its seats are not numbered 1, 2, 3 and so on.")
    for seat in seats:
        if seat["player"] is not None:
            _refuse_unknown(f"{where}, seat {seat['position']}", "player", seat["player"], players)
    if not 1 <= game["first_seat"] <= len(seats):
        raise BadInput(f"{where}: there is no seat {show(game['first_seat'])} to begin with.")


def _check_rounds(where: str, game: Document) -> None:
    rounds = game["rounds"]
    if [round_["number"] for round_ in rounds] != list(range(1, len(rounds) + 1)):
        raise BadInput(f"{where}: its rounds are not numbered 1, 2, 3 and so on.")
    closed = sum(round_["is_closed"] for round_ in rounds)
    versions = {line["version"] for line in game["history"]}
    for round_ in rounds:
        place = f"{where}, round {round_['number']}"
        if not round_["is_closed"] and round_["number"] != len(rounds):
            raise BadInput(f"{place} is not closed, but a later one is there.")
        if round_["version"] not in versions:
            raise BadInput(f"{place}: no history line has its version {show(round_['version'])}.")
        positions = [entry["seat"] for entry in round_["entries"]]
        refuse_twice(f"{place}: entries for seats", positions)
        for entry in round_["entries"]:
            if entry["seat"] > len(game["seats"]):
                raise BadInput(f"{place}: there is no seat {show(entry['seat'])}.")
            _refuse_later(f"{place}, seat {entry['seat']}", entry, game)
    for seat in game["seats"]:
        if seat["left_after"] is not None and seat["left_after"] > closed:
            raise BadInput(
                f"{where}: {seat['name']} cannot have left after round {show(seat['left_after'])}."
            )


def record_of(game: Document, *, closed: bool = True) -> dict[str, Any]:
    """Return a game of a file as the record that the rules score."""
    try:
        rules = rules_for(game["rules"], game["options"])
    except NotARecord:
        raise BadInput(f"there is no card game {show(game['rules'])} here.") from None
    names = {seat["position"]: seat["name"] for seat in game["seats"]}
    key, rounds = rules.entries_key, []
    for round_ in game["rounds"]:
        entries = {names[entry["seat"]]: entry["data"] for entry in round_["entries"]}
        if key in round_["data"] or (entries and not key):
            raise BadInput(f"round {round_['number']}: its entries do not stand where they belong.")
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
    if game["amendments"]:
        record["amendments"] = effective(game["amendments"])
    return record | {"left": left} if left else record


def _scored(where: str, game: Document) -> Scored:
    try:
        record = record_of(game)
        unfinished = record_of(game, closed=False)["rounds"]
    except BadInput as error:
        raise BadInput(f"{where}: {error.message}") from None
    counting = None if game["ended_at"] or not unfinished else unfinished[0]
    result = score(record, open_round=counting)
    if isinstance(result, Refusal):
        place = f"{where}, round {result.round}" if result.round else where
        raise BadInput(f"{place}: {result.message}")
    numbers = [*result.totals.values(), *(n for of in result.round_scores for n in of.values())]
    if any(number is not None and abs(number) > LARGEST_NUMBER for number in numbers):
        raise BadInput(f"{where}: its scores are too large to keep.")
    return Scored(result, kind_of(rules_for(game["rules"], game["options"])))


def _check_amendments(where: str, game: Document) -> None:
    rules = rules_for(game["rules"], game["options"])
    for number, amendment in enumerate(game["amendments"], start=1):
        place = f"{where}, amendment {number}"
        _refuse_unplayable(place, rules, amendment["options"])
    waiting = game["waiting"]
    if waiting is None:
        return
    place = f"{where}, the change that waits"
    _refuse_unplayable(place, rules, waiting["options"])
    refuse_twice(f"{place}: consents of seats", [given["seat"] for given in waiting["consents"]])
    for given in waiting["consents"]:
        if given["seat"] > len(game["seats"]):
            raise BadInput(f"{place}: there is no seat {show(given['seat'])}.")


def _refuse_unplayable(where: str, rules: GameRules[Any], options: Document) -> None:
    chosen = check_options(rules, options)
    if isinstance(chosen, Refusal):
        raise BadInput(f"{where}: {chosen.message}")


def _check_phones(where: str, game: Document) -> None:
    refuse_twice(f"{where}: phones", [phone["phone"] for phone in game["phones"]])
    for phone in game["phones"]:
        place = f"{where}, phone {phone['phone']}"
        refuse_twice(f"{place}: seats", phone["seats"])
        for seat in phone["seats"]:
            if seat > len(game["seats"]):
                raise BadInput(f"{place}: there is no seat {show(seat)}.")


def _check_history(
    where: str, game: Document, players: Mapping[str, Any], group_uid: str | None
) -> None:
    _refuse_unordered(where, game)
    _refuse_gap(where, game)
    table = Game(
        is_blind=False,
        seats=[Seat(position=seat["position"], name=seat["name"]) for seat in game["seats"]],
    )
    done: list[int] = []
    undone: list[int] = []
    for number, line in enumerate(game["history"], start=1):
        place = f"{where}, history line {number}"
        try:
            told = history.sentence(Change(kind=line["kind"], about=line["about"]), table)
        except BROKEN:
            told = None
        if not isinstance(told, str):
            raise BadInput(f"{place}: {show(line['kind'])} cannot be read.")
        can_be_undone = bool(line["what"]) and line["kind"] not in changes.NOT_UNDOABLE
        if line["is_undoable"] is not can_be_undone:
            raise BadInput(f"{place}: only what changed something can be undone.")
        _check_references(place, line["what"], players, group_uid)
        _follow(place, line, done, undone)
    _rewind(where, game, group_uid)


def _follow(place: str, line: Document, done: list[int], undone: list[int]) -> None:
    """Do to the versions that are done and undone what a line of history says."""
    source = {"undo": done, "redo": undone}.get(line["kind"])
    if not line["is_undoable"]:
        # Of what only changed a name that was forgotten since, nothing is left to undo or redo.
        is_earlier = source is not None and 0 < (line["reverts"] or 0) < line["version"]
        if line["reverts"] is not None and not is_earlier:
            raise BadInput(f"{place}: only undo and redo revert another line.")
        return
    if source is None:
        if line["reverts"] is not None:
            raise BadInput(f"{place}: only undo and redo revert another line.")
        done.append(line["version"])
        undone.clear()
        return
    if not source or source[-1] != line["reverts"]:
        raise BadInput(f"{place} cannot {line['kind']} version {show(line['reverts'])}.")
    (undone if source is done else done).append(source.pop())


def _check_references(
    place: str, what: Mapping[str, Any], players: Mapping[str, Any], group_uid: str | None
) -> None:
    for fact, pair in what.items():
        for value in pair:
            if fact == "group" and value is not None and value != group_uid:
                _refuse_unknown(place, "group", value, ())
            if fact.startswith("seat/") and value and value.get("player") is not None:
                _refuse_unknown(place, "player", value["player"], players)


def _rewind(where: str, game: Document, group_uid: str | None) -> None:
    """Refuse a history that does not lead to what the game holds, so that undo goes back there."""
    facts = _facts_of(game, group_uid)
    for number, line in reversed([*enumerate(game["history"], start=1)]):
        for fact, (before, after) in line["what"].items():
            stands = facts.get(fact)
            if fact.startswith("seat/") and stands and after:
                # The first histories do not say which player sat there.
                stands = {key: value for key, value in stands.items() if key in after}
            if stands != after:
                raise BadInput(
                    f"{where}, history line {number}: it does not lead to what stands there now "
                    f"({fact})."
                )
            is_seat = fact.startswith("seat/") and stands and before
            facts[fact] = {**facts[fact], **before} if is_seat else before


def _facts_of(game: Document, group_uid: str | None) -> dict[str, Any]:
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


def _refuse_unordered(where: str, part: Document) -> None:
    """Refuse versions that do not go up to that of what they are the history of."""
    before = 0
    for number, line in enumerate(part["history"], start=1):
        if line["version"] <= before:
            raise BadInput(
                f"{where}, line {number}: version {show(line['version'])} comes after version "
                f"{show(before)}."
            )
        before = line["version"]
        _refuse_later(f"{where}, line {number}", line, part)


def _refuse_gap(where: str, game: Document) -> None:
    """Refuse an ordered history in which a version of the game has no line."""
    versions = [line["version"] for line in game["history"]]
    if len(versions) < game["version"]:
        gaps = (number for number, version in enumerate(versions, start=1) if number != version)
        missing = next(gaps, len(versions) + 1)
        raise BadInput(f"{where}: its history has no line for version {show(missing)}.")


def _refuse_later(where: str, part: Document, whole: Document) -> None:
    if part["version"] > whole["version"]:
        raise BadInput(
            f"{where}: version {show(part['version'])} is later than the whole, which is at "
            f"version {show(whole['version'])}."
        )


def _refuse_unknown(where: str, noun: str, uid: str, known: Iterable[str]) -> None:
    if uid not in known:
        _unknown(where, noun, uid)


def _unknown(where: str, noun: str, uid: str) -> NoReturn:
    raise BadInput(f"{where}: there is no {noun} {uid} in this file.", code="unknown_reference")
