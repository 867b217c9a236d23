"""Pitch for four: two partnerships bid for trumps and play for High, Low, Jack and Game.

Aim: be the side that stands at the target or above after making a bid of its own.

Scoring: a hand has two to four points, and each goes to a side. Bidders who reach their bid score
every point they made; if they fall short, they score nothing and lose the bid. The other side
always scores its own points. A smudge is a bid for all four points and all six tricks.

Source: a traditional description of the game; that a smudge is worth five and that the dealer may
equal any bid are as public card game references have it.

Not scored here: the play of the cards, who may follow or trump, and the cards nobody was dealt.

Long because a game is one file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple

from scorecard.rules import card_game, core, options, round_words, seating
from scorecard.rules.options import number, switch
from scorecard.rules.outcome import standings, winning
from scorecard.rules.typed import fields, reading
from scorecard.rules.words import (
    NOTHING,
    Sentence,
    answers,
    joined,
    paragraphs,
    quoted,
    say,
    say_as,
    say_n,
    shown,
)

Bid = int | str
Choices = tuple[tuple[core.Json, Sentence], ...]

PLAYERS = 4
SIDES = ("A", "B")
TEAM_SIZE = 2
SMUDGE = "smudge"
POINT_BIDS = (2, 3, 4)
BIDS: tuple[Bid, ...] = (*POINT_BIDS, SMUDGE)
"""From lowest to highest."""
PASS = "pass"  # noqa: S105 - a word at the card table, no password
BID_LABELS: Mapping[Bid, Sentence] = {SMUDGE: say("Smudge"), PASS: say("Pass")}
TRICKS = 6
GAME = say_as("one of the four points of Pitch", "Game")
POINTS = {"high": say("High"), "low": say("Low"), "jack": say("Jack"), "game": GAME}
ALWAYS_SCORED = ("high", "low")
MOST_POINTS = len(POINTS)
CARD_POINTS = {
    say("10, for Game"): 10,
    say("Ace, for Game"): 4,
    say("King, for Game"): 3,
    say("Queen, for Game"): 2,
    say("Jack, for Game"): 1,
}
"""The points of captured cards towards Game."""
MOST_CARD_POINTS = tuple(accumulate((0, *(4 * worth for worth in CARD_POINTS.values()), 0)))
"""The most card points in no trick, in one trick of four cards, in two, up to all six."""
SHARED = {
    "tricks": (say("tricks"), TRICKS, TRICKS, "bad_trick_count"),
    "game_pips": (say("card points for Game"), 0, MOST_CARD_POINTS[TRICKS], "bad_game_count"),
    "points": (say("points"), len(ALWAYS_SCORED), MOST_POINTS, "bad_points_split"),
}
"""What the sides share out: its name, the least and most there can be in all, and its refusals."""
TOOK_ALL = "took_all"
COMMON_KEYS = ("pitcher", "bid", TOOK_ALL, "dealer", "bids")
DETAILED_KEYS = (*POINTS, "game_pips", "tricks")
QUICK_KEYS = ("points", "all_tricks")

HOW_TO_SCORE = paragraphs("""
    Partners, chosen as you like, sit opposite each other. Everybody is dealt six cards,
    three at a time; the others stay out of the hand. From the dealer’s left, everybody bids
    once or passes: 2, 3, 4 or smudge, each bid higher than the one before; only the dealer
    may equal the highest, and so steal the bid. If the three others pass, the dealer must
    bid 2 at least.

    The highest bidder pitches: the suit of the first card led is trumps. Follow the suit
    led or trump; only who has none of that suit may play anything. The highest trump takes
    the trick, or else the highest card of the suit led, the ace above the king. Who took a
    trick leads to the next.

    High goes to the side that played the highest trump of the hand, Low to the side that
    captured the lowest. Jack goes to the side that captured the jack of trumps, if it was
    dealt. Game goes to the side with more card points in its tricks: a ten counts 10, an
    ace 4, a king 3, a queen 2, a jack 1, a card below ten nothing. If they are level,
    nobody gets it.

    Not all cards are dealt: High need not be an ace, nor Low a two, and without the jack of
    trumps only three points can be made, so that a bid of 4 or a smudge fails.

    Bidders who made at least their bid score all the points they made, not just the bid.
    Otherwise they are set: they score nothing and lose the bid. The others always score
    what they made. A total may fall below zero.

    A smudge is made only with all four points and all six tricks. Made, it scores 5;
    otherwise it costs 5.

    A side wins when it makes a bid and then stands at 21 or more, even if the others have
    more. Reaching 21 on the others’ bid is not enough: that side has to stay there and make
    a bid of its own. The deal passes to the left.
""")
DECIDED = answers("""
    What does a failed smudge cost?
    As much as a made one scores: 5, unless you change it.

    Is exactly 21 enough?
    Yes.

    Both sides are at 21 or more. Who wins?
    The one that made its bid; if set, play on.

    Which bid may the dealer equal?
    The highest so far, no matter whose.

    Can all four points fall in a single trick?
    Yes. When doesn’t matter.

    Is Low for the player who held the lowest trump?
    No, for the side that captured it.

    The card points are level, or nobody has any. Who gets Game?
    Nobody.

    A bid of 4 takes all four points and all six tricks. Is there a bonus?
    No: it scores 4.

    Who wins a game that ends early?
    The higher total; level sides share the win.
""")


def check_teams(players: tuple[str, ...], value: core.Json) -> core.Json:
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
            side, named = pair if pair[0] in SIDES else reversed(pair)
            if side not in SIDES:
                raise ValueError(
                    say(
                        "needs the letter and the names of each team, as in “%(line)s”",
                        line=f"A: {players[0]}, {players[2]}",
                    )
                )
            name = options.player_named(named, players)
            if name is None:
                raise ValueError(
                    say(
                        "cannot put %(name)s in team %(side)s: the players are %(players)s",
                        name=reading.show(named),
                        side=side,
                        players=reading.listed(players),
                    )
                )
            teams[side].append(name)
    if [len(set(names)) for names in teams.values()] != [TEAM_SIZE] * len(SIDES) or (
        sorted(teams["A"] + teams["B"]) != sorted(players)
    ):
        raise ValueError(say("must put two of the players in team A and the other two in team B"))
    return {side: sorted(names, key=players.index) for side, names in teams.items()}


def write_teams(value: core.Json) -> str:
    """Return the teams as text; "" for those by seats."""
    return " · ".join(
        " & ".join(item) if isinstance(item, list) else f"{key}: {item}"
        for key, item in (value or {}).items()
    )


TARGET_RULE = say("A side needs this many after making a bid.")
SMUDGE_RULE = say("What a smudge scores, or costs.")
BID_RULE = say(
    "Only a side that has just made its bid can win. Off: any side at the target wins; if "
    "both are there, the side that made its bid, or else the higher total."
)
TEAMS_RULE = say("Partners usually sit opposite each other.")
TEAMS = options.Lines(
    check_teams,
    write_teams,
    say("A: Ann, Cy"),
    splits=(
        {"A": (1, 3), "B": (2, 4)},
        {"A": (1, 2), "B": (3, 4)},
        {"A": (1, 4), "B": (2, 3)},
    ),
)
SEATS = say("Seats 1 and 3 against seats 2 and 4")
OPTIONS = (
    number("target", say("Target"), TARGET_RULE, 5, 101, 21, is_basic=True),
    number("smudge_value", say("A smudge is worth"), SMUDGE_RULE, 4, 10, 5),
    switch("win_requires_bid", say("Winning takes a bid"), BID_RULE, default=True),
    options.Option(
        "teams", say("Teams"), TEAMS_RULE, "lines", lines=TEAMS, none_label=SEATS, is_basic=True
    ),
)


@dataclass(frozen=True, kw_only=True)
class PitchSetup(core.Setup):
    """A game of Pitch: ``side_of`` each player, and each side's ``names`` for sentences."""

    side_of: Mapping[str, str]
    names: Mapping[str, str]


def set_up(players: tuple[str, ...], options: Mapping[str, core.Json]) -> PitchSetup:
    """Return the set-up with the teams that were chosen, or else those who sit opposite."""
    chosen = options["teams"] or dict(zip(SIDES, (players[::2], players[1::2]), strict=True))
    teams = {side: tuple(chosen[side]) for side in SIDES}
    return PitchSetup(
        players=players,
        options=options,
        partnerships=teams,
        side_of=core.side_of(teams),
        names={side: " & ".join(names) for side, names in teams.items()},
    )


class Hand(NamedTuple):
    """A hand as it was entered so far: points and tricks by side, and the ``bids`` in turn.

    ``gaps`` has, by the name of a missing value, the error about a hand without it.
    """

    round: core.Round
    pitcher: str | None
    bid: Bid | None
    dealer: str | None
    bids: Sequence[tuple[str, Bid | None]]
    points: Mapping[str, int]
    tricks: Mapping[str, int]
    gaps: Mapping[Sentence, core.Refused]


class Played(NamedTuple):
    """The state after a hand."""

    bidders: str
    is_made: bool


def read(setup: PitchSetup, _history: core.History, round_: core.Round) -> Hand:
    """Read and validate what was entered of a hand."""
    is_quick = any(key in round_.data for key in QUICK_KEYS)
    known = (*COMMON_KEYS, *(QUICK_KEYS if is_quick else DETAILED_KEYS))
    reading.known_parts(round_, known)
    typed = {key: value for key, value in round_.data.items() if value is not None}
    gaps: dict[Sentence, core.Refused] = {}
    pitcher, bid = _read_contract(round_, typed, gaps)
    _convert_took_all(setup, typed, pitcher, is_quick=is_quick)
    share_out = _read_quick if is_quick else _read_detailed
    points, tricks = share_out(setup, round_, typed, gaps)
    tricks_item = "all_tricks" if is_quick else "tricks"
    for side, count in tricks.items():
        if count == 0 and points[side]:
            message = say(
                "A point takes a trick, but %(side)s have points and no trick.",
                side=setup.names[side],
            )
            raise core.Refused("points_without_tricks", message, item=tricks_item)
    # Typed quickly, a smudge that failed by its points needs no tricks, and None says "nobody".
    is_failed = pitcher is not None and points[setup.side_of[pitcher]] < MOST_POINTS
    are_tricks_known = (
        bool(tricks)
        or TOOK_ALL in typed
        or (is_quick and (is_failed or "all_tricks" in round_.data))
    )
    if bid == SMUDGE and not are_tricks_known:
        message = say(
            "A smudge takes all %(tricks)s tricks: say whether the bidders did.", tricks=TRICKS
        )
        gaps[say("the tricks")] = core.Refused("tricks_required", message, item=tricks_item)
    dealer = _read_player(round_, typed.get("dealer"), "dealer")
    bids = [
        _read_turn(round_, row) for row in reading.sequence(typed.get("bids", []), say("The bids"))
    ]
    if bids:
        # Where nobody entered the dealer, the first to bid sits on the dealer's left.
        dealer = dealer or round_.present[round_.present.index(bids[0][0]) - 1]
        _read_bidding(seating.clockwise(round_.present, dealer), bids, (pitcher, bid), gaps)
    return Hand(round_, pitcher, bid, dealer, bids, points, tricks, gaps)


def _read_contract(
    round_: core.Round, typed: Mapping[str, core.Json], gaps: dict[Sentence, core.Refused]
) -> tuple[str | None, Bid | None]:
    """Return who pitched for which bid."""
    pitcher = _read_player(round_, typed.get("pitcher"), "pitcher")
    if pitcher is None:
        message = say("Hand %(number)s does not say who pitched.", number=round_.number)
        gaps[say("who pitched")] = core.Refused("missing_entry", message, item="pitcher")
    bid = _read_bid(typed["bid"], "bid") if "bid" in typed else None
    if bid is None:
        message = say(
            "Hand %(number)s has no bid: it must be %(bids)s.",
            number=round_.number,
            bids=_either(BIDS),
        )
        gaps[say("the bid")] = core.Refused("bad_bid", message, item="bid")
    return pitcher, bid


def _convert_took_all(
    setup: PitchSetup, typed: dict[str, core.Json], pitcher: str | None, *, is_quick: bool
) -> None:
    """Convert the answer whether the bidders took all tricks to the keys of the entry style."""
    if TOOK_ALL not in typed:
        return
    took_all = reading.switch(typed[TOOK_ALL], say("Took all tricks"), item=TOOK_ALL)
    if "tricks" in typed or "all_tricks" in typed:
        message = say(
            "The tricks are told twice: say whether the bidders took all %(tricks)s, or who took "
            "how many.",
            tricks=TRICKS,
        )
        raise core.Refused("bad_trick_count", message, item=TOOK_ALL)
    if took_all and pitcher is not None:
        bidders = setup.side_of[pitcher]
        if is_quick:
            typed["all_tricks"] = bidders
        else:
            typed["tricks"] = {side: TRICKS if side == bidders else 0 for side in SIDES}


def _read_player(round_: core.Round, value: core.Json, key: str) -> str | None:
    return None if value is None else reading.named(round_, value, round_.present, key)


def _read_bid(value: core.Json, item: str, player: str = "") -> Bid:
    bid: core.Json = value.strip().lower() if isinstance(value, str) else value
    if type(bid) in (int, str) and bid in BIDS:
        return bid  # type: ignore[no-any-return]
    message = say(
        "There is no bid of %(show)s: a bid is %(bids)s.",
        show=reading.show(value),
        bids=_either(BIDS),
    )
    raise core.Refused("bad_bid", message, player=player, item=item)


def _read_shared(
    setup: PitchSetup, typed: Mapping[str, core.Json], gaps: dict[Sentence, core.Refused], key: str
) -> dict[str, int]:
    """Return each side's amount of something shared; nothing unless both were entered."""
    what, least, most, code = SHARED[key]
    amounts = _read_amounts(setup, typed, key)
    total, is_whole = sum(amounts.values()), len(amounts) == len(SIDES)
    is_amiss = total > most or (is_whole and total < least)
    if not is_amiss and (is_whole or not (amounts or key == "points")):
        return amounts if is_whole else {}
    limits = say("%(least)s to %(most)s", least=least, most=most) if least < most else shown(most)
    shares = [
        say("%(amount)s for %(side)s", amount=reading.show(amount), side=setup.names[side])
        for side, amount in amounts.items()
    ]
    entered = say("you entered %(shares)s", shares=reading.listed(shares or [say("none")]))
    if is_amiss:
        raise core.Refused(
            code,
            "There are %(limits)s %(what)s, but %(entered)s, %(total)s in all.",
            limits=limits,
            what=what,
            entered=entered,
            total=reading.show(total),
            item=key,
        )
    why = say(
        "Enter both teams’ %(what)s, %(limits)s in all and 0 for none; %(entered)s.",
        what=what,
        limits=limits,
        entered=entered,
    )
    gaps[say("both teams’ %(what)s", what=what)] = core.Refused(code, why, item=key)
    return {}


def _read_amounts(setup: PitchSetup, typed: Mapping[str, core.Json], key: str) -> dict[str, int]:
    what, _least, _most, code = SHARED[key]
    amounts: dict[str, int] = {}
    for side, amount in reading.mapping(typed.get(key, {}), what).items():
        if side not in setup.names:
            values = {"side": reading.show(side), "teams": _teams(setup)}
            raise core.Refused(code, "%(side)s is no team: %(teams)s.", item=key, **values)
        amounts[side] = reading.whole(
            amount,
            say("number of %(what)s of %(side)s", what=what, side=setup.names[side]),
            item=key,
        )
    return amounts


def _read_detailed(
    setup: PitchSetup,
    round_: core.Round,
    typed: Mapping[str, core.Json],
    gaps: dict[Sentence, core.Refused],
) -> tuple[dict[str, int], dict[str, int]]:
    """Return points and tricks by side from who took High, Low, Jack and Game."""
    takers: dict[str, str | None] = {}
    for key, label in POINTS.items():
        taker = typed.get(key)
        if isinstance(taker, str) and taker in setup.names:
            takers[key] = taker
        elif taker is not None:
            message = say(
                "%(label)s cannot go to %(taker)s: %(teams)s.",
                label=label,
                taker=reading.show(taker),
                teams=_teams(setup),
            )
            raise core.Refused("bad_points_split", message, item=key)
        elif key in round_.data and key not in ALWAYS_SCORED:
            takers[key] = None
    tricks = _read_shared(setup, typed, gaps, "tricks")
    pips = _read_shared(setup, typed, gaps, "game_pips")
    if pips:
        takers["game"] = _read_game(setup, pips, tricks, takers)
    _note_missing(round_, takers, gaps)
    won = list(takers.values())
    return {side: won.count(side) for side in SIDES}, tricks


def _note_missing(
    round_: core.Round, takers: Mapping[str, str | None], gaps: dict[Sentence, core.Refused]
) -> None:
    for key, label in POINTS.items():
        if key not in takers:
            number = round_.number
            message = (
                say(
                    "Hand %(number)s: say which team took %(point)s; it is always scored.",
                    number=number,
                    point=label,
                )
                if key in ALWAYS_SCORED
                else say(
                    "Hand %(number)s: say which team took %(point)s; or say that nobody did.",
                    number=number,
                    point=label,
                )
            )
            gaps[label] = core.Refused("bad_points_split", message, item=key)


def _read_game(
    setup: PitchSetup,
    pips: Mapping[str, int],
    tricks: Mapping[str, int],
    takers: Mapping[str, str | None],
) -> str | None:
    """Return who takes Game by the card points, refusing whom other entries rule out."""
    ahead = standings.leaders(pips, "highest")
    winner = ahead[0] if len(ahead) == 1 else None
    wrong = NOTHING
    if takers.get("game", winner) != winner:
        taker = setup.names[winner] if winner else say("nobody")
        wrong = say("so Game goes to %(taker)s", taker=taker)
    for side, points in pips.items():
        most = MOST_CARD_POINTS[tricks.get(side, TRICKS)]
        if points > most and (most or side not in takers.values()):
            wrong = say(
                "but the tricks of %(side)s hold %(most)s at most",
                side=setup.names[side],
                most=most,
            )
        if points == 0 and takers.get("jack") == side:
            wrong = say("but the Jack that %(side)s took is one of them", side=setup.names[side])
    if wrong:
        counted = reading.listed(
            [
                say("%(points)s for %(side)s", points=points, side=setup.names[side])
                for side, points in pips.items()
            ]
        )
        raise core.Refused(
            "bad_game_count",
            "The card points are %(counted)s, %(wrong)s.",
            counted=counted,
            wrong=wrong,
            item="game_pips",
        )
    return winner


def _read_quick(
    setup: PitchSetup,
    _round: core.Round,
    typed: Mapping[str, core.Json],
    gaps: dict[Sentence, core.Refused],
) -> tuple[dict[str, int], dict[str, int]]:
    """Return points and tricks by side from the points as they were counted."""
    points = _read_shared(setup, typed, gaps, "points")
    taker = typed.get("all_tricks")
    if taker is not None and not (isinstance(taker, str) and taker in setup.names):
        message = say(
            "%(taker)s cannot have taken all tricks: %(teams)s.",
            taker=reading.show(taker),
            teams=_teams(setup),
        )
        raise core.Refused("malformed", message, item="all_tricks")
    tricks = {side: TRICKS if side == taker else 0 for side in SIDES} if taker else {}
    return {side: points.get(side, 0) for side in SIDES}, tricks


def _read_turn(round_: core.Round, row: core.Json) -> tuple[str, Bid | None]:
    """Return who bid what; None for a pass."""
    match reading.sequence(row, say("A bid")):
        case [player, bid]:
            name = _read_player(round_, player, "bids")
            if name and isinstance(bid, str) and bid.strip().lower() == PASS:
                return name, None
            if name:
                return name, _read_bid(bid, "bids", name)
    raise core.Refused("malformed", say("A bid is a player’s name and what was bid."), item="bids")


def _read_bidding(
    order: Sequence[str],
    turns: Sequence[tuple[str, Bid | None]],
    played: tuple[str | None, Bid | None],
    gaps: dict[Sentence, core.Refused],
) -> None:
    """Refuse bids out of turn, too low or owed, and those that do not lead to what was played.

    ``order`` is who bids in turn, the dealer last; ``played`` is who pitched for which bid.
    """
    leader, highest = _follow(order, turns)
    if len(turns) < len(order):
        name = order[len(turns)]
        message = say("The bidding is not over: %(name)s has neither bid nor passed.", name=name)
        gaps[say("%(name)s’s bid", name=name)] = core.Refused(
            "bad_bid_order", message, player=name, item="bids"
        )
    elif played[0] not in (None, leader) or played[1] not in (None, highest):
        message = say(
            "%(leader)s won the bidding with %(highest)s, but you entered %(pitcher)s "
            "pitching for %(bid)s.",
            leader=leader,
            highest=highest,
            pitcher=played[0] or say("somebody"),
            bid=played[1] or say("a bid"),
        )
        raise core.Refused("bid_log_conflict", message, player=leader, item="bids")


def _follow(order: Sequence[str], turns: Sequence[tuple[str, Bid | None]]) -> tuple[str, Bid]:
    """Return who leads the bidding with which bid, "" for nobody; refuse what cannot be bid."""
    dealer, leader = order[-1], ""
    highest: Bid = BIDS[0]
    for position, (name, bid) in enumerate(turns):
        wrong = NOTHING
        may = _may_bid(order, name, leader, highest)
        if position >= len(order):
            wrong = say("%(name)s cannot bid: everybody has bid or passed.", name=name)
        elif name != order[position]:
            wrong = say(
                "%(name)s cannot bid or pass yet: it is %(order)s’s turn.",
                name=name,
                order=order[position],
            )
        elif bid is None:
            if name == dealer and not leader:
                wrong = say(
                    "The others passed, so %(name)s, the dealer, must bid %(bids)s at least.",
                    name=name,
                    bids=BIDS[0],
                )
        elif bid not in may:
            wrong = say(
                "%(name)s cannot bid %(bid)s after %(highest)s, only %(may)s: "
                "the dealer alone may equal a bid.",
                name=name,
                bid=bid,
                highest=highest,
                may=_either(may),
            )
        else:
            leader, highest = name, bid
        if wrong:
            raise core.Refused("bad_bid_order", wrong, player=name, item="bids")
    return leader, highest


def _may_bid(order: Sequence[str], name: str, leader: str, highest: Bid) -> tuple[Bid, ...]:
    """Return what somebody may bid after the highest bid of ``leader``, "" where none was made.

    The dealer may equal the highest bid; so may whoever bids first equal the lowest.
    """
    is_dealer = name == order[-1]
    bids = BIDS[BIDS.index(highest) + (1 if leader and not is_dealer else 0) :]
    return bids if is_dealer and not leader else (*bids, PASS)


def _either(choices: Sequence[Bid]) -> Sentence:
    *others, last = map(str, choices)
    if not others:
        return quoted(last)
    return say("%(others)s or %(last)s", others=", ".join(others), last=last)


def _teams(setup: PitchSetup) -> Sentence:
    """Return the teams with their letters, which only a program can have wrong."""
    teams = [say("team %(side)s (%(name)s)", side=side, name=setup.names[side]) for side in SIDES]
    return say("there are %(listed)s", listed=reading.listed(teams))


def awaits(_setup: PitchSetup, _history: core.History, hand: Hand) -> core.Awaited:
    """Say what a hand still needs in the way it is being recorded: its points after the bid."""
    gaps = list(hand.gaps)
    is_bid = hand.pitcher is not None and hand.bid is not None
    later = (*DETAILED_KEYS, *QUICK_KEYS, TOOK_ALL)
    if is_bid and all(hand.round.data.get(key) is None for key in later):
        others = [what for what, refusal in hand.gaps.items() if refusal.item not in later]
        gaps = [say("the points"), *others]
    return core.Awaited(table=reading.listed(gaps), part=int(is_bid))


def turns(setup: PitchSetup, history: core.History, hand: Hand) -> core.Turns:
    """Return who may bid what; where nobody knows who deals, anybody may be the first.

    A bidding that is over says who pitches for which bid, and who has dealt.
    """
    bids, present = hand.bids, hand.round.present
    dealer = hand.dealer or next_dealer(setup, history)
    if not dealer:
        turns = (core.Turn(name, _moves((*BIDS, PASS))) for name in present)
        return core.Turns(turns=tuple(turns))
    order = seating.clockwise(setup.players, dealer, present)
    told = {"dealer": dealer} if bids else {}
    leader, highest = _follow(order, bids)
    if len(bids) >= len(order):
        return core.Turns(told={**told, "pitcher": leader, "bid": highest})
    name = order[len(bids)]
    to_bid = say("%(name)s to bid", name=name)
    best = [say("%(name)s has bid %(bid)s", name=leader, bid=_bid_label(highest))] if leader else []
    moves = _moves(_may_bid(order, name, leader, highest))
    return core.Turns(name, (core.Turn(name, moves, joined([to_bid, *best], " · ")),), told)


def _moves(bids: Sequence[Bid]) -> tuple[core.Move, ...]:
    return tuple(core.Move(bid, _bid_label(bid)) for bid in bids)


def _bid_label(bid: Bid) -> Sentence:
    return BID_LABELS.get(bid) or quoted(str(bid))


def score_round(setup: PitchSetup, history: core.History, hand: Hand) -> core.RoundScore:
    """Score a hand: the bidders their points or the lost bid, the others what they made."""
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
    dealer = hand.dealer or next_dealer(setup, history)
    return core.RoundScore(
        scores={**hand.points, bidders: gain if is_made else -price},
        state=Played(bidders, is_made),
        turn=dealer,
        story=lambda: _story(hand, setup.names[bidders], points, is_made=is_made),
        roles={"dealer": dealer} if dealer else {},
    )


def _story(hand: Hand, names: str, points: int, *, is_made: bool) -> Sentence:
    values = {
        "pitcher": hand.pitcher,
        "what": hand.bid if isinstance(hand.bid, int) else say("a smudge"),
        "names": names,
        "points": points,
    }
    if is_made and hand.bid == SMUDGE:
        return say("%(pitcher)s bid %(what)s; %(names)s made it.", **values)
    if is_made:
        return say("%(pitcher)s bid %(what)s; %(names)s made %(points)s.", **values)
    return say("%(pitcher)s bid %(what)s; %(names)s made %(points)s and were set.", **values)


def next_dealer(setup: PitchSetup, history: core.History) -> str:
    """Return who deals the next hand: left of the last dealer, "" if nobody ever entered one."""
    return seating.next_turn(setup, history, among=setup.players)


def outcome(setup: PitchSetup, history: core.History) -> core.Outcome | None:
    """Return who won with the latest hand, or None while play goes on.

    Bidders who made it and stand at the target win whatever the others have. Others at the target
    win only where the house rules let them, the higher total first.
    """
    target = setup.options["target"]
    played: Played | None = history.state
    if played and played.is_made and (history.totals[played.bidders] or 0) >= target:
        side = played.bidders
        message = say_n(
            "%(name)s win with %(num)s point after making the bid; the target was %(target)s.",
            "%(name)s win with %(num)s points after making the bid; the target was %(target)s.",
            history.totals[side] or 0,
            name=setup.names[side],
            target=target,
        )
        return core.Outcome((side,), message, how=say("after making the bid"))
    if setup.options["win_requires_bid"]:
        return None
    return winning.first_to(target, history.totals, round_words.points, setup.names)


def row_notes(_setup: PitchSetup, _history: core.History, hand: Hand) -> dict[str, Sentence]:
    """Return the note at a side's row: its pitcher and bid."""
    if hand.pitcher is None or hand.bid is None:
        return {}
    bid = _bid_label(hand.bid)
    return {hand.pitcher: say("%(pitcher)s pitches, bid: %(bid)s", pitcher=hand.pitcher, bid=bid)}


def between(setup: PitchSetup, history: core.History) -> core.Between:
    """Return who deals next, and which sides can win with the next hand, and how."""
    dealer = next_dealer(setup, history)
    facts = tuple(
        way
        for side, total in history.totals.items()
        if (way := _way_to_win(setup, side, total or 0))
    )
    return core.Between((dealer, RULES.turn) if dealer else None, facts=facts)


def _way_to_win(setup: PitchSetup, side: str, total: int) -> Sentence:
    """Return what a side with this total needs to win with the next hand; "" if it cannot."""
    needed = setup.options["target"] - total
    name = setup.names[side]
    if needed > max(MOST_POINTS, setup.options["smudge_value"]):
        return NOTHING
    if needed > MOST_POINTS:
        return say("%(name)s need a smudge", name=name)
    if not setup.options["win_requires_bid"]:
        return say("%(name)s need %(needed)s", name=name, needed=needed)
    # A bid that is made brings as much as the lowest bid at least.
    if needed <= min(POINT_BIDS):
        return say("%(name)s need a bid", name=name)
    return say("%(name)s need a bid with %(needed)s points", name=name, needed=needed)


def entry_form(setup: PitchSetup, history: core.History) -> fields.EntryForm:
    """Describe the two ways to record a hand: who took each point, or how many each side made.

    Long because it is one form, written out as data.
    """
    sides = tuple((side, quoted(setup.names[side])) for side in SIDES)
    or_nobody = (*sides, (None, say("Nobody")))
    bids = tuple((bid, _bid_label(bid)) for bid in BIDS)
    optional: Any = {"is_optional": True}
    later: Any = {"is_later": True}
    verbs = tuple(fields.Verb(bid, _bid_label(bid)) for bid in (*BIDS, PASS))

    def pick(key: str, label: Sentence, choices: Choices, **more: Any) -> fields.Field:
        return fields.Field(key, label, "choice", choices=choices, **more)

    def seat(key: str, label: Sentence, **more: Any) -> fields.Field:
        return fields.Field(key, label, "player", names=setup.players, **more)

    def shared(key: str, label: Sentence, **more: Any) -> fields.Field:
        return fields.Field(key, label, "amounts", high=SHARED[key][2], choices=sides, **more)

    begin = (
        seat("pitcher", say("Who won the bidding?")),
        pick("bid", say("Bid"), bids),
    )
    took_all = pick(
        TOOK_ALL,
        say("All six tricks?"),
        ((True, say("Yes")), (False, say("No"))),
        asked_if=("bid", (SMUDGE,)),
        replaces=("tricks", "all_tricks"),
        **later,
        **optional,
    )
    dealer = seat(
        "dealer",
        say("Dealer"),
        none_label=say("Not noted"),
        default=next_dealer(setup, history) or None,
        is_rare=True,
        **optional,
    )
    log = fields.Field(
        "bids",
        say("Bidding"),
        "log",
        names=setup.players,
        verbs=verbs,
        hint=say("From the dealer’s left; only to have it checked"),
        is_rare=True,
        **optional,
    )
    detailed = (
        pick("high", say("High"), sides, **later),
        pick("low", say("Low"), sides, **later),
        pick("jack", say("Jack"), or_nobody, **later),
        pick("game", GAME, or_nobody, **later, **optional),
        took_all,
        shared("tricks", say("Tricks"), **later, **optional),
        shared("game_pips", say("Card points"), is_rare=True, **later, **optional),
    )
    quick = (
        shared("points", say("Points"), **later),
        took_all,
        pick("all_tricks", say("Took all tricks"), or_nobody, **later, **optional),
    )
    one_by_one = (*begin, *detailed, dealer, log)
    return fields.EntryForm(
        rounds=(
            fields.whole("points", say("Point by point"), NOTHING, *one_by_one),
            fields.whole("quick", say("Just the points"), NOTHING, *begin, *quick, dealer),
        ),
        opening="pitcher",
        parts=(RULES.action, say("Enter the points")),
    )


HANDS = [
    {"pitcher": "Ann", "bid": 2, "high": "A", "low": "A", "jack": None, "game": "A"},
    {"pitcher": "Bob", "bid": 3, "high": "B", "low": "A", "jack": "B", "game": None},
]
EXAMPLE = card_game.Example(
    {"game": "pitch", "options": {}, "players": ["Ann", "Bob", "Cy", "Di"], "rounds": HANDS},
    say(
        "Ann bid 2 and her side made 3, which all count. Then Bob bid 3, but his side made "
        "only High and Jack: Bob and Di lose 3, while Ann and Cy score 1 for Low."
    ),
)

RULES = card_game.GameRules(
    key="pitch",
    name=say("Pitch"),
    fewest=PLAYERS,
    most=PLAYERS,
    aim=say("With your partner, bid for High, Low, Jack and Game, and make a bid at 21 points."),
    players=say("4 players in two partnerships"),
    length=say("Half an hour to an hour"),
    source=say("A traditional description of the four-handed partnership game."),
    how_to_score=HOW_TO_SCORE,
    decided=DECIDED,
    card_values=(
        *((card, shown(worth)) for card, worth in CARD_POINTS.items()),
        (say("Any other card, for Game"), quoted("0")),
    ),
    example=EXAMPLE,
    options=OPTIONS,
    best="highest",
    in_story=("pitcher", "bid"),
    round_word=say("Hand"),
    action=say("Enter the hand"),
    why_not_late=say("Pitch is for four in two teams, so nobody joins after hand 1."),
    set_up=set_up,
    entry_form=entry_form,
    read=read,
    awaits=awaits,
    score_round=score_round,
    outcome=outcome,
    end_early=lambda setup, history: winning.stopped(
        history.totals, round_words.points, setup.names
    ),
    extras=lambda _setup, history, _is_over: {
        "made": [hand.state.is_made for hand in history.rounds]
    },
    row_notes=row_notes,
    turns=turns,
    target=lambda setup: int(setup.options["target"]),
    between=between,
)
