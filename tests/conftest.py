"""What holds for all tests: no network but loopback, no settings of this machine, no chance.

Server tests (marker `servers`) may not skip where PBEM_REQUIRE_SERVERS is set.
"""

from __future__ import annotations

import errno
import ipaddress
import os
import socket
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any
from weakref import WeakSet

import hypothesis
import pytest

from pbem.office import Office

pytest_plugins = ["tests.servers.fixtures"]

# The same examples in every run and on every machine, no time limits, no file left behind.
hypothesis.settings.register_profile("pbem", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("pbem")

REQUIRED = "PBEM_REQUIRE_SERVERS"


def _on_this_machine(host: object) -> bool:
    """Whether an address is loopback (or none at all, as for a socket that listens)."""
    if isinstance(host, bytes):
        host = host.decode("ascii", "replace")
    if not isinstance(host, str) or host in ("", "localhost", "ip6-localhost"):
        return True
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return False


def _stay_here(event: str, args: tuple[Any, ...]) -> None:
    """Audit hook: beyond loopback every test meets a machine whose cable is pulled."""
    if event in ("socket.connect", "socket.sendto"):
        address = args[1]
        if isinstance(address, tuple) and not _on_this_machine(address[0]):
            raise OSError(errno.ENETUNREACH, f"the tests reach loopback only, not {address[0]}")
    elif event == "socket.getaddrinfo" and not _on_this_machine(args[0]):
        raise socket.gaierror(socket.EAI_NONAME, f"the tests look up no names, not {args[0]!r}")


sys.addaudithook(_stay_here)


@pytest.fixture(autouse=True)
def _no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """PBEM_OFFICE and the like of whoever runs the tests are none of theirs."""
    for name in [name for name in os.environ if name.startswith("PBEM_") and name != REQUIRED]:
        monkeypatch.delenv(name)


@pytest.fixture(scope="session", autouse=True)
def _offices() -> Generator[WeakSet[Office], None, None]:
    """Every office that a test opens."""
    known: WeakSet[Office] = WeakSet()
    begin = Office.__init__

    def begin_and_tell(self: Office, folder: Path) -> None:
        begin(self, folder)
        known.add(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Office, "__init__", begin_and_tell)
        yield known


@pytest.fixture(autouse=True)
def _no_database_left_open(_offices: WeakSet[Office]) -> Generator[None, None, None]:
    """Close what a test leaves open: Python 3.13 warns of a connection that nobody closed.

    An office is usable after it; that commands close theirs is a test of its own (tests/cli).
    """
    yield
    for office in list(_offices):
        office.close()


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The top folder of the checkout that the tests stand in."""
    return Path(__file__).resolve().parent.parent


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A skipped server test fails where the servers are required."""
    report = yield
    required = os.environ.get(REQUIRED) and item.get_closest_marker("servers")
    if required and report.skipped:
        report.outcome = "failed"
        report.longrepr = f"{REQUIRED} is set, but this was skipped: {report.longrepr}"
    return report


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A run that required the servers and ran none of their tests has failed."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if not os.environ.get(REQUIRED) or hasattr(session.config, "workerinput") or reporter is None:
        return
    ran = [one for one in reporter.stats.get("passed", []) if "servers" in one.keywords]
    if not ran:
        reporter.write_line(f"\n{REQUIRED} is set, but no server test has passed", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
