"""Pure scoring: a game record in, a sheet or a refusal out.

Only the standard library, no clock, no randomness, no input or output. :func:`score` is the one
function the command line, the API and the services ask; :mod:`scorecard.rules.games` holds one
file per card game.
"""

from scorecard.rules.core import Refusal, RuleWarning, Sheet
from scorecard.rules.sheet import NotARecord, score

__all__ = ["NotARecord", "Refusal", "RuleWarning", "Sheet", "score"]
