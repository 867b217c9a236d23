"""Say in sentences what a home-made scorecard scores, and when its game ends."""

from __future__ import annotations

from scorecard.rules.definitions import (
    Bid,
    Cards,
    Definition,
    OwnField,
    Points,
    Tick,
    WentOut,
)


def points(number: int) -> str:
    """Return points with their noun: "1 point", "-5 points"."""
    return f"{number:,} point" if abs(number) == 1 else f"{number:,} points"


def so_many(number: int, word: str) -> str:
    """Return a number of rounds as they are called: "1 hand", "10 hands"."""
    noun = word.lower()
    if number != 1:
        noun += "es" if noun.endswith(("s", "x", "ch", "sh")) else "s"
    return f"{number:,} {noun}"


def ending(definition: Definition) -> str:
    """Return when the game ends and who wins it, in a sentence."""
    ends, best = definition.ends, f"the {definition.wins} total wins"
    if definition.is_money:
        best = "the balances stand"
    match ends.when:
        case "total":
            return f"The game ends once a total reaches {ends.at:,}; {best}."
        case "rounds":
            return f"The game ends after {so_many(ends.at, definition.round_word)}; {best}."
        case "ticks":
            tick = tick_label(definition)
            return f"The game ends once somebody has “{tick}” {ends.at:,} times; of those, {best}."
        case "last_in":
            return f"Whoever reaches {ends.at:,} is out; the last one in wins."
        case _:
            return f"The game goes on until you stop it; then {best}."


def tick_label(definition: Definition) -> str:
    """Return what the tick is called that ends the game."""
    return next(own.label for own in definition.fields if own.key == definition.ends.field)


def scoring(definition: Definition) -> tuple[str, ...]:
    """Return how a round is scored, how the game ends, and what its makers noted."""
    paragraphs = [_sentence(own) for own in definition.fields]
    if definition.sides:
        paragraphs.append(
            f"Players score in {definition.sides} sides, sitting in turn. One of each side enters "
            "for all of it."
        )
    if definition.is_zero_sum:
        paragraphs.append(f"Every {definition.round_word.lower()} adds up to 0.")
    if asked := definition.round_total:
        totals = " or ".join(f"{total:,}" for total in (asked.total, *asked.also))
        others = f", or to {asked.total:,} for everybody but one" if asked.all_others else ""
        paragraphs.append(f"Every {definition.round_word.lower()} adds up to {totals}{others}.")
    paragraphs.append(ending(definition))
    if definition.tie == "play_on" and definition.ends.when not in ("stopped", "last_in"):
        paragraphs.append("Where the best are level, play goes on until one of them leads.")
    return (*paragraphs, *(line for line in definition.notes.splitlines() if line))


def _sentence(own: OwnField) -> str:
    match own:
        case Points(worth=1):
            says = "counts as it is typed"
        case Points(worth=-1):
            says = "is taken off"
        case Points():
            says = f"{points(own.worth)} for each 1"
        case Cards():
            says = ", ".join(f"{card.label} = {card.worth:,}" for card in own.cards)
        case Tick():
            says = points(own.worth) if own.worth else "ticked, without points"
        case WentOut():
            says = points(own.worth) if own.worth else "noted, without points"
            says += " for one player" + ("" if own.is_required else " or nobody")
        case Bid():
            says = _bid(own)
    return f"{own.label}: {says}."


def _bid(own: Bid) -> str:
    enough = "exactly as many as were bid" if own.is_exact else "at least as many as were bid"
    made = _amounts((own.made, ""), (own.made_per_bid, " for each 1 bid"))
    missed = _amounts((own.missed, ""), (own.missed_per_bid, " for each 1 bid"))
    besides = _amounts(
        (own.per_over, " for each 1 over the bid"),
        (own.per_short, " for each 1 short of it"),
        (own.per_trick, " for each 1 made"),
    )
    more = "" if besides == "nothing" else f"; besides, {besides}"
    return f"with {enough}, {made}; otherwise {missed}{more}"


def _amounts(*parts: tuple[int, str]) -> str:
    return " and ".join(f"{points(n)}{for_what}" for n, for_what in parts if n) or "nothing"
