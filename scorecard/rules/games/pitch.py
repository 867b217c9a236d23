"""Pitch for four: two partnerships bid for trumps and play for High, Low, Jack and Game.

Aim: be the side that stands at the target or above after making a bid of its own.

Scoring: a hand has two to four points, and each goes to a side. Bidders who reach their bid score
every point they made; if they fall short, they score nothing and lose the bid. The other side
always scores its own points. A smudge is a bid for all four points and all six tricks.

Source: a traditional description of the game; that a smudge is worth five and that the dealer may
equal any bid are as public card game references have it.

Not scored here: the play of the cards, who may follow or trump, and the cards nobody was dealt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from scorecard.rules.core import (
    Awaited,
    Between,
    EntryForm,
    Example,
    Field,
    GameRules,
    History,
    Json,
    Lines,
    Option,
    Outcome,
    Refused,
    Round,
    RoundScore,
    RoundStyle,
    Setup,
    Verb,
)
from scorecard.rules.options import number, switch
from scorecard.rules.reading import (
    known_keys,
    listed,
    mapping,
    refuse_player_count,
    sequence,
    show,
    whole,
)
from scorecard.rules.seating import clockwise, left_of
from scorecard.rules.standings import leaders

Bid = int | str
Choices = tuple[tuple[Json, str], ...]

PLAYERS = 4
SIDES = ("A", "B")
TEAM_SIZE = 2
SMUDGE = "smudge"
POINT_BIDS = (2, 3, 4)
BIDS: tuple[Bid, ...] = (*POINT_BIDS, SMUDGE)
"""From lowest to highest."""
PASS = "pass"  # noqa: S105 - a word at the card table, no password
TRICKS = 6
POINTS = {"high": "High", "low": "Low", "jack": "Jack", "game": "Game"}
ALWAYS_SCORED = ("high", "low")
MOST_POINTS = len(POINTS)
CARD_POINTS = {"10": 10, "Ace": 4, "King": 3, "Queen": 2, "Jack": 1}
"""What captured cards count towards Game."""
MOST_CARD_POINTS = tuple(accumulate((0, *(4 * worth for worth in CARD_POINTS.values()), 0)))
"""The most card points in no trick, in one trick of four cards, in two, up to all six."""
SHARED = {
    "tricks": ("tricks", TRICKS, TRICKS),
    "game_pips": ("card points for Game", 0, MOST_CARD_POINTS[TRICKS]),
    "points": ("points", len(ALWAYS_SCORED), MOST_POINTS),
}
"""What the sides share out: what it is called, and how little and how much there can be of it."""
COMMON_KEYS = ("pitcher", "bid", "dealer", "bids")
DETAILED_KEYS = (*POINTS, "game_pips", "tricks")
QUICK_KEYS = ("points", "all_tricks")

HOW_TO_SCORE = (
    "Partners sit opposite each other. Everybody is dealt six cards. From the dealer's left, "
    "everybody bids once or passes: 2, 3, 4 or smudge, each bid higher than the one before; only "
    "the dealer may equal the highest. If the three others pass, the dealer must bid.",
    "The highest bidder pitches: the suit of the first card led is trumps. Follow the suit led, or "
    "trump. The highest trump takes the trick, or else the highest card of the suit led.",
    "High goes to the side that played the highest trump of the hand, Low to the side that "
    "captured the lowest. Jack goes to the side that captured the jack of trumps, if it was dealt. "
    "Game goes to the side with more card points in its tricks: a ten counts 10, an ace 4, a king "
    "3, a queen 2, a jack 1. If they are level, nobody gets it.",
    "Bidders who made at least their bid score all the points they made, not just the bid. "
    "Otherwise they are set: they score nothing and lose the bid. The others always score what "
    "they made. A total may fall below zero.",
    "A smudge is made only with all four points and all six tricks. Made, it scores 5; otherwise "
    "it costs 5.",
    "A side wins when it makes a bid and then stands at 21 or more, even if the others have more. "
    "Reaching 21 on the others' bid is not enough. The deal passes to the left.",
)
DECIDED = (
    ("What does a failed smudge cost?", "As much as a made one scores: 5, unless you change it."),
    ("Is exactly 21 enough?", "Yes, whenever the target is looked at."),
    ("Both sides are at 21 or more. Who wins?", "The one that made its bid; if set, play on."),
    ("Which bid may the dealer equal?", "The highest so far, whoever made it."),
    ("Can all four points fall in a single trick?", "Yes. When they are captured never matters."),
    ("Is Low for whoever held the lowest trump?", "No, for the side that captured it."),
    ("The card points are level, or nobody has any. Who gets Game?", "Nobody."),
    ("A bid of 4 takes all four points and all six tricks. Is there a bonus?", "No: it scores 4."),
    ("Who wins a game that is stopped early?", "The higher total; level sides share the win."),
)


def check_teams(players: tuple[str, ...], value: Json) -> Json:
    """Return the teams in full, ``{"A": [two names], "B": [two names]}``, in seating order.

    Accepts that form and ``{name: "A" or "B"}``. Raises ValueError where the four players are not
    split in twos.
    """
    if len(players) != PLAYERS:
        return value  # The number of players is what is wrong, and is refused as such.
    teams: dict[str, list[str]] = {side: [] for side in SIDES}
    for key, item in value.items() if isinstance(value, Mapping) else ():
        for other in item if isinstance(item, list) else [item]:
            pair = key.strip(), other.strip() if isinstance(other, str) else other
            side, name = pair if pair[0] in SIDES else reversed(pair)
            if side not in SIDES or name not in players:
                raise ValueError(f"cannot put {show(name)} in team {show(side)}: there are A and B")
            teams[side].append(name)
    if [len(set(names)) for names in teams.values()] != [TEAM_SIZE] * len(SIDES) or (
        sorted(teams["A"] + teams["B"]) != sorted(players)
    ):
        raise ValueError("must put two of the players in team A and the other two in team B")
    return {side: sorted(names, key=players.index) for side, names in teams.items()}


def read_teams(text: str) -> Json:
    """Return what was typed, a line for each team, or None where nothing was."""
    lines = [line.partition(":") for line in text.splitlines() if line.strip()]
    return {side: names.split(",") for side, _colon, names in lines} or None


def write_teams(value: Json) -> str:
    """Return teams as they are typed; nothing where the seats make them."""
    return "\n".join(
        f"{key}: {', '.join(item) if isinstance(item, list) else item}"
        for key, item in (value or {}).items()
    )


TARGET_RULE = "A side wins when it stands at this or more after making a bid."
SMUDGE_RULE = "What a smudge scores when it is made, and costs when it is not."
BID_RULE = (
    "Only a side that has just made its bid can win. Off: any side at the target wins; if both "
    "are there, the one that made its bid, or else the higher total."
)
TEAMS_RULE = "Who plays with whom, a line for each team, where partners do not sit opposite."
TEAMS = Lines(check_teams, read_teams, write_teams, "A: Ann, Cy")
SEATS = "Seats 1 and 3 against seats 2 and 4"
OPTIONS = (
    number("target", "Target", TARGET_RULE, 5, 101, 21, is_basic=True),
    number("smudge_value", "A smudge is worth", SMUDGE_RULE, 4, 10, 5),
    switch("win_requires_bid", "Winning takes a bid", BID_RULE, default=True),
    Option("teams", "Teams", TEAMS_RULE, "lines", lines=TEAMS, none_label=SEATS),
)


@dataclass(frozen=True, kw_only=True)
class PitchSetup(Setup):
    """A game of Pitch: ``side_of`` each player, and each side's ``names`` for sentences."""

    side_of: Mapping[str, str]
    names: Mapping[str, str]

    def team(self, side: str) -> str:
        """Return a side as refusals name it: "team A (Ann & Cy)"."""
        return f"team {side} ({self.names[side]})"


def set_up(players: tuple[str, ...], options: Mapping[str, Json]) -> PitchSetup:
    """Return the set-up, refusing any number of players but four."""
    refuse_player_count("Pitch", players, PLAYERS, PLAYERS)
    chosen = options["teams"] or dict(zip(SIDES, (players[::2], players[1::2]), strict=True))
    teams = {side: tuple(chosen[side]) for side in SIDES}
    return PitchSetup(
        players=players,
        options=options,
        partnerships=teams,
        side_of={name: side for side, names in teams.items() for name in names},
        names={side: " & ".join(names) for side, names in teams.items()},
    )


@dataclass(frozen=True, slots=True)
class Hand:
    """What is told of a hand so far, points and tricks by side.

    ``gaps`` maps what is still to be told, in a few words, to the refusal of a hand without it.
    """

    pitcher: str | None
    bid: Bid | None
    dealer: str | None
    points: Mapping[str, int]
    tricks: Mapping[str, int]
    gaps: Mapping[str, Refused]


@dataclass(frozen=True, slots=True)
class Played:
    """What later hands and the result need to know of a hand: ``dealer`` is None if untold."""

    bidders: str
    is_made: bool
    dealer: str | None


def read_hand(setup: PitchSetup, round_: Round) -> Hand:
    """Read what is told of a hand, refusing what can never be right."""
    is_quick = any(key in round_.data for key in QUICK_KEYS)
    known = (*COMMON_KEYS, *(QUICK_KEYS if is_quick else DETAILED_KEYS))
    known_keys(round_.data, known, f"Hand {round_.number}")
    told = {key: value for key, value in round_.data.items() if value is not None}
    gaps: dict[str, Refused] = {}
    pitcher = _read_player(round_, told.get("pitcher"), "pitcher")
    if pitcher is None:
        message = f"Hand {round_.number} does not say who pitched."
        gaps["who pitched"] = Refused("missing_entry", message, item="pitcher")
    bid = _read_bid(told["bid"], "bid") if "bid" in told else None
    if bid is None:
        message = f"Hand {round_.number} has no bid: it must be {_either(BIDS)}."
        gaps["the bid"] = Refused("bad_bid", message, item="bid")

    read = _read_quick if is_quick else _read_detailed
    points, tricks = read(setup, round_, told, gaps)
    tricks_item = "all_tricks" if is_quick else "tricks"
    for side, count in tricks.items():
        if count == 0 and points[side]:
            message = f"A point takes a trick, but {setup.team(side)} has points and no trick."
            raise Refused("points_without_tricks", message, item=tricks_item)
    # Typed quickly, a smudge that failed by its points needs no tricks, and None says "nobody".
    is_failed = pitcher is not None and points[setup.side_of[pitcher]] < MOST_POINTS
    is_told = bool(tricks) or (is_quick and (is_failed or "all_tricks" in round_.data))
    if bid == SMUDGE and not is_told:
        message = f"A smudge takes all {TRICKS} tricks: say how many each team took."
        gaps["the tricks"] = Refused("tricks_required", message, item=tricks_item)

    dealer = _read_player(round_, told.get("dealer"), "dealer")
    turns = [_read_turn(round_, row) for row in sequence(told.get("bids", []), "The bids")]
    if turns:
        # Where nobody told the dealer, the first to bid sits on the dealer's left.
        dealer = dealer or round_.present[round_.present.index(turns[0][0]) - 1]
        _read_bidding(clockwise(round_.present, dealer), turns, (pitcher, bid), gaps)
    return Hand(pitcher, bid, dealer, points, tricks, gaps)


def _read_player(round_: Round, value: Json, key: str) -> str | None:
    name = value.strip() if isinstance(value, str) else value
    if name is None or name in round_.present:
        return name
    message = f"Hand {round_.number}: {show(name)} is not one of the players."
    player = name if isinstance(name, str) else ""
    raise Refused("unknown_player", message, player=player, item=key)


def _read_bid(value: Json, item: str, player: str = "") -> Bid:
    bid: Json = value.strip().lower() if isinstance(value, str) else value
    if type(bid) in (int, str) and bid in BIDS:
        return bid  # type: ignore[no-any-return]
    message = f"There is no bid of {show(value)}: a bid is {_either(BIDS)}."
    raise Refused("bad_bid", message, player=player, item=item)


def _read_shared(
    setup: PitchSetup, told: Mapping[str, Json], gaps: dict[str, Refused], key: str
) -> dict[str, int]:
    """Return how much each side has of what they share; nothing unless both are told."""
    what, least, most = SHARED[key]
    amounts: dict[str, int] = {}
    for side, amount in mapping(told.get(key, {}), what).items():
        if side not in setup.names:
            raise _refused(key, f"{show(side)} is no team: {_teams(setup)}.")
        amounts[side] = whole(amount, f"number of {what} of {setup.team(side)}", item=key)
    total, is_whole = sum(amounts.values()), len(amounts) == len(SIDES)
    limits = f"{least} to {most}" if least < most else f"{most}"
    shares = [f"{show(amount)} for {setup.team(side)}" for side, amount in amounts.items()]
    told_now = f"told were {listed(shares or ['none'])}"
    if total > most or (is_whole and total < least):
        raise _refused(key, f"There are {limits} {what}, but {told_now}, {show(total)} in all.")
    if not is_whole and (amounts or key == "points"):
        why = f"Tell both teams' {what}, {limits} in all and 0 for none; {told_now}."
        gaps[f"both teams' {what}"] = _refused(key, why)
    return amounts if is_whole else {}


def _refused(key: str, why: str) -> Refused:
    match key:
        case "tricks":
            return Refused("bad_trick_count", why, item=key)
        case "game_pips":
            return Refused("bad_game_count", why, item=key)
    return Refused("bad_points_split", why, item=key)


def _read_detailed(
    setup: PitchSetup, round_: Round, told: Mapping[str, Json], gaps: dict[str, Refused]
) -> tuple[dict[str, int], dict[str, int]]:
    """Return points and tricks by side from who took High, Low, Jack and Game."""
    takers: dict[str, str | None] = {}
    for key, label in POINTS.items():
        taker = told.get(key)
        if isinstance(taker, str) and taker in setup.names:
            takers[key] = taker
        elif taker is not None:
            message = f"{label} cannot go to {show(taker)}: {_teams(setup)}."
            raise Refused("bad_points_split", message, item=key)
        elif key in round_.data and key not in ALWAYS_SCORED:
            takers[key] = None
    tricks = _read_shared(setup, told, gaps, "tricks")
    pips = _read_shared(setup, told, gaps, "game_pips")
    if pips:
        takers["game"] = _read_game(setup, pips, tricks, takers)
    for key, label in POINTS.items():
        if key not in takers:
            why = "it is always scored" if key in ALWAYS_SCORED else "or say that nobody did"
            message = f"Hand {round_.number}: say which team took {label}; {why}."
            gaps[label] = Refused("bad_points_split", message, item=key)
    won = list(takers.values())
    return {side: won.count(side) for side in SIDES}, tricks


def _read_game(
    setup: PitchSetup,
    pips: Mapping[str, int],
    tricks: Mapping[str, int],
    takers: Mapping[str, str | None],
) -> str | None:
    """Return who takes Game by the card points, refusing those that what else is told rules out."""
    ahead = leaders(pips, "highest")
    winner = ahead[0] if len(ahead) == 1 else None
    wrong = ""
    if takers.get("game", winner) != winner:
        wrong = f"so Game goes to {setup.team(winner) if winner else 'nobody'}"
    for side, points in pips.items():
        most = MOST_CARD_POINTS[tricks.get(side, TRICKS)]
        if points > most:
            wrong = f"but the tricks of {setup.team(side)} hold {most} at most"
        if points == 0 and takers.get("jack") == side:
            wrong = f"but the Jack that {setup.team(side)} took is one of them"
    if wrong:
        counted = " and ".join(f"{points} for {setup.team(side)}" for side, points in pips.items())
        raise _refused("game_pips", f"The card points are {counted}, {wrong}.")
    return winner


def _read_quick(
    setup: PitchSetup, _round: Round, told: Mapping[str, Json], gaps: dict[str, Refused]
) -> tuple[dict[str, int], dict[str, int]]:
    """Return points and tricks by side from the points as they were counted."""
    points = _read_shared(setup, told, gaps, "points")
    taker = told.get("all_tricks")
    if taker is not None and not (isinstance(taker, str) and taker in setup.names):
        message = f"{show(taker)} cannot have taken all tricks: {_teams(setup)}."
        raise Refused("malformed", message, item="all_tricks")
    tricks = {side: TRICKS if side == taker else 0 for side in SIDES} if taker else {}
    return {side: points.get(side, 0) for side in SIDES}, tricks


def _read_turn(round_: Round, row: Json) -> tuple[str, Bid | None]:
    """Return who bid what; None for a pass."""
    match sequence(row, "A bid"):
        case [player, bid]:
            name = _read_player(round_, player, "bids")
            if name and isinstance(bid, str) and bid.strip().lower() == PASS:
                return name, None
            if name:
                return name, _read_bid(bid, "bids", name)
    raise Refused("malformed", "A bid is a player's name and what was bid.", item="bids")


def _read_bidding(
    order: Sequence[str],
    turns: Sequence[tuple[str, Bid | None]],
    played: tuple[str | None, Bid | None],
    gaps: dict[str, Refused],
) -> None:
    """Refuse bids out of turn, too low or owed, and those that do not lead to what was played.

    ``order`` is who bids in turn, the dealer last; ``played`` is who pitched for which bid.
    """
    dealer = order[-1]
    leader, highest = "", BIDS[0]
    for position, (name, bid) in enumerate(turns):
        wrong = ""
        # The dealer may equal the highest bid; so may whoever bids first equal the lowest.
        start = BIDS.index(highest) + (1 if leader and name != dealer else 0)
        if position >= len(order):
            wrong = f"{name} cannot bid: everybody has bid or passed."
        elif name != order[position]:
            wrong = f"{name} cannot bid or pass yet: it is {order[position]}'s turn."
        elif bid is None:
            if name == dealer and not leader:
                wrong = f"The others passed, so {name}, the dealer, must bid {BIDS[0]} at least."
        elif bid not in BIDS[start:]:
            may = _either((*BIDS[start:], PASS))
            wrong = f"{name} cannot bid {bid} after {highest}, only {may}: "
            wrong += "the dealer alone may equal a bid."
        else:
            leader, highest = name, bid
        if wrong:
            raise Refused("bad_bid_order", wrong, player=name, item="bids")
    if len(turns) < len(order):
        name = order[len(turns)]
        message = f"The bidding is not over: {name} has neither bid nor passed."
        gaps[f"{name}'s bid"] = Refused("bad_bid_order", message, player=name, item="bids")
    elif played[0] not in (None, leader) or played[1] not in (None, highest):
        message = f"{leader} won the bidding with {highest}, but "
        message += f"{played[0] or 'somebody'} is said to have pitched for {played[1] or 'a bid'}."
        raise Refused("bid_log_conflict", message, player=leader, item="bids")


def _either(choices: Sequence[Bid]) -> str:
    *others, last = map(str, choices)
    return f"{', '.join(others)} or {last}" if others else last


def _teams(setup: PitchSetup) -> str:
    return f"there are {listed([setup.team(side) for side in SIDES])}"


def check_round(setup: PitchSetup, _history: History, round_: Round) -> None:
    """Refuse what cannot be in what is told of a hand so far."""
    read_hand(setup, round_)


def awaits(setup: PitchSetup, _history: History, round_: Round) -> Awaited:
    """Say what a hand still needs in the way it is being recorded."""
    gaps = read_hand(setup, round_).gaps
    return Awaited(table=listed(list(gaps)) if gaps else "")


def score_round(setup: PitchSetup, history: History, round_: Round) -> RoundScore:
    """Score a hand: the bidders their points or the lost bid, the others what they made."""
    hand = read_hand(setup, round_)
    for refusal in hand.gaps.values():
        raise refusal
    assert hand.pitcher is not None, "a gap otherwise"
    bidders = setup.side_of[hand.pitcher]
    points = gain = hand.points[bidders]
    if isinstance(hand.bid, int):
        price = hand.bid
        is_made = points >= price
    else:
        price = gain = setup.options["smudge_value"]
        is_made = points == MOST_POINTS and hand.tricks.get(bidders) == TRICKS
    what = hand.bid if isinstance(hand.bid, int) else "a smudge"
    made = f"made {points}" if is_made else f"made {points} and were set"
    return RoundScore(
        scores={**hand.points, bidders: gain if is_made else -price},
        state=Played(bidders, is_made, hand.dealer or next_dealer(setup, history)),
        story=f"{hand.pitcher} bid {what}; {setup.names[bidders]} {made}.",
    )


def next_dealer(setup: PitchSetup, history: History) -> str | None:
    """Return who deals the next hand: left of the last dealer, None if nobody ever told."""
    played: Played | None = history.state
    return left_of(setup.players, played.dealer) if played and played.dealer else None


def outcome(setup: PitchSetup, history: History) -> Outcome | None:
    """Return who won with the latest hand, or None while play goes on.

    Bidders who made it and stand at the target win whatever the others have. Others at the target
    win only where the house rules let them, the higher total first.
    """
    target = setup.options["target"]
    played: Played | None = history.state
    there = {side: total for side, total in history.totals.items() if (total or 0) >= target}
    how = ""
    if played and played.is_made and played.bidders in there:
        winners: tuple[str, ...] = (played.bidders,)
        how = " after making the bid"
    elif not setup.options["win_requires_bid"]:
        winners = leaders(there, "highest")
    else:
        winners = ()
    if not winners:
        return None
    return Outcome(winners, f"{_win(setup, history, winners)}{how}; the target was {target}.")


def end_early(setup: PitchSetup, history: History) -> Outcome:
    """Return who wins when the game is stopped: the higher total, shared where level."""
    if not history.rounds:
        return Outcome((), "Ended before a hand was played, so nobody wins.")
    winners = leaders(history.totals, "highest")
    return Outcome(winners, f"Ended early: {_win(setup, history, winners)}.")


def _win(setup: PitchSetup, history: History, winners: Sequence[str]) -> str:
    total = history.totals[winners[0]] or 0
    points = "1 point" if total == 1 else f"{total} points"
    if len(winners) > 1:
        both = " and ".join(setup.names[side] for side in winners)
        return f"{both} share the win with {points} each"
    return f"{setup.names[winners[0]]} win with {points}"


def between(setup: PitchSetup, history: History) -> Between:
    """Return who deals next, and which sides can win with the next hand, and how."""
    if outcome(setup, history):
        return Between()
    target = setup.options["target"]
    dealer = next_dealer(setup, history)
    facts = tuple(
        f"{setup.names[side]} have {total}: they win by {way}."
        for side, total in history.totals.items()
        if (way := _way_to_win(setup, target - (total or 0)))
    )
    return Between((dealer, "deals") if dealer else None, facts)


def _way_to_win(setup: PitchSetup, needed: int) -> str:
    """Say how a side that needs so many more points can win in one hand; "" if it cannot."""
    if needed > max(MOST_POINTS, setup.options["smudge_value"]):
        return ""
    if needed > MOST_POINTS:
        return "making a smudge"
    if not setup.options["win_requires_bid"]:
        return f"scoring {needed} more"
    # A bid that is made brings as much as the lowest bid at least.
    return "making a bid" if needed <= min(POINT_BIDS) else f"making a bid with {needed} points"


def entry_form(setup: PitchSetup, history: History) -> EntryForm:
    """Describe the two ways to record a hand: who took each point, or how many each side made."""
    sides = tuple((side, setup.names[side]) for side in SIDES)
    or_nobody = (*sides, (None, "Nobody"))
    bids = tuple((bid, str(bid).capitalize()) for bid in BIDS)
    optional: Any = {"is_optional": True}
    verbs = (*(Verb(bid, label) for bid, label in bids), Verb(PASS, "Pass"))

    def pick(key: str, label: str, choices: Choices, hint: str = "", **more: Any) -> Field:
        return Field(key, label, "choice", choices=choices, hint=hint, **more)

    def seat(key: str, label: str, **more: Any) -> Field:
        return Field(key, label, "player", names=setup.players, **more)

    def shared(key: str, label: str, hint: str = "", **more: Any) -> Field:
        most = SHARED[key][2]
        return Field(key, label, "amounts", high=most, choices=sides, hint=hint, **more)

    begin = (seat("pitcher", "Pitcher", hint="Won the bidding"), pick("bid", "Bid", bids))
    dealt = next_dealer(setup, history)
    dealer = seat("dealer", "Dealer", none_label="Not noted", default=dealt, **optional)
    hint = "From the dealer's left; only to have it checked"
    log = Field("bids", "Bidding", "log", names=setup.players, verbs=verbs, hint=hint, **optional)
    detailed = (
        pick("high", "High", sides, "Played the highest trump"),
        pick("low", "Low", sides, "Captured the lowest trump"),
        pick("jack", "Jack", or_nobody, "Captured the jack of trumps"),
        pick("game", "Game", or_nobody, "Or count card points below", **optional),
        shared("game_pips", "Card points", **optional),
        shared("tricks", "Tricks", "A smudge needs them.", **optional),
    )
    quick = (
        shared("points", "Points"),
        pick("all_tricks", "Took all tricks", or_nobody, "A smudge needs it", **optional),
    )
    one_by_one = (*begin, *detailed, dealer, log)
    say, count = "Say who took each point.", "Type how many points each team made."
    return EntryForm(
        rounds=(
            RoundStyle("points", "Point by point", say, one_by_one, has_entries=False),
            RoundStyle("quick", "Just the points", count, (*begin, *quick, dealer), False),
        )
    )


HANDS = [
    {"pitcher": "Ann", "bid": 2, "high": "A", "low": "A", "jack": None, "game": "A"},
    {"pitcher": "Bob", "bid": 3, "high": "B", "low": "A", "jack": "B", "game": None},
]
EXAMPLE = Example(
    {"game": "pitch", "options": {}, "players": ["Ann", "Bob", "Cy", "Di"], "rounds": HANDS},
    "Ann bid 2 and her side made 3, which all count. Then Bob bid 3, but his side made only High "
    "and Jack: Bob and Di lose 3, while Ann and Cy score 1 for Low.",
)

RULES = GameRules(
    key="pitch",
    name="Pitch",
    fewest=PLAYERS,
    most=PLAYERS,
    aim="With your partner, bid for High, Low, Jack and Game, and make a bid at 21 points.",
    players="4 players in two partnerships",
    length="Half an hour to an hour",
    source="A traditional description of the four-handed partnership game.",
    how_to_score=HOW_TO_SCORE,
    decided=DECIDED,
    card_values=(
        *((f"{card}, for Game", str(worth)) for card, worth in CARD_POINTS.items()),
        ("Any other card, for Game", "0"),
    ),
    example=EXAMPLE,
    options=OPTIONS,
    best="highest",
    round_word="Hand",
    action="Enter the hand",
    turn="deals",
    set_up=set_up,
    entry_form=entry_form,
    check_round=check_round,
    score_round=score_round,
    outcome=outcome,
    end_early=end_early,
    extras=lambda _setup, history, _is_over: {
        "made": [hand.state.is_made for hand in history.rounds]
    },
    awaits=awaits,
    target=lambda setup: int(setup.options["target"]),
    between=between,
)
