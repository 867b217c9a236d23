"""What must hold in the games of an export, and what the rules make of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorecard import errors
from scorecard.rules import Refusal, Sheet, amendments, bounds, card_game, kinds, score
from scorecard.rules.sheet import NotARecord, check_options, rules_for
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, say
from scorecard.services.files.checking import file_ids, history_checks
from scorecard.services.files.format import file_format, json_text


@dataclass(frozen=True, slots=True)
class Scored:
    """A game of a file as the rules score it, and which card game it counts as."""

    sheet: Sheet
    kind: str


def check(
    where: Sentence, game: file_format.Document, players: Mapping[str, Any], group_uid: str | None
) -> Scored:
    """Refuse what cannot be in a game, which sentences call ``where``; return its scores."""
    _check_seats(where, game, players)
    _check_rounds(where, game)
    scored = _scored(where, game)
    _check_amendments(where, game)
    _check_phones(where, game)
    history_checks.check(where, game, players, group_uid)
    return scored


def _check_seats(where: Sentence, game: file_format.Document, players: Mapping[str, Any]) -> None:
    seats = game["seats"]
    what = say("%(place)s: seats", place=where)
    file_ids.refuse_gaps(what, [seat["position"] for seat in seats])
    for seat in seats:
        if seat["player"] is not None:
            place = say("%(where)s, seat %(seat)s", where=where, seat=seat["position"])
            file_ids.refuse_unknown(place, "player", seat["player"], players)
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
    what = say("%(place)s: rounds", place=where)
    file_ids.refuse_gaps(what, [round_["number"] for round_ in rounds])
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
        _check_entries(place, round_, game)
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


def _check_entries(
    place: Sentence, round_: file_format.Document, game: file_format.Document
) -> None:
    positions = [entry["seat"] for entry in round_["entries"]]
    file_ids.refuse_twice(say("%(place)s: entries for seats", place=place), positions)
    file_ids.refuse_no_seats(place, positions, game)
    for entry in round_["entries"]:
        seat = say("%(where)s, seat %(seat)s", where=place, seat=entry["seat"])
        history_checks.refuse_later(seat, entry, game)


def _record_of(game: file_format.Document, *, closed: bool = True) -> dict[str, Any]:
    """Return a game of a file as a record that the rules score, of its closed or open rounds."""
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
    left = {s["name"]: s["left_after"] for s in game["seats"] if s["left_after"] is not None}
    joined = {seat["name"]: seat["joined"] for seat in game["seats"] if seat["joined"]}
    ahead = {seat["name"]: seat["head_start"] for seat in game["seats"] if seat["head_start"]}
    of_players = {"left": left, "joined": joined, "head_starts": ahead}
    return record | {key: values for key, values in of_players.items() if values}


def _scored(where: Sentence, game: file_format.Document) -> Scored:
    with file_ids.inside(where):
        record = _record_of(game)
        unfinished = _record_of(game, closed=False)["rounds"]
    open_round = None if game["ended_at"] or not unfinished else unfinished[0]
    result = score(record, open_round=open_round)
    if isinstance(result, Refusal):
        at_round = say("%(where)s, round %(round)s", where=where, round=result.round)
        place = at_round if result.round else where
        raise errors.BadInput(say("%(place)s: %(message)s", place=place, message=result.message))
    numbers = [*result.totals.values()]
    numbers += [points for scores in result.round_scores for points in scores.values()]
    if any(number is not None and abs(number) > json_text.LARGEST_NUMBER for number in numbers):
        raise errors.BadInput(say("%(where)s: its scores are too large to keep.", where=where))
    return Scored(result, kinds.kind_of(rules_for(game["rules"], game["options"])))


def _check_amendments(where: Sentence, game: file_format.Document) -> None:
    rules = rules_for(game["rules"], game["options"])
    for number, amendment in enumerate(game["amendments"], start=1):
        place = say("%(where)s, amendment %(number)s", where=where, number=number)
        refuse_unplayable(place, rules, amendment["options"])
    waiting = game["waiting"]
    if waiting is None:
        return
    place = say("%(where)s, the change that waits", where=where)
    refuse_unplayable(place, rules, waiting["options"])
    seats = [consent["seat"] for consent in waiting["consents"]]
    file_ids.refuse_twice(say("%(place)s: consents of seats", place=place), seats)
    file_ids.refuse_no_seats(place, seats, game)


def refuse_unplayable(
    where: Sentence, rules: card_game.GameRules[Any], options: file_format.Document
) -> None:
    """Refuse options that the rules of a card game refuse."""
    chosen = check_options(rules, options)
    if isinstance(chosen, Refusal):
        raise errors.BadInput(say("%(where)s: %(message)s", where=where, message=chosen.message))


def _check_phones(where: Sentence, game: file_format.Document) -> None:
    file_ids.refuse_twice(
        say("%(where)s: phones", where=where), [phone["phone"] for phone in game["phones"]]
    )
    for phone in game["phones"]:
        place = say("%(where)s, phone %(phone)s", where=where, phone=phone["phone"])
        file_ids.refuse_twice(say("%(place)s: seats", place=place), phone["seats"])
        file_ids.refuse_no_seats(place, phone["seats"], game)
