"""`pbem bench memory`: the peak memory of a run with 1,000 letters in and 1,000 out.

Beside that of the bare program of `pbem bench thousand`; both as the kernel counts them.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.bench.common import Row, json_wanted, show, weigh
from tests.bench.letters import LETTERS, thousand_letters


def main(argv: Sequence[str]) -> int:
    """Print the rows."""
    with thousand_letters() as post:
        a, b = post.bare(weigh), post.ours(weigh)
    show(
        [
            Row("bare process, peak RSS", a, "MB"),
            Row.compared(f"pbem process, {LETTERS} letters, peak RSS", b, "MB", a),
        ],
        as_json=json_wanted(argv),
    )
    return 0
