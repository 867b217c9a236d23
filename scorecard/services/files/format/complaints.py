"""Say in words what is wrong with the shape of a file, and where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, joined, quoted, say

NOUNS: Mapping[str, Sentence] = {
    "players": say("player"),
    "seasons": say("season"),
    "games": say("game"),
    "rounds": say("round"),
    "entries": say("entry"),
    "seats": say("seat"),
    "history": say("history line"),
    "house_rules": say("set of house rules"),
    "versions": say("version"),
    "agreements": say("agreement"),
    "proposals": say("proposal"),
    "votes": say("vote"),
    "comments": say("comment"),
    "rulings": say("ruling"),
    "amendments": say("amendment"),
    "consents": say("consent"),
    "phones": say("phone"),
    "table": say("line of the frozen table"),
    "titles": say("title"),
    "awards": say("award"),
    "adjustments": say("points by hand"),
    "teams": say("team"),
    "divisions": say("division"),
    "cash": say("entry of the cash box"),
    "shares": say("share"),
}
"""What one item of a list is called."""
FIRST_NOUNS: Mapping[str, Sentence] = {
    "players": say("Player"),
    "seasons": say("Season"),
    "games": say("Game"),
    "house_rules": say("Set of house rules"),
    "rulings": say("Ruling"),
}
"""What one item of a list is called at the beginning of a sentence."""
COMPLAINTS = {"missing": say("is missing"), "extra_forbidden": say("means nothing here")}
"""What is wrong with a part of a file, by the type of Pydantic's error."""
WANTED = {
    "int_type": say("a whole number"),
    "int_from_float": say("a whole number"),
    "string_pattern_mismatch": say("8 to 16 letters and digits"),
    "string_type": say("text"),
    "bool_type": say("true or false"),
    "list_type": say("a list"),
    "dict_type": say("an object"),
    "model_type": say("an object"),
    "float_type": say("a number"),
    "string_too_short": say("some text"),
}
"""What a part of a file must be, by the type of Pydantic's error."""


def sentence(error: ValidationError) -> Sentence:
    """Return in words the first error of a validation, and where it is."""
    first = error.errors(include_url=False)[0]
    *places, last = place_in_words(first["loc"]) or [say("The file")]
    place = joined([joined(places, ", "), last], ": ") if places else last
    complaint = _complaint(first)
    if complaint.endswith("."):  # The refusals of names are whole sentences.
        return joined([place, complaint])
    return say("%(place)s %(complaint)s.", place=place, complaint=complaint)


def place_in_words(location: Iterable[int | str]) -> list[Sentence]:
    """Return the steps to a place in a file in words: "Game 3", "round 2", "“number”"."""
    steps: list[Sentence] = []
    name = "item"
    for step in location:
        if isinstance(step, int):
            del steps[-1:]
            nouns, other = (NOUNS, name) if steps else (FIRST_NOUNS, name[:1].upper() + name[1:])
            noun = nouns.get(name, quoted(other))
            steps.append(say("%(noun)s %(number)s", noun=noun, number=step + 1))
        else:
            name = step
            steps.append(say("“%(name)s”", name=name))
    return steps


def _complaint(error: Any) -> Sentence:
    kind, value, more = error["type"], reading.show(error["input"]), error.get("ctx", {})
    if kind == "value_error":
        return quoted(more["error"].args[0])
    if kind == "too_short":
        return say("has fewer than %(least)s items", least=more["min_length"])
    if kind == "too_long":
        return say("has more than %(most)s items", most=more["max_length"])
    if (wanted := WANTED.get(kind) or _limit(kind, more)) is not None:
        return say("must be %(wanted)s, not %(value)s", wanted=wanted, value=value)
    return COMPLAINTS.get(kind, say("cannot be used"))


def _limit(kind: str, more: Mapping[str, Any]) -> Sentence | None:
    match kind:
        case "greater_than_equal":
            return say("%(number)s or more", number=more["ge"])
        case "less_than_equal":
            return say("%(number)s or less", number=more["le"])
        case "string_too_long":
            return say("%(number)s characters or fewer", number=more["max_length"])
        case "literal_error":
            return quoted(str(more["expected"]))
    return None
