"""Pytest fixtures of the real servers; `pytest_plugins = ["tests.servers.fixtures"]` gives them.

Without the packages the tests are skipped with the reason; with PBEM_REQUIRE_SERVERS=1 (as the
continuous integration sets it) they fail instead.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator

import pytest

from tests.servers import dovecot as dovecot_server
from tests.servers import postfix as postfix_server
from tests.servers.dovecot import Dovecot, running_dovecot
from tests.servers.postfix import Postfix, Sink, running_postfix, running_sink


def need(lack: str | None) -> None:
    """Skip or fail the test for what this machine lacks; nothing where it lacks nothing."""
    if lack is None:
        return
    if os.environ.get("PBEM_REQUIRE_SERVERS") == "1":
        pytest.fail(f"PBEM_REQUIRE_SERVERS=1, but {lack}", pytrace=False)
    pytest.skip(lack)


@pytest.fixture(scope="session")
def dovecot() -> Iterator[Dovecot]:
    """One Dovecot for the test session; tests take user names of their own."""
    need(dovecot_server.missing())
    with running_dovecot() as server:
        yield server


@pytest.fixture(scope="session")
def postfix(dovecot: Dovecot) -> Iterator[Postfix]:
    """One Postfix for the test session, delivering to the session's Dovecot."""
    need(postfix_server.missing())
    with running_postfix(dovecot) as server:
        yield server


@pytest.fixture
def smtp_sink() -> Iterator[Sink]:
    """A fresh smtp-sink that keeps what it accepts."""
    need(postfix_server.missing_sink())
    with running_sink(keep=True) as sink:
        yield sink


@pytest.fixture
def mailbox_user(request: pytest.FixtureRequest) -> str:
    """A mailbox name no other test of the session uses."""
    return "u" + hashlib.sha256(request.node.nodeid.encode()).hexdigest()[:12]
