"""The field of a declarer, who plays a round against the others: its form, reading and scoring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from scorecard.rules import core
from scorecard.rules.games.own_scorecard import definitions
from scorecard.rules.games.own_scorecard.table import OwnSetup, asked_under, next_dealer, read_name
from scorecard.rules.round_words import numbered
from scorecard.rules.typed import fields, reading
from scorecard.rules.words import Sentence, quoted, say, shown

PARTS = ("declarer", "partner", "contract", "number", "plus", "result")
PARTNER = say("With whom?")
CONTRACT = say("Contract")
RESULT = say("Result")
RESULTS = {"won": say("Game won"), "lost": say("Game lost"), "passed": say("Nobody played")}


@dataclass(frozen=True, slots=True)
class Declared:
    """A declarer's round as it was read.

    ``value`` is its value, positive also if lost; ``missing`` is the first part without an answer.
    ``playing`` are the players without a dealer who sits out.
    """

    playing: tuple[str, ...]
    declarer: str = ""
    partner: str = ""
    contract: definitions.Contract | None = None
    value: int = 0
    result: Literal["", "won", "lost", "passed"] = ""
    missing: str = ""

    @property
    def who(self) -> Sentence:
        """The declarer and partner: "Ann & Cy"."""
        return quoted(" & ".join(filter(None, (self.declarer, self.partner))))


def playing(
    setup: OwnSetup, history: core.History, own: definitions.Declarer, inside: Sequence[str]
) -> tuple[str, ...]:
    """Return the players of a round: all who are inside, or all but the dealer."""
    if own.players is None or len(inside) <= own.players:
        return tuple(inside)
    dealer = next_dealer(setup, history, inside)
    return tuple(name for name in inside if name != dealer)


def asked(
    setup: OwnSetup, history: core.History, own: definitions.Declarer, inside: Sequence[str]
) -> tuple[fields.Field, ...]:
    """Return the form's fields about the declarer's game."""
    # The dealer of a round ahead may not be known yet.
    names = tuple(inside) if history.ahead else playing(setup, history, own, inside)
    contracts = tuple((one.key, quoted(one.label)) for one in own.contracts)
    times = tuple(one.key for one in own.contracts if one.is_times)
    signed: fields.FieldKind = "signed_points" if own.lowest < 0 else "points"
    most = {"high": definitions.MOST_TYPED}
    extra: dict[str, Any] = {"low": -definitions.MOST_TYPED, "is_rare": True, **most}
    number: dict[str, Any] = {"asked_if": (f"{own.key}.contract", times)} if own.contracts else {}

    def ask(part: str, label: Sentence, kind: fields.FieldKind, **more: Any) -> fields.Field:
        # Only the result is always required: if nobody played there is nothing else to enter.
        is_optional = part != "result"
        return fields.Field(f"{own.key}.{part}", label, kind, is_optional=is_optional, **more)

    by_part = {
        "declarer": ask(
            "declarer", quoted(own.label), "player", names=names, hint=quoted(own.hint)
        ),
        "partner": ask("partner", PARTNER, "player", names=names, none_label=say("Alone")),
        "contract": ask("contract", CONTRACT, "choice", choices=contracts),
        "number": ask("number", quoted(own.number), signed, low=own.lowest, **most, **number),
        "plus": ask("plus", quoted(own.plus), "signed_points", blank=shown(0), **extra),
        "result": ask("result", RESULT, "choice", choices=tuple(RESULTS.items())),
    }
    return tuple(by_part[part] for part in _parts(own, len(names)))


def _parts(own: definitions.Declarer, players: int) -> list[str]:
    """Return the parts that are asked with this number of players."""
    has_partner = own.partner_from is not None and players >= own.partner_from
    is_asked = {"partner": has_partner, "contract": own.contracts, "number": own.number}
    return [part for part in PARTS if is_asked.get(part, part != "plus" or own.plus)]


def read(
    setup: OwnSetup, history: core.History, round_: core.Round, inside: Sequence[str]
) -> Declared | None:
    """Read the declarer's field of a round; None if the scorecard has none."""
    own = setup.definition.declarer
    if own is None:
        return None
    value = round_.data.get(own.key)
    values = reading.mapping({} if value is None else value, own.label)
    names = playing(setup, history, own, inside)
    parts = _parts(own, len(names))
    reading.known_keys(values, parts, own.label)
    typed = _Typed(own, values, asked_under(setup, round_, own.label))
    result = typed.one_of("result", RESULTS)
    if result == "passed":
        return Declared(names, result=result)  # The other parts do not count then.
    named = {}
    for part in ("declarer", "partner"):
        item, label = f"{own.key}.{part}", own.label
        name = read_name(setup, round_, values.get(part), inside, item=item, label=label)
        named[part] = typed.player(part, names, name)
    declarer, partner = named.values()
    if declarer and declarer == partner:
        complaint = say("%(name)s cannot be both", name=declarer)
        raise typed.wrong("unknown_player", "partner", complaint)
    key = typed.one_of("contract", {one.key: quoted(one.label) for one in own.contracts})
    contract = next((one for one in own.contracts if one.key == key), None)
    number, plus = typed.number("number"), typed.number("plus")
    is_times = contract.is_times if contract else not own.contracts
    if number is not None and contract and not is_times:
        complaint = say("“%(contract)s” has no such number", contract=contract.label)
        raise typed.wrong("outcome_conflict", "number", complaint)
    answered = {"declarer": declarer, "contract": key or not own.contracts, "result": result}
    answered |= {"number": number is not None or not is_times, "partner": "partner" in values}
    missing = next((part for part in parts if not answered.get(part, True)), "")
    value = own.value_of(contract, number or 0) + (plus or 0)
    declared = Declared(names, declarer, partner, contract, value, result, missing)
    if result:
        refuse_missing(own, declared, numbered(setup.definition.round_word, round_.number))
    return declared


@dataclass(frozen=True, slots=True)
class _Typed:
    """A declarer's field as it was typed; ``where`` begins the messages about it."""

    own: definitions.Declarer
    values: Mapping[str, core.Json]
    where: Sentence

    def wrong(self, code: str, part: str, complaint: Sentence, player: str = "") -> core.Refused:
        """Return the exception for an invalid part."""
        message = say("%(where)s: %(complaint)s.", where=self.where, complaint=complaint)
        return core.Refused(code, message, player=player, item=f"{self.own.key}.{part}")

    def one_of(self, part: str, known: Mapping[str, Sentence]) -> Any:
        """Return the chosen key; "" for none."""
        value = self.values.get(part)
        if value is None or (isinstance(value, str) and value in known):
            return value or ""
        labels = reading.listed(list(known.values()))
        complaint = say("%(value)s is none of %(known)s", value=reading.show(value), known=labels)
        raise self.wrong("malformed", part, complaint)

    def player(self, part: str, names: Sequence[str], name: str | None) -> str:
        """Return a player's name, "" for nobody, refusing a dealer who sits out."""
        if name is None or name in names:
            return name or ""
        complaint = say("%(name)s deals and sits out", name=name)
        raise self.wrong("unknown_player", part, complaint, name)

    def number(self, part: Literal["number", "plus"]) -> int | None:
        """Return the typed number, or None."""
        value = self.values.get(part)
        if value is None:
            return None
        label = self.own.number if part == "number" else self.own.plus
        most = definitions.MOST_TYPED
        low = self.own.lowest if part == "number" else -most
        number = reading.signed(value, label, item=f"{self.own.key}.{part}")
        if not low <= number <= most:
            values = {
                "label": label,
                "low": shown(low),
                "most": most,
                "number": reading.show(number),
            }
            complaint = say(
                "“%(label)s” must be from %(low)s to %(most)s, not %(number)s", **values
            )
            raise self.wrong("points_not_possible", part, complaint)
        return number


def refuse_missing(own: definitions.Declarer, declared: Declared, where: Sentence) -> None:
    """Refuse a declarer's round with a missing part."""
    if not declared.missing:
        return
    called = {"partner": PARTNER, "contract": CONTRACT, "result": RESULT}
    called |= {"number": quoted(own.number), "declarer": quoted(own.label)}
    label = called[declared.missing]
    message = say("%(where)s needs an answer to “%(label)s”.", where=where, label=label)
    raise core.Refused("missing_entry", message, item=f"{own.key}.{declared.missing}")


def settled(own: definitions.Declarer, declared: Declared) -> dict[str, int]:
    """Return the points of everybody who played, by name."""
    if declared.result == "passed":
        return {}
    partners = [declared.partner] if declared.partner else []
    opponents = [n for n in declared.playing if n not in (declared.declarer, declared.partner)]
    is_won = declared.result == "won"
    each = own.settle(declared.value, len(opponents), len(partners), is_won=is_won)
    scores = dict.fromkeys(opponents, each.opponent) | dict.fromkeys(partners, each.partner)
    return scores | {declared.declarer: each.declarer}


def story(declared: Declared) -> Sentence:
    """Return the sentence about a declarer's round."""
    values = {"who": declared.who, "value": declared.value}
    if declared.result == "passed":
        return say("Nobody played.")
    if declared.contract is None:
        if declared.result == "won":
            return say("%(who)s won, worth %(value)s.", **values)
        return say("%(who)s lost, worth %(value)s.", **values)
    values["contract"] = declared.contract.label
    if declared.result == "won":
        return say("%(who)s won “%(contract)s”, worth %(value)s.", **values)
    return say("%(who)s lost “%(contract)s”, worth %(value)s.", **values)
