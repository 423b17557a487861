"""`pbem deliver`: take one letter from a mail server."""

from __future__ import annotations

import sys

from pbem.cli.common import OfficeOption, now, open_office
from pbem.cli.group import examples

EPILOG = examples(
    "pbem deliver --office ~/office < letter.eml",
    "|pbem deliver --office ~/office      # a line of ~/.forward",
)


def deliver(office: OfficeOption = None) -> None:
    """Store one letter from standard input.

    For procmail, or an alias of the mail server. The letter is stored and nothing else; the next
    process reads it. Whatever goes wrong, the exit code is 75, so that the mail server keeps the
    letter and tries again.
    """
    from pbem import sources

    sources.deliver(open_office(office), sys.stdin.buffer, now())
