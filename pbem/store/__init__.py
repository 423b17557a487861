"""The office's database: tables (`models`), opening (`database`), and migrations.

Nothing is imported here: sqlmodel costs about 0.35 s at import, and the idle look needs none of it.
"""

from __future__ import annotations
