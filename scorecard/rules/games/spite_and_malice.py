"""Spite and Malice: two players race to be rid of their talons, game after game.

Aim: be the first to empty your talon, and win more games than the other.

Scoring: whoever empties the talon wins the game; if the stock runs out first, the smaller talon
does. A game counts 1, or the difference of the talons where the house rules say so.

Source: a traditional description, which tells of single games only; counting them is ours.

Not scored here: the play of the cards, and who deals.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from scorecard.rules import card_game, core
from scorecard.rules.options import choice, number
from scorecard.rules.outcome import standings, winning
from scorecard.rules.round_words import points, so_many
from scorecard.rules.typed import fields, reading
from scorecard.rules.typed.numbers import Number, refused
from scorecard.rules.words import NOTHING, Sentence, answers, joined, paragraphs, say, say_n

PLAYERS = 2
LARGEST_TALON = 40
TALON = Number(
    say("talon"),
    LARGEST_TALON,
    refused(
        "talon_out_of_range",
        "%(name)s’s talon cannot have %(number)s cards: it begins with %(high)s.",
    ),
)
ENDINGS = ("talon", "stock")
"""The ways for a game to end: a talon was emptied, or the stock ran out."""

HOW_TO_SCORE = paragraphs("""
    Two decks are shuffled together. Each of the two players gets a talon of 20 cards, of
    which only the top one shows, and five cards in hand. The rest is the stock. In the
    middle is room for three build piles, and before each player for four discard piles.

    At the beginning of your turn draw up to five cards. Then play as many as you like to
    the build piles: the top of your talon, cards from your hand, or the top of a discard
    pile of yours. Once your whole hand is played, draw five more and go on.

    A build pile begins with an ace and goes up in sequence to the queen; suits mean
    nothing. Kings are wild. A pile that has its queen is shuffled back into the stock and
    makes room for a new one.

    Putting a card from the hand on one of your discard piles ends the turn. Talon cards
    never go there. What lies there can only go to a build pile, in a later turn, and only
    from the top.

    The first to play the last card of their talon wins the game at once.

    If the stock runs out before that, the game is over, too, and the smaller talon wins.
    Equal talons make a drawn game, which nobody wins.

    Every game won counts 1. If you play for cards left, the winner scores the difference of
    the two talons instead. Play as many games as you like, or to a target.
""")
DECIDED = answers("""
    The stock runs out with equal talons. Who wins?
    Nobody: the game is drawn.

    What is a game worth over a whole evening?
    1 to its winner, or the difference of the talons if you choose that.

    How many games make a match?
    As many as you like, unless you set a target: the first to reach it wins.

    Does playing a card from a discard pile end the turn?
    No, putting a card on one does. The description reads the other way round, probably by
    mistake. It makes no difference to the score.
""")

OPTIONS = (
    number(
        "talon_size",
        say("Cards in a talon"),
        say("How many cards each talon begins with."),
        5,
        LARGEST_TALON,
        20,
        is_basic=True,
        is_plain=True,
    ),
    choice(
        "scoring",
        say("A game counts"),
        say("What the winner of a game scores."),
        ("wins", say("1 for each game won")),
        ("cards_left", say("The difference of the talons")),
        is_basic=True,
        is_plain=True,
    ),
    number(
        "match_target",
        say("Match target"),
        say("The first to reach this wins the match."),
        1,
        1000,
        none_label=say("No limit"),
        is_basic=True,
    ),
)


class Ending(NamedTuple):
    """How a game ended, as far as it was entered: ``talons`` holds the cards left by player.

    ``ended`` is None until it is entered, or follows from the talons; ``winner`` is whom somebody
    named as the winner.
    """

    round: core.Round
    ended: str | None
    talons: Mapping[str, int]
    winner: str | None


def read(setup: core.Setup, _history: core.History, round_: core.Round) -> Ending:
    """Read and validate what was entered of a game.

    Naming a winner and nothing else says that they emptied their talon, so theirs need not be
    typed.
    """
    reading.known_parts(round_, ("ended", "talon", "winner"))
    winner, ended = round_.data.get("winner"), round_.data.get("ended")
    if winner is not None:
        winner = reading.named(round_, winner, setup.players, "winner")
    if ended not in (None, *ENDINGS):
        raise round_.refused(
            "bad_ending",
            "Game %(number)s cannot have ended by %(ended)s: it ends when a talon is emptied "
            '("talon") or the stock runs out ("stock").',
            ended=reading.show(ended),
            item="ended",
        )
    entries = reading.entries_by_player(round_, "talon", setup.players)
    most = setup.options["talon_size"]
    talons = {name: TALON.read(entry, name, high=most) for name, entry in entries.items()}
    if winner is not None and ended in (None, "talon"):
        ended = "talon"
        talons.setdefault(winner, 0)
    if ended is None and not round_.missing(talons):
        ended = "talon" if 0 in talons.values() else "stock"
    _refuse_conflicts(ended, talons)
    return Ending(round_, ended, talons, winner)


def _refuse_conflicts(ended: str | None, talons: Mapping[str, int]) -> None:
    empty = [name for name, cards in talons.items() if cards == 0]
    if ended == "stock" and empty:
        raise core.Refused(
            "talon_result_conflict",
            "The stock ran out, but %(empty)s’s talon is at 0: then it was emptied first.",
            empty=empty[0],
            player=empty[0],
        )
    if len(empty) > 1:
        raise core.Refused(
            "talon_result_conflict",
            "Only one talon can be emptied, but those of %(empty)s both would be.",
            empty=reading.listed(empty),
            player=empty[0],
        )
    if ended == "talon" and len(talons) == PLAYERS and not empty:
        left = [say("%(name)s has %(cards)s", name=name, cards=talons[name]) for name in talons]
        raise core.Refused(
            "talon_result_conflict",
            "A talon was emptied, so one of them must be at 0, but %(left)s.",
            left=reading.listed(left),
            item="talon",
        )


def score_round(setup: core.Setup, _history: core.History, ending: Ending) -> core.RoundScore:
    """Score a game: 1 to the smaller talon, or the difference; nothing for a tie.

    The state kept of a game is who won it, None for a draw.
    """
    talons = ending.talons
    reading.refuse_missing(ending.round, talons)
    ahead = standings.leaders(talons, "lowest")
    winner = ahead[0] if len(ahead) == 1 else None
    if ending.winner not in (None, winner):
        raise core.Refused(
            "talon_result_conflict",
            "%(winner)s is named as the winner, but by the talons %(won)s: %(talons)s.",
            winner=ending.winner,
            won=say("%(winner)s won", winner=winner) if winner else say("nobody won"),
            talons=_cards_left(talons),
            player=ending.winner,
            item="winner",
        )
    margin = max(talons.values()) - min(talons.values()) if talons else 0
    worth = margin if setup.options["scoring"] == "cards_left" else 1
    return core.RoundScore(
        scores={name: worth if name == winner else 0 for name in setup.players},
        state=winner,
        story=lambda: _story(ending.ended, winner, talons),
    )


def _story(ended: str | None, winner: str | None, talons: Mapping[str, int]) -> Sentence:
    if winner is None:
        return say(
            "The stock ran out with equal talons, a draw: %(talons)s.", talons=_cards_left(talons)
        )
    if ended == "stock":
        return say(
            "The stock ran out and %(winner)s won: %(talons)s.",
            winner=winner,
            talons=_cards_left(talons),
        )
    others = {name: cards for name, cards in talons.items() if name != winner}
    return say(
        "%(winner)s emptied the talon; %(others)s.", winner=winner, others=_cards_left(others)
    )


def _cards_left(talons: Mapping[str, int]) -> Sentence:
    left = [
        say_n("%(name)s had %(num)s card left", "%(name)s had %(num)s cards left", cards, name=name)
        for name, cards in talons.items()
    ]
    return joined(left, ", ")


def _amount(setup: core.Setup, number: int) -> Sentence:
    is_by_wins = setup.options["scoring"] == "wins"
    return so_many(number, "Game") if is_by_wins else points(number)


def entry_form(setup: core.Setup, _history: core.History) -> fields.EntryForm:
    """Return the form: each player's talon, except for the winner with an empty one."""
    talon = fields.Field(
        "", say("Cards left in the talon"), "points", high=setup.options["talon_size"]
    )
    winner = fields.Field(
        "winner",
        say("Who emptied the talon?"),
        "player",
        names=setup.players,
        none_label=say("Nobody: the stock ran out"),
        is_optional=True,
        entry_of_named=0,
        excuses=say("talon empty · 0"),
    )
    return fields.EntryForm(
        players=setup.players,
        styles=(fields.style("talon", say("Talon"), NOTHING, talon),),
        rounds=(fields.RoundStyle("round", NOTHING, fields=(winner,)),),
        opening="winner",
    )


RULES = card_game.GameRules(
    key="spite_and_malice",
    name=say("Spite and Malice"),
    fewest=PLAYERS,
    most=PLAYERS,
    aim=say("Be the first to empty your talon."),
    players=say("2 players"),
    length=say("Half an hour a game"),
    source=say("A traditional description of the game for two."),
    how_to_score=HOW_TO_SCORE,
    decided=DECIDED,
    example=card_game.Example(
        {
            "game": "spite_and_malice",
            "options": {},
            "players": ["Ann", "Bob"],
            "rounds": [
                {"ended": "talon", "talon": {"Ann": 0, "Bob": 7}},
                {"ended": "stock", "talon": {"Ann": 6, "Bob": 4}},
                {"ended": "stock", "talon": {"Ann": 5, "Bob": 5}},
            ],
        },
        say(
            "Ann emptied her talon in the first game. In the second the stock ran out and "
            "Bob’s talon was smaller. The third was a draw, so they stand at 1 each."
        ),
    ),
    options=OPTIONS,
    best="highest",
    entries_key="talon",
    round_word=say("Game"),
    action=say("Enter the result"),
    why_not_late=say("Spite and Malice is for two, so nobody joins after game 1."),
    entry_form=entry_form,
    read=read,
    awaits=lambda _setup, _history, ending: core.Awaited(ending.round.missing(ending.talons)),
    score_round=score_round,
    **winning.race(lambda setup: setup.options["match_target"], _amount, told=_amount),
    unplayed=say("Ended before a game was played, so nobody wins."),
    extras=lambda _setup, history, _is_over: {
        "game_winners": [game.state for game in history.rounds]
    },
    row_notes=lambda _setup, _history, ending: {
        name: say_n("%(num)s card", "%(num)s cards", left) for name, left in ending.talons.items()
    },
    not_in=say("no talon yet"),
    between=lambda setup, _history: core.Between(
        lead=say("Talons of %(cards)s", cards=setup.options["talon_size"])
    ),
)
