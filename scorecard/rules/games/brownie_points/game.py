"""Brownie Points: slap attacks, Dog Houses and a pile of points.

Aim: be the one with the highest total once somebody reaches the target.

Scoring: each player's points pile counts for them, the cards still in hand count against them,
and whoever holds Squirts at the end of the round pays for it. For a knocked-out player the pile
counts against them, too; the hand and Squirts still count once.

Source: the two published versions of the Brownie Points rules, the web page and the box leaflet.
They name no card values; the defaults here are the only ones that fit their examples for 1–4 and
10, and a guess for 5–9, which is why every game shows them for checking.

Not scored here: who wins a sequence or a slap; cards that a Dog House leaves lying (are missing).
"""

from __future__ import annotations

from scorecard.rules import card_game, core, round_words
from scorecard.rules.cards.deck import check_cards, not_counted
from scorecard.rules.games.brownie_points import basics, counting, form, house_rules, worths
from scorecard.rules.outcome import winning
from scorecard.rules.words import NOTHING, Sentence, gained, paragraphs, say, say_n

HOW_TO_SCORE = paragraphs("""
    Everybody is dealt five cards; the others are the draw pile. Who baked brownies last
    begins, or who ate one last, or else the shortest.

    Who begins a sequence must play: one card, a set of equal cards, a run of at least four
    in sequence, the Game Changer or a Dog House. Say aloud what you lay down.

    Each in turn then plays as many cards as lie there, only higher ones, or passes, even
    with a hand that could play. A run beats any set; another run beats it that has as many
    cards and goes higher. Every turn ends with drawing a card, as long as there are any.
    When all others have passed, the pile is yours, and you begin the next sequence.

    Slap attack: who holds the very cards that were just played slaps the table, shouts
    “Brownie Points!”, lays them down, has the pile and begins the next sequence. Only both
    together count. Of several it is the one who lays down the cards first, or else grabs
    the pile first. Who has passed or played a Dog House waits until somebody else has
    played. Nobody slaps a Dog House.

    A slap or a shout without the cards, even one taken back, is a fib and earns Squirts.
    Who has it passes it on to the next who fibs; who fibs again with it is knocked out.

    A Dog House, played on your turn, goes to your pile, and everybody gives you their
    highest card into your hand, be it the Game Changer or a Wild Card. Several together
    bring as many cards from each. Then everybody draws a card. A Nope may be given in place
    of a card, one for each Dog House: it goes to your pile and is out of the round.

    The Game Changer beats whatever lies there but a run, and only a run beats it. A Wild
    Card makes a set or run with numbers, but is not played by itself or with a Dog House or
    Game Changer. Who has to begin with nothing but Nopes draws until something can be
    played, or passes once the draw pile is gone.

    A round ends when the draw pile is empty and somebody loses their last card: they play
    it, it falls to a slap attack, or it goes to a Dog House.

    Add up your points pile and subtract the cards left in your hand. Dog Houses cost only
    the player who still holds them; Nopes are worth nothing. The Game Changer counts for
    the player who won it.

    If you hold Squirts at the end of the round, you pay its price.

    If you fib again while holding Squirts, you are knocked out: your pile counts as minus
    this round. Your hand and Squirts count as minus once, as usual.

    Round scores add up; a total may be negative. Once somebody reaches the target, the
    highest total after that round wins.
""")


def score_round(
    setup: basics.BrowniePointsSetup, _history: core.History, table: counting.Table
) -> core.RoundScore:
    """Score a whole round: every present player's pile, hand and Squirts."""
    return core.RoundScore(table.scores, tuple(_round_warnings(setup, table)))


def _round_warnings(
    setup: basics.BrowniePointsSetup, table: counting.Table
) -> list[core.RuleWarning]:
    warnings = []
    at = table.round.number
    is_early = table.round.data.get("ended_by") == "early"
    is_checked = setup.is_deck_known and not is_early and table.is_counted
    if is_checked and (missing := _not_counted(setup, table)):
        warnings.append(core.RuleWarning(at, "cards_missing", missing))
    if not (is_early or table.direct or table.is_anybody_out):
        message = say("Nobody’s hand is empty, but a round ends when one is.")
        warnings.append(core.RuleWarning(at, "nobody_went_out", message))
    for name in table.knocked_out:
        if name not in table.squirts:
            message = say("%(name)s is knocked out without Squirts. Was it passed on?", name=name)
            warnings.append(core.RuleWarning(at, "knocked_out_without_squirts", message))
        if message := _above_zero(table, name):
            warnings.append(core.RuleWarning(at, "knocked_out_above_zero", message))
    return warnings


def _above_zero(table: counting.Table, name: str) -> Sentence:
    """Say that somebody who is knocked out gains by a total that was entered; "" if not."""
    if name not in table.direct or table.scores[name] <= 0:
        return NOTHING
    return say(
        "%(name)s is knocked out, so the pile counts as minus, but you entered %(points)s.",
        name=name,
        points=gained(table.scores[name]),
    )


def entry_faults(_setup: basics.BrowniePointsSetup, table: counting.Table) -> dict[str, Sentence]:
    """Say where somebody who is knocked out gains by what was entered."""
    return {name: said for name in table.knocked_out if (said := _above_zero(table, name))}


def check_table(setup: basics.BrowniePointsSetup, table: counting.Table) -> core.TableCheck | None:
    """Say whether the counts so far add up to the deck: by card, by worth, or by points.

    None where nothing can be said: an unknown deck, or a direct score in the round.
    """
    if not setup.is_deck_known:
        return None
    is_complete, sentence = _compare(setup, table)
    cards, so_far = _check_cards(setup, table), _so_far(setup, table)
    return core.TableCheck(is_complete, sentence, cards, table.is_by_card, so_far)


def _compare(setup: basics.BrowniePointsSetup, table: counting.Table) -> tuple[bool, Sentence]:
    """Say whether all together add up to the deck."""
    if table.is_counted:
        missing = _not_counted(setup, table)
        adds_up = (
            say("All %(number)s cards counted.", number=sum(setup.deck.values()))
            if table.is_by_card
            else say("Every card that scores is in.")
        )
        return not missing, missing or adds_up
    if table.direct:
        return False, NOTHING
    counted = sum(table.piles.values()) + sum(table.hands.values())
    # Hands that were added up may hold more of them.
    expected, dog_house = _expected(setup, table), setup.hand_values["dog_house"]
    if dog_house and counted > expected:
        expected += -((expected - counted) // dog_house) * dog_house
    short = max(expected - counted, 0)
    sentence = (
        say_n("%(num)s point is missing.", "%(num)s points are missing.", short)
        if short
        else say("All %(counted)s points are in.", counted=counted)
    )
    return short == 0, sentence


def _so_far(setup: basics.BrowniePointsSetup, table: counting.Table) -> Sentence:
    """Say how much is counted: piles and hands, and of a direct score what it is."""
    points = {name: pile + table.hands[name] for name, pile in table.piles.items()}
    points |= {name: table.scores[name] for name in table.direct}
    return say(
        "%(counted)s of %(expected)s points so far",
        counted=sum(points.values()),
        expected=_expected(setup, table),
    )


def _expected(setup: basics.BrowniePointsSetup, table: counting.Table) -> int:
    """Return what piles and hands come to: a Dog House is worth something only in a hand."""
    counted = (*table.by_card.values(), *table.by_worth.values())
    held = sum(hand.get("dog_house", 0) for _pile, hand in counted)
    return setup.most_in_piles + held * setup.hand_values["dog_house"]


def _check_cards(
    setup: basics.BrowniePointsSetup, table: counting.Table
) -> tuple[core.CardCheck, ...]:
    """Compare what was counted card by card with the deck, and by worth what was counted so."""
    cards = table.cards_by_player()
    counted = worths.counted(setup, cards, table.by_worth)
    by_worth = check_cards(counted, worths.deck_of(setup), worths.labels(setup))
    kinds = {one.card: one for one in by_worth}
    by_card = check_cards(cards, setup.deck, basics.CARDS)
    return (*(kinds.pop(one.card, one) for one in by_card), *kinds.values())


def _not_counted(setup: basics.BrowniePointsSetup, table: counting.Table) -> Sentence:
    """Say which cards nobody counted, one by one or by worth.

    By worth, a Dog House in a pile is worth nothing, and not counted.
    """
    if table.is_by_card:
        return not_counted(table.cards, setup.deck, basics.CARDS)
    counted = worths.counted(setup, table.cards_by_player(), table.by_worth)
    deck = {kind: number for kind, number in worths.deck_of(setup).items() if kind != "dog_house"}
    totals = {kind: sum(by.get(kind, 0) for by in counted.values()) for kind in deck}
    return not_counted(totals, deck, worths.short_labels(setup))


def target(setup: basics.BrowniePointsSetup) -> int:
    """Return the total that ends a game.

    Scores are only written at the end of a round, so of several players at it the highest total
    wins, whatever the seating.
    """
    return setup.target


RULES = card_game.GameRules(
    key="brownie_points",
    name=say("Brownie Points"),
    fewest=basics.FEWEST_PLAYERS,
    most=max(basics.MOST_PLAYERS.values()),
    is_first=True,
    aim=say("Collect the most points in your pile, and be rid of your hand when the round ends."),
    players=say("2–8 players, up to 12 with the expansion deck"),
    length=say("An hour or two"),
    source=say("The Brownie Points rules, web page and box leaflet."),
    how_to_score=HOW_TO_SCORE,
    options=basics.OPTIONS,
    best="highest",
    entries_key="entries",
    absent_entry={"score": 0},
    action=say("Count cards"),
    turn=say("starts"),
    why_not_late=NOTHING,
    seats=basics.seats,
    set_up=basics.set_up,
    entry_form=form.entry_form,
    read=counting.read,
    awaits=lambda _setup, _history, table: core.Awaited(table.round.missing(table.scores)),
    score_round=score_round,
    **winning.race(
        target,
        lambda _setup, total: round_words.points(total),
        plays_on=lambda setup: setup.options["tie"] == "play_on",
    ),
    unplayed=say("Ended before a round was played, so nobody wins."),
    extras=lambda setup, _history, _is_over: {"target": setup.target},
    entry_scores=lambda _setup, table: table.scores,
    entry_faults=entry_faults,
    worth_here=worths.worth_here,
    check_table=check_table,
    feats=(
        card_game.CountFeat(
            "dog_houses",
            say("Most Dog Houses held"),
            ("hand.dog_house", "by_worth.hand.dog_house"),
        ),
    ),
    firsts={"squirts": say("The first Squirts of the evening")},
    house_rules=house_rules.READY_MADE,
)
