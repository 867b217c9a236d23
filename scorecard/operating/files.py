"""The commands about groups and their files: list, export, import, recount, purge."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.app import create_app, migrate
from scorecard.config import OperatorError, Settings
from scorecard.database import migrating
from scorecard.database.db import begin_write, db, reason
from scorecard.models import Game, Group, Season
from scorecard.operating import backups, housekeeping
from scorecard.services.files.exporting import downloads, exports
from scorecard.services.files.format import file_format
from scorecard.services.files.importing import imports
from scorecard.services.groups import access, group_members, groups, recovery_codes
from scorecard.services.history import changes
from scorecard.services.keeping import catching_up, recounting, rescoring
from scorecard.services.spreadsheets import csv_files
from scorecard.services.table import games


class FileError(OperatorError):
    """A sentence that says why a command did nothing."""


def _named(session: Session, uid: str) -> Group | Season | Game:
    """Return the group, season or game with a uid; raise :class:`FileError` where there is none."""
    season = select(Season).where(Season.uid == uid)
    named = groups.find(session, uid) or session.scalar(season) or games.find_game(session, uid)
    if named is None:
        raise FileError(
            f"There is no group, season or game {uid} here. “scorecard groups” lists the groups."
        )
    return named


class Store:
    """The database of one data folder, brought to this release's schema."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.app = create_app(settings, is_served=False)

    def groups(self) -> list[str]:
        """Return a line for each group, by name."""
        with self._session() as session:
            rows = session.execute(
                select(Group.name, Group.uid, Group.deleted_at, func.count(Game.id))
                .outerjoin(Game, Game.group_id == Group.id)
                .group_by(Group.id)
            )
            by_name = sorted(rows, key=lambda row: (row[0].casefold(), row[1]))
            return [
                f"{uid}  {backups.counted(count, 'game')}  {name}"
                f"{' (in the trash)' * bool(deleted)}"
                for name, uid, deleted, count in by_name
            ]

    def export(self, uid: str) -> str:
        """Return the export of the group, season or game with this uid."""
        at = datetime.now(UTC)
        with self._session() as session:
            return file_format.write(exports.export(session, _named(session, uid), at))

    def export_csv(self, uid: str, part: downloads.Part, separator: csv_files.Separator) -> str:
        """Return the scores of a thing, or the standings or awards of a season, as CSV."""
        at = datetime.now(UTC)
        with self._session() as session:
            named = _named(session, uid)
            if part != "scores" and not isinstance(named, Season):
                raise FileError(f"Only a season has {part}, and {uid} is none.")
            return downloads.text_of(session, named, downloads.Wanted("csv", separator, part), at)

    def take_in(self, data: bytes) -> list[str]:
        """Import a file; return what happened, and how a phone gets into what is new."""
        at = datetime.now(UTC)
        with self._session() as session:
            checked = imports.read(data)
            begin_write(session)
            device = access.new_device(session, at)
            write = changes.Write(device, at)
            plan = imports.plan(session, checked, device, is_trusted=True)
            lines: list[str] = [*plan.lines()]
            if plan.is_empty:
                session.rollback()
                return lines
            made = imports.carry_out(session, plan, write, self.settings.secret_keys[0])
            lines += self._ways_in(session, made, write, is_new_group=plan.is_new_group)
            session.commit()
            return lines

    def recount(self, *, is_write: bool) -> list[str]:
        """Score every game, and count every group from them; return the differences."""
        with self._session() as session:
            begin_write(session)
            # Counts by an earlier release's rules are no difference.
            catching_up.update_all(session)
            differences = [*rescoring.rescore_all(session)]
            uids = session.scalars(select(Group.uid).order_by(Group.id)).all()
            for uid in uids:
                group = groups.find(session, uid)
                assert group is not None, "it was listed a moment ago"
                name = group.name
                differences += [f"{name}: {line}" for line in recounting.recount(session, group)]
            if is_write:
                session.commit()
            else:
                session.rollback()
        return differences

    def purge(self) -> list[str]:
        """Clear up as the server does every day; return a sentence for each thing erased."""
        with self._session():
            return housekeeping.clear_up(self.app, datetime.now(UTC))

    def _ways_in(
        self, session: Session, made: Group | Game, write: changes.Write, *, is_new_group: bool
    ) -> list[str]:
        """Return how phones get into an imported game or group, as scorekeeper and as others."""
        secret_keys, url = self.settings.secret_keys, self.settings.public_url
        if isinstance(made, Game):
            access.make_passes(session, made, secret_keys[0], write.at)
            token = access.tokens(session, made, secret_keys, write.at)["keeper"]
            return [f"Open it as scorekeeper: {url}/join/{token}"]
        if not is_new_group:
            return []
        membership = group_members.membership_of(session, made, write.device)
        assert membership is not None, "whoever imports a new group keeps it"
        code = recovery_codes.first(session, membership, write)
        token = groups.link_token(made, secret_keys) or ""
        return [
            f"Join it on a phone: {url}/groups/join/{token}",
            f"Keep it on a phone, with this recovery code (good once): {code}",
        ]

    @contextmanager
    def _session(self) -> Iterator[Session]:
        try:
            migrate(self.app)
            with self.app.app_context():
                yield db.session
        except errors.ScorecardError as error:
            raise FileError(error.message) from error
        except migrating.DatabaseRefused as error:
            raise FileError(str(error)) from error
        except DBAPIError as error:
            raise FileError(f"The games cannot be read: {reason(error)}.") from error
