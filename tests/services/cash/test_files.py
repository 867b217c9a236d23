"""The cash box in files: carried whole, added up anew, and refused where nobody could write it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import BadInput
from scorecard.services.cash import balances, ledger, stakes, wording
from scorecard.services.files.exporting import exports
from scorecard.services.files.format import file_format
from scorecard.services.files.importing import imports
from tests.factories import Club
from tests.rich_group import rich_group
from tests.services.files.other_server import Elsewhere, elsewhere, second_app

__all__ = ["elsewhere", "second_app"]


@pytest.fixture
def club(session: Session) -> Club:
    return rich_group(session)


def exported(club: Club) -> dict[str, Any]:
    document = exports.of_group(club.session, club.group, club.at)
    again: dict[str, Any] = json.loads(file_format.write(document))
    return again


def test_a_box_comes_out_elsewhere_as_it_went_in(club: Club, elsewhere: Elsewhere) -> None:
    here = balances.of_group(club.group)
    listed = ledger.page(club.session, club.group)
    told = [(day, [wording.sentence(one) for one in some]) for day, some in listed.days]
    debts = [(debt.payer and debt.payer.uid, debt.amount) for debt in here.debts]
    group = elsewhere.take_in(exported(club))
    there = balances.of_group(group)
    assert (there.in_box, there.outstanding) == (here.in_box, here.outstanding)
    assert [(debt.payer and debt.payer.uid, debt.amount) for debt in there.debts] == debts
    page = ledger.page(elsewhere.session, group)
    assert [(day, [wording.sentence(one) for one in some]) for day, some in page.days] == told
    assert balances.recount(elsewhere.session, group) == []
    # The stake is of its game there, too.
    assert stakes.outdated(elsewhere.session, group, page.entries) == set()
    assert [entry.game is not None for entry in page.entries if entry.way] == [True]
    assert group.currency == "€"


def test_a_file_of_before_has_no_cash_box(club: Club, elsewhere: Elsewhere) -> None:
    document = exported(club)
    del document["group"]["cash"], document["group"]["currency"]
    group = elsewhere.take_in(document)
    assert (ledger.page(elsewhere.session, group).days, group.currency) == ([], "")


def an_entry(document: dict[str, Any], kind: str) -> dict[str, Any]:
    return next(entry for entry in document["group"]["cash"] if entry["kind"] == kind)


SPOILT: dict[str, tuple[str, Callable[[dict[str, Any]], Any]]] = {
    "a fee that is another for somebody": (
        "amounts do not add up",
        lambda file: an_entry(file, "fee")["shares"][0].update(amount=-1),
    ),
    "a payment out of nowhere": (
        "amounts do not add up",
        lambda file: an_entry(file, "payment").update(in_box=0),
    ),
    "stakes that nobody lost": (
        "amounts do not add up",
        lambda file: an_entry(file, "stake")["shares"].pop(),
    ),
    "an expense shared by halves": (
        "amounts do not add up",
        lambda file: an_entry(file, "expense")["shares"].pop(),
    ),
    "more money than there is": (
        "amounts do not add up",
        lambda file: an_entry(file, "deposit").update(amount=10**8, in_box=10**8),
    ),
    "somebody twice": (
        "have the same id",
        lambda file: an_entry(file, "fee").update(shares=an_entry(file, "fee")["shares"][:1] * 2),
    ),
    "a stranger": (
        "there is no player nobody-here",
        lambda file: an_entry(file, "fee")["shares"][0].update(player="nobody-here"),
    ),
    "an entry twice": (
        "have the same id",
        lambda file: file["group"]["cash"].append(an_entry(file, "fee")),
    ),
    "a kind that is none": (
        "must be one of fee, expense",
        lambda file: an_entry(file, "fee").update(kind="gift"),
    ),
}


@pytest.mark.parametrize("name", SPOILT)
def test_what_nobody_could_write_is_refused(club: Club, name: str) -> None:
    document = exported(club)
    why, spoil = SPOILT[name]
    spoil(document)
    with pytest.raises(BadInput, match=why):
        imports.read(file_format.write(document).encode())
