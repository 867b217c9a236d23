"""What tries to lose data, in short; ``make torture`` does it in full."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.torture import concurrency, kill, network, pair

pytestmark = pytest.mark.long


def test_a_server_killed_again_and_again_loses_nothing_and_does_nothing_twice(
    tmp_path: Path,
) -> None:
    figures = kill.run(tmp_path / "data", kills=6, seed=1, between=25)
    assert figures["kills"] == 6
    assert figures["writes acknowledged"] >= 6


def test_behind_a_bad_network_everything_arrives_once_and_all_phones_show_the_same(
    tmp_path: Path,
) -> None:
    figures = network.run(tmp_path / "data", writes=40, seed=1)
    assert figures["writes acknowledged"] >= 40
    assert figures["sent again"]
    assert figures["a stream cut"]


def test_of_twelve_phones_at_once_one_wins_and_eleven_hear_so(tmp_path: Path) -> None:
    figures = concurrency.run(tmp_path / "data", times=1, seed=1)
    assert figures["contests"] >= len(concurrency.CONTESTS)
    assert figures["told that they lost"] >= 11 * 12


def test_whichever_of_two_servers_and_a_pair_of_databases_dies_the_evening_goes_on(
    tmp_path: Path,
) -> None:
    figures = pair.run(tmp_path / "pair", kills=4, seed=1)
    assert figures["kills"] == 4
    assert figures["the standby promoted"] >= 1
    assert figures["writes acknowledged"] >= 4
