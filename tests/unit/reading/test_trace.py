"""The top Received time and the pinned Authentication-Results (RFC 8601)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pbem.reading import AuthResult, Letter, read_letter, sender_verdict
from tests.unit.reading.letters import raw

OURS = "Received: from mail.example.net (mail.example.net [192.0.2.1]) by mx.example.org; x"
THEIRS = "Received: from home (home [10.0.0.1]) by mail.example.net with ESMTP; x"
PASS = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.com"
FAIL = "Authentication-Results: mx.example.org; dmarc=fail (p=NONE) header.from=example.com"


def auth(*headers: str, pinned: str | None = "mx.example.org") -> tuple[AuthResult, ...]:
    return read_letter(raw("", *headers), authserv_id=pinned).auth


def verdict(*headers: str) -> str:
    return sender_verdict(auth(*headers), "example.com")


def test_one_header_with_several_methods() -> None:
    value = (
        "Authentication-Results: MX.example.org 1;\n"
        " dkim=pass (2048-bit key; unprotected) header.d=Example.com header.s=a;\n"
        '\tspf=softfail smtp.mailfrom="odd; name"@example.com; dmarc=none'
    )
    assert auth(value, OURS) == (
        AuthResult("dkim", "pass", (("header.d", "example.com"), ("header.s", "a"))),
        AuthResult("spf", "softfail", (("smtp.mailfrom", "odd;_name@example.com"),)),
        AuthResult("dmarc", "none"),
    )


def test_nothing_is_trusted_without_a_pinned_name() -> None:
    assert auth(PASS, OURS, pinned=None) == ()


def test_another_servers_result_is_not_ours() -> None:
    assert auth("Authentication-Results: mx.evil.test; dmarc=pass", OURS) == ()
    assert auth("Authentication-Results: mx.example.org.evil.test; dmarc=pass", OURS) == ()


def test_report_28_only_the_top_header_counts() -> None:
    forged = PASS
    assert verdict(FAIL, OURS, forged, THEIRS) == "fail"
    assert verdict(OURS, FAIL, forged, THEIRS) == "fail"
    assert verdict(OURS, FAIL, forged) == "fail"
    assert verdict(FAIL, forged) == "fail"


def test_report_28_a_forged_header_adds_nothing_to_a_real_one() -> None:
    real = "Authentication-Results: mx.example.org; spf=neutral smtp.mailfrom=x@example.com"
    assert verdict(OURS, real, PASS, THEIRS) == "unverified"
    assert verdict(OURS, real, PASS, OURS, THEIRS) == "unverified"


def test_what_stands_below_another_hosts_received_is_not_ours() -> None:
    assert verdict(OURS, THEIRS, PASS) == "unverified"
    assert verdict(THEIRS, PASS) == "unverified"


@pytest.mark.parametrize(
    "hop",
    [
        "Received: from postfix by imap.example.org with LMTP; x",
        "Received: by 2002:a05:6a10:1234:0:0:0:1 with SMTP id x; y",
        "Received: (qmail 123 invoked by uid 89); x",
        "Received: from localhost by [127.0.0.1]; x",
    ],
)
def test_own_hops_above_the_result(hop: str) -> None:
    assert verdict(hop, OURS, PASS, THEIRS) == "pass"
    assert verdict(hop, PASS, OURS, THEIRS) == "pass"


def test_two_of_our_filters_stamp_one_header_each() -> None:
    dkim = "Authentication-Results: mx.example.org; dkim=pass header.d=other.test"
    assert verdict(dkim, PASS, OURS, THEIRS) == "pass"


def test_microsoft_writes_no_name() -> None:
    value = (
        "Authentication-Results: spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=example.com;"
        " dmarc=pass action=none header.from=example.com"
    )
    results = read_letter(raw("", value), authserv_id="").auth
    assert [r.method for r in results] == ["spf", "dmarc"]
    assert auth(value, OURS) == ()


@pytest.mark.parametrize(
    ("methods", "expected"),
    [
        ("dmarc=pass header.from=example.com", "pass"),
        ("dmarc=pass", "pass"),
        ("dmarc=pass header.from=other.test", "unverified"),
        ("dkim=pass header.d=example.com", "pass"),
        ("dkim=pass header.i=@example.com", "pass"),
        ("dkim=pass header.d=com", "unverified"),
        ("dkim=pass header.d=ample.com", "unverified"),
        ("dkim=pass header.d=mail.example.com", "unverified"),
        ("dkim=fail header.d=other.test; dkim=pass header.d=example.com", "pass"),
        ("dkim=pass header.d=example.com; dmarc=fail", "fail"),
        ("dkim=fail header.d=example.com", "fail"),
        ("spf=fail", "fail"),
        ("spf=pass smtp.mailfrom=example.com", "unverified"),
        ("spf=softfail", "unverified"),
        ("spf=fail; dmarc=none", "unverified"),
        ("none", "unverified"),
        ('spf=none smtp.mailfrom="x; dmarc=pass"@example.com', "unverified"),
        ("spf=none (; dmarc=pass)", "unverified"),
    ],
)
def test_verdicts(methods: str, expected: str) -> None:
    assert verdict(f"Authentication-Results: mx.example.org; {methods}", OURS) == expected


def test_a_signature_of_the_domain_above_is_aligned() -> None:
    results = auth("Authentication-Results: mx.example.org; dkim=pass header.d=example.com")
    assert sender_verdict(results, "mail.example.com") == "pass"
    assert sender_verdict(results, "notexample.com") == "unverified"


def received(*values: str) -> Letter:
    return read_letter(raw("", *(f"Received: {value}" for value in values)))


def test_the_top_received_is_the_time_of_arrival() -> None:
    letter = received(
        "from a by mx.example.org;\n Wed, 2 Dec 2026 21:14:05 +0100 (CET)",
        "from b by a; Wed, 2 Dec 2026 10:00:00 +0000",
    )
    assert letter.top_received == datetime(2026, 12, 2, 20, 14, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    "value",
    [
        "from a by b",
        "from a by b;",
        "from a by b; yesterday",
        "a; Wed, 32 Dec 2026 21:14:05 +0100",
        "a; Wed, 2 Dec 2026 25:14:05 +0100",
        "a; Wed, 2 Dec 2026 21:14:05 +9900",
        "a; Fri, 31 Dec 9999 23:00:00 -1200",
        "a; (((((",
    ],
)
def test_a_received_without_a_time(value: str) -> None:
    assert received(value).top_received is None


def test_no_received_at_all_and_the_date_header_never_counts() -> None:
    assert read_letter(raw("", "Date: Wed, 2 Dec 2026 21:14:05 +0100")).top_received is None
