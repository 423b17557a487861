"""Helpers of the server tests."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest


@pytest.fixture
def until() -> Callable[[Callable[[], bool]], None]:
    """Ask again until it holds: a real server delivers a moment after it accepted."""

    def wait(holds: Callable[[], bool]) -> None:
        pause = threading.Event()
        for _ in range(500):
            if holds():
                return
            pause.wait(0.02)
        raise AssertionError("it never came to hold")

    return wait
