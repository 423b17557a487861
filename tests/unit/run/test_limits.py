"""Brakes on our own answers (test_report_33, test_mailfact_21)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.office import Office, make_office
from pbem.run.limits import RECEIPT, first_silence, may_answer
from pbem.settings import BrakeSettings

NOW = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
BRAKES = BrakeSettings()
ANNA = "anna@example.org"


@pytest.fixture
def office(tmp_path: Path) -> Office:
    """An office."""
    return make_office(tmp_path / "office", '[office]\naddress = "gm@example.org"\n')


def test_ten_receipts_an_hour(office: Office) -> None:
    """The eleventh is not sent; an hour later there is room again; others are not touched."""
    with office.session() as session:
        answers = [may_answer(session, ANNA, RECEIPT, NOW, BRAKES) for _ in range(11)]
        assert answers == [True] * 10 + [False]
        assert may_answer(session, "bob@example.org", RECEIPT, NOW, BRAKES)
        assert may_answer(session, ANNA, RECEIPT, NOW + timedelta(hours=1), BRAKES)


def test_forty_receipts_a_day(office: Office) -> None:
    with office.session() as session:
        answers = [
            may_answer(session, ANNA, RECEIPT, NOW + timedelta(minutes=10 * n), BRAKES)
            for n in range(45)
        ]
        assert answers == [True] * 40 + [False] * 5
        assert may_answer(session, ANNA, RECEIPT, NOW + timedelta(days=1, hours=1), BRAKES)


def test_one_error_answer_a_kind_and_day(office: Office) -> None:
    with office.session() as session:
        assert may_answer(session, ANNA, "wrong-token", NOW, BRAKES)
        assert not may_answer(session, ANNA, "wrong-token", NOW + timedelta(hours=23), BRAKES)
        assert may_answer(session, ANNA, "no-token", NOW, BRAKES)
        assert may_answer(session, ANNA, "wrong-token", NOW + timedelta(hours=25), BRAKES)


def test_the_gm_is_told_once_a_day(office: Office) -> None:
    with office.session() as session:
        assert first_silence(session, ANNA, NOW)
        assert not first_silence(session, ANNA, NOW + timedelta(hours=3))
        assert first_silence(session, ANNA, NOW + timedelta(days=1))
