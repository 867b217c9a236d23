"""Describes the scoring and the end of an own scorecard in sentences."""

from __future__ import annotations

from scorecard.rules.games.own_scorecard import definitions
from scorecard.rules.round_words import points, round_words, so_many
from scorecard.rules.words import NOTHING, Sentence, gained, joined, lines_of, quoted, say, shown


def ending(definition: definitions.Definition) -> Sentence:
    """Return the sentence about the end of the game and its winner."""
    ends = definition.ends
    best = {"highest": say("the highest total wins"), "lowest": say("the lowest total wins")}
    wins = say("the balances stand") if definition.is_money else best[definition.wins]
    match ends.when:
        case "total":
            return say(
                "The game ends once a total reaches %(at)s; %(wins)s.", at=ends.at, wins=wins
            )
        case "rounds":
            rounds = so_many(ends.at, definition.round_word)
            return say("The game ends after %(rounds)s; %(wins)s.", rounds=rounds, wins=wins)
        case "ticks":
            return say(
                "The game ends once somebody has “%(tick)s” %(at)s times; of those, %(wins)s.",
                tick=tick_label(definition),
                at=ends.at,
                wins=wins,
            )
        case "last_in":
            return say("At %(at)s a player is out; the last one in wins.", at=ends.at)
        case _:
            return say("The game goes on until you stop it; then %(wins)s.", wins=wins)


def tick_label(definition: definitions.Definition) -> str:
    """Return the label of the tick that ends the game."""
    return next(own.label for own in definition.fields if own.key == definition.ends.field)


def scoring(definition: definitions.Definition) -> tuple[Sentence, ...]:
    """Return the paragraphs about scoring and the end of the game, and the notes."""
    paragraphs = [_sentence(own) for own in definition.fields]
    word = round_words(definition.round_word).word
    if definition.sides:
        paragraphs.append(
            say(
                "Players score in %(sides)s sides, sitting in turn. One of each side enters "
                "for all of it.",
                sides=definition.sides,
            )
        )
    if definition.is_zero_sum:
        paragraphs.append(say("Every %(round)s adds up to 0.", round=word))
    if asked := definition.round_total:
        totals = one_of(asked)
        paragraphs.append(
            say(
                "Every %(round)s adds up to %(totals)s, or to %(total)s for everybody but one.",
                round=word,
                totals=totals,
                total=asked.total,
            )
            if asked.all_others
            else say("Every %(round)s adds up to %(totals)s.", round=word, totals=totals)
        )
    paragraphs.append(ending(definition))
    if definition.tie == "play_on" and definition.ends.when not in ("stopped", "last_in"):
        paragraphs.append(say("Where the best are level, play goes on until one of them leads."))
    return (*paragraphs, *lines_of(definition.notes))


def one_of(asked: definitions.RoundTotal) -> Sentence:
    """Return the totals that a round may have: "26 or 52"."""
    first, *others = map(shown, (asked.total, *asked.also))
    for other in others:
        first = say("%(first)s or %(other)s", first=first, other=other)
    return first


def _sentence(own: definitions.OwnField) -> Sentence:
    match own:
        case definitions.Points(worth=1):
            says = say("counts as it is typed")
        case definitions.Points(worth=-1):
            says = say("is taken off")
        case definitions.Points():
            says = say("%(points)s each", points=points(own.worth))
        case definitions.Cards():
            worths = [say("%(card)s = %(worth)s", card=c.label, worth=c.worth) for c in own.cards]
            says = joined(worths, ", ")
        case definitions.Tick():
            says = points(own.worth) if own.worth else say("ticked, without points")
        case definitions.WentOut():
            worth = points(own.worth) if own.worth else say("noted, without points")
            says = (
                say("%(points)s for one player", points=worth)
                if own.is_required
                else say("%(points)s for one player or nobody", points=worth)
            )
        case definitions.Bid():
            says = _bid(own)
        case definitions.Declarer():
            says = _declarer(own)
    if isinstance(own, definitions.Points) and own.is_optional:
        says = say("%(says)s; left blank, it is 0", says=says)
    return say("%(label)s: %(says)s.", label=own.label, says=says)


def _declarer(own: definitions.Declarer) -> Sentence:
    number = quoted(own.number)
    if own.base:
        number = say("(%(base)s + %(number)s)", base=shown(own.base), number=own.number)
    contracts = [
        say("%(what)s = %(worth)s × %(number)s", what=one.label, worth=one.worth, number=number)
        if one.is_times
        else say("%(card)s = %(worth)s", card=one.label, worth=one.worth)
        for one in own.contracts
    ]
    value = joined(contracts, ", ") or say("worth %(number)s", number=number)
    shared = {"value": value, "plus": own.plus}
    parts = [
        say("one player against the others"),
        say("%(value)s, and %(plus)s on top", **shared) if own.plus else value,
        say("lost, it counts %(lost)s times", lost=own.lost) if own.lost > 1 else NOTHING,
        say("each opponent pays it, or is paid it")
        if own.is_paid
        else say("it counts for the side that played it"),
        own.bonus and say("%(points)s besides if won, off if lost", points=points(own.bonus)),
        own.defence and say("%(points)s for each opponent if lost", points=points(own.defence)),
        own.players
        and say("with %(players)s at the table the dealer sits out", players=own.players + 1),
    ]
    return joined([part for part in parts if part], "; ")


def _bid(own: definitions.Bid) -> Sentence:
    made, missed = (
        _amounts(_worth(once), each and say("%(points)s for each trick bid", points=points(each)))
        for once, each in ((own.made, own.made_per_bid), (own.missed, own.missed_per_bid))
    )
    besides = _amounts(
        own.per_over and say("%(points)s for each trick over", points=points(own.per_over)),
        own.per_short and say("%(points)s for each trick short", points=points(own.per_short)),
        own.per_trick and say("%(points)s for each trick made", points=points(own.per_trick)),
    )
    counted = (
        say(
            "with exactly as many as were bid, %(made)s; otherwise %(missed)s",
            made=made,
            missed=missed,
        )
        if own.is_exact
        else say(
            "with at least as many as were bid, %(made)s; otherwise %(missed)s",
            made=made,
            missed=missed,
        )
    )
    if not (own.per_over or own.per_short or own.per_trick):
        return counted
    return say("%(counted)s; besides, %(besides)s", counted=counted, besides=besides)


def worked(own: definitions.OwnField) -> Sentence:
    """Return an example of a field's scoring: "3 → +15"."""
    match own:
        case definitions.Points():
            return say("%(typed)s → %(points)s", typed=7, points=gained(7 * own.worth))
        case definitions.Cards():
            card = own.cards[0]
            values = {"card": card.label, "points": gained(2 * card.worth)}
            return say("2 × %(card)s → %(points)s", **values)
        case definitions.Tick():
            return say("Ticked → %(points)s", points=gained(own.worth))
        case definitions.WentOut():
            return say("Who it was → %(points)s", points=gained(own.worth))
        case definitions.Bid():
            made = [
                say("made %(made)s → %(points)s", made=made, points=gained(own.score(2, made)))
                for made in (2, 3, 1)
            ]
            return say("Bid 2: %(made)s", made=joined(made, ", "))
        case definitions.Declarer():
            return _played(own)


def _played(own: definitions.Declarer) -> Sentence:
    """Return an example of the first contract, one player against two, with the number 2."""
    contract = next(iter(own.contracts), None)
    value = own.value_of(contract, 2)
    what = quoted(contract.label if contract else own.number)
    if contract is None or contract.is_times:
        what = say("%(what)s 2", what=what)
    won, lost = (own.settle(value, 2, 0, is_won=is_won) for is_won in (True, False))
    values = {"won": gained(won.declarer), "lost": gained(lost.declarer)}
    others = {"won_against": gained(won.opponent), "lost_against": gained(lost.opponent)}
    return say(
        "%(what)s: won → %(won)s, the others %(won_against)s; "
        "lost → %(lost)s, the others %(lost_against)s",
        what=what,
        **values,
        **others,
    )


def bid_so_far(own: definitions.Bid, said: int, number: int) -> Sentence:
    """Return the sum of the bids in a round, and the number of tricks if known."""
    values = {"label": own.label, "said": said, "there_are": own.there_are(number)}
    if own.in_round is None:
        return say("%(label)s: %(said)s bid", **values)
    return say("%(label)s: %(said)s of %(there_are)s bid", **values)


def _worth(number: int) -> Sentence:
    return points(number) if number else NOTHING


def _amounts(*parts: Sentence | int) -> Sentence:
    """Return amounts with "and" between them, leaving out those of 0."""
    first, *others = [part for part in parts if isinstance(part, str) and part] or [say("nothing")]
    for other in others:
        first = say("%(first)s and %(other)s", first=first, other=other)
    return first
