"""Read what was typed, refusing what is no number, no player or no card."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from scorecard.rules import core
from scorecard.rules.round_words import numbered
from scorecard.rules.words import NOTHING, Sentence, begun, joined, quoted, say, shown

SHOWN_CHARACTERS = 40
"""Longer values are cut when a message quotes them."""

OBJECTS = (dict, Mapping)
LISTS = (list, Sequence)
"""What JSON gives stands first: asking for an abstract class is slow."""


def show(value: core.Json) -> Sentence:
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


def is_unicode(text: str) -> bool:
    """Whether a text can be stored; JSON may hold half of a surrogate pair, which cannot."""
    return text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text)


def whole(value: core.Json, what: str, *, player: str = "", item: str = "") -> int:
    """Return ``value`` if it is a whole number of 0 or more; refuse text, halves and booleans.

    ``what`` names the number, as in "number of wild cards left over"; ``item`` is its dotted place.
    """
    if type(value) is int and value >= 0:
        return value
    signed(value, what, player=player, item=item)
    raise core.Refused(
        "negative_number",
        "%(what)s cannot be negative, but you entered %(show)s.",
        what=_whose(player, what),
        show=show(value),
        player=player,
        item=item,
    )


def signed(value: core.Json, what: str, *, player: str = "", item: str = "") -> int:
    """Return ``value`` if it is a whole number of either sign."""
    if type(value) is not int:
        raise core.Refused(
            "not_whole_number",
            "%(what)s must be a whole number, but you entered %(show)s.",
            what=_whose(player, what),
            show=show(value),
            player=player,
            item=item,
        )
    return value


def switch(value: core.Json, what: str, *, player: str = "", item: str = "") -> bool:
    """Return ``value`` if it is true or false."""
    if type(value) is not bool:
        raise core.Refused(
            "malformed",
            "%(what)s must be true or false, not %(show)s.",
            what=_whose(player, what),
            show=show(value),
            player=player,
            item=item,
        )
    return value


def mapping(value: core.Json, what: str, *, player: str = "") -> Mapping[str, core.Json]:
    """Return ``value`` if it is a JSON object."""
    if not isinstance(value, OBJECTS):
        raise core.Refused(
            "malformed",
            "%(what)s must be an object, not %(show)s.",
            what=_whose(player, what),
            show=show(value),
            player=player,
        )
    return value


def sequence(value: core.Json, what: str) -> Sequence[core.Json]:
    """Return ``value`` if it is a JSON list."""
    if not isinstance(value, LISTS) or isinstance(value, str):
        raise core.Refused(
            "malformed",
            say("%(what)s must be a list, not %(show)s.", what=_whose("", what), show=show(value)),
        )
    return value


def known_keys(
    value: Mapping[str, core.Json], known: Collection[str], what: str, *, player: str = ""
) -> None:
    """Refuse keys that mean nothing here, so that a misspelt one is not lost in silence."""
    for key in value:
        if key not in known:
            raise core.Refused(
                "malformed",
                "%(what)s has %(key)s, which means nothing here.",
                what=_whose(player, what),
                key=show(key),
                player=player,
            )


def parts(
    value: core.Json, known: Collection[str], what: str, *, player: str = ""
) -> Mapping[str, core.Json]:
    """Return ``value`` if it is a JSON object in which nothing else is said than what is known."""
    given = mapping(value, what, player=player)
    known_keys(given, known, what, player=player)
    return given


def known_parts(round_: core.Round, known: Collection[str]) -> None:
    """Refuse what means nothing in a round."""
    if not all(map(known.__contains__, round_.data)):
        known_keys(round_.data, known, numbered(round_.word, round_.number))


def _whose(player: str, what: str) -> Sentence:
    """Return what something is and whose, unless the name is part of what it is."""
    has_name = isinstance(what, Sentence) and what.values.get("name") == player
    if not player or has_name:
        return begun(what)
    return say("%(player)s’s %(what)s", player=player, what=what)


def entries_by_player(
    round_: core.Round, entries_key: str, players: Collection[str]
) -> dict[str, core.Json]:
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
    entries = {name: given[name] for name in round_.present if name in given}
    if len(entries) == len(given):
        return entries
    return _entries_by_trimmed_name(round_, given, players)


def _entries_by_trimmed_name(
    round_: core.Round, given: Mapping[str, core.Json], players: Collection[str]
) -> dict[str, core.Json]:
    entries: dict[str, core.Json] = {}
    for name, entry in given.items():
        trimmed = named(round_, name, players)
        if trimmed in entries:
            raise round_.refused(
                "duplicate_name",
                "%(round)s has %(trimmed)s twice.",
                round=numbered(round_.word, round_.number),
                trimmed=trimmed,
                player=trimmed,
            )
        entries[trimmed] = entry
    return {name: entries[name] for name in round_.present if name in entries}


def named(
    round_: core.Round,
    value: core.Json,
    players: Collection[str],
    item: str = "",
    where: Sentence = NOTHING,
) -> str:
    """Return who is named in an ``item`` of a round, trimmed, refusing whoever takes no part.

    ``where`` begins the message, by default with the round.
    """
    name = value.strip() if isinstance(value, str) else ""
    if name in round_.present:
        return name
    values = {"where": where or numbered(round_.word, round_.number)}
    message = (
        say(
            "%(where)s: %(name)s takes no part in it, having left or not come yet.",
            name=name,
            **values,
        )
        if name in players
        else say("%(where)s: %(name)s is not one of the players.", name=show(value), **values)
    )
    raise core.Refused("unknown_player", message, player=name, item=item)


def names(
    round_: core.Round,
    value: core.Json,
    item: str,
    read: Callable[[core.Json], str],
    before: Collection[str] = (),
    called: Sentence = NOTHING,
) -> list[str]:
    """Return whom a list in an ``item`` of a round names, each of them read; refuse anybody twice.

    Those named ``before`` count as well. ``called`` is the name of the item for people.
    """
    found: list[str] = []
    for one in sequence(value, called or item):
        name = read(one)
        if name in found or name in before:
            raise named_twice(round_, name, item, called)
        found.append(name)
    return found


def named_twice(
    round_: core.Round, name: str, item: str, called: Sentence = NOTHING
) -> core.Refused:
    """Return, to be raised, that somebody is named twice in an ``item`` of a round."""
    where, under = numbered(round_.word, round_.number), called or item
    message = say(
        "%(round)s names %(name)s twice under %(item)s.", round=where, name=name, item=under
    )
    return core.Refused("duplicate_name", message, player=name, item=item)


def read_role(round_: core.Round, role: str, players: Collection[str], expected: str) -> str:
    """Return who has a role in a round, such as the dealer; if nobody is named, who is expected.

    ``role`` is its key.
    """
    value = round_.data.get(role)
    return named(round_, expected if value is None else value, players, role)


def refuse_player_count(game: str, players: Collection[str], fewest: int, most: int) -> None:
    """Refuse fewer or more players than the game, as it is named in the sentence, is for."""
    if not fewest <= len(players) <= most:
        values = {"game": game, "most": most, "players": len(players)}
        message = (
            say("%(game)s is for %(most)s players, not %(players)s.", **values)
            if fewest == most
            else say(
                "%(game)s is for %(fewest)s to %(most)s players, not %(players)s.",
                fewest=fewest,
                **values,
            )
        )
        raise core.Refused("player_count", message)


def refuse_missing(round_: core.Round, entries: Collection[str]) -> None:
    """Refuse a round in which somebody who takes part has no entry."""
    if missing := round_.missing(entries):
        raise round_.refused(
            "missing_entry",
            "%(round)s has no entry for %(missing)s.",
            round=numbered(round_.word, round_.number),
            missing=listed(missing),
            player=missing[0],
        )


def refuse_awaited(round_: core.Round, awaited: core.Awaited) -> None:
    """Refuse a round in which something is awaited: somebody's entry, or what else."""
    if awaited.players:
        refuse_missing(round_, [name for name in round_.present if name not in awaited.players])
    if awaited.table:
        raise round_.refused(
            "missing_entry",
            "%(round)s does not say %(what)s (%(item)s).",
            round=numbered(round_.word, round_.number),
            what=awaited.table,
            item=awaited.item,
        )


def listed(names: Collection[str]) -> Sentence:
    """Join names as a sentence does: "Ann", "Ann and Bob", "Ann, Bob and Cy"; "" for none."""
    *others, last = names or ("",)
    if not others:
        return quoted(last)
    return say("%(names)s and %(last)s", names=joined(others, ", "), last=last)


def in_turn(names: Sequence[str]) -> Sentence:
    """Join names as a sentence tells an order: "Ann, then Bob, then Cy"; "" where there is none."""
    sentence = quoted(names[0] if names else "")
    for name in names[1:]:
        sentence = say("%(first)s, then %(last)s", first=sentence, last=name)
    return sentence
