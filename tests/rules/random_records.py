"""Random records of any game on the shelf, drawn from nothing but the game's own data.

A record is drawn in two steps. First one that looks as people type it: players, options in their
ranges, and round after round whatever the game's entry form asks for at that point. A round that
is refused is drawn anew a few times, so that most games go on for a while. Then, half the time,
some of it is spoilt: wrong types, huge numbers, unknown names, missing and superfluous parts.

The same seed always gives the same record.

Long because each kind of option and of field is drawn, and spoilt, in its own way.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from scorecard.rules import Refusal, card_game, options, score
from scorecard.rules.sheet import entry_form, fold_of
from scorecard.rules.typed import fields
from scorecard.rules.typed.places import put

Record = dict[str, Any]

NAMES = (
    "Ann", "Bob", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou",
    "A", "B", "7", "null", "cards", "Zoë", "Straße", "李", "O'Neil & Co.", "{0}", "<b>", "x" * 40,
)  # fmt: skip
HUGE = 10**30
JUNK: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 5, 99, HUGE, -HUGE, 10**3990, 0.5, 2.0, -0.0, 1e308,
    float("inf"), "", " ", "2", "-1", "A", "Ann", "Zed", "10h", "8c", "joker", "\ud800", "\n",
    "x" * 500, [], {}, [None], [[]], [[1]], {"": 0}, {"Ann": None}, ["Ann", "Ann"],
    [["Ann", "bet"]], {"cards": None}, {"score": "many"}, {"total": 16},
)  # fmt: skip
KEYS = ("", "note", "winner", "score", "cards", "points", "Zed", " Ann ", "#0", "a.b", "x" * 100)

SPOILT = 0.5
"""How many records are spoilt."""
MOST_TRIES = 4
"""How often a refused round, or line of a log, is drawn anew."""
MOST_ROUNDS = 5
LONG_GAME = 13
"""More rounds than any game has that ends by itself after so many."""
MOST_LINES = 14


def random_record(rules: card_game.GameRules[Any], seed: int) -> Record:
    """Return a record of a game, legal or not."""
    chance = Random(f"{rules.key} {seed}")
    # As text and back, so that nothing in it is shared with anything else.
    record: Record = json.loads(json.dumps(_record(rules, chance)))
    if chance.random() < SPOILT:
        for _ in range(chance.choice((1, 1, 1, 2, 3))):
            spoil(record, chance)
    return record


def random_round(rules: card_game.GameRules[Any], record: Record, number: int, seed: int) -> Any:
    """Return another round of a legal record, to be put in the place of that number."""
    chance = Random(f"{rules.key} {seed} {number}")
    before = {**record, "rounds": record["rounds"][: number - 1]}
    data = _Pen(rules, chance, entry_form(before), before).round()
    return data if chance.random() < SPOILT else _spoilt(data, chance)


def _form_of(record: Record) -> fields.EntryForm | None:
    """Return what is typed in the next round of a record, or None where it is refused."""
    fold = fold_of(record)
    return None if isinstance(fold, Refusal) else fold.form


def likely_round(rules: card_game.GameRules[Any], record: Record, chance: Random) -> Record | None:
    """Return the next round of a legal record as people type it, or None where none is taken."""
    form = _form_of(record)
    if form is None:
        return None
    for _ in range(MOST_TRIES):
        data: Record = json.loads(json.dumps(_Pen(rules, chance, form, record).round()))
        if not isinstance(score({**record, "rounds": [*record["rounds"], data]}), Refusal):
            return data
    return None


def prefixes(data: Any, entries_key: str) -> Iterator[Any]:
    """Return a round as it grows while it is being told: key by key, and name by name or line."""
    if not isinstance(data, Mapping):
        yield data
        return
    told: dict[str, Any] = {}
    yield told
    for key in sorted(data, key=lambda key: key == entries_key):
        value = data[key]
        if isinstance(value, Mapping):
            for number in range(len(value)):
                yield {**told, key: dict([*value.items()][:number])}
        elif isinstance(value, list):
            for number in range(len(value)):
                yield {**told, key: value[:number]}
        told = {**told, key: value}
        yield told
    if entries_key in data and len(data) > 1:
        yield {entries_key: data[entries_key]}


def _record(rules: card_game.GameRules[Any], chance: Random) -> Record:
    for _ in range(chance.randint(1, MOST_TRIES)):
        record = _begun(rules, chance)
        form = _form_of(record)
        if form is None:
            continue
        _play(rules, record, form, chance)
        break
    else:
        record["rounds"] = [{}] * chance.randint(0, 2)
    rounds = record["rounds"]
    if rounds and chance.random() < 0.25:
        record["edits"] = [_edit(rules, record, chance) for _ in range(chance.randint(1, 2))]
    if chance.random() < 0.3:
        record["end_early"] = True
    if chance.random() < 0.2:
        record["keep_after_end"] = True
    return record


def _begun(rules: card_game.GameRules[Any], chance: Random) -> Record:
    """Return a record before the first round; who will have left by which is decided already."""
    players = _players(rules, chance)
    record: Record = {"game": rules.key, "players": players, "rounds": []}
    if options := _options(rules, players, chance):
        record["options"] = options
    if chance.random() < 0.15:
        leavers = chance.sample(players, min(len(players), chance.randint(1, 2)))
        record["left"] = {name: chance.randint(0, MOST_ROUNDS) for name in leavers}
    return record


def _players(rules: card_game.GameRules[Any], chance: Random) -> list[str]:
    count = chance.randint(rules.fewest, rules.most)
    if chance.random() < 0.05:
        count = chance.choice((0, rules.fewest - 1, rules.most + 1))
    return list(NAMES[:count]) if chance.random() < 0.5 else chance.sample(NAMES, count)


def _options(
    rules: card_game.GameRules[Any], players: Sequence[str], chance: Random
) -> dict[str, Any]:
    share = chance.choice((0, 0, 0.2, 0.5, 1))
    given = {}
    for option in rules.options:
        if chance.random() < share:
            given[option.key] = _option(option, players, chance)
    return given


def _option(option: options.Option, players: Sequence[str], chance: Random) -> Any:
    match option.kind:
        case "number":
            if option.default is None and option.suggest is None and chance.random() < 0.3:
                return None
            return _number(option.low, option.high, option.step, chance)
        case "switch":
            return chance.random() < 0.5
        case "choice":
            return chance.choice(option.choices)[0]
        case "player":
            return chance.choice(players) if players else None
        case "per_card":
            cards = chance.sample(option.cards, chance.randint(0, 4))
            return {
                card: _number(option.low, option.high, option.step, chance)
                for card, _label in cards
            }
        case "lines":
            return _lines(option, players, chance)


def _lines(option: options.Option, players: Sequence[str], chance: Random) -> Any:
    """Return a value that the lines accept, out of shapes they may have; else their example."""
    assert option.lines is not None
    names = chance.sample(players, len(players))
    half = len(names) // 2
    shapes = [
        [[*names[:2], chance.randint(1, 50)]],
        [[*names[place : place + 2], 2 + place] for place in range(len(names) - 1)],
        {"A": names[:half], "B": names[half:]},
        {name: "AB"[place % 2] for place, name in enumerate(names)},
    ]
    for shape in chance.sample(shapes, len(shapes)):
        try:
            option.lines.check(tuple(players), shape)
        except ValueError:
            continue
        return shape
    return option.default


def _play(
    rules: card_game.GameRules[Any], record: Record, form: fields.EntryForm, chance: Random
) -> None:
    """Add rounds to a record for as long as they are accepted, and sometimes one that is not."""
    rounds = record["rounds"]
    wanted = LONG_GAME if chance.random() < 0.04 else chance.randint(0, MOST_ROUNDS)
    while len(rounds) < wanted:
        for _ in range(chance.randint(1, MOST_TRIES)):
            data = _Pen(rules, chance, form, record).round()
            played = score({**record, "rounds": [*rounds, data]})
            if not isinstance(played, Refusal):
                break
        rounds.append(data)
        if isinstance(played, Refusal):
            return
        if played.status == "finished" and chance.random() < 0.9:
            return
        form = entry_form(record)


def _edit(rules: card_game.GameRules[Any], record: Record, chance: Random) -> Any:
    number = chance.randint(1, len(record["rounds"]))
    before = {**record, "rounds": record["rounds"][: number - 1]}
    form = _form_of(before)
    data = _Pen(rules, chance, form, before).round() if form else record["rounds"][number - 1]
    return {"round": number, "with": data}


def _number(low: int, high: int, step: int, chance: Random, people: int = 1) -> int:
    """Return a number in a range: near its ends, somewhere in it, or one person's share of it."""
    steps = (high - low) // step
    match chance.randrange(8):
        case 0:
            taken = steps
        case 1:
            taken = chance.randint(0, steps)
        case 2 | 3:
            taken = 0
        case 4 | 5:
            taken = chance.randint(0, steps // people)
        case _:
            taken = min(chance.randint(0, 10), steps)
    return low + taken * step


class _Pen:
    """Writes one round, field by field.

    ``fullness`` says how many cards people like to type: as many as they can, as few, or any;
    ``thoroughness`` how often they fill in what is optional; ``is_modest`` that nobody takes more
    than a fair share. ``heaps`` hold the cards that nobody has yet, ``uncounted`` how many of a
    card; ``named`` are the players who were named so far.
    """

    def __init__(
        self,
        rules: card_game.GameRules[Any],
        chance: Random,
        form: fields.EntryForm,
        before: Record,
    ) -> None:
        self.rules = rules
        self.chance = chance
        self.form = form
        self.before = before
        self.fullness = chance.choice(("full", "full", "least", "any"))
        self.thoroughness = chance.choice((0, 0, 0.3, 0.8))
        self.is_modest = chance.random() < 0.5
        self.heaps: dict[tuple[str, ...], list[str]] = {}
        self.uncounted = dict(form.deck or {})
        self.named: list[str] = []

    def round(self) -> Record:
        """Return the round."""
        style: fields.RoundStyle = self.chance.choice(self.form.rounds)
        data: Record = {}
        for field in self.filled(style.fields):
            if field.kind != "log":
                put(data, field.key, self.value(field))
        if self.rules.entries_key and style.has_entries:
            usual = self.chance.choice(self.form.styles)
            entries = {
                name: self.entry(
                    usual if self.chance.random() < 0.8 else self.chance.choice(self.form.styles),
                    is_empty=name in self.named and self.chance.random() < 0.7,
                )
                for name in self.form.players
            }
            if entries and self.chance.random() < 0.05:
                del entries[self.chance.choice([*entries])]
            data[self.rules.entries_key] = entries
        for field in self.filled(style.fields):
            if field.kind == "log":
                self.log(field, data)
        return data

    def filled(self, offered: Sequence[fields.Field]) -> list[fields.Field]:
        """Return the fields that are filled in; optional ones that belong together, together."""
        left_out: dict[str, bool] = {}
        filled = []
        for field in offered:
            whole = field.key.rpartition(".")[0] or field.key
            is_left_out = left_out.setdefault(whole, self.chance.random() >= self.thoroughness)
            if not (field.is_optional and is_left_out):
                filled.append(field)
        return filled

    def entry(self, style: fields.Style, *, is_empty: bool = False) -> Any:
        """Return one player's entry; an empty one says as little as can be said."""
        entry: Record = {}
        if not style.fields[0].key:
            return self.least(style.fields[0]) if is_empty else self.value(style.fields[0])
        for field in self.filled(style.fields):
            value = self.least(field) if is_empty else self.value(field)
            if field.kind != "count" or value or self.chance.random() < 0.1:
                put(entry, field.key, value)
        for switch in self.form.switches:
            if self.chance.random() < 0.1:
                entry[switch.key] = True if switch.key in self.form.ticks else 1
        return entry

    def value(self, field: fields.Field) -> Any:
        """Return what may stand in a field."""
        chance = self.chance
        if field.is_optional and field.default is not None and chance.random() < 0.5:
            return copy.deepcopy(field.default)
        match field.kind:
            case "count":
                return 0 if chance.random() < 0.6 else self.count(field)
            case "points" | "signed_points" | "number":
                return self.number(field)
            case "switch":
                return chance.random() < 0.8
            case "choice":
                return chance.choice(field.choices)[0]
            case "cards":
                return self.cards(field)
        return self.by_name(field)

    def by_name(self, field: fields.Field) -> Any:
        """Return what may stand in a field about players or sides."""
        chance, names = self.chance, field.names
        match field.kind:
            case "player":
                found = self.some(names, 1)
                is_nobody = not found or (
                    field.none_label and chance.randrange(len(names) + 1) == 0
                )
                return None if is_nobody else found[0]
            case "players":
                return self.some(names, min(chance.choice((0, 1, 1, 2)), field.high or len(names)))
            case "hands":
                shown = names if self.fullness == "full" else chance.sample(names, len(names) // 2)
                return {name: self.cards(field) for name in shown}
            case "amounts" if field.choices:
                return self.split(field)
            case "amounts":
                zeros = chance.choice((0, 0, 0.5))
                return {
                    name: 0 if chance.random() < zeros else self.number(field) for name in names
                }
            case "order":
                return self.order(field)
        raise AssertionError(f"{field.kind} is written elsewhere")

    def some(self, names: Sequence[str], count: int) -> list[str]:
        """Return some of the names, and remember that they were named."""
        found = self.chance.sample(names, min(count, len(names)))
        self.named += found
        return found

    def least(self, field: fields.Field) -> Any:
        """Return the least that may stand in a field: no points, no cards."""
        match field.kind:
            case "count" | "points" | "signed_points" | "number":
                return max(field.low, 0)
            case "cards":
                return []
        return self.value(field)

    def count(self, field: fields.Field) -> int:
        """Return how many of a card, mostly of those that nobody has counted yet."""
        number = self.number(field)
        if field.card in self.uncounted and self.chance.random() < 0.98:
            number = min(number, self.uncounted[field.card])
            self.uncounted[field.card] -= number
        return number

    def number(self, field: fields.Field) -> int:
        """Return a number out of a field's range."""
        people = max(len(self.form.players), len(field.names), 1)
        low, high = max(field.low, 0), field.high
        if field.low < 0 and self.chance.random() < 0.3:
            low, high = 0, -field.low
        if self.is_modest:
            high = low + (high - low) // people
        number = _number(low, high, field.step, self.chance, people)
        return number if high == field.high or field.low >= 0 else -number

    def cards(self, field: fields.Field) -> list[str]:
        """Return cards from a shuffled heap, which everybody takes from in this round."""
        if field.deck not in self.heaps:
            copies = self.form.deck or {}
            heap = [card for card in field.deck for _ in range(copies.get(card, 1))]
            self.heaps[field.deck] = self.chance.sample(heap, len(heap))
        heap = self.heaps[field.deck]
        match self.fullness:
            case "full":
                count = field.high
            case "least":
                count = field.low
            case _:
                count = self.chance.randint(field.low, field.high)
        taken = [heap.pop() for _ in range(min(count, len(heap)))]
        return [card.upper() if self.chance.random() < 0.1 else card for card in taken]

    def split(self, field: fields.Field) -> dict[str, int]:
        """Return amounts that add up to the highest, or a little less, by side."""
        left = field.high
        if self.chance.random() < 0.3:
            left = self.chance.randint(field.high // 2, field.high)
        *others, last = (str(side) for side, _label in field.choices)
        amounts = {}
        for side in others:
            amounts[side] = self.chance.choice((0, left, self.chance.randint(0, left)))
            left -= amounts[side]
        return {**amounts, last: left}

    def order(self, field: fields.Field) -> list[list[str]]:
        """Return the names in any order, sometimes without those already named in this round."""
        names = self.chance.sample(field.names, len(field.names))
        if self.chance.random() < 0.6:
            names = [name for name in names if name not in self.named]
        levels: list[list[str]] = []
        for name in names:
            if levels and self.chance.random() < 0.2:
                levels[-1].append(name)
            else:
                levels.append([name])
        return levels

    def log(self, field: fields.Field, data: Record) -> None:
        """Write what was done in turn: mostly lines that the rules do not refuse there."""
        rows: list[Any] = []
        asks = self.chance.random() < 0.9
        for _ in range(self.chance.randint(1, MOST_LINES)):
            for _try in range(MOST_TRIES * 2):
                row = self.line(field, rows)
                trial = {**data, field.key: [*rows, row]}
                if not (asks and isinstance(score(self.before, open_round=trial), Refusal)):
                    rows.append(row)
                    break
            else:
                break
        data[field.key] = rows

    def line(self, field: fields.Field, rows: Sequence[Any]) -> list[Any]:
        """Return one line: who, what, and a number where one belongs."""
        chance, names = self.chance, field.names
        verb: fields.Verb = chance.choice(field.verbs)
        name = chance.choice(names)
        if rows and chance.random() < 0.6:
            name = names[(names.index(rows[-1][0]) + 1) % len(names)]
        if verb.amount == "must" or (verb.amount == "may" and chance.random() < 0.3):
            return [name, verb.value, _number(1, 10, 1, chance)]
        return [name, verb.value]


def spoil(record: Record, chance: Random) -> None:
    """Change something in a record, anywhere but the game's key, to what may well be wrong."""
    places = [key for key in record if key != "game"]
    if not places:
        return
    place: Any = record
    key: Any = chance.choice(places)
    while isinstance(place[key], dict | list) and place[key] and chance.random() < 0.75:
        place = place[key]
        key = chance.choice([*place]) if isinstance(place, dict) else chance.randrange(len(place))
    value = place[key]
    match chance.randrange(8):
        case 0 | 1:
            place[key] = copy.deepcopy(chance.choice(JUNK))
        case 2:
            del place[key]
        case 3:
            _add(place, chance)
        case 4 if isinstance(place, dict) and place is not record:
            place[chance.choice(KEYS)] = place.pop(key)
        case 4 | 5:
            place[key] = _nudged(value, chance)
        case 6:
            place[key] = copy.deepcopy(_anything_in(record, chance))
        case 7 if isinstance(place, list):
            place.insert(chance.randint(0, len(place)), copy.deepcopy(value))
        case _:
            _add(place, chance)


def _spoilt(data: Record, chance: Random) -> Record:
    spoil(data, chance)
    return data


def _add(place: Any, chance: Random) -> None:
    value = copy.deepcopy(chance.choice(JUNK))
    if isinstance(place, dict):
        place[chance.choice(KEYS)] = value
    else:
        place.append(value)


def _nudged(value: Any, chance: Random) -> Any:
    """Return nearly the same value."""
    match value:
        case bool() | None:
            return chance.choice((True, False, None, 0, 1))
        case int():
            nudged = (value + 1, value - 1, -value, value * 1000, value + HUGE, str(value))
            return chance.choice((*nudged, float(value) if abs(value) < HUGE else 0.5))
        case str():
            return chance.choice((f" {value} ", value.upper(), value.lower(), value[:-1], [value]))
        case list():
            return chance.choice(([*reversed(value)], [*value, *value], [value], value[:1]))
        case dict():
            return chance.choice(
                ([*value], dict([*value.items()][1:]), {f" {key}": value[key] for key in value})
            )
    return str(value)


def _anything_in(record: Record, chance: Random) -> Any:
    value: Any = record
    while isinstance(value, dict | list) and value and chance.random() < 0.8:
        value = chance.choice([*value.values()] if isinstance(value, dict) else value)
    return value
