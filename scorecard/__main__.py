"""``python -m scorecard`` is the ``scorecard`` command."""

from scorecard.cli import main

main(prog_name="scorecard")
