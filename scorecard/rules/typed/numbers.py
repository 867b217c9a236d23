"""Whole numbers that are typed: what each is called, its range, and how one outside is refused."""

from __future__ import annotations

from typing import NamedTuple

from scorecard.rules import core
from scorecard.rules.typed import reading
from scorecard.rules.words import say

FROM_TO = say("%(name)s’s %(what)s must be from %(low)s to %(high)s, not %(number)s.")


class Beyond(NamedTuple):
    """How a number outside of its range is refused: the code, and the pattern of what is said.

    It may use ``name``, the player; ``what``, ``low`` and ``high``; and ``number``, what was typed.
    """

    code: str
    said: str


def refused(code: str, said: str = FROM_TO) -> Beyond:
    """Return how a number outside of its range is refused."""
    return Beyond(code, str(said))


class Number(NamedTuple):
    """A whole number of something, from ``low`` to ``high``, and where in an entry it stands.

    ``what`` names it inside of a sentence: "number of cards".
    """

    what: str
    high: int
    beyond: Beyond
    low: int = 0
    item: str = ""

    def read(
        self, value: core.Json, player: str = "", *, item: str = "", high: int | None = None
    ) -> int:
        """Return the number that was typed, refusing text, halves and what is outside its range.

        ``item`` and ``high`` replace those declared, where they differ from entry to entry.
        """
        most = self.high if high is None else high
        if type(value) is int and self.low <= value <= most:
            return value
        item = item or self.item
        read = reading.signed if self.low < 0 else reading.whole
        raise core.Refused(
            *self.beyond,
            what=self.what,
            low=self.low,
            high=most,
            number=reading.show(read(value, self.what, player=player, item=item)),
            player=player,
            item=item,
        )
