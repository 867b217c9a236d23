"""Score 100,000 random records of every game: each is scored or refused, and nothing else happens.

Run by hand: ``python -m tests.benchmarks.random_records``, with another number of records and the
keys of some games after it, if wished. Exits with 1 if anything was raised.
"""

from __future__ import annotations

import json
import sys
import time
import traceback
from typing import Any

from scorecard.rules import Refusal, card_game, score
from scorecard.rules.games import all_games
from tests.rules.random_records import random_record

RECORDS = 100_000
SHOWN = 3
"""How many exceptions of a game are shown in full."""


def main() -> None:
    """Print, for each game, what became of its records and how fast."""
    arguments = sys.argv[1:]
    records = int(arguments.pop(0)) if arguments else RECORDS
    games = [rules for key, rules in all_games().items() if key in arguments or not arguments]
    print(
        f"{'game':18} {'accepted':>9} {'refused':>9} {'exceptions':>10} "
        f"{'rounds typed':>12} {'scored':>7} {'records/s':>9}"
    )
    raised = sum(_try(rules, records) for rules in games)
    sys.exit(1 if raised else 0)


def _try(rules: card_game.GameRules[Any], records: int) -> int:
    """Score so many records of a game, print its line, and return how many raised something."""
    accepted = refused = raised = typed = scored = 0
    busy = 0.0
    for seed in range(records):
        record: Any = None
        try:
            record = random_record(rules, seed)
            started = time.perf_counter()
            result = score(record)
            json.dumps(result.to_json())
            busy += time.perf_counter() - started
        except Exception:  # noqa: BLE001 - whatever it is, it is what is looked for
            raised += 1
            if raised <= SHOWN:
                print(f"{rules.key}, seed {seed}: {record}\n{traceback.format_exc()}")
            continue
        is_refused = isinstance(result, Refusal)
        refused += is_refused
        accepted += not is_refused
        rounds = record.get("rounds")
        typed += len(rounds) if isinstance(rounds, list) else 0
        scored += len((result.kept if isinstance(result, Refusal) else result).round_scores)
    print(
        f"{rules.key:18} {accepted:9,} {refused:9,} {raised:10,} {typed:12,} "
        f"{scored / max(typed, 1):7.0%} {records / (busy or 1):9,.0f}",
        flush=True,
    )
    return raised


if __name__ == "__main__":
    main()
