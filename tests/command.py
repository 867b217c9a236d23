"""The command line, run in this process: to begin a new one takes a second of a processor."""

from __future__ import annotations

from subprocess import CompletedProcess

from click.testing import CliRunner

from scorecard.cli import main


def run(*arguments: str, data: bytes = b"") -> CompletedProcess[bytes]:
    """Run ``scorecard`` with some arguments, and data at its standard input.

    What it does not expect itself is raised here, where it would be a traceback.
    """
    runner = CliRunner(catch_exceptions=False)
    done = runner.invoke(main, arguments, input=data, prog_name="scorecard")
    return CompletedProcess(arguments, done.exit_code, done.stdout_bytes, done.stderr_bytes)
