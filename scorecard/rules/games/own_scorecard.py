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
from scorecard.rules.describing import (
    ending,
    one_of,
    points,
    scoring,
    so_many,
    tick_label,
)
from scorecard.rules.kept import Kept
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
from scorecard.rules.ready_made import PLAIN_POINTS, is_past, name_of, recognised
from scorecard.rules.round_words import numbered, round_words
from scorecard.rules.seating import left_of
from scorecard.rules.standings import leaders, of_stayers
from scorecard.rules.words import NOTHING, Sentence, joined, quoted, say, say_as, shown

NAME = say("Make your own")
SIDE_NAMES = "ABC"
SCORECARD = "scorecard"
FIRST_DEALER = "first_dealer"


def check_scorecard(_players: tuple[str, ...], value: Json) -> Json:
    """Return a definition in its full form; raise ValueError with what is wrong."""
    return to_json(read_definition(value))


OPTIONS = (
    Option(
        SCORECARD,
        say("Scorecard"),
        say("What is typed each round, what it is worth, who wins and when."),
        "json",
        to_json(PLAIN_POINTS),
        check=check_scorecard,
        is_basic=True,
    ),
    player(
        FIRST_DEALER, say("First dealer"), say("Who deals first; then the deal passes to the left.")
    ),
)


def set_up(players: tuple[str, ...], options: Mapping[str, Json]) -> OwnSetup:
    """Return the set-up for these players, refusing more or fewer than the scorecard is for."""
    definition = recognised(read_definition(options[SCORECARD]))
    refuse_player_count(definition.name, players, definition.fewest, definition.most)
    partnerships: dict[str, tuple[str, ...]] = {}
    if definition.sides:
        if len(players) % definition.sides:
            raise Refused(
                "player_count",
                say(
                    "%(players)s players cannot make %(sides)s sides of the same size.",
                    players=len(players),
                    sides=definition.sides,
                ),
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
    untold = [say("“%(label)s”", label=own.label) for own in _untold(setup.definition, told)]
    missing = told.missing(setup.definition)
    return Awaited(tuple(missing), table=listed(untold) if untold else NOTHING)


def _untold(definition: Definition, told: Told) -> list[WentOut]:
    return [own for own in definition.table_fields if own.key not in told.named]


def score_round(setup: OwnSetup, history: History, round_: Round) -> RoundScore:
    """Score a whole round: every side's entry, and what one player did."""
    definition = setup.definition
    told = read_round(setup, history, round_)
    where = numbered(definition.round_word, round_.number)
    if missing := told.missing(definition):
        message = say(
            "%(where)s has no entry for %(missing)s.", where=where, missing=listed(missing)
        )
        raise Refused("missing_entry", message, player=missing[0])
    for own in _untold(definition, told):
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
        raise Refused("missing_entry", message, item=own.key)
    counts = {side: told.counts.get(name, Count()) for name, side in told.entrants.items()}
    scores = {side: count.points for side, count in counts.items()}
    for own in definition.table_fields:
        name = told.named[own.key]
        if name is not None:
            scores[setup.side_of[name]] += own.worth
    _refuse_sum(setup, where, scores)
    tally = _tally(setup, history, told, scores, counts)
    totals: dict[str, int | None] | None = None
    if definition.ends.when == "last_in":
        now = {side: tally.sums[side] for side in scores}
        totals = {**history.totals, **now, **dict.fromkeys(tally.fallen)}
    return RoundScore(
        scores, state=tally, totals=totals, story=lambda: _story(setup, told.named, tally.fallen)
    )


def _story(setup: OwnSetup, named: Mapping[str, str | None], fallen: Sequence[str]) -> Sentence:
    """Say who did what was asked for, and who went out of the game."""
    definition = setup.definition
    did = [
        say("%(label)s: %(name)s.", label=own.label, name=named[own.key] or say("nobody"))
        for own in definition.table_fields
    ]
    out = [
        say("%(side)s reached %(at)s.", side=setup.name_of(side), at=definition.ends.at)
        for side in fallen
    ]
    return joined([*did, *out])


def _refuse_sum(setup: OwnSetup, where: Sentence, scores: Mapping[str, int]) -> None:
    """Refuse a round whose points do not add up to what they must."""
    definition, total = setup.definition, sum(scores.values())
    asked = definition.round_total
    is_unbalanced = definition.is_zero_sum and total != 0
    if not is_unbalanced and (not asked or asked.allows(tuple(scores.values()))):
        return
    shares = shares_of({setup.name_of(side): number for side, number in scores.items()})
    values: dict[str, object] = {"where": where, "total": total, "shares": shares}
    if is_unbalanced:
        message = say("%(where)s must add up to 0, but adds up to %(total)s: %(shares)s.", **values)
        raise Refused("bad_points_split", message)
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
    why = NOTHING
    match ends.when:
        case "last_in":
            return _last_in(setup, history)
        case "total":
            why = say("the target was %(at)s", at=ends.at)
            if any(total is not None and total >= ends.at for total in totals.values()):
                ending = totals
        case "rounds":
            rounds = so_many(ends.at, setup.definition.round_word)
            why = say("the game was for %(rounds)s", rounds=rounds)
            if len(history.rounds) >= ends.at:
                ending = totals
        case "ticks":
            why = say(
                "“%(tick)s” %(at)s times ended the game",
                tick=tick_label(setup.definition),
                at=ends.at,
            )
            ticks = tally_of(setup, history).ticks
            ending = {side: totals[side] for side in totals if ticks[side] >= ends.at}
    still_in = _still_in(setup, history)
    comparable = {side: total for side, total in ending.items() if still_in[side] is not None}
    winners = leaders(comparable, setup.definition.wins)
    if not winners or (len(winners) > 1 and setup.definition.tie == "play_on"):
        return None
    return _won(setup, history, winners, why)


def _last_in(setup: OwnSetup, history: History) -> Outcome | None:
    """Return the side that is left alone; where all the last ones fell at once, the best."""
    inside = _sides_in(setup, history)
    tally = tally_of(setup, history)
    fallen = {side: tally.sums[side] for side in tally.fallen}
    if len(inside) > 1 or not (inside or fallen):
        return None
    why = say("nobody else is left in") if inside else say("all the others are out")
    return _won(setup, history, inside or leaders(fallen, "lowest"), why)


def _won(setup: OwnSetup, history: History, winners: Sequence[str], why: Sentence) -> Outcome:
    if setup.definition.is_money:
        return Outcome((), say("The balances stand: %(why)s.", why=why))
    win = _win(setup, history, winners)
    return Outcome(tuple(winners), say("%(win)s; %(why)s.", win=win, why=why))


def _win(setup: OwnSetup, history: History, winners: Sequence[str]) -> Sentence:
    total = points(tally_of(setup, history).sums[winners[0]])
    names = [setup.name_of(side) for side in winners]
    if len(names) > 1:
        return say("%(names)s share the win with %(total)s each", names=listed(names), total=total)
    if setup.partnerships:
        return say("%(names)s win with %(total)s", names=names[0], total=total)
    return say("%(name)s wins with %(total)s", name=names[0], total=total)


def end_early(setup: OwnSetup, history: History) -> Outcome:
    """Return who wins when the game is stopped: the best total of those still in."""
    if not history.rounds:
        return Outcome((), say("Ended before anything was scored, so nobody wins."))
    if is_past(setup.definition) and setup.definition.is_money:
        return Outcome((), say("The balances stand."))
    if setup.definition.is_money:
        played = so_many(len(history.rounds), setup.definition.round_word)
        return Outcome((), say("Ended after %(played)s: the balances stand.", played=played))
    winners = leaders(_still_in(setup, history), setup.definition.wins)
    if not winners:
        return Outcome((), say("Ended early with nobody left in the game."))
    return Outcome(winners, say("Ended early: %(winners)s.", winners=_win(setup, history, winners)))


def _still_in(setup: OwnSetup, history: History) -> Mapping[str, int | None]:
    """Return the totals of all sides, None for those who can win no more.

    That is who went out, and where the lowest total wins also who left.
    """
    definition = setup.definition
    if definition.wins == "highest":
        return history.totals
    if definition.ends.when == "last_in":
        return of_stayers(history.totals, _sides_in(setup, history))
    return of_stayers(history.totals, history.rounds[-1].scores)


def _sides_in(setup: OwnSetup, history: History) -> tuple[str, ...]:
    """Return the sides that take part in the coming round."""
    present = in_game(setup, history, history.present)
    return tuple(dict.fromkeys(setup.side_of[name] for name in present))


def places_of_last_in(setup: OwnSetup, history: History) -> dict[str, int]:
    """Return every side's place from 1 in a game for the last one in.

    Those still in come first, by their totals; then the others, whoever stayed longest first. Of
    those who went at the same time, who left comes behind who was put out, by what they reached.
    """
    inside, reached = _sides_in(setup, history), tally_of(setup, history).sums

    def key(side: str) -> tuple[bool, int, bool, int]:
        if side in inside:
            return (False, 0, False, reached[side])
        rounds = sum(side in of.scores for of in history.rounds)
        return (True, -rounds, history.totals[side] is not None, reached[side])

    ordered = sorted(map(key, setup.sides))
    return {side: ordered.index(key(side)) + 1 for side in setup.sides}


def own_points_of_last_in(setup: OwnSetup, history: History) -> dict[str, int]:
    """Return what each side had reached; whoever left is out, so no less than puts one out."""
    inside, least = _sides_in(setup, history), setup.definition.ends.at
    return {
        side: total if side in inside else max(total, least)
        for side, total in tally_of(setup, history).sums.items()
    }


def between(setup: OwnSetup, history: History) -> Between:
    """Return who deals next, how far the game has come, and who is out or has how many ticks."""
    definition, ends = setup.definition, setup.definition.ends
    marks: dict[str, tuple[Sentence, ...]] = {}
    if ends.when == "ticks":
        ticks = tally_of(setup, history).ticks
        marks = {
            name: (say("%(tick)s of %(at)s", tick=ticks[side], at=ends.at),)
            for name, side in setup.side_of.items()
        }
    marks |= {
        name: (say("out"),) for name, side in setup.side_of.items() if history.totals[side] is None
    }
    if outcome(setup, history):
        return Between(marks=marks)
    played = len(history.rounds)
    facts = []
    if ends.when == "rounds" and played < ends.at:
        facts.append(
            say(
                "%(round)s %(number)s of %(rounds)s",
                round=round_words(definition.round_word).title,
                number=played + 1,
                rounds=ends.at,
            )
        )
    elif ends.when == "last_in":
        facts.append(say("Out at %(at)s", at=ends.at))
    elif ends.when == "ticks":
        facts.append(
            say(
                "“%(tick)s” %(at)s times ends the game",
                tick=tick_label(definition),
                at=ends.at,
            )
        )
    dealer = next_dealer(setup, history, in_game(setup, history, history.present))
    return Between((dealer, RULES.turn) if dealer else None, tuple(facts), marks)


def entry_form(setup: OwnSetup, history: History) -> EntryForm:
    """Describe what every side types, and what is said once about the round."""
    definition = setup.definition
    inside = in_game(setup, history, history.present)
    table = tuple(
        Field(
            own.key,
            quoted(own.label),
            "player",
            names=inside,
            none_label=NOTHING if own.is_required else say("Nobody"),
            hint=quoted(own.hint) or _worth(own.worth),
        )
        for own in definition.table_fields
    )
    groups = tuple(_group(own) for own in definition.entry_fields)
    has_entries = bool(groups)
    return EntryForm(
        styles=(Style("entry", say("Entry"), NOTHING, groups),) if has_entries else (),
        players=tuple(entrants(setup, inside)) if has_entries else (),
        rounds=(RoundStyle("round", NOTHING, fields=table, has_entries=has_entries),),
        is_summed=has_entries and _is_summed(definition),
    )


def _is_summed(definition: Definition) -> bool:
    """Whether an entry's worth is a plain sum: without bids, or points for what one player did."""
    return not any(isinstance(own, Bid) for own in definition.fields) and not any(
        own.worth for own in definition.table_fields
    )


def _worth(worth: int) -> Sentence:
    if worth > 0:
        return say("+%(points)s", points=worth)
    return shown(worth) if worth else NOTHING


def _group(own: EntryField) -> FieldGroup:
    """Return the fields of a phone for one field of a scorecard."""
    match own:
        case Points():
            typed = Field(
                own.key,
                quoted(own.label),
                "signed_points" if own.is_signed else "points",
                low=-own.most if own.is_signed else 0,
                high=own.most,
                worth=own.worth,
                hint=quoted(own.hint)
                or (
                    NOTHING
                    if own.worth in (1, -1)
                    else say("%(worth)s each", worth=shown(own.worth))
                ),
            )
            return FieldGroup(own.key, NOTHING, (typed,))
        case Tick():
            hint = quoted(own.hint) or _worth(own.worth)
            ticked = Field(
                own.key,
                quoted(own.label),
                "switch",
                high=1,
                worth=own.worth,
                hint=hint,
                is_optional=True,
            )
            return FieldGroup(own.key, NOTHING, (ticked,))
        case Cards():
            counted = tuple(
                Field(
                    place_of(own, card),
                    quoted(card.label),
                    "number",
                    high=card.in_deck or MOST_COPIES,
                    worth=card.worth,
                    hint=say("%(worth)s each", worth=shown(card.worth)),
                    default=0,
                    is_optional=True,
                )
                for card in own.cards
            )
            return FieldGroup(own.key, quoted(own.label), counted)
        case Bid():
            most = own.in_round or MOST_COPIES
            bids = tuple(
                Field(
                    f"{own.key}.{key}",
                    label,
                    "number",
                    high=most,
                    hint=quoted(own.hint) if key == "bid" else NOTHING,
                )
                for key, label in BID_PARTS.items()
            )
            return FieldGroup(own.key, quoted(own.label), bids)


def entry_score(setup: OwnSetup, name: str, entry: Json) -> int | None:
    """Return what an entry scores alone; None where it also depends on what else is told."""
    if any(own.worth for own in setup.definition.table_fields):
        return None
    return read_entry(setup.definition, name, entry).points


def entry_note(setup: OwnSetup, _history: History, name: str, entry: Json) -> Sentence:
    """Return what an entry says besides points: its bids and ticks."""
    return read_entry(setup.definition, name, entry).note


def target(setup: OwnSetup) -> int | None:
    """Return the total that ends the game, where there is one."""
    ends = setup.definition.ends
    return ends.at if ends.when == "total" else None


_kept: Kept[GameRules[OwnSetup]] = Kept()


def specialised(options: Mapping[str, Json]) -> GameRules[OwnSetup]:
    """Return the rules that a definition makes; the general ones where it cannot be used."""
    scorecard = options.get(SCORECARD, OPTIONS[0].default)
    return _kept.find(scorecard, lambda: _specialised(scorecard))


def _specialised(scorecard: Json) -> GameRules[OwnSetup]:
    try:
        definition = recognised(read_definition(scorecard))
    except BadDefinition:
        return RULES
    word, sides = definition.round_word, definition.sides
    fewest, most = definition.fewest, definition.most
    span = f"{fewest}" if fewest == most else f"{fewest}–{most}"
    rounds = definition.ends.at if definition.ends.when == "rounds" else 0
    has_entries = bool(definition.entry_fields)
    absent = {own.key: 0 for own in definition.entry_fields if isinstance(own, Points)}
    has_bid = any(isinstance(own, Bid) for own in definition.fields)
    is_last_in = definition.ends.when == "last_in"
    return replace(
        RULES,
        name=quoted(name_of(definition.name)),
        aim=ending(definition),
        fewest=fewest,
        most=most,
        players=say("%(span)s players in %(sides)s sides", span=span, sides=sides)
        if sides
        else say("%(span)s players", span=span),
        length=so_many(rounds, word) if rounds else RULES.length,
        source=quoted(definition.source) or RULES.source,
        how_to_score=scoring(definition),
        decided=(),
        card_values=tuple(
            (quoted(card.label), shown(card.worth))
            for own in definition.entry_fields
            for card in (own.cards if isinstance(own, Cards) else ())
        ),
        example=None,
        options=OPTIONS if definition.has_dealer else OPTIONS[:1],
        best=definition.wins,
        is_money=definition.is_money,
        entries_key=ENTRIES if has_entries else "",
        round_word=round_words(word).title,
        absent_entry=None if has_bid or not has_entries else absent,
        action=say("Enter the %(round)s", round=round_words(word).word),
        turn=RULES.turn if definition.has_dealer else NOTHING,
        first=FIRST_DEALER if definition.has_dealer else "",
        has_rounds=not is_past(definition),
        ranks=places_of_last_in if is_last_in else None,
        own_points=own_points_of_last_in if is_last_in else None,
    )


HOW_TO_SCORE = (
    say(
        "Say what is typed each round: points, cards that count, bonuses and penalties, who "
        "went out, bids and what was made of them. Say what each is worth, who wins and when "
        "the game ends."
    ),
    say("Every round adds up what was typed, for each player or, in partnerships, for each side."),
    say(
        "Begin with one of the ready-made scorecards if you like, and change what you play "
        "otherwise."
    ),
)
DECIDED = (
    (
        say("Several reach the end at once. Who wins?"),
        say("The best total; or play on, if you choose so."),
    ),
    (say("Everybody who was left goes out at once. Who wins?"), say("The lowest total of those.")),
    (
        say("Somebody left for good?"),
        say(
            "Their total stays on the sheet. Where the lowest one wins, they come in behind all "
            "who stayed."
        ),
    ),
    (
        say("Who types for a partnership?"),
        say("The one of the partners who sits first; partners sit in turn with the other sides."),
    ),
    (
        say("Is there a scorecard with a formula?"),
        say("No. Work such points out yourselves, and type them."),
    ),
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
    say(
        "Plain points, as long as you like: Ann lost 5 in the second round, so Bob leads "
        "with 11 to 7."
    ),
)

RULES = GameRules(
    key=GAME_KEY,
    name=NAME,
    fewest=FEWEST_PLAYERS,
    most=MOST_PLAYERS,
    aim=say("Keep the score of any other game, on a scorecard of your own."),
    players=say(
        "%(fewest_players)s–%(most_players)s players",
        fewest_players=FEWEST_PLAYERS,
        most_players=MOST_PLAYERS,
    ),
    length=say("As long as you like"),
    source=say("Made by its players."),
    how_to_score=HOW_TO_SCORE,
    decided=DECIDED,
    example=EXAMPLE,
    options=OPTIONS,
    best="highest",
    entries_key=ENTRIES,
    turn=say_as("what the dealer does", "deals"),
    first=FIRST_DEALER,
    set_up=set_up,
    entry_form=entry_form,
    check_round=check_round,
    score_round=score_round,
    outcome=outcome,
    has_end=lambda setup: setup.definition.ends.when != "stopped",
    end_early=end_early,
    extras=lambda setup, history, _is_over: {
        "scorecard": str(setup.definition.name),
        **({"ticks": tally_of(setup, history).ticks} if setup.definition.ends.field else {}),
    },
    awaits=awaits,
    entry_score=entry_score,
    entry_note=entry_note,
    target=target,
    between=between,
    specialised=specialised,
)
