"""Counting: a seat's count, the whole round at once, and closing it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorecard.errors import NotAllowed, Refused, ScorecardError, Stale
from scorecard.models import Game, Round, Seat
from scorecard.rules import Refusal, core
from scorecard.rules.words import Sentence, say
from scorecard.services import previews, rounds, sheets, tables
from scorecard.web.access import Visit, needs
from scorecard.web.entry_forms import (
    EntryForm,
    RoundForm,
    entry_form_class,
    round_form_class,
)
from scorecard.web.errors import refused
from scorecard.web.pages import act, refusal
from scorecard.web.sheets import ROUNDS_SHOWN, rendered
from scorecard.web.writes import (
    done_before,
    form_version,
    number_asked,
    perform,
    seen_versions,
    this_write,
    typed_positions,
)

blueprint = Blueprint("rounds", __name__)
NOT_COUNTED = say("Something is not counted yet.")
PREFIX = "/games/<uid:game_uid>/rounds/<int:number>"


@blueprint.get("/games/<uid:game_uid>/count")
@needs("player")
def count_next(visit: Visit) -> ResponseReturnValue:
    """Go where this phone counts next: its own seats first, then as keeper whoever is missing."""
    game = visit.game
    if game.is_ended or game.status == "finished":
        return redirect(url_for("games.table", game_uid=game.uid))
    if not sheets.form_of(game).styles:
        return redirect(_whole_url(game))
    missing = rounds.missing_seats(game, game.open_round)
    mine = [seat for seat in missing if seat.position in visit.my_seats]
    if mine or (missing and visit.is_keeper):
        return redirect(_count_url(game, game.next_number, (mine or missing)[0]))
    if not visit.my_seats and not visit.is_keeper:
        return redirect(url_for("seats.who", game_uid=game.uid))
    already = [seat for seat in game.seats if seat.position in visit.my_seats]
    if missing and already:
        return redirect(_count_url(game, game.next_number, already[0]))
    return redirect(_whole_url(game))


@blueprint.get("/games/<uid:game_uid>/count-all")
@needs("player")
def count_all_next(visit: Visit) -> ResponseReturnValue:
    """Go where the whole round being counted is entered at once."""
    return redirect(_whole_url(visit.game))


@blueprint.get(f"{PREFIX}/seats/<int:position>")
@needs("player")
def count(visit: Visit, number: int, position: int) -> ResponseReturnValue:
    """Show the count screen of one seat, for the round being counted, a past or a coming one."""
    seat, round_ = _place(visit, number, position, ahead=sheets.MOST_AHEAD)
    form = _entry_form(sheets.form_of(visit.game, number))
    entry = round_.entry_of(seat) if round_ else None
    if entry and not _is_hidden(visit, round_, seat):
        form.fill(entry.data)
    return _count_page(visit, number, seat, form, _table_form(form.game_form, round_))


@blueprint.post(f"{PREFIX}/seats/<int:position>")
@needs("player")
def enter(visit: Visit, number: int, position: int) -> ResponseReturnValue:
    """Save one seat's count."""
    write = this_write(visit.device, form_version())
    if done_before(write):
        # It need not fit any more: the round may have been undone since.
        return redirect(_after_count(visit, number), 303)
    seat = _seat(visit, position)
    rounds.refuse_unknown(visit.game, number, ahead=sheets.MOST_AHEAD)
    form = _entry_form(sheets.form_of(visit.game, number), request.form)
    table_form = _table_form(form.game_form, None, request.form)
    problem = ""
    if form.blanks():
        problem = NOT_COUNTED
    elif form.is_untouched and not form.may_be_empty and "nothing" not in request.form:
        problem = _nothing(seat)
    if problem:
        return _count_page(visit, number, seat, form, table_form, problem=problem), 422
    said = table_form.data_said() if table_form else {}
    if said:
        said = {**_said(rounds.find(visit.game, number)), **said}
    try:
        perform(
            write,
            lambda: rounds.enter(
                visit.session,
                visit.game,
                write,
                number,
                {position: form.entry()},
                said=said or None,
                is_confirmed="confirmed" in request.form,
            ),
        )
    except ScorecardError as error:
        visit.session.rollback()
        return refused(_count_page(visit, number, seat, form, table_form, error), error)
    return redirect(_after_count(visit, number), 303)


@blueprint.post(f"{PREFIX}/seats/<int:position>/preview")
@needs("player")
def preview_count(visit: Visit, number: int, position: int) -> ResponseReturnValue:
    """Say what a seat's count would be, saving nothing."""
    seat = _seat(visit, position)
    rounds.refuse_unknown(visit.game, number)
    form = _entry_form(sheets.form_of(visit.game, number), request.form)
    if form.is_untouched or form.blanks():
        return render_template("rounds/_preview.html", looked=None, problem="", names=[])
    return _preview(visit, number, {seat: form.entry()})


@blueprint.get(f"{PREFIX}/all")
@needs("player")
def whole(visit: Visit, number: int) -> ResponseReturnValue:
    """Show one screen for the whole round: the table's part, and the entries this phone may make.

    Who was counted in another way than the one asked for is left as they are.
    """
    round_ = _round(visit, number, ahead=sheets.MOST_AHEAD)
    game_form = sheets.form_of(visit.game, number)
    round_form = round_form_class(game_form)()
    data = sheets.round_data(visit.game, round_) if round_ else {}
    round_form.fill(data, rounds.round_style(game_form, _said(round_)))
    if how := request.args.get("how"):
        round_form["how"].data = how
    forms = {}
    style = request.args.get("style") or _usual_style(game_form, visit.game, number)
    for seat in _seats_in(visit, number, game_form):
        form = _entry_form(game_form, seat=seat)
        entry = round_.entry_of(seat) if round_ else None
        if entry and not _is_hidden(visit, round_, seat):
            form.fill(entry.data)
        else:
            form["style"].data = style
        if form.style_in_use.key == style:
            forms[seat] = form
    return _whole_page(visit, number, round_form, style, forms)


@blueprint.post(f"{PREFIX}/all")
@needs("player")
def enter_whole(visit: Visit, number: int) -> ResponseReturnValue:
    """Save the whole round, or what is known of it; an untouched entry is left as it is."""
    write = this_write(visit.device, form_version())
    if done_before(write):
        return redirect(url_for("games.table", game_uid=visit.uid), 303)
    round_ = _round(visit, number, ahead=sheets.MOST_AHEAD)
    round_form, style, forms = _typed_whole(visit, number)
    problem = ""
    if not round_form.style_in_use.has_entries:
        problem = NOT_COUNTED if round_form.blanks() else ""
        touched: dict[Seat, EntryForm] = {}
    else:
        touched = {seat: form for seat, form in forms.items() if not form.is_untouched}
        # Every form is asked, so that each says what is missing in it.
        incomplete = [form for form in touched.values() if form.blanks()]
        problem = NOT_COUNTED if incomplete else ""
    if problem:
        return _whole_page(visit, number, round_form, style, forms, problem=problem), 422
    said = round_form.data_said()
    entries = {seat.position: form.entry() for seat, form in touched.items()}
    if not entries and not said and not _said(round_):
        problem = say("Nothing is entered yet.")
        return _whole_page(visit, number, round_form, style, forms, problem=problem), 422
    try:
        perform(
            write,
            lambda: rounds.enter(
                visit.session,
                visit.game,
                write,
                number,
                entries,
                said=said if said or _said(round_) else None,
                is_confirmed="confirmed" in request.form,
            ),
        )
    except ScorecardError as error:
        visit.session.rollback()
        return refused(_whole_page(visit, number, round_form, style, forms, error), error)
    return redirect(url_for("games.table", game_uid=visit.uid), 303)


@blueprint.post(f"{PREFIX}/preview")
@needs("player")
def preview_whole(visit: Visit, number: int) -> ResponseReturnValue:
    """Say what a round would be, saving nothing."""
    rounds.refuse_unknown(visit.game, number)
    round_form, _style, forms = _typed_whole(visit, number)
    typed = {
        seat: form.entry()
        for seat, form in forms.items()
        if round_form.style_in_use.has_entries and not form.is_untouched and not form.blanks()
    }
    return _preview(visit, number, typed, said=round_form.data_said())


@blueprint.get(PREFIX)
@needs("spectator")
def detail(visit: Visit, number: int) -> ResponseReturnValue:
    """Show what was typed for a round, by whom, and let it be corrected."""
    round_ = _round(visit, number)
    found = rendered(visit.game)
    played = tables.rounds_played(visit.session, found.view, number)
    shown = played[0] if played else found.sheet["open_round"]
    looked = sheets.look_at(
        visit.game, number, sheets.round_data(visit.game, round_) if round_ else {}
    )
    is_secret = rounds.is_hidden(visit.game, round_)
    return render_template(
        "rounds/detail.html",
        notes={} if is_secret or isinstance(looked, Refusal) else looked.notes,
        visit=visit,
        number=number,
        shown=shown,
        told=round_.anecdote if round_ else None,
        game_form=sheets.form_of(visit.game, number),
        sheet=found.sheet,
    )


@blueprint.get("/games/<uid:game_uid>/rounds")
@needs("spectator")
def earlier(visit: Visit) -> ResponseReturnValue:
    """Show the rounds before the one that is asked for, the latest first."""
    view = rendered(visit.game).view
    before = number_asked("before") or view.played + 1
    return render_template(
        "rounds/earlier.html",
        visit=visit,
        sheet=view.game,
        played=view.played,
        rounds=view.scores(before, ROUNDS_SHOWN),
    )


@blueprint.get(f"{PREFIX}/close")
@needs("keeper")
def close_page(visit: Visit, number: int) -> ResponseReturnValue:
    """Say who is missing before a round is closed without them."""
    round_ = _round(visit, number)
    if round_ is None or round_.is_closed:
        return redirect(url_for("games.table", game_uid=visit.game.uid))
    return _close_page(visit, number)


@blueprint.post(f"{PREFIX}/close")
@needs("player")
def close(visit: Visit, number: int) -> ResponseReturnValue:
    """Close the round; only the keeper can do so while somebody is missing, who then gets 0."""
    zero_for = set(typed_positions("zero"))
    if zero_for and not visit.is_keeper:
        raise NotAllowed(say("Only the keeper can close a round while somebody is still counting."))
    return act(
        visit,
        lambda write: rounds.close(
            visit.session,
            visit.game,
            write,
            number,
            zero_for=zero_for,
            is_confirmed="confirmed" in request.values,
        ),
        again=(lambda error: _close_page(visit, number, error.message)) if zero_for else None,
    )


def _place(
    visit: Visit, number: int, position: int, *, ahead: int = 0
) -> tuple[Seat, Round | None]:
    return _seat(visit, position), _round(visit, number, ahead=ahead)


def _seat(visit: Visit, position: int) -> Seat:
    """Return a seat that this phone counts for, one by one; refuse any other."""
    seat = next((seat for seat in visit.game.seats if seat.position == position), None)
    if seat is None:
        abort(404, say("There is no seat %(seat)s in this game.", seat=position))
    if not visit.may_count_for(position):
        raise NotAllowed(
            say(
                "This phone does not count for %(name)s. The keeper can, or say “this is me” for "
                "%(name)s.",
                name=seat.name,
            )
        )
    if not sheets.rules_of(visit.game).entries_key:
        abort(404, say("In this game a round is entered as a whole."))
    return seat


def _round(visit: Visit, number: int, *, ahead: int = 0) -> Round | None:
    """Return a round of the game; None for the next one, which nobody has begun to count.

    So many rounds ``ahead`` of that one may be looked at: a phone without network counts on there,
    and what it counts is taken once the rounds before are in; sent earlier, it hears so.
    """
    rounds.refuse_unknown(visit.game, number, ahead=ahead)
    return rounds.find(visit.game, number)


def _said(round_: Round | None) -> dict[str, Any]:
    return round_.data if round_ else {}


def _seats_in(visit: Visit, number: int, form: core.EntryForm) -> list[Seat]:
    """Return the seats that enter a part of a round, as far as this phone counts for them."""
    return [
        seat
        for seat in visit.game.seats
        if seat.name in form.players
        and (seat.left_after is None or number <= seat.left_after)
        and visit.may_count_for(seat.position)
    ]


def _entry_form(
    game_form: core.EntryForm, typed: Any = None, seat: Seat | None = None
) -> EntryForm:
    prefix = f"s{seat.position}-" if seat else ""
    return entry_form_class(game_form)(typed, prefix=prefix)


def _table_form(
    game_form: core.EntryForm, round_: Round | None, typed: Any = None
) -> RoundForm | None:
    """Return the table's part as far as it belongs on a player's own screen.

    That is where one way of recording the round asks it beside everybody's entries.
    """
    styles = [style for style in game_form.rounds if style.has_entries]
    if len(styles) != 1 or all(field.is_optional for field in styles[0].fields):
        return None
    form = round_form_class(game_form)(typed)
    form["how"].data = styles[0].key
    if typed is None:
        form.fill(_said(round_), styles[0])
    return form


def _usual_style(form: core.EntryForm, game: Game, number: int) -> str:
    """Return the way to type entries that this game's last round was typed in, if it fits here."""
    fitting = [style.key for style in form.styles if not is_tapped(style)]
    for round_ in reversed([round_ for round_ in game.rounds if round_.number <= number]):
        for entry in round_.entries:
            used = _entry_form(form)
            used.fill(entry.data)
            if used.style_in_use.key in fitting:
                return used.style_in_use.key
    return fitting[0] if fitting else ""


def is_tapped(style: core.Style) -> bool:
    """Whether a style is tapped card by card, which takes a screen of its own."""
    return style.fields[0].kind == "count"


def _typed_whole(visit: Visit, number: int) -> tuple[RoundForm, str, dict[Seat, EntryForm]]:
    game_form = sheets.form_of(visit.game, number)
    round_form = round_form_class(game_form)(request.form)
    style = request.form.get("style", "")
    forms = {}
    for seat in _seats_in(visit, number, game_form):
        form = _entry_form(game_form, request.form, seat)
        if form["style"].data == style:
            forms[seat] = form
    return round_form, style, forms


def _is_hidden(visit: Visit, round_: Round | None, seat: Seat) -> bool:
    """Whether this phone must not see a seat's count, because the round is counted in secret."""
    entry = round_.entry_of(seat) if round_ else None
    if entry is None or not rounds.is_hidden(visit.game, round_):
        return False
    # Whoever says "this is me" only now shall not see what the seat's own phone counted.
    return entry.device_id != visit.device.id


def _count_url(game: Game, number: int, seat: Seat) -> str:
    return url_for("rounds.count", game_uid=game.uid, number=number, position=seat.position)


def _whole_url(game: Game) -> str:
    return url_for("rounds.whole", game_uid=game.uid, number=game.next_number)


def _after_count(visit: Visit, number: int) -> str:
    """Return where to go after a count: to the next one where asked for, else to the table."""
    if "next" in request.form and number == visit.game.next_number:
        return url_for("rounds.count_next", game_uid=visit.uid)
    return url_for("games.table", game_uid=visit.uid)


def _version_shown(visit: Visit, number: int, seats: list[Seat]) -> int:
    """Return the version a page is made against.

    After a refusal it stays the one that was typed against, and where a count is not shown,
    because it is secret, it is older than that count: so nothing unseen is overwritten.
    """
    if request.method == "POST":
        return form_version()
    round_ = rounds.find(visit.game, number)
    hidden = [seat for seat in seats if _is_hidden(visit, round_, seat)]
    entries = [round_.entry_of(seat) for seat in hidden] if round_ else []
    return min([visit.game.version, *(entry.version - 1 for entry in entries if entry)])


def _preview(
    visit: Visit,
    number: int,
    typed: Mapping[Seat, Any],
    *,
    said: Mapping[str, Any] | None = None,
) -> str:
    names = [seat.name for seat in typed]
    entries = {seat.position: entry for seat, entry in typed.items()}
    try:
        looked = previews.of_round(visit.game, number, entries, said=said)
    except Refused as error:
        return render_template(
            "rounds/_preview.html", looked=None, problem=error.message, names=names
        )
    return render_template("rounds/_preview.html", looked=looked, problem="", names=names)


def _count_page(
    visit: Visit,
    number: int,
    seat: Seat,
    form: EntryForm,
    table_form: RoundForm | None,
    error: ScorecardError | None = None,
    problem: str = "",
) -> str:
    round_ = rounds.find(visit.game, number)
    entry = round_.entry_of(seat) if round_ else None
    found = refusal(form, error)
    return render_template(
        "rounds/count.html",
        visit=visit,
        number=number,
        seat=seat,
        form=form,
        table_form=table_form,
        rules=sheets.rules_of(visit.game),
        sheet=rendered(visit.game).sheet,
        version=_version_shown(visit, number, [seat]),
        seen=seen_versions(),
        entry_version=entry.version if entry else 0,
        is_secret=_is_hidden(visit, round_, seat),
        is_correction=number < visit.game.next_number,
        is_ahead=number > visit.game.next_number,
        asks_nothing=problem == _nothing(seat),
        **found | {"problem": problem or found["problem"]},
    )


def _whole_page(
    visit: Visit,
    number: int,
    round_form: RoundForm,
    style: str,
    forms: Mapping[Seat, EntryForm],
    error: ScorecardError | None = None,
    problem: str = "",
) -> str:
    item = error.refusal.item if isinstance(error, Refused) else ""
    player = error.refusal.player if isinstance(error, Refused) else ""
    concerned = next((form for seat, form in forms.items() if seat.name == player), None)
    if error and item and concerned is None:
        round_form.show_refusal(item, error.message)
    found = refusal(concerned, error)
    return render_template(
        "rounds/whole.html",
        visit=visit,
        number=number,
        round_form=round_form,
        game_form=round_form.game_form,
        rules=sheets.rules_of(visit.game),
        style=style,
        styles=[style for style in round_form.game_form.styles if not is_tapped(style)],
        seats=_seats_in(visit, number, round_form.game_form),
        forms=forms,
        sheet=rendered(visit.game).sheet,
        version=_version_shown(visit, number, list(forms)),
        seen=seen_versions(),
        stale_seat=error.seat if isinstance(error, Stale) else 0,
        **found | {"problem": problem or found["problem"]},
    )


def _nothing(seat: Seat) -> Sentence:
    return say("Nothing is counted yet for %(name)s.", name=seat.name)


def _close_page(visit: Visit, number: int, problem: str = "") -> str:
    return render_template(
        "rounds/close.html",
        visit=visit,
        number=number,
        missing=rounds.missing_seats(visit.game, rounds.find(visit.game, number)),
        sheet=rendered(visit.game).sheet,
        problem=problem,
    )
