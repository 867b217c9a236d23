"""Brag: three cards, one pot, and the nerve to go on betting.

Aim: take the pot, with the best hand or by being the last who has not folded.

Scoring: everybody in a hand antes and bets into the pot. The last one left takes it, or the winner
of a "see" between the last two; whoever asked to see loses with an equal hand. What a player wins
less what they put in is their balance, and every hand adds up to nothing. A player out of chips
covers the pot, and what is bet afterwards makes a side pot.

Source: a traditional description of three-card Brag; British rules of Brag where it is silent.

Not scored here: the dealing itself, wild cards, and who owes whom for chips lent at the table.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorecard.rules import card_game, core, seating
from scorecard.rules.games.brag import about, basics, form, round_reader, rounds
from scorecard.rules.games.brag.betting import Betting, Pot
from scorecard.rules.round_words import bet_limits
from scorecard.rules.typed import reading
from scorecard.rules.words import NOTHING, Sentence, joined, quoted, say, shown


def awaits(_setup: core.Setup, _history: core.History, play: rounds.Play) -> core.Awaited:
    """Return what a hand still needs: bets, its end, or the cards that decide."""
    return core.Awaited(table=reading.listed([lack.what for lack in play.lacks]))


def score_round(setup: core.Setup, history: core.History, play: rounds.Play) -> core.RoundScore:
    """Score a whole hand: what each player takes from the pots, less what they put in."""
    for lack in play.lacks:
        raise lack.refusal
    pots = play.pots()
    scores = dict.fromkeys(play.table.round.present, 0)
    for pot in pots:
        for name, chips in pot.chips.items():
            scores[name] -= chips
        each, odd = divmod(pot.size, len(pot.winners))
        for place, name in enumerate(pot.winners):
            scores[name] += each + (place < odd)
    dealer = play.dealer if isinstance(play, rounds.Log) else ""
    return core.RoundScore(
        scores,
        warnings=_warnings(play),
        state=basics.HandState(pots, play.table.shown),
        turn=dealer or seating.next_turn(setup, history),
        story=lambda: _story(setup, play, pots),
    )


def _by_seat(setup: core.Setup, names: tuple[str, ...]) -> tuple[str, ...]:
    if len(names) == 1:
        return names
    return tuple(name for name in setup.players if name in names)


def _warnings(play: rounds.Play) -> tuple[core.RuleWarning, ...]:
    """Mark a hand in which somebody acted out of turn: once, for the others then do as well."""
    if not isinstance(play, rounds.Log) or play.betting.hasty is None:
        return ()
    name, turn = play.betting.hasty
    message = say("%(name)s acted out of turn: %(turn)s was to act.", name=name, turn=turn)
    return (core.RuleWarning(play.table.round.number, "acted_out_of_turn", message),)


def _story(setup: core.Setup, play: rounds.Play, pots: tuple[Pot, ...]) -> Sentence:
    """Say who took which pot, and with what; the last pot was settled first."""
    table = play.table

    def with_hand(name: str) -> Sentence:
        if name not in table.shown:
            return quoted(name)
        return say("%(name)s (%(hand)s)", name=name, hand=table.shown[name].name)

    parts = []
    for place, pot in reversed([*enumerate(pots)]):
        names = [with_hand(name) for name in _by_seat(setup, pot.winners)]
        parts.append(_took(names, rounds.pot_name(place, len(pots)), pot.size))
    story = say("%(parts)s.", parts=joined(parts, ", "))
    if play.see is None:
        return story
    seer, opponent = play.see
    if table.shown.get(seer) and table.shown.get(seer) == table.shown.get(opponent):
        equal = say("The hands were equal, and %(seer)s had asked to see.", seer=seer)
        story = joined([story, equal])
    return say("%(seer)s saw %(opponent)s: %(story)s", seer=seer, opponent=opponent, story=story)


def _took(names: Sequence[Sentence], pot: Sentence, size: int) -> Sentence:
    if len(names) > 1:
        return say(
            "%(names)s shared %(pot)s of %(size)s", names=reading.listed(names), pot=pot, size=size
        )
    return say("%(name)s took %(pot)s of %(size)s", name=names[0], pot=pot, size=size)


def extras(setup: core.Setup, history: core.History, _is_over: bool) -> dict[str, core.Json]:
    """Return the pots of every hand with their winners, and whether to shuffle now."""
    states: list[basics.HandState] = [scored.state for scored in history.rounds]
    return {
        "pots": [[pot.size for pot in state.pots] for state in states],
        "pot_winners": [
            [list(_by_seat(setup, pot.winners)) for pot in state.pots] for state in states
        ],
        "shuffle_next": bool(states) and states[-1].is_prial,
    }


def between(setup: core.Setup, history: core.History) -> core.Between:
    """Return what is paid and bet, who deals, where a dealer was named, and whether to shuffle."""
    state: basics.HandState | None = history.state
    dealer, options = seating.next_turn(setup, history), setup.options
    return core.Between(
        turn=(dealer, RULES.turn) if dealer else None,
        lead=say("Shuffle after the prial") if state and state.is_prial else NOTHING,
        facts=(
            *((say("ante %(chips)s", chips=options["ante"]),) if options["ante"] else ()),
            bet_limits(options["min_bet"], options["max_bet"]),
        ),
        stop=card_game.ALL_DEALT if _is_even(history) else NOTHING,
    )


def _is_even(history: core.History) -> bool:
    """Return whether everybody has dealt equally often.

    Where nobody ever named a dealer, the deal has moved round among those who were always there.
    """
    dealers = [scored.turn for scored in history.rounds]
    if any(dealers):
        return all(dealers) and seating.is_even(dealers, history.present)
    are_same = all(len(scored.scores) == len(history.present) for scored in history.rounds)
    return bool(dealers) and are_same and len(dealers) % len(history.present) == 0


def row_notes(_setup: core.Setup, _history: core.History, play: rounds.Play) -> dict[str, Sentence]:
    """Say what everybody has bet, or put into the pot so far and who has folded, bet by bet."""
    if isinstance(play, rounds.Bets):
        return {name: say("bets %(bet)s", bet=bet) for name, bet in play.contrib.items() if bet}
    if not isinstance(play, rounds.Log):
        return {}
    betting = play.betting
    return {
        name: say("%(chips)s in the pot", chips=sum(pot.get(name, 0) for pot in betting.pots))
        if name in betting.competing
        else say("folded")
        for name in betting.seats
    }


def hint(setup: core.Setup, _history: core.History, play: rounds.Play) -> Sentence:
    """Say who is to act and at what price, while a hand is entered bet by bet."""
    if not isinstance(play, rounds.Log):
        return NOTHING
    betting = play.betting
    if betting.is_over:
        missing = reading.listed([lack.what for lack in play.lacks])
        if name := betting.may_fold_unseen:
            return say(
                "The betting is over; enter %(missing)s, or %(name)s folds unseen.",
                missing=missing,
                name=name,
            )
        return say("The betting is over; enter %(missing)s.", missing=missing)
    if not betting.turn:
        first = say("First bet: %(least)s", least=setup.options["min_bet"])
        return joined([first, _pots(betting)], " · ")
    return _prices(betting, betting.turn)


def _pots(betting: Betting) -> Sentence:
    sizes = [shown(sum(chips.values())) for chips in betting.pots]
    if len(sizes) > 1:
        return say("pots %(sizes)s", sizes=reading.listed(sizes))
    return say("pot %(size)s", size=sizes[0])


def _prices(betting: Betting, name: str) -> Sentence:
    """Say who is to act, what staying in and seeing cost, and what is in the pot."""
    parts = [shown(betting.bets(name)[0])]
    if betting.may_see(name):
        parts.append(say("see %(price)s", price=betting.see_price(name)))
    prices = joined([*parts, _pots(betting)], " · ")
    if name in betting.blind:
        return say("%(name)s to act, blind: %(prices)s", name=name, prices=prices)
    return say("%(name)s to act: %(prices)s", name=name, prices=prices)


def turns(_setup: core.Setup, _history: core.History, play: rounds.Play) -> core.Turns:
    """Return who may do what at which price, and who is left, while a hand is told bet by bet."""
    if not isinstance(play, rounds.Log):
        return core.Turns()
    betting = play.betting
    left = tuple(betting.competing)
    if not betting.is_over:
        return core.Turns(
            betting.turn,
            tuple(
                core.Turn(name, _moves(betting, name), _prices(betting, name))
                for name in betting.live
            ),
            left=left,
        )
    seer = betting.may_fold_unseen
    if not seer or not play.lacks:
        return core.Turns(left=left)
    unseen = say("%(winner)s wins: %(name)s folds unseen", winner=betting.other(seer), name=seer)
    return core.Turns(seer, (core.Turn(seer, (core.Move("fold", unseen),)),), left=left)


def _moves(betting: Betting, name: str) -> tuple[core.Move, ...]:
    price, most = betting.bets(name)
    has_bet = bool(betting.value)
    stay = say("Call %(price)s", price=price) if has_bet else say("Bet %(price)s", price=price)
    moves = [core.Move("fold", say("Fold")), core.Move("bet", stay, price)]
    if most is None or most > price:
        more = say("Raise") if has_bet else say("Bet more")
        moves.append(core.Move("bet", more, least=price + 1, most=most))
    if betting.may_see(name):
        see = betting.see_price(name)
        moves.append(core.Move("see", say("See %(price)s", price=see), see))
    if name in betting.blind:
        moves.append(core.Move("look", say("Look")))
    # Whoever has the price need not cover the pot.
    rest = {"least": 0, "most": price - 1} if price > 1 else {}
    moves.append(core.Move("cover", say("Cover"), **rest))
    return tuple(moves)


RULES = card_game.GameRules(
    key="brag",
    name=say("Brag"),
    fewest=4,
    most=8,
    aim=say("Take the pot: hold the best three cards, or be the last who has not folded."),
    players=say("4–8 players"),
    length=say("As long as you like"),
    source=say(
        "A traditional description of three-card Brag, and British rules where it is silent."
    ),
    how_to_score=about.HOW_TO_SCORE,
    decided=about.DECIDED,
    card_values=about.HANDS_FROM_BEST,
    example=about.EXAMPLE,
    options=basics.OPTIONS,
    best="highest",
    is_money=True,
    told={"winner": lambda name: say("%(name)s won", name=name)},
    round_word=say("Hand"),
    action=say("Enter the hand"),
    why_not_late=say("What one wins the others pay from hand 1 on, so nobody joins after it."),
    set_up=basics.set_up,
    entry_form=form.entry_form,
    read=round_reader.read,
    awaits=awaits,
    score_round=score_round,
    extras=extras,
    hint=hint,
    row_notes=row_notes,
    turns=turns,
    between=between,
)
