"""Letters out: frozen bytes in the table `outbox`, posted over SMTP after they are committed.

`enqueue` writes a letter, in the transaction of what it tells of; `flush` posts what is due.
"""

from __future__ import annotations

from pbem.outbox.flush import Flushed, flush
from pbem.outbox.rows import enqueue, last_ids, next_serial

__all__ = ["Flushed", "enqueue", "flush", "last_ids", "next_serial"]
