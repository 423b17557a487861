"""Reading letters: bytes to `Letter`. Pure functions, standard library only."""

from __future__ import annotations

from pbem.reading.letter import AuthResult, Automatic, Bounce, Letter, Line, Sender
from pbem.reading.reader import read_letter
from pbem.reading.trace import verdict as sender_verdict

__all__ = [
    "AuthResult",
    "Automatic",
    "Bounce",
    "Letter",
    "Line",
    "Sender",
    "read_letter",
    "sender_verdict",
]
