"""What SMTP answers mean (RFC 5321, 3463; the retry table of the design)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.outbox.smtp import wire_form
from pbem.outbox.verdicts import Stage, judge, lost, wait_after

STAGES: tuple[Stage, ...] = ("mail", "rcpt", "data", "text")


@pytest.mark.parametrize("stage", STAGES)
def test_4xx_waits_at_every_stage(stage: Stage) -> None:
    verdict = judge(stage, 450, "4.2.0 greylisted")
    assert (verdict.status, verdict.code, verdict.stop) == ("pending", 450, False)
    assert "greylisted" in verdict.text


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize(
    ("code", "text"),
    [(421, "try later"), (454, "4.7.0 no"), (550, "5.4.5 Daily limit"), (450, "4.7.0 slow down")],
)
def test_a_provider_that_has_had_enough_stops_the_run(stage: Stage, code: int, text: str) -> None:
    """5.4.5 is a 5xx that must not cost the player his letter."""
    verdict = judge(stage, code, text)
    assert (verdict.status, verdict.stop) == ("pending", True)


@pytest.mark.parametrize(
    ("stage", "status", "stop"),
    [
        ("mail", "pending", True),
        ("rcpt", "failed", False),
        ("data", "failed", False),
        ("text", "failed", False),
    ],
)
def test_5xx_fails_the_letter_unless_it_is_about_us(stage: Stage, status: str, stop: bool) -> None:
    verdict = judge(stage, 550, "5.1.1 no such user")
    assert (verdict.status, verdict.code, verdict.stop) == (status, 550, stop)


def test_only_the_answer_to_the_final_dot_says_sent() -> None:
    assert judge("text", 250, "2.0.0 queued").status == "sent"
    assert judge("data", 250, "2.0.0 what?").status == "pending"


def test_mailfact_39_a_lost_answer_is_a_doubt_only_after_the_final_dot() -> None:
    assert [lost(stage, "gone").status for stage in STAGES] == [
        "pending",
        "pending",
        "pending",
        "doubt",
    ]


def test_backoff_is_1_5_15_and_then_60_minutes() -> None:
    waits = [wait_after(attempts) / timedelta(minutes=1) for attempts in range(1, 7)]
    assert waits == [1, 5, 15, 60, 60, 60]


@pytest.mark.parametrize(
    ("raw", "wire"),
    [
        (b"A: b\r\n\r\nhi\r\n", b"A: b\r\n\r\nhi\r\n.\r\n"),
        (b"A: b\n\nhi", b"A: b\r\n\r\nhi\r\n.\r\n"),
        (b"a\rb\r\nc\n", b"a\r\nb\r\nc\r\n.\r\n"),
        (b".\r\n..\r\nx.\r\n", b"..\r\n...\r\nx.\r\n.\r\n"),
        (b"", b"\r\n.\r\n"),
    ],
)
def test_wire_form_ends_lines_and_doubles_dots(raw: bytes, wire: bytes) -> None:
    """RFC 5321 4.5.2; no letter can end its own transfer early."""
    assert wire_form(raw) == wire
