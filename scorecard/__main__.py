"""``python -m scorecard`` is the ``scorecard`` command."""

from scorecard import cli

cli.main(prog_name="scorecard")
