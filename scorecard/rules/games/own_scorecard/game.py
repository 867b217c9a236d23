"""Own scorecards: a game that people define themselves.

Aim: as the definition says, the highest or lowest total, at a target or after a number of rounds,
or being the last one in.

Scoring: every round adds up the definition's fields: numbers times their worth, counted cards,
bonuses and penalties, bids, who went out, and who won or lost against the others.

Source: named by the definition, which is an option of the game.

Not scored here: points that depend on the round or on the totals so far.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from scorecard.rules import cached, card_game, core, options
from scorecard.rules.games.own_scorecard import (
    about,
    declaring,
    definition_reader,
    definitions,
    endings,
    form,
    ready_made,
)
from scorecard.rules.games.own_scorecard.describing import (
    bid_so_far,
    ending,
    one_of,
    scoring,
    tick_label,
)
from scorecard.rules.games.own_scorecard.rounds import Count, ParsedRound, read, shares_of
from scorecard.rules.games.own_scorecard.table import OwnSetup, in_game, next_dealer, tally_of
from scorecard.rules.outcome import winning
from scorecard.rules.round_words import numbered, round_words, so_many
from scorecard.rules.typed import reading
from scorecard.rules.words import NOTHING, Sentence, joined, quoted, say, shown

SIDE_NAMES = "ABC"
IN_SIDES = say("Sides play here, and a newcomer would be on none.")
SCORECARD = "scorecard"
OPTIONS = (
    options.Option(
        SCORECARD,
        say("Scorecard"),
        say("What you enter each round, what it is worth, who wins and when."),
        "json",
        definitions.to_json(ready_made.PLAIN_POINTS),
        check=lambda _players, value: definitions.to_json(definition_reader.read_definition(value)),
        is_basic=True,
    ),
    card_game.FIRST_DEALER,
)


def set_up(players: tuple[str, ...], options: Mapping[str, core.Json]) -> OwnSetup:
    """Return the set-up for these players, refusing too many or too few."""
    definition = ready_made.recognised(definition_reader.read_definition(options[SCORECARD]))
    reading.refuse_player_count(definition.name, players, definition.fewest, definition.most)
    partnerships: dict[str, tuple[str, ...]] = {}
    if definition.sides:
        if len(players) % definition.sides:
            raise core.Refused(
                "player_count",
                "%(players)s players cannot make %(sides)s sides of the same size.",
                players=len(players),
                sides=definition.sides,
            )
        partnerships = {
            SIDE_NAMES[side]: players[side :: definition.sides] for side in range(definition.sides)
        }
    sides = partnerships or {name: (name,) for name in players}
    return OwnSetup(
        players=players,
        options=options,
        partnerships=partnerships,
        definition=definition,
        side_of=core.side_of(sides),
    )


def awaits(setup: OwnSetup, _history: core.History, parsed: ParsedRound) -> core.Awaited:
    """Return whose entries and which of the table's fields a round still needs; all bids first."""
    definition = setup.definition
    missing = parsed.missing(definition)
    if missing and definition.has_bids:
        return core.Awaited(tuple(missing))
    open_fields = [say("“%(label)s”", label=own.label) for own in _open(definition, parsed)]
    if definition.declarer and parsed.declared and parsed.declared.missing:
        open_fields.append(say("“%(label)s”", label=definition.declarer.label))
    return core.Awaited(
        tuple(missing or parsed.unmade),
        table=reading.listed(open_fields),
        part=int(definition.has_bids),
    )


def hint(_setup: OwnSetup, _history: core.History, parsed: ParsedRound) -> Sentence:
    """Return the sums of the bids so far, and the number of tricks if known."""
    sums: dict[definitions.Bid, int] = {}
    for count in parsed.counts.values():
        for bid, number, _made in count.bids:
            sums[bid] = sums.get(bid, 0) + number
    return joined([bid_so_far(bid, sums[bid], parsed.round.number) for bid in sums], "; ")


def _open(definition: definitions.Definition, parsed: ParsedRound) -> list[definitions.WentOut]:
    return [own for own in definition.named_fields if own.key not in parsed.named]


def score_round(setup: OwnSetup, history: core.History, parsed: ParsedRound) -> core.RoundScore:
    """Score a whole round: every side's entry, and the fields of the table."""
    definition = setup.definition
    where = numbered(definition.round_word, parsed.round.number)
    _refuse_gaps(definition, parsed, where)
    counts = {side: parsed.counts.get(name) or Count() for name, side in parsed.entrants.items()}
    scores = {side: count.points for side, count in counts.items()}
    for own in definition.named_fields:
        name = parsed.named[own.key]
        if name is not None:
            scores[setup.side_of[name]] += own.worth
    if definition.declarer and parsed.declared:
        for name, points in declaring.settled(definition.declarer, parsed.declared).items():
            scores[setup.side_of[name]] += points
    _refuse_sum(setup, where, scores)
    tally = endings.tally_after(setup, history, scores, counts)
    totals: dict[str, int | None] | None = None
    if definition.ends.when == "last_in":
        now = {side: tally.sums[side] for side in scores}
        totals = {**history.totals, **now, **dict.fromkeys(tally.fallen)}
    return core.RoundScore(
        scores,
        state=tally,
        turn=next_dealer(setup, history, parsed.inside),
        totals=totals,
        story=lambda: _story(setup, parsed, tally.fallen),
    )


def _refuse_gaps(definition: definitions.Definition, parsed: ParsedRound, where: Sentence) -> None:
    for gap in [gap for count in parsed.counts.values() for gap in count.gaps]:
        raise gap
    if missing := parsed.missing(definition):
        message = say(
            "%(where)s has no entry for %(missing)s.", where=where, missing=reading.listed(missing)
        )
        raise core.Refused("missing_entry", message, player=missing[0])
    for own in _open(definition, parsed):
        message = (
            say(
                "%(where)s does not say who it was under “%(label)s”.", where=where, label=own.label
            )
            if own.is_required
            else say(
                "%(where)s does not say who it was under “%(label)s”, or that it was nobody.",
                where=where,
                label=own.label,
            )
        )
        raise core.Refused("missing_entry", message, item=own.key)
    if definition.declarer and parsed.declared:
        declaring.refuse_missing(definition.declarer, parsed.declared, where)


def _story(setup: OwnSetup, parsed: ParsedRound, fallen: Sequence[str]) -> Sentence:
    """Return the story of a round: the fields of the table, and the sides that went out."""
    definition = setup.definition
    did = [
        say("%(label)s: %(name)s.", label=own.label, name=parsed.named[own.key] or say("nobody"))
        for own in definition.named_fields
    ]
    if parsed.declared:
        did.append(declaring.story(parsed.declared))
    out = [
        say("%(side)s reached %(at)s.", side=setup.name_of(side), at=definition.ends.at)
        for side in fallen
    ]
    return joined([*did, *out])


def _refuse_sum(setup: OwnSetup, where: Sentence, scores: Mapping[str, int]) -> None:
    definition, total = setup.definition, sum(scores.values())
    asked = definition.round_total
    is_unbalanced = definition.is_zero_sum and total != 0
    if not is_unbalanced and (not asked or asked.allows(tuple(scores.values()))):
        return
    shares = shares_of({setup.name_of(side): number for side, number in scores.items()})
    values: dict[str, object] = {"where": where, "total": total, "shares": shares}
    if is_unbalanced:
        message = say("%(where)s must add up to 0, but adds up to %(total)s: %(shares)s.", **values)
        raise core.Refused("bad_points_split", message)
    if asked:
        values["allowed"] = one_of(asked)
        message = (
            say(
                "%(where)s must add up to %(allowed)s, or be %(each)s for all but one, but adds "
                "up to %(total)s: %(shares)s.",
                each=asked.total,
                **values,
            )
            if asked.all_others
            else say(
                "%(where)s must add up to %(allowed)s, but adds up to %(total)s: %(shares)s.",
                **values,
            )
        )
        raise core.Refused("bad_points_split", message)


def between(setup: OwnSetup, history: core.History) -> core.Between:
    """Return the next dealer, the way to the end, and marks for ticks."""
    definition, ends = setup.definition, setup.definition.ends
    marks: dict[str, tuple[Sentence, ...]] = {}
    if ends.when == "ticks":
        ticks = tally_of(setup, history).ticks
        marks = {
            name: (say("%(tick)s of %(at)s", tick=ticks[side], at=ends.at),)
            for name, side in setup.side_of.items()
        }
    # In the next game everybody is in again.
    is_over = endings.outcome(setup, history) is not None
    inside = history.present if is_over else in_game(setup, history, history.present)
    dealer = next_dealer(setup, history, inside)
    lead = NOTHING
    if ends.when == "last_in":
        lead = say("Out at %(at)s", at=ends.at)
    elif ends.when == "ticks":
        lead = say("To %(at)s × “%(tick)s”", tick=tick_label(definition), at=ends.at)
    return core.Between(
        turn=(dealer, RULES.turn) if dealer else None,
        lead=lead,
        rounds=ends.at if ends.when == "rounds" else None,
        marks=marks,
    )


def entry_scores(setup: OwnSetup, parsed: ParsedRound) -> dict[str, int]:
    """Return the points of single entries; none if fields of the table score, too."""
    if not setup.definition.is_all_entered:
        return {}
    return {name: count.points for name, count in parsed.counts.items() if not count.gaps}


def entry_notes(
    _setup: OwnSetup, _history: core.History, parsed: ParsedRound
) -> dict[str, Sentence]:
    """Return the notes of entries: their bids and ticks."""
    return {name: note for name, count in parsed.counts.items() if (note := count.note)}


def target(setup: OwnSetup) -> int | None:
    """Return the total that ends the game, if there is one."""
    ends = setup.definition.ends
    return ends.at if ends.when == "total" else None


_cached_rules: cached.Cache[card_game.GameRules[OwnSetup]] = cached.Cache()


def specialised(options: Mapping[str, core.Json]) -> card_game.GameRules[OwnSetup]:
    """Return the rules for the chosen definition; the general ones if it is invalid."""
    if SCORECARD not in options:
        return _usual()
    scorecard = options[SCORECARD]
    return _cached_rules.find(scorecard, lambda: _specialised(scorecard))


@cache
def _usual() -> card_game.GameRules[OwnSetup]:
    """Return the rules for the default definition, whose sentences cannot be a cache's key."""
    return _specialised(OPTIONS[0].default)


def _specialised(scorecard: core.Json) -> card_game.GameRules[OwnSetup]:
    try:
        definition = ready_made.recognised(definition_reader.read_definition(scorecard))
    except definitions.BadDefinition:
        return RULES
    word = definition.round_word
    rounds = definition.ends.at if definition.ends.when == "rounds" else 0
    has_entries = bool(definition.entry_fields)
    absent = {own.key: 0 for own in definition.entry_fields if isinstance(own, definitions.Points)}
    is_last_in = definition.ends.when == "last_in"
    return replace(
        RULES,
        name=quoted(ready_made.name_of(definition.name)),
        aim=ending(definition),
        fewest=definition.fewest,
        most=definition.most,
        players=_who_plays(definition),
        length=so_many(rounds, word) if rounds else RULES.length,
        source=quoted(definition.source) or RULES.source,
        how_to_score=scoring(definition),
        decided=(),
        card_values=_card_values(definition),
        example=None,
        options=OPTIONS if definition.has_dealer else OPTIONS[:1],
        best=definition.wins,
        is_money=definition.is_money,
        entries_key=definitions.ENTRIES if has_entries else "",
        round_word=round_words(word).title,
        absent_entry=None if definition.has_bids or not has_entries else absent,
        action=say("Enter the %(round)s", round=round_words(word).word),
        turn=RULES.turn if definition.has_dealer else NOTHING,
        why_not_late=IN_SIDES if definition.sides else NOTHING,
        why_no_head_start=winning.LAST_IN if is_last_in else NOTHING,
        sides=definition.sides or 0,
        first=RULES.first if definition.has_dealer else "",
        has_rounds=not ready_made.is_past(definition),
        ranks=endings.places_of_last_in if is_last_in else None,
        own_points=endings.own_points_of_last_in if is_last_in else None,
    )


def _card_values(definition: definitions.Definition) -> tuple[tuple[Sentence, Sentence], ...]:
    return tuple(
        (quoted(card.label), shown(card.worth))
        for own in definition.entry_fields
        if isinstance(own, definitions.Cards)
        for card in own.cards
    )


def _who_plays(definition: definitions.Definition) -> Sentence:
    fewest, most = definition.fewest, definition.most
    span = f"{fewest}" if fewest == most else f"{fewest}–{most}"
    if definition.sides:
        return say("%(span)s players in %(sides)s sides", span=span, sides=definition.sides)
    return say("%(span)s players", span=span)


RULES = card_game.GameRules(
    key=definitions.GAME_KEY,
    name=say("Make your own"),
    fewest=definitions.FEWEST_PLAYERS,
    most=definitions.MOST_PLAYERS,
    aim=say("Keep the score of any other game, on a scorecard of your own."),
    players=say(
        "%(fewest_players)s–%(most_players)s players",
        fewest_players=definitions.FEWEST_PLAYERS,
        most_players=definitions.MOST_PLAYERS,
    ),
    length=say("As long as you like"),
    source=say("Made by its players."),
    how_to_score=about.HOW_TO_SCORE,
    decided=about.DECIDED,
    example=about.EXAMPLE,
    options=OPTIONS,
    best="highest",
    entries_key=definitions.ENTRIES,
    why_not_late=NOTHING,
    first=card_game.FIRST_DEALER.key,
    set_up=set_up,
    entry_form=form.entry_form,
    read=read,
    awaits=awaits,
    score_round=score_round,
    outcome=endings.outcome,
    has_end=lambda setup: setup.definition.ends.when != "stopped",
    unplayed=say("Ended before anything was scored, so nobody wins."),
    end_early=endings.end_early,
    extras=lambda setup, history, _is_over: {
        "scorecard": str(setup.definition.name),
        **({"ticks": tally_of(setup, history).ticks} if setup.definition.ends.field else {}),
    },
    hint=hint,
    entry_scores=entry_scores,
    entry_notes=entry_notes,
    target=target,
    between=between,
    specialised=specialised,
)
