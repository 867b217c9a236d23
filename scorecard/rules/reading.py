"""Read what was typed, refusing what is no number, no player or no card."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from scorecard.rules.core import Json, Refused, Round
from scorecard.rules.words import Sentence, begun, joined, quoted, say, shown

Role = Literal["banker", "farmer"]
"""What one player is in a round."""
SHOWN_CHARACTERS = 40
"""Longer values are cut when a message quotes them."""

OBJECTS = (dict, Mapping)
LISTS = (list, Sequence)
"""What JSON gives stands first: asking for an abstract class is slow."""


def show(value: Json) -> Sentence:
    """Return ``value`` as a message quotes it: short, on one line, whatever it is."""
    match value:
        case bool() | None:
            return {True: say("true"), False: say("false"), None: say("nothing")}[value]
        case int():
            digits = value.bit_length() * 0.30103
            if digits >= SHOWN_CHARACTERS:
                return say("a number too large to write")
            return shown(value)
        case float():
            return quoted(repr(value))
        case str():
            text = value.encode("utf-8", "replace").decode("utf-8")
            cut = text[:SHOWN_CHARACTERS]
            return quoted(f'"{cut}…"' if len(text) > SHOWN_CHARACTERS else f'"{cut}"')
        case list() | tuple():
            return say("a list")
        case dict():
            return say("an object")
        case _:
            return quoted(f"a {type(value).__name__}")


def whole(value: Json, what: str, *, player: str = "", item: str = "") -> int:
    """Return ``value`` if it is a whole number of 0 or more; refuse text, halves and booleans.

    ``what`` names the number, as in "number of Squirts cards"; ``item`` is its dotted place.
    """
    if type(value) is int and value >= 0:
        return value
    signed(value, what, player=player, item=item)
    raise Refused(
        "negative_number",
        say(
            "%(what)s cannot be negative, but %(show)s was entered.",
            what=_whose(player, what),
            show=show(value),
        ),
        player=player,
        item=item,
    )


def signed(value: Json, what: str, *, player: str = "", item: str = "") -> int:
    """Return ``value`` if it is a whole number of either sign."""
    if type(value) is not int:
        raise Refused(
            "not_whole_number",
            say(
                "%(what)s must be a whole number, but %(show)s was entered.",
                what=_whose(player, what),
                show=show(value),
            ),
            player=player,
            item=item,
        )
    return value


def switch(value: Json, what: str, *, player: str = "", item: str = "") -> bool:
    """Return ``value`` if it is true or false."""
    if type(value) is not bool:
        raise Refused(
            "malformed",
            say(
                "%(what)s must be true or false, not %(show)s.",
                what=_whose(player, what),
                show=show(value),
            ),
            player=player,
            item=item,
        )
    return value


def mapping(value: Json, what: str, *, player: str = "") -> Mapping[str, Json]:
    """Return ``value`` if it is a JSON object."""
    if not isinstance(value, OBJECTS):
        raise Refused(
            "malformed",
            say(
                "%(what)s must be an object, not %(show)s.",
                what=_whose(player, what),
                show=show(value),
            ),
            player=player,
        )
    return value


def sequence(value: Json, what: str) -> Sequence[Json]:
    """Return ``value`` if it is a JSON list."""
    if not isinstance(value, LISTS) or isinstance(value, str):
        raise Refused(
            "malformed",
            say("%(what)s must be a list, not %(show)s.", what=_whose("", what), show=show(value)),
        )
    return value


def known_keys(
    value: Mapping[str, Json], known: Collection[str], what: str, *, player: str = ""
) -> None:
    """Refuse keys that mean nothing here, so that a misspelt one is not lost in silence."""
    for key in value:
        if key not in known:
            raise Refused(
                "malformed",
                say(
                    "%(what)s has %(key)s, which means nothing here.",
                    what=_whose(player, what),
                    key=show(key),
                ),
                player=player,
            )


def _whose(player: str, what: str) -> Sentence:
    return say("%(player)s's %(what)s", player=player, what=what) if player else begun(what)


def entries_by_player(round_: Round, entries_key: str, players: Collection[str]) -> dict[str, Json]:
    """Return the players' entries of a round by name, in seating order.

    Refuses names that do not play, or no longer do. Missing entries are not refused here. A game
    without such entries, whose ``entries_key`` is "", has none.
    """
    if not entries_key:
        return {}
    given = round_.data.get(entries_key, {})
    if type(given) is not dict:
        given = mapping(
            given,
            say(
                "%(entries_key)s of round %(number)s", entries_key=entries_key, number=round_.number
            ),
        )
    found = {name: given[name] for name in round_.present if name in given}
    if len(found) == len(given):
        return found
    found = {}
    for name, entry in given.items():
        trimmed = name.strip()
        if trimmed not in round_.present:
            message = (
                say(
                    "Round %(number)s: %(name)s has left and takes no part in it.",
                    number=round_.number,
                    name=trimmed,
                )
                if trimmed in players
                else say(
                    "Round %(number)s: %(name)s is not one of the players.",
                    number=round_.number,
                    name=show(trimmed),
                )
            )
            raise Refused("unknown_player", message, player=trimmed)
        if trimmed in found:
            raise Refused(
                "duplicate_name",
                say(
                    "Round %(number)s has %(trimmed)s twice.", number=round_.number, trimmed=trimmed
                ),
                player=trimmed,
            )
        found[trimmed] = entry
    return {name: found[name] for name in round_.present if name in found}


def read_role(round_: Round, role: Role, players: Collection[str], expected: str) -> str:
    """Return who has a role in a round, such as the banker; whoever is expected if nobody is told.

    Refuses others than those present.
    """
    value = round_.data.get(role)
    if value is None:
        value = expected
    name = value.strip() if isinstance(value, str) else ""
    if name not in round_.present:
        told = {"role": _role_in(role, round_.number), "show": show(value)}
        message = (
            say("%(role)s cannot be %(show)s, who has left and takes no part in it.", **told)
            if name in players
            else say("%(role)s cannot be %(show)s, who is not a player.", **told)
        )
        raise Refused("unknown_player", message, player=name, item=role)
    return name


def _role_in(role: Role, number: int) -> Sentence:
    match role:
        case "banker":
            return say("The banker of hand %(number)s", number=number)
        case "farmer":
            return say("The farmer of deal %(number)s", number=number)


def refuse_player_count(game: str, players: Collection[str], fewest: int, most: int) -> None:
    """Refuse fewer or more players than the game, as it is named in the sentence, is for."""
    if not fewest <= len(players) <= most:
        told = {"game": game, "most": most, "players": len(players)}
        message = (
            say("%(game)s is for %(most)s players, not %(players)s.", **told)
            if fewest == most
            else say(
                "%(game)s is for %(fewest)s to %(most)s players, not %(players)s.",
                fewest=fewest,
                **told,
            )
        )
        raise Refused("player_count", message)


def refuse_missing(round_: Round, entries: Mapping[str, Json]) -> None:
    """Refuse a round in which somebody who takes part has no entry."""
    missing = [name for name in round_.present if name not in entries]
    if missing:
        raise Refused(
            "missing_entry",
            say(
                "Round %(number)s has no entry for %(missing)s.",
                number=round_.number,
                missing=listed(missing),
            ),
            player=missing[0],
        )


def listed(names: Collection[str]) -> Sentence:
    """Join names as a sentence does: "Ann", "Ann and Bob", "Ann, Bob and Cy"."""
    *others, last = names
    if not others:
        return quoted(last)
    return say("%(names)s and %(last)s", names=joined(others, ", "), last=last)


def in_turn(names: Sequence[str]) -> Sentence:
    """Join names as a sentence tells an order: "Ann, then Bob, then Cy"; "" where there is none."""
    found = quoted(names[0] if names else "")
    for name in names[1:]:
        found = say("%(first)s, then %(last)s", first=found, last=name)
    return found
