"""`pbem bench memory`: the peak memory of a run with 1,000 letters in and 1,000 out.

Beside that of the bare program of `pbem bench thousand`; both as the kernel counts them.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.bench.common import Row, alternate, json_wanted, peak, show
from tests.bench.letters import LETTERS, thousand_letters


def main(argv: Sequence[str]) -> int:
    """Print the rows."""
    with thousand_letters() as post:
        a, b = alternate(post.bare, post.ours, 1)
    show(
        [
            Row("bare process, peak RSS", peak(a), "MB"),
            Row.compared(f"pbem process, {LETTERS} letters, peak RSS", peak(b), "MB", peak(a)),
        ],
        as_json=json_wanted(argv),
    )
    return 0
