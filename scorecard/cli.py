"""The ``scorecard`` command: run the server, score records, back up and restore.

Long because all commands are found here, each with its options.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from scorecard import __version__

if TYPE_CHECKING:
    from scorecard.config import Settings
    from scorecard.operating.scoring import Answer
    from scorecard.services.files.exporting.downloads import Part
    from scorecard.services.spreadsheets.csv_files import Separator

DATA = click.option("--data", type=click.Path(path_type=Path), help="Folder the games are kept in.")
ALL_INTERFACES = "0.0.0.0"  # noqa: S104 - phones in the home network must reach it
HOST = click.option(
    "--host", default=ALL_INTERFACES, show_default=True, help="Address to listen on."
)
A_PORT = click.IntRange(0, 65535)
PORT = click.option(
    "--port", type=A_PORT, default=8000, show_default=True, help="Port to listen on."
)
TLS = click.option(
    "--tls", "is_tls", is_flag=True, help="Serve HTTPS, with a certificate made here."
)
PROCESSES = click.option(
    "--processes",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Processes that serve together; several need PostgreSQL or Redis.",
)


class Commands(click.Group):
    """The commands; what an operator can mend is one sentence in each of them."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except Exception as error:
            from scorecard.config import OperatorError

            if isinstance(error, OperatorError):
                raise click.ClickException(str(error)) from error
            raise


@click.group(cls=Commands)
@click.version_option(__version__, prog_name="scorecard")
def main() -> None:
    """Keep the score of card games for everybody round the table."""


@main.command()
@HOST
@PORT
@DATA
@TLS
@click.option("--cert", type=click.Path(path_type=Path), help="Certificate to serve HTTPS with.")
@click.option("--key", type=click.Path(path_type=Path), help="The certificate's private key.")
@PROCESSES
def run(
    host: str,
    port: int,
    data: Path | None,
    is_tls: bool,
    cert: Path | None,
    key: Path | None,
    processes: int,
) -> None:
    """Serve the app to this machine and to the phones in the home network."""
    from scorecard.serving.loading import loading

    with loading():
        # Imported first of all: it prepares the standard library for thousands of open streams.
        from scorecard.serving import server
    from scorecard.live.relay import line_of

    if bool(cert) != bool(key):
        raise click.UsageError("--cert and --key belong together: give both, or none.")
    settings = _settings(data)
    if processes > 1 and line_of(settings) is None:
        raise click.ClickException(
            "Several processes must tell each other what moves: set DATABASE_URL=postgresql://… or "
            "REDIS_URL=redis://…, or serve with one."
        )
    if not (is_tls or cert):
        server.run(settings, host, port, processes=processes)
        return
    from scorecard.operating import https

    certificate = https.certificate_for(settings, host, cert, key)
    if certificate.is_own:
        settings = replace(settings, certificate=certificate.file)
    server.run(settings, host, port, certificate, processes)


@main.command(name="install-service")
@HOST
@PORT
@DATA
@TLS
@PROCESSES
@click.option(
    "--env-file",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="File of settings; without it /etc/scorecard.env, or ~/.config/scorecard.env.",
)
@click.option("--print", "is_printed", is_flag=True, help="Only show what would be written.")
@click.option("--no-enable", is_flag=True, help="Only write it: neither start nor enable it.")
@click.option("--remove", "is_removed", is_flag=True, help="Stop it and take it away again.")
def install_service(
    *, env_file: Path | None, is_printed: bool, no_enable: bool, is_removed: bool, **wish: Any
) -> None:
    """Have systemd serve from this installation, now and whenever the machine starts.

    As root it is a service of the machine, with a user of its own and the games in
    /var/lib/scorecard; as anybody else one of this user, with the games where "run" keeps them.
    With other options it changes what it wrote before. The games stay when it is removed.
    """
    from scorecard.operating import service
    from scorecard.operating.units import Wish

    manager = service.Manager.of_this_user()
    if is_removed:
        for line in service.remove(manager):
            click.echo(line)
        return
    texts = manager.units(Wish(env_file=env_file, **wish))
    if is_printed:
        click.echo("\n".join(f"# {manager.folder / name}\n{text}" for name, text in texts.items()))
        return
    for line in service.install(manager, texts, is_begun=not no_enable):
        click.echo(line)


@main.command(name="rotate-secret")
@click.option("--drop-old", is_flag=True, help="Drop all secrets but the newest.")
@DATA
def rotate_secret(data: Path | None, drop_old: bool) -> None:
    """Sign with a new secret from the next start on; phones that are in stay in.

    Every phone that comes back gets a cookie under the new one. Once they all have been back, or
    when somebody else has seen the old one, drop that with --drop-old: whoever has not been back
    joins again.
    """
    from scorecard import config

    if os.environ.get("SECRET_KEY"):
        raise click.ClickException(
            "The secret comes from SECRET_KEY. Put a new one there, and the old one into "
            "SECRET_KEY_FALLBACKS (older ones behind it, with blanks between)."
        )
    folder = _settings(data).data_dir
    try:
        if drop_old:
            dropped = config.drop_old_secrets(folder)
            sentence = f"Dropped {dropped} old secret{'' if dropped == 1 else 's'}."
        else:
            sentence = f"Made a new secret; {config.rotate_secret(folder) - 1} older still good."
    except OSError as error:
        raise click.ClickException(f"The secrets cannot be kept: {error}.") from error
    click.echo(f"{sentence} Start the server again to use it.")


@main.command()
@click.argument("file", type=click.File("rb"))
def score(file: BinaryIO) -> None:
    """Score the game record (or the list of records) in FILE; "-" reads standard input.

    Prints the answer as JSON. Exits with 0 when scored, 1 when refused, 2 when the file is no game
    record at all.
    """
    import gc

    from scorecard.operating import scoring

    # Records and answers hold no cycles; looking for some costs more than scoring does.
    gc.disable()
    _answer(scoring.score(file.read()))


@main.command()
@click.argument("file", type=click.File("rb"))
def replay(file: BinaryIO) -> None:
    """Play the house-rules case (or the list of cases) in FILE; "-" reads standard input.

    Each is played through the app's own services in a database of its own. Prints and exits like
    "score".
    """
    from scorecard.operating import replaying

    _answer(replaying.replay(file.read()))


@main.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--portable", is_flag=True, help="Write what PostgreSQL can be filled from, too.")
@DATA
def backup(file: Path, portable: bool, data: Path | None) -> None:
    """Write all games to FILE, also while the server runs.

    The secret keys are not in it: keep the file "secret-keys" of the data folder somewhere else,
    so that phones need not join again on another machine.
    """
    from scorecard.operating import backups

    size = backups.back_up(_settings(data), file, is_portable=portable)
    click.echo(f"Backed up {size:,} bytes to {file}.")


@main.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@DATA
@click.option("--yes", is_flag=True, help="Replace games that are there without asking.")
def restore(file: Path, data: Path | None, yes: bool) -> None:
    """Put the games of a backup FILE back; what was there is kept beside them."""
    from scorecard.operating import backups

    settings = _settings(data)
    if not yes and not backups.is_empty(settings):
        games = backups.counted(backups.count_games(settings), "game")
        click.confirm(f"Replace what is there ({games})?", abort=True)
    replaced = backups.restore(settings, file)
    left_out = [*backups.strangers(file)]
    click.echo(f"Restored {file}.")
    for sentence in left_out:
        click.echo(f"Its rows alone were taken. {sentence}")
    if replaced:
        click.echo(f"What was there before is in {replaced}.")


@main.command()
@click.argument(
    "file", type=click.Path(path_type=Path, dir_okay=False, exists=True), required=False
)
@DATA
def check(file: Path | None, data: Path | None) -> None:
    """Examine all games, or those in a backup FILE, also while the server runs.

    Is everything whole and Scorecard's own, does nothing point to what is not there, is every game
    kept with the scores that its rounds have, are seasons and records what counting them again
    gives? Prints a line for each fault. Exits with 0 where there is none, with 1 where there are
    some.
    """
    from scorecard.operating import checks

    faults = 0
    for sentence in checks.faults(_settings(data), file):
        click.echo(sentence)
        faults += 1
    click.echo(f"{faults} {'fault' if faults == 1 else 'faults'}." if faults else "No fault.")
    sys.exit(1 if faults else 0)


@main.command(name="handbook")
@click.argument("page", required=False)
def show_handbook(page: str | None) -> None:
    """Print a PAGE of the handbook; without one, list the pages."""
    from scorecard import handbook

    pages = handbook.pages()
    if page is None:
        for key, one in pages.items():
            click.echo(f"{key:18}  {one.summary}")
    elif page in pages:
        click.echo(pages[page].text, nl=False)
    else:
        raise click.ClickException(f"The handbook has no page {page}. It has {', '.join(pages)}.")


@main.command()
@click.option(
    "--port", type=A_PORT, default=8000, show_default=True, help="Port that the server listens on."
)
@DATA
def doctor(port: int, data: Path | None) -> None:
    """Say in words what is wrong round the app, and what is well.

    Looks at the data folder, the disk, the secret, the database, the clock, what several processes
    share, backups, the port, PUBLIC_URL, the certificate and the system's limits. Exits with 1
    where anything is wrong.
    """
    from datetime import UTC, datetime

    from scorecard import config
    from scorecard.operating import doctor as the_doctor

    folder = config.data_folder(data_dir=data)
    if not folder.is_dir():
        raise click.ClickException(f"There is no data folder {folder}; the first start makes it.")
    findings = [*the_doctor.examine(_settings(data), port, datetime.now(UTC))]
    for finding in findings:
        click.echo(f"{'WRONG' if finding.is_wrong else 'well '}  {finding.sentence}")
    wrong = sum(finding.is_wrong for finding in findings)
    click.echo(f"{wrong} {'thing' if wrong == 1 else 'things'} wrong." if wrong else "All is well.")
    sys.exit(1 if wrong else 0)


@main.command(name="backups")
@click.option("--make", "is_made", is_flag=True, help="Make today's now, if it is due.")
@DATA
def list_backups(is_made: bool, data: Path | None) -> None:
    """List the daily backups that the server keeps."""
    from datetime import UTC, datetime

    from scorecard.operating import daily_backups

    settings = _settings(data)
    if is_made:
        daily_backups.make(settings, datetime.now(UTC))
    for day, file in daily_backups.files(settings).items():
        click.echo(f"{day}  {file.stat().st_size:>12,} bytes  {file}")


@main.command(name="groups")
@DATA
def list_groups(data: Path | None) -> None:
    """List the groups: name, id, and how many games."""
    from scorecard.operating.files import Store

    for line in Store(_settings(data)).groups():
        click.echo(line)


@main.command(name="export", context_settings={"ignore_unknown_options": True})
@click.argument("uid", metavar="ID")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, allow_dash=True))
@click.option("--csv", "is_csv", is_flag=True, help="Write the scores as CSV instead.")
@click.option(
    "--part",
    type=click.Choice(["scores", "standings", "awards"]),
    default="scores",
    help="What of a season --csv writes.",
)
@click.option("--semicolon", "has_semicolons", is_flag=True, help="Semicolons between the cells.")
@DATA
def export_file(
    uid: str, file: Path, is_csv: bool, part: Part, has_semicolons: bool, data: Path | None
) -> None:
    """Write the group, season or game with this ID to FILE as JSON; "-" is standard output."""
    from scorecard.operating.files import Store

    if not is_csv and (has_semicolons or part != "scores"):
        raise click.UsageError("--part and --semicolon belong to --csv.")
    store = Store(_settings(data))
    separator: Separator = "semicolon" if has_semicolons else "comma"
    text = store.export_csv(uid, part, separator) if is_csv else store.export(uid)
    try:
        with click.open_file(str(file), "wb", atomic=str(file) != "-") as out:
            out.write(text.encode())
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written: {error}.") from error
    if str(file) != "-":
        click.echo(f"Exported {file}.")


@main.command(name="import")
@click.argument("file", type=click.File("rb"))
@DATA
def import_file(file: BinaryIO, data: Path | None) -> None:
    """Take in the game, season or group that was exported to FILE; "-" reads standard input.

    What is here already stays as it is. Prints how a phone gets into what is new.
    """
    import gc

    from scorecard.operating.files import Store

    # A large file is millions of objects without a cycle, which are looked at again and again.
    gc.disable()
    for line in Store(_settings(data)).take_in(file.read()):
        click.echo(line)


@main.command()
@click.option("--write", "is_write", is_flag=True, help="Keep what was counted.")
@DATA
def recount(is_write: bool, data: Path | None) -> None:
    """Score all games again, count the groups' results and standings from them, and compare.

    Prints every difference to what is kept. Exits with 0 where there is none, with 1 where there
    are some. Nothing is written without --write.
    """
    from scorecard.operating.files import Store

    differences = Store(_settings(data)).recount(is_write=is_write)
    for line in differences:
        click.echo(line)
    if not differences:
        click.echo("No difference.")
    sys.exit(1 if differences else 0)


@main.command(name="help-aside", hidden=True)
@DATA
def help_aside(data: Path | None) -> None:
    """Do what a server process asks for over standard input; it starts this by itself."""
    from scorecard.serving.loading import loading

    with loading():
        from scorecard.app import create_app
        from scorecard.aside.jobs import help_server

        app = create_app(_settings(data), is_served=False)
    help_server(app)


@main.command()
@DATA
def purge(data: Path | None) -> None:
    """Move what nobody ever played to the trash, and erase what has lain there for 30 days.

    Today counts as one of the days. The running server does both by itself, at its start and once
    a day.
    """
    from scorecard.operating.files import Store

    erased = Store(_settings(data)).purge()
    for line in erased or ["Nothing has lain in the trash for 30 days."]:
        click.echo(line)


def _settings(data: Path | None) -> Settings:
    from scorecard.config import from_environment
    from scorecard.database.db import database_address

    try:
        settings = from_environment(data_dir=data)
        database_address(settings.database_url)
        database_address(settings.replica_url or settings.database_url, "REPLICA_URL")
    except OSError as error:
        raise click.ClickException(f"The games cannot be kept there: {error}.") from error
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    return settings


def _answer(answer: Answer) -> None:
    """Print an answer, and end with its exit code."""
    # ASCII only: a name may hold what this terminal's encoding does not.
    # Written at once, because json.dump would encode piece by piece, in Python.
    print(json.dumps(answer.body))
    for sentence in answer.errors:
        click.echo(sentence, err=True)
    sys.exit(answer.exit_code)
