"""Filters for the templates."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask, g, request, url_for
from jinja2 import Environment
from markupsafe import Markup, escape

from scorecard import errors
from scorecard.drawing import motifs
from scorecard.models import Game, Season, Seat
from scorecard.rules import card_game, core, sheet
from scorecard.rules.cards.cards import SUIT_SIGNS
from scorecard.rules.games.own_scorecard import definitions
from scorecard.rules.outcome import awards
from scorecard.rules.round_words import round_words
from scorecard.rules.typed import fields, reading
from scorecard.rules.words import MINUS, begun, inside, joined, say
from scorecard.services.limits import names
from scorecard.services.scoring import entry_wording, sheets, wording
from scorecard.services.scoring.badges import Badge, badges
from scorecard.services.seasons import season_words
from scorecard.services.standings import division_tables, ratings, results
from scorecard.services.table import answers
from scorecard.web.forms import typed_forms
from scorecard.web.http import access, languages
from scorecard.web.live import shown
from scorecard.web.pages import views
from scorecard.web.write import writes

ENDINGS = {1: "st", 2: "nd", 3: "rd"}
TEENS = (11, 12, 13)
"""Places that end on "th" although their last digit says otherwise."""

PLACE = "*"
"""A placeholder for a uid, which no address holds."""
ICONS = "icons/icons.svg"
MOST_UNTIL_THERE = 96
"""Percent of a bar that are filled at most before the target is reached."""
CARD = re.compile(f"(10|[2-9AJQK])([{''.join(SUIT_SIGNS.values())}])([,.;:)]?)")
"""A card as people write it, and punctuation that must stay on its line."""
SYMBOL = re.compile(r'<symbol id="([^"]+)"')


def init_app(app: Flask) -> None:
    """Register the filters and what templates may call."""
    environment = app.jinja_env
    environment.trim_blocks = environment.lstrip_blocks = True
    environment.globals["new_key"] = new_key
    environment.globals["seen_version"] = seen_version
    environment.globals["url_for"] = address
    environment.globals["addresses"] = addresses
    environment.globals["address_here"] = views.address
    environment.globals["longest_name"] = names.LONGEST_NAME
    # For macros that very many lines call, with few different values.
    environment.globals["made_once"] = cache
    symbols = frozenset(SYMBOL.findall(Path(app.static_folder or "", ICONS).read_text()))
    environment.tests["symbol"] = lambda name: name in symbols
    environment.tests["contains"] = lambda items, item: item in items
    environment.filters.update(
        motif=motifs.of_game,
        money=lambda amount: languages.speech().money(amount),
        owners=owners,
        spoken=spoken,
    )
    _add_filters(environment)
    _add_filters_of_seasons(environment)
    # Last, as macros see what there is by now.
    environment.globals["ui"] = environment.get_template("layout/_macros.html").module


def seen_version(version: int) -> int:
    """Return the version that a form is made of: its own still, where it comes back for correction.

    Its writer has not seen what others have changed since.
    """
    if isinstance(g.get("refusal"), errors.BadInput | errors.RefusedByRules):
        return writes.form_version() or version
    return version


def _add_filters(environment: Environment) -> None:
    environment.filters.update(
        example_cards=example_cards,
        unbroken=unbroken,
        breaking=breaking,
        day=day,
        day_in=lambda moment, group: day(results.day_of(moment, group)),
        day_of_year=lambda when: languages.speech().day_of_year(when),
        full_day=lambda when: languages.speech().day(when),
        delta=delta,
        entry_called=entry_wording.entry_called,
        entry_words=entry_wording.entry_words,
        with_cards=with_cards,
        combined=combined,
        definition_rules=definition_rules,
        game_name=lambda game: sheets.rules_of(game).name,
        listed=reading.listed,
        moment=moment,
        moved=shown.moved,
        names_at=names_at,
        sides_at=sides_at,
        percent=percent,
        option_words=wording.option_words,
        badge_of=badge_of,
        begun=begun,
        ordinal=ordinal,
        rated=lambda row: languages.speech().rated(row.rating, row.doubt),
        total_of=total_of,
        rules_of=sheets.rules_of,
        round_words=round_words,
        in_a_row=lambda names: joined([*names], ", "),
        inside=inside,
        verbs=verbs,
        where_asked=where_asked,
        points=lambda points: languages.speech().number(points),
        table_entry_words=entry_wording.table_entry_words,
        share=share,
        sign_class=sign_class,
    )


def _add_filters_of_seasons(environment: Environment) -> None:
    environment.filters.update(
        award=award,
        by_division=division_tables.tables,
        best_of_teams=season_words.best_of_teams,
        earned=earned,
        rating_words=ratings.in_words,
        season_days=season_days,
    )


def address(endpoint: str, **values: Any) -> str:
    """Return the address of a page, or of a static file, which is cached."""
    if endpoint == "static":
        return _static(request.script_root, **values)
    return url_for(endpoint, **values)


def addresses(endpoint: str, name: str) -> Callable[[str], str]:
    """Return a function that makes addresses from a uid; ``url_for`` takes ten times as long."""
    before, _here, after = address(endpoint, **{name: PLACE}).partition(PLACE)
    return lambda uid: f"{before}{uid}{after}"


@cache
def _static(_root: str, filename: str) -> str:
    return url_for("static", filename=filename)


def owners(game: Game) -> str:
    """Return the addresses of a game and its group: a phone in neither drops its cached page."""
    group = game.group
    of_group = f" {url_for('groups.page', group_uid=group.uid)}" if group else ""
    return url_for("games.table", game_uid=game.uid) + of_group


def breaking(address: str) -> Markup:
    """Return an address that may break before a slash."""
    host, *parts = address.replace("://", ":\0").split("/")
    pieces = [escape(host.replace("\0", "//")), *(escape(f"/{part}") for part in parts)]
    return Markup("<wbr>").join(pieces)


def delta(points: int | None) -> str:
    """Return a round's points with their sign: "+450", "−100", "0"."""
    if points is None:
        return ""
    return languages.speech().gain(points)


def badge_of(seat: Seat) -> Badge:
    """Return the colour and initial of a seat at its table."""
    return badges(seat.game)[seat.position]


def total_of(seat: Seat) -> str:
    """Return a seat's total as its table shows it; in a game for money with its sign."""
    if seat.is_out:
        return languages.translated(say("out"))
    is_money = sheets.rules_of(seat.game).is_money
    return delta(seat.total) if is_money else languages.speech().number(seat.total)


def award(points: int | None, season: Season | None = None) -> str:
    """Return an award, given in parts of a point, as "5", "1.67" or "−2.5".

    In a ``season`` that adds up balances it also has a plus sign: "+5".
    """
    if season and points is not None and awards.read_scheme(season.scheme).is_balance:
        return earned(points)
    return "" if points is None else languages.speech().figure(_award(points))


def earned(points: int) -> str:
    """Return an award, given in parts, with its sign: "+5", "−2.5", "0"."""
    return languages.speech().figure(f"+{_award(points)}" if points > 0 else _award(points))


def _award(points: int) -> str:
    whole, part = divmod((abs(points) * 200 + awards.UNIT) // (2 * awards.UNIT), 100)
    decimals = f"{languages.speech().decimal}{part:02}".rstrip("0") if part else ""
    return f"{MINUS if points < 0 else ''}{languages.speech().digits(whole)}{decimals}"


def ordinal(place: int) -> str:
    """Return a place as "1st", "2nd", "11th"; as "2.", "2.º" or "2e" in other languages."""
    match languages.speech().code:
        case "de" | "xx":
            return f"{place}."
        case "es":
            return f"{place}.º"
        case "fr":
            return "1er" if place == 1 else f"{place}e"
    if place % 100 in TEENS:
        return f"{place}th"
    return f"{place}{ENDINGS.get(place % 10, 'th')}"


def sides_at(positions: Sequence[int], sides: Sequence[answers.SideAnswer]) -> list[str]:
    """Return the names of these seats' sides."""
    return [side.name for side in sides if set(side.seats) & set(positions)]


def sign_class(points: int, best: str = "highest") -> str:
    """Return the style class of a round's points: for a gain, a loss, or neither."""
    if best == "lowest":
        return "count-plus" if points < 0 else "count-zero"
    return "count-plus" if points > 0 else "count-minus" if points < 0 else "count-zero"


def share(points: int, target: int | None) -> int:
    """Return the percentage of a target that is reached, 100 only if all of it is."""
    if not target:
        return 0
    percent = 100 * points // target
    return max(0, min(percent, 100 if points >= target else MOST_UNTIL_THERE))


def names_at(positions: Sequence[int], seats: Sequence[answers.SeatAnswer]) -> list[str]:
    """Return the names of the players in these seats."""
    return [seat.name for seat in seats if seat.seat in positions]


def new_key() -> str:
    """Return an idempotency key for a form."""
    return secrets.token_urlsafe(12)


def definition_rules(definition: Mapping[str, Any]) -> card_game.GameRules[Any]:
    """Return the rules of an own scorecard."""
    return sheet.rules_for(definitions.GAME_KEY, {"scorecard": definition})


def combined(attributes: Mapping[str, Any], is_refused: bool) -> dict[str, Any]:
    """Return a field's attributes, and those that mark it as refused."""
    refused = {"aria-invalid": "true"} if is_refused else {}
    return {**attributes, **refused}


def percent(share: float | None) -> str:
    """Return a share as "42%", or a dash where there is nothing to share."""
    if share is None:
        return "–"
    # A narrow space stands before the sign where English has none.
    space = "" if languages.speech().code == languages.ENGLISH else "\u202f"
    return f"{round(100 * share)}{space}%"


def season_days(season: Season) -> str:
    """Return a season's days, without their year where that is this one: "from 14 Mar"."""
    first, last = season.starts_on, season.ends_on
    if {first.year, (last or first).year} != {access.now().year}:
        return languages.translated(season_words.days(season))
    if last is None:
        return languages.translated(say("from %(day)s", day=day(first)))
    ends = {"first": day(first), "last": day(last)}
    return (
        day(first) if first == last else languages.translated(say("%(first)s – %(last)s", **ends))
    )


def day(when: date | str) -> str:
    """Return a day as "21 Nov", with its year where that is not this one, in one piece."""
    if isinstance(when, str):
        when = date.fromisoformat(when)
    speech = languages.speech()
    shown = speech.day_of_year(when) if when.year == access.now().year else speech.day(when)
    return shown.replace(" ", "\u00a0")


def moment(when: datetime | str) -> str:
    """Return a moment as "21 Nov, 19:05 UTC"; scripts turn it into the phone's own time."""
    if isinstance(when, str):
        when = datetime.fromisoformat(when)
    return languages.translated(say("%(day)s, %(time)s UTC", day=day(when), time=f"{when:%H:%M}"))


def verbs(field: fields.Field) -> list[dict[str, core.Json]]:
    """Return what can be done in a log, for scripts, in the language of who looks."""
    return [
        {"value": verb.value, "label": languages.translated(verb.label), "amount": verb.amount}
        for verb in field.verbs
    ]


def spoken(turns: core.Turns) -> dict[str, core.Json]:
    """Return who may do what in a log, for scripts, in the language of who looks."""
    return {
        "actor": turns.actor,
        "left": list(turns.left),
        "told": {typed_forms.field_name(place): value for place, value in turns.told.items()},
        "turns": [
            {
                "name": turn.name,
                "hint": languages.translated(turn.hint),
                "moves": [
                    asdict(move) | {"label": languages.translated(move.label)}
                    for move in turn.moves
                ],
            }
            for turn in turns.turns
        ],
    }


def where_asked(form: fields.EntryForm, field: fields.Field) -> str:
    """Return in which ways to record a round a field is asked, each with its number there."""
    return " ".join(
        f"{way.key}:{number}"
        for way in form.rounds
        for number, asked in enumerate(way.fields, 1)
        if asked.key == field.key
    )


def example_cards(rules: card_game.GameRules[Any]) -> list[list[entry_wording.Laid]]:
    """Return the cards that the rounds of a game's example tell of, for each round."""
    assert rules.example, "it is on the page"
    record = rules.example.record
    form = sheet.entry_form(record)
    rounds: Any = record["rounds"]
    return [entry_wording.cards_in(round_, rules.entries_key, form) for round_ in rounds]


def unbroken(told: str) -> str:
    """Return a sentence with its signed amounts whole: "−€7.50" would break behind the minus."""
    return re.sub(rf"([+{MINUS}])(?=[^\d\s])", "\\1\N{WORD JOINER}", told)


def with_cards(words: Any) -> Markup:
    """Return words with the cards in them drawn as such."""
    suits = {sign: suit for suit, sign in SUIT_SIGNS.items()}

    def drawn(card: re.Match[str]) -> str:
        rank, sign, after = card.groups()
        face = f'<span class="playing-card" data-suit="{suits[sign]}">{rank}{sign}</span>'
        return f'<span class="with-card">{face}{after}</span>' if after else face

    return Markup(CARD.sub(drawn, str(escape(words))))  # noqa: S704 -- escaped before
