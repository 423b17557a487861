"""What names in the tables must be like, so that an order can say them and a letter print them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from engine.language.grammar import inner_words
from engine.lexicon import fold
from engine.offer import OFFER_FORMS
from engine.tables import TableFault as Fault
from games.star_traders.orders.forms import FORMS, PREDICATES
from games.star_traders.tables.rows import Row

LONGEST = 40
"""Characters of a name."""

_PLAIN = re.compile(r"[^\W\d_][\w.&()'\u2019 -]*")
"""A letter first; nothing that ends a word, a list, an order or a line."""

_NUMBERED = re.compile(r"\d+")

RESERVED = frozenset(
    (
        *(
            "any",
            "anyone",
            "all",
            "others",
            "me",
            "my",
            "next",
            "nothing",
            "newest",
            "best",
            "worst",
        ),
        *("mission", "core", "up", "down", "free", "no", "ask", "pass"),
        *inner_words((*FORMS, *OFFER_FORMS), PREDICATES),
    )
)
"""Words that mean something else in orders."""


def names_faults(rows: Iterable[Row[Any]], fields: Iterable[str]) -> Iterator[Fault]:
    """Names that could not be typed, printed or told from other words."""
    for row in rows:
        for field in fields:
            name = getattr(row.value, field)
            if not _PLAIN.fullmatch(name) or name != " ".join(name.split()) or len(name) > LONGEST:
                yield row.fault("bad-name", field, shown(name))
            elif fold(name) in RESERVED:
                yield row.fault("reserved-name", field, name)
            elif field == "name" and _NUMBERED.fullmatch(name.split()[-1]):
                # A kind with a number behind it is one of its cards; offers say `station 23`.
                yield row.fault("bad-name", field, name)


def shown(name: str) -> str:
    """A name as a message may print it."""
    return repr(name if len(name) <= LONGEST else f"{name[:LONGEST]}...")
