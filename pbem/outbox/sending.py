"""Letters over several connections at once, each claimed and recorded in the database.

A connection holds one letter at a time. The transaction that records what became of it is the one
that claims the next, so that a letter costs one commit; and connections that finish at the same
moment share that commit. Nothing is claimed ahead: whenever this program dies, the letters in
doubt are those being sent, one a connection.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Sequence
from datetime import datetime

from aiosmtplib import SMTP
from sqlmodel import Session

from pbem.errors import PbemError, TryAgain
from pbem.outbox.rows import Claimed, claim, record, unclaim
from pbem.outbox.smtp import SmtpAccount, connect, drop, hang_up, post
from pbem.outbox.verdicts import Verdict

Progress = Callable[[int, int], None]
"""Called after each commit with the letters done with and the letters there were."""

LETTERS_EACH = 8
"""A further connection is opened for so many letters: opening one takes as long as a few letters
do."""

GATHER = 0.002
"""Seconds that a connection which is done with its letter waits for others to share its commit."""

_Finished = tuple[Claimed, Verdict]


class Sender:
    """One run over the letters that are due. `counts` tells how many came to which state."""

    def __init__(
        self,
        account: SmtpAccount,
        session: Session,
        numbers: Sequence[int],
        now: datetime,
        progress: Progress | None = None,
    ) -> None:
        self.account = account
        self.session = session
        self.counts: Counter[str] = Counter()
        self.stopped: PbemError | None = None
        self._now = now
        self._queue = deque(numbers)
        self._total = len(numbers)
        self._progress = progress
        self._waiting: list[tuple[_Finished | None, asyncio.Future[Claimed | None]]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._working = 0

    async def run(self) -> None:
        """Send until nothing is due any more or the server says stop (`stopped`).

        One connection is tried first: a wrong password is not sent four times.
        """
        try:
            first = await connect(self.account)
        except PbemError as fault:
            self.stopped = fault
            return
        wanted = min(self.account.connections, 1 + len(self._queue) // LETTERS_EACH)
        await asyncio.gather(self._work(first), *(self._join() for _ in range(wanted - 1)))

    async def _join(self) -> None:
        try:
            client = await connect(self.account)
        except PbemError:
            # The server allows fewer connections; those that there are do the work.
            return
        await self._work(client)

    async def _work(self, client: SMTP) -> None:
        finished: _Finished | None = None
        self._working += 1
        try:
            while (letter := await self._exchange(finished)) is not None:
                client, verdict = await self._post(client, letter)
                finished = (letter, verdict) if verdict else None
        finally:
            self._working -= 1
            await hang_up(client)

    async def _post(self, client: SMTP, letter: Claimed) -> tuple[SMTP, Verdict | None]:
        """Post a letter; a connection that was lost between two letters is opened again, once.

        No verdict: the letter was given back, since the server could not be reached again.
        """
        verdict = None
        if client.is_connected:
            verdict = await post(client, self.account, letter.address, letter.raw)
            if verdict.status != "pending" or verdict.code is not None:
                return client, self._heed(verdict)
            drop(client)
        try:
            client = await connect(self.account)
        except PbemError as fault:
            self._stop(fault)
            unclaim(self.session, letter.id)
            self.session.commit()
            return client, None
        verdict = await post(client, self.account, letter.address, letter.raw)
        if verdict.status == "pending" and verdict.code is None:
            self._stop(
                TryAgain(
                    "smtp-lost",
                    f"The SMTP server {self.account.host}:{self.account.port} broke the connection"
                    f" twice: {verdict.text}",
                    "Nothing is lost; the next run tries again.",
                )
            )
        return client, self._heed(verdict)

    def _heed(self, verdict: Verdict) -> Verdict:
        if verdict.stop:
            self._stop(
                PbemError(
                    "smtp-stop",
                    f"The SMTP server {self.account.host}:{self.account.port} wants no more"
                    f" letters from {self.account.sender} now: {verdict.text}",
                    "The letters wait, and each run tries again. Look up the provider's daily"
                    " limit (daily_limit of [smtp]), or whether it lets this account send at all.",
                )
            )
        return verdict

    def _stop(self, reason: PbemError) -> None:
        self.stopped = self.stopped or reason
        self._queue.clear()

    async def _exchange(self, finished: _Finished | None) -> Claimed | None:
        """Record a letter's fate and claim the next, with whoever does so at the same moment."""
        loop = asyncio.get_running_loop()
        result: asyncio.Future[Claimed | None] = loop.create_future()
        self._waiting.append((finished, result))
        if len(self._waiting) == self._working:
            self._commit()
        elif len(self._waiting) == 1:
            self._timer = loop.call_later(GATHER, self._commit)
        return await result

    def _commit(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        waiting, self._waiting = self._waiting, []
        try:
            for finished, _ in waiting:
                if finished is not None:
                    self.counts[record(self.session, *finished, self._now).status] += 1
            claimed = [self._next() for _ in waiting]
            self.session.commit()
        # Each connection must learn of it, or it would wait for ever; they raise it on.
        except Exception as fault:  # noqa: BLE001
            for _, result in waiting:
                result.set_exception(fault)
            return
        for (_, result), letter in zip(waiting, claimed, strict=True):
            result.set_result(letter)
        if self._progress is not None:
            self._progress(self.counts.total(), self._total)

    def _next(self) -> Claimed | None:
        while self._queue:
            if (letter := claim(self.session, self._queue.popleft(), self._now)) is not None:
                return letter
        return None
