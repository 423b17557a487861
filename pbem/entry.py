"""The command `pbem`: the idle look for a bare `process`, everything else by the command line."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from pathlib import Path

OFFICE = "PBEM_OFFICE"


def main() -> None:
    """Run the command that was typed.

    A bare `pbem process`, as cron calls it, ends at once and silently when there is nothing to
    do; only then are the packages that a full run needs not imported.
    """
    if sys.argv[1:] == ["process"]:
        from pbem.look import nothing_to_do

        if nothing_to_do(Path(os.environ.get(OFFICE) or "."), datetime.now(UTC)):
            return
    from pbem.cli import app

    app()
