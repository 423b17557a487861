"""Server tests may be skipped on a machine without the packages, and nowhere else."""

from __future__ import annotations

import pytest

from tests.servers.fixtures import need


def test_a_missing_server_skips_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PBEM_REQUIRE_SERVERS", raising=False)
    with pytest.raises(pytest.skip.Exception, match="apt-get install postfix"):
        need("smtp-sink is not installed (apt-get install postfix)")
    need(None)


def test_a_missing_server_fails_where_it_is_required(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_REQUIRE_SERVERS", "1")
    with pytest.raises(pytest.fail.Exception, match="apt-get install postfix"):
        need("smtp-sink is not installed (apt-get install postfix)")
    need(None)
