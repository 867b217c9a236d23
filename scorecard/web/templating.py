"""Filters for the templates."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import cache
from typing import Any

from flask import Flask, request, url_for
from flask.templating import Environment
from markupsafe import Markup, escape

from scorecard.models import Game, Seat
from scorecard.rules.awards import UNIT
from scorecard.rules.cards import DECK_NAMES, SUIT_SIGNS
from scorecard.rules.core import EntryForm, Field, GameRules, Json
from scorecard.rules.definitions import GAME_KEY
from scorecard.rules.places import value_at
from scorecard.rules.reading import in_turn, listed
from scorecard.rules.round_words import round_words
from scorecard.rules.sheet import rules_for
from scorecard.rules.words import MINUS, Sentence, begun, inside, joined, quoted, say
from scorecard.services.badges import Badge, badges
from scorecard.services.playing_time import duration
from scorecard.services.season_words import days
from scorecard.services.wording import option_words
from scorecard.web.entry_forms import field_name
from scorecard.web.languages import ENGLISH, said, speech
from scorecard.web.typed import join_cards

ENDINGS = {1: "st", 2: "nd", 3: "rd"}
TEENS = (11, 12, 13)
"""Places that end on "th" although their last digit says otherwise."""

CHANCE_STEP = 5
"""Percent, to which chances are told."""


class PlainFirst(Environment):
    """Looks for ``sheet.name`` among the keys of what is plain data, before its attributes.

    Templates are mostly made of these, and looking for an attribute that is none costs ten times
    as much.
    """

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return what stands under a name."""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


def init_app(app: Flask) -> None:
    """Register the filters and what templates may call."""
    app.jinja_environment = PlainFirst
    environment = app.jinja_env
    environment.trim_blocks = environment.lstrip_blocks = True
    environment.globals["new_key"] = new_key
    environment.globals["url_for"] = address
    environment.tests["contains"] = lambda items, item: item in items
    environment.filters.update(
        breaking=breaking,
        day=day,
        chance=chance,
        delta=delta,
        duration=lambda seconds: duration(timedelta(seconds=seconds)),
        card_words=card_words,
        entry_words=entry_words,
        field_name=field_name,
        combined=combined,
        definition_rules=definition_rules,
        game_name=game_name,
        listed=listed,
        moment=moment,
        names_at=names_at,
        percent=percent,
        option_words=option_words,
        award=award,
        badge_of=badge_of,
        begun=begun,
        earned=earned,
        ordinal=ordinal,
        round_word=round_word,
        round_words=round_words,
        inside=inside,
        verbs=verbs,
        season_days=days,
        points=lambda points: speech().number(points),
        said_words=said_words,
        share=share,
        sign_class=sign_class,
    )


def address(endpoint: str, **values: Any) -> str:
    """Return the address of a page, or of a static file, of which every page names a dozen."""
    if endpoint == "static":
        return _static(request.script_root, **values)
    return url_for(endpoint, **values)


@cache
def _static(_root: str, filename: str) -> str:
    return url_for("static", filename=filename)


def breaking(address: str) -> Markup:
    """Return an address that breaks, where it must, before a slash."""
    host, *parts = address.replace("://", ":\0").split("/")
    pieces = [escape(host.replace("\0", "//")), *(escape(f"/{part}") for part in parts)]
    return Markup("<wbr>").join(pieces)


def delta(points: int | None) -> str:
    """Return what a round brought, with its sign: "+450", "−100", "0"."""
    if points is None:
        return ""
    return f"+{speech().number(points)}" if points > 0 else speech().number(points)


def chance(share: float) -> str:
    """Return a chance as roughly as it is known: "about 45 %", "under 5 %", "over 95 %"."""
    percent = round(share * 100 / CHANCE_STEP) * CHANCE_STEP
    if percent < CHANCE_STEP:
        return said(say("under %(percent)s %%", percent=CHANCE_STEP))
    if percent > 100 - CHANCE_STEP:
        return said(say("over %(percent)s %%", percent=100 - CHANCE_STEP))
    return said(say("about %(percent)s %%", percent=percent))


def badge_of(seat: Seat) -> Badge:
    """Return the colour and initial of a seat at its table."""
    return badges(seat.game)[seat.position]


def award(points: int | None) -> str:
    """Return what was awarded, given in parts of a point, as "5", "1.67" or "−2.5"."""
    if points is None:
        return ""
    whole, part = divmod(round(abs(points) * 100 / UNIT), 100)
    decimals = f"{speech().decimal}{part:02}".rstrip("0") if part else ""
    return f"{MINUS if points < 0 else ''}{speech().number(whole)}{decimals}"


def earned(points: int) -> str:
    """Return what a game was awarded, given in parts, with its sign: "+5", "−2.5", "0"."""
    return f"+{award(points)}" if points > 0 else award(points)


def ordinal(place: int) -> str:
    """Return a place as "1st", "2nd", "11th"; as "2.", "2.º" or "2e" in other languages."""
    match speech().code:
        case "de":
            return f"{place}."
        case "es":
            return f"{place}.º"
        case "fr":
            return "1er" if place == 1 else f"{place}e"
    if place % 100 in TEENS:
        return f"{place}th"
    return f"{place}{ENDINGS.get(place % 10, 'th')}"


def sign_class(points: int, best: str = "highest") -> str:
    """Return the style of what a round brought: gains and losses look different, 0 like neither.

    Where the lowest total is ``best``, points are losses.
    """
    points = points if best == "highest" else -points
    return "count-plus" if points > 0 else "count-minus" if points < 0 else "count-zero"


def share(points: int, target: int | None) -> int:
    """Return how far points have come towards a target, from 0 to 100."""
    if not target:
        return 0
    return max(0, min(100, round(100 * points / target)))


def names_at(positions: Sequence[int], seats: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the names of the players in these seats."""
    return [seat["name"] for seat in seats if seat["seat"] in positions]


def new_key() -> str:
    """Return a key for the one write that a form asks for."""
    return secrets.token_urlsafe(12)


def game_name(game: Game) -> str:
    """Return what a game is called."""
    return rules_for(game.rules, game.options).name


def round_word(game: Game) -> str:
    """Return what a round of a game is called: Round, Hand, Deal."""
    return rules_for(game.rules, game.options).round_word


def definition_rules(definition: Mapping[str, Any]) -> GameRules[Any]:
    """Return the rules that a scorecard of one's own makes."""
    return rules_for(GAME_KEY, {"scorecard": definition})


def combined(attributes: Mapping[str, Any], is_refused: bool) -> dict[str, Any]:
    """Return a field's attributes, with what says that what stands in it was refused."""
    refused = {"aria-invalid": "true"} if is_refused else {}
    return {**attributes, **refused}


def percent(share: float | None) -> str:
    """Return a share as "42%", or a dash where there is nothing to share."""
    if share is None:
        return "–"
    # A narrow space stands before the sign where English has none.
    space = "" if speech().code == ENGLISH else "\u202f"
    return f"{round(100 * share)}{space}%"


def day(when: date | str) -> str:
    """Return a day as "21 Nov 2026"."""
    if isinstance(when, str):
        when = date.fromisoformat(when)
    return speech().day(when)


def moment(when: datetime | str) -> str:
    """Return a moment as "21 Nov 2026, 19:05 UTC"; scripts turn it into the phone's own time."""
    if isinstance(when, str):
        when = datetime.fromisoformat(when)
    return said(say("%(day)s, %(time)s UTC", day=when, time=f"{when:%H:%M}"))


def verbs(field: Field) -> list[dict[str, Json]]:
    """Return what can be done in a log, for scripts, in the language of who looks."""
    return [
        {"value": verb.value, "label": said(verb.label), "amount": verb.amount}
        for verb in field.verbs
    ]


def entry_words(entry: Json, form: EntryForm) -> Sentence:
    """Return what was typed for a player in words: "Points pile: 3 × 7 · Squirts"."""
    parts: list[Sentence] = []
    for style in form.styles:
        for group in style.groups:
            items = [
                words
                for field in group.fields
                if (value := value_at(entry, field.key)) is not None
                and (words := field_words(field, value))
            ]
            if items:
                words = joined(items, ", ")
                parts.append(_labelled(group.label, words) if group.label else words)
        if parts:
            break
    parts += [quoted(switch.label) for switch in form.switches if value_at(entry, switch.key)]
    return joined(parts, " · ") if parts else say("No cards")


def _labelled(label: str, words: str) -> Sentence:
    return say("%(label)s: %(words)s", label=label, words=words)


def said_words(said: Mapping[str, Any], form: EntryForm) -> list[tuple[str, Sentence]]:
    """Return what was said about a round: (label, words) for each thing."""
    return [
        (field.label, field_words(field, value, is_short=True))
        for field in form.round_fields
        if field.key.split(".")[0] in said
        and (
            (value := value_at(said, field.key)) is not None
            or field.none_label
            or None in dict(field.choices)
        )
    ]


def field_words(field: Field, value: Json, *, is_short: bool = False) -> Sentence:
    """Return a field's value in words; ``is_short`` leaves the label out. "" for no such value."""
    match field.kind:
        case "count":
            return say("%(count)s × %(label)s", count=value, label=field.label)
        case "switch":
            return quoted(field.label if value is True else "")
        case "choice":
            words = next((label for choice, label in field.choices if choice == value), str(value))
        case "player":
            words = field.none_label if value is None else str(value)
        case "cards":
            words = card_words(value) if isinstance(value, list) else ""
        case "players" if isinstance(value, list):
            words = listed([str(name) for name in value]) if value else ""
        case "hands" if isinstance(value, Mapping):
            words = "; ".join(f"{name} {card_words(cards)}" for name, cards in value.items())
        case "amounts" if isinstance(value, Mapping):
            labels = dict(field.choices)
            words = joined(
                [
                    say("%(name)s %(amount)s", name=labels.get(name, name), amount=amount)
                    for name, amount in value.items()
                ],
                ", ",
            )
        case "order" if isinstance(value, list):
            words = in_turn([" = ".join(map(str, level)) for level in value])
        case "log" if isinstance(value, list):
            labels = {verb.value: verb.label for verb in field.verbs}
            words = joined(
                [joined([labels.get(item) or str(item) for item in row]) for row in value], ", "
            )
        case _:
            words = speech().number(value) if type(value) is int else ""
    if is_short or not words:
        return quoted(words)
    return say("%(label)s %(words)s", label=field.label, words=words)


def card_words(cards: Json) -> str:
    """Return cards as people see them: "9♣ 10♥"."""
    shown = join_cards(cards).split()
    return " ".join(
        card[:-1] + SUIT_SIGNS[card[-1]] if card in DECK_NAMES else card for card in shown
    )
