"""What two shapes differ in, short enough for a message."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

MOST = 600


def difference(a: Any, b: Any) -> str:
    """The fields (or the members of a list) in which the two differ; empty when they are equal."""
    if a == b:
        return ""
    if isinstance(a, Struct) and type(a) is type(b):
        parts = [
            f"{name}: {getattr(a, name)!r} / {getattr(b, name)!r}"
            for name in a.__struct_fields__
            if getattr(a, name) != getattr(b, name)
        ]
        return short("; ".join(parts))
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        for i, (x, y) in enumerate(zip(a, b, strict=False)):
            if x != y:
                return short(f"number {i}: {x!r} / {y!r}")
        return short(f"{len(a)} / {len(b)} members, next {(a[len(b) :] or b[len(a) :])[0]!r}")
    return short(f"{a!r} / {b!r}")


def short(text: str) -> str:
    """At most ``MOST`` characters."""
    return text if len(text) <= MOST else f"{text[:MOST]} ..."
