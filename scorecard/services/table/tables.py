"""What everybody at the table sees: one description of a game at one version.

The sheet's page fragment, the API's answer and the event stream are all made from it, and it is
the same for every phone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from scorecard.answers import to_json
from scorecard.database import pieces
from scorecard.models import Change, Entry, Game, Round, Season
from scorecard.models.game import LARGEST_NUMBER
from scorecard.rules import Sheet, core
from scorecard.rules.fold import Fold
from scorecard.rules.outcome import awards, progress, weights
from scorecard.rules.outcome.payments import Payment
from scorecard.rules.words import NOTHING, Sentence, joined
from scorecard.services.book import agreeing
from scorecard.services.history import history, undo_redo
from scorecard.services.scoring import playing_time, sheets, typed_rounds
from scorecard.services.scoring.badges import Badge
from scorecard.services.scoring.badges import badges as badges_of
from scorecard.services.seasons import prospects, seasons
from scorecard.services.standings import standings
from scorecard.services.table import answers, games, open_rounds, settling, surroundings


@dataclass(frozen=True, kw_only=True)
class PlayedRound(answers.ScoredRound):
    """A round as a line of the table.

    ``totals`` are those of the sides after it, none where it came after the end; ``best`` are the
    sides whose score was the best.
    """

    totals: Mapping[str, int | None]
    best: Sequence[str]


@dataclass(frozen=True)
class Standing:
    """How sides and seats stand: a count changes that only by closing a round.

    ``of`` are the badges and marks that are told with it.
    """

    of: tuple[object, ...]
    sides: list[answers.SideAnswer]
    seats: list[answers.SeatAnswer]
    last_check: answers.DeckCheckAnswer | None

    @cached_property
    def json(self) -> Mapping[str, str]:
        """The JSON of its parts, by their names: half of that of a game."""
        return {name: to_json(getattr(self, name)) for name in ("sides", "seats", "last_check")}


@dataclass(frozen=True, slots=True)
class View:
    """A game as it stands, with what is needed to describe its rounds.

    ``game`` is its description without the rounds that were played, which may be many: see
    :func:`rounds_played`. ``seats`` are the position and name of each seat by its id. One in the
    trash ``is_with_group`` where that lies there, so that it is not restored alone.
    """

    game_id: int
    game: answers.ShownGame
    fold: Fold
    sheet: Sheet
    seats: Mapping[int, tuple[int, str]]
    around: surroundings.Surroundings
    standing: Standing
    time: playing_time.Played
    is_with_group: bool

    @property
    def corrected(self) -> Sentence:
        """What was just corrected of an earlier round."""
        return self.around.corrected if self.around.version == self.game.version else NOTHING

    @property
    def played(self) -> int:
        """How many rounds were played, those after the end included."""
        return len(self.sheet.round_scores)

    def scores(self, before: int, most: int) -> list[PlayedRound]:
        """Return up to ``most`` rounds before round ``before``, the latest first."""
        last = min(before - 1, self.played)
        totals = progress.totals_by_round(self.fold, self.sheet)
        return [
            PlayedRound(
                **vars(self.score(number)),
                totals=totals[number] if number < len(totals) else {},
                best=self.best_of(number),
            )
            for number in range(last, max(0, last - most), -1)
        ]

    def best_of(self, number: int) -> list[str]:
        """Return the sides to which a round brought the best; none where all are level."""
        scores = self.sheet.brought[number - 1]
        lowest, highest = min(scores.values(), default=0), max(scores.values(), default=0)
        best = highest if self.game.best == "highest" else lowest
        return [side for side, points in scores.items() if points == best and lowest != highest]

    def score(self, number: int) -> answers.ScoredRound:
        """Return the scores, story, anecdote and warnings of a round that was played."""
        sheet = self.sheet
        return answers.ScoredRound(
            number=number,
            story=sheet.round_stories[number - 1](),
            anecdote=self.around.anecdotes.get(number, ""),
            is_after_end=number in sheet.after_end,
            scores=dict(sheet.round_scores[number - 1]),
            warnings=[open_rounds.warning(one) for one in self.fold.scored[number - 1].warnings],
        )


def view(session: Session, game: Game, before: View | None = None) -> View:
    """Return the game as it stands, without the rounds that were played.

    Of the version ``before`` it takes over what counts leave as it is, if only these came since.
    Long because it names everything that is told of a game.
    """
    fold = sheets.cached_fold(session, game)
    counted = None if game.is_ended else typed_rounds.open_round(game)
    sheet = sheets.sheet_of(game, fold, counted)
    # Every write other than a count makes a new fold, with another root.
    if before and (before.fold.root is not fold.root or before.game.version > game.version):
        before = None
    around = surroundings.of_game(session, game, fold, before.around if before else None)
    open_round = open_rounds.of_game(game, fold, counted, sheet, around.labels)
    standing = _standing(game, fold, sheet, before)
    house_rules = surroundings.house_rules_of(game, around.otherwise)
    rules = sheets.rules_of(game)
    played = playing_time.of_game(session, game, before.time if before else None)
    found = prospects.of_ended(session, game)
    reach = undo_redo.reach(session, game)
    is_with_group = bool(game.group and game.group.deleted_at)
    shown = answers.ShownGame(
        id=game.uid,
        game=game.rules,
        name=rules.name,
        version=game.version,
        status=sheet.stands,
        is_ended=game.is_ended,
        reason=sheet.reason,
        anecdote=game.anecdote,
        target=sheet.target,
        best=rules.best,
        is_money=rules.is_money,
        round_word=rules.round_word,
        options=game.options,
        is_blind=game.is_blind,
        is_friendly=game.is_friendly,
        started_at=game.started_at.isoformat(),
        ended_at=game.ended_at.isoformat() if game.ended_at else None,
        seconds_played=int(played.time.total_seconds()),
        played_until=played.until.isoformat() if played.until else None,
        took=playing_time.sentence(played.time, len(sheet.round_scores), rules.round_word)
        if game.is_ended
        else "",
        sides=standing.sides,
        seats=standing.seats,
        open_round=open_round,
        action=_action(fold, open_round),
        last_check=standing.last_check,
        payments=_payments(game, sheet),
        round_count=sheet.between.rounds,
        lead=sheet.between.lead,
        facts=list(sheet.between.facts),
        warnings=_warnings(game, sheet),
        house_rules=house_rules,
        amendments=around.amendments,
        amendment=around.amendment,
        # It is shown until the next write.
        turned_down=around.turned_down if around.version == game.version else None,
        # House rules change without a write to the game, so they are read each time.
        book=surroundings.book_fingerprint(session, game, house_rules)
        if house_rules
        else around.book,
        is_deleted=is_with_group or game.deleted_at is not None,
        group=answers.GroupName(id=game.group.uid, name=game.group.name) if game.group else None,
        awards=_awards(session, game),
        friendly_in=seasons.names_of(session, game.group, game.friendly_in),
        uncounted=[prospect.sentence for prospect in found],
        closed_seasons=[
            answers.ClosedSeasonAnswer(id=season.uid, name=season.name)
            for prospect in found
            for season in prospect.closed
        ],
        after_end=list(sheet.after_end),
        turn=answers.TurnAnswer(
            seat=games.turn(game, sheet).position,
            does=sheet.between.turn[1] if sheet.between.turn else rules.turn,
        ),
        undo=_step(reach.undo, game, around.seats_of),
        redo=_step(reach.redo, game, around.seats_of),
        rematch=around.rematch,
    )
    places = {seat.id: (seat.position, seat.name) for seat in game.seats}
    return View(game.id, shown, fold, sheet, places, around, standing, played, is_with_group)


def _action(fold: Fold, open_round: answers.OpenRoundAnswer | None) -> str:
    """Return what the main button asks for: the round, or the part of it that is missing now."""
    parts = fold.form.parts if open_round else ()
    return parts[open_round.part] if open_round and parts else fold.rules.action


def _standing(game: Game, fold: Fold, sheet: Sheet, before: View | None) -> Standing:
    badges, marks = badges_of(game), sheet.between.marks
    if before and before.fold is fold and before.standing.of == (badges, marks):
        return before.standing
    sides, seats = _sides(game, sheet), _seats(game, sheet, badges)
    return Standing((badges, marks), sides, seats, open_rounds.last_check(game, fold))


def _sides(game: Game, sheet: Sheet) -> list[answers.SideAnswer]:
    last = _last_scores(sheet)
    position_of = {seat.name: seat.position for seat in game.seats}
    return [
        answers.SideAnswer(
            side=side,
            name=" & ".join(names),
            seats=sorted(position_of[name] for name in names),
            head_start=sheet.head_starts.get(side, 0),
            **_score_of(side, sheet, last),
        )
        for side, names in sheet.sides.items()
    ]


def _seats(game: Game, sheet: Sheet, badges: Mapping[int, Badge]) -> list[answers.SeatAnswer]:
    last = _last_scores(sheet)
    side_of = core.side_of(sheet.sides)
    return [
        answers.SeatAnswer(
            seat=seat.position,
            name=seat.name,
            colour=badges[seat.position].colour,
            initial=badges[seat.position].initial,
            left_after=seat.left_after,
            joined=answers.JoinedAnswer(**seat.joined) if seat.joined else None,
            head_start=seat.head_start,
            marks=list(sheet.between.marks.get(seat.name, ())),
            **_score_of(side_of[seat.name], sheet, last),
        )
        for seat in game.seats
    ]


def _payments(game: Game, sheet: Sheet) -> list[Payment]:
    if not (sheets.rules_of(game).is_money and game.is_ended):
        return []
    return settling.settle(settling.balances_of(sheet))


def _warnings(game: Game, sheet: Sheet) -> list[answers.WarningAnswer]:
    """Return the warnings about the game as a whole, without those of its rounds."""
    not_agreed = agreeing.warning_of(game)
    of_game = [warning for warning in sheet.warnings if warning.round == 0]
    warnings = [not_agreed, *of_game] if not_agreed else of_game
    return [open_rounds.warning(one) for one in warnings]


def rounds_played(
    session: Session, table: View, number: int | None = None, *, after: int = 0
) -> list[answers.RoundAnswer]:
    """Return the rounds that were played, with who counted what.

    Where ``number`` is given, only that round; else those after round ``after``.
    """
    first, last = (after + 1, LARGEST_NUMBER) if number is None else (number, number)
    wanted = {"game_id": table.game_id, "first": first, "last": last}
    side_of = core.side_of(table.sheet.sides)
    rounds: dict[int, answers.RoundAnswer] = {}
    for played, table_entry, seat_id, entry_data, device_id, at, version in session.execute(
        _PLAYED, wanted
    ):
        if played not in rounds:
            pieces.give_way()
            score = vars(table.score(played))
            rounds[played] = answers.RoundAnswer(**score, said=table_entry, entries=[])
        if seat_id is not None:
            position, name = table.seats[seat_id]
            points = rounds[played].scores.get(side_of[name])
            entry = open_rounds.entry(
                position, points, entry_data, device_id, at, version, table.around.labels
            )
            rounds[played].entries.append(entry)
    for round_ in rounds.values():
        round_.entries.sort(key=lambda entry: entry.seat)
    return list(rounds.values())


# Built once, because it runs with every round that is closed.
_PLAYED = (
    select(Round.number, Round.data)
    .add_columns(Entry.seat_id, Entry.data, Entry.device_id, Entry.entered_at, Entry.version)
    .outerjoin(Entry, Entry.round_id == Round.id)
    .where(
        Round.game_id == bindparam("game_id"),
        Round.is_closed,
        Round.number >= bindparam("first"),
        Round.number <= bindparam("last"),
    )
    .order_by(Round.number)
)


def _awards(session: Session, game: Game) -> list[answers.SeasonAwardsAnswer]:
    """Return what players earned by an ended game in each season, and how they moved there."""
    if game.group is None or not game.is_ended or game.deleted_at:
        return []
    guests = standings.guests(game)
    earned = [
        answers.SeasonAwardsAnswer(
            season=season.uid,
            name=season.name,
            scheme=_scheme(session, season, game),
            is_closed=season.is_closed,
            is_latest=standings.is_latest(session, season, game),
            players=standings.moves(session, season, game),
            guests=guests,
        )
        for season in seasons.awarding(session, game)
    ]
    return [season for season in earned if season.players]


def _scheme(session: Session, season: Season, game: Game) -> Sentence:
    """Return how a game counts in a season: "Wins", or "Wins · counts double"."""
    scheme = awards.read_scheme(season.scheme).name
    weight = standings.weight_of(session, season, game)
    return scheme if weight == weights.ONCE else joined([scheme, weights.counts(weight)], " · ")


def _last_scores(sheet: Sheet) -> Mapping[str, int]:
    """Return the points of each side in the last round that counts."""
    counted = len(sheet.round_scores) - len(sheet.after_end)
    return sheet.round_scores[counted - 1] if counted else {}


def _score_of(side: str, sheet: Sheet, last: Mapping[str, int]) -> dict[str, Any]:
    return {
        "total": sheet.totals[side],
        "rank": sheet.ranks[side],
        "last": last.get(side),
        "is_winner": side in sheet.winners,
    }


def _step(
    change: Change | None, game: Game, seats_of: Mapping[int, list[int]]
) -> answers.UndoStepAnswer | None:
    if change is None:
        return None
    return answers.UndoStepAnswer(
        label=history.step(change, game), seats=seats_of.get(change.device_id, [])
    )
