"""`pbem bench idle`: `pbem process` with nothing to do and 100 open campaigns.

Against a Python process that imports imaplib and sqlite3, logs in and looks at the mailbox; whole
processes, the same Dovecot.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from pbem.look import nothing_to_do
from tests.bench.common import (
    PBEM,
    Measured,
    Row,
    alternate,
    cpu,
    json_wanted,
    measure,
    need_servers,
    show,
    wall,
)
from tests.bench.offices import USER, Ports, deliver, filled_office, settings
from tests.servers.dovecot import running_dovecot
from tests.servers.postfix import running_sink

CAMPAIGNS = 100
PAIRS = 41
BARE = Path(__file__).with_name("bare_look.py")


def main(argv: Sequence[str]) -> int:
    """Print the rows."""
    need_servers()
    with tempfile.TemporaryDirectory(prefix="pbem-bench-") as top, running_dovecot() as dovecot:
        deliver(dovecot, USER, [])
        with running_sink() as sink:
            text = settings(USER, Ports(dovecot.imap, sink.port))
            office = filled_office(Path(top) / "office", text, CAMPAIGNS)
            # A full run leaves what the look needs; a second one would be idle.
            measure([PBEM, "process", "--json"], office)

        def bare() -> Measured:
            return measure([sys.executable, BARE, str(dovecot.imap), USER], office)

        def ours() -> Measured:
            return measure([PBEM, "process"], office)

        a, b = alternate(bare, ours, PAIRS)
        if not nothing_to_do(office, datetime.now(UTC)):
            raise RuntimeError("there was something to do")
    show(
        [
            Row("bare process, CPU", cpu(a), "ms"),
            Row.compared("pbem process, CPU", cpu(b), "ms", cpu(a)),
            Row("bare process", wall(a), "ms"),
            Row.compared(f"pbem process, {CAMPAIGNS} campaigns idle", wall(b), "ms", wall(a)),
        ],
        as_json=json_wanted(argv),
    )
    return 0
