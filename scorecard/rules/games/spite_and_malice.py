"""Spite and Malice: two players race to be rid of their talons, game after game.

Aim: be the first to empty your talon, and win more games than the other.

Scoring: whoever empties the talon wins the game; if the stock runs out first, the smaller talon
does. A game counts 1, or the difference of the talons where the house rules say so.

Source: a traditional description, which tells of single games only; counting them is ours.

Not scored here: the play of the cards, and who deals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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
    Outcome,
    Refused,
    Round,
    RoundScore,
    RoundStyle,
    Setup,
    Style,
)
from scorecard.rules.options import choice, number
from scorecard.rules.reading import (
    entries_by_player,
    known_keys,
    listed,
    refuse_missing,
    refuse_player_count,
    show,
    whole,
)
from scorecard.rules.standings import leaders

PLAYERS = 2
ENDINGS = (("talon", "A talon was emptied"), ("stock", "The stock ran out"))

HOW_TO_SCORE = (
    "Each of the two players has a talon of 20 cards, of which only the top one shows. They take "
    "turns building up from ace to king on shared piles in the middle, from the talon, the hand "
    "or their own discard piles.",
    "Whoever gets rid of the last card of their talon wins the game at once.",
    "If the stock runs out before that, the game is over, too, and the smaller talon wins. Equal "
    "talons make a drawn game, which nobody wins.",
    "Every game won counts 1. If you play for cards left, the winner scores the difference of the "
    "two talons instead. Play as many games as you like, or to a target.",
)
DECIDED = (
    ("The stock runs out with equal talons. Who wins?", "Nobody: the game is drawn."),
    (
        "What is a game worth over a whole evening?",
        "1 to its winner, or the difference of the talons if you choose that.",
    ),
    (
        "How many games make a match?",
        "As many as you like, unless you set a target: the first to reach it wins.",
    ),
    (
        "Does playing a card from a discard pile end the turn?",
        "No, putting a card on one does. The description reads the other way round, probably by "
        "mistake. It makes no difference to the score.",
    ),
)

OPTIONS = (
    number(
        "talon_size",
        "Cards in a talon",
        "How many cards each player's talon has at the beginning of a game.",
        5,
        40,
        20,
        is_basic=True,
    ),
    choice(
        "scoring",
        "A game counts",
        "What the winner of a game scores.",
        ("wins", "1 for each game won"),
        ("cards_left", "The difference of the talons"),
        is_basic=True,
    ),
    number(
        "match_target",
        "Match target",
        "The first to reach this, in games won or in points for cards left, wins the match.",
        1,
        1000,
        none_label="No limit",
        is_basic=True,
    ),
)


def set_up(players: tuple[str, ...], options: Mapping[str, Json]) -> Setup:
    """Return the set-up, refusing any number of players but two."""
    refuse_player_count("Spite and Malice", players, PLAYERS, PLAYERS)
    return Setup(players=players, options=options)


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended, as far as it is told: ``talons`` holds the cards left by player.

    ``ended`` is None until it is told; ``winner`` is whom somebody named as the winner.
    """

    ended: str | None
    talons: Mapping[str, int]
    winner: str | None


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played: who won it, None for a draw."""

    winner: str | None


def read_ending(setup: Setup, round_: Round) -> Ending:
    """Read what is told of a game, refusing what can never be right.

    Naming a winner and nothing else says that they emptied their talon, so theirs need not be
    typed.
    """
    known_keys(round_.data, ("ended", "talon", "winner"), f"Game {round_.number}")
    winner = _read_winner(round_)
    ended = _read_ended(round_)
    if ended is None and winner is not None:
        ended = "talon"
    most = setup.options["talon_size"]
    talons = {}
    for name, entry in entries_by_player(round_, "talon", setup.players).items():
        talons[name] = whole(entry, "talon", player=name, item="talon")
        if talons[name] > most:
            raise Refused(
                "talon_out_of_range",
                f"{name}'s talon cannot have {show(talons[name])} cards: it begins with {most}.",
                player=name,
                item="talon",
            )
    if ended == "talon" and winner is not None:
        talons.setdefault(winner, 0)
    _refuse_conflicts(ended, talons)
    return Ending(ended, talons, winner)


def _read_ended(round_: Round) -> str | None:
    ended = round_.data.get("ended")
    if ended is None or (isinstance(ended, str) and ended in dict(ENDINGS)):
        return ended
    raise Refused(
        "bad_ending",
        f"Game {round_.number} cannot have ended by {show(ended)}: it ends when a talon is emptied "
        '("talon") or the stock runs out ("stock").',
        item="ended",
    )


def _read_winner(round_: Round) -> str | None:
    given = round_.data.get("winner")
    winner = given.strip() if isinstance(given, str) else given
    if winner is None or winner in round_.present:
        return winner
    raise Refused(
        "unknown_player",
        f"Game {round_.number}: {show(winner)} cannot have won and is not one of the players.",
        player=winner if isinstance(winner, str) else "",
        item="winner",
    )


def _refuse_conflicts(ended: str | None, talons: Mapping[str, int]) -> None:
    """Refuse talons that cannot be, whatever is still to be told."""
    empty = [name for name, cards in talons.items() if cards == 0]
    if ended == "stock" and empty:
        raise Refused(
            "talon_result_conflict",
            f"The stock ran out, but {empty[0]}'s talon is at 0: then it was emptied first.",
            player=empty[0],
            item="talon",
        )
    if len(empty) > 1:
        raise Refused(
            "talon_result_conflict",
            f"Only one talon can be emptied, but those of {listed(empty)} both would be.",
            player=empty[0],
            item="talon",
        )
    if ended == "talon" and len(talons) == PLAYERS and not empty:
        left = " and ".join(f"{name} has {cards}" for name, cards in talons.items())
        raise Refused(
            "talon_result_conflict",
            f"A talon was emptied, so one of them must be at 0, but {left}.",
            item="talon",
        )


def check_round(setup: Setup, _history: History, round_: Round) -> None:
    """Refuse what cannot be in what is told of a game so far."""
    read_ending(setup, round_)


def awaits(setup: Setup, _history: History, round_: Round) -> Awaited:
    """Say whose talon and what else is still to be told."""
    ending = read_ending(setup, round_)
    return Awaited(
        tuple(name for name in round_.present if name not in ending.talons),
        "how the game ended" if ending.ended is None else "",
    )


def score_round(setup: Setup, _history: History, round_: Round) -> RoundScore:
    """Score a game: 1 to the smaller talon, or the difference; nothing where they are level."""
    ending = read_ending(setup, round_)
    if ending.ended is None:
        raise Refused(
            "bad_ending",
            f"Game {round_.number} does not say how it ended: a talon was emptied "
            '("talon") or the stock ran out ("stock").',
            item="ended",
        )
    talons = ending.talons
    refuse_missing(round_, talons)
    ahead = leaders(talons, "lowest")
    winner = ahead[0] if len(ahead) == 1 else None
    if ending.winner not in (None, winner):
        won = f"{winner} won" if winner else "nobody won"
        raise Refused(
            "talon_result_conflict",
            f"{ending.winner} is named as the winner, but by the talons {won}: "
            f"{_cards_left(talons)}.",
            player=ending.winner or "",
            item="winner",
        )
    margin = max(talons.values()) - min(talons.values()) if talons else 0
    worth = margin if setup.options["scoring"] == "cards_left" else 1
    return RoundScore(
        scores={name: worth if name == winner else 0 for name in setup.players},
        state=Played(winner),
        story=_story(ending.ended, winner, talons),
    )


def _story(ended: str, winner: str | None, talons: Mapping[str, int]) -> str:
    if winner is None:
        return f"The stock ran out with equal talons, a draw: {_cards_left(talons)}."
    if ended == "stock":
        return f"The stock ran out and {winner} won: {_cards_left(talons)}."
    others = {name: cards for name, cards in talons.items() if name != winner}
    return f"{winner} emptied the talon; {_cards_left(others)}."


def _cards_left(talons: Mapping[str, int]) -> str:
    return ", ".join(
        f"{name} had {cards} {'card' if cards == 1 else 'cards'} left"
        for name, cards in talons.items()
    )


def outcome(setup: Setup, history: History) -> Outcome | None:
    """Return who has reached the match target, or None while the match goes on."""
    target = setup.options["match_target"]
    best = max(total or 0 for total in history.totals.values())
    if target is None or best < target:
        return None
    # Only the winner of a game scores, so nobody else can have got there with it.
    winners = leaders(history.totals, "highest")
    return Outcome(
        winners, f"{_win(setup, winners, best)}; the target was {_amount(setup, target)}."
    )


def end_early(setup: Setup, history: History) -> Outcome:
    """Return who wins when the players stop: whoever is ahead, both where they are level."""
    if not history.rounds:
        return Outcome((), "Ended before a game was played, so nobody wins.")
    winners = leaders(history.totals, "highest")
    best = history.totals[winners[0]] or 0
    return Outcome(winners, f"Ended early: {_win(setup, winners, best)}.")


def _win(setup: Setup, winners: tuple[str, ...], best: int) -> str:
    if len(winners) == 1:
        return f"{winners[0]} wins with {_amount(setup, best)}"
    return f"{listed(winners)} share the win with {_amount(setup, best)} each"


def _amount(setup: Setup, number: int, more: str = "") -> str:
    noun = "game" if setup.options["scoring"] == "wins" else "point"
    return f"{number:,} {more}{noun}{'' if number == 1 else 's'}"


def between(setup: Setup, history: History) -> Between:
    """Return how big the talons are, and how far each player is from winning the match."""
    if outcome(setup, history):
        return Between()
    target = setup.options["match_target"]
    needs = [
        f"{name} needs {_amount(setup, target - (total or 0), 'more ' if total else '')}."
        for name, total in history.totals.items()
        if target is not None
    ]
    return Between(facts=(f"Talon: {setup.options['talon_size']} cards each.", *needs))


def entry_form(setup: Setup, _history: History) -> EntryForm:
    """Describe the talon each player types, and the two ways to say who won."""
    talon = Field("", "Cards left in the talon", "points", high=setup.options["talon_size"])
    return EntryForm(
        players=setup.players,
        styles=(Style("talon", "Talon", "", (FieldGroup("talon", "", (talon,)),)),),
        rounds=(
            RoundStyle(
                "talons",
                "Both talons",
                "Say how it ended and type both talons.",
                (Field("ended", "How it ended", "choice", choices=ENDINGS),),
            ),
            RoundStyle(
                "quick",
                "A talon was emptied",
                "Tap the winner and type the other talon.",
                (Field("winner", "Winner", "player", names=setup.players),),
            ),
        ),
    )


RULES = GameRules(
    key="spite_and_malice",
    name="Spite and Malice",
    fewest=PLAYERS,
    most=PLAYERS,
    aim="Be the first to empty your talon.",
    players="2 players",
    length="Half an hour a game",
    source="A traditional description of the game for two.",
    how_to_score=HOW_TO_SCORE,
    decided=DECIDED,
    example=Example(
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
        "Ann emptied her talon in the first game. In the second the stock ran out and Bob's talon "
        "was smaller. The third was a draw, so they stand at 1 each.",
    ),
    options=OPTIONS,
    best="highest",
    entries_key="talon",
    round_word="Game",
    action="Enter the game",
    turn="deals",
    set_up=set_up,
    entry_form=entry_form,
    check_round=check_round,
    score_round=score_round,
    outcome=outcome,
    has_end=lambda setup: setup.options["match_target"] is not None,
    end_early=end_early,
    extras=lambda _setup, history, _is_over: {
        "game_winners": [game.state.winner for game in history.rounds]
    },
    awaits=awaits,
    target=lambda setup: setup.options["match_target"],
    between=between,
)
