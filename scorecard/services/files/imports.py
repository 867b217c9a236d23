"""Take in an export: look at what it would do here, then do all of it, or nothing.

Whatever is here already stays as it is: what is the same needs nothing, what differs is said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session, selectinload

from scorecard import errors
from scorecard.models import (
    Device,
    Game,
    Group,
    GroupChange,
    GroupMembership,
    HouseRules,
    Membership,
    Player,
    PlayerClaim,
    Proposal,
    Ruling,
    Season,
)
from scorecard.models.device import KEEPER
from scorecard.rules.words import Sentence, say, say_n
from scorecard.services.book import house_rules
from scorecard.services.files import (
    book_files,
    book_restoring,
    exports,
    file_checks,
    file_format,
    file_naming,
    restoring,
    season_files,
    undoing,
)
from scorecard.services.groups import group_members, groups
from scorecard.services.groups.sight import ELSEWHERE, Sight
from scorecard.services.history import changes, history
from scorecard.services.limits import bounds, quotas
from scorecard.services.players import rosters
from scorecard.services.seasons import seasons
from scorecard.services.standings import awards, results
from scorecard.services.table import seating

MOST_TOLD = 20
"""Differences that are told one by one."""
TOGETHER = 400


@dataclass(frozen=True, slots=True)
class Checked:
    """A file that was read and can be taken in somewhere, and what the rules make of its games."""

    document: file_format.Document
    scored: Mapping[str, file_checks.Scored]


@dataclass(slots=True)
class Plan:
    """What taking in a file does here.

    ``group`` is the group here that it goes into, None where that is new or the game is to stand
    by itself; one that stood by itself elsewhere, too, is ``moved_into`` a group. ``same`` are the
    uids of what is here already as it is in the file, ``differing`` the sentences of what is here
    and differs, and is kept as it is here.
    """

    document: file_format.Document
    scored: Mapping[str, file_checks.Scored]
    sight: Sight
    group: Group | None
    moved_into: Group | None = None
    is_new_group: bool = False
    players: list[file_format.Document] = field(default_factory=list)
    seasons: list[file_format.Document] = field(default_factory=list)
    games: list[file_format.Document] = field(default_factory=list)
    house_rules: list[file_format.Document] = field(default_factory=list)
    known: dict[str, Player] = field(default_factory=dict)
    versions: dict[tuple[str, int, str], int] = field(default_factory=dict)
    same: list[str] = field(default_factory=list)
    differing: list[Sentence] = field(default_factory=list)

    @property
    def kind(self) -> str:
        """What the file is of: a game, season or group."""
        return str(self.document["kind"])

    @property
    def name(self) -> str:
        """What the group it goes into is called, "" for a game that is to stand by itself."""
        if target := self.group or self.moved_into:
            return target.name
        return str(self.document["group"]["name"]) if self.is_new_group else ""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to do."""
        new = (self.players, self.seasons, self.games, self.house_rules)
        return not (self.is_new_group or any(new))

    @property
    def what(self) -> Sentence:
        """What is new, in words: "2 players and 14 games"."""
        new = undoing.counted(self.players, self.seasons, self.games, self.house_rules)
        return new or say("nothing new")

    def told(self) -> list[Sentence]:
        """Return what taking it in does, line by line."""
        lines = [self._told_new()]
        if self.same:
            lines.append(
                say_n(
                    "Here already, and the same: %(num)s thing.",
                    "Here already, and the same: %(num)s things.",
                    len(self.same),
                )
            )
        lines += self.differing[:MOST_TOLD]
        if len(self.differing) > MOST_TOLD:
            more = len(self.differing) - MOST_TOLD
            lines.append(
                say_n(
                    "%(num)s more differ, and stay as they are.",
                    "%(num)s more differ, and stay as they are.",
                    more,
                )
            )
        return lines

    def _told_new(self) -> Sentence:
        if self.is_empty:
            return say("Nothing is new: everything in this file is here already.")
        if self.is_new_group:
            return say("New: %(what)s, into %(name)s, a new group.", what=self.what, name=self.name)
        if self.name:
            return say("New: %(what)s, into %(name)s.", what=self.what, name=self.name)
        return say("New: %(what)s.", what=self.what)


def read(data: bytes) -> Checked:
    """Return a file, having checked all of it that can be checked without looking at what is here.

    Raises :class:`BadInput` with what is wrong, and where.
    """
    document = file_format.read(data)
    return Checked(document, file_checks.check(document))


def plan(
    session: Session,
    checked: Checked,
    device: Device | None,
    *,
    into: Group | None = None,
    is_trusted: bool = False,
) -> Plan:
    """Return what taking in a file would do here; write nothing.

    A game goes ``into`` a group where one is given, else it stands by itself. A season goes into
    the group given, else into its own, which is made where it is not here. ``is_trusted`` is who
    runs the server.
    """
    if not is_trusted:
        quotas.refuse_new(session)
    document, scored = checked.document, checked.scored
    sight = Sight(session, device, is_trusted)
    group = _target(session, document, into, sight)
    found = Plan(document, scored, sight, group)
    if document["group"] is None:
        found.group, found.moved_into = None, group
        if group and document["game"]["deleted_at"]:
            raise errors.BadInput(
                say("This game is in the bin. Take it out there before exporting it.")
            )
    found.is_new_group = group is None and document["kind"] != "game"
    if group and not is_trusted:
        _refuse_stranger(group, sight)
    if found.group or found.is_new_group:
        _compare_players(session, found)
        _compare_seasons(session, found)
        _compare_book(session, found)
    _compare_games(session, found)
    if group and document["kind"] == "group":
        _compare_group(session, found, group)
    if not is_trusted:
        _refuse_too_many(session, found)
    return found


def carry_out(session: Session, found: Plan, write: changes.Write, secret_key: str) -> Group | Game:
    """Do what a plan says; return the group, or the game that stands by itself.

    The writing device becomes the keeper of a group, or of such a game, that is new here.
    """
    group, write = found.group, write.imported
    if found.is_new_group:
        group = _found(session, found, write, secret_key)
    places = restoring.Places(
        session, write, group, dict(found.known), versions=dict(found.versions)
    )
    if group:
        _add_players(session, found, group, places)
    new_seasons = [_add_season(session, one, group, places) for one in found.seasons if group]
    if group:
        book_restoring.add(session, found.house_rules, group, places)
    ids = restoring.games(session, found.games, found.scored, places)
    book_restoring.add_rulings(session, found.house_rules, places)
    session.flush()
    if group is None:
        return _standing_alone(session, found, ids, write)
    if found.is_empty:
        changes.remember(session, group, write)
        return group
    results.settle_all(session, group, restoring.loaded(session, ids), write.at)
    for season, of_file in zip(new_seasons, found.seasons, strict=True):
        if season.is_closed and of_file["awards"] is not None:
            season_files.restore(session, season, of_file["awards"], places.players)
        elif season.is_closed:
            # A file of an earlier version says only how its table was frozen.
            awards.recount(session, season)
    if found.is_new_group and found.kind == "group":
        _restore_group(session, found.document["group"], group, places)
        changes.remember(session, group, write)
    else:
        undoing.note_import(session, group, write, found.what, _new(found))
    session.flush()
    return group


def _new(found: Plan) -> undoing.New:
    """Return what is to be taken back where the import is undone."""
    return undoing.New(
        games={game["uid"]: game["version"] for game in found.games},
        **{
            kind: [one["uid"] for one in getattr(found, kind)]
            for kind in ("players", "seasons", "house_rules")
        },
    )


def counted(number: int, noun: str) -> str:
    """Return how many there are: "1 game", "1,200 games"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _target(
    session: Session, document: file_format.Document, into: Group | None, sight: Sight
) -> Group | None:
    kind, header = document["kind"], document["group"]
    if kind == "group" and into and into.uid != header["uid"]:
        raise errors.BadInput(
            say(
                "This file is a whole group, %(name)s. It cannot go into another one.",
                name=header["name"],
            ),
            field="file",
        )
    if into or kind == "game":
        return into
    here = groups.find(session, header["uid"])
    if here and here.deleted_at and sight.sees_group(here):
        raise errors.BadInput(
            say("%(name)s is in the bin here. Take it out first.", name=here.name), field="file"
        )
    return here


def _refuse_stranger(group: Group, sight: Sight) -> None:
    if not sight.sees_group(group):
        raise errors.NotAllowed(ELSEWHERE)
    assert sight.device is not None, "it is in the group"
    membership = group_members.membership_of(sight.session, group, sight.device)
    if membership is None or not membership.is_keeper:
        raise errors.NotAllowed(
            say("The group in this file is here already, and only its keepers can import into it.")
        )


def _refuse_too_many(session: Session, found: Plan) -> None:
    """Refuse a file that would bring more into a group than there may be of it."""
    group_id = found.group.id if found.group else 0
    for bound, new in (
        (bounds.PLAYERS_OF_GROUP, found.players),
        (bounds.SEASONS_OF_GROUP, found.seasons),
        (bounds.RULES_OF_GROUP, found.house_rules),
    ):
        if new:
            quotas.check(session, bound, group_id, more=len(new))


def _compare_players(session: Session, found: Plan) -> None:
    group = found.group
    by_uid = {player.uid: player for player in group.players} if group else {}
    roster = rosters.by_name(group) if group else {}
    here = _here(session, Player, [player["uid"] for player in found.document["players"]])
    header = found.document["group"]
    is_own = group is not None and header is not None and group.uid == header["uid"]
    for player in found.document["players"]:
        uid, name = player["uid"], player["name"]
        if uid in by_uid:
            found.known[uid] = by_uid[uid]
            written = exports.player_written(by_uid[uid])
            otherwise = say(
                "%(name)s is here otherwise, as %(here)s; it stays as it is.",
                name=name,
                here=written["name"],
            )
            _tell(found, uid, written == player, otherwise)
        elif uid in here:
            told = say("%(name)s (%(uid)s) is here already, in another group.", name=name, uid=uid)
            raise found.sight.foreign(told, [here[uid].group])
        elif (
            group and player["merged_into"] is None and (known := roster.get(rosters.key_of(name)))
        ):
            if is_own:
                raise errors.BadInput(
                    say(
                        "There is another %(name)s in %(group)s, who is not the one in "
                        "this file. Rename that player first.",
                        name=known.name,
                        group=group.name,
                    ),
                    code="duplicate_name",
                )
            found.known[uid] = known
            found.same.append(uid)
        else:
            found.players.append(player)


def _compare_seasons(session: Session, found: Plan) -> None:
    of_file = file_format.seasons_of(found.document)
    here = _here(session, Season, [season["uid"] for season in of_file])
    for season in of_file:
        known = here.get(season["uid"])
        if known is None:
            season_files.refuse_two_seats(season, _uids(found))
            found.seasons.append(season)
            if found.group and (other := seasons.named(session, found.group, season["name"])):
                found.differing.append(say("Another season is called %(name)s.", name=other.name))
        elif found.group is None or known.group_id != found.group.id:
            told = say(
                "Season %(name)s (%(uid)s) is here already, in another group.",
                name=season["name"],
                uid=season["uid"],
            )
            raise found.sight.foreign(told, [known.group])
        else:
            is_same = _is_season_here(session, known, season, _uids(found))
            otherwise = say(
                "Season %(name)s is here otherwise; it stays as it is.", name=known.name
            )
            _tell(found, known.uid, is_same, otherwise)


def _is_season_here(
    session: Session, known: Season, season: file_format.Document, uids: Mapping[str, str]
) -> bool:
    """Whether a season of a file is here just so; files of before do not say what it awarded."""
    written = exports.season_written(session, known)
    awarded = season_files.renamed(season["awards"], uids)
    if awarded is None:
        awarded = written["awards"]
    return written == {**season, "final": _final_here(season["final"], uids), "awards": awarded}


def _compare_book(session: Session, found: Plan) -> None:
    """Find out which house rules are here; games of the file are played by them from then on."""
    group, of_file = found.group, found.document.get("house_rules", [])
    played_by = book_files.linked(game for _where, game in file_format.games_of(found.document))
    here = _here(session, HouseRules, sorted({one["uid"] for one in of_file} | played_by))
    for uid, known in here.items():
        if group and known.group_id == group.id:
            for version in known.versions:
                found.versions[uid, version.number, known.rules] = version.id
    kept: list[tuple[file_format.Document, HouseRules]] = []
    for one in of_file:
        known = here.get(one["uid"])
        if known is None:
            _refuse_known_parts(session, one, found.sight)
            _refuse_same_name(session, one, group)
            found.house_rules.append(one)
        elif group is None or known.group_id != group.id:
            told = say(
                "House rules %(name)s (%(uid)s) are here already, in another group.",
                name=one["name"],
                uid=one["uid"],
            )
            raise found.sight.foreign(told, [known.group])
        else:
            kept.append((one, known))
    if group and kept:
        _tell_of_book(session, found, group, kept)


def _refuse_known_parts(session: Session, one: file_format.Document, sight: Sight) -> None:
    name = one["name"]
    told = {
        "proposals": say(
            "House rules %(name)s: some of their proposals are here already, with others.",
            name=name,
        ),
        "rulings": say(
            "House rules %(name)s: some of their rulings are here already, with others.",
            name=name,
        ),
    }
    for model, part in ((Proposal, "proposals"), (Ruling, "rulings")):
        if here := _here(session, model, [each["uid"] for each in one[part]]):
            raise sight.foreign(told[part], [known.of.group for known in here.values()])


def _refuse_same_name(session: Session, one: file_format.Document, group: Group | None) -> None:
    if group is None or one["deleted_at"]:
        return
    if other := house_rules.named(session, group, one["name"]):
        raise errors.BadInput(
            say(
                "There are other house rules called %(name)s in %(group)s. Rename those first.",
                name=other.name,
                group=group.name,
            ),
            code="duplicate_name",
        )


def _tell_of_book(
    session: Session,
    found: Plan,
    group: Group,
    kept: Sequence[tuple[file_format.Document, HouseRules]],
) -> None:
    players = {player.id: player.uid for player in group.players}
    uids = _uids(found)
    of_file = [game["uid"] for _where, game in file_format.games_of(found.document)]
    within = {game.id: uid for uid, game in _here(session, Game, of_file).items()}
    is_whole = found.kind == "group"
    written = book_files.written(
        session,
        group,
        file_naming.Naming(group, players, within),
        only=None if is_whole else {one["uid"] for one, _known in kept},
        players={uids.get(player["uid"], player["uid"]) for player in found.document["players"]},
    )
    by_uid = {one["uid"]: book_files.plain_book(one) for one in written}
    for one, known in kept:
        is_same = by_uid[known.uid] == book_files.plain_book(book_files.renamed(one, uids))
        otherwise = say(
            "House rules %(name)s are here otherwise; it stays as it is.", name=known.name
        )
        _tell(found, known.uid, is_same, otherwise)


def _compare_games(session: Session, found: Plan) -> None:
    of_file = file_format.games_of(found.document)
    here = _here(session, Game, [game["uid"] for _where, game in of_file])
    kept: list[tuple[Sentence, file_format.Document, Game]] = []
    for where, game in of_file:
        known = here.get(game["uid"])
        if known is None:
            _refuse_two_seats(where, game, found)
            found.games.append(game)
            continue
        target = found.group or found.moved_into
        if found.is_new_group or known.group_id != (target.id if target else None):
            told = (
                say("%(where)s is here already, in another group.", where=where)
                if known.group_id
                else say("%(where)s is here already, as a game of its own.", where=where)
            )
            raise found.sight.foreign(told, [known])
        kept.append((where, game, known))
    uids = {game["uid"] for _where, game in of_file}
    within = {game.id: game.uid for game in here.values() if game.uid in uids}
    players = {player.id: player.uid for player in found.group.players} if found.group else {}
    naming = file_naming.Naming(found.group, players, within)
    written = {
        one["uid"]: one
        for one in exports.games_written(session, [known for _w, _g, known in kept], naming)
    }
    for where, game, known in kept:
        is_same = _plain(written[known.uid]) == _plain(_game_here(game, found))
        otherwise = say("%(where)s is here otherwise; it stays as it is.", where=where)
        _tell(found, known.uid, is_same, otherwise)


def _compare_group(session: Session, found: Plan, group: Group) -> None:
    players = {player.id: player.uid for player in group.players}
    written = exports.group_written(session, group, file_naming.Naming(group, players))
    is_same = _plain_group(written) == _plain_group(found.document["group"])
    otherwise = say(
        "The group itself is here otherwise, as %(name)s; it stays as it is.", name=group.name
    )
    _tell(found, group.uid, is_same, otherwise)


def _tell(found: Plan, uid: str, is_same: bool, otherwise: Sentence) -> None:
    if is_same:
        found.same.append(uid)
    else:
        found.differing.append(otherwise)


def _refuse_two_seats(where: Sentence, game: file_format.Document, found: Plan) -> None:
    """Refuse a game in which somebody sits twice, once it is known who is who here."""
    of_file = {player["uid"]: player for player in found.document["players"]}
    seated: dict[str, str] = {}
    if found.group is None and not found.is_new_group:
        return
    for seat in game["seats"]:
        uid = seat["player"]
        if uid is None:
            continue
        while uid not in found.known and of_file[uid]["merged_into"]:
            uid = of_file[uid]["merged_into"]
        one = found.known[uid].one.uid if uid in found.known else uid
        if one in seated:
            raise errors.BadInput(
                say(
                    "%(where)s: %(other)s and %(name)s are one player, who cannot sit in "
                    "two seats.",
                    where=where,
                    other=seated[one],
                    name=seat["name"],
                ),
                code="player_in_two_seats",
            )
        seated[one] = seat["name"]


def _uids(found: Plan) -> dict[str, str]:
    """Return the uids that the file's players have here."""
    return {uid: player.uid for uid, player in found.known.items()}


def _game_here(game: file_format.Document, found: Plan) -> file_format.Document:
    """Return a game of the file as an export from here would call its players and group."""
    group = found.group
    uids = _uids(found)

    def player(uid: str | None) -> str | None:
        return uids.get(uid, uid) if uid is not None and group else None

    def fact(name: str, value: Any) -> Any:
        if name == "group":
            return group.uid if group and value is not None else None
        if name.startswith("seat/") and value and "player" in value:
            return {**value, "player": player(value["player"])}
        return value

    def told(line: file_format.Document) -> file_format.Document:
        what = {name: [fact(name, one) for one in pair] for name, pair in line["what"].items()}
        about = history.about_here(line["kind"], line["about"], what, group.uid if group else None)
        return {**line, "what": what, "about": about}

    link = game["house_rules"]
    if link and (group is None or not _is_linked(game, link, found)):
        link = None
    return {
        **game,
        "house_rules": link,
        "seats": [{**seat, "player": player(seat["player"])} for seat in game["seats"]],
        "history": [told(line) for line in game["history"]],
    }


def _is_linked(game: file_format.Document, link: file_format.Document, found: Plan) -> bool:
    """Whether the group here has the version of house rules that a game of a file names."""
    return (link["uid"], link["version"], game["rules"]) in found.versions


def _plain(game: file_format.Document) -> file_format.Document:
    """Return a game with its phones numbered by itself, and without what follows from the rest."""
    numbers: dict[int, int] = {}

    def own(part: Any) -> Any:
        if not part:
            return part
        return {**part, "phone": numbers.setdefault(part["phone"], len(numbers) + 1)}

    rounds = [
        {**round_, "entries": [own(entry) for entry in round_["entries"]]}
        for round_ in game["rounds"]
    ]
    history = [
        own(line)
        | {
            "what": {
                fact: [own(value) for value in pair] if fact.startswith("entry/") else pair
                for fact, pair in line["what"].items()
            }
        }
        for line in game["history"]
    ]
    phones = sorted((own(phone) for phone in game["phones"]), key=lambda phone: phone["phone"])
    link = game["house_rules"]
    plain = {
        **game,
        "house_rules": (link["uid"], link["version"]) if link else None,
        "rounds": rounds,
        "waiting": own(game["waiting"]),
        "history": history,
        "phones": phones,
    }
    del plain["kind"]
    return plain


def _plain_group(group: file_format.Document) -> file_format.Document:
    numbers: dict[int, int] = {}

    def own(part: file_format.Document) -> file_format.Document:
        return {**part, "phone": numbers.setdefault(part["phone"], len(numbers) + 1)}

    history = [own(line) for line in group["history"]]
    phones = sorted((own(phone) for phone in group["phones"]), key=lambda phone: phone["phone"])
    return {**group, "history": history, "phones": phones}


def _final_here(
    final: file_format.Document | None, uids: Mapping[str, str]
) -> file_format.Document | None:
    """Return a frozen table with its players called as they are here."""
    if final is None:
        return None
    return {
        **final,
        "table": [
            {**row, "player": uids.get(row["player"], row["player"])} for row in final["table"]
        ],
        "titles": [
            {**title, "players": [uids.get(uid, uid) for uid in title["players"]]}
            for title in final["titles"]
        ],
    }


def _here(session: Session, model: type[Any], uids: Sequence[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for start in range(0, len(uids), TOGETHER):
        part = uids[start : start + TOGETHER]
        found |= {one.uid: one for one in session.scalars(select(model).where(model.uid.in_(part)))}
    return found


def _found(session: Session, found: Plan, write: changes.Write, secret_key: str) -> Group:
    header = found.document["group"]
    founding = write.keyless  # The key of the write remembers the import.
    # A whole group brings its own history.
    begin = groups.create_without_history if found.kind == "group" else groups.create
    group = begin(session, founding, header["name"], secret_key, header["time_zone"])
    group.uid, group.name, group.time_zone = header["uid"], header["name"], header["time_zone"]
    session.flush()
    return group


def _add_players(session: Session, found: Plan, group: Group, places: restoring.Places) -> None:
    for player in found.players:
        added = places.players[player["uid"]] = Player(
            uid=player["uid"],
            name=player["name"],
            colour=player["colour"],
            initial=player["initial"],
            created_at=_moment(player["created_at"]),
            retired_at=_moment(player["retired_at"]),
        )
        group.players.append(added)
    session.flush()
    for player in found.players:
        if player["merged_into"]:
            places.players[player["uid"]].merged_into = places.players[player["merged_into"]]
    session.flush()


def _add_season(
    session: Session, season: file_format.Document, group: Group | None, places: restoring.Places
) -> Season:
    assert group is not None, "a season belongs to a group"
    ends_on, closed_at = season["ends_on"], _moment(season["closed_at"])
    added = Season(
        group_id=group.id,
        starts_on=date.fromisoformat(season["starts_on"]),
        ends_on=date.fromisoformat(ends_on) if ends_on else None,
        created_at=_moment(season["created_at"]),
        closed_at=closed_at,
        deleted_at=_moment(season["deleted_at"]),
        kept_until=restoring.kept_until(season, places),
        **{
            name: season[name]
            for name in (
                *(
                    "uid",
                    "name",
                    "kinds",
                    "least_games",
                    "best_of",
                    "scheme",
                    "tie_breaks",
                    "early",
                ),
            )
        },
    )
    if closed_at:
        uids = {uid: player.uid for uid, player in places.players.items()}
        added.final = _final_here(season["final"], uids)
    session.add(added)
    session.flush()
    return added


def _restore_group(
    session: Session, written: file_format.Document, group: Group, places: restoring.Places
) -> None:
    """Give a new group the history, version and times that it has in its file."""
    lines, phones = written["history"], written["phones"]
    session.flush()
    places.add_phones(part["phone"] for part in (*lines, *phones))
    restoring.insert_all(
        session,
        GroupChange,
        [
            {
                "group_id": group.id,
                **{name: line[name] for name in ("version", "kind", "about", "what", "source")},
                "device_id": places.phones[line["phone"]],
                "at": _moment(line["at"]),
                "made_at": _moment(line["made_at"]),
            }
            for line in lines
        ],
    )
    ids = restoring.insert_all(
        session,
        GroupMembership,
        [
            {
                "group_id": group.id,
                "device_id": places.phones[phone["phone"]],
                "role": phone["role"],
                "joined_at": places.write.at,
                "removed_at": places.write.at,
                "is_barred": False,
            }
            for phone in phones
        ],
    )
    claims = [
        {"membership_id": membership, "player_id": places.players[uid].id}
        for membership, phone in zip(ids, phones, strict=True)
        for uid in phone["players"]
    ]
    if claims:
        session.execute(insert(PlayerClaim), claims)
    group.version = written["version"]
    group.threshold, group.deadline_days = written["threshold"], written["deadline_days"]
    group.created_at = datetime.fromisoformat(written["created_at"])
    group.changed_at = datetime.fromisoformat(written["changed_at"])


def _standing_alone(
    session: Session, found: Plan, ids: Sequence[int], write: changes.Write
) -> Game:
    uid = found.document["game"]["uid"]
    game = session.scalar(select(Game).where(Game.uid == uid).options(selectinload(Game.seats)))
    assert game is not None, "it was here, or has just been written"
    if ids and not game.is_ended:
        quotas.check(session, bounds.GAMES_OF_PHONE, write.device.id)
    if ids:
        session.add(Membership(game=game, device=write.device, role=KEEPER, joined_at=write.at))
    if ids and found.moved_into:
        moving = replace(write, version=game.version)
        seating.move(session, game, moving, found.moved_into, {})
    else:
        changes.remember(session, game, write)
    session.flush()
    return game


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
