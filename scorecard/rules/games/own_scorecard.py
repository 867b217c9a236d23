"""A scorecard that people make themselves, for the games that have none here.

Aim: whatever its definition says: the highest or lowest total, at a target, after so many rounds,
or being the last one in.

Scoring: every round adds up what was typed in the definition's fields: numbers times their worth,
counted cards, bonuses and penalties, bids that were made or missed, and who went out.

Source: the definition, which is the game's one real option, names its own.

Not scored here: anything that would take a formula, and how the cards are played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scorecard.rules.core import (
    Awaited,
    Between,
    EntryForm,
    Example,
    Field,
    FieldGroup,
    GameRules,
    History,
    Json,
    Option,
    Outcome,
    Refused,
    Round,
    RoundScore,
    RoundStyle,
    Style,
)
from scorecard.rules.definitions import (
    ENTRIES,
    FEWEST_PLAYERS,
    GAME_KEY,
    MOST_COPIES,
    MOST_PLAYERS,
    BadDefinition,
    Bid,
    Cards,
    Definition,
    EntryField,
    Points,
    Tick,
    WentOut,
    read_definition,
    to_json,
)
from scorecard.rules.describing import ending, points, scoring, so_many, tick_label
from scorecard.rules.options import player
from scorecard.rules.own_rounds import (
    BID_PARTS,
    Count,
    OwnSetup,
    Told,
    entrants,
    in_game,
    place_of,
    read_entry,
    read_round,
    shares_of,
)
from scorecard.rules.reading import listed, refuse_player_count
from scorecard.rules.ready_made import PLAIN_POINTS
from scorecard.rules.seating import left_of
from scorecard.rules.standings import leaders

NAME = "Make your own"
SIDE_NAMES = "ABC"
SCORECARD = "scorecard"
FIRST_DEALER = "first_dealer"


def check_scorecard(_players: tuple[str, ...], value: Json) -> Json:
    """Return a definition in its full form; raise ValueError with what is wrong."""
    return to_json(read_definition(value))


OPTIONS = (
    Option(
        SCORECARD,
        "Scorecard",
        "What is typed each round, what it is worth, who wins and when.",
        "json",
        to_json(PLAIN_POINTS),
        check=check_scorecard,
        is_basic=True,
    ),
    player(FIRST_DEALER, "First dealer", "Who deals first; then the deal passes to the left."),
)


def set_up(players: tuple[str, ...], options: Mapping[str, Json]) -> OwnSetup:
    """Return the set-up for these players, refusing more or fewer than the scorecard is for."""
    definition = read_definition(options[SCORECARD])
    refuse_player_count(definition.name, players, definition.fewest, definition.most)
    partnerships: dict[str, tuple[str, ...]] = {}
    if definition.sides:
        if len(players) % definition.sides:
            raise Refused(
                "player_count",
                f"{len(players)} players cannot make {definition.sides} sides of the same size.",
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
        side_of={name: side for side, names in sides.items() for name in names},
    )


@dataclass(frozen=True, slots=True)
class Tally:
    """How things stand after a round.

    ``sums`` are the totals of all sides, even of those that are out, and ``ticks`` how often each
    had the tick that ends the game. ``dealer`` dealt the round, and ``fallen`` went out by it.
    """

    sums: Mapping[str, int]
    ticks: Mapping[str, int]
    dealer: str = ""
    fallen: tuple[str, ...] = ()


def tally_of(setup: OwnSetup, history: History) -> Tally:
    """Return how things stand before the next round."""
    nothing = dict.fromkeys(setup.sides, 0)
    return history.state or Tally(nothing, nothing)


def next_dealer(setup: OwnSetup, history: History, inside: Sequence[str]) -> str:
    """Return who deals the next round, of those who take part; nobody where nobody deals."""
    if not setup.definition.has_dealer:
        return ""
    last = tally_of(setup, history).dealer
    if last:
        return left_of(setup.players, last, inside)
    first: str = setup.options[FIRST_DEALER]
    return first if first in inside else left_of(setup.players, first, inside)


def check_round(setup: OwnSetup, history: History, round_: Round) -> None:
    """Refuse what cannot be in what was told of a round so far."""
    read_round(setup, history, round_)


def awaits(setup: OwnSetup, history: History, round_: Round) -> Awaited:
    """Say whose entry a round still needs, and which of the table's fields."""
    told = read_round(setup, history, round_)
    untold = [f"“{own.label}”" for own in _untold(setup.definition, told)]
    missing = told.missing(setup.definition)
    return Awaited(tuple(missing), table=listed(untold) if untold else "")


def _untold(definition: Definition, told: Told) -> list[WentOut]:
    return [own for own in definition.table_fields if own.key not in told.named]


def score_round(setup: OwnSetup, history: History, round_: Round) -> RoundScore:
    """Score a whole round: every side's entry, and what one player did."""
    definition = setup.definition
    told = read_round(setup, history, round_)
    where = f"{definition.round_word} {round_.number}"
    if missing := told.missing(definition):
        message = f"{where} has no entry for {listed(missing)}."
        raise Refused("missing_entry", message, player=missing[0])
    for own in _untold(definition, told):
        nobody = "" if own.is_required else ", or that it was nobody"
        message = f"{where} does not say who it was under “{own.label}”{nobody}."
        raise Refused("missing_entry", message, item=own.key)
    counts = {side: told.counts.get(name, Count()) for name, side in told.entrants.items()}
    scores = {side: count.points for side, count in counts.items()}
    story = []
    for own in definition.table_fields:
        name = told.named[own.key]
        if name is not None:
            scores[setup.side_of[name]] += own.worth
        story.append(f"{own.label}: {name or 'nobody'}.")
    _refuse_sum(setup, where, scores)
    tally = _tally(setup, history, told, scores, counts)
    totals: dict[str, int | None] | None = None
    if definition.ends.when == "last_in":
        now = {side: tally.sums[side] for side in scores}
        totals = {**history.totals, **now, **dict.fromkeys(tally.fallen)}
        story += [f"{setup.name_of(side)} reached {definition.ends.at:,}." for side in tally.fallen]
    return RoundScore(scores, state=tally, totals=totals, story=" ".join(story))


def _refuse_sum(setup: OwnSetup, where: str, scores: Mapping[str, int]) -> None:
    """Refuse a round whose points do not add up to what they must."""
    definition, total = setup.definition, sum(scores.values())
    shares = shares_of({setup.name_of(side): number for side, number in scores.items()})
    if definition.is_zero_sum and total:
        message = f"{where} must add up to 0, but adds up to {total:,}: {shares}."
        raise Refused("bad_points_split", message)
    asked = definition.round_total
    if asked and not asked.allows(tuple(scores.values())):
        allowed = " or ".join(f"{number:,}" for number in (asked.total, *asked.also))
        others = f", or be {asked.total:,} for all but one" if asked.all_others else ""
        message = f"{where} must add up to {allowed}{others}, but adds up to {total:,}: {shares}."
        raise Refused("bad_points_split", message)


def _tally(
    setup: OwnSetup,
    history: History,
    told: Told,
    scores: Mapping[str, int],
    counts: Mapping[str, Count],
) -> Tally:
    ends, before = setup.definition.ends, tally_of(setup, history)
    ticked = {
        side for side, count in counts.items() if ends.field in [tick.key for tick in count.ticks]
    }
    sums = {side: total + scores.get(side, 0) for side, total in before.sums.items()}
    return Tally(
        sums=sums,
        ticks={side: number + (side in ticked) for side, number in before.ticks.items()},
        dealer=next_dealer(setup, history, told.inside),
        fallen=tuple(side for side in scores if ends.when == "last_in" and sums[side] >= ends.at),
    )


def outcome(setup: OwnSetup, history: History) -> Outcome | None:
    """Return who won, once the scorecard says that the game is over."""
    if not history.rounds:
        return None
    ends, totals = setup.definition.ends, history.totals
    ending: Mapping[str, int | None] = {}
    why = ""
    match ends.when:
        case "last_in":
            return _last_in(setup, history)
        case "total":
            why = f"the target was {ends.at:,}"
            if any(total is not None and total >= ends.at for total in totals.values()):
                ending = totals
        case "rounds":
            why = f"the game was for {so_many(ends.at, setup.definition.round_word)}"
            if len(history.rounds) >= ends.at:
                ending = totals
        case "ticks":
            why = f"“{tick_label(setup.definition)}” {ends.at:,} times ended the game"
            ticks = tally_of(setup, history).ticks
            ending = {side: totals[side] for side in totals if ticks[side] >= ends.at}
    winners = leaders(ending, setup.definition.wins)
    if not winners or (len(winners) > 1 and setup.definition.tie == "play_on"):
        return None
    return _won(setup, history, winners, why)


def _last_in(setup: OwnSetup, history: History) -> Outcome | None:
    """Return the side that is left alone; where all the last ones fell at once, the best."""
    present = in_game(setup, history, history.present)
    inside = tuple(dict.fromkeys(setup.side_of[name] for name in present))
    if len(inside) > 1:
        return None
    tally = tally_of(setup, history)
    fallen = {side: tally.sums[side] for side in tally.fallen}
    why = "nobody else is left in" if inside else "all the others are out"
    return _won(setup, history, inside or leaders(fallen or tally.sums, "lowest"), why)


def _won(setup: OwnSetup, history: History, winners: Sequence[str], why: str) -> Outcome:
    if setup.definition.is_money:
        return Outcome((), f"The balances stand: {why}.")
    return Outcome(tuple(winners), f"{_win(setup, history, winners)}; {why}.")


def _win(setup: OwnSetup, history: History, winners: Sequence[str]) -> str:
    total = points(tally_of(setup, history).sums[winners[0]])
    names = [setup.name_of(side) for side in winners]
    if len(names) > 1:
        return f"{listed(names)} share the win with {total} each"
    return f"{names[0]} {'win' if setup.partnerships else 'wins'} with {total}"


def end_early(setup: OwnSetup, history: History) -> Outcome:
    """Return who wins when the game is stopped: the best total of those still in."""
    if not history.rounds:
        return Outcome((), "Ended before anything was scored, so nobody wins.")
    if setup.definition.is_money:
        played = so_many(len(history.rounds), setup.definition.round_word)
        return Outcome((), f"Ended after {played}: the balances stand.")
    winners = leaders(history.totals, setup.definition.wins)
    return Outcome(winners, f"Ended early: {_win(setup, history, winners)}.")


def between(setup: OwnSetup, history: History) -> Between:
    """Return who deals next, how far the game has come, and who is out or has how many ticks."""
    definition, ends = setup.definition, setup.definition.ends
    marks: dict[str, tuple[str, ...]] = {}
    if ends.when == "ticks":
        ticks = tally_of(setup, history).ticks
        marks = {name: (f"{ticks[side]} of {ends.at}",) for name, side in setup.side_of.items()}
    marks |= {
        name: ("out",) for name, side in setup.side_of.items() if history.totals[side] is None
    }
    if outcome(setup, history):
        return Between(marks=marks)
    played = len(history.rounds)
    facts = []
    if ends.when == "rounds" and played < ends.at:
        facts.append(f"{definition.round_word} {played + 1:,} of {ends.at:,}")
    elif ends.when == "last_in":
        facts.append(f"Out at {ends.at:,}")
    elif ends.when == "ticks":
        facts.append(f"“{tick_label(definition)}” {ends.at:,} times ends the game")
    dealer = next_dealer(setup, history, in_game(setup, history, history.present))
    return Between((dealer, "deals") if dealer else None, tuple(facts), marks)


def entry_form(setup: OwnSetup, history: History) -> EntryForm:
    """Describe what every side types, and what is said once about the round."""
    definition = setup.definition
    inside = in_game(setup, history, history.present)
    table = tuple(
        Field(
            own.key,
            own.label,
            "player",
            names=inside,
            none_label="" if own.is_required else "Nobody",
            hint=own.hint or _worth(own.worth),
        )
        for own in definition.table_fields
    )
    groups = tuple(_group(own) for own in definition.entry_fields)
    has_entries = bool(groups)
    return EntryForm(
        styles=(Style("entry", "Entry", "", groups),) if has_entries else (),
        players=tuple(entrants(setup, inside)) if has_entries else (),
        rounds=(RoundStyle("round", "", fields=table, has_entries=has_entries),),
        is_summed=has_entries and _is_summed(definition),
    )


def _is_summed(definition: Definition) -> bool:
    """Whether an entry's worth is a plain sum: without bids, or points for what one player did."""
    return not any(isinstance(own, Bid) for own in definition.fields) and not any(
        own.worth for own in definition.table_fields
    )


def _worth(worth: int) -> str:
    return f"{worth:+,}" if worth else ""


def _group(own: EntryField) -> FieldGroup:
    """Return the fields of a phone for one field of a scorecard."""
    match own:
        case Points():
            typed = Field(
                own.key,
                own.label,
                "signed_points" if own.is_signed else "points",
                low=-own.most if own.is_signed else 0,
                high=own.most,
                worth=own.worth,
                hint=own.hint or ("" if own.worth in (1, -1) else f"{own.worth:,} each"),
            )
            return FieldGroup(own.key, "", (typed,))
        case Tick():
            hint = own.hint or _worth(own.worth)
            ticked = Field(
                own.key,
                own.label,
                "switch",
                high=1,
                worth=own.worth,
                hint=hint,
                is_optional=True,
            )
            return FieldGroup(own.key, "", (ticked,))
        case Cards():
            counted = tuple(
                Field(
                    place_of(own, card),
                    card.label,
                    "number",
                    high=card.in_deck or MOST_COPIES,
                    worth=card.worth,
                    hint=f"{card.worth:,} each",
                    default=0,
                    is_optional=True,
                )
                for card in own.cards
            )
            return FieldGroup(own.key, own.label, counted)
        case Bid():
            most = own.in_round or MOST_COPIES
            bids = tuple(
                Field(
                    f"{own.key}.{key}",
                    label,
                    "number",
                    high=most,
                    hint=own.hint if key == "bid" else "",
                )
                for key, label in BID_PARTS.items()
            )
            return FieldGroup(own.key, own.label, bids)


def entry_score(setup: OwnSetup, name: str, entry: Json) -> int | None:
    """Return what an entry scores alone; None where it also depends on what else is told."""
    if any(own.worth for own in setup.definition.table_fields):
        return None
    return read_entry(setup.definition, name, entry).points


def entry_note(setup: OwnSetup, _history: History, name: str, entry: Json) -> str:
    """Return what an entry says besides points: its bids and ticks."""
    return read_entry(setup.definition, name, entry).note


def target(setup: OwnSetup) -> int | None:
    """Return the total that ends the game, where there is one."""
    ends = setup.definition.ends
    return ends.at if ends.when == "total" else None


def specialised(options: Mapping[str, Json]) -> GameRules[OwnSetup]:
    """Return the rules that a definition makes; the general ones where it cannot be used."""
    try:
        definition = read_definition(options.get(SCORECARD, OPTIONS[0].default))
    except BadDefinition:
        return RULES
    word, sides = definition.round_word, definition.sides
    fewest, most = definition.fewest, definition.most
    span = f"{fewest}" if fewest == most else f"{fewest}–{most}"
    rounds = definition.ends.at if definition.ends.when == "rounds" else 0
    has_entries = bool(definition.entry_fields)
    absent = {own.key: 0 for own in definition.entry_fields if isinstance(own, Points)}
    has_bid = any(isinstance(own, Bid) for own in definition.fields)
    return replace(
        RULES,
        name=definition.name,
        aim=ending(definition),
        fewest=fewest,
        most=most,
        players=f"{span} players" + (f" in {sides} sides" if sides else ""),
        length=so_many(rounds, word).capitalize() if rounds else RULES.length,
        source=definition.source or RULES.source,
        how_to_score=scoring(definition),
        decided=(),
        card_values=tuple(
            (card.label, f"{card.worth:,}")
            for own in definition.entry_fields
            for card in (own.cards if isinstance(own, Cards) else ())
        ),
        example=None,
        options=OPTIONS if definition.has_dealer else OPTIONS[:1],
        best=definition.wins,
        is_money=definition.is_money,
        entries_key=ENTRIES if has_entries else "",
        round_word=word,
        absent_entry=None if has_bid or not has_entries else absent,
        action=f"Enter the {word.lower()}",
        turn="deals" if definition.has_dealer else "",
        first=FIRST_DEALER if definition.has_dealer else "",
    )


HOW_TO_SCORE = (
    "Say what is typed each round: points, cards that count, bonuses and penalties, who went out, "
    "bids and what was made of them. Say what each is worth, who wins and when the game ends.",
    "Every round adds up what was typed, for each player or, in partnerships, for each side.",
    "Begin with one of the ready-made scorecards if you like, and change what you play otherwise.",
)
DECIDED = (
    ("Several reach the end at once. Who wins?", "The best total; or play on, if you choose so."),
    ("Everybody who was left goes out at once. Who wins?", "The lowest total of those."),
    (
        "Who types for a partnership?",
        "The one of the partners who sits first; partners sit in turn with the other sides.",
    ),
    ("Is there a scorecard with a formula?", "No. Work such points out yourselves, and type them."),
)
EXAMPLE = Example(
    {
        "game": GAME_KEY,
        "options": {},
        "players": ["Ann", "Bob"],
        "rounds": [
            {ENTRIES: {"Ann": {"points": 12}, "Bob": {"points": 7}}},
            {ENTRIES: {"Ann": {"points": -5}, "Bob": {"points": 4}}},
        ],
    },
    "Plain points, as long as you like: Ann lost 5 in the second round, so Bob leads with 11 to 7.",
)

RULES = GameRules(
    key=GAME_KEY,
    name=NAME,
    fewest=FEWEST_PLAYERS,
    most=MOST_PLAYERS,
    aim="Keep the score of any other game, on a scorecard of your own.",
    players=f"{FEWEST_PLAYERS}–{MOST_PLAYERS} players",
    length="As long as you like",
    source="Made by its players.",
    how_to_score=HOW_TO_SCORE,
    decided=DECIDED,
    example=EXAMPLE,
    options=OPTIONS,
    best="highest",
    entries_key=ENTRIES,
    turn="deals",
    first=FIRST_DEALER,
    set_up=set_up,
    entry_form=entry_form,
    check_round=check_round,
    score_round=score_round,
    outcome=outcome,
    has_end=lambda setup: setup.definition.ends.when != "stopped",
    end_early=end_early,
    extras=lambda setup, history, _is_over: {
        "scorecard": setup.definition.name,
        **({"ticks": tally_of(setup, history).ticks} if setup.definition.ends.field else {}),
    },
    awaits=awaits,
    entry_score=entry_score,
    entry_note=entry_note,
    target=target,
    between=between,
    specialised=specialised,
)
