"""How many games ``scorecard score`` scores in a second, by game and by how rounds were typed.

Run by hand: ``python -m tests.benchmarks.score``, with ``--json`` for the figures as JSON. The
real command reads an array of games, scores them and writes the answers; its start counts too.

Brownie Points games have 10 rounds and 4 players and say where all 89 cards of every round went,
card by card, as two sums, or as one score. In the mixture everybody picks one of the three ways
anew each round. Their target lies so high that no game is over before its last round. The other
games are their own worked examples, repeated to 10 rounds.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import statistics
import subprocess
import sys
import time
from typing import Any

from scorecard.rules import Sheet, score
from scorecard.rules.games import all_games
from scorecard.rules.games.brownie_points.basics import BOX, DEFAULT_VALUES
from tests.handbook import figures

GAMES = 10_000
"""So many of each kind, among which the command's start is shared out."""
DIFFERENT_GAMES = 250
"""So many are dealt and then repeated, because dealing takes longer than scoring."""
ROUNDS = 10
NAMES = ("Ann", "Bob", "Cy", "Di")
TARGET = 50_000
MOST_IN_HAND = 6
WAYS = ("direct", "quick", "detailed")
DECK = tuple(card for card, number in BOX.items() if card != "wild" for _ in range(number))


def main() -> None:
    """Measure every kind and print games per second."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument(
        "--repeat", type=int, default=3, help="runs of each kind; the median counts"
    )
    arguments = parser.parse_args()
    kinds = {f"brownie_points, {way}": deal(way) for way in (*WAYS, "mixture")}
    kinds |= {key: example for key in all_games() if (example := worked_example(key))}
    found = {kind: measure(records, arguments.repeat) for kind, records in kinds.items()}
    if arguments.json:
        print(json.dumps(found, indent=2))
        return
    head = ("kind", "games", "bytes of a game", "games per second of CPU", "games per second")
    keys = ("games", "bytes_per_game", "games_per_cpu_second", "games_per_second")
    rows = ([kind, *(f"{of_kind[key]:,}" for key in keys)] for kind, of_kind in found.items())
    figures.keep("score", head, rows)


def measure(records: list[dict[str, Any]], repeat: int) -> dict[str, int]:
    """Score the records in one array with the real command; return the median figures."""
    data = json.dumps(records).encode()
    command = [sys.executable, "-m", "scorecard", "score", "-"]
    cpu, elapsed = [], []
    for _ in range(repeat):
        before, started = cpu_of_children(), time.perf_counter()
        subprocess.run(command, input=data, stdout=subprocess.DEVNULL, check=True)
        elapsed.append(time.perf_counter() - started)
        cpu.append(cpu_of_children() - before)
    return {
        "games": len(records),
        "bytes_per_game": len(data) // len(records),
        "games_per_cpu_second": round(len(records) / statistics.median(cpu)),
        "games_per_second": round(len(records) / statistics.median(elapsed)),
    }


def cpu_of_children() -> float:
    """Return the seconds that ended child processes computed, in their code and in the kernel."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def worked_example(key: str) -> list[dict[str, Any]]:
    """Return games made of the rounds that a game's own example shows; none where it has none."""
    example = all_games()[key].example
    if example is None:
        return []
    rounds = (list(example.record["rounds"]) * ROUNDS)[:ROUNDS]
    record = {**example.record, "rounds": rounds, "keep_after_end": True}
    return [as_legal(record)] * GAMES


def as_legal(record: dict[str, Any]) -> dict[str, Any]:
    """Return the record with as many of its rounds as can be played one after the other."""
    while not isinstance(score(record), Sheet):
        record = {**record, "rounds": record["rounds"][:-1]}
    return record


def deal(way: str) -> list[dict[str, Any]]:
    """Return Brownie Points games typed in one way, or in a mixture of all."""
    chance = random.Random(89)  # the same games in every run
    dealt = [
        {
            "game": "brownie_points",
            "options": {"target": TARGET},
            "players": list(NAMES),
            "rounds": [deal_round(chance, way) for _ in range(ROUNDS)],
        }
        for _ in range(DIFFERENT_GAMES)
    ]
    return dealt * (GAMES // DIFFERENT_GAMES)


def deal_round(chance: random.Random, way: str) -> dict[str, Any]:
    """Deal the whole deck: a few cards to every hand but one, the others to the four piles."""
    deck = chance.sample(DECK, len(DECK))
    who_goes_out, who_has_squirts = chance.sample(NAMES, 2)
    hands = {}
    for name in NAMES:
        size = 0 if name == who_goes_out else chance.randint(1, MOST_IN_HAND)
        hands[name], deck = counted(deck[:size]), deck[size:]
    cuts = [0, *sorted(chance.sample(range(1, len(deck)), len(NAMES) - 1)), len(deck)]
    entries = {}
    for seat, name in enumerate(NAMES):
        pile = counted(deck[cuts[seat] : cuts[seat + 1]])
        has_squirts = name == who_has_squirts
        own_way = chance.choice(WAYS) if way == "mixture" else way
        entries[name] = entry(own_way, pile, hands[name], has_squirts=has_squirts)
    return {"entries": entries}


def counted(cards: list[str]) -> dict[str, int]:
    """Return how many of each card there are, as a phone sends it: without the noughts."""
    return {card: cards.count(card) for card in BOX if card in cards}


def entry(
    way: str, pile: dict[str, int], hand: dict[str, int], *, has_squirts: bool
) -> dict[str, Any]:
    """Return what one player types."""
    values = {**DEFAULT_VALUES, "nope": 0}
    hand_points = sum(number * values[card] for card, number in hand.items())
    pile_points = sum(number * values[card] for card, number in pile.items() if card != "dog_house")
    match way:
        case "direct":
            return {"score": pile_points - hand_points - 100 * has_squirts}
        case "quick":
            typed: dict[str, Any] = {
                "quick": {"pile_points": pile_points, "hand_points": hand_points}
            }
        case _:
            typed = {"pile": pile, "hand": hand}
    return {**typed, "squirts": 1} if has_squirts else typed


if __name__ == "__main__":
    main()
