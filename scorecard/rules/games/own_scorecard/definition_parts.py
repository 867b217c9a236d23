"""Reads the parts of a definition, one JSON object each; errors name the place of a value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NoReturn

from scorecard.rules import core
from scorecard.rules.games.own_scorecard import definitions
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, say

WHOLE = say("the scorecard")
Many = Literal["fields", "cards", "contracts", "totals"]
"""The lists in a definition."""
NOUNS = {
    "all_others": say("all others"),
    "base": say("base"),
    "bonus": say("bonus"),
    "cards": say("cards"),
    "defence": say("defence"),
    "fewest players": say("fewest players"),
    "field": say("field"),
    "fields": say("fields"),
    "contracts": say("contracts"),
    "has_dealer": say("dealer"),
    "highest number": say("highest number"),
    "hint": say("hint"),
    "is_exact": say("exact"),
    "is_growing": say("growing"),
    "is_money": say("money"),
    "is_optional": say("optional"),
    "is_paid": say("paid"),
    "is_required": say("required"),
    "is_signed": say("signed"),
    "is_times": say("times"),
    "is_zero_sum": say("zero sum"),
    "key": say("key"),
    "kind": say("kind"),
    "label": say("label"),
    "lost": say("lost"),
    "made": say("made"),
    "made_per_bid": say("made per bid"),
    "missed": say("missed"),
    "missed_per_bid": say("missed per bid"),
    "most players": say("most players"),
    "name": say("name"),
    "notes": say("notes"),
    "number": say("number"),
    "number in a round": say("number in a round"),
    "number in the deck": say("number in the deck"),
    "per_over": say("per over"),
    "per_short": say("per short"),
    "per_trick": say("per trick"),
    "partner": say("partner"),
    "players": say("players"),
    "plus": say("plus"),
    "round_word": say("round word"),
    "sides": say("sides"),
    "source": say("source"),
    "tie": say("tie"),
    "total": say("total"),
    "totals": say("totals"),
    "when": say("when"),
    "wins": say("wins"),
    "worth": say("worth"),
}
"""The names of keys and numbers in messages."""
_NUMBERED = {
    "fields": lambda number: say("field %(number)s", number=number),
    "cards": lambda number: say("card %(number)s", number=number),
    "contracts": lambda number: say("contract %(number)s", number=number),
}


class Part:
    """A reader for one object in a definition, with its place, and its name in messages.

    ``rest`` are the keys that were not read yet.
    """

    def __init__(self, value: core.Json, place: str, name: Sentence, position: int = 0) -> None:
        if not isinstance(value, Mapping):
            raise definitions.BadDefinition(place, must_be(name, say("an object"), value))
        self.rest = dict(value)
        self.place = place
        self.name = name
        self.position = position

    def refuse(self, key: str, complaint: Sentence) -> NoReturn:
        """Raise an error about a key of this part."""
        raise definitions.BadDefinition(".".join(filter(None, (self.place, key))), complaint)

    def take(self, key: str) -> core.Json:
        """Take the value of a key out of the rest."""
        return self.rest.pop(key, None)

    def close(self) -> None:
        """Refuse unknown keys, which are those that were not read."""
        for key in map(reading.show, self.rest):
            self.refuse(
                "", say("%(name)s has %(key)s, which means nothing here", name=self.name, key=key)
            )

    def text(
        self, key: str, longest: int, default: str | None = None, *, has_lines: bool = False
    ) -> str:
        """Return a text without superfluous spaces, refusing unprintable characters."""
        value = self.take(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, str):
            self.refuse(key, must_be(self._the(key), say("text"), value))
        lines = value.splitlines() if has_lines else [value]
        lines = [" ".join(line.split()) for line in lines]
        text = "\n".join(lines).strip()
        if not all(line.isprintable() for line in lines):
            self.refuse(
                key, say("%(key)s has characters that cannot be printed", key=self._the(key))
            )
        if not text and key in ("label", "name"):
            self.refuse(key, say("%(name)s has no name", name=self.name))
        if not (text or default == "") or len(text) > longest:
            low = 0 if default == "" else 1
            span = say("%(low)s to %(longest)s characters", low=low, longest=longest)
            self.refuse(
                key,
                say(
                    "%(key)s must have %(span)s, not %(count)s",
                    key=self._the(key),
                    span=span,
                    count=len(text),
                ),
            )
        # An unchanged value may be a Sentence, and stays one.
        return value if value == text else text

    def key(self, what: str) -> str:
        """Return the key of this part in a round's entries; by default one made of its position."""
        value = self.take("key")
        if value is None:
            return f"{what}_{self.position + 1}"
        if not isinstance(value, str) or not definitions.KEY.fullmatch(value):
            rule = say("up to 30 small letters, digits and underscores, a letter first")
            self.refuse("key", must_be(self._the("key"), rule, value))
        return value

    def number(self, key: str, low: int, high: int, default: Any = ..., noun: str = "") -> Any:
        """Return a whole number from ``low`` to ``high``, or the default if there is one."""
        value = self.take(key)
        if value is None and default is not ...:
            return default
        if type(value) is not int or not low <= value <= high:
            self.refuse(key, whole(self._the(noun or key), low, high, value))
        return value

    def worth(self, key: str, default: Any = ...) -> int:
        """Return points of either sign."""
        return int(self.number(key, -definitions.MOST_WORTH, definitions.MOST_WORTH, default))

    def flag(self, key: str) -> bool:
        """Return a boolean, by default False."""
        value = self.take(key)
        if value is not None and type(value) is not bool:
            self.refuse(key, must_be(self._the(key), say("true or false"), value))
        return bool(value)

    def one_of(self, key: str, allowed: Sequence[str], default: str | None = None) -> Any:
        """Return one of several words."""
        value = self.take(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, str) or value not in allowed:
            wanted = say("one of %(known)s", known=", ".join(allowed))
            self.refuse(key, must_be(self._the(key), wanted, value))
        return value

    def items(self, key: str, noun: Many, fewest: int, most: int) -> list[core.Json]:
        """Return a list that is neither too short nor too long."""
        value = self.take(key)
        if value is None and fewest == 0:
            return []
        if not isinstance(value, list):
            self.refuse(key, must_be(self._the(noun), say("a list"), value))
        if not fewest <= len(value) <= most:
            self.refuse(
                key,
                say(
                    "%(name)s must have %(fewest)s to %(most)s %(things)s, not %(count)s",
                    name=self.name,
                    fewest=fewest,
                    most=most,
                    things=NOUNS[noun],
                    count=len(value),
                ),
            )
        return value

    def part(self, key: str, name: Sentence) -> Part | None:
        """Return a reader for an object inside this one, or None."""
        value = self.take(key)
        place = ".".join(filter(None, (self.place, key)))
        return None if value is None else Part(value, place, name)

    def parts(
        self, key: Literal["fields", "cards", "contracts"], most: int, fewest: int = 1
    ) -> list[Part]:
        """Return readers for the objects of a list inside this one."""
        place = ".".join(filter(None, (self.place, key)))
        return [
            Part(
                item,
                f"{place}.#{position}",
                _NUMBERED[key](position + 1),
                position,
            )
            for position, item in enumerate(self.items(key, key, fewest, most))
        ]

    def _the(self, what: str) -> Sentence:
        return say("the %(noun)s of %(name)s", noun=NOUNS[what], name=self.name)


def whole(what: Sentence, low: int, high: int, value: core.Json) -> Sentence:
    """Return the complaint about a number that is not in its range."""
    wanted = say("a whole number from %(low)s to %(high)s", low=low, high=high)
    return must_be(what, wanted, value)


def must_be(what: Sentence, wanted: Sentence, value: core.Json) -> Sentence:
    """Return the complaint about a value of the wrong kind."""
    return say(
        "%(what)s must be %(wanted)s, not %(value)s",
        what=what,
        wanted=wanted,
        value=reading.show(value),
    )
