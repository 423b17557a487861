"""`pbem bench thousand`: a run with 1,000 letters in and 1,000 out.

Against a bare program that fetches the same letters with imapclient, parses them and sends as many
with aiosmtplib over one connection; whole processes, Dovecot in, Postfix's smtp-sink out.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.bench.common import Row, alternate, cpu, json_wanted, measure, show, wall
from tests.bench.letters import LETTERS, thousand_letters

PAIRS = 5


def main(argv: Sequence[str]) -> int:
    """Print the rows."""
    with thousand_letters() as post:
        a, b = alternate(lambda: post.bare(measure), lambda: post.ours(measure), PAIRS)
    show(
        [
            Row("bare process, CPU", cpu(a), "ms"),
            Row.compared("pbem process, CPU", cpu(b), "ms", cpu(a)),
            Row("bare process", wall(a), "ms"),
            Row.compared(f"pbem process, {LETTERS} letters", wall(b), "ms", wall(a)),
        ],
        as_json=json_wanted(argv),
    )
    return 0
